//! Values of expressions, each worked out by hand or known from the literature.

#![allow(
    clippy::disallowed_methods,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

use rung::diagnostics::Sink;
use rung::diagnostics::SourceId;
use rung::diagnostics::Span;
use rung::language::DEFAULT_BUDGET;
use rung::language::Definitions;
use rung::language::Evaluator;
use rung::language::Expression;
use rung::language::Scope;
use rung::language::Site;
use rung::language::writing;

fn scope(definitions: &str) -> Scope {
    let mut sink = Sink::default();
    let at = Span::new(SourceId(0), 0..definitions.len());
    let definitions = Definitions::parse(definitions, at, &mut sink);
    let scope = Scope::new("essay", definitions, &[], &Site::default(), &mut sink);
    assert!(!sink.has_errors(), "{:#?}", sink.diagnostics());
    scope
}

fn value(scope: &Scope, text: &str) -> String {
    let at = Span::new(SourceId(1), 0..text.len());
    let expression = match Expression::read(text, at) {
        Ok(expression) => expression,
        Err(error) => return format!("syntax: {}", error.message),
    };
    match Evaluator::new(scope, DEFAULT_BUDGET).evaluate(&expression) {
        Ok(value) => writing::plain(&value),
        Err(failure) => format!("{}: {}", failure.code().name(), failure.message()),
    }
}

fn check(text: &str, expected: &str) {
    assert_eq!(value(&scope(""), text), expected, "{text}");
}

#[test]
fn operators_bind_as_documented() {
    check("1 + 2 * 3", "7");
    check("-2^2", "-4");
    check("2^3^2", "512");
    check("7 / 2", "7/2");
    check("-7 // 2", "-4");
    check("-7 mod 2", "1");
    check("1 < 2 < 3 = 3", "true");
    check("not 1 = 2 and 2 = 2", "true");
    check("1 = 1 iff 2 = 2", "true");
    check("1 = 2 implies 1 / 0 = 1", "true");
    check("[1] ++ [2, 3]", "[1, 2, 3]");
    check("2 in 1..3", "true");
    check("1/2 in 0..3", "false");
    check("2 divides 6 and not 4 divides 6", "true");
    check("if 1 = 2 then 3 else if 2 = 2 then 4 else 5", "4");
    check("[10, 20, 30][2]", "20");
    check("[10, 20, 30][2..3]", "[20, 30]");
    check("[10, 20, 30][2..1]", "[]");
    check("(6, 360)[2]", "360");
    check("6x360 = (6, 360)", "true");
}

#[test]
fn gatherings_over_clauses() {
    check("[m * n for m, n in 1..3]", "[1, 2, 3, 2, 4, 6, 3, 6, 9]");
    check("[(m, n) for m in 1..3, n in m..3 where m + n = 4]", "[1x3, 2x2]");
    check("sum(n for n in 1..100)", "5050");
    check("product(n for n in 1..20)", "2432902008176640000");
    check("product(n for n in 1..25)", "15511210043330985984000000");
    check("count(2 divides n for n in 1..9)", "4");
    check("all(n > 0 for n in 1..9) and any(n = 9 for n in 1..9)", "true");
    check("all(n > 3 for n in 1..9) or any(n = 10 for n in 1..9)", "false");
    check("max(n mod 5 for n in 1..9)", "4");
    check("min(n mod 5 for n in 1..9)", "0");
    check("first(n for n in 1..9 where n * n > 20)", "5");
    check("set(n mod 3 for n in 1..9)", "[0, 1, 2]");
    check("group(n by n mod 2 for n in 1..5)", "[(0, [2, 4]), (1, [1, 3, 5])]");
    check("[all(), 1]", "expression::arguments: `all` takes one argument, not nothing");
    check("sum(n for n in 1..0)", "0");
    check("product(n for n in 1..0)", "1");
    check(
        "max(n for n in 2..1)",
        "expression::undefined: `max` over nothing: `n in 2..1` has no case",
    );
    check("[any(any(j = i for j in 1..3) for i in 2..2) for k in 1..2]", "[true, true]");
    check("[a + b for (a, b) in [1x2, 3x4]]", "[3, 7]");
    check("sums([1, 2, 3])", "[1, 3, 6]");
    check("products([1, 2, 3])", "[1, 2, 6]");
    check("ranks([5, 7, 5, 5])", "[1, 1, 2, 3]");
}

#[test]
fn definitions_recur_and_are_remembered() {
    let scope = scope(
        "fib(n) = if n < 2 then n else fib(n - 1) + fib(n - 2)\n\
         deep(n) = if n = 0 then 0 else 1 + deep(n - 1)\n\
         forever(n) = forever(n + 1)\n\
         N = 6\n\
         squares = [n * n for n in 1..N]   # with a comment\n\
         eg = 6x360\n\
         side(m, n) = n\n",
    );
    assert_eq!(value(&scope, "fib(90)"), "2880067194370816120");
    assert_eq!(value(&scope, "deep(9000)"), "9000");
    assert_eq!(
        value(&scope, "forever(1)"),
        "expression::too_large: `forever` is called more than 10,000 deep"
    );
    assert_eq!(value(&scope, "squares"), "[1, 4, 9, 16, 25, 36]");
    assert_eq!(value(&scope, "side(eg)"), "360");
}

#[test]
fn definitions_that_call_one_another_twice_are_not_worked_out_twice_as_often_each_time() {
    // Without memory either would take 2^60 calls.
    let mut definitions = String::from(
        "there(n) = if n = 0 then 1 else back(n - 1) + back(n - 1)\n\
         back(n) = if n = 0 then 1 else there(n - 1) + there(n - 1)\n\
         f0(n) = n + 1\n",
    );
    for next in 1..=60 {
        let before = next - 1;
        definitions += &format!("f{next}(n) = f{before}(n) + f{before}(n)\n");
    }
    let scope = scope(&definitions);
    assert_eq!(value(&scope, "there(60)"), (1_u64 << 60).to_string());
    assert_eq!(value(&scope, "f60(0)"), (1_u64 << 60).to_string());
}

#[test]
fn games_are_values() {
    check("maundy(6, 360)", "66");
    check("cutcake(1, 4)", "3");
    check("maundy(6x360)", "66");
    check("position(\"maundy\", 6x360).value", "66");
    check("[c.by for c in position('maundy', 2, 12).best_cuts(LEFT)]", "[3]");
    check("position('cutcake', 5, 5).unreduced_forms", "2903");
    check("game(\"{2|-2}\").temperature", "2");
    check("game([0], [1])", "1/2");
    check("2 * game(\"±2\")", "0");
    check("game(\"*\") + game(\"*\")", "0");
    check("domineering(2, 3)", "{2|-1/2}");
    check("game('*') ‖ 0", "true");
    check("game('*') < 1/3", "true");
    check("maundy(1, 8) // 2", "3");
    check("misere_outcome(position('maundy', 2, 4))", "\"N\"");
}

#[test]
fn texts_are_joined_with_what_can_be_written() {
    check("\"a\" ++ \"b\"", "\"ab\"");
    check("\"\" ++ \"\"", "\"\"");
    check("\"Game \" ++ 77", "\"Game 77\"");
    check("6 * 216 ++ \" cakes\"", "\"1,296 cakes\"");
    check("\"worth \" ++ maundy(4, 1) ++ \" moves\"", "\"worth −3 moves\"");
    check("\"the \" ++ 6x360 ++ \" cake\"", "\"the 6 × 360 cake\"");
    check("\"the \" ++ ordinal(3) ++ \" of \" ++ words(12)", "\"the 3rd of twelve\"");
    check("\"is \" ++ game(\"{2|-2}\")", "\"is ±2\"");
    check(
        "\"of \" ++ [1]",
        "expression::kind: `++` joins lists, or texts with what can be written, not a text and a \
         list: \"of \" and [1]",
    );
    let doubling = "twice(s, n) = if n = 0 then s else twice(s ++ s, n - 1)";
    assert_eq!(
        value(&scope(doubling), "twice(\"a\", 40)"),
        "expression::too_large: this text would have 1,048,576 bytes; 1,000,000 is the most",
    );
}

#[test]
fn a_number_of_the_most_digits_is_one_and_the_next_is_too_long() {
    let too_long = "expression::too_large: this number would have more than 100,000 digits";
    let nines = "q + q + q + q + q + q + q + q + q + (q - 1)";
    check(&format!("[({nines}) mod 10 for q in [10^99999]]"), "[9]");
    check(&format!("[{nines} + 1 for q in [10^99999]]"), too_long);
    check("10^100000", too_long);
    check("-10^100000", too_long);
    check("[1 / (p * p) for p in [10^50000]]", too_long);
    // Long on the way, and short in the end.
    check("[(p / 3) * (3 / p) for p in [10^50100]]", "[1]");
    check("[p * 10 / p for p in [10^50100]]", "[10]");
}

#[test]
fn a_budget_suffices_exactly_from_what_is_spent_on() {
    let scope = scope(
        "fib(n) = if n < 2 then n else fib(n - 1) + fib(n - 2)\n\
         sides = [m * n for m in 1..5, n in 1..5 where m < n]\n",
    );
    for text in [
        "1 + 2 * 3",
        "fib(20)",
        "[n for n in 1..50 where n mod 3 = 1]",
        "sum(n * n for n in 1..30)",
        "if 1 < 2 then [1, 2, 3] else []",
        "sides ++ sides",
        "maundy(12, 35) + cutcake(5, 8)",
        "max(size(primes(n)) for n in 1..64)",
    ] {
        let at = Span::new(SourceId(1), 0..text.len());
        let expression = Expression::read(text, at).unwrap();
        let mut free = Evaluator::new(&scope, DEFAULT_BUDGET);
        let value = free.evaluate(&expression).unwrap();
        let spent = free.spent();
        let enough = Evaluator::new(&scope, spent).evaluate(&expression);
        assert_eq!(enough, Ok(value), "{text} with {spent} units");
        for budget in [spent - 1, spent / 2, 1] {
            let little = Evaluator::new(&scope, budget).evaluate(&expression);
            assert!(little.is_err_and(|failure| failure.is_undecided()), "{text} with {budget}");
        }
    }
}

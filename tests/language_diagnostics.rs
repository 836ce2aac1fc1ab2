//! What an author sees when an expression goes wrong: one snapshot for each code of the language.

use std::collections::BTreeMap;

use expect_test::Expect;
use expect_test::expect;
use rung::diagnostics::Sink;
use rung::diagnostics::Sources;
use rung::diagnostics::Span;
use rung::diagnostics::render::Style;
use rung::diagnostics::render::render;
use rung::language::Definitions;
use rung::language::Evaluator;
use rung::language::Expression;
use rung::language::Outline;
use rung::language::Scope;
use rung::language::Site;

/// Evaluates what stands between `](=` and the last `)` of the prose, with these definitions.
fn check(definitions: &str, prose: &str, expected: Expect) {
    let mut sources = Sources::default();
    let library = sources.add("content/lib/cakes.def", definitions);
    let essay = sources.add("content/a.md", prose);
    let mut sink = Sink::default();
    let at = Span::new(library, 0..definitions.len());
    let own = Definitions::parse(definitions, at, &mut sink);
    let start = prose.find("](=").map_or(0, |at| at + 3);
    let end = prose.rfind(')').unwrap_or(prose.len());
    let at = Span::new(essay, start..end);
    let site = Site::new(BTreeMap::from([(
        "a".into(),
        Outline { rung: Some(2), ids: BTreeMap::from([("greedy".into(), at)]) },
    )]));
    site.record("a", "greedy", None);
    let scope = Scope::new("a", own, &[], &site, &mut sink);
    if let Some(expression) = Expression::parse(&prose[start..end], at, &mut sink)
        && let Err(failure) = Evaluator::new(&scope, 100_000).evaluate(&expression)
    {
        sink.push(failure.into_diagnostic());
    }
    let texts: Vec<String> = sink
        .into_sorted()
        .iter()
        .map(|diagnostic| render(diagnostic, &sources, Style::Plain))
        .collect();
    expected.assert_eq(&texts.join("\n\n"));
}

#[test]
fn expression_syntax() {
    check(
        "",
        "It is [66](=maundy(6, 360 + ) moves.",
        expect![[r#"
            error[expression::syntax]: expected a value, found nothing
             --> content/a.md:1:29
              |
            1 | It is [66](=maundy(6, 360 + ) moves.
              |                             ^ read up to here
              |
              = help: it ends too early: write what is missing, and close every bracket that is open"#]],
    );
    check(
        "",
        "It is [66](=maundy(6; 360)) moves.",
        expect![[r#"
        error[expression::syntax]: `;` is no operator of the expression language
         --> content/a.md:1:21
          |
        1 | It is [66](=maundy(6; 360)) moves.
          |                     ^ read up to here
          |
          = help: parts are separated by commas"#]],
    );
}

#[test]
fn expression_unknown() {
    check(
        "",
        "It is [66](=mauundy(6,360)) moves.",
        expect![[r#"
        error[expression::unknown]: there is no function `mauundy` here
         --> content/a.md:1:13
          |
        1 | It is [66](=mauundy(6,360)) moves.
          |             ^^^^^^^
          |
          = help: did you mean `maundy`?"#]],
    );
    check(
        "",
        "It is [66](=maundy(6,360).temprature) moves.",
        expect![[r#"
        error[expression::unknown]: a number has no `temprature`
         --> content/a.md:1:27
          |
        1 | It is [66](=maundy(6,360).temprature) moves.
          |                           ^^^^^^^^^^
          |
          = help: did you mean `temperature`?"#]],
    );
}

#[test]
fn expression_arguments() {
    check(
        "lead(m, n) = Ω(n) - Ω(m)",
        "It is [4](=lead(6,360,1)) moves.",
        expect![[r#"
            error[expression::arguments]: `lead(m, n)` is applied to three arguments
             --> content/a.md:1:12
              |
            1 | It is [4](=lead(6,360,1)) moves.
              |            ^^^^^^^^^^^^^
              |
              = help: give the function as many arguments as the message says"#]],
    );
    check(
        "",
        "It is [6](=max(2,6)) moves.",
        expect![[r#"
        error[expression::arguments]: `max` takes one argument, not two arguments
         --> content/a.md:1:12
          |
        1 | It is [6](=max(2,6)) moves.
          |            ^^^^^^^^
          |
          = help: several values stand in square brackets: `max([a, b])`"#]],
    );
}

#[test]
fn expression_shadowed() {
    check(
        "",
        "It is [6](=sum(n for n in 1..3 where all(n > 0 for n in 1..2))).",
        expect![[r#"
        error[expression::shadowed]: `n` is bound already and may not be bound again
         --> content/a.md:1:52
          |
        1 | It is [6](=sum(n for n in 1..3 where all(n > 0 for n in 1..2))).
          |                                                    ^
          |
          = help: give one of the two another name"#]],
    );
}

#[test]
fn expression_kind_shows_the_variables_and_the_call() {
    check(
        "wins(m, n) = maundy(m, n).outcome = 1",
        "All [6](=count(wins(2, n) for n in 1..9)) of them.",
        expect![[r#"
            error[expression::kind]: a text does not compare with a number: "R" and 1
             --> content/lib/cakes.def:1:14
              |
            1 | wins(m, n) = maundy(m, n).outcome = 1
              |              ^^^^^^^^^^^^^^^^^^^^^^^^ in `wins`, where m = 2, n = 1
              |
             ::: content/a.md:1:16
              |
            1 | All [6](=count(wins(2, n) for n in 1..9)) of them.
              |                ---------- called from here, where n = 1
              |
              = help: change one of the values to a kind that fits the other"#]],
    );
}

/// The functions are so cheap that they stand in place of the calls; the message may not tell.
#[test]
fn a_failure_in_a_function_that_is_no_call_any_more_names_the_function_and_the_authors_own_line() {
    check(
        "share(a, b) = a / b\nodds(k) = 1 + share(k, k - 3)",
        "All [6](=sum(odds(n + 1) for n in 1..9)) of them.",
        expect![[r#"
            error[expression::undefined]: 3 is divided by 0
             --> content/lib/cakes.def:1:15
              |
            1 | share(a, b) = a / b
              |               ^^^^^ in `share`, where a = 3, b = 0
              |
             ::: content/a.md:1:14
              |
            1 | All [6](=sum(odds(n + 1) for n in 1..9)) of them.
              |              ----------- called from here, where n = 2
              |
              = help: leave the case out with `where`, answer it with `if`, or ask for something that exists"#]],
    );
}

#[test]
fn expression_undefined() {
    check(
        "",
        "It is [3](=primes(12)[4]) here.",
        expect![[r#"
            error[expression::undefined]: there is no place 4: the list has 3 items, counted from 1
             --> content/a.md:1:12
              |
            1 | It is [3](=primes(12)[4]) here.
              |            ^^^^^^^^^^^^^
              |
              = help: leave the case out with `where`, answer it with `if`, or ask for something that exists"#]],
    );
    check(
        "",
        "It is [3](=[1/(n-2) for n in 1..3]) here.",
        expect![[r#"
            error[expression::undefined]: 1 is divided by 0
             --> content/a.md:1:13
              |
            1 | It is [3](=[1/(n-2) for n in 1..3]) here.
              |             ^^^^^^^ where n = 2
              |
              = help: leave the case out with `where`, answer it with `if`, or ask for something that exists"#]],
    );
}

#[test]
fn expression_too_large() {
    check(
        "",
        "It is [1](=9^9^9) here.",
        expect![[r#"
            error[expression::too_large]: this number would have more than 100,000 digits
             --> content/a.md:1:12
              |
            1 | It is [1](=9^9^9) here.
              |            ^^^^^
              |
              = help: count a range rather than listing it, and compare powers by their exponents"#]],
    );
    check(
        "f(n) = f(n + 1)",
        "It is [1](=f(1)) here.",
        expect![[r#"
        error[expression::too_large]: `f` is called more than 10,000 deep
         --> content/lib/cakes.def:1:8
          |
        1 | f(n) = f(n + 1)
          |        ^^^^^^^^ in `f`, where n = 10000
          |
         ::: content/a.md:1:12
          |
        1 | It is [1](=f(1)) here.
          |            ---- called from here
          |
          = help: a recursion needs a case in which it ends"#]],
    );
}

#[test]
fn expression_undecided() {
    check(
        "",
        "It is [9](=sum(maundy(m, n) for m, n in 1..2000)) here.",
        expect![[r#"
            error[expression::undecided]: the budget of 100,000 units of work ran out
             --> content/a.md:1:16
              |
            1 | It is [9](=sum(maundy(m, n) for m, n in 1..2000)) here.
              |                ^^^^^^^^^^^^ where m = 4, n = 1354
              |
              = help: ask for less, or raise `budget` under `[claims]` in site.toml"#]],
    );
}

#[test]
fn expression_consequence() {
    check(
        "",
        "It fails in [4](=greedy.fails) cases.",
        expect![[r#"
            error[expression::consequence]: `greedy` was not evaluated
             --> content/a.md:1:18
              |
            1 | It fails in [4](=greedy.fails) cases.
              |                  ^^^^^^
              |
              = help: mend the other mistake first; this one goes with it"#]],
    );
}

#[test]
fn definition_twice() {
    check(
        "N = 1\nN = 2\nsum(xs) = 3\ngreedy = 4",
        "It is [1](=N) here.",
        expect![[r#"
        error[definition::twice]: `N` is defined twice
         --> content/lib/cakes.def:2:1
          |
        1 | N = 1
          | - and here
        2 | N = 2
          | ^ defined here
          |
          = help: give one of them another name

        error[definition::twice]: `sum` belongs to the language
         --> content/lib/cakes.def:3:1
          |
        3 | sum(xs) = 3
          | ^^^ defined here
          |
          = help: give it another name

        error[definition::twice]: `greedy` is both a definition and an id
         --> content/lib/cakes.def:4:1
          |
        4 | greedy = 4
          | ^^^^^^ defined here
          |
         ::: content/a.md:1:12
          |
        1 | It is [1](=N) here.
          |            - an id here
          |
          = help: give one of them another name"#]],
    );
}

#[test]
fn definition_circle() {
    check(
        "a = b + 1\nb = c\nc = a - 1",
        "It is [1](=c) here.",
        expect![[r#"
            error[definition::circle]: definitions need one another in a circle: `a` → `b` → `c` → `a`
             --> content/lib/cakes.def:1:1
              |
            1 | a = b + 1
              | ^
              |
              = help: define one of them without the others, or make it a function with a case in which it ends"#]],
    );
}

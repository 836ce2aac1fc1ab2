//! Properties of the expression language: nothing an author types makes it panic, places of mistakes
//! lie on characters, what is written reads back.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

use std::sync::Arc;

use proptest::prelude::*;
use rung::arithmetic::Number;
use rung::diagnostics::Sink;
use rung::diagnostics::SourceId;
use rung::diagnostics::Span;
use rung::language::Clauses;
use rung::language::Definitions;
use rung::language::Evaluator;
use rung::language::Expression;
use rung::language::Form;
use rung::language::Library;
use rung::language::Scope;
use rung::language::Site;
use rung::language::Value;
use rung::language::Written;
use rung::language::reading;
use rung::language::reading::Agreement;
use rung::language::relation;
use rung::language::relation::Notation;
use rung::language::restyled;
use rung::language::writing;
use rung::language::writing::Style;

/// Texts that look like expressions, and some that do not.
fn scribble() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-zΩω]{1,3}",
        "[0-9]{1,4}",
        prop::sample::select(vec![
            "(",
            ")",
            "[",
            "]",
            ",",
            ".",
            "..",
            "+",
            "-",
            "*",
            "/",
            "//",
            "^",
            "=",
            "!=",
            "<=",
            "≥",
            "‖",
            "++",
            " if ",
            " then ",
            " else ",
            " and ",
            " or ",
            " not ",
            " iff ",
            " implies ",
            " for ",
            " in ",
            " where ",
            " by ",
            " mod ",
            " divides ",
            "\"",
            "'",
            "#",
            " ",
            "\n",
            "é",
            "6x360",
            "maundy(",
            "primes(",
            "sum(",
            "group(",
            "game(",
            "{2|-2}",
            "\u{301}",
            "💥",
            "$",
            "1,296",
            "½",
            "true",
        ])
        .prop_map(str::to_owned),
        any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn on_characters(text: &str, span: Span) -> bool {
    span.start <= span.end && text.is_char_boundary(span.start) && text.is_char_boundary(span.end)
}

/// Numbers of all sizes and kinds.
fn number() -> impl Strategy<Value = Number> {
    let integer = prop_oneof![
        (-30_i64..30).boxed(),
        (-3_000_000_i64..3_000_000).boxed(),
        any::<i64>().boxed()
    ];
    (integer, prop_oneof![Just(1_i64), 1_i64..1_000], 0_u64..3).prop_map(|(n, d, power)| {
        let number = Number::from(n).divide(&Number::from(d)).unwrap();
        if power == 2 { number.power(power) } else { number }
    })
}

/// The body of a function of `a` and `b`, in which calls of `f` stand as `f(…; …)`.
fn body() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        3 => Just("a".to_owned()),
        3 => Just("b".to_owned()),
        2 => (-2_i8..5).prop_map(|n| format!("({n})")),
        1 => Just("known".to_owned()),
    ];
    leaf.prop_recursive(4, 20, 3, |inner| {
        let two = (inner.clone(), inner.clone());
        let binary = prop::sample::select(vec!["+", "-", "*", "/", "//", "mod"]);
        prop_oneof![
            4 => (binary, two.clone()).prop_map(|(sign, (x, y))| format!("({x} {sign} {y})")),
            2 => (inner.clone(), two.clone(), inner.clone()).prop_map(|(x, (y, z), w)| {
                format!("(if {x} < {y} or {y} = 0 then {z} else {w})")
            }),
            2 => two.clone().prop_map(|(x, y)| format!("f({x}; {y})")),
            1 => two.prop_map(|(x, y)| format!("gcd({x}, {y})")),
            1 => Just("gcd(a, b)".to_owned()),
            1 => Just("maundy(a, b)".to_owned()),
            1 => inner.clone().prop_map(|x| format!("sign({x})")),
            1 => inner.prop_map(|x| format!("(-{x})")),
        ]
    })
}

/// `body` once both arguments have a value, as in a call.
fn strictly(x: &str, y: &str, body: &str) -> String {
    format!("(if {x} = {x} and {y} = {y} then {body} else 0)")
}

/// `text` with `x` and `y` written for `a` and `b`, and `called` made of each call in it.
fn written_out(text: &str, x: &str, y: &str, called: &dyn Fn(&str, &str) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(behind) = rest.strip_prefix("f(") {
            let mut depth = 0;
            let (mut middle, mut end) = (0, 0);
            for (at, c) in behind.char_indices() {
                match c {
                    '(' => depth += 1,
                    ';' if depth == 0 => middle = at,
                    ')' if depth == 0 => {
                        end = at;
                        break;
                    }
                    ')' => depth -= 1,
                    _ => {}
                }
            }
            let inner = |text| written_out(text, x, y, called);
            out += &called(&inner(&behind[..middle]), &inner(behind[middle + 1..end].trim()));
            rest = &behind[end + 1..];
            continue;
        }
        let is_alone = !out.ends_with(char::is_alphabetic)
            && !rest[c.len_utf8()..].starts_with(char::is_alphabetic);
        match c {
            'a' if is_alone => out += x,
            'b' if is_alone => out += y,
            _ => out.push(c),
        }
        rest = &rest[c.len_utf8()..];
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) })]

    /// Functions stand in place of their calls where that is quicker; what comes out is what comes
    /// out when they are written there by hand.
    #[test]
    fn a_call_is_worth_what_its_function_is_worth_written_out(
        bodies in prop::array::uniform3(body()),
        (x, y) in (prop::sample::select(vec!["m", "n", "(m + 1)", "3"]), prop::sample::select(vec!["n", "m", "(n - 2)", "4"])),
    ) {
        // The first function calls none, and each calls the one before it.
        let plain = |_: &str, _: &str| "7".to_owned();
        let mut definitions = "known = 5".to_owned();
        let mut whole: Vec<String> = Vec::new();
        for (number, body) in bodies.iter().enumerate() {
            let call = |x: &str, y: &str| format!("f{}({x}, {y})", number - 1);
            let written = match number {
                0 => written_out(body, "a", "b", &plain),
                _ => written_out(body, "a", "b", &call),
            };
            definitions += &format!("\nf{number}(a, b) = {written}");
            let before = whole.last().cloned();
            let by_hand = |x: &str, y: &str| match &before {
                Some(before) => {
                    let whole = written_out(before, &format!("({x})"), &format!("({y})"), &plain);
                    strictly(x, y, &whole)
                }
                None => plain(x, y),
            };
            whole.push(written_out(body, "a", "b", &by_hand));
        }
        let by_hand = strictly(x, y, &written_out(&whole[2], x, y, &plain));
        let at = Span::new(SourceId(0), 0..definitions.len());
        let definitions = Definitions::parse(&definitions, at, &mut Sink::default());
        let scope =
            Scope::new("essay", definitions, &[], &Site::default(), &mut Sink::default());
        for (m, n) in [(1, 1), (1, 4), (2, 6), (6, 2), (5, 3)] {
            let value = |text: &str| {
                let text = format!("first({text} for m in {m}..{m}, n in {n}..{n})");
                let at = Span::new(SourceId(1), 0..text.len());
                let expression = Expression::read(&text, at).ok()?;
                let result = Evaluator::new(&scope, 1_000_000).evaluate(&expression);
                Some(result.map_err(|failure| failure.message().to_owned()))
            };
            let (called, written) = (value(&format!("f2({x}, {y})")), value(&by_hand));
            // Written out, it can be too long to be read.
            prop_assume!(written.is_some());
            prop_assert_eq!(called, written, "{}", by_hand);
        }
    }

    #[test]
    fn no_text_makes_reading_or_evaluating_panic(text in scribble()) {
        let at = Span::new(SourceId(0), 0..text.len());
        let scope = Scope::bare(&[]);
        let mut sink = Sink::default();
        if let Some(expression) = Expression::parse(&text, at, &mut sink) {
            let _ = scope.references(&expression, &[]);
            if let Err(failure) = Evaluator::new(&scope, 20_000).evaluate(&expression) {
                sink.push(failure.into_diagnostic());
            }
        }
        let _ = Clauses::parse(&text, at, &mut sink);
        let definitions = Definitions::parse(&text, at, &mut sink);
        let library = Library::new("scribbles", definitions.clone(), &mut sink);
        let scope = Scope::new("essay", definitions, &[], &Site::default(), &mut sink);
        let _ = library.definitions();
        let _ = scope.essay();
        for diagnostic in sink.diagnostics() {
            for label in &diagnostic.labels {
                prop_assert!(on_characters(&text, label.span), "{:?} in {:?}", label.span, text);
            }
        }
    }

    #[test]
    fn no_text_makes_the_readers_of_shown_text_panic(text in scribble(), n in number()) {
        let values = [
            Value::Number(n.clone()),
            Value::list(vec![Value::Number(n.clone()), Value::from(3)]),
            Value::tuple(vec![Value::from(3), Value::Number(n)]),
            Value::text("L"),
            Value::Bool(true),
        ];
        for value in values {
            let _ = reading::agrees(&text, &value);
            let _ = reading::agrees_tex(&text, &value);
            if let Some(mended) = restyled(&text, &value, &Style::default()) {
                prop_assert_eq!(reading::agrees(&mended, &value), Agreement::Agrees);
            }
        }
        let at = Span::new(SourceId(0), 0..text.len());
        for part in relation::read(&text, at, &Notation::default()).parts {
            prop_assert!(text.get(part.at).is_some());
            if let relation::Relation::Unreadable { at, .. } | relation::Relation::Unknown { at, .. } =
                part.relation
            {
                prop_assert!(text.get(at).is_some());
            }
        }
    }

    #[test]
    fn a_number_that_is_written_reads_back_and_its_neighbours_do_not(n in number(), separator in 0..4) {
        let separator = ["", ",", "\u{a0}", "\u{202f}"][separator as usize];
        let style = Style { separator: separator.to_owned() };
        let value = Value::Number(n.clone());
        let next = Value::Number(n.add(&Number::ONE));
        let text = writing::prose(&value, &style).unwrap();
        prop_assert_eq!(reading::agrees(&text, &value), Agreement::Agrees);
        prop_assert_eq!(reading::agrees(&text, &next), Agreement::Differs);
        let tex = writing::tex(&value, &style).unwrap();
        prop_assert_eq!(reading::agrees_tex(&tex, &value), Agreement::Agrees);
        prop_assert_eq!(reading::agrees_tex(&tex, &next), Agreement::Differs);
        for form in [Form::Words, Form::Ordinal, Form::Percent(1), Form::Raw, Form::Approximate(3)] {
            let fits = match form {
                Form::Words => n.to_i64().is_some_and(|n| n.abs() < 1_000_000_000),
                Form::Ordinal => n.is_integer() && n.sign() >= 0,
                Form::Percent(_) | Form::Raw | Form::Approximate(_) => true,
            };
            if fits {
                let written = |number: &Number| {
                    Value::Written(Arc::new(Written { number: number.clone(), form }))
                };
                let text = writing::prose(&written(&n), &style).unwrap();
                prop_assert_eq!(reading::agrees(&text, &written(&n)), Agreement::Agrees, "{}", text);
                let next = written(&n.add(&Number::ONE));
                prop_assert_eq!(reading::agrees(&text, &next), Agreement::Differs, "{}", text);
            }
        }
    }

    #[test]
    fn lists_and_cakes_that_are_written_read_back(
        items in prop::collection::vec(-3_000_i64..3_000, 1..6),
        sides in prop::collection::vec(1_i64..3_000, 2..4),
    ) {
        let list = Value::list(items.iter().copied().map(Value::from).collect());
        let cake = Value::tuple(sides.iter().copied().map(Value::from).collect());
        for value in [list, cake] {
            let text = writing::prose(&value, &Style::default()).unwrap();
            prop_assert_eq!(reading::agrees(&text, &value), Agreement::Agrees, "{}", text);
            let tex = writing::tex(&value, &Style::default()).unwrap();
            prop_assert_eq!(reading::agrees_tex(&tex, &value), Agreement::Agrees, "{}", tex);
        }
    }

    #[test]
    fn arithmetic_agrees_with_wide_machine_words(a in any::<i32>(), b in any::<i32>(), c in 1_i32..i32::MAX) {
        let scope = Scope::bare(&[]);
        let text = format!("[({a}) + ({b}), ({a}) - ({b}), ({a}) * ({b}), ({a}) // {c}, ({a}) mod {c}]");
        let at = Span::new(SourceId(0), 0..text.len());
        let value = Evaluator::new(&scope, 1_000).evaluate(&Expression::read(&text, at).unwrap());
        let (a, b, c) = (i128::from(a), i128::from(b), i128::from(c));
        let expected = [a + b, a - b, a * b, a.div_euclid(c), a.rem_euclid(c)];
        let found = value.unwrap();
        let found: Vec<String> = found.as_list().unwrap().iter().map(writing::plain).collect();
        let expected: Vec<String> = expected.iter().map(ToString::to_string).collect();
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn long_and_deep_expressions_end_in_errors() {
    let scope = Scope::bare(&[]);
    for text in [
        "(".repeat(100_000),
        "-".repeat(50_000) + "1",
        format!("1{}", " + 1".repeat(10_000)),
        format!("{}1{}", "[".repeat(60_000), "]".repeat(5_000)),
        "x".repeat(1 << 20),
        "9".repeat(60_000),
        format!("{}1", "not ".repeat(16_000)),
        format!("{}1", "2^".repeat(30_000)),
        format!("{}1", "if true then 1 else ".repeat(3_000)),
    ] {
        let at = Span::new(SourceId(0), 0..text.len());
        assert!(Expression::read(&text, at).is_err());
    }
    // As deep as allowed, on a thread with the stack that tests have.
    let text = format!("{}1{}", "(".repeat(60), ")".repeat(60));
    let text = format!("{text}{}", format!(" + {text}").repeat(300));
    let at = Span::new(SourceId(0), 0..text.len());
    let value = Evaluator::new(&scope, 10_000).evaluate(&Expression::read(&text, at).unwrap());
    assert_eq!(value, Ok(Value::from(301)));
}

#[test]
fn charges_do_not_depend_on_what_was_evaluated_before() {
    let text = "big = [n * n for n in 1..1000]\nsmall = size(big)\nf(n) = if n = 0 then small else f(n - 1)";
    let mut sink = Sink::default();
    let at = Span::new(SourceId(0), 0..text.len());
    let definitions = Definitions::parse(text, at, &mut sink);
    let charge = |before: &[&str], text: &str| {
        let scope =
            Scope::new("essay", definitions.clone(), &[], &Site::default(), &mut Sink::default());
        let at = Span::new(SourceId(1), 0..text.len());
        for other in before {
            let other = Expression::read(other, at).unwrap();
            Evaluator::new(&scope, 1_000_000).evaluate(&other).unwrap();
        }
        let mut evaluator = Evaluator::new(&scope, 1_000_000);
        evaluator.evaluate(&Expression::read(text, at).unwrap()).unwrap();
        evaluator.spent()
    };
    for text in ["small", "f(100) + size(big)", "maundy(12, 360) + maundy(6, 360)"] {
        let alone = charge(&[], text);
        assert!(alone > 0);
        assert_eq!(alone, charge(&["small"], text));
        assert_eq!(alone, charge(&["big", "f(3)", "maundy(24, 720)"], text));
    }
}

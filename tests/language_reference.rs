//! Every example of `docs/language.md` is true, and every function has one.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

use std::fs;

use rung::diagnostics::Sink;
use rung::diagnostics::SourceId;
use rung::diagnostics::Span;
use rung::language;
use rung::language::DEFAULT_BUDGET;
use rung::language::Definitions;
use rung::language::Evaluator;
use rung::language::Expression;
use rung::language::Scope;
use rung::language::Site;
use rung::language::Value;
use rung::language::reading;
use rung::language::reading::Agreement;
use rung::language::relation;
use rung::language::relation::Notation;
use rung::language::relation::Relation;
use rung::language::writing;

fn reference() -> String {
    fs::read_to_string("docs/language.md").unwrap()
}

/// The lines of the fenced blocks with this info string, with their numbers.
fn lines(text: &str, info: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut inside = None;
    for (number, line) in (1..).zip(text.lines()) {
        match (line.strip_prefix("```"), &inside) {
            (Some(_), Some(_)) => inside = None,
            (Some(own), None) => inside = Some(own.to_owned()),
            (None, Some(own)) if own == info && !line.trim().is_empty() => {
                found.push((number, line.to_owned()));
            }
            (None, _) => {}
        }
    }
    found
}

fn scope(text: &str) -> Scope {
    let mut sink = Sink::default();
    let definitions: Vec<String> = lines(text, "def").into_iter().map(|(_, line)| line).collect();
    let definitions = definitions.join("\n");
    let at = Span::new(SourceId(0), 0..definitions.len());
    let definitions = Definitions::parse(&definitions, at, &mut sink);
    let scope = Scope::new("essay", definitions, &[], &Site::default(), &mut sink);
    assert!(!sink.has_errors(), "{:#?}", sink.diagnostics());
    scope
}

fn value(scope: &Scope, text: &str) -> Result<Value, String> {
    let at = Span::new(SourceId(1), 0..text.len());
    let expression = Expression::read(text, at).map_err(|error| error.message)?;
    let mut evaluator = Evaluator::new(scope, DEFAULT_BUDGET);
    evaluator.evaluate(&expression).map_err(|failure| failure.message().to_owned())
}

#[test]
fn every_example_has_the_value_it_says() {
    let text = reference();
    let scope = scope(&text);
    let examples = lines(&text, "rung");
    assert!(examples.len() > 150);
    let mut wrong = Vec::new();
    for (number, line) in examples {
        let (expression, expected) = line.split_once('→').unwrap();
        let found = match value(&scope, expression.trim_end()) {
            Ok(value) => writing::plain(&value),
            Err(message) => format!("error: {message}"),
        };
        if found != expected.trim() {
            wrong.push(format!("line {number}: {line}\n    is {found}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_shown_text_is_read_as_it_says() {
    let text = reference();
    let scope = scope(&text);
    for (number, line) in lines(&text, "shown") {
        let line = line.replace("\\|", "\u{1}");
        let parts: Vec<String> =
            line.split('|').map(|part| part.trim().replace('\u{1}', "|")).collect();
        let [shown, expression, expected] = parts.as_slice() else { panic!("line {number}") };
        let found = match reading::agrees(shown, &value(&scope, expression).unwrap()) {
            Agreement::Agrees => "agrees",
            Agreement::Differs => "differs",
            Agreement::Unreadable => "unreadable",
        };
        assert_eq!(found, expected, "line {number}: {line}");
    }
}

#[test]
fn every_formula_is_read_as_it_says() {
    let text = reference();
    let mut notation = Notation::default();
    notation.set("V", "maundy");
    for (number, line) in lines(&text, "formula") {
        let (tex, expected) = line.split_once('→').unwrap();
        let tex = tex.trim();
        let reading = relation::read(tex, Span::new(SourceId(0), 0..tex.len()), &notation);
        let mut said: Vec<String> = Vec::new();
        for part in &reading.parts {
            match &part.relation {
                Relation::Absent => said.push("absent".to_owned()),
                Relation::Open => said.push("open".to_owned()),
                Relation::Elided => said.push("elided".to_owned()),
                Relation::Unknown { .. } => said.push("unknown".to_owned()),
                Relation::Unreadable { .. } => said.push("unreadable".to_owned()),
                Relation::Closed(relations) => {
                    said.extend(relations.iter().map(|own| own.text().to_owned()));
                }
            }
        }
        said.extend(reading.follows.iter().map(|own| format!("so {}", own.text())));
        let found = said.join(", ");
        assert_eq!(found, expected.trim(), "line {number}: {line}");
    }
}

#[test]
fn every_function_has_an_example() {
    let text = reference();
    let examples: String = lines(&text, "rung").into_iter().map(|(_, line)| line + "\n").collect();
    for name in language::functions() {
        assert!(examples.contains(&format!("{name}(")), "`{name}` has no example");
    }
    for operator in [
        " iff ",
        " implies ",
        " or ",
        " and ",
        "not ",
        " = ",
        " == ",
        " != ",
        " ≠ ",
        " < ",
        " <= ",
        " ≤ ",
        " > ",
        " ≥ ",
        " in ",
        " divides ",
        " ‖ ",
        "..",
        " + ",
        " - ",
        " ++ ",
        " * ",
        " / ",
        " // ",
        " mod ",
        "^",
        "if ",
        " where ",
        " for ",
        " by ",
    ] {
        assert!(examples.contains(operator), "`{operator}` has no example");
    }
}

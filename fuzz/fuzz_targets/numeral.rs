//! Numbers as authors show them: what the reader takes for a value, restyling writes as that value.
//!
//! The first line is an expression, whose value the rest is held against.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rung::diagnostics::SourceId;
use rung::diagnostics::Span;
use rung::language::Evaluator;
use rung::language::Expression;
use rung::language::Scope;
use rung::language::Value;
use rung::language::reading;
use rung::language::reading::Agreement;
use rung::language::relation;
use rung::language::relation::Notation;
use rung::language::restyled;
use rung::language::writing::Style;

fuzz_target!(|text: &str| {
    let (first, shown) = text.split_once('\n').unwrap_or(("7", text));
    let at = Span::new(SourceId(0), 0..first.len());
    let scope = Scope::bare(&[]);
    let value = Expression::read(first, at)
        .ok()
        .and_then(|expression| Evaluator::new(&scope, 5_000).evaluate(&expression).ok())
        .unwrap_or(Value::from(7));
    let _ = reading::agrees(shown, &value);
    let _ = reading::agrees_tex(shown, &value);
    let _ = reading::number(shown);
    if let Some(mended) = restyled(shown, &value, &Style::default()) {
        assert_eq!(reading::agrees(&mended, &value), Agreement::Agrees, "{shown:?}: {mended:?}");
    }
    let at = Span::new(SourceId(0), 0..shown.len());
    for part in relation::read(shown, at, &Notation::default()).parts {
        assert!(shown.get(part.at).is_some(), "{shown:?}");
        if let relation::Relation::Unreadable { at, .. } | relation::Relation::Unknown { at, .. } =
            part.relation
        {
            assert!(shown.get(at).is_some(), "{shown:?}");
        }
    }
});

//! The expression language: read, compiled, evaluated within a small budget, written, read back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rung::diagnostics::Sink;
use rung::diagnostics::SourceId;
use rung::diagnostics::Span;
use rung::language::Clauses;
use rung::language::Definitions;
use rung::language::Evaluator;
use rung::language::Expression;
use rung::language::Scope;
use rung::language::Site;
use rung::language::reading;
use rung::language::reading::Agreement;
use rung::language::writing;
use rung::language::writing::Style;

fuzz_target!(|text: &str| {
    let at = Span::new(SourceId(0), 0..text.len());
    let mut sink = Sink::default();
    let _ = Clauses::parse(text, at, &mut sink);
    let definitions = Definitions::parse(text, at, &mut sink);
    let bare = Scope::bare(&[]);
    let own = Scope::new("essay", definitions.clone(), &[], &Site::default(), &mut sink);
    for scope in [&bare, &own] {
        for item in definitions.items.iter() {
            let _ = Evaluator::new(scope, 20_000).evaluate(&item.body);
        }
        let Some(expression) = Expression::parse(text, at, &mut sink) else { continue };
        match Evaluator::new(scope, 20_000).evaluate(&expression) {
            Ok(value) => {
                let _ = (writing::plain(&value), writing::machine(&value));
                let _ = writing::tex(&value, &Style::default());
                if let Ok(shown) = writing::prose(&value, &Style::default()) {
                    let said = reading::agrees(&shown, &value);
                    assert_ne!(said, Agreement::Differs, "{shown:?} of {text:?}");
                }
            }
            Err(failure) => sink.push(failure.into_diagnostic()),
        }
    }
    for diagnostic in sink.diagnostics() {
        for label in &diagnostic.labels {
            assert!(text.get(label.span.range()).is_some(), "{diagnostic:?}");
        }
    }
});

//! One JSON object a line for each finding; described in `docs/formats.md`.

use serde_json::Value;
use serde_json::json;

use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sources;
use crate::diagnostics::Span;

/// Returns the lines, each with its line break.
#[must_use]
pub fn lines(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    diagnostics.iter().map(|diagnostic| format!("{}\n", object(diagnostic, sources))).collect()
}

/// One finding as an object.
#[must_use]
pub fn object(diagnostic: &Diagnostic, sources: &Sources) -> Value {
    let labels: Vec<Value> = diagnostic
        .labels
        .iter()
        .map(|label| {
            let mut object = place(label.span, sources);
            object["text"] = json!(label.text);
            object
        })
        .collect();
    let fix = diagnostic.fix.as_ref().map(|fix| {
        let mut object = place(fix.span, sources);
        object["replacement"] = json!(fix.replacement);
        object
    });
    json!({
        "severity": diagnostic.severity.word(),
        "code": diagnostic.code.name(),
        "message": diagnostic.message,
        "place": diagnostic.span().map(|span| place(span, sources)),
        "labels": labels,
        "help": diagnostic.help,
        "fix": fix,
        "undecided": diagnostic.undecided,
    })
}

/// A span as file, lines and columns (from 1, in characters) and bytes (from 0).
fn place(span: Span, sources: &Sources) -> Value {
    let start = sources.place(span);
    let end = sources.place(Span { start: span.end, ..span });
    json!({
        "file": sources.get(span.source).path,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
        "byte_start": span.start,
        "byte_end": span.end,
    })
}

//! Findings for a person.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::Severity;
use crate::diagnostics::Sources;
use crate::diagnostics::render::Style;
use crate::diagnostics::render::render;

/// Returns all findings as text, a blank line after each.
#[must_use]
pub fn text(diagnostics: &[Diagnostic], sources: &Sources, style: Style) -> String {
    diagnostics.iter().map(|one| format!("{}\n\n", render(one, sources, style))).collect()
}

/// How many there are of each weight, in words: `2 errors and 1 warning`; nothing if none.
#[must_use]
pub fn tally(diagnostics: &[Diagnostic]) -> Option<String> {
    let parts: Vec<String> = [
        (Severity::Error, "error", "errors"),
        (Severity::Warning, "warning", "warnings"),
        (Severity::Advice, "piece of advice", "pieces of advice"),
    ]
    .into_iter()
    .map(|(severity, one, many)| {
        (diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count(), one, many)
    })
    .filter(|(count, _, _)| *count > 0)
    .map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }))
    .collect();
    match parts.as_slice() {
        [] => None,
        [only] => Some(only.clone()),
        [rest @ .., last] => Some(format!("{} and {last}", rest.join(", "))),
    }
}

//! Leaves out what is only said because of a mistake that is reported beside it.

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;

/// Takes out of `diagnostics` the complaints of the typesetter and of the audit about a `\val` or
/// `\is` that has no braces or is empty.
///
/// # Cost
///
/// That of sorting.
pub(super) fn leave_out(diagnostics: &mut Vec<Diagnostic>) {
    let broken = diagnostics
        .iter()
        .filter(|one| matches!(one.code, Code::BindingEmpty | Code::FormulaBinding));
    let mut broken: Vec<Span> = broken.filter_map(Diagnostic::span).collect();
    broken.sort_unstable_by_key(|span| (span.source, span.start));
    // Broken bindings do not overlap, so only the neighbours come into question.
    let speaks_for = |at: Span| {
        let next = broken.partition_point(|one| (one.source, one.start) <= (at.source, at.start));
        let before = next.checked_sub(1).and_then(|before| broken.get(before));
        before.is_some_and(|one| one.contains(at) || at.contains(*one))
            || broken.get(next).is_some_and(|one| at.contains(*one))
    };
    diagnostics.retain(|one| match (one.code, one.span()) {
        (Code::MathInvalid | Code::NumeralRelation, Some(at)) => !speaks_for(at),
        _ => true,
    });
}

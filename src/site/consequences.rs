//! Leaves out what is only said because of a mistake that is reported beside it.

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;

/// Takes out of `diagnostics`: numerals of a binding that is none as it stands, and complaints of
/// the typesetter about a `\val` or `\is` that has no braces or is empty.
pub(super) fn leave_out(diagnostics: &mut Vec<Diagnostic>) {
    let of = |diagnostics: &[Diagnostic], codes: &[Code]| -> Vec<Span> {
        let own = diagnostics.iter().filter(|one| codes.contains(&one.code));
        own.filter_map(Diagnostic::span).collect()
    };
    let links = of(diagnostics, &[Code::LostLink]);
    let formulas = of(diagnostics, &[Code::BindingEmpty, Code::FormulaBinding]);
    // In its brackets a numeral touches the link from the left.
    let in_link = |at: Span| {
        links.iter().any(|link| {
            let touches = at.source == link.source && at.end == link.start;
            touches || link.contains(at)
        })
    };
    let in_formula =
        |at: Span| formulas.iter().any(|formula| formula.contains(at) || at.contains(*formula));
    diagnostics.retain(|one| match (one.code, one.span()) {
        (Code::NumeralUnbound, Some(at)) => !in_link(at),
        (Code::MathInvalid | Code::NumeralRelation, Some(at)) => !in_formula(at),
        _ => true,
    });
}

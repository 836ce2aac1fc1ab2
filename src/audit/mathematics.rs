//! Numerals of formulas.

use crate::audit::around::cut;
use crate::audit::evidence::Relation;
use crate::audit::judge::Page;
use crate::audit::judge::plain_digits;
use crate::audit::states::Rule;
use crate::audit::states::State;
use crate::essay::BindingId;
use crate::essay::FormulaId;
use crate::essay::Numeral;
use crate::essay::NumeralKind;
use crate::essay::Paragraph;

/// The most numbers that name something together.
const MOST: usize = 16;

/// The state of the numeral number `index` of `numerals`, those of its paragraph, which stands in
/// `formula`; the bindings are those of the paragraph.
pub(crate) fn judge(
    page: &Page<'_>,
    (paragraph, bindings): (&Paragraph, &[BindingId]),
    (formula, script): (FormulaId, bool),
    numerals: &[Numeral],
    index: usize,
) -> State {
    let (Some(numeral), Some(found)) = (numerals.get(index), page.essay.formulas.get(formula.0))
    else {
        return State::Unbound;
    };
    let tex = found.tex.text.as_str();
    let (start, end) = place(numeral);
    let digits = |numeral: &Numeral| {
        let (start, end) = place(numeral);
        plain_digits(cut(tex, start..end))
    };
    match page.evidence.relation(formula, start).1 {
        Relation::Holds | Relation::Fails => return State::Checked,
        _ if script => return State::Auto(Rule::Script),
        Relation::Open => return State::Auto(Rule::BesideLetter),
        Relation::Unreadable(_) | Relation::Reported => return State::Unbound,
        Relation::Elided | Relation::None | Relation::Unknown { .. } => {}
    }
    let factors = together(numerals, index, formula, |a, b| {
        // `6 \times 2^{30}` is no cake by two numbers.
        let power = cut(tex, place(b).1..tex.len()).trim_start();
        cut(tex, place(a).1..place(b).0).trim() == "\\times" && !power.starts_with('^')
    });
    let arguments = || {
        let listed = |a: &Numeral, b: &Numeral| cut(tex, place(a).1..place(b).0).trim() == ",";
        let all = together(numerals, index, formula, listed);
        let start = all.first().map_or(start, |first| place(first).0);
        let end = all.last().map_or(end, |last| place(last).1);
        let brackets = cut(tex, 0..start).trim_end().ends_with('(')
            && cut(tex, end..tex.len()).trim_start().trim_start_matches("\\right").starts_with(')');
        if brackets { all } else { &[] }
    };
    let named = |all: &[Numeral]| {
        let numbers: Vec<String> = all.iter().map(digits).collect();
        !numbers.is_empty() && page.evidence.holds(paragraph, bindings, &numbers)
    };
    if factors.len() > 1 {
        return if named(factors) { State::Named } else { State::Unbound };
    }
    let typed = cut(tex, start..end);
    if typed.is_ascii() && digits(numeral).len() < 2 && !typed.contains('.') {
        return State::Auto(Rule::SmallInFormula);
    }
    // `V(6, 360)` is named by what computes with both, as a cake is.
    if named(arguments()) { State::Named } else { State::Unbound }
}

/// Where a numeral of a formula stands in its TeX.
fn place(numeral: &Numeral) -> (usize, usize) {
    match numeral.kind {
        NumeralKind::Math { start, end, .. } => (start, end),
        _ => (0, 0),
    }
}

/// The numerals of `formula` that are `joined` to the one at `index`, itself included; that alone, if
/// they are more than [`MOST`].
fn together(
    numerals: &[Numeral],
    index: usize,
    formula: FormulaId,
    joined: impl Fn(&Numeral, &Numeral) -> bool,
) -> &[Numeral] {
    let here = |numeral: &Numeral| matches!(numeral.kind, NumeralKind::Math { formula: own, script: false, .. } if own == formula);
    let pair = |a: Option<&Numeral>, b: Option<&Numeral>| {
        a.zip(b).is_some_and(|(a, b)| here(a) && here(b) && joined(a, b))
    };
    let (mut start, mut end) = (index, index + 1);
    while start > 0 && end - start <= MOST && pair(numerals.get(start - 1), numerals.get(start)) {
        start -= 1;
    }
    while end - start <= MOST && pair(numerals.get(end - 1), numerals.get(end)) {
        end += 1;
    }
    if end - start > MOST {
        return numerals.get(index..index + 1).unwrap_or(&[]);
    }
    numerals.get(start..end).unwrap_or(&[])
}

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
use crate::language::relation::is_letter;
use crate::language::relation::is_text;

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
    match page.evidence.relation(formula) {
        Relation::Holds | Relation::Fails => return State::Checked,
        Relation::Open => {
            let rule = if script { Rule::Script } else { Rule::BesideLetter };
            return State::Auto(rule);
        }
        Relation::Unreadable(_) if script => {}
        Relation::Unreadable(_) => return State::Unbound,
        Relation::Elided | Relation::None => {}
    }
    if script {
        return State::Auto(Rule::Script);
    }
    let tex = found.tex.text.as_str();
    if has_free_letter(tex, page) {
        return State::Auto(Rule::BesideLetter);
    }
    let product = product(numerals, index, formula, |a, b| {
        let start = found.tex.span.start;
        let between = cut(tex, a.span.end.wrapping_sub(start)..b.span.start.wrapping_sub(start));
        // `6 \times 2^{30}` is no cake by two numbers.
        let power = cut(tex, b.span.end.wrapping_sub(start)..tex.len()).trim_start();
        between.trim() == "\\times" && !power.starts_with('^')
    });
    let digits = |numeral: &Numeral| {
        let start = found.tex.span.start;
        let range = numeral.span.start.wrapping_sub(start)..numeral.span.end.wrapping_sub(start);
        plain_digits(cut(tex, range))
    };
    if product.len() > 1 {
        let numbers: Vec<String> = product.iter().map(digits).collect();
        if page.evidence.holds(paragraph, bindings, &numbers) {
            return State::Named;
        }
        return State::Unbound;
    }
    if digits(numeral).len() < 2 {
        return State::Auto(Rule::SmallInFormula);
    }
    State::Unbound
}

/// The numerals that `\times` joins to the one at `index`, itself included.
fn product(
    numerals: &[Numeral],
    index: usize,
    formula: FormulaId,
    joined: impl Fn(&Numeral, &Numeral) -> bool,
) -> &[Numeral] {
    let here = |numeral: &Numeral| matches!(numeral.kind, NumeralKind::Math { formula: own, script: false } if own == formula);
    let pair = |a: Option<&Numeral>, b: Option<&Numeral>| {
        a.zip(b).is_some_and(|(a, b)| here(a) && here(b) && joined(a, b))
    };
    let mut start = index;
    while start > 0 && pair(numerals.get(start - 1), numerals.get(start)) {
        start -= 1;
    }
    let mut end = index + 1;
    while pair(numerals.get(end - 1), numerals.get(end)) {
        end += 1;
    }
    numerals.get(start..end).unwrap_or(&[])
}

/// Commands whose argument, like a text, holds no letters that stand for something.
const NAMES: &[&str] = &["mathrm", "operatorname", "color", "begin", "end"];

/// Whether a letter of `tex` stands for nothing that the notation of the essay names.
fn has_free_letter(tex: &str, page: &Page<'_>) -> bool {
    let named = |letter: &str| page.essay.front.notation.iter().any(|(key, _)| key.text == letter);
    let mut at = 0;
    while let Some(c) = cut(tex, at..tex.len()).chars().next() {
        if c == '\\' {
            let rest = cut(tex, at + 1..tex.len());
            let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
            let name = cut(rest, 0..letters);
            if letters == 0 {
                at += 1 + rest.chars().next().map_or(0, char::len_utf8);
                continue;
            }
            at += 1 + letters;
            if is_text(name) || NAMES.contains(&name) {
                let rest = cut(tex, at..tex.len());
                let inside = cut(rest, 0..rest.find('}').map_or(0, |close| close + 1));
                at += inside.len();
                // Behind it an array says how its columns stand.
                if name == "begin" && inside == "{array}" {
                    let rest = cut(tex, at..tex.len());
                    at += rest.find('}').map_or(0, |close| close + 1);
                }
            } else if matches!(name, "val" | "is") {
                // Bindings are no letters: what their braces hold is passed over below.
                let groups = if name == "is" { 2 } else { 1 };
                for _ in 0..groups {
                    at = crate::essay::group(tex, at).map_or(at, |inside| inside.end + 1);
                }
            } else if name != "Omega" && is_letter(name) && !named(name) {
                return true;
            }
            continue;
        }
        if c.is_alphabetic() && c != 'Ω' {
            let mut buffer = [0; 4];
            if !named(c.encode_utf8(&mut buffer)) {
                return true;
            }
        }
        at += c.len_utf8();
    }
    false
}

//! Formulas, and the `\val` and `\is` in them.

use std::ops::Range;

use pulldown_cmark::Event;

use crate::diagnostics::Code;
use crate::essay::binding::reason;
use crate::essay::builder::cut;
use crate::essay::markdown::Placed;
use crate::essay::markdown::Walker;
use crate::essay::model::Binding;
use crate::essay::model::BindingId;
use crate::essay::model::BindingKind;
use crate::essay::model::Formula;
use crate::essay::model::FormulaId;
use crate::essay::model::Inset;
use crate::essay::model::ItemKind;
use crate::essay::model::Shown;
use crate::essay::model::Text;
use crate::essay::tex;

/// Handles `$…$`.
pub(crate) fn inline(walker: &mut Walker<'_, '_, '_>, tex: &str, range: &Range<usize>) {
    let operator = |c: char| "+-*/=<>–−~(,.:".contains(c);
    // The star that ends `0 \parallel *` is a game.
    let star = tex.trim_end().ends_with('*') && tex.contains('\\');
    if tex.starts_with(|c: char| c.is_ascii_digit()) && tex.trim_end().ends_with(operator) && !star
    {
        walker.error(
            Code::LostDollar,
            range,
            format!("`{}` is read as a formula", walker.raw(range)),
            "write `\\$` for a price",
        );
    }
    let inside = range.start + 1..range.end - 1;
    add(walker, tex, range, (inside, false));
}

/// Handles `$$…$$`.
pub(crate) fn display(walker: &mut Walker<'_, '_, '_>, tex: &str, range: &Range<usize>) {
    let inside = range.start + 2..range.end - 2;
    add(walker, tex, range, (inside, true));
}

/// Handles a fence of kind `math`, whose text is `events`.
pub(crate) fn fenced(walker: &mut Walker<'_, '_, '_>, events: &[Placed<'_>], range: &Range<usize>) {
    let mut tex = String::new();
    let (mut start, mut end) = (range.end, range.start);
    for (event, at) in events {
        if let Event::Text(text) = event {
            tex.push_str(text);
            start = start.min(at.start);
            end = end.max(at.end);
        }
    }
    let inside = if start < end { start..end } else { range.start..range.start };
    add(walker, tex.trim_end_matches('\n'), range, (inside, true));
    let raw = walker.raw(range);
    let line = raw.lines().next().unwrap_or("");
    let info = line.split_once("math").map_or("", |(_, info)| info.trim());
    if !info.is_empty() {
        let at = range.start + line.rfind(info).unwrap_or(0);
        if !take_label(walker, info, at) {
            walker.error(
                Code::LostFence,
                &(at..at + info.len()),
                format!("`{info}` behind `math` means nothing"),
                "only an id may stand there, as in ```` ```math {#recursion} ````",
            );
        }
    }
    walker.close_paragraph();
}

/// Takes the `{#id}` that the text `raw` at `range` is, right after a display formula. Returns
/// whether it was one.
pub(crate) fn label(walker: &mut Walker<'_, '_, '_>, raw: &str, range: &Range<usize>) -> bool {
    if !raw.contains("{#") {
        return false;
    }
    let trimmed = raw.trim();
    let at = range.start + (raw.len() - raw.trim_start().len());
    take_label(walker, trimmed, at)
}

/// Takes `label`, at byte `at` of the fragment, as the id of the display formula before it.
fn take_label(walker: &mut Walker<'_, '_, '_>, label: &str, at: usize) -> bool {
    let Some(id) = label.strip_prefix("{#").and_then(|rest| rest.strip_suffix('}')) else {
        return false;
    };
    let Some(ItemKind::Formula(formula)) = walker.last_item() else { return false };
    let formula = *formula;
    if id.is_empty() || id.contains(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | '#')) {
        return false;
    }
    let place = walker.absolute(&(at + 2..at + 2 + id.len()));
    let text = walker.builder.piece(place);
    match walker.builder.essay.formulas.get_mut(formula.0) {
        Some(formula) if formula.display && formula.id.is_none() => {
            formula.id = Some(text);
            true
        }
        _ => false,
    }
}

/// Adds a formula whose TeX stands at `inside`.
fn add(
    walker: &mut Walker<'_, '_, '_>,
    tex: &str,
    range: &Range<usize>,
    (inside, display): (Range<usize>, bool),
) {
    let raw = cut(walker.text, inside.clone());
    if !same(raw, tex) {
        walker.error(
            Code::LostMath,
            range,
            format!("Markdown reads the formula `{raw}` as `{tex}`"),
            "in a table cell write `\\mid`, `\\vert` or `\\Vert` for a bar",
        );
    }
    let absolute = walker.absolute(&inside);
    let written = walker.builder.cut(absolute.clone());
    // In a quoted value of the front matter an apostrophe is doubled.
    let tex = if written == raw { tex.to_owned() } else { written.replace("''", "'") };
    let exact = written == tex;
    let id = FormulaId(walker.builder.essay.formulas.len());
    let formula = Formula {
        span: walker.builder.span(walker.absolute(range)),
        tex: Text { text: tex, span: walker.builder.span(absolute.clone()) },
        display,
        id: None,
        number: None,
        bindings: Vec::new(),
        context: walker.context(),
        paragraph: walker.paragraph(),
    };
    walker.builder.add_formula(formula);
    walker.draft.inset(Inset::Formula(id), walker.absolute(range));
    walker.item(ItemKind::Formula(id), range);
    let found = bindings(walker, id, absolute, exact);
    if let Some(formula) = walker.builder.essay.formulas.get_mut(id.0) {
        formula.bindings = found;
    }
}

/// Whether `tex` is `raw`, but for what quotations and lists put before its lines.
fn same(raw: &str, tex: &str) -> bool {
    raw == tex
        || raw.contains(['\n', '\r']) && {
            let bare = |line: &str| line.trim_start_matches([' ', '\t', '>']).trim_end().to_owned();
            raw.trim_end().lines().map(bare).eq(tex.trim_end().lines().map(bare))
        }
}

/// Finds the `\val` and `\is` in the TeX at `place` of the page.
fn bindings(
    walker: &mut Walker<'_, '_, '_>,
    formula: FormulaId,
    place: Range<usize>,
    exact: bool,
) -> Vec<BindingId> {
    let tex = walker.builder.cut(place.clone());
    let mut found = Vec::new();
    let mut at = 0;
    let mut last_end = None;
    while let Some(offset) = cut(tex, at..tex.len()).find('\\') {
        let start = at + offset;
        let rest = cut(tex, start + 1..tex.len());
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        if letters == 0 {
            at = start + 1 + rest.chars().next().map_or(0, char::len_utf8);
            continue;
        }
        at = start + 1 + letters;
        let arguments = match cut(rest, 0..letters) {
            "val" => 1,
            "is" => 2,
            _ => continue,
        };
        let mut groups = Vec::new();
        let mut end = at;
        for _ in 0..arguments {
            let Some(group) = tex::group(tex, end) else { break };
            end = group.end + 1;
            groups.push(group);
        }
        let relative = |range: &Range<usize>| place.start + range.start..place.start + range.end;
        let whole = relative(&(start..end));
        let (shown, expression) = match groups.as_slice() {
            [expression] if arguments == 1 => (None, expression.clone()),
            [shown, expression] => (Some(shown.clone()), expression.clone()),
            _ => {
                let form =
                    if arguments == 1 { "\\val{expression}" } else { "\\is{66}{expression}" };
                walker.builder.error(
                    Code::FormulaBinding,
                    whole,
                    format!("`{}` lacks its braces", cut(tex, start..at)),
                    format!("write `{form}`, with as many closing braces as opening ones"),
                );
                continue;
            }
        };
        at = end;
        let touches = touching(tex, start..end, last_end.replace(end));
        if let Some(touching) = touches {
            walker.builder.error(
                Code::BindingGlued,
                whole.clone(),
                format!("`{}` touches the binding `{}`", touching, cut(tex, start..end)),
                "whatever belongs to the number stands inside the braces; else write `\\cdot`",
            );
        }
        let expression = relative(&expression);
        let raw = walker.builder.cut(expression.clone());
        let trimmed = raw.trim();
        let blank = |range: &Range<usize>| cut(tex, range.clone()).trim().is_empty();
        if trimmed.is_empty() || shown.as_ref().is_some_and(blank) {
            walker.builder.error(
                Code::BindingEmpty,
                whole,
                "a binding in a formula is empty",
                "write what is shown and what it computes, as in `\\is{66}{maundy(6, 360)}`",
            );
            continue;
        }
        if !exact && (trimmed.contains("''") || trimmed.contains(['\n', '\r'])) {
            walker.builder.error(
                Code::BindingEscaped,
                expression,
                format!("`{trimmed}` is not read as it is written"),
                "keep the expression on one line, and write strings in double quotes",
            );
            continue;
        }
        let from = expression.start + (raw.len() - raw.trim_start().len());
        let reason = shown.as_ref().and_then(|_| reason(trimmed));
        let expression = match &reason {
            Some(Some(inside)) if !cut(trimmed, inside.clone()).trim().is_empty() => {
                walker.builder.piece(from + inside.start..from + inside.end)
            }
            Some(_) => {
                walker.builder.error(
                    Code::BindingGivenReason,
                    whole,
                    "a given number has no reason".to_owned(),
                    "say where it comes from, as in `\\is{7.3}{given \"the tables of Briggs\"}`",
                );
                continue;
            }
            None => walker.builder.piece(from..from + trimmed.len()),
        };
        let kind = match shown {
            None => BindingKind::MathComputed(formula),
            Some(shown) => {
                let source = walker.builder.piece(relative(&shown));
                let plain = tex::plain(&source.text);
                let shown = Shown { source, plain };
                match reason {
                    Some(_) => BindingKind::MathGiven(formula, shown),
                    None => BindingKind::MathChecked(formula, shown),
                }
            }
        };
        let binding = Binding {
            kind,
            span: walker.builder.span(whole),
            expression,
            context: walker.context(),
            paragraph: walker.paragraph(),
        };
        found.push(walker.builder.bind(binding));
    }
    found
}

/// What stands next to the binding at `binding` in `tex` and would be read as part of the number;
/// the binding before it ends at `last_end`.
fn touching(tex: &str, binding: Range<usize>, last_end: Option<usize>) -> Option<&str> {
    let before = trim_end_of_nothing(cut(tex, 0..binding.start));
    if last_end == Some(before.len()) {
        return Some("another binding");
    }
    let digits = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (base, run) = before.split_at_checked(before.len() - digits)?;
    // One digit is a whole script, two are the arguments of a fraction.
    let argument = digits == 1 && base.ends_with(['^', '_'])
        || digits == 2 && base.ends_with("frac")
        || digits == 1 && base.ends_with("\\sqrt");
    if digits > 0 && !argument {
        return Some(run);
    }
    let after = trim_start_of_nothing(cut(tex, binding.end..tex.len()));
    let digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    if after.starts_with("\\%") {
        return Some("\\%");
    }
    // An argument of the command before the binding is no part of the number.
    let command = before.ends_with(|c: char| c.is_ascii_alphabetic());
    let opens = ["", ".", "{,}", "\\text{", "\\mathrm{", "\\mathbf{"];
    let begins = |open: &&str| after.strip_prefix(*open).is_some_and(digit);
    if opens.iter().any(begins) || !command && begins(&"{") {
        let first = after.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
        let digits = cut(after, first..after.len());
        let length = digits.len() - digits.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        return Some(cut(after, 0..first + length));
    }
    None
}

/// What TeX sets as nothing, or as a space so thin that it groups digits.
const NOTHING: &[&str] = &["{}", "\\,", "\\!", "\\/", " ", "\n", "\t"];

/// `tex` without what is set as nothing at its end.
fn trim_end_of_nothing(mut tex: &str) -> &str {
    while let Some(shorter) = NOTHING.iter().find_map(|nothing| tex.strip_suffix(nothing)) {
        tex = shorter;
    }
    tex
}

/// `tex` without what is set as nothing at its start.
pub(crate) fn trim_start_of_nothing(mut tex: &str) -> &str {
    while let Some(shorter) = NOTHING.iter().find_map(|nothing| tex.strip_prefix(nothing)) {
        tex = shorter;
    }
    tex
}

//! What stands beside a formula and would be read with it: `$6 \cdot 7 = 42$%`, `minus $2 + 2 = 4$`,
//! `$4$$2$`, and formulas beside a binding that go on reckoning with it, `[66](=x) $- 1$`.
//!
//! A formula is checked by itself, like a binding. So what would change the number that it states is
//! judged as beside a binding, with the same words and the same excuses. A formula that only names
//! something (`$n = 12$`, `$x_1$`) states no number.

use std::ops::Range;

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use crate::essay::beside::belonging;
use crate::essay::binding::binding_of;
use crate::essay::binding::per_cent_after;
use crate::essay::binding::touches_after;
use crate::essay::binding::touches_before;
use crate::essay::bounds::bound_before;
use crate::essay::builder::Builder;
use crate::essay::builder::cut;
use crate::essay::model::Context;
use crate::essay::model::FormulaId;
use crate::essay::model::INSET;
use crate::essay::model::Inset;
use crate::essay::model::Paragraph;
use crate::essay::number_words::is_listed;

/// Relations, as commands.
const RELATIONS: &str = "le leq leqslant ge geq geqslant ne neq approx equiv lt gt sim cong";

/// Operators, as commands.
const OPERATORS: &str = "cdot times div pm mp";

/// Signs that relate or reckon.
const SIGNS: &[char] = &['+', '-', '−', '=', '<', '>', '/', '≤', '≥', '≠', '≈', '·', '×'];

/// Endings that make an ordinal or a plural of a formula: `$16$th`, "the $1$s".
const ENDINGS: &str = "th st nd rd s";

/// What the edges of a formula are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Edges {
    /// It is a number and nothing else.
    bare: bool,
    /// It states that something is a number: `6 \cdot 7 = 42`.
    states: bool,
    /// It begins with a digit or with a sign and a digit.
    opens: bool,
    /// It ends with a digit that is no index.
    ends: bool,
    /// It begins with something that goes on from what stands before it.
    joins_before: bool,
    /// It ends with something that what stands behind it goes on from.
    joins_after: bool,
}

impl Edges {
    /// A formula that is one binding: a number, whose neighbours are those of a binding.
    const NUMBER: Self = Self {
        bare: false,
        states: false,
        opens: true,
        ends: true,
        joins_before: false,
        joins_after: false,
    };

    fn of(tex: &str) -> Self {
        let tex = tex.trim();
        let tex = tex.trim_end_matches(['.', ',', ';', ' ']);
        let sides = last_equation(tex);
        let digits = tex.trim_start_matches(['-', '−', ' ']);
        Self {
            bare: is_plain(tex),
            states: sides.is_some_and(|(left, right)| is_plain(right) && !is_name(left)),
            opens: digits.starts_with(|c: char| c.is_ascii_digit()),
            ends: ends_in_number(tex),
            joins_before: joins_before(tex),
            joins_after: joins_after(tex) && !names(tex),
        }
    }
}

/// What stands before the last sign of equality of `tex`, and behind it.
fn last_equation(tex: &str) -> Option<(&str, &str)> {
    let equal = tex.rfind('=').map(|at| (at, at + 1));
    let about = tex.rfind("\\approx").map(|at| (at, at + "\\approx".len()));
    let (start, end) = equal.max(about)?;
    let left = cut(tex, 0..start).trim();
    let first = left.split(['=', '<', '>']).next().unwrap_or(left);
    Some((first.trim(), cut(tex, end..tex.len()).trim()))
}

/// Whether `tex` is a number in digits.
fn is_plain(tex: &str) -> bool {
    let digits = tex.replace("{,}", "").replace("\\,", "").replace("\\%", "");
    let digits = digits.trim().trim_start_matches(['-', '−']).trim();
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | ' '))
}

/// Whether `tex` is a letter, perhaps with an index: what is set equal to a number is named by it.
fn is_name(tex: &str) -> bool {
    let head = tex.split('_').next().unwrap_or(tex).trim();
    let letters = head.strip_prefix('\\').unwrap_or(head);
    let single = letters.chars().count() == 1 || letters.len() < head.len();
    single && letters.chars().all(char::is_alphabetic)
}

/// Whether `tex` names what follows it: `N =`.
fn names(tex: &str) -> bool {
    tex.strip_suffix('=').is_some_and(|name| is_name(name.trim_end()))
}

/// Whether `tex` ends with a digit of a number, not of an index or of the exponent of a letter.
fn ends_in_number(tex: &str) -> bool {
    let bare = tex.strip_suffix("\\%").unwrap_or(tex).trim_end();
    if !bare.trim_end_matches('}').ends_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let number = |c: char| c.is_ascii_digit() || matches!(c, '{' | '}' | '.' | ',' | ' ');
    let head = bare.trim_end_matches(number);
    if let Some(base) = head.strip_suffix('^') {
        return base.ends_with(|c: char| c.is_ascii_digit() || matches!(c, ')' | '}'));
    }
    !head.ends_with('_')
}

/// Whether `tex` begins with a relation, an operator, an exponent or a per cent sign.
fn joins_before(tex: &str) -> bool {
    let bare = tex.trim_start_matches(['{', '}', ' ']);
    if let Some(rest) = bare.strip_prefix('\\') {
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let command = cut(rest, 0..length);
        return rest.starts_with('%')
            || is_listed(command, RELATIONS)
            || is_listed(command, OPERATORS);
    }
    bare.starts_with(['^', '!']) || bare.starts_with(SIGNS)
}

/// Whether `tex` ends with a relation or an operator.
fn joins_after(tex: &str) -> bool {
    let bare = tex.trim_end_matches(['{', '}', ' ']);
    let word = bare.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let command = cut(bare, word.len()..bare.len());
    if word.ends_with('\\') && !command.is_empty() {
        return is_listed(command, RELATIONS) || is_listed(command, OPERATORS) || command == "sqrt";
    }
    bare.ends_with(SIGNS)
}

/// Reports what stands beside the formulas of `paragraph` and would be read with them.
pub(crate) fn check(builder: &mut Builder<'_>, paragraph: &Paragraph) {
    for &(at, inset) in &paragraph.insets {
        let Inset::Formula(FormulaId(id)) = inset else { continue };
        let Some(formula) = builder.essay.formulas.get(id) else { continue };
        if formula.display {
            continue;
        }
        let span = formula.span;
        let alone = binding_of(builder, inset).is_some();
        let edges = if alone { Edges::NUMBER } else { Edges::of(&formula.tex.text) };
        let touching = touching(builder, paragraph, at, edges);
        if let Some(outside) =
            touching.or_else(|| (!alone).then(|| around(paragraph, at, edges))?)
        {
            report(builder, paragraph, (span, "the formula"), outside);
        } else if !alone
            && let Some(binding) =
                joined(builder, paragraph, at, edges).or_else(|| reckoned(builder, id))
        {
            let end = at + INSET.len_utf8();
            report(builder, paragraph, (binding, "the binding"), at..end);
        }
    }
}

/// What touches the formula at byte `at`.
fn touching(
    builder: &Builder<'_>,
    paragraph: &Paragraph,
    at: usize,
    edges: Edges,
) -> Option<Range<usize>> {
    let text = paragraph.text.as_str();
    let end = at + INSET.len_utf8();
    let (before, after) = (cut(text, 0..at), cut(text, end..text.len()));
    if let Some(last) = before.chars().next_back() {
        let start = at - last.len_utf8();
        let shown = matches!(last, '§' | '=' | '≤' | '≥' | '≈' | '#' | '|' | '&' | '~');
        let glued = match last {
            INSET => {
                let other = paragraph.inset_at(start);
                edges.opens && other.is_some_and(|other| ends(builder, other))
            }
            // Words and digits that touch a formula are reported as lost.
            _ => edges.opens && !shown && !last.is_alphanumeric() && touches_before(before),
        };
        if glued {
            return Some(start..at);
        }
    }
    let first = after.chars().next()?;
    let behind = after.strip_prefix(['.', ',', ':', '/', '-']);
    let listed = behind.is_some_and(|rest| rest.starts_with(INSET));
    let apart = first == INSET || first.is_ascii_digit() || has_ending(after) || listed;
    let glued = edges.ends && !apart && touches_after(after);
    glued.then_some(end..end + first.len_utf8())
}

/// Whether `after` begins with the ending of an ordinal or a plural.
fn has_ending(after: &str) -> bool {
    let letters = after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len());
    letters > 0 && is_listed(cut(after, 0..letters), ENDINGS)
}

/// Whether `inset` is a formula that ends in a number.
fn ends(builder: &Builder<'_>, inset: Inset) -> bool {
    let Inset::Formula(FormulaId(id)) = inset else { return false };
    let formula = builder.essay.formulas.get(id);
    formula.is_some_and(|formula| Edges::of(&formula.tex.text).ends)
}

/// The words beside the formula at byte `at` that belong to its number or make a bound of it.
fn around(paragraph: &Paragraph, at: usize, edges: Edges) -> Option<Range<usize>> {
    let text = paragraph.text.as_str();
    let end = at + INSET.len_utf8();
    if edges.ends
        && let Some(share) = per_cent_after(cut(text, end..text.len()))
    {
        return Some(end + share.start..end + share.end);
    }
    let belongs = belonging(text, &(at..end), "");
    let touched = |range: &Range<usize>| {
        range.start == end && cut(text, end..text.len()).starts_with(|c: char| c.is_alphanumeric())
    };
    let belongs = belongs.filter(|range| {
        if range.start < at { edges.bare || edges.states } else { edges.ends && !touched(range) }
    });
    let stated = matches!(paragraph.context, Context::Statement(_) | Context::Corrects(_));
    belongs.or_else(|| (edges.states && !stated).then(|| bound_before(text, at))?)
}

/// The binding right beside the formula at byte `at` that goes on reckoning with it.
fn joined(builder: &Builder<'_>, paragraph: &Paragraph, at: usize, edges: Edges) -> Option<Span> {
    let text = paragraph.text.as_str();
    let end = at + INSET.len_utf8();
    let span = |at: usize| {
        let id = binding_of(builder, paragraph.inset_at(at)?)?;
        builder.essay.bindings.get(id.0).map(|binding| binding.span)
    };
    let before = cut(text, 0..at).trim_end().strip_suffix(INSET);
    if let Some(before) = before.filter(|_| edges.joins_before || edges.bare)
        && let Some(binding) = span(before.len())
    {
        return Some(binding);
    }
    let after = cut(text, end..text.len());
    let bare = after.trim_start();
    let goes_on = edges.joins_after || edges.bare;
    if goes_on && bare.starts_with(INSET) { span(text.len() - bare.len()) } else { None }
}

/// The binding of formula `id` with which digits and operators reckon, and nothing else stands in it:
/// `\val{66} - 1`.
fn reckoned(builder: &Builder<'_>, id: usize) -> Option<Span> {
    let formula = builder.essay.formulas.get(id)?;
    let binding = builder.essay.bindings.get(formula.bindings.first()?.0)?;
    let mut rest = String::new();
    let mut at = formula.tex.span.start;
    for id in &formula.bindings {
        let span = builder.essay.bindings.get(id.0)?.span;
        rest.push_str(builder.cut(at..span.start));
        at = span.end;
    }
    rest.push_str(builder.cut(at..formula.tex.span.end));
    for space in ["\\,", "\\;", "\\ ", "{,}", " "] {
        rest = rest.replace(space, "");
    }
    for operator in ["\\cdot", "\\times", "\\div"] {
        rest = rest.replace(operator, "/");
    }
    let operator = |c: char| matches!(c, '+' | '-' | '−' | '/');
    // Digits without an operator touch the binding, which is told where it is read.
    let reckons = rest.contains(operator)
        && rest.contains(|c: char| c.is_ascii_digit())
        && rest.chars().all(|c| c.is_ascii_digit() || c == '.' || operator(c));
    reckons.then_some(binding.span)
}

/// Reports that the bytes `outside` of the paragraph's text are read as a part of what stands at
/// `span`.
fn report(
    builder: &mut Builder<'_>,
    paragraph: &Paragraph,
    (span, name): (Span, &str),
    outside: Range<usize>,
) {
    let words = cut(&paragraph.text, outside.clone());
    let lead = words.len() - words.trim_start_matches([' ', '\n']).len();
    let bare = words.trim_matches([' ', '\n']);
    let start = outside.start + lead;
    let place = paragraph.source_of(start..start + bare.len());
    builder.told.push(place.range());
    let typed = builder.cut(place.range()).to_owned();
    let whole = builder.cut(span.range()).trim_matches('`').to_owned();
    builder.sink.push(
        Diagnostic::error(Code::BindingGlued, format!("`{typed}` is read with `{whole}`"))
            .label(place, "outside")
            .label(span, name)
            .help("put all that is one number or one statement into one formula or binding, where it is checked"),
    );
}

#[cfg(test)]
mod tests {
    use super::Edges;

    #[test]
    fn a_formula_states_a_number_unless_it_only_names_one() {
        for tex in
            ["6 \\cdot 7 = 42", "V(6,360) = 66", "\\frac{22}{7} \\approx 3.14", "2 = 1 + 1 = 2"]
        {
            assert!(Edges::of(tex).states, "{tex}");
        }
        for tex in
            ["n = 12", "x_1 = 3", "\\alpha = 5", "n \\le 200", "66", "a = b", "n = m + 1", "K ="]
        {
            assert!(!Edges::of(tex).states, "{tex}");
        }
    }

    #[test]
    fn an_index_and_the_exponent_of_a_letter_end_no_number() {
        for tex in ["9", "2^{10}", "6 \\cdot 7 = 42", "16{,}384", "(1+2)^3", "10\\%"] {
            assert!(Edges::of(tex).ends, "{tex}");
        }
        for tex in ["x_1", "K_{12}", "n^2", "n", "f(2)", "\\{1, 2\\}"] {
            assert!(!Edges::of(tex).ends, "{tex}");
        }
    }

    #[test]
    fn operators_and_relations_join_what_stands_beside_them() {
        for tex in ["- 1", "/ 2", "\\cdot 7", "= 7", "> 7", "^{3}", "\\times 10^3", "\\%", "!"] {
            assert!(Edges::of(tex).joins_before, "{tex}");
        }
        for tex in ["n <", "-1 \\cdot", "2 + 2 =", "n \\le"] {
            assert!(Edges::of(tex).joins_after, "{tex}");
        }
        for tex in ["n", "*", "\\uparrow", "7", "(n)", "\\{2 \\mid -2\\}", "K =", "N_1 ="] {
            let edges = Edges::of(tex);
            assert!(!edges.joins_before && !edges.joins_after, "{tex}");
        }
    }
}

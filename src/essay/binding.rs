//! Bindings in prose: computed code spans, checked and given links.

use std::ops::Range;

use pulldown_cmark::CowStr;
use pulldown_cmark::Event;

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use crate::essay::beside::belonging;
use crate::essay::bounds::bound_before;
use crate::essay::builder::Builder;
use crate::essay::builder::cut;
use crate::essay::link::Parts;
use crate::essay::markdown::Placed;
use crate::essay::markdown::Walker;
use crate::essay::model::Binding;
use crate::essay::model::BindingId;
use crate::essay::model::BindingKind;
use crate::essay::model::Context;
use crate::essay::model::INSET;
use crate::essay::model::Inset;
use crate::essay::model::ItemKind;
use crate::essay::model::Paragraph;
use crate::essay::model::Shown;
use crate::essay::model::Text;

/// Handles the code span `code`. Returns whether it is a binding (or was meant as one).
pub(crate) fn computed(
    walker: &mut Walker<'_, '_, '_>,
    code: &CowStr<'_>,
    range: &Range<usize>,
) -> bool {
    let raw = walker.raw(range);
    let Some(inside) = raw.strip_prefix('`').filter(|inside| !inside.starts_with('`')) else {
        return false;
    };
    if inside.starts_with(|c: char| c.is_ascii_whitespace()) && inside.trim_start().starts_with('=')
    {
        walker.error(
            Code::BindingSpace,
            range,
            format!("`{}` begins with a space before its `=`", raw.trim_matches('`')),
            "take the space away to have it computed, or use two backticks to show it as typed",
        );
        return true;
    }
    if !inside.starts_with('=') {
        return false;
    }
    let place = range.start + 2..range.end - 1;
    if let Some(expression) = expression(walker, &place, code.strip_prefix('=').unwrap_or(code)) {
        add(walker, BindingKind::Computed, range, expression);
    }
    true
}

/// Handles the link `range` whose address begins with `=`; `said` are its address and title as the
/// Markdown parser gives them.
pub(crate) fn checked(
    walker: &mut Walker<'_, '_, '_>,
    range: &Range<usize>,
    parts: &Parts,
    said: (&CowStr<'_>, &CowStr<'_>),
    children: &[Placed<'_>],
) {
    let (address, title) = said;
    let Some(shown) = shown(walker, parts, children) else { return };
    let after_equals = parts.address.start + 1..parts.address.end;
    if &**address == "=given" {
        match &parts.title {
            Some(place) => given(walker, range, shown, (place.clone(), title)),
            None => no_reason(walker, range),
        }
        return;
    }
    let (place, meant) = match (&parts.title, &**address) {
        (Some(place), "=") => (place.clone(), &**title),
        (Some(place), _) => {
            let span = walker.builder.span(walker.absolute(&after_equals));
            let second = walker.builder.span(walker.absolute(place));
            walker.builder.sink.push(
                Diagnostic::error(
                    Code::BindingTwoExpressions,
                    format!(
                        "`{}` stands as address and `{title}` as title of one binding",
                        walker.text.get(after_equals).unwrap_or("")
                    ),
                )
                .label(span, "the address")
                .label(second, "the title")
                .help("keep one of them: `[66](=address)` or `[66](= \"title\")`"),
            );
            return;
        }
        (None, address) => (after_equals, address.get(1..).unwrap_or("")),
    };
    if let Some(reason) = reason(cut(walker.text, place.clone())) {
        match reason {
            Some(inside) => {
                let place = place.start + inside.start..place.start + inside.end;
                let text = CowStr::from(cut(walker.text, place.clone()));
                given(walker, range, shown, (place, &text));
            }
            None => no_reason(walker, range),
        }
        return;
    }
    if let Some(expression) = expression(walker, &place, meant) {
        add(walker, BindingKind::Checked(shown), range, expression);
    }
}

/// If `expression` is `given …`: the bytes of the reason between its quotes, if they are there.
pub(crate) fn reason(expression: &str) -> Option<Option<Range<usize>>> {
    let rest = expression.trim_start().strip_prefix("given")?;
    if rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '(')) {
        return None;
    }
    let quoted = rest.trim();
    let quote = quoted.chars().next().filter(|c| matches!(c, '"' | '\''));
    let Some(quote) = quote.filter(|quote| quoted.len() > 2 && quoted.ends_with(*quote)) else {
        return Some(None);
    };
    let start = expression.find(quote)? + 1;
    Some(Some(start..start + quoted.len() - 2))
}

/// Adds a given number.
fn given(
    walker: &mut Walker<'_, '_, '_>,
    range: &Range<usize>,
    shown: Shown,
    (place, reason): (Range<usize>, &CowStr<'_>),
) {
    if reason.trim().is_empty() {
        no_reason(walker, range);
        return;
    }
    let span = walker.builder.span(walker.absolute(&place));
    add(walker, BindingKind::Given(shown), range, Text { text: reason.to_string(), span });
}

/// Reports a given number without a reason.
fn no_reason(walker: &mut Walker<'_, '_, '_>, range: &Range<usize>) {
    walker.error(
        Code::BindingGivenReason,
        range,
        "a given number has no reason".to_owned(),
        "say where it comes from, as in `[two](=given \"the rules of the game\")`",
    );
}

/// The text between the brackets, if it is text and nothing else.
fn shown(walker: &mut Walker<'_, '_, '_>, parts: &Parts, children: &[Placed<'_>]) -> Option<Shown> {
    let mut plain = String::new();
    for (event, range) in children {
        match event {
            Event::Text(text) => plain.push_str(text),
            Event::SoftBreak | Event::HardBreak => plain.push(' '),
            _ => {
                walker.error(
                    Code::BindingShownText,
                    range,
                    format!("`{}` stands in the brackets of a binding", walker.raw(range)),
                    "the brackets hold plain text: put emphasis around the binding, and a value in \
                     mathematics as `\\is{66}{expression}`",
                );
                return None;
            }
        }
    }
    if plain.trim().is_empty() {
        walker.error(
            Code::BindingEmpty,
            &(parts.shown.start - 1..parts.address.end),
            "a checked binding shows nothing".to_owned(),
            "write the value between the brackets, or let the build write it: `` `=expression` ``",
        );
        return None;
    }
    Some(Shown { source: walker.builder.piece(walker.absolute(&parts.shown)), plain })
}

/// The expression at `place`, which the Markdown parser takes for `meant`; none, with a report, if
/// it is empty or not what the author wrote.
fn expression(walker: &mut Walker<'_, '_, '_>, place: &Range<usize>, meant: &str) -> Option<Text> {
    let raw = cut(walker.text, place.clone());
    let trimmed = raw.trim();
    if trimmed.is_empty() {
        let around = place.start.saturating_sub(1)..place.end;
        walker.error(
            Code::BindingEmpty,
            &around,
            "a binding has no expression behind its `=`".to_owned(),
            "write what it computes, as in `=maundy(6,360)`; two backticks show `=` as typed",
        );
        return None;
    }
    let start = place.start + (raw.len() - raw.trim_start().len());
    let exact = walker.absolute(&(start..start + trimmed.len()));
    let written = walker.builder.cut(exact.clone());
    if written != trimmed {
        walker.error(
            Code::BindingEscaped,
            place,
            format!("`{written}` holds a doubled apostrophe"),
            "write strings in double quotes: in single-quoted YAML an apostrophe is doubled",
        );
        return None;
    }
    // In the texts of the language `\|` is a bar, as in the cells of a table, which can hold no other.
    let barred = |text: &str| text.replace("\\|", "|");
    if !barred(raw).split_whitespace().eq(barred(meant).split_whitespace()) {
        walker.error(
            Code::BindingEscaped,
            place,
            format!("Markdown reads `{}` as `{}`", one_line(trimmed), one_line(meant)),
            "use the other quotes instead of a backslash (but `\\|` for a bar in a table), write \
             characters instead of `&…;`, and keep the expression on one line",
        );
        return None;
    }
    Some(walker.builder.piece(exact))
}

/// `text` with every run of white space as one space.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Adds a binding to the essay, the paragraph and the items.
fn add(walker: &mut Walker<'_, '_, '_>, kind: BindingKind, range: &Range<usize>, expression: Text) {
    let binding = Binding {
        kind,
        span: walker.builder.span(walker.absolute(range)),
        expression,
        context: walker.context(),
        paragraph: walker.paragraph(),
    };
    let id = walker.builder.bind(binding);
    walker.draft.inset(Inset::Binding(id), walker.absolute(range));
    walker.item(ItemKind::Binding(id), range);
}

/// Reports whatever touches a binding of `paragraph` from outside and would be read as part of the
/// number, and words that make a bound of it.
pub(crate) fn check_neighbours(builder: &mut Builder<'_>, paragraph: &Paragraph) {
    for &(at, inset) in &paragraph.insets {
        let Some(BindingId(id)) = binding_of(builder, inset) else { continue };
        let Some((span, kind)) =
            builder.essay.bindings.get(id).map(|binding| (binding.span, binding.kind.clone()))
        else {
            continue;
        };
        let end = at + INSET.len_utf8();
        let before = cut(&paragraph.text, 0..at);
        let after = cut(&paragraph.text, end..paragraph.text.len());
        let in_prose = matches!(inset, Inset::Binding(_));
        if in_prose && touches_before(before) {
            let start = before.char_indices().next_back().map_or(at, |(start, _)| start);
            report(builder, paragraph, span, start..at);
            continue;
        }
        if in_prose && touches_after(after) {
            let length = after.chars().next().map_or(0, char::len_utf8);
            report(builder, paragraph, span, end..end + length);
            continue;
        }
        if let Some(share) = per_cent_after(after) {
            report(builder, paragraph, span, end + share.start..end + share.end);
            continue;
        }
        let shown = match &kind {
            BindingKind::Checked(shown) | BindingKind::Given(shown) => &*shown.plain,
            BindingKind::Computed
            | BindingKind::MathComputed(_)
            | BindingKind::MathChecked(..)
            | BindingKind::MathGiven(..) => "",
        };
        if let Some(outside) = belonging(&paragraph.text, &(at..end), shown) {
            report_words(builder, paragraph, span, outside);
        } else if !kind.is_given()
            // What a claim states is checked by the claim.
            && !matches!(paragraph.context, Context::Statement(_) | Context::Corrects(_))
            && let Some(bound) = bound_before(&paragraph.text, at)
        {
            report_bound(builder, paragraph, span, bound);
        }
    }
}

/// The binding that `inset` is, alone in its formula if it stands in one.
pub(crate) fn binding_of(builder: &Builder<'_>, inset: Inset) -> Option<BindingId> {
    match inset {
        Inset::Binding(id) => Some(id),
        Inset::Formula(formula) => {
            let formula = builder.essay.formulas.get(formula.0)?;
            let [id] = formula.bindings.as_slice() else { return None };
            let binding = builder.essay.bindings.get(id.0)?;
            let alone = builder.cut(binding.span.range()) == formula.tex.text.trim();
            alone.then_some(*id)
        }
        Inset::Code | Inset::Footnote => None,
    }
}

/// Reports that the words at the bytes `outside` of the paragraph's text make a bound of the number
/// that the binding at `span` binds.
fn report_bound(
    builder: &mut Builder<'_>,
    paragraph: &Paragraph,
    span: Span,
    outside: Range<usize>,
) {
    let words = cut(&paragraph.text, outside.clone()).trim().to_owned();
    let binding = builder.essay.bindings.iter().find(|binding| binding.span == span);
    let expression = binding.map_or("", |binding| binding.expression.text.as_str());
    let bound = readable(&words.split_whitespace().collect::<Vec<_>>().join(" "));
    let taken = if expression.contains('"') {
        format!("[{bound} …](= '{expression}')")
    } else if expression.contains(' ') {
        format!("[{bound} …](= \"{expression}\")")
    } else {
        format!("[{bound} …](={expression})")
    };
    builder.sink.push(
        Diagnostic::error(
            Code::BindingGlued,
            format!("`{words}` says another thing than `{}` binds", typed(builder, span)),
        )
        .label(paragraph.source_of(outside), "outside")
        .label(span, "the binding")
        .help(format!(
            "take the words into the bracket, with the bound for the dots, where they are checked: \
             `{taken}`; where a claim answers for the sentence, put its badge behind it"
        )),
    );
}

/// The words of a bound as the bracket takes them: the author's own if it reads them.
fn readable(words: &str) -> String {
    const READ: &[&str] = &[
        "fewer than",
        "less than",
        "under",
        "below",
        "more than",
        "over",
        "above",
        "nearly",
        "almost",
        "just under",
        "just over",
    ];
    const LESS: &[&str] = &["fewer", "less", "smaller", "lower", "shorter", "under", "below", "<"];
    if READ.contains(&&*words.to_lowercase()) {
        return words.to_owned();
    }
    let is_less = words.split(' ').any(|word| LESS.contains(&&*word.to_lowercase()));
    (if is_less { "less than" } else { "more than" }).to_owned()
}

/// What the author typed at `span`, a binding, without backticks of its own.
fn typed<'a>(builder: &'a Builder<'_>, span: Span) -> &'a str {
    builder.cut(span.range()).trim_matches('`')
}

/// Reports that the words at the bytes `outside` of the paragraph's text belong to the number that
/// the binding at `span` binds.
fn report_words(
    builder: &mut Builder<'_>,
    paragraph: &Paragraph,
    span: Span,
    outside: Range<usize>,
) {
    let words = cut(&paragraph.text, outside.clone());
    let lead = words.len() - words.trim_start_matches([' ', '-', '\n']).len();
    let bare = words.trim_matches([' ', '-', '\n']);
    let start = outside.start + lead;
    let place = paragraph.source_of(start..start + bare.len());
    builder.told.push(place.range());
    builder.sink.push(
        Diagnostic::error(
            Code::BindingGlued,
            format!("`{bare}` is read as a part of what `{}` binds", typed(builder, span)),
        )
        .label(place, "outside")
        .label(span, "the binding")
        .help("take the words into the bracket, and let the expression compute the whole number"),
    );
}

/// Reports that the bytes `touching` of the paragraph's text touch the binding at `span`.
fn report(builder: &mut Builder<'_>, paragraph: &Paragraph, span: Span, touching: Range<usize>) {
    let place = paragraph.source_of(touching.clone());
    builder.told.push(place.range());
    let text = builder.cut(place.range()).to_owned();
    builder.sink.push(
        Diagnostic::error(
            Code::BindingGlued,
            format!("`{text}` touches the binding `{}`", typed(builder, span)),
        )
        .label(place, "outside")
        .label(span, "the binding")
        .help(
            "whatever belongs to the number stands inside the brackets; else put a space between",
        ),
    );
}

/// Spaces that stand between the digits of one number.
fn is_narrow_space(c: char) -> bool {
    matches!(c, '\u{A0}' | '\u{2007}' | '\u{2009}' | '\u{202F}' | '\u{2008}')
}

/// Whether the end of `before` would be read as part of a number that follows it.
pub(crate) fn touches_before(before: &str) -> bool {
    let mut backwards = before.chars().rev();
    let Some(last) = backwards.next() else { return false };
    let previous = backwards.next();
    match last {
        c if is_narrow_space(c) => previous.is_some_and(|c| c.is_numeric() || c == INSET),
        c if c.is_whitespace() => false,
        '(' | '[' | '{' | '“' | '‘' | '"' | '\'' | '«' | '‹' | '„' | '—' | '…' | ':' | ';'
        | '¿' | '¡' | '$' | '€' | '£' | '¥' => false,
        // After a space or at the start it would be read as a minus sign, else it joins two words
        // or stands between the ends of a range.
        '–' => previous.is_none_or(char::is_whitespace),
        '-' => previous.is_none_or(|c| !c.is_alphabetic()),
        ',' => previous.is_some_and(|c| c.is_numeric() || c == INSET),
        '/' => previous.is_none_or(|c| !c.is_alphabetic()),
        _ => true,
    }
}

/// Whether the start of `after` would be read as part of a number before it.
pub(crate) fn touches_after(after: &str) -> bool {
    let mut forwards = after.chars();
    let Some(first) = forwards.next() else { return false };
    let next = forwards.next();
    let number = |c: char| c.is_numeric() || c == INSET;
    match first {
        c if is_narrow_space(c) => next.is_some_and(|c| c.is_numeric() || c == '%' || c == INSET),
        c if c.is_whitespace() => false,
        ')' | ']' | '}' | '”' | '’' | '"' | '\'' | '»' | '›' | '“' | '—' | '–' | '…' | ';'
        | '!' | '?' | '€' | '$' | '£' | '¥' => false,
        '.' | ',' | ':' => next.is_some_and(number),
        '-' | '/' => next.is_none_or(|c| !c.is_alphabetic()),
        _ => true,
    }
}

/// The bytes of "per cent" or a sign for it where `after` begins with a space and with that, so that
/// it would be read as part of the number before it.
pub(crate) fn per_cent_after(after: &str) -> Option<Range<usize>> {
    let bare = after.trim_start();
    let start = after.len() - bare.len();
    let word = ["%", "‰", "per cent", "percent"].into_iter().find(|word| bare.starts_with(word))?;
    let end = start + word.len();
    let goes_on = cut(after, end..after.len()).starts_with(char::is_alphabetic);
    (!word.is_ascii() || word == "%" || !goes_on).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::per_cent_after;
    use super::reason;
    use super::touches_after;
    use super::touches_before;

    #[test]
    fn a_reason_stands_in_quotes_behind_given() {
        assert_eq!(reason("given \"the rules\""), Some(Some(7..16)));
        assert_eq!(reason("given 'it'"), Some(Some(7..9)));
        assert_eq!(reason("given"), Some(None));
        assert_eq!(reason("given the rules"), Some(None));
        assert_eq!(reason("given_rules(3)"), None);
        assert_eq!(reason("given(3)"), None);
        assert_eq!(reason("maundy(6,360)"), None);
    }

    #[test]
    fn per_cent_behind_a_space_belongs_to_the_number() {
        assert_eq!(per_cent_after(" per cent of them"), Some(1..9));
        assert_eq!(per_cent_after(" %"), Some(1..2));
        assert_eq!(per_cent_after("\n percent."), Some(2..9));
        assert_eq!(per_cent_after(" percentile"), None);
        assert_eq!(per_cent_after(" of a hundred per cent"), None);
    }

    #[test]
    fn what_belongs_to_a_number_touches_it() {
        for before in ["1", "a", "−", "-", " –", "±", "3/", "1,", "1\u{202F}", "+", "^", "√", "."]
        {
            assert!(touches_before(before), "{before:?}");
        }
        for before in ["", "a ", "(", "“", "—", "3–", "pages 3–", "mid-", "see: ", "1 "] {
            assert!(!touches_before(before), "{before:?}");
        }
        for after in ["1", "a", "th", "%", "²", "/4", ".5", ",000", "-", "-3", "\u{A0}%", "×", "°"]
        {
            assert!(touches_after(after), "{after:?}");
        }
        for after in ["", " ", ". ", ".", ", ", "-fold", "’s", "'s", ")", "—", "–", "?", " 5"]
        {
            assert!(!touches_after(after), "{after:?}");
        }
    }
}

//! Diagnostics as text for a person.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::AnnotationKind;
use annotate_snippets::Group;
use annotate_snippets::Level;
use annotate_snippets::Origin;
use annotate_snippets::Renderer;
use annotate_snippets::Snippet;

use crate::diagnostics::Diagnostic;
use crate::diagnostics::Severity;
use crate::diagnostics::SourceId;
use crate::diagnostics::Sources;
use crate::diagnostics::Span;

/// How to show diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Without colour, the same bytes everywhere: for tests, files and pipes.
    Plain,
    /// With the colours of a terminal.
    Coloured,
}

/// Columns that a rendered line may take before its source is cut.
const WIDTH: usize = 140;

/// Returns `diagnostic` as text of several lines without a final line break.
#[must_use]
pub fn render(diagnostic: &Diagnostic, sources: &Sources, style: Style) -> String {
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Advice => Level::NOTE.with_name("advice"),
    };
    let title = level.primary_title(visible(&diagnostic.message)).id(diagnostic.code.name());
    let mut group = Group::with_title(title);
    for (origin, snippet) in snippets(diagnostic, sources) {
        if let Some(origin) = origin {
            group = group.element(origin);
        }
        group = group.element(snippet);
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(visible(help)));
    }
    let text = renderer.term_width(WIDTH).render(&[group]);
    // The lines of the source come as they are, but for the oldest control characters.
    text.replace(|c| matches!(c, '\u{80}'..='\u{9F}'), "\u{FFFD}")
}

/// `text` with a picture in place of every character that a terminal would obey or that turns the
/// direction of a line around. Ends of lines and tabulators stay.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    let obeyed = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\t')
            || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(obeyed) {
        return Cow::Borrowed(text);
    }
    let picture = |c: char| match u32::from(c) {
        _ if !obeyed(c) => c,
        code @ 0..=0x1F => char::from_u32(0x2400 + code).unwrap_or('\u{FFFD}'),
        0x7F => '\u{2421}',
        _ => '\u{FFFD}',
    };
    Cow::Owned(text.chars().map(picture).collect())
}

/// The longest line, in bytes, that is shown from its beginning.
const LONG: usize = 4_000;

/// How many bytes of a longer line are shown on either side of what is meant.
const AROUND: usize = 60;

/// What is shown of a source whose lines are too long to be shown whole: the labels near the first,
/// in a stretch of its line. None if the lines are short.
fn excerpt(diagnostic: &Diagnostic, id: SourceId, sources: &Sources) -> Option<Range<usize>> {
    let text = &*sources.get(id).text;
    let mut labels = diagnostic.labels.iter().filter(|label| label.span.source == id);
    let first = labels.next()?.span;
    let long =
        |span: Span| [span.start, span.end].iter().any(|at| sources.line(id, *at).len() > LONG);
    if !long(first) && !labels.any(|label| long(label.span)) {
        return None;
    }
    let line = sources.line(id, first.start);
    let start = text.floor_char_boundary(first.start.saturating_sub(AROUND)).max(line.start);
    let end = first.end.min(first.start + 4 * AROUND) + AROUND;
    Some(start..text.ceil_char_boundary(end.min(text.len())).min(line.end).max(start))
}

/// From the first line of a source that has a label to the last one: the rest is not shown, and to
/// read it for each of many diagnostics would take long.
fn labelled_lines(diagnostic: &Diagnostic, id: SourceId, sources: &Sources) -> (usize, usize) {
    let spans = || diagnostic.labels.iter().map(|label| label.span).filter(|one| one.source == id);
    let first = spans().map(|span| span.start).min().unwrap_or(0);
    let last = spans().map(|span| span.end.max(span.start)).max().unwrap_or(0);
    let end = sources.line(id, last).end;
    let text = &sources.get(id).text;
    let behind = text.get(end..).map_or(0, |rest| usize::from(rest.starts_with('\n')));
    (sources.line(id, first).start, end + behind)
}

/// One snippet for each source that has labels, the primary one first.
fn snippets<'a>(
    diagnostic: &'a Diagnostic,
    sources: &'a Sources,
) -> Vec<(Option<Origin<'a>>, Snippet<'a, annotate_snippets::Annotation<'a>>)> {
    let mut order: Vec<SourceId> = Vec::new();
    for label in &diagnostic.labels {
        if !order.contains(&label.span.source) {
            order.push(label.span.source);
        }
    }
    order
        .into_iter()
        .map(|id| {
            let source = sources.get(id);
            let shown = excerpt(diagnostic, id, sources);
            let is_excerpt = shown.is_some();
            let (from, to) = shown
                .map(|shown| (shown.start, shown.end))
                .unwrap_or_else(|| labelled_lines(diagnostic, id, sources));
            let place = sources.place(Span::new(id, from..from));
            let path = visible(&source.path).replace('\n', "\u{240A}");
            let mut snippet =
                Snippet::source(source.text.get(from..to).unwrap_or("")).line_start(place.line);
            let mut origin = None;
            if is_excerpt {
                // Columns count from the beginning of the line, which is not shown.
                let first = diagnostic.labels.iter().find(|label| label.span.source == id);
                let place = sources.place(first.map_or(Span::new(id, 0..0), |label| label.span));
                origin = Some(Origin::path(path).line(place.line).char_column(place.column));
            } else {
                snippet = snippet.path(path);
            }
            for (index, label) in diagnostic.labels.iter().enumerate() {
                if label.span.source != id || label.span.start < from || label.span.start > to {
                    continue;
                }
                let kind =
                    if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
                let start = source.text.floor_char_boundary(label.span.start);
                let end = source.text.ceil_char_boundary(label.span.end.min(to)).max(start);
                let mut annotation = kind.span(start - from..end - from);
                if !label.text.is_empty() {
                    annotation = annotation.label(visible(&label.text));
                }
                snippet = snippet.annotation(annotation);
            }
            (origin, snippet)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::Style;
    use super::render;
    use crate::diagnostics::Code;
    use crate::diagnostics::Diagnostic;
    use crate::diagnostics::Sources;
    use crate::diagnostics::Span;
    use expect_test::expect;

    #[test]
    fn nothing_of_the_author_reaches_a_terminal_as_a_command() {
        let mut sources = Sources::default();
        let id = sources.add("content/\n\u{1B}[2Ja.md", "a \u{1B}[31m b \u{9B}31m c \u{202E}12\n");
        let diagnostic = Diagnostic::error(Code::ValueWrong, "`\u{1B}[31m` and `\u{202E}12`")
            .label(Span::new(id, 0..1), "\u{7}")
            .help("\u{7F}\u{9B}");
        let text = render(&diagnostic, &sources, Style::Plain);
        let obeyed = |c: char| c.is_control() && c != '\n' || c == '\u{202E}';
        assert!(!text.contains(obeyed), "{text:?}");
        assert!(text.contains("`\u{241B}[31m`"), "{text}");
    }

    #[test]
    fn both_ends_of_a_wrong_value_are_shown() {
        let mut sources = Sources::default();
        let id = sources.add("content/a.md", "It is worth [67](=maundy(6,360)).\n");
        let diagnostic = Diagnostic::error(Code::ValueWrong, "`maundy(6,360)` is 66, not 67")
            .label(Span::new(id, 13..15), "stated here")
            .label(Span::new(id, 18..31), "is 66")
            .help("write 66");
        expect![[r#"
            error[value::wrong]: `maundy(6,360)` is 66, not 67
             --> content/a.md:1:14
              |
            1 | It is worth [67](=maundy(6,360)).
              |              ^^   ------------- is 66
              |              |
              |              stated here
              |
              = help: write 66"#]]
        .assert_eq(&render(&diagnostic, &sources, Style::Plain));
    }

    #[test]
    fn of_a_line_without_measure_only_the_place_is_shown() {
        let mut sources = Sources::default();
        let text = format!("one\n{}here{}\n", "Ω, ".repeat(2_000), " and on".repeat(100_000));
        let id = sources.add("content/a.md", text.as_str());
        let at = text.find("here").unwrap();
        let diagnostic = Diagnostic::error(Code::ValueWrong, "it is wrong")
            .label(Span::new(id, at..at + 4), "stated here")
            .label(Span::new(id, text.len() - 2..text.len() - 1), "far away");
        let text = render(&diagnostic, &sources, Style::Plain);
        assert!(text.contains(" --> content/a.md:2:6001\n"), "{text}");
        assert!(text.contains("^^^^ stated here"), "{text}");
        assert!(text.len() < 600, "{text}");
    }
}

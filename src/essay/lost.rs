//! Nothing is lost: whatever the Markdown parser would drop or change in silence is an error.

use std::collections::HashSet;
use std::ops::Range;

use pulldown_cmark::Event;
use pulldown_cmark::Tag;

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::essay::builder::Builder;
use crate::essay::builder::cut;
use crate::essay::markdown::Placed;
use crate::essay::markdown::Walker;
use crate::essay::model::Context;
use crate::essay::model::INSET;
use crate::essay::model::Inset;
use crate::essay::model::Paragraph;

/// A link reference definition.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    /// Its label.
    pub(crate) label: String,
    /// Its bytes in the fragment.
    pub(crate) range: Range<usize>,
    /// Whether its address begins with `=`.
    pub(crate) binds: bool,
}

/// Reports text between the blocks of a fragment that no event speaks of and that is no
/// definition that counts: a second definition of a label.
pub(crate) fn gaps(
    walker: &mut Walker<'_, '_, '_>,
    events: &[Placed<'_>],
    definitions: &[Definition],
) {
    let mut known: Vec<&Range<usize>> = definitions.iter().map(|one| &one.range).collect();
    known.sort_by_key(|range| range.start);
    let mut lost = Vec::new();
    let mut at = 0;
    let end = walker.text.len()..walker.text.len();
    for range in events.iter().map(|(_, range)| range).chain([&end]) {
        if range.start > at {
            let mut from = at;
            let first = known.partition_point(|definition| definition.end <= at);
            let inside = known.get(first..).unwrap_or(&[]);
            let inside = inside.iter().take_while(|definition| definition.start < range.start);
            for definition in inside {
                lost.push(from..definition.start.max(from));
                from = definition.end.max(from);
            }
            lost.push(from..range.start.max(from));
        }
        at = at.max(range.end);
    }
    for range in lost {
        let raw = walker.raw(&range);
        let text = raw.trim();
        // White space and the byte-order mark are no text, and a code block's lines end anywhere.
        if text.trim_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}').is_empty() {
            continue;
        }
        let start = range.start + (raw.len() - raw.trim_start().len());
        let line = text.lines().next().unwrap_or(text);
        walker.error(
            Code::LostDefinition,
            &(start..start + line.len()),
            format!("`{line}` would be dropped"),
            "a link definition counts once and where it is used; put a backslash before its bracket \
             if it is text",
        );
    }
}

/// Reports definitions that bind, and those that no link used.
pub(crate) fn unused(walker: &mut Walker<'_, '_, '_>, definitions: &[Definition]) {
    let fold = |label: &str| label.to_lowercase();
    let used: HashSet<String> = walker.used.iter().map(|label| fold(label)).collect();
    for definition in definitions {
        let raw = walker.raw(&definition.range).trim().to_owned();
        let line = raw.lines().next().unwrap_or("").to_owned();
        if definition.binds {
            walker.error(
                Code::BindingMisplaced,
                &definition.range,
                format!("`{line}` defines a link address that begins with `=`"),
                "write a checked value as `[66](=expression)`",
            );
        } else if !used.contains(&fold(&definition.label)) {
            walker.error(
                Code::LostDefinition,
                &definition.range,
                format!("`{line}` would be dropped: no link uses it"),
                "take it away, or put a backslash before its bracket if it is text",
            );
        }
    }
}

/// Reports footnotes that nothing refers to. (A reference to a footnote that is not there stays as
/// text, and is found there.)
pub(crate) fn footnotes(walker: &mut Walker<'_, '_, '_>, events: &[Placed<'_>]) {
    let mut used: HashSet<&str> = HashSet::new();
    let mut defined: Vec<(&str, &Range<usize>)> = Vec::new();
    for (event, range) in events {
        match event {
            Event::FootnoteReference(label) => {
                used.insert(label);
            }
            Event::Start(Tag::FootnoteDefinition(label)) => defined.push((label, range)),
            _ => {}
        }
    }
    let mut seen: HashSet<&str> = HashSet::new();
    for (label, range) in defined {
        let place = range.start..range.start + label.len() + 4;
        if !seen.insert(label) {
            walker.error(
                Code::LostFootnote,
                &place,
                format!("the footnote `{label}` stands twice"),
                "give one of them another label",
            );
        } else if !used.contains(label) {
            walker.error(
                Code::LostFootnote,
                &place,
                format!("nothing refers to the footnote `{label}`"),
                "refer to it in the text as `[^label]`, or take it away",
            );
        }
    }
}

/// Reports the text of a paragraph that was meant as something else: a link or binding that is
/// none, an id that labels nothing, a footnote that is not there, a formula that touches digits.
pub(crate) fn check_text(builder: &mut Builder<'_>, paragraph: &Paragraph) {
    let text = paragraph.text.as_str();
    links(builder, paragraph, text);
    for (at, _) in text.match_indices("{#") {
        let end = cut(text, at..text.len()).find('}').map_or(text.len(), |close| at + close + 1);
        let place = paragraph.source_of(at..end);
        builder.error(
            Code::ReferenceStrayId,
            place.range(),
            format!("`{}` labels nothing", cut(text, at..end)),
            "an id stands at the end of a heading or right behind a display formula",
        );
    }
    for (at, _) in text.match_indices("[^") {
        let Some(close) = cut(text, at..text.len()).find(']') else { continue };
        let place = paragraph.source_of(at..at + close + 1);
        let raw = builder.cut(place.range());
        if raw.starts_with("[^") && !raw.contains(char::is_whitespace) && close > 2 {
            let message = format!("there is no footnote `{raw}`");
            let help = "define it at the margin as `[^label]: text`";
            builder.error(Code::LostFootnote, place.range(), message, help);
        }
    }
    for &(at, inset) in &paragraph.insets {
        if matches!(inset, Inset::Formula(_)) {
            let before = cut(text, 0..at).chars().next_back();
            let after = cut(text, at + INSET.len_utf8()..text.len()).chars().next();
            if before.is_some_and(char::is_alphanumeric)
                || after.is_some_and(|c| c.is_ascii_digit())
            {
                let place = paragraph.source_of(at..at + INSET.len_utf8());
                let message = format!(
                    "the formula `{}` touches a word or a digit",
                    builder.cut(place.range())
                );
                let help = "put a space between, or write `\\$` for a price";
                builder.error(Code::LostDollar, place.range(), message, help);
            }
        }
    }
}

/// Reports `](` that is left in text.
fn links(builder: &mut Builder<'_>, paragraph: &Paragraph, text: &str) {
    for (at, _) in text.match_indices("](") {
        let place = paragraph.source_of(at..at + 2);
        if builder.cut(place.range()) != "]("
            || builder.cut(place.start.saturating_sub(1)..place.start) == "\\"
        {
            continue;
        }
        let rest = builder.cut(place.start..paragraph.span.end.max(place.end));
        let rest = cut(rest, 0..rest.floor_char_boundary(LONGEST));
        let line = rest.lines().next().unwrap_or(rest);
        let end = place.start + closing(line);
        let binds = line.starts_with("](=") || line.starts_with("](<=");
        let (message, help) = if binds {
            let shown = cut(text, 0..at).rfind('[').unwrap_or(at);
            builder.told.push(paragraph.source_of(shown..at).start..end);
            let message = format!("`{}` is no binding as it stands", builder.cut(place.start..end));
            let address = cut(line, 2..end - place.start);
            let help = if line.starts_with("](<=") {
                "between angle brackets `<`, `>` and line breaks cannot stand: write `≤`, `≥`, or \
                 the expression in quotes, as in `[66](= \"m < n\")`"
            } else if !address.contains(char::is_whitespace) {
                "what is shown stands between brackets before it, without links or other bindings; \
                 write `\\](` if it is text"
            } else {
                "a space ends the address: write `(<=…>)`, or quotes, as in `[66](= \"1 + 2\")`"
            };
            (message, help)
        } else {
            let message = format!("`{}` is no link as it stands", builder.cut(place.start..end));
            let help = "a link holds no other link or checked value, and its address no spaces; \
                        write `\\]` if it is text";
            (message, help)
        };
        builder.error(Code::LostLink, place.start..end, message, help);
    }
}

/// The most bytes of a failed link that are shown.
const LONGEST: usize = 200;

/// Where the bracket ends that `](` opens at the start of `line`.
fn closing(line: &str) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in line.bytes().enumerate().take(LONGEST) {
        match byte {
            b'(' => depth += 1,
            b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    line.floor_char_boundary(LONGEST)
}

/// Reports dollars that stand in the text `raw` at byte `from` of the fragment.
pub(crate) fn dollars(walker: &mut Walker<'_, '_, '_>, raw: &str, from: usize) {
    for (offset, _) in raw.match_indices('$') {
        let at = from + offset;
        let escaped = offset == 0 && cut(walker.text, at.saturating_sub(1)..at) == "\\";
        // The second of a pair is reported with the first.
        let second = cut(walker.text, at.saturating_sub(1)..at) == "$";
        if escaped || second {
            continue;
        }
        let pair = cut(walker.text, at..at + 2) == "$$";
        let (end, help) = if pair {
            (
                at + 2,
                "a display formula holds no empty line and no line that begins a list, a \
                      heading or a quotation; a ```` ```math ```` fence has no such trap",
            )
        } else {
            (at + 1, "write `\\$` for a price; a formula has no space inside its dollars")
        };
        walker.error(
            Code::LostDollar,
            &(at..end),
            format!("`{}` begins or ends no formula", if pair { "$$" } else { "$" }),
            help,
        );
    }
}

/// Reports text that begins a line with a bar.
pub(crate) fn bars(walker: &mut Walker<'_, '_, '_>, raw: &str, range: &Range<usize>) {
    let escaped = cut(walker.text, range.start.saturating_sub(1)..range.start) == "\\";
    if raw.starts_with('|') && !escaped && !matches!(walker.context(), Context::TableCell(_)) {
        let rest = cut(walker.text, range.start..walker.text.len());
        let line = rest.lines().next().unwrap_or(rest);
        walker.error(
            Code::LostTable,
            &(range.start..range.start + line.len()),
            format!("`{line}` is no row of a table"),
            "a table has a header, a line of hyphens with as many cells, and no empty line between \
             its rows; write `\\|` if it is text",
        );
    }
}

/// Reports a row of a table with more cells than `columns`.
pub(crate) fn row(walker: &mut Walker<'_, '_, '_>, range: &Range<usize>, columns: usize) {
    let raw = walker.raw(range);
    let line = raw.trim();
    let mut cells = 1_usize;
    let mut escaped = false;
    for byte in line.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'|' => cells += 1,
            _ => {}
        }
    }
    if line.starts_with('|') {
        cells -= 1;
    }
    if line.ends_with('|') && !line.ends_with("\\|") && line.len() > 1 {
        cells -= 1;
    }
    if cells > columns {
        let start = range.start + (raw.len() - raw.trim_start().len());
        walker.error(
            Code::LostTableRow,
            &(start..start + line.len()),
            format!(
                "this row has {cells} cells and its header {columns}: the last would be dropped"
            ),
            "in mathematics write `\\mid`, `\\vert` or `\\Vert` for a bar; elsewhere `\\|`",
        );
    }
}

/// Reports HTML in a paragraph, comments excepted.
pub(crate) fn html(walker: &mut Walker<'_, '_, '_>, range: &Range<usize>) {
    let raw = walker.raw(range);
    if !(raw.starts_with("<!--") && raw.ends_with("-->")) {
        tag(walker, raw, range);
    }
}

/// Reports a block of HTML that is more than comments.
pub(crate) fn html_block(walker: &mut Walker<'_, '_, '_>, range: &Range<usize>) {
    let raw = walker.raw(range);
    let mut rest = raw.trim();
    while let Some(comment) = rest.strip_prefix("<!--") {
        let Some(end) = comment.find("-->") else { break };
        rest = cut(comment, end + 3..comment.len()).trim_start();
    }
    if !rest.is_empty() {
        let offset = raw.trim_end().len() - rest.len();
        let line = rest.lines().next().unwrap_or(rest);
        tag(walker, line, &(range.start + offset..range.start + offset + line.len()));
    }
}

/// Reports the HTML `raw` at `range`.
fn tag(walker: &mut Walker<'_, '_, '_>, raw: &str, range: &Range<usize>) {
    walker.error(
        Code::LostHtml,
        range,
        format!("`{raw}` is HTML, which essays do not hold"),
        "say it in Markdown, or write `\\<` if it is text",
    );
}

/// Reports a fence that is not closed.
pub(crate) fn fence(walker: &mut Walker<'_, '_, '_>, range: &Range<usize>) {
    let raw = walker.raw(range);
    let bare = |line: &str| line.trim_start_matches([' ', '\t', '>']).trim_end().to_owned();
    let mut lines = raw.trim_end().lines();
    let first = bare(lines.next().unwrap_or(""));
    let Some(mark) = first.chars().next() else { return };
    let length = first.chars().take_while(|c| *c == mark).count();
    let last = lines.next_back().map(bare).unwrap_or_default();
    let closed = last.chars().count() >= length && last.chars().all(|c| c == mark);
    if !closed {
        let end = range.start + raw.lines().next().map_or(0, str::len);
        walker.error(
            Code::LostFence,
            &(range.start..end),
            "the fence is not closed".to_owned(),
            "close it with a line of as many fence characters",
        );
    }
}

/// Reports an ordered list whose numbers the page would not show as they are typed: not all alike
/// and not in steps of one.
pub(crate) fn list_numbers(walker: &mut Walker<'_, '_, '_>, events: &[Placed<'_>], index: usize) {
    let mut depth = 0_usize;
    let mut numbers: Vec<(u64, Range<usize>)> = Vec::new();
    for (event, range) in events.get(index..).unwrap_or(&[]) {
        match event {
            Event::Start(Tag::List(_)) => depth += 1,
            Event::End(pulldown_cmark::TagEnd::List(_)) => {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            }
            Event::Start(Tag::Item) if depth == 1 => {
                let raw = walker.raw(range);
                let digits = raw.find(|c: char| !c.is_ascii_digit()).unwrap_or(raw.len());
                if let Ok(number) = cut(raw, 0..digits).parse() {
                    numbers.push((number, range.start..range.start + digits));
                }
            }
            _ => {}
        }
    }
    let Some((first, _)) = numbers.first() else { return };
    if numbers.iter().all(|(number, _)| number == first) {
        return;
    }
    let expected = (*first..).zip(&numbers).find(|(expected, (number, _))| expected != number);
    if let Some((expected, (number, place))) = expected {
        let span = walker.builder.span(walker.absolute(place));
        walker.builder.sink.push(
            Diagnostic::error(
                Code::LostList,
                format!("the item numbered {number} would be shown as {expected}"),
            )
            .label(span, "")
            .help("number the items of a list in order, or all alike"),
        );
    }
}

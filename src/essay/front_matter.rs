//! The front matter: cut off here, so that `---` further down is a rule, and read with a place for
//! every value.

use std::ops::Range;

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::nearest;
use crate::essay::builder::Builder;
use crate::essay::builder::cut as slice;
use crate::essay::fields;
use crate::essay::markdown;
use crate::essay::markdown::Rules;
use crate::essay::model::Context;
use crate::essay::model::Fragment;
use crate::essay::model::Text;
use crate::essay::yaml;
use crate::essay::yaml::Node;
use crate::essay::yaml::Placed;

/// The keys of the front matter.
pub(crate) const KEYS: &[&str] = &[
    "title",
    "description",
    "date",
    "updated",
    "draft",
    "rung",
    "use",
    "authors",
    "aliases",
    "audit",
    "notation",
    "numerals",
];

/// Settings of the audit.
const AUDIT: &[&str] = &["strict", "warn", "off"];

/// Reads the front matter and returns the bytes of the page that follow it.
pub(crate) fn cut(builder: &mut Builder<'_>) -> Range<usize> {
    let text = builder.text;
    let start = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let mut lines = fields::lines(slice(text, start..text.len()), start);
    let is_fence = |line: &str| line.trim_end() == "---";
    let Some((_, first)) = lines.next().filter(|(_, line)| is_fence(line)) else {
        let line = slice(text, start..text.len()).lines().next().map_or(0, str::len);
        no_title(builder, start..start + line);
        return start..text.len();
    };
    let opening = start..start + first.len();
    let mut inside = None;
    for (at, line) in lines {
        let from = *inside.get_or_insert(at);
        if is_fence(line) {
            let rest = slice(text, at..text.len());
            let end = at + rest.find('\n').map_or(rest.len(), |newline| newline + 1);
            builder.essay.front.span = Some(builder.span(start..end));
            read(builder, from..at, opening);
            return end..text.len();
        }
    }
    builder.error(
        Code::FrontUnclosed,
        opening,
        "the front matter is not closed",
        "end it with a line `---`",
    );
    text.len()..text.len()
}

/// Reports a page without a title.
fn no_title(builder: &mut Builder<'_>, place: Range<usize>) {
    builder.error(
        Code::FrontNoTitle,
        place,
        "the page has no title",
        "begin it with a line `---`, `title: …` and a line `---`",
    );
}

/// Reads the YAML at the bytes `range` of the page.
fn read(builder: &mut Builder<'_>, range: Range<usize>, opening: Range<usize>) {
    let text = builder.cut(range.clone());
    let root = match yaml::read(text) {
        Ok(root) => root,
        Err(error) => {
            let at = range.start + error.at;
            let line = slice(text, error.at..text.len()).lines().next().unwrap_or("");
            let end = at + line.chars().next().map_or(0, char::len_utf8);
            builder.error(
                Code::FrontSyntax,
                at..end,
                format!("the front matter is not YAML: {}", error.message),
                error.help,
            );
            return;
        }
    };
    let entries = match root.value {
        Node::Map(entries) => entries,
        Node::Null => Vec::new(),
        Node::Scalar(_) | Node::List(_) => {
            builder.error(
                Code::FrontBadValue,
                range,
                "the front matter is no list of `key: value` lines",
                "write one key a line, as in `title: The size of a cake`",
            );
            return;
        }
    };
    let mut seen: Vec<(String, Range<usize>)> = Vec::new();
    let mut reader = Reader { builder, text, base: range.start };
    for (key, value) in &entries {
        let place = reader.place(key);
        let name = key.value.as_str();
        if !KEYS.contains(&name) {
            reader.unknown(name, place);
            continue;
        }
        if let Some((_, first)) = seen.iter().find(|(seen, _)| seen == name) {
            let first = reader.builder.span(first.clone());
            let again = reader.builder.span(place);
            reader.builder.sink.push(
                Diagnostic::error(Code::FrontDuplicateKey, format!("`{name}` stands twice"))
                    .label(again, "again here")
                    .label(first, "first here")
                    .help("keep one of the two"),
            );
            continue;
        }
        seen.push((name.to_owned(), place.clone()));
        reader.entry(name, place, value);
    }
    if !seen.iter().any(|(name, _)| name == "title") {
        no_title(builder, opening);
    }
}

/// Reads values of the front matter into the essay.
struct Reader<'r, 'a> {
    builder: &'r mut Builder<'a>,
    /// The YAML.
    text: &'a str,
    /// Where it begins in the page.
    base: usize,
}

impl Reader<'_, '_> {
    /// The bytes of the page where `value` stands, quotes included.
    fn place<T>(&self, value: &serde_yaml::Spanned<T>) -> Range<usize> {
        let range = yaml::range(value, self.text);
        self.base + range.start..self.base + range.end
    }

    /// Reports a key that is none.
    fn unknown(&mut self, name: &str, place: Range<usize>) {
        let help = match nearest(name, KEYS.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the keys are {}", fields::list(KEYS)),
        };
        let message = format!("the front matter has no key `{name}`");
        self.builder.error(Code::FrontUnknownKey, place, message, help);
    }

    /// Reads one entry; `key` is where its name stands.
    fn entry(&mut self, name: &str, key: Range<usize>, value: &Placed) {
        if matches!(value.value, Node::Null) {
            let message = format!("`{name}` has no value");
            let help = "write one behind the colon, or take the line away";
            self.builder.error(Code::FrontBadValue, key, message, help);
            return;
        }
        match name {
            "title" => self.builder.essay.front.title = self.fragment(name, value, Context::Title),
            "description" => {
                let fragment = self.fragment(name, value, Context::Description);
                self.builder.essay.front.description = fragment;
            }
            "date" => self.builder.essay.front.date = self.date(name, value),
            "updated" => self.builder.essay.front.updated = self.date(name, value),
            "draft" => {
                if let Some(text) = self.word(name, value, &["true", "false"]) {
                    self.builder.essay.front.draft = text.text == "true";
                }
            }
            "rung" => self.rung(value),
            "use" => self.builder.essay.front.uses = self.list(name, value),
            "authors" => self.builder.essay.front.authors = self.list(name, value),
            "aliases" => self.builder.essay.front.aliases = self.list(name, value),
            "audit" => self.builder.essay.front.audit = self.word(name, value, AUDIT),
            "notation" => self.builder.essay.front.notation = self.map(name, value),
            "numerals" => self.builder.essay.front.numerals = self.map(name, value),
            _ => {}
        }
    }

    /// A value that is a run of Markdown.
    fn fragment(&mut self, name: &str, value: &Placed, context: Context) -> Option<Fragment> {
        let Node::Scalar(_) = value.value else {
            self.bad(name, value, "a text");
            return None;
        };
        let place = self.place(value);
        let raw = self.builder.cut(place.clone());
        let block = self.is_block(&place);
        if !block && is_quoted(raw, '\'') {
            let inside = place.start + 1..place.end - 1;
            let text = self.builder.cut(inside.clone());
            if text.contains("''") {
                let text = text.replace("''", "\\'");
                let rules = (context, Rules::Line);
                return Some(markdown::stand_in(self.builder, &text, inside.start, rules));
            }
            return Some(markdown::fragment(self.builder, inside, context, Rules::Line));
        }
        if ["\\", "](=", "](<=", "`="].iter().any(|sign| raw.contains(sign)) {
            self.builder.error(
                Code::FrontQuotes,
                place,
                format!("`{name}` holds a binding or a backslash and is not in single quotes"),
                "put the value in single quotes, and double each apostrophe in it",
            );
            return None;
        }
        let inside = if !block && is_quoted(raw, '"') {
            place.start + 1..place.end - 1
        } else {
            place.start..place.start + raw.trim_end().len()
        };
        Some(markdown::fragment(self.builder, inside, context, Rules::Line))
    }

    /// Whether a value that begins at `place` is a block under a line that ends in `|` or `>`.
    fn is_block(&self, place: &Range<usize>) -> bool {
        let before = self.builder.cut(self.base..place.start).trim_end_matches(' ');
        let Some(header) = before.strip_suffix('\n') else { return false };
        header.trim_end().trim_end_matches(['+', '-']).ends_with(['|', '>'])
    }

    /// A value that is one word or text, without its quotes.
    fn scalar(&mut self, name: &str, value: &Placed) -> Option<Text> {
        let Node::Scalar(read) = &value.value else {
            self.bad(name, value, "a text");
            return None;
        };
        let place = self.place(value);
        let raw = self.builder.cut(place.clone());
        let quoted = raw.len() >= 2 && raw.starts_with(['\'', '"']);
        let place = if quoted { place.start + 1..place.end - 1 } else { place };
        // YAML reads `1_000` as a number and `yes` as true: what the author wrote counts.
        let plain = !raw.starts_with(['\'', '"', '|', '>', '*', '&', '!']);
        let text = if plain { raw.to_owned() } else { read.clone() };
        Some(Text { text, span: self.builder.span(place) })
    }

    /// A value that is one of `words`.
    fn word(&mut self, name: &str, value: &Placed, words: &[&str]) -> Option<Text> {
        let text = self.scalar(name, value)?;
        if words.contains(&text.text.as_str()) {
            return Some(text);
        }
        let help = match nearest(&text.text, words.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("it is one of {}", fields::list(words)),
        };
        let message = format!("`{name}` is `{}`", text.text);
        self.builder.error(Code::FrontBadValue, text.span.range(), message, help);
        None
    }

    /// A value that is a date.
    fn date(&mut self, name: &str, value: &Placed) -> Option<Text> {
        let text = self.scalar(name, value)?;
        let strict = text.text.len() == 10 && text.text.is_ascii();
        if strict && text.text.parse::<jiff::civil::Date>().is_ok() {
            return Some(text);
        }
        let message = format!("`{name}` is `{}`, which is no day of the calendar", text.text);
        let help = "write year, month and day as in `2026-11-29`";
        self.builder.error(Code::FrontBadValue, text.span.range(), message, help);
        None
    }

    /// The place on the ladder.
    fn rung(&mut self, value: &Placed) {
        let Some(text) = self.scalar("rung", value) else { return };
        match text.text.parse::<u32>() {
            Ok(rung) if rung > 0 => self.builder.essay.front.rung = Some((rung, text.span)),
            _ => {
                let message = format!("`rung` is `{}`", text.text);
                let help = "it is a whole number from 1";
                self.builder.error(Code::FrontBadValue, text.span.range(), message, help);
            }
        }
    }

    /// A value that is a list of texts; one text stands for a list of one.
    fn list(&mut self, name: &str, value: &Placed) -> Vec<Text> {
        match &value.value {
            Node::List(items) => items.iter().filter_map(|item| self.scalar(name, item)).collect(),
            Node::Scalar(_) => self.scalar(name, value).into_iter().collect(),
            Node::Null | Node::Map(_) => {
                self.bad(name, value, "a list, as in `[cakes]`");
                Vec::new()
            }
        }
    }

    /// A value that maps texts to texts.
    fn map(&mut self, name: &str, value: &Placed) -> Vec<(Text, Text)> {
        let Node::Map(entries) = &value.value else {
            self.bad(name, value, "a map, as in `{V: maundy}`");
            return Vec::new();
        };
        let mut map: Vec<(Text, Text)> = Vec::new();
        for (key, value) in entries {
            let place = self.place(key);
            let raw = self.builder.cut(place.clone());
            let quoted = raw.len() >= 2 && raw.starts_with(['\'', '"']);
            let place = if quoted { place.start + 1..place.end - 1 } else { place };
            let key = Text { text: key.value.clone(), span: self.builder.span(place) };
            if let Some((first, _)) = map.iter().find(|(first, _)| first.text == key.text) {
                let message = format!("`{}` stands twice in `{name}`", key.text);
                let diagnostic = Diagnostic::error(Code::FrontDuplicateKey, message)
                    .label(key.span, "again here")
                    .label(first.span, "first here")
                    .help("keep one of the two");
                self.builder.sink.push(diagnostic);
                continue;
            }
            if let Some(value) = self.scalar(name, value) {
                map.push((key, value));
            }
        }
        map
    }

    /// Reports a value of the wrong kind.
    fn bad(&mut self, name: &str, value: &Placed, wanted: &str) {
        let mut place = self.place(value);
        if place.is_empty() {
            // A map has no length of its own: its first key stands for it.
            place.end = (place.start + 1).min(self.base + self.text.len());
            place.end = self.builder.text.ceil_char_boundary(place.end);
        }
        let message = format!("the value of `{name}` is not {wanted}");
        self.builder.error(Code::FrontBadValue, place, message, format!("write {wanted}"));
    }
}

/// Whether `raw` stands between two of `quote`.
fn is_quoted(raw: &str, quote: char) -> bool {
    raw.len() >= 2 && raw.starts_with(quote) && raw.ends_with(quote)
}

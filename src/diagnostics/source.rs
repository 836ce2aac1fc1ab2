//! Sources and places in them.

use std::ops::Range;
use std::sync::Arc;
use std::sync::OnceLock;

/// Which source of a run, in the order of their paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(pub u32);

/// A run of bytes in a source; both ends lie on character boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Which source.
    pub source: SourceId,
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The bytes `range` of `source`.
    #[must_use]
    pub fn new(source: SourceId, range: Range<usize>) -> Self {
        Self { source, start: range.start, end: range.end }
    }

    /// The byte range alone.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// The part of this span given by `range`, counted in bytes from its start.
    #[must_use]
    pub fn part(self, range: Range<usize>) -> Self {
        Self { source: self.source, start: self.start + range.start, end: self.start + range.end }
    }

    /// Whether `other` lies within this span.
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }
}

/// A text that an author wrote: an essay, a library of definitions, `site.toml`, a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path from the site's root, parts separated by `/`.
    pub path: String,
    /// The whole text.
    pub text: Arc<str>,
}

/// A place as a person counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

/// All texts of a run.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    sources: Vec<Source>,
    /// What was counted of each, once a place in it was asked for.
    counts: Vec<OnceLock<Counts>>,
}

/// How many bytes lie between two counts.
const STEP: usize = 1_024;

/// What has been counted of a text once, so that no place takes long to find, be its line ever so
/// long.
#[derive(Clone, Debug, Default)]
struct Counts {
    /// The first byte of each line.
    lines: Vec<usize>,
    /// How many characters begin before every multiple of [`STEP`] bytes.
    characters: Vec<usize>,
}

impl Counts {
    fn new(text: &str) -> Self {
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(newlines.map(|(at, _)| at + 1)).collect();
        let mut characters = vec![0];
        let mut before = 0;
        for chunk in text.as_bytes().chunks(STEP) {
            before += chunk.iter().filter(|byte| begins_character(**byte)).count();
            characters.push(before);
        }
        Self { lines, characters }
    }

    /// How many characters begin before byte `at`.
    fn before(&self, text: &str, at: usize) -> usize {
        let step = at / STEP;
        let rest = text.as_bytes().get(step * STEP..at).unwrap_or(&[]);
        let counted = self.characters.get(step).copied().unwrap_or(0);
        counted + rest.iter().filter(|byte| begins_character(**byte)).count()
    }

    fn place(&self, text: &str, at: usize) -> Place {
        let at = text.floor_char_boundary(at.min(text.len()));
        let line = self.lines.partition_point(|start| *start <= at).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or(0);
        Place { line, column: self.before(text, at) - self.before(text, start) + 1 }
    }
}

/// Whether a character of UTF-8 begins with `byte`.
fn begins_character(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

impl Sources {
    /// Adds a text and returns its id. Ids follow the order of adding: add in the order of paths.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        let id = SourceId(u32::try_from(self.sources.len()).expect("fewer than 2^32 sources"));
        self.sources.push(Source { path: path.into(), text: text.into() });
        self.counts.push(OnceLock::new());
        id
    }

    /// The source with this id.
    #[must_use]
    pub fn get(&self, id: SourceId) -> &Source {
        &self.sources[id.0 as usize]
    }

    /// The text of `span`, cut to what is there.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.get(span.source).text.get(span.range()).unwrap_or("")
    }

    /// Where `span` begins.
    ///
    /// # Cost
    ///
    /// That of a search among the lines; the length of the text does not matter.
    #[must_use]
    pub fn place(&self, span: Span) -> Place {
        self.counts(span.source).place(&self.get(span.source).text, span.start)
    }

    fn counts(&self, id: SourceId) -> &Counts {
        self.counts[id.0 as usize].get_or_init(|| Counts::new(&self.get(id).text))
    }

    /// The bytes of the line in which byte `at` of a source lies, without its end.
    pub(crate) fn line(&self, id: SourceId, at: usize) -> Range<usize> {
        let (text, counts) = (&self.get(id).text, self.counts(id));
        let next = counts.lines.partition_point(|start| *start <= at).max(1);
        let start = counts.lines.get(next - 1).copied().unwrap_or(0);
        let end = counts.lines.get(next).map_or(text.len(), |start| start - 1);
        start..end.max(start)
    }

    /// All sources with their ids, in the order of ids.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        (0..).map(SourceId).zip(&self.sources)
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::Sources;
    use super::Span;

    #[test]
    fn columns_count_characters_from_one() {
        let mut sources = Sources::default();
        let id = sources.add("a.md", "one\nΩ two\n");
        let place = sources.place(Span::new(id, 7..10));
        assert_eq!((place.line, place.column), (2, 3));
    }

    #[test]
    fn lines_begin_behind_their_breaks_and_places_beyond_the_end_are_the_end() {
        let mut sources = Sources::default();
        let id = sources.add("a.md", "a\n\nbé\n");
        let places = [(0, 1, 1), (1, 1, 2), (2, 2, 1), (3, 3, 1), (6, 3, 3), (7, 4, 1), (99, 4, 1)];
        for (at, line, column) in places {
            let place = sources.place(Span::new(id, at..at));
            assert_eq!((place.line, place.column), (line, column), "{at}");
        }
    }

    #[test]
    fn places_of_long_and_short_lines_are_those_that_are_counted_one_by_one() {
        let text = format!("é\n{}\n\n{}", "aΩ€".repeat(1_000), "b\n".repeat(700));
        let mut sources = Sources::default();
        let id = sources.add("a.md", text.as_str());
        for at in (0..=text.len() + 2).step_by(7) {
            let before = &text[..text.floor_char_boundary(at.min(text.len()))];
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
            let place = sources.place(Span::new(id, at..at));
            assert_eq!((place.line, place.column), (line, column), "{at}");
        }
        assert_eq!(sources.line(id, 0), 0..2);
        assert_eq!(sources.line(id, 5), 3..6_003);
    }
}

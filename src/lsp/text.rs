//! Places as editors count them: lines from 0, and in a line UTF-16 code units (or bytes, if the
//! editor prefers them).

use lsp_types::Position;
use lsp_types::Range;

/// What a column counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, which every editor understands.
    Utf16,
}

/// A text and where its lines begin. A line ends at a line feed, a carriage return, or both.
pub(crate) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
    encoding: Encoding,
}

impl<'t> Lines<'t> {
    /// Finds the lines of `text`.
    pub(crate) fn new(text: &'t str, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let ends = (0..bytes.len()).filter(|&at| {
            bytes[at] == b'\n' || (bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'))
        });
        let starts = std::iter::once(0).chain(ends.map(|at| at + 1)).collect();
        Self { text, starts, encoding }
    }

    /// Where byte `at` stands; a byte within a character stands where the character begins, one
    /// beyond the text at its end.
    pub(crate) fn position(&self, at: usize) -> Position {
        let at = self.text.floor_char_boundary(at.min(self.text.len()));
        let line = self.starts.partition_point(|start| *start <= at) - 1;
        let before = &self.text[self.starts[line]..at];
        let units = match self.encoding {
            Encoding::Utf8 => before.len(),
            Encoding::Utf16 => before.encode_utf16().count(),
        };
        Position { line: saturated(line), character: saturated(units) }
    }

    /// The byte at `position`; beyond the end of a line the line's end, beyond the text its end.
    pub(crate) fn byte(&self, position: Position) -> usize {
        let line = usize::try_from(position.line).unwrap_or(usize::MAX);
        let Some(&start) = self.starts.get(line) else { return self.text.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        let content = self.text[start..end].trim_end_matches(['\n', '\r']);
        let wanted = usize::try_from(position.character).unwrap_or(usize::MAX);
        let mut units = 0;
        for (at, character) in content.char_indices() {
            let width = match self.encoding {
                Encoding::Utf8 => character.len_utf8(),
                Encoding::Utf16 => character.len_utf16(),
            };
            if units + width > wanted {
                return start + at;
            }
            units += width;
        }
        start + content.len()
    }

    /// The bytes `range` as positions.
    pub(crate) fn range(&self, range: std::ops::Range<usize>) -> Range {
        Range { start: self.position(range.start), end: self.position(range.end.max(range.start)) }
    }
}

fn saturated(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::Encoding;
    use super::Lines;
    use lsp_types::Position;
    use proptest::prelude::*;

    const TEXT: &str = "aΩ𝟙z\r\nb\rc\n";

    fn check(encoding: Encoding, byte: usize, line: u32, character: u32) {
        let lines = Lines::new(TEXT, encoding);
        let position = Position { line, character };
        assert_eq!(lines.position(byte), position, "byte {byte} in {encoding:?}");
        assert_eq!(lines.byte(position), byte, "{position:?} in {encoding:?}");
    }

    #[test]
    fn columns_count_code_units() {
        // Ω takes two bytes and one unit of UTF-16, 𝟙 four bytes and two units.
        for (byte, character) in [(0, 0), (1, 1), (3, 2), (7, 4), (8, 5)] {
            check(Encoding::Utf16, byte, 0, character);
        }
        for byte in [0, 1, 3, 7, 8] {
            check(Encoding::Utf8, byte, 0, u32::try_from(byte).unwrap());
        }
    }

    #[test]
    fn a_line_ends_at_a_feed_a_return_or_both() {
        check(Encoding::Utf16, 10, 1, 0);
        check(Encoding::Utf16, 12, 2, 0);
        check(Encoding::Utf16, 14, 3, 0);
    }

    #[test]
    fn a_place_that_is_not_there_is_the_nearest_that_is() {
        let lines = Lines::new(TEXT, Encoding::Utf16);
        assert_eq!(lines.byte(Position { line: 0, character: 99 }), 8, "before the line's end");
        assert_eq!(lines.byte(Position { line: 0, character: 3 }), 3, "within a character");
        assert_eq!(lines.byte(Position { line: 99, character: 0 }), TEXT.len());
        assert_eq!(lines.position(5), Position { line: 0, character: 2 });
        assert_eq!(lines.position(99), Position { line: 3, character: 0 });
    }

    proptest! {
        #[test]
        fn every_character_comes_back_to_its_byte(text in "[a-zΩ𝟙\r\n ]{0,40}") {
            for encoding in [Encoding::Utf8, Encoding::Utf16] {
                let lines = Lines::new(&text, encoding);
                for (at, character) in text.char_indices() {
                    // Between the two halves of a line's end stands nothing.
                    if character != '\n' || !text[..at].ends_with('\r') {
                        prop_assert_eq!(lines.byte(lines.position(at)), at);
                    }
                }
            }
        }

        #[test]
        fn no_position_is_out_of_reach(text in "\\PC{0,20}", line in 0_u32..9, character: u32) {
            let byte = Lines::new(&text, Encoding::Utf16).byte(Position { line, character });
            prop_assert!(text.is_char_boundary(byte));
        }
    }
}

//! What stands around a numeral: words, sentences, quotation marks.

use std::cell::OnceCell;
use std::ops::Range;

use crate::essay::INSET;

/// The bytes `range` of `text`, or nothing where it does not lie on character boundaries.
pub(crate) fn cut(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or("")
}

/// Whether `c` stands in words.
fn in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '’' | '\'' | '_')
}

/// The word that ends right before byte `at`, white space between them aside, and where it begins;
/// none if anything else stands there.
pub(crate) fn word_before(text: &str, at: usize) -> Option<(&str, usize)> {
    let before = cut(text, 0..at).trim_end_matches([' ', '\u{A0}']);
    let start = before
        .char_indices()
        .rev()
        .take_while(|(_, c)| in_word(*c))
        .last()
        .map(|(start, _)| start)?;
    Some((cut(before, start..before.len()), start))
}

/// The word that begins right behind byte `at`, one white space between them aside, and where it
/// ends; an inset counts as a word.
pub(crate) fn word_after(text: &str, at: usize) -> Option<(&str, usize)> {
    let rest = cut(text, at..text.len());
    let bare = rest.trim_start_matches([' ', '\u{A0}', '\u{202F}']);
    let start = at + (rest.len() - bare.len());
    if bare.starts_with(INSET) {
        let end = start + INSET.len_utf8();
        return Some((cut(text, start..end), end));
    }
    let length = bare.find(|c: char| !in_word(c)).unwrap_or(bare.len());
    (length > 0).then(|| (cut(text, start..start + length), start + length))
}

/// Abbreviations whose point ends no sentence.
const ABBREVIATIONS: &[&str] = &[
    "p", "pp", "ch", "vol", "no", "nos", "ed", "eds", "cf", "ca", "c", "fig", "eq", "sec", "dr",
    "mr", "mrs", "st", "vs", "al", "etc",
];

/// The sentences of a text, found once however often they are asked for.
#[derive(Debug, Default)]
pub(crate) struct Sentences(OnceCell<Vec<usize>>);

impl Sentences {
    /// The sentence that byte `at` of `text`, always the same one, stands in, with a badge that
    /// follows it.
    pub(crate) fn around(&self, text: &str, at: usize) -> Range<usize> {
        let ends = self.0.get_or_init(|| {
            let mut ends = Vec::new();
            while let Some(end) = sentence_end(text, ends.last().copied().unwrap_or(0)) {
                ends.push(end);
            }
            ends
        });
        let index = ends.partition_point(|end| *end <= at);
        let start = index.checked_sub(1).and_then(|before| ends.get(before)).copied();
        start.unwrap_or(0)..ends.get(index).copied().unwrap_or(text.len())
    }
}

/// Where the first sentence behind byte `from` ends: its mark, what closes quotations, and white
/// space and badges behind it.
fn sentence_end(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let offset = cut(text, at..text.len()).find(['.', '!', '?'])?;
        let mark = at + offset;
        let after = cut(text, mark + 1..text.len());
        let closed = after.trim_start_matches(['”', '’', '"', ')', '.', '!', '?', INSET]);
        let spaced = closed.trim_start();
        at = mark + 1;
        if spaced.len() == closed.len() && !spaced.is_empty() {
            continue;
        }
        let capital = spaced.starts_with(|c: char| {
            c.is_uppercase() || c.is_numeric() || matches!(c, INSET | '“' | '‘' | '✓' | '(' | '"')
        });
        if !spaced.is_empty() && !capital {
            continue;
        }
        if cut(text, mark..mark + 1) == "." && is_abbreviation(cut(text, from..mark)) {
            continue;
        }
        let mut rest = spaced;
        while let Some(badge) = rest.strip_prefix('✓') {
            rest = badge.trim_start();
        }
        return Some(text.len() - rest.len());
    }
}

/// Whether `before` ends in an abbreviation or an initial.
fn is_abbreviation(before: &str) -> bool {
    let start = before.rfind(|c: char| !c.is_alphabetic()).map_or(0, |at| {
        at + cut(before, at..before.len()).chars().next().map_or(1, char::len_utf8)
    });
    let word = cut(before, start..before.len());
    let initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    initial || ABBREVIATIONS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// The quotation in “…” or "…" that `range` stands in, marks included.
pub(crate) fn quotation(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let before = cut(text, 0..range.start);
    let open = before.rfind('“')?;
    if cut(before, open..before.len()).contains('”') {
        return None;
    }
    let after = cut(text, range.end..text.len());
    let close = after.find('”')?;
    if cut(after, 0..close).contains('“') {
        return None;
    }
    Some(open..range.end + close + '”'.len_utf8())
}

/// Whether `word` is `noun` or its plural, case aside.
pub(crate) fn is_noun(word: &str, noun: &str) -> bool {
    let (word, noun) = (word.as_bytes(), noun.as_bytes());
    let same = |a: &[u8], b: &[u8]| a.eq_ignore_ascii_case(b);
    let (Some(stem), true) = (word.get(..noun.len()), word.len() >= noun.len()) else {
        // "ies" for "y" is shorter only where the noun ends in "y": handled below.
        return false;
    };
    let ending = word.get(noun.len()..).unwrap_or(&[]);
    if same(stem, noun) {
        return ending.is_empty() || same(ending, b"s") || same(ending, b"es");
    }
    let Some(noun) = noun.strip_suffix(b"y") else { return false };
    word.get(..noun.len()).is_some_and(|stem| same(stem, noun))
        && word.get(noun.len()..).is_some_and(|ending| same(ending, b"ies"))
}

#[cfg(test)]
#[allow(clippy::string_slice, reason = "a test knows its text")]
mod tests {
    use super::Sentences;
    use super::is_noun;
    use super::quotation;

    #[test]
    fn a_sentence_ends_at_its_mark_and_takes_its_badge_along() {
        let text = "See pp. 3 and 4. It holds. ✓ So does this? Yes, by J. H. Conway.";
        let sentences = Sentences::default();
        let of = |word: &str| &text[sentences.around(text, text.find(word).unwrap())];
        assert_eq!(of("pp"), "See pp. 3 and 4. ");
        assert_eq!(of("holds"), "It holds. ✓ ");
        assert_eq!(of("does"), "So does this? ");
        assert_eq!(of("Conway"), "Yes, by J. H. Conway.");
    }

    #[test]
    fn a_quotation_is_what_its_own_marks_enclose() {
        let text = "he said “take 3 heaps” and 4 more";
        let three = text.find('3').unwrap();
        assert_eq!(quotation(text, &(three..three + 1)).map(|q| &text[q]), Some("“take 3 heaps”"));
        let four = text.find('4').unwrap();
        assert_eq!(quotation(text, &(four..four + 1)), None);
    }

    #[test]
    fn nouns_are_known_in_the_plural_too() {
        assert!(is_noun("Cakes", "cake"));
        assert!(is_noun("boxes", "box"));
        assert!(is_noun("parties", "party"));
        assert!(!is_noun("caked", "cake"));
        assert!(!is_noun("cak", "cake"));
    }
}

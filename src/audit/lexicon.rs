//! Exempt phrases.

use std::ops::Range;
use std::sync::LazyLock;

use crate::audit::around::cut;
use crate::audit::around::is_noun;

/// A phrase as the words it consists of.
#[derive(Clone, Debug)]
pub(crate) struct Phrase {
    words: Vec<String>,
}

impl Phrase {
    /// The words of `phrase`.
    pub(crate) fn new(phrase: &str) -> Self {
        Self { words: words(phrase).map(|range| cut(phrase, range).to_lowercase()).collect() }
    }

    /// Whether the phrase stands in `text`, whose words are `words`, so that it covers `numeral`; a
    /// plural stands for its singular, case and hyphens do not matter.
    pub(crate) fn covers(
        &self,
        text: &str,
        words: &[Range<usize>],
        numeral: &Range<usize>,
    ) -> bool {
        let length = self.words.len();
        if length == 0 {
            return false;
        }
        let at = words.partition_point(|word| word.end <= numeral.start);
        let from = (at + 1).saturating_sub(length);
        let near = words.get(from..(at + length).min(words.len())).unwrap_or(&[]);
        near.windows(length).any(|run| {
            let (Some(first), Some(last)) = (run.first(), run.last()) else { return false };
            first.start <= numeral.start && numeral.end <= last.end && self.is(text, run)
        })
    }

    /// Whether the words `run` of `text` are the phrase.
    fn is(&self, text: &str, run: &[Range<usize>]) -> bool {
        let same = run.iter().zip(&self.words).all(|(range, word)| {
            let said = cut(text, range.clone());
            is_noun(said, word) || said.to_lowercase() == *word
        });
        // Nothing but spaces and hyphens may stand between the words.
        same && run.windows(2).all(|pair| match pair {
            [a, b] => cut(text, a.end..b.start)
                .chars()
                .all(|c| c.is_whitespace() || matches!(c, '-' | '\u{2011}')),
            _ => true,
        })
    }
}

/// Idioms in which a number word counts nothing.
const IDIOMS: &[&str] = &[
    "third party",
    "third person",
    "third world",
    "third-hand",
    "third-rate",
    "fourth wall",
    "fourth estate",
    "fifth column",
    "sixth sense",
    "seventh heaven",
    "eleventh hour",
    "three-dimensional",
    "four-dimensional",
    "three dimensions",
    "four dimensions",
    "on all fours",
    "forty winks",
    // Names of theorems, problems and kinds, which say no more than "Euclid’s" would.
    "four colour theorem",
    "four-colour theorem",
    "four color theorem",
    "four-color theorem",
    "four-square theorem",
    "three-body problem",
    "three-gap theorem",
    "five lemma",
    "nine lemma",
    "nine-point circle",
    "fifteen puzzle",
    "Hilbert’s tenth problem",
    "3-dimensional",
    "4-dimensional",
    "2-adic",
    "3-adic",
    "5-adic",
    "10-adic",
    "8-bit",
    "16-bit",
    "32-bit",
    "64-bit",
    "128-bit",
];

/// Whether an idiom stands in `text`, whose words are `words`, so that it covers `numeral`.
pub(crate) fn is_idiom(text: &str, words: &[Range<usize>], numeral: &Range<usize>) -> bool {
    static PHRASES: LazyLock<Vec<Phrase>> =
        LazyLock::new(|| IDIOMS.iter().map(|idiom| Phrase::new(idiom)).collect());
    PHRASES.iter().any(|phrase| phrase.covers(text, words, numeral))
}

/// The words of `text`: runs of letters, digits, points, commas and apostrophes within them.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = cut(text, at..text.len());
        let start = at + rest.find(char::is_alphanumeric)?;
        let mut end = start;
        let mut chars = cut(text, start..text.len()).chars().peekable();
        while let Some(c) = chars.next() {
            let inner = matches!(c, '.' | ',' | '’' | '\'')
                && chars.peek().is_some_and(|next| next.is_alphanumeric());
            if !c.is_alphanumeric() && !inner {
                break;
            }
            end += c.len_utf8();
        }
        at = end;
        Some(start..end)
    })
}

#[cfg(test)]
mod tests {
    use super::Phrase;
    use super::is_idiom;
    use super::words;

    fn check(phrase: &str, text: &str, numeral: &str) -> bool {
        let all: Vec<_> = words(text).collect();
        let at = text.find(numeral).unwrap();
        Phrase::new(phrase).covers(text, &all, &(at..at + numeral.len()))
    }

    #[test]
    fn phrases_are_found_as_whole_words_in_either_number() {
        assert!(check("power of two", "a power of two.", "two"));
        assert!(check("power of two", "Powers of two", "two"));
        assert!(check("two players", "for two players", "two"));
        assert!(check("base 10", "in base 10", "10"));
        assert!(check("three-colour theorem", "the three-colour theorem", "three"));
        assert!(!check("two players", "two; players", "two"));
        assert!(!check("base 10", "in base 100", "100"));
        assert!(!check("power of two", "two to the power of ten", "two"));
        assert!(!check("", "two", "two"));
    }

    #[test]
    fn idioms_count_nothing() {
        let is = |text: &str, numeral: &str| {
            let all: Vec<_> = words(text).collect();
            let at = text.find(numeral).unwrap();
            is_idiom(text, &all, &(at..at + numeral.len()))
        };
        assert!(is("third parties may", "third"));
        assert!(is("Three-dimensional cakes", "Three"));
        assert!(is("a sixth sense", "sixth"));
        assert!(is("by the four-colour theorem", "four"));
        assert!(is("the nine-point circles", "nine"));
        assert!(is("its 2-adic value", "2"));
        assert!(!is("four colours", "four"));
        assert!(!is("a 4-bit word", "4"));
        assert!(!is("a third of the party", "third"));
        assert!(!is("three large dimensions", "three"));
    }
}

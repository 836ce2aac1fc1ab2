//! Links whose whole text names a thing by its kind and something other than a plain number:
//! `Theorem M`, `Figure II`, `Section two`, `§ 4.2`. Plain numbers are found by
//! [`references::typed`](crate::essay::references::typed).

use crate::essay::number_words::classify;
use crate::essay::references::KINDS;

/// Words before a designator that no label writes, so that they lead to headings alone.
const OF_HEADINGS: &[(&str, &str)] = &[
    ("part", "Part"),
    ("chapter", "Chapter"),
    ("appendix", "Appendix"),
    ("page", "Page"),
    ("§", "§"),
];

/// The kind that `text` names, as labels write it, and by what; an empty text for a kind alone.
pub(crate) fn designated(text: &str) -> Option<(&'static str, &str)> {
    let text = text.trim();
    let (word, designator) = match text.strip_prefix('§') {
        Some(rest) => ("§", rest.trim_start()),
        None => text.split_once(char::is_whitespace).unwrap_or((text, "")),
    };
    let word = word.strip_suffix('.').unwrap_or(word);
    let designator = designator.trim();
    let mut kinds = KINDS.iter().chain(OF_HEADINGS);
    let (_, kind) = kinds.find(|(known, _)| known.eq_ignore_ascii_case(word))?;
    let alone = designator.is_empty() && word.starts_with(char::is_uppercase);
    (alone || is_designator(designator)).then_some((kind, designator))
}

/// Whether `word` tells one thing of a kind from the others: a letter, a Roman numeral, a number in
/// digits or words, some of them joined by points.
fn is_designator(word: &str) -> bool {
    let part = |part: &str| {
        let capital = part.len() == 1 && part.bytes().all(|byte| byte.is_ascii_uppercase());
        let roman = part.bytes().all(|byte| b"IVXLC".contains(&byte));
        let digits = part.bytes().all(|byte| byte.is_ascii_digit());
        !part.is_empty() && (capital || roman || digits)
    };
    !word.is_empty() && word.split('.').all(part)
        || word.split('-').all(|one| classify(one).is_some())
}

#[cfg(test)]
mod tests {
    use super::designated;

    #[test]
    fn kinds_with_what_tells_one_from_another() {
        for (text, found) in [
            ("Theorem M", Some(("Theorem", "M"))),
            ("theorem II", Some(("Theorem", "II"))),
            ("Figure twenty-one", Some(("Figure", "twenty-one"))),
            ("Section 4.2", Some(("Section", "4.2"))),
            ("Theorem I.2", Some(("Theorem", "I.2"))),
            ("§ 1", Some(("§", "1"))),
            ("§1.3", Some(("§", "1.3"))),
            ("Fig. B", Some(("Figure", "B"))),
            ("Lemma", Some(("Lemma", ""))),
            ("the lemma", None),
            ("lemma", None),
            ("page", None),
            ("Part of it", None),
            ("Figure out", None),
            ("Theorem M and more", None),
        ] {
            assert_eq!(designated(text), found, "{text}");
        }
    }
}

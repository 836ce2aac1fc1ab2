//! Numbers of citations: pages, chapters, volumes, editions, identifiers; and versions.

use std::ops::Range;

use crate::audit::around::cut;
use crate::audit::around::word_after;
use crate::audit::around::word_before;
use crate::essay::Paragraph;

/// Words whose number is part of a citation.
const BEFORE: &[&str] = &[
    "p",
    "pp",
    "page",
    "pages",
    "ch",
    "chapter",
    "chapters",
    "vol",
    "volume",
    "volumes",
    "issue",
    "no",
    "nos",
    "exercise",
    "exercises",
    "problem",
    "problems",
    "appendix",
    "part",
    "isbn",
    "issn",
    "arxiv",
    "doi",
    "msc",
];

/// Words behind an ordinal that make it part of a citation.
const AFTER: &[&str] = &["edition", "ed"];

/// Whether the numeral at `range` of the paragraph is part of a citation.
pub(crate) fn is_citation(paragraph: &Paragraph, range: &Range<usize>) -> bool {
    let text = paragraph.text.as_str();
    let (start, end) = (range.start, range.end);
    if word_after(text, end).is_some_and(|(word, _)| AFTER.contains(&word)) {
        return true;
    }
    introduced(text, start)
        || volume(text, range)
        || paragraph.emphasis.iter().any(|title| {
            // `*Integers* 5(2)`.
            title.end <= start
                && cut(text, title.end..start).trim().is_empty()
                && is_title(cut(text, title.clone()))
                && cut(text, end..text.len()).starts_with(['(', ',', ':', '.'])
        })
}

/// Whether `text` looks like the title of a work.
pub(crate) fn is_title(text: &str) -> bool {
    text.starts_with(char::is_uppercase)
}

/// Whether a word such as "pp." stands before byte `start`, other numbers of the same list between
/// them aside.
fn introduced(text: &str, start: usize) -> bool {
    let mut before = cut(text, 0..start);
    // A list of pages is short.
    for _ in 0..8 {
        let bare = before.trim_end_matches([' ', '\u{A0}', '.', ':', '§', '-', '–', ',']);
        if before.trim_end().ends_with('§') {
            return true;
        }
        let Some((word, at)) = word_before(bare, bare.len()) else { return false };
        if at + word.len() != bare.len() {
            return false;
        }
        if BEFORE.iter().any(|known| known.eq_ignore_ascii_case(word)) {
            return true;
        }
        let joins = matches!(word, "and" | "to" | "or") || word.bytes().all(|b| b.is_ascii_digit());
        if !joins {
            return false;
        }
        before = cut(bare, 0..at);
    }
    false
}

/// Whether the numeral is the volume, issue, year or pages of `42 (1996), 475–491` or `5(2)`.
fn volume(text: &str, range: &Range<usize>) -> bool {
    let before = cut(text, 0..range.start);
    let after = cut(text, range.end..text.len());
    let bracketed = |text: &str| {
        let inside = text.trim_start().strip_prefix('(').unwrap_or("");
        let digits = inside.bytes().take_while(u8::is_ascii_digit).count();
        (1..=4).contains(&digits) && cut(inside, digits..digits + 1) == ")"
    };
    // The volume: a name before it, a number in brackets behind it.
    if bracketed(after)
        && (after.starts_with('(')
            || word_before(text, range.start)
                .is_some_and(|(word, _)| word.starts_with(char::is_uppercase)))
    {
        return true;
    }
    // The issue, in the brackets that touch the volume: `5(2)`.
    if let Some(volume) = before.strip_suffix('(')
        && after.starts_with(')')
        && volume.ends_with(|c: char| c.is_ascii_digit())
    {
        return true;
    }
    // The pages: behind `(1996),`, or the end of a range that begins there.
    let pages = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let begins = pages.len() < before.len();
    let from = if before.ends_with(['–', '-']) {
        before.trim_end_matches(['–', '-']).trim_end_matches(|c: char| c.is_ascii_digit())
    } else if begins {
        return false;
    } else {
        before
    };
    from.trim_end().strip_suffix([',', ':']).is_some_and(|text| {
        text.strip_suffix(')').is_some_and(|text| {
            let open = text.trim_end_matches(|c: char| c.is_ascii_digit());
            open.len() < text.len() && open.ends_with('(')
        })
    })
}

/// Whether the digits at `range` of `text` are a version: two points or more, or the word before.
pub(crate) fn is_version(text: &str, range: &Range<usize>) -> bool {
    let digits = cut(text, range.clone());
    let points = digits.bytes().filter(|byte| *byte == b'.').count();
    points >= 2
        || word_before(text, range.start)
            .is_some_and(|(word, _)| matches!(word, "version" | "versions" | "release" | "Version"))
}

#[cfg(test)]
mod tests {
    use super::introduced;
    use super::is_version;
    use super::volume;

    fn at(text: &str, part: &str) -> std::ops::Range<usize> {
        let start = text.rfind(part).unwrap();
        start..start + part.len()
    }

    #[test]
    fn pages_and_identifiers_are_introduced() {
        for (text, part) in [
            ("pp. 28 and 53", "28"),
            ("pp. 28 and 53", "53"),
            ("chapter 5", "5"),
            ("doi:10.1000/182", "10.1000/182"),
            ("§ 4", "4"),
        ] {
            assert!(introduced(text, at(text, part).start), "{part} in {text}");
        }
        for (text, part) in
            [("300 pages", "300"), ("no one took 4", "4"), ("one page, two or 5", "5")]
        {
            assert!(!introduced(text, at(text, part).start), "{part} in {text}");
        }
    }

    #[test]
    fn a_volume_has_its_year_or_issue_behind_it() {
        let text = "Proceedings 42 (1996), 475–491";
        for part in ["42", "475", "491"] {
            assert!(volume(text, &at(text, part)), "{part}");
        }
        let text = "Integers 5(2), 2005";
        assert!(volume(text, &(9..10)));
        assert!(volume(text, &(11..12)));
        let text = "on 12 (of 40) cakes";
        assert!(!volume(text, &at(text, "12")));
    }

    #[test]
    fn versions_have_points_or_say_so() {
        assert!(is_version("KaTeX 0.16.4", &(6..12)));
        assert!(is_version("version 2.4 of", &(8..11)));
        assert!(!is_version("worth 2.4 of", &(6..9)));
    }
}

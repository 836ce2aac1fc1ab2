//! Numbers of citations: pages, chapters, volumes, editions, identifiers; and versions.

use std::ops::Range;

use crate::audit::around::cut;
use crate::audit::around::is_noun;
use crate::audit::around::word_after;
use crate::audit::around::word_before;
use crate::essay::Paragraph;
use crate::essay::is_listed;

/// Words whose number is part of a citation.
const BEFORE: &str = "\
    pp page pages ch chapter chapters vol volume volumes issue exercise exercises problem \
    problems appendix part isbn issn arxiv doi msc";

/// The same, where a point says that they are abbreviations.
const BEFORE_WITH_POINT: &str = "p no nos";

/// Names that are no authors.
const PLAYERS: &str = "Left Right";

/// What authors do.
const SAYING: &str = "\
    says said shows showed proves proved gives gave writes wrote finds found asks asked calls \
    called has say show prove give";

/// Words behind an ordinal that make it part of a citation.
const AFTER: &str = "edition ed";

/// Parts of works that are numbered.
const PARTS: &str = "\
    theorem lemma proposition corollary definition conjecture remark example section figure \
    table equation question";

/// Words before `[1]`, which then is a work of some list.
const BEFORE_MARKS: &str = "see cf al also";

/// Whether the numeral at `range` of the paragraph is part of a citation; `nouns` are what the site
/// counts.
pub(crate) fn is_citation(paragraph: &Paragraph, range: &Range<usize>, nouns: &[String]) -> bool {
    let text = paragraph.text.as_str();
    let (start, end) = (range.start, range.end);
    let next = word_after(text, end).map_or("", |(word, _)| word);
    if is_listed(next, AFTER) {
        return true;
    }
    if nouns.iter().any(|noun| is_noun(next, noun)) {
        return false;
    }
    introduced(text, start)
        || volume(text, range)
        || is_series(paragraph, range)
        || is_mark(text, range)
        || paragraph.emphasis.iter().any(|title| {
            // `*Integers* 5(2)`, `*Integers* 5, 2005`.
            let data = cut(text, end..text.len());
            let listed = data.strip_prefix(", ").is_some_and(|rest| {
                rest.starts_with(|c: char| c.is_ascii_digit()) || rest.starts_with("pp")
            });
            title.end <= start
                && cut(text, title.end..start).trim().is_empty()
                && is_title(cut(text, title.clone()))
                && (listed || data.starts_with(['(', ':']) || data.starts_with(" ("))
        })
}

/// Whether the numeral at byte `start` of `text` is that of a part: "Theorem 4.2".
pub(crate) fn is_part(text: &str, start: usize) -> bool {
    word_before(text, start).is_some_and(|(word, _)| is_listed(word, PARTS))
}

/// Whether `text` ends with a part of a work: "Theorem 4.2", "p. 3".
fn ends_with_part(text: &str) -> bool {
    let bare = text.trim_end();
    let word = bare.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '–' | '-'));
    word.len() < bare.len() && (is_part(word, word.len()) || introduced(word, word.len()))
}

/// Whether the numeral is the number of a series, behind its name and the title of the work:
/// `*Games of No Chance*, MSRI Publications 29, Cambridge`.
fn is_series(paragraph: &Paragraph, range: &Range<usize>) -> bool {
    let text = paragraph.text.as_str();
    let publisher = cut(text, range.end..text.len())
        .strip_prefix(", ")
        .is_some_and(|rest| rest.starts_with(char::is_uppercase));
    publisher
        && has_name(cut(text, 0..range.start))
        && paragraph.emphasis.iter().any(|title| {
            let between = cut(text, title.end..range.start);
            title.end <= range.start
                && between.len() < 80
                && between.starts_with([',', ' '])
                && !between.contains(". ")
                && cut(text, title.clone()).contains(' ')
                && is_title(cut(text, title.clone()))
        })
}

/// Whether the number at `range` stands alone in square brackets as a work of some list: `see [1]`,
/// `Theorem 4 of [1]`, `Conway [1] shows`. A number elsewhere in brackets may be a binding that lacks
/// its expression.
fn is_mark(text: &str, range: &Range<usize>) -> bool {
    let digits = cut(text, range.clone());
    let Some(before) = cut(text, 0..range.start).strip_suffix('[') else { return false };
    let rest = cut(text, range.end..text.len());
    // `[3, p. 12]`
    let pages = rest.strip_prefix(", p").and_then(|rest| rest.split_once(']'));
    let Some(after) = rest.strip_prefix(']').or(pages.map(|(_, after)| after)) else {
        return false;
    };
    let before = before.trim_end().trim_end_matches('.');
    if digits.len() > 3 || digits.bytes().any(|b| !b.is_ascii_digit()) {
        return false;
    }
    let Some((word, at)) = word_before(before, before.len()) else { return false };
    if matches!(word, "of" | "in") {
        return ends_with_part(cut(before, 0..at));
    }
    let next = after.split_whitespace().next().unwrap_or("");
    let ends = !next.starts_with(char::is_alphanumeric)
        || !after.starts_with(char::is_whitespace)
        || next == "and";
    let author = word.starts_with(char::is_uppercase) && !is_listed(word, PLAYERS);
    ends && (is_listed(word, BEFORE_MARKS) || author && at > 0) || author && is_listed(next, SAYING)
}

/// Whether `text` begins with a work in brackets: `[1]`, `[Berlekamp 1982]`, `[3, p. 5]`, or with an
/// author and a year, `Berlekamp (1982)`.
pub(crate) fn is_work(text: &str) -> bool {
    if let Some(inside) = text.strip_prefix('[') {
        let Some(close) = inside.find(']') else { return false };
        let inside = cut(inside, 0..close);
        return inside.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase());
    }
    let name = text.find(|c: char| !(c.is_alphabetic() || matches!(c, ' ' | '.' | '-' | '’')));
    let (name, rest) = text.split_at_checked(name.unwrap_or(0)).unwrap_or(("", text));
    let rest = rest.strip_prefix('(').unwrap_or(rest);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    name.starts_with(char::is_uppercase) && name.len() < 40 && digits == 4
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
        let point = cut(before, bare.len()..before.len()).starts_with('.');
        if is_listed(word, BEFORE) || point && is_listed(word, BEFORE_WITH_POINT) {
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

/// Whether the numeral is the volume, issue, year or pages of `Proceedings 42 (1996), 475–491` or
/// `Integers 5(2)`.
fn volume(text: &str, range: &Range<usize>) -> bool {
    let before = cut(text, 0..range.start);
    let after = cut(text, range.end..text.len());
    if bracketed(after) && has_name(before) {
        return true;
    }
    // The issue, in the brackets that touch the volume: `5(2)`.
    if after.starts_with(')')
        && let Some(volume) = before.strip_suffix('(')
        && has_volume(volume)
    {
        return true;
    }
    // The pages: behind `(1996),`, or the end of a range that begins there.
    let from = match before.strip_suffix(['–', '-']) {
        Some(from) => from.trim_end_matches(|c: char| c.is_ascii_digit()),
        None if before.ends_with(|c: char| c.is_ascii_digit()) => return false,
        None => before,
    };
    from.trim_end().strip_suffix([',', ':']).is_some_and(|text| {
        text.strip_suffix(')').is_some_and(|text| {
            let open = text.trim_end_matches(|c: char| c.is_ascii_digit());
            open.len() < text.len() && open.strip_suffix('(').is_some_and(has_volume)
        })
    })
}

/// Whether `text` begins with a number in brackets.
fn bracketed(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('(').unwrap_or("");
    let digits = inside.bytes().take_while(u8::is_ascii_digit).count();
    (1..=4).contains(&digits) && cut(inside, digits..digits + 1) == ")"
}

/// Whether `text` ends with a name, such as that of a journal.
fn has_name(text: &str) -> bool {
    word_before(text, text.len()).is_some_and(|(word, _)| word.starts_with(char::is_uppercase))
}

/// Whether `text` ends with the volume of a journal: its name and a number.
fn has_volume(text: &str) -> bool {
    let bare = text.trim_end();
    let name = bare.trim_end_matches(|c: char| c.is_ascii_digit());
    name.len() < bare.len() && name.ends_with(' ') && has_name(name)
}

/// Whether the digits at `range` of `text` are a version: two points or more behind a name, or the
/// word before; not before what the site counts.
pub(crate) fn is_version(text: &str, range: &Range<usize>, nouns: &[String]) -> bool {
    let digits = cut(text, range.clone());
    let next = word_after(text, range.end).map_or("", |(word, _)| word);
    if nouns.iter().any(|noun| is_noun(next, noun)) {
        return false;
    }
    let points = digits.bytes().filter(|byte| *byte == b'.').count();
    word_before(text, range.start).is_some_and(|(word, _)| {
        matches!(word, "version" | "versions" | "release" | "Version" | "Release")
            || points >= 2 && word.starts_with(char::is_uppercase)
    })
}

#[cfg(test)]
mod tests {
    use super::introduced;
    use super::is_mark;
    use super::is_version;
    use super::is_work;
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
            ("p. 12", "12"),
            ("no. 12", "12"),
        ] {
            assert!(introduced(text, at(text, part).start), "{part} in {text}");
        }
        for (text, part) in [
            ("300 pages", "300"),
            ("no one took 4", "4"),
            ("one page, two or 5", "5"),
            ("No 42 are", "42"),
            ("p 42", "42"),
        ] {
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
        for (text, part) in [
            ("on 12 (of 40) cakes", "12"),
            ("worth 12(3) moves", "12"),
            ("worth 12(3) moves", "3"),
            ("as often (12), 13", "13"),
        ] {
            assert!(!volume(text, &at(text, part)), "{part} in {text}");
        }
    }

    #[test]
    fn versions_have_points_or_say_so() {
        let nouns = ["cake".to_owned()];
        assert!(is_version("KaTeX 0.16.4", &(6..12), &nouns));
        assert!(is_version("version 2.4 of", &(8..11), &nouns));
        assert!(!is_version("worth 2.4 of", &(6..9), &nouns));
        assert!(!is_version("has 4.5.6 parts", &(4..9), &nouns));
        assert!(!is_version("Version 42 cakes", &(8..10), &nouns));
    }

    #[test]
    fn a_mark_is_a_number_alone_in_square_brackets_behind_what_cites() {
        for text in [
            "see [1].",
            "by Conway [1] and others",
            "Conway [1] shows",
            "as Berlekamp et al [1], who",
            "Theorem 4.2 of [1] says",
            "p. 3 of [1]",
            "by Conway [1, p. 2]; so",
            "cf. [1].",
        ] {
            assert!(is_mark(text, &at(text, "1")), "{text}");
        }
        for text in
            ["It has [1] moves", "to Left [1]", "[1]", "Only [1] fail", "in [1] cases", "see 1"]
        {
            assert!(!is_mark(text, &at(text, "1")), "{text}");
        }
        for text in
            ["[1]", "[Berlekamp 1982]", "[3, p. 5]", "Berlekamp (1982)", "J. H. Conway 1976"]
        {
            assert!(is_work(text), "{text}");
        }
        for text in ["[the rest]", "the proof", "Maundy Cake", "cakes (1982)"] {
            assert!(!is_work(text), "{text}");
        }
    }
}

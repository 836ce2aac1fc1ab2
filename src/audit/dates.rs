//! Dates, and years in context.

use std::ops::Range;

use crate::audit::around::cut;
use crate::audit::around::is_noun;
use crate::audit::around::word_after;
use crate::audit::around::word_before;
use crate::essay::INSET;

/// The months, in order.
pub(crate) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Words before a year.
const BEFORE_YEARS: &[&str] = &[
    "in", "since", "by", "until", "till", "before", "after", "from", "around", "about", "circa",
    "year", "years", "early", "late", "mid", "of", "during", "to", "and",
];

/// Words that may follow a year though they end like a plural or stand close to it.
const AFTER_YEARS: &[&str] =
    &["was", "is", "has", "as", "his", "this", "its", "does", "always", "perhaps", "across", "us"];

/// Whether `word` is a month.
fn is_month(word: &str) -> bool {
    MONTHS.contains(&word)
}

/// Whether the digits at `range` of `text` belong to a date: with a month beside them, or as
/// `2026-11-29`.
pub(crate) fn is_date(text: &str, range: &Range<usize>) -> bool {
    let digits = cut(text, range.clone());
    if digits.contains('-') && digits.len() >= 7 && !digits.starts_with('-') {
        return true;
    }
    let digits = digits.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let Ok(number) = digits.parse::<u32>() else { return false };
    let day = (1..=31).contains(&number);
    let before = word_before(text, range.start);
    let after = word_after(text, range.end);
    // `29 November`, `November 29`, `November 2026`.
    if day && after.is_some_and(|(word, _)| is_month(word)) {
        return true;
    }
    if before.is_some_and(|(word, _)| is_month(word)) && (day || is_year(digits)) {
        // "May 3 cakes" is no date.
        return is_year(digits) || after.is_none_or(|(word, _)| is_year(word) || number > 12);
    }
    // `November 29, 2026`, with the comma between.
    let comma = cut(text, 0..range.start).trim_end().strip_suffix(',');
    is_year(digits)
        && comma.is_some_and(|text| {
            word_before(text, text.len()).is_some_and(|(day, start)| {
                day.parse::<u32>().is_ok_and(|day| (1..=31).contains(&day))
                    && word_before(text, start).is_some_and(|(word, _)| is_month(word))
            })
        })
}

/// Whether `digits` could be a year that people write about.
fn is_year(digits: &str) -> bool {
    digits.len() == 4
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && digits.parse::<u32>().is_ok_and(|year| (1500..2100).contains(&year))
}

/// Whether the digits at `range` of `text` are a year by what stands around them; `nouns` are what
/// the site counts.
pub(crate) fn is_year_in_context(text: &str, range: &Range<usize>, nouns: &[String]) -> bool {
    let digits = cut(text, range.clone());
    let before = cut(text, 0..range.start);
    let after = cut(text, range.end..text.len());
    let short = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
    // The end of `1976–2001` or `1939–45`.
    if let Some(start) = before.strip_suffix(['–', '-'])
        && (short || is_year(digits))
    {
        let from = start.len().saturating_sub(4)..start.len();
        let first = cut(start, from.clone());
        return is_year(first) && is_year_in_context(text, &from, nouns);
    }
    if !is_year(digits) || counts(text, range.end, nouns) {
        return false;
    }
    if after.starts_with(['–', '-']) {
        let rest = after.trim_start_matches(['–', '-']);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 4 || digits == 2 {
            let end = range.end + (after.len() - rest.len()) + digits;
            return !counts(text, end, nouns);
        }
    }
    // In brackets: `(1976)`, `(Conway, 1976)`, `(1976, p. 3)`.
    let opened =
        before.rfind('(').is_some_and(|open| !cut(before, open..before.len()).contains(')'));
    if opened && after.starts_with([')', ',', ';', INSET]) {
        return true;
    }
    if let Some((word, start)) = word_before(text, range.start) {
        let named = word.starts_with(char::is_uppercase) && !opens_sentence(text, start);
        let introduced = BEFORE_YEARS.iter().any(|known| known.eq_ignore_ascii_case(word));
        if matches!(word, "to" | "and") {
            // Only behind another year.
            return word_before(text, start).is_some_and(|(first, at)| {
                is_year(first) && is_year_in_context(text, &(at..at + first.len()), nouns)
            });
        }
        return named || introduced;
    }
    // Behind a comma in a list of a work's data: `A K Peters, 2001`.
    before.trim_end().strip_suffix(',').is_some_and(|text| {
        word_before(text, text.len()).is_some_and(|(word, _)| word.starts_with(char::is_uppercase))
    }) && !after.starts_with(char::is_alphanumeric)
        && after.trim_start().starts_with([',', '.', ';', ')'])
}

/// Whether the word that begins at `start` opens its sentence.
fn opens_sentence(text: &str, start: usize) -> bool {
    let before = cut(text, 0..start).trim_end();
    before.is_empty() || before.ends_with(['.', '!', '?', ':', '“', '‘'])
}

/// Whether what follows byte `end` is something counted: a noun of the site's, or a plural.
fn counts(text: &str, end: usize, nouns: &[String]) -> bool {
    let Some((word, _)) = word_after(text, end) else { return false };
    if nouns.iter().any(|noun| is_noun(word, noun)) {
        return true;
    }
    let plural = word.len() > 3
        && word.ends_with('s')
        && !word.ends_with("ss")
        && word.starts_with(char::is_lowercase);
    plural && !AFTER_YEARS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::is_date;
    use super::is_year_in_context;

    fn at(text: &str, part: &str) -> std::ops::Range<usize> {
        let start = text.find(part).unwrap();
        start..start + part.len()
    }

    #[test]
    fn a_month_makes_a_date() {
        for (text, part) in [
            ("on 29 November 2026", "29"),
            ("on 29 November 2026", "2026"),
            ("on November 29, 2026", "29"),
            ("on November 29, 2026", "2026"),
            ("of 2026-11-29", "2026-11-29"),
            ("in May 2019", "2019"),
        ] {
            assert!(is_date(text, &at(text, part)), "{part} in {text}");
        }
        for (text, part) in [("of 29 cakes", "29"), ("it may 3 times", "3"), ("-5", "-5")] {
            assert!(!is_date(text, &at(text, part)), "{part} in {text}");
        }
    }

    #[test]
    fn a_year_is_told_from_a_count_by_what_follows() {
        let nouns = vec!["cake".to_owned()];
        for (text, part) in [
            ("in 1976 Conway wrote", "1976"),
            ("Conway (1976) says", "1976"),
            ("since 1939–45 ended", "45"),
            ("from 1976 to 2001.", "2001"),
            ("wrote Guy 1996.", "1996"),
        ] {
            assert!(is_year_in_context(text, &at(text, part), &nouns), "{part} in {text}");
        }
        for (text, part) in [
            ("in 1976 cakes", "1976"),
            ("in 1600 boards", "1600"),
            ("the 1976 and", "1976"),
            ("in 1,976", "1,976"),
            ("from 3 to 2001", "2001"),
        ] {
            assert!(!is_year_in_context(text, &at(text, part), &nouns), "{part} in {text}");
        }
    }
}

//! Reads numbers in figures: grouped digits, decimals, fractions, ordinals.

use num_bigint::BigInt;
use num_traits::Pow;

use crate::arithmetic::Number;
use crate::broken;
use crate::broken::Part;

/// The most characters of a number in figures.
const MAX_LENGTH: usize = 200_000;

/// What may stand between groups of three digits.
const SEPARATORS: [char; 4] = [',', '\u{a0}', '\u{202f}', '\u{2009}'];

/// A number in figures, with the unit of its last digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Figures {
    pub(super) value: Number,
    /// How many digits stand behind the point.
    pub(super) places: u32,
    /// How many noughts end a whole number that is not nought.
    pub(super) noughts: u32,
}

/// Digits without a sign, in groups of three or in one run.
fn digits(text: &str) -> Option<Number> {
    let separator = text.chars().find(|c| !c.is_ascii_digit());
    let Some(separator) = separator else { return Number::from_digits(text) };
    if !SEPARATORS.contains(&separator) {
        return None;
    }
    let mut groups = text.split(separator);
    let first = groups.next()?;
    let is_group = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    if !(1..=3).contains(&first.len()) || !is_group(first) || first.starts_with('0') {
        return None;
    }
    let mut all = first.to_owned();
    for group in groups {
        if group.len() != 3 || !is_group(group) {
            return None;
        }
        all.push_str(group);
    }
    let read = Number::from_digits(&all)?;
    Some(if broken::is(Part::Reader) { read.add(&Number::ONE) } else { read })
}

/// `text` without its sign, and whether that is a minus.
fn unsigned(text: &str) -> (&str, bool) {
    match text.strip_prefix(['-', '−', '–']) {
        Some(rest) => (rest, true),
        None => (text, false),
    }
}

fn ending_noughts(value: &Number) -> u32 {
    let digits = value.to_string();
    let ending = digits.len() - digits.trim_end_matches('0').len();
    if value.is_zero() { 0 } else { u32::try_from(ending).unwrap_or(0) }
}

/// A whole number or a decimal.
pub(super) fn figures(text: &str) -> Option<Figures> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let (unsigned, negative) = unsigned(text);
    let figures = match unsigned.split_once('.') {
        None => {
            let value = digits(unsigned)?;
            let noughts = ending_noughts(&value);
            Figures { value, places: 0, noughts }
        }
        Some((whole, behind)) => {
            let places = u32::try_from(behind.len()).ok().filter(|&places| places <= 1_000)?;
            let part = Number::from_digits(behind)?;
            let scale = Number::integer(Pow::pow(BigInt::from(10), places));
            let value = digits(whole)?.add(&part.divide(&scale)?);
            Figures { value, places, noughts: 0 }
        }
    };
    Some(if negative { Figures { value: figures.value.negate(), ..figures } } else { figures })
}

/// Characters that are fractions.
const VULGAR: &[(char, i64, i64)] = &[
    ('½', 1, 2),
    ('⅓', 1, 3),
    ('⅔', 2, 3),
    ('¼', 1, 4),
    ('¾', 3, 4),
    ('⅕', 1, 5),
    ('⅖', 2, 5),
    ('⅗', 3, 5),
    ('⅘', 4, 5),
    ('⅙', 1, 6),
    ('⅚', 5, 6),
    ('⅐', 1, 7),
    ('⅛', 1, 8),
    ('⅜', 3, 8),
    ('⅝', 5, 8),
    ('⅞', 7, 8),
    ('⅑', 1, 9),
    ('⅒', 1, 10),
];

/// A fraction, with its denominator: `3/4`, `¾`, `1½`, `1 1/2`.
pub(super) fn fraction(text: &str) -> Option<(Number, Number)> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let (text, negative) = unsigned(text);
    let (value, denominator) = if let Some(last) = text.chars().next_back()
        && let Some(&(_, above, below)) = VULGAR.iter().find(|(own, ..)| *own == last)
    {
        let part = Number::from(above).divide(&Number::from(below))?;
        let whole = text.strip_suffix(last)?.trim_end();
        let whole = if whole.is_empty() { Number::ZERO } else { digits(whole)? };
        (whole.add(&part), Number::from(below))
    } else {
        let (above, below) = text.split_once(['/', '⁄'])?;
        let below = digits(below.trim())?;
        let above = above.trim();
        let (whole, above) = match above.split_once(' ') {
            Some((whole, above)) => (digits(whole)?, digits(above.trim_start())?),
            None => (Number::ZERO, digits(above)?),
        };
        (whole.add(&above.divide(&below)?), below)
    };
    Some((if negative { value.negate() } else { value }, denominator))
}

/// An ordinal in figures: `3rd`, `1,000th`.
pub(super) fn ordinal(text: &str) -> Option<Number> {
    let at = text.len().checked_sub(2)?;
    let (number, ending) = (text.get(..at)?, text.get(at..)?);
    let value = digits(number)?;
    let shown = value.to_string();
    let teen = shown.len() >= 2 && shown.as_bytes().get(shown.len() - 2) == Some(&b'1');
    let expected = match shown.as_bytes().last() {
        Some(b'1') if !teen => "st",
        Some(b'2') if !teen => "nd",
        Some(b'3') if !teen => "rd",
        _ => "th",
    };
    (ending == expected).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::figures;
    use super::fraction;
    use super::ordinal;

    #[test]
    fn digits_with_all_separators() {
        for (text, expected) in [
            ("0", "0"),
            ("1296", "1296"),
            ("1,296", "1296"),
            ("1\u{a0}296", "1296"),
            ("1\u{202f}296", "1296"),
            ("1\u{2009}296", "1296"),
            ("268,435,455", "268435455"),
            ("-3", "-3"),
            ("−1,000", "-1000"),
            ("42.25", "169/4"),
            ("0.50", "1/2"),
        ] {
            let found = figures(text).map(|figures| figures.value.to_string());
            assert_eq!(found.as_deref(), Some(expected), "{text}");
        }
        for text in [
            "",
            "-",
            "1,29",
            "12,96",
            "1296,000",
            "1, 296",
            "1 296",
            "1,296\u{a0}000",
            "0,123",
            ".5",
            "5.",
            "1.2.3",
            "+3",
            "--3",
            "1,,296",
            "3x",
        ] {
            assert_eq!(figures(text), None, "{text}");
        }
    }

    #[test]
    fn fractions_and_ordinals() {
        for (text, expected) in [
            ("3/4", "3/4"),
            ("-3/2", "-3/2"),
            ("−3/2", "-3/2"),
            ("¾", "3/4"),
            ("1½", "3/2"),
            ("1 1/2", "3/2"),
            ("1,000/3", "1000/3"),
            ("4⁄6", "2/3"),
        ] {
            let found = fraction(text).map(|(value, _)| value.to_string());
            assert_eq!(found.as_deref(), Some(expected), "{text}");
        }
        assert_eq!(fraction("3/0"), None);
        assert_eq!(fraction("3/"), None);
        for (text, expected) in
            [("1st", 1), ("2nd", 2), ("3rd", 3), ("11th", 11), ("1,003rd", 1003)]
        {
            assert_eq!(ordinal(text).and_then(|n| n.to_i64()), Some(expected));
        }
        for text in ["1th", "11st", "3nd", "th", "3"] {
            assert_eq!(ordinal(text), None, "{text}");
        }
    }
}

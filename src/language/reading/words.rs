//! Reads numbers in English words: cardinals, ordinals, fractions.
//!
//! The table of words is this file's own; nothing here is shared with what writes words.

use num_bigint::BigInt;

use crate::arithmetic::Number;

/// What a word of a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// Nought to nineteen.
    Small(u64),
    /// Twenty to ninety.
    Tens(u64),
    Hundred,
    /// Thousand, million, up to a quadrillion.
    Scale(u64),
    /// Twelve of something.
    Dozen,
    And,
    /// "a" or "an".
    Article,
}

fn word(text: &str) -> Option<Word> {
    Some(match text {
        "nought" | "zero" => Word::Small(0),
        "one" => Word::Small(1),
        "two" => Word::Small(2),
        "three" => Word::Small(3),
        "four" => Word::Small(4),
        "five" => Word::Small(5),
        "six" => Word::Small(6),
        "seven" => Word::Small(7),
        "eight" => Word::Small(8),
        "nine" => Word::Small(9),
        "ten" => Word::Small(10),
        "eleven" => Word::Small(11),
        "twelve" => Word::Small(12),
        "thirteen" => Word::Small(13),
        "fourteen" => Word::Small(14),
        "fifteen" => Word::Small(15),
        "sixteen" => Word::Small(16),
        "seventeen" => Word::Small(17),
        "eighteen" => Word::Small(18),
        "nineteen" => Word::Small(19),
        "twenty" => Word::Tens(20),
        "thirty" => Word::Tens(30),
        "forty" => Word::Tens(40),
        "fifty" => Word::Tens(50),
        "sixty" => Word::Tens(60),
        "seventy" => Word::Tens(70),
        "eighty" => Word::Tens(80),
        "ninety" => Word::Tens(90),
        "hundred" => Word::Hundred,
        "thousand" => Word::Scale(1_000),
        "million" => Word::Scale(1_000_000),
        "billion" => Word::Scale(1_000_000_000),
        "trillion" => Word::Scale(1_000_000_000_000),
        "quadrillion" => Word::Scale(1_000_000_000_000_000),
        "dozen" => Word::Dozen,
        "and" => Word::And,
        "a" | "an" => Word::Article,
        _ => return None,
    })
}

/// Words that are a number by themselves.
fn alone(text: &str) -> Option<u64> {
    Some(match text {
        "none" | "no" | "nothing" | "nil" | "neither" | "never" => 0,
        "once" | "single" | "a single" => 1,
        "twice" | "both" | "a pair" | "a couple" => 2,
        "thrice" => 3,
        "half a dozen" => 6,
        "dozen" => 12,
        "a score" | "score" => 20,
        "a gross" | "gross" => 144,
        _ => return None,
    })
}

/// The cardinal word that an ordinal ends in, or that a denominator counts.
fn ordinal(text: &str) -> Option<Word> {
    Some(match text {
        "zeroth" | "noughth" => Word::Small(0),
        "first" => Word::Small(1),
        "second" => Word::Small(2),
        "third" => Word::Small(3),
        "fifth" => Word::Small(5),
        "eighth" => Word::Small(8),
        "ninth" => Word::Small(9),
        "twelfth" => Word::Small(12),
        _ => {
            if let Some(stem) = text.strip_suffix("ieth") {
                return match word(&format!("{stem}y")) {
                    tens @ Some(Word::Tens(_)) => tens,
                    _ => None,
                };
            }
            return match word(text.strip_suffix("th")?)? {
                Word::Small(n @ (4 | 6 | 7 | 10 | 11 | 13..=19)) => Some(Word::Small(n)),
                own @ (Word::Hundred | Word::Scale(_)) => Some(own),
                Word::Small(_) | Word::Tens(_) | Word::Dozen | Word::And | Word::Article => None,
            };
        }
    })
}

/// The words of `text`, which stand between blanks or hyphens.
fn split(text: &str) -> Vec<&str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, '-' | '‐' | '‑'))
        .filter(|word| !word.is_empty())
        .collect()
}

/// The number that these words spell.
fn value(words: &[Word]) -> Option<u64> {
    let (mut total, mut current, mut scale) = (0_u64, None::<u64>, u64::MAX);
    let mut after_and = false;
    for (index, &word) in words.iter().enumerate() {
        let is_last = index + 1 == words.len();
        let joined = std::mem::take(&mut after_and);
        match word {
            Word::Small(n) => {
                current = Some(match current {
                    None if n > 0 || words.len() == 1 => n,
                    // "sixty-two", "one hundred and five", "one hundred five".
                    Some(own) if own % 100 >= 20 && own % 10 == 0 && (1..10).contains(&n) => {
                        own + n
                    }
                    Some(own) if own >= 100 && own % 100 == 0 && n > 0 => own + n,
                    _ => return None,
                });
            }
            Word::Tens(n) => {
                current = Some(match current {
                    None => n,
                    Some(own) if own >= 100 && own % 100 == 0 => own + n,
                    Some(_) => return None,
                });
            }
            Word::Hundred => {
                current = match current {
                    Some(own @ 1..=99) if own % 10 != 0 && !joined => Some(own * 100),
                    _ => return None,
                };
            }
            Word::Scale(n) => {
                let own = current.take().filter(|&own| own > 0 && own < 1_000)?;
                if n >= scale || joined {
                    return None;
                }
                total += own * n;
                scale = n;
            }
            Word::Dozen => {
                let own = current.take().filter(|&own| (1..100).contains(&own))?;
                return is_last.then_some(own * 12).filter(|_| total == 0);
            }
            Word::And => {
                // Only behind a hundred, a thousand or a million, and before something smaller.
                let opens = match current {
                    Some(own) => own >= 100 && own % 100 == 0,
                    None => total > 0,
                };
                if !opens || is_last || joined {
                    return None;
                }
                after_and = true;
            }
            Word::Article => {
                let next = words.get(index + 1);
                let counted = matches!(next, Some(Word::Hundred | Word::Scale(_) | Word::Dozen));
                if index > 0 || !counted {
                    return None;
                }
                current = Some(1);
            }
        }
    }
    match (total, current) {
        (0, None) => None,
        (total, current) => Some(total + current.unwrap_or(0)),
    }
}

fn number(n: u64) -> Number {
    Number::integer(BigInt::from(n))
}

/// The whole number that `text` (lower case) spells: "sixty-two", "minus three", "none", "a dozen".
pub(super) fn cardinal(text: &str) -> Option<Number> {
    if let Some(n) = alone(text) {
        return Some(number(n));
    }
    if let Some(rest) = text.strip_prefix("minus ") {
        return cardinal(rest).filter(|n| n.sign() > 0).map(|n| n.negate());
    }
    let words: Option<Vec<Word>> = split(text).into_iter().map(word).collect();
    value(&words?).map(number)
}

/// The place that `text` (lower case) names: "sixteenth", "twenty-first".
pub(super) fn place(text: &str) -> Option<Number> {
    let words = split(text);
    let (last, before) = words.split_last()?;
    let mut own: Vec<Word> = before.iter().map(|text| word(text)).collect::<Option<_>>()?;
    let last = ordinal(last)?;
    if own.is_empty() && matches!(last, Word::Hundred | Word::Scale(_)) {
        own.push(Word::Article);
    }
    own.push(last);
    value(&own).map(number)
}

/// The denominator that a word names, and whether it is in the plural.
fn denominator(text: &str) -> Option<(u64, bool)> {
    match text {
        "half" => return Some((2, false)),
        "halves" => return Some((2, true)),
        "quarter" => return Some((4, false)),
        "quarters" => return Some((4, true)),
        _ => {}
    }
    let (singular, plural) = match text.strip_suffix('s') {
        Some(singular) => (singular, true),
        None => (text, false),
    };
    let n = match ordinal(singular)? {
        Word::Small(n) | Word::Tens(n) | Word::Scale(n) => n,
        Word::Hundred => 100,
        Word::Dozen | Word::And | Word::Article => return None,
    };
    (n > 2).then_some((n, plural))
}

/// The fraction that `text` (lower case) spells, with its denominator: "two thirds", "a half",
/// "three-quarters", "one and a half".
pub(super) fn fraction(text: &str) -> Option<(Number, u64)> {
    if let Some(rest) = text.strip_prefix("minus ") {
        return fraction(rest).map(|(value, denominator)| (value.negate(), denominator));
    }
    if text == "half" {
        return Some((Number::ONE.divide(&Number::from(2))?, 2));
    }
    if let Some((whole, part)) = text.split_once(" and ")
        && let Some((part, denominator)) = fraction(part)
        && part < Number::ONE
    {
        return Some((cardinal(whole)?.add(&part), denominator));
    }
    let words = split(text);
    let (last, before) = words.split_last()?;
    let (below, plural) = denominator(last)?;
    let above = match before {
        ["a" | "an" | "one"] if !plural => 1,
        ["half", "a"] if !plural => return None,
        _ => {
            let own: Vec<Word> = before.iter().map(|text| word(text)).collect::<Option<_>>()?;
            value(&own).filter(|&above| above != 1 && plural)?
        }
    };
    Some((number(above).divide(&number(below))?, below))
}

/// The number of a scale word, as in "3 million".
pub(super) fn scale(text: &str) -> Option<u64> {
    match word(text)? {
        Word::Scale(n) => Some(n),
        Word::Hundred => Some(100),
        Word::Small(_) | Word::Tens(_) | Word::Dozen | Word::And | Word::Article => None,
    }
}

#[cfg(test)]
mod tests {
    use super::cardinal;
    use super::fraction;
    use super::place;

    #[test]
    fn cardinals_by_hand() {
        for (text, expected) in [
            ("nought", 0),
            ("none", 0),
            ("no", 0),
            ("once", 1),
            ("twice", 2),
            ("a dozen", 12),
            ("two dozen", 24),
            ("half a dozen", 6),
            ("nineteen", 19),
            ("sixty-two", 62),
            ("sixty two", 62),
            ("minus three", -3),
            ("a hundred", 100),
            ("one hundred and five", 105),
            ("one hundred five", 105),
            ("nine hundred and ninety-nine", 999),
            ("twenty-nine hundred", 2_900),
            ("a thousand", 1_000),
            ("one thousand and one", 1_001),
            ("two thousand nine hundred and three", 2_903),
            ("eight hundred and ninety thousand six hundred and fifty-one", 890_651),
            ("three million and seventeen", 3_000_017),
            ("one million two hundred thousand", 1_200_000),
            ("three billion and one", 3_000_000_001),
            ("two trillion one million", 2_000_001_000_000),
        ] {
            assert_eq!(cardinal(text).and_then(|n| n.to_i64()), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_not_read_as_one() {
        for text in [
            "",
            "and",
            "a",
            "one two",
            "sixty-twelve",
            "twenty-zero",
            "hundred",
            "one and two",
            "two thousand million",
            "one hundred and",
            "and five",
            "ten hundred",
            "minus nought",
            "sixty and two",
            "one score",
            "thousand thousand",
            "one thousand and two hundred thousand",
            "first",
            "frobnicate",
            "five hundred hundred",
        ] {
            assert_eq!(cardinal(text), None, "{text}");
        }
    }

    #[test]
    fn places_by_hand() {
        for (text, expected) in [
            ("first", 1),
            ("second", 2),
            ("third", 3),
            ("fourth", 4),
            ("eighth", 8),
            ("ninth", 9),
            ("twelfth", 12),
            ("sixteenth", 16),
            ("twentieth", 20),
            ("twenty-first", 21),
            ("hundredth", 100),
            ("one hundred and fifth", 105),
            ("two thousandth", 2_000),
        ] {
            assert_eq!(place(text).and_then(|n| n.to_i64()), Some(expected), "{text}");
        }
        for text in ["oneth", "twoth", "ninteenth", "fiveth", "last", "one third", "thirds"] {
            assert_eq!(place(text), None, "{text}");
        }
    }

    #[test]
    fn fractions_by_hand() {
        for (text, expected) in [
            ("half", "1/2"),
            ("a half", "1/2"),
            ("one half", "1/2"),
            ("a third", "1/3"),
            ("two thirds", "2/3"),
            ("two-thirds", "2/3"),
            ("three quarters", "3/4"),
            ("a quarter", "1/4"),
            ("five twelfths", "5/12"),
            ("one hundredth", "1/100"),
            ("three halves", "3/2"),
            ("one and a half", "3/2"),
            ("two and three quarters", "11/4"),
            ("minus a half", "-1/2"),
        ] {
            let found = fraction(text).map(|(value, _)| value.to_string());
            assert_eq!(found.as_deref(), Some(expected), "{text}");
        }
        for text in ["third", "one thirds", "two third", "half a third", "halves", "a halves"] {
            assert_eq!(fraction(text), None, "{text}");
        }
    }
}

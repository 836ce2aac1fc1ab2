//! Numbers in English words, as British books spell them: "one hundred and five".

use crate::arithmetic::Number;

const SMALL: [&str; 20] = [
    "nought",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

const TENS: [&str; 10] =
    ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// Numbers from here on are not written in words.
const LIMIT: u64 = 1_000_000_000;

/// A whole number between minus and plus a thousand million in words; others have none.
#[must_use]
pub fn words(number: &Number) -> Option<String> {
    let value = number.to_i64()?;
    let size = value.unsigned_abs();
    if size >= LIMIT {
        return None;
    }
    let text = cardinal(size);
    Some(if value < 0 { format!("minus {text}") } else { text })
}

fn cardinal(n: u64) -> String {
    if n == 0 {
        return SMALL[0].to_owned();
    }
    let mut parts: Vec<String> = Vec::new();
    for (scale, name) in [(1_000_000, "million"), (1_000, "thousand")] {
        let count = n / scale % 1_000;
        if count > 0 {
            parts.push(format!("{} {name}", below_thousand(count)));
        }
    }
    let rest = n % 1_000;
    if rest > 0 {
        let text = below_thousand(rest);
        // "one thousand and five", but "one thousand two hundred".
        parts.push(if rest < 100 && n >= 1_000 { format!("and {text}") } else { text });
    }
    parts.join(" ")
}

fn below_thousand(n: u64) -> String {
    match (n / 100, n % 100) {
        (0, rest) => below_hundred(rest),
        (hundreds, 0) => format!("{} hundred", small(hundreds)),
        (hundreds, rest) => format!("{} hundred and {}", small(hundreds), below_hundred(rest)),
    }
}

fn below_hundred(n: u64) -> String {
    if n < 20 {
        return small(n).to_owned();
    }
    let tens = TENS.get((n / 10) as usize).copied().unwrap_or("");
    match n % 10 {
        0 => tens.to_owned(),
        ones => format!("{tens}-{}", small(ones)),
    }
}

fn small(n: u64) -> &'static str {
    SMALL.get(n as usize).copied().unwrap_or("")
}

/// The ordinal of a whole number from 0 to a thousand million in words: "sixty-second".
#[must_use]
pub fn ordinal_words(number: &Number) -> Option<String> {
    if number.sign() < 0 {
        return None;
    }
    let cardinal = words(number)?;
    let at = cardinal.rfind([' ', '-']).map_or(0, |at| at + 1);
    let (before, last) = cardinal.split_at(at);
    let last = match last {
        "nought" => "noughth".to_owned(),
        "one" => "first".to_owned(),
        "two" => "second".to_owned(),
        "three" => "third".to_owned(),
        "five" => "fifth".to_owned(),
        "eight" => "eighth".to_owned(),
        "nine" => "ninth".to_owned(),
        "twelve" => "twelfth".to_owned(),
        other => match other.strip_suffix('y') {
            Some(stem) => format!("{stem}ieth"),
            None => format!("{other}th"),
        },
    };
    Some(format!("{before}{last}"))
}

/// A fraction above nought in words, where it has ordinary ones: "three quarters".
pub(crate) fn fraction_words(number: &Number) -> Option<String> {
    let above = Number::integer(number.numerator());
    let below = Number::integer(number.denominator());
    if above.sign() <= 0 || number.is_integer() {
        return None;
    }
    let single = above == Number::ONE;
    let name = match below.to_i64() {
        Some(2) => if single { "half" } else { "halves" }.to_owned(),
        Some(4) => if single { "quarter" } else { "quarters" }.to_owned(),
        Some(3..=99) => {
            let name = ordinal_words(&below)?;
            if single { name } else { format!("{name}s") }
        }
        _ => return None,
    };
    Some(format!("{} {name}", words(&above)?))
}

/// The character that is this fraction.
pub(crate) fn vulgar(number: &Number) -> Option<char> {
    let parts = (number.numerator(), number.denominator());
    Some(match (u32::try_from(parts.0).ok()?, u32::try_from(parts.1).ok()?) {
        (1, 2) => '½',
        (1, 3) => '⅓',
        (2, 3) => '⅔',
        (1, 4) => '¼',
        (3, 4) => '¾',
        (1, 5) => '⅕',
        (2, 5) => '⅖',
        (3, 5) => '⅗',
        (4, 5) => '⅘',
        (1, 6) => '⅙',
        (5, 6) => '⅚',
        (1, 8) => '⅛',
        (3, 8) => '⅜',
        (5, 8) => '⅝',
        (7, 8) => '⅞',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::ordinal_words;
    use super::words;
    use crate::arithmetic::Number;

    #[test]
    fn words_and_ordinals_by_hand() {
        for (number, cardinal, ordinal) in [
            (0, "nought", "noughth"),
            (1, "one", "first"),
            (12, "twelve", "twelfth"),
            (16, "sixteen", "sixteenth"),
            (20, "twenty", "twentieth"),
            (62, "sixty-two", "sixty-second"),
            (100, "one hundred", "one hundredth"),
            (105, "one hundred and five", "one hundred and fifth"),
            (1_005, "one thousand and five", "one thousand and fifth"),
            (1_200, "one thousand two hundred", "one thousand two hundredth"),
            (2_903, "two thousand nine hundred and three", "two thousand nine hundred and third"),
            (
                890_651,
                "eight hundred and ninety thousand six hundred and fifty-one",
                "eight hundred and ninety thousand six hundred and fifty-first",
            ),
            (1_000_000, "one million", "one millionth"),
            (3_000_017, "three million and seventeen", "three million and seventeenth"),
        ] {
            let number = Number::from(number);
            assert_eq!(words(&number).as_deref(), Some(cardinal));
            assert_eq!(ordinal_words(&number).as_deref(), Some(ordinal));
        }
        assert_eq!(words(&Number::from(-3)).as_deref(), Some("minus three"));
        assert_eq!(words(&Number::from(1_000_000_000)), None);
    }
}

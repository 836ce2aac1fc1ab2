//! The English words that name numbers, by what they may stand beside.

/// What a number word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// "one", "two": often no number at all.
    SoftUnit,
    /// "three" to "nine".
    Unit,
    /// "ten" to "nineteen".
    Teen,
    /// "twenty" to "ninety".
    Tens,
    /// "hundred", "thousand", "million", "dozen".
    Magnitude,
    /// "first", "second".
    SoftOrdinal,
    /// "third" and up; also the name of a part.
    Ordinal,
    /// "thirds" and up.
    Parts,
    /// "half", "halves", "quarter", "quarters".
    SoftParts,
    /// "thrice", "threes", "fourfold": complete by themselves.
    Other,
    /// "once", "both", "single", "none", "thousands": complete, and often no number.
    Soft,
}

impl Word {
    /// Whether the word alone is often no number.
    pub(crate) fn is_soft(self) -> bool {
        matches!(self, Self::SoftUnit | Self::SoftOrdinal | Self::SoftParts | Self::Soft)
    }

    /// Whether `next` continues a number that ends in this word, as "two" does "sixty".
    pub(crate) fn takes(self, next: Self) -> bool {
        match next {
            Self::Magnitude => matches!(
                self,
                Self::SoftUnit | Self::Unit | Self::Teen | Self::Tens | Self::Magnitude
            ),
            Self::SoftUnit | Self::Unit | Self::SoftOrdinal => {
                matches!(self, Self::Tens | Self::Magnitude)
            }
            Self::Teen | Self::Tens => self == Self::Magnitude,
            Self::Ordinal => matches!(
                self,
                Self::SoftUnit | Self::Unit | Self::Teen | Self::Tens | Self::Magnitude
            ),
            Self::Parts => {
                !matches!(self, Self::SoftOrdinal | Self::Ordinal | Self::Parts | Self::SoftParts)
            }
            Self::SoftParts => {
                matches!(self, Self::SoftUnit | Self::Unit | Self::Teen | Self::Tens)
            }
            Self::Other | Self::Soft => false,
        }
    }
}

/// Whether `word` stands in `list`, words between blanks, case aside.
pub(crate) fn is_listed(word: &str, list: &str) -> bool {
    list.split(' ').any(|known| known.eq_ignore_ascii_case(word))
}

/// The longest number word, in letters: "seventeenths", "thousandfold", and room for one more.
const LONGEST: usize = 13;

/// What number word `word` is, case aside; none for every other word.
pub(crate) fn classify(word: &str) -> Option<Word> {
    if !(3..=LONGEST).contains(&word.len()) || !word.is_ascii() {
        return None;
    }
    let mut buffer = [0_u8; LONGEST];
    let lower = buffer.get_mut(..word.len())?;
    lower.copy_from_slice(word.as_bytes());
    lower.make_ascii_lowercase();
    let word = std::str::from_utf8(lower).ok()?;
    Some(match word {
        "one" | "two" => Word::SoftUnit,
        "three" | "four" | "five" | "six" | "seven" | "eight" | "nine" => Word::Unit,
        "ten" | "eleven" | "twelve" | "thirteen" | "fourteen" | "fifteen" | "sixteen"
        | "seventeen" | "eighteen" | "nineteen" => Word::Teen,
        "twenty" | "thirty" | "forty" | "fifty" | "sixty" | "seventy" | "eighty" | "ninety" => {
            Word::Tens
        }
        "hundred" | "thousand" | "million" | "billion" | "trillion" | "quadrillion"
        | "quintillion" | "lakh" | "crore" | "dozen" => Word::Magnitude,
        "first" | "second" => Word::SoftOrdinal,
        "third" | "fourth" | "fifth" | "sixth" | "seventh" | "eighth" | "ninth" | "tenth"
        | "eleventh" | "twelfth" | "thirteenth" | "fourteenth" | "fifteenth" | "sixteenth"
        | "seventeenth" | "eighteenth" | "nineteenth" | "twentieth" | "thirtieth" | "fortieth"
        | "fiftieth" | "sixtieth" | "seventieth" | "eightieth" | "ninetieth" | "hundredth"
        | "thousandth" | "millionth" | "billionth" | "trillionth" => Word::Ordinal,
        "half" | "halves" | "quarter" | "quarters" => Word::SoftParts,
        "thrice" | "threes" | "fours" | "fives" | "sixes" | "sevens" | "eights" | "nines"
        | "twelves" | "threefold" | "fourfold" | "fivefold" | "sixfold" | "sevenfold"
        | "eightfold" | "ninefold" | "tenfold" | "elevenfold" | "twelvefold" | "hundredfold"
        | "thousandfold" | "threescore" | "fourscore" => Word::Other,
        "once" | "twice" | "both" | "single" | "none" | "zero" | "nought" | "twos" | "tens"
        | "dozens" | "hundreds" | "thousands" | "millions" | "billions" | "trillions"
        | "twofold" => Word::Soft,
        _ => {
            let one = word.strip_suffix('s').and_then(classify)?;
            return (one == Word::Ordinal).then_some(Word::Parts);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::Word;
    use super::classify;

    #[test]
    fn only_whole_words_name_numbers() {
        assert_eq!(classify("Sixty"), Some(Word::Tens));
        assert_eq!(classify("someone"), None);
        assert_eq!(classify("often"), None);
        assert_eq!(classify("ONE"), Some(Word::SoftUnit));
        assert_eq!(classify("seventeenths"), Some(Word::Parts));
        assert_eq!(classify("seconds"), None);
        assert_eq!(classify("thirdss"), None);
    }

    #[test]
    fn words_continue_a_number_as_english_does() {
        let takes = |a, b| classify(a).unwrap().takes(classify(b).unwrap());
        for (a, b) in
            [("sixty", "two"), ("one", "hundred"), ("two", "thirds"), ("three", "quarters")]
        {
            assert!(takes(a, b), "{a} {b}");
        }
        for (a, b) in [("three", "four"), ("first", "three"), ("ten", "two"), ("once", "hundred")] {
            assert!(!takes(a, b), "{a} {b}");
        }
    }
}

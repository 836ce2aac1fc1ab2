//! Reads what prose says about one number: exactly, in per cent, as a bound, about.

use std::ops::Range;

use num_bigint::BigInt;
use num_traits::Pow;

use crate::arithmetic::Number;
use crate::language::reading::figures;
use crate::language::reading::words;

/// How a shown number stands to the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// It is the value, or in per cent what the value rounds to.
    Exactly,
    AtMost,
    AtLeast,
    LessThan,
    MoreThan,
    /// The value rounds to it, and is within a tenth of it.
    About,
    /// The same, and the value is less.
    Nearly,
    /// The same, and the value is more.
    JustOver,
}

/// Phrases before a number, and how it then stands to the value.
const PHRASES: &[(&str, Manner)] = &[
    ("at most ", Manner::AtMost),
    ("no more than ", Manner::AtMost),
    ("not more than ", Manner::AtMost),
    ("up to ", Manner::AtMost),
    ("at least ", Manner::AtLeast),
    ("no fewer than ", Manner::AtLeast),
    ("no less than ", Manner::AtLeast),
    ("not less than ", Manner::AtLeast),
    ("fewer than ", Manner::LessThan),
    ("less than ", Manner::LessThan),
    ("under ", Manner::LessThan),
    ("below ", Manner::LessThan),
    ("more than ", Manner::MoreThan),
    ("over ", Manner::MoreThan),
    ("above ", Manner::MoreThan),
    ("about ", Manner::About),
    ("around ", Manner::About),
    ("roughly ", Manner::About),
    ("approximately ", Manner::About),
    ("some ", Manner::About),
    ("close to ", Manner::About),
    ("nearly ", Manner::Nearly),
    ("almost ", Manner::Nearly),
    ("just under ", Manner::Nearly),
    ("not quite ", Manner::Nearly),
    ("just over ", Manner::JustOver),
    ("a little over ", Manner::JustOver),
];

/// How exact a shown number is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Grain {
    /// A whole number with so many noughts at its end, and whether another digit stands before them.
    Whole { noughts: u32, has_more: bool },
    /// A decimal with so many digits behind the point.
    Decimal(u32),
    /// A fraction with this denominator.
    Over(Number),
}

/// What prose says about one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quantity {
    pub(super) manner: Manner,
    /// The number shown; in per cent, before it is divided by a hundred.
    pub(super) shown: Number,
    pub(super) is_percent: bool,
    /// Whether it names a place: "third", "3rd".
    pub(super) is_place: bool,
    grain: Grain,
}

impl Quantity {
    /// The number that is shown, per cent taken into account.
    pub(super) fn value(&self) -> Number {
        if self.is_percent {
            self.shown.divide(&Number::from(100)).unwrap_or(Number::ZERO)
        } else {
            self.shown.clone()
        }
    }

    /// How many digits are shown behind the point.
    pub(super) fn places(&self) -> Option<u32> {
        match self.grain {
            Grain::Whole { .. } => Some(0),
            Grain::Decimal(places) => Some(places),
            Grain::Over(_) => None,
        }
    }

    /// The step of the shown digits or denominator: for rounding all noughts at the end count, for
    /// bounds and exact per cent fewer.
    fn step(&self) -> Number {
        let power = |exponent: u32| Number::integer(Pow::pow(BigInt::from(10), exponent));
        let inverse = |n: &Number| Number::ONE.divide(n).unwrap_or(Number::ONE);
        match &self.grain {
            Grain::Over(denominator) => inverse(denominator),
            Grain::Decimal(places) => inverse(&power(*places)),
            Grain::Whole { noughts, has_more } => match self.manner {
                Manner::About | Manner::Nearly | Manner::JustOver => power(*noughts),
                Manner::Exactly => Number::ONE,
                Manner::AtMost | Manner::AtLeast | Manner::LessThan | Manner::MoreThan => {
                    power(if *has_more { *noughts } else { noughts.saturating_sub(1) })
                }
            },
        }
    }

    /// Whether this is a bound that is true of `value` and further from it than its digits say.
    pub(super) fn is_loose_for(&self, value: &Number) -> bool {
        let shown = self.value();
        let bounds = match self.manner {
            Manner::AtMost => *value <= shown,
            Manner::AtLeast => *value >= shown,
            Manner::LessThan => *value < shown,
            Manner::MoreThan => *value > shown,
            Manner::Exactly | Manner::About | Manner::Nearly | Manner::JustOver => false,
        };
        bounds && !self.holds_of(value)
    }

    /// Whether this is said rightly of `value`.
    pub(super) fn holds_of(&self, value: &Number) -> bool {
        let value =
            if self.is_percent { value.multiply(&Number::from(100)) } else { value.clone() };
        let shown = &self.shown;
        let step = self.step();
        let rounds = || {
            // Twice everything, so that halves stay whole.
            let two = Number::from(2);
            let (value, shown) = (value.multiply(&two), shown.multiply(&two));
            shown.subtract(&step) <= value && value < shown.add(&step)
        };
        // All noughts at the end and a small denominator make wide steps: by them alone 501 would be
        // about a thousand, and three quarters about half.
        let is_near = || {
            let distance = value.subtract(shown).abs();
            rounds() && distance.multiply(&Number::from(10)) <= shown.abs()
        };
        match self.manner {
            Manner::Exactly if self.is_percent => rounds(),
            Manner::Exactly => value == *shown,
            Manner::AtMost => value <= *shown && value > shown.subtract(&step),
            Manner::AtLeast => value >= *shown && value < shown.add(&step),
            Manner::LessThan => value < *shown && value >= shown.subtract(&step),
            Manner::MoreThan => value > *shown && value <= shown.add(&step),
            Manner::About => is_near(),
            Manner::Nearly => is_near() && value < *shown,
            Manner::JustOver => is_near() && value > *shown,
        }
    }
}

/// How a number looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Digits, or digits with a slash.
    Figures,
    /// Digits with so many behind the point.
    Decimal(u32),
    /// "3rd".
    Ordinal,
    /// "sixty-two".
    Words,
    /// "third".
    OrdinalWords,
    /// "two thirds".
    FractionWords,
    /// `¾`.
    Vulgar,
}

/// How a number has to be rounded for what is said of it to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    HalfUp,
    /// Up, if it is not whole.
    Up,
    /// Down, if it is not whole.
    Down,
    /// Up to the next one.
    Beyond,
    /// Down to the one before.
    Before,
}

/// How a text says a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Looks {
    /// Where the number itself stands, without phrases and per cent signs.
    pub(crate) number: Range<usize>,
    pub(crate) look: Look,
    pub(crate) is_percent: bool,
    /// The step to which it is rounded, if it is.
    pub(crate) rounding: Option<Number>,
    pub(crate) rounds_up: Rounding,
}

/// How `text` says a number, if it does.
pub(crate) fn look(text: &str) -> Option<Looks> {
    let quantity = quantities(text).into_iter().next()?;
    let lower = text.to_lowercase();
    let mut start = 0;
    if let Some((phrase, _)) = PHRASES.iter().find(|(phrase, _)| lower.starts_with(phrase)) {
        start = phrase.len();
    }
    let mut end = text.len();
    if quantity.is_percent {
        let ending = ["%", "per cent", "percent"].iter().find(|own| lower.ends_with(**own))?;
        let before = text.get(..text.len().checked_sub(ending.len())?)?;
        end = before.trim_end().len();
    }
    let own = text.get(start..end)?;
    let has_digits = own.chars().any(|c| c.is_ascii_digit());
    let has_letters = own.chars().any(char::is_alphabetic);
    let look = match (has_digits, has_letters) {
        (true, true) if quantity.is_place => Look::Ordinal,
        (true, _) => match quantity.grain {
            Grain::Decimal(places) => Look::Decimal(places),
            Grain::Whole { .. } if quantity.is_percent => Look::Decimal(0),
            Grain::Whole { .. } | Grain::Over(_) => Look::Figures,
        },
        (false, false) => Look::Vulgar,
        (false, true) if quantity.is_place => Look::OrdinalWords,
        (false, true) if matches!(quantity.grain, Grain::Over(_)) => Look::FractionWords,
        (false, true) => Look::Words,
    };
    let rounds_up = match quantity.manner {
        Manner::AtMost => Rounding::Up,
        Manner::AtLeast => Rounding::Down,
        Manner::LessThan => Rounding::Beyond,
        Manner::MoreThan => Rounding::Before,
        Manner::Exactly | Manner::About | Manner::Nearly | Manner::JustOver => Rounding::HalfUp,
    };
    let exact = quantity.manner == Manner::Exactly;
    let words_of_percent = exact && quantity.is_percent && look == Look::Words;
    let rounding = (!exact || words_of_percent).then(|| quantity.step());
    Some(Looks { number: start..end, look, is_percent: quantity.is_percent, rounding, rounds_up })
}

/// Every way to read `text` as something said about one number.
pub(super) fn quantities(text: &str) -> Vec<Quantity> {
    let text = text.trim();
    let lower = text.to_lowercase();
    for (phrase, manner) in PHRASES {
        // Lower case may change lengths, so the rest is taken from the lowered text.
        if let Some(rest) = lower.strip_prefix(phrase) {
            let mut found = percent_or_plain(rest.trim_start());
            found.iter_mut().for_each(|quantity| quantity.manner = *manner);
            return found;
        }
    }
    percent_or_plain(&lower)
}

fn percent_or_plain(text: &str) -> Vec<Quantity> {
    for ending in ["%", "per cent", "percent"] {
        if let Some(number) = text.strip_suffix(ending) {
            let number = number.trim_end_matches(|c: char| c.is_whitespace());
            let mut found = plain(number);
            found.retain(|quantity| !quantity.is_place);
            found.iter_mut().for_each(|quantity| quantity.is_percent = true);
            return found;
        }
    }
    plain(text)
}

/// Numbers without phrases around them, lower case.
fn plain(text: &str) -> Vec<Quantity> {
    let mut found = Vec::new();
    let mut add = |shown: Number, grain: Grain, is_place: bool| {
        let manner = Manner::Exactly;
        found.push(Quantity { manner, shown, is_percent: false, is_place, grain });
    };
    if let Some(figures) = figures::figures(text) {
        let grain = if figures.places > 0 {
            Grain::Decimal(figures.places)
        } else {
            whole(&figures.value, figures.noughts)
        };
        add(figures.value, grain, false);
        return found;
    }
    if let Some((value, denominator)) = figures::fraction(text) {
        add(value, Grain::Over(denominator), false);
        return found;
    }
    if let Some(value) = figures::ordinal(text) {
        let grain = whole(&value, 0);
        add(value, grain, true);
        return found;
    }
    // "3 million", "2.5 million".
    if let Some((number, word)) = text.split_once(char::is_whitespace)
        && let Some(figures) = figures::figures(number)
        && let Some(scale) = words::scale(word.trim())
    {
        let scale = Number::integer(scale.into());
        let value = figures.value.multiply(&scale);
        if value.is_integer() {
            let noughts = scale.to_string().len() as u32 - 1;
            let noughts = (noughts + figures.noughts).saturating_sub(figures.places);
            let grain = whole(&value, noughts);
            add(value, grain, false);
        }
        return found;
    }
    let text = text.replace(['\u{a0}', '\u{202f}', '\u{2009}'], " ");
    if let Some(value) = words::cardinal(&text) {
        let digits = value.to_string();
        let noughts = digits.len() - digits.trim_end_matches('0').len();
        let noughts = if value.is_zero() { 0 } else { noughts };
        let grain = whole(&value, u32::try_from(noughts).unwrap_or(0));
        add(value, grain, false);
    }
    if let Some((value, denominator)) = words::fraction(&text) {
        add(value, Grain::Over(Number::integer(denominator.into())), false);
    }
    if let Some(value) = words::place(&text) {
        let grain = whole(&value, 0);
        add(value, grain, true);
    }
    found
}

fn whole(value: &Number, noughts: u32) -> Grain {
    let digits = value.abs().to_string().len();
    Grain::Whole { noughts, has_more: digits > noughts as usize + 1 }
}

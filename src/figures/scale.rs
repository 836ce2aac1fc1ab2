//! Exact numbers to whole pixels.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::One as _;
use num_traits::Signed as _;
use num_traits::ToPrimitive as _;
use num_traits::Zero as _;

/// A number line: `low` lies at pixel `from`, `high` at pixel `to` (which may be less).
#[derive(Clone, Debug)]
pub struct Scale {
    low: BigRational,
    high: BigRational,
    from: i32,
    to: i32,
}

impl Scale {
    /// The line from `low` to `high`; where they are equal, one unit long.
    #[must_use]
    pub fn new(low: BigRational, high: BigRational, from: i32, to: i32) -> Self {
        let high = if high > low { high } else { &low + BigRational::one() };
        Self { low, high, from, to }
    }

    /// The pixel of `value`, rounded down; values outside lie at the nearer end.
    #[must_use]
    pub fn at(&self, value: &BigRational) -> i32 {
        let value = value.clamp(&self.low, &self.high);
        let pixels = BigRational::from_integer(BigInt::from(self.to) - self.from);
        let along = (value - &self.low) * pixels / (&self.high - &self.low);
        self.from + along.floor().to_integer().to_i32().unwrap_or(0)
    }

    /// Round numbers along the line, at most `count` of them (at least two are asked for): multiples
    /// of 1, 2 or 5 times a power of ten.
    #[must_use]
    pub fn ticks(&self, count: u32) -> Vec<BigInt> {
        let span = (&self.high - &self.low).ceil().to_integer();
        let count = BigInt::from(count.max(2));
        let mut power = BigInt::one();
        let step = 'found: loop {
            for factor in [1, 2, 5] {
                let step = &power * factor;
                if span.div_floor(&step) < count {
                    break 'found step;
                }
            }
            power *= 10;
        };
        let first = self.low.ceil().to_integer().div_ceil(&step) * &step;
        let last = self.high.floor().to_integer();
        std::iter::successors(Some(first), |tick| Some(tick + &step))
            .take_while(|tick| *tick <= last)
            .collect()
    }
}

/// The integer as the page writes it: grouped by `separator` from a thousand on, a real minus sign.
#[must_use]
pub fn written(whole: &BigInt, separator: &str) -> String {
    let digits = whole.abs().to_string();
    let mut text = String::new();
    if whole.is_negative() {
        text.push('\u{2212}');
    }
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push_str(separator);
        }
        text.push(digit);
    }
    text
}

/// `share` as per cent with one digit, rounded half up: `81.2%`.
#[must_use]
pub fn per_cent(share: &BigRational) -> String {
    let thousandths = (share.abs() * BigInt::from(1000) + BigRational::new(1.into(), 2.into()))
        .floor()
        .to_integer();
    let (whole, tenth) = thousandths.div_rem(&10.into());
    let minus = if share.is_negative() && !thousandths.is_zero() { "\u{2212}" } else { "" };
    format!("{minus}{whole}.{tenth}%")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(value: i64) -> BigRational {
        BigRational::from_integer(value.into())
    }

    #[test]
    fn ends_of_a_line_lie_at_its_ends_whichever_way_it_runs() {
        for (from, to) in [(10, 110), (110, 10)] {
            let scale = Scale::new(whole(-3), whole(7), from, to);
            assert_eq!((scale.at(&whole(-3)), scale.at(&whole(7))), (from, to));
            assert_eq!(scale.at(&whole(2)), 60);
            assert_eq!((scale.at(&whole(-9)), scale.at(&whole(99))), (from, to));
        }
    }

    #[test]
    fn ticks_are_round_and_inside() {
        let ticks = |low, high, count| {
            Scale::new(whole(low), whole(high), 0, 100)
                .ticks(count)
                .iter()
                .map(|tick| tick.to_i64().unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!(ticks(-2, 6, 10), [-2, -1, 0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(ticks(-12, 31, 10), [-10, -5, 0, 5, 10, 15, 20, 25, 30]);
        assert_eq!(ticks(0, 190, 5), [0, 50, 100, 150]);
        assert_eq!(ticks(3, 3, 5), [3, 4]);
    }

    #[test]
    fn a_share_is_rounded_half_up() {
        let share = |n: i64, d: i64| per_cent(&BigRational::new(n.into(), d.into()));
        assert_eq!(share(448, 552), "81.2%");
        assert_eq!(share(1, 2000), "0.1%");
        assert_eq!(share(1, 1), "100.0%");
        assert_eq!(share(-1, 3), "\u{2212}33.3%");
    }

    #[test]
    fn digits_are_grouped_and_minus_is_real() {
        assert_eq!(written(&(-1234567).into(), ","), "\u{2212}1,234,567");
        assert_eq!(written(&999.into(), ","), "999");
    }
}

//! Exact numbers to whole pixels.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::One as _;
use num_traits::ToPrimitive as _;

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
}

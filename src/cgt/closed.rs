//! Numbers, ups and stars, in closed form.
//!
//! A [`NumberUpStar`] is `x + n·↑ + *m`. Sums, negatives, order and birthdays of these have
//! formulas, so the arena keeps each as one record, however large `x`, `n` and `m` are, and writes
//! options out only when somebody asks for them.
//!
//! Source: A. N. Siegel, *Combinatorial Game Theory* (AMS, 2013), chapter II; for the options of `n·↑ + *m`,
//! *Winning Ways*, chapters 3 and 8.

use std::cmp::Ordering;

use crate::arithmetic::dyadic::Dyadic;
use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;

/// The game `x + n·↑ + *m`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NumberUpStar {
    /// The number `x`.
    pub number: Dyadic,
    /// How many ups `n` (downs, if negative).
    pub ups: i64,
    /// The nimber `m`, as the size of its heap.
    pub nimber: u32,
}

/// The options of one player in a [`NumberUpStar`] that is not a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ClosedOptions {
    /// `x + *k` for every `k` below this, with the `x` of the game.
    NimbersBelow(u32),
    /// The one option with these ups and this nimber, and the `x` of the game.
    One(i64, u32),
}

impl NumberUpStar {
    /// The number `x`, alone.
    pub fn number(x: Dyadic) -> Self {
        Self { number: x, ups: 0, nimber: 0 }
    }

    /// Whether this is a number.
    pub fn is_number(&self) -> bool {
        self.ups == 0 && self.nimber == 0
    }

    /// The sum of two.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Size`] if the ups do not fit 63 bits.
    pub fn plus(&self, other: &Self) -> Result<Self, Exhausted> {
        Ok(Self {
            number: &self.number + &other.number,
            ups: self.ups.checked_add(other.ups).ok_or(Exhausted::Size)?,
            nimber: self.nimber ^ other.nimber,
        })
    }

    /// The negative. Its ups always fit: [`NumberUpStar::plus`] and the parser keep away from the
    /// one count that has no negative.
    #[must_use]
    pub fn negative(&self) -> Self {
        Self { number: -&self.number, ups: self.ups.saturating_neg(), nimber: self.nimber }
    }

    /// Whether `self <= other`.
    pub fn le(&self, other: &Self) -> bool {
        match self.number.cmp(&other.number) {
            Ordering::Less => true,
            Ordering::Greater => false,
            // n·↑ + *m is at least 0 if it is 0, if n = 1 and m is not 1, or if n is larger.
            Ordering::Equal => match i128::from(other.ups) - i128::from(self.ups) {
                ..0 => false,
                0 => self.nimber == other.nimber,
                1 => self.nimber ^ other.nimber != 1,
                2.. => true,
            },
        }
    }

    /// The canonical options of `player`, for a game that is not a number.
    pub(crate) fn options(&self, player: Player) -> ClosedOptions {
        // Right's options of a game are the negatives of Left's options of its negative.
        let (ups, sign) = match player {
            Player::Left => (self.ups, 1),
            Player::Right => (self.ups.saturating_neg(), -1),
        };
        match (ups, self.nimber) {
            (0, m) => ClosedOptions::NimbersBelow(m),
            (1, 1) => ClosedOptions::NimbersBelow(2), // ↑* = {0, * | 0}
            (-1, 1) => ClosedOptions::One(0, 0),
            (1.., _) => ClosedOptions::One(0, 0),
            (_, m) => ClosedOptions::One(sign * (ups + 1), m ^ 1),
        }
    }

    /// How many moves the longest line of play has beyond the number, or `None` beyond 64 bits.
    pub(crate) fn infinitesimal_birthday(&self) -> Option<u64> {
        let ups = self.ups.unsigned_abs();
        let nimber = u64::from(self.nimber);
        match (ups, nimber) {
            (0, m) => Some(m),
            (n, 0 | 1) => n.checked_add(1),
            (n, m) => n.checked_add(if n % 2 == 0 { m } else { m ^ 1 }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closed(ups: i64, nimber: u32) -> NumberUpStar {
        NumberUpStar { number: Dyadic::ZERO, ups, nimber }
    }

    #[test]
    fn up_is_confused_with_star_only() {
        let zero = closed(0, 0);
        assert!(zero.le(&closed(1, 0)) && !closed(1, 0).le(&zero));
        assert!(!zero.le(&closed(1, 1)) && !closed(1, 1).le(&zero));
        assert!(zero.le(&closed(1, 2)) && zero.le(&closed(2, 1)));
        assert!(!closed(0, 1).le(&closed(0, 2)));
    }

    #[test]
    fn the_numbers_decide_before_the_infinitesimals() {
        let one = NumberUpStar::number(Dyadic::from(1));
        assert!(closed(i64::MAX, 0).le(&one) && !one.le(&closed(i64::MAX, 3)));
    }

    #[test]
    fn ups_beyond_63_bits_are_an_error() {
        assert_eq!(closed(i64::MAX, 0).plus(&closed(1, 0)), Err(Exhausted::Size));
    }

    #[test]
    fn options_are_those_of_the_literature() {
        use ClosedOptions::{NimbersBelow, One};
        let check = |ups, nimber, left, right| {
            assert_eq!(closed(ups, nimber).options(Player::Left), left, "Left of {ups}, {nimber}");
            assert_eq!(
                closed(ups, nimber).options(Player::Right),
                right,
                "Right of {ups}, {nimber}"
            );
        };
        check(0, 3, NimbersBelow(3), NimbersBelow(3));
        check(1, 0, One(0, 0), One(0, 1)); // ↑ = {0 | *}
        check(1, 1, NimbersBelow(2), One(0, 0)); // ↑* = {0, * | 0}
        check(2, 0, One(0, 0), One(1, 1)); // ⇑ = {0 | ↑*}
        check(2, 1, One(0, 0), One(1, 0)); // ⇑* = {0 | ↑}
        check(1, 2, One(0, 0), One(0, 3)); // ↑*2 = {0 | *3}
        check(-1, 0, One(0, 1), One(0, 0));
        check(-1, 1, One(0, 0), NimbersBelow(2));
        check(-3, 0, One(-2, 1), One(0, 0));
    }
}

//! Work, counted.
//!
//! A unit is a step of the solver: a comparison not yet known, an option looked at, a form kept. It
//! is never time, so what can be decided does not depend on the machine.

use std::fmt;

/// What may still be spent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    limit: u64,
    left: u64,
}

impl Budget {
    /// A budget of `limit` units of work.
    pub fn units(limit: u64) -> Self {
        Self { limit, left: limit }
    }

    /// A budget that does not run out within any reasonable time, for tests and for small games.
    pub fn unlimited() -> Self {
        Self::units(u64::MAX)
    }

    /// Takes `units` from the budget.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Work`] if less than that is left. Then nothing is left.
    #[inline]
    pub fn spend(&mut self, units: u64) -> Result<(), Exhausted> {
        match self.left.checked_sub(units) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err(Exhausted::Work)
            }
        }
    }

    /// The units spent so far.
    pub fn spent(&self) -> u64 {
        self.limit - self.left
    }

    /// The units left.
    pub fn left(&self) -> u64 {
        self.left
    }
}

/// Why a computation was given up. None of these says anything about the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exhausted {
    /// The budget ran out.
    Work,
    /// A game has more than [`MAX_HEIGHT`](super::MAX_HEIGHT) moves in a row that no formula skips.
    Depth,
    /// More forms than [`MAX_GAMES`](super::MAX_GAMES), or a count of ups beyond 63 bits.
    Size,
    /// More than [`MAX_MOVES`](super::MAX_MOVES) moves of a player from one position, or more than
    /// eight times as many parts of positions that wait for each other.
    Moves,
    /// More than [`MAX_FORMS`](super::MAX_FORMS) unreduced forms.
    Forms,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Work => "the budget of work ran out",
            Self::Depth => "the game is too deep",
            Self::Size => "there are too many different games",
            Self::Moves => "there are too many moves from one position",
            Self::Forms => "there are too many different unreduced forms",
        })
    }
}

impl std::error::Error for Exhausted {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_ends_and_stays_at_its_end() {
        let mut budget = Budget::units(5);
        assert_eq!(budget.spend(3), Ok(()));
        assert_eq!((budget.spent(), budget.left()), (3, 2));
        assert_eq!(budget.spend(3), Err(Exhausted::Work));
        assert_eq!((budget.spent(), budget.left()), (5, 0));
        assert_eq!(budget.spend(1), Err(Exhausted::Work));
    }
}

//! Who wins, and which of two games is the better one.
//!
//! Most comparisons end at the stops: if Left's stop in `g` is below Right's in `h` then `g < h`, and
//! if a stop of `g` is above the same stop of `h` then `g <= h` is false. The rest is Conway's
//! definition, with two savings: a move in a number is never needed (the Number Avoidance Theorem),
//! and recent answers are kept in an array that forgets.
//!
//! Source: A. N. Siegel, *Combinatorial Game Theory* (AMS, 2013), chapter II.

use crate::arithmetic::dyadic::Dyadic;
use crate::cgt::arena::Arena;
use crate::cgt::arena::GameId;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;
use crate::cgt::player::Outcome;
use crate::cgt::player::Player;

/// The smallest and largest number of slots for remembered comparisons.
const SLOTS: (usize, usize) = (1 << 10, 1 << 22);

impl Arena {
    /// Whether `g <= h`, that is, Left does not mind having `h` instead of `g`.
    ///
    /// # Budget
    ///
    /// A unit for each pair of games that had to be played out, and one for each option looked at
    /// for that.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out. The arena then holds only whole forms and can be used
    /// further.
    pub fn le(&mut self, g: GameId, h: GameId, budget: &mut Budget) -> Result<bool, Exhausted> {
        if g == h {
            return Ok(true);
        }
        let (a, b) = (self.stops_of(g), self.stops_of(h));
        if a.left < b.right {
            return Ok(true);
        }
        if a.left > b.left || a.right > b.right {
            return Ok(false);
        }
        if self.is_closed(g)
            && self.is_closed(h)
            && let (Some(g), Some(h)) = (self.as_closed(g), self.as_closed(h))
        {
            return Ok(g.le(&h));
        }
        if let Some(known) = self.remembered(g, h) {
            return Ok(known);
        }
        budget.spend(1)?;
        let answer = self.one_deeper(|arena| arena.le_by_moves(g, h, budget))?;
        self.remember(g, h, answer);
        Ok(answer)
    }

    fn le_by_moves(
        &mut self,
        g: GameId,
        h: GameId,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        for at in self.playable(g, Player::Left, budget)? {
            budget.spend(1)?;
            if self.le(h, self.option_at(at), budget)? {
                return Ok(false);
            }
        }
        for at in self.playable(h, Player::Right, budget)? {
            budget.spend(1)?;
            if self.le(self.option_at(at), g, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn slot(&self, g: GameId, h: GameId) -> usize {
        let mixed = (u64::from(g.0) << 32 | u64::from(h.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize & (self.comparisons.len() - 1)
    }

    fn remembered(&self, g: GameId, h: GameId) -> Option<bool> {
        if self.comparisons.is_empty() {
            return None;
        }
        let entry = self.comparisons[self.slot(g, h)];
        (entry >> 1 == pair(g, h)).then_some(entry & 1 == 1)
    }

    fn remember(&mut self, g: GameId, h: GameId, answer: bool) {
        let wanted = (self.len() * 4).next_power_of_two().clamp(SLOTS.0, SLOTS.1);
        if wanted > self.comparisons.len() {
            // Forgetting everything is dear once, and the array doubles each time.
            self.comparisons = vec![0; wanted];
        }
        let slot = self.slot(g, h);
        self.comparisons[slot] = pair(g, h) << 1 | u64::from(answer);
    }

    /// Who wins `g`.
    ///
    /// # Errors
    ///
    /// As [`Arena::le`].
    pub fn outcome(&mut self, g: GameId, budget: &mut Budget) -> Result<Outcome, Exhausted> {
        let zero = GameId::ZERO;
        Ok(match (self.le(zero, g, budget)?, self.le(g, zero, budget)?) {
            (true, true) => Outcome::P,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::N,
        })
    }

    /// Whether neither `g <= h` nor `h <= g`.
    ///
    /// # Errors
    ///
    /// As [`Arena::le`].
    pub fn is_confused_with(
        &mut self,
        g: GameId,
        h: GameId,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        Ok(!self.le(g, h, budget)? && !self.le(h, g, budget)?)
    }

    /// The number at which play stops if Left begins and both play for the best stop.
    pub fn left_stop(&self, g: GameId) -> &Dyadic {
        &self.stops_of(g).left
    }

    /// The number at which play stops if Right begins and both play for the best stop.
    pub fn right_stop(&self, g: GameId) -> &Dyadic {
        &self.stops_of(g).right
    }

    /// Whether `g` is infinitesimal: between any negative number and any positive one.
    pub fn is_infinitesimal(&self, g: GameId) -> bool {
        self.left_stop(g).is_zero() && self.right_stop(g).is_zero()
    }
}

/// 63 bits that tell pairs apart: an arena has fewer than 2^31 games. Never 0, since a game is not
/// compared with itself.
fn pair(g: GameId, h: GameId) -> u64 {
    u64::from(g.0) << 32 | u64::from(h.0)
}

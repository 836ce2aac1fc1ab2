//! Negatives, disjunctive sums and multiples.
//!
//! Closed forms add by formula. A number is added to any other game by adding it to every option,
//! which leaves the form canonical (the Number Translation Theorem). Everything else is Conway's
//! definition, each pair remembered.
//!
//! Source: A. N. Siegel, *Combinatorial Game Theory* (AMS, 2013), chapter II.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Signed;
use num_traits::ToPrimitive;
use num_traits::Zero;

use crate::arithmetic::dyadic::Dyadic;
use crate::cgt::arena::Arena;
use crate::cgt::arena::GameId;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;
use crate::cgt::canonical::Gathered;
use crate::cgt::closed::NumberUpStar;
use crate::cgt::player::Player;

impl Arena {
    /// Returns `-g`, the game with the players' parts exchanged.
    ///
    /// # Budget
    ///
    /// A unit for each option not yet turned round.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out or the arena is full.
    pub fn negative(&mut self, g: GameId, budget: &mut Budget) -> Result<GameId, Exhausted> {
        if let Some(known) = self.known_negative(g) {
            return Ok(known);
        }
        let negative = match self.as_closed(g) {
            Some(closed) => self.closed(&closed.negative())?,
            None => self.one_deeper(|arena| arena.negative_by_options(g, budget))?,
        };
        self.remember_negatives(g, negative);
        Ok(negative)
    }

    fn negative_by_options(&mut self, g: GameId, budget: &mut Budget) -> Result<GameId, Exhausted> {
        let mut turned = <[Vec<GameId>; 2]>::default();
        for player in Player::BOTH {
            for at in self.written(g, player) {
                budget.spend(1)?;
                let option = self.option_at(at);
                let negative = self.negative(option, budget)?;
                turned[player.opponent().index()].push(negative);
            }
        }
        for options in &mut turned {
            options.sort_unstable();
        }
        self.intern_form(&turned[0], &turned[1], budget)
    }

    /// Returns `g + h`.
    ///
    /// # Budget
    ///
    /// A unit for each pair not yet added, and what the canonical form of the sum takes.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out, or the sum is too deep or has too many ups.
    pub fn sum(&mut self, g: GameId, h: GameId, budget: &mut Budget) -> Result<GameId, Exhausted> {
        let zero = GameId::ZERO;
        if g == zero || h == zero {
            return Ok(if g == zero { h } else { g });
        }
        if let (Some(a), Some(b)) = (self.as_number(g), self.as_number(h)) {
            let sum = a + b;
            return self.number(&sum);
        }
        match (self.is_closed(g), self.is_closed(h)) {
            (true, true) => self.sum_of_closed(g, h),
            (true, false) => self.translate(h, g, budget),
            (false, true) => self.translate(g, h, budget),
            (false, false) => self.sum_by_moves(g, h, budget),
        }
    }

    fn sum_of_closed(&mut self, g: GameId, h: GameId) -> Result<GameId, Exhausted> {
        match (self.as_closed(g), self.as_closed(h)) {
            (Some(g), Some(h)) => {
                let sum = g.plus(&h)?;
                self.closed(&sum)
            }
            _ => unreachable!("both were seen to be closed"),
        }
    }

    /// `g` with written options, plus a closed form: first what is infinitesimal in it, by moves,
    /// then its number, by translation.
    fn translate(
        &mut self,
        g: GameId,
        closed: GameId,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        let x = self.left_stop(closed).clone();
        if self.is_number(closed) {
            return self.add_number(g, closed, &x, budget);
        }
        if x.is_zero() {
            return self.sum_by_moves(g, closed, budget);
        }
        let (ups, nimber) = self.infinitesimal_part(closed).unwrap_or((0, 0));
        let infinitesimal = NumberUpStar { number: Dyadic::ZERO, ups, nimber };
        let infinitesimal = self.closed(&infinitesimal)?;
        let g = self.sum_by_moves(g, infinitesimal, budget)?;
        let x = self.number(&x)?;
        self.sum(g, x, budget)
    }

    /// `g + x` for a form with written options and a number: canonical as it stands.
    fn add_number(
        &mut self,
        g: GameId,
        x_id: GameId,
        x: &Dyadic,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        let key = (g.min(x_id), g.max(x_id));
        if let Some(&known) = self.sums.get(&key) {
            return Ok(known);
        }
        let mut moved = <[Vec<GameId>; 2]>::default();
        for player in Player::BOTH {
            for at in self.written(g, player) {
                budget.spend(1)?;
                let option = self.option_at(at);
                let sum = self.one_deeper(|arena| arena.sum(option, x_id, budget))?;
                moved[player.index()].push(sum);
            }
            moved[player.index()].sort_unstable();
        }
        let sum = self.intern_form(&moved[0], &moved[1], budget)?;
        debug_assert_eq!(self.left_stop(sum), &(self.left_stop(g) + x));
        self.sums.insert(key, sum);
        Ok(sum)
    }

    /// The sum from the moves in either part. At least one has written options.
    fn sum_by_moves(
        &mut self,
        g: GameId,
        h: GameId,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        let key = (g.min(h), g.max(h));
        if let Some(&known) = self.sums.get(&key) {
            return Ok(known);
        }
        budget.spend(1)?;
        let sum = if self.known_negative(g) == Some(h) {
            GameId::ZERO
        } else {
            self.one_deeper(|arena| arena.sum_of_options(g, h, budget))?
        };
        self.sums.insert(key, sum);
        Ok(sum)
    }

    fn sum_of_options(
        &mut self,
        g: GameId,
        h: GameId,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        let mut gathered = <[Gathered; 2]>::default();
        for player in Player::BOTH {
            for (moving, standing) in [(g, h), (h, g)] {
                for at in self.playable(moving, player, budget)? {
                    budget.spend(1)?;
                    let sum = self.sum(self.option_at(at), standing, budget)?;
                    self.gather(&mut gathered[player.index()], sum, player);
                }
            }
        }
        self.from_gathered(&mut gathered, budget)
    }

    /// Returns `g - h`.
    ///
    /// # Errors
    ///
    /// As [`Arena::sum`].
    pub fn difference(
        &mut self,
        g: GameId,
        h: GameId,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        let negative = self.negative(h, budget)?;
        self.sum(g, negative, budget)
    }

    /// Returns the sum of `times` copies of `g`, or of `-g` if `times` is negative.
    ///
    /// # Cost
    ///
    /// None for numbers; else about twice as many sums as `times` has binary digits.
    ///
    /// # Errors
    ///
    /// As [`Arena::sum`].
    pub fn multiple(
        &mut self,
        g: GameId,
        times: &BigInt,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        if let Some(closed) = self.as_closed(g) {
            let ups = BigInt::from(closed.ups) * times;
            let multiple = NumberUpStar {
                number: closed.number.times(times),
                ups: ups.to_i64().ok_or(Exhausted::Size)?,
                nimber: if times.is_odd() { closed.nimber } else { 0 },
            };
            budget.spend(1 + multiple.number.bits() / 64)?;
            return self.closed(&multiple);
        }
        let mut power = if times.is_negative() { self.negative(g, budget)? } else { g };
        let mut rest = times.abs();
        let mut multiple = GameId::ZERO;
        while !rest.is_zero() {
            if rest.is_odd() {
                multiple = self.sum(multiple, power, budget)?;
            }
            rest >>= 1;
            if !rest.is_zero() {
                power = self.sum(power, power, budget)?;
            }
        }
        Ok(multiple)
    }
}

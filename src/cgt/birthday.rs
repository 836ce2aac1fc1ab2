//! Birthdays: how many moves the longest line of play has, in canonical form.
//!
//! Source: J. H. Conway, *On Numbers and Games*, chapter 8; A. N. Siegel, *Combinatorial Game
//! Theory* (AMS, 2013), chapter III.

use hashbrown::HashMap;
use num_bigint::BigInt;

use crate::arithmetic::dyadic::Dyadic;
use crate::cgt::arena::Arena;
use crate::cgt::arena::GameId;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;

/// The day on which a number is born: `|n|` for an integer; the whole part, one more, and the
/// exponent of the denominator for a fraction.
pub fn number_birthday(x: &Dyadic) -> BigInt {
    let x = x.abs();
    if x.is_integer() { x.numerator() } else { x.floor() + 1 + x.exponent() }
}

impl Arena {
    /// Returns the day on which `g` is born.
    ///
    /// # Budget
    ///
    /// A unit for each option of a game that play can reach.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out, or the ups are beyond 63 bits.
    pub fn birthday(&self, g: GameId, budget: &mut Budget) -> Result<BigInt, Exhausted> {
        let mut born: HashMap<GameId, BigInt> = HashMap::new();
        for g in self.written_followers(g, budget)? {
            let day = match self.as_closed(g) {
                Some(closed) => {
                    let beyond = closed.infinitesimal_birthday().ok_or(Exhausted::Size)?;
                    number_birthday(&closed.number) + beyond
                }
                None => {
                    let options = Player::BOTH.map(|player| self.written_options(g, player));
                    let last = options.into_iter().flatten().filter_map(|option| born.get(option));
                    last.max().map_or(BigInt::ZERO, |day| day + 1)
                }
            };
            born.insert(g, day);
        }
        Ok(born.remove(&g).unwrap_or_default())
    }
}

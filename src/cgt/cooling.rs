//! Cooling and heating.
//!
//! Source: A. N. Siegel, *Combinatorial Game Theory* (AMS, 2013), chapter II.

use hashbrown::HashMap;

use crate::arithmetic::dyadic::Dyadic;
use crate::cgt::arena::Arena;
use crate::cgt::arena::GameId;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;

impl Arena {
    /// Returns `g` cooled by `t`: every move is taxed by `t`, until all that is left is the mean. `t`
    /// is -1 or more: below nought it is what a move is paid. Any smaller `t` counts as -1.
    ///
    /// # Budget
    ///
    /// As the thermograph of `g`, and a unit for each option taxed.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out or the arena is full.
    pub fn cool(
        &mut self,
        g: GameId,
        t: &Dyadic,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        let t = t.max(&Dyadic::from(-1)).clone();
        if t.is_zero() {
            return Ok(g);
        }
        self.change_each(g, &-&t, budget, |arena, g, budget| {
            let is_integer = arena.as_number(g).is_some_and(Dyadic::is_integer);
            if is_integer || arena.temperature(g, budget)? < t {
                let mean = arena.mean(g, budget)?;
                return arena.number(&mean).map(Some);
            }
            Ok(None)
        })
    }

    /// Returns `g` heated by `t`: every move of a game that is not a number gains its player `t`.
    ///
    /// # Budget
    ///
    /// A unit for each option heated.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out or the arena is full.
    pub fn heat(
        &mut self,
        g: GameId,
        t: &Dyadic,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        if t.is_zero() {
            return Ok(g);
        }
        self.change_each(g, t, budget, |arena, g, _| Ok(arena.is_number(g).then_some(g)))
    }

    /// Rebuilds `g` from its canonical options, each changed likewise, moving Left's options up by
    /// `gain` and Right's down by it; what `settled` returns a game for is that game.
    fn change_each(
        &mut self,
        g: GameId,
        gain: &Dyadic,
        budget: &mut Budget,
        mut settled: impl FnMut(&mut Self, GameId, &mut Budget) -> Result<Option<GameId>, Exhausted>,
    ) -> Result<GameId, Exhausted> {
        let gains = [self.number(gain)?, self.number(&-gain)?];
        let mut changed: HashMap<GameId, GameId> = HashMap::new();
        let mut stack = vec![g];
        while let Some(&next) = stack.last() {
            if changed.contains_key(&next) {
                stack.pop();
                continue;
            }
            if let Some(result) = settled(self, next, budget)? {
                changed.insert(next, result);
                continue;
            }
            let options = [
                self.options(next, Player::Left, budget)?,
                self.options(next, Player::Right, budget)?,
            ];
            let before = stack.len();
            stack.extend(options.iter().flatten().filter(|&o| !changed.contains_key(o)));
            if stack.len() > before {
                continue;
            }
            let mut moved = <[Vec<GameId>; 2]>::default();
            for player in Player::BOTH {
                for option in &options[player.index()] {
                    let sum = self.sum(changed[option], gains[player.index()], budget)?;
                    moved[player.index()].push(sum);
                }
            }
            let result = self.from_options(&moved[0], &moved[1], budget)?;
            changed.insert(next, result);
        }
        Ok(changed[&g])
    }
}

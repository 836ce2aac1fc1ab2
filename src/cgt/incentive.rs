//! Incentives and ordinal sums.
//!
//! Source: A. N. Siegel, *Combinatorial Game Theory* (AMS, 2013), chapter II.

use hashbrown::HashMap;

use crate::cgt::arena::Arena;
use crate::cgt::arena::GameId;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;

impl Arena {
    /// Returns what each canonical move of `player` gains him: `GL - G` for Left, `G - GR` for Right,
    /// in the order of the options.
    ///
    /// # Errors
    ///
    /// As [`Arena::sum`].
    pub fn incentives(
        &mut self,
        g: GameId,
        player: Player,
        budget: &mut Budget,
    ) -> Result<Vec<GameId>, Exhausted> {
        let options = self.options(g, player, budget)?;
        let gain = |option| match player {
            Player::Left => (option, g),
            Player::Right => (g, option),
        };
        let gains = options.into_iter().map(gain);
        gains.map(|(after, before)| self.difference(after, before, budget)).collect()
    }

    /// Returns the ordinal sum `g : h`, in which any move in the canonical form of `g` ends `h`.
    ///
    /// # Budget
    ///
    /// A unit for each option of a game that play from `h` can reach, and of `g` each time.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out or the form is too deep.
    pub fn ordinal_sum(
        &mut self,
        g: GameId,
        h: GameId,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        let base =
            [self.options(g, Player::Left, budget)?, self.options(g, Player::Right, budget)?];
        let mut sums: HashMap<GameId, GameId> = HashMap::from_iter([(GameId::ZERO, g)]);
        let mut stack = vec![h];
        while let Some(&next) = stack.last() {
            if sums.contains_key(&next) {
                stack.pop();
                continue;
            }
            let options = [
                self.options(next, Player::Left, budget)?,
                self.options(next, Player::Right, budget)?,
            ];
            let before = stack.len();
            stack.extend(options.iter().flatten().filter(|&option| !sums.contains_key(option)));
            if stack.len() > before {
                continue;
            }
            let mut moves = base.clone();
            for player in Player::BOTH {
                let above = options[player.index()].iter().map(|option| sums[option]);
                moves[player.index()].extend(above);
            }
            let sum = self.from_options(&moves[0], &moves[1], budget)?;
            sums.insert(next, sum);
        }
        Ok(sums[&h])
    }
}

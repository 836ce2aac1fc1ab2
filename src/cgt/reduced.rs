//! Reduced canonical forms: what is left of a game when infinitesimals are not looked at.
//!
//! Source: J. P. Grossman and A. N. Siegel, *Reductions of partizan games*, in Games of No Chance 3
//! (2009); A. N. Siegel, *Combinatorial Game Theory* (AMS, 2013), chapter II.

use crate::cgt::arena::Arena;
use crate::cgt::arena::GameId;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;

impl Arena {
    /// Returns the reduced canonical form of `g`: the simplest game that differs from `g` by an
    /// infinitesimal. Two games have the same one exactly when they differ by an infinitesimal.
    ///
    /// # Budget
    ///
    /// A unit for each option of a game that play can reach, and what the differences between options
    /// take.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out or the arena is full.
    pub fn reduced(&mut self, g: GameId, budget: &mut Budget) -> Result<GameId, Exhausted> {
        for next in self.written_followers(g, budget)? {
            if !self.reduced.contains_key(&next) {
                let reduced = self.reduce_once(next, budget)?;
                self.reduced.insert(next, reduced);
            }
        }
        Ok(self.reduced[&g])
    }

    /// The reduced form of a game whose options have been reduced.
    fn reduce_once(&mut self, g: GameId, budget: &mut Budget) -> Result<GameId, Exhausted> {
        if self.left_stop(g) == self.right_stop(g) {
            let x = self.left_stop(g).clone();
            return self.number(&x);
        }
        let mut options = Player::BOTH.map(|player| {
            let reduced = self.written_options(g, player).iter().map(|option| self.reduced[option]);
            reduced.collect::<Vec<_>>()
        });
        loop {
            for player in Player::BOTH {
                self.remove_nearly_dominated(&mut options[player.index()], player, budget)?;
            }
            let mut bypassed = false;
            for player in Player::BOTH {
                let own = &mut options[player.index()];
                bypassed |= self.bypass_nearly_reversible(g, own, player, budget)?;
            }
            if !bypassed {
                return self.from_options(&options[0], &options[1], budget);
            }
        }
    }

    fn remove_nearly_dominated(
        &mut self,
        options: &mut Vec<GameId>,
        player: Player,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        options.sort_unstable();
        options.dedup();
        let mut at = 0;
        'options: while at < options.len() {
            for other in 0..options.len() {
                if other != at
                    && self.is_nearly_as_good(options[at], options[other], player, budget)?
                {
                    options.remove(at);
                    continue 'options;
                }
            }
            at += 1;
        }
        Ok(())
    }

    fn bypass_nearly_reversible(
        &mut self,
        g: GameId,
        options: &mut Vec<GameId>,
        player: Player,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let opponent = player.opponent();
        let mut bypassed = false;
        let mut at = 0;
        'options: while at < options.len() {
            if !self.is_number(options[at]) {
                for answer in self.options(options[at], opponent, budget)? {
                    if self.is_nearly_as_good(g, answer, opponent, budget)? {
                        options.swap_remove(at);
                        // Through a number nothing comes that another option does not dominate: the
                        // game is hot, so the player has a move that stops beyond that number.
                        if !self.is_number(answer) {
                            options.extend(self.options(answer, player, budget)?);
                        }
                        bypassed = true;
                        continue 'options;
                    }
                }
            }
            at += 1;
        }
        Ok(bypassed)
    }

    /// Whether `player` likes `better` at least as well as `g`, but for an infinitesimal.
    fn is_nearly_as_good(
        &mut self,
        g: GameId,
        better: GameId,
        player: Player,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        budget.spend(1)?;
        let (low, high) = match player {
            Player::Left => (g, better),
            Player::Right => (better, g),
        };
        let difference = self.difference(low, high, budget)?;
        Ok(self.left_stop(difference).signum() <= 0)
    }
}

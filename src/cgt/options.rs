//! The options of games in the arena.
//!
//! Written-out options stand in the pool. Those of closed forms are written out when somebody asks for
//! them; a number's are never needed in play (the Number Avoidance Theorem), so play sees none.

use std::ops::Range;

use hashbrown::HashSet;

use crate::arithmetic::dyadic::Dyadic;
use crate::cgt::arena::Arena;
use crate::cgt::arena::CLOSED;
use crate::cgt::arena::GameId;
use crate::cgt::arena::NUMBER;
use crate::cgt::arena::Record;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;
use crate::cgt::closed::ClosedOptions;
use crate::cgt::player::Player;

impl Record {
    /// Where the options of `player` stand in the pool.
    #[inline]
    fn range(self, player: Player) -> Range<usize> {
        match player {
            Player::Left => self.start as usize..self.middle as usize,
            Player::Right => self.middle as usize..self.end as usize,
        }
    }
}

impl Arena {
    /// Where the options of `player` stand in the pool, for a form that is not closed.
    #[inline]
    pub(crate) fn written(&self, g: GameId, player: Player) -> std::ops::Range<usize> {
        let record = self.records[g.index()];
        if record.middle >= CLOSED { 0..0 } else { record.range(player) }
    }

    /// The option at a place in the pool that [`Arena::written`] or [`Arena::playable`] gave.
    #[inline]
    pub(crate) fn option_at(&self, at: usize) -> GameId {
        self.pool[at]
    }

    /// The written-out options of `player`, for a form that is not closed.
    pub(crate) fn written_options(&self, g: GameId, player: Player) -> &[GameId] {
        &self.pool[self.written(g, player)]
    }

    /// Where the moves of `player` stand in the pool. A number has none that are worth playing.
    ///
    /// # Budget
    ///
    /// A unit for each option of a closed form, when they are written out.
    #[inline]
    pub(crate) fn playable(
        &mut self,
        g: GameId,
        player: Player,
        budget: &mut Budget,
    ) -> Result<Range<usize>, Exhausted> {
        let record = self.records[g.index()];
        match record.middle {
            NUMBER => Ok(0..0),
            CLOSED => {
                let written = self.infinitesimals[record.start as usize].written;
                let written = match written {
                    Some(written) => written,
                    None => self.write_out(g, record.start as usize, budget)?,
                };
                Ok(written.range(player))
            }
            _ => Ok(record.range(player)),
        }
    }

    /// Writes out the options of a closed form that is not a number.
    fn write_out(
        &mut self,
        g: GameId,
        at: usize,
        budget: &mut Budget,
    ) -> Result<Record, Exhausted> {
        let mut sides = <[Vec<GameId>; 2]>::default();
        for player in Player::BOTH {
            let Some(closed) = self.as_closed(g) else { continue };
            let mut option = closed.clone();
            match closed.options(player) {
                ClosedOptions::NimbersBelow(heaps) => {
                    budget.spend(heaps.into())?;
                    for heap in 0..heaps {
                        (option.ups, option.nimber) = (0, heap);
                        sides[player.index()].push(self.closed(&option)?);
                    }
                }
                ClosedOptions::One(ups, nimber) => {
                    (option.ups, option.nimber) = (ups, nimber);
                    sides[player.index()].push(self.closed(&option)?);
                }
            }
        }
        let record = self.append(&sides[0], &sides[1])?;
        self.infinitesimals[at].written = Some(record);
        Ok(record)
    }

    /// Puts options at the end of the pool.
    pub(super) fn append(
        &mut self,
        left: &[GameId],
        right: &[GameId],
    ) -> Result<Record, Exhausted> {
        let start = u32::try_from(self.pool.len()).map_err(|_| Exhausted::Size)?;
        let end = start as usize + left.len() + right.len();
        if end >= CLOSED as usize {
            return Err(Exhausted::Size);
        }
        self.pool.extend_from_slice(left);
        self.pool.extend_from_slice(right);
        Ok(Record { start, middle: start + left.len() as u32, end: end as u32 })
    }

    /// The canonical options of `player` in `g`, in no particular order.
    pub(crate) fn options_as_kept(
        &mut self,
        g: GameId,
        player: Player,
        budget: &mut Budget,
    ) -> Result<Vec<GameId>, Exhausted> {
        if let Some(x) = self.as_number(g) {
            let option = number_option(x, player);
            budget.spend(1)?;
            return option.iter().map(|x| self.number(x)).collect();
        }
        let options = self.playable(g, player, budget)?;
        budget.spend(options.len() as u64)?;
        Ok(self.pool[options].to_vec())
    }

    /// Returns the canonical options of `player` in `g`, in the order in which names list them.
    ///
    /// # Budget
    ///
    /// A unit for each option.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out: the nimber `*n` has `n` options.
    pub fn options(
        &mut self,
        g: GameId,
        player: Player,
        budget: &mut Budget,
    ) -> Result<Vec<GameId>, Exhausted> {
        if self.is_closed(g) {
            return self.options_as_kept(g, player, budget);
        }
        budget.spend(self.written(g, player).len() as u64)?;
        Ok(self.options_as_listed(g)[player.index()].clone())
    }

    /// The games that play from `g` can reach without passing through a closed form, `g` included,
    /// options first.
    pub(crate) fn written_followers(
        &self,
        g: GameId,
        budget: &mut Budget,
    ) -> Result<Vec<GameId>, Exhausted> {
        let mut seen = HashSet::with_hasher(self.hasher.clone());
        let mut stack = vec![g];
        seen.insert(g);
        let mut found = Vec::new();
        while let Some(g) = stack.pop() {
            found.push(g);
            for player in Player::BOTH {
                let options = self.written_options(g, player);
                budget.spend(options.len() as u64)?;
                stack.extend(options.iter().filter(|&&option| seen.insert(option)));
            }
        }
        found.sort_unstable();
        Ok(found)
    }
}

/// The one canonical option of `player` in the number `x`, if there is one.
pub(crate) fn number_option(x: &Dyadic, player: Player) -> Option<Dyadic> {
    let towards = match player {
        Player::Left => -1,
        Player::Right => 1,
    };
    if x.is_integer() {
        return (x.signum() == -towards).then(|| x + &Dyadic::from(i64::from(towards)));
    }
    Some(x + &Dyadic::new(towards, x.exponent()))
}

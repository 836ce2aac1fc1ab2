//! Subtraction games.
//!
//! A player takes some number of counters from one heap, but only a number of a given set.
//!
//! Notation: sizes of heaps, as in `3,5`; the game itself is called by its set, as in
//! `subtraction 1,2,3`. A move is called by the number of counters taken.
//!
//! Source: E. Berlekamp, J. H. Conway and R. Guy, *Winning Ways*, chapter 4.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::ReadError;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::rulesets::heap::Heap;
use crate::cgt::rulesets::heap::heaps;

/// The rules of a subtraction game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtraction {
    /// How many counters may be taken.
    amounts: BTreeSet<u64>,
}

impl Subtraction {
    /// Reads a set such as `1,2,3`.
    ///
    /// # Errors
    ///
    /// [`ReadError`] at the first part that is not a whole number from 1.
    pub fn of_set(set: &str) -> Result<Self, ReadError> {
        let mut amounts = BTreeSet::new();
        let mut at = 0;
        for part in set.split(',') {
            let amount = part.trim().parse().ok().filter(|&amount| amount > 0);
            let start = at + part.len() - part.trim_start().len();
            let message = || format!("`{}` is not a whole number from 1", part.trim());
            amounts.insert(amount.ok_or_else(|| ReadError { at: start, message: message() })?);
            at += part.len() + 1;
        }
        Ok(Self { amounts })
    }
}

impl Ruleset for Subtraction {
    type Position = Heap;

    fn name(&self) -> Cow<'static, str> {
        let amounts: Vec<String> = self.amounts.iter().map(u64::to_string).collect();
        format!("subtraction {}", amounts.join(",")).into()
    }

    fn moves(
        &self,
        &Heap(heap): &Heap,
        _player: Player,
        moves: &mut Moves<Heap>,
    ) -> Result<(), Exhausted> {
        for &taken in self.amounts.range(..=heap) {
            moves.push(taken, heaps([heap - taken]))?;
        }
        Ok(())
    }
}

//! Nim.
//!
//! A player takes any number of counters from one heap.
//!
//! Notation: sizes of heaps, as in `3,5,7`. A move is called by the number of counters taken.
//!
//! Source: C. L. Bouton, *Nim, a game with a complete mathematical theory*, Annals of Mathematics 3
//! (1901).

use std::borrow::Cow;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::rulesets::heap::Heap;
use crate::cgt::rulesets::heap::heaps;

/// The rules of Nim.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nim;

impl Ruleset for Nim {
    type Position = Heap;

    fn name(&self) -> Cow<'static, str> {
        "nim".into()
    }

    fn moves(
        &self,
        &Heap(heap): &Heap,
        _player: Player,
        moves: &mut Moves<Heap>,
    ) -> Result<(), Exhausted> {
        for taken in 1..=heap {
            moves.push(taken, heaps([heap - taken]))?;
        }
        Ok(())
    }
}

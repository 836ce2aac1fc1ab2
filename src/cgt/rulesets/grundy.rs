//! Grundy's game.
//!
//! A player parts a heap into two of different sizes.
//!
//! The counters of a heap have no order: a move is which two sizes are left.
//!
//! Notation: sizes of heaps, as in `3,5`. A move is called by the size of the smaller part.
//!
//! Source: P. M. Grundy, *Mathematics and games*, Eureka 2 (1939).

use std::borrow::Cow;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::rulesets::heap::Heap;
use crate::cgt::rulesets::heap::heaps;

/// The rules of Grundy's game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Grundy;

impl Ruleset for Grundy {
    type Position = Heap;

    fn name(&self) -> Cow<'static, str> {
        "grundy".into()
    }

    fn moves(
        &self,
        &Heap(heap): &Heap,
        _player: Player,
        moves: &mut Moves<Heap>,
    ) -> Result<(), Exhausted> {
        for smaller in 1..heap.div_ceil(2) {
            moves.push(smaller, heaps([smaller, heap - smaller]))?;
        }
        Ok(())
    }
}

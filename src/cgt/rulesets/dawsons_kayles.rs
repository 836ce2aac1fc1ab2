//! Dawson's Kayles.
//!
//! A player knocks down two pins that stand side by side; what is left of a row on both sides stands
//! apart from then on. As an octal game, 0.07.
//!
//! Notation: lengths of rows, as in `3,5`. A move is called by the pins that stay before the gap.
//!
//! Source: E. Berlekamp, J. H. Conway and R. Guy, *Winning Ways*, chapter 4.

use std::borrow::Cow;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::rulesets::heap::Heap;
use crate::cgt::rulesets::heap::heaps;

/// Lists the moves that leave at most `last` pins before the gap, of as many as then stay.
fn list(heap: u64, moves: &mut Moves<Heap>, last: fn(u64) -> u64) -> Result<(), Exhausted> {
    let Some(rest) = heap.checked_sub(2) else { return Ok(()) };
    for before in 0..=last(rest) {
        moves.push(before, heaps([before, rest - before]))?;
    }
    Ok(())
}

/// The rules of Dawson's Kayles.
#[derive(Clone, Copy, Debug, Default)]
pub struct DawsonsKayles;

impl Ruleset for DawsonsKayles {
    type Position = Heap;

    fn name(&self) -> Cow<'static, str> {
        "dawsons_kayles".into()
    }

    fn moves(
        &self,
        &Heap(heap): &Heap,
        _player: Player,
        moves: &mut Moves<Heap>,
    ) -> Result<(), Exhausted> {
        list(heap, moves, |rest| rest)
    }

    // Left and right of the gap may be exchanged.
    fn different_moves(
        &self,
        &Heap(heap): &Heap,
        _player: Player,
        moves: &mut Moves<Heap>,
    ) -> Result<(), Exhausted> {
        list(heap, moves, |rest| rest / 2)
    }
}

//! Kayles.
//!
//! Pins stand in rows. A player knocks down one pin, or two that stand side by side; what is left of a
//! row on both sides stands apart from then on. As an octal game, 0.77.
//!
//! Notation: lengths of rows, as in `3,5`. A move is called by its place in the list, from 1: single pins
//! first, then pairs, both from the start of the row.
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
    for taken in [1, 2] {
        let Some(rest) = heap.checked_sub(taken) else { return Ok(()) };
        for before in 0..=last(rest) {
            moves.push(moves.len() as u64 + 1, heaps([before, rest - before]))?;
        }
    }
    Ok(())
}

/// The rules of Kayles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kayles;

impl Ruleset for Kayles {
    type Position = Heap;

    fn name(&self) -> Cow<'static, str> {
        "kayles".into()
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

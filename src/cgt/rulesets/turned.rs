//! Cutcake with the plate turned.
//!
//! As Cutcake, but after a cut each of the two pieces is turned by a quarter. One word of the rules
//! more, and the game is hot.
//!
//! Notation: `2x3`, rows first. A cut is called by the number of columns, or rows, before the line.

use std::borrow::Cow;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Normal;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::rulesets::cake::Cake;

/// The rules of Cutcake with the plate turned.
#[derive(Clone, Copy, Debug, Default)]
pub struct Turned;

impl Ruleset for Turned {
    type Position = Cake;

    fn name(&self) -> Cow<'static, str> {
        "turned".into()
    }

    fn moves(&self, cake: &Cake, player: Player, moves: &mut Moves<Cake>) -> Result<(), Exhausted> {
        let side = cake.side(player);
        for first in 1..side {
            let pieces =
                [first, side - first].map(|side| (cake.with_side(player, side).turned(), 1));
            moves.push(first, pieces)?;
        }
        Ok(())
    }

    // Two cuts that mirror each other leave the same pieces.
    fn different_moves(
        &self,
        cake: &Cake,
        player: Player,
        moves: &mut Moves<Cake>,
    ) -> Result<(), Exhausted> {
        let side = cake.side(player);
        for first in 1..=side / 2 {
            let pieces =
                [first, side - first].map(|side| (cake.with_side(player, side).turned(), 1));
            moves.push(first, pieces)?;
        }
        Ok(())
    }

    #[inline]
    fn normal(&self, cake: Cake) -> Normal<Cake> {
        cake.upright()
    }
}

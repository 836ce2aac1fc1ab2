//! Cutcake.
//!
//! A cake is a rectangle scored into unit squares. Left cuts it in two along a vertical line, Right
//! along a horizontal one. Whoever has no cut loses.
//!
//! Notation: `2x3`, rows first. A cut is called by the number of columns, or rows, before the line.
//!
//! Source: E. Berlekamp, J. H. Conway and R. Guy, *Winning Ways*, chapter 2.

use std::borrow::Cow;

use crate::broken;
use crate::broken::Part;
use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Normal;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::rulesets::cake::Cake;

/// The rules of Cutcake.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cutcake;

impl Ruleset for Cutcake {
    type Position = Cake;

    fn name(&self) -> Cow<'static, str> {
        "cutcake".into()
    }

    fn moves(&self, cake: &Cake, player: Player, moves: &mut Moves<Cake>) -> Result<(), Exhausted> {
        let side = cake.side(player);
        for first in 1 + lost()..side {
            let pieces = [first, side - first].map(|side| (cake.with_side(player, side), 1));
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
        for first in 1 + lost()..=side / 2 {
            let pieces = [first, side - first].map(|side| (cake.with_side(player, side), 1));
            moves.push(first, pieces)?;
        }
        Ok(())
    }

    #[inline]
    fn normal(&self, cake: Cake) -> Normal<Cake> {
        cake.upright()
    }
}

/// How many cuts are forgotten: none.
#[inline]
fn lost() -> u64 {
    u64::from(broken::is(Part::Moves("cutcake")))
}

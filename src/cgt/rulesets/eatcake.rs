//! Eatcake.
//!
//! Left eats a column of the cake, Right a row; what lies on both sides of it stays, in two pieces.
//!
//! Notation: `2x3`, rows first. A move is called by the column, or row, that is eaten.
//!
//! Source: E. Berlekamp, J. H. Conway and R. Guy, *Winning Ways*, chapter 8.

use std::borrow::Cow;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Normal;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::rulesets::cake::Cake;

/// The rules of Eatcake.
#[derive(Clone, Copy, Debug, Default)]
pub struct Eatcake;

impl Ruleset for Eatcake {
    type Position = Cake;

    fn name(&self) -> Cow<'static, str> {
        "eatcake".into()
    }

    fn moves(&self, cake: &Cake, player: Player, moves: &mut Moves<Cake>) -> Result<(), Exhausted> {
        let side = cake.side(player);
        for eaten in 1..=side {
            let left_over = [eaten - 1, side - eaten].into_iter().filter(|&side| side > 0);
            moves.push(eaten, left_over.map(|side| (cake.with_side(player, side), 1)))?;
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
        for eaten in 1..=side.div_ceil(2) {
            let left_over = [eaten - 1, side - eaten].into_iter().filter(|&side| side > 0);
            moves.push(eaten, left_over.map(|side| (cake.with_side(player, side), 1)))?;
        }
        Ok(())
    }

    #[inline]
    fn normal(&self, cake: Cake) -> Normal<Cake> {
        cake.upright()
    }
}

//! Cutcake, end slices only.
//!
//! Left cuts off the first column or the last, Right the first row or the last. The slice stays in play.
//!
//! Notation: `2x3`, rows first. A cut is called by the number of columns, or rows, before the line.

use std::borrow::Cow;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Normal;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::rulesets::cake::Cake;

/// The rules of Cutcake by end slices.
#[derive(Clone, Copy, Debug, Default)]
pub struct EndSlices;

impl Ruleset for EndSlices {
    type Position = Cake;

    fn name(&self) -> Cow<'static, str> {
        "end_slices".into()
    }

    fn moves(&self, cake: &Cake, player: Player, moves: &mut Moves<Cake>) -> Result<(), Exhausted> {
        let side = cake.side(player);
        for first in [1, side - 1] {
            if side >= 2 && (first == 1 || side > 2) {
                let pieces = [first, side - first].map(|side| (cake.with_side(player, side), 1));
                moves.push(first, pieces)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn normal(&self, cake: Cake) -> Normal<Cake> {
        cake.upright()
    }
}

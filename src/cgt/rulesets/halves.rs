//! Cutcake, into halves only.
//!
//! Every cut makes two equal pieces: Left cuts an even number of columns in the middle, Right an even
//! number of rows.
//!
//! Notation: `2x3`, rows first. The one cut is called by the number of columns, or rows, of a half.

use std::borrow::Cow;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Normal;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::rulesets::cake::Cake;

/// The rules of Cutcake into halves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Halves;

impl Ruleset for Halves {
    type Position = Cake;

    fn name(&self) -> Cow<'static, str> {
        "halves".into()
    }

    fn moves(&self, cake: &Cake, player: Player, moves: &mut Moves<Cake>) -> Result<(), Exhausted> {
        let side = cake.side(player);
        if side.is_multiple_of(2) {
            moves.push(side / 2, [(cake.with_side(player, side / 2), 2)])?;
        }
        Ok(())
    }

    #[inline]
    fn normal(&self, cake: Cake) -> Normal<Cake> {
        cake.upright()
    }
}

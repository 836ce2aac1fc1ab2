//! Maundy Cake with the plate turned.
//!
//! As Maundy Cake, but after a cut each piece is turned by a quarter.
//!
//! Notation: `2x3`, rows first. A cut is called by the number of pieces.

use std::borrow::Cow;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Normal;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::rulesets::cake::Cake;
use crate::cgt::rulesets::cake::divisors;

/// The rules of Maundy Cake with the plate turned.
#[derive(Clone, Copy, Debug, Default)]
pub struct TwistedMaundy;

impl Ruleset for TwistedMaundy {
    type Position = Cake;

    fn name(&self) -> Cow<'static, str> {
        "twisted_maundy".into()
    }

    fn moves(&self, cake: &Cake, player: Player, moves: &mut Moves<Cake>) -> Result<(), Exhausted> {
        let side = cake.side(player);
        for &pieces in divisors(side, moves)?.iter() {
            if pieces > 1 {
                let piece = cake.with_side(player, side / pieces).turned();
                moves.push(pieces, [(piece, pieces)])?;
            }
        }
        Ok(())
    }

    #[inline]
    fn normal(&self, cake: Cake) -> Normal<Cake> {
        cake.upright()
    }
}

//! Maundy Cake.
//!
//! As Cutcake, but the pieces of a cut are equal, and there may be any number of them: Left cuts into
//! vertical strips, Right into horizontal ones.
//!
//! Notation: `2x3`, rows first. A cut is called by the number of pieces.
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
use crate::cgt::rulesets::cake::divisors;

/// The rules of Maundy Cake.
#[derive(Clone, Copy, Debug, Default)]
pub struct Maundy;

impl Ruleset for Maundy {
    type Position = Cake;

    fn name(&self) -> Cow<'static, str> {
        "maundy".into()
    }

    fn moves(&self, cake: &Cake, player: Player, moves: &mut Moves<Cake>) -> Result<(), Exhausted> {
        let side = cake.side(player);
        for &pieces in divisors(side, moves)?.iter() {
            if pieces > 1 + u64::from(broken::is(Part::Moves("maundy"))) {
                moves.push(pieces, [(cake.with_side(player, side / pieces), pieces)])?;
            }
        }
        Ok(())
    }

    #[inline]
    fn normal(&self, cake: Cake) -> Normal<Cake> {
        cake.upright()
    }
}

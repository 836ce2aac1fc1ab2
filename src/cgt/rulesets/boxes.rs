//! Cutcake with a third dimension.
//!
//! A box of cake has three sides. Left cuts it in two across the first, Right across the second, and
//! either player across the third.
//!
//! Notation: `2x3x4`. A cut is called by where it lies: lines of the player's own side first, then,
//! counted on, those of the third.

use std::borrow::Cow;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Board;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Normal;
use crate::cgt::ruleset::ReadError;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::ruleset::SizeError;
use crate::cgt::rulesets::cake::MAX_SIDE;
use crate::cgt::rulesets::cake::read_sides;

/// The rules of Cutcake with a third dimension.
#[derive(Clone, Copy, Debug, Default)]
pub struct Boxes;

/// A box: Left's side, Right's side and the shared one, each at least 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sides(pub [u64; 3]);

impl Ruleset for Boxes {
    type Position = Sides;

    fn name(&self) -> Cow<'static, str> {
        "boxes".into()
    }

    fn moves(
        &self,
        &Sides(sides): &Sides,
        player: Player,
        moves: &mut Moves<Sides>,
    ) -> Result<(), Exhausted> {
        let own = player.index();
        for across in [own, 2] {
            let counted = if across == own { 0 } else { sides[own] - 1 };
            for first in 1..sides[across] {
                let pieces = [first, sides[across] - first].map(|side| {
                    let mut sides = sides;
                    sides[across] = side;
                    (Sides(sides), 1)
                });
                moves.push(counted + first, pieces)?;
            }
        }
        Ok(())
    }

    fn normal(&self, Sides([left, right, shared]): Sides) -> Normal<Sides> {
        let is_negated = right > left;
        let sides = if is_negated { [right, left, shared] } else { [left, right, shared] };
        Normal { position: Sides(sides), is_negated }
    }
}

impl Board for Sides {
    fn sized(sizes: &[u64]) -> Result<Vec<Self>, SizeError> {
        match *sizes {
            [a @ 1..=MAX_SIDE, b @ 1..=MAX_SIDE, c @ 1..=MAX_SIDE] => Ok(vec![Self([a, b, c])]),
            _ => Err(SizeError { expected: "three sides, each at least 1".to_owned() }),
        }
    }

    fn read(text: &str) -> Result<Vec<Self>, ReadError> {
        let sides = read_sides(text, 3)?;
        Ok(vec![Self([sides[0], sides[1], sides[2]])])
    }

    fn write(&self) -> String {
        let [a, b, c] = self.0;
        format!("{a}x{b}x{c}")
    }

    fn sizes(&self) -> Option<Vec<u64>> {
        Some(self.0.to_vec())
    }
}

//! Col, on a rectangle of squares.
//!
//! A player colours a square with his own colour, but never beside a square of that same colour.
//!
//! Notation: `.` free, `L` and `R` coloured, `l` and `r` free for one player only, `#` a hole; rows
//! with `/` between them, as in `.L./#..`; sizes `(m, n)` are a free board. A move is called by its
//! square, row by row from 1.
//!
//! Source: E. Berlekamp, J. H. Conway and R. Guy, *Winning Ways*, chapter 2.

use std::borrow::Cow;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::rulesets::colouring::Colours;

/// The rules of Col.
#[derive(Clone, Copy, Debug, Default)]
pub struct Col;

/// Whose colour beside a square keeps a player away from it.
fn barred(player: Player) -> Player {
    player
}

impl Ruleset for Col {
    type Position = Colours;

    fn name(&self) -> Cow<'static, str> {
        "col".into()
    }

    fn moves(
        &self,
        board: &Colours,
        player: Player,
        moves: &mut Moves<Colours>,
    ) -> Result<(), Exhausted> {
        for at in board.places(player, barred(player)) {
            moves.push(at as u64 + 1, [(board.coloured(at, player, barred), 1)])?;
        }
        Ok(())
    }

    fn components(&self, board: &Colours, each: impl FnMut(Colours)) {
        board.open_parts(barred).into_iter().for_each(each);
    }
}

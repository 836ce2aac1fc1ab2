//! Clobber, on a rectangle of squares.
//!
//! Left owns the `x` stones and Right the `o` stones. A move puts a stone of one's own in the place
//! of an adjacent stone of the opponent's. Whenever one player can move so can the other, so every
//! value is an infinitesimal.
//!
//! Notation: `x`, `o` and `.`, rows with `/` between them, as in `xo./oxo`; sizes `(m, n)` are a full
//! board, alternating, with `x` first. A move is called by its place in the list, from 1.
//!
//! Source: M. Albert, J. P. Grossman, R. Nowakowski and D. Wolfe, *An introduction to Clobber*,
//! Integers 5(2), 2005.

use std::borrow::Cow;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Board;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::ReadError;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::ruleset::SizeError;
use crate::cgt::rulesets::squares::Grid;
use crate::cgt::rulesets::squares::Legend;

/// The rules of Clobber.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clobber;

/// The stones on the board.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stones(pub Grid<Option<Player>>);

const LEGEND: &Legend<Option<Player>> =
    &[('x', Some(Player::Left)), ('o', Some(Player::Right)), ('.', None)];

impl Ruleset for Clobber {
    type Position = Stones;

    fn name(&self) -> Cow<'static, str> {
        "clobber".into()
    }

    fn moves(
        &self,
        Stones(board): &Stones,
        player: Player,
        moves: &mut Moves<Stones>,
    ) -> Result<(), Exhausted> {
        for from in (0..board.squares.len()).filter(|&at| board.squares[at] == Some(player)) {
            for to in board.neighbours(from) {
                if board.squares[to] == Some(player.opponent()) {
                    let mut after = board.clone();
                    after.squares[from] = None;
                    after.squares[to] = Some(player);
                    moves.push(moves.len() as u64 + 1, [(Stones(after), 1)])?;
                }
            }
        }
        Ok(())
    }

    fn components(&self, Stones(board): &Stones, each: impl FnMut(Stones)) {
        board.parts(None).into_iter().map(Stones).for_each(each);
    }
}

impl Board for Stones {
    fn sized(sizes: &[u64]) -> Result<Vec<Self>, SizeError> {
        let mut board = Grid::filled(sizes, None)?;
        for at in 0..board.squares.len() {
            let is_left = (at / board.columns + at % board.columns).is_multiple_of(2);
            board.squares[at] = Some(if is_left { Player::Left } else { Player::Right });
        }
        Ok(vec![Self(board)])
    }

    fn read(text: &str) -> Result<Vec<Self>, ReadError> {
        Ok(vec![Self(Grid::read(text, LEGEND)?)])
    }

    fn write(&self) -> String {
        self.0.write(LEGEND)
    }

    fn weight(&self) -> u64 {
        self.0.weight()
    }
}

//! Toppling Dominoes.
//!
//! Dominoes stand in a row, each Left's, Right's or either's. A player topples one that he may, to the
//! left or to the right, and all beyond it on that side fall with it.
//!
//! Notation: `L`, `R` and `E` for either, as in `LER`. A move is called by the domino and the
//! direction: that at place `n`, counted from 1, is toppled to the left by `2n - 1`, to the right by `2n`.
//!
//! Source: M. Albert, R. Nowakowski and D. Wolfe, *Lessons in Play*, appendix D; A. Fink, R.
//! Nowakowski, A. Siegel and D. Wolfe, *Toppling conjectures*, Games of No Chance 4 (2015).

use std::borrow::Cow;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Board;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::ReadError;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::ruleset::SizeError;
use crate::cgt::rulesets::squares;
use crate::cgt::rulesets::squares::Legend;

/// The rules of Toppling Dominoes.
#[derive(Clone, Copy, Debug, Default)]
pub struct TopplingDominoes;

/// A row of dominoes, each with the one player who may topple it, if it is not either.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dominoes(pub Vec<Option<Player>>);

const LEGEND: &Legend<Option<Player>> =
    &[('L', Some(Player::Left)), ('R', Some(Player::Right)), ('E', None)];

impl Ruleset for TopplingDominoes {
    type Position = Dominoes;

    fn name(&self) -> Cow<'static, str> {
        "toppling_dominoes".into()
    }

    fn moves(
        &self,
        Dominoes(row): &Dominoes,
        player: Player,
        moves: &mut Moves<Dominoes>,
    ) -> Result<(), Exhausted> {
        for at in (0..row.len()).filter(|&at| row[at].is_none_or(|owner| owner == player)) {
            for (by, rest) in [(2 * at + 1, &row[at + 1..]), (2 * at + 2, &row[..at])] {
                moves.push(by as u64, [(Dominoes(rest.to_vec()), 1)])?;
            }
        }
        Ok(())
    }
}

impl Board for Dominoes {
    fn sized(_sizes: &[u64]) -> Result<Vec<Self>, SizeError> {
        Err(squares::only_written("LER"))
    }

    fn read(text: &str) -> Result<Vec<Self>, ReadError> {
        Ok(vec![Self(squares::read_strip(text, LEGEND)?)])
    }

    fn write(&self) -> String {
        squares::write_row(&self.0, LEGEND)
    }

    fn weight(&self) -> u64 {
        squares::weight_of_row(self.0.len())
    }
}

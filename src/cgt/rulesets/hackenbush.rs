//! Blue-Red Hackenbush strings.
//!
//! A string of edges grows from the ground, each Left's or Right's. A player cuts an edge of his own,
//! and all above it is gone too.
//!
//! Notation: `L` and `R` from the ground up, as in `LRR`. A move is called by the edge, from 1.
//!
//! Source: E. Berlekamp, J. H. Conway and R. Guy, *Winning Ways*, chapter 1.

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

/// The rules of Hackenbush, for strings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hackenbush;

/// The edges from the ground up.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stalk(pub Vec<Player>);

const LEGEND: &Legend<Player> = &[('L', Player::Left), ('R', Player::Right)];

impl Ruleset for Hackenbush {
    type Position = Stalk;

    fn name(&self) -> Cow<'static, str> {
        "hackenbush".into()
    }

    fn moves(
        &self,
        Stalk(edges): &Stalk,
        player: Player,
        moves: &mut Moves<Stalk>,
    ) -> Result<(), Exhausted> {
        for at in (0..edges.len()).filter(|&at| edges[at] == player) {
            moves.push(at as u64 + 1, [(Stalk(edges[..at].to_vec()), 1)])?;
        }
        Ok(())
    }
}

impl Board for Stalk {
    fn sized(_sizes: &[u64]) -> Result<Vec<Self>, SizeError> {
        Err(squares::only_written("LRR"))
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

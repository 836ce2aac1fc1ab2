//! Strips of stones, for the games that push them.

use crate::cgt::player::Player;
use crate::cgt::ruleset::Board;
use crate::cgt::ruleset::ReadError;
use crate::cgt::ruleset::SizeError;
use crate::cgt::rulesets::squares;
use crate::cgt::rulesets::squares::Legend;

/// A strip of squares, each with or without a stone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Strip(pub Vec<Option<Player>>);

const LEGEND: &Legend<Option<Player>> =
    &[('L', Some(Player::Left)), ('R', Some(Player::Right)), ('.', None)];

impl Board for Strip {
    fn sized(_sizes: &[u64]) -> Result<Vec<Self>, SizeError> {
        Err(squares::only_written("L.RR"))
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

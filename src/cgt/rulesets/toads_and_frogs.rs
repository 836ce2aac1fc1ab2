//! Toads and Frogs.
//!
//! On a strip of squares Left moves a toad one square to the right, or lets it jump over one frog onto
//! the empty square behind it. Right does the same with his frogs, to the left.
//!
//! Notation: `T`, `F` and `.`, as in `T.F`; sizes `(a, b, c)` are `a` toads, `b` empty squares and `c`
//! frogs. A move is called by the square of the animal, from 1.
//!
//! Source: E. Berlekamp, J. H. Conway and R. Guy, *Winning Ways*, chapter 1; J. Erickson, *New Toads
//! and Frogs results*, Games of No Chance (1996).

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

/// The rules of Toads and Frogs.
#[derive(Clone, Copy, Debug, Default)]
pub struct ToadsAndFrogs;

/// A strip: Left's toads, Right's frogs and empty squares.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pond(pub Vec<Option<Player>>);

const LEGEND: &Legend<Option<Player>> =
    &[('T', Some(Player::Left)), ('F', Some(Player::Right)), ('.', None)];

impl Ruleset for ToadsAndFrogs {
    type Position = Pond;

    fn name(&self) -> Cow<'static, str> {
        "toads_and_frogs".into()
    }

    fn moves(
        &self,
        Pond(strip): &Pond,
        player: Player,
        moves: &mut Moves<Pond>,
    ) -> Result<(), Exhausted> {
        let ahead = |at: usize| match player {
            Player::Left => Some(at + 1).filter(|&at| at < strip.len()),
            Player::Right => at.checked_sub(1),
        };
        for from in (0..strip.len()).filter(|&at| strip[at] == Some(player)) {
            let step = ahead(from).filter(|&at| strip[at].is_none());
            let over = ahead(from).filter(|&at| strip[at] == Some(player.opponent()));
            let jump = over.and_then(ahead).filter(|&at| strip[at].is_none());
            if let Some(to) = step.or(jump) {
                let mut after = strip.clone();
                after.swap(from, to);
                moves.push(from as u64 + 1, [(Pond(after), 1)])?;
            }
        }
        Ok(())
    }
}

impl Board for Pond {
    fn sized(sizes: &[u64]) -> Result<Vec<Self>, SizeError> {
        let total = sizes.iter().try_fold(0u64, |total, &size| total.checked_add(size));
        match *sizes {
            [toads, empty, frogs] if total.is_some_and(|total| total <= squares::MAX_SQUARES) => {
                let kinds =
                    [(Some(Player::Left), toads), (None, empty), (Some(Player::Right), frogs)];
                let strip = kinds
                    .into_iter()
                    .flat_map(|(kind, count)| std::iter::repeat_n(kind, count as usize));
                Ok(vec![Self(strip.collect())])
            }
            _ => Err(SizeError { expected: "toads, empty squares and frogs".to_owned() }),
        }
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

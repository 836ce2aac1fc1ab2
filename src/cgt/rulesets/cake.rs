//! Cakes: rectangles scored into unit squares, for the games that cut them.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Board;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Normal;
use crate::cgt::ruleset::ReadError;
use crate::cgt::ruleset::SizeError;

/// The longest side of a cake. Products of two sides then fit a machine word twice over.
pub const MAX_SIDE: u64 = i64::MAX as u64;

/// A cake of so many rows and columns, each from 1 to [`MAX_SIDE`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cake {
    /// The length of the side that Right cuts.
    pub rows: u64,
    /// The length of the side that Left cuts.
    pub columns: u64,
}

impl Cake {
    /// The cake turned so that it has at least as many columns as rows: the negative, if it had to be
    /// turned, wherever each player has the other's moves after a quarter turn.
    #[inline]
    pub(crate) fn upright(self) -> Normal<Self> {
        if self.rows <= self.columns {
            Normal { position: self, is_negated: false }
        } else {
            Normal { position: self.turned(), is_negated: true }
        }
    }

    /// The cake turned by a quarter.
    pub(crate) fn turned(self) -> Self {
        Self { rows: self.columns, columns: self.rows }
    }

    /// The side that `player` cuts.
    #[inline]
    pub(crate) fn side(self, player: Player) -> u64 {
        match player {
            Player::Left => self.columns,
            Player::Right => self.rows,
        }
    }

    /// The cake with the side that `player` cuts made so long.
    #[inline]
    pub(crate) fn with_side(self, player: Player, side: u64) -> Self {
        match player {
            Player::Left => Self { columns: side, ..self },
            Player::Right => Self { rows: side, ..self },
        }
    }
}

impl Board for Cake {
    fn sized(sizes: &[u64]) -> Result<Vec<Self>, SizeError> {
        match *sizes {
            [rows @ 1..=MAX_SIDE, columns @ 1..=MAX_SIDE] => Ok(vec![Self { rows, columns }]),
            _ => Err(SizeError { expected: "two sides, each at least 1".to_owned() }),
        }
    }

    fn read(text: &str) -> Result<Vec<Self>, ReadError> {
        let sides = read_sides(text, 2)?;
        Ok(vec![Self { rows: sides[0], columns: sides[1] }])
    }

    fn write(&self) -> String {
        format!("{}x{}", self.rows, self.columns)
    }

    fn sizes(&self) -> Option<Vec<u64>> {
        Some(vec![self.rows, self.columns])
    }

    #[inline]
    fn cell(&self) -> Option<(u32, u32)> {
        Some((u32::try_from(self.rows).ok()?, u32::try_from(self.columns).ok()?))
    }
}

/// Reads so many sides with `x` between them.
pub(crate) fn read_sides(text: &str, count: usize) -> Result<Vec<u64>, ReadError> {
    let mut sides = Vec::with_capacity(count);
    let mut at = 0;
    for part in text.split(['x', '×']) {
        let start = at + part.len() - part.trim_start().len();
        let side = part.trim().parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
        let message = || format!("side {} is not a whole number from 1", sides.len() + 1);
        sides.push(side.ok_or_else(|| ReadError { at: start, message: message() })?);
        at += part.len();
        at += text[at..].chars().next().map_or(0, char::len_utf8);
    }
    if sides.len() != count {
        let message = format!("expected {count} sides with `x` between them");
        return Err(ReadError { at: text.len(), message });
    }
    Ok(sides)
}

/// Numbers below this have their divisors kept once they were found.
const SMALL: usize = 1 << 12;

/// The divisors of small numbers.
static DIVISORS: [OnceLock<Box<[u64]>>; SMALL] = [const { OnceLock::new() }; SMALL];

/// The divisors of `n`, which is at least 1, upwards, by trial division: the search is charged to
/// `moves`, but for small numbers.
pub(crate) fn divisors<P>(n: u64, moves: &mut Moves<P>) -> Result<Cow<'static, [u64]>, Exhausted> {
    match usize::try_from(n).ok().and_then(|small| DIVISORS.get(small)) {
        Some(known) => {
            let found = || search(n, || Ok(())).unwrap_or_default().into();
            Ok(Cow::Borrowed(known.get_or_init(found)))
        }
        None => search(n, || moves.searched(1)).map(Cow::Owned),
    }
}

/// Finds the divisors of `n`, and tells `each` of every trial.
fn search(n: u64, mut each: impl FnMut() -> Result<(), Exhausted>) -> Result<Vec<u64>, Exhausted> {
    let mut divisors = vec![1];
    let mut rest = n;
    let mut prime = 2;
    while rest > 1 {
        if prime * prime > rest {
            prime = rest;
        }
        let known = divisors.len();
        let mut from = 0;
        while rest.is_multiple_of(prime) {
            rest /= prime;
            // The products with one more factor: of the last batch only.
            let until = divisors.len();
            let batch = if from == 0 { 0..known } else { from..until };
            from = until;
            for at in batch {
                divisors.push(divisors[at] * prime);
            }
        }
        each()?;
        prime += if prime == 2 { 1 } else { 2 };
    }
    divisors.sort_unstable();
    Ok(divisors)
}

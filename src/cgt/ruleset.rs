//! What a game is, before anything is computed: its positions and the moves from each.
//!
//! To add a game, write a file under `rulesets` with a type that implements [`Ruleset`] over one of the
//! boards there, and name it in the table of `rulesets`. Nothing else needs to know.

use std::borrow::Cow;
use std::fmt;
use std::hash::Hash;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;

/// What is on the table, of one kind, and how it is written: a cake, a strip, a heap.
pub trait Board: Clone + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static {
    /// Returns the position of these sizes: a cake of so many rows and columns, heaps of so many
    /// counters. A sum, since several heaps are several positions.
    ///
    /// # Errors
    ///
    /// [`SizeError`] if there is no position of these sizes.
    fn sized(sizes: &[u64]) -> Result<Vec<Self>, SizeError>;

    /// Reads a position, or the sum of several.
    ///
    /// # Errors
    ///
    /// [`ReadError`], which names the square.
    fn read(text: &str) -> Result<Vec<Self>, ReadError>;

    /// Writes the position as [`Board::read`] reads it.
    fn write(&self) -> String;

    /// The sizes that make this position, if it is of that kind.
    fn sizes(&self) -> Option<Vec<u64>> {
        None
    }

    /// Units of work for a move from this position: more than one where a move makes a board anew,
    /// square by square.
    fn weight(&self) -> u64 {
        1
    }

    /// Two coordinates that tell positions apart, if there are such: values then stand in a plain
    /// table.
    fn cell(&self) -> Option<(u32, u32)> {
        None
    }
}

/// The rules of a game.
pub trait Ruleset: Clone + fmt::Debug + Send + Sync + 'static {
    /// What is on the table. Play happens in sums of these.
    type Position: Board;

    /// The name under which the game is asked for, with its parameters if it has any. Two rulesets
    /// of one name are the same game.
    fn name(&self) -> Cow<'static, str>;

    /// Lists the moves of `player` from `position`, in the order of the board. What a move leaves is
    /// a sum of positions.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] as soon as [`Moves::push`] says so.
    fn moves(
        &self,
        position: &Self::Position,
        player: Player,
        moves: &mut Moves<Self::Position>,
    ) -> Result<(), Exhausted>;

    /// Lists the moves of `player` that lead to something different: those of [`Ruleset::moves`], of
    /// which any that lead to what another leads to may be left out. Values, outcomes, forms and what play
    /// can reach are found from these.
    ///
    /// # Errors
    ///
    /// As [`Ruleset::moves`].
    #[inline]
    fn different_moves(
        &self,
        position: &Self::Position,
        player: Player,
        moves: &mut Moves<Self::Position>,
    ) -> Result<(), Exhausted> {
        self.moves(position, player, moves)
    }

    /// Passes on the parts of `position` that play cannot connect, one after the other; what has no
    /// moves may be left out. The value of a position is the sum of those of its parts.
    #[inline]
    fn components(&self, position: &Self::Position, each: impl FnMut(Self::Position)) {
        let mut each = each;
        each(position.clone());
    }

    /// The representative of all positions that the rules do not tell apart, or tell apart only by
    /// exchanging the players.
    #[inline]
    fn normal(&self, position: Self::Position) -> Normal<Self::Position> {
        Normal { position, is_negated: false }
    }
}

/// The representative of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Normal<P> {
    /// The representative.
    pub position: P,
    /// Whether the position is the negative of its representative.
    pub is_negated: bool,
}

/// The most moves of a player that are listed: so many fit into a hundred megabytes, whatever the
/// budget.
pub const MAX_MOVES: usize = 1 << 20;

/// The moves of a player, each with what it leaves.
#[derive(Debug)]
pub struct Moves<P> {
    /// Positions that moves leave, one move after the other, each with how many copies of it.
    pieces: Vec<(P, u64)>,
    /// For each move, what it is called and where its pieces end.
    ends: Vec<(u64, usize)>,
    /// How many units may be spent on the list.
    allowance: u64,
    /// Units for a move.
    weight: u64,
    /// Units of work done without finding a move.
    searched: u64,
}

/// A move: what it is called and what it leaves.
#[derive(Debug)]
pub struct Move<'a, P> {
    /// Where or by what the player cuts, takes or moves; the rules say which.
    pub by: u64,
    /// What is left, each with how many copies of it.
    pub pieces: &'a [(P, u64)],
}

impl<P> Moves<P> {
    /// An empty list that may take so many moves of a unit each.
    pub fn with_allowance(allowance: u64) -> Self {
        Self { pieces: Vec::new(), ends: Vec::new(), allowance, weight: 1, searched: 0 }
    }

    /// Empties the list, to be filled with moves from `position` for at most so many units.
    pub(crate) fn restart(&mut self, position: &P, allowance: u64)
    where
        P: Board,
    {
        self.pieces.clear();
        self.ends.clear();
        self.allowance = allowance;
        self.weight = position.weight();
        self.searched = 0;
    }

    /// Adds a move.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Work`] if there are more moves than the budget allows to look at,
    /// [`Exhausted::Moves`] if there are more than [`MAX_MOVES`].
    #[inline]
    pub fn push(
        &mut self,
        by: u64,
        pieces: impl IntoIterator<Item = (P, u64)>,
    ) -> Result<(), Exhausted> {
        for piece in pieces {
            self.pieces.push(piece);
        }
        self.ends.push((by, self.pieces.len()));
        if (self.ends.len() as u64).saturating_mul(self.weight) > self.allowance {
            return Err(Exhausted::Work);
        }
        if self.ends.len() > MAX_MOVES {
            return Err(Exhausted::Moves);
        }
        Ok(())
    }

    /// Says that work was done without finding a move.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Work`] if that was more than is allowed.
    pub fn searched(&mut self, units: u64) -> Result<(), Exhausted> {
        self.allowance = self.allowance.checked_sub(units).ok_or(Exhausted::Work)?;
        self.searched += units;
        Ok(())
    }

    /// What making the list costs: the weight of the position once and for each move, and what was
    /// searched.
    pub(crate) fn cost(&self) -> u64 {
        (1 + self.ends.len() as u64).saturating_mul(self.weight).saturating_add(self.searched)
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The moves in order.
    pub fn iter(&self) -> impl Iterator<Item = Move<'_, P>> {
        let mut start = 0;
        self.ends.iter().map(move |&(by, end)| {
            let pieces = &self.pieces[start..end];
            start = end;
            Move { by, pieces }
        })
    }
}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The byte at which it was noticed, on a character boundary.
    pub at: usize,
    /// The square, if there are squares, and what was expected there.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ReadError {}

/// Why there is no position of some sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeError {
    /// What sizes the game takes.
    pub expected: String,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl std::error::Error for SizeError {}

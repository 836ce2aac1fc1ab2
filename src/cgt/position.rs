//! Positions of any ruleset, as one type.
//!
//! A [`Family`] is a ruleset whose kind of position is not known to the compiler, and a [`Position`]
//! is a sum of its positions. Both compare, sort and travel like any other value.

use std::any::Any;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::DefaultHasher;
use std::hash::Hash;
use std::hash::Hasher;
use std::sync::Arc;

use crate::cgt::arena::GameId;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;
use crate::cgt::form::Forms;
use crate::cgt::pile;
use crate::cgt::pile::Pile;
use crate::cgt::player::Outcome;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Board;
use crate::cgt::ruleset::MAX_MOVES;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::ReadError;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::ruleset::SizeError;
use crate::cgt::solver::Solver;

/// A ruleset of any kind.
pub trait Family: fmt::Debug + Send + Sync {
    /// The name, with its parameters.
    fn name(&self) -> Cow<'static, str>;

    /// Returns the position of these sizes.
    ///
    /// # Errors
    ///
    /// [`SizeError`] if the game has none.
    fn sized(&self, sizes: &[u64]) -> Result<Position, SizeError>;

    /// Reads a position, or a sum of positions with `+` between them; `3·` before one is three copies, and
    /// a board may be called by its sizes, as in `4x4`. `0` is the position in which nothing is left.
    ///
    /// # Errors
    ///
    /// [`ReadError`], with the place.
    fn read(&self, text: &str) -> Result<Position, ReadError>;
}

impl<R: Ruleset> Family for R {
    fn name(&self) -> Cow<'static, str> {
        Ruleset::name(self)
    }

    fn sized(&self, sizes: &[u64]) -> Result<Position, SizeError> {
        let pieces = R::Position::sized(sizes)?;
        Ok(Position::of(self, Pile::new(pieces.into_iter().map(|piece| (piece, 1)))))
    }

    fn read(&self, text: &str) -> Result<Position, ReadError> {
        let mut pieces = Vec::new();
        let mut start = 0;
        if text.trim() == NOTHING {
            return Ok(Position::of(self, Pile::new(pieces)));
        }
        for part in text.split('+') {
            let (times, piece) = match part.split_once('·') {
                None => (1, part),
                Some((times, piece)) => {
                    let message = "expected a number before `·`".to_owned();
                    let error = ReadError { at: start, message };
                    (times.trim().parse().map_err(|_| error)?, piece)
                }
            };
            let before = start + part.len() - piece.trim_start().len();
            let read = read_piece::<R::Position>(piece.trim())
                .map_err(|error| ReadError { at: before + error.at, message: error.message })?;
            pieces.extend(read.into_iter().map(|piece| (piece, times)));
            start += part.len() + 1;
        }
        Ok(Position::of(self, Pile::new(pieces)))
    }
}

/// How a position is written in which nothing is left.
const NOTHING: &str = "0";

/// Reads a position, by its sizes if that is how it is written: a board may be called `4x4` too.
fn read_piece<P: Board>(text: &str) -> Result<Vec<P>, ReadError> {
    let sides = text.split(['x', '×']).map(|side| side.trim().parse().ok());
    match sides.collect::<Option<Vec<u64>>>() {
        Some(sizes) if sizes.len() > 1 => {
            let by_size = |error: SizeError| match P::read(text) {
                // Of the two errors, the one that knows a place.
                Err(by_text) if by_text.at > 0 => by_text,
                _ => ReadError { at: 0, message: error.to_string() },
            };
            P::sized(&sizes).map_err(by_size)
        }
        _ => P::read(text),
    }
}

/// A sum of positions under one ruleset.
#[derive(Clone, Debug)]
pub struct Position(Arc<dyn AnyPile>);

/// A move of a player.
#[derive(Clone, Debug)]
pub struct Cut {
    /// Where or by what: in Cutcake the line, in Maundy Cake the divisor; in heap games what is taken
    /// or left; else the place of the move in the list, from 1. In a sum the numbers of each further
    /// part are counted on from the greatest of the part before it.
    pub by: u64,
    /// What is left of the position, each part with how many copies of it, in the order of the rules.
    pub pieces: Vec<(Position, u64)>,
    /// The value of what is left.
    pub value: GameId,
}

/// What the compiler does not know of a [`Position`].
trait AnyPile: fmt::Debug + Send + Sync {
    fn ruleset(&self) -> Cow<'static, str>;
    fn write(&self) -> String;
    fn sizes(&self) -> Option<Vec<u64>>;
    fn pieces(&self) -> Vec<(Position, u64)>;
    fn value(&self, solver: &mut Solver, budget: &mut Budget) -> Result<GameId, Exhausted>;
    fn cuts(
        &self,
        player: Player,
        solver: &mut Solver,
        budget: &mut Budget,
    ) -> Result<Vec<Cut>, Exhausted>;
    fn followers(&self, budget: &mut Budget) -> Result<Vec<Position>, Exhausted>;
    fn parts(&self, budget: &mut Budget) -> Result<Vec<Position>, Exhausted>;
    fn unreduced_forms(&self, budget: &mut Budget) -> Result<usize, Exhausted>;
    fn unreduced_value(
        &self,
        solver: &mut Solver,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted>;
    fn misere_outcome(&self, budget: &mut Budget) -> Result<Outcome, Exhausted>;
    fn as_any(&self) -> &dyn Any;
    /// The order among positions of the same ruleset.
    fn order(&self, other: &dyn AnyPile) -> Option<Ordering>;
    fn hash(&self) -> u64;
}

#[derive(Debug)]
struct PileOf<R: Ruleset> {
    ruleset: R,
    pile: Pile<R::Position>,
}

impl Position {
    fn of<R: Ruleset>(ruleset: &R, pile: Pile<R::Position>) -> Self {
        Self(Arc::new(PileOf { ruleset: ruleset.clone(), pile }))
    }

    /// A single piece.
    fn piece<R: Ruleset>(ruleset: &R, piece: &R::Position) -> Self {
        Self::of(ruleset, Pile::new([(piece.clone(), 1)]))
    }

    /// The name of the ruleset, with its parameters.
    pub fn ruleset(&self) -> Cow<'static, str> {
        self.0.ruleset()
    }

    /// The sizes that make this position under [`Family::sized`], if it is one piece of that kind: the
    /// rows and columns of a cake, the counters of a heap.
    pub fn sizes(&self) -> Option<Vec<u64>> {
        self.0.sizes()
    }

    /// The pieces that the position is the sum of, sorted, each with how many copies of it.
    pub fn pieces(&self) -> Vec<(Position, u64)> {
        self.0.pieces()
    }

    /// Returns the value.
    ///
    /// # Budget
    ///
    /// As [`Solver::value_under`], for each different piece.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out or a form is too deep.
    pub fn value(&self, solver: &mut Solver, budget: &mut Budget) -> Result<GameId, Exhausted> {
        self.0.value(solver, budget)
    }

    /// Returns every move of `player` on the board, with the values of what they leave: part by part,
    /// the moves of a part in the order of the rules, and of equal parts those of each. Moves that
    /// mirror each other or leave the same are all there.
    ///
    /// # Budget
    ///
    /// A unit for each move and each different piece it leaves, and what their values take.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out, a form is too deep, or there are more than
    /// [`MAX_MOVES`] moves.
    pub fn cuts(
        &self,
        player: Player,
        solver: &mut Solver,
        budget: &mut Budget,
    ) -> Result<Vec<Cut>, Exhausted> {
        self.0.cuts(player, solver, budget)
    }

    /// Returns the moves of `player` that no other move is better than.
    ///
    /// # Errors
    ///
    /// As [`Position::cuts`].
    pub fn best_cuts(
        &self,
        player: Player,
        solver: &mut Solver,
        budget: &mut Budget,
    ) -> Result<Vec<Cut>, Exhausted> {
        let cuts = self.cuts(player, solver, budget)?;
        let mut values: Vec<GameId> = cuts.iter().map(|cut| cut.value).collect();
        values.sort_unstable();
        values.dedup();
        let mut best = Vec::new();
        'values: for &value in &values {
            for &other in values.iter().filter(|&&other| other != value) {
                let (low, high) = match player {
                    Player::Left => (value, other),
                    Player::Right => (other, value),
                };
                if solver.arena.le(low, high, budget)? {
                    continue 'values;
                }
            }
            best.push(value);
        }
        Ok(cuts.into_iter().filter(|cut| best.contains(&cut.value)).collect())
    }

    /// Returns every position that play can reach, itself included, as sums of positions, sorted.
    ///
    /// # Budget
    ///
    /// A unit for each move looked at.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out.
    pub fn followers(&self, budget: &mut Budget) -> Result<Vec<Position>, Exhausted> {
        self.0.followers(budget)
    }

    /// Returns the different connected parts of all positions that play can reach, sorted. Where they
    /// lay on the board does not matter.
    ///
    /// # Budget
    ///
    /// A unit for each move looked at.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out.
    pub fn parts(&self, budget: &mut Budget) -> Result<Vec<Position>, Exhausted> {
        self.0.parts(budget)
    }

    /// Returns how many different unreduced forms play can reach, its own included.
    ///
    /// # Budget
    ///
    /// A unit for each move looked at, and for each option of a sum of forms one for each of its terms.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out, or there are more than
    /// [`MAX_FORMS`](crate::cgt::MAX_FORMS) forms.
    pub fn unreduced_forms(&self, budget: &mut Budget) -> Result<usize, Exhausted> {
        self.0.unreduced_forms(budget)
    }

    /// Returns the value, found from the unreduced form.
    ///
    /// # Errors
    ///
    /// As [`Position::unreduced_forms`].
    pub fn unreduced_value(
        &self,
        solver: &mut Solver,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        self.0.unreduced_value(solver, budget)
    }

    /// Returns who wins if whoever cannot move wins, found by playing everything out.
    ///
    /// # Budget
    ///
    /// A unit for each move looked at.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out.
    pub fn misere_outcome(&self, budget: &mut Budget) -> Result<Outcome, Exhausted> {
        self.0.misere_outcome(budget)
    }
}

impl<R: Ruleset> PileOf<R> {
    /// The value of a sum of pieces.
    fn value_of(
        &self,
        pieces: &[(R::Position, u64)],
        solver: &mut Solver,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        let mut sum = GameId::ZERO;
        for (piece, times) in pieces {
            let mut value = solver.value_under(&self.ruleset, piece, budget)?;
            if *times != 1 {
                value = solver.arena.multiple(value, &(*times).into(), budget)?;
            }
            sum = solver.arena.sum(sum, value, budget)?;
        }
        Ok(sum)
    }

    fn cut(
        &self,
        by: u64,
        pieces: &[(R::Position, u64)],
        solver: &mut Solver,
        budget: &mut Budget,
    ) -> Result<Cut, Exhausted> {
        budget.spend(1 + pieces.len() as u64)?;
        let value = self.value_of(pieces, solver, budget)?;
        let pieces =
            pieces.iter().map(|(piece, times)| (Position::piece(&self.ruleset, piece), *times));
        Ok(Cut { by, pieces: pieces.collect(), value })
    }
}

impl<R: Ruleset> AnyPile for PileOf<R> {
    fn ruleset(&self) -> Cow<'static, str> {
        Ruleset::name(&self.ruleset)
    }

    fn write(&self) -> String {
        let mut parts = Vec::new();
        for (piece, times) in self.pile.pieces() {
            let piece = piece.write();
            if piece.is_empty() {
                continue;
            }
            parts.push(if *times == 1 { piece } else { format!("{times}·{piece}") });
        }
        if parts.is_empty() { NOTHING.to_owned() } else { parts.join(" + ") }
    }

    fn sizes(&self) -> Option<Vec<u64>> {
        match self.pile.pieces() {
            [(piece, 1)] => piece.sizes(),
            _ => None,
        }
    }

    fn pieces(&self) -> Vec<(Position, u64)> {
        let pieces = self.pile.pieces().iter();
        pieces.map(|(piece, times)| (Position::piece(&self.ruleset, piece), *times)).collect()
    }

    fn value(&self, solver: &mut Solver, budget: &mut Budget) -> Result<GameId, Exhausted> {
        self.value_of(self.pile.pieces(), solver, budget)
    }

    fn cuts(
        &self,
        player: Player,
        solver: &mut Solver,
        budget: &mut Budget,
    ) -> Result<Vec<Cut>, Exhausted> {
        let mut cuts = Vec::new();
        let mut moves = Moves::with_allowance(0);
        let is_single = matches!(self.pile.pieces(), [(_, 1)]);
        // How many numbers the parts before have used.
        let mut counted = 0u64;
        for (place, (piece, times)) in self.pile.pieces().iter().enumerate() {
            moves.restart(piece, budget.left());
            self.ruleset.moves(piece, player, &mut moves)?;
            budget.spend(moves.cost())?;
            let start = cuts.len();
            for next in moves.iter() {
                let by = counted.saturating_add(next.by);
                if is_single {
                    cuts.push(self.cut(by, next.pieces, solver, budget)?);
                } else {
                    let after = self.pile.after(place, next.pieces);
                    cuts.push(self.cut(by, after.pieces(), solver, budget)?);
                }
            }
            let first = start..cuts.len();
            let Some(greatest) = moves.iter().map(|next| next.by).max() else { continue };
            let from_zero = moves.iter().any(|next| next.by == 0);
            let used = greatest.saturating_add(from_zero.into());
            // Equal parts have the same moves, each its own.
            for copy in 1..*times {
                for at in first.clone() {
                    if cuts.len() >= MAX_MOVES {
                        return Err(Exhausted::Moves);
                    }
                    let mut cut: Cut = cuts[at].clone();
                    budget.spend(1 + cut.pieces.len() as u64)?;
                    cut.by = cut.by.saturating_add(used.saturating_mul(copy));
                    cuts.push(cut);
                }
            }
            counted = counted.saturating_add(used.saturating_mul(*times));
        }
        Ok(cuts)
    }

    fn followers(&self, budget: &mut Budget) -> Result<Vec<Position>, Exhausted> {
        let followers = pile::followers(&self.ruleset, &self.pile, budget)?;
        Ok(followers.into_iter().map(|pile| Position::of(&self.ruleset, pile)).collect())
    }

    fn parts(&self, budget: &mut Budget) -> Result<Vec<Position>, Exhausted> {
        let parts = pile::parts(&self.ruleset, &self.pile, budget)?;
        Ok(parts.iter().map(|part| Position::piece(&self.ruleset, part)).collect())
    }

    fn unreduced_forms(&self, budget: &mut Budget) -> Result<usize, Exhausted> {
        let mut forms = Forms::default();
        let form = forms.of_pile(&self.ruleset, &self.pile, budget)?;
        Ok(forms.count_followers(form))
    }

    fn unreduced_value(
        &self,
        solver: &mut Solver,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        let mut forms = Forms::default();
        let form = forms.of_pile(&self.ruleset, &self.pile, budget)?;
        forms.value(form, &mut solver.arena, budget)
    }

    fn misere_outcome(&self, budget: &mut Budget) -> Result<Outcome, Exhausted> {
        pile::misere_outcome(&self.ruleset, &self.pile, budget)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn order(&self, other: &dyn AnyPile) -> Option<Ordering> {
        other.as_any().downcast_ref::<Self>().map(|other| self.pile.cmp(&other.pile))
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.pile.hash(&mut hasher);
        hasher.finish()
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.write())
    }
}

impl Ord for Position {
    fn cmp(&self, other: &Self) -> Ordering {
        let names = self.ruleset().cmp(&other.ruleset());
        names.then_with(|| self.0.order(&*other.0).unwrap_or(Ordering::Equal))
    }
}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash());
    }
}

//! From positions to values.
//!
//! A [`Solver`] owns an [`Arena`] and remembers the value of every position it met, under each
//! ruleset. Positions are worked off a stack of their own, so no board is too deep.
//!
//! Moves to sums of small integers, which is all that most cakes have, are added up as such, without
//! making a game of each. Where everything a position leads to is known, its moves are looked at once;
//! otherwise what they lead to is kept with the position until it is known.

use std::any::Any;
use std::borrow::Cow;

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use num_bigint::BigInt;

use crate::arithmetic::dyadic::Dyadic;
use crate::cgt::arena::Arena;
use crate::cgt::arena::GameId;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;
use crate::cgt::canonical::Gathered;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Board;
use crate::cgt::ruleset::MAX_MOVES;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Normal;
use crate::cgt::ruleset::Ruleset;

/// Coordinates below this have their values in a plain table.
const TABLE_SIDE: u32 = 1 << 11;

/// Values of positions, and the games they are.
#[derive(Default)]
pub struct Solver {
    /// The games.
    pub arena: Arena,
    /// What is known under each ruleset, by its name.
    shelves: Vec<(Cow<'static, str>, Box<dyn Any + Send + Sync>)>,
}

/// The value of a position.
#[derive(Clone, Copy)]
struct Known {
    id: GameId,
    /// The value again, if it is an integer of that size.
    small: Option<i16>,
}

/// What is known under one ruleset.
struct Memo<P> {
    /// The values of positions with small coordinates, row by row.
    table: Vec<Vec<Option<Known>>>,
    values: HashMap<P, Known, FixedState>,
}

/// Lists that are filled for one position after the other.
struct Desk<P> {
    /// The moves of the position at hand, for each player.
    moves: [Moves<P>; 2],
    total: Total,
    gathered: [Gathered; 2],
    /// The parts of the position asked for.
    parts: Vec<Normal<P>>,
}

/// What is kept for one ruleset.
struct Shelf<P> {
    memo: Memo<P>,
    desk: Desk<P>,
}

impl<P> Default for Shelf<P> {
    fn default() -> Self {
        let moves = [Moves::with_allowance(0), Moves::with_allowance(0)];
        Self {
            memo: Memo { table: Vec::new(), values: HashMap::default() },
            desk: Desk {
                moves,
                total: Total::default(),
                gathered: Default::default(),
                parts: Vec::new(),
            },
        }
    }
}

impl<P: Board> Memo<P> {
    /// The place of a position in the table, if it has one.
    #[inline]
    fn place(position: &P) -> Option<(usize, usize)> {
        let (row, column) = position.cell()?;
        (row < TABLE_SIDE && column < TABLE_SIDE).then_some((row as usize, column as usize))
    }

    #[inline]
    fn known(&self, position: &P) -> Option<Known> {
        match Self::place(position) {
            Some((row, column)) => self.table.get(row)?.get(column).copied().flatten(),
            None => self.values.get(position).copied(),
        }
    }

    fn keep(&mut self, position: P, known: Known) {
        match Self::place(&position) {
            Some((row, column)) => {
                if row >= self.table.len() {
                    self.table.resize(row + 1, Vec::new());
                }
                let row = &mut self.table[row];
                if column >= row.len() {
                    row.resize(column + 1, None);
                }
                row[column] = Some(known);
            }
            None => {
                self.values.insert(position, known);
            }
        }
    }
}

impl Solver {
    /// A solver that knows nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the value of `position` under `ruleset`.
    ///
    /// # Budget
    ///
    /// A unit for each position expanded and for each of its moves, and what sums and canonical forms
    /// take.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out or a form is too deep. What was found until then is kept.
    pub fn value_under<R: Ruleset>(
        &mut self,
        ruleset: &R,
        position: &R::Position,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        let name = ruleset.name();
        let at = match self.shelves.iter().position(|(known, _)| *known == name) {
            Some(at) => at,
            None => {
                self.shelves.push((name, Box::new(Shelf::<R::Position>::default())));
                self.shelves.len() - 1
            }
        };
        let shelf = self.shelves[at].1.downcast_mut::<Shelf<R::Position>>();
        let Shelf { memo, desk } = shelf.expect("rulesets of one name are the same game");
        Run { arena: &mut self.arena, ruleset, memo, desk }.value(position, budget)
    }
}

/// A part of what a move leaves.
struct Part<P> {
    position: P,
    is_negated: bool,
    times: u64,
    known: Option<Known>,
}

/// A position that waits for the values of what its moves leave.
struct Frame<P> {
    position: P,
    lists: Lists<P>,
    /// All parts before this one are known.
    next: usize,
}

/// What the moves of a position leave.
struct Lists<P> {
    parts: Vec<Part<P>>,
    /// For each player, where the parts of each of his moves end.
    ends: [Vec<usize>; 2],
}

impl<P> Default for Lists<P> {
    fn default() -> Self {
        Self { parts: Vec::new(), ends: Default::default() }
    }
}

/// What a move leaves, added up: the small integers, and everything else.
#[derive(Default)]
struct Total {
    integer: i64,
    others: Vec<(GameId, i64, u64)>,
}

impl Total {
    fn clear(&mut self) {
        self.integer = 0;
        self.others.clear();
    }

    #[inline]
    fn add(&mut self, known: Known, is_negated: bool, times: u64) {
        let sign = if is_negated { -1 } else { 1 };
        if let (Some(small), Ok(times)) = (known.small, i64::try_from(times)) {
            let multiple = (sign * i64::from(small)).checked_mul(times);
            if let Some(sum) = multiple.and_then(|multiple| self.integer.checked_add(multiple)) {
                self.integer = sum;
                return;
            }
        }
        self.others.push((known.id, sign, times));
    }
}

struct Run<'a, R: Ruleset> {
    arena: &'a mut Arena,
    ruleset: &'a R,
    memo: &'a mut Memo<R::Position>,
    desk: &'a mut Desk<R::Position>,
}

impl<R: Ruleset> Run<'_, R> {
    fn value(&mut self, position: &R::Position, budget: &mut Budget) -> Result<GameId, Exhausted> {
        let mut parts = std::mem::take(&mut self.desk.parts);
        parts.clear();
        self.ruleset.components(position, |part| parts.push(self.ruleset.normal(part)));
        let mut value = GameId::ZERO;
        for Normal { position, is_negated } in parts.drain(..) {
            let part = match self.memo.known(&position) {
                Some(known) => known.id,
                None => self.solve(position, budget)?.id,
            };
            let part = if is_negated { self.arena.negative(part, budget)? } else { part };
            value = self.arena.sum(value, part, budget)?;
        }
        self.desk.parts = parts;
        Ok(value)
    }

    /// The value of a representative that is not known.
    fn solve(&mut self, position: R::Position, budget: &mut Budget) -> Result<Known, Exhausted> {
        let mut stack: Vec<Frame<R::Position>> = Vec::new();
        // The lists of frames that are done with.
        let mut spare: Vec<Lists<R::Position>> = Vec::new();
        let mut open = Some(position);
        // How many parts the frames hold.
        let mut waiting = 0;
        loop {
            let mut found = None;
            if let Some(position) = open.take() {
                self.list_moves(&position, budget)?;
                // Positions in a table are met in order as a rule, so that all is known at once.
                if position.cell().is_some() && self.gather_moves(budget)? {
                    found = Some(self.close(position, budget)?);
                } else {
                    let spare = spare.pop().unwrap_or_default();
                    let frame = self.frame(position, spare);
                    waiting += frame.lists.parts.len();
                    if waiting > 8 * MAX_MOVES {
                        return Err(Exhausted::Moves);
                    }
                    stack.push(frame);
                }
            }
            let Some(frame) = stack.last_mut() else {
                return Ok(found.expect("a position either waits or is found"));
            };
            if let Some(found) = found {
                frame.lists.parts[frame.next].known = Some(found);
            }
            open = frame.first_unknown(self.memo);
            if open.is_none()
                && let Some(frame) = stack.pop()
            {
                self.gather_frame(&frame, budget)?;
                let Frame { position, lists, .. } = frame;
                waiting -= lists.parts.len();
                spare.push(lists);
                let found = self.close(position, budget)?;
                match stack.last_mut() {
                    Some(waiting) => waiting.lists.parts[waiting.next].known = Some(found),
                    None => return Ok(found),
                }
            }
        }
    }

    fn list_moves(&mut self, position: &R::Position, budget: &mut Budget) -> Result<(), Exhausted> {
        for player in Player::BOTH {
            let moves = &mut self.desk.moves[player.index()];
            moves.restart(position, budget.left());
            self.ruleset.different_moves(position, player, moves)?;
            budget.spend(moves.cost())?;
        }
        Ok(())
    }

    /// Gathers what the listed moves leave. Tells whether all of it was known.
    fn gather_moves(&mut self, budget: &mut Budget) -> Result<bool, Exhausted> {
        for player in Player::BOTH {
            self.desk.gathered[player.index()].clear();
            for next in self.desk.moves[player.index()].iter() {
                self.desk.total.clear();
                let mut is_known = true;
                for (piece, times) in next.pieces {
                    self.ruleset.components(piece, |part| {
                        let Normal { position, is_negated } = self.ruleset.normal(part);
                        match self.memo.known(&position) {
                            Some(known) => self.desk.total.add(known, is_negated, *times),
                            None => is_known = false,
                        }
                    });
                }
                if !is_known {
                    return Ok(false);
                }
                let gathered = &mut self.desk.gathered[player.index()];
                gather_total(self.arena, &self.desk.total, gathered, player, budget)?;
            }
        }
        Ok(true)
    }

    /// The position with what the listed moves leave, in lists that are no longer needed.
    fn frame(&self, position: R::Position, mut lists: Lists<R::Position>) -> Frame<R::Position> {
        lists.parts.clear();
        for player in Player::BOTH {
            let ends = &mut lists.ends[player.index()];
            ends.clear();
            for next in self.desk.moves[player.index()].iter() {
                for (piece, times) in next.pieces {
                    self.ruleset.components(piece, |part| {
                        let Normal { position, is_negated } = self.ruleset.normal(part);
                        lists.parts.push(Part { position, is_negated, times: *times, known: None });
                    });
                }
                ends.push(lists.parts.len());
            }
        }
        Frame { position, lists, next: 0 }
    }

    /// Gathers what the moves of a position leave, all of it known.
    fn gather_frame(
        &mut self,
        frame: &Frame<R::Position>,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let mut start = 0;
        for player in Player::BOTH {
            let gathered = &mut self.desk.gathered[player.index()];
            gathered.clear();
            for &end in &frame.lists.ends[player.index()] {
                self.desk.total.clear();
                for part in &frame.lists.parts[start..end] {
                    let known = part.known.expect("all parts are known by now");
                    self.desk.total.add(known, part.is_negated, part.times);
                }
                start = end;
                gather_total(self.arena, &self.desk.total, gathered, player, budget)?;
            }
        }
        Ok(())
    }

    /// Puts what was gathered into canonical form, as the value of a position.
    fn close(&mut self, position: R::Position, budget: &mut Budget) -> Result<Known, Exhausted> {
        let id = self.arena.from_gathered(&mut self.desk.gathered, budget)?;
        let integer = self.arena.as_number(id).and_then(Dyadic::to_i64);
        let small = integer.and_then(|integer| i16::try_from(integer).ok());
        let known = Known { id, small };
        self.memo.keep(position, known);
        Ok(known)
    }
}

impl<P: Board> Frame<P> {
    /// Goes on to the first part that is not known, and returns it.
    fn first_unknown(&mut self, memo: &Memo<P>) -> Option<P> {
        while let Some(part) = self.lists.parts.get_mut(self.next) {
            if part.known.is_none() {
                part.known = memo.known(&part.position);
            }
            if part.known.is_none() {
                return Some(part.position.clone());
            }
            self.next += 1;
        }
        None
    }
}

/// Adds what a move leaves to the options of a player.
#[inline]
fn gather_total(
    arena: &mut Arena,
    total: &Total,
    gathered: &mut Gathered,
    player: Player,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    if total.others.is_empty() {
        gathered.add_integer(total.integer, player);
        return Ok(());
    }
    gather_others(arena, total, gathered, player, budget)
}

/// As [`gather_total`], where something is no small integer.
fn gather_others(
    arena: &mut Arena,
    total: &Total,
    gathered: &mut Gathered,
    player: Player,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    let mut number = Dyadic::from(total.integer);
    let mut rest = GameId::ZERO;
    for &(id, sign, times) in &total.others {
        if let Some(x) = arena.as_number(id) {
            number = match (sign, times) {
                (1, 1) => &number + x,
                (-1, 1) => &number - x,
                _ => &number + &x.times(&(BigInt::from(sign) * times)),
            };
            continue;
        }
        let copies = match (sign, times) {
            (1, 1) => id,
            (-1, 1) => arena.negative(id, budget)?,
            _ => arena.multiple(id, &(BigInt::from(sign) * times), budget)?,
        };
        rest = arena.sum(rest, copies, budget)?;
    }
    if rest == GameId::ZERO {
        gathered.add_number(number, player);
        return Ok(());
    }
    if !number.is_zero() {
        let number = arena.number(&number)?;
        rest = arena.sum(rest, number, budget)?;
    }
    arena.gather(gathered, rest, player);
    Ok(())
}

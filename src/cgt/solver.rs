//! From positions to values.
//!
//! A [`Solver`] owns an [`Arena`] and remembers the value of every position it met, under each
//! ruleset. Positions are worked off a stack of their own, so no board is too deep.
//!
//! Moves to sums of numbers, which is all that cakes have, are added without making a game of each.

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
    memos: Vec<(Cow<'static, str>, Box<dyn Any + Send + Sync>)>,
}

/// What is known under one ruleset.
struct Memo<P> {
    /// The value of the position with coordinates `(i, j)`, at the place of that pair.
    table: Vec<Option<GameId>>,
    values: HashMap<P, GameId, FixedState>,
    /// Lists that are filled again and again.
    moves: [Moves<P>; 2],
    parts: Vec<P>,
    gathered: [Gathered; 2],
}

impl<P> Default for Memo<P> {
    fn default() -> Self {
        Self {
            table: Vec::new(),
            values: HashMap::default(),
            moves: [Moves::with_allowance(0), Moves::with_allowance(0)],
            parts: Vec::new(),
            gathered: Default::default(),
        }
    }
}

/// Pairs in the order of the larger coordinate, so that the table grows with the board.
fn place((i, j): (u32, u32)) -> Option<usize> {
    if i >= TABLE_SIDE || j >= TABLE_SIDE {
        return None;
    }
    let (i, j) = (i as usize, j as usize);
    Some(if i < j { j * j + i } else { i * i + i + j })
}

impl<P: Board> Memo<P> {
    #[inline]
    fn known(&self, position: &P) -> Option<GameId> {
        match position.cell().and_then(place) {
            Some(place) => self.table.get(place).copied().flatten(),
            None => self.values.get(position).copied(),
        }
    }

    fn keep(&mut self, position: P, value: GameId) {
        match position.cell().and_then(place) {
            Some(place) => {
                if place >= self.table.len() {
                    self.table.resize(place + 1, None);
                }
                self.table[place] = Some(value);
            }
            None => {
                self.values.insert(position, value);
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
        let at = match self.memos.iter().position(|(known, _)| *known == name) {
            Some(at) => at,
            None => {
                self.memos.push((name, Box::new(Memo::<R::Position>::default())));
                self.memos.len() - 1
            }
        };
        let memo = self.memos[at].1.downcast_mut::<Memo<R::Position>>();
        let memo = memo.expect("rulesets of one name are the same game");
        Run { arena: &mut self.arena, ruleset, memo, stack: Vec::new() }.value(position, budget)
    }
}

struct Run<'a, R: Ruleset> {
    arena: &'a mut Arena,
    ruleset: &'a R,
    memo: &'a mut Memo<R::Position>,
    /// Positions to solve, representatives of their kind; the top one first.
    stack: Vec<R::Position>,
}

/// What becomes of a look at the moves of a position.
enum Look {
    /// Something it leads to is not known yet.
    Missing,
    /// All moves are gathered.
    Complete,
}

impl<R: Ruleset> Run<'_, R> {
    fn value(&mut self, position: &R::Position, budget: &mut Budget) -> Result<GameId, Exhausted> {
        let mut parts = Vec::new();
        self.ruleset.components(position, &mut parts);
        let mut value = GameId::ZERO;
        for part in parts {
            let Normal { position, is_negated } = self.ruleset.normal(part);
            let part = match self.memo.known(&position) {
                Some(known) => known,
                None => self.solve(position, budget)?,
            };
            let part = if is_negated { self.arena.negative(part, budget)? } else { part };
            value = self.arena.sum(value, part, budget)?;
        }
        Ok(value)
    }

    fn solve(&mut self, position: R::Position, budget: &mut Budget) -> Result<GameId, Exhausted> {
        self.stack.push(position);
        let mut value = GameId::ZERO;
        while let Some(position) = self.stack.pop() {
            if let Some(known) = self.memo.known(&position) {
                value = known;
                continue;
            }
            for player in Player::BOTH {
                let moves = &mut self.memo.moves[player.index()];
                moves.restart(budget.left());
                self.ruleset.moves(&position, player, moves)?;
                budget.spend(1 + moves.len() as u64)?;
            }
            let missing_from = self.stack.len();
            self.stack.push(position);
            if let Look::Missing = self.look(budget)? {
                continue;
            }
            let mut gathered = std::mem::take(&mut self.memo.gathered);
            value = self.arena.from_gathered(&mut gathered, budget)?;
            self.memo.gathered = gathered;
            if let Some(position) = self.stack.pop() {
                debug_assert_eq!(self.stack.len(), missing_from);
                self.memo.keep(position, value);
            }
        }
        Ok(value)
    }

    /// Gathers the values of the listed moves; or pushes what is not known on the stack.
    fn look(&mut self, budget: &mut Budget) -> Result<Look, Exhausted> {
        let mut look = Look::Complete;
        let Memo { moves, parts, gathered, .. } = &mut *self.memo;
        let empty = [Moves::with_allowance(0), Moves::with_allowance(0)];
        let moves = std::mem::replace(moves, empty);
        let mut parts = std::mem::take(parts);
        let mut gathered = std::mem::take(gathered);
        for player in Player::BOTH {
            let gathered = &mut gathered[player.index()];
            gathered.clear();
            for next in moves[player.index()].iter() {
                let mut number = Dyadic::ZERO;
                let mut rest = GameId::ZERO;
                for (piece, times) in next.pieces {
                    parts.clear();
                    self.ruleset.components(piece, &mut parts);
                    for part in parts.drain(..) {
                        let Normal { position, is_negated } = self.ruleset.normal(part);
                        let Some(value) = self.memo.known(&position) else {
                            look = Look::Missing;
                            self.stack.push(position);
                            continue;
                        };
                        if let Look::Missing = look {
                            continue;
                        }
                        let sign = if is_negated { -1 } else { 1 };
                        if let Some(x) = self.arena.as_number(value) {
                            number = &number + &signed_multiple(x, sign, *times);
                        } else {
                            let copies = match (sign, *times) {
                                (1, 1) => value,
                                (-1, 1) => self.arena.negative(value, budget)?,
                                (sign, times) => {
                                    let times = BigInt::from(sign) * times;
                                    self.arena.multiple(value, &times, budget)?
                                }
                            };
                            rest = self.arena.sum(rest, copies, budget)?;
                        }
                    }
                }
                if let Look::Missing = look {
                    continue;
                }
                if rest == GameId::ZERO {
                    gathered.add_number(number, player);
                } else {
                    let number = self.arena.number(&number)?;
                    let sum = self.arena.sum(rest, number, budget)?;
                    self.arena.gather(gathered, sum, player);
                }
            }
        }
        (self.memo.moves, self.memo.parts, self.memo.gathered) = (moves, parts, gathered);
        Ok(look)
    }
}

/// So many copies of a number, negated if the sign says so.
fn signed_multiple(x: &Dyadic, sign: i64, times: u64) -> Dyadic {
    match (sign, times) {
        (1, 1) => x.clone(),
        (-1, 1) => -x,
        _ => x.times(&(BigInt::from(sign) * times)),
    }
}

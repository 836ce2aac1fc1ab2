//! What the blocks of a site look up in common, so that it is worked out once.
//!
//! **Invariant.** An entry has a cost that depends on nothing but the entry, and a block is charged
//! the cost of every entry it needs, and of those that entry needs, once. Whether a budget suffices
//! therefore depends on the block alone: not on other blocks, not on the order of threads, not on
//! whether the entry had to be worked out.
//!
//! The three ways to the value of a cake have tables of their own here, and none reads another's.

use std::fmt;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::OnceLock;
use std::sync::PoisonError;
use std::sync::atomic::AtomicI32;
use std::sync::atomic::Ordering;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::cgt;
use crate::cgt::Budget;
use crate::cgt::Exhausted;
use crate::cgt::Moves;
use crate::cgt::ParseError;
use crate::cgt::Player;
use crate::cgt::Ruleset;
use crate::cgt::Solver;
use crate::cgt::construction;
use crate::cgt::construction::Construction;
use crate::cgt::construction::Cutting;
use crate::cgt::construction::Form;
use crate::cgt::integers::Integers;
use crate::cgt::rulesets::Cake;
use crate::cgt::rulesets::Cutcake;
use crate::cgt::rulesets::Maundy;
use crate::language::game::Games;
use crate::language::value::Value;
use crate::language::writing::Style;

/// Cakes with both sides below this have their values in a table.
pub(crate) const TABLE_SIDE: usize = 1 << 11;

/// How many values are put aside at once.
const STRETCH: usize = 1 << 8;

/// Stands for a value that is not known.
const UNKNOWN: i32 = i32::MIN;

/// Lists longer than this are made again for each block.
const MAX_KEPT: usize = 100_000;

/// The games of cakes that are kept by their sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum CakeGame {
    Cutcake,
    Maundy,
}

/// What is asked of all play from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Search {
    Followers,
    Parts,
    UnreducedForms,
    UnreducedValue,
    MisereOutcome,
}

/// The tables. Cheap to clone; clones are the same tables.
#[derive(Clone, Default)]
pub(crate) struct Shared(Arc<Inner>);

#[derive(Default)]
struct Inner {
    cakes: [OnceLock<Cakes>; 2],
    // Of each game apart, so that no block waits for one of the other game.
    solver: [Mutex<Solver>; 2],
    constructed: [Mutex<Constructed>; 2],
    integers: [Mutex<Integers>; 2],
    searches: Mutex<HashMap<(Search, cgt::Position), Slot, FixedState>>,
    style: OnceLock<Style>,
}

/// Where what a search finds is put.
type Slot = Arc<Mutex<Option<Found>>>;

/// The cakes of a game by the fast engine: those with no more rows than columns, since the others are
/// their negatives.
struct Cakes {
    /// A row for each number of rows.
    values: Vec<OnceLock<Row>>,
    sides: Vec<OnceLock<Side>>,
}

/// The values of cakes with so many rows, in stretches of [`STRETCH`], so that small cakes take
/// little memory.
type Row = Box<[OnceLock<Box<[AtomicI32]>>]>;

impl Default for Cakes {
    fn default() -> Self {
        let values = std::iter::repeat_with(OnceLock::new).take(TABLE_SIDE).collect();
        let sides = std::iter::repeat_with(OnceLock::new).take(TABLE_SIDE).collect();
        Self { values, sides }
    }
}

/// What a side of a cake contributes to its cost, and how long it may be after a cut that leaves as
/// much as possible: play from there reaches whatever else play can reach.
#[derive(Debug)]
pub(crate) struct Side {
    pub(crate) cost: u64,
    pub(crate) shorter: Vec<usize>,
}

/// What is constructed, and what the names that were read off it mean.
#[derive(Default)]
struct Constructed {
    construction: Construction,
    /// With what reading the name took.
    values: HashMap<Form, (Read, u64), FixedState>,
}

/// A name that was read as a game; the name itself, if it is none.
pub(crate) type Read = Result<Value, String>;

/// What a search found and what it took.
struct Found {
    result: Result<Value, Exhausted>,
    cost: u64,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}

/// The tables are whole between any two steps, also after a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Lets numbers in texts be written like this; the first that is said counts.
    pub(crate) fn write_like(&self, style: Style) {
        let _ = self.0.style.set(style);
    }

    /// How numbers in texts are written.
    pub(crate) fn style(&self) -> Style {
        self.0.style.get().cloned().unwrap_or_default()
    }

    /// The value of a cake with no more rows than columns, both below [`TABLE_SIDE`]; none, if it is
    /// not a small integer. Uncharged.
    pub(crate) fn cake(&self, game: CakeGame, rows: usize, columns: usize) -> Option<i32> {
        let row = self.cakes(game).values.get(rows)?;
        let row = row.get_or_init(|| {
            std::iter::repeat_with(OnceLock::new).take(TABLE_SIDE / STRETCH).collect()
        });
        let stretch = row.get(columns / STRETCH)?.get_or_init(|| {
            std::iter::repeat_with(|| AtomicI32::new(UNKNOWN)).take(STRETCH).collect()
        });
        let cell = stretch.get(columns % STRETCH)?;
        let known = cell.load(Ordering::Relaxed);
        if known != UNKNOWN {
            return Some(known);
        }
        let cake = Cake { rows: rows as u64, columns: columns as u64 };
        let mut solver = lock(&self.0.solver[game as usize]);
        let mut budget = Budget::unlimited();
        let id = match game {
            CakeGame::Cutcake => solver.value_under(&Cutcake, &cake, &mut budget),
            CakeGame::Maundy => solver.value_under(&Maundy, &cake, &mut budget),
        };
        let value = solver.arena.as_number(id.ok()?)?.to_i64()?;
        let value = i32::try_from(value).ok().filter(|&value| value != UNKNOWN)?;
        cell.store(value, Ordering::Relaxed);
        Some(value)
    }

    /// What is known of a side of a cake, below [`TABLE_SIDE`].
    pub(crate) fn side(&self, game: CakeGame, side: usize) -> Option<&Side> {
        let known = self.cakes(game).sides.get(side)?;
        Some(known.get_or_init(|| side_of(game, side as u64)))
    }

    fn cakes(&self, game: CakeGame) -> &Cakes {
        self.0.cakes[game as usize].get_or_init(Cakes::default)
    }

    /// The value of a cake by construction; `account` is of this game alone.
    pub(crate) fn by_construction(
        &self,
        account: &mut construction::Account,
        cutting: Cutting,
        cake: (u64, u64),
        budget: &mut Budget,
    ) -> Result<Read, Exhausted> {
        let mut own = lock(&self.0.constructed[cutting as usize]);
        let Constructed { construction, values } = &mut *own;
        let form = construction.cake_for(account, cutting, cake, budget)?;
        if let Some((value, cost)) = values.get(&form) {
            budget.spend(*cost)?;
            return Ok(value.clone());
        }
        let left = budget.left();
        let name = construction.name(form, budget)?;
        let mut games = Games::new();
        let value = match games.solver.arena.parse(&name, budget) {
            Ok(id) => Ok(games.export(id, budget)?),
            Err(ParseError::Exhausted(exhausted)) => return Err(exhausted),
            Err(ParseError::Unexpected { .. }) => Err(name),
        };
        values.insert(form, (value.clone(), left - budget.left()));
        Ok(value)
    }

    /// The values of the cakes of a game by integers.
    pub(crate) fn integers(&self, cutting: Cutting) -> MutexGuard<'_, Integers> {
        lock(&self.0.integers[cutting as usize])
    }

    /// What `search` finds from `position`, looked up or worked out by `task` from nothing.
    pub(crate) fn search(
        &self,
        search: Search,
        position: &cgt::Position,
        budget: &mut Budget,
        task: impl FnOnce(&mut Budget) -> Result<Value, Exhausted>,
    ) -> Result<Value, Exhausted> {
        let slot = {
            let mut searches = lock(&self.0.searches);
            Arc::clone(searches.entry((search, position.clone())).or_default())
        };
        // Whoever asks for the same waits here instead of searching too.
        let mut slot = lock(&slot);
        if let Some(found) = &*slot {
            budget.spend(found.cost)?;
            return found.result.clone();
        }
        let left = budget.left();
        let result = task(budget);
        let is_short = !matches!(&result, Ok(Value::List(items)) if items.len() > MAX_KEPT);
        // A budget that ran out says something about the block only.
        if is_short && !matches!(result, Err(Exhausted::Work)) {
            *slot = Some(Found { result: result.clone(), cost: left - budget.left() });
        }
        result
    }
}

/// What the rules say of a side.
fn side_of(game: CakeGame, side: u64) -> Side {
    let cake = Cake { rows: 1, columns: side };
    let mut moves = Moves::with_allowance(u64::MAX);
    let listed = match game {
        CakeGame::Cutcake => Cutcake.different_moves(&cake, Player::Left, &mut moves),
        CakeGame::Maundy => Maundy.different_moves(&cake, Player::Left, &mut moves),
    };
    let mut shorter: Vec<usize> = Vec::new();
    for (piece, _) in moves.iter().flat_map(|next| next.pieces) {
        shorter.push(piece.columns as usize);
    }
    shorter.sort_unstable_by(|a, b| b.cmp(a));
    shorter.dedup();
    match game {
        CakeGame::Cutcake => shorter.truncate(1),
        CakeGame::Maundy => {
            let mut largest: Vec<usize> = Vec::new();
            for &piece in &shorter {
                if largest.iter().all(|longer| !longer.is_multiple_of(piece)) {
                    largest.push(piece);
                }
            }
            shorter = largest;
        }
    }
    debug_assert!(listed.is_ok(), "nothing limits the list");
    Side { cost: moves.cost(), shorter }
}

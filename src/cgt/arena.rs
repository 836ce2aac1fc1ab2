//! Canonical forms, each kept once.
//!
//! [`Arena`] hands out a [`GameId`] for every canonical form and keeps no form twice, so two games
//! are equal exactly when their ids are: `==` is Conway's `=`.
//!
//! A form is either closed (a [`NumberUpStar`], one record however large) or has its options written
//! out, sorted by id, in one flat array. The way in is [`Arena::from_options`].
//!
//! **Invariant.** Every form is canonical, and written-out options have smaller ids than the game
//! they are options of, so a walk upwards through the ids meets options first.
//!
//! **Not here.** The rules of any game (`rulesets`), names (`naming`), and loopy or misère play.
//! Ids mean nothing in another arena: [`Portable`](super::Portable) carries games across.
//!
//! Source: A. N. Siegel, *Combinatorial Game Theory* (AMS, 2013), chapter II.

use std::hash::BuildHasher;
use std::sync::Arc;

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use hashbrown::HashTable;

use crate::arithmetic::dyadic::Dyadic;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;
use crate::cgt::closed::NumberUpStar;
use crate::cgt::player::Player;
use crate::cgt::thermograph::Thermograph;

/// The most written-out moves in a row that a form may have. Numbers, ups and stars do not count,
/// whatever their size. Recursion is bounded by twice this.
pub const MAX_HEIGHT: u32 = 500;

/// The most forms one arena keeps.
pub const MAX_GAMES: u32 = 1 << 25;

/// A game of an [`Arena`]: equal ids, equal values. The order of ids is for containers only; the
/// order of games is [`Arena::le`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId(pub(crate) u32);

impl GameId {
    /// The game without options, in every arena.
    pub const ZERO: Self = Self(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a form is kept. `lefts` and `rights` may be the marks below.
#[derive(Clone, Copy)]
pub(super) struct Record {
    /// Where the Left options begin in the pool; for ups and stars, the index of the closed form.
    pub(super) start: u32,
    /// Where the Left options end and the Right options begin, or a mark.
    pub(super) middle: u32,
    /// Where the Right options end.
    pub(super) end: u32,
}

/// Marks the record of a number: all there is to know are its stops.
pub(super) const NUMBER: u32 = u32::MAX;
/// Marks the record of a number, ups and a star that is no number.
pub(super) const CLOSED: u32 = u32::MAX - 1;

/// The values that the game comes to when play stops at a number.
pub(crate) struct Stops {
    pub(crate) left: Dyadic,
    pub(crate) right: Dyadic,
}

/// Ups and a nimber, which with a number make a closed form.
pub(super) struct Infinitesimal {
    pub(super) ups: i64,
    pub(super) nimber: u32,
    /// Where the options stand in the pool, once somebody asked for them.
    pub(super) written: Option<Record>,
}

/// The small integers that have a table of their own, on both sides of nought.
const SMALL: i64 = 1 << 12;

/// The owner of all canonical forms.
pub struct Arena {
    pub(super) records: Vec<Record>,
    stops: Vec<Stops>,
    heights: Vec<u32>,
    negatives: Vec<u32>,
    pub(super) pool: Vec<GameId>,
    /// Ups and nimbers of the closed forms that are not numbers.
    pub(super) infinitesimals: Vec<Infinitesimal>,
    small_integers: Vec<u32>,
    closed_ids: HashTable<GameId>,
    form_ids: HashTable<GameId>,
    pub(super) hasher: FixedState,
    /// How many calls of the recursive methods are open.
    depth: u32,
    pub(crate) sums: HashMap<(GameId, GameId), GameId, FixedState>,
    pub(crate) comparisons: Vec<u64>,
    pub(crate) thermographs: HashMap<GameId, Arc<Thermograph>, FixedState>,
    pub(crate) reduced: HashMap<GameId, GameId, FixedState>,
    pub(crate) listed: HashMap<GameId, Arc<[Vec<GameId>; 2]>, FixedState>,
}

/// No id.
const NONE: u32 = u32::MAX;

impl Default for Arena {
    fn default() -> Self {
        Self::new()
    }
}

impl Arena {
    /// An arena that knows only [`GameId::ZERO`].
    pub fn new() -> Self {
        let hasher = FixedState::with_seed(0);
        let mut arena = Self {
            records: Vec::new(),
            stops: Vec::new(),
            heights: Vec::new(),
            negatives: Vec::new(),
            pool: Vec::new(),
            infinitesimals: Vec::new(),
            small_integers: vec![NONE; 2 * SMALL as usize + 1],
            closed_ids: HashTable::new(),
            form_ids: HashTable::new(),
            hasher: hasher.clone(),
            depth: 0,
            sums: HashMap::with_hasher(hasher.clone()),
            comparisons: Vec::new(),
            thermographs: HashMap::with_hasher(hasher.clone()),
            reduced: HashMap::with_hasher(hasher.clone()),
            listed: HashMap::with_hasher(hasher.clone()),
        };
        let record = Record { start: 0, middle: NUMBER, end: 0 };
        let stops = Stops { left: Dyadic::ZERO, right: Dyadic::ZERO };
        arena.push(record, stops, 0);
        arena.negatives[0] = 0;
        arena.small_integers[SMALL as usize] = 0;
        arena
    }

    /// How many forms are kept.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Never: every arena knows zero.
    pub fn is_empty(&self) -> bool {
        false
    }

    fn push(&mut self, record: Record, stops: Stops, height: u32) -> GameId {
        let id = GameId(self.records.len() as u32);
        self.records.push(record);
        self.stops.push(stops);
        self.heights.push(height);
        self.negatives.push(NONE);
        id
    }

    /// Runs one step of a recursion, unless it is already as deep as any form within
    /// [`MAX_HEIGHT`] calls for.
    #[inline]
    pub(crate) fn one_deeper<T>(
        &mut self,
        step: impl FnOnce(&mut Self) -> Result<T, Exhausted>,
    ) -> Result<T, Exhausted> {
        if self.depth > 2 * MAX_HEIGHT + 100 {
            return Err(Exhausted::Depth);
        }
        self.depth += 1;
        let result = step(self);
        self.depth -= 1;
        result
    }

    fn check_room(&self) -> Result<(), Exhausted> {
        if self.records.len() < MAX_GAMES as usize { Ok(()) } else { Err(Exhausted::Size) }
    }

    /// Whether `g` is a number.
    #[inline]
    pub fn is_number(&self, g: GameId) -> bool {
        self.records[g.index()].middle == NUMBER
    }

    /// Whether `g` has no written-out options.
    #[inline]
    pub(crate) fn is_closed(&self, g: GameId) -> bool {
        self.records[g.index()].middle >= CLOSED
    }

    /// The number that `g` is, if it is one.
    #[inline]
    pub fn as_number(&self, g: GameId) -> Option<&Dyadic> {
        self.is_number(g).then(|| &self.stops[g.index()].left)
    }

    /// The number, ups and star that `g` is, if it is of that kind.
    pub fn as_closed(&self, g: GameId) -> Option<NumberUpStar> {
        let (ups, nimber) = self.infinitesimal_part(g)?;
        Some(NumberUpStar { number: self.stops[g.index()].left.clone(), ups, nimber })
    }

    /// The ups and the nimber of a closed form, whatever its number.
    pub(crate) fn infinitesimal_part(&self, g: GameId) -> Option<(i64, u32)> {
        let record = self.records[g.index()];
        match record.middle {
            NUMBER => Some((0, 0)),
            CLOSED => {
                let infinitesimal = &self.infinitesimals[record.start as usize];
                Some((infinitesimal.ups, infinitesimal.nimber))
            }
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn stops_of(&self, g: GameId) -> &Stops {
        &self.stops[g.index()]
    }

    /// The most written-out moves in a row.
    pub(crate) fn height(&self, g: GameId) -> u32 {
        self.heights[g.index()]
    }

    /// Returns the number `x`.
    ///
    /// # Errors
    ///
    /// [`Exhausted::Size`] if the arena is full.
    pub fn number(&mut self, x: &Dyadic) -> Result<GameId, Exhausted> {
        if let Some(integer) = x.to_i64()
            && (-SMALL..=SMALL).contains(&integer)
        {
            let at = (integer + SMALL) as usize;
            if self.small_integers[at] == NONE {
                self.check_room()?;
                let record = Record { start: 0, middle: NUMBER, end: 0 };
                let stops = Stops { left: x.clone(), right: x.clone() };
                self.small_integers[at] = self.push(record, stops, 0).0;
            }
            return Ok(GameId(self.small_integers[at]));
        }
        self.intern_closed(x, 0, 0)
    }

    /// Returns the integer `n`.
    ///
    /// # Errors
    ///
    /// As [`Arena::number`].
    pub fn integer(&mut self, n: i64) -> Result<GameId, Exhausted> {
        self.number(&Dyadic::from(n))
    }

    /// Returns the nimber `*n`.
    ///
    /// # Errors
    ///
    /// As [`Arena::number`].
    pub fn nimber(&mut self, n: u32) -> Result<GameId, Exhausted> {
        self.intern_closed(&Dyadic::ZERO, 0, n)
    }

    /// Returns the sum of a number, ups and a star.
    ///
    /// # Errors
    ///
    /// As [`Arena::number`].
    pub fn closed(&mut self, game: &NumberUpStar) -> Result<GameId, Exhausted> {
        if game.is_number() {
            return self.number(&game.number);
        }
        self.intern_closed(&game.number, game.ups, game.nimber)
    }

    /// Keeps a closed form. Small integers go through [`Arena::number`] instead.
    fn intern_closed(&mut self, x: &Dyadic, ups: i64, nimber: u32) -> Result<GameId, Exhausted> {
        if ups == i64::MIN {
            return Err(Exhausted::Size);
        }
        if ups == 0
            && nimber == 0
            && let Some(integer) = x.to_i64()
            && (-SMALL..=SMALL).contains(&integer)
        {
            return self.number(x);
        }
        let hash = self.hasher.hash_one((x, ups, nimber));
        let found = self.closed_ids.find(hash, |&id| {
            self.infinitesimal_part(id) == Some((ups, nimber)) && self.stops[id.index()].left == *x
        });
        if let Some(&id) = found {
            return Ok(id);
        }
        self.check_room()?;
        let record = if ups == 0 && nimber == 0 {
            Record { start: 0, middle: NUMBER, end: 0 }
        } else {
            self.infinitesimals.push(Infinitesimal { ups, nimber, written: None });
            Record { start: self.infinitesimals.len() as u32 - 1, middle: CLOSED, end: 0 }
        };
        let id = self.push(record, Stops { left: x.clone(), right: x.clone() }, 0);
        let (hasher, stops, records) = (&self.hasher, &self.stops, &self.records);
        let infinitesimals = &self.infinitesimals;
        self.closed_ids.insert_unique(hash, id, |&id| {
            let record = records[id.index()];
            let (ups, nimber) = match record.middle {
                NUMBER => (0, 0),
                _ => {
                    let infinitesimal = &infinitesimals[record.start as usize];
                    (infinitesimal.ups, infinitesimal.nimber)
                }
            };
            hasher.hash_one((&stops[id.index()].left, ups, nimber))
        });
        Ok(id)
    }

    /// Keeps a canonical form whose options are sorted by id. The caller knows that it is canonical
    /// and no number; ups and stars are recognised here.
    pub(crate) fn intern_form(
        &mut self,
        left: &[GameId],
        right: &[GameId],
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        if let Some(closed) = self.recognise_closed(left, right) {
            return self.closed(&closed);
        }
        let hash = self.hasher.hash_one((left, right));
        let found = self.form_ids.find(hash, |&id| {
            self.written_options(id, Player::Left) == left
                && self.written_options(id, Player::Right) == right
        });
        if let Some(&id) = found {
            return Ok(id);
        }
        self.check_room()?;
        budget.spend(1 + (left.len() + right.len()) as u64)?;
        let height = 1 + left.iter().chain(right).map(|&g| self.height(g)).max().unwrap_or(0);
        if height > MAX_HEIGHT {
            return Err(Exhausted::Depth);
        }
        let stops = Stops {
            left: self.furthest_stop(left, Player::Left),
            right: self.furthest_stop(right, Player::Right),
        };
        let record = self.append(left, right)?;
        let id = self.push(record, stops, height);
        let (hasher, records, pool) = (&self.hasher, &self.records, &self.pool);
        self.form_ids.insert_unique(hash, id, |&id| {
            let Record { start, middle, end } = records[id.index()];
            let left = &pool[start as usize..middle as usize];
            hasher.hash_one((left, &pool[middle as usize..end as usize]))
        });
        Ok(id)
    }

    /// The stop that `player` reaches by moving to the best of `options`, in a game that is not a
    /// number and so has options for both.
    fn furthest_stop(&self, options: &[GameId], player: Player) -> Dyadic {
        let stops = options.iter().map(|&g| &self.stops[g.index()]);
        let furthest = match player {
            Player::Left => stops.map(|stops| &stops.right).max(),
            Player::Right => stops.map(|stops| &stops.left).min(),
        };
        furthest.cloned().unwrap_or(Dyadic::ZERO)
    }

    /// The closed form with these canonical options, if there is one that is not a number.
    fn recognise_closed(&self, left: &[GameId], right: &[GameId]) -> Option<NumberUpStar> {
        let closed = |options: &[GameId]| {
            options.iter().map(|&g| self.infinitesimal_part(g)).collect::<Option<Vec<_>>>()
        };
        let number = |g: GameId| &self.stops[g.index()].left;
        let x = number(*left.first()?);
        if left.iter().chain(right).any(|&g| number(g) != x) {
            return None;
        }
        let (mut lefts, mut rights) = (closed(left)?, closed(right)?);
        lefts.sort_unstable();
        rights.sort_unstable();
        let nimbers = |options: &[(i64, u32)]| {
            options.iter().zip(0u32..).all(|(&(ups, nimber), k)| ups == 0 && nimber == k)
        };
        let game = |ups, nimber| Some(NumberUpStar { number: x.clone(), ups, nimber });
        match (&lefts[..], &rights[..]) {
            ([(0, 0), (0, 1)], [(0, 0)]) => game(1, 1),
            ([(0, 0)], [(0, 0), (0, 1)]) => game(-1, 1),
            (a, b) if a == b && nimbers(a) => game(0, u32::try_from(a.len()).ok()?),
            ([(0, 0)], &[(n, m)]) if n >= 0 && (n, m) != (0, 0) => game(n.checked_add(1)?, m ^ 1),
            (&[(n, m)], [(0, 0)]) if n <= 0 && (n, m) != (0, 0) => game(n.checked_sub(1)?, m ^ 1),
            _ => None,
        }
    }

    /// The known negative of `g`.
    pub(crate) fn known_negative(&self, g: GameId) -> Option<GameId> {
        let negative = self.negatives[g.index()];
        (negative != NONE).then_some(GameId(negative))
    }

    /// Remembers that two games are each other's negatives.
    pub(crate) fn remember_negatives(&mut self, g: GameId, h: GameId) {
        self.negatives[g.index()] = h.0;
        self.negatives[h.index()] = g.0;
    }
}

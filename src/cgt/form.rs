//! Unreduced forms: positions as sets of options, with nothing taken out.
//!
//! Two forms are the same if their options are. No option is dominated here and none is reversible;
//! that is the point, since the number of different forms is itself a measure of what canonical forms
//! save. [`Forms`] has a registry of its own and a cap on it, and shares nothing with the arena until
//! a form is put into canonical form there.
//!
//! The options of a sum are its terms with a move made in one of them; they are the same in whatever
//! order the terms are added. So sums are known by their terms, and a form that was met as a sum is
//! taken apart wherever it is a term.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use hashbrown::HashSet;
use hashbrown::HashTable;

use crate::cgt::arena::Arena;
use crate::cgt::arena::GameId;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;
use crate::cgt::pile::Pile;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Ruleset;

/// The most forms a registry holds: enough for the 6 × 6 Cutcake and not for the 7 × 7.
pub const MAX_FORMS: usize = 1 << 17;

/// The most moves in a row.
const MAX_DEPTH: u32 = 1000;

/// A form of a registry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct FormId(u32);

/// The registry.
#[derive(Default)]
pub(crate) struct Forms {
    /// For each form, where its Left options begin, where they end and the Right options begin, and
    /// where these end. Options have smaller numbers than the forms they are options of.
    ends: Vec<[u32; 3]>,
    /// All options, sorted and without repetition for each form and player.
    pool: Vec<FormId>,
    numbers: HashTable<FormId>,
    hasher: FixedState,
    /// For each form where its terms stand: what it is the sum of, as far as that is known.
    sums: Vec<[u32; 2]>,
    terms: Vec<FormId>,
    /// Sums of at least two terms, by these, sorted.
    known: HashMap<Box<[FormId]>, FormId, FixedState>,
    /// The options of forms that are being put together, the innermost last.
    desk: Vec<FormId>,
    depth: u32,
}

impl Forms {
    /// Enters the form whose Left options stand on the desk from `start` to `middle`, its Right
    /// options from there on, and clears them away.
    fn intern(&mut self, start: usize, middle: usize) -> Result<FormId, Exhausted> {
        let right = sorted_set(&mut self.desk[middle..]);
        let left = sorted_set(&mut self.desk[start..middle]);
        let (left, right) = (start..start + left, middle..middle + right);
        let (left_options, right_options) = (&self.desk[left.clone()], &self.desk[right.clone()]);
        let hash = self.hasher.hash_one((left_options, right_options));
        let found = self.numbers.find(hash, |&form| {
            self.options(form, Player::Left) == left_options
                && self.options(form, Player::Right) == right_options
        });
        let form = match found {
            Some(&form) => form,
            None if self.ends.len() >= MAX_FORMS => return Err(Exhausted::Forms),
            None => {
                let form = FormId(self.ends.len() as u32);
                let place = |at: usize| u32::try_from(at).map_err(|_| Exhausted::Size);
                let begin = place(self.pool.len())?;
                let between = place(self.pool.len() + left.len())?;
                let end = place(self.pool.len() + left.len() + right.len())?;
                self.pool.extend_from_slice(left_options);
                self.pool.extend_from_slice(right_options);
                self.ends.push([begin, between, end]);
                // What has no options is the sum of nothing; the others are terms until more is known.
                let start = self.terms.len() as u32;
                self.terms.extend((begin < end).then_some(form));
                self.sums.push([start, self.terms.len() as u32]);
                let Self { numbers, hasher, ends, pool, .. } = self;
                numbers.insert_unique(hash, form, |&form| {
                    let [begin, between, end] = ends[form.0 as usize].map(|at| at as usize);
                    hasher.hash_one((&pool[begin..between], &pool[between..end]))
                });
                form
            }
        };
        self.desk.truncate(start);
        Ok(form)
    }

    fn options(&self, form: FormId, player: Player) -> &[FormId] {
        &self.pool[self.range(form, player)]
    }

    fn range(&self, form: FormId, player: Player) -> std::ops::Range<usize> {
        let [begin, between, end] = self.ends[form.0 as usize].map(|at| at as usize);
        match player {
            Player::Left => begin..between,
            Player::Right => between..end,
        }
    }

    fn deeper<T>(
        &mut self,
        step: impl FnOnce(&mut Self) -> Result<T, Exhausted>,
    ) -> Result<T, Exhausted> {
        if self.depth > MAX_DEPTH {
            return Err(Exhausted::Depth);
        }
        self.depth += 1;
        let result = step(self);
        self.depth -= 1;
        result
    }

    /// What `form` is the sum of, sorted.
    fn terms(&self, form: FormId) -> &[FormId] {
        let [start, end] = self.sums[form.0 as usize].map(|at| at as usize);
        &self.terms[start..end]
    }

    /// The disjunctive sum of forms, which are sorted.
    fn sum(&mut self, terms: &[FormId], budget: &mut Budget) -> Result<FormId, Exhausted> {
        if let [form] = terms {
            return Ok(*form);
        }
        if let Some(&known) = self.known.get(terms) {
            return Ok(known);
        }
        let sum = self.deeper(|forms| {
            let start = forms.desk.len();
            forms.add_options(terms, Player::Left, budget)?;
            let middle = forms.desk.len();
            forms.add_options(terms, Player::Right, budget)?;
            forms.intern(start, middle)
        })?;
        self.known.insert(terms.into(), sum);
        if self.terms(sum).len() < terms.len() {
            let place = |at: usize| u32::try_from(at).map_err(|_| Exhausted::Size);
            let start = place(self.terms.len())?;
            self.terms.extend_from_slice(terms);
            self.sums[sum.0 as usize] = [start, place(self.terms.len())?];
        }
        Ok(sum)
    }

    /// Lays what `player` can make of a sum on the desk.
    fn add_options(
        &mut self,
        terms: &[FormId],
        player: Player,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let (mut standing, mut after) = (Vec::new(), Vec::new());
        for (at, &moving) in terms.iter().enumerate() {
            if at > 0 && terms[at - 1] == moving {
                continue;
            }
            standing.clear();
            for &term in terms[..at].iter().chain(&terms[at + 1..]) {
                standing.extend_from_slice(self.terms(term));
            }
            standing.sort_unstable();
            for option in self.range(moving, player) {
                budget.spend(terms.len() as u64)?;
                merge(&standing, self.terms(self.pool[option]), &mut after);
                let option = self.sum(&after, budget)?;
                self.desk.push(option);
            }
        }
        Ok(())
    }

    /// The form of a sum of positions.
    pub(crate) fn of_pile<R: Ruleset>(
        &mut self,
        ruleset: &R,
        pile: &Pile<R::Position>,
        budget: &mut Budget,
    ) -> Result<FormId, Exhausted> {
        let mut known = HashMap::default();
        self.of_pieces(ruleset, pile.pieces(), &mut known, budget)
    }

    fn of_pieces<R: Ruleset>(
        &mut self,
        ruleset: &R,
        pieces: &[(R::Position, u64)],
        known: &mut HashMap<R::Position, FormId, FixedState>,
        budget: &mut Budget,
    ) -> Result<FormId, Exhausted> {
        let mut terms = Vec::new();
        for (piece, times) in pieces {
            let form = self.of_position(ruleset, piece, known, budget)?;
            for _ in 0..*times {
                budget.spend(1)?;
                terms.extend_from_slice(self.terms(form));
            }
        }
        terms.sort_unstable();
        self.sum(&terms, budget)
    }

    fn of_position<R: Ruleset>(
        &mut self,
        ruleset: &R,
        position: &R::Position,
        known: &mut HashMap<R::Position, FormId, FixedState>,
        budget: &mut Budget,
    ) -> Result<FormId, Exhausted> {
        if let Some(&form) = known.get(position) {
            return Ok(form);
        }
        let form = self.deeper(|forms| {
            let start = forms.desk.len();
            let mut middle = start;
            for player in Player::BOTH {
                middle = if player == Player::Right { forms.desk.len() } else { middle };
                let mut moves = Moves::with_allowance(0);
                moves.restart(position, budget.left());
                ruleset.different_moves(position, player, &mut moves)?;
                budget.spend(moves.cost())?;
                for next in moves.iter() {
                    let form = forms.of_pieces(ruleset, next.pieces, known, budget)?;
                    forms.desk.push(form);
                }
            }
            forms.intern(start, middle)
        })?;
        known.insert(position.clone(), form);
        Ok(form)
    }

    /// The forms that play from `form` can reach, itself included, options first.
    fn followers(&self, form: FormId) -> Vec<FormId> {
        let mut seen: HashSet<FormId, FixedState> = HashSet::default();
        seen.insert(form);
        let mut stack = vec![form];
        let mut followers = Vec::new();
        while let Some(next) = stack.pop() {
            followers.push(next);
            for player in Player::BOTH {
                let options = self.options(next, player).iter();
                stack.extend(options.filter(|&&option| seen.insert(option)));
            }
        }
        followers.sort_unstable();
        followers
    }

    /// How many different forms play from `form` can reach, itself included.
    pub(crate) fn count_followers(&self, form: FormId) -> usize {
        self.followers(form).len()
    }

    /// The value of `form`: every form below it put into canonical form, one after the other.
    pub(crate) fn value(
        &self,
        form: FormId,
        arena: &mut Arena,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        let mut values: HashMap<FormId, GameId, FixedState> = HashMap::default();
        let mut value = GameId::ZERO;
        for next in self.followers(form) {
            let [left, right] = Player::BOTH.map(|player| {
                let options = self.options(next, player).iter();
                options.map(|option| values[option]).collect::<Vec<_>>()
            });
            value = arena.from_options(&left, &right, budget)?;
            values.insert(next, value);
        }
        Ok(value)
    }
}

/// Puts what stands in two sorted lists into one, sorted.
fn merge(mut a: &[FormId], mut b: &[FormId], merged: &mut Vec<FormId>) {
    merged.clear();
    while let ([first, rest_of_a @ ..], [second, rest_of_b @ ..]) = (a, b) {
        if first <= second {
            merged.push(*first);
            a = rest_of_a;
        } else {
            merged.push(*second);
            b = rest_of_b;
        }
    }
    merged.extend_from_slice(a);
    merged.extend_from_slice(b);
}

/// Sorts, moves what is repeated out of the way, and tells how many are left.
fn sorted_set(forms: &mut [FormId]) -> usize {
    forms.sort_unstable();
    let mut kept = 0;
    for at in 0..forms.len() {
        if kept == 0 || forms[kept - 1] != forms[at] {
            forms[kept] = forms[at];
            kept += 1;
        }
    }
    kept
}

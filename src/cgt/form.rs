//! Unreduced forms: positions as sets of options, with nothing taken out.
//!
//! Two forms are the same if their options are. No option is dominated here and none is reversible;
//! that is the point, since the number of different forms is itself a measure of what canonical forms
//! save. [`Forms`] has a registry of its own and a cap on it, and shares nothing with the arena until
//! a form is put into canonical form there.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use hashbrown::HashSet;

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

/// Left's and Right's options, each sorted and without repetition.
type Options = [Box<[FormId]>; 2];

/// The registry.
#[derive(Default)]
pub(crate) struct Forms {
    /// Options have smaller numbers than the forms they are options of.
    forms: Vec<Options>,
    numbers: HashMap<Options, FormId, FixedState>,
    sums: HashMap<(FormId, FormId), FormId, FixedState>,
    depth: u32,
}

impl Forms {
    fn intern(&mut self, mut options: [Vec<FormId>; 2]) -> Result<FormId, Exhausted> {
        for options in &mut options {
            options.sort_unstable();
            options.dedup();
        }
        let options = options.map(Vec::into_boxed_slice);
        if let Some(&known) = self.numbers.get(&options) {
            return Ok(known);
        }
        if self.forms.len() >= MAX_FORMS {
            return Err(Exhausted::Forms);
        }
        let id = FormId(self.forms.len() as u32);
        self.forms.push(options.clone());
        self.numbers.insert(options, id);
        Ok(id)
    }

    fn options(&self, form: FormId, player: Player) -> &[FormId] {
        &self.forms[form.0 as usize][player.index()]
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

    /// The disjunctive sum of two forms.
    fn sum(&mut self, f: FormId, g: FormId, budget: &mut Budget) -> Result<FormId, Exhausted> {
        let key = (f.min(g), f.max(g));
        if let Some(&known) = self.sums.get(&key) {
            return Ok(known);
        }
        let sum = self.deeper(|forms| {
            let mut options = <[Vec<FormId>; 2]>::default();
            for player in Player::BOTH {
                for (moving, standing) in [(f, g), (g, f)] {
                    for at in 0..forms.options(moving, player).len() {
                        budget.spend(1)?;
                        let option = forms.options(moving, player)[at];
                        options[player.index()].push(forms.sum(option, standing, budget)?);
                    }
                }
            }
            forms.intern(options)
        })?;
        self.sums.insert(key, sum);
        Ok(sum)
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
        let mut total = self.intern(Default::default())?;
        for (piece, times) in pieces {
            let form = self.of_position(ruleset, piece, known, budget)?;
            for _ in 0..*times {
                budget.spend(1)?;
                total = self.sum(total, form, budget)?;
            }
        }
        Ok(total)
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
            let mut options = <[Vec<FormId>; 2]>::default();
            for player in Player::BOTH {
                let mut moves = Moves::with_allowance(budget.left());
                ruleset.moves(position, player, &mut moves)?;
                budget.spend(1 + moves.len() as u64)?;
                for next in moves.iter() {
                    let form = forms.of_pieces(ruleset, next.pieces, known, budget)?;
                    options[player.index()].push(form);
                }
            }
            forms.intern(options)
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

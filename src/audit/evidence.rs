//! What the expressions of an essay say about its numerals, gathered before they are judged.

use std::collections::BTreeSet;

use crate::essay::BindingId;
use crate::essay::FormulaId;

/// What a formula is, seen as a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Every letter in it stands for something, it was read, and it holds.
    Holds,
    /// It was read and does not hold; that is reported elsewhere.
    Fails,
    /// A letter in it is free.
    Open,
    /// It relates nothing, or could not be evaluated; the latter is reported elsewhere.
    None,
    /// No letter in it is free, and it cannot be read: why.
    Unreadable(String),
}

/// What the expressions of one essay say.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// For each binding, in order, the whole numbers it computes with, in plain digits: those of
    /// its expression, of the ranges of the claims it asks, of the definitions it names.
    pub held: Vec<BTreeSet<String>>,
    /// For each binding, whether it asks a claim for its first or last place.
    pub extreme: Vec<bool>,
    /// For each binding, whether it asks a claim.
    pub claims: Vec<bool>,
    /// For each formula, in order, what it is as a relation.
    pub relations: Vec<Relation>,
}

impl Evidence {
    /// Whether `binding` computes with all of `numbers`.
    pub(crate) fn holds(&self, binding: BindingId, numbers: &[String]) -> bool {
        let held = self.held.get(binding.0);
        held.is_some_and(|held| numbers.iter().all(|number| held.contains(number)))
    }

    /// Whether `binding` asks a claim for its first or last place.
    pub(crate) fn is_extreme(&self, binding: BindingId) -> bool {
        self.extreme.get(binding.0).copied().unwrap_or(false)
    }

    /// Whether `binding` asks a claim.
    pub(crate) fn asks_claim(&self, binding: BindingId) -> bool {
        self.claims.get(binding.0).copied().unwrap_or(false)
    }

    /// What `formula` is as a relation.
    pub(crate) fn relation(&self, formula: FormulaId) -> &Relation {
        self.relations.get(formula.0).unwrap_or(&Relation::None)
    }
}

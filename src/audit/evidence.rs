//! What the expressions of an essay say about its numerals, gathered before they are judged.

use std::collections::BTreeSet;

use crate::audit::texts::Published;
use crate::essay::BindingId;
use crate::essay::Context;
use crate::essay::FormulaId;
use crate::essay::Inset;
use crate::essay::Paragraph;

/// What a formula is, seen as a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Every letter in it stands for something, it was read, and it holds.
    Holds,
    /// It was read and does not hold; that is reported elsewhere.
    Fails,
    /// A letter in it is free.
    Open,
    /// No letter in it is free, and dots leave something out.
    Elided,
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
    /// For each formula that was read as a relation, the whole numbers in it.
    pub in_formulas: Vec<BTreeSet<String>>,
    /// For each link to a claim or figure, in order, the whole numbers of what that ranges over.
    pub in_links: Vec<BTreeSet<String>>,
    /// For each block, in order, the whole numbers of each of its expressions: its caption, alt
    /// text and statement speak of those.
    pub in_blocks: Vec<Vec<BTreeSet<String>>>,
    /// The texts outside the prose that a reader sees, by place.
    pub texts: Vec<Published>,
}

impl Evidence {
    /// Whether one expression of `paragraph` computes with all of `numbers`: a binding, a formula
    /// that is checked, the range of a claim that a link names, an expression of the figure or claim
    /// it belongs to. `bindings` are those of the paragraph.
    pub(crate) fn holds(
        &self,
        paragraph: &Paragraph,
        bindings: &[BindingId],
        numbers: &[String],
    ) -> bool {
        let all = |held: &BTreeSet<String>| numbers.iter().all(|number| held.contains(number));
        bindings.iter().any(|id| self.held.get(id.0).is_some_and(all))
            || paragraph.insets.iter().any(|(_, inset)| match inset {
                Inset::Formula(id) => self.in_formulas.get(id.0).is_some_and(all),
                Inset::Binding(_) | Inset::Code | Inset::Footnote => false,
            })
            || paragraph.links.iter().any(|(_, id)| self.in_links.get(id.0).is_some_and(all))
            || match paragraph.context {
                Context::Caption(id) | Context::Alt(id) | Context::Statement(id) => {
                    self.in_blocks.get(id.0).is_some_and(|sets| sets.iter().any(all))
                }
                Context::Title
                | Context::Description
                | Context::Prose
                | Context::Heading
                | Context::TableCell(_)
                | Context::Footnote
                | Context::Corrects(_) => false,
            }
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

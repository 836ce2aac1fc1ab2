//! What the expressions of an essay say about its numerals, gathered before they are judged.

use crate::audit::names::Names;
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
    /// For each binding, in order, what it names: by its expression, by the claims it asks, by the
    /// definitions it names, by its value.
    pub held: Vec<Names>,
    /// For each binding, whether it asks a claim for its first or last place.
    pub extreme: Vec<bool>,
    /// For each binding, whether it asks a claim.
    pub claims: Vec<bool>,
    /// For each formula, in order, what it is as a relation.
    pub relations: Vec<Relation>,
    /// For each formula that was read as a relation, what it names.
    pub in_formulas: Vec<Names>,
    /// For each link to a claim or figure, in order, what that names.
    pub in_links: Vec<Names>,
    /// For each block, in order, what its lines name: its caption, alt text and statement speak of
    /// those.
    pub in_blocks: Vec<Names>,
    /// The texts outside the prose that a reader sees, by place.
    pub texts: Vec<Published>,
}

impl Evidence {
    /// Whether an expression of `paragraph` names the cake of these `numbers`: a binding, a formula
    /// that is checked, a claim that a link leads to, the figure or claim it belongs to. `bindings`
    /// are those of the paragraph.
    pub(crate) fn holds(
        &self,
        paragraph: &Paragraph,
        bindings: &[BindingId],
        numbers: &[String],
    ) -> bool {
        let all = |names: &Names| names.hold(numbers);
        bindings.iter().any(|id| self.held.get(id.0).is_some_and(all))
            || paragraph.insets.iter().any(|(_, inset)| match inset {
                Inset::Formula(id) => self.in_formulas.get(id.0).is_some_and(all),
                Inset::Binding(_) | Inset::Code | Inset::Footnote => false,
            })
            || paragraph.links.iter().any(|(_, id)| self.in_links.get(id.0).is_some_and(all))
            || match paragraph.context {
                Context::Caption(id) | Context::Alt(id) | Context::Statement(id) => {
                    self.in_blocks.get(id.0).is_some_and(all)
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

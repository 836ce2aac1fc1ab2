//! What the expressions of an essay say about its numerals, gathered before they are judged.

use std::ops::Range;

use crate::audit::names::Names;
use crate::audit::texts::Published;
use crate::essay::BindingId;
use crate::essay::Context;
use crate::essay::FormulaId;
use crate::essay::Inset;
use crate::essay::Paragraph;
use crate::language::relation;

/// What a part of a formula is, seen as a relation.
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
    /// It relates nothing.
    None,
    /// It could not be evaluated, which is reported elsewhere.
    Reported,
    /// No letter in it is free, and it says something of what is not known.
    Unknown {
        /// Why.
        message: String,
        /// If a letter stands for nothing: what `notation` could say of it, as `V: maundy`.
        entry: Option<String>,
    },
    /// No letter in it is free, and it cannot be read: why.
    Unreadable(String),
}

/// What the parts of a formula are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Its parts.
    pub relations: Vec<Relation>,
    /// The numbers of the formula by their bytes in its TeX, in order, each with the index of its
    /// part.
    pub numbers: Vec<(Range<usize>, usize)>,
}

impl Parts {
    /// A formula that is of one part.
    #[must_use]
    pub fn whole(relation: Relation) -> Self {
        Self { relations: vec![relation], numbers: vec![(0..usize::MAX, 0)] }
    }

    /// What was read, before anything is evaluated.
    #[must_use]
    pub fn of(reading: &relation::Reading) -> Self {
        let relations = reading.parts.iter().map(|part| match &part.relation {
            relation::Relation::Absent | relation::Relation::Closed(_) => Relation::None,
            relation::Relation::Open => Relation::Open,
            relation::Relation::Elided => Relation::Elided,
            relation::Relation::Unknown { message, letter, .. } => {
                let entry = letter.as_ref().map(|letter| format!("{letter}: maundy"));
                Relation::Unknown { message: message.clone(), entry }
            }
            relation::Relation::Unreadable { message, .. } => Relation::Unreadable(message.clone()),
        });
        Self { relations: relations.collect(), numbers: reading.numbers().to_vec() }
    }

    /// The part of the number at byte `at` of the TeX, and what it is.
    #[must_use]
    pub fn at(&self, at: usize) -> (Option<usize>, &Relation) {
        let behind = self.numbers.partition_point(|(range, _)| range.start <= at);
        let found = behind.checked_sub(1).and_then(|before| self.numbers.get(before));
        let part = found.filter(|(range, _)| range.contains(&at)).map(|(_, part)| *part);
        (part, part.and_then(|part| self.relations.get(part)).unwrap_or(&Relation::None))
    }
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
    /// For each formula, in order, what it is as a relation, part by part.
    pub relations: Vec<Parts>,
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

    /// What the part of `formula` is to which the number at byte `at` of its TeX belongs, and the
    /// index of that part.
    pub(crate) fn relation(&self, formula: FormulaId, at: usize) -> (Option<usize>, &Relation) {
        self.relations.get(formula.0).map_or((None, &Relation::None), |parts| parts.at(at))
    }
}

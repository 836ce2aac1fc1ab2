//! The kinds of figure: what each is called, what it takes, and how it is made from its cases.
//!
//! To add one: a file with a struct that implements [`Figure`] and a `KIND` of its own, and a line
//! in [`KINDS`].

use super::Figure;
use super::ask::Ask;
use super::bars;
use super::cake;
use super::cases::Cases;
use super::cases::Refusal;
use super::compare;
use super::grid;
use super::map;
use super::plot;
use super::products;
use super::scores;
use super::thermograph;
use super::tree;
use super::walk;

/// Every kind of figure, as in the manual.
const KINDS: &[&Kind] = &[
    &grid::KIND,
    &compare::KIND,
    &map::KIND,
    &bars::KIND,
    &tree::KIND,
    &cake::KIND,
    &walk::KIND,
    &plot::KIND,
    &scores::KIND,
    &products::KIND,
    &thermograph::KIND,
];

/// A figure that may go to another thread.
pub type Boxed = Box<dyn Figure + Send + Sync>;

/// Makes a figure from its cases.
pub(super) type Build = fn(&Cases<'_>, &mut Ask<'_, '_>) -> Result<Boxed, Refusal>;

/// What is known of a kind of figure before there is one.
pub(super) struct Kind {
    /// What stands behind `kind:`.
    pub(super) name: &'static str,
    /// The fields it needs; of a group, one.
    pub(super) needs: &'static [&'static [&'static str]],
    /// The fields it may have besides.
    pub(super) may_have: &'static [&'static str],
    /// How many variables its cases have.
    pub(super) over: Over,
    /// The most cases that can be drawn.
    pub(super) limit: usize,
    /// What every case meets if the author requires nothing else.
    pub(super) require: Require,
    /// How it is made.
    pub(super) build: Build,
}

/// How many variables the cases of a figure have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    /// None: there is one case.
    None,
    /// One.
    One,
    /// Two: the first runs down, the second across.
    Two,
    /// Any number; without, there is one case.
    Any,
}

/// What every case meets if the author says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Require {
    /// Anything.
    Nothing,
    /// `cell.is_integer`.
    WholeCell,
}

impl Kind {
    /// The kind of this name.
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        KINDS.iter().copied().find(|kind| kind.name == name)
    }

    /// The names of all kinds.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        KINDS.iter().map(|kind| kind.name)
    }

    /// Every field that it knows.
    pub(super) fn fields(&self) -> impl Iterator<Item = &'static str> {
        self.needs.iter().copied().flatten().chain(self.may_have).copied()
    }
}

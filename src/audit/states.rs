//! What a numeral can be, and why.

use std::collections::BTreeMap;

use crate::diagnostics::Span;

/// The state of a numeral.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// The build writes it.
    Computed,
    /// The build compares it with a value.
    Checked,
    /// It is the number of a reference that the build checks or writes.
    Numbered,
    /// It names a cake that an expression of the paragraph computes with.
    Named,
    /// The author's own, with this reason.
    Given(String),
    /// Exempt, by this rule.
    Auto(Rule),
    /// Nothing backs it.
    Unbound,
}

impl State {
    /// The word for the state, without reason or rule.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Computed => "computed",
            Self::Checked => "checked",
            Self::Numbered => "numbered",
            Self::Named => "named",
            Self::Given(_) => "given",
            Self::Auto(_) => "auto",
            Self::Unbound => "unbound",
        }
    }
}

/// Why a numeral is exempt.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// A letter touches its digits, as in `M3` or `A006022`.
    Glued,
    /// A word such as "one" or "first" that counts nothing the site counts.
    Soft,
    /// Part of a date.
    Date,
    /// A year in context.
    Year,
    /// A page, chapter, volume, edition, DOI of a citation.
    Citation,
    /// The version of something.
    Version,
    /// Part of a quotation whose source is named.
    Quotation,
    /// An idiom in which a number word counts nothing.
    Idiom,
    /// Part of a phrase of the lexicon, with the reason given there.
    Lexicon(String),
    /// A sub- or superscript of a formula.
    Script,
    /// A single digit of a formula.
    SmallInFormula,
    /// In a formula with a free letter: a coefficient, a bound.
    BesideLetter,
}

impl Rule {
    /// A few words that name the rule.
    #[must_use]
    pub fn words(&self) -> &str {
        match self {
            Self::Glued => "digits that a letter touches",
            Self::Soft => "a word that counts nothing here",
            Self::Date => "a date",
            Self::Year => "a year",
            Self::Citation => "a citation",
            Self::Version => "a version",
            Self::Quotation => "a quotation with its source",
            Self::Idiom => "an idiom",
            Self::Lexicon(_) => "the lexicon",
            Self::Script => "a sub- or superscript",
            Self::SmallInFormula => "a single digit of a formula",
            Self::BesideLetter => "beside a free letter",
        }
    }
}

/// A numeral and its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Its bytes; of a binding all of it.
    pub span: Span,
    /// Its state.
    pub state: State,
}

/// How many numerals are in each state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Written by the build.
    pub computed: usize,
    /// Compared with a value.
    pub checked: usize,
    /// References.
    pub numbered: usize,
    /// Named cakes.
    pub named: usize,
    /// Given with a reason.
    pub given: usize,
    /// Exempt, by the words of the rule.
    pub auto: BTreeMap<String, usize>,
    /// Backed by nothing.
    pub unbound: usize,
}

impl Counts {
    /// Counts one numeral.
    pub fn add(&mut self, state: &State) {
        match state {
            State::Computed => self.computed += 1,
            State::Checked => self.checked += 1,
            State::Numbered => self.numbered += 1,
            State::Named => self.named += 1,
            State::Given(_) => self.given += 1,
            State::Auto(rule) => *self.auto.entry(rule.words().to_owned()).or_default() += 1,
            State::Unbound => self.unbound += 1,
        }
    }

    /// Adds the counts of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.computed += other.computed;
        self.checked += other.checked;
        self.numbered += other.numbered;
        self.named += other.named;
        self.given += other.given;
        self.unbound += other.unbound;
        for (rule, count) in &other.auto {
            *self.auto.entry(rule.clone()).or_default() += count;
        }
    }

    /// How many are exempt, by whatever rule.
    #[must_use]
    pub fn exempt(&self) -> usize {
        self.auto.values().sum()
    }

    /// How many need something to back them: all that are not exempt.
    #[must_use]
    pub fn needing(&self) -> usize {
        self.computed + self.checked + self.numbered + self.named + self.given + self.unbound
    }
}

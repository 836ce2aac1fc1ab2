//! What an author says about the audit, once for the site or in one essay.

use crate::diagnostics::Severity;
use crate::diagnostics::Span;

/// How strict the audit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// An unbound numeral of a published essay is an error.
    Strict,
    /// It is a warning.
    Warn,
    /// It is not looked for.
    Off,
}

impl Strictness {
    /// `strict`, `warn` or `off`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "strict" => Some(Self::Strict),
            "warn" => Some(Self::Warn),
            "off" => Some(Self::Off),
            _ => None,
        }
    }

    /// How much a finding weighs in a page that is or is not a draft; none if nothing is looked
    /// for.
    #[must_use]
    pub fn severity(self, status: Status) -> Option<Severity> {
        match (self, status) {
            (Self::Off, _) => None,
            (Self::Strict, Status::Published) => Some(Severity::Error),
            (Self::Strict, Status::Draft) | (Self::Warn, _) => Some(Severity::Warning),
        }
    }
}

/// Whether a page is a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is part of the site.
    Published,
    /// It is left out unless drafts are asked for.
    Draft,
}

/// A phrase whose numerals are exempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exemption {
    /// The phrase as it stands in prose; case and plural endings do not matter.
    pub phrase: String,
    /// Why its numerals need no value.
    pub reason: String,
    /// Where it is declared.
    pub span: Span,
}

/// The settings of the audit for a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How strict it is where an essay does not say.
    pub strictness: Strictness,
    /// The largest share of given numerals among those that need backing, as a fraction.
    pub given_limit: Option<(u64, u64)>,
    /// Where that limit stands.
    pub given_limit_at: Option<Span>,
    /// Nouns that the site counts, in the singular: beside them even "one" is a number.
    pub nouns: Vec<String>,
    /// Exempt phrases of all essays.
    pub lexicon: Vec<Exemption>,
}

impl Settings {
    /// The settings of a site that says nothing: strict, without nouns and exemptions.
    #[must_use]
    pub fn strict() -> Self {
        Self {
            strictness: Strictness::Strict,
            given_limit: None,
            given_limit_at: None,
            nouns: Vec::new(),
            lexicon: Vec::new(),
        }
    }
}

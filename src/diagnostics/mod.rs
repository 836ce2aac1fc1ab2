//! What to tell the author, as data.
//!
//! A stage that meets a mistake pushes a [`Diagnostic`] into a [`Sink`] and goes on, so that one run
//! reports everything. A diagnostic has a [`Severity`], a stable [`Code`], one line of message that
//! is complete by itself, labelled [`Span`]s of the sources and at most one help.
//!
//! [`render`] turns diagnostics into text for a person; the other formats live in `cli`.
//!
//! **Not here.** Failures of the world (a missing folder, a full disk) are `std::io::Error`s of the
//! shell, and our own bugs are panics.

mod code;
mod nearest;
pub mod render;
mod source;

pub use code::Code;
pub use nearest::nearest;
pub use nearest::suggested;
pub use source::Place;
pub use source::Source;
pub use source::SourceId;
pub use source::Sources;
pub use source::Span;

/// How much a diagnostic weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Nothing is published while one of these stands.
    Error,
    /// Reported, and an error under `--deny-warnings`.
    Warning,
    /// A suggestion; never stops anything.
    Advice,
}

impl Severity {
    /// The word that begins the rendered diagnostic.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Advice => "advice",
        }
    }
}

/// A place in a source with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label {
    /// The bytes meant.
    pub span: Span,
    /// What is to be said about them; may be empty.
    pub text: String,
}

/// A replacement that mends what the diagnostic reports.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fix {
    /// The bytes to replace.
    pub span: Span,
    /// What to put there.
    pub replacement: String,
}

/// One mistake of the author's, or one thing worth knowing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How much it weighs.
    pub severity: Severity,
    /// Which kind of mistake this is, by a name that never changes.
    pub code: Code,
    /// One line: lower case, no full stop, present tense, both values shown.
    pub message: String,
    /// Where; the first label is the primary one. Empty only for mistakes of the whole site.
    pub labels: Vec<Label>,
    /// One way out: that of the place, or else the one of the code's manual page.
    pub help: Option<String>,
    /// The same way out as an edit, where there is exactly one.
    pub fix: Option<Fix>,
    /// Whether running out of budget is all that is wrong: such a diagnostic keeps the site from
    /// being published, but says nothing about whether it is true.
    pub undecided: bool,
}

impl Diagnostic {
    /// A diagnostic of this severity without a place yet.
    #[must_use]
    pub fn new(severity: Severity, code: Code, message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            severity,
            code,
            message,
            labels: Vec::new(),
            help: Some(code.mending()),
            fix: None,
            undecided: false,
        }
    }

    /// An error without a place yet.
    #[must_use]
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// A warning without a place yet.
    #[must_use]
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    /// A suggestion without a place yet.
    #[must_use]
    pub fn advice(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Advice, code, message)
    }

    /// The same with one more label; the first one added is the primary place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// The same with this way out.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with this edit.
    #[must_use]
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fix = Some(Fix { span, replacement: replacement.into() });
        self
    }

    /// The same, marked as a budget that ran out.
    #[must_use]
    pub fn undecided(mut self) -> Self {
        self.undecided = true;
        self
    }

    /// The primary place, if there is one.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }
}

/// Where stages put diagnostics.
#[derive(Clone, Debug, Default)]
pub struct Sink {
    diagnostics: Vec<Diagnostic>,
}

impl Sink {
    /// Adds `diagnostic`.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Adds all that `other` holds.
    pub fn append(&mut self, other: Self) {
        self.diagnostics.extend(other.diagnostics);
    }

    /// Whether something stands here that keeps the site from being published.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// What was pushed so far, in the order of pushing.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// What was pushed so far, to be added to: a later stage may know more places.
    pub fn diagnostics_mut(&mut self) -> &mut [Diagnostic] {
        &mut self.diagnostics
    }

    /// Everything, without repeats, sorted by place (things without one first), then severity,
    /// code and message: the same whatever the order in which stages ran.
    #[must_use]
    pub fn into_sorted(self) -> Vec<Diagnostic> {
        let mut all = self.diagnostics;
        all.sort_by(|a, b| {
            (a.span(), a.severity, a.code, &a.message, &a.labels).cmp(&(
                b.span(),
                b.severity,
                b.code,
                &b.message,
                &b.labels,
            ))
        });
        all.dedup();
        all
    }
}

impl Extend<Diagnostic> for Sink {
    fn extend<T: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: T) {
        self.diagnostics.extend(diagnostics);
    }
}

//! Why an expression has no value.
//!
//! Functions that do not know where they stand return a [`Fault`]; the evaluator adds the place, the
//! variables and the calls that led there, which makes a [`Failure`].

use std::sync::Arc;

use crate::cgt::Exhausted;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use crate::language::syntax::Name;
use crate::language::value::Value;
use crate::language::writing;

/// The most variables that are shown with a failure.
const SHOWN_VARIABLES: usize = 8;

/// The most characters of a variable's value that are shown.
const SHOWN_VALUE: usize = 60;

/// A mistake without a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) code: Code,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
    /// Whether it is only that the budget ran out.
    pub(crate) undecided: bool,
    /// Whether it only follows from a mistake that is reported elsewhere.
    pub(crate) follows: bool,
}

/// A result without a place. Boxed, since it is returned on every path and almost never used.
pub(crate) type Faulty<T> = Result<T, Box<Fault>>;

impl Fault {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Box<Self> {
        let message = message.into();
        Box::new(Self { code, message, help: None, undecided: false, follows: false })
    }

    /// An operation on values that it has no meaning for.
    pub(crate) fn kind(message: impl Into<String>) -> Box<Self> {
        Self::new(Code::ExpressionKind, message)
    }

    /// A value that does not exist.
    pub(crate) fn undefined(message: impl Into<String>) -> Box<Self> {
        Self::new(Code::ExpressionUndefined, message)
    }

    /// A value beyond a stated bound.
    pub(crate) fn too_large(message: impl Into<String>) -> Box<Self> {
        Self::new(Code::ExpressionTooLarge, message)
    }

    /// The budget of `limit` units ran out.
    pub(crate) fn exhausted(limit: u64) -> Box<Self> {
        let mut fault = Self::new(
            Code::ExpressionUndecided,
            format!("the budget of {} units of work ran out", counted(limit)),
        );
        fault.undecided = true;
        fault.help =
            Some("ask for less, or raise `budget` under `[claims]` in site.toml".to_owned());
        fault
    }

    pub(crate) fn help(mut self: Box<Self>, help: impl Into<String>) -> Box<Self> {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn follows(mut self: Box<Self>) -> Box<Self> {
        self.follows = true;
        self
    }

    /// The solver gave up under a budget of `limit` units.
    pub(crate) fn solver(exhausted: Exhausted, limit: u64) -> Box<Self> {
        if exhausted == Exhausted::Work {
            Self::exhausted(limit)
        } else {
            Self::too_large(exhausted.to_string())
        }
    }
}

/// Why an expression has no value, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(pub(crate) Box<Details>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Details {
    pub(crate) fault: Fault,
    pub(crate) span: Span,
    pub(crate) label: String,
    pub(crate) variables: Vec<(Name, String)>,
    pub(crate) called_from: Vec<(Span, String)>,
}

impl Failure {
    #[expect(clippy::boxed_local, reason = "faults travel in boxes; this is where they arrive")]
    pub(crate) fn new(fault: Box<Fault>, span: Span) -> Self {
        let (fault, label) = (*fault, String::new());
        Self(Box::new(Details {
            fault,
            span,
            label,
            variables: Vec::new(),
            called_from: Vec::new(),
        }))
    }

    /// A failure of the kind `code` at `span`, for the layers above that look at values.
    #[must_use]
    pub fn at(code: Code, message: impl Into<String>, span: Span) -> Self {
        Self::new(Fault::new(code, message), span)
    }

    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.0.label = label.into();
        self
    }

    pub(crate) fn variables<'a>(
        mut self,
        variables: impl IntoIterator<Item = (&'a Name, &'a Value)>,
    ) -> Self {
        self.0.variables = variables
            .into_iter()
            .take(SHOWN_VARIABLES)
            .map(|(name, value)| (Arc::clone(name), shorten(&writing::plain(value))))
            .collect();
        self
    }

    pub(crate) fn called_from(mut self, span: Span, text: impl Into<String>) -> Self {
        self.0.called_from.push((span, text.into()));
        self
    }

    /// Which kind of mistake it is.
    #[must_use]
    pub fn code(&self) -> Code {
        self.0.fault.code
    }

    /// What is wrong, in a line.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.fault.message
    }

    /// The exact sub-expression that has no value.
    #[must_use]
    pub fn span(&self) -> Span {
        self.0.span
    }

    /// The variables at that point, each with its value as text.
    #[must_use]
    pub fn values(&self) -> &[(Name, String)] {
        &self.0.variables
    }

    /// Whether it is only that the budget ran out, which says nothing about the value.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        self.0.fault.undecided
    }

    /// Whether it only follows from a mistake that is reported elsewhere: a definition, claim or
    /// figure that failed.
    #[must_use]
    pub fn is_consequence(&self) -> bool {
        self.0.fault.follows
    }

    /// What to tell the author. The label shows the variables; calls on the way have labels too.
    #[must_use]
    pub fn into_diagnostic(self) -> Diagnostic {
        let Details { fault, span, label, variables, called_from } = *self.0;
        let mut label = label;
        if !variables.is_empty() {
            let values: Vec<String> =
                variables.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            if !label.is_empty() {
                label.push_str(", ");
            }
            label.push_str("where ");
            label.push_str(&values.join(", "));
        }
        let mut diagnostic = Diagnostic::error(fault.code, fault.message).label(span, label);
        for (span, text) in called_from {
            diagnostic = diagnostic.label(span, text);
        }
        if let Some(help) = fault.help {
            diagnostic = diagnostic.help(help);
        }
        if fault.undecided { diagnostic.undecided() } else { diagnostic }
    }
}

/// A count in a message, in groups of three digits.
pub(crate) fn counted(count: impl ToString) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `text`, cut after some characters.
pub(crate) fn shorten(text: &str) -> String {
    match text.char_indices().nth(SHOWN_VALUE) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or("")),
        None => text.to_owned(),
    }
}

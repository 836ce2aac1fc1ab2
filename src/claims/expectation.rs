//! The `expect:` line of a claim.
//!
//! ```text
//! holds | holds except PLACES
//! fails | fails N [of N] [, first PLACE] | fails at PLACES
//! right N [of N] [, first PLACE] | right N% | right N per cent
//! count N [of N] [, first PLACE] | count at PLACES
//! max VALUE at PLACES | max VALUE, first PLACE        (min likewise)
//! equals EXPR
//! ```
//!
//! each perhaps with `in N cases` at its end. Numbers are read as in prose, places and values are
//! expressions.

use crate::claims::Subject;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::Span;
use crate::essay::Text;
use crate::language::Expression;

/// What an author expects to be found.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// What it says.
    pub expected: Expected,
    /// How many cases there are said to be, by `of N` or `in N cases`; the digits as written.
    pub cases: Option<Text>,
    /// The whole line.
    pub span: Span,
}

/// The forms of an expectation.
#[derive(Clone, Debug)]
pub enum Expected {
    /// `holds`.
    Holds,
    /// `fails` alone: of a claim with a single case.
    Fails,
    /// `fails N`, perhaps with the first place.
    FailsTimes(Text, Option<Expression>),
    /// `fails at PLACES` or `holds except PLACES`: exactly there.
    FailsAt(Vec<Expression>),
    /// `right N`: a number of cases, or a share in per cent; perhaps with the first place that is
    /// not.
    Right(Text, Option<Expression>),
    /// `count N`, perhaps with the first place.
    CountTimes(Text, Option<Expression>),
    /// `count at PLACES`: exactly there.
    CountAt(Vec<Expression>),
    /// `max VALUE …` or `min VALUE …`, with all places or the first.
    Extreme {
        /// `max` or `min`.
        word: &'static str,
        /// The value.
        value: Expression,
        /// All places that reach it.
        at: Option<Vec<Expression>>,
        /// The first place that reaches it.
        first: Option<Expression>,
    },
    /// `equals EXPR`.
    Equals(Expression),
}

impl Expectation {
    /// Reads the line `text` at `at`; what cannot be read is reported.
    #[must_use]
    pub fn parse(text: &str, at: Span, sink: &mut Sink) -> Option<Self> {
        let line = Line { text, at };
        let (rest, cases) = line.cases();
        let word_end = rest.text.find([' ', ',']).unwrap_or(rest.text.len());
        let (word, behind) = rest.text.split_at(word_end);
        let tail = rest.part(word_end, rest.text.len());
        let (expected, of) = match (word, behind.trim()) {
            ("holds", "") => (Expected::Holds, None),
            ("holds", behind) if behind.starts_with("except ") => {
                (Expected::FailsAt(tail.after("except").places(sink)?), None)
            }
            ("fails", "") => (Expected::Fails, None),
            ("fails", behind) if is_places(behind) => {
                (Expected::FailsAt(tail.after("at").places(sink)?), None)
            }
            ("fails", _) => {
                let (number, of, first) = tail.times(sink)?;
                (Expected::FailsTimes(number, first), of)
            }
            ("right", _) => {
                let (number, of, first) = tail.times(sink)?;
                (Expected::Right(number, first), of)
            }
            ("count", behind) if is_places(behind) => {
                (Expected::CountAt(tail.after("at").places(sink)?), None)
            }
            ("count", _) => {
                let (number, of, first) = tail.times(sink)?;
                (Expected::CountTimes(number, first), of)
            }
            ("max", _) => (tail.extreme("max", sink)?, None),
            ("min", _) => (tail.extreme("min", sink)?, None),
            ("equals", behind) if !behind.is_empty() => {
                (Expected::Equals(tail.trimmed().expression(sink)?), None)
            }
            _ => return line.unreadable(at, sink),
        };
        Some(Self { expected, cases: cases.or(of), span: at })
    }

    /// The words that do not fit what is asked, if they do not.
    #[must_use]
    pub(crate) fn misfit(&self, subject: &Subject) -> Option<&'static str> {
        let (word, fits) = match &self.expected {
            Expected::Holds => ("holds", matches!(subject, Subject::Check(_))),
            Expected::Fails | Expected::FailsTimes(..) | Expected::FailsAt(_) => {
                ("fails", matches!(subject, Subject::Check(_)))
            }
            Expected::Right(..) => ("right", matches!(subject, Subject::Check(_))),
            Expected::CountTimes(..) | Expected::CountAt(_) => {
                ("count", matches!(subject, Subject::Count(_)))
            }
            Expected::Extreme { word: "max", .. } => ("max", matches!(subject, Subject::Max(_))),
            Expected::Extreme { .. } => ("min", matches!(subject, Subject::Min(_))),
            Expected::Equals(_) => ("equals", matches!(subject, Subject::Value(_))),
        };
        (!fits).then_some(word)
    }

    /// Whether a statement is expected to be true in every case.
    #[must_use]
    pub fn is_true(&self) -> bool {
        matches!(self.expected, Expected::Holds)
    }

    /// The expressions in it.
    pub fn expressions(&self) -> impl Iterator<Item = &Expression> {
        let (one, many, last): (Option<&Expression>, &[Expression], Option<&Expression>) =
            match &self.expected {
                Expected::Holds | Expected::Fails => (None, &[], None),
                Expected::FailsTimes(_, first)
                | Expected::Right(_, first)
                | Expected::CountTimes(_, first) => (first.as_ref(), &[], None),
                Expected::FailsAt(places) | Expected::CountAt(places) => (None, places, None),
                Expected::Extreme { value, at, first, .. } => {
                    (Some(value), at.as_deref().unwrap_or_default(), first.as_ref())
                }
                Expected::Equals(value) => (Some(value), &[], None),
            };
        one.into_iter().chain(many).chain(last)
    }
}

/// Whether places follow: `at 4, 6`, but not `at most four`, which is a number.
fn is_places(behind: &str) -> bool {
    let bounds = ["at most ", "at least "];
    behind.starts_with("at ") && !bounds.iter().any(|bound| behind.starts_with(bound))
}

/// A part of the line with its place.
#[derive(Clone, Copy)]
struct Line<'a> {
    text: &'a str,
    at: Span,
}

impl<'a> Line<'a> {
    fn part(self, start: usize, end: usize) -> Self {
        let text = self.text.get(start..end).unwrap_or_default();
        Self { text, at: self.at.part(start..start + text.len()) }
    }

    fn trimmed(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        self.part(start, start + self.text.trim().len())
    }

    /// What stands behind `word`, which stands at the start.
    fn after(self, word: &str) -> Self {
        let trimmed = self.trimmed();
        trimmed.part(word.len(), trimmed.text.len()).trimmed()
    }

    fn own(self) -> Text {
        Text { text: self.text.to_owned(), span: self.at }
    }

    /// Takes `in N cases` off the end.
    fn cases(self) -> (Self, Option<Text>) {
        let line = self.trimmed();
        let stem = line.text.strip_suffix(" cases").or_else(|| line.text.strip_suffix(" case"));
        let Some((before, number)) = stem.and_then(|stem| stem.rsplit_once(" in ")) else {
            return (line, None);
        };
        let is_number = !number.is_empty() && !number.contains(['[', ']', '(', ')', '.']);
        if !is_number {
            return (line, None);
        }
        let start = before.len() + " in ".len();
        let number = line.part(start, start + number.len()).trimmed();
        (line.part(0, before.len()).trimmed(), Some(number.own()))
    }

    /// `N [of N] [, first PLACE]`.
    fn times(self, sink: &mut Sink) -> Option<(Text, Option<Text>, Option<Expression>)> {
        let (counts, first) = self.first(sink)?;
        let (number, of) = match counts.text.split_once(" of ") {
            Some((number, _)) => {
                let behind = counts.part(number.len() + " of ".len(), counts.text.len());
                (counts.part(0, number.len()).trimmed(), Some(behind.trimmed().own()))
            }
            None => (counts, None),
        };
        if number.text.is_empty() {
            return self.unreadable(self.at, sink);
        }
        Some((number.own(), of, first))
    }

    /// Takes `, first PLACE` off the end.
    fn first(self, sink: &mut Sink) -> Option<(Self, Option<Expression>)> {
        match self.text.rfind(", first ") {
            Some(comma) if self.text.find(", first ") != Some(comma) => {
                sink.push(
                    Diagnostic::error(
                        Code::ClaimSyntax,
                        format!("`expect: {}` names its first place twice", self.text.trim()),
                    )
                    .label(self.part(comma, self.text.len()).trimmed().at, "and here")
                    .help("keep the one that is right"),
                );
                None
            }
            Some(comma) => {
                let place = self.part(comma + ", first ".len(), self.text.len()).trimmed();
                Some((self.part(0, comma).trimmed(), Some(place.expression(sink)?)))
            }
            None => Some((self.trimmed(), None)),
        }
    }

    /// `VALUE at PLACES` or `VALUE, first PLACE`.
    fn extreme(self, word: &'static str, sink: &mut Sink) -> Option<Expected> {
        let (stem, first) = self.first(sink)?;
        let (value, at) = match stem.text.find(" at ") {
            Some(start) => {
                let places = stem.part(start + " at ".len(), stem.text.len()).trimmed();
                (stem.part(0, start).trimmed(), Some(places.places(sink)?))
            }
            None => (stem, None),
        };
        if value.text.is_empty() || (at.is_none() && first.is_none()) {
            return self.unreadable(self.at, sink);
        }
        Some(Expected::Extreme { word, value: value.expression(sink)?, at, first })
    }

    /// Expressions between commas that stand outside all brackets.
    fn places(self, sink: &mut Sink) -> Option<Vec<Expression>> {
        let mut places = Vec::new();
        let (mut depth, mut start) = (0_usize, 0);
        for (at, byte) in self.text.bytes().enumerate() {
            match byte {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth = depth.saturating_sub(1),
                b',' if depth == 0 => {
                    places.push(self.part(start, at).trimmed().expression(sink)?);
                    start = at + 1;
                }
                _ => {}
            }
        }
        places.push(self.part(start, self.text.len()).trimmed().expression(sink)?);
        Some(places)
    }

    fn expression(self, sink: &mut Sink) -> Option<Expression> {
        Expression::parse(self.text, self.at, sink)
    }

    fn unreadable<T>(self, at: Span, sink: &mut Sink) -> Option<T> {
        sink.push(
            Diagnostic::error(
                Code::ClaimSyntax,
                format!("`expect: {}` is no expectation", self.text.trim()),
            )
            .label(at, "")
            .help(
                "write `holds`, `fails N of N`, `right N`, `fails at PLACES`, `count N`, \
                 `max VALUE at PLACES`, `min VALUE, first PLACE` or `equals EXPR`, perhaps with \
                 `in N cases`",
            ),
        );
        None
    }
}

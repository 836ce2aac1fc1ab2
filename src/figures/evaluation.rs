//! Evaluates a block into a figure and its findings.
//!
//! The cases come first, each held against `require`; a case that breaks it is named with its
//! values, and there is no figure. Then the kind makes its figure, which may refuse what it cannot
//! draw truthfully. Last comes `assert`, with the figure's findings as `this`.

use std::sync::Arc;

use super::ask::Ask;
use super::cases::Case;
use super::cases::Cases;
use super::cases::Refusal;
use super::findings;
use super::kind::Boxed;
use super::kind::Kind;
use super::kind::Require;
use super::plan::Plan;
use super::plan::What;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::Span;
use crate::language::Clauses;
use crate::language::Evaluator;
use crate::language::Expression;
use crate::language::Failure;
use crate::language::NodeKind;
use crate::language::Operator;
use crate::language::Record;
use crate::language::Scope;
use crate::language::Value;
use crate::language::writing;
use crate::language::writing::Style;

/// What figures need to know of the site.
#[derive(Clone, Debug)]
pub struct Options {
    /// Units of work for each block.
    pub budget: u64,
    /// How numbers are written.
    pub style: Style,
}

/// A figure or table that may be drawn, with its findings.
pub struct Evaluated {
    /// The name of its kind, `table` for a table.
    pub kind: &'static str,
    /// The figure.
    pub figure: Boxed,
    /// The findings under the id of the block, for other blocks and the prose.
    pub record: Arc<Record>,
    /// The same under the name `this`, for caption and alt text.
    pub this: Arc<Record>,
}

impl Plan {
    /// Evaluates the block. What is wrong goes to `sink`, and then there is nothing to draw.
    ///
    /// # Cost
    ///
    /// At most `options.budget` units of work.
    pub fn evaluate(&self, scope: &Scope, options: &Options, sink: &mut Sink) -> Option<Evaluated> {
        let mut evaluator = Evaluator::new(scope, options.budget);
        match self.made(&mut evaluator, options) {
            Ok(evaluated) => match self.assert(&mut evaluator, &evaluated) {
                Ok(None) => Some(evaluated),
                Ok(Some(diagnostic)) => {
                    sink.push(diagnostic);
                    None
                }
                Err(failure) => {
                    report(failure, sink);
                    None
                }
            },
            Err(Stop::Refused(Refusal::Failure(failure))) => {
                report(failure, sink);
                None
            }
            Err(Stop::Refused(Refusal::Mistake { code, message, at, help })) => {
                let diagnostic = Diagnostic::error(code, message).label(at, "");
                sink.push(if help.is_empty() { diagnostic } else { diagnostic.help(help) });
                None
            }
            Err(Stop::Reported(diagnostic)) => {
                sink.push(*diagnostic);
                None
            }
        }
    }

    fn made(&self, evaluator: &mut Evaluator<'_>, options: &Options) -> Result<Evaluated, Stop> {
        let style = &options.style;
        let (kind, figure, findings) = match &self.what {
            What::Table(layout) => {
                let rows = layout.rows(self, evaluator)?;
                let figure = layout.build(self, &rows, style).map_err(Stop::Refused)?;
                ("table", figure, findings::of_table(&rows))
            }
            What::Figure { kind, style: word } => {
                let kind = Kind::named(kind).ok_or_else(|| self.nothing())?;
                let found = self.cases(evaluator, kind.limit, kind.name, kind.require, &[])?;
                let cases = Cases {
                    kind: kind.name,
                    variables: self.variables(),
                    cases: found.into_iter().map(|(case, _)| case).collect(),
                    given: &self.given,
                    word: word.as_ref().map(|(word, at)| (word.as_str(), *at)),
                    at: self.at,
                    style,
                };
                let mut ask = Ask::new(evaluator, self.at, options);
                let figure = (kind.build)(&cases, &mut ask).map_err(Stop::Refused)?;
                let findings = findings::of_figure(&cases, &mut ask).map_err(Refusal::from)?;
                (kind.name, figure, findings)
            }
        };
        let kind_word = if kind == "table" { "table" } else { "figure" };
        let record = findings.record(&self.id, kind_word);
        let this = findings.record("this", kind_word);
        Ok(Evaluated { kind, figure, record: Arc::new(record), this: Arc::new(this) })
    }

    /// The variables of the cases, in order.
    pub(super) fn variables(&self) -> Vec<crate::language::Name> {
        let variables = self.over.as_ref().map(Clauses::variables).unwrap_or_default();
        variables.into_iter().map(|(name, _)| name).collect()
    }

    /// Every case with the values of `results` in it; each meets what is required.
    pub(super) fn cases(
        &self,
        evaluator: &mut Evaluator<'_>,
        limit: usize,
        kind: &str,
        default: Require,
        results: &[&Expression],
    ) -> Result<Vec<(Case, Vec<Value>)>, Stop> {
        let asked: Vec<&Expression> = self.require.iter().chain(results.iter().copied()).collect();
        let first = usize::from(self.require.is_some());
        let (mut found, mut broken, mut others) = (Vec::new(), None, 0_usize);
        let mut cases = evaluator.cases(self.over.as_ref(), &self.steps, &asked)?;
        while cases.next()? {
            if found.len() >= limit {
                return Err(self.too_many(limit, kind).into());
            }
            let case = Case { place: cases.place(), named: cases.named() };
            let meets = match &self.require {
                Some(require) => truth(cases.result(0), require)?,
                None => default == Require::Nothing || has_whole_cell(&case),
            };
            let results = (first..asked.len()).map(|result| cases.result(result).clone()).collect();
            match (meets, &broken) {
                (true, _) => found.push((case, results)),
                (false, None) => broken = Some(case),
                (false, Some(_)) => others += 1,
            }
        }
        match broken {
            Some(case) => Err(self.broken(evaluator, &case, others, kind).into()),
            None if found.is_empty() => Err(self.nothing()),
            None => Ok(found),
        }
    }

    /// What to say of a range without cases.
    fn nothing(&self) -> Stop {
        let at = self.over.as_ref().map_or(self.at, Clauses::span);
        let text = self.over.as_ref().map_or("", |over| over.text());
        Diagnostic::error(Code::FigureEmpty, format!("`{}` has nothing to draw", self.id))
            .label(at, format!("`{}` leaves no case", text.trim()))
            .help("widen the range, or mend the `where` that drops every case")
            .into()
    }

    fn too_many(&self, limit: usize, kind: &str) -> Diagnostic {
        let at = self.over.as_ref().map_or(self.at, Clauses::span);
        let message = format!("`{}` has more than {limit} cells, the most for a {kind}", self.id);
        let help = match kind {
            "grid" | "compare" => "draw a smaller range, or a `map`, which writes no digits",
            _ => "draw a smaller range",
        };
        Diagnostic::error(Code::FigureTooLarge, message).label(at, "this range").help(help)
    }

    /// What to say of a case that must not be drawn.
    fn broken(
        &self,
        evaluator: &mut Evaluator<'_>,
        case: &Case,
        others: usize,
        kind: &str,
    ) -> Diagnostic {
        let place = match self.over {
            Some(_) => format!(" {}", writing::plain(&case.place)),
            None => String::new(),
        };
        let values: Vec<String> = (case.named.iter())
            .map(|(name, value)| format!("{name} = {}", shorten(&writing::plain(value))))
            .collect();
        let more = match others {
            0 => String::new(),
            1 => ", nor must 1 other".to_owned(),
            _ => format!(", nor must {others} others"),
        };
        let (at, why, help) = match &self.require {
            Some(require) => {
                for (name, value) in &case.named {
                    evaluator.bind(name, value.clone());
                }
                let (part, why) = reason(evaluator, require);
                evaluator.unbind_all();
                (part.span(), why, "mend the cell, or what is required of it".to_owned())
            }
            None => {
                let at = self.given.first().map_or(self.at, |given| given.expression.span());
                let help = format!("a {kind} asks for whole numbers, unless it has a `require`");
                (at, "`cell.is_integer` is false".to_owned(), help)
            }
        };
        Diagnostic::error(
            Code::FigureCell,
            format!("`{}` must not draw its cell{place}: {why}{more}", self.id),
        )
        .label(at, format!("false where {}", values.join(", ")))
        .help(help)
    }

    /// Holds the whole figure against `assert`.
    fn assert(
        &self,
        evaluator: &mut Evaluator<'_>,
        evaluated: &Evaluated,
    ) -> Result<Option<Diagnostic>, Failure> {
        let Some(assert) = &self.assert else { return Ok(None) };
        evaluator.unbind_all();
        evaluator.bind("this", Value::Record(Arc::clone(&evaluated.this)));
        let value = evaluator.evaluate(assert)?;
        match value.as_bool() {
            Some(true) => Ok(None),
            Some(false) => {
                let (part, why) = reason(evaluator, assert);
                Ok(Some(
                    Diagnostic::error(
                        Code::FigureAssert,
                        format!("`{}` is not what it asserts: {why}", self.id),
                    )
                    .label(part.span(), "this is false")
                    .help("mend the figure or what it asserts; until then it is not drawn"),
                ))
            }
            None => Ok(Some(no_truth(&value, assert))),
        }
    }
}

/// Why there is no figure.
pub(super) enum Stop {
    /// Something could not be computed or drawn.
    Refused(Refusal),
    /// What to tell the author.
    Reported(Box<Diagnostic>),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Refused(Refusal::Failure(failure))
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Diagnostic> for Stop {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Reported(Box::new(diagnostic))
    }
}

/// Reports a failure, unless it follows from one that is reported elsewhere.
fn report(failure: Failure, sink: &mut Sink) {
    if !failure.is_consequence() {
        sink.push(failure.into_diagnostic());
    }
}

fn has_whole_cell(case: &Case) -> bool {
    let number = case.field("cell").and_then(Value::as_number);
    number.is_some_and(crate::arithmetic::Number::is_integer)
}

fn truth(value: &Value, of: &Expression) -> Result<bool, Stop> {
    value.as_bool().ok_or_else(|| no_truth(value, of).into())
}

fn no_truth(value: &Value, of: &Expression) -> Diagnostic {
    let value = shorten(&writing::plain(value));
    Diagnostic::error(
        Code::FigureValue,
        format!("`{}` is {value}, neither true nor false", shorten(of.text())),
    )
    .label(of.span(), "this is no condition")
    .help("compare it with something, as in `… = 9`")
}

/// The innermost part that makes a false condition false, and why in words.
fn reason(evaluator: &mut Evaluator<'_>, condition: &Expression) -> (Expression, String) {
    let mut part = condition.clone();
    while let NodeKind::Binary { operator: Operator::And, left, right } = &part.root().kind {
        let left = part.part(left);
        let holds = evaluator.evaluate(&left).ok().and_then(|value| value.as_bool());
        part = if holds == Some(true) { part.part(right) } else { left };
    }
    let mut value = |node: &crate::language::Node| {
        let side = part.part(node);
        let value = evaluator.evaluate(&side).ok()?;
        let (text, value) = (shorten(side.text()), shorten(&writing::plain(&value)));
        Some(if text == value || side.is_literal() {
            value
        } else {
            format!("`{text}` is {value}")
        })
    };
    let sides: Option<Vec<String>> = match &part.root().kind {
        NodeKind::Compare { operands, .. } => operands.iter().map(&mut value).collect(),
        NodeKind::Binary { operator: Operator::Iff, left, right } => {
            [left, right].into_iter().map(|node| value(node)).collect()
        }
        _ => None,
    };
    let why = match sides.as_deref() {
        // A literal is what was expected: "`this.count(0)` is 8, not 9".
        Some([left, right]) if !right.starts_with('`') => format!("{left}, not {right}"),
        Some(sides) => sides.join(", "),
        None => format!("`{}` is false", shorten(part.text())),
    };
    (part, why)
}

/// Long texts cut short, for messages.
pub(super) fn shorten(text: &str) -> String {
    const MOST: usize = 80;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text,
    }
}

/// Where in the source a part of a text stands.
pub(super) fn part_of(span: Span, text: &str, part: std::ops::Range<usize>) -> Span {
    if span.range().len() == text.len() { span.part(part) } else { span }
}

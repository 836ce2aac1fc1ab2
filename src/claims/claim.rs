//! The lines of a `{claim}` block.

use crate::claims::expectation::Expectation;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::Span;
use crate::essay::Block;
use crate::essay::Field;
use crate::essay::Text;
use crate::language::Clause;
use crate::language::Clauses;
use crate::language::Expression;
use crate::language::Node;
use crate::language::NodeKind;
use crate::language::Step;
use crate::language::is_name;

/// What is looked at in each case.
#[derive(Clone, Debug)]
pub enum Subject {
    /// Whether it is true; it is expected to be.
    Check(Expression),
    /// Whether it is true; how often is the question.
    Count(Expression),
    /// A number whose largest value is asked for.
    Max(Expression),
    /// A number whose smallest value is asked for.
    Min(Expression),
    /// A value.
    Value(Expression),
}

impl Subject {
    /// The expression.
    #[must_use]
    pub fn expression(&self) -> &Expression {
        match self {
            Self::Check(of) | Self::Count(of) | Self::Max(of) | Self::Min(of) | Self::Value(of) => {
                of
            }
        }
    }

    /// The key of its line.
    #[must_use]
    pub fn key(&self) -> &'static str {
        match self {
            Self::Check(_) => "check",
            Self::Count(_) => "count",
            Self::Max(_) => "max",
            Self::Min(_) => "min",
            Self::Value(_) => "value",
        }
    }
}

/// A claim as it is written.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its id.
    pub id: Text,
    /// The whole block.
    pub span: Span,
    /// The variables and their ranges; absent for a single case.
    pub over: Option<Clauses>,
    /// The lines between the range and the subject, in order.
    pub steps: Vec<Step>,
    /// What is looked at.
    pub subject: Subject,
    /// What is expected.
    pub expectation: Expectation,
    /// The theorem that proves it, as a link target.
    pub because: Option<Text>,
    /// Whether it is shown as open.
    pub conjecture: bool,
}

impl Claim {
    /// Reads a block; what is wrong with it is reported, and nothing comes out if that leaves
    /// nothing to check.
    #[must_use]
    pub fn parse(block: &Block, sink: &mut Sink) -> Option<Self> {
        let id = block.id.clone()?;
        let mut over = None;
        let mut steps = Vec::new();
        let mut subject: Option<(Subject, Span)> = None;
        let mut conjecture = false;
        let mut whole = true;
        for field in &block.fields {
            let text = &field.value.text;
            let at = field.value.span;
            let expression = |sink: &mut Sink| Expression::parse(text, at, sink);
            let new_subject = match field.key.text.as_str() {
                "over" => {
                    over = Clauses::parse(text, at, sink);
                    whole &= over.is_some();
                    None
                }
                "where" => {
                    match expression(sink) {
                        Some(condition) => steps.push(Step::Where(condition)),
                        None => whole = false,
                    }
                    None
                }
                "with" => {
                    match with(field, sink) {
                        Some(step) => steps.push(step),
                        None => whole = false,
                    }
                    None
                }
                "check" => Some(expression(sink).map(Subject::Check)),
                "count" => Some(expression(sink).map(Subject::Count)),
                "max" => Some(expression(sink).map(Subject::Max)),
                "min" => Some(expression(sink).map(Subject::Min)),
                "value" => Some(expression(sink).map(Subject::Value)),
                "status" => {
                    conjecture = text == "conjecture";
                    if !conjecture {
                        sink.push(
                            Diagnostic::error(
                                Code::ClaimSyntax,
                                format!("`{text}` is no status: a claim may be a `conjecture`"),
                            )
                            .label(at, "")
                            .help("write `status: conjecture`, or leave the line out"),
                        );
                    }
                    None
                }
                // `expect` and `because` are read below; unknown keys were reported by the parser.
                _ => None,
            };
            if let Some(read) = new_subject {
                if let Some((_, first)) = &subject {
                    sink.push(
                        Diagnostic::error(
                            Code::ClaimSyntax,
                            format!("`{}` asks two things", id.text),
                        )
                        .label(field.key.span, "and this")
                        .label(*first, "this")
                        .help("make two claims of it"),
                    );
                }
                match read {
                    Some(read) => subject = Some((read, field.key.span)),
                    None => whole = false,
                }
            }
        }
        if block.fields.is_empty() {
            sink.push(
                Diagnostic::error(Code::ClaimSyntax, format!("`{}` has no lines", id.text))
                    .label(id.span, "")
                    .help(
                        "leave an empty line between the statement and the lines `over:`, `check:`, \
                         `expect:`",
                    ),
            );
            return None;
        }
        let expectation = Self::expectation(block, &id, sink);
        if subject.is_none() && whole {
            sink.push(
                Diagnostic::error(Code::ClaimSyntax, format!("`{}` asks nothing", id.text))
                    .label(id.span, "")
                    .help("add a line `check:`, `count:`, `max:`, `min:` or `value:`"),
            );
        }
        let (subject, subject_at) = subject?;
        let expectation = expectation?;
        if let Some(wrong) = expectation.misfit(&subject) {
            sink.push(
                Diagnostic::error(
                    Code::ClaimSyntax,
                    format!("`{}` expects `{wrong}` of a `{}`", id.text, subject.key()),
                )
                .label(expectation.span, "expected here")
                .label(subject_at, "asked here")
                .help(match subject {
                    Subject::Check(_) => {
                        "a check `holds`, `fails N`, is `right N`, or `fails at …`"
                    }
                    Subject::Count(_) => "a count expects `count N` or `count at …`",
                    Subject::Max(_) => "expect `max VALUE at …` or `max VALUE, first …`",
                    Subject::Min(_) => "expect `min VALUE at …` or `min VALUE, first …`",
                    Subject::Value(_) => "expect `equals EXPR`",
                }),
            );
            return None;
        }
        if !whole {
            return None;
        }
        let because = block.field("because").map(|field| field.value.clone());
        Some(Self { id, span: block.span, over, steps, subject, expectation, because, conjecture })
    }

    fn expectation(block: &Block, id: &Text, sink: &mut Sink) -> Option<Expectation> {
        let Some(field) = block.field("expect") else {
            sink.push(
                Diagnostic::error(
                    Code::ClaimSyntax,
                    format!("`{}` does not say what is expected", id.text),
                )
                .label(id.span, "")
                .help("add a line `expect:`, as in `expect: holds in 36 cases`"),
            );
            return None;
        };
        Expectation::parse(&field.value.text, field.value.span, sink)
    }

    /// Every expression of the claim, the bounds of its ranges left out, in the order of its lines.
    pub fn expressions(&self) -> impl Iterator<Item = &Expression> {
        let steps = self.steps.iter().map(|step| match step {
            Step::Where(expression) | Step::With(_, _, expression) => expression,
        });
        steps.chain([self.subject.expression()]).chain(self.expectation.expressions())
    }

    /// The variables that no line uses, each with its place.
    #[must_use]
    pub fn unused_variables(&self) -> Vec<(String, Span)> {
        let Some(over) = &self.over else { return Vec::new() };
        let used = |name: &str| {
            let in_lines = self.steps.iter().any(|step| match step {
                Step::Where(expression) | Step::With(_, _, expression) => {
                    mentions(expression.root(), name)
                }
            });
            let in_ranges = over.clauses().iter().any(|clause| match clause {
                Clause::In { domain, .. } => mentions(domain, name),
                Clause::Where(condition) => mentions(condition, name),
            });
            in_lines || in_ranges || mentions(self.subject.expression().root(), name)
        };
        over.variables()
            .into_iter()
            .filter(|(name, _)| !used(name))
            .map(|(name, span)| (name.to_string(), span))
            .collect()
    }
}

/// Whether `name` stands somewhere in `node`.
fn mentions(node: &Node, name: &str) -> bool {
    let mut found = false;
    node.visit(&mut |part| {
        found |= matches!(&part.kind, NodeKind::Name(own) if **own == *name);
    });
    found
}

/// Reads `name = expression`.
pub(crate) fn with(field: &Field, sink: &mut Sink) -> Option<Step> {
    let text = &field.value.text;
    let parts = text.split_once('=').map(|(name, rest)| (name.trim_end(), rest));
    let Some((name, rest)) = parts.filter(|(name, _)| is_name(name)) else {
        sink.push(
            Diagnostic::error(Code::ClaimSyntax, format!("`with: {text}` names nothing"))
                .label(field.value.span, "")
                .help("write `with: name = expression`"),
        );
        return None;
    };
    let start = text.len() - rest.trim_start().len();
    let expression =
        Expression::parse(rest.trim(), field.value.span.part(start..text.len()), sink)?;
    Some(Step::With(name.into(), field.value.span.part(0..name.len()), expression))
}

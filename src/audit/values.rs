//! Evaluates the bindings of an essay and compares what the author shows with what they compute.
//!
//! This runs when the findings of all claims and figures are recorded; the bindings of captions and
//! alt texts see their figure as `this`. Each binding is a block of its own, with a budget of its
//! own.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::audit::evidence::Evidence;
use crate::audit::evidence::Relation;
use crate::audit::uses::Ranges;
use crate::audit::uses::Uses;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::essay::Binding;
use crate::essay::BindingKind;
use crate::essay::BlockId;
use crate::essay::Context;
use crate::essay::Essay;
use crate::essay::Text;
use crate::language::Evaluator;
use crate::language::Expression;
use crate::language::Record;
use crate::language::Scope;
use crate::language::Value;
use crate::language::writing;
use crate::language::writing::Style;

/// What the bindings of an essay are evaluated in.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// What they may name.
    pub scope: &'a Scope,
    /// What the blocks of the site range over.
    pub ranges: &'a Ranges<'a>,
    /// The findings of the figures and tables of the essay, for their captions and alt texts.
    pub this: &'a BTreeMap<BlockId, Arc<Record>>,
    /// Units of work for one binding.
    pub budget: u64,
    /// How numbers are written.
    pub style: &'a Style,
}

/// A value as it stands in the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// In prose: written by the build, or the author's own text.
    pub text: String,
    /// In a formula, without outer braces.
    pub tex: String,
    /// The exact value in the notation of the expression language; empty for a given number.
    pub machine: String,
}

/// What the bindings of an essay come to; every list is by [`crate::essay::BindingId`].
#[derive(Clone, Debug, Default)]
pub struct Values {
    /// The values; none for given numbers and for what was reported.
    pub values: Vec<Option<Value>>,
    /// What stands in the page; none where nothing can.
    pub shown: Vec<Option<Shown>>,
    /// What their expressions use.
    pub uses: Vec<Uses>,
    /// What all that says about the numerals of the essay.
    pub evidence: Evidence,
}

/// Evaluates every binding of `essay`, compares and reports.
#[must_use]
pub fn values(essay: &Essay, surroundings: &Surroundings<'_>, sink: &mut Sink) -> Values {
    let mut all = Values::default();
    for binding in &essay.bindings {
        let one = Surroundings::evaluate(surroundings, binding, sink);
        all.evidence.held.push(one.uses.numbers.clone());
        all.evidence.extreme.push(one.uses.extreme);
        all.evidence.claims.push(!one.uses.findings.is_empty());
        all.values.push(one.value);
        all.shown.push(one.shown);
        all.uses.push(one.uses);
    }
    all.evidence.relations = vec![Relation::None; essay.formulas.len()];
    all
}

/// What one binding comes to.
#[derive(Default)]
struct Evaluated {
    value: Option<Value>,
    shown: Option<Shown>,
    uses: Uses,
}

impl Surroundings<'_> {
    /// Evaluates one binding.
    fn evaluate(&self, binding: &Binding, sink: &mut Sink) -> Evaluated {
        let expression = match &binding.kind {
            BindingKind::Given(shown) => {
                let shown = Shown { text: shown.plain.clone(), ..Shown::default() };
                return Evaluated { shown: Some(shown), ..Evaluated::default() };
            }
            BindingKind::Computed
            | BindingKind::Checked(_)
            | BindingKind::MathComputed(_)
            | BindingKind::MathChecked(..) => {
                let Text { text, span } = &binding.expression;
                match Expression::parse(text, *span, sink) {
                    Some(expression) => expression,
                    None => return Evaluated::default(),
                }
            }
        };
        let uses = Uses::of(&expression, self.scope, self.ranges);
        if expression.is_literal() {
            sink.push(vacuous(binding));
            return Evaluated { uses, ..Evaluated::default() };
        }
        let mut evaluator = Evaluator::new(self.scope, self.budget);
        if let Context::Caption(block) | Context::Alt(block) = binding.context {
            // A figure that could not be evaluated was reported where it stands.
            let Some(record) = self.this.get(&block) else {
                return Evaluated { uses, ..Evaluated::default() };
            };
            evaluator.bind("this", Value::Record(Arc::clone(record)));
        }
        match evaluator.evaluate(&expression) {
            Ok(value) => {
                let shown = self.show(binding, &value, sink);
                Evaluated { value: Some(value), shown, uses }
            }
            Err(failure) => {
                if !failure.is_consequence() {
                    sink.push(failure.into_diagnostic());
                }
                Evaluated { uses, ..Evaluated::default() }
            }
        }
    }

    /// What stands in the page for a value.
    fn show(&self, binding: &Binding, value: &Value, sink: &mut Sink) -> Option<Shown> {
        let machine = writing::plain(value);
        let written = |result: Result<String, writing::Unwritable>, sink: &mut Sink| match result {
            Ok(text) => Some(text),
            Err(error) => {
                sink.push(
                    Diagnostic::error(
                        Code::ValueUnwritable,
                        format!("`{}` cannot be shown: {}", binding.expression.text, error.message),
                    )
                    .label(binding.expression.span, "")
                    .help(error.help),
                );
                None
            }
        };
        match &binding.kind {
            BindingKind::Computed => {
                let text = written(writing::prose(value, self.style), sink)?;
                Some(Shown { text, tex: String::new(), machine })
            }
            BindingKind::MathComputed(_) => {
                let tex = written(writing::tex(value, self.style), sink)?;
                Some(Shown { text: String::new(), tex, machine })
            }
            BindingKind::Checked(shown) | BindingKind::Given(shown) => {
                Some(Shown { text: shown.plain.clone(), tex: String::new(), machine })
            }
            BindingKind::MathChecked(_, shown) => {
                Some(Shown { text: shown.plain.clone(), tex: shown.source.text.clone(), machine })
            }
        }
    }
}

/// Reports a binding that checks nothing.
fn vacuous(binding: &Binding) -> Diagnostic {
    let expression = &binding.expression;
    Diagnostic::error(
        Code::BindingVacuous,
        format!("`{}` is a literal, so the binding checks nothing", expression.text),
    )
    .label(expression.span, "")
    .help("compute it, or say where it comes from: `(=given \"…\")`")
}

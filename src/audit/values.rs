//! Evaluates the bindings of an essay and compares what the author shows with what they compute.
//!
//! This runs when the findings of all claims and figures are recorded; the bindings of captions and
//! alt texts see their figure as `this`. Each binding is a block of its own, with a budget of its
//! own.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;

use crate::arithmetic::Number;
use crate::audit::evidence::Evidence;
use crate::audit::known::Known;
use crate::audit::markup;
use crate::audit::names::Names;
use crate::audit::relations;
use crate::audit::texts::Gathered;
use crate::audit::texts::TextKind;
use crate::audit::texts::holds_text;
use crate::audit::uses::Ranges;
use crate::audit::uses::Uses;
use crate::audit::vacuous;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::essay::Binding;
use crate::essay::BindingKind;
use crate::essay::Block;
use crate::essay::BlockId;
use crate::essay::Context;
use crate::essay::Essay;
use crate::essay::Link;
use crate::essay::Target;
use crate::essay::Text;
use crate::language::DefinitionId;
use crate::language::Evaluator;
use crate::language::Expression;
use crate::language::Record;
use crate::language::Scope;
use crate::language::Typed;
use crate::language::Value;
use crate::language::reading;
use crate::language::reading::Agreement;
use crate::language::relation::Notation;
use crate::language::restyled;
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
    /// Values that are known.
    pub known: &'a Known,
    /// Units of work for one binding.
    pub budget: u64,
    /// How numbers are written.
    pub style: &'a Style,
    /// What letters of formulas stand for where the essay does not say otherwise.
    pub notation: &'a Notation,
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
    let mut texts = Gathered::default();
    let earnest = vacuous::computed_with(essay, surroundings.scope);
    // Each has a budget of its own, so they may be evaluated side by side.
    let evaluated: Vec<(Evaluated, Sink)> = essay
        .bindings
        .par_iter()
        .map(|binding| {
            let mut own = Sink::default();
            (surroundings.evaluate(binding, &earnest, &mut own), own)
        })
        .collect();
    for (binding, (one, own)) in essay.bindings.iter().zip(evaluated) {
        sink.append(own);
        let mut names = one.uses.names.clone();
        if let Some(value) = &one.value {
            names.add_value(value);
        }
        all.evidence.held.push(names);
        all.evidence.extreme.push(one.uses.extreme);
        all.evidence.claims.push(!one.uses.findings.is_empty());
        let place = Some(binding.paragraph);
        texts.add(one.texts, TextKind::Literal, binding.context, place);
        all.values.push(one.value);
        all.shown.push(one.shown);
        all.uses.push(one.uses);
    }
    let mut notation = surroundings.notation.clone();
    for (letter, function) in &essay.front.notation {
        notation.set(&letter.text, &function.text);
    }
    let surroundings = &Surroundings { notation: &notation, ..*surroundings };
    for formula in &essay.formulas {
        let (relation, names) =
            relations::relation(essay, formula, (&all.values, &all.shown), surroundings, sink);
        all.evidence.relations.push(relation);
        all.evidence.in_formulas.push(names);
    }
    all.evidence.in_links =
        essay.links.iter().map(|link| in_link(essay, link, surroundings)).collect();
    all.evidence.in_blocks =
        essay.blocks.iter().map(|block| in_block(essay, block, surroundings)).collect();
    texts.add_blocks(essay, surroundings.scope);
    vacuous::blocks(essay, surroundings.scope, sink);
    texts.add_formulas(essay);
    all.evidence.texts = texts.into_list();
    markup::refuse(&mut all.evidence.texts, sink);
    all
}

/// What the target of `link` names.
fn in_link(essay: &Essay, link: &Link, surroundings: &Surroundings<'_>) -> Names {
    let (name, id) = match &link.target {
        Target::Fragment(id) => (essay.name(), id),
        Target::Page { path, fragment: Some(id) } => {
            let stem = path.strip_suffix(".md").unwrap_or(path);
            (stem.rsplit('/').next().unwrap_or(stem).replace('-', "_"), id)
        }
        Target::Page { fragment: None, .. } | Target::File(_) | Target::External(_) => {
            return Names::default();
        }
    };
    surroundings.ranges.names(&name, id, surroundings.scope)
}

/// What the lines of `block` name.
fn in_block(essay: &Essay, block: &Block, surroundings: &Surroundings<'_>) -> Names {
    let id = block.id.as_ref();
    id.map(|id| surroundings.ranges.names(&essay.name(), &id.text, surroundings.scope))
        .unwrap_or_default()
}

/// What one binding comes to.
#[derive(Default)]
struct Evaluated {
    value: Option<Value>,
    shown: Option<Shown>,
    uses: Uses,
    texts: Vec<Typed>,
}

impl Surroundings<'_> {
    /// Evaluates one binding.
    fn evaluate(
        &self,
        binding: &Binding,
        earnest: &BTreeSet<DefinitionId>,
        sink: &mut Sink,
    ) -> Evaluated {
        let expression = match &binding.kind {
            BindingKind::Given(shown) => {
                let shown = Shown { text: shown.plain.clone(), ..Shown::default() };
                return Evaluated { shown: Some(shown), ..Evaluated::default() };
            }
            BindingKind::MathGiven(_, shown) => {
                let (text, tex) = (shown.plain.clone(), shown.source.text.clone());
                let shown = Shown { text, tex, ..Shown::default() };
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
            sink.push(vacuous::literal(binding));
            return Evaluated { uses, ..Evaluated::default() };
        }
        let carried = self.scope.carried(None, &[], &expression).unwrap_or_default();
        let value = if let Context::Caption(block) | Context::Alt(block) = binding.context {
            // A figure that could not be evaluated was reported where it stands.
            let Some(record) = self.this.get(&block) else {
                return Evaluated { uses, ..Evaluated::default() };
            };
            let mut evaluator = Evaluator::new(self.scope, self.budget);
            evaluator.bind("this", Value::Record(Arc::clone(record)));
            evaluator.evaluate(&expression)
        } else {
            self.known.evaluate(&expression, self.scope, self.budget)
        };
        match value {
            Ok(value) => {
                let shown = self.show(binding, &value, sink);
                if let Some(shown) = &shown
                    && let Some(diagnostic) =
                        vacuous::carried(binding, &carried, shown, earnest, self.scope)
                {
                    sink.push(diagnostic);
                    return Evaluated { uses, ..Evaluated::default() };
                }
                self.compare(binding, &value, sink);
                let texts = if holds_text(&value) {
                    self.scope.published(None, &[], &[&expression])
                } else {
                    Vec::new()
                };
                Evaluated { value: Some(value), shown, uses, texts }
            }
            Err(failure) => {
                if !failure.is_consequence() {
                    sink.push(failure.into_diagnostic());
                }
                Evaluated { uses, ..Evaluated::default() }
            }
        }
    }

    /// Compares what the author shows with the value.
    fn compare(&self, binding: &Binding, value: &Value, sink: &mut Sink) {
        let (shown, agreement) = match &binding.kind {
            BindingKind::Checked(shown) => (shown, reading::agrees(&shown.plain, value)),
            BindingKind::MathChecked(_, shown) => {
                (shown, reading::agrees_tex(&shown.source.text, value))
            }
            BindingKind::Computed
            | BindingKind::MathComputed(_)
            | BindingKind::Given(_)
            | BindingKind::MathGiven(..) => return,
        };
        let machine = shorten(&writing::plain(value));
        let expression = &binding.expression;
        let (code, message) = match agreement {
            Agreement::Agrees => return,
            Agreement::Differs if reading::is_loose(&shown.plain, value) => (
                Code::ValueWrong,
                format!(
                    "`{}` is {machine}: `{}` is true of it, and so is a closer bound",
                    one_line(&expression.text),
                    shown.plain
                ),
            ),
            Agreement::Differs => (
                Code::ValueWrong,
                format!("`{}` is {machine}, not {}", one_line(&expression.text), shown.plain),
            ),
            Agreement::Unreadable => (
                Code::ValueUnreadable,
                format!(
                    "`{}` cannot be read as a value like {machine}, which `{}` is",
                    shown.plain,
                    one_line(&expression.text)
                ),
            ),
        };
        let right = match &binding.kind {
            BindingKind::MathChecked(..) => writing::tex(value, self.style).ok(),
            BindingKind::Checked(_)
            | BindingKind::Computed
            | BindingKind::MathComputed(_)
            | BindingKind::Given(_)
            | BindingKind::MathGiven(..) => restyled(&shown.plain, value, self.style),
        };
        let mut diagnostic = Diagnostic::error(code, message)
            .label(shown.source.span, "stated here")
            .label(expression.span, format!("is {machine}"));
        let long = matches!(value, Value::Number(_))
            && right.as_ref().is_some_and(|right| right.chars().count() > LONGEST);
        if long {
            diagnostic = diagnostic.help(match &binding.kind {
                BindingKind::MathChecked(..) => {
                    "let the build write it, `\\val{expression}`, or show a power, `10^{100}`"
                }
                BindingKind::Checked(_)
                | BindingKind::Computed
                | BindingKind::MathComputed(_)
                | BindingKind::Given(_)
                | BindingKind::MathGiven(..) => "let the build write it, `` `=expression` ``",
            });
        } else if let Some(right) = right {
            diagnostic = diagnostic.help(format!("write {right}"));
            // A claim says what its author claims: nothing in it is rewritten.
            let claimed = matches!(binding.context, Context::Statement(_) | Context::Corrects(_));
            if !claimed && code == Code::ValueWrong {
                diagnostic = diagnostic.fix(shown.source.span, right);
            }
        } else {
            diagnostic =
                diagnostic.help("the ways in which a value may be shown are in `docs/language.md`");
        }
        sink.push(diagnostic);
    }

    /// What stands in the page for a value.
    fn show(&self, binding: &Binding, value: &Value, sink: &mut Sink) -> Option<Shown> {
        let count = |n: usize| {
            let n = i64::try_from(n).unwrap_or(i64::MAX);
            writing::exact(&Number::from(n), self.style)
        };
        if has_more_parts(value, MOST_PARTS) {
            let long = format!("the value has more than {} parts", count(MOST_PARTS));
            sink.push(unwritable(binding, &long));
            return None;
        }
        let machine = writing::machine(value);
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
        let shown = match &binding.kind {
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
            BindingKind::MathChecked(_, shown) | BindingKind::MathGiven(_, shown) => {
                Some(Shown { text: shown.plain.clone(), tex: shown.source.text.clone(), machine })
            }
        };
        let bytes = shown.as_ref().map_or(0, |shown| shown.text.len().max(shown.tex.len()));
        if bytes > MOST_BYTES {
            let long = format!(
                "it would take {} bytes, and a page shows at most {}",
                count(bytes),
                count(MOST_BYTES)
            );
            sink.push(unwritable(binding, &long));
            return None;
        }
        shown
    }
}

/// The most parts of a value that a page shows.
const MOST_PARTS: usize = 2_000;

/// The most bytes of a value that a page shows.
const MOST_BYTES: usize = 20_000;

/// Whether a value has more than `most` parts that are no lists themselves. Looks at no more.
fn has_more_parts(value: &Value, most: usize) -> bool {
    let (mut pending, mut parts) = (vec![value], 0);
    while let Some(value) = pending.pop() {
        match value.as_list().or_else(|| value.as_tuple()) {
            Some(items) => pending.extend(items.iter().take(most + 1)),
            None => parts += 1,
        }
        if parts + pending.len() > most {
            return true;
        }
    }
    false
}

/// Reports a value that is too long for a page.
fn unwritable(binding: &Binding, long: &str) -> Diagnostic {
    let text = shorten(&one_line(&binding.expression.text));
    Diagnostic::error(Code::ValueUnwritable, format!("`{text}` cannot be shown: {long}"))
        .label(binding.expression.span, "")
        .help("show a part of it, or its size")
}

/// The most characters of a value that a message shows.
const LONGEST: usize = 80;

/// `text`, cut if it is long.
pub(crate) fn shorten(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or("")),
        None => text.to_owned(),
    }
}

/// `text` with every run of white space as one space.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

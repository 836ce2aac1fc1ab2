//! Expressions of the prose that ask for no finding, evaluated beside the blocks.
//!
//! The audit asks for the value of every binding once all findings are there. Most bindings need
//! none of them, and one that takes long would then hold up the rest of the build alone; so they are
//! evaluated as early as the blocks are. What has no value is left to the audit, which reports it.

use std::collections::HashMap;
use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::PoisonError;

use crate::essay::Binding;
use crate::essay::Context;
use crate::essay::Essay;
use crate::language::Evaluator;
use crate::language::Expression;
use crate::language::Scope;
use crate::language::Value;
use crate::site::dependencies::Needs;

/// The prose of one essay.
pub(super) struct Prose<'a> {
    essay: &'a Essay,
    scope: &'a Scope,
    /// Values that are known from the last build, by the text of their expressions.
    known: Option<&'a HashMap<String, Value>>,
    /// Units of work for one binding.
    budget: u64,
    values: Mutex<HashMap<String, Value>>,
}

impl<'a> Prose<'a> {
    pub(super) fn new(
        (essay, scope): (&'a Essay, &'a Scope),
        known: Option<&'a HashMap<String, Value>>,
        budget: u64,
    ) -> Self {
        Self { essay, scope, known, budget, values: Mutex::default() }
    }

    /// The bindings that may be evaluated now, each text once.
    pub(super) fn bindings(&self) -> impl Iterator<Item = &'a Binding> {
        let mut seen = HashSet::new();
        let known = self.known;
        self.essay.bindings.iter().filter(move |binding| {
            let text = binding.expression.text.as_str();
            !binding.kind.is_given()
                // There it sees its figure.
                && !matches!(binding.context, Context::Caption(_) | Context::Alt(_))
                && known.is_none_or(|known| !known.contains_key(text))
                && seen.insert(text)
        })
    }

    /// Evaluates a binding, if it asks for no finding, and keeps the value it has.
    pub(super) fn evaluate(&self, binding: &Binding) {
        let text = &binding.expression;
        let Ok(expression) = Expression::read(&text.text, text.span) else { return };
        if expression.is_literal() || !Needs::of(&expression, self.scope).findings.is_empty() {
            return;
        }
        if let Ok(value) = Evaluator::new(self.scope, self.budget).evaluate(&expression) {
            let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
            values.insert(text.text.clone(), value);
        }
    }

    /// The values by the texts of their expressions.
    pub(super) fn into_values(self) -> HashMap<String, Value> {
        self.values.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

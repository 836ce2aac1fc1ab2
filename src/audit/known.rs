//! Values of expressions that are known from before, or were found just now.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;

use crate::language::Evaluator;
use crate::language::Expression;
use crate::language::Failure;
use crate::language::Scope;
use crate::language::Value;

/// Values by the text of their expressions.
///
/// Those from before serve only where every name still means the same: same definitions, same
/// libraries, same findings. Whoever hands them over answers for that. Several threads may ask.
#[derive(Debug, Default)]
pub struct Known {
    before: Arc<HashMap<String, Value>>,
    now: Mutex<HashMap<String, Value>>,
}

impl Known {
    /// The values from `before`.
    #[must_use]
    pub fn new(before: Arc<HashMap<String, Value>>) -> Self {
        Self { before, now: Mutex::default() }
    }

    /// Those that were asked for, from before or found.
    #[must_use]
    pub fn into_asked(self) -> HashMap<String, Value> {
        self.now.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value of `expression`, which names nothing but what `scope` knows.
    ///
    /// # Errors
    ///
    /// If it has none, or not within `budget` units of work.
    pub(crate) fn evaluate(
        &self,
        expression: &Expression,
        scope: &Scope,
        budget: u64,
    ) -> Result<Value, Failure> {
        let text = expression.text();
        let now = || self.now.lock().unwrap_or_else(PoisonError::into_inner);
        let known = now().get(text).or_else(|| self.before.get(text)).cloned();
        let value = match known {
            Some(value) => value,
            None => Evaluator::new(scope, budget).evaluate(expression)?,
        };
        now().insert(text.to_owned(), value.clone());
        Ok(value)
    }
}

//! Results of an author's functions, remembered within one block.
//!
//! Whether a call is remembered depends only on the function and its arguments, so that what a block
//! is charged never depends on anything else.

use std::sync::Arc;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::arithmetic::Number;
use crate::language::value::Value;

/// The most results that a block remembers; beyond, results are worked out again.
const MAX_REMEMBERED: usize = 2_000_000;

/// The most parts of a tuple that is looked up.
const MAX_PARTS: usize = 4;

/// Under what a result is remembered.
#[derive(Debug)]
pub(crate) enum Key {
    /// One or two small whole numbers, perhaps behind a text.
    Packed {
        /// The number of the text; 0 for none.
        text: usize,
        numbers: u64,
    },
    /// Other arguments that are quickly compared.
    General(Box<[Value]>),
}

/// What is known about a call.
#[derive(Debug)]
pub(crate) enum Known<'a> {
    /// Its result.
    Result(&'a Value),
    /// Nothing yet; the result is to be remembered under this key.
    Remember(Key),
    /// Such arguments are not remembered.
    Unremembered,
}

/// The results of one function.
#[derive(Debug, Default)]
struct Table {
    /// By the number of the text before them.
    packed: Vec<HashMap<u64, Value, FixedState>>,
    general: HashMap<Box<[Value]>, Value, FixedState>,
}

/// The results of all functions of a block.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    tables: Vec<Table>,
    remembered: usize,
    /// Texts that arguments began with, which are few: names of games.
    texts: Vec<Arc<String>>,
}

/// The most texts that get a number.
const MAX_TEXTS: usize = 16;

fn packed(arguments: &[Value]) -> Option<u64> {
    match arguments {
        [Value::Number(Number::Small(n))] => Some(n.cast_unsigned()),
        [Value::Number(Number::Small(m)), Value::Number(Number::Small(n))] => {
            let (m, n) = (i32::try_from(*m).ok()?, i32::try_from(*n).ok()?);
            Some(u64::from(m.cast_unsigned()) << 32 | u64::from(n.cast_unsigned()))
        }
        _ => None,
    }
}

fn is_quick(value: &Value) -> bool {
    match value {
        Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::Position(_) => true,
        Value::Tuple(parts) => parts.len() <= MAX_PARTS && parts.iter().all(is_quick),
        Value::Game(_) | Value::List(_) | Value::Cut(_) | Value::Record(_) | Value::Written(_) => {
            false
        }
    }
}

impl Memo {
    /// What is known about a call of `function`.
    #[inline]
    pub(crate) fn look(&mut self, function: usize, arguments: &[Value]) -> Known<'_> {
        if self.tables.len() <= function {
            self.tables.resize_with(function + 1, Table::default);
        }
        let (text, numbers) = match arguments {
            [Value::Text(text), rest @ ..] => (self.number(text), rest),
            _ => (Some(0), arguments),
        };
        let table = &self.tables[function];
        if let (Some(text), Some(numbers)) = (text, packed(numbers)) {
            return match table.packed.get(text).and_then(|own| own.get(&numbers)) {
                Some(value) => Known::Result(value),
                None => Known::Remember(Key::Packed { text, numbers }),
            };
        }
        if !arguments.iter().all(is_quick) {
            return Known::Unremembered;
        }
        match table.general.get(arguments) {
            Some(value) => Known::Result(value),
            None => Known::Remember(Key::General(arguments.into())),
        }
    }

    /// Remembers a result.
    #[inline]
    pub(crate) fn remember(&mut self, function: usize, key: Key, result: &Value) {
        if self.remembered >= MAX_REMEMBERED {
            return;
        }
        let Some(table) = self.tables.get_mut(function) else { return };
        self.remembered += 1;
        match key {
            Key::Packed { text, numbers } => {
                if table.packed.len() <= text {
                    table.packed.resize_with(text + 1, HashMap::default);
                }
                table.packed[text].insert(numbers, result.clone())
            }
            Key::General(key) => table.general.insert(key, result.clone()),
        };
    }

    /// The number of a text, from 1; none, if there are too many different ones.
    fn number(&mut self, text: &Arc<String>) -> Option<usize> {
        let known = self.texts.iter().position(|own| Arc::ptr_eq(own, text) || own == text);
        if known.is_none() && self.texts.len() < MAX_TEXTS {
            self.texts.push(Arc::clone(text));
            return Some(self.texts.len());
        }
        known.map(|known| known + 1)
    }
}

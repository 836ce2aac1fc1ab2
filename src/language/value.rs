//! What expressions stand for.
//!
//! A [`Value`] holds all it consists of: it may outlive the block it was computed in, go to another
//! thread and be compared there. A game that is a number is that [`Number`], never a
//! [`Value::Game`].
//!
//! `==`, `Ord` and hashing here are structural, for containers and sorting; how the language itself
//! compares, and which comparisons are errors, is `order`'s business.

use std::ops::Deref;
use std::sync::Arc;

use crate::arithmetic::Number;
use crate::language::game::Game;
use crate::language::position::Cut;
use crate::language::position::Position;
use crate::language::record::Record;

/// How deep lists and tuples may be nested.
pub const MAX_NESTING: u8 = 60;

/// A value. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A number, also a game that is one.
    Number(Number),
    /// A game that is no number.
    Game(Arc<Game>),
    /// A text; outcomes and players are the texts `L`, `R`, `N`, `P`.
    Text(Arc<String>),
    /// A list.
    List(Arc<Items>),
    /// A tuple; a cake is the tuple of its rows and columns.
    Tuple(Arc<Items>),
    /// A position of a ruleset.
    Position(Arc<Position>),
    /// A way to cut a position.
    Cut(Arc<Cut>),
    /// What was found about a claim or figure.
    Record(Arc<Record>),
    /// A number with the way in which it is to be written.
    Written(Arc<Written>),
}

/// The items of a list or tuple, with how deep they are nested.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Items {
    items: Vec<Value>,
    depth: u8,
}

impl Items {
    /// These items; `None` if they are nested deeper than [`MAX_NESTING`].
    #[must_use]
    pub fn new(items: Vec<Value>) -> Option<Self> {
        let depth = items.iter().map(Value::depth).max().unwrap_or(0) + 1;
        (depth <= MAX_NESTING).then_some(Self { items, depth })
    }

    /// Adds `item`; `false`, and nothing is added, if that nests deeper than [`MAX_NESTING`].
    #[must_use]
    pub fn push(&mut self, item: Value) -> bool {
        let depth = item.depth() + 1;
        if depth > self.depth {
            if depth > MAX_NESTING {
                return false;
            }
            self.depth = depth;
        }
        self.items.push(item);
        true
    }
}

impl Deref for Items {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.items
    }
}

/// A number with the way in which it is to be written: what `words(x)`, `pct(x, 1)` and the like
/// stand for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Written {
    /// The number.
    pub number: Number,
    /// How it is written.
    pub form: Form,
}

/// Ways of writing a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// In words: "sixty-two".
    Words,
    /// As an ordinal: "3rd".
    Ordinal,
    /// In per cent with so many digits behind the point, halves rounded up: "51.4%".
    Percent(u32),
    /// ASCII digits without grouping: "-1000".
    Raw,
    /// As a decimal with so many digits behind the point, halves rounded up: "0.50003".
    Approximate(u32),
}

impl Value {
    /// The text `text`.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::Text(Arc::new(text.to_owned()))
    }

    /// The list of `items`. Items nested too deep are left out, which callers rule out.
    #[must_use]
    pub fn list(items: Vec<Value>) -> Self {
        Self::List(Arc::new(Items::new(items).unwrap_or_default()))
    }

    /// The tuple of `items`; the same holds.
    #[must_use]
    pub fn tuple(items: Vec<Value>) -> Self {
        Self::Tuple(Arc::new(Items::new(items).unwrap_or_default()))
    }

    /// How deep lists and tuples are nested in it.
    fn depth(&self) -> u8 {
        match self {
            Self::List(items) | Self::Tuple(items) => items.depth,
            Self::Bool(_)
            | Self::Number(_)
            | Self::Game(_)
            | Self::Text(_)
            | Self::Position(_)
            | Self::Cut(_)
            | Self::Record(_)
            | Self::Written(_) => 0,
        }
    }

    /// What it is, with its article: "a number", "a list".
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Bool(_) => "true or false",
            Self::Number(_) => "a number",
            Self::Game(_) => "a game",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Tuple(items) => match items.len() {
                2 => "a pair",
                3 => "a triple",
                _ => "a tuple",
            },
            Self::Position(_) => "a position",
            Self::Cut(_) => "a cut",
            Self::Record(_) => "findings",
            Self::Written(_) => "a written number",
        }
    }

    /// The number it is, if it is one.
    #[must_use]
    pub fn as_number(&self) -> Option<&Number> {
        match self {
            Self::Number(number) => Some(number),
            Self::Bool(_)
            | Self::Game(_)
            | Self::Text(_)
            | Self::List(_)
            | Self::Tuple(_)
            | Self::Position(_)
            | Self::Cut(_)
            | Self::Record(_)
            | Self::Written(_) => None,
        }
    }

    /// The machine word it is, if it is one.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number().and_then(Number::to_i64)
    }

    /// Whether it is `true` or `false`, if it is one of the two.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value) } else { None }
    }

    /// The text it is, if it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The items, if it is a list.
    #[must_use]
    pub fn as_list(&self) -> Option<&[Value]> {
        if let Self::List(items) = self { Some(items) } else { None }
    }

    /// The parts, if it is a tuple.
    #[must_use]
    pub fn as_tuple(&self) -> Option<&[Value]> {
        if let Self::Tuple(items) = self { Some(items) } else { None }
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Number(Number::from(value))
    }
}

impl From<Number> for Value {
    fn from(value: Number) -> Self {
        Self::Number(value)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

#[cfg(test)]
mod tests {
    use super::Value;

    #[test]
    fn a_value_takes_two_words_and_crosses_threads() {
        fn crosses<T: Send + Sync + Clone>() {}
        crosses::<Value>();
        assert_eq!(size_of::<Value>(), 16);
    }
}

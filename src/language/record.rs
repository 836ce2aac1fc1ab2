//! What was found about a claim, figure or table.
//!
//! A [`Record`] is made by `claims` and `figures`; expressions ask it for attributes
//! (`greedy.fails`), for parts of a place by name (`greedy.first.m`) and, of figures, how often a
//! value occurs (`values.count(0)`).

use std::cmp::Ordering;
use std::hash::Hash;
use std::hash::Hasher;
use std::sync::Arc;

use crate::language::syntax::Name;
use crate::language::value::Value;

/// An attribute of findings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It has this value.
    Value(Value),
    /// It has none, and this is why: "`greedy` holds, so it has no first failure".
    Absent(String),
}

/// What was found about a claim, figure or table.
#[derive(Clone, Debug)]
pub struct Record {
    /// The name in expressions: `greedy`, or `this`.
    pub name: Name,
    /// What it is: `claim`, `figure`, `table`.
    pub kind: &'static str,
    /// The attributes, in the order in which they are listed to the author.
    pub attributes: Vec<(Name, Finding)>,
    /// The variables whose tuple a place is; they name its parts.
    pub parts: Vec<Name>,
    /// What `count(v)` counts in; absent for claims.
    pub counted: Option<Arc<[Value]>>,
}

impl Record {
    /// The attribute of this name.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&Finding> {
        self.attributes.iter().find(|(own, _)| &**own == name).map(|(_, finding)| finding)
    }

    /// The part of `place` that the variable `name` stands for.
    #[must_use]
    pub fn part(&self, place: &Value, name: &str) -> Option<Value> {
        let index = self.parts.iter().position(|part| &**part == name)?;
        if self.parts.len() == 1 {
            return Some(place.clone());
        }
        place.as_tuple()?.get(index).cloned()
    }

    /// How many of the counted values are `value`.
    #[must_use]
    pub fn count(&self, value: &Value) -> Option<usize> {
        let counted = self.counted.as_ref()?;
        Some(counted.iter().filter(|own| *own == value).count())
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Record {}

impl PartialOrd for Record {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Record {
    /// By name; a site has one record of a name.
    fn cmp(&self, other: &Self) -> Ordering {
        (self.kind, &self.name).cmp(&(other.kind, &other.name))
    }
}

impl Hash for Record {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.kind, &self.name).hash(state);
    }
}

//! YAML as a tree in which every value knows its bytes.

use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde::Deserializer;
use serde::de::MapAccess;
use serde::de::SeqAccess;
use serde::de::Visitor;
use serde_yaml::Error;
use serde_yaml::Spanned;

/// A value and where it begins.
pub(crate) type Placed = Spanned<Node>;

/// A YAML value.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// Anything that is no list and no map, as YAML understands it; numbers in plain digits.
    Scalar(String),
    /// Nothing.
    Null,
    /// A list.
    List(Vec<Placed>),
    /// A map in the order of the source; keys may stand twice.
    Map(Vec<(Spanned<String>, Placed)>),
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

/// Builds a [`Node`] from whatever comes.
struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Scalar(text.to_owned()))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Scalar(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Scalar(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Scalar(value.to_string()))
    }

    fn visit_u128<E>(self, value: u128) -> Result<Node, E> {
        Ok(Node::Scalar(value.to_string()))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Node, E> {
        Ok(Node::Scalar(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Scalar(value.to_string()))
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_none<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Node::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Node, A::Error> {
        let mut map = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            map.push(entry);
        }
        Ok(Node::Map(map))
    }
}

/// Why a text is not YAML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct YamlError {
    /// What is wrong, in one line, without a place.
    pub(crate) message: String,
    /// The byte of the text where.
    pub(crate) at: usize,
    /// The way out.
    pub(crate) help: &'static str,
}

/// Values that a text may hold, and that its aliases may repeat: a front matter holds some dozens.
const NODES: usize = 10_000;
const REPEATED: usize = 1_000;

/// What mends most mistakes.
const QUOTES: &str = "a value with a colon, a bracket, a quote, a backslash or a binding stands in \
                      single quotes";

/// Reads `text`.
///
/// # Errors
///
/// If it is not YAML, or holds more than [`NODES`] values or repeats more than [`REPEATED`] by
/// aliases, ten lines of which could make billions.
pub(crate) fn read(text: &str) -> Result<Placed, YamlError> {
    let options = serde_yaml::options! {
        duplicate_keys: serde_yaml::DuplicateKeyPolicy::PassThrough,
        budget: serde_yaml::budget! { max_nodes: NODES, max_events: 4 * NODES },
        alias_limits: serde_yaml::alias_limits! { max_total_replayed_events: REPEATED },
    };
    serde_yaml::from_str_with_options::<Placed>(text, options).map_err(|error| {
        let message = error.without_snippet().to_string();
        let message = message.lines().next().unwrap_or("");
        let message = message.split(" at line ").next().unwrap_or(message);
        // The parser wraps what it says of an alias in where the alias leads.
        let (message, help) = if message.starts_with("alias ") && message.contains("exceeded") {
            ("its aliases repeat more than it may hold", "write out what `*` stands for")
        } else if matches!(error.without_snippet(), Error::Budget { .. }) {
            ("it holds more than a front matter may", "what a page is about stands in its text")
        } else {
            (message, QUOTES)
        };
        let at = error.location().map_or(0, |location| {
            byte_at(text, location.line().saturating_sub(1), location.column().saturating_sub(1))
        });
        YamlError { message: message.to_owned(), at, help }
    })
}

/// The byte of `text` at this line and character of it, both from 0.
fn byte_at(text: &str, line: u64, column: u64) -> usize {
    let line = usize::try_from(line).unwrap_or(usize::MAX);
    let column = usize::try_from(column).unwrap_or(usize::MAX);
    let mut start = 0;
    for (number, found) in text.split_inclusive('\n').enumerate() {
        if number == line {
            let offset = found.char_indices().nth(column).map_or(found.len(), |(at, _)| at);
            return start + offset;
        }
        start += found.len();
    }
    text.len()
}

/// The bytes of a value that is no list and no map, quotes included, in the text it was read from.
pub(crate) fn range<T>(value: &Spanned<T>, text: &str) -> Range<usize> {
    let span = value.referenced.span();
    let whole = |number: Option<u64>| number.and_then(|number| usize::try_from(number).ok());
    let start = whole(span.byte_offset()).unwrap_or(0).min(text.len());
    let end = start.saturating_add(whole(span.byte_len()).unwrap_or(0)).min(text.len());
    text.floor_char_boundary(start)..text.ceil_char_boundary(end)
}

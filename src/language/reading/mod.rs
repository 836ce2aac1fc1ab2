//! Reads what an author wrote beside a value, and says whether it is that value.
//!
//! [`agrees`] is driven by the kind of the value: a number may be shown in figures or words, exactly,
//! in per cent, as a bound or about; a list with commas and "and"; a game by its name. The table is in
//! `docs/language.md`.
//!
//! **Invariant.** This shares no code with `writing`: each is tested against tables written by hand,
//! and what the one writes the other must read.
//!
//! **Not here.** Markdown (what is shown has become plain text), and whether a text needs a value.

mod figures;
mod list;
mod quantity;
mod tex;
mod words;

pub use tex::agrees_tex;

use crate::arithmetic::Number;
use crate::broken;
use crate::broken::Part;
use crate::cgt::Arena;
use crate::cgt::Budget;
use crate::language::game;
pub(crate) use quantity::Look;
pub(crate) use quantity::Rounding;
pub(crate) use quantity::look;

use crate::language::reading::quantity::Manner;
use crate::language::reading::quantity::Quantity;
use crate::language::reading::quantity::quantities;
use crate::language::value::Form;
use crate::language::value::Value;
use crate::language::value::Written;

/// Units of work for reading the name of one game.
const GAME: u64 = 1_000_000;

/// Whether a text says a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// It does.
    Agrees,
    /// It says another value of this kind.
    Differs,
    /// It cannot be read as a value of this kind.
    Unreadable,
}

impl Agreement {
    fn from_bools(readable: bool, right: bool) -> Self {
        match (readable, right) {
            (_, true) => Self::Agrees,
            (true, false) => Self::Differs,
            (false, false) => Self::Unreadable,
        }
    }
}

/// Whether `shown`, the plain text of what an author or the build wrote, says `value`.
#[must_use]
pub fn agrees(shown: &str, value: &Value) -> Agreement {
    let shown = shown.trim();
    if broken::is(Part::Faith) {
        return Agreement::Agrees;
    }
    match value {
        Value::Number(number) => number_agrees(shown, number),
        Value::Written(written) => written_agrees(shown, written),
        Value::Bool(truth) => {
            let said = match shown.to_lowercase().as_str() {
                "true" | "yes" => Some(true),
                "false" | "no" => Some(false),
                _ => None,
            };
            Agreement::from_bools(said.is_some(), said == Some(*truth))
        }
        Value::Text(text) => Agreement::from_bools(!shown.is_empty(), text_agrees(shown, text)),
        Value::Game(own) => match game_named(shown) {
            Some(Value::Game(said)) => Agreement::from_bools(true, said == *own),
            Some(_) => Agreement::Differs,
            None => Agreement::Unreadable,
        },
        Value::Tuple(parts) => tuple_agrees(shown, parts),
        Value::List(items) => list::agrees(shown, items),
        Value::Position(position) => match position.sizes() {
            Some(sizes) => {
                let sides: Vec<Value> =
                    sizes.iter().map(|&side| Value::Number(Number::integer(side.into()))).collect();
                tuple_agrees(shown, &sides)
            }
            None => Agreement::from_bools(true, same_text(shown, &position.to_string())),
        },
        Value::Cut(_) | Value::Record(_) => Agreement::Unreadable,
    }
}

/// Whether `shown` is a bound that is true of `value` and further from it than its digits say, as "over
/// a thousand" is of 1,296.
#[must_use]
pub fn is_loose(shown: &str, value: &Value) -> bool {
    let Value::Number(number) = value else { return false };
    quantities(shown.trim()).iter().any(|quantity| quantity.is_loose_for(number))
}

fn number_agrees(shown: &str, number: &Number) -> Agreement {
    let found = quantities(shown);
    let right = found.iter().any(|quantity| quantity.holds_of(number));
    if found.is_empty()
        && let Some(Value::Number(said)) = game_named(shown)
    {
        return Agreement::from_bools(true, said == *number);
    }
    Agreement::from_bools(!found.is_empty(), right)
}

/// A number that was to be written in a certain way has to be shown in that way.
fn written_agrees(shown: &str, written: &Written) -> Agreement {
    let exact = |quantity: &Quantity| quantity.manner == Manner::Exactly;
    let found = quantities(shown);
    let right = found.iter().any(|quantity| match written.form {
        Form::Words | Form::Raw => {
            exact(quantity) && !quantity.is_percent && quantity.shown == written.number
        }
        Form::Ordinal => quantity.is_place && quantity.shown == written.number,
        Form::Percent(places) => {
            exact(quantity)
                && quantity.is_percent
                && quantity.places() == Some(places)
                && quantity.holds_of(&written.number)
        }
        Form::Approximate(places) => {
            exact(quantity)
                && !quantity.is_percent
                && quantity.places() == Some(places)
                && rounds_to(&written.number, &quantity.shown, places)
        }
    });
    Agreement::from_bools(!found.is_empty(), right)
}

/// Whether `value` rounds, half up, to `shown`, which has so many digits behind the point.
fn rounds_to(value: &Number, shown: &Number, places: u32) -> bool {
    let unit = Number::from(10).power(u64::from(places));
    let two = Number::from(2);
    let doubled = |number: &Number| number.multiply(&unit).multiply(&two);
    let (value, shown) = (doubled(value), doubled(shown));
    shown.subtract(&Number::ONE) <= value && value < shown.add(&Number::ONE)
}

/// The same letters, case and the widths of blanks aside.
fn same_text(shown: &str, text: &str) -> bool {
    let normal = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").to_lowercase()
    };
    normal(shown) == normal(text)
}

fn text_agrees(shown: &str, text: &str) -> bool {
    let said = shown.to_lowercase();
    let said = said.strip_prefix("the ").unwrap_or(&said);
    same_text(shown, text)
        || match text {
            "L" => said == "left",
            "R" => said == "right",
            "N" => matches!(said, "first player" | "next player" | "player who begins"),
            "P" => matches!(said, "second player" | "previous player"),
            _ => false,
        }
}

/// The game that `shown` names.
fn game_named(shown: &str) -> Option<Value> {
    let mut arena = Arena::new();
    let mut budget = Budget::units(GAME);
    let id = arena.parse(shown, &mut budget).ok()?;
    let portable = arena.export(id, &mut budget).ok()?;
    Some(game::value_of(portable))
}

/// Sides with `×`, `x` or "by" between them, or parts in brackets with commas.
fn tuple_agrees(shown: &str, parts: &[Value]) -> Agreement {
    if let Some(inside) = shown.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        let sides: Vec<&str> = inside.split(", ").collect();
        return parts_agree(&sides, parts);
    }
    for separator in ["×", " by ", " x ", "x"] {
        let sides: Vec<&str> = shown.split(separator).collect();
        if sides.len() == parts.len() {
            return parts_agree(&sides, parts);
        }
    }
    // A tuple of another size is still a tuple.
    let sides: Vec<&str> = shown.split('×').collect();
    let is_cake = sides.len() > 1 && sides.iter().all(|side| number(side).is_some());
    if is_cake { Agreement::Differs } else { Agreement::Unreadable }
}

fn parts_agree(sides: &[&str], parts: &[Value]) -> Agreement {
    if sides.len() != parts.len() {
        return Agreement::Differs;
    }
    let each = sides.iter().zip(parts).map(|(side, part)| agrees(side, part));
    each.max_by_key(|agreement| match agreement {
        Agreement::Agrees => 0,
        Agreement::Differs => 1,
        Agreement::Unreadable => 2,
    })
    .unwrap_or(Agreement::Unreadable)
}

/// The number that `text` says exactly: in figures, in words, as a fraction, in per cent; places
/// ("third") count as numbers. `None` for bounds, for "about", and for what is no number.
#[must_use]
pub fn number(text: &str) -> Option<Number> {
    let found = quantities(text);
    found.iter().find(|quantity| quantity.manner == Manner::Exactly).map(Quantity::value)
}

#[cfg(test)]
mod tests;

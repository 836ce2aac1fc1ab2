//! The operators on values: exact, bounded, and an error where they mean nothing.

use std::sync::Arc;

use num_traits::ToPrimitive;

use crate::arithmetic::Number;
use crate::language::failure::Fault;
use crate::language::failure::Faulty;
use crate::language::order::shown;
use crate::language::reading;
use crate::language::reading::Agreement;
use crate::language::value::Items;
use crate::language::value::Value;
use crate::language::work::Work;
use crate::language::writing;

fn kinds(sign: &str, a: &Value, b: &Value) -> Box<Fault> {
    let fault = Fault::kind(format!(
        "`{sign}` has no meaning between {} and {}: {} and {}",
        a.kind(),
        b.kind(),
        shown(a),
        shown(b)
    ));
    match (a, b) {
        (Value::List(_), Value::List(_)) if sign == "+" => fault.help("`++` joins lists"),
        (Value::Number(x), Value::Game(_)) | (Value::Game(_), Value::Number(x))
            if !x.is_integer() && matches!(sign, "+" | "-") =>
        {
            fault.help("only fractions over a power of two are games")
        }
        _ => fault,
    }
}

/// `a + b`.
pub(crate) fn add(a: &Value, b: &Value, work: &mut Work) -> Faulty<Value> {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => work.bounded(x.add(y)),
        (Value::Number(_) | Value::Game(_), Value::Number(_) | Value::Game(_)) => {
            games(a, b, false, work)?.ok_or_else(|| kinds("+", a, b))
        }
        _ => Err(kinds("+", a, b)),
    }
}

/// `a - b`.
pub(crate) fn subtract(a: &Value, b: &Value, work: &mut Work) -> Faulty<Value> {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => work.bounded(x.subtract(y)),
        (Value::Number(_) | Value::Game(_), Value::Number(_) | Value::Game(_)) => {
            games(a, b, true, work)?.ok_or_else(|| kinds("-", a, b))
        }
        _ => Err(kinds("-", a, b)),
    }
}

/// The disjunctive sum, or the difference.
fn games(a: &Value, b: &Value, minus: bool, work: &mut Work) -> Faulty<Option<Value>> {
    work.solve(|games, budget| {
        let (Some(g), Some(h)) = (games.id(a, budget)?, games.id(b, budget)?) else {
            return Ok(None);
        };
        let id = if minus {
            games.solver.arena.difference(g, h, budget)?
        } else {
            games.solver.arena.sum(g, h, budget)?
        };
        games.export(id, budget).map(Some)
    })
}

/// `a * b`: of numbers, or a whole multiple of a game.
pub(crate) fn multiply(a: &Value, b: &Value, work: &mut Work) -> Faulty<Value> {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => {
            if let (Number::Small(_), Number::Small(_)) = (x, y) {
                return work.bounded(x.multiply(y));
            }
            work.charge_bits(x.bits() + y.bits())?;
            work.bounded(x.multiply(y))
        }
        (Value::Number(times), game @ Value::Game(_))
        | (game @ Value::Game(_), Value::Number(times)) => {
            let Some(times) = times.to_integer() else {
                return Err(kinds("*", a, b).help("only whole multiples of games have a meaning"));
            };
            work.solve(|games, budget| {
                let Some(id) = games.id(game, budget)? else { return Ok(None) };
                let id = games.solver.arena.multiple(id, &times, budget)?;
                games.export(id, budget).map(Some)
            })?
            .ok_or_else(|| kinds("*", a, b))
        }
        _ => Err(kinds("*", a, b)),
    }
}

fn numbers<'a>(sign: &str, a: &'a Value, b: &'a Value) -> Faulty<(&'a Number, &'a Number)> {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => Ok((x, y)),
        _ => Err(kinds(sign, a, b)),
    }
}

fn by_nought(a: &Value) -> Box<Fault> {
    Fault::undefined(format!("{} is divided by 0", shown(a)))
}

/// `a / b`, exact.
pub(crate) fn divide(a: &Value, b: &Value, work: &mut Work) -> Faulty<Value> {
    let (x, y) = numbers("/", a, b)?;
    work.charge_bits(if matches!((x, y), (Number::Small(_), Number::Small(_))) {
        0
    } else {
        x.bits() + y.bits()
    })?;
    work.bounded(x.divide(y).ok_or_else(|| by_nought(a))?)
}

/// `a // b`, rounded down.
pub(crate) fn divide_down(a: &Value, b: &Value, work: &mut Work) -> Faulty<Value> {
    let (x, y) = numbers("//", a, b)?;
    work.bounded(x.divide_down(y).ok_or_else(|| by_nought(a))?)
}

/// `a mod b`, what `//` leaves.
pub(crate) fn modulo(a: &Value, b: &Value, work: &mut Work) -> Faulty<Value> {
    let (x, y) = numbers("mod", a, b)?;
    work.bounded(x.modulo(y).ok_or_else(|| by_nought(a))?)
}

/// `a ^ b`, for whole exponents of at least 0.
pub(crate) fn power(a: &Value, b: &Value, work: &mut Work) -> Faulty<Value> {
    let (x, y) = numbers("^", a, b)?;
    if !y.is_integer() || y.sign() < 0 {
        return Err(Fault::undefined(format!(
            "an exponent is a whole number of at least 0, not {}",
            shown(b)
        )));
    }
    if let Number::Small(-1..=1) = x {
        let odd = y.modulo(&Number::from(2)) == Some(Number::ONE);
        return work.bounded(x.power(if y.is_zero() {
            0
        } else if odd {
            1
        } else {
            2
        }));
    }
    let exponent = y.to_i64().and_then(|exponent| exponent.to_u64()).unwrap_or(u64::MAX);
    // A base of b bits is at least 2^(b-1).
    let bits = (x.bits() - 1).max(1).saturating_mul(exponent);
    work.expect_bits(bits)?;
    work.bounded(x.power(exponent))
}

/// `-a`.
pub(crate) fn negate(a: &Value, work: &mut Work) -> Faulty<Value> {
    match a {
        Value::Number(x) => Ok(Value::Number(x.negate())),
        Value::Game(game) => work.solve(|games, budget| {
            let id = games.import(game, budget)?;
            let id = games.solver.arena.negative(id, budget)?;
            games.export(id, budget)
        }),
        _ => Err(Fault::kind(format!("{} has no negative: {}", a.kind(), shown(a)))),
    }
}

/// `a ++ b`.
pub(crate) fn join(a: &Value, b: &Value, work: &mut Work) -> Faulty<Value> {
    match (a, b) {
        (Value::List(x), Value::List(y)) => {
            work.charge_items(x.len().saturating_add(y.len()))?;
            let joined = x.iter().chain(y.iter()).cloned().collect();
            Ok(Value::list(joined))
        }
        (Value::Text(_), _) | (_, Value::Text(_)) if is_said(a) && is_said(b) => {
            let text = format!("{}{}", said(a, work)?, said(b, work)?);
            work.charge_text(text.len())?;
            Ok(Value::Text(Arc::new(text)))
        }
        _ => {
            let fault = Fault::kind(format!(
                "`++` joins lists, or texts with what can be written, not {} and {}: {} and {}",
                a.kind(),
                b.kind(),
                shown(a),
                shown(b)
            ));
            Err(fault.help("a single value is joined as `[x]`"))
        }
    }
}

/// Whether `value` may be a part of a text.
fn is_said(value: &Value) -> bool {
    match value {
        Value::Text(_)
        | Value::Number(_)
        | Value::Written(_)
        | Value::Game(_)
        | Value::Tuple(_) => true,
        Value::Bool(_) | Value::List(_) | Value::Position(_) | Value::Cut(_) | Value::Record(_) => {
            false
        }
    }
}

/// `value` as a part of a text: as prose would say it, and read back, for in the text nothing else
/// reads it.
fn said(value: &Value, work: &mut Work) -> Faulty<String> {
    if let Value::Text(text) = value {
        return Ok(text.to_string());
    }
    let text = writing::prose(value, &work.shared.style())
        .map_err(|error| Fault::kind(error.message).help(error.help))?;
    work.charge_text(text.len())?;
    if reading::agrees(&text, value) != Agreement::Agrees {
        return Err(Fault::kind(format!(
            "{} is written `{text}`, which says another value",
            shown(value)
        )));
    }
    Ok(text)
}

/// The ends of a range, which are whole numbers.
pub(crate) fn ends(a: &Value, b: &Value) -> Faulty<(i64, i64)> {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) if x.is_integer() && y.is_integer() => {
            match (x.to_i64(), y.to_i64()) {
                (Some(low), Some(high)) => Ok((low, high)),
                _ if x > y => Ok((1, 0)),
                _ => Err(Fault::too_large(format!(
                    "a range ends below 2^63, and this one goes from {} to {}",
                    shown(a),
                    shown(b)
                ))),
            }
        }
        _ => Err(Fault::kind(format!(
            "a range goes from a whole number to a whole number, not from {} to {}",
            shown(a),
            shown(b)
        ))),
    }
}

/// `a..b` as a list.
pub(crate) fn range(a: &Value, b: &Value, work: &mut Work) -> Faulty<Value> {
    let (low, high) = ends(a, b)?;
    let length = usize::try_from(i128::from(high) - i128::from(low) + 1);
    if low <= high {
        work.charge_items(length.unwrap_or(usize::MAX))?;
    }
    Ok(Value::list((low..=high).map(Value::from).collect()))
}

/// Whether `a` is a whole number from `low` to `high`.
pub(crate) fn in_range(a: &Value, low: &Value, high: &Value) -> Faulty<bool> {
    match (a, low, high) {
        (Value::Number(x), Value::Number(low), Value::Number(high))
            if low.is_integer() && high.is_integer() =>
        {
            Ok(x.is_integer() && low <= x && x <= high)
        }
        (Value::Game(_), Value::Number(_), Value::Number(_)) => Ok(false),
        (Value::Number(_), ..) => ends(low, high).map(|_| false),
        _ => Err(Fault::kind(format!(
            "only numbers stand in a range, and {} is {}",
            shown(a),
            a.kind()
        ))),
    }
}

/// `xs[i]`, from 1.
pub(crate) fn index<'a>(items: &'a Value, place: &Value) -> Faulty<&'a Value> {
    let own = indexed(items)?;
    match place {
        Value::Number(Number::Small(at)) => usize::try_from(*at)
            .ok()
            .and_then(|at| at.checked_sub(1))
            .and_then(|at| own.get(at))
            .ok_or_else(|| no_place(items, own, *at)),
        _ => Err(Fault::kind(format!("a place in a list is a whole number, not {}", shown(place)))),
    }
}

fn indexed(items: &Value) -> Faulty<&Items> {
    match items {
        Value::List(own) | Value::Tuple(own) => Ok(own),
        _ => Err(Fault::kind(format!(
            "only lists and tuples have places, and this is {}: {}",
            items.kind(),
            shown(items)
        ))),
    }
}

fn no_place(items: &Value, own: &Items, at: i64) -> Box<Fault> {
    let kind = if matches!(items, Value::List(_)) { "list" } else { "tuple" };
    let size = match own.len() {
        0 => "is empty".to_owned(),
        1 => "has one item".to_owned(),
        size => format!("has {size} items"),
    };
    Fault::undefined(format!("there is no place {at}: the {kind} {size}, counted from 1"))
}

/// `xs[a..b]`: the items at the places from `a` to `b`, which all exist.
pub(crate) fn slice(items: &Value, a: &Value, b: &Value, work: &mut Work) -> Faulty<Value> {
    let own = indexed(items)?;
    let Value::List(_) = items else {
        return Err(Fault::kind("only lists have runs of places, not tuples"));
    };
    let (low, high) = ends(a, b)?;
    if low > high {
        return Ok(Value::list(Vec::new()));
    }
    let start = usize::try_from(low).ok().and_then(|low| low.checked_sub(1));
    let part = start.zip(usize::try_from(high).ok()).and_then(|(low, high)| own.get(low..high));
    match part {
        Some(part) => {
            work.charge(part.len() as u64)?;
            Ok(Value::list(part.to_vec()))
        }
        None => Err(no_place(items, own, if low < 1 { low } else { high })),
    }
}

//! How values compare, and which comparisons are errors.
//!
//! Only things of one kind compare; numbers and games are one kind. A game that is no number is
//! never equal to a number, and may be less, greater or confused.

use std::cmp::Ordering;

use crate::arithmetic::Number;
use crate::language::failure::Fault;
use crate::language::failure::Faulty;
use crate::language::failure::shorten;
use crate::language::game::from_dyadic;
use crate::language::syntax::Comparison;
use crate::language::value::Value;
use crate::language::work::Work;
use crate::language::writing;

/// A value as a message shows it.
pub(crate) fn shown(value: &Value) -> String {
    shorten(&writing::plain(value))
}

/// Whether `left` and `right` stand in this relation.
pub(crate) fn compare(
    sign: Comparison,
    left: &Value,
    right: &Value,
    work: &mut Work,
) -> Faulty<bool> {
    match sign {
        Comparison::Equal => equal(left, right, work),
        Comparison::Unequal => Ok(!equal(left, right, work)?),
        Comparison::Less => Ok(ordering(left, right, work)? == Some(Ordering::Less)),
        Comparison::AtMost => {
            Ok(matches!(ordering(left, right, work)?, Some(Ordering::Less | Ordering::Equal)))
        }
        Comparison::Greater => Ok(ordering(left, right, work)? == Some(Ordering::Greater)),
        Comparison::AtLeast => {
            Ok(matches!(ordering(left, right, work)?, Some(Ordering::Greater | Ordering::Equal)))
        }
        Comparison::Confused => Ok(ordering(left, right, work)?.is_none()),
        Comparison::In => contains(left, right, work),
        Comparison::Divides => divides(left, right),
    }
}

/// Whether two values of one kind are equal.
pub(crate) fn equal(left: &Value, right: &Value, work: &mut Work) -> Faulty<bool> {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => Ok(a == b),
        (Value::Game(a), Value::Game(b)) => Ok(a == b),
        (Value::Number(_), Value::Game(_)) | (Value::Game(_), Value::Number(_)) => Ok(false),
        (Value::Bool(a), Value::Bool(b)) => Ok(a == b),
        (Value::Text(a), Value::Text(b)) => Ok(a == b),
        (Value::Position(a), Value::Position(b)) => Ok(a == b),
        (Value::Cut(a), Value::Cut(b)) => Ok(a == b),
        (Value::List(a), Value::List(b)) => {
            if a.len() != b.len() {
                return Ok(false);
            }
            all_equal(a, b, work)
        }
        (Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => all_equal(a, b, work),
        _ => Err(different_kinds(left, right)),
    }
}

fn all_equal(left: &[Value], right: &[Value], work: &mut Work) -> Faulty<bool> {
    for (left, right) in left.iter().zip(right) {
        work.charge(1)?;
        if !equal(left, right, work)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn different_kinds(left: &Value, right: &Value) -> Box<Fault> {
    if let (Value::Record(record), _) | (_, Value::Record(record)) = (left, right) {
        let fault = Fault::kind(format!("the findings of `{}` are no value", record.name));
        return fault.help(format!("ask for one of them, as in `{}.fails`", record.name));
    }
    if let (Value::Written(_), _) | (_, Value::Written(_)) = (left, right) {
        return Fault::kind("a number that is written in a certain way does not compare").help(
            "compare the number itself; `words`, `ordinal`, `pct`, `raw` and `approx` come last",
        );
    }
    Fault::kind(format!(
        "{} does not compare with {}: {} and {}",
        left.kind(),
        right.kind(),
        shown(left),
        shown(right)
    ))
}

/// How two numbers or games compare; `None` if they are confused.
pub(crate) fn ordering(left: &Value, right: &Value, work: &mut Work) -> Faulty<Option<Ordering>> {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => Ok(Some(a.cmp(b))),
        (Value::Number(_) | Value::Game(_), Value::Number(_) | Value::Game(_)) => {
            let known = work.solve(|games, budget| {
                let (Some(g), Some(h)) = (games.id(left, budget)?, games.id(right, budget)?) else {
                    return Ok(None);
                };
                let below = games.solver.arena.le(g, h, budget)?;
                let above = games.solver.arena.le(h, g, budget)?;
                Ok(Some(match (below, above) {
                    (true, true) => Some(Ordering::Equal),
                    (true, false) => Some(Ordering::Less),
                    (false, true) => Some(Ordering::Greater),
                    (false, false) => None,
                }))
            })?;
            match (known, left, right) {
                (Some(known), ..) => Ok(known),
                (None, Value::Number(x), game) => by_stops(x, game, work),
                (None, game, Value::Number(x)) => {
                    Ok(by_stops(x, game, work)?.map(Ordering::reverse))
                }
                (None, ..) => Err(different_kinds(left, right)),
            }
        }
        (Value::Text(_), Value::Text(_))
        | (Value::List(_), Value::List(_))
        | (Value::Tuple(_), Value::Tuple(_))
        | (Value::Bool(_), Value::Bool(_)) => Err(Fault::kind(format!(
            "only numbers and games are less or greater, not {} and {}",
            shown(left),
            shown(right)
        ))),
        _ => Err(different_kinds(left, right)),
    }
}

/// How a fraction that is no game compares with a game: by the game's stops, which are dyadic and so
/// never equal to it.
fn by_stops(x: &Number, game: &Value, work: &mut Work) -> Faulty<Option<Ordering>> {
    let stops = work.solve(|games, budget| {
        Ok(games.id(game, budget)?.map(|id| {
            let arena = &games.solver.arena;
            (from_dyadic(arena.left_stop(id)), from_dyadic(arena.right_stop(id)))
        }))
    })?;
    let Some((left, right)) = stops else {
        return Err(different_kinds(&Value::Number(x.clone()), game));
    };
    Ok(if *x < right {
        Some(Ordering::Less)
    } else if *x > left {
        Some(Ordering::Greater)
    } else {
        None
    })
}

fn contains(item: &Value, list: &Value, work: &mut Work) -> Faulty<bool> {
    let Value::List(items) = list else {
        return Err(Fault::kind(format!(
            "`in` asks whether a list holds a value, and {} is {}",
            shown(list),
            list.kind()
        )));
    };
    for own in items.iter() {
        work.charge(1)?;
        if equal(item, own, work)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn divides(left: &Value, right: &Value) -> Faulty<bool> {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) if a.is_integer() && b.is_integer() => {
            Ok(match b.modulo(a) {
                Some(rest) => rest.is_zero(),
                None => b.is_zero(),
            })
        }
        _ => Err(Fault::kind(format!(
            "`divides` asks about whole numbers, not {} and {}",
            shown(left),
            shown(right)
        ))),
    }
}

/// An error unless `only`, the first of those whose extreme is sought, can be one.
pub(crate) fn lone(only: &Value, work: &mut Work) -> Faulty<()> {
    match only {
        Value::Number(_) | Value::Game(_) => ordering(only, only, work).map(drop),
        _ => Err(Fault::kind(format!(
            "only numbers and games have a largest and a smallest, not {}",
            shown(only)
        ))),
    }
}

/// The larger (or smaller) of two; an error if they are confused.
pub(crate) fn extreme(
    kept: &Value,
    next: &Value,
    wanted: Ordering,
    work: &mut Work,
) -> Faulty<bool> {
    match ordering(next, kept, work)? {
        Some(order) => Ok(order == wanted),
        None => Err(Fault::undefined(format!(
            "{} and {} are confused, so neither is the larger",
            shown(kept),
            shown(next)
        ))),
    }
}

/// Sorts values of one kind; numbers come before games that are none.
pub(crate) fn sort(values: &mut [Value], work: &mut Work) -> Faulty<()> {
    if let Some((first, rest)) = values.split_first() {
        for value in rest {
            same_kind(first, value)?;
        }
    }
    let steps = values.len().checked_ilog2().unwrap_or(0);
    work.charge(values.len() as u64 * u64::from(steps))?;
    values.sort_unstable();
    Ok(())
}

/// An error unless the two may stand side by side in a sorted list.
pub(crate) fn same_kind(left: &Value, right: &Value) -> Faulty<()> {
    match (left, right) {
        (Value::Number(_) | Value::Game(_), Value::Number(_) | Value::Game(_))
        | (Value::Bool(_), Value::Bool(_))
        | (Value::Text(_), Value::Text(_))
        | (Value::List(_), Value::List(_))
        | (Value::Position(_), Value::Position(_))
        | (Value::Cut(_), Value::Cut(_)) => Ok(()),
        (Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => {
            a.iter().zip(b.iter()).try_for_each(|(a, b)| same_kind(a, b))
        }
        _ => Err(different_kinds(left, right)),
    }
}

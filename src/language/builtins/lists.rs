//! Functions of lists.

use std::cmp::Ordering;

use hashbrown::HashMap;

use crate::arithmetic::Number;
use crate::language::arithmetic;
use crate::language::builtins::Builtin;
use crate::language::failure::Fault;
use crate::language::failure::Faulty;
use crate::language::order;
use crate::language::order::shown;
use crate::language::value::Value;
use crate::language::work::Work;

/// Applies a function of one list.
pub(super) fn apply(builtin: Builtin, a: &Value, work: &mut Work) -> Faulty<Value> {
    let items = match a {
        Value::List(items) => &**items,
        Value::Tuple(items) if builtin == Builtin::Size => &**items,
        _ => {
            return Err(Fault::kind(format!(
                "`{}` takes a list, not {}: {}",
                builtin.name(),
                a.kind(),
                shown(a)
            ))
            .help("several values stand in square brackets, as in `max([a, b])`"));
        }
    };
    if builtin == Builtin::Size {
        return Ok(Value::Number(Number::count(items.len())));
    }
    work.charge(items.len() as u64)?;
    match builtin {
        Builtin::Sums => running(items, Value::from(0), work, arithmetic::add),
        Builtin::Products => running(items, Value::from(1), work, arithmetic::multiply),
        Builtin::Ranks => Ok(ranks(items)),
        Builtin::Set => set(items.to_vec(), work),
        _ => aggregate(builtin, items, work),
    }
}

/// `all`, `any`, `count`, `sum`, `product`, `max`, `min`, `first` of a list.
fn aggregate(builtin: Builtin, items: &[Value], work: &mut Work) -> Faulty<Value> {
    let truth = |item: &Value| {
        item.as_bool().ok_or_else(|| {
            Fault::kind(format!(
                "`{}` takes a list of true and false, not of {}",
                builtin.name(),
                item.kind()
            ))
        })
    };
    let empty = || Fault::undefined(format!("`{}` of an empty list", builtin.name()));
    match builtin {
        Builtin::All => {
            items.iter().try_fold(true, |all, item| Ok(all & truth(item)?)).map(Value::Bool)
        }
        Builtin::AnyTrue => {
            items.iter().try_fold(false, |any, item| Ok(any | truth(item)?)).map(Value::Bool)
        }
        Builtin::Count => items
            .iter()
            .try_fold(0_i64, |count, item| Ok(count + i64::from(truth(item)?)))
            .map(Value::from),
        Builtin::Sum => {
            items.iter().try_fold(Value::from(0), |sum, item| arithmetic::add(&sum, item, work))
        }
        Builtin::Product => items
            .iter()
            .try_fold(Value::from(1), |product, item| arithmetic::multiply(&product, item, work)),
        Builtin::Max | Builtin::Min => {
            let wanted = if builtin == Builtin::Max { Ordering::Greater } else { Ordering::Less };
            let (first, rest) = items.split_first().ok_or_else(empty)?;
            order::lone(first, work)?;
            let mut kept = first;
            for item in rest {
                if order::extreme(kept, item, wanted, work)? {
                    kept = item;
                }
            }
            Ok(kept.clone())
        }
        _ => items.first().cloned().ok_or_else(empty),
    }
}

fn running(
    items: &[Value],
    start: Value,
    work: &mut Work,
    step: fn(&Value, &Value, &mut Work) -> Faulty<Value>,
) -> Faulty<Value> {
    let mut total = start;
    let mut totals = Vec::with_capacity(items.len());
    for item in items {
        total = step(&total, item, work)?;
        totals.push(total.clone());
    }
    Ok(Value::list(totals))
}

/// Of each item, how many up to it are equal to it.
fn ranks(items: &[Value]) -> Value {
    let mut seen: HashMap<&Value, i64, foldhash::fast::FixedState> = HashMap::default();
    let ranks = items.iter().map(|item| {
        let rank = seen.entry(item).or_insert(0);
        *rank += 1;
        Value::from(*rank)
    });
    Value::list(ranks.collect())
}

/// The sorted list without repeats.
fn set(mut items: Vec<Value>, work: &mut Work) -> Faulty<Value> {
    order::sort(&mut items, work)?;
    items.dedup();
    Ok(Value::list(items))
}

/// The list of `(k, [e, …])` in order of `k`, from pairs `(k, e)` in the order found.
pub(crate) fn group(pairs: &[Value], work: &mut Work) -> Faulty<Value> {
    let mut keyed: Vec<(Value, usize, Value)> = Vec::with_capacity(pairs.len());
    for (index, pair) in pairs.iter().enumerate() {
        if let Some([key, item]) = pair.as_tuple() {
            if let Some((first, ..)) = keyed.first() {
                order::same_kind(first, key)?;
            }
            keyed.push((key.clone(), index, item.clone()));
        }
    }
    let steps = keyed.len().checked_ilog2().unwrap_or(0);
    work.charge(keyed.len() as u64 * u64::from(steps))?;
    keyed.sort_unstable_by(|(a, i, _), (b, j, _)| a.cmp(b).then(i.cmp(j)));
    let groups = keyed.chunk_by(|(a, ..), (b, ..)| a == b).filter_map(|chunk| {
        let (key, ..) = chunk.first()?;
        let items = chunk.iter().map(|(.., item)| item.clone()).collect();
        Some(Value::tuple(vec![key.clone(), Value::list(items)]))
    });
    Ok(Value::list(groups.collect()))
}

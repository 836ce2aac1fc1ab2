//! Two more ways to a cake's value, which share no code with the solver's default.
//!
//! What is found is a value like any other, so that claims can compare the ways.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::arithmetic::Number;
use crate::cgt::construction;
use crate::cgt::construction::Cutting;
use crate::cgt::integers;
use crate::cgt::integers::IntegersError;
use crate::language::failure::Fault;
use crate::language::failure::Faulty;
use crate::language::position;
use crate::language::value::Value;
use crate::language::work::Work;

/// What a block has found and paid for on these ways, of each game apart.
#[derive(Debug, Default)]
pub(crate) struct Routes {
    construction: [construction::Account; 2],
    constructed: HashMap<(Cutting, u64, u64), Value, FixedState>,
    integers: [integers::Account; 2],
}

/// Rows and columns of a cake.
fn sides(builtin: &str, arguments: &[Value]) -> Faulty<(u64, u64)> {
    if let [Value::Number(Number::Small(rows)), Value::Number(Number::Small(columns))] = arguments
        && let (Ok(rows @ 1..), Ok(columns @ 1..)) = (u64::try_from(*rows), u64::try_from(*columns))
    {
        return Ok((rows, columns));
    }
    let parts: Vec<&Value> = arguments
        .iter()
        .flat_map(|argument| match argument {
            Value::Tuple(parts) => parts.iter().collect(),
            _ => vec![argument],
        })
        .collect();
    match parts.as_slice() {
        [rows, columns] => {
            let (rows, columns) =
                (position::size("a cake", rows)?, position::size("a cake", columns)?);
            if rows == 0 || columns == 0 {
                return Err(Fault::undefined("a cake has at least one row and one column"));
            }
            Ok((rows, columns))
        }
        _ => Err(Fault::undefined(format!("`{builtin}` takes the rows and columns of a cake"))),
    }
}

/// `by_construction(ruleset, m, n)`: the name of the canonical form that genuine sums lead to, read
/// as a game.
pub(crate) fn by_construction(
    ruleset: &str,
    arguments: &[Value],
    work: &mut Work,
) -> Faulty<Value> {
    let (rows, columns) = sides("by_construction", arguments)?;
    let Some(cutting) = Cutting::of_name(ruleset) else {
        return Err(only_cakes("by_construction", ruleset));
    };
    let key = (cutting, rows, columns);
    if let Some(known) = work.routes.constructed.get(&key) {
        return Ok(known.clone());
    }
    let shared = work.shared.clone();
    let mut account = std::mem::take(&mut work.routes.construction[cutting as usize]);
    let read = work
        .search(|budget| shared.by_construction(&mut account, cutting, (rows, columns), budget));
    work.routes.construction[cutting as usize] = account;
    let value = read?
        .map_err(|name| Fault::undefined(format!("the construction ended in `{name}`, no game")))?;
    work.routes.constructed.insert(key, value.clone());
    Ok(value)
}

/// `by_integers(ruleset, m, n)`.
pub(crate) fn by_integers(ruleset: &str, arguments: &[Value], work: &mut Work) -> Faulty<Value> {
    let (rows, columns) = sides("by_integers", arguments)?;
    let Some(cutting) = Cutting::of_name(ruleset) else {
        return Err(only_cakes("by_integers", ruleset));
    };
    let shared = work.shared.clone();
    let mut account = std::mem::take(&mut work.routes.integers[cutting as usize]);
    let found = work.search(|budget| {
        let mut integers = shared.integers(cutting);
        let found = match cutting {
            Cutting::Equally => integers.maundy_for(&mut account, (rows, columns), budget),
            Cutting::InTwo => integers.cutcake_for(&mut account, (rows, columns), budget),
        };
        match found {
            Err(IntegersError::Exhausted(exhausted)) => Err(exhausted),
            other => Ok(other),
        }
    });
    work.routes.integers[cutting as usize] = account;
    match found? {
        Ok(value) => Ok(Value::Number(Number::integer(value.into()))),
        Err(error) => Err(Fault::undefined(error.to_string())),
    }
}

fn only_cakes(builtin: &str, ruleset: &str) -> Box<Fault> {
    Fault::undefined(format!("`{builtin}` knows \"cutcake\" and \"maundy\", not \"{ruleset}\""))
}

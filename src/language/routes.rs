//! Two more ways to a cake's value, which share no code with the solver's default.
//!
//! What is found is a value like any other, so that claims can compare the ways.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::arithmetic::Number;
use crate::cgt::ParseError;
use crate::cgt::construction::Construction;
use crate::cgt::construction::Cutting;
use crate::cgt::integers::Integers;
use crate::cgt::integers::IntegersError;
use crate::language::failure::Fault;
use crate::language::failure::Faulty;
use crate::language::position;
use crate::language::value::Value;
use crate::language::work::Work;

/// What a block has found on these ways.
#[derive(Debug, Default)]
pub(crate) struct Routes {
    construction: Option<Box<Construction>>,
    constructed: HashMap<(Cutting, u64, u64), Value, FixedState>,
    integers: Option<Box<Integers>>,
}

/// Rows and columns of a cake.
fn sides(builtin: &str, arguments: &[Value]) -> Faulty<(u64, u64)> {
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
    let mut construction = work.routes.construction.take().unwrap_or_default();
    let name = work.solve(|_, budget| {
        let form = construction.cake(cutting, rows, columns, budget)?;
        construction.name(form, budget)
    });
    work.routes.construction = Some(construction);
    let value = read(&name?, work)?;
    work.routes.constructed.insert(key, value.clone());
    Ok(value)
}

/// The game of this name, which the solver wrote.
fn read(name: &str, work: &mut Work) -> Faulty<Value> {
    let value = work.solve(|games, budget| match games.solver.arena.parse(name, budget) {
        Ok(id) => games.export(id, budget).map(Some),
        Err(ParseError::Exhausted(exhausted)) => Err(exhausted),
        Err(ParseError::Unexpected { .. }) => Ok(None),
    })?;
    value.ok_or_else(|| Fault::undefined(format!("the construction ended in `{name}`, no game")))
}

/// `by_integers(ruleset, m, n)`.
pub(crate) fn by_integers(ruleset: &str, arguments: &[Value], work: &mut Work) -> Faulty<Value> {
    let (rows, columns) = sides("by_integers", arguments)?;
    let is_maundy = match ruleset {
        "maundy" => true,
        "cutcake" => false,
        _ => return Err(only_cakes("by_integers", ruleset)),
    };
    let mut integers = work.routes.integers.take().unwrap_or_default();
    let found = work.solve(|_, budget| {
        let found = if is_maundy {
            integers.maundy(rows, columns, budget)
        } else {
            integers.cutcake(rows, columns, budget)
        };
        match found {
            Err(IntegersError::Exhausted(exhausted)) => Err(exhausted),
            other => Ok(other),
        }
    });
    work.routes.integers = Some(integers);
    match found? {
        Ok(value) => Ok(Value::Number(Number::integer(value.into()))),
        Err(error) => Err(Fault::undefined(error.to_string())),
    }
}

fn only_cakes(builtin: &str, ruleset: &str) -> Box<Fault> {
    Fault::undefined(format!("`{builtin}` knows \"cutcake\" and \"maundy\", not \"{ruleset}\""))
}

//! Positions and cuts as values.
//!
//! A position keeps no value of its own; asking for one lets the solver of the block work. Values of
//! positions given by one or two small sizes are remembered in a table, since claims ask for the
//! same cakes again and again.

use std::sync::Arc;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::arithmetic::Number;
use crate::cgt;
use crate::cgt::ParseError;
use crate::cgt::Player;
use crate::cgt::construction::Construction;
use crate::cgt::construction::Cutting;
use crate::cgt::integers::Integers;
use crate::cgt::integers::IntegersError;
use crate::language::attribute::missing;
use crate::language::failure::Fault;
use crate::language::failure::Faulty;
use crate::language::order::shown;
use crate::language::value::Value;
use crate::language::work::MAX_ITEMS;
use crate::language::work::Work;

/// Sizes from here on are not looked up in a table.
const TABLE_SIDE: usize = 1 << 10;

/// A way to cut a position (or, in other games, a move).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cut {
    /// Where, or by what: in Cutcake the line, in Maundy Cake the divisor.
    pub by: u64,
    /// What is left, each part with how many copies of it.
    pub pieces: Vec<(cgt::Position, u64)>,
    /// What that is worth.
    pub value: Value,
}

/// The rulesets that a block has asked for, each with values of its positions.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    known: Vec<Known>,
    construction: Option<Box<Construction>>,
    constructed: HashMap<(Cutting, u64, u64), Value, FixedState>,
    integers: Option<Box<Integers>>,
}

/// A ruleset, by the name that was asked for.
#[derive(Debug)]
struct Known {
    name: String,
    family: Arc<dyn cgt::Family>,
    values: Vec<Option<Value>>,
}

impl Positions {
    /// The place of the ruleset of this name.
    #[inline]
    fn find(&mut self, name: &str) -> Faulty<usize> {
        if let Some(place) = self.known.iter().position(|known| known.name == name) {
            return Ok(place);
        }
        let family = cgt::ruleset(name).map_err(|error| match error {
            cgt::RulesetError::Unknown => {
                missing("the solver", name, cgt::rulesets::NAMES.iter().copied())
            }
            cgt::RulesetError::Parameter(error) => {
                Fault::undefined(format!("`{name}` is no game: {error}"))
            }
        })?;
        self.known.push(Known { name: name.to_owned(), family, values: Vec::new() });
        Ok(self.known.len() - 1)
    }
}

/// Where the value of a position of these sizes stands in its table.
fn slot(sizes: &[Value]) -> Option<usize> {
    let side = |value: &Value| {
        value.as_i64().and_then(|n| usize::try_from(n).ok()).filter(|&n| n < TABLE_SIDE)
    };
    match sizes {
        [m, n] => {
            let (m, n) = (side(m)?, side(n)?);
            // Squares around the origin, so that the table grows with the larger side.
            Some(if m < n { n * n + m } else { m * m + m + n })
        }
        _ => None,
    }
}

/// The value of the position of `ruleset` that `arguments` describe.
#[inline]
pub(crate) fn value(ruleset: &str, arguments: &[Value], work: &mut Work) -> Faulty<Value> {
    let place = work.positions.find(ruleset)?;
    let slot = slot(arguments);
    if let Some(slot) = slot
        && let Some(Some(known)) = work.positions.known[place].values.get(slot)
    {
        return Ok(known.clone());
    }
    let position = position(ruleset, arguments, work)?;
    let value = solve(&position, work)?;
    if let Some(slot) = slot {
        let values = &mut work.positions.known[place].values;
        if values.len() <= slot {
            values.resize(slot + 1, None);
        }
        values[slot] = Some(value.clone());
    }
    Ok(value)
}

fn solve(position: &cgt::Position, work: &mut Work) -> Faulty<Value> {
    work.solve(|games, budget| {
        let id = position.value(&mut games.solver, budget)?;
        games.export(id, budget)
    })
}

/// The position of `ruleset` that `arguments` describe: sizes, or one text.
pub(crate) fn position(
    ruleset: &str,
    arguments: &[Value],
    work: &mut Work,
) -> Faulty<cgt::Position> {
    let place = work.positions.find(ruleset)?;
    let family = &work.positions.known[place].family;
    if let [Value::Text(text)] = arguments {
        return family.read(text).map_err(|error| {
            Fault::undefined(format!(
                "`{text}` is no position of {ruleset}: {error}, at character {}",
                text.get(..error.at).map_or(0, |before| before.chars().count()) + 1
            ))
        });
    }
    let mut sizes = Vec::new();
    for argument in arguments {
        match argument {
            Value::Tuple(parts) => {
                for part in parts.iter() {
                    sizes.push(size(ruleset, part)?);
                }
            }
            _ => sizes.push(size(ruleset, argument)?),
        }
    }
    family.sized(&sizes).map_err(|error| {
        let shown: Vec<String> = sizes.iter().map(u64::to_string).collect();
        Fault::undefined(format!("{ruleset} has no position ({}): {error}", shown.join(", ")))
    })
}

fn size(ruleset: &str, value: &Value) -> Faulty<u64> {
    value.as_i64().and_then(|size| u64::try_from(size).ok()).ok_or_else(|| {
        Fault::undefined(format!(
            "the sizes of a position of {ruleset} are whole numbers below 2^63, not {}",
            shown(value)
        ))
    })
}

/// The player that `LEFT` or `RIGHT` stands for.
fn player(value: &Value) -> Faulty<Player> {
    match value.as_text() {
        Some("L") => Ok(Player::Left),
        Some("R") => Ok(Player::Right),
        _ => Err(Fault::kind(format!("a player is LEFT or RIGHT, not {}", shown(value)))),
    }
}

/// `position.name`.
pub(crate) fn attribute(position: &cgt::Position, name: &str, work: &mut Work) -> Faulty<Value> {
    let list = |positions: Vec<cgt::Position>, work: &mut Work| {
        work.charge_items(positions.len())?;
        let wrap = |position| Value::Position(Arc::new(position));
        Ok(Value::list(positions.into_iter().map(wrap).collect()))
    };
    match name {
        "value" => solve(position, work),
        "ruleset" => Ok(Value::text(&position.ruleset())),
        "sizes" => match position.sizes() {
            Some(sizes) => Ok(cake(&sizes)),
            None => Err(Fault::undefined(format!("the position {position} is given by no sizes"))),
        },
        "pieces" => pieces(&position.pieces(), work),
        "unreduced_forms" => {
            let forms = work.solve(|_, budget| position.unreduced_forms(budget))?;
            Ok(Value::Number(Number::count(forms)))
        }
        "unreduced_value" => work.solve(|games, budget| {
            let id = position.unreduced_value(&mut games.solver, budget)?;
            games.export(id, budget)
        }),
        "followers" => {
            let followers = work.solve(|_, budget| position.followers(budget))?;
            list(followers, work)
        }
        "parts" => {
            let parts = work.solve(|_, budget| position.parts(budget))?;
            list(parts, work)
        }
        "cuts" | "best_cuts" => Err(Fault::kind(format!(
            "`{name}` wants a player: `.{name}(LEFT)` or `.{name}(RIGHT)`"
        ))),
        _ => Err(missing(
            "a position",
            name,
            [
                "value",
                "cuts",
                "best_cuts",
                "unreduced_forms",
                "unreduced_value",
                "followers",
                "parts",
                "pieces",
                "sizes",
                "ruleset",
            ],
        )),
    }
}

/// `position.name(argument)`.
pub(crate) fn method(
    position: &cgt::Position,
    name: &str,
    argument: &Value,
    work: &mut Work,
) -> Faulty<Value> {
    if !matches!(name, "cuts" | "best_cuts") {
        return Err(missing("a position", name, ["cuts", "best_cuts"]));
    }
    let player = player(argument)?;
    let cuts = work.solve(|games, budget| {
        let cuts = if name == "cuts" {
            position.cuts(player, &mut games.solver, budget)?
        } else {
            position.best_cuts(player, &mut games.solver, budget)?
        };
        cuts.into_iter()
            .map(|cut| {
                let value = games.export(cut.value, budget)?;
                Ok(Value::Cut(Arc::new(Cut { by: cut.by, pieces: cut.pieces, value })))
            })
            .collect::<Result<Vec<Value>, _>>()
    })?;
    work.charge_items(cuts.len())?;
    Ok(Value::list(cuts))
}

/// `cut.name`.
pub(crate) fn cut_attribute(cut: &Cut, name: &str, work: &mut Work) -> Faulty<Value> {
    match name {
        "by" => Ok(Value::Number(Number::integer(cut.by.into()))),
        "value" => Ok(cut.value.clone()),
        "pieces" => pieces(&cut.pieces, work),
        _ => Err(missing("a cut", name, ["by", "pieces", "value"])),
    }
}

/// The pieces one by one: cakes as tuples, other pieces as positions.
fn pieces(pieces: &[(cgt::Position, u64)], work: &mut Work) -> Faulty<Value> {
    let count = pieces.iter().fold(0_u64, |count, (_, times)| count.saturating_add(*times));
    work.charge_items(usize::try_from(count).unwrap_or(MAX_ITEMS + 1))?;
    let mut list = Vec::new();
    for (piece, times) in pieces {
        let value = match piece.sizes() {
            Some(sizes) => cake(&sizes),
            None => Value::Position(Arc::new(piece.clone())),
        };
        list.extend((0..*times).map(|_| value.clone()));
    }
    Ok(Value::list(list))
}

/// Sizes as a tuple; a single size as itself.
fn cake(sizes: &[u64]) -> Value {
    let side = |&size: &u64| Value::Number(Number::integer(size.into()));
    match sizes {
        [size] => side(size),
        _ => Value::tuple(sizes.iter().map(side).collect()),
    }
}

/// `misere_outcome(position)`.
pub(crate) fn misere_outcome(position: &cgt::Position, work: &mut Work) -> Faulty<Value> {
    let outcome = work.solve(|_, budget| position.misere_outcome(budget))?;
    Ok(Value::text(&outcome.to_string()))
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
            let (rows, columns) = (size("a cake", rows)?, size("a cake", columns)?);
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
    if let Some(known) = work.positions.constructed.get(&key) {
        return Ok(known.clone());
    }
    let mut construction = work.positions.construction.take().unwrap_or_default();
    let name = work.solve(|_, budget| {
        let form = construction.cake(cutting, rows, columns, budget)?;
        construction.name(form, budget)
    });
    work.positions.construction = Some(construction);
    let value = read(&name?, work)?;
    work.positions.constructed.insert(key, value.clone());
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
    let mut integers = work.positions.integers.take().unwrap_or_default();
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
    work.positions.integers = Some(integers);
    match found? {
        Ok(value) => Ok(Value::Number(Number::integer(value.into()))),
        Err(error) => Err(Fault::undefined(error.to_string())),
    }
}

fn only_cakes(builtin: &str, ruleset: &str) -> Box<Fault> {
    Fault::undefined(format!("`{builtin}` knows \"cutcake\" and \"maundy\", not \"{ruleset}\""))
}

//! Games as values: apart from any arena, with their names.
//!
//! [`Games`] is the solver as the evaluator of one block uses it: its own arena, so that what is
//! charged never depends on what was computed elsewhere.

use std::cmp::Ordering;
use std::hash::Hash;
use std::hash::Hasher;
use std::sync::Arc;
use std::sync::OnceLock;

use hashbrown::HashMap;

use crate::arithmetic::Number;
use crate::arithmetic::dyadic::Dyadic;
use crate::cgt::Arena;
use crate::cgt::Budget;
use crate::cgt::Exhausted;
use crate::cgt::GameId;
use crate::cgt::Player;
use crate::cgt::Portable;
use crate::cgt::Solver;
use crate::language::attribute::missing;
use crate::language::failure::Fault;
use crate::language::failure::Faulty;
use crate::language::order::shown;
use crate::language::value::Value;
use crate::language::work::Work;

/// Units of work for naming one game when it is written.
const NAMING: u64 = 5_000_000;

/// A game that is no number.
#[derive(Debug)]
pub struct Game {
    portable: Portable,
    name: OnceLock<String>,
}

impl Game {
    /// The game apart from any arena.
    #[must_use]
    pub fn portable(&self) -> &Portable {
        &self.portable
    }

    /// Its name in the usual notation, in ASCII where that has a spelling: `*`, `{2|-2}`, `^`. A
    /// game too large to be named is `{…}`, which no reader accepts.
    ///
    /// # Cost
    ///
    /// Named at the first call, then remembered.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.get_or_init(|| {
            let mut arena = Arena::new();
            let mut budget = Budget::units(NAMING);
            arena
                .import(&self.portable, &mut budget)
                .and_then(|id| arena.name(id, &mut budget))
                .unwrap_or_else(|_| "{…}".to_owned())
        })
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.portable == other.portable
    }
}

impl Eq for Game {}

impl PartialOrd for Game {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Game {
    /// Only for sorting; it is not the order of games.
    fn cmp(&self, other: &Self) -> Ordering {
        self.portable.cmp(&other.portable)
    }
}

impl Hash for Game {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.portable.hash(state);
    }
}

/// The value of a game apart from any arena: a number if it is one.
#[must_use]
pub fn value_of(portable: Portable) -> Value {
    match portable.as_number() {
        Some(dyadic) => Value::Number(from_dyadic(dyadic)),
        None => Value::Game(Arc::new(Game { portable, name: OnceLock::new() })),
    }
}

/// The number `x`.
#[must_use]
pub fn from_dyadic(x: &Dyadic) -> Number {
    match x.to_i64() {
        Some(small) => Number::Small(small),
        None => Number::ratio(x.numerator(), x.denominator()).unwrap_or(Number::ZERO),
    }
}

/// The dyadic rational that `x` is, if it is one.
#[must_use]
pub fn to_dyadic(x: &Number) -> Option<Dyadic> {
    match x {
        Number::Small(small) => Some(Dyadic::from(*small)),
        Number::Big(_) | Number::Fraction(_) => {
            Dyadic::from_fraction(&x.numerator(), &x.denominator())
        }
    }
}

/// The solver of one block.
pub(crate) struct Games {
    pub(crate) solver: Solver,
    /// Games already brought into the arena, by address; the games are kept alive.
    imported: HashMap<usize, (Arc<Game>, GameId)>,
}

impl Games {
    pub(crate) fn new() -> Self {
        Self { solver: Solver::new(), imported: HashMap::new() }
    }

    /// The id of `game` in the arena.
    pub(crate) fn import(
        &mut self,
        game: &Arc<Game>,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        let address = Arc::as_ptr(game) as usize;
        if let Some((_, id)) = self.imported.get(&address) {
            return Ok(*id);
        }
        let id = self.solver.arena.import(&game.portable, budget)?;
        self.imported.insert(address, (Arc::clone(game), id));
        Ok(id)
    }

    /// The value of the game with this id.
    pub(crate) fn export(&mut self, id: GameId, budget: &mut Budget) -> Result<Value, Exhausted> {
        if let Some(dyadic) = self.solver.arena.as_number(id) {
            return Ok(Value::Number(from_dyadic(dyadic)));
        }
        Ok(value_of(self.solver.arena.export(id, budget)?))
    }

    /// The id of a value that is a game: a dyadic number or a game. `Ok(None)` for others.
    pub(crate) fn id(
        &mut self,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<Option<GameId>, Exhausted> {
        match value {
            Value::Game(game) => self.import(game, budget).map(Some),
            Value::Number(number) => match to_dyadic(number) {
                Some(dyadic) => self.solver.arena.number(&dyadic).map(Some),
                None => Ok(None),
            },
            Value::Bool(_)
            | Value::Text(_)
            | Value::List(_)
            | Value::Tuple(_)
            | Value::Position(_)
            | Value::Cut(_)
            | Value::Record(_)
            | Value::Written(_) => Ok(None),
        }
    }
}

/// `game.name`, for a game that may be a number.
pub(crate) fn attribute(value: &Value, name: &str, work: &mut Work) -> Faulty<Value> {
    if let Value::Number(number) = value
        && name == "outcome"
    {
        return Ok(Value::text(match number.sign() {
            1 => "L",
            -1 => "R",
            _ => "P",
        }));
    }
    if let Value::Number(number) = value
        && to_dyadic(number).is_none()
    {
        return Err(Fault::undefined(format!("{number} is no game, so it has no `{name}`"))
            .help("only fractions over a power of two are games"));
    }
    let number = |x: &Dyadic| Value::Number(from_dyadic(x));
    let list = |ids: Vec<GameId>, games: &mut Games, budget: &mut Budget| {
        let options = ids.into_iter().map(|id| games.export(id, budget));
        Ok(Value::list(options.collect::<Result<_, Exhausted>>()?))
    };
    let answer = work.solve(|games, budget| {
        let Some(g) = games.id(value, budget)? else { return Ok(None) };
        let arena = &mut games.solver.arena;
        Ok(Some(match name {
            "left" => {
                let ids = arena.options(g, Player::Left, budget)?;
                list(ids, games, budget)?
            }
            "right" => {
                let ids = arena.options(g, Player::Right, budget)?;
                list(ids, games, budget)?
            }
            "name" => Value::text(&arena.name(g, budget)?),
            "left_stop" => number(arena.left_stop(g)),
            "right_stop" => number(arena.right_stop(g)),
            "mean" => number(&arena.mean(g, budget)?),
            "temperature" => number(&arena.temperature(g, budget)?),
            "outcome" => Value::text(&arena.outcome(g, budget)?.to_string()),
            "birthday" => Value::Number(Number::integer(arena.birthday(g, budget)?)),
            "reduced" => {
                let reduced = arena.reduced(g, budget)?;
                games.export(reduced, budget)?
            }
            "atomic_weight" => match arena.atomic_weight(g, budget)? {
                Some(weight) => games.export(weight, budget)?,
                None => return Ok(None),
            },
            _ => return Ok(None),
        }))
    })?;
    answer.ok_or_else(|| match name {
        "atomic_weight" => Fault::undefined(format!("{} has no atomic weight", shown(value))),
        _ => missing(
            value.kind(),
            name,
            [
                "left",
                "right",
                "name",
                "is_integer",
                "is_number",
                "left_stop",
                "right_stop",
                "mean",
                "temperature",
                "outcome",
                "birthday",
                "atomic_weight",
                "reduced",
            ],
        ),
    })
}

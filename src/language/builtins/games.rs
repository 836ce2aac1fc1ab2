//! Functions of games and positions.

use std::sync::Arc;

use crate::cgt::Exhausted;
use crate::cgt::ParseError;
use crate::diagnostics::Code;
use crate::language::builtins::Builtin;
use crate::language::failure::Fault;
use crate::language::failure::Faulty;
use crate::language::game::to_dyadic;
use crate::language::order;
use crate::language::order::shown;
use crate::language::position;
use crate::language::routes;
use crate::language::syntax::Comparison;
use crate::language::value::Value;
use crate::language::work::Work;

/// A function applied to the wrong number of arguments, which compiling rules out.
pub(super) fn wrong_arguments(builtin: Builtin) -> Box<Fault> {
    Fault::new(
        Code::ExpressionArguments,
        format!("`{}` is applied to the wrong number of arguments", builtin.name()),
    )
}

/// Applies a function of games or positions.
pub(super) fn call(builtin: Builtin, arguments: &[Value], work: &mut Work) -> Faulty<Value> {
    match (builtin, arguments) {
        (Builtin::Game, [Value::Text(text)]) => parse(text, work),
        (Builtin::Game, [left, right]) => from_options(left, right, work),
        (Builtin::Game, [other]) => Err(Fault::kind(format!(
            "`game` takes a text or two lists of options, not {}: {}",
            other.kind(),
            shown(other)
        ))),
        (Builtin::Position, [Value::Text(ruleset), rest @ ..]) => {
            position::position(ruleset, rest, work)
                .map(|position| Value::Position(Arc::new(position)))
        }
        (Builtin::ByConstruction, [Value::Text(ruleset), rest @ ..]) => {
            routes::by_construction(ruleset, rest, work)
        }
        (Builtin::ByIntegers, [Value::Text(ruleset), rest @ ..]) => {
            routes::by_integers(ruleset, rest, work)
        }
        (Builtin::Position | Builtin::ByConstruction | Builtin::ByIntegers, [other, ..]) => {
            Err(Fault::kind(format!(
                "`{}` takes the name of a game first, as in `{}(\"maundy\", 4, 6)`, not {}",
                builtin.name(),
                builtin.name(),
                shown(other)
            )))
        }
        (
            Builtin::Cutcake
            | Builtin::Maundy
            | Builtin::Domineering
            | Builtin::Col
            | Builtin::Snort
            | Builtin::ToadsAndFrogs
            | Builtin::Hackenbush
            | Builtin::Nim
            | Builtin::Kayles,
            _,
        ) => position::value(builtin.name(), arguments, work),
        (Builtin::Cool | Builtin::Heat, [game, by]) => {
            let Some(by) = by.as_number().and_then(to_dyadic) else {
                return Err(Fault::kind(format!(
                    "a game is cooled or heated by a number over a power of two, not by {}",
                    shown(by)
                )));
            };
            on_game(builtin, game, work, |games, id, budget| {
                let arena = &mut games.solver.arena;
                if builtin == Builtin::Cool {
                    arena.cool(id, &by, budget)
                } else {
                    arena.heat(id, &by, budget)
                }
            })
        }
        (Builtin::OrdinalSum, [first, second]) => {
            let value = work.solve(|games, budget| {
                let ids = (games.id(first, budget)?, games.id(second, budget)?);
                let (Some(g), Some(h)) = ids else { return Ok(None) };
                let id = games.solver.arena.ordinal_sum(g, h, budget)?;
                games.export(id, budget).map(Some)
            })?;
            value.ok_or_else(|| {
                Fault::kind(format!(
                    "`ordinal_sum` takes two games, not {} and {}",
                    shown(first),
                    shown(second)
                ))
            })
        }
        (Builtin::Confused, [a, b]) => {
            order::compare(Comparison::Confused, a, b, work).map(Value::Bool)
        }
        _ => Err(wrong_arguments(builtin)),
    }
}

fn on_game(
    builtin: Builtin,
    game: &Value,
    work: &mut Work,
    then: impl FnOnce(
        &mut crate::language::game::Games,
        crate::cgt::GameId,
        &mut crate::cgt::Budget,
    ) -> Result<crate::cgt::GameId, Exhausted>,
) -> Faulty<Value> {
    let value = work.solve(|games, budget| {
        let Some(id) = games.id(game, budget)? else { return Ok(None) };
        let id = then(games, id, budget)?;
        games.export(id, budget).map(Some)
    })?;
    value.ok_or_else(|| {
        Fault::kind(format!("`{}` takes a game, not {}", builtin.name(), shown(game)))
    })
}

/// `game("{2|-2}")`.
fn parse(text: &str, work: &mut Work) -> Faulty<Value> {
    let read = work.solve(|games, budget| match games.solver.arena.parse(text, budget) {
        Ok(id) => games.export(id, budget).map(Ok),
        Err(ParseError::Exhausted(exhausted)) => Err(exhausted),
        Err(error @ ParseError::Unexpected { .. }) => Ok(Err(error)),
    })?;
    read.map_err(|error| {
        let before = text.get(..error.at()).map_or(0, |before| before.chars().count());
        Fault::undefined(format!("`{text}` is no game: {error} at character {}", before + 1))
    })
}

/// `game([a, …], [b, …])`.
fn from_options(left: &Value, right: &Value, work: &mut Work) -> Faulty<Value> {
    let options = |side: &Value| match side {
        Value::List(items) => Ok(Arc::clone(items)),
        _ => Err(Fault::kind(format!(
            "the options of a game stand in a list, not {}: {}",
            side.kind(),
            shown(side)
        ))),
    };
    let (lefts, rights) = (options(left)?, options(right)?);
    for option in lefts.iter().chain(rights.iter()) {
        let is_game = match option {
            Value::Number(number) => to_dyadic(number).is_some(),
            Value::Game(_) => true,
            _ => false,
        };
        if !is_game {
            return Err(Fault::kind(format!(
                "the options of a game are games, and {} is {}",
                shown(option),
                option.kind()
            )));
        }
    }
    work.solve(|games, budget| {
        let mut ids = [Vec::new(), Vec::new()];
        for (own, options) in ids.iter_mut().zip([&lefts, &rights]) {
            for option in options.iter() {
                own.extend(games.id(option, budget)?);
            }
        }
        let [left, right] = &ids;
        let id = games.solver.arena.from_options(left, right, budget)?;
        games.export(id, budget)
    })
}

/// `misere_outcome(position)`.
pub(super) fn misere_outcome(value: &Value, work: &mut Work) -> Faulty<Value> {
    match value {
        Value::Position(own) => position::misere_outcome(own, work),
        _ => Err(Fault::kind(format!(
            "`misere_outcome` takes a position, as in `misere_outcome(position(\"maundy\", 2, 4))`, \
             not {}: {}",
            value.kind(),
            shown(value)
        ))),
    }
}

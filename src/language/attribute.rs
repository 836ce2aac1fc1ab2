//! What stands behind a dot: attributes and methods of games, positions, cuts and findings.

use crate::arithmetic::Number;
use crate::diagnostics::Code;
use crate::diagnostics::nearest;
use crate::language::failure::Fault;
use crate::language::failure::Faulty;
use crate::language::game;
use crate::language::order::shown;
use crate::language::position;
use crate::language::record::Finding;
use crate::language::record::Record;
use crate::language::value::Value;
use crate::language::work::Work;

/// The value behind one dot, or two: `greedy.first.m` is the part `m` of a place.
pub(crate) fn path(
    of: &Value,
    first: &str,
    second: Option<&str>,
    work: &mut Work,
) -> Faulty<Value> {
    let Some(second) = second else { return attribute(of, first, work) };
    let middle = attribute(of, first, work)?;
    if let Value::Record(record) = of
        && matches!(first, "first" | "last")
        && let Some(part) = record.part(&middle, second)
    {
        return Ok(part);
    }
    attribute(&middle, second, work).map_err(|fault| match of {
        Value::Record(record) if matches!(first, "first" | "last") => {
            let parts: Vec<&str> = record.parts.iter().map(|part| &**part).collect();
            fault.help(format!(
                "the parts of a place of `{}` are {}",
                record.name,
                parts.join(", ")
            ))
        }
        _ => fault,
    })
}

fn attribute(of: &Value, name: &str, work: &mut Work) -> Faulty<Value> {
    match of {
        Value::Number(number) => match name {
            "is_integer" => Ok(Value::Bool(number.is_integer())),
            "is_number" => Ok(Value::Bool(true)),
            _ => game::attribute(of, name, work),
        },
        Value::Game(_) => match name {
            "is_integer" | "is_number" => Ok(Value::Bool(false)),
            _ => game::attribute(of, name, work),
        },
        Value::Position(position) => position::attribute(position, name, work),
        Value::Cut(cut) => position::cut_attribute(cut, name, work),
        Value::Record(record) => of_record(record, name),
        Value::Bool(_) | Value::Text(_) | Value::List(_) | Value::Tuple(_) | Value::Written(_) => {
            let fault = Fault::new(
                Code::ExpressionUnknown,
                format!("{} has no `{name}`: {}", of.kind(), shown(of)),
            );
            Err(match of {
                Value::List(_) => fault.help(format!("of each item: `[x.{name} for x in …]`")),
                _ => fault,
            })
        }
    }
}

fn of_record(record: &Record, name: &str) -> Faulty<Value> {
    match record.attribute(name) {
        Some(Finding::Value(value)) => Ok(value.clone()),
        Some(Finding::Absent(why)) => Err(Fault::undefined(why.clone())),
        None => Err(missing(
            &format!("the {} `{}`", record.kind, record.name),
            name,
            record.attributes.iter().map(|(name, _)| &**name),
        )),
    }
}

/// The fault of an attribute that does not exist, with the nearest one that does.
pub(crate) fn missing<'a>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Box<Fault> {
    let known: Vec<&str> = known.into_iter().collect();
    let fault = Fault::new(Code::ExpressionUnknown, format!("{what} has no `{name}`"));
    match nearest(name, known.iter().copied()) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None if known.is_empty() => fault,
        None => fault.help(format!("it has {}", known.join(", "))),
    }
}

/// The value of a method.
pub(crate) fn method(
    of: &Value,
    name: &str,
    arguments: &[Value],
    work: &mut Work,
) -> Faulty<Value> {
    match (of, arguments) {
        (Value::Position(position), [argument]) => position::method(position, name, argument, work),
        (Value::Record(record), [argument]) if name == "count" && record.counted.is_some() => {
            work.charge(record.counted.as_ref().map_or(0, |counted| counted.len() as u64))?;
            Ok(Value::Number(Number::count(record.count(argument).unwrap_or(0))))
        }
        _ => Err(Fault::new(
            Code::ExpressionUnknown,
            format!("{} has no method `{name}` of {} arguments", of.kind(), arguments.len()),
        )
        .help("an attribute stands without brackets")),
    }
}

//! What an essay may ask of a figure: `this.count(0)`, `values.shaded`.

use super::ask::Ask;
use super::cases::Cases;
use super::table::Rows;
use crate::language::Failure;
use crate::language::Finding;
use crate::language::Name;
use crate::language::Record;
use crate::language::Value;
use std::collections::BTreeSet;

/// Findings without a name yet.
pub(super) struct Findings {
    attributes: Vec<(Name, Finding)>,
    parts: Vec<Name>,
    values: Vec<Value>,
}

impl Findings {
    /// The findings under `name`.
    pub(super) fn record(&self, name: &str, kind: &'static str) -> Record {
        Record {
            name: name.into(),
            kind,
            attributes: self.attributes.clone(),
            parts: self.parts.clone(),
            counted: Some(self.values.clone().into()),
        }
    }

    fn add(&mut self, name: &str, value: Value) {
        if !self.attributes.iter().any(|(own, _)| &**own == name) {
            self.attributes.push((name.into(), Finding::Value(value)));
        }
    }

    /// What every block has: its places, the values of the first two variables, its values.
    fn of(places: &[Value], variables: &[Name], values: Vec<Value>) -> Self {
        let mut findings =
            Self { attributes: Vec::new(), parts: variables.to_vec(), values: values.clone() };
        let along = |at: usize| {
            let mut known = BTreeSet::new();
            let parts = places.iter().filter_map(|place| match place.as_tuple() {
                Some(parts) if variables.len() > 1 => parts.get(at),
                _ => (at == 0).then_some(place),
            });
            Value::list(parts.filter(|part| known.insert(*part)).cloned().collect())
        };
        if !variables.is_empty() {
            findings.add("rows", along(0));
            if variables.len() > 1 {
                findings.add("columns", along(1));
            }
            findings.add("cells", Value::list(places.to_vec()));
        }
        findings.add("values", Value::list(values));
        findings
    }
}

/// The fields of which the first that is there gives a figure its `values`.
const VALUES: [&str; 7] = ["cell", "cells", "class", "value", "y", "terms", "cakes"];

/// The findings of a figure.
pub(super) fn of_figure(cases: &Cases<'_>, ask: &mut Ask<'_, '_>) -> Result<Findings, Failure> {
    let places: Vec<Value> = cases.cases.iter().map(|case| case.place.clone()).collect();
    let source = VALUES.into_iter().find(|name| cases.given(name).is_some());
    let mut values = Vec::new();
    for case in &cases.cases {
        match (source.and_then(|name| case.field(name)), case.field("show")) {
            (Some(Value::List(items)), _) if cases.variables.is_empty() => {
                values.extend(items.iter().cloned());
            }
            (Some(value), _) => values.push(value.clone()),
            (None, Some(Value::List(shown))) => {
                for position in shown.iter() {
                    values.push(worth(position, ask)?);
                }
            }
            (None, Some(shown)) => values.push(worth(shown, ask)?),
            (None, None) => {}
        }
    }
    let mut findings = Findings::of(&places, &cases.variables, values);
    for mark in ["shade", "outline"] {
        if cases.given(mark).is_some() {
            let marked = cases.cases.iter().filter(|case| match case.field(mark) {
                Some(Value::Bool(truth)) => *truth,
                Some(Value::Text(text)) => !text.is_empty(),
                _ => false,
            });
            let places = marked.map(|case| case.place.clone()).collect();
            findings.add(&format!("{mark}d"), Value::list(places));
        }
    }
    for given in cases.given {
        let mut values = cases.cases.iter().filter_map(|case| case.field(&given.name)).cloned();
        let value = match cases.variables.is_empty() {
            true => values.next(),
            false => Some(Value::list(values.collect())),
        };
        if let Some(value) = value {
            findings.add(&given.name, value);
        }
    }
    Ok(findings)
}

/// The value of a position; anything else is its own.
fn worth(shown: &Value, ask: &mut Ask<'_, '_>) -> Result<Value, Failure> {
    match shown {
        Value::Position(_) => ask.attribute(shown, "value"),
        _ => Ok(shown.clone()),
    }
}

/// The findings of a table: its values are its rows, or the cells of a rectangle.
pub(super) fn of_table(rows: &Rows) -> Findings {
    let places: Vec<Value> = rows.cases.iter().map(|case| case.place.clone()).collect();
    let cells = rows.cases.iter().filter_map(|case| case.field("cell").cloned());
    // A rectangle has no columns of its own.
    let values = match rows.entries.iter().all(Vec::is_empty) {
        true => cells.collect(),
        false => rows.entries.iter().map(|row| Value::list(row.clone())).collect(),
    };
    Findings::of(&places, &rows.variables, values)
}

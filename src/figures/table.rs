//! Tables: one row a case, a rectangle of cells, or the verdicts of claims.

use super::Figure;
use super::cases::Case;
use super::cases::Cases;
use super::cases::Given;
use super::cases::Refusal;
use super::data::Align;
use super::data::Cell;
use super::data::Column;
use super::data::Dataset;
use super::data::Datum;
use super::data::Shown;
use super::data::TableModel;
use super::evaluation::Stop;
use super::evaluation::part_of;
use super::kind::Boxed;
use super::kind::Require;
use super::plan::Plan;
use super::svg::Svg;
use super::values;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::Span;
use crate::essay::Block;
use crate::essay::Field;
use crate::essay::Text;
use crate::language::Clauses;
use crate::language::Evaluator;
use crate::language::Expression;
use crate::language::Finding;
use crate::language::Name;
use crate::language::NodeKind;
use crate::language::Record;
use crate::language::Step;
use crate::language::Value;
use crate::language::writing::Style;

/// The most rows of a table, and the most cells of a rectangle.
const LIMIT: usize = 2_000;

/// How a table says what stands in it.
#[derive(Clone, Debug)]
pub(super) enum Layout {
    /// A row for each case, a column for each line `Header: expression`.
    Columns(Vec<(Text, Expression)>),
    /// A cell for each pair of a case of `rows` and one of `columns`; `cell` is a field.
    Rectangle,
    /// A row for each claim of a list.
    Claims(Expression),
}

impl Layout {
    /// Reads the fields of a table into `plan`. `None` if they are no table.
    pub(super) fn read(block: &Block, plan: &mut Plan, sink: &mut Sink) -> Option<Self> {
        let field = |key: &str| block.field(key);
        match (field("claims"), field("rows"), field("columns"), field("cell")) {
            (Some(claims), None, None, None) => {
                let list = Expression::parse(&claims.value.text, claims.value.span, sink)?;
                Some(Self::Claims(list))
            }
            (None, None, Some(columns), None) => Some(Self::Columns(headed(columns, sink)?)),
            (None, Some(rows), Some(columns), Some(cell)) if plan.over.is_none() => {
                for part in [rows, columns] {
                    Clauses::parse(&part.value.text, part.value.span, sink)?;
                }
                // One list of clauses; where it stands is said by its first part.
                let text = format!("{}, {}", rows.value.text, columns.value.text);
                plan.over = Some(Clauses::parse(&text, rows.value.span, sink)?);
                let expression = Expression::parse(&cell.value.text, cell.value.span, sink)?;
                let name: Name = "cell".into();
                plan.steps.push(Step::With(name.clone(), cell.key.span, expression.clone()));
                plan.given.push(Given { name, expression });
                let variables = plan.variables().len();
                if variables != 2 {
                    let message = format!(
                        "`rows` and `columns` name one variable each; here are {variables}"
                    );
                    let at = rows.value.span;
                    sink.push(Diagnostic::error(Code::FigureField, message).label(at, ""));
                    return None;
                }
                Some(Self::Rectangle)
            }
            _ => {
                let message = "a table has `columns` with a header on each line, or `rows`, \
                               `columns` and `cell`, or `claims`";
                sink.push(Diagnostic::error(Code::FigureField, message).label(plan.at, ""));
                None
            }
        }
    }

    /// Its own expressions; those of a rectangle are fields of the plan.
    pub(super) fn expressions(&self) -> Vec<&Expression> {
        match self {
            Self::Columns(columns) => columns.iter().map(|(_, expression)| expression).collect(),
            Self::Rectangle => Vec::new(),
            Self::Claims(list) => vec![list],
        }
    }

    /// The columns by their headers, if there are such.
    pub(super) fn columns(&self) -> Option<Vec<(&str, &Expression)>> {
        match self {
            Self::Columns(columns) => {
                Some(columns.iter().map(|(header, own)| (header.text.as_str(), own)).collect())
            }
            Self::Rectangle | Self::Claims(_) => None,
        }
    }

    /// The headers that the author typed.
    pub(super) fn headers(&self) -> Vec<&Text> {
        match self {
            Self::Columns(columns) => columns.iter().map(|(header, _)| header).collect(),
            Self::Rectangle | Self::Claims(_) => Vec::new(),
        }
    }

    /// The rows with what the author asked for.
    pub(super) fn rows(&self, plan: &Plan, evaluator: &mut Evaluator<'_>) -> Result<Rows, Stop> {
        let variables = plan.variables();
        let asked = match self {
            Self::Columns(columns) => columns.iter().map(|(_, expression)| expression).collect(),
            Self::Rectangle => Vec::new(),
            Self::Claims(list) => {
                let value = evaluator.evaluate(list)?;
                return claims(&value, list).map_err(Stop::Refused);
            }
        };
        let cases = plan.cases(evaluator, LIMIT, "table", Require::Nothing, &asked)?;
        let (cases, entries) = cases.into_iter().unzip();
        Ok(Rows { variables, cases, entries, claims: Vec::new() })
    }

    /// The table of these rows.
    pub(super) fn build(&self, plan: &Plan, rows: &Rows, style: &Style) -> Result<Boxed, Refusal> {
        let shown = |value: &Value| values::shown(value, style);
        let table = match self {
            Self::Columns(columns) => Table {
                headers: columns.iter().map(|(header, _)| header.text.clone()).collect(),
                rows: rows.entries.iter().map(|row| row.iter().map(shown).collect()).collect(),
                claims: Vec::new(),
            },
            Self::Claims(_) => Table {
                headers: ["Claim", "Cases", "Fails", "First that fails"]
                    .map(str::to_owned)
                    .to_vec(),
                rows: rows.entries.iter().map(|row| row.iter().map(shown).collect()).collect(),
                claims: rows.claims.clone(),
            },
            Self::Rectangle => {
                let cases = Cases {
                    kind: "table",
                    variables: rows.variables.clone(),
                    cases: rows.cases.clone(),
                    given: &plan.given,
                    word: None,
                    at: plan.at,
                    style,
                };
                return Ok(Box::new(Rectangle(cases.matrix(|case| cases.shown(case, "cell"))?)));
            }
        };
        Ok(Box::new(table))
    }
}

/// The lines `Header: expression` of `columns`.
fn headed(field: &Field, sink: &mut Sink) -> Option<Vec<(Text, Expression)>> {
    let Field { value, .. } = field;
    let mut columns = Vec::new();
    let mut start = 0;
    let mut open: Option<(Text, std::ops::Range<usize>)> = None;
    let depth = |line: &str| line.len() - line.trim_start().len();
    // The first line lost its indentation when the field was trimmed.
    let margin = value.text.lines().skip(1).filter(|line| !line.trim().is_empty()).map(depth).min();
    let mut close = |open: Option<(Text, std::ops::Range<usize>)>, sink: &mut Sink| {
        let Some((header, range)) = open else { return Some(()) };
        let text = value.text.get(range.clone())?;
        let lead = text.len() - text.trim_start().len();
        let at = part_of(
            value.span,
            &value.text,
            range.start + lead..range.start + lead + text.trim().len(),
        );
        columns.push((header, Expression::parse(text.trim(), at, sink)?));
        Some(())
    };
    for (number, line) in value.text.split_inclusive('\n').enumerate() {
        let end = start + line.len();
        let continues = number > 0 && margin.is_some_and(|margin| depth(line) > margin);
        if let (true, Some((_, range))) = (continues || line.trim().is_empty(), open.as_mut()) {
            range.end = end;
        } else {
            close(open.take(), sink)?;
            let Some(colon) = line.find(": ") else {
                let at = part_of(value.span, &value.text, start..start + line.trim_end().len());
                let message = format!("`{}` is no `Header: expression` line", line.trim());
                sink.push(Diagnostic::error(Code::FigureField, message).label(at, ""));
                return None;
            };
            let header = line.get(..colon).unwrap_or_default();
            let first = start + header.len() - header.trim_start().len();
            let header = header.trim().to_owned();
            let span = part_of(value.span, &value.text, first..first + header.len());
            let header = Text { text: header, span };
            open = Some((header, start + colon + 1..end));
        }
        start = end;
    }
    close(open, sink)?;
    Some(columns)
}

/// The rows of a table of claims.
fn claims(value: &Value, list: &Expression) -> Result<Rows, Refusal> {
    let refuse = |message: String, at: Span| Refusal::Mistake {
        code: Code::FigureValue,
        message,
        at,
        help: "name claims, as in `claims: [first_rule, second_rule]`".to_owned(),
    };
    let nodes = match &list.root().kind {
        NodeKind::List(nodes) => nodes.as_slice(),
        _ => &[],
    };
    let items = value.as_list().unwrap_or_default();
    if items.is_empty() || items.len() != nodes.len() {
        return Err(refuse(
            "`claims` is a list of claims, each by its name".to_owned(),
            list.span(),
        ));
    }
    let mut rows =
        Rows { variables: Vec::new(), cases: Vec::new(), entries: Vec::new(), claims: Vec::new() };
    for (item, node) in items.iter().zip(nodes) {
        let name = list.text_of(node.bytes);
        let record = match item {
            Value::Record(record) if record.kind == "claim" => record,
            _ => return Err(refuse(format!("`{name}` is no claim"), list.span_of(node.bytes))),
        };
        let words = Value::text(&record.name.replace('_', " "));
        let first = finding(record, "first").unwrap_or_else(|| Value::text("none"));
        let count = |what: &str| finding(record, what).unwrap_or_else(|| Value::text(""));
        rows.entries.push(vec![words, count("cases"), count("fails"), first]);
        rows.claims.push(name.to_owned());
    }
    Ok(rows)
}

fn finding(record: &Record, name: &str) -> Option<Value> {
    match record.attribute(name)? {
        Finding::Value(value) => Some(value.clone()),
        Finding::Absent(_) => None,
    }
}

/// The rows of a table, evaluated.
pub(super) struct Rows {
    /// The variables of the cases.
    pub(super) variables: Vec<Name>,
    /// The cases.
    pub(super) cases: Vec<Case>,
    /// What stands in the columns, row by row; nothing for a rectangle.
    pub(super) entries: Vec<Vec<Value>>,
    /// The claims that the rows are about, as the author names them.
    pub(super) claims: Vec<String>,
}

/// A table, read row by row; the first column names the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What stands over the columns.
    pub headers: Vec<String>,
    /// The entries, each row as long as `headers`.
    pub rows: Vec<Vec<Shown>>,
    /// The claims that the rows are about, as the author names them; empty if they are about none.
    pub claims: Vec<String>,
}

impl Figure for Table {
    fn picture(&self, _style: &Style) -> Option<Svg> {
        None
    }

    fn table(&self, _style: &Style) -> TableModel {
        let align = |at: usize| {
            let entries = || self.rows.iter().filter_map(|row| row.get(at));
            // A short word among numbers ("none") does not change how they stand.
            let wordy = entries().any(|entry| !entry.is_number() && entry.text.chars().count() > 6);
            if entries().any(Shown::is_number) && !wordy { Align::Right } else { Align::Left }
        };
        let cell = |(row, at, entry): (usize, usize, &Shown)| Cell {
            text: entry.text.clone(),
            class: entry.sign_class().to_owned(),
            claim: self.claims.get(row).filter(|_| at == 0).cloned(),
        };
        TableModel {
            columns: (self.headers.iter().enumerate())
                .map(|(at, header)| Column { header: header.clone(), align: align(at) })
                .collect(),
            row_headers: true,
            rows: (self.rows.iter().enumerate())
                .map(|(row, entries)| {
                    let cells = entries.iter().enumerate();
                    cells.map(|(at, entry)| cell((row, at, entry))).collect()
                })
                .collect(),
        }
    }

    fn dataset(&self) -> Dataset {
        let data =
            |row: &Vec<Shown>| row.iter().map(|entry| entry.datum.clone()).collect::<Vec<Datum>>();
        Dataset { columns: self.headers.clone(), rows: self.rows.iter().map(data).collect() }
    }
}

/// A table with a cell for each pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rectangle(pub super::matrix::Matrix<Shown>);

impl Figure for Rectangle {
    fn picture(&self, _style: &Style) -> Option<Svg> {
        None
    }

    fn table(&self, _style: &Style) -> TableModel {
        self.0.table(|entry| Cell {
            text: entry.text.clone(),
            class: entry.sign_class().to_owned(),
            claim: None,
        })
    }

    fn dataset(&self) -> Dataset {
        let axes = [&self.0.down, &self.0.across];
        let columns = axes.map(|axis| axis.variable.clone()).into_iter();
        let rows = self.0.entries().map(|(row, column, entry)| {
            let place = [&axes[0].labels[row], &axes[1].labels[column]];
            place.into_iter().chain([entry]).map(|shown| shown.datum.clone()).collect()
        });
        Dataset { columns: columns.chain(["value".to_owned()]).collect(), rows: rows.collect() }
    }
}

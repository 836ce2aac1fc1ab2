//! Tables: one row a case, a rectangle of cells, or the verdicts of claims.

use super::Figure;
use super::data::Align;
use super::data::Cell;
use super::data::Column;
use super::data::Dataset;
use super::data::Datum;
use super::data::Shown;
use super::data::TableModel;
use super::svg::Svg;

/// A table, read row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What stands over the columns.
    pub headers: Vec<String>,
    /// Whether the first column names the rows.
    pub row_headers: bool,
    /// The entries, each row as long as `headers`.
    pub rows: Vec<Vec<Shown>>,
}

impl Figure for Table {
    fn picture(&self) -> Option<Svg> {
        None
    }

    fn table(&self) -> TableModel {
        let align = |at: usize| {
            let mut entries = self.rows.iter().filter_map(|row| row.get(at)).peekable();
            let numbers = entries.peek().is_some() && entries.clone().any(Shown::is_number);
            // Words among numbers ("none") do not change how the numbers stand.
            let words = entries.filter(|entry| !entry.is_number() && entry.text.len() > 6).count();
            if numbers && words == 0 { Align::Right } else { Align::Left }
        };
        TableModel {
            columns: (self.headers.iter().enumerate())
                .map(|(at, header)| Column { header: header.clone(), align: align(at) })
                .collect(),
            row_headers: self.row_headers,
            rows: (self.rows.iter())
                .map(|row| {
                    row.iter()
                        .map(|entry| Cell {
                            text: entry.text.clone(),
                            class: entry.sign_class().to_owned(),
                        })
                        .collect()
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

//! Sets two or three quantities of each pair side by side: `compare`.
//!
//! Where they agree the cell holds one number, where they differ all of them, the first above. So
//! the difference can be seen without any colour. What differs is shaded; a `shade` that says
//! otherwise is refused.

use super::Figure;
use super::ask::Ask;
use super::cases::Cases;
use super::cases::Refusal;
use super::cases::games_asked;
use super::data::Cell;
use super::data::Dataset;
use super::data::Datum;
use super::data::Shown;
use super::data::TableModel;
use super::explorer::Explored;
use super::explorer::ExploredGame;
use super::explorer::Explorer;
use super::kind::Boxed;
use super::kind::Kind;
use super::kind::Over;
use super::kind::Require;
use super::legend::Fill;
use super::legend::Legend;
use super::legend::Sign;
use super::matrix;
use super::matrix::Layout;
use super::matrix::Matrix;
use super::matrix::TEXT;
use super::matrix::pixels;
use super::svg::Anchor;
use super::svg::Path;
use super::svg::Svg;
use super::svg::text_width;
use super::values;
use crate::language::writing::Style;

/// The least width of a cell, in pixels.
const WIDTH: i32 = 44;
/// Height of a line of digits in a cell.
const LINE: i32 = 19;

/// Quantities side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compare {
    /// What is compared, in order.
    pub names: Vec<String>,
    /// The cells.
    pub matrix: Matrix<CompareCell>,
}

/// A cell of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompareCell {
    /// One value for each name.
    pub values: Vec<Shown>,
    /// Whether it is shaded: the quantities differ.
    pub shaded: bool,
    /// What the players can make of the cake, for the explorer.
    pub games: Vec<ExploredGame>,
}

impl CompareCell {
    fn agrees(&self) -> bool {
        self.values.windows(2).all(|pair| pair[0].datum == pair[1].datum)
    }

    fn is_shared_zero(&self) -> bool {
        self.agrees() && self.values.iter().all(|value| value.sign_class() == "zero")
    }

    fn fill(&self) -> Option<Fill> {
        if self.shaded {
            Some(Fill::Under(0))
        } else if self.is_shared_zero() {
            Some(Fill::Under(1))
        } else {
            None
        }
    }
}

impl Compare {
    fn layout(&self) -> Layout {
        let texts = self.matrix.entries().flat_map(|(_, _, cell)| &cell.values);
        let widest = texts.map(|value| text_width(&value.text, TEXT)).max().unwrap_or(0);
        // Two values stand on a diagonal, three below each other.
        let width = if self.names.len() == 2 { 2 * widest + 14 } else { widest + 16 };
        let height = pixels(self.names.len().max(2)) * LINE + 4;
        matrix::layout(&self.matrix, (width.max(WIDTH), height))
    }
}

/// `kind: compare`.
pub(super) const KIND: Kind = Kind {
    name: "compare",
    needs: &[&["cells"]],
    may_have: &["names", "shade", "row_note", "column_note"],
    over: Over::Two,
    limit: 900,
    require: Require::Nothing,
    build,
};

fn build(cases: &Cases<'_>, ask: &mut Ask<'_, '_>) -> Result<Boxed, Refusal> {
    let games = games_asked(cases.given("cells"), &cases.variables);
    let mut count = None;
    let matrix = cases.matrix(|case| {
        let values = cases.list(case, "cells")?;
        if !(2..=3).contains(&values.len()) || *count.get_or_insert(values.len()) != values.len() {
            return Err(cases.refuse("cells", "`cells` is a list of two or of three, everywhere"));
        }
        let cell = CompareCell {
            values: values.iter().map(|value| values::shown(value, cases.style)).collect(),
            shaded: false,
            games: ask.explore_all(&games, &case.place)?,
        };
        let shaded = !cell.agrees();
        if cases.given("shade").is_some() && cases.mark(case, "shade")?.is_some() != shaded {
            let (place, says) = (cases.place_text(case), if shaded { "differ" } else { "agree" });
            let message = format!("`shade` is {}{place}, where the quantities {says}", !shaded);
            return Err(cases.refuse("shade", message));
        }
        Ok(CompareCell { shaded, ..cell })
    })?;
    let count = count.unwrap_or_default();
    let names = match cases.cases.first() {
        Some(first) if cases.given("names").is_some() => {
            let names = cases.list(first, "names")?.iter();
            names.map(|name| values::shown(name, cases.style).text).collect()
        }
        _ => ["the first", "the second", "the third"].map(str::to_owned)[..count.min(3)].to_vec(),
    };
    if names.len() != count {
        let message = format!("there are {} names for {count} quantities", names.len());
        return Err(cases.refuse("names", message));
    }
    Ok(Box::new(Compare { names, matrix }))
}

impl Figure for Compare {
    fn picture(&self, _style: &Style) -> Option<Svg> {
        let layout = self.layout();
        let zeros = self.matrix.entries().any(|(_, _, cell)| !cell.shaded && cell.is_shared_zero());
        let shades = self.matrix.entries().any(|(_, _, cell)| cell.shaded);
        let order = match self.names.as_slice() {
            [first, second] => format!("{first} above and {second} below, where they differ"),
            names => format!("where they differ, from above: {}", names.join(", ")),
        };
        let keys = [
            (shades, Sign::Fill(Fill::Under(0)), order.clone()),
            (!shades, Sign::Stroke("diagonal"), order),
            (zeros, Sign::Fill(Fill::Under(1)), "zero in each".to_owned()),
        ];
        let keys = keys.into_iter().filter(|key| key.0).map(|(_, sign, text)| (sign, text));
        let legend = Legend::new(keys, layout.size.0.max(300));
        let mut svg = Svg::new(layout.size.0.max(legend.width()), layout.size.1 + legend.height());
        for fill in [Fill::Under(0), Fill::Under(1)] {
            let path = matrix::runs(&layout, |row, column| {
                self.matrix.at(row, column).and_then(CompareCell::fill) == Some(fill)
            });
            fill.runs(&mut svg, &path, layout.cell.1);
        }
        let (width, height) = layout.cell;
        let mut diagonals = Path::default();
        for (row, column, cell) in self.matrix.entries() {
            if self.names.len() == 2 && !cell.agrees() {
                let (x, y) = layout.corner(row, column);
                diagonals.start((x + 5, y + height - 5));
                diagonals.line((x + width - 5, y + 5));
            }
        }
        svg.path("diagonal", &diagonals);
        svg.group("values centred", |svg| {
            for (row, column, cell) in self.matrix.entries() {
                let (x, y) = layout.corner(row, column);
                let (centre, middle) = (x + width / 2, y + height / 2 + 5);
                let places: Vec<_> = match cell.values.len() {
                    _ if cell.agrees() => vec![(centre, middle)],
                    2 => vec![
                        (x + width / 4 + 2, y + 17),
                        (x + width - width / 4 - 2, y + height - 7),
                    ],
                    count => (0..pixels(count)).map(|at| (centre, y + 17 + at * LINE)).collect(),
                };
                for (value, at) in cell.values.iter().zip(places) {
                    svg.text(value.sign_class(), at, Anchor::Start, &value.text);
                }
            }
        });
        svg.path("grid-lines", &matrix::lines(&layout));
        matrix::draw_headers(&mut svg, &self.matrix, &layout, None, 1);
        legend.draw(&mut svg, (4, layout.size.1));
        Some(svg)
    }

    fn table(&self, _style: &Style) -> TableModel {
        self.matrix.table(|cell| {
            let texts: Vec<_> = cell.values.iter().map(|value| value.text.as_str()).collect();
            let class = if cell.shaded { "shade" } else { "" };
            Cell { text: texts.join(", "), class: class.to_owned(), claim: None }
        })
    }

    fn dataset(&self) -> Dataset {
        let Matrix { down, across, .. } = &self.matrix;
        let axes = [&down.variable, &across.variable].into_iter();
        let columns = axes.chain(&self.names).cloned().chain(["shade".to_owned()]).collect();
        let rows = self.matrix.entries().map(|(row, column, cell)| {
            let place = [down.labels[row].datum.clone(), across.labels[column].datum.clone()];
            let values = cell.values.iter().map(|value| value.datum.clone());
            place.into_iter().chain(values).chain([Datum::Truth(cell.shaded)]).collect()
        });
        Dataset { columns, rows: rows.collect() }
    }

    fn explorer(&self) -> Option<Explorer> {
        Some(Explorer::of(&self.matrix, self.layout(), |cell| Explored {
            values: (self.names.iter().cloned())
                .zip(cell.values.iter().map(|value| value.text.clone()))
                .collect(),
            games: cell.games.clone(),
        }))
    }
}

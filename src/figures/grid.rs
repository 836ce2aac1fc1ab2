//! Draws a value for each pair: `grid`.
//!
//! Digits stand under digits, headers over them, negatives by their minus and a quieter tone. What is
//! shaded is shaded by a tone, further classes by a texture; an outline is the edge of a region.

use std::collections::BTreeSet;

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
use super::svg::Anchor;
use super::svg::Svg;
use super::svg::text_width;
use crate::language::writing::Style;

/// The least width of a cell and its height, in pixels.
const CELL: (i32, i32) = (34, 30);

/// A grid of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The cells, with what runs down and across.
    pub matrix: Matrix<GridCell>,
}

/// A cell of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridCell {
    /// What stands in it.
    pub value: Shown,
    /// The class it is shaded as; `""` for the plain "yes", absent for "no".
    pub shade: Option<String>,
    /// The region it is outlined with, likewise.
    pub outline: Option<String>,
    /// What the players can make of the cake, for the explorer.
    pub games: Vec<ExploredGame>,
}

impl Grid {
    fn shades(&self) -> Vec<&str> {
        let set: BTreeSet<_> =
            self.matrix.entries().filter_map(|(_, _, cell)| cell.shade.as_deref()).collect();
        set.into_iter().collect()
    }

    fn layout(&self) -> Layout {
        let headers = self.matrix.across.labels.iter().map(|label| label.text.as_str());
        let values = self.matrix.entries().map(|(_, _, cell)| cell.value.text.as_str());
        let widest = headers.chain(values).map(|text| text_width(text, TEXT)).max().unwrap_or(0);
        matrix::layout(&self.matrix, (CELL.0.max(widest + 14), CELL.1))
    }

    /// Where in their column digits end: so that the digits stand about in the middle, and a minus to
    /// the left of them.
    fn edge(&self, layout: &Layout) -> i32 {
        let texts = self.matrix.entries().map(|(_, _, cell)| cell.value.text.as_str());
        let bare = texts.map(|text| text_width(text.trim_start_matches('\u{2212}'), TEXT));
        let negative = self.matrix.entries().any(|(_, _, cell)| cell.value.sign_class() == "neg");
        (layout.cell.0 + bare.max().unwrap_or(0)) / 2 + if negative { 3 } else { 0 }
    }
}

/// `kind: grid`.
pub(super) const KIND: Kind = Kind {
    name: "grid",
    needs: &[&["cell"]],
    may_have: &["shade", "outline", "row_note", "column_note"],
    over: Over::Two,
    limit: 2_500,
    require: Require::WholeCell,
    build,
};

fn build(cases: &Cases<'_>, ask: &mut Ask<'_, '_>) -> Result<Boxed, Refusal> {
    let games = games_asked(cases.given("cell"), &cases.variables);
    let matrix = cases.matrix(|case| {
        Ok(GridCell {
            value: cases.shown(case, "cell")?,
            shade: cases.mark(case, "shade")?,
            outline: cases.mark(case, "outline")?,
            games: ask.explore_all(&games, &case.place)?,
        })
    })?;
    let grid = Grid { matrix };
    if grid.shades().len() > Fill::COUNT {
        return Err(cases.refuse("shade", format!("more than {} shades look alike", Fill::COUNT)));
    }
    Ok(Box::new(grid))
}

impl Figure for Grid {
    fn picture(&self, _style: &Style) -> Option<Svg> {
        let layout = self.layout();
        let shades = self.shades();
        let keys = (shades.iter().enumerate())
            .filter(|(_, name)| !name.is_empty())
            .map(|(at, name)| (Sign::Fill(Fill::Under(at)), (*name).to_owned()));
        let legend = Legend::new(keys, layout.size.0.max(280));
        let width = layout.size.0.max(legend.width());
        let mut svg = Svg::new(width, layout.size.1 + legend.height());
        for (at, shade) in shades.iter().enumerate() {
            let path = matrix::runs(&layout, |row, column| {
                self.matrix.at(row, column).and_then(|cell| cell.shade.as_deref()) == Some(shade)
            });
            Fill::Under(at).runs(&mut svg, &path, layout.cell.1);
        }
        let edge = self.edge(&layout);
        svg.group("values", |svg| {
            for (row, column, cell) in self.matrix.entries() {
                let (x, y) = layout.corner(row, column);
                let at = (x + edge, y + layout.cell.1 / 2 + 5);
                svg.text(cell.value.sign_class(), at, Anchor::Start, &cell.value.text);
            }
        });
        let regions: BTreeSet<_> =
            self.matrix.entries().filter_map(|(_, _, cell)| cell.outline.as_deref()).collect();
        let regions: Vec<_> = regions.into_iter().collect();
        let outline = matrix::edges(&layout, |row, column| {
            let name = self.matrix.at(row, column)?.outline.as_deref()?;
            regions.iter().position(|region| *region == name)
        });
        svg.path("outline", &outline);
        matrix::draw_headers(&mut svg, &self.matrix, &layout, Some(edge), 1);
        legend.draw(&mut svg, (4, layout.size.1));
        Some(svg)
    }

    fn table(&self, _style: &Style) -> TableModel {
        self.matrix.table(|cell| {
            let mut class = cell.value.sign_class().to_owned();
            for (is, name) in [(cell.shade.is_some(), "shade"), (cell.outline.is_some(), "outline")]
            {
                if is {
                    class.push_str(if class.is_empty() { "" } else { " " });
                    class.push_str(name);
                }
            }
            Cell { text: cell.value.text.clone(), class, claim: None }
        })
    }

    fn dataset(&self) -> Dataset {
        let Matrix { down, across, .. } = &self.matrix;
        let mut columns = vec![down.variable.clone(), across.variable.clone(), "value".into()];
        let shaded = !self.shades().is_empty();
        let outlined = self.matrix.entries().any(|(_, _, cell)| cell.outline.is_some());
        columns.extend(shaded.then(|| "shade".into()));
        columns.extend(outlined.then(|| "outline".into()));
        let mark = |mark: &Option<String>| match mark.as_deref() {
            None => Datum::Truth(false),
            Some("") => Datum::Truth(true),
            Some(name) => Datum::Text(name.to_owned()),
        };
        let rows = self.matrix.entries().map(|(row, column, cell)| {
            let mut data = vec![
                down.labels[row].datum.clone(),
                across.labels[column].datum.clone(),
                cell.value.datum.clone(),
            ];
            data.extend(shaded.then(|| mark(&cell.shade)));
            data.extend(outlined.then(|| mark(&cell.outline)));
            data
        });
        Dataset { columns, rows: rows.collect() }
    }

    fn explorer(&self) -> Option<Explorer> {
        Some(Explorer::of(&self.matrix, self.layout(), |cell| Explored {
            values: vec![("value".to_owned(), cell.value.text.clone())],
            games: cell.games.clone(),
        }))
    }
}

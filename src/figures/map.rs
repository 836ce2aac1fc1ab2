//! Draws a large grid without digits: `map`, one square for each cell.
//!
//! The commonest class is the paper; the others are told apart by lightness and texture, in the
//! order in which they first occur. Runs of cells are single strokes, so that forty thousand cells
//! stay under two hundred kilobytes.

use super::Figure;
use super::ask::Ask;
use super::cases::Cases;
use super::cases::Refusal;
use super::data::Cell;
use super::data::Dataset;
use super::data::Datum;
use super::data::TableModel;
use super::explorer::Explored;
use super::explorer::Explorer;
use super::kind::Boxed;
use super::kind::Kind;
use super::kind::Over;
use super::kind::Require;
use super::legend::Fill;
use super::legend::Glyph;
use super::legend::Legend;
use super::legend::Sign;
use super::matrix;
use super::matrix::Axis;
use super::matrix::Layout;
use super::matrix::Matrix;
use super::matrix::SMALL;
use super::matrix::pixels;
use super::svg::Svg;
use super::svg::text_width;
use crate::language::writing::Style;

/// Sides of a cell in pixels, largest first; even, so that the middle of a row is a whole pixel.
const SIDES: [i32; 8] = [22, 20, 18, 16, 12, 8, 6, 4];
/// The widest a map is meant to be, headers aside.
const WIDTH: i32 = 530;

/// A map of classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// The cells: each an index into `classes`.
    pub matrix: Matrix<usize>,
    /// The classes in the order of first occurrence, at most [`Map::CLASSES`].
    pub classes: Vec<String>,
}

impl Map {
    /// How many classes can be told apart.
    pub const CLASSES: usize = Fill::COUNT;

    fn count(&self, class: usize) -> usize {
        self.matrix.entries().filter(|&(_, _, &own)| own == class).count()
    }

    /// The classes by fill: the commonest (the first of equals) is the paper.
    fn order(&self) -> Vec<usize> {
        let paper = (0..self.classes.len()).rev().max_by_key(|&class| self.count(class));
        paper
            .into_iter()
            .chain((0..self.classes.len()).filter(|&class| Some(class) != paper))
            .collect()
    }

    fn layout(&self) -> (Layout, usize) {
        let count = pixels(self.matrix.across.labels.len().max(1));
        let side = SIDES.into_iter().find(|side| side * count <= WIDTH).unwrap_or(4);
        let widest = (self.matrix.across.labels.iter())
            .map(|label| text_width(&label.text, SMALL) + 5)
            .max()
            .unwrap_or(side);
        let step = [1, 2, 5, 10, 20, 50].into_iter().find(|step| pixels(*step) * side >= widest);
        (matrix::layout(&self.matrix, (side, side)), step.unwrap_or(100))
    }
}

/// The one text that all notes of a map say, if they say one: then a point marks where.
fn repeated_note(axes: [&Axis; 2]) -> Option<String> {
    let mut notes = axes.into_iter().flat_map(|axis| &axis.notes).filter(|note| !note.is_empty());
    let first = notes.next()?;
    let lengthy = first.iter().map(|part| part.chars().count()).sum::<usize>() > 3;
    (lengthy && notes.all(|note| note == first)).then(|| first.join(" "))
}

/// `kind: map`.
pub(super) const KIND: Kind = Kind {
    name: "map",
    needs: &[&["class"]],
    may_have: &["row_note", "column_note"],
    over: Over::Two,
    limit: 65_536,
    require: Require::Nothing,
    build,
};

fn build(cases: &Cases<'_>, _ask: &mut Ask<'_, '_>) -> Result<Boxed, Refusal> {
    let mut classes: Vec<String> = Vec::new();
    let matrix = cases.matrix(|case| {
        let class = cases.text(case, "class")?;
        Ok(classes.iter().position(|known| *known == class).unwrap_or_else(|| {
            classes.push(class);
            classes.len() - 1
        }))
    })?;
    if classes.len() > Map::CLASSES {
        let message = format!(
            "there are {} classes, and more than {} look alike",
            classes.len(),
            Map::CLASSES
        );
        return Err(cases.refuse("class", message));
    }
    Ok(Box::new(Map { matrix, classes }))
}

impl Figure for Map {
    fn picture(&self, _style: &Style) -> Option<Svg> {
        let note = repeated_note([&self.matrix.down, &self.matrix.across]);
        let mut shown = self.clone();
        if note.is_some() {
            for axis in [&mut shown.matrix.down, &mut shown.matrix.across] {
                for note in axis.notes.iter_mut().filter(|note| !note.is_empty()) {
                    *note = vec!["•".to_owned()];
                }
            }
        }
        let (layout, step) = shown.layout();
        let order = self.order();
        let keys = order
            .iter()
            .enumerate()
            .map(|(fill, &class)| (Sign::Fill(Fill::Instead(fill)), self.classes[class].clone()));
        let note = note.map(|note| (Sign::Glyph(Glyph::Value), note));
        let legend = Legend::new(keys.chain(note), layout.size.0.max(300));
        let mut svg = Svg::new(layout.size.0.max(legend.width()), layout.size.1 + legend.height());
        for (fill, &class) in order.iter().enumerate().skip(1) {
            let path =
                matrix::runs(&layout, |row, column| self.matrix.at(row, column) == Some(&class));
            Fill::Instead(fill).runs(&mut svg, &path, layout.cell.1);
        }
        if layout.cell.0 >= 12 {
            svg.path("grid-lines", &matrix::lines(&layout));
        }
        let absent = |row: usize, column: usize| self.matrix.at(row, column).map(|_| 0);
        svg.path("frame", &matrix::edges(&layout, absent));
        matrix::draw_headers(&mut svg, &shown.matrix, &layout, None, step);
        legend.draw(&mut svg, (4, layout.size.1));
        Some(svg)
    }

    fn table(&self, _style: &Style) -> TableModel {
        self.matrix.table(|class| Cell::plain(self.classes[*class].clone()))
    }

    fn dataset(&self) -> Dataset {
        let Matrix { down, across, .. } = &self.matrix;
        let rows = self.matrix.entries().map(|(row, column, class)| {
            vec![
                down.labels[row].datum.clone(),
                across.labels[column].datum.clone(),
                Datum::Text(self.classes[*class].clone()),
            ]
        });
        let columns = vec![down.variable.clone(), across.variable.clone(), "class".to_owned()];
        Dataset { columns, rows: rows.collect() }
    }

    fn explorer(&self) -> Option<Explorer> {
        Some(Explorer::of(&self.matrix, self.layout().0, |class| Explored {
            values: vec![("class".to_owned(), self.classes[*class].clone())],
            games: Vec::new(),
        }))
    }
}

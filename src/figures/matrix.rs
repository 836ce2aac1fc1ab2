//! What grids, comparisons and maps share: rows and columns with headers, runs of equal cells, and the
//! edges of a region.

use super::data::Align;
use super::data::Cell;
use super::data::Column;
use super::data::Shown;
use super::data::TableModel;
use super::svg::Anchor;
use super::svg::Area;
use super::svg::Path;
use super::svg::Point;
use super::svg::Svg;
use super::svg::text_width;

/// Size of the digits in a cell, in pixels, as in `static/figures.css`.
pub(super) const TEXT: i32 = 15;
/// Size of headers, notes and legends.
pub(super) const SMALL: i32 = 13;
/// From how many rows or columns on the headers stand on the far side too.
const FAR: usize = 17;
/// Height of a line of headers or notes.
const LINE: i32 = 18;

/// Rows or columns: the variable that runs along them and what stands beside each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Axis {
    /// The name of the variable.
    pub variable: String,
    /// Its values.
    pub labels: Vec<Shown>,
    /// Beside each value what the author notes, in parts; empty if there are no notes.
    pub notes: Vec<Vec<String>>,
}

impl Axis {
    fn widest(&self) -> i32 {
        self.labels.iter().map(|label| text_width(&label.text, SMALL)).max().unwrap_or(0)
    }

    /// The note beside entry `at`, on one line.
    #[must_use]
    pub fn note(&self, at: usize) -> String {
        self.notes.get(at).map_or_else(String::new, |parts| parts.join("\u{2009}·\u{2009}"))
    }

    fn widest_note(&self) -> i32 {
        (0..self.notes.len()).map(|at| text_width(&self.note(at), SMALL)).max().unwrap_or(0)
    }
}

/// A rectangle of entries; `None` where the range has no case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix<T> {
    /// What runs down.
    pub down: Axis,
    /// What runs across.
    pub across: Axis,
    /// The entries, row by row.
    pub cells: Vec<Vec<Option<T>>>,
}

impl<T> Matrix<T> {
    /// The entry in this row and column.
    #[must_use]
    pub fn at(&self, row: usize, column: usize) -> Option<&T> {
        self.cells.get(row)?.get(column)?.as_ref()
    }

    /// Every entry with its row and column, row by row.
    pub fn entries(&self) -> impl Iterator<Item = (usize, usize, &T)> {
        self.cells.iter().enumerate().flat_map(|(row, cells)| {
            cells
                .iter()
                .enumerate()
                .filter_map(move |(column, cell)| Some((row, column, cell.as_ref()?)))
        })
    }

    /// The matrix as a table, headers and notes included, each entry written by `cell`.
    pub fn table(&self, cell: impl Fn(&T) -> Cell) -> TableModel {
        let header = |axis: &Axis, at: usize| match axis.note(at) {
            note if note.is_empty() => axis.labels[at].text.clone(),
            note => format!("{} ({note})", axis.labels[at].text),
        };
        let corner = format!("{} ↓ {} →", self.down.variable, self.across.variable);
        let heads = (0..self.across.labels.len())
            .map(|at| Column { header: header(&self.across, at), align: Align::Right });
        TableModel {
            columns: std::iter::once(Column { header: corner, align: Align::Right })
                .chain(heads)
                .collect(),
            row_headers: true,
            rows: (self.cells.iter().enumerate())
                .map(|(row, cells)| {
                    std::iter::once(Cell::plain(header(&self.down, row)))
                        .chain(
                            cells
                                .iter()
                                .map(|entry| entry.as_ref().map_or_else(Cell::default, &cell)),
                        )
                        .collect()
                })
                .collect(),
        }
    }
}

/// Where the cells of a matrix lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The upper left corner of the first cell.
    pub origin: Point,
    /// The width and height of a cell.
    pub cell: Point,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The size of the picture without a legend.
    pub size: Point,
}

impl Layout {
    /// The upper left corner of a cell.
    #[must_use]
    pub fn corner(&self, row: usize, column: usize) -> Point {
        (self.origin.0 + pixels(column) * self.cell.0, self.origin.1 + pixels(row) * self.cell.1)
    }

    fn right(&self) -> i32 {
        self.corner(0, self.columns).0
    }

    fn bottom(&self) -> i32 {
        self.corner(self.rows, 0).1
    }
}

/// A count of things on a picture, which limits keep far below the largest `i32`.
pub(super) fn pixels(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// Room for the headers of a matrix around cells of this size.
pub(super) fn layout<T>(matrix: &Matrix<T>, cell: Point) -> Layout {
    let (down, across) = (&matrix.down, &matrix.across);
    let note = if down.notes.is_empty() { 0 } else { down.widest_note() + 14 };
    let name = text_width(&down.variable, SMALL) + 34;
    let left = note + (down.widest() + 16).max(name);
    let note_lines = across.notes.iter().map(Vec::len).max().unwrap_or(0);
    let top = LINE + LINE + pixels(note_lines) * (LINE - 3) + 8;
    let (rows, columns) = (matrix.cells.len(), across.labels.len());
    let far_right = if columns >= FAR { down.widest() + 12 } else { 4 };
    let far_bottom = if rows >= FAR { LINE + 6 } else { 4 };
    let size =
        (left + pixels(columns) * cell.0 + far_right, top + pixels(rows) * cell.1 + far_bottom);
    Layout { origin: (left, top), cell, rows, columns, size }
}

/// Draws the headers. Over digits a header ends `edge` pixels into its column, as they do; else it
/// stands in the middle. `step` writes only every so many.
pub(super) fn draw_headers<T>(
    svg: &mut Svg,
    matrix: &Matrix<T>,
    layout: &Layout,
    edge: Option<i32>,
    step: usize,
) {
    let (down, across) = (&matrix.down, &matrix.across);
    let Layout { origin: (left, top), cell: (_, height), .. } = *layout;
    let far = |count: usize| count >= FAR;
    let class = if edge.is_some() { "heads column-heads" } else { "heads column-heads centred" };
    let edge = edge.unwrap_or(layout.cell.0 / 2);
    svg.group(class, |svg| {
        svg.variable((left, LINE - 5), Anchor::Start, &across.variable, "→");
        for (at, label) in across.labels.iter().enumerate().filter(|&(at, _)| shown(at, step)) {
            let x = layout.corner(0, at).0 + edge;
            svg.text("", (x, LINE + LINE - 4), Anchor::Start, &label.text);
            for (line, part) in across.notes.get(at).into_iter().flatten().enumerate() {
                let y = LINE + LINE - 4 + (pixels(line) + 1) * (LINE - 3);
                svg.text("note", (x, y), Anchor::Start, part);
            }
            if far(layout.rows) {
                svg.text("", (x, layout.bottom() + LINE), Anchor::Start, &label.text);
            }
        }
    });
    svg.group("heads row-heads", |svg| {
        // Hides what scrolls by under the headers, where they stay.
        let area = Area { x: 0, y: LINE, width: left, height: layout.bottom() - LINE };
        svg.rect("ground", area, None);
        let x = left - 10;
        svg.variable((x + 2, LINE + LINE - 4), Anchor::End, &down.variable, "↓");
        for (at, label) in down.labels.iter().enumerate().filter(|&(at, _)| shown(at, step)) {
            let y = layout.corner(at, 0).1 + height / 2 + 5;
            svg.text("", (x, y), Anchor::Start, &label.text);
            let note = down.note(at);
            if !note.is_empty() {
                svg.text("note", (x - down.widest() - 14, y), Anchor::Start, &note);
            }
        }
        svg.line("rule", (left - 4, top), (left - 4, layout.bottom()));
    });
    if far(layout.columns) {
        svg.group("heads", |svg| {
            for (at, label) in down.labels.iter().enumerate().filter(|&(at, _)| shown(at, step)) {
                let y = layout.corner(at, 0).1 + height / 2 + 5;
                svg.text("", (layout.right() + down.widest() + 8, y), Anchor::Start, &label.text);
            }
        });
    }
    svg.line("rule", (left, top - 4), (layout.right(), top - 4));
}

/// Whether every `step`-th header includes this one: the first, and multiples counted from one.
fn shown(at: usize, step: usize) -> bool {
    step <= 1 || at == 0 || (at + 1).is_multiple_of(step)
}

/// Level strokes through the cells for which `inside` is true, one for each run.
pub(super) fn runs(layout: &Layout, inside: impl Fn(usize, usize) -> bool) -> Path {
    let mut path = Path::default();
    let width = layout.cell.0;
    for row in 0..layout.rows {
        let mut pen = None;
        let mut column = 0;
        while column < layout.columns {
            if !inside(row, column) {
                column += 1;
                continue;
            }
            let start = column;
            while column < layout.columns && inside(row, column) {
                column += 1;
            }
            match pen {
                None => {
                    let (x, y) = layout.corner(row, start);
                    path.start((x, y + layout.cell.1 / 2));
                }
                Some(end) => path.skip((pixels(start - end) * width, 0)),
            }
            path.across(pixels(column - start) * width);
            pen = Some(column);
        }
    }
    path
}

/// The edges between cells of different regions, the border of the matrix included; `None` is
/// outside every region. Strokes along one line are joined.
pub(super) fn edges(layout: &Layout, region: impl Fn(usize, usize) -> Option<usize>) -> Path {
    let mut path = Path::default();
    let inside = |row: Option<usize>, column: Option<usize>| match (row, column) {
        (Some(row), Some(column)) if row < layout.rows && column < layout.columns => {
            region(row, column)
        }
        _ => None,
    };
    let mut strokes =
        |lines: usize, along: usize, differs: &dyn Fn(usize, usize) -> bool, level: bool| {
            for line in 0..=lines {
                let mut at = 0;
                while at < along {
                    let start = at;
                    while at < along && differs(line, at) {
                        at += 1;
                    }
                    if at > start {
                        let count = pixels(at - start);
                        if level {
                            path.start(layout.corner(line, start));
                            path.across(count * layout.cell.0);
                        } else {
                            path.start(layout.corner(start, line));
                            path.down(count * layout.cell.1);
                        }
                    } else {
                        at += 1;
                    }
                }
            }
        };
    let level = |line: usize, at: usize| {
        inside(line.checked_sub(1), Some(at)) != inside(Some(line), Some(at))
    };
    strokes(layout.rows, layout.columns, &level, true);
    let upright = |line: usize, at: usize| {
        inside(Some(at), line.checked_sub(1)) != inside(Some(at), Some(line))
    };
    strokes(layout.columns, layout.rows, &upright, false);
    path
}

/// The lines between the rows and between the columns.
pub(super) fn lines(layout: &Layout) -> Path {
    let mut path = Path::default();
    for row in 1..layout.rows {
        path.start(layout.corner(row, 0));
        path.across(pixels(layout.columns) * layout.cell.0);
    }
    for column in 1..layout.columns {
        path.start(layout.corner(0, column));
        path.down(pixels(layout.rows) * layout.cell.1);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::svg::Words;

    fn square(rows: usize, columns: usize) -> Layout {
        Layout { origin: (0, 0), cell: (10, 10), rows, columns, size: (0, 0) }
    }

    fn text(path: &Path) -> String {
        let mut svg = Svg::new(0, 0);
        svg.path("", path);
        let words = Words { kind: "", title: String::new(), description: String::new() };
        let drawn = svg.inline("", &words);
        drawn.split("d=\"").nth(3).unwrap_or("").split('"').next().unwrap_or("").to_owned()
    }

    #[test]
    fn a_run_of_cells_is_one_stroke() {
        let cells = [[true, true, false, true], [false; 4], [false, true, true, true]];
        let path = runs(&square(3, 4), |row, column| cells[row][column]);
        assert_eq!(text(&path), "M0 5h20m10 0h10M10 25h30");
    }

    #[test]
    fn the_edge_of_a_square_region_is_four_strokes() {
        let path = edges(&square(3, 3), |row, column| (row > 0 && column > 0).then_some(1));
        assert_eq!(text(&path), "M10 10h20M10 30h20M10 10v20M30 10v20");
    }

    #[test]
    fn regions_that_touch_at_a_corner_keep_their_edges_apart() {
        let path = edges(&square(2, 2), |row, column| (row == column).then_some(row));
        assert_eq!(text(&path), "M0 0h10M0 10h20M10 20h10M0 0v10M10 0v20M20 10v10");
    }
}

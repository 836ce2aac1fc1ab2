//! Reading and writing strips and grids of squares.

use crate::cgt::ruleset::ReadError;
use crate::cgt::ruleset::SizeError;

/// What each kind of square is written as.
pub(crate) type Legend<T> = [(char, T)];

/// The most squares of a strip or grid.
pub(crate) const MAX_SQUARES: u64 = 4096;

/// A rectangle of squares.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Grid<T> {
    /// How many squares stand in a row.
    pub columns: usize,
    /// The squares, row by row.
    pub squares: Vec<T>,
}

impl<T: Copy + PartialEq> Grid<T> {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.squares.len().checked_div(self.columns).unwrap_or(0)
    }

    /// Units for a move: every square is looked at with its neighbours, as the board after it is
    /// made and taken apart.
    pub(crate) fn weight(&self) -> u64 {
        1 + self.squares.len() as u64 / 4
    }

    /// A rectangle of equal squares.
    pub(crate) fn filled(sizes: &[u64], square: T) -> Result<Self, SizeError> {
        let fits = |rows: &u64, columns: &u64| {
            rows.checked_mul(*columns).is_some_and(|squares| squares <= MAX_SQUARES)
        };
        match sizes {
            [rows @ 1..=MAX_SQUARES, columns @ 1..=MAX_SQUARES] if fits(rows, columns) => {
                Ok(Self {
                    columns: *columns as usize,
                    squares: vec![square; (rows * columns) as usize],
                })
            }
            _ => Err(SizeError {
                expected: format!("rows and columns, at most {MAX_SQUARES} squares"),
            }),
        }
    }

    /// Reads rows with `/` or line ends between them.
    pub(crate) fn read(text: &str, legend: &Legend<T>) -> Result<Self, ReadError> {
        let mut squares = Vec::new();
        let mut columns = None;
        let mut at = 0;
        for (row, line) in text.split(['/', '\n']).enumerate() {
            let start = at + line.len() - line.trim_start().len();
            let place = |square: usize| format!("row {}, square {}", row + 1, square + 1);
            let read = read_row(line.trim(), start, legend, place)?;
            if *columns.get_or_insert(read.len()) != read.len() {
                let (found, first) = (read.len(), columns.unwrap_or(0));
                let message = format!("row {} has {found} squares, row 1 has {first}", row + 1);
                return Err(ReadError { at: start, message });
            }
            squares.extend(read);
            at += line.len() + 1;
        }
        Ok(Self { columns: columns.unwrap_or(0), squares })
    }

    /// Writes the rows with `/` between them.
    pub(crate) fn write(&self, legend: &Legend<T>) -> String {
        let rows = self.squares.chunks(self.columns.max(1));
        rows.map(|row| write_row(row, legend)).collect::<Vec<_>>().join("/")
    }

    /// The squares beside a square, up to four.
    pub(crate) fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> + use<T> {
        let (columns, squares) = (self.columns, self.squares.len());
        let column = at % columns;
        [
            (at >= columns).then(|| at - columns),
            (column > 0).then(|| at - 1),
            (column + 1 < columns).then(|| at + 1),
            (at + columns < squares).then(|| at + columns),
        ]
        .into_iter()
        .flatten()
    }

    /// The connected parts of what is not `blank`, each in the smallest rectangle that holds it.
    pub(crate) fn parts(&self, blank: T) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut seen = vec![false; self.squares.len()];
        for start in 0..self.squares.len() {
            if seen[start] || self.squares[start] == blank {
                continue;
            }
            seen[start] = true;
            let mut part = vec![start];
            let mut next = 0;
            while next < part.len() {
                for beside in self.neighbours(part[next]) {
                    if !seen[beside] && self.squares[beside] != blank {
                        seen[beside] = true;
                        part.push(beside);
                    }
                }
                next += 1;
            }
            parts.push(self.cut_out(&part, blank));
        }
        parts
    }

    fn cut_out(&self, part: &[usize], blank: T) -> Self {
        let range = |coordinate: fn(usize, usize) -> usize| {
            let all = part.iter().map(|&at| coordinate(at, self.columns));
            (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
        };
        let (top, bottom) = range(|at, columns| at / columns);
        let (first, last) = range(|at, columns| at % columns);
        let columns = last - first + 1;
        let mut squares = vec![blank; columns * (bottom - top + 1)];
        for &at in part {
            let (row, column) = (at / self.columns, at % self.columns);
            squares[(row - top) * columns + column - first] = self.squares[at];
        }
        Self { columns, squares }
    }
}

/// Units for a move on a strip, which copies it.
pub(crate) fn weight_of_row(squares: usize) -> u64 {
    2 + squares as u64 / 64
}

/// Reads a strip of squares.
pub(crate) fn read_strip<T: Copy>(text: &str, legend: &Legend<T>) -> Result<Vec<T>, ReadError> {
    read_row(text, 0, legend, |square| format!("square {}", square + 1))
}

fn read_row<T: Copy>(
    text: &str,
    start: usize,
    legend: &Legend<T>,
    place: impl Fn(usize) -> String,
) -> Result<Vec<T>, ReadError> {
    let mut squares = Vec::new();
    for (at, found) in text.char_indices() {
        match legend.iter().find(|(letter, _)| *letter == found) {
            Some(&(_, square)) => squares.push(square),
            None => {
                let letters: Vec<String> =
                    legend.iter().map(|(letter, _)| format!("`{letter}`")).collect();
                let place = place(squares.len());
                let message = format!("{place} is `{found}`, not one of {}", letters.join(", "));
                return Err(ReadError { at: start + at, message });
            }
        }
        if squares.len() as u64 > MAX_SQUARES {
            let message = format!("expected at most {MAX_SQUARES} squares");
            return Err(ReadError { at: start + at, message });
        }
    }
    Ok(squares)
}

/// Writes a strip of squares.
pub(crate) fn write_row<T: PartialEq>(squares: &[T], legend: &Legend<T>) -> String {
    let letter = |square| legend.iter().find(|(_, kind)| kind == square).map(|(letter, _)| letter);
    squares.iter().filter_map(letter).collect()
}

/// The error for games whose positions are only written out.
pub(crate) fn only_written(example: &str) -> SizeError {
    SizeError { expected: format!("a text such as \"{example}\"") }
}

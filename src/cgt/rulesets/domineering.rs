//! Domineering.
//!
//! Left puts a domino on two free squares one above the other, Right on two side by side.
//!
//! Notation: `.` free and `#` not there, rows with `/` between them, as in `../#.`; sizes `(m, n)` are
//! a free board. A move is called by the upper or left square of the domino, row by row from 1.
//!
//! A board is one machine word, so it has at most 64 squares.
//!
//! Source: E. Berlekamp, J. H. Conway and R. Guy, *Winning Ways*, chapter 5.

use std::borrow::Cow;
use std::hash::Hash;
use std::hash::Hasher;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Board;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Normal;
use crate::cgt::ruleset::ReadError;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::ruleset::SizeError;
use crate::cgt::rulesets::squares::Grid;
use crate::cgt::rulesets::squares::Legend;

/// The rules of Domineering.
#[derive(Clone, Copy, Debug, Default)]
pub struct Domineering;

/// The most squares of a board.
const MAX_SQUARES: u64 = 64;

/// Free squares within a rectangle, one bit each, row by row from the lowest bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Region {
    rows: u8,
    columns: u8,
    free: u64,
}

const LEGEND: &Legend<bool> = &[('.', true), ('#', false)];

/// For each width, the first square of every row.
const FIRST_COLUMN: [u64; 65] = {
    let mut columns = [0; 65];
    let mut width = 1;
    while width <= 64 {
        let mut at = 0;
        while at < 64 {
            columns[width] |= 1 << at;
            at += width;
        }
        width += 1;
    }
    columns
};

/// For each height up to 8, the squares of a row of up to 8 squares as they stand in a column.
static COLUMN_OF: [[u64; 256]; 9] = {
    let mut spread = [[0; 256]; 9];
    let mut height = 1;
    while height <= 8 {
        let mut row = 0;
        while row < 256 {
            let mut at = 0;
            while at < 8 {
                if row >> at & 1 == 1 {
                    spread[height][row] |= 1 << (at * height);
                }
                at += 1;
            }
            row += 1;
        }
        height += 1;
    }
    spread
};

impl Hash for Region {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // One word tells most regions apart, and is much faster than three.
        let sides = u64::from(self.rows) << 56 | u64::from(self.columns) << 48;
        state.write_u64(self.free ^ sides);
    }
}

impl Region {
    /// The first so many bits.
    #[inline]
    fn low_bits(count: u32) -> u64 {
        if count >= 64 { u64::MAX } else { (1 << count) - 1 }
    }

    fn squares(self) -> u32 {
        u32::from(self.rows) * u32::from(self.columns)
    }

    /// The first square of every row.
    #[inline]
    fn first_column(self) -> u64 {
        FIRST_COLUMN[usize::from(self.columns)] & Self::low_bits(self.squares())
    }

    /// The upper squares of the dominoes that `player` can place.
    fn places(self, player: Player) -> u64 {
        match player {
            Player::Left => self.free & self.free.checked_shr(self.columns.into()).unwrap_or(0),
            Player::Right => self.free & (self.free >> 1) & !(self.first_column() >> 1),
        }
    }

    /// The part of the region in the smallest rectangle that holds it. Not empty.
    fn trimmed(self) -> Self {
        let columns = u32::from(self.columns);
        let row = Self::low_bits(columns);
        let first = self.first_column();
        let fits = self.free & row != 0
            && self.free >> (self.squares() - columns) != 0
            && self.free & first != 0
            && self.free & first << (columns - 1) != 0;
        if fits {
            return self;
        }
        let above = self.free.trailing_zeros() / columns;
        let rows = (63 - self.free.leading_zeros()) / columns - above + 1;
        let free = self.free >> (above * columns);
        let used = (0..rows).fold(0, |used, at| used | free >> (at * columns) & row);
        let before = used.trailing_zeros();
        let width = 64 - used.leading_zeros() - before;
        let packed = (0..rows).fold(0, |packed, at| {
            packed | (free >> (at * columns + before) & Self::low_bits(width)) << (at * width)
        });
        Self { rows: rows as u8, columns: width as u8, free: packed }
    }

    /// Turned by half a turn.
    fn turned(self) -> Self {
        Self { free: self.free.reverse_bits() >> (64 - self.squares()), ..self }
    }

    /// With the last row first.
    fn upended(self) -> Self {
        let columns = u32::from(self.columns);
        if columns == 64 {
            return self;
        }
        let row = Self::low_bits(columns);
        let (mut upended, mut rest) = (0, self.free);
        for _ in 0..self.rows {
            upended = upended << columns | rest & row;
            rest >>= columns;
        }
        Self { free: upended, ..self }
    }

    /// Rows for columns.
    fn transposed(self) -> Self {
        let (rows, columns) = (u32::from(self.rows), u32::from(self.columns));
        let mut transposed = 0;
        if rows <= 8 && columns <= 8 {
            let column_of = &COLUMN_OF[rows as usize];
            for row in 0..rows {
                let squares = self.free >> (row * columns) & Self::low_bits(columns);
                transposed |= column_of[squares as usize] << row;
            }
        } else {
            for at in (0..self.squares()).filter(|at| self.free >> at & 1 == 1) {
                transposed |= 1 << (at % columns * rows + at / columns);
            }
        }
        Self { rows: self.columns, columns: self.rows, free: transposed }
    }

    /// The least of the four images that leave vertical what is vertical.
    fn least_image(self) -> Self {
        let upended = self.upended();
        let free = self.free.min(self.turned().free);
        let free = free.min(upended.free).min(upended.turned().free);
        Self { free, ..self }
    }
}

impl Ruleset for Domineering {
    type Position = Region;

    fn name(&self) -> Cow<'static, str> {
        "domineering".into()
    }

    fn moves(
        &self,
        region: &Region,
        player: Player,
        moves: &mut Moves<Region>,
    ) -> Result<(), Exhausted> {
        let step = match player {
            Player::Left => u32::from(region.columns),
            Player::Right => 1,
        };
        let mut places = region.places(player);
        while places != 0 {
            let at = places.trailing_zeros();
            places &= places - 1;
            let domino = 1 << at | 1 << (at + step);
            let after = Region { free: region.free & !domino, ..*region };
            moves.push(u64::from(at) + 1, [(after, 1)])?;
        }
        Ok(())
    }

    fn components(&self, region: &Region, mut each: impl FnMut(Region)) {
        let columns = u32::from(region.columns);
        let first = region.first_column();
        let last = first << (columns - 1);
        // One row of 64 squares has nothing above it or below.
        let rows_apart = |squares: u64| match columns {
            64 => 0,
            _ => squares << columns | squares >> columns,
        };
        let mut rest = region.free;
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let beside = (part & !last) << 1 | (part & !first) >> 1;
                let grown = part | (beside | rows_apart(part)) & region.free;
                if grown == part {
                    break;
                }
                part = grown;
            }
            rest &= !part;
            // Nobody can use a single square.
            if !part.is_power_of_two() {
                each(Region { free: part, ..*region }.trimmed());
            }
        }
    }

    fn normal(&self, region: Region) -> Normal<Region> {
        if region.rows > region.columns {
            return Normal { position: region.transposed().least_image(), is_negated: true };
        }
        let position = region.least_image();
        if region.rows == region.columns {
            let transposed = region.transposed().least_image();
            if transposed < position {
                return Normal { position: transposed, is_negated: true };
            }
        }
        Normal { position, is_negated: false }
    }
}

impl Board for Region {
    fn sized(sizes: &[u64]) -> Result<Vec<Self>, SizeError> {
        match *sizes {
            [rows @ 1..=MAX_SQUARES, columns @ 1..=MAX_SQUARES]
                if rows * columns <= MAX_SQUARES =>
            {
                let free = Self::low_bits((rows * columns) as u32);
                Ok(vec![Self { rows: rows as u8, columns: columns as u8, free }])
            }
            _ => Err(SizeError {
                expected: format!("rows and columns, at most {MAX_SQUARES} squares"),
            }),
        }
    }

    fn read(text: &str) -> Result<Vec<Self>, ReadError> {
        let grid = Grid::read(text, LEGEND)?;
        if grid.squares.len() as u64 > MAX_SQUARES || grid.squares.is_empty() {
            let message = format!("expected a board of 1 to {MAX_SQUARES} squares");
            return Err(ReadError { at: text.len(), message });
        }
        let bits = grid.squares.iter().zip(0..).filter(|&(&free, _)| free);
        let free = bits.fold(0, |free, (_, at)| free | 1 << at);
        Ok(vec![Self { rows: grid.rows() as u8, columns: grid.columns as u8, free }])
    }

    fn write(&self) -> String {
        let squares = (0..self.squares()).map(|at| self.free >> at & 1 == 1).collect();
        Grid { columns: self.columns.into(), squares }.write(LEGEND)
    }

    fn sizes(&self) -> Option<Vec<u64>> {
        let is_full = self.free == Self::low_bits(self.squares());
        is_full.then(|| vec![self.rows.into(), self.columns.into()])
    }
}

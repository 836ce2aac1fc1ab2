//! Draws a scored cake, a cut, and the pieces it leaves: `cake`.

use super::Figure;
use super::ask::Ask;
use super::cases::Cases;
use super::cases::Refusal;
use super::data::Align;
use super::data::Cell;
use super::data::Column;
use super::data::Dataset;
use super::data::Datum;
use super::data::TableModel;
use super::kind::Boxed;
use super::kind::Kind;
use super::kind::Over;
use super::kind::Require;
use super::matrix::SMALL;
use super::matrix::pixels;
use super::svg::Anchor;
use super::svg::Area;
use super::svg::Path;
use super::svg::Point;
use super::svg::Svg;
use super::svg::text_width;
use super::values;
use crate::cgt::Player;
use crate::language::Value;
use crate::language::writing::Style;

/// Pixels of a square of a cake that stands alone.
const UNIT: i32 = 28;
/// The longest side of such a cake, in pixels.
const LONGEST: i32 = 336;
/// Between the whole and its pieces.
const ARROW: i32 = 64;
/// Between pieces.
pub(super) const GAP: i32 = 8;

/// A rectangle scored into squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cake {
    /// Squares from top to bottom.
    pub rows: usize,
    /// Squares from left to right.
    pub columns: usize,
}

impl Cake {
    /// The longest side that is drawn square by square.
    pub const LONGEST: usize = 96;

    /// As the page writes it: `4 × 6`.
    #[must_use]
    pub fn text(self) -> String {
        format!("{} × {}", self.rows, self.columns)
    }

    /// Its width and height with squares of `unit` pixels.
    pub(super) fn size(self, unit: i32) -> Point {
        (pixels(self.columns) * unit, pixels(self.rows) * unit)
    }

    /// Draws it, its upper left corner at `corner`; score lines only if they stay apart.
    pub(super) fn draw(self, svg: &mut Svg, (x, y): Point, unit: i32) {
        let (width, height) = self.size(unit);
        let mut scores = Path::default();
        if unit >= 4 {
            for row in 1..pixels(self.rows) {
                scores.start((x, y + row * unit));
                scores.across(width);
            }
            for column in 1..pixels(self.columns) {
                scores.start((x + column * unit, y));
                scores.down(height);
            }
        }
        svg.rect("cake", Area { x, y, width, height }, None);
        svg.path("score", &scores);
    }
}

/// The class of what `player` does.
pub(super) fn class_of(player: Player) -> &'static str {
    match player {
        Player::Left => "left",
        Player::Right => "right",
    }
}

/// What `player` is called.
pub(super) fn name_of(player: Player) -> &'static str {
    match player {
        Player::Left => "Left",
        Player::Right => "Right",
    }
}

/// Pieces in one line: `2 copies of 4 × 3`, `2 × 1 and 2 × 3`.
pub(super) fn pieces_text(pieces: &[Cake]) -> String {
    match pieces {
        [] => "nothing".to_owned(),
        [only] => only.text(),
        [first, rest @ ..] if rest.iter().all(|piece| piece == first) => {
            format!("{} copies of {}", pieces.len(), first.text())
        }
        [rest @ .., last] => {
            let rest: Vec<_> = rest.iter().map(|piece| piece.text()).collect();
            format!("{} and {}", rest.join(", "), last.text())
        }
    }
}

/// The width and height of pieces apart: beside each other if Left cut, else below each other.
pub(super) fn pieces_size(pieces: &[Cake], player: Player, unit: i32) -> Point {
    let sizes = pieces.iter().map(|piece| piece.size(unit));
    let gaps = pixels(pieces.len().saturating_sub(1)) * GAP;
    sizes.fold(
        match player {
            Player::Left => (gaps, 0),
            Player::Right => (0, gaps),
        },
        |(width, height), (w, h)| match player {
            Player::Left => (width + w, height.max(h)),
            Player::Right => (width.max(w), height + h),
        },
    )
}

/// Draws pieces apart.
pub(super) fn draw_pieces(
    svg: &mut Svg,
    pieces: &[Cake],
    player: Player,
    (mut x, mut y): Point,
    unit: i32,
) {
    for piece in pieces {
        piece.draw(svg, (x, y), unit);
        let (width, height) = piece.size(unit);
        match player {
            Player::Left => x += width + GAP,
            Player::Right => y += height + GAP,
        }
    }
}

/// A cake and a cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutCake {
    /// The whole.
    pub cake: Cake,
    /// Who cuts: Left upright, Right level.
    pub player: Player,
    /// Before which columns (rows) the knife goes, counted from nought: rising, inside the cake.
    /// Empty: nobody cuts.
    pub lines: Vec<usize>,
}

impl CutCake {
    /// The pieces, in order.
    #[must_use]
    pub fn pieces(&self) -> Vec<Cake> {
        let side = match self.player {
            Player::Left => self.cake.columns,
            Player::Right => self.cake.rows,
        };
        let ends = self.lines.iter().copied().chain([side]);
        let starts = std::iter::once(0).chain(self.lines.iter().copied());
        starts
            .zip(ends)
            .map(|(start, end)| match self.player {
                Player::Left => Cake { columns: end - start, ..self.cake },
                Player::Right => Cake { rows: end - start, ..self.cake },
            })
            .collect()
    }
}

/// `kind: cake`.
pub(super) const KIND: Kind = Kind {
    name: "cake",
    needs: &[&["cake"]],
    may_have: &["cut", "player"],
    over: Over::None,
    limit: 1,
    require: Require::Nothing,
    build,
};

fn build(cases: &Cases<'_>, _ask: &mut Ask<'_, '_>) -> Result<Boxed, Refusal> {
    let case = cases.single()?;
    let cake = values::cake(cases.value(case, "cake")?)
        .filter(|cake| cake.rows <= Cake::LONGEST && cake.columns <= Cake::LONGEST);
    let Some(cake) = cake else {
        let message = format!("`cake` is a pair of sides from 1 to {}, as in `3x4`", Cake::LONGEST);
        return Err(cases.refuse("cake", message));
    };
    let player = match case.field("player").map(Value::as_text) {
        None | Some(Some("L")) => Player::Left,
        Some(Some("R")) => Player::Right,
        Some(_) => return Err(cases.refuse("player", "`player` is LEFT or RIGHT")),
    };
    let side = match player {
        Player::Left => cake.columns,
        Player::Right => cake.rows,
    };
    let line = |value: &Value| {
        let line = value.as_i64().and_then(|line| usize::try_from(line).ok());
        line.filter(|line| (1..side).contains(line))
    };
    let lines = match case.field("cut") {
        None => Some(Vec::new()),
        Some(Value::List(lines)) => lines.iter().map(line).collect(),
        Some(cut) => line(cut).map(|line| vec![line]),
    };
    match lines.filter(|lines| lines.is_sorted_by(|a, b| a < b)) {
        Some(lines) => Ok(Box::new(CutCake { cake, player, lines })),
        None => {
            let message = format!(
                "{} cuts {} after lines 1 to {}, one or a rising list",
                name_of(player),
                cake.text(),
                side - 1
            );
            Err(cases.refuse("cut", message))
        }
    }
}

impl Figure for CutCake {
    fn picture(&self, _style: &Style) -> Option<Svg> {
        let longest = pixels(self.cake.rows.max(self.cake.columns));
        let unit = UNIT.min((LONGEST / longest.max(1)).max(3));
        let (width, height) = self.cake.size(unit);
        let pieces = self.pieces();
        let (apart, tall) = pieces_size(&pieces, self.player, unit);
        let cut = !self.lines.is_empty();
        let label = text_width(&pieces_text(&pieces), SMALL);
        let (from, top) = (14 + text_width(&self.cake.rows.to_string(), SMALL), 36);
        let room = if cut { ARROW + apart.max(label) } else { 0 };
        let mut svg = Svg::new(from + width + room + 14, top + height.max(tall) + 34);
        self.cake.draw(&mut svg, (from, top), unit);
        svg.text(
            "head",
            (from + width / 2, top - 16),
            Anchor::Middle,
            &self.cake.columns.to_string(),
        );
        svg.text(
            "head",
            (from - 8, top + height / 2 + 5),
            Anchor::End,
            &self.cake.rows.to_string(),
        );
        if cut {
            let class = format!("knife {}", class_of(self.player));
            for line in &self.lines {
                let at = pixels(*line) * unit;
                match self.player {
                    Player::Left => {
                        svg.line(&class, (from + at, top - 10), (from + at, top + height + 10))
                    }
                    Player::Right => {
                        svg.line(&class, (from - 6, top + at), (from + width + 10, top + at));
                    }
                }
            }
            let (x, y) = (from + width + 18, top + height / 2);
            svg.line("arrow", (x, y), (x + ARROW - 32, y));
            svg.polyline(
                "arrow",
                [(x + ARROW - 39, y - 5), (x + ARROW - 32, y), (x + ARROW - 39, y + 5)],
            );
            let x = from + width + ARROW;
            draw_pieces(&mut svg, &pieces, self.player, (x, top), unit);
            svg.text("", (x, top + tall + 24), Anchor::Start, &pieces_text(&pieces));
        }
        Some(svg)
    }

    fn table(&self, _style: &Style) -> TableModel {
        let pieces: Vec<_> = self.pieces().iter().map(|piece| piece.text()).collect();
        let columns = ["cake", "cut by", "pieces"];
        let player = if self.lines.is_empty() { "nobody" } else { name_of(self.player) };
        TableModel {
            columns: columns
                .map(|header| Column { header: header.to_owned(), align: Align::Left })
                .to_vec(),
            row_headers: true,
            rows: vec![vec![
                Cell::plain(self.cake.text()),
                Cell::plain(player),
                Cell::plain(pieces.join(", ")),
            ]],
        }
    }

    fn dataset(&self) -> Dataset {
        let rows = self.pieces().into_iter().map(|piece| {
            vec![
                Datum::Text(format!("{}x{}", self.cake.rows, self.cake.columns)),
                Datum::Whole(piece.rows.into()),
                Datum::Whole(piece.columns.into()),
            ]
        });
        Dataset {
            columns: ["cake", "piece_rows", "piece_columns"].map(str::to_owned).to_vec(),
            rows: rows.collect(),
        }
    }
}

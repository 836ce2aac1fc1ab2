//! Draws the cakes that a cut rule visits, with multipliers and running total: `walk`.
//!
//! Each cake is a bar of the full width, divided by the cut; one of its pieces is the next cake, as
//! under a glass. The short side never changes and is not drawn, so the figure refuses a walk in
//! which it does, and one whose next cake is not a piece of the last.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::One as _;
use num_traits::ToPrimitive as _;
use num_traits::Zero as _;

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
use super::matrix::TEXT;
use super::matrix::pixels;
use super::svg::Anchor;
use super::svg::Area;
use super::svg::Path;
use super::svg::Svg;
use super::svg::text_width;
use super::values::written;
use crate::language::Value;
use crate::language::writing;
use crate::language::writing::Style;

/// Width of a bar in pixels.
const WIDTH: i32 = 300;
/// Height of a bar.
const BAR: i32 = 26;
/// From bar to bar.
const STEP: i32 = 74;
/// More pieces than this are not drawn one by one.
const PIECES: i64 = 50;

/// A walk from cake to cake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    rows: BigInt,
    /// The long sides, each a multiple of the next.
    columns: Vec<BigInt>,
    /// Into how many pieces each cake but the last is cut.
    cuts: Vec<BigInt>,
}

impl Walk {
    /// The walk through `cakes` (rows and columns), or what is wrong with it.
    ///
    /// # Errors
    ///
    /// If there is no cake, if the number of rows changes, or if some number of columns is no
    /// proper divisor of the one before.
    pub fn new(cakes: &[(BigInt, BigInt)]) -> Result<Self, String> {
        let [(rows, _), ..] = cakes else { return Err("the walk has no cake".to_owned()) };
        let mut cuts = Vec::new();
        for pair in cakes.windows(2) {
            let [(m, n), (next_m, next_n)] = pair else { continue };
            if m != next_m {
                return Err(format!(
                    "the walk goes from {m} × {n} to {next_m} × {next_n}, which has other rows"
                ));
            }
            if next_n >= n || next_n.is_zero() || !n.is_multiple_of(next_n) {
                return Err(format!(
                    "the walk goes from {m} × {n} to {next_m} × {next_n}, which is no piece of it"
                ));
            }
            cuts.push(n / next_n);
        }
        Ok(Self {
            rows: rows.clone(),
            columns: cakes.iter().map(|(_, columns)| columns.clone()).collect(),
            cuts,
        })
    }

    fn cake(&self, at: usize, style: &Style) -> String {
        format!("{} × {}", written(&self.rows, style), written(&self.columns[at], style))
    }

    /// For each cake how many of its kind there are, and the sum of these so far.
    fn ledger(&self) -> Vec<(BigInt, BigInt)> {
        let (mut copies, mut total) = (BigInt::one(), BigInt::zero());
        let mut ledger = Vec::new();
        for at in 0..self.columns.len() {
            total += &copies;
            ledger.push((copies.clone(), total.clone()));
            copies *= self.cuts.get(at).cloned().unwrap_or_else(BigInt::one);
        }
        ledger
    }
}

/// `kind: walk`.
pub(super) const KIND: Kind = Kind {
    name: "walk",
    needs: &[&["cakes"]],
    may_have: &["from"],
    over: Over::None,
    limit: 1,
    require: Require::Nothing,
    build,
};

/// The most cakes of a walk.
const CAKES: usize = 24;

fn build(cases: &Cases<'_>, _ask: &mut Ask<'_, '_>) -> Result<Boxed, Refusal> {
    let case = cases.single()?;
    let list = cases.list(case, "cakes")?;
    if list.len() > CAKES {
        return Err(cases.refuse("cakes", format!("a walk has at most {CAKES} cakes")));
    }
    let side = |value: &Value| {
        value.as_number().filter(|side| side.sign() > 0).and_then(|side| side.to_integer())
    };
    let cakes = list.iter().map(|cake| match cake.as_tuple() {
        Some([rows, columns]) => Some((side(rows)?, side(columns)?)),
        _ => None,
    });
    let Some(cakes) = cakes.collect::<Option<Vec<_>>>() else {
        return Err(cases.refuse("cakes", "`cakes` is a list of cakes, as in `[6x360, 6x72]`"));
    };
    if let (Some(from), Some(first)) = (case.field("from"), list.first())
        && from != first
    {
        let (from, first) = (writing::plain(from), writing::plain(first));
        return Err(cases.refuse("from", format!("the walk is from {from}, but begins at {first}")));
    }
    match Walk::new(&cakes) {
        Ok(walk) => Ok(Box::new(walk)),
        Err(why) => Err(cases.refuse("cakes", why)),
    }
}

impl Figure for Walk {
    fn picture(&self, style: &Style) -> Option<Svg> {
        let ledger = self.ledger();
        let labels =
            (0..self.columns.len()).map(|at| text_width(&self.cake(at, style), TEXT)).max();
        let x = labels.unwrap_or(0) + 22;
        let copies = x + WIDTH + 78;
        let total = copies + 74;
        let height = 40 + pixels(self.columns.len()) * STEP - (STEP - BAR) + 12;
        let mut svg = Svg::new(total + 14, height);
        svg.group("heads", |svg| {
            svg.text("", (x - 12, 18), Anchor::Start, "cake");
            svg.text("", (copies, 18), Anchor::Start, "copies");
            svg.text("", (total, 18), Anchor::Start, "total");
        });
        svg.line("rule", (4, 26), (total + 4, 26));
        for (at, (number, sum)) in ledger.iter().enumerate() {
            let y = 40 + pixels(at) * STEP;
            svg.text("label", (x - 12, y + 18), Anchor::End, &self.cake(at, style));
            svg.rect("cake", Area { x, y, width: WIDTH, height: BAR }, None);
            if let Some(cut) = self.cuts.get(at) {
                let count = cut.to_i64().unwrap_or(i64::MAX);
                let end = if count <= PIECES {
                    let mut scores = Path::default();
                    let place = |piece: i64| {
                        i32::try_from(i64::from(WIDTH) * piece / count).unwrap_or(WIDTH)
                    };
                    for piece in 1..count {
                        scores.start((x + place(piece), y));
                        scores.down(BAR);
                    }
                    svg.path("knife left", &scores);
                    place(1)
                } else {
                    svg.line("knife left", (x + 4, y), (x + 4, y + BAR));
                    4
                };
                svg.rect("shade area", Area { x, y, width: end, height: BAR }, None);
                svg.rect("piece", Area { x, y, width: end, height: BAR }, None);
                let glass =
                    [(x, y + BAR), (x + end, y + BAR), (x + WIDTH, y + STEP), (x, y + STEP)];
                svg.polygon("glass", glass, None);
                let text = format!("cut in {}", written(cut, style));
                svg.text("small", (x + WIDTH + 8, y + BAR + 26), Anchor::Start, &text);
            }
            svg.group("values", |svg| {
                svg.text("", (copies, y + 18), Anchor::Start, &written(number, style));
                svg.text("best", (total, y + 18), Anchor::Start, &written(sum, style));
            });
        }
        Some(svg)
    }

    fn table(&self, style: &Style) -> TableModel {
        let column = |header: &str, align| Column { header: header.to_owned(), align };
        TableModel {
            columns: vec![
                column("cake", Align::Left),
                column("cut in", Align::Right),
                column("copies", Align::Right),
                column("total", Align::Right),
            ],
            row_headers: true,
            rows: (self.ledger().iter().enumerate())
                .map(|(at, (copies, total))| {
                    let cut =
                        self.cuts.get(at).map_or("not cut".to_owned(), |cut| written(cut, style));
                    [self.cake(at, style), cut, written(copies, style), written(total, style)]
                        .map(Cell::plain)
                        .to_vec()
                })
                .collect(),
        }
    }

    fn dataset(&self) -> Dataset {
        let rows = self.ledger().into_iter().enumerate().map(|(at, (copies, total))| {
            vec![
                Datum::Whole(self.rows.clone()),
                Datum::Whole(self.columns[at].clone()),
                self.cuts.get(at).cloned().map_or(Datum::Nothing, Datum::Whole),
                Datum::Whole(copies),
                Datum::Whole(total),
            ]
        });
        let columns = ["rows", "columns", "cut", "copies", "total"];
        Dataset { columns: columns.map(str::to_owned).to_vec(), rows: rows.collect() }
    }
}

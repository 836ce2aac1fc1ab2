//! Draws thermographs: `thermograph`.
//!
//! As in *Winning Ways*, temperature grows upwards and values grow to the **left**, so that the Left
//! wall stands on Left's side. The walls end in the mast.

use num_rational::BigRational;
use num_traits::One as _;
use num_traits::ToPrimitive as _;
use num_traits::Zero as _;

use super::Figure;
use super::data::Align;
use super::data::Cell;
use super::data::Column;
use super::data::Dataset;
use super::data::Datum;
use super::data::TableModel;
use super::legend::Legend;
use super::legend::Sign;
use super::matrix::TEXT;
use super::scale::Scale;
use super::scale::written;
use super::svg::Anchor;
use super::svg::Svg;
use super::svg::text_width;

/// The largest width and height of the plane in pixels.
const PLANE: (i32, i32) = (400, 240);
/// The most pixels for a unit, of value and of temperature alike: a taxed wall leans by 45 degrees.
const UNIT: i32 = 80;

/// The thermograph of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// The name of the game.
    pub name: String,
    /// The corners of the Left wall as (value, temperature), upwards; the last is the foot of the
    /// mast.
    pub left_wall: Vec<(BigRational, BigRational)>,
    /// The corners of the Right wall, likewise.
    pub right_wall: Vec<(BigRational, BigRational)>,
}

impl Thermograph {
    fn foot(&self) -> Option<&(BigRational, BigRational)> {
        self.left_wall.last()
    }
}

fn text_of(value: &BigRational) -> String {
    if value.is_integer() {
        return written(&value.to_integer(), ",");
    }
    format!("{}/{}", written(value.numer(), ","), written(value.denom(), ","))
}

impl Figure for Thermograph {
    fn picture(&self) -> Option<Svg> {
        let corners = || self.left_wall.iter().chain(&self.right_wall);
        let one = BigRational::one();
        let low = corners().map(|corner| &corner.0).min()?.floor() - &one;
        let high = corners().map(|corner| &corner.0).max()?.ceil() + &one;
        let hottest = corners().map(|corner| &corner.1).max()?.clone();
        let coldest = corners().map(|corner| &corner.1).min()?.clone();
        let coldest = coldest.min(BigRational::zero());
        let mast = &hottest + (&hottest - &coldest).max(one) / BigRational::from_integer(3.into());
        let room = |pixels: i32, span: BigRational| BigRational::from_integer(pixels.into()) / span;
        let unit = room(PLANE.0, &high - &low)
            .min(room(PLANE.1, &mast - &coldest))
            .min(BigRational::from_integer(UNIT.into()));
        let length = |span: BigRational| (span * &unit).to_integer().to_i32().unwrap_or(PLANE.0);
        let (left, top) = (52, 16);
        let (right, bottom) = (left + length(&high - &low), top + length(&mast - &coldest));
        let across = Scale::new(low, high, right, left);
        let up = Scale::new(coldest, mast.clone(), bottom, top);
        let place = |corner: &(BigRational, BigRational)| (across.at(&corner.0), up.at(&corner.1));
        let keys = [
            (Sign::Stroke("wall left"), "Left wall".to_owned()),
            (Sign::Stroke("wall right"), "Right wall".to_owned()),
        ];
        let legend = Legend::new(keys, PLANE.0);
        let foot = self.foot()?;
        let (x, y) = place(foot);
        let text = format!("mean {}, temperature {}", text_of(&foot.0), text_of(&foot.1));
        let width = (right + 24).max(x + 16 + text_width(&text, TEXT)).max(left + legend.width());
        let mut svg = Svg::new(width, bottom + 48 + legend.height());
        svg.group("ticks", |svg| {
            for tick in across.ticks(10) {
                let x = across.at(&BigRational::from_integer(tick.clone()));
                svg.line("grid-line", (x, top), (x, bottom));
                svg.text("small", (x, bottom + 18), Anchor::Middle, &written(&tick, ","));
            }
            for tick in up.ticks(6) {
                let y = up.at(&BigRational::from_integer(tick.clone()));
                svg.line("rule", (left - 5, y), (left, y));
                svg.text("small", (left - 9, y + 5), Anchor::End, &written(&tick, ","));
            }
            let ground = up.at(&BigRational::zero());
            svg.line("rule", (left, ground), (right, ground));
            svg.line("rule", (left, top), (left, bottom));
        });
        svg.text("head", (left, bottom + 38), Anchor::Start, "← value");
        svg.upright("head", (14, top), Anchor::End, "temperature →");
        let inside = self.left_wall.iter().chain(self.right_wall.iter().rev());
        svg.polygon("between", inside.map(place), None);
        svg.polyline("wall left", self.left_wall.iter().map(place));
        svg.polyline("wall right", self.right_wall.iter().map(place));
        svg.line("mast", (x, y), (x, top));
        svg.text("value over", (x + 8, y - 6), Anchor::Start, &text);
        legend.draw(&mut svg, (left, bottom + 44));
        Some(svg)
    }

    fn table(&self) -> TableModel {
        let wall = |name: &str, wall: &[(BigRational, BigRational)]| {
            let rows = wall.iter().map(|(value, temperature)| {
                [name.to_owned(), text_of(value), text_of(temperature)].map(Cell::plain).to_vec()
            });
            rows.collect::<Vec<_>>()
        };
        let column = |header: &str, align| Column { header: header.to_owned(), align };
        TableModel {
            columns: vec![
                column("wall", Align::Left),
                column("value", Align::Right),
                column("temperature", Align::Right),
            ],
            row_headers: true,
            rows: [wall("Left", &self.left_wall), wall("Right", &self.right_wall)].concat(),
        }
    }

    fn dataset(&self) -> Dataset {
        let walls = [("left", &self.left_wall), ("right", &self.right_wall)];
        let rows = walls.into_iter().flat_map(|(name, wall)| {
            wall.iter().map(move |(value, temperature)| {
                vec![
                    Datum::Text(name.to_owned()),
                    Datum::number(value.clone()),
                    Datum::number(temperature.clone()),
                ]
            })
        });
        Dataset {
            columns: ["wall", "value", "temperature"].map(str::to_owned).to_vec(),
            rows: rows.collect(),
        }
    }
}

//! Draws thermographs: `thermograph`.
//!
//! As in *Winning Ways*, temperature grows upwards and values grow to the **left**, so that the Left
//! wall stands on Left's side. The walls end in the mast.

use num_rational::BigRational;
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
use super::legend::Legend;
use super::legend::Sign;
use super::matrix::TEXT;
use super::scale::Scale;
use super::svg::Anchor;
use super::svg::Svg;
use super::svg::text_width;
use super::values;
use super::values::written;
use crate::arithmetic::dyadic::Dyadic;
use crate::cgt::Arena;
use crate::cgt::Budget;
use crate::cgt::Player;
use crate::language::Value;
use crate::language::to_dyadic;
use crate::language::writing::Style;

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

/// `kind: thermograph`.
pub(super) const KIND: Kind = Kind {
    name: "thermograph",
    needs: &[&["show"]],
    may_have: &[],
    over: Over::None,
    limit: 1,
    require: Require::Nothing,
    build,
};

fn build(cases: &Cases<'_>, ask: &mut Ask<'_, '_>) -> Result<Boxed, Refusal> {
    let case = cases.single()?;
    let show = cases.value(case, "show")?;
    let game = match show {
        Value::Position(_) => ask.attribute(show, "value")?,
        _ => show.clone(),
    };
    let name = values::shown(&game, cases.style).text;
    let walls = walls(&game, ask)?;
    let Some([left_wall, right_wall]) = walls else {
        return Err(cases.refuse("show", format!("{name} is no game that has a thermograph")));
    };
    Ok(Box::new(Thermograph { name, left_wall, right_wall }))
}

/// The corners of a wall as (value, temperature), upwards.
type Corners = Vec<(BigRational, BigRational)>;

/// Both walls of a game from temperature nought (from the foot, if it lies lower) to the foot of
/// the mast; `None` for what is no game.
fn walls(game: &Value, ask: &mut Ask<'_, '_>) -> Result<Option<[Corners; 2]>, Refusal> {
    let mut arena = Arena::new();
    let mut budget = Budget::units(ask.left());
    let id = match game {
        Value::Game(game) => arena.import(game.portable(), &mut budget),
        Value::Number(number) => match to_dyadic(number) {
            Some(dyadic) => arena.number(&dyadic),
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    let thermograph = id.and_then(|id| arena.thermograph(id, &mut budget));
    let thermograph = thermograph.map_err(|why| Refusal::Failure(ask.exhausted(why)))?;
    let foot = &thermograph.foot;
    let ground = Dyadic::ZERO.min(foot.temperature.clone());
    let point = |value: &Dyadic, temperature: &Dyadic| {
        let rational = |x: &Dyadic| BigRational::new(x.numerator(), x.denominator());
        (rational(value), rational(temperature))
    };
    Ok(Some(Player::BOTH.map(|player| {
        let wall = thermograph.wall(player);
        let between = wall
            .corners()
            .iter()
            .filter(|corner| corner.temperature > ground && corner.temperature < foot.temperature);
        let mut corners = vec![point(&wall.at(&ground), &ground)];
        corners.extend(between.map(|corner| point(&corner.value, &corner.temperature)));
        corners.push(point(&foot.value, &foot.temperature));
        corners
    })))
}

impl Figure for Thermograph {
    fn picture(&self, style: &Style) -> Option<Svg> {
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
        let text = format!(
            "mean {}, temperature {}",
            values::fraction(&foot.0, style),
            values::fraction(&foot.1, style)
        );
        let width = (right + 24).max(x + 16 + text_width(&text, TEXT)).max(left + legend.width());
        let mut svg = Svg::new(width, bottom + 48 + legend.height());
        svg.group("ticks", |svg| {
            for tick in across.ticks(10) {
                let x = across.at(&BigRational::from_integer(tick.clone()));
                svg.line("grid-line", (x, top), (x, bottom));
                svg.text("small", (x, bottom + 18), Anchor::Middle, &written(&tick, style));
            }
            for tick in up.ticks(6) {
                let y = up.at(&BigRational::from_integer(tick.clone()));
                svg.line("rule", (left - 5, y), (left, y));
                svg.text("small", (left - 9, y + 5), Anchor::End, &written(&tick, style));
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

    fn table(&self, style: &Style) -> TableModel {
        let wall = |name: &str, wall: &[(BigRational, BigRational)]| {
            let rows = wall.iter().map(|(value, temperature)| {
                [
                    name.to_owned(),
                    values::fraction(value, style),
                    values::fraction(temperature, style),
                ]
                .map(Cell::plain)
                .to_vec()
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

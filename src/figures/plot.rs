//! Draws values over one variable: `plot`, as points, steps or a line, with a reference line and
//! marked classes.
//!
//! The axes, the mesh and the places of points are `plotters`'; what it draws goes through
//! `backend` into the same SVG that every other figure writes. Its coordinates
//! are floats: they decide about pixels only, never about data.

use num_rational::BigRational;
use num_traits::ToPrimitive as _;
use plotters::chart::ChartBuilder;
use plotters::drawing::IntoDrawingArea as _;
use plotters::element::PathElement;
use plotters::element::Pixel;
use plotters::series::LineSeries;

use super::Figure;
use super::ask::Ask;
use super::backend::Backend;
use super::backend::Ink;
use super::cases::Cases;
use super::cases::Refusal;
use super::data::Align;
use super::data::Cell;
use super::data::Column;
use super::data::Dataset;
use super::data::Datum;
use super::data::Shown;
use super::data::TableModel;
use super::kind::Boxed;
use super::kind::Kind;
use super::kind::Over;
use super::kind::Require;
use super::legend::Glyph;
use super::legend::Legend;
use super::legend::Sign;
use super::matrix::SMALL;
use super::scale::Scale;
use super::svg::Anchor;
use super::svg::Svg;
use super::svg::text_width;
use super::values;
use super::values::written;
use crate::diagnostics::Code;
use crate::language::writing::Style;

/// Width and height of the picture without a legend, in pixels.
const SIZE: (i32, i32) = (600, 320);
/// Room above the plane, for the name of what runs upwards.
const TOP: i32 = 28;
/// Room below the plane, for the numbers and the name of what runs across.
const BOTTOM: i32 = 26;

/// How the values are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// Not at all.
    Points,
    /// By a level stroke at each value and an upright one between.
    Steps,
    /// By straight strokes.
    Line,
}

/// Values over one variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plot {
    /// The name of the variable.
    pub variable: String,
    /// What runs across, where the author calls it otherwise than by its variable.
    pub across: Option<String>,
    /// What is plotted, as the author calls it.
    pub name: String,
    /// How it is drawn.
    pub join: Join,
    /// The points, by rising variable.
    pub points: Vec<PlotPoint>,
    /// What the reference line is called, if there is one.
    pub line: Option<String>,
    /// The classes of marked points by first occurrence, at most [`Plot::CLASSES`].
    pub classes: Vec<String>,
}

/// A point of a plot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlotPoint {
    /// The variable, with the text of the page.
    pub x: (BigRational, Shown),
    /// The value.
    pub y: (BigRational, Shown),
    /// The reference line here.
    pub line: Option<BigRational>,
    /// The class it is marked as, an index into `classes`.
    pub class: Option<usize>,
}

/// A place in the plane of the plot. The precision of a float decides about pixels only.
fn place(x: &BigRational, y: &BigRational) -> (f64, f64) {
    (x.to_f64().unwrap_or(0.0), y.to_f64().unwrap_or(0.0))
}

impl Plot {
    /// How many classes can be told apart.
    pub const CLASSES: usize = 5;

    /// What runs across.
    fn variable_name(&self) -> &str {
        self.across.as_deref().unwrap_or(&self.variable)
    }

    /// The shape of each class: the commonest is a dot.
    fn glyphs(&self) -> Vec<usize> {
        let count = |class| self.points.iter().filter(|point| point.class == Some(class)).count();
        let common = (0..self.classes.len()).rev().max_by_key(|&class| count(class));
        let others: Vec<_> =
            (0..self.classes.len()).filter(|&class| Some(class) != common).collect();
        (0..self.classes.len())
            .map(|class| others.iter().position(|&other| other == class).map_or(0, |at| at + 1))
            .collect()
    }

    /// The corners of a staircase: a tread around each value, one unit wide.
    #[expect(clippy::float_arithmetic, reason = "half a unit to either side, for pixels only")]
    fn treads(&self) -> Vec<(f64, f64)> {
        let places = self.points.iter().map(|point| place(&point.x.0, &point.y.0));
        places.flat_map(|(x, y)| [(x - 0.5, y), (x + 0.5, y)]).collect()
    }

    /// The ranges across and upwards, with a little room.
    #[expect(clippy::float_arithmetic, reason = "room at the edges, for pixels only")]
    fn ranges(&self) -> Option<([f64; 2], [f64; 2])> {
        let x = self.points.iter().map(|point| &point.x.0);
        let lines = self.points.iter().filter_map(|point| point.line.as_ref());
        let y = self.points.iter().map(|point| &point.y.0).chain(lines);
        let (x0, y0) = place(x.clone().min()?, y.clone().min()?);
        let (x1, y1) = place(x.max()?, y.max()?);
        let room = ((y1 - y0) * 0.05).max(0.5);
        Some(([x0 - 0.7, x1 + 0.7], [y0 - room, y1 + room]))
    }

    fn keys(&self) -> Vec<(Sign, String)> {
        let glyphs = self.glyphs();
        let classes = self.classes.iter().zip(&glyphs);
        let classes =
            classes.map(|(name, glyph)| (Sign::Glyph(Glyph::Point(*glyph)), name.clone()));
        let line = self.line.clone().map(|name| (Sign::Stroke("reference"), name));
        classes.chain(line).collect()
    }

    /// Lets `plotters` draw mesh, lines and points into `svg`.
    fn chart(&self, svg: &mut Svg, left: i32, style: &Style) -> Option<()> {
        let ([x0, x1], [y0, y1]) = self.ranges()?;
        let area = Backend::new(svg, SIZE).into_drawing_area();
        let mut chart = ChartBuilder::on(&area)
            .margin_top(TOP)
            .margin_right(16)
            .x_label_area_size(BOTTOM)
            .y_label_area_size(left)
            .build_cartesian_2d(x0..x1, y0..y1)
            .ok()?;
        let whole = |value: &f64| {
            let tick = num_bigint::BigInt::from(value.round().to_i64().unwrap_or(0));
            written(&tick, style)
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .bold_line_style(Ink::Mesh.style())
            .light_line_style(Ink::None.style())
            .axis_style(Ink::Axis.style())
            .label_style(Ink::Label.text())
            .x_labels(self.tick_count(true))
            .y_labels(self.tick_count(false))
            .x_label_formatter(&whole)
            .y_label_formatter(&whole)
            .draw()
            .ok()?;
        let reference: Vec<_> = (self.points.iter())
            .filter_map(|point| Some(place(&point.x.0, point.line.as_ref()?)))
            .collect();
        if !reference.is_empty() {
            chart.draw_series([PathElement::new(reference, Ink::Reference.style())]).ok()?;
        }
        let line = match self.join {
            Join::Points => Vec::new(),
            Join::Steps => self.treads(),
            Join::Line => self.points.iter().map(|point| place(&point.x.0, &point.y.0)).collect(),
        };
        if !line.is_empty() {
            chart.draw_series(LineSeries::new(line, Ink::Line.style())).ok()?;
        }
        if self.join != Join::Steps || !self.classes.is_empty() {
            let glyphs = self.glyphs();
            let glyph = |point: &PlotPoint| match point.class {
                Some(class) => glyphs.get(class).copied().unwrap_or(0),
                None => 0,
            };
            let pixels = self.points.iter().map(|point| {
                Pixel::new(place(&point.x.0, &point.y.0), Ink::Glyph(glyph(point)).style())
            });
            chart.draw_series(pixels).ok()?;
        }
        area.present().ok()
    }

    /// How many numbers stand along an axis: whole ones only, so no more than the range has.
    fn tick_count(&self, across: bool) -> usize {
        let values = self.points.iter().map(|point| if across { &point.x.0 } else { &point.y.0 });
        let (Some(low), Some(high)) = (values.clone().min(), values.max()) else { return 2 };
        let most = if across { 12 } else { 8 };
        Scale::new(low.clone(), high.clone(), 0, SIZE.0).ticks(most).len().max(2)
    }
}

/// `kind: plot`.
pub(super) const KIND: Kind = Kind {
    name: "plot",
    needs: &[&["y"]],
    may_have: &["style", "line", "mark", "names"],
    over: Over::One,
    limit: 5_000,
    require: Require::Nothing,
    build,
};

fn build(cases: &Cases<'_>, _ask: &mut Ask<'_, '_>) -> Result<Boxed, Refusal> {
    let join = match cases.word {
        None | Some(("points", _)) => Join::Points,
        Some(("steps", _)) => Join::Steps,
        Some(("line", _)) => Join::Line,
        Some((word, at)) => {
            return Err(Refusal::Mistake {
                code: Code::FigureValue,
                message: format!("there is no style `{word}`"),
                at,
                help: "write `points`, `steps` or `line`".to_owned(),
            });
        }
    };
    let mut classes: Vec<String> = Vec::new();
    let mut points = Vec::new();
    for case in &cases.cases {
        let Some(x) = case.place.as_number().map(values::rational) else {
            return Err(cases.refuse("over", "the variable of a plot is a number"));
        };
        let class = cases.mark(case, "mark")?.map(|class| {
            let class = if class.is_empty() { "marked".to_owned() } else { class };
            classes.iter().position(|known| *known == class).unwrap_or_else(|| {
                classes.push(class);
                classes.len() - 1
            })
        });
        let line = match case.field("line") {
            Some(_) => Some(cases.number(case, "line")?),
            None => None,
        };
        points.push(PlotPoint {
            x: (x, values::shown(&case.place, cases.style)),
            y: (cases.number(case, "y")?, cases.shown(case, "y")?),
            line,
            class,
        });
    }
    points.sort_by(|a, b| a.x.0.cmp(&b.x.0));
    if classes.len() > Plot::CLASSES {
        let message = format!("more than {} classes look alike", Plot::CLASSES);
        return Err(cases.refuse("mark", message));
    }
    // A point without a mark is of the class of what is left, which needs no name of its own.
    if !classes.is_empty() && points.iter().any(|point| point.class.is_none()) {
        let rest = classes.len();
        classes.push("other".to_owned());
        points.iter_mut().filter(|point| point.class.is_none()).for_each(|point| {
            point.class = Some(rest);
        });
    }
    let typed = |name: &str| cases.given(name).map(|given| given.text().replace('-', "\u{2212}"));
    let names = match cases.cases.first() {
        Some(first) if cases.given("names").is_some() => {
            let names = cases.list(first, "names")?.iter();
            Some(names.map(|name| values::shown(name, cases.style).text).collect::<Vec<_>>())
        }
        _ => None,
    };
    let (across, upwards) = match names.as_deref() {
        None => (None, None),
        Some([across, upwards]) => (Some(across.clone()), Some(upwards.clone())),
        Some(names) => {
            let message =
                format!("a plot has two axes to name, across and upwards, not {}", names.len());
            return Err(cases.refuse("names", message));
        }
    };
    let variable = cases.variables.first().map_or_else(String::new, ToString::to_string);
    Ok(Box::new(Plot {
        variable,
        across,
        name: upwards.or_else(|| typed("y")).unwrap_or_default(),
        join,
        points,
        line: typed("line"),
        classes,
    }))
}

impl Figure for Plot {
    fn picture(&self, style: &Style) -> Option<Svg> {
        let legend = Legend::new(self.keys(), SIZE.0);
        let widest = self.points.iter().map(|point| text_width(&point.y.1.text, SMALL)).max();
        let left = widest.unwrap_or(0).max(20) + 14;
        let width = SIZE.0.max(legend.width());
        let mut svg = Svg::new(width, SIZE.1 + 20 + legend.height());
        self.chart(&mut svg, left, style)?;
        svg.text("head", (left, 16), Anchor::Start, &format!("{} ↑", self.name));
        let corner = (SIZE.0 - 16, SIZE.1 + 12);
        match &self.across {
            Some(name) => svg.text("head", corner, Anchor::End, &format!("{name} →")),
            None => svg.variable(corner, Anchor::End, &self.variable, "→"),
        }
        legend.draw(&mut svg, (left, SIZE.1 + 16));
        Some(svg)
    }

    fn table(&self, style: &Style) -> TableModel {
        let column = |header: &str, align| Column { header: header.to_owned(), align };
        let mut columns =
            vec![column(self.variable_name(), Align::Right), column(&self.name, Align::Right)];
        columns.extend(self.line.as_ref().map(|name| column(name, Align::Right)));
        columns.extend((!self.classes.is_empty()).then(|| column("mark", Align::Left)));
        let rows = self.points.iter().map(|point| {
            let mut row = vec![
                Cell::plain(&point.x.1.text),
                Cell {
                    text: point.y.1.text.clone(),
                    class: point.y.1.sign_class().to_owned(),
                    claim: None,
                },
            ];
            row.extend(self.line.as_ref().map(|_| {
                Cell::plain(
                    point
                        .line
                        .as_ref()
                        .map_or_else(String::new, |line| values::fraction(line, style)),
                )
            }));
            let class = point.class.and_then(|class| self.classes.get(class));
            row.extend(
                (!self.classes.is_empty()).then(|| Cell::plain(class.map_or("", |name| name))),
            );
            row
        });
        TableModel { rows: rows.collect(), columns, row_headers: true }
    }

    fn dataset(&self) -> Dataset {
        let mut columns = vec![self.variable.clone(), self.name.clone()];
        columns.extend(self.line.as_ref().map(|_| "line".to_owned()));
        columns.extend((!self.classes.is_empty()).then(|| "mark".to_owned()));
        let rows = self.points.iter().map(|point| {
            let mut row = vec![point.x.1.datum.clone(), point.y.1.datum.clone()];
            row.extend(
                self.line
                    .as_ref()
                    .map(|_| point.line.clone().map_or(Datum::Nothing, Datum::number)),
            );
            let class = point.class.and_then(|class| self.classes.get(class));
            row.extend(
                (!self.classes.is_empty())
                    .then(|| class.map_or(Datum::Nothing, |name| Datum::Text(name.clone()))),
            );
            row
        });
        Dataset { rows: rows.collect(), columns }
    }
}

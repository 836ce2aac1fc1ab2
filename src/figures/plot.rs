//! Draws values over one variable: `plot`, as points, steps or a line, with a reference line and
//! marked classes.
//!
//! The axes, the mesh and the places of points are `plotters`'; what it draws goes through
//! [`backend`](super::backend) into the same SVG that every other figure writes. Its coordinates
//! are floats: they decide about pixels only, never about data.

use num_rational::BigRational;
use num_traits::ToPrimitive as _;
use plotters::chart::ChartBuilder;
use plotters::drawing::IntoDrawingArea as _;
use plotters::element::PathElement;
use plotters::element::Pixel;
use plotters::series::LineSeries;

use super::Figure;
use super::backend::Backend;
use super::backend::Ink;
use super::data::Align;
use super::data::Cell;
use super::data::Column;
use super::data::Dataset;
use super::data::Datum;
use super::data::Shown;
use super::data::TableModel;
use super::legend::Glyph;
use super::legend::Legend;
use super::legend::Sign;
use super::matrix::SMALL;
use super::scale::Scale;
use super::scale::written;
use super::svg::Anchor;
use super::svg::Svg;
use super::svg::text_width;

/// Width and height of the picture without a legend, in pixels.
const SIZE: (i32, i32) = (600, 320);
/// Room above the plane, for the name of what runs upwards.
const TOP: i32 = 28;
/// Room below the plane, for the numbers and the name of what runs across.
const BOTTOM: i32 = 26;

/// How the values are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
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
    /// What is plotted, as the author calls it.
    pub name: String,
    /// How it is drawn.
    pub style: Style,
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
    fn chart(&self, svg: &mut Svg, left: i32) -> Option<()> {
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
            written(&tick, ",")
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
        let line = match self.style {
            Style::Points => Vec::new(),
            Style::Steps => self.treads(),
            Style::Line => self.points.iter().map(|point| place(&point.x.0, &point.y.0)).collect(),
        };
        if !line.is_empty() {
            chart.draw_series(LineSeries::new(line, Ink::Line.style())).ok()?;
        }
        if self.style != Style::Steps || !self.classes.is_empty() {
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

impl Figure for Plot {
    fn picture(&self) -> Option<Svg> {
        let legend = Legend::new(self.keys(), SIZE.0);
        let widest = self.points.iter().map(|point| text_width(&point.y.1.text, SMALL)).max();
        let left = widest.unwrap_or(0).max(20) + 14;
        let width = SIZE.0.max(legend.width());
        let mut svg = Svg::new(width, SIZE.1 + 20 + legend.height());
        self.chart(&mut svg, left)?;
        svg.text("head", (left, 16), Anchor::Start, &format!("{} ↑", self.name));
        svg.variable((SIZE.0 - 16, SIZE.1 + 12), Anchor::End, &self.variable, "→");
        legend.draw(&mut svg, (left, SIZE.1 + 16));
        Some(svg)
    }

    fn table(&self) -> TableModel {
        let column = |header: &str, align| Column { header: header.to_owned(), align };
        let mut columns =
            vec![column(&self.variable, Align::Right), column(&self.name, Align::Right)];
        columns.extend(self.line.as_ref().map(|name| column(name, Align::Right)));
        columns.extend((!self.classes.is_empty()).then(|| column("mark", Align::Left)));
        let rows = self.points.iter().map(|point| {
            let mut row = vec![
                Cell::plain(&point.x.1.text),
                Cell { text: point.y.1.text.clone(), class: point.y.1.sign_class().to_owned() },
            ];
            row.extend(self.line.as_ref().map(|_| {
                Cell::plain(point.line.as_ref().map_or_else(String::new, BigRational::to_string))
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

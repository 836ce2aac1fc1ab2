//! Fills, signs, and the legend that says what they mean.

use super::matrix::SMALL;
use super::svg::Anchor;
use super::svg::Area;
use super::svg::Hatch;
use super::svg::Path;
use super::svg::Point;
use super::svg::Svg;
use super::svg::text_width;

/// Height of a line of the legend.
const LINE: i32 = 22;
/// From the beginning of a sign to its text.
const INDENT: i32 = 24;
/// Between entries.
const GAP: i32 = 20;

/// How an area is filled. Neighbours in either list differ in lightness and in texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fill {
    /// Behind digits, which stay legible.
    Under(usize),
    /// In place of digits; nought is the paper.
    Instead(usize),
}

impl Fill {
    /// How many fills of either list can be told apart.
    pub(super) const COUNT: usize = 6;

    fn parts(self) -> (&'static str, Option<Hatch>) {
        match self {
            Self::Under(0) => ("shade", None),
            Self::Under(1) => ("", Some(Hatch::Rising)),
            Self::Under(2) => ("", Some(Hatch::Dotted)),
            Self::Under(3) => ("", Some(Hatch::Falling)),
            Self::Under(4) => ("", Some(Hatch::Level)),
            Self::Under(_) => ("", Some(Hatch::Crossed)),
            Self::Instead(0) => ("blank", None),
            Self::Instead(1) => ("full", None),
            Self::Instead(2) => ("", Some(Hatch::Rising)),
            Self::Instead(3) => ("middle", None),
            Self::Instead(4) => ("", Some(Hatch::Dotted)),
            Self::Instead(_) => ("", Some(Hatch::Crossed)),
        }
    }

    /// Fills runs of cells.
    pub(super) fn runs(self, svg: &mut Svg, path: &Path, thickness: i32) {
        let (class, texture) = self.parts();
        svg.runs(format!("run {class}").trim_end(), path, thickness, texture);
    }

    /// Fills a rectangle.
    pub(super) fn rect(self, svg: &mut Svg, area: Area) {
        let (class, texture) = self.parts();
        svg.rect(format!("area {class}").trim_end(), area, texture);
    }
}

/// A mark at a point. Each has a shape of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Glyph {
    /// An option of Left's: a full triangle that points up the line.
    Left,
    /// An option of Right's: a hollow triangle that points down the line.
    Right,
    /// A value: a full disc.
    Value,
    /// What the author marks: a hollow diamond.
    Mark,
    /// A point of a plot, by class.
    Point(usize),
}

impl Glyph {
    /// Draws the mark around `at`; `best` makes it stand out.
    pub(super) fn draw(self, svg: &mut Svg, at: Point, best: bool) {
        let (x, y) = at;
        let best = if best { " best" } else { "" };
        match self {
            Self::Left => svg.polygon(
                &format!("left mark{best}"),
                [(x, y), (x - 9, y - 5), (x - 9, y + 5)],
                None,
            ),
            Self::Right => svg.polygon(
                &format!("right hollow mark{best}"),
                [(x, y), (x + 9, y - 5), (x + 9, y + 5)],
                None,
            ),
            Self::Value => svg.circle("disc", at, 5),
            Self::Mark | Self::Point(3) => {
                svg.polygon("hollow", [(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)], None);
            }
            Self::Point(0) => svg.circle("dot", at, 2),
            Self::Point(1) => svg.circle("ring", at, 4),
            Self::Point(2) => svg.polygon(
                "square",
                [(x - 4, y - 4), (x + 4, y - 4), (x + 4, y + 4), (x - 4, y + 4)],
                None,
            ),
            Self::Point(_) => {
                let mut path = Path::default();
                path.start((x - 4, y - 4));
                path.line((x + 4, y + 4));
                path.start((x - 4, y + 4));
                path.line((x + 4, y - 4));
                svg.path("cross", &path);
            }
        }
    }
}

/// What stands before a text of the legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// A filled square.
    Fill(Fill),
    /// A mark.
    Glyph(Glyph),
    /// A stroke of this class.
    Stroke(&'static str),
    /// A bar of this class.
    Bar(&'static str),
}

/// The legend of a figure, broken into lines.
#[derive(Clone, Debug)]
pub(super) struct Legend {
    entries: Vec<(Point, Sign, String)>,
    width: i32,
    lines: i32,
}

impl Legend {
    /// Sets `keys` in lines of at most `width` pixels, at least one entry to a line.
    pub(super) fn new(keys: impl IntoIterator<Item = (Sign, String)>, width: i32) -> Self {
        let mut legend = Self { entries: Vec::new(), width: 0, lines: 0 };
        let mut x = 0;
        for (sign, text) in keys {
            let own = INDENT + text_width(&text, SMALL);
            if x == 0 || x + own > width {
                (x, legend.lines) = (0, legend.lines + 1);
            }
            legend.entries.push(((x, (legend.lines - 1) * LINE), sign, text));
            x += own + GAP;
            legend.width = legend.width.max(x - GAP + 8);
        }
        legend
    }

    /// Its width in pixels.
    pub(super) fn width(&self) -> i32 {
        self.width
    }

    /// Its height in pixels, nought if it is empty.
    pub(super) fn height(&self) -> i32 {
        if self.entries.is_empty() { 0 } else { self.lines * LINE + 10 }
    }

    /// Draws it with its upper left corner at `corner`.
    pub(super) fn draw(&self, svg: &mut Svg, corner: Point) {
        if self.entries.is_empty() {
            return;
        }
        svg.group("legend", |svg| {
            for ((x, y), sign, text) in &self.entries {
                let (x, y) = (corner.0 + x, corner.1 + y + 8);
                let centre = (x + 8, y + 8);
                match *sign {
                    Sign::Fill(fill) => {
                        fill.rect(svg, Area { x: x + 1, y: y + 1, width: 15, height: 15 })
                    }
                    Sign::Glyph(Glyph::Left) => Glyph::Left.draw(svg, (x + 13, y + 8), false),
                    Sign::Glyph(Glyph::Right) => Glyph::Right.draw(svg, (x + 4, y + 8), false),
                    Sign::Glyph(glyph) => glyph.draw(svg, centre, false),
                    Sign::Stroke(class) => svg.line(class, (x, y + 8), (x + 17, y + 8)),
                    Sign::Bar(class) => {
                        svg.rect(class, Area { x, y: y + 3, width: 17, height: 10 }, None);
                    }
                }
                svg.text("", (x + INDENT, y + 13), Anchor::Start, text);
            }
        });
    }
}

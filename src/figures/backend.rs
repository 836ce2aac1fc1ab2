//! The seam to `plotters`: a drawing backend that writes classes instead of colours.
//!
//! `plotters` knows colours only, so an [`Ink`] travels as one and becomes a class again here. A
//! single pixel stands for a mark, whose shape its ink names.

use std::convert::Infallible;

use plotters::style::Color as _;
use plotters::style::IntoFont as _;
use plotters::style::RGBColor;
use plotters::style::ShapeStyle;
use plotters::style::TextStyle;
use plotters_backend::BackendColor;
use plotters_backend::BackendCoord;
use plotters_backend::BackendStyle;
use plotters_backend::BackendTextStyle;
use plotters_backend::DrawingBackend;
use plotters_backend::DrawingErrorKind;
use plotters_backend::text_anchor::HPos;
use plotters_backend::text_anchor::VPos;

use super::legend::Glyph;
use super::matrix::SMALL;
use super::matrix::pixels;
use super::svg::Anchor;
use super::svg::Area;
use super::svg::Svg;
use super::svg::text_width;

/// What a part of a plot is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// Nothing.
    None,
    /// Level lines at round values.
    Mesh,
    /// The axes and their ticks.
    Axis,
    /// Numbers along the axes.
    Label,
    /// The author's reference line.
    Reference,
    /// The stroke that joins values.
    Line,
    /// The mark of a value, by shape.
    Glyph(usize),
}

impl Ink {
    /// All inks but the marks, by the blue of their colour.
    const ALL: [Self; 6] =
        [Self::None, Self::Mesh, Self::Axis, Self::Label, Self::Reference, Self::Line];

    fn color(self) -> RGBColor {
        match self {
            Self::Glyph(shape) => RGBColor(1, 0, u8::try_from(shape).unwrap_or(u8::MAX)),
            _ => {
                let at = Self::ALL.iter().position(|ink| *ink == self).unwrap_or(0);
                RGBColor(0, 0, u8::try_from(at).unwrap_or(0))
            }
        }
    }

    fn of(color: BackendColor) -> Self {
        let (red, _, blue) = color.rgb;
        if red == 1 {
            return Self::Glyph(usize::from(blue));
        }
        Self::ALL.get(usize::from(blue)).copied().unwrap_or(Self::None)
    }

    fn class(self) -> &'static str {
        match self {
            Self::None | Self::Glyph(_) => "",
            Self::Mesh => "grid-line",
            Self::Axis => "rule",
            Self::Label => "small",
            Self::Reference => "reference",
            Self::Line => "plot-line",
        }
    }

    /// The ink as a style of `plotters`.
    pub(super) fn style(self) -> ShapeStyle {
        ShapeStyle::from(&self.color()).stroke_width(1)
    }

    /// The ink as a text style of `plotters`, in the size of our small text.
    pub(super) fn text(self) -> TextStyle<'static> {
        let mut style = TextStyle::from(("sans-serif", SMALL).into_font());
        style.color = self.color().to_backend_color();
        style
    }
}

/// Draws into an [`Svg`].
pub(super) struct Backend<'a> {
    svg: &'a mut Svg,
    size: (u32, u32),
}

impl<'a> Backend<'a> {
    /// A backend for the upper left part of `svg` of this size.
    pub(super) fn new(svg: &'a mut Svg, (width, height): (i32, i32)) -> Self {
        Self { svg, size: (width.unsigned_abs(), height.unsigned_abs()) }
    }
}

type Done = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for Backend<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    fn present(&mut self) -> Done {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Done {
        if let Ink::Glyph(shape) = Ink::of(color) {
            Glyph::Point(shape).draw(self.svg, point, false);
        }
        Ok(())
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Done {
        let ink = Ink::of(style.color());
        if ink != Ink::None {
            self.svg.line(ink.class(), from, to);
        }
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        _fill: bool,
    ) -> Done {
        let class = Ink::of(style.color()).class();
        self.svg.rect(class, Area { x, y, width: right - x, height: bottom - y }, None);
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        let ink = Ink::of(style.color());
        if ink != Ink::None {
            self.svg.polyline(ink.class(), path);
        }
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        _fill: bool,
    ) -> Done {
        let class = Ink::of(style.color()).class();
        self.svg.circle(class, center, pixels(usize::try_from(radius).unwrap_or(0)));
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Done {
        self.svg.polygon(Ink::of(style.color()).class(), corners, None);
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &T,
        (x, y): BackendCoord,
    ) -> Done {
        let anchor = match style.anchor().h_pos {
            HPos::Left => Anchor::Start,
            HPos::Center => Anchor::Middle,
            HPos::Right => Anchor::End,
        };
        let baseline = match style.anchor().v_pos {
            VPos::Top => SMALL,
            VPos::Center => SMALL / 2 - 1,
            VPos::Bottom => -2,
        };
        self.svg.text(Ink::of(style.color()).class(), (x, y + baseline), anchor, text);
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        _style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        Ok((text_width(text, SMALL).unsigned_abs(), SMALL.unsigned_abs()))
    }
}

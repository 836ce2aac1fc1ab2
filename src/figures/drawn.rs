//! A figure with everything that is published of it.

use super::Figure;
use super::data::TableModel;
use super::explorer::Explorer;
use super::svg::Words;
use crate::language::writing::Style;

/// The style sheet of figures: the page includes it, a stand-alone picture holds it.
pub const STYLE: &str = include_str!("../../static/figures.css");

/// What a picture brings along that stands alone: the typeface and the colours of the pages, in light,
/// dark and print.
const ALONE: &str = "\
.rung-figure { --ink: #1d1c1a; --paper: #fff; --left: #174a8c; --right: #a84b06; \
background: var(--paper); font-family: Charter, 'Bitstream Charter', 'Iowan Old Style', \
'Palatino Linotype', P052, Georgia, serif; }
@media (prefers-color-scheme: dark) { .rung-figure { --ink: #e9e6df; --paper: #17191d; \
--left: #9cc6fa; --right: #e58a3a; } }
@media print { .rung-figure { --ink: #000; --paper: #fff; --left: #174a8c; --right: #a84b06; } }
";

/// The part of [`STYLE`] that is about the picture itself.
fn picture_style() -> &'static str {
    STYLE.split_once("/* Of the page").map_or(STYLE, |(picture, _)| picture)
}

/// A figure or table, drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The name of its kind, `table` for a table.
    pub kind: &'static str,
    /// The picture, for a page that holds [`STYLE`]; a table has none.
    pub svg_inline: Option<String>,
    /// The picture as a file of its own.
    pub svg_standalone: Option<String>,
    /// The width of the picture in pixels, nought if there is none.
    pub width: i32,
    /// Its height.
    pub height: i32,
    /// The data for the page.
    pub table: TableModel,
    /// The data as CSV.
    pub csv: String,
    /// The data as JSON.
    pub json: String,
    /// What the explorer of a grid needs.
    pub explorer: Option<Explorer>,
}

/// What a figure is called.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// What every id in the picture begins with; unique on its page.
    pub prefix: &'a str,
    /// The full name in the data: `maundy_cake.values`.
    pub name: &'a str,
}

/// Draws `figure`; numbers are written in `style`.
#[must_use]
pub fn draw(figure: &dyn Figure, names: &Names<'_>, words: &Words, style: &Style) -> Drawn {
    let picture = figure.picture(style);
    let dataset = figure.dataset();
    Drawn {
        kind: words.kind,
        svg_inline: picture.as_ref().map(|svg| svg.inline(names.prefix, words)),
        svg_standalone: picture
            .as_ref()
            .map(|svg| svg.standalone(names.prefix, words, &[ALONE, picture_style()].concat())),
        width: picture.as_ref().map_or(0, |svg| svg.width()),
        height: picture.as_ref().map_or(0, |svg| svg.height()),
        table: figure.table(style),
        csv: dataset.csv(),
        json: dataset.json(names.name, words.kind),
        explorer: figure.explorer(),
    }
}

//! A figure with everything that is published of it.

use super::Figure;
use super::data::TableModel;
use super::explorer::Explorer;
use super::svg::Words;

/// The style sheet of figures: the page includes it, a stand-alone picture holds it.
pub const STYLE: &str = include_str!("../../static/figures.css");

/// What a picture brings along that stands alone: the colours, in light, dark and print.
const ALONE: &str = "\
.rung-figure { --ink: #1d1c1a; --paper: #fff; --left: #174a8c; --right: #b4530a; \
background: var(--paper); font-family: ui-serif, Georgia, 'Times New Roman', serif; }
@media (prefers-color-scheme: dark) { .rung-figure { --ink: #e9e6df; --paper: #17191d; \
--left: #9cc6fa; --right: #e58a3a; } }
@media print { .rung-figure { --ink: #000; --paper: #fff; --left: #174a8c; --right: #b4530a; } }
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

/// Draws `figure`.
///
/// `prefix` begins every id of the picture and is unique on its page; `name` names the figure in
/// its data.
#[must_use]
pub fn draw(figure: &dyn Figure, prefix: &str, name: &str, words: &Words) -> Drawn {
    let picture = figure.picture();
    let dataset = figure.dataset();
    Drawn {
        kind: words.kind,
        svg_inline: picture.as_ref().map(|svg| svg.inline(prefix, words)),
        svg_standalone: picture
            .as_ref()
            .map(|svg| svg.standalone(prefix, words, &[ALONE, picture_style()].concat())),
        width: picture.as_ref().map_or(0, |svg| svg.width()),
        height: picture.as_ref().map_or(0, |svg| svg.height()),
        table: figure.table(),
        csv: dataset.csv(),
        json: dataset.json(name, words.kind),
        explorer: figure.explorer(),
    }
}

//! Figures and tables: from a block to its cells, from the cells to a picture and its data.
//!
//! A [`Figure`] is plain data that can draw itself; [`drawn::draw`] makes of it everything that is
//! published. One file for each kind. Pictures name classes, `static/figures.css` has the colours.

mod ask;
mod backend;
pub mod bars;
pub mod cake;
mod cases;
pub mod compare;
pub mod data;
pub mod drawn;
mod evaluation;
pub mod explorer;
mod findings;
pub mod grid;
mod kind;
mod legend;
pub mod map;
pub mod matrix;
mod plan;
pub mod plot;
pub mod products;
#[cfg(test)]
mod samples;
pub mod scale;
pub mod scores;
pub mod svg;
pub mod table;
#[cfg(test)]
mod tests;
pub mod thermograph;
pub mod tree;
mod values;
pub mod walk;

pub use evaluation::Evaluated;
pub use evaluation::Options;
pub use kind::Boxed;
pub use plan::Plan;

use crate::language::writing::Style;
use data::Dataset;
use data::TableModel;
use explorer::Explorer;
use svg::Svg;

/// What may stand behind `kind:`, in the order of the manual.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    kind::Kind::names()
}

/// A figure ready to be drawn.
pub trait Figure {
    /// The picture; a table has none.
    fn picture(&self, style: &Style) -> Option<Svg>;

    /// The same for those who read or hear it.
    fn table(&self, style: &Style) -> TableModel;

    /// The same for machines.
    fn dataset(&self) -> Dataset;

    /// What a script needs to walk over its cells, if they can be explored one by one.
    fn explorer(&self) -> Option<Explorer> {
        None
    }
}

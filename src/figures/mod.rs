//! Figures and tables: from a block to its cells, from the cells to a picture and its data.
//!
//! A [`Figure`] is plain data that can draw itself; [`drawn::draw`] makes of it everything that is
//! published. One file for each kind. Pictures name classes, `static/figures.css` has the colours.

mod backend;
pub mod bars;
pub mod cake;
pub mod compare;
pub mod data;
pub mod drawn;
pub mod explorer;
pub mod grid;
mod legend;
pub mod map;
pub mod matrix;
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
pub mod walk;

use data::Dataset;
use data::TableModel;
use explorer::Explorer;
use svg::Svg;

/// A figure ready to be drawn.
pub trait Figure {
    /// The picture; a table has none.
    fn picture(&self) -> Option<Svg>;

    /// The same for those who read or hear it.
    fn table(&self) -> TableModel;

    /// The same for machines.
    fn dataset(&self) -> Dataset;

    /// What a script needs to walk over its cells, if they can be explored one by one.
    fn explorer(&self) -> Option<Explorer> {
        None
    }
}

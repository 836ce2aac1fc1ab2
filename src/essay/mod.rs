//! Essays as they are written: syntax only.
//!
//! [`parse`] cuts off the front matter, lets pulldown-cmark do the lexing and gathers, each with the
//! bytes where it stands: bindings, formulas, links, headings, blocks and numerals. It judges only
//! form. What an expression means is `language`'s business, whether a numeral is backed `audit`'s.
//! [`references::resolve`] then follows the links between all essays.
//!
//! **Invariant.** Whatever pulldown-cmark would drop or change in silence is an error (`lost`).
//!
//! **Not here.** Values, games, claims' verdicts, HTML.

#![warn(clippy::indexing_slicing, clippy::string_slice)]

mod beside;
mod binding;
mod bounds;
mod builder;
mod designators;
mod fence;
mod fields;
mod formula;
mod formula_beside;
mod formula_numbers;
mod front_matter;
mod heading;
mod link;
mod lost;
mod markdown;
pub mod model;
mod number_words;
mod numerals;
mod paragraph;
pub mod references;
mod tex;
mod yaml;

#[cfg(test)]
mod tests;

pub use builder::parse;
#[cfg(feature = "lsp")]
pub(crate) use fields::known as keys_of;
#[cfg(feature = "lsp")]
pub(crate) use front_matter::KEYS as FRONT_MATTER_KEYS;
#[cfg(feature = "lsp")]
pub(crate) use link::target;
pub use model::Binding;
pub use model::BindingId;
pub use model::BindingKind;
pub use model::Block;
pub use model::BlockId;
pub use model::BlockKind;
pub use model::Context;
pub use model::Essay;
pub use model::Field;
pub use model::Formula;
pub use model::FormulaId;
pub use model::Fragment;
pub use model::FrontMatter;
pub use model::Heading;
pub use model::INSET;
pub use model::Inset;
pub use model::Item;
pub use model::ItemKind;
pub use model::Link;
pub use model::LinkId;
pub use model::Numeral;
pub use model::NumeralKind;
pub use model::Paragraph;
pub use model::Piece;
pub use model::Shown;
pub use model::Target;
pub use model::Text;
pub(crate) use number_words::is_listed;
pub use numerals::numerals;
pub use tex::group;
pub use tex::hidden_groups;
pub use tex::is_text;
pub(crate) use tex::texts as texts_of_formula;

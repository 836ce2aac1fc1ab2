//! The numeral audit: every numeral and number word of the prose gets one state, and what is
//! unbound is a finding.
//!
//! `essay` found the numerals by form; here they are judged. [`essay`] judges one page, [`site`]
//! puts the reports together. [`Evidence`] is what the expressions of the page say.
//!
//! **Not here.** HTML: the annotated view gets spans with states.

#![warn(clippy::indexing_slicing, clippy::string_slice)]

mod around;
mod citations;
mod dates;
mod evidence;
pub mod fix;
mod judge;
mod known;
mod lexicon;
mod lists;
mod markup;
mod mathematics;
mod names;
mod relations;
mod report;
mod settings;
mod states;
mod texts;
mod universal;
mod uses;
mod vacuous;
mod values;

#[cfg(test)]
mod tests;

pub(crate) use dates::MONTHS;
pub use evidence::Evidence;
pub use evidence::Parts;
pub use evidence::Relation;
pub use judge::Page;
pub use known::Known;
pub use names::Names;
pub use report::EssayReport;
pub use report::SiteReport;
pub use report::essay;
pub use report::site;
pub use settings::Exemption;
pub use settings::Settings;
pub use settings::Status;
pub use settings::Strictness;
pub use states::Counts;
pub use states::Judged;
pub use states::Rule;
pub use states::State;
pub use texts::Published;
pub use texts::TextKind;
pub use uses::Ranges;
pub use uses::Uses;
pub use values::Shown;
pub use values::Surroundings;
pub use values::Values;
pub use values::values;

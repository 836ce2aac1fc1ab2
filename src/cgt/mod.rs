//! Short partizan games under normal play, exact, from the rules alone.
//!
//! This is a library of its own: it knows nothing of essays. [`Arena`] holds canonical forms and
//! computes with them; [`Portable`] carries a game from one arena to another; [`Budget`] bounds the
//! work.
//!
//! **Not here.** Loopy games, and misère values (only misère outcomes, by exhaustive play).
//!
//! Source: A. N. Siegel, *Combinatorial Game Theory* (AMS, 2013), whose words are used throughout.

mod arena;
mod atomic;
mod birthday;
mod budget;
mod canonical;
mod closed;
pub mod construction;
mod cooling;
mod form;
mod incentive;
pub mod integers;
mod naming;
mod options;
mod order;
mod parsing;
mod pile;
mod player;
mod portable;
mod position;
mod reduced;
mod ruleset;
pub mod rulesets;
mod solver;
mod sum;
#[cfg(test)]
mod tests;
pub mod thermograph;
mod wall;

pub use arena::Arena;
pub use arena::GameId;
pub use arena::MAX_GAMES;
pub use arena::MAX_HEIGHT;
pub use birthday::number_birthday;
pub use budget::Budget;
pub use budget::Exhausted;
pub use closed::NumberUpStar;
pub use form::MAX_FORMS;
pub use parsing::ParseError;
pub use player::Outcome;
pub use player::Player;
pub use portable::Portable;
pub use position::Cut;
pub use position::Family;
pub use position::Position;
pub use ruleset::Board;
pub use ruleset::MAX_MOVES;
pub use ruleset::Move;
pub use ruleset::Moves;
pub use ruleset::Normal;
pub use ruleset::ReadError;
pub use ruleset::Ruleset;
pub use ruleset::SizeError;
pub use rulesets::RulesetError;
pub use rulesets::ruleset;
pub use solver::Solver;

//! The games, one file each.
//!
//! [`ruleset`] finds a game by its name. Boards that several games share have files of their own:
//! `cake`, `heap`, `strip`, `colouring` and `squares`.

mod any_pieces;
mod boxes;
mod cake;
mod clobber;
mod col;
mod colouring;
mod cutcake;
mod dawsons_kayles;
mod domineering;
mod eatcake;
mod end_slices;
mod grundy;
mod hackenbush;
mod halves;
mod heap;
mod kayles;
#[cfg(test)]
mod maimed;
mod maundy;
mod nim;
mod octal;
mod push;
mod shove;
mod snort;
mod squares;
mod strip;
mod subtraction;
mod toads_and_frogs;
mod toppling_dominoes;
mod turned;
mod twisted_maundy;

use std::fmt;
use std::sync::Arc;

use crate::cgt::position::Family;
use crate::cgt::ruleset::ReadError;
use crate::cgt::ruleset::Ruleset;

pub use any_pieces::AnyPieces;
pub use boxes::Boxes;
pub use boxes::Sides;
pub use cake::Cake;
pub use cake::MAX_SIDE;
pub use clobber::Clobber;
pub use clobber::Stones;
pub use col::Col;
pub use colouring::Colours;
pub use colouring::Square;
pub use cutcake::Cutcake;
pub use dawsons_kayles::DawsonsKayles;
pub use domineering::Domineering;
pub use domineering::Region;
pub use eatcake::Eatcake;
pub use end_slices::EndSlices;
pub use grundy::Grundy;
pub use hackenbush::Hackenbush;
pub use hackenbush::Stalk;
pub use halves::Halves;
pub use heap::Heap;
pub use kayles::Kayles;
pub use maundy::Maundy;
pub use nim::Nim;
pub use octal::Octal;
pub use push::Push;
pub use shove::Shove;
pub use snort::Snort;
pub use squares::Grid;
pub use strip::Strip;
pub use subtraction::Subtraction;
pub use toads_and_frogs::Pond;
pub use toads_and_frogs::ToadsAndFrogs;
pub use toppling_dominoes::Dominoes;
pub use toppling_dominoes::TopplingDominoes;
pub use turned::Turned;
pub use twisted_maundy::TwistedMaundy;

/// The names of the games without parameters, in order. Beside them there are `octal CODE` and
/// `subtraction SET`.
pub const NAMES: &[&str] = &[
    "any_pieces",
    "boxes",
    "clobber",
    "col",
    "cutcake",
    "dawsons_kayles",
    "domineering",
    "eatcake",
    "end_slices",
    "grundy",
    "hackenbush",
    "halves",
    "kayles",
    "maundy",
    "nim",
    "push",
    "shove",
    "snort",
    "toads_and_frogs",
    "toppling_dominoes",
    "turned",
    "twisted_maundy",
];

/// Why there is no game of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesetError {
    /// No game is called so.
    Unknown,
    /// The parameter after the name is none.
    Parameter(ReadError),
}

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("no game has this name"),
            Self::Parameter(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RulesetError {}

/// Returns the game of this name: one of [`NAMES`], `octal 0.77` or `subtraction 1,2,3`.
///
/// # Errors
///
/// [`RulesetError`] if there is none.
pub fn ruleset(name: &str) -> Result<Arc<dyn Family>, RulesetError> {
    let (name, parameter) = name.split_once(' ').unwrap_or((name, ""));
    let family: Arc<dyn Family> = match (name, parameter) {
        ("octal", code) => Arc::new(Octal::of_code(code).map_err(RulesetError::Parameter)?),
        ("subtraction", set) => {
            Arc::new(Subtraction::of_set(set).map_err(RulesetError::Parameter)?)
        }
        ("any_pieces", "") => family(AnyPieces),
        ("boxes", "") => family(Boxes),
        ("clobber", "") => family(Clobber),
        ("col", "") => family(Col),
        ("cutcake", "") => family(Cutcake),
        ("dawsons_kayles", "") => family(DawsonsKayles),
        ("domineering", "") => family(Domineering),
        ("eatcake", "") => family(Eatcake),
        ("end_slices", "") => family(EndSlices),
        ("grundy", "") => family(Grundy),
        ("hackenbush", "") => family(Hackenbush),
        ("halves", "") => family(Halves),
        ("kayles", "") => family(Kayles),
        ("maundy", "") => family(Maundy),
        ("nim", "") => family(Nim),
        ("push", "") => family(Push),
        ("shove", "") => family(Shove),
        ("snort", "") => family(Snort),
        ("toads_and_frogs", "") => family(ToadsAndFrogs),
        ("toppling_dominoes", "") => family(TopplingDominoes),
        ("turned", "") => family(Turned),
        ("twisted_maundy", "") => family(TwistedMaundy),
        _ => return Err(RulesetError::Unknown),
    };
    Ok(family)
}

/// The game with these rules, for a caller that does not know them.
fn family<R: Ruleset>(rules: R) -> Arc<dyn Family> {
    #[cfg(test)]
    if crate::broken::is_moves_of(&rules.name()) {
        return Arc::new(maimed::Maimed(rules));
    }
    Arc::new(rules)
}

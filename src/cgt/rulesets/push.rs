//! Push.
//!
//! A player moves a stone of his own one square to the left. If a stone stands there it is pushed on,
//! and so is the next, until there is a gap. A stone that is pushed over the end is gone.
//!
//! Notation: `L`, `R` and `.`, as in `L.RR`. A move is called by the square of the stone, from 1.
//!
//! Source: M. Albert, R. Nowakowski and D. Wolfe, *Lessons in Play*, appendix D.

use std::borrow::Cow;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Ruleset;
use crate::cgt::rulesets::strip::Strip;

/// The rules of Push.
#[derive(Clone, Copy, Debug, Default)]
pub struct Push;

impl Ruleset for Push {
    type Position = Strip;

    fn name(&self) -> Cow<'static, str> {
        "push".into()
    }

    fn moves(
        &self,
        Strip(strip): &Strip,
        player: Player,
        moves: &mut Moves<Strip>,
    ) -> Result<(), Exhausted> {
        for at in (0..strip.len()).filter(|&at| strip[at] == Some(player)) {
            let gap = strip[..at].iter().rposition(Option::is_none).unwrap_or(0);
            let mut after = strip.clone();
            after[gap..=at].rotate_left(1);
            after[at] = None;
            moves.push(at as u64 + 1, [(Strip(after), 1)])?;
        }
        Ok(())
    }
}

//! A game that forgets a move, for tests that have to notice.

use std::borrow::Cow;

use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Ruleset;

/// The rules of a game, but that Left never makes the first move of the list.
#[derive(Clone, Debug)]
pub(super) struct Maimed<R>(pub(super) R);

impl<R: Ruleset> Ruleset for Maimed<R> {
    type Position = R::Position;

    fn name(&self) -> Cow<'static, str> {
        self.0.name()
    }

    fn moves(
        &self,
        position: &R::Position,
        player: Player,
        moves: &mut Moves<R::Position>,
    ) -> Result<(), Exhausted> {
        let mut all = Moves::with_allowance(u64::MAX);
        self.0.moves(position, player, &mut all)?;
        for own in all.iter().skip(usize::from(player == Player::Left)) {
            moves.push(own.by, own.pieces.iter().cloned())?;
        }
        Ok(())
    }

    fn components(&self, position: &R::Position, each: impl FnMut(R::Position)) {
        self.0.components(position, each);
    }
}

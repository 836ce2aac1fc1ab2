//! The two players, and who wins.

use std::fmt;

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Left, whom positive games favour.
    Left,
    /// Right, whom negative games favour.
    Right,
}

impl Player {
    /// Both players, Left first.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// The other player.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// 0 for Left and 1 for Right, for arrays of two.
    pub(crate) fn index(self) -> usize {
        match self {
            Self::Left => 0,
            Self::Right => 1,
        }
    }
}

/// Who wins a game, in the field's letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Left wins, whoever begins.
    L,
    /// Right wins, whoever begins.
    R,
    /// The next player, who begins, wins.
    N,
    /// The previous player, who does not begin, wins.
    P,
}

impl Outcome {
    /// Returns the outcome of a game from who wins when Left begins and who wins when Right begins.
    pub fn of(left_begins: Player, right_begins: Player) -> Self {
        match (left_begins, right_begins) {
            (Player::Left, Player::Left) => Self::L,
            (Player::Right, Player::Right) => Self::R,
            (Player::Left, Player::Right) => Self::N,
            (Player::Right, Player::Left) => Self::P,
        }
    }

    /// The winner, if it does not depend on who begins.
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::L => Some(Player::Left),
            Self::R => Some(Player::Right),
            Self::N | Self::P => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::L => "L",
            Self::R => "R",
            Self::N => "N",
            Self::P => "P",
        })
    }
}

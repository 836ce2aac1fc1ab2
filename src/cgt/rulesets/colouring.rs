//! Boards on which the players colour squares, for Col and Snort.

use crate::cgt::player::Player;
use crate::cgt::ruleset::Board;
use crate::cgt::ruleset::ReadError;
use crate::cgt::ruleset::SizeError;
use crate::cgt::rulesets::squares::Grid;
use crate::cgt::rulesets::squares::Legend;

/// A square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Square {
    /// Not there, or of no use to anybody.
    Hole,
    /// Without a colour.
    Free,
    /// Without a colour, and only for this player.
    Only(Player),
    /// With the colour of this player.
    Coloured(Player),
}

/// A board with coloured squares.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Colours(pub Grid<Square>);

const LEGEND: &Legend<Square> = &[
    ('.', Square::Free),
    ('#', Square::Hole),
    ('L', Square::Coloured(Player::Left)),
    ('R', Square::Coloured(Player::Right)),
    ('l', Square::Only(Player::Left)),
    ('r', Square::Only(Player::Right)),
];

impl Colours {
    /// The squares that `player` may colour, where a colour of `barred` beside it forbids that.
    pub(crate) fn places(&self, player: Player, barred: Player) -> impl Iterator<Item = usize> {
        let board = &self.0;
        (0..board.squares.len()).filter(move |&at| {
            let is_open =
                board.squares[at] == Square::Free || board.squares[at] == Square::Only(player);
            is_open && board.neighbours(at).all(|at| board.squares[at] != Square::Coloured(barred))
        })
    }

    /// The board after one more square is coloured, with what that leaves to each player. Colours that
    /// have done their work are holes: no rule looks at them again.
    pub(crate) fn coloured(
        &self,
        at: usize,
        player: Player,
        barred: impl Fn(Player) -> Player,
    ) -> Self {
        let mut after = self.clone();
        after.0.squares[at] = Square::Coloured(player);
        after.settled(barred)
    }

    /// The board with every square marked by who may still colour it. `barred` tells whose colour
    /// beside a square keeps a player away from it.
    fn settled(&self, barred: impl Fn(Player) -> Player) -> Self {
        let mut open = vec![[false; 2]; self.0.squares.len()];
        for player in Player::BOTH {
            for at in self.places(player, barred(player)) {
                open[at][player.index()] = true;
            }
        }
        let squares = open.into_iter().map(|open| match open {
            [true, true] => Square::Free,
            [true, false] => Square::Only(Player::Left),
            [false, true] => Square::Only(Player::Right),
            [false, false] => Square::Hole,
        });
        Self(Grid { columns: self.0.columns, squares: squares.collect() })
    }

    /// The connected parts of what somebody may still colour.
    pub(crate) fn open_parts(&self, barred: impl Fn(Player) -> Player) -> Vec<Self> {
        self.settled(barred).0.parts(Square::Hole).into_iter().map(Self).collect()
    }
}

impl Board for Colours {
    fn sized(sizes: &[u64]) -> Result<Vec<Self>, SizeError> {
        Ok(vec![Self(Grid::filled(sizes, Square::Free)?)])
    }

    fn read(text: &str) -> Result<Vec<Self>, ReadError> {
        Ok(vec![Self(Grid::read(text, LEGEND)?)])
    }

    fn write(&self) -> String {
        self.0.write(LEGEND)
    }

    fn weight(&self) -> u64 {
        // After each move the board is marked anew by who may still colour what.
        4 * self.0.weight()
    }
}

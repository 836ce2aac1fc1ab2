//! Thermographs, with their construction kept.
//!
//! From the Right walls of the Left options, each taxed by the temperature, comes the Left scaffold;
//! from the Left walls of the Right options the Right scaffold. Where they meet stands the foot of
//! the mast: its value is the mean, its height the temperature.
//!
//! Temperatures run from -1: an integer has temperature -1, a fraction `k/2^j` has `-1/2^j`.
//!
//! Source: A. N. Siegel, *Combinatorial Game Theory* (AMS, 2013), chapter II; *Winning Ways*, chapter 6.

use std::sync::Arc;

use crate::arithmetic::dyadic::Dyadic;
use crate::cgt::arena::Arena;
use crate::cgt::arena::GameId;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;
pub use crate::cgt::wall::Corner;
pub use crate::cgt::wall::Wall;

/// The thermograph of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thermograph {
    /// Left's wall, from temperature -1 to the mast.
    pub left: Wall,
    /// Right's wall, from temperature -1 to the mast.
    pub right: Wall,
    /// Where the mast begins: the mean value and the temperature.
    pub foot: Corner,
}

/// How a thermograph came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Construction {
    /// For Left, then Right: each option with the wall of it that counts, the opponent's. None for an
    /// integer, which is a mast by definition.
    pub options: [Vec<(GameId, Wall)>; 2],
    /// For Left, then Right: the best taxed wall at every temperature, beyond the mast too. None for
    /// a player without options.
    pub scaffolds: [Option<Wall>; 2],
    /// What the scaffolds give.
    pub thermograph: Arc<Thermograph>,
}

impl Thermograph {
    /// The wall of `player`.
    pub fn wall(&self, player: Player) -> &Wall {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The value about which the game settles, per copy in large sums.
    pub fn mean(&self) -> &Dyadic {
        &self.foot.value
    }

    /// How much it is worth to move first: -1 or more.
    pub fn temperature(&self) -> &Dyadic {
        &self.foot.temperature
    }

    /// The thermograph that two scaffolds give, and that of an integer if one is missing.
    fn between(scaffolds: &[Option<Wall>; 2], integer: &Dyadic) -> Self {
        let [Some(left), Some(right)] = scaffolds else {
            let foot = Corner { temperature: Dyadic::from(-1), value: integer.clone() };
            let mast = Wall::mast(integer.clone());
            return Self { left: mast.clone(), right: mast, foot };
        };
        let foot = left.first_meeting(right);
        Self { left: left.cut_off_at(&foot), right: right.cut_off_at(&foot), foot }
    }
}

/// The best of `walls`, each taxed, for `player`.
fn scaffold<'a>(walls: impl Iterator<Item = &'a Wall>, player: Player) -> Option<Wall> {
    walls.map(|wall| wall.taxed(player)).reduce(|a, b| a.better(&b, player))
}

impl Arena {
    /// Returns the thermograph of `g`. Each game's is kept.
    ///
    /// # Budget
    ///
    /// A unit for each option whose wall is looked at, and one for each corner of that wall.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out or the arena is full.
    pub fn thermograph(
        &mut self,
        g: GameId,
        budget: &mut Budget,
    ) -> Result<Arc<Thermograph>, Exhausted> {
        let mut stack = vec![g];
        while let Some(&next) = stack.last() {
            if self.thermographs.contains_key(&next) {
                stack.pop();
                continue;
            }
            let mut options = <[Vec<GameId>; 2]>::default();
            if !self.is_integer(next) {
                for player in Player::BOTH {
                    options[player.index()] = self.options_as_kept(next, player, budget)?;
                }
            }
            let missing = options.iter().flatten().copied();
            let before = stack.len();
            stack.extend(missing.filter(|option| !self.thermographs.contains_key(option)));
            if stack.len() == before {
                let construction = self.construct(next, options, budget)?;
                self.thermographs.insert(next, construction.thermograph);
                stack.pop();
            } else if stack.len() > before + 1 {
                budget.spend((stack.len() - before) as u64)?;
            }
        }
        Ok(self.thermographs[&g].clone())
    }

    /// Returns the thermograph of `g` with the walls and scaffolds it is made of.
    ///
    /// # Errors
    ///
    /// As [`Arena::thermograph`].
    pub fn thermograph_construction(
        &mut self,
        g: GameId,
        budget: &mut Budget,
    ) -> Result<Construction, Exhausted> {
        self.thermograph(g, budget)?;
        let mut options = <[Vec<GameId>; 2]>::default();
        if !self.is_integer(g) {
            for player in Player::BOTH {
                options[player.index()] = self.options(g, player, budget)?;
            }
        }
        self.construct(g, options, budget)
    }

    /// Whether `g` is an integer: its thermograph is a mast, whatever its options.
    fn is_integer(&self, g: GameId) -> bool {
        self.as_number(g).is_some_and(Dyadic::is_integer)
    }

    /// Builds the thermograph of `g` from those of its options, which are known.
    fn construct(
        &self,
        g: GameId,
        options: [Vec<GameId>; 2],
        budget: &mut Budget,
    ) -> Result<Construction, Exhausted> {
        let mut walls = <[Vec<(GameId, Wall)>; 2]>::default();
        for player in Player::BOTH {
            for &option in &options[player.index()] {
                let wall = self.thermographs[&option].wall(player.opponent());
                budget.spend(wall.corners().len() as u64)?;
                walls[player.index()].push((option, wall.clone()));
            }
        }
        let scaffolds = Player::BOTH
            .map(|player| scaffold(walls[player.index()].iter().map(|(_, wall)| wall), player));
        let thermograph = Arc::new(Thermograph::between(&scaffolds, self.left_stop(g)));
        Ok(Construction { options: walls, scaffolds, thermograph })
    }

    /// Returns the mean value of `g`.
    ///
    /// # Errors
    ///
    /// As [`Arena::thermograph`].
    pub fn mean(&mut self, g: GameId, budget: &mut Budget) -> Result<Dyadic, Exhausted> {
        match self.as_closed(g) {
            Some(closed) => Ok(closed.number),
            None => Ok(self.thermograph(g, budget)?.foot.value.clone()),
        }
    }

    /// Returns the temperature of `g`: -1 for an integer, `-1/2^j` for `k/2^j`, 0 for other games that
    /// are infinitesimally close to a number.
    ///
    /// # Errors
    ///
    /// As [`Arena::thermograph`].
    pub fn temperature(&mut self, g: GameId, budget: &mut Budget) -> Result<Dyadic, Exhausted> {
        match self.as_closed(g) {
            Some(closed) if closed.is_number() => Ok(Dyadic::new(-1, closed.number.exponent())),
            Some(_) => Ok(Dyadic::ZERO),
            None => Ok(self.thermograph(g, budget)?.foot.temperature.clone()),
        }
    }
}

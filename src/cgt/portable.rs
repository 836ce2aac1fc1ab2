//! Games that leave their arena.
//!
//! A [`Portable`] holds all that a game consists of, so it can be compared, hashed, sorted, sent to
//! another thread and brought into another arena. The same game gives the same [`Portable`] in every
//! arena.

use std::sync::Arc;

use hashbrown::HashMap;

use crate::arithmetic::dyadic::Dyadic;
use crate::cgt::arena::Arena;
use crate::cgt::arena::GameId;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;
use crate::cgt::closed::NumberUpStar;
use crate::cgt::player::Player;

/// A game apart from any arena. Equal exactly when the games are; the order is total and only for
/// sorting.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Portable(Kind);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Kind {
    Number(Dyadic),
    Closed(Box<NumberUpStar>),
    /// The followers, options first; the last is the game itself.
    Written(Arc<[Follower]>),
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Follower {
    Closed(NumberUpStar),
    /// Places of the options in the list.
    Written([Box<[u32]>; 2]),
}

impl Portable {
    /// The number `x`.
    pub fn number(x: Dyadic) -> Self {
        Self(Kind::Number(x))
    }

    /// The number this is, if it is one.
    pub fn as_number(&self) -> Option<&Dyadic> {
        match &self.0 {
            Kind::Number(x) => Some(x),
            Kind::Closed(_) | Kind::Written(_) => None,
        }
    }
}

impl Arena {
    /// Returns `g` apart from this arena.
    ///
    /// # Budget
    ///
    /// A unit for each option of a game that play can reach.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out.
    pub fn export(&mut self, g: GameId, budget: &mut Budget) -> Result<Portable, Exhausted> {
        if let Some(closed) = self.as_closed(g) {
            return Ok(Portable(if closed.is_number() {
                Kind::Number(closed.number)
            } else {
                Kind::Closed(Box::new(closed))
            }));
        }
        let mut places: HashMap<GameId, u32> = HashMap::new();
        let mut followers = Vec::new();
        let mut stack = vec![g];
        while let Some(&next) = stack.last() {
            if places.contains_key(&next) {
                stack.pop();
                continue;
            }
            let follower = match self.as_closed(next) {
                Some(closed) => Follower::Closed(closed),
                None => {
                    let listed = self.options_as_listed(next);
                    let before = stack.len();
                    budget.spend((listed[0].len() + listed[1].len()) as u64)?;
                    // Reversed, so that what is listed first is written first.
                    let options = listed.iter().flatten().rev();
                    stack.extend(options.filter(|option| !places.contains_key(*option)));
                    if stack.len() > before {
                        continue;
                    }
                    Follower::Written(Player::BOTH.map(|player| {
                        let options = listed[player.index()].iter();
                        options.map(|option| places[option]).collect()
                    }))
                }
            };
            places.insert(next, followers.len() as u32);
            followers.push(follower);
            stack.pop();
        }
        Ok(Portable(Kind::Written(followers.into())))
    }

    /// Returns the game that left an arena, in this one.
    ///
    /// # Budget
    ///
    /// A unit for each option.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out or this arena is full.
    pub fn import(
        &mut self,
        portable: &Portable,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        let followers = match &portable.0 {
            Kind::Number(x) => return self.number(x),
            Kind::Closed(closed) => return self.closed(closed),
            Kind::Written(followers) => followers,
        };
        let mut ids: Vec<GameId> = Vec::with_capacity(followers.len());
        for follower in followers.iter() {
            let id = match follower {
                Follower::Closed(closed) => self.closed(closed)?,
                Follower::Written(options) => {
                    let [left, right] = options.each_ref().map(|places| {
                        let mut options: Vec<GameId> =
                            places.iter().map(|&place| ids[place as usize]).collect();
                        options.sort_unstable();
                        options
                    });
                    budget.spend((left.len() + right.len()) as u64)?;
                    self.intern_form(&left, &right, budget)?
                }
            };
            ids.push(id);
        }
        Ok(ids.last().copied().unwrap_or(GameId::ZERO))
    }
}

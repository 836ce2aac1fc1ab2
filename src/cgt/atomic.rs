//! Atomic weights: infinitesimals, counted in ups.
//!
//! A game `G` has atomic weight `g` if `↓✶ <= G - g·↑ <= ↑✶`, where `✶` is a nimber so large that it
//! equals no position of the game, and `g·↑` is Norton's product. At most one `g` does that. A
//! candidate is found by the recursion for all-small games, with followers that are not infinitesimal
//! replaced by many ups or downs; it counts only if it passes the definition.
//!
//! Source: *Winning Ways*, chapter 8; A. N. Siegel, *Combinatorial Game Theory* (AMS, 2013), chapter II.

use hashbrown::HashMap;
use num_traits::ToPrimitive;

use crate::arithmetic::dyadic::Dyadic;
use crate::cgt::arena::Arena;
use crate::cgt::arena::GameId;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;
use crate::cgt::closed::NumberUpStar;
use crate::cgt::player::Player;

impl Arena {
    /// Returns the atomic weight of `g`, or `None` if it has none: 1 and `{1|-1}` have none.
    ///
    /// # Budget
    ///
    /// A unit for each option looked at, and what the sums and comparisons take.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out or a form on the way is too deep.
    pub fn atomic_weight(
        &mut self,
        g: GameId,
        budget: &mut Budget,
    ) -> Result<Option<GameId>, Exhausted> {
        if !self.is_infinitesimal(g) {
            return Ok(None);
        }
        if let Some((ups, _)) = self.infinitesimal_part(g) {
            return self.integer(ups).map(Some);
        }
        let many = self.birthday(g, budget)?.to_i64().and_then(|day| day.checked_mul(4));
        let small = self.all_small_image(g, many.ok_or(Exhausted::Size)?, budget)?;
        let weight = self.all_small_weight(small, budget)?;
        Ok(self.is_atomic_weight(weight, g, budget)?.then_some(weight))
    }

    fn ups(&mut self, ups: i64, nimber: u32) -> Result<GameId, Exhausted> {
        self.closed(&NumberUpStar { number: Dyadic::ZERO, ups, nimber })
    }

    /// `g` with every follower that is above or below all infinitesimals replaced by `many` ups or
    /// downs.
    fn all_small_image(
        &mut self,
        g: GameId,
        many: i64,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        let mut images: HashMap<GameId, GameId> = HashMap::new();
        for next in self.written_followers(g, budget)? {
            let image = if self.right_stop(next).signum() > 0 {
                self.ups(many, 0)?
            } else if self.left_stop(next).signum() < 0 {
                self.ups(-many, 0)?
            } else if self.is_closed(next) {
                next
            } else {
                let [left, right] = Player::BOTH.map(|player| {
                    let options = self.written_options(next, player).iter();
                    options.map(|option| images[option]).collect::<Vec<_>>()
                });
                self.from_options(&left, &right, budget)?
            };
            images.insert(next, image);
        }
        Ok(images[&g])
    }

    /// The atomic weight of an all-small game.
    fn all_small_weight(&mut self, g: GameId, budget: &mut Budget) -> Result<GameId, Exhausted> {
        let mut weights: HashMap<GameId, GameId> = HashMap::new();
        for next in self.written_followers(g, budget)? {
            let weight = match self.infinitesimal_part(next) {
                Some((ups, _)) => self.integer(ups)?,
                None => {
                    let mut bounds = <[Vec<GameId>; 2]>::default();
                    for (player, tax) in [(Player::Left, -2), (Player::Right, 2)] {
                        let tax = self.integer(tax)?;
                        for option in self.written_options(next, player).to_vec() {
                            let bound = self.sum(weights[&option], tax, budget)?;
                            bounds[player.index()].push(bound);
                        }
                    }
                    self.weight_between(next, &bounds, budget)?
                }
            };
            weights.insert(next, weight);
        }
        Ok(weights[&g])
    }

    /// The weight of `g`, given those of its options less or more two.
    fn weight_between(
        &mut self,
        g: GameId,
        bounds: &[Vec<GameId>; 2],
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        let weight = self.from_options(&bounds[0], &bounds[1], budget)?;
        if !self.as_number(weight).is_some_and(Dyadic::is_integer) {
            return Ok(weight);
        }
        let star = self.remote_star(g, budget)?;
        if self.le(star, g, budget)? {
            return self.furthest_integer(&bounds[1], Player::Right, budget);
        }
        if self.le(g, star, budget)? {
            return self.furthest_integer(&bounds[0], Player::Left, budget);
        }
        Ok(weight)
    }

    /// A nimber that no position of `g` equals, and not `*`: a power of two above its birthday.
    fn remote_star(&mut self, g: GameId, budget: &mut Budget) -> Result<GameId, Exhausted> {
        let day = self.birthday(g, budget)?.to_u32().ok_or(Exhausted::Size)?;
        let heap = day.checked_add(2).and_then(u32::checked_next_power_of_two);
        self.nimber(heap.ok_or(Exhausted::Size)?)
    }

    /// For Left: the least integer that no bound reaches. For Right: the greatest.
    fn furthest_integer(
        &mut self,
        bounds: &[GameId],
        player: Player,
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        let mut furthest: Option<Dyadic> = None;
        for &bound in bounds {
            let (stop, step) = match player {
                Player::Left => (Dyadic::from(self.right_stop(bound).ceiling()), 1),
                Player::Right => (Dyadic::from(self.left_stop(bound).floor()), -1),
            };
            let at = self.number(&stop)?;
            let reaches = match player {
                Player::Left => self.le(at, bound, budget)?,
                Player::Right => self.le(bound, at, budget)?,
            };
            let integer = if reaches { &stop + &Dyadic::from(step) } else { stop };
            furthest = Some(match (furthest, player) {
                (None, _) => integer,
                (Some(other), Player::Left) => other.max(integer),
                (Some(other), Player::Right) => other.min(integer),
            });
        }
        self.number(&furthest.unwrap_or(Dyadic::ZERO))
    }

    /// The definition: whether `g` differs from `weight · ↑` by less than an up and a remote star.
    fn is_atomic_weight(
        &mut self,
        weight: GameId,
        g: GameId,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let product = self.ups_times(weight, budget)?;
        let difference = self.difference(g, product, budget)?;
        let star = self.remote_star(difference, budget)?;
        let (up, down) = (self.ups(1, 0)?, self.ups(-1, 0)?);
        let (above, below) = (self.sum(up, star, budget)?, self.sum(down, star, budget)?);
        Ok(self.le(difference, above, budget)? && self.le(below, difference, budget)?)
    }

    /// Norton's product `g · ↑`: `g` ups for an integer, else `{GL·↑ + ⇑* | GR·↑ + ⇓*}`.
    fn ups_times(&mut self, g: GameId, budget: &mut Budget) -> Result<GameId, Exhausted> {
        if let Some(integer) = self.as_number(g).and_then(Dyadic::to_integer) {
            return self.ups(integer.to_i64().ok_or(Exhausted::Size)?, 0);
        }
        let mut products = <[Vec<GameId>; 2]>::default();
        for (player, ups) in [(Player::Left, 2), (Player::Right, -2)] {
            let step = self.ups(ups, 1)?;
            for option in self.options(g, player, budget)? {
                let product = self.one_deeper(|arena| arena.ups_times(option, budget))?;
                products[player.index()].push(self.sum(product, step, budget)?);
            }
        }
        self.from_options(&products[0], &products[1], budget)
    }
}

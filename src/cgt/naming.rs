//! Names of games, in the usual notation.
//!
//! | name | game |
//! | --- | --- |
//! | `3`, `-5/8` | numbers |
//! | `*`, `*2` | nimbers |
//! | `^`, `^^`, `^3`, `v`, `vv`, `v3` | ups and downs |
//! | `1/2^^*3` | the sum of a number, ups and a nimber |
//! | `±1`, `±{2\|1}`, `±(1,{2\|1})` | switches: `{G\|-G}`, with several options in brackets |
//! | `+_2`, `-_2` | tiny and miny: `{0\|\|0\|-2}` and its negative |
//! | `{2\|-1/2}`, `{0\|\|1\|-2}` | anything else; more bars bind less |
//!
//! Options stand in an order that depends on the game alone: closed forms first, what its player
//! likes better first. The name of `-G` mirrors the name of `G`. Whatever is written here is read
//! back by `parsing` as the same game.

use std::cmp::Ordering;
use std::fmt::Write as _;
use std::sync::Arc;

use crate::cgt::arena::Arena;
use crate::cgt::arena::GameId;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;
use crate::cgt::closed::NumberUpStar;
use crate::cgt::player::Player;

/// The most bars in a row; beyond that, braces are kept.
const MOST_BARS: usize = 4;

/// A name in the making.
struct Name {
    /// Without the outer braces, if there are any.
    text: String,
    /// How many bars stand between the outer options; 0 if there are no outer braces.
    bars: usize,
}

impl Name {
    /// A name that is whole as it stands.
    fn whole(text: String) -> Self {
        Self { text, bars: 0 }
    }

    fn into_whole(self) -> String {
        if self.bars == 0 { self.text } else { format!("{{{}}}", self.text) }
    }
}

impl Arena {
    /// Returns the name of `g`.
    ///
    /// # Budget
    ///
    /// A unit for each character: a game may share its parts many times over, its name cannot.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out.
    pub fn name(&mut self, g: GameId, budget: &mut Budget) -> Result<String, Exhausted> {
        Ok(self.name_of(g, budget)?.into_whole())
    }

    fn name_of(&mut self, g: GameId, budget: &mut Budget) -> Result<Name, Exhausted> {
        let name = match self.as_closed(g) {
            Some(closed) => Name::whole(closed_name(&closed)),
            None => {
                if self.negative(g, budget)? == g {
                    let options = self.options_as_listed(g)[0].clone();
                    Name::whole(self.prefixed("±", &options, budget)?)
                } else if let Some((prefix, size)) = self.as_tiny(g, budget)? {
                    Name::whole(self.prefixed(prefix, &[size], budget)?)
                } else {
                    self.braced(g, budget)?
                }
            }
        };
        budget.spend(name.text.len() as u64)?;
        Ok(name)
    }

    /// A prefix and what it applies to.
    fn prefixed(
        &mut self,
        prefix: &str,
        options: &[GameId],
        budget: &mut Budget,
    ) -> Result<String, Exhausted> {
        if let &[option] = options {
            let is_positive = self.as_number(option).is_some_and(|x| x.signum() > 0);
            let name = self.name_of(option, budget)?;
            if is_positive || name.bars > 0 {
                return Ok(format!("{prefix}{}", name.into_whole()));
            }
            return Ok(format!("{prefix}({})", name.text));
        }
        Ok(format!("{prefix}({})", self.list(options, budget)?))
    }

    /// The size of a tiny or miny, with its prefix.
    fn as_tiny(
        &mut self,
        g: GameId,
        budget: &mut Budget,
    ) -> Result<Option<(&'static str, GameId)>, Exhausted> {
        for (player, prefix) in [(Player::Left, "+_"), (Player::Right, "-_")] {
            let opponent = player.opponent();
            let [GameId::ZERO] = *self.written_options(g, player) else { continue };
            let [threat] = *self.written_options(g, opponent) else { continue };
            let [GameId::ZERO] = *self.written_options(threat, player) else { continue };
            let [size] = *self.written_options(threat, opponent) else { continue };
            match player {
                Player::Left if self.left_stop(size).signum() < 0 => {
                    return Ok(Some((prefix, self.negative(size, budget)?)));
                }
                Player::Right if self.right_stop(size).signum() > 0 => {
                    return Ok(Some((prefix, size)));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    fn braced(&mut self, g: GameId, budget: &mut Budget) -> Result<Name, Exhausted> {
        let mut sides = Vec::with_capacity(2);
        for options in self.options_as_listed(g).iter() {
            sides.push(if let &[option] = &options[..] {
                let name = self.name_of(option, budget)?;
                if name.bars < MOST_BARS { name } else { Name::whole(name.into_whole()) }
            } else {
                Name::whole(self.list(options, budget)?)
            });
        }
        let bars = 1 + sides.iter().map(|side| side.bars).max().unwrap_or(0);
        let text = format!("{}{}{}", sides[0].text, "|".repeat(bars), sides[1].text);
        Ok(Name { text, bars })
    }

    fn list(&mut self, options: &[GameId], budget: &mut Budget) -> Result<String, Exhausted> {
        let mut names = Vec::with_capacity(options.len());
        for &option in options {
            names.push(self.name_of(option, budget)?.into_whole());
        }
        Ok(names.join(","))
    }

    /// The written-out options of both players, in the order of names.
    pub(crate) fn options_as_listed(&mut self, g: GameId) -> Arc<[Vec<GameId>; 2]> {
        if let Some(listed) = self.listed.get(&g) {
            return listed.clone();
        }
        // Options are listed before the games they are options of, since that needs their lists.
        let mut stack = vec![g];
        while let Some(&next) = stack.last() {
            if self.listed.contains_key(&next) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            for player in Player::BOTH {
                for at in self.written(next, player) {
                    let option = self.option_at(at);
                    if !self.is_closed(option) && !self.listed.contains_key(&option) {
                        stack.push(option);
                    }
                }
            }
            if stack.len() > before {
                continue;
            }
            let lists = Player::BOTH.map(|player| {
                let mut options = self.written_options(next, player).to_vec();
                options.sort_by(|&g, &h| self.listing_order(player, g, h));
                options
            });
            self.listed.insert(next, Arc::new(lists));
        }
        self.listed[&g].clone()
    }

    /// Which of two options `player` lists first. A total order that depends on the games alone; the
    /// mirror images of two games are in the same order for the opponent.
    fn listing_order(&self, player: Player, g: GameId, h: GameId) -> Ordering {
        let (mut player, mut g, mut h) = (player, g, h);
        loop {
            if g == h {
                return Ordering::Equal;
            }
            let better_first = |order: Ordering| match player {
                Player::Left => order.reverse(),
                Player::Right => order,
            };
            match (self.as_closed(g), self.as_closed(h)) {
                (Some(a), Some(b)) => {
                    let order = a.number.cmp(&b.number).then(a.ups.cmp(&b.ups));
                    return better_first(order).then(a.nimber.cmp(&b.nimber));
                }
                (Some(_), None) => return Ordering::Less,
                (None, Some(_)) => return Ordering::Greater,
                (None, None) => {}
            }
            let (a, b) = (self.stops_of(g), self.stops_of(h));
            let order = better_first((&a.left + &a.right).cmp(&(&b.left + &b.right)));
            let order = order.then_with(|| (&a.left - &a.right).cmp(&(&b.left - &b.right)));
            if order.is_ne() {
                return order;
            }
            // Two different games differ in an option of one player or the other.
            let differing = [player, player.opponent()].into_iter().find_map(|player| {
                let (a, b) = (&self.listed[&g][player.index()], &self.listed[&h][player.index()]);
                let first = a.iter().zip(b).find(|(a, b)| a != b);
                match first {
                    Some((&a, &b)) => Some(Ok((player, a, b))),
                    None if a.len() == b.len() => None,
                    None => Some(Err(a.len().cmp(&b.len()))),
                }
            });
            match differing {
                Some(Ok(next)) => (player, g, h) = next,
                Some(Err(order)) => return order,
                None => return Ordering::Equal,
            }
        }
    }
}

/// `x`, ups and star, without what is nought.
fn closed_name(closed: &NumberUpStar) -> String {
    let mut name = String::new();
    if !closed.number.is_zero() || closed.is_number() {
        name.push_str(&closed.number.to_string());
    }
    let arrow = if closed.ups < 0 { "v" } else { "^" };
    match closed.ups.unsigned_abs() {
        0 => {}
        1 => name.push_str(arrow),
        2 => name.push_str(&arrow.repeat(2)),
        // Writing to a string cannot fail.
        ups => drop(write!(name, "{arrow}{ups}")),
    }
    match closed.nimber {
        0 => {}
        1 => name.push('*'),
        nimber => drop(write!(name, "*{nimber}")),
    }
    name
}

//! From options to the canonical form.
//!
//! In this order, which measures best:
//!
//! 1. if some number fits between the options, the game is the simplest such number, whatever the
//!    options are: cold games never go further;
//! 2. nimbers against nimbers are a nimber (the least one missing on either side, if that agrees);
//! 3. dominated options go, then reversible ones are bypassed, and if any was, all over again.
//!
//! Source: J. H. Conway, *On Numbers and Games*, chapters 8 and 10; A. N. Siegel, *Combinatorial
//! Game Theory* (AMS, 2013), chapter II.

use std::cmp::Ordering;

use crate::arithmetic::dyadic::Dyadic;
use crate::arithmetic::dyadic::End;
use crate::arithmetic::dyadic::Interval;
use crate::broken;
use crate::broken::Part;
use crate::cgt::arena::Arena;
use crate::cgt::arena::GameId;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;
use crate::cgt::player::Player;

/// The options of one player while a game is being put together. Of the numbers only the best is
/// kept, since it dominates the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gathered {
    /// The best of the integers that were added as such; apart, since most numbers are.
    integer: Option<i64>,
    number: Option<Dyadic>,
    others: Vec<GameId>,
}

impl Gathered {
    /// Forgets all options.
    pub(crate) fn clear(&mut self) {
        self.integer = None;
        self.number = None;
        self.others.clear();
    }

    /// Adds an option that is an integer.
    #[inline]
    pub(crate) fn add_integer(&mut self, n: i64, player: Player) {
        self.integer = Some(match (self.integer, player) {
            (None, _) => n,
            (Some(best), Player::Left) if broken::is(Part::Engine) => best.min(n),
            (Some(best), Player::Left) => best.max(n),
            (Some(best), Player::Right) => best.min(n),
        });
    }

    /// The integer that is the only option, if there is one; nothing at all, if there are others.
    fn only_integer(&self) -> Option<Option<i64>> {
        (self.number.is_none() && self.others.is_empty()).then_some(self.integer)
    }

    /// Adds an option that is a number.
    pub(crate) fn add_number(&mut self, x: Dyadic, player: Player) {
        let keep = match &self.number {
            None => true,
            Some(best) => x.cmp(best) == towards(player),
        };
        if keep {
            self.number = Some(x);
        }
    }
}

/// How a better option of `player` compares with a worse one.
fn towards(player: Player) -> Ordering {
    match player {
        Player::Left => Ordering::Greater,
        Player::Right => Ordering::Less,
    }
}

/// The integer nearest nought strictly between two integers, each of which may be missing: what most
/// cakes come to. The same as [`Interval::simplest`], which also knows of fractions.
fn simplest_integer(left: Option<i64>, right: Option<i64>) -> Option<i64> {
    let least = match left {
        Some(left) => left.checked_add(1)?,
        None => i64::MIN,
    };
    let most = match right {
        Some(right) => right.checked_sub(1)?,
        None => i64::MAX,
    };
    (least <= most).then(|| 0.clamp(least, most))
}

/// A game given by its options, not yet in canonical form, known not to be a number.
struct Hot {
    options: [Vec<GameId>; 2],
    left_stop: Dyadic,
    right_stop: Dyadic,
}

impl Arena {
    /// Returns the canonical form of the game with these options. Neither order nor repetition
    /// matters.
    ///
    /// # Budget
    ///
    /// A unit for each option, and for each comparison that had to be played out.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget ran out or the form is too deep. The arena then holds only whole
    /// forms and can be used further.
    pub fn from_options(
        &mut self,
        left: &[GameId],
        right: &[GameId],
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        let mut gathered = <[Gathered; 2]>::default();
        budget.spend((left.len() + right.len()) as u64)?;
        for (player, options) in Player::BOTH.into_iter().zip([left, right]) {
            for &option in options {
                self.gather(&mut gathered[player.index()], option, player);
            }
        }
        self.from_gathered(&mut gathered, budget)
    }

    /// Adds an option to those of `player`.
    pub(crate) fn gather(&self, gathered: &mut Gathered, option: GameId, player: Player) {
        match self.as_number(option) {
            Some(x) => gathered.add_number(x.clone(), player),
            None => gathered.others.push(option),
        }
    }

    /// As [`Arena::from_options`]. Leaves `gathered` in no particular state.
    pub(crate) fn from_gathered(
        &mut self,
        gathered: &mut [Gathered; 2],
        budget: &mut Budget,
    ) -> Result<GameId, Exhausted> {
        if let [Some(left), Some(right)] = [gathered[0].only_integer(), gathered[1].only_integer()]
            && let Some(integer) = simplest_integer(left, right)
        {
            return self.integer(integer);
        }
        for (options, player) in gathered.iter_mut().zip(Player::BOTH) {
            if let Some(integer) = options.integer.take() {
                options.add_number(Dyadic::from(integer), player);
            }
            options.others.sort_unstable();
            options.others.dedup();
        }
        let left = self.end(&gathered[0], Player::Left, budget)?;
        let right = self.end(&gathered[1], Player::Right, budget)?;
        let interval = Interval { lower: left, upper: right };
        if let Some(x) = interval.simplest() {
            return self.number(&x);
        }
        let (Some(lower), Some(upper)) = (interval.lower, interval.upper) else {
            unreachable!("an interval without an end is never empty");
        };
        let mut options = <[Vec<GameId>; 2]>::default();
        for (options, gathered) in options.iter_mut().zip(gathered) {
            std::mem::swap(options, &mut gathered.others);
            if let Some(x) = gathered.number.take() {
                options.push(self.number(&x)?);
            }
        }
        let game = Hot { options, left_stop: lower.at, right_stop: upper.at };
        if let Some(nimber) = self.as_nimber(&game)? {
            return Ok(nimber);
        }
        self.reduce(game, budget)
    }

    /// How far `player` gets: no number beyond this end can be the value. The end itself can, unless
    /// an option is at least as good for `player`.
    fn end(
        &mut self,
        gathered: &Gathered,
        player: Player,
        budget: &mut Budget,
    ) -> Result<Option<End>, Exhausted> {
        let mut furthest = gathered.number.as_ref();
        for &option in &gathered.others {
            let stops = self.stops_of(option);
            let stop = match player {
                Player::Left => &stops.right,
                Player::Right => &stops.left,
            };
            if furthest.is_none_or(|furthest| stop.cmp(furthest) == towards(player)) {
                furthest = Some(stop);
            }
        }
        let Some(at) = furthest.cloned() else { return Ok(None) };
        let mut included = gathered.number.as_ref() != Some(&at);
        if included {
            for &option in &gathered.others {
                let stops = self.stops_of(option);
                let stop = match player {
                    Player::Left => &stops.right,
                    Player::Right => &stops.left,
                };
                if *stop == at {
                    let number = self.number(&at)?;
                    let reaches = match player {
                        Player::Left => self.le(number, option, budget)?,
                        Player::Right => self.le(option, number, budget)?,
                    };
                    if reaches {
                        included = false;
                        break;
                    }
                }
            }
        }
        Ok(Some(End { at, included }))
    }

    /// The nimber plus a number that the game is, if all its options are of that kind and the least
    /// nimber missing is the same for both players.
    fn as_nimber(&mut self, game: &Hot) -> Result<Option<GameId>, Exhausted> {
        let mut least = [0u32; 2];
        let x = self.left_stop(game.options[0][0]);
        for (least, options) in least.iter_mut().zip(&game.options) {
            let mut nimbers = Vec::with_capacity(options.len());
            for &option in options {
                match self.infinitesimal_part(option) {
                    Some((0, nimber)) if self.left_stop(option) == x => nimbers.push(nimber),
                    _ => return Ok(None),
                }
            }
            nimbers.sort_unstable();
            nimbers.dedup();
            *least = nimbers.iter().zip(0..).take_while(|&(&nimber, k)| nimber == k).count() as u32;
        }
        if least[0] != least[1] {
            return Ok(None);
        }
        let mut closed = crate::cgt::closed::NumberUpStar::number(x.clone());
        closed.nimber = least[0];
        self.closed(&closed).map(Some)
    }

    /// Takes out what is dominated and bypasses what is reversible.
    fn reduce(&mut self, mut game: Hot, budget: &mut Budget) -> Result<GameId, Exhausted> {
        loop {
            for player in Player::BOTH {
                self.remove_dominated(&mut game.options[player.index()], player, budget)?;
            }
            let mut bypassed = false;
            for player in Player::BOTH {
                bypassed |= self.bypass_reversible(&mut game, player, budget)?;
            }
            if !bypassed {
                break;
            }
        }
        for options in &mut game.options {
            options.sort_unstable();
        }
        self.intern_form(&game.options[0], &game.options[1], budget)
    }

    fn remove_dominated(
        &mut self,
        options: &mut Vec<GameId>,
        player: Player,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let mut at = 0;
        'options: while at < options.len() {
            budget.spend(options.len() as u64)?;
            for other in 0..options.len() {
                if other != at && self.is_as_good(options[at], options[other], player, budget)? {
                    options.swap_remove(at);
                    continue 'options;
                }
            }
            at += 1;
        }
        Ok(())
    }

    /// Whether `player` likes having moved to `better` at least as well as to `g`.
    fn is_as_good(
        &mut self,
        g: GameId,
        better: GameId,
        player: Player,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        match player {
            Player::Left => self.le(g, better, budget),
            Player::Right => self.le(better, g, budget),
        }
    }

    /// Replaces each reversible option of `player` by what the opponent's answer leads to. Tells
    /// whether there was one.
    fn bypass_reversible(
        &mut self,
        game: &mut Hot,
        player: Player,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let mut bypassed = false;
        let mut at = 0;
        while at < game.options[player.index()].len() {
            let option = game.options[player.index()][at];
            match self.reversing_answer(game, option, player, budget)? {
                None => at += 1,
                Some(answer) => {
                    bypassed = true;
                    game.options[player.index()].swap_remove(at);
                    for option in self.options_as_kept(answer, player, budget)? {
                        if !game.options[player.index()].contains(&option) {
                            game.options[player.index()].push(option);
                        }
                    }
                }
            }
        }
        Ok(bypassed)
    }

    /// The opponent's answer to `option` that leaves him no worse off than the whole game, if there
    /// is one. A number is never reversible here, since the game is none.
    fn reversing_answer(
        &mut self,
        game: &Hot,
        option: GameId,
        player: Player,
        budget: &mut Budget,
    ) -> Result<Option<GameId>, Exhausted> {
        for at in self.playable(option, player.opponent(), budget)? {
            let answer = self.option_at(at);
            budget.spend(1)?;
            if self.is_answered_by(game, answer, player, budget)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// For Left: whether `h <= game`. For Right: whether `game <= h`.
    fn is_answered_by(
        &mut self,
        game: &Hot,
        h: GameId,
        player: Player,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let stops = self.stops_of(h);
        match player {
            Player::Left => {
                if stops.left < game.right_stop {
                    return Ok(true);
                }
                if stops.left > game.left_stop || stops.right > game.right_stop {
                    return Ok(false);
                }
            }
            Player::Right => {
                if game.left_stop < stops.right {
                    return Ok(true);
                }
                if game.left_stop > stops.left || game.right_stop > stops.right {
                    return Ok(false);
                }
            }
        }
        budget.spend(1)?;
        self.one_deeper(|arena| arena.is_answered_by_moves(game, h, player, budget))
    }

    fn is_answered_by_moves(
        &mut self,
        game: &Hot,
        h: GameId,
        player: Player,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        // `h <= game` fails if Right has a move in the game to something `<= h`, or Left has one in
        // `h` to something `>= game`. Moves in numbers are not needed.
        for &option in &game.options[player.opponent().index()] {
            budget.spend(1)?;
            if self.is_as_good(h, option, player.opponent(), budget)? {
                return Ok(false);
            }
        }
        for at in self.playable(h, player, budget)? {
            let option = self.option_at(at);
            budget.spend(1)?;
            if self.is_answered_by(game, option, player.opponent(), budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::simplest_integer;
    use crate::arithmetic::dyadic::Dyadic;
    use crate::arithmetic::dyadic::Interval;

    #[test]
    fn the_integer_between_integers_is_the_simplest_number_there() {
        let ends = || (-4..=4).map(Some).chain([None, Some(i64::MAX), Some(i64::MIN)]);
        for (left, right) in ends().flat_map(|left| ends().map(move |right| (left, right))) {
            let whole = Interval::between(left.map(Dyadic::from), right.map(Dyadic::from));
            let simplest = whole.simplest().and_then(|x| x.to_i64());
            assert_eq!(simplest_integer(left, right), simplest, "{left:?} {right:?}");
        }
    }
}

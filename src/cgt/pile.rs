//! Sums of positions, and what play can make of them.
//!
//! Nothing here computes a value: this is exhaustive search over positions as the rules give them.

use std::collections::BTreeSet;

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use hashbrown::HashSet;

use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;
use crate::cgt::player::Outcome;
use crate::cgt::player::Player;
use crate::cgt::ruleset::Moves;
use crate::cgt::ruleset::Ruleset;

/// The most moves in a row that exhaustive play looks ahead.
const MAX_DEPTH: u32 = 2000;

/// A sum of positions, each with how many copies of it: sorted, so equal sums are equal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Pile<P>(Vec<(P, u64)>);

impl<P: Clone + Ord> Pile<P> {
    /// The sum of these positions.
    pub(crate) fn new(pieces: impl IntoIterator<Item = (P, u64)>) -> Self {
        let mut pieces: Vec<(P, u64)> = pieces.into_iter().collect();
        pieces.retain(|&(_, times)| times > 0);
        pieces.sort_unstable();
        pieces.dedup_by(|(later, times), (kept, total)| {
            let same = later == kept;
            if same {
                *total += *times;
            }
            same
        });
        Self(pieces)
    }

    /// The positions, each with how many copies of it.
    pub(crate) fn pieces(&self) -> &[(P, u64)] {
        &self.0
    }

    /// What is left if a move in the piece at a place leaves `pieces` of it.
    pub(crate) fn after(&self, place: usize, pieces: &[(P, u64)]) -> Self {
        let mut rest = self.0.clone();
        rest[place].1 -= 1;
        Self::new(rest.into_iter().chain(pieces.iter().cloned()))
    }
}

/// The sums that a player can move to.
pub(crate) fn options<R: Ruleset>(
    ruleset: &R,
    pile: &Pile<R::Position>,
    player: Player,
    budget: &mut Budget,
) -> Result<Vec<Pile<R::Position>>, Exhausted> {
    let mut options = Vec::new();
    let mut moves = Moves::with_allowance(0);
    for (place, (piece, _)) in pile.pieces().iter().enumerate() {
        moves.restart(budget.left());
        ruleset.moves(piece, player, &mut moves)?;
        budget.spend(1 + moves.len() as u64)?;
        options.extend(moves.iter().map(|next| pile.after(place, next.pieces)));
    }
    Ok(options)
}

/// Every sum that play can reach, the given one included, sorted.
pub(crate) fn followers<R: Ruleset>(
    ruleset: &R,
    pile: &Pile<R::Position>,
    budget: &mut Budget,
) -> Result<Vec<Pile<R::Position>>, Exhausted> {
    let mut seen: HashSet<Pile<R::Position>, FixedState> = HashSet::default();
    seen.insert(pile.clone());
    let mut stack = vec![pile.clone()];
    while let Some(next) = stack.pop() {
        for player in Player::BOTH {
            for option in options(ruleset, &next, player, budget)? {
                if !seen.contains(&option) {
                    seen.insert(option.clone());
                    stack.push(option);
                }
            }
        }
    }
    let mut followers: Vec<_> = seen.into_iter().collect();
    followers.sort_unstable();
    Ok(followers)
}

/// The different parts, as [`Ruleset::components`] tells them apart, of all sums that play can reach.
pub(crate) fn parts<R: Ruleset>(
    ruleset: &R,
    pile: &Pile<R::Position>,
    budget: &mut Budget,
) -> Result<Vec<R::Position>, Exhausted> {
    let mut seen = BTreeSet::new();
    let mut stack = Vec::new();
    let mut moves = Moves::with_allowance(0);
    for (piece, _) in pile.pieces() {
        ruleset.components(piece, |part| stack.push(part));
    }
    while let Some(next) = stack.pop() {
        if !seen.insert(next.clone()) {
            continue;
        }
        for player in Player::BOTH {
            moves.restart(budget.left());
            ruleset.moves(&next, player, &mut moves)?;
            budget.spend(1 + moves.len() as u64)?;
            for (piece, _) in moves.iter().flat_map(|next| next.pieces) {
                ruleset.components(piece, |part| stack.push(part));
            }
        }
    }
    Ok(seen.into_iter().collect())
}

/// Who wins if the player who cannot move wins, found by playing everything out.
///
/// # Budget
///
/// A unit for each move looked at.
pub(crate) fn misere_outcome<R: Ruleset>(
    ruleset: &R,
    pile: &Pile<R::Position>,
    budget: &mut Budget,
) -> Result<Outcome, Exhausted> {
    let mut search = Misere { ruleset, budget, known: HashMap::default(), depth: 0 };
    let mut winner = |begins: Player| -> Result<Player, Exhausted> {
        let wins = search.wins(begins, pile)?;
        Ok(if wins { begins } else { begins.opponent() })
    };
    Ok(Outcome::of(winner(Player::Left)?, winner(Player::Right)?))
}

struct Misere<'a, R: Ruleset> {
    ruleset: &'a R,
    budget: &'a mut Budget,
    known: HashMap<(Player, Pile<R::Position>), bool, FixedState>,
    depth: u32,
}

impl<R: Ruleset> Misere<'_, R> {
    /// Whether the player to move wins.
    fn wins(&mut self, player: Player, pile: &Pile<R::Position>) -> Result<bool, Exhausted> {
        let key = (player, pile.clone());
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        if self.depth > MAX_DEPTH {
            return Err(Exhausted::Depth);
        }
        let options = options(self.ruleset, pile, player, self.budget)?;
        let mut wins = options.is_empty();
        self.depth += 1;
        for option in &options {
            if !self.wins(player.opponent(), option)? {
                wins = true;
                break;
            }
        }
        self.depth -= 1;
        self.known.insert(key, wins);
        Ok(wins)
    }
}

//! Sums of positions, and what play can make of them.
//!
//! Nothing here computes a value: this is exhaustive search over positions as the rules give them.
//! Positions are numbered as they are met, so that a sum is a short list of numbers.

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
                *total = total.saturating_add(*times);
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

/// A position by number, with how many copies of it.
type Count = (u32, u32);

/// Positions by number, each with its moves.
struct Kinds<'a, R: Ruleset> {
    ruleset: &'a R,
    positions: Vec<R::Position>,
    numbers: HashMap<R::Position, u32, FixedState>,
    /// For each position and player, what each move leaves, sorted; once it was asked for.
    moves: Vec<[Option<Listed>; 2]>,
}

/// What the moves of a player leave, one after the other, and where each ends.
#[derive(Default)]
struct Listed {
    counts: Vec<Count>,
    ends: Vec<usize>,
}

impl<'a, R: Ruleset> Kinds<'a, R> {
    fn new(ruleset: &'a R) -> Self {
        Self { ruleset, positions: Vec::new(), numbers: HashMap::default(), moves: Vec::new() }
    }

    fn number(&mut self, position: &R::Position) -> u32 {
        if let Some(&number) = self.numbers.get(position) {
            return number;
        }
        let number = self.positions.len() as u32;
        self.positions.push(position.clone());
        self.numbers.insert(position.clone(), number);
        self.moves.push([None, None]);
        number
    }

    /// A sum by numbers, sorted.
    fn counts(&mut self, pieces: &[(R::Position, u64)]) -> Result<Vec<Count>, Exhausted> {
        let mut counts = Vec::with_capacity(pieces.len());
        for (piece, times) in pieces {
            let times = u32::try_from(*times).map_err(|_| Exhausted::Size)?;
            counts.push((self.number(piece), times));
        }
        counts.sort_unstable();
        counts.dedup_by(|(later, times), (kept, total)| {
            let same = later == kept;
            if same {
                *total = total.saturating_add(*times);
            }
            same
        });
        Ok(counts)
    }

    fn pile(&self, counts: &[Count]) -> Pile<R::Position> {
        let piece = |&(kind, times): &Count| (self.positions[kind as usize].clone(), times.into());
        Pile::new(counts.iter().map(piece))
    }

    /// Lists what the moves of `player` in a position leave, if that was not done yet.
    fn list(
        &mut self,
        kind: u32,
        player: Player,
        budget: &mut Budget,
    ) -> Result<&Listed, Exhausted> {
        if self.moves[kind as usize][player.index()].is_none() {
            let mut moves = Moves::with_allowance(0);
            let position = self.positions[kind as usize].clone();
            moves.restart(&position, budget.left());
            self.ruleset.different_moves(&position, player, &mut moves)?;
            budget.spend(moves.cost())?;
            let mut listed = Listed::default();
            for next in moves.iter() {
                listed.counts.extend(self.counts(next.pieces)?);
                listed.ends.push(listed.counts.len());
            }
            // The list is kept, so that it is memory too.
            budget.spend(3 * listed.counts.len() as u64)?;
            self.moves[kind as usize][player.index()] = Some(listed);
        }
        Ok(self.moves[kind as usize][player.index()].get_or_insert_default())
    }

    /// Puts what is left of a sum after a move into `after`: move number `at` in the piece at `place`.
    /// Tells whether there is such a move.
    fn play(
        &mut self,
        sum: &[Count],
        (player, place, at): (Player, usize, usize),
        after: &mut Vec<Count>,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let listed = self.list(sum[place].0, player, budget)?;
        let Some(&end) = listed.ends.get(at) else { return Ok(false) };
        budget.spend(1 + sum.len() as u64)?;
        let start = if at == 0 { 0 } else { listed.ends[at - 1] };
        let mut left = listed.counts[start..end].iter().peekable();
        after.clear();
        for (index, &(kind, times)) in sum.iter().enumerate() {
            while let Some(&&new) = left.peek().filter(|new| new.0 < kind) {
                after.push(new);
                left.next();
            }
            let mut times = if index == place { times - 1 } else { times };
            if let Some(&&(_, more)) = left.peek().filter(|new| new.0 == kind) {
                times = times.checked_add(more).ok_or(Exhausted::Size)?;
                left.next();
            }
            if times > 0 {
                after.push((kind, times));
            }
        }
        after.extend(left);
        Ok(true)
    }
}

/// Units for a sum that is kept until the search ends: what it takes of memory is what bounds a search,
/// before its time does.
const KEPT: u64 = 16;

/// Every sum that play can reach, the given one included, sorted.
pub(crate) fn followers<R: Ruleset>(
    ruleset: &R,
    pile: &Pile<R::Position>,
    budget: &mut Budget,
) -> Result<Vec<Pile<R::Position>>, Exhausted> {
    let mut kinds = Kinds::new(ruleset);
    let first = kinds.counts(pile.pieces())?;
    let mut seen: HashSet<Vec<Count>, FixedState> = HashSet::default();
    seen.insert(first.clone());
    let mut stack = vec![first];
    let mut after = Vec::new();
    while let Some(next) = stack.pop() {
        for player in Player::BOTH {
            for place in 0..next.len() {
                let mut at = 0;
                while kinds.play(&next, (player, place, at), &mut after, budget)? {
                    if !seen.contains(&after) {
                        budget.spend(KEPT + after.len() as u64)?;
                        seen.insert(after.clone());
                        stack.push(after.clone());
                    }
                    at += 1;
                }
            }
        }
    }
    let mut followers: Vec<_> = seen.iter().map(|counts| kinds.pile(counts)).collect();
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
            moves.restart(&next, budget.left());
            ruleset.different_moves(&next, player, &mut moves)?;
            budget.spend(moves.cost())?;
            for (piece, _) in moves.iter().flat_map(|next| next.pieces) {
                // To take a piece apart costs more than to have listed it.
                budget.spend(3)?;
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
/// For each move looked at a unit and one for each piece of the sum; [`KEPT`] for each sum kept.
pub(crate) fn misere_outcome<R: Ruleset>(
    ruleset: &R,
    pile: &Pile<R::Position>,
    budget: &mut Budget,
) -> Result<Outcome, Exhausted> {
    let mut kinds = Kinds::new(ruleset);
    let first = kinds.counts(pile.pieces())?;
    let mut search = Misere { kinds, budget, known: Default::default(), depth: 0 };
    let mut winner = |begins: Player| -> Result<Player, Exhausted> {
        let wins = search.wins(begins, &first)?;
        Ok(if wins { begins } else { begins.opponent() })
    };
    Ok(Outcome::of(winner(Player::Left)?, winner(Player::Right)?))
}

struct Misere<'a, R: Ruleset> {
    kinds: Kinds<'a, R>,
    budget: &'a mut Budget,
    /// For each player to move, whether he wins.
    known: [HashMap<Vec<Count>, bool, FixedState>; 2],
    depth: u32,
}

impl<R: Ruleset> Misere<'_, R> {
    /// Whether the player to move wins.
    fn wins(&mut self, player: Player, sum: &[Count]) -> Result<bool, Exhausted> {
        if let Some(&known) = self.known[player.index()].get(sum) {
            return Ok(known);
        }
        if self.depth > MAX_DEPTH {
            return Err(Exhausted::Depth);
        }
        self.depth += 1;
        let wins = self.has_winning_move(player, sum)?;
        self.depth -= 1;
        self.budget.spend(KEPT + sum.len() as u64)?;
        self.known[player.index()].insert(sum.to_vec(), wins);
        Ok(wins)
    }

    /// Whether the player has a move that wins, or no move at all.
    fn has_winning_move(&mut self, player: Player, sum: &[Count]) -> Result<bool, Exhausted> {
        let mut can_move = false;
        let mut after = Vec::new();
        for place in 0..sum.len() {
            let mut at = 0;
            while self.kinds.play(sum, (player, place, at), &mut after, self.budget)? {
                can_move = true;
                if !self.wins(player.opponent(), &after)? {
                    return Ok(true);
                }
                at += 1;
            }
        }
        Ok(!can_move)
    }
}

#[cfg(test)]
mod tests {
    use super::KEPT;
    use crate::cgt::Budget;
    use crate::cgt::Position;
    use crate::cgt::rulesets::ruleset;

    /// A heap of nim, which leads to itself and every smaller one.
    fn heap(counters: u64) -> Position {
        ruleset("nim").unwrap().sized(&[counters]).unwrap()
    }

    #[test]
    fn what_a_search_keeps_is_charged_for() {
        let mut budget = Budget::unlimited();
        let followers = heap(300).followers(&mut budget).unwrap();
        assert_eq!(followers.len(), 301);
        // Each heap is kept, and its moves for two players are listed: 0 + 1 + … + 300 for each.
        let listed = 2 * (300 * 301 / 2);
        assert!(budget.spent() >= 300 * KEPT + 3 * listed, "{}", budget.spent());
        let mut budget = Budget::unlimited();
        heap(300).misere_outcome(&mut budget).unwrap();
        assert!(budget.spent() >= 300 * KEPT, "{}", budget.spent());
    }
}

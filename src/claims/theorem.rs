//! Statements that are argued, and what rests on what.
//!
//! A `{theorem}` (lemma, proposition, corollary, conjecture) is proved if a `{proof}` in its essay
//! bears its id, or follows it with nothing but text between them. A claim that names it with
//! `because:` is shown as proved; so the proof must not rest, by its badges and references, on that
//! claim again.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::essay::BlockId;
use crate::essay::BlockKind;
use crate::essay::Context;
use crate::essay::Essay;

/// A statement or claim of the site: which essay, which block.
pub type Place = (usize, BlockId);

/// Whether the block is a statement that can be proved.
#[must_use]
pub fn can_be_proved(kind: BlockKind) -> bool {
    matches!(
        kind,
        BlockKind::Theorem | BlockKind::Lemma | BlockKind::Proposition | BlockKind::Corollary
    )
}

/// The statement that each proof of `essay` proves, by the proof's block.
#[must_use]
pub fn proofs(essay: &Essay) -> BTreeMap<BlockId, BlockId> {
    let mut proofs = BTreeMap::new();
    let mut last: Option<BlockId> = None;
    for (index, block) in essay.blocks.iter().enumerate() {
        let id = BlockId(index);
        if block.kind == BlockKind::Proof {
            let named = block.id.as_ref().and_then(|own| {
                essay.blocks.iter().position(|other| {
                    can_be_proved(other.kind)
                        && other.id.as_ref().is_some_and(|id| id.text == own.text)
                })
            });
            if let Some(statement) = named.map(BlockId).or(last) {
                proofs.insert(id, statement);
            }
        } else if can_be_proved(block.kind) {
            last = Some(id);
        }
    }
    proofs
}

/// What each place rests on, by `rests`, without end: the first circle, if there is one, as the
/// places in order.
#[must_use]
pub fn circle(rests: &BTreeMap<Place, BTreeSet<Place>>) -> Option<Vec<Place>> {
    let mut done: BTreeSet<Place> = BTreeSet::new();
    for &start in rests.keys() {
        // Depth first with a path of our own: a chain may be as long as the site.
        let mut path: Vec<(Place, Vec<Place>)> = vec![(start, next(rests, start))];
        while let Some((place, waiting)) = path.last_mut() {
            let place = *place;
            match waiting.pop() {
                None => {
                    done.insert(place);
                    path.pop();
                }
                Some(to) => {
                    if let Some(at) = path.iter().position(|(own, _)| *own == to) {
                        return Some(path[at..].iter().map(|(own, _)| *own).collect());
                    }
                    if !done.contains(&to) {
                        path.push((to, next(rests, to)));
                    }
                }
            }
        }
    }
    None
}

fn next(rests: &BTreeMap<Place, BTreeSet<Place>>, place: Place) -> Vec<Place> {
    rests.get(&place).map(|to| to.iter().rev().copied().collect()).unwrap_or_default()
}

/// The links inside the block `block` of `essay`, by index.
pub fn links_in(essay: &Essay, block: BlockId) -> impl Iterator<Item = usize> + '_ {
    let inside = move |context: Context| context == Context::Statement(block);
    essay
        .links
        .iter()
        .enumerate()
        .filter(move |(_, link)| inside(link.context))
        .map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::circle;
    use crate::essay::BlockId;
    use std::collections::BTreeMap;
    use std::collections::BTreeSet;

    #[test]
    fn a_circle_is_shown_in_order() {
        let place = |block| (0, BlockId(block));
        let rests = |pairs: &[(usize, usize)]| {
            let mut map: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
            for &(from, to) in pairs {
                map.entry(place(from)).or_default().insert(place(to));
            }
            map
        };
        assert_eq!(circle(&rests(&[(1, 2), (2, 3), (1, 3)])), None);
        assert_eq!(
            circle(&rests(&[(0, 1), (1, 2), (2, 3), (3, 1)])),
            Some(vec![place(1), place(2), place(3)])
        );
        assert_eq!(circle(&rests(&[(4, 4)])), Some(vec![place(4)]));
    }
}

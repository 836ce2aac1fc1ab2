//! Short games straight from Conway's definitions. Slow, obvious, and sharing no code with the arena:
//! that is the point of it.
//!
//! Source: J. H. Conway, *On Numbers and Games*, chapters 0 and 7.

use std::rc::Rc;

/// A game: two lists of options, exactly as they were given.
#[derive(Debug)]
pub(crate) struct Tree {
    pub left: Vec<Rc<Tree>>,
    pub right: Vec<Rc<Tree>>,
}

pub(crate) type Game = Rc<Tree>;

pub(crate) fn game(left: Vec<Game>, right: Vec<Game>) -> Game {
    Rc::new(Tree { left, right })
}

/// `g <= h`, that is, no Left option of `g` is `>= h` and no Right option of `h` is `<= g`.
pub(crate) fn le(g: &Game, h: &Game) -> bool {
    Rc::ptr_eq(g, h)
        || !g.left.iter().any(|left| le(h, left)) && !h.right.iter().any(|right| le(right, g))
}

pub(crate) fn equal(g: &Game, h: &Game) -> bool {
    le(g, h) && le(h, g)
}

pub(crate) fn negative(g: &Game) -> Game {
    game(g.right.iter().map(negative).collect(), g.left.iter().map(negative).collect())
}

/// `g + h`, with the moves of both.
pub(crate) fn sum(g: &Game, h: &Game) -> Game {
    let options = |of: fn(&Tree) -> &Vec<Game>| {
        let in_g = of(g).iter().map(|option| sum(option, h));
        let in_h = of(h).iter().map(|option| sum(g, option));
        in_g.chain(in_h).collect()
    };
    game(options(|tree| &tree.left), options(|tree| &tree.right))
}

/// The ordinal sum `g : h`: moves in `g` end `h`.
pub(crate) fn ordinal_sum(g: &Game, h: &Game) -> Game {
    let options = |of: fn(&Tree) -> &Vec<Game>| {
        let in_g = of(g).iter().cloned();
        let in_h = of(h).iter().map(|option| ordinal_sum(g, option));
        in_g.chain(in_h).collect()
    };
    game(options(|tree| &tree.left), options(|tree| &tree.right))
}

/// Whether Left, and whether Right, wins by moving first; the other loses by moving second.
pub(crate) fn first_player_wins(g: &Game) -> [bool; 2] {
    let zero = game(vec![], vec![]);
    [!le(g, &zero), !le(&zero, g)]
}

/// The longest line of play.
pub(crate) fn depth(g: &Game) -> usize {
    g.left.iter().chain(&g.right).map(|option| 1 + depth(option)).max().unwrap_or(0)
}

/// No option is dominated by another, none is reversible, and so on down.
pub(crate) fn is_canonical(g: &Game) -> bool {
    let dominated = |options: &[Game], better: fn(&Game, &Game) -> bool| {
        options.iter().enumerate().any(|(i, option)| {
            options.iter().enumerate().any(|(j, other)| i != j && better(option, other))
        })
    };
    !dominated(&g.left, le)
        && !dominated(&g.right, |option, other| le(other, option))
        && !g.left.iter().any(|left| left.right.iter().any(|answer| le(answer, g)))
        && !g.right.iter().any(|right| right.left.iter().any(|answer| le(g, answer)))
        && g.left.iter().chain(&g.right).all(is_canonical)
}

/// A value or temperature in units of `1/64`, fine enough for all games here.
pub(crate) const UNIT: i64 = 64;

/// The number that a game in canonical form is, in units of `1/64`, if it is one.
pub(crate) fn number(g: &Game) -> Option<i64> {
    let all = |options: &[Game]| options.iter().map(number).collect::<Option<Vec<i64>>>();
    let (left, right) = (all(&g.left)?, all(&g.right)?);
    match (&left[..], &right[..]) {
        ([], []) => Some(0),
        ([left], []) => Some(left + UNIT),
        ([], [right]) => Some(right - UNIT),
        ([left], [right]) if left < right => {
            assert!((left + right) % 2 == 0, "finer than the unit");
            Some((left + right) / 2)
        }
        _ => None,
    }
}

/// The stops of a game in canonical form.
pub(crate) fn stops(g: &Game) -> [i64; 2] {
    if let Some(x) = number(g) {
        return [x, x];
    }
    let left = g.left.iter().map(|left| stops(left)[1]).max();
    let right = g.right.iter().map(|right| stops(right)[0]).min();
    [left.expect("no number, so both can move"), right.expect("no number, so both can move")]
}

/// The stops of a game in canonical form cooled by every temperature from -1 in steps of `1/64` up to
/// `top`, and how far up it is hot: the number of steps before the walls meet.
pub(crate) fn cooled_stops(g: &Game, top: i64) -> (Vec<[i64; 2]>, usize) {
    let steps = (top + 1) * UNIT + 1;
    if let (Some(x), true) = (number(g), g.left.is_empty() || g.right.is_empty()) {
        return (vec![[x, x]; steps as usize], 0);
    }
    let lefts: Vec<_> = g.left.iter().map(|left| cooled_stops(left, top).0).collect();
    let rights: Vec<_> = g.right.iter().map(|right| cooled_stops(right, top).0).collect();
    let mut walls: Vec<[i64; 2]> = Vec::new();
    for step in 0..steps {
        let (t, at) = (step - UNIT, step as usize);
        let left = lefts.iter().map(|wall| wall[at][1] - t).max().expect("both can move");
        let right = rights.iter().map(|wall| wall[at][0] + t).min().expect("both can move");
        if left <= right {
            assert_eq!(left, right, "the walls meet between two steps");
            walls.resize(steps as usize, [left, left]);
            return (walls, at);
        }
        walls.push([left, right]);
    }
    panic!("hotter than the top");
}

//! The engine against the oracle: exhaustive over the games born by day 2, sampled over day 3.

#![allow(
    clippy::disallowed_methods,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

mod support {
    pub(crate) mod naive;
}

use std::collections::HashMap;
use std::rc::Rc;

use rung::cgt::Arena;
use rung::cgt::Budget;
use rung::cgt::GameId;
use rung::cgt::Outcome;
use rung::cgt::Player;
use rung::cgt::Position;
use rung::cgt::Solver;
use rung::cgt::ruleset;
use support::naive;
use support::naive::Game;

/// An arena, a budget that fails rather than hangs, and the trees of games met.
struct Bench {
    arena: Arena,
    budget: Budget,
    trees: HashMap<GameId, Game>,
}

impl Bench {
    fn new() -> Self {
        Self { arena: Arena::new(), budget: Budget::units(1 << 32), trees: HashMap::new() }
    }

    /// Enters a tree in the arena, exactly as it is written.
    fn enter(&mut self, tree: &Game) -> GameId {
        let mut enter = |options: &[Game]| -> Vec<GameId> {
            options.iter().map(|option| self.enter(option)).collect()
        };
        let (left, right) = (enter(&tree.left), enter(&tree.right));
        self.arena.from_options(&left, &right, &mut self.budget).unwrap()
    }

    /// The canonical form that the arena has for a game, as a tree.
    fn tree(&mut self, g: GameId) -> Game {
        if let Some(tree) = self.trees.get(&g) {
            return tree.clone();
        }
        let [left, right] = Player::BOTH.map(|player| {
            let options = self.arena.options(g, player, &mut self.budget).unwrap();
            options.into_iter().map(|option| self.tree(option)).collect()
        });
        let tree = naive::game(left, right);
        self.trees.insert(g, tree.clone());
        tree
    }

    fn le(&mut self, g: GameId, h: GameId) -> bool {
        self.arena.le(g, h, &mut self.budget).unwrap()
    }
}

/// All sets of options from these, as lists.
fn subsets(options: &[Game]) -> Vec<Vec<Game>> {
    let chosen = |set: u32| {
        options.iter().enumerate().filter(move |(i, _)| set >> i & 1 == 1).map(|(_, g)| g.clone())
    };
    (0..1u32 << options.len()).map(|set| chosen(set).collect()).collect()
}

/// The 256 forms with options from 0, 1, -1 and `*`.
fn forms_of_day_two() -> Vec<Game> {
    let zero = naive::game(vec![], vec![]);
    let day_one: Vec<Game> = subsets(std::slice::from_ref(&zero))
        .into_iter()
        .flat_map(|left| {
            let zero = zero.clone();
            subsets(&[zero]).into_iter().map(move |right| naive::game(left.clone(), right))
        })
        .collect();
    let sides = subsets(&day_one);
    let pairs = sides.iter().flat_map(|left| sides.iter().map(move |right| (left, right)));
    pairs.map(|(left, right)| naive::game(left.clone(), right.clone())).collect()
}

/// The 22 games born by day 2.
fn day_two(bench: &mut Bench) -> Vec<GameId> {
    let mut ids: Vec<GameId> = forms_of_day_two().iter().map(|form| bench.enter(form)).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// The 1,474 games born by day 3: from every pair of antichains of games of day 2.
fn day_three(bench: &mut Bench) -> Vec<GameId> {
    let two = day_two(bench);
    let mut antichains: Vec<Vec<GameId>> = vec![vec![]];
    for &g in &two {
        for at in 0..antichains.len() {
            let chain = antichains[at].clone();
            if chain.iter().all(|&h| !bench.le(g, h) && !bench.le(h, g)) {
                antichains.push([chain, vec![g]].concat());
            }
        }
    }
    let mut ids = Vec::new();
    for left in &antichains {
        for right in &antichains {
            ids.push(bench.arena.from_options(left, right, &mut bench.budget).unwrap());
        }
    }
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Every so manieth game, so that a test takes about a second.
fn sample(games: &[GameId], step: usize) -> Vec<GameId> {
    games.iter().copied().step_by(step).collect()
}

#[test]
fn ids_are_equal_exactly_when_values_are() {
    let mut bench = Bench::new();
    let forms: Vec<(Game, GameId)> =
        forms_of_day_two().into_iter().map(|form| (form.clone(), bench.enter(&form))).collect();
    for (g, g_id) in &forms {
        for (h, h_id) in &forms {
            assert_eq!(g_id == h_id, naive::equal(g, h), "{g:?} and {h:?}");
            assert_eq!(bench.le(*g_id, *h_id), naive::le(g, h), "{g:?} and {h:?}");
        }
    }
}

#[test]
fn as_many_games_are_born_as_published() {
    // 1, 4, 22 and 1,474 by days 0 to 3: D. Wolfe and W. Fraser, Counting the number of games,
    // Theoretical Computer Science 313 (2004).
    let mut bench = Bench::new();
    let three = day_three(&mut bench);
    let mut born = [0; 4];
    for &g in &three {
        let day = bench.arena.birthday(g, &mut bench.budget).unwrap();
        let day = usize::try_from(&day).unwrap();
        assert_eq!(day, naive::depth(&bench.tree(g)));
        born[day] += 1;
    }
    assert_eq!(born, [1, 3, 18, 1452]);
}

#[test]
fn forms_of_the_arena_are_canonical() {
    let mut bench = Bench::new();
    for g in day_three(&mut bench) {
        let tree = bench.tree(g);
        assert!(naive::is_canonical(&tree), "{}", bench.arena.name(g, &mut bench.budget).unwrap());
        assert_eq!(bench.enter(&tree), g);
    }
}

#[test]
fn sums_and_negatives_are_those_of_the_definition() {
    let mut bench = Bench::new();
    let two = day_two(&mut bench);
    for &g in &two {
        let negative = bench.arena.negative(g, &mut bench.budget).unwrap();
        let g_tree = bench.tree(g);
        assert!(naive::equal(&bench.tree(negative), &naive::negative(&g_tree)));
        for &h in &two {
            let sum = bench.arena.sum(g, h, &mut bench.budget).unwrap();
            let by_moves = naive::sum(&g_tree, &bench.tree(h));
            assert_eq!(bench.enter(&by_moves), sum);
            assert!(naive::equal(&bench.tree(sum), &by_moves));
        }
    }
}

#[test]
fn sums_of_games_of_day_three_are_those_of_the_definition() {
    let mut bench = Bench::new();
    let three = day_three(&mut bench);
    let two = day_two(&mut bench);
    for g in sample(&three, 13) {
        for &h in &two {
            let sum = bench.arena.sum(g, h, &mut bench.budget).unwrap();
            let by_moves = naive::sum(&bench.tree(g), &bench.tree(h));
            assert_eq!(bench.enter(&by_moves), sum);
        }
    }
}

#[test]
fn order_on_day_three_is_that_of_the_definition() {
    let mut bench = Bench::new();
    let three = day_three(&mut bench);
    for g in sample(&three, 11) {
        for h in sample(&three, 7) {
            let (g_tree, h_tree) = (bench.tree(g), bench.tree(h));
            assert_eq!(bench.le(g, h), naive::le(&g_tree, &h_tree), "{g_tree:?} and {h_tree:?}");
        }
    }
}

#[test]
fn outcomes_are_who_wins() {
    let mut bench = Bench::new();
    for g in day_three(&mut bench) {
        let expected = match naive::first_player_wins(&bench.tree(g)) {
            [true, true] => Outcome::N,
            [true, false] => Outcome::L,
            [false, true] => Outcome::R,
            [false, false] => Outcome::P,
        };
        assert_eq!(bench.arena.outcome(g, &mut bench.budget), Ok(expected));
    }
}

#[test]
fn stops_and_thermographs_are_those_of_games_cooled_step_by_step() {
    const TOP: i64 = 4;
    let mut bench = Bench::new();
    let in_units = |x: &rung::arithmetic::dyadic::Dyadic| -> i64 {
        let scaled = x.times(&naive::UNIT.into());
        scaled.to_i64().expect("no finer than the unit")
    };
    for g in day_three(&mut bench) {
        let tree = bench.tree(g);
        let stops = [bench.arena.left_stop(g), bench.arena.right_stop(g)].map(in_units);
        assert_eq!(stops, naive::stops(&tree));
        let thermograph = bench.arena.thermograph(g, &mut bench.budget).unwrap();
        let (walls, hot) = naive::cooled_stops(&tree, TOP);
        for (step, [left, right]) in (0..).zip(walls) {
            let t = rung::arithmetic::dyadic::Dyadic::from_fraction(
                &(step - naive::UNIT).into(),
                &naive::UNIT.into(),
            );
            let t = t.unwrap();
            let found = [thermograph.left.at(&t), thermograph.right.at(&t)];
            assert_eq!(found.each_ref().map(in_units), [left, right], "at {t}");
        }
        assert_eq!(in_units(thermograph.temperature()), hot as i64 - naive::UNIT);
        let temperature = bench.arena.temperature(g, &mut bench.budget).unwrap();
        assert_eq!(&temperature, thermograph.temperature());
        assert_eq!(&bench.arena.mean(g, &mut bench.budget).unwrap(), thermograph.mean());
    }
}

#[test]
fn ordinal_sums_are_those_of_the_definition() {
    let mut bench = Bench::new();
    let two = day_two(&mut bench);
    for &g in &two {
        for &h in &two {
            let sum = bench.arena.ordinal_sum(g, h, &mut bench.budget).unwrap();
            let by_moves = naive::ordinal_sum(&bench.tree(g), &bench.tree(h));
            assert_eq!(bench.enter(&by_moves), sum);
        }
    }
}

#[test]
fn games_are_read_from_their_names_in_any_arena() {
    let mut bench = Bench::new();
    let mut elsewhere = Bench::new();
    for g in day_three(&mut bench).into_iter().rev() {
        let name = bench.arena.name(g, &mut bench.budget).unwrap();
        assert_eq!(bench.arena.parse(&name, &mut bench.budget), Ok(g), "{name}");
        let there = elsewhere.arena.parse(&name, &mut elsewhere.budget).unwrap();
        assert_eq!(elsewhere.arena.name(there, &mut elsewhere.budget), Ok(name));
        let (here, there) = (bench.tree(g), elsewhere.tree(there));
        assert!(Rc::ptr_eq(&here, &there) || naive::equal(&here, &there));
    }
}

/// The options of a position, from the moves that the rules list, with nothing taken apart and nothing
/// remembered.
fn play_out(bench: &mut Solved, position: &Position) -> Game {
    if let Some(known) = bench.played.get(position) {
        return known.clone();
    }
    let [left, right] = Player::BOTH.map(|player| {
        let cuts = position.cuts(player, &mut bench.solver, &mut bench.budget).unwrap();
        let after = cuts.into_iter().map(|cut| {
            let pieces = cut.pieces.into_iter().flat_map(|(piece, times)| {
                std::iter::repeat_n(piece, usize::try_from(times).unwrap())
            });
            let games: Vec<Game> = pieces.map(|piece| play_out(bench, &piece)).collect();
            let nothing = naive::game(vec![], vec![]);
            games.iter().fold(nothing, |total, piece| naive::sum(&total, piece))
        });
        after.collect()
    });
    let game = naive::game(left, right);
    bench.played.insert(position.clone(), game.clone());
    game
}

struct Solved {
    solver: Solver,
    budget: Budget,
    played: HashMap<Position, Game>,
}

/// Every ruleset on a few small boards: the solver, which takes positions apart, turns them and leaves
/// out moves, against plain play.
#[test]
fn values_are_those_of_plain_play() {
    for (name, positions) in [
        ("any_pieces", &["2x2", "1x4", "2x3"][..]),
        ("boxes", &["2x2x1", "1x2x2", "1x1x3"]),
        ("clobber", &["2x2", "1x5", "xo./oxx", "xxo/.ox"]),
        ("col", &["2x2", "1x4", "L./.R", ".#./..."]),
        ("cutcake", &["2x2", "2x3", "3x2", "1x4"]),
        ("dawsons_kayles", &["7", "4,5"]),
        ("domineering", &["3x3", "2x4", "../.#/..", "#../..."]),
        ("eatcake", &["2x2", "2x3", "3x2", "1x3"]),
        ("end_slices", &["2x3", "3x2", "1x4"]),
        ("grundy", &["7", "8"]),
        ("hackenbush", &["LRRL", "RLLR"]),
        ("halves", &["2x2", "2x4", "6x2"]),
        ("kayles", &["4", "1,2"]),
        ("maundy", &["2x2", "1x4", "2x3", "3x2"]),
        ("nim", &["4", "1,2"]),
        ("octal 0.137", &["5", "6"]),
        ("push", &["L.RL", "RL.R"]),
        ("shove", &["L.RL", "RL.R"]),
        ("snort", &["2x2", "1x4", "L./.R", ".#./..."]),
        ("subtraction 1,3,4", &["5", "2,3"]),
        ("toads_and_frogs", &["TT.FF", "T..F", "TF.TF"]),
        ("toppling_dominoes", &["LERL", "RLLE"]),
        ("turned", &["2x2", "2x3", "1x4"]),
        ("twisted_maundy", &["2x2", "1x4", "3x2"]),
    ] {
        let mut bench = Bench::new();
        let mut solved = Solved {
            solver: Solver::new(),
            budget: Budget::units(1 << 32),
            played: HashMap::new(),
        };
        for text in positions {
            let position = ruleset(name).unwrap().read(text).unwrap();
            let value = position.value(&mut solved.solver, &mut solved.budget).unwrap();
            let value = solved.solver.arena.export(value, &mut solved.budget).unwrap();
            let value = bench.arena.import(&value, &mut bench.budget).unwrap();
            let played: Vec<Game> =
                position.pieces().iter().map(|(piece, _)| play_out(&mut solved, piece)).collect();
            let played = played.iter().skip(1).fold(played[0].clone(), |g, h| naive::sum(&g, h));
            let canonical = bench.tree(value);
            assert!(naive::equal(&canonical, &played), "{name} {text}");
        }
    }
}

/// For every game a position and Left's moves from it, counted by hand on the board.
const MOVES_ON_THE_BOARD: &[(&str, &str, usize)] = &[
    // Three lines, each followed or not, but not none.
    ("any_pieces", "1x4", 7),
    // One line across her own side of two, two across the third side of three.
    ("boxes", "2x1x3", 3),
    // The first stone takes to the right and downwards, the second upwards and to the left.
    ("clobber", "xo./oxx", 4),
    ("col", "1x4", 4),
    ("cutcake", "2x5", 4),
    // Two pins side by side, from the first and second to the sixth and seventh.
    ("dawsons_kayles", "7", 6),
    ("dawsons_kayles", "4,5", 7),
    ("dawsons_kayles", "4,4", 6),
    ("domineering", "2x3", 3),
    ("eatcake", "2x5", 5),
    // The first slice or the last.
    ("end_slices", "1x5", 2),
    // 1 + 6, 2 + 5, 3 + 4.
    ("grundy", "7", 3),
    ("hackenbush", "LRRL", 2),
    ("halves", "1x6", 1),
    // Five single pins, four pairs.
    ("kayles", "5", 9),
    ("kayles", "5,5", 18),
    ("kayles", "1", 1),
    // The divisors 2, 3, 4, 6 and 12.
    ("maundy", "1x12", 5),
    ("nim", "3,3", 6),
    ("nim", "2,2,2,1", 7),
    // One counter, leaving 4, 1 + 3 or 2 + 2; two counters, leaving 3 or 1 + 2.
    ("octal 0.77", "5", 5),
    ("push", "L.RL", 2),
    ("shove", "L.RL", 2),
    ("snort", "1x4", 4),
    ("subtraction 1,3,4", "5", 3),
    // The first toad steps, the second jumps.
    ("toads_and_frogs", "T.TF.", 2),
    // Two dominoes that Left may topple, each to either side.
    ("toppling_dominoes", "LER", 4),
    ("turned", "2x5", 4),
    ("twisted_maundy", "1x12", 5),
];

#[test]
fn every_move_on_the_board_is_listed_once_and_by_tells_them_apart() {
    for name in rung::cgt::rulesets::NAMES {
        assert!(MOVES_ON_THE_BOARD.iter().any(|(game, ..)| game == name), "{name} is not counted");
    }
    let (mut solver, mut budget) = (Solver::new(), Budget::units(1 << 32));
    for &(name, text, expected) in MOVES_ON_THE_BOARD {
        let position = ruleset(name).unwrap().read(text).unwrap();
        let cuts = position.cuts(Player::Left, &mut solver, &mut budget).unwrap();
        assert_eq!(cuts.len(), expected, "{name} {text}");
        assert!(cuts.is_sorted_by(|a, b| a.by < b.by), "{name} {text}: {cuts:?}");
    }
}

//! Laws that hold for all games, over the games born by day 2, the positions of small boards, and
//! random games beyond.

#![allow(
    clippy::disallowed_methods,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

use num_bigint::BigInt;
use proptest::prelude::*;
use rung::arithmetic::dyadic::Dyadic;
use rung::cgt::Arena;
use rung::cgt::Budget;
use rung::cgt::GameId;
use rung::cgt::Outcome;
use rung::cgt::Player;
use rung::cgt::Portable;
use rung::cgt::Solver;
use rung::cgt::ruleset;

/// Games with names of every kind, hot, tepid and cold.
const GAMES: &[&str] = &[
    "0",
    "1",
    "-2",
    "1/2",
    "-3/8",
    "7/4",
    "*",
    "*2",
    "*7",
    "^",
    "v*",
    "^^*3",
    "v3",
    "1*",
    "1/2^",
    "-1v*2",
    "±1",
    "±1/2",
    "{2|-1/2}",
    "{1|0}",
    "{2|0}",
    "{1*|0}",
    "{0||0|-2}",
    "{2|0||0}",
    "{3||2|1}",
    "±{4||1|0}",
    "±(2*)",
    "{1|||1||0|-2}",
    "{^|v}",
    "{^^|*}",
    "{0,*2|v}",
    "{1/2||0|-1}",
    "±(1,{3|1})",
    "{0|v4}",
    "{^|-1}",
    "{1,1*|-1}",
    "{{5|1}|{0|-7}}",
    "±1+±2+*",
];

struct Bench {
    arena: Arena,
    budget: Budget,
}

impl Bench {
    fn new() -> Self {
        Self { arena: Arena::new(), budget: Budget::units(1 << 34) }
    }

    fn games(&mut self) -> Vec<GameId> {
        GAMES.iter().map(|text| self.arena.parse(text, &mut self.budget).unwrap()).collect()
    }

    fn sum(&mut self, g: GameId, h: GameId) -> GameId {
        self.arena.sum(g, h, &mut self.budget).unwrap()
    }

    fn difference(&mut self, g: GameId, h: GameId) -> GameId {
        self.arena.difference(g, h, &mut self.budget).unwrap()
    }

    fn le(&mut self, g: GameId, h: GameId) -> bool {
        self.arena.le(g, h, &mut self.budget).unwrap()
    }

    fn name(&mut self, g: GameId) -> String {
        self.arena.name(g, &mut self.budget).unwrap()
    }
}

#[test]
fn a_game_less_itself_is_nought_even_when_its_negative_is_not_known() {
    for text in GAMES {
        let mut bench = Bench::new();
        let g = bench.arena.parse(text, &mut bench.budget).unwrap();
        assert_eq!(bench.difference(g, g), GameId::ZERO, "{text}");
    }
}

#[test]
fn sums_commute_and_associate() {
    let mut bench = Bench::new();
    let games = bench.games();
    for &g in &games {
        for &h in &games {
            let (sum, turned) = (bench.sum(g, h), bench.sum(h, g));
            assert_eq!(sum, turned);
            for &k in games.iter().step_by(5) {
                let inner = bench.sum(h, k);
                assert_eq!(bench.sum(sum, k), bench.sum(g, inner));
            }
        }
    }
}

#[test]
fn order_agrees_with_play() {
    let mut bench = Bench::new();
    let games = bench.games();
    for &g in &games {
        for &h in &games {
            let difference = bench.difference(h, g);
            let outcome = bench.arena.outcome(difference, &mut bench.budget).unwrap();
            assert_eq!(bench.le(g, h), matches!(outcome, Outcome::L | Outcome::P));
        }
    }
}

#[test]
fn stops_decide_what_they_can() {
    let mut bench = Bench::new();
    let games = bench.games();
    for &g in &games {
        for &h in &games {
            if bench.arena.left_stop(g) < bench.arena.right_stop(h) {
                assert!(bench.le(g, h) && !bench.le(h, g));
            }
            if bench.le(g, h) {
                assert!(bench.arena.left_stop(g) <= bench.arena.left_stop(h));
                assert!(bench.arena.right_stop(g) <= bench.arena.right_stop(h));
            }
        }
    }
}

#[test]
fn canonical_forms_are_their_own() {
    let mut bench = Bench::new();
    for g in bench.games() {
        let [left, right] =
            Player::BOTH.map(|player| bench.arena.options(g, player, &mut bench.budget).unwrap());
        assert_eq!(bench.arena.from_options(&left, &right, &mut bench.budget), Ok(g));
        // An option twice over, or a dominated one, changes nothing.
        let worse = left.first().map(|&left| {
            let one = bench.arena.integer(1).unwrap();
            bench.difference(left, one)
        });
        let left: Vec<GameId> = left.iter().copied().chain(left.clone()).chain(worse).collect();
        assert_eq!(bench.arena.from_options(&left, &right, &mut bench.budget), Ok(g));
    }
}

#[test]
fn moving_in_a_number_is_never_needed() {
    // The Number Avoidance Theorem: if Left wins g + x by moving first, some move in g wins.
    let mut bench = Bench::new();
    for g in bench.games() {
        if bench.arena.is_number(g) {
            continue;
        }
        for eighths in -24..=24 {
            let x = bench.arena.number(&Dyadic::new(eighths, 3)).unwrap();
            let sum = bench.sum(g, x);
            let left_wins_first = !bench.le(sum, GameId::ZERO);
            let options = bench.arena.options(g, Player::Left, &mut bench.budget).unwrap();
            let some_move = options.into_iter().any(|left| {
                let after = bench.sum(left, x);
                bench.le(GameId::ZERO, after)
            });
            assert_eq!(left_wins_first, some_move);
        }
    }
}

#[test]
fn adding_a_number_moves_options_stops_and_masts_alone() {
    let mut bench = Bench::new();
    for g in bench.games() {
        if bench.arena.is_number(g) {
            continue;
        }
        let x = Dyadic::new(-5, 2);
        let number = bench.arena.number(&x).unwrap();
        let sum = bench.sum(g, number);
        assert_eq!(bench.arena.left_stop(sum), &(bench.arena.left_stop(g) + &x));
        for player in Player::BOTH {
            let options = bench.arena.options(g, player, &mut bench.budget).unwrap();
            let mut moved: Vec<GameId> =
                options.into_iter().map(|option| bench.sum(option, number)).collect();
            let mut found = bench.arena.options(sum, player, &mut bench.budget).unwrap();
            moved.sort_unstable();
            found.sort_unstable();
            assert_eq!(moved, found, "{}", bench.name(sum));
        }
        let temperatures = [g, sum].map(|g| bench.arena.temperature(g, &mut bench.budget).unwrap());
        assert_eq!(temperatures[0], temperatures[1]);
    }
}

#[test]
fn means_add_and_temperatures_do_not_rise() {
    let mut bench = Bench::new();
    let games = bench.games();
    for &g in &games {
        for &h in &games {
            let sum = bench.sum(g, h);
            let [a, b, c] = [g, h, sum].map(|g| bench.arena.mean(g, &mut bench.budget).unwrap());
            assert_eq!(&a + &b, c);
            let [a, b, c] =
                [g, h, sum].map(|g| bench.arena.temperature(g, &mut bench.budget).unwrap());
            assert!(c <= a.max(b), "{} and {}", bench.name(g), bench.name(h));
        }
    }
}

#[test]
fn many_copies_stop_near_so_many_means() {
    // n·mean - t <= stops of n·g <= n·mean + t, with t the temperature: Winning Ways, chapter 6.
    let mut bench = Bench::new();
    for g in bench.games() {
        let mean = bench.arena.mean(g, &mut bench.budget).unwrap();
        let temperature = bench.arena.temperature(g, &mut bench.budget).unwrap().max(Dyadic::ZERO);
        for copies in [2, 5, 8] {
            let copies = BigInt::from(copies);
            let many = bench.arena.multiple(g, &copies, &mut bench.budget).unwrap();
            let middle = mean.times(&copies);
            let (low, high) = (&middle - &temperature, &middle + &temperature);
            assert!(bench.arena.left_stop(many) <= &high && bench.arena.right_stop(many) >= &low);
        }
    }
}

#[test]
fn multiples_are_repeated_sums() {
    let mut bench = Bench::new();
    for g in bench.games() {
        let mut repeated = GameId::ZERO;
        for times in 0..6 {
            let times = BigInt::from(times);
            assert_eq!(bench.arena.multiple(g, &times, &mut bench.budget), Ok(repeated));
            let negative = bench.arena.negative(repeated, &mut bench.budget).unwrap();
            assert_eq!(bench.arena.multiple(g, &-times, &mut bench.budget), Ok(negative));
            repeated = bench.sum(repeated, g);
        }
    }
}

#[test]
fn cooling_respects_sums_and_follows_the_walls() {
    let mut bench = Bench::new();
    let games = bench.games();
    for t in [Dyadic::new(1, 2), Dyadic::new(1, 1), Dyadic::from(1), Dyadic::new(7, 2)] {
        for &g in &games {
            let cooled_g = bench.arena.cool(g, &t, &mut bench.budget).unwrap();
            let thermograph = bench.arena.thermograph(g, &mut bench.budget).unwrap();
            assert_eq!(bench.arena.left_stop(cooled_g), &thermograph.left.at(&t));
            assert_eq!(bench.arena.right_stop(cooled_g), &thermograph.right.at(&t));
            for &h in games.iter().step_by(3) {
                let cooled_h = bench.arena.cool(h, &t, &mut bench.budget).unwrap();
                let sum = bench.sum(g, h);
                let cooled_sum = bench.arena.cool(sum, &t, &mut bench.budget).unwrap();
                assert_eq!(cooled_sum, bench.sum(cooled_g, cooled_h));
            }
        }
    }
}

#[test]
fn heating_undoes_cooling_up_to_infinitesimals() {
    let mut bench = Bench::new();
    let t = Dyadic::new(1, 4);
    for g in bench.games() {
        let cooled = bench.arena.cool(g, &t, &mut bench.budget).unwrap();
        let heated = bench.arena.heat(cooled, &t, &mut bench.budget).unwrap();
        let difference = bench.difference(g, heated);
        assert!(bench.arena.is_infinitesimal(difference), "{}", bench.name(g));
    }
}

#[test]
fn cooling_by_less_than_nothing_makes_games_hotter() {
    let mut bench = Bench::new();
    for (text, t, expected) in [
        ("*", "-1", "±1"),
        ("1/2", "-3/4", "{3/4|1/4}"),
        ("1/2", "-1/4", "1/2"),
        ("5", "-1", "5"),
        ("±1", "-1", "±2"),
    ] {
        let g = bench.arena.parse(text, &mut bench.budget).unwrap();
        let t = bench.arena.parse(t, &mut bench.budget).unwrap();
        let t = bench.arena.as_number(t).unwrap().clone();
        let cooled = bench.arena.cool(g, &t, &mut bench.budget).unwrap();
        assert_eq!(bench.name(cooled), expected, "{text}");
    }
}

#[test]
fn reduced_forms_are_equal_exactly_when_games_differ_by_an_infinitesimal() {
    let mut bench = Bench::new();
    let games = bench.games();
    let reduced: Vec<GameId> =
        games.iter().map(|&g| bench.arena.reduced(g, &mut bench.budget).unwrap()).collect();
    for (&g, &reduced_g) in games.iter().zip(&reduced) {
        let lost = bench.difference(g, reduced_g);
        assert!(bench.arena.is_infinitesimal(lost), "{}", bench.name(g));
        assert_eq!(bench.arena.reduced(reduced_g, &mut bench.budget), Ok(reduced_g));
        for (&h, &reduced_h) in games.iter().zip(&reduced) {
            let difference = bench.difference(g, h);
            let close = bench.arena.is_infinitesimal(difference);
            assert_eq!(reduced_g == reduced_h, close, "{} and {}", bench.name(g), bench.name(h));
        }
    }
}

#[test]
fn atomic_weights_add_and_two_decide() {
    let mut bench = Bench::new();
    let games = bench.games();
    let two = bench.arena.integer(2).unwrap();
    for &g in &games {
        let Some(weight_g) = bench.arena.atomic_weight(g, &mut bench.budget).unwrap() else {
            continue;
        };
        // The two-ahead rule.
        if bench.le(two, weight_g) {
            assert!(bench.le(GameId::ZERO, g), "{}", bench.name(g));
        }
        for &h in &games {
            let Some(weight_h) = bench.arena.atomic_weight(h, &mut bench.budget).unwrap() else {
                continue;
            };
            let sum = bench.sum(g, h);
            let weight = bench.arena.atomic_weight(sum, &mut bench.budget).unwrap();
            assert_eq!(weight, Some(bench.sum(weight_g, weight_h)));
        }
    }
}

#[test]
fn every_clobber_position_has_an_atomic_weight() {
    // All-small games have one: Winning Ways, chapter 8.
    let (mut solver, mut budget) = (Solver::new(), Budget::units(1 << 32));
    for board in ["3x3", "2x5", "1x9"] {
        let clobber = ruleset("clobber").unwrap();
        for part in clobber.read(board).unwrap().parts(&mut budget).unwrap() {
            let value = part.value(&mut solver, &mut budget).unwrap();
            let weight = solver.arena.atomic_weight(value, &mut budget).unwrap();
            assert!(weight.is_some(), "{part}");
        }
    }
}

#[test]
fn nobody_gains_by_an_incentive_of_his_own() {
    // GL - G is never 0 or more, nor is G - GR.
    let mut bench = Bench::new();
    for g in bench.games() {
        for player in Player::BOTH {
            for gain in bench.arena.incentives(g, player, &mut bench.budget).unwrap() {
                assert!(!bench.le(GameId::ZERO, gain), "{}", bench.name(g));
            }
        }
    }
}

#[test]
fn the_name_of_the_negative_mirrors_the_name() {
    let mut bench = Bench::new();
    for g in bench.games() {
        let negative = bench.arena.negative(g, &mut bench.budget).unwrap();
        let name = bench.name(g);
        let back = bench.arena.parse(&format!("-({name})"), &mut bench.budget);
        assert_eq!(back, Ok(negative));
        let [left, right] =
            Player::BOTH.map(|player| bench.arena.options(g, player, &mut bench.budget).unwrap());
        let mirrored: Vec<GameId> =
            left.into_iter().map(|g| bench.arena.negative(g, &mut bench.budget).unwrap()).collect();
        let listed = bench.arena.options(negative, Player::Right, &mut bench.budget).unwrap();
        assert_eq!(mirrored, listed, "{} and {right:?}", bench.name(g));
    }
}

#[test]
fn names_orders_and_portable_games_do_not_depend_on_history() {
    let mut there = Bench::new();
    let mut backwards: Vec<(String, Portable)> = Vec::new();
    for text in GAMES.iter().rev() {
        let g = there.arena.parse(text, &mut there.budget).unwrap();
        let portable = there.arena.export(g, &mut there.budget).unwrap();
        backwards.push((there.name(g), portable));
    }
    let mut here = Bench::new();
    for (g, (name, portable)) in here.games().into_iter().zip(backwards.into_iter().rev()) {
        assert_eq!(here.name(g), name);
        assert_eq!(here.arena.export(g, &mut here.budget).unwrap(), portable);
        assert_eq!(here.arena.import(&portable, &mut here.budget), Ok(g));
    }
}

#[test]
fn what_a_budget_allows_does_not_depend_on_the_run() {
    let spent = || {
        let mut bench = Bench::new();
        let games = bench.games();
        for &g in &games {
            bench.sum(g, games[3]);
            bench.arena.thermograph(g, &mut bench.budget).unwrap();
        }
        bench.budget.spent()
    };
    let units = spent();
    assert_eq!(units, spent());
    assert!(units > GAMES.len() as u64);
}

#[test]
fn an_exhausted_arena_can_be_used_further() {
    let text = "±1+±2+±3+±4+{3||2|1}";
    let mut fresh = Bench::new();
    let expected = fresh.arena.parse(text, &mut fresh.budget).unwrap();
    let expected = fresh.name(expected);
    let mut tried = Bench::new();
    for units in (0..400).step_by(7) {
        let mut small = Budget::units(units);
        if tried.arena.parse(text, &mut small).is_ok() {
            break;
        }
    }
    let found = tried.arena.parse(text, &mut tried.budget).unwrap();
    assert_eq!(tried.name(found), expected);
}

/// Texts that are mostly games, to go deeper than any list.
fn game_text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("0".to_owned()),
        (-3i32..4).prop_map(|n| n.to_string()),
        (-7i32..8, 1u32..4).prop_map(|(n, j)| format!("({n}/{})", 1u32 << j).replace("(-", "-(")),
        (0u32..4).prop_map(|n| format!("*{n}")),
        Just("^".to_owned()),
        Just("v*".to_owned()),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            (
                prop::collection::vec(inner.clone(), 0..3),
                prop::collection::vec(inner.clone(), 0..3)
            )
                .prop_map(|(l, r)| format!("{{{}|{}}}", l.join(","), r.join(","))),
            (inner.clone(), inner.clone()).prop_map(|(g, h)| format!("({g})+({h})")),
            inner.prop_map(|g| format!("±({g})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn whatever_is_written_is_read_as_the_same_game(text in game_text()) {
        let mut bench = Bench::new();
        if let Ok(g) = bench.arena.parse(&text, &mut Budget::units(1_000_000)) {
            let name = bench.name(g);
            prop_assert_eq!(bench.arena.parse(&name, &mut bench.budget), Ok(g), "{}", name);
            let portable = bench.arena.export(g, &mut bench.budget).unwrap();
            let mut elsewhere = Bench::new();
            let there = elsewhere.arena.import(&portable, &mut elsewhere.budget).unwrap();
            prop_assert_eq!(elsewhere.name(there), name);
        }
    }

    #[test]
    fn random_games_obey_the_laws(texts in prop::collection::vec(game_text(), 3)) {
        let mut bench = Bench::new();
        let mut games = Vec::new();
        for text in &texts {
            match bench.arena.parse(text, &mut Budget::units(200_000)) {
                Ok(g) => games.push(g),
                Err(_) => return Ok(()),
            }
        }
        bench.budget = Budget::units(2_000_000);
        let laws = |bench: &mut Bench| -> Result<(), rung::cgt::Exhausted> {
            let (arena, budget) = (&mut bench.arena, &mut bench.budget);
            let (g, h, k) = (games[0], games[1], games[2]);
            assert_eq!(arena.difference(g, g, budget)?, GameId::ZERO);
            let (gh, hk) = (arena.sum(g, h, budget)?, arena.sum(h, k, budget)?);
            assert_eq!(arena.sum(gh, k, budget)?, arena.sum(g, hk, budget)?);
            let difference = arena.difference(h, g, budget)?;
            assert_eq!(arena.le(g, h, budget)?, arena.le(GameId::ZERO, difference, budget)?);
            let means = [g, h, gh].map(|g| arena.mean(g, budget));
            let [Ok(a), Ok(b), Ok(c)] = means else { return Ok(()) };
            assert_eq!(&a + &b, c);
            let reduced = arena.reduced(g, budget)?;
            let lost = arena.difference(g, reduced, budget)?;
            assert!(arena.is_infinitesimal(lost));
            Ok(())
        };
        // Running out is no counterexample.
        let _ = laws(&mut bench);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[0-9/^v*+\\-±{}|(),._ ·↑⇓tinym]{0,24}") {
        let mut bench = Bench::new();
        if let Err(error) = bench.arena.parse(&text, &mut Budget::units(100_000)) {
            prop_assert!(text.is_char_boundary(error.at()), "{} in {}", error.at(), text);
        }
    }
}

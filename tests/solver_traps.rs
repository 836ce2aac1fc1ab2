//! The places where solvers of this kind have gone wrong.
//!
//! | trap | test |
//! | --- | --- |
//! | strict and closed ends: {1/2\|3/4} is 5/8, {0\|1/8} is 1/16 | `the_number_test_knows_open_ends_from_closed_ones` |
//! | the options of a number plus a star | `the_options_of_a_number_plus_star_are_numbers_and_smaller_stars` |
//! | ±G where G is no number | `a_game_and_its_negative_make_a_switch_whatever_the_game` |
//! | a number added to a number is not translated | `adding_a_number_to_a_number_is_no_translation` |
//! | walls below zero; −3/4 has the temperature −1/4 | `numbers_have_thermographs_below_zero` |
//! | {2\|0} is confused with 0, {2\|0} + 1 is positive | `a_hot_game_may_be_confused_with_nought_and_beat_it_after_a_number_is_added` |
//! | sums beyond 2^62 | `sums_beyond_a_machine_word_are_exact` |
//! | integers as towers | `large_numbers_make_no_towers` |
//! | ↑↑↑ taken for tiny, *7 for braces | `ups_stars_and_their_sums_are_told_apart_from_what_looks_alike` |
//! | what is printed cannot be read | `everything_published_as_a_notation_is_read`, and by day in `solver_agrees` |
//! | ±1 … ±24 exhausts the machine | `a_sum_of_many_switches_keeps_its_thermograph_small` |
//! | atomic weights of 1 and {1\|−1}, which have none | `one_and_a_switch_have_no_atomic_weight` |
//! | reduced forms with options dominated or reversible | `solver_laws::reduced_forms_are_equal_exactly_when_games_differ_by_an_infinitesimal` |
//! | deep games and brackets overflow the stack | `games_too_deep_are_an_error_and_no_overflow`, `brackets_within_brackets_end_somewhere` |

#![allow(
    clippy::disallowed_methods,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

use num_bigint::BigInt;
use rung::arithmetic::dyadic::Dyadic;
use rung::cgt::Arena;
use rung::cgt::Budget;
use rung::cgt::Exhausted;
use rung::cgt::GameId;
use rung::cgt::Outcome;
use rung::cgt::ParseError;
use rung::cgt::Player;

struct Bench {
    arena: Arena,
    budget: Budget,
}

impl Bench {
    fn new() -> Self {
        Self { arena: Arena::new(), budget: Budget::units(1 << 30) }
    }

    fn parse(&mut self, text: &str) -> GameId {
        self.arena.parse(text, &mut self.budget).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn name(&mut self, g: GameId) -> String {
        self.arena.name(g, &mut self.budget).unwrap()
    }

    fn names(&mut self, games: Vec<GameId>) -> Vec<String> {
        games.into_iter().map(|g| self.name(g)).collect()
    }
}

/// Both texts name the same game.
fn same(pairs: &[(&str, &str)]) {
    let mut bench = Bench::new();
    for (text, expected) in pairs {
        let (found, wanted) = (bench.parse(text), bench.parse(expected));
        assert_eq!(found, wanted, "{text} is {}", bench.name(found));
    }
}

#[test]
fn the_number_test_knows_open_ends_from_closed_ones() {
    same(&[
        ("{1/2|3/4}", "5/8"),
        ("{0|1/8}", "1/16"),
        // The Left option reaches 0 or more: 0 is excluded.
        ("{^|1}", "1/2"),
        ("{0|1}", "1/2"),
        // It only comes near: 0 is allowed.
        ("{*|1}", "0"),
        ("{v|1}", "0"),
        ("{-1|^}", "0"),
        ("{-1|*}", "0"),
        ("{-1|v}", "-1/2"),
        // Closed on both sides at the same number.
        ("{1*|1*}", "1"),
        ("{1v|1^}", "1"),
        ("{1|1}", "1*"),
        // Hot options count by the stop after the opponent's answer.
        ("{{2|0}|{2|0}}", "{{2|0}|{2|0}}"),
        ("{{1|-1}|{1|-1}}", "0"),
        ("{{3|1}|3}", "1"),
        ("{{3|1},1|3}", "2"),
        ("{3/4|{5|1}}", "1"),
    ]);
}

#[test]
fn the_options_of_a_number_plus_star_are_numbers_and_smaller_stars() {
    let mut bench = Bench::new();
    let star = bench.parse("3/2*2");
    for player in Player::BOTH {
        let options = bench.arena.options(star, player, &mut bench.budget).unwrap();
        assert_eq!(bench.names(options), ["3/2", "3/2*"]);
    }
    same(&[("{3/2,3/2*|3/2,3/2*}", "3/2*2"), ("{-2|-2}", "-2*"), ("{1/2,1/2*|1/2}", "1/2^*")]);
}

#[test]
fn a_game_and_its_negative_make_a_switch_whatever_the_game() {
    let mut bench = Bench::new();
    for (text, written, options) in [
        ("±{2|1}", "±{2|1}", "{2|1}"),
        ("{2|1||-1|-2}", "±{2|1}", "{2|1}"),
        ("±(1*)", "±(1*)", "1*"),
        ("±(1,{3|1/2})", "±(1,{3|1/2})", "1"),
    ] {
        let g = bench.parse(text);
        assert_eq!(bench.name(g), written);
        assert_eq!(bench.arena.negative(g, &mut bench.budget), Ok(g));
        let left = bench.arena.options(g, Player::Left, &mut bench.budget).unwrap();
        assert_eq!(bench.name(left[0]), options);
    }
    // What looks like a switch and is none.
    same(&[("±(-1)", "0"), ("±0", "*"), ("±(^)", "{^|v}"), ("±*", "0")]);
}

#[test]
fn adding_a_number_to_a_number_is_no_translation() {
    // Translating the options of 1/2 by 1/2 would give {1/2|3/2}, which is 1 as well, but {0|1} + 1/4
    // would be {1/4|5/4}, which is 1 and not 3/4.
    same(&[("1/2+1/2", "1"), ("1/2+1/4", "3/4"), ("5-3/8", "37/8"), ("-7/2+7/2", "0")]);
}

#[test]
fn numbers_have_thermographs_below_zero() {
    let mut bench = Bench::new();
    let dyadic = |numerator: i64, exponent| Dyadic::new(numerator, exponent);
    for (text, temperature, at_minus_one) in [
        ("1/2", dyadic(-1, 1), [1, 0]),
        ("-3/4", dyadic(-1, 2), [0, -1]),
        ("5/8", dyadic(-1, 3), [1, 0]),
        ("7", Dyadic::from(-1), [7, 7]),
    ] {
        let g = bench.parse(text);
        assert_eq!(bench.arena.temperature(g, &mut bench.budget), Ok(temperature.clone()));
        let thermograph = bench.arena.thermograph(g, &mut bench.budget).unwrap();
        assert_eq!(thermograph.temperature(), &temperature, "{text}");
        let bottom = Dyadic::from(-1);
        let walls = [thermograph.left.at(&bottom), thermograph.right.at(&bottom)];
        assert_eq!(walls, at_minus_one.map(Dyadic::from), "{text}");
    }
}

#[test]
fn a_hot_game_may_be_confused_with_nought_and_beat_it_after_a_number_is_added() {
    let mut bench = Bench::new();
    let (g, more) = (bench.parse("{2|0}"), bench.parse("{2|0}+1"));
    assert_eq!(bench.arena.outcome(g, &mut bench.budget), Ok(Outcome::N));
    assert_eq!(bench.arena.outcome(more, &mut bench.budget), Ok(Outcome::L));
    assert_eq!(bench.arena.is_confused_with(g, GameId::ZERO, &mut bench.budget), Ok(true));
}

#[test]
fn sums_beyond_a_machine_word_are_exact() {
    let mut bench = Bench::new();
    for (text, expected) in [
        ("4611686018427387904+4611686018427387904", "9223372036854775808"),
        ("9223372036854775807+9223372036854775807", "18446744073709551614"),
        ("1/1180591620717411303424+1", "1180591620717411303425/1180591620717411303424"),
        ("-(-9223372036854775808)", "9223372036854775808"),
        ("{9223372036854775807|}", "9223372036854775808"),
        ("{9223372036854775807|9223372036854775808}", "18446744073709551615/2"),
    ] {
        let g = bench.parse(text);
        assert_eq!(bench.name(g), expected);
    }
    let million = BigInt::from(10).pow(40);
    let one = bench.arena.integer(1).unwrap();
    let many = bench.arena.multiple(one, &million, &mut bench.budget).unwrap();
    assert_eq!(bench.name(many), million.to_string());
    assert_eq!(bench.arena.birthday(many, &mut bench.budget), Ok(million));
    // And beside a hot game.
    let hot = bench.parse("±1+100000000000000000000");
    assert_eq!(bench.name(hot), "{100000000000000000001|99999999999999999999}");
}

#[test]
fn large_numbers_make_no_towers() {
    let mut bench = Bench::new();
    let before = bench.arena.len();
    for text in ["1000000007", "1000000007+*", "{1000000007|}", "{-1000000007|1000000007}"] {
        bench.parse(text);
    }
    assert!(bench.arena.len() < before + 10);
    assert!(bench.budget.spent() < 200);
    // As many ups as one likes are one record too, and more than 63 bits of them an error.
    let ups = bench.parse("^9000000000000000000");
    assert_eq!(bench.name(ups), "^9000000000000000000");
    let twice = bench.arena.multiple(ups, &BigInt::from(2), &mut bench.budget);
    assert_eq!(twice, Err(Exhausted::Size));
}

#[test]
fn ups_stars_and_their_sums_are_told_apart_from_what_looks_alike() {
    same(&[
        ("{0|*}", "^"),
        ("{0,*|0}", "^*"),
        ("{0|^}", "^^*"),
        ("{0|^*}", "^^"),
        ("{0|*2}", "^*3"),
        ("{0|*3}", "^*2"),
        ("{0|^^*}", "^3"),
        ("{*|0}", "v"),
        ("^^*+v", "^*"),
        ("*2+*3", "*"),
        ("^*2+^*3", "^^*"),
    ]);
    let mut bench = Bench::new();
    // Two ups are not {^|^}, three options are not two.
    for (a, b) in [("{0,*2|0}", "^*"), ("{0,*|0,*2}", "*2"), ("{0,v|0}", "^*")] {
        assert_ne!(bench.parse(a), bench.parse(b), "{a} and {b}");
    }
}

#[test]
fn everything_published_as_a_notation_is_read() {
    same(&[
        ("{0||0|-2}", "+_2"),
        ("{0||0|-2}", "tiny(2)"),
        ("{2|0||0}", "miny(2)"),
        ("⧾2", "+_2"),
        ("⧿1/2", "-_1/2"),
        ("−_1/2", "-_1/2"),
        ("⇑∗", "^^*"),
        ("↑↑", "⇑"),
        ("↓2", "vv"),
        ("3±2", "{5|1}"),
        ("{2|-2}+*", "±(2*)"),
        ("{1,*|0}", "{1|0}"),
        ("3·{1|0}", "{1|0}+{1|0}+{1|0}"),
        ("−1/2", "-1/2"),
        ("{ 3 || 2 | 1 }", "{3|{2|1}}"),
        ("{3||||2|||1||0|-1}", "{3|{2|{1|{0|-1}}}}"),
        ("(1)", "1"),
        ("1 - 1", "0"),
        ("v3*2", "-(^3*2)"),
    ]);
}

#[test]
fn what_is_no_game_is_refused_at_its_place() {
    for (text, at, expected) in [
        ("", 0, "a game"),
        ("1+", 2, "a game"),
        ("1 2", 2, "`+`, `-` or the end"),
        ("{1|2", 4, "`}`"),
        ("(1", 2, "`)`"),
        ("{1|2)", 4, "`}`"),
        ("1}", 1, "the end, or an opening bracket before it"),
        ("{1}", 2, "`|`"),
        ("{1|2|3}", 4, "fewer bars, or more, than before"),
        ("{1,|2}", 3, "a game"),
        ("1/3", 2, "a power of two, in lowest terms"),
        ("1/", 2, "a denominator"),
        ("1/0", 2, "a power of two, in lowest terms"),
        ("*4294967296", 0, "a nimber of at most 4294967295"),
        ("±", 2, "a game"),
        ("±()", 3, "a game"),
        ("tiny(1,2)", 4, "one game"),
        ("1 + x", 4, "a game"),
        ("½", 0, "a game"),
        ("{0|²}", 3, "a game"),
    ] {
        let mut bench = Bench::new();
        match bench.arena.parse(text, &mut bench.budget) {
            Err(ParseError::Unexpected { at: found, expected: message }) => {
                assert_eq!(found, at, "{text}: {message}");
                assert!(message.starts_with(expected), "{text}: {message}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn temperatures_of_published_games_are_theirs() {
    let mut bench = Bench::new();
    for (text, mean, temperature) in [
        ("{3||2|1}", "9/4", "3/4"),
        ("±{4||1|0}", "0", "9/4"),
        ("{2|-1/2}", "3/4", "5/4"),
        ("{1|0}", "1/2", "1/2"),
        // A kink: the Right wall turns where its option freezes.
        ("{4||{2|0}}", "5/2", "3/2"),
        ("{5||2|-4}", "2", "3"),
        ("{0|||0||-1|-20}", "0", "0"),
    ] {
        let g = bench.parse(text);
        let (mean, temperature) = (bench.parse(mean), bench.parse(temperature));
        let [mean, temperature] =
            [mean, temperature].map(|x| bench.arena.as_number(x).unwrap().clone());
        assert_eq!(bench.arena.mean(g, &mut bench.budget), Ok(mean), "mean of {text}");
        let found = bench.arena.temperature(g, &mut bench.budget);
        assert_eq!(found, Ok(temperature), "temperature of {text}");
    }
}

#[test]
fn scaffolds_are_kept_and_cross_at_the_foot_of_the_mast() {
    let mut bench = Bench::new();
    for text in ["{5||2|-4}", "±1+±3", "1/2", "*2", "{3||2|1}", "4"] {
        let g = bench.parse(text);
        let made = bench.arena.thermograph_construction(g, &mut bench.budget).unwrap();
        let foot = &made.thermograph.foot;
        for (player, options) in Player::BOTH.into_iter().zip(&made.options) {
            let wall = made.thermograph.wall(player);
            let Some(scaffold) = &made.scaffolds[player as usize] else {
                assert!(options.is_empty() && text == "4");
                continue;
            };
            assert_eq!(scaffold.at(&foot.temperature), foot.value, "{text}");
            for corner in wall.corners().iter().filter(|c| c.temperature <= foot.temperature) {
                assert_eq!(scaffold.at(&corner.temperature), corner.value, "{text}");
                let taxed = options.iter().map(|(_, wall)| match player {
                    Player::Left => &wall.at(&corner.temperature) - &corner.temperature,
                    Player::Right => &wall.at(&corner.temperature) + &corner.temperature,
                });
                let best = if player == Player::Left { taxed.max() } else { taxed.min() };
                assert_eq!(best, Some(corner.value.clone()), "{text}");
            }
        }
    }
}

#[test]
fn a_sum_of_many_switches_keeps_its_thermograph_small() {
    let text: Vec<String> = (1..=24).map(|n| format!("±{n}")).collect();
    let mut bench = Bench::new();
    let g = bench.parse(&text.join("+"));
    let thermograph = bench.arena.thermograph(g, &mut bench.budget).unwrap();
    assert_eq!(thermograph.temperature(), &Dyadic::from(24));
    assert_eq!(thermograph.mean(), &Dyadic::ZERO);
    // Left begins with 24, Right takes 23, and so on: 24 - 23 + … - 1.
    assert_eq!(bench.arena.left_stop(g), &Dyadic::from(12));
    // Its name would be longer than any budget.
    assert_eq!(bench.arena.name(g, &mut Budget::units(1_000_000)), Err(Exhausted::Work));
}

#[test]
fn games_too_deep_are_an_error_and_no_overflow() {
    let mut bench = Bench::new();
    let zero = GameId::ZERO;
    let mut g = bench.parse("{3|1}");
    let mut levels = 0;
    let refused = loop {
        // Alternately hot for both, so that no level is bypassed.
        let far = bench.arena.integer(10 + levels).unwrap();
        match bench.arena.from_options(&[far], &[g], &mut bench.budget) {
            Ok(deeper) => g = deeper,
            Err(exhausted) => break exhausted,
        }
        levels += 1;
        assert!(levels < 10_000);
    };
    assert_eq!(refused, Exhausted::Depth);
    // The deepest game that is kept can be used for everything.
    let negative = bench.arena.negative(g, &mut bench.budget).unwrap();
    assert_eq!(bench.arena.sum(g, negative, &mut bench.budget), Ok(zero));
    assert_eq!(bench.arena.le(g, negative, &mut bench.budget), Ok(false));
    bench.arena.thermograph(g, &mut bench.budget).unwrap();
    bench.arena.birthday(g, &mut bench.budget).unwrap();
    let portable = bench.arena.export(g, &mut bench.budget).unwrap();
    assert_eq!(Arena::new().import(&portable, &mut Budget::unlimited()).map(|_| ()), Ok(()));
    let name = bench.name(g);
    assert_eq!(bench.arena.parse(&name, &mut bench.budget), Ok(g));
}

#[test]
fn brackets_within_brackets_end_somewhere() {
    let mut bench = Bench::new();
    for text in ["(".repeat(100_000), "{".repeat(100_000), "{0|".repeat(20_000)] {
        let refused = bench.arena.parse(&text, &mut bench.budget).unwrap_err();
        assert_eq!(refused.to_string(), "expected fewer brackets within brackets");
    }
    let bars = format!("{{0{}0}}", "|".repeat(100_000));
    assert!(bench.arena.parse(&bars, &mut bench.budget).is_ok());
}

#[test]
fn one_and_a_switch_have_no_atomic_weight() {
    let mut bench = Bench::new();
    for (text, expected) in [
        ("1", None),
        ("{1|-1}", None),
        ("{2||0|-1}", None),
        ("^^*", Some("2")),
        ("+_2", Some("0")),
        ("{0|^^*}+v*2", Some("2")),
        ("±(^^*)", Some("*")),
    ] {
        let g = bench.parse(text);
        let weight = bench.arena.atomic_weight(g, &mut bench.budget).unwrap();
        assert_eq!(weight.map(|weight| bench.name(weight)).as_deref(), expected, "{text}");
    }
}

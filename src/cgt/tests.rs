//! What the parts of the engine do together, on games small enough to know.

use num_bigint::BigInt;

use crate::arithmetic::dyadic::Dyadic;
use crate::cgt::Arena;
use crate::cgt::Budget;
use crate::cgt::GameId;
use crate::cgt::Player;

/// Reads, and writes the name.
fn name(text: &str) -> String {
    let (mut arena, mut budget) = (Arena::new(), Budget::units(10_000_000));
    let game = arena.parse(text, &mut budget).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let name = arena.name(game, &mut budget).unwrap();
    let again = arena.parse(&name, &mut budget).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    assert_eq!(again, game, "{text} is written {name}, which is read as another game");
    name
}

/// What `compute` says of a game.
fn of<T>(text: &str, compute: impl FnOnce(&mut Arena, GameId, &mut Budget) -> T) -> T {
    let (mut arena, mut budget) = (Arena::new(), Budget::units(10_000_000));
    let game = arena.parse(text, &mut budget).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    compute(&mut arena, game, &mut budget)
}

#[test]
fn names_are_the_usual_ones() {
    for (text, expected) in [
        ("{|}", "0"),
        ("{0|}", "1"),
        ("{|0}", "-1"),
        ("{0|1}", "1/2"),
        ("{1/2|3/4}", "5/8"),
        ("{0|1/8}", "1/16"),
        ("{0|0}", "*"),
        ("{0,*|0,*}", "*2"),
        ("{0|*}", "^"),
        ("{*|0}", "v"),
        ("{0,*|0}", "^*"),
        ("{0|^*}", "^^"),
        ("{0|^}", "^^*"),
        ("{0|^^*}", "^3"),
        ("^+^*+^*2", "^3*3"),
        ("{0||0|-2}", "+_2"),
        ("{2|0||0}", "-_2"),
        ("{2|-2}", "±2"),
        ("{2|-1/2}", "{2|-1/2}"),
        ("±{4||1|0}", "±{4||1|0}"),
        ("{2|-2}+*", "±(2*)"),
        ("{2|||1||0|-2}", "{2|||1||0|-2}"),
        ("{*,0|-1}", "{0,*|-1}"),
        ("{-2|2}", "0"),
        ("{*|*}", "0"),
        ("3/2+{0|0}", "3/2*"),
        ("-(2^3*2)", "-2v3*2"),
        ("{2*|-2*}", "±(2*)"),
        ("{6,{10|2}|-6,{-2|-10}}", "±(6,{10|2})"),
    ] {
        assert_eq!(name(text), expected, "{text}");
    }
}

#[test]
fn numbers_of_any_size_are_single_records() {
    for text in ["1000000000000000000000000000000", "1/1180591620717411303424"] {
        assert_eq!(name(text), text);
    }
    assert_eq!(name("9223372036854775807+9223372036854775807"), "18446744073709551614");
    assert_eq!(name("{1000000000000|}"), "1000000000001");
    let bound = of("7629394531", |arena, g, budget| {
        arena.multiple(g, &BigInt::from(10).pow(30), budget).unwrap();
        arena.len()
    });
    assert_eq!(bound, 3);
}

#[test]
fn means_and_temperatures_are_those_of_the_walls() {
    for (text, mean, temperature) in [
        ("0", "0", "-1"),
        ("-3/4", "-3/4", "-1/4"),
        ("1/2", "1/2", "-1/2"),
        ("*", "0", "0"),
        ("^", "0", "0"),
        ("±2", "0", "2"),
        ("{2|-1/2}", "3/4", "5/4"),
        ("{3||2|1}", "9/4", "3/4"),
        ("+_2", "0", "0"),
        ("±{4||1|0}", "0", "9/4"),
        ("{1|0}+{1|0}", "1", "-1"),
        ("{2|0}+1", "2", "1"),
    ] {
        let found = of(text, |arena, g, budget| {
            let thermograph = arena.thermograph(g, budget).unwrap();
            assert_eq!(&arena.mean(g, budget).unwrap(), thermograph.mean(), "{text}");
            assert_eq!(&arena.temperature(g, budget).unwrap(), thermograph.temperature(), "{text}");
            (thermograph.mean().to_string(), thermograph.temperature().to_string())
        });
        assert_eq!(found, (mean.to_owned(), temperature.to_owned()), "{text}");
    }
}

#[test]
fn atomic_weights_exist_only_for_what_is_counted_in_ups() {
    for (text, expected) in [
        ("0", "0"),
        ("*5", "0"),
        ("^^*", "2"),
        ("v3*2", "-3"),
        ("+_2", "0"),
        ("-_1/2", "0"),
        ("{^|v}", "0"),
        ("1", "none"),
        ("±1", "none"),
        ("{^^|*}", "1"),
    ] {
        let found = of(text, |arena, g, budget| {
            let weight = arena.atomic_weight(g, budget).unwrap();
            weight.map_or("none".to_owned(), |weight| arena.name(weight, budget).unwrap())
        });
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn cooling_and_heating_undo_each_other_on_switches() {
    let cooled = |text: &str, t: i64| {
        of(text, |arena, g, budget| {
            let cooled = arena.cool(g, &Dyadic::from(t), budget).unwrap();
            arena.name(cooled, budget).unwrap()
        })
    };
    assert_eq!(cooled("±2", 1), "±1");
    assert_eq!(cooled("±2", 2), "*");
    assert_eq!(cooled("±2", 3), "0");
    assert_eq!(cooled("{4|1}", 1), "{3|2}");
    assert_eq!(cooled("7", -1), "7");
    assert_eq!(cooled("*", -1), "±1");
    let heated = of("*", |arena, g, budget| {
        let heated = arena.heat(g, &Dyadic::from(2), budget).unwrap();
        arena.name(heated, budget).unwrap()
    });
    assert_eq!(heated, "±2");
}

#[test]
fn ordinal_sums_with_integers_are_known() {
    let ordinal = |g: &str, h: &str| {
        let (mut arena, mut budget) = (Arena::new(), Budget::units(1_000_000));
        let g = arena.parse(g, &mut budget).unwrap();
        let h = arena.parse(h, &mut budget).unwrap();
        let sum = arena.ordinal_sum(g, h, &mut budget).unwrap();
        arena.name(sum, &mut budget).unwrap()
    };
    assert_eq!(ordinal("1", "-1"), "1/2");
    assert_eq!(ordinal("1", "1"), "2");
    assert_eq!(ordinal("*", "1"), "^*");
    assert_eq!(ordinal("*", "*"), "*2");
    assert_eq!(ordinal("1", "-2"), "1/4");
}

#[test]
fn incentives_are_what_a_move_gains() {
    let gains = of("±1", |arena, g, budget| {
        Player::BOTH.map(|player| {
            let gains = arena.incentives(g, player, budget).unwrap();
            gains.into_iter().map(|gain| arena.name(gain, budget).unwrap()).collect::<Vec<_>>()
        })
    });
    assert_eq!(gains, [["{2|0}"], ["{2|0}"]]);
}

#[test]
fn games_travel_between_arenas() {
    let texts = ["3/4", "^^*2", "±{4||1|0}", "{6,{10|2}|-6,{-2|-10}}+^"];
    let (mut here, mut there, mut budget) = (Arena::new(), Arena::new(), Budget::units(1_000_000));
    // The other arena has another history.
    there.parse("{10|2}+{-2|-10}", &mut budget).unwrap();
    for text in texts {
        let game = here.parse(text, &mut budget).unwrap();
        let portable = here.export(game, &mut budget).unwrap();
        let arrived = there.import(&portable, &mut budget).unwrap();
        assert_eq!(there.parse(text, &mut budget).unwrap(), arrived, "{text}");
        assert_eq!(there.export(arrived, &mut budget).unwrap(), portable, "{text}");
        let names = (here.name(game, &mut budget), there.name(arrived, &mut budget));
        assert_eq!(names.0, names.1);
    }
}

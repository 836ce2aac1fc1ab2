//! The notation of games: what is read is written, and what is written is the same game again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rung::cgt::Arena;
use rung::cgt::Budget;
use rung::cgt::ParseError;
use rung::cgt::ruleset;
use rung::cgt::rulesets::NAMES;

fuzz_target!(|text: &str| {
    let mut arena = Arena::new();
    match arena.parse(text, &mut Budget::units(200_000)) {
        Ok(game) => {
            let Ok(name) = arena.name(game, &mut Budget::units(1_000_000)) else { return };
            let again = arena.parse(&name, &mut Budget::units(10_000_000));
            match again {
                Ok(again) => assert_eq!(again, game, "{text:?} is written {name:?}"),
                Err(ParseError::Exhausted(_)) => {}
                Err(error) => panic!("{text:?} is written {name:?}: {error}"),
            }
            let _ = arena.temperature(game, &mut Budget::units(200_000));
        }
        Err(error) => {
            if let ParseError::Unexpected { .. } = error {
                assert!(text.is_char_boundary(error.at()), "{text:?}: {error}");
            }
        }
    }
    // The boards of the rulesets: `colon` tells the game and the position apart.
    if let Some((name, board)) = text.split_once(':') {
        let name = NAMES.iter().find(|own| **own == name).copied().unwrap_or(name);
        if let Ok(family) = ruleset(name)
            && let Ok(position) = family.read(board)
        {
            let written = position.to_string();
            let again = family.read(&written).expect("what is written can be read");
            assert_eq!(again.to_string(), written, "{text:?}");
        }
    }
});

//! Values of small positions that have been published, one row each with its source.
//!
//! The oracle in `support/naive.rs` cannot notice a wrong rule; this table can.

#![allow(
    clippy::disallowed_methods,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

use rung::cgt::Budget;
use rung::cgt::Solver;
use rung::cgt::ruleset;

/// Ruleset, position, value in our notation, where it is published.
const VALUES: &[(&str, &str, &str, &str)] = &[
    // Winning Ways, chapter 1.
    ("hackenbush", "L", "1", "WW, chapter 1"),
    ("hackenbush", "LR", "1/2", "WW, chapter 1"),
    ("hackenbush", "LRR", "1/4", "WW, chapter 1"),
    ("hackenbush", "LRL", "3/4", "WW, chapter 1"),
    ("hackenbush", "LLR", "3/2", "WW, chapter 3: Berlekamp's rule"),
    ("hackenbush", "RRL", "-3/2", "WW, chapter 3: Berlekamp's rule"),
    ("toads_and_frogs", "T.F", "*", "WW, chapter 1"),
    ("toads_and_frogs", "T..F", "0", "Erickson 1996"),
    ("toads_and_frogs", "TT.FF", "*", "Erickson 1996"),
    // Cutcake, Winning Ways, chapter 2, figure 2: the table of values.
    ("cutcake", "1x1", "0", "WW, chapter 2"),
    ("cutcake", "1x2", "1", "WW, chapter 2"),
    ("cutcake", "1x8", "7", "WW, chapter 2"),
    ("cutcake", "2x3", "0", "WW, chapter 2"),
    ("cutcake", "2x4", "1", "WW, chapter 2"),
    ("cutcake", "3x8", "3", "WW, chapter 2"),
    ("cutcake", "5x7", "0", "WW, chapter 2"),
    ("cutcake", "8x2", "-3", "WW, chapter 2"),
    // Maundy Cake, Winning Ways, chapter 2; the first row is OEIS A006022.
    ("maundy", "1x2", "1", "OEIS A006022"),
    ("maundy", "1x4", "3", "OEIS A006022"),
    ("maundy", "1x6", "4", "OEIS A006022"),
    ("maundy", "1x12", "10", "OEIS A006022"),
    ("maundy", "1x30", "21", "OEIS A006022"),
    // Domineering: Winning Ways, chapter 5; Berlekamp, Blockbusting and Domineering (1988).
    ("domineering", "1x2", "-1", "WW, chapter 5"),
    ("domineering", "2x2", "±1", "WW, chapter 5"),
    ("domineering", "2x3", "{2|-1/2}", "WW, chapter 5, with Left and Right exchanged"),
    ("domineering", "../.#", "*", "WW, chapter 5: the L tromino"),
    ("domineering", "3x3", "±1", "WW, chapter 5"),
    // Col and Snort.
    ("col", ".", "*", "WW, chapter 2"),
    ("col", "..", "0", "WW, chapter 2"),
    ("col", "L.", "-1", "WW, chapter 2: a square that only Right may colour"),
    ("snort", ".", "*", "WW, chapter 6"),
    ("snort", "..", "±1", "WW, chapter 6"),
    ("snort", "...", "±2", "WW, chapter 6"),
    // Clobber: Albert, Grossman, Nowakowski and Wolfe (2005).
    ("clobber", "xo", "*", "An introduction to Clobber"),
    ("clobber", "xxo", "^", "An introduction to Clobber"),
    ("clobber", "xxxo", "^^*", "An introduction to Clobber"),
    ("clobber", "xxoo", "0", "An introduction to Clobber"),
    // Toppling Dominoes: Fink, Nowakowski, Siegel and Wolfe (2015).
    ("toppling_dominoes", "LL", "2", "Toppling conjectures"),
    ("toppling_dominoes", "LR", "*", "Toppling conjectures"),
    ("toppling_dominoes", "E", "*", "Toppling conjectures"),
    ("toppling_dominoes", "EE", "*2", "Toppling conjectures"),
    // Impartial games.
    ("nim", "3", "*3", "Bouton 1901"),
    ("nim", "1,2,3", "0", "Bouton 1901"),
    ("kayles", "1", "*", "WW, chapter 4"),
    ("kayles", "3", "*3", "WW, chapter 4"),
    ("kayles", "4", "*", "WW, chapter 4"),
    ("kayles", "5", "*4", "WW, chapter 4"),
    ("kayles", "11", "*6", "WW, chapter 4"),
    ("dawsons_kayles", "4", "*2", "WW, chapter 4"),
    ("dawsons_kayles", "9", "0", "WW, chapter 4"),
    ("grundy", "3", "*", "Grundy 1939"),
    ("grundy", "5", "*2", "Grundy 1939"),
    ("grundy", "8", "*2", "Grundy 1939"),
    ("subtraction 1,2,3", "4", "0", "WW, chapter 4"),
    ("subtraction 1,2,3", "7", "*3", "WW, chapter 4"),
    ("octal 0.77", "11", "*6", "Guy and Smith 1956: Kayles"),
    ("octal 0.07", "4", "*2", "Guy and Smith 1956: Dawson's Kayles"),
];

#[test]
fn values_are_the_published_ones() {
    let mut wrong = Vec::new();
    for (name, text, expected, source) in VALUES {
        let (mut solver, mut budget) = (Solver::new(), Budget::units(100_000_000));
        let position = ruleset(name).unwrap().read(text).unwrap();
        let value = position.value(&mut solver, &mut budget).unwrap();
        let found = solver.arena.name(value, &mut budget).unwrap();
        let same = solver.arena.parse(expected, &mut budget) == Ok(value);
        if !same || found != *expected {
            wrong.push(format!("{name} {text} is {found}, not {expected} ({source})"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

//! Values of small positions that have been published, one row each with its source.
//!
//! The oracle in `support/naive.rs` cannot notice a wrong rule; this table can.

#![allow(
    clippy::disallowed_methods,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

use std::borrow::Cow;
use std::collections::BTreeSet;

use rung::cgt::Budget;
use rung::cgt::Exhausted;
use rung::cgt::Family;
use rung::cgt::Moves;
use rung::cgt::Player;
use rung::cgt::Ruleset;
use rung::cgt::Solver;
use rung::cgt::ruleset;
use rung::cgt::rulesets::Clobber;
use rung::cgt::rulesets::Col;
use rung::cgt::rulesets::Cutcake;
use rung::cgt::rulesets::DawsonsKayles;
use rung::cgt::rulesets::Domineering;
use rung::cgt::rulesets::Grundy;
use rung::cgt::rulesets::Hackenbush;
use rung::cgt::rulesets::Kayles;
use rung::cgt::rulesets::Maundy;
use rung::cgt::rulesets::Nim;
use rung::cgt::rulesets::Octal;
use rung::cgt::rulesets::Snort;
use rung::cgt::rulesets::Subtraction;
use rung::cgt::rulesets::ToadsAndFrogs;
use rung::cgt::rulesets::TopplingDominoes;

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
    ("maundy", "12x1", "-10", "OEIS A006022, turned"),
    ("maundy", "30x1", "-21", "OEIS A006022, turned"),
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
    ("toppling_dominoes", "EL", "{1|0}", "by hand: Left topples E away from L"),
    ("toppling_dominoes", "RE", "{0|-1}", "by hand: Right topples E away from R"),
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
    ("octal 0.07", "6", "*3", "Guy and Smith 1956: Dawson's Kayles"),
    ("octal 0.07", "14", "*4", "Guy and Smith 1956: Dawson's Kayles"),
];

/// How the rows of `VALUES` for `name` come out wrong under the rules of `family`.
fn wrong(name: &str, family: &dyn Family) -> Vec<String> {
    let mut wrong = Vec::new();
    for (_, text, expected, source) in VALUES.iter().filter(|(own, ..)| *own == name) {
        let (mut solver, mut budget) = (Solver::new(), Budget::units(100_000_000));
        let position = family.read(text).unwrap();
        let value = position.value(&mut solver, &mut budget).unwrap();
        let found = solver.arena.name(value, &mut budget).unwrap();
        let same = solver.arena.parse(expected, &mut budget) == Ok(value);
        if !same || found != *expected {
            wrong.push(format!("{name} {text} is {found}, not {expected} ({source})"));
        }
    }
    wrong
}

/// The games in the table.
fn games() -> BTreeSet<&'static str> {
    VALUES.iter().map(|(name, ..)| *name).collect()
}

#[test]
fn values_are_the_published_ones() {
    let wrong: Vec<String> =
        games().into_iter().flat_map(|name| wrong(name, &*ruleset(name).unwrap())).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// What is wrong with the moves of a game.
#[derive(Clone, Copy, Debug)]
enum Slip {
    /// This player never makes the first move of the list.
    First(Player),
    /// This player never makes the last move of the list.
    Last(Player),
    /// This player makes the moves of the other.
    Other(Player),
    /// Of the pieces that this player's moves leave only one counts.
    Piece(Player),
}

/// A game whose players slip.
#[derive(Clone, Debug)]
struct Slipping<R>(R, Slip);

impl<R: Ruleset> Ruleset for Slipping<R> {
    type Position = R::Position;

    fn name(&self) -> Cow<'static, str> {
        format!("{} slipping", self.0.name()).into()
    }

    fn moves(
        &self,
        position: &R::Position,
        player: Player,
        moves: &mut Moves<R::Position>,
    ) -> Result<(), Exhausted> {
        let mut sound = Moves::with_allowance(u64::MAX);
        let by = match self.1 {
            Slip::Other(own) if own == player => player.opponent(),
            _ => player,
        };
        self.0.moves(position, by, &mut sound)?;
        for (index, own) in sound.iter().enumerate() {
            let is_kept = match self.1 {
                Slip::First(own) => own != player || index > 0,
                Slip::Last(own) => own != player || index + 1 < sound.len(),
                Slip::Other(_) | Slip::Piece(_) => true,
            };
            let is_alone = matches!(self.1, Slip::Piece(own) if own == player);
            let most = if is_alone { 1 } else { usize::MAX };
            if is_kept {
                let pieces = own.pieces.iter().take(most).cloned();
                moves
                    .push(own.by, pieces.map(|(p, times)| (p, if is_alone { 1 } else { times })))?;
            }
        }
        Ok(())
    }

    fn components(&self, position: &R::Position, each: impl FnMut(R::Position)) {
        self.0.components(position, each);
    }
}

/// Every way in which the moves of this game can slip so that it becomes another game.
fn slipping(name: &str) -> Vec<Box<dyn Family>> {
    // Where both players have the same moves, each may make the other's.
    let impartial = ["dawsons_kayles", "grundy", "kayles", "nim", "octal", "subtraction"];
    // Where no move leaves two pieces, one piece is all.
    let splitting = ["cutcake", "dawsons_kayles", "grundy", "kayles", "maundy", "octal"];
    let first = name.split(' ').next().unwrap();
    let mut kinds: Vec<fn(Player) -> Slip> = vec![Slip::First, Slip::Last];
    if !impartial.contains(&first) {
        kinds.push(Slip::Other);
    }
    if splitting.contains(&first) {
        kinds.push(Slip::Piece);
    }
    let slips: Vec<Slip> = Player::BOTH
        .into_iter()
        .flat_map(|player| kinds.iter().map(move |kind| kind(player)))
        .collect();
    fn all<R: Ruleset>(rules: R, slips: &[Slip]) -> Vec<Box<dyn Family>> {
        let with = |slip: &Slip| Box::new(Slipping(rules.clone(), *slip)) as Box<dyn Family>;
        slips.iter().map(with).collect()
    }
    match name {
        "clobber" => all(Clobber, &slips),
        "col" => all(Col, &slips),
        "cutcake" => all(Cutcake, &slips),
        "dawsons_kayles" => all(DawsonsKayles, &slips),
        "domineering" => all(Domineering, &slips),
        "grundy" => all(Grundy, &slips),
        "hackenbush" => all(Hackenbush, &slips),
        "kayles" => all(Kayles, &slips),
        "maundy" => all(Maundy, &slips),
        "nim" => all(Nim, &slips),
        "octal 0.77" => all(Octal::of_code("0.77").unwrap(), &slips),
        "octal 0.07" => all(Octal::of_code("0.07").unwrap(), &slips),
        "snort" => all(Snort, &slips),
        "subtraction 1,2,3" => all(Subtraction::of_set("1,2,3").unwrap(), &slips),
        "toads_and_frogs" => all(ToadsAndFrogs, &slips),
        "toppling_dominoes" => all(TopplingDominoes, &slips),
        _ => panic!("`{name}` is in the table and not here"),
    }
}

#[test]
fn moves_that_are_wrong_in_any_way_are_noticed_by_the_published_values() {
    let mut missed = Vec::new();
    let mut tried = 0;
    for name in games() {
        for family in slipping(name) {
            tried += 1;
            if wrong(name, &*family).is_empty() {
                missed.push(format!("{name}: {family:?}"));
            }
        }
    }
    assert!(tried > 80, "{tried}");
    assert!(missed.is_empty(), "\n{}", missed.join("\n"));
}

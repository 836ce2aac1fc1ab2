//! One part is wrong, and the build of the ladder is refused because of it.
//!
//! The ladder's values stand on ways that share no code; here each way is broken by itself, and the
//! claims that compare it with another must fail. One rung is built, since what is wrong with a rung
//! is wrong with the ladder.

#![allow(clippy::disallowed_methods, reason = "a test that cannot go on says so by failing")]

use std::path::Path;

use super::Built;
use super::Options;
use super::build;
use super::load::Input;
use super::load::load;
use crate::broken;
use crate::broken::Part;
use crate::diagnostics::Code;
use crate::diagnostics::Severity;
use crate::essay::Block;

/// The ladder without all rungs but this one.
fn only(rung: &str) -> Input {
    let mut input =
        load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the site of this repository");
    let own = format!("cutcake/{rung}.md");
    input.content.retain(|path, _| !path.ends_with(".md") || *path == own);
    assert!(input.content.contains_key(&own));
    input
}

fn built(input: &Input) -> Built {
    build(input, &Options::default(), &())
}

/// Asserts that `built` is refused with an error of each of these codes, and that a block that
/// speaks of `about` is among what is wrong.
fn is_refused(built: &Built, codes: &[Code], about: &str) {
    let errors: Vec<_> =
        built.diagnostics.iter().filter(|one| one.severity == Severity::Error).collect();
    for code in codes {
        assert!(errors.iter().any(|one| one.code == *code), "no {} among {errors:#?}", code.name());
    }
    let blocks = built.essays.iter().flat_map(|essay| &essay.blocks);
    let is_wrong = |block: &&Block| {
        errors.iter().any(|one| one.span().is_some_and(|span| block.span.contains(span)))
    };
    let named: Vec<&str> = blocks.filter(is_wrong).map(|block| &*block.inside.text).collect();
    assert!(
        about.is_empty() || named.iter().any(|text| text.contains(about)),
        "nothing that speaks of {about} is wrong: {named:#?}"
    );
}

fn check(part: Part, rung: &str, codes: &[Code], about: &str) {
    let input = only(rung);
    let built = broken::with(part, || built(&input));
    is_refused(&built, codes, about);
}

#[test]
fn these_claims_hold_and_these_numbers_are_right_while_nothing_is_broken() {
    for rung in ["cutcake", "maundy-cake"] {
        let built = built(&only(rung));
        let codes = [Code::ClaimRefuted, Code::ValueWrong, Code::PageNumber];
        let wrong = built.diagnostics.iter().find(|one| codes.contains(&one.code));
        assert_eq!(wrong, None);
    }
}

#[test]
fn values_by_construction_are_missed() {
    check(Part::Construction, "cutcake", &[Code::ClaimRefuted], "by_construction");
    check(Part::Construction, "maundy-cake", &[Code::ClaimRefuted], "by_construction");
}

#[test]
fn values_by_integers_are_missed() {
    check(Part::Integers, "cutcake", &[Code::ClaimRefuted], "by_integers");
}

#[test]
fn values_by_the_engine_are_missed() {
    check(Part::Engine, "cutcake", &[Code::ClaimRefuted], "cutcake(");
    check(Part::Engine, "maundy-cake", &[Code::ClaimRefuted], "maundy(");
}

#[test]
fn values_by_the_formulas_are_missed() {
    for (rung, sound, broken, about) in [
        (
            "maundy-cake",
            "then S(n, lead(m, n)) else",
            "then S(n, lead(m, n)) + lead(m, n) // 4 else",
            "formula(",
        ),
        (
            "cutcake",
            "n // 2^floor_log2(m) - 1 else",
            "n // 2^floor_log2(m) - 1 + m // 9 else",
            "slice(",
        ),
    ] {
        let mut input = only(rung);
        let library = input.content.get_mut("lib/cakes.def").expect("the library of the ladder");
        let text = String::from_utf8(library.clone()).expect("UTF-8");
        assert_eq!(text.matches(sound).count(), 1, "{sound}");
        *library = text.replace(sound, broken).into_bytes();
        is_refused(&built(&input), &[Code::ClaimRefuted], about);
    }
}

#[test]
fn moves_that_a_game_has_forgotten_are_missed() {
    for (game, rung, about) in [
        ("cutcake", "cutcake", "cutcake("),
        ("maundy", "maundy-cake", "maundy("),
        ("domineering", "cutcake", "domineering("),
        ("col", "cutcake", "Col"),
        ("nim", "cutcake", "nim("),
    ] {
        check(Part::Moves(game), rung, &[Code::ClaimRefuted], about);
    }
}

#[test]
fn a_reader_that_misreads_refuses_what_is_right() {
    check(Part::Reader, "cutcake", &[Code::ValueWrong, Code::ClaimRefuted], "");
}

#[test]
fn a_writer_that_misprints_is_read_back() {
    check(Part::Writer, "cutcake", &[Code::PageNumber], "");
}

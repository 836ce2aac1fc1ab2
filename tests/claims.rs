//! Every form of `expect:`, right and wrong.
//!
//! What is claimed here can be counted on the fingers, so the expectations need no other source.

#![allow(clippy::disallowed_methods, reason = "a test that cannot go on says so by failing")]

use rung::diagnostics::Code;
use rung::site;
use rung::site::Options;
use rung::site::load::Input;

/// Of the numbers to 10, three are multiples of 3.
const SOME: &str = "over: n in 1..10\ncheck: n mod 3 != 0";
const ALL: &str = "over: n in 1..10\ncheck: n > 0";
const PAIRS: &str = "over: m, n in 1..3\ncheck: m <= n";
const COUNT: &str = "over: n in 1..10\ncount: n mod 3 = 0";
/// 8, 14, 18, 20, 20, 18, 14, 8, 0, -10.
const MAX: &str = "over: n in 1..10\nmax: n * (9 - n)";
const MIN: &str = "over: n in 1..10\nmin: n * (9 - n)";
const TRUE: &str = "check: 2 * 3 < 7";
const FALSE: &str = "check: 2 * 3 < 6";
const VALUE: &str = "value: [6 * 7, 1/2]";

const RIGHT: &[(&str, &[&str])] = &[
    (
        SOME,
        &[
            "fails 3 of 10",
            "fails three of ten",
            "fails 3 in 10 cases",
            "fails 3 of 10, first 3",
            "fails at most 3 of 10",
            "fails at least three of ten",
            "fails at 3, 6, 9 in 10 cases",
            "fails at [n for n in 1..10 where 3 divides n] in 10 cases",
            "fails at 9, 2 * 3, 3 in 10 cases",
            "holds except 3, 6, 9 in 10 cases",
            "right 7 of 10",
            "right 7 of 10, first 3",
            "right 70% in 10 cases",
            "right 70 per cent in 10 cases",
        ],
    ),
    (ALL, &["holds in 10 cases", "holds in ten cases", "right 10 of 10", "fails 0 of 10"]),
    (PAIRS, &["fails at 2x1, 3x1, 3x2 in 9 cases", "fails 3 of 9, first 2x1"]),
    (COUNT, &["count 3 of 10", "count 3 of 10, first 3", "count at 3, 6, 9 in 10 cases"]),
    (MAX, &["max 20 at 4, 5 in 10 cases", "max 20, first 4 in 10 cases"]),
    (MIN, &["min -10 at 10 in 10 cases", "min -10, first 10 in 10 cases"]),
    (TRUE, &["holds", "holds in 1 case"]),
    (FALSE, &["fails", "fails in one case"]),
    (VALUE, &["equals [42, 1/2]", "equals [6 * 7, 2 / 4]"]),
];

/// With what is said to be wrong.
const WRONG: &[(&str, &[(&str, &str)])] = &[
    (
        SOME,
        &[
            ("holds in 10 cases", "fails in 3 of 10 cases, and is expected to hold"),
            ("holds except 3, 6 in 10 cases", "fails also at 9"),
            ("holds except 3, 6, 8 in 10 cases", "fails also at 9 and not at 8"),
            ("fails in 10 cases", "has 10 cases, so `fails` must say in how many it fails: 3"),
            ("fails 4 of 10", "fails in 3 of 10 cases, not 4"),
            ("fails 3 of 11", "has 10 cases, not 11"),
            ("fails 3 in 9 cases", "has 10 cases, not 9"),
            ("fails 3 of 10, first 6", "has its first place at 3, not 6"),
            ("fails at 3, 6 in 10 cases", "fails also at 9"),
            ("fails at 3, 6, 9, 10 in 10 cases", "fails not at 10"),
            ("fails at 3, 6, 9, 2 * 3 in 10 cases", "is expected at 6 twice"),
            ("fails at [3, 6] in 10 cases", "fails also at 9"),
            ("fails at most 4 of 10", "fails in 3 of 10 cases, not at most 4"),
            ("right 8 of 10", "is right in 7 of 10 cases, not 8"),
            ("right 7 of 10, first 6", "has its first place at 3, not 6"),
            ("right 71% in 10 cases", "is right in 7 of 10 cases, which is not 71%"),
            ("right 69.9 per cent in 10 cases", "is right in 7 of 10 cases, which is not 69.9"),
            ("fails 3", "does not say how many cases it has: 10"),
        ],
    ),
    (
        ALL,
        &[
            ("fails 1 of 10", "fails in 0 of 10 cases, not 1"),
            ("fails 0 of 10, first 1", "has no first place, not 1"),
            ("fails at 1 in 10 cases", "fails not at 1"),
            ("holds", "does not say how many cases it has: 10"),
            ("holds in 11 cases", "has 10 cases, not 11"),
        ],
    ),
    (PAIRS, &[("fails at 1x2, 3x1, 3x2 in 9 cases", "fails also at 2x1 and not at 1x2")]),
    (
        COUNT,
        &[
            ("count 4 of 10", "counts 3 of 10 cases, not 4"),
            ("count 3 of 10, first 6", "has its first place at 3, not 6"),
            ("count at 3, 6 in 10 cases", "counts also at 9"),
            ("count at 3, 6, 9, 12 in 10 cases", "counts not at 12"),
        ],
    ),
    (
        MAX,
        &[
            ("max 21 at 4, 5 in 10 cases", "has the max 20, not 21"),
            ("max 20 at 4 in 10 cases", "reaches its max also at 5"),
            ("max 20 at 4, 5, 6 in 10 cases", "reaches its max not at 6"),
            ("max 20, first 5 in 10 cases", "has its first place at 4, not 5"),
        ],
    ),
    (
        MIN,
        &[
            ("min -9 at 10 in 10 cases", "has the min -10, not -9"),
            ("min -10 at 1 in 10 cases", "reaches its min also at 10 and not at 1"),
            ("min -10, first 9 in 10 cases", "has its first place at 10, not 9"),
        ],
    ),
    (
        TRUE,
        &[("fails", "holds, and is expected to fail"), ("holds in 2 cases", "has 1 case, not 2")],
    ),
    (FALSE, &[("holds", "` fails, and is expected to hold")]),
    (VALUE, &[("equals [41, 1/2]", "is [42, 1/2], not [41, 1/2]")]),
];

/// What does not fit what is asked, or cannot be read.
const MISFITS: &[(&str, &str)] = &[
    (SOME, "count 3 of 10"),
    (SOME, "max 3 at 1 in 10 cases"),
    (SOME, "equals 3"),
    (SOME, "sometimes"),
    (SOME, "fails 3 of 10, first 3, first 6"),
    (SOME, "fails"),
    (COUNT, "fails 3 of 10"),
    (COUNT, "holds in 10 cases"),
    (MAX, "min -10 at 10 in 10 cases"),
    (MAX, "max 20 in 10 cases"),
    (MIN, "max 20 at 4, 5 in 10 cases"),
    (MIN, "holds in 10 cases"),
    (VALUE, "holds"),
    (VALUE, "equals"),
];

/// What is said about each of the claims made of these lines and expectations.
fn said(claims: &[(&str, &str)]) -> Vec<Vec<(Code, String)>> {
    let mut page = String::from("---\ntitle: Claims\n---\n");
    for (index, (lines, expected)) in claims.iter().enumerate() {
        page +=
            &format!("\n```{{claim}} c{index}\nIt is so.\n\n{lines}\nexpect: {expected}\n```\n");
    }
    let mut input = Input { config: Some(b"title = 'T'\n".to_vec()), ..Input::default() };
    input.content.insert(String::from("index.md"), page.into_bytes());
    let built = site::build(&input, &Options::default(), &());
    let blocks = &built.essays[0].blocks;
    assert_eq!(blocks.len(), claims.len());
    let here = |block: &rung::essay::Block| {
        let diagnostics = built.diagnostics.iter();
        let own =
            diagnostics.filter(|one| one.span().is_some_and(|span| block.span.contains(span)));
        own.map(|one| (one.code, one.message.clone())).collect()
    };
    blocks.iter().map(here).collect()
}

#[test]
fn what_is_found_is_taken_in_every_form() {
    let claims: Vec<(&str, &str)> = RIGHT
        .iter()
        .flat_map(|(lines, expected)| expected.iter().map(|expected| (*lines, *expected)))
        .collect();
    for ((lines, expected), said) in claims.iter().zip(said(&claims)) {
        assert!(said.is_empty(), "{lines}\nexpect: {expected}\n{said:?}");
    }
}

#[test]
fn what_is_not_found_is_refused_in_every_form() {
    let claims: Vec<(&str, &str, &str)> = WRONG
        .iter()
        .flat_map(|(lines, all)| all.iter().map(|(expected, wrong)| (*lines, *expected, *wrong)))
        .collect();
    let written: Vec<(&str, &str)> =
        claims.iter().map(|(lines, expected, _)| (*lines, *expected)).collect();
    for ((lines, expected, wrong), said) in claims.iter().zip(said(&written)) {
        let codes = [Code::ClaimRefuted, Code::ClaimUnstatedCases];
        let told = said.iter().any(|(code, text)| codes.contains(code) && text.contains(wrong));
        assert!(told, "{lines}\nexpect: {expected}\n{wrong}\n{said:?}");
    }
}

#[test]
fn one_wrong_line_is_one_finding() {
    // Wrong in every part, without the number of cases or with a wrong one.
    let lines = [
        (MAX, "max 9, first 11"),
        (MAX, "max 9 at 1, 2 in 12 cases"),
        (SOME, "fails 4, first 2 in 11 cases"),
        (COUNT, "count 4 of 10, first 4"),
    ];
    let said = said(&lines);
    let messages: Vec<&str> = said.iter().flatten().map(|(_, text)| text.as_str()).collect();
    assert_eq!(
        messages,
        [
            "`c0` has the max 20, not 9, and has its first place at 4, not 11",
            "`c1` has the max 20, not 9, and reaches its max also at 4, 5 and not at 1, 2, and has \
             10 cases, not 12",
            "`c2` fails in 3 of 10 cases, not 4, and has its first place at 3, not 2, and has 10 \
             cases, not 11",
            "`c3` counts 3 of 10 cases, not 4, and has its first place at 3, not 4",
        ]
    );
}

#[test]
fn what_does_not_fit_the_question_is_no_expectation() {
    for ((lines, expected), said) in MISFITS.iter().zip(said(MISFITS)) {
        let codes = [Code::ClaimSyntax, Code::ClaimRefuted];
        assert!(
            said.iter().any(|(code, _)| codes.contains(code)),
            "{lines}\nexpect: {expected}\n{said:?}"
        );
    }
}

#[test]
fn the_register_says_what_happens_at_the_first_place() {
    let claims = [
        (SOME, "fails 3 of 10", "fails at 3"),
        (COUNT, "count 3 of 10", "counts 3"),
        (MAX, "max 20, first 4 in 10 cases", "reached at 4"),
        (MIN, "min -10 at 10 in 10 cases", "reached at 10"),
        (ALL, "holds in 10 cases", ""),
    ];
    let mut page = String::from("---\ntitle: Claims\n---\n");
    for (index, (lines, expected, _)) in claims.iter().enumerate() {
        page +=
            &format!("\n```{{claim}} c{index}\nIt is so.\n\n{lines}\nexpect: {expected}\n```\n");
    }
    let mut input = Input { config: Some(b"title = 'T'\n".to_vec()), ..Input::default() };
    input.content.insert(String::from("index.md"), page.into_bytes());
    let built = site::build(&input, &Options::default(), &());
    let text = |path: &str| String::from_utf8(built.files[path].to_vec()).unwrap();
    let register = text("claims/index.html");
    assert!(!register.contains("ounterexample"), "{register}");
    let (_, body) = register.split_once("<tbody>").unwrap();
    let last = |row: &str| {
        let (cell, _) = row.rsplit_once("</td>").unwrap();
        cell.rsplit_once('>').unwrap().1.to_owned()
    };
    let shown: Vec<String> = body.split("</tr>").take(claims.len()).map(last).collect();
    assert_eq!(shown, claims.map(|(_, _, first)| first));
    assert!(text("claims.json").contains("at most 20, at 4 and one other place"));
}

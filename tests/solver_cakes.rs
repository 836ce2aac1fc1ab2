//! Cakes: three ways to a value that agree and share nothing, and the facts that the essays rest on.

#![allow(
    clippy::disallowed_methods,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

use std::fs;
use std::path::Path;

use rung::cgt::Budget;
use rung::cgt::Exhausted;
use rung::cgt::GameId;
use rung::cgt::Outcome;
use rung::cgt::Player;
use rung::cgt::Position;
use rung::cgt::Solver;
use rung::cgt::construction::Construction;
use rung::cgt::construction::Cutting;
use rung::cgt::integers::Integers;
use rung::cgt::ruleset;

struct Bench {
    solver: Solver,
    budget: Budget,
}

impl Bench {
    fn new() -> Self {
        Self { solver: Solver::new(), budget: Budget::units(1 << 34) }
    }

    fn value(&mut self, game: &str, sizes: &[u64]) -> GameId {
        position(game, sizes).value(&mut self.solver, &mut self.budget).unwrap()
    }

    fn name(&mut self, g: GameId) -> String {
        self.solver.arena.name(g, &mut self.budget).unwrap()
    }

    fn named(&mut self, game: &str, sizes: &[u64]) -> String {
        let value = self.value(game, sizes);
        self.name(value)
    }

    fn integer(&mut self, game: &str, sizes: &[u64]) -> i64 {
        let value = self.value(game, sizes);
        let number = self.solver.arena.as_number(value);
        number.and_then(|number| number.to_i64()).expect("an integer")
    }
}

fn position(game: &str, sizes: &[u64]) -> Position {
    ruleset(game).unwrap().sized(sizes).unwrap()
}

/// All pairs of sides up to `top`.
fn cakes(top: u64) -> impl Iterator<Item = (u64, u64)> {
    (1..=top).flat_map(move |rows| (1..=top).map(move |columns| (rows, columns)))
}

#[test]
fn three_ways_agree() {
    let mut bench = Bench::new();
    let (mut construction, mut integers) = (Construction::new(), Integers::new());
    for (game, cutting, top) in [("cutcake", Cutting::InTwo, 24), ("maundy", Cutting::Equally, 24)]
    {
        for (rows, columns) in cakes(top) {
            let form = construction.cake(cutting, rows, columns, &mut bench.budget).unwrap();
            let constructed = construction.name(form, &mut bench.budget).unwrap();
            let integer = match cutting {
                Cutting::InTwo => integers.cutcake(rows, columns, &mut bench.budget),
                Cutting::Equally => integers.maundy(rows, columns, &mut bench.budget),
            };
            let engine = bench.named(game, &[rows, columns]);
            assert_eq!(constructed, engine, "{game} {rows}x{columns}");
            assert_eq!(integer.unwrap().to_string(), engine, "{game} {rows}x{columns}");
        }
    }
}

#[test]
fn engine_and_integers_agree_on_larger_cakes() {
    let (mut bench, mut integers) = (Bench::new(), Integers::new());
    for (rows, columns) in cakes(100) {
        let cutcake = integers.cutcake(rows, columns, &mut bench.budget).unwrap();
        assert_eq!(i128::from(bench.integer("cutcake", &[rows, columns])), cutcake);
        let maundy = integers.maundy(rows, columns, &mut bench.budget).unwrap();
        assert_eq!(i128::from(bench.integer("maundy", &[rows, columns])), maundy);
    }
    for (sizes, value) in [([6, 1 << 30], 268_435_455), ([248_832, 10u64.pow(15)], 7_629_394_531)] {
        assert_eq!(bench.integer("maundy", &sizes), value);
    }
}

/// The ways are only independent while none of them uses another, or anything that another uses but
/// the budget.
#[test]
fn the_three_ways_share_no_code() {
    let source = |file: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cgt").join(file);
        let text = fs::read_to_string(path).unwrap();
        text.lines().filter(|line| !line.trim_start().starts_with("//")).fold(
            String::new(),
            |mut all, line| {
                all.push_str(line);
                all.push('\n');
                all
            },
        )
    };
    // A test may break each by itself: `broken` computes nothing.
    let allowed = ["crate::broken", "crate::cgt::budget::Budget", "crate::cgt::budget::Exhausted"];
    for file in ["construction.rs", "integers.rs"] {
        let text = source(file);
        for (at, _) in text.match_indices("crate::") {
            let rest = &text[at..];
            assert!(allowed.iter().any(|path| rest.starts_with(path)), "{file}: {}", &rest[..50]);
        }
        assert!(!text.contains("super::super") && !text.contains("include!"), "{file}");
    }
    for entry in walkdir::WalkDir::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cgt")) {
        let entry = entry.unwrap();
        let name = entry.file_name().to_string_lossy().into_owned();
        if name == "mod.rs" || !name.ends_with(".rs") {
            continue;
        }
        let text = fs::read_to_string(entry.path()).unwrap();
        for way in ["construction", "integers"] {
            let used = text.contains(&format!("cgt::{way}"));
            assert!(!used, "{name} uses {way}, which has to stand alone");
        }
    }
}

#[test]
fn rows_of_winning_ways_and_the_encyclopedia_come_out() {
    let mut bench = Bench::new();
    // OEIS A006022, from n = 1.
    let row: Vec<i64> = (1..=24).map(|n| bench.integer("maundy", &[1, n])).collect();
    let published = [0, 1, 1, 3, 1, 4, 1, 7, 4, 6, 1, 10, 1, 8, 6, 15, 1, 13, 1, 16, 8, 12, 1, 22];
    assert_eq!(row, published);
    // Cutcake to 8 x 8, Winning Ways, chapter 2, with Left cutting vertically.
    let table: Vec<Vec<i64>> =
        (1..=4).map(|m| (1..=8).map(|n| bench.integer("cutcake", &[m, n])).collect()).collect();
    let published = [
        [0, 1, 2, 3, 4, 5, 6, 7],
        [-1, 0, 0, 1, 1, 2, 2, 3],
        [-2, 0, 0, 1, 1, 2, 2, 3],
        [-3, -1, -1, 0, 0, 0, 0, 1],
    ];
    assert_eq!(table, published);
}

#[test]
fn cutcake_is_what_its_closed_form_says() {
    let mut bench = Bench::new();
    for (rows, columns) in cakes(64) {
        let (a, b) = (rows.ilog2(), columns.ilog2());
        let expected = match a.cmp(&b) {
            std::cmp::Ordering::Less => (columns >> a) as i64 - 1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => 1 - (rows >> b) as i64,
        };
        assert_eq!(bench.integer("cutcake", &[rows, columns]), expected);
    }
}

#[test]
fn more_knives_change_nothing() {
    let mut bench = Bench::new();
    for (rows, columns) in (1..=7).flat_map(|rows| (1..=8).map(move |columns| (rows, columns))) {
        let sizes = [rows, columns];
        assert_eq!(bench.value("any_pieces", &sizes), bench.value("cutcake", &sizes));
    }
    // Each of the seven lines is followed or not, but not none of them.
    let cuts =
        position("any_pieces", &[1, 8]).cuts(Player::Left, &mut bench.solver, &mut bench.budget);
    assert_eq!(cuts.unwrap().len(), 127);
}

#[test]
fn halves_are_worth_the_cutcake_of_the_powers_of_two_in_the_sides() {
    let mut bench = Bench::new();
    for (rows, columns) in cakes(16) {
        let powers = [rows, columns].map(|side| 1 << side.trailing_zeros());
        assert_eq!(bench.value("halves", &[rows, columns]), bench.value("cutcake", &powers));
    }
}

#[test]
fn end_slices_alone_make_a_dull_game() {
    let mut bench = Bench::new();
    for (rows, columns) in cakes(12) {
        let expected = match (rows, columns) {
            (1, columns) => columns as i64 - 1,
            (rows, 1) => 1 - rows as i64,
            _ => 0,
        };
        assert_eq!(bench.integer("end_slices", &[rows, columns]), expected);
    }
}

#[test]
fn turning_the_plate_makes_even_cakes_hot() {
    let mut bench = Bench::new();
    for (rows, columns) in cakes(12).filter(|(rows, columns)| rows % 2 == 0 && columns % 2 == 0) {
        assert_eq!(bench.named("turned", &[rows, columns]), "±2");
    }
    for (rows, columns) in cakes(12).filter(|(rows, columns)| rows % 2 == 1 || columns % 2 == 1) {
        assert!((-1..=1).contains(&bench.integer("turned", &[rows, columns])));
    }
    let six = bench.named("twisted_maundy", &[6, 6]);
    assert_eq!(six, "±(6,{10|2})");
}

#[test]
fn eatcake_is_infinitesimal() {
    let mut bench = Bench::new();
    for (rows, columns) in cakes(7) {
        let value = bench.value("eatcake", &[rows, columns]);
        assert!(bench.solver.arena.is_infinitesimal(value), "{rows}x{columns}");
    }
    assert_eq!(bench.named("eatcake", &[1, 1]), "*");
}

#[test]
fn a_shared_third_dimension_multiplies_and_adds_a_star() {
    // 294 boxes: Left's side counts columns, Right's rows.
    let mut bench = Bench::new();
    let boxes = (1..=7).flat_map(|a| (1..=7).flat_map(move |b| (1..=6).map(move |c| (a, b, c))));
    for (left, right, shared) in boxes {
        let flat = bench.integer("cutcake", &[right, left]);
        let star = if shared % 2 == 0 { "*" } else { "" };
        let expected = match flat * shared as i64 {
            0 if shared % 2 == 0 => "*".to_owned(),
            value => format!("{value}{star}"),
        };
        assert_eq!(bench.named("boxes", &[left, right, shared]), expected);
    }
}

#[test]
fn unreduced_forms_are_as_many_as_the_ledger_says() {
    let mut budget = Budget::units(1 << 34);
    for (side, expected) in [(1, 1), (2, 6), (3, 38), (4, 312), (5, 2903), (6, 34147)] {
        let forms = position("cutcake", &[side, side]).unreduced_forms(&mut budget);
        assert_eq!(forms, Ok(expected), "{side}x{side}");
    }
    assert_eq!(
        position("cutcake", &[7, 7]).unreduced_forms(&mut Budget::unlimited()),
        Err(Exhausted::Forms)
    );
}

#[test]
fn unreduced_forms_have_the_same_values() {
    let mut bench = Bench::new();
    for (rows, columns) in cakes(5) {
        let cake = position("cutcake", &[rows, columns]);
        let unreduced = cake.unreduced_value(&mut bench.solver, &mut bench.budget).unwrap();
        assert_eq!(unreduced, bench.value("cutcake", &[rows, columns]));
    }
}

#[test]
fn positions_are_as_many_as_the_ledger_says() {
    let mut budget = Budget::units(1 << 34);
    assert_eq!(position("cutcake", &[5, 5]).followers(&mut budget).unwrap().len(), 18_685);
    let mut regions: Vec<Position> = (1..=4)
        .flat_map(|rows| (1..=4).map(move |columns| (rows, columns)))
        .flat_map(|(rows, columns)| {
            position("domineering", &[rows, columns]).parts(&mut budget).unwrap()
        })
        .collect();
    regions.sort_unstable();
    regions.dedup();
    assert_eq!(regions.len(), 1342);
}

#[test]
fn col_is_nearly_cold() {
    let mut bench = Bench::new();
    let paths = (1..=7).map(|n| [1, n]);
    let boards = paths.chain([[2, 2], [2, 3], [2, 4], [3, 3]]);
    let star = bench.solver.arena.nimber(1).unwrap();
    let (mut numbers, mut with_star) = (0, 0);
    for board in boards {
        for follower in position("col", &board).followers(&mut bench.budget).unwrap() {
            let value = follower.value(&mut bench.solver, &mut bench.budget).unwrap();
            let arena = &mut bench.solver.arena;
            let starred = arena.sum(value, star, &mut bench.budget).unwrap();
            if arena.is_number(value) {
                numbers += 1;
            } else {
                assert!(arena.is_number(starred), "{follower}");
                with_star += 1;
            }
        }
    }
    assert_eq!((numbers, with_star), (3133, 14));
}

#[test]
fn small_domineering_regions_have_the_values_that_the_essay_names() {
    let mut bench = Bench::new();
    let mut values = |rows, columns| {
        let parts = position("domineering", &[rows, columns]).parts(&mut bench.budget).unwrap();
        let values: Vec<GameId> = parts
            .iter()
            .map(|part| part.value(&mut bench.solver, &mut bench.budget).unwrap())
            .collect();
        let mut named = |name: &str| {
            let game = bench.solver.arena.parse(name, &mut bench.budget).unwrap();
            values.contains(&game)
        };
        [named("1/2"), named("*"), named("{1|0}"), named("^")]
    };
    assert_eq!(values(4, 4), [true, true, true, false]);
    assert!(values(3, 6)[3]);
}

#[test]
fn misere_play_mirrors_normal_play_but_for_the_exceptions_of_the_ledger() {
    let mut bench = Bench::new();
    let mut exceptions = |game: &str, top: u64| {
        let mut found = Vec::new();
        for (rows, columns) in cakes(top) {
            let mirrored = match bench.integer(game, &[rows, columns]).signum() {
                1 => Outcome::R,
                -1 => Outcome::L,
                _ => Outcome::N,
            };
            let outcome = position(game, &[rows, columns]).misere_outcome(&mut bench.budget);
            if outcome != Ok(mirrored) {
                found.push((rows, columns));
            }
        }
        found
    };
    assert_eq!(exceptions("cutcake", 5), [(2, 3), (3, 2), (3, 4), (4, 3)]);
    let expected = [
        (2, 4),
        (2, 6),
        (3, 4),
        (3, 6),
        (4, 2),
        (4, 3),
        (4, 5),
        (5, 4),
        (5, 6),
        (6, 2),
        (6, 3),
        (6, 5),
    ];
    assert_eq!(exceptions("maundy", 6), expected);
}

#[test]
fn cuts_are_listed_one_a_line_and_one_a_divisor() {
    let mut bench = Bench::new();
    let mut cuts = |game: &str, sizes: &[u64], player: Player| {
        position(game, sizes).cuts(player, &mut bench.solver, &mut bench.budget).unwrap()
    };
    let by = |cuts: &[rung::cgt::Cut]| cuts.iter().map(|cut| cut.by).collect::<Vec<_>>();
    assert_eq!(by(&cuts("cutcake", &[5, 12], Player::Left)), (1..12).collect::<Vec<_>>());
    assert_eq!(by(&cuts("maundy", &[5, 12], Player::Left)), [2, 3, 4, 6, 12]);
    assert_eq!(by(&cuts("maundy", &[5, 12], Player::Right)), [5]);
    let maundy = cuts("maundy", &[4, 6], Player::Left);
    let values: Vec<_> = maundy
        .iter()
        .map(|cut| bench.solver.arena.as_number(cut.value).unwrap().to_i64())
        .collect();
    assert_eq!(values, [Some(-2), Some(-3), Some(-18)]);
    let [(piece, times)] = &maundy[1].pieces[..] else { panic!("one kind of piece") };
    assert_eq!((piece.sizes(), *times), (Some(vec![4, 2]), 3));
}

#[test]
fn best_cuts_are_those_that_no_other_beats() {
    let mut bench = Bench::new();
    let mut best = |game: &str, sizes: &[u64], player: Player| {
        let position = position(game, sizes);
        let best = position.best_cuts(player, &mut bench.solver, &mut bench.budget).unwrap();
        best.iter().map(|cut| cut.by).collect::<Vec<_>>()
    };
    assert_eq!(best("maundy", &[6, 360], Player::Left), [5]);
    assert_eq!(best("maundy", &[4, 30], Player::Left), [2, 3, 5]);
    assert_eq!(best("cutcake", &[2, 4], Player::Left), [2]);
    assert!(best("cutcake", &[2, 1], Player::Left).is_empty());
}

#[test]
fn strings_obey_the_sign_rule_of_berlekamp() {
    // Winning Ways, chapter 3: the first change of colour is the point, then L is 1 and R is 0, with a
    // last 1 more. Here from the numbers: every further edge adds or takes half of the one before.
    let mut bench = Bench::new();
    for length in 1..=9u32 {
        for edges in 0..1u32 << length {
            let text: String =
                (0..length).map(|at| if edges >> at & 1 == 0 { 'L' } else { 'R' }).collect();
            let first = text.chars().next().unwrap();
            let whole = text.chars().take_while(|&edge| edge == first).count() as i64;
            let sign = |edge| if edge == 'L' { 1 } else { -1 };
            let scale = 1i64 << (length as i64 - whole);
            let mut step = scale;
            let mut value = sign(first) * whole * scale;
            for edge in text.chars().skip(whole as usize) {
                step /= 2;
                value += sign(edge) * step;
            }
            let position = ruleset("hackenbush").unwrap().read(&text).unwrap();
            let found = position.value(&mut bench.solver, &mut bench.budget).unwrap();
            let expected =
                rung::arithmetic::dyadic::Dyadic::new(value, (length as i64 - whole) as u64);
            assert_eq!(bench.solver.arena.as_number(found), Some(&expected), "{text}");
        }
    }
}

#[test]
fn strips_of_shove_and_push_are_numbers() {
    let mut bench = Bench::new();
    for game in ["shove", "push"] {
        for code in 0..3u32.pow(6) {
            let text: String =
                (0..6).map(|at| ['.', 'L', 'R'][(code / 3u32.pow(at) % 3) as usize]).collect();
            let position = ruleset(game).unwrap().read(&text).unwrap();
            let value = position.value(&mut bench.solver, &mut bench.budget).unwrap();
            assert!(bench.solver.arena.is_number(value), "{game} {text}");
        }
    }
}

#[test]
fn positions_are_written_as_they_are_read() {
    for (game, text) in [
        ("cutcake", "2x3 + 3·4x5"),
        ("boxes", "2x3x4"),
        ("domineering", "..#/..."),
        ("col", ".L./#.r"),
        ("snort", "..R"),
        ("clobber", "xo./oxo"),
        ("toads_and_frogs", "T.TF"),
        ("toppling_dominoes", "LER"),
        ("hackenbush", "LRR"),
        ("push", "L.RR"),
        ("shove", "R.L"),
        ("nim", "3 + 5"),
        // Nothing is left.
        ("nim", "0"),
        ("cutcake", "0"),
    ] {
        let family = ruleset(game).unwrap();
        let position = family.read(text).unwrap();
        assert_eq!(position.to_string(), text);
        assert_eq!(family.read(&position.to_string()), Ok(position));
    }
    assert_eq!(ruleset("nim").unwrap().read("5,0,3").unwrap().to_string(), "3 + 5");
    for (game, nothing) in [("nim", "0,0"), ("dawsons_kayles", "0"), ("hackenbush", "")] {
        assert_eq!(ruleset(game).unwrap().read(nothing).unwrap().to_string(), "0", "{game}");
    }
}

#[test]
fn what_is_no_position_is_refused_with_its_square() {
    for (game, text, at, message) in [
        ("domineering", "../.x", 4, "row 2, square 2 is `x`, not one of `.`, `#`"),
        ("domineering", "../...", 3, "row 2 has 3 squares, row 1 has 2"),
        ("toads_and_frogs", "T.f", 2, "square 3 is `f`, not one of `T`, `F`, `.`"),
        ("hackenbush", "L + LxR", 5, "square 2 is `x`, not one of `L`, `R`"),
        ("cutcake", "2x0", 2, "side 2 is not a whole number from 1"),
        ("cutcake", "2", 1, "expected 2 sides with `x` between them"),
        ("nim", "3,x", 2, "heap 2 is not a whole number"),
        ("domineering", "9x9", 0, "expected rows and columns, at most 64 squares"),
    ] {
        let error = ruleset(game).unwrap().read(text).unwrap_err();
        assert_eq!((error.at, error.message.as_str()), (at, message), "{game} {text}");
    }
    assert!(ruleset("octal 0.78").is_err() && ruleset("subtraction 0").is_err());
    assert!(ruleset("chess").is_err() && ruleset("nim 3").is_err());
}

#[test]
fn boards_too_large_end_in_an_error() {
    let mut bench = Bench::new();
    for (game, text) in [
        ("cutcake", "1x9223372036854775807"),
        ("nim", "9223372036854775807"),
        ("domineering", "8x8"),
    ] {
        let position = ruleset(game).unwrap().read(text).unwrap();
        let value = position.value(&mut bench.solver, &mut Budget::units(100_000));
        assert_eq!(value, Err(Exhausted::Work), "{game}");
        assert!(position.followers(&mut Budget::units(100_000)).is_err());
    }
}

#[test]
fn moves_beyond_what_memory_holds_end_in_an_error_before_the_budget_does() {
    let mut bench = Bench::new();
    for (game, text) in [("nim", "2000000"), ("kayles", "20000"), ("cutcake", "1x9000000")] {
        let position = ruleset(game).unwrap().read(text).unwrap();
        let value = position.value(&mut bench.solver, &mut Budget::unlimited());
        assert_eq!(value, Err(Exhausted::Moves), "{game}");
    }
}

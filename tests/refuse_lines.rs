//! Every figure of the ladder says when it must not be drawn. Here each is broken in that way, in a
//! copy of its own essay, and must then be withheld, with the reason named.
//!
//! A break is an edit inside the block of the figure; what it replaces must be there.

#![allow(
    clippy::disallowed_methods,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

#[path = "support/blocks.rs"]
mod blocks;

/// A figure and a way to break it.
struct Break {
    /// What must not be drawn, by the name under which the ledger of figures lists it.
    refuse: &'static str,
    /// The essay and the id of the block.
    block: (&'static str, &'static str),
    /// What is replaced, and by what.
    edit: (&'static str, &'static str),
    /// What the author must be told, among other things.
    says: &'static str,
}

const fn line(
    refuse: &'static str,
    block: (&'static str, &'static str),
    edit: (&'static str, &'static str),
    says: &'static str,
) -> Break {
    Break { refuse, block, edit, says }
}

const CUT: &str = "cutcake";
const MAUNDY: &str = "maundy-cake";
const SIZE: &str = "the-size-of-a-cake";
const RULE: &str = "which-prime-to-cut-at";
const SHORT: &str = "the-short-side";
const PROOF: &str = "the-proof";

const BREAKS: &[Break] = &[
    line(
        "cutcake-values-5: a cell that is no integer",
        (CUT, "values_5"),
        ("cell:    cutcake(m, n)", "cell:    cutcake(m, n) / 2"),
        "`values_5` must not draw its cell 1x2: `cell.is_integer` is false",
    ),
    line(
        "cutcake-values-5: a shaded set that is not the cells of equal binary length",
        (CUT, "values_5"),
        ("shade:   cell = 0", "shade:   m = n"),
        "`values_5` must not draw its cell 2x3: `shade` is false, `bit_length(m) = bit_length(n)` is true",
    ),
    line(
        "cutcake-values-5: a grid that is not antisymmetric",
        (CUT, "values_5"),
        ("cell:    cutcake(m, n)", "cell:    abs(cutcake(m, n))"),
        "`values_5` must not draw its cell 2x1: `cell` is 1, `-cutcake(n, m)` is -1",
    ),
    line(
        "cutcake-values-6: a count of cells of the third block other than nine",
        (CUT, "values_6"),
        ("m >= 4 and n >= 4", "m >= 5 and n >= 4"),
        "`size(this.outlined)` is 6, not 9",
    ),
    line(
        "cutcake-row-6: a row whose differences are not 0 and 2",
        (CUT, "row_6"),
        ("cutcake(6, n)", "cutcake(2, n)"),
        "`this.values` is [-1, 0, 0, 1, 1, 2], not [-5, -2, -2, 0, 0, 0]",
    ),
    line(
        "cutcake-worked-four: a value that is not made of its own options",
        (CUT, "worked_four"),
        ("v = cutcake(m, n)", "v = maundy(m, n)"),
        "must not draw its cell 1x3: `v` is 1, `game(l, r)` is 2",
    ),
    line(
        "cutcake-cold-against-switch: a point for a fight",
        (CUT, "cold_and_hot"),
        ("value:   game(left, right)", "value:   0"),
        "must not draw its cell (2, -2): `value.is_number` is true, `l < r` is false",
    ),
    line(
        "cutcake-cold-against-switch: a bar for a gap",
        (CUT, "cold_and_hot"),
        ("value:   game(left, right)", "value:   game(\"±2\")"),
        "must not draw its cell (-2, 2): `value.is_number` is false, `l < r` is true",
    ),
    line(
        "cutcake-gap-lines: a value that is not strictly between its bounds",
        (CUT, "gap_lines"),
        ("value:   cutcake(m, n)", "value:   cutcake(m, n) + 4"),
        "must not draw its cell 2x2: `left[1]` is -2, `value` is 4, `right[1]` is 2",
    ),
    line(
        "cutcake-2x4-two-cuts: an example whose cuts are all equally good",
        (CUT, "two_cuts"),
        ("position(\"cutcake\", 2, 4)", "position(\"cutcake\", 2, 5)"),
        "is [0], not [-1, 0]",
    ),
    line(
        "cutcake-against-maundy-6: a shaded count other than 18",
        (CUT, "against_6"),
        ("m, n in 1..6", "m, n in 1..8"),
        "`size(this.shaded)` is 32, not 18",
    ),
    line(
        "cutcake-against-maundy-6: a shade that is not where the games differ",
        (CUT, "against_6"),
        ("shade:   cells[1] != cells[2]", "shade:   cells[1] = cells[2]"),
        "`shade` is true at 1x1, where the quantities agree",
    ),
    line(
        "maundy-cutcake-blocks-24: a zero outside the blocks",
        (MAUNDY, "blocks_24"),
        ("if cutcake(m, n) = 0", "if maundy(m, n) = 0"),
        "`blocks_24` must not draw its cell 2x5: `class = \"balanced\"` is true",
    ),
    line(
        "maundy-cutcake-blocks-24: a count other than 166",
        (MAUNDY, "blocks_24"),
        ("m, n in 1..24", "m, n in 1..23"),
        "`this.count(\"balanced\")` is 149, not 166",
    ),
    line(
        "maundy-readings: a reading that no claim has tested",
        (MAUNDY, "readings_table"),
        ("powers of two\", reading_two_part)", "powers of two\", eg)"),
        "a pair has no `fails`",
    ),
    line(
        "maundy-1x3-two-trees: a branch of another cake",
        (MAUNDY, "two_trees"),
        ("position(\"maundy\", 1, 3)", "position(\"maundy\", 1, 4)"),
        "`[p.value for p in this.show]` is [3, 2], not [1, 2]",
    ),
    line(
        "maundy-values-12: a cell that is no integer",
        (MAUNDY, "maundy_12"),
        ("cell:        maundy(m, n)", "cell:        maundy(m, n) / 2"),
        "must not draw its cell 1x2: `cell.is_integer` is false",
    ),
    line(
        "maundy-values-12: a shaded set that is not the cells of equal counts",
        (MAUNDY, "maundy_12"),
        ("shade:       cell = 0", "shade:       m = n"),
        "must not draw its cell 2x3: `shade` is false, `Ω(m) = Ω(n)` is true",
    ),
    line(
        "maundy-strips-by-omega: a prime strip that is not worth 1",
        (MAUNDY, "strips_24"),
        ("value = maundy(1, n)", "value = cutcake(1, n)"),
        "must not draw its cell 3",
    ),
    line(
        "maundy-three-worked: a bound that is not the best over all divisors",
        (MAUNDY, "three_worked"),
        ("left:    lefts(\"maundy\", m, n)", "left:    lefts(\"maundy\", m, n)[1..1]"),
        "must not draw its cell 2x12: `value` is 4, `game(left, right)` is 3",
    ),
    line(
        "maundy-three-worked: a value that is not strictly between its bounds",
        (MAUNDY, "three_worked"),
        ("value:   maundy(m, n)", "value:   maundy(m, n) + 9"),
        "must not draw its cell 2x4",
    ),
    line(
        "maundy-against-cutcake-4: another count of differences",
        (MAUNDY, "against_4"),
        ("m, n in 1..4", "m, n in 1..5"),
        "`this.shaded` is",
    ),
    line(
        "maundy-against-cutcake-6: another count of differences",
        (CUT, "against_6"),
        ("m, n in 1..6", "m, n in 1..5"),
        "`size(this.shaded)` is 10, not 18",
    ),
    line(
        "maundy-against-cutcake-8: another count of differences",
        (MAUNDY, "against_8"),
        ("m, n in 1..8", "m, n in 1..9"),
        "`size(this.shaded)` is",
    ),
    line(
        "maundy-zero-overlap-24: counts that do not give 166 for each game",
        (MAUNDY, "overlap"),
        ("z = maundy(m, n) = 0", "z = maundy(m, n) = 1"),
        "not [58, 108, 108, 302]",
    ),
    line(
        "maundy-class-sizes-24: a sum of squares other than 166",
        (MAUNDY, "class_sizes"),
        ("maundy_sizes(24)", "maundy_sizes(23)"),
        "`sum(s^2 for s in sizes)` is 163, not 166",
    ),
    line(
        "maundy-equal-bounds: a bound at which the two counts differ",
        (MAUNDY, "equal_bounds"),
        ("K in equal_counts.at", "K in [1, 2, 9]"),
        "must not draw its cell 9",
    ),
    line(
        "maundy-timings: a time",
        (MAUNDY, "growth"),
        (".unreduced_forms", ".seconds"),
        "a position has no `seconds`",
    ),
    line(
        "size-one-row-staircase: the strip of length 1 with a leading term",
        (SIZE, "staircase"),
        ("n in [2,", "n in [1, 2,"),
        "error[",
    ),
    line(
        "size-one-row-staircase: a sum that differs from the recursion",
        (SIZE, "staircase"),
        ("terms:   running(n)[1..Ω(n)]", "terms:   running(n)"),
        "must not draw its cell 2: `value` is 3, `by_integers(\"maundy\", 1, n)` is 1",
    ),
    line(
        "size-options-of-1x12: a best cut that the largest prime does not attain",
        (SIZE, "options_1x12"),
        ("[1x12]", "[4x6]"),
        "`[c.by for c in show.best_cuts(LEFT)]` is [2], `[gpf(n)]` is [3]",
    ),
    line(
        "size-values-12: rows shaded as if they differed everywhere",
        (SIZE, "maundy_12"),
        ("m in [8, 12] and maundy(8, n) != maundy(12, n)", "m in [8, 12]"),
        "must not draw its cell 8x4",
    ),
    line(
        "size-greedy-map-24: a failure with a prime side",
        (SIZE, "greedy_map"),
        ("if largest(m, n)", "if smallest(m, n)"),
        "`greedy_map` must not draw its cell",
    ),
    line(
        "size-greedy-map-24: a count other than 104",
        (SIZE, "greedy_map"),
        ("m in 1..24, n in 2..24", "m in 1..23, n in 2..24"),
        "`this.count(\"not best\")` is",
    ),
    line(
        "size-4x6-two-cuts: another number of copies",
        (SIZE, "cuts_4x6"),
        ("position(\"maundy\", 4, 6)", "position(\"cutcake\", 4, 6)"),
        "not [(2, 2, -2), (3, 3, -3), (6, 6, -18)]",
    ),
    line(
        "size-strips-200: a point above the line",
        (SIZE, "strips_200"),
        ("value = maundy(1, n)", "value = maundy(1, n) + 1"),
        "must not draw its cell 1: `y` is 1, `n - 1` is 0",
    ),
    line(
        "size-greedy-by-grid: a percentage of another grid",
        (SIZE, "by_grid"),
        ("of:      cells(N)", "of:      cells(N) + 1"),
        "no share of 553 cases",
    ),
    line(
        "cutrule-map-24: a tie where the counts do not differ by one",
        (RULE, "cut_map"),
        ("class:       kind(m, n)", "class:       if m = n then \"tie\" else kind(m, n)"),
        "must not draw its cell 2x2",
    ),
    line(
        "cutrule-cases: a table that some cake contradicts",
        (RULE, "cases"),
        ("if d >= 2 then \"the largest", "if d >= 1 then \"the largest"),
        "`cases` must not draw its cell 1",
    ),
    line(
        "cutrule-4x30-tie: a middle prime as the only best cut",
        (RULE, "tie_4x30"),
        ("[4x30]", "[2x30]"),
        "`best(m, n)` is [5]",
    ),
    line(
        "cutrule-thresholds: a bar with another count",
        (RULE, "thresholds"),
        ("value:   score(60, k) / cells(60)", "value:   score(60, k + 1) / cells(60)"),
        "not [3019, 3540, 3540, 3215, 2560, 3058]",
    ),
    line(
        "shortside-walk: a number of copies that is not the divisor",
        (SHORT, "walk_360"),
        ("cakes: walk(eg)", "cakes: [6x360, 6x70]"),
        "the walk goes from 6 × 360 to 6 × 70, which is no piece of it",
    ),
    line(
        "shortside-walk: a step that divides the short side",
        (SHORT, "walk_360"),
        ("cakes: walk(eg)", "cakes: [6x360, 3x360]"),
        "the walk goes from 6 × 360 to 3 × 360, which has other rows",
    ),
    line(
        "shortside-walk: more steps than the lead allows",
        (SHORT, "walk_360"),
        ("cakes: walk(eg)", "cakes: walk(eg) ++ [6x4]"),
        "`walk_360` is not what it asserts",
    ),
    line(
        "shortside-ledger: a total that differs from the recursion",
        (SHORT, "running_sum"),
        ("sums(running(360)[1..t])[t]", "running(360)[t]"),
        "`last(this.values)[3]` is 45, `maundy(eg)` is 66",
    ),
    line(
        "shortside-many-sides-one-value: a second value in the list",
        (SHORT, "many_sides"),
        ("m in quartet", "m in [4, 8]"),
        "must not draw its cell 8",
    ),
    line(
        "shortside-class-census: other totals",
        (SHORT, "class_census"),
        ("k in 0..6", "k in 1..6"),
        "not 512",
    ),
    line(
        "shortside-scores: a score of another grid",
        (SHORT, "descriptions"),
        ("of: sixty^2", "of: sixty"),
        "no share of 60 cases",
    ),
    line(
        "shortside-large-cakes: a value that the recursion does not return",
        (SHORT, "large_cakes"),
        ("By formula: formula(m, n)", "By formula: formula(m, n) + 1"),
        "`large_cakes` is not what it asserts",
    ),
    line(
        "shortside-numerals: a digit other than 1",
        (SHORT, "numerals"),
        ("Worth of the places: running(n)[1..lead(m, n)]", "Worth of the places: [1, 1]"),
        "`numerals` is not what it asserts",
    ),
    line(
        "shortside-three-checks: a count that no claim of this build made",
        (SHORT, "three_checks"),
        ("[value_formula,", "[eg,"),
        "`eg` is no claim",
    ),
    line(
        "proof-option-ladder: a Left option above the value less one",
        (PROOF, "option_ladder"),
        ("[2x12, 6x24]", "[2x12, 4x6]"),
        "must not draw its cell 4x6: `max(c.value for c in show.cuts(LEFT))` is -2, `show.value - 1` is -1",
    ),
];

/// The essay with `edit` made inside the block with this id.
fn broken(essay: &str, id: &str, (from, to): (&str, &str)) -> String {
    let opening = |kind: &str| essay.find(&format!("```{{{kind}}} {id}\n"));
    let start = opening("figure").or_else(|| opening("table"));
    let start = start.unwrap_or_else(|| panic!("there is no block `{id}`"));
    let end = start + essay[start..].find("\n```\n").unwrap();
    let block = &essay[start..end];
    assert!(block.contains(from), "`{from}` is not in `{id}`:\n{block}");
    format!("{}{}{}", &essay[..start], block.replacen(from, to, 1), &essay[end..])
}

#[test]
fn every_refuse_line_bites() {
    let pages = blocks::read("content/cutcake", "md");
    let libraries = blocks::read("content/lib", "def");
    let libraries: Vec<(&str, &str)> =
        libraries.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let mut toothless = Vec::new();
    for Break { refuse, block: (essay, id), edit, says } in BREAKS {
        let (_, text) = pages.iter().find(|(name, _)| name == essay).unwrap();
        let path = format!("cutcake/{essay}.md");
        let text = broken(text, id, *edit);
        let outcome = blocks::evaluate(&[(&path, &text)], &libraries, Some(id));
        if !outcome.figures.is_empty() {
            toothless.push(format!("{refuse}: it is drawn"));
        } else if !outcome.text.contains(says) {
            toothless.push(format!("{refuse}: says\n{}\nwithout\n{says}", outcome.text));
        }
    }
    assert!(toothless.is_empty(), "{}", toothless.join("\n\n"));
}

//! Formulas, and what they say in the expression language.

use super::Notation;
use super::Relation;
use super::read;
use crate::diagnostics::SourceId;
use crate::diagnostics::Span;

#[track_caller]
fn check(tex: &str, expected: &str) {
    let mut notation = Notation::default();
    notation.set("V", "maundy");
    notation.set("C", "cutcake");
    let at = Span::new(SourceId(0), 0..tex.len());
    let found = match read(tex, at, &notation) {
        Relation::Absent => "absent".to_owned(),
        Relation::Open(parts) => {
            let texts = parts.iter().map(|own| format!("; {}", own.text()));
            std::iter::once("open".to_owned()).chain(texts).collect()
        }
        Relation::Elided(parts) => {
            let texts = parts.iter().map(|own| format!("; {}", own.text()));
            std::iter::once("elided".to_owned()).chain(texts).collect()
        }
        Relation::Closed(expressions) => {
            let texts: Vec<&str> = expressions.iter().map(|own| own.text()).collect();
            texts.join("; ")
        }
        Relation::Unreadable { at, message } => format!("{}: {message}", &tex[at]),
    };
    assert_eq!(found, expected, "{tex}");
}

#[test]
fn closed_relations_become_expressions() {
    check("V(6,360) = 66 = 1 + 5 \\cdot 13", "maundy(6, 360) = 66 = 1 + 5 * 13");
    check("\\Omega(8) = 3", "Ω(8) = 3");
    check("\\Omega(8) = 3 = \\Omega(6) + 1", "Ω(8) = 3 = Ω(6) + 1");
    check("\\{-2 \\mid 2\\} = 0", "game(\"{-2|2}\") = 0");
    check("\\{0 \\mid \\{0 \\mid -2\\}\\} > 0", "game(\"{0|{0|-2}}\") > 0");
    check("6 \\times 360 = 2{,}160", "6 * 360 = 2160");
    check("6 \\times 360 = 2\\,160", "6 * 360 = 2160");
    check("7/4 = 1 + 3/4", "7 / 4 = 1 + 3 / 4");
    check("\\frac{7}{4} = 1 + \\frac34", "((7) / (4)) = 1 + (3 / 4)");
    check("1+4+16+64+81=166", "1 + 4 + 16 + 64 + 81 = 166");
    check("2^{10} = 1{,}024 > 10^3", "2^(10) = 1024 > 10^3");
    check("-V(4,1) \\ge 3", "-maundy(4, 1) >= 3");
    check("2(3 + 1) = 8", "2 * (3 + 1) = 8");
    check("\\lfloor 7/2 \\rfloor = 3", "floor(7 / 2) = 3");
    check("\\lfloor \\log_2 12 \\rfloor = 3", "floor_log2(12) = 3");
    check("2 V(2,6) = 2", "2 * maundy(2, 6) = 2");
    check("0.5 = \\tfrac{1}{2}", "(05 / 10) = ((1) / (2))");
    check("* + * = 0", "game(\"*\") + game(\"*\") = 0");
    check("\\pm 2 \\parallel 0", "game(\"±2\") ‖ 0");
    check("\\val{maundy(6, 360)} = \\is{66}{a(1)}", "(maundy(6, 360)) = (a(1))");
    check("|{-3}| = 3", "abs((-3)) = 3");
    check("\\{1, 3\\} = \\{1, 3\\}", "[1, 3] = [1, 3]");
    check("(2, 3) = (2, 3)", "(2, 3) = (2, 3)");
    check("\\max(10, 20) = 20", "max([10, 20]) = 20");
    check("\\max\\{10, 20\\} = 20", "max([10, 20]) = 20");
    check("\\min(\\{10, 20\\}) = 10", "min([10, 20]) = 10");
}

#[test]
fn rows_and_commas_separate_relations() {
    check("1 + 1 = 2, 2 + 2 = 4", "1 + 1 = 2; 2 + 2 = 4");
    check(
        "\\begin{aligned} V(6,360) &= 66 \\\\ &= 1 + 5 \\cdot 13 \\\\ V(1,4) &= 3 \\end{aligned}",
        "maundy(6, 360) = 66 = 1 + 5 * 13; maundy(1, 4) = 3",
    );
}

#[test]
fn what_relates_nothing_is_absent_and_what_is_free_is_open() {
    check("6 \\times 360", "absent");
    check("k - 1", "absent");
    check("1, 5, 15", "absent");
    check("n = 6", "open");
    check("V(m, n) = 0", "open");
    check("V = 3", "open");
    check("\\omega(8) = 1", "open");
    check("\\Omega = 3", "open");
}

#[test]
fn the_closed_sides_of_an_open_relation_are_related_all_the_same() {
    check("x = 1 + 5 \\cdot 13 = 77", "open; 1 + 5 * 13 = 77");
    check("n > 2 > 3 = m", "open; 2 > 3");
    check("x = 1 = y = 2 = 3", "open; 2 = 3; 1 = 2 = 3");
    check("a = 1, 2 = 3", "open; 2 = 3");
    check("\\begin{aligned} x &= 66 \\\\ &= 67 \\end{aligned}", "open; 66 = 67");
    check("1 < n < 0", "open");
    check("x = \\{1 < 2\\}", "open");
    check("x = 1 \\approx 2", "open");
    check("x = 3! = 7", "open; product(i1 for i1 in 1..3) = 7");
    check("x = 3!! = 7", "open");
}

#[test]
fn what_cannot_be_read_is_pointed_at() {
    check("\\sqrt{4} = 2", "\\sqrt: `\\sqrt` cannot be read here");
    check("\\pi_0 = 1", "open");
    check("3 \\approx 22/7", "\\approx: `\\approx` cannot be read here");
    check("4 = 2 +", ": the formula ends where a value is expected");
    check("2^10 = 1024", "10: TeX raises only the first digit: use braces");
    check("(1 + 2 = 3", "=: a bracket is not closed here");
    check("3 = 3, 4", "4: this part relates nothing");
    check("5!! = 15", "!: `!!` cannot be read here");
    check("2^3! = 64", "!: `!` cannot be read here");
    check("2 = 2 \\nmid 3", "\\nmid: `\\nmid` stands in a relation of its own");
    check("1 + 2 = 3 \\infty", "\\infty: `\\infty` cannot be read here");
    check(
        "1\\frac12 = 3/2",
        "\\frac: a fraction behind a number may be a mixed number or a product",
    );
}

#[test]
fn sums_and_products_bind_their_letter() {
    check("\\sum_{k=1}^{5} k = 16", "sum(i1 for i1 in (1)..(5)) = 16");
    check("\\sum^5_{k=1} k = 15", "sum(i1 for i1 in (1)..(5)) = 15");
    check("\\prod_{k=1}^{4} k = 24", "product(i1 for i1 in (1)..(4)) = 24");
    check("15 = \\sum_{k=1}^{5} k + 0", "15 = sum(i1 for i1 in (1)..(5)) + 0");
    check("2 \\sum_{k=1}^{2} k(k+1) = 16", "2 * sum(i1 * (i1 + 1) for i1 in (1)..(2)) = 16");
    check("\\sum_{k=0}^{3} 2^k = 15", "sum(2^i1 for i1 in (0)..(3)) = 15");
    check("\\sum_{k=1}^{3} V(k, 6) = 1", "sum(maundy(i1, 6) for i1 in (1)..(3)) = 1");
    check(
        "\\sum_{i=1}^{3} \\sum_{j=1}^{i} j = 10",
        "sum(sum(i2 for i2 in (1)..(i1)) for i1 in (1)..(3)) = 10",
    );
    check("\\sum_{d \\mid 12} d = 28", "sum(i1 for i1 in divisors(12)) = 28");
    check("\\sum_{k=1}^{n} k = 15", "open");
    check("\\sum_{k=1}^{5} k = k", "open");
    check("\\sum_{k=1}^{\\infty} k = 1", "open");
    check("\\sum_{k} k = 1", "open");
    check("\\sum_{k=1}^{5} k", "absent");
    check("x = \\sum_{k=1}^{5} k = 16", "open; sum(i1 for i1 in (1)..(5)) = 16");
}

#[test]
fn a_bar_divides_outside_braces_and_parts_the_options_inside() {
    check("2 \\mid 7", "2 divides 7");
    check("3 \\nmid 7", "not (3 divides 7)");
    check("2 \\mid n", "open");
    check("\\{0 \\mid 1\\}", "absent");
    check("\\left\\{0 \\mid 1\\right\\} > 0", "game(\"{0|1}\") > 0");
}

#[test]
fn factorials_and_binomials_are_products() {
    check("5! = 120", "product(i1 for i1 in 1..5) = 120");
    check("3!^2 = 36", "product(i1 for i1 in 1..3)^2 = 36");
    check(
        "\\binom{5}{2} = 10",
        "(if (2) < 0 then 0 else product(((5) - (2) + i1) / i1 for i1 in 1..(2))) = 10",
    );
    check(
        "\\binom52 = 10",
        "(if 2 < 0 then 0 else product((5 - 2 + i1) / i1 for i1 in 1..2)) = 10",
    );
    let nested = (0..12).fold("2".to_owned(), |inner, _| format!("\\binom{{{inner}}}{{{inner}}}"));
    let at = Span::new(SourceId(0), 0..0);
    let read = read(&format!("{nested} = 1"), at, &Notation::default());
    assert!(matches!(read, Relation::Unreadable { .. }));
}

#[test]
fn dots_without_a_free_letter_leave_something_out() {
    check("1 + 2 + \\dots + 9 = 45", "elided");
    check("1 + 2 + \\cdots + 5 = 15 = 16", "elided; 15 = 16");
    check("1 + 2 + \\cdots + n = 15", "open");
}

#[test]
fn texts_and_wide_spaces_part_a_formula_and_excuse_nothing() {
    check(r"6 \cdot 11 = 67 \text{ moves}", "6 * 11 = 67");
    check(r"\text{In all } 6 \cdot 11 = 67", "6 * 11 = 67");
    check(r"6 \cdot 11 = 67 \tag{A}", "6 * 11 = 67");
    check(r"\color{red} 6 \cdot 11 = 67", "6 * 11 = 67");
    check(r"\begin{array}{r} 6 \cdot 11 = 67 \end{array}", "6 * 11 = 67");
    check(r"66 = 6 \cdot 11 \text{ and } 6 \cdot 12 = 73", "66 = 6 * 11; 6 * 12 = 73");
    check(r"12 + 12 = 25 \quad (n > 3)", "open; 12 + 12 = 25");
    check(r"12 + 12 = 25; n > 3", "open; 12 + 12 = 25");
    check(r"6 \cdot 11 = 67 \quad\text{and}\quad n = 12", "open; 6 * 11 = 67");
    check(r"6 \cdot 11 \quad = 67", "6 * 11 = 67");
    check(r"\text{cost} = 5 n", "open");
}

#[test]
fn what_is_equal_to_an_open_side_is_equal() {
    check(r"66 = x = 67", "open; 66 = 67");
    check(r"\Omega(8) = x = 5", "open; Ω(8) = 5");
    check(r"\begin{aligned} 6 \cdot 11 &= n \\ &= 67 \end{aligned}", "open; 6 * 11 = 67");
    check(r"x = 2 \cdot 33 = 67", "open; 2 * 33 = 67");
    check(r"66 = n < 67", "open");
    check(r"n = 12 = m", "open");
}

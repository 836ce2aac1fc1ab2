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
    check("1 + 2 + \\dots + 9 = 45", "open");
    check("\\omega(8) = 1", "open");
    check("\\Omega = 3", "open");
}

#[test]
fn the_closed_sides_of_an_open_relation_are_related_all_the_same() {
    check("x = 1 + 5 \\cdot 13 = 77", "open; 1 + 5 * 13 = 77");
    check("n > 2 > 3 = m", "open; 2 > 3");
    check("x = 1 = y = 2 = 3", "open; 2 = 3");
    check("a = 1, 2 = 3", "open; 2 = 3");
    check("\\begin{aligned} x &= 66 \\\\ &= 67 \\end{aligned}", "open; 66 = 67");
    check("1 < n < 0", "open");
    check("x = \\{1 < 2\\}", "open");
    check("x = 1 \\approx 2", "open");
    check("x = 3! = 7", "open");
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
    check("5! = 120", "!: `!` cannot be read here");
    check(
        "1\\frac12 = 3/2",
        "\\frac: a fraction behind a number may be a mixed number or a product",
    );
}

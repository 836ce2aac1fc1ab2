//! Formulas, and what they say in the expression language.

use super::Notation;
use super::Part;
use super::Relation;
use super::read;
use crate::diagnostics::SourceId;
use crate::diagnostics::Span;
use crate::language::syntax::Expression;

#[track_caller]
fn check(tex: &str, expected: &str) {
    let mut notation = Notation::default();
    notation.set("V", "maundy");
    notation.set("C", "cutcake");
    let at = Span::new(SourceId(0), 0..tex.len());
    let reading = read(tex, at, &notation);
    let texts = |expressions: &[Expression]| {
        expressions.iter().map(|own| own.text().to_owned()).collect::<Vec<_>>()
    };
    let mut said = Vec::new();
    for part in &reading.parts {
        match &part.relation {
            Relation::Absent => said.push("absent".to_owned()),
            Relation::Open => said.push("open".to_owned()),
            Relation::Elided => said.push("elided".to_owned()),
            Relation::Closed(expressions) => said.extend(texts(expressions)),
            Relation::Unknown { letter: Some(letter), .. } => {
                said.push(format!("unknown {letter}"))
            }
            Relation::Unknown { .. } => said.push("unknown".to_owned()),
            Relation::Unreadable { at, message } => {
                said.push(format!("{}: {message}", &tex[at.clone()]));
            }
        }
    }
    // What is open is said first and once.
    said.sort_by_key(|own| !matches!(own.as_str(), "open" | "elided"));
    said.dedup_by(|a, b| a == b && a == "open");
    said.extend(texts(&reading.follows).into_iter().map(|text| format!("so {text}")));
    let found = said.join("; ");
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
    check("\\{1, 3\\} = \\{1, 3\\}", "set([1, 3]) = set([1, 3])");
    check("(2, 3) = (2, 3)", "(2, 3) = (2, 3)");
    check("\\max(10, 20) = 20", "max([10, 20]) = 20");
    check("\\max\\{10, 20\\} = 20", "max([10, 20]) = 20");
    check("\\min(\\{10, 20\\}) = 10", "min([10, 20]) = 10");
}

#[test]
fn rows_and_commas_separate_relations() {
    check("1 + 1 = 2, 2 + 2 = 4", "1 + 1 = 2; 2 + 2 = 4");
    check("3 = 3, 4", "3 = 3; absent");
    check("(n, m), 42", "open; absent");
    check("n = 12, 18, \\dots, 42", "open");
    check("n = m, 42", "open; absent");
    check(
        "\\begin{aligned} V(6,360) &= 66 \\\\ &= 1 + 5 \\cdot 13 \\\\ V(1,4) &= 3 \\end{aligned}",
        "maundy(6, 360) = 66 = 1 + 5 * 13; maundy(1, 4) = 3",
    );
}

#[test]
fn what_relates_nothing_is_absent_and_what_is_free_is_open() {
    check("6 \\times 360", "absent");
    check("k - 1", "open");
    check("1, 5, 15", "absent; absent; absent");
    check("n = 6", "open");
    check("V(m, n) = 0", "open");
    check("V = 3", "unknown");
    check("\\omega(8) = 1", "unknown omega");
    check("\\Omega = 3", "unknown");
}

#[test]
fn the_closed_sides_of_an_open_relation_are_related_all_the_same() {
    check("x = 1 + 5 \\cdot 13 = 77", "open; 1 + 5 * 13 = 77");
    check("n > 2 > 3 = m", "open; 2 > 3");
    check("x = 1 = y = 2 = 3", "open; 2 = 3; so 1 = 2");
    check("a = 1, 2 = 3", "open; 2 = 3");
    check("\\begin{aligned} x &= 66 \\\\ &= 67 \\end{aligned}", "open; 66 = 67");
    check("1 < n < 0", "open; so 1 < 0");
    check("x = \\{1 < 2\\}", "open");
    check("x = 1 \\sim 2", "open; unknown");
    check("x = 3! = 7", "open; product(i1 for i1 in 1..3) = 7");
    check("x = 3!! = 7", "open; unknown");
}

#[test]
fn what_cannot_be_read_is_pointed_at() {
    check("\\sqrt[3]{8} = 2", "[: only square roots can be read");
    check("\\pi_0 = 1", "open");
    check("3 \\sim 22/7", "\\sim: `\\sim` cannot be read here");
    check("4 = 2 +", ": the formula ends where a value is expected");
    check("2^10 = 1024", "10: TeX raises only the first digit: use braces");
    check("(1 + 2 = 3", "=: a bracket is not closed here");
    check("5!! = 15", "!: `!!` cannot be read here");
    check("2^3! = 64", "!: `!` cannot be read here");
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
    check("\\sum_{k=1}^{\\infty} k = 1", "unknown");
    check("\\sum_{k} k = 1", "unknown");
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
    assert!(matches!(read.parts[0].relation, Relation::Unreadable { .. }));
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
    check(r"66 = x = 67", "open; so 66 = 67");
    check(r"\Omega(8) = x = 5", "open; so Ω(8) = 5");
    check(r"\begin{aligned} 6 \cdot 11 &= n \\ &= 67 \end{aligned}", "open; so 6 * 11 = 67");
    check(r"x = 2 \cdot 33 = 67", "open; 2 * 33 = 67");
    check(r"66 = n < 67", "open; so 66 < 67");
    check(r"n = 12 = m", "open");
}

#[test]
fn what_follows_through_an_open_side_is_related() {
    check(r"66 \le x \le 60", "open; so 66 <= 60");
    check(r"66 \le x < 60", "open; so 66 < 60");
    check(r"V(6,360) > n = m > 67", "open; so maundy(6, 360) > 67");
    check(r"4 \mid n \mid 6", "open; so 4 divides 6");
    check(r"66 = x \ne 66", "open; so 66 != 66");
    check(r"60 \le x \ge 66", "open");
    check(r"66 \ne x \ne 66", "open");
    check(r"66 \approx x = 67", "open");
    check(r"1 \le x \le 5 \le y \le 9", "open; so 1 <= 5; so 5 <= 9");
    check(r"17 \equiv x \equiv 3 \pmod 5", "open; so 17 mod 5 = 3 mod 5");
    check(r"17 \equiv x \equiv 3 \pmod n", "open");
}

#[test]
fn signs_between_statements_part_them() {
    for sign in [r"\iff", r"\implies", r"\Rightarrow", r"\Leftrightarrow", r"\land", r"\to", "⇒"]
    {
        check(&format!("2 + 2 = 5 {sign} x = 3"), "open; 2 + 2 = 5");
        check(&format!("x = 3 {sign} 2 + 2 = 5"), "open; 2 + 2 = 5");
    }
    check(r"x = 3 \ (6 \cdot 11 = 67)", "open; 6 * 11 = 67");
    check(r"(66 \le x \le 60)", "open; so 66 <= 60");
    check(r"[66 \le x \le 60]", "open; so 66 <= 60");
    check(r"P(X = 3) = 12", "open");
    check(r"\neg (6 \cdot 11 = 67)", r"\neg: `\neg` cannot be read here");
    check(r"2 = 3 \lor 1 = 1", r"\lor: `\lor` cannot be read here");
}

#[test]
fn congruences_compare_remainders() {
    check(r"17 \equiv 2 \pmod 5", "17 mod 5 = 2 mod 5");
    check(r"17 \equiv 2 \pmod{5}", "17 mod (5) = 2 mod (5)");
    check(r"17 \equiv 2 \mod 5", "17 mod 5 = 2 mod 5");
    check(r"17 \equiv 2 \bmod 5", "17 mod 5 = 2 mod 5");
    check(r"17 \equiv 2 \ (\mathrm{mod}\ 5)", "17 mod 5 = 2 mod 5");
    check(r"17 = 2 \pmod 5", "17 mod 5 = 2 mod 5");
    check(r"17 \not\equiv 3 \pmod 5", "17 mod 5 != 3 mod 5");
    check(r"2^{10} = 1024 \equiv 4 \pmod 5", "2^(10) = 1024; 1024 mod 5 = 4 mod 5");
    check(r"17 \bmod 5 = 2", "17 mod 5 = 2");
    check(r"n \equiv 2 \pmod 5", "open");
    check(r"17 \equiv 2 \pmod n", "open");
    check(r"6 \cdot 11 = 67 \equiv 1 \pmod n", "open; 6 * 11 = 67");
    check(r"17 \equiv 2", r": a congruence names its modulus, as in `\pmod{5}`");
}

#[test]
fn negative_exponents_divide() {
    check(r"2^{-1} = \frac12", "(1 / 2^1) = (1 / 2)");
    check(r"(1+1)^{-2} = \frac14", "(1 / (1 + 1)^2) = (1 / 4)");
    check(
        r"\sum_{k=0}^{3} 2^{-k} = 1",
        "sum((if (-i1) < 0 then 1 / 2^(-(-i1)) else 2^(-i1)) for i1 in (0)..(3)) = 1",
    );
}

#[test]
fn bound_letters_are_not_free() {
    check(r"\sum_{1 \le k \le 10} k = 56", "sum(i1 for i1 in (1)..(10)) = 56");
    check(r"\sum_{0 < k < 10} k = 45", "sum(i1 for i1 in (0 + 1)..(10 - 1)) = 45");
    check(r"\sum_{i,j=1}^{5} ij = 225", "sum(i1 * i2 for i1, i2 in (1)..(5)) = 225");
    check(r"\sum_{p \in \{2, 3\}} p = 5", "sum(i1 for i1 in set([2, 3])) = 5");
    check(r"\sum\nolimits_{k=1}^{3} k = 6", "sum(i1 for i1 in (1)..(3)) = 6");
    check(r"\max_{1 \le n \le 36} \Omega(n) = 5", "max(Ω(i1) for i1 in (1)..(36)) = 5");
    for unknown in [
        r"\sum_{p \le 36} p = 12",
        r"\sum_1^3 k = 99",
        r"\max_{n \le 36} n = 37",
        r"\int_0^{10} x\,dx = 51",
        r"\int_0^{10} x\,\mathrm{d}x = 51",
        r"\lim_{n \to \infty} \frac1n = 12",
        r"\{n : n \le 36\}",
        r"\#\{n \le 36 : n \text{ prime}\} = 12",
        r"\forall n : n + 0 = 67",
        r"n + 0 = 67 \;\forall n",
    ] {
        check(unknown, "unknown");
    }
    check(r"\sum_{k=1}^{n} k = 15", "open");
    check(r"\{n \mid -n\} = 12", "open");
    check(r"\forall n \le N", "open");
    check(r"12 + 12 = 25 \;\forall n", "unknown");
}

#[test]
fn a_sum_ends_at_a_sign_and_its_letter_with_it() {
    let stray = "k: `k` stands behind the sum that binds it, which ends at a `+` or `-`: put what is \
                 summed in brackets";
    check(r"\sum_{k=1}^{3} k^2 - k = 99", stray);
    check(r"\sum_{k=1}^{3} k^2 + k = 99", stray);
    check(r"\sum_{k=1}^{3} (k^2 - k) = 8", "sum((i1^2 - i1) for i1 in (1)..(3)) = 8");
    check(r"\sum_{k=1}^{3} -k = -6", "sum(-i1 for i1 in (1)..(3)) = -6");
    check(
        r"\sum_{k=1}^{3} k + \sum_{k=1}^{3} k = 12",
        "sum(i1 for i1 in (1)..(3)) + sum(i2 for i2 in (1)..(3)) = 12",
    );
}

#[test]
fn what_surrounds_a_number_excuses_nothing() {
    check(r"6 \cdot 11 = 67\mathrm{cm}", "6 * 11 = 67");
    check(r"6 \cdot 11 = 67\,\mathrm{cm}^2", "6 * 11 = 67; absent");
    check(r"6 \cdot 11 = 67 {\rm cm}", "6 * 11 = 67");
    check(r"\boxed{6 \cdot 11 = 67}", "6 * 11 = 67");
    check(r"6 \cdot 11 = \mathbf{67}", "6 * 11 = 67");
    check(r"6 \cdot 11 = \underbrace{67}_{n}", "open; 6 * 11 = 67");
    check(r"6 \cdot 11 \stackrel{n}{=} 67", "open; 6 * 11 = 67");
    check(r"\textcolor{red}{6 \cdot 11 = 67}", "6 * 11 = 67");
    check(r"67 \hspace{1em}", "absent");
    check(r"67 \phantom{n}", "absent");
    check(r"\hat n = 12", "open");
    check(r"\overline{12} = 12", r"\overline: `\overline` cannot be read here");
}

#[test]
fn a_letter_that_is_applied_to_numbers_is_not_free() {
    for (tex, letter) in [
        (r"F(6,360) = 67", "F"),
        (r"F_{6,360} = 67", "F"),
        (r"\pi(36) = 12", "pi"),
        (r"p_{12} = 37", "p"),
        (r"\mathbf{F}(6,360) = 67", "F"),
        (r"\operatorname{lcm}(4, 6) = 13", "lcm"),
        (r"\sum_{k=1}^{10} a_k = 56", "a"),
        (r"f'(36) = 12", "f"),
    ] {
        check(tex, &format!("unknown {letter}"));
    }
    check(r"n = F(6,360) = 67", "open; unknown F");
    check(r"F(6,360) > n > 67", "open; unknown F");
    for open in
        [r"x_1 = 42", r"x_{\text{max}} = 42", r"F(n) = 42", r"k(3 + 1) = 4k", r"a_{n+1} = 42"]
    {
        check(open, "open");
    }
    // With a word of several letters before what it is applied to, and with a name of the notation.
    check(r"\operatorname{rad} 12 = 12", "unknown rad");
    check(r"\mathrm{mex}\{0, 1, 3\} = 2", "unknown mex");
    check(r"2 = \operatorname{sgn}|{-3}|", "unknown sgn");
    check(r"67\,\mathrm{cm} < 12", "67 < 12");
    for tex in
        [r"V[6,360] = 67", r"V\{6,360\} = 67", r"V^*(6,360) = 67", r"V = 67", r"V^2(6,360) = 67"]
    {
        check(tex, "unknown");
    }
    check(r"V_{6,360} = 66", "maundy(6, 360) = 66");
    check(r"V_6(360) = 66", "unknown");
    check(r"F(36)", "absent");
}

#[test]
fn cells_stand_each_for_itself() {
    check(r"\begin{pmatrix} a & 12 \\ 13 & 14 \end{pmatrix}", "open; absent; absent; absent");
    check(
        r"f(n) = \begin{cases} 12 & \text{if } n = 2 \\ 17 & \text{otherwise} \end{cases}",
        "open; absent; absent",
    );
    check(
        r"\begin{aligned} 6 \cdot 11 &= 60 \\ &\quad {} + 7 \\ x &= 3 & 1 &= 2 \\ &= 5 \end{aligned}",
        "open; 6 * 11 = 60 + 7; 1 = 2; unknown",
    );
    check(
        r"\begin{vmatrix} 1 & 2 \\ 3 & 4 \end{vmatrix} = -3",
        "absent; absent; absent; absent; =: `=` cannot be read here",
    );
}

#[test]
fn logarithms_of_powers_of_the_base_are_read() {
    check(r"\log_2 8 = 3", "3 = 3");
    check(r"\log_{10} 1{,}000 + 1 = 5", "3 + 1 = 5");
    check(r"2 \log_3 9^5 = 20", "2 * 10 = 20");
    check(r"\lfloor \log_2 9 \rfloor = 3", "floor_log2(9) = 3");
    check(r"\log_2 9 = 3", r"\log: a logarithm is read of a number that is a power of the base");
    check(r"\log 100 = 2", r"\log: a logarithm is read with its base, `\log_2`");
}

#[test]
fn roots_are_compared_by_their_squares() {
    check(r"\sqrt{81} = 9", "9 = 9");
    check(r"\sqrt{16} + 1 = 5", "4 + 1 = 5");
    check(r"\sqrt{2} < \frac32", "(2) >= 0 and (3 / 2) > 0 and (2) < (3 / 2)^2");
    check(r"\sqrt{2} < \sqrt{3}", "(2) >= 0 and (3) >= 0 and (2) < (3)");
    check(r"4 > 2\sqrt{3}", "(2^2 * (3)) >= 0 and 4 > 0 and (2^2 * (3)) < 4^2");
    check(
        r"\sqrt{2} + 1 = 2",
        "+: a root is read of a square number, or where it is all of a side",
    );
}

#[test]
fn nim_sums_are_those_of_heaps() {
    check(r"3 \oplus 5 = 6", "6 = 6");
    check(r"(1 + 2) \oplus 5 = 6", "nim((1 + 2), 5).birthday = 6");
    check(r"*3 \oplus *5 = *6", r#"(game("*3") + game("*5")) = game("*6")"#);
    check(r"1 \oplus 2 + 3 = 6", "+: brackets are wanted beside a nim-sum");
    check(r"m \oplus n = 0", "open");
}

#[test]
fn chains_that_the_language_has_not_are_parted() {
    check("1 < 3 > 2", "1 < 3; 3 > 2");
    check("1 < 2 = 2 > 1", "1 < 2 = 2; 2 > 1");
    check(r"2 \mid 6 = 6", "2 divides 6; 6 = 6");
    check(r"3 \notin \{1, 2\}", "not (3 in [1, 2])");
    check(r"2 \not= 3", "2 != 3");
    check("6/2(3) = 9", "(: what is divided by may be read in two ways: use brackets");
}

#[test]
fn a_long_formula_takes_work_in_proportion_to_its_length() {
    let at = Span::new(SourceId(0), 0..0);
    let work = |piece: &str, times: usize| {
        let reading = read(&piece.repeat(times), at, &Notation::default());
        assert!(!reading.parts.is_empty());
        reading.work
    };
    for piece in [
        "1 + 1 = 2, ",
        "x = 66 = ",
        r"66 \le x \le 67 \le ",
        r"\sum_{k=1}^{3} k + ",
        r"f(36) = 12 \iff ",
        r"\begin{pmatrix} a & 12 \end{pmatrix}",
        "(1 = 1) ",
        r"\{1 \mid 2\} = ",
        r"\boxed{1 = 1} ",
        "f(",
        r"\{",
        r"\boxed{",
    ] {
        let (once, twice) = (work(piece, 500), work(piece, 1000));
        assert!(twice <= 2 * once + 100, "{piece}: {once}, then {twice}");
    }
}

#[test]
fn what_is_about_equal_rounds_to_what_is_shown() {
    check(
        r"2/3 \approx 0.667",
        "2 / 3 >= (0667 / 1000) - 1/2000 and 2 / 3 < (0667 / 1000) + 1/2000",
    );
    check(r"1024 \approx 1000", "1024 >= 1000 - 1000/2 and 1024 < 1000 + 1000/2");
    check(r"3 \approx 22/7", "22 / 7 >= 3 - 1/2 and 22 / 7 < 3 + 1/2");
    check(r"x \approx 1.41", "open");
    check(r"1.41 \approx x \approx 1.42", "open");
    check(
        r"2^{10} \approx 10^3",
        ": a root, or a number that is no decimal, cannot be compared in this way",
    );
}

#[test]
fn sets_have_no_order_and_tuples_have_one() {
    check(r"\{12, 13\} = \{13, 12\}", "set([12, 13]) = set([13, 12])");
    check(r"\{1, 2\} = \{2, 1\} \ne \{3\}", "set([1, 2]) = set([2, 1]); set([2, 1]) != set([3])");
    check(r"\{\{1, 2\}, 3\} = \{3\}", "set([set([1, 2]), 3]) = set([3])");
    check(r"\{2, 1\} \in \{\{1, 2\}\}", "set([2, 1]) in [set([1, 2])]");
    check(r"\{2, 1\} \notin \{3\}", "not (set([2, 1]) in [3])");
    check(r"(1, 2) = (2, 1)", "(1, 2) = (2, 1)");
    check(r"(\{1, 2\}, 3) = (3, 4)", "(set([1, 2]), 3) = (3, 4)");
}

#[test]
fn fractions_are_congruent_by_the_inverse_of_their_denominator() {
    check(r"12^{-1} \equiv 3 \pmod{35}", "residue((1 / 12^1), (35)) = 3 mod (35)");
    check(r"\frac{1}{2} \equiv 4 \pmod 7", "residue(((1) / (2)), 7) = 4 mod 7");
    check(r"V(2, 3) \not\equiv 4 \pmod 7", "residue(maundy(2, 3), 7) != 4 mod 7");
}

#[test]
fn a_fraction_in_brackets_that_is_all_of_a_side_may_be_a_legendre_symbol() {
    for tex in [
        r"\left(\frac{2}{17}\right) = 1",
        r"1 = \Bigl(\tfrac{2}{17}\Bigr)",
        r"-\left(\frac27\right) = \left(\frac37\right) \cdot \left(\frac57\right)",
        r"(2/17) = 1",
        r"\left(\frac{2}{3}\right)\left(\frac{2}{5}\right) = 1",
    ] {
        let at = Span::new(SourceId(0), 0..tex.len());
        let read = read(tex, at, &Notation::default());
        let [part] = read.parts.as_slice() else { panic!("{tex}") };
        let Relation::Unreadable { message, .. } = &part.relation else { panic!("{tex}") };
        assert!(message.contains("Legendre"), "{tex}: {message}");
    }
    check(r"2 \left(\frac{1}{2}\right) = 1", "2 * (((1) / (2))) = 1");
    check(r"\left(\frac{1}{2}\right)^2 = 1", "(((1) / (2)))^2 = 1");
    check(r"(2/3 + 1) = 1", "(2 / 3 + 1) = 1");
}

#[test]
fn functions_side_by_side_are_multiplied() {
    check(r"\Omega(8)\,\Omega(9) = 6", "Ω(8) * Ω(9) = 6");
    check(r"2\Omega(8)V(2, 3) = 6", "2 * Ω(8) * maundy(2, 3) = 6");
    check(r"\sum_{\alpha=1}^3 2\alpha = 12", "sum(2 * i1 for i1 in (1)..(3)) = 12");
    check(r"6/2\Omega(8) = 1", r"\Omega: `\Omega` cannot be read here");
}

#[test]
fn a_greek_letter_is_its_command() {
    let said = |key: &str, tex: &str| {
        let mut notation = Notation::default();
        notation.set(key, "phi_of");
        let at = Span::new(SourceId(0), 0..tex.len());
        match &read(tex, at, &notation).parts[0].relation {
            Relation::Closed(expressions) => expressions[0].text().trim().to_owned(),
            other => format!("{other:?}"),
        }
    };
    for (key, tex) in [
        ("σ", r"\sigma(8) = 15"),
        ("sigma", "σ(8) = 15"),
        ("σ", "σ(8) = 15"),
        (r"\sigma", "σ(8) = 15"),
        ("φ", r"\phi(8) = 15"),
        ("φ", r"\varphi(8) = 15"),
        ("varphi", r"\varphi(8) = 15"),
    ] {
        assert_eq!(said(key, tex), "phi_of(8) = 15", "{key} {tex}");
    }
    check("Ω(8) = 3", "Ω(8) = 3");
    check("σ(8) = 15", "unknown sigma");
    check("σ = 15", "open");
    check(r"\sum_{σ=1}^{5} \sigma = 15", "sum(i1 for i1 in (1)..(5)) = 15");
}

#[test]
fn pi_is_a_number() {
    for unknown in [
        r"\pi^2/6 = 1.7",
        r"\frac{22}{7} - \pi < 0.00001",
        r"\pi \approx \frac{22}{7}",
        r"\pi < 3.14159265358979323846264338327950288419716939937510582097",
        r"12 \pi \equiv 3 \pmod 5",
        r"f(\pi) = 12",
    ] {
        let at = Span::new(SourceId(0), 0..unknown.len());
        let read = read(unknown, at, &Notation::default());
        assert!(
            matches!(read.parts.as_slice(), [Part { relation: Relation::Unknown { .. }, .. }]),
            "{unknown}: {:?}",
            read.parts
        );
    }
    check(r"17 \pi", "absent");
    check(r"A = \pi r^2", "open");
    check(r"\pi(n) < n", "open");
    check(r"\pi_1 = 12", "open");
    check(r"\pi(36) = 11", "unknown pi");
    check(r"\prod_{\pi=1}^{3} \pi = 6", "product(i1 for i1 in (1)..(3)) = 6");
    check(r"2\pi < \frac{7\pi}{3}", "(2 / 1) < (7 / 3)");
}

#[test]
fn a_name_of_the_notation_that_is_spelled_in_letters_is_told() {
    let mut notation = Notation::default();
    notation.set("od", "odd_part");
    let said = |tex: &str| {
        let reading = read(tex, Span::new(SourceId(0), 0..tex.len()), &notation);
        reading.parts.iter().map(|part| format!("{:?}", part.relation)).collect::<String>()
    };
    assert!(said("od(24) = 5").contains("write `\\\\mathrm{od}`"), "{}", said("od(24) = 5"));
    assert!(said("o \\cdot d = 5").starts_with("Open"));
    assert!(said("\\mathrm{od}(24) = 5").starts_with("Closed"));
}

//! Tests of formulas: what is computed in them, and what is said where that cannot be.

use super::audit;
use super::check;
use expect_test::expect;

/// What is told about `formula`, without its snippets.
fn told(formula: &str) -> Vec<String> {
    let audited = audit(&format!("So ${formula}$ here.\n"));
    audited.diagnostics.iter().map(|one| one.message.clone()).collect()
}

#[test]
fn sums_factorials_and_divisors_of_formulas_are_computed() {
    for right in [
        r"\sum_{k=1}^{5} k = 15",
        r"\sum_{k=1}^{100} k^2 = 338{,}350",
        r"\prod_{k=1}^{5} k = 5!",
        r"\sum_{k=0}^{5} \binom{5}{k} = 2^5",
        r"\sum_{d \mid 28} d = 56",
        r"2 \mid 28",
        r"3 \nmid 28",
        r"10! = 3{,}628{,}800",
        r"\binom{49}{6} = 13{,}983{,}816",
        r"\binom{3}{7} = 0",
        r"0! = 1",
    ] {
        assert_eq!(told(right), Vec::<String>::new(), "{right}");
    }
    for (wrong, sides) in [
        (r"\sum_{k=1}^{5} k = 16", "its sides are 15 and 16"),
        (r"\prod_{k=1}^{5} k = 121", "its sides are 120 and 121"),
        (r"2 \mid 7", "does not hold"),
        (r"7 \nmid 28", "does not hold"),
        (r"5! = 125", "its sides are 120 and 125"),
        (r"\binom{5}{2} = 11", "its sides are 10 and 11"),
        (r"x = \sum_{k=1}^{5} k = 16", "its sides are 15 and 16"),
    ] {
        let told = told(wrong);
        assert!(told.len() == 1 && told[0].contains(sides), "{wrong}: {told:?}");
    }
}

#[test]
fn a_sum_without_measure_ends_with_its_budget() {
    let told = told(r"\sum_{k=1}^{10^{12}} k = 1");
    assert_eq!(told, ["the budget of 50,000,000 units of work ran out"]);
}

#[test]
fn a_number_beside_dots_is_bound() {
    check(
        r"So $1+2+\cdots+5 = 16$, and $1 + 2 + \dots + 5 = \is{15}{sum(1..5)}$, and $1 + \dots + n = 16$.",
        &expect![[r#"
            error[numeral::unbound]: nothing checks `16` in this formula: its dots leave out what it would be checked against
             --> content/page.md:4:20
              |
            4 | So $1+2+\cdots+5 = 16$, and $1 + 2 + \dots + 5 = \is{15}{sum(1..5)}$, and $1 + \dots + n = 16$.
              |                    ^^
              |
              = help: write a sum with its limits, `\sum_{k=1}^{5} k`, or `\is{…}{expression}` around the number"#]],
    );
}

#[test]
fn games_in_a_relation_are_what_they_are() {
    assert_eq!(told(r#"\val{game("{0||0|-2}")} > 0"#), Vec::<String>::new());
    assert_eq!(told(r#"\val{nim(1) + nim(2)} = \val{nim(3)}"#), Vec::<String>::new());
    let told = told(r#"\val{nim(1)} = \val{nim(3)}"#);
    assert!(told[0].contains("its sides are * and *3"), "{told:?}");
}

#[test]
fn what_cannot_be_read_names_the_rule_for_every_number() {
    check(
        r"So $\sqrt{\val{double(8)}} + \val{sums([1, 2])} = 77$.",
        &expect![[r#"
            error[numeral::relation]: this formula cannot be checked as it stands: a root is read of a square number, or where it is all of a side; `sums([1, 2])` is [1, 3]
             --> content/page.md:4:5
              |
            4 | So $\sqrt{\val{double(8)}} + \val{sums([1, 2])} = 77$.
              |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: bind every number in it that stands in no sub- or superscript, as `\is{…}{expression}` or `\val{expression}`"#]],
    );
}

#[test]
fn the_letters_of_a_text_stand_for_nothing() {
    for tex in [
        r"42 \text{ cakes}",
        r"42 \mbox{ cakes}",
        r"42 \textrm{ cakes} \tag{A}",
        r"\color{red} 42",
        r"\begin{array}{c} 42 \end{array}",
    ] {
        assert!(told(tex).iter().any(|one| one.contains("`42`")), "{tex}: {:?}", told(tex));
    }
    assert_eq!(told(r"n + 42 \mbox{ cakes}"), Vec::<String>::new());
}

#[test]
fn what_is_unknown_wants_numbers_of_two_digits_bound_and_names_the_letter() {
    check(
        r"So $V(6,360) = 67$, $\int_0^{10} x\,dx = 51$, $f(0) = 1$, $\forall n \ge 1$.",
        &expect![[r#"
            error[numeral::relation]: this formula cannot be checked as it stands: `V` stands for nothing that is known
             --> content/page.md:4:5
              |
            4 | So $V(6,360) = 67$, $\int_0^{10} x\,dx = 51$, $f(0) = 1$, $\forall n \ge 1$.
              |     ^^^^^^^^^^^^^
              |
              = help: say under `notation` what it stands for, as in `notation: {V: maundy}`, or bind the numbers, as `\is{…}{expression}` or `\val{expression}`

            error[numeral::relation]: this formula cannot be checked as it stands: `\int` cannot be read here
             --> content/page.md:4:22
              |
            4 | So $V(6,360) = 67$, $\int_0^{10} x\,dx = 51$, $f(0) = 1$, $\forall n \ge 1$.
              |                      ^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: bind every number in it that stands in no sub- or superscript, as `\is{…}{expression}` or `\val{expression}`"#]],
    );
}

#[test]
fn a_relation_whose_budget_runs_out_is_told_once() {
    let told = told(r"\sum_{k=1}^{10^{12}} k = 1234");
    assert_eq!(told, ["the budget of 50,000,000 units of work ran out"]);
}

#[test]
fn numbers_in_the_text_of_a_formula_are_numbers_of_the_prose() {
    for tex in [
        r"n + \text{sixty-seven cakes}",
        r"n \text{ is } 67",
        r"x_{\text{42 cakes}}",
        r"\mathrm{sixty} + n",
        r"\frac{n}{\mbox{42}}",
        r"n = 2 \tag{42 cakes}",
    ] {
        let told = told(tex);
        assert!(told.len() == 1 && told[0].starts_with("nothing checks `"), "{tex}: {told:?}");
    }
    for tex in
        [r"n \text{ is even}", r"n = 2 \tag{12}", r"n \text{ is one of them}", r"12 \mathrm{GL}_n"]
    {
        assert_eq!(told(tex), Vec::<String>::new(), "{tex}");
    }
}

#[test]
fn arguments_are_named_as_cakes_are() {
    let told = |text: &str| audit(text).told();
    assert_eq!(told("So $V(6, 360)$ is [66](= \"11 * gcd(6, 360)\").\n"), "");
    assert!(told("So $V(6, 361)$ is [66](= \"11 * gcd(6, 360)\").\n").contains("`361`"));
}

#[test]
fn a_relation_is_computed_beside_whatever_stands_near_it() {
    for wrong in [
        r"2+2=5 \implies x = 3",
        r"66 \le x \le 60",
        r"17 \equiv 3 \pmod 5",
        r"\sqrt{81} = 8",
        r"\sqrt{2} > \frac32",
        r"3 \oplus 5 = 7",
        r"2/3 \approx 0.66",
        r"\sqrt{2} \approx 1.415",
        r"x = \sqrt{2} \approx 1.42",
        r"144 \approx 150",
        r"2^{-1} = \frac13",
        r"\sum_{i,j=1}^5 ij = 226",
        r"\max_{1 \le n \le 36} n = 37",
        r"|\{1, 2, 3\}| = 4",
        r"n = 3 \ (6 \cdot 11 = 67)",
        r"6 \cdot 11 = 67\,\mathrm{cm}",
        r"\boxed{6 \cdot 11 = 67}",
    ] {
        let told = told(wrong);
        assert!(told.len() == 1 && told[0].contains("does not hold"), "{wrong}: {told:?}");
    }
    for right in [
        r"2+2=4 \implies x = 3",
        r"60 \le x \le 66",
        r"17 \equiv 2 \pmod 5",
        r"\sqrt{81} = 9",
        r"1 < \sqrt{2} < \sqrt{3} < \frac{7}{4}",
        r"3 \oplus 5 = 6",
        r"2/3 \approx 0.667",
        r"-2/3 \approx -0.67",
        r"\sqrt{2} \approx 1.414",
        r"\frac{22}{7} \approx 3.14",
        r"145 \approx 150",
        r"2^{-1} = \frac12",
        r"\sum_{k=0}^{3} 2^{-k} = \frac{15}{8}",
        r"\sum_{i,j=1}^5 ij = 225",
        r"\max_{1 \le n \le 36} n = 36",
        r"|\{1, 2, 3, 3\}| = 3",
        r"\gcd(12, 18) = 6 \equiv 1 \pmod 5",
    ] {
        assert_eq!(told(right), Vec::<String>::new(), "{right}");
    }
}

#[test]
fn ordinary_mathematics_is_left_alone() {
    for tex in [
        r"n \ge 1",
        r"f(0) = 1",
        r"x_1 = 3",
        r"P_1 \ge P_2 \ge \dots",
        r"i = 1, \dots, 36",
        r"n = 12, 18, 24",
        r"n \equiv 3 \pmod{12}",
        r"\forall \varepsilon > 0\ \exists N",
        r"\lim_{n \to \infty} a_n = 0",
        r"\int_0^1 x \,\mathrm{d}x = \frac12",
        r"f(n) = \begin{cases} 0 & \text{if } n = 0, \\ 1 & \text{otherwise.} \end{cases}",
        r"A = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} = 3B",
        r"\mathbb{Z}/12\mathbb{Z}",
        r"K_{12}",
        r"P(X = 3) = \frac16",
        r"f : A \to B",
        r"x \in [0, 1)",
        r"\{n : n^2 \le 9\}",
        r"e^{i\pi} + 1 = 0",
        r"\sum_{d \mid n} \varphi(d) = n",
        r"\bigcup_{i \in I} A_i",
        r"R = 12\,\mathrm{cm} + r",
        r"\vec v = 12 \vec w",
    ] {
        assert_eq!(told(tex), Vec::<String>::new(), "{tex}");
    }
}

#[test]
fn what_is_true_of_sets_and_of_inverses_is_not_called_false() {
    for right in [
        r"\{12, 13\} = \{13, 12\}",
        r"\{12, 12, 13\} = \{12, 13\}",
        r"\{\{2, 1\}, \{3\}\} = \{\{3\}, \{1, 2\}\}",
        r"12^{-1} \equiv 3 \pmod{35}",
        r"\frac{2}{3} \equiv 10 \pmod{14}",
        r"-\frac13 \equiv 5 \pmod{16}",
        r"\Omega(8)\,\Omega(9) = 6",
    ] {
        assert_eq!(told(right), Vec::<String>::new(), "{right}");
    }
    for (wrong, said) in [
        (r"\{12, 13\} = \{12, 14\}", "its sides are [12, 13] and [12, 14]"),
        (r"\{12, 13\} \ne \{13, 12\}", "does not hold"),
        // 12 * 4 is 48, which leaves 13.
        (r"12^{-1} \equiv 4 \pmod{35}", "its sides are 3 and 4"),
        (r"5^{-1} \equiv 3 \pmod{35}", "1/5 is congruent to no whole number modulo 35"),
        (r"\left(\frac{2}{17}\right) = 1", "may be a Legendre symbol"),
    ] {
        let told = told(wrong);
        assert!(told.len() == 1 && told[0].contains(said), "{wrong}: {told:?}");
    }
}

#[test]
fn pi_is_compared_with_fractions_and_excuses_no_number() {
    for right in [
        r"\pi \approx 3.14",
        r"3.1416 \approx \pi",
        r"\pi < \frac{22}{7}",
        r"\frac{223}{71} < \pi < \frac{22}{7}",
        r"\pi \ne 355/113",
        r"\pi < \frac{355}{113}",
        r"2\pi > 6.28",
        r"\frac{\pi}{4} \approx 0.785",
        r"2 \cdot \pi \approx 6.28",
        r"3\pi/2 < 5",
        r"3.14159265358979323846 < \pi < 3.14159265358979323847",
        r"\pi \ge 3",
        // Below ten no number wants to be bound.
        r"\pi^2 < 9 + 1",
    ] {
        assert_eq!(told(right), Vec::<String>::new(), "{right}");
    }
    for wrong in [
        r"\pi \approx 3.15",
        r"\pi = 3.14159",
        r"\pi > \frac{22}{7}",
        r"\pi = \frac{22}{7}",
        r"\frac{\pi}{4} \approx 0.786",
        r"\pi < 3.14159265358979323846",
        r"2\pi < \pi",
    ] {
        let told = told(wrong);
        assert!(told.len() == 1 && told[0].contains("does not hold"), "{wrong}: {told:?}");
    }
    for unknown in [r"\pi^2/6 = 1.7", r"\frac{22}{7} - \pi < 0.00001"] {
        let told = told(unknown);
        assert!(told.len() == 1 && told[0].contains("`\\pi` is compared"), "{unknown}: {told:?}");
    }
}

#[test]
fn a_wrong_relation_is_shown_as_it_is_typed() {
    for (wrong, message) in [
        (r"\sqrt{36} = 7", r"`\sqrt{36} = 7` does not hold: its sides are 6 and 7"),
        (r"\binom{5}{2} = 11", r"`\binom{5}{2} = 11` does not hold: its sides are 10 and 11"),
        (r"0.5 = \frac13", r"`0.5 = \frac13` does not hold: its sides are 1/2 and 1/3"),
        (r"x = 1, 5! = 121", r"`5! = 121` does not hold: its sides are 120 and 121"),
        (r"\Omega(8) = 4", r"`\Omega(8) = 4` does not hold: its sides are 3 and 4"),
        (
            r"\is{3!}{double(3)} = \val{double(4)} + 1",
            r"`\is{3!}{double(3)} = \val{double(4)} + 1` does not hold: its sides are 6 and 9",
        ),
        // It is typed nowhere.
        (r"66 \le x \le 60", "`66 <= 60` does not hold: its sides are 66 and 60"),
        (r"\sqrt{36} = x = 7", "`6 = 7` does not hold: its sides are 6 and 7"),
    ] {
        assert!(told(wrong).iter().any(|one| one == message), "{wrong}: {:?}", told(wrong));
    }
}

#[test]
fn the_help_proposes_the_definition_of_the_same_name() {
    let told = |name: &str| audit(&format!("So $\\operatorname{{{name}}}(12) = 24$.\n")).told();
    assert!(told("double").contains("as in `notation: {double: double}`"), "{}", told("double"));
    assert!(told("treble").contains("as in `notation: {treble: maundy}`"), "{}", told("treble"));
}

#[test]
fn a_number_of_many_digits_is_not_written_out_in_a_help() {
    let noughts = "0".repeat(100);
    assert_eq!(told(r"\is{10^{1500}}{10^1500}"), Vec::<String>::new());
    let told = audit("So $\\is{10^{1501}}{10^1500}$ and [1,000](=10^1500).\n").told();
    assert!(told.contains("not 10^1501") && told.contains("let the build write it"), "{told}");
    assert!(!told.contains(&noughts), "{told}");
}

#[test]
fn nothing_is_computed_from_a_number_that_a_formula_gives() {
    for formula in [
        r#"2 \cdot \is{3.65}{given "the tables"} = \is{7.3}{given "the tables"}"#,
        // It is false, and the author's word.
        r#"1 + 1 = \is{73}{given "the tables"}"#,
        r#"G = \is{7.3}{given "the tables"}"#,
        r#"\is{3}{given "the rules"} \cdot 2 = 7"#,
    ] {
        assert_eq!(told(formula), Vec::<String>::new(), "{formula}");
    }
    assert_eq!(
        told(r#"1 + 1 = 3 = \is{73}{given "the tables"} + 17"#),
        [
            r"`1 + 1 = 3` does not hold: its sides are 2 and 3",
            "nothing checks `17` in this formula: nothing is computed from the given number beside it",
        ]
    );
    let audited = audit("So $\\is{73}{given \"the tables\"}$ and `=double(2)`.\n");
    assert_eq!((audited.report.counts.given, audited.report.counts.computed), (1, 1));
    for formula in [r"\is{73}{given}", r#"\is{73}{given ""}"#, r#"\is{73}{given " "}"#] {
        assert!(told(formula).contains(&"a given number has no reason".to_owned()), "{formula}");
    }
}

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
            error[numeral::relation]: this formula cannot be checked as it stands: `\sqrt` cannot be read here; `sums([1, 2])` is [1, 3]
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

//! Tables written by hand: what says a value, and what does not.

use super::Agreement;
use super::agrees;
use super::agrees_tex;
use super::number;
use crate::arithmetic::Number;
use crate::language::value::Form;
use crate::language::value::Value;
use crate::language::value::Written;
use std::sync::Arc;

fn fraction(above: i64, below: i64) -> Value {
    Value::Number(Number::from(above).divide(&Number::from(below)).unwrap())
}

fn list(items: &[i64]) -> Value {
    Value::list(items.iter().copied().map(Value::from).collect())
}

fn cake(sides: &[i64]) -> Value {
    Value::tuple(sides.iter().copied().map(Value::from).collect())
}

fn game(name: &str) -> Value {
    super::game_named(name).unwrap()
}

#[track_caller]
fn all(agreement: Agreement, value: &Value, texts: &[&str]) {
    for text in texts {
        assert_eq!(agrees(text, value), agreement, "{text:?} beside {value:?}");
    }
}

#[test]
fn integers() {
    let n = Value::from(1296);
    all(
        Agreement::Agrees,
        &n,
        &[
            "1296",
            "1,296",
            "1\u{a0}296",
            "1\u{2009}296",
            "1\u{202f}296",
            "one thousand two hundred and ninety-six",
            "One thousand two hundred and ninety-six",
            "1,296th",
        ],
    );
    all(Agreement::Differs, &n, &["1,297", "1,295", "-1,296", "twelve"]);
    all(Agreement::Unreadable, &n, &["1, 296", "12,96", "1 296", "1,296 cakes", "", "many", "MCC"]);
    all(Agreement::Agrees, &Value::from(-3), &["-3", "−3", "minus three", "Minus three"]);
    all(Agreement::Differs, &Value::from(-3), &["3", "three"]);
    all(
        Agreement::Agrees,
        &Value::from(0),
        &["0", "none", "nought", "zero", "no", "nothing", "No"],
    );
    all(Agreement::Agrees, &Value::from(2), &["twice", "two", "second", "2nd", "both"]);
    all(Agreement::Agrees, &Value::from(12), &["a dozen", "dozen", "Dozen", "twelve", "12"]);
    all(Agreement::Agrees, &Value::from(12), &["twelfth"]);
    all(Agreement::Differs, &Value::from(12), &["score", "gross", "two dozen"]);
    all(Agreement::Agrees, &Value::from(20), &["a score", "score", "twenty"]);
    all(Agreement::Agrees, &Value::from(144), &["a gross", "gross", "twelve dozen"]);
    all(Agreement::Agrees, &Value::from(16), &["sixteenth", "16th"]);
    all(Agreement::Agrees, &Value::from(62), &["sixty-two", "Sixty-two"]);
}

#[test]
fn fractions() {
    all(
        Agreement::Agrees,
        &fraction(3, 4),
        &["3/4", "¾", "three quarters", "three-quarters", "0.75", "75%", "75 per cent"],
    );
    all(Agreement::Differs, &fraction(3, 4), &["4/3", "½", "0.7", "0.76", "two thirds", "74%"]);
    all(Agreement::Agrees, &fraction(169, 4), &["42.25", "169/4", "42¼"]);
    all(Agreement::Differs, &fraction(1, 3), &["0.33", "0.333333"]);
    all(Agreement::Agrees, &fraction(-3, 2), &["-3/2", "−3/2", "-1.5", "-1½"]);
    all(Agreement::Agrees, &fraction(1, 2), &["half", "a half", "one half", "½"]);
}

#[test]
fn per_cent_is_the_interval_that_rounds_half_up() {
    let rate = fraction(448, 552); // 0.81159…
    all(Agreement::Agrees, &rate, &["81 per cent", "81%", "81\u{a0}%", "81.2%", "81.16 per cent"]);
    all(Agreement::Agrees, &rate, &["eighty-one per cent"]);
    all(Agreement::Differs, &rate, &["82%", "80 per cent", "81.1%", "81.0%", "81.15%"]);
    // Exactly half way goes up.
    all(Agreement::Agrees, &fraction(1, 8), &["13%", "12.5%"]);
    all(Agreement::Differs, &fraction(1, 8), &["12%", "12.4%"]);
    all(Agreement::Agrees, &Value::from(1), &["100%", "100 per cent"]);
}

#[test]
fn bounds_are_sharp() {
    let nine = Value::from(9);
    all(Agreement::Agrees, &nine, &["at most nine", "at least 9", "fewer than ten", "more than 8"]);
    all(Agreement::Agrees, &nine, &["no more than nine", "At most nine", "less than ten"]);
    all(
        Agreement::Differs,
        &nine,
        &["at most ten", "at least eight", "fewer than nine", "more than 7"],
    );
    all(Agreement::Differs, &nine, &["at most eight", "more than nine"]);
    all(Agreement::Agrees, &fraction(58, 100), &["more than half", "less than 59%", "over 57%"]);
    all(Agreement::Differs, &fraction(58, 100), &["less than half", "more than a quarter"]);
    all(Agreement::Agrees, &Value::from(2_903), &["more than 2,900", "over 2,900"]);
    all(Agreement::Differs, &Value::from(2_903), &["more than 2,000", "fewer than 2,900"]);
}

#[test]
fn a_bound_that_is_true_and_not_close_is_told_from_a_false_one() {
    use crate::language::reading::is_loose;
    for (shown, value) in [
        ("over a thousand", Value::from(1_296)),
        ("at most ten", Value::from(9)),
        ("more than a quarter", fraction(58, 100)),
        ("less than 90%", fraction(58, 100)),
    ] {
        assert!(is_loose(shown, &value), "{shown}");
    }
    for (shown, value) in [
        ("over 1,200", Value::from(1_296)),
        ("at most eight", Value::from(9)),
        ("less than half", fraction(58, 100)),
        ("ten", Value::from(9)),
        ("nearly ten", Value::from(8)),
    ] {
        assert!(!is_loose(shown, &value), "{shown}");
    }
}

#[test]
fn about_rounds_by_noughts_and_denominators() {
    all(
        Agreement::Agrees,
        &Value::from(2_903),
        &[
            "about 2,900",
            "roughly 2,900",
            "about three thousand",
            "nearly 3,000",
            "just over 2,900",
        ],
    );
    all(Agreement::Differs, &Value::from(2_903), &["about 2,800", "about 2,910", "nearly 2,900"]);
    all(Agreement::Agrees, &fraction(169, 4), &["about forty", "around 42", "just over forty"]);
    all(Agreement::Differs, &fraction(169, 4), &["about fifty", "about 43", "nearly forty"]);
    all(Agreement::Agrees, &fraction(108, 166), &["about two thirds", "nearly two thirds"]);
    all(Agreement::Agrees, &fraction(16, 21), &["about three quarters", "about 76%", "about 80%"]);
    all(Agreement::Differs, &fraction(16, 21), &["about half", "about 70%"]);
}

#[test]
fn cakes() {
    all(
        Agreement::Agrees,
        &cake(&[3, 4]),
        &["3 × 4", "3×4", "3x4", "3 x 4", "3 by 4", "three by four", "(3, 4)"],
    );
    all(Agreement::Differs, &cake(&[3, 4]), &["4 × 3", "3 × 5", "3 × 4 × 5", "4x3"]);
    all(Agreement::Unreadable, &cake(&[3, 4]), &["12", "3, 4", "3 × n", "a cake"]);
    all(Agreement::Agrees, &cake(&[2, 3, 4]), &["2 × 3 × 4"]);
    all(Agreement::Agrees, &cake(&[6, 1360]), &["6 × 1,360", "six by 1360"]);
    all(Agreement::Agrees, &cake(&[-1, 4]), &["(−1, 4)"]);
}

#[test]
fn lists() {
    let values = list(&[15, 7, 7, 3]);
    all(
        Agreement::Agrees,
        &values,
        &[
            "15, 7, 7, 3",
            "15, 7, 7 and 3",
            "15, 7, 7, and 3",
            "15 + 7 + 7 + 3",
            "15 · 7 · 7 · 3",
            "fifteen, seven, seven and three",
            "[15, 7, 7, 3]",
            "15, 7, 7 or 3",
        ],
    );
    all(Agreement::Differs, &values, &["15, 7, 3", "15, 7, 3, 7", "15, 7, 7, 3, 3", "15"]);
    all(Agreement::Unreadable, &values, &["15, seventeen of them, 3", "15,7,7,3"]);
    all(Agreement::Agrees, &list(&[1_812, 700, 826]), &["1,812, 700 and 826"]);
    all(Agreement::Agrees, &list(&[0, 1]), &["0 or 1", "none or one"]);
    all(Agreement::Agrees, &list(&[105, 2]), &["one hundred and five and two"]);
    all(Agreement::Agrees, &list(&[100, 5, 2]), &["one hundred and five and two"]);
    all(Agreement::Agrees, &list(&[3]), &["three"]);
    all(Agreement::Agrees, &list(&[]), &["none", "nothing", "[]"]);
    all(Agreement::Differs, &list(&[]), &["0", "one"]);
    let cakes = Value::list(vec![cake(&[1, 2]), cake(&[2, 1])]);
    all(Agreement::Agrees, &cakes, &["1 × 2, 2 × 1", "1 × 2 and 2 × 1"]);
    let outcomes = Value::list(vec![Value::text("P"), Value::text("N")]);
    all(Agreement::Agrees, &outcomes, &["P or N", "the second player and the first player"]);
}

#[test]
fn texts_and_outcomes() {
    all(Agreement::Agrees, &Value::text("Largest only"), &["largest only", "Largest  only"]);
    all(Agreement::Differs, &Value::text("largest only"), &["smallest only"]);
    all(Agreement::Agrees, &Value::text("L"), &["L", "Left", "left"]);
    all(Agreement::Agrees, &Value::text("N"), &["the first player", "N", "The next player"]);
    all(Agreement::Agrees, &Value::text("P"), &["the second player", "previous player"]);
    all(Agreement::Differs, &Value::text("P"), &["the first player", "Left", "N"]);
}

#[test]
fn games_by_their_names() {
    all(Agreement::Agrees, &game("*"), &["*", "{0|0}", "∗"]);
    all(Agreement::Agrees, &game("{2|-2}"), &["±2", "{2|-2}", "{2 | −2}", "{2|−2}"]);
    all(Agreement::Agrees, &game("^"), &["↑", "^", "{0|*}"]);
    all(Agreement::Agrees, &game("{0||0|-2}"), &["{0||0|-2}", "+_2"]);
    all(Agreement::Differs, &game("*"), &["*2", "0", "↑"]);
    all(Agreement::Unreadable, &game("*"), &["star", "{0|"]);
    // A game that is a number is that number.
    all(Agreement::Agrees, &fraction(1, 2), &["{0|1}", "1/2"]);
}

#[test]
fn numbers_that_are_written_in_a_certain_way() {
    let written = |value: &Value, form| {
        Value::Written(Arc::new(Written { number: value.as_number().unwrap().clone(), form }))
    };
    let rate = fraction(448, 552);
    all(Agreement::Agrees, &written(&rate, Form::Percent(1)), &["81.2%"]);
    all(Agreement::Differs, &written(&rate, Form::Percent(1)), &["81%", "81.1%", "81.16%"]);
    let ratio = fraction(8_192, 16_383);
    all(Agreement::Agrees, &written(&ratio, Form::Approximate(5)), &["0.50003"]);
    all(Agreement::Differs, &written(&ratio, Form::Approximate(5)), &["0.50004", "0.5", "0.5000"]);
    all(Agreement::Agrees, &written(&Value::from(3), Form::Ordinal), &["3rd", "third"]);
    all(Agreement::Differs, &written(&Value::from(3), Form::Ordinal), &["3", "three"]);
    all(Agreement::Agrees, &written(&Value::from(62), Form::Words), &["sixty-two"]);
}

#[test]
fn formulas() {
    for (tex, value) in [
        ("66", Value::from(66)),
        ("1{,}296", Value::from(1_296)),
        ("1\\,296", Value::from(1_296)),
        ("-3", Value::from(-3)),
        ("\\tfrac{3}{4}", fraction(3, 4)),
        ("-\\frac12", fraction(-1, 2)),
        ("6 \\times 360", cake(&[6, 360])),
        ("1, 5, 15", list(&[1, 5, 15])),
        ("1 + 5 + 15", list(&[1, 5, 15])),
        ("3 \\cdot 2", list(&[3, 2])),
        ("\\{2 \\mid -2\\}", game("{2|-2}")),
        ("{\\uparrow}", game("^")),
        ("{*}", game("*")),
        ("\\pm 1", game("{1|-1}")),
        ("81\\%", fraction(81, 100)),
        ("\\text{sixty-two}", Value::from(62)),
    ] {
        assert_eq!(agrees_tex(tex, &value), Agreement::Agrees, "{tex}");
    }
    assert_eq!(agrees_tex("67", &Value::from(66)), Agreement::Differs);
    assert_eq!(agrees_tex("2^{10}", &Value::from(1024)), Agreement::Agrees);
    assert_eq!(agrees_tex("2^9", &Value::from(512)), Agreement::Agrees);
    assert_eq!(agrees_tex("2^{10}", &Value::from(1000)), Agreement::Differs);
    // TeX raises the first digit only.
    assert_eq!(agrees_tex("2^10", &Value::from(1024)), Agreement::Unreadable);
    let measureless = "9^{99999999999}";
    assert_eq!(agrees_tex(measureless, &Value::from(1)), Agreement::Unreadable);
    assert_eq!(agrees_tex("\\sqrt{4}", &Value::from(2)), Agreement::Unreadable);
}

#[test]
fn numbers_for_themselves() {
    for (text, expected) in
        [("408", "408"), ("1,296", "1296"), ("sixty-two", "62"), ("81%", "81/100"), ("¾", "3/4")]
    {
        assert_eq!(number(text).map(|n| n.to_string()).as_deref(), Some(expected));
    }
    assert_eq!(number("about forty"), None);
    assert_eq!(number("cake"), None);
}

#[test]
fn these_tables_notice_a_reader_that_misreads_or_believes_everything() {
    use crate::broken::Part;
    for part in [Part::Reader, Part::Faith] {
        let table = || std::panic::catch_unwind(integers);
        assert!(crate::broken::with(part, table).is_err(), "{part:?}");
    }
}

#[test]
fn about_is_within_a_tenth_and_rounds_to_what_is_shown() {
    for (shown, above, below) in [
        ("about half", 55, 100),
        ("about half", 45, 100),
        ("about two thirds", 108, 166),
        ("about forty", 169, 4),
        ("about a hundred", 110, 1),
        ("nearly half", 46, 100),
        ("just over a thousand", 1_099, 1),
        ("about 80%", 82, 100),
        ("about 12", 12, 1),
    ] {
        assert_eq!(agrees(shown, &fraction(above, below)), Agreement::Agrees, "{shown}: {above}");
    }
    for (shown, above, below) in [
        ("about half", 74, 100),
        ("about half", 56, 100),
        ("nearly half", 26, 100),
        ("about a third", 18, 100),
        ("about a quarter", 36, 100),
        ("about 100", 64, 1),
        ("about a hundred", 141, 1),
        ("about a million", 600_005, 1),
        ("nearly half", 51, 100),
        ("just under a thousand", 501, 1),
        // Within a tenth, but another number by its digits.
        ("about 1,250", 1_256, 1),
        ("about 66", 67, 1),
    ] {
        assert_eq!(agrees(shown, &fraction(above, below)), Agreement::Differs, "{shown}: {above}");
    }
}

//! Writes values: in prose, in formulas, and as an author would type them.
//!
//! [`prose`] is what a page shows and [`tex()`] what a formula holds; [`plain`] is for messages and
//! data. What was written is read back by `reading`, which shares no code with this.

mod index;
mod tex;
mod words;

pub use index::Stretch;
pub use index::stretches;
pub use tex::tex;
pub(crate) use words::fraction_words;
pub use words::ordinal_words;
pub(crate) use words::vulgar;
pub use words::words;

use std::fmt;

use num_bigint::BigInt;
use num_traits::Signed;

use crate::arithmetic::Number;
use crate::broken;
use crate::broken::Part;
use crate::language::value::Form;
use crate::language::value::Value;
use crate::language::value::Written;

/// How a site writes its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// What stands between groups of three digits, from four digits on; empty for nothing.
    pub separator: String,
}

impl Default for Style {
    fn default() -> Self {
        Self { separator: ",".to_owned() }
    }
}

/// Why a value cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritable {
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// A way out.
    pub help: &'static str,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Unwritable {}

/// The real minus sign.
const MINUS: char = '−';

/// `value` as an author would type it in an expression, where that can be typed: for messages and
/// data. Numbers are ASCII without grouping, texts stand between quotes, cakes are `6x360`.
#[must_use]
pub fn plain(value: &Value) -> String {
    match value {
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Game(game) => game.name().to_owned(),
        Value::Text(text) => format!("\"{text}\""),
        Value::List(items) => format!("[{}]", join(items, ", ", plain)),
        Value::Tuple(items) if items.len() > 1 && items.iter().all(is_side) => {
            join(items, "x", plain)
        }
        Value::Tuple(items) => format!("({})", join(items, ", ", plain)),
        Value::Position(position) => match position.sizes() {
            Some(sizes) => sizes.iter().map(u64::to_string).collect::<Vec<_>>().join("x"),
            None => position.to_string(),
        },
        Value::Cut(cut) => format!("a cut by {} worth {}", cut.by, plain(&cut.value)),
        Value::Record(record) => format!("the findings of {}", record.name),
        Value::Written(written) => self::written(written, &Style { separator: String::new() }),
    }
}

/// `value` for machines: as [`plain`], but a number that is shown in words, as an ordinal or per cent
/// stands for itself.
#[must_use]
pub fn machine(value: &Value) -> String {
    if let Value::Written(written) = value
        && !matches!(written.form, Form::Approximate(_))
    {
        return written.number.to_string();
    }
    plain(value)
}

fn join(items: &[Value], separator: &str, write: impl Fn(&Value) -> String) -> String {
    items.iter().map(write).collect::<Vec<_>>().join(separator)
}

/// Whether a value may be a side of a cake.
fn is_side(value: &Value) -> bool {
    value.as_number().is_some_and(|number| number.is_integer() && number.sign() >= 0)
}

/// `value` as a page shows it.
///
/// # Errors
///
/// [`Unwritable`] for what is no text: an empty list or text, a cut, findings.
pub fn prose(value: &Value, style: &Style) -> Result<String, Unwritable> {
    match value {
        Value::Bool(truth) => Ok(truth.to_string()),
        Value::Number(number) => Ok(exact(number, style)),
        Value::Game(game) => Ok(game_name(game.name())),
        Value::Text(text) if text.trim().is_empty() => Err(empty("text")),
        Value::Text(text) => Ok(text.to_string()),
        Value::List(items) if items.is_empty() => Err(empty("list")),
        Value::List(items) => Ok(all(items, style)?.join(", ")),
        Value::Tuple(items) if items.iter().all(is_side) => Ok(all(items, style)?.join(" × ")),
        Value::Tuple(items) => Ok(format!("({})", all(items, style)?.join(", "))),
        Value::Position(position) => Ok(match position.sizes() {
            Some(sizes) => {
                let sides = sizes.iter().map(|&side| exact(&BigInt::from(side).into(), style));
                sides.collect::<Vec<_>>().join(" × ")
            }
            None => position.to_string(),
        }),
        Value::Written(written) => Ok(self::written(written, style)),
        Value::Cut(_) | Value::Record(_) => Err(no_text(value)),
    }
}

fn all(items: &[Value], style: &Style) -> Result<Vec<String>, Unwritable> {
    items.iter().map(|item| prose(item, style)).collect()
}

fn empty(kind: &str) -> Unwritable {
    Unwritable {
        message: format!("the value is an empty {kind}, and nothing would be shown"),
        help: "write the sentence for this case yourself, or ask for the size of the list",
    }
}

fn no_text(value: &Value) -> Unwritable {
    let help = match value {
        Value::Cut(_) => "ask for `.by`, `.pieces` or `.value`",
        _ => "ask for one of the findings, as in `greedy.fails`",
    };
    Unwritable { message: format!("{} cannot be shown", plain(value)), help }
}

/// A number in figures: grouped, with a real minus sign, fractions with a slash.
#[must_use]
pub fn exact(number: &Number, style: &Style) -> String {
    let mut text = String::new();
    if number.sign() < 0 {
        text.push(MINUS);
    }
    text.push_str(&grouped(&number.numerator().abs().to_string(), style));
    if !number.is_integer() {
        text.push('/');
        text.push_str(&grouped(&number.denominator().to_string(), style));
    }
    text
}

/// Digits in groups of three.
fn grouped(digits: &str, style: &Style) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3 + 1);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push_str(&style.separator);
        }
        text.push(if broken::is(Part::Writer) && digit == '6' { '1' } else { digit });
    }
    text
}

/// `scaled / 10^places`.
fn decimal(scaled: &BigInt, places: u32, style: &Style) -> String {
    let digits = scaled.abs().to_string();
    let places = places as usize;
    let digits = format!("{digits:0>width$}", width = places + 1);
    let (whole, behind) = digits.split_at(digits.len() - places);
    let mut text = String::new();
    if scaled.is_negative() {
        text.push(MINUS);
    }
    text.push_str(&grouped(whole, style));
    if places > 0 {
        text.push('.');
        text.push_str(behind);
    }
    text
}

/// A number rounded half up to so many digits behind the point.
pub(crate) fn decimal_places(number: &Number, places: u32, style: &Style) -> String {
    decimal(&number.scaled_half_up(places), places, style)
}

/// A number in the form that was asked for.
#[must_use]
pub fn written(written: &Written, style: &Style) -> String {
    let number = &written.number;
    match written.form {
        Form::Words => words(number).unwrap_or_else(|| exact(number, style)),
        Form::Ordinal => format!("{}{}", exact(number, style), ending(number)),
        Form::Percent(places) => {
            let hundred = number.multiply(&Number::from(100));
            format!("{}%", decimal(&hundred.scaled_half_up(places), places, style))
        }
        Form::Raw => number.to_string(),
        Form::Approximate(places) => decimal(&number.scaled_half_up(places), places, style),
    }
}

/// The letters behind an ordinal in figures.
fn ending(number: &Number) -> &'static str {
    let last = |of: i64| number.modulo(&Number::from(of)).and_then(|rest| rest.to_i64());
    match (last(100), last(10)) {
        (Some(11..=13), _) => "th",
        (_, Some(1)) => "st",
        (_, Some(2)) => "nd",
        (_, Some(3)) => "rd",
        _ => "th",
    }
}

/// The name of a game with the signs of print: `⇑` is twice `↑`.
fn game_name(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    let mut signs = name.chars().peekable();
    while let Some(c) = signs.next() {
        let is_double = matches!(c, '^' | 'v') && signs.next_if_eq(&c).is_some();
        text.push(match (c, is_double) {
            ('-', _) => MINUS,
            ('^', false) => '↑',
            ('^', true) => '⇑',
            ('v', false) => '↓',
            ('v', true) => '⇓',
            _ => c,
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::Style;
    use super::game_name;
    use super::plain;
    use super::prose;
    use crate::arithmetic::Number;
    use crate::language::value::Form;
    use crate::language::value::Value;
    use crate::language::value::Written;
    use std::sync::Arc;

    fn fraction(numerator: i64, denominator: i64) -> Number {
        Number::from(numerator).divide(&Number::from(denominator)).unwrap()
    }

    fn check(value: &Value, expected: &str) {
        assert_eq!(prose(value, &Style::default()).as_deref(), Ok(expected));
    }

    #[test]
    fn games_are_written_with_the_signs_of_print() {
        for (name, expected) in [
            ("-_2", "−_2"),
            ("{2|-1/2}", "{2|−1/2}"),
            ("^", "↑"),
            ("^^*", "⇑*"),
            ("-1/2vv*3", "−1/2⇓*3"),
            ("v3", "↓3"),
        ] {
            assert_eq!(game_name(name), expected);
        }
    }

    fn check_form(number: Number, form: Form, expected: &str) {
        check(&Value::Written(Arc::new(Written { number, form })), expected);
    }

    #[test]
    fn numbers_are_grouped_and_have_a_real_minus_sign() {
        check(&Value::from(0), "0");
        check(&Value::from(999), "999");
        check(&Value::from(-1000), "−1,000");
        check(&Value::from(268_435_455), "268,435,455");
        check(&Value::Number(fraction(-3, 2)), "−3/2");
        let thin = Style { separator: "\u{202f}".to_owned() };
        assert_eq!(prose(&Value::from(1296), &thin).as_deref(), Ok("1\u{202f}296"));
        let none = Style { separator: String::new() };
        assert_eq!(prose(&Value::from(1296), &none).as_deref(), Ok("1296"));
    }

    #[test]
    fn this_table_notices_a_writer_that_misprints() {
        let table = numbers_are_grouped_and_have_a_real_minus_sign;
        let table = || std::panic::catch_unwind(table);
        assert!(crate::broken::with(crate::broken::Part::Writer, table).is_err());
    }

    #[test]
    fn lists_and_cakes_read_as_prose() {
        let list = |items: &[i64]| Value::list(items.iter().copied().map(Value::from).collect());
        let cake = Value::tuple(vec![Value::from(6), Value::from(1360)]);
        check(&list(&[15, 7, 7, 3]), "15, 7, 7, 3");
        check(&cake, "6 × 1,360");
        check(&Value::tuple(vec![Value::from(-1), Value::from(4)]), "(−1, 4)");
        assert!(prose(&list(&[]), &Style::default()).is_err());
        assert_eq!(plain(&Value::list(vec![cake, list(&[-1])])), "[6x1360, [-1]]");
    }

    #[test]
    fn forms_round_half_up() {
        check_form(fraction(448, 552), Form::Percent(0), "81%");
        check_form(fraction(448, 552), Form::Percent(1), "81.2%");
        check_form(fraction(1, 8), Form::Percent(0), "13%");
        check_form(fraction(1, 8), Form::Approximate(2), "0.13");
        check_form(fraction(-1, 8), Form::Approximate(2), "−0.12");
        check_form(fraction(1, 400), Form::Approximate(1), "0.0");
        check_form(Number::from(-1000), Form::Raw, "-1000");
    }

    #[test]
    fn ordinals_end_as_they_are_spoken() {
        for (number, expected) in [
            (1, "1st"),
            (2, "2nd"),
            (3, "3rd"),
            (4, "4th"),
            (11, "11th"),
            (12, "12th"),
            (13, "13th"),
            (21, "21st"),
            (112, "112th"),
            (1003, "1,003rd"),
        ] {
            check_form(Number::from(number), Form::Ordinal, expected);
        }
    }
}

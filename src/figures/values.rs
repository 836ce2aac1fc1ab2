//! From values of the expression language to what figures draw.

use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;

use super::cake::Cake;
use super::cake::pieces_text as cakes_text;
use super::data::Datum;
use super::data::Shown;
use crate::arithmetic::Number;
use crate::language::Cut;
use crate::language::Form;
use crate::language::Value;
use crate::language::Written;
use crate::language::writing;
use crate::language::writing::Style;

/// The number as a fraction.
pub(super) fn rational(number: &Number) -> BigRational {
    BigRational::new(number.numerator(), number.denominator())
}

/// The value as data.
pub(super) fn datum(value: &Value) -> Datum {
    match value {
        Value::Bool(truth) => Datum::Truth(*truth),
        Value::Number(number) => Datum::number(rational(number)),
        Value::Text(text) => Datum::Text(text.to_string()),
        Value::List(items) => Datum::List(items.iter().map(datum).collect()),
        Value::Written(written) => Datum::number(rational(&written.number)),
        Value::Game(_)
        | Value::Tuple(_)
        | Value::Position(_)
        | Value::Cut(_)
        | Value::Record(_) => Datum::Text(writing::plain(value)),
    }
}

/// The value as the page writes it, with the same as data. What is no text in prose (an empty list,
/// a cut) is written as an author would type it; an empty text is nothing.
pub(super) fn shown(value: &Value, style: &Style) -> Shown {
    let text = match value {
        Value::Text(text) => text.to_string(),
        _ => writing::prose(value, style).unwrap_or_else(|_| writing::plain(value)),
    };
    Shown { text, datum: datum(value) }
}

/// The fraction as the page writes it.
pub(super) fn fraction(value: &BigRational, style: &Style) -> String {
    let number = Number::ratio(value.numer().clone(), value.denom().clone());
    writing::exact(&number.unwrap_or(Number::ZERO), style)
}

/// The whole number as the page writes it.
pub(super) fn written(whole: &BigInt, style: &Style) -> String {
    writing::exact(&Number::integer(whole.clone()), style)
}

/// The cake that a value stands for: a pair of whole numbers, at least one each.
pub(super) fn cake(value: &Value) -> Option<Cake> {
    let side = |value: &Value| value.as_i64().and_then(|side| usize::try_from(side).ok());
    match value.as_tuple()? {
        [rows, columns] => {
            let (rows, columns) = (side(rows)?, side(columns)?);
            (rows > 0 && columns > 0).then_some(Cake { rows, columns })
        }
        _ => None,
    }
}

/// The pieces of a cut one by one: cakes as pairs, other positions as they are.
pub(super) fn pieces(cut: &Cut) -> Vec<Value> {
    let pieces = cut.pieces().into_iter().flat_map(|(position, times)| {
        let piece = match position.sizes() {
            Some(sizes) if sizes.len() > 1 => {
                Value::tuple(sizes.iter().map(|&size| Value::Number(size_of(size))).collect())
            }
            _ => Value::Position(Arc::new(position)),
        };
        std::iter::repeat_n(piece, usize::try_from(times).unwrap_or(usize::MAX).min(PIECES))
    });
    pieces.collect()
}

/// More equal pieces than this are never drawn or listed one by one.
const PIECES: usize = 1_000;

fn size_of(size: u64) -> Number {
    Number::integer(BigInt::from(size))
}

/// The pieces of a cut in a line; cakes in words, other positions as they are written.
pub(super) fn pieces_text(cut: &Cut, style: &Style) -> String {
    let pieces = pieces(cut);
    match pieces.iter().map(cake).collect::<Option<Vec<_>>>() {
        Some(cakes) => cakes_text(&cakes),
        None => {
            let texts: Vec<_> = pieces.iter().map(|piece| shown(piece, style).text).collect();
            texts.join(", ")
        }
    }
}

/// What a mark of the author's says: nothing for false and the empty text, `""` for true, else the
/// text. `None` if it is neither.
pub(super) fn mark(value: &Value) -> Option<Option<String>> {
    match (value.as_bool(), value.as_text()) {
        (Some(truth), _) => Some(truth.then(String::new)),
        (None, Some(text)) => Some((!text.is_empty()).then(|| text.to_owned())),
        (None, None) => None,
    }
}

/// A share in per cent with one digit behind the point, halves rounded up: `81.2%`.
pub(super) fn per_cent(share: &BigRational, style: &Style) -> String {
    let number = Number::ratio(share.numer().clone(), share.denom().clone());
    let number = number.unwrap_or(Number::ZERO);
    writing::written(&Written { number, form: Form::Percent(1) }, style)
}

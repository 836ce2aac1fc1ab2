//! Functions that say how a number is to be written.

use std::sync::Arc;

use crate::arithmetic::Number;
use crate::language::builtins::Builtin;
use crate::language::failure::Fault;
use crate::language::failure::Faulty;
use crate::language::order::shown;
use crate::language::value::Form;
use crate::language::value::Value;
use crate::language::value::Written;

/// The most digits behind the point.
const MAX_PLACES: i64 = 50;

/// The largest number that is written in words.
const MAX_WORDS: i64 = 999_999_999;

fn written(number: &Number, form: Form) -> Value {
    Value::Written(Arc::new(Written { number: number.clone(), form }))
}

/// `words`, `ordinal` and `raw`.
pub(super) fn apply(builtin: Builtin, a: &Value) -> Faulty<Value> {
    let name = builtin.name();
    let Some(number) = a.as_number() else {
        return Err(Fault::kind(format!(
            "`{name}` takes a number, not {}: {}",
            a.kind(),
            shown(a)
        )));
    };
    let in_words = number.to_i64().is_some_and(|n| n.unsigned_abs() <= MAX_WORDS.unsigned_abs());
    match builtin {
        Builtin::Words if in_words => Ok(written(number, Form::Words)),
        Builtin::Words => Err(Fault::undefined(format!(
            "only whole numbers below a thousand million are written in words, not {}",
            shown(a)
        ))),
        Builtin::Ordinal if number.is_integer() && number.sign() >= 0 => {
            Ok(written(number, Form::Ordinal))
        }
        Builtin::Ordinal => Err(Fault::undefined(format!(
            "only whole numbers of at least 0 have an ordinal, not {}",
            shown(a)
        ))),
        _ => Ok(written(number, Form::Raw)),
    }
}

fn places(name: &str, digits: &Value) -> Faulty<u32> {
    digits
        .as_i64()
        .filter(|places| (0..=MAX_PLACES).contains(places))
        .and_then(|places| u32::try_from(places).ok())
        .ok_or_else(|| {
            Fault::undefined(format!(
                "`{name}` writes 0 to {MAX_PLACES} digits behind the point, not {}",
                shown(digits)
            ))
        })
}

/// `pct(x, digits)`.
pub(super) fn percent(x: &Value, digits: &Value) -> Faulty<Value> {
    let places = places("pct", digits)?;
    match x.as_number() {
        Some(number) => Ok(written(number, Form::Percent(places))),
        None => Err(Fault::kind(format!("`pct` takes a number, not {}: {}", x.kind(), shown(x)))),
    }
}

/// `approx(x, digits)`.
pub(super) fn approximate(x: &Value, digits: &Value) -> Faulty<Value> {
    let places = places("approx", digits)?;
    match x.as_number() {
        Some(number) => Ok(written(number, Form::Approximate(places))),
        None => {
            Err(Fault::kind(format!("`approx` takes a number, not {}: {}", x.kind(), shown(x))))
        }
    }
}

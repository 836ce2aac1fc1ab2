//! Functions of numbers.

use crate::arithmetic::Number;
use crate::arithmetic::bits;
use crate::arithmetic::primes;
use crate::language::builtins::Builtin;
use crate::language::failure::Fault;
use crate::language::failure::Faulty;
use crate::language::failure::counted;
use crate::language::order::shown;
use crate::language::value::Value;
use crate::language::work::Work;

/// The largest bound of `primes_to`.
const MAX_SIEVE: i64 = 10_000_000;

fn number(builtin: Builtin, a: &Value) -> Faulty<&Number> {
    a.as_number().ok_or_else(|| {
        Fault::kind(format!("`{}` takes a number, not {}: {}", builtin.name(), a.kind(), shown(a)))
    })
}

/// Applies a function of one number.
pub(super) fn apply(builtin: Builtin, a: &Value, work: &mut Work) -> Faulty<Value> {
    let n = number(builtin, a)?;
    let positive = |result: Option<Number>| {
        result.map(Value::Number).ok_or_else(|| {
            Fault::undefined(format!(
                "`{}` takes a positive whole number, not {}",
                builtin.name(),
                shown(a)
            ))
        })
    };
    match builtin {
        Builtin::Omega => {
            if let Number::Small(small) = n
                && let Some(count) = primes::omega_of_small(*small)
            {
                return Ok(Value::from(count));
            }
            Ok(Value::Number(Number::count(work.factors(n)?.len())))
        }
        Builtin::Primes => Ok(Value::List(work.prime_factors(n)?)),
        Builtin::Divisors => Ok(Value::List(work.divisors(n)?)),
        Builtin::PrimesTo => {
            let limit = n.floor().to_i64().filter(|&limit| limit <= MAX_SIEVE);
            let Some(limit) = limit else {
                return Err(Fault::too_large(format!(
                    "`primes_to` reaches {} at most",
                    counted(MAX_SIEVE)
                )));
            };
            let limit = usize::try_from(limit).unwrap_or(0);
            work.charge_items(limit)?;
            Ok(Value::list(primes::primes_to(limit).into_iter().map(Value::from).collect()))
        }
        Builtin::OddPart => positive(bits::odd_part(n)),
        Builtin::TwoPart => positive(bits::two_part(n)),
        Builtin::FloorLog2 => positive(bits::floor_log2(n)),
        Builtin::BitLength => bits::bit_length(n).map(Value::Number).ok_or_else(|| {
            Fault::undefined(format!(
                "`bit_length` takes a whole number of at least 0, not {}",
                shown(a)
            ))
        }),
        Builtin::IsPrime => match primes::is_prime(n) {
            Some(answer) => Ok(Value::Bool(answer)),
            None => work.factors(n).map(|found| Value::Bool(found.len() == 1)),
        },
        Builtin::Sign => Ok(Value::from(n.sign())),
        Builtin::Abs => Ok(Value::Number(n.abs())),
        Builtin::Floor => Ok(Value::Number(n.floor())),
        _ => Err(Fault::kind(format!("`{}` is no function of one number", builtin.name()))),
    }
}

/// The greatest common divisor.
pub(super) fn gcd(a: &Value, b: &Value) -> Faulty<Value> {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.gcd(b).map(Value::Number),
        _ => None,
    }
    .ok_or_else(|| {
        Fault::kind(format!("`gcd` takes two whole numbers, not {} and {}", shown(a), shown(b)))
    })
}

/// The whole number below a modulus that a number is congruent to.
pub(super) fn residue(a: &Value, modulus: &Value) -> Faulty<Value> {
    let (Value::Number(number), Value::Number(whole)) = (a, modulus) else {
        return Err(Fault::kind(format!(
            "`residue` takes a number and a whole modulus, not {} and {}",
            shown(a),
            shown(modulus)
        )));
    };
    number.residue(whole).map(Value::Number).ok_or_else(|| {
        Fault::undefined(if whole.is_integer() && !whole.is_zero() {
            format!(
                "{} is congruent to no whole number modulo {}: its denominator and the modulus have a \
                 factor in common",
                shown(a),
                shown(modulus)
            )
        } else {
            format!("a modulus is a whole number other than 0, not {}", shown(modulus))
        })
    })
}

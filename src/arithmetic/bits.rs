//! Binary notions of positive integers: length, logarithm, odd part.

use num_traits::Signed;
use num_traits::ToPrimitive;

use crate::arithmetic::Number;

/// The number of binary digits of `n`, or `None` unless `n` is an integer of at least nought;
/// nought has none.
#[must_use]
pub fn bit_length(n: &Number) -> Option<Number> {
    (n.is_integer() && n.sign() >= 0).then(|| Number::from(n.bits().to_i64().unwrap_or(i64::MAX)))
}

/// The largest `k` with `2^k <= n`, or `None` unless `n` is a positive integer.
#[must_use]
pub fn floor_log2(n: &Number) -> Option<Number> {
    (n.sign() > 0).then(|| bit_length(n))?.map(|length| length.subtract(&Number::ONE))
}

/// The largest power of two that divides `n`, or `None` unless `n` is a positive integer.
#[must_use]
pub fn two_part(n: &Number) -> Option<Number> {
    match n {
        Number::Small(value) if *value > 0 => Some(Number::Small(value & value.wrapping_neg())),
        Number::Big(value) if value.is_positive() => {
            Some(Number::from(2).power(value.trailing_zeros().unwrap_or(0)))
        }
        Number::Small(_) | Number::Big(_) | Number::Fraction(_) => None,
    }
}

/// The largest odd divisor of `n`, or `None` unless `n` is a positive integer.
#[must_use]
pub fn odd_part(n: &Number) -> Option<Number> {
    n.divide(&two_part(n)?)
}

#[cfg(test)]
mod tests {
    use super::bit_length;
    use super::floor_log2;
    use super::odd_part;
    use super::two_part;
    use crate::arithmetic::Number;

    #[test]
    fn lengths_and_parts_of_small_and_big_integers() {
        for (n, length, log, two, odd) in
            [(1, 1, 0, 1, 1), (2, 2, 1, 2, 1), (7, 3, 2, 1, 7), (8, 4, 3, 8, 1), (24, 5, 4, 8, 3)]
        {
            let n = Number::from(n);
            assert_eq!(bit_length(&n), Some(Number::from(length)));
            assert_eq!(floor_log2(&n), Some(Number::from(log)));
            assert_eq!(two_part(&n), Some(Number::from(two)));
            assert_eq!(odd_part(&n), Some(Number::from(odd)));
        }
        let big = Number::from(2).power(80).multiply(&Number::from(3));
        assert_eq!(floor_log2(&big), Some(Number::from(81)));
        assert_eq!(odd_part(&big), Some(Number::from(3)));
        assert_eq!(bit_length(&Number::ZERO), Some(Number::ZERO));
        assert_eq!(floor_log2(&Number::ZERO), None);
        assert_eq!(odd_part(&Number::from(-2)), None);
    }
}

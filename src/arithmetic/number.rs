//! Exact numbers of one kind: integers of any size and fractions in lowest terms.
//!
//! [`Number`] keeps everyday integers in a machine word and only falls back on big integers where a
//! result does not fit, so nothing overflows. Every number has one representation: `==` and hashing
//! compare values.
//!
//! **Invariant.** `Big` holds what does not fit an `i64`; `Fraction` has a denominator above one.
//! Build numbers with [`Number::from`], [`Number::integer`] and [`Number::ratio`].
//!
//! **Not here.** A bound on size: who computes on behalf of an author asks [`Number::bits`].

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;
use num_bigint::Sign;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::One;
use num_traits::Pow;
use num_traits::Signed;
use num_traits::ToPrimitive;
use num_traits::Zero;

/// An exact number.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Number {
    /// An integer that fits a machine word.
    Small(i64),
    /// An integer that does not.
    Big(Arc<BigInt>),
    /// A fraction in lowest terms whose denominator is above one.
    Fraction(Arc<BigRational>),
}

impl Number {
    /// Nought.
    pub const ZERO: Self = Self::Small(0);
    /// One.
    pub const ONE: Self = Self::Small(1);

    /// The number `value`.
    #[must_use]
    pub fn integer(value: BigInt) -> Self {
        match value.to_i64() {
            Some(small) => Self::Small(small),
            None => Self::Big(Arc::new(value)),
        }
    }

    /// The number of things counted.
    #[must_use]
    pub fn count(things: usize) -> Self {
        match i64::try_from(things) {
            Ok(small) => Self::Small(small),
            Err(_) => Self::integer(BigInt::from(things)),
        }
    }

    /// `numerator / denominator`, or `None` if the denominator is nought.
    #[must_use]
    pub fn ratio(numerator: BigInt, denominator: BigInt) -> Option<Self> {
        (!denominator.is_zero()).then(|| Self::rational(BigRational::new(numerator, denominator)))
    }

    /// The number `value`, which is in lowest terms.
    fn rational(value: BigRational) -> Self {
        if value.is_integer() {
            Self::integer(value.to_integer())
        } else {
            Self::Fraction(Arc::new(value))
        }
    }

    fn to_rational(&self) -> BigRational {
        match self {
            Self::Small(value) => BigRational::from_integer(BigInt::from(*value)),
            Self::Big(value) => BigRational::from_integer((**value).clone()),
            Self::Fraction(value) => (**value).clone(),
        }
    }

    /// The numerator, in lowest terms; it carries the sign.
    #[must_use]
    pub fn numerator(&self) -> BigInt {
        match self {
            Self::Small(value) => BigInt::from(*value),
            Self::Big(value) => (**value).clone(),
            Self::Fraction(value) => value.numer().clone(),
        }
    }

    /// The denominator, in lowest terms; positive, and 1 for an integer.
    #[must_use]
    pub fn denominator(&self) -> BigInt {
        match self {
            Self::Small(_) | Self::Big(_) => BigInt::one(),
            Self::Fraction(value) => value.denom().clone(),
        }
    }

    /// Whether this is an integer.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        !matches!(self, Self::Fraction(_))
    }

    /// Whether this is nought.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// The integer this is, if it fits a machine word.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match self {
            Self::Small(value) => Some(*value),
            Self::Big(_) | Self::Fraction(_) => None,
        }
    }

    /// The integer this is, if it is one.
    #[must_use]
    pub fn to_integer(&self) -> Option<BigInt> {
        self.is_integer().then(|| self.numerator())
    }

    /// The sign: -1, 0 or 1.
    #[must_use]
    pub fn sign(&self) -> i64 {
        let sign = match self {
            Self::Small(value) => return value.signum(),
            Self::Big(value) => value.sign(),
            Self::Fraction(value) => value.numer().sign(),
        };
        match sign {
            Sign::Minus => -1,
            Sign::NoSign => 0,
            Sign::Plus => 1,
        }
    }

    /// How many bits the longer of numerator and denominator takes.
    #[must_use]
    pub fn bits(&self) -> u64 {
        match self {
            Self::Small(value) => u64::from(64 - value.unsigned_abs().leading_zeros()),
            Self::Big(value) => value.bits(),
            Self::Fraction(value) => value.numer().bits().max(value.denom().bits()),
        }
    }

    /// The sum.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => match a.checked_add(*b) {
                Some(sum) => Self::Small(sum),
                None => Self::integer(BigInt::from(*a) + *b),
            },
            (Self::Fraction(_), _) | (_, Self::Fraction(_)) => {
                Self::rational(self.to_rational() + other.to_rational())
            }
            _ => Self::integer(self.numerator() + other.numerator()),
        }
    }

    /// The difference.
    #[must_use]
    pub fn subtract(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => match a.checked_sub(*b) {
                Some(difference) => Self::Small(difference),
                None => Self::integer(BigInt::from(*a) - *b),
            },
            (Self::Fraction(_), _) | (_, Self::Fraction(_)) => {
                Self::rational(self.to_rational() - other.to_rational())
            }
            _ => Self::integer(self.numerator() - other.numerator()),
        }
    }

    /// The product.
    #[must_use]
    pub fn multiply(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => match a.checked_mul(*b) {
                Some(product) => Self::Small(product),
                None => Self::integer(BigInt::from(*a) * *b),
            },
            (Self::Fraction(_), _) | (_, Self::Fraction(_)) => {
                Self::rational(self.to_rational() * other.to_rational())
            }
            _ => Self::integer(self.numerator() * other.numerator()),
        }
    }

    /// The exact quotient, or `None` for a divisor of nought.
    #[must_use]
    pub fn divide(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (_, Self::Small(0)) => None,
            (Self::Small(a), Self::Small(b)) if a.checked_rem(*b) == Some(0) => {
                Some(Self::Small(a / b))
            }
            _ => Some(Self::rational(self.to_rational() / other.to_rational())),
        }
    }

    /// The quotient rounded down, or `None` for a divisor of nought.
    #[must_use]
    pub fn divide_down(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (_, Self::Small(0)) => None,
            (Self::Small(a), Self::Small(b)) if *b != -1 => Some(Self::Small(a.div_floor(b))),
            (Self::Fraction(_), _) | (_, Self::Fraction(_)) => {
                Some(Self::integer((self.to_rational() / other.to_rational()).floor().to_integer()))
            }
            _ => Some(Self::integer(self.numerator().div_floor(&other.numerator()))),
        }
    }

    /// What [`divide_down`](Self::divide_down) leaves: `self - other * quotient`, which has the sign
    /// of `other`. `None` for a divisor of nought.
    #[must_use]
    pub fn modulo(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (_, Self::Small(0)) => None,
            (Self::Small(a), Self::Small(b)) if *b != -1 => Some(Self::Small(a.mod_floor(b))),
            (Self::Fraction(_), _) | (_, Self::Fraction(_)) => {
                let quotient = self.divide_down(other)?;
                Some(self.subtract(&other.multiply(&quotient)))
            }
            _ => Some(Self::integer(self.numerator().mod_floor(&other.numerator()))),
        }
    }

    /// The whole number of at least 0 and below `modulus` that this is congruent to: that of `a / b`
    /// is the `x` with `b * x` congruent to `a`. `None` if the modulus is no integer or nought, or if
    /// the denominator has a factor in common with it.
    #[must_use]
    pub fn residue(&self, modulus: &Self) -> Option<Self> {
        if !modulus.is_integer() || modulus.is_zero() {
            return None;
        }
        let modulus = modulus.abs();
        if self.is_integer() {
            return self.modulo(&modulus);
        }
        let modulus = modulus.numerator();
        let inverse = self.denominator().modinv(&modulus)?;
        Some(Self::integer((self.numerator() * inverse).mod_floor(&modulus)))
    }

    /// The power. The result has about `self.bits() * exponent` bits: ask before calling.
    #[must_use]
    pub fn power(&self, exponent: u64) -> Self {
        if let (Self::Small(base), Ok(small)) = (self, u32::try_from(exponent))
            && let Some(power) = base.checked_pow(small)
        {
            return Self::Small(power);
        }
        match self {
            _ if exponent == 0 => Self::ONE,
            Self::Small(0 | 1) => self.clone(),
            Self::Small(-1) => Self::Small(if exponent.is_multiple_of(2) { 1 } else { -1 }),
            Self::Small(base) => Self::integer(Pow::pow(BigInt::from(*base), exponent)),
            Self::Big(base) => Self::integer(Pow::pow(&**base, exponent)),
            Self::Fraction(base) => Self::Fraction(Arc::new(BigRational::new_raw(
                Pow::pow(base.numer(), exponent),
                Pow::pow(base.denom(), exponent),
            ))),
        }
    }

    /// The number with the other sign.
    #[must_use]
    pub fn negate(&self) -> Self {
        match self {
            Self::Small(value) => match value.checked_neg() {
                Some(negative) => Self::Small(negative),
                None => Self::integer(-BigInt::from(*value)),
            },
            Self::Big(value) => Self::integer(-&**value),
            Self::Fraction(value) => Self::Fraction(Arc::new(-&**value)),
        }
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.sign() < 0 { self.negate() } else { self.clone() }
    }

    /// The largest integer not above this.
    #[must_use]
    pub fn floor(&self) -> Self {
        match self {
            Self::Small(_) | Self::Big(_) => self.clone(),
            Self::Fraction(value) => Self::integer(value.floor().to_integer()),
        }
    }

    /// The greatest common divisor of two integers, never negative; `None` if one is a fraction.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => {
                Some(Self::integer(BigInt::from(a.unsigned_abs().gcd(&b.unsigned_abs()))))
            }
            (Self::Fraction(_), _) | (_, Self::Fraction(_)) => None,
            _ => Some(Self::integer(self.numerator().gcd(&other.numerator()))),
        }
    }

    /// This number rounded half up to `digits` digits after the point, times `10^digits`.
    #[must_use]
    pub fn scaled_half_up(&self, digits: u32) -> BigInt {
        let scale = Pow::pow(BigInt::from(10), digits);
        let two = BigInt::from(2);
        let denominator = self.denominator();
        (self.numerator() * scale * &two + &denominator).div_floor(&(denominator * two))
    }

    /// Reads decimal digits, nothing else.
    #[must_use]
    pub fn from_digits(digits: &str) -> Option<Self> {
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        match digits.parse::<i64>() {
            Ok(small) => Some(Self::Small(small)),
            Err(_) => digits.parse::<BigInt>().ok().map(Self::integer),
        }
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self::Small(value)
    }
}

impl From<BigInt> for Number {
    fn from(value: BigInt) -> Self {
        Self::integer(value)
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => a.cmp(b),
            (Self::Fraction(_), _) | (_, Self::Fraction(_)) => {
                let left = self.numerator() * other.denominator();
                left.cmp(&(other.numerator() * self.denominator()))
            }
            (Self::Big(a), Self::Big(b)) => a.cmp(b),
            (Self::Big(a), Self::Small(_)) => {
                if a.is_negative() {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
            (Self::Small(_), Self::Big(b)) => {
                if b.is_negative() {
                    Ordering::Greater
                } else {
                    Ordering::Less
                }
            }
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Number {
    /// `3`, `-5/8`: ASCII, without grouping.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Small(value) => write!(f, "{value}"),
            Self::Big(value) => write!(f, "{value}"),
            Self::Fraction(value) => write!(f, "{}/{}", value.numer(), value.denom()),
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::Number;
    use num_bigint::BigInt;

    fn fraction(numerator: i64, denominator: i64) -> Number {
        Number::ratio(BigInt::from(numerator), BigInt::from(denominator)).unwrap()
    }

    #[test]
    fn the_largest_word_grows_instead_of_wrapping() {
        let largest = Number::from(i64::MAX);
        let next = largest.add(&Number::ONE);
        assert_eq!(next.to_string(), "9223372036854775808");
        assert_eq!(next.subtract(&Number::ONE), largest);
        assert_eq!(Number::from(i64::MIN).negate(), next);
        assert_eq!(Number::from(i64::MIN).divide(&Number::from(-1)), Some(next.clone()));
        assert_eq!(Number::from(i64::MIN).divide_down(&Number::from(-1)), Some(next));
        assert_eq!(Number::from(i64::MIN).modulo(&Number::from(-1)), Some(Number::ZERO));
        assert_eq!(
            largest.multiply(&largest).to_string(),
            "85070591730234615847396907784232501249"
        );
    }

    #[test]
    fn a_fraction_that_is_whole_is_an_integer() {
        assert_eq!(fraction(1, 2).add(&fraction(1, 2)), Number::ONE);
        assert_eq!(fraction(4, 3).divide(&fraction(7, 4)), Some(fraction(16, 21)));
        assert_eq!(fraction(6, -4), fraction(-3, 2));
        assert_eq!(fraction(-3, 2).to_string(), "-3/2");
    }

    #[test]
    fn division_and_remainder_round_down() {
        for (a, b, quotient, rest) in
            [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (0, 5, 0, 0)]
        {
            let (a, b) = (Number::from(a), Number::from(b));
            assert_eq!(a.divide_down(&b), Some(Number::from(quotient)));
            assert_eq!(a.modulo(&b), Some(Number::from(rest)));
        }
        assert_eq!(fraction(7, 2).divide_down(&Number::ONE), Some(Number::from(3)));
        assert_eq!(fraction(-7, 2).modulo(&Number::ONE), Some(fraction(1, 2)));
        assert_eq!(Number::ONE.divide(&Number::ZERO), None);
    }

    #[test]
    fn powers_are_exact() {
        assert_eq!(Number::from(2).power(100).to_string(), "1267650600228229401496703205376");
        assert_eq!(Number::from(-1).power(u64::MAX), Number::from(-1));
        assert_eq!(Number::from(0).power(0), Number::ONE);
        assert_eq!(fraction(2, 3).power(2), fraction(4, 9));
        assert_eq!(fraction(2, 3).power(0), Number::ONE);
    }

    #[test]
    fn order_crosses_the_three_forms() {
        let big = Number::from(10).power(30);
        assert!(big > Number::from(i64::MAX) && big.negate() < Number::from(i64::MIN));
        assert!(fraction(1, 3) < fraction(1, 2) && fraction(1, 2) < Number::ONE);
        assert!(fraction(1, 2) < big && big.negate() < fraction(1, 2));
    }

    #[test]
    fn halves_round_up() {
        assert_eq!(fraction(1, 8).scaled_half_up(2), BigInt::from(13));
        assert_eq!(fraction(-1, 8).scaled_half_up(2), BigInt::from(-12));
        assert_eq!(Number::from(3).scaled_half_up(1), BigInt::from(30));
    }
}

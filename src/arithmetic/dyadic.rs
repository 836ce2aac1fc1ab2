//! Dyadic rationals `k/2^j`, exact and of any size.
//!
//! These are the values of the numbers among short games. A [`Dyadic`] is always in lowest terms and
//! always in its one representation, so `==` and hashing compare values. Everyday values stay in a
//! machine word; whatever does not fit becomes a big integer, so nothing here can overflow.
//!
//! The way in is [`Dyadic::from`] for integers and [`Dyadic::new`] for fractions;
//! [`Interval::simplest`] is Conway's simplicity rule.
//!
//! **Not here.** General fractions (claims use `num-rational`), and games.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

/// The largest exponent kept in a machine word: two numerators aligned at it fit 128 bits.
const WORD_EXPONENT: u32 = 62;

/// A dyadic rational: an integer over a power of two, in lowest terms.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// The numerator is odd or the exponent 0; the exponent is at most [`WORD_EXPONENT`].
    Word { numerator: i64, exponent: u32 },
    /// In lowest terms too, and only for what does not fit a word.
    Big(Box<Big>),
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Big {
    numerator: BigInt,
    exponent: u64,
}

impl Dyadic {
    /// Nought.
    pub const ZERO: Self = Self(Repr::Word { numerator: 0, exponent: 0 });

    /// Returns `numerator / 2^exponent`.
    pub fn new(numerator: impl Into<BigInt>, exponent: u64) -> Self {
        Self::from_parts(numerator.into(), exponent)
    }

    /// Returns `numerator / denominator`, or `None` unless the denominator, in lowest terms, is a
    /// power of two.
    pub fn from_fraction(numerator: &BigInt, denominator: &BigInt) -> Option<Self> {
        if denominator.is_zero() {
            return None;
        }
        let divisor = numerator.gcd(denominator);
        let (mut numerator, mut denominator) = (numerator / &divisor, denominator / &divisor);
        if denominator.is_negative() {
            (numerator, denominator) = (-numerator, -denominator);
        }
        let exponent = denominator.trailing_zeros().unwrap_or(0);
        (denominator.bits() == exponent + 1).then(|| Self::from_parts(numerator, exponent))
    }

    fn from_parts(mut numerator: BigInt, mut exponent: u64) -> Self {
        if exponent > 0 {
            let spare = numerator.trailing_zeros().map_or(exponent, |zeros| zeros.min(exponent));
            numerator >>= spare;
            exponent -= spare;
        }
        match (numerator.to_i64(), u32::try_from(exponent)) {
            (Some(numerator), Ok(exponent)) if exponent <= WORD_EXPONENT => {
                Self(Repr::Word { numerator, exponent })
            }
            _ => Self(Repr::Big(Box::new(Big { numerator, exponent }))),
        }
    }

    /// `numerator / 2^exponent` for an exponent of at most [`WORD_EXPONENT`].
    fn from_wide(mut numerator: i128, mut exponent: u32) -> Self {
        if exponent == 0
            && let Ok(integer) = i64::try_from(numerator)
        {
            return Self::from(integer);
        }
        let spare = numerator.trailing_zeros().min(exponent);
        numerator >>= spare;
        exponent -= spare;
        match i64::try_from(numerator) {
            Ok(numerator) => Self(Repr::Word { numerator, exponent }),
            Err(_) => Self(Repr::Big(Box::new(Big {
                numerator: BigInt::from(numerator),
                exponent: u64::from(exponent),
            }))),
        }
    }

    fn to_parts(&self) -> (BigInt, u64) {
        match &self.0 {
            Repr::Word { numerator, exponent } => (BigInt::from(*numerator), u64::from(*exponent)),
            Repr::Big(big) => (big.numerator.clone(), big.exponent),
        }
    }

    /// The numerator, in lowest terms.
    pub fn numerator(&self) -> BigInt {
        self.to_parts().0
    }

    /// `j`, where the denominator in lowest terms is `2^j`.
    pub fn exponent(&self) -> u64 {
        match &self.0 {
            Repr::Word { exponent, .. } => u64::from(*exponent),
            Repr::Big(big) => big.exponent,
        }
    }

    /// The denominator, in lowest terms: a power of two.
    pub fn denominator(&self) -> BigInt {
        BigInt::from(1) << self.exponent()
    }

    /// Whether this is an integer.
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// Whether this is nought.
    pub fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// The integer this is, if it is one.
    pub fn to_integer(&self) -> Option<BigInt> {
        self.is_integer().then(|| self.numerator())
    }

    /// The integer this is, if it is one and fits 64 bits.
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Word { numerator, exponent: 0 } => Some(numerator),
            _ => None,
        }
    }

    /// The sign: -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match self.cmp(&Self::ZERO) {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        }
    }

    /// The largest integer that is not above this.
    pub fn floor(&self) -> BigInt {
        let (numerator, exponent) = self.to_parts();
        numerator >> exponent
    }

    /// The smallest integer that is not below this.
    pub fn ceiling(&self) -> BigInt {
        -(-self.clone()).floor()
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.signum() < 0 { -self.clone() } else { self.clone() }
    }

    /// Half of this.
    #[must_use]
    pub fn half(&self) -> Self {
        let (numerator, exponent) = self.to_parts();
        Self::from_parts(numerator, exponent.saturating_add(1))
    }

    /// This many times `factor`.
    #[must_use]
    pub fn times(&self, factor: &BigInt) -> Self {
        if let (Repr::Word { .. }, Some(factor)) = (&self.0, factor.to_i64()) {
            return self.times_word(factor);
        }
        let (numerator, exponent) = self.to_parts();
        Self::from_parts(numerator * factor, exponent)
    }

    /// This many times a factor of machine size.
    #[must_use]
    pub fn times_word(&self, factor: i64) -> Self {
        match &self.0 {
            Repr::Word { numerator, exponent } => {
                Self::from_wide(i128::from(*numerator) * i128::from(factor), *exponent)
            }
            Repr::Big(_) => self.times(&factor.into()),
        }
    }

    /// How many bits numerator and denominator take, for charging work on big numbers.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Word { .. } => 64,
            Repr::Big(big) => big.numerator.bits() + big.exponent,
        }
    }

    #[cold]
    fn cmp_big(&self, other: &Self) -> Ordering {
        let (a, b, _) = self.aligned(other);
        a.cmp(&b)
    }

    /// Both values over the larger denominator.
    fn aligned(&self, other: &Self) -> (BigInt, BigInt, u64) {
        let ((a, i), (b, j)) = (self.to_parts(), other.to_parts());
        let exponent = i.max(j);
        (a << (exponent - i), b << (exponent - j), exponent)
    }
}

impl From<i64> for Dyadic {
    fn from(integer: i64) -> Self {
        Self(Repr::Word { numerator: integer, exponent: 0 })
    }
}

impl From<BigInt> for Dyadic {
    fn from(integer: BigInt) -> Self {
        Self::from_parts(integer, 0)
    }
}

impl Ord for Dyadic {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (
                Repr::Word { numerator: a, exponent: i },
                Repr::Word { numerator: b, exponent: j },
            ) => {
                if i == j {
                    a.cmp(b)
                } else {
                    (i128::from(*a) << j).cmp(&(i128::from(*b) << i))
                }
            }
            _ => self.cmp_big(other),
        }
    }
}

impl PartialOrd for Dyadic {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl std::ops::Add for &Dyadic {
    type Output = Dyadic;

    fn add(self, other: &Dyadic) -> Dyadic {
        if let (
            Repr::Word { numerator: a, exponent: i },
            Repr::Word { numerator: b, exponent: j },
        ) = (&self.0, &other.0)
        {
            if let (0, 0, Some(sum)) = (*i, *j, a.checked_add(*b)) {
                return Dyadic::from(sum);
            }
            let exponent = (*i).max(*j);
            let sum = (i128::from(*a) << (exponent - i)) + (i128::from(*b) << (exponent - j));
            return Dyadic::from_wide(sum, exponent);
        }
        let (a, b, exponent) = self.aligned(other);
        Dyadic::from_parts(a + b, exponent)
    }
}

impl std::ops::Neg for Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        match self.0 {
            Repr::Word { numerator, exponent } => match numerator.checked_neg() {
                Some(numerator) => Self(Repr::Word { numerator, exponent }),
                None => Self::from_wide(-i128::from(numerator), exponent),
            },
            Repr::Big(big) => Self::from_parts(-big.numerator, big.exponent),
        }
    }
}

impl std::ops::Neg for &Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        -self.clone()
    }
}

impl std::ops::Sub for &Dyadic {
    type Output = Dyadic;

    fn sub(self, other: &Dyadic) -> Dyadic {
        self + &-other
    }
}

impl fmt::Display for Dyadic {
    /// `3`, `-5/8`: ASCII, without grouping.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            write!(f, "{}", self.numerator())
        } else {
            write!(f, "{}/{}", self.numerator(), self.denominator())
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One end of an [`Interval`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// Where the interval ends.
    pub at: Dyadic,
    /// Whether the end itself belongs to the interval.
    pub included: bool,
}

/// An interval of numbers, unbounded where an end is missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Interval {
    /// The lower end.
    pub lower: Option<End>,
    /// The upper end.
    pub upper: Option<End>,
}

impl Interval {
    /// The open interval between two numbers.
    pub fn between(lower: Option<Dyadic>, upper: Option<Dyadic>) -> Self {
        let end = |at| End { at, included: false };
        Self { lower: lower.map(end), upper: upper.map(end) }
    }

    /// Whether `x` lies in the interval.
    pub fn contains(&self, x: &Dyadic) -> bool {
        self.is_above_lower(x) && self.is_below_upper(x)
    }

    fn is_above_lower(&self, x: &Dyadic) -> bool {
        self.lower.as_ref().is_none_or(|end| end.at < *x || (end.included && end.at == *x))
    }

    fn is_below_upper(&self, x: &Dyadic) -> bool {
        self.upper.as_ref().is_none_or(|end| *x < end.at || (end.included && end.at == *x))
    }

    /// The simplest number of the interval, or `None` if it is empty: the integer nearest nought if
    /// there is an integer, else the one number with the smallest denominator.
    ///
    /// Source: J. H. Conway, *On Numbers and Games*, the Simplicity Theorem.
    pub fn simplest(&self) -> Option<Dyadic> {
        if self.contains(&Dyadic::ZERO) {
            return Some(Dyadic::ZERO);
        }
        if !self.is_above_lower(&Dyadic::ZERO) {
            return self.simplest_positive();
        }
        let mirrored = |end: &End| End { at: -&end.at, included: end.included };
        let mirror = Self {
            lower: self.upper.as_ref().map(mirrored),
            upper: self.lower.as_ref().map(mirrored),
        };
        mirror.simplest_positive().map(|x| -x)
    }

    /// [`Interval::simplest`] for an interval whose numbers are all positive.
    fn simplest_positive(&self) -> Option<Dyadic> {
        let lower = self.lower.as_ref()?;
        let integer = Self::least_multiple(lower, 0);
        if self.is_below_upper(&integer) {
            return Some(integer);
        }
        // Both ends lie between two neighbouring integers. A grid that meets the interval is met by
        // every finer grid, so the coarsest one is found by bisection.
        let upper = self.upper.as_ref()?;
        let (mut misses, mut meets) = (0, lower.at.exponent().max(upper.at.exponent()) + 1);
        if !self.is_below_upper(&Self::least_multiple(lower, meets)) {
            return None;
        }
        while meets - misses > 1 {
            let middle = misses + (meets - misses) / 2;
            if self.is_below_upper(&Self::least_multiple(lower, middle)) {
                meets = middle;
            } else {
                misses = middle;
            }
        }
        Some(Self::least_multiple(lower, meets))
    }

    /// The least multiple of `1/2^exponent` that is above `lower`, or at it if that is included.
    fn least_multiple(lower: &End, exponent: u64) -> Dyadic {
        if exponent == 0
            && let Some(integer) = lower.at.to_i64()
        {
            if lower.included {
                return lower.at.clone();
            }
            if let Some(next) = integer.checked_add(1) {
                return Dyadic::from(next);
            }
        }
        let (numerator, own) = lower.at.to_parts();
        let step = if exponent >= own {
            let scaled = numerator << (exponent - own);
            if lower.included { scaled } else { scaled + 1 }
        } else {
            // Not a multiple itself, since the numerator is odd.
            (numerator >> (own - exponent)) + 1
        };
        Dyadic::from_parts(step, exponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Dyadic {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        Dyadic::from_fraction(&numerator.parse().unwrap(), &denominator.parse().unwrap()).unwrap()
    }

    #[test]
    fn values_are_in_lowest_terms() {
        assert_eq!(d("6/8"), d("3/4"));
        assert_eq!(d("8/4").to_string(), "2");
        assert_eq!(d("-10/16").to_string(), "-5/8");
        assert_eq!(d("0/4"), Dyadic::ZERO);
        assert_eq!(Dyadic::from_fraction(&1.into(), &3.into()), None);
        assert_eq!(Dyadic::from_fraction(&1.into(), &0.into()), None);
    }

    #[test]
    fn sums_leave_the_machine_word_and_come_back() {
        let largest = Dyadic::from(i64::MAX);
        let sum = &largest + &largest;
        assert_eq!(sum.to_string(), "18446744073709551614");
        assert_eq!(&sum - &largest, largest);
        let tiny = Dyadic::new(1, 70);
        assert_eq!(
            (&tiny + &Dyadic::from(1)).to_string(),
            "1180591620717411303425/1180591620717411303424"
        );
        assert_eq!(&(&tiny + &Dyadic::from(1)) - &tiny, Dyadic::from(1));
        assert_eq!(-Dyadic::from(i64::MIN), &largest + &Dyadic::from(1));
        assert_eq!(-(-Dyadic::from(i64::MIN)), Dyadic::from(i64::MIN));
    }

    #[test]
    fn order_does_not_depend_on_the_representation() {
        let values =
            ["-18446744073709551614", "-1", "-1/2", "0", "1/8", "3/4", "1", "18446744073709551614"];
        for (i, a) in values.iter().enumerate() {
            for (j, b) in values.iter().enumerate() {
                assert_eq!(d(a).cmp(&d(b)), i.cmp(&j), "{a} and {b}");
            }
        }
        assert!(Dyadic::new(1, 70) < Dyadic::new(1, 62));
        assert!(Dyadic::new(-1, 62) < Dyadic::new(-1, 70));
    }

    #[test]
    fn floors_and_ceilings_round_towards_their_names() {
        assert_eq!((d("-1/2").floor(), d("-1/2").ceiling()), (BigInt::from(-1), BigInt::from(0)));
        assert_eq!((d("7/4").floor(), d("7/4").ceiling()), (BigInt::from(1), BigInt::from(2)));
        assert_eq!((d("3").floor(), d("3").ceiling()), (BigInt::from(3), BigInt::from(3)));
    }

    #[test]
    fn the_simplest_number_is_nearest_nought_or_least_in_denominator() {
        let check = |lower: &str, upper: &str, expected: &str| {
            let end = |text: &str| (!text.is_empty()).then(|| d(text));
            let found = Interval::between(end(lower), end(upper)).simplest();
            assert_eq!(
                found.map_or("none".to_owned(), |x| x.to_string()),
                expected,
                "{lower}|{upper}"
            );
        };
        check("", "", "0");
        check("-2", "2", "0");
        check("0", "", "1");
        check("", "-3", "-4");
        check("1/2", "3/4", "5/8");
        check("0", "1/8", "1/16");
        check("1", "2", "3/2");
        check("5/4", "2", "3/2");
        check("-2", "-5/4", "-3/2");
        check("3/8", "5/2", "1");
        check("7", "7", "none");
        check("2", "1", "none");
        check("9223372036854775807", "", "9223372036854775808");
    }

    #[test]
    fn an_included_end_may_be_the_simplest() {
        let end = |text: &str, included| Some(End { at: d(text), included });
        let closed = Interval { lower: end("1", true), upper: end("1", true) };
        assert_eq!(closed.simplest(), Some(d("1")));
        let half_open = Interval { lower: end("3/4", true), upper: end("1", false) };
        assert_eq!(half_open.simplest(), Some(d("3/4")));
        let other_half = Interval { lower: end("3/8", false), upper: end("1/2", true) };
        assert_eq!(other_half.simplest(), Some(d("1/2")));
        let empty = Interval { lower: end("1", true), upper: end("1", false) };
        assert_eq!(empty.simplest(), None);
    }

    #[test]
    fn the_simplest_number_between_very_fine_ends_is_found_quickly() {
        let lower = Dyadic::new((BigInt::from(1) << 5000u32) - 1, 5001);
        let upper = Dyadic::new(1, 1);
        let found = Interval::between(Some(lower), Some(upper)).simplest().unwrap();
        assert_eq!(found.exponent(), 5002);
    }
}

//! Prime factors, divisors and primes.
//!
//! Up to [`TABLE`] the least prime factor of every integer is looked up; words beyond are split by
//! trial division, Miller and Rabin's test with bases that are known to decide 64 bits, and
//! Pollard's rho in Brent's form. Integers beyond a word are split only as far as trial division
//! carries; what then remains must fit a word.
//!
//! Source: R. P. Brent, *An improved Monte Carlo factorization algorithm*, BIT 20 (1980); the bases
//! are the first twelve primes, after J. Sorenson and J. Webster, *Strong pseudoprimes to twelve
//! prime bases*, Math. Comp. 86 (2017).

use std::sync::OnceLock;

use num_integer::Integer;
use num_traits::ToPrimitive;
use num_traits::Zero;

use crate::arithmetic::Number;

/// The largest integer whose least prime factor is looked up.
pub const TABLE: usize = 1 << 20;

/// The part of the table that is made at the first use; the rest waits until it is asked for.
const SMALL: usize = 1 << 14;

/// Trial divisors of integers beyond a word stay below this.
const TRIAL: u64 = 1 << 16;

/// Prime factors found, and how much looking for them took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factors {
    /// With multiplicity, smallest first.
    pub primes: Vec<Number>,
    /// Divisions and steps of the rho, for charging.
    pub work: u64,
}

/// What is looked up about the integers up to some bound.
struct Table {
    /// The least prime factor of each; 0 and 1 stand for themselves.
    least: Vec<u32>,
    /// The number of prime factors of each, with multiplicity.
    omega: Vec<u8>,
}

impl Table {
    fn new(limit: usize) -> Self {
        let mut least: Vec<u32> = (0..).take(limit + 1).collect();
        let mut p = 2;
        while p * p <= limit {
            if least[p] as usize == p {
                for multiple in (p * p..=limit).step_by(p) {
                    if least[multiple] as usize == multiple {
                        least[multiple] = p as u32;
                    }
                }
            }
            p += 1;
        }
        let mut omega = vec![0; limit + 1];
        for n in 2..=limit {
            omega[n] = omega[n / least[n] as usize] + 1;
        }
        Self { least, omega }
    }
}

/// The table that covers `n`, if one does.
#[inline]
fn table(n: usize) -> Option<&'static Table> {
    static FIRST: OnceLock<Table> = OnceLock::new();
    static WHOLE: OnceLock<Table> = OnceLock::new();
    if n <= SMALL {
        Some(FIRST.get_or_init(|| Table::new(SMALL)))
    } else if n <= TABLE {
        Some(WHOLE.get_or_init(|| Table::new(TABLE)))
    } else {
        None
    }
}

/// The number of prime factors of `n`, with multiplicity, where a table covers `n`.
#[inline]
#[must_use]
pub fn omega_of_small(n: i64) -> Option<i64> {
    let n = usize::try_from(n).ok().filter(|&n| n > 0)?;
    Some(i64::from(table(n)?.omega[n]))
}

/// The prime factors of `n`, or `None` unless `n` is a positive integer whose part without prime
/// factors below 65,536 fits 64 bits.
#[must_use]
pub fn factors(n: &Number) -> Option<Factors> {
    let mut found = Factors { primes: Vec::new(), work: 1 };
    match n {
        Number::Small(value) => {
            let word = u64::try_from(*value).ok().filter(|&word| word > 0)?;
            factor_word(word, &mut found);
        }
        Number::Big(value) => {
            let mut rest = value.to_biguint()?;
            let mut p = 2_u64;
            while rest.bits() > 64 && p < TRIAL {
                let (quotient, remainder) = rest.div_rem(&p.into());
                found.work += rest.bits() / 64;
                if remainder.is_zero() {
                    rest = quotient;
                    found.primes.push(Number::from(p.to_i64()?));
                } else {
                    p += if p == 2 { 1 } else { 2 };
                }
            }
            factor_word(rest.to_u64()?, &mut found);
        }
        Number::Fraction(_) => return None,
    }
    found.primes.sort_unstable();
    Some(found)
}

/// Adds the prime factors of `n` to `found`.
fn factor_word(mut n: u64, found: &mut Factors) {
    let mut add = |p: u64| found.primes.push(Number::integer(p.into()));
    if let Some(Table { least, .. }) = usize::try_from(n).ok().and_then(table) {
        while n > 1 {
            let p = u64::from(least[n as usize]);
            add(p);
            n /= p;
        }
        return;
    }
    let mut pending = Vec::new();
    let mut p = 2;
    while p < 512 && p * p <= n {
        while n.is_multiple_of(p) {
            add(p);
            n /= p;
        }
        p += if p == 2 { 1 } else { 2 };
    }
    found.work += 256;
    pending.push(n);
    while let Some(n) = pending.pop() {
        if n == 1 {
            continue;
        }
        found.work += 64;
        if is_prime_word(n) {
            found.primes.push(Number::integer(n.into()));
        } else {
            let divisor = rho(n, &mut found.work);
            pending.extend([divisor, n / divisor]);
        }
    }
}

/// `a * b mod n`.
fn multiply(a: u64, b: u64, n: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(n)) as u64
}

/// `base^exponent mod n`.
fn power(mut base: u64, mut exponent: u64, n: u64) -> u64 {
    let mut result = 1 % n;
    base %= n;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply(result, base, n);
        }
        base = multiply(base, base, n);
        exponent >>= 1;
    }
    result
}

/// Whether `n` is prime.
fn is_prime_word(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 {
        return false;
    }
    if let Some(p) = BASES.iter().find(|&&p| n.is_multiple_of(p)) {
        return n == *p;
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    BASES.iter().all(|&base| {
        let mut x = power(base, odd, n);
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = multiply(x, x, n);
            x == n - 1
        })
    })
}

/// A proper divisor of `n`, which is composite and odd.
fn rho(n: u64, work: &mut u64) -> u64 {
    /// Steps whose differences are multiplied up before one gcd is taken.
    const BATCH: u64 = 128;
    let root = n.isqrt();
    if root * root == n {
        return root;
    }
    for c in 1_u64.. {
        let step =
            |x: u64| ((u128::from(multiply(x, x, n)) + u128::from(c)) % u128::from(n)) as u64;
        let (mut y, mut length, mut product) = (2_u64, 1_u64, 1_u64);
        let (mut x, mut saved, mut divisor) = (y, y, 1);
        while divisor == 1 {
            x = y;
            for _ in 0..length {
                y = step(y);
            }
            let mut done = 0;
            while done < length && divisor == 1 {
                saved = y;
                for _ in 0..BATCH.min(length - done) {
                    y = step(y);
                    product = multiply(product, x.abs_diff(y), n);
                }
                divisor = product.gcd(&n);
                done += BATCH;
            }
            *work += 2 * length;
            length *= 2;
        }
        if divisor == n {
            divisor = 1;
            while divisor == 1 {
                saved = step(saved);
                divisor = x.abs_diff(saved).gcd(&n);
                *work += 1;
            }
        }
        if divisor != n {
            return divisor;
        }
    }
    n
}

/// Whether `n` is prime, or `None` where [`factors`] would be. Numbers below 2 are not.
#[must_use]
pub fn is_prime(n: &Number) -> Option<bool> {
    match n {
        Number::Small(value) => {
            Some(u64::try_from(*value).is_ok_and(|word| match table(word as usize) {
                Some(Table { least, .. }) if word <= TABLE as u64 => {
                    word > 1 && u64::from(least[word as usize]) == word
                }
                _ => is_prime_word(word),
            }))
        }
        Number::Big(value) => match value.to_u64() {
            Some(word) => Some(is_prime_word(word)),
            None if n.sign() < 0 => Some(false),
            None => factors(n).map(|found| found.primes.len() == 1),
        },
        Number::Fraction(_) => Some(false),
    }
}

/// The divisors of the number with these prime factors, from 1 upward. There are as many as the
/// product of the multiplicities, each plus one: ask before calling.
#[must_use]
pub fn divisors(primes: &[Number]) -> Vec<Number> {
    let mut divisors = vec![Number::ONE];
    for group in primes.chunk_by(|p, q| p == q) {
        let smaller = divisors.len();
        let mut power = Number::ONE;
        for p in group {
            power = power.multiply(p);
            for index in 0..smaller {
                divisors.push(divisors[index].multiply(&power));
            }
        }
    }
    divisors.sort_unstable();
    divisors
}

/// The primes up to `limit`, upward. Takes memory and time in proportion to `limit`.
#[must_use]
pub fn primes_to(limit: usize) -> Vec<i64> {
    let mut composite = vec![false; limit + 1];
    let mut primes = Vec::new();
    for n in 2..=limit {
        if !composite[n] {
            primes.push(n as i64);
            for multiple in (n.saturating_mul(n)..=limit).step_by(n) {
                composite[multiple] = true;
            }
        }
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::divisors;
    use super::factors;
    use super::is_prime;
    use super::omega_of_small;
    use super::primes_to;
    use crate::arithmetic::Number;

    fn check(n: &str, expected: &str) {
        let n = Number::from_digits(n).unwrap();
        let shown: Vec<String> =
            factors(&n).unwrap().primes.iter().map(ToString::to_string).collect();
        assert_eq!(shown.join(" "), expected, "{n}");
    }

    #[test]
    fn known_factorisations() {
        check("1", "");
        check("360", "2 2 2 3 3 5");
        check("248832", "2 2 2 2 2 2 2 2 2 2 3 3 3 3 3");
        check("1048583", "1048583");
        // Mersenne numbers: M61 is prime, M59 is Landry's product.
        check("2305843009213693951", "2305843009213693951");
        check("576460752303423487", "179951 3203431780337");
        // A square of a prime, the largest 64-bit semiprime of near primes, a Carmichael number.
        check("4294836225", "3 3 5 5 17 17 257 257");
        check("18446743979220271189", "4294967279 4294967291");
        check("825265", "5 7 17 19 73");
        check("1267650600228229401496703205376", &vec!["2"; 100].join(" "));
    }

    #[test]
    fn primality_agrees_with_trial_division() {
        let by_hand = |n: i64| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| n % d != 0);
        for n in (-3..3_000).chain(16_380..16_400).chain(1_048_570..1_048_600) {
            assert_eq!(is_prime(&Number::from(n)), Some(by_hand(n)), "{n}");
        }
    }

    #[test]
    fn divisors_and_primes_by_definition() {
        for n in 1..500_i64 {
            let found = factors(&Number::from(n)).unwrap();
            assert_eq!(omega_of_small(n), Some(found.primes.len() as i64));
            let expected: Vec<Number> = (1..=n).filter(|d| n % d == 0).map(Number::from).collect();
            assert_eq!(divisors(&found.primes), expected);
        }
        assert_eq!(primes_to(30), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
        assert_eq!(primes_to(0), [] as [i64; 0]);
    }
}

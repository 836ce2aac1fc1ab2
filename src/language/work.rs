//! What the evaluator of one block carries along: its budget, its solver, its tables.

use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::LazyLock;

use num_bigint::BigUint;

use crate::arithmetic::Number;
use crate::arithmetic::primes;
use crate::cgt::Budget;
use crate::cgt::Exhausted;
use crate::language::failure::Fault;
use crate::language::failure::Faulty;
use crate::language::failure::counted;
use crate::language::game::Games;
use crate::language::position::Positions;
use crate::language::routes::Routes;
use crate::language::shared::Shared;
use crate::language::value::Items;
use crate::language::value::Value;

/// The most items of a list.
pub const MAX_ITEMS: usize = 10_000_000;

/// The most bytes of a text.
pub(crate) const MAX_TEXT: usize = 1_000_000;

/// The most decimal digits of an integer, of a numerator, of a denominator.
pub const MAX_DIGITS: u64 = 100_000;

/// The bits of 10 to the power [`MAX_DIGITS`], the smallest number that is too long: any with fewer
/// bits is not, and any with more is.
const LIMIT_BITS: u64 = 332_193;

/// That number.
static LIMIT: LazyLock<BigUint> = LazyLock::new(|| {
    let digits = u32::try_from(MAX_DIGITS).expect("the limit is small");
    BigUint::from(10_u32).pow(digits)
});

/// Lists of prime factors and of divisors are remembered for arguments up to this.
const REMEMBERED: i64 = 1 << 14;

/// The state of one block's evaluation that functions may use.
pub(crate) struct Work {
    /// Units spent.
    pub(crate) spent: u64,
    /// Units allowed.
    pub(crate) limit: u64,
    /// What all blocks look up in common.
    pub(crate) shared: Shared,
    games: Option<Box<Games>>,
    pub(crate) positions: Positions,
    pub(crate) routes: Routes,
    primes: Vec<Option<Arc<Items>>>,
    divisors: Vec<Option<Arc<Items>>>,
}

impl Work {
    pub(crate) fn new(limit: u64, shared: Shared) -> Self {
        Self {
            spent: 0,
            limit,
            shared,
            games: None,
            positions: Positions::default(),
            routes: Routes::default(),
            primes: Vec::new(),
            divisors: Vec::new(),
        }
    }

    /// Takes `units` from the budget.
    pub(crate) fn charge(&mut self, units: u64) -> Faulty<()> {
        self.spent = self.spent.saturating_add(units);
        if self.spent > self.limit { Err(Fault::exhausted(self.limit)) } else { Ok(()) }
    }

    /// Takes a unit for each of `items` from the budget and refuses lists that are too long.
    pub(crate) fn charge_items(&mut self, items: usize) -> Faulty<()> {
        if items > MAX_ITEMS {
            return Err(Fault::too_large(format!(
                "this list would have {} items; {} is the most",
                counted(items),
                counted(MAX_ITEMS)
            )));
        }
        self.charge(items as u64)
    }

    /// Takes note of a text of `bytes` bytes, a unit for each.
    pub(crate) fn charge_text(&mut self, bytes: usize) -> Faulty<()> {
        if bytes > MAX_TEXT {
            return Err(Fault::too_large(format!(
                "this text would have {} bytes; {} is the most",
                counted(bytes),
                counted(MAX_TEXT)
            )));
        }
        self.charge(bytes as u64)
    }

    /// Lets the solver work under what is left of the budget.
    pub(crate) fn solve<T>(
        &mut self,
        task: impl FnOnce(&mut Games, &mut Budget) -> Result<T, Exhausted>,
    ) -> Faulty<T> {
        let mut games = self.games.take().unwrap_or_else(|| Box::new(Games::new()));
        let result = self.search(|budget| task(&mut games, budget));
        self.games = Some(games);
        result
    }

    /// Runs a task of its own under what is left of the budget.
    pub(crate) fn search<T>(
        &mut self,
        task: impl FnOnce(&mut Budget) -> Result<T, Exhausted>,
    ) -> Faulty<T> {
        let mut budget = Budget::units(self.limit.saturating_sub(self.spent));
        let result = task(&mut budget);
        self.spent += budget.spent();
        result.map_err(|exhausted| Fault::solver(exhausted, self.limit))
    }

    /// `number`, charged for its length and refused if it is too long.
    #[inline]
    pub(crate) fn bounded(&mut self, number: Number) -> Faulty<Value> {
        if let Number::Small(_) = number {
            return Ok(Value::Number(number));
        }
        let bits = number.bits();
        if is_too_long(&number) {
            return Err(too_many_digits());
        }
        self.charge(bits / 64)?;
        Ok(Value::Number(number))
    }

    /// Refuses results of at least `bits` bits that are too long, before they are computed, and
    /// charges for them.
    pub(crate) fn expect_bits(&mut self, bits: u64) -> Faulty<()> {
        if bits > LIMIT_BITS {
            return Err(too_many_digits());
        }
        self.charge_bits(bits)
    }

    /// Charges for work on `bits` bits, as for a product of numbers of that length.
    pub(crate) fn charge_bits(&mut self, bits: u64) -> Faulty<()> {
        self.charge((bits / 64).saturating_mul(bits / 64))
    }

    /// The prime factors of `n`, largest first.
    pub(crate) fn prime_factors(&mut self, n: &Number) -> Faulty<Arc<Items>> {
        let slot = slot(n);
        if let Some(Some(known)) = slot.and_then(|slot| self.primes.get(slot)) {
            return Ok(Arc::clone(known));
        }
        let found = self.factors(n)?;
        let items: Vec<Value> = found.into_iter().rev().map(Value::Number).collect();
        self.charge(items.len() as u64)?;
        Ok(remember(&mut self.primes, slot, items))
    }

    /// The divisors of `n`, upward.
    pub(crate) fn divisors(&mut self, n: &Number) -> Faulty<Arc<Items>> {
        let slot = slot(n);
        if let Some(Some(known)) = slot.and_then(|slot| self.divisors.get(slot)) {
            return Ok(Arc::clone(known));
        }
        let found = self.factors(n)?;
        let count = found
            .chunk_by(|p, q| p == q)
            .fold(1_usize, |count, group| count.saturating_mul(group.len() + 1));
        self.charge_items(count)?;
        let items = primes::divisors(&found).into_iter().map(Value::Number).collect();
        Ok(remember(&mut self.divisors, slot, items))
    }

    /// The prime factors of `n`, smallest first.
    pub(crate) fn factors(&mut self, n: &Number) -> Faulty<Vec<Number>> {
        if !n.is_integer() || n.sign() <= 0 {
            return Err(Fault::undefined(format!(
                "only positive whole numbers have prime factors, and {n} is none"
            )));
        }
        self.charge(n.bits() / 16)?;
        let found = primes::factors(n).ok_or_else(|| {
            Fault::too_large("the prime factors of this number are out of reach").help(
                "what is left of a number without its prime factors below 65,536 must be below 2^64",
            )
        })?;
        self.charge(found.work)?;
        Ok(found.primes)
    }
}

/// Where the lists of `n` are remembered, if they are.
fn slot(n: &Number) -> Option<usize> {
    n.to_i64().filter(|n| (0..=REMEMBERED).contains(n)).map(|n| n as usize)
}

fn remember(
    table: &mut Vec<Option<Arc<Items>>>,
    slot: Option<usize>,
    items: Vec<Value>,
) -> Arc<Items> {
    let items = Arc::new(Items::new(items).unwrap_or_default());
    if let Some(slot) = slot {
        if table.len() <= slot {
            table.resize(slot + 1, None);
        }
        table[slot] = Some(Arc::clone(&items));
    }
    items
}

/// Whether numerator or denominator have more than [`MAX_DIGITS`] digits.
fn is_too_long(number: &Number) -> bool {
    match number.bits().cmp(&LIMIT_BITS) {
        Ordering::Less => false,
        Ordering::Greater => true,
        Ordering::Equal => [number.numerator(), number.denominator()]
            .iter()
            .any(|part| part.magnitude() >= &*LIMIT),
    }
}

fn too_many_digits() -> Box<Fault> {
    Fault::too_large(format!("this number would have more than {} digits", counted(MAX_DIGITS)))
}

//! The value of a cake by integers: the second of three ways that share no code.
//!
//! From the values of the pieces of every cut come the best Left option and the best Right option, as
//! plain integers; the value is the simplest integer strictly between them. Where there is none, this
//! refuses to answer: that every cake it completes is an integer is thereby proved, cake by cake.
//!
//! Maundy Cake recurses over pairs of divisors only, so sides may be enormous if they factor well.
//!
//! What was found is kept, and may serve many users, each with an [`Account`]: what one of them is
//! charged does not depend on the others.
//!
//! **Not here.** Games, canonical forms and the arena; not the formula either. Only the budget is
//! shared. Numbers are factored here, by trial division, and nowhere else for this.
//!
//! Source: the simplicity rule, J. H. Conway, *On Numbers and Games*; the cuts, *Winning Ways*,
//! chapter 2.

use std::fmt;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::broken;
use crate::broken::Part;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;

/// The longest side: twice as many pieces of the largest value still fit 127 bits.
const LONGEST: u64 = i64::MAX as u64;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IntegersError {
    /// No integer lies strictly between the best options of this cake.
    NoInteger {
        /// Rows and columns of the cake.
        cake: (u64, u64),
        /// The best Left option.
        left: i128,
        /// The best Right option.
        right: i128,
    },
    /// A side is nought or longer than 63 bits.
    Side,
    /// The budget ran out.
    Exhausted(Exhausted),
}

impl fmt::Display for IntegersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoInteger { cake: (rows, columns), left, right } => {
                write!(
                    f,
                    "no integer lies between {left} and {right}, the best cuts of {rows}x{columns}"
                )
            }
            Self::Side => {
                f.write_str("a side of a cake is a whole number from 1 to 9223372036854775807")
            }
            Self::Exhausted(exhausted) => exhausted.fmt(f),
        }
    }
}

impl std::error::Error for IntegersError {}

impl From<Exhausted> for IntegersError {
    fn from(exhausted: Exhausted) -> Self {
        Self::Exhausted(exhausted)
    }
}

/// Cakes with both sides below this stand in plain rows.
const SMALL: u64 = 1 << 10;

/// Something about each of some cakes, by their rows and columns.
#[derive(Debug)]
struct Cakes<T> {
    small: Vec<Vec<Option<T>>>,
    large: HashMap<(u64, u64), T, FixedState>,
    count: usize,
}

impl<T> Default for Cakes<T> {
    fn default() -> Self {
        Self { small: Vec::new(), large: HashMap::default(), count: 0 }
    }
}

impl<T: Copy> Cakes<T> {
    fn get(&self, (rows, columns): (u64, u64)) -> Option<T> {
        if rows < SMALL && columns < SMALL {
            return *self.small.get(rows as usize)?.get(columns as usize)?;
        }
        self.large.get(&(rows, columns)).copied()
    }

    fn insert(&mut self, (rows, columns): (u64, u64), value: T) {
        self.count += 1;
        if rows >= SMALL || columns >= SMALL {
            self.large.insert((rows, columns), value);
            return;
        }
        let (row, column) = (rows as usize, columns as usize);
        if self.small.len() <= row {
            self.small.resize_with(row + 1, Vec::new);
        }
        let row = &mut self.small[row];
        if row.len() <= column {
            row.resize(column + 1, None);
        }
        row[column] = Some(value);
    }
}

/// What one user of [`Integers`] has paid for.
#[derive(Debug, Default)]
pub struct Account {
    maundy: Cakes<()>,
    /// Cakes of one row that are that long.
    sides: Cakes<()>,
    /// Rows and columns of the table of Cutcake.
    cutcake: (u64, u64),
}

/// What is known of a side.
#[derive(Debug)]
struct Side {
    /// Above 1, upwards.
    divisors: Vec<u64>,
    /// The different ones.
    primes: Vec<u64>,
    /// How many trial divisors it took.
    cost: u64,
}

/// The cakes whose values are known.
#[derive(Debug, Default)]
pub struct Integers {
    /// Maundy Cake.
    maundy: Cakes<i128>,
    sides: Vec<Side>,
    /// Where a side stands among these, by the cake of one row that is that long.
    numbers: Cakes<usize>,
    /// Cutcake: `cutcake[rows - 1][columns - 1]`, no row longer than the one before.
    cutcake: Vec<Vec<i128>>,
    /// Of whoever brings no account along.
    own: Account,
}

/// The simplest integer strictly between the best options, if there is one.
fn simplest_between(left: Option<i128>, right: Option<i128>) -> Option<i128> {
    let low = left.map(|left| left + 1);
    let high = right.map(|right| right - 1);
    if let (Some(low), Some(high)) = (low, high)
        && low > high
    {
        return None;
    }
    Some(match (low, high) {
        (Some(low), _) if low > 0 => low + i128::from(broken::is(Part::Integers)),
        (_, Some(high)) if high < 0 => high,
        _ => 0,
    })
}

impl Integers {
    /// Nothing known yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the value of the Maundy Cake with so many rows and columns.
    ///
    /// # Budget
    ///
    /// A unit for each cut of each cake met, and for each trial divisor.
    ///
    /// # Errors
    ///
    /// [`IntegersError`] if a cake on the way has no integer between its options, a side is out of
    /// range, or the budget ran out.
    pub fn maundy(
        &mut self,
        rows: u64,
        columns: u64,
        budget: &mut Budget,
    ) -> Result<i128, IntegersError> {
        let mut own = std::mem::take(&mut self.own);
        let value = self.maundy_for(&mut own, (rows, columns), budget);
        self.own = own;
        value
    }

    /// As [`Integers::maundy`], for a cake of so many rows and columns; charges what `account` has not
    /// paid for yet, whether it had to be worked out or not.
    ///
    /// # Errors
    ///
    /// As [`Integers::maundy`].
    pub fn maundy_for(
        &mut self,
        account: &mut Account,
        cake: (u64, u64),
        budget: &mut Budget,
    ) -> Result<i128, IntegersError> {
        check(cake)?;
        self.maundy_within(account, cake, budget)
    }

    /// As [`Integers::maundy_for`]. The recursion is no deeper than the sides have prime factors.
    fn maundy_within(
        &mut self,
        account: &mut Account,
        (rows, columns): (u64, u64),
        budget: &mut Budget,
    ) -> Result<i128, IntegersError> {
        let known = self.maundy.get((rows, columns));
        if let Some(known) = known.filter(|_| account.maundy.get((rows, columns)).is_some()) {
            return Ok(known);
        }
        let across = self.side(account, columns, budget)?;
        let down = self.side(account, rows, budget)?;
        // Pieces whose side is shorter by a prime factor come first: with them, all are paid for.
        for at in 0..self.sides[across].primes.len() {
            let prime = self.sides[across].primes[at];
            self.maundy_within(account, (rows, columns / prime), budget)?;
        }
        for at in 0..self.sides[down].primes.len() {
            let prime = self.sides[down].primes[at];
            self.maundy_within(account, (rows / prime, columns), budget)?;
        }
        let (across, down) = (&self.sides[across].divisors, &self.sides[down].divisors);
        budget.spend((across.len() + down.len()) as u64)?;
        let value = match known {
            Some(known) => known,
            None => {
                // All pieces are known by now.
                let piece = |cake| self.maundy.get(cake).expect("all pieces are paid for");
                let left = across
                    .iter()
                    .map(|&pieces| i128::from(pieces) * piece((rows, columns / pieces)));
                let right =
                    down.iter().map(|&pieces| i128::from(pieces) * piece((rows / pieces, columns)));
                let value = between((rows, columns), left.max(), right.min())?;
                self.maundy.insert((rows, columns), value);
                value
            }
        };
        account.maundy.insert((rows, columns), ());
        Ok(value)
    }

    /// How many Maundy Cakes were met so far.
    pub fn maundy_cakes(&self) -> usize {
        self.maundy.count
    }

    /// The place of what is known of a side `n`.
    fn side(
        &mut self,
        account: &mut Account,
        n: u64,
        budget: &mut Budget,
    ) -> Result<usize, Exhausted> {
        let is_paid = account.sides.get((1, n)).is_some();
        if let Some(known) = self.numbers.get((1, n)) {
            if !is_paid {
                budget.spend(self.sides[known].cost)?;
                account.sides.insert((1, n), ());
            }
            return Ok(known);
        }
        let left = budget.left();
        let (mut found, mut primes) = (vec![1], Vec::new());
        let mut rest = n;
        let mut candidate = 2;
        while rest > 1 {
            budget.spend(1)?;
            // What is left has no factor below the candidate: it is prime if that is past its root.
            if candidate > rest / candidate {
                candidate = rest;
            }
            if rest.is_multiple_of(candidate) {
                primes.push(candidate);
            }
            let mut power = 1;
            let smaller = found.len();
            while rest.is_multiple_of(candidate) {
                rest /= candidate;
                power *= candidate;
                for at in 0..smaller {
                    found.push(found[at] * power);
                }
            }
            candidate += 1 + candidate % 2;
        }
        found.sort_unstable();
        let cost = left - budget.left();
        found.remove(0);
        let number = self.sides.len();
        self.sides.push(Side { divisors: found, primes, cost });
        self.numbers.insert((1, n), number);
        account.sides.insert((1, n), ());
        Ok(number)
    }

    /// Returns the value of the Cutcake with so many rows and columns.
    ///
    /// # Budget
    ///
    /// A unit for each cut of each cake in a rectangular table that holds this one and those asked for
    /// before, once.
    ///
    /// # Errors
    ///
    /// As [`Integers::maundy`].
    pub fn cutcake(
        &mut self,
        rows: u64,
        columns: u64,
        budget: &mut Budget,
    ) -> Result<i128, IntegersError> {
        let mut own = std::mem::take(&mut self.own);
        let value = self.cutcake_for(&mut own, (rows, columns), budget);
        self.own = own;
        value
    }

    /// As [`Integers::cutcake`], for a cake of so many rows and columns; charges what `account` has not
    /// paid for yet, whether it had to be worked out or not.
    ///
    /// # Errors
    ///
    /// As [`Integers::maundy`].
    pub fn cutcake_for(
        &mut self,
        account: &mut Account,
        cake: (u64, u64),
        budget: &mut Budget,
    ) -> Result<i128, IntegersError> {
        check(cake)?;
        let (height, width) = account.cutcake;
        let (rows, columns) = (cake.0.max(height), cake.1.max(width));
        if (rows, columns) != (height, width) {
            // Paid in advance, so that a table is never begun that cannot be finished.
            let cells = rows.checked_mul(columns).ok_or(Exhausted::Work)? - height * width;
            budget.spend(cells.checked_mul(rows / 2 + columns / 2 + 1).ok_or(Exhausted::Work)?)?;
            account.cutcake = (rows, columns);
        }
        if let Some(known) = self.cutcake_known(cake) {
            return Ok(known);
        }
        self.grow(rows as usize, columns as usize)?;
        self.cutcake_known(cake).ok_or(IntegersError::Side)
    }

    fn cutcake_known(&self, (rows, columns): (u64, u64)) -> Option<i128> {
        self.cutcake.get(rows as usize - 1)?.get(columns as usize - 1).copied()
    }

    /// Fills the table up to these sides.
    fn grow(&mut self, rows: usize, columns: usize) -> Result<(), IntegersError> {
        let table = &mut self.cutcake;
        if table.len() < rows {
            table.resize_with(rows, Vec::new);
        }
        for row in 0..rows {
            for column in table[row].len()..columns {
                // A cake of `column + 1` columns has a line after each but the last of them.
                let left = (0..column).map(|cut| table[row][cut] + table[row][column - 1 - cut]);
                let right = (0..row).map(|cut| table[cut][column] + table[row - 1 - cut][column]);
                let (left, right) = (left.max(), right.min());
                let cake = (row as u64 + 1, column as u64 + 1);
                let value = between(cake, left, right)?;
                table[row].push(value);
            }
        }
        Ok(())
    }
}

fn check((rows, columns): (u64, u64)) -> Result<(), IntegersError> {
    let sides = 1..=LONGEST;
    if sides.contains(&rows) && sides.contains(&columns) {
        Ok(())
    } else {
        Err(IntegersError::Side)
    }
}

fn between(
    cake: (u64, u64),
    left: Option<i128>,
    right: Option<i128>,
) -> Result<i128, IntegersError> {
    simplest_between(left, right).ok_or(IntegersError::NoInteger {
        cake,
        left: left.unwrap_or_default(),
        right: right.unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simplest_integer_is_strictly_between() {
        assert_eq!(simplest_between(None, None), Some(0));
        assert_eq!(simplest_between(Some(0), None), Some(1));
        assert_eq!(simplest_between(Some(-3), None), Some(0));
        assert_eq!(simplest_between(None, Some(0)), Some(-1));
        assert_eq!(simplest_between(Some(2), Some(9)), Some(3));
        assert_eq!(simplest_between(Some(-9), Some(-2)), Some(-3));
        assert_eq!(simplest_between(Some(-1), Some(1)), Some(0));
    }

    #[test]
    fn where_no_integer_lies_there_is_no_answer() {
        assert_eq!(simplest_between(Some(0), Some(1)), None);
        assert_eq!(simplest_between(Some(2), Some(-2)), None);
        let refused = between((3, 4), Some(0), Some(1));
        let expected = "no integer lies between 0 and 1, the best cuts of 3x4";
        assert_eq!(refused.unwrap_err().to_string(), expected);
    }

    #[test]
    fn cakes_of_the_ledger_have_their_values() {
        let (mut integers, mut budget) = (Integers::new(), Budget::units(100_000_000));
        let mut maundy = |rows, columns| integers.maundy(rows, columns, &mut budget).unwrap();
        assert_eq!(maundy(6, 360), 66);
        assert_eq!(maundy(6, 1 << 30), 268_435_455);
        assert_eq!(maundy(248_832, 10u64.pow(15)), 7_629_394_531);
        let mut cutcake = |rows, columns| integers.cutcake(rows, columns, &mut budget).unwrap();
        assert_eq!((cutcake(5, 7), cutcake(5, 8), cutcake(16, 1)), (0, 1, -15));
    }

    #[test]
    fn the_recursion_meets_pairs_of_divisors_only() {
        for (rows, columns, cakes) in [(6, 1 << 30, 124), (248_832, 10u64.pow(15), 16_896)] {
            let (mut integers, mut budget) = (Integers::new(), Budget::units(10_000_000));
            integers.maundy(rows, columns, &mut budget).unwrap();
            assert_eq!(integers.maundy_cakes(), cakes);
        }
    }

    #[test]
    fn an_account_is_charged_the_same_whatever_is_known() {
        let cakes = [(6, 360), (12, 12), (36, 8), (1, 1200), (12, 12)];
        let total = |integers: &mut Integers| {
            let (mut account, mut budget) = (Account::default(), Budget::units(100_000_000));
            for cake in cakes {
                integers.maundy_for(&mut account, cake, &mut budget).unwrap();
                integers.cutcake_for(&mut account, cake, &mut budget).unwrap();
            }
            budget.spent()
        };
        let mut shared = Integers::new();
        let mut budget = Budget::units(100_000_000);
        shared.maundy(24, 720, &mut budget).unwrap();
        shared.cutcake(50, 20, &mut budget).unwrap();
        shared.cutcake(10, 80, &mut budget).unwrap();
        assert_eq!(total(&mut shared), total(&mut Integers::new()));
    }

    #[test]
    fn sides_out_of_range_and_long_searches_are_errors() {
        let (mut integers, mut budget) = (Integers::new(), Budget::units(1000));
        assert_eq!(integers.maundy(0, 4, &mut budget), Err(IntegersError::Side));
        assert_eq!(integers.cutcake(4, u64::MAX, &mut budget), Err(IntegersError::Side));
        let prime = 9_223_372_036_854_775_783; // The largest below 2^63.
        let work = IntegersError::Exhausted(Exhausted::Work);
        assert_eq!(integers.maundy(1, prime, &mut budget), Err(work.clone()));
        assert_eq!(integers.cutcake(1, prime, &mut budget), Err(work));
    }
}

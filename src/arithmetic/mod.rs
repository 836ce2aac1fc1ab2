//! Exact numbers and number theory for claims, one file per notion.
//!
//! [`Number`] is the one kind of number that the expression language knows; [`dyadic`] holds the
//! numbers among games; [`bits`] and [`primes`] hold the functions of whole numbers that essays about
//! cutting games need.
//!
//! **Not here.** Floating point, games, and anything that knows what a claim is.

pub mod bits;
pub mod dyadic;
mod number;
pub mod primes;

pub use number::Number;

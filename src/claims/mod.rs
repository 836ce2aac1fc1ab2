//! Claims: what is asserted over a range, and what is found.
//!
//! [`Claim::parse`] reads the lines of a `{claim}` block, [`check`] walks over its cases within a
//! budget and returns [`Findings`], [`judge()`] holds them against the expectation. [`theorem`] knows
//! which statements are argued in the text, and so which claims may be called proved.
//!
//! **Invariant.** A measurement is never called a proof, and a budget that ran out never passes for
//! a claim that holds.

mod claim;
mod expectation;
mod findings;
mod idle;
mod judge;
pub mod theorem;

pub use claim::Claim;
pub use claim::Subject;
pub(crate) use claim::with;
pub use expectation::Expectation;
pub use expectation::Expected;
pub use findings::Counterexample;
pub use findings::Extreme;
pub use findings::Findings;
pub use findings::MAX_SHOWN;
pub use findings::check;
pub use judge::Verdict;
pub use judge::judge;

//! Exact numbers and number theory, one file per notion.
//!
//! **Not here.** Games, and anything that knows what a claim is.

pub mod dyadic;

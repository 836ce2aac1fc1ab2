//! Rung.

//! A site as a whole: read, built, checked, published.

pub mod config;
pub mod load;
pub mod publish;

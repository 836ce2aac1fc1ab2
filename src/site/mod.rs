//! A site as a whole: read, built, checked, published.

pub mod config;
pub mod dependencies;
pub mod gather;
pub mod load;
pub mod publish;

//! Findings in the formats of `--format`: a person's and four machines'.

pub mod github;
pub mod human;
pub mod json;
pub mod junit;
pub mod sarif;

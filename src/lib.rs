//! Rung: a static site generator for essays whose numbers are computed.
//!
//! An author writes Markdown. Every number in the prose is written by the build or checked by it,
//! every general statement is a claim tested over a stated range, every table and figure is drawn
//! from the built-in solver, and nothing is published while one of them is wrong.
//!
//! Modules in reading order, lowest layer first: [`diagnostics`], `arithmetic`, `cgt`, `essay`,
//! `language`, `claims`, `figures`, `audit`, `render`, `site`, `serve`, `cli`.

pub mod arithmetic;
pub mod audit;
mod broken;
pub mod cgt;
pub mod claims;
pub mod cli;
pub mod diagnostics;
pub mod essay;
pub mod figures;
pub mod language;
#[cfg(feature = "lsp")]
pub mod lsp;
pub mod render;
#[cfg(feature = "serve")]
pub mod serve;
pub mod site;

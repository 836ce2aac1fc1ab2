//! What is kept between two renderings in one process: all that is made from one page alone.
//!
//! It serves again while the page has the same version, its neighbours are called the same, and
//! everything that pages share is the same.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::diagnostics::Diagnostic;
use crate::render::card::Cards;
use crate::render::model::Output;
use crate::render::pages::PageDigest;

/// What was drawn before.
#[derive(Default)]
pub struct Memory {
    /// What all pages share.
    pub(super) shared: String,
    /// Pictures of ladders, by what stands on them.
    pub(super) cards: Cards,
    /// By address.
    pub(super) pages: HashMap<String, Kept>,
}

/// All that is made from one page alone.
pub(in crate::render) struct Kept {
    pub(super) version: u64,
    /// What it says of pages beside it.
    pub(super) beside: String,
    pub(super) digest: PageDigest,
    /// The page, its claims and figures, and their files.
    pub(super) outputs: Vec<Output>,
    pub(super) found: Vec<Diagnostic>,
    /// Its lines of the index for searching.
    pub(in crate::render) search: String,
    /// Its text for the feed, once that asked for it.
    pub(in crate::render) feed: OnceLock<String>,
}

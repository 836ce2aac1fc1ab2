//! What `rung --version` says.

use std::sync::OnceLock;

use crate::render::katex_assets;

/// The version alone.
#[must_use]
pub fn short() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The version, and which kind of binary this is.
#[must_use]
pub fn long() -> &'static str {
    static LONG: OnceLock<String> = OnceLock::new();
    LONG.get_or_init(|| format!("{}\n{}", short(), katex_assets::describe()))
}

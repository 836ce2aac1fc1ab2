//! The readers' pages and the preview in a real browser.
//!
//! The published site of this repository is served on loopback and looked at by Chromium: on a
//! telephone and on a screen, in the light and in the dark, in print, with forced colours, without
//! scripts, by keyboard, and by a checker of accessibility.
//!
//! Chromium, its driver and the checker (axe, whose file `RUNG_AXE` names) are installed by
//! `.ci/run`. Where they are not, these tests say so and look at nothing, unless `CI` is `true`.

#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "a test that cannot go on says so by failing, and says so if it looks at nothing"
)]

mod accessible;
mod driver;
mod explorer;
#[path = "../support/ladder.rs"]
mod ladder;
mod looks;
mod preview;
mod scripts;
mod site;

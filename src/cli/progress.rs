//! A bar for work that takes long, on a terminal; nothing elsewhere.

use std::time::Duration;

use indicatif::ProgressBar;
use indicatif::ProgressStyle;

use crate::site::Progress;

/// How far the evaluation of the blocks has come.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar that is drawn if `watched`.
    #[must_use]
    pub fn new(watched: bool) -> Self {
        let bar = if watched { ProgressBar::new(0) } else { ProgressBar::hidden() };
        let style = ProgressStyle::with_template("{spinner} {msg} {bar:30} {pos}/{len}");
        let bar = match style {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        bar.enable_steady_tick(Duration::from_millis(100));
        Self(bar.with_message("checking"))
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress for Bar {
    fn expect(&self, blocks: usize) {
        self.0.set_length(blocks as u64);
    }

    fn done(&self) {
        self.0.inc(1);
    }
}

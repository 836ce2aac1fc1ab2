//! `rung check`: everything except publishing.

use std::io::Write;
use std::path::Path;

use crate::cli::Ending;
use crate::cli::Failure;
use crate::cli::Shell;
use crate::cli::arguments::Check;
use crate::cli::arguments::Global;
use crate::cli::build::build;
use crate::cli::build::report_all;
use crate::site::Options;

/// Checks the site under `root`.
///
/// # Errors
///
/// If the site cannot be read.
pub fn run(
    arguments: &Check,
    global: &Global,
    root: &Path,
    shell: &mut Shell,
) -> Result<Ending, Failure> {
    let options = Options { drafts: arguments.drafts, ..Options::default() };
    let built = build(root, &options, shell)?;
    let ending = report_all(&built, global, shell)?;
    if ending == Ending::Holds && !global.quiet {
        writeln!(shell.err, "all holds: {}", built.summary())?;
    }
    Ok(ending)
}

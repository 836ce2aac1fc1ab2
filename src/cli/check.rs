//! `rung check`: everything except publishing; with `--fix`, wrong numbers in the prose are mended.

#![expect(clippy::disallowed_methods, reason = "a command writes the files it was asked to mend")]

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::audit::fix;
use crate::cli::Ending;
use crate::cli::Failure;
use crate::cli::Shell;
use crate::cli::arguments::Check;
use crate::cli::arguments::Format;
use crate::cli::arguments::Global;
use crate::cli::build::build;
use crate::cli::build::leave;
use crate::cli::build::report_all;
use crate::site::Options;

/// Checks the site under `root`.
///
/// # Errors
///
/// If the site cannot be read, or a mended essay cannot be written.
pub fn run(
    arguments: &Check,
    global: &Global,
    root: &Path,
    shell: &mut Shell,
) -> Result<Ending, Failure> {
    let options = Options { drafts: arguments.drafts, ..Options::default() };
    let mut built = build(root, &options, shell)?;
    if arguments.fix {
        let edits = fix::edits(&built.diagnostics, &built.sources);
        for edit in &edits {
            // Standard output is the machine's where one reads.
            match global.format {
                Format::Human => write!(shell.out, "{}", edit.diff)?,
                Format::Json | Format::Github | Format::Junit | Format::Sarif => {
                    write!(shell.err, "{}", edit.diff)?;
                }
            }
        }
        if arguments.dry_run {
            writeln!(shell.err, "{} would be changed", files(edits.len()))?;
        } else {
            for edit in &edits {
                fs::write(root.join(&edit.path), &edit.text)?;
            }
            writeln!(shell.err, "{} changed", files(edits.len()))?;
            built = build(root, &options, shell)?;
        }
    }
    let ending = report_all(&built, global, shell)?;
    if ending == Ending::Holds && !global.quiet {
        writeln!(shell.err, "all holds: {}", built.summary())?;
    }
    leave(built);
    Ok(ending)
}

fn files(count: usize) -> String {
    if count == 1 { String::from("1 file") } else { format!("{count} files") }
}

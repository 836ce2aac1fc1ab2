//! `rung serve`: the preview, until it is interrupted.

use std::io::Write;
use std::path::Path;

use crate::cli::Failure;
use crate::cli::Shell;
use crate::cli::arguments::Global;
use crate::cli::arguments::Serve;
use crate::diagnostics::Severity;
use crate::serve;

/// Serves the site under `root`.
///
/// # Errors
///
/// If the site cannot be read or watched, or no port is free.
pub fn run(
    arguments: &Serve,
    global: &Global,
    root: &Path,
    shell: &mut Shell,
) -> Result<(), Failure> {
    if !arguments.host.is_loopback() {
        writeln!(shell.err, "anybody who can reach {} sees this preview", arguments.host)?;
    }
    let settings = serve::Settings {
        root: root.to_path_buf(),
        host: arguments.host,
        port: arguments.port,
        open: arguments.open,
        style: shell.style,
        least: if global.verbose { Severity::Advice } else { Severity::Warning },
    };
    serve::run(&settings, &mut shell.err)?;
    Ok(())
}

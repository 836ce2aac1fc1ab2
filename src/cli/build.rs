//! `rung build` and `rung check`: the pipeline, its findings, and what happens with them.

use std::io::Write;
use std::path::Component;
use std::path::Path;
use std::path::PathBuf;

use crate::cli::Ending;
use crate::cli::Failure;
use crate::cli::Shell;
use crate::cli::arguments::Build;
use crate::cli::arguments::Global;
use crate::cli::progress::Bar;
use crate::cli::report;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Severity;
use crate::diagnostics::render::visible;
use crate::site;
use crate::site::Built;
use crate::site::Options;
use crate::site::config::normal_base_url;
use crate::site::load::load;
use crate::site::publish::publish;

/// Builds the site under `root` and publishes it, unless something is wrong with it.
///
/// # Errors
///
/// If the site cannot be read, or the output cannot be written or lies where it must not.
pub fn run(
    arguments: &Build,
    global: &Global,
    root: &Path,
    shell: &mut Shell,
) -> Result<Ending, Failure> {
    let out = arguments.output.clone().unwrap_or_else(|| root.join("public"));
    refuse_output(&out, root)?;
    let base_url = arguments.base_url.as_deref().map(|url| {
        normal_base_url(url).ok_or_else(|| {
            Failure::usage(format!(
                "--base-url: `{url}` is no address as in `https://example.org/essays/`"
            ))
        })
    });
    let options =
        Options { drafts: arguments.drafts, base_url: base_url.transpose()?, ..Options::default() };
    let built = build(root, &options, shell)?;
    let ending = report_all(&built, global, shell)?;
    if ending != Ending::Holds {
        if !global.quiet {
            let before = if out.exists() {
                format!("; {} is as it was", out.display())
            } else {
                String::new()
            };
            let only_warnings = built.diagnostics.iter().all(|one| one.severity != Severity::Error);
            let why = if only_warnings { ": warnings count as errors here" } else { "" };
            writeln!(shell.err, "nothing is published{why}{before}")?;
        }
        return Ok(ending);
    }
    let published = publish(&built.files, &out)?;
    if !global.quiet {
        for path in &published.carried_over {
            writeln!(
                shell.err,
                "carried over: {} is in {} and was not made by this build",
                visible(path),
                out.display()
            )?;
        }
        writeln!(
            shell.err,
            "published {}: {} files, {} kB; {}",
            out.display(),
            published.files,
            published.bytes.div_ceil(1000),
            built.summary(),
        )?;
        let placeholder = |one: &&Diagnostic| one.code == Code::ConfigPlaceholder;
        if let (Some(one), false) = (built.diagnostics.iter().find(placeholder), global.verbose) {
            writeln!(shell.err, "to mind: {}; `--base-url URL` gives another", one.message)?;
        }
    }
    leave(built);
    Ok(ending)
}

/// Reads and builds the site, with a progress bar if somebody watches.
///
/// # Errors
///
/// If the site cannot be read.
pub fn build(root: &Path, options: &Options, shell: &Shell) -> Result<Built, Failure> {
    let input = load(root)?;
    let bar = Bar::new(shell.watched);
    let built = site::build(&input, options, &bar);
    bar.finish();
    Ok(built)
}

/// Is done with a site at the end of a command: the process ends, which gives back its memory at
/// once, where taking the site apart would take a while.
pub fn leave(built: Built) {
    std::mem::forget(built);
}

/// Writes all findings in the format asked for and says how the run ends.
///
/// # Errors
///
/// If they cannot be written.
pub fn report_all(built: &Built, global: &Global, shell: &mut Shell) -> Result<Ending, Failure> {
    let least = if global.verbose { Severity::Advice } else { Severity::Warning };
    let shown: Vec<_> =
        built.diagnostics.iter().filter(|one| one.severity <= least).cloned().collect();
    report::write(&shown, built, global.format, shell)?;
    if let (Some(tally), false) = (report::human::tally(&shown), global.quiet) {
        writeln!(shell.err, "{tally}")?;
    }
    Ok(ending(built, global.deny_warnings))
}

/// How a run with these findings ends.
#[must_use]
pub fn ending(built: &Built, deny_warnings: bool) -> Ending {
    let weighs = |severity: Severity| {
        severity == Severity::Error || (deny_warnings && severity == Severity::Warning)
    };
    let mut standing = built.diagnostics.iter().filter(|one| weighs(one.severity)).peekable();
    if standing.peek().is_none() {
        Ending::Holds
    } else if standing.all(|one| one.undecided) {
        Ending::Undecided
    } else {
        Ending::Withheld
    }
}

/// Refuses an output folder that holds the site or lies among its sources.
fn refuse_output(out: &Path, root: &Path) -> Result<(), Failure> {
    let out = real(out)?;
    let root = real(root)?;
    let mut sources = Vec::new();
    for name in ["content", "templates", "static", "src", ".git"] {
        sources.push(real(&root.join(name))?);
    }
    let inside = sources.iter().find(|folder| out.starts_with(folder));
    if root.starts_with(&out) {
        return Err(Failure::usage(format!(
            "--output: {} holds the site itself, and publishing replaces the folder",
            out.display()
        )));
    }
    if let Some(folder) = inside {
        return Err(Failure::usage(format!(
            "--output: {} lies in {}, which is a source of the site",
            out.display(),
            folder.display()
        )));
    }
    Ok(())
}

/// The path with links resolved as far as it exists.
fn real(path: &Path) -> Result<PathBuf, Failure> {
    let absolute = std::path::absolute(path)?;
    let existing = absolute.ancestors().find(|ancestor| ancestor.exists());
    let Some(existing) = existing else { return Ok(absolute) };
    let rest = absolute.strip_prefix(existing).map(Path::to_path_buf).unwrap_or_default();
    if rest.components().any(|part| part == Component::ParentDir) {
        return Err(Failure::usage(format!(
            "--output: {} leads through a folder that does not exist",
            path.display()
        )));
    }
    Ok(existing.canonicalize()?.join(rest))
}

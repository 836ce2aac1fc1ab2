//! Which command has a use for which of the common options; the others are refused, never ignored.
//!
//! `--format human`, `--color auto` and `--color never` are promises that every command keeps.

use crate::cli::Failure;
use crate::cli::arguments::Colour;
use crate::cli::arguments::Command;
use crate::cli::arguments::Format;
use crate::cli::arguments::Global;

/// What a command does with the common options.
struct Takes {
    /// The name of the command.
    name: &'static str,
    /// The common options that change what it does, `--format` aside.
    options: &'static [&'static str],
    /// The formats for machines that it writes.
    formats: &'static [Format],
}

/// The formats for machines, in the order of the help.
const MACHINES: &[Format] = &[Format::Json, Format::Github, Format::Junit, Format::Sarif];

/// Refuses an option that `command` would ignore.
///
/// # Errors
///
/// If there is one; the message names what the command takes instead.
pub fn refuse_idle(command: &Command, global: &Global) -> Result<(), Failure> {
    let takes = takes(command);
    let name = takes.name;
    if global.format != Format::Human && !takes.formats.contains(&global.format) {
        let written: Vec<&str> = takes.formats.iter().map(|format| format.name()).collect();
        return Err(Failure::usage(format!(
            "--format {}: `rung {name}` writes {}",
            global.format.name(),
            match written.as_slice() {
                [] => String::from("for a person only"),
                formats => format!("human or {}", formats.join(", ")),
            }
        )));
    }
    let given = [
        ("--root", global.root.is_some()),
        ("--color", global.color == Colour::Always),
        ("--deny-warnings", global.deny_warnings),
        ("--quiet", global.quiet),
        ("--verbose", global.verbose),
    ];
    let idle = given.iter().find(|(option, given)| *given && !takes.options.contains(option));
    let Some((option, _)) = idle else { return Ok(()) };
    Err(Failure::usage(match *option {
        "--color" => format!("--color always: `rung {name}` writes without colours"),
        _ => format!("{option}: `rung {name}` has no use for it; leave it out"),
    }))
}

fn takes(command: &Command) -> Takes {
    let (name, options, formats): (_, &'static [&'static str], &'static [Format]) = match command {
        Command::Build(_) => ("build", ALL, MACHINES),
        Command::Check(_) => ("check", ALL, MACHINES),
        #[cfg(feature = "serve")]
        Command::Serve(_) => ("serve", &["--root", "--color", "--verbose"], &[]),
        Command::Claims(_) => {
            ("claims", &["--root", "--deny-warnings", "--quiet"], &[Format::Json])
        }
        Command::Audit(_) => ("audit", &["--root", "--deny-warnings", "--quiet"], &[Format::Json]),
        Command::Eval(_) => ("eval", &["--root", "--color"], &[Format::Json]),
        Command::New(_) => ("new", &["--root", "--quiet"], &[]),
        Command::Init(_) => ("init", &["--quiet"], &[]),
        Command::Explain(_) => ("explain", &[], &[]),
        #[cfg(feature = "lsp")]
        Command::Lsp(_) => ("lsp", &["--root"], &[]),
        Command::Completions(_) => ("completions", &[], &[]),
        Command::Man => ("man", &[], &[]),
    };
    Takes { name, options, formats }
}

/// Every common option but `--format`.
const ALL: &[&str] = &["--root", "--color", "--deny-warnings", "--quiet", "--verbose"];

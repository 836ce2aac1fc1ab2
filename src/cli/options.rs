//! Which command has a use for which of the common options; the others are refused, never ignored.
//!
//! `--format human`, `--color auto` and `--color never` are promises that every command keeps.

use clap::CommandFactory as _;

use crate::cli::Failure;
use crate::cli::arguments::Arguments;
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
    let name = name_of(command);
    let Some(takes) = COMMANDS.iter().find(|takes| takes.name == name) else { return Ok(()) };
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

/// The command line with the common options hidden from the help of commands that refuse them.
#[must_use]
pub fn described() -> clap::Command {
    let mut command = Arguments::command();
    let common: Vec<clap::Arg> = command.get_arguments().cloned().collect();
    let names: Vec<String> =
        command.get_subcommands().map(|own| own.get_name().to_owned()).collect();
    for name in names {
        let Some(takes) = COMMANDS.iter().find(|takes| takes.name == name) else { continue };
        command = command.mut_subcommand(name, |mut own| {
            for (id, option) in OPTIONS {
                let is_idle = match *option {
                    "--format" => takes.formats.is_empty(),
                    _ => !takes.options.contains(option),
                };
                // What a command has already is not handed down to it.
                let hidden = common.iter().find(|one| is_idle && one.get_id() == *id);
                own = own.args(hidden.map(|one| one.clone().hide(true)));
            }
            own
        });
    }
    command
}

/// The common options, each by its name in [`Global`].
const OPTIONS: &[(&str, &str)] = &[
    ("root", "--root"),
    ("format", "--format"),
    ("color", "--color"),
    ("deny_warnings", "--deny-warnings"),
    ("quiet", "--quiet"),
    ("verbose", "--verbose"),
];

/// What each command does with them.
const COMMANDS: &[Takes] = &[
    Takes { name: "build", options: ALL, formats: MACHINES },
    Takes { name: "check", options: ALL, formats: MACHINES },
    Takes { name: "serve", options: &["--root", "--color", "--verbose"], formats: &[] },
    Takes {
        name: "claims",
        options: &["--root", "--deny-warnings", "--quiet"],
        formats: &[Format::Json],
    },
    Takes {
        name: "audit",
        options: &["--root", "--deny-warnings", "--quiet"],
        formats: &[Format::Json],
    },
    Takes { name: "eval", options: &["--root", "--color"], formats: &[Format::Json] },
    Takes { name: "new", options: &["--root", "--quiet"], formats: &[] },
    Takes { name: "init", options: &["--quiet"], formats: &[] },
    Takes { name: "explain", options: &[], formats: &[] },
    Takes { name: "lsp", options: &["--root"], formats: &[] },
    Takes { name: "completions", options: &[], formats: &[] },
    Takes { name: "man", options: &[], formats: &[] },
];

/// The name of a command.
fn name_of(command: &Command) -> &'static str {
    match command {
        Command::Build(_) => "build",
        Command::Check(_) => "check",
        #[cfg(feature = "serve")]
        Command::Serve(_) => "serve",
        Command::Claims(_) => "claims",
        Command::Audit(_) => "audit",
        Command::Eval(_) => "eval",
        Command::New(_) => "new",
        Command::Init(_) => "init",
        Command::Explain(_) => "explain",
        #[cfg(feature = "lsp")]
        Command::Lsp(_) => "lsp",
        Command::Completions(_) => "completions",
        Command::Man => "man",
    }
}

/// Every common option but `--format`.
const ALL: &[&str] = &["--root", "--color", "--deny-warnings", "--quiet", "--verbose"];

#[cfg(test)]
mod tests {
    use super::COMMANDS;
    use super::OPTIONS;
    use super::described;
    use clap::CommandFactory as _;

    #[test]
    fn the_help_of_a_command_lists_no_option_that_it_refuses() {
        let mut command = described();
        command.build();
        for mut own in command.get_subcommands().cloned() {
            let Some(takes) = COMMANDS.iter().find(|takes| takes.name == own.get_name()) else {
                assert_eq!(own.get_name(), "help");
                continue;
            };
            let help = own.render_long_help().to_string();
            for (_, option) in OPTIONS.iter().filter(|(_, option)| *option != "--format") {
                let takes_it = takes.options.contains(option);
                assert_eq!(
                    help.contains(&format!("{option} ")) || help.contains(&format!("{option}\n")),
                    takes_it,
                    "{} {option}",
                    takes.name
                );
            }
            assert_eq!(help.contains("--format"), !takes.formats.is_empty(), "{}", takes.name);
        }
    }

    #[test]
    fn every_command_is_described() {
        let commands = crate::cli::arguments::Arguments::command();
        for own in commands.get_subcommands() {
            assert!(
                COMMANDS.iter().any(|takes| takes.name == own.get_name()),
                "{}",
                own.get_name()
            );
        }
    }
}

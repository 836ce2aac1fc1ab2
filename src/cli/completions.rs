//! `rung completions` and `rung man`: both made from the one description of the command line.

use std::io::Write;

use clap::CommandFactory as _;

use crate::cli::Failure;
use crate::cli::arguments::Arguments;
use crate::cli::arguments::Completions;
use crate::cli::options::described;

/// Writes the completions of a shell.
///
/// # Errors
///
/// If nothing can be written.
pub fn completions(arguments: &Completions, out: &mut dyn Write) -> Result<(), Failure> {
    // The generator panics where it cannot write, as when the reader has left.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut described(), "rung", &mut script);
    Ok(out.write_all(&script)?)
}

/// Writes the manual page: one page that holds every command with its options.
///
/// # Errors
///
/// If nothing can be written.
pub fn man(out: &mut dyn Write) -> Result<(), Failure> {
    let command = Arguments::command();
    let man = clap_mangen::Man::new(command.clone());
    man.render_title(out)?;
    man.render_name_section(out)?;
    // The usual section lists pages of the commands, `rung-build(1)`, which are parts of this one.
    writeln!(out, ".SH SYNOPSIS\n\\fBrung\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]")?;
    man.render_description_section(out)?;
    writeln!(out, ".SH COMMANDS")?;
    for sub in command.get_subcommands() {
        let usage = sub.clone().bin_name(format!("rung {}", sub.get_name())).render_usage();
        let usage = usage.to_string();
        writeln!(out, ".SS \"{}\"", usage.trim_start_matches("Usage: ").replace('-', "\\-"))?;
        let man = clap_mangen::Man::new(sub.clone().disable_help_flag(true));
        let mut section = Vec::new();
        man.render_description_section(&mut section)?;
        man.render_options_section(&mut section)?;
        // These are sections of a page of their own; here they belong to the command.
        let section = String::from_utf8_lossy(&section);
        let text = section.lines().filter(|line| !line.starts_with(".SH ") && !is_preamble(line));
        for line in text {
            writeln!(out, "{line}")?;
        }
    }
    man.render_options_section(out)?;
    man.render_extra_section(out)?;
    man.render_version_section(out)?;
    Ok(())
}

/// Whether a line defines the apostrophe, as each part of a page does for itself.
fn is_preamble(line: &str) -> bool {
    line.starts_with(".ie ") || line.starts_with(".el ")
}

//! `rung completions` and `rung man`: both made from the one description of the command line.

use std::io::Write;

use clap::CommandFactory;

use crate::cli::Failure;
use crate::cli::arguments::Arguments;
use crate::cli::arguments::Completions;

/// Writes the completions of a shell.
pub fn completions(arguments: &Completions, out: &mut dyn Write) {
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "rung", out);
}

/// Writes the manual page, with a section for each command.
///
/// # Errors
///
/// If nothing can be written.
pub fn man(out: &mut dyn Write) -> Result<(), Failure> {
    let command = Arguments::command();
    clap_mangen::Man::new(command.clone()).render(out)?;
    for sub in command.get_subcommands() {
        let named = sub.clone().display_name(format!("rung-{}", sub.get_name()));
        let man = clap_mangen::Man::new(named);
        writeln!(out, ".SH \"rung {}\"", sub.get_name())?;
        man.render_description_section(out)?;
        man.render_options_section(out)?;
    }
    Ok(())
}

//! `rung explain`: the manual page of a diagnostic code.

use std::io;
use std::io::Write;

use crate::cli::Failure;
use crate::cli::arguments::Explain;
use crate::diagnostics::Code;
use crate::diagnostics::suggested;

/// Writes the page of the code, or the list of all codes.
///
/// # Errors
///
/// If there is no such code, or nothing can be written.
pub fn run(arguments: &Explain, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(name) = &arguments.code else { return Ok(list(out)?) };
    let name = name.trim().trim_start_matches("error[").trim_end_matches(']');
    let Some(code) = Code::named(name) else {
        let near = suggested(name, Code::ALL.iter().map(|code| code.name()), "::");
        let hint = near.map_or_else(
            || String::from("`rung explain` lists all codes"),
            |near| format!("did you mean {near}?"),
        );
        return Err(Failure::usage(format!("there is no code `{name}`: {hint}")));
    };
    write!(out, "{}", code.page())?;
    Ok(())
}

/// One line a code: its name and the first sentence of its page.
fn list(out: &mut dyn Write) -> io::Result<()> {
    let width = Code::ALL.iter().map(|code| code.name().len()).max().unwrap_or(0);
    for code in Code::ALL {
        let meaning = code.page().lines().skip_while(|line| *line != "## What it means").nth(2);
        writeln!(out, "{:width$}  {}", code.name(), meaning.unwrap_or_default())?;
    }
    Ok(())
}

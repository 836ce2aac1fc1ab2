//! The commands: each reads its arguments, calls what does the work, and writes what came of it.
//!
//! One file a command. Nothing here computes; what a command prints can be had from the library.

pub mod arguments;
pub mod audit;
pub mod build;
pub mod check;
pub mod claims;
pub mod completions;
pub mod eval;
pub mod explain;
pub mod init;
pub mod listing;
#[cfg(feature = "lsp")]
pub mod lsp;
pub mod new;
pub mod options;
pub mod progress;
pub mod report;
#[cfg(feature = "serve")]
pub mod serve;
pub mod today;
pub mod version;

use std::fmt;
use std::io;
use std::io::IsTerminal;
use std::io::Write;
use std::path::PathBuf;

use clap::FromArgMatches as _;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Colour;
use crate::cli::arguments::Command;
use crate::cli::arguments::Global;
use crate::diagnostics::render::Style;
use crate::site::load::find_root;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All holds (and is published).
    Holds,
    /// The site has errors; nothing was touched.
    Withheld,
    /// Nothing is wrong but that a budget ran out.
    Undecided,
}

impl Ending {
    /// The exit code.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Holds => 0,
            Self::Withheld => 1,
            Self::Undecided => 2,
        }
    }
}

/// Why a command could not run.
#[derive(Debug)]
pub struct Failure {
    message: String,
    is_unheard: bool,
}

impl Failure {
    /// A failure that the user can mend by another call.
    #[must_use]
    pub fn usage(message: impl Into<String>) -> Self {
        Self { message: message.into(), is_unheard: false }
    }

    /// Whether nobody reads any more what is written, as after `rung claims | head -1`: then there is
    /// nobody to tell either.
    #[must_use]
    pub fn is_unheard(&self) -> bool {
        self.is_unheard
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        let is_unheard = error.kind() == io::ErrorKind::BrokenPipe;
        Self { message: error.to_string(), is_unheard }
    }
}

/// What a command may write to and may know of the outside.
pub struct Shell {
    /// Where results go.
    pub out: Box<dyn Write>,
    /// Where findings for a person go.
    pub err: Box<dyn Write>,
    /// Whether findings are coloured.
    pub style: Style,
    /// Whether somebody watches: a progress bar makes sense.
    pub watched: bool,
    /// The step summary of a workflow on GitHub.
    pub summary: Option<std::fs::File>,
}

/// The arguments of the process. Where they are none, says so as a command line does, and ends it.
#[must_use]
pub fn arguments() -> Arguments {
    let read = options::described().get_matches();
    Arguments::from_arg_matches(&read).unwrap_or_else(|error| error.exit())
}

/// Runs the command that `arguments` ask for.
///
/// # Errors
///
/// If it could not run: no site, a folder that cannot be read or written, a name that does not exist,
/// an option that the command has no use for.
pub fn run(arguments: &Arguments) -> Result<Ending, Failure> {
    let global = &arguments.global;
    options::refuse_idle(&arguments.command, global)?;
    let mut shell = Shell::of_process(global);
    match &arguments.command {
        Command::Build(own) => return build::run(own, global, &root(global)?, &mut shell),
        Command::Check(own) => return check::run(own, global, &root(global)?, &mut shell),
        #[cfg(feature = "serve")]
        Command::Serve(own) => serve::run(own, global, &root(global)?, &mut shell)?,
        Command::Claims(own) => return claims::run(own, global, &root(global)?, &mut shell),
        Command::Audit(own) => return audit::run(own, global, &root(global)?, &mut shell),
        Command::Eval(own) => {
            // Without a site there is still a calculator; a site that was named must be one.
            let root = match root(global) {
                Err(failure) if global.root.is_some() => return Err(failure),
                root => root.ok(),
            };
            return eval::run(own, global.format, root.as_deref(), &mut shell);
        }
        Command::Explain(own) => explain::run(own, &mut shell.out)?,
        Command::New(own) => new::run(own, global, &root(global)?, &mut shell.out)?,
        Command::Init(own) => init::run(own, global, &mut shell.out)?,
        #[cfg(feature = "lsp")]
        Command::Lsp(_) => {
            // The shell holds standard output, which now is the editor's.
            drop(shell);
            lsp::run(global)?;
        }
        Command::Completions(own) => completions::completions(own, &mut shell.out)?,
        Command::Man => completions::man(&mut shell.out)?,
    }
    Ok(Ending::Holds)
}

/// The folder of the site.
///
/// # Errors
///
/// If there is none.
fn root(global: &Global) -> Result<PathBuf, Failure> {
    if let Some(root) = &global.root {
        if root.join("site.toml").is_file() {
            return Ok(root.clone());
        }
        return Err(Failure::usage(format!("{}: no site.toml here", root.display())));
    }
    #[expect(clippy::disallowed_methods, reason = "only the shell knows where it stands")]
    let here = std::env::current_dir()?;
    find_root(&here).ok_or_else(|| {
        Failure::usage(
            "no site.toml in this folder or above it: go to a site, name one with `--root DIR`, or \
             begin one with `rung init DIR`",
        )
    })
}

impl Shell {
    /// The standard streams of the process.
    #[must_use]
    pub fn of_process(global: &Global) -> Self {
        #[expect(clippy::disallowed_methods, reason = "only the shell reads the environment")]
        let plain = std::env::var("NO_COLOR").is_ok_and(|value| !value.is_empty());
        #[expect(clippy::disallowed_methods, reason = "only the shell reads the environment")]
        let summary = std::env::var("GITHUB_STEP_SUMMARY").ok();
        let summary = summary
            .and_then(|path| std::fs::OpenOptions::new().append(true).create(true).open(path).ok());
        let terminal = io::stderr().is_terminal();
        let coloured = match global.color {
            Colour::Auto => terminal && !plain,
            Colour::Always => true,
            Colour::Never => false,
        };
        Self {
            out: Box::new(io::stdout().lock()),
            err: Box::new(io::stderr()),
            style: if coloured { Style::Coloured } else { Style::Plain },
            watched: terminal && !global.quiet,
            summary,
        }
    }
}

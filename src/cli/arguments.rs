//! The command line, as clap reads it; the help, the completions and the manual page come from here.

use std::path::PathBuf;

use clap::Parser;
use clap::Subcommand;
use clap::ValueEnum;

use crate::cli::version;

/// Essays whose numbers are computed.
///
/// Rung builds a site of essays written in Markdown. Every number in the prose is written by the
/// build or checked by it, every general statement is tested over a stated range, and nothing is
/// published while one of them is wrong.
#[derive(Debug, Parser)]
#[command(
    name = "rung",
    version = version::short(),
    long_version = version::long(),
    arg_required_else_help = true,
    after_help = "Exit codes: 0 all holds (and is published); 1 the site has errors, and nothing was \
                  touched; 2 could not run, or nothing is wrong but that a budget ran out.\n\n\
                  First steps:  rung init my-essays  &&  cd my-essays  &&  rung serve --open"
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// What holds for every command.
    #[command(flatten)]
    pub global: Global,
}

/// What commands have in common; `options.rs` says which has a use for which.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Common options")]
pub struct Global {
    /// The folder of the site [default: the nearest one upwards with a site.toml].
    #[arg(long, value_name = "DIR", global = true)]
    pub root: Option<PathBuf>,
    /// How findings are written; `claims`, `audit` and `eval` write human or json.
    #[arg(long, value_enum, default_value_t = Format::Human, global = true)]
    pub format: Format,
    /// Whether to use colours.
    #[arg(long, value_enum, default_value_t = Colour::Auto, global = true)]
    pub color: Colour,
    /// Treat warnings as errors.
    #[arg(long, global = true)]
    pub deny_warnings: bool,
    /// Say only what is wrong.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say more: advice too.
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

/// How findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a person.
    Human,
    /// One JSON object a line.
    Json,
    /// Annotations of a workflow on GitHub, and its step summary.
    Github,
    /// JUnit's XML: a case for each claim and for each essay's audit.
    Junit,
    /// SARIF 2.1.0.
    Sarif,
}

impl Format {
    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Json => "json",
            Self::Github => "github",
            Self::Junit => "junit",
            Self::Sarif => "sarif",
        }
    }
}

/// Whether to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check everything and publish the site; on an error nothing is touched.
    Build(Build),
    /// Check everything and publish nothing.
    Check(Check),
    /// Preview the site while writing, with every mistake shown where it stands.
    #[cfg(feature = "serve")]
    Serve(Serve),
    /// List the claims of the site, or explain one.
    Claims(Claims),
    /// Say of every essay how its numerals are backed.
    Audit(Audit),
    /// Evaluate an expression.
    Eval(Eval),
    /// Begin a new essay.
    New(New),
    /// Begin a new site.
    Init(Init),
    /// Explain a diagnostic code.
    Explain(Explain),
    /// Speak the language server protocol with an editor.
    #[cfg(feature = "lsp")]
    Lsp(Lsp),
    /// Write the completions of a shell to standard output.
    Completions(Completions),
    /// Write the manual page to standard output.
    Man,
}

/// `rung build`.
#[derive(Debug, clap::Args)]
pub struct Build {
    /// The folder to publish to [default: public/ beside site.toml].
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// The address of the site, instead of the one in site.toml.
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// Publish drafts too.
    #[arg(long)]
    pub drafts: bool,
}

/// `rung check`.
#[derive(Debug, clap::Args)]
pub struct Check {
    /// Rewrite wrong numbers in the prose, in your own style; prints the changes, then makes them.
    #[arg(long)]
    pub fix: bool,
    /// With --fix: only print the changes.
    #[arg(long, requires = "fix")]
    pub dry_run: bool,
    /// Check drafts too.
    #[arg(long)]
    pub drafts: bool,
}

/// `rung serve`.
#[cfg(feature = "serve")]
#[derive(Debug, clap::Args)]
pub struct Serve {
    /// The port; the next free one is taken if it is in use.
    #[arg(long, default_value_t = 4747)]
    pub port: u16,
    /// The address to listen on; anything but loopback shows the preview to your network.
    #[arg(long, default_value = "127.0.0.1")]
    pub host: std::net::IpAddr,
    /// Open the preview in a browser.
    #[arg(long)]
    pub open: bool,
}

/// `rung claims`.
#[derive(Debug, clap::Args)]
pub struct Claims {
    /// A claim, as in maundy_cake.sign_rule.
    #[arg(value_name = "ID")]
    pub id: Option<String>,
}

/// `rung audit`.
#[derive(Debug, clap::Args)]
pub struct Audit {
    /// Only this essay, by its slug.
    #[arg(value_name = "ESSAY")]
    pub essay: Option<String>,
}

/// `rung eval`.
#[derive(Debug, clap::Args)]
pub struct Eval {
    /// The expression; `-` reads one a line from standard input. Without one: a prompt.
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub expression: Option<String>,
    /// Libraries under content/lib to use [default: all].
    #[arg(long = "use", value_name = "LIB")]
    pub uses: Vec<String>,
    /// Units of work that one expression may take.
    #[arg(long, default_value_t = 50_000_000)]
    pub budget: u64,
}

/// `rung new`.
#[derive(Debug, clap::Args)]
pub struct New {
    /// Where under content/, as in cutcake/a-new-game.
    #[arg(value_name = "PATH")]
    pub path: String,
    /// Its title [default: made from the path].
    #[arg(long)]
    pub title: Option<String>,
}

/// `rung init`.
#[derive(Debug, clap::Args)]
pub struct Init {
    /// The folder; it is made if need be, and nothing in it is overwritten.
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
}

/// `rung explain`.
#[derive(Debug, clap::Args)]
pub struct Explain {
    /// The code, as in value::wrong. Without one: all of them.
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

/// `rung lsp`.
#[cfg(feature = "lsp")]
#[derive(Debug, clap::Args)]
pub struct Lsp {
    /// Speak on standard input and output; editors say so, and there is no other way.
    #[arg(long)]
    pub stdio: bool,
}

/// `rung completions`.
#[derive(Debug, clap::Args)]
pub struct Completions {
    /// The shell.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

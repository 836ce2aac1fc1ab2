//! Findings in the formats of `--format`: a person's and four machines'.

pub mod github;
pub mod human;
pub mod json;
pub mod junit;
pub mod sarif;

use std::io;
use std::io::Write;

use crate::cli::Shell;
use crate::cli::arguments::Format;
use crate::diagnostics::Diagnostic;
use crate::essay::BlockKind;
use crate::site::Built;

/// Writes `diagnostics` in `format`: for a person to standard error, for machines to standard
/// output.
///
/// # Errors
///
/// If that cannot be written.
pub fn write(
    diagnostics: &[Diagnostic],
    built: &Built,
    format: Format,
    shell: &mut Shell,
) -> io::Result<()> {
    let sources = &built.sources;
    match format {
        Format::Human => {
            shell.err.write_all(human::text(diagnostics, sources, shell.style).as_bytes())
        }
        Format::Json => shell.out.write_all(json::lines(diagnostics, sources).as_bytes()),
        Format::Github => {
            shell.out.write_all(github::annotations(diagnostics, sources).as_bytes())?;
            match &mut shell.summary {
                Some(summary) => summary.write_all(github::summary(built).as_bytes()),
                None => Ok(()),
            }
        }
        Format::Junit => {
            shell.out.write_all(junit::report(&suites(built), diagnostics, sources).as_bytes())
        }
        Format::Sarif => shell.out.write_all(sarif::log(diagnostics, sources).as_bytes()),
    }
}

/// The essays as suites, each claim a case.
fn suites(built: &Built) -> Vec<junit::Suite> {
    let suite = |essay: &crate::essay::Essay| junit::Suite {
        name: essay.name(),
        source: essay.source,
        claims: essay
            .blocks
            .iter()
            .filter(|block| block.kind == BlockKind::Claim)
            .filter_map(|block| Some((block.id.as_ref()?.text.clone(), block.span)))
            .collect(),
    };
    built.essays.iter().map(|essay| suite(essay)).collect()
}

//! `rung claims`: the register in the terminal.

use std::io::Write;
use std::path::Path;

use serde_json::Value;
use serde_json::json;

use crate::claims::Verdict;
use crate::cli::Ending;
use crate::cli::Failure;
use crate::cli::Shell;
use crate::cli::arguments::Claims;
use crate::cli::arguments::Format;
use crate::cli::arguments::Global;
use crate::cli::build::build;
use crate::cli::build::ending;
use crate::cli::listing;
use crate::cli::listing::Row;
use crate::diagnostics::suggested;
use crate::language::writing;
use crate::site::Built;
use crate::site::Options;
use crate::site::evaluate::ClaimResult;

/// Counterexamples shown for one claim.
const SHOWN: usize = 20;

/// Lists the claims of the site, or explains one.
///
/// # Errors
///
/// If the site cannot be read, or there is no such claim.
pub fn run(
    arguments: &Claims,
    global: &Global,
    root: &Path,
    shell: &mut Shell,
) -> Result<Ending, Failure> {
    let options = Options { drafts: true, ..Options::default() };
    let built = build(root, &options, shell)?;
    let rows = listing::rows(&built);
    let shown = rows.iter().filter(|row| !(global.quiet && row.confirmed));
    match &arguments.id {
        None if global.format == Format::Json => {
            for row in shown {
                writeln!(shell.out, "{}", object(row))?;
            }
        }
        None => {
            let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
            for row in shown {
                let mark = if row.confirmed { ' ' } else { '!' };
                writeln!(shell.out, "{mark} {:width$}  {:>9}  {}", row.name, row.cases, row.found)?;
            }
        }
        Some(id) => {
            let name = id.replace('-', "_");
            let found = rows.iter().position(|row| row.name == name);
            let result = found.and_then(|index| built.evaluated.claims.values().nth(index));
            let Some(result) = result else {
                let near = suggested(&name, rows.iter().map(|row| row.name.as_str()), ".");
                let hint = near.map_or_else(
                    || String::from("`rung claims` lists them all"),
                    |near| format!("did you mean {near}?"),
                );
                return Err(Failure::usage(format!("there is no claim `{id}`: {hint}")));
            };
            match rows.iter().find(|row| row.name == name) {
                Some(row) if global.quiet && row.confirmed => {}
                Some(row) if global.format == Format::Json => {
                    writeln!(shell.out, "{}", whole(row, result, &built))?;
                }
                _ => explain(&name, result, &built, shell)?,
            }
        }
    }
    Ok(ending(&built, global.deny_warnings))
}

/// A claim in a line, for machines.
fn object(row: &Row) -> Value {
    json!({
        "claim": row.name, "cases": row.cases, "found": row.found, "confirmed": row.confirmed,
    })
}

/// Everything about one claim, for machines: the same keys and more.
fn whole(row: &Row, result: &ClaimResult, built: &Built) -> Value {
    let span = result.claim.span;
    let mut object = object(row);
    object["verdict"] = json!(match result.verdict {
        Verdict::Confirmed => "confirmed",
        Verdict::Refuted => "refuted",
        Verdict::Undecided => "undecided",
        Verdict::Failed => "failed",
    });
    object["file"] = json!(built.sources.get(span.source).path);
    object["line"] = json!(built.sources.place(span).line);
    object["text"] = json!(built.sources.text(span).trim_end());
    let findings = result.findings.as_ref();
    object["work"] = json!(findings.map(|findings| findings.spent));
    let places = findings.map_or(&[][..], |findings| findings.at.as_slice());
    object["places"] = places.iter().map(writing::plain).collect();
    object
}

/// Everything about one claim.
fn explain(
    name: &str,
    result: &ClaimResult,
    built: &Built,
    shell: &mut Shell,
) -> Result<(), Failure> {
    let claim = &result.claim;
    let place = built.sources.place(claim.span);
    let path = &built.sources.get(claim.span.source).path;
    writeln!(shell.out, "{name}  ({path}:{})\n", place.line)?;
    writeln!(shell.out, "{}\n", built.sources.text(claim.span).trim_end())?;
    let verdict = match result.verdict {
        Verdict::Confirmed => "as expected",
        Verdict::Refuted => "NOT AS EXPECTED",
        Verdict::Undecided => "UNDECIDED",
        Verdict::Failed => "COULD NOT BE EVALUATED",
    };
    writeln!(shell.out, "found    {}, {verdict}", listing::found(result))?;
    let Some(findings) = &result.findings else { return Ok(()) };
    writeln!(shell.out, "cases    {}", findings.cases)?;
    writeln!(shell.out, "work     {} of {} units", findings.spent, built.config.budget)?;
    if findings.at.is_empty() {
        return Ok(());
    }
    writeln!(shell.out, "places   {}", findings.at.len())?;
    for side in &findings.sides {
        writeln!(shell.out, "side     {side}")?;
    }
    if findings.shown.is_empty() {
        for place in findings.at.iter().take(SHOWN) {
            writeln!(shell.out, "  {}", writing::plain(place))?;
        }
    }
    for shown in findings.shown.iter().take(SHOWN) {
        let sides: Vec<String> = shown.sides.iter().map(writing::plain).collect();
        writeln!(shell.out, "  {}  {}", writing::plain(&shown.place), sides.join(" | "))?;
    }
    if findings.at.len() > SHOWN {
        writeln!(
            shell.out,
            "  and {} more; the page of the claim has them all",
            findings.at.len() - SHOWN
        )?;
    }
    Ok(())
}

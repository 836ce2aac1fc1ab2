//! `rung audit`: how the numerals of each essay are backed.

use std::io::Write;
use std::path::Path;

use crate::audit::EssayReport;
use crate::audit::State;
use crate::cli::Ending;
use crate::cli::Failure;
use crate::cli::Shell;
use crate::cli::arguments::Audit;
use crate::cli::arguments::Format;
use crate::cli::arguments::Global;
use crate::cli::build::build;
use crate::cli::build::ending;
use crate::cli::listing;
use crate::diagnostics::nearest;
use crate::site::Built;
use crate::site::Options;

/// Writes a line for each essay, or every numeral of one.
///
/// # Errors
///
/// If the site cannot be read, or there is no such essay.
pub fn run(
    arguments: &Audit,
    global: &Global,
    root: &Path,
    shell: &mut Shell,
) -> Result<Ending, Failure> {
    let options = Options { drafts: true, ..Options::default() };
    let built = build(root, &options, shell)?;
    match &arguments.essay {
        Some(slug) => {
            let found =
                built.essays.iter().position(|essay| essay.slug == *slug || essay.name() == *slug);
            let Some(index) = found else {
                let near = nearest(slug, built.essays.iter().map(|essay| essay.slug.as_str()));
                let hint =
                    near.map_or_else(String::new, |near| format!(": did you mean `{near}`?"));
                return Err(Failure::usage(format!("there is no essay `{slug}`{hint}")));
            };
            one(&built, index, global, shell)?;
        }
        None => all(&built, global, shell)?,
    }
    Ok(ending(&built, global.deny_warnings))
}

fn all(built: &Built, global: &Global, shell: &mut Shell) -> Result<(), Failure> {
    let reports = built.audit.essays.iter();
    let reports: Vec<_> =
        reports.filter(|report| !global.quiet || report.counts.unbound > 0).collect();
    if global.format == Format::Json {
        for report in reports {
            writeln!(shell.out, "{}", object(report))?;
        }
        return Ok(());
    }
    let width = reports.iter().map(|report| report.path.len()).max().unwrap_or(0);
    for report in reports {
        writeln!(shell.out, "{:width$}  {}", report.path, listing::counts(&report.counts))?;
    }
    if global.quiet {
        return Ok(());
    }
    let counts = &built.audit.counts;
    writeln!(shell.out, "{:width$}  {}", "all", listing::counts(counts))?;
    for (rule, count) in &counts.auto {
        writeln!(shell.out, "{:width$}  {count} exempt: {rule}", "")?;
    }
    Ok(())
}

fn one(built: &Built, index: usize, global: &Global, shell: &mut Shell) -> Result<(), Failure> {
    let Some(report) = built.audit.essays.get(index) else { return Ok(()) };
    for judged in &report.judged {
        if global.quiet && judged.state != State::Unbound {
            continue;
        }
        let place = built.sources.place(judged.span);
        let text = built.sources.text(judged.span);
        let why = match &judged.state {
            State::Given(reason) => reason.clone(),
            State::Auto(rule) => rule.words().to_owned(),
            State::Computed | State::Checked | State::Numbered | State::Named | State::Unbound => {
                String::new()
            }
        };
        if global.format == Format::Json {
            let object = serde_json::json!({
                "line": place.line, "column": place.column, "text": text,
                "state": judged.state.word(), "why": why,
            });
            writeln!(shell.out, "{object}")?;
        } else {
            let at = format!("{}:{}", place.line, place.column);
            writeln!(shell.out, "{at:>9}  {:8}  {text}  {why}", judged.state.word())?;
        }
    }
    Ok(())
}

fn object(report: &EssayReport) -> serde_json::Value {
    let counts = &report.counts;
    serde_json::json!({
        "essay": report.path,
        "computed": counts.computed,
        "checked": counts.checked,
        "numbered": counts.numbered,
        "named": counts.named,
        "given": counts.given,
        "auto": counts.auto,
        "unbound": counts.unbound,
    })
}

//! Claims and numerals of a site as rows, for the terminal and for step summaries.

use crate::audit::Counts;
use crate::claims::Subject;
use crate::claims::Verdict;
use crate::language::writing;
use crate::site::Built;
use crate::site::evaluate::ClaimResult;

/// A claim in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The full name, `maundy_cake.sign_rule`.
    pub name: String,
    /// How many cases were looked at.
    pub cases: usize,
    /// What was found.
    pub found: String,
    /// Whether that is what the author expects.
    pub confirmed: bool,
}

/// The claims of the site, sorted by essay and then in the order of the source.
#[must_use]
pub fn rows(built: &Built) -> Vec<Row> {
    let claims = built.evaluated.claims.iter();
    claims
        .map(|((essay, _), result)| Row {
            name: format!("{}.{}", built.essays[*essay].name(), result.claim.id.text),
            cases: result.findings.as_ref().map_or(0, |findings| findings.cases),
            found: found(result),
            confirmed: result.verdict == Verdict::Confirmed,
        })
        .collect()
}

/// What was found about a claim, in a phrase.
#[must_use]
pub fn found(result: &ClaimResult) -> String {
    let Some(findings) = &result.findings else {
        return String::from(match result.verdict {
            Verdict::Undecided => "undecided: the budget ran out",
            Verdict::Confirmed | Verdict::Refuted | Verdict::Failed => "could not be evaluated",
        });
    };
    let first = findings.at.first().map(writing::plain).unwrap_or_default();
    match &result.claim.subject {
        Subject::Check(_) if findings.fails() == 0 => String::from("holds"),
        Subject::Check(_) if findings.cases == 1 => String::from("fails"),
        Subject::Check(_) => format!("fails {}, first {first}", findings.fails()),
        Subject::Count(_) => format!("counts {}", findings.holds),
        Subject::Max(_) | Subject::Min(_) => {
            let extreme = findings.extreme.as_ref().map(|extreme| extreme.value.clone().into());
            let value = extreme.as_ref().map(writing::plain).unwrap_or_default();
            format!("{} {value}, first {first}", result.claim.subject.key())
        }
        Subject::Value(_) => {
            let value = findings.value.as_ref().map(writing::plain).unwrap_or_default();
            format!("is {value}")
        }
    }
}

/// How numerals are backed, in a sentence.
#[must_use]
pub fn counts(counts: &Counts) -> String {
    format!(
        "{} computed, {} checked, {} numbered, {} named, {} given, {} exempt by rule, {} unbound",
        counts.computed,
        counts.checked,
        counts.numbered,
        counts.named,
        counts.given,
        counts.exempt(),
        counts.unbound
    )
}

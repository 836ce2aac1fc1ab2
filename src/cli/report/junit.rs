//! Findings as JUnit's XML, for continuous integration; described in `docs/formats.md`.
//!
//! A suite is an essay. Its cases are its claims, by their ids, and `text`: all that stands outside
//! its claims, the audit of its numerals above all. What is wrong with another file (`site.toml`, a
//! library, a template) or with the site as a whole is a case of the suite `site`.
//!
//! **Invariant.** Every diagnostic is in exactly one case: a report without a failure is a site
//! without an error.
//!
//! **Not here.** Times. Rung counts work and reads no clock.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::diagnostics::Diagnostic;
use crate::diagnostics::Severity;
use crate::diagnostics::SourceId;
use crate::diagnostics::Sources;
use crate::diagnostics::Span;
use crate::diagnostics::render::Style;
use crate::diagnostics::render::render;

/// An essay, as far as a report needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    /// The name of the essay in expressions, `maundy_cake`.
    pub name: String,
    /// Its source.
    pub source: SourceId,
    /// The id of each of its claims, and the bytes of the whole block, in the order of the source.
    pub claims: Vec<(String, Span)>,
}

/// The case of an essay for all that stands outside its claims.
const TEXT: &str = "text";

/// The suite for what belongs to no essay.
const SITE: &str = "site";

/// A case and what is wrong with it.
struct Case<'a> {
    name: String,
    place: Option<Span>,
    diagnostics: Vec<&'a Diagnostic>,
}

/// Returns the report as XML, suites in the order given and `site` last.
#[must_use]
pub fn report(essays: &[Suite], diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut suites: Vec<(&str, Vec<Case<'_>>)> =
        essays.iter().map(|essay| (essay.name.as_str(), cases(essay))).collect();
    let mut site: BTreeMap<Option<SourceId>, Vec<&Diagnostic>> = BTreeMap::from([(None, vec![])]);
    for diagnostic in diagnostics {
        let span = diagnostic.span();
        let essay =
            span.and_then(|span| essays.iter().position(|essay| essay.source == span.source));
        match (essay, span) {
            (Some(index), Some(span)) => {
                let claims = &essays[index].claims;
                // The text comes last among the cases.
                let case = claims.iter().position(|(_, block)| block.contains(span));
                suites[index].1[case.unwrap_or(claims.len())].diagnostics.push(diagnostic);
            }
            (_, span) => site.entry(span.map(|span| span.source)).or_default().push(diagnostic),
        }
    }
    let site = site.into_iter().map(|(source, diagnostics)| Case {
        name: source.map_or("whole", |source| &sources.get(source).path).to_owned(),
        place: source.map(|source| Span::new(source, 0..0)),
        diagnostics,
    });
    suites.push((SITE, site.collect()));
    xml(&suites, sources)
}

/// The cases of an essay, without findings yet.
fn cases<'a>(essay: &Suite) -> Vec<Case<'a>> {
    let case = |name: &str, place| Case {
        name: name.to_owned(),
        place: Some(place),
        diagnostics: Vec::new(),
    };
    let mut cases: Vec<_> = essay.claims.iter().map(|(id, span)| case(id, *span)).collect();
    cases.push(case(TEXT, Span::new(essay.source, 0..0)));
    cases
}

/// How a case came out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Passed,
    /// Something is wrong.
    Failed,
    /// Nothing is wrong but that a budget ran out: JUnit's error.
    Undecided,
}

impl Case<'_> {
    fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().copied().filter(|one| one.severity == Severity::Error)
    }

    fn outcome(&self) -> Outcome {
        if self.errors().any(|one| !one.undecided) {
            Outcome::Failed
        } else if self.errors().next().is_some() {
            Outcome::Undecided
        } else {
            Outcome::Passed
        }
    }
}

/// `tests="…" failures="…" errors="…"` of some cases.
fn counts<'a>(cases: impl Iterator<Item = &'a Case<'a>> + Clone) -> String {
    let of = |outcome| cases.clone().filter(|case| case.outcome() == outcome).count();
    format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\"",
        cases.clone().count(),
        of(Outcome::Failed),
        of(Outcome::Undecided)
    )
}

fn xml(suites: &[(&str, Vec<Case<'_>>)], sources: &Sources) -> String {
    let all = counts(suites.iter().flat_map(|(_, cases)| cases));
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(text, "<testsuites name=\"rung\" {all}>");
    for (name, cases) in suites {
        let own = counts(cases.iter());
        let _ = writeln!(text, "  <testsuite name=\"{}\" {own}>", escaped(name));
        for case in cases {
            write_case(&mut text, name, case, sources);
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

fn write_case(text: &mut String, suite: &str, case: &Case<'_>, sources: &Sources) {
    let _ = write!(
        text,
        "    <testcase classname=\"{}\" name=\"{}\"",
        escaped(suite),
        escaped(&case.name)
    );
    if let Some(span) = case.place {
        let line = sources.place(span).line;
        let _ =
            write!(text, " file=\"{}\" line=\"{line}\"", escaped(&sources.get(span.source).path));
    }
    if case.diagnostics.is_empty() {
        text.push_str("/>\n");
        return;
    }
    text.push_str(">\n");
    let rendered = |all: Vec<&Diagnostic>| {
        all.iter().map(|one| render(one, sources, Style::Plain)).collect::<Vec<_>>().join("\n\n")
    };
    // All errors of a case are one failure: readers of the format keep only the first.
    if let Some(first) = case.errors().find(|one| !one.undecided).or_else(|| case.errors().next()) {
        let element = if case.outcome() == Outcome::Failed { "failure" } else { "error" };
        let _ = writeln!(
            text,
            "      <{element} type=\"{}\" message=\"{}\">{}</{element}>",
            first.code.name(),
            escaped(&first.message),
            escaped(&rendered(case.errors().collect()))
        );
    }
    let others: Vec<&Diagnostic> =
        case.diagnostics.iter().copied().filter(|one| one.severity != Severity::Error).collect();
    if !others.is_empty() {
        let _ = writeln!(text, "      <system-out>{}</system-out>", escaped(&rendered(others)));
    }
    text.push_str("    </testcase>\n");
}

/// `text` for XML 1.0, between tags and in attributes; characters that it forbids become U+FFFD.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(character),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::Suite;
    use super::report;
    use crate::diagnostics::Code;
    use crate::diagnostics::Diagnostic;
    use crate::diagnostics::Sources;
    use crate::diagnostics::Span;

    /// The essay `a`, whose claim `c` is bytes 10 to 20, among `site.toml` and itself.
    fn essay() -> (Sources, Suite, Span, Span) {
        let mut sources = Sources::default();
        let source = sources.add("content/a.md", "0123\n567\n\nthe claim \nand after\n");
        let settings = sources.add("site.toml", "title\n");
        let suite = Suite {
            name: String::from("a"),
            source,
            claims: vec![(String::from("c"), Span::new(source, 10..20))],
        };
        (sources, suite, Span::new(source, 0..1), Span::new(settings, 0..5))
    }

    /// `suite.case outcome` of every case, as an XML parser sees them.
    fn outcomes(xml: &str) -> Vec<String> {
        let document = roxmltree::Document::parse(xml).unwrap();
        document
            .descendants()
            .filter(|node| node.has_tag_name("testcase"))
            .map(|case| {
                let child = case.children().find(|child| child.is_element());
                let outcome = child.map_or("passed", |child| child.tag_name().name());
                let of = |name| case.attribute(name).unwrap();
                format!("{}.{} {outcome}", of("classname"), of("name"))
            })
            .collect()
    }

    #[test]
    fn a_site_without_findings_has_a_passed_case_for_each_claim_and_each_text() {
        let (sources, suite, _, _) = essay();
        let xml = report(&[suite], &[], &sources);
        assert_eq!(outcomes(&xml), ["a.c passed", "a.text passed", "site.whole passed"]);
    }

    #[test]
    fn every_finding_fails_the_case_that_it_stands_in() {
        let (sources, suite, text, settings) = essay();
        let claim = Span::new(suite.source, 12..14);
        let at = |span| Diagnostic::error(Code::ValueWrong, "wrong").label(span, "");
        for (finding, failed) in [
            (at(claim), "a.c failure"),
            (at(text), "a.text failure"),
            (at(settings), "site.site.toml failure"),
            (Diagnostic::error(Code::ConfigValue, "no title"), "site.whole failure"),
            (at(claim).undecided(), "a.c error"),
        ] {
            let xml = report(std::slice::from_ref(&suite), &[finding], &sources);
            let not_passed: Vec<String> =
                outcomes(&xml).into_iter().filter(|case| !case.ends_with("passed")).collect();
            assert_eq!(not_passed, [failed]);
        }
    }

    #[test]
    fn a_claim_that_is_wrong_and_undecided_is_wrong() {
        let (sources, suite, _, _) = essay();
        let claim = Span::new(suite.source, 12..14);
        let wrong = Diagnostic::error(Code::ValueWrong, "wrong").label(claim, "");
        let undecided =
            Diagnostic::error(Code::ValueWrong, "undecided").label(claim, "").undecided();
        let xml = report(&[suite], &[undecided, wrong], &sources);
        assert!(xml.contains("failures=\"1\" errors=\"0\""), "{xml}");
        assert!(xml.contains("message=\"wrong\""), "{xml}");
    }

    #[test]
    fn a_warning_is_told_and_fails_nothing() {
        let (sources, suite, text, _) = essay();
        let warning = Diagnostic::warning(Code::ValueWrong, "doubtful").label(text, "");
        let xml = report(&[suite], &[warning], &sources);
        assert_eq!(outcomes(&xml)[1], "a.text system-out");
        assert!(xml.contains("failures=\"0\""), "{xml}");
    }

    #[test]
    fn what_xml_cannot_hold_is_escaped() {
        let (sources, suite, text, _) = essay();
        let message = "`a < b & \"c\"` \u{7}";
        let finding = Diagnostic::error(Code::ValueWrong, message).label(text, "");
        let xml = report(&[suite], &[finding], &sources);
        let document = roxmltree::Document::parse(&xml).unwrap();
        let failure = document.descendants().find(|node| node.has_tag_name("failure")).unwrap();
        assert_eq!(failure.attribute("message"), Some("`a < b & \"c\"` \u{fffd}"));
        assert!(failure.text().unwrap().contains("--> content/a.md:1:1"));
    }
}

//! Findings as an editor shows them.

use std::collections::BTreeMap;
use std::path::Path;

use lsp_types::Diagnostic as Shown;
use lsp_types::DiagnosticRelatedInformation;
use lsp_types::DiagnosticSeverity;
use lsp_types::Location;
use lsp_types::NumberOrString;
use lsp_types::Range;

use crate::diagnostics::Diagnostic;
use crate::diagnostics::Severity;
use crate::diagnostics::Span;
use crate::lsp::analysis::Analysis;
use crate::lsp::files;
use crate::lsp::text::Encoding;
use crate::lsp::text::Lines;

/// Where findings about the whole site are shown.
const SITE: &str = "site.toml";

/// The findings of `analysis` by the path of their file, in the order of their places.
pub(crate) fn by_file(
    analysis: &Analysis,
    root: &Path,
    encoding: Encoding,
) -> BTreeMap<String, Vec<Shown>> {
    let mut files: BTreeMap<String, Vec<Shown>> = BTreeMap::new();
    for diagnostic in &analysis.diagnostics {
        let path = diagnostic
            .span()
            .map_or(SITE, |span| analysis.sources.get(span.source).path.as_str())
            .to_owned();
        files.entry(path).or_default().push(shown(diagnostic, analysis, root, encoding));
    }
    files
}

/// A finding as an editor shows it.
pub(crate) fn shown(
    diagnostic: &Diagnostic,
    analysis: &Analysis,
    root: &Path,
    encoding: Encoding,
) -> Shown {
    let range = |span| range(analysis, span, encoding);
    let related: Vec<DiagnosticRelatedInformation> = diagnostic
        .labels
        .iter()
        .skip(1)
        .filter_map(|label| {
            let uri = files::uri(&root.join(&analysis.sources.get(label.span.source).path))?;
            let location = Location { uri, range: range(label.span) };
            let message = if label.text.is_empty() { "see here" } else { &label.text }.to_owned();
            Some(DiagnosticRelatedInformation { location, message })
        })
        .collect();
    let mut message = diagnostic.message.clone();
    if let Some(help) = &diagnostic.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    Shown {
        range: diagnostic.span().map(range).unwrap_or_default(),
        severity: Some(match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Advice => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(diagnostic.code.name().to_owned())),
        source: Some(String::from("rung")),
        message,
        related_information: (!related.is_empty()).then_some(related),
        ..Shown::default()
    }
}

/// The bytes of `span` as positions.
pub(crate) fn range(analysis: &Analysis, span: Span, encoding: Encoding) -> Range {
    Lines::new(&analysis.sources.get(span.source).text, encoding).range(span.range())
}

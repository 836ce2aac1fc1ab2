//! What is known of the site, as its files and the open buffers stand.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::arithmetic::Number;
use crate::claims::Findings;
use crate::claims::Verdict;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::SourceId;
use crate::diagnostics::Sources;
use crate::diagnostics::Span;
use crate::essay::BlockId;
use crate::essay::Essay;
use crate::language::Definitions;
use crate::language::Record;
use crate::language::Scope;
use crate::language::writing;
use crate::language::writing::Style;
use crate::site::Options;
use crate::site::Workshop;
use crate::site::evaluate::ClaimResult;
use crate::site::evaluate::Place;
use crate::site::load::Input;

/// The findings of a build, and what it found them in.
pub(crate) struct Analysis {
    pub(crate) sources: Sources,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) essays: Vec<Arc<Essay>>,
    /// What each essay sees, parallel to the essays.
    pub(crate) scopes: Vec<Scope>,
    /// Units of work that one expression may take.
    pub(crate) budget: u64,
    /// How numbers are written.
    pub(crate) style: Style,
    claims: BTreeMap<Place, ClaimResult>,
    /// What captions and alt texts call `this`.
    records: BTreeMap<Place, Arc<Record>>,
}

impl Analysis {
    /// Builds the whole site, drafts included, in `workshop`.
    pub(crate) fn of(input: &Input, workshop: &mut Workshop) -> Self {
        let options = Options { drafts: true, ..Options::default() };
        let built = workshop.build(input, &options, &());
        Self {
            sources: built.sources,
            diagnostics: built.diagnostics,
            essays: built.essays,
            scopes: built.evaluated.scopes,
            budget: built.config.budget,
            style: Style { separator: built.config.numerals.separator },
            claims: built.evaluated.claims,
            records: (built.evaluated.figures.into_iter())
                .map(|(place, figure)| (place, Arc::clone(&figure.this)))
                .collect(),
        }
    }

    /// The source at `path` from the site's root.
    pub(crate) fn source(&self, path: &str) -> Option<SourceId> {
        self.sources.iter().find(|(_, source)| source.path == path).map(|(id, _)| id)
    }

    /// The number of the essay read from `source`.
    pub(crate) fn essay(&self, source: SourceId) -> Option<usize> {
        self.essays.iter().position(|essay| essay.source == source)
    }

    /// Where the library read from `source` defines `name`.
    pub(crate) fn library_definition(&self, source: SourceId, name: &str) -> Option<Span> {
        let source_text = self.sources.get(source);
        source_text.path.ends_with(".def").then_some(())?;
        let at = Span::new(source, 0..source_text.text.len());
        let definitions = Definitions::parse(&source_text.text, at, &mut Sink::default());
        let found = definitions.items.iter().find(|definition| *definition.name == *name)?;
        Some(found.name_at)
    }

    /// What `this` means in the caption of a figure or table; none if it is not as required.
    pub(crate) fn this(&self, essay: usize, block: BlockId) -> Option<&Arc<Record>> {
        self.records.get(&(essay, block))
    }

    /// What was found about a claim, in a line.
    pub(crate) fn found(&self, essay: usize, block: BlockId) -> Option<String> {
        let result = self.claims.get(&(essay, block))?;
        let verdict = match result.verdict {
            Verdict::Confirmed => "as expected",
            Verdict::Refuted => "**not as expected**",
            Verdict::Undecided => return Some(String::from("**undecided**: its budget ran out")),
            Verdict::Failed => return Some(String::from("**could not be evaluated**")),
        };
        let findings = result.findings.as_ref()?;
        Some(format!("{verdict}: {}", self.finding(findings)))
    }

    fn finding(&self, findings: &Findings) -> String {
        let written =
            |value| writing::prose(value, &self.style).unwrap_or_else(|_| writing::plain(value));
        let number = |count: usize| writing::exact(&Number::from(BigInt::from(count)), &self.style);
        let cases = number(findings.cases);
        let first = findings.at.first().map(|place| format!(", first {}", written(place)));
        let first = first.unwrap_or_default();
        if let Some(value) = &findings.value {
            return format!("the value is {}", written(value));
        }
        if let Some(extreme) = &findings.extreme {
            let word = if extreme.largest { "most" } else { "least" };
            let value = writing::exact(&extreme.value, &self.style);
            return format!("at {word} {value} in {cases} cases{first}");
        }
        format!("true in {} of {cases} cases{first}", number(findings.holds))
    }
}

/// `disk` with `buffers` (by path from the site's root) in place of what is on disk.
pub(crate) fn overlaid(disk: &Input, buffers: &BTreeMap<String, String>) -> Input {
    let mut input = disk.clone();
    for (path, text) in buffers {
        let bytes = text.as_bytes().to_vec();
        if path == "site.toml" {
            input.config = Some(bytes);
        } else if let Some(inside) = path.strip_prefix("content/") {
            input.content.insert(inside.to_owned(), bytes);
        } else if let Some(inside) = path.strip_prefix("templates/") {
            input.templates.insert(inside.to_owned(), bytes);
        } else if let Some(inside) = path.strip_prefix("static/") {
            input.statics.insert(inside.to_owned(), bytes);
        }
    }
    input
}

//! What is known of the site, as its files and the open buffers stand.

use std::collections::BTreeMap;

use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::SourceId;
use crate::diagnostics::Sources;
use crate::diagnostics::Span;
use crate::essay;
use crate::essay::BlockId;
use crate::essay::Essay;
use crate::language::DEFAULT_BUDGET;
use crate::language::Definitions;
use crate::language::Scope;
use crate::language::writing::Style;
use crate::site::load::Input;

/// The findings of a build, and what it found them in.
pub(crate) struct Analysis {
    pub(crate) sources: Sources,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) essays: Vec<Essay>,
    /// What each essay sees, parallel to the essays.
    pub(crate) scopes: Vec<Scope>,
    /// Units of work that one expression may take.
    pub(crate) budget: u64,
    /// How numbers are written.
    pub(crate) style: Style,
}

impl Analysis {
    /// Looks at the whole site.
    pub(crate) fn of(input: &Input) -> Self {
        let mut sink = Sink::default();
        let mut sources = Sources::default();
        let essays = input
            .content
            .iter()
            .filter(|(path, _)| path.ends_with(".md"))
            .map(|(path, bytes)| {
                let text = String::from_utf8_lossy(bytes);
                let id = sources.add(format!("content/{path}"), &*text);
                essay::parse(id, path, &text, &mut sink)
            })
            .collect();
        Self {
            sources,
            diagnostics: sink.into_sorted(),
            essays,
            scopes: Vec::new(),
            budget: DEFAULT_BUDGET,
            style: Style { separator: String::from(",") },
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

    /// What was found about a claim, in a line.
    pub(crate) fn found(&self, _essay: usize, _block: BlockId) -> Option<String> {
        None
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

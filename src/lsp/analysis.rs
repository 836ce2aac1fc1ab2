//! What is known of the site, as its files and the open buffers stand.

use std::collections::BTreeMap;

use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::SourceId;
use crate::diagnostics::Sources;
use crate::essay;
use crate::essay::Essay;
use crate::site::load::Input;

/// The findings of a build, and what it found them in.
pub(crate) struct Analysis {
    pub(crate) sources: Sources,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) essays: Vec<Essay>,
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
        Self { sources, diagnostics: sink.into_sorted(), essays }
    }

    /// The source at `path` from the site's root.
    pub(crate) fn source(&self, path: &str) -> Option<SourceId> {
        self.sources.iter().find(|(_, source)| source.path == path).map(|(id, _)| id)
    }

    /// The essay read from `source`.
    pub(crate) fn essay(&self, source: SourceId) -> Option<&Essay> {
        self.essays.iter().find(|essay| essay.source == source)
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

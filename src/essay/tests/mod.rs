//! Tests of the parser as a whole: what it reads, and every mistake it reports, as the author sees
//! it.

mod binding;
mod block;
mod formula_beside;
mod front_matter;
mod lost;
mod markdown;
mod nasty;
mod reference;

use crate::diagnostics::Sink;
use crate::diagnostics::Sources;
use crate::diagnostics::render::Style;
use crate::diagnostics::render::render;
use crate::essay::Essay;
use crate::essay::parse;
use crate::essay::references;
use expect_test::Expect;

/// A front matter without mistakes.
const FRONT: &str = "---\ntitle: A page\n---\n";

/// Parses `text` behind a front matter, unless it has its own.
fn read(text: &str) -> (Sources, Essay, Sink) {
    let text = if text.starts_with("---") || text.starts_with('\u{FEFF}') {
        text.to_owned()
    } else {
        format!("{FRONT}{text}")
    };
    let mut sources = Sources::default();
    let mut sink = Sink::default();
    let source = sources.add("content/page.md", text.as_str());
    let essay = parse(source, "page.md", &text, &mut sink);
    (sources, essay, sink)
}

/// Checks what the author is told about `text`.
fn check(text: &str, expected: &Expect) {
    let (sources, essay, mut sink) = read(text);
    let _ = references::resolve(&[essay], &mut sink);
    expected.assert_eq(&rendered(sink, &sources));
}

/// The diagnostics, one below the other.
fn rendered(sink: Sink, sources: &Sources) -> String {
    let all: Vec<String> =
        sink.into_sorted().iter().map(|one| render(one, sources, Style::Plain)).collect();
    all.join("\n\n")
}

/// Parses `text`, which must have no mistakes.
fn sound(text: &str) -> Essay {
    let (sources, essay, sink) = read(text);
    assert_eq!(rendered(sink, &sources), "", "{text}");
    essay
}

//! The Markdown dialect: a site of one page, from its bytes to its finished files.
//!
//! Whatever the page holds, the build ends, every place that a finding speaks of is a place in the
//! text, nothing is published without a page for every essay, and the edits that `check --fix` would
//! make leave a site that can be built again.

#![no_main]

use std::sync::LazyLock;
use std::sync::Mutex;

use libfuzzer_sys::fuzz_target;
use rung::audit::fix;
use rung::diagnostics::render::Style;
use rung::diagnostics::render::render;
use rung::site::Built;
use rung::site::Options;
use rung::site::Workshop;
use rung::site::load::Input;

const SETTINGS: &str = "title = \"T\"\n[claims]\nbudget = 20000\n[numerals]\naudit = \"strict\"\n";

/// What the preview keeps between builds, so that many are made in a second.
static WORKSHOP: LazyLock<Mutex<Workshop>> = LazyLock::new(Mutex::default);

fn built(page: &[u8]) -> Built {
    let mut input = Input { config: Some(SETTINGS.as_bytes().to_vec()), ..Input::default() };
    input.content.insert(String::from("index.md"), b"---\ntitle: Home\n---\n".to_vec());
    input.content.insert(String::from("page.md"), page.to_vec());
    let mut workshop = WORKSHOP.lock().expect("one build at a time");
    let built = workshop.build(&input, &Options::default(), &());
    for diagnostic in &built.diagnostics {
        for label in &diagnostic.labels {
            let text = &built.sources.get(label.span.source).text;
            assert!(text.get(label.span.range()).is_some(), "{diagnostic:?}");
        }
        let _ = render(diagnostic, &built.sources, Style::Plain);
    }
    built
}

fuzz_target!(|text: &[u8]| {
    // A page without a front matter of its own gets one, so that there is more than its absence.
    let mut page = Vec::new();
    if !text.starts_with(b"---") {
        page.extend(b"---\ntitle: Page\n---\n");
    }
    page.extend(text);
    let first = built(&page);
    let mended = fix::edits(&first.diagnostics, &first.sources);
    if let Some(mended) = mended.into_iter().find(|edit| edit.path == "content/page.md") {
        let again = built(mended.text.as_bytes());
        let left = fix::edits(&again.diagnostics, &again.sources);
        assert!(left.is_empty(), "{}", left[0].diff);
    }
});

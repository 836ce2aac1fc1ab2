//! The mutation bar: change any one number that an author bound, or any one expectation, and the
//! build must refuse.
//!
//! What a binding shows and what a claim expects has no influence on what is computed, so all are
//! changed at once and each has to be found at its own place: one build does the work of hundreds.

#![allow(
    clippy::disallowed_methods,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

use std::collections::BTreeMap;
use std::path::Path;

use rung::diagnostics::Code;
use rung::diagnostics::Diagnostic;
use rung::diagnostics::Span;
use rung::essay::BindingKind;
use rung::essay::BlockKind;
use rung::essay::Essay;
use rung::site;
use rung::site::Built;
use rung::site::Options;
use rung::site::load::Input;
use rung::site::load::load;

/// Replacements in one text: the bytes, and what stands there instead.
type Edits = Vec<(std::ops::Range<usize>, String)>;

fn ladder() -> Input {
    load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the site of this repository")
}

fn build(input: &Input) -> Built {
    site::build(input, &Options::default(), &())
}

/// The text with its first run of digits changed in its last digit, or another text if it has none.
fn changed(text: &str) -> String {
    let digit = text.char_indices().skip_while(|(_, c)| !c.is_ascii_digit());
    let last = digit.take_while(|(_, c)| c.is_ascii_digit()).last();
    match last {
        Some((at, digit)) => {
            let other = if digit == '7' { '8' } else { '7' };
            format!("{}{other}{}", &text[..at], &text[at + 1..])
        }
        None if text.trim() == "holds" => String::from("fails"),
        None if text.trim() == "fails" => String::from("holds"),
        None => String::from("977"),
    }
}

/// The site with these edits in its essays.
fn edited(input: &Input, edits: &BTreeMap<String, Edits>) -> Input {
    let mut input = input.clone();
    for (path, edits) in edits {
        let bytes = input.content.get_mut(path).expect("an essay");
        let mut text = String::from_utf8(bytes.clone()).expect("UTF-8");
        let mut edits = edits.clone();
        edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
        for (range, replacement) in edits {
            text.replace_range(range, &replacement);
        }
        *bytes = text.into_bytes();
    }
    input
}

/// How many diagnostics of this code each of the places has, in the edited site; places are told by
/// the line they stand on, since edits move columns but no lines.
fn found_at(built: &Built, code: Code, essay: &Essay, line: usize) -> usize {
    let here = |one: &&Diagnostic| {
        one.code == code
            && one.span().is_some_and(|span: Span| {
                span.source == essay.source && built.sources.place(span).line == line
            })
    };
    built.diagnostics.iter().filter(here).count()
}

#[test]
fn every_wrong_number_is_found_where_it_stands() {
    let input = ladder();
    let original = build(&input);
    let mut edits: BTreeMap<String, Edits> = BTreeMap::new();
    let mut wanted: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (index, essay) in original.essays.iter().enumerate() {
        for binding in &essay.bindings {
            let (BindingKind::Checked(shown) | BindingKind::MathChecked(_, shown)) = &binding.kind
            else {
                continue;
            };
            let text = &shown.source.text;
            let own = edits.entry(essay.path.clone()).or_default();
            own.push((shown.source.span.range(), changed(text)));
            let line = original.sources.place(shown.source.span).line;
            *wanted.entry((index, line)).or_default() += 1;
        }
    }
    let total: usize = wanted.values().sum();
    assert!(total > 300, "the ladder binds its numbers: {total}");
    let broken = build(&edited(&input, &edits));
    assert!(broken.diagnostics.len() >= total);
    let mut missed = Vec::new();
    for ((index, line), count) in wanted {
        let essay = &original.essays[index];
        let found = found_at(&broken, Code::ValueWrong, essay, line);
        if found < count {
            missed.push(format!("{}:{line}: {found} of {count} wrong numbers found", essay.path));
        }
    }
    assert!(missed.is_empty(), "\n{}", missed.join("\n"));
}

#[test]
fn every_wrong_expectation_is_found_where_it_stands() {
    let input = ladder();
    let original = build(&input);
    let mut edits: BTreeMap<String, Edits> = BTreeMap::new();
    let mut wanted = Vec::new();
    for (index, essay) in original.essays.iter().enumerate() {
        for block in essay.blocks.iter().filter(|block| block.kind == BlockKind::Claim) {
            let Some(expect) = block.field("expect") else { continue };
            let text = &expect.value.text;
            let own = edits.entry(essay.path.clone()).or_default();
            own.push((expect.value.span.range(), changed(text)));
            wanted.push((index, original.sources.place(expect.value.span).line, text.clone()));
        }
    }
    assert!(wanted.len() > 100, "the ladder claims something: {}", wanted.len());
    let broken = build(&edited(&input, &edits));
    let mut missed = Vec::new();
    for (index, line, text) in wanted {
        let essay = &original.essays[index];
        let refuted = [Code::ClaimRefuted, Code::ClaimSyntax]
            .iter()
            .any(|code| found_at(&broken, *code, essay, line) > 0);
        if !refuted {
            missed.push(format!("{}:{line}: `{text}` became `{}`", essay.path, changed(&text)));
        }
    }
    assert!(missed.is_empty(), "\n{}", missed.join("\n"));
}

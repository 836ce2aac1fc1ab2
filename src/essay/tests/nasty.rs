//! Whatever an author types, the parser ends and every place it speaks of is a place in the text.

#![allow(clippy::string_slice, reason = "a test knows its text")]

use crate::diagnostics::Sink;
use crate::diagnostics::SourceId;
use crate::diagnostics::Span;
use crate::essay::Essay;
use crate::essay::Fragment;
use crate::essay::parse;
use crate::essay::references;
use proptest::prelude::*;

/// Pieces that break parsers.
const PIECES: &[&str] = &[
    "---\n",
    "title: T\n",
    "'",
    "''",
    "\"",
    "\\",
    "`",
    "``",
    "```",
    "~~~\n",
    "`=",
    "`=x`",
    "[66](=x)",
    "](=",
    "](<=",
    ">)",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "{#a}",
    "$",
    "$$",
    "$x$",
    "\\val{",
    "\\is{a}{",
    "\\",
    "|",
    "| a | b |\n",
    "| - | - |\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "> ",
    "- ",
    "1. ",
    "    ",
    "\t",
    "# ",
    "## ",
    "***",
    "*",
    "_",
    "<b>",
    "<!--",
    "-->",
    "&amp;",
    "[^a]",
    "[^a]: ",
    "[r]: x\n",
    "[r]",
    "```{claim} a\n",
    "```{figure} b\n",
    "```{theorem} c\n",
    "```{proof} c\n",
    "```{def}\n",
    "```math\n",
    "over: x\n",
    "alt: [1](=this)\n",
    "name: M\n",
    "caption: ",
    "kind: grid\n",
    "=given \"r\"",
    "Ω",
    "é",
    "\u{301}",
    "\u{FEFF}",
    "\u{0}",
    "\u{FFFC}",
    "−",
    "1,296",
    "sixty-two",
    "½",
    "3 × 4",
    "1x4",
    "two thirds",
    "Figure 2",
    "2026-11-29",
    " ",
    "word",
    "\u{A0}",
    "https://a.b",
    "![",
    "notation: {V: ",
    "use: [",
    "date: ",
    "x: &a *a\n",
    "#",
    ":",
    "^",
    "%",
    "\u{202F}",
];

fn texts() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(PIECES), 0..60).prop_map(|all| all.concat())
}

/// Every span that the essay and the diagnostics hold.
fn spans(essay: &Essay, sink: &Sink) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut fragment = |fragment: &Fragment| {
        spans.extend(fragment.span);
        spans.extend(fragment.items.iter().map(|item| item.span));
    };
    fragment(&essay.body);
    let front = &essay.front;
    front.title.iter().chain(&front.description).for_each(&mut fragment);
    for block in &essay.blocks {
        let parts = [&block.statement, &block.caption, &block.alt, &block.corrects];
        parts.into_iter().flatten().for_each(&mut fragment);
    }
    for block in &essay.blocks {
        spans.extend([block.span, block.inside.span]);
        spans.extend(block.fields.iter().flat_map(|field| [field.key.span, field.value.span]));
    }
    spans.extend(essay.bindings.iter().flat_map(|one| [one.span, one.expression.span]));
    spans.extend(essay.formulas.iter().flat_map(|one| [one.span, one.tex.span]));
    spans.extend(
        essay.links.iter().flat_map(|one| [one.span, one.destination.span, one.shown.span]),
    );
    spans.extend(essay.headings.iter().map(|one| one.span));
    spans.extend(essay.paragraphs.iter().map(|one| one.span));
    spans.extend(essay.numerals.iter().map(|one| one.span));
    for diagnostic in sink.diagnostics() {
        spans.extend(diagnostic.labels.iter().map(|label| label.span));
        spans.extend(diagnostic.fix.iter().map(|fix| fix.span));
    }
    spans
}

fn check(text: &str) {
    let mut sink = Sink::default();
    let essay = parse(SourceId(0), "a/b.md", text, &mut sink);
    for span in spans(&essay, &sink) {
        assert!(text.get(span.range()).is_some(), "{span:?} in {text:?}");
    }
    for binding in &essay.bindings {
        let quoted = binding.expression.text != text[binding.expression.span.range()];
        // Only a reason may be written with escapes.
        assert!(!quoted || matches!(binding.kind, crate::essay::BindingKind::Given(_)), "{text:?}");
    }
    for paragraph in &essay.paragraphs {
        let mut at = 0;
        for piece in &paragraph.pieces {
            assert_eq!(piece.at, at, "{text:?}");
            at += piece.len;
        }
        assert_eq!(at, paragraph.text.len(), "{text:?}");
    }
    let _ = references::resolve(&[essay], &mut sink);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn every_span_lies_on_character_boundaries(text in texts()) {
        check(&text);
        check(&format!("---\ntitle: '{text}'\n---\n{text}"));
    }
}

/// Behind a lone carriage return the tail of a heading may begin with the closing brace.
#[test]
fn braces_the_wrong_way_round_behind_a_heading_are_no_attributes() {
    check("# \r}'{---\n");
    check("# }{\n");
}

#[test]
fn nothing_takes_quadratic_time() {
    // Each of these took a parser somewhere minutes; here they end at once or the test hangs.
    for piece in
        ["[", "`=", "$", "[66](=x) ", "{#a}", "\"", "| a ", "](= ", "*a ", "“3 ", "1 × ", "[^a] "]
    {
        check(&piece.repeat(20_000));
    }
}

//! Advises on "every", "never", "always", "exactly when" in a sentence that rests on no claim.

use crate::audit::around::Sentences;
use crate::audit::around::cut;
use crate::audit::judge::Page;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::essay::Context;
use crate::essay::Inset;
use crate::essay::Paragraph;
use crate::essay::references::Anchor;

/// Words that speak of all cases.
const WORDS: &[&str] =
    &["every", "Every", "never", "Never", "always", "Always", "exactly when", "Exactly when"];

/// Reports sentences of the prose that speak of all cases and rest on nothing.
pub(crate) fn advise(page: &Page<'_>, sink: &mut Sink) {
    for paragraph in &page.essay.paragraphs {
        if paragraph.context != Context::Prose || paragraph.quotation.is_some() {
            continue;
        }
        let text = paragraph.text.as_str();
        let sentences = Sentences::default();
        let mut told = 0;
        for (at, word) in occurrences(text) {
            if at < told {
                continue;
            }
            let around = sentences.around(text, at);
            told = around.end;
            if rests(page, paragraph, &around) {
                continue;
            }
            sink.push(
                Diagnostic::advice(
                    Code::NumeralUniversal,
                    format!("`{word}` speaks of all cases, and the sentence rests on no claim"),
                )
                .label(paragraph.source_of(at..at + word.len()), "")
                .help("add a badge, as in `[✓](#zero_rule)`, or say of how many it was measured"),
            );
        }
    }
}

/// Every whole word of [`WORDS`] in `text`, in order.
fn occurrences(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for word in WORDS {
        for (at, _) in text.match_indices(word) {
            let before = cut(text, 0..at).chars().next_back();
            let after = cut(text, at + word.len()..text.len()).chars().next();
            let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            if !letter(before) && !letter(after) {
                found.push((at, cut(text, at..at + word.len())));
            }
        }
    }
    found.sort_unstable();
    found
}

/// Whether the sentence at `range` has a badge, a reference to a claim, or a finding of one.
fn rests(page: &Page<'_>, paragraph: &Paragraph, range: &std::ops::Range<usize>) -> bool {
    let within = |at: usize| range.start <= at && at < range.end;
    paragraph.links.iter().any(|(link, id)| {
        within(link.start)
            && page
                .references
                .of(page.index, *id)
                .is_some_and(|one| one.badge || matches!(one.anchor, Anchor::Block(_)))
    }) || paragraph.insets.iter().any(|(at, inset)| {
        within(*at) && matches!(inset, Inset::Binding(id) if page.evidence.asks_claim(*id))
    })
}

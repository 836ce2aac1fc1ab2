//! The `key: value` lines of live blocks, and which keys there are.

use std::ops::Range;

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::nearest;
use crate::essay::builder::Builder;
use crate::essay::builder::cut;
use crate::essay::model::BlockKind;
use crate::essay::model::Field;

/// Keys of a claim.
const CLAIM: &[&str] = &[
    "over", "with", "where", "check", "count", "max", "min", "value", "expect", "corrects",
    "because", "status",
];

/// Keys of figures, of every kind; which kind takes which is the business of the figures.
const FIGURE: &[&str] = &[
    "kind",
    "over",
    "with",
    "where",
    "caption",
    "alt",
    "require",
    "assert",
    "cell",
    "shade",
    "outline",
    "row_note",
    "column_note",
    "cells",
    "names",
    "class",
    "show",
    "left",
    "right",
    "value",
    "mark",
    "player",
    "plies",
    "cake",
    "cut",
    "cakes",
    "from",
    "y",
    "style",
    "line",
    "label",
    "terms",
    "of",
    "mark_name",
];

/// Keys of tables.
const TABLE: &[&str] = &[
    "over", "with", "where", "columns", "rows", "cell", "claims", "require", "assert", "caption",
    "alt",
];

/// Keys of statements and proofs.
const STATEMENT: &[&str] = &["name"];

/// The keys that blocks of `kind` know.
pub(crate) fn known(kind: BlockKind) -> &'static [&'static str] {
    match kind {
        BlockKind::Claim => CLAIM,
        BlockKind::Figure => FIGURE,
        BlockKind::Table => TABLE,
        BlockKind::Theorem
        | BlockKind::Lemma
        | BlockKind::Proposition
        | BlockKind::Corollary
        | BlockKind::Definition
        | BlockKind::Conjecture
        | BlockKind::Proof => STATEMENT,
        BlockKind::Def => &[],
    }
}

/// The keys that may stand more than once.
const REPEATED: &[&str] = &["with"];

/// The lines of `text`, which begins at byte `base`, without their ends, each with its first byte.
pub(crate) fn lines(text: &str, base: usize) -> impl Iterator<Item = (usize, &str)> {
    let mut at = base;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    })
}

/// The key that `line` begins with, if a colon and then white space or nothing follows it.
pub(crate) fn key(line: &str) -> Option<&str> {
    let (key, rest) = line.split_once(':')?;
    let key = key.trim_end();
    let word = key.starts_with(|c: char| c.is_alphabetic())
        && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    (word && (rest.is_empty() || rest.starts_with([' ', '\t']))).then_some(key)
}

/// Reads the fields that stand at the bytes `range` of the page, in a block of `kind`.
pub(crate) fn read(builder: &mut Builder<'_>, range: Range<usize>, kind: BlockKind) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    // The key of the field being read, and the bytes of its value so far.
    let mut open: Option<(Range<usize>, Range<usize>)> = None;
    let text = builder.cut(range.clone());
    for (start, line) in lines(text, range.start) {
        if line.trim().is_empty() {
            continue;
        }
        let end = start + line.len();
        if line.starts_with([' ', '\t']) {
            match &mut open {
                Some((_, value)) => value.end = end,
                None => builder.error(
                    Code::BlockSyntax,
                    start..end,
                    format!("`{}` continues no field", line.trim()),
                    "begin a line with `key: value` at the margin",
                ),
            }
            continue;
        }
        if let Some((key, value)) = open.take() {
            push(builder, &mut fields, key, value);
        }
        if line.starts_with('#') {
            continue;
        }
        match key(line) {
            Some(key) => {
                let colon = line.find(':').map_or(end, |offset| start + offset);
                check_key(builder, start..start + key.len(), kind, &fields);
                open = Some((start..start + key.len(), colon + 1..end));
            }
            None => builder.error(
                Code::BlockSyntax,
                start..end,
                format!("`{line}` is no `key: value` line"),
                "indent a line that continues the one above; a statement is one paragraph, with an \
                 empty line behind it",
            ),
        }
    }
    if let Some((key, value)) = open {
        push(builder, &mut fields, key, value);
    }
    fields
}

/// Adds a field, its value trimmed.
fn push(
    builder: &mut Builder<'_>,
    fields: &mut Vec<Field>,
    key: Range<usize>,
    value: Range<usize>,
) {
    let raw = builder.cut(value.clone());
    let trimmed = raw.trim();
    let start = value.start + (raw.len() - raw.trim_start().len());
    let key = builder.piece(key);
    if trimmed.is_empty() {
        builder.error(
            Code::BlockMissingField,
            key.span.range(),
            format!("`{}` has no value", key.text),
            "write one behind the colon, or take the line away",
        );
        return;
    }
    let value = builder.piece(start..start + trimmed.len());
    fields.push(Field { key, value });
}

/// Reports a key that blocks of `kind` do not know, or that stands twice.
fn check_key(builder: &mut Builder<'_>, place: Range<usize>, kind: BlockKind, fields: &[Field]) {
    let key = builder.cut(place.clone());
    let known = known(kind);
    if !known.contains(&key) {
        let help = match nearest(key, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "such a block has no fields".to_owned(),
            None => format!("the keys of a {} are {}", kind.word(), list(known)),
        };
        let message = format!("a {} has no field `{key}`", kind.word());
        builder.error(Code::BlockUnknownField, place, message, help);
        return;
    }
    if let Some(first) = fields.iter().find(|field| field.key.text == key)
        && !REPEATED.contains(&key)
    {
        let first = first.key.span;
        let span = builder.span(place);
        builder.sink.push(
            Diagnostic::error(Code::BlockDuplicateField, format!("`{key}` stands twice"))
                .label(span, "again here")
                .label(first, "first here")
                .help("keep one of the two lines"),
        );
    }
}

/// Words as a list in code quotes.
pub(crate) fn list(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    quoted.join(", ")
}

/// Where the first line without text ends in `text`: what stands before and what stands behind it.
pub(crate) fn split_at_blank(text: &str) -> (usize, usize) {
    let mut before = 0;
    for (start, line) in lines(text, 0) {
        if line.trim().is_empty() && before > 0 {
            let behind = cut(text, start..text.len());
            let skipped = behind.find('\n').map_or(behind.len(), |newline| newline + 1);
            return (before, start + skipped);
        }
        if !line.trim().is_empty() {
            before = start + line.len();
        }
    }
    (before, text.len())
}

//! Findings as a SARIF 2.1.0 log, for code scanning; described in `docs/formats.md`.
//!
//! A rule is a diagnostic code, and its help is the manual page. Paths are relative to the folder of
//! the site. The fingerprint of a finding is made of its code, its file and the line on which it
//! stands, not of the line's number, so that it stays the same finding when text above it changes.
//!
//! Source: *Static Analysis Results Interchange Format (SARIF) Version 2.1.0*, OASIS Standard, 2020.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use percent_encoding::AsciiSet;
use percent_encoding::NON_ALPHANUMERIC;
use percent_encoding::utf8_percent_encode;
use serde_json::Map;
use serde_json::Value;
use serde_json::json;
use sha2::Digest;
use sha2::Sha256;

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Severity;
use crate::diagnostics::SourceId;
use crate::diagnostics::Sources;
use crate::diagnostics::Span;

/// The published schema of the format.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// What stands in the path of a relative address as it is.
const PATH: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The base that all paths are relative to; the name is the one that GitHub and the SARIF viewers
/// take for the root of the sources.
const BASE: &str = "%SRCROOT%";

/// Bytes of a fingerprint's hash.
const HASH_BYTES: usize = 8;

/// Returns the log as indented JSON with a line break at its end.
///
/// Rules are those that `diagnostics` break, in the order of their names; results are in the order
/// given. Lines and columns count from 1, columns in characters; byte offsets count from 0.
#[must_use]
pub fn log(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let codes: BTreeSet<&str> = diagnostics.iter().map(|one| one.code.name()).collect();
    let codes: Vec<Code> = codes.into_iter().filter_map(Code::named).collect();
    let mut seen = BTreeMap::new();
    let results: Vec<Value> = diagnostics
        .iter()
        .map(|diagnostic| {
            let hash = fingerprint(diagnostic, sources);
            let times = seen.entry(hash.clone()).and_modify(|times| *times += 1).or_insert(1_usize);
            let fingerprint = format!("{hash}:{times}");
            let rule = codes.iter().position(|code| *code == diagnostic.code);
            result(diagnostic, sources, rule, &fingerprint)
        })
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Rung",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": codes.into_iter().map(rule).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": {
                BASE: { "description": { "text": "The folder that holds site.toml." } },
            },
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

/// A code as a rule. A page is Markdown that reads as plain text, so it serves as both.
fn rule(code: Code) -> Value {
    let page = code.page();
    let meaning = section(page, "What it means");
    json!({
        "id": code.name(),
        "name": format!("{code:?}"),
        "shortDescription": { "text": meaning.lines().next().unwrap_or(code.name()) },
        "fullDescription": { "text": meaning },
        "help": { "text": page, "markdown": page },
    })
}

/// The text below the heading `title` of a manual page.
fn section<'a>(page: &'a str, title: &str) -> &'a str {
    let heading = format!("## {title}\n");
    let after = page.split_once(&heading).map_or("", |(_, after)| after);
    after.split("\n## ").next().unwrap_or_default().trim()
}

fn result(
    diagnostic: &Diagnostic,
    sources: &Sources,
    rule: Option<usize>,
    fingerprint: &str,
) -> Value {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "note",
    };
    let mut message = diagnostic.message.clone();
    if let Some(help) = &diagnostic.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    let mut result = Map::new();
    result.insert("ruleId".into(), json!(diagnostic.code.name()));
    result.insert("ruleIndex".into(), json!(rule));
    result.insert("level".into(), json!(level));
    result.insert("message".into(), json!({ "text": message }));
    if let Some((primary, related)) = diagnostic.labels.split_first() {
        result.insert("locations".into(), json!([location(primary.span, &primary.text, sources)]));
        let related: Vec<Value> = (1..)
            .zip(related)
            .map(|(id, label)| {
                let mut location = location(label.span, &label.text, sources);
                location["id"] = json!(id);
                location
            })
            .collect();
        if !related.is_empty() {
            result.insert("relatedLocations".into(), json!(related));
        }
    }
    // The one key that GitHub reads.
    result.insert("partialFingerprints".into(), json!({ "primaryLocationLineHash": fingerprint }));
    if let Some(fix) = &diagnostic.fix {
        result.insert(
            "fixes".into(),
            json!([{
                "description": { "text": format!("write `{}`", fix.replacement) },
                "artifactChanges": [{
                    "artifactLocation": artifact(fix.span.source, sources),
                    "replacements": [{
                        "deletedRegion": region(fix.span, sources),
                        "insertedContent": { "text": fix.replacement },
                    }],
                }],
            }]),
        );
    }
    if diagnostic.undecided {
        result.insert("properties".into(), json!({ "undecided": true }));
    }
    Value::Object(result)
}

fn location(span: Span, text: &str, sources: &Sources) -> Value {
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": artifact(span.source, sources),
            "region": region(span, sources),
        },
    });
    if !text.is_empty() {
        location["message"] = json!({ "text": text });
    }
    location
}

fn artifact(source: SourceId, sources: &Sources) -> Value {
    let uri = utf8_percent_encode(&sources.get(source).path, PATH).to_string();
    json!({ "uri": uri, "uriBaseId": BASE })
}

fn region(span: Span, sources: &Sources) -> Value {
    let start = sources.place(span);
    let end = sources.place(Span { start: span.end, ..span });
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
        "byteOffset": span.start,
        "byteLength": span.end.saturating_sub(span.start),
    })
}

/// A hash of what identifies a finding wherever its line has moved to: its code, its file, the
/// text of the line and the text marked. Without a place, of its code and its message.
fn fingerprint(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let parts = match diagnostic.span() {
        Some(span) => {
            let source = sources.get(span.source);
            let line = line(&source.text, span.start);
            [diagnostic.code.name(), &source.path, line.trim(), sources.text(span)]
        }
        None => [diagnostic.code.name(), "", "", &diagnostic.message],
    };
    let digest = Sha256::digest(parts.join("\0"));
    digest.iter().take(HASH_BYTES).map(|byte| format!("{byte:02x}")).collect()
}

/// The line of `text` that holds byte `at`.
fn line(text: &str, at: usize) -> &str {
    let (before, after) = text.split_at(text.floor_char_boundary(at.min(text.len())));
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let end = after.find('\n').map_or(text.len(), |newline| before.len() + newline);
    &text[start..end]
}

#[cfg(test)]
mod tests {
    use super::log;
    use crate::diagnostics::Code;
    use crate::diagnostics::Diagnostic;
    use crate::diagnostics::Sources;
    use crate::diagnostics::Span;
    use serde_json::Value;

    /// The result for a wrong 67 in `text`, whose letters before it may be of any width.
    fn result_in(path: &str, text: &str) -> Value {
        let mut sources = Sources::default();
        let id = sources.add(path, text);
        let at = text.find("67").unwrap();
        let finding = Diagnostic::error(Code::ValueWrong, "`x` is 66, not 67")
            .label(Span::new(id, at..at + 2), "stated here")
            .label(Span::new(id, at + 4..at + 6), "is 66")
            .help("write 66")
            .fix(Span::new(id, at..at + 2), "66");
        let log: Value = serde_json::from_str(&log(&[finding], &sources)).unwrap();
        log["runs"][0]["results"][0].clone()
    }

    fn fingerprint(result: &Value) -> &str {
        result["partialFingerprints"]["primaryLocationLineHash"].as_str().unwrap()
    }

    #[test]
    fn a_place_is_a_relative_address_with_columns_in_characters() {
        let result = result_in("content/a b/Ω.md", "Ω is [67](=x).\n");
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "content/a%20b/%CE%A9.md");
        assert_eq!(place["region"]["startColumn"], 7);
        assert_eq!(place["region"]["endColumn"], 9);
        assert_eq!(place["region"]["byteOffset"], 7, "Ω takes two bytes");
        assert_eq!(result["relatedLocations"][0]["message"]["text"], "is 66");
    }

    #[test]
    fn a_fingerprint_outlives_lines_above_it_and_not_a_change_of_its_own() {
        let before = result_in("a.md", "It is [67](=x).\n");
        let moved = result_in("a.md", "A new line.\n\nIt is [67](=x).\n");
        let changed = result_in("a.md", "It was [67](=x).\n");
        assert_eq!(fingerprint(&before), fingerprint(&moved));
        assert_ne!(fingerprint(&before), fingerprint(&changed));
        assert_ne!(fingerprint(&before), fingerprint(&result_in("b.md", "It is [67](=x).\n")));
    }

    #[test]
    fn findings_that_look_the_same_have_fingerprints_of_their_own() {
        let mut sources = Sources::default();
        let id = sources.add("a.md", "67 67\n");
        let finding =
            |at| Diagnostic::error(Code::ValueWrong, "wrong").label(Span::new(id, at), "");
        let log: Value =
            serde_json::from_str(&log(&[finding(0..2), finding(3..5)], &sources)).unwrap();
        let results = &log["runs"][0]["results"];
        assert_ne!(fingerprint(&results[0]), fingerprint(&results[1]));
    }

    #[test]
    fn each_rule_stands_once_with_its_manual_page() {
        let wrong = Diagnostic::error(Code::ValueWrong, "wrong");
        let syntax = Diagnostic::warning(Code::ConfigSyntax, "syntax");
        let all = [wrong.clone(), syntax, wrong];
        let log: Value = serde_json::from_str(&log(&all, &Sources::default())).unwrap();
        let run = &log["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        assert_eq!(rules.len(), 2);
        assert_eq!(rules[1]["id"], "value::wrong");
        assert!(rules[1]["help"]["markdown"].as_str().unwrap().contains("## Mending it"));
        for result in run["results"].as_array().unwrap() {
            let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(rules[index]["id"], result["ruleId"]);
        }
    }

    #[test]
    fn the_repair_says_which_bytes_it_replaces() {
        let result = result_in("a.md", "It is [67](=x).\n");
        let change = &result["fixes"][0]["artifactChanges"][0]["replacements"][0];
        assert_eq!(change["insertedContent"]["text"], "66");
        assert_eq!(change["deletedRegion"]["byteOffset"], 7);
        assert_eq!(change["deletedRegion"]["byteLength"], 2);
    }
}

//! The schemas that editors use, and the reference in `docs/site.md`, know exactly the keys that the
//! parsers know.

#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test that reads our own files"
)]

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rung::diagnostics::Code;
use rung::diagnostics::Sink;
use rung::diagnostics::Sources;
use rung::essay;
use rung::site::config;
use serde_json::Value;

/// A key that nothing resembles, so that the complaint about it lists all that there are.
const STRANGER: &str = "qqqqqqqqqqqq";

fn document(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name)).unwrap()
}

/// The known keys that the complaint about [`STRANGER`] lists, if `code` is complained about.
fn listed(sink: &Sink, code: Code) -> BTreeSet<String> {
    let complaint = sink.diagnostics().iter().find(|one| one.code == code);
    let help = complaint.and_then(|one| one.help.as_deref()).unwrap();
    let (_, keys) = help.split_once(" are ").unwrap();
    keys.split(", ").map(|key| key.trim_matches('`').to_owned()).collect()
}

/// The keys of each table of `site.toml`, by its path; the site's own by `""`.
fn keys_of_config() -> BTreeMap<String, BTreeSet<String>> {
    ["", "numerals", "claims", "math", "feed"]
        .into_iter()
        .map(|table| {
            let header = if table.is_empty() { String::new() } else { format!("[{table}]\n") };
            let text = format!("{header}{STRANGER} = 1\n");
            let mut sources = Sources::default();
            let source = sources.add("site.toml", text.as_str());
            let mut sink = Sink::default();
            let _ = config::parse(source, &text, &mut sink);
            (table.to_owned(), listed(&sink, Code::ConfigUnknownKey))
        })
        .collect()
}

fn keys_of_front_matter() -> BTreeSet<String> {
    let text = format!("---\ntitle: T\n{STRANGER}: 1\n---\n");
    let mut sources = Sources::default();
    let source = sources.add("content/a.md", text.as_str());
    let mut sink = Sink::default();
    let _ = essay::parse(source, "a.md", &text, &mut sink);
    listed(&sink, Code::FrontUnknownKey)
}

/// The properties of each closed object of a schema, by its path.
fn properties(schema: &Value, path: &str, found: &mut BTreeMap<String, BTreeSet<String>>) {
    let Some(properties_here) = schema["properties"].as_object() else { return };
    assert_eq!(schema["additionalProperties"], false, "`{path}` lets unknown keys pass");
    found.insert(path.to_owned(), properties_here.keys().cloned().collect());
    for (key, value) in properties_here {
        assert!(value["description"].is_string(), "`{key}` has no description");
        properties(value, key, found);
    }
}

fn properties_of(name: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found = BTreeMap::new();
    properties(&serde_json::from_str(&document(name)).unwrap(), "", &mut found);
    found
}

#[test]
fn the_schema_of_the_settings_has_the_keys_of_the_parser() {
    assert_eq!(properties_of("site.schema.json"), keys_of_config());
}

#[test]
fn the_schema_of_the_front_matter_has_the_keys_of_the_parser() {
    let keys = BTreeMap::from([(String::new(), keys_of_front_matter())]);
    assert_eq!(properties_of("front-matter.schema.json"), keys);
}

/// The keys in the first column of the tables below the heading `title` of `docs/site.md`.
fn documented(title: &str) -> BTreeSet<String> {
    let reference = document("site.md");
    let (_, below) = reference.split_once(&format!("\n## {title}\n")).unwrap();
    let section = below.split("\n## ").next().unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| row.split('`').next().unwrap().to_owned()).collect()
}

#[test]
fn the_reference_describes_every_key() {
    let mut settings = BTreeSet::new();
    for (table, keys) in keys_of_config() {
        for key in keys {
            let path = if table.is_empty() { key } else { format!("{table}.{key}") };
            settings.insert(path);
        }
    }
    // Tables are described by their keys.
    settings.retain(|path| !["numerals", "claims", "math", "feed"].contains(&path.as_str()));
    assert_eq!(documented("Settings"), settings);
    assert_eq!(documented("Front matter"), keys_of_front_matter());
}

#[test]
fn the_defaults_of_the_schema_are_those_of_the_parser() {
    let schema: Value = serde_json::from_str(&document("site.schema.json")).unwrap();
    let default = |path: &[&str]| {
        path.iter().fold(&schema, |at, key| &at["properties"][key])["default"].clone()
    };
    let config = config::Config::default();
    assert_eq!(default(&["base_url"]), config.base_url);
    assert_eq!(default(&["language"]), config.language);
    assert_eq!(default(&["claims", "budget"]), config.budget);
    assert_eq!(default(&["feed", "entries"]), config.feed.entries);
    assert_eq!(default(&["numerals", "separator"]), config.numerals.separator);
    assert_eq!(default(&["numerals", "audit"]), "warn");
    assert_eq!(config.numerals.audit, rung::audit::Strictness::Warn);
    assert_eq!(default(&["math", "require_katex"]), config.math.require_katex);
}

//! A module may use itself and the layers below it. This table is the architecture.

#![allow(
    clippy::disallowed_methods,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

use std::fs;
use std::path::Path;
use std::path::PathBuf;

/// Bottom first. Modules of one layer do not use each other.
const LAYERS: &[&[&str]] = &[
    &["arithmetic", "broken", "diagnostics"],
    &["cgt", "essay"],
    &["language"],
    &["claims"],
    &["figures"],
    &["audit"],
    &["render"],
    &["site"],
    &["serve", "lsp"],
    &["cli"],
];

/// Where the file system, the environment or the clock may be touched: the shell.
const SHELL: &[&str] = &["site/load.rs", "site/publish.rs", "serve/", "lsp/", "cli/", "main.rs"];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&root).expect("below src").to_str().expect("Unicode");
            (name.replace('\\', "/"), fs::read_to_string(&path).expect("a source"))
        })
        .collect()
}

/// The lines of `text` (of the file `name`) that break the table.
fn offences(name: &str, text: &str) -> Vec<String> {
    let user = name.split('/').next().unwrap_or_default().trim_end_matches(".rs");
    let mut found = Vec::new();
    if user == "main" || user == "lib" {
        return found;
    }
    if layer(user).is_none() {
        found.push(format!("{name}: the module `{user}` is in no layer"));
    }
    for (number, line) in (1..).zip(text.lines()) {
        // Paths this test cannot read are not written.
        let unreadable = line.contains("crate::{") || line.contains("super::super");
        let upward =
            |used: &str| layer(used).is_some() && used != user && layer(user) <= layer(used);
        let is_comment = line.trim_start().starts_with("//");
        let word = |rest: &str| -> String {
            rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
        };
        let looks_up = line.split("crate::").skip(1).any(|rest| upward(&word(rest)));
        if !is_comment && (unreadable || looks_up) {
            found.push(format!("{name}:{number}: {}", line.trim()));
        }
    }
    found
}

#[test]
fn modules_use_only_lower_layers() {
    let found: Vec<String> =
        sources().iter().flat_map(|(name, text)| offences(name, text)).collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn an_upward_path_is_found() {
    assert_eq!(offences("cgt/arena.rs", "use crate::language::Value;").len(), 1);
    assert_eq!(
        offences("cgt/arena.rs", "use crate::essay::Essay;").len(),
        1,
        "one layer, two modules"
    );
    assert_eq!(offences("cgt/arena.rs", "use crate::{diagnostics::Span};").len(), 1);
    assert_eq!(offences("nowhere/a.rs", "").len(), 1);
    assert!(offences("language/value.rs", "use crate::cgt::Arena;").is_empty());
}

#[test]
fn only_the_shell_touches_the_outside() {
    let outside = [
        "std::fs",
        "std::env::var",
        "std::net",
        "SystemTime::now",
        "Instant::now",
        "std::process::Command",
    ];
    let mut found = Vec::new();
    for (name, text) in sources() {
        if SHELL.iter().any(|shell| name.starts_with(shell)) {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in (1..).zip(code.lines()) {
            let is_comment = line.trim_start().starts_with("//");
            if !is_comment && outside.iter().any(|path| line.contains(path)) {
                found.push(format!("{name}:{number}: {}", line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

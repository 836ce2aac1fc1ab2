//! Hygiene that no lint sees.

#![allow(
    clippy::disallowed_methods,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::path::PathBuf;

use rung::diagnostics::Code;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten() {
        if entry.path().extension().is_some_and(|own| own == extension) {
            found.push(entry.into_path());
        }
    }
    found
}

#[test]
fn every_diagnostic_has_a_whole_manual_page() {
    for code in Code::ALL {
        let page = code.page();
        assert!(page.starts_with(&format!("# {}\n", code.name())), "{}: its title", code.name());
        for section in ["What it means", "Why it matters", "Example", "Mending it"] {
            // Examples show headings of their own: a section ends where the next one of ours begins.
            let after = page.split(&format!("\n## {section}\n")).nth(1);
            let text =
                after.and_then(|after| after.split("\n## Mending it\n").next()).unwrap_or_default();
            assert!(text.trim().len() > 20, "{}: the section *{section}*", code.name());
        }
    }
}

#[test]
fn every_manual_page_belongs_to_a_diagnostic() {
    let pages = root().join("docs/diagnostics");
    let names: BTreeSet<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    for page in files(&pages, "md") {
        let name = page.strip_prefix(&pages).unwrap().with_extension("");
        let name = name.to_str().unwrap().replace(['/', '\\'], "::");
        assert!(names.contains(name.as_str()), "{name} is no code");
    }
}

/// Never shown by itself: it follows from a mistake that is reported where it stands.
const SILENT: &[&str] = &["expression::consequence"];

/// A snapshot shows a diagnostic as its author sees it: `error[value::wrong]: …`.
#[test]
fn every_diagnostic_has_a_snapshot() {
    let mut text = String::new();
    for folder in ["src", "tests"] {
        for extension in ["rs", "txt", "snap"] {
            for file in files(&root().join(folder), extension) {
                text.push_str(&fs::read_to_string(file).unwrap());
            }
        }
    }
    let missing: Vec<&str> = Code::ALL
        .iter()
        .map(|code| code.name())
        .filter(|name| !SILENT.contains(name) && !text.contains(&format!("[{name}]: ")))
        .collect();
    assert!(missing.is_empty(), "no snapshot of {missing:?}");
}

#[test]
fn long_files_say_why() {
    let mut long = Vec::new();
    for file in files(&root().join("src"), "rs") {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let header: String = text.lines().take_while(|line| line.starts_with("//!")).collect();
        if code.lines().count() > 600 && !header.contains("**Long**") {
            long.push(format!("{}: {} lines", file.display(), code.lines().count()));
        }
    }
    assert!(
        long.is_empty(),
        "over 600 lines without a word on it in the header:\n{}",
        long.join("\n")
    );
}

#[test]
fn nothing_is_left_unfinished() {
    // Pieced together, so that this file does not find itself.
    let signs = [
        ["to", "do!("].concat(),
        ["unimpl", "emented!("].concat(),
        ["FIX", "ME"].concat(),
        ["#[ig", "nore"].concat(),
    ];
    let mut found = Vec::new();
    for folder in ["src", "tests", "benches"] {
        for file in files(&root().join(folder), "rs") {
            let text = fs::read_to_string(&file).unwrap();
            for (number, line) in (1..).zip(text.lines()) {
                if signs.iter().any(|sign| line.contains(sign.as_str())) {
                    found.push(format!("{}:{number}: {}", file.display(), line.trim()));
                }
            }
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// The map from rules to tests in `docs/architecture.md` names tests that are there.
#[test]
fn every_test_that_the_architecture_names_is_there() {
    let map = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let (_, map) = map.split_once("\n## Where each rule of the language is tested\n").unwrap();
    let mut tried = 0;
    for row in map.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---")) {
        let Some(tests) = row.split(" | ").nth(1) else { continue };
        let mut text = String::new();
        for part in tests.split('`').skip(1).step_by(2) {
            if part.ends_with(".rs") {
                let folder = if part.contains('/') { "src" } else { "tests" };
                text = fs::read_to_string(root().join(folder).join(part)).expect(part);
            } else if !part.contains('.') && !part.contains('/') {
                assert!(text.contains(&format!("fn {part}(")), "`{part}` in {row}");
                tried += 1;
            }
        }
    }
    assert!(tried > 60, "{tried}");
}

//! Whole sites, byte for byte.
//!
//! Each folder of `tests/sites` with a `site.toml` is a site, and its `expected` folder holds what it
//! publishes: everything but the theme, whose files are compared where they are kept.
//! `UPDATE_EXPECT=1` writes the expected files anew; they are read before they are committed.

#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test that cannot go on says so by failing"
)]

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;
use std::path::PathBuf;

use rung::diagnostics::Severity;
use rung::diagnostics::render::Style;
use rung::diagnostics::render::render;
use rung::site;
use rung::site::Options;
use rung::site::load::load;

/// The sites, by their folders.
fn sites() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites");
    let mut sites: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    sites.retain(|site| site.join("site.toml").is_file());
    sites.sort();
    assert!(!sites.is_empty());
    sites
}

/// The files under `folder`, by their paths in it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = walkdir::WalkDir::new(folder).into_iter().flatten();
    let entries = entries.filter(|entry| entry.file_type().is_file());
    entries
        .map(|entry| {
            let path = entry.path().strip_prefix(folder).unwrap().to_str().unwrap();
            (path.replace('\\', "/"), fs::read(entry.path()).unwrap())
        })
        .collect()
}

/// What the site publishes; nothing may be wrong with it.
fn published(site: &Path) -> BTreeMap<String, Vec<u8>> {
    let built = site::build(&load(site).unwrap(), &Options::default(), &());
    let wrong: Vec<String> = built
        .diagnostics
        .iter()
        .filter(|one| one.severity != Severity::Advice)
        .map(|one| render(one, &built.sources, Style::Plain))
        .collect();
    assert!(wrong.is_empty(), "{}:\n{}", site.display(), wrong.join("\n\n"));
    built.files.into_iter().map(|(path, bytes)| (path, bytes.to_vec())).collect()
}

/// Whether `path` is a file of the theme or of KaTeX.
fn is_theme(path: &str) -> bool {
    path.starts_with("katex/")
        || ["css", "js", "png"].iter().any(|own| path.ends_with(&format!(".{own}")))
        || path == "favicon.svg"
}

/// A text without what depends on whether the binary carries KaTeX's style sheet.
fn comparable(bytes: &[u8]) -> String {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    text.split_inclusive('\n').filter(|line| !line.contains("katex/katex.css")).collect()
}

#[test]
fn a_site_publishes_what_is_expected() {
    for site in sites() {
        let expected = site.join("expected");
        let mut published = published(&site);
        published.retain(|path, _| !is_theme(path));
        if env::var("UPDATE_EXPECT").is_ok() {
            let _ = fs::remove_dir_all(&expected);
            for (path, bytes) in &published {
                let file = expected.join(path);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, comparable(bytes)).unwrap();
            }
        }
        let expected = files(&expected);
        let names = |files: &BTreeMap<String, Vec<u8>>| -> BTreeSet<String> {
            files.keys().cloned().collect()
        };
        assert_eq!(names(&published), names(&expected), "{}", site.display());
        for (path, bytes) in &published {
            let (old, new) = (comparable(&expected[path]), comparable(bytes));
            let diff = similar::TextDiff::from_lines(&old, &new);
            assert!(old == new, "{}: {path}\n{}", site.display(), diff.unified_diff());
        }
    }
}

#[test]
fn the_order_of_the_files_and_the_number_of_threads_change_nothing() {
    for site in sites() {
        let copy = tempfile::tempdir().unwrap();
        let mut sources = files(&site);
        sources.retain(|path, _| !path.starts_with("expected/"));
        // A folder lists its files in the order in which they were made, or in none.
        for (path, bytes) in sources.iter().rev() {
            let file = copy.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, bytes).unwrap();
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let alone = pool.install(|| published(copy.path()));
        let together = published(&site);
        for (path, bytes) in &together {
            assert!(alone.get(path) == Some(bytes), "{}: {path}", site.display());
        }
        assert_eq!(alone.len(), together.len());
    }
}

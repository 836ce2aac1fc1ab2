//! The site of this repository as it is published, built once for all tests of a binary.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use rung::diagnostics::render::Style;
use rung::diagnostics::render::render;
use rung::site;
use rung::site::Options;
use rung::site::load::load;

/// The published files by path, under `https://example.org/`. Nothing is wrong with the site.
pub(crate) fn files() -> &'static BTreeMap<String, Vec<u8>> {
    static FILES: OnceLock<BTreeMap<String, Vec<u8>>> = OnceLock::new();
    FILES.get_or_init(|| {
        let input = load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the site can be read");
        let built = site::build(&input, &Options::default(), &());
        let wrong: Vec<String> = built
            .diagnostics
            .iter()
            .filter(|one| one.severity.word() == "error")
            .map(|one| render(one, &built.sources, Style::Plain))
            .collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
        built.files.into_iter().map(|(path, bytes)| (path, bytes.to_vec())).collect()
    })
}

/// The published file at `path`, which is text.
pub(crate) fn text(path: &str) -> &'static str {
    let bytes = files().get(path).unwrap_or_else(|| panic!("{path} is published"));
    std::str::from_utf8(bytes).expect("UTF-8")
}

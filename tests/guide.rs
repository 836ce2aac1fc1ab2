//! The guide and the tutorial keep their word: every example builds, and every step does what it
//! says.

#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::string_slice,
    reason = "a test that cannot go on says so by failing"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rung::diagnostics::Severity;
use rung::diagnostics::render::Style;
use rung::diagnostics::render::render;
use rung::site;
use rung::site::Options;
use rung::site::load::Input;
use rung::site::load::load;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn document(name: &str) -> String {
    fs::read_to_string(root().join("docs").join(name)).unwrap()
}

/// A fenced block of a document.
struct Fence {
    /// The word behind the fence.
    info: String,
    /// The line of its text, from 1.
    line: usize,
    text: String,
}

/// The fenced blocks of `text` at its margin.
fn fences(text: &str) -> Vec<Fence> {
    let mut all = Vec::new();
    let mut open: Option<(usize, Fence)> = None;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let ticks = line.len() - line.trim_start_matches('`').len();
        match &mut open {
            None if ticks >= 3 => {
                let info = line[ticks..].trim().to_owned();
                open = Some((ticks, Fence { info, line: number + 1, text: String::new() }));
            }
            Some((opening, _)) if ticks >= *opening && line.trim_end().len() == ticks => {
                all.extend(open.take().map(|(_, fence)| fence));
            }
            Some((_, fence)) => fence.text.push_str(line),
            None => {}
        }
    }
    assert!(open.is_none(), "a fence is not closed");
    all
}

/// The examples of the guide as a site: a page for each, named after its line.
fn guide() -> Input {
    let mut content = BTreeMap::new();
    content.insert(String::from("index.md"), String::from("---\ntitle: Guide\n---\n\nExamples.\n"));
    for Fence { info, line, text } in fences(&document("guide.md")) {
        match info.as_str() {
            "markdown" => {
                let front = "---\ntitle: Example\nuse: [cakes]\n---\n\n";
                let page = if text.starts_with("---") { text } else { format!("{front}{text}") };
                content.insert(format!("line-{line}.md"), page);
            }
            "def" => {
                content.insert(String::from("lib/cakes.def"), text);
            }
            other => panic!("guide.md:{line}: `{other}` is no kind of example"),
        }
    }
    let config = "title = \"Guide\"\nbase_url = \"https://example.org/\"\n\
                  [numerals]\naudit = \"strict\"\nnouns = [\"cake\"]\n";
    Input {
        config: Some(config.as_bytes().to_vec()),
        content: content.into_iter().map(|(path, text)| (path, text.into_bytes())).collect(),
        ..Input::default()
    }
}

/// What is wrong with the site, as its author sees it; advice left out.
fn mistakes(input: &Input) -> String {
    let built = site::build(input, &Options::default(), &());
    let shown = built.diagnostics.iter().filter(|one| one.severity != Severity::Advice);
    shown.map(|one| render(one, &built.sources, Style::Plain) + "\n\n").collect()
}

#[test]
fn every_example_of_the_guide_builds() {
    let found = mistakes(&guide());
    assert!(found.is_empty(), "\n{found}");
}

#[test]
fn the_guide_has_an_example_of_every_block_and_every_figure() {
    let guide = document("guide.md");
    for (_, word) in rung::essay::BlockKind::ALL {
        let named = guide.contains(&format!("```{{{word}}} "))
            || guide.contains(&format!("```{{{word}}}\n"));
        assert!(named || guide.contains(&format!("`{word}`")), "no `{{{word}}}`");
    }
    for kind in KINDS {
        let drawn = guide
            .lines()
            .any(|line| line.strip_prefix("kind:").is_some_and(|value| value.trim() == *kind));
        assert!(drawn, "no figure of the kind `{kind}`");
        assert!(guide.contains(&format!("\n### {kind}\n")), "no section on `{kind}`");
    }
}

/// The kinds of figure.
const KINDS: &[&str] = &[
    "grid",
    "compare",
    "map",
    "bars",
    "tree",
    "cake",
    "walk",
    "plot",
    "scores",
    "products",
    "thermograph",
];

/// The site that `rung init` makes.
fn starter() -> Input {
    load(&root().join("examples/starter")).unwrap()
}

/// The same with `from` replaced by `to` in its essay.
fn edited(site: &Input, from: &str, to: &str) -> Input {
    let mut site = site.clone();
    let essay = site.content.get_mut("strips.md").unwrap();
    let text = String::from_utf8(essay.clone()).unwrap();
    assert!(text.contains(from), "the essay holds no `{from}`");
    *essay = text.replacen(from, to, 1).into_bytes();
    site
}

/// The fence of the tutorial that holds `part`.
fn step(part: &str) -> String {
    let fence =
        fences(&document("tutorial.md")).into_iter().find(|fence| fence.text.contains(part));
    fence.unwrap_or_else(|| panic!("the tutorial shows no `{part}`")).text
}

#[test]
fn the_wrong_number_of_the_tutorial_is_reported_in_its_words() {
    let sentence = step("[3](=cutcake(1,4))");
    let site = edited(&starter(), sentence.trim_end(), sentence.trim_end());
    let found = mistakes(&edited(&site, "[3](=cutcake(1,4))", "[4](=cutcake(1,4))"));
    assert!(found.starts_with(step("error[value::wrong]").trim_end()), "{found}");
}

#[test]
fn the_unbound_number_of_the_tutorial_is_found_and_bound() {
    let unbound = edited(
        &starter(),
        "\n```{claim}",
        &format!("\n{}\n```{{claim}}", step("There are 10 strips")),
    );
    assert!(mistakes(&unbound).starts_with("error[numeral::unbound]"), "{}", mistakes(&unbound));
    for bound in [
        step("There are [10](= "),
        step("There are 10 strips").replace("10", "[10](=given \"I counted them\")"),
    ] {
        let bound = edited(&starter(), "\n```{claim}", &format!("\n{bound}\n```{{claim}}"));
        assert_eq!(mistakes(&bound), "");
    }
}

#[test]
fn the_claim_of_the_tutorial_breaks_as_it_says() {
    let claim = step("```{claim} one_less");
    let site = edited(&starter(), claim.trim_end(), claim.trim_end());
    let refuted = mistakes(&edited(&site, "= n - 1\n", "= n - 2\n"));
    assert!(refuted.contains("error[claim::refuted]"), "{refuted}");
    let widened = mistakes(&edited(&site, "n in 1..30\n", "n in 1..300\n"));
    assert!(widened.contains("300"), "{widened}");
    let second = format!("\n{}\n```{{figure}}", step("```{claim} every_cake"));
    assert_eq!(mistakes(&edited(&site, "\n```{figure}", &second)), "");
}

#[test]
fn the_condition_of_the_tutorial_holds_in_the_wider_grid() {
    let require = step("require: shade iff");
    let site = edited(&starter(), "shade: cell = 0\n", &format!("shade: cell = 0\n{require}"));
    assert_eq!(mistakes(&site), "");
    assert_eq!(mistakes(&edited(&site, "over: m, n in 1..4\n", "over: m, n in 1..12\n")), "");
}

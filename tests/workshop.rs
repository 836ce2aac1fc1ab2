//! A site that is built again and again is at each moment what a build from nothing makes of it.
//!
//! Random edits, as an author makes them and as one makes them by mistake, are made one after another,
//! and after each the kept build is compared with a fresh one: every file, everything that was said,
//! the audit.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

use std::collections::BTreeMap;
use std::path::Path;

use proptest::prelude::*;
use proptest::test_runner::Config;
use rung::diagnostics::Severity;
use rung::diagnostics::render::Style;
use rung::diagnostics::render::render;
use rung::site;
use rung::site::Built;
use rung::site::Options;
use rung::site::Workshop;
use rung::site::load::Input;
use rung::site::load::load;

/// An edit. Numbers pick a file, a place or a way, whatever there is of them.
#[derive(Clone, Debug)]
enum Edit {
    /// A run of digits becomes another.
    Number(usize, usize),
    /// A line goes.
    Without(usize, usize),
    /// A line stands twice.
    Twice(usize, usize),
    /// Two words change places.
    Words(usize, usize),
    /// Words are added, so that everything below moves.
    Longer(usize, usize),
    /// A file stops in the middle.
    Half(usize, usize),
    /// A file goes.
    Gone(usize),
    /// A file has another name.
    Renamed(usize),
    /// A file is as it was at first.
    Mended(usize),
    /// Everything is as it was at first.
    AllMended,
    /// A page, library, template, image or old address is added.
    Added(usize),
    /// The settings change.
    Settings(usize),
    /// The next builds are for the preview, or no longer; with drafts, or without.
    Ways(bool, bool),
}

fn edit() -> impl Strategy<Value = Edit> {
    let n = || 0..1000_usize;
    prop_oneof![
        6 => (n(), n()).prop_map(|(file, at)| Edit::Number(file, at)),
        3 => (n(), n()).prop_map(|(file, at)| Edit::Without(file, at)),
        1 => (n(), n()).prop_map(|(file, at)| Edit::Twice(file, at)),
        2 => (n(), n()).prop_map(|(file, at)| Edit::Words(file, at)),
        3 => (n(), n()).prop_map(|(file, at)| Edit::Longer(file, at)),
        1 => (n(), n()).prop_map(|(file, at)| Edit::Half(file, at)),
        1 => n().prop_map(Edit::Gone),
        1 => n().prop_map(Edit::Renamed),
        4 => n().prop_map(Edit::Mended),
        1 => Just(Edit::AllMended),
        3 => n().prop_map(Edit::Added),
        2 => n().prop_map(Edit::Settings),
        1 => (any::<bool>(), any::<bool>()).prop_map(|(preview, drafts)| Edit::Ways(preview, drafts)),
    ]
}

/// What may be added: a folder, a path below it, a text.
const ADDITIONS: &[(&str, &str, &str)] = &[
    ("content", "about.md", "---\ntitle: About\n---\n\nOf [strips](ladder/strips.md).\n"),
    (
        "content",
        "ladder/more.md",
        "---\ntitle: More\nrung: 3\n---\n\nThere are [3](=ladder.rungs).\n",
    ),
    (
        "content",
        "aaa.md",
        "---\ntitle: First\ndate: 2026-11-30\n---\n\nAs `=squares.largest.max`.\n",
    ),
    ("content", "lib/cakes.def", "# Longer.\neg = 1x8\nother = 2\n"),
    ("content", "lib/more.def", "eg = 1x9\n"),
    ("content", "ladder/squares.md", "---\ntitle: Other squares\nrung: 9\n---\n\nNothing.\n"),
    ("content", "picture.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
    ("static", "style.css", "body { color: black }"),
    ("static", "picture.svg", "<svg/>"),
    (
        "templates",
        "page.html",
        "{% extends \"base.html\" %}{% block main %}{{ page.title }}{% endblock %}",
    ),
    ("templates", "essay.html", "<p>{{ page.titel }}</p>"),
    (
        "templates",
        "essay.html",
        "<!doctype html><title>{{ page.title }}</title>{{ page.body | safe }}",
    ),
];

/// Texts of `site.toml` and what they become.
const SETTINGS: &[(&str, &str)] = &[
    ("Small ladder", "Large ladder"),
    ("strict", "warn"),
    ("entries = 5", "entries = 1"),
    ("https://example.org/essays/", "https://example.org/"),
    ("given_limit = 0.1", "given_limit = 0.5"),
    ("[feed]", "[math.macros]\n\"\\\\cake\" = \"#1 \\\\times #2\"\n[feed]"),
    ("[feed]", "[math.macros]\n\"\\\\9\" = \"wrong\"\n[feed]"),
    ("[feed]", "[claims]\nbudget = 500\n[feed]"),
    ("nouns = [\"cake\", \"strip\"]", "nouns = []\nseparator = \" \""),
];

fn folder<'a>(input: &'a mut Input, name: &str) -> &'a mut BTreeMap<String, Vec<u8>> {
    match name {
        "content" => &mut input.content,
        "static" => &mut input.statics,
        _ => &mut input.templates,
    }
}

/// A text of the site that can be edited: one of its pages and libraries.
fn path_of(input: &Input, number: usize) -> Option<String> {
    input.content.keys().nth(number % input.content.len().max(1)).cloned()
}

/// Changes one text.
fn change(input: &mut Input, file: usize, with: impl FnOnce(&str) -> String) {
    let Some(path) = path_of(input, file) else { return };
    let bytes = input.content.get_mut(&path).unwrap();
    *bytes = with(&String::from_utf8_lossy(bytes)).into_bytes();
}

/// The text with the line that `at` picks replaced by what `with` makes of it.
fn line(text: &str, at: usize, with: impl Fn(&str) -> String) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let at = at % lines.len().max(1);
    let changed = lines.iter().enumerate();
    changed.map(|(index, own)| if index == at { with(own) } else { (*own).to_owned() }).collect()
}

fn numbers(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(start) = text[rest..].find(|c: char| c.is_ascii_digit()) {
        let start = rest + start;
        let length = text[start..].bytes().take_while(u8::is_ascii_digit).count();
        found.push((start, start + length));
        rest = start + length;
    }
    found
}

fn make(edit: &Edit, original: &Input, input: &mut Input, options: &mut Options) {
    match *edit {
        Edit::Number(file, at) => change(input, file, |text| {
            let all = numbers(text);
            let Some(&(start, end)) = all.get(at % all.len().max(1)) else {
                return text.to_owned();
            };
            format!("{}{}{}", &text[..start], at % 30, &text[end..])
        }),
        Edit::Without(file, at) => {
            change(input, file, |text| line(text, at, |_| String::new()));
        }
        Edit::Twice(file, at) => change(input, file, |text| line(text, at, |own| own.repeat(2))),
        Edit::Words(file, at) => change(input, file, |text| {
            line(text, at, |own| own.split(' ').rev().collect::<Vec<_>>().join(" "))
        }),
        Edit::Longer(file, at) => change(input, file, |text| {
            line(text, at, |own| format!("{own}\nAnd so it always goes on.\n\n"))
        }),
        Edit::Half(file, at) => change(input, file, |text| {
            text[..text.floor_char_boundary(at % text.len().max(1))].to_owned()
        }),
        Edit::Gone(file) => {
            if let Some(path) = path_of(input, file) {
                input.content.remove(&path);
            }
        }
        Edit::Renamed(file) => {
            if let Some(path) = path_of(input, file) {
                let bytes = input.content.remove(&path).unwrap();
                input.content.insert(format!("moved/{}", path.replace('/', "-")), bytes);
            }
        }
        Edit::Mended(file) => {
            let path = path_of(original, file).unwrap();
            input.content.insert(path.clone(), original.content[&path].clone());
        }
        Edit::AllMended => *input = original.clone(),
        Edit::Added(which) => {
            let (kind, path, text) = ADDITIONS[which % ADDITIONS.len()];
            folder(input, kind).insert(path.to_owned(), text.as_bytes().to_vec());
        }
        Edit::Settings(which) => {
            let (from, to) = SETTINGS[which % SETTINGS.len()];
            let text = String::from_utf8(input.config.clone().unwrap()).unwrap();
            let (from, to) =
                if text.contains(to) && from != "[feed]" { (to, from) } else { (from, to) };
            input.config = Some(text.replacen(from, to, 1).into_bytes());
        }
        Edit::Ways(preview, drafts) => {
            options.preview_script = preview.then(|| String::from("/.rung/preview.js"));
            options.drafts = drafts;
        }
    }
}

/// Everything that was said, as it is shown.
fn said(built: &Built) -> Vec<String> {
    built.diagnostics.iter().map(|one| render(one, &built.sources, Style::Plain)).collect()
}

fn small_ladder() -> Input {
    load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites/ladder")).unwrap()
}

/// Makes the edits one after another and compares after each.
fn check(edits: &[Edit]) {
    let original = small_ladder();
    let (mut input, mut options) = (original.clone(), Options::default());
    let mut workshop = Workshop::default();
    let _ = workshop.build(&input, &options, &());
    for (number, edit) in edits.iter().enumerate() {
        make(edit, &original, &mut input, &mut options);
        let kept = workshop.build(&input, &options, &());
        let fresh = site::build(&input, &options, &());
        let so_far = &edits[..=number];
        assert_eq!(said(&kept), said(&fresh), "{so_far:?}");
        assert_eq!(kept.audit, fresh.audit, "{so_far:?}");
        assert!(kept.files.keys().eq(fresh.files.keys()), "{so_far:?}");
        for (path, bytes) in &kept.files {
            assert!(fresh.files[path] == *bytes, "{path} is stale after {so_far:?}");
        }
    }
}

proptest! {
    #![proptest_config(Config { cases: 6, failure_persistence: None, ..Config::default() })]

    #[test]
    fn a_kept_build_is_what_a_fresh_one_is(edits in proptest::collection::vec(edit(), 1..12)) {
        check(&edits);
    }
}

#[test]
fn a_mistake_that_is_mended_leaves_nothing_behind() {
    let file = small_ladder().content.keys().position(|path| path.ends_with("squares.md")).unwrap();
    let mut edits: Vec<Edit> = (0..8).map(|at| Edit::Number(file, at)).collect();
    edits = edits.into_iter().flat_map(|edit| [edit, Edit::Mended(file)]).collect();
    check(&edits);
}

#[test]
fn what_one_essay_finds_reaches_the_one_that_quotes_it() {
    let mut input = small_ladder();
    let mut workshop = Workshop::default();
    let before = workshop.build(&input, &Options::default(), &());
    assert!(before.diagnostics.iter().all(|one| one.severity == Severity::Advice));
    let strips = input.content.get_mut("ladder/strips.md").unwrap();
    let text = String::from_utf8(strips.clone()).unwrap();
    let shorter =
        text.replace("n in 1..1200", "n in 1..1100").replace("in 1,200 cases", "in 1,100 cases");
    *strips = shorter.into_bytes();
    let after = workshop.build(&input, &Options::default(), &());
    let all = said(&after).join("\n");
    assert!(all.contains("1,100") && all.contains("content/ladder/squares.md"), "{all}");
}

//! What the published site weighs, and what programs read of it: the register and the feed.
//!
//! `claims.json` is held against its own published schema by a validator that is not ours, a Python
//! package in the folder that `RUNG_PYTHON_CHECKERS` names (see `.ci/run`). Where it is not set that
//! test says so and looks at nothing, unless `CI` is `true`.
//!
//! Source: RFC 4287, *The Atom Syndication Format*, 2005; the numbers are those of its sections.

#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test that cannot go on says so by failing"
)]

use std::collections::BTreeSet;
use std::env;
use std::io::Write;
use std::process::Command;
use std::process::Stdio;

use flate2::Compression;
use flate2::write::GzEncoder;
use roxmltree::Document;
use roxmltree::Node;
use rung::site;

#[path = "support/ladder.rs"]
mod ladder;

const ATOM: &str = "http://www.w3.org/2005/Atom";

fn gzipped(bytes: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap().len()
}

/// The essays, by the paths of their pages.
fn essays() -> Vec<&'static str> {
    let files = ladder::files().keys().map(String::as_str);
    let essays: Vec<&str> = files
        .filter(|path| path.starts_with("cutcake/") && path.ends_with("/index.html"))
        .filter(|path| ladder::text(path).contains("<body class=\"is-essay\""))
        .collect();
    assert!(essays.len() > 5, "the rungs of the ladder");
    essays
}

/// The files of the site that a page loads before it is read: style sheets and scripts.
fn loaded(page: &str) -> Vec<&'static str> {
    let tags = page
        .split('<')
        .filter(|tag| tag.starts_with("link rel=\"stylesheet\"") || tag.starts_with("script src="));
    let addresses = tags.filter_map(|tag| {
        let (_, address) = tag.split_once("=\"/").or_else(|| tag.split_once("href=\"/"))?;
        address.split(['"', '?']).next()
    });
    let known = ladder::files();
    addresses.map(|path| known.get_key_value(path).expect(path).0.as_str()).collect()
}

#[test]
fn an_essay_is_light() {
    for path in essays() {
        let page = ladder::text(path);
        assert!(page.len() < 400_000, "{path}: {} bytes", page.len());
        let with: Vec<&str> = loaded(page);
        assert!(with.contains(&"style.css") && with.contains(&"numbers.js"), "{with:?}");
        let all = gzipped(page.as_bytes())
            + with.iter().map(|file| gzipped(&ladder::files()[*file])).sum::<usize>();
        assert!(all < 50_000, "{path} with {with:?}: {all} bytes, compressed");
    }
}

#[test]
fn the_style_sheet_and_the_scripts_are_light() {
    let size = |name: &str| ladder::files()[name].len();
    assert!(size("style.css") < 20_000, "{} bytes", size("style.css"));
    let scripts: usize = ladder::files()
        .iter()
        .filter(|(path, _)| path.ends_with(".js"))
        .map(|(_, bytes)| bytes.len())
        .sum();
    assert!(scripts > 0 && scripts < 10_000, "{scripts} bytes");
}

/// What the validator says of `claims.json`, with `change` made to it.
fn validated(change: &str) -> Option<String> {
    let Ok(packages) = env::var("RUNG_PYTHON_CHECKERS") else {
        assert_ne!(env::var("CI").as_deref(), Ok("true"), "RUNG_PYTHON_CHECKERS is not set");
        #[expect(clippy::print_stderr, reason = "a test that looks at nothing must say so")]
        {
            eprintln!("skipped: RUNG_PYTHON_CHECKERS is not set");
        }
        return None;
    };
    let script = format!(
        "import json, sys, jsonschema\n\
         schema, register = json.load(sys.stdin)\n\
         kind = jsonschema.validators.validator_for(schema)\n\
         kind.check_schema(schema)\n\
         check = kind(schema, format_checker=jsonschema.FormatChecker())\n\
         claims = register['claims']\n\
         {change}\n\
         for error in check.iter_errors(register):\n    print(error.json_path, error.message)\n"
    );
    let mut child = Command::new("python3")
        .args(["-c", &script])
        .env("PYTHONPATH", packages)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3");
    let both = format!("[{}, {}]", ladder::text("claims.schema.json"), ladder::text("claims.json"));
    child.stdin.take().unwrap().write_all(both.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "the validator fails");
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_register_meets_its_published_schema() {
    if let Some(found) = validated("") {
        assert_eq!(found, "");
    }
    // The schema sees mistakes.
    for change in [
        "del claims[0]['verdict']",
        "claims[0]['state'] = 'true'",
        "claims[0]['cases'] = '576'",
        "claims[0]['surprise'] = 1",
        "claims[0]['lines'] = [['over']]",
        "register['schema'] = 'rung-claims/2'",
    ] {
        if let Some(found) = validated(change) {
            assert_ne!(found, "", "{change}");
        }
    }
}

#[test]
fn the_register_names_each_claim_once_and_its_numbers_agree() {
    let register: serde_json::Value = serde_json::from_str(ladder::text("claims.json")).unwrap();
    let mut ids = BTreeSet::new();
    for claim in register["claims"].as_array().unwrap() {
        let id = claim["id"].as_str().unwrap();
        assert!(ids.insert(id), "{id} twice");
        let number = |key: &str| claim[key].as_u64().unwrap();
        assert!(number("holds") + number("fails") <= number("cases"), "{id}");
        assert_eq!(claim["first"].is_null(), number("places") == 0, "{id}");
        assert_eq!(
            claim["proved_by"].is_object(),
            claim["state"].as_str().unwrap().starts_with("proved"),
            "{id}: a measurement is no proof"
        );
        let page = format!("claims/{id}/index.html");
        assert!(ladder::files().contains_key(&page), "{page}");
    }
    assert!(ids.len() > 100);
}

/// What is wrong with a feed, by the rules of RFC 4287.
fn feed_faults(xml: &str) -> Vec<String> {
    let document = match Document::parse(xml) {
        Ok(document) => document,
        Err(error) => return vec![format!("not well-formed: {error}")],
    };
    let feed = document.root_element();
    let mut faults = Vec::new();
    if !feed.has_tag_name((ATOM, "feed")) {
        faults.push("4.1.1: the document is a feed".to_owned());
    }
    let entries: Vec<Node<'_, '_>> = children(feed, "entry").collect();
    let mut ids = vec![text(feed, "id")];
    for (node, is_feed) in
        std::iter::once((feed, true)).chain(entries.iter().map(|entry| (*entry, false)))
    {
        let mut fault = |text: &str| faults.push(format!("{}: {text}", node.tag_name().name()));
        let count = |name| children(node, name).count();
        // Exactly one; at most one.
        for name in ["id", "title", "updated"] {
            if count(name) != 1 {
                fault(&format!("4.1: exactly one {name}"));
            }
        }
        for name in ["generator", "icon", "logo", "rights", "subtitle", "summary", "published"] {
            if count(name) > 1 {
                fault(&format!("4.1: at most one {name}"));
            }
        }
        let allowed: &[&str] = if is_feed {
            &[
                "author",
                "category",
                "contributor",
                "generator",
                "icon",
                "id",
                "link",
                "logo",
                "rights",
                "subtitle",
                "title",
                "updated",
                "entry",
            ]
        } else {
            &[
                "author",
                "category",
                "content",
                "contributor",
                "id",
                "link",
                "published",
                "rights",
                "source",
                "summary",
                "title",
                "updated",
            ]
        };
        for child in node.children().filter(Node::is_element) {
            if child.tag_name().namespace() != Some(ATOM)
                || !allowed.contains(&child.tag_name().name())
            {
                fault(&format!("4.1: {} has no place here", child.tag_name().name()));
            }
        }
        // Every entry has an author, its own or the feed's.
        if !is_feed && count("author") == 0 && children(feed, "author").count() == 0 {
            fault("4.1.1: an author");
        }
        for author in children(node, "author") {
            if children(author, "name").count() != 1 || text(author, "name").is_empty() {
                fault("3.2: a person has one name");
            }
        }
        for name in ["updated", "published"] {
            for date in children(node, name) {
                if moment_of(date.text().unwrap_or_default()).is_none() {
                    fault(&format!("3.3: {name} is a moment"));
                }
            }
        }
        for id in children(node, "id") {
            if !is_address(id.text().unwrap_or_default()) {
                fault("4.2.6: an id is an absolute address");
            }
        }
        let mut alternates = BTreeSet::new();
        for link in children(node, "link") {
            if !link.attribute("href").is_some_and(is_address) {
                fault("4.2.7: a link has an address");
            }
            let of = (link.attribute("type"), link.attribute("hreflang"));
            if link.attribute("rel").unwrap_or("alternate") == "alternate" && !alternates.insert(of)
            {
                fault("4.1: no two alternates of one type and language");
            }
        }
        if is_feed {
            let own = |link: &Node<'_, '_>| link.attribute("rel") == Some("self");
            if children(node, "link").filter(own).count() != 1 {
                fault("4.1.1: the feed says where it is");
            }
        } else {
            ids.push(text(node, "id"));
            if count("content") > 1 || (count("content") == 0 && alternates.is_empty()) {
                fault("4.1.2: one content, or an alternate");
            }
            for content in children(node, "content") {
                // Escaped HTML has no elements, only text, and that is HTML.
                let is_text = content.children().all(|child| child.is_text());
                if content.attribute("type") != Some("html") || !is_text {
                    fault("4.1.3.3: HTML is text");
                }
            }
            let moment = |name| moment_of(&text(node, name));
            if moment("published") > moment("updated") {
                fault("4.2.9: changed after it was published");
            }
        }
    }
    let distinct: BTreeSet<&String> = ids.iter().collect();
    if distinct.len() != ids.len() {
        faults.push("4.2.6: no id twice".to_owned());
    }
    let newest = entries.iter().map(|entry| text(*entry, "updated")).max();
    if newest.is_some_and(|newest| newest != text(feed, "updated")) {
        faults.push("4.2.15: as new as its newest entry".to_owned());
    }
    faults
}

fn children<'a>(node: Node<'a, 'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(move |child| child.has_tag_name((ATOM, name)))
}

fn text(node: Node<'_, '_>, name: &'static str) -> String {
    node.children()
        .find(|child| child.has_tag_name((ATOM, name)))
        .and_then(|child| child.text())
        .unwrap_or_default()
        .to_owned()
}

fn is_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.contains([' ', '<', '>', '"']))
}

/// The moment that a date of RFC 3339 names; a capital `T` and `Z` are asked for by section 3.3.
fn moment_of(text: &str) -> Option<jiff::Timestamp> {
    let has_letters = text.contains('T') && !text.contains(['t', 'z', ' ']);
    if has_letters { text.parse().ok() } else { None }
}

#[test]
fn the_feed_is_valid() {
    let feed = ladder::text("atom.xml");
    assert_eq!(feed_faults(feed), [""; 0]);
    // Whole essays, newest first, with formulas that any reader can show and no address of ours
    // that only means something within the site.
    let document = Document::parse(feed).unwrap();
    let entries: Vec<Node<'_, '_>> = children(document.root_element(), "entry").collect();
    assert_eq!(entries.len(), essays().len());
    let days: Vec<String> = entries.iter().map(|entry| text(*entry, "published")).collect();
    assert!(days.is_sorted_by(|earlier, later| earlier >= later), "{days:?}");
    for entry in entries {
        let content = text(entry, "content");
        assert!(content.contains("<math>") && !content.contains("katex"), "MathML alone");
        assert!(!content.contains("<script") && !content.contains(" style="));
        for reference in ["href=\"/", "src=\"/", "href=\"#", "src=\"figures"] {
            assert!(!content.contains(reference), "{reference} in the feed");
        }
    }
}

#[test]
fn the_rules_of_feeds_see_what_is_wrong() {
    let feed = ladder::text("atom.xml");
    let changed = |from: &str, to: &str| {
        assert!(feed.contains(from), "{from} stands in the feed");
        feed_faults(&feed.replacen(from, to, 1)).join("\n")
    };
    for (from, to, rule) in [
        ("<updated>", "<updated>x", "3.3"),
        ("T00:00:00Z</updated>", "t00:00:00z</updated>", "3.3"),
        ("<subtitle>", "<subtitle>x</subtitle><subtitle>", "4.1"),
        ("<author><name>", "<author><uri>x</uri><name></name><name>", "3.2"),
        ("<entry>\n<title>", "<entry>\n<label>", "not well-formed"),
        ("<entry>\n", "<entry>\n<id>https://example.org/</id>", "4.1"),
        ("<content type=\"html\">", "<content type=\"html\"><p/>", "4.1.3.3"),
        ("rel=\"self\"", "rel=\"alternate\"", "4.1.1"),
        ("xmlns=\"http://www.w3.org/2005/Atom\"", "", "4.1.1"),
        ("<published>", "<published>9", "3.3"),
    ] {
        let found = changed(from, to);
        assert!(found.contains(rule), "{from} → {to}: {found}");
    }
}

#[test]
fn the_list_of_workings_shows_the_numbers_of_formulas_and_leads_to_them() {
    let page = "---\ntitle: T\n---\nSo $\\val{3 * 4} > \\val{10/4} > \\is{2}{1 + 1}$.\n";
    let mut input =
        site::load::Input { config: Some(b"title = 'T'\n".to_vec()), ..Default::default() };
    input.content.insert("index.md".to_owned(), page.as_bytes().to_vec());
    let built = site::build(&input, &site::Options::default(), &());
    assert!(
        built.diagnostics.iter().all(|one| one.severity != rung::diagnostics::Severity::Error),
        "{:?}",
        built.diagnostics
    );
    let html = String::from_utf8(built.files["index.html"].to_vec()).unwrap();
    for (shown, expression) in [("12", "3 * 4"), ("5/2", "10/4"), ("2", "1 + 1")] {
        let entry = format!("<a href=\"#_n0\">{shown}</a></span> ");
        let entry = html.split("<li data-n").find(|item| item.contains(&entry));
        assert!(
            entry.is_some_and(|item| item.contains(&format!("<code>{expression}</code>"))),
            "{html}"
        );
    }
    assert!(html.contains("id=\"_n0\"") && !html.contains("\"></a>"), "{html}");
}

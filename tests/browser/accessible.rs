//! Every kind of page before axe, the checker of accessibility: <https://github.com/dequelabs/axe-core>.

use std::env;
use std::fs;

use serde_json::Value;
use serde_json::json;

use crate::driver::Browser;
use crate::ladder;
use crate::preview;
use crate::site;

/// The rules of WCAG 2.2, levels A and AA, and what is good practice beside them.
const RULES: &[&str] = &["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/// The text of the checker; `None` where it is not installed.
fn axe() -> Option<String> {
    let Ok(path) = env::var("RUNG_AXE") else {
        assert_ne!(env::var("CI").as_deref(), Ok("true"), "RUNG_AXE is not set");
        eprintln!("skipped: RUNG_AXE is not set");
        return None;
    };
    Some(fs::read_to_string(path).expect("the file that RUNG_AXE names"))
}

/// What the checker finds on the page that is open.
fn violations(browser: &Browser) -> Vec<String> {
    let found = browser.run_with(
        // Formulas are read from their MathML; what is drawn has the colour of the text around it.
        "return axe.run({ include: document, exclude: ['.katex-html'] }, {
           runOnly: { type: 'tag', values: arguments[0] }, resultTypes: ['violations'], preload: false,
         }).then((found) => found.violations.map((one) => one.id + ': '
             + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')))",
        &[json!(RULES)],
    );
    found.as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()).collect()
}

fn check(scheme: &str) {
    let Some(axe) = axe() else { return };
    let Some(browser) = Browser::start() else { return };
    // A timer of the driver's own ends long scripts.
    browser.patience();
    browser.tools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": axe }));
    browser.emulate("", &[("prefers-color-scheme", scheme)]);
    let mut wrong = Vec::new();
    // Each essay once; that with the most kinds of figures in both schemes, narrow and wide.
    let largest = "/cutcake/cutcake/";
    let is_other = |page: &String| {
        page.starts_with("/cutcake/") && page.matches('/').count() == 3 && page != largest
    };
    let others: Vec<String> = site::pages().into_iter().filter(is_other).collect();
    assert_eq!(others.len(), 5, "{others:?}");
    let mut pages: Vec<String> =
        site::pages().into_iter().filter(|page| page.matches('/').count() < 3).collect();
    pages.push(largest.to_owned());
    for kind in ["claims/", "figures/"] {
        pages.extend(site::pages().into_iter().filter(|page| {
            page.strip_prefix('/').is_some_and(|page| page.starts_with(kind) && page != kind)
        }));
    }
    let mut looks: Vec<(String, &[u32])> =
        pages.into_iter().map(|page| (page, &[360, 1280][..])).collect();
    if scheme == "light" {
        looks.extend(others.into_iter().map(|page| (page, &[360][..])));
    }
    for (page, widths) in looks {
        browser.open(&format!("{}{page}", site::ladder()));
        for &width in widths {
            browser.resize(width);
            let found = violations(&browser);
            wrong.extend(found.iter().map(|one| format!("{page} in {width} pixels: {one}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_checker_finds_nothing_wrong_in_the_light() {
    check("light");
}

#[test]
fn the_checker_finds_nothing_wrong_in_the_dark() {
    check("dark");
}

#[test]
fn the_checker_finds_nothing_wrong_in_the_preview_of_a_mistake() {
    let Some(axe) = axe() else { return };
    let Some(browser) = Browser::start() else { return };
    let folder = preview::starter();
    let essay = folder.path().join("content/strips.md");
    preview::edit(&essay, "[3](=cutcake(1,4)): I wrote", "[4](=cutcake(1,4)): I wrote");
    let server = site::Preview::start(folder.path());
    browser.patience();
    browser.tools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": axe }));
    for (page, there) in [
        (
            "/strips/",
            "document.querySelector('#rung-findings') && document.querySelector('.mistake')",
        ),
        ("/.rung/audit/strips/index.html", "document.querySelector('main, table, h1')"),
    ] {
        browser.open(&format!("{}{page}", server.address));
        browser.wait_for(there);
        for scheme in ["light", "dark"] {
            browser.emulate("", &[("prefers-color-scheme", scheme)]);
            for width in [360, 1280] {
                browser.resize(width);
                assert_eq!(violations(&browser), [""; 0], "{page}, {scheme}, in {width} pixels");
            }
        }
    }
}

#[test]
fn the_checker_finds_what_is_wrong() {
    let Some(axe) = axe() else { return };
    let Some(browser) = Browser::start() else { return };
    browser.tools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": axe }));
    browser.open(&format!("{}/", site::ladder()));
    browser.run(
        "document.querySelector('h1').style.color = '#aaa';
         document.querySelector('main').append(document.createElement('img'))",
    );
    let found = violations(&browser).join("\n");
    assert!(found.contains("color-contrast") && found.contains("image-alt"), "{found}");
}

#[test]
fn every_number_of_the_register_is_where_a_program_finds_it() {
    // What a reader sees is what `claims.json` says.
    let Some(browser) = Browser::start() else { return };
    let register: Value = serde_json::from_str(ladder::text("claims.json")).unwrap();
    browser.open(&format!("{}/claims/", site::ladder()));
    let shown = browser.run(
        "return [...document.querySelectorAll('.register tbody tr')]
           .map((row) => [row.querySelector('.label').textContent,
                          row.querySelector('.state').textContent])",
    );
    let claims = register["claims"].as_array().unwrap();
    let meant: Vec<Value> =
        claims.iter().map(|claim| json!([claim["label"], claim["state"]])).collect();
    assert_eq!(shown, json!(meant));
}

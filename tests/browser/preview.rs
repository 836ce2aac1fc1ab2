//! The preview: what a save does to the page that is open.

use std::fs;
use std::path::Path;

use crate::driver::Browser;
use crate::site::Preview;

/// A new site in a folder of its own.
pub(crate) fn starter() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut command = assert_cmd::Command::cargo_bin("rung").unwrap();
    command.current_dir(folder.path()).args(["init", "."]).assert().success();
    folder
}

/// Replaces `from`, which must be there, by `to`.
pub(crate) fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{from} stands in {}", path.display());
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn a_save_is_seen_at_once_and_a_mistake_comes_and_goes() {
    let Some(browser) = Browser::start() else { return };
    let folder = starter();
    let essay = folder.path().join("content/strips.md");
    let preview = Preview::start(folder.path());
    browser.resize(360);
    browser.open(&format!("{}/strips/", preview.address));

    // A changed essay is loaded anew, and the reader stays where they were.
    browser.run("window.untouched = true; scrollTo(0, 400)");
    browser.wait_for("scrollY === 400");
    edit(&essay, "whoever cannot cut loses", "whoever is left without a cut loses");
    browser.wait_for("document.body.textContent.includes('whoever is left without a cut')");
    assert!(!browser.is("window.untouched"), "the page was loaded anew");
    browser.wait_for("scrollY === 400");

    // A changed style sheet is exchanged in the page as it stands.
    browser.run("window.untouched = true");
    fs::create_dir_all(folder.path().join("static")).unwrap();
    let sheet = fs::read_to_string("static/style.css").unwrap();
    let changed = format!("{sheet}\nh1 {{ color: rgb(1, 2, 3); }}\n");
    fs::write(folder.path().join("static/style.css"), changed).unwrap();
    browser.wait_for("getComputedStyle(document.querySelector('h1')).color === 'rgb(1, 2, 3)'");
    assert!(browser.is("window.untouched && scrollY === 400"));

    // A mistake is shown where it stands and in a list; the page stays.
    edit(&essay, "[3](=cutcake(1,4)): I wrote", "[4](=cutcake(1,4)): I wrote");
    let list = "document.querySelector('#rung-findings')?.shadowRoot.textContent";
    browser.wait_for(&format!("{list}?.includes('content/strips.md:')"));
    let mistake = browser.text("document.querySelector('article .mistake').textContent");
    assert!(mistake.contains("value::wrong") && mistake.contains('3'), "{mistake}");
    assert!(browser.is("document.body.textContent.includes('whoever is left without a cut')"));

    // The number itself is underlined; what is wrong with it is seen when it is pointed at.
    let mark = "document.querySelector('article mark.wrong')";
    assert_eq!(browser.text(&format!("{mark}.firstChild.textContent")), "4");
    let style = |what: &str| browser.text(&format!("getComputedStyle({mark}{what}"));
    assert!(style(").textDecorationLine").contains("underline"));
    assert_eq!(style(".querySelector('.mistake')).display"), "none");
    browser.run(&format!("{mark}.focus()"));
    browser.wait_for(&format!(
        "getComputedStyle({mark}.querySelector('.mistake')).display === 'block'"
    ));

    // The list covers no text where there is room beside it, else the page is longer by as much.
    let covered = "(() => { const panel = document.querySelector('#rung-findings').shadowRoot.querySelector('section').getBoundingClientRect(); \
                   return [...document.querySelectorAll('article p, article .notes li')].some((one) => one.getBoundingClientRect().right > panel.left); })()";
    browser.resize(1280);
    browser.wait_for(&format!("!{covered}"));
    browser.resize(360);
    browser.wait_for("parseFloat(document.body.style.paddingBottom) > 20");

    // Put away, it stays away while nothing else is wrong.
    browser
        .run("document.querySelector('#rung-findings').shadowRoot.querySelector('button').click()");
    browser.wait_for("!document.querySelector('#rung-findings')");
    edit(&essay, "whoever is left without a cut loses", "whoever has no cut loses");
    browser.wait_for("document.body.textContent.includes('whoever has no cut')");
    browser.wait_for(
        "!document.querySelector('#rung-findings') && document.querySelector('article mark.wrong')",
    );

    edit(&essay, "[4](=cutcake(1,4)): I wrote", "[3](=cutcake(1,4)): I wrote");
    browser.wait_for("!document.querySelector('#rung-findings, .mistake')");

    for request in browser.requests() {
        let own = request.starts_with(&preview.address) || request.starts_with("data:");
        assert!(own || request.starts_with("chrome"), "{request}");
    }
    assert_eq!(browser.complaints(), [""; 0]);
}

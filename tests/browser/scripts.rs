//! What scripts add, and that nothing needs them.

use serde_json::Value;
use serde_json::json;

use crate::driver::Browser;
use crate::driver::ENTER;
use crate::driver::ESCAPE;
use crate::driver::TAB;
use crate::ladder;
use crate::site;

const ESSAY: &str = "/cutcake/maundy-cake/";

#[test]
fn without_scripts_everything_is_there() {
    let Some(browser) = Browser::start() else { return };
    browser.tools("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    for page in site::pages() {
        browser.open(&format!("{}{page}", site::ladder()));
        // What only a script could use is not shown without one.
        let idle = "document.querySelector('.switch, .explorer, th button, [role=application]')";
        assert!(!browser.is(idle), "{page}");
        assert!(browser.is("document.querySelector('main h1')"), "{page}");
        let hidden = browser.run(
            "return [...document.querySelectorAll('main p, main svg, main td, main .katex-html')]
               .filter((it) => !it.closest('details, form, noscript') && !it.checkVisibility())
               .map((it) => it.outerHTML.slice(0, 100))",
        );
        assert_eq!(hidden, json!([]), "{page}");
    }
    browser.open(&format!("{}{ESSAY}", site::ladder()));
    // Each number of the text stands in the list at the end, which leads back to it.
    let listed = browser.run(
        "const numbers = [...document.querySelectorAll('article data[id]')];
         const lost = numbers.filter((it) => !document.querySelector(`.working a[href='#${it.id}']`));
         return [numbers.length > 50, lost.map((it) => it.id)];",
    );
    assert_eq!(listed, json!([true, []]));
    browser.open(&format!("{}/search/", site::ladder()));
    assert!(browser.is("document.querySelector('noscript').checkVisibility()"));
}

#[test]
fn the_working_is_off_at_first_and_told_on_demand() {
    let Some(browser) = Browser::start() else { return };
    browser.open(&format!("{}{ESSAY}", site::ladder()));
    let controls = "document.querySelectorAll('article data[role=button]').length";
    assert!(browser.is(&format!(
        "!document.querySelector('.switch input').checked && {controls} === 0
         && !document.querySelector('.popover')"
    )));
    browser.click(".switch input");
    assert!(browser.is(&format!("{controls} > 50")));

    // By keyboard: to the first number of the text, open, read, leave.
    browser.run("document.querySelector('article data[role=button]').focus()");
    browser.press(&[ENTER]);
    browser.wait_for("document.querySelector('.popover')");
    let told = browser.run(
        "const number = document.querySelector('article data[role=button]');
         const said = document.querySelector('.popover p').textContent.trim();
         const entry = document.querySelector(`.working a[href='#${number.id}']`).closest('li');
         return [said, entry.textContent.trim(), number.getAttribute('aria-expanded'),
                 document.activeElement.getAttribute('aria-label')];",
    );
    assert_eq!(told[0], told[1], "the entry of the list");
    assert!(told[0].as_str().unwrap().contains("from"), "{}", told[0]);
    assert_eq!(told[2], "true");
    assert_eq!(told[3], "Close");
    browser.press(&[ESCAPE]);
    assert!(browser.is("!document.querySelector('.popover')
         && document.activeElement === document.querySelector('article data[role=button]')"));
    // By touch, in a narrow window, where it must have room.
    browser.resize(360);
    browser.touch("article p data[role=button]");
    browser.wait_for("document.querySelector('.popover')");
    assert!(browser.is("document.documentElement.scrollWidth === 360"));

    browser.click(".switch input");
    assert!(browser.is(&format!("{controls} === 0 && !document.querySelector('.popover')")));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_register_is_sorted_by_any_column() {
    let Some(browser) = Browser::start() else { return };
    browser.open(&format!("{}/claims/", site::ladder()));
    let register: Value = serde_json::from_str(ladder::text("claims.json")).unwrap();
    let mut cases: Vec<u64> = register["claims"]
        .as_array()
        .unwrap()
        .iter()
        .map(|claim| claim["cases"].as_u64().unwrap())
        .collect();
    let shown = || {
        browser.run(
            "return [...document.querySelectorAll('.register tbody tr')]
               .map((row) => parseInt(row.cells[3].firstChild.textContent.replaceAll(',', '')))",
        )
    };
    assert_eq!(shown(), json!(cases), "as the essays have them");
    browser.click("th[data-sort=cases] button");
    cases.sort_unstable();
    assert_eq!(shown(), json!(cases));
    let sorted = "document.querySelector('th[data-sort=cases]').getAttribute('aria-sort')";
    assert_eq!(browser.text(sorted), "ascending");
    // The keyboard is still on the button.
    browser.press(&[ENTER]);
    cases.reverse();
    assert_eq!(shown(), json!(cases));
    assert_eq!(browser.text(sorted), "descending");
    browser.click("th[data-sort=state] button");
    let states = browser.run(
        "return [...document.querySelectorAll('.register .state')].map((it) => it.textContent)",
    );
    let states: Vec<&str> =
        states.as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    assert!(states.is_sorted(), "{states:?}");
    assert!(!browser.is("document.querySelector('th[data-sort=cases]').ariaSort"));
}

#[test]
fn the_search_finds_essays_claims_and_figures_and_asks_only_when_asked() {
    let Some(browser) = Browser::start() else { return };
    let asked = || browser.requests().iter().any(|address| address.contains("search.json"));
    for page in ["/", ESSAY, "/search/"] {
        browser.open(&format!("{}{page}", site::ladder()));
        assert!(!asked(), "{page} loads the index unasked");
    }
    browser.run("document.querySelector('#_q').focus()");
    browser.type_text("cake value");
    browser.wait_for("document.querySelectorAll('.results li').length > 2");
    assert!(asked());
    let kinds = browser.run(
        "return [...document.querySelectorAll('.results .kind')].map((it) => it.textContent.trim())",
    );
    for kind in ["Essay", "Claim", "Figure"] {
        assert!(kinds.as_array().unwrap().contains(&json!(kind)), "{kind} among {kinds}");
    }
    let said = browser.text("document.querySelector('.search [role=status]').textContent");
    assert!(said.ends_with(" results"), "{said}");
    // Capitals and accents do not matter; what is not there is not found.
    browser.open(&format!("{}/search/?q=MÁUNDY", site::ladder()));
    browser.wait_for("document.querySelector('.results li a')");
    assert!(browser.text("document.querySelector('.results li').innerText").contains("Maundy"));
    browser.press(&[TAB]);
    browser.open(&format!("{}/search/?q=quaternion", site::ladder()));
    browser.wait_for("document.querySelector('.search [role=status]').textContent === '0 results'");
    // Where a result leads there is something.
    browser.open(&format!("{}/search/?q=figure", site::ladder()));
    browser.wait_for("document.querySelector('.results li a')");
    browser.click(".results li a");
    browser.wait_for("document.querySelector('main h1') && !location.pathname.includes('search')");
    assert_eq!(browser.complaints(), [""; 0]);
}

//! How pages look: sizes, schemes, print.

use serde_json::Value;
use serde_json::json;

use crate::driver::Browser;
use crate::driver::TAB;
use crate::site;

/// An essay with figures, a hatched grid, claims, tables and display formulas.
const ESSAY: &str = "/cutcake/cutcake/";

/// The computed style of what `selector` names first.
fn style(browser: &Browser, selector: &str, property: &str) -> String {
    let of = json!([selector, property]);
    browser.text(&format!(
        "getComputedStyle(document.querySelector({})).getPropertyValue({})",
        of[0], of[1]
    ))
}

#[test]
fn no_page_is_wider_than_its_window_or_complains_or_asks_another_host() {
    let Some(browser) = Browser::start() else { return };
    let site = site::ladder();
    for page in site::pages() {
        browser.open(&format!("{site}{page}"));
        for width in [320, 360, 1280] {
            browser.resize(width);
            let sides = browser.run(
                "const root = document.documentElement;
                 return [root.scrollWidth, root.clientWidth];",
            );
            assert_eq!(sides, json!([width, width]), "{page} in {width} pixels");
        }
        let mut complaints = browser.complaints();
        if page.starts_with("/no/") {
            // That the page is not there is what it is about.
            complaints.retain(|complaint| !complaint.contains("404 (Not Found)"));
        }
        assert_eq!(complaints, [""; 0], "{page}");
        for request in browser.requests() {
            let own = request.starts_with(site) || request.starts_with("data:");
            // A browser opens on a page of its own.
            assert!(own || request.starts_with("chrome"), "{page} asks for {request}");
        }
    }
}

#[test]
fn the_dark_scheme_is_dark_and_pictures_follow_it() {
    let Some(browser) = Browser::start() else { return };
    browser.open(&format!("{}{ESSAY}", site::ladder()));
    let lightness = |of: &str| -> i64 {
        let numbers = of.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        numbers.take(3).map(|part| part.parse::<i64>().unwrap()).sum()
    };
    for (scheme, is_dark) in [("light", false), ("dark", true)] {
        browser.emulate("", &[("prefers-color-scheme", scheme)]);
        let paper = lightness(&style(&browser, "body", "background-color"));
        for ink in [
            style(&browser, "body", "color"),
            style(&browser, ".rung-figure text", "fill"),
            style(&browser, ".rung-figure .outline", "stroke"),
            style(&browser, ".katex", "color"),
        ] {
            assert_eq!(lightness(&ink) > paper, is_dark, "{ink} in the {scheme} scheme");
        }
    }
}

#[test]
fn an_essay_is_printed_as_a_paper() {
    let Some(browser) = Browser::start() else { return };
    // Whoever reads in the dark prints in black on white too.
    browser.emulate("print", &[("prefers-color-scheme", "dark")]);
    browser.open(&format!("{}{ESSAY}", site::ladder()));
    for gone in ["header.site", ".contents", ".neighbours", ".switch", ".explorer", ".data"] {
        assert_eq!(style(&browser, gone, "display"), "none", "{gone}");
    }
    for there in [".working li", "figure svg", "h1", ".claim", "figcaption", ".claim .lines"] {
        let height = browser.run_with(
            "return document.querySelector(arguments[0]).getBoundingClientRect().height",
            &[json!(there)],
        );
        assert!(height.as_f64().is_some_and(|height| height > 8.0), "{there} is printed");
    }
    assert_eq!(style(&browser, "body", "color"), "rgb(0, 0, 0)");
    assert_eq!(style(&browser, ".rung-figure text", "fill"), "rgb(0, 0, 0)");
    assert_eq!(style(&browser, "body", "background-color"), "rgb(255, 255, 255)");
    assert!(browser.text("document.querySelector('.working').innerText").contains("checked from"));
    // On paper nothing scrolls.
    let clipped = browser.run(
        "return [...document.querySelectorAll('.plate, .scroll, .formula')]
           .filter((it) => getComputedStyle(it).overflowX !== 'visible').length",
    );
    assert_eq!(clipped, 0);
    let printed = browser.tools("Page.printToPDF", json!({ "preferCSSPageSize": true }));
    let data = printed["data"].as_str().unwrap();
    // `%PDF-`, in base 64.
    assert!(data.starts_with("JVBERi0"), "a document");
}

#[test]
fn forced_colours_keep_borders_hatching_and_the_cursor() {
    let Some(browser) = Browser::start() else { return };
    browser.emulate("", &[("forced-colors", "active"), ("prefers-color-scheme", "dark")]);
    browser.open(&format!("{}{ESSAY}", site::ladder()));
    assert!(browser.is("matchMedia('(forced-colors: active)').matches"));
    let paper = style(&browser, "body", "background-color");
    for (mark, property) in [
        (".claim", "border-left-color"),
        (".rung-figure.compare .hatch", "stroke"),
        (".rung-figure .outline", "stroke"),
        (".rung-figure .left.mark", "fill"),
        (".rung-figure .knife", "stroke"),
        (".rung-figure text", "fill"),
        ("thead th", "border-bottom-color"),
    ] {
        let colour = style(&browser, mark, property);
        assert_ne!(colour, paper, "{mark} is seen");
        assert!(!["none", "rgba(0, 0, 0, 0)"].contains(&colour.as_str()), "{mark}: {colour}");
    }
    // What is shaded differs from what is not.
    let shaded = style(&browser, ".rung-figure.grid .run.shade", "stroke");
    assert_ne!(shaded, paper);
}

#[test]
fn nothing_moves_for_who_wants_no_motion() {
    let Some(browser) = Browser::start() else { return };
    browser.open(&format!("{}{ESSAY}", site::ladder()));
    let moving = "[...document.querySelectorAll('*')].some((it) => {
        const { transitionDuration, animationName, animationTimeline } = getComputedStyle(it);
        // What stays put while its figure is scrolled follows the reader's own hand.
        const alone = animationName !== 'none' && animationTimeline === 'auto';
        return alone || transitionDuration.split(', ').some((one) => parseFloat(one) > 0);
    })";
    browser.emulate("", &[("prefers-reduced-motion", "no-preference")]);
    assert!(browser.is(moving), "else this test would see nothing");
    browser.emulate("", &[("prefers-reduced-motion", "reduce")]);
    assert!(!browser.is(moving));
    assert!(!browser.is("getComputedStyle(document.documentElement).scrollBehavior === 'smooth'"));
}

#[test]
fn every_stop_of_the_keyboard_shows_where_it_is() {
    let Some(browser) = Browser::start() else { return };
    browser.resize(360);
    for page in [ESSAY, "/claims/", "/search/?q=cake", "/figures/"] {
        browser.open(&format!("{}{page}", site::ladder()));
        let mut seen: Vec<Value> = Vec::new();
        for _ in 0..40 {
            browser.press(&[TAB]);
            let stop = browser.run(
                "const it = document.activeElement;
                 const { outlineStyle, outlineWidth } = getComputedStyle(it);
                 const box = it.getBoundingClientRect();
                 const seen = box.bottom > 0 && box.top < innerHeight && box.width > 0;
                 return [outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2, seen,
                         it.outerHTML.slice(0, 120)];",
            );
            assert_eq!(stop[0], true, "the focus is seen on {}", stop[2]);
            assert_eq!(stop[1], true, "in sight: {}", stop[2]);
            seen.push(stop);
        }
        let first = seen[0][2].as_str().unwrap();
        assert!(first.contains("Skip to the text"), "{first}");
        seen.dedup();
        assert_eq!(seen.len(), 40, "no stop holds the keyboard");
    }
}

#[test]
fn a_long_formula_scrolls_by_itself_and_is_reached_by_keyboard() {
    let Some(browser) = Browser::start() else { return };
    browser.resize(360);
    browser.open(&format!("{}/cutcake/the-proof/", site::ladder()));
    let unreachable = browser.run(
        "const wide = [...document.querySelectorAll('.formula, .plate, .scroll')]
           .filter((it) => it.scrollWidth > it.clientWidth + 1);
         return [wide.length, wide.filter((it) => it.tabIndex !== 0)
           .map((it) => it.textContent.slice(0, 80))];",
    );
    assert!(unreachable[0].as_u64().is_some_and(|wide| wide > 0), "some are wide");
    assert_eq!(unreachable[1], json!([]));
    // And the arrow keys move it.
    browser.run(
        "window.wide = [...document.querySelectorAll('.formula')]
           .find((it) => it.scrollWidth > it.clientWidth + 1);
         wide.focus();",
    );
    browser.press(&[crate::driver::RIGHT]);
    browser.wait_for("wide.scrollLeft > 0");
}

#[test]
fn what_is_wider_than_its_place_fades_where_more_is_to_come() {
    let Some(browser) = Browser::start() else { return };
    browser.resize(360);
    for (scheme, forced) in [("light", "none"), ("dark", "none"), ("dark", "active")] {
        browser.emulate("", &[("prefers-color-scheme", scheme), ("forced-colors", forced)]);
        for (page, selector) in
            [(ESSAY, ".plate"), (ESSAY, ".scroll"), ("/cutcake/the-proof/", ".formula")]
        {
            browser.open(&format!("{}{page}", site::ladder()));
            // How far the fading reaches at the end of each element: those with room, those without
            // at the start of their scroll and, a frame later, at its end.
            let reach = browser.run_with(
                "document.querySelectorAll('details').forEach((it) => { it.open = true; });
                 const all = [...document.querySelectorAll(arguments[0])];
                 const reach = (list) => list.map((it) =>
                   parseFloat(getComputedStyle(it).getPropertyValue('--fade-end')));
                 const frame = () => new Promise((done) => requestAnimationFrame(
                   () => requestAnimationFrame(done)));
                 const wide = all.filter((it) => it.scrollWidth > it.clientWidth);
                 const narrow = all.filter((it) => it.scrollWidth <= it.clientWidth);
                 return frame().then(() => {
                   const start = reach(wide);
                   wide.forEach((it) => { it.scrollLeft = it.scrollWidth; });
                   return frame().then(() => [reach(narrow), start, reach(wide),
                     all.every((it) => getComputedStyle(it).maskImage.includes('gradient'))]);
                 });",
                &[json!(selector)],
            );
            let which = format!("{selector} of {page}, {scheme}, forced {forced}: {reach}");
            let lengths = |at: usize| -> Vec<f64> {
                reach[at].as_array().unwrap().iter().map(|one| one.as_f64().unwrap()).collect()
            };
            assert!(!lengths(0).is_empty() && !lengths(1).is_empty(), "{which}");
            assert!(lengths(0).iter().all(|&own| own < 1.0), "what fits is whole: {which}");
            assert!(lengths(1).iter().all(|&own| own > 16.0), "what goes on fades: {which}");
            assert!(lengths(2).iter().all(|&own| own < 1.0), "the end is whole: {which}");
            assert_eq!(reach[3], true, "{which}");
        }
    }
}

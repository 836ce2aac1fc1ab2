//! The explorer of grids: by keyboard, by touch, and what is said.

use serde_json::Value;

use crate::driver::Browser;
use crate::driver::DOWN;
use crate::driver::ESCAPE;
use crate::driver::LEFT;
use crate::driver::RIGHT;
use crate::driver::TAB;
use crate::driver::UP;
use crate::ladder;
use crate::site;

const ESSAY: &str = "/cutcake/cutcake/";
const GRID: &str = "figures/cutcake.values_6.cells.json";

/// What is to be said of the cell in this row and column, counted from nought.
fn sentence(cells: &Value, row: usize, column: usize) -> String {
    let name = |axis: &str, names: &str, at: usize| {
        format!("{} = {}", cells[axis].as_str().unwrap(), cells[names][at].as_str().unwrap())
    };
    let text = cells["cells"][row][column].as_str().unwrap();
    format!("{}, {}: {text}", name("down", "rows", row), name("across", "columns", column))
}

#[test]
fn a_grid_is_walked_with_the_arrow_keys_and_every_cell_is_heard() {
    let Some(browser) = Browser::start() else { return };
    let cells: Value = serde_json::from_str(ladder::text(GRID)).unwrap();
    browser.open(&format!("{}{ESSAY}", site::ladder()));
    browser.run(
        "window.plate = document.querySelector('.plate[data-cells*=values_6]');
         window.says = plate.nextElementSibling;
         // The stop before it, so that the keyboard enters it as a reader would.
         plate.closest('figure').setAttribute('tabindex', '0');
         plate.closest('figure').focus();",
    );
    browser.press(&[TAB]);
    assert!(browser.is("document.activeElement === plate"), "the keyboard enters the picture");
    assert_eq!(browser.text("says.getAttribute('aria-live')"), "polite");
    assert!(browser.text("plate.getAttribute('aria-label')").contains("arrow keys"));

    let hears = |row, column| {
        let sentence = Value::from(sentence(&cells, row, column));
        browser.wait_for(&format!("says.textContent === {sentence}"));
    };
    browser.press(&[RIGHT]);
    hears(0, 0);
    browser.press(&[RIGHT, RIGHT, DOWN]);
    hears(1, 2);
    browser.press(&[LEFT, UP]);
    hears(0, 1);
    // At the edge it stays, and Home and End go along the row.
    browser.press(&[UP]);
    hears(0, 1);
    browser.press(&["\u{e010}"]);
    hears(0, 5);
    browser.press(&["\u{e011}"]);
    hears(0, 0);
    // The cursor lies on the cell, and is seen.
    assert!(browser.is("getComputedStyle(plate.querySelector('[data-cursor]')).stroke !== 'none'
         && plate.querySelector('[data-cursor]').getBoundingClientRect().width > 20"));
    browser.press(&[ESCAPE]);
    assert!(browser.is("document.activeElement !== plate"), "Escape leaves");
    assert!(!browser.is("plate.querySelector('[data-cursor]').checkVisibility()"));
    assert!(!browser.text("says.textContent").contains(" = "));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_touched_cell_is_told() {
    let Some(browser) = Browser::start() else { return };
    let cells: Value = serde_json::from_str(ladder::text(GRID)).unwrap();
    browser.resize(360);
    browser.open(&format!("{}{ESSAY}", site::ladder()));
    browser.run("document.querySelector('.plate[data-cells*=values_6]').id = 'it'");
    browser.touch("#it svg");
    browser.wait_for("document.querySelector('#it + .explorer').textContent.includes(' = ')");
    let said = browser.text("document.querySelector('#it + .explorer').textContent");
    let all = (0..6).flat_map(|row| (0..6).map(move |column| (row, column)));
    let meant: Vec<String> = all.map(|(row, column)| sentence(&cells, row, column)).collect();
    assert!(meant.contains(&said), "{said}");
}

#[test]
fn a_row_keeps_its_header_while_a_wide_grid_is_scrolled() {
    let Some(browser) = Browser::start() else { return };
    browser.resize(360);
    browser.open(&format!("{}/cutcake/maundy-cake/", site::ladder()));
    browser.run(
        "window.plate = [...document.querySelectorAll('.plate')]
           .find((it) => it.scrollWidth > it.clientWidth && it.querySelector('.row-heads'));",
    );
    assert!(browser.is("plate"), "a grid that is wider than a telephone");
    let left = "plate.querySelector('.row-heads').getBoundingClientRect().left";
    browser.run(&format!("window.before = {left}; plate.scrollLeft = 150"));
    browser.wait_for("plate.scrollLeft === 150");
    browser.wait_for(&format!("Math.abs({left} - before) < 3"));
}

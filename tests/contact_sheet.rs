//! Draws every figure of the ladder and lays them side by side on one page, to be looked at.
//!
//! The page is `contact_sheet.html` in Cargo's folder for test artefacts (`target/tmp`).

#![allow(
    clippy::disallowed_methods,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

#[path = "support/blocks.rs"]
mod blocks;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use rung::figures::drawn::Drawn;
use rung::figures::drawn::Names;
use rung::figures::drawn::STYLE;
use rung::figures::drawn::draw;
use rung::figures::svg::Words;
use rung::language::writing::Style;

fn table(drawn: &Drawn) -> String {
    let mut out = String::from("<table class=\"numbers\"><thead><tr>");
    for column in &drawn.table.columns {
        _ = write!(
            out,
            "<th scope=\"col\" class=\"{}\">{}</th>",
            column.align.class(),
            column.header
        );
    }
    out.push_str("</tr></thead><tbody>");
    for row in &drawn.table.rows {
        out.push_str("<tr>");
        for (at, (cell, column)) in row.iter().zip(&drawn.table.columns).enumerate() {
            let tag = if at == 0 && drawn.table.row_headers { "th" } else { "td" };
            let class = format!("{} {}", column.align.class(), cell.class);
            _ = write!(out, "<{tag} class=\"{}\">{}</{tag}>", class.trim_end(), cell.text);
        }
        out.push_str("</tr>");
    }
    out + "</tbody></table>"
}

#[test]
fn every_figure_of_the_ladder_is_drawn() {
    let pages = blocks::read("content/cutcake", "md");
    let pages: Vec<(String, &str)> =
        pages.iter().map(|(name, text)| (format!("cutcake/{name}.md"), text.as_str())).collect();
    let pages: Vec<(&str, &str)> =
        pages.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let libraries = blocks::read("content/lib", "def");
    let libraries: Vec<(&str, &str)> =
        libraries.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let outcome = blocks::evaluate(&pages, &libraries, None);
    assert_eq!(outcome.text, "", "{}", outcome.text);

    let mut body = String::new();
    for (essay, id, evaluated) in &outcome.figures {
        let name = format!("{essay}.{id}");
        let prefix = name.replace('.', "-");
        let words = Words { kind: evaluated.kind, title: name.clone(), description: String::new() };
        let names = Names { prefix: &prefix, name: &name };
        let drawn = draw(&*evaluated.figure, &names, &words, &Style::default());
        let picture = drawn.svg_inline.as_deref().unwrap_or_default();
        if let Some(alone) = &drawn.svg_standalone {
            roxmltree::Document::parse(alone).unwrap();
        }
        let sizes = format!(
            "{} bytes of SVG, {} × {}, {} of CSV, {} of JSON",
            picture.len(),
            drawn.width,
            drawn.height,
            drawn.csv.len(),
            drawn.json.len()
        );
        let data = if drawn.svg_inline.is_none() || drawn.table.size() <= 400 {
            table(&drawn)
        } else {
            String::new()
        };
        _ = writeln!(
            body,
            "<figure id=\"{prefix}\"><div class=\"plate\" tabindex=\"0\">{picture}</div>\
             <figcaption><b>{name}</b> {sizes}</figcaption><div class=\"scroll\">{data}</div></figure>"
        );
    }
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Figures</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}\
         body{{max-width:46rem;margin:auto;padding:1rem;font:17px/1.5 Georgia,serif;\
         background:var(--paper,#fff);color:var(--ink,#1d1c1a)}}\
         figure{{margin:2rem 0}}.plate,.scroll{{overflow-x:auto}}figcaption{{font-size:14px}}\
         @media(prefers-color-scheme:dark){{:root{{--ink:#e9e6df;--paper:#17191d;--left:#9cc6fa;\
         --right:#e58a3a}}}}</style>{body}</html>"
    );
    fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("contact_sheet.html"), page).unwrap();
}

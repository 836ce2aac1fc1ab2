//! The index for searching: one small file that the page for searching reads when it is asked.
//!
//! It holds what things are called and what they state, not every word of every essay: titles,
//! descriptions, headings, claims, figures.

use serde_json::Value;
use serde_json::json;

use crate::essay::BlockKind;
use crate::essay::Fragment;
use crate::render::html;
use crate::render::model::Output;
use crate::render::pages::KeptPage;
use crate::render::pages::PageDigest;
use crate::render::pages::Whole;
use crate::render::text;
use crate::render::words;

/// `search.json`: a list of `[kind, title, text, href]`.
pub(super) fn index(site: &Whole<'_>, digests: &[PageDigest], kept: &[KeptPage]) -> Option<Output> {
    if digests.is_empty() {
        return None;
    }
    let lines: Vec<&str> =
        site.in_order(digests).into_iter().map(|index| kept[index].search.as_str()).collect();
    let out = format!("[\n{}\n]\n", lines.join(",\n"));
    Some(Output::text("search.json", out))
}

/// The entries of the page at `index`, one a line, with commas between them.
pub(super) fn lines(site: &Whole<'_>, index: usize, digest: &PageDigest) -> String {
    let scene = site.scene(index);
    let page = scene.page;
    let href = |id: &str| {
        let fragment = if id.is_empty() { String::new() } else { format!("#{id}") };
        site.base.href(&format!("{}{fragment}", page.address))
    };
    let kind = if site.is_essay(index) { "Essay" } else { "Page" };
    let mut entries: Vec<Value> =
        vec![json!([kind, digest.title_text, digest.description_text, href("")])];
    for heading in html::headings(scene) {
        entries.push(json!(["Section", heading.text, digest.title_text, href(&heading.id)]));
    }
    for block in &page.essay.blocks {
        let said = |fragment: &Option<Fragment>| {
            fragment.as_ref().map_or_else(String::new, |it| text::of_fragment(scene, it))
        };
        let what = match block.kind {
            BlockKind::Def | BlockKind::Proof => continue,
            BlockKind::Figure | BlockKind::Table => said(&block.caption),
            _ => said(&block.statement),
        };
        let id = block.id.as_ref().map_or("", |id| id.text.as_str());
        let title = format!("{} of {}", words::label(block), digest.title_text);
        entries.push(json!([words::kind(block.kind), title, what, href(id)]));
    }
    let lines: Vec<String> = entries.iter().map(Value::to_string).collect();
    lines.join(",\n")
}

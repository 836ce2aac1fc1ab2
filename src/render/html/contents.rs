//! Headings, and the list of them.

use super::Medium;
use super::Scene;
use super::Writer;
use crate::diagnostics::Sink;
use crate::essay::Item;
use crate::essay::ItemKind;
use crate::render::escape;
use crate::render::model::LinkText;
use crate::render::text;

/// A heading in the list of contents.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Entry {
    /// The heading's id.
    pub id: String,
    /// The heading as HTML without links and ids.
    pub html: String,
    /// The heading as text.
    pub text: String,
    /// From 2 to 6.
    pub level: u8,
}

/// The headings of the page, in order.
pub(in crate::render) fn entries(scene: Scene<'_>) -> Vec<Entry> {
    let essay = scene.page.essay;
    let mut entries = Vec::with_capacity(essay.headings.len());
    let items = &essay.body.items;
    for (start, item) in items.iter().enumerate() {
        let ItemKind::HeadingStart(index) = item.kind else { continue };
        let Some(heading) = essay.headings.get(index) else { continue };
        let inside = heading_text(items, start, index);
        entries.push(Entry {
            id: heading.id.clone(),
            html: label(scene, inside),
            text: text::of_items(scene, inside),
            level: heading.level.max(2),
        });
    }
    entries
}

/// What the page is called, or the heading with this index: to stand in a link that leads there.
/// None if there is no such heading, or no title.
#[must_use]
pub fn name(scene: Scene<'_>, heading: Option<usize>) -> Option<LinkText> {
    let essay = scene.page.essay;
    let items = match heading {
        None => essay.front.title.as_ref()?.items.as_slice(),
        Some(index) => {
            let texts = essay.blocks.iter().filter_map(|block| block.statement.as_ref());
            std::iter::once(&essay.body).chain(texts).find_map(|text| {
                let is_start =
                    |item: &Item| matches!(item.kind, ItemKind::HeadingStart(own) if own == index);
                let start = text.items.iter().position(is_start)?;
                Some(heading_text(&text.items, start, index))
            })?
        }
    };
    Some(LinkText { plain: text::of_items(scene, items), html: Some(label(scene, items)) })
}

/// The items of the heading that starts at `start`, without its ends.
fn heading_text(items: &[Item], start: usize, index: usize) -> &[Item] {
    let after = items.get(start + 1..).unwrap_or_default();
    let is_end = |item: &Item| matches!(item.kind, ItemKind::HeadingEnd(own) if own == index);
    let length = after.iter().position(is_end).unwrap_or(after.len());
    &after[..length]
}

/// `items` as they stand within a link.
fn label(scene: Scene<'_>, items: &[Item]) -> String {
    let mut sink = Sink::default();
    let mut writer = Writer::new(scene, Medium::Label, &mut sink);
    writer.inline_only = true;
    writer.items(items);
    writer.out
}

impl Writer<'_, '_> {
    /// Opens a heading. The title is the page's first level, so the body begins at the second.
    pub(super) fn heading_start(&mut self, index: usize) {
        self.statement_above = None;
        let Some(heading) = self.scene.page.essay.headings.get(index) else { return };
        self.out.push_str(&format!("<h{}", heading.level.max(2)));
        self.push_id(&heading.id);
        self.out.push('>');
        self.inline_only = true;
    }

    /// Closes it, with a link to itself.
    pub(super) fn heading_end(&mut self, index: usize) {
        self.inline_only = false;
        let Some(heading) = self.scene.page.essay.headings.get(index) else { return };
        if self.is_page() {
            self.out.push_str(" <a class=\"anchor\" href=\"#");
            escape::attribute(&heading.id, &mut self.out);
            self.out.push_str("\" aria-label=\"Link to this section\">#</a>");
        }
        self.out.push_str(&format!("</h{}>\n", heading.level.max(2)));
    }
}

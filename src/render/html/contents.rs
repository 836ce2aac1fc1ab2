//! Headings, and the list of them.

use super::Medium;
use super::Scene;
use super::Writer;
use crate::diagnostics::Sink;
use crate::essay::ItemKind;
use crate::render::escape;
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
        let inside = items[start + 1..]
            .iter()
            .position(|item| matches!(item.kind, ItemKind::HeadingEnd(own) if own == index))
            .map_or(&items[start + 1..], |length| &items[start + 1..start + 1 + length]);
        let mut sink = Sink::default();
        let mut writer = Writer::new(scene, Medium::Label, &mut sink);
        writer.inline_only = true;
        writer.items(inside);
        entries.push(Entry {
            id: heading.id.clone(),
            html: writer.out,
            text: text::of_items(scene, inside),
            level: heading.level.max(2),
        });
    }
    entries
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

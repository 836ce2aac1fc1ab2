//! Items of plain Markdown: paragraphs, lists, quotations, tables, links.

use pulldown_cmark::Alignment;
use pulldown_cmark::CodeBlockKind;
use pulldown_cmark::Event;
use pulldown_cmark::Tag;
use pulldown_cmark::TagEnd;

use super::Medium;
use super::Paragraph;
use super::Writer;
use crate::essay::Item;
use crate::essay::ItemKind;
use crate::essay::LinkId;
use crate::render::escape;
use crate::render::model::LinkText;
use crate::render::model::ResolvedLink;
use crate::render::text;
use crate::render::words;

/// The Markdown table that is being written.
#[derive(Debug, Default)]
pub(super) struct TableState {
    alignments: Vec<Alignment>,
    column: usize,
    in_head: bool,
}

impl<'a> Writer<'a, '_> {
    /// Writes `items` in order.
    pub(super) fn items(&mut self, items: &'a [Item]) {
        let mut rest = items.iter();
        while let Some(item) = rest.next() {
            let wrong = if self.scene.page.mistakes.is_empty() {
                Vec::new()
            } else {
                self.mistakes_in(item)
            };
            // A run of text is marked within, what stands in a line as a whole.
            if let (ItemKind::Markdown(Event::Text(text)), [_, ..]) = (&item.kind, wrong.as_slice())
            {
                self.marked_text(text, item, &wrong);
                continue;
            }
            let is_marked = !wrong.is_empty() && self.is_in_line(item);
            if is_marked {
                self.open();
                self.mark_start(&wrong);
            }
            match &item.kind {
                ItemKind::Markdown(event) => self.event(event),
                ItemKind::Binding(id) => {
                    self.open();
                    self.binding(*id);
                }
                ItemKind::Formula(id) => self.formula(*id, rest.as_slice().first()),
                ItemKind::LinkStart(id) => {
                    self.open();
                    if matches!(self.link(*id), Some(ResolvedLink::Image { .. }))
                        || self.scene.page.essay.links.get(id.0).is_some_and(|link| link.image)
                    {
                        self.image(*id, &mut rest);
                    } else {
                        self.link_start(*id);
                    }
                }
                ItemKind::LinkEnd(id) => self.link_end(*id),
                ItemKind::HeadingStart(index) => self.heading_start(*index),
                ItemKind::HeadingEnd(index) => self.heading_end(*index),
                ItemKind::Block(id) => self.block(*id),
            }
            if is_marked {
                self.mark_end(&wrong);
            } else {
                let is_block = matches!(item.kind, ItemKind::Block(_) | ItemKind::HeadingEnd(_));
                for index in wrong {
                    mistake_note(&self.scene.page.mistakes[index], is_block, &mut self.out);
                }
            }
        }
    }

    fn event(&mut self, event: &'a Event<'static>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => {
                if self.paragraph == Paragraph::Due && text.trim().is_empty() {
                    return;
                }
                self.open();
                // What touched a formula was written with it.
                let text = text.get(std::mem::take(&mut self.written_ahead)..).unwrap_or_default();
                self.prose(text);
            }
            Event::Code(code) => {
                self.open();
                self.out.push_str("<code>");
                self.text(code);
                self.out.push_str("</code>");
            }
            Event::SoftBreak => {
                if self.paragraph != Paragraph::Due {
                    self.out.push('\n');
                }
            }
            Event::HardBreak => {
                self.open();
                self.out.push_str("<br>\n");
            }
            Event::Rule => self.out.push_str("<hr>\n"),
            Event::FootnoteReference(label) => {
                self.open();
                self.note_reference(label);
            }
            Event::TaskListMarker(done) => self.out.push_str(if *done { "☑ " } else { "☐ " }),
            // Formulas are items of their own; raw HTML is an error, its comments are dropped.
            Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::Html(_)
            | Event::InlineHtml(_) => {}
        }
    }

    fn start(&mut self, tag: &'a Tag<'static>) {
        self.statement_above = None;
        match tag {
            Tag::Paragraph => {
                if !self.inline_only {
                    self.paragraph = Paragraph::Due;
                }
            }
            Tag::BlockQuote(_) => self.out.push_str("<blockquote>\n"),
            Tag::CodeBlock(kind) => self.code_block_start(kind),
            Tag::List(None) => self.out.push_str("<ul>\n"),
            Tag::List(Some(1)) => self.out.push_str("<ol>\n"),
            Tag::List(Some(first)) => {
                self.out.push_str("<ol start=\"");
                self.out.push_str(&first.to_string());
                self.out.push_str("\">\n");
            }
            Tag::Item => self.out.push_str("<li>"),
            Tag::FootnoteDefinition(label) => self.note_start(label),
            Tag::DefinitionList => self.out.push_str("<dl>\n"),
            Tag::DefinitionListTitle => self.out.push_str("<dt>"),
            Tag::DefinitionListDefinition => self.out.push_str("<dd>"),
            Tag::Table(alignments) => {
                self.tables =
                    TableState { alignments: alignments.clone(), column: 0, in_head: false };
                // Few columns fit every screen, and need no stop of their own for the keyboard.
                self.out.push_str(if alignments.len() > 3 {
                    "<div class=\"scroll\" role=\"region\" aria-label=\"Table\" tabindex=\"0\"><table>\n"
                } else {
                    "<div class=\"scroll\"><table>\n"
                });
            }
            Tag::TableHead => {
                self.tables.in_head = true;
                self.tables.column = 0;
                self.out.push_str("<thead><tr>");
            }
            Tag::TableRow => {
                self.tables.column = 0;
                self.out.push_str("<tr>");
            }
            Tag::TableCell => {
                self.out.push_str(if self.tables.in_head { "<th scope=\"col\"" } else { "<td" });
                self.out.push_str(match self.tables.alignments.get(self.tables.column) {
                    Some(Alignment::Right) => " class=\"r\">",
                    Some(Alignment::Center) => " class=\"c\">",
                    Some(Alignment::Left | Alignment::None) | None => ">",
                });
            }
            Tag::Emphasis => self.inline_start("<em>"),
            Tag::Strong => self.inline_start("<strong>"),
            Tag::Strikethrough => self.inline_start("<s>"),
            Tag::Superscript => self.inline_start("<sup>"),
            Tag::Subscript => self.inline_start("<sub>"),
            // Headings, links and images are items of their own, metadata is cut off before.
            Tag::Heading { .. }
            | Tag::Link { .. }
            | Tag::Image { .. }
            | Tag::HtmlBlock
            | Tag::MetadataBlock(_) => {}
        }
    }

    fn end(&mut self, tag: &TagEnd) {
        match tag {
            TagEnd::Paragraph => {
                self.interrupt();
                self.paragraph = Paragraph::None;
            }
            TagEnd::BlockQuote(_) => self.out.push_str("</blockquote>\n"),
            TagEnd::CodeBlock => self.out.push_str("</code></pre>\n"),
            TagEnd::List(true) => self.out.push_str("</ol>\n"),
            TagEnd::List(false) => self.out.push_str("</ul>\n"),
            TagEnd::Item => self.out.push_str("</li>\n"),
            TagEnd::FootnoteDefinition => self.note_end(),
            TagEnd::DefinitionList => self.out.push_str("</dl>\n"),
            TagEnd::DefinitionListTitle => self.out.push_str("</dt>\n"),
            TagEnd::DefinitionListDefinition => self.out.push_str("</dd>\n"),
            TagEnd::Table => self.out.push_str("</tbody></table></div>\n"),
            TagEnd::TableHead => {
                self.tables.in_head = false;
                self.out.push_str("</tr></thead><tbody>\n");
            }
            TagEnd::TableRow => self.out.push_str("</tr>\n"),
            TagEnd::TableCell => {
                self.out.push_str(if self.tables.in_head { "</th>" } else { "</td>" });
                self.tables.column += 1;
            }
            TagEnd::Emphasis => self.out.push_str("</em>"),
            TagEnd::Strong => self.out.push_str("</strong>"),
            TagEnd::Strikethrough => self.out.push_str("</s>"),
            TagEnd::Superscript => self.out.push_str("</sup>"),
            TagEnd::Subscript => self.out.push_str("</sub>"),
            TagEnd::Heading(_)
            | TagEnd::Link
            | TagEnd::Image
            | TagEnd::HtmlBlock
            | TagEnd::MetadataBlock(_) => {}
        }
    }

    fn inline_start(&mut self, tag: &str) {
        self.open();
        self.out.push_str(tag);
    }

    fn code_block_start(&mut self, kind: &CodeBlockKind<'_>) {
        self.out.push_str("<pre><code");
        if let CodeBlockKind::Fenced(info) = kind
            && let Some(language) = info.split_whitespace().next()
        {
            self.out.push_str(" class=\"language-");
            escape::attribute(language, &mut self.out);
            self.out.push('"');
        }
        self.out.push('>');
    }

    fn link_start(&mut self, id: LinkId) {
        if self.medium == Medium::Label {
            if let Some(ResolvedLink::Internal { text: Some(text), .. }) = self.link(id) {
                self.link_text(text);
            }
            return;
        }
        match self.link(id) {
            Some(ResolvedLink::Internal { address, text }) => {
                self.out.push_str("<a");
                self.push_href(address);
                self.out.push('>');
                if let Some(text) = text {
                    self.link_text(text);
                }
            }
            Some(ResolvedLink::Badge { address, label, state }) => {
                let (word, sentence) = words::badge(state);
                self.out.push_str("<a class=\"badge is-");
                self.out.push_str(word.split(' ').next().unwrap_or(word));
                self.out.push_str("\" title=\"");
                escape::attribute(&format!("{label}: {sentence}"), &mut self.out);
                self.out.push('"');
                self.push_href(address);
                self.out.push('>');
            }
            Some(ResolvedLink::External(address)) => {
                self.out.push_str("<a href=\"");
                escape::attribute(address, &mut self.out);
                self.out.push_str("\">");
            }
            Some(ResolvedLink::Image { .. }) => {}
            None => self.out.push_str("<a class=\"missing\">"),
        }
    }

    /// Writes what the build writes between empty brackets. A feed gets the text alone: formulas
    /// stand in the HTML as the page shows them.
    fn link_text(&mut self, text: &LinkText) {
        match &text.html {
            Some(html) if self.medium != Medium::Feed => self.out.push_str(html),
            Some(_) | None => self.text(&text.plain),
        }
    }

    fn link_end(&mut self, id: LinkId) {
        if self.medium == Medium::Label {
            return;
        }
        match self.link(id) {
            Some(ResolvedLink::Badge { label, state, .. }) => {
                let (word, _) = words::badge(state);
                self.out.push('\u{202f}');
                self.text(word);
                self.out.push_str("<span class=\"vh\">, ");
                self.text(label);
                self.out.push_str("</span></a>");
            }
            Some(ResolvedLink::Image { .. }) => {}
            Some(ResolvedLink::Internal { .. } | ResolvedLink::External(_)) | None => {
                self.out.push_str("</a>");
            }
        }
    }

    /// Writes an image and passes over its text, which becomes the alternative text.
    fn image(&mut self, id: LinkId, rest: &mut std::slice::Iter<'a, Item>) {
        let inside = rest.as_slice();
        let end = |item: &Item| matches!(item.kind, ItemKind::LinkEnd(own) if own == id);
        let length = inside.iter().position(end).unwrap_or(inside.len());
        let alt = text::of_items(self.scene, &inside[..length]);
        *rest = inside.get(length + 1..).unwrap_or_default().iter();
        let Some(ResolvedLink::Image { address, size }) = self.link(id) else {
            self.out.push_str("<span class=\"missing\">");
            self.text(&alt);
            self.out.push_str("</span>");
            return;
        };
        let source = self.href(address);
        self.out.push_str("<img src=\"");
        escape::attribute(&source, &mut self.out);
        self.out.push_str("\" alt=\"");
        escape::attribute(&alt, &mut self.out);
        self.out.push('"');
        if let Some((width, height)) = size {
            self.out.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
        }
        self.out.push_str(if self.medium == Medium::Feed { ">" } else { " loading=\"lazy\">" });
    }

    /// The mistakes that stand in `item`, if it is a leaf of the text; they count as shown.
    fn mistakes_in(&mut self, item: &Item) -> Vec<usize> {
        let is_leaf = match &item.kind {
            ItemKind::Markdown(event) => !matches!(event, Event::Start(_) | Event::End(_)),
            ItemKind::Binding(_)
            | ItemKind::Formula(_)
            | ItemKind::LinkStart(_)
            | ItemKind::HeadingEnd(_)
            | ItemKind::Block(_) => true,
            ItemKind::LinkEnd(_) | ItemKind::HeadingStart(_) => false,
        };
        if !is_leaf || !self.is_page() {
            return Vec::new();
        }
        let mistakes = &self.scene.page.mistakes;
        let mut found: Vec<usize> = Vec::new();
        for (index, mistake) in mistakes.iter().enumerate() {
            let inside = mistake.span.source == item.span.source
                && (item.span.start..item.span.end.max(item.span.start + 1))
                    .contains(&mistake.span.start);
            if inside && !self.shown_mistakes[index] {
                self.shown_mistakes[index] = true;
                found.push(index);
            }
        }
        found.sort_by_key(|&index| mistakes[index].span.start);
        found
    }

    /// Whether `item` stands in a line as a whole, and may be marked as such.
    fn is_in_line(&self, item: &Item) -> bool {
        match &item.kind {
            ItemKind::Binding(_) | ItemKind::Markdown(Event::Code(_)) => true,
            ItemKind::Formula(id) => {
                self.scene.page.essay.formulas.get(id.0).is_some_and(|formula| !formula.display)
            }
            _ => false,
        }
    }

    /// Writes a run of text with the mistakes `wrong`, in order, each at the bytes it is about.
    fn marked_text(&mut self, text: &str, item: &Item, wrong: &[usize]) {
        self.open();
        let ahead = std::mem::take(&mut self.written_ahead);
        // Where the text is not the source's own bytes, as with quotes, all of it is marked.
        let start = item.span.start;
        let is_copy = item.span.end - start == text.len();
        let mut at = ahead;
        for (place, &index) in wrong.iter().enumerate() {
            let span = self.scene.page.mistakes[index].span;
            let (first, last) =
                (span.start.saturating_sub(start), span.end.saturating_sub(start).min(text.len()));
            let fits = is_copy && first >= at && last > first;
            let range = match text.get(first..last) {
                Some(_) if fits => first..last,
                _ if place == 0 => at..text.len(),
                _ => at..at,
            };
            self.prose(text.get(at..range.start).unwrap_or_default());
            self.mark_start(&[index]);
            self.prose(text.get(range.clone()).unwrap_or_default());
            self.mark_end(&[index]);
            at = range.end;
        }
        self.prose(text.get(at..).unwrap_or_default());
    }

    /// Begins to mark something that has the mistakes `wrong`.
    fn mark_start(&mut self, wrong: &[usize]) {
        let all = &self.scene.page.mistakes;
        let worst = wrong.iter().map(|&index| all[index].severity).min();
        let word = worst.map_or("error", |severity| severity.word());
        self.out.push_str(&format!("<mark class=\"wrong is-{word}\" tabindex=\"0\">"));
    }

    /// Ends it, with what is wrong and how it is mended, which is seen when the mark is pointed at.
    fn mark_end(&mut self, wrong: &[usize]) {
        for &index in wrong {
            mistake_note(&self.scene.page.mistakes[index], false, &mut self.out);
        }
        self.out.push_str("</mark>");
    }

    /// The mistakes that have no place in the text, as a list to stand above it.
    pub(super) fn stray_mistakes(&mut self) -> String {
        let mut out = String::new();
        if self.is_page() {
            for (mistake, shown) in self.scene.page.mistakes.iter().zip(&self.shown_mistakes) {
                if !shown {
                    mistake_note(mistake, true, &mut out);
                }
            }
        }
        out
    }
}

/// Writes `mistake` as a note, as a block or within a line.
fn mistake_note(mistake: &crate::render::model::Mistake, is_block: bool, out: &mut String) {
    let tag = if is_block { "p" } else { "span" };
    out.push_str(&format!("<{tag} class=\"mistake is-{}\">", mistake.severity.word()));
    out.push_str("<strong>");
    escape::text(mistake.code, out);
    out.push_str("</strong> ");
    escape::text(&mistake.message, out);
    if let Some(help) = &mistake.help {
        out.push_str("<span class=\"help\">");
        escape::text(help, out);
        out.push_str("</span>");
    }
    out.push_str(&format!("</{tag}>"));
}

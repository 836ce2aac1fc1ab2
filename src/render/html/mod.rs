//! An essay as HTML.
//!
//! [`article`] writes a whole page's text; [`inline`] and [`fragment`] write a title, a caption or a
//! statement for another place. All of it goes straight into one string: the `Writer` walks the
//! items of a fragment once and asks the [`Scene`] what a binding, a link or a block has become.
//!
//! **Invariant.** Ids that we make begin with `_`, so they never meet an author's.
//!
//! **Not here.** The frame around the text (`templates`), and judging any of it.

mod blocks;
mod contents;
mod markdown;
mod notes;
mod numbers;
mod tables;
mod working;

use crate::diagnostics::Sink;
use crate::essay::BindingId;
use crate::essay::Fragment;
use crate::render::address::Base;
use crate::render::escape;
use crate::render::math::MathRenderer;
use crate::render::model::PageInput;
use crate::render::model::ResolvedLink;

pub(in crate::render) use blocks::claim_lines;
pub(in crate::render) use blocks::figure_alone;
pub(in crate::render) use blocks::svg_size;
pub use contents::Entry;
pub(in crate::render) use contents::entries as headings;
pub use contents::name;
pub(in crate::render) use numbers::filled;
pub use tables::TableSetting;
pub use tables::data_table;

/// A page and what is needed to draw it.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The page.
    pub page: &'a PageInput<'a>,
    /// Draws formulas.
    pub math: &'a MathRenderer,
    /// Where the site stands.
    pub base: &'a Base,
}

/// Where the HTML is to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// On the essay's own page: with ids, and with every number's way back.
    Page,
    /// On another page of the site: without ids, links lead to the essay.
    Excerpt,
    /// Inside a link, where no other link may stand.
    Label,
    /// In a feed: absolute addresses, MathML alone, pictures as files.
    Feed,
}

/// The text of a page, ready for its template.
#[derive(Clone, Debug, Default)]
pub struct Article {
    /// The title; inline.
    pub title: String,
    /// The description; inline.
    pub description: String,
    /// The body, with its footnotes at the end.
    pub body: String,
    /// The headings.
    pub contents: Vec<Entry>,
    /// How each number was obtained; empty if there is none.
    pub working: String,
}

/// The text of a page for `medium`, which is [`Medium::Page`] or [`Medium::Feed`].
///
/// Formulas that cannot be drawn are reported to `sink` and shown as their TeX.
#[must_use]
pub fn article<'a>(scene: Scene<'a>, medium: Medium, sink: &mut Sink) -> Article {
    let front = &scene.page.essay.front;
    let mut writer = Writer::new(scene, medium, sink);
    let mut inline = |fragment: Option<&'a Fragment>| {
        fragment.map_or_else(String::new, |fragment| {
            writer.inline(fragment);
            std::mem::take(&mut writer.out)
        })
    };
    let title = inline(front.title.as_ref());
    let description = inline(front.description.as_ref());
    writer.fragment(&scene.page.essay.body);
    writer.footnotes();
    let stray = writer.stray_mistakes();
    let body = stray + &std::mem::take(&mut writer.out);
    let working = if medium == Medium::Page { writer.working() } else { String::new() };
    Article { title, description, body, contents: contents::entries(scene), working }
}

/// `fragment` without paragraphs: for a title, a caption, a cell.
#[must_use]
pub fn inline(scene: Scene<'_>, medium: Medium, fragment: &Fragment) -> String {
    let mut sink = Sink::default();
    let mut writer = Writer::new(scene, medium, &mut sink);
    writer.inline(fragment);
    writer.out
}

/// `fragment` with its paragraphs: a statement on another page.
#[must_use]
pub fn fragment(scene: Scene<'_>, medium: Medium, fragment: &Fragment) -> String {
    let mut sink = Sink::default();
    let mut writer = Writer::new(scene, medium, &mut sink);
    writer.fragment(fragment);
    writer.out
}

/// The state of a paragraph that may have to be interrupted: a display formula stands between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Paragraph {
    /// What comes stands where it is.
    None,
    /// What comes opens one.
    Due,
    /// It is open.
    Open,
}

/// HTML in the making.
struct Writer<'a, 'sink> {
    scene: Scene<'a>,
    medium: Medium,
    sink: &'sink mut Sink,
    out: String,
    paragraph: Paragraph,
    /// What the next paragraph begins with: `Proof.`
    lead_in: Option<String>,
    /// Whether only inline elements may stand here.
    inline_only: bool,
    notes: notes::Notes,
    tables: markdown::TableState,
    /// The numbers written so far, in order.
    written: Vec<BindingId>,
    /// Which of the page's mistakes have been shown.
    shown_mistakes: Vec<bool>,
    /// The id of the statement that stands directly above.
    statement_above: Option<&'a str>,
    /// Bytes of the text to come that were written with the formula before it.
    written_ahead: usize,
}

impl<'a, 'sink> Writer<'a, 'sink> {
    fn new(scene: Scene<'a>, medium: Medium, sink: &'sink mut Sink) -> Self {
        Self {
            scene,
            medium,
            sink,
            out: String::new(),
            paragraph: Paragraph::None,
            lead_in: None,
            inline_only: false,
            notes: notes::Notes::default(),
            tables: markdown::TableState::default(),
            written: Vec::new(),
            shown_mistakes: vec![false; scene.page.mistakes.len()],
            statement_above: None,
            written_ahead: 0,
        }
    }

    /// Writes `fragment` without block elements.
    fn inline(&mut self, fragment: &'a Fragment) {
        let outside = std::mem::replace(&mut self.inline_only, true);
        self.fragment(fragment);
        self.inline_only = outside;
    }

    /// Writes `fragment`.
    fn fragment(&mut self, fragment: &'a Fragment) {
        self.items(&fragment.items);
    }

    fn is_page(&self) -> bool {
        self.medium == Medium::Page
    }

    /// The value of an `href` or `src` that leads to `address` in this medium.
    fn href(&self, address: &str) -> String {
        let own = self.scene.page.address.as_str();
        match (self.medium, address.starts_with('#')) {
            (Medium::Page, true) => address.to_owned(),
            (Medium::Feed, true) => self.scene.base.absolute(&format!("{own}{address}")),
            (Medium::Feed, false) => self.scene.base.absolute(address),
            (_, true) => self.scene.base.href(&format!("{own}{address}")),
            (_, false) => self.scene.base.href(address),
        }
    }

    /// Writes ` href="…"`.
    fn push_href(&mut self, address: &str) {
        let href = self.href(address);
        self.out.push_str(" href=\"");
        escape::attribute(&href, &mut self.out);
        self.out.push('"');
    }

    /// Writes ` id="…"`, on the essay's own page.
    fn push_id(&mut self, id: &str) {
        if self.is_page() {
            self.out.push_str(" id=\"");
            escape::attribute(id, &mut self.out);
            self.out.push('"');
        }
    }

    fn text(&mut self, text: &str) {
        escape::text(text, &mut self.out);
    }

    /// Writes a value, with its indices; on a page the sides of a cake stay on one line.
    fn value(&mut self, text: &str) {
        self.unbroken(text, escape::value);
    }

    /// Writes text of the essay; on a page the sides of a cake, `2 × 3`, stay on one line.
    fn prose(&mut self, text: &str) {
        self.unbroken(text, escape::text);
    }

    fn unbroken(&mut self, text: &str, write: fn(&str, &mut String)) {
        let mut rest = text;
        while self.is_page()
            && let Some((before, after)) = rest.split_once(" × ")
        {
            write(before, &mut self.out);
            let is_cake = before.ends_with(|c: char| c.is_ascii_digit())
                && after.starts_with(|c: char| c.is_ascii_digit());
            self.out.push_str(if is_cake { "\u{a0}×\u{a0}" } else { " × " });
            rest = after;
        }
        write(rest, &mut self.out);
    }

    /// What became of a link.
    fn link(&self, id: crate::essay::LinkId) -> Option<&'a ResolvedLink> {
        self.scene.page.links.get(id.0)?.as_ref()
    }

    /// Opens the paragraph that is due.
    fn open(&mut self) {
        if self.paragraph == Paragraph::Due {
            self.paragraph = Paragraph::Open;
            self.out.push_str("<p>");
            if let Some(lead_in) = self.lead_in.take() {
                self.out.push_str(&lead_in);
            }
        }
    }

    /// Closes the paragraph that is open, and leaves it due again.
    fn interrupt(&mut self) {
        if self.paragraph == Paragraph::Open {
            let end = self.out.trim_end().len();
            self.out.truncate(end);
            self.out.push_str("</p>\n");
            self.paragraph = Paragraph::Due;
        }
    }
}

#[cfg(test)]
mod tests;

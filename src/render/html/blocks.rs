//! Live blocks: claims, statements with their proofs, figures and tables.

use super::Medium;
use super::Paragraph;
use super::Writer;
use super::tables::TableSetting;
use super::tables::data_table;
use crate::essay::Block;
use crate::essay::BlockId;
use crate::essay::BlockKind;
use crate::essay::Fragment;
use crate::render::address;
use crate::render::escape;
use crate::render::model::ClaimState;
use crate::render::model::ClaimView;
use crate::render::model::FigureView;
use crate::render::text;
use crate::render::words;

impl<'a> Writer<'a, '_> {
    /// Writes the block `id`.
    pub(super) fn block(&mut self, id: BlockId) {
        self.interrupt();
        let page = self.scene.page;
        let Some(block) = page.essay.blocks.get(id.0) else { return };
        let above = self.statement_above.take();
        match block.kind {
            BlockKind::Def => {}
            BlockKind::Claim => self.claim(block, page.claims.get(&id)),
            BlockKind::Figure | BlockKind::Table => {
                self.figure(block, page.figures.get(&id).map(|view| &**view));
            }
            BlockKind::Proof => self.proof(block, above),
            BlockKind::Theorem
            | BlockKind::Lemma
            | BlockKind::Proposition
            | BlockKind::Corollary
            | BlockKind::Definition
            | BlockKind::Conjecture => self.argued(block),
        }
    }

    fn block_id(block: &Block) -> &str {
        block.id.as_ref().map_or("", |id| id.text.as_str())
    }

    /// The label of a block, which on its own page leads to it.
    fn label(&mut self, block: &Block, stop: &str) {
        let label = words::label(block);
        if self.is_page() {
            self.out.push_str("<a class=\"label\" href=\"#");
            escape::attribute(Self::block_id(block), &mut self.out);
            self.out.push_str("\">");
        } else {
            self.out.push_str("<strong class=\"label\">");
        }
        self.text(&label);
        self.out.push_str(stop);
        self.out.push_str(if self.is_page() { "</a>" } else { "</strong>" });
    }

    /// Writes `fragment` as blocks of its own.
    fn inside(&mut self, fragment: Option<&'a Fragment>) {
        if let Some(fragment) = fragment {
            let outside = std::mem::replace(&mut self.paragraph, Paragraph::None);
            self.fragment(fragment);
            self.paragraph = outside;
        }
    }

    fn claim(&mut self, block: &'a Block, view: Option<&'a ClaimView>) {
        let state = view.map(|view| words::state(&view.state));
        self.out.push_str("<div class=\"claim is-");
        self.out.push_str(state.map_or("undecided", |state| state.word));
        self.out.push('"');
        self.push_id(Self::block_id(block));
        self.out.push_str(">\n<p class=\"head\">");
        self.label(block, "");
        if let Some(state) = state {
            self.out.push_str(" <span class=\"state\">");
            self.text(state.phrase);
            self.out.push_str("</span>");
        }
        self.out.push_str("</p>\n");
        self.inside(block.statement.as_ref());
        if let Some(corrects) = &block.corrects {
            self.out.push_str("<p class=\"corrects\"><span>An earlier account held:</span> ");
            self.inline(corrects);
            self.out.push_str("</p>\n");
        }
        if let Some(view) = view {
            self.finding(view);
        }
        self.out.push_str("</div>\n");
    }

    /// Writes what was found, and on the essay's page how.
    fn finding(&mut self, view: &'a ClaimView) {
        self.out.push_str("<p class=\"finding\">");
        let sentence = words::capitalised(&words::sentence(&view.state, &view.cases));
        self.text(&sentence);
        match &view.state {
            ClaimState::Proved { by } | ClaimState::HoldsExcept { by: Some(by) } => {
                self.out.push_str(" (");
                if self.medium == Medium::Label {
                    self.text(&by.label);
                } else {
                    self.out.push_str("<a");
                    self.push_href(&by.address);
                    self.out.push('>');
                    self.text(&by.label);
                    self.out.push_str("</a>");
                }
                self.out.push(')');
            }
            ClaimState::Measured
            | ClaimState::HoldsExcept { by: None }
            | ClaimState::Refuted
            | ClaimState::Found
            | ClaimState::Conjecture
            | ClaimState::Broken
            | ClaimState::Undecided => {}
        }
        if let Some(finding) = words::finding(view) {
            self.out.push_str(": ");
            self.value(finding);
        }
        self.out.push('.');
        if self.medium != Medium::Label {
            self.out.push_str(" <span class=\"more\"><a");
            self.push_href(&address::of_claim(&view.name));
            self.out.push_str(">Every case</a>.</span>");
        }
        self.out.push_str("</p>\n");
        if self.is_page() && !view.lines.is_empty() {
            self.out.push_str("<details><summary>How it is tested</summary>\n");
            claim_lines(&view.lines, &mut self.out);
            self.out.push_str("</details>\n");
        }
    }

    fn argued(&mut self, block: &'a Block) {
        self.out.push_str("<div class=\"argued is-");
        self.out.push_str(&words::kind(block.kind).to_lowercase());
        self.out.push('"');
        self.push_id(Self::block_id(block));
        self.out.push_str(">\n");
        let outside = std::mem::take(&mut self.out);
        self.label(block, ".");
        self.out.push(' ');
        self.lead_in = Some(std::mem::replace(&mut self.out, outside));
        self.inside(block.statement.as_ref());
        self.lead_in_alone();
        self.out.push_str("</div>\n");
        self.statement_above = block.id.as_ref().map(|id| id.text.as_str());
    }

    fn proof(&mut self, block: &'a Block, above: Option<&'a str>) {
        let id = Self::block_id(block);
        let proved = self.scene.page.essay.blocks.iter().find(|other| {
            other.kind.is_statement() && other.id.as_ref().is_some_and(|own| own.text == id)
        });
        self.out.push_str("<div class=\"proof\">\n");
        let mut lead_in = String::from("<em class=\"label\">Proof");
        if let Some(proved) = proved.filter(|_| above != Some(id)) {
            lead_in.push_str(" of ");
            escape::text(&words::label(proved), &mut lead_in);
        }
        lead_in.push_str(".</em> ");
        self.lead_in = Some(lead_in);
        self.inside(block.statement.as_ref());
        self.lead_in_alone();
        let end = "<span class=\"qed\"> ∎</span>";
        let text = self.out.trim_end().len();
        self.out.truncate(text);
        match self.out.strip_suffix("</p>") {
            Some(open) => {
                let length = open.len();
                self.out.truncate(length);
                self.out.push_str(end);
                self.out.push_str("</p>\n");
            }
            None => self.out.push_str(&format!("\n<p>{end}</p>\n")),
        }
        self.out.push_str("</div>\n");
    }

    /// Writes the lead-in as a paragraph of its own, if no paragraph has taken it.
    fn lead_in_alone(&mut self) {
        if let Some(lead_in) = self.lead_in.take() {
            self.out.push_str(&format!("<p>{}</p>\n", lead_in.trim_end()));
        }
    }

    fn figure(&mut self, block: &'a Block, view: Option<&FigureView>) {
        let kind = block.field("kind").map_or("", |field| field.value.text.trim());
        self.out.push_str("<figure class=\"is-");
        escape::attribute(if kind.is_empty() { "table" } else { kind }, &mut self.out);
        self.out.push('"');
        self.push_id(Self::block_id(block));
        self.out.push_str(">\n");
        let is_table = view.is_some_and(|view| view.svg.is_none());
        if is_table {
            self.caption(block);
        }
        match view {
            Some(view) => self.figure_body(block, view),
            None => self.out.push_str("<p class=\"missing\">This was not drawn.</p>\n"),
        }
        if !is_table {
            self.caption(block);
        }
        // A caption is the first or the last thing of its figure; the data of a picture come after.
        if !is_table {
            self.out.push_str("</figure>\n");
        }
        if let (true, Some(view)) = (self.is_page(), view) {
            self.figure_data(block, view);
        }
        if is_table {
            self.out.push_str("</figure>\n");
        }
    }

    fn caption(&mut self, block: &'a Block) {
        self.out.push_str("<figcaption>");
        self.label(block, ".");
        if let Some(caption) = &block.caption {
            self.out.push(' ');
            self.inline(caption);
        }
        self.out.push_str("</figcaption>\n");
    }

    fn figure_body(&mut self, block: &Block, view: &FigureView) {
        let label = words::label(block);
        let Some(svg) = &view.svg else {
            let setting = TableSetting { name: &label, absolute: self.medium == Medium::Feed };
            data_table(&view.data, setting, self.scene.base, &mut self.out);
            return;
        };
        if self.medium == Medium::Feed {
            let alt = block
                .alt
                .as_ref()
                .map_or_else(String::new, |alt| text::of_fragment(self.scene, alt));
            let source = self.href(&address::of_figure_file(&view.name, "svg"));
            self.out.push_str("<img src=\"");
            escape::attribute(&source, &mut self.out);
            self.out.push_str("\" alt=\"");
            escape::attribute(&alt, &mut self.out);
            self.out.push_str("\">\n");
            return;
        }
        self.out.push_str("<div class=\"plate\"");
        if view.explorer.is_some() {
            let cells = self.href(&address::of_figure_file(&view.name, "cells.json"));
            self.out.push_str(" data-cells=\"");
            escape::attribute(&cells, &mut self.out);
            self.out.push('"');
        }
        // A picture that may be wider than a telephone scrolls by itself; a keyboard must reach it.
        if svg_size(svg).is_none_or(|(width, _)| width > NARROW) {
            self.out.push_str(" role=\"group\" tabindex=\"0\" aria-label=\"");
            escape::attribute(&label, &mut self.out);
            self.out.push('"');
        }
        self.out.push('>');
        self.out.push_str(svg);
        self.out.push_str("</div>\n");
    }

    /// The same data as a table, and as files.
    fn figure_data(&mut self, block: &Block, view: &FigureView) {
        let label = words::label(block);
        self.out.push_str("<details class=\"data\"><summary>");
        let is_table = view.svg.is_none();
        self.out.push_str(if is_table { "As a file" } else { "As a table, and as files" });
        self.out.push_str("</summary>\n");
        if !is_table && !view.data_on_own_page {
            let name = format!("{label} as a table");
            let setting = TableSetting { name: &name, absolute: false };
            data_table(&view.data, setting, self.scene.base, &mut self.out);
        }
        self.out.push_str("<p class=\"files\">");
        if !is_table && view.data_on_own_page {
            self.out.push_str("<a");
            self.push_href(&address::of_figure(&view.name));
            self.out.push_str(">Table</a> ");
        }
        for (extension, name, there) in
            [("csv", "CSV", true), ("json", "JSON", true), ("svg", "SVG", view.svg_file.is_some())]
        {
            if there {
                self.out.push_str("<a");
                self.push_href(&address::of_figure_file(&view.name, extension));
                self.out.push_str(&format!(">{name}<span class=\"vh\"> of {label}</span></a> "));
            }
        }
        self.out.push_str("</p></details>\n");
    }
}

/// Pixels that a telephone leaves for a picture.
const NARROW: u32 = 328;

/// Width and height of a picture in pixels, from its first tag.
pub(in crate::render) fn svg_size(svg: &str) -> Option<(u32, u32)> {
    let tag = svg.split('>').next()?;
    let number = |name: &str| {
        let (_, after) = tag.split_once(&format!(" {name}=\""))?;
        after.split('"').next()?.trim_end_matches("px").parse().ok()
    };
    Some((number("width")?, number("height")?))
}

/// The figure of `block` for a page of its own: without its data, which stands below it there.
pub(in crate::render) fn figure_alone(
    scene: super::Scene<'_>,
    block: &Block,
    view: &FigureView,
) -> String {
    let mut sink = crate::diagnostics::Sink::default();
    let mut writer = Writer::new(scene, Medium::Excerpt, &mut sink);
    writer.figure(block, Some(view));
    writer.out
}

/// Appends the lines of a claim as a list of what and how.
pub(in crate::render) fn claim_lines(lines: &[(String, String)], out: &mut String) {
    out.push_str("<dl class=\"lines\">");
    for (at, (key, value)) in lines.iter().enumerate() {
        // A key that is repeated stands once, before all that it says.
        if at == 0 || lines[at - 1].0 != *key {
            out.push_str("<dt>");
            escape::text(key, out);
            out.push_str("</dt>");
        }
        out.push_str("<dd><code>");
        escape::text(value, out);
        out.push_str("</code></dd>\n");
    }
    out.push_str("</dl>\n");
}

#[cfg(test)]
mod tests {
    use super::svg_size;

    #[test]
    fn the_size_of_a_picture_is_read_from_its_first_tag() {
        let svg = r#"<svg class="a" width="640" height="30px"><rect width="2"/>"#;
        assert_eq!(svg_size(svg), Some((640, 30)));
        assert_eq!(svg_size(r#"<svg viewBox="0 0 1 1"><rect width="2" height="2"/>"#), None);
    }
}

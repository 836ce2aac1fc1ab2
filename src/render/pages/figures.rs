//! The index of figures, a page for each, and their files.

use serde::Serialize;

use super::Whole;
use super::digest::Digest;
use super::frame::Needs;
use crate::diagnostics::Sink;
use crate::essay::Block;
use crate::render::address;
use crate::render::html;
use crate::render::html::Medium;
use crate::render::html::TableSetting;
use crate::render::model::FigureView;
use crate::render::model::Output;
use crate::render::text;
use crate::render::words;

#[derive(Debug, Serialize)]
struct Index<'a> {
    figures: Vec<Entry<'a>>,
}

#[derive(Debug, Serialize)]
struct Entry<'a> {
    name: &'a str,
    href: String,
    label: String,
    caption: String,
    alt: String,
    essay: &'a str,
    place_href: String,
    csv_href: String,
    json_href: String,
    svg_href: Option<String>,
    width: u32,
    height: u32,
}

#[derive(Debug, Serialize)]
struct Page<'a> {
    name: &'a str,
    label: String,
    essay: &'a str,
    essay_href: String,
    index_href: String,
    figure: String,
    data: String,
}

impl<'a> Whole<'a> {
    /// The index of figures.
    pub(super) fn figures(&self, digests: &[Digest], sink: &mut Sink) -> Option<Output> {
        let figures: Vec<Entry<'_>> = self
            .in_order(digests)
            .into_iter()
            .flat_map(|index| {
                let figures = self.figures_of(index);
                figures.map(move |(block, view)| self.entry(index, block, view, &digests[index]))
            })
            .collect();
        if figures.is_empty() {
            return None;
        }
        let mut head = self.frame.head("figures", "/figures/", Needs::default());
        head.title = "Figures".to_owned();
        head.description = "Every figure and table of this site, with its data.".to_owned();
        self.fill_template("figures.html", &head, &Index { figures }, sink)
    }

    /// The figures and tables of the page at `index`, in the order of the text.
    fn figures_of(&self, index: usize) -> impl Iterator<Item = (&'a Block, &'a FigureView)> {
        let page = &self.input.pages[index];
        page.figures
            .iter()
            .filter_map(|(id, view)| page.essay.blocks.get(id.0).map(|block| (block, &**view)))
    }

    /// A page for each figure and table of the page at `index`, and their files.
    pub(super) fn figure_pages(
        &self,
        index: usize,
        digest: &Digest,
        sink: &mut Sink,
    ) -> Vec<Output> {
        let mut outputs = Vec::new();
        for (block, view) in self.figures_of(index) {
            outputs.extend(self.figure_page((index, block, view), digest, sink));
            let files = [
                ("csv", Some(&view.csv)),
                ("json", Some(&view.json)),
                ("svg", view.svg_file.as_ref()),
                ("cells.json", view.explorer.as_ref()),
            ];
            outputs.extend(files.into_iter().filter_map(|(extension, content)| {
                let path = address::file_of(&address::of_figure_file(&view.name, extension));
                Some(Output::text(path, content?.clone()))
            }));
        }
        for output in &mut outputs {
            output.source = Some(self.input.pages[index].essay.source);
        }
        outputs
    }

    fn entry<'d>(
        &self,
        index: usize,
        block: &'a Block,
        view: &'d FigureView,
        digest: &'d Digest,
    ) -> Entry<'d> {
        let scene = self.scene(index);
        let file =
            |extension: &str| self.base.href(&address::of_figure_file(&view.name, extension));
        let (width, height) = view.svg.as_deref().and_then(html::svg_size).unwrap_or((640, 480));
        Entry {
            name: &view.name,
            href: self.base.href(&address::of_figure(&view.name)),
            label: words::label(block),
            caption: block
                .caption
                .as_ref()
                .map_or_else(String::new, |caption| html::inline(scene, Medium::Excerpt, caption)),
            alt: block.alt.as_ref().map_or_else(String::new, |alt| text::of_fragment(scene, alt)),
            essay: &digest.title,
            place_href: self.place_href(index, block),
            csv_href: file("csv"),
            json_href: file("json"),
            svg_href: view.svg_file.as_ref().map(|_| file("svg")),
            width,
            height,
        }
    }

    fn figure_page(
        &self,
        (index, block, view): (usize, &'a Block, &FigureView),
        digest: &Digest,
        sink: &mut Sink,
    ) -> Option<Output> {
        let needs = Needs { figures: true, explorer: view.explorer.is_some(), numbers: false };
        let mut head = self.frame.head("figure", &address::of_figure(&view.name), needs);
        let label = words::label(block);
        head.title = format!("{label} of {}", digest.title_text);
        let scene = self.scene(index);
        head.description =
            block.caption.as_ref().map_or_else(String::new, |it| text::of_fragment(scene, it));
        let mut data = String::new();
        if view.svg.is_some() {
            let name = format!("{label} as a table");
            let setting = TableSetting { name: &name, absolute: false };
            html::data_table(&view.data, setting, self.base, &mut data);
        }
        let page = Page {
            name: &view.name,
            essay: &digest.title,
            essay_href: self.place_href(index, block),
            index_href: self.base.href("/figures/"),
            figure: html::figure_alone(scene, block, view),
            data,
            label,
        };
        self.fill_template("figure.html", &head, &page, sink)
    }
}

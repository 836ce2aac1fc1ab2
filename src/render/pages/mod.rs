//! All pages and files of a site, from what was found out about it.
//!
//! [`render`] reads like a table of contents: what each page says of itself, the pages, the
//! registers, the files for machines, the theme. Pages are drawn in parallel; the result is sorted
//! by path, so it does not depend on which was ready first.

mod claims;
mod corrections;
mod digest;
mod essay;
mod figures;
mod frame;
mod listing;
mod memory;
mod other;

use std::sync::OnceLock;

use bytes::Bytes;
use rayon::prelude::*;

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::Span;
use crate::render::address::Base;
use crate::render::card;
use crate::render::feed;
use crate::render::html::Scene;
use crate::render::katex_assets;
use crate::render::math;
use crate::render::math::MathOutput;
use crate::render::math::MathRenderer;
use crate::render::model::Output;
use crate::render::model::PageKind;
use crate::render::model::SiteInput;
use crate::render::search;
use crate::render::sitemap;
use crate::render::templates::OwnTemplate;
use crate::render::templates::Templates;
use crate::render::theme;
use crate::render::words;
use digest::Digest;
use frame::Frame;
use memory::Kept;

/// The folder of KaTeX's sheet and fonts in the published site.
const KATEX: &str = "katex";

/// A renderer of formulas that knows `macros`: name, meaning, and where it stands.
///
/// Formulas look as this binary can draw them. A macro that cannot be used is reported to `sink`
/// and left out. Keep the renderer between runs: it knows the formulas that it has drawn.
///
/// Returns nothing if the system gives no threads, which is reported too.
pub fn math_renderer(macros: &[(String, String, Span)], sink: &mut Sink) -> Option<MathRenderer> {
    let output = match katex_assets::kind() {
        katex_assets::Kind::Embedded => MathOutput::HtmlAndMathml,
        katex_assets::Kind::MathmlOnly => MathOutput::MathmlOnly,
    };
    let all: Vec<(String, String)> =
        macros.iter().map(|(name, meaning, _)| (name.clone(), meaning.clone())).collect();
    let wrong = match MathRenderer::new(&all, output) {
        Ok(renderer) => return Some(renderer),
        Err(wrong) => wrong,
    };
    for (index, message) in &wrong {
        let diagnostic = Diagnostic::error(Code::MathMacro, message.clone());
        sink.push(match macros.get(*index) {
            Some((_, _, span)) => diagnostic.label(*span, ""),
            None => diagnostic,
        });
    }
    let usable: Vec<(String, String)> = all
        .into_iter()
        .enumerate()
        .filter(|(index, _)| wrong.iter().all(|(other, _)| other != index))
        .map(|(_, own)| own)
        .collect();
    MathRenderer::new(&usable, output).ok()
}

/// Draws the whole site: every file that is to be published but the author's own, sorted by path.
/// What `memory` knows of the pages from before is not drawn again.
///
/// Mistakes (a formula, a template) are reported to `sink`; what could be drawn is returned.
#[must_use]
pub fn render(
    input: &SiteInput<'_>,
    math: &MathRenderer,
    own_templates: &[OwnTemplate<'_>],
    memory: &mut Memory,
    sink: &mut Sink,
) -> Vec<Output> {
    math.install(|| {
        let base = Base::new(&input.site.base_url);
        let mut templates = Templates::new(own_templates, sink);
        let frame = Frame::new(input, &base);
        templates.share("site", &frame.site);
        let site = Whole { input, math, base: &base, templates: &templates, frame: &frame };

        let shared = format!("{:?}{frame:?}{own_templates:?}{}", input.site, math.macros());
        if memory.shared != shared {
            memory.shared = shared;
            memory.pages.clear();
        }
        let digests = site.digests(memory);
        let pages = site.pages(&digests, memory, sink);
        let mut outputs: Vec<Output> =
            pages.iter().flat_map(|kept| kept.outputs.iter().cloned()).collect();
        outputs.extend(site.claims(&digests, sink));
        outputs.extend(site.figures(&digests, sink));
        outputs.extend(site.corrections(&digests, sink));
        outputs.extend(site.others(sink));
        outputs.extend(feed::atom(&site, &digests, &pages));
        outputs.extend(search::index(&site, &digests, &pages));
        outputs.extend(sitemap::files(&site));
        outputs.extend(card::all(&input.pages, &mut memory.cards));
        outputs.extend(assets());
        outputs.sort_by(|a, b| a.path.cmp(&b.path));
        let addresses = input.pages.iter().map(|page| page.address.clone());
        memory.pages = addresses.zip(pages).collect();
        outputs
    })
}

/// The files of the theme, and KaTeX's; its sheet is followed by the rules for our classes.
fn assets() -> Vec<Output> {
    let file = |path: String, bytes: Bytes| Output { path, bytes, source: None };
    let theme = theme::STATIC
        .iter()
        .map(|(name, bytes)| file((*name).to_owned(), Bytes::from_static(bytes)));
    let katex = katex_assets::files().iter().map(|(name, bytes)| {
        let bytes = if name.ends_with(".css") { sheet(bytes) } else { Bytes::from_static(bytes) };
        file(format!("{KATEX}/{name}"), bytes)
    });
    theme.chain(katex).collect()
}

/// KaTeX's sheet with the rules for our classes.
fn sheet(katex: &[u8]) -> Bytes {
    static SHEET: OnceLock<Bytes> = OnceLock::new();
    let sheet = SHEET.get_or_init(|| {
        let mut all = katex.to_vec();
        all.extend(b"\n/* Ours: classes for the styles that most symbols share. */\n");
        all.extend(math::sheet().into_bytes());
        all.into()
    });
    sheet.clone()
}

/// Everything that a page may need to know.
#[derive(Clone, Copy)]
pub(super) struct Whole<'a> {
    pub(super) input: &'a SiteInput<'a>,
    pub(super) math: &'a MathRenderer,
    pub(super) base: &'a Base,
    pub(super) templates: &'a Templates,
    pub(super) frame: &'a Frame,
}

impl<'a> Whole<'a> {
    /// The scene of the page at `index`.
    pub(super) fn scene(&self, index: usize) -> Scene<'a> {
        Scene { page: &self.input.pages[index], math: self.math, base: self.base }
    }

    /// The claims of the page at `index`, in the order of the text.
    pub(super) fn claims_of(
        &self,
        index: usize,
    ) -> impl Iterator<Item = (&'a crate::essay::Block, &'a crate::render::model::ClaimView)> {
        let page = &self.input.pages[index];
        page.claims
            .iter()
            .filter_map(|(id, view)| page.essay.blocks.get(id.0).map(|block| (block, view)))
    }

    /// What pages say of each other.
    fn digests(&self, memory: &Memory) -> Vec<Digest> {
        let pages = self.input.pages.par_iter();
        pages
            .map(|page| match memory.pages.get(&page.address) {
                Some(kept) if kept.version == page.version => kept.digest.clone(),
                _ => self.digest(page),
            })
            .collect()
    }

    /// Everything that is made from one page alone, page by page.
    fn pages(&self, digests: &[Digest], memory: &mut Memory, sink: &mut Sink) -> Vec<Kept> {
        let known = &memory.pages;
        let fresh: Vec<Option<Kept>> = (0..self.input.pages.len())
            .into_par_iter()
            .map(|index| {
                let page = &self.input.pages[index];
                let beside = self.beside(index, digests);
                let same = known
                    .get(&page.address)
                    .is_some_and(|kept| kept.version == page.version && kept.beside == beside);
                if same {
                    return None;
                }
                let mut found = Sink::default();
                let mut outputs = self.page(index, digests, &mut found);
                outputs.extend(self.claim_pages(index, &digests[index], &mut found));
                outputs.extend(self.figure_pages(index, &digests[index], &mut found));
                Some(Kept {
                    version: page.version,
                    beside,
                    digest: digests[index].clone(),
                    outputs,
                    found: found.diagnostics().to_vec(),
                    search: search::lines(self, index, &digests[index]),
                    feed: OnceLock::new(),
                })
            })
            .collect();
        let pages = self.input.pages.iter().zip(fresh);
        let pages: Vec<Kept> = pages
            .filter_map(|(page, fresh)| fresh.or_else(|| memory.pages.remove(&page.address)))
            .collect();
        pages.iter().flat_map(|kept| &kept.found).for_each(|one| sink.push(one.clone()));
        pages
    }

    /// Whether the page at `index` is an essay.
    pub(super) fn is_essay(&self, index: usize) -> bool {
        self.input.pages[index].kind == PageKind::Essay
    }

    /// An output made by filling a template, unless the template is at fault.
    pub(super) fn fill_template<T: serde::Serialize>(
        &self,
        template: &str,
        head: &frame::Head,
        page: &T,
        sink: &mut Sink,
    ) -> Option<Output> {
        let text = self.templates.render(template, head, page, sink)?;
        let path = crate::render::address::file_of(&head.address);
        Some(Output::text(path, text))
    }
}

/// `3 proved and checked, 9 measured`, in the order of trust; nothing if there are no claims.
fn tally<'a>(claims: impl Iterator<Item = &'a crate::render::model::ClaimView>) -> Option<String> {
    const ORDER: &[&str] = &[
        "proved and checked",
        "proved and checked, with exceptions",
        "measured",
        "measured, with exceptions",
        "found by measurement",
        "refuted as stated",
        "conjecture",
        "not decided",
        "not as the essay says",
    ];
    let mut counts = vec![0_usize; ORDER.len()];
    for claim in claims {
        let phrase = words::state(&claim.state).phrase;
        if let Some(at) = ORDER.iter().position(|own| *own == phrase) {
            counts[at] += 1;
        }
    }
    let total: usize = counts.iter().sum();
    let parts: Vec<String> = ORDER
        .iter()
        .zip(&counts)
        .filter(|(_, count)| **count > 0)
        .map(|(phrase, count)| {
            // The only one of them that is a noun.
            let plural = if *phrase == "conjecture" && *count > 1 { "s" } else { "" };
            format!("{count} {phrase}{plural}")
        })
        .collect();
    match total {
        0 => None,
        1 => Some(format!("1 claim: {}", parts.join("; ")).replacen(": 1 ", ": ", 1)),
        _ => Some(format!("{total} claims: {}", parts.join("; "))),
    }
}

/// The BibTeX of an essay as a file beside it.
fn bibtex_address(address: &str) -> String {
    format!("{address}cite.bib")
}

pub(super) use digest::Digest as PageDigest;
pub(super) use frame::Meta;
pub(super) use memory::Kept as KeptPage;
pub use memory::Memory;

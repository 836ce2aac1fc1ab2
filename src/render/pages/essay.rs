//! The pages that authors write.

use serde::Serialize;

use super::Whole;
use super::bibtex_address;
use super::digest::Date;
use super::digest::Digest;
use super::frame::Needs;
use super::listing::Listed;
use crate::diagnostics::Sink;
use crate::render::address;
use crate::render::bibtex;
use crate::render::html;
use crate::render::html::Entry;
use crate::render::html::Medium;
use crate::render::metadata;
use crate::render::model::Output;
use crate::render::model::PageInput;
use crate::render::model::PageKind;

/// What the templates of written pages know as `page`.
#[derive(Debug, Serialize)]
struct Context<'a> {
    title: &'a str,
    description: &'a str,
    body: &'a str,
    working: &'a str,
    contents: Vec<Section<'a>>,
    authors: &'a [String],
    date: &'a Option<Date>,
    updated: &'a Option<Date>,
    tally: &'a Option<String>,
    rung: Option<u32>,
    ladder: Option<Neighbour<'a>>,
    previous: Option<Neighbour<'a>>,
    next: Option<Neighbour<'a>>,
    bibtex: Option<&'a str>,
    bibtex_href: Option<String>,
    /// On the home page and a ladder: the essays.
    essays: Vec<Listed<'a>>,
    /// Whether the text of a ladder leads to each of its rungs itself.
    described: bool,
}

/// A heading of the second level with those of the third below it.
#[derive(Debug, Serialize)]
struct Section<'a> {
    id: &'a str,
    html: &'a str,
    children: Vec<&'a Entry>,
}

/// A page beside this one.
#[derive(Debug, Serialize)]
struct Neighbour<'a> {
    href: String,
    title: &'a str,
    rung: Option<u32>,
}

fn sections(entries: &[Entry]) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for entry in entries {
        match (entry.level, sections.last_mut()) {
            (2, _) | (3, None) => {
                sections.push(Section { id: &entry.id, html: &entry.html, children: Vec::new() });
            }
            (3, Some(section)) => section.children.push(entry),
            _ => {}
        }
    }
    sections
}

/// The folder of an address, with its final slash.
pub(super) fn folder(address: &str) -> &str {
    let inner = address.trim_end_matches('/');
    &address[..inner.rfind('/').map_or(0, |slash| slash + 1)]
}

fn rung(page: &PageInput<'_>) -> Option<u32> {
    page.essay.front.rung.map(|(rung, _)| rung)
}

impl<'a> Whole<'a> {
    /// The page at `index`, and what lies beside it.
    pub(super) fn page(&self, index: usize, digests: &[Digest], sink: &mut Sink) -> Vec<Output> {
        let page = &self.input.pages[index];
        let digest = &digests[index];
        let article = html::article(self.scene(index), Medium::Page, sink);
        let needs = Needs {
            figures: page.figures.values().any(|figure| figure.svg.is_some()),
            explorer: page.figures.values().any(|figure| figure.explorer.is_some()),
            numbers: !article.working.is_empty(),
        };
        let (kind, template) = match page.kind {
            PageKind::Home => ("home", "home.html"),
            PageKind::Ladder => ("ladder", "ladder.html"),
            PageKind::Essay => ("essay", "essay.html"),
            PageKind::Page => ("page", "page.html"),
        };
        let mut head = self.frame.head(kind, &page.address, needs);
        head.title.clone_from(&digest.title_text);
        head.description.clone_from(&digest.description_text);
        let is_essay = page.kind == PageKind::Essay;
        let canonical = head.canonical.clone();
        let entry = is_essay.then(|| bibtex::entry(&self.input.site, page, digest, &canonical));
        if is_essay {
            head.og_type = "article";
            head.meta = metadata::citation(&self.input.site, digest, &canonical);
        }
        if let Some(rung) = rung(page) {
            head.image = self.base.absolute(&crate::render::card::address(Some(rung)));
            head.image_alt = format!("A ladder, with rung {rung} marked");
        }
        head.json_ld = metadata::json_ld(&self.input.site, page.kind, digest, &canonical);
        let essays = self.essays_on(page, digests);
        let context = Context {
            title: &article.title,
            description: &article.description,
            body: &article.body,
            working: &article.working,
            contents: sections(&article.contents),
            authors: &digest.authors,
            date: &digest.date,
            updated: &digest.updated,
            tally: &digest.tally,
            rung: rung(page),
            ladder: if is_essay { self.ladder(page, digests) } else { None },
            previous: self.neighbour(page, digests, true),
            next: self.neighbour(page, digests, false),
            bibtex: entry.as_deref(),
            bibtex_href: is_essay.then(|| self.base.href(&bibtex_address(&page.address))),
            described: leads_to_all(page, &essays),
            essays: essays.into_iter().map(|(_, listed)| listed).collect(),
        };
        let mut outputs = Vec::new();
        outputs.extend(self.fill_template(template, &head, &context, sink));
        outputs.extend(entry.map(|entry| Output {
            path: address::file_of(&bibtex_address(&page.address)),
            bytes: entry.into_bytes().into(),
            source: None,
        }));
        for output in &mut outputs {
            output.source = Some(page.essay.source);
        }
        outputs
    }

    /// What the page at `index` says of others, to tell whether that is as before.
    pub(super) fn beside(&self, index: usize, digests: &[Digest]) -> String {
        let page = &self.input.pages[index];
        let essays = self.essays_on(page, digests);
        let is_essay = page.kind == PageKind::Essay;
        let ladder = if is_essay { self.ladder(page, digests) } else { None };
        let neighbours = [true, false].map(|below| self.neighbour(page, digests, below));
        format!("{essays:?}{ladder:?}{neighbours:?}")
    }

    /// The essays that `page` lists.
    fn essays_on<'d>(
        &self,
        page: &PageInput<'_>,
        digests: &'d [Digest],
    ) -> Vec<(&'a str, Listed<'d>)> {
        match page.kind {
            PageKind::Home => self.listed(|_| true, digests),
            PageKind::Ladder => self.listed(
                |other| folder(&other.address) == page.address && rung(other).is_some(),
                digests,
            ),
            PageKind::Essay | PageKind::Page => Vec::new(),
        }
    }

    /// The ladder that `page` stands on.
    fn ladder<'d>(&self, page: &PageInput<'_>, digests: &'d [Digest]) -> Option<Neighbour<'d>> {
        let folder = folder(&page.address);
        let index = self
            .input
            .pages
            .iter()
            .position(|other| other.kind == PageKind::Ladder && other.address == folder)?;
        let href = self.base.href(folder);
        Some(Neighbour { href, title: &digests[index].title, rung: None })
    }

    /// The rung below or above, in the same folder.
    fn neighbour<'d>(
        &self,
        page: &PageInput<'_>,
        digests: &'d [Digest],
        below: bool,
    ) -> Option<Neighbour<'d>> {
        let own = rung(page)?;
        let folder_of = folder(&page.address);
        let beside = self.input.pages.iter().enumerate().filter_map(|(index, other)| {
            let there = rung(other)?;
            let wanted = if below { there < own } else { there > own };
            (wanted && folder(&other.address) == folder_of).then_some((there, index))
        });
        let (there, index) = if below { beside.max() } else { beside.min() }?;
        Some(Neighbour {
            href: self.base.href(&self.input.pages[index].address),
            title: &digests[index].title,
            rung: Some(there),
        })
    }
}

/// Whether the text of `page` has a link to each of `essays`.
fn leads_to_all(page: &PageInput<'_>, essays: &[(&str, Listed<'_>)]) -> bool {
    essays.iter().all(|(address, _)| {
        page.links.iter().flatten().any(|link| match link {
            crate::render::model::ResolvedLink::Internal { address: own, .. } => {
                own.split('#').next() == Some(address)
            }
            _ => false,
        })
    })
}

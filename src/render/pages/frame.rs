//! The frame around every page: what all pages share, and what each says of itself to machines.

use serde::Serialize;

use super::KATEX;
use crate::render::address::Base;
use crate::render::katex_assets;
use crate::render::model::SiteInput;

/// What every template knows as `site`.
#[derive(Clone, Debug, Serialize)]
pub(in crate::render) struct SiteContext {
    title: String,
    description: String,
    language: String,
    licence: String,
    licence_href: Option<String>,
    version: String,
    sources: String,
    sources_short: String,
    home: String,
    pub(in crate::render) feed: Option<String>,
    favicon: String,
    nav: Vec<Link>,
}

/// A link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(in crate::render) struct Link {
    pub(in crate::render) title: String,
    pub(in crate::render) href: String,
}

/// What every template knows as `head`.
#[derive(Clone, Debug, Default, Serialize)]
pub(in crate::render) struct Head {
    /// The address under the base path; not for templates.
    #[serde(skip)]
    pub(in crate::render) address: String,
    pub(in crate::render) kind: &'static str,
    /// Plain text.
    pub(in crate::render) title: String,
    pub(in crate::render) description: String,
    pub(in crate::render) href: String,
    pub(in crate::render) canonical: String,
    /// Whether search engines are to list the page.
    pub(in crate::render) index: bool,
    /// Of Open Graph.
    #[serde(rename = "type")]
    pub(in crate::render) og_type: &'static str,
    pub(in crate::render) image: String,
    pub(in crate::render) image_alt: String,
    pub(in crate::render) styles: Vec<String>,
    pub(in crate::render) scripts: Vec<String>,
    pub(in crate::render) meta: Vec<Meta>,
    pub(in crate::render) json_ld: Option<String>,
}

/// A `<meta name content>`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(in crate::render) struct Meta {
    pub(in crate::render) name: &'static str,
    pub(in crate::render) content: String,
}

/// What a page needs beside the style sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::render) struct Needs {
    /// Figures stand on it.
    pub(in crate::render) figures: bool,
    /// One of them can be explored.
    pub(in crate::render) explorer: bool,
    /// It has numbers with workings.
    pub(in crate::render) numbers: bool,
}

/// Makes heads.
#[derive(Clone, Debug)]
pub(in crate::render) struct Frame {
    pub(in crate::render) site: SiteContext,
    base: Base,
    /// What follows an asset's address, so that a browser does not keep an old one.
    version: String,
    preview_script: Option<String>,
}

impl Frame {
    pub(in crate::render) fn new(input: &SiteInput<'_>, base: &Base) -> Self {
        let site = &input.site;
        let short: String = site.sources.chars().take(8).collect();
        let version = if short.is_empty() { String::new() } else { format!("?v={short}") };
        let any_claim = input.pages.iter().any(|page| !page.claims.is_empty());
        let any_figure = input.pages.iter().any(|page| !page.figures.is_empty());
        let any_correction = input
            .pages
            .iter()
            .any(|page| page.essay.blocks.iter().any(|block| block.corrects.is_some()));
        let nav = [
            ("Claims", "/claims/", any_claim),
            ("Figures", "/figures/", any_figure),
            ("Corrections", "/corrections/", any_correction),
            ("Search", "/search/", !input.pages.is_empty()),
        ]
        .into_iter()
        .filter(|(_, _, there)| *there)
        .map(|(title, address, _)| Link { title: title.to_owned(), href: base.href(address) })
        .collect();
        let is_address =
            site.licence.starts_with("https://") || site.licence.starts_with("http://");
        Self {
            site: SiteContext {
                title: site.title.clone(),
                description: site.description.clone(),
                language: site.language.clone(),
                licence: site.licence.clone(),
                licence_href: is_address.then(|| site.licence.clone()),
                version: site.version.clone(),
                sources: site.sources.clone(),
                sources_short: short,
                home: base.href("/"),
                feed: (site.feed_entries > 0).then(|| base.href("/atom.xml")),
                favicon: base.href("/favicon.svg"),
                nav,
            },
            base: base.clone(),
            version,
            preview_script: site.preview_script.clone(),
        }
    }

    /// The href of a file of the theme.
    fn asset(&self, name: &str) -> String {
        format!("{}{}", self.base.href(&format!("/{name}")), self.version)
    }

    /// The head of the page at `address`, listed by search engines, with what it `needs`.
    pub(in crate::render) fn head(&self, kind: &'static str, address: &str, needs: Needs) -> Head {
        let mut styles = Vec::new();
        if katex_assets::kind() == katex_assets::Kind::Embedded {
            styles.push(self.asset(&format!("{KATEX}/katex.css")));
        }
        if needs.figures {
            styles.push(self.asset("figures.css"));
        }
        styles.push(self.asset("style.css"));
        let scripts = [
            ("numbers.js", needs.numbers),
            ("explore.js", needs.explorer),
            ("register.js", kind == "claims"),
            ("search.js", kind == "search"),
        ];
        let mut scripts: Vec<String> = scripts
            .iter()
            .filter(|(_, wanted)| *wanted)
            .map(|(name, _)| self.asset(name))
            .collect();
        scripts.extend(self.preview_script.clone());
        Head {
            address: address.to_owned(),
            kind,
            title: String::new(),
            description: String::new(),
            href: self.base.href(address),
            canonical: self.base.absolute(address),
            index: true,
            og_type: "website",
            image: self.base.absolute("/card.png"),
            image_alt: "A ladder".to_owned(),
            styles,
            scripts,
            meta: Vec::new(),
            json_ld: None,
        }
    }
}

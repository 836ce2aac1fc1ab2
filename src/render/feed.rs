//! The Atom feed, with whole essays in it.
//!
//! Formulas are MathML alone, links and pictures carry the whole address, nothing needs a script.
//! No clock is read: the feed is as new as its newest essay.
//!
//! Source: RFC 4287, *The Atom Syndication Format*, 2005.

use rayon::prelude::*;

use crate::diagnostics::Sink;
use crate::render::escape;
use crate::render::html;
use crate::render::html::Medium;
use crate::render::model::Output;
use crate::render::pages::KeptPage;
use crate::render::pages::PageDigest;
use crate::render::pages::Whole;

/// `atom.xml` with the newest essays, if the site wants a feed.
pub(super) fn atom(site: &Whole<'_>, digests: &[PageDigest], kept: &[KeptPage]) -> Option<Output> {
    let facts = &site.input.site;
    if facts.feed_entries == 0 {
        return None;
    }
    let mut entries: Vec<(&str, usize)> = (0..digests.len())
        .filter(|&index| site.is_essay(index))
        .filter_map(|index| Some((digests[index].date.as_ref()?.machine.as_str(), index)))
        .collect();
    // Newest first, of one day in the order of addresses.
    entries.sort_by_key(|&(date, index)| {
        (std::cmp::Reverse(date), site.input.pages[index].address.as_str())
    });
    entries.truncate(facts.feed_entries);
    entries.par_iter().for_each(|&(_, index)| {
        kept[index].feed.get_or_init(|| content(site, index));
    });
    let newest = entries.iter().map(|&(_, index)| changed(&digests[index])).max();

    let mut out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    out.push_str("<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"");
    escape::attribute(&facts.language, &mut out);
    out.push_str("\">\n");
    element("title", &facts.title, &mut out);
    if !facts.description.is_empty() {
        element("subtitle", &facts.description, &mut out);
    }
    let home = site.base.absolute("/");
    element("id", &home, &mut out);
    link("alternate", "text/html", &home, &mut out);
    link("self", "application/atom+xml", &site.base.absolute("/atom.xml"), &mut out);
    element("updated", &moment(newest.unwrap_or("1970-01-01")), &mut out);
    authors(&facts.authors, &facts.title, &mut out);
    if !facts.licence.is_empty() {
        element("rights", &facts.licence, &mut out);
    }
    out.push_str("<generator version=\"");
    escape::attribute(&facts.version, &mut out);
    out.push_str("\">Rung</generator>\n");
    for (date, index) in entries {
        let digest = &digests[index];
        let address = site.base.absolute(&site.input.pages[index].address);
        out.push_str("<entry>\n");
        element("title", &digest.title_text, &mut out);
        element("id", &address, &mut out);
        link("alternate", "text/html", &address, &mut out);
        element("published", &moment(date), &mut out);
        element("updated", &moment(changed(digest)), &mut out);
        if !digest.authors.is_empty() && digest.authors != facts.authors {
            authors(&digest.authors, "", &mut out);
        }
        if !digest.description_text.is_empty() {
            element("summary", &digest.description_text, &mut out);
        }
        out.push_str("<content type=\"html\">");
        out.push_str(kept[index].feed.get_or_init(|| content(site, index)));
        out.push_str("</content>\n</entry>\n");
    }
    out.push_str("</feed>\n");
    Some(Output::text("atom.xml", out))
}

/// The text of the page at `index`, escaped.
fn content(site: &Whole<'_>, index: usize) -> String {
    // Mistakes in it were reported when the page was drawn.
    let article = html::article(site.scene(index), Medium::Feed, &mut Sink::default());
    let mut out = String::new();
    escape::text(&article.body, &mut out);
    out
}

/// The day of the last change.
fn changed(digest: &PageDigest) -> &str {
    let day = digest.updated.as_ref().or(digest.date.as_ref());
    day.map_or("1970-01-01", |date| date.machine.as_str())
}

/// A day as the moment at which it begins.
fn moment(day: &str) -> String {
    format!("{day}T00:00:00Z")
}

fn element(name: &str, content: &str, out: &mut String) {
    out.push_str(&format!("<{name}>"));
    escape::text(content, out);
    out.push_str(&format!("</{name}>\n"));
}

fn link(rel: &str, kind: &str, href: &str, out: &mut String) {
    out.push_str(&format!("<link rel=\"{rel}\" type=\"{kind}\" href=\""));
    escape::attribute(href, out);
    out.push_str("\"/>\n");
}

/// The authors, or `fallback` where there are none: a feed must name one.
fn authors(names: &[String], fallback: &str, out: &mut String) {
    let fallback = [fallback.to_owned()];
    for name in if names.is_empty() { &fallback[..] } else { names } {
        out.push_str("<author><name>");
        escape::text(name, out);
        out.push_str("</name></author>\n");
    }
}

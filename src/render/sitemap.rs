//! Files for search engines.

use crate::render::address;
use crate::render::escape;
use crate::render::model::Output;
use crate::render::pages::Whole;

/// `sitemap.xml`, with every page that may be listed, and `robots.txt`, which names it.
pub(super) fn files(site: &Whole<'_>) -> Vec<Output> {
    let mut pages: Vec<(String, Option<&str>)> = Vec::new();
    let (mut claims, mut figures, mut corrections) = (false, false, false);
    for page in &site.input.pages {
        let front = &page.essay.front;
        let day = front.updated.as_ref().or(front.date.as_ref()).map(|day| day.text.as_str());
        pages.push((page.address.clone(), day));
        pages.extend(page.claims.values().map(|claim| (address::of_claim(&claim.name), day)));
        pages.extend(page.figures.values().map(|figure| (address::of_figure(&figure.name), day)));
        claims |= !page.claims.is_empty();
        figures |= !page.figures.is_empty();
        corrections |= page.essay.blocks.iter().any(|block| block.corrects.is_some());
    }
    let registers = [("/claims/", claims), ("/figures/", figures), ("/corrections/", corrections)];
    pages.extend(
        registers.iter().filter(|(_, there)| *there).map(|(page, _)| ((*page).to_owned(), None)),
    );
    pages.sort();
    pages.dedup();
    let mut map = String::from(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for (page, day) in pages {
        map.push_str("<url><loc>");
        escape::text(&site.base.absolute(&page), &mut map);
        map.push_str("</loc>");
        if let Some(day) = day {
            map.push_str(&format!("<lastmod>{day}</lastmod>"));
        }
        map.push_str("</url>\n");
    }
    map.push_str("</urlset>\n");
    let robots =
        format!("User-agent: *\nAllow: /\nSitemap: {}\n", site.base.absolute("/sitemap.xml"));
    let file = |path: &str, text: String| Output {
        path: path.to_owned(),
        bytes: text.into_bytes().into(),
        source: None,
    };
    vec![file("sitemap.xml", map), file("robots.txt", robots)]
}

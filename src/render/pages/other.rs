//! Pages that no author writes: search, what is not there, what has moved.

use serde::Serialize;

use super::Whole;
use super::frame::Needs;
use crate::diagnostics::Sink;
use crate::render::model::Output;

#[derive(Debug, Serialize)]
struct Search {
    index_href: String,
}

#[derive(Debug, Serialize)]
struct Moved<'a> {
    title: &'a str,
    href: String,
    canonical: String,
}

impl Whole<'_> {
    /// The page for searching, the page for what is not there, and one for each old address.
    pub(super) fn others(&self, sink: &mut Sink) -> Vec<Output> {
        let mut outputs = Vec::new();
        let mut head = self.frame.head("search", "/search/", Needs::default());
        head.title = "Search".to_owned();
        head.index = false;
        let search = Search { index_href: self.base.href("/search.json") };
        outputs.extend(self.fill_template("search.html", &head, &search, sink));

        let mut head = self.frame.head("404", "/404.html", Needs::default());
        head.title = "There is no such page".to_owned();
        head.index = false;
        let nothing: [(); 0] = [];
        outputs.extend(self.fill_template("404.html", &head, &nothing, sink));

        for (from, to) in &self.input.aliases {
            let head = self.frame.head("redirect", from, Needs::default());
            let address = to.split('#').next().unwrap_or_default();
            let page = self.input.pages.iter().find(|page| page.address == address);
            let title = page.map_or_else(String::new, |page| self.digest(page).title_text);
            let moved = Moved {
                title: if title.is_empty() { to } else { &title },
                href: self.base.href(to),
                canonical: self.base.absolute(to),
            };
            outputs.extend(self.fill_template("redirect.html", &head, &moved, sink));
        }
        outputs
    }
}

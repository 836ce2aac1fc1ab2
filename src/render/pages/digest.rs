//! What other pages say of a page: its title, its description, its dates.

use serde::Serialize;

use super::Whole;
use super::tally;
use crate::audit::MONTHS;
use crate::render::html;
use crate::render::html::Medium;
use crate::render::html::Scene;
use crate::render::model::PageInput;
use crate::render::text;

/// A page in a listing.
#[derive(Clone, Debug, Default)]
pub(in crate::render) struct Digest {
    /// The title, as HTML that may stand in a link.
    pub(in crate::render) title: String,
    /// The title as text.
    pub(in crate::render) title_text: String,
    /// The description as HTML that may stand in a link.
    pub(in crate::render) description: String,
    /// The description as text.
    pub(in crate::render) description_text: String,
    pub(in crate::render) date: Option<Date>,
    pub(in crate::render) updated: Option<Date>,
    pub(in crate::render) authors: Vec<String>,
    /// How many claims in which state.
    pub(in crate::render) tally: Option<String>,
}

/// A date for readers and machines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(in crate::render) struct Date {
    /// `2026-11-29`
    pub(in crate::render) machine: String,
    /// `29 November 2026`
    pub(in crate::render) text: String,
}

impl Date {
    /// Reads `2026-11-29`, which the essay's reader has checked.
    pub(in crate::render) fn new(machine: &str) -> Self {
        let mut parts = machine.split('-');
        let year = parts.next().unwrap_or_default();
        let month = parts.next().and_then(|part| part.parse::<usize>().ok());
        let day = parts.next().map(|part| part.trim_start_matches('0'));
        let month = month.and_then(|month| MONTHS.get(month.checked_sub(1)?));
        let text = match (day, month) {
            (Some(day), Some(month)) => format!("{day} {month} {year}"),
            _ => machine.to_owned(),
        };
        Self { machine: machine.to_owned(), text }
    }
}

impl Whole<'_> {
    /// What other pages say of `page`.
    pub(super) fn digest(&self, page: &PageInput<'_>) -> Digest {
        let scene = Scene { page, math: self.math, base: self.base };
        let front = &page.essay.front;
        let html = |fragment: &Option<crate::essay::Fragment>| {
            fragment
                .as_ref()
                .map_or_else(String::new, |fragment| html::inline(scene, Medium::Label, fragment))
        };
        let plain = |fragment: &Option<crate::essay::Fragment>| {
            fragment
                .as_ref()
                .map_or_else(String::new, |fragment| text::of_fragment(scene, fragment))
        };
        let authors = if front.authors.is_empty() {
            self.input.site.authors.clone()
        } else {
            front.authors.iter().map(|author| author.text.clone()).collect()
        };
        Digest {
            title: html(&front.title),
            title_text: plain(&front.title),
            description: html(&front.description),
            description_text: plain(&front.description),
            date: front.date.as_ref().map(|date| Date::new(&date.text)),
            updated: front.updated.as_ref().map(|date| Date::new(&date.text)),
            authors,
            tally: tally(page.claims.values()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Date;

    #[test]
    fn dates_are_written_out() {
        assert_eq!(Date::new("2026-11-09").text, "9 November 2026");
        assert_eq!(Date::new("soon").text, "soon");
    }
}

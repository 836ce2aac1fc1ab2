//! Lists of essays.

use serde::Serialize;

use super::Whole;
use super::digest::Date;
use super::digest::Digest;
use crate::render::model::PageInput;
use crate::render::model::PageKind;

/// An essay in a list.
#[derive(Debug, Serialize)]
pub(super) struct Listed<'a> {
    href: String,
    title: &'a str,
    description: &'a str,
    date: &'a Option<Date>,
    rung: Option<u32>,
    tally: &'a Option<String>,
}

impl<'a> Whole<'a> {
    /// The essays that `wanted` picks, each with its address: rungs in their order folder by
    /// folder, then the others, newest first.
    pub(super) fn listed<'d>(
        &self,
        wanted: impl Fn(&PageInput<'_>) -> bool,
        digests: &'d [Digest],
    ) -> Vec<(&'a str, Listed<'d>)> {
        self.in_order(digests)
            .into_iter()
            .filter(|&index| {
                let page = &self.input.pages[index];
                page.kind == PageKind::Essay && wanted(page)
            })
            .map(|index| {
                let (page, digest) = (&self.input.pages[index], &digests[index]);
                let listed = Listed {
                    href: self.base.href(&page.address),
                    title: &digest.title,
                    description: &digest.description,
                    date: &digest.date,
                    rung: page.essay.front.rung.map(|(rung, _)| rung),
                    tally: &digest.tally,
                };
                (page.address.as_str(), listed)
            })
            .collect()
    }

    /// The indices of all pages in the order in which they are listed.
    pub(in crate::render) fn in_order(&self, digests: &[Digest]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.input.pages.len()).collect();
        let key = |index: usize| {
            let page = &self.input.pages[index];
            let rung = page.essay.front.rung.map_or(u32::MAX, |(rung, _)| rung);
            let folder = if rung == u32::MAX { "" } else { super::essay::folder(&page.address) };
            let date = digests[index].date.as_ref().map_or("", |date| date.machine.as_str());
            (rung == u32::MAX, folder, rung, std::cmp::Reverse(date), page.address.as_str())
        };
        order.sort_by(|a, b| key(*a).cmp(&key(*b)));
        order
    }
}

//! What an earlier account held, and what is so.

use serde::Serialize;

use super::Whole;
use super::digest::Digest;
use super::frame::Needs;
use crate::diagnostics::Sink;
use crate::render::address;
use crate::render::html;
use crate::render::html::Medium;
use crate::render::model::Output;
use crate::render::words;

#[derive(Debug, Serialize)]
struct Page<'a> {
    corrections: Vec<Correction<'a>>,
}

#[derive(Debug, Serialize)]
struct Correction<'a> {
    name: &'a str,
    href: String,
    label: String,
    corrects: String,
    statement: String,
    phrase: &'static str,
    word: &'static str,
    sentence: String,
    finding: Option<&'a str>,
    essay: &'a str,
    place_href: String,
}

impl Whole<'_> {
    /// The page of corrections, if there is one.
    pub(super) fn corrections(&self, digests: &[Digest], sink: &mut Sink) -> Option<Output> {
        let corrections: Vec<Correction<'_>> = self
            .each_claim(digests)
            .into_iter()
            .filter_map(|(index, block, view)| {
                let corrects = block.corrects.as_ref()?;
                let state = words::state(&view.state);
                Some(Correction {
                    name: &view.name,
                    href: self.base.href(&address::of_claim(&view.name)),
                    label: words::label(block),
                    corrects: html::inline(self.scene(index), Medium::Excerpt, corrects),
                    statement: self.statement(index, block),
                    phrase: state.phrase,
                    word: state.word,
                    sentence: words::capitalised(&words::sentence(&view.state, &view.cases)),
                    finding: words::finding(view),
                    essay: &digests[index].title,
                    place_href: self.place_href(index, block),
                })
            })
            .collect();
        if corrections.is_empty() {
            return None;
        }
        let mut head = self.frame.head("corrections", "/corrections/", Needs::default());
        head.title = "Corrections".to_owned();
        head.description = "What an earlier account held, and what is so.".to_owned();
        self.fill_template("corrections.html", &head, &Page { corrections }, sink)
    }
}

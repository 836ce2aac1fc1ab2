//! Footnotes, which need no script: numbered as they are referred to, gathered at the end.

use super::Medium;
use super::Writer;

/// The footnotes of a page.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// Their labels, in the order of the numbers: as they were referred to, then as they stand.
    labels: Vec<String>,
    /// How often each was referred to.
    references: Vec<usize>,
    /// The text of each, by label.
    texts: Vec<(String, String)>,
    /// The page's text while a note is being written, and the note's label.
    outside: Option<(String, String)>,
}

impl Notes {
    /// The place of `label` in the order, from 0.
    fn place(&mut self, label: &str) -> usize {
        self.labels.iter().position(|own| own == label).unwrap_or_else(|| {
            self.labels.push(label.to_owned());
            self.references.push(0);
            self.labels.len() - 1
        })
    }
}

impl Writer<'_, '_> {
    /// Writes the mark that refers to a footnote.
    pub(super) fn note_reference(&mut self, label: &str) {
        if self.medium == Medium::Label {
            return;
        }
        let place = self.notes.place(label);
        self.notes.references[place] += 1;
        let (number, time) = (place + 1, self.notes.references[place]);
        self.out.push_str("<sup class=\"note\">");
        if self.is_page() {
            let again = if time == 1 { String::new() } else { format!("-{time}") };
            self.out.push_str(&format!(
                "<a id=\"_r{number}{again}\" href=\"#_f{number}\" role=\"doc-noteref\">{number}</a>"
            ));
        } else {
            self.out.push_str(&number.to_string());
        }
        self.out.push_str("</sup>");
    }

    /// Begins the text of a footnote: what follows is kept aside.
    pub(super) fn note_start(&mut self, label: &str) {
        self.notes.outside = Some((std::mem::take(&mut self.out), label.to_owned()));
    }

    /// Ends it.
    pub(super) fn note_end(&mut self) {
        if let Some((outside, label)) = self.notes.outside.take() {
            let text = std::mem::replace(&mut self.out, outside);
            self.notes.texts.push((label, text));
        }
    }

    /// Writes the footnotes.
    pub(super) fn footnotes(&mut self) {
        if self.notes.texts.is_empty() {
            return;
        }
        let texts = std::mem::take(&mut self.notes.texts);
        for (label, _) in &texts {
            self.notes.place(label);
        }
        self.out.push_str("<section class=\"notes\" role=\"doc-endnotes\">\n<h2");
        self.push_id("_notes");
        self.out.push_str(">Notes</h2>\n<ol>\n");
        for place in 0..self.notes.labels.len() {
            let label = &self.notes.labels[place];
            let Some((_, text)) = texts.iter().find(|(own, _)| own == label) else { continue };
            let number = place + 1;
            self.out.push_str("<li");
            self.push_id(&format!("_f{number}"));
            self.out.push('>');
            let text = text.trim_end();
            let back = if self.is_page() && self.notes.references[place] > 0 {
                format!(
                    " <a href=\"#_r{number}\" role=\"doc-backlink\" \
                     aria-label=\"Back to the text of note {number}\">↩</a>"
                )
            } else {
                String::new()
            };
            match text.strip_suffix("</p>") {
                Some(text) => self.out.push_str(&format!("{text}{back}</p>")),
                None => self.out.push_str(&format!("{text}{back}")),
            }
            self.out.push_str("</li>\n");
        }
        self.out.push_str("</ol>\n</section>\n");
    }
}

//! Gathers the text of one paragraph while the events of the Markdown parser go by.

use std::ops::Range;

use crate::diagnostics::SourceId;
use crate::diagnostics::Span;
use crate::essay::model::Context;
use crate::essay::model::INSET;
use crate::essay::model::Inset;
use crate::essay::model::LinkId;
use crate::essay::model::Paragraph;
use crate::essay::model::Piece;

/// A paragraph under construction.
#[derive(Debug)]
pub(crate) struct Draft {
    context: Context,
    text: String,
    pieces: Vec<Piece>,
    insets: Vec<(usize, Inset)>,
    links: Vec<(Range<usize>, LinkId)>,
    open_links: Vec<(usize, LinkId)>,
    emphasis: Vec<Range<usize>>,
    open_emphasis: Vec<usize>,
}

impl Draft {
    /// An empty paragraph.
    pub(crate) fn new(context: Context) -> Self {
        Self {
            context,
            text: String::new(),
            pieces: Vec::new(),
            insets: Vec::new(),
            links: Vec::new(),
            open_links: Vec::new(),
            emphasis: Vec::new(),
            open_emphasis: Vec::new(),
        }
    }

    /// Adds `text`, which the parser made of the bytes `range` of the source.
    pub(crate) fn push(&mut self, text: &str, range: Range<usize>) {
        if text.is_empty() {
            return;
        }
        let at = self.text.len();
        self.text.push_str(text);
        let source_len = range.len();
        if let Some(last) = self.pieces.last_mut()
            && last.len == last.source_len
            && source_len == text.len()
            && last.source + last.len == range.start
        {
            last.len += source_len;
            last.source_len += source_len;
            return;
        }
        self.pieces.push(Piece { at, len: text.len(), source: range.start, source_len });
    }

    /// Adds something that is not text.
    pub(crate) fn inset(&mut self, inset: Inset, range: Range<usize>) {
        let at = self.text.len();
        self.insets.push((at, inset));
        self.text.push(INSET);
        let len = INSET.len_utf8();
        self.pieces.push(Piece { at, len, source: range.start, source_len: range.len() });
    }

    /// Opens a link at the end of the text so far.
    pub(crate) fn open_link(&mut self, link: LinkId) {
        self.open_links.push((self.text.len(), link));
    }

    /// Closes the innermost link.
    pub(crate) fn close_link(&mut self) {
        if let Some((start, link)) = self.open_links.pop() {
            self.links.push((start..self.text.len(), link));
        }
    }

    /// Opens an emphasised stretch.
    pub(crate) fn open_emphasis(&mut self) {
        self.open_emphasis.push(self.text.len());
    }

    /// Closes the innermost emphasised stretch.
    pub(crate) fn close_emphasis(&mut self) {
        if let Some(start) = self.open_emphasis.pop() {
            self.emphasis.push(start..self.text.len());
        }
    }

    /// Whether nothing was added yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.links.is_empty()
    }

    /// The text so far.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// What its insets stand for so far.
    pub(crate) fn insets(&self) -> &[(usize, Inset)] {
        &self.insets
    }

    /// The finished paragraph, which stands in this quotation.
    pub(crate) fn finish(mut self, source: SourceId, quotation: Option<usize>) -> Paragraph {
        self.links.sort_by_key(|(range, _)| range.start);
        self.emphasis.sort_by_key(|range| range.start);
        self.text.shrink_to_fit();
        self.pieces.shrink_to_fit();
        self.insets.shrink_to_fit();
        let start = self.pieces.first().map_or(0, |piece| piece.source);
        let end = self.pieces.last().map_or(start, |piece| piece.source + piece.source_len);
        Paragraph {
            context: self.context,
            span: Span::new(source, start..end),
            quotation,
            text: self.text,
            pieces: self.pieces,
            insets: self.insets,
            links: self.links,
            emphasis: self.emphasis,
        }
    }
}

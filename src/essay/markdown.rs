//! Walks the events of the Markdown parser and takes out what is ours.
//!
//! Bindings, formulas, links, headings and live blocks are given to their own files; everything
//! else becomes an item as it is. What stands between two block boundaries is one paragraph.

use std::ops::Range;

use pulldown_cmark::CodeBlockKind;
use pulldown_cmark::CowStr;
use pulldown_cmark::Event;
use pulldown_cmark::Options;
use pulldown_cmark::Parser;
use pulldown_cmark::Tag;
use pulldown_cmark::TagEnd;

use crate::diagnostics::Code;
use crate::essay::binding;
use crate::essay::builder::Builder;
use crate::essay::builder::cut;
use crate::essay::fence;
use crate::essay::formula;
use crate::essay::formula_beside;
use crate::essay::heading;
use crate::essay::link;
use crate::essay::lost;
use crate::essay::model::Context;
use crate::essay::model::Fragment;
use crate::essay::model::Inset;
use crate::essay::model::Item;
use crate::essay::model::ItemKind;
use crate::essay::model::LinkId;
use crate::essay::paragraph::Draft;

/// What a fragment may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    /// The body of a page: everything.
    Body,
    /// The text of a theorem or proof: everything but headings.
    Argument,
    /// The statement of a claim: no headings, no live blocks.
    Statement,
    /// A title, a caption: one paragraph.
    Line,
}

impl Rules {
    /// The rules of a body.
    pub(crate) const BODY: Self = Self::Body;
}

/// The extensions of CommonMark that essays are written in.
fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_SMART_PUNCTUATION
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_MATH
}

/// An event with its bytes, counted from the start of the fragment.
pub(crate) type Placed<'t> = (Event<'t>, Range<usize>);

/// Parses the bytes `range` of the page as Markdown.
pub(crate) fn fragment(
    builder: &mut Builder<'_>,
    range: Range<usize>,
    context: Context,
    rules: Rules,
) -> Fragment {
    let text = builder.cut(range.clone());
    stand_in(builder, text, range.start, (context, rules))
}

/// Parses `text`, which stands in for as many bytes of the page from `base` on: of a quoted value
/// of the front matter, each `''` is there as `\'`.
pub(crate) fn stand_in(
    builder: &mut Builder<'_>,
    text: &str,
    base: usize,
    (context, rules): (Context, Rules),
) -> Fragment {
    let parser = Parser::new_ext(text, options());
    let definitions: Vec<lost::Definition> = parser
        .reference_definitions()
        .iter()
        .map(|(label, definition)| lost::Definition {
            label: label.to_owned(),
            range: definition.span.clone(),
            binds: definition.dest.starts_with('='),
        })
        .collect();
    let events: Vec<Placed<'_>> = parser.into_offset_iter().collect();
    let mut walker = Walker {
        builder,
        text,
        base,
        context,
        rules,
        items: Vec::with_capacity(events.len()),
        draft: Draft::new(context),
        depth: 0,
        footnotes: 0,
        quotations: (0, 0),
        place: None,
        columns: 0,
        links: Vec::new(),
        used: Vec::new(),
        breaks_line: true,
    };
    lost::gaps(&mut walker, &events, &definitions);
    lost::footnotes(&mut walker, &events);
    let mut index = 0;
    while index < events.len() {
        index = walker.step(&events, index);
    }
    walker.close_paragraph();
    lost::unused(&mut walker, &definitions);
    let mut items = walker.items;
    items.shrink_to_fit();
    let span = builder.span(base..base + text.len());
    Fragment { span: Some(span), items }
}

/// The state of a walk over the events of one fragment.
pub(crate) struct Walker<'w, 'a, 't> {
    /// The essay under construction.
    pub(crate) builder: &'w mut Builder<'a>,
    /// The text of the fragment.
    pub(crate) text: &'t str,
    /// Where it begins in the page.
    pub(crate) base: usize,
    /// Where the fragment stands.
    context: Context,
    /// What it may hold.
    pub(crate) rules: Rules,
    /// What was made of it so far.
    items: Vec<Item>,
    /// The paragraph being gathered.
    pub(crate) draft: Draft,
    /// How many lists, quotations and footnotes are open.
    depth: usize,
    /// How many footnotes are open.
    footnotes: usize,
    /// How many quotations are open, and the number of the outermost.
    quotations: (usize, usize),
    /// The heading or cell that is open.
    place: Option<Context>,
    /// How many columns the open table has.
    columns: usize,
    /// The links that are open, the innermost last.
    pub(crate) links: Vec<LinkId>,
    /// Labels of the reference definitions that a link used.
    pub(crate) used: Vec<String>,
    /// Whether the next text begins a line of its paragraph.
    breaks_line: bool,
}

impl<'t> Walker<'_, '_, 't> {
    /// Where in the page the bytes `range` of the fragment stand.
    pub(crate) fn absolute(&self, range: &Range<usize>) -> Range<usize> {
        self.base + range.start..self.base + range.end
    }

    /// The bytes `range` of the fragment.
    pub(crate) fn raw(&self, range: &Range<usize>) -> &'t str {
        cut(self.text, range.clone())
    }

    /// Where in the essay the walk is.
    pub(crate) fn context(&self) -> Context {
        match self.place {
            Some(place) => place,
            None if self.footnotes > 0 => Context::Footnote,
            None => self.context,
        }
    }

    /// The quotation that is open.
    fn quotation(&self) -> Option<usize> {
        (self.quotations.0 > 0).then_some(self.quotations.1)
    }

    /// The index that the paragraph being gathered will have.
    pub(crate) fn paragraph(&self) -> usize {
        self.builder.essay.paragraphs.len()
    }

    /// Adds an item.
    pub(crate) fn item(&mut self, kind: ItemKind, range: &Range<usize>) {
        let span = self.builder.span(self.absolute(range));
        self.items.push(Item { kind, span });
    }

    /// The last item so far.
    pub(crate) fn last_item(&self) -> Option<&ItemKind> {
        self.items.last().map(|item| &item.kind)
    }

    /// Adds an error at the bytes `range` of the fragment.
    pub(crate) fn error(&mut self, code: Code, range: &Range<usize>, message: String, help: &str) {
        let range = self.absolute(range);
        self.builder.error(code, range, message, help);
    }

    /// Passes an event on as it is.
    fn pass(&mut self, event: &Event<'t>, range: &Range<usize>) {
        self.item(ItemKind::Markdown(event.clone().into_static()), range);
    }

    /// Ends the paragraph being gathered.
    pub(crate) fn close_paragraph(&mut self) {
        self.breaks_line = true;
        if self.draft.is_empty() {
            self.draft = Draft::new(self.context());
            return;
        }
        let context = self.context();
        let draft = std::mem::replace(&mut self.draft, Draft::new(context));
        let paragraph = draft.finish(self.builder.essay.source, self.quotation());
        binding::check_neighbours(self.builder, &paragraph);
        formula_beside::check(self.builder, &paragraph);
        lost::check_text(self.builder, &paragraph);
        self.builder.essay.paragraphs.push(paragraph);
    }

    /// Handles the event at `index` and returns the index of the next one to handle.
    fn step(&mut self, events: &[Placed<'t>], index: usize) -> usize {
        let Some((event, range)) = events.get(index) else { return index + 1 };
        match event {
            Event::Start(tag) => return self.start(events, index, tag),
            Event::End(tag) => self.end(*tag, event, range),
            Event::Text(text) => self.text(text, range),
            Event::Code(code) => {
                if !binding::computed(self, code, range) {
                    self.draft.inset(Inset::Code, self.absolute(range));
                    self.pass(event, range);
                }
            }
            Event::InlineMath(tex) => formula::inline(self, tex, range),
            Event::DisplayMath(tex) => formula::display(self, tex, range),
            Event::Html(_) | Event::InlineHtml(_) => lost::html(self, range),
            Event::FootnoteReference(_) => {
                self.draft.inset(Inset::Footnote, self.absolute(range));
                self.pass(event, range);
            }
            Event::SoftBreak | Event::HardBreak => {
                let absolute = self.absolute(range);
                self.draft.push(" ", absolute);
                self.breaks_line = true;
                self.pass(event, range);
            }
            Event::Rule => {
                self.close_paragraph();
                self.only_paragraphs(range, "a rule");
                self.pass(event, range);
            }
            Event::TaskListMarker(_) => self.pass(event, range),
        }
        index + 1
    }

    /// Handles text.
    fn text(&mut self, text: &CowStr<'t>, range: &Range<usize>) {
        let raw = self.raw(range);
        let from = range.start;
        if formula::label(self, raw, range) {
            return;
        }
        if raw.contains('$') {
            lost::dollars(self, raw, from);
        }
        if self.breaks_line {
            lost::bars(self, raw, range);
            self.breaks_line = false;
        }
        let absolute = self.absolute(range);
        // In a quoted value of the front matter `''` was made `\'`, and the backslash is no text.
        let apostrophe = (self.base > 0 && raw.starts_with('\''))
            && cut(self.text, from.saturating_sub(1)..from) == "\\"
            && self.builder.cut(absolute.start - 1..absolute.start) == "'";
        if apostrophe {
            let opens = self.draft.text().chars().next_back().is_none_or(char::is_whitespace);
            let quote = if opens { "‘" } else { "’" };
            self.draft.push(quote, absolute.start - 1..absolute.start + 1);
            let rest = raw.get(1..).unwrap_or("");
            self.draft.push(rest, absolute.start + 1..absolute.end);
            let event = Event::Text(CowStr::from(format!("{quote}{rest}")));
            self.item(ItemKind::Markdown(event), &(from - 1..range.end));
            return;
        }
        self.draft.push(text, absolute);
        self.item(ItemKind::Markdown(Event::Text(text.clone().into_static())), range);
    }

    /// Handles the start of something.
    fn start(&mut self, events: &[Placed<'t>], index: usize, tag: &Tag<'t>) -> usize {
        let Some((event, range)) = events.get(index) else { return index + 1 };
        match tag {
            Tag::Link { .. } | Tag::Image { .. } => return link::start(self, events, index),
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough => {
                self.draft.open_emphasis();
                self.pass(event, range);
                return index + 1;
            }
            Tag::Superscript | Tag::Subscript => {
                self.pass(event, range);
                return index + 1;
            }
            Tag::CodeBlock(kind) => {
                self.close_paragraph();
                return self.code_block(events, index, kind);
            }
            Tag::HtmlBlock => {
                self.close_paragraph();
                lost::html_block(self, range);
                return skip(events, index);
            }
            Tag::Heading { .. } => {
                self.close_paragraph();
                self.only_paragraphs(range, "a heading");
                self.place = Some(Context::Heading);
                self.draft = Draft::new(Context::Heading);
                heading::start(self, events, index);
                return index + 1;
            }
            Tag::Table(alignments) => {
                self.close_paragraph();
                self.only_paragraphs(range, "a table");
                self.columns = alignments.len();
                self.builder.tables += 1;
            }
            Tag::TableRow => {
                self.close_paragraph();
                lost::row(self, range, self.columns);
            }
            Tag::TableCell => {
                self.close_paragraph();
                let cell = Context::TableCell(self.builder.tables.saturating_sub(1));
                self.place = Some(cell);
                self.draft = Draft::new(cell);
            }
            Tag::BlockQuote(_) | Tag::List(_) => {
                self.close_paragraph();
                self.only_paragraphs(range, "a list or quotation");
                self.depth += 1;
                if matches!(tag, Tag::BlockQuote(_)) {
                    if self.quotations.0 == 0 {
                        self.quotations.1 = self.builder.quotations;
                        self.builder.quotations += 1;
                    }
                    self.quotations.0 += 1;
                }
                if matches!(tag, Tag::List(Some(_))) {
                    lost::list_numbers(self, events, index);
                }
            }
            Tag::FootnoteDefinition(_) => {
                self.close_paragraph();
                self.only_paragraphs(range, "a footnote");
                self.depth += 1;
                self.footnotes += 1;
                self.draft = Draft::new(self.context());
            }
            Tag::Paragraph => {
                self.close_paragraph();
                if self.rules == Rules::Line && !self.items.is_empty() {
                    self.error(
                        Code::BlockSyntax,
                        range,
                        "this text must be one paragraph".to_owned(),
                        "join the paragraphs, or move the second into the essay",
                    );
                }
            }
            Tag::Item
            | Tag::TableHead
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::MetadataBlock(_) => self.close_paragraph(),
        }
        self.pass(event, range);
        index + 1
    }

    /// Handles the end of something.
    fn end(&mut self, tag: TagEnd, event: &Event<'t>, range: &Range<usize>) {
        match tag {
            TagEnd::Link | TagEnd::Image => {
                self.draft.close_link();
                if let Some(link) = self.links.pop() {
                    self.item(ItemKind::LinkEnd(link), range);
                }
                return;
            }
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => {
                self.draft.close_emphasis();
                self.pass(event, range);
                return;
            }
            TagEnd::Superscript | TagEnd::Subscript => {
                self.pass(event, range);
                return;
            }
            TagEnd::Heading(_) => {
                heading::end(self, range);
                self.close_paragraph();
                self.place = None;
                self.draft = Draft::new(self.context());
                return;
            }
            TagEnd::TableCell => {
                self.close_paragraph();
                self.place = None;
                self.draft = Draft::new(self.context());
            }
            TagEnd::BlockQuote(_) | TagEnd::List(_) => {
                self.close_paragraph();
                self.depth = self.depth.saturating_sub(1);
                if matches!(tag, TagEnd::BlockQuote(_)) {
                    self.quotations.0 = self.quotations.0.saturating_sub(1);
                }
            }
            TagEnd::FootnoteDefinition => {
                self.close_paragraph();
                self.depth = self.depth.saturating_sub(1);
                self.footnotes = self.footnotes.saturating_sub(1);
                self.draft = Draft::new(self.context());
            }
            TagEnd::Paragraph
            | TagEnd::Item
            | TagEnd::Table
            | TagEnd::TableHead
            | TagEnd::TableRow
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::MetadataBlock(_) => self.close_paragraph(),
        }
        self.pass(event, range);
    }

    /// Handles a code block, live or not.
    fn code_block(
        &mut self,
        events: &[Placed<'t>],
        index: usize,
        kind: &CodeBlockKind<'t>,
    ) -> usize {
        let Some((_, range)) = events.get(index) else { return index + 1 };
        let end = skip(events, index);
        if let CodeBlockKind::Fenced(info) = kind {
            self.only_paragraphs(range, "a fenced block");
            lost::fence(self, range);
            if info.starts_with('{') {
                fence::live(self, range, self.depth > 0);
                return end;
            }
            if info.split_whitespace().next() == Some("math") {
                formula::fenced(self, events.get(index + 1..end).unwrap_or(&[]), range);
                return end;
            }
        }
        for (event, range) in events.get(index..end).unwrap_or(&[]) {
            self.pass(event, range);
        }
        end
    }

    /// Reports a block where a fragment may hold none.
    fn only_paragraphs(&mut self, range: &Range<usize>, what: &str) {
        let refused = match self.rules {
            Rules::Body => false,
            Rules::Argument => what == "a heading" || what == "a footnote",
            Rules::Statement => !matches!(what, "a list or quotation" | "a table"),
            Rules::Line => true,
        };
        if refused {
            self.error(
                Code::BlockSyntax,
                range,
                format!("{what} cannot stand here"),
                "move it into the essay",
            );
        }
    }
}

/// The index after the end of what starts at `index`.
pub(crate) fn skip(events: &[Placed<'_>], index: usize) -> usize {
    let mut depth = 0_usize;
    for (at, (event, _)) in events.iter().enumerate().skip(index) {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    events.len()
}

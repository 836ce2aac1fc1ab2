//! Parses one page, from its first byte to its last.

use std::ops::Range;

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::SourceId;
use crate::diagnostics::Span;
use crate::essay::front_matter;
use crate::essay::heading;
use crate::essay::markdown;
use crate::essay::model::Binding;
use crate::essay::model::BindingId;
use crate::essay::model::BlockKind;
use crate::essay::model::Context;
use crate::essay::model::Essay;
use crate::essay::model::Formula;
use crate::essay::model::FormulaId;
use crate::essay::model::Fragment;
use crate::essay::model::FrontMatter;
use crate::essay::model::Text;
use crate::essay::numerals;

/// Returns the page `text`, read from `path` under `content/` (parts separated by `/`).
///
/// Mistakes of form go to `sink`; what could be read is returned all the same. All spans lie on
/// character boundaries of `text`.
///
/// # Cost
///
/// Linear in the length of `text`.
#[must_use]
pub fn parse(source: SourceId, path: &str, text: &str, sink: &mut Sink) -> Essay {
    let mut builder = Builder::new(source, path, text, sink);
    let body = front_matter::cut(&mut builder);
    let fragment = markdown::fragment(&mut builder, body, Context::Prose, markdown::Rules::BODY);
    builder.essay.body = fragment;
    heading::name(&mut builder);
    builder.number();
    builder.check_ids();
    builder.check_proofs();
    builder.essay.numerals = numerals::find(&builder.essay);
    builder.drop_numerals_told();
    let mut essay = builder.essay;
    // A site keeps all its essays, so none keeps room that it does not need.
    essay.bindings.shrink_to_fit();
    essay.formulas.shrink_to_fit();
    essay.links.shrink_to_fit();
    essay.headings.shrink_to_fit();
    essay.blocks.shrink_to_fit();
    essay.paragraphs.shrink_to_fit();
    essay.numerals.shrink_to_fit();
    essay
}

/// The bytes of `text` at `range`, or nothing where it does not lie on character boundaries.
pub(crate) fn cut(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or("")
}

/// An essay under construction and what all parts of the parser share.
pub(crate) struct Builder<'a> {
    /// The whole text.
    pub(crate) text: &'a str,
    /// What was read so far.
    pub(crate) essay: Essay,
    /// Where mistakes go.
    pub(crate) sink: &'a mut Sink,
    /// How many Markdown tables were met.
    pub(crate) tables: usize,
    /// How many quotations were met.
    pub(crate) quotations: usize,
    /// What to make the id of each heading from.
    pub(crate) slugs: Vec<String>,
    /// The bytes of mistakes that speak for the numerals in them: a binding that is none, a digit
    /// that touches one. One fault is one finding.
    pub(crate) told: Vec<Range<usize>>,
}

impl<'a> Builder<'a> {
    fn new(source: SourceId, path: &str, text: &'a str, sink: &'a mut Sink) -> Self {
        let essay = Essay {
            source,
            path: path.to_owned(),
            slug: slug(path),
            front: FrontMatter::default(),
            body: Fragment::default(),
            bindings: Vec::new(),
            formulas: Vec::new(),
            links: Vec::new(),
            headings: Vec::new(),
            blocks: Vec::new(),
            paragraphs: Vec::new(),
            numerals: Vec::new(),
        };
        Self { text, essay, sink, tables: 0, quotations: 0, slugs: Vec::new(), told: Vec::new() }
    }

    /// Drops the numerals for which a mistake speaks already.
    fn drop_numerals_told(&mut self) {
        self.told.sort_unstable_by_key(|range| range.start);
        let mut told: Vec<Range<usize>> = Vec::new();
        for range in self.told.drain(..) {
            match told.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                Some(_) | None => told.push(range),
            }
        }
        self.essay.numerals.retain(|numeral| {
            let first = told.partition_point(|range| range.end <= numeral.span.start);
            told.get(first).is_none_or(|range| range.start >= numeral.span.end)
        });
    }

    /// The span of the bytes `range` of the page.
    pub(crate) fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.essay.source, range)
    }

    /// The bytes `range` of the page.
    pub(crate) fn cut(&self, range: Range<usize>) -> &'a str {
        cut(self.text, range)
    }

    /// The bytes `range` of the page with their place.
    pub(crate) fn piece(&self, range: Range<usize>) -> Text {
        Text { text: self.cut(range.clone()).to_owned(), span: self.span(range) }
    }

    /// Adds an error at `range`.
    pub(crate) fn error(
        &mut self,
        code: Code,
        range: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let span = self.span(range);
        self.sink.push(Diagnostic::error(code, message).label(span, "").help(help));
    }

    /// Adds a binding and returns its id.
    pub(crate) fn bind(&mut self, binding: Binding) -> BindingId {
        self.essay.bindings.push(binding);
        BindingId(self.essay.bindings.len() - 1)
    }

    /// Adds a formula and returns its id.
    pub(crate) fn add_formula(&mut self, formula: Formula) -> FormulaId {
        self.essay.formulas.push(formula);
        FormulaId(self.essay.formulas.len() - 1)
    }

    /// Numbers claims, figures, tables, statements and formulas, each from 1 in the order of the
    /// source.
    fn number(&mut self) {
        let (mut claims, mut figures, mut tables, mut statements) = (0, 0, 0, 0);
        let mut order: Vec<usize> = (0..self.essay.blocks.len()).collect();
        order.sort_by_key(|&index| self.essay.blocks.get(index).map(|block| block.span.start));
        for index in order {
            let Some(block) = self.essay.blocks.get_mut(index) else { continue };
            let counter = match block.kind {
                BlockKind::Claim => &mut claims,
                BlockKind::Figure => &mut figures,
                BlockKind::Table => &mut tables,
                BlockKind::Theorem
                | BlockKind::Lemma
                | BlockKind::Proposition
                | BlockKind::Corollary
                | BlockKind::Definition
                | BlockKind::Conjecture => &mut statements,
                BlockKind::Def | BlockKind::Proof => continue,
            };
            *counter += 1;
            block.number = *counter;
        }
        let mut formulas = 0;
        for formula in self.essay.formulas.iter_mut().filter(|formula| formula.id.is_some()) {
            formulas += 1;
            formula.number = Some(formulas);
        }
    }

    /// Reports ids that stand twice.
    fn check_ids(&mut self) {
        let essay = &self.essay;
        let mut ids: Vec<(&str, Span)> = Vec::new();
        for block in essay.blocks.iter().filter(|block| block.kind != BlockKind::Proof) {
            ids.extend(block.id.iter().map(|id| (id.text.as_str(), id.span)));
        }
        for formula in &essay.formulas {
            ids.extend(formula.id.iter().map(|id| (id.text.as_str(), id.span)));
        }
        for heading in &essay.headings {
            ids.extend(heading.explicit.map(|span| (heading.id.as_str(), span)));
        }
        ids.sort_unstable();
        for pair in ids.windows(2) {
            if let [(first, first_at), (second, second_at)] = pair
                && first == second
            {
                self.sink.push(
                    Diagnostic::error(
                        Code::ReferenceDuplicateId,
                        format!("the id `{second}` stands twice on this page"),
                    )
                    .label(*second_at, "again here")
                    .label(*first_at, "first here")
                    .help("give one of the two another id, and mend the links that mean it"),
                );
            }
        }
    }

    /// Reports proofs of nothing, and second proofs.
    fn check_proofs(&mut self) {
        let essay = &self.essay;
        let mut proved: Vec<(&str, Span)> = Vec::new();
        for block in essay.blocks.iter().filter(|block| block.kind == BlockKind::Proof) {
            let Some(id) = &block.id else { continue };
            if essay.block(&id.text).is_none_or(|proved| !proved.kind.is_statement()) {
                let statements = essay.blocks.iter().filter(|block| block.kind.is_statement());
                let names = statements.filter_map(|block| Some(block.id.as_ref()?.text.as_str()));
                let help = match crate::diagnostics::nearest(&id.text, names) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "a proof bears the id of the theorem that it proves".to_owned(),
                };
                self.sink.push(
                    Diagnostic::error(
                        Code::BlockProofOfNothing,
                        format!("there is no theorem `{}` on this page to prove", id.text),
                    )
                    .label(id.span, "")
                    .help(help),
                );
            }
            if let Some((_, first)) = proved.iter().find(|(text, _)| *text == id.text) {
                self.sink.push(
                    Diagnostic::error(
                        Code::ReferenceDuplicateId,
                        format!("`{}` is proved twice on this page", id.text),
                    )
                    .label(id.span, "again here")
                    .label(*first, "first here")
                    .help("put both arguments into one proof"),
                );
            } else {
                proved.push((&id.text, id.span));
            }
        }
    }
}

/// The slug of the page at `path`.
fn slug(path: &str) -> String {
    let stem = path.strip_suffix(".md").unwrap_or(path);
    let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
    if name != "index" {
        return name.to_owned();
    }
    match folder.rsplit('/').next() {
        None | Some("") => "index".to_owned(),
        Some(last) => last.to_owned(),
    }
}

//! Texts outside the prose that a reader sees: items of `names`, labels and cells that are texts,
//! texts behind a binding, headers of tables, names of theorems, `\text{…}` of formulas. A numeral in
//! them is a numeral of the prose.
//!
//! A text that is only compared, or is the notation of a game or position, is not published and not
//! looked at.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::audit::judge::Page;
use crate::claims::Claim;
use crate::claims::Subject;
use crate::diagnostics::Sink;
use crate::diagnostics::Span;
use crate::essay::BlockId;
use crate::essay::BlockKind;
use crate::essay::Context;
use crate::essay::Essay;
use crate::essay::INSET;
use crate::essay::Paragraph;
use crate::essay::Text;
use crate::essay::texts_of_formula;
use crate::figures::Plan;
use crate::language::Scope;
use crate::language::Typed;
use crate::language::Value;

/// What kind of text it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// Between quotes in an expression.
    Literal,
    /// The header of a column.
    Header,
    /// The name of a statement.
    Name,
    /// In a formula: `\text{…}`.
    Formula,
}

impl TextKind {
    /// What to call it.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Literal | Self::Formula => "text",
            Self::Header => "header",
            Self::Name => "name",
        }
    }

    /// How a numeral in it is backed.
    pub(crate) fn help(self) -> &'static str {
        match self {
            Self::Literal => {
                "join a computed value to the text, `\"… \" ++ expression`, or exempt the phrase under \
                 `numerals`"
            }
            Self::Formula => {
                "write the number as mathematics, `\\val{expression}` or `\\is{…}{expression}`, or \
                 exempt the phrase under `numerals`"
            }
            Self::Header | Self::Name => {
                "say it without the number, compute it in the caption, or exempt the phrase under \
                 `numerals`"
            }
        }
    }
}

/// A text that a reader sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// The text and its place, which may be in a library.
    pub typed: Typed,
    /// What kind of text it is.
    pub kind: TextKind,
    /// What shows it.
    pub context: Context,
    /// The paragraph in which a binding shows it, by its index.
    pub paragraph: Option<usize>,
}

impl Published {
    /// The text as a paragraph that stands beside the one that shows it: what that computes with may
    /// be named here too.
    pub(crate) fn paragraph(&self, page: &Page<'_>) -> Paragraph {
        let Typed { span, text } = &self.typed;
        let mut alone = Paragraph::alone(text, *span, self.context);
        if let Some(around) = self.paragraph.and_then(|index| page.essay.paragraphs.get(index)) {
            // Behind the end, where nothing of the text is near.
            let end = text.len() + INSET.len_utf8();
            alone.insets = around.insets.iter().map(|(_, inset)| (end, *inset)).collect();
            alone.quotation = around.quotation;
        }
        alone
    }
}

/// Whether a reader sees a text in `value`.
pub(crate) fn holds_text(value: &Value) -> bool {
    match value {
        Value::Text(_) => true,
        Value::List(items) | Value::Tuple(items) => items.iter().any(holds_text),
        Value::Bool(_)
        | Value::Number(_)
        | Value::Game(_)
        | Value::Position(_)
        | Value::Cut(_)
        | Value::Record(_)
        | Value::Written(_) => false,
    }
}

/// Gathers the texts, each once, whatever shows it.
#[derive(Default)]
pub(crate) struct Gathered(BTreeMap<Span, Published>);

impl Gathered {
    /// Adds texts of one kind.
    pub(crate) fn add(
        &mut self,
        typed: impl IntoIterator<Item = Typed>,
        kind: TextKind,
        context: Context,
        paragraph: Option<usize>,
    ) {
        for typed in typed {
            let span = typed.span;
            self.0.entry(span).or_insert(Published { typed, kind, context, paragraph });
        }
    }

    /// Adds the texts of the formulas of `essay`.
    pub(crate) fn add_formulas(&mut self, essay: &Essay) {
        for formula in &essay.formulas {
            let Text { text: tex, span } = &formula.tex;
            let texts = texts_of_formula(tex);
            let piece = |range: Range<usize>| tex.get(range).unwrap_or("");
            let typed: Vec<Typed> = if tex.len() == span.end - span.start {
                let at = |range: &Range<usize>| span.part(range.clone());
                texts
                    .into_iter()
                    .map(|own| Typed { span: at(&own), text: piece(own).into() })
                    .collect()
            } else {
                // In a quotation the places are those of the whole.
                let all: Vec<&str> = texts.into_iter().map(piece).collect();
                vec![Typed { span: formula.span, text: all.join("; ") }]
            };
            self.add(typed, TextKind::Formula, formula.context, Some(formula.paragraph));
        }
    }

    /// Adds the texts of the blocks of `essay`. What is wrong with a block is reported elsewhere.
    pub(crate) fn add_blocks(&mut self, essay: &Essay, scope: &Scope) {
        let unheard = &mut Sink::default();
        for (index, block) in essay.blocks.iter().enumerate() {
            let context = Context::Caption(BlockId(index));
            match block.kind {
                BlockKind::Claim => {
                    let Some(claim) = Claim::parse(block, unheard) else { continue };
                    let shown = match &claim.subject {
                        Subject::Max(of) | Subject::Min(of) | Subject::Value(of) => vec![of],
                        Subject::Check(_) | Subject::Count(_) => Vec::new(),
                    };
                    let typed = scope.published(claim.over.as_ref(), &claim.steps, &shown);
                    self.add(typed, TextKind::Literal, context, None);
                }
                BlockKind::Figure | BlockKind::Table => {
                    let Some(plan) = Plan::read(block, unheard) else { continue };
                    let (shown, headers) = plan.shown();
                    let typed = scope.published(plan.clauses().next(), plan.steps(), &shown);
                    self.add(typed, TextKind::Literal, context, None);
                    let headers = headers
                        .into_iter()
                        .map(|header| Typed { span: header.span, text: header.text.clone() });
                    self.add(headers, TextKind::Header, context, None);
                }
                BlockKind::Theorem
                | BlockKind::Lemma
                | BlockKind::Proposition
                | BlockKind::Corollary
                | BlockKind::Definition
                | BlockKind::Conjecture => {
                    let Some(name) = block.field("name") else { continue };
                    let typed = Typed { span: name.value.span, text: name.value.text.clone() };
                    self.add([typed], TextKind::Name, Context::Statement(BlockId(index)), None);
                }
                BlockKind::Def | BlockKind::Proof => {}
            }
        }
    }

    /// The texts in the order of their places.
    pub(crate) fn into_list(self) -> Vec<Published> {
        self.0.into_values().collect()
    }
}

//! What an essay consists of, each part with its bytes in the source.
//!
//! Parts that other stages look up (bindings, formulas, links, headings, blocks) stand in lists of
//! the [`Essay`], in the order of the source; the text itself is a [`Fragment`], whose items refer
//! to them by index. A title, a caption, a statement and the inside of a theorem are fragments too.

use std::ops::Range;

use pulldown_cmark::Event;

use crate::diagnostics::SourceId;
use crate::diagnostics::Span;

/// A piece of source text together with its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The text as it stands in the source.
    pub text: String,
    /// Its bytes.
    pub span: Span,
}

/// An index into [`Essay::bindings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BindingId(pub usize);

/// An index into [`Essay::formulas`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FormulaId(pub usize);

/// An index into [`Essay::links`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkId(pub usize);

/// An index into [`Essay::blocks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub usize);

/// One page under `content/`, parsed.
#[derive(Clone, Debug)]
pub struct Essay {
    /// The source it was read from.
    pub source: SourceId,
    /// The path under `content/`, parts separated by `/`, with `.md`.
    pub path: String,
    /// The file name without `.md`; for an `index.md` the name of its folder, for the home `index`.
    pub slug: String,
    /// What stands between the `---` lines.
    pub front: FrontMatter,
    /// The text below the front matter.
    pub body: Fragment,
    /// Every binding of the essay: body, front matter, captions, alt texts, statements.
    pub bindings: Vec<Binding>,
    /// Every formula.
    pub formulas: Vec<Formula>,
    /// Every link and image that is not a binding.
    pub links: Vec<Link>,
    /// Every heading.
    pub headings: Vec<Heading>,
    /// Every live fenced block.
    pub blocks: Vec<Block>,
    /// Every run of text that is read as one: a paragraph, heading, cell, caption, title.
    pub paragraphs: Vec<Paragraph>,
    /// Every numeral and number word that the author typed outside bindings, in the order of
    /// [`Essay::paragraphs`].
    pub numerals: Vec<Numeral>,
}

/// The front matter, with the place of each value that can be wrong.
#[derive(Clone, Debug, Default)]
pub struct FrontMatter {
    /// The whole of it, fences included; absent if the page has none.
    pub span: Option<Span>,
    /// The title; may hold bindings and math.
    pub title: Option<Fragment>,
    /// One or two sentences; may hold bindings and math.
    pub description: Option<Fragment>,
    /// Date of publication, `YYYY-MM-DD`, checked.
    pub date: Option<Text>,
    /// Date of the last change, `YYYY-MM-DD`, checked.
    pub updated: Option<Text>,
    /// Whether the page is left out of a build without `--drafts`.
    pub draft: bool,
    /// The place on the ladder, from 1.
    pub rung: Option<(u32, Span)>,
    /// Libraries under `content/lib`, without `.def`.
    pub uses: Vec<Text>,
    /// Names of authors; empty means the site's.
    pub authors: Vec<Text>,
    /// Old addresses that lead here.
    pub aliases: Vec<Text>,
    /// `strict`, `warn` or `off`, checked; absent means the site's.
    pub audit: Option<Text>,
    /// Letters of formulas and the functions they stand for.
    pub notation: Vec<(Text, Text)>,
    /// Phrases exempt from the audit, each with its reason.
    pub numerals: Vec<(Text, Text)>,
}

/// A run of Markdown: a body, a title, a caption, a statement.
#[derive(Clone, Debug, Default)]
pub struct Fragment {
    /// Its bytes.
    pub span: Option<Span>,
    /// What it consists of, in order.
    pub items: Vec<Item>,
}

/// One part of a fragment.
#[derive(Clone, Debug)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Its bytes.
    pub span: Span,
}

/// What an item is.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// Plain Markdown. Never a link or image start of a binding, a formula or a live block; the
    /// events of ordinary links are here too, between `LinkStart` and `LinkEnd`.
    Markdown(Event<'static>),
    /// A binding; its shown text is not among the items.
    Binding(BindingId),
    /// A formula.
    Formula(FormulaId),
    /// The start of a link (or image) of [`Essay::links`]; its text follows as items.
    LinkStart(LinkId),
    /// The end of the same.
    LinkEnd(LinkId),
    /// The start of a heading of [`Essay::headings`], by index; its text follows as items.
    HeadingStart(usize),
    /// The end of the same.
    HeadingEnd(usize),
    /// A live fenced block.
    Block(BlockId),
}

/// Stands in [`Paragraph::text`] for what is not text.
pub const INSET: char = '\u{FFFC}';

/// A run of text that is read as one, with a map from its plain form back to the source.
#[derive(Clone, Debug)]
pub struct Paragraph {
    /// Where it stands.
    pub context: Context,
    /// Its bytes, from the first character to the last.
    pub span: Span,
    /// Which quotation (`>`) of the essay it stands in, counted from 0.
    pub quotation: Option<usize>,
    /// The text as a reader sees it; each binding, formula, code span, image and footnote mark is
    /// one [`INSET`].
    pub text: String,
    /// Which bytes of the source each stretch of `text` comes from, in order, without gaps.
    pub pieces: Vec<Piece>,
    /// What the [`INSET`]s stand for: byte of `text` and kind, in order.
    pub insets: Vec<(usize, Inset)>,
    /// Bytes of `text` that are the text of a link, in order.
    pub links: Vec<(Range<usize>, LinkId)>,
    /// Bytes of `text` that the author emphasised (strongly or not), in order.
    pub emphasis: Vec<Range<usize>>,
}

/// A stretch of a paragraph's plain text and the bytes it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its first byte in [`Paragraph::text`].
    pub at: usize,
    /// How many bytes it has there.
    pub len: usize,
    /// Its first byte in the source.
    pub source: usize,
    /// How many bytes it has in the source; if not `len`, the text is not a copy (an entity, a
    /// smart quote, an inset).
    pub source_len: usize,
}

/// What an [`INSET`] stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inset {
    /// A binding.
    Binding(BindingId),
    /// A formula.
    Formula(FormulaId),
    /// An inert code span.
    Code,
    /// The mark of a footnote.
    Footnote,
}

/// A numeral or number word of the prose or of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numeral {
    /// Its bytes in the source.
    pub span: Span,
    /// Which of [`Essay::paragraphs`] it stands in.
    pub paragraph: usize,
    /// Its bytes in [`Paragraph::text`]; of a numeral in a formula those of the formula's inset.
    pub range: Range<usize>,
    /// What was found.
    pub kind: NumeralKind,
}

/// Kinds of numeral, by form alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumeralKind {
    /// Digits with their separators, sign, per cent sign, ordinal ending.
    Digits,
    /// Digits that a letter touches, as in `M3`, `A006022`, `3D`.
    Glued,
    /// Digits joined by `×` or `x`, as in `3 × 4`, `1x4`.
    Product,
    /// A number word from "three" up, with its companions ("sixty-two", "three quarters").
    Word,
    /// A word that often is no number: "one", "two", "first", "once", "half", "thousands".
    Soft,
    /// Digits of a formula.
    Math {
        /// The formula.
        formula: FormulaId,
        /// Whether they stand in a subscript or superscript.
        script: bool,
        /// Where they begin in the TeX of the formula, in bytes.
        start: usize,
        /// Where they end there.
        end: usize,
    },
}

/// Where in an essay something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Context {
    /// The title of the front matter.
    Title,
    /// The description of the front matter.
    Description,
    /// A paragraph, a list item, a quotation.
    Prose,
    /// A heading.
    Heading,
    /// A cell of a Markdown table; the number tells tables apart.
    TableCell(usize),
    /// A footnote.
    Footnote,
    /// The statement of a claim, or the text of a theorem or proof.
    Statement(BlockId),
    /// The caption of a figure or table.
    Caption(BlockId),
    /// The alt text of a figure.
    Alt(BlockId),
    /// What a claim corrects: a quotation.
    Corrects(BlockId),
}

/// A number that the build writes or checks.
#[derive(Clone, Debug)]
pub struct Binding {
    /// Computed, checked or given, in prose or in math.
    pub kind: BindingKind,
    /// The whole of it, brackets or backticks included.
    pub span: Span,
    /// The expression; for a given number the reason, without quotes.
    pub expression: Text,
    /// Where it stands.
    pub context: Context,
    /// Which paragraph (heading, cell, caption, …) of the essay it stands in, counted from 0.
    pub paragraph: usize,
}

/// What the author wrote for the reader to see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The bytes between the brackets, as in the source.
    pub source: Text,
    /// The same as plain text: entities, escapes and emphasis taken away.
    pub plain: String,
}

/// Kinds of binding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BindingKind {
    /// `` `=expr` ``: the build writes the value.
    Computed,
    /// `[shown](=expr)`: the text is compared with the value.
    Checked(Shown),
    /// `[shown](=given "reason")`: the author's own number.
    Given(Shown),
    /// `\val{expr}` in a formula.
    MathComputed(FormulaId),
    /// `\is{shown}{expr}` in a formula.
    MathChecked(FormulaId, Shown),
    /// `\is{shown}{given "reason"}` in a formula.
    MathGiven(FormulaId, Shown),
}

impl BindingKind {
    /// Whether it is the author's own number, whose "expression" is the reason.
    #[must_use]
    pub fn is_given(&self) -> bool {
        matches!(self, Self::Given(_) | Self::MathGiven(..))
    }
}

/// A formula.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The whole of it, dollars or fence included.
    pub span: Span,
    /// The TeX between them, as in the source.
    pub tex: Text,
    /// Whether it stands on a line of its own.
    pub display: bool,
    /// The `{#id}` after a display formula, which numbers it.
    pub id: Option<Text>,
    /// Its number among the numbered formulas of the essay, from 1.
    pub number: Option<u32>,
    /// The `\val` and `\is` in it, in order; their spans say what to replace.
    pub bindings: Vec<BindingId>,
    /// Where it stands.
    pub context: Context,
    /// Which paragraph it stands in.
    pub paragraph: usize,
}

/// Where a link leads, by form alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// `#id` of the same page.
    Fragment(String),
    /// A page by its Markdown file, relative to this one, perhaps with an id.
    Page {
        /// The path under `content/`, made from the relative one.
        path: String,
        /// The part after `#`.
        fragment: Option<String>,
    },
    /// A file beside the page (relative) or under `static/` (from `/`), as written.
    File(String),
    /// An address with a scheme, `https:` or `mailto:`.
    External(String),
}

/// A link or image that is not a binding.
#[derive(Clone, Debug)]
pub struct Link {
    /// The whole of it.
    pub span: Span,
    /// The address as written.
    pub destination: Text,
    /// Where it leads.
    pub target: Target,
    /// Whether it is an image.
    pub image: bool,
    /// The bytes between the brackets.
    pub shown: Text,
    /// Where it stands.
    pub context: Context,
    /// Which paragraph it stands in.
    pub paragraph: usize,
}

/// A heading.
#[derive(Clone, Debug)]
pub struct Heading {
    /// The whole of it.
    pub span: Span,
    /// From 1 to 6.
    pub level: u8,
    /// Its id: the author's `{#id}`, or one made from its text, distinct in the page.
    pub id: String,
    /// The author's `{#id}`.
    pub explicit: Option<Span>,
}

/// Kinds of live block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BlockKind {
    /// A statement with a check.
    Claim,
    /// Definitions of the expression language.
    Def,
    /// A figure.
    Figure,
    /// A table.
    Table,
    /// A statement that is argued.
    Theorem,
    /// Likewise.
    Lemma,
    /// Likewise.
    Proposition,
    /// Likewise.
    Corollary,
    /// A definition in the mathematical sense.
    Definition,
    /// A statement that is believed.
    Conjecture,
    /// An argument.
    Proof,
}

/// A live fenced block, from its opening fence to its closing one.
#[derive(Clone, Debug)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// The id behind the braces; every kind but `def` has one. A proof bears the id of the
    /// statement it proves.
    pub id: Option<Text>,
    /// The whole block.
    pub span: Span,
    /// What stands between the fences.
    pub inside: Text,
    /// Its number among the blocks of its kind in the essay, from 1 (all theorem-like kinds count
    /// together; proofs and definitions of names are not numbered and have 0).
    pub number: u32,
    /// The statement of a claim, the text of a theorem or proof.
    pub statement: Option<Fragment>,
    /// Whether a line of it cannot be read, which was reported: what it asks is not known.
    pub is_broken: bool,
    /// The `key: value` lines, in order. Of a `def` block: none.
    pub fields: Vec<Field>,
    /// The caption, parsed from its field.
    pub caption: Option<Fragment>,
    /// The alt text, parsed from its field.
    pub alt: Option<Fragment>,
    /// What it corrects, parsed from its field.
    pub corrects: Option<Fragment>,
}

/// A `key: value` line of a block with its indented continuations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The word before the colon.
    pub key: Text,
    /// What stands after the colon, trimmed; line breaks and indentation of continuations kept.
    pub value: Text,
}

impl Paragraph {
    /// A text that stands by itself at `span`, as it is if that is as long as the text.
    #[must_use]
    pub fn alone(text: &str, span: Span, context: Context) -> Self {
        let source_len = span.end.saturating_sub(span.start);
        let piece = Piece { at: 0, len: text.len(), source: span.start, source_len };
        Self {
            context,
            span,
            quotation: None,
            text: text.to_owned(),
            pieces: vec![piece],
            insets: Vec::new(),
            links: Vec::new(),
            emphasis: Vec::new(),
        }
    }

    /// The bytes of the source that `range` of [`Paragraph::text`] comes from; where the text is
    /// not a copy of the source, the whole of what it stands for.
    #[must_use]
    pub fn source_of(&self, range: Range<usize>) -> Span {
        let source = self.span.source;
        let start = self.piece_at(range.start).map_or(self.span.start, |piece| {
            if piece.len == piece.source_len {
                piece.source + (range.start - piece.at)
            } else {
                piece.source
            }
        });
        let last = range.end.saturating_sub(1).max(range.start);
        let end = self.piece_at(last).map_or(self.span.end, |piece| {
            if piece.len == piece.source_len {
                piece.source + (range.end.max(range.start) - piece.at).min(piece.len)
            } else {
                piece.source + piece.source_len
            }
        });
        Span::new(source, start..end.max(start))
    }

    /// The piece that byte `at` of the text belongs to.
    fn piece_at(&self, at: usize) -> Option<&Piece> {
        let after = self.pieces.partition_point(|piece| piece.at <= at);
        self.pieces.get(after.checked_sub(1)?)
    }

    /// What the [`INSET`] at byte `at` of the text stands for.
    #[must_use]
    pub fn inset_at(&self, at: usize) -> Option<Inset> {
        let index = self.insets.binary_search_by_key(&at, |(at, _)| *at).ok()?;
        self.insets.get(index).map(|(_, inset)| *inset)
    }

    /// The bindings in it, those of its formulas excepted, in order.
    pub fn bindings(&self) -> impl Iterator<Item = BindingId> {
        self.insets.iter().filter_map(|(_, inset)| match inset {
            Inset::Binding(id) => Some(*id),
            Inset::Formula(_) | Inset::Code | Inset::Footnote => None,
        })
    }
}

impl BlockKind {
    /// Every kind with the word that names it in braces.
    pub const ALL: &'static [(Self, &'static str)] = &[
        (Self::Claim, "claim"),
        (Self::Def, "def"),
        (Self::Figure, "figure"),
        (Self::Table, "table"),
        (Self::Theorem, "theorem"),
        (Self::Lemma, "lemma"),
        (Self::Proposition, "proposition"),
        (Self::Corollary, "corollary"),
        (Self::Definition, "definition"),
        (Self::Conjecture, "conjecture"),
        (Self::Proof, "proof"),
    ];

    /// The word that names the kind in braces.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, word)| word)
    }

    /// The word before a number, as in "Figure 1"; none for kinds without a number.
    #[must_use]
    pub fn label(self) -> Option<&'static str> {
        match self {
            Self::Claim => Some("Claim"),
            Self::Figure => Some("Figure"),
            Self::Table => Some("Table"),
            Self::Theorem => Some("Theorem"),
            Self::Lemma => Some("Lemma"),
            Self::Proposition => Some("Proposition"),
            Self::Corollary => Some("Corollary"),
            Self::Definition => Some("Definition"),
            Self::Conjecture => Some("Conjecture"),
            Self::Def | Self::Proof => None,
        }
    }

    /// Whether it is one of the kinds that are argued and count together.
    #[must_use]
    pub fn is_statement(self) -> bool {
        matches!(
            self,
            Self::Theorem
                | Self::Lemma
                | Self::Proposition
                | Self::Corollary
                | Self::Definition
                | Self::Conjecture
        )
    }
}

impl Block {
    /// The first field with this key.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.key.text == key)
    }

    /// Every field with this key, in order.
    pub fn fields_named<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a Field> {
        self.fields.iter().filter(move |field| field.key.text == key)
    }
}

impl Essay {
    /// The block with this id, proofs excepted.
    #[must_use]
    pub fn block(&self, id: &str) -> Option<&Block> {
        self.blocks
            .iter()
            .filter(|block| block.kind != BlockKind::Proof)
            .find(|block| block.id.as_ref().is_some_and(|own| own.text == id))
    }

    /// The proof of the statement with this id.
    #[must_use]
    pub fn proof(&self, id: &str) -> Option<&Block> {
        self.blocks
            .iter()
            .filter(|block| block.kind == BlockKind::Proof)
            .find(|block| block.id.as_ref().is_some_and(|own| own.text == id))
    }

    /// The name of the essay in expressions: its slug with hyphens as underscores. A folder's
    /// `index.md` is told from an essay of the folder's name by `_index` behind it.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.slug.replace('-', "_");
        if self.path.ends_with("/index.md") { format!("{name}_index") } else { name }
    }
}

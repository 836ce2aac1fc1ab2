//! What the pages are made of: plain values that `site` fills from the stages before.
//!
//! One [`SiteInput`] goes in and [`Output`]s come out. Lists that belong to an essay are parallel
//! to the lists of [`Essay`]: `values[id.0]` belongs to binding `id`, `links[id.0]` to link `id`.
//! A part that could not be made is `None`; the page is then still drawn (for the preview), and the
//! diagnostic that explains it was pushed by whoever failed.
//!
//! Text here is text, never HTML, except where a field says otherwise: escaping is done once, on
//! the way out.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;

use crate::diagnostics::Severity;
use crate::diagnostics::SourceId;
use crate::diagnostics::Span;
use crate::essay::BlockId;
use crate::essay::Essay;
use crate::render::escape;

/// Everything that is to be published.
#[derive(Clone, Debug)]
pub struct SiteInput<'a> {
    /// Facts about the whole site.
    pub site: Site,
    /// Addresses of pages that moved, each with where it leads now: both under the base path.
    pub aliases: Vec<(String, String)>,
    /// Every page under `content/`, sorted by path. Drafts only where they are wanted.
    pub pages: Vec<PageInput<'a>>,
}

/// Facts about the whole site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// The site's name.
    pub title: String,
    /// Where it stands, with or without a final slash: `https://example.org/ladder/`.
    pub base_url: String,
    /// A BCP 47 language tag; `en` unless said otherwise.
    pub language: String,
    /// Who writes the essays that name no author.
    pub authors: Vec<String>,
    /// The licence of the text: a name or an address. Empty if none is stated.
    pub licence: String,
    /// One or two sentences about the site.
    pub description: String,
    /// How many of the newest essays the feed holds; no feed if none.
    pub feed_entries: usize,
    /// The tool's version, as in `0.1.0`.
    pub version: String,
    /// A hash of every source, in hexadecimal digits.
    pub sources: String,
    /// The address of a script that the preview adds to each page; absent when publishing.
    pub preview_script: Option<String>,
}

/// How a page is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PageKind {
    /// `content/index.md`: the text and a list of what is on the site.
    Home,
    /// A folder's `index.md` whose folder holds essays with a `rung`: the text and the rungs.
    Ladder,
    /// An essay: contents list, neighbours, provenance, citation.
    Essay,
    /// Anything else: the text.
    Page,
}

/// One page with all that was found out about it.
#[derive(Clone, Debug)]
pub struct PageInput<'a> {
    /// The parsed page.
    pub essay: &'a Essay,
    /// How it is laid out.
    pub kind: PageKind,
    /// Its address under the base path, as [`crate::render::address::of_page`] makes it:
    /// `/cutcake/maundy-cake/`.
    pub address: String,
    /// By [`crate::essay::BindingId`].
    pub values: Arc<Vec<Option<WrittenValue>>>,
    /// By [`crate::essay::LinkId`].
    pub links: Vec<Option<ResolvedLink>>,
    /// The claims among the blocks.
    pub claims: Arc<BTreeMap<BlockId, ClaimView>>,
    /// The figures and tables among the blocks.
    pub figures: BTreeMap<BlockId, Arc<FigureView>>,
    /// Mistakes to show where they stand; empty when publishing.
    pub mistakes: Vec<Mistake>,
    /// Which version of the page this is: pages at one address with the same number are the same in
    /// everything else, so that what was made of one serves for the other.
    pub version: u64,
}

/// A value as it is written in the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenValue {
    /// What stands in the prose: written by the build, or the author's own text (plain).
    pub text: String,
    /// The same inside a formula, as TeX without outer braces: `66`, `1{,}296`, `-\tfrac12`.
    pub tex: String,
    /// The exact value in the notation of the expression language, for machines: `66`, `3/4`,
    /// `(6, 360)`, `{2|-2}`. The `value` attribute of the page's `<data>`.
    pub machine: String,
    /// How it was obtained.
    pub provenance: Provenance,
}

/// How a value was obtained. The expression itself stands in the binding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The definitions that the expression uses, directly or not, in the order of their names.
    pub definitions: Vec<DefinitionView>,
    /// The ranges it ran over, as written: `m, n in 1..36`. Empty if it ran over none.
    pub ranges: Vec<String>,
    /// The claims and figures whose findings it quotes.
    pub findings: Vec<Reference>,
}

/// A definition, to be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct DefinitionView {
    /// The name defined.
    pub name: String,
    /// The whole definition as its author wrote it: `guess(m, n) = …`.
    pub text: String,
    /// Where it stands, from the site's root: `content/lib/cakes.def:12`.
    pub place: String,
}

/// A thing with a label, and where it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reference {
    /// What it is called on the page: `Claim 2`, `Theorem C`, `Figure 1`.
    pub label: String,
    /// The address under the base path, or `#id` on the same page.
    pub address: String,
}

/// A link of an essay, resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResolvedLink {
    /// To something of this site: an address under the base path (`/claims/`), perhaps with a
    /// fragment, or `#id`. `text` is what the build writes where the author wrote none.
    Internal {
        /// The address.
        address: String,
        /// The text of `[](#values)`: `Figure 1`, or the heading or title that it leads to.
        text: Option<LinkText>,
    },
    /// A badge, `[✓](#id)`: this sentence rests on that claim or theorem.
    Badge {
        /// The address.
        address: String,
        /// What it is called: `Claim 2`.
        label: String,
        /// Its state.
        state: BadgeState,
    },
    /// To another site, as written.
    External(String),
    /// An image of this site.
    Image {
        /// The address.
        address: String,
        /// Width and height in pixels, where they could be read from the file.
        size: Option<(u32, u32)>,
    },
}

/// What the build writes into a link whose brackets are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkText {
    /// As text, formulas read out: for places where no markup may stand, and for feeds.
    pub plain: String,
    /// As inline HTML without links and ids, where the text alone would lose something.
    pub html: Option<String>,
}

impl LinkText {
    /// The same title behind what stands on its page: `Figure 1 of “Cutcake”`, in HTML a `<cite>`.
    #[must_use]
    pub fn of(self, label: &str) -> Self {
        let title = self.html.unwrap_or_else(|| escape::to_text(&self.plain));
        let html = format!("{} of <cite>{title}</cite>", escape::to_text(label));
        Self { plain: format!("{label} of “{}”", self.plain), html: Some(html) }
    }
}

/// What a badge says in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadgeState {
    /// The state of a claim.
    Claim {
        /// Its state.
        state: ClaimState,
        /// How many cases were looked at.
        cases: String,
    },
    /// A theorem with a proof in the text.
    Proved,
    /// A theorem or conjecture without a proof.
    Unproved,
}

/// Where a claim stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimState {
    /// It holds, and the text proves it.
    Proved {
        /// By which theorem.
        by: Reference,
    },
    /// It holds in every case that was looked at.
    Measured,
    /// It holds but for the exceptions named; `by` names the theorem that proves it, if any.
    HoldsExcept {
        /// By which theorem.
        by: Option<Reference>,
    },
    /// It does not hold, as expected.
    Refuted,
    /// Nothing is asserted to hold: a count, an extreme or a value was found.
    Found,
    /// It is tested, and not believed to be settled.
    Conjecture,
    /// The finding is not what the author expects; only in the preview.
    Broken,
    /// The budget ran out; only in the preview.
    Undecided,
}

/// A claim with its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimView {
    /// The full name, `maundy_cake.omega_value`.
    pub name: String,
    /// Where it stands.
    pub state: ClaimState,
    /// The lines of the block as written, in order: `over`, `check`, `expect`, …
    pub lines: Vec<(String, String)>,
    /// The range in words or symbols: `m, n in 1..36`. Empty for a single case.
    pub range: String,
    /// How many cases were looked at, grouped for reading: `1,296`.
    pub cases: String,
    /// The finding in one phrase: `fails in 408 of 1,296 cases`, `at most 31, at 1 × 32`.
    pub finding: String,
    /// The places found (that fail, that count, that reach the extreme), in the order of the
    /// cases. May be cut; then `places_total` is larger than the length.
    pub places: Vec<PlaceView>,
    /// What happens at such a place, before it is named: `fails at`, `counts`, `reached at`.
    pub place_is: &'static str,
    /// How many places there are, grouped for reading.
    pub places_total: String,
    /// What the places are: `Counterexamples`, `Cases counted`, `Where it is reached`.
    pub places_title: String,
    /// The names of the values shown beside each place: the two sides of a comparison.
    pub sides: Vec<String>,
    /// The same places, all of them, as CSV with a header line; absent if there are none.
    pub csv: Option<String>,
    /// The claim as an object of `claims.json` without the statement, which is added here.
    pub json: serde_json::Map<String, serde_json::Value>,
    /// The definitions that it uses.
    pub definitions: Vec<DefinitionView>,
}

/// One case of a claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlaceView {
    /// The place: `1 × 4`, `4`, `(1, 2, 1)`.
    pub place: String,
    /// The values of the two sides there, parallel to [`ClaimView::sides`].
    pub sides: Vec<String>,
}

/// A figure or table, drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FigureView {
    /// The full name, `maundy_cake.values`.
    pub name: String,
    /// The picture, as SVG to stand in the page, with classes, `<title>` and `<desc>`. Ids in it
    /// begin with the figure's id. `None` for a table.
    pub svg: Option<String>,
    /// The same picture to stand alone, colours included.
    pub svg_file: Option<String>,
    /// Its data as a table.
    pub data: DataTable,
    /// The data as CSV.
    pub csv: String,
    /// The data as JSON.
    pub json: String,
    /// Whether the data table is left to the figure's own page because it is large.
    pub data_on_own_page: bool,
    /// What the explorer of a grid needs, as JSON; absent if its cells cannot be explored.
    pub explorer: Option<String>,
}

/// A table of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataTable {
    /// What stands over the row headers: `m \ n`. Empty if rows have no header.
    pub corner: String,
    /// The column headers.
    pub columns: Vec<DataCell>,
    /// The rows.
    pub rows: Vec<DataRow>,
}

/// A row of a [`DataTable`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataRow {
    /// The row's header, if rows have one.
    pub header: Option<DataCell>,
    /// One cell a column.
    pub cells: Vec<DataCell>,
}

/// A cell of a [`DataTable`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataCell {
    /// What is shown.
    pub text: String,
    /// The exact value for machines, if the cell is a value.
    pub machine: Option<String>,
    /// Where it leads, under the base path.
    pub address: Option<String>,
    /// Marks of the cell, in words that double as class names: `shaded`, `outlined`.
    pub marks: Vec<String>,
    /// Whether it is a number, set flush right.
    pub number: bool,
}

/// A mistake to be shown in the previewed page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where it stands.
    pub span: Span,
    /// How much it weighs.
    pub severity: Severity,
    /// The stable name of its kind, `value::wrong`.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// How it is mended.
    pub help: Option<String>,
}

/// A file to be published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Its path in the output folder: `cutcake/maundy-cake/index.html`.
    pub path: String,
    /// Its bytes.
    pub bytes: Bytes,
    /// The page it was made from, if it was made from one.
    pub source: Option<SourceId>,
}

impl Output {
    /// The file `path` with this text, made from no page.
    #[must_use]
    pub fn text(path: impl Into<String>, mut text: String) -> Self {
        // It is kept as long as the site: what it grew by in advance is given back.
        text.shrink_to_fit();
        Self { path: path.into(), bytes: text.into_bytes().into(), source: None }
    }
}

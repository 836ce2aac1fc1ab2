//! Formulas: TeX in, KaTeX's HTML and MathML out, the same bytes every time.
//!
//! The way in is [`MathRenderer::render`]. It is a seam around the renderer: what would make that
//! abort or run away is refused before (`guard`), macros are expanded and counted here (`macros`),
//! its trees are written by us (`markup`), and it works on threads whose stack is known. Each
//! distinct formula is rendered once and shared.
//!
//! [`MathRenderer::plain`] reads a formula as text, for titles and descriptions.
//!
//! **Not here.** Which formula stands where, and the frames around display formulas (`html`).

mod commands;
mod guard;
mod macros;
mod markup;
mod plain;
mod tex;
mod traced;

use std::collections::HashMap;
use std::hash::BuildHasher as _;
use std::ops::Range;
use std::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;

use katex::KatexContext;
use katex::OutputFormat;
use katex::Settings;
use katex::build_html::build_html;
use katex::mathml_tree::MathDomNode;
use katex::options::FontShape;
use katex::options::FontWeight;
use katex::options::Options;
use katex::parser::parse_node::ParseNode;

pub use macros::SUPPLIED;
pub use markup::sheet;
pub use plain::plain;

use traced::Traced;

/// Bytes of stack for a thread that renders. A level of nesting takes up to 75 kB in a debug build,
/// a formula may have a hundred, and the rest is margin; only what is used is ever touched.
const STACK: usize = 64 * 1024 * 1024;

/// Parts of the cache, so that threads seldom wait for each other.
const SHARDS: usize = 16;

/// The colour that KaTeX gives to what it does not trust. None of its own colours is this one.
const UNTRUSTED: &str = "#cc0102";

/// Why a formula cannot be rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MathError {
    /// What is wrong, in the voice of a diagnostic.
    pub message: String,
    /// Where: bytes of the formula's TeX. Absent if no place in it is to blame.
    pub at: Option<Range<usize>>,
}

impl MathError {
    fn new(message: impl Into<String>, at: Range<usize>) -> Self {
        Self { message: message.into(), at: Some(at) }
    }

    fn unplaced(message: impl Into<String>) -> Self {
        Self { message: message.into(), at: None }
    }

    /// The same, placed in what `text` was made from.
    fn traced(self, text: &Traced) -> Self {
        Self { at: self.at.map(|at| text.origin(at)), message: self.message }
    }
}

/// A number written into a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fill<'a> {
    /// The bytes of the formula that it replaces: `\val{…}`.
    pub at: Range<usize>,
    /// The exact value, to be read back from the page.
    pub value: &'a str,
    /// What is shown, as TeX.
    pub tex: &'a str,
}

/// A formula with its numbers written in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// As a reader of TeX sees it: a braced group for each number.
    written: Traced,
    /// As KaTeX sees it: the same groups, marked with their values.
    marked: Traced,
}

impl Filled {
    /// `tex` with `fills` written in. They are sorted and do not overlap; one that does is left
    /// out.
    #[must_use]
    pub fn new(tex: &str, fills: &[Fill<'_>]) -> Self {
        let (mut written, mut marked) = (Traced::default(), Traced::default());
        let mut copied = 0;
        for fill in fills {
            if fill.at.start < copied || fill.at.end < fill.at.start || fill.at.end > tex.len() {
                continue;
            }
            for (traced, group) in [
                (&mut written, format!("{{{}}}", fill.tex)),
                (&mut marked, commands::marked(fill.value, fill.tex)),
            ] {
                traced.copy(tex, copied..fill.at.start);
                traced.put(&group, fill.at.clone());
            }
            copied = fill.at.end;
        }
        written.copy(tex, copied..tex.len());
        marked.copy(tex, copied..tex.len());
        Self { written, marked }
    }

    /// The TeX with its numbers, each in braces.
    #[must_use]
    pub fn tex(&self) -> &str {
        &self.written.text
    }
}

/// What a formula looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MathOutput {
    /// KaTeX's visual layer, with MathML for whoever cannot see it. Wants its sheet and fonts.
    HtmlAndMathml,
    /// MathML alone.
    MathmlOnly,
}

/// A rendered formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Math {
    /// KaTeX's visual layer, an element; empty with [`MathOutput::MathmlOnly`].
    visual: String,
    /// The inside of `<math>`: one element.
    mathml: String,
    display: bool,
    /// How wide the visual layer is, in em; without one, nought.
    width: f64,
    /// Whether it may be wider than the text on a narrow screen.
    wide: bool,
}

impl Math {
    /// Appends the formula for a page. Its TeX is not repeated as an annotation: nobody is told of
    /// it, and it would be an eighth of a page of formulas.
    pub fn write_html(&self, out: &mut String) {
        if self.visual.is_empty() {
            self.write_mathml(out);
            return;
        }
        if self.display {
            out.push_str("<span class=\"katex-display\">");
        }
        // A short formula in the text stays on one line.
        let breaks = !self.display && self.width > 9.0;
        out.push_str(if breaks {
            "<span class=\"katex breaks\">"
        } else {
            "<span class=\"katex\">"
        });
        out.push_str("<span class=\"katex-mathml\">");
        self.write_mathml(out);
        out.push_str("</span>");
        out.push_str(&self.visual);
        out.push_str("</span>");
        if self.display {
            out.push_str("</span>");
        }
    }

    /// Appends the formula as MathML alone: for a feed, whose readers may know nothing of KaTeX's
    /// sheet.
    pub fn write_mathml(&self, out: &mut String) {
        out.push_str(if self.display { "<math display=\"block\">" } else { "<math>" });
        out.push_str(&self.mathml);
        out.push_str("</math>");
    }

    /// Whether the formula may be wider than the text on a narrow screen.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        self.wide
    }
}

/// What is known of a formula: shared between the pages on which it stands.
type Rendered = Result<Arc<Math>, MathError>;

/// A part of the cache: inline and display formulas by their TeX.
type Shard = [HashMap<Box<str>, Rendered, foldhash::fast::FixedState>; 2];

/// Renders formulas and keeps what it rendered.
pub struct MathRenderer {
    context: KatexContext,
    macros: macros::Macros,
    output: MathOutput,
    pool: rayon::ThreadPool,
    cache: [Mutex<Shard>; SHARDS],
}

impl std::fmt::Debug for MathRenderer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MathRenderer").field("output", &self.output).finish_non_exhaustive()
    }
}

impl MathRenderer {
    /// A renderer that knows the [`SUPPLIED`] macros and `macros` (names with or without their
    /// backslash, bodies with `#1` to `#9`), which win over them.
    ///
    /// # Errors
    ///
    /// For each macro that cannot be used: its index in `macros` and why. Or, with the index
    /// `macros.len()`, that the system gives no threads.
    pub fn new(
        macros: &[(String, String)],
        output: MathOutput,
    ) -> Result<Self, Vec<(usize, String)>> {
        let pool = rayon::ThreadPoolBuilder::new()
            .stack_size(STACK)
            .thread_name(|index| format!("pages-{index}"))
            .build()
            .map_err(|error| vec![(macros.len(), error.to_string())])?;
        Ok(Self {
            context: commands::context(),
            macros: macros::Macros::new(macros)?,
            output,
            pool,
            cache: Default::default(),
        })
    }

    /// The macros, as a text that is the same only for the same ones.
    pub(in crate::render) fn macros(&self) -> String {
        format!("{:?}", self.macros)
    }

    /// Runs `work` on the threads that render, where [`Self::render`] costs no change of threads
    /// and `rayon`'s iterators use those threads.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.pool.install(work)
    }

    /// The formula, on a line of its own if `display`. Its numbers can be read back from the page.
    ///
    /// # Errors
    ///
    /// If it is over a limit, does what is refused, or KaTeX cannot read it. The place is one in
    /// the TeX that [`Filled::new`] was given.
    ///
    /// # Cost
    ///
    /// A look-up if the formula was met before, else some tens of microseconds.
    pub fn render(&self, formula: &Filled, display: bool) -> Rendered {
        // The marks are ours: what the author wrote is judged without them.
        let key = formula.marked.text.as_str();
        let hash = foldhash::fast::FixedState::default().hash_one(key);
        let shard = &self.cache[usize::try_from(hash).unwrap_or(0) % SHARDS];
        let kept = |shard: &Shard| shard[usize::from(display)].get(key).cloned();
        if let Some(known) = kept(&shard.lock().unwrap_or_else(PoisonError::into_inner)) {
            return known;
        }
        let rendered = self.pool.install(|| self.render_now(formula, display)).map(Arc::new);
        if rendered.is_ok() {
            // An error has places, and the next formula with the same text may have others.
            let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            shard[usize::from(display)].entry(key.into()).or_insert_with(|| rendered.clone());
        }
        rendered
    }

    /// The formula as a line of text, with macros expanded as far as they can be.
    #[must_use]
    pub fn plain(&self, formula: &Filled) -> String {
        self.plain_tex(formula.tex())
    }

    /// TeX as a line of text, with macros expanded as far as they can be.
    #[must_use]
    pub fn plain_tex(&self, tex: &str) -> String {
        self.macros.expand(tex).map_or_else(|_| plain(tex), |expanded| plain(&expanded.text))
    }

    /// Forgets every formula: for a preview that runs for days.
    pub fn forget(&self) {
        for shard in &self.cache {
            *shard.lock().unwrap_or_else(PoisonError::into_inner) = Shard::default();
        }
    }

    fn render_now(&self, formula: &Filled, display: bool) -> Result<Math, MathError> {
        guard::check(&formula.written.text).map_err(|error| error.traced(&formula.written))?;
        let in_formula = |error: MathError| error.traced(&formula.marked);
        let expanded = self.macros.expand(&formula.marked.text).map_err(in_formula)?;
        let in_expanded = |error: MathError| in_formula(error.traced(&expanded));
        guard::depth(&expanded.text).map_err(in_expanded)?;
        // KaTeX has been seen to panic on nothing in a wide corpus. If it does, that is one
        // formula's misfortune, not the end of the build.
        let attempt = AssertUnwindSafe(|| self.build(&expanded.text, display));
        let (visual, mathml, width) = catch_unwind(attempt)
            .unwrap_or_else(|_| Err(MathError::unplaced("KaTeX fails on this formula")))
            .map_err(in_expanded)?;
        if visual.contains(UNTRUSTED) || mathml.contains(UNTRUSTED) {
            return Err(MathError::unplaced("the formula uses a command that is not trusted"));
        }
        // A telephone of 360 pixels leaves about 15 em of KaTeX's size for the text. Without a
        // visual layer the width is not known, and long TeX is taken for a wide formula.
        let wide = if visual.is_empty() { formula.written.text.len() > 40 } else { width > 14.0 };
        Ok(Math { visual, mathml, display, width, wide })
    }

    /// The visual layer, the MathML and the width of the first, from TeX without macros.
    fn build(&self, tex: &str, display: bool) -> Result<(String, String, f64), MathError> {
        let failed = |error: katex::ParseError| {
            // A control word's token holds the blanks behind it.
            let at = error.position().map(|start| {
                let token = tex.get(start..start + error.length().unwrap_or(0)).unwrap_or("");
                start..start + token.trim_end().len()
            });
            MathError { message: spoken(&error.kind.to_string()), at }
        };
        let settings = Settings::builder()
            .display_mode(display)
            .output(OutputFormat::HtmlAndMathml)
            .error_color(UNTRUSTED.to_owned())
            .build();
        let tree = katex::parse(&self.context, tex, &settings).map_err(failed)?;
        let options = options(display);
        let mathml = self.mathml(&tree, &options).map_err(failed)?;
        let mut visual = String::new();
        let mut width = 0.0;
        if self.output == MathOutput::HtmlAndMathml {
            let node = build_html(&self.context, &tree, &options).map_err(failed)?;
            width = markup::visual(&node, &mut visual);
        }
        Ok((visual, mathml, width))
    }

    /// The one element inside `<math>`.
    fn mathml(&self, tree: &[ParseNode], options: &Options) -> Result<String, katex::ParseError> {
        let row = katex::build_mathml::build_expression(&self.context, tree, options, None)?;
        let whole = match row.as_slice() {
            [MathDomNode::Math(only)] => matches!(only.node_type.as_ref(), "mrow" | "mtable"),
            _ => false,
        };
        let mut out = String::new();
        if !whole {
            out.push_str("<mrow>");
        }
        for node in &row {
            markup::mathml(node, &mut out);
        }
        if !whole {
            out.push_str("</mrow>");
        }
        Ok(out)
    }
}

/// What KaTeX starts a formula with.
fn options(display: bool) -> Options {
    Options {
        style: if display { katex::style::DISPLAY } else { katex::style::TEXT },
        color: None,
        size: Options::BASESIZE,
        text_size: Options::BASESIZE,
        phantom: false,
        font: String::new(),
        font_family: String::new(),
        font_weight: FontWeight::Empty,
        font_shape: FontShape::Empty,
        size_multiplier: 1.0,
        max_size: f64::INFINITY,
        min_rule_thickness: 0.0,
    }
}

/// KaTeX's complaint in our voice: lower case, no full stop.
fn spoken(complaint: &str) -> String {
    let complaint = complaint.trim().trim_end_matches('.');
    let mut characters = complaint.chars();
    let first = characters.next().map(|first| first.to_lowercase().to_string());
    format!("KaTeX cannot read it: {}{}", first.unwrap_or_default(), characters.as_str())
}

#[cfg(test)]
mod tests;

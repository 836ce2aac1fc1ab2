//! What is kept between the builds of one process, by content.
//!
//! A result is kept with everything that it was made from, and serves again only when all of that is
//! the same: texts by their bytes, findings by identity (they are kept here themselves, so what did
//! not change is the same object). Nothing is kept by time or by name alone, so nothing can be stale;
//! a test makes random edits and compares each build with one from nothing.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::sync::Arc;

use sha2::Digest;
use sha2::Sha256;

use crate::audit::EssayReport;
use crate::audit::Values;
use crate::claims::Findings;
use crate::claims::Verdict;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::SourceId;
use crate::essay::BlockId;
use crate::essay::Essay;
use crate::essay::references::Resolution;
use crate::figures;
use crate::language::Library;
use crate::language::Name;
use crate::language::Record;
use crate::language::Value;
use crate::render::model::ClaimView;
use crate::render::model::FigureView;
use crate::render::model::Mistake;
use crate::render::model::PageInput;
use crate::render::model::PageKind;
use crate::render::model::ResolvedLink;
use crate::render::model::WrittenValue;

/// Builds for which a block is kept that no build asks for: while a mistake stands, what it hides is
/// not evaluated, and is wanted again when it is mended.
const PATIENCE: u64 = 20;

/// A hash of all that something depends on.
pub(super) type Key = [u8; 32];

/// Makes a [`Key`] from parts, none of which runs into the next.
#[derive(Default)]
pub(super) struct Keyed(Sha256);

impl Keyed {
    pub(super) fn text(mut self, text: &str) -> Self {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text);
        self
    }

    pub(super) fn bytes(mut self, key: &Key) -> Self {
        self.0.update(key);
        self
    }

    pub(super) fn number(mut self, number: u64) -> Self {
        self.0.update(number.to_le_bytes());
        self
    }

    pub(super) fn key(self) -> Key {
        self.0.finalize().into()
    }
}

/// A parsed page.
pub(super) struct Parsed {
    pub(super) source: SourceId,
    pub(super) text: Arc<str>,
    pub(super) essay: Arc<Essay>,
    /// A hash of what it shows to other essays.
    pub(super) outside: Key,
    pub(super) found: Vec<Diagnostic>,
}

/// A hash of what `essay` shows to others: what it is called, what links may lead to, what its blocks
/// say and prove. Its prose is none of that.
pub(super) fn outside(essay: &Essay) -> Key {
    let mut keyed = Keyed::default().text(&essay.path).number(essay.headings.len() as u64);
    for heading in &essay.headings {
        keyed = keyed.text(&heading.id);
    }
    keyed = keyed.number(essay.formulas.len() as u64);
    for formula in &essay.formulas {
        let id = formula.id.as_ref().map_or("", |id| &*id.text);
        keyed = keyed.text(id).text(&format!("{:?}", formula.number));
    }
    for block in &essay.blocks {
        let id = block.id.as_ref().map_or("", |id| &*id.text);
        keyed = keyed.text(&format!("{:?} {}", block.kind, block.number)).text(id);
        keyed = keyed.text(&block.inside.text);
    }
    keyed.key()
}

/// A library that was compiled.
pub(super) struct Compiled {
    pub(super) source: SourceId,
    pub(super) text: Arc<str>,
    pub(super) library: Library,
    pub(super) found: Vec<Diagnostic>,
}

/// A claim, figure or table that was evaluated.
#[derive(Clone)]
pub(super) enum Block {
    /// What was found; and, if there was nothing to say about it, the lines it was judged by with
    /// the verdict.
    Claim(Arc<Findings>, Arc<Record>, Option<(Key, Verdict)>),
    /// A figure that may be drawn.
    Figure(Arc<figures::Evaluated>),
}

/// The findings that something asked for, as they were.
pub(super) type Asked = Vec<((Name, Name), Option<Arc<Record>>)>;

/// Whether two findings are the same object, or both missing.
pub(super) fn is_same(one: Option<&Arc<Record>>, other: Option<&Arc<Record>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (None, None) => true,
        _ => false,
    }
}

/// A block with what it depends on beside its key.
pub(super) struct Kept {
    pub(super) asked: Asked,
    pub(super) block: Block,
    pub(super) used: u64,
}

/// What an essay's numerals came to.
#[derive(Clone)]
pub(super) struct Judged {
    /// The values of its expressions, by their texts.
    pub(super) known: Arc<HashMap<String, Value>>,
    pub(super) values: Arc<Values>,
    pub(super) written: Arc<Vec<Option<WrittenValue>>>,
    pub(super) claims: Arc<BTreeMap<BlockId, ClaimView>>,
    pub(super) report: Arc<EssayReport>,
    pub(super) found: Vec<Diagnostic>,
    /// Whether that names places in other files.
    pub(super) elsewhere: bool,
}

/// What that depends on.
pub(super) struct Basis {
    pub(super) essay: Arc<Essay>,
    pub(super) index: usize,
    /// What it may name, and the settings.
    pub(super) scope: Key,
    /// Its own claims and figures.
    pub(super) own: Vec<(BlockId, Own)>,
    /// Findings of any essay.
    pub(super) asked: Asked,
    /// Where its links lead.
    pub(super) links: Vec<Option<Resolution>>,
    /// Essays that it links to, names or rests on, each with a hash of what it shows to others.
    pub(super) others: Vec<(usize, Key, Arc<Essay>)>,
}

impl Basis {
    /// The names of the findings that were asked for.
    pub(super) fn names(&self) -> BTreeSet<(Name, Name)> {
        self.asked.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Whether every name means what it means in `now`, which asks for the same findings.
    pub(super) fn names_hold(&self, now: &Self) -> bool {
        let asked = self.asked.iter().zip(&now.asked);
        self.scope == now.scope
            && self.asked.len() == now.asked.len()
            && asked.into_iter().all(|((_, one), (_, other))| is_same(one.as_ref(), other.as_ref()))
    }

    /// Whether all of it is as in `now`, which asks for the same findings; if something is said of
    /// places `elsewhere`, these may not have moved either.
    pub(super) fn holds(&self, now: &Self, elsewhere: bool) -> bool {
        let others = self.others.iter().zip(&now.others);
        let own = self.own.iter().zip(&now.own);
        Arc::ptr_eq(&self.essay, &now.essay)
            && self.index == now.index
            && self.names_hold(now)
            && self.links == now.links
            && self.own.len() == now.own.len()
            && own.into_iter().all(|((at, one), (same, other))| at == same && one.is_same(other))
            && self.others.len() == now.others.len()
            && others.into_iter().all(|((at, key, one), (same, as_before, other))| {
                at == same && key == as_before && (!elsewhere || Arc::ptr_eq(one, other))
            })
    }
}

/// What came of an essay's own block.
#[derive(Clone)]
pub(super) enum Own {
    Claim(Option<Arc<Findings>>, Verdict),
    Figure(Arc<figures::Evaluated>),
}

impl Own {
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Claim(one, verdict), Self::Claim(other, as_before)) => {
                let same = match (one, other) {
                    (Some(one), Some(other)) => Arc::ptr_eq(one, other),
                    (None, None) => true,
                    _ => false,
                };
                same && verdict == as_before
            }
            (Self::Figure(one), Self::Figure(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

/// A picture, with what it was drawn from.
pub(super) struct Drawn {
    pub(super) figure: Arc<figures::Evaluated>,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) view: Arc<FigureView>,
}

/// A page as it was last given to the renderer.
pub(super) struct Shown {
    pub(super) essay: Arc<Essay>,
    pub(super) kind: PageKind,
    pub(super) values: Arc<Vec<Option<WrittenValue>>>,
    pub(super) claims: Arc<BTreeMap<BlockId, ClaimView>>,
    pub(super) links: Vec<Option<ResolvedLink>>,
    pub(super) figures: BTreeMap<BlockId, Arc<FigureView>>,
    pub(super) mistakes: Vec<Mistake>,
    pub(super) version: u64,
}

impl Shown {
    pub(super) fn new(page: &PageInput<'_>, essay: &Arc<Essay>) -> Self {
        Self {
            essay: Arc::clone(essay),
            kind: page.kind,
            values: Arc::clone(&page.values),
            claims: Arc::clone(&page.claims),
            links: page.links.clone(),
            figures: page.figures.clone(),
            mistakes: page.mistakes.clone(),
            version: page.version,
        }
    }

    /// Whether `page`, made from `essay`, is this one.
    pub(super) fn is(&self, page: &PageInput<'_>, essay: &Arc<Essay>) -> bool {
        let figures = self.figures.iter().zip(&page.figures);
        Arc::ptr_eq(&self.essay, essay)
            && self.kind == page.kind
            && (Arc::ptr_eq(&self.values, &page.values) || self.values == page.values)
            && (Arc::ptr_eq(&self.claims, &page.claims) || self.claims == page.claims)
            && self.links == page.links
            && self.figures.len() == page.figures.len()
            && figures.into_iter().all(|((at, one), (same, other))| {
                at == same && (Arc::ptr_eq(one, other) || one == other)
            })
            && self.mistakes == page.mistakes
    }
}

/// All that is kept.
#[derive(Default)]
pub(super) struct Memory {
    /// Counts the builds.
    pub(super) now: u64,
    /// By path.
    pub(super) parsed: HashMap<String, Parsed>,
    /// By name.
    pub(super) libraries: HashMap<String, Compiled>,
    /// By what can be told before anything is evaluated.
    pub(super) blocks: HashMap<Key, Kept>,
    /// By path.
    pub(super) judged: HashMap<String, (Basis, Judged)>,
    /// By full name.
    pub(super) drawn: HashMap<String, Drawn>,
    /// By path.
    pub(super) shown: HashMap<String, Shown>,
    /// The last version that was given to a page.
    pub(super) version: u64,
}

impl Memory {
    /// Begins a build.
    pub(super) fn begin(&mut self) {
        self.now += 1;
        let now = self.now;
        self.blocks.retain(|_, kept| kept.used + PATIENCE >= now);
    }
}

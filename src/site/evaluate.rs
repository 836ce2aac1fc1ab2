//! Evaluates what an essay claims and draws, in dependency order.
//!
//! Libraries and definitions become scopes; then the claims, figures and tables of all essays are
//! evaluated, each by itself under its own budget, those that quote others after them; what is found
//! is noted in the [`language::Site`] that all scopes share. A block runs, on any thread, as soon as
//! what it quotes is found.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

use rayon::ScopeFifo;
use rayon::prelude::*;

use crate::claims;
use crate::claims::Claim;
use crate::claims::Findings;
use crate::claims::Verdict;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::Span;
use crate::diagnostics::nearest;
use crate::essay;
use crate::essay::BlockId;
use crate::essay::BlockKind;
use crate::essay::Essay;
use crate::figures;
use crate::language;
use crate::language::Definitions;
use crate::language::Library;
use crate::language::Name;
use crate::language::Outline;
use crate::language::Scope;
use crate::language::Value;
use crate::language::writing::Style;
use crate::site::Progress;
use crate::site::dependencies::FindingName;
use crate::site::dependencies::Needs;
use crate::site::dependencies::order;
use crate::site::gather::Gathered;
use crate::site::memory::Asked;
use crate::site::memory::Block;
use crate::site::memory::Compiled;
use crate::site::memory::Kept;
use crate::site::memory::Key;
use crate::site::memory::Keyed;
use crate::site::memory::Memory;
use crate::site::memory::is_same;
use crate::site::prose::Prose;

/// Which block of which essay.
pub type Place = (usize, BlockId);

/// A claim with what came of it.
#[derive(Clone, Debug)]
pub struct ClaimResult {
    /// The claim.
    pub claim: Claim,
    /// What was found; absent if it could not be evaluated.
    pub findings: Option<Arc<Findings>>,
    /// How that compares with what was expected.
    pub verdict: Verdict,
}

/// Everything that was evaluated.
#[derive(Default)]
pub struct Evaluated {
    /// What each essay sees, parallel to the essays.
    pub scopes: Vec<Scope>,
    /// The claims.
    pub claims: BTreeMap<Place, ClaimResult>,
    /// The figures and tables that are as required.
    pub figures: BTreeMap<Place, Arc<figures::Evaluated>>,
    /// A hash of what each essay may name, parallel to the essays.
    pub(super) keys: Vec<Key>,
    /// Values of expressions of the prose by their texts, parallel to the essays: some that ask for
    /// no finding and were not known before.
    pub(super) prose: Vec<HashMap<String, Value>>,
}

/// A block that can be evaluated.
enum Unit {
    Claim(Claim),
    Figure(figures::Plan),
}

/// What came of one, and what of it may be kept.
struct Outcome {
    place: Place,
    verdict: Option<Verdict>,
    block: Option<Block>,
    asked: Asked,
    key: Key,
    keep: bool,
    sink: Sink,
}

/// What holds for every block.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Units of work that one block may take.
    pub budget: u64,
    /// How numbers are written.
    pub style: Style,
}

/// Evaluates the blocks of `essays`, each within the limits.
#[must_use]
pub(super) fn evaluate(
    gathered: &Gathered,
    essays: &[Arc<Essay>],
    limits: &Limits,
    progress: &dyn Progress,
    memory: &mut Memory,
    sink: &mut Sink,
) -> Evaluated {
    let libraries = libraries(gathered, memory, sink);
    let site =
        language::Site::new(essays.iter().map(|essay| (name(essay), outline(essay))).collect())
            .written(&limits.style);
    let shared = shared_key(limits, &site);
    let scopes: Vec<(Scope, Key, Sink)> =
        essays.par_iter().map(|essay| scope(essay, &libraries, &site, &shared)).collect();
    let mut evaluated = Evaluated::default();
    for (scope, key, own) in scopes {
        evaluated.scopes.push(scope);
        evaluated.keys.push(key);
        sink.append(own);
    }
    let units = units(essays, sink);
    // What a block that cannot be read would have found is not asked for in vain.
    for (essay, outline) in site.essays() {
        for id in outline.ids.keys() {
            if !units.contains_key(&(Name::clone(essay), Name::clone(id))) {
                site.record(essay, id, None);
            }
        }
    }
    let needs = needs(essays, &evaluated.scopes, &units);
    let order = order(&needs);
    report_circles(&order.circles, &units, essays, sink);
    for circle in &order.circles {
        for (essay, id) in circle {
            site.record(essay, id, None);
        }
    }
    progress.expect(units.len());
    let run = Run {
        essays,
        evaluated: &evaluated,
        units: &units,
        needs: &needs,
        dependents: dependents(&needs),
        waits_for: waits_for(&needs),
        site: &site,
        limits,
        progress,
        memory,
        outcomes: Mutex::default(),
    };
    let prose: Vec<Prose<'_>> = essays
        .iter()
        .zip(&evaluated.scopes)
        .map(|(essay, scope)| {
            let known = memory.judged.get(&essay.path).map(|(_, judged)| &*judged.known);
            Prose::new((essay, scope), known, limits.budget)
        })
        .collect();
    let mut first: Vec<&FindingName> = order.layers.first().into_iter().flatten().collect();
    // The longest first, so that none is left to a single thread at the end.
    first.sort_by_key(|name| Reverse(stated_cases(&units, name)));
    rayon::scope_fifo(|threads| {
        for own in &prose {
            for binding in own.bindings() {
                threads.spawn_fifo(|_| own.evaluate(binding));
            }
        }
        for name in first {
            threads.spawn_fifo(|threads| run.unit(name, threads));
        }
    });
    let prose = prose.into_iter().map(Prose::into_values).collect();
    let mut outcomes = run.outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
    for name in order.layers.iter().flatten() {
        let Some(outcome) = outcomes.remove(name) else { continue };
        sink.append(outcome.sink);
        if let (Some(verdict), Some((_, Unit::Claim(claim)))) = (outcome.verdict, units.get(name)) {
            let findings = match &outcome.block {
                Some(Block::Claim(findings, ..)) => Some(Arc::clone(findings)),
                _ => None,
            };
            let result = ClaimResult { claim: claim.clone(), findings, verdict };
            evaluated.claims.insert(outcome.place, result);
        }
        if let Some(Block::Figure(figure)) = &outcome.block {
            evaluated.figures.insert(outcome.place, Arc::clone(figure));
        }
        if let Some(block) = outcome.block.filter(|_| outcome.keep) {
            let kept = Kept { asked: outcome.asked, block, used: memory.now };
            memory.blocks.insert(outcome.key, kept);
        }
    }
    evaluated.prose = prose;
    evaluated
}

/// How many cases a claim says it has: of what is known before it is evaluated, what tells best how
/// long it takes.
fn stated_cases(units: &BTreeMap<FindingName, (Place, Unit)>, name: &FindingName) -> u64 {
    let Some((_, Unit::Claim(claim))) = units.get(name) else { return 0 };
    let digits = claim.expectation.cases.iter().flat_map(|cases| cases.text.chars());
    digits
        .filter_map(|digit| digit.to_digit(10))
        .fold(0, |number: u64, digit| number.saturating_mul(10).saturating_add(digit.into()))
}

/// What is needed by which others.
fn dependents(
    needs: &BTreeMap<FindingName, BTreeSet<FindingName>>,
) -> BTreeMap<&FindingName, Vec<&FindingName>> {
    let mut dependents: BTreeMap<&FindingName, Vec<&FindingName>> = BTreeMap::new();
    for (name, needed) in needs {
        for one in needed.iter().filter(|one| needs.contains_key(*one)) {
            dependents.entry(one).or_default().push(name);
        }
    }
    dependents
}

/// How many others each waits for.
fn waits_for(
    needs: &BTreeMap<FindingName, BTreeSet<FindingName>>,
) -> BTreeMap<&FindingName, AtomicUsize> {
    let count = |needed: &BTreeSet<FindingName>| {
        AtomicUsize::new(needed.iter().filter(|one| needs.contains_key(*one)).count())
    };
    needs.iter().map(|(name, needed)| (name, count(needed))).collect()
}

/// Blocks that run on all threads, each as soon as what it needs is found.
struct Run<'a> {
    essays: &'a [Arc<Essay>],
    evaluated: &'a Evaluated,
    units: &'a BTreeMap<FindingName, (Place, Unit)>,
    needs: &'a BTreeMap<FindingName, BTreeSet<FindingName>>,
    dependents: BTreeMap<&'a FindingName, Vec<&'a FindingName>>,
    waits_for: BTreeMap<&'a FindingName, AtomicUsize>,
    site: &'a language::Site,
    limits: &'a Limits,
    progress: &'a dyn Progress,
    memory: &'a Memory,
    outcomes: Mutex<BTreeMap<FindingName, Outcome>>,
}

impl<'a> Run<'a> {
    /// Evaluates a block, then begins with those that waited for it last.
    fn unit<'s>(&'s self, name: &'a FindingName, threads: &ScopeFifo<'s>) {
        if let Some(outcome) = self.outcome(name) {
            let record = match &outcome.block {
                Some(Block::Claim(_, record, _)) => Some(Arc::clone(record)),
                Some(Block::Figure(figure)) => Some(Arc::clone(&figure.record)),
                None => None,
            };
            self.site.record(&name.0, &name.1, record);
            self.progress.done();
            let mut outcomes = self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
            outcomes.insert(name.clone(), outcome);
        }
        for &next in self.dependents.get(name).into_iter().flatten() {
            let waits_for = self.waits_for.get(next);
            if waits_for.is_some_and(|left| left.fetch_sub(1, Ordering::AcqRel) == 1) {
                threads.spawn_fifo(move |threads| self.unit(next, threads));
            }
        }
    }

    fn outcome(&self, name: &FindingName) -> Option<Outcome> {
        let (place, unit) = self.units.get(name)?;
        let block = self.essays.get(place.0)?.blocks.get(place.1.0)?;
        let scope = self.evaluated.scopes.get(place.0)?;
        let asked: Asked = self
            .needs
            .get(name)?
            .iter()
            .map(|(essay, id)| ((essay.clone(), id.clone()), self.site.finding(essay, id)))
            .collect();
        let key = block_key(self.evaluated.keys.get(place.0)?, block);
        let kept = self.memory.blocks.get(&key).filter(|kept| {
            kept.asked.len() == asked.len()
                && kept.asked.iter().zip(&asked).all(|((name, one), (same, other))| {
                    name == same && is_same(one.as_ref(), other.as_ref())
                })
        });
        let mut sink = Sink::default();
        let kept = kept.map(|kept| &kept.block);
        let around = (scope, self.limits);
        let (verdict, made) = match unit {
            Unit::Claim(claim) => {
                let (verdict, made) = check(claim, lines_key(block), kept, around, &mut sink);
                (Some(verdict), made)
            }
            Unit::Figure(plan) => (None, figure(plan, kept, around, &mut sink)),
        };
        // What is said about a claim is said anew; of a figure it is not.
        let keep = verdict.is_some() || sink.diagnostics().is_empty();
        Some(Outcome { place: *place, verdict, block: made, asked, key, keep, sink })
    }
}

/// Looks at every case of a claim and judges what is found, as far as that is not known.
fn check(
    claim: &Claim,
    lines: Key,
    kept: Option<&Block>,
    (scope, limits): (&Scope, &Limits),
    sink: &mut Sink,
) -> (Verdict, Option<Block>) {
    let (findings, record) = match kept {
        Some(Block::Claim(findings, record, judged)) => {
            if let Some((_, verdict)) = judged.filter(|(as_before, _)| *as_before == lines) {
                return (verdict, kept.cloned());
            }
            (Arc::clone(findings), Arc::clone(record))
        }
        _ => match claims::check(claim, scope, limits.budget) {
            Ok(findings) => {
                let record = findings.record(&claim.id.text);
                (Arc::new(findings), Arc::new(record))
            }
            Err(failure) => {
                let verdict =
                    if failure.is_undecided() { Verdict::Undecided } else { Verdict::Failed };
                if !failure.is_consequence() {
                    let span = claim.id.span;
                    sink.push(failure.into_diagnostic().label(span, "in this claim"));
                }
                return (verdict, None);
            }
        },
    };
    let verdict = claims::judge(claim, &findings, scope, sink);
    // What was said has places, which move; then it is judged anew.
    let judged = sink.diagnostics().is_empty().then_some((lines, verdict));
    (verdict, Some(Block::Claim(findings, record, judged)))
}

/// Evaluates a figure or table, as far as it is not known.
fn figure(
    plan: &figures::Plan,
    kept: Option<&Block>,
    (scope, limits): (&Scope, &Limits),
    sink: &mut Sink,
) -> Option<Block> {
    if let Some(Block::Figure(_)) = kept {
        return kept.cloned();
    }
    let options = figures::Options { budget: limits.budget, style: limits.style.clone() };
    plan.evaluate(scope, &options, sink).map(|figure| Block::Figure(Arc::new(figure)))
}

/// A hash of what holds for the whole site.
fn shared_key(limits: &Limits, site: &language::Site) -> Key {
    let mut keyed = Keyed::default().number(limits.budget).text(&format!("{:?}", limits.style));
    for (name, outline) in site.essays() {
        keyed = keyed.text(name).text(&format!("{:?}", outline.rung));
        keyed = keyed.number(outline.ids.len() as u64);
        for id in outline.ids.keys() {
            keyed = keyed.text(id);
        }
    }
    keyed.key()
}

/// A hash of what a block is evaluated from, the findings of others aside.
fn block_key(scope: &Key, block: &essay::Block) -> Key {
    let words: &[&str] = match block.kind {
        BlockKind::Claim => &["expect", "because", "status", "corrects"],
        _ => &["caption", "alt"],
    };
    let fields = block.fields.iter().filter(|field| !words.contains(&&*field.key.text));
    key_of(scope, block, fields)
}

/// A hash of all lines of a block.
fn lines_key(block: &essay::Block) -> Key {
    key_of(&Key::default(), block, block.fields.iter())
}

fn key_of<'a>(
    scope: &Key,
    block: &essay::Block,
    fields: impl Iterator<Item = &'a essay::Field>,
) -> Key {
    let id = block.id.as_ref().map_or("", |id| &*id.text);
    let mut keyed = Keyed::default().bytes(scope).text(&format!("{:?}", block.kind)).text(id);
    for field in fields {
        keyed = keyed.text(&field.key.text).text(&field.value.text);
    }
    keyed.key()
}

/// The libraries of the site by name.
fn libraries(
    gathered: &Gathered,
    memory: &mut Memory,
    sink: &mut Sink,
) -> BTreeMap<String, (Library, Key)> {
    let mut libraries = BTreeMap::new();
    let mut compiled = HashMap::new();
    for (id, name) in &gathered.libraries {
        let text = &gathered.sources.get(*id).text;
        let known = memory.libraries.remove(name);
        let known =
            known.filter(|own| own.source == *id && own.text == *text).unwrap_or_else(|| {
                let mut found = Sink::default();
                let whole = Span::new(*id, 0..text.len());
                let definitions = Definitions::parse(text, whole, &mut found);
                let library = Library::new(name, definitions, &mut found);
                let found = found.diagnostics().to_vec();
                Compiled { source: *id, text: Arc::clone(text), library, found }
            });
        known.found.iter().for_each(|one| sink.push(one.clone()));
        let key = Keyed::default().text(name).number(id.0.into()).text(text).key();
        libraries.insert(name.clone(), (known.library.clone(), key));
        compiled.insert(name.clone(), known);
    }
    memory.libraries = compiled;
    libraries
}

/// The name of an essay in expressions. The home is called `index`.
fn name(essay: &Essay) -> Name {
    essay.name().into()
}

fn outline(essay: &Essay) -> Outline {
    let findable =
        |kind: BlockKind| matches!(kind, BlockKind::Claim | BlockKind::Figure | BlockKind::Table);
    let blocks = essay.blocks.iter().filter(|block| findable(block.kind));
    Outline {
        rung: essay.front.rung.map(|(rung, _)| rung),
        ids: blocks
            .filter_map(|block| block.id.as_ref().map(|id| (id.text.as_str().into(), id.span)))
            .collect(),
    }
}

/// What one essay sees.
fn scope(
    essay: &Essay,
    libraries: &BTreeMap<String, (Library, Key)>,
    site: &language::Site,
    shared: &Key,
) -> (Scope, Key, Sink) {
    let mut sink = Sink::default();
    let mut keyed = Keyed::default().bytes(shared).text(&name(essay));
    let mut used = Vec::new();
    for library in &essay.front.uses {
        match libraries.get(&library.text) {
            Some((found, key)) => {
                used.push(found.clone());
                keyed = keyed.bytes(key);
            }
            None => {
                let near = nearest(&library.text, libraries.keys().map(String::as_str));
                let mut diagnostic = Diagnostic::error(
                    Code::FrontLibrary,
                    format!("there is no library `{}`", library.text),
                )
                .label(library.span, "");
                diagnostic = match near {
                    Some(near) => diagnostic.help(format!("write `{near}`")),
                    None => diagnostic
                        .help(format!("a library is a file `content/lib/{}.def`", library.text)),
                };
                sink.push(diagnostic);
            }
        }
    }
    let mut items = Vec::new();
    for block in essay.blocks.iter().filter(|block| block.kind == BlockKind::Def) {
        keyed = keyed.text(&block.inside.text);
        let definitions = Definitions::parse(&block.inside.text, block.inside.span, &mut sink);
        items.extend(definitions.items.iter().cloned());
    }
    let definitions = Definitions { items: items.into() };
    let scope = Scope::new(&name(essay), definitions, &used, &site.asked_apart(), &mut sink);
    (scope, keyed.key(), sink)
}

/// Every block that can be evaluated, by name.
fn units(essays: &[Arc<Essay>], sink: &mut Sink) -> BTreeMap<FindingName, (Place, Unit)> {
    let mut units = BTreeMap::new();
    for (index, essay) in essays.iter().enumerate() {
        for (block, at) in essay.blocks.iter().zip(0..) {
            let Some(id) = block.id.as_ref().filter(|_| !block.is_broken) else { continue };
            let unit = match block.kind {
                BlockKind::Claim => Claim::parse(block, sink).map(Unit::Claim),
                BlockKind::Figure | BlockKind::Table => {
                    figures::Plan::read(block, sink).map(Unit::Figure)
                }
                _ => continue,
            };
            if let Some(unit) = unit {
                let name = (name(essay), Name::from(id.text.as_str()));
                units.entry(name).or_insert(((index, BlockId(at)), unit));
            }
        }
    }
    units
}

fn needs(
    essays: &[Arc<Essay>],
    scopes: &[Scope],
    units: &BTreeMap<FindingName, (Place, Unit)>,
) -> BTreeMap<FindingName, BTreeSet<FindingName>> {
    debug_assert_eq!(essays.len(), scopes.len());
    let entries: Vec<(&FindingName, &(Place, Unit))> = units.iter().collect();
    entries
        .par_iter()
        .map(|(name, (place, unit))| {
            let mut needs = Needs::default();
            if let Some(scope) = scopes.get(place.0) {
                match unit {
                    Unit::Claim(claim) => {
                        claim.expressions().for_each(|one| needs.add(one.root(), scope));
                        claim.over.iter().for_each(|over| needs.add_clauses(over, scope));
                    }
                    Unit::Figure(plan) => {
                        plan.expressions().for_each(|one| needs.add(one.root(), scope));
                        plan.clauses().for_each(|over| needs.add_clauses(over, scope));
                    }
                }
            }
            ((*name).clone(), needs.findings)
        })
        .collect()
}

fn report_circles(
    circles: &[Vec<FindingName>],
    units: &BTreeMap<FindingName, (Place, Unit)>,
    essays: &[Arc<Essay>],
    sink: &mut Sink,
) {
    for circle in circles {
        let names: Vec<String> = circle
            .iter()
            .chain(circle.first())
            .map(|(essay, id)| format!("`{essay}.{id}`"))
            .collect();
        let mut diagnostic = Diagnostic::error(
            Code::ClaimCircle,
            format!("findings need each other in a circle: {}", names.join(" needs ")),
        );
        for name in circle {
            let block = units
                .get(name)
                .and_then(|((essay, block), _)| essays.get(*essay)?.blocks.get(block.0));
            if let Some(id) = block.and_then(|block| block.id.as_ref()) {
                diagnostic = diagnostic.label(id.span, "in the circle");
            }
        }
        sink.push(diagnostic.help("let one of them state a number of its own"));
    }
}

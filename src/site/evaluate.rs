//! Evaluates what an essay claims and draws, in dependency order.
//!
//! Libraries and definitions become scopes; then the claims, figures and tables of all essays are
//! evaluated, each by itself under its own budget, those that quote others after them; what is found
//! is noted in the [`language::Site`] that all scopes share. Blocks of one layer run in parallel.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::Arc;

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
use crate::language::writing::Style;
use crate::site::Progress;
use crate::site::dependencies::FindingName;
use crate::site::dependencies::Needs;
use crate::site::dependencies::order;
use crate::site::gather::Gathered;

/// Which block of which essay.
pub type Place = (usize, BlockId);

/// A claim with what came of it.
#[derive(Clone, Debug)]
pub struct ClaimResult {
    /// The claim.
    pub claim: Claim,
    /// What was found; absent if it could not be evaluated.
    pub findings: Option<Findings>,
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
    pub figures: BTreeMap<Place, figures::Evaluated>,
}

/// A block that can be evaluated.
enum Unit {
    Claim(Claim),
    Figure(figures::Plan),
}

/// What came of one.
enum Outcome {
    Claim(ClaimResult),
    Figure(Option<figures::Evaluated>),
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
pub fn evaluate(
    gathered: &Gathered,
    essays: &[Essay],
    limits: &Limits,
    progress: &dyn Progress,
    sink: &mut Sink,
) -> Evaluated {
    let libraries = libraries(gathered, sink);
    let site =
        language::Site::new(essays.iter().map(|essay| (name(essay), outline(essay))).collect());
    let scopes: Vec<(Scope, Sink)> =
        essays.par_iter().map(|essay| scope(essay, &libraries, &site)).collect();
    let mut evaluated = Evaluated::default();
    for (scope, own) in scopes {
        evaluated.scopes.push(scope);
        sink.append(own);
    }
    let units = units(essays, sink);
    let needs = needs(essays, &evaluated.scopes, &units);
    let order = order(&needs);
    report_circles(&order.circles, &units, essays, sink);
    for circle in &order.circles {
        for (essay, id) in circle {
            site.record(essay, id, None);
        }
    }
    progress.expect(units.len());
    for layer in &order.layers {
        let outcomes: Vec<(Place, &FindingName, Outcome, Sink)> = layer
            .par_iter()
            .filter_map(|name| {
                let (place, unit) = units.get(name)?;
                let scope = evaluated.scopes.get(place.0)?;
                let mut own = Sink::default();
                let outcome = run(unit, scope, limits, &mut own);
                progress.done();
                Some((*place, name, outcome, own))
            })
            .collect();
        for (place, (essay, id), outcome, own) in outcomes {
            sink.append(own);
            match outcome {
                Outcome::Claim(result) => {
                    let record = result.findings.as_ref().map(|found| Arc::new(found.record(id)));
                    site.record(essay, id, record);
                    evaluated.claims.insert(place, result);
                }
                Outcome::Figure(result) => {
                    let record = result.as_ref().map(|found| Arc::clone(&found.record));
                    site.record(essay, id, record);
                    evaluated.figures.extend(result.map(|found| (place, found)));
                }
            }
        }
    }
    evaluated
}

fn run(unit: &Unit, scope: &Scope, limits: &Limits, sink: &mut Sink) -> Outcome {
    match unit {
        Unit::Claim(claim) => {
            let (findings, verdict) = match claims::check(claim, scope, limits.budget) {
                Ok(findings) => {
                    let verdict = claims::judge(claim, &findings, scope, sink);
                    (Some(findings), verdict)
                }
                Err(failure) => {
                    let verdict =
                        if failure.is_undecided() { Verdict::Undecided } else { Verdict::Failed };
                    if !failure.is_consequence() {
                        let span = claim.id.span;
                        sink.push(failure.into_diagnostic().label(span, "in this claim"));
                    }
                    (None, verdict)
                }
            };
            Outcome::Claim(ClaimResult { claim: claim.clone(), findings, verdict })
        }
        Unit::Figure(plan) => {
            let options = figures::Options { budget: limits.budget, style: limits.style.clone() };
            Outcome::Figure(plan.evaluate(scope, &options, sink))
        }
    }
}

/// The libraries of the site by name.
fn libraries(gathered: &Gathered, sink: &mut Sink) -> BTreeMap<String, Library> {
    let mut libraries = BTreeMap::new();
    for (id, name) in &gathered.libraries {
        let text = &gathered.sources.get(*id).text;
        let definitions = Definitions::parse(text, Span::new(*id, 0..text.len()), sink);
        libraries.insert(name.clone(), Library::new(name, definitions, sink));
    }
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
    libraries: &BTreeMap<String, Library>,
    site: &language::Site,
) -> (Scope, Sink) {
    let mut sink = Sink::default();
    let mut used = Vec::new();
    for library in &essay.front.uses {
        match libraries.get(&library.text) {
            Some(found) => used.push(found.clone()),
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
        let definitions = Definitions::parse(&block.inside.text, block.inside.span, &mut sink);
        items.extend(definitions.items.iter().cloned());
    }
    let definitions = Definitions { items: items.into() };
    (Scope::new(&name(essay), definitions, &used, site, &mut sink), sink)
}

/// Every block that can be evaluated, by name.
fn units(essays: &[Essay], sink: &mut Sink) -> BTreeMap<FindingName, (Place, Unit)> {
    let mut units = BTreeMap::new();
    for (index, essay) in essays.iter().enumerate() {
        for (block, at) in essay.blocks.iter().zip(0..) {
            let Some(id) = &block.id else { continue };
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
    essays: &[Essay],
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
    essays: &[Essay],
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

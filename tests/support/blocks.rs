//! Evaluates the figures and tables of essays in memory, one essay or a whole site.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rung::claims;
use rung::diagnostics::Sink;
use rung::diagnostics::Sources;
use rung::diagnostics::render;
use rung::essay;
use rung::essay::Block;
use rung::essay::BlockKind;
use rung::essay::Essay;
use rung::figures::Evaluated;
use rung::figures::Options;
use rung::figures::Plan;
use rung::language::DEFAULT_BUDGET;
use rung::language::Definitions;
use rung::language::Library;
use rung::language::Name;
use rung::language::Outline;
use rung::language::Scope;
use rung::language::Site;
use rung::language::writing::Style;

/// What became of the figures of a site.
pub(crate) struct Outcome {
    /// The figures and tables that may be drawn: essay, id, figure.
    pub(crate) figures: Vec<(String, String, Evaluated)>,
    /// What the author is told.
    pub(crate) text: String,
}

/// The essays with their libraries, given as path and text; of figures and tables only those with
/// the id `only`, if there is one.
pub(crate) fn evaluate(
    pages: &[(&str, &str)],
    libraries: &[(&str, &str)],
    only: Option<&str>,
) -> Outcome {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let essays: Vec<Essay> = pages
        .iter()
        .map(|(path, text)| {
            let id = sources.add(format!("content/{path}"), *text);
            // What is wrong with an essay elsewhere is not the figures' business.
            essay::parse(id, path, text, &mut Sink::default())
        })
        .collect();
    let libraries: Vec<Library> = libraries
        .iter()
        .map(|(name, text)| {
            let id = sources.add(format!("content/lib/{name}.def"), *text);
            let whole = rung::diagnostics::Span::new(id, 0..text.len());
            let definitions = Definitions::parse(text, whole, &mut sink);
            Library::new(name, definitions, &mut sink)
        })
        .collect();
    let outlines = essays.iter().map(|essay| (Name::from(essay.name()), outline(essay)));
    let site = Site::new(outlines.collect::<BTreeMap<_, _>>());
    let scopes: Vec<Scope> =
        essays.iter().map(|essay| scope(essay, &libraries, &site, &mut sink)).collect();
    for (essay, scope) in essays.iter().zip(&scopes) {
        let blocks = |kinds: &'static [BlockKind]| {
            essay.blocks.iter().filter(|block| kinds.contains(&block.kind))
        };
        for block in blocks(&[BlockKind::Claim]) {
            let Some(claim) = claims::Claim::parse(block, &mut Sink::default()) else { continue };
            let id = block.id.as_ref().map_or("", |id| &id.text);
            // Definitions may quote claims too; a figure that needs those is not looked at alone.
            let asks = |block: &Block| {
                let is_asked = only.is_none() || block.id.is_some();
                is_asked && wanted(block, only) && block.inside.text.contains(id)
            };
            let kinds = &[BlockKind::Figure, BlockKind::Table, BlockKind::Def];
            if !blocks(kinds).any(asks) {
                continue;
            }
            if let Ok(findings) = claims::check(&claim, scope, DEFAULT_BUDGET) {
                site.record(&essay.name(), id, Some(findings.record(id).into()));
            }
        }
    }
    let options = Options { budget: DEFAULT_BUDGET, style: Style::default() };
    let mut figures = Vec::new();
    for (essay, scope) in essays.iter().zip(&scopes) {
        for block in &essay.blocks {
            if !matches!(block.kind, BlockKind::Figure | BlockKind::Table) || !wanted(block, only) {
                continue;
            }
            let Some(plan) = Plan::read(block, &mut sink) else { continue };
            if let Some(evaluated) = plan.evaluate(scope, &options, &mut sink) {
                site.record(&essay.name(), plan.id(), Some(evaluated.record.clone()));
                figures.push((essay.name(), plan.id().to_owned(), evaluated));
            }
        }
    }
    let diagnostics = sink.into_sorted();
    let text = diagnostics
        .iter()
        .map(|diagnostic| render::render(diagnostic, &sources, render::Style::Plain));
    Outcome { figures, text: text.collect::<Vec<_>>().join("\n\n") }
}

/// Whether a block is looked at: definitions always, figures and tables by their id.
fn wanted(block: &Block, only: Option<&str>) -> bool {
    let id = block.id.as_ref().map(|id| id.text.as_str());
    only.is_none() || id.is_none() || id == only
}

/// The files of a folder with this extension, by name.
pub(crate) fn read(folder: &str, extension: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<_> = fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|own| own == extension))
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn outline(essay: &Essay) -> Outline {
    let ids = essay.blocks.iter().filter(|block| {
        matches!(block.kind, BlockKind::Claim | BlockKind::Figure | BlockKind::Table)
    });
    let ids = ids.filter_map(|block| block.id.as_ref()).map(|id| (Name::from(&*id.text), id.span));
    Outline { rung: essay.front.rung.map(|(rung, _)| rung), ids: ids.collect() }
}

fn scope(essay: &Essay, libraries: &[Library], site: &Site, sink: &mut Sink) -> Scope {
    let used: Vec<Library> = libraries
        .iter()
        .filter(|library| essay.front.uses.iter().any(|name| name.text == library.name()))
        .cloned()
        .collect();
    let blocks = essay.blocks.iter().filter(|block| block.kind == BlockKind::Def);
    let items = blocks.flat_map(|block| {
        let read = Definitions::parse(&block.inside.text, block.inside.span, sink);
        read.items.to_vec()
    });
    let definitions = Definitions { items: items.collect::<Vec<_>>().into() };
    Scope::new(&essay.name(), definitions, &used, site, sink)
}

//! The stages between what was found and what is rendered: values, audit, drawing, views.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::audit;
use crate::audit::SiteReport;
use crate::audit::Surroundings;
use crate::audit::Values;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Label;
use crate::diagnostics::Severity;
use crate::diagnostics::Sink;
use crate::diagnostics::SourceId;
use crate::diagnostics::Sources;
use crate::diagnostics::Span;
use crate::essay::BindingId;
use crate::essay::BlockId;
use crate::essay::BlockKind;
use crate::essay::Context;
use crate::essay::Essay;
use crate::essay::LinkId;
use crate::essay::references::Anchor;
use crate::essay::references::References;
use crate::essay::references::Resolution;
use crate::figures::data::Align;
use crate::figures::data::Cell;
use crate::figures::data::TableModel;
use crate::figures::drawn::Drawn as Drawing;
use crate::figures::drawn::Names;
use crate::figures::drawn::draw;
use crate::figures::svg::Words;
use crate::language::Name;
use crate::language::Record;
use crate::language::writing::Style;
use crate::render::address;
use crate::render::address::Base;
use crate::render::html;
use crate::render::html::Scene;
use crate::render::math::MathRenderer;
use crate::render::model::DataCell;
use crate::render::model::DataRow;
use crate::render::model::DataTable;
use crate::render::model::FigureView;
use crate::render::model::Mistake;
use crate::render::model::PageInput;
use crate::render::model::PageKind;
use crate::render::model::Provenance;
use crate::render::model::Reference;
use crate::render::model::ResolvedLink;
use crate::render::model::WrittenValue;
use crate::render::text;
use crate::site::config::Config;
use crate::site::dependencies::Needs;
use crate::site::evaluate::Evaluated;
use crate::site::memory::Basis;
use crate::site::memory::Drawn;
use crate::site::memory::Judged;
use crate::site::memory::Key;
use crate::site::memory::Keyed;
use crate::site::memory::Memory;
use crate::site::memory::Own;
use crate::site::memory::Shown;
use crate::site::views;
use crate::site::views::Viewer;

/// Grids with more cells keep their data table on the figure's own page.
const LARGE: usize = 400;

/// What pages are made from.
pub(super) struct Found<'a> {
    pub(super) sources: &'a Sources,
    pub(super) essays: &'a [Arc<Essay>],
    pub(super) references: &'a References,
    pub(super) evaluated: &'a Evaluated,
    pub(super) config: &'a Config,
    pub(super) style: &'a Style,
    pub(super) math: &'a MathRenderer,
    pub(super) base: &'a Base,
    /// A hash of the settings.
    pub(super) settings: &'a Key,
}

/// Evaluates bindings, audits, draws, and gathers what each page shows, as far as `memory` does not
/// know it.
pub(super) fn pages<'a>(
    found: &Found<'a>,
    memory: &mut Memory,
    sink: &mut Sink,
) -> (Vec<PageInput<'a>>, SiteReport) {
    let settings = found.config.audit();
    let proved = views::proved(found.essays);
    let names = names(found.essays);
    let viewer = Viewer {
        sources: found.sources,
        essays: found.essays,
        names: &names,
        references: found.references,
        evaluated: found.evaluated,
        proved: &proved,
        style: found.style,
    };
    let ranges = audit::Ranges::new(found.essays.iter().map(|essay| &**essay));
    let notation = found.config.notation();
    let known = &memory.judged;
    let outside: Vec<Key> = found
        .essays
        .iter()
        .map(|essay| memory.parsed.get(&essay.path).map_or_else(Key::default, |own| own.outside))
        .collect();
    let judged: Vec<(Basis, Judged)> = (0..found.essays.len())
        .into_par_iter()
        .map(|index| {
            let essay = &found.essays[index];
            if let Some((basis, judged)) = known.get(&essay.path) {
                let now = basis_of(&viewer, index, (found.settings, &outside), &basis.names());
                if basis.holds(&now, judged.elsewhere) {
                    return (now, judged.clone());
                }
            }
            let this = records(found.evaluated, index);
            let scope = &found.evaluated.scopes[index];
            // The text may have changed where all that it names is as before.
            let before = known.get(&essay.path).filter(|(basis, _)| {
                basis.names_hold(&basis_of(
                    &viewer,
                    index,
                    (found.settings, &outside),
                    &basis.names(),
                ))
            });
            let values = before.map(|(_, judged)| Arc::clone(&judged.known));
            let mut values = values.unwrap_or_default();
            let ahead = &found.evaluated.prose[index];
            if !ahead.is_empty() {
                let ahead = ahead.iter().map(|(text, value)| (text.clone(), value.clone()));
                Arc::make_mut(&mut values).extend(ahead);
            }
            let known = audit::Known::new(values);
            let surroundings = Surroundings {
                known: &known,
                scope,
                ranges: &ranges,
                this: &this,
                budget: found.config.budget,
                style: found.style,
                notation: &notation,
            };
            let mut own = Sink::default();
            let values = audit::values(essay, &surroundings, &mut own);
            let page = audit::Page {
                essay,
                index,
                references: found.references,
                evidence: &values.evidence,
            };
            let report = audit::essay(&page, &settings, &mut own);
            let mut asked = scope.site().asked();
            // A value that is known asks for nothing now.
            asked.extend(before.into_iter().flat_map(|(basis, _)| basis.names()));
            asked.extend(values.uses.iter().flat_map(|uses| uses.findings.iter().cloned()));
            let bindings = 0..essay.bindings.len();
            let written = bindings.map(|id| written(&viewer, index, BindingId(id), &values));
            let judged = Judged {
                written: Arc::new(written.collect()),
                claims: Arc::new(viewer.claims(index)),
                values: Arc::new(values),
                known: Arc::new(known.into_asked()),
                report: Arc::new(report),
                elsewhere: own
                    .diagnostics()
                    .iter()
                    .flat_map(|one| &one.labels)
                    .any(|label| label.span.source != essay.source),
                found: own.diagnostics().to_vec(),
            };
            (basis_of(&viewer, index, (found.settings, &outside), &asked), judged)
        })
        .collect();
    let mut inputs = Vec::with_capacity(judged.len());
    let mut reports = Vec::with_capacity(judged.len());
    for (index, (_, judged)) in judged.iter().enumerate() {
        judged.found.iter().for_each(|one| sink.push(one.clone()));
        reports.push(Arc::clone(&judged.report));
        inputs.push(page_input(&viewer, &found.essays[index], index, judged));
    }
    if sink.diagnostics().iter().any(|one| QUOTED.contains(&one.code)) {
        let essays = found.essays.iter().zip(&judged);
        let quoted: Vec<Quote> =
            essays.flat_map(|(essay, (_, judged))| quotes(essay, &judged.values)).collect();
        name_quotes(found.essays, &quoted, sink);
    }
    name_links(found, &mut inputs);
    // The words on a picture are text of its page, so they are made from it.
    let pictures: Vec<Vec<(BlockId, Drawn)>> = inputs
        .par_iter()
        .enumerate()
        .map(|(index, page)| drawings(found, index, page, &memory.drawn))
        .collect();
    memory.drawn.clear();
    for (page, pictures) in inputs.iter_mut().zip(pictures) {
        for (block, drawn) in pictures {
            page.figures.insert(block, Arc::clone(&drawn.view));
            memory.drawn.insert(drawn.view.name.clone(), drawn);
        }
    }
    memory.judged = found.essays.iter().map(|essay| essay.path.clone()).zip(judged).collect();
    (inputs, audit::site(reports, &settings, sink))
}

/// The essays by their names in expressions.
fn names(essays: &[Arc<Essay>]) -> BTreeMap<String, usize> {
    let mut names = BTreeMap::new();
    for (index, essay) in essays.iter().enumerate() {
        names.entry(essay.name()).or_insert(index);
    }
    names
}

/// What the numerals of an essay depend on, if they ask for the findings `asked`.
fn basis_of(
    viewer: &Viewer<'_>,
    index: usize,
    (settings, outside): (&Key, &[Key]),
    asked: &BTreeSet<(Name, Name)>,
) -> Basis {
    let (essay, evaluated) = (&viewer.essays[index], viewer.evaluated);
    let range = (index, BlockId(0))..=(index, BlockId(usize::MAX));
    let claims = evaluated
        .claims
        .range(range.clone())
        .map(|((_, block), result)| (*block, Own::Claim(result.findings.clone(), result.verdict)));
    let figures = evaluated
        .figures
        .range(range)
        .map(|((_, block), figure)| (*block, Own::Figure(Arc::clone(figure))));
    let links: Vec<Option<Resolution>> = (0..essay.links.len())
        .map(|link| viewer.references.of(index, LinkId(link)).cloned())
        .collect();
    let because =
        essay.blocks.iter().filter_map(|block| block.field("because")).filter_map(|line| {
            viewer.references.lookup(&essay.path, &line.value.text).map(|(page, _)| page)
        });
    let others: BTreeSet<usize> = links
        .iter()
        .flatten()
        .map(|link| link.essay)
        .chain(because)
        .chain(asked.iter().filter_map(|(essay, _)| viewer.names.get(&**essay).copied()))
        .collect();
    let site = evaluated.scopes[index].site();
    Basis {
        essay: Arc::clone(essay),
        index,
        scope: Keyed::default().bytes(settings).bytes(&evaluated.keys[index]).key(),
        own: claims.chain(figures).collect(),
        asked: asked.iter().map(|name| (name.clone(), site.finding(&name.0, &name.1))).collect(),
        others: others
            .into_iter()
            .filter_map(|other| {
                Some((other, *outside.get(other)?, Arc::clone(viewer.essays.get(other)?)))
            })
            .collect(),
        links,
    }
}

/// What is wrong with a finding, so that whoever quotes it has to know.
const QUOTED: [Code; 2] = [Code::ClaimRefuted, Code::FigureAssert];

/// A place of the prose that quotes a finding: the essay and the id of the finding, and the place.
type Quote = (Name, Name, Span);

/// The bindings of `essay` that quote findings.
fn quotes(essay: &Essay, values: &Values) -> Vec<Quote> {
    let uses = essay.bindings.iter().zip(&values.uses);
    uses.flat_map(|(binding, uses)| {
        let own = uses.this.then(|| {
            let (Context::Caption(block) | Context::Alt(block)) = binding.context else {
                return None;
            };
            let id = essay.blocks.get(block.0)?.id.as_ref()?;
            Some((Name::from(essay.name()), Name::from(id.text.as_str())))
        });
        let own = own.flatten();
        let findings = uses.findings.iter().cloned().chain(own);
        findings.map(|(essay, id)| (essay, id, binding.span))
    })
    .collect()
}

/// Adds to what was said about claims and figures that are not as expected every place that quotes
/// them: what is written there comes from the same finding.
fn name_quotes(essays: &[Arc<Essay>], quotes: &[Quote], sink: &mut Sink) {
    for diagnostic in sink.diagnostics_mut() {
        let Some(at) = diagnostic.span().filter(|_| QUOTED.contains(&diagnostic.code)) else {
            continue;
        };
        let block = essays.iter().filter(|essay| essay.source == at.source).find_map(|essay| {
            let block = essay.blocks.iter().find(|block| block.span.contains(at))?;
            Some((essay.name(), block.id.as_ref()?.text.as_str()))
        });
        let Some((essay, id)) = block else { continue };
        for (_, _, place) in quotes.iter().filter(|(e, own, _)| **e == *essay && **own == *id) {
            diagnostic.labels.push(Label { span: *place, text: format!("quotes `{id}`") });
        }
    }
}

/// Writes the headings and titles that links with empty brackets lead to.
fn name_links(found: &Found<'_>, inputs: &mut [PageInput<'_>]) {
    let mut names = Vec::new();
    for (index, essay) in found.essays.iter().enumerate() {
        for link in 0..essay.links.len() {
            let Some(resolution) = found.references.of(index, LinkId(link)) else { continue };
            let heading = match resolution.anchor {
                Anchor::Heading(heading) => Some(heading),
                Anchor::Block(_) | Anchor::Formula(_) if !resolution.names_page => continue,
                Anchor::Page | Anchor::Block(_) | Anchor::Formula(_) => None,
            };
            if !resolution.written {
                continue;
            }
            let Some(page) = inputs.get(resolution.essay) else { continue };
            let scene = Scene { page, math: found.math, base: found.base };
            let name = html::name(scene, heading);
            // Another page's figure is told from a figure of this page.
            let name = match &resolution.label {
                Some(label) => name.map(|name| name.of(label)),
                None => name,
            };
            names.push((index, link, name));
        }
    }
    for (index, link, name) in names {
        let page = inputs.get_mut(index).and_then(|page| page.links.get_mut(link));
        if let Some(Some(ResolvedLink::Internal { text, .. })) = page {
            *text = name;
        }
    }
}

/// The findings of the figures and tables of an essay.
fn records(evaluated: &Evaluated, essay: usize) -> BTreeMap<BlockId, Arc<Record>> {
    let range = (essay, BlockId(0))..=(essay, BlockId(usize::MAX));
    let figures = evaluated.figures.range(range);
    figures.map(|((_, block), found)| (*block, Arc::clone(&found.this))).collect()
}

fn page_input<'a>(
    viewer: &Viewer<'_>,
    essay: &'a Essay,
    index: usize,
    judged: &Judged,
) -> PageInput<'a> {
    PageInput {
        essay,
        kind: kind(viewer.essays, essay),
        address: address::of_page(&essay.path),
        values: Arc::clone(&judged.written),
        links: viewer.links(index),
        claims: Arc::clone(&judged.claims),
        figures: BTreeMap::new(),
        mistakes: Vec::new(),
        version: 0,
    }
}

/// Marks what is wrong in the pages where it stands, for the preview.
pub(super) fn mark(pages: &mut [PageInput<'_>], diagnostics: &[Diagnostic]) {
    let mut by_source: BTreeMap<SourceId, Vec<Mistake>> = BTreeMap::new();
    for one in diagnostics.iter().filter(|one| one.severity <= Severity::Warning) {
        let Some(span) = one.span() else { continue };
        by_source.entry(span.source).or_default().push(Mistake {
            span,
            severity: one.severity,
            code: one.code.name(),
            message: one.message.clone(),
            help: one.help.clone(),
        });
    }
    for page in pages {
        page.mistakes = by_source.remove(&page.essay.source).unwrap_or_default();
    }
}

/// Gives every page its version: that of the page before it if nothing about it changed.
pub(super) fn version(pages: &mut [PageInput<'_>], essays: &[Arc<Essay>], memory: &mut Memory) {
    let mut known = std::mem::take(&mut memory.shown);
    for (page, essay) in pages.iter_mut().zip(essays) {
        let before = known.remove(&essay.path).filter(|old| old.is(page, essay));
        page.version = before.as_ref().map_or(memory.version + 1, |old| old.version);
        memory.version = memory.version.max(page.version);
        let shown = before.unwrap_or_else(|| Shown::new(page, essay));
        memory.shown.insert(essay.path.clone(), shown);
    }
}

/// How a page is laid out.
fn kind(essays: &[Arc<Essay>], essay: &Essay) -> PageKind {
    if essay.path == "index.md" {
        return PageKind::Home;
    }
    if let Some(folder) = essay.path.strip_suffix("index.md") {
        let has_rungs =
            essays.iter().any(|own| own.path.starts_with(folder) && own.front.rung.is_some());
        return if has_rungs { PageKind::Ladder } else { PageKind::Page };
    }
    let is_essay =
        essay.front.rung.is_some() || essay.front.date.is_some() || !essay.blocks.is_empty();
    if is_essay { PageKind::Essay } else { PageKind::Page }
}

fn written(
    viewer: &Viewer<'_>,
    index: usize,
    id: BindingId,
    values: &Values,
) -> Option<WrittenValue> {
    let shown = values.shown.get(id.0)?.as_ref()?;
    let uses = values.uses.get(id.0)?;
    let scope = &viewer.evaluated.scopes[index];
    let needs = Needs { findings: BTreeSet::new(), definitions: uses.definitions.clone() };
    let findings: BTreeSet<Reference> = uses
        .findings
        .iter()
        .filter_map(|(essay, id)| viewer.finding_reference(index, essay, id))
        .collect();
    Some(WrittenValue {
        text: shown.text.clone(),
        tex: shown.tex.clone(),
        machine: shown.machine.clone(),
        provenance: Provenance {
            definitions: views::definitions(&needs, scope, viewer.sources),
            ranges: uses.ranges.clone(),
            findings: findings.into_iter().collect(),
        },
    })
}

/// The figures and tables of an essay, drawn, or as they are known.
fn drawings(
    found: &Found<'_>,
    index: usize,
    page: &PageInput<'_>,
    known: &HashMap<String, Drawn>,
) -> Vec<(BlockId, Drawn)> {
    let essay = page.essay;
    let range = (index, BlockId(0))..=(index, BlockId(usize::MAX));
    let scene = Scene { page, math: found.math, base: found.base };
    let mut all = Vec::new();
    for ((_, block), result) in found.evaluated.figures.range(range) {
        let Some(source) = essay.blocks.get(block.0) else { continue };
        let Some(id) = &source.id else { continue };
        let is_table = source.kind == BlockKind::Table;
        let title = format!("{} {}", if is_table { "Table" } else { "Figure" }, source.number);
        let description =
            source.alt.as_ref().map(|alt| text::of_fragment(scene, alt)).unwrap_or_default();
        let name = format!("{}.{}", essay.name(), id.text);
        let same = known.get(&name).filter(|old| {
            Arc::ptr_eq(&old.figure, result) && old.title == title && old.description == description
        });
        let view = same.map_or_else(
            || {
                let words = Words {
                    kind: result.kind,
                    title: title.clone(),
                    description: description.clone(),
                };
                let names = Names { prefix: &id.text, name: &name };
                Arc::new(view(draw(&*result.figure, &names, &words, found.style), &name, is_table))
            },
            |old| Arc::clone(&old.view),
        );
        all.push((*block, Drawn { figure: Arc::clone(result), title, description, view }));
    }
    all
}

/// A drawing as its page shows it.
fn view(drawn: Drawing, name: &str, is_table: bool) -> FigureView {
    let is_large = drawn.table.size() > LARGE;
    FigureView {
        svg: drawn.svg_inline,
        svg_file: drawn.svg_standalone,
        data_on_own_page: !is_table && is_large,
        data: table(drawn.table),
        csv: drawn.csv,
        json: drawn.json,
        explorer: drawn.explorer.map(|explorer| explorer.json()),
        name: name.to_owned(),
    }
}

/// The data of a figure as the page shows it.
fn table(model: TableModel) -> DataTable {
    let TableModel { columns, row_headers, rows } = model;
    let aligned: Vec<bool> = columns.iter().map(|column| column.align == Align::Right).collect();
    let cell = |(cell, number): (Cell, &bool)| DataCell {
        text: cell.text,
        machine: None,
        address: None,
        marks: cell.class.split_whitespace().map(str::to_owned).collect(),
        number: *number,
    };
    let mut headers = columns.into_iter().zip(&aligned).map(|(column, number)| DataCell {
        text: column.header,
        number: *number,
        ..DataCell::default()
    });
    let corner = if row_headers { headers.next().map(|header| header.text) } else { None };
    DataTable {
        corner: corner.unwrap_or_default(),
        columns: headers.collect(),
        rows: rows
            .into_iter()
            .map(|row| {
                let mut cells = row.into_iter().zip(&aligned).map(cell);
                let header = if row_headers { cells.next() } else { None };
                DataRow { header, cells: cells.collect() }
            })
            .collect(),
    }
}

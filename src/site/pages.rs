//! The stages between what was found and what is rendered: values, audit, drawing, views.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
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
use crate::figures::data::Align;
use crate::figures::data::Cell;
use crate::figures::data::TableModel;
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
use crate::site::views;
use crate::site::views::Viewer;

/// Grids with more cells keep their data table on the figure's own page.
const LARGE: usize = 400;

/// What pages are made from.
pub(super) struct Found<'a> {
    pub(super) sources: &'a Sources,
    pub(super) essays: &'a [Essay],
    pub(super) references: &'a References,
    pub(super) evaluated: &'a Evaluated,
    pub(super) config: &'a Config,
    pub(super) style: &'a Style,
    pub(super) math: &'a MathRenderer,
    pub(super) base: &'a Base,
}

/// Evaluates bindings, audits, draws, and gathers what each page shows.
pub(super) fn pages<'a>(found: &Found<'a>, sink: &mut Sink) -> (Vec<PageInput<'a>>, SiteReport) {
    let settings = found.config.audit();
    let proved = views::proved(found.essays);
    let viewer = Viewer {
        sources: found.sources,
        essays: found.essays,
        references: found.references,
        evaluated: found.evaluated,
        proved: &proved,
        style: found.style,
    };
    let ranges = audit::Ranges::new(found.essays);
    let notation = found.config.notation();
    let names_quotes = sink.diagnostics().iter().any(|one| QUOTED.contains(&one.code));
    let made: Vec<(PageInput<'a>, audit::EssayReport, Vec<Quote>, Sink)> = (0..found.essays.len())
        .into_par_iter()
        .map(|index| {
            let mut own = Sink::default();
            let essay = &found.essays[index];
            let this = records(found.evaluated, index);
            let surroundings = Surroundings {
                scope: &found.evaluated.scopes[index],
                ranges: &ranges,
                this: &this,
                budget: found.config.budget,
                style: found.style,
                notation: &notation,
            };
            let values = audit::values(essay, &surroundings, &mut own);
            let page = audit::Page {
                essay,
                index,
                references: found.references,
                evidence: &values.evidence,
            };
            let report = audit::essay(&page, &settings, &mut own);
            let input = page_input(found, &viewer, index, &values);
            let quotes = if names_quotes { quotes(essay, &values) } else { Vec::new() };
            (input, report, quotes, own)
        })
        .collect();
    let mut inputs = Vec::with_capacity(made.len());
    let mut reports = Vec::with_capacity(made.len());
    let mut quoted = Vec::new();
    for (input, report, quotes, own) in made {
        sink.append(own);
        inputs.push(input);
        reports.push(report);
        quoted.extend(quotes);
    }
    if names_quotes {
        name_quotes(found.essays, &quoted, sink);
    }
    name_links(found, &mut inputs);
    // The words on a picture are text of its page, so they are made from it.
    let pictures: Vec<BTreeMap<BlockId, FigureView>> =
        inputs.par_iter().enumerate().map(|(index, page)| drawings(found, index, page)).collect();
    for (page, figures) in inputs.iter_mut().zip(pictures) {
        page.figures = figures;
    }
    (inputs, audit::site(reports, &settings, sink))
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
fn name_quotes(essays: &[Essay], quotes: &[Quote], sink: &mut Sink) {
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
                Anchor::Page => None,
                Anchor::Heading(heading) => Some(heading),
                Anchor::Block(_) | Anchor::Formula(_) => continue,
            };
            if !resolution.written {
                continue;
            }
            let Some(page) = inputs.get(resolution.essay) else { continue };
            let scene = Scene { page, math: found.math, base: found.base };
            names.push((index, link, html::name(scene, heading)));
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
    found: &Found<'a>,
    viewer: &Viewer<'_>,
    index: usize,
    values: &Values,
) -> PageInput<'a> {
    let essay = &found.essays[index];
    PageInput {
        essay,
        kind: kind(found.essays, essay),
        address: address::of_page(&essay.path),
        values: (0..essay.bindings.len())
            .map(|id| written(viewer, index, BindingId(id), values))
            .collect(),
        links: viewer.links(index),
        claims: viewer.claims(index),
        figures: BTreeMap::new(),
        mistakes: Vec::new(),
    }
}

/// Marks what is wrong in the pages where it stands, for the preview.
pub(super) fn mark(pages: &mut [PageInput<'_>], diagnostics: &[Diagnostic]) {
    for page in pages {
        let here = diagnostics.iter().filter_map(|one| {
            let here = one.span().filter(|span| span.source == page.essay.source);
            let span = here.filter(|_| one.severity <= Severity::Warning)?;
            Some(Mistake {
                span,
                severity: one.severity,
                code: one.code.name(),
                message: one.message.clone(),
            })
        });
        page.mistakes = here.collect();
    }
}

/// How a page is laid out.
fn kind(essays: &[Essay], essay: &Essay) -> PageKind {
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

/// The figures and tables of an essay, drawn.
fn drawings(
    found: &Found<'_>,
    index: usize,
    page: &PageInput<'_>,
) -> BTreeMap<BlockId, FigureView> {
    let essay = page.essay;
    let range = (index, BlockId(0))..=(index, BlockId(usize::MAX));
    let scene = Scene { page, math: found.math, base: found.base };
    let mut views = BTreeMap::new();
    for ((_, block), result) in found.evaluated.figures.range(range) {
        let Some(source) = essay.blocks.get(block.0) else { continue };
        let Some(id) = &source.id else { continue };
        let is_table = source.kind == BlockKind::Table;
        let words = Words {
            kind: result.kind,
            title: format!("{} {}", if is_table { "Table" } else { "Figure" }, source.number),
            description: source
                .alt
                .as_ref()
                .map(|alt| text::of_fragment(scene, alt))
                .unwrap_or_default(),
        };
        let name = format!("{}.{}", essay.name(), id.text);
        let names = Names { prefix: &id.text, name: &name };
        let drawn = draw(&*result.figure, &names, &words, found.style);
        let is_large = drawn.table.size() > LARGE;
        views.insert(
            *block,
            FigureView {
                svg: drawn.svg_inline,
                svg_file: drawn.svg_standalone,
                data_on_own_page: !is_table && is_large,
                data: table(drawn.table),
                csv: drawn.csv,
                json: drawn.json,
                explorer: drawn.explorer.map(|explorer| explorer.json()),
                name,
            },
        );
    }
    views
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

//! Where what stands at a place is defined.

use crate::diagnostics::Sink;
use crate::diagnostics::SourceId;
use crate::diagnostics::Span;
use crate::essay::Block;
use crate::essay::Essay;
use crate::essay::references;
use crate::essay::references::Anchor;
use crate::essay::references::References;
use crate::language::Clauses;
use crate::language::Meaning;
use crate::lsp::analysis::Analysis;
use crate::lsp::place;
use crate::lsp::place::Path;

/// The place that the text at byte `at` of `source` refers to: the target of a link, the definition
/// of a name, the file of a library.
pub(crate) fn find(analysis: &Analysis, source: SourceId, at: usize) -> Option<Span> {
    let text = &analysis.sources.get(source).text;
    let Some(index) = analysis.essay(source) else {
        // A library sees itself.
        let path = place::path(text, source, at)?;
        return analysis.library_definition(source, path.parts.first()?);
    };
    let essay = analysis.essays.get(index)?;
    if let Some(library) = essay.front.uses.iter().find(|name| place::touches(name.span, at)) {
        let id = analysis.source(&format!("content/lib/{}.def", library.text))?;
        return Some(Span::new(id, 0..0));
    }
    if place::is_expression(essay, at) {
        return name(analysis, index, &place::path(text, source, at)?);
    }
    let references = references::resolve(&analysis.essays, &mut Sink::default());
    if let Some((id, _)) = place::link(essay, at) {
        let resolution = references.of(index, id)?;
        return anchor(analysis.essays.get(resolution.essay)?, resolution.anchor);
    }
    because(analysis, essay, at, &references)
}

/// The theorem that a claim rests on.
fn because(analysis: &Analysis, essay: &Essay, at: usize, references: &References) -> Option<Span> {
    let (_, block) = place::block(essay, at)?;
    let field = block.field("because").filter(|field| place::touches(field.value.span, at))?;
    let (target, found) = references.lookup(&essay.path, &field.value.text)?;
    anchor(analysis.essays.get(target)?, found)
}

/// Where `anchor` of `essay` stands.
fn anchor(essay: &Essay, anchor: Anchor) -> Option<Span> {
    match anchor {
        Anchor::Page => Some(Span::new(essay.source, 0..0)),
        Anchor::Heading(index) => essay.headings.get(index).map(|heading| heading.span),
        Anchor::Block(id) => {
            let block = essay.blocks.get(id.0)?;
            Some(block.id.as_ref().map_or(block.span, |id| id.span))
        }
        Anchor::Formula(id) => essay.formulas.get(id.0).map(|formula| formula.span),
    }
}

/// Where the name `path` in an expression of the essay number `index` is defined.
fn name(analysis: &Analysis, index: usize, path: &Path<'_>) -> Option<Span> {
    let essay = analysis.essays.get(index)?;
    let first = path.parts.first()?;
    if let Some((_, block)) = place::block(essay, path.span.start) {
        if *first == "this" {
            return block.id.as_ref().map(|id| id.span);
        }
        if let Some(span) = local(block, first, path.span.start) {
            return Some(span);
        }
    }
    let scope = analysis.scopes.get(index)?;
    match scope.meaning(first)? {
        Meaning::Definition(id) => scope.definition(id).map(|definition| definition.name_at),
        Meaning::Finding { essay, id } => scope.site().essays().get(&essay)?.ids.get(&id).copied(),
        Meaning::Essay(name) => match path.parts.get(1) {
            Some(id) => scope.site().essays().get(&name)?.ids.get(*id).copied(),
            None => {
                let essay = analysis.essays.iter().find(|essay| essay.name() == *name)?;
                Some(Span::new(essay.source, 0..0))
            }
        },
        Meaning::Fixed(_) | Meaning::Here | Meaning::Ladder => None,
    }
}

/// Where a variable of `block`, a name of its `with` lines, or one of its fields stands, if `name`
/// means one at byte `at`.
fn local(block: &Block, name: &str, at: usize) -> Option<Span> {
    for field in &block.fields {
        let key = field.key.text.as_str();
        if matches!(key, "over" | "rows" | "columns") {
            let clauses = Clauses::parse(&field.value.text, field.value.span, &mut Sink::default());
            let variables = clauses.map(|clauses| clauses.variables()).unwrap_or_default();
            if let Some((_, span)) = variables.iter().find(|(own, _)| **own == *name) {
                return Some(*span);
            }
        }
        let with = (key == "with").then(|| field.value.text.split_once('=')).flatten();
        if with.is_some_and(|(own, _)| own.trim() == name) {
            let start = field.value.span.start;
            return Some(Span::new(field.value.span.source, start..start + name.len()));
        }
    }
    let field = block.field(name)?;
    (!place::touches(field.value.span, at)).then_some(field.key.span)
}

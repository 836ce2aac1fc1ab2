//! What is known about a place: the value of a binding, the finding of a claim, a definition.

use std::fmt::Write;
use std::sync::Arc;

use lsp_types::Hover;
use lsp_types::HoverContents;
use lsp_types::MarkupContent;
use lsp_types::MarkupKind;

use crate::diagnostics::Sink;
use crate::diagnostics::SourceId;
use crate::diagnostics::Span;
use crate::essay::Binding;
use crate::essay::BlockId;
use crate::essay::Context;
use crate::essay::references;
use crate::language::Evaluator;
use crate::language::Expression;
use crate::language::Meaning;
use crate::language::Value;
use crate::language::writing;
use crate::lsp::analysis::Analysis;
use crate::lsp::place;
use crate::lsp::publish;
use crate::lsp::text::Encoding;

/// What there is to say about byte `at` of `source`.
pub(crate) fn find(
    analysis: &Analysis,
    source: SourceId,
    at: usize,
    encoding: Encoding,
) -> Option<Hover> {
    let (text, span) = said(analysis, source, at)?;
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text });
    Some(Hover { contents, range: Some(publish::range(analysis, span, encoding)) })
}

fn said(analysis: &Analysis, source: SourceId, at: usize) -> Option<(String, Span)> {
    let index = analysis.essay(source)?;
    let essay = analysis.essays.get(index)?;
    if place::is_expression(essay, at)
        && let Some(path) = place::path(&analysis.sources.get(source).text, source, at)
        && let Some(text) = meaning(analysis, index, &path.parts)
    {
        return Some((text, path.span));
    }
    if let Some(binding) = place::binding(essay, at) {
        return Some((value(analysis, index, binding)?, binding.span));
    }
    if let Some((id, link)) = place::link(essay, at) {
        let references = references::resolve(&analysis.essays, &mut Sink::default());
        let resolution = references.of(index, id)?;
        let target = analysis.essays.get(resolution.essay)?;
        let mut text = match &resolution.label {
            Some(label) => format!("**{label}**"),
            None => format!("`{}`", target.path),
        };
        if let references::Anchor::Block(block) = resolution.anchor {
            let _ = write!(text, "\n\n{}", finding(analysis, resolution.essay, block)?);
        }
        return Some((text, link.span));
    }
    let (id, block) = place::block(essay, at)?;
    let span = block.id.as_ref()?.span;
    place::touches(span, at).then(|| finding(analysis, index, id).map(|text| (text, span)))?
}

/// The definition that a name stands for, or the finding.
fn meaning(analysis: &Analysis, index: usize, parts: &[&str]) -> Option<String> {
    let scope = analysis.scopes.get(index)?;
    let (essay, id) = match scope.meaning(parts.first()?)? {
        Meaning::Definition(id) => {
            let definition = scope.definition(id)?;
            let mut text = format!("```\n{}\n```", definition.text);
            if definition.parameters.is_none() {
                let value = evaluated(analysis, index, &definition.body)?;
                let _ = write!(text, "\n\n= **{value}**");
            }
            return Some(text);
        }
        Meaning::Finding { essay, id } => (essay, id.to_string()),
        Meaning::Essay(essay) => (essay, (*parts.get(1)?).to_owned()),
        Meaning::Fixed(_) | Meaning::Here | Meaning::Ladder => return None,
    };
    let index = analysis.essays.iter().position(|own| own.name() == *essay)?;
    let blocks = &analysis.essays.get(index)?.blocks;
    let block = blocks.iter().position(|own| own.id.as_ref().is_some_and(|own| own.text == id))?;
    finding(analysis, index, BlockId(block))
}

/// What a binding is worth.
fn value(analysis: &Analysis, index: usize, binding: &Binding) -> Option<String> {
    let text = &binding.expression;
    if binding.kind.is_given() {
        return Some(format!("given: {}", text.text));
    }
    let expression = Expression::parse(&text.text, text.span, &mut Sink::default())?;
    let scope = analysis.scopes.get(index)?;
    let mut evaluator = Evaluator::new(scope, analysis.budget);
    if let Context::Caption(block) | Context::Alt(block) = binding.context
        && let Some(this) = analysis.this(index, block)
    {
        evaluator.bind("this", Value::Record(Arc::clone(this)));
    }
    let value = value_of(analysis, &mut evaluator, &expression);
    Some(format!("`{}` = **{value}**", text.text))
}

/// The value of an expression, as prose would show it.
fn evaluated(analysis: &Analysis, index: usize, expression: &Expression) -> Option<String> {
    let scope = analysis.scopes.get(index)?;
    Some(value_of(analysis, &mut Evaluator::new(scope, analysis.budget), expression))
}

fn value_of(analysis: &Analysis, evaluator: &mut Evaluator<'_>, expression: &Expression) -> String {
    match evaluator.evaluate(expression) {
        Ok(value) => written(&value, analysis),
        Err(failure) => format!("not defined: {}", failure.message()),
    }
}

fn written(value: &Value, analysis: &Analysis) -> String {
    writing::prose(value, &analysis.style).unwrap_or_else(|_| writing::plain(value))
}

/// What was found about a block: for a claim its expectation and its verdict.
fn finding(analysis: &Analysis, index: usize, id: BlockId) -> Option<String> {
    let block = analysis.essays.get(index)?.blocks.get(id.0)?;
    let mut text = String::new();
    if let Some(found) = analysis.found(index, id) {
        let _ = writeln!(text, "{found}\n");
    }
    let lines: Vec<&str> = block.inside.text.lines().take(20).collect();
    let _ = write!(text, "```\n{}\n```", lines.join("\n"));
    Some(text)
}

//! The edits that mend a finding, the same ones that `rung check --fix` makes.

use std::collections::HashMap;
use std::path::Path;

use lsp_types::CodeAction;
use lsp_types::CodeActionKind;
use lsp_types::CodeActionOrCommand;
use lsp_types::TextEdit;
use lsp_types::Uri;
use lsp_types::WorkspaceEdit;

use crate::diagnostics::Diagnostic;
use crate::diagnostics::Fix;
use crate::diagnostics::Span;
use crate::lsp::analysis::Analysis;
use crate::lsp::publish;
use crate::lsp::text::Encoding;

/// Mends everything in a file that can be mended.
pub(crate) const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.rung");

/// A file that an editor shows.
pub(crate) struct Shown<'a> {
    pub(crate) analysis: &'a Analysis,
    pub(crate) root: &'a Path,
    pub(crate) uri: &'a Uri,
    pub(crate) encoding: Encoding,
}

/// What mends the findings that touch `at`: an action for each, and one for the whole file if
/// several findings of it can be mended. `only` are the kinds that are asked for, if any.
pub(crate) fn at(
    file: &Shown<'_>,
    at: Span,
    only: Option<&[CodeActionKind]>,
) -> Vec<CodeActionOrCommand> {
    let wanted = |kind: &CodeActionKind| {
        only.is_none_or(|only| {
            // A kind that is asked for stands for all below it: `source` for `source.fixAll`.
            only.iter().any(|asked| {
                let rest = kind.as_str().strip_prefix(asked.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
        })
    };
    let mendable: Vec<(&Diagnostic, &Fix)> = file
        .analysis
        .diagnostics
        .iter()
        .filter_map(|one| one.fix.as_ref().map(|fix| (one, fix)))
        .filter(|(_, fix)| fix.span.source == at.source)
        .collect();
    let mut actions = Vec::new();
    if wanted(&CodeActionKind::QUICKFIX) {
        for (diagnostic, fix) in &mendable {
            let touches = |span: Span| span.start <= at.end && at.start <= span.end;
            if !diagnostic.labels.iter().any(|label| touches(label.span)) {
                continue;
            }
            actions.push(CodeAction {
                title: format!("write `{}`", fix.replacement),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![publish::shown(
                    diagnostic,
                    file.analysis,
                    file.root,
                    file.encoding,
                )]),
                edit: Some(edit(file, &[*fix])),
                is_preferred: Some(true),
                ..CodeAction::default()
            });
        }
    }
    if wanted(&FIX_ALL) && (mendable.len() > 1 || only.is_some()) && !mendable.is_empty() {
        let fixes: Vec<&Fix> = mendable.iter().map(|(_, fix)| *fix).collect();
        actions.push(CodeAction {
            title: format!("mend all {} findings that can be mended here", fixes.len()),
            kind: Some(FIX_ALL),
            edit: Some(edit(file, &fixes)),
            ..CodeAction::default()
        });
    }
    actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
}

/// `fixes` as edits of the file; of two that overlap only the first.
fn edit(file: &Shown<'_>, fixes: &[&Fix]) -> WorkspaceEdit {
    let mut sorted = fixes.to_vec();
    sorted.sort();
    let mut edits = Vec::new();
    let mut end = 0;
    for fix in sorted {
        if fix.span.start < end {
            continue;
        }
        end = fix.span.end;
        let range = publish::range(file.analysis, fix.span, file.encoding);
        edits.push(TextEdit { range, new_text: fix.replacement.clone() });
    }
    WorkspaceEdit {
        changes: Some(HashMap::from([(file.uri.clone(), edits)])),
        ..WorkspaceEdit::default()
    }
}

//! Bindings, tables and figures that only carry typed numbers, so that nothing is checked.
//!
//! What is carried is said by [`Scope::carried`]. A definition lends a number its name: bound
//! beside something that computes with it, the number in the prose and the one that is computed
//! with cannot drift apart. A definition that nothing computes with is a literal by another name.

use std::collections::BTreeSet;

use crate::audit::values::Shown;
use crate::claims::Claim;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::essay::Binding;
use crate::essay::BlockKind;
use crate::essay::Essay;
use crate::figures::Plan;
use crate::language::DefinitionId;
use crate::language::Expression;
use crate::language::Leaf;
use crate::language::NodeKind;
use crate::language::Scope;

/// What an author may do instead.
const HELP: &str = "compute it, or say where it comes from: `(=given \"…\")`";

/// The definitions of `essay` that a block or a binding computes with, directly or not.
pub(super) fn computed_with(essay: &Essay, scope: &Scope) -> BTreeSet<DefinitionId> {
    let mut earnest = BTreeSet::new();
    // What is wrong with a block or an expression is reported elsewhere.
    let unheard = &mut Sink::default();
    for block in &essay.blocks {
        match block.kind {
            BlockKind::Claim => {
                let Some(claim) = Claim::parse(block, unheard) else { continue };
                for expression in claim.expressions() {
                    earnest.extend(scope.references(expression, &[]).definitions);
                }
                for over in claim.over.iter() {
                    earnest.extend(scope.references_of_clauses(over, &[]).definitions);
                }
            }
            BlockKind::Figure | BlockKind::Table => {
                let Some(plan) = Plan::read(block, unheard) else { continue };
                for expression in plan.expressions().chain(plan.shown().0) {
                    earnest.extend(scope.references(expression, &[]).definitions);
                }
                for over in plan.clauses() {
                    earnest.extend(scope.references_of_clauses(over, &[]).definitions);
                }
            }
            _ => {}
        }
    }
    for binding in &essay.bindings {
        if binding.kind.is_given() {
            continue;
        }
        let text = &binding.expression;
        let Ok(expression) = Expression::read(&text.text, text.span) else { continue };
        if scope.carried(None, &[], &expression).is_none() {
            earnest.extend(scope.references(&expression, &[]).definitions);
        }
    }
    earnest
}

/// Reports a binding of a literal.
pub(super) fn literal(binding: &Binding) -> Diagnostic {
    let expression = &binding.expression;
    Diagnostic::error(
        Code::BindingVacuous,
        format!("`{}` is a literal, so the binding checks nothing", expression.text),
    )
    .label(expression.span, "")
    .help(HELP)
}

/// What is wrong with a binding of something `carried`, if it is shown as it is typed. A library is
/// there for all essays, so its definitions need no use in this one.
pub(super) fn carried(
    binding: &Binding,
    carried: &[Leaf],
    shown: &Shown,
    earnest: &BTreeSet<DefinitionId>,
    scope: &Scope,
) -> Option<Diagnostic> {
    let is_idle = |leaf: &Leaf| match &leaf.definition {
        Some(id) => scope.is_own(*id) && !earnest.contains(id),
        None => true,
    };
    let text = if shown.text.is_empty() { &shown.tex } else { &shown.text };
    let is_bare =
        carried.iter().any(is_idle) && carried.iter().all(|leaf| leaf.is_repeated_by(text));
    if !is_bare {
        return None;
    }
    let expression = &binding.expression;
    let written = crate::audit::values::one_line(&expression.text);
    let named = carried.iter().filter(|leaf| is_idle(leaf)).find_map(|leaf| leaf.definition);
    let diagnostic = match named.and_then(|id| scope.definition(id)) {
        Some(definition) => Diagnostic::error(
            Code::BindingVacuous,
            format!(
                "nothing computes with `{}`, so the binding checks nothing",
                definition.name
            ),
        )
        .label(expression.span, "")
        .label(definition.name_at, "typed here")
        .help("let a claim, a figure or another value compute with it, or say where it comes from: `(=given \"…\")`"),
        None => Diagnostic::error(
            Code::BindingVacuous,
            format!("`{written}` only repeats what is typed in it, so the binding checks nothing"),
        )
        .label(expression.span, "")
        .help(HELP),
    };
    Some(diagnostic)
}

/// Reports the lines of figures and tables whose numbers are typed and held against nothing.
///
/// A number that something in the block computes with is an example, and one that `require` or
/// `assert` speaks of is checked.
pub(super) fn blocks(essay: &Essay, scope: &Scope, sink: &mut Sink) {
    let unheard = &mut Sink::default();
    for block in &essay.blocks {
        if !matches!(block.kind, BlockKind::Figure | BlockKind::Table) {
            continue;
        }
        let Some(plan) = Plan::read(block, unheard) else { continue };
        let over = plan.clauses().next();
        let is_carried = |own: &Expression| scope.carried(over, plan.steps(), own).is_some();
        let fields = plan.expressions().chain(plan.shown().0);
        let computing: Vec<&Expression> =
            fields.filter(|own| !is_carried(own)).chain(plan.conditions()).collect();
        for (name, expression) in plan.data() {
            let Some(leaves) = scope.carried(over, plan.steps(), expression) else { continue };
            let at = expression.span();
            let is_inside = leaves.iter().all(|leaf| at.contains(leaf.span));
            let named = if is_inside { BTreeSet::new() } else { names(expression) };
            let is_used = |own: &&Expression| {
                let used = names(own);
                used.contains(name) || named.iter().any(|one| used.contains(one))
            };
            let is_axis = expression.text() == "0";
            if is_axis || computing.iter().any(is_used) {
                continue;
            }
            let id = block.id.as_ref().map_or("", |id| &id.text);
            sink.push(
                Diagnostic::error(
                    Code::FigureVacuous,
                    format!("`{name}` of `{id}` only repeats numbers that are typed"),
                )
                .label(at, "nothing computes these or is compared with them")
                .help(
                    "compute them, hold them against something computed with `require:`, or write \
                     a table of Markdown, each number with `[42](=given \"…\")`",
                ),
            );
        }
    }
}

/// The names in an expression.
fn names(expression: &Expression) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    expression.root().visit(&mut |node| {
        if let NodeKind::Name(name) = &node.kind {
            names.insert(&**name);
        }
    });
    names
}

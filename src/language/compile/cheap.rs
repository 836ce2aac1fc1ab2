//! Which definitions are not worth remembering.

use crate::language::builtins::Builtin;
use crate::language::scope::DefinitionId;
use crate::language::scope::Meaning;
use crate::language::scope::Scope;
use crate::language::syntax::NodeKind;
use crate::language::syntax::Operator;

/// Which definitions cost so little that looking a result up would cost more: no loops, no lists, no
/// recursion, only cheap functions.
pub(super) fn cheap_definitions(scope: &Scope) -> Vec<bool> {
    /// Parts of a definition beyond which it is not called cheap, and passes over all of them.
    const PARTS: usize = 40;
    const PASSES: usize = 12;
    let items = &scope.0.own.definitions.items;
    let mut candidates: Vec<Option<Vec<DefinitionId>>> = items
        .iter()
        .map(|definition| {
            let (mut parts, mut cheap, mut called) = (0, true, Vec::new());
            definition.body.root.visit(&mut |node| {
                parts += 1;
                match &node.kind {
                    NodeKind::Gather(_)
                    | NodeKind::List(_)
                    | NodeKind::Tuple(_)
                    | NodeKind::Attribute { .. }
                    | NodeKind::Binary { operator: Operator::Join | Operator::Power, .. } => {
                        cheap = cheap
                            && matches!(
                                node.kind,
                                NodeKind::Binary { operator: Operator::Power, .. }
                            );
                    }
                    NodeKind::Call { name, .. } => match scope.meaning(name) {
                        Some(Meaning::Definition(id)) => called.push(id),
                        _ => cheap &= Builtin::named(name).is_some_and(Builtin::is_cheap),
                    },
                    NodeKind::Number(_)
                    | NodeKind::Bool(_)
                    | NodeKind::Text(_)
                    | NodeKind::Name(_)
                    | NodeKind::Index { .. }
                    | NodeKind::Negate(_)
                    | NodeKind::Not(_)
                    | NodeKind::Binary { .. }
                    | NodeKind::Compare { .. }
                    | NodeKind::If { .. } => {}
                }
            });
            (cheap && parts <= PARTS).then_some(called)
        })
        .collect();
    let mut cheap = vec![false; items.len()];
    let is_cheap = |id: &DefinitionId, cheap: &[bool]| match id.module {
        0 => cheap.get(usize::from(id.index)).copied().unwrap_or(false),
        module => scope
            .module(module)
            .and_then(|own| own.programs.get(usize::from(id.index)))
            .is_some_and(|program| program.as_ref().is_ok_and(|program| !program.memoised)),
    };
    for _ in 0..PASSES {
        let mut changed = false;
        for (index, candidate) in candidates.iter_mut().enumerate() {
            if candidate.as_ref().is_some_and(|called| called.iter().all(|id| is_cheap(id, &cheap)))
            {
                *candidate = None;
                cheap[index] = true;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    cheap
}

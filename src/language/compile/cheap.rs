//! Which definitions are not worth remembering.

use crate::language::builtins::Builtin;
use crate::language::scope::DefinitionId;
use crate::language::scope::Meaning;
use crate::language::scope::Scope;
use crate::language::syntax::NodeKind;
use crate::language::syntax::Operator;

/// What a definition that is called cheap may cost, in parts of expressions.
const MOST: usize = 60;

/// What it costs to look a result up, which also counts as a call.
const LOOKED_UP: usize = 4;

/// Passes over all definitions.
const PASSES: usize = 12;

/// What is known about a definition.
enum Cost {
    /// It is cheap, and costs this much.
    Cheap(usize),
    /// Its results are remembered.
    Remembered,
    /// It costs this much itself, and calls these, of which something is still to be found out.
    Open(usize, Vec<DefinitionId>),
}

/// Which definitions cost so little that looking a result up would cost more: no loops, no new
/// lists, only cheap functions and calls of others that are cheap or remembered.
///
/// A definition that can reach itself by calls is never one of them, so in every circle of calls
/// something is remembered; and the cost of a cheap one counts in whatever calls it.
///
/// Their numbers come out, each behind those that it calls.
pub(super) fn cheap_definitions(scope: &Scope) -> Vec<usize> {
    let items = &scope.0.own.definitions.items;
    let mut costs: Vec<Cost> = items
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
                    | NodeKind::Binary { operator: Operator::Join, .. } => cheap = false,
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
            if cheap { Cost::Open(parts, called) } else { Cost::Remembered }
        })
        .collect();
    // Whoever calls only what is known becomes known itself; what then is left goes round in circles,
    // or is called from further up than passes reach.
    let mut found = Vec::new();
    for _ in 0..PASSES {
        let mut changed = false;
        for index in 0..costs.len() {
            let Some(Cost::Open(parts, called)) = costs.get(index) else { continue };
            if let Some(cost) = total(*parts, called, scope, &costs) {
                costs[index] = if cost <= MOST {
                    found.push(index);
                    Cost::Cheap(cost)
                } else {
                    Cost::Remembered
                };
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    found
}

/// What a definition costs, if all that it calls is known.
fn total(parts: usize, called: &[DefinitionId], scope: &Scope, costs: &[Cost]) -> Option<usize> {
    called.iter().try_fold(parts, |sum, id| {
        let cost = match id.module {
            0 => match costs.get(usize::from(id.index))? {
                Cost::Cheap(cost) => *cost,
                Cost::Remembered => LOOKED_UP,
                Cost::Open(..) => return None,
            },
            module => {
                let program = scope.module(module)?.programs.get(usize::from(id.index))?;
                match program {
                    Ok(program) if !program.memoised => program.ops.len(),
                    Ok(_) | Err(_) => LOOKED_UP,
                }
            }
        };
        Some(sum.saturating_add(cost))
    })
}

//! What an expression rests on: definitions, and findings of claims and figures.
//!
//! [`Scope::references`] follows definitions into their own bodies, so that blocks can be put into
//! an order in which each finds what it needs, and a reader can be shown how a number was obtained.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::language::scope::DefinitionId;
use crate::language::scope::Meaning;
use crate::language::scope::Scope;
use crate::language::syntax::Clause;
use crate::language::syntax::Clauses;
use crate::language::syntax::Expression;
use crate::language::syntax::Name;
use crate::language::syntax::Node;
use crate::language::syntax::NodeKind;

/// What an expression rests on, directly or through definitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct References {
    /// The definitions, those of the essay before those of libraries, each in the order written.
    pub definitions: BTreeSet<DefinitionId>,
    /// The claims, figures and tables, by essay and id.
    pub findings: BTreeSet<(Name, Name)>,
    /// Whether it speaks of `this`, the figure it stands in.
    pub this: bool,
}

/// A name that no variable bears, with the name behind its dot.
struct Free<'a> {
    name: &'a Name,
    behind: Option<&'a Name>,
}

impl Scope {
    /// What `expression` rests on. Names in `bound` are variables.
    #[must_use]
    pub fn references(&self, expression: &Expression, bound: &[Name]) -> References {
        let mut found = References::default();
        self.gather(&expression.root, bound, &mut found);
        found
    }

    /// What the domains and conditions of `clauses` rest on.
    #[must_use]
    pub fn references_of_clauses(&self, clauses: &Clauses, bound: &[Name]) -> References {
        let mut found = References::default();
        let mut bound: Vec<&Name> = bound.iter().collect();
        let mut free = Vec::new();
        free_in_clauses(&clauses.clauses, &mut bound, &mut free);
        self.follow(free, &mut found);
        found
    }

    fn gather(&self, node: &Node, bound: &[Name], found: &mut References) {
        let mut free = Vec::new();
        free_names(node, &mut bound.iter().collect(), &mut free);
        self.follow(free, found);
    }

    fn follow(&self, free: Vec<Free<'_>>, found: &mut References) {
        let mut pending: Vec<(u8, DefinitionId)> = Vec::new();
        self.take(&free, 0, found, &mut pending);
        while let Some((within, id)) = pending.pop() {
            let Some(definition) = self.definition(id) else { continue };
            let parameters = definition.parameters.iter().flatten().map(|(name, _)| name);
            let mut free = Vec::new();
            free_names(&definition.body.root, &mut parameters.collect(), &mut free);
            self.take(&free, within, found, &mut pending);
        }
    }

    /// Notes what `free` names of the module `within` stand for; definitions not yet known go to
    /// `pending`.
    fn take(
        &self,
        free: &[Free<'_>],
        within: u8,
        found: &mut References,
        pending: &mut Vec<(u8, DefinitionId)>,
    ) {
        for Free { name, behind } in free {
            if &***name == "this" {
                found.this = true;
                continue;
            }
            // A library sees only itself.
            let meaning = match within {
                0 => self.meaning(name),
                module => self
                    .module(module)
                    .and_then(|own| own.find(name))
                    .map(|index| Meaning::Definition(DefinitionId { module, index })),
            };
            match meaning {
                Some(Meaning::Definition(id)) => {
                    if found.definitions.insert(id) {
                        pending.push((id.module, id));
                    }
                }
                Some(Meaning::Finding { essay, id }) => {
                    found.findings.insert((essay, id));
                }
                Some(Meaning::Essay(essay)) => {
                    if let Some(id) = behind.filter(|id| &***id != "rung") {
                        found.findings.insert((essay, Arc::clone(id)));
                    }
                }
                Some(Meaning::Here) => {
                    let id = behind.filter(|id| &***id != "rung");
                    if let (Some(id), Some(essay)) = (id, self.essay()) {
                        found.findings.insert((essay.into(), Arc::clone(id)));
                    }
                }
                Some(Meaning::Fixed(_) | Meaning::Ladder) | None => {}
            }
        }
    }
}

fn free_names<'a>(node: &'a Node, bound: &mut Vec<&'a Name>, free: &mut Vec<Free<'a>>) {
    let each = |nodes: &'a [Node], bound: &mut Vec<&'a Name>, free: &mut Vec<Free<'a>>| {
        nodes.iter().for_each(|node| free_names(node, bound, free));
    };
    match &node.kind {
        NodeKind::Number(_) | NodeKind::Bool(_) | NodeKind::Text(_) => {}
        NodeKind::Name(name) => {
            if !bound.contains(&name) {
                free.push(Free { name, behind: None });
            }
        }
        NodeKind::Tuple(parts) | NodeKind::List(parts) => each(parts, bound, free),
        NodeKind::Gather(gather) => {
            let outside = bound.len();
            free_in_clauses(&gather.clauses, bound, free);
            free_names(&gather.item, bound, free);
            if let Some(key) = &gather.key {
                free_names(key, bound, free);
            }
            bound.truncate(outside);
        }
        NodeKind::Call { name, arguments, .. } => {
            free.push(Free { name, behind: None });
            each(arguments, bound, free);
        }
        NodeKind::Attribute { of, name, arguments, .. } => {
            match &of.kind {
                NodeKind::Name(whole) => {
                    if !bound.contains(&whole) {
                        free.push(Free { name: whole, behind: Some(name) });
                    }
                }
                _ => free_names(of, bound, free),
            }
            each(arguments.as_deref().unwrap_or_default(), bound, free);
        }
        NodeKind::Index { of, index } => {
            free_names(of, bound, free);
            free_names(index, bound, free);
        }
        NodeKind::Negate(inner) | NodeKind::Not(inner) => free_names(inner, bound, free),
        NodeKind::Binary { left, right, .. } => {
            free_names(left, bound, free);
            free_names(right, bound, free);
        }
        NodeKind::Compare { operands, .. } => each(operands, bound, free),
        NodeKind::If { condition, then, otherwise } => {
            for part in [condition, then, otherwise] {
                free_names(part, bound, free);
            }
        }
    }
}

/// The free names of clauses; what they bind stays in `bound`.
fn free_in_clauses<'a>(clauses: &'a [Clause], bound: &mut Vec<&'a Name>, free: &mut Vec<Free<'a>>) {
    for clause in clauses {
        match clause {
            Clause::In { patterns, domain } => {
                free_names(domain, bound, free);
                let mut names = Vec::new();
                patterns.iter().for_each(|pattern| pattern.names(&mut names));
                bound.extend(names.into_iter().map(|(name, _)| name));
            }
            Clause::Where(condition) => free_names(condition, bound, free),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostics::Sink;
    use crate::diagnostics::SourceId;
    use crate::diagnostics::Span;
    use crate::language::Definitions;
    use crate::language::Expression;
    use crate::language::Outline;
    use crate::language::Scope;
    use crate::language::Site;
    use std::collections::BTreeMap;

    #[test]
    fn references_go_through_definitions_and_stop_at_variables() {
        let at = Span::new(SourceId(0), 0..0);
        let mut sink = Sink::default();
        let outline = |ids: &[&str]| Outline {
            rung: None,
            ids: ids.iter().map(|id| ((*id).into(), at)).collect(),
        };
        let site = Site::new(BTreeMap::from([
            ("own".into(), outline(&["greedy"])),
            ("other".into(), outline(&["sign", "rule"])),
        ]));
        let text = "f(n) = g(n) + greedy.fails\ng(m) = m + N\nN = 3\nunused = 4";
        let definitions = Definitions::parse(text, at, &mut sink);
        let scope = Scope::new("own", definitions, &[], &site, &mut sink);
        let expression = Expression::parse(
            "[f(unused) + other.sign.cases + this.values for unused in 1..other.rung]",
            at,
            &mut sink,
        );
        let found = scope.references(&expression.unwrap(), &[]);
        let names: Vec<&str> =
            found.definitions.iter().filter_map(|&id| Some(&*scope.definition(id)?.name)).collect();
        assert_eq!(names, ["f", "g", "N"]);
        let findings: Vec<String> =
            found.findings.iter().map(|(essay, id)| format!("{essay}.{id}")).collect();
        assert_eq!(findings, ["other.sign", "own.greedy"]);
        assert!(found.this);
    }
}

//! What expressions ask for: the order in which claims and figures are evaluated.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::VecDeque;

use crate::language::Clause;
use crate::language::Clauses;
use crate::language::Definition;
use crate::language::DefinitionId;
use crate::language::Expression;
use crate::language::Meaning;
use crate::language::Name;
use crate::language::Node;
use crate::language::NodeKind;
use crate::language::Scope;

/// A claim, figure or table: the name of its essay and its id.
pub type FindingName = (Name, Name);

/// What an expression needs, directly and through definitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Claims and figures.
    pub findings: BTreeSet<FindingName>,
    /// Definitions.
    pub definitions: BTreeSet<DefinitionId>,
}

impl Needs {
    /// Adds what `node` needs in `scope`.
    ///
    /// A name that a variable bears is not told apart from a definition of that name: the needs may
    /// be too many, never too few.
    pub fn add(&mut self, node: &Node, scope: &Scope) {
        let mut waiting: VecDeque<DefinitionId> = VecDeque::new();
        self.visit(node, scope, &mut waiting);
        while let Some(next) = waiting.pop_front() {
            let Some(Definition { body, .. }) = scope.definition(next) else { continue };
            self.visit(body.root(), scope, &mut waiting);
        }
    }

    /// Adds what the ranges of a block need.
    pub fn add_clauses(&mut self, clauses: &Clauses, scope: &Scope) {
        for clause in clauses.clauses() {
            match clause {
                Clause::In { domain, .. } => self.add(domain, scope),
                Clause::Where(condition) => self.add(condition, scope),
            }
        }
    }

    /// What `expression` needs.
    #[must_use]
    pub fn of(expression: &Expression, scope: &Scope) -> Self {
        let mut needs = Self::default();
        needs.add(expression.root(), scope);
        needs
    }

    fn visit(&mut self, node: &Node, scope: &Scope, waiting: &mut VecDeque<DefinitionId>) {
        node.visit(&mut |part| match &part.kind {
            NodeKind::Name(name) => self.name(name, scope, waiting),
            NodeKind::Call { name, .. } => self.name(name, scope, waiting),
            NodeKind::Attribute { of, name, .. } => {
                if let NodeKind::Name(essay) = &of.kind
                    && let Some(Meaning::Essay(essay)) = scope.meaning(essay)
                    && scope
                        .site()
                        .essays()
                        .get(&essay)
                        .is_some_and(|own| own.ids.contains_key(name))
                {
                    self.findings.insert((essay, name.clone()));
                }
            }
            _ => {}
        });
    }

    fn name(&mut self, name: &str, scope: &Scope, waiting: &mut VecDeque<DefinitionId>) {
        match scope.meaning(name) {
            Some(Meaning::Definition(id)) if self.definitions.insert(id) => waiting.push_back(id),
            Some(Meaning::Finding { essay, id }) => {
                self.findings.insert((essay, id));
            }
            _ => {}
        }
    }
}

/// Blocks in layers: each needs only what stands in layers before its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// The layers, each in the order of names.
    pub layers: Vec<Vec<FindingName>>,
    /// Circles, each as its members in order; what is in a circle, or needs one, is in no layer.
    pub circles: Vec<Vec<FindingName>>,
}

/// Puts blocks in an order in which each comes after what it needs.
#[must_use]
pub fn order(needs: &BTreeMap<FindingName, BTreeSet<FindingName>>) -> Order {
    let mut order = Order::default();
    let mut left: BTreeMap<&FindingName, BTreeSet<&FindingName>> = needs
        .iter()
        .map(|(name, needed)| {
            (name, needed.iter().filter(|one| needs.contains_key(*one)).collect())
        })
        .collect();
    while !left.is_empty() {
        let ready: Vec<&FindingName> =
            left.iter().filter(|(_, needed)| needed.is_empty()).map(|(name, _)| *name).collect();
        if ready.is_empty() {
            break;
        }
        for name in &ready {
            left.remove(name);
        }
        let done: BTreeSet<&FindingName> = ready.iter().copied().collect();
        for needed in left.values_mut() {
            needed.retain(|name| !done.contains(name));
        }
        order.layers.push(ready.into_iter().cloned().collect());
    }
    // Whatever is left needs a circle; walking along needs must run into it.
    while let Some((&start, _)) = left.first_key_value() {
        let mut path: Vec<&FindingName> = vec![start];
        let circle = loop {
            let last = path.last().copied().unwrap_or(start);
            let Some(next) = left.get(last).and_then(|needed| needed.first().copied()) else {
                break None; // It leads to a circle that was found before.
            };
            if let Some(at) = path.iter().position(|one| *one == next) {
                break Some(path[at..].to_vec());
            }
            path.push(next);
        };
        for name in &path {
            left.remove(*name);
        }
        if let Some(circle) = circle {
            order.circles.push(circle.into_iter().cloned().collect());
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::FindingName;
    use super::order;
    use std::collections::BTreeMap;
    use std::collections::BTreeSet;

    fn name(id: &str) -> FindingName {
        ("essay".into(), id.into())
    }

    fn needs(pairs: &[(&str, &[&str])]) -> BTreeMap<FindingName, BTreeSet<FindingName>> {
        pairs
            .iter()
            .map(|(id, needed)| (name(id), needed.iter().map(|id| name(id)).collect()))
            .collect()
    }

    #[test]
    fn what_is_needed_comes_first() {
        let order =
            order(&needs(&[("a", &["b", "elsewhere"]), ("b", &["c"]), ("c", &[]), ("d", &[])]));
        let ids: Vec<Vec<&str>> =
            order.layers.iter().map(|layer| layer.iter().map(|(_, id)| &**id).collect()).collect();
        assert_eq!(ids, [vec!["c", "d"], vec!["b"], vec!["a"]]);
        assert!(order.circles.is_empty());
    }

    #[test]
    fn a_circle_is_told_and_what_only_needs_it_is_not_part_of_it() {
        let order = order(&needs(&[("a", &["b"]), ("b", &["c"]), ("c", &["b"]), ("d", &[])]));
        assert_eq!(order.circles, [vec![name("b"), name("c")]]);
        assert_eq!(order.layers, [vec![name("d")]]);
    }
}

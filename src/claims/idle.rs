//! Claims that check nothing: what they look at is the same whatever is computed.
//!
//! A claim is idle if it holds a thing against itself (`n = n`), or typed numbers against typed
//! numbers (`1 = 1`, `value: 41`), or if no variable of its range reaches what it looks at. Two
//! routes to the same value, as a definition of the essay and the solver's, are two things.

use std::collections::BTreeMap;

use crate::claims::Claim;
use crate::claims::Subject;
use crate::language::Clause;
use crate::language::Expression;
use crate::language::Leaf;
use crate::language::Meaning;
use crate::language::Name;
use crate::language::Node;
use crate::language::NodeKind;
use crate::language::Operator;
use crate::language::Repeats;
use crate::language::Scope;
use crate::language::Step;
use crate::language::unchanged;

/// Steps taken to tell two expressions apart; beyond, they count as different.
const FUEL: u32 = 20_000;

/// Why `claim` checks nothing, if it does.
#[must_use]
pub(super) fn idle(claim: &Claim, scope: &Scope) -> Option<&'static str> {
    let mut look = Look::new(claim, scope);
    let subject = claim.subject.expression();
    if claim.over.is_some() && !look.varies(subject.root()) {
        return Some("looks at the same thing in every case");
    }
    let picks = claim.steps.iter().any(|step| matches!(step, Step::Where(_)));
    match &claim.subject {
        Subject::Check(_) | Subject::Count(_) => look.truth(subject, subject.root()),
        Subject::Value(_) => {
            look.is_typed(subject).then_some("states a number that is typed in it")
        }
        Subject::Max(_) | Subject::Min(_) => {
            let is_end = !picks && look.is_ranging(subject.root());
            (is_end || look.is_typed(subject))
                .then_some("finds an end of what is typed in its range")
        }
    }
}

struct Look<'a> {
    claim: &'a Claim,
    scope: &'a Scope,
    withs: BTreeMap<&'a str, &'a Node>,
    fuel: u32,
}

impl<'a> Look<'a> {
    fn new(claim: &'a Claim, scope: &'a Scope) -> Self {
        let withs = claim.steps.iter().filter_map(|step| match step {
            Step::With(name, _, expression) => Some((&**name, expression.root())),
            Step::Where(_) => None,
        });
        Self { claim, scope, withs: withs.collect(), fuel: FUEL }
    }

    /// The variables of the range.
    fn variables(&self) -> Vec<Name> {
        let over = self.claim.over.iter();
        over.flat_map(|over| over.variables()).map(|(name, _)| name).collect()
    }

    /// Whether a variable of the range stands in `node`, or in what it names.
    fn varies(&self, node: &Node) -> bool {
        let variables = self.variables();
        let mut named: Vec<&str> = Vec::new();
        let mut pending = vec![node];
        let mut at = 0;
        while let Some(node) = pending.get(at).copied() {
            at += 1;
            let mut found = false;
            node.visit(&mut |part| {
                let NodeKind::Name(name) = &part.kind else { return };
                found |= variables.contains(name);
                if let Some((own, with)) = self.withs.get_key_value(&**name)
                    && !named.contains(own)
                {
                    named.push(own);
                    pending.push(with);
                }
            });
            if found {
                return true;
            }
        }
        false
    }

    /// Why a condition says nothing.
    fn truth(&mut self, whole: &Expression, node: &'a Node) -> Option<&'static str> {
        const SAME: &str = "holds a thing against itself";
        match &node.kind {
            NodeKind::Bool(_) => Some("states a truth that is typed in it"),
            NodeKind::Not(inner) => self.truth(whole, inner),
            NodeKind::Compare { operands, .. } => {
                let (first, rest) = operands.split_first()?;
                if rest.iter().all(|other| self.same(first, other)) {
                    return Some(SAME);
                }
                let typed = operands.iter().all(|own| self.is_typed(&whole.part(own)));
                typed.then_some("holds typed numbers against typed numbers")
            }
            NodeKind::Binary { operator: Operator::Iff | Operator::Implies, left, right } => {
                self.same(left, right).then_some(SAME)
            }
            NodeKind::Binary { operator: Operator::And, left, right } => {
                self.truth(whole, left).and(self.truth(whole, right))
            }
            NodeKind::Binary { operator: Operator::Or, left, right } => {
                self.truth(whole, left).or(self.truth(whole, right))
            }
            _ => None,
        }
    }

    /// Whether only typed numbers come out of `expression`.
    fn is_typed(&self, expression: &Expression) -> bool {
        let is_number = |leaf: &Leaf| matches!(leaf.repeats, Repeats::Always);
        self.scope
            .carried(self.claim.over.as_ref(), &self.claim.steps, expression)
            .is_some_and(|leaves| leaves.iter().all(is_number))
    }

    /// Whether this is a variable that runs over a range with typed ends.
    fn is_ranging(&mut self, node: &'a Node) -> bool {
        let NodeKind::Name(name) = &self.peeled(node).kind else { return false };
        let clauses = self.claim.over.iter().flat_map(|over| over.clauses());
        let domains = clauses.map(|clause| match clause {
            Clause::In { patterns, domain } => Some((patterns, domain)),
            Clause::Where(_) => None,
        });
        let Some(domains) = domains.collect::<Option<Vec<_>>>() else { return false };
        let own = domains.iter().find(|(patterns, _)| {
            let mut names = Vec::new();
            patterns.iter().for_each(|pattern| pattern.names(&mut names));
            names.iter().any(|(own, _)| *own == name)
        });
        let Some((_, domain)) = own else { return false };
        match &domain.kind {
            NodeKind::Binary { operator: Operator::Range, left, right } => {
                [left, right].iter().all(|end| matches!(end.kind, NodeKind::Number(_)))
            }
            _ => false,
        }
    }

    /// What a node comes to without definitions, names and operations that change nothing.
    fn peeled(&mut self, mut node: &'a Node) -> &'a Node {
        while self.fuel > 0 {
            self.fuel -= 1;
            let next = match &node.kind {
                NodeKind::Name(name) => match self.withs.get(&**name) {
                    Some(with) => Some(*with),
                    None => self.constant(name),
                },
                NodeKind::Binary { operator, left, right } => unchanged(*operator, [left, right]),
                _ => None,
            };
            match next {
                Some(next) => node = next,
                None => break,
            }
        }
        node
    }

    /// The body of a definition without parameters, unless a variable bears its name. Libraries see
    /// other names, so theirs stay closed.
    fn constant(&self, name: &Name) -> Option<&'a Node> {
        if self.variables().contains(name) {
            return None;
        }
        let Some(Meaning::Definition(id)) = self.scope.meaning(name) else { return None };
        let definition = self.scope.definition(id).filter(|_| self.scope.is_own(id))?;
        definition.parameters.is_none().then(|| definition.body.root())
    }

    /// Whether two expressions are the same but for names and operations that change nothing.
    fn same(&mut self, one: &'a Node, other: &'a Node) -> bool {
        if self.fuel == 0 {
            return false;
        }
        if let (NodeKind::Name(one), NodeKind::Name(other)) = (&one.kind, &other.kind)
            && one == other
        {
            return true;
        }
        let (one, other) = (self.peeled(one), self.peeled(other));
        if std::ptr::eq(one, other) {
            return true;
        }
        match (&one.kind, &other.kind) {
            (NodeKind::Number(one), NodeKind::Number(other)) => one == other,
            (NodeKind::Bool(one), NodeKind::Bool(other)) => one == other,
            (NodeKind::Text(one), NodeKind::Text(other)) => one == other,
            (NodeKind::Name(one), NodeKind::Name(other)) => one == other,
            (NodeKind::Tuple(one), NodeKind::Tuple(other))
            | (NodeKind::List(one), NodeKind::List(other)) => self.all_same(one, other),
            (
                NodeKind::Call { name: one, arguments: of, .. },
                NodeKind::Call { name: other, arguments: with, .. },
            ) => one == other && self.all_same(of, with),
            (
                NodeKind::Attribute { of: one, name: first, arguments: with, .. },
                NodeKind::Attribute { of: other, name: second, arguments: and, .. },
            ) => {
                let arguments = match (with, and) {
                    (Some(with), Some(and)) => self.all_same(with, and),
                    (None, None) => true,
                    _ => false,
                };
                first == second && arguments && self.same(one, other)
            }
            (
                NodeKind::Index { of: one, index: first },
                NodeKind::Index { of: other, index: second },
            ) => self.same(one, other) && self.same(first, second),
            (NodeKind::Negate(one), NodeKind::Negate(other))
            | (NodeKind::Not(one), NodeKind::Not(other)) => self.same(one, other),
            (
                NodeKind::Binary { operator: one, left: a, right: b },
                NodeKind::Binary { operator: other, left: c, right: d },
            ) => one == other && self.same(a, c) && self.same(b, d),
            (
                NodeKind::Compare { operands: one, signs: by },
                NodeKind::Compare { operands: other, signs },
            ) => by == signs && self.all_same(one, other),
            _ => false,
        }
    }

    fn all_same(&mut self, one: &'a [Node], other: &'a [Node]) -> bool {
        one.len() == other.len() && one.iter().zip(other).all(|(one, other)| self.same(one, other))
    }
}

//! What an expression uses: definitions, findings, ranges, numbers. For the working that a page
//! shows behind a value, and for the cakes that a paragraph may name.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::arithmetic::Number;
use crate::diagnostics::Sink;
use crate::essay::Block;
use crate::essay::Essay;
use crate::language::Clause;
use crate::language::Clauses;
use crate::language::DefinitionId;
use crate::language::Expression;
use crate::language::Meaning;
use crate::language::Name;
use crate::language::Node;
use crate::language::NodeKind;
use crate::language::Operator;
use crate::language::Scope;

/// What an expression uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// Definitions, directly or not, in no order that means anything.
    pub definitions: BTreeSet<DefinitionId>,
    /// Claims and figures whose findings it asks for, by essay and id; those of definitions too.
    pub findings: BTreeSet<(Name, Name)>,
    /// The ranges it runs over and those of the claims it asks, as written: `m, n in 1..36`.
    pub ranges: Vec<String>,
    /// The whole numbers it computes with, in plain digits: those typed in it, in plain definitions
    /// it names, in the ranges of claims it asks.
    pub numbers: BTreeSet<String>,
    /// Whether it asks a claim or figure for its first or last place.
    pub extreme: bool,
}

/// Looks up what the blocks of a site range over.
#[derive(Debug, Default)]
pub struct Ranges<'a> {
    blocks: BTreeMap<(String, &'a str), &'a Block>,
}

impl<'a> Ranges<'a> {
    /// The blocks of all `essays`.
    #[must_use]
    pub fn new(essays: impl IntoIterator<Item = &'a Essay>) -> Self {
        let mut blocks = BTreeMap::new();
        for essay in essays {
            let name = essay.name();
            for block in &essay.blocks {
                if let Some(id) = &block.id {
                    blocks.entry((name.clone(), id.text.as_str())).or_insert(block);
                }
            }
        }
        Self { blocks }
    }

    /// The `over` of block `id` of `essay`, parsed.
    fn over(&self, essay: &str, id: &str) -> Option<Clauses> {
        let block = self.blocks.get(&(essay.to_owned(), id))?;
        let value = &block.field("over")?.value;
        // A mistake in it is reported where the claim is.
        Clauses::parse(&value.text, value.span, &mut Sink::default())
    }
}

/// How many definitions are followed from one expression.
const MOST: usize = 10_000;

impl Uses {
    /// What `expression` uses in `scope`.
    #[must_use]
    pub fn of(expression: &Expression, scope: &Scope, ranges: &Ranges<'_>) -> Self {
        let mut uses = Self::default();
        let mut queue = vec![(expression.clone(), true)];
        while let Some((expression, counts)) = queue.pop() {
            let mut found = Found { uses: &mut uses, expression: &expression, counts };
            let mut named: Vec<(DefinitionId, bool)> = Vec::new();
            let mut asked: Vec<(Name, Name)> = Vec::new();
            expression.root().visit(&mut |node| found.node(node, scope, &mut named, &mut asked));
            for (id, plain) in named {
                if uses.definitions.len() < MOST
                    && uses.definitions.insert(id)
                    && let Some(definition) = scope.definition(id)
                {
                    queue.push((definition.body.clone(), counts && plain));
                }
            }
            for (essay, id) in asked {
                if uses.findings.insert((essay.clone(), id.clone()))
                    && let Some(over) = ranges.over(&essay, &id)
                {
                    uses.over(&over, scope);
                }
            }
        }
        uses
    }

    /// Adds the ranges of a claim and the numbers in them.
    fn over(&mut self, over: &Clauses, scope: &Scope) {
        for clause in over.clauses() {
            let node = match clause {
                Clause::In { domain, .. } => domain,
                Clause::Where(condition) => condition,
            };
            node.visit(&mut |node| {
                if let NodeKind::Number(number) = &node.kind {
                    self.number(number);
                }
                // A bound that has a name: `1..N`.
                if let NodeKind::Name(name) = &node.kind
                    && let Some(Meaning::Definition(id)) = scope.meaning(name)
                    && let Some(definition) = scope.definition(id)
                    && definition.parameters.is_none()
                    && let NodeKind::Number(number) = &definition.body.root().kind
                {
                    self.number(number);
                }
            });
        }
        self.range(over.text());
    }

    /// Adds a whole number.
    fn number(&mut self, number: &Number) {
        if number.is_integer() {
            self.numbers.insert(number.numerator().magnitude().to_string());
        }
    }

    /// Adds a range, once.
    fn range(&mut self, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !self.ranges.contains(&text) {
            self.ranges.push(text);
        }
    }
}

/// One expression being looked through.
struct Found<'u, 'e> {
    uses: &'u mut Uses,
    expression: &'e Expression,
    /// Whether its numbers count as those the author computes with: not in the body of a function.
    counts: bool,
}

impl Found<'_, '_> {
    /// Takes note of one node; definitions go to `named`, each with whether it is plain, claims and
    /// figures to `asked`.
    fn node(
        &mut self,
        node: &Node,
        scope: &Scope,
        named: &mut Vec<(DefinitionId, bool)>,
        asked: &mut Vec<(Name, Name)>,
    ) {
        match &node.kind {
            NodeKind::Number(number) if self.counts => self.uses.number(number),
            NodeKind::Name(name) => match scope.meaning(name) {
                Some(Meaning::Definition(id)) => named.push((id, true)),
                Some(Meaning::Finding { essay, id }) => asked.push((essay, id)),
                Some(Meaning::Essay(_) | Meaning::Fixed(_) | Meaning::Here | Meaning::Ladder)
                | None => {}
            },
            NodeKind::Call { name, .. } => {
                if let Some(Meaning::Definition(id)) = scope.meaning(name) {
                    named.push((id, false));
                }
            }
            NodeKind::Attribute { of, name, .. } => {
                if matches!(&**name, "first" | "last") {
                    self.uses.extreme = true;
                }
                if let NodeKind::Name(essay) = &of.kind
                    && let Some(Meaning::Essay(essay)) = scope.meaning(essay)
                    && scope
                        .site()
                        .essays()
                        .get(&essay)
                        .is_some_and(|outline| outline.ids.contains_key(name))
                {
                    asked.push((essay, name.clone()));
                }
            }
            NodeKind::Gather(gather) => {
                for clause in &gather.clauses {
                    if let Clause::In { patterns, domain } = clause
                        && matches!(domain.kind, NodeKind::Binary { operator: Operator::Range, .. })
                        && let Some(first) = patterns.first()
                        && self.counts
                    {
                        let bytes = first.bytes().to(domain.bytes);
                        self.uses.range(self.expression.text_of(bytes));
                    }
                }
            }
            NodeKind::Number(_)
            | NodeKind::Bool(_)
            | NodeKind::Text(_)
            | NodeKind::Tuple(_)
            | NodeKind::List(_)
            | NodeKind::Index { .. }
            | NodeKind::Negate(_)
            | NodeKind::Not(_)
            | NodeKind::Binary { .. }
            | NodeKind::Compare { .. }
            | NodeKind::If { .. } => {}
        }
    }
}

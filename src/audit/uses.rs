//! What an expression uses: definitions, findings, ranges, numbers. For the working that a page
//! shows behind a value, and for the cakes that a paragraph may name.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::audit::names::Names;
use crate::diagnostics::Sink;
use crate::diagnostics::Span;
use crate::essay::Block;
use crate::essay::Essay;
use crate::essay::Text;
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
    /// What it names: numbers that stand together in it, in plain definitions it names, in the
    /// claims it asks.
    pub names: Names,
    /// Whether it asks a claim or figure for its first or last place.
    pub extreme: bool,
    /// Whether it speaks of `this`, the figure it stands in.
    pub this: bool,
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

    /// What the block `id` of `essay` names by its lines, as `scope` reads them.
    #[must_use]
    pub fn names(&self, essay: &str, id: &str, scope: &Scope) -> Names {
        let mut names = Names::default();
        let Some(block) = self.blocks.get(&(essay.to_owned(), id)) else { return names };
        let (mut expressions, mut sides) = (Vec::new(), Vec::new());
        for field in block.fields.iter().filter(|field| !IN_WORDS.contains(&&*field.key.text)) {
            let Text { text, span } = &field.value;
            match field.key.text.as_str() {
                "over" => continue,
                "expect" => names.add_typed(text),
                // The sides of a table are ranges; a header is a text, which names nothing.
                "rows" | "columns" if text.contains(" in ") && !text.contains(": ") => {
                    sides.extend(Clauses::parse(text, *span, &mut Sink::default()));
                }
                "columns" => {
                    let lines = text.lines().filter_map(|line| line.split_once(": "));
                    expressions.extend(lines.filter_map(|(_, line)| parsed(line, *span)));
                }
                _ => expressions.extend(parsed(text, *span)),
            }
        }
        sides.extend(self.over(essay, id));
        let clauses: Vec<Clause> =
            sides.iter().flat_map(|clauses| clauses.clauses()).cloned().collect();
        let expressions: Vec<&Expression> = expressions.iter().collect();
        names.merge(&Names::of_cases(&clauses, &expressions, scope));
        // What is compared with another claim speaks of its range.
        for expression in expressions {
            for (essay, id) in scope.references(expression, &[]).findings {
                if let Some(over) = self.over(&essay, &id) {
                    names.merge(&Names::of_cases(over.clauses(), &[], scope));
                }
            }
        }
        names
    }

    /// The `over` of block `id` of `essay`, parsed.
    fn over(&self, essay: &str, id: &str) -> Option<Clauses> {
        let block = self.blocks.get(&(essay.to_owned(), id))?;
        let value = &block.field("over")?.value;
        // A mistake in it is reported where the claim is.
        Clauses::parse(&value.text, value.span, &mut Sink::default())
    }
}

/// Lines of a block that are words, not expressions.
const IN_WORDS: &[&str] = &["caption", "alt", "corrects", "because", "status", "kind", "name"];

/// The expression `text`, if it is one. What is wrong with it is reported where the block is.
fn parsed(text: &str, span: Span) -> Option<Expression> {
    Expression::parse(text, span, &mut Sink::default())
}

impl Uses {
    /// What `expression` uses in `scope`.
    #[must_use]
    pub fn of(expression: &Expression, scope: &Scope, ranges: &Ranges<'_>) -> Self {
        let found = scope.references(expression, &[]);
        let mut uses =
            Self { definitions: found.definitions, findings: found.findings, ..Self::default() };
        uses.names = Names::of(expression, scope);
        let mut followed: BTreeSet<DefinitionId> = BTreeSet::new();
        let mut queue = vec![expression.clone()];
        while let Some(expression) = queue.pop() {
            expression.root().visit(&mut |node| {
                if let Some(id) = uses.node(&expression, node, scope)
                    && followed.insert(id)
                    && let Some(definition) = scope.definition(id)
                {
                    queue.push(definition.body.clone());
                }
            });
        }
        for (essay, id) in uses.findings.clone() {
            uses.names.merge(&ranges.names(&essay, &id, scope));
            if let Some(over) = ranges.over(&essay, &id) {
                uses.range(over.text());
            }
        }
        uses
    }

    /// Takes note of one node of `expression`; returns the plain definition that it names.
    fn node(
        &mut self,
        expression: &Expression,
        node: &Node,
        scope: &Scope,
    ) -> Option<DefinitionId> {
        match &node.kind {
            NodeKind::Name(name) => {
                self.this |= &**name == "this";
                if let Some(Meaning::Definition(id)) = scope.meaning(name)
                    && self.definitions.contains(&id)
                    && scope.definition(id).is_some_and(|own| own.parameters.is_none())
                {
                    return Some(id);
                }
            }
            NodeKind::Attribute { name, .. } => {
                self.extreme |= matches!(&**name, "first" | "last");
            }
            NodeKind::Gather(gather) => {
                for clause in &gather.clauses {
                    if let Clause::In { patterns, domain } = clause
                        && matches!(domain.kind, NodeKind::Binary { operator: Operator::Range, .. })
                        && let Some(first) = patterns.first()
                    {
                        let bytes = first.bytes().to(domain.bytes);
                        self.range(expression.text_of(bytes));
                    }
                }
            }
            NodeKind::Number(_)
            | NodeKind::Bool(_)
            | NodeKind::Text(_)
            | NodeKind::Tuple(_)
            | NodeKind::List(_)
            | NodeKind::Call { .. }
            | NodeKind::Index { .. }
            | NodeKind::Negate(_)
            | NodeKind::Not(_)
            | NodeKind::Binary { .. }
            | NodeKind::Compare { .. }
            | NodeKind::If { .. } => {}
        }
        None
    }

    /// Adds a range, once.
    fn range(&mut self, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !self.ranges.contains(&text) {
            self.ranges.push(text);
        }
    }
}

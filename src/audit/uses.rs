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

    /// The whole numbers that the block `id` of `essay` computes with: those of what it ranges over,
    /// as `scope` reads them, and those typed in its other lines.
    #[must_use]
    pub fn numbers(&self, essay: &str, id: &str, scope: &Scope) -> BTreeSet<String> {
        let mut uses = Uses::default();
        if let Some(over) = self.over(essay, id) {
            uses.over(&over, scope);
        }
        if let Some(block) = self.blocks.get(&(essay.to_owned(), id)) {
            let lines = block.fields.iter().filter(|field| !IN_WORDS.contains(&&*field.key.text));
            for field in lines {
                for line in field.value.text.lines() {
                    // A header is a text, which backs nothing.
                    let header = (field.key.text == "columns").then(|| line.split_once(": "));
                    let line = header.flatten().map_or(line, |(_, expression)| expression);
                    typed(line, &mut uses.numbers);
                }
            }
        }
        uses.numbers
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

/// Adds the whole numbers typed in `line`, the sides of cakes (`4x6`) too; digits of names and of
/// texts between quotes are none.
fn typed(line: &str, numbers: &mut BTreeSet<String>) {
    let mut before = ' ';
    let mut number = String::new();
    let mut counts = true;
    let mut quote = None;
    for next in line.chars().chain([' ']) {
        if quote.is_some() {
            quote = quote.filter(|open| *open != next);
            continue;
        }
        if matches!(next, '"' | '\'') {
            quote = Some(next);
        }
        if next.is_ascii_digit() {
            if number.is_empty() {
                counts = !(before.is_alphanumeric() || before == '_');
            }
            number.push(next);
            continue;
        }
        let is_number = counts && !number.is_empty();
        if is_number {
            numbers.insert(number.clone());
        }
        number.clear();
        // Between the sides of a cake the letter is a sign.
        before = if is_number && next == 'x' { ' ' } else { next };
    }
}

impl Uses {
    /// What `expression` uses in `scope`.
    #[must_use]
    pub fn of(expression: &Expression, scope: &Scope, ranges: &Ranges<'_>) -> Self {
        let found = scope.references(expression, &[]);
        let mut uses =
            Self { definitions: found.definitions, findings: found.findings, ..Self::default() };
        // Numbers count that the author typed here, or in the plain definitions that are named.
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
            if let Some(over) = ranges.over(&essay, &id) {
                uses.over(&over, scope);
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
            NodeKind::Number(number) => self.number(number),
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
            NodeKind::Bool(_)
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

#[cfg(test)]
mod tests {
    use super::typed;
    use std::collections::BTreeSet;

    #[test]
    fn sides_of_cakes_are_numbers_and_digits_of_names_are_not() {
        let of = |line| {
            let mut numbers = BTreeSet::new();
            typed(line, &mut numbers);
            numbers.into_iter().collect::<Vec<_>>()
        };
        assert_eq!(of("min 24 at 4x6 in 104 cases"), ["104", "24", "4", "6"]);
        assert_eq!(of("m in 1..60, rule_12(x3)"), ["1", "60"]);
        assert_eq!(of("(m, n) in [2x3x4]"), ["2", "3", "4"]);
        assert_eq!(of("[\"the 7 × 8 cake\", game('{9|-9}'), 10]"), ["10"]);
    }
}

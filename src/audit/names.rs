//! What an expression names, so that prose may name it too: `2 × 6` beside `cutcake(2, 6)`.
//!
//! A cake is named by its sides in their order, and so only by numbers that stand together: the
//! arguments of one call, the parts of one tuple, the ends of the ranges of one gathering or claim.
//! `6 × 2` is another cake than `2 × 6`, and two calls with a number each name none.

use std::collections::BTreeSet;

use crate::arithmetic::Number;
use crate::language::Clause;
use crate::language::Comparison;
use crate::language::DefinitionId;
use crate::language::Expression;
use crate::language::Gather;
use crate::language::Meaning;
use crate::language::Name;
use crate::language::Node;
use crate::language::NodeKind;
use crate::language::Operator;
use crate::language::Pattern;
use crate::language::Scope;
use crate::language::Value;

/// How many definitions deep a number is looked for.
const DEPTH: u8 = 8;

/// The largest exponent that is worked out.
const LARGEST_EXPONENT: i64 = 64;

/// The numbers that one place of a list may be, in plain digits; none if that is not known.
type Place = BTreeSet<String>;

/// Lists of numbers that stand together in expressions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    lists: BTreeSet<Vec<Place>>,
}

/// Which end of a range a variable stands for.
#[derive(Clone, Copy)]
enum End {
    Low,
    High,
}

impl Names {
    /// What these numbers, in plain digits, name in this order.
    #[must_use]
    pub fn list(numbers: impl IntoIterator<Item = String>) -> Self {
        let list = numbers.into_iter().map(|number| BTreeSet::from([number])).collect();
        Self { lists: BTreeSet::from([list]) }
    }

    /// Whether `numbers` are named: one behind the other somewhere, or, if they are all the same,
    /// alone as the end of a range or as all that a function of the author's is asked of.
    #[must_use]
    pub fn hold(&self, numbers: &[String]) -> bool {
        let (Some(first), true) = (numbers.first(), numbers.len() > 1) else { return false };
        let square = numbers.iter().all(|number| number == first);
        self.lists.iter().any(|list| {
            let alone = square && list.len() == 1;
            alone && list.first().is_some_and(|place| place.contains(first))
                || list.windows(numbers.len()).any(|places| {
                    places.iter().zip(numbers).all(|(place, number)| place.contains(number))
                })
        })
    }

    /// Adds what `other` names.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.lists.extend(other.lists.iter().cloned());
    }

    /// What `expression` names in `scope`, by itself and by the plain definitions that it names.
    pub(crate) fn of(expression: &Expression, scope: &Scope) -> Self {
        Self::of_cases(&[], &[expression], scope)
    }

    /// What `clauses` and, for their cases, `expressions` name in `scope`.
    pub(crate) fn of_cases(clauses: &[Clause], expressions: &[&Expression], scope: &Scope) -> Self {
        let mut names = Self::default();
        for end in [End::Low, End::High] {
            let mut reader = Reader {
                scope,
                end,
                bound: Vec::new(),
                followed: BTreeSet::new(),
                names: &mut names,
            };
            reader.clauses(clauses);
            for expression in expressions {
                reader.read(expression.root());
            }
        }
        names
    }

    /// Adds the tuples and cakes in `value`.
    pub(crate) fn add_value(&mut self, value: &Value) {
        let list: Vec<Place> = match value {
            Value::Tuple(parts) => parts
                .iter()
                .map(|part| match part {
                    Value::Number(number) => place(Some(number)),
                    _ => Place::new(),
                })
                .collect(),
            Value::Position(position) => {
                let sizes = position.sizes().unwrap_or_default();
                sizes.iter().map(|size| BTreeSet::from([size.to_string()])).collect()
            }
            Value::List(items) => {
                items.iter().for_each(|item| self.add_value(item));
                return;
            }
            Value::Bool(_)
            | Value::Number(_)
            | Value::Game(_)
            | Value::Text(_)
            | Value::Cut(_)
            | Value::Record(_)
            | Value::Written(_) => return,
        };
        self.add(list);
    }

    /// Adds the cakes typed in `line` as `4x6`, which need not be an expression.
    pub(crate) fn add_typed(&mut self, line: &str) {
        for word in line.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
            let sides: Vec<&str> = word.split('x').collect();
            let whole = |side: &&str| !side.is_empty() && side.bytes().all(|b| b.is_ascii_digit());
            if sides.len() > 1 && sides.iter().all(whole) {
                let sides = sides.iter().map(|side| side.trim_start_matches('0'));
                self.add(sides.map(|side| BTreeSet::from([side.to_owned()])).collect());
            }
        }
    }

    /// Adds a list in which something is known.
    fn add(&mut self, list: Vec<Place>) {
        if list.iter().any(|place| !place.is_empty()) {
            self.lists.insert(list);
        }
    }
}

/// The place that `number` fills, if it is whole and not negative.
fn place(number: Option<&Number>) -> Place {
    number
        .filter(|number| number.is_integer() && number.sign() >= 0)
        .map(|number| number.numerator().to_string())
        .into_iter()
        .collect()
}

/// Reads expressions for one end of their ranges.
struct Reader<'a, 'n> {
    scope: &'a Scope,
    end: End,
    /// Variables, inner ones last.
    bound: Vec<(&'a Name, Place)>,
    /// Plain definitions that were read.
    followed: BTreeSet<DefinitionId>,
    names: &'n mut Names,
}

impl<'a> Reader<'a, '_> {
    /// Adds what `node` and everything in it names.
    fn read(&mut self, node: &'a Node) {
        match &node.kind {
            NodeKind::Number(_) | NodeKind::Bool(_) | NodeKind::Text(_) => {}
            NodeKind::Name(name) => self.follow(name),
            NodeKind::Tuple(parts) => {
                self.list(parts);
                parts.iter().for_each(|part| self.read(part));
            }
            NodeKind::List(items) => items.iter().for_each(|item| self.read(item)),
            NodeKind::Gather(gather) => self.gather(gather),
            NodeKind::Call { name, arguments, .. } => {
                let own = matches!(self.scope.meaning(name), Some(Meaning::Definition(_)));
                if own || arguments.len() > 1 || self.places(arguments).len() > 1 {
                    self.list(arguments);
                }
                arguments.iter().for_each(|argument| self.read(argument));
            }
            NodeKind::Attribute { of, arguments, .. } => {
                self.read(of);
                arguments.iter().flatten().for_each(|argument| self.read(argument));
            }
            NodeKind::Index { of, index } => {
                self.read(of);
                self.read(index);
            }
            NodeKind::Negate(inner) | NodeKind::Not(inner) => self.read(inner),
            NodeKind::Binary { operator, left, right } => {
                if *operator == Operator::And {
                    let mut bounds = Vec::new();
                    self.bounds(node, &mut bounds);
                    self.names.add(bounds);
                }
                self.read(left);
                self.read(right);
            }
            NodeKind::Compare { operands, .. } => {
                operands.iter().for_each(|operand| self.read(operand));
            }
            NodeKind::If { condition, then, otherwise } => {
                self.read(condition);
                self.read(then);
                self.read(otherwise);
            }
        }
    }

    /// Adds what the plain definition of this name names, once.
    fn follow(&mut self, name: &Name) {
        if self.bound.iter().any(|(own, _)| *own == name) {
            return;
        }
        let Some((id, body)) = self.plain(name) else { return };
        if self.followed.insert(id) {
            // A definition sees no variables.
            let bound = std::mem::take(&mut self.bound);
            self.read(body);
            self.bound = bound;
        }
    }

    /// The plain definition of this name.
    fn plain(&self, name: &Name) -> Option<(DefinitionId, &'a Node)> {
        let Some(Meaning::Definition(id)) = self.scope.meaning(name) else { return None };
        let definition = self.scope.definition(id)?;
        definition.parameters.is_none().then(|| (id, definition.body.root()))
    }

    fn gather(&mut self, gather: &'a Gather) {
        let outer = self.bound.len();
        self.clauses(&gather.clauses);
        if let Some(key) = &gather.key {
            self.read(key);
        }
        self.read(&gather.item);
        self.bound.truncate(outer);
    }

    /// Binds the variables of `clauses` and adds the ends of their ranges.
    fn clauses(&mut self, clauses: &'a [Clause]) {
        let mut ends = Vec::new();
        for clause in clauses {
            match clause {
                Clause::Where(condition) => self.read(condition),
                Clause::In { patterns, domain } => {
                    self.read(domain);
                    let place = self.domain(domain, DEPTH);
                    for pattern in patterns {
                        let known = matches!(pattern, Pattern::Name(..));
                        let place = if known { place.clone() } else { Place::new() };
                        let mut variables = Vec::new();
                        pattern.names(&mut variables);
                        let bound = variables.iter().map(|(name, _)| (*name, place.clone()));
                        self.bound.extend(bound);
                        ends.push(place);
                    }
                }
            }
        }
        self.names.add(ends);
    }

    /// What a variable over `domain` may be: an end of a range, any item of a list.
    fn domain(&self, domain: &'a Node, depth: u8) -> Place {
        match &domain.kind {
            NodeKind::Binary { operator: Operator::Range, left, right } => {
                let end = match self.end {
                    End::Low => left,
                    End::High => right,
                };
                place(self.whole(end, DEPTH).as_ref())
            }
            NodeKind::List(items) => {
                items.iter().flat_map(|item| place(self.whole(item, DEPTH).as_ref())).collect()
            }
            NodeKind::Name(name) if depth > 0 => {
                self.plain(name).map(|(_, body)| self.domain(body, depth - 1)).unwrap_or_default()
            }
            _ => Place::new(),
        }
    }

    /// The bounds of a condition such as `m <= 24 and n <= 24`, which cuts a range out of cakes.
    fn bounds(&self, node: &'a Node, bounds: &mut Vec<Place>) {
        match &node.kind {
            NodeKind::Binary { operator: Operator::And, left, right } => {
                self.bounds(left, bounds);
                self.bounds(right, bounds);
            }
            NodeKind::Compare { operands, signs } => {
                if let ([Node { kind: NodeKind::Name(_), .. }, bound], [Comparison::AtMost]) =
                    (operands.as_slice(), signs.as_slice())
                {
                    bounds.push(place(self.whole(bound, DEPTH).as_ref()));
                }
            }
            _ => {}
        }
    }

    /// Adds the list of these nodes.
    fn list(&mut self, nodes: &'a [Node]) {
        let places = self.places(nodes);
        self.names.add(places);
    }

    /// What each of these nodes may be; tuples are taken apart, as a call does.
    fn places(&self, nodes: &'a [Node]) -> Vec<Place> {
        let mut places = Vec::new();
        for node in nodes {
            self.place(node, DEPTH, &mut places);
        }
        places
    }

    fn place(&self, node: &'a Node, depth: u8, places: &mut Vec<Place>) {
        match &node.kind {
            NodeKind::Tuple(parts) if depth > 0 => {
                parts.iter().for_each(|part| self.place(part, depth - 1, places));
            }
            NodeKind::Name(name) => {
                if let Some((_, place)) = self.bound.iter().rev().find(|(own, _)| *own == name) {
                    places.push(place.clone());
                } else if let Some((_, body)) = self.plain(name).filter(|_| depth > 0) {
                    self.place(body, depth - 1, places);
                } else {
                    places.push(Place::new());
                }
            }
            _ => places.push(place(self.whole(node, depth).as_ref())),
        }
    }

    /// The number that `node` is by plain arithmetic.
    fn whole(&self, node: &'a Node, depth: u8) -> Option<Number> {
        let depth = depth.checked_sub(1)?;
        match &node.kind {
            NodeKind::Number(number) => Some(number.clone()),
            NodeKind::Negate(inner) => Some(self.whole(inner, depth)?.negate()),
            NodeKind::Name(name) => match self.bound.iter().rev().find(|(own, _)| *own == name) {
                Some((_, place)) if place.len() == 1 => Number::from_digits(place.first()?),
                Some(_) => None,
                None => self.whole(self.plain(name)?.1, depth),
            },
            NodeKind::Binary { operator, left, right } => {
                let (left, right) = (self.whole(left, depth)?, self.whole(right, depth)?);
                match operator {
                    Operator::Add => Some(left.add(&right)),
                    Operator::Subtract => Some(left.subtract(&right)),
                    Operator::Multiply => Some(left.multiply(&right)),
                    Operator::Divide => left.divide(&right),
                    Operator::DivideDown => left.divide_down(&right),
                    Operator::Modulo => left.modulo(&right),
                    Operator::Power => {
                        let exponent = right.to_i64().filter(|n| *n <= LARGEST_EXPONENT)?;
                        let small = left.bits() <= 64;
                        u64::try_from(exponent).ok().filter(|_| small).map(|n| left.power(n))
                    }
                    Operator::Join
                    | Operator::Range
                    | Operator::And
                    | Operator::Or
                    | Operator::Implies
                    | Operator::Iff => None,
                }
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Names;
    use crate::diagnostics::Sink;
    use crate::diagnostics::SourceId;
    use crate::diagnostics::Span;
    use crate::language::Definitions;
    use crate::language::Expression;
    use crate::language::Scope;
    use crate::language::Site;
    use std::collections::BTreeMap;

    fn parsed(text: &str) -> (Expression, Scope) {
        let mut sink = Sink::default();
        let definitions = "eg = 6x360\ntrio = [2x4, 4x6]\nN = 12\nrule(n) = n\nsides = [3, 5]\n";
        let span = |text: &str| Span::new(SourceId(0), 0..text.len());
        let definitions = Definitions::parse(definitions, span(definitions), &mut sink);
        let scope = Scope::new("page", definitions, &[], &Site::new(BTreeMap::new()), &mut sink);
        (Expression::parse(text, span(text), &mut sink).unwrap(), scope)
    }

    fn named(text: &str, cake: &str) -> bool {
        let (expression, scope) = parsed(text);
        let numbers: Vec<String> = cake.split('x').map(str::to_owned).collect();
        Names::of(&expression, &scope).hold(&numbers)
    }

    #[test]
    fn the_arguments_of_one_call_name_a_cake_in_their_order() {
        for (text, cake) in [
            ("cutcake(2, 6)", "2x6"),
            ("1 + cutcake(2, 6) - 3", "2x6"),
            ("position('maundy', 4, 6).moves(LEFT)", "4x6"),
            ("maundy(eg)", "6x360"),
            ("maundy(2 * 3, 3 * N)", "6x36"),
            ("L('maundy', 2, N)", "2x12"),
            ("size(trio)", "4x6"),
            ("[maundy(m, 360) for m in sides]", "5x360"),
            ("count(maundy(m, n) > 0 for m, n in 1..24)", "24x24"),
            ("count(maundy(m, n) > 0 for m in 1..N, n in 1..24)", "12x24"),
            ("max(maundy(1, n) for n in 1..24)", "1x24"),
            ("count(maundy(m, n) > 0 for m, n in 1..24)", "1x1"),
            ("rule(60)", "60x60"),
            ("count(m <= 24 and n <= 24 for (m, n) in trio)", "24x24"),
            ("3x4x5", "3x4x5"),
            ("3x4x5", "4x5"),
        ] {
            assert!(named(text, cake), "{cake} by {text}");
        }
    }

    #[test]
    fn numbers_that_do_not_stand_together_name_nothing() {
        for (text, cake) in [
            ("cutcake(2, 6)", "6x2"),
            ("cutcake(2, 6) + 3 - 5", "3x5"),
            ("cutcake(3, 4) + cutcake(5, 6)", "3x5"),
            ("maundy(2 * 3, 360)", "2x3"),
            ("cutcake(2, 3) + 4", "2x3x4"),
            ("[2, 6]", "2x6"),
            ("count(maundy(m, n) > 0 for m, n in 1..24)", "5x17"),
            ("count(maundy(m, n) > 0 for m, n in 1..24)", "1x24"),
            ("Ω(12)", "12x12"),
            ("3x4x5", "3x5"),
            ("maundy(m, 360)", "6x360"),
        ] {
            assert!(!named(text, cake), "{cake} by {text}");
        }
    }

    #[test]
    fn cakes_of_lines_that_are_no_expressions_are_named() {
        let mut names = Names::default();
        names.add_typed("max 31 at 1x32, 1x36 in 1,296 cases; rule_2x3, a4x6");
        let hold = |a: &str, b: &str| names.hold(&[a.to_owned(), b.to_owned()]);
        assert!(hold("1", "32") && hold("1", "36"));
        assert!(!hold("32", "1") && !hold("2", "3") && !hold("4", "6") && !hold("1", "296"));
    }
}

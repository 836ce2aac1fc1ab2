//! Whether an expression only carries numbers that are typed in it, and computes nothing: `42 + 0`,
//! `max([42])`, `game("42")`, `[42, 43][1]`.
//!
//! A value is carried if every way to it leads back to something typed, through operations that
//! leave it as it is: a nought added, a one multiplied, the only item of a list picked, a branch or
//! an item looked up. Whatever could have made another number of it is computing: `6 * 7`, `3^2`,
//! `abs(-10)`, `max([3, 5])`, a position's value, a finding.

use num_integer::Integer as _;
use num_traits::One as _;

use crate::arithmetic::Number;
use crate::diagnostics::Span;
use crate::language::compile::Step;
use crate::language::origins::Inward;
use crate::language::origins::Place;
use crate::language::origins::Search;
use crate::language::scope::DefinitionId;
use crate::language::scope::Scope;
use crate::language::syntax::Clauses;
use crate::language::syntax::Comparison;
use crate::language::syntax::Expression;
use crate::language::syntax::Name;
use crate::language::syntax::Node;
use crate::language::syntax::NodeKind;
use crate::language::syntax::Operator;
use crate::language::syntax::is_written;

/// Constants beyond this many bits are not looked into.
const MAX_BITS: u64 = 10_000;

/// Something typed that comes out of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Where it stands, which may be in a library.
    pub span: Span,
    /// The definition it is typed in; absent where the expression itself stands.
    pub definition: Option<DefinitionId>,
    /// Where it is shown as it is typed.
    pub repeats: Repeats,
}

/// Which texts show something as it is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// Every one: it is a number.
    Always,
    /// Those of a fraction, or of its digits with a point or in per cent: `3/4`, `42/100`.
    Quotient(Number, Number),
    /// The notation of a game itself; any other shows that the two are the same game.
    Notation(String),
}

impl Leaf {
    /// Whether `shown`, a text for the value of the leaf, repeats what is typed.
    #[must_use]
    pub fn is_repeated_by(&self, shown: &str) -> bool {
        match &self.repeats {
            Repeats::Always => true,
            Repeats::Quotient(above, below) => {
                let (above, below) = (above.numerator(), below.numerator());
                if ["%", ".", "per cent", "percent"].iter().any(|sign| shown.contains(sign)) {
                    let digits = below.magnitude().to_string();
                    digits.trim_end_matches('0') == "1"
                } else {
                    above.gcd(&below).is_one()
                }
            }
            Repeats::Notation(typed) => plain(shown) == plain(typed),
        }
    }
}

/// A notation without what differs between a text and an expression.
fn plain(notation: &str) -> String {
    let marks = notation.chars().filter(|mark| !mark.is_whitespace() && *mark != '\\');
    marks.map(|mark| if mark == '−' { '-' } else { mark }).collect()
}

impl Scope {
    /// The typed numbers and games one of which `result` is, or which it consists of; `None` if it
    /// computes something, or is a text or a truth. `over` binds variables, `steps` name values, as
    /// in claims and figures.
    ///
    /// # Cost
    ///
    /// Linear in the length of the expressions and of the definitions that they use.
    #[must_use]
    pub fn carried(
        &self,
        over: Option<&Clauses>,
        steps: &[Step],
        result: &Expression,
    ) -> Option<Vec<Leaf>> {
        let mut search = Search::new(self, over);
        search.name_steps(steps);
        search.result(result);
        search.run();
        let is_carried = !search.computes && !search.leaves.is_empty();
        is_carried.then(|| search.leaves.into_values().collect())
    }
}

/// Whether a condition only looks something up: everything in it is typed or named, and it asks for
/// nothing but equality.
pub(super) fn is_lookup(condition: &Node) -> bool {
    fn is_named(node: &Node) -> bool {
        match &node.kind {
            NodeKind::Number(_) | NodeKind::Bool(_) | NodeKind::Text(_) | NodeKind::Name(_) => true,
            NodeKind::Tuple(parts) | NodeKind::List(parts) => parts.iter().all(is_named),
            NodeKind::Negate(inner) => is_named(inner),
            _ => false,
        }
    }
    match &condition.kind {
        NodeKind::Bool(_) => true,
        NodeKind::Compare { operands, signs } => {
            signs.iter().all(|sign| *sign == Comparison::Equal) && operands.iter().all(is_named)
        }
        NodeKind::Binary { operator: Operator::And | Operator::Or, left, right } => {
            is_lookup(left) && is_lookup(right)
        }
        _ => false,
    }
}

/// The side that an operation leaves as it is: `x + 0`, `1 * x`, `x^1`.
pub(crate) fn unchanged(operator: Operator, [left, right]: [&Node; 2]) -> Option<&Node> {
    let is = |node: &Node, number: Number| constant(node) == Some(number);
    match operator {
        Operator::Add if is(right, Number::ZERO) => Some(left),
        Operator::Add | Operator::Subtract if is(left, Number::ZERO) => Some(right),
        Operator::Subtract if is(right, Number::ZERO) => Some(left),
        Operator::Multiply if is(left, Number::ONE) => Some(right),
        Operator::Multiply | Operator::Divide | Operator::DivideDown | Operator::Power
            if is(right, Number::ONE) =>
        {
            Some(left)
        }
        _ => None,
    }
}

/// The number that typed numbers come to by `+ - * /`.
fn constant(node: &Node) -> Option<Number> {
    let number = match &node.kind {
        NodeKind::Number(number) => number.clone(),
        NodeKind::Negate(inner) => constant(inner)?.negate(),
        NodeKind::Binary { operator, left, right } => {
            let (left, right) = (constant(left)?, constant(right)?);
            match operator {
                Operator::Add => left.add(&right),
                Operator::Subtract => left.subtract(&right),
                Operator::Multiply => left.multiply(&right),
                Operator::Divide => left.divide(&right)?,
                _ => return None,
            }
        }
        _ => return None,
    };
    (number.bits() <= MAX_BITS).then_some(number)
}

/// A typed whole number, perhaps with a sign.
fn whole(node: &Node) -> Option<Number> {
    match &node.kind {
        NodeKind::Number(number) => Some(number.clone()),
        NodeKind::Negate(inner) => whole(inner).map(|number| number.negate()),
        _ => None,
    }
}

/// The typed notation of a game, or a typed number.
fn is_typed_value(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Number(_) => true,
        NodeKind::Negate(inner) => is_typed_value(inner),
        NodeKind::Call { name, arguments, .. } if **name == *"game" => {
            let [only] = arguments.as_slice() else { return false };
            matches!(&only.kind, NodeKind::Text(text) if !text.contains('|'))
        }
        _ => false,
    }
}

impl<'a> Search<'a> {
    /// An operation between two values, other than a join.
    pub(super) fn operation(
        &mut self,
        place: &Place<'a>,
        operator: Operator,
        [left, right]: [&'a Node; 2],
    ) {
        if let Some(side) = unchanged(operator, [left, right]) {
            return self.at(place, side, &[]);
        }
        match (operator, whole(left), whole(right)) {
            (Operator::Divide, Some(above), Some(below)) => {
                self.leaf(place, Repeats::Quotient(above, below));
            }
            _ => self.computes = true,
        }
    }

    /// `of.name`: what a position was made of, what a number is whatever is asked, the name of a
    /// typed game.
    pub(super) fn attribute(&mut self, place: &Place<'a>, of: &'a Node, name: &Name) {
        let is_own =
            matches!(&**name, "mean" | "left_stop" | "right_stop" | "reduced" | "name" | "value");
        match &of.kind {
            NodeKind::Call { name: function, arguments, .. }
                if **function == *"position" && matches!(&**name, "sizes" | "pieces") =>
            {
                arguments.iter().skip(1).for_each(|argument| self.at(place, argument, &[]));
            }
            NodeKind::Call { name: function, .. } if **function == *"game" && &**name == "name" => {
                self.at(place, of, &[]);
            }
            _ if is_own && is_typed_value(of) => self.at(place, of, &[]),
            _ => self.computes = true,
        }
    }

    /// A function of the language that is no gathering.
    pub(super) fn function(
        &mut self,
        place: &Place<'a>,
        name: &Name,
        first: &'a Node,
        path: &[Inward],
    ) {
        let is_positive = constant(first).is_some_and(|number| number.sign() >= 0);
        let is_whole = constant(first).is_some_and(|number| number.is_integer());
        match &**name {
            _ if is_written(name) => self.at(place, first, path),
            "abs" if is_positive => self.at(place, first, path),
            "floor" if is_whole => self.at(place, first, path),
            "sums" | "products" if matches!(&first.kind, NodeKind::List(items) if items.len() == 1) =>
            {
                self.at(place, first, path);
            }
            "game" => match &first.kind {
                NodeKind::Text(text) => self.leaf(place, Repeats::Notation(text.to_string())),
                _ => self.computes = true,
            },
            _ => self.computes = true,
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
    use crate::language::Scope;
    use crate::language::Site;

    const DEFINITIONS: &str = "row = 42\npick(xs) = xs[1]\nsecond(a, b) = b\n\
         guess(m, n) = if m <= n then n // m - 1 else 0\ntable = [(1, 42), (2, 43)]\n";

    /// Whether `text`, shown as `shown`, only repeats what is typed.
    fn repeats(text: &str, shown: &str) -> bool {
        let mut sink = Sink::default();
        let at = |text: &str| Span::new(SourceId(0), 0..text.len());
        let definitions = Definitions::parse(DEFINITIONS, at(DEFINITIONS), &mut sink);
        let scope = Scope::new("own", definitions, &[], &Site::default(), &mut sink);
        let expression = Expression::parse(text, at(text), &mut sink).unwrap();
        assert!(!sink.has_errors(), "{:?}", sink.diagnostics());
        let carried = scope.carried(None, &[], &expression);
        carried.is_some_and(|leaves| leaves.iter().all(|leaf| leaf.is_repeated_by(shown)))
    }

    #[test]
    fn steps_that_leave_a_number_as_it_is_are_no_computing() {
        for text in [
            "42",
            "42 + 0",
            "0 + 42",
            "42 - (1 - 1)",
            "1 * 42 * 1",
            "42 / 1",
            "42 // 1",
            "42^1",
            "--42",
            "abs(42)",
            "floor(42)",
            "max([42])",
            "sum([42])",
            "first([42, 43])",
            "[42, 43][1]",
            "[n for n in [42]]",
            "first(n for n in [42, 43])",
            "if true then 42 else 0",
            "words(42)",
            "raw(42 + 0)",
            "game(\"42\")",
            "game(\"42\").name",
            "(42).mean",
            "position(\"nim\", 42).sizes",
            "row",
            "pick([42, 43])",
            "second(1 + 1, 42)",
            "[v for (k, v) in table where k = 1][1]",
        ] {
            assert!(repeats(text, "42"), "{text}");
        }
    }

    #[test]
    fn what_could_have_come_out_otherwise_is_computing() {
        for text in [
            "6 * 7",
            "40 + 2",
            "42^2",
            "1^5",
            "4 / 2",
            "42 mod 43",
            "abs(-42)",
            "max([41, 42])",
            "sum([42, 43])",
            "size([42])",
            "gcd(42, 84)",
            "set([42, 41])",
            "1..42",
            "first(n for n in 42..50)",
            "[n for n in [41, 42] where is_prime(n - 1)]",
            "if is_prime(7) then 42 else 0",
            "guess(1, 43)",
            "cutcake(1, 43)",
            "nim(42)",
            "game(\"42\") + game(\"*\")",
            "game(\"{41|43}\")",
            "position(\"nim\", 42).value",
            "count(n = 42 for n in [42])",
            "true",
            "\"42\"",
        ] {
            assert!(!repeats(text, "42"), "{text}");
        }
    }

    #[test]
    fn a_quotient_is_repeated_by_its_own_digits_and_converted_to_others() {
        for (text, shown, expected) in [
            ("2/3", "2/3", true),
            ("2/3", "two thirds", true),
            ("42/100", "42%", true),
            ("42/100", "0.42", true),
            ("pct(42/100, 0)", "42 per cent", true),
            ("2/3", "66.7%", false),
            ("169/4", "42.25", false),
            ("6/8", "3/4", false),
            ("448/552", "81 per cent", false),
        ] {
            assert_eq!(repeats(text, shown), expected, "{text} as {shown}");
        }
    }

    #[test]
    fn a_notation_is_repeated_by_itself_alone() {
        assert!(repeats("game(\"{3|-1}\")", "{3 \\| −1}"));
        assert!(repeats("game(\"*2\")", "*2"));
        assert!(!repeats("game(\"{2|-2}\")", "±2"));
        assert!(!repeats("game(\"{-2|2}\")", "0"));
    }
}

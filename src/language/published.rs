//! The texts that an author typed and that may come out of an expression, so that a reader sees
//! them: an item of `names`, a label, what a definition stands for.
//!
//! [`Scope::published`] follows values from where they come out back to where they are typed:
//! through definitions, arguments, variables, lists and tuples. What is only looked at (compared,
//! given to a function of the language, a key) does not come out. It is a question of form alone:
//! nothing is evaluated, and a text in a case that never arises is found too.
//!
//! A number that is typed only to be joined to a text is found with the texts.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::diagnostics::Span;
use crate::language::compile::Step;
use crate::language::scope::DefinitionId;
use crate::language::scope::Meaning;
use crate::language::scope::Scope;
use crate::language::syntax::Bytes;
use crate::language::syntax::Clause;
use crate::language::syntax::Clauses;
use crate::language::syntax::Expression;
use crate::language::syntax::Gather;
use crate::language::syntax::Gathering;
use crate::language::syntax::Name;
use crate::language::syntax::Node;
use crate::language::syntax::NodeKind;
use crate::language::syntax::Operator;
use crate::language::syntax::Pattern;
use crate::language::syntax::is_written;
use crate::language::syntax::span_in;

/// A text that may come out of an expression.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Typed {
    /// Where it stands, without its quotes.
    pub span: Span,
    /// The text.
    pub text: String,
}

/// The most steps that are remembered on the way into lists and tuples; beyond, all of a value
/// counts.
const MAX_PATH: usize = 8;

/// A step from a list or tuple to what comes out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Inward {
    /// Any item.
    Item,
    /// The item at this place, from 0.
    Place(usize),
}

type Path = Vec<Inward>;

/// A text in which nodes have their bytes, and where it stands.
#[derive(Clone, Copy)]
struct Ground<'a> {
    text: &'a str,
    at: Span,
}

impl<'a> Ground<'a> {
    fn of(expression: &'a Expression) -> Self {
        Self { text: &expression.text, at: expression.at }
    }
}

/// What stands where a value comes out.
#[derive(Clone)]
struct Place<'a> {
    node: &'a Node,
    ground: Ground<'a>,
    names: Names<'a>,
    module: u8,
}

/// Where a variable has its value from.
#[derive(Clone)]
enum Origin<'a> {
    /// A part of a value.
    Part(Place<'a>, Path),
    /// What the function is applied to.
    Parameter(DefinitionId, usize),
}

/// Variables, the innermost first.
type Names<'a> = Option<Rc<Bound<'a>>>;

struct Bound<'a> {
    name: &'a Name,
    origin: Origin<'a>,
    outside: Names<'a>,
}

impl Drop for Bound<'_> {
    /// Long chains would be dropped by recursion.
    fn drop(&mut self) {
        let mut next = self.outside.take();
        while let Some(mut bound) = next.and_then(Rc::into_inner) {
            next = bound.outside.take();
        }
    }
}

fn bind<'a>(name: &'a Name, origin: Origin<'a>, outside: &Names<'a>) -> Names<'a> {
    Some(Rc::new(Bound { name, origin, outside: outside.clone() }))
}

impl Scope {
    /// The texts that may come out of `results`, and as values of the variables of `over`, sorted by
    /// place; `steps` name values in between, as in claims and figures.
    ///
    /// # Cost
    ///
    /// Linear in the length of the expressions and of the definitions that they use.
    #[must_use]
    pub fn published(
        &self,
        over: Option<&Clauses>,
        steps: &[Step],
        results: &[&Expression],
    ) -> Vec<Typed> {
        let mut search = Search {
            scope: self,
            pending: Vec::new(),
            seen: BTreeSet::new(),
            found: BTreeMap::new(),
            reached: BTreeMap::new(),
            calls: BTreeMap::new(),
        };
        let mut names: Names<'_> = None;
        if let Some(over) = over {
            let ground = Ground { text: &over.text, at: over.at };
            names = clauses(&over.clauses, ground, &names, 0);
            let mut variables = &names;
            while let Some(bound) = variables {
                search.follow(&bound.origin, &[]);
                variables = &bound.outside;
            }
        }
        for step in steps {
            if let Step::With(name, _, expression) = step {
                let place = Place {
                    node: &expression.root,
                    ground: Ground::of(expression),
                    names: names.clone(),
                    module: 0,
                };
                names = bind(name, Origin::Part(place, Vec::new()), &names);
            }
        }
        for result in results {
            let place = Place {
                node: &result.root,
                ground: Ground::of(result),
                names: names.clone(),
                module: 0,
            };
            search.pending.push((place, Vec::new()));
        }
        search.run();
        search.found.into_iter().map(|(span, text)| Typed { span, text }).collect()
    }
}

/// The variables that `all` bind, in the order of binding.
fn clauses<'a>(
    all: &'a [Clause],
    ground: Ground<'a>,
    outside: &Names<'a>,
    module: u8,
) -> Names<'a> {
    let mut names = outside.clone();
    for clause in all {
        let Clause::In { patterns, domain } = clause else { continue };
        let place = Place { node: domain, ground, names: names.clone(), module };
        for pattern in patterns {
            names = matched(pattern, &place, &mut vec![Inward::Item], names);
        }
    }
    names
}

/// The variables that `pattern` binds to parts of `place`.
fn matched<'a>(
    pattern: &'a Pattern,
    place: &Place<'a>,
    path: &mut Path,
    names: Names<'a>,
) -> Names<'a> {
    match pattern {
        Pattern::Name(name, _) => bind(name, Origin::Part(place.clone(), path.clone()), &names),
        Pattern::Tuple(parts, _) => {
            let mut names = names;
            for (index, part) in parts.iter().enumerate() {
                path.push(Inward::Place(index));
                names = matched(part, place, path, names);
                path.pop();
            }
            names
        }
    }
}

/// A search for what may come out.
struct Search<'a> {
    scope: &'a Scope,
    /// What is still to be looked at, and the part of it that comes out.
    pending: Vec<(Place<'a>, Path)>,
    /// What was looked at: a node stands at one place and sees the same names whenever it is reached.
    seen: BTreeSet<(usize, Path)>,
    found: BTreeMap<Span, String>,
    /// Parameters that come out of their functions, and which part of them.
    reached: BTreeMap<DefinitionId, BTreeSet<(usize, Path)>>,
    /// Calls whose value comes out.
    calls: BTreeMap<DefinitionId, Vec<Place<'a>>>,
}

impl<'a> Search<'a> {
    fn run(&mut self) {
        while let Some((place, path)) = self.pending.pop() {
            let node: *const Node = place.node;
            if self.seen.insert((node.addr(), path.clone())) {
                self.look(&place, &path);
            }
        }
    }

    /// Goes on at `node` of the same expression.
    fn at(&mut self, place: &Place<'a>, node: &'a Node, path: &[Inward]) {
        let path = if path.len() > MAX_PATH { Vec::new() } else { path.to_vec() };
        self.pending.push((Place { node, ..place.clone() }, path));
    }

    fn follow(&mut self, origin: &Origin<'a>, path: &[Inward]) {
        match origin {
            Origin::Part(place, before) => {
                let whole: Path = before.iter().chain(path).copied().collect();
                self.at(place, place.node, &whole);
            }
            Origin::Parameter(function, index) => {
                let part = (*index, path.to_vec());
                if !self.reached.entry(*function).or_default().insert(part) {
                    return;
                }
                for call in self.calls.get(function).cloned().unwrap_or_default() {
                    self.argument(&call, *index, path);
                }
            }
        }
    }

    /// Goes on at an argument of `call`. One argument may be a tuple that is taken apart.
    fn argument(&mut self, call: &Place<'a>, index: usize, path: &[Inward]) {
        let NodeKind::Call { arguments, .. } = &call.node.kind else { return };
        match arguments.get(index) {
            Some(argument) if index > 0 || arguments.len() > 1 => self.at(call, argument, path),
            _ => arguments.iter().for_each(|argument| self.at(call, argument, &[])),
        }
    }

    fn look(&mut self, place: &Place<'a>, path: &[Inward]) {
        match &place.node.kind {
            NodeKind::Text(text) => self.text(place, text),
            NodeKind::Name(name) => self.name(place, name, path),
            NodeKind::Tuple(parts) | NodeKind::List(parts) => match path.split_first() {
                Some((Inward::Place(index), rest)) => {
                    if let Some(part) = parts.get(*index) {
                        self.at(place, part, rest);
                    }
                }
                Some((Inward::Item, rest)) => {
                    parts.iter().for_each(|part| self.at(place, part, rest));
                }
                None => parts.iter().for_each(|part| self.at(place, part, &[])),
            },
            NodeKind::Gather(gather) => self.gather(place, gather, path),
            NodeKind::Call { name, arguments, .. } => self.call(place, name, arguments, path),
            NodeKind::Index { of, index } => {
                let step = match &index.kind {
                    NodeKind::Number(number) => number
                        .to_i64()
                        .and_then(|place| usize::try_from(place - 1).ok())
                        .map_or(Inward::Item, Inward::Place),
                    _ => Inward::Item,
                };
                let slice =
                    matches!(index.kind, NodeKind::Binary { operator: Operator::Range, .. });
                let path: Path = if slice {
                    path.to_vec()
                } else {
                    std::iter::once(step).chain(path.iter().copied()).collect()
                };
                self.at(place, of, &path);
            }
            NodeKind::Binary { operator: Operator::Join, left, right } => {
                // Behind a join the places are others.
                let path: Path = path
                    .iter()
                    .enumerate()
                    .map(|(depth, step)| if depth == 0 { Inward::Item } else { *step })
                    .collect();
                for side in [left, right] {
                    self.joined(place, side);
                    self.at(place, side, &path);
                }
            }
            NodeKind::If { then, otherwise, .. } => {
                self.at(place, then, path);
                self.at(place, otherwise, path);
            }
            NodeKind::Number(_)
            | NodeKind::Bool(_)
            | NodeKind::Attribute { .. }
            | NodeKind::Negate(_)
            | NodeKind::Not(_)
            | NodeKind::Binary { .. }
            | NodeKind::Compare { .. } => {}
        }
    }

    /// A text that comes out.
    fn text(&mut self, place: &Place<'a>, text: &str) {
        let Bytes { start, end } = place.node.bytes;
        let inside = Bytes { start: start + 1, end: end.saturating_sub(1).max(start + 1) };
        let is_copy = (inside.end - inside.start) as usize == text.len();
        let bytes = if is_copy { inside } else { place.node.bytes };
        let span = span_in(place.ground.at, place.ground.text, bytes);
        self.found.insert(span, text.to_owned());
    }

    /// A number or cake that is typed as a part of a text.
    fn joined(&mut self, place: &Place<'a>, side: &'a Node) {
        let typed = match &side.kind {
            NodeKind::Call { name, arguments, .. } if is_written(name) => match arguments.first() {
                Some(argument) => argument,
                None => return,
            },
            _ => side,
        };
        let is_typed = match &typed.kind {
            NodeKind::Number(_) => true,
            NodeKind::Negate(inner) => matches!(inner.kind, NodeKind::Number(_)),
            NodeKind::Tuple(parts) => {
                parts.iter().all(|part| matches!(part.kind, NodeKind::Number(_)))
            }
            _ => false,
        };
        let Bytes { start, end } = typed.bytes;
        let text = place.ground.text.get(start as usize..end as usize);
        if let (true, Some(text)) = (is_typed, text) {
            let span = span_in(place.ground.at, place.ground.text, typed.bytes);
            self.found.insert(span, text.to_owned());
        }
    }

    fn name(&mut self, place: &Place<'a>, name: &Name, path: &[Inward]) {
        let mut names = &place.names;
        while let Some(bound) = names {
            if bound.name == name {
                let origin = bound.origin.clone();
                return self.follow(&origin, path);
            }
            names = &bound.outside;
        }
        if let Some(id) = self.definition(place.module, name)
            && let Some(definition) = self.scope.definition(id)
            && definition.parameters.is_none()
        {
            self.body(id, path);
        }
    }

    /// The definition that `name` stands for in a module; a library sees only itself.
    fn definition(&self, module: u8, name: &Name) -> Option<DefinitionId> {
        if module > 0 {
            let index = self.scope.module(module)?.find(name)?;
            return Some(DefinitionId { module, index });
        }
        match self.scope.meaning(name) {
            Some(Meaning::Definition(id)) => Some(id),
            _ => None,
        }
    }

    /// Goes on at what a definition stands for.
    fn body(&mut self, id: DefinitionId, path: &[Inward]) {
        let Some(definition) = self.scope.definition(id) else { return };
        let mut names: Names<'a> = None;
        for (index, (name, _)) in definition.parameters.iter().flatten().enumerate() {
            names = bind(name, Origin::Parameter(id, index), &names);
        }
        let place = Place {
            node: &definition.body.root,
            ground: Ground::of(&definition.body),
            names,
            module: id.module,
        };
        self.at(&place, place.node, path);
    }

    fn call(&mut self, place: &Place<'a>, name: &Name, arguments: &'a [Node], path: &[Inward]) {
        if let Some(id) = self.definition(place.module, name) {
            self.calls.entry(id).or_default().push(place.clone());
            for (index, part) in self.reached.get(&id).cloned().unwrap_or_default() {
                self.argument(place, index, &part);
            }
            return self.body(id, path);
        }
        // Of one list, without clauses.
        let Some(list) = arguments.first() else { return };
        match Gathering::named(name) {
            Some(Gathering::Max | Gathering::Min | Gathering::First) => {
                let path: Path =
                    std::iter::once(Inward::Item).chain(path.iter().copied()).collect();
                self.at(place, list, &path);
            }
            Some(Gathering::Set) => {
                let rest = path.get(1..).unwrap_or_default();
                let path: Path = path
                    .first()
                    .map(|_| Inward::Item)
                    .into_iter()
                    .chain(rest.iter().copied())
                    .collect();
                self.at(place, list, &path);
            }
            _ => {}
        }
    }

    fn gather(&mut self, place: &Place<'a>, gather: &'a Gather, path: &[Inward]) {
        let names = clauses(&gather.clauses, place.ground, &place.names, place.module);
        let inside = Place { names, ..place.clone() };
        match gather.gathering {
            Gathering::List | Gathering::Set => {
                self.at(&inside, &gather.item, path.get(1..).unwrap_or_default());
            }
            Gathering::First | Gathering::Max | Gathering::Min => {
                self.at(&inside, &gather.item, path);
            }
            Gathering::Group => {
                self.at(&inside, &gather.item, &[]);
                if let Some(key) = &gather.key {
                    self.at(&inside, key, &[]);
                }
            }
            Gathering::All
            | Gathering::Any
            | Gathering::Count
            | Gathering::Sum
            | Gathering::Product => {}
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
    use std::fmt::Write;

    fn published(definitions: &str, text: &str) -> Vec<String> {
        let mut sink = Sink::default();
        let at = |text: &str| Span::new(SourceId(0), 0..text.len());
        let definitions = Definitions::parse(definitions, at(definitions), &mut sink);
        let scope = Scope::new("own", definitions, &[], &Site::default(), &mut sink);
        let expression = Expression::parse(text, at(text), &mut sink).unwrap();
        assert!(!sink.has_errors(), "{:?}", sink.diagnostics());
        let found = scope.published(None, &[], &[&expression]);
        found.into_iter().map(|one| one.text).collect()
    }

    fn check(text: &str, expected: &[&str]) {
        let definitions = "x = \"of x\"\ntable = [(\"key\", \"label\"), (\"key\", \"tag\")]\n\
             choose(c, a, b) = if c then a else b\nlast(s, n) = if n = 0 then s else last(s, n - 1)\n\
             is_small(name) = name = \"small\"\n";
        assert_eq!(published(definitions, text), expected, "{text}");
    }

    #[test]
    fn what_comes_out_is_found_where_it_is_typed() {
        check("\"a\"", &["a"]);
        check("x", &["of x"]);
        check("[\"a\", (\"b\", 3)]", &["a", "b"]);
        check("if x = \"c\" then \"a\" else \"b\"", &["a", "b"]);
        check("choose(1 = 2, \"a\", x)", &["of x", "a"]);
        check("last(last(\"a\", 2), 3)", &["a"]);
        check("[n for n in [\"a\", \"b\"] where n != \"c\"]", &["a", "b"]);
        check("max(n for n in 1..3 where \"d\" = x)", &[]);
        check("[\"a\"] ++ [\"b\"]", &["a", "b"]);
        check("first([\"a\", \"b\"])", &["a", "b"]);
        check("set(l for (k, l) in table)", &["label", "tag"]);
        check("table[1][2]", &["label"]);
        check("[l for (k, l) in table where k = \"key\"]", &["label", "tag"]);
        check("group(k by l for (k, l) in [(\"a\", \"b\")])", &["a", "b"]);
    }

    #[test]
    fn what_is_only_looked_at_is_not() {
        check("size(\"a\")", &[]);
        check("game(\"{2|-2}\").name", &[]);
        check("position(\"maundy\", 2, 4).value", &[]);
        check("is_small(\"large\")", &[]);
        check("count(n = \"a\" for n in [\"a\", \"b\"])", &[]);
        check("choose(x = \"c\", 1, 2)", &[]);
    }

    #[test]
    fn a_number_typed_to_be_joined_is_a_text() {
        check("\"Game \" ++ 77", &["Game ", "77"]);
        check("\"of \" ++ words(77)", &["of ", "77"]);
        check("\"the \" ++ 6x360", &["the ", "6x360"]);
        check("\"Game \" ++ 7 * 11", &["Game "]);
    }

    #[test]
    fn long_and_branching_ways_are_gone_once() {
        let mut text = String::from("[v60 for v0 in [\"a\"]");
        for n in 1..=60 {
            let _ = write!(text, ", v{n} in [v{0}, v{0}]", n - 1);
        }
        assert_eq!(published("", &(text + "]")), ["a"]);
        let mut chain = String::from("f0(s) = s\n");
        for n in 1..5_000 {
            let _ = writeln!(chain, "f{n}(s) = f{}(s)", n - 1);
        }
        assert_eq!(published(&chain, "f4999(\"a\")"), ["a"]);
    }
}

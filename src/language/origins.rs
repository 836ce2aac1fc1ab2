//! Follows values from where they come out of an expression back to where they are typed: through
//! definitions, arguments, variables, lists and tuples.
//!
//! What is only looked at (compared, given to a function of the language, a key) does not come out.
//! It is a question of form alone: nothing is evaluated, and what stands in a case that never arises
//! is found too.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::diagnostics::Span;
use crate::language::carried::Leaf;
use crate::language::carried::Repeats;
use crate::language::carried::is_lookup;
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

/// The most steps that are remembered on the way into lists and tuples; beyond, all of a value
/// counts.
const MAX_PATH: usize = 8;

/// A step from a list or tuple to what comes out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Inward {
    /// Any item.
    Item,
    /// The item at this place, from 0.
    Place(usize),
}

pub(super) type Path = Vec<Inward>;

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
pub(super) struct Place<'a> {
    pub(super) node: &'a Node,
    ground: Ground<'a>,
    names: Names<'a>,
    module: u8,
    /// The definition it stands in.
    home: Option<DefinitionId>,
}

impl<'a> Place<'a> {
    /// The whole of an expression of the essay that sees these names.
    fn of(expression: &'a Expression, names: &Names<'a>) -> Self {
        let (node, ground) = (&*expression.root, Ground::of(expression));
        Self { node, ground, names: names.clone(), module: 0, home: None }
    }
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

/// The variables that `all`, which stand in `around`, bind, in the order of binding.
fn clauses<'a>(all: &'a [Clause], around: &Place<'a>) -> Names<'a> {
    let mut names = around.names.clone();
    for clause in all {
        let Clause::In { patterns, domain } = clause else { continue };
        let place = Place { node: domain, names: names.clone(), ..around.clone() };
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
pub(super) struct Search<'a> {
    scope: &'a Scope,
    /// Results and the names they see.
    names: Names<'a>,
    /// What is still to be looked at, and the part of it that comes out.
    pending: Vec<(Place<'a>, Path)>,
    /// What was looked at: a node stands at one place and sees the same names whenever it is reached.
    seen: BTreeSet<(usize, Path)>,
    /// The texts that come out.
    pub(super) texts: BTreeMap<Span, String>,
    /// The typed numbers and notations of games that come out as they are typed.
    pub(super) leaves: BTreeMap<Span, Leaf>,
    /// Whether something that is computed comes out, a finding of another block among it.
    pub(super) computes: bool,
    /// Parameters that come out of their functions, and which part of them.
    reached: BTreeMap<DefinitionId, BTreeSet<(usize, Path)>>,
    /// Calls whose value comes out.
    calls: BTreeMap<DefinitionId, Vec<Place<'a>>>,
}

impl<'a> Search<'a> {
    /// A search from expressions that see the variables of `over`.
    pub(super) fn new(scope: &'a Scope, over: Option<&'a Clauses>) -> Self {
        let mut names: Names<'_> = None;
        if let (Some(over), Some(first)) = (over, over.and_then(|over| over.clauses.first())) {
            let node = match first {
                Clause::In { domain, .. } => domain,
                Clause::Where(condition) => condition,
            };
            let ground = Ground { text: &over.text, at: over.at };
            let around = Place { node, ground, names: None, module: 0, home: None };
            names = clauses(&over.clauses, &around);
        }
        Self {
            scope,
            names,
            pending: Vec::new(),
            seen: BTreeSet::new(),
            texts: BTreeMap::new(),
            leaves: BTreeMap::new(),
            computes: false,
            reached: BTreeMap::new(),
            calls: BTreeMap::new(),
        }
    }

    /// Lets results see what `steps` name.
    pub(super) fn name_steps(&mut self, steps: &'a [Step]) {
        for step in steps {
            if let Step::With(name, _, expression) = step {
                let place = Place::of(expression, &self.names);
                self.names = bind(name, Origin::Part(place, Vec::new()), &self.names);
            }
        }
    }

    /// Takes the values of all variables for something that comes out.
    pub(super) fn variables(&mut self) {
        let all = self.names.clone();
        let mut names = &all;
        while let Some(bound) = names {
            self.follow(&bound.origin, &[]);
            names = &bound.outside;
        }
    }

    /// Takes the value of `expression` for something that comes out.
    pub(super) fn result(&mut self, expression: &'a Expression) {
        let place = Place::of(expression, &self.names);
        self.pending.push((place, Vec::new()));
    }

    /// Looks for all that comes out.
    pub(super) fn run(&mut self) {
        while let Some((place, path)) = self.pending.pop() {
            let node: *const Node = place.node;
            if self.seen.insert((node.addr(), path.clone())) {
                self.look(&place, &path);
            }
        }
    }

    /// Goes on at `node` of the same expression.
    pub(super) fn at(&mut self, place: &Place<'a>, node: &'a Node, path: &[Inward]) {
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
            NodeKind::Number(_) => self.leaf(place, Repeats::Always),
            NodeKind::Negate(inner) => self.at(place, inner, path),
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
            NodeKind::Binary { operator, left, right } => {
                self.operation(place, *operator, [left, right]);
            }
            NodeKind::Attribute { of, name, .. } => self.attribute(place, of, name),
            NodeKind::If { condition, then, otherwise } => {
                self.computes |= !is_lookup(condition);
                self.at(place, then, path);
                self.at(place, otherwise, path);
            }
            NodeKind::Bool(_) | NodeKind::Not(_) | NodeKind::Compare { .. } => self.computes = true,
        }
    }

    /// A text that comes out.
    fn text(&mut self, place: &Place<'a>, text: &str) {
        let Bytes { start, end } = place.node.bytes;
        let inside = Bytes { start: start + 1, end: end.saturating_sub(1).max(start + 1) };
        let is_copy = (inside.end - inside.start) as usize == text.len();
        let bytes = if is_copy { inside } else { place.node.bytes };
        let span = span_in(place.ground.at, place.ground.text, bytes);
        self.texts.insert(span, text.to_owned());
    }

    /// A number or notation that is typed and comes out.
    pub(super) fn leaf(&mut self, place: &Place<'a>, repeats: Repeats) {
        let span = span_in(place.ground.at, place.ground.text, place.node.bytes);
        self.leaves.insert(span, Leaf { span, definition: place.home, repeats });
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
            self.texts.insert(span, text.to_owned());
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
            return self.body(id, path);
        }
        self.computes = true;
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
            home: Some(id),
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
        let Some(list) = arguments.first() else {
            self.computes = true;
            return;
        };
        let gathering = Gathering::named(name);
        if gathering.is_none() {
            return self.function(place, name, list, path);
        }
        // Of one list, without clauses.
        self.computes |= !passes_on(gathering, list);
        match gathering {
            Some(
                Gathering::Max
                | Gathering::Min
                | Gathering::First
                | Gathering::Sum
                | Gathering::Product,
            ) => {
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
        let inside = Place { names: clauses(&gather.clauses, place), ..place.clone() };
        let is_one = gather.clauses.iter().all(|clause| match clause {
            Clause::In { patterns, domain } => {
                patterns.len() == 1 && passes_on(Some(Gathering::Max), domain)
            }
            Clause::Where(_) => true,
        });
        let picks = gather.clauses.iter().any(|clause| match clause {
            Clause::In { .. } => false,
            Clause::Where(condition) => !is_lookup(condition),
        });
        self.computes |=
            picks || !is_one && !matches!(gather.gathering, Gathering::List | Gathering::First);
        match gather.gathering {
            Gathering::List | Gathering::Set => {
                self.at(&inside, &gather.item, path.get(1..).unwrap_or_default());
            }
            Gathering::First
            | Gathering::Max
            | Gathering::Min
            | Gathering::Sum
            | Gathering::Product => {
                self.at(&inside, &gather.item, path);
            }
            Gathering::Group => {
                self.at(&inside, &gather.item, &[]);
                if let Some(key) = &gather.key {
                    self.at(&inside, key, &[]);
                }
            }
            Gathering::All | Gathering::Any | Gathering::Count => self.computes = true,
        }
    }
}

/// Whether a gathering of a list that is typed gives an item as it is, or the list: there is a
/// single item, or the first is asked for.
fn passes_on(gathering: Option<Gathering>, list: &Node) -> bool {
    let is_single = matches!(&list.kind, NodeKind::List(items) if items.len() == 1);
    match gathering {
        Some(Gathering::First) => true,
        Some(
            Gathering::Max | Gathering::Min | Gathering::Sum | Gathering::Product | Gathering::Set,
        ) => is_single,
        _ => false,
    }
}

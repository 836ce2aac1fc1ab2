//! What an expression consists of, each part with its bytes.
//!
//! [`Expression`] is what an author wrote in one place; its [`Node`]s know their bytes within its
//! text, and [`Expression::span_of`] turns them into bytes of the source.
//!
//! **Not here.** What names mean: that is decided against a scope (`compile`).

use std::sync::Arc;

use crate::arithmetic::Number;
use crate::diagnostics::Span;

/// A name, in Unicode's normal form C.
pub type Name = Arc<str>;

/// Bytes of an expression's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bytes {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Bytes {
    /// From the start of this to the end of `other`.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start, end: other.end }
    }
}

/// Operators between two values, apart from comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`.
    Multiply,
    /// `/`, exact.
    Divide,
    /// `//`, rounded down.
    DivideDown,
    /// `mod`, what `//` leaves.
    Modulo,
    /// `^`.
    Power,
    /// `++`, which joins lists.
    Join,
    /// `..`, the whole numbers from one to another.
    Range,
    /// `and`.
    And,
    /// `or`.
    Or,
    /// `implies`.
    Implies,
    /// `iff`.
    Iff,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`.
    Equal,
    /// `!=`.
    Unequal,
    /// `<`.
    Less,
    /// `<=`.
    AtMost,
    /// `>`.
    Greater,
    /// `>=`.
    AtLeast,
    /// `‖`.
    Confused,
    /// `in`.
    In,
    /// `divides`.
    Divides,
}

impl Comparison {
    /// The sign an author would type.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
            Self::Confused => "‖",
            Self::In => "in",
            Self::Divides => "divides",
        }
    }
}

/// What is gathered from the cases of clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gathering {
    /// `[e for …]`.
    List,
    /// Whether all are true.
    All,
    /// Whether one is true.
    Any,
    /// How many are true.
    Count,
    /// The sum.
    Sum,
    /// The product.
    Product,
    /// The largest.
    Max,
    /// The smallest.
    Min,
    /// The first.
    First,
    /// The sorted list without repeats.
    Set,
    /// `group(e by k for …)`: the list of `(k, [e, …])` in order of `k`.
    Group,
}

impl Gathering {
    /// The aggregates by name; `List` and `Group` have their own syntax.
    pub const NAMED: &'static [(&'static str, Self)] = &[
        ("all", Self::All),
        ("any", Self::Any),
        ("count", Self::Count),
        ("sum", Self::Sum),
        ("product", Self::Product),
        ("max", Self::Max),
        ("min", Self::Min),
        ("first", Self::First),
        ("set", Self::Set),
        ("group", Self::Group),
    ];

    /// The aggregate of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(own, _)| *own == name).map(|&(_, gathering)| gathering)
    }

    /// The name an author types, or `[… for …]`.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, own)| *own == self).map_or("[… for …]", |&(name, _)| name)
    }
}

/// A part of an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Its bytes in the expression's text.
    pub bytes: Bytes,
}

/// What a part is.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// A number typed as digits.
    Number(Number),
    /// `true` or `false`.
    Bool(bool),
    /// A text between quotes.
    Text(Arc<str>),
    /// A name that stands alone or before a dot.
    Name(Name),
    /// `(a, b)`, `6x360`.
    Tuple(Vec<Node>),
    /// `[a, b]`.
    List(Vec<Node>),
    /// `[e for …]`, `all(e for …)`, `group(e by k for …)`.
    Gather(Box<Gather>),
    /// `f(a, b)`.
    Call {
        /// The function.
        name: Name,
        /// Its bytes.
        name_bytes: Bytes,
        /// What it is applied to.
        arguments: Vec<Node>,
    },
    /// `a.name` or, with arguments, `a.name(b)`.
    Attribute {
        /// What is asked.
        of: Box<Node>,
        /// What for.
        name: Name,
        /// The bytes of the name.
        name_bytes: Bytes,
        /// What stands in brackets behind it, if there are brackets.
        arguments: Option<Vec<Node>>,
    },
    /// `xs[i]` or `xs[a..b]`.
    Index {
        /// The list or tuple.
        of: Box<Node>,
        /// The place or range of places.
        index: Box<Node>,
    },
    /// `-a`.
    Negate(Box<Node>),
    /// `not a`.
    Not(Box<Node>),
    /// Two operands.
    Binary {
        /// What is done with them.
        operator: Operator,
        /// The left one.
        left: Box<Node>,
        /// The right one.
        right: Box<Node>,
    },
    /// `a = b`, `a < b <= c`: one operand more than comparisons.
    Compare {
        /// The operands.
        operands: Vec<Node>,
        /// The signs between them.
        signs: Vec<Comparison>,
    },
    /// `if a then b else c`.
    If {
        /// The condition.
        condition: Box<Node>,
        /// What it is if the condition holds.
        then: Box<Node>,
        /// What it is else.
        otherwise: Box<Node>,
    },
}

impl Node {
    /// Calls `visit` for this node and every node in it, outer ones first.
    pub fn visit<'a>(&'a self, visit: &mut dyn FnMut(&'a Self)) {
        visit(self);
        match &self.kind {
            NodeKind::Number(_) | NodeKind::Bool(_) | NodeKind::Text(_) | NodeKind::Name(_) => {}
            NodeKind::Tuple(parts) | NodeKind::List(parts) => {
                parts.iter().for_each(|part| part.visit(visit));
            }
            NodeKind::Gather(gather) => {
                gather.item.visit(visit);
                if let Some(key) = &gather.key {
                    key.visit(visit);
                }
                for clause in &gather.clauses {
                    match clause {
                        Clause::In { domain, .. } => domain.visit(visit),
                        Clause::Where(condition) => condition.visit(visit),
                    }
                }
            }
            NodeKind::Call { arguments, .. } => arguments.iter().for_each(|own| own.visit(visit)),
            NodeKind::Attribute { of, arguments, .. } => {
                of.visit(visit);
                arguments.iter().flatten().for_each(|own| own.visit(visit));
            }
            NodeKind::Index { of, index } => {
                of.visit(visit);
                index.visit(visit);
            }
            NodeKind::Negate(inner) | NodeKind::Not(inner) => inner.visit(visit),
            NodeKind::Binary { left, right, .. } => {
                left.visit(visit);
                right.visit(visit);
            }
            NodeKind::Compare { operands, .. } => operands.iter().for_each(|own| own.visit(visit)),
            NodeKind::If { condition, then, otherwise } => {
                condition.visit(visit);
                then.visit(visit);
                otherwise.visit(visit);
            }
        }
    }
}

/// A gathering over clauses.
#[derive(Clone, Debug, PartialEq)]
pub struct Gather {
    /// What is made of the items.
    pub gathering: Gathering,
    /// The item.
    pub item: Node,
    /// The key of a `group`.
    pub key: Option<Node>,
    /// The cases.
    pub clauses: Vec<Clause>,
}

/// What a clause binds.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// One name.
    Name(Name, Bytes),
    /// A tuple of patterns.
    Tuple(Vec<Pattern>, Bytes),
}

impl Pattern {
    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> Bytes {
        match self {
            Self::Name(_, bytes) | Self::Tuple(_, bytes) => *bytes,
        }
    }

    /// The names it binds, in order, each with its bytes.
    pub fn names<'a>(&'a self, names: &mut Vec<(&'a Name, Bytes)>) {
        match self {
            Self::Name(name, bytes) => names.push((name, *bytes)),
            Self::Tuple(parts, _) => parts.iter().for_each(|part| part.names(names)),
        }
    }
}

/// One clause.
#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    /// `m, n in 1..36`: each pattern runs over the whole domain, the last one fastest.
    In {
        /// What is bound.
        patterns: Vec<Pattern>,
        /// What they run over.
        domain: Node,
    },
    /// `where j > 1`: cases for which it is false are dropped.
    Where(Node),
}

/// An expression as an author wrote it in one place. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Expression {
    /// The text.
    pub(crate) text: Arc<str>,
    /// Where it stands.
    pub(crate) at: Span,
    /// What it consists of.
    pub(crate) root: Arc<Node>,
}

impl Expression {
    /// The text as the author wrote it, without blanks and comments around it.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text_of(self.root.bytes)
    }

    /// Where that stands in the source.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span_of(self.root.bytes)
    }

    /// What it consists of.
    #[must_use]
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// The text of one of its parts.
    #[must_use]
    pub fn text_of(&self, bytes: Bytes) -> &str {
        self.text.get(bytes.start as usize..bytes.end as usize).unwrap_or(&self.text)
    }

    /// The bytes of the source where a part stands.
    #[must_use]
    pub fn span_of(&self, bytes: Bytes) -> Span {
        span_in(self.at, &self.text, bytes)
    }

    /// Whether this is a single literal (`3`, `-3`, `"L"`, `true`, `1x4`, `words(3)`), which checks
    /// nothing.
    #[must_use]
    pub fn is_literal(&self) -> bool {
        fn literal(node: &Node) -> bool {
            match &node.kind {
                NodeKind::Number(_) | NodeKind::Bool(_) | NodeKind::Text(_) => true,
                NodeKind::Negate(inner) => literal(inner),
                NodeKind::Tuple(parts) | NodeKind::List(parts) => parts.iter().all(literal),
                NodeKind::Call { name, arguments, .. } => {
                    is_written(name) && arguments.iter().all(literal)
                }
                NodeKind::Name(_)
                | NodeKind::Gather(_)
                | NodeKind::Attribute { .. }
                | NodeKind::Index { .. }
                | NodeKind::Not(_)
                | NodeKind::Binary { .. }
                | NodeKind::Compare { .. }
                | NodeKind::If { .. } => false,
            }
        }
        literal(&self.root)
    }

    /// The same expression seen as one of its parts: text and span are the part's.
    #[must_use]
    pub fn part(&self, node: &Node) -> Self {
        Self { text: Arc::clone(&self.text), at: self.at, root: Arc::new(node.clone()) }
    }
}

/// Whether the function of this name says how its argument is written, and nothing else.
pub(crate) fn is_written(name: &str) -> bool {
    matches!(name, "words" | "ordinal" | "pct" | "raw" | "approx")
}

/// The bytes `bytes` of `text`, which stands at `at`, in the source. Where the text is not the
/// source's own bytes (continued lines in a quotation), the whole of it.
pub(crate) fn span_in(at: Span, text: &str, bytes: Bytes) -> Span {
    if at.end.saturating_sub(at.start) == text.len() {
        at.part(bytes.start as usize..bytes.end as usize)
    } else {
        at
    }
}

/// Clauses as an author wrote them: the `over` of a claim or figure. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Clauses {
    /// The text.
    pub(crate) text: Arc<str>,
    /// Where it stands.
    pub(crate) at: Span,
    /// The clauses.
    pub(crate) clauses: Arc<[Clause]>,
}

impl Clauses {
    /// The text as the author wrote it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where it stands in the source.
    #[must_use]
    pub fn span(&self) -> Span {
        self.at
    }

    /// The clauses.
    #[must_use]
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The bytes of the source where a part stands.
    #[must_use]
    pub fn span_of(&self, bytes: Bytes) -> Span {
        span_in(self.at, &self.text, bytes)
    }

    /// The variables in the order in which they are bound, each with its place.
    #[must_use]
    pub fn variables(&self) -> Vec<(Name, Span)> {
        let mut names = Vec::new();
        for clause in &*self.clauses {
            if let Clause::In { patterns, .. } = clause {
                patterns.iter().for_each(|pattern| pattern.names(&mut names));
            }
        }
        names.into_iter().map(|(name, bytes)| (Arc::clone(name), self.span_of(bytes))).collect()
    }

    /// Whether the cases are more than the ones written out: a range or a list that is computed.
    #[must_use]
    pub fn is_range(&self) -> bool {
        self.clauses.iter().any(|clause| match clause {
            Clause::In { domain, .. } => !matches!(domain.kind, NodeKind::List(_)),
            Clause::Where(_) => false,
        })
    }
}

/// A definition: `N = 36`, `lead(m, n) = Ω(n) - Ω(m)`.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The name it defines.
    pub name: Name,
    /// Where the name stands.
    pub name_at: Span,
    /// Its parameters; absent for a plain value.
    pub parameters: Option<Vec<(Name, Span)>>,
    /// What it stands for.
    pub body: Expression,
    /// The whole of it as written, without comments behind it.
    pub text: Arc<str>,
    /// Where the whole of it stands.
    pub at: Span,
}

/// The definitions of a block or a library, in the order written. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    /// The definitions.
    pub items: Arc<[Definition]>,
}

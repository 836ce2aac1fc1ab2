//! Reads expressions, clauses and definitions.
//!
//! The ways in are [`Expression::parse`], [`Clauses::parse`], [`Definitions::parse`] and
//! [`Definitions::parse`]; a mistake goes to the sink, with its bytes, and what could be read
//! is returned. Nesting is bounded by [`MAX_DEPTH`] and [`MAX_TREE`], so that neither reading nor anything that walks
//! over the result can run out of stack.
//!
//! Operators, loosest first: `if`; `iff`; `implies`; `or`; `and`; `not`; comparisons; `..`;
//! `+ - ++`; `* / // mod`; unary minus; `^`; calls, attributes and indices.
//!
//! **Long**: a function for each level of the grammar, in the order of the table above.

use std::sync::Arc;

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::Span;
use crate::diagnostics::nearest;
use crate::language::lexer::KEYWORDS;
use crate::language::lexer::SyntaxError;
use crate::language::lexer::Token;
use crate::language::lexer::TokenKind;
use crate::language::lexer::begins_name;
use crate::language::lexer::tokens;
use crate::language::syntax::Bytes;
use crate::language::syntax::Clause;
use crate::language::syntax::Clauses;
use crate::language::syntax::Comparison;
use crate::language::syntax::Definition;
use crate::language::syntax::Definitions;
use crate::language::syntax::Expression;
use crate::language::syntax::Gather;
use crate::language::syntax::Gathering;
use crate::language::syntax::Name;
use crate::language::syntax::Node;
use crate::language::syntax::NodeKind;
use crate::language::syntax::Operator;
use crate::language::syntax::Pattern;
use crate::language::syntax::span_in;

/// How deep brackets may be nested.
pub const MAX_DEPTH: usize = 64;

/// How deep operations may be nested; `a + b + c` is two deep.
pub const MAX_TREE: usize = 400;

/// The most bytes an expression may have.
pub const MAX_LENGTH: usize = 1 << 16;

type Parsed<T> = Result<T, SyntaxError>;

impl Expression {
    /// Reads `text`, which stands at `at`. A mistake goes to `sink`.
    pub fn parse(text: &str, at: Span, sink: &mut Sink) -> Option<Self> {
        match Self::read(text, at) {
            Ok(expression) => Some(expression),
            Err(error) => {
                sink.push(error.into_diagnostic(text, at));
                None
            }
        }
    }

    /// Reads `text`, which stands at `at`.
    ///
    /// # Errors
    ///
    /// The first mistake, with its bytes in `text`.
    pub fn read(text: &str, at: Span) -> Result<Self, SyntaxError> {
        let mut parser = Parser::new(text)?;
        let root = parser.expression()?;
        parser.end()?;
        Ok(Self { text: text.into(), at, root: Arc::new(root) })
    }
}

impl Clauses {
    /// Reads `text`, which stands at `at`. A mistake goes to `sink`.
    pub fn parse(text: &str, at: Span, sink: &mut Sink) -> Option<Self> {
        let read = || {
            let mut parser = Parser::new(text)?;
            let clauses = parser.clauses()?;
            parser.end()?;
            Ok(clauses)
        };
        match read() {
            Ok(clauses) => Some(Self { text: text.into(), at, clauses: clauses.into() }),
            Err(error) => {
                sink.push(SyntaxError::into_diagnostic(error, text, at));
                None
            }
        }
    }
}

impl Definitions {
    /// Reads the inside of a `{def}` block or a library, which stands at `at`: a definition begins
    /// on each line that is not indented and goes on on the lines that are. Mistakes go to `sink`;
    /// the definitions that could be read are returned.
    pub fn parse(text: &str, at: Span, sink: &mut Sink) -> Self {
        let mut items = Vec::new();
        for (start, end) in pieces(text) {
            let Some(piece) = text.get(start..end) else { continue };
            let whole = span_in(at, text, bytes(start, end));
            match definition(piece, whole) {
                Ok(Some(definition)) => items.push(definition),
                Ok(None) => {}
                Err(error) => sink.push(error.into_diagnostic(piece, whole)),
            }
        }
        Self { items: items.into() }
    }
}

impl SyntaxError {
    /// What to tell the author about this mistake in `text`, which stands at `at`.
    #[must_use]
    pub fn into_diagnostic(self, text: &str, at: Span) -> Diagnostic {
        let span = span_in(at, text, self.bytes);
        let diagnostic =
            Diagnostic::error(Code::ExpressionSyntax, self.message).label(span, "read up to here");
        match self.help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}

fn bytes(start: usize, end: usize) -> Bytes {
    let clamp = |at| u32::try_from(at).unwrap_or(u32::MAX);
    Bytes { start: clamp(start), end: clamp(end) }
}

/// The bytes of each definition: a line without indentation and the indented or empty ones below
/// it, trimmed at the end. Indentation counts from that of the first line that is not empty.
fn pieces(text: &str) -> Vec<(usize, usize)> {
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let mut base = None;
    let mut pieces: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        let end = at + line.trim_end().len();
        if !content.is_empty() {
            let indent = indentation(line);
            let base = *base.get_or_insert(indent);
            match pieces.last_mut() {
                Some(last) if indent > base => last.1 = end,
                _ => pieces.push((at + indent, end)),
            }
        }
        at += line.len();
    }
    pieces
}

/// One definition; nothing, if `text` is a comment.
fn definition(text: &str, at: Span) -> Parsed<Option<Definition>> {
    let mut parser = Parser::new(text)?;
    if parser.peek() == &TokenKind::End {
        return Ok(None);
    }
    let spot = |bytes| span_in(at, text, bytes);
    let (name, name_bytes) = parser.name("a definition begins with the name it defines")?;
    let mut parameters = None;
    if parser.accept_sign("(").is_some() {
        let mut names: Vec<(Name, Span)> = Vec::new();
        loop {
            let (name, bytes) = parser.name("a parameter is a name")?;
            if names.iter().any(|(earlier, _)| *earlier == name) {
                return Err(SyntaxError::new(bytes, format!("`{name}` is a parameter twice")));
            }
            names.push((name, spot(bytes)));
            if parser.accept_sign(",").is_none() {
                break;
            }
        }
        parser.expect_sign(")")?;
        parameters = Some(names);
    }
    if parser.accept_sign("=").is_none() {
        return Err(parser.unexpected("`=` and what the name stands for"));
    }
    let root = parser.expression()?;
    parser.end()?;
    let body = Expression { text: text.into(), at, root: Arc::new(root) };
    let text = body.text_of(name_bytes.to(body.root.bytes)).into();
    Ok(Some(Definition { name, name_at: spot(name_bytes), parameters, body, text, at }))
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

/// A node and how deep it is.
type Deep = (Node, usize);

impl Parser {
    fn new(text: &str) -> Parsed<Self> {
        if text.len() > MAX_LENGTH {
            return Err(SyntaxError::new(
                bytes(0, 0),
                format!("an expression may have {MAX_LENGTH} bytes at most"),
            ));
        }
        Ok(Self { tokens: tokens(text)?, at: 0, depth: 0 })
    }

    fn token(&self) -> &Token {
        // The list ends in `End` and nothing steps over it.
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn peek(&self) -> &TokenKind {
        &self.token().kind
    }

    fn next(&mut self) -> Token {
        let token = self.token().clone();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    fn accept_sign(&mut self, sign: &str) -> Option<Bytes> {
        match self.peek() {
            TokenKind::Sign(own) if *own == sign => Some(self.next().bytes),
            _ => None,
        }
    }

    fn accept_word(&mut self, word: &str) -> Option<Bytes> {
        match self.peek() {
            TokenKind::Keyword(own) if *own == word => Some(self.next().bytes),
            _ => None,
        }
    }

    fn expect_sign(&mut self, sign: &str) -> Parsed<Bytes> {
        self.accept_sign(sign).ok_or_else(|| self.unexpected(&format!("`{sign}`")))
    }

    fn expect_word(&mut self, word: &str) -> Parsed<Bytes> {
        self.accept_word(word).ok_or_else(|| self.unexpected(&format!("`{word}`")))
    }

    fn name(&mut self, rule: &str) -> Parsed<(Name, Bytes)> {
        match self.peek() {
            TokenKind::Name(_) => {
                let token = self.next();
                match token.kind {
                    TokenKind::Name(name) => Ok((name, token.bytes)),
                    _ => Err(self.unexpected("a name")),
                }
            }
            TokenKind::Keyword(word) => Err(SyntaxError::new(
                self.token().bytes,
                format!("`{word}` is a word of the language and names nothing"),
            )),
            _ => Err(self.unexpected("a name").help(rule)),
        }
    }

    fn end(&mut self) -> Parsed<()> {
        match self.peek() {
            TokenKind::End => Ok(()),
            TokenKind::Sign("=" | "!=" | "<" | "<=" | ">" | ">=" | "‖")
            | TokenKind::Keyword("in" | "divides") => {
                Err(SyntaxError::new(self.token().bytes, "these comparisons do not chain").help(
                    "only `=`, and `<` `<=` or `>` `>=` one way, chain; join others with `and`",
                ))
            }
            _ => Err(self.unexpected("the end")),
        }
    }

    /// What to say where something else was expected.
    fn unexpected(&self, expected: &str) -> SyntaxError {
        let found = match self.peek() {
            TokenKind::End => "nothing".to_owned(),
            TokenKind::Number(number) => format!("`{number}`"),
            TokenKind::Place(_) => "a cake".to_owned(),
            TokenKind::Text(text) => format!("`\"{text}\"`"),
            TokenKind::Name(name) => format!("`{name}`"),
            TokenKind::Keyword(word) => format!("`{word}`"),
            TokenKind::Sign(sign) => format!("`{sign}`"),
        };
        let error =
            SyntaxError::new(self.token().bytes, format!("expected {expected}, found {found}"));
        match self.peek() {
            TokenKind::Name(name) => match nearest(name, KEYWORDS.iter().copied()) {
                Some(word) => error.help(format!("did you mean `{word}`?")),
                None => error,
            },
            _ => error,
        }
    }

    fn descend<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(too_deep(self.token().bytes, MAX_DEPTH));
        }
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn expression(&mut self) -> Parsed<Node> {
        Ok(self.deep_expression()?.0)
    }

    fn deep_expression(&mut self) -> Parsed<Deep> {
        let Some(start) = self.accept_word("if") else { return self.iff() };
        self.descend(|parser| {
            let (condition, a) = parser.deep_expression()?;
            parser.expect_word("then")?;
            let (then, b) = parser.deep_expression()?;
            parser.expect_word("else")?;
            let (otherwise, c) = parser.deep_expression()?;
            let bytes = start.to(otherwise.bytes);
            let kind = NodeKind::If {
                condition: Box::new(condition),
                then: Box::new(then),
                otherwise: Box::new(otherwise),
            };
            node(kind, bytes, a.max(b).max(c))
        })
    }

    fn iff(&mut self) -> Parsed<Deep> {
        let left = self.implies()?;
        if self.accept_word("iff").is_none() {
            return Ok(left);
        }
        let right = self.implies()?;
        if self.accept_word("iff").is_some() {
            return Err(self.unexpected("the end").help("put one of the two `iff` in brackets"));
        }
        binary(Operator::Iff, left, right)
    }

    fn implies(&mut self) -> Parsed<Deep> {
        let left = self.or()?;
        if self.accept_word("implies").is_none() {
            return Ok(left);
        }
        let right = self.descend(Self::implies)?;
        binary(Operator::Implies, left, right)
    }

    fn or(&mut self) -> Parsed<Deep> {
        let mut left = self.and()?;
        while self.accept_word("or").is_some() {
            let right = self.and()?;
            left = binary(Operator::Or, left, right)?;
        }
        Ok(left)
    }

    fn and(&mut self) -> Parsed<Deep> {
        let mut left = self.not()?;
        while self.accept_word("and").is_some() {
            let right = self.not()?;
            left = binary(Operator::And, left, right)?;
        }
        Ok(left)
    }

    fn not(&mut self) -> Parsed<Deep> {
        let Some(start) = self.accept_word("not") else { return self.comparison() };
        let (inner, depth) = self.descend(Self::not)?;
        let bytes = start.to(inner.bytes);
        node(NodeKind::Not(Box::new(inner)), bytes, depth)
    }

    fn comparison_sign(&mut self) -> Option<Comparison> {
        let comparison = match self.peek() {
            TokenKind::Sign("=") => Comparison::Equal,
            TokenKind::Sign("!=") => Comparison::Unequal,
            TokenKind::Sign("<") => Comparison::Less,
            TokenKind::Sign("<=") => Comparison::AtMost,
            TokenKind::Sign(">") => Comparison::Greater,
            TokenKind::Sign(">=") => Comparison::AtLeast,
            TokenKind::Sign("‖") => Comparison::Confused,
            TokenKind::Keyword("in") => Comparison::In,
            TokenKind::Keyword("divides") => Comparison::Divides,
            _ => return None,
        };
        self.next();
        Some(comparison)
    }

    fn comparison(&mut self) -> Parsed<Deep> {
        let (first, mut depth) = self.range()?;
        let mut operands = vec![first];
        let mut signs = Vec::new();
        loop {
            let at = self.token().bytes;
            let Some(sign) = self.comparison_sign() else { break };
            signs.push(sign);
            if signs.len() > 1 && !chains(&signs) {
                return Err(SyntaxError::new(at, "these comparisons do not chain").help(
                    "only `=`, and `<` `<=` or `>` `>=` one way, chain; join others with `and`",
                ));
            }
            let (operand, own) = self.range()?;
            depth = depth.max(own);
            operands.push(operand);
        }
        match operands.as_slice() {
            [_] => Ok((operands.remove(0), depth)),
            [first, .., last] => {
                let bytes = first.bytes.to(last.bytes);
                node(NodeKind::Compare { operands, signs }, bytes, depth)
            }
            [] => Err(self.unexpected("a value")),
        }
    }

    fn range(&mut self) -> Parsed<Deep> {
        let left = self.sum()?;
        if self.accept_sign("..").is_none() {
            return Ok(left);
        }
        let right = self.sum()?;
        if self.accept_sign("..").is_some() {
            return Err(self.unexpected("the end").help("a range has two ends: `1..36`"));
        }
        binary(Operator::Range, left, right)
    }

    fn sum(&mut self) -> Parsed<Deep> {
        let mut left = self.product()?;
        loop {
            let operator = match self.peek() {
                TokenKind::Sign("+") => Operator::Add,
                TokenKind::Sign("-") => Operator::Subtract,
                TokenKind::Sign("++") => Operator::Join,
                _ => return Ok(left),
            };
            self.next();
            let right = self.product()?;
            left = binary(operator, left, right)?;
        }
    }

    fn product(&mut self) -> Parsed<Deep> {
        let mut left = self.unary()?;
        loop {
            let operator = match self.peek() {
                TokenKind::Sign("*") => Operator::Multiply,
                TokenKind::Sign("/") => Operator::Divide,
                TokenKind::Sign("//") => Operator::DivideDown,
                TokenKind::Keyword("mod") => Operator::Modulo,
                _ => return Ok(left),
            };
            self.next();
            let right = self.unary()?;
            left = binary(operator, left, right)?;
        }
    }

    fn unary(&mut self) -> Parsed<Deep> {
        let Some(start) = self.accept_sign("-") else { return self.power() };
        let (inner, depth) = self.descend(Self::unary)?;
        let bytes = start.to(inner.bytes);
        node(NodeKind::Negate(Box::new(inner)), bytes, depth)
    }

    fn power(&mut self) -> Parsed<Deep> {
        let left = self.postfix()?;
        if self.accept_sign("^").is_none() {
            return Ok(left);
        }
        let right = self.descend(Self::unary)?;
        binary(Operator::Power, left, right)
    }

    fn postfix(&mut self) -> Parsed<Deep> {
        let (mut left, mut depth) = self.atom()?;
        loop {
            if self.accept_sign(".").is_some() {
                let (name, name_bytes) = self.attribute_name()?;
                let mut bytes = left.bytes.to(name_bytes);
                let mut arguments = None;
                if self.accept_sign("(").is_some() {
                    let (list, inner) = self.list(")")?;
                    depth = depth.max(inner);
                    bytes = bytes.to(self.expect_sign(")")?);
                    arguments = Some(list);
                }
                let of = Box::new(left);
                (left, depth) =
                    node(NodeKind::Attribute { of, name, name_bytes, arguments }, bytes, depth)?;
            } else if self.accept_sign("[").is_some() {
                let (index, inner) = self.descend(Self::deep_expression)?;
                let bytes = left.bytes.to(self.expect_sign("]")?);
                let (of, index) = (Box::new(left), Box::new(index));
                (left, depth) = node(NodeKind::Index { of, index }, bytes, depth.max(inner))?;
            } else {
                return Ok((left, depth));
            }
        }
    }

    /// The word behind a dot; there, keywords are names like others.
    fn attribute_name(&mut self) -> Parsed<(Name, Bytes)> {
        if let TokenKind::Keyword(word) = *self.peek() {
            return Ok((word.into(), self.next().bytes));
        }
        self.name("behind a dot stands the name of an attribute")
    }

    fn atom(&mut self) -> Parsed<Deep> {
        let token = self.token().clone();
        let leaf = |kind| Ok((Node { kind, bytes: token.bytes }, 1));
        match token.kind {
            TokenKind::Number(number) => {
                self.next();
                leaf(NodeKind::Number(number))
            }
            TokenKind::Place(sides) => {
                self.next();
                let side = |number| Node { kind: NodeKind::Number(number), bytes: token.bytes };
                leaf(NodeKind::Tuple(sides.into_iter().map(side).collect()))
            }
            TokenKind::Text(text) => {
                self.next();
                leaf(NodeKind::Text(text))
            }
            TokenKind::Keyword("true") => {
                self.next();
                leaf(NodeKind::Bool(true))
            }
            TokenKind::Keyword("false") => {
                self.next();
                leaf(NodeKind::Bool(false))
            }
            TokenKind::Name(name) => {
                self.next();
                if self.accept_sign("(").is_some() {
                    self.descend(|parser| parser.call(name, token.bytes))
                } else {
                    leaf(NodeKind::Name(name))
                }
            }
            TokenKind::Sign("(") => {
                self.next();
                self.descend(|parser| parser.bracketed(token.bytes))
            }
            TokenKind::Sign("[") => {
                self.next();
                self.descend(|parser| parser.list_or_comprehension(token.bytes))
            }
            TokenKind::Keyword("if") => Err(SyntaxError::new(
                token.bytes,
                "an `if` inside a larger expression stands in brackets",
            )
            .help("write `(if … then … else …)`")),
            TokenKind::Sign("+") => {
                Err(self.unexpected("a value").help("a positive number has no sign"))
            }
            TokenKind::Keyword("not") => Err(SyntaxError::new(
                token.bytes,
                "`not` inside a larger expression stands in brackets",
            )
            .help("write `(not …)`")),
            TokenKind::Keyword(_) | TokenKind::Sign(_) | TokenKind::End => {
                Err(self.unexpected("a value"))
            }
        }
    }

    /// What stands behind `(`: a value in brackets or a tuple.
    fn bracketed(&mut self, start: Bytes) -> Parsed<Deep> {
        let (mut first, mut depth) = self.deep_expression()?;
        let mut parts = Vec::new();
        while self.accept_sign(",").is_some() {
            let (part, own) = self.deep_expression()?;
            depth = depth.max(own);
            parts.push(part);
        }
        if matches!(self.peek(), TokenKind::Keyword("for")) {
            return Err(self
                .unexpected("`)`")
                .help("a list over cases stands in square brackets: `[… for …]`"));
        }
        let bytes = start.to(self.expect_sign(")")?);
        if parts.is_empty() {
            first.bytes = bytes;
            return Ok((first, depth));
        }
        parts.insert(0, first);
        node(NodeKind::Tuple(parts), bytes, depth)
    }

    fn list_or_comprehension(&mut self, start: Bytes) -> Parsed<Deep> {
        if let Some(end) = self.accept_sign("]") {
            return Ok((Node { kind: NodeKind::List(Vec::new()), bytes: start.to(end) }, 1));
        }
        let (first, mut depth) = self.deep_expression()?;
        if self.accept_word("for").is_some() {
            let (clauses, own) = self.deep_clauses()?;
            let bytes = start.to(self.expect_sign("]")?);
            let gather = Gather { gathering: Gathering::List, item: first, key: None, clauses };
            return node(NodeKind::Gather(Box::new(gather)), bytes, depth.max(own));
        }
        let mut parts = vec![first];
        while self.accept_sign(",").is_some() {
            let (part, own) = self.deep_expression()?;
            depth = depth.max(own);
            parts.push(part);
        }
        let bytes = start.to(self.expect_sign("]")?);
        node(NodeKind::List(parts), bytes, depth)
    }

    /// Values separated by commas before `close`, which is left standing.
    fn list(&mut self, close: &str) -> Parsed<(Vec<Node>, usize)> {
        let mut parts = Vec::new();
        let mut depth = 1;
        if matches!(self.peek(), TokenKind::Sign(sign) if *sign == close) {
            return Ok((parts, depth));
        }
        loop {
            let (part, own) = self.descend(Self::deep_expression)?;
            depth = depth.max(own);
            parts.push(part);
            if self.accept_sign(",").is_none() {
                return Ok((parts, depth));
            }
        }
    }

    /// What stands behind `name(`: arguments, or an item with clauses.
    fn call(&mut self, name: Name, name_bytes: Bytes) -> Parsed<Deep> {
        let (mut arguments, mut depth) = self.list(")")?;
        let by = self.accept_word("by");
        let mut key = None;
        if by.is_some() {
            let (node, own) = self.deep_expression()?;
            depth = depth.max(own);
            key = Some(node);
        }
        let over = self.token().bytes;
        if self.accept_word("for").is_some() {
            let gathering = Gathering::named(&name).ok_or_else(|| {
                SyntaxError::new(over, format!("`{name}` does not range over cases"))
                    .help("all, any, count, sum, product, max, min, first, set and group do")
            })?;
            let item = match (arguments.pop(), arguments.is_empty()) {
                (Some(item), true) => item,
                _ => {
                    return Err(SyntaxError::new(over, "one value stands before `for`")
                        .help("put several into a tuple: `(a, b) for …`"));
                }
            };
            if (gathering == Gathering::Group) != key.is_some() {
                return Err(SyntaxError::new(
                    over,
                    "`by` belongs to `group`, and `group` needs it",
                )
                .help("write `group(e by k for …)`"));
            }
            let (clauses, own) = self.deep_clauses()?;
            let bytes = name_bytes.to(self.expect_sign(")")?);
            let gather = Gather { gathering, item, key, clauses };
            return node(NodeKind::Gather(Box::new(gather)), bytes, depth.max(own));
        }
        if by.is_some() {
            return Err(self.unexpected("`for`").help("write `group(e by k for …)`"));
        }
        let bytes = name_bytes.to(self.expect_sign(")")?);
        node(NodeKind::Call { name, name_bytes, arguments }, bytes, depth)
    }

    fn clauses(&mut self) -> Parsed<Vec<Clause>> {
        Ok(self.deep_clauses()?.0)
    }

    fn deep_clauses(&mut self) -> Parsed<(Vec<Clause>, usize)> {
        let mut clauses = Vec::new();
        let mut depth = 1;
        loop {
            let mut patterns = vec![self.pattern()?];
            while self.accept_sign(",").is_some() {
                patterns.push(self.pattern()?);
            }
            if self.accept_word("in").is_none() {
                return Err(self.unexpected("`in` and what the variables run over"));
            }
            let (domain, own) = self.descend(Self::range)?;
            depth = depth.max(own);
            clauses.push(Clause::In { patterns, domain });
            while self.accept_word("where").is_some() {
                let (condition, own) = self.descend(Self::deep_expression)?;
                depth = depth.max(own);
                clauses.push(Clause::Where(condition));
            }
            if self.accept_sign(",").is_none() {
                return Ok((clauses, depth));
            }
        }
    }

    fn pattern(&mut self) -> Parsed<Pattern> {
        let Some(start) = self.accept_sign("(") else {
            let (name, bytes) =
                self.name("a clause names its variables: `m, n in 1..36`, `(a, b) in list`")?;
            return Ok(Pattern::Name(name, bytes));
        };
        self.descend(|parser| {
            let mut parts = vec![parser.pattern()?];
            while parser.accept_sign(",").is_some() {
                parts.push(parser.pattern()?);
            }
            let bytes = start.to(parser.expect_sign(")")?);
            match <[Pattern; 1]>::try_from(parts) {
                Ok([single]) => Ok(single),
                Err(parts) => Ok(Pattern::Tuple(parts, bytes)),
            }
        })
    }
}

/// Whether comparisons written one behind the other mean something.
fn chains(signs: &[Comparison]) -> bool {
    let all = |allowed: &[Comparison]| signs.iter().all(|sign| allowed.contains(sign));
    all(&[Comparison::Equal, Comparison::Less, Comparison::AtMost])
        || all(&[Comparison::Equal, Comparison::Greater, Comparison::AtLeast])
}

fn too_deep(bytes: Bytes, limit: usize) -> SyntaxError {
    SyntaxError::new(bytes, format!("this is nested more than {limit} deep"))
        .help("give parts of it names of their own, as definitions")
}

/// A node one deeper than its deepest part.
fn node(kind: NodeKind, bytes: Bytes, depth: usize) -> Parsed<Deep> {
    if depth >= MAX_TREE {
        return Err(too_deep(bytes, MAX_TREE));
    }
    Ok((Node { kind, bytes }, depth + 1))
}

fn binary(operator: Operator, left: Deep, right: Deep) -> Parsed<Deep> {
    let bytes = left.0.bytes.to(right.0.bytes);
    let kind = NodeKind::Binary { operator, left: Box::new(left.0), right: Box::new(right.0) };
    node(kind, bytes, left.1.max(right.1))
}

/// Whether `text` is a name that an author may give.
#[must_use]
pub fn is_name(text: &str) -> bool {
    text.chars().next().is_some_and(begins_name)
        && matches!(
            tokens(text).as_deref(),
            Ok([Token { kind: TokenKind::Name(_), bytes }, _]) if bytes.end as usize == text.len()
        )
}

//! The grammar of expressions, one method for each level of binding.

use crate::diagnostics::nearest;
use crate::language::lexer::KEYWORDS;
use crate::language::lexer::SyntaxError;
use crate::language::lexer::Token;
use crate::language::lexer::TokenKind;
use crate::language::lexer::tokens;
use crate::language::parser::MAX_DEPTH;
use crate::language::parser::MAX_LENGTH;
use crate::language::parser::MAX_TREE;
use crate::language::parser::Parsed;
use crate::language::parser::bytes;
use crate::language::syntax::Bytes;
use crate::language::syntax::Clause;
use crate::language::syntax::Comparison;
use crate::language::syntax::Gather;
use crate::language::syntax::Gathering;
use crate::language::syntax::Name;
use crate::language::syntax::Node;
use crate::language::syntax::NodeKind;
use crate::language::syntax::Operator;
use crate::language::syntax::Pattern;

pub(super) struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

/// A node and how deep it is.
type Deep = (Node, usize);

impl Parser {
    pub(super) fn new(text: &str) -> Parsed<Self> {
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

    pub(super) fn peek(&self) -> &TokenKind {
        &self.token().kind
    }

    fn next(&mut self) -> Token {
        let token = self.token().clone();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    pub(super) fn accept_sign(&mut self, sign: &str) -> Option<Bytes> {
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

    pub(super) fn expect_sign(&mut self, sign: &str) -> Parsed<Bytes> {
        self.accept_sign(sign).ok_or_else(|| self.unexpected(&format!("`{sign}`")))
    }

    fn expect_word(&mut self, word: &str) -> Parsed<Bytes> {
        self.accept_word(word).ok_or_else(|| self.unexpected(&format!("`{word}`")))
    }

    pub(super) fn name(&mut self, rule: &str) -> Parsed<(Name, Bytes)> {
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

    pub(super) fn end(&mut self) -> Parsed<()> {
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
    pub(super) fn unexpected(&self, expected: &str) -> SyntaxError {
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

    pub(super) fn expression(&mut self) -> Parsed<Node> {
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

    pub(super) fn clauses(&mut self) -> Parsed<Vec<Clause>> {
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

//! Reads expressions, clauses and definitions.
//!
//! The ways in are [`Expression::parse`], [`Clauses::parse`] and [`Definitions::parse`]; a mistake
//! goes to the sink, with its bytes, and what could be read is returned. Nesting is bounded by
//! [`MAX_DEPTH`] and [`MAX_TREE`], so that neither reading nor anything that walks over the result
//! can run out of stack.
//!
//! Operators, loosest first: `if`; `iff`; `implies`; `or`; `and`; `not`; comparisons; `..`;
//! `+ - ++`; `* / // mod`; unary minus; `^`; calls, attributes and indices.

mod grammar;

use std::sync::Arc;

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::Span;
use crate::language::lexer::SyntaxError;
use crate::language::lexer::Token;
use crate::language::lexer::TokenKind;
use crate::language::lexer::begins_name;
use crate::language::lexer::tokens;
use crate::language::parser::grammar::Parser;
use crate::language::syntax::Bytes;
use crate::language::syntax::Clauses;
use crate::language::syntax::Definition;
use crate::language::syntax::Definitions;
use crate::language::syntax::Expression;
use crate::language::syntax::Name;
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
        let diagnostic = Diagnostic::error(Code::ExpressionSyntax, self.message.clone())
            .label(span, "read up to here");
        let help = match self.help {
            Some(help) => help,
            None if self.message.ends_with("found nothing") => String::from(
                "it ends too early: write what is missing, and close every bracket that is open",
            ),
            None if self.message.starts_with("expected the end") => String::from(
                "an operator or a comma is missing before this, or it does not belong here",
            ),
            None => return diagnostic,
        };
        diagnostic.help(help)
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

/// Whether `text` is a name that an author may give.
#[must_use]
pub fn is_name(text: &str) -> bool {
    text.chars().next().is_some_and(begins_name)
        && matches!(
            tokens(text).as_deref(),
            Ok([Token { kind: TokenKind::Name(_), bytes }, _]) if bytes.end as usize == text.len()
        )
}

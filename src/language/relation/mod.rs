//! Closed relations in formulas, read as they stand: `V(6,360) = 66 = 1 + 5 \cdot 13`.
//!
//! [`read`] turns TeX into expressions of the language that are true exactly when the formula is. A
//! free letter makes a formula open and dots leave it elided, which is no mistake; TeX that means
//! something this cannot read is said to be so, that the author may use `\is`.
//!
//! `{,}` and `\,` group digits, a bare comma separates. Letters stand for functions by a
//! [`Notation`]; `\Omega` is the number of prime factors. `\sum` and `\prod` with limits bind a letter;
//! `\mid` divides, but in the braces of a game.
//!
//! **Not here.** Whether a formula has to be checked, and evaluating it.

mod limits;
mod reader;
mod tokens;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::diagnostics::Span;
use crate::language::lexer::SyntaxError;
use crate::language::relation::reader::Reader;
use crate::language::relation::tokens::Token;
use crate::language::relation::tokens::TokenKind;
use crate::language::relation::tokens::tokens;
use crate::language::syntax::Expression;

pub(crate) use tokens::is_letter;
pub(crate) use tokens::is_text;

/// Which functions of the language the letters of formulas stand for: `V` for `maundy`. A key is a
/// letter or the name of a command without its backslash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation(BTreeMap<String, String>);

impl Default for Notation {
    fn default() -> Self {
        Self(BTreeMap::from([("Omega".to_owned(), "Ω".to_owned())]))
    }
}

impl Notation {
    /// Lets `letter` stand for `function` from now on.
    pub fn set(&mut self, letter: &str, function: &str) {
        self.0.insert(letter.trim_start_matches('\\').to_owned(), function.to_owned());
    }

    /// The function that `letter` stands for.
    #[must_use]
    pub fn function(&self, letter: &str) -> Option<&str> {
        self.0.get(letter).map(String::as_str)
    }
}

/// What a formula says.
#[derive(Clone, Debug)]
pub enum Relation {
    /// It relates nothing: `6 \times 360`, `k - 1`.
    Absent,
    /// It holds a free letter. Sides next to each other that hold none are related all the
    /// same: `x = 2 \cdot 33 = 66` is not true unless these are.
    Open(Vec<Expression>),
    /// No letter in it is free, but dots leave something out; the parts as of an open one.
    Elided(Vec<Expression>),
    /// It is true exactly when all of these are.
    Closed(Vec<Expression>),
    /// It relates, it is not open, and this part of the TeX cannot be read.
    Unreadable {
        /// Its bytes in the TeX.
        at: Range<usize>,
        /// What is wrong there: lower case, no full stop.
        message: String,
    },
}

/// Reads the formula `tex`, which stands at `at`.
#[must_use]
pub fn read(tex: &str, at: Span, notation: &Notation) -> Relation {
    let tokens = match tokens(tex) {
        Ok(tokens) => tokens,
        Err(error) => return Relation::Unreadable { at: error.at, message: error.message },
    };
    if !relates(&tokens) {
        return Relation::Absent;
    }
    if has_free_letter(&tokens, notation) {
        return Relation::Open(closed_parts(&tokens, at, notation));
    }
    if tokens.iter().any(Token::is_ellipsis) {
        return Relation::Elided(closed_parts(&tokens, at, notation));
    }
    let mut expressions = Vec::new();
    for piece in pieces(&tokens) {
        let text = match Reader::new(piece, notation).relation() {
            Ok(text) => text,
            Err(error) => return Relation::Unreadable { at: error.at, message: error.message },
        };
        match expression(text, at) {
            Ok(expression) => expressions.push(expression),
            Err(error) => {
                let whole = 0..tex.len();
                return Relation::Unreadable { at: whole, message: error.message };
            }
        }
    }
    Relation::Closed(expressions)
}

/// The expression `text` that the formula at `at` was read as.
fn expression(text: String, at: Span) -> Result<Expression, SyntaxError> {
    // The text is not the source's own: a blank more keeps spans from being taken for parts.
    let text = if text.len() == at.end - at.start { format!("{text} ") } else { text };
    Expression::read(&text, at)
}

/// Of an open formula the sides next to each other that are closed, as far as they can be read.
fn closed_parts(tokens: &[Token], at: Span, notation: &Notation) -> Vec<Expression> {
    let mut expressions = Vec::new();
    for piece in pieces(tokens) {
        let mut run: Option<(usize, usize)> = None;
        let mut close = |run: Option<(usize, usize)>| {
            let part = run.and_then(|(start, end)| piece.get(start..end)).unwrap_or(&[]);
            if sides(part).len() > 1
                && let Ok(text) = Reader::new(part, notation).relation()
                && let Ok(read) = expression(text, at)
            {
                expressions.push(read);
            }
        };
        for side in sides(piece) {
            if piece.get(side.clone()).is_none_or(|side| is_open(side, notation)) {
                close(run.take());
            } else {
                run = Some((run.map_or(side.start, |(start, _)| start), side.end));
            }
        }
        close(run);
        let joined = joined(piece, notation);
        if sides(&joined).len() > 1
            && let Ok(text) = Reader::new(&joined, notation).relation()
            && let Ok(read) = expression(text, at)
            && expressions.last().is_none_or(|last| last.text() != read.text())
        {
            expressions.push(read);
        }
    }
    expressions
}

/// The closed sides of a chain of equations in which an open one stands between them, as equations
/// of their own: `66 = x = 67` says that 66 is 67. Nothing, if that is no such chain.
fn joined(piece: &[Token], notation: &Notation) -> Vec<Token> {
    let sides = sides(piece);
    let is_equation = |side: &Range<usize>| {
        piece.get(side.end).is_none_or(|sign| sign.kind == TokenKind::Sign('='))
    };
    if !sides.iter().all(is_equation) {
        return Vec::new();
    }
    let mut chain: Vec<Token> = Vec::new();
    for side in sides {
        let Some(tokens) = piece.get(side.clone()).filter(|one| !one.is_empty()) else { continue };
        if is_open(tokens, notation) {
            continue;
        }
        if !chain.is_empty() {
            chain.push(Token { kind: TokenKind::Sign('='), at: side.start..side.start });
        }
        chain.extend_from_slice(tokens);
    }
    chain
}

/// The places of what stands between the relation signs of `piece`, those in brackets aside.
fn sides(piece: &[Token]) -> Vec<Range<usize>> {
    let mut sides = Vec::new();
    let (mut start, mut depth) = (0, 0_i32);
    for (index, token) in piece.iter().enumerate() {
        match &token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => depth -= 1,
            _ if depth == 0 && token.relates_outside_braces() => {
                sides.push(start..index);
                start = index + 1;
            }
            _ => {}
        }
    }
    sides.push(start..piece.len());
    sides
}

/// Whether a sign relates what stands beside it; in limits none does, and in braces `\mid` is the
/// bar of a game.
fn relates(tokens: &[Token]) -> bool {
    let (_, inside) = limits::bound(tokens);
    let mut braces = 0_i32;
    tokens.iter().zip(inside).any(|(token, inside)| {
        match token.kind {
            TokenKind::Open('}') => braces += 1,
            TokenKind::Close('}') => braces -= 1,
            _ => {}
        }
        !inside && if braces > 0 { token.is_relation() } else { token.relates_outside_braces() }
    })
}

/// Whether a letter stands for nothing that is known, or dots leave something out.
fn is_open(tokens: &[Token], notation: &Notation) -> bool {
    tokens.iter().any(Token::is_ellipsis) || has_free_letter(tokens, notation)
}

/// Whether a letter stands for nothing that is known.
fn has_free_letter(tokens: &[Token], notation: &Notation) -> bool {
    let (bound, _) = limits::bound(tokens);
    tokens.iter().zip(bound).enumerate().any(|(index, (token, bound))| {
        let Some(name) = limits::letter(token) else { return false };
        let applied = tokens.get(index + 1).is_some_and(Token::opens_arguments);
        !bound && (notation.function(&name).is_none() || !applied)
    })
}

/// The parts that a formula consists of, each a relation: they stand in rows, or are separated by
/// commas, semicolons, wide spaces or texts outside brackets. A row that begins with a relation sign goes on with the row before.
fn pieces(tokens: &[Token]) -> Vec<&[Token]> {
    let mut pieces = Vec::new();
    let (mut start, mut depth) = (0, 0_i32);
    for (index, token) in tokens.iter().enumerate() {
        match &token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => depth -= 1,
            TokenKind::Sign(',' | ';') if depth == 0 => {
                pieces.push(&tokens[start..index]);
                start = index + 1;
            }
            TokenKind::Row if depth == 0 => {
                let goes_on = tokens.get(index + 1).is_some_and(Token::relates_outside_braces);
                if !goes_on {
                    pieces.push(&tokens[start..index]);
                    start = index + 1;
                }
            }
            _ => {}
        }
    }
    pieces.push(&tokens[start..]);
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

#[cfg(test)]
mod tests;

//! The pieces that a formula consists of, each a statement or an expression of its own: they stand in
//! rows and cells, or are parted by commas, semicolons, wide spaces, texts and signs between
//! statements. A remark in brackets, `(since 6 \cdot 11 = 66)`, is a piece of its own.

use std::ops::Range;

use crate::language::relation::tokens::Role;
use crate::language::relation::tokens::Token;
use crate::language::relation::tokens::TokenKind;

/// A piece.
pub(super) struct Piece {
    pub(super) tokens: Vec<Token>,
    /// Whether a cell ends at one of its ends, so that a side of a relation may be in another.
    pub(super) torn: bool,
    /// Whether only a comma stands between it and the piece before.
    pub(super) listed: bool,
}

/// What ends a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    None,
    Comma,
    Cell,
    Other,
}

/// Parts a formula.
///
/// # Cost
///
/// Linear in the number of tokens.
pub(super) fn pieces(tokens: Vec<Token>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut depth = 0_i32;
    let mut before = Edge::None;
    let mut here: Vec<Token> = Vec::new();
    let continues = continues(&tokens);
    // Whether this line has columns: then a line that goes on says not with which.
    let mut columns = false;
    for (token, continues) in tokens.into_iter().zip(continues) {
        let edge = match &token.kind {
            TokenKind::Cell => Edge::Cell,
            TokenKind::Line if depth <= 0 && std::mem::take(&mut columns) => Edge::Cell,
            _ if depth > 0 => Edge::None,
            TokenKind::Sign(',') => Edge::Comma,
            TokenKind::Sign(';') => Edge::Other,
            TokenKind::Row | TokenKind::Line if !continues => Edge::Other,
            _ if token.is_connective() => Edge::Other,
            _ => Edge::None,
        };
        match token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => depth -= 1,
            _ => {}
        }
        if edge == Edge::None {
            // What goes on is not parted.
            if depth > 0 || !token.is_edge() {
                here.push(token);
            }
            continue;
        }
        if token.kind == TokenKind::Cell {
            depth = 0;
            columns = true;
        }
        push(&mut pieces, std::mem::take(&mut here), (before, edge));
        before = edge;
    }
    push(&mut pieces, here, (before, Edge::None));
    pieces
}

/// Adds a piece that stands between two edges, if anything stands there.
fn push(pieces: &mut Vec<Piece>, tokens: Vec<Token>, (before, behind): (Edge, Edge)) {
    if tokens.is_empty() {
        return;
    }
    let torn = before == Edge::Cell || behind == Edge::Cell;
    pieces.push(Piece { tokens, torn, listed: before == Edge::Comma });
}

/// For each edge whether what stands behind it goes on with what stands before: a relation sign does,
/// and on a new line a sign between summands or factors.
fn continues(tokens: &[Token]) -> Vec<bool> {
    let mut continues = vec![false; tokens.len()];
    let mut next: Option<&Token> = None;
    let mut line = false;
    let mut run: Vec<usize> = Vec::new();
    let mut settle = |run: &mut Vec<usize>, next: Option<&Token>, line: bool| {
        let goes_on = next.is_some_and(|next| {
            let operator = matches!(next.kind, TokenKind::Sign('+' | '-' | '−' | '·' | '×'))
                || matches!(next.command(), Some("cdot" | "times" | "pm"));
            next.relates_outside_braces() || line && operator
        });
        for at in run.drain(..) {
            if let Some(own) = continues.get_mut(at) {
                *own = goes_on;
            }
        }
    };
    for (at, token) in tokens.iter().enumerate().rev() {
        if token.is_edge() {
            line |= token.kind == TokenKind::Line;
            run.push(at);
        } else {
            settle(&mut run, next, line);
            next = Some(token);
            line = false;
        }
    }
    settle(&mut run, next, line);
    continues
}

/// Takes the remarks in brackets out of `tokens`, which hold roles: relations without free letters
/// that are no argument of anything; and any relation, if nothing else stands there.
pub(super) fn remarks(tokens: &mut Vec<Token>) -> Vec<Vec<Token>> {
    let ranges = remark_ranges(tokens);
    if ranges.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<Vec<Token>> = Vec::new();
    let mut ranges = ranges.into_iter().peekable();
    let mut kept = Vec::new();
    for (at, token) in std::mem::take(tokens).into_iter().enumerate() {
        let Some(range) = ranges.peek() else {
            kept.push(token);
            continue;
        };
        if at < range.start {
            kept.push(token);
        } else if at == range.start {
            found.push(Vec::new());
        } else if at + 1 < range.end {
            found.last_mut().into_iter().for_each(|inside| inside.push(token.clone()));
        } else {
            ranges.next();
        }
    }
    *tokens = kept;
    found
}

/// Where the remarks stand, their brackets included, in order.
fn remark_ranges(tokens: &[Token]) -> Vec<Range<usize>> {
    struct Group {
        at: usize,
        relates: bool,
        free: usize,
    }
    let mut free = 0;
    let mut open: Vec<Group> = Vec::new();
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        free += usize::from(token.role == Role::Free);
        match token.kind {
            TokenKind::Open(_) => open.push(Group { at, relates: false, free }),
            TokenKind::Close(close) => {
                let Some(group) = open.pop() else { continue };
                let before = group.at.checked_sub(1).and_then(|before| tokens.get(before));
                let stands_alone = before.is_none_or(|before| {
                    before.relates_outside_braces()
                        || !matches!(before.kind, TokenKind::Command(_) | TokenKind::Sign(_))
                });
                let whole = group.at == 0 && at + 1 == tokens.len();
                let remark =
                    close == ')' && group.free == free || whole && matches!(close, ')' | ']');
                if remark && group.relates && stands_alone {
                    while ranges.last().is_some_and(|last| last.start > group.at) {
                        ranges.pop();
                    }
                    ranges.push(group.at..at + 1);
                }
            }
            _ => {
                if let Some(group) = open.last_mut() {
                    group.relates |= token.relates_outside_braces();
                }
            }
        }
    }
    ranges
}

/// The places of what stands between the relation signs of a piece, those in brackets aside.
pub(super) fn sides(tokens: &[Token]) -> Vec<Range<usize>> {
    let mut sides = Vec::new();
    let (mut start, mut depth) = (0, 0_i32);
    for (index, token) in tokens.iter().enumerate() {
        match &token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => depth -= 1,
            _ if depth == 0 && !token.script && token.relates_outside_braces() => {
                sides.push(start..index);
                start = index + 1;
            }
            _ => {}
        }
    }
    sides.push(start..tokens.len());
    sides
}

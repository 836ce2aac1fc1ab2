//! Sums and products with limits: `\sum_{k=1}^{5}`, `\prod_{d \mid 12}`, in either order of the
//! limits. They bind a letter in what follows, as far as a product goes.

use std::ops::Range;

use crate::language::relation::tokens::Token;
use crate::language::relation::tokens::TokenKind;

/// What the letter runs over; places among the tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    /// From one value to another.
    Between(Range<usize>, Range<usize>),
    /// The divisors of a value.
    Divisors(Range<usize>),
}

/// A sum or product with its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// The letter that is bound.
    pub(super) letter: String,
    /// The place of the letter below the sign.
    pub(super) binder: usize,
    /// What it runs over.
    pub(super) domain: Domain,
    /// Where the limits end and what is summed begins.
    pub(super) body: usize,
}

/// The function of the language for a sign.
pub(super) fn gathering(token: &Token) -> Option<&'static str> {
    match &token.kind {
        TokenKind::Command(name) if name == "sum" => Some("sum"),
        TokenKind::Command(name) if name == "prod" => Some("product"),
        _ => None,
    }
}

/// The limits of the sign at `at`; none if they are of another form, or have no end.
pub(super) fn limits(tokens: &[Token], at: usize) -> Option<Limits> {
    gathering(tokens.get(at)?)?;
    let (mut below, mut above) = (None, None);
    let mut next = at + 1;
    while let Some(TokenKind::Sign(sign @ ('_' | '^'))) = tokens.get(next).map(|own| &own.kind) {
        let script = script(tokens, next + 1)?;
        let (inside, end) = script;
        let place = if *sign == '_' { &mut below } else { &mut above };
        if place.replace(inside).is_some() {
            return None;
        }
        next = end;
    }
    let below: Range<usize> = below?;
    let letter = letter(tokens.get(below.start)?)?;
    let rest = below.start + 2..below.end;
    if rest.is_empty() {
        return None;
    }
    let domain = match (&tokens.get(below.start + 1)?.kind, above) {
        (TokenKind::Sign('='), Some(above)) if !above.is_empty() => Domain::Between(rest, above),
        (TokenKind::Command(name), None) if name == "mid" => Domain::Divisors(rest),
        _ => return None,
    };
    let endless = |range: &Range<usize>| {
        let tokens = tokens.get(range.clone()).unwrap_or(&[]);
        tokens.iter().any(|own| matches!(&own.kind, TokenKind::Command(name) if name == "infty"))
    };
    match &domain {
        Domain::Between(low, high) if endless(low) || endless(high) => None,
        _ => Some(Limits { letter, binder: below.start, domain, body: next }),
    }
}

/// The letter that a token is.
pub(super) fn letter(token: &Token) -> Option<String> {
    match &token.kind {
        TokenKind::Letter(letter) => Some(letter.to_string()),
        TokenKind::Command(name) if crate::language::relation::is_letter(name) => {
            Some(name.clone())
        }
        _ => None,
    }
}

/// The inside of the script that begins at `at`, and the place behind it.
fn script(tokens: &[Token], at: usize) -> Option<(Range<usize>, usize)> {
    if tokens.get(at)?.kind != TokenKind::Open('{') {
        return Some((at..at + 1, at + 1));
    }
    let mut depth = 0_usize;
    for (offset, token) in tokens.get(at..)?.iter().enumerate() {
        match token.kind {
            TokenKind::Open('{') => depth += 1,
            TokenKind::Close('g') => {
                depth -= 1;
                if depth == 0 {
                    return Some((at + 1..at + offset, at + offset + 1));
                }
            }
            _ => {}
        }
    }
    None
}

/// Which tokens are letters that a sum or product binds, and which belong to limits, where a sign
/// relates nothing.
///
/// # Cost
///
/// At most the number of signs times the number of tokens; a formula with more than
/// [`MOST`] signs binds nothing.
pub(super) fn bound(tokens: &[Token]) -> (Vec<bool>, Vec<bool>) {
    let (mut letters, mut inside) = (vec![false; tokens.len()], vec![false; tokens.len()]);
    let signs: Vec<usize> =
        (0..tokens.len()).filter(|&at| tokens.get(at).and_then(gathering).is_some()).collect();
    if signs.len() > MOST {
        return (letters, inside);
    }
    for at in signs {
        let Some(limits) = limits(tokens, at) else { continue };
        for place in at..limits.body {
            if let Some(own) = inside.get_mut(place) {
                *own = true;
            }
        }
        let body = limits.body..end_of_body(tokens, limits.body);
        for place in std::iter::once(limits.binder).chain(body) {
            let same = tokens.get(place).and_then(letter).is_some_and(|own| own == limits.letter);
            if let Some(own) = letters.get_mut(place) {
                *own |= same;
            }
        }
    }
    (letters, inside)
}

/// The most sums and products of a formula.
const MOST: usize = 100;

/// Where what is summed ends: at a sum, a relation, a comma, the end of a row or of a bracket.
fn end_of_body(tokens: &[Token], from: usize) -> usize {
    let mut depth = 0_usize;
    let mut at = from;
    while let Some(token) = tokens.get(at) {
        if let Some(limits) = limits(tokens, at) {
            at = limits.body;
            continue;
        }
        match &token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) if depth == 0 => return at,
            TokenKind::Close(_) => depth -= 1,
            TokenKind::Sign('+' | '-' | '−' | ',') | TokenKind::Row if depth == 0 => return at,
            _ if depth == 0 && token.relates_outside_braces() => return at,
            _ => {}
        }
        at += 1;
    }
    at
}

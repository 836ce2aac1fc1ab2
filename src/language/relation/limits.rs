//! Signs with limits: `\sum_{k=1}^{5}`, `\prod_{d \mid 12}`, `\max_{1 \le n \le 36}`, the limits in
//! either order. They bind letters in what follows, as far as a product goes.

use std::ops::Range;

use crate::language::relation::tokens::Token;
use crate::language::relation::tokens::TokenKind;

/// What the letters run over; places among the tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    /// From one value to another, each with what is added to it.
    Between((Range<usize>, &'static str), (Range<usize>, &'static str)),
    /// The divisors of a value.
    Divisors(Range<usize>),
    /// The items of a list.
    Items(Range<usize>),
}

/// A sign with its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// The letters that are bound.
    pub(super) letters: Vec<String>,
    /// What they run over.
    pub(super) domain: Domain,
    /// Where the limits end and what is summed begins.
    pub(super) body: usize,
}

/// The function of the language for a sign that gathers values.
pub(super) fn gathering(token: &Token) -> Option<&'static str> {
    match token.command()? {
        "sum" => Some("sum"),
        "prod" => Some("product"),
        "max" => Some("max"),
        "min" => Some("min"),
        _ => None,
    }
}

/// Whether a command binds letters in a product behind it.
pub(super) fn is_gathering(command: &str) -> bool {
    matches!(command, "sum" | "prod" | "coprod" | "max" | "min")
}

/// Whether letters below a command are bound by it.
pub(super) fn runs(command: &str) -> bool {
    is_gathering(command)
        || matches!(
            command,
            "lim"
                | "limsup"
                | "liminf"
                | "sup"
                | "inf"
                | "argmax"
                | "argmin"
                | "bigcup"
                | "bigcap"
                | "bigsqcup"
                | "bigoplus"
                | "bigotimes"
                | "bigvee"
                | "bigwedge"
                | "biguplus"
                | "Pr"
        )
}

/// The scripts behind a sign.
pub(super) struct Scripts {
    pub(super) below: Option<Range<usize>>,
    pub(super) above: Option<Range<usize>>,
    /// Where they end.
    pub(super) body: usize,
}

/// The scripts behind the sign at `at`; none if one stands there twice or is not closed.
pub(super) fn scripts(tokens: &[Token], at: usize) -> Option<Scripts> {
    let mut scripts = Scripts { below: None, above: None, body: at + 1 };
    while let Some(TokenKind::Sign(sign @ ('_' | '^'))) =
        tokens.get(scripts.body).map(|own| &own.kind)
    {
        let (inside, end) = script(tokens, scripts.body + 1)?;
        let place = if *sign == '_' { &mut scripts.below } else { &mut scripts.above };
        if place.replace(inside).is_some() {
            return None;
        }
        scripts.body = end;
    }
    Some(scripts)
}

/// The limits of the sign at `at`; none if they are of another form, or have no end.
pub(super) fn limits(tokens: &[Token], at: usize) -> Option<Limits> {
    gathering(tokens.get(at)?)?;
    let Scripts { below, above, body } = scripts(tokens, at)?;
    let below = below?;
    let relations: Vec<usize> = below
        .clone()
        .filter(|&place| tokens.get(place).is_some_and(Token::relates_outside_braces))
        .collect();
    let (letters, domain) = match (relations.as_slice(), above) {
        (&[first], above) => {
            let rest = first + 1..below.end;
            let sign = tokens.get(first)?;
            let domain = match (&sign.kind, sign.command(), above) {
                (TokenKind::Sign('='), _, Some(above)) if !above.is_empty() => {
                    Domain::Between((rest.clone(), ""), (above, ""))
                }
                (_, Some("mid"), None) => Domain::Divisors(rest.clone()),
                (TokenKind::Sign('∈'), _, None) | (_, Some("in"), None) => {
                    Domain::Items(rest.clone())
                }
                _ => return None,
            };
            if rest.is_empty() {
                return None;
            }
            (letters(tokens, below.start..first)?, domain)
        }
        (&[first, second], None) => {
            let (one, other) = (below.start..first, second + 1..below.end);
            let (low, high) =
                match (direction(tokens.get(first)?)?, direction(tokens.get(second)?)?) {
                    ((true, first), (true, second)) => (
                        (one, if first { " + 1" } else { "" }),
                        (other, if second { " - 1" } else { "" }),
                    ),
                    ((false, first), (false, second)) => (
                        (other, if second { " + 1" } else { "" }),
                        (one, if first { " - 1" } else { "" }),
                    ),
                    _ => return None,
                };
            if low.0.is_empty() || high.0.is_empty() {
                return None;
            }
            (letters(tokens, first + 1..second)?, Domain::Between(low, high))
        }
        _ => return None,
    };
    let endless = |range: &Range<usize>| {
        let tokens = tokens.get(range.clone()).unwrap_or(&[]);
        tokens.iter().any(|own| own.command() == Some("infty") || own.kind == TokenKind::Sign('∞'))
    };
    match &domain {
        Domain::Between((low, _), (high, _)) if endless(low) || endless(high) => None,
        _ => Some(Limits { letters, domain, body }),
    }
}

/// Whether a sign says less (or greater), and whether strictly; none if it says something else.
fn direction(sign: &Token) -> Option<(bool, bool)> {
    match (&sign.kind, sign.command()) {
        (TokenKind::Sign('<'), _) | (_, Some("lt")) => Some((true, true)),
        (TokenKind::Sign('≤'), _) | (_, Some("le" | "leq" | "leqslant")) => Some((true, false)),
        (TokenKind::Sign('>'), _) | (_, Some("gt")) => Some((false, true)),
        (TokenKind::Sign('≥'), _) | (_, Some("ge" | "geq" | "geqslant")) => Some((false, false)),
        _ => None,
    }
}

/// The letters at `range`, separated by commas; none if anything else stands there, or one twice.
fn letters(tokens: &[Token], range: Range<usize>) -> Option<Vec<String>> {
    let mut letters = Vec::new();
    for part in tokens.get(range)?.split(|token| token.kind == TokenKind::Sign(',')) {
        let [only] = part else { return None };
        let letter = only.letter()?;
        if letters.contains(&letter) {
            return None;
        }
        letters.push(letter);
    }
    Some(letters)
}

/// The inside of the script that begins at `at`, and the place behind it.
fn script(tokens: &[Token], at: usize) -> Option<(Range<usize>, usize)> {
    if tokens.get(at)?.kind != TokenKind::Open('{') {
        return Some((at..at + 1, at + 1));
    }
    let mut depth = 0_usize;
    for (offset, token) in tokens.get(at..)?.iter().enumerate() {
        match token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => {
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

/// Where what is summed ends: at a sum, a relation, a comma, the end of a row or of a bracket. A
/// sign before all of it belongs to it.
pub(super) fn end_of_body(tokens: &[Token], from: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match &token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) if depth == 0 => return at,
            TokenKind::Close(_) => depth -= 1,
            TokenKind::Sign('+' | '-' | '−') if depth == 0 && at > from => return at,
            TokenKind::Sign(',') if depth == 0 => return at,
            _ if depth == 0 && (token.is_edge() || token.relates_outside_braces()) => return at,
            _ => {}
        }
    }
    tokens.len()
}

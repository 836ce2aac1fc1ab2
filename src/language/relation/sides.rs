//! Says of each piece of a formula, and of its sides, what it is.

use std::ops::Range;

use crate::diagnostics::Span;
use crate::language::relation::Notation;
use crate::language::relation::Part;
use crate::language::relation::Reading;
use crate::language::relation::Relation;
use crate::language::relation::chain::Sign;
use crate::language::relation::expression;
use crate::language::relation::pieces::Piece;
use crate::language::relation::pieces::sides;
use crate::language::relation::reader::Reader;
use crate::language::relation::statement::modulus;
use crate::language::relation::tokens::Role;
use crate::language::relation::tokens::TexError;
use crate::language::relation::tokens::Token;
use crate::language::relation::tokens::TokenKind;
use crate::language::syntax::Expression;

/// What a side of a relation is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A letter in it is free.
    Open,
    /// Dots leave something out.
    Elided,
    Closed,
}

/// Writes down what the pieces are.
pub(super) struct Pen<'a> {
    at: Span,
    notation: &'a Notation,
    reading: Reading,
    /// The part of an open relation that ends in a closed side, of which the pieces behind commas may
    /// be a continuation: `n = 12, 18, 24`.
    list: Option<usize>,
    /// The parts of which a side may stand in a cell beside them.
    torn: Vec<usize>,
}

impl<'a> Pen<'a> {
    pub(super) fn new(at: Span, notation: &'a Notation) -> Self {
        Self { at, notation, reading: Reading::default(), list: None, torn: Vec::new() }
    }

    /// Begins with other pieces.
    pub(super) fn begin(&mut self) {
        self.list = None;
    }

    /// Counts tokens that are looked at.
    pub(super) fn work(&mut self, tokens: usize) {
        self.reading.work += tokens;
    }

    /// What was read. Where nothing is open, a side that cannot be found excuses nothing.
    pub(super) fn finish(mut self) -> Reading {
        let parts = &mut self.reading.parts;
        if !parts.iter().any(|part| matches!(part.relation, Relation::Open)) {
            for part in self.torn {
                let Some(part) = parts.get_mut(part) else { continue };
                if let Relation::Unknown { at, message, letter: None } = part.relation.clone() {
                    part.relation = Relation::Unreadable { at, message };
                }
            }
        }
        self.reading.numbers.sort_unstable_by_key(|(at, _)| at.start);
        self.reading
    }

    /// A piece that cannot be read.
    pub(super) fn unreadable(&mut self, tokens: &[Token], TexError { at, message }: TexError) {
        self.add(Relation::Unreadable { at, message }, &[tokens]);
    }

    /// Adds a part that consists of `slices`; its index.
    fn add(&mut self, relation: Relation, slices: &[&[Token]]) -> usize {
        let index = self.reading.parts.len();
        let mut whole: Option<Range<usize>> = None;
        for token in slices.iter().copied().flatten() {
            let at = token.at.clone();
            whole = Some(match whole {
                Some(whole) => whole.start.min(at.start)..whole.end.max(at.end),
                None => at,
            });
        }
        self.reading.parts.push(Part { relation, at: whole.unwrap_or(0..0) });
        for slice in slices {
            self.number(slice, index);
        }
        index
    }

    /// Lets the numbers of `tokens` belong to a part.
    fn number(&mut self, tokens: &[Token], part: usize) {
        self.reading.work += tokens.len();
        for token in tokens {
            if matches!(token.kind, TokenKind::Number(_)) {
                self.reading.numbers.push((token.at.clone(), part));
            }
        }
    }

    /// What `tokens`, in which no letter is free, say.
    fn said(&self, tokens: &[Token], torn: bool) -> Relation {
        let read = Reader::new(tokens, self.notation).relation().and_then(|texts| {
            let expressions: Result<Vec<Expression>, _> =
                texts.into_iter().map(|text| expression(text, self.at)).collect();
            expressions.map_err(|error| {
                let start = tokens.first().map_or(0, |token| token.at.start);
                let end = tokens.iter().map(|token| token.at.end).max().unwrap_or(start);
                TexError { at: start..end.max(start), message: error.message }
            })
        });
        let TexError { at, message } = match read {
            Ok(expressions) => return Relation::Closed(expressions),
            Err(error) => error,
        };
        if let Some(applied) = tokens.iter().find(|token| token.role == Role::Applied) {
            let letter = match &applied.kind {
                TokenKind::Name(name) => Some(name.clone()),
                _ => applied.letter(),
            };
            let name = letter.clone().unwrap_or_default();
            let at = applied.at.clone();
            if self.notation.function(&name).is_some() {
                let message = format!(
                    "`{name}` stands for a function and wants arguments, in brackets or as an index"
                );
                return Relation::Unknown { at, message, letter: None };
            }
            let message = format!("`{name}` stands for nothing that is known");
            return Relation::Unknown { at, message, letter };
        }
        if tokens.iter().any(|token| token.role == Role::Constant) {
            let message = "`\\pi` is compared where it, or a multiple, is all of a side: with a number \
                           or a fraction, or by `\\approx` with a decimal";
            return Relation::Unknown { at, message: message.to_owned(), letter: None };
        }
        if torn || tokens.iter().any(|token| token.role == Role::Bound) {
            return Relation::Unknown { at, message, letter: None };
        }
        Relation::Unreadable { at, message }
    }

    /// Says what `piece` is.
    pub(super) fn piece(&mut self, piece: &Piece) {
        let tokens = piece.tokens.as_slice();
        let list = self.list.take();
        if tokens.is_empty() {
            return;
        }
        if let Some((name, at)) = self.notation.spelled(tokens) {
            let message = format!(
                "`{name}` is read as a product of letters: write `\\mathrm{{{name}}}` for the function"
            );
            self.add(Relation::Unreadable { at, message }, &[tokens]);
            return;
        }
        let is_open = tokens.iter().any(|token| token.role == Role::Free);
        if !relates(tokens) {
            let plain = !is_open && tokens.iter().all(|token| token.role == Role::Known);
            if let Some(part) = list.filter(|_| piece.listed && plain) {
                self.number(tokens, part);
                self.list = Some(part);
                return;
            }
            self.add(if is_open { Relation::Open } else { Relation::Absent }, &[tokens]);
            return;
        }
        if is_open {
            self.open(tokens);
            return;
        }
        if let Some(stray) = tokens.iter().find(|token| token.role == Role::Stray) {
            let letter = stray.letter().unwrap_or_default();
            let message = format!(
                "`{letter}` stands behind the sum that binds it, which ends at a `+` or `-`: put \
                 what is summed in brackets"
            );
            self.add(Relation::Unreadable { at: stray.at.clone(), message }, &[tokens]);
            return;
        }
        if tokens.iter().any(Token::is_ellipsis) {
            let sides = sides(tokens);
            let kinds: Vec<Kind> = sides.iter().map(|side| kind(slice(tokens, side))).collect();
            self.elided(tokens, &sides, &kinds);
            return;
        }
        let said = self.said(tokens, piece.torn);
        let part = self.add(said, &[tokens]);
        if piece.torn {
            self.torn.push(part);
        }
    }

    /// Sides of which dots leave out something of one; those next to each other that are whole are
    /// related.
    fn elided(&mut self, tokens: &[Token], sides: &[Range<usize>], kinds: &[Kind]) {
        let mut elided = Vec::new();
        let mut at = 0;
        while at < sides.len() {
            let run = kinds.iter().skip(at).take_while(|kind| **kind == Kind::Closed).count();
            let end = at + run.max(1);
            let range = joined(sides, at..end);
            if run > 1 {
                let said = self.said(slice(tokens, &range), false);
                self.add(said, &[slice(tokens, &range)]);
            } else {
                elided.push(slice(tokens, &range));
            }
            at = end;
        }
        self.add(Relation::Elided, &elided);
    }

    /// A relation with a free letter.
    fn open(&mut self, tokens: &[Token]) {
        let modulus = modulus(tokens).unwrap_or(tokens.len());
        let (related, modulus) = tokens.split_at(modulus);
        let sides = sides(related);
        let kinds: Vec<Kind> = sides.iter().map(|side| kind(slice(tokens, side))).collect();
        let mut signs: Vec<Sign> =
            sides.iter().filter_map(|side| related.get(side.end)).map(Sign::of).collect();
        let is_congruence = |sign: &Sign| matches!(sign, Sign::Congruent | Sign::NotCongruent);
        if !modulus.is_empty() && !signs.iter().any(is_congruence) {
            for sign in &mut signs {
                *sign = if *sign == Sign::Equal { Sign::Congruent } else { *sign };
            }
        }
        // Modulo what is not known nothing can be compared.
        let vague = kind(modulus) != Kind::Closed;
        let compares =
            |sign: Option<&Sign>| sign.is_some_and(|sign| !(vague && is_congruence(sign)));
        let mut rest: Vec<&[Token]> = vec![modulus];
        let mut unknown: Option<usize> = None;
        let mut last: Option<usize> = None;
        let mut at = 0;
        while at < sides.len() {
            if kinds.get(at) == Some(&Kind::Open) {
                rest.extend(sides.get(at).map(|side| slice(tokens, side)));
                at += 1;
                continue;
            }
            let mut end = at + 1;
            while kinds.get(end).is_some_and(|kind| *kind != Kind::Open)
                && compares(signs.get(end - 1))
            {
                end += 1;
            }
            let run = at..end;
            let whole = kinds.get(run.clone()).unwrap_or(&[]);
            let range = joined(&sides, run.clone());
            if let Some(before) = last.filter(|before| before + 1 < at)
                && whole.first() == Some(&Kind::Closed)
                && let Some(sign) = between(&signs, before..at)
                && compares(Some(&sign))
            {
                let (Some(one), Some(other)) = (sides.get(before), sides.get(at)) else { break };
                let said = self.follows((slice(tokens, one), slice(tokens, other)), sign, modulus);
                if let Some(relation) = said {
                    unknown = Some(self.add(relation, &[slice(tokens, one)]));
                }
            }
            if end - at == 1 {
                match unknown.take() {
                    Some(part) => self.number(slice(tokens, &range), part),
                    None => rest.push(slice(tokens, &range)),
                }
            } else if whole.contains(&Kind::Elided) {
                self.elided(
                    tokens,
                    sides.get(run.clone()).unwrap_or(&[]),
                    kinds.get(run.clone()).unwrap_or(&[]),
                );
            } else {
                let mut part = slice(tokens, &range).to_vec();
                if signs.get(at..end - 1).unwrap_or(&[]).iter().any(is_congruence) {
                    part.extend_from_slice(modulus);
                }
                let said = match self.said(&part, false) {
                    // Beside a letter it may be more than this can read.
                    Relation::Unreadable { at, message } => {
                        Relation::Unknown { at, message, letter: None }
                    }
                    said => said,
                };
                self.add(said, &[slice(tokens, &range)]);
            }
            last = (whole.last() == Some(&Kind::Closed)).then_some(end - 1);
            at = end;
        }
        let open = self.add(Relation::Open, &rest);
        let ends_closed = kinds.last().is_some_and(|kind| *kind != Kind::Open);
        self.list = (ends_closed && modulus.is_empty()).then_some(open);
    }

    /// Notes what follows for two closed sides that an open one joins; what keeps it from being
    /// known, if it is a letter that stands for nothing.
    fn follows(
        &mut self,
        (one, other): (&[Token], &[Token]),
        sign: Sign,
        modulus: &[Token],
    ) -> Option<Relation> {
        if one.is_empty() || other.is_empty() {
            return None;
        }
        let start = other.first().map_or(0, |token| token.at.start);
        let mut tokens = one.to_vec();
        tokens.push(Token::new(sign.token()?, start..start));
        tokens.extend_from_slice(other);
        if matches!(sign, Sign::Congruent | Sign::NotCongruent) {
            tokens.extend_from_slice(modulus);
        }
        self.reading.work += tokens.len();
        match self.said(&tokens, false) {
            Relation::Closed(expressions) => {
                self.reading.follows.extend(expressions);
                None
            }
            relation @ Relation::Unknown { letter: Some(_), .. } => Some(relation),
            _ => None,
        }
    }
}

/// The sign that holds between the first and the last of some sides.
fn between(signs: &[Sign], sides: Range<usize>) -> Option<Sign> {
    let mut signs = signs.get(sides)?.iter().copied();
    let first = signs.next()?;
    signs.try_fold(first, Sign::then)
}

/// The tokens at `range`.
fn slice<'a>(tokens: &'a [Token], range: &Range<usize>) -> &'a [Token] {
    tokens.get(range.clone()).unwrap_or(&[])
}

/// From the first to the last of some sides.
fn joined(sides: &[Range<usize>], range: Range<usize>) -> Range<usize> {
    let sides = sides.get(range).unwrap_or(&[]);
    match (sides.first(), sides.last()) {
        (Some(first), Some(last)) => first.start..last.end,
        _ => 0..0,
    }
}

/// What a side is.
fn kind(tokens: &[Token]) -> Kind {
    if tokens.iter().any(|token| matches!(token.role, Role::Free | Role::Stray)) {
        Kind::Open
    } else if tokens.iter().any(Token::is_ellipsis) {
        Kind::Elided
    } else {
        Kind::Closed
    }
}

/// Whether a sign relates what stands beside it; in scripts none does, and in braces `\mid` is the
/// bar of a game.
fn relates(tokens: &[Token]) -> bool {
    let mut braces = 0_i32;
    tokens.iter().any(|token| {
        match token.kind {
            TokenKind::Open('}') => braces += 1,
            TokenKind::Close('}') => braces -= 1,
            _ => {}
        }
        !token.script
            && if braces > 0 { token.is_relation() } else { token.relates_outside_braces() }
    })
}

//! What the letters of a piece of a formula are to it: free, bound, known functions, or unknown ones
//! that are applied to numbers.
//!
//! Only a free letter leaves open what a relation says. A letter is bound by a sum, a product, a
//! limit, an integral, a set and a quantifier; one that is applied to numbers is as definite as a
//! number, and so is `\pi`.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::language::relation::Notation;
use crate::language::relation::limits;
use crate::language::relation::tokens::Role;
use crate::language::relation::tokens::TexError;
use crate::language::relation::tokens::Token;
use crate::language::relation::tokens::TokenKind;

/// How many signs that bind letters may look at one token.
const MOST: usize = 100;

/// The letters that "for all" or "there is" bind, wherever in a formula they stand.
pub(super) fn quantified(tokens: &[Token]) -> BTreeSet<String> {
    let mut letters = BTreeSet::new();
    let mut binds = false;
    for token in tokens {
        let quantifies = matches!(token.command(), Some("forall" | "exists" | "nexists"))
            || matches!(token.kind, TokenKind::Sign('∀' | '∃'));
        if quantifies {
            binds = true;
        } else if binds && let Some(letter) = token.letter() {
            letters.insert(letter);
        } else if !matches!(token.kind, TokenKind::Sign(',' | '!')) {
            binds = false;
        }
    }
    letters
}

/// Sets the role of each letter of a piece; how many tokens signs that bind letters looked at.
///
/// # Errors
///
/// If signs that bind letters are nested too deep.
///
/// # Cost
///
/// At most [`MOST`] times the number of tokens; as a rule a small multiple of it.
pub(super) fn classify(
    tokens: &mut [Token],
    notation: &Notation,
    quantified: &BTreeSet<String>,
) -> Result<usize, TexError> {
    let closes = closes(tokens);
    for token in tokens.iter_mut() {
        token.role = match token.letter() {
            Some(letter) if quantified.contains(&letter) => Role::Bound,
            _ => Role::Known,
        };
    }
    let most = MOST.saturating_mul(tokens.len());
    let mut looked = 0_usize;
    let mut strays = Vec::new();
    for at in 0..tokens.len() {
        let Some(scope) = scope(tokens, at, &closes) else { continue };
        looked += scope.behind.end.saturating_sub(at);
        if looked > most {
            let message = "the sums and sets of this formula are nested too deep".to_owned();
            let at = tokens.get(at).map_or(0..0, |token| token.at.clone());
            return Err(TexError { at, message });
        }
        if scope.letters.is_empty() {
            continue;
        }
        for place in scope.place {
            set(tokens, place, &scope.letters, Role::Bound);
        }
        strays.push((scope.behind, scope.letters));
    }
    for (behind, letters) in strays {
        for place in behind {
            set(tokens, place, &letters, Role::Stray);
        }
    }
    apply(tokens, notation, &closes);
    Ok(looked)
}

/// Gives the token at `place` a role, if it is one of `letters` and has none.
fn set(tokens: &mut [Token], place: usize, letters: &BTreeSet<String>, role: Role) {
    if let Some(token) = tokens.get_mut(place)
        && token.role == Role::Known
        && token.letter().is_some_and(|letter| letters.contains(&letter))
    {
        token.role = role;
    }
}

/// For each token the place of the bracket that closes it, if it opens one that is closed.
pub(super) fn closes(tokens: &[Token]) -> Vec<Option<usize>> {
    let mut closes = vec![None; tokens.len()];
    let mut open = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open(_) => open.push(index),
            TokenKind::Close(_) => {
                if let Some(own) = open.pop().and_then(|start: usize| closes.get_mut(start)) {
                    *own = Some(index);
                }
            }
            _ => {}
        }
    }
    closes
}

/// Where letters are bound.
struct Scope {
    letters: BTreeSet<String>,
    /// Where they are.
    place: Range<usize>,
    /// Where they would be taken to be, and are not.
    behind: Range<usize>,
}

/// What the token at `at` binds, if it is a sign that may bind something.
fn scope(tokens: &[Token], at: usize, closes: &[Option<usize>]) -> Option<Scope> {
    match &tokens.get(at)?.kind {
        TokenKind::Command(name) if matches!(name.as_str(), "int" | "iint" | "iiint" | "oint") => {
            let end = end_of_side(tokens, at + 1);
            let letters = differentials(tokens, at..end);
            Some(Scope { letters, place: at..end, behind: end..end })
        }
        TokenKind::Command(name) if limits::runs(name) => {
            let limits::Scripts { below, body, .. } = limits::scripts(tokens, at)?;
            let mut letters = binders(tokens, below?);
            let end = end_of_side(tokens, body);
            if !limits::is_gathering(name) {
                return Some(Scope { letters, place: at..end, behind: end..end });
            }
            let last = limits::end_of_body(tokens, body);
            if letters.is_empty() {
                // `\sum_1^5 k` names no letter and binds one.
                let summed = tokens.get(body..last).unwrap_or(&[]);
                letters = summed.iter().filter_map(Token::letter).collect();
            }
            Some(Scope { letters, place: at..last, behind: last..end.max(last) })
        }
        TokenKind::Open('}') => {
            let end = closes.get(at).copied().flatten()?;
            Some(Scope { letters: of_set(tokens, at + 1..end), place: at..end, behind: end..end })
        }
        _ => None,
    }
}

/// The letters behind a differential, `dx`, at `range`; the differentials too.
fn differentials(tokens: &[Token], range: Range<usize>) -> BTreeSet<String> {
    let mut letters = BTreeSet::new();
    for pair in tokens.get(range).unwrap_or(&[]).windows(2) {
        let [first, second] = pair else { continue };
        let upright = first.kind == TokenKind::Name("d".to_owned());
        if (upright || first.kind == TokenKind::Letter('d'))
            && let Some(letter) = second.letter()
        {
            letters.insert(letter);
            letters.insert("d".to_owned());
        }
    }
    letters
}

/// The letters that what stands at `below`, under a sign, lets run: `k` of `k = 1`, `p` of
/// `p \le 36`, `i` and `j` of `1 \le i < j \le 5`.
fn binders(tokens: &[Token], below: Range<usize>) -> BTreeSet<String> {
    let mut letters = BTreeSet::new();
    let all = tokens.get(below).unwrap_or(&[]);
    let parts = all.split(|token| {
        matches!(token.kind, TokenKind::Sign(',') | TokenKind::Line | TokenKind::Row)
    });
    for part in parts {
        let relates = |token: &Token| {
            token.relates_outside_braces()
                || token.is_connective()
                || matches!(token.kind, TokenKind::Sign('|'))
        };
        let sides: Vec<&[Token]> = part.split(relates).collect();
        let bare = |side: &[Token]| match side {
            [only] => only.letter(),
            _ => None,
        };
        let count = sides.len();
        let mut found: Vec<String> = sides
            .iter()
            .take(count.saturating_sub(1).max(1))
            .filter_map(|side| bare(side))
            .collect();
        if found.is_empty() {
            found.extend(sides.iter().take(1).copied().flatten().filter_map(Token::letter));
        }
        if found.is_empty() {
            found.extend(part.iter().filter_map(Token::letter));
        }
        letters.extend(found);
    }
    letters
}

/// The letters of the set whose inside is at `range`: those before its bar of which something is
/// said behind it. None if that is a game or a list.
fn of_set(tokens: &[Token], range: Range<usize>) -> BTreeSet<String> {
    let inside = tokens.get(range).unwrap_or(&[]);
    let mut depth = 0_i32;
    let mut bar = None;
    for (index, token) in inside.iter().enumerate() {
        match &token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => depth -= 1,
            TokenKind::Sign(':' | '|') if depth == 0 => bar = Some(index),
            TokenKind::Command(name) if depth == 0 && name == "mid" => bar = Some(index),
            _ => {}
        }
        if bar.is_some() {
            break;
        }
    }
    let Some(bar) = bar else {
        // `\{p \le 36\}`
        let relates = inside.iter().any(Token::is_relation);
        let first = inside.first().and_then(Token::letter).filter(|_| relates);
        return first.into_iter().collect();
    };
    let (before, behind) = inside.split_at(bar);
    let is_colon = inside.get(bar).is_some_and(|token| token.kind == TokenKind::Sign(':'));
    // In the braces of a game nothing is related.
    if !is_colon
        && !behind.iter().skip(1).any(|token| token.relates_outside_braces() || token.is_edge())
    {
        return BTreeSet::new();
    }
    let said: BTreeSet<String> = behind.iter().filter_map(Token::letter).collect();
    let alone = before.first().and_then(Token::letter);
    before
        .iter()
        .filter_map(Token::letter)
        .filter(|own| said.contains(own) || alone.as_ref() == Some(own))
        .collect()
}

/// Where the side of a relation ends of which the token at `from` is part.
fn end_of_side(tokens: &[Token], from: usize) -> usize {
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate().skip(from) {
        match &token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) if depth == 0 => return index,
            TokenKind::Close(_) => depth -= 1,
            TokenKind::Sign(',') if depth == 0 => return index,
            _ if depth == 0 && (token.is_edge() || token.relates_outside_braces()) => return index,
            _ => {}
        }
    }
    tokens.len()
}

/// How many of something stand from each token on.
struct Behind(Vec<usize>);

impl Behind {
    fn new(tokens: &[Token]) -> Self {
        Self(vec![0; tokens.len() + 1])
    }

    /// Whether one stands at `range`.
    fn any(&self, range: &Range<usize>) -> bool {
        let at = |place: usize| self.0.get(place).copied().unwrap_or(0);
        at(range.start) > at(range.end)
    }

    /// Says of the token at `at` whether it is one.
    fn set(&mut self, at: usize, one: bool) {
        let behind = self.0.get(at + 1).copied().unwrap_or(0);
        if let Some(own) = self.0.get_mut(at) {
            *own = behind + usize::from(one);
        }
    }
}

/// What stands behind a letter.
struct Seen {
    /// Free letters.
    free: Behind,
    /// Numbers, and letters that are bound.
    definite: Behind,
    /// Numbers of two digits and more, and letters that are bound.
    long: Behind,
    commas: Behind,
    /// Texts and the like.
    edges: Behind,
}

/// The roles of the letters that nothing binds, from the last to the first: what a letter is applied
/// to stands behind it.
fn apply(tokens: &mut [Token], notation: &Notation, closes: &[Option<usize>]) {
    let mut seen = Seen {
        free: Behind::new(tokens),
        definite: Behind::new(tokens),
        long: Behind::new(tokens),
        commas: Behind::new(tokens),
        edges: Behind::new(tokens),
    };
    let bare: BTreeSet<String> = (0..tokens.len())
        .filter(|&at| arguments(tokens, at, closes).is_empty())
        .filter_map(|at| tokens.get(at).filter(|token| token.role == Role::Known)?.letter())
        .collect();
    for at in (0..tokens.len()).rev() {
        let role = role(tokens, at, (notation, closes, &bare), &seen);
        let Some(token) = tokens.get_mut(at) else { continue };
        token.role = role;
        let bound = role == Role::Bound;
        let number = match &token.kind {
            TokenKind::Number(digits) => digits.len(),
            TokenKind::Expression(_) => 1,
            _ => 0,
        };
        seen.free.set(at, role == Role::Free);
        seen.definite.set(at, bound || number > 0 || role == Role::Constant);
        seen.long.set(at, bound || number > 1);
        seen.commas.set(at, token.kind == TokenKind::Sign(','));
        seen.edges.set(at, token.is_edge());
    }
}

/// The script and the brackets behind the letter at `at`, in this order, as far as they are there.
fn arguments(tokens: &[Token], at: usize, closes: &[Option<usize>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut next = at + 1;
    let sign = |at: usize, sign: char| {
        tokens.get(at).is_some_and(|token| token.kind == TokenKind::Sign(sign))
    };
    while sign(next, '\'') {
        next += 1;
    }
    if sign(next, '_') {
        let close = closes.get(next + 1).copied().flatten();
        let end = close.map_or(next + 2, |close| close + 1);
        found.push(next..end.min(tokens.len()));
        next = end;
    }
    if tokens.get(next).is_some_and(Token::opens_arguments)
        && let Some(close) = closes.get(next).copied().flatten()
    {
        found.push(next..close + 1);
    }
    found
}

/// The role of the token at `at`.
fn role(
    tokens: &[Token],
    at: usize,
    (notation, closes, bare): (&Notation, &[Option<usize>], &BTreeSet<String>),
    seen: &Seen,
) -> Role {
    let Some(token) = tokens.get(at) else { return Role::Known };
    let upright = matches!(token.kind, TokenKind::Name(_));
    let name = match &token.kind {
        TokenKind::Name(name) => name.clone(),
        _ => match token.letter() {
            Some(letter) if token.role == Role::Known => letter,
            _ => return token.role,
        },
    };
    let arguments = arguments(tokens, at, closes);
    let opens = |range: &&Range<usize>| tokens.get(range.start).is_some_and(Token::opens_arguments);
    let brackets = arguments.last().filter(opens);
    let closed = !arguments.iter().any(|range| seen.free.any(range));
    if notation.function(&name).is_some() {
        let indexed = brackets.is_none() && closed && !arguments.is_empty();
        if indexed || arguments.len() == 1 && brackets.is_some() {
            return Role::Known;
        }
        // It stands for a function, and so is as definite without arguments: `V[6,360]`, `V = 67`.
        return if closed { Role::Applied } else { Role::Free };
    }
    if upright && arguments.is_empty() && tokens.get(at + 1).is_some_and(Token::is_operand) {
        return Role::Applied;
    }
    let next = tokens.get(at + 1).map(|next| &next.kind);
    if name == "pi" && arguments.is_empty() && next != Some(&TokenKind::Sign('\'')) {
        return Role::Constant;
    }
    let applied = match (brackets, arguments.first()) {
        (Some(brackets), _) => {
            // `n(3 + 1)` beside another `n` is a product.
            let product = !upright && !seen.commas.any(brackets) && bare.contains(&name);
            seen.definite.any(brackets) && !product
        }
        (None, Some(script)) => {
            // Without braces a script is one digit.
            let braced = tokens
                .get(script.start + 1)
                .is_some_and(|token| token.kind == TokenKind::Open('{'));
            let bound = tokens.get(script.start + 1).is_some_and(|token| token.role == Role::Bound);
            let several = braced && (seen.commas.any(script) || seen.long.any(script));
            (several || bound) && seen.definite.any(script) && !seen.edges.any(script)
        }
        (None, None) => false,
    };
    if applied && closed {
        Role::Applied
    } else if upright {
        Role::Known
    } else {
        Role::Free
    }
}

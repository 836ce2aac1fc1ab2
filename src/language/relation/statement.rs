//! Reads a relation: its sides, the signs between them, its modulus.

use crate::language::relation::chain;
use crate::language::relation::chain::Side;
use crate::language::relation::chain::Sign;
use crate::language::relation::pi;
use crate::language::relation::reader::Read;
use crate::language::relation::reader::Reader;
use crate::language::relation::roots;
use crate::language::relation::tokens::TexError;
use crate::language::relation::tokens::Token;
use crate::language::relation::tokens::TokenKind;

/// Where the modulus of a congruence begins among `tokens`: `\pmod{5}`, `(\bmod 5)`, `\bmod 5` behind
/// `\equiv`.
pub(super) fn modulus(tokens: &[Token]) -> Option<usize> {
    let congruent = |token: &Token| {
        matches!(token.command(), Some("equiv" | "nequiv")) || token.kind == TokenKind::Sign('≡')
    };
    let mut depth = 0_i32;
    let mut congruence = false;
    for (at, token) in tokens.iter().enumerate() {
        let mods = |at: usize| tokens.get(at).and_then(Token::command) == Some("bmod");
        match &token.kind {
            TokenKind::Open('(') if depth == 0 && mods(at + 1) => return Some(at),
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => depth -= 1,
            TokenKind::Command(name) if depth == 0 => match name.as_str() {
                "pmod" | "mod" | "pod" => return Some(at),
                "bmod" if congruence => return Some(at),
                _ => {}
            },
            _ => {}
        }
        congruence |= depth == 0 && congruent(token);
    }
    None
}

/// Where the argument of a command ends that begins at `at`.
fn end_of_argument(tokens: &[Token], at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (end, token) in tokens.iter().enumerate().skip(at) {
        match token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(end + 1);
        }
    }
    None
}

impl Reader<'_> {
    /// The whole of it: two sides or more with signs between them; the expressions that it says.
    pub(super) fn relation(mut self) -> Result<Vec<String>, TexError> {
        let whole = self.tokens;
        let modulus = modulus(whole);
        self.tokens = whole.get(..modulus.unwrap_or(whole.len())).unwrap_or(whole);
        let mut sides = vec![self.side()?];
        let mut signs = Vec::new();
        while let Some(token) = self.tokens.get(self.at) {
            if self.ends() {
                self.at += 1;
                continue;
            }
            let sign = if token.relates_outside_braces() { Sign::of(token) } else { Sign::Unread };
            if sign == Sign::Unread {
                return self.unexpected();
            }
            self.at += 1;
            signs.push(sign);
            sides.push(self.side()?);
        }
        if signs.is_empty() {
            self.at = 0;
            return self.error("this part relates nothing");
        }
        self.tokens = whole;
        let modulus = modulus.map(|_| self.modulus()).transpose()?;
        let is_congruence = |sign: &Sign| matches!(sign, Sign::Congruent | Sign::NotCongruent);
        if !signs.iter().any(is_congruence) && modulus.is_some() {
            for sign in &mut signs {
                *sign = match sign {
                    Sign::Equal => Sign::Congruent,
                    Sign::NotEqual => Sign::NotCongruent,
                    _ => return self.error("only equations have a modulus"),
                };
            }
        }
        if modulus.is_none() && signs.iter().any(is_congruence) {
            return self.error("a congruence names its modulus, as in `\\pmod{5}`");
        }
        match chain::expressions(&sides, &signs, modulus.as_deref()) {
            Some(texts) => texts.into_iter().map(|text| self.measured(text)).collect(),
            None => {
                self.error("a root, or a number that is no decimal, cannot be compared in this way")
            }
        }
    }

    /// Whether a side or the formula ends here, without a relation sign.
    pub(super) fn ends(&self) -> bool {
        matches!(self.peek(), Some(TokenKind::Row | TokenKind::Line | TokenKind::Sign('.')))
    }

    /// The modulus, which ends the relation.
    fn modulus(&mut self) -> Read {
        let bracket = self.accept(&TokenKind::Open('('));
        let in_line = self.command() == Some("bmod");
        self.at += 1;
        let value = match (bracket, in_line) {
            (true, _) => self.sum()?,
            (false, true) => self.product()?,
            (false, false) => self.argument()?,
        };
        if bracket {
            self.close(')')?;
        }
        while self.ends() {
            self.at += 1;
        }
        if self.at < self.tokens.len() {
            return self.error("nothing stands behind a modulus");
        }
        Ok(chain::wrapped(&value))
    }

    /// A side of a relation; one that is a root is compared by its square.
    fn side(&mut self) -> Result<Side, TexError> {
        let start = self.at;
        if let Some(behind) = self.symbols() {
            let whole = self.tokens.get(start..behind).unwrap_or(&[]);
            let end = whole.last().map_or(0, |token| token.at.end);
            let at = whole.first().map_or(end..end, |token| token.at.start..end);
            let message = "a fraction in brackets that is all of a side may be a Legendre symbol: \
                           write a fraction without brackets, and for the symbol a letter that \
                           `notation` names, `L(2, 17)`";
            return Err(TexError { at, message: message.to_owned() });
        }
        if let Some((text, behind)) = pi::multiple(self.tokens.get(start..).unwrap_or(&[])) {
            self.at += behind;
            return Ok(Side { text, root: false, pi: true, set: false, half_step: None });
        }
        let factor = match self.peek() {
            Some(TokenKind::Number(digits)) if !digits.contains('.') => {
                self.at += 1;
                if self.command() == Some("cdot") {
                    self.at += 1;
                }
                Some(digits)
            }
            _ => None,
        };
        if self.command() == Some("sqrt") {
            let of = self.radicand()?;
            let next = self.tokens.get(self.at);
            let alone = self.ends() || next.is_none_or(Token::relates_outside_braces);
            if alone && roots::of(&of).is_none() {
                let text = match factor {
                    Some(factor) => format!("{factor}^2 * {of}"),
                    None => of,
                };
                return Ok(Side { text, root: true, pi: false, set: false, half_step: None });
            }
        }
        self.at = start;
        let text = self.sum()?;
        let typed = self.tokens.get(start..self.at).unwrap_or(&[]);
        let half_step = match typed {
            [Token { kind: TokenKind::Number(digits), .. }]
            | [
                Token { kind: TokenKind::Sign('-' | '−'), .. },
                Token { kind: TokenKind::Number(digits), .. },
            ] => Some(chain::half_step(digits)),
            _ => None,
        };
        // `[` comes of a set, not of a game, and goes to its end.
        let braces = typed.first().is_some_and(|first| first.kind == TokenKind::Open('}'));
        let set = braces && text.starts_with('[') && text.ends_with(']');
        Ok(Side { text, root: false, pi: false, set, half_step })
    }

    /// Where the side ends that begins here, if it is nothing but fractions in brackets.
    fn symbols(&self) -> Option<usize> {
        let kind = |at: usize| self.tokens.get(at).map(|token| &token.kind);
        let command = |at: usize| self.tokens.get(at).and_then(Token::command);
        let mut at = self.at;
        if matches!(kind(at), Some(TokenKind::Sign('-' | '−'))) {
            at += 1;
        }
        loop {
            if kind(at) != Some(&TokenKind::Open('(')) {
                return None;
            }
            at += 1;
            if matches!(command(at), Some("frac" | "tfrac" | "dfrac")) {
                at += 1;
                for _ in 0..2 {
                    at = end_of_argument(self.tokens, at)?;
                }
            } else if let (
                Some(TokenKind::Number(_)),
                Some(TokenKind::Sign('/')),
                Some(TokenKind::Number(_)),
            ) = (kind(at), kind(at + 1), kind(at + 2))
            {
                at += 3;
            } else {
                return None;
            }
            if kind(at) != Some(&TokenKind::Close(')')) {
                return None;
            }
            at += 1;
            let next = self.tokens.get(at);
            let ends = next.is_none_or(|next| next.is_edge() || next.relates_outside_braces());
            if ends || kind(at) == Some(&TokenKind::Sign('.')) {
                return Some(at);
            }
            if matches!(kind(at), Some(TokenKind::Sign('·' | '×')))
                || matches!(command(at), Some("cdot" | "times"))
            {
                at += 1;
            }
        }
    }

    /// What a square root is taken of.
    pub(super) fn radicand(&mut self) -> Read {
        self.at += 1;
        if self.peek() == Some(&TokenKind::Open('[')) {
            return self.error("only square roots can be read");
        }
        self.argument()
    }
}

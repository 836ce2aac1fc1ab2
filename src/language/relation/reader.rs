//! Reads the tokens of a closed relation and writes it in the expression language.

use std::ops::Range;

use crate::language::relation::Notation;
use crate::language::relation::commands::is_letter;
use crate::language::relation::games::as_sets;
use crate::language::relation::logarithms;
use crate::language::relation::roots;
use crate::language::relation::tokens::Role;
use crate::language::relation::tokens::TexError;
use crate::language::relation::tokens::Token;
use crate::language::relation::tokens::TokenKind;

/// How deep brackets may be nested.
pub(super) const MAX_DEPTH: usize = 40;

pub(super) type Read = Result<String, TexError>;

/// A letter that a sum or product binds.
pub(super) struct Bound {
    pub(super) letter: String,
    /// Its name in the expression.
    pub(super) name: String,
    /// Whether it may run over negative numbers.
    pub(super) signed: bool,
}

/// Reads one relation.
pub(super) struct Reader<'a> {
    pub(super) tokens: &'a [Token],
    notation: &'a Notation,
    pub(super) at: usize,
    pub(super) depth: usize,
    /// Letters that a sum or product binds.
    pub(super) bound: Vec<Bound>,
    /// How many names were made up.
    pub(super) made: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(tokens: &'a [Token], notation: &'a Notation) -> Self {
        Self { tokens, notation, at: 0, depth: 0, bound: Vec::new(), made: 0 }
    }

    pub(super) fn peek(&self) -> Option<&'a TokenKind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    pub(super) fn accept(&mut self, kind: &TokenKind) -> bool {
        let found = self.peek() == Some(kind);
        if found {
            self.at += 1;
        }
        found
    }

    pub(super) fn command(&self) -> Option<&'a str> {
        match self.peek() {
            Some(TokenKind::Command(name)) => Some(name),
            _ => None,
        }
    }

    pub(super) fn error<T>(&self, message: impl Into<String>) -> Result<T, TexError> {
        let end = self.tokens.last().map_or(0, |token| token.at.end);
        let at = self.tokens.get(self.at).map_or(end..end, |token| token.at.clone());
        Err(TexError { at, message: message.into() })
    }

    pub(super) fn unexpected<T>(&self) -> Result<T, TexError> {
        match self.peek() {
            None => self.error("the formula ends where a value is expected"),
            Some(TokenKind::Command(name)) => self.error(format!("`\\{name}` cannot be read here")),
            Some(TokenKind::Sign(sign)) => self.error(format!("`{sign}` cannot be read here")),
            Some(
                TokenKind::Number(_)
                | TokenKind::Letter(_)
                | TokenKind::Open(_)
                | TokenKind::Close(_)
                | TokenKind::Name(_)
                | TokenKind::Row
                | TokenKind::Line
                | TokenKind::Cell
                | TokenKind::Tab
                | TokenKind::Expression(_),
            ) => self.error("this cannot be read here"),
        }
    }

    pub(super) fn sum(&mut self) -> Read {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.error("brackets are nested too deep");
        }
        let mut text = String::new();
        if self.accept(&TokenKind::Sign('-')) || self.accept(&TokenKind::Sign('−')) {
            text.push('-');
        } else {
            self.accept(&TokenKind::Sign('+'));
        }
        let signed = !text.is_empty();
        text.push_str(&self.product()?);
        if self.is_nim_sum() {
            text = self.nim_sum(text, signed)?;
        }
        loop {
            let sign = match self.peek() {
                Some(TokenKind::Sign('+')) => " + ",
                Some(TokenKind::Sign('-' | '−')) => " - ",
                _ if self.is_nim_sum() => {
                    return self.error("brackets are wanted beside a nim-sum");
                }
                _ => break,
            };
            self.at += 1;
            text.push_str(sign);
            text.push_str(&self.product()?);
        }
        self.depth -= 1;
        Ok(text)
    }

    /// Whether the sign of a nim-sum stands here.
    fn is_nim_sum(&self) -> bool {
        self.command() == Some("oplus") || self.peek() == Some(&TokenKind::Sign('⊕'))
    }

    /// `3 \oplus 5`: of games their sum, of numbers the size of the heap that the heaps are equal to.
    fn nim_sum(&mut self, first: String, signed: bool) -> Read {
        let mut parts = vec![first];
        while self.is_nim_sum() {
            self.at += 1;
            parts.push(self.product()?);
        }
        if signed || matches!(self.peek(), Some(TokenKind::Sign('+' | '-' | '−'))) {
            return self.error("brackets are wanted beside a nim-sum");
        }
        if parts.iter().all(|part| part.starts_with("game(")) {
            return Ok(format!("({})", parts.join(" + ")));
        }
        // A large heap has too many options to be looked at.
        let sizes: Result<Vec<u64>, _> = parts.iter().map(|part| part.parse::<u64>()).collect();
        Ok(match sizes {
            Ok(sizes) => sizes.into_iter().fold(0, |sum, size| sum ^ size).to_string(),
            Err(_) => format!("nim({}).birthday", parts.join(", ")),
        })
    }

    pub(super) fn product(&mut self) -> Read {
        let mut text = self.power()?;
        let mut divided = false;
        loop {
            let sign = match self.peek() {
                Some(TokenKind::Sign('*' | '·' | '×')) => " * ",
                Some(TokenKind::Sign('/')) => {
                    divided = true;
                    " / "
                }
                Some(TokenKind::Command(name)) => match name.as_str() {
                    "cdot" | "times" => " * ",
                    "div" => " / ",
                    "bmod" => " mod ",
                    "sum" | "prod" | "max" | "min" | "gcd" | "sqrt" | "log" | "binom"
                    | "tbinom" | "dbinom" => {
                        text.push_str(" * ");
                        text.push_str(&self.power()?);
                        continue;
                    }
                    // Another function: `\sigma(8)\,\sigma(9)`.
                    _ if is_letter(name) && !divided => {
                        text.push_str(" * ");
                        text.push_str(&self.power()?);
                        continue;
                    }
                    "frac" | "tfrac" | "dfrac" => {
                        return self.error(
                            "a fraction behind a number may be a mixed number or a product",
                        );
                    }
                    _ => break,
                },
                // A factor before a bracket or a function: `2(3 + 1)`, `3 V(4,2)`.
                Some(TokenKind::Open('(' | '⌊') | TokenKind::Letter(_) | TokenKind::Name(_)) => {
                    if divided {
                        return self
                            .error("what is divided by may be read in two ways: use brackets");
                    }
                    text.push_str(" * ");
                    text.push_str(&self.power()?);
                    continue;
                }
                _ => break,
            };
            self.at += 1;
            text.push_str(sign);
            text.push_str(&self.power()?);
        }
        Ok(text)
    }

    fn power(&mut self) -> Read {
        let mut base = self.primary()?;
        if self.accept(&TokenKind::Sign('!')) {
            if self.peek() == Some(&TokenKind::Sign('!')) {
                return self.error("`!!` cannot be read here");
            }
            base = self.factorial(&base)?;
        }
        if self.accept(&TokenKind::Sign('^')) {
            let exponent = self.script()?;
            return self.raised(base, &exponent);
        }
        if let Some(TokenKind::Sign('_' | '!')) = self.peek() {
            return self.unexpected();
        }
        Ok(base)
    }

    /// A power, whose exponent may be negative.
    fn raised(&self, base: String, exponent: &str) -> Read {
        let bare = exponent.trim_start_matches('(').trim_end_matches(')');
        if let Some(size) = bare.strip_prefix('-')
            && size.bytes().all(|byte| byte.is_ascii_digit())
        {
            return Ok(format!("(1 / {base}^{size})"));
        }
        // A name of an expression may be anything.
        let names: Vec<&str> = exponent
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()))
            .collect();
        let natural =
            |name: &&str| self.bound.iter().any(|bound| bound.name == *name && !bound.signed);
        if names.iter().all(natural) && exponent.is_ascii() && !exponent.contains('-') {
            return Ok(format!("{base}^{exponent}"));
        }
        self.measured(format!(
            "(if {exponent} < 0 then 1 / {base}^(-{exponent}) else {base}^{exponent})"
        ))
    }

    /// The value that the tokens at `range` are, in whole.
    pub(super) fn within(&mut self, range: Range<usize>) -> Read {
        let (tokens, at) = (self.tokens, self.at);
        self.tokens = tokens.get(..range.end).unwrap_or(tokens);
        self.at = range.start;
        let value = self.sum()?;
        if self.at < range.end {
            return self.unexpected();
        }
        (self.tokens, self.at) = (tokens, at);
        Ok(value)
    }

    /// The name of a letter that is bound here.
    fn bound(&self) -> Option<String> {
        let letter = self.tokens.get(self.at).and_then(Token::letter)?;
        self.bound.iter().rev().find(|own| own.letter == letter).map(|own| own.name.clone())
    }

    /// A group, or a single digit or letter, as TeX takes it.
    pub(super) fn script(&mut self) -> Read {
        if let Some(name) = self.bound() {
            self.at += 1;
            return Ok(name);
        }
        match self.peek() {
            Some(TokenKind::Open('{')) => self.primary(),
            Some(TokenKind::Number(digits)) if digits.len() == 1 => self.primary(),
            Some(TokenKind::Number(_)) => self.error("TeX raises only the first digit: use braces"),
            _ => self.unexpected(),
        }
    }

    pub(super) fn close(&mut self, bracket: char) -> Result<(), TexError> {
        if self.accept(&TokenKind::Close(bracket)) {
            Ok(())
        } else {
            self.error("a bracket is not closed here")
        }
    }

    /// Values separated by commas.
    pub(super) fn list(&mut self) -> Result<Vec<String>, TexError> {
        let mut parts = vec![self.sum()?];
        while self.accept(&TokenKind::Sign(',')) {
            parts.push(self.sum()?);
        }
        Ok(parts)
    }

    pub(super) fn primary(&mut self) -> Read {
        let Some(kind) = self.peek() else { return self.unexpected() };
        if let Some(name) = self.bound() {
            self.at += 1;
            return Ok(name);
        }
        match kind {
            TokenKind::Number(digits) => {
                self.at += 1;
                Ok(match digits.split_once('.') {
                    None => digits.clone(),
                    Some((whole, behind)) => {
                        format!("({whole}{behind} / 1{})", "0".repeat(behind.len()))
                    }
                })
            }
            TokenKind::Expression(text) => {
                self.at += 1;
                Ok(format!("({text})"))
            }
            TokenKind::Open(open @ ('(' | '[')) => {
                self.at += 1;
                let parts = self.list()?;
                self.close(if *open == '(' { ')' } else { ']' })?;
                Ok(if *open == '(' && parts.len() > 1 {
                    format!("({})", as_sets(parts).join(", "))
                } else if *open == '(' {
                    format!("({})", parts.join(", "))
                } else {
                    format!("[{}]", parts.join(", "))
                })
            }
            TokenKind::Open('{') => {
                self.at += 1;
                if let Some(game) = self.game_sign() {
                    self.close('g')?;
                    return Ok(game);
                }
                let inside = self.sum()?;
                self.close('g')?;
                Ok(format!("({inside})"))
            }
            TokenKind::Open('}') => self.braces(),
            TokenKind::Open('⌊') => {
                self.at += 1;
                let inside = self.floor()?;
                self.close('⌋')?;
                Ok(inside)
            }
            TokenKind::Open('⌈') => {
                self.at += 1;
                let inside = self.sum()?;
                self.close('⌉')?;
                Ok(format!("(-floor(-({inside})))"))
            }
            TokenKind::Sign('|') => {
                self.at += 1;
                let inside = self.sum()?;
                if !self.accept(&TokenKind::Sign('|')) {
                    return self.error("a bar is not closed here");
                }
                Ok(if inside.starts_with('[') && inside.ends_with(']') {
                    format!("size(set({inside}))")
                } else {
                    format!("abs({inside})")
                })
            }
            TokenKind::Sign('#') => {
                self.at += 1;
                Ok(format!("size(set({}))", self.primary()?))
            }
            TokenKind::Letter(letter) => self.application(&letter.to_string()),
            TokenKind::Name(name) => self.application(name),
            TokenKind::Command(name) => match name.as_str() {
                "frac" | "tfrac" | "dfrac" => {
                    self.at += 1;
                    let (above, below) = (self.argument()?, self.argument()?);
                    Ok(format!("({above} / {below})"))
                }
                "sum" | "prod" => self.gathered(),
                "max" | "min"
                    if self.tokens.get(self.at + 1).map(|next| &next.kind)
                        == Some(&TokenKind::Sign('_')) =>
                {
                    self.gathered()
                }
                "sqrt" => {
                    let of = self.radicand()?;
                    match roots::of(&of) {
                        Some(root) => Ok(root),
                        None => self.error(
                            "a root is read of a square number, or where it is all of a side",
                        ),
                    }
                }
                "log" => self.logarithm(),
                "binom" | "tbinom" | "dbinom" => self.binomial(),
                "gcd" | "max" | "min" => {
                    self.at += 1;
                    // Of a set too: `\max\{10, 20\}`.
                    let is_set = name != "gcd" && self.accept(&TokenKind::Open('}'));
                    if !is_set && !self.accept(&TokenKind::Open('(')) {
                        return self.unexpected();
                    }
                    let parts = self.list()?;
                    self.close(if is_set { '}' } else { ')' })?;
                    Ok(match parts.as_slice() {
                        [list] if list.starts_with('[') => format!("{name}({list})"),
                        _ if name == "gcd" => format!("gcd({})", parts.join(", ")),
                        _ => format!("{name}([{}])", parts.join(", ")),
                    })
                }
                _ => match self.game_sign() {
                    Some(game) => Ok(game),
                    None if self.notation.function(name).is_some() => self.application(name),
                    None => self.unexpected(),
                },
            },
            TokenKind::Sign(_)
            | TokenKind::Close(_)
            | TokenKind::Open(_)
            | TokenKind::Row
            | TokenKind::Line
            | TokenKind::Cell
            | TokenKind::Tab => match self.game_sign() {
                Some(game) => Ok(game),
                None => self.unexpected(),
            },
        }
    }

    /// An argument of a command: a group or a single digit.
    pub(super) fn argument(&mut self) -> Read {
        if let Some(name) = self.bound() {
            self.at += 1;
            return Ok(name);
        }
        match self.peek() {
            Some(TokenKind::Open('{')) => self.primary(),
            Some(TokenKind::Number(digits)) if digits.len() == 1 => self.primary(),
            _ => self.error("write the argument in braces"),
        }
    }

    /// `V(6,360)`, or `F_{12}` of a single index.
    fn application(&mut self, letter: &str) -> Read {
        if self.tokens.get(self.at).is_some_and(|token| token.role == Role::Applied) {
            return self.error(format!("`{letter}` stands for nothing that is known"));
        }
        let Some(function) = self.notation.function(letter) else { return self.unexpected() };
        self.at += 1;
        let parts = if self.accept(&TokenKind::Sign('_')) {
            if self.accept(&TokenKind::Open('{')) {
                let parts = self.list()?;
                self.close('g')?;
                parts
            } else {
                vec![self.script()?]
            }
        } else if self.accept(&TokenKind::Open('(')) {
            let parts = self.list()?;
            self.close(')')?;
            parts
        } else {
            return self.error(format!("`{letter}` stands for a function and wants arguments"));
        };
        Ok(format!("{function}({})", parts.join(", ")))
    }

    /// A logarithm that is a whole number.
    fn logarithm(&mut self) -> Read {
        let start = self.at;
        self.at += 1;
        if !self.accept(&TokenKind::Sign('_')) {
            self.at = start;
            return self.error("a logarithm is read with its base, `\\log_2`");
        }
        let base = self.script()?;
        let of = self.power()?;
        if let Some(logarithm) = logarithms::of(&base, &of) {
            return Ok(logarithm);
        }
        self.at = start;
        self.error("a logarithm is read of a number that is a power of the base")
    }

    /// The inside of floor brackets; of a logarithm to base 2, too.
    fn floor(&mut self) -> Read {
        if self.command() != Some("log") {
            return Ok(format!("floor({})", self.sum()?));
        }
        self.at += 1;
        let base = self.accept(&TokenKind::Sign('_'))
            && self.script().is_ok_and(|base| matches!(base.as_str(), "2" | "(2)"));
        if !base {
            return self.error("only logarithms to base 2 can be read, `\\log_2`");
        }
        Ok(format!("floor_log2({})", self.product()?))
    }
}

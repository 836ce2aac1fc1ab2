//! Reads the tokens of a closed relation and writes it in the expression language.

use std::ops::Range;

use crate::language::relation::Notation;
use crate::language::relation::limits::Domain;
use crate::language::relation::limits::gathering;
use crate::language::relation::limits::letter;
use crate::language::relation::limits::limits;
use crate::language::relation::tokens::RELATIONS;
use crate::language::relation::tokens::TexError;
use crate::language::relation::tokens::Token;
use crate::language::relation::tokens::TokenKind;

/// How deep brackets may be nested.
const MAX_DEPTH: usize = 40;

type Read = Result<String, TexError>;

/// Reads one relation.
pub(super) struct Reader<'a> {
    tokens: &'a [Token],
    notation: &'a Notation,
    at: usize,
    depth: usize,
    /// Letters that a sum or product binds, each with its name in the expression.
    bound: Vec<(String, String)>,
    /// How many names were made up.
    made: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(tokens: &'a [Token], notation: &'a Notation) -> Self {
        Self { tokens, notation, at: 0, depth: 0, bound: Vec::new(), made: 0 }
    }

    fn peek(&self) -> Option<&'a TokenKind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    fn accept(&mut self, kind: &TokenKind) -> bool {
        let found = self.peek() == Some(kind);
        if found {
            self.at += 1;
        }
        found
    }

    fn command(&self) -> Option<&'a str> {
        match self.peek() {
            Some(TokenKind::Command(name)) => Some(name),
            _ => None,
        }
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, TexError> {
        let end = self.tokens.last().map_or(0, |token| token.at.end);
        let at = self.tokens.get(self.at).map_or(end..end, |token| token.at.clone());
        Err(TexError { at, message: message.into() })
    }

    fn unexpected<T>(&self) -> Result<T, TexError> {
        match self.peek() {
            None => self.error("the formula ends where a value is expected"),
            Some(TokenKind::Command(name)) => self.error(format!("`\\{name}` cannot be read here")),
            Some(TokenKind::Sign(sign)) => self.error(format!("`{sign}` cannot be read here")),
            Some(
                TokenKind::Number(_)
                | TokenKind::Letter(_)
                | TokenKind::Open(_)
                | TokenKind::Close(_)
                | TokenKind::Row
                | TokenKind::Expression(_),
            ) => self.error("this cannot be read here"),
        }
    }

    /// The whole of it: two sides or more with signs between them.
    pub(super) fn relation(mut self) -> Read {
        let mut text = self.sum()?;
        let mut related = false;
        while self.at < self.tokens.len() {
            if self.accept(&TokenKind::Row) || self.accept(&TokenKind::Sign('.')) {
                continue;
            }
            let sign = match self.peek() {
                Some(TokenKind::Sign('=')) => "=",
                Some(TokenKind::Sign('<')) => "<",
                Some(TokenKind::Sign('>')) => ">",
                Some(TokenKind::Sign('≤')) => "<=",
                Some(TokenKind::Sign('≥')) => ">=",
                Some(TokenKind::Sign('≠')) => "!=",
                Some(TokenKind::Sign('‖')) => "‖",
                Some(TokenKind::Command(name)) if name == "mid" => "divides",
                Some(TokenKind::Command(name)) if name == "nmid" => {
                    if related {
                        return self.error("`\\nmid` stands in a relation of its own");
                    }
                    self.at += 1;
                    let side = self.sum()?;
                    if self.at < self.tokens.len() {
                        return self.error("`\\nmid` stands in a relation of its own");
                    }
                    return Ok(format!("not ({text} divides {side})"));
                }
                Some(TokenKind::Command(name)) => {
                    match RELATIONS.iter().find(|(own, _)| own == name) {
                        Some((_, sign)) => sign,
                        None => return self.unexpected(),
                    }
                }
                _ => return self.unexpected(),
            };
            self.at += 1;
            related = true;
            let side = self.sum()?;
            text.push_str(&format!(" {sign} {side}"));
        }
        if !related {
            self.at = 0;
            return self.error("this part relates nothing");
        }
        Ok(text)
    }

    fn sum(&mut self) -> Read {
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
        text.push_str(&self.product()?);
        loop {
            let sign = match self.peek() {
                Some(TokenKind::Sign('+')) => " + ",
                Some(TokenKind::Sign('-' | '−')) => " - ",
                _ => break,
            };
            self.at += 1;
            text.push_str(sign);
            text.push_str(&self.product()?);
        }
        self.depth -= 1;
        Ok(text)
    }

    fn product(&mut self) -> Read {
        let mut text = self.power()?;
        loop {
            let sign = match self.peek() {
                Some(TokenKind::Sign('*' | '·' | '×')) => " * ",
                Some(TokenKind::Sign('/')) => " / ",
                Some(TokenKind::Command(name)) => match name.as_str() {
                    "cdot" | "times" => " * ",
                    "div" => " / ",
                    "bmod" => " mod ",
                    "sum" | "prod" | "binom" | "tbinom" | "dbinom" => {
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
                Some(TokenKind::Open('(' | '⌊') | TokenKind::Letter(_)) => {
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
            return Ok(format!("{base}^{exponent}"));
        }
        if let Some(TokenKind::Sign('_' | '!')) = self.peek() {
            return self.unexpected();
        }
        Ok(base)
    }

    /// A name that stands for nothing yet.
    fn new_name(&mut self) -> String {
        self.made += 1;
        format!("i{}", self.made)
    }

    /// `text`, if it has not grown beyond all measure: arguments may be written more than once.
    fn measured(&self, text: String) -> Read {
        if text.len() > crate::language::MAX_LENGTH {
            return self.error("this formula is too long to be read");
        }
        Ok(text)
    }

    /// `5!`.
    fn factorial(&mut self, of: &str) -> Read {
        let name = self.new_name();
        let product = format!("product({name} for {name} in 1..{of})");
        if of.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(product);
        }
        // Of a negative number there is none.
        self.measured(format!("(if {of} < 0 then 1 / 0 else {product})"))
    }

    /// `\binom{5}{2}`.
    fn binomial(&mut self) -> Read {
        self.at += 1;
        let (above, below) = (self.argument()?, self.argument()?);
        let name = self.new_name();
        let product =
            format!("product(({above} - {below} + {name}) / {name} for {name} in 1..{below})");
        self.measured(format!("(if {below} < 0 then 0 else {product})"))
    }

    /// `\sum_{k=1}^{5} k`: a sum or product with limits.
    fn gathered(&mut self) -> Read {
        let Some(gathering) = self.tokens.get(self.at).and_then(gathering) else {
            return self.unexpected();
        };
        let Some(limits) = limits(self.tokens, self.at) else {
            return self.error("limits are read as `_{k=1}^{5}` or `_{d \\mid 12}`");
        };
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.error("brackets are nested too deep");
        }
        let domain = match limits.domain {
            Domain::Between(low, high) => {
                let (low, high) = (self.within(low)?, self.within(high)?);
                format!("({low})..({high})")
            }
            Domain::Divisors(of) => format!("divisors({})", self.within(of)?),
        };
        self.at = limits.body;
        let name = self.new_name();
        self.bound.push((limits.letter, name.clone()));
        let body = self.product()?;
        self.bound.pop();
        self.depth -= 1;
        self.measured(format!("{gathering}({body} for {name} in {domain})"))
    }

    /// The value that the tokens at `range` are, in whole.
    fn within(&mut self, range: Range<usize>) -> Read {
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
        let letter = self.tokens.get(self.at).and_then(letter)?;
        self.bound.iter().rev().find(|(own, _)| *own == letter).map(|(_, name)| name.clone())
    }

    /// A group, or a single digit or letter, as TeX takes it.
    fn script(&mut self) -> Read {
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

    fn close(&mut self, bracket: char) -> Result<(), TexError> {
        if self.accept(&TokenKind::Close(bracket)) {
            Ok(())
        } else {
            self.error("a bracket is not closed here")
        }
    }

    /// Values separated by commas.
    fn list(&mut self) -> Result<Vec<String>, TexError> {
        let mut parts = vec![self.sum()?];
        while self.accept(&TokenKind::Sign(',')) {
            parts.push(self.sum()?);
        }
        Ok(parts)
    }

    fn primary(&mut self) -> Read {
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
                Ok(if *open == '(' {
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
                Ok(format!("abs({inside})"))
            }
            TokenKind::Letter(letter) => self.application(&letter.to_string()),
            TokenKind::Command(name) => match name.as_str() {
                "frac" | "tfrac" | "dfrac" => {
                    self.at += 1;
                    let (above, below) = (self.argument()?, self.argument()?);
                    Ok(format!("({above} / {below})"))
                }
                "sum" | "prod" => self.gathered(),
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
            TokenKind::Sign(_) | TokenKind::Close(_) | TokenKind::Open(_) | TokenKind::Row => {
                match self.game_sign() {
                    Some(game) => Ok(game),
                    None => self.unexpected(),
                }
            }
        }
    }

    /// An argument of a command: a group or a single digit.
    fn argument(&mut self) -> Read {
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

    /// `V(6,360)`.
    fn application(&mut self, letter: &str) -> Read {
        let Some(function) = self.notation.function(letter) else { return self.unexpected() };
        self.at += 1;
        if !self.accept(&TokenKind::Open('(')) {
            return self.error(format!("`{letter}` stands for a function and wants arguments"));
        }
        let parts = self.list()?;
        self.close(')')?;
        Ok(format!("{function}({})", parts.join(", ")))
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

    /// A game in braces, or a list.
    fn braces(&mut self) -> Read {
        let start = self.at;
        if let Some(game) = self.game() {
            return Ok(format!("game(\"{game}\")"));
        }
        self.at = start + 1;
        let parts = self.list()?;
        self.close('}')?;
        Ok(format!("[{}]", parts.join(", ")))
    }

    /// The game that begins with `\{`, in the solver's notation.
    fn game(&mut self) -> Option<String> {
        let mut text = String::new();
        let (mut depth, mut bars) = (0, 0);
        loop {
            match self.peek()? {
                TokenKind::Open('}') => {
                    depth += 1;
                    text.push('{');
                }
                TokenKind::Close('}') => {
                    depth -= 1;
                    text.push('}');
                    if depth == 0 {
                        self.at += 1;
                        return (bars > 0).then_some(text);
                    }
                }
                TokenKind::Open('{') | TokenKind::Close('g') => {}
                TokenKind::Number(digits) if !digits.contains('.') => text.push_str(digits),
                TokenKind::Sign('|') => {
                    bars += 1;
                    text.push('|');
                }
                TokenKind::Sign('‖') => {
                    bars += 1;
                    text.push_str("||");
                }
                TokenKind::Sign(sign @ (',' | '-' | '+' | '*' | '/' | '±')) => text.push(*sign),
                TokenKind::Sign('−') => text.push('-'),
                TokenKind::Command(name) => match name.as_str() {
                    "mid" | "vert" => {
                        bars += 1;
                        text.push('|');
                    }
                    _ => text.push_str(spelled(name)?),
                },
                _ => return None,
            }
            self.at += 1;
        }
    }

    /// `*`, `*2`, `\uparrow`, `\pm 2`: a game written by signs.
    fn game_sign(&mut self) -> Option<String> {
        let sign = match self.peek()? {
            TokenKind::Sign('*') => "*",
            TokenKind::Sign('±') => "±",
            TokenKind::Sign('↑') => "^",
            TokenKind::Sign('↓') => "v",
            TokenKind::Command(name) => spelled(name)?,
            _ => return None,
        };
        self.at += 1;
        let mut text = sign.to_owned();
        if let Some(TokenKind::Number(digits)) = self.peek()
            && !digits.contains('.')
        {
            text.push_str(digits);
            self.at += 1;
        }
        Some(format!("game(\"{text}\")"))
    }
}

/// Commands that name games.
fn spelled(command: &str) -> Option<&'static str> {
    Some(match command {
        "ast" | "star" => "*",
        "pm" => "±",
        "uparrow" => "^",
        "downarrow" => "v",
        "Uparrow" => "^^",
        "Downarrow" => "vv",
        _ => return None,
    })
}

//! Closed relations in formulas, read as they stand: `V(6,360) = 66 = 1 + 5 \cdot 13`.
//!
//! [`read`] turns TeX into expressions of the language that are true exactly when the formula is. It
//! says of each piece of a formula by itself what it is: one piece's free letter excuses nothing in
//! another. Of an open piece the closed sides are related all the same, and so are those that an open
//! side joins: `66 \le x \le 60` says that 66 is at most 60.
//!
//! `{,}` and `\,` group digits, a bare comma separates. Letters stand for functions by a
//! [`Notation`]; `\Omega` is the number of prime factors.
//!
//! **Not here.** Whether a formula has to be checked, and evaluating it.

mod chain;
mod commands;
mod games;
mod gathered;
mod letters;
mod lexer;
mod limits;
mod logarithms;
mod pi;
mod pieces;
mod reader;
mod roots;
mod sides;
mod statement;
mod tokens;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::diagnostics::Span;
use crate::language::lexer::SyntaxError;
use crate::language::relation::commands::greek;
use crate::language::relation::lexer::tokens;
use crate::language::relation::pieces::pieces;
use crate::language::relation::sides::Pen;
use crate::language::relation::tokens::TexError;
use crate::language::relation::tokens::Token;
use crate::language::relation::tokens::TokenKind;
use crate::language::syntax::Expression;

/// Which functions of the language the letters of formulas stand for: `V` for `maundy`. A key is a
/// letter or the name of a command without its backslash; a Greek letter is its command, and `φ` and `ε`
/// are their variants too, unless these have a key of their own.
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
        self.0.insert(command(letter).to_owned(), function.to_owned());
    }

    /// The functions that letters stand for.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        self.0.values().map(String::as_str)
    }

    /// The function that `letter` stands for.
    #[must_use]
    pub fn function(&self, letter: &str) -> Option<&str> {
        let name = command(letter);
        let plain = match name {
            "varphi" => "phi",
            "varepsilon" => "epsilon",
            _ => name,
        };
        self.0.get(name).or_else(|| self.0.get(plain)).map(String::as_str)
    }

    /// A name of several letters that `tokens` spell letter by letter before brackets or an index,
    /// and its bytes.
    fn spelled(&self, tokens: &[Token]) -> Option<(&str, Range<usize>)> {
        let names = self.0.keys().filter(|name| name.chars().nth(1).is_some());
        names.filter_map(|name| Some((name.as_str(), spelled(name, tokens)?))).next()
    }
}

/// The name of a letter: that of its command, if it is Greek.
fn command(letter: &str) -> &str {
    let letter = letter.trim_start_matches('\\');
    let mut all = letter.chars();
    match (all.next(), all.next()) {
        (Some(only), None) => greek(only).unwrap_or(letter),
        _ => letter,
    }
}

/// The bytes of the first place where `tokens` spell `name` letter by letter before brackets or an
/// index.
fn spelled(name: &str, tokens: &[Token]) -> Option<Range<usize>> {
    let letters: Vec<char> = name.chars().collect();
    tokens.windows(letters.len() + 1).find_map(|window| {
        let (behind, own) = window.split_last()?;
        let same = own.iter().zip(&letters).all(|(token, c)| token.kind == TokenKind::Letter(*c));
        let applied = behind.opens_arguments() || behind.kind == TokenKind::Sign('_');
        (same && applied).then(|| own.first().map_or(0, |token| token.at.start)..behind.at.start)
    })
}

/// What a part of a formula says.
#[derive(Clone, Debug)]
pub enum Relation {
    /// It relates nothing, and no letter in it is free: `6 \times 360`.
    Absent,
    /// A letter in it is free: `k - 1`, `n \le 36`.
    Open,
    /// No letter in it is free, but dots leave something out.
    Elided,
    /// It is true exactly when all of these are.
    Closed(Vec<Expression>),
    /// No letter in it is free, and what it says is not known: a function that nothing defines, an
    /// integral, a set.
    Unknown {
        /// Its bytes in the TeX.
        at: Range<usize>,
        /// What is wrong there: lower case, no full stop.
        message: String,
        /// The letter that stands for nothing, if it is that.
        letter: Option<String>,
    },
    /// It relates, it is closed, and its TeX cannot be read.
    Unreadable {
        /// Its bytes in the TeX.
        at: Range<usize>,
        /// What is wrong there: lower case, no full stop.
        message: String,
    },
}

/// A part of a formula: a piece of it, or some sides of a piece.
#[derive(Clone, Debug)]
pub struct Part {
    /// What it says.
    pub relation: Relation,
    /// The bytes of the TeX from its first to its last character; it need not be all between.
    pub at: Range<usize>,
}

/// A formula as it was read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// Its parts.
    pub parts: Vec<Part>,
    /// What follows from its open parts: the outer sides of `66 \le x \le 60`.
    pub follows: Vec<Expression>,
    /// The bytes of each number in the TeX, in their order, with the index of its part.
    numbers: Vec<(Range<usize>, usize)>,
    /// How many tokens were looked at, for those who measure.
    pub work: usize,
}

impl Reading {
    /// The bytes of each number in the TeX, in their order, with the index of its part.
    #[must_use]
    pub fn numbers(&self) -> &[(Range<usize>, usize)] {
        &self.numbers
    }
}

/// Reads the formula `tex`, which stands at `at`.
///
/// # Cost
///
/// Linear in the length of `tex`, but for signs with limits and braces within one another.
#[must_use]
pub fn read(tex: &str, at: Span, notation: &Notation) -> Reading {
    let mut pen = Pen::new(at, notation);
    let tokens = match tokens(tex) {
        Ok(tokens) => tokens,
        Err(TexError { at, message }) => {
            let relation = Relation::Unreadable { at, message };
            let whole = 0..tex.len();
            return Reading {
                parts: vec![Part { relation, at: whole.clone() }],
                numbers: vec![(whole, 0)],
                ..Reading::default()
            };
        }
    };
    let quantified = letters::quantified(&tokens);
    let mut waiting = vec![tokens];
    while let Some(tokens) = waiting.pop() {
        pen.begin();
        for mut piece in pieces(tokens) {
            pen.work(piece.tokens.len());
            let role = |tokens: &mut [Token]| letters::classify(tokens, notation, &quantified);
            match role(&mut piece.tokens) {
                Ok(looked) => pen.work(looked),
                Err(error) => {
                    pen.unreadable(&piece.tokens, error);
                    continue;
                }
            }
            let remarks = pieces::remarks(&mut piece.tokens);
            if !remarks.is_empty() {
                waiting.extend(remarks);
                // A letter may have been applied to a remark.
                if let Err(error) = role(&mut piece.tokens) {
                    pen.unreadable(&piece.tokens, error);
                    continue;
                }
            }
            pen.piece(&piece);
        }
    }
    pen.finish()
}

/// The expression `text` that the formula at `at` was read as.
fn expression(text: String, at: Span) -> Result<Expression, SyntaxError> {
    // The text is not the source's own: a blank more keeps spans from being taken for parts.
    let text = if text.len() == at.end - at.start { format!("{text} ") } else { text };
    Expression::read(&text, at)
}

#[cfg(test)]
mod tests;

//! Reads games in the notation that `naming` writes, and a little more.
//!
//! ```text
//! sum      = ["-"] part { ("+" | "-") part | part }      a part that follows directly is added
//! part     = [digits "·"] ("±" | "+_" | "-_") operand | atom
//! operand  = atom | "(" options ")"
//! atom     = digits ["/" digits] | up {up} [digits] | down {down} [digits] | "*" [digits]
//!          | "{" bare "}" | "(" sum ")" | ("tiny" | "miny") "(" sum ")"
//! bare     = side bars side                               the longest run of bars splits first
//! side     = bare | [sum {"," sum}]
//! ```
//!
//! `^ ↑ ⇑ v ↓ ⇓ * ∗ ⋆ + ⧾ - − ⧿ ±` are understood. A multiple `3·{1|0}` is three copies.
//! Every error tells the byte at which it was noticed and what was expected there.

use std::fmt;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::arithmetic::dyadic::Dyadic;
use crate::cgt::arena::Arena;
use crate::cgt::arena::GameId;
use crate::cgt::arena::MAX_HEIGHT;
use crate::cgt::budget::Budget;
use crate::cgt::budget::Exhausted;
use crate::cgt::closed::NumberUpStar;

/// Why a text is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// The text breaks the grammar.
    Unexpected {
        /// The byte at which it was noticed, on a character boundary, at most the length of the text.
        at: usize,
        /// What would have been right there.
        expected: &'static str,
    },
    /// The game could not be put into canonical form within the budget.
    Exhausted(Exhausted),
}

impl ParseError {
    /// The byte at which it was noticed: the beginning, if that cannot be said.
    pub fn at(&self) -> usize {
        match self {
            Self::Unexpected { at, .. } => *at,
            Self::Exhausted(_) => 0,
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected { expected, .. } => write!(f, "expected {expected}"),
            Self::Exhausted(exhausted) => exhausted.fmt(f),
        }
    }
}

impl std::error::Error for ParseError {}

impl From<Exhausted> for ParseError {
    fn from(exhausted: Exhausted) -> Self {
        Self::Exhausted(exhausted)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Digits,
    Slash,
    Up,
    DoubleUp,
    Down,
    DoubleDown,
    Star,
    Plus,
    Minus,
    PlusMinus,
    Tiny,
    Miny,
    TinyOf,
    MinyOf,
    Times,
    Comma,
    /// So many bars in a row.
    Bars(usize),
    /// The place of the bracket that closes this one.
    Open(Bracket, usize),
    Close(Bracket),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bracket {
    Brace,
    Round,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    mark: Mark,
    start: usize,
    end: usize,
}

/// What stands where an atom should: for the message.
const A_GAME: &str = "a game: a number, `^`, `v`, `*`, `±`, `+_`, `-_`, `{` or `(`";

fn unexpected(at: usize, expected: &'static str) -> ParseError {
    ParseError::Unexpected { at, expected }
}

/// Cuts a text into tokens and matches its brackets.
fn tokens(text: &str) -> Result<Vec<Token>, ParseError> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let start = text.len() - rest.len();
        let (mark, length) = match first {
            c if c.is_whitespace() => {
                rest = &rest[c.len_utf8()..];
                continue;
            }
            '0'..='9' => (Mark::Digits, run(rest, |c| c.is_ascii_digit())),
            '|' => {
                let length = run(rest, |c| c == '|');
                (Mark::Bars(length), length)
            }
            _ if rest.starts_with("+_") => (Mark::Tiny, 2),
            _ if rest.starts_with("-_") => (Mark::Miny, 2),
            _ if rest.starts_with("−_") => (Mark::Miny, "−_".len()),
            _ if rest.starts_with("tiny") => (Mark::TinyOf, 4),
            _ if rest.starts_with("miny") => (Mark::MinyOf, 4),
            c => (single(c).ok_or(unexpected(start, A_GAME))?, c.len_utf8()),
        };
        match mark {
            Mark::Open(..) => {
                open.push(tokens.len());
                if open.len() > MAX_HEIGHT as usize + 100 {
                    return Err(unexpected(start, "fewer brackets within brackets"));
                }
            }
            Mark::Close(bracket) => {
                let place = tokens.len();
                let opening = open.pop().and_then(|at| tokens.get_mut(at));
                match opening.map(|token| &mut token.mark) {
                    Some(Mark::Open(opened, closing)) if *opened == bracket => *closing = place,
                    Some(Mark::Open(Bracket::Brace, _)) => return Err(unexpected(start, "`}`")),
                    Some(Mark::Open(Bracket::Round, _)) => return Err(unexpected(start, "`)`")),
                    _ => return Err(unexpected(start, "the end, or an opening bracket before it")),
                }
            }
            _ => {}
        }
        tokens.push(Token { mark, start, end: start + length });
        rest = &rest[length..];
    }
    match open.pop().map(|at| tokens[at].mark) {
        None => Ok(tokens),
        Some(Mark::Open(Bracket::Round, _)) => Err(unexpected(text.len(), "`)`")),
        Some(_) => Err(unexpected(text.len(), "`}`")),
    }
}

/// The bytes that `belongs` accepts from the beginning.
fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

fn single(c: char) -> Option<Mark> {
    Some(match c {
        '/' => Mark::Slash,
        '^' | '↑' => Mark::Up,
        '⇑' => Mark::DoubleUp,
        'v' | '↓' => Mark::Down,
        '⇓' => Mark::DoubleDown,
        '*' | '∗' | '⋆' => Mark::Star,
        '+' => Mark::Plus,
        '-' | '−' => Mark::Minus,
        '±' => Mark::PlusMinus,
        '⧾' => Mark::Tiny,
        '⧿' => Mark::Miny,
        '·' => Mark::Times,
        ',' => Mark::Comma,
        '{' => Mark::Open(Bracket::Brace, 0),
        '}' => Mark::Close(Bracket::Brace),
        '(' => Mark::Open(Bracket::Round, 0),
        ')' => Mark::Close(Bracket::Round),
        _ => return None,
    })
}

/// Reads a stretch of tokens that ends at `end`, where no bracket is cut through.
struct Parser<'a> {
    arena: &'a mut Arena,
    budget: &'a mut Budget,
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
}

impl Arena {
    /// Returns the game that `text` names, in canonical form.
    ///
    /// # Budget
    ///
    /// A unit for each token, and what sums and canonical forms take.
    ///
    /// # Errors
    ///
    /// [`ParseError`], with the place and what was expected there.
    pub fn parse(&mut self, text: &str, budget: &mut Budget) -> Result<GameId, ParseError> {
        let tokens = tokens(text)?;
        budget.spend(tokens.len() as u64)?;
        let end = tokens.len();
        let mut parser = Parser { arena: self, budget, text, tokens, at: 0 };
        parser.sum(end)
    }
}

impl Parser<'_> {
    fn mark(&self, end: usize) -> Option<Mark> {
        (self.at < end).then(|| self.tokens[self.at].mark)
    }

    /// Where the next token begins, or where the stretch ends.
    fn place(&self, end: usize) -> usize {
        match self.tokens.get(self.at.min(end)) {
            Some(token) => token.start,
            None => self.text.len(),
        }
    }

    /// A sum that takes up the whole stretch.
    fn sum(&mut self, end: usize) -> Result<GameId, ParseError> {
        let mut sum = GameId::ZERO;
        let mut is_negative = self.mark(end) == Some(Mark::Minus);
        if is_negative || self.mark(end) == Some(Mark::Plus) {
            self.at += 1;
        }
        loop {
            let part = self.part(end)?;
            let part = if is_negative { self.arena.negative(part, self.budget)? } else { part };
            sum = self.arena.sum(sum, part, self.budget)?;
            is_negative = match self.mark(end) {
                None => return Ok(sum),
                Some(mark @ (Mark::Plus | Mark::Minus)) => {
                    self.at += 1;
                    mark == Mark::Minus
                }
                Some(
                    Mark::Up
                    | Mark::DoubleUp
                    | Mark::Down
                    | Mark::DoubleDown
                    | Mark::Star
                    | Mark::PlusMinus
                    | Mark::Tiny
                    | Mark::Miny,
                ) => false,
                Some(_) => return Err(unexpected(self.place(end), "`+`, `-` or the end")),
            };
        }
    }

    fn part(&mut self, end: usize) -> Result<GameId, ParseError> {
        let next = self.tokens.get(self.at + 1).map(|token| token.mark);
        if self.mark(end) == Some(Mark::Digits) && next == Some(Mark::Times) && self.at + 1 < end {
            let times = self.digits(self.at);
            self.at += 2;
            let part = self.prefixed(end)?;
            return Ok(self.arena.multiple(part, &times, self.budget)?);
        }
        self.prefixed(end)
    }

    fn prefixed(&mut self, end: usize) -> Result<GameId, ParseError> {
        match self.mark(end) {
            Some(Mark::PlusMinus) => {
                self.at += 1;
                let options = self.operand(end)?;
                let mut negatives = Vec::with_capacity(options.len());
                for &option in &options {
                    negatives.push(self.arena.negative(option, self.budget)?);
                }
                Ok(self.arena.from_options(&options, &negatives, self.budget)?)
            }
            Some(mark @ (Mark::Tiny | Mark::Miny | Mark::TinyOf | Mark::MinyOf)) => {
                self.at += 1;
                let place = self.place(end);
                let options = self.operand(end)?;
                let [size] = options[..] else { return Err(unexpected(place, "one game")) };
                let negative = self.arena.negative(size, self.budget)?;
                let zero = GameId::ZERO;
                let threat = self.arena.from_options(&[zero], &[negative], self.budget)?;
                let tiny = self.arena.from_options(&[zero], &[threat], self.budget)?;
                if matches!(mark, Mark::Miny | Mark::MinyOf) {
                    return Ok(self.arena.negative(tiny, self.budget)?);
                }
                Ok(tiny)
            }
            _ => self.atom(end),
        }
    }

    /// What a prefix applies to: an atom, or a list of options in round brackets.
    fn operand(&mut self, end: usize) -> Result<Vec<GameId>, ParseError> {
        if let Some(Mark::Open(Bracket::Round, closing)) = self.mark(end) {
            self.at += 1;
            let options = self.options(closing)?;
            if options.is_empty() {
                return Err(unexpected(self.place(closing), A_GAME));
            }
            self.at = closing + 1;
            return Ok(options);
        }
        Ok(vec![self.atom(end)?])
    }

    fn atom(&mut self, end: usize) -> Result<GameId, ParseError> {
        let place = self.place(end);
        match self.mark(end) {
            Some(Mark::Digits) => self.number(end),
            Some(Mark::Up | Mark::DoubleUp) => self.ups(end, 1),
            Some(Mark::Down | Mark::DoubleDown) => self.ups(end, -1),
            Some(Mark::Star) => {
                self.at += 1;
                let heap = self.attached_digits(end).map_or(Some(1), |size| size.to_u32());
                let heap = heap.ok_or(unexpected(place, "a nimber of at most 4294967295"))?;
                Ok(self.arena.nimber(heap)?)
            }
            Some(Mark::Open(Bracket::Round, closing)) => {
                self.at += 1;
                let game = self.sum(closing)?;
                self.at = closing + 1;
                Ok(game)
            }
            Some(Mark::Open(Bracket::Brace, closing)) => {
                self.at += 1;
                let game = self.bare(closing)?;
                self.at = closing + 1;
                Ok(game)
            }
            _ => Err(unexpected(place, A_GAME)),
        }
    }

    fn digits(&self, at: usize) -> BigInt {
        let Token { start, end, .. } = self.tokens[at];
        self.text[start..end].parse().unwrap_or_default()
    }

    /// Digits that follow the last token without a space.
    fn attached_digits(&mut self, end: usize) -> Option<BigInt> {
        let before = self.tokens[self.at - 1].end;
        if self.mark(end) != Some(Mark::Digits) || self.tokens[self.at].start != before {
            return None;
        }
        self.at += 1;
        Some(self.digits(self.at - 1))
    }

    fn number(&mut self, end: usize) -> Result<GameId, ParseError> {
        let numerator = self.digits(self.at);
        self.at += 1;
        if self.mark(end) != Some(Mark::Slash) {
            return Ok(self.arena.number(&Dyadic::from(numerator))?);
        }
        self.at += 1;
        let place = self.place(end);
        if self.mark(end) != Some(Mark::Digits) {
            return Err(unexpected(place, "a denominator"));
        }
        let denominator = self.digits(self.at);
        self.at += 1;
        let number = Dyadic::from_fraction(&numerator, &denominator);
        let number = number.ok_or(unexpected(place, "a power of two, in lowest terms"))?;
        Ok(self.arena.number(&number)?)
    }

    /// A run of arrows, with a count if it is a single one.
    fn ups(&mut self, end: usize, sign: i64) -> Result<GameId, ParseError> {
        let place = self.place(end);
        let (single, double) = match sign {
            1.. => (Mark::Up, Mark::DoubleUp),
            _ => (Mark::Down, Mark::DoubleDown),
        };
        let mut ups = 0i64;
        let mut arrows = 0;
        while let Some(mark) = self.mark(end).filter(|&mark| mark == single || mark == double) {
            let follows = arrows == 0 || self.tokens[self.at - 1].end == self.tokens[self.at].start;
            if !follows {
                break;
            }
            ups += if mark == double { 2 } else { 1 };
            arrows += 1;
            self.at += 1;
        }
        if arrows == 1
            && ups == 1
            && let Some(count) = self.attached_digits(end)
        {
            ups = count.to_i64().ok_or(unexpected(place, "at most 9223372036854775807 ups"))?;
        }
        let game = NumberUpStar { number: Dyadic::ZERO, ups: sign * ups, nimber: 0 };
        Ok(self.arena.closed(&game)?)
    }

    /// What stands between braces: two sides, split at the longest run of bars.
    fn bare(&mut self, end: usize) -> Result<GameId, ParseError> {
        let Some((split, longest)) = self.longest_bars(end) else {
            return Err(unexpected(self.place_of(end), "`|`"));
        };
        let left = self.side(split)?;
        self.at = split + 1;
        // Only one run may be the longest, or it is not known what belongs together.
        if let Some((second, bars)) = self.longest_bars(end)
            && bars == longest
        {
            return Err(unexpected(self.tokens[second].start, "fewer bars, or more, than before"));
        }
        let right = self.side(end)?;
        Ok(self.arena.from_options(&left, &right, self.budget)?)
    }

    fn place_of(&self, token: usize) -> usize {
        self.tokens.get(token).map_or(self.text.len(), |token| token.start)
    }

    /// The first of the longest runs of bars from here to `end`, outside inner brackets.
    fn longest_bars(&self, end: usize) -> Option<(usize, usize)> {
        let mut longest: Option<(usize, usize)> = None;
        let mut at = self.at;
        while at < end {
            match self.tokens[at].mark {
                Mark::Open(_, closing) => at = closing,
                Mark::Bars(bars) if longest.is_none_or(|(_, most)| bars > most) => {
                    longest = Some((at, bars));
                }
                _ => {}
            }
            at += 1;
        }
        longest
    }

    fn side(&mut self, end: usize) -> Result<Vec<GameId>, ParseError> {
        if self.longest_bars(end).is_some() {
            return Ok(vec![self.bare(end)?]);
        }
        self.options(end)
    }

    /// Games between commas; none at all is no option.
    fn options(&mut self, end: usize) -> Result<Vec<GameId>, ParseError> {
        let mut options = Vec::new();
        if self.at == end {
            return Ok(options);
        }
        loop {
            let comma = self.next_comma(end);
            options.push(self.sum(comma)?);
            self.at = comma;
            if comma == end {
                return Ok(options);
            }
            self.at += 1;
        }
    }

    fn next_comma(&self, end: usize) -> usize {
        let mut at = self.at;
        while at < end {
            match self.tokens[at].mark {
                Mark::Open(_, closing) => at = closing,
                Mark::Comma => return at,
                _ => {}
            }
            at += 1;
        }
        end
    }
}

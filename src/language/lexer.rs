//! Cuts the text of an expression into tokens.
//!
//! [`tokens`] never panics; what it cannot read becomes a [`SyntaxError`] with its bytes, which lie
//! on character boundaries.

use std::sync::Arc;

use unicode_normalization::UnicodeNormalization;

use crate::arithmetic::Number;
use crate::language::syntax::Bytes;
use crate::language::syntax::Name;

/// The most digits a number may be typed with.
pub(crate) const MAX_LITERAL: usize = 10_000;

/// What could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Where.
    pub bytes: Bytes,
    /// What is wrong: lower case, present tense, no full stop.
    pub message: String,
    /// A way out, if one is plain.
    pub help: Option<String>,
}

impl SyntaxError {
    pub(crate) fn new(bytes: Bytes, message: impl Into<String>) -> Self {
        Self { bytes, message: message.into(), help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Words with a meaning of their own, which name nothing else.
pub(crate) const KEYWORDS: &[&str] = &[
    "if", "then", "else", "iff", "implies", "or", "and", "not", "in", "divides", "mod", "for",
    "where", "by", "true", "false",
];

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind {
    /// Digits.
    Number(Number),
    /// `6x360`.
    Place(Vec<Number>),
    /// A text between quotes.
    Text(Arc<str>),
    /// A name.
    Name(Name),
    /// A word of [`KEYWORDS`].
    Keyword(&'static str),
    /// A sign.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// A token with its bytes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) bytes: Bytes,
}

/// Signs and what they are read as, longer ones before their beginnings.
const SIGNS: &[(&str, &str)] = &[
    ("...", "..."),
    ("..", ".."),
    ("++", "++"),
    ("//", "//"),
    ("==", "="),
    ("!=", "!="),
    ("<=", "<="),
    (">=", ">="),
    ("||", "||"),
    ("&&", "&&"),
    ("**", "**"),
    ("=", "="),
    ("≠", "!="),
    ("≤", "<="),
    ("≥", ">="),
    ("<", "<"),
    (">", ">"),
    ("‖", "‖"),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    ("{", "{"),
    ("}", "}"),
    (",", ","),
    (".", "."),
    (":", ":"),
    (";", ";"),
    ("!", "!"),
    ("|", "|"),
    ("&", "&"),
    ("%", "%"),
    ("+", "+"),
    ("-", "-"),
    ("−", "-"),
    ("*", "*"),
    ("·", "*"),
    ("/", "/"),
    ("^", "^"),
];

/// The text from byte `at` on.
fn rest(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or("")
}

fn bytes(start: usize, end: usize) -> Bytes {
    let clamp = |at| u32::try_from(at).unwrap_or(u32::MAX);
    Bytes { start: clamp(start), end: clamp(end) }
}

/// The length of the longest beginning of `text` whose characters all satisfy `is`.
fn run(text: &str, is: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is(c)).unwrap_or(text.len())
}

/// Whether a name may begin with `c`.
pub(crate) fn begins_name(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

/// Whether a name may go on with `c`.
pub(crate) fn continues_name(c: char) -> bool {
    begins_name(c)
        || c.is_numeric() && !c.is_ascii_punctuation()
        || unicode_ident::is_xid_continue(c)
}

/// `name` in normal form C.
pub(crate) fn normal(name: &str) -> Name {
    if name.is_ascii() { name.into() } else { name.nfc().collect::<String>().into() }
}

/// The tokens of `text`, the last of them [`TokenKind::End`].
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, SyntaxError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = rest(text, at).chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        if c == '#' {
            let blank_before = text.get(..at).and_then(|before| before.chars().next_back());
            if blank_before.is_none_or(char::is_whitespace) {
                at += run(rest(text, at), |c| c != '\n');
                continue;
            }
            return Err(SyntaxError::new(
                bytes(at, at + 1),
                "`#` begins a comment only after a blank",
            ));
        }
        let (kind, length) = if c.is_ascii_digit() {
            number(text, at)?
        } else if begins_name(c) {
            word(rest(text, at))
        } else if c == '"' || c == '\'' {
            quoted(text, at, c)?
        } else {
            sign(text, at, c)?
        };
        tokens.push(Token { kind, bytes: bytes(at, at + length) });
        at += length;
    }
    tokens.push(Token { kind: TokenKind::End, bytes: bytes(text.len(), text.len()) });
    Ok(tokens)
}

fn word(text: &str) -> (TokenKind, usize) {
    let length = run(text, continues_name);
    let word = text.get(..length).unwrap_or("");
    let kind = match KEYWORDS.iter().find(|&&keyword| keyword == word) {
        Some(keyword) => TokenKind::Keyword(keyword),
        None => TokenKind::Name(normal(word)),
    };
    (kind, length)
}

fn quoted(text: &str, at: usize, quote: char) -> Result<(TokenKind, usize), SyntaxError> {
    let inside = rest(text, at + 1);
    match inside.find([quote, '\n']) {
        Some(length) if rest(inside, length).starts_with(quote) => {
            // A table cell of Markdown cannot hold a bar but as `\|`.
            let inside = inside.get(..length).unwrap_or("").replace("\\|", "|");
            Ok((TokenKind::Text(inside.into()), length + 2))
        }
        end => {
            let end = at + 1 + end.unwrap_or(inside.len());
            Err(SyntaxError::new(
                bytes(at, end),
                format!("a text that begins with `{quote}` is not closed"),
            )
            .help("texts are closed by the same quote, on the same line"))
        }
    }
}

fn sign(text: &str, at: usize, c: char) -> Result<(TokenKind, usize), SyntaxError> {
    if let Some((typed, read)) = SIGNS.iter().find(|(typed, _)| rest(text, at).starts_with(typed)) {
        let error = |help: &str| {
            Err(SyntaxError::new(
                bytes(at, at + typed.len()),
                format!("`{typed}` is no operator of the expression language"),
            )
            .help(help))
        };
        return match *typed {
            "||" => error("write `or`, or `‖` for confused games"),
            "&&" | "&" => error("write `and`"),
            "!" => error("write `not`"),
            "**" => error("write `^` for powers"),
            "%" => error(
                "write `mod` for remainders; a share in per cent is written by `pct(x, digits)`",
            ),
            "..." => error("a range is written `1..36`"),
            "|" => error("write `a divides b`, or put a game between quotes: `game(\"{1|0}\")`"),
            "{" | "}" => error("lists stand in `[ ]`; a game is written `game(\"{1|0}\")`"),
            ";" => error("parts are separated by commas"),
            _ => Ok((TokenKind::Sign(read), typed.len())),
        };
    }
    let error =
        SyntaxError::new(bytes(at, at + c.len_utf8()), format!("`{c}` cannot be read here"));
    Err(match c {
        '“' | '”' | '‘' | '’' | '«' | '»' => {
            error.help("texts stand between plain quotes, `\"` or `'`")
        }
        '×' => error.help("a cake is typed `6x360`, a product `6 * 360`"),
        '–' | '—' => error.help("minus is `-`"),
        '…' => error.help("a range is written `1..36`"),
        _ => error,
    })
}

fn number(text: &str, at: usize) -> Result<(TokenKind, usize), SyntaxError> {
    let mut end = at;
    let mut sides = Vec::new();
    loop {
        let length = run(rest(text, end), |c| c.is_ascii_digit());
        if length > MAX_LITERAL {
            return Err(SyntaxError::new(
                bytes(end, end + length),
                format!("a number may be typed with {MAX_LITERAL} digits at most"),
            ));
        }
        let digits = text.get(end..end + length).unwrap_or("");
        sides.extend(Number::from_digits(digits));
        end += length;
        let mut after = rest(text, end).chars();
        match (after.next(), after.next()) {
            (Some(c @ ('x' | '×')), Some('0'..='9')) => end += c.len_utf8(),
            (Some('.'), Some('0'..='9')) => {
                let decimals = run(rest(text, end + 1), |c| c.is_ascii_digit());
                return Err(SyntaxError::new(
                    bytes(at, end + 1 + decimals),
                    format!("`{}` is a decimal", text.get(at..end + 1 + decimals).unwrap_or("")),
                )
                .help("numbers are exact: write a fraction, `169/4` for 42.25"));
            }
            (Some(c), _) if continues_name(c) => {
                let letters = run(rest(text, end), continues_name);
                return Err(SyntaxError::new(
                    bytes(at, end + letters),
                    format!(
                        "`{}` is neither a number nor a name",
                        text.get(at..end + letters).unwrap_or("")
                    ),
                )
                .help("a product is written with `*`, a cake as `6x360`"));
            }
            _ => break,
        }
    }
    let kind = match <[Number; 1]>::try_from(sides) {
        Ok([single]) => TokenKind::Number(single),
        Err(sides) => TokenKind::Place(sides),
    };
    Ok((kind, end - at))
}

#[cfg(test)]
mod tests {
    use super::TokenKind;
    use super::tokens;

    fn check(text: &str, expected: &str) {
        let shown = match tokens(text) {
            Err(error) => format!("{}..{} {}", error.bytes.start, error.bytes.end, error.message),
            Ok(tokens) => tokens
                .iter()
                .map(|token| match &token.kind {
                    TokenKind::Number(number) => number.to_string(),
                    TokenKind::Place(sides) => format!("{sides:?}"),
                    TokenKind::Text(text) => format!("“{text}”"),
                    TokenKind::Name(name) => format!("<{name}>"),
                    TokenKind::Keyword(word) => (*word).to_owned(),
                    TokenKind::Sign(sign) => (*sign).to_owned(),
                    TokenKind::End => ";".to_owned(),
                })
                .collect::<Vec<_>>()
                .join(" "),
        };
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn tokens_of_ordinary_expressions() {
        check("m, n in 1..36", "<m> , <n> in 1 .. 36 ;");
        check("Ω(n)-Ω(m)", "<Ω> ( <n> ) - <Ω> ( <m> ) ;");
        check("6x360 = '×' # a cake", "[6, 360] = “×” ;");
        check("2x3x4 6×360", "[2, 3, 4] [6, 360] ;");
        check("a ≤ b ≠ c − d == e", "<a> <= <b> != <c> - <d> = <e> ;");
        check("x.by", "<x> . by ;");
        // The sign for ohm is the letter Omega in normal form C.
        check("\u{2126}(8)", "<Ω> ( 8 ) ;");
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_bytes() {
        check("0.5 + 1", "0..3 `0.5` is a decimal");
        check("a || b", "2..4 `||` is no operator of the expression language");
        check("3m", "0..2 `3m` is neither a number nor a name");
        check("Ω(“a”)", "3..6 `“` cannot be read here");
        check("'abc", "0..4 a text that begins with `'` is not closed");
        check("a#b", "1..2 `#` begins a comment only after a blank");
    }
}

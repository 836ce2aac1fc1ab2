//! Cuts the TeX of a formula into tokens.

use std::ops::Range;

/// What cannot be read, with its bytes in the TeX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TexError {
    pub(super) at: Range<usize>,
    pub(super) message: String,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// Digits, groups put together; perhaps a point and more digits.
    Number(String),
    /// A single letter.
    Letter(char),
    /// A command, without its backslash.
    Command(String),
    /// `(`, `[`, `{` (a group), `\{` (as `}`), `⌊`, `⌈`.
    Open(char),
    /// What closes it: `)`, `]`, `g` for a group, `}` for `\}`, `⌋`, `⌉`.
    Close(char),
    /// Any other character.
    Sign(char),
    /// The end of a row, or what parts as much: a wide space, a text.
    Row,
    /// The inside of a group that is not TeX: the expression of `\val` or `\is`.
    Expression(String),
}

/// A token with its bytes in the TeX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) at: Range<usize>,
}

/// Relation signs as commands, and in the expression language.
pub(super) const RELATIONS: &[(&str, &str)] = &[
    ("le", "<="),
    ("leq", "<="),
    ("leqslant", "<="),
    ("ge", ">="),
    ("geq", ">="),
    ("geqslant", ">="),
    ("lt", "<"),
    ("gt", ">"),
    ("ne", "!="),
    ("neq", "!="),
    ("parallel", "‖"),
    ("in", "in"),
];

/// Relations that say nothing exact, so that they are noticed and refused.
const INEXACT: &[&str] = &["approx", "sim", "simeq", "cong", "equiv", "ll", "gg", "propto"];

/// Commands that are letters.
const LETTERS: &[&str] = &[
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "varepsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "pi",
    "rho",
    "sigma",
    "tau",
    "upsilon",
    "phi",
    "varphi",
    "chi",
    "psi",
    "omega",
    "Gamma",
    "Delta",
    "Theta",
    "Lambda",
    "Xi",
    "Pi",
    "Sigma",
    "Upsilon",
    "Phi",
    "Psi",
    "Omega",
    "ell",
];

/// Commands that only space or size.
const SPACES: &[&str] = &[
    "displaystyle",
    "textstyle",
    "left",
    "right",
    "bigl",
    "bigr",
    "Bigl",
    "Bigr",
    "big",
    "Big",
    "thinspace",
    "enspace",
];

/// Commands that part what stands beside them, as a row does.
const WIDE_SPACES: &[&str] = &["quad", "qquad"];

/// Commands whose argument is text, which parts what stands beside it.
const TEXTS: &[&str] = &["text", "textrm", "textbf", "textit", "mbox", "tag"];

/// Whether the argument of a command, without its backslash, is text.
pub(crate) fn is_text(command: &str) -> bool {
    TEXTS.contains(&command)
}

/// Whether a command, without its backslash, is a letter.
pub(crate) fn is_letter(command: &str) -> bool {
    LETTERS.contains(&command)
}

impl Token {
    /// Whether it relates what stands before and behind it.
    pub(super) fn is_relation(&self) -> bool {
        match &self.kind {
            TokenKind::Sign('=' | '<' | '>' | '≤' | '≥' | '≠' | '‖') => true,
            TokenKind::Command(name) => {
                RELATIONS.iter().any(|(own, _)| own == name) || INEXACT.contains(&name.as_str())
            }
            _ => false,
        }
    }

    /// The same, for a token that stands in no braces of a game: there `\mid` divides.
    pub(super) fn relates_outside_braces(&self) -> bool {
        let divides = |name: &str| matches!(name, "mid" | "nmid");
        self.is_relation() || matches!(&self.kind, TokenKind::Command(name) if divides(name))
    }

    /// Whether it stands for something left out.
    pub(super) fn is_ellipsis(&self) -> bool {
        let dots =
            |name: &str| matches!(name, "dots" | "ldots" | "cdots" | "vdots" | "dotsb" | "dotsc");
        match &self.kind {
            TokenKind::Command(name) => dots(name),
            TokenKind::Sign('…' | '⋯') => true,
            _ => false,
        }
    }

    /// Whether the arguments of a function may begin here.
    pub(super) fn opens_arguments(&self) -> bool {
        matches!(self.kind, TokenKind::Open('('))
    }
}

/// The length of the run of ASCII digits that `text` begins with.
fn digits(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()
}

/// The inside of the braced group that begins at byte `at`, and the byte behind it.
fn group(tex: &str, at: usize) -> Result<(&str, usize), TexError> {
    let rest = tex.get(at..).unwrap_or("");
    let start = at + (rest.len() - rest.trim_start().len());
    if !tex.get(start..).is_some_and(|rest| rest.starts_with('{')) {
        return Err(TexError { at: at..at, message: "a group in braces is missing".to_owned() });
    }
    let mut depth = 0;
    for (offset, c) in tex.get(start..).unwrap_or("").char_indices() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    let end = start + offset;
                    return Ok((tex.get(start + 1..end).unwrap_or(""), end + 1));
                }
            }
            _ => {}
        }
    }
    Err(TexError { at: start..tex.len(), message: "a group is not closed".to_owned() })
}

/// The tokens of `tex`.
pub(super) fn tokens(tex: &str) -> Result<Vec<Token>, TexError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = tex.get(at..).and_then(|rest| rest.chars().next()) {
        let start = at;
        at += c.len_utf8();
        let kind = match c {
            _ if c.is_whitespace() => continue,
            '~' | '&' => continue,
            // `\frac12` is a half: TeX takes one digit at a time.
            '0'..='9' if takes_digits(&tokens) => TokenKind::Number(c.to_string()),
            '0'..='9' => {
                let (number, end) = number(tex, start);
                at = end;
                TokenKind::Number(number)
            }
            '\\' => match command(tex, start)? {
                (Some(kind), end) => {
                    at = end;
                    kind
                }
                (None, end) => {
                    at = end;
                    continue;
                }
            },
            '(' | '[' => TokenKind::Open(c),
            ')' | ']' => TokenKind::Close(c),
            '{' => TokenKind::Open('{'),
            '}' => TokenKind::Close('g'),
            '%' => {
                let message = "a comment hides part of the formula".to_owned();
                return Err(TexError { at: start..at, message });
            }
            _ if c.is_alphabetic() => TokenKind::Letter(c),
            _ => TokenKind::Sign(c),
        };
        tokens.push(Token { kind, at: start..at });
    }
    Ok(tokens)
}

/// Whether the last tokens are a fraction that waits for an argument.
fn takes_digits(tokens: &[Token]) -> bool {
    let is_fraction = |token: &Token| matches!(&token.kind, TokenKind::Command(name) if matches!(name.as_str(), "frac" | "tfrac" | "dfrac" | "binom" | "tbinom" | "dbinom"));
    match tokens {
        [.., last] if is_fraction(last) => true,
        [.., before, last] => {
            is_fraction(before) && matches!(&last.kind, TokenKind::Number(own) if own.len() == 1)
        }
        _ => false,
    }
}

/// A number that begins at byte `at`, groups put together; and the byte behind it.
fn number(tex: &str, at: usize) -> (String, usize) {
    let rest = |at: usize| tex.get(at..).unwrap_or("");
    let first = digits(rest(at));
    let mut number = rest(at).get(..first).unwrap_or("").to_owned();
    let mut end = at + first;
    for separator in ["{,}", "\\,", "\u{2009}", "\u{202f}"] {
        while let Some(group) = rest(end).strip_prefix(separator)
            && digits(group) == 3
        {
            number.push_str(group.get(..3).unwrap_or(""));
            end += separator.len() + 3;
        }
    }
    if let Some(behind) = rest(end).strip_prefix('.') {
        let places = digits(behind);
        if places > 0 {
            number.push('.');
            number.push_str(behind.get(..places).unwrap_or(""));
            end += 1 + places;
        }
    }
    (number, end)
}

/// What the command at byte `at` is, nothing for spaces; and the byte behind it.
fn command(tex: &str, at: usize) -> Result<(Option<TokenKind>, usize), TexError> {
    let rest = tex.get(at + 1..).unwrap_or("");
    let letters = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    if letters == 0 {
        let sign = rest.chars().next().unwrap_or(' ');
        let end = at + 1 + rest.chars().next().map_or(0, char::len_utf8);
        let kind = match sign {
            '{' => Some(TokenKind::Open('}')),
            '}' => Some(TokenKind::Close('}')),
            '\\' => Some(TokenKind::Row),
            '|' => Some(TokenKind::Sign('‖')),
            '%' => Some(TokenKind::Command("%".to_owned())),
            ',' | ';' | ':' | '!' | ' ' | '>' => None,
            _ => {
                let message = format!("`\\{sign}` cannot be read");
                return Err(TexError { at: at..end, message });
            }
        };
        return Ok((kind, end));
    }
    let name = rest.get(..letters).unwrap_or("");
    let end = at + 1 + letters;
    let kind = match name {
        _ if SPACES.contains(&name) => None,
        "lbrace" => Some(TokenKind::Open('}')),
        "rbrace" => Some(TokenKind::Close('}')),
        "lfloor" => Some(TokenKind::Open('⌊')),
        "rfloor" => Some(TokenKind::Close('⌋')),
        "lceil" => Some(TokenKind::Open('⌈')),
        "rceil" => Some(TokenKind::Close('⌉')),
        "val" => {
            let (inside, end) = group(tex, end)?;
            return Ok((Some(TokenKind::Expression(inside.to_owned())), end));
        }
        "is" => {
            let (_, end) = group(tex, end)?;
            let (inside, end) = group(tex, end)?;
            return Ok((Some(TokenKind::Expression(inside.to_owned())), end));
        }
        "begin" | "end" => {
            let (environment, end) = group(tex, end)?;
            // Behind it an array says how its columns stand.
            let columns = name == "begin" && matches!(environment, "array" | "alignedat");
            let end = if columns { group(tex, end)?.1 } else { end };
            return Ok((None, end));
        }
        "color" => {
            let (_, end) = group(tex, end)?;
            return Ok((None, end));
        }
        _ if WIDE_SPACES.contains(&name) => Some(TokenKind::Row),
        _ if is_text(name) => {
            let (_, end) = group(tex, end)?;
            return Ok((Some(TokenKind::Row), end));
        }
        _ => Some(TokenKind::Command(name.to_owned())),
    };
    Ok((kind, end))
}

//! TeX as a row of tokens: enough to count levels, expand macros and read a formula aloud.

use std::ops::Range;

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A backslash and letters, without the backslash: `frac`. May hold `@`.
    Word(&'a str),
    /// A backslash and one other character: `\{`, `\,`.
    Symbol(char),
    /// `{`
    Open,
    /// `}`
    Close,
    /// A run of blanks.
    Space,
    /// `%` up to and with the end of its line.
    Comment,
    /// Any other character.
    Char(char),
}

/// The tokens of a text, each with its bytes.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

/// The tokens of `text`. Every byte belongs to exactly one.
pub(super) fn tokens(text: &str) -> Tokens<'_> {
    Tokens { text, at: 0 }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (Token<'a>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.text[self.at..];
        let first = rest.chars().next()?;
        let (token, length) = match first {
            '{' => (Token::Open, 1),
            '}' => (Token::Close, 1),
            '%' => (Token::Comment, rest.find('\n').map_or(rest.len(), |newline| newline + 1)),
            '\\' => {
                let after = &rest[1..];
                let letters = after
                    .find(|c: char| !(c.is_ascii_alphabetic() || c == '@'))
                    .unwrap_or(after.len());
                if letters > 0 {
                    (Token::Word(&after[..letters]), 1 + letters)
                } else if let Some(symbol) = after.chars().next() {
                    (Token::Symbol(symbol), 1 + symbol.len_utf8())
                } else {
                    (Token::Char('\\'), 1)
                }
            }
            _ if first.is_whitespace() => {
                let blanks = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
                (Token::Space, blanks)
            }
            _ => (Token::Char(first), first.len_utf8()),
        };
        let range = self.at..self.at + length;
        self.at = range.end;
        Some((token, range))
    }
}

#[cfg(test)]
mod tests {
    use super::Token;
    use super::tokens;

    #[test]
    fn every_byte_belongs_to_a_token() {
        for text in [r"\frac{a}{\Omega b}% c", "é\\", r"\,\{ x\}", "", "  a", r"\x@y1"] {
            let mut at = 0;
            for (_, range) in tokens(text) {
                assert_eq!(range.start, at);
                at = range.end;
            }
            assert_eq!(at, text.len());
        }
    }

    #[test]
    fn a_word_ends_where_its_letters_do() {
        let first = |text| tokens(text).next().map(|(token, _)| token);
        assert_eq!(first(r"\times6"), Some(Token::Word("times")));
        assert_eq!(first(r"\{x"), Some(Token::Symbol('{')));
        assert_eq!(first("% all\n x"), Some(Token::Comment));
        assert_eq!(first("\\"), Some(Token::Char('\\')));
    }
}

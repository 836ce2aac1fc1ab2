//! Cuts the TeX of a formula into tokens.
//!
//! What only sets its argument (`\boxed`, `\mathbf`, `\underbrace`) is looked through, so that it
//! excuses nothing; what stands over or under something is a remark and comes behind all else, parted
//! from it.

use std::ops::Range;

use crate::essay::group;
use crate::essay::hidden_groups;
use crate::essay::is_text;
use crate::language::relation::commands::Wrapper;
use crate::language::relation::commands::has_cells;
use crate::language::relation::commands::is_space;
use crate::language::relation::commands::is_switch;
use crate::language::relation::commands::is_wide_space;
use crate::language::relation::commands::wrapper;
use crate::language::relation::tokens::TexError;
use crate::language::relation::tokens::Token;
use crate::language::relation::tokens::TokenKind;

/// The length of the run of ASCII digits that `text` begins with.
fn digits(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()
}

/// The inside of the braced group that begins at byte `at`, and the byte behind it.
fn braced(tex: &str, at: usize) -> Result<(Range<usize>, usize), TexError> {
    match group(tex, at) {
        Some(inside) => Ok((inside.clone(), inside.end + 1)),
        None => {
            let message = "a group in braces is missing, or not closed".to_owned();
            Err(TexError { at: at..at, message })
        }
    }
}

/// The most remarks of a formula, `\underbrace{…}_{…}`: each is looked for in what holds it.
const MOST_REMARKS: usize = 100;

/// A group in braces that is not closed yet.
struct Group {
    /// The place of its brace among the tokens.
    brace: usize,
    /// What it is the argument of.
    wrapper: Option<Wrapper>,
    /// The font of its letters.
    font: Option<Wrapper>,
    /// How many tokens it holds, a group being one.
    count: usize,
    /// Whether one of these relates.
    relates: bool,
}

/// Cuts a formula.
struct Lexer<'a> {
    tex: &'a str,
    tokens: Vec<Token>,
    /// Places of braces that are looked through.
    dropped: Vec<usize>,
    open: Vec<Group>,
    /// For each environment, whether its cells stand alone.
    environments: Vec<bool>,
    /// What the group that comes next is the argument of.
    wrapper: Option<Wrapper>,
    /// Whether a script here is a remark on what stands before.
    remarked: bool,
    /// The remarks that are still to be cut.
    remarks: Vec<Range<usize>>,
    /// How many there were.
    remarks_seen: usize,
}

/// The tokens of `tex`, those of remarks last.
///
/// # Cost
///
/// Linear in its length.
pub(super) fn tokens(tex: &str) -> Result<Vec<Token>, TexError> {
    let mut lexer = Lexer {
        tex,
        tokens: Vec::new(),
        dropped: Vec::new(),
        open: Vec::new(),
        environments: Vec::new(),
        wrapper: None,
        remarked: false,
        remarks: Vec::new(),
        remarks_seen: 0,
    };
    lexer.run(0..tex.len())?;
    while let Some(range) = lexer.remarks.pop() {
        lexer.open.clear();
        lexer.environments.clear();
        lexer.push(TokenKind::Cell, range.start..range.start);
        lexer.run(range)?;
    }
    Ok(lexer.finish())
}

impl Lexer<'_> {
    fn push(&mut self, kind: TokenKind, at: Range<usize>) {
        let token = Token::new(kind, at);
        if let Some(group) = self.open.last_mut() {
            group.count += 1;
            group.relates |= token.is_relation();
        }
        self.tokens.push(token);
    }

    fn rest(&self, at: usize) -> &str {
        self.tex.get(at..).unwrap_or("")
    }

    /// Cuts what stands at `range`.
    fn run(&mut self, range: Range<usize>) -> Result<(), TexError> {
        let mut at = range.start;
        while at < range.end
            && let Some(c) = self.rest(at).chars().next()
        {
            let start = at;
            at += c.len_utf8();
            if c.is_whitespace() || c == '~' {
                continue;
            }
            let remarked = std::mem::take(&mut self.remarked);
            if remarked && matches!(c, '_' | '^') {
                at = self.remark(at)?;
                self.remarked = true;
                continue;
            }
            match c {
                '{' => {
                    let wrapper = self.wrapper.take();
                    self.begin(wrapper, start..at);
                    continue;
                }
                '}' => {
                    self.end(start..at);
                    continue;
                }
                '\\' => {
                    at = self.command(start)?;
                    continue;
                }
                _ => {}
            }
            let wrapped = self.wrapper.take();
            let kind = match c {
                '&' if self.environments.last() == Some(&true) => TokenKind::Cell,
                '&' => TokenKind::Tab,
                // `\frac12` is a half: TeX takes one digit at a time.
                '0'..='9' if takes_digits(&self.tokens) => TokenKind::Number(c.to_string()),
                '0'..='9' => {
                    let (number, end) = number(self.tex, start);
                    at = end;
                    TokenKind::Number(number)
                }
                '(' | '[' => TokenKind::Open(c),
                ')' | ']' => TokenKind::Close(c),
                '%' => {
                    let message = "a comment hides part of the formula".to_owned();
                    return Err(TexError { at: start..at, message });
                }
                _ if c.is_alphabetic() => {
                    let (kind, end) = self.letters(start, wrapped);
                    at = end;
                    kind
                }
                _ => TokenKind::Sign(c),
            };
            self.push(kind, start..at);
        }
        Ok(())
    }

    /// The letter or word at byte `start`, by its font; `wrapped`, if that is of one letter.
    fn letters(&self, start: usize, wrapped: Option<Wrapper>) -> (TokenKind, usize) {
        let font = wrapped.or_else(|| self.open.last().and_then(|group| group.font));
        let rest = self.rest(start);
        let first = rest.chars().next().unwrap_or(' ');
        let run = match wrapped {
            Some(_) => first.len_utf8(),
            None => rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len()),
        };
        let word = rest.get(..run).unwrap_or("");
        match font {
            Some(Wrapper::Upright) => (TokenKind::Name(word.to_owned()), start + run),
            Some(Wrapper::Font) if word.chars().nth(1).is_some() => {
                (TokenKind::Name(word.to_owned()), start + run)
            }
            _ => (TokenKind::Letter(first), start + first.len_utf8()),
        }
    }

    /// Begins a group.
    fn begin(&mut self, wrapper: Option<Wrapper>, at: Range<usize>) {
        let around = self.open.last().and_then(|group| group.font);
        let font = match wrapper {
            Some(Wrapper::Upright | Wrapper::Font) => wrapper,
            _ => around,
        };
        let brace = self.tokens.len();
        self.tokens.push(Token::new(TokenKind::Open('{'), at));
        self.open.push(Group { brace, wrapper, font, count: 0, relates: false });
    }

    /// Ends a group, which is looked through if it is only a relation or a letter in braces, or if
    /// what it is the argument of shows a relation as it is.
    fn end(&mut self, at: Range<usize>) {
        self.wrapper = None;
        let Some(group) = self.open.pop() else {
            self.push(TokenKind::Close('g'), at);
            return;
        };
        let alone = group.count == 1;
        let only = self
            .tokens
            .get(group.brace + 1)
            .filter(|_| alone && self.tokens.len() == group.brace + 2);
        let letter = only.is_some_and(|token| token.letter().is_some());
        let before = group.brace.checked_sub(1).and_then(|before| self.tokens.get(before));
        let is_script =
            before.is_some_and(|token| matches!(token.kind, TokenKind::Sign('_' | '^')));
        let through = match group.wrapper {
            // `{}` is nothing, `{=}` a sign.
            None if group.brace + 1 == self.tokens.len() => !is_script,
            None => only.is_some_and(Token::is_relation) && !is_script,
            Some(Wrapper::Accent) => letter,
            Some(_) => group.relates || only.is_some(),
        };
        if through {
            self.dropped.push(group.brace);
            if group.wrapper == Some(Wrapper::Accent) {
                self.dropped.push(group.brace - 1);
            }
        } else {
            self.tokens.push(Token::new(TokenKind::Close('g'), at));
        }
        if let Some(around) = self.open.last_mut() {
            around.count += if through { group.count } else { 1 };
            around.relates |= through && group.relates;
        }
        self.remarked = group.wrapper == Some(Wrapper::Brace);
    }

    /// Keeps the argument at byte `at` for later; the byte behind it.
    fn remark(&mut self, at: usize) -> Result<usize, TexError> {
        self.remarks_seen += 1;
        if self.remarks_seen > MOST_REMARKS {
            let message = "this formula has too many remarks to be read".to_owned();
            return Err(TexError { at: at..at, message });
        }
        let start = at + (self.rest(at).len() - self.rest(at).trim_start().len());
        if self.rest(start).starts_with('{') {
            let (inside, end) = braced(self.tex, start)?;
            self.remarks.push(inside);
            return Ok(end);
        }
        let end = start + self.rest(start).chars().next().map_or(0, char::len_utf8);
        self.remarks.push(start..end);
        Ok(end)
    }

    /// Reads the command at byte `at`; the byte behind it.
    fn command(&mut self, at: usize) -> Result<usize, TexError> {
        let rest = self.rest(at + 1);
        let letters = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        if letters == 0 {
            let sign = rest.chars().next().unwrap_or(' ');
            let end = at + 1 + rest.chars().next().map_or(0, char::len_utf8);
            let kind = match sign {
                '{' => TokenKind::Open('}'),
                '}' => TokenKind::Close('}'),
                '\\' if self.environments.last() == Some(&true) => TokenKind::Cell,
                '\\' => TokenKind::Line,
                '|' => TokenKind::Sign('‖'),
                '%' => TokenKind::Command("%".to_owned()),
                '#' | '&' | '$' | '_' => TokenKind::Sign('#'),
                ',' | ';' | ':' | '!' | ' ' | '>' | '/' | '\n' => return Ok(end),
                _ => {
                    let message = format!("`\\{sign}` cannot be read");
                    return Err(TexError { at: at..end, message });
                }
            };
            self.push(kind, at..end);
            return Ok(end);
        }
        let name = rest.get(..letters).unwrap_or("").to_owned();
        let mut end = at + 1 + letters;
        if self.rest(end).starts_with('*')
            && matches!(name.as_str(), "operatorname" | "tag" | "hspace")
        {
            end += 1;
        }
        let wrapping = self.wrapper.take();
        // What is no mathematics: a colour, an address, a length.
        let mut hidden = end..end;
        for _ in 0..hidden_groups(&name) {
            (hidden, end) = braced(self.tex, end)?;
        }
        if is_space(&name) {
            self.wrapper = wrapping;
            return Ok(end);
        }
        if let Some(wrapper) = wrapper(&name) {
            if wrapper == Wrapper::Stack {
                end = self.remark(end)?;
            } else if wrapper == Wrapper::Accent {
                self.push(TokenKind::Command(name), at..end);
            }
            self.wrapper = Some(wrapper);
            return Ok(end);
        }
        let kind = match name.as_str() {
            "lbrace" => TokenKind::Open('}'),
            "rbrace" => TokenKind::Close('}'),
            "lfloor" => TokenKind::Open('⌊'),
            "rfloor" => TokenKind::Close('⌋'),
            "lceil" => TokenKind::Open('⌈'),
            "rceil" => TokenKind::Close('⌉'),
            "vert" | "lvert" | "rvert" => TokenKind::Sign('|'),
            "val" => {
                let (inside, behind) = braced(self.tex, end)?;
                end = behind;
                TokenKind::Expression(self.tex.get(inside).unwrap_or("").to_owned())
            }
            "is" => {
                let (_, between) = braced(self.tex, end)?;
                let (inside, behind) = braced(self.tex, between)?;
                end = behind;
                TokenKind::Expression(self.tex.get(inside).unwrap_or("").to_owned())
            }
            "begin" | "end" => {
                let environment = self.tex.get(hidden).unwrap_or("").trim().to_owned();
                let cells = has_cells(&environment);
                if name == "begin" {
                    // Behind it an array says how its columns stand.
                    if matches!(
                        environment.as_str(),
                        "array" | "darray" | "subarray" | "alignedat" | "alignat" | "alignat*"
                    ) {
                        end = braced(self.tex, end)?.1;
                    }
                    self.environments.push(cells);
                } else {
                    self.environments.pop();
                }
                if !cells {
                    return Ok(end);
                }
                TokenKind::Cell
            }
            "color" => return Ok(end),
            "cr" | "newline" => TokenKind::Line,
            _ if is_switch(&name) => {
                if let Some(group) = self.open.last_mut() {
                    group.font = Some(Wrapper::Upright);
                    group.wrapper = group.wrapper.or(Some(Wrapper::Upright));
                }
                return Ok(end);
            }
            _ if is_wide_space(&name) => {
                if hidden.is_empty() && !matches!(name.as_str(), "quad" | "qquad") {
                    end += length(self.rest(end));
                }
                TokenKind::Row
            }
            _ if is_text(&name) => {
                let (inside, behind) = braced(self.tex, end)?;
                end = behind;
                // `(\text{mod } 5)`.
                if self.tex.get(inside).unwrap_or("").trim() == "mod" {
                    TokenKind::Command("bmod".to_owned())
                } else {
                    TokenKind::Row
                }
            }
            "xrightarrow" | "xleftarrow" => {
                end = self.remark(end)?;
                TokenKind::Command(name)
            }
            _ => TokenKind::Command(name),
        };
        self.push(kind, at..end);
        Ok(end)
    }

    /// The tokens, when it is known what stands beside each.
    fn finish(self) -> Vec<Token> {
        let mut dropped = self.dropped;
        dropped.sort_unstable();
        let mut dropped = dropped.into_iter().peekable();
        let mut tokens: Vec<Token> = Vec::with_capacity(self.tokens.len());
        let mut negated: Option<usize> = None;
        for (index, mut token) in self.tokens.into_iter().enumerate() {
            if dropped.next_if_eq(&index).is_some() {
                continue;
            }
            if let Some(start) = negated.take() {
                token = negation(token, start);
            }
            if token.command() == Some("not") {
                negated = Some(token.at.start);
                continue;
            }
            tokens.push(token);
        }
        let mut index = 0;
        while index < tokens.len() {
            let next = tokens.get(index + 1);
            let before = index.checked_sub(1).and_then(|before| tokens.get(before));
            let kind = match tokens.get(index).map(|token| &token.kind) {
                Some(TokenKind::Name(name)) => resolved(name, before, next),
                Some(TokenKind::Tab) => {
                    let before = index.checked_sub(1).and_then(|before| tokens.get(before));
                    let begins = before.is_none_or(|token| {
                        token.is_edge()
                            || token.relates_outside_braces()
                            || matches!(token.kind, TokenKind::Open(_) | TokenKind::Tab)
                    });
                    let ends = next.is_none_or(|token| {
                        token.is_edge()
                            || token.relates_outside_braces()
                            || matches!(token.kind, TokenKind::Close(_))
                    });
                    if begins || ends { None } else { Some(TokenKind::Cell) }
                }
                _ => None,
            };
            if let (Some(kind), Some(token)) = (kind, tokens.get_mut(index)) {
                token.kind = kind;
            }
            index += 1;
        }
        tokens.retain(|token| token.kind != TokenKind::Tab);
        scripts(&mut tokens);
        tokens
    }
}

/// What the word `name` is, between `before` and `next`; nothing, if it stays a name.
fn resolved(name: &str, before: Option<&Token>, next: Option<&Token>) -> Option<TokenKind> {
    let applied = next.is_some_and(|next| {
        matches!(next.kind, TokenKind::Open('(') | TokenKind::Sign('_' | '\''))
    });
    let differential = name == "d" && next.is_some_and(|next| next.letter().is_some());
    match name {
        "mod" => Some(TokenKind::Command("bmod".to_owned())),
        "gcd" | "max" | "min" if applied => Some(TokenKind::Command(name.to_owned())),
        _ if applied || differential => None,
        // `\operatorname{rad} 12`: behind a number it would be a unit.
        _ if next.is_some_and(Token::is_operand) && !before.is_some_and(Token::ends_operand) => {
            None
        }
        // A word, or a unit.
        _ => Some(TokenKind::Row),
    }
}

/// The relation `token` behind a `\not` at byte `start`.
fn negation(token: Token, start: usize) -> Token {
    let name = match &token.kind {
        TokenKind::Sign('=') => "ne",
        TokenKind::Sign('≡') => "nequiv",
        TokenKind::Sign('∈') => "notin",
        TokenKind::Command(name) => match name.as_str() {
            "equiv" => "nequiv",
            "in" => "notin",
            "mid" => "nmid",
            _ => "nrelation",
        },
        _ => "nrelation",
    };
    Token::new(TokenKind::Command(name.to_owned()), start..token.at.end)
}

/// Marks what stands in sub- and superscripts.
fn scripts(tokens: &mut [Token]) {
    let mut groups: Vec<bool> = Vec::new();
    let mut next = false;
    for token in tokens {
        let inside = groups.last().copied().unwrap_or(false);
        token.script = inside || next;
        let begins = std::mem::take(&mut next);
        match token.kind {
            TokenKind::Open(_) => {
                groups.push(inside || begins && token.kind == TokenKind::Open('{'))
            }
            TokenKind::Close(_) => {
                groups.pop();
            }
            TokenKind::Sign('_' | '^') => next = true,
            _ => {}
        }
    }
}

/// The length of a length, `1.5em`, at the start of `text`.
fn length(text: &str) -> usize {
    let bare = text.trim_start().trim_start_matches(['-', '+']);
    let bare = bare.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim_start();
    let unit = bare.len() - bare.trim_start_matches(|c: char| c.is_ascii_lowercase()).len();
    text.len() - bare.len() + unit.min(2)
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

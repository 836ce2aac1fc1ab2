//! The tokens of a formula, and what each is to it.

use std::ops::Range;

use crate::language::relation::commands::RELATIONS;
use crate::language::relation::commands::UNREAD;
use crate::language::relation::commands::greek;
use crate::language::relation::commands::is_connective;
use crate::language::relation::commands::is_letter;

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
    /// A word set upright that is applied to something: `\mathrm{lcm}(4, 6)`.
    Name(String),
    /// A command, without its backslash.
    Command(String),
    /// `(`, `[`, `{` (a group), `\{` (as `}`), `⌊`, `⌈`.
    Open(char),
    /// What closes it: `)`, `]`, `g` for a group, `}` for `\}`, `⌋`, `⌉`.
    Close(char),
    /// Any other character.
    Sign(char),
    /// What parts: a wide space, a text, a column.
    Row,
    /// The end of a line, of which a sign may be the continuation.
    Line,
    /// The edge of a cell, which belongs to nothing outside.
    Cell,
    /// `&`, before it is known what it parts.
    Tab,
    /// The inside of a group that is not TeX: the expression of `\val` or `\is`.
    Expression(String),
}

/// What a letter is to the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// No letter, or one that stands for a function and has arguments.
    Known,
    /// It stands for nothing that is known.
    Free,
    /// A sign before it lets it run: `\sum_{k=1}^{5} k`.
    Bound,
    /// The letter of a sum, behind its end.
    Stray,
    /// `\pi`, which nothing defines, binds or applies: it is the number.
    Constant,
    /// It stands for nothing that is known, and is applied to numbers: `f(36)`, `p_{12}`.
    Applied,
}

/// A token with its bytes in the TeX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) at: Range<usize>,
    pub(super) role: Role,
    /// Whether it stands in a sub- or superscript.
    pub(super) script: bool,
}

impl Token {
    pub(super) fn new(kind: TokenKind, at: Range<usize>) -> Self {
        Self { kind, at, role: Role::Known, script: false }
    }

    /// The name of the command that it is.
    pub(super) fn command(&self) -> Option<&str> {
        match &self.kind {
            TokenKind::Command(name) => Some(name),
            _ => None,
        }
    }

    /// The letter that it is; a Greek one by its command.
    pub(super) fn letter(&self) -> Option<String> {
        match &self.kind {
            TokenKind::Letter(letter) => {
                Some(greek(*letter).map_or_else(|| letter.to_string(), ToOwned::to_owned))
            }
            TokenKind::Command(name) if is_letter(name) => Some(name.clone()),
            _ => None,
        }
    }

    /// Whether it relates what stands before and behind it.
    pub(super) fn is_relation(&self) -> bool {
        match &self.kind {
            TokenKind::Sign('=' | '<' | '>' | '≤' | '≥' | '≠' | '‖' | '≈' | '≡' | '∈') => {
                true
            }
            TokenKind::Command(name) => {
                RELATIONS.iter().any(|(own, _)| own == name)
                    || UNREAD.contains(&name.as_str())
                    || matches!(name.as_str(), "equiv" | "nequiv" | "notin" | "approx")
            }
            _ => false,
        }
    }

    /// The same, for a token that stands in no braces of a game: there `\mid` divides.
    pub(super) fn relates_outside_braces(&self) -> bool {
        self.is_relation() || matches!(self.command(), Some("mid" | "nmid"))
    }

    /// Whether it stands for something left out.
    pub(super) fn is_ellipsis(&self) -> bool {
        let dots = |name: &str| {
            matches!(
                name,
                "dots" | "ldots" | "cdots" | "vdots" | "ddots" | "dotsb" | "dotsc" | "dotsm"
            )
        };
        self.command().is_some_and(dots) || matches!(self.kind, TokenKind::Sign('…' | '⋯'))
    }

    /// Whether it stands between two statements.
    pub(super) fn is_connective(&self) -> bool {
        self.command().is_some_and(is_connective)
            || matches!(self.kind, TokenKind::Sign('⇒' | '⇐' | '⇔' | '→' | '↦' | '⟹' | '⟺' | '∧'))
    }

    /// Whether it parts what stands beside it, wherever it stands.
    pub(super) fn is_edge(&self) -> bool {
        matches!(self.kind, TokenKind::Row | TokenKind::Line | TokenKind::Cell)
    }

    /// Whether this is something definite that a function may be applied to without brackets.
    pub(super) fn is_operand(&self) -> bool {
        matches!(
            self.kind,
            TokenKind::Number(_)
                | TokenKind::Expression(_)
                | TokenKind::Open('}' | '[')
                | TokenKind::Sign('|')
        )
    }

    /// Whether a factor may end here, so that a word behind it is a unit.
    pub(super) fn ends_operand(&self) -> bool {
        matches!(
            self.kind,
            TokenKind::Number(_)
                | TokenKind::Expression(_)
                | TokenKind::Close(_)
                | TokenKind::Letter(_)
        )
    }

    /// Whether the arguments of a function may begin here.
    pub(super) fn opens_arguments(&self) -> bool {
        matches!(self.kind, TokenKind::Open('('))
    }
}

//! What is refused before KaTeX sees it.
//!
//! The renderer works recursively and its stack is finite; it expands without end what defines
//! itself; and a few commands reach out of the formula. So a formula has limits, far above what a
//! reader could read.

#![expect(clippy::wildcard_enum_match_arm, reason = "a token not named has no meaning here")]

use super::MathError;
use super::tex::Token;
use super::tex::tokens;

/// Bytes that a formula may have as written.
pub(super) const LONGEST: usize = 8 * 1024;

/// Levels of braces, `\left`, `\begin` and the like.
pub(super) const DEEPEST: usize = 100;

/// Commands that define: macros are the site's, in `[math.macros]`.
const DEFINITIONS: &[&str] = &[
    "def",
    "gdef",
    "edef",
    "xdef",
    "let",
    "futurelet",
    "global",
    "long",
    "newcommand",
    "renewcommand",
    "providecommand",
    "newenvironment",
    "renewenvironment",
    "DeclareMathOperator",
];

/// Commands that lead out of the formula: links, files, attributes, messages.
const OUTWARD: &[&str] = &[
    "href",
    "url",
    "includegraphics",
    "htmlClass",
    "htmlId",
    "htmlStyle",
    "htmlData",
    "message",
    "errmessage",
    "show",
];

/// Commands that take the whole rest of their group, and so nest like a brace.
const TAKES_THE_REST: &[&str] = &[
    "displaystyle",
    "textstyle",
    "scriptstyle",
    "scriptscriptstyle",
    "tiny",
    "sixptsize",
    "scriptsize",
    "footnotesize",
    "small",
    "normalsize",
    "large",
    "Large",
    "LARGE",
    "huge",
    "Huge",
    "rm",
    "sf",
    "tt",
    "bf",
    "it",
    "cal",
    "color",
];

/// Checks a formula, or the body of a macro, as its author wrote it.
///
/// # Errors
///
/// If it is too long, nested too deep, defines something, or reaches out of the formula.
pub(super) fn check(tex: &str) -> Result<(), MathError> {
    if tex.len() > LONGEST {
        let message = format!("the formula has {} bytes, more than {LONGEST}", tex.len());
        return Err(MathError::unplaced(message));
    }
    for (token, range) in tokens(tex) {
        let Token::Word(word) = token else { continue };
        if DEFINITIONS.contains(&word) {
            let message = format!(
                "`\\{word}` defines something in a formula: macros stand under `[math.macros]`"
            );
            return Err(MathError::new(message, range));
        }
        if OUTWARD.contains(&word) {
            return Err(MathError::new(format!("`\\{word}` is not allowed in a formula"), range));
        }
        if word.contains('@') {
            return Err(MathError::new(format!("`\\{word}` is an internal command"), range));
        }
    }
    depth(tex)
}

/// Checks the nesting of `tex`, for a second time once its macros are expanded.
///
/// # Errors
///
/// If it is nested deeper than [`DEEPEST`] levels; the place is where that level begins.
pub(super) fn depth(tex: &str) -> Result<(), MathError> {
    // The groups that are open: what each adds to the depth, and whether a `]` ends it.
    let mut groups: Vec<(usize, bool)> = vec![(0, false)];
    let mut total = 0;
    let mut takes_optional = false;
    for (token, range) in tokens(tex) {
        match token {
            Token::Open | Token::Word("left" | "begin") => {
                groups.push((1, false));
                total += 1;
            }
            Token::Char('[') if takes_optional => {
                groups.push((1, true));
                total += 1;
            }
            Token::Word(word) if TAKES_THE_REST.contains(&word) => {
                if let Some((adds, _)) = groups.last_mut() {
                    *adds += 1;
                    total += 1;
                }
            }
            Token::Char(']') => {
                if let Some((adds, _)) = groups.pop_if(|(_, optional)| *optional) {
                    total -= adds;
                }
            }
            Token::Close | Token::Word("right" | "end") => {
                while let Some((adds, _)) = groups.pop_if(|(_, optional)| *optional) {
                    total -= adds;
                }
                if groups.len() > 1 {
                    total -= groups.pop().map_or(0, |(adds, _)| adds);
                }
            }
            _ => {}
        }
        if total > DEEPEST {
            return Err(MathError::new(format!("nested more than {DEEPEST} levels deep"), range));
        }
        takes_optional = match token {
            Token::Word(word) => word == "sqrt" || word.starts_with('x'),
            Token::Space => takes_optional,
            _ => false,
        };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check;

    fn refused(tex: &str) -> (String, Option<std::ops::Range<usize>>) {
        let error = check(tex).expect_err(tex);
        (error.message, error.at)
    }

    #[test]
    fn definitions_are_refused_where_they_stand() {
        let (message, at) = refused(r"x \def\a{b}");
        assert_eq!(
            message,
            r"`\def` defines something in a formula: macros stand under `[math.macros]`"
        );
        assert_eq!(at, Some(2..6));
        for tex in [r"\newcommand{\a}{b}", r"\let\a=b", r"\gdef\a{}", r"\global\def\a{}"] {
            refused(tex);
        }
    }

    #[test]
    fn commands_that_reach_out_are_refused() {
        for tex in [r"\href{x}{y}", r"\htmlClass{a}{b}", r"\includegraphics{x}", r"\message{x}"] {
            refused(tex);
        }
        refused(r"\value@{66}{66}");
    }

    #[test]
    fn a_hundred_levels_pass_and_one_more_does_not() {
        let braces = |n: usize| format!("{}x{}", "{".repeat(n), "}".repeat(n));
        assert!(check(&braces(100)).is_ok());
        assert_eq!(refused(&braces(101)).0, "nested more than 100 levels deep");
        refused(&format!("{}x", r"\displaystyle ".repeat(101)));
        refused(&format!("{}x{}", r"\left(".repeat(101), r"\right)".repeat(101)));
        assert!(check(&"{x}".repeat(500)).is_ok(), "side by side is not deep");
        assert!(check(&r"{\bf x}".repeat(500)).is_ok(), "a switch ends with its group");
        assert!(check(&r"\sqrt[3]{x}".repeat(500)).is_ok(), "a root ends too");
        assert!(check(&r"x \in [0, 1) ".repeat(500)).is_ok(), "a bracket is not a level");
        refused(&r"\sqrt[".repeat(101));
        assert!(check(&"x}".repeat(500)).is_ok(), "KaTeX reports what does not match");
    }

    #[test]
    fn a_formula_of_more_than_eight_thousand_bytes_is_refused() {
        assert!(check(&"x".repeat(8192)).is_ok());
        assert_eq!(refused(&"x".repeat(8193)).0, "the formula has 8193 bytes, more than 8192");
    }
}

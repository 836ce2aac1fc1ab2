//! Macros: those supplied and those of `[math.macros]`, expanded before KaTeX sees a formula.
//!
//! KaTeX would expand them itself, and run away with one that doubles its argument. Here the
//! expansion is counted: it ends, or it is an error. Each byte of the result knows which byte of
//! the formula it came from, so KaTeX's complaints can be shown in the Markdown.

#![expect(clippy::wildcard_enum_match_arm, reason = "a token not named has no meaning here")]

use std::ops::Range;

use super::MathError;
use super::tex::Token;
use super::tex::tokens;
use super::traced::Traced;

/// Bytes that a formula may have once its macros are expanded.
const LONGEST: usize = 32 * 1024;

/// Macros within macros within macros: how deep.
const DEEPEST: usize = 32;

/// What every site can say without defining it. The words of the field: `\cg{L}{R}` is the game
/// with these options, `\cgs{L}{R}` the same without stretching braces.
pub const SUPPLIED: &[(&str, &str)] = &[
    ("cg", r"\left\{\,#1\,\middle|\,#2\,\right\}"),
    ("cgs", r"\{\,#1\mid#2\,\}"),
    ("up", r"{\uparrow}"),
    ("down", r"{\downarrow}"),
    ("upup", r"{\Uparrow}"),
    ("downdown", r"{\Downarrow}"),
    ("star", r"{\ast}"),
    ("switch", r"\{#1\mid#2\}"),
    ("confused", r"\mathrel{\|}"),
    ("tinygame", r"{+_{#1}}"),
    ("minygame", r"{-_{#1}}"),
];

/// A set of macros by name, without the backslash.
#[derive(Clone, Debug)]
pub(super) struct Macros {
    /// Sorted by name.
    all: Vec<Macro>,
}

#[derive(Clone, Debug)]
struct Macro {
    name: String,
    body: String,
    arguments: usize,
}

impl Macros {
    /// The supplied macros and `own`, which win. Names with or without their backslash.
    ///
    /// # Errors
    ///
    /// For each macro of `own` that cannot be used: its index and why.
    pub(super) fn new(own: &[(String, String)]) -> Result<Self, Vec<(usize, String)>> {
        let mut all: Vec<Macro> = Vec::new();
        let mut wrong = Vec::new();
        for (index, (name, body)) in own.iter().enumerate() {
            let name = name.strip_prefix('\\').unwrap_or(name);
            if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                wrong.push((index, format!("a macro's name is letters, not `{name}`")));
                continue;
            }
            all.retain(|other| other.name != name);
            all.push(Macro {
                name: name.to_owned(),
                body: body.clone(),
                arguments: arguments(body),
            });
        }
        for (name, body) in SUPPLIED {
            if !all.iter().any(|own| own.name == *name) {
                let (name, body) = ((*name).to_owned(), (*body).to_owned());
                let arguments = arguments(&body);
                all.push(Macro { name, body, arguments });
            }
        }
        all.sort_by(|a, b| a.name.cmp(&b.name));
        let macros = Self { all };
        for (index, (_, body)) in own.iter().enumerate() {
            if let Err(error) = super::guard::check(body) {
                wrong.push((index, error.message));
            } else if let Some(circle) = macros.circle(index, own) {
                wrong.push((index, format!("the macro `\\{circle}` leads back to itself")));
            }
        }
        if wrong.is_empty() { Ok(macros) } else { Err(wrong) }
    }

    /// The name of the macro at `index` of `own`, if its body leads back to it.
    fn circle(&self, index: usize, own: &[(String, String)]) -> Option<String> {
        let name = own.get(index)?.0.trim_start_matches('\\').to_owned();
        let mut seen: Vec<&str> = Vec::new();
        let mut waiting = vec![name.as_str()];
        while let Some(next) = waiting.pop() {
            let body = self.find(next).map_or("", |found| found.body.as_str());
            for (token, _) in tokens(body) {
                if let Token::Word(word) = token {
                    if word == name {
                        return Some(name);
                    }
                    if self.find(word).is_some() && !seen.contains(&word) {
                        seen.push(word);
                        waiting.push(word);
                    }
                }
            }
        }
        None
    }

    fn find(&self, name: &str) -> Option<&Macro> {
        let at = self.all.binary_search_by(|own| own.name.as_str().cmp(name)).ok()?;
        self.all.get(at)
    }

    /// `tex` with every macro expanded, traced back to `tex`.
    ///
    /// # Errors
    ///
    /// If an argument is missing, or the result is longer than 32 kB or nested too deep.
    pub(super) fn expand(&self, tex: &str) -> Result<Traced, MathError> {
        let mut expanded = Traced::default();
        self.expand_into(tex, None, 0, &mut expanded)?;
        Ok(expanded)
    }

    /// Expands `tex`; `call` are the bytes of the formula that it stands for, if it is not the
    /// formula itself.
    fn expand_into(
        &self,
        tex: &str,
        call: Option<&Range<usize>>,
        depth: usize,
        out: &mut Traced,
    ) -> Result<(), MathError> {
        let copy = |at: Range<usize>, out: &mut Traced| match call {
            Some(call) => out.put(&tex[at], call.clone()),
            None => out.copy(tex, at),
        };
        let mut stream = tokens(tex);
        let mut copied = 0;
        while let Some((token, range)) = stream.next() {
            let Token::Word(word) = token else { continue };
            let Some(found) = self.find(word) else { continue };
            copy(copied..range.start, out);
            let blame = |end: usize| call.cloned().unwrap_or(range.start..end);
            if depth == DEEPEST {
                return Err(MathError::new(
                    format!("macros are nested more than {DEEPEST} deep in `\\{word}`"),
                    blame(range.end),
                ));
            }
            let mut end = range.end;
            let mut given: Vec<&str> = Vec::with_capacity(found.arguments);
            while given.len() < found.arguments {
                let Some((text, after)) = argument(tex, &mut stream) else {
                    let (wanted, found) = (found.arguments, given.len());
                    return Err(MathError::new(
                        format!("`\\{word}` takes {wanted} arguments and finds {found}"),
                        blame(range.end),
                    ));
                };
                given.push(text);
                end = after;
            }
            let stands_for = blame(end);
            let filled = fill(&found.body, &given);
            if out.text.len() + filled.len() > LONGEST {
                let message = format!("its macros expand to more than {} kB", LONGEST / 1024);
                return Err(MathError::new(message, stands_for));
            }
            self.expand_into(&filled, Some(&stands_for), depth + 1, out)?;
            // A word at the end of a body must not run into a letter that follows.
            let letter = tex[end..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '@');
            if letter && ends_in_word(&out.text) {
                out.put(" ", stands_for);
            }
            copied = end;
        }
        copy(copied..tex.len(), out);
        Ok(())
    }
}

/// How many arguments `body` takes: the highest `#n` in it.
fn arguments(body: &str) -> usize {
    let mut highest = 0;
    let mut stream = tokens(body).peekable();
    while let Some((token, _)) = stream.next() {
        if token == Token::Char('#')
            && let Some((Token::Char(digit), _)) = stream.peek()
            && let Some(number) = digit.to_digit(10)
        {
            highest = highest.max(number as usize);
        }
    }
    highest
}

/// The next argument, a group without its braces or one token, and where it ends.
fn argument<'a>(tex: &'a str, stream: &mut super::tex::Tokens<'a>) -> Option<(&'a str, usize)> {
    let (token, range) =
        stream.find(|(token, _)| !matches!(token, Token::Space | Token::Comment))?;
    match token {
        Token::Close => None,
        Token::Open => {
            let mut level = 1;
            for (token, inner) in stream {
                match token {
                    Token::Open => level += 1,
                    Token::Close => level -= 1,
                    _ => {}
                }
                if level == 0 {
                    return Some((&tex[range.end..inner.start], inner.end));
                }
            }
            None
        }
        _ => Some((&tex[range.clone()], range.end)),
    }
}

/// `body` with the arguments put in. Ends early once it is longer than any expansion may be.
fn fill(body: &str, arguments: &[&str]) -> String {
    let mut filled = String::with_capacity(body.len());
    let mut stream = tokens(body).peekable();
    while let Some((token, range)) = stream.next() {
        let number = match stream.peek() {
            Some((Token::Char(digit), _)) if token == Token::Char('#') => digit.to_digit(10),
            _ => None,
        };
        match number.and_then(|number| arguments.get((number as usize).checked_sub(1)?)) {
            Some(argument) => {
                stream.next();
                join(&mut filled, argument);
            }
            None => join(&mut filled, &body[range]),
        }
        if filled.len() > LONGEST {
            break;
        }
    }
    filled
}

/// Appends `next`, with a space before it where a control word would run into its first letter.
fn join(tex: &mut String, next: &str) {
    if next.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@') && ends_in_word(tex) {
        tex.push(' ');
    }
    tex.push_str(next);
}

/// Whether `tex` ends in a control word.
fn ends_in_word(tex: &str) -> bool {
    let letters = tex.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    letters.len() < tex.len() && letters.ends_with('\\') && !letters.ends_with("\\\\")
}

#[cfg(test)]
mod tests {
    use super::Macros;

    fn macros(own: &[(&str, &str)]) -> Macros {
        let own: Vec<(String, String)> =
            own.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        Macros::new(&own).expect("usable macros")
    }

    fn expand(own: &[(&str, &str)], tex: &str) -> String {
        macros(own).expand(tex).expect("expands").text
    }

    #[test]
    fn arguments_are_groups_or_single_tokens() {
        let own = [("two", "#2#1"), ("R", r"\mathbb{R}")];
        assert_eq!(expand(&own, r"\two{ab}c"), "cab");
        assert_eq!(expand(&own, r"\two \alpha{x}"), r"x\alpha");
        assert_eq!(expand(&own, r"\R^2"), r"\mathbb{R}^2");
        assert_eq!(expand(&own, r"\Rx"), r"\Rx", "another word");
    }

    #[test]
    fn a_word_that_a_macro_ends_in_does_not_run_into_the_next_letter() {
        assert_eq!(expand(&[("a", r"\alpha")], r"\a{}x\a x"), r"\alpha{}x\alpha x");
        assert_eq!(expand(&[("f", "#1x")], r"\f\alpha"), r"\alpha x");
        assert_eq!(expand(&[("f", r"\alpha#1b")], r"\f{x}\f{\beta}"), r"\alpha xb\alpha\beta b");
    }

    #[test]
    fn a_macro_that_leads_back_to_itself_is_refused() {
        let own = [("a".to_owned(), r"\b".to_owned()), ("b".to_owned(), r"x\a".to_owned())];
        let wrong = Macros::new(&own).expect_err("a circle");
        assert_eq!(wrong.len(), 2);
        assert_eq!(wrong[0], (0, r"the macro `\a` leads back to itself".to_owned()));
    }

    #[test]
    fn doubling_ends_in_an_error() {
        let names: Vec<String> = ('a'..='z').map(|c| format!("d{c}")).collect();
        let own: Vec<(String, String)> = names
            .windows(2)
            .map(|pair| (pair[0].clone(), format!("\\{}{{#1#1}}", pair[1])))
            .collect();
        let error = Macros::new(&own).expect("no circle").expand(r"y\da{x}").expect_err("too long");
        assert_eq!(error.message, "its macros expand to more than 32 kB");
        assert_eq!(error.at, Some(1..7));
    }

    #[test]
    fn places_lead_back_to_the_formula() {
        let tex = r"ab\R cd\two{x}{y}e";
        let expanded =
            macros(&[("R", r"\mathbb{R}"), ("two", "#2#1")]).expand(tex).expect("expands");
        assert_eq!(expanded.text, r"ab\mathbb{R} cdyxe");
        let at = |part: &str| {
            let start = expanded.text.find(part).expect("there");
            &tex[expanded.origin(start..start + part.len())]
        };
        assert_eq!(at("b"), "b");
        assert_eq!(at("c"), "c");
        assert_eq!(at("e"), "e");
        assert_eq!(at("yx"), r"\two{x}{y}");
        assert_eq!(at("mathbb"), r"\R");
    }
}

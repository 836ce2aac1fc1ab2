//! Where the size of a tiny or miny stands in a written text, so that it can be set as an index.
//!
//! `+_2` and `−_{2|1}` are how a game is typed and how it stands where no markup may: in CSV, in
//! alternative texts. On a page and in a picture the size stands lower, and the stroke before it
//! goes.

use std::collections::HashMap;

/// A stretch of a written text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stretch<'a> {
    /// Text on the line, or in the index that was begun.
    Text(&'a str),
    /// An index begins.
    Down,
    /// The index ends.
    Up,
}

/// Cuts `text` where indices begin and end; indices may hold indices. What is cut out is only the
/// stroke before each index: a text without one comes back whole, and every [`Stretch::Down`] has
/// its [`Stretch::Up`].
///
/// An index is a whole game behind `+_`, `-_` or `−_` that no letter touches from the left: a
/// number, a fraction, ups, downs, a nimber, or what stands in brackets.
#[must_use]
pub fn stretches(text: &str) -> Vec<Stretch<'_>> {
    let mut stretches = Vec::new();
    if !text.contains('_') {
        push(&mut stretches, Some(text));
        return stretches;
    }
    let brackets = brackets(text);
    // Where indices end, as byte offsets, the innermost last.
    let mut ends: Vec<usize> = Vec::new();
    let mut copied = 0;
    let mut before = [' '; 2];
    let mut strokes = text.char_indices();
    while let Some((at, c)) = strokes.next() {
        while ends.last().is_some_and(|&end| end <= at) {
            ends.pop();
            push(&mut stretches, text.get(copied..at));
            stretches.push(Stretch::Up);
            copied = at;
        }
        let [touching, sign] = before;
        if c == '_' && matches!(sign, '+' | '-' | '−') && !touching.is_alphabetic() {
            let begin = at + 1;
            let without = || begin + game_length(strokes.as_str());
            let end = brackets.get(&begin).copied().unwrap_or_else(without);
            if end > begin {
                push(&mut stretches, text.get(copied..at));
                stretches.push(Stretch::Down);
                copied = begin;
                ends.push(end);
            }
        }
        before = [sign, c];
    }
    push(&mut stretches, text.get(copied..));
    stretches.extend(ends.iter().map(|_| Stretch::Up));
    stretches
}

fn push<'a>(stretches: &mut Vec<Stretch<'a>>, text: Option<&'a str>) {
    stretches.extend(text.filter(|text| !text.is_empty()).map(Stretch::Text));
}

/// How many bytes the game without brackets takes with which `text` begins; 0 if it begins with none.
fn game_length(text: &str) -> usize {
    let run = |from: usize, own: fn(char) -> bool| {
        let rest = text.get(from..).unwrap_or("");
        rest.len() - rest.trim_start_matches(own).len()
    };
    let digits = |from| run(from, |c| c.is_ascii_digit());
    let signs = match text.chars().next() {
        Some('0'..='9') => {
            let whole = digits(0);
            let is_fraction = text.get(whole..).is_some_and(|rest| rest.starts_with('/'));
            let below = if is_fraction { digits(whole + 1) } else { 0 };
            return if below > 0 { whole + 1 + below } else { whole };
        }
        Some('^' | '↑' | '⇑') => run(0, |c| matches!(c, '^' | '↑' | '⇑')),
        Some('↓' | '⇓') => run(0, |c| matches!(c, '↓' | '⇓')),
        Some(star @ ('*' | '∗')) => star.len_utf8(),
        _ => return 0,
    };
    signs + digits(signs)
}

/// Where each bracket that is closed begins, and where it ends.
fn brackets(text: &str) -> HashMap<usize, usize> {
    let mut open = Vec::new();
    let mut ends = HashMap::new();
    for (at, c) in text.char_indices() {
        match c {
            '{' | '(' => open.push(at),
            '}' | ')' => ends.extend(open.pop().map(|begin| (begin, at + 1))),
            _ => {}
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::Stretch;
    use super::stretches;

    /// The stretches with indices between angle brackets.
    fn marked(text: &str) -> String {
        let marks = stretches(text).into_iter().map(|stretch| match stretch {
            Stretch::Text(text) => text,
            Stretch::Down => "<",
            Stretch::Up => ">",
        });
        marks.collect()
    }

    #[test]
    fn the_size_of_a_tiny_is_its_index() {
        for (text, expected) in [
            ("+_2", "+<2>"),
            ("−_1/2", "−<1/2>"),
            ("-_{2|1} and more", "-<{2|1}> and more"),
            ("+_(2*)", "+<(2*)>"),
            ("{2|−_3||0}", "{2|−<3>||0}"),
            ("+_{−_2|−1}", "+<{−<2>|−1}>"),
            ("+_2*, −_⇑3", "+<2>*, −<⇑3>"),
            ("3+_2", "3+<2>"),
            ("+_1/x", "+<1>/x"),
        ] {
            assert_eq!(marked(text), expected);
        }
    }

    #[test]
    fn other_strokes_stay() {
        for text in ["", "a_2", "L_1", "+_", "−_{2|1", "x-_2", "+_x", "2 + _3", "snake_case"] {
            assert_eq!(marked(text), text);
        }
    }

    #[test]
    fn many_brackets_that_are_not_closed_stay() {
        let text = "+_{".repeat(20_000);
        assert_eq!(marked(&text), text);
    }
}

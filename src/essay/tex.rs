//! The little of TeX that finding numbers in formulas takes.

use std::ops::Range;

use crate::essay::builder::cut;

/// The bytes between the braces of the group that begins at or, after white space, behind byte
/// `at` of `tex`; none if there is no group or it is not closed.
#[must_use]
pub fn group(tex: &str, at: usize) -> Option<Range<usize>> {
    let rest = tex.get(at..)?;
    let open = at + (rest.len() - rest.trim_start().len());
    let inside = tex.get(open..)?.strip_prefix('{')?;
    let start = open + 1;
    let mut depth = 1_usize;
    let mut escaped = false;
    for (offset, byte) in inside.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(start..start + offset);
                }
            }
            _ => {}
        }
    }
    None
}

/// Commands whose argument is text.
const TEXTS: &[&str] = &[
    "text",
    "textrm",
    "textbf",
    "textit",
    "textsf",
    "texttt",
    "textnormal",
    "textup",
    "textmd",
    "mbox",
    "hbox",
    "fbox",
    "tag",
];

/// Whether the argument of a command, without its backslash, is text.
#[must_use]
pub fn is_text(command: &str) -> bool {
    TEXTS.contains(&command)
}

/// How many groups behind a command, without its backslash, are no mathematics that is seen: a
/// colour, an address, a length, the name of an environment.
#[must_use]
pub fn hidden_groups(command: &str) -> usize {
    match command {
        "fcolorbox" | "rule" => 2,
        "color" | "textcolor" | "colorbox" | "href" | "url" | "hspace" | "vspace" | "raisebox"
        | "phantom" | "hphantom" | "vphantom" | "htmlClass" | "htmlId" | "htmlStyle"
        | "htmlData" | "label" | "ref" | "eqref" | "begin" | "end" => 1,
        _ => 0,
    }
}

/// Commands that shape words; the digits of their argument are mathematics.
const FONTS: &[&str] = &["mathrm", "mathbf", "mathit", "mathsf", "mathtt", "operatorname"];

/// Whether a command, without its backslash, only shapes its argument.
pub(crate) fn is_font(command: &str) -> bool {
    FONTS.contains(&command)
}

/// Where the texts of a formula stand that a reader sees, without their braces; a tag that is only a
/// label is none.
///
/// # Cost
///
/// Linear in the length of `tex`.
pub(crate) fn texts(tex: &str) -> Vec<Range<usize>> {
    let mut texts = Vec::new();
    let mut at = 0;
    while let Some(offset) = cut(tex, at..tex.len()).find('\\') {
        let start = at + offset + 1;
        let rest = cut(tex, start..tex.len());
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        if letters == 0 {
            at = start + rest.chars().next().map_or(0, char::len_utf8);
            continue;
        }
        let name = cut(rest, 0..letters);
        at = start + letters;
        if matches!(name, "val" | "is") {
            // What stands in a binding is the binding's.
            for _ in 0..if name == "is" { 2 } else { 1 } {
                at = group(tex, at).map_or(at, |inside| inside.end + 1);
            }
            continue;
        }
        let starred = cut(tex, at..tex.len()).starts_with('*');
        let from = at + usize::from(starred && matches!(name, "tag" | "operatorname"));
        if is_text(name) {
            let Some(inside) = group(tex, from) else { continue };
            let text = cut(tex, inside.clone());
            let is_label = |c: char| c.is_alphanumeric() || "*.'′-".contains(c);
            at = inside.end + 1;
            if name != "tag" || !text.chars().all(is_label) {
                texts.push(inside);
            }
        } else if FONTS.contains(&name) {
            // Words only: the digits are found as those of the formula.
            let Some(words) = cut(tex, from..tex.len()).strip_prefix('{') else { continue };
            let is_word = |c: char| c.is_alphabetic() || " ~-".contains(c);
            let length = words.find(|c: char| !is_word(c)).unwrap_or(words.len());
            if cut(words, length..length + 1) == "}" {
                texts.push(from + 1..from + 1 + length);
            }
        }
    }
    texts
}

/// Commands that stand for a character or for nothing.
const COMMANDS: &[(&str, &str)] = &[
    ("times", "×"),
    ("cdot", "·"),
    ("pm", "±"),
    ("mid", "|"),
    ("vert", "|"),
    ("Vert", "||"),
    ("uparrow", "↑"),
    ("downarrow", "↓"),
    ("Uparrow", "⇑"),
    ("Downarrow", "⇓"),
    ("star", "*"),
    ("ast", "*"),
    ("quad", " "),
    ("qquad", " "),
    ("left", ""),
    ("right", ""),
    ("displaystyle", ""),
    ("textstyle", ""),
    ("dots", "…"),
    ("ldots", "…"),
    ("cdots", "…"),
    ("dotsc", "…"),
];

/// Commands whose one argument is shown.
const WRAPPERS: &[&str] = &["text", "mathrm", "mathbf", "mathit", "mathsf", "operatorname"];

/// Commands that set one number over another.
const FRACTIONS: &[&str] = &["frac", "tfrac", "dfrac", "sfrac", "cfrac"];

/// The text a reader would type for `tex`: `{,}` is a comma, `\cdot` a dot, `\tfrac{3}{4}` is
/// `3/4`. Commands it does not know stay as they are.
pub(crate) fn plain(tex: &str) -> String {
    let mut out = String::with_capacity(tex.len());
    append_plain(tex, &mut out, 0);
    let words: Vec<&str> = out.split_whitespace().collect();
    words.join(" ")
}

/// How deep groups are followed.
const DEPTH: usize = 20;

/// Appends the plain form of `tex` to `out`.
fn append_plain(tex: &str, out: &mut String, depth: usize) {
    let mut at = 0;
    while let Some(c) = cut(tex, at..tex.len()).chars().next() {
        match c {
            '{' if depth < DEPTH => match group(tex, at) {
                Some(inside) => {
                    append_plain(cut(tex, inside.clone()), out, depth + 1);
                    at = inside.end + 1;
                }
                None => at += 1,
            },
            '{' | '}' => at += 1,
            '~' => {
                out.push(' ');
                at += 1;
            }
            '\\' => at = command(tex, at, out, depth),
            _ => {
                out.push(c);
                at += c.len_utf8();
            }
        }
    }
}

/// Appends the plain form of the command at byte `at` and returns where it ends.
fn command(tex: &str, at: usize, out: &mut String, depth: usize) -> usize {
    let rest = cut(tex, at + 1..tex.len());
    let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    if letters == 0 {
        let c = rest.chars().next().unwrap_or('\\');
        match c {
            ',' | ';' | ':' | ' ' | '\\' => out.push(' '),
            '!' => {}
            _ => out.push(c),
        }
        return at + 1 + rest.chars().next().map_or(0, char::len_utf8);
    }
    let name = cut(rest, 0..letters);
    let end = at + 1 + letters;
    if let Some((_, text)) = COMMANDS.iter().find(|(command, _)| *command == name) {
        out.push_str(text);
        return end;
    }
    if depth < DEPTH
        && WRAPPERS.contains(&name)
        && let Some(inside) = group(tex, end)
    {
        append_plain(cut(tex, inside.clone()), out, depth + 1);
        return inside.end + 1;
    }
    if depth < DEPTH
        && FRACTIONS.contains(&name)
        && let Some(above) = group(tex, end)
        && let Some(below) = group(tex, above.end + 1)
    {
        append_plain(cut(tex, above), out, depth + 1);
        out.push('/');
        append_plain(cut(tex, below.clone()), out, depth + 1);
        return below.end + 1;
    }
    out.push('\\');
    out.push_str(name);
    end
}

#[cfg(test)]
mod tests {
    use super::group;
    use super::plain;

    #[test]
    fn a_group_ends_at_its_own_brace() {
        assert_eq!(group(r"{a{b}c}d", 0), Some(1..6));
        assert_eq!(group(r" {\}}", 0), Some(2..4));
        assert_eq!(group("{a", 0), None);
        assert_eq!(group("a", 0), None);
    }

    #[test]
    fn shown_mathematics_becomes_what_one_would_type() {
        assert_eq!(plain(r"1{,}296"), "1,296");
        assert_eq!(plain(r"3 \times 4"), "3 × 4");
        assert_eq!(plain(r"\tfrac{3}{4}"), "3/4");
        assert_eq!(plain(r"\{2 \mid -2\}"), "{2 | -2}");
        assert_eq!(plain(r"81\,\%"), "81 %");
        assert_eq!(plain(r"\text{sixty-two}"), "sixty-two");
        assert_eq!(plain(r"\unknown 3"), r"\unknown 3");
    }
}

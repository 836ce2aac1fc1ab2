//! Reads what stands in a formula: the same as prose, with TeX's spellings taken away.

use num_traits::ToPrimitive;

use crate::arithmetic::Number;
use crate::language::reading::Agreement;
use crate::language::reading::agrees;
use crate::language::value::Value;
use crate::language::work::MAX_DIGITS;

/// Commands, and what they are in plain text.
const COMMANDS: &[(&str, &str)] = &[
    ("times", " × "),
    ("cdot", " · "),
    ("mid", "|"),
    ("vert", "|"),
    ("lvert", "|"),
    ("rvert", "|"),
    ("pm", "±"),
    ("uparrow", "↑"),
    ("Uparrow", "⇑"),
    ("downarrow", "↓"),
    ("Downarrow", "⇓"),
    ("ast", "*"),
    ("star", "*"),
    ("lbrace", "{"),
    ("rbrace", "}"),
    ("left", ""),
    ("right", ""),
    ("bigl", ""),
    ("bigr", ""),
    ("quad", " "),
    ("textbackslash", "\\"),
    ("textasciicircum", "^"),
    ("textasciitilde", "~"),
];

/// Whether `shown`, the TeX of a group, says `value`.
#[must_use]
pub fn agrees_tex(shown: &str, value: &Value) -> Agreement {
    if let Value::Number(number) = value
        && let Some(power) = power(shown)
    {
        return Agreement::from_bools(true, power == *number);
    }
    match plain(shown) {
        Some(text) => agrees(&text, value),
        None => Agreement::Unreadable,
    }
}

/// The power of a whole number that `tex` is: `10^{1500}`, `2^9`.
fn power(tex: &str) -> Option<Number> {
    let (base, exponent) = tex.trim().split_once('^')?;
    let exponent = match exponent.trim().strip_prefix('{') {
        Some(inside) => inside.strip_suffix('}')?.trim(),
        // Without braces TeX raises one digit.
        None => Some(exponent.trim()).filter(|digit| digit.len() == 1)?,
    };
    let base = Number::from_digits(base.trim())?;
    let exponent = Number::from_digits(exponent)?.to_i64()?.to_u64()?;
    // What is longer than any value is none.
    let bits = base.bits().checked_mul(exponent)?;
    (bits <= 4 * MAX_DIGITS).then(|| base.power(exponent))
}

/// The TeX as plain text, or `None` where it is more than a value.
fn plain(tex: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = tex;
    while let Some(c) = rest.chars().next() {
        let behind = rest.get(c.len_utf8()..)?;
        match c {
            '\\' => rest = command(behind, &mut text)?,
            // `{,}` groups digits; other braces group and are not seen.
            '{' if behind.starts_with(",}") => {
                text.push(',');
                rest = behind.get(2..)?;
            }
            '{' | '}' => rest = behind,
            '~' => {
                text.push(' ');
                rest = behind;
            }
            _ => {
                text.push(c);
                rest = behind;
            }
        }
    }
    Some(text.split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
}

/// Reads a command, whose backslash is gone; returns what stands behind it.
fn command<'a>(tex: &'a str, text: &mut String) -> Option<&'a str> {
    let letters = tex.len() - tex.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    if letters == 0 {
        let sign = tex.chars().next()?;
        match sign {
            '{' | '}' | '%' | '$' | '#' | '&' | '_' => text.push(sign),
            // A thin space between digits groups them.
            ',' => text.push('\u{2009}'),
            ';' | ':' | ' ' => text.push(' '),
            '!' => {}
            _ => return None,
        }
        return tex.get(sign.len_utf8()..);
    }
    let (name, behind) = (tex.get(..letters)?, tex.get(letters..)?);
    match name {
        "frac" | "tfrac" | "dfrac" => {
            let (above, behind) = group(behind)?;
            let (below, behind) = group(behind)?;
            text.push_str(&format!("{}/{}", plain(above)?, plain(below)?));
            Some(behind)
        }
        "text" | "mathrm" | "textrm" | "mathit" | "textit" => {
            let (inside, behind) = group(behind)?;
            text.push_str(&plain(inside)?);
            Some(behind)
        }
        _ => {
            let (_, spelled) = COMMANDS.iter().find(|(own, _)| *own == name)?;
            text.push_str(spelled);
            // A blank after a command belongs to it.
            Some(behind.trim_start_matches(' '))
        }
    }
}

/// The inside of the group that `tex` begins with, or its first character; and what follows.
fn group(tex: &str) -> Option<(&str, &str)> {
    let tex = tex.trim_start();
    let Some(inside) = tex.strip_prefix('{') else {
        let first = tex.chars().next()?;
        return Some(tex.split_at(first.len_utf8()));
    };
    let mut depth = 1;
    let mut escaped = false;
    for (at, c) in inside.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return Some((inside.get(..at)?, inside.get(at + 1..)?));
                }
            }
            _ => {}
        }
    }
    None
}

//! Mathematics and Markdown in texts that a reader sees as they are typed: headers of tables, items
//! of `names`, labels, cells that are texts, names of theorems. There they would be signs.

use std::ops::Range;

use crate::audit::texts::Published;
use crate::audit::texts::TextKind;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;

/// Signs that stand on both sides of what they mark, longer ones first.
const PAIRS: &[&str] = &["**", "__", "~~", "`", "$"];

/// Takes the texts with markup out of `texts`, and reports each.
pub(crate) fn refuse(texts: &mut Vec<Published>, sink: &mut Sink) {
    texts.retain(|one| {
        // What stands in a formula is read by it.
        let found = if one.kind == TextKind::Formula { None } else { markup(&one.typed.text) };
        let Some(found) = found else { return true };
        let (span, text) = (one.typed.span, one.typed.text.as_str());
        let is_exact = span.end - span.start == text.len();
        let at = if is_exact { span.part(found.clone()) } else { span };
        let piece = text.get(found).unwrap_or_default();
        // A code span has its own.
        let piece = if piece.starts_with('`') { piece.to_owned() } else { format!("`{piece}`") };
        let what = one.kind.words();
        sink.push(
            Diagnostic::error(
                Code::LostMarkup,
                format!("{piece} stands in a {what}, where mathematics and Markdown are not read"),
            )
            .label(at, "published with these signs")
            .help(
                "write plain text there, with characters such as `²`, `₁` or `≤`; what needs more \
                 belongs in the caption or the prose",
            ),
        );
        false
    });
}

/// The bytes of the first piece of mathematics or Markdown in `text`.
fn markup(text: &str) -> Option<Range<usize>> {
    text.char_indices().find_map(|(at, sign)| {
        let (before, rest) = text.split_at_checked(at)?;
        let length = match sign {
            '$' | '`' | '~' => marked(rest),
            '*' | '_' => marked(rest).or_else(|| emphasis(before, rest)),
            '[' => link(rest),
            '\\' => command(rest),
            _ => None,
        };
        length.map(|length| at..at + length)
    })
}

/// The length of what `rest` begins with between two equal signs, as in `$p$` and `**Bold**`.
fn marked(rest: &str) -> Option<usize> {
    PAIRS.iter().find_map(|sign| {
        let inside = rest.strip_prefix(sign)?;
        let inside = inside.split_once(sign)?.0;
        let is_tight =
            !inside.starts_with(char::is_whitespace) && !inside.ends_with(char::is_whitespace);
        (is_tight && !inside.is_empty()).then_some(inside.len() + 2 * sign.len())
    })
}

/// The length of the words in emphasis that `rest` begins with, as in `*word*`. Stars and dashes of
/// games, as in `*2` and `*`, are none.
fn emphasis(before: &str, rest: &str) -> Option<usize> {
    let sign = rest.chars().next()?;
    let inside = rest.strip_prefix(sign)?;
    let (inside, after) = inside.split_once(sign)?;
    let is_emphasis = !before.ends_with(char::is_alphanumeric)
        && inside.starts_with(char::is_alphabetic)
        && inside.ends_with(char::is_alphanumeric)
        && !after.starts_with(char::is_alphanumeric);
    is_emphasis.then_some(inside.len() + 2)
}

/// The length of the link that `rest` begins with.
fn link(rest: &str) -> Option<usize> {
    let (shown, after) = rest.split_once("](")?;
    let (address, _) = after.split_once(')')?;
    Some(shown.len() + "](".len() + address.len() + ")".len())
}

/// The length of the command of a formula that `rest` begins with.
fn command(rest: &str) -> Option<usize> {
    let letters = rest.chars().skip(1).take_while(char::is_ascii_alphabetic).count();
    (letters > 1).then_some(letters + 1)
}

#[cfg(test)]
mod tests {
    use super::markup;

    #[test]
    fn mathematics_and_markdown_are_found_and_other_signs_are_not() {
        for (text, found) in [
            ("$p$", Some("$p$")),
            ("$2^p-1$ and more", Some("$2^p-1$")),
            ("**Bold**", Some("**Bold**")),
            ("the *least* n", Some("*least*")),
            ("the _least_ n", Some("_least_")),
            ("`n`", Some("`n`")),
            ("[here](there.md)", Some("[here](there.md)")),
            ("≤ \\Omega(n)", Some("\\Omega")),
            ("Price in $", None),
            ("* and *2 or *3", None),
            ("2 * 3 * n", None),
            ("a_1 and b_2", None),
            ("{2|*}", None),
            ("+_2 and +_3", None),
            ("[1, 2] (3)", None),
            ("m \\ n", None),
        ] {
            assert_eq!(markup(text).and_then(|at| text.get(at)), found, "{text}");
        }
    }
}

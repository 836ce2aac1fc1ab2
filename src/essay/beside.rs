//! Words beside a binding that a reader takes for a part of its number: `minus [66](=x)`,
//! `− [66](=x)`, `[66](=x) thousand`, `sixty-[two](=x)`, `[two](=x) thirds`, `[6](=x) and a half`.
//!
//! The rule: what would be one number if nothing were bound stands inside the bracket, and so does a
//! sign, in words or with a blank behind it. Words that compute with a number whose own value stays
//! what it is ("twice", "half of", "`[6](=x)` squared is") may stand outside; "squared" at the end of
//! what is said may not.

use std::ops::Range;

use crate::essay::builder::cut;
use crate::essay::model::INSET;
use crate::essay::number_words::classify;
use crate::essay::numerals::in_text;

/// How many bytes on either side of a binding are looked at; no number word is longer, with its
/// companions.
const NEAR: usize = 48;

/// Signs in words.
const SIGNS: &[&str] = &["minus", "negative"];

/// What continues a number behind a space.
const FRACTIONS: &[&str] = &[
    "and a half",
    "and a quarter",
    "and a third",
    "and one half",
    "and one third",
    "and one quarter",
    "and two thirds",
    "and three quarters",
];

/// Multiples that are no number words, whatever follows them.
const MULTIPLES: &[&str] = &["lakh", "lakhs", "crore", "crores", "bn", "tn"];

/// Multiples that are also other words: such only where the number ends with them.
const ALSO_WORDS: &[&str] = &["score", "gross"];

/// Powers in words; before a verb they compute with a number that stays what it is.
const POWERS: &[&str] = &["squared", "cubed"];

/// Verbs that say what a power comes to.
const COMES_TO: &[&str] = &["is", "was", "equals", "gives", "makes", "has", "exceeds", "divides"];

/// Words behind which a sign with a blank after it is no dash.
const BEFORE_SIGNS: &[&str] =
    &["is", "are", "was", "were", "be", "worth", "equals", "equal", "value", "of", "by", "to"];

/// The bytes of `text` outside the binding at `binding` (which stands there as one [`INSET`]) that
/// belong to its number. `shown` is what is shown for it; empty, if the build writes it.
pub(crate) fn belonging(text: &str, binding: &Range<usize>, shown: &str) -> Option<Range<usize>> {
    let start = text.floor_char_boundary(binding.start.saturating_sub(NEAR));
    let end = text.ceil_char_boundary((binding.end + NEAR).min(text.len()));
    let before = cut(text, start..binding.start);
    let after = cut(text, binding.end..end);
    if let Some(at) = sign_before(before).or_else(|| spaced_sign(before)) {
        return Some(start + at..binding.start);
    }
    if let Some(length) = fraction_after(after).or_else(|| multiple_after(after)) {
        return Some(binding.end..binding.end + length);
    }
    // Digits take fewer words along than a number in words does, and what the build writes may be
    // either.
    let shown = shown.trim();
    let digits = shown.is_empty() || shown.chars().all(|c| !c.is_alphabetic());
    let likenesses: &[&str] = if digits { &["66", "six"] } else { &[shown] };
    likenesses.iter().find_map(|likeness| {
        let joined = format!("{before}{likeness}{after}");
        let own = before.len()..before.len() + likeness.len();
        let mut outside = None;
        in_text(&joined, &mut |number, _| {
            if outside.is_some() || number.end <= own.start || own.end <= number.start {
                return;
            }
            if number.start < own.start {
                outside = Some(start + number.start..binding.start);
            } else if own.end < number.end {
                outside = Some(binding.end..binding.end + (number.end - own.end));
            }
        });
        outside
    })
}

/// Where the sign in words begins that `before` ends with; a difference ("six minus [two](=x)") is
/// none.
fn sign_before(before: &str) -> Option<usize> {
    let bare = before.trim_end();
    if bare.len() == before.len() {
        return None;
    }
    let at = bare
        .rfind(|c: char| !c.is_alphabetic())
        .map_or(0, |at| at + cut(bare, at..bare.len()).chars().next().map_or(1, char::len_utf8));
    let word = cut(bare, at..bare.len());
    if !SIGNS.iter().any(|sign| sign.eq_ignore_ascii_case(word)) {
        return None;
    }
    let left = cut(bare, 0..at).trim_end();
    let last = left.rsplit(char::is_whitespace).next().unwrap_or("");
    let number = left.ends_with(|c: char| c.is_numeric() || c == INSET || c == ')')
        || last.rsplit('-').next().is_some_and(|word| classify(word).is_some());
    (!number).then_some(at)
}

/// Where the sign begins that `before` ends with, a blank behind it; no dash and no difference.
fn spaced_sign(before: &str) -> Option<usize> {
    let bare = before.trim_end();
    if bare.len() < before.len()
        && let Some(root) = bare.strip_suffix('√')
    {
        return Some(root.len());
    }
    let sign = bare.chars().next_back().filter(|c| matches!(c, '−' | '±' | '-' | '–'))?;
    let at = bare.len() - sign.len_utf8();
    let left = cut(bare, 0..at);
    if bare.len() == before.len() || !(left.is_empty() || left.ends_with(char::is_whitespace)) {
        return None;
    }
    let left = left.trim_end();
    let start = left.trim_end_matches(char::is_alphanumeric).len();
    let last = cut(left, start..left.len());
    let introduces = left.is_empty()
        || left.ends_with(['(', ':', '='])
        || BEFORE_SIGNS.iter().any(|one| one.eq_ignore_ascii_case(last));
    introduces.then_some(at)
}

/// The length of the multiple or power that `after` begins with, behind a space, or of "-odd".
fn multiple_after(after: &str) -> Option<usize> {
    let word_at = |from: usize| {
        let rest = cut(after, from..after.len());
        let bare = rest.trim_start();
        let length = bare.find(|c: char| !c.is_alphanumeric()).unwrap_or(bare.len());
        let start = from + rest.len() - bare.len();
        (cut(bare, 0..length), start + length, length > 0 && start > from)
    };
    if let ("odd", end, _) = word_at("-".len())
        && after.starts_with('-')
    {
        return Some(end);
    }
    let (word, end, spaced) = word_at(0);
    if !spaced {
        return None;
    }
    let (next, _, goes_on) = word_at(end);
    let ends = !goes_on || matches!(next, "of" | "and" | "or");
    let belongs = MULTIPLES.contains(&word)
        || ALSO_WORDS.contains(&word) && ends
        || POWERS.contains(&word) && !COMES_TO.contains(&next);
    belongs.then_some(end)
}

/// The length of the fraction in words that `after` begins with, behind a space.
fn fraction_after(after: &str) -> Option<usize> {
    let bare = after.trim_start();
    let space = after.len() - bare.len();
    if space == 0 {
        return None;
    }
    let end = |length: usize| {
        let rest = cut(bare, length..bare.len());
        // "and a third of them" is another part of the sentence.
        let goes_on = rest.starts_with(|c: char| c.is_alphanumeric() || c == '-');
        (!goes_on && !rest.starts_with(" of ")).then_some(space + length)
    };
    let known = FRACTIONS.iter().find(|known| bare.starts_with(**known));
    if let Some(known) = known {
        return end(known.len());
    }
    // "point five", "point 5".
    let behind = bare.strip_prefix("point ")?;
    let length = behind.find(|c: char| !c.is_alphanumeric()).unwrap_or(behind.len());
    let word = cut(behind, 0..length);
    let number = classify(word).is_some() || word.starts_with(|c: char| c.is_ascii_digit());
    number.then_some(space + "point ".len() + length)
}

#[cfg(test)]
#[allow(clippy::string_slice, reason = "a test knows its text")]
mod tests {
    use super::belonging;
    use crate::essay::model::INSET;

    /// What belongs to the bracket of `text` and stands outside it.
    fn outside(text: &str) -> Option<String> {
        let (open, close) = (text.find('[').unwrap(), text.find(']').unwrap());
        let shown = &text[open + 1..close];
        let shown = if shown == "=" { "" } else { shown };
        let text = format!("{}{INSET}{}", &text[..open], &text[close + 1..]);
        belonging(&text, &(open..open + INSET.len_utf8()), shown).map(|one| text[one].to_owned())
    }

    #[test]
    fn what_would_be_one_number_stands_in_the_bracket() {
        for (text, belongs) in [
            ("worth minus [66].", "minus "),
            ("Minus [sixty] moves", "Minus "),
            ("a negative [=] is", "negative "),
            ("[66] thousand cakes", " thousand"),
            ("[=] million", " million"),
            ("[two] dozen", " dozen"),
            ("sixty-[two] cakes", "sixty-"),
            ("a hundred and [six] cakes", "hundred and "),
            ("a hundred and [6] cakes", "hundred and "),
            ("[two] thirds of it", " thirds"),
            ("[2] thirds of it", " thirds"),
            ("[twenty] three of them", " three"),
            ("[6] and a half moves", " and a half"),
            ("[6] point five", " point five"),
            ("[66] per cent", " per cent"),
            ("It is − [66].", "− "),
            ("worth - [66]", "- "),
            ("− [66]", "− "),
            ("the root √ [66]", "√ "),
            ("the value: – [=]", "– "),
            ("[6] score", " score"),
            ("[6] gross of them", " gross"),
            ("[6] lakh cakes", " lakh"),
            ("[=] crore", " crore"),
            ("[6] bn of them", " bn"),
            ("It is [66] squared.", " squared"),
            ("[66] cubed, or more", " cubed"),
            ("[sixty]-odd cakes", "-odd"),
            ("[6] and two thirds.", " and two thirds"),
            ("[6] trillion", " trillion"),
            ("[2] seventeenths of it", " seventeenths"),
        ] {
            assert_eq!(outside(text).as_deref(), Some(belongs), "{text}");
        }
    }

    #[test]
    fn what_only_computes_with_the_number_may_stand_outside() {
        for text in [
            "twice [66] is",
            "half of [66]",
            "[66] squared is large",
            "[6] score higher",
            "[6] gross errors",
            "n − [66]",
            "the length − [66]",
            "12 − [66]",
            "(its rows) − [66]",
            "so it is so – [66] of them",
            "the rest - [66] of them",
            "[6] times as many",
            "six minus [two] is",
            "sixty-six minus [two] is",
            "(its rows) minus [2]",
            "the four [two] by two cakes",
            "[four] two-row cakes",
            "[66], million by million",
            "[three]-way ties",
            "[2] and a half-open interval",
            "[2] and a third of them",
            "the negative, [66], is",
            "[66] thousandfold",
            "by a minus: [66]",
            "of [1] or two",
        ] {
            assert_eq!(outside(text), None, "{text}");
        }
    }
}

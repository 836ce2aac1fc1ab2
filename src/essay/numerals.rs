//! Finds every numeral and number word. Finding is not judging: what each is worth is `audit`'s
//! business.
//!
//! What counts as one numeral: digits with their separators, sign, fraction bar, per cent sign and
//! ordinal ending (`−1,296`, `3/4`, `81 per cent`, `16th`), a date or version (`2026-11-29`,
//! `0.16.4`), a product (`3 × 4`), a number in words ("one hundred and twenty-three"). Bindings and
//! inert code are no text, so nothing in them is found.

use std::ops::Range;

use crate::essay::builder::cut;
use crate::essay::formula_numbers::in_tex;
use crate::essay::model::BindingId;
use crate::essay::model::Essay;
use crate::essay::model::Inset;
use crate::essay::model::Numeral;
use crate::essay::model::NumeralKind;
use crate::essay::model::Paragraph;
use crate::essay::number_words::Word;
use crate::essay::number_words::classify;

/// Every numeral of the paragraphs of `essay`, in their order.
///
/// # Cost
///
/// Linear in the length of the text.
pub(crate) fn find(essay: &Essay) -> Vec<Numeral> {
    let mut numerals = Vec::new();
    for (index, paragraph) in essay.paragraphs.iter().enumerate() {
        let mut add = |range: Range<usize>, kind| {
            let span = paragraph.source_of(range.clone());
            numerals.push(Numeral { span, paragraph: index, range, kind });
        };
        in_text(&paragraph.text, &mut add);
        in_formulas(essay, index, paragraph, &mut numerals);
    }
    numerals
}

/// The numerals of the text of `paragraph`, which stands by itself, its formulas aside.
#[must_use]
pub fn numerals(paragraph: &Paragraph) -> Vec<Numeral> {
    let mut numerals = Vec::new();
    in_text(&paragraph.text, &mut |range: Range<usize>, kind| {
        let span = paragraph.source_of(range.clone());
        numerals.push(Numeral { span, paragraph: usize::MAX, range, kind });
    });
    numerals
}

/// Calls `add` with each numeral of `text`, in order.
pub(crate) fn in_text(text: &str, add: &mut impl FnMut(Range<usize>, NumeralKind)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii_digit() {
            at = number(text, at, add);
        } else if byte.is_ascii_alphabetic() {
            at = word(text, at, add);
        } else if byte.is_ascii() {
            at += 1;
        } else {
            let c = char_at(text, at).unwrap_or('\u{FFFD}');
            if c.is_numeric() {
                at = number(text, at, add);
            } else if c.is_alphabetic() {
                at = word(text, at, add);
            } else {
                at += c.len_utf8();
            }
        }
    }
}

/// The character at byte `at`.
pub(crate) fn char_at(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

/// The character before byte `at`.
fn char_before(text: &str, at: usize) -> Option<char> {
    text.get(..at)?.chars().next_back()
}

/// Where the run of letters, digits and underscores that begins at `at` ends.
fn end_of_word(text: &str, at: usize) -> usize {
    let rest = cut(text, at..text.len());
    let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    at + length
}

/// Reads the word at byte `at`; returns where to go on.
fn word(text: &str, at: usize, add: &mut impl FnMut(Range<usize>, NumeralKind)) -> usize {
    let end = end_of_word(text, at);
    let first = cut(text, at..end);
    if first.contains(|c: char| c.is_numeric()) {
        let end = glued_end(text, end);
        // `x42 cakes` says how many times; x86 is a name.
        let factor = first.strip_prefix(['x', 'X']).unwrap_or("");
        let times = !factor.is_empty() && factor.bytes().all(|byte| byte.is_ascii_digit());
        let name = !times || matches!(factor, "86" | "64");
        add(at..end, if name { NumeralKind::Glued } else { NumeralKind::Digits });
        return end;
    }
    // A name such as UTF-8.
    let name = first.len() > 1 && first.chars().all(char::is_uppercase);
    if name && cut(text, end..end + 1) == "-" {
        let digits = end + 1;
        if char_at(text, digits).is_some_and(char::is_numeric) {
            let end = glued_end(text, end_of_word(text, digits));
            add(at..end, NumeralKind::Glued);
            return end;
        }
    }
    // A number of a section, such as II.1.4.
    if first.chars().all(char::is_uppercase) && cut(text, end..end + 1) == "." {
        let glued = glued_end(text, end);
        if glued > end {
            add(at..glued, NumeralKind::Glued);
            return glued;
        }
    }
    let Some(mut last) = classify(first) else { return end };
    let mut soft = last.is_soft();
    let mut end = end;
    while let Some((next, next_end)) = continuation(text, end, last) {
        soft &= next.is_soft();
        last = next;
        end = next_end;
    }
    end = per_cent(text, end).unwrap_or(end);
    add(at..end, if soft { NumeralKind::Soft } else { NumeralKind::Word });
    end
}

/// The number word behind byte `end` that continues a number ending in `last`, and its end.
fn continuation(text: &str, end: usize, last: Word) -> Option<(Word, usize)> {
    let separator =
        char_at(text, end).filter(|c| matches!(c, ' ' | '-' | '\u{A0}' | '\u{2011}'))?;
    let mut start = end + separator.len_utf8();
    if last == Word::Magnitude && separator != '-' && cut(text, start..start + 4) == "and " {
        start += 4;
    }
    let word_end = end_of_word(text, start);
    let next = classify(cut(text, start..word_end))?;
    last.takes(next).then_some((next, word_end))
}

/// Where "per cent" ends that stands behind byte `end`, or a per cent sign.
fn per_cent(text: &str, end: usize) -> Option<usize> {
    let rest = cut(text, end..text.len());
    let bare = rest.trim_start_matches([' ', '\u{A0}', '\u{202F}', '\u{2009}']);
    let from = end + (rest.len() - bare.len());
    for sign in ["%", "‰"] {
        if bare.starts_with(sign) {
            return Some(from + sign.len());
        }
    }
    for words in ["per cent", "percent"] {
        if from > end
            && bare.starts_with(words)
            && end_of_word(text, from + words.len() - 4) == from + words.len()
        {
            return Some(from + words.len());
        }
    }
    None
}

/// Where a name with digits goes on: `v1` in `v1.2`.
fn glued_end(text: &str, mut end: usize) -> usize {
    while cut(text, end..end + 1) == "."
        && char_at(text, end + 1).is_some_and(char::is_alphanumeric)
    {
        let next = end_of_word(text, end + 1);
        if !cut(text, end + 1..next).contains(|c: char| c.is_numeric()) {
            break;
        }
        end = next;
    }
    end
}

/// Reads the number at byte `at`; returns where to go on.
fn number(text: &str, at: usize, add: &mut impl FnMut(Range<usize>, NumeralKind)) -> usize {
    let mut end = plain_number(text, at);
    let mut kind = NumeralKind::Digits;
    while let Some(factor) = factor(text, end) {
        kind = NumeralKind::Product;
        end = plain_number(text, factor);
    }
    let start = signed_start(text, at);
    let letters_end = end_of_word(text, end);
    if letters_end > end {
        let ending = cut(text, end..letters_end);
        if kind == NumeralKind::Digits && matches!(ending, "st" | "nd" | "rd" | "th") {
            end = letters_end;
        } else {
            // A quantity with its unit is a claim (`10x`, `42km`); only letters before it make a
            // name of a number.
            let end = glued_end(text, letters_end);
            let dimension = ending == "D" && end == at + 2;
            add(start..end, if dimension { NumeralKind::Glued } else { NumeralKind::Digits });
            return end;
        }
    }
    if kind == NumeralKind::Digits {
        let separator = char_at(text, end).filter(|c| matches!(c, ' ' | '\u{A0}'));
        if let Some(separator) = separator {
            let from = end + separator.len_utf8();
            let to = end_of_word(text, from);
            if classify(cut(text, from..to)) == Some(Word::Magnitude) {
                end = to;
            }
        }
        end = per_cent(text, end).unwrap_or(end);
    }
    add(start..end, kind);
    end
}

/// Where the factor behind byte `end` begins, if a product goes on there.
fn factor(text: &str, end: usize) -> Option<usize> {
    let rest = cut(text, end..text.len());
    let bare = rest.trim_start_matches([' ', '\u{A0}', '\u{202F}', '\u{2009}']);
    let spaced = bare.len() < rest.len();
    let behind = bare.strip_prefix(['×', 'x', 'X'])?;
    let factor = behind.trim_start_matches([' ', '\u{A0}', '\u{202F}', '\u{2009}']);
    // `3x 4` is no product, `3 x 4` and `3x4` are.
    let even = bare.starts_with('×') || spaced == (factor.len() < behind.len());
    (even && factor.starts_with(|c: char| c.is_ascii_digit())).then(|| text.len() - factor.len())
}

/// The first byte of the number at `at`, its sign included.
fn signed_start(text: &str, at: usize) -> usize {
    let Some(sign) = char_before(text, at).filter(|c| matches!(c, '-' | '−' | '+' | '±')) else {
        return at;
    };
    let start = at - sign.len_utf8();
    let opens = char_before(text, start).is_none_or(|c| {
        c.is_whitespace() || matches!(c, '(' | '[' | '{' | '“' | '‘' | '"' | '\'' | ',' | '/' | '—')
    });
    if opens { start } else { at }
}

/// Where the number without sign that begins at `at` ends: digits, their separators, and what
/// joins digits into a date, a version, a fraction or a time.
fn plain_number(text: &str, at: usize) -> usize {
    let mut end = digits(text, at);
    while let Some(separator) = char_at(text, end) {
        let next = end + separator.len_utf8();
        let group = digits(text, next);
        if group == next {
            break;
        }
        let joins = match separator {
            ',' | '\u{A0}' | '\u{2009}' | '\u{202F}' | '\u{2007}' => group == next + 3,
            '.' | '/' | '⁄' | ':' | '_' => true,
            '-' => is_date(text, at, group),
            _ => false,
        };
        if !joins {
            break;
        }
        end = group;
    }
    end
}

/// Where the run of digits that begins at `at` ends.
pub(crate) fn digits(text: &str, at: usize) -> usize {
    let rest = cut(text, at..text.len());
    at + rest.find(|c: char| !c.is_numeric()).unwrap_or(rest.len())
}

/// Whether the digits and hyphens from `at` to `end` begin like `2026-11-29`.
fn is_date(text: &str, at: usize, end: usize) -> bool {
    let mut parts = cut(text, at..end).split('-');
    let is = |part: Option<&str>, length: usize| {
        part.is_some_and(|part| part.len() == length && part.bytes().all(|b| b.is_ascii_digit()))
    };
    let year = is(parts.next(), 4);
    let month = is(parts.next(), 2);
    let day = parts.next();
    year && month && (day.is_none() || is(day, 2)) && parts.next().is_none()
}

/// Adds the numerals of the formulas of a paragraph, bindings in them excepted.
fn in_formulas(essay: &Essay, index: usize, paragraph: &Paragraph, numerals: &mut Vec<Numeral>) {
    for (at, inset) in &paragraph.insets {
        let Inset::Formula(id) = *inset else { continue };
        let Some(formula) = essay.formulas.get(id.0) else { continue };
        let start = formula.tex.span.start;
        let bound: Vec<Range<usize>> = formula
            .bindings
            .iter()
            .filter_map(|&BindingId(binding)| essay.bindings.get(binding))
            .map(|binding| {
                binding.span.start.saturating_sub(start)..binding.span.end.saturating_sub(start)
            })
            .collect();
        in_tex(&formula.tex.text, &bound, &mut |range, script| {
            let text_length = formula.tex.span.end - start;
            // The text of a formula in a quotation lacks what stands before its lines.
            let span = if formula.tex.text.len() == text_length {
                formula.tex.span.part(range.clone())
            } else {
                formula.span
            };
            numerals.push(Numeral {
                span,
                paragraph: index,
                range: *at..*at + crate::essay::model::INSET.len_utf8(),
                kind: NumeralKind::Math { formula: id, script, start: range.start, end: range.end },
            });
        });
    }
}

#[cfg(test)]
#[allow(clippy::string_slice, reason = "a test knows its text")]
mod tests {
    use super::in_text;
    use crate::essay::model::NumeralKind;

    fn check(text: &str, expected: &[(&str, NumeralKind)]) {
        let mut found = Vec::new();
        in_text(text, &mut |range, kind| found.push((&text[range], kind)));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn digits_keep_what_belongs_to_them() {
        use NumeralKind::Digits;
        check("of 1,296 cakes", &[("1,296", Digits)]);
        check("1, 296", &[("1", Digits), ("296", Digits)]);
        check("worth −5, or -5", &[("−5", Digits), ("-5", Digits)]);
        check("3/4 and ¾ and 42.25", &[("3/4", Digits), ("¾", Digits), ("42.25", Digits)]);
        check(
            "81 per cent, 81%, 51.4 %",
            &[("81 per cent", Digits), ("81%", Digits), ("51.4 %", Digits)],
        );
        check("the 16th and 3rd", &[("16th", Digits), ("3rd", Digits)]);
        check("on 2026-11-29 at 10:30", &[("2026-11-29", Digits), ("10:30", Digits)]);
        check("1939–45", &[("1939", Digits), ("45", Digits)]);
        check("10 000 of 3 million", &[("10", Digits), ("000", Digits), ("3 million", Digits)]);
        check("10\u{202F}000.", &[("10\u{202F}000", Digits)]);
        check("5.", &[("5", Digits)]);
        check("KaTeX 0.16.4", &[("0.16.4", Digits)]);
        check("66_000 of them", &[("66_000", Digits)]);
        check("a 6X6 cake", &[("6X6", NumeralKind::Product)]);
    }

    #[test]
    fn products_are_one_numeral_and_names_another() {
        use NumeralKind::Glued;
        use NumeralKind::Product;
        check(
            "3 × 4, 3×4, 1x4, 2 × 3 × 4",
            &[("3 × 4", Product), ("3×4", Product), ("1x4", Product), ("2 × 3 × 4", Product)],
        );
        check(
            "M3 and A006022 and v1.2.3, UTF-8",
            &[("M3", Glued), ("A006022", Glued), ("v1.2.3", Glued), ("UTF-8", Glued)],
        );
        check("Theorem II.1.4. It", &[("II.1.4", Glued)]);
        check("by C. 5", &[("5", NumeralKind::Digits)]);
        check("a 3D board", &[("3D", Glued)]);
        check("H2O, x86 and A4", &[("H2O", Glued), ("x86", Glued), ("A4", Glued)]);
        use NumeralKind::Digits;
        check("x42 cakes, x10 and x64", &[("x42", Digits), ("x10", Digits), ("x64", Glued)]);
        check(
            "10x, 42km, 4k, 1e6, 0x2A, −30MB and 12D in the 1980s",
            &[
                ("10x", Digits),
                ("42km", Digits),
                ("4k", Digits),
                ("1e6", Digits),
                ("0x2A", Digits),
                ("−30MB", Digits),
                ("12D", Digits),
                ("1980s", Digits),
            ],
        );
    }

    #[test]
    fn words_join_as_english_joins_them() {
        use NumeralKind::Soft;
        use NumeralKind::Word;
        check("Sixty-two semiprimes", &[("Sixty-two", Word)]);
        check("one hundred and twenty-three", &[("one hundred and twenty-three", Word)]);
        check("three and four", &[("three", Word), ("four", Word)]);
        check("two thirds, three quarters", &[("two thirds", Word), ("three quarters", Word)]);
        check("someone often weighs one", &[("one", Soft)]);
        check("the first three, a dozen", &[("first", Soft), ("three", Word), ("dozen", Word)]);
        check("three-way, twenty-first", &[("three", Word), ("twenty-first", Word)]);
        check("fifty per cent", &[("fifty per cent", Word)]);
        check("half a cake, a quarter turn", &[("half", Soft), ("quarter", Soft)]);
    }
}

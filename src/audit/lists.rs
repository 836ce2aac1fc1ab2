//! Numbers that stand in a list, "4, 1 and 2": one binding binds them, so one finding tells of them.

use crate::audit::judge::Page;
use crate::audit::judge::Verdict;
use crate::audit::states::State;
use crate::essay::Numeral;
use crate::essay::NumeralKind;

/// How many unbound numerals of the page, from the one at `index` on, make one list.
pub(crate) fn items(page: &Page<'_>, verdicts: &[Verdict], index: usize) -> usize {
    let numerals = page.essay.numerals.get(index..).unwrap_or(&[]);
    let verdicts = verdicts.get(index..).unwrap_or(&[]);
    let is_item = |at: usize| {
        numerals.get(at).zip(verdicts.get(at)).is_some_and(|(numeral, verdict)| {
            let is_plain =
                matches!(numeral.kind, NumeralKind::Digits | NumeralKind::Word | NumeralKind::Soft);
            is_plain && !verdict.typed && verdict.state == State::Unbound
        })
    };
    let joined = |at: usize| {
        let (Some(one), Some(next)) = (numerals.get(at), numerals.get(at + 1)) else {
            return false;
        };
        is_item(at + 1) && are_joined(page, one, next)
    };
    if !is_item(0) {
        return 0;
    }
    1 + (0..).take_while(|&at| joined(at)).count()
}

/// Whether nothing stands between two numerals but what joins the items of a list.
fn are_joined(page: &Page<'_>, one: &Numeral, next: &Numeral) -> bool {
    if one.paragraph != next.paragraph || one.span.source != next.span.source {
        return false;
    }
    let Some(paragraph) = page.essay.paragraphs.get(one.paragraph) else { return false };
    let between = paragraph.text.get(one.range.end..next.range.start).unwrap_or("");
    let mut words = between.split_whitespace();
    match words.next() {
        Some(",") => matches!(words.next(), None | Some("and" | "or")) && words.next().is_none(),
        Some("and" | "or") => words.next().is_none(),
        Some(_) | None => false,
    }
}

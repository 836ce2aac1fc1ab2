//! Reads lists: "15, 7, 7 and 3", "0 or 1", "1 + 5 + 15", "3 · 2 · 2".

use crate::language::reading::Agreement;
use crate::language::reading::agrees as item_agrees;
use crate::language::value::Value;

/// The most items of a list in prose.
const MAX_ITEMS: usize = 2_000;

/// What may stand between items, longer ones before what they begin with.
const SEPARATORS: &[&str] =
    &[", and ", ", or ", "; ", ", ", " and ", " or ", " + ", " · ", "·", " → ", " < ", " > "];

/// A separator, by its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Gap {
    start: usize,
    end: usize,
}

/// The places in `text` where an item may end.
fn gaps(text: &str) -> Vec<Gap> {
    let mut gaps = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some(separator) = SEPARATORS.iter().find(|own| rest.starts_with(**own)) {
            gaps.push(Gap { start: at, end: at + separator.len() });
            // ", and " also is ", " before an item that begins with "and".
            at += if separator.starts_with(", ") { ", ".len() } else { separator.len() };
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    gaps
}

/// Whether `shown` lists `items`, in their order.
pub(super) fn agrees(shown: &str, items: &[Value]) -> Agreement {
    let bracketed = [('[', ']'), ('{', '}')].iter().find_map(|&(open, close)| {
        shown.strip_prefix(open).and_then(|rest| rest.strip_suffix(close))
    });
    let text = bracketed.unwrap_or(shown).trim();
    if items.is_empty() {
        let says_so = matches!(text.to_lowercase().as_str(), "" | "none" | "nothing" | "no")
            && (bracketed.is_some() || !text.is_empty());
        return Agreement::from_bools(true, says_so);
    }
    let gaps = gaps(text);
    if gaps.len() > 2 * MAX_ITEMS || items.len() > MAX_ITEMS {
        return Agreement::Unreadable;
    }
    if divides(text, &gaps, items) {
        return Agreement::Agrees;
    }
    // Readable, if each of the shortest parts is a value of the kind of some item.
    let mut start = 0;
    let mut parts = Vec::new();
    for gap in gaps.iter().filter(|gap| gap.end > gap.start) {
        if gap.start >= start {
            parts.extend(text.get(start..gap.start));
            start = gap.end;
        }
    }
    parts.extend(text.get(start..));
    let readable = items.first().is_some_and(|item| {
        parts.iter().all(|part| item_agrees(part, item) != Agreement::Unreadable)
    });
    Agreement::from_bools(readable, false)
}

/// Whether `text` can be divided at `gaps` so that each part says its item.
fn divides(text: &str, gaps: &[Gap], items: &[Value]) -> bool {
    // Where the next item may begin, upward and without repeats.
    let mut starts = vec![0];
    for (index, item) in items.iter().enumerate() {
        let is_last = index + 1 == items.len();
        let mut next = Vec::new();
        for &start in &starts {
            if is_last {
                let rest = text.get(start..).unwrap_or("");
                if item_agrees(rest, item) == Agreement::Agrees {
                    return true;
                }
                continue;
            }
            // A part of one item holds at most a few separators: "one hundred and five".
            for gap in gaps.iter().filter(|gap| gap.start >= start).take(MAX_GAPS_IN_ITEM) {
                let part = text.get(start..gap.start).unwrap_or("");
                if item_agrees(part, item) == Agreement::Agrees {
                    next.push(gap.end);
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        if next.is_empty() {
            return false;
        }
        starts = next;
    }
    false
}

/// How many separators may stand within one item.
const MAX_GAPS_IN_ITEM: usize = 8;

//! Applies the edits that diagnostics offer, and shows them first.
//!
//! Only numbers of the prose are edited: the text of checked bindings and of numbered references.
//! An edit stays inside its bracket, nothing within a claim is touched (no diagnostic offers that),
//! every other byte stays, and a second run finds nothing to do.

use std::collections::BTreeMap;

use similar::TextDiff;

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Fix;
use crate::diagnostics::SourceId;
use crate::diagnostics::Sources;

/// A file after its edits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The path from the site's root.
    pub path: String,
    /// The whole new text.
    pub text: String,
    /// The difference in unified form, with the path in its header.
    pub diff: String,
}

/// The files that the edits offered by `diagnostics` change, in the order of `sources`. Of edits
/// that overlap the first in the text is made.
#[must_use]
pub fn edits(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<Edit> {
    let mut fixes: BTreeMap<SourceId, Vec<&Fix>> = BTreeMap::new();
    for diagnostic in diagnostics {
        let mendable = matches!(diagnostic.code, Code::ValueWrong | Code::ReferenceWrongNumber);
        if let (true, Some(fix)) = (mendable, &diagnostic.fix) {
            fixes.entry(fix.span.source).or_default().push(fix);
        }
    }
    let mut edits = Vec::new();
    for (id, mut fixes) in fixes {
        fixes.sort();
        let source = sources.get(id);
        let mut text = String::with_capacity(source.text.len());
        let mut at = 0;
        for fix in fixes {
            let (Some(kept), Some(old)) =
                (source.text.get(at..fix.span.start.max(at)), source.text.get(fix.span.range()))
            else {
                continue;
            };
            if fix.span.start < at || old == fix.replacement {
                continue;
            }
            text.push_str(kept);
            text.push_str(&fix.replacement);
            at = fix.span.end;
        }
        if at == 0 {
            continue;
        }
        text.push_str(source.text.get(at..).unwrap_or(""));
        let diff = diff(&source.path, &source.text, &text);
        edits.push(Edit { path: source.path.clone(), text, diff });
    }
    edits
}

/// The difference between two texts of the file at `path`.
fn diff(path: &str, old: &str, new: &str) -> String {
    TextDiff::from_lines(old, new).unified_diff().context_radius(1).header(path, path).to_string()
}

#[cfg(test)]
mod tests {
    use super::edits;
    use crate::diagnostics::Code;
    use crate::diagnostics::Diagnostic;
    use crate::diagnostics::Sources;
    use crate::diagnostics::Span;
    use expect_test::expect;

    #[test]
    fn only_what_stands_in_the_bracket_changes() {
        let mut sources = Sources::default();
        let text = "One.\r\nIt is [67](=x), or\n[sixty](=y).\nLast\n";
        let id = sources.add("content/a.md", text);
        let at = |part: &str| {
            let start = text.find(part).unwrap();
            Span::new(id, start..start + part.len())
        };
        let wrong = |part: &str, new: &str| {
            Diagnostic::error(Code::ValueWrong, "wrong").label(at(part), "").fix(at(part), new)
        };
        let other = Diagnostic::error(Code::LostDollar, "x").fix(at("Last"), "First");
        let all = [wrong("sixty", "sixty-six"), wrong("67", "66"), other];
        let edits = edits(&all[..2], &sources);
        let [edit] = edits.as_slice() else { panic!("one file changes") };
        assert_eq!(edit.text, "One.\r\nIt is [66](=x), or\n[sixty-six](=y).\nLast\n");
        assert_eq!(super::edits(&all[2..], &sources), []);
        expect![[r#"
            --- content/a.md
            +++ content/a.md
            @@ -1,4 +1,4 @@
             One.
            -It is [67](=x), or
            -[sixty](=y).
            +It is [66](=x), or
            +[sixty-six](=y).
             Last
        "#]]
        .assert_eq(&edit.diff.replace('\r', ""));
    }

    #[test]
    fn of_two_edits_of_the_same_bytes_the_first_counts() {
        let mut sources = Sources::default();
        let id = sources.add("content/a.md", "abcdef");
        let fix = |range: std::ops::Range<usize>, new: &str| {
            Diagnostic::error(Code::ReferenceWrongNumber, "wrong").fix(Span::new(id, range), new)
        };
        let edits = edits(&[fix(2..4, "X"), fix(1..3, "Y"), fix(4..5, "e")], &sources);
        assert_eq!(edits[0].text, "aYdef");
    }
}

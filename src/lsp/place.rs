//! What stands at a place of a source: a link, a name in an expression, a value.

use crate::diagnostics::SourceId;
use crate::diagnostics::Span;
use crate::essay::Binding;
use crate::essay::Block;
use crate::essay::BlockId;
use crate::essay::BlockKind;
use crate::essay::Essay;
use crate::essay::Link;
use crate::essay::LinkId;

/// Fields whose value is no expression.
const WORDS: &[&str] =
    &["kind", "style", "status", "because", "caption", "alt", "corrects", "expect", "name"];

/// A name in an expression with what stands before its points: of `slug.claim.fails`, with the
/// cursor on `claim`, the parts `slug` and `claim`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path<'t> {
    pub(crate) parts: Vec<&'t str>,
    /// The bytes of the last part.
    pub(crate) span: Span,
}

/// The name that byte `at` touches.
pub(crate) fn path(text: &str, source: SourceId, at: usize) -> Option<Path<'_>> {
    let at = text.floor_char_boundary(at.min(text.len()));
    let end = at + text[at..].find(|c| !is_letter(c)).unwrap_or(text.len() - at);
    let start = back_to(text, at);
    if !text[start..end].starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return None;
    }
    let mut parts = vec![&text[start..end]];
    let mut before = start;
    while let Some(dotted) = text[..before].strip_suffix('.') {
        let first = back_to(text, dotted.len());
        // After a bracket or a number stands an attribute of a value, not of a name.
        let part = &text[first..dotted.len()];
        if !part.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return None;
        }
        parts.insert(0, part);
        before = first;
    }
    Some(Path { parts, span: Span::new(source, start..end) })
}

/// Where the word that ends at byte `at` begins.
pub(crate) fn back_to(text: &str, at: usize) -> usize {
    text[..at]
        .char_indices()
        .rev()
        .take_while(|(_, c)| is_letter(*c))
        .last()
        .map_or(at, |(start, _)| start)
}

/// Whether `c` may stand in a name.
pub(crate) fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether byte `at` touches `span`.
pub(crate) fn touches(span: Span, at: usize) -> bool {
    span.start <= at && at <= span.end
}

/// The block around byte `at`.
pub(crate) fn block(essay: &Essay, at: usize) -> Option<(BlockId, &Block)> {
    (0..).map(BlockId).zip(&essay.blocks).find(|(_, block)| touches(block.span, at))
}

/// The link whose bytes hold `at`.
pub(crate) fn link(essay: &Essay, at: usize) -> Option<(LinkId, &Link)> {
    (0..).map(LinkId).zip(&essay.links).find(|(_, link)| touches(link.span, at))
}

/// The binding whose bytes hold `at`; of a formula the innermost.
pub(crate) fn binding(essay: &Essay, at: usize) -> Option<&Binding> {
    let around = essay.bindings.iter().filter(|binding| touches(binding.span, at));
    around.min_by_key(|binding| binding.span.end - binding.span.start)
}

/// Whether an expression stands at byte `at` of `essay`.
pub(crate) fn is_expression(essay: &Essay, at: usize) -> bool {
    let bound = binding(essay, at)
        .is_some_and(|binding| !binding.kind.is_given() && touches(binding.expression.span, at));
    bound
        || block(essay, at).is_some_and(|(_, block)| {
            (block.kind == BlockKind::Def && touches(block.inside.span, at))
                || block.fields.iter().any(|field| {
                    touches(field.value.span, at) && !WORDS.contains(&field.key.text.as_str())
                })
                || block.field("expect").is_some_and(|field| touches(field.value.span, at))
        })
}

#[cfg(test)]
mod tests {
    use super::path;
    use crate::diagnostics::SourceId;

    fn parts(text: &str, at: usize) -> Option<Vec<&str>> {
        path(text, SourceId(0), at).map(|path| path.parts)
    }

    #[test]
    fn a_name_is_found_with_what_its_points_lead_from() {
        let text = "2 + slug.claim.fails(x)";
        assert_eq!(parts(text, 5), Some(vec!["slug"]));
        assert_eq!(parts(text, 8), Some(vec!["slug"]), "at its end");
        assert_eq!(parts(text, 11), Some(vec!["slug", "claim"]));
        assert_eq!(parts(text, 17), Some(vec!["slug", "claim", "fails"]));
        assert_eq!(parts(text, 21), Some(vec!["x"]));
    }

    #[test]
    fn a_number_and_an_attribute_of_a_value_are_no_names() {
        assert_eq!(parts("12 + 3", 1), None);
        assert_eq!(parts("f(x).value", 7), None);
        assert_eq!(parts("Ω(n)", 0), Some(vec!["Ω"]));
        assert_eq!(parts("", 0), None);
    }
}

//! Headings and their ids.

use std::collections::HashMap;
use std::collections::HashSet;
use std::ops::Range;

use pulldown_cmark::Event;
use pulldown_cmark::Tag;

use crate::diagnostics::Code;
use crate::essay::builder::Builder;
use crate::essay::builder::cut;
use crate::essay::markdown::Placed;
use crate::essay::markdown::Walker;
use crate::essay::markdown::skip;
use crate::essay::model::BlockKind;
use crate::essay::model::Heading;
use crate::essay::model::INSET;
use crate::essay::model::Inset;
use crate::essay::model::ItemKind;

/// Handles the start of the heading at `index`.
pub(crate) fn start<'t>(walker: &mut Walker<'_, '_, 't>, events: &[Placed<'t>], index: usize) {
    let Some((Event::Start(Tag::Heading { level, id, .. }), range)) = events.get(index) else {
        return;
    };
    let end = skip(events, index);
    let children = events.get(index + 1..end.saturating_sub(1)).unwrap_or(&[]);
    let text_end = children.iter().map(|(_, at)| at.end).max().unwrap_or(range.start);
    let mut explicit = None;
    let tail = cut(walker.text, text_end..range.end);
    if let (Some(open), Some(close)) = (tail.find('{'), tail.rfind('}'))
        && open < close
    {
        let attributes = text_end + open..text_end + close + 1;
        let inside = cut(walker.text, attributes.start + 1..attributes.end - 1);
        match (inside.strip_prefix('#'), id) {
            (Some(written), Some(id)) if written == &**id => {
                let place = attributes.start + 2..attributes.end - 1;
                explicit = Some(walker.builder.span(walker.absolute(&place)));
            }
            _ => walker.error(
                Code::LostHeadingAttribute,
                &attributes,
                format!("`{{{inside}}}` at the end of a heading would be dropped"),
                "only an id may stand there, as in `{#id}`; put mathematics between dollars",
            ),
        }
    }
    let raw = walker.raw(range);
    let whole = range.start..range.start + raw.trim_end().len();
    let heading = Heading {
        span: walker.builder.span(walker.absolute(&whole)),
        level: *level as u8,
        id: id.as_deref().unwrap_or("").to_owned(),
        explicit,
    };
    let number = walker.builder.essay.headings.len();
    walker.builder.essay.headings.push(heading);
    walker.builder.slugs.push(String::new());
    walker.item(ItemKind::HeadingStart(number), range);
}

/// Handles the end of the open heading, before its paragraph is closed.
pub(crate) fn end(walker: &mut Walker<'_, '_, '_>, range: &Range<usize>) {
    let Some(number) = walker.builder.essay.headings.len().checked_sub(1) else { return };
    walker.item(ItemKind::HeadingEnd(number), range);
    let mut slug = String::new();
    let mut writes = false;
    let mut insets = walker.draft.insets().iter();
    for c in walker.draft.text().chars() {
        if c != INSET {
            slug.push(c);
            continue;
        }
        match insets.next() {
            Some((_, Inset::Formula(id))) => {
                if let Some(formula) = walker.builder.essay.formulas.get(id.0) {
                    slug.push_str(&formula.tex.text);
                    writes |= !formula.bindings.is_empty();
                }
            }
            Some((_, Inset::Binding(_))) => writes = true,
            Some((_, Inset::Code | Inset::Footnote)) | None => {}
        }
    }
    if let Some(place) = walker.builder.slugs.get_mut(number) {
        *place = slug;
    }
    let Some(heading) = walker.builder.essay.headings.get(number) else { return };
    if writes && heading.explicit.is_none() {
        let place = heading.span.range();
        walker.builder.error(
            Code::BindingHeadingId,
            place,
            "a heading with a value in it has no id of its own",
            "end it with an id, as in `{#how_many}`, so that links do not change with the value",
        );
    }
}

/// Gives each heading without an id of its own one made from its text, distinct in the page.
pub(crate) fn name(builder: &mut Builder<'_>) {
    let essay = &builder.essay;
    let mut taken: HashSet<String> = HashSet::new();
    let blocks = essay.blocks.iter().filter(|block| block.kind != BlockKind::Proof);
    taken.extend(blocks.filter_map(|block| Some(block.id.as_ref()?.text.clone())));
    taken.extend(
        essay.formulas.iter().filter_map(|formula| Some(formula.id.as_ref()?.text.clone())),
    );
    let explicit = essay.headings.iter().filter(|heading| heading.explicit.is_some());
    taken.extend(explicit.map(|heading| heading.id.clone()));
    let mut counts: HashMap<String, usize> = HashMap::new();
    for (heading, text) in builder.essay.headings.iter_mut().zip(&builder.slugs) {
        if heading.explicit.is_some() {
            continue;
        }
        let stem = stem(text);
        let mut id = stem.clone();
        let count = counts.entry(stem.clone()).or_insert(1_usize);
        while !taken.insert(id.clone()) {
            *count += 1;
            id = format!("{stem}-{count}");
        }
        heading.id = id;
    }
}

/// Letters and digits of `text` in lower case, runs of anything else as one hyphen; `section` if
/// nothing is left.
fn stem(text: &str) -> String {
    let mut stem = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_alphanumeric() {
            stem.extend(c.to_lowercase());
        } else if matches!(c, '\'' | '’') {
            // An apostrophe joins: "player's" is one word.
        } else if !stem.is_empty() && !stem.ends_with('-') {
            stem.push('-');
        }
    }
    let stem = stem.trim_end_matches('-');
    if stem.is_empty() { "section".to_owned() } else { stem.to_owned() }
}

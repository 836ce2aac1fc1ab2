//! Text as text, where no markup may stand: titles of windows, descriptions, alternative texts.

use pulldown_cmark::Event;

use crate::essay::BindingId;
use crate::essay::BindingKind;
use crate::essay::Fragment;
use crate::essay::Item;
use crate::essay::ItemKind;
use crate::render::html::Scene;
use crate::render::html::filled;
use crate::render::model::PageInput;
use crate::render::model::ResolvedLink;

/// `fragment` as one line of text, with its numbers written in and its formulas read out.
#[must_use]
pub fn of_fragment(scene: Scene<'_>, fragment: &Fragment) -> String {
    of_items(scene, &fragment.items)
}

/// `items` as one line of text.
#[must_use]
pub fn of_items(scene: Scene<'_>, items: &[Item]) -> String {
    let page = scene.page;
    let mut out = String::new();
    for item in items {
        match &item.kind {
            ItemKind::Markdown(Event::Text(text) | Event::Code(text)) => out.push_str(text),
            ItemKind::Markdown(Event::SoftBreak | Event::HardBreak | Event::End(_)) => {
                // An end of emphasis is no end of a word: a space only where a block ends.
                if !matches!(&item.kind, ItemKind::Markdown(Event::End(end)) if is_inline(*end)) {
                    out.push(' ');
                }
            }
            ItemKind::Binding(id) => out.push_str(written(page, *id)),
            ItemKind::Formula(id) => {
                if let Some(formula) = page.essay.formulas.get(id.0) {
                    out.push_str(&scene.math.plain(&filled(page, formula)));
                }
            }
            ItemKind::LinkStart(id) => {
                if let Some(Some(ResolvedLink::Internal { text: Some(text), .. })) =
                    page.links.get(id.0)
                {
                    out.push_str(&text.plain);
                }
            }
            ItemKind::Markdown(_)
            | ItemKind::LinkEnd(_)
            | ItemKind::HeadingStart(_)
            | ItemKind::HeadingEnd(_)
            | ItemKind::Block(_) => {}
        }
    }
    // Only ordinary blanks: a thin or no-break space within a number stays.
    out.split([' ', '\n', '\t']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What stands in the prose for a binding, as plain text.
pub(in crate::render) fn written<'a>(page: &'a PageInput<'_>, id: BindingId) -> &'a str {
    match page.essay.bindings.get(id.0).map(|binding| &binding.kind) {
        Some(
            BindingKind::Checked(shown)
            | BindingKind::Given(shown)
            | BindingKind::MathChecked(_, shown)
            | BindingKind::MathGiven(_, shown),
        ) => shown.plain.as_str(),
        Some(BindingKind::Computed | BindingKind::MathComputed(_)) | None => {
            let value = page.values.get(id.0).and_then(Option::as_ref);
            value.map_or("?", |value| value.text.as_str())
        }
    }
}

fn is_inline(end: pulldown_cmark::TagEnd) -> bool {
    use pulldown_cmark::TagEnd;
    matches!(
        end,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image
    )
}

//! Links and images: which are bindings, where the others lead.

use std::ops::Range;

use percent_encoding::percent_decode_str;
use pulldown_cmark::Event;
use pulldown_cmark::LinkType;
use pulldown_cmark::Tag;

use crate::diagnostics::Code;
use crate::essay::binding;
use crate::essay::builder::cut;
use crate::essay::markdown::Placed;
use crate::essay::markdown::Walker;
use crate::essay::markdown::skip;
use crate::essay::model::ItemKind;
use crate::essay::model::Link;
use crate::essay::model::LinkId;
use crate::essay::model::Target;
use crate::essay::model::Text;

/// The parts of an inline link, as bytes of the fragment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    /// Between the brackets.
    pub(crate) shown: Range<usize>,
    /// The address, without angle brackets.
    pub(crate) address: Range<usize>,
    /// The title, without its quotes.
    pub(crate) title: Option<Range<usize>>,
}

/// Handles the link or image that starts at `index` and returns the index of the next event.
pub(crate) fn start<'t>(
    walker: &mut Walker<'_, '_, 't>,
    events: &[Placed<'t>],
    index: usize,
) -> usize {
    let Some((Event::Start(tag), range)) = events.get(index) else { return index + 1 };
    let (link_type, address, title, id, image) = match tag {
        Tag::Link { link_type, dest_url, title, id } => (link_type, dest_url, title, id, false),
        Tag::Image { link_type, dest_url, title, id } => (link_type, dest_url, title, id, true),
        _ => return index + 1,
    };
    let end = skip(events, index);
    let children = events.get(index + 1..end.saturating_sub(1)).unwrap_or(&[]);
    let inline = *link_type == LinkType::Inline;
    let parts = inline.then(|| parts(walker.text, range, children)).flatten();
    if address.starts_with('=') {
        if let (Some(parts), false) = (&parts, image) {
            binding::checked(walker, range, parts, (address, title), children);
        } else {
            walker.error(
                Code::BindingMisplaced,
                range,
                format!("`{address}` stands as the address of an image or of a reference link"),
                "write a checked value as `[66](=expression)`, a computed one as `` `=expression` ``",
            );
        }
        return end;
    }
    let reference = match link_type {
        LinkType::Reference
        | LinkType::ReferenceUnknown
        | LinkType::Collapsed
        | LinkType::CollapsedUnknown
        | LinkType::Shortcut
        | LinkType::ShortcutUnknown => true,
        LinkType::Inline | LinkType::Autolink | LinkType::Email | LinkType::WikiLink { .. } => {
            false
        }
    };
    if reference {
        walker.used.push(id.to_string());
    }
    if !title.is_empty() {
        let place = parts.as_ref().and_then(|parts| parts.title.clone());
        walker.error(
            Code::LostTitle,
            &place.unwrap_or_else(|| range.clone()),
            format!("the title `{title}` would be dropped"),
            "say it in the text: a title is seen by those alone who point with a mouse",
        );
    }
    let shown = parts.as_ref().map_or_else(
        || {
            let first = children.first().map_or(range.start, |(_, at)| at.start);
            let last = children.iter().map(|(_, at)| at.end).max().unwrap_or(first);
            first..last
        },
        |parts| parts.shown.clone(),
    );
    let place = parts.as_ref().map_or_else(|| range.clone(), |parts| parts.address.clone());
    let destination = Text {
        text: if *link_type == LinkType::Email {
            format!("mailto:{address}")
        } else {
            address.to_string()
        },
        span: walker.builder.span(walker.absolute(&place)),
    };
    let link = Link {
        span: walker.builder.span(walker.absolute(range)),
        target: target(&destination.text, &walker.builder.essay.path),
        destination,
        image,
        shown: walker.builder.piece(walker.absolute(&shown)),
        context: walker.context(),
        paragraph: walker.paragraph(),
    };
    walker.builder.essay.links.push(link);
    let id = LinkId(walker.builder.essay.links.len() - 1);
    walker.links.push(id);
    walker.draft.open_link(id);
    walker.item(ItemKind::LinkStart(id), range);
    index + 1
}

/// Takes an inline link apart.
fn parts(text: &str, range: &Range<usize>, children: &[Placed<'_>]) -> Option<Parts> {
    let opening = if cut(text, range.start..range.start + 1) == "!" { 2 } else { 1 };
    let start = range.start + opening;
    let children_end = children.iter().map(|(_, at)| at.end).max().unwrap_or(start);
    let close = children_end + cut(text, children_end..range.end).find("](")?;
    let inside = close + 2..range.end.checked_sub(1)?;
    let from = inside.start + leading(cut(text, inside.clone()));
    let rest = cut(text, from..inside.end);
    let (address, after) = if let Some(angled) = rest.strip_prefix('<') {
        let length = angled.find('>')?;
        (from + 1..from + 1 + length, from + length + 2)
    } else {
        let length = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        (from..from + length, from + length)
    };
    let tail = cut(text, after..inside.end);
    let title_from = after + leading(tail);
    let title_to = after + tail.trim_end().len();
    let title = (title_to >= title_from + 2).then(|| title_from + 1..title_to - 1);
    Some(Parts { shown: start..close, address, title })
}

/// How many bytes of white space `text` begins with.
fn leading(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// Where `address`, as it stands on the page at `path`, leads by its form.
pub(crate) fn target(address: &str, path: &str) -> Target {
    let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    if let Some(id) = address.strip_prefix('#') {
        return Target::Fragment(decode(id));
    }
    if has_scheme(address) || address.starts_with("//") {
        return Target::External(address.to_owned());
    }
    let (file, fragment) = match address.split_once('#') {
        Some((file, fragment)) => (file, Some(decode(fragment))),
        None => (address, None),
    };
    if file.ends_with(".md") {
        return Target::Page { path: join(path, &decode(file)), fragment };
    }
    Target::File(address.to_owned())
}

/// Whether `address` begins with a scheme, as in `https:`.
fn has_scheme(address: &str) -> bool {
    address.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    })
}

/// The path under `content/` that `file` means on the page at `path`.
fn join(path: &str, file: &str) -> String {
    if let Some(absolute) = file.strip_prefix('/') {
        return absolute.to_owned();
    }
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in file.split('/') {
        match part {
            "." | "" => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::target;
    use crate::essay::model::Target;

    #[test]
    fn a_relative_markdown_file_leads_to_its_page() {
        let to = |address| target(address, "cutcake/maundy-cake.md");
        let page = |path: &str, fragment: Option<&str>| Target::Page {
            path: path.to_owned(),
            fragment: fragment.map(str::to_owned),
        };
        assert_eq!(to("the-proof.md#theorem_c"), page("cutcake/the-proof.md", Some("theorem_c")));
        assert_eq!(to("../index.md"), page("index.md", None));
        assert_eq!(to("../../up.md"), page("../up.md", None));
        assert_eq!(to("/about.md"), page("about.md", None));
        assert_eq!(to("#a%20b"), Target::Fragment("a b".to_owned()));
        assert_eq!(to("grid.svg"), Target::File("grid.svg".to_owned()));
        assert_eq!(
            to("https://oeis.org/A006022"),
            Target::External("https://oeis.org/A006022".to_owned())
        );
    }
}

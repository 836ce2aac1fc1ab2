//! References: where every link between essays leads, and whether its text says the number that
//! the target has.
//!
//! [`resolve`] looks at all essays at once. A dangling reference is one error that names every
//! place that refers; a wrong number is an error with the edit that mends it.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::collections::HashMap;
use std::ops::Range;

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::Span;
use crate::diagnostics::nearest;
use crate::essay::builder::cut;
use crate::essay::designators;
use crate::essay::link;
use crate::essay::model::BlockId;
use crate::essay::model::BlockKind;
use crate::essay::model::Context;
use crate::essay::model::Essay;
use crate::essay::model::FormulaId;
use crate::essay::model::Link;
use crate::essay::model::LinkId;
use crate::essay::model::Paragraph;
use crate::essay::model::Target;

/// What a reference leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The page itself.
    Page,
    /// A heading, by its index in [`Essay::headings`].
    Heading(usize),
    /// A claim, figure, table or statement.
    Block(BlockId),
    /// A numbered formula.
    Formula(FormulaId),
}

/// Where a link of an essay leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// Which of the essays.
    pub essay: usize,
    /// What in it.
    pub anchor: Anchor,
    /// What the target is called, if it has a number or a name: `Figure 1`, `Theorem M`, `(3)`.
    /// A heading is called by its text, a page by its title.
    pub label: Option<String>,
    /// Whether the link is a badge, `[✓](#claim)`.
    pub badge: bool,
    /// Whether the link has no text, so that the build writes it.
    pub written: bool,
    /// Whether that text names the page too: the target stands on another page, and the page of the
    /// link has figures, claims, … of its own that are counted likewise, or one of the same name.
    pub names_page: bool,
    /// Bytes of the paragraph's text that say a number and were compared with the label.
    pub numbers: Vec<Range<usize>>,
}

/// Where all links of all essays lead.
#[derive(Debug, Default)]
pub struct References {
    pages: HashMap<String, usize>,
    anchors: Vec<HashMap<String, Anchor>>,
    resolved: Vec<Vec<Option<Resolution>>>,
}

impl References {
    /// Where `link` of the essay number `essay` leads; none for an address outside, a file, or a
    /// reference that was reported.
    #[must_use]
    pub fn of(&self, essay: usize, link: LinkId) -> Option<&Resolution> {
        self.resolved.get(essay)?.get(link.0)?.as_ref()
    }

    /// What `address`, as it would stand in a link on the page at `path`, leads to: the index of
    /// the essay, and what in it.
    #[must_use]
    pub fn lookup(&self, path: &str, address: &str) -> Option<(usize, Anchor)> {
        let (page, fragment) = match link::target(address.trim(), path) {
            Target::Fragment(id) => (path.to_owned(), Some(id)),
            Target::Page { path, fragment } => (path, fragment),
            Target::File(_) | Target::External(_) => return None,
        };
        let essay = *self.pages.get(&page)?;
        let anchor = match fragment {
            None => Anchor::Page,
            Some(id) => *self.anchors.get(essay)?.get(&id)?,
        };
        Some((essay, anchor))
    }
}

/// What `anchor` of `essay` is called, if it has a number or a name: `Figure 1`, `(3)`.
#[must_use]
pub fn label(essay: &Essay, anchor: Anchor) -> Option<String> {
    match anchor {
        Anchor::Page | Anchor::Heading(_) => None,
        Anchor::Formula(id) => essay.formulas.get(id.0)?.number.map(|number| format!("({number})")),
        Anchor::Block(id) => {
            let block = essay.blocks.get(id.0)?;
            let word = block.kind.label()?;
            let name = block.kind.is_statement().then(|| block.field("name")).flatten();
            Some(match name {
                Some(name) => format!("{word} {}", name.value.text),
                None => format!("{word} {}", block.number),
            })
        }
    }
}

/// Follows every link of `essays` and reports those that lead nowhere or say a wrong number.
#[must_use]
pub fn resolve<E: Borrow<Essay>>(essays: &[E], sink: &mut Sink) -> References {
    let essays: &[&Essay] = &essays.iter().map(Borrow::borrow).collect::<Vec<_>>();
    let mut references = References {
        pages: essays.iter().map(|essay| essay.path.clone()).zip(0..).collect(),
        anchors: essays.iter().map(|essay| anchors(essay)).collect(),
        resolved: Vec::with_capacity(essays.len()),
    };
    let mut dangling: BTreeMap<(String, Option<String>), Vec<Span>> = BTreeMap::new();
    for (index, essay) in essays.iter().enumerate() {
        let mut resolved = vec![None; essay.links.len()];
        for paragraph in &essay.paragraphs {
            for (range, id) in &paragraph.links {
                let Some(link) = essay.links.get(id.0) else { continue };
                let place = Place { paragraph, range: range.clone(), link };
                let target = match &link.target {
                    Target::Fragment(id) => (essay.path.clone(), Some(id.clone())),
                    Target::Page { path, fragment } => (path.clone(), fragment.clone()),
                    Target::File(_) | Target::External(_) => {
                        outside(&place, sink);
                        continue;
                    }
                };
                let found = references.pages.get(&target.0).copied().and_then(|page| {
                    let anchor = match &target.1 {
                        None => Some(Anchor::Page),
                        Some(id) => references.anchors.get(page)?.get(id).copied(),
                    };
                    Some((page, anchor?))
                });
                let Some((page, anchor)) = found else {
                    dangling.entry(target).or_default().push(link.destination.span);
                    continue;
                };
                let Some(target) = essays.get(page) else { continue };
                if let Some(slot) = resolved.get_mut(id.0) {
                    let found = judge(&place, (page, target), anchor, sink);
                    let names_page =
                        found.written && page != index && is_mistaken(essay, target, anchor);
                    *slot = Some(Resolution { names_page, ..found });
                }
            }
        }
        debug_assert_eq!(references.resolved.len(), index);
        references.resolved.push(resolved);
    }
    for ((path, fragment), referrers) in dangling {
        report_dangling(essays, &references, (&path, fragment.as_deref()), &referrers, sink);
    }
    references
}

/// Everything on a page that a reference may name.
fn anchors(essay: &Essay) -> HashMap<String, Anchor> {
    let mut anchors = HashMap::new();
    for (index, heading) in essay.headings.iter().enumerate() {
        anchors.insert(heading.id.clone(), Anchor::Heading(index));
    }
    for (index, formula) in essay.formulas.iter().enumerate() {
        if let Some(id) = &formula.id {
            anchors.insert(id.text.clone(), Anchor::Formula(FormulaId(index)));
        }
    }
    for (index, block) in essay.blocks.iter().enumerate() {
        if let Some(id) = block.id.as_ref().filter(|_| block.kind != BlockKind::Proof) {
            anchors.insert(id.text.clone(), Anchor::Block(BlockId(index)));
        }
    }
    anchors
}

/// A link and its text.
struct Place<'a> {
    paragraph: &'a Paragraph,
    range: Range<usize>,
    link: &'a Link,
}

impl Place<'_> {
    /// The text of the link as a reader sees it.
    fn text(&self) -> &str {
        cut(&self.paragraph.text, self.range.clone())
    }

    /// The bytes of the source that `range` of the text comes from.
    fn source_of(&self, range: &Range<usize>) -> Span {
        let start = self.range.start;
        self.paragraph.source_of(start + range.start..start + range.end)
    }
}

/// Judges a link that leads out of the essays: it must have a text.
fn outside(place: &Place<'_>, sink: &mut Sink) {
    if place.text().trim().is_empty() && !place.link.image {
        let address = &place.link.destination.text;
        sink.push(
            Diagnostic::error(
                Code::ReferenceNoText,
                format!("the link to `{address}` has no text"),
            )
            .label(place.link.span, "")
            .help("write it between the brackets; only a reference to an id or a page is written by the build"),
        );
    }
}

/// Compares the text of a link with what its target is called.
fn judge(
    place: &Place<'_>,
    (page, essay): (usize, &Essay),
    anchor: Anchor,
    sink: &mut Sink,
) -> Resolution {
    let label = label(essay, anchor);
    let text = place.text();
    let badge = text.trim() == "✓";
    let mut numbers = Vec::new();
    if badge {
        let stands = match anchor {
            Anchor::Block(id) => essay
                .blocks
                .get(id.0)
                .is_some_and(|block| block.kind == BlockKind::Claim || block.kind.is_statement()),
            Anchor::Page | Anchor::Heading(_) | Anchor::Formula(_) => false,
        };
        if !stands {
            sink.push(
                Diagnostic::error(
                    Code::ReferenceBadge,
                    format!(
                        "the badge names `{}`, which claims nothing",
                        place.link.destination.text
                    ),
                )
                .label(place.link.span, "")
                .help("a badge names a claim or a theorem, as in `[✓](#zero_rule)`"),
            );
        }
    }
    let formula = matches!(anchor, Anchor::Formula(_));
    for found in typed(text) {
        let start = place.range.start;
        numbers.push(start + found.number.start..start + found.number.end);
        let said = cut(text, found.whole.clone());
        let Some(label) = &label else {
            sink.push(
                Diagnostic::error(
                    Code::ReferenceNotNumbered,
                    format!(
                        "the text says `{said}`, and `{}` has no number",
                        place.link.destination.text
                    ),
                )
                .label(place.source_of(&found.whole), "")
                .help("name the target by its id, or say what it is in words"),
            );
            continue;
        };
        let number = cut(text, found.number.clone());
        let right = if formula {
            found.kind.is_none_or(|kind| kind == "Equation")
                && number.trim_matches(['(', ')']) == label.trim_matches(['(', ')'])
        } else {
            label.split_once(' ') == Some((found.kind.unwrap_or(""), number))
        };
        if !right {
            let (range, replacement) =
                if formula && found.kind.is_some_and(|kind| kind == "Equation") {
                    let bare = label.trim_matches(['(', ')']);
                    let text = if number.starts_with('(') { label.as_str() } else { bare };
                    (found.number.clone(), text.to_owned())
                } else {
                    match label.split_once(' ') {
                        Some((word, bare)) if found.kind == Some(word) => {
                            (found.number.clone(), bare.to_owned())
                        }
                        _ => (found.whole.clone(), label.clone()),
                    }
                };
            let span = place.source_of(&range);
            sink.push(
                Diagnostic::error(
                    Code::ReferenceWrongNumber,
                    format!("`{}` is {label}, not {said}", place.link.destination.text),
                )
                .label(place.source_of(&found.whole), "stated here")
                .help(format!("write {label}, or leave the brackets empty to have it written"))
                .fix(span, replacement),
            );
        }
    }
    if numbers.is_empty()
        && let Some(designated) = designators::designated(text)
    {
        judge_designator(place, (essay, anchor), label.as_deref(), designated, sink);
        let range = place.range.clone();
        numbers.extend((!designated.1.is_empty()).then_some(range));
    }
    let written = text.is_empty();
    if written && label.is_none() && !is_named(essay, anchor) {
        let address = &place.link.destination.text;
        sink.push(
            Diagnostic::error(
                Code::ReferenceNoText,
                format!("the link to `{address}` has no text, and its target has none to lend"),
            )
            .label(place.link.span, "")
            .help("write it between the brackets"),
        );
    }
    Resolution { essay: page, anchor, label, badge, written, names_page: false, numbers }
}

/// Compares a text that names a thing of a kind, by a letter, a Roman numeral or a word, with what the
/// target is called.
fn judge_designator(
    place: &Place<'_>,
    (essay, anchor): (&Essay, Anchor),
    label: Option<&str>,
    (kind, designator): (&str, &str),
    sink: &mut Sink,
) {
    let text = place.text();
    let (start, said) = (text.len() - text.trim_start().len(), text.trim());
    let span = place.source_of(&(start..start + said.len()));
    let address = &place.link.destination.text;
    match label {
        Some(label) => {
            let (word, own) = label.split_once(' ').unwrap_or(("Equation", label));
            if word == kind && (designator.is_empty() || designator == own) {
                return;
            }
            sink.push(
                Diagnostic::error(
                    Code::ReferenceWrongNumber,
                    format!("`{address}` is {label}, not {said}"),
                )
                .label(span, "stated here")
                .help(format!("write {label}, or leave the brackets empty to have it written"))
                .fix(span, label.to_owned()),
            );
        }
        None => {
            let begins = |heading: &str| heading.to_lowercase().starts_with(&said.to_lowercase());
            if designator.is_empty() || heading(essay, anchor).is_some_and(begins) {
                return;
            }
            sink.push(
                Diagnostic::error(
                    Code::ReferenceNotNumbered,
                    format!("the text says `{said}`, and `{address}` is not called that"),
                )
                .label(span, "")
                .help("name the target as its heading does, or leave the brackets empty"),
            );
        }
    }
}

/// The text of the heading or title that `anchor` means.
fn heading(essay: &Essay, anchor: Anchor) -> Option<&str> {
    paragraph_of(essay, anchor).map(|paragraph| paragraph.text.trim())
}

/// Whether what `anchor` of `target` is called could be taken for something in `essay`.
fn is_mistaken(essay: &Essay, target: &Essay, anchor: Anchor) -> bool {
    match anchor {
        Anchor::Page | Anchor::Heading(_) => false,
        Anchor::Formula(_) => essay.formulas.iter().any(|formula| formula.number.is_some()),
        Anchor::Block(id) => {
            let Some(block) = target.blocks.get(id.0) else { return false };
            let called = label(target, anchor);
            let is_named = block.kind.is_statement() && block.field("name").is_some();
            essay.blocks.iter().zip(0..).any(|(own, at)| {
                let is_counted = !is_named && own.kind.label() == block.kind.label();
                is_counted || label(essay, Anchor::Block(BlockId(at))) == called
            })
        }
    }
}

/// Whether the heading or title that `anchor` means has a text that a link can show: one that is
/// not itself left to the build, since two headings could then wait for each other.
fn is_named(essay: &Essay, anchor: Anchor) -> bool {
    match anchor {
        Anchor::Block(_) | Anchor::Formula(_) => return true,
        // A page without a title is an error of its own.
        Anchor::Page if essay.front.title.is_none() => return true,
        Anchor::Page | Anchor::Heading(_) => {}
    }
    paragraph_of(essay, anchor).is_some_and(|paragraph| {
        !paragraph.text.trim().is_empty()
            && paragraph.links.iter().all(|(text, _)| !text.is_empty())
    })
}

/// The paragraph of the heading or title that `anchor` means.
fn paragraph_of(essay: &Essay, anchor: Anchor) -> Option<&Paragraph> {
    let heading = match anchor {
        Anchor::Heading(index) => essay.headings.get(index).map(|heading| heading.span),
        Anchor::Page => None,
        Anchor::Block(_) | Anchor::Formula(_) => return None,
    };
    essay.paragraphs.iter().find(|paragraph| match heading {
        Some(span) => paragraph.context == Context::Heading && span.contains(paragraph.span),
        None => paragraph.context == Context::Title,
    })
}

/// A numbered reference found in text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// The kind, as labels write it; none for a number in brackets alone.
    pub kind: Option<&'static str>,
    /// All of it, in bytes of the text.
    pub whole: Range<usize>,
    /// The number, with its brackets.
    pub number: Range<usize>,
}

/// Words before the number of a reference, and how labels write them.
pub(crate) const KINDS: &[(&str, &str)] = &[
    ("figure", "Figure"),
    ("fig", "Figure"),
    ("table", "Table"),
    ("claim", "Claim"),
    ("theorem", "Theorem"),
    ("lemma", "Lemma"),
    ("proposition", "Proposition"),
    ("corollary", "Corollary"),
    ("definition", "Definition"),
    ("conjecture", "Conjecture"),
    ("equation", "Equation"),
    ("eq", "Equation"),
    ("formula", "Equation"),
    ("section", "Section"),
    ("sec", "Section"),
];

/// Every `Figure 2`, `claim 3`, `Eq. (4)` in `text`, and a number in brackets that is all of it.
#[must_use]
pub fn typed(text: &str) -> Vec<Typed> {
    let mut found = Vec::new();
    let trimmed = text.trim();
    let bare = trimmed.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    if bare.is_some_and(|bare| !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit())) {
        let start = text.find('(').unwrap_or(0);
        let whole = start..start + trimmed.len();
        return vec![Typed { kind: None, number: whole.clone(), whole }];
    }
    let mut at = 0;
    while let Some(offset) = cut(text, at..text.len()).find(|c: char| c.is_ascii_digit()) {
        let digit = at + offset;
        let end =
            digit + cut(text, digit..text.len()).bytes().take_while(u8::is_ascii_digit).count();
        at = end;
        let before = cut(text, 0..digit);
        let (before, opened) = match before.strip_suffix('(') {
            Some(before) => (before, true),
            None => (before, false),
        };
        let spaced = before.trim_end_matches([' ', '\u{A0}']);
        if spaced.len() == before.len() {
            continue;
        }
        let word_end = spaced.trim_end_matches('.').len();
        let word_start =
            cut(spaced, 0..word_end).rfind(|c: char| !c.is_ascii_alphabetic()).map_or(0, |at| {
                at + cut(spaced, at..word_end).chars().next().map_or(1, char::len_utf8)
            });
        let word = cut(spaced, word_start..word_end);
        let kind = KINDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word));
        // `Section 4.2` and `claim 2%` are no numbers of ours.
        let next = cut(text, end..text.len());
        let continues = next.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '%' | '×'))
            || next
                .strip_prefix(['.', ',', ':'])
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let (Some((_, kind)), false) = (kind, continues) else { continue };
        let number = if opened && next.starts_with(')') { digit - 1..end + 1 } else { digit..end };
        found.push(Typed { kind: Some(kind), whole: word_start..number.end, number });
    }
    found
}

/// Whether the file at `path` has a name that begins with, ends in or holds `stem` as whole words, or
/// is held by it so: `kayles` and `kayles-game.md`.
fn is_akin(stem: &str, path: &str) -> bool {
    let own = path.rsplit('/').next().unwrap_or("");
    let own = own.strip_suffix(".md").unwrap_or(own);
    let words = |name: &str| format!("-{}-", name.to_lowercase().replace(['_', ' '], "-"));
    let (own, stem) = (words(own), words(stem));
    own != "-index-" && stem != "-index-" && (own.contains(&stem) || stem.contains(&own))
}

/// Reports a target that is not there, with everything that refers to it.
fn report_dangling(
    essays: &[&Essay],
    references: &References,
    (path, fragment): (&str, Option<&str>),
    referrers: &[Span],
    sink: &mut Sink,
) {
    let page = references.pages.get(path).and_then(|page| Some((*page, essays.get(*page)?)));
    let (message, help) = match (page, fragment) {
        (Some((page, _)), Some(id)) => {
            let here = references.anchors.get(page);
            let mut ids: Vec<&str> =
                here.into_iter().flatten().map(|(id, _)| id.as_str()).collect();
            ids.sort_unstable();
            let elsewhere = references.anchors.iter().position(|ids| ids.contains_key(id));
            let help = match (elsewhere.and_then(|other| essays.get(other)), nearest(id, ids)) {
                (Some(other), _) => format!("`{}` has it", other.path),
                (None, Some(near)) => format!("did you mean `#{near}`?"),
                (None, None) => "give the target that id, or mend the reference".to_owned(),
            };
            (format!("nothing in `{path}` has the id `{id}`"), help)
        }
        _ => {
            let name = |path: &'_ str| path.rsplit('/').next().unwrap_or("").to_owned();
            let wanted = name(path);
            let same = essays.iter().find(|essay| name(&essay.path) == wanted);
            let near = nearest(path, essays.iter().map(|essay| essay.path.as_str()));
            let stem = wanted.strip_suffix(".md").unwrap_or(&wanted);
            let paths = || essays.iter().map(|essay| essay.path.as_str());
            let akin = paths().filter(|path| is_akin(stem, path)).min_by_key(|path| path.len());
            let other = same.map(|essay| essay.path.as_str()).or(near).or(akin);
            let help = match other {
                Some(other) => format!(
                    "did you mean `{other}`? If the page was renamed or moved, `aliases:` there \
                     keeps its old address"
                ),
                None => {
                    "write the page, or mend the reference; under `aliases:` a page that was renamed keeps \
                         its old address"
                        .to_owned()
                }
            };
            (format!("there is no page `{path}`"), help)
        }
    };
    let mut diagnostic = Diagnostic::error(Code::ReferenceDangling, message).help(help);
    for (index, referrer) in referrers.iter().enumerate() {
        let text = if referrers.len() == 1 {
            ""
        } else if index == 0 {
            "referred to here"
        } else {
            "and here"
        };
        diagnostic = diagnostic.label(*referrer, text);
    }
    sink.push(diagnostic);
}

#[cfg(test)]
#[allow(clippy::string_slice, reason = "a test knows its text")]
mod tests {
    use super::typed;

    #[test]
    fn numbered_references_are_found_in_text() {
        let check = |text: &str, expected: &[(Option<&str>, &str)]| {
            let found: Vec<_> =
                typed(text).into_iter().map(|one| (one.kind, &text[one.number])).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("Figure 2", &[(Some("Figure"), "2")]);
        check("as figure 2 and Claim 13 show.", &[(Some("Figure"), "2"), (Some("Claim"), "13")]);
        check("Eq. (4)", &[(Some("Equation"), "(4)")]);
        check("(3)", &[(None, "(3)")]);
        check("we claim 2% of it", &[]);
        check("a theorem of 12 lines", &[]);
        check("Section 4.2", &[]);
        check("the 2 figures", &[]);
    }
}

//! What may stand at a place: names in expressions, ids and files in links, keys and kinds.
//!
//! The text counts as it is now, half typed: what is asked for is read off the line before the
//! cursor. What the rest of the site offers is as it was last built.

use std::collections::BTreeMap;

use lsp_types::CompletionItemKind;

use crate::diagnostics::Sink;
use crate::diagnostics::Sources;
use crate::diagnostics::Span;
use crate::essay;
use crate::essay::Block;
use crate::essay::BlockKind;
use crate::essay::Essay;
use crate::essay::Target;
use crate::figures;
use crate::language;
use crate::language::Definitions;
use crate::lsp::analysis::Analysis;
use crate::lsp::place;

/// Characters after which an editor should ask.
pub(crate) const TRIGGERS: &[&str] = &["=", ".", "#", "(", "/", "{", ":"];

/// Something that may stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) text: String,
    pub(crate) kind: CompletionItemKind,
    /// A few words beside it.
    pub(crate) detail: String,
}

/// What is offered at a place, and the byte from which the typed part would be replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offers {
    pub(crate) from: usize,
    pub(crate) offers: Vec<Offer>,
}

/// What may stand at byte `at` of `text`, the file at `path` from the site's root.
pub(crate) fn find(analysis: Option<&Analysis>, path: &str, text: &str, at: usize) -> Offers {
    let at = text.floor_char_boundary(at.min(text.len()));
    let site = Surroundings { analysis, path, text };
    if path.ends_with(".def") {
        return site.names(at, &[]);
    }
    let Some(page) = path.strip_prefix("content/").filter(|page| page.ends_with(".md")) else {
        return Offers::default();
    };
    let mut sources = Sources::default();
    let id = sources.add(path, text);
    let essay = essay::parse(id, page, text, &mut Sink::default());
    let line_start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line = &text[line_start..at];
    if essay.front.span.is_some_and(|span| span.start < at && at < span.end) {
        return site.front_matter(line, at);
    }
    if let Some(word) = line.trim_start_matches(['`', '~']).strip_prefix('{')
        && line.starts_with("```")
        && word.chars().all(place::is_letter)
    {
        let kinds = BlockKind::ALL.iter().map(|(_, word)| *word);
        return Offers::words(at - word.len(), kinds, CompletionItemKind::KEYWORD, "block");
    }
    if let Some((_, block)) = place::block(&essay, at)
        && place::touches(block.inside.span, at)
        && let Some(offers) = site.in_block(&essay, block, line, at)
    {
        return offers;
    }
    site.in_prose(&essay, line, at)
}

/// What offers come from.
struct Surroundings<'a> {
    analysis: Option<&'a Analysis>,
    path: &'a str,
    text: &'a str,
}

impl Surroundings<'_> {
    /// Within a block, if it is one of its own lines and not prose.
    fn in_block(&self, essay: &Essay, block: &Block, line: &str, at: usize) -> Option<Offers> {
        if block.kind == BlockKind::Def {
            return Some(self.names(at, &[]));
        }
        let keys = essay::keys_of(block.kind);
        let typed = line.chars().all(place::is_letter);
        if typed {
            let keys = keys.iter().copied();
            return Some(Offers::words(
                at - line.len(),
                keys,
                CompletionItemKind::PROPERTY,
                "field",
            ));
        }
        // The line that says which field this is: this one, or one above that it continues.
        let above = self.text[block.inside.span.start..at].lines().rev();
        let head = above.into_iter().find(|line| !line.starts_with([' ', '\t']))?;
        let (key, value) = head.split_once(':').filter(|(key, _)| keys.contains(&key.trim()))?;
        match key.trim() {
            "caption" | "alt" | "corrects" => None,
            "because" => Some(self.link(essay, value.trim_start(), at)),
            "kind" => Some(Offers::words(
                place::back_to(self.text, at),
                figures::kinds(),
                CompletionItemKind::ENUM_MEMBER,
                "figure",
            )),
            "style" => Some(Offers::words(
                place::back_to(self.text, at),
                ["points", "steps", "line"],
                CompletionItemKind::ENUM_MEMBER,
                "plot",
            )),
            "status" => Some(Offers::words(
                place::back_to(self.text, at),
                ["conjecture"],
                CompletionItemKind::ENUM_MEMBER,
                "claim",
            )),
            "name" => Some(Offers::default()),
            _ => Some(self.names(at, &variables(block))),
        }
    }

    /// In a paragraph, a caption, a statement.
    fn in_prose(&self, essay: &Essay, line: &str, at: usize) -> Offers {
        let own: Vec<String> =
            place::block(essay, at).map(|_| String::from("this")).into_iter().collect();
        // An address that is not closed yet: `](…`.
        if let Some((_, address)) = line.rsplit_once("](")
            && !is_closed(address)
        {
            return match address.trim_start_matches('<').strip_prefix('=') {
                Some(_) => self.names(at, &own),
                None => self.link(essay, address, at),
            };
        }
        let open_code = line.matches('`').count() % 2 == 1;
        let code = line.rsplit_once('`').map_or("", |(_, code)| code);
        if open_code && code.starts_with('=') {
            return self.names(at, &own);
        }
        for command in ["\\val{", "\\is{"] {
            if let Some((_, inside)) = line.rsplit_once(command) {
                // `\is{shown}{expression`: only what stands in the second pair is computed.
                let second = inside.rsplit_once("}{").map(|(_, expression)| expression);
                let expression = if command == "\\is{" { second } else { Some(inside) };
                if expression.is_some_and(|text| !text.contains('}')) {
                    return self.names(at, &own);
                }
            }
        }
        Offers::default()
    }

    /// In the address of a link, of which `typed` stands there.
    fn link(&self, essay: &Essay, typed: &str, at: usize) -> Offers {
        let from = at - typed.len();
        match typed.split_once('#') {
            Some(("", _)) => Offers::ids(from + 1, essay),
            Some((file, _)) => {
                let page = match essay::target(file, &essay.path) {
                    Target::Page { path, .. } => Some(path),
                    Target::Fragment(_) | Target::File(_) | Target::External(_) => None,
                };
                let target = self.essays().find(|own| Some(&own.path) == page.as_ref());
                target.map_or_else(Offers::default, |own| Offers::ids(from + file.len() + 1, own))
            }
            None => {
                let pages = self.essays().filter(|own| own.path != essay.path).map(|own| Offer {
                    text: relative(&essay.path, &own.path),
                    kind: CompletionItemKind::FILE,
                    detail: own.slug.clone(),
                });
                Offers { from, offers: pages.collect() }
            }
        }
    }

    /// In the front matter.
    fn front_matter(&self, line: &str, at: usize) -> Offers {
        match line.split_once(':') {
            None => {
                let keys = essay::FRONT_MATTER_KEYS.iter().copied();
                Offers::words(at - line.len(), keys, CompletionItemKind::PROPERTY, "front matter")
            }
            Some(("use", _)) => {
                let libraries = self.libraries();
                let names = libraries.iter().map(String::as_str);
                let from = place::back_to(self.text, at);
                Offers::words(from, names, CompletionItemKind::MODULE, "library")
            }
            Some(("audit", _)) => Offers::words(
                place::back_to(self.text, at),
                ["strict", "warn", "off"],
                CompletionItemKind::ENUM_MEMBER,
                "audit",
            ),
            Some(("draft", _)) => Offers::words(
                place::back_to(self.text, at),
                ["true", "false"],
                CompletionItemKind::ENUM_MEMBER,
                "draft",
            ),
            Some(_) => Offers::default(),
        }
    }

    /// In an expression: what stands behind a point, or every name; `own` are those of the block.
    fn names(&self, at: usize, own: &[String]) -> Offers {
        let from = place::back_to(self.text, at);
        let before = &self.text[..from];
        if let Some(dotted) = before.strip_suffix('.') {
            let start = place::back_to(self.text, dotted.len());
            return self.members(from, &before[start..dotted.len()]);
        }
        let mut offers: BTreeMap<String, Offer> = BTreeMap::new();
        let mut offer = |text: &str, kind, detail: &str| {
            let (text, detail) = (text.to_owned(), detail.to_owned());
            offers.entry(text.clone()).or_insert(Offer { text, kind, detail });
        };
        for name in own {
            offer(name, CompletionItemKind::VARIABLE, "of this block");
        }
        for definition in self.definitions() {
            let kind = match definition.parameters {
                Some(_) => CompletionItemKind::FUNCTION,
                None => CompletionItemKind::CONSTANT,
            };
            offer(&definition.name, kind, &definition.text);
        }
        for name in language::functions() {
            offer(name, CompletionItemKind::FUNCTION, "of the language");
        }
        for name in ["here", "ladder", "LEFT", "RIGHT"] {
            offer(name, CompletionItemKind::CONSTANT, "of the language");
        }
        for essay in self.essays() {
            if self.path == format!("content/{}", essay.path) {
                for block in essay.blocks.iter().filter(|block| has_findings(block.kind)) {
                    if let Some(id) = &block.id {
                        offer(&id.text, CompletionItemKind::REFERENCE, block.kind.word());
                    }
                }
            } else {
                offer(&essay.name(), CompletionItemKind::MODULE, &essay.path);
            }
        }
        Offers { from, offers: offers.into_values().collect() }
    }

    /// Behind a point: the claims and figures of an essay, or the findings of one of them.
    fn members(&self, from: usize, owner: &str) -> Offers {
        if let Some(essay) = self.essays().find(|essay| essay.name() == owner) {
            let blocks = essay.blocks.iter().filter(|block| has_findings(block.kind));
            let offers = blocks.filter_map(|block| {
                Some(Offer {
                    text: block.id.as_ref()?.text.clone(),
                    kind: CompletionItemKind::REFERENCE,
                    detail: block.kind.word().to_owned(),
                })
            });
            return Offers { from, offers: offers.collect() };
        }
        let blocks = self.essays().flat_map(|essay| &essay.blocks);
        let of_owner = |block: &&Block| block.id.as_ref().is_some_and(|id| id.text == owner);
        let kind = match blocks.into_iter().find(of_owner) {
            Some(block) => block.kind,
            None if owner == "this" => BlockKind::Figure,
            None => return Offers::default(),
        };
        let attributes = if kind == BlockKind::Claim { CLAIM } else { FIGURE };
        Offers::words(from, attributes.iter().copied(), CompletionItemKind::FIELD, "finding")
    }

    fn essays(&self) -> impl Iterator<Item = &Essay> {
        self.analysis.iter().flat_map(|analysis| &analysis.essays).map(|essay| &**essay)
    }

    /// The libraries of the site, by name.
    fn libraries(&self) -> Vec<String> {
        let sources = self.analysis.iter().flat_map(|analysis| analysis.sources.iter());
        let names = sources.filter_map(|(_, source)| {
            let name = source.path.strip_prefix("content/lib/")?.strip_suffix(".def")?;
            Some(name.to_owned())
        });
        names.collect()
    }

    /// The definitions of this file as it stands, and of the libraries that it uses.
    fn definitions(&self) -> Vec<language::Definition> {
        let mut all = Vec::new();
        let mut sources = Sources::default();
        let id = sources.add(self.path, self.text);
        let mut read = |text: &str, at| {
            all.extend(Definitions::parse(text, at, &mut Sink::default()).items.iter().cloned());
        };
        let whole = Span::new(id, 0..self.text.len());
        let Some(page) = self.path.strip_prefix("content/").filter(|path| path.ends_with(".md"))
        else {
            read(self.text, whole);
            return all;
        };
        let essay = essay::parse(id, page, self.text, &mut Sink::default());
        for block in essay.blocks.iter().filter(|block| block.kind == BlockKind::Def) {
            read(&block.inside.text, block.inside.span);
        }
        for (id, source) in self.analysis.iter().flat_map(|analysis| analysis.sources.iter()) {
            let used = essay
                .front
                .uses
                .iter()
                .any(|name| source.path == format!("content/lib/{}.def", name.text));
            if used {
                read(&source.text, Span::new(id, 0..source.text.len()));
            }
        }
        all
    }
}

/// What a claim's findings are called.
const CLAIM: &[&str] =
    &["cases", "holds", "fails", "count", "rate", "max", "min", "value", "at", "first", "last"];

/// What a figure's or table's findings are called.
const FIGURE: &[&str] =
    &["rows", "columns", "cells", "values", "count", "shaded", "outlined", "show", "cakes"];

/// Whether expressions may ask for what was found about a block of `kind`.
fn has_findings(kind: BlockKind) -> bool {
    matches!(kind, BlockKind::Claim | BlockKind::Figure | BlockKind::Table)
}

/// The variables of a block, the names of its `with` lines, and `this`.
fn variables(block: &Block) -> Vec<String> {
    let mut names = vec![String::from("this")];
    for field in &block.fields {
        match field.key.text.as_str() {
            "over" | "rows" | "columns" => {
                let clauses = language::Clauses::parse(
                    &field.value.text,
                    field.value.span,
                    &mut Sink::default(),
                );
                let bound = clauses.map(|clauses| clauses.variables()).unwrap_or_default();
                names.extend(bound.into_iter().map(|(name, _)| name.to_string()));
            }
            "with" => {
                names.extend(
                    field.value.text.split_once('=').map(|(name, _)| name.trim().to_owned()),
                );
            }
            _ => {}
        }
    }
    names
}

/// Whether the brackets of an address that begins with `address` are closed in it.
fn is_closed(address: &str) -> bool {
    let mut depth = 1;
    let mut quote = None;
    for character in address.chars() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            (None, _) => {}
        }
        if depth == 0 {
            return true;
        }
    }
    false
}

/// The path to the page `to` from the page `from`, both under `content/`.
fn relative(from: &str, to: &str) -> String {
    let mut from: Vec<&str> = from.split('/').collect();
    let mut to: Vec<&str> = to.split('/').collect();
    from.pop();
    while !from.is_empty() && to.len() > 1 && from[0] == to[0] {
        from.remove(0);
        to.remove(0);
    }
    let up = from.iter().map(|_| "..");
    up.chain(to).collect::<Vec<_>>().join("/")
}

impl Offers {
    fn words<'w>(
        from: usize,
        words: impl IntoIterator<Item = &'w str>,
        kind: CompletionItemKind,
        detail: &str,
    ) -> Self {
        let offer = |text: &str| Offer { text: text.to_owned(), kind, detail: detail.to_owned() };
        Self { from, offers: words.into_iter().map(offer).collect() }
    }

    /// The ids of a page.
    fn ids(from: usize, essay: &Essay) -> Self {
        let blocks = essay
            .blocks
            .iter()
            .filter_map(|block| Some((block.id.as_ref()?.text.clone(), block.kind.word())));
        let headings = essay.headings.iter().map(|heading| (heading.id.clone(), "section"));
        let formulas = essay
            .formulas
            .iter()
            .filter_map(|formula| Some((formula.id.as_ref()?.text.clone(), "formula")));
        let offers = blocks.chain(headings).chain(formulas).map(|(text, detail)| Offer {
            text,
            kind: CompletionItemKind::REFERENCE,
            detail: detail.to_owned(),
        });
        Self { from, offers: offers.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::find;
    use super::is_closed;
    use super::relative;

    /// The texts offered where `|` stands, and what they would replace.
    fn offered(text: &str) -> (Vec<String>, String) {
        let at = text.find('|').unwrap();
        let text = text.replacen('|', "", 1);
        let offers = find(None, "content/a.md", &text, at);
        let texts = offers.offers.into_iter().map(|offer| offer.text).collect();
        (texts, if offers.from <= at { text[offers.from..at].to_owned() } else { String::new() })
    }

    fn page(body: &str) -> String {
        format!("---\ntitle: T\n---\n\n{body}")
    }

    /// Asserts that `name` is offered for the `typed` part before `|` in `body`.
    fn check(body: &str, typed: &str, name: &str) {
        let (texts, replaced) = offered(&page(body));
        assert_eq!(replaced, typed, "{body}");
        assert!(texts.iter().any(|text| text == name), "{body}: no `{name}` in {texts:?}");
    }

    #[test]
    fn expressions_know_functions_and_definitions() {
        check("```{def}\nguess(n) = n\n```\n\nIt is `=gu|", "gu", "guess");
        check("It is [66](=maun|", "maun", "maundy");
        check("It is [66](= \"1 + maun|", "maun", "maundy");
        check("It is $\\val{maun|", "maun", "maundy");
        check("It is $\\is{66}{maun|", "maun", "maundy");
        check("```{def}\nf(n) = n\ng = |\n```\n", "", "f");
        check("```{claim} c\nS.\n\nover: m in 1..3\ncheck: |\nexpect: holds\n```\n", "", "m");
    }

    #[test]
    fn plain_text_is_left_alone() {
        for body in ["A maun|", "A `code`, then maun|", "[x](=f(1)) maun|", "``=maun|", "$\\is{6|"]
        {
            assert_eq!(offered(&page(body)).0, Vec::<String>::new(), "{body}");
        }
    }

    #[test]
    fn links_know_the_ids_of_the_page() {
        let rest = "\n\n## Zeros {#zeros}\n";
        check(&format!("See [](#ze|){rest}"), "ze", "zeros");
    }

    #[test]
    fn fences_blocks_and_front_matter_know_their_words() {
        check("```{fi|\n", "fi", "figure");
        check("```{claim} c\nS.\n\nov|\n```\n", "ov", "over");
        check("```{figure} f\nkind: g|\n```\n", "g", "grid");
        let (texts, _) = offered("---\ntitle: T\naudit: |\n---\n");
        assert_eq!(texts, ["strict", "warn", "off"]);
        let (texts, _) = offered("---\ntitle: T\nnum|\n---\n");
        assert!(texts.contains(&String::from("numerals")));
    }

    #[test]
    fn an_address_ends_with_its_bracket() {
        assert!(!is_closed("=maundy(6,"));
        assert!(!is_closed("= \"a)"));
        assert!(is_closed("=maundy(6,3))"));
    }

    #[test]
    fn the_way_to_a_page_is_relative() {
        assert_eq!(relative("a.md", "b.md"), "b.md");
        assert_eq!(relative("x/a.md", "x/b.md"), "b.md");
        assert_eq!(relative("x/a.md", "b.md"), "../b.md");
        assert_eq!(relative("a.md", "x/y/b.md"), "x/y/b.md");
        assert_eq!(relative("x/a.md", "y/b.md"), "../y/b.md");
    }
}

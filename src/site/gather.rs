//! From bytes to texts: what every file of a site is.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use rayon::prelude::*;

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::SourceId;
use crate::diagnostics::Sources;
use crate::diagnostics::Span;
use crate::essay;
use crate::essay::Essay;
use crate::site::load::Input;
use crate::site::memory::Parsed;
use crate::site::memory::outside;

/// Where libraries of definitions stand under `content/`.
const LIBRARIES: &str = "lib/";

/// Every file of a site by what it is.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// All texts; `site.toml` first, then `content/`, then `templates/`, each in the order of paths.
    pub sources: Sources,
    /// `site.toml`.
    pub config: Option<SourceId>,
    /// Pages: the path under `content/`, with `.md`.
    pub pages: Vec<(SourceId, String)>,
    /// Libraries: the name, as `use:` lists it.
    pub libraries: Vec<(SourceId, String)>,
    /// The author's templates by file name.
    pub templates: BTreeMap<String, SourceId>,
    /// Files that are published as they are, by their path in the output.
    pub assets: BTreeMap<String, Bytes>,
}

/// Sorts the files of `input`; what cannot be used is reported.
#[must_use]
pub fn gather(input: &Input, sink: &mut Sink) -> Gathered {
    let mut gathered = Gathered::default();
    report_paths(input, sink);
    if let Some(bytes) = &input.config {
        gathered.config = gathered.text("site.toml", bytes, sink);
    }
    for (path, bytes) in &input.content {
        let from_root = format!("content/{path}");
        if path.ends_with(".md") {
            if let Some(id) = gathered.text(&from_root, bytes, sink) {
                gathered.pages.push((id, path.clone()));
            }
        } else if let Some(name) =
            path.strip_prefix(LIBRARIES).and_then(|path| path.strip_suffix(".def"))
        {
            if let Some(id) = gathered.text(&from_root, bytes, sink) {
                gathered.libraries.push((id, name.to_owned()));
            }
        } else {
            gathered.asset(path, bytes, &from_root, sink);
        }
    }
    for (path, bytes) in &input.templates {
        if let Some(id) = gathered.text(&format!("templates/{path}"), bytes, sink) {
            gathered.templates.insert(path.clone(), id);
        }
    }
    for (path, bytes) in &input.statics {
        gathered.asset(path, bytes, &format!("static/{path}"), sink);
    }
    gathered
}

impl Gathered {
    /// Adds a text; bytes that are no text are reported with their place.
    fn text(&mut self, path: &str, bytes: &[u8], sink: &mut Sink) -> Option<SourceId> {
        match std::str::from_utf8(bytes) {
            Ok(text) => {
                let id = self.sources.add(path, text);
                if let Some((at, c)) =
                    text.char_indices().find(|(at, c)| is_unfit(*c) || is_hidden(text, *at, *c))
                {
                    sink.push(
                        Diagnostic::error(
                            Code::SourceCharacter,
                            format!("the character U+{:04X} cannot stand in a text", u32::from(c)),
                        )
                        .label(Span::new(id, at..at + c.len_utf8()), "here, and not to be seen")
                        .help("take it away; it comes from a paste or a broken file"),
                    );
                }
                Some(id)
            }
            Err(error) => {
                // The readable part becomes the source, so that the place can be shown.
                let readable = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned();
                let at = readable.len();
                let byte = bytes.get(at).copied().unwrap_or_default();
                let id = self.sources.add(path, readable);
                sink.push(
                    Diagnostic::error(
                        Code::SourceUtf8,
                        format!(
                            "`{path}` is not UTF-8: byte {byte:#04x} at {at} begins no character"
                        ),
                    )
                    .label(Span::new(id, at..at), "the text ends here")
                    .help("save the file as UTF-8"),
                );
                None
            }
        }
    }

    fn asset(&mut self, path: &str, bytes: &[u8], from_root: &str, sink: &mut Sink) {
        if self.assets.insert(path.to_owned(), Bytes::copy_from_slice(bytes)).is_some() {
            sink.push(Diagnostic::error(
                Code::SourceClash,
                format!("`{from_root}` and `content/{path}` would both be published as `{path}`"),
            ));
        }
    }
}

/// Whether `c` has no place in a text: a control character, which no page or feed may hold, or one
/// that makes a reader see what follows in another order than it is written, `12` as `21`.
fn is_unfit(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n' | '\r')
        || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FFFE}' | '\u{FFFF}')
}

/// Whether `c`, at byte `at` of `text`, is a character without width that parts a word, so that
/// `for\u{AD}ty` is no number word: soft hyphens, blanks without width, and joiners in Latin words.
fn is_hidden(text: &str, at: usize, c: char) -> bool {
    match c {
        '\u{AD}' | '\u{200B}' | '\u{2060}' => true,
        // At the beginning it is the mark of the encoding.
        '\u{FEFF}' => at > 0,
        // Between other letters, and in pictures, they have a meaning.
        '\u{200C}' | '\u{200D}' => text
            .get(..at)
            .and_then(|before| before.chars().next_back())
            .is_some_and(|before| before.is_ascii_alphanumeric()),
        _ => false,
    }
}

/// Links out of the site, and names that are no text.
fn report_paths(input: &Input, sink: &mut Sink) {
    for (path, target) in &input.outside_links {
        sink.push(
            Diagnostic::error(
                Code::SourceLink,
                format!("`{path}` is a symbolic link to `{target}`, outside the site"),
            )
            .help("put the file itself into the site"),
        );
    }
    for (path, target) in &input.looping_links {
        sink.push(
            Diagnostic::error(
                Code::SourceLink,
                format!("`{path}` is a symbolic link to `{target}`, a folder that holds the link"),
            )
            .help("take the link away: what it leads to is read where it lies"),
        );
    }
    for (path, kind) in &input.special_files {
        sink.push(
            Diagnostic::error(Code::SourceKind, format!("`{path}` is {kind}, not a file"))
                .help("move it out of the folder, or put a file in its place"),
        );
    }
    for name in &input.unreadable_names {
        sink.push(
            Diagnostic::error(Code::SourceName, format!("the name of `{name}` is not Unicode"))
                .help("rename the file"),
        );
    }
}

/// Parses all pages, in parallel; essays come in the order of their paths.
#[must_use]
pub(super) fn parse(
    gathered: &Gathered,
    parsed: &mut HashMap<String, Parsed>,
    sink: &mut Sink,
) -> Vec<Arc<Essay>> {
    let all: Vec<Option<Parsed>> = gathered
        .pages
        .par_iter()
        .map(|(id, path)| {
            let text = &gathered.sources.get(*id).text;
            if parsed.get(path).is_some_and(|known| known.source == *id && known.text == *text) {
                return None;
            }
            let mut own = Sink::default();
            let essay = Arc::new(essay::parse(*id, path, text, &mut own));
            let found = own.diagnostics().to_vec();
            let outside = outside(&essay);
            Some(Parsed { source: *id, text: Arc::clone(text), essay, outside, found })
        })
        .collect();
    let mut known = std::mem::take(parsed);
    let mut essays = Vec::with_capacity(all.len());
    for ((_, path), fresh) in gathered.pages.iter().zip(all) {
        let Some(page) = fresh.or_else(|| known.remove(path)) else { continue };
        page.found.iter().for_each(|one| sink.push(one.clone()));
        essays.push(Arc::clone(&page.essay));
        parsed.insert(path.clone(), page);
    }
    essays
}

/// Reports essays whose slugs, and so whose names in expressions, are the same.
pub fn check_slugs(essays: &[Arc<Essay>], sink: &mut Sink) {
    let mut by_name: BTreeMap<String, &Arc<Essay>> = BTreeMap::new();
    for essay in essays {
        if let Some(first) = by_name.insert(essay.name(), essay) {
            sink.push(
                Diagnostic::error(
                    Code::SourceSlug,
                    format!(
                        "`content/{}` and `content/{}` have the same slug `{}`",
                        first.path, essay.path, essay.slug
                    ),
                )
                .label(top(essay), "")
                .label(top(first), "")
                .help("rename one of the files: a slug names its essay in the whole site"),
            );
        }
    }
}

/// The first byte of an essay, for mistakes of the whole file.
fn top(essay: &Essay) -> Span {
    Span::new(essay.source, 0..0)
}

#[cfg(test)]
mod tests {
    use super::HashMap;
    use super::check_slugs;
    use super::gather;
    use super::parse;
    use crate::diagnostics::Sink;
    use crate::diagnostics::render::Style;
    use crate::diagnostics::render::render;
    use crate::site::load::Input;
    use expect_test::Expect;
    use expect_test::expect;

    fn check(input: &Input, expected: Expect) {
        let mut sink = Sink::default();
        let gathered = gather(input, &mut sink);
        let essays = parse(&gathered, &mut HashMap::new(), &mut sink);
        check_slugs(&essays, &mut sink);
        let all = sink.into_sorted();
        let text: Vec<_> =
            all.iter().map(|one| render(one, &gathered.sources, Style::Plain)).collect();
        expected.assert_eq(&text.join("\n"));
    }

    fn input(content: &[(&str, &[u8])], statics: &[(&str, &[u8])]) -> Input {
        let map = |files: &[(&str, &[u8])]| {
            files.iter().map(|(path, bytes)| ((*path).to_owned(), bytes.to_vec())).collect()
        };
        Input { content: map(content), statics: map(statics), ..Input::default() }
    }

    #[test]
    fn bytes_that_are_no_text_are_shown_at_their_place() {
        check(
            &input(&[("a.md", b"---\ntitle: T\n---\n\nlatin \xe9 one\n")], &[]),
            expect![[r#"
                error[source::utf8]: `content/a.md` is not UTF-8: byte 0xe9 at 24 begins no character
                 --> content/a.md:5:7
                  |
                5 | latin 
                  |       ^ the text ends here
                  |
                  = help: save the file as UTF-8"#]],
        );
    }

    #[test]
    fn two_essays_of_one_slug_are_an_error() {
        let page: &[u8] = b"---\ntitle: T\n---\n";
        check(
            &input(&[("a/one.md", page), ("b/one.md", page)], &[]),
            expect![[r#"
                error[source::slug]: `content/a/one.md` and `content/b/one.md` have the same slug `one`
                 --> content/b/one.md:1:1
                  |
                1 | ---
                  | ^
                  |
                 ::: content/a/one.md:1:1
                  |
                1 | ---
                  | -
                  |
                  = help: rename one of the files: a slug names its essay in the whole site"#]],
        );
    }

    #[test]
    fn two_files_for_one_address_are_an_error() {
        check(
            &input(&[("a.png", b"1")], &[("a.png", b"2")]),
            expect![[r#"
                error[source::clash]: `static/a.png` and `content/a.png` would both be published as `a.png`
                 |
                 = help: rename or remove one of them"#]],
        );
    }

    #[test]
    fn what_is_no_file_or_leads_in_a_circle_is_an_error() {
        let mut input = Input::default();
        input.looping_links.insert("content/a/up".into(), "..".into());
        input.special_files.insert("static/pipe".into(), "a named pipe");
        check(
            &input,
            expect![[r#"
                error[source::kind]: `static/pipe` is a named pipe, not a file
                 |
                 = help: move it out of the folder, or put a file in its place
                error[source::link]: `content/a/up` is a symbolic link to `..`, a folder that holds the link
                 |
                 = help: take the link away: what it leads to is read where it lies"#]],
        );
    }

    #[test]
    fn a_link_that_leaves_the_site_is_an_error() {
        let mut input = Input::default();
        input.outside_links.insert("content/x.md".into(), "../../secret.md".into());
        input.unreadable_names.push("content/\u{fffd}.md".into());
        check(
            &input,
            expect![[r#"
                error[source::link]: `content/x.md` is a symbolic link to `../../secret.md`, outside the site
                 |
                 = help: put the file itself into the site
                error[source::name]: the name of `content/�.md` is not Unicode
                 |
                 = help: rename the file"#]],
        );
    }
}

//! A site as a whole: read, built, checked, published.
//!
//! [`build`] is the pipeline; it takes bytes and returns bytes. Only [`load`] and [`publish`] touch
//! the file system.

pub mod arguments;
#[cfg(test)]
mod broken_tests;
pub mod config;
mod consequences;
pub mod dependencies;
pub mod evaluate;
pub mod gather;
pub mod load;
mod memory;
mod pages;
mod prose;
pub mod publish;
pub mod verify;
pub mod views;
mod wants;

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::Arc;

use bytes::Bytes;

use crate::audit::SiteReport;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::Sources;
use crate::diagnostics::Span;
use crate::essay;
use crate::essay::Essay;
use crate::language::writing::Style;
use crate::render;
use crate::render::address;
use crate::render::address::Base;
use crate::render::katex_assets;
use crate::render::math::MathRenderer;
use crate::render::model::SiteInput;
use crate::render::templates::OwnTemplate;
use crate::site::config::Config;
use crate::site::evaluate::Evaluated;
use crate::site::evaluate::Limits;
use crate::site::gather::Gathered;
use crate::site::load::Input;
use crate::site::memory::Keyed;
use crate::site::memory::Memory;
use crate::site::pages::Found;

/// What a caller may ask of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether drafts are part of the site.
    pub drafts: bool,
    /// The address of the site, instead of the one in `site.toml`; with a slash at its end.
    pub base_url: Option<String>,
    /// The script of the preview, which every page then names; mistakes are marked in the pages.
    pub preview_script: Option<String>,
}

/// Told how far the evaluation has come; from several threads.
pub trait Progress: Sync {
    /// So many blocks are to be evaluated.
    fn expect(&self, blocks: usize);
    /// One of them is done.
    fn done(&self);
}

/// Nobody watches.
impl Progress for () {
    fn expect(&self, _: usize) {}
    fn done(&self) {}
}

/// A site as it was built.
pub struct Built {
    /// All texts.
    pub sources: Sources,
    /// The settings.
    pub config: Config,
    /// The pages as they were written.
    pub essays: Vec<Arc<Essay>>,
    /// What was found about their claims and figures.
    pub evaluated: Evaluated,
    /// How their numerals are backed.
    pub audit: SiteReport,
    /// Everything there is to say, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The finished files by path.
    pub files: BTreeMap<String, Bytes>,
}

/// Builds the same site again and again, and makes anew only what is not as before.
///
/// Every build gives, byte for byte, what one from nothing would give.
#[derive(Default)]
pub struct Workshop {
    math: Option<Renderer>,
    memory: Memory,
    drawn: render::Memory,
    read: verify::Memory,
}

/// The renderer of formulas.
struct Renderer {
    /// The macros that it was made for; absent if something is wrong with them.
    macros: Option<Vec<(String, String)>>,
    math: MathRenderer,
}

/// Builds the site that `input` holds: everything but publishing.
///
/// No stage stops at its first mistake: each reports and passes on what it could make, so one run
/// tells the author everything. The same input gives the same bytes.
#[must_use]
pub fn build(input: &Input, options: &Options, progress: &dyn Progress) -> Built {
    Workshop::default().build(input, options, progress)
}

impl Workshop {
    /// As [`build`], with what is kept from the builds before.
    #[must_use]
    pub fn build(&mut self, input: &Input, options: &Options, progress: &dyn Progress) -> Built {
        let mut sink = Sink::default();
        let gathered = gather::gather(input, &mut sink);
        let mut config = settings(&gathered, &mut sink);
        if let Some(base_url) = &options.base_url {
            config.base_url.clone_from(base_url);
        } else if gathered.config.is_some() {
            wants::address(&config, &mut sink);
        }
        self.memory.begin();
        let mut essays = gather::parse(&gathered, &mut self.memory.parsed, &mut sink);
        if !options.drafts {
            essays.retain(|essay| !essay.front.draft);
        }
        gather::check_slugs(&essays, &mut sink);
        wants::dates(&essays, &mut sink);
        let references = essay::references::resolve(&essays, &mut sink);

        let style = Style { separator: config.numerals.separator.clone() };
        let limits = Limits { budget: config.budget, style: style.clone() };
        let evaluated =
            evaluate::evaluate(&gathered, &essays, &limits, progress, &mut self.memory, &mut sink);
        arguments::check(&essays, &references, &evaluated, &mut sink);

        let base = Base::new(&config.base_url);
        let mut files = BTreeMap::new();
        let mut audit = SiteReport::default();
        let text = gathered.config.map_or("", |id| &*gathered.sources.get(id).text);
        let settings = Keyed::default().text(text).key();
        renew(&mut self.math, &config, &mut sink);
        if let Some(Renderer { math, .. }) = &self.math {
            let found = Found {
                sources: &gathered.sources,
                essays: &essays,
                references: &references,
                evaluated: &evaluated,
                config: &config,
                style: &style,
                math,
                base: &base,
                settings: &settings,
            };
            let (mut pages, report) = pages::pages(&found, &mut self.memory, &mut sink);
            audit = report;
            if options.preview_script.is_some() {
                pages::mark(&mut pages, sink.diagnostics());
            }
            pages::version(&mut pages, &essays, &mut self.memory);
            let site = SiteInput {
                site: site_facts(&config, options, input),
                aliases: aliases(&essays, &mut sink),
                pages,
            };
            let outputs =
                render::render(&site, math, &own_templates(&gathered), &mut self.drawn, &mut sink);
            let plan = verify::plan(outputs, &gathered, &mut sink);
            let preview = options.preview_script.as_deref();
            verify::check(&plan, &essays, &base, preview, &mut self.read, &mut sink);
            files = plan.files;
        }
        let mut diagnostics = sink.into_sorted();
        consequences::leave_out(&mut diagnostics);
        Built { sources: gathered.sources, config, essays, evaluated, audit, diagnostics, files }
    }
}

/// Makes the renderer of formulas, unless the macros are the same as before.
fn renew(math: &mut Option<Renderer>, config: &Config, sink: &mut Sink) {
    let macros: Vec<(String, String)> = config
        .math
        .macros
        .iter()
        .map(|(name, meaning, _)| (name.clone(), meaning.clone()))
        .collect();
    if math.as_ref().is_none_or(|own| own.macros.as_ref() != Some(&macros)) {
        let mut found = Sink::default();
        let renderer = render::math_renderer(&config.math.macros, &mut found);
        // What is wrong with a macro is to be said in each build.
        let macros = found.diagnostics().is_empty().then_some(macros);
        *math = renderer.map(|math| Renderer { macros, math });
        sink.append(found);
    }
}

impl Built {
    /// What the site consists of, in a line.
    #[must_use]
    pub fn summary(&self) -> String {
        let count = |number: usize, one: &str, many: &str| {
            format!("{number} {}", if number == 1 { one } else { many })
        };
        let cases: usize = self
            .evaluated
            .claims
            .values()
            .filter_map(|result| result.findings.as_ref())
            .map(|findings| findings.cases)
            .sum();
        format!(
            "{}, {} over {}, {}, {}",
            count(self.essays.len(), "page", "pages"),
            count(self.evaluated.claims.len(), "claim", "claims"),
            count(cases, "case", "cases"),
            count(self.evaluated.figures.len(), "figure or table", "figures and tables"),
            count(
                self.essays.iter().map(|essay| essay.bindings.len()).sum(),
                "bound number",
                "bound numbers"
            ),
        )
    }
}

/// The settings, and the errors of settings that need more than `site.toml` to be seen.
fn settings(gathered: &Gathered, sink: &mut Sink) -> Config {
    let Some(id) = gathered.config else {
        sink.push(
            Diagnostic::error(Code::ConfigMissing, "the site has no `site.toml`")
                .help("begin one with `title = \"…\"`"),
        );
        return Config::default();
    };
    let config = config::parse(id, &gathered.sources.get(id).text, sink);
    sink.extend(katex_missing(&config, katex_assets::kind()));
    config
}

/// The error of a site that requires KaTeX and is built by a binary of this kind without it.
fn katex_missing(config: &Config, kind: katex_assets::Kind) -> Option<Diagnostic> {
    if !config.math.require_katex || kind == katex_assets::Kind::Embedded {
        return None;
    }
    let mut diagnostic = Diagnostic::error(
        Code::MathKatex,
        "`math.require_katex` is set, and this binary has no style sheet and fonts of KaTeX",
    );
    if let Some(span) = config.math.require_katex_at {
        diagnostic = diagnostic.label(span, "required here");
    }
    Some(
        diagnostic
            .help("build Rung where npm can be reached, or name the folder with `RUNG_KATEX_DIR`"),
    )
}

fn site_facts(config: &Config, options: &Options, input: &Input) -> render::Site {
    render::Site {
        title: config.title.clone(),
        description: config.description.clone(),
        base_url: config.base_url.trim_end_matches('/').to_owned(),
        language: config.language.clone(),
        authors: config.authors.clone(),
        licence: config.licence.clone(),
        feed_entries: config.feed.entries,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        // In the preview a page is the same as long as nothing on it changes.
        sources: match options.preview_script {
            Some(_) => String::from("preview"),
            None => input.fingerprint(),
        },
        preview_script: options.preview_script.clone(),
    }
}

/// The author's templates, each with its place.
fn own_templates(gathered: &Gathered) -> Vec<OwnTemplate<'_>> {
    gathered
        .templates
        .iter()
        .map(|(name, id)| OwnTemplate { name, text: &gathered.sources.get(*id).text, source: *id })
        .collect()
}

/// Whether a part of an old address names a folder on every system, and as it is written.
fn can_be_folder(part: &str) -> bool {
    let unfit = |c: char| c.is_control() || matches!(c, '\\' | '%' | '?' | '#' | '"' | '<' | '>');
    !matches!(part, "" | "." | "..") && part.len() <= 255 && !part.contains(unfit)
}

/// Old addresses and where they lead now.
fn aliases(essays: &[Arc<Essay>], sink: &mut Sink) -> Vec<(String, String)> {
    let mut taken: BTreeMap<String, Span> = BTreeMap::new();
    let mut all = Vec::new();
    let pages: BTreeSet<String> = essays.iter().map(|own| address::of_page(&own.path)).collect();
    for essay in essays {
        for alias in &essay.front.aliases {
            let inner = alias.text.trim_matches('/');
            let address = format!("/{inner}/");
            let is_page = pages.contains(&address);
            let first = taken.insert(address.clone(), alias.span);
            if is_page || first.is_some() || inner.split('/').any(|part| !can_be_folder(part)) {
                let message = format!("`{}` cannot be an old address of this page", alias.text);
                let mut diagnostic =
                    Diagnostic::error(Code::SourceAlias, message).label(alias.span, "");
                if let Some(first) = first {
                    diagnostic = diagnostic.label(first, "it is claimed here too");
                }
                sink.push(diagnostic.help(if is_page {
                    "a page stands there now"
                } else {
                    "write an address under the site, as in `/old/name/`, once"
                }));
                continue;
            }
            all.push((address, address::of_page(&essay.path)));
        }
    }
    all.sort();
    all
}

#[cfg(test)]
mod tests {
    use super::Options;
    use super::build;
    use super::config;
    use super::katex_missing;
    use super::load::Input;
    use crate::diagnostics::Sink;
    use crate::diagnostics::Sources;
    use crate::diagnostics::render::Style;
    use crate::diagnostics::render::render;
    use crate::render::katex_assets::Kind;
    use expect_test::expect;

    #[test]
    fn an_old_address_is_made_of_names_that_folders_can_have() {
        for part in ["old", "maundy-cake", "6-by-360", "café", "a b"] {
            assert!(super::can_be_folder(part), "{part:?}");
        }
        let long = "a".repeat(300);
        for part in ["", ".", "..", "%2e%2e", "a\\b", "a\0b", "a?b", "a#b", "\"><b>", &long] {
            assert!(!super::can_be_folder(part), "{part:?}");
        }
    }

    #[test]
    fn a_figure_of_another_page_is_told_from_the_page_s_own() {
        let figure = "```{figure} one\nkind: grid\nover: m, n in 1..2\ncell: m * n\ncaption: C.\n\
                      alt: A.\n```\n";
        let pages = [
            ("index.md", "---\ntitle: Home\n---\n\nSee [](b.md#one).\n".to_owned()),
            ("a.md", format!("---\ntitle: A\n---\n\nSee [](#one) and [](b.md#one).\n\n{figure}")),
            ("b.md", format!("---\ntitle: Big & $n$\n---\n\n{figure}")),
        ];
        let mut input = Input { config: Some(b"title = 'T'\n".to_vec()), ..Input::default() };
        for (path, text) in pages {
            input.content.insert(path.to_owned(), text.into_bytes());
        }
        let built = build(&input, &Options::default(), &());
        let page = |path: &str| String::from_utf8_lossy(&built.files[path]).into_owned();
        assert!(page("index.html").contains("<a href=\"/b/#one\">Figure 1</a>"));
        let own = page("a/index.html");
        assert!(own.contains("<a href=\"#one\">Figure 1</a>"), "{own}");
        assert!(own.contains("<a href=\"/b/#one\">Figure 1 of <cite>Big &amp; <"), "{own}");
    }

    #[test]
    fn a_site_that_requires_katex_is_not_built_without_it() {
        let text = "title = 'T'\n[math]\nrequire_katex = true\n";
        let mut sources = Sources::default();
        let source = sources.add("site.toml", text);
        let config = config::parse(source, text, &mut Sink::default());
        assert_eq!(katex_missing(&config, Kind::Embedded), None);
        let missing = katex_missing(&config, Kind::MathmlOnly).unwrap();
        expect![[r#"
            error[math::katex]: `math.require_katex` is set, and this binary has no style sheet and fonts of KaTeX
             --> site.toml:3:17
              |
            3 | require_katex = true
              |                 ^^^^ required here
              |
              = help: build Rung where npm can be reached, or name the folder with `RUNG_KATEX_DIR`"#]]
        .assert_eq(&render(&missing, &sources, Style::Plain));
    }
}

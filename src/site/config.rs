//! `site.toml`: what an author says once for the whole site.
//!
//! Every key has a place, so that an unknown or wrong one is shown where it stands; the reference for
//! authors is `docs/site.md`.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeTable;
use toml::de::DeValue;

use crate::audit;
use crate::audit::Exemption;
pub use crate::audit::Strictness;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::SourceId;
use crate::diagnostics::Span;
use crate::diagnostics::nearest;
use crate::language::relation::Notation;

/// The settings of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The name of the site.
    pub title: String,
    /// One or two sentences for search engines and the feed.
    pub description: String,
    /// The address of the site with a slash at its end.
    pub base_url: String,
    /// Where `base_url` stands, if the author wrote it.
    pub base_url_at: Option<Span>,
    /// The language of the pages, as in BCP 47.
    pub language: String,
    /// Names of authors; an essay may name its own.
    pub authors: Vec<String>,
    /// The licence of the text, as shown at the foot of every page.
    pub licence: String,
    /// The numeral audit.
    pub numerals: Numerals,
    /// Letters of formulas and the functions they stand for, in every essay.
    pub notation: Vec<(String, String)>,
    /// Units of work that one block may take.
    pub budget: u64,
    /// Formulas.
    pub math: Math,
    /// The feed.
    pub feed: Feed,
}

/// `[numerals]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numerals {
    /// How strict the audit is.
    pub audit: Strictness,
    /// The largest share of numerals that may be `given`, as a fraction; absent means no limit.
    pub given_limit: Option<(u64, u64)>,
    /// Where the limit stands.
    pub given_limit_at: Option<Span>,
    /// Nouns that the site counts: beside them even "one" and "first" are numbers.
    pub nouns: Vec<String>,
    /// What stands between groups of three digits.
    pub separator: String,
    /// Exempt phrases, each with its place, its reason.
    pub lexicon: Vec<Exemption>,
}

/// `[math]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Math {
    /// Macros of all formulas: the name with its backslash, what it stands for, where it stands.
    pub macros: Vec<(String, String, Span)>,
    /// Whether a build without KaTeX's style sheet and fonts is an error.
    pub require_katex: bool,
    /// Where that is said.
    pub require_katex_at: Option<Span>,
}

/// `[feed]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feed {
    /// How many of the newest essays it holds.
    pub entries: usize,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            title: String::from("Untitled"),
            description: String::new(),
            base_url: String::from("http://localhost/"),
            base_url_at: None,
            language: String::from("en"),
            authors: Vec::new(),
            licence: String::new(),
            numerals: Numerals {
                audit: Strictness::Warn,
                given_limit: None,
                given_limit_at: None,
                nouns: Vec::new(),
                separator: String::from(","),
                lexicon: Vec::new(),
            },
            notation: Vec::new(),
            budget: 50_000_000,
            math: Math::default(),
            feed: Feed { entries: 20 },
        }
    }
}

impl Config {
    /// The settings of the audit.
    #[must_use]
    pub fn audit(&self) -> audit::Settings {
        audit::Settings {
            strictness: self.numerals.audit,
            given_limit: self.numerals.given_limit,
            given_limit_at: self.numerals.given_limit_at,
            nouns: self.numerals.nouns.clone(),
            lexicon: self.numerals.lexicon.clone(),
        }
    }

    /// What letters of formulas stand for where an essay does not say otherwise.
    #[must_use]
    pub fn notation(&self) -> Notation {
        let mut notation = Notation::default();
        for (letter, function) in &self.notation {
            notation.set(letter, function);
        }
        notation
    }
}

/// Returns the settings that `text` makes; what cannot be read is reported and left at its default.
#[must_use]
pub fn parse(source: SourceId, text: &str, sink: &mut Sink) -> Config {
    let mut config = Config::default();
    let mut reader = Reader { source, text, sink };
    let table = match DeTable::parse(text) {
        Ok(table) => table,
        Err(error) => {
            let at = Span::new(source, error.span().unwrap_or(0..0));
            let message = error.message().lines().next().unwrap_or("not TOML").to_owned();
            reader.sink.push(
                Diagnostic::error(
                    Code::ConfigSyntax,
                    format!("`site.toml` is not TOML: {message}"),
                )
                .label(at, ""),
            );
            return config;
        }
    };
    reader.site(table.get_ref(), &mut config);
    if !table.get_ref().iter().any(|(key, _)| key.get_ref() == "title") {
        reader.sink.push(
            Diagnostic::error(
                Code::ConfigValue,
                "`site.toml` has no `title`, the name of the site",
            )
            .label(Span::new(source, 0..0), "")
            .help("begin it with `title = \"…\"`"),
        );
    }
    config
}

/// The keys of each table, for the nearest one.
const SITE: &[&str] = &[
    "title",
    "description",
    "base_url",
    "language",
    "authors",
    "licence",
    "numerals",
    "notation",
    "claims",
    "math",
    "feed",
];
const NUMERALS: &[&str] = &["audit", "given_limit", "nouns", "separator", "lexicon"];
const CLAIMS: &[&str] = &["budget"];
const MATH: &[&str] = &["macros", "require_katex"];
const FEED: &[&str] = &["entries"];

/// Characters of a wrong value that a message repeats.
const SHOWN: usize = 40;

/// How each key is written.
const EXAMPLES: &[(&str, &str)] = &[
    ("title", "title = \"The size of a cake\""),
    ("description", "description = \"Essays on small games.\""),
    ("base_url", "base_url = \"https://example.org/essays/\""),
    ("language", "language = \"en\""),
    ("authors", "authors = [\"Your name\"]"),
    ("licence", "licence = \"CC BY 4.0\""),
    ("numerals", "numerals.audit = \"strict\""),
    ("numerals.audit", "audit = \"strict\""),
    ("numerals.given_limit", "given_limit = 0.02"),
    ("numerals.nouns", "nouns = [\"cake\", \"cut\"]"),
    ("numerals.separator", "separator = \",\""),
    ("numerals.lexicon", "\"two players\" = \"the rules have two\""),
    ("notation", "V = \"maundy\""),
    ("claims", "claims.budget = 50_000_000"),
    ("claims.budget", "budget = 50_000_000"),
    ("math", "math.require_katex = true"),
    ("math.require_katex", "require_katex = true"),
    ("math.macros", "\"\\\\half\" = \"\\\\frac12\""),
    ("feed", "feed.entries = 20"),
    ("feed.entries", "entries = 20"),
];

type Value<'a> = Spanned<DeValue<'a>>;

struct Reader<'a> {
    source: SourceId,
    text: &'a str,
    sink: &'a mut Sink,
}

impl Reader<'_> {
    fn site(&mut self, table: &DeTable<'_>, config: &mut Config) {
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "title" => self.text(value, "title", &mut config.title),
                "description" => self.text(value, "description", &mut config.description),
                "base_url" => self.base_url(value, config),
                "language" => self.text(value, "language", &mut config.language),
                "authors" => self.texts(value, "authors", &mut config.authors),
                "licence" => self.text(value, "licence", &mut config.licence),
                "numerals" => self.table(value, "numerals", |reader, table| {
                    reader.numerals(table, &mut config.numerals);
                }),
                "notation" => self.table(value, "notation", |reader, table| {
                    for (letter, function) in table {
                        let mut name = String::new();
                        reader.text(function, "notation", &mut name);
                        config.notation.push((letter.get_ref().to_string(), name));
                    }
                }),
                "claims" => self.table(value, "claims", |reader, table| {
                    for (key, value) in table {
                        match key.get_ref().as_ref() {
                            "budget" => reader.number(value, "claims.budget", &mut config.budget),
                            _ => reader.unknown(key, "claims.", CLAIMS),
                        }
                    }
                }),
                "math" => self.table(value, "math", |reader, table| {
                    reader.math(table, &mut config.math);
                }),
                "feed" => self.table(value, "feed", |reader, table| {
                    for (key, value) in table {
                        match key.get_ref().as_ref() {
                            "entries" => {
                                let mut entries = 20;
                                reader.number(value, "feed.entries", &mut entries);
                                config.feed.entries =
                                    usize::try_from(entries).unwrap_or(usize::MAX);
                            }
                            _ => reader.unknown(key, "feed.", FEED),
                        }
                    }
                }),
                _ => self.unknown(key, "", SITE),
            }
        }
    }

    fn numerals(&mut self, table: &DeTable<'_>, numerals: &mut Numerals) {
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "audit" => {
                    let mut name = String::new();
                    self.text(value, "numerals.audit", &mut name);
                    match Strictness::named(&name) {
                        Some(strictness) => numerals.audit = strictness,
                        None if name.is_empty() => {}
                        None => {
                            self.wrong(value, "numerals.audit", "\"strict\", \"warn\" or \"off\"")
                        }
                    }
                }
                "given_limit" => {
                    match share(value.get_ref()) {
                        Some(limit) => numerals.given_limit = Some(limit),
                        None => self.wrong(value, "numerals.given_limit", "a share from 0 to 1"),
                    }
                    numerals.given_limit_at = Some(self.at(value.span()));
                }
                "nouns" => self.texts(value, "numerals.nouns", &mut numerals.nouns),
                "separator" => {
                    self.text(value, "numerals.separator", &mut numerals.separator);
                    let allowed = ["", ",", "\u{a0}", "\u{2009}", "\u{202f}"];
                    if !allowed.contains(&numerals.separator.as_str()) {
                        self.wrong(
                            value,
                            "numerals.separator",
                            "a comma, a no-break, thin or narrow space, or nothing",
                        );
                        numerals.separator = String::from(",");
                    }
                }
                "lexicon" => self.table(value, "numerals.lexicon", |reader, table| {
                    for (phrase, reason) in table {
                        let mut why = String::new();
                        reader.text(reason, "numerals.lexicon", &mut why);
                        let span = reader.at(phrase.span());
                        let phrase = phrase.get_ref().to_string();
                        numerals.lexicon.push(Exemption { phrase, reason: why, span });
                    }
                    numerals.lexicon.sort_by_key(|exemption| exemption.span);
                }),
                _ => self.unknown(key, "numerals.", NUMERALS),
            }
        }
    }

    fn math(&mut self, table: &DeTable<'_>, math: &mut Math) {
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "require_katex" => match value.get_ref().as_bool() {
                    Some(required) => {
                        math.require_katex = required;
                        math.require_katex_at = Some(self.at(value.span()));
                    }
                    None => self.wrong(value, "math.require_katex", "`true` or `false`"),
                },
                "macros" => self.table(value, "math.macros", |reader, table| {
                    for (name, meaning) in table {
                        let mut tex = String::new();
                        reader.text(meaning, "math.macros", &mut tex);
                        math.macros.push((
                            name.get_ref().to_string(),
                            tex,
                            reader.at(meaning.span()),
                        ));
                    }
                    math.macros.sort_by_key(|(_, _, span)| *span);
                }),
                _ => self.unknown(key, "math.", MATH),
            }
        }
    }

    fn base_url(&mut self, value: &Value<'_>, config: &mut Config) {
        let mut url = String::new();
        self.text(value, "base_url", &mut url);
        config.base_url_at = Some(self.at(value.span()));
        match normal_base_url(&url) {
            Some(url) => config.base_url = url,
            None => {
                self.wrong(value, "base_url", "an address as in \"https://example.org/essays/\"")
            }
        }
    }

    fn text(&mut self, value: &Value<'_>, key: &str, into: &mut String) {
        match value.get_ref().as_str() {
            Some(text) => text.clone_into(into),
            None => self.wrong(value, key, "a text in quotes"),
        }
    }

    fn texts(&mut self, value: &Value<'_>, key: &str, into: &mut Vec<String>) {
        let Some(list) = value.get_ref().as_array() else {
            return self.wrong(value, key, "a list of texts");
        };
        for item in list {
            let mut text = String::new();
            self.text(item, key, &mut text);
            into.push(text);
        }
    }

    fn number(&mut self, value: &Value<'_>, key: &str, into: &mut u64) {
        let number = value.get_ref().as_integer().and_then(|integer| {
            u64::from_str_radix(&integer.as_str().replace('_', ""), integer.radix()).ok()
        });
        match number {
            Some(number) if number > 0 => *into = number,
            _ => self.wrong(value, key, "a whole number above nought"),
        }
    }

    fn table(&mut self, value: &Value<'_>, key: &str, read: impl FnOnce(&mut Self, &DeTable<'_>)) {
        match value.get_ref().as_table() {
            Some(table) => read(self, table),
            None => self.wrong(value, key, "a table"),
        }
    }

    fn wrong(&mut self, value: &Value<'_>, key: &str, wanted: &str) {
        let at = self.at(value.span());
        let written = self.text.get(value.span()).unwrap_or_default();
        // A long value, and one of several lines, is shown by the label alone.
        let shown = match written.lines().next() {
            Some(line) if line.len() == written.len() && line.chars().count() <= SHOWN => {
                format!("`{line}`")
            }
            _ => format!("this {}", value.get_ref().type_str()),
        };
        let diagnostic =
            Diagnostic::error(Code::ConfigValue, format!("`{key}` wants {wanted}, not {shown}"))
                .label(at, "");
        let example = EXAMPLES.iter().find(|(name, _)| *name == key);
        self.sink.push(match example {
            Some((_, example)) => diagnostic.help(format!("write it as in `{example}`")),
            None => diagnostic,
        });
    }

    fn unknown(&mut self, key: &Spanned<std::borrow::Cow<'_, str>>, prefix: &str, known: &[&str]) {
        let name = key.get_ref();
        let mut diagnostic = Diagnostic::error(
            Code::ConfigUnknownKey,
            format!("`site.toml` knows no key `{prefix}{name}`"),
        )
        .label(self.at(key.span()), "");
        diagnostic = match nearest(name, known.iter().copied()) {
            Some(near) => diagnostic.help(format!("write `{near}`")),
            None => diagnostic.help(format!("the keys here are {}", known.join(", "))),
        };
        self.sink.push(diagnostic);
    }

    fn at(&self, range: Range<usize>) -> Span {
        Span::new(self.source, range)
    }
}

/// An absolute address with a slash at its end, if `url` is one of http or https.
#[must_use]
pub fn normal_base_url(url: &str) -> Option<String> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
    let clean = !rest.is_empty()
        && !rest.starts_with('/')
        && rest
            .chars()
            .all(|c| !c.is_whitespace() && !c.is_control() && !"<>\"'`?#\\{}".contains(c));
    clean.then(|| if url.ends_with('/') { url.to_owned() } else { format!("{url}/") })
}

/// A decimal from 0 to 1 as an exact fraction.
fn share(value: &DeValue<'_>) -> Option<(u64, u64)> {
    let text = match (value.as_integer(), value.as_float()) {
        (Some(integer), _) => integer.as_str(),
        (_, Some(float)) => float.as_str(),
        _ => return None,
    };
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    if decimals.len() > 9 {
        return None;
    }
    let denominator = 10_u64.pow(u32::try_from(decimals.len()).ok()?);
    let numerator = format!("{whole}{decimals}").parse().ok()?;
    (numerator <= denominator).then_some((numerator, denominator))
}

#[cfg(test)]
mod tests {
    use super::CLAIMS;
    use super::EXAMPLES;
    use super::FEED;
    use super::MATH;
    use super::NUMERALS;
    use super::SITE;
    use super::parse;
    use crate::audit::Strictness;
    use crate::diagnostics::Sink;
    use crate::diagnostics::Sources;
    use crate::diagnostics::render::Style;
    use crate::diagnostics::render::render;
    use expect_test::expect;

    fn errors(text: &str) -> String {
        let mut sources = Sources::default();
        let source = sources.add("site.toml", text);
        let mut sink = Sink::default();
        let _ = parse(source, text, &mut sink);
        let all = sink.into_sorted();
        all.iter().map(|one| render(one, &sources, Style::Plain)).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn everything_that_the_ladder_says_is_read() {
        let text = "title = 'T'\nbase_url = 'https://a.org/b'\n[numerals]\naudit = 'strict'\n\
                    given_limit = 0.02\nnouns = ['cake']\n[numerals.lexicon]\n'two players' = 'the rules'\n\
                    [claims]\nbudget = 50_000_000\n[math]\nrequire_katex = true\n\
                    [math.macros]\n'\\x' = '#1'\n[feed]\nentries = 3\n";
        let mut sources = Sources::default();
        let source = sources.add("site.toml", text);
        let mut sink = Sink::default();
        let config = parse(source, text, &mut sink);
        assert!(sink.diagnostics().is_empty(), "{:?}", sink.diagnostics());
        assert_eq!(config.base_url, "https://a.org/b/");
        assert_eq!(config.numerals.audit, Strictness::Strict);
        assert_eq!(config.numerals.given_limit, Some((2, 100)));
        assert_eq!(config.numerals.lexicon[0].phrase, "two players");
        assert_eq!(config.budget, 50_000_000);
        assert_eq!(config.feed.entries, 3);
    }

    #[test]
    fn an_unknown_key_is_shown_with_the_nearest_known_one() {
        expect![[r#"
            error[config::unknown_key]: `site.toml` knows no key `numerals.givenlimit`
             --> site.toml:3:1
              |
            3 | givenlimit = 1
              | ^^^^^^^^^^
              |
              = help: write `given_limit`"#]]
        .assert_eq(&errors("title = 'T'\n[numerals]\ngivenlimit = 1\n"));
    }

    #[test]
    fn a_wrong_value_is_shown_where_it_stands() {
        expect![[r#"
            error[config::value]: `claims.budget` wants a whole number above nought, not `'much'`
             --> site.toml:3:10
              |
            3 | budget = 'much'
              |          ^^^^^^
              |
              = help: write it as in `budget = 50_000_000`"#]]
        .assert_eq(&errors("title = 'T'\n[claims]\nbudget = 'much'\n"));
    }

    #[test]
    fn every_key_says_how_it_is_written() {
        let keys = [SITE, NUMERALS, CLAIMS, MATH, FEED];
        let prefixes = ["", "numerals.", "claims.", "math.", "feed."];
        for (prefix, keys) in prefixes.into_iter().zip(keys) {
            for key in keys {
                let name = format!("{prefix}{key}");
                let example = EXAMPLES.iter().find(|(own, _)| *own == name);
                let (_, example) = example.unwrap_or_else(|| panic!("{name} has no example"));
                let table = match (prefix, *key) {
                    (_, "lexicon" | "macros" | "notation") => format!("[{name}]\n"),
                    ("", _) => String::new(),
                    _ => format!("[{}]\n", prefix.trim_end_matches('.')),
                };
                let title = if *key == "title" { "" } else { "title = 'T'\n" };
                assert_eq!(errors(&format!("{title}{table}{example}\n")), "", "{name}");
            }
        }
    }

    #[test]
    fn broken_toml_is_one_error_with_its_place() {
        expect![[r#"
            error[config::syntax]: `site.toml` is not TOML: string values must be quoted, expected literal string
             --> site.toml:1:9
              |
            1 | title = ladder
              |         ^^^^^^
              |
              = help: mend the line that is shown"#]]
        .assert_eq(&errors("title = ladder\n"));
    }
}

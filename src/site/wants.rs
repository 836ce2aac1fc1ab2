//! What a site wants before strangers read it, and no page can show: its address, and its dates.

use std::sync::Arc;

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::essay::Essay;
use crate::site::config::Config;

/// Hosts that are nobody's: those kept for examples, and the machine itself.
const NOBODYS: &[&str] = &["example.org", "example.com", "example.net", "localhost", "127.0.0.1"];

/// Advises on an address that is still a placeholder.
///
/// Advice and no warning: a build for one's own eyes is right with any address, and a pipeline gives
/// the true one with `--base-url`. `rung build` repeats it below what it published.
pub(super) fn address(config: &Config, sink: &mut Sink) {
    let url = &config.base_url;
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    let host = rest.split(['/', ':']).next().unwrap_or_default();
    if !NOBODYS.contains(&host) {
        return;
    }
    let message = match config.base_url_at {
        Some(_) => format!("`base_url` is `{url}`, which is nobody's address"),
        None => format!("`site.toml` has no `base_url`, so that the site stands at `{url}`"),
    };
    let diagnostic = Diagnostic::advice(Code::ConfigPlaceholder, message).help(
        "write where the site will stand, or give it to the build with `--base-url`: the feed, the \
         sitemap and previews of links name it",
    );
    sink.push(match config.base_url_at {
        Some(at) => diagnostic.label(at, ""),
        None => diagnostic,
    });
}

/// Reports essays without a day of publication, which have no place in the feed.
///
/// An essay is what has a rung or a block that is checked; other pages need no date. It is a warning
/// where other pages have one, so that this one was forgotten, and advice where none has: then the
/// site may do without a feed.
pub(super) fn dates(essays: &[Arc<Essay>], sink: &mut Sink) {
    let is_dated = |essay: &Arc<Essay>| essay.front.date.is_some();
    let begin = match essays.iter().any(is_dated) {
        true => Diagnostic::warning,
        false => Diagnostic::advice,
    };
    for essay in essays {
        let is_essay = essay.front.rung.is_some() || !essay.blocks.is_empty();
        let is_index = essay.path == "index.md" || essay.path.ends_with("/index.md");
        if is_dated(essay) || !is_essay || is_index || essay.front.draft {
            continue;
        }
        let message =
            format!("`content/{}` has no `date`, and so no place in the feed", essay.path);
        let diagnostic = begin(Code::FrontNoDate, message)
            .help("write the day of publication into its front matter, as in `date: 2026-11-30`");
        sink.push(match essay.front.title.as_ref().and_then(|title| title.span) {
            Some(at) => diagnostic.label(at, ""),
            None => diagnostic,
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostics::render::Style;
    use crate::diagnostics::render::render;
    use crate::site::Options;
    use crate::site::build;
    use crate::site::load::Input;
    use expect_test::Expect;
    use expect_test::expect;

    const CLAIM: &str =
        "\n```{claim} c\nIt is so.\n\ncheck: cutcake(1, 4) = 3\nexpect: holds\n```\n";

    /// What is said of a site with these settings and pages.
    fn check(settings: &str, pages: &[(&str, &str)], options: &Options, expected: Expect) {
        let home = ("index.md", "---\ntitle: Home\n---\n");
        let mut input = Input { config: Some(settings.into()), ..Input::default() };
        for (path, text) in [home].iter().chain(pages) {
            input.content.insert((*path).to_owned(), text.as_bytes().to_vec());
        }
        let built = build(&input, options, &());
        let all: Vec<String> =
            built.diagnostics.iter().map(|one| render(one, &built.sources, Style::Plain)).collect();
        expected.assert_eq(&all.join("\n"));
    }

    #[test]
    fn a_placeholder_is_advised_on_unless_the_build_is_given_an_address() {
        let site = "title = \"T\"\nbase_url = \"https://example.org/\"\n";
        check(
            site,
            &[],
            &Options::default(),
            expect![[r#"
                advice[config::placeholder]: `base_url` is `https://example.org/`, which is nobody's address
                 --> site.toml:2:12
                  |
                2 | base_url = "https://example.org/"
                  |            ^^^^^^^^^^^^^^^^^^^^^^
                  |
                  = help: write where the site will stand, or give it to the build with `--base-url`: the feed, the sitemap and previews of links name it"#]],
        );
        check(
            "title = \"T\"\n",
            &[],
            &Options::default(),
            expect![[r#"
            advice[config::placeholder]: `site.toml` has no `base_url`, so that the site stands at `http://localhost/`
             |
             = help: write where the site will stand, or give it to the build with `--base-url`: the feed, the sitemap and previews of links name it"#]],
        );
        let base_url = Some(String::from("https://cakes.example/"));
        check(site, &[], &Options { base_url, ..Options::default() }, expect![[r#""#]]);
        check(
            "title = \"T\"\nbase_url = \"https://a.org/\"\n",
            &[],
            &Options::default(),
            expect![[r#""#]],
        );
    }

    #[test]
    fn an_essay_without_a_date_is_a_warning_where_others_have_one() {
        let site = "title = \"T\"\nbase_url = \"https://a.org/\"\n";
        let undated = format!("---\ntitle: Undated\n---\n{CLAIM}");
        let dated = format!("---\ntitle: Dated\ndate: 2026-11-29\n---\n{CLAIM}");
        let draft = format!("---\ntitle: Draft\ndraft: true\n---\n{CLAIM}");
        let about = "---\ntitle: About\n---\nNothing is claimed.\n";
        let pages = [("a.md", undated.as_str()), ("d.md", &draft), ("about.md", about)];
        check(
            site,
            &pages,
            &Options { drafts: true, ..Options::default() },
            expect![[r#"
            advice[front::no_date]: `content/a.md` has no `date`, and so no place in the feed
             --> content/a.md:2:8
              |
            2 | title: Undated
              |        ^^^^^^^
              |
              = help: write the day of publication into its front matter, as in `date: 2026-11-30`"#]],
        );
        check(
            site,
            &[("a.md", &undated), ("b.md", &dated), ("about.md", about)],
            &Options::default(),
            expect![[r#"
                warning[front::no_date]: `content/a.md` has no `date`, and so no place in the feed
                 --> content/a.md:2:8
                  |
                2 | title: Undated
                  |        ^^^^^^^
                  |
                  = help: write the day of publication into its front matter, as in `date: 2026-11-30`"#]],
        );
    }
}

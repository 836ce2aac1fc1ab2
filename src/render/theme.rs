//! The built-in theme, embedded when the crate is built.
//!
//! A site's `templates/` and `static/` override it file by file.

/// The built-in templates, by their path under `templates/`.
pub const TEMPLATES: &[(&str, &str)] = &[
    ("404.html", include_str!("../../templates/404.html")),
    ("base.html", include_str!("../../templates/base.html")),
    ("claim.html", include_str!("../../templates/claim.html")),
    ("claims.html", include_str!("../../templates/claims.html")),
    ("corrections.html", include_str!("../../templates/corrections.html")),
    ("essay.html", include_str!("../../templates/essay.html")),
    ("figure.html", include_str!("../../templates/figure.html")),
    ("figures.html", include_str!("../../templates/figures.html")),
    ("home.html", include_str!("../../templates/home.html")),
    ("ladder.html", include_str!("../../templates/ladder.html")),
    ("page.html", include_str!("../../templates/page.html")),
    ("redirect.html", include_str!("../../templates/redirect.html")),
    ("search.html", include_str!("../../templates/search.html")),
];

/// The built-in files, by their path under `static/` and so in the published folder.
pub const STATIC: &[(&str, &[u8])] = &[
    ("explore.js", include_bytes!("../../static/explore.js")),
    ("favicon.svg", include_bytes!("../../static/favicon.svg")),
    ("figures.css", include_bytes!("../../static/figures.css")),
    ("numbers.js", include_bytes!("../../static/numbers.js")),
    ("register.js", include_bytes!("../../static/register.js")),
    ("search.js", include_bytes!("../../static/search.js")),
    ("style.css", include_bytes!("../../static/style.css")),
];

#[cfg(test)]
mod tests {
    use super::STATIC;

    fn size(names: &[&str]) -> usize {
        STATIC.iter().filter(|(name, _)| names.contains(name)).map(|(_, bytes)| bytes.len()).sum()
    }

    #[test]
    fn the_theme_is_light() {
        assert!(size(&["style.css"]) < 20_000, "{}", size(&["style.css"]));
        let scripts = ["explore.js", "numbers.js", "register.js", "search.js"];
        assert!(size(&scripts) < 10_000, "{}", size(&scripts));
    }

    #[test]
    fn nothing_in_the_theme_asks_another_host() {
        for (name, bytes) in STATIC {
            let text = String::from_utf8_lossy(bytes);
            let foreign = text.replace("http://www.w3.org/2000/svg", "");
            assert!(!foreign.contains("http:") && !foreign.contains("https:"), "{name}");
        }
    }
}

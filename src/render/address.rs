//! Addresses: from a file under `content/` to where a reader finds the page.
//!
//! An address begins with `/` and knows nothing of the base path; [`Base`] adds it on the way out.

use percent_encoding::AsciiSet;
use percent_encoding::CONTROLS;
use percent_encoding::utf8_percent_encode;

/// What may not stand in the path of an address as it is.
const PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'`')
    .add(b'{')
    .add(b'}')
    .add(b'%')
    .add(b'\\')
    .add(b'^')
    .add(b'|')
    .add(b'[')
    .add(b']');

/// The address of the page made from `path` under `content/`: `cutcake/maundy-cake.md` is found at
/// `/cutcake/maundy-cake/`, an `index.md` at its folder. Not percent-encoded.
#[must_use]
pub fn of_page(path: &str) -> String {
    let stem = path.strip_suffix(".md").unwrap_or(path);
    match stem.strip_suffix("index").filter(|folder| folder.is_empty() || folder.ends_with('/')) {
        Some(folder) => format!("/{folder}"),
        None => format!("/{stem}/"),
    }
}

/// The file in the output folder that answers `address`: `/a/b/` is `a/b/index.html`, `/a.csv` is
/// `a.csv`. A fragment is ignored.
#[must_use]
pub fn file_of(address: &str) -> String {
    let path = address.split(['#', '?']).next().unwrap_or_default().trim_start_matches('/');
    if path.is_empty() || path.ends_with('/') {
        format!("{path}index.html")
    } else {
        path.to_owned()
    }
}

/// The address of the page of the claim named `name` (`maundy_cake.omega_value`).
#[must_use]
pub fn of_claim(name: &str) -> String {
    format!("/claims/{name}/")
}

/// The address of the places found by the claim named `name`, as CSV.
#[must_use]
pub fn of_claim_csv(name: &str) -> String {
    format!("/claims/{name}.csv")
}

/// The address of the page of the figure named `name`.
#[must_use]
pub fn of_figure(name: &str) -> String {
    format!("/figures/{name}/")
}

/// The address of a file of the figure named `name`; `extension` is `svg`, `csv`, `json` or
/// `cells.json` (what the explorer of a grid reads).
#[must_use]
pub fn of_figure_file(name: &str, extension: &str) -> String {
    format!("/figures/{name}.{extension}")
}

/// Where the site stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// `https://example.org`, no final slash.
    origin: String,
    /// `/ladder`, or empty; no final slash.
    path: String,
}

impl Base {
    /// Takes `base_url` apart. A final slash is allowed; without a scheme all of it is a path.
    #[must_use]
    pub fn new(base_url: &str) -> Self {
        let trimmed = base_url.trim_end_matches('/');
        let host = trimmed.find("://").map_or(0, |at| at + "://".len());
        let slash = if host == 0 {
            0
        } else {
            trimmed[host..].find('/').map_or(trimmed.len(), |at| host + at)
        };
        Self { origin: trimmed[..slash].to_owned(), path: trimmed[slash..].to_owned() }
    }

    /// `/ladder`, or empty.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The value of an `href` on a page of the site that leads to `address`: the base path is
    /// added and what must be percent-encoded is. `#id` stays as it is.
    #[must_use]
    pub fn href(&self, address: &str) -> String {
        if address.starts_with('#') {
            encoded(address)
        } else {
            format!("{}{}", self.path, encoded(address))
        }
    }

    /// The same with scheme and host, for feeds, sitemaps and canonical links.
    #[must_use]
    pub fn absolute(&self, address: &str) -> String {
        format!("{}{}{}", self.origin, self.path, encoded(address))
    }
}

/// `address` with the path percent-encoded; what stands after `#` is encoded likewise.
fn encoded(address: &str) -> String {
    match address.split_once('#') {
        Some((path, fragment)) => {
            format!("{}#{}", utf8_percent_encode(path, PATH), utf8_percent_encode(fragment, PATH))
        }
        None => utf8_percent_encode(address, PATH).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::Base;
    use super::file_of;
    use super::of_page;

    #[test]
    fn a_page_is_found_at_its_path_and_an_index_at_its_folder() {
        for (path, address, file) in [
            ("cutcake/maundy-cake.md", "/cutcake/maundy-cake/", "cutcake/maundy-cake/index.html"),
            ("cutcake/index.md", "/cutcake/", "cutcake/index.html"),
            ("index.md", "/", "index.html"),
            ("reindex.md", "/reindex/", "reindex/index.html"),
        ] {
            assert_eq!(of_page(path), address);
            assert_eq!(file_of(address), file);
        }
        assert_eq!(file_of("/claims.json#top"), "claims.json");
    }

    #[test]
    fn the_base_path_is_added_everywhere_and_the_host_only_when_asked() {
        let base = Base::new("https://example.org/ladder/");
        assert_eq!(base.href("/claims/"), "/ladder/claims/");
        assert_eq!(base.href("#values"), "#values");
        assert_eq!(base.absolute("/a b/#ω"), "https://example.org/ladder/a%20b/#%CF%89");
        let root = Base::new("https://example.org");
        assert_eq!(root.href("/"), "/");
        assert_eq!(root.absolute("/"), "https://example.org/");
        assert_eq!(Base::new("/").href("/x/"), "/x/");
    }
}

//! Between the addresses of an editor's files and the paths of a site.

use std::path::Path;
use std::path::PathBuf;
use std::str::FromStr;

use lsp_types::Uri;
use percent_encoding::AsciiSet;
use percent_encoding::NON_ALPHANUMERIC;
use percent_encoding::percent_decode_str;
use percent_encoding::utf8_percent_encode;

/// What stands in the path of an address as it is.
const PATH: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The file at a `file:` address; none if it is another kind of address.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    // Between the slashes may stand the name of this machine.
    let encoded = &rest[rest.find('/')?..];
    let decoded = percent_decode_str(encoded).decode_utf8().ok()?;
    // `/C:/essays` is `C:/essays` where drives have letters.
    let has_drive = cfg!(windows) && decoded.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if has_drive { &decoded[1..] } else { &*decoded }))
}

/// The address of the file at `path`, which is absolute; none if its name is not Unicode.
pub(crate) fn uri(path: &Path) -> Option<Uri> {
    let text = path.to_str()?.replace('\\', "/");
    let slash = if text.starts_with('/') { "" } else { "/" };
    Uri::from_str(&format!("file://{slash}{}", utf8_percent_encode(&text, PATH))).ok()
}

/// The path of `file` from `root`, parts separated by `/`; none if it lies elsewhere.
pub(crate) fn relative(root: &Path, file: &Path) -> Option<String> {
    let inside = file.strip_prefix(root).ok()?;
    let parts: Option<Vec<&str>> = inside.iter().map(|part| part.to_str()).collect();
    parts.map(|parts| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::path;
    use super::relative;
    use super::uri;
    use lsp_types::Uri;
    use std::path::Path;
    use std::str::FromStr;

    #[test]
    fn an_address_comes_back_to_its_file() {
        for file in ["/essays/content/a b/Ω#?%.md", "/a"] {
            let uri = uri(Path::new(file)).unwrap();
            assert_eq!(path(&uri).as_deref(), Some(Path::new(file)), "{}", uri.as_str());
        }
        assert_eq!(uri(Path::new("/a b.md")).unwrap().as_str(), "file:///a%20b.md");
    }

    #[test]
    fn only_files_have_a_path() {
        let path_of = |text: &str| path(&Uri::from_str(text).unwrap());
        assert_eq!(path_of("untitled:Untitled-1"), None);
        assert_eq!(path_of("file://host/a.md").as_deref(), Some(Path::new("/a.md")));
        assert_eq!(path_of("file:///%FF.md"), None, "no Unicode");
    }

    #[test]
    fn a_file_elsewhere_is_not_of_the_site() {
        let root = Path::new("/essays");
        let inside = relative(root, Path::new("/essays/content/a.md"));
        assert_eq!(inside.as_deref(), Some("content/a.md"));
        assert_eq!(relative(root, Path::new("/essays-2/a.md")), None);
    }
}

//! KaTeX's style sheet and fonts, as far as this binary carries them.
//!
//! `build.rs` finds them, checks their version and lays them ready; here they are bytes. A binary
//! without them writes formulas as MathML, which needs neither.

mod files {
    include!(concat!(env!("OUT_DIR"), "/katex_files.rs"));
}

pub use files::VERSION;

/// How the formulas of this binary look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// KaTeX's visual layer with MathML inside: sheet and fonts are here.
    Embedded,
    /// MathML alone, drawn by the reader's browser.
    MathmlOnly,
}

/// Which kind of binary this is.
#[must_use]
pub fn kind() -> Kind {
    if files::FILES.is_empty() { Kind::MathmlOnly } else { Kind::Embedded }
}

/// The files to be published, names relative to the folder of the sheet: `katex.css`,
/// `fonts/LICENSE.txt` and one `fonts/….woff2` for each font that the sheet names.
#[must_use]
pub fn files() -> &'static [(&'static str, &'static [u8])] {
    files::FILES
}

/// What `rung --version` says about formulas: `KaTeX 0.18.5` or `KaTeX 0.18.5, MathML only`.
#[must_use]
pub fn describe() -> String {
    match kind() {
        Kind::Embedded => format!("KaTeX {VERSION}"),
        Kind::MathmlOnly => format!("KaTeX {VERSION}, MathML only"),
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;
    use super::files;
    use super::kind;

    fn sheet() -> Option<&'static str> {
        let (_, bytes) = files().iter().find(|(name, _)| *name == "katex.css")?;
        std::str::from_utf8(bytes).ok()
    }

    #[test]
    fn the_fonts_carried_are_exactly_those_that_the_sheet_names() {
        let Some(sheet) = sheet() else {
            assert_eq!(kind(), Kind::MathmlOnly);
            return;
        };
        let mut named: Vec<&str> =
            sheet.split("url(").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        named.sort_unstable();
        named.dedup();
        let carried: Vec<&str> =
            files().iter().map(|(name, _)| *name).filter(|name| name.ends_with(".woff2")).collect();
        assert_eq!(named, carried);
        assert_eq!(carried.len(), 20, "KaTeX has twenty faces");
        assert!(!sheet.contains(".ttf"));
    }

    #[test]
    fn every_font_carried_is_a_woff2_file() {
        for (name, bytes) in files().iter().filter(|(name, _)| name.ends_with(".woff2")) {
            assert!(bytes.starts_with(b"wOF2"), "{name}");
        }
    }

    #[test]
    fn the_sheet_is_of_the_version_that_the_renderer_ports() {
        if let Some(sheet) = sheet() {
            assert!(sheet.contains(&format!("content:\"{}\"", super::VERSION)));
        }
    }
}

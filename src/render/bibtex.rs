//! How to cite an essay.

use crate::render::model::PageInput;
use crate::render::model::Site;
use crate::render::pages::PageDigest;

/// The entry for BibTeX, with a final line break.
///
/// The title stands in double braces, so that no style changes its capitals.
pub(super) fn entry(
    site: &Site,
    page: &PageInput<'_>,
    digest: &PageDigest,
    canonical: &str,
) -> String {
    let year = digest.date.as_ref().map(|date| date.machine.chars().take(4).collect::<String>());
    let key = match &year {
        Some(year) => format!("{}-{year}", page.essay.slug),
        None => page.essay.slug.clone(),
    };
    let mut out = format!("@misc{{{key},\n");
    let mut field = |name: &str, value: &str| {
        if !value.is_empty() {
            out.push_str(&format!("  {name} = {{{value}}},\n"));
        }
    };
    let authors: Vec<String> = digest.authors.iter().map(|author| escaped(author)).collect();
    field("author", &authors.join(" and "));
    field("title", &format!("{{{}}}", escaped(&digest.title_text)));
    field("howpublished", &escaped(&site.title));
    field("year", year.as_deref().unwrap_or_default());
    field("url", canonical);
    field("note", &format!("Sources {}", site.sources.chars().take(8).collect::<String>()));
    out.push_str("}\n");
    out
}

/// `text` with what means something to TeX made harmless.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '&' | '%' | '$' | '#' | '_' => {
                out.push('\\');
                out.push(character);
            }
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn braces_stay_braces() {
        assert_eq!(escaped("{2|-2} & 50%"), "\\{2|-2\\} \\& 50\\%");
    }
}

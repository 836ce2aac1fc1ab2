//! What a page says of itself to search engines and reference managers.

use serde_json::Value;
use serde_json::json;

use crate::render::model::PageKind;
use crate::render::model::Site;
use crate::render::pages::Meta;
use crate::render::pages::PageDigest;

/// The `citation_…` tags that reference managers read.
pub(super) fn citation(site: &Site, digest: &PageDigest, canonical: &str) -> Vec<Meta> {
    let mut tags = vec![Meta { name: "citation_title", content: digest.title_text.clone() }];
    tags.extend(
        digest
            .authors
            .iter()
            .map(|author| Meta { name: "citation_author", content: author.clone() }),
    );
    if let Some(date) = &digest.date {
        let content = date.machine.replace('-', "/");
        tags.push(Meta { name: "citation_publication_date", content });
    }
    tags.push(Meta { name: "citation_journal_title", content: site.title.clone() });
    tags.push(Meta { name: "citation_language", content: site.language.clone() });
    tags.push(Meta { name: "citation_fulltext_html_url", content: canonical.to_owned() });
    tags
}

/// The page as JSON-LD, safe to stand in a `<script>`; nothing for pages that are no work.
pub(super) fn json_ld(
    site: &Site,
    kind: PageKind,
    digest: &PageDigest,
    canonical: &str,
) -> Option<String> {
    let kind = match kind {
        PageKind::Home => "WebSite",
        PageKind::Ladder => "CollectionPage",
        PageKind::Essay => "ScholarlyArticle",
        PageKind::Page => return None,
    };
    let mut value = json!({
        "@context": "https://schema.org",
        "@type": kind,
        "url": canonical,
        "inLanguage": site.language,
    });
    let mut set = |name: &str, content: Value| {
        if let Some(object) = value.as_object_mut() {
            object.insert(name.to_owned(), content);
        }
    };
    let title = if kind == "ScholarlyArticle" { "headline" } else { "name" };
    set(title, digest.title_text.clone().into());
    if !digest.description_text.is_empty() {
        set("description", digest.description_text.clone().into());
    }
    if kind == "ScholarlyArticle" {
        let authors: Vec<Value> = digest
            .authors
            .iter()
            .map(|author| json!({ "@type": "Person", "name": author }))
            .collect();
        if !authors.is_empty() {
            set("author", authors.into());
        }
        if let Some(date) = &digest.date {
            set("datePublished", date.machine.clone().into());
        }
        if let Some(date) = &digest.updated {
            set("dateModified", date.machine.clone().into());
        }
        set("isPartOf", json!({ "@type": "WebSite", "name": site.title }));
    }
    if !site.licence.is_empty() {
        set("license", site.licence.clone().into());
    }
    // `</script>` in a title would end the script.
    Some(value.to_string().replace('<', "\\u003c"))
}

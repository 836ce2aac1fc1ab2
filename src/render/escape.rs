//! Text on its way into HTML, XML and JSON.

/// Appends `raw` as the text of an element.
pub fn text(raw: &str, out: &mut String) {
    escape(raw, out, |byte| match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        _ => None,
    });
}

/// Appends `raw` as the value of an attribute between double quotes.
pub fn attribute(raw: &str, out: &mut String) {
    escape(raw, out, |byte| match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        b'"' => Some("&quot;"),
        _ => None,
    });
}

/// `raw` as the text of an element.
#[must_use]
pub fn to_text(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    text(raw, &mut out);
    out
}

/// `raw` as the value of an attribute.
#[must_use]
pub fn to_attribute(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    attribute(raw, &mut out);
    out
}

/// Appends `raw` with the bytes that `replace` knows replaced. Those are ASCII, so the cuts between
/// them lie on character boundaries.
fn escape(raw: &str, out: &mut String, replace: fn(u8) -> Option<&'static str>) {
    let mut copied = 0;
    for (at, byte) in raw.bytes().enumerate() {
        if let Some(replacement) = replace(byte) {
            out.push_str(&raw[copied..at]);
            out.push_str(replacement);
            copied = at + 1;
        }
    }
    out.push_str(&raw[copied..]);
}

#[cfg(test)]
mod tests {
    use super::to_attribute;
    use super::to_text;

    #[test]
    fn what_has_a_meaning_in_html_loses_it() {
        assert_eq!(to_text("a < b & \"c\" Ω"), "a &lt; b &amp; \"c\" Ω");
        assert_eq!(to_attribute("<\"é\">"), "&lt;&quot;é&quot;&gt;");
    }
}

//! Text on its way into HTML, XML and JSON.

use crate::language::writing::Stretch;
use crate::language::writing::stretches;

/// Appends `raw` as the text of an element.
pub fn text(raw: &str, out: &mut String) {
    escape(raw, out, |byte| match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        _ => None,
    });
}

/// Appends a value that is written as `raw`: as text, and the size of a tiny or miny as an index.
pub fn value(raw: &str, out: &mut String) {
    for stretch in stretches(raw) {
        match stretch {
            Stretch::Text(own) => text(own, out),
            Stretch::Down => out.push_str("<sub>"),
            Stretch::Up => out.push_str("</sub>"),
        }
    }
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

/// `raw` as a value, with its indices.
#[must_use]
pub fn to_value(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    value(raw, &mut out);
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
    use super::to_value;

    #[test]
    fn what_has_a_meaning_in_html_loses_it() {
        assert_eq!(to_text("a < b & \"c\" Ω"), "a &lt; b &amp; \"c\" Ω");
        assert_eq!(to_attribute("<\"é\">"), "&lt;&quot;é&quot;&gt;");
    }

    #[test]
    fn the_size_of_a_tiny_is_an_index() {
        assert_eq!(
            to_value("{2|−_3} < +_{−_2|*}"),
            "{2|−<sub>3</sub>} &lt; +<sub>{−<sub>2</sub>|*}</sub>"
        );
    }
}

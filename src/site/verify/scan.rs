//! Reads a finished page: its ids, its addresses, its numbers.
//!
//! A hundred megabytes of pages are read before a large site is published, so this looks at tags and
//! at nothing else: what stands between them is passed over, and only the text of a number is kept.
//! It reads well-formed HTML as a browser does; a test compares it with a whole tokenizer.
//!
//! Source: *HTML Living Standard*, section 13.2.5, Tokenization.

use std::borrow::Cow;
use std::collections::HashSet;

/// What a page says of itself and of others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Read {
    /// Every `id`, each once.
    pub(super) ids: HashSet<Box<str>>,
    /// Those that stand there more than once.
    pub(super) repeated: Vec<Box<str>>,
    /// Every `href` and `src`, each once, in the order of their first places.
    pub(super) addresses: Vec<Box<str>>,
    /// The value of each `<data>`, and the text in it.
    pub(super) numbers: Vec<(Box<str>, Box<str>)>,
}

/// Elements whose text holds no tags.
const WITHOUT_TAGS: &[&str] = &["script", "style", "title", "textarea"];

/// Reads a page.
pub(super) fn read(html: &str) -> Read {
    let mut read = Read::default();
    let mut known: HashSet<Cow<'_, str>> = HashSet::new();
    // The text of a number, while inside its element: the value, the text, how deep.
    let mut number: Option<(Cow<'_, str>, String, usize)> = None;
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        let (text, markup) = rest.split_at(open);
        if let Some((_, inside, _)) = &mut number {
            inside.push_str(&decoded(text));
        }
        let mut tag = match Tag::begin(markup) {
            Markup::Tag(tag) => tag,
            Markup::Skipped(after) => {
                rest = after;
                continue;
            }
            Markup::Text => {
                if let Some((_, inside, _)) = &mut number {
                    inside.push('<');
                }
                rest = &markup[1..];
                continue;
            }
        };
        // An index is the size of a tiny or miny, all of it: it is read as it would be typed.
        if let Some((_, inside, _)) = &mut number
            && tag.name.eq_ignore_ascii_case("sub")
        {
            inside.push_str(if tag.closes { ")" } else { "_(" });
        }
        let is_number = tag.name.eq_ignore_ascii_case("data");
        let mut value = None;
        while let Some((name, content)) = tag.attribute() {
            if tag.closes {
                continue;
            }
            if name.eq_ignore_ascii_case("id") {
                let id = decoded(content);
                if !read.ids.insert(id.as_ref().into()) {
                    read.repeated.push(id.into());
                }
            } else if name.eq_ignore_ascii_case("href") || name.eq_ignore_ascii_case("src") {
                let address = decoded(content);
                if known.insert(address.clone()) {
                    read.addresses.push(address.into());
                }
            } else if is_number && name.eq_ignore_ascii_case("value") && value.is_none() {
                value = Some(decoded(content));
            }
        }
        rest = tag.rest;
        number = match (number, is_number, tag.closes) {
            (Some((value, text, 0)), true, true) => {
                read.numbers.push((value.into(), text.into()));
                None
            }
            (Some((value, text, depth)), true, true) => Some((value, text, depth - 1)),
            (Some((value, text, depth)), true, false) => Some((value, text, depth + 1)),
            (None, true, false) => value.map(|value| (value, String::new(), 0)),
            (number, ..) => number,
        };
        if !tag.closes && WITHOUT_TAGS.iter().any(|own| tag.name.eq_ignore_ascii_case(own)) {
            rest = after_element(rest, tag.name);
        }
    }
    read
}

/// What stands at a `<`.
enum Markup<'a> {
    Tag(Tag<'a>),
    /// A comment or declaration; what follows it.
    Skipped(&'a str),
    /// No markup.
    Text,
}

/// A tag whose attributes are still to be read.
struct Tag<'a> {
    name: &'a str,
    closes: bool,
    /// What is not read yet; behind the tag when all attributes are.
    rest: &'a str,
}

impl<'a> Tag<'a> {
    /// Begins to read at a `<`.
    fn begin(markup: &'a str) -> Markup<'a> {
        let inner = &markup[1..];
        if let Some(comment) = inner.strip_prefix("!--") {
            return Markup::Skipped(comment.find("-->").map_or("", |end| &comment[end + 3..]));
        }
        let (closes, inner) = match inner.strip_prefix('/') {
            Some(inner) => (true, inner),
            None => (false, inner),
        };
        if !inner.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let is_text = !closes && !inner.starts_with(['!', '?']);
            let end = || inner.find('>').map_or("", |end| &inner[end + 1..]);
            return if is_text { Markup::Text } else { Markup::Skipped(end()) };
        }
        let (name, rest) = inner.split_at(length(inner, |byte| !ends_name(byte)));
        Markup::Tag(Self { name, closes, rest })
    }

    /// The next attribute, as written; none at the end of the tag.
    fn attribute(&mut self) -> Option<(&'a str, &'a str)> {
        let is_between = |byte: u8| byte.is_ascii_whitespace() || byte == b'/';
        self.rest = &self.rest[length(self.rest, is_between)..];
        if self.rest.is_empty() {
            return None;
        }
        if let Some(rest) = self.rest.strip_prefix('>') {
            self.rest = rest;
            return None;
        }
        // A `=` here begins a name.
        let first = usize::from(self.rest.starts_with('='));
        let end = first + length(&self.rest[first..], |byte| !ends_name(byte) && byte != b'=');
        let (name, rest) = self.rest.split_at(end);
        let blank = |text: &str| length(text, |byte| byte.is_ascii_whitespace());
        let Some(rest) = rest[blank(rest)..].strip_prefix('=') else {
            self.rest = rest;
            return Some((name, ""));
        };
        let rest = &rest[blank(rest)..];
        for quote in ['"', '\''] {
            if let Some(quoted) = rest.strip_prefix(quote) {
                let end = quoted.find(quote).unwrap_or(quoted.len());
                self.rest = quoted.get(end + 1..).unwrap_or("");
                return Some((name, &quoted[..end]));
            }
        }
        let end = length(rest, |byte| !byte.is_ascii_whitespace() && byte != b'>');
        self.rest = &rest[end..];
        Some((name, &rest[..end]))
    }
}

/// How many bytes at the start of `text` are as `wanted`. Only ASCII bytes may be told apart, so that
/// the end is one of characters too.
fn length(text: &str, wanted: impl Fn(u8) -> bool) -> usize {
    text.bytes().position(|byte| !wanted(byte)).unwrap_or(text.len())
}

fn ends_name(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'/' || byte == b'>'
}

/// What follows the end of the element `name`, whose text holds no tags.
fn after_element<'a>(text: &'a str, name: &str) -> &'a str {
    let mut rest = text;
    while let Some(at) = rest.find("</") {
        let inner = &rest[at + 2..];
        let is_end = inner.get(..name.len()).is_some_and(|own| own.eq_ignore_ascii_case(name));
        if is_end && inner[name.len()..].bytes().next().is_none_or(ends_name) {
            return inner.find('>').map_or("", |end| &inner[end + 1..]);
        }
        rest = inner;
    }
    ""
}

/// `text` with its character references replaced: the numbered ones, and those of the names that
/// pages are written with.
fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let reference = rest.find(';').and_then(|end| Some((character(&rest[1..end])?, end)));
        match reference {
            Some((character, end)) => {
                out.push(character);
                rest = &rest[end + 1..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn character(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let hexadecimal = number.strip_prefix(['x', 'X']);
        let number = match hexadecimal {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => number.parse(),
        };
        return char::from_u32(number.ok()?);
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{A0}',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::Read;
    use super::read;
    use html5gum::Token;
    use html5gum::Tokenizer;
    use html5gum::emitters::default::DefaultEmitter;

    /// The same by a whole tokenizer.
    fn by_tokenizer(html: &str) -> Read {
        let mut read = Read::default();
        let mut number: Option<(String, String)> = None;
        let mut emitter: DefaultEmitter<()> = DefaultEmitter::default();
        emitter.naively_switch_states(true);
        for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
            let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
            match token {
                Token::StartTag(tag) => {
                    let own = |name: &str| {
                        tag.attributes.get(name.as_bytes()).map(|value| text(&value.value))
                    };
                    if let Some(id) = own("id")
                        && !read.ids.insert(id.clone().into())
                    {
                        read.repeated.push(id.into());
                    }
                    for address in [own("href"), own("src")].into_iter().flatten() {
                        if !read.addresses.iter().any(|known| **known == *address) {
                            read.addresses.push(address.into());
                        }
                    }
                    if let Some((_, inside)) = &mut number
                        && *tag.name == *b"sub".as_slice()
                    {
                        inside.push_str("_(");
                    }
                    if *tag.name == *b"data".as_slice() {
                        number = own("value").map(|value| (value, String::new()));
                    }
                }
                Token::String(bytes) => {
                    if let Some((_, inside)) = &mut number {
                        inside.push_str(&text(&bytes));
                    }
                }
                Token::EndTag(tag) if *tag.name == *b"sub".as_slice() => {
                    if let Some((_, inside)) = &mut number {
                        inside.push(')');
                    }
                }
                Token::EndTag(tag) if *tag.name == *b"data".as_slice() => {
                    let ended = number.take();
                    read.numbers.extend(ended.map(|(value, text)| (value.into(), text.into())));
                }
                _ => {}
            }
        }
        read
    }

    fn check(html: &str) {
        assert_eq!(read(html), by_tokenizer(html), "{html}");
    }

    #[test]
    fn a_page_is_read_as_a_tokenizer_reads_it() {
        for html in [
            "",
            "plain < text > & more",
            r#"<p id="a">one <a href="/b/?x=1&amp;y=2#c">two</a></p>"#,
            r#"<P ID='a' CLASS=x>one <A HREF=/b/>two</A><p id="a">"#,
            r#"<a href = "/b/" title='a > b "quoted"' id=x>two</a>"#,
            r#"<img src="/a.png" alt="<a href='/no/'>"><br/><a href="/a.png"/>"#,
            r#"<data value="3/4"><span class="n">3</span>⁄<b>4</b></data>, <data value="1">1</data>"#,
            r#"<data value="{2|-2}">{2|&#8722;2}</data><data>unvalued</data>"#,
            r#"<data value="&#x22;&quot;&apos;&nbsp;">&lt;&amp;lt;&gt;</data>"#,
            r#"<data value="-_2">−<sub>2</sub></data> H<sub>2</sub>O <data value="1"><SUB>1</SUB></data>"#,
            r#"<!-- <a href="/no/"> --><!doctype html><?php <a?><a href="/yes/">x</a>"#,
            r#"<script>if (a < b) "<a href='/no/'>";</script><a href="/yes/">x</a>"#,
            r#"<title><a id="no"></title><style>a::after { content: "<b id=no>" }</style>"#,
            r#"<textarea></text</textarea ><SCRIPT>"</scripts>"</SCRIPT><i id=b></i>"#,
            "</a href='/no/'>",
            "<p =x id=y>",
            "Ω<p title=Ω id=Ω>Ω</p>",
        ] {
            check(html);
        }
    }

    #[test]
    fn published_pages_are_read_as_a_tokenizer_reads_them() {
        for page in [
            include_str!("../../../tests/sites/ladder/expected/ladder/squares/index.html"),
            include_str!("../../../tests/sites/ladder/expected/ladder/strips/index.html"),
            include_str!("../../../tests/sites/ladder/expected/claims/index.html"),
            include_str!("../../../tests/sites/ladder/expected/search/index.html"),
        ] {
            check(page);
        }
    }
}

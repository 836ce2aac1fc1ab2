//! The finished pages, read once more before they are published.
//!
//! Every address in them must lead to a file of the site and every fragment to an id, ids must be
//! distinct in their page, and every number that the build wrote is read back and compared with its
//! value. What is judged here is what a reader gets, not what was meant.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use html5gum::Token;
use html5gum::Tokenizer;
use percent_encoding::percent_decode_str;
use rayon::prelude::*;

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::SourceId;
use crate::diagnostics::Span;
use crate::language::Evaluator;
use crate::language::Expression;
use crate::language::Scope;
use crate::language::reading;
use crate::language::reading::Agreement;
use crate::render::address::Base;
use crate::render::model::Output;
use crate::site::gather::Gathered;

/// The file of the first page.
const HOME: &str = "index.html";

/// The finished files, and from which source each was made.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Bytes by path.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The page that a file was made from.
    pub made_from: BTreeMap<String, SourceId>,
}

/// Puts rendered and copied files together. A file of the author's replaces one of the theme; two
/// that are both to be published are reported.
#[must_use]
pub fn plan(outputs: Vec<Output>, gathered: &Gathered, sink: &mut Sink) -> Plan {
    let mut plan = Plan::default();
    let mut pages: BTreeSet<String> = BTreeSet::new();
    for output in outputs {
        let is_page = output.source.is_some() || output.path.ends_with(".html");
        if is_page {
            pages.insert(output.path.clone());
        }
        plan.made_from.extend(output.source.map(|source| (output.path.clone(), source)));
        if plan.files.insert(output.path.clone(), output.bytes).is_some() {
            clash(&output.path, "two pages", sink);
        }
    }
    if !plan.files.contains_key(HOME) && !gathered.assets.contains_key(HOME) {
        sink.push(
            Diagnostic::error(Code::SourceHome, "the site has no home page `content/index.md`")
                .help("write it; every page leads to it"),
        );
    }
    for (path, bytes) in &gathered.assets {
        if pages.contains(path) {
            clash(path, "a page and a file", sink);
        }
        plan.files.insert(path.clone(), bytes.clone());
    }
    plan
}

fn clash(path: &str, what: &str, sink: &mut Sink) {
    sink.push(Diagnostic::error(
        Code::SourceClash,
        format!("{what} would both be published as `{path}`"),
    ));
}

/// What a page says of itself and of others.
#[derive(Clone, Debug, Default)]
struct Read {
    ids: BTreeSet<String>,
    repeated: Vec<String>,
    addresses: Vec<String>,
    numbers: Vec<(String, String)>,
}

/// Reads a page.
fn read(html: &str) -> Read {
    let mut read = Read::default();
    // The text of a number, while inside its element: the value, the text, how deep.
    let mut number: Option<(String, String, usize)> = None;
    for Ok(token) in Tokenizer::new(html) {
        match token {
            Token::StartTag(tag) => {
                let attribute = |name: &str| {
                    let value = tag.attributes.get(name.as_bytes())?;
                    Some(String::from_utf8_lossy(value).into_owned())
                };
                if let Some(id) = attribute("id")
                    && !read.ids.insert(id.clone())
                {
                    read.repeated.push(id);
                }
                read.addresses.extend(attribute("href"));
                read.addresses.extend(attribute("src"));
                let is_number = *tag.name == *b"data".as_slice();
                match &mut number {
                    Some((_, _, depth)) if is_number && !tag.self_closing => *depth += 1,
                    None if is_number => {
                        number = attribute("value").map(|value| (value, String::new(), 0));
                    }
                    _ => {}
                }
            }
            Token::String(text) => {
                if let Some((_, inside, _)) = &mut number {
                    inside.push_str(&String::from_utf8_lossy(&text));
                }
            }
            Token::EndTag(tag) if *tag.name == *b"data".as_slice() => match number.take() {
                Some((value, text, 0)) => read.numbers.push((value, text)),
                Some((value, text, depth)) => number = Some((value, text, depth - 1)),
                None => {}
            },
            _ => {}
        }
    }
    read
}

/// Checks every finished page. A page made from an essay in which `sink` already knows a wrong number
/// shows it again, which is not reported twice. `preview` is the script of the preview, which is not part of the site.
pub fn check(plan: &Plan, base: &Base, preview: Option<&str>, sink: &mut Sink) {
    let pages: Vec<(&String, &Vec<u8>)> =
        plan.files.iter().filter(|(path, _)| path.ends_with(".html")).collect();
    let read: BTreeMap<&str, Read> = pages
        .par_iter()
        .map(|(path, bytes)| (path.as_str(), read(&String::from_utf8_lossy(bytes))))
        .collect();
    let known: BTreeSet<SourceId> = sink
        .diagnostics()
        .iter()
        .filter(|one| {
            matches!(one.code, Code::ValueWrong | Code::ValueUnreadable | Code::ValueRelation)
        })
        .filter_map(|one| one.span().map(|span| span.source))
        .collect();
    let found: Vec<Sink> = read
        .par_iter()
        .map(|(path, page)| {
            let mut own = Sink::default();
            let place = plan.made_from.get(*path).map(|source| Span::new(*source, 0..0));
            let mut report = |code: Code, message: String| {
                let diagnostic = Diagnostic::error(code, message);
                own.push(match place {
                    Some(place) => diagnostic.label(place, "the page made from this"),
                    None => diagnostic,
                });
            };
            for id in &page.repeated {
                report(Code::PageId, format!("`{path}` has the id `{id}` more than once"));
            }
            for address in page.addresses.iter().filter(|own| Some(own.as_str()) != preview) {
                if let Some(wrong) = leads_nowhere(address, path, plan, &read, base) {
                    report(Code::PageAddress, format!("`{path}` leads to `{address}`: {wrong}"));
                }
            }
            let source = plan.made_from.get(*path);
            let numbers: &[(String, String)] = match source {
                Some(source) if known.contains(source) => &[],
                None if !known.is_empty() => &[],
                _ => &page.numbers,
            };
            for (value, text) in numbers {
                if !says(text, value) {
                    report(
                        Code::PageNumber,
                        format!("`{path}` says `{text}` where the value is `{value}`"),
                    );
                }
            }
            own
        })
        .collect();
    found.into_iter().for_each(|own| sink.append(own));
}

/// Why `address` on the page at `path` leads nowhere; nothing if it leads somewhere, or to another
/// host.
fn leads_nowhere(
    address: &str,
    path: &str,
    plan: &Plan,
    read: &BTreeMap<&str, Read>,
    base: &Base,
) -> Option<&'static str> {
    let own = base.absolute("/");
    let local = address.strip_prefix(own.trim_end_matches('/')).map(|rest| (rest, ""));
    let (rest, prefix) = match local {
        Some(local) => local,
        None if address.contains("://") || is_scheme(address) => return None,
        None => (address, base.path()),
    };
    let (before, fragment) = rest.split_once('#').map_or((rest, None), |(a, b)| (a, Some(b)));
    let before = before.split('?').next().unwrap_or_default();
    let decoded = percent_decode_str(before).decode_utf8().ok()?;
    let file = if before.is_empty() && !rest.starts_with('/') && local.is_none() {
        path.to_owned()
    } else {
        let Some(inner) = decoded.strip_prefix(prefix) else { return Some("outside the site") };
        let inner = inner.trim_start_matches('/');
        if inner.is_empty() || inner.ends_with('/') {
            format!("{inner}index.html")
        } else {
            inner.to_owned()
        }
    };
    if file == HOME && !plan.files.contains_key(HOME) {
        return None; // Reported once for the whole site.
    }
    if !plan.files.contains_key(&file) {
        return Some("there is no such file");
    }
    let fragment = fragment.filter(|fragment| !fragment.is_empty())?;
    let id = percent_decode_str(fragment).decode_utf8().ok()?;
    let page = read.get(file.as_str())?;
    (!page.ids.contains(&*id)).then_some("there is no such id on that page")
}

/// Whether an address begins with a scheme: `mailto:`, `data:`.
fn is_scheme(address: &str) -> bool {
    let scheme = address.split_once(':').map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    })
}

/// Units of work for reading one value back.
const READ_BACK: u64 = 1_000_000;

/// Whether `text` says `value`, which stands in the notation of the expression language.
///
/// The reader of numbers shares no code with their writer, so this is a second opinion.
fn says(text: &str, value: &str) -> bool {
    // A game stands by its name alone, and a rounded number by its decimals.
    let game = format!("game(\"{value}\")");
    let decimal = value
        .split_once('.')
        .map(|(whole, decimals)| format!("({}{decimals}) / 10 ^ {}", whole, decimals.len()));
    let forms = [Some(value), Some(game.as_str()), decimal.as_deref()];
    forms.into_iter().flatten().any(|form| {
        let nowhere = Span::new(SourceId(0), 0..form.len());
        let Ok(expression) = Expression::read(form, nowhere) else { return false };
        let scope = Scope::bare(&[]);
        let found = Evaluator::new(&scope, READ_BACK).evaluate(&expression);
        found.is_ok_and(|value| reading::agrees(text, &value) == Agreement::Agrees)
    })
}

#[cfg(test)]
mod tests {
    use super::says;

    #[test]
    fn what_was_written_is_read_back_by_kind() {
        for (text, value) in [
            ("1,296", "1296"),
            ("−66", "-66"),
            ("±1", "±1"),
            ("{2|−1/2}", "{2|-1/2}"),
            ("0.50003", "0.50003"),
            ("81 per cent", "56/69"),
            ("6 × 360", "6x360"),
            ("1, 3 and 7", "[1, 3, 7]"),
        ] {
            assert!(says(text, value), "{text} says {value}");
        }
        for (text, value) in
            [("1,297", "1296"), ("66", "-66"), ("±2", "±1"), ("0.50004", "0.50003"), ("", "1")]
        {
            assert!(!says(text, value), "{text} does not say {value}");
        }
    }
}

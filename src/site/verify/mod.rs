//! The finished pages, read once more before they are published.
//!
//! Every address in them must lead to a file of the site and every fragment to an id, ids must be
//! distinct in their page, and every number that the build wrote is read back and compared with its
//! value. What is judged here is what a reader gets, not what was meant.

mod scan;

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::collections::HashSet;
use std::sync::Arc;

use bytes::Bytes;
use percent_encoding::percent_decode_str;
use rayon::prelude::*;

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::SourceId;
use crate::diagnostics::Span;
use crate::essay::Essay;
use crate::language::Evaluator;
use crate::language::Expression;
use crate::language::Scope;
use crate::language::reading;
use crate::language::reading::Agreement;
use crate::render::address::Base;
use crate::render::model::Output;
use crate::site::gather::Gathered;
use crate::site::publish::MANIFEST;
use scan::Read;

/// The file of the first page.
const HOME: &str = "index.html";

/// The finished files, and from which source each was made.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Bytes by path.
    pub files: BTreeMap<String, Bytes>,
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
    if !plan.files.contains_key(HOME) && !gathered.assets.contains_key(HOME) && is_whole(sink) {
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
    places(&plan, sink);
    plan
}

/// Whether all pages were made: those that a broken template could not make are missing because of it.
fn is_whole(sink: &Sink) -> bool {
    let is_other =
        |one: &Diagnostic| !matches!(one.code, Code::TemplateInvalid | Code::TemplateMissing);
    sink.diagnostics().iter().all(is_other)
}

/// Reports files that cannot stand beside each other in one folder, on this system or another.
fn places(plan: &Plan, sink: &mut Sink) {
    let mut report = |message: String| sink.push(Diagnostic::error(Code::SourceClash, message));
    if plan.files.contains_key(MANIFEST) {
        report(format!(
            "a file would be published as `{MANIFEST}`, which is the list of all files"
        ));
    }
    let mut folded: HashMap<String, &str> = HashMap::new();
    for path in plan.files.keys() {
        for (end, _) in path.match_indices('/') {
            if let Some(folder) = path.get(..end).filter(|folder| plan.files.contains_key(*folder))
            {
                report(format!("`{folder}` would be a file, and the folder of `{path}`"));
            }
        }
        if let Some(other) = folded.insert(path.to_lowercase(), path) {
            report(format!("`{other}` and `{path}` are one file where case does not count"));
        }
    }
}

fn clash(path: &str, what: &str, sink: &mut Sink) {
    sink.push(Diagnostic::error(
        Code::SourceClash,
        format!("{what} would both be published as `{path}`"),
    ));
}

/// What is kept between two readings in one process.
#[derive(Default)]
pub(super) struct Memory {
    /// By path: the bytes that were read, and what they say.
    read: HashMap<String, (Bytes, Arc<Page>)>,
}

/// A page that was read.
struct Page {
    read: Read,
    /// The numbers that do not say what they are: value and text.
    wrong: Vec<(Box<str>, Box<str>)>,
}

impl Page {
    fn new(bytes: &[u8]) -> Self {
        let mut read = scan::read(&String::from_utf8_lossy(bytes));
        let numbers = std::mem::take(&mut read.numbers);
        let wrong = numbers.into_iter().filter(|(value, text)| !says(text, value)).collect();
        Self { read, wrong }
    }
}

/// Checks every finished page. A page made from an essay in which `sink` already knows a wrong number
/// shows it again, which is not reported twice. `essays` tell where an address was written. `preview` is the script of the preview, which is not
/// part of the site.
pub(super) fn check(
    plan: &Plan,
    essays: &[Arc<Essay>],
    base: &Base,
    preview: Option<&str>,
    memory: &mut Memory,
    sink: &mut Sink,
) {
    let pages: Vec<(&String, &Bytes)> =
        plan.files.iter().filter(|(path, _)| path.ends_with(".html")).collect();
    let known = &memory.read;
    let read: Vec<Arc<Page>> = pages
        .par_iter()
        .map(|(path, bytes)| match known.get(*path) {
            // The same object, not only the same bytes.
            Some((old, page)) if is_same(old, bytes) => Arc::clone(page),
            _ => Arc::new(Page::new(bytes)),
        })
        .collect();
    let by_path: HashMap<&str, &Page> =
        pages.iter().zip(&read).map(|((path, _), page)| (path.as_str(), &**page)).collect();
    let places = Places { plan, pages: &by_path, base };
    let known: BTreeSet<SourceId> = sink
        .diagnostics()
        .iter()
        .filter(|one| {
            matches!(one.code, Code::ValueWrong | Code::ValueUnreadable | Code::ValueRelation)
        })
        .filter_map(|one| one.span().map(|span| span.source))
        .collect();
    // A title that is wrong is wrong on every page that lists it.
    let told: HashSet<&(Box<str>, Box<str>)> = pages
        .iter()
        .zip(&read)
        .filter(|((path, _), _)| {
            plan.made_from.get(*path).is_some_and(|source| known.contains(source))
        })
        .flat_map(|(_, page)| &page.wrong)
        .collect();
    let is_whole = is_whole(sink);
    let found: Vec<Sink> = pages
        .par_iter()
        .zip(&read)
        .map(|((path, _), page)| {
            let mut own = Sink::default();
            let source = plan.made_from.get(*path);
            let mut report = |code: Code, place: Option<Span>, message: String| {
                let diagnostic = Diagnostic::error(code, message);
                own.push(match (place, source) {
                    (Some(place), _) => diagnostic.label(place, "written here"),
                    (None, Some(source)) => {
                        diagnostic.label(Span::new(*source, 0..0), "the page made from this")
                    }
                    (None, None) => diagnostic,
                });
            };
            for id in &page.read.repeated {
                report(Code::PageId, None, format!("`{path}` has the id `{id}` more than once"));
            }
            for address in page.read.addresses.iter().filter(|own| Some(&***own) != preview) {
                if let Some(wrong) = places.leads_nowhere(address, path).filter(|_| is_whole) {
                    let essay = essays.iter().find(|essay| source == Some(&essay.source));
                    let place = essay.and_then(|essay| written(essay, address));
                    report(
                        Code::PageAddress,
                        place,
                        format!("`{path}` leads to `{address}`: {wrong}"),
                    );
                }
            }
            let is_known = source.map_or(!known.is_empty(), |source| known.contains(source));
            let wrong = page.wrong.iter().filter(|one| !is_known && !told.contains(one));
            for (value, text) in wrong {
                report(
                    Code::PageNumber,
                    None,
                    format!("`{path}` says `{text}` where the value is `{value}`"),
                );
            }
            own
        })
        .collect();
    found.into_iter().for_each(|own| sink.append(own));
    memory.read = pages
        .into_iter()
        .zip(read)
        .map(|((path, bytes), page)| (path.clone(), (bytes.clone(), page)))
        .collect();
}

/// Where `essay` has the link or the image that became `address`: one whose own address is the end of
/// it, since a page writes the folder and the base path in front.
fn written(essay: &Essay, address: &str) -> Option<Span> {
    essay.links.iter().map(|link| &link.destination).find_map(|own| {
        let end = own.text.trim_start_matches(['.', '/']);
        let before = address.strip_suffix(end).filter(|_| !end.is_empty())?;
        (before.is_empty() || before.ends_with('/')).then_some(own.span)
    })
}

/// Whether two files are one object.
fn is_same(one: &Bytes, other: &Bytes) -> bool {
    one.as_ptr() == other.as_ptr() && one.len() == other.len()
}

/// Where addresses may lead.
struct Places<'a> {
    plan: &'a Plan,
    pages: &'a HashMap<&'a str, &'a Page>,
    base: &'a Base,
}

impl Places<'_> {
    /// Why `address` on the page at `path` leads nowhere; nothing if it leads somewhere, or to
    /// another host.
    fn leads_nowhere(&self, address: &str, path: &str) -> Option<&'static str> {
        let own = self.base.absolute("/");
        let local = address.strip_prefix(own.trim_end_matches('/')).map(|rest| (rest, ""));
        let (rest, prefix) = match local {
            Some(local) => local,
            None if address.contains("://") || is_scheme(address) => return None,
            None => (address, self.base.path()),
        };
        let (before, fragment) = rest.split_once('#').map_or((rest, None), |(a, b)| (a, Some(b)));
        let before = before.split('?').next().unwrap_or_default();
        let decoded = percent_decode_str(before).decode_utf8().ok()?;
        let file = if before.is_empty() && !rest.starts_with('/') && local.is_none() {
            path.to_owned()
        } else {
            let Some(inner) = decoded.strip_prefix(prefix) else {
                return Some("outside the site");
            };
            let inner = inner.trim_start_matches('/');
            if inner.is_empty() || inner.ends_with('/') {
                format!("{inner}index.html")
            } else {
                inner.to_owned()
            }
        };
        if file == HOME && !self.plan.files.contains_key(HOME) {
            return None; // Reported once for the whole site.
        }
        if !self.plan.files.contains_key(&file) {
            return Some("there is no such file");
        }
        let fragment = fragment.filter(|fragment| !fragment.is_empty())?;
        let id = percent_decode_str(fragment).decode_utf8().ok()?;
        let page = self.pages.get(file.as_str())?;
        (!page.read.ids.contains(&*id)).then_some("there is no such id on that page")
    }
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
    use super::Page;
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

    #[test]
    fn an_index_is_read_back_with_what_it_belongs_to() {
        let wrong = |written: &str, value: &str| {
            let page = Page::new(format!("<data value=\"{value}\">{written}</data>").as_bytes());
            page.wrong.len()
        };
        for (written, value) in [
            ("−<sub>2</sub>", "-_2"),
            ("+<sub>1/2</sub>", "+_1/2"),
            ("{2|−<sub>{2|1}</sub>}", "{2|-_{2|1}}"),
            ("+<sub>(2*)</sub>", "+_(2*)"),
            ("+<sub>{3|+<sub>2</sub>}</sub>", "+_{3|+_2}"),
        ] {
            assert_eq!(wrong(written, value), 0, "{written} is {value}");
        }
        for (written, value) in [
            ("−<sub>3</sub>", "-_2"),
            ("+<sub>2</sub>", "-_2"),
            ("−2", "-_2"),
            ("−<sub>2</sub>", "-2"),
            ("<sub>2</sub>", "2"),
        ] {
            assert_eq!(wrong(written, value), 1, "{written} is not {value}");
        }
    }
}

//! The audit as a coloured view: the source of each page with the state of every numeral.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use bytes::Bytes;

use crate::audit::EssayReport;
use crate::audit::State;
use crate::render::address;
use crate::render::escape::to_attribute;
use crate::render::escape::to_text;
use crate::site::Built;

/// Colours for both themes; a state is told by its underline too.
const STYLE: &str = "\
:root { color-scheme: light dark; background: Canvas; color: CanvasText }
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.6 ui-serif, Georgia, serif }
pre { white-space: pre-wrap; font: 14px/1.6 ui-monospace, monospace }
mark { color: inherit; background: none; border-bottom: 2px solid; padding: 0 .1em }
.computed { border-color: #2a7f62; background: #2a7f6222 } .checked { border-color: #2f6fb3; background: #2f6fb322 }
.numbered { border-color: #7a5aa6; border-bottom-style: dotted } .named { border-color: #6b7f2a; border-bottom-style: dashed }
.given { border-color: #b3782f; border-bottom-style: double; border-bottom-width: 4px }
.auto { border-color: #8888; border-bottom-style: dotted } .unbound { border-color: #c0392b; background: #c0392b44; font-weight: bold }
";

/// The pages of the view, which are made again only where the audit is not as before.
#[derive(Default)]
pub struct Views {
    /// By path below the preview's own folder.
    known: HashMap<String, (Arc<EssayReport>, Bytes)>,
}

impl Views {
    /// The pages of the view, each by its path below the preview's own folder.
    pub fn pages(&mut self, built: &Built) -> Vec<(String, Bytes)> {
        let mut known = std::mem::take(&mut self.known);
        for (essay, report) in built.essays.iter().zip(&built.audit.essays) {
            let address = address::of_page(&essay.path);
            let path = format!("audit/{}", address::file_of(&address));
            let same = known.remove(&path).filter(|(old, _)| Arc::ptr_eq(old, report));
            let view = same.unwrap_or_else(|| {
                let text = &built.sources.get(essay.source).text;
                (Arc::clone(report), page(&essay.path, text, report, &address).into())
            });
            self.known.insert(path, view);
        }
        let mut pages: Vec<_> =
            self.known.iter().map(|(path, (_, html))| (path.clone(), html.clone())).collect();
        pages.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        pages
    }
}

/// One page of it.
fn page(path: &str, text: &str, report: &EssayReport, back: &str) -> String {
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Audit of {0}</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head><body><main>\
         <h1>How the numerals of {0} are backed</h1><p><a href=\"{1}\">Back to the page</a></p><p>",
        to_text(path),
        to_attribute(back),
    );
    let counts = &report.counts;
    for (state, count) in [
        ("computed", counts.computed),
        ("checked", counts.checked),
        ("numbered", counts.numbered),
        ("named", counts.named),
        ("given", counts.given),
        ("auto", counts.exempt()),
        ("unbound", counts.unbound),
    ] {
        let _ = write!(html, "<mark class=\"{state}\">{count} {state}</mark> ");
    }
    html.push_str("</p><pre>");
    let mut judged: Vec<_> = report.judged.iter().collect();
    judged.sort_by_key(|one| (one.span.start, std::cmp::Reverse(one.span.end)));
    let mut at = 0;
    for one in judged {
        // A numeral inside a binding is shown by the binding.
        let (Some(before), Some(own)) = (text.get(at..one.span.start), text.get(one.span.range()))
        else {
            continue;
        };
        let why = match &one.state {
            State::Given(reason) => format!("given: {reason}"),
            State::Auto(rule) => format!("exempt: {}", rule.words()),
            state => state.word().to_owned(),
        };
        let _ = write!(
            html,
            "{}<mark class=\"{}\" title=\"{}\">{}</mark>",
            to_text(before),
            one.state.word(),
            to_attribute(&why),
            to_text(own)
        );
        at = one.span.end;
    }
    html.push_str(&to_text(text.get(at..).unwrap_or_default()));
    html.push_str("</pre></main></body></html>\n");
    html
}

//! Annotations of a workflow on GitHub.
//!
//! GitHub shows ten annotations of each kind for a step and drops the rest without a word; so do we,
//! with a word.

use std::fmt::Write;

use crate::cli::listing;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Severity;
use crate::diagnostics::Sources;
use crate::diagnostics::Span;
use crate::diagnostics::render::visible;
use crate::site::Built;

/// Annotations of one kind that GitHub shows for a step.
const SHOWN: usize = 10;

/// Returns the workflow commands, one a line.
#[must_use]
pub fn annotations(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut text = String::new();
    for (severity, command) in
        [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Advice, "notice")]
    {
        let of_kind: Vec<_> = diagnostics.iter().filter(|one| one.severity == severity).collect();
        // The last place is kept for the word about the rest.
        let shown = if of_kind.len() > SHOWN { SHOWN - 1 } else { of_kind.len() };
        for diagnostic in &of_kind[..shown] {
            text.push_str(&annotation(command, diagnostic, sources));
        }
        if of_kind.len() > shown {
            let rest = of_kind.len() - shown;
            let _ = writeln!(
                text,
                "::{command} title=and {rest} more::the log of this step has them all"
            );
        }
    }
    text
}

fn annotation(command: &str, diagnostic: &Diagnostic, sources: &Sources) -> String {
    let mut properties = Vec::new();
    if let Some(span) = diagnostic.span() {
        let start = sources.place(span);
        let end = sources.place(Span { start: span.end, ..span });
        properties.push(format!("file={}", property(&sources.get(span.source).path)));
        properties.push(format!("line={},endLine={}", start.line, end.line));
        if start.line == end.line {
            properties.push(format!("col={},endColumn={}", start.column, end.column));
        }
    }
    properties.push(format!("title={}", property(diagnostic.code.name())));
    let mut message = diagnostic.message.clone();
    if let Some(help) = &diagnostic.help {
        let _ = write!(message, "\nhelp: {help}");
    }
    format!("::{command} {}::{}\n", properties.join(","), data(&message))
}

/// The step summary: the claims of the site as a table, and how its numerals are backed; Markdown.
#[must_use]
pub fn summary(built: &Built) -> String {
    let mut text =
        String::from("## Claims\n\n| claim | cases | found | |\n| --- | ---: | --- | --- |\n");
    for row in listing::rows(built) {
        let mark = if row.confirmed { "as expected" } else { "**not as expected**" };
        let found = row.found.replace('|', "\\|");
        let _ = writeln!(text, "| `{}` | {} | {found} | {mark} |", row.name, row.cases);
    }
    let counts = &built.audit.counts;
    let _ = writeln!(text, "\n## Numerals\n\n{}", listing::counts(counts));
    text
}

/// The escapes of a message.
fn data(text: &str) -> String {
    visible(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The escapes of a property, which ends at a comma and may hold no colon.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::annotations;
    use crate::diagnostics::Code;
    use crate::diagnostics::Diagnostic;
    use crate::diagnostics::Sources;
    use crate::diagnostics::Span;

    #[test]
    fn what_a_command_may_not_hold_is_escaped() {
        let mut sources = Sources::default();
        let id = sources.add("content/a,b.md", "100%\n");
        let finding = Diagnostic::error(Code::ValueWrong, "`x` is 100%, not 1")
            .label(Span::new(id, 0..3), "")
            .help("write 100%");
        assert_eq!(
            annotations(&[finding], &sources),
            "::error file=content/a%2Cb.md,line=1,endLine=1,col=1,endColumn=4,title=value%3A%3Awrong::\
             `x` is 100%25, not 1%0Ahelp: write 100%25\n"
        );
    }

    #[test]
    fn what_is_not_shown_is_counted() {
        let many = vec![Diagnostic::error(Code::ValueWrong, "wrong"); 12];
        let text = annotations(&many, &Sources::default());
        assert_eq!(text.lines().count(), 10);
        assert!(text.contains("title=and 3 more"));
    }
}

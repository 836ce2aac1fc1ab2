//! Templates: the built-in ones with the author's in their place.
//!
//! A mistake in a template is shown at its own file and line. Rendering needs only a context; what
//! each template is given stands in `docs/templates.md`.

use std::collections::BTreeMap;

use serde::Serialize;
use tera::ErrorKind;
use tera::Kwargs;
use tera::State;
use tera::Tera;
use tera::TeraResult;
use tera::Value;

use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::SourceId;
use crate::diagnostics::Span;
use crate::diagnostics::nearest;
use crate::render::escape;
use crate::render::theme;

/// A template of the author's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnTemplate<'a> {
    /// Its path under `templates/`.
    pub name: &'a str,
    /// Its text.
    pub text: &'a str,
    /// The source it was read from.
    pub source: SourceId,
}

/// All templates of a site.
#[derive(Clone, Debug)]
pub struct Templates {
    tera: Tera,
    /// Name, source and text of the author's.
    own: Vec<(String, SourceId, String)>,
}

impl Templates {
    /// The built-in templates with those of `own` in their place or beside them. Only `.html` files
    /// are templates.
    ///
    /// A mistake in them is reported to `sink`; the built-in ones are used then.
    #[must_use]
    pub fn new(own: &[OwnTemplate<'_>], sink: &mut Sink) -> Self {
        let own: Vec<_> = own
            .iter()
            .filter(|template| template.name.ends_with(".html"))
            .map(|own| (own.name.to_owned(), own.source, own.text.to_owned()))
            .collect();
        let mut templates = Self { tera: tera(), own };
        let is_own = |name: &str| templates.own.iter().any(|(own, ..)| own == name);
        let built_in = theme::TEMPLATES.iter().copied().filter(|(name, _)| !is_own(name));
        let mut tera = tera();
        let all: Vec<(&str, &str)> = built_in
            .chain(templates.own.iter().map(|(name, _, text)| (name.as_str(), text.as_str())))
            .collect();
        if let Err(error) = tera.add_raw_templates(all) {
            templates.report(&error, sink);
            tera = self::tera();
            if let Err(error) = tera.add_raw_templates(theme::TEMPLATES.iter().copied()) {
                templates.report(&error, sink);
            }
        }
        templates.tera = tera;
        templates
    }

    /// What every template is given, under `name`.
    pub fn share<T: Serialize>(&mut self, name: &'static str, value: &T) {
        self.tera.global_context().insert(name, value);
    }

    /// Renders the template `name`, which knows `head` and `page`. A mistake is reported to `sink`.
    pub fn render<H: Serialize, P: Serialize>(
        &self,
        name: &str,
        head: &H,
        page: &P,
        sink: &mut Sink,
    ) -> Option<String> {
        let mut context = tera::Context::new();
        context.insert("head", head);
        context.insert("page", page);
        match self.tera.render(name, &context) {
            Ok(text) => Some(text),
            Err(error) => {
                self.report(&error, sink);
                None
            }
        }
    }

    fn report(&self, error: &tera::Error, sink: &mut Sink) {
        match error.kind() {
            ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
                let at = self.span(report.filename(), report.span().range.clone());
                sink.push(invalid(report.message(), report.filename(), at));
            }
            ErrorKind::MissingParent { current, parent } => {
                let text = self.text(current);
                let at = text.find(parent.as_str()).map(|at| at..at + parent.len());
                sink.push(self.missing(parent, self.span(current, at.unwrap_or(0..0))));
            }
            ErrorKind::CircularExtend { tpl, .. } => {
                let message = "the template extends itself by a circle";
                sink.push(invalid(message, tpl, self.span(tpl, 0..0)));
            }
            ErrorKind::CircularInclude { tpl, .. } => {
                let message = "the template includes itself by a circle";
                sink.push(invalid(message, tpl, self.span(tpl, 0..0)));
            }
            _ => self.reports(&error.to_string(), sink),
        }
    }

    /// Reports each of several mistakes, which come as text: `error: …`, then `--> name:line:column`.
    fn reports(&self, text: &str, sink: &mut Sink) {
        // The block that is missing and the author's template that lacks it: who fills it.
        let mut lacking: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
        for report in text.split("\n\n") {
            let mut lines = report.lines();
            let message = lines.next().unwrap_or_default().trim_start_matches("error: ");
            let place = lines.next().and_then(|line| line.trim().strip_prefix("--> "));
            let mut parts = place.unwrap_or_default().rsplitn(3, ':');
            let column = parts.next().and_then(|part| part.parse::<usize>().ok()).unwrap_or(1);
            let line = parts.next().and_then(|part| part.parse::<usize>().ok()).unwrap_or(1);
            let name = parts.next().unwrap_or_default();
            let block = message
                .strip_prefix("Block `")
                .and_then(|rest| rest.strip_suffix("` is not defined in any parent template"));
            if let (Some(block), Some(parent)) = (block, self.own_parent(name)) {
                lacking.entry((parent, block)).or_default().push(name);
                continue;
            }
            let text = self.text(name);
            let start = text
                .split_inclusive('\n')
                .take(line.saturating_sub(1))
                .map(str::len)
                .sum::<usize>()
                + column.saturating_sub(1);
            let length = text.get(start..).map_or(0, |rest| {
                rest.find(|c: char| c.is_whitespace() || "%}|(".contains(c)).unwrap_or(rest.len())
            });
            let at = self.span(name, start..start + length);
            match message.strip_prefix("Unknown template `").and_then(|rest| rest.strip_suffix('`'))
            {
                Some(unknown) => sink.push(self.missing(unknown, at)),
                None => sink.push(invalid(message, name, at)),
            }
        }
        for ((parent, block), children) in lacking {
            let children: Vec<String> = children.iter().map(|name| format!("`{name}`")).collect();
            let message =
                format!("it has no block `{block}`, which {} fill", children.join(" and "));
            let message =
                if children.len() == 1 { message.replace(" fill", " fills") } else { message };
            // Its first line says what it extends; the block belongs below.
            let line = self.text(parent).lines().next().map_or(0, str::len);
            sink.push(invalid(&message, parent, self.span(parent, 0..line)).help(format!(
                "write `{{% block {block} %}}{{% endblock %}}` where it is to stand"
            )));
        }
    }

    /// The nearest template of the author's that the built-in template `name` extends.
    fn own_parent(&self, name: &str) -> Option<&str> {
        let is_own = |name: &str| self.own.iter().any(|(own, ..)| own == name);
        let mut current = name;
        // A circle is an error of its own; no chain is longer than there are templates.
        for _ in 0..theme::TEMPLATES.len() {
            if is_own(current) {
                let own = self.own.iter().find(|(own, ..)| own == current);
                return own.map(|(own, ..)| own.as_str()).filter(|own| *own != name);
            }
            let text = theme::TEMPLATES.iter().find(|(own, _)| *own == current)?.1;
            current = text.split_once("{% extends \"")?.1.split_once('"')?.0;
        }
        None
    }

    /// The text of the author's template `name`.
    fn text(&self, name: &str) -> &str {
        self.own.iter().find(|(own, ..)| own == name).map_or("", |(_, _, text)| text.as_str())
    }

    /// The bytes `range` of the author's template `name`.
    fn span(&self, name: &str, range: std::ops::Range<usize>) -> Option<Span> {
        let (_, source, text) = self.own.iter().find(|(own, ..)| own == name)?;
        let start = text.floor_char_boundary(range.start.min(text.len()));
        let end = text.ceil_char_boundary(range.end.min(text.len())).max(start);
        Some(Span::new(*source, start..end))
    }

    fn missing(&self, name: &str, at: Option<Span>) -> Diagnostic {
        let known = theme::TEMPLATES
            .iter()
            .map(|(name, _)| *name)
            .chain(self.own.iter().map(|(name, ..)| name.as_str()));
        let message = format!("there is no template `{name}`");
        let mut diagnostic = Diagnostic::error(Code::TemplateMissing, message);
        if let Some(at) = at {
            diagnostic = diagnostic.label(at, "");
        }
        match nearest(name, known) {
            Some(near) => diagnostic.help(format!("the nearest name is `{near}`")),
            None => diagnostic,
        }
    }
}

/// An engine without templates.
fn tera() -> Tera {
    let mut tera = Tera::new();
    tera.register_filter("safe", safe);
    tera.register_filter("indices", indices);
    tera
}

/// Takes a value for markup. The engine's own filter of this name makes an empty text of what is not
/// defined, so that a misspelt field would be published as nothing.
fn safe(value: &Value, _: Kwargs, _: &State<'_>) -> TeraResult<Value> {
    if value.is_undefined() {
        return Err(tera::Error::message("what `safe` is to show is not defined"));
    }
    Ok(match value.as_str() {
        Some(text) => Value::safe_string(text),
        None => Value::safe_string(&value.to_string()),
    })
}

/// Escapes a value that is written as text, and sets the sizes of tinies and minies as indices.
fn indices(value: &Value, _: Kwargs, _: &State<'_>) -> TeraResult<Value> {
    match value.as_str() {
        Some(text) => Ok(Value::safe_string(&escape::to_value(text))),
        None => Err(tera::Error::message("what `indices` is to show is no text")),
    }
}

/// A mistake in the template `name`.
fn invalid(message: &str, name: &str, at: Option<Span>) -> Diagnostic {
    let mut letters = message.trim().trim_end_matches('.').chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
    let message = format!("template `{name}`: {first}{}", letters.as_str());
    let diagnostic = Diagnostic::error(Code::TemplateInvalid, message);
    match at {
        Some(at) => diagnostic.label(at, ""),
        None => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use super::OwnTemplate;
    use super::Templates;
    use crate::diagnostics::Sink;
    use crate::diagnostics::SourceId;
    use crate::diagnostics::Sources;
    use crate::diagnostics::render::Style;
    use crate::diagnostics::render::render;
    use expect_test::Expect;
    use expect_test::expect;

    /// What is said of the template `name` with this text, when it is read and rendered.
    fn check(name: &str, text: &str, expected: Expect) {
        let mut sources = Sources::default();
        let source = sources.add(format!("templates/{name}"), text);
        let mut sink = Sink::default();
        let templates = Templates::new(&[OwnTemplate { name, text, source }], &mut sink);
        if !sink.has_errors() {
            let page = std::collections::BTreeMap::from([("title", "A cake")]);
            let _ = templates.render(name, &"", &page, &mut sink);
        }
        let shown: Vec<String> =
            sink.diagnostics().iter().map(|one| render(one, &sources, Style::Plain)).collect();
        expected.assert_eq(&shown.join("\n"));
    }

    #[test]
    fn a_block_that_others_fill_is_missed_where_it_would_stand() {
        check(
            "page.html",
            "{% extends \"base.html\" %}\n{% block main %}{{ page.title }}{% endblock %}",
            expect![[r#"
                error[template::invalid]: template `page.html`: it has no block `after`, which `home.html` and `ladder.html` fill
                 --> templates/page.html:1:1
                  |
                1 | {% extends "base.html" %}
                  | ^^^^^^^^^^^^^^^^^^^^^^^^^
                  |
                  = help: write `{% block after %}{% endblock %}` where it is to stand"#]],
        );
    }

    #[test]
    fn a_good_template_is_rendered_and_escapes() {
        let mut sink = Sink::default();
        let mut sources = Sources::default();
        let text = "{{ page.title }} {{ site }}";
        let source = sources.add("templates/x.html", text);
        let own = [OwnTemplate { name: "x.html", text, source }];
        let mut templates = Templates::new(&own, &mut sink);
        templates.share("site", &"Rung");
        let page = std::collections::BTreeMap::from([("title", "<A>")]);
        assert_eq!(
            templates.render("x.html", &"", &page, &mut sink).as_deref(),
            Some("&lt;A&gt; Rung")
        );
        assert!(!sink.has_errors());
    }

    #[test]
    fn an_unknown_variable_is_shown_in_the_template() {
        check(
            "x.html",
            "<h1>\n{{ page.titel }}\n</h1>",
            expect![[r#"
                error[template::invalid]: template `x.html`: field `titel` is not defined. Available fields: title
                 --> templates/x.html:2:9
                  |
                2 | {{ page.titel }}
                  |         ^^^^^
                  |
                  = help: correct the template at the line shown"#]],
        );
    }

    #[test]
    fn an_unknown_variable_is_shown_behind_a_filter_too() {
        for filter in ["safe", "indices", "upper", "trim", "escape", "striptags", "urlencode"] {
            let mut sink = Sink::default();
            let text = format!("{{{{ page.titel | {filter} }}}}");
            let own = [OwnTemplate { name: "x.html", text: &text, source: SourceId(0) }];
            let templates = Templates::new(&own, &mut sink);
            let page = std::collections::BTreeMap::from([("title", "T")]);
            let rendered = templates.render("x.html", &page, &page, &mut sink);
            assert!(rendered.is_none() && sink.has_errors(), "{filter}: {rendered:?}");
        }
    }

    #[test]
    fn a_syntax_error_is_shown_in_the_template() {
        check(
            "x.html",
            "<h1>{% if %}</h1>",
            expect![[r#"
                error[template::invalid]: template `x.html`: found `%}` but expected one of: integer, float, string, bool, ident, `-`, `not`, `<`, `{`, `[` or `(`
                 --> templates/x.html:1:11
                  |
                1 | <h1>{% if %}</h1>
                  |           ^^
                  |
                  = help: correct the template at the line shown"#]],
        );
    }

    #[test]
    fn an_unknown_filter_is_shown_in_the_template() {
        check(
            "x.html",
            "<h1>\n  {{ page.title | shuot }}</h1>",
            expect![[r#"
                error[template::invalid]: template `x.html`: unknown filter `shuot`
                 --> templates/x.html:2:19
                  |
                2 |   {{ page.title | shuot }}</h1>
                  |                   ^^^^^
                  |
                  = help: correct the template at the line shown"#]],
        );
    }

    #[test]
    fn a_missing_template_is_named_with_the_nearest_one() {
        check(
            "x.html",
            "{% extends \"bse.html\" %}",
            expect![[r#"
            error[template::missing]: there is no template `bse.html`
             --> templates/x.html:1:13
              |
            1 | {% extends "bse.html" %}
              |             ^^^^^^^^
              |
              = help: the nearest name is `base.html`"#]],
        );
        check(
            "x.html",
            "{% include \"esay.html\" %}",
            expect![[r#"
            error[template::missing]: there is no template `esay.html`
             --> templates/x.html:1:12
              |
            1 | {% include "esay.html" %}
              |            ^^^^^^^^^^^
              |
              = help: the nearest name is `essay.html`"#]],
        );
    }
}

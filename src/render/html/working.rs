//! How each number was obtained: the list at the end of a page.
//!
//! It is there without scripts and in print; the switch that shows workings in the text reads them
//! from here. Numbers that come from the same expression share an entry.

use std::collections::BTreeMap;
use std::collections::HashMap;

use super::Writer;
use crate::essay::Binding;
use crate::essay::BindingId;
use crate::essay::BindingKind;
use crate::render::escape;
use crate::render::model::DefinitionView;
use crate::render::text;

/// Numbers that were obtained in the same way.
struct Entry<'a> {
    binding: &'a Binding,
    places: Vec<BindingId>,
}

/// How a number came to stand in the text.
fn state(kind: &BindingKind) -> &'static str {
    match kind {
        BindingKind::Computed | BindingKind::MathComputed(_) => "computed",
        BindingKind::Checked(_) | BindingKind::MathChecked(..) => "checked",
        BindingKind::Given(_) | BindingKind::MathGiven(..) => "given",
    }
}

impl<'a> Writer<'a, '_> {
    /// The section, or nothing if no number was written.
    pub(super) fn working(&mut self) -> String {
        let page = self.scene.page;
        let mut entries: Vec<Entry<'a>> = Vec::new();
        let mut known: HashMap<(&str, &str), usize> = HashMap::new();
        for id in std::mem::take(&mut self.written) {
            let Some(binding) = page.essay.bindings.get(id.0) else { continue };
            let key = (state(&binding.kind), binding.expression.text.as_str());
            let index = *known.entry(key).or_insert_with(|| {
                entries.push(Entry { binding, places: Vec::new() });
                entries.len() - 1
            });
            entries[index].places.push(id);
        }
        if entries.is_empty() {
            return String::new();
        }
        let outside = std::mem::take(&mut self.out);
        self.out.push_str(
            "<section class=\"working\" aria-labelledby=\"_working\">\n\
             <h2 id=\"_working\">How each number was obtained</h2>\n\
             <p>Numbers that the build wrote are <em>computed</em>; numbers that the author wrote \
             and the build compared with a computation are <em>checked</em>; the others are \
             <em>given</em>, with the reason.</p>\n<ul>\n",
        );
        let mut definitions: BTreeMap<&str, &DefinitionView> = BTreeMap::new();
        for entry in &entries {
            self.entry(entry, &mut definitions);
        }
        self.out.push_str("</ul>\n");
        if !definitions.is_empty() {
            self.out.push_str(
                "<h3 id=\"_definitions\">Definitions used</h3>\n<ul class=\"definitions\">\n",
            );
            for (name, definition) in definitions {
                self.out.push_str("<li id=\"_d-");
                escape::attribute(name, &mut self.out);
                self.out.push_str("\"><code>");
                self.text(&definition.text);
                self.out.push_str("</code> <span class=\"source\">");
                self.text(&definition.place);
                self.out.push_str("</span></li>\n");
            }
            self.out.push_str("</ul>\n");
        }
        self.out.push_str("</section>\n");
        std::mem::replace(&mut self.out, outside)
    }

    fn entry(
        &mut self,
        entry: &Entry<'a>,
        definitions: &mut BTreeMap<&'a str, &'a DefinitionView>,
    ) {
        let page = self.scene.page;
        self.out.push_str("<li data-n=\"");
        for (index, id) in entry.places.iter().enumerate() {
            if index > 0 {
                self.out.push(' ');
            }
            self.out.push_str(&id.0.to_string());
        }
        self.out.push_str("\"><span class=\"where\">");
        for (index, id) in entry.places.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.out.push_str(&format!("<a href=\"#_n{}\">", self.place_of(*id).0));
            let shown = shown(self, *id);
            self.value(&shown);
            self.out.push_str("</a>");
        }
        self.out.push_str("</span> ");
        let binding = entry.binding;
        self.out.push_str(state(&binding.kind));
        if binding.kind.is_given() {
            self.out.push_str(": ");
            self.text(&binding.expression.text);
            self.out.push_str("</li>\n");
            return;
        }
        self.out.push_str(" from <code>");
        self.text(&binding.expression.text);
        self.out.push_str("</code>");
        let first = entry.places.first().and_then(|id| page.values.get(id.0)?.as_ref());
        if let Some(value) = first {
            if entry.places.iter().any(|id| shown(self, *id) != value.machine) {
                self.out.push_str(" = <code>");
                self.text(&value.machine);
                self.out.push_str("</code>");
            }
            let provenance = &value.provenance;
            for range in &provenance.ranges {
                self.out.push_str(", over <code>");
                self.text(range);
                self.out.push_str("</code>");
            }
            for (index, finding) in provenance.findings.iter().enumerate() {
                self.out.push_str(if index == 0 { "; see <a" } else { ", <a" });
                self.push_href(&finding.address);
                self.out.push('>');
                self.text(&finding.label);
                self.out.push_str("</a>");
            }
            for (index, definition) in provenance.definitions.iter().enumerate() {
                definitions.entry(&definition.name).or_insert(definition);
                self.out.push_str(if index == 0 {
                    "; uses <a href=\"#_d-"
                } else {
                    ", <a href=\"#_d-"
                });
                escape::attribute(&definition.name, &mut self.out);
                self.out.push_str("\"><code>");
                self.text(&definition.name);
                self.out.push_str("</code></a>");
            }
        }
        self.out.push_str("</li>\n");
    }

    /// The number that bears the id for `id`: in a formula the first one.
    fn place_of(&self, id: BindingId) -> BindingId {
        let essay = self.scene.page.essay;
        match essay.bindings.get(id.0).map(|binding| &binding.kind) {
            Some(
                BindingKind::MathComputed(formula)
                | BindingKind::MathChecked(formula, _)
                | BindingKind::MathGiven(formula, _),
            ) => {
                let formula = essay.formulas.get(formula.0);
                formula.and_then(|formula| formula.bindings.first().copied()).unwrap_or(id)
            }
            _ => id,
        }
    }
}

/// What stands in the text for `id`, as text.
fn shown(writer: &Writer<'_, '_>, id: BindingId) -> String {
    let page = writer.scene.page;
    match page.essay.bindings.get(id.0).map(|binding| &binding.kind) {
        Some(BindingKind::MathChecked(_, shown) | BindingKind::MathGiven(_, shown)) => {
            writer.scene.math.plain_tex(&shown.source.text)
        }
        Some(BindingKind::MathComputed(_)) => {
            let value = page.values.get(id.0).and_then(Option::as_ref);
            value.map_or_else(|| "?".to_owned(), |value| writer.scene.math.plain_tex(&value.tex))
        }
        _ => text::written(page, id).to_owned(),
    }
}

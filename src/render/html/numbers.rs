//! Bindings and formulas: where numbers are written.

use super::Medium;
use super::Paragraph;
use super::Writer;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::essay::Binding;
use crate::essay::BindingId;
use crate::essay::BindingKind;
use crate::essay::Formula;
use crate::essay::FormulaId;
use crate::essay::Item;
use crate::essay::ItemKind;
use crate::render::escape;
use crate::render::math::Fill;
use crate::render::math::Filled;
use crate::render::math::Math;
use crate::render::model::PageInput;
use crate::render::model::WrittenValue;
use pulldown_cmark::Event;

/// Signs that may follow a formula without a space.
const CLOSING: &[char] = &['.', ',', ';', ':', '!', '?', ')', ']', '’', '”', '-', '–', '—'];

/// The most characters of a game that stays on one line: they fit a telephone.
const SHORT: usize = 24;

/// Signs that may stand before a formula without a space.
const OPENING: &[char] = &['(', '[', '‘', '“', '—'];

impl<'a> Writer<'a, '_> {
    /// Writes a number of the prose.
    pub(super) fn binding(&mut self, id: BindingId) {
        let page = self.scene.page;
        let Some(binding) = page.essay.bindings.get(id.0) else { return };
        let value = page.values.get(id.0).and_then(Option::as_ref);
        match (&binding.kind, value) {
            (BindingKind::Given(shown), _) => {
                self.out.push_str("<span class=\"given\"");
                self.place(id);
                self.out.push('>');
                self.value(&shown.plain);
                self.out.push_str("</span>");
            }
            (BindingKind::Checked(shown), Some(value)) => {
                self.data(id, value, &shown.plain);
            }
            (BindingKind::Computed, Some(value)) => {
                self.data(id, value, &value.text);
            }
            (BindingKind::Checked(shown), None) => {
                self.out.push_str("<span class=\"missing\">");
                self.value(&shown.plain);
                self.out.push_str("</span>");
            }
            (BindingKind::Computed, None) => {
                self.out.push_str("<span class=\"missing\"><code>");
                self.text(&binding.expression.text);
                self.out.push_str("</code></span>");
            }
            // They stand in formulas.
            (
                BindingKind::MathComputed(_)
                | BindingKind::MathChecked(..)
                | BindingKind::MathGiven(..),
                _,
            ) => {}
        }
    }

    /// Writes `value` as it is `shown`. A short game between bars is not broken at the end of a line.
    fn data(&mut self, id: BindingId, value: &WrittenValue, shown: &str) {
        self.out.push_str("<data value=\"");
        escape::attribute(&value.machine, &mut self.out);
        self.out.push('"');
        if self.is_page() && shown.contains('|') && shown.chars().count() <= SHORT {
            self.out.push_str(" class=\"nb\"");
        }
        self.place(id);
        self.out.push('>');
        self.value(shown);
        self.out.push_str("</data>");
    }

    /// Writes the id by which the list of workings leads back here, and remembers the number.
    fn place(&mut self, id: BindingId) {
        if self.is_page() {
            self.push_id(&format!("_n{}", id.0));
            self.written.push(id);
        }
    }

    /// Writes a formula, and what touches it in the text after it, the item `next`.
    pub(super) fn formula(&mut self, id: FormulaId, next: Option<&'a Item>) {
        let Some(formula) = self.scene.page.essay.formulas.get(id.0) else { return };
        let filled = filled(self.scene.page, formula);
        match self.scene.math.render(&filled, formula.display) {
            Ok(math) if formula.display => self.display(formula, &math),
            Ok(math) => {
                self.open();
                self.in_line(formula, &math, next);
            }
            Err(error) => {
                if self.is_page() {
                    let at = error
                        .at
                        .as_ref()
                        .map_or(formula.span, |at| formula.tex.span.part(at.clone()));
                    self.sink
                        .push(Diagnostic::error(Code::MathInvalid, error.message).label(at, ""));
                }
                self.open();
                self.out.push_str("<code class=\"missing\">");
                self.text(&formula.tex.text);
                self.out.push_str("</code>");
            }
        }
    }

    /// Writes a formula within a line, on a page together with the signs that touch it: else a line
    /// could end before the full stop, for a formula is like a picture to the browser.
    fn in_line(&mut self, formula: &Formula, math: &Math, next: Option<&Item>) {
        let after = match next.map(|item| &item.kind) {
            Some(ItemKind::Markdown(Event::Text(text))) if self.is_page() => text.as_ref(),
            _ => "",
        };
        let after = &after[..after.len() - after.trim_start_matches(CLOSING).len()];
        let before = match self.out.chars().next_back() {
            Some(sign) if self.is_page() && OPENING.contains(&sign) => sign.len_utf8(),
            _ => 0,
        };
        let is_touched = before > 0 || !after.is_empty();
        if is_touched {
            self.out.insert_str(self.out.len() - before, "<span class=\"nb\">");
        }
        self.math(formula, math);
        if is_touched {
            self.text(after);
            self.written_ahead = after.len();
            self.out.push_str("</span>");
        }
    }

    /// Writes a formula that stands on a line of its own, between paragraphs if it can.
    fn display(&mut self, formula: &Formula, math: &Math) {
        if self.inline_only {
            self.math(formula, math);
            return;
        }
        if self.paragraph == Paragraph::Due && self.lead_in.is_some() {
            self.open();
        }
        self.interrupt();
        self.out.push_str("<div class=\"equation\"");
        if let Some(id) = &formula.id {
            self.push_id(&id.text);
        }
        // What may be wider than the screen scrolls by itself, and a keyboard must reach it.
        self.out.push_str(if math.is_wide() && self.is_page() {
            "><div class=\"formula\" role=\"group\" aria-label=\"Formula\" tabindex=\"0\">"
        } else {
            "><div class=\"formula\">"
        });
        self.math(formula, math);
        self.out.push_str("</div>");
        if let Some(number) = formula.number {
            self.out.push_str(&format!("<span class=\"number\">({number})</span>"));
        }
        self.out.push_str("</div>\n");
    }

    /// Writes the formula itself, wrapped if numbers of ours stand in it.
    fn math(&mut self, formula: &Formula, math: &Math) {
        let numbered = self.is_page() && !formula.bindings.is_empty();
        if let (true, Some(first)) = (numbered, formula.bindings.first()) {
            self.out.push_str("<span class=\"numbers\" data-n=\"");
            for (index, id) in formula.bindings.iter().enumerate() {
                if index > 0 {
                    self.out.push(' ');
                }
                self.out.push_str(&id.0.to_string());
                self.written.push(*id);
            }
            self.out.push('"');
            self.push_id(&format!("_n{}", first.0));
            self.out.push('>');
        }
        if self.medium == Medium::Feed {
            math.write_mathml(&mut self.out);
        } else {
            math.write_html(&mut self.out);
        }
        if numbered {
            self.out.push_str("</span>");
        }
    }
}

/// The formula with its numbers written in.
pub(in crate::render) fn filled(page: &PageInput<'_>, formula: &Formula) -> Filled {
    let start = formula.tex.span.start;
    let fills: Vec<Fill<'_>> = formula
        .bindings
        .iter()
        .filter_map(|id| {
            let binding: &Binding = page.essay.bindings.get(id.0)?;
            let at = binding.span.start.checked_sub(start)?..binding.span.end.checked_sub(start)?;
            let value = page.values.get(id.0).and_then(Option::as_ref);
            let tex = match (&binding.kind, value) {
                (BindingKind::MathChecked(_, shown) | BindingKind::MathGiven(_, shown), _) => {
                    shown.source.text.as_str()
                }
                (_, Some(value)) => value.tex.as_str(),
                (_, None) => "?",
            };
            Some(Fill { at, value: value.map_or("", |value| value.machine.as_str()), tex })
        })
        .collect();
    Filled::new(&formula.tex.text, &fills)
}

//! What the audit finds: per essay and for the site.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::audit::evidence::Relation;
use crate::audit::judge;
use crate::audit::judge::InText;
use crate::audit::judge::Lexicon;
use crate::audit::judge::Page;
use crate::audit::lists;
use crate::audit::settings::Exemption;
use crate::audit::settings::Settings;
use crate::audit::settings::Status;
use crate::audit::settings::Strictness;
use crate::audit::states::Counts;
use crate::audit::states::Judged;
use crate::audit::states::State;
use crate::audit::universal;
use crate::audit::values::one_line;
use crate::audit::values::shorten;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Severity;
use crate::diagnostics::Sink;
use crate::diagnostics::Span;
use crate::essay::Context;
use crate::essay::NumeralKind;

/// The audit of one essay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EssayReport {
    /// The path of the page under `content/`.
    pub path: String,
    /// Every numeral of the page with its state, in the order of the source; those of texts that
    /// stand in a library are counted, and are not here.
    pub judged: Vec<Judged>,
    /// How many are in each state.
    pub counts: Counts,
    /// How many times each exemption of the site's lexicon was used here, in their order.
    pub used: Vec<usize>,
}

/// The audit of a site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteReport {
    /// The essays, in the order given.
    pub essays: Vec<Arc<EssayReport>>,
    /// All counts together.
    pub counts: Counts,
}

/// Judges every numeral of `page` and reports what is unbound.
#[must_use]
pub fn essay(page: &Page<'_>, settings: &Settings, sink: &mut Sink) -> EssayReport {
    let essay = page.essay;
    let own: Vec<Exemption> = essay
        .front
        .numerals
        .iter()
        .map(|(phrase, reason)| Exemption {
            phrase: phrase.text.clone(),
            reason: reason.text.clone(),
            span: phrase.span,
        })
        .collect();
    let mut lexicon = Lexicon::new(&own, &settings.lexicon);
    let verdicts = judge::numerals(page, settings, &mut lexicon);
    let strictness = essay
        .front
        .audit
        .as_ref()
        .and_then(|text| Strictness::named(&text.text))
        .unwrap_or(settings.strictness);
    let status = if essay.front.draft { Status::Draft } else { Status::Published };
    let severity = strictness.severity(status);
    let mut table = None;
    let mut unread = BTreeSet::new();
    let mut judged = judge::bound(page);
    let mut told = 0;
    for (index, (numeral, verdict)) in essay.numerals.iter().zip(&verdicts).enumerate() {
        judged.push(Judged { span: numeral.span, state: verdict.state.clone() });
        let context = essay.paragraphs.get(numeral.paragraph).map(|one| one.context);
        let (Some(severity), State::Unbound, Some(context)) = (severity, &verdict.state, context)
        else {
            continue;
        };
        if index < told {
            continue;
        }
        if let Context::TableCell(number) = context {
            if table == Some(number) {
                continue;
            }
            table = Some(number);
        }
        if let NumeralKind::Math { formula, start, .. } = numeral.kind {
            let (part, relation) = page.evidence.relation(formula, start);
            let reason = match relation {
                Relation::Unreadable(message) => Some((message.as_str(), None)),
                Relation::Unknown { message, entry } => Some((message.as_str(), entry.as_deref())),
                Relation::Reported => continue,
                Relation::Holds
                | Relation::Fails
                | Relation::Open
                | Relation::Elided
                | Relation::None => None,
            };
            if let Some(reason) = reason {
                if unread.insert((formula, part)) {
                    sink.push(unreadable(page, formula, reason, severity));
                }
                continue;
            }
        }
        let items = lists::items(page, &verdicts, index);
        if items > 1 && !matches!(context, Context::TableCell(_)) {
            told = index + items;
            let list = essay.numerals.get(index..told).unwrap_or(&[]);
            sink.extend(unbound_list(page, list, severity));
            continue;
        }
        sink.push(unbound(page, numeral, (context, verdict.typed), severity));
    }
    let mut counts = Counts::default();
    for one in judge::texts(page, settings, &mut lexicon) {
        if let (Some(severity), State::Unbound) = (severity, &one.judged.state) {
            sink.push(unbound_in_text(&one, severity));
        }
        if one.judged.span.source == essay.source {
            judged.push(one.judged);
        } else {
            counts.add(&one.judged.state);
        }
    }
    let (own_used, used) = lexicon.used.split_at(own.len().min(lexicon.used.len()));
    if let Some(severity) = severity {
        for (entry, used) in own.iter().zip(own_used) {
            if *used == 0 {
                sink.push(unused(entry, "this essay", severity));
            }
        }
        universal::advise(page, sink);
    }
    judged.sort_by_key(|one| (one.span.start, one.span.end));
    judged.shrink_to_fit();
    for one in &judged {
        counts.add(&one.state);
    }
    EssayReport { path: essay.path.clone(), judged, counts, used: used.to_vec() }
}

/// Puts the reports of all essays together and reports what concerns the site: exemptions that no
/// essay used, and too many given numbers.
#[must_use]
pub fn site(essays: Vec<Arc<EssayReport>>, settings: &Settings, sink: &mut Sink) -> SiteReport {
    let mut counts = Counts::default();
    for essay in &essays {
        counts.merge(&essay.counts);
    }
    if let Some(severity) = settings.strictness.severity(Status::Published) {
        for (index, entry) in settings.lexicon.iter().enumerate() {
            let used =
                essays.iter().any(|essay| essay.used.get(index).is_some_and(|used| *used > 0));
            if !used {
                sink.push(unused(entry, "the site", severity));
            }
        }
        limit(&counts, settings, severity, sink);
    }
    SiteReport { essays, counts }
}

/// Reports that more numbers are given than the site allows.
fn limit(counts: &Counts, settings: &Settings, severity: Severity, sink: &mut Sink) {
    let Some((above, below)) = settings.given_limit else { return };
    let (given, all) = (counts.given as u128, counts.needing() as u128);
    if given * u128::from(below) <= all * u128::from(above) {
        return;
    }
    let mut diagnostic = Diagnostic::new(
        severity,
        Code::NumeralGivenLimit,
        format!("{given} of {all} numbers are given, and the limit is {above}/{below} of them"),
    )
    .help("compute some of them, or raise `given_limit` in `[numerals]`");
    if let Some(span) = settings.given_limit_at {
        diagnostic = diagnostic.label(span, "");
    }
    sink.push(diagnostic);
}

/// Reports an exemption that exempts nothing.
fn unused(entry: &Exemption, place: &str, severity: Severity) -> Diagnostic {
    Diagnostic::new(
        severity,
        Code::NumeralUnusedExemption,
        format!("the exemption `{}` matches no numeral of {place}", entry.phrase),
    )
    .label(entry.span, "")
    .help("take it away: an exemption that lies about is an invitation")
}

/// Reports a part of a formula that cannot be read, or says something of a letter that stands for
/// nothing.
fn unreadable(
    page: &Page<'_>,
    formula: crate::essay::FormulaId,
    (message, entry): (&str, Option<&str>),
    severity: Severity,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        severity,
        Code::NumeralRelation,
        format!("this formula cannot be checked as it stands: {message}"),
    );
    let mut diagnostic = match entry {
        Some(entry) => diagnostic.help(format!(
            "say under `notation` what it stands for, as in `notation: {{{entry}}}`, or bind \
             the numbers, as `\\is{{…}}{{expression}}` or `\\val{{expression}}`"
        )),
        None => diagnostic.help(
            "bind every number in it that stands in no sub- or superscript, as \
             `\\is{…}{expression}` or `\\val{expression}`",
        ),
    };
    if let Some(formula) = page.essay.formulas.get(formula.0) {
        diagnostic = diagnostic.label(formula.tex.span, "");
    }
    diagnostic
}

/// Reports an unbound numeral of a text outside the prose.
fn unbound_in_text(one: &InText<'_>, severity: Severity) -> Diagnostic {
    let kind = one.text.kind;
    let message = format!(
        "nothing checks `{}` in the {} `{}`, which is published",
        one.numeral,
        kind.words(),
        shorten(&one_line(&one.text.typed.text))
    );
    Diagnostic::new(severity, Code::NumeralUnbound, message)
        .label(one.judged.span, "")
        .help(kind.help())
}

/// Reports a list of unbound numerals, which one binding would bind.
fn unbound_list(
    page: &Page<'_>,
    list: &[crate::essay::Numeral],
    severity: Severity,
) -> Option<Diagnostic> {
    let (first, last) = (list.first()?, list.last()?);
    let paragraph = page.essay.paragraphs.get(first.paragraph)?;
    let text = one_line(paragraph.text.get(first.range.start..last.range.end)?);
    let text = shorten(&text);
    let span = Span::new(first.span.source, first.span.start..last.span.end);
    Some(
        Diagnostic::new(severity, Code::NumeralUnbound, format!("nothing checks `{text}`"))
            .label(span, "")
            .help(format!(
                "bind them as one list, `[{text}](=expression)`; or say where they come from: \
                 `[{text}](=given \"…\")`"
            )),
    )
}

/// Reports an unbound numeral.
fn unbound(
    page: &Page<'_>,
    numeral: &crate::essay::Numeral,
    (context, typed): (Context, bool),
    severity: Severity,
) -> Diagnostic {
    let paragraph = page.essay.paragraphs.get(numeral.paragraph);
    let text = match numeral.kind {
        NumeralKind::Math { formula, start, end, .. } => {
            page.essay.formulas.get(formula.0).and_then(|formula| formula.tex.text.get(start..end))
        }
        NumeralKind::Digits
        | NumeralKind::Glued
        | NumeralKind::Product
        | NumeralKind::Word
        | NumeralKind::Soft => {
            paragraph.and_then(|paragraph| paragraph.text.get(numeral.range.clone()))
        }
    };
    let text = text.unwrap_or("");
    let new = |code, message| Diagnostic::new(severity, code, message).label(numeral.span, "");
    if typed {
        return new(
            Code::ReferenceTyped,
            format!("the reference to number `{text}` is typed, and nothing checks it"),
        )
        .help("write it as a link, `[Figure 2](#id)`, or let the build write it: `[](#id)`");
    }
    if matches!(context, Context::TableCell(_)) {
        return new(
            Code::NumeralTable,
            format!("a table typed by hand holds `{text}`, which nothing checks"),
        )
        .help("let a ```` ```{table} ```` block make it, or bind each of its numbers");
    }
    match numeral.kind {
        NumeralKind::Product => new(
            Code::NumeralUnbound,
            format!("`{text}` is named, and no expression of its paragraph computes with it"),
        )
        .help(
            "bind a value of it in the same paragraph, its sides in this order as arguments of one \
             call; a product that is no cake is bound itself",
        ),
        NumeralKind::Math { formula, start, .. }
            if *page.evidence.relation(formula, start).1 == Relation::Elided =>
        {
            let given = |id: &crate::essay::BindingId| {
                page.essay.bindings.get(id.0).is_some_and(|binding| binding.kind.is_given())
            };
            let of_formula = page.essay.formulas.get(formula.0);
            let why = if of_formula.is_some_and(|own| own.bindings.iter().any(given)) {
                "nothing is computed from the given number beside it"
            } else {
                "its dots leave out what it would be checked against"
            };
            new(
                Code::NumeralUnbound,
                format!("nothing checks `{text}` in this formula: {why}"),
            )
            .help("write a sum with its limits, `\\sum_{k=1}^{5} k`, or `\\is{…}{expression}` around the number")
        }
        NumeralKind::Math { .. } => {
            new(Code::NumeralUnbound, format!("nothing checks `{text}` in this formula"))
                .help("write `\\val{expression}`, or `\\is{…}{expression}` around it")
        }
        NumeralKind::Digits | NumeralKind::Glued | NumeralKind::Word | NumeralKind::Soft => new(
            Code::NumeralUnbound,
            format!("nothing checks `{text}`"),
        )
        .help(format!(
            "bind it as `[{text}](=expression)`; name the size of an example in a `{{def}}` and \
                 bind that; or say where it comes from: `[{text}](=given \"…\")`"
        )),
    }
}

//! Gives each numeral of an essay its state, by the table of the authoring language.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::audit::around::Sentences;
use crate::audit::around::cut;
use crate::audit::around::is_noun;
use crate::audit::around::quotation;
use crate::audit::around::word_after;
use crate::audit::around::word_before;
use crate::audit::citations;
use crate::audit::dates;
use crate::audit::evidence::Evidence;
use crate::audit::lexicon;
use crate::audit::lexicon::Phrase;
use crate::audit::mathematics;
use crate::audit::settings::Exemption;
use crate::audit::settings::Settings;
use crate::audit::states::Judged;
use crate::audit::states::Rule;
use crate::audit::states::State;
use crate::audit::texts::Published;
use crate::essay::BindingKind;
use crate::essay::Context;
use crate::essay::Essay;
use crate::essay::Inset;
use crate::essay::Numeral;
use crate::essay::NumeralKind;
use crate::essay::Paragraph;
use crate::essay::Target;
use crate::essay::references;
use crate::essay::references::References;

/// The lexicon of a site and of one of its essays, ready to be looked up.
pub(crate) struct Lexicon {
    phrases: Vec<(Phrase, String)>,
    /// How many times each exempted something.
    pub(crate) used: Vec<usize>,
}

impl Lexicon {
    /// The exemptions of the essay, then those of the site.
    pub(crate) fn new(own: &[Exemption], site: &[Exemption]) -> Self {
        let phrases: Vec<_> = own
            .iter()
            .chain(site)
            .map(|entry| (Phrase::new(&entry.phrase), entry.reason.clone()))
            .collect();
        let used = vec![0; phrases.len()];
        Self { phrases, used }
    }

    /// The reason of the first phrase that covers `numeral`.
    fn reason(
        &mut self,
        text: &str,
        words: &[Range<usize>],
        numeral: &Range<usize>,
    ) -> Option<String> {
        let found =
            self.phrases.iter().position(|(phrase, _)| phrase.covers(text, words, numeral))?;
        if let Some(used) = self.used.get_mut(found) {
            *used += 1;
        }
        self.phrases.get(found).map(|(_, reason)| reason.clone())
    }
}

/// A page and all that is known about it.
#[derive(Clone, Copy)]
pub struct Page<'a> {
    /// The page.
    pub essay: &'a Essay,
    /// Which of the essays it is.
    pub index: usize,
    /// Where the links of all essays lead.
    pub references: &'a References,
    /// What its expressions say.
    pub evidence: &'a Evidence,
}

/// A numeral, its state, and what the report says of it.
pub(crate) struct Verdict {
    /// Its state.
    pub(crate) state: State,
    /// Whether it is the number of a reference that was typed as text.
    pub(crate) typed: bool,
}

/// The number in which what is counted stands: "one cuts" counts no cuts.
#[derive(Clone, Copy)]
enum Grammatical {
    Singular,
    Plural,
    Either,
}

/// The state of every numeral that the author typed, in the order of [`Essay::numerals`].
pub(crate) fn numerals(
    page: &Page<'_>,
    settings: &Settings,
    lexicon: &mut Lexicon,
) -> Vec<Verdict> {
    let mut verdicts = Vec::with_capacity(page.essay.numerals.len());
    let mut rest = page.essay.numerals.as_slice();
    let sourced = sourced(page);
    while let Some(first) = rest.first() {
        let length = rest.iter().take_while(|one| one.paragraph == first.paragraph).count();
        let (here, behind) = rest.split_at(length);
        rest = behind;
        let Some(paragraph) = page.essay.paragraphs.get(first.paragraph) else { continue };
        let mut room = Room::new(page, settings, paragraph, &sourced);
        for (index, numeral) in here.iter().enumerate() {
            let verdict = match numeral.kind {
                NumeralKind::Math { formula, script, .. } => Verdict {
                    state: mathematics::judge(
                        page,
                        (paragraph, &room.bindings),
                        (formula, script),
                        here,
                        index,
                    ),
                    typed: false,
                },
                NumeralKind::Digits
                | NumeralKind::Glued
                | NumeralKind::Product
                | NumeralKind::Word
                | NumeralKind::Soft => room.judge(numeral, lexicon),
            };
            verdicts.push(verdict);
        }
    }
    verdicts
}

/// A numeral of a text outside the prose, and its state.
pub(crate) struct InText<'a> {
    /// The text.
    pub(crate) text: &'a Published,
    /// The numeral as it is written.
    pub(crate) numeral: String,
    /// Its place, which may be in a library.
    pub(crate) judged: Judged,
}

/// The state of every numeral of the texts outside the prose that a reader sees.
pub(crate) fn texts<'a>(
    page: &Page<'a>,
    settings: &Settings,
    lexicon: &mut Lexicon,
) -> Vec<InText<'a>> {
    let mut all = Vec::new();
    if page.evidence.texts.is_empty() {
        return all;
    }
    let sourced = sourced(page);
    for text in &page.evidence.texts {
        let paragraph = text.paragraph(page);
        let mut room = Room::new(page, settings, &paragraph, &sourced);
        for numeral in crate::essay::numerals(&paragraph) {
            let state = room.judge(&numeral, lexicon).state;
            all.push(InText {
                text,
                numeral: cut(&paragraph.text, numeral.range).to_owned(),
                judged: Judged { span: numeral.span, state },
            });
        }
    }
    all
}

/// What the author bound, by form alone: every binding, and every reference that the build writes.
pub(crate) fn bound(page: &Page<'_>) -> Vec<Judged> {
    let mut judged: Vec<Judged> = page
        .essay
        .bindings
        .iter()
        .map(|binding| {
            let state = match &binding.kind {
                BindingKind::Computed | BindingKind::MathComputed(_) => State::Computed,
                BindingKind::Checked(_) | BindingKind::MathChecked(..) => State::Checked,
                BindingKind::Given(_) | BindingKind::MathGiven(..) => {
                    State::Given(binding.expression.text.clone())
                }
            };
            Judged { span: binding.span, state }
        })
        .collect();
    for (index, link) in page.essay.links.iter().enumerate() {
        let resolution = page.references.of(page.index, crate::essay::LinkId(index));
        if resolution.is_some_and(|one| one.written && one.label.is_some()) {
            judged.push(Judged { span: link.span, state: State::Numbered });
        }
    }
    judged
}

/// A paragraph in which numerals are judged, with what is looked up more than once.
struct Room<'a> {
    page: &'a Page<'a>,
    settings: &'a Settings,
    paragraph: &'a Paragraph,
    /// The bindings of the paragraph, those of its formulas included.
    bindings: Vec<crate::essay::BindingId>,
    /// Numbers of references that were compared with their targets.
    numbered: Vec<Range<usize>>,
    /// Numbers of references that were typed.
    typed: Option<Vec<references::Typed>>,
    /// The words of the paragraph.
    words: Option<Vec<Range<usize>>>,
    /// Where its sentences end.
    sentences: Sentences,
    /// The quotations of the page whose source is named.
    sourced: &'a BTreeSet<usize>,
}

/// The quotations (`>`) of the page whose source is named: behind a dash, or by a paragraph of
/// theirs.
fn sourced(page: &Page<'_>) -> BTreeSet<usize> {
    let names = |paragraph: &Paragraph| {
        paragraph.text.starts_with(['—', '–'])
            || names_source(page, paragraph, 0..paragraph.text.len())
    };
    page.essay
        .paragraphs
        .iter()
        .filter_map(|paragraph| paragraph.quotation.filter(|_| names(paragraph)))
        .collect()
}

impl<'a> Room<'a> {
    fn new(
        page: &'a Page<'a>,
        settings: &'a Settings,
        paragraph: &'a Paragraph,
        sourced: &'a BTreeSet<usize>,
    ) -> Self {
        let essay = page.essay;
        // Bindings stand in the order of their paragraphs within a fragment, but fragments nest.
        let mut bindings: Vec<_> = paragraph.bindings().collect();
        for (_, inset) in &paragraph.insets {
            if let Inset::Formula(id) = inset {
                bindings.extend(essay.formulas.get(id.0).into_iter().flat_map(|one| &one.bindings));
            }
        }
        let numbered = paragraph
            .links
            .iter()
            .filter_map(|(_, link)| page.references.of(page.index, *link))
            .flat_map(|resolution| resolution.numbers.iter().cloned())
            .collect();
        Self {
            page,
            settings,
            paragraph,
            bindings,
            numbered,
            typed: None,
            words: None,
            sentences: Sentences::default(),
            sourced,
        }
    }

    /// The state of a numeral of the text.
    fn judge(&mut self, numeral: &Numeral, lexicon: &mut Lexicon) -> Verdict {
        let sure = |state| Verdict { state, typed: false };
        let text = self.paragraph.text.as_str();
        let range = &numeral.range;
        if matches!(self.paragraph.context, Context::Corrects(_)) {
            return sure(State::Auto(Rule::Quotation));
        }
        // An address that is shown as it is.
        let in_address = self.paragraph.links.iter().any(|(link, _)| {
            link.start <= range.start
                && range.end <= link.end
                && cut(text, link.clone()).split_once("://").is_some_and(|(scheme, rest)| {
                    scheme.bytes().all(|byte| byte.is_ascii_alphabetic())
                        && !rest.contains(char::is_whitespace)
                })
        });
        if in_address {
            return sure(State::Auto(Rule::Citation));
        }
        if self.numbered.iter().any(|one| one.start < range.end && range.start < one.end) {
            return sure(State::Numbered);
        }
        if numeral.kind == NumeralKind::Digits {
            let typed = self.typed.get_or_insert_with(|| references::typed(text));
            let reference = typed
                .iter()
                .find(|one| {
                    one.kind.is_some()
                        && one.number.start < range.end
                        && range.start < one.number.end
                })
                .cloned();
            if let Some(reference) = reference {
                if self.cites(reference.whole.end) {
                    return sure(State::Auto(Rule::Citation));
                }
                return Verdict { state: State::Unbound, typed: true };
            }
        }
        let words = self.words.get_or_insert_with(|| lexicon::words(text).collect());
        if let Some(reason) = lexicon.reason(text, words, range) {
            return sure(State::Auto(Rule::Lexicon(reason)));
        }
        if matches!(numeral.kind, NumeralKind::Word | NumeralKind::Digits)
            && lexicon::is_idiom(text, words, range)
        {
            return sure(State::Auto(Rule::Idiom));
        }
        let nouns = self.settings.nouns.as_slice();
        let state = match numeral.kind {
            NumeralKind::Glued => State::Auto(Rule::Glued),
            NumeralKind::Soft if !self.is_counted(range) => State::Auto(Rule::Soft),
            NumeralKind::Product if self.is_named(range) => State::Named,
            NumeralKind::Digits | NumeralKind::Word if dates::is_era(text, range) => {
                State::Auto(Rule::Date)
            }
            NumeralKind::Digits if dates::is_date(text, range, nouns) => State::Auto(Rule::Date),
            NumeralKind::Digits if citations::is_version(text, range, nouns) => {
                State::Auto(Rule::Version)
            }
            NumeralKind::Digits
            | NumeralKind::Product
            | NumeralKind::Word
            | NumeralKind::Soft
            | NumeralKind::Math { .. } => {
                if citations::is_citation(self.paragraph, range, nouns)
                    || citations::is_part(text, range.start) && self.cites(range.end)
                {
                    State::Auto(Rule::Citation)
                } else if self.is_quoted(range) {
                    State::Auto(Rule::Quotation)
                } else if numeral.kind == NumeralKind::Digits
                    && dates::is_year_in_context(self.paragraph, range, nouns, &self.works())
                {
                    State::Auto(Rule::Year)
                } else {
                    State::Unbound
                }
            }
        };
        sure(state)
    }

    /// Where the links of the paragraph end that lead out of the site.
    fn works(&self) -> Vec<usize> {
        let out = |id: &crate::essay::LinkId| leads_out(self.page, id.0);
        self.paragraph.links.iter().filter(|(_, id)| out(id)).map(|(link, _)| link.end).collect()
    }

    /// Whether the soft word at `range` counts something: a noun of the site's within a word of
    /// it, or exactly, only, all before it.
    fn is_counted(&self, range: &Range<usize>) -> bool {
        let text = self.paragraph.text.as_str();
        let word = cut(text, range.clone());
        if let Some((before, _)) = word_before(text, range.start)
            && ["exactly", "only", "all"].iter().any(|one| one.eq_ignore_ascii_case(before))
        {
            return true;
        }
        if word.eq_ignore_ascii_case("first") && self.shows_extreme(range) {
            return false;
        }
        let hyphen = cut(text, range.end..range.end + 1) == "-";
        let number = match word.to_lowercase().as_str() {
            // Behind these a noun that is also a verb is one: "once cut", "none cut".
            "once" | "none" => return false,
            _ if hyphen => Grammatical::Singular,
            "one" | "single" => Grammatical::Singular,
            "two" | "both" => Grammatical::Plural,
            _ => Grammatical::Either,
        };
        let counted = |word: &str| {
            self.settings.nouns.iter().any(|noun| {
                let singular = noun.eq_ignore_ascii_case(word);
                is_noun(word, noun)
                    && match number {
                        Grammatical::Singular => singular,
                        Grammatical::Plural => !singular,
                        Grammatical::Either => true,
                    }
            })
        };
        let from = range.end + usize::from(hyphen);
        let Some((next, end)) = word_after(text, from) else { return false };
        // A full stop or comma parts the two; what a hyphen joins is all that is counted.
        counted(next) || !hyphen && word_after(text, end).is_some_and(|(word, _)| counted(word))
    }

    /// Whether the sentence around `range` asks a claim or figure for its first or last place.
    fn shows_extreme(&self, range: &Range<usize>) -> bool {
        let evidence = self.page.evidence;
        let around = self.sentences.around(&self.paragraph.text, range.start);
        let insets = &self.paragraph.insets;
        let first = insets.partition_point(|(at, _)| *at < around.start);
        insets.iter().skip(first).take_while(|(at, _)| *at < around.end).any(|(_, inset)| {
            match inset {
                Inset::Binding(id) => evidence.is_extreme(*id),
                Inset::Formula(id) => (self.page.essay.formulas.get(id.0)).is_some_and(|formula| {
                    formula.bindings.iter().any(|id| evidence.is_extreme(*id))
                }),
                Inset::Code | Inset::Footnote => false,
            }
        })
    }

    /// Whether an expression of the paragraph names the cake at `range`. What stands beside a sign is
    /// reckoned with, and no cake: `6 × 2 = 12`.
    fn is_named(&self, range: &Range<usize>) -> bool {
        let text = self.paragraph.text.as_str();
        let sign = |c: Option<char>| c.is_some_and(|c| "=≠≈<>≤≥+−·/".contains(c));
        let (before, after) = (cut(text, 0..range.start), cut(text, range.end..text.len()));
        if sign(before.trim_end().chars().next_back()) || sign(after.trim_start().chars().next()) {
            return false;
        }
        let numbers: Vec<String> =
            cut(text, range.clone()).split(['×', 'x', 'X']).map(plain_digits).collect();
        self.page.evidence.holds(self.paragraph, &self.bindings, &numbers)
    }

    /// Whether the numeral at `range` stands in a quotation whose source is named.
    fn is_quoted(&self, range: &Range<usize>) -> bool {
        let text = self.paragraph.text.as_str();
        if let Some(number) = self.paragraph.quotation {
            return self.sourced.contains(&number);
        }
        let Some(quotation) = quotation(text, range) else { return false };
        let around = self.sentences.around(text, quotation.start);
        let last = self.sentences.around(text, quotation.end.saturating_sub(1));
        let end = last.end.max(around.end);
        names_source(self.page, self.paragraph, around.start..quotation.start)
            || names_source(self.page, self.paragraph, quotation.end..end)
            || self.paragraph.links.iter().any(|(link, id)| {
                link.start <= range.start && range.end <= link.end && leads_out(self.page, id.0)
            })
    }

    /// Whether "of" or "in" and the title of a work or a link out of the site follow byte `end`.
    fn cites(&self, end: usize) -> bool {
        let text = self.paragraph.text.as_str();
        let Some((word, word_end)) = word_after(text, end) else { return false };
        if !matches!(word, "of" | "in") {
            return false;
        }
        let rest = cut(text, word_end..text.len());
        let next = word_end + (rest.len() - rest.trim_start().len());
        if citations::is_work(cut(text, next..text.len())) {
            return true;
        }
        self.paragraph
            .emphasis
            .iter()
            .any(|title| title.start == next && citations::is_title(cut(text, title.clone())))
            || self
                .paragraph
                .links
                .iter()
                .any(|(link, id)| link.start == next && leads_out(self.page, id.0))
    }
}

/// Whether the bytes `range` of the paragraph name a source: a link out of the site, a footnote,
/// the title of a work, the number of a sequence.
fn names_source(page: &Page<'_>, paragraph: &Paragraph, range: Range<usize>) -> bool {
    let within = |at: usize| range.start <= at && at < range.end;
    let text = paragraph.text.as_str();
    let part = cut(text, range.clone());
    paragraph.links.iter().any(|(link, id)| within(link.start) && leads_out(page, id.0))
        || paragraph
            .insets
            .iter()
            .any(|(at, inset)| within(*at) && matches!(inset, Inset::Footnote))
        || paragraph
            .emphasis
            .iter()
            .any(|title| within(title.start) && citations::is_title(cut(text, title.clone())))
        || part.split_whitespace().any(|word| {
            let digits = word.strip_prefix('A').unwrap_or("");
            digits.len() >= 6 && digits.bytes().take(6).all(|byte| byte.is_ascii_digit())
        })
}

/// Whether the link leads out of the site.
fn leads_out(page: &Page<'_>, link: usize) -> bool {
    page.essay.links.get(link).is_some_and(|link| matches!(link.target, Target::External(_)))
}

/// The digits of a number as they are typed, without what groups them.
pub(crate) fn plain_digits(text: &str) -> String {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let bare = digits.trim_start_matches('0');
    if bare.is_empty() { "0".to_owned() } else { bare.to_owned() }
}

//! The numeral audit against a page on which the state of every numeral was marked by hand.
//!
//! `tests/audit/hard.md` was written before the code that it measures. A mark is `⟨text|state⟩`;
//! what stands in one mark has one state, and a numeral outside all marks is a miss of the page.

#![allow(
    clippy::disallowed_methods,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

use std::ops::Range;

use rung::audit::Evidence;
use rung::audit::Names;
use rung::audit::Page;
use rung::audit::Parts;
use rung::audit::Relation;
use rung::audit::Settings;
use rung::diagnostics::Sink;
use rung::diagnostics::Sources;
use rung::essay::references;
use rung::language::relation;
use rung::language::relation::Notation;

const HARD: &str = include_str!("audit/hard.md");

/// The nouns that a site on cakes counts.
const NOUNS: &[&str] = &["cake", "cut", "piece", "case", "row", "column", "value", "prime", "way"];

/// The page without its marks, and where each stood.
fn unmark(marked: &str) -> (String, Vec<(Range<usize>, String)>) {
    let mut text = String::new();
    let mut marks = Vec::new();
    let mut rest = marked;
    while let Some((before, mark)) = rest.split_once('⟨') {
        let (mark, after) = mark.split_once('⟩').expect("a mark is closed");
        let (inside, state) = mark.rsplit_once('|').expect("a mark has a state");
        text.push_str(before);
        marks.push((text.len()..text.len() + inside.len(), state.to_owned()));
        text.push_str(inside);
        rest = after;
    }
    text.push_str(rest);
    (text, marks)
}

/// The cake that the whole numbers in `text` name, in their order.
fn named(text: &str) -> Names {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|one| !one.is_empty());
    Names::list(numbers.map(str::to_owned))
}

#[test]
fn the_audit_agrees_with_the_hand_on_the_hard_cases() {
    let (text, marks) = unmark(HARD);
    let mut sources = Sources::default();
    let mut sink = Sink::default();
    let source = sources.add("content/hard.md", text.as_str());
    let essay = rung::essay::parse(source, "hard.md", &text, &mut sink);
    let essays = [essay];
    let references = references::resolve(&essays, &mut sink);
    let [essay] = &essays;
    let asks = |expression: &str| expression.starts_with("omega.");
    let evidence = Evidence {
        held: essay
            .bindings
            .iter()
            .map(|binding| match binding.expression.text.as_str() {
                expression if asks(expression) => named("36, 36"),
                expression => named(expression),
            })
            .collect(),
        extreme: essay.bindings.iter().map(|one| one.expression.text.ends_with(".first")).collect(),
        claims: essay.bindings.iter().map(|one| asks(&one.expression.text)).collect(),
        relations: essay
            .formulas
            .iter()
            .map(|one| {
                if one.tex.text.contains("= 66") {
                    return Parts::whole(Relation::Holds);
                }
                Parts::of(&relation::read(&one.tex.text, one.tex.span, &Notation::default()))
            })
            .collect(),
        ..Evidence::default()
    };
    let mut settings = Settings::strict();
    settings.nouns = NOUNS.iter().map(|noun| (*noun).to_owned()).collect();
    let page = Page { essay, index: 0, references: &references, evidence: &evidence };
    let report = rung::audit::essay(&page, &settings, &mut sink);

    let mut wrong = Vec::new();
    let (mut flagged, mut hit, mut missed) = (0, 0, 0);
    let mut seen = vec![false; marks.len()];
    for judged in &report.judged {
        let place = judged.span.range();
        let found = text[place.clone()].to_owned();
        let mark = marks.iter().position(|(at, _)| at.start < place.end && place.start < at.end);
        let hand = match mark {
            Some(mark) => {
                seen[mark] = true;
                marks[mark].1.as_str()
            }
            None => "unmarked",
        };
        let machine = judged.state.word();
        match (hand == "unbound", machine == "unbound") {
            (true, true) => (flagged, hit) = (flagged + 1, hit + 1),
            (false, true) => flagged += 1,
            (true, false) => missed += 1,
            (false, false) => {}
        }
        if hand != machine {
            let line = text[..place.start].lines().count();
            wrong.push(format!("line {line}: `{found}` is {hand} by hand, {machine} by the audit"));
        }
    }
    for ((range, state), _) in marks.iter().zip(&seen).filter(|(_, seen)| !**seen) {
        if state == "unbound" {
            missed += 1;
        }
        wrong.push(format!("`{}` is {state} by hand and was not found", &text[range.clone()]));
    }
    let percent = |part: usize, whole: usize| 100 * part / whole.max(1);
    let precision = percent(hit, flagged);
    let recall = percent(hit, hit + missed);
    let states =
        percent(report.judged.len() - wrong.len().min(report.judged.len()), report.judged.len());
    println!(
        "{} numerals; of what the audit calls unbound {precision}% is, of what is unbound it finds \
         {recall}%; {states}% of the states agree\n{}",
        report.judged.len(),
        wrong.join("\n")
    );
    assert!(precision >= 98, "precision {precision}%\n{}", wrong.join("\n"));
    assert!(recall >= 98, "recall {recall}%\n{}", wrong.join("\n"));
    assert!(states >= 98, "states {states}%\n{}", wrong.join("\n"));
}

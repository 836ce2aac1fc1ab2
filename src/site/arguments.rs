//! What rests on what: `because:` lines and the proofs behind them.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::claims::theorem;
use crate::claims::theorem::can_be_proved;
use crate::claims::theorem::circle;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::Span;
use crate::essay::BlockKind;
use crate::essay::Essay;
use crate::essay::LinkId;
use crate::essay::references::Anchor;
use crate::essay::references::References;
use crate::site::evaluate::Evaluated;
use crate::site::evaluate::Place;
use crate::site::views;

/// Reports claims that call themselves proved and are not, and arguments that rest on themselves.
pub fn check(
    essays: &[Arc<Essay>],
    references: &References,
    evaluated: &Evaluated,
    sink: &mut Sink,
) {
    let proved = views::proved(essays);
    let mut rests: BTreeMap<Place, BTreeSet<Place>> = BTreeMap::new();
    for (&(index, block), result) in &evaluated.claims {
        let Some(because) = &result.claim.because else { continue };
        let found = references.lookup(&essays[index].path, &because.text);
        let Some((page, Anchor::Block(statement))) = found else {
            let message = format!("`because: {}` leads to no statement", because.text);
            sink.push(
                Diagnostic::error(Code::ClaimBecause, message)
                    .label(because.span, "")
                    .help("name a theorem by its file and id, as in `the-proof.md#theorem_m`"),
            );
            continue;
        };
        let kind = essays[page].blocks[statement.0].kind;
        if proved.contains(&(page, statement)) {
            rests.entry((index, block)).or_default().insert((page, statement));
            continue;
        }
        let (message, help) = if can_be_proved(kind) {
            (
                format!("`{}` has no proof, so nothing holds because of it", because.text),
                "write a `{proof}` below it, or take the line out: the claim is then shown as measured",
            )
        } else {
            (
                format!("`{}` is no statement that can be proved", because.text),
                "name a theorem, lemma, proposition or corollary with a proof",
            )
        };
        sink.push(
            Diagnostic::error(Code::ClaimBecause, message).label(because.span, "").help(help),
        );
    }
    for (index, essay) in essays.iter().enumerate() {
        for (proof, statement) in theorem::proofs(essay) {
            for link in theorem::links_in(essay, proof) {
                let Some(resolution) = references.of(index, LinkId(link)) else { continue };
                let Anchor::Block(to) = resolution.anchor else { continue };
                let target = (resolution.essay, to);
                let kind = essays[target.0].blocks[to.0].kind;
                let rests_on =
                    can_be_proved(kind) || (resolution.badge && kind == BlockKind::Claim);
                // A proof may speak of what it proves.
                if rests_on && target != (index, statement) {
                    rests.entry((index, statement)).or_default().insert(target);
                }
            }
        }
    }
    if let Some(places) = circle(&rests) {
        report(essays, &places, sink);
    }
}

fn report(essays: &[Arc<Essay>], places: &[Place], sink: &mut Sink) {
    let id = |&(essay, block): &Place| essays[essay].blocks[block.0].id.as_ref();
    let names: Vec<String> = places
        .iter()
        .chain(places.first())
        .map(|place| {
            let own = id(place).map_or("", |id| id.text.as_str());
            format!("`{}.{own}`", essays[place.0].name())
        })
        .collect();
    let message = format!("an argument rests on itself: {}", names.join(" rests on "));
    let mut diagnostic = Diagnostic::error(Code::ClaimCircle, message);
    let spans: Vec<Span> = places.iter().filter_map(|place| id(place).map(|id| id.span)).collect();
    for span in spans {
        diagnostic = diagnostic.label(span, "in the circle");
    }
    sink.push(
        diagnostic.help(
            "let the claim stand as measured, without `because:`, or prove the step without it",
        ),
    );
}

//! What things are called on a page, and what is said of a claim.
//!
//! Nobody may mistake a measurement for a proof: every state has its own words, here and nowhere
//! else.

use crate::essay::Block;
use crate::essay::BlockKind;
use crate::render::model::BadgeState;
use crate::render::model::ClaimState;
use crate::render::model::ClaimView;

/// What a block is called: `Claim 2`, `Figure 1`, `Theorem C` (after its `name:`), `Proof`.
#[must_use]
pub fn label(block: &Block) -> String {
    let word = kind(block.kind);
    match block.field("name").map(|field| field.value.text.trim()) {
        Some(name) if !name.is_empty() && block.kind.is_statement() => format!("{word} {name}"),
        _ if block.number == 0 => word.to_owned(),
        _ => format!("{word} {}", block.number),
    }
}

/// The word for a kind of block.
#[must_use]
pub fn kind(kind: BlockKind) -> &'static str {
    kind.label().unwrap_or(if kind == BlockKind::Proof { "Proof" } else { "Definitions" })
}

/// The state of a claim in a few words, and in one for class names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StateWords {
    /// `proved and checked`, `measured`, …
    pub phrase: &'static str,
    /// `proved`, `measured`, `refuted`, …: short enough for a badge, and a class name.
    pub word: &'static str,
}

/// The words for the state of a claim.
#[must_use]
pub fn state(state: &ClaimState) -> StateWords {
    let (phrase, word) = match state {
        ClaimState::Proved { .. } => ("proved and checked", "proved"),
        ClaimState::Measured => ("measured", "measured"),
        ClaimState::HoldsExcept { by: Some(_) } => {
            ("proved and checked, with exceptions", "proved")
        }
        ClaimState::HoldsExcept { by: None } => ("measured, with exceptions", "measured"),
        ClaimState::Refuted => ("refuted as stated", "refuted"),
        ClaimState::Found => ("found by measurement", "found"),
        ClaimState::Conjecture => ("conjecture", "conjecture"),
        ClaimState::Broken => ("not as the essay says", "broken"),
        ClaimState::Undecided => ("not decided", "undecided"),
    };
    StateWords { phrase, word }
}

/// What is said of a claim with this many `cases` (grouped for reading): a sentence without its
/// full stop.
#[must_use]
pub fn sentence(state: &ClaimState, cases: &str) -> String {
    let over = match cases {
        "" | "0" => "no case".to_owned(),
        "1" => "the one case".to_owned(),
        many => format!("{many} cases"),
    };
    match state {
        ClaimState::Proved { .. } => format!("proved in the text, and checked over {over}"),
        ClaimState::Measured => format!("measured over {over}"),
        ClaimState::HoldsExcept { by: Some(_) } => {
            format!("proved in the text but for the exceptions named, and checked over {over}")
        }
        ClaimState::HoldsExcept { by: None } => {
            format!("measured over {over}; it fails exactly at the exceptions named")
        }
        ClaimState::Refuted => format!("refuted as stated, over {over}"),
        ClaimState::Found => format!("found by looking at {over}"),
        ClaimState::Conjecture => format!("a conjecture, tested over {over}"),
        ClaimState::Broken => "the finding is not what the essay says".to_owned(),
        ClaimState::Undecided => "the budget ran out before it was decided".to_owned(),
    }
}

/// What is said of a claim beyond its state, where that is something: that it holds is said already.
#[must_use]
pub fn finding(view: &ClaimView) -> Option<&str> {
    let holds = matches!(view.state, ClaimState::Measured | ClaimState::Proved { .. });
    (!holds && !view.finding.is_empty()).then_some(view.finding.as_str())
}

/// The words of a badge: the short one, and the sentence.
#[must_use]
pub fn badge(badge: &BadgeState) -> (&'static str, String) {
    match badge {
        BadgeState::Claim { state: claim, cases } => (state(claim).word, sentence(claim, cases)),
        BadgeState::Proved => ("proved", "proved in the text".to_owned()),
        BadgeState::Unproved => ("not proved", "stated without a proof".to_owned()),
    }
}

/// `text` with its first letter a capital.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::sentence;
    use super::state;
    use crate::render::model::ClaimState;
    use crate::render::model::Reference;

    #[test]
    fn a_measurement_is_never_called_a_proof() {
        let by = Reference { label: "Theorem C".into(), address: "/p/#theorem_c".into() };
        for claim in [
            ClaimState::Measured,
            ClaimState::HoldsExcept { by: None },
            ClaimState::Found,
            ClaimState::Conjecture,
            ClaimState::Refuted,
            ClaimState::Undecided,
        ] {
            let said = format!("{} {}", state(&claim).phrase, sentence(&claim, "1,296"));
            assert!(!said.contains("prove"), "{said}");
        }
        let proved = ClaimState::Proved { by };
        assert_eq!(sentence(&proved, "1,296"), "proved in the text, and checked over 1,296 cases");
        assert_eq!(sentence(&ClaimState::Measured, "1"), "measured over the one case");
    }
}

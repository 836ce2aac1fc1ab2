//! Draws horizontal bars for shares or counts: `scores`.
//!
//! Shares are of one, counts are of the largest. Every bar says its number; where the author gives
//! `of`, also of how many it is.

use num_rational::BigRational;
use num_traits::One as _;
use num_traits::Zero as _;

use super::Figure;
use super::ask::Ask;
use super::cases::Cases;
use super::cases::Refusal;
use super::data::Align;
use super::data::Cell;
use super::data::Column;
use super::data::Dataset;
use super::data::Datum;
use super::data::Shown;
use super::data::TableModel;
use super::kind::Boxed;
use super::kind::Kind;
use super::kind::Over;
use super::kind::Require;
use super::matrix::TEXT;
use super::matrix::pixels;
use super::scale::Scale;
use super::svg::Anchor;
use super::svg::Area;
use super::svg::Svg;
use super::svg::text_width;
use super::values::per_cent;
use crate::language::writing::Style;

/// Length of the longest bar in pixels.
const LENGTH: i32 = 280;
/// From bar to bar.
const STEP: i32 = 30;
/// Height of a bar.
const BAR: i32 = 18;

/// Bars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scores {
    /// The bars from the top.
    pub bars: Vec<Score>,
}

/// A bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// What is scored.
    pub label: Shown,
    /// The score, not below nought.
    pub value: BigRational,
    /// The score as the page writes it.
    pub text: String,
    /// Of how many, if the author says so, as a number and as the page writes it.
    pub of: Option<(BigRational, String)>,
}

impl Score {
    /// The score as a share, if it is one.
    fn share(&self) -> Option<BigRational> {
        match &self.of {
            Some((of, _)) if !of.is_zero() => Some(&self.value / of),
            Some(_) => None,
            None => (self.value <= BigRational::one()).then(|| self.value.clone()),
        }
    }

    fn words(&self, shares: bool, style: &Style) -> String {
        match (&self.of, self.share().filter(|_| shares)) {
            (Some((_, of)), Some(share)) => {
                format!("{} of {of}, {}", self.text, per_cent(&share, style))
            }
            (Some((_, of)), None) => format!("{} of {of}", self.text),
            (None, Some(share)) => per_cent(&share, style),
            (None, None) => self.text.clone(),
        }
    }
}

impl Scores {
    /// Whether every bar is a share.
    fn are_shares(&self) -> bool {
        self.bars.iter().all(|bar| bar.share().is_some())
    }
}

/// `kind: scores`.
pub(super) const KIND: Kind = Kind {
    name: "scores",
    needs: &[&["value"]],
    may_have: &["of", "label"],
    over: Over::Any,
    limit: 40,
    require: Require::Nothing,
    build,
};

fn build(cases: &Cases<'_>, _ask: &mut Ask<'_, '_>) -> Result<Boxed, Refusal> {
    let mut bars = Vec::new();
    for case in &cases.cases {
        let value = cases.number(case, "value")?;
        let of = match case.field("of") {
            Some(_) => Some((cases.number(case, "of")?, cases.shown(case, "of")?.text)),
            None => None,
        };
        let text = cases.shown(case, "value")?.text;
        if value < BigRational::zero() {
            let place = cases.place_text(case);
            return Err(cases.refuse("value", format!("the score{place} is {text}, below zero")));
        }
        if let Some((of_value, of_text)) = &of
            && (*of_value <= BigRational::zero() || value > *of_value)
        {
            let place = cases.place_text(case);
            return Err(cases.refuse("of", format!("the score{place} is {text} of {of_text}")));
        }
        bars.push(Score { label: cases.label(case), value, text, of });
    }
    Ok(Box::new(Scores { bars }))
}

impl Figure for Scores {
    fn picture(&self, style: &Style) -> Option<Svg> {
        let shares = self.are_shares();
        let length =
            |bar: &Score| bar.share().filter(|_| shares).unwrap_or_else(|| bar.value.clone());
        let longest = self.bars.iter().map(length).max().unwrap_or_else(BigRational::one);
        let top = if shares { BigRational::one() } else { longest };
        let labels = self.bars.iter().map(|bar| text_width(&bar.label.text, TEXT)).max();
        let from = labels.unwrap_or(0) + 18;
        let words = self.bars.iter().map(|bar| text_width(&bar.words(shares, style), TEXT)).max();
        let width = from + LENGTH + words.unwrap_or(0) + 18;
        let scale = Scale::new(BigRational::zero(), top, 0, LENGTH);
        let bottom = 8 + pixels(self.bars.len()) * STEP;
        let mut svg = Svg::new(width, bottom + if shares { 24 } else { 6 });
        if shares {
            for (share, text) in [(0, "0%"), (1, "50%"), (2, "100%")] {
                let x = from + LENGTH * share / 2;
                svg.line("grid-line", (x, 4), (x, bottom));
                svg.text("small", (x, bottom + 16), Anchor::Middle, text);
            }
        }
        for (at, bar) in self.bars.iter().enumerate() {
            let y = 8 + pixels(at) * STEP;
            svg.text("label", (from - 10, y + 15), Anchor::End, &bar.label.text);
            let width = scale.at(&length(bar));
            svg.rect(
                "score-bar",
                Area { x: from, y: y + 1, width: width.max(1), height: BAR },
                None,
            );
            svg.text("", (from + LENGTH + 10, y + 15), Anchor::Start, &bar.words(shares, style));
        }
        svg.line("rule", (from, 4), (from, bottom));
        Some(svg)
    }

    fn table(&self, style: &Style) -> TableModel {
        let shares = self.are_shares();
        let of = self.bars.iter().any(|bar| bar.of.is_some());
        let column = |header: &str, align| Column { header: header.to_owned(), align };
        let mut columns = vec![column("", Align::Left), column("score", Align::Right)];
        columns.extend(of.then(|| column("of", Align::Right)));
        columns.extend(shares.then(|| column("share", Align::Right)));
        let rows = self.bars.iter().map(|bar| {
            let mut row = vec![Cell::plain(&bar.label.text), Cell::plain(&bar.text)];
            row.extend(of.then(|| Cell::plain(bar.of.as_ref().map_or("", |of| &of.1))));
            row.extend(shares.then(|| {
                Cell::plain(bar.share().map_or_else(String::new, |share| per_cent(&share, style)))
            }));
            row
        });
        TableModel { rows: rows.collect(), columns, row_headers: true }
    }

    fn dataset(&self) -> Dataset {
        let of = self.bars.iter().any(|bar| bar.of.is_some());
        let mut columns = vec!["label".to_owned(), "value".to_owned()];
        columns.extend(of.then(|| "of".to_owned()));
        let rows = self.bars.iter().map(|bar| {
            let mut row = vec![bar.label.datum.clone(), Datum::number(bar.value.clone())];
            row.extend(of.then(|| {
                bar.of.as_ref().map_or(Datum::Nothing, |(of, _)| Datum::number(of.clone()))
            }));
            row
        });
        Dataset { rows: rows.collect(), columns }
    }
}

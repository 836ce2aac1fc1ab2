//! Draws horizontal bars for shares or counts: `scores`.
//!
//! Shares are of one, other scores of the largest. Every bar says its number; where the author gives
//! `of`, also how many of how many it is.

use num_bigint::BigInt;
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
use super::values::fraction;
use super::values::per_cent;
use super::values::written;
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
    /// Of how many the score is a share, if the author says so; the share of them is whole.
    pub of: Option<BigInt>,
}

impl Score {
    /// How many of `of` the score is.
    fn count(&self) -> Option<BigInt> {
        self.of.as_ref().map(|of| (&self.value * of).to_integer())
    }

    /// What stands at the end of the bar: `448 of 552, 81.2%`.
    fn words(&self, shares: bool, style: &Style) -> String {
        match (&self.of, self.count()) {
            (Some(of), Some(count)) => {
                let share = per_cent(&self.value, style);
                format!("{} of {}, {share}", written(&count, style), written(of, style))
            }
            _ if shares => per_cent(&self.value, style),
            _ => fraction(&self.value, style),
        }
    }
}

impl Scores {
    /// Whether every bar is a share.
    fn are_shares(&self) -> bool {
        self.bars.iter().all(|bar| bar.value <= BigRational::one())
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
        let place = cases.place_text(case);
        if value < BigRational::zero() {
            return Err(cases.refuse("value", format!("the score{place} is {value}, below zero")));
        }
        let of = match case.field("of") {
            Some(_) => Some(cases.number(case, "of")?),
            None => None,
        };
        if let Some(of) = &of {
            let whole = of.is_integer() && (&value * of).is_integer();
            if !whole || value > BigRational::one() {
                let message = format!("the score{place} is {value}, no share of {of} cases");
                return Err(cases.refuse("of", message));
            }
        }
        let of = of.map(|of| of.to_integer());
        bars.push(Score { label: cases.label(case), value, of });
    }
    Ok(Box::new(Scores { bars }))
}

impl Figure for Scores {
    fn picture(&self, style: &Style) -> Option<Svg> {
        let shares = self.are_shares();
        let longest = self.bars.iter().map(|bar| bar.value.clone()).max();
        let longest = longest.unwrap_or_else(BigRational::one);
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
            let width = scale.at(&bar.value);
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
        let mut columns = vec![column("", Align::Left)];
        columns.extend(
            of.then(|| [column("count", Align::Right), column("of", Align::Right)])
                .into_iter()
                .flatten(),
        );
        columns.push(column(if shares { "share" } else { "score" }, Align::Right));
        let rows = self.bars.iter().map(|bar| {
            let whole = |whole: Option<BigInt>| {
                Cell::plain(whole.map_or_else(String::new, |whole| written(&whole, style)))
            };
            let mut row = vec![Cell::plain(&bar.label.text)];
            row.extend(
                of.then(|| [whole(bar.count()), whole(bar.of.clone())]).into_iter().flatten(),
            );
            row.push(Cell::plain(match shares {
                true => per_cent(&bar.value, style),
                false => fraction(&bar.value, style),
            }));
            row
        });
        TableModel { rows: rows.collect(), columns, row_headers: true }
    }

    fn dataset(&self) -> Dataset {
        let of = self.bars.iter().any(|bar| bar.of.is_some());
        let mut columns = vec!["label", "value"];
        columns.extend(of.then_some(["count", "of"]).into_iter().flatten());
        let rows = self.bars.iter().map(|bar| {
            let whole = |whole: Option<BigInt>| whole.map_or(Datum::Nothing, Datum::Whole);
            let mut row = vec![bar.label.datum.clone(), Datum::number(bar.value.clone())];
            row.extend(
                of.then(|| [whole(bar.count()), whole(bar.of.clone())]).into_iter().flatten(),
            );
            row
        });
        Dataset { rows: rows.collect(), columns: columns.into_iter().map(str::to_owned).collect() }
    }
}

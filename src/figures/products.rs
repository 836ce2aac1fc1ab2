//! Draws the running products of a factorisation as a staircase: `products`.
//!
//! A row for each number: its terms after each other, each a step higher than the last and as long
//! as the term is large, and their sum at the end. All rows share one scale.

use num_bigint::BigInt;
use num_rational::BigRational;
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
use super::matrix::SMALL;
use super::matrix::TEXT;
use super::matrix::pixels;
use super::scale::Scale;
use super::svg::Anchor;
use super::svg::Area;
use super::svg::Svg;
use super::svg::text_width;
use super::values::written;
use crate::language::writing::Style;

/// Length of the longest staircase in pixels.
const LENGTH: i32 = 440;
/// The most pixels for one unit.
const UNIT: i32 = 20;
/// Height of the first step, and how much higher each next one is.
const RISE: (i32, i32) = (18, 7);
/// Between rows.
const GAP: i32 = 14;

/// Staircases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Products {
    /// The rows from the top.
    pub rows: Vec<Staircase>,
}

/// The terms of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staircase {
    /// What is made up of them.
    pub label: Shown,
    /// The terms, positive, in the order of adding.
    pub terms: Vec<BigInt>,
}

impl Staircase {
    fn total(&self) -> BigInt {
        self.terms.iter().sum()
    }

    fn height(&self) -> i32 {
        RISE.0 + pixels(self.terms.len().saturating_sub(1)) * RISE.1
    }

    fn sum(&self, style: &Style) -> String {
        let terms: Vec<_> = self.terms.iter().map(|term| written(term, style)).collect();
        terms.join(" + ")
    }
}

/// `kind: products`.
pub(super) const KIND: Kind = Kind {
    name: "products",
    needs: &[&["terms"]],
    may_have: &["value", "label"],
    over: Over::Any,
    limit: 40,
    require: Require::Nothing,
    build,
};

/// The most terms of a staircase.
const TERMS: usize = 40;

fn build(cases: &Cases<'_>, _ask: &mut Ask<'_, '_>) -> Result<Boxed, Refusal> {
    let mut rows = Vec::new();
    for case in &cases.cases {
        let terms = cases.terms(case, "terms")?;
        let place = cases.place_text(case);
        if terms.len() > TERMS {
            let message = format!("there are {} terms{place}, at most {TERMS} fit", terms.len());
            return Err(cases.refuse("terms", message));
        }
        if let Some(pair) = terms.windows(2).find(|pair| !(&pair[1] % &pair[0]).is_zero()) {
            let message = format!(
                "{} after {}{place} is no running product: it is no multiple",
                pair[1], pair[0]
            );
            return Err(cases.refuse("terms", message));
        }
        let row = Staircase { label: cases.label(case), terms };
        if case.field("value").is_some() {
            let (stated, total) = (cases.number(case, "value")?, row.total());
            if stated != BigRational::from_integer(total.clone()) {
                let message = format!("the terms{place} add up to {total}, not {stated}");
                return Err(cases.refuse("value", message));
            }
        }
        rows.push(row);
    }
    Ok(Box::new(Products { rows }))
}

impl Figure for Products {
    fn picture(&self, style: &Style) -> Option<Svg> {
        let labels = self.rows.iter().map(|row| text_width(&row.label.text, TEXT)).max();
        let from = labels.unwrap_or(0) + 16;
        let longest = self.rows.iter().map(Staircase::total).max().unwrap_or_default();
        let longest = BigRational::from_integer(longest);
        let unit = BigRational::from_integer(UNIT.into());
        let full = BigRational::from_integer(LENGTH.into());
        let length = (&longest * unit).min(full).to_integer();
        let length = i32::try_from(length).unwrap_or(LENGTH).max(1);
        let scale = Scale::new(BigRational::zero(), longest, from, from + length);
        let totals =
            self.rows.iter().map(|row| text_width(&written(&row.total(), style), TEXT)).max();
        let width = from + length + totals.unwrap_or(0) + 40;
        let height: i32 = self.rows.iter().map(|row| row.height() + GAP).sum();
        let mut svg = Svg::new(width, height + 8);
        let mut top = 8;
        for row in &self.rows {
            let bottom = top + row.height();
            svg.text("label", (from - 10, bottom - 4), Anchor::End, &row.label.text);
            let mut sum = BigInt::zero();
            for (at, term) in row.terms.iter().enumerate() {
                let x = scale.at(&BigRational::from_integer(sum.clone()));
                sum += term;
                let width = scale.at(&BigRational::from_integer(sum.clone())) - x;
                let height = RISE.0 + pixels(at) * RISE.1;
                let last = if at + 1 == row.terms.len() { "step last" } else { "step" };
                svg.rect(last, Area { x, y: bottom - height, width: width.max(1), height }, None);
                let text = written(term, style);
                if text_width(&text, SMALL) + 2 <= width {
                    svg.text("small", (x + width / 2, bottom - 5), Anchor::Middle, &text);
                }
            }
            let end = scale.at(&BigRational::from_integer(sum.clone()));
            svg.text(
                "value",
                (end + 8, bottom - 4),
                Anchor::Start,
                &format!("= {}", written(&sum, style)),
            );
            top = bottom + GAP;
        }
        svg.line("rule", (from, 4), (from, top - GAP + 4));
        Some(svg)
    }

    fn table(&self, style: &Style) -> TableModel {
        let column = |header: &str, align| Column { header: header.to_owned(), align };
        TableModel {
            columns: vec![
                column("", Align::Left),
                column("terms", Align::Left),
                column("sum", Align::Right),
            ],
            row_headers: true,
            rows: (self.rows.iter())
                .map(|row| {
                    [row.label.text.clone(), row.sum(style), written(&row.total(), style)]
                        .map(Cell::plain)
                        .to_vec()
                })
                .collect(),
        }
    }

    fn dataset(&self) -> Dataset {
        let rows = self.rows.iter().map(|row| {
            let terms = row.terms.iter().cloned().map(Datum::Whole).collect();
            vec![row.label.datum.clone(), Datum::List(terms), Datum::Whole(row.total())]
        });
        Dataset {
            columns: ["label", "terms", "sum"].map(str::to_owned).to_vec(),
            rows: rows.collect(),
        }
    }
}

//! Draws options on a number line: `bars`, a row for each position.
//!
//! Where Left's best option lies below Right's, the position is cold: a hollow bar from one to the
//! other, and its value marked inside. Else it is a fight, a solid bar without a point. An end that
//! does not exist is an arrow. Options of Left's are full triangles, of Right's hollow ones; if the
//! cuts are known, each says its own, and the best stand out.
//!
//! Options far from the value would squeeze the picture: they stand beyond a break, in order, with
//! their numbers.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive as _;

use super::Figure;
use super::ask::Ask;
use super::ask::Which;
use super::cases::Case;
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
use super::legend::Glyph;
use super::legend::Legend;
use super::legend::Sign;
use super::matrix::TEXT;
use super::matrix::pixels;
use super::scale::Scale;
use super::svg::Anchor;
use super::svg::Area;
use super::svg::Path;
use super::svg::Svg;
use super::svg::text_width;
use super::values;
use super::values::written;
use crate::cgt::Player;
use crate::language::Value;
use crate::language::writing::Style;

/// Length of the number line between the breaks, in pixels.
const LENGTH: i32 = 460;
/// The largest span of the line, in units of value: then a unit is ten pixels.
const SPAN: i64 = 46;
/// The most pixels for a unit.
const UNIT: i32 = 44;
/// Height of a row without cuts.
const ROW: i32 = 52;
/// Height of a line of cuts.
const CUT: i32 = 16;

/// Positions with their options on one number line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bars {
    /// The positions.
    pub rows: Vec<Bar>,
    /// What the author's mark is called.
    pub mark: String,
}

/// A position on the number line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// What it is called.
    pub label: Shown,
    /// Left's options, in any order.
    pub left: Vec<Tick>,
    /// Right's options.
    pub right: Vec<Tick>,
    /// The value, as the page writes it.
    pub value: Shown,
    /// The value, if it is a number.
    pub point: Option<BigRational>,
    /// What the author marks besides.
    pub mark: Option<BigRational>,
}

/// An option on the number line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tick {
    /// Where it lies.
    pub at: BigRational,
    /// The value as the page writes it.
    pub text: String,
    /// The cut that leads to it, if the figure shows cuts.
    pub cut: Option<String>,
    /// Whether it is a best option.
    pub best: bool,
}

impl Bar {
    fn bounds(&self) -> (Option<&Tick>, Option<&Tick>) {
        let left = self.left.iter().max_by(|a, b| a.at.cmp(&b.at));
        (left, self.right.iter().min_by(|a, b| a.at.cmp(&b.at)))
    }

    /// Whether nobody wants to move: Left's best option lies below Right's, or one is missing.
    #[must_use]
    pub fn is_cold(&self) -> bool {
        match self.bounds() {
            (Some(left), Some(right)) => left.at < right.at,
            _ => true,
        }
    }

    /// Why this bar would say what is not so, if it would: a cold position is worth a number
    /// strictly inside its gap, a fight is worth none.
    fn check(&self) -> Result<(), String> {
        let (left, right) = self.bounds();
        let text =
            |tick: Option<&Tick>| tick.map_or_else(|| "none".to_owned(), |tick| tick.text.clone());
        let ends =
            format!("between Left\u{2019}s {} and Right\u{2019}s {}", text(left), text(right));
        match (&self.point, self.is_cold()) {
            (Some(point), true) => {
                let above = left.is_none_or(|left| left.at < *point);
                let below = right.is_none_or(|right| *point < right.at);
                if above && below {
                    return Ok(());
                }
                Err(format!("the value {} does not lie strictly {ends}", self.value.text))
            }
            (None, true) => {
                Err(format!("the value {} is no number, but a gap lies {ends}", self.value.text))
            }
            (Some(_), false) => {
                Err(format!("the value {} is a number, but no gap lies {ends}", self.value.text))
            }
            (None, false) => Ok(()),
        }
    }

    fn shows_cuts(&self) -> bool {
        self.left.iter().chain(&self.right).any(|tick| tick.cut.is_some())
    }

    fn columns<'a>(&'a self, ticks: &'a [Tick]) -> Vec<(&'a BigRational, Vec<&'a Tick>)> {
        let mut columns: Vec<(&BigRational, Vec<&Tick>)> = Vec::new();
        for tick in ticks {
            match columns.iter_mut().find(|(at, _)| *at == &tick.at) {
                Some((_, stack)) => stack.push(tick),
                None => columns.push((&tick.at, vec![tick])),
            }
        }
        columns.sort_by(|a, b| a.0.cmp(b.0));
        columns
    }

    fn height(&self) -> i32 {
        let stack =
            |ticks| self.columns(ticks).iter().map(|(_, stack)| stack.len()).max().unwrap_or(0);
        if self.shows_cuts() {
            ROW + 14 + CUT * pixels(stack(&self.left).max(stack(&self.right)))
        } else {
            ROW
        }
    }
}

/// The part of the line that is drawn to scale.
struct Window {
    low: BigRational,
    high: BigRational,
}

impl Bars {
    /// From the values and best options outwards, as far as [`SPAN`] allows.
    fn window(&self) -> Window {
        let mut core: Vec<&BigRational> = Vec::new();
        let mut all: Vec<&BigRational> = Vec::new();
        for bar in &self.rows {
            let (left, right) = bar.bounds();
            core.extend(left.map(|tick| &tick.at));
            core.extend(right.map(|tick| &tick.at));
            core.extend(bar.point.iter().chain(&bar.mark));
            all.extend(bar.left.iter().chain(&bar.right).map(|tick| &tick.at));
        }
        let one = BigRational::from_integer(BigInt::from(1));
        let (Some(mut low), Some(mut high)) =
            (core.iter().min().copied(), core.iter().max().copied())
        else {
            return Window { low: -one.clone(), high: one };
        };
        let limit = BigRational::from_integer(BigInt::from(SPAN));
        loop {
            let below = all.iter().copied().filter(|at| *at < low).max();
            let above = all.iter().copied().filter(|at| *at > high).min();
            let fits = |at: &&BigRational| high.max(at) - low.min(at) <= limit;
            let near = |at: &BigRational| if at < low { low - at } else { at - high };
            let next = below.into_iter().chain(above).filter(fits).min_by_key(|at| near(at));
            match next {
                Some(at) if at < low => low = at,
                Some(at) => high = at,
                None => break,
            }
        }
        Window { low: low.floor() - &one, high: high.ceil() + one }
    }

    fn outliers<'a>(ticks: &'a [Tick], window: &Window) -> (Vec<&'a Tick>, Vec<&'a Tick>) {
        let mut below: Vec<_> = ticks.iter().filter(|tick| tick.at < window.low).collect();
        let mut above: Vec<_> = ticks.iter().filter(|tick| tick.at > window.high).collect();
        below.sort_by(|a, b| a.at.cmp(&b.at));
        above.sort_by(|a, b| a.at.cmp(&b.at));
        (below, above)
    }
}

/// Pixels for each option beyond a break.
const BEYOND: i32 = 40;

/// Where everything lies across.
struct Across {
    labels: i32,
    below: i32,
    line: (i32, i32),
    above: i32,
    width: i32,
}

impl Bars {
    fn across(&self, window: &Window) -> Across {
        let labels = self.rows.iter().map(|bar| text_width(&bar.label.text, TEXT)).max();
        let labels = labels.unwrap_or(0) + 16;
        let count = |side: fn((Vec<&Tick>, Vec<&Tick>)) -> usize| {
            let rows = self.rows.iter().flat_map(|bar| [&bar.left, &bar.right]);
            pixels(rows.map(|ticks| side(Self::outliers(ticks, window))).max().unwrap_or(0))
        };
        let room = |count: i32| if count == 0 { 0 } else { count * BEYOND + 16 };
        let below = room(count(|(below, _)| below.len()));
        let above = room(count(|(_, above)| above.len()));
        let span = (&window.high - &window.low).to_integer().to_i32().unwrap_or(i32::MAX);
        let length = LENGTH.min(span.saturating_mul(UNIT));
        let start = labels + below + 10;
        let width = start + length + above + 16;
        Across { labels, below, line: (start, start + length), above, width }
    }

    fn draw_row(&self, svg: &mut Svg, bar: &Bar, top: i32, (window, across): (&Window, &Across)) {
        let (from, to) = across.line;
        let scale = Scale::new(window.low.clone(), window.high.clone(), from, to);
        let line = top + 26;
        svg.text("label", (across.labels - 12, line + 5), Anchor::End, &bar.label.text);
        svg.line("axis", (from - across.below, line), (to + across.above, line));
        let (left, right) = bar.bounds();
        let (start, end) =
            (left.map(|tick| scale.at(&tick.at)), right.map(|tick| scale.at(&tick.at)));
        if bar.is_cold() {
            // An end that does not exist is an arrow.
            let from = from - across.below + 12;
            let to = to + across.above - 12;
            let mut corners = match left {
                Some(_) => {
                    vec![(start.unwrap_or(from), line + 6), (start.unwrap_or(from), line - 6)]
                }
                None => vec![(from, line + 6), (from - 12, line), (from, line - 6)],
            };
            corners.extend(match right {
                Some(_) => vec![(end.unwrap_or(to), line - 6), (end.unwrap_or(to), line + 6)],
                None => vec![(to, line - 6), (to + 12, line), (to, line + 6)],
            });
            svg.polygon("gap", corners, None);
        } else if let (Some(start), Some(end)) = (start, end) {
            let width = (start - end).max(2);
            svg.rect("fight", Area { x: end, y: line - 6, width, height: 12 }, None);
            let middle = (start + end) / 2;
            svg.text("value", (middle, line - 12), Anchor::Middle, &bar.value.text);
        }
        for (ticks, glyph) in [(&bar.left, Glyph::Left), (&bar.right, Glyph::Right)] {
            self.draw_ticks(svg, bar, ticks, (glyph, line, &scale, window, across));
        }
        if let Some(mark) = &bar.mark {
            Glyph::Mark.draw(svg, (scale.at(mark), line), false);
        }
        if let Some(point) = bar.point.as_ref().filter(|_| bar.is_cold()) {
            let x = scale.at(point);
            Glyph::Value.draw(svg, (x, line), false);
            svg.text("value", (x, line - 12), Anchor::Middle, &bar.value.text);
        }
    }

    fn draw_ticks(
        &self,
        svg: &mut Svg,
        bar: &Bar,
        ticks: &[Tick],
        (glyph, line, scale, window, across): (Glyph, i32, &Scale, &Window, &Across),
    ) {
        let (below, above) = Self::outliers(ticks, window);
        let (from, to) = across.line;
        let place =
            |at: &BigRational, position: Option<i32>| position.unwrap_or_else(|| scale.at(at));
        for (at, stack) in bar.columns(ticks) {
            let beyond = if *at < window.low {
                let rank = below.iter().rposition(|tick| &tick.at == at).unwrap_or(0);
                Some(from - 16 - (pixels(below.len() - rank) * BEYOND) + BEYOND / 2)
            } else if *at > window.high {
                let rank = above.iter().position(|tick| &tick.at == at).unwrap_or(0);
                Some(to + 16 + pixels(rank) * BEYOND + BEYOND / 2)
            } else {
                None
            };
            let x = place(at, beyond);
            let best = stack.iter().any(|tick| tick.best);
            glyph.draw(svg, (x, line), best);
            if beyond.is_some() {
                svg.text("small", (x, line - 12), Anchor::Middle, &stack[0].text);
            }
            for (level, tick) in stack.iter().enumerate() {
                if let Some(cut) = &tick.cut {
                    let shift = if glyph == Glyph::Left { -4 } else { 4 };
                    let y = line + 24 + pixels(level) * CUT;
                    let class = if tick.best { "small best" } else { "small" };
                    svg.text(class, (x + shift, y), Anchor::Middle, cut);
                }
            }
        }
        if !below.is_empty() {
            draw_break(svg, (from - 8, line));
        }
        if !above.is_empty() {
            draw_break(svg, (to + 8, line));
        }
    }
}

/// Two slanted strokes across the line: it goes on, but not to scale.
fn draw_break(svg: &mut Svg, (x, y): (i32, i32)) {
    let mut path = Path::default();
    path.start((x - 5, y + 7));
    path.line((x - 1, y - 7));
    path.start((x + 1, y + 7));
    path.line((x + 5, y - 7));
    svg.path("break", &path);
}

/// `kind: bars`.
pub(super) const KIND: Kind = Kind {
    name: "bars",
    needs: &[&["show"], &["left", "right", "value"]],
    may_have: &["mark", "mark_name", "label"],
    over: Over::Any,
    limit: 24,
    require: Require::Nothing,
    build,
};

/// The most options of one player that are drawn.
const OPTIONS: usize = 60;

fn build(cases: &Cases<'_>, ask: &mut Ask<'_, '_>) -> Result<Boxed, Refusal> {
    let mut mark = "marked".to_owned();
    let mut rows = Vec::new();
    for case in &cases.cases {
        if case.field("mark_name").is_some() {
            mark = cases.text(case, "mark_name")?;
        }
        rows.push(bar(cases, case, ask)?);
    }
    Ok(Box::new(Bars { rows, mark }))
}

fn bar(cases: &Cases<'_>, case: &Case, ask: &mut Ask<'_, '_>) -> Result<Bar, Refusal> {
    let (source, left, right, value) = match case.field("show") {
        Some(show @ Value::Position(_)) => {
            let left = cuts(cases, show, Player::Left, ask)?;
            let right = cuts(cases, show, Player::Right, ask)?;
            ("show", left, right, ask.attribute(show, "value")?)
        }
        Some(_) => {
            return Err(
                cases.refuse("show", "`show` is a position, as in `position(\"maundy\", m, n)`")
            );
        }
        None => {
            let left = options(cases, case, "left")?;
            let right = options(cases, case, "right")?;
            ("value", left, right, cases.value(case, "value")?.clone())
        }
    };
    let mark = match case.field("mark") {
        Some(_) => Some(cases.number(case, "mark")?),
        None => None,
    };
    let label = match (case.field("label"), case.field("show")) {
        (None, Some(show)) if cases.variables.is_empty() => values::shown(show, cases.style),
        _ => cases.label(case),
    };
    let point = value.as_number().map(values::rational);
    let bar = Bar { label, left, right, value: values::shown(&value, cases.style), point, mark };
    bar.check().map_err(|why| {
        cases.refuse(source, format!("the bar{} would lie: {why}", cases.place_text(case)))
    })?;
    Ok(bar)
}

/// Options that are given as values.
fn options(cases: &Cases<'_>, case: &Case, name: &str) -> Result<Vec<Tick>, Refusal> {
    let list = cases.list(case, name)?;
    let ticks = list.iter().map(|value| tick(cases, value, name));
    let mut ticks = ticks.collect::<Result<Vec<_>, _>>()?;
    let best = |ticks: &[Tick]| match name {
        "left" => ticks.iter().map(|tick| tick.at.clone()).max(),
        _ => ticks.iter().map(|tick| tick.at.clone()).min(),
    };
    let best = best(&ticks);
    for tick in &mut ticks {
        tick.best = Some(&tick.at) == best.as_ref();
    }
    at_most(cases, name, ticks)
}

/// The options of a position, with the cuts that lead to them.
fn cuts(
    cases: &Cases<'_>,
    position: &Value,
    player: Player,
    ask: &mut Ask<'_, '_>,
) -> Result<Vec<Tick>, Refusal> {
    let best = ask.cuts(position, player, Which::Best)?;
    let mut ticks = Vec::new();
    for cut in ask.cuts(position, player, Which::All)? {
        let tick = tick(cases, &cut.value, "show")?;
        ticks.push(Tick { cut: Some(cut.by.to_string()), best: best.contains(&cut), ..tick });
    }
    at_most(cases, "show", ticks)
}

fn tick(cases: &Cases<'_>, value: &Value, name: &str) -> Result<Tick, Refusal> {
    let shown = values::shown(value, cases.style);
    let Some(number) = value.as_number() else {
        let message = format!("the option {} is no number and has no place on a line", shown.text);
        return Err(cases.refuse(name, message));
    };
    Ok(Tick { at: values::rational(number), text: shown.text, cut: None, best: false })
}

fn at_most(cases: &Cases<'_>, name: &str, ticks: Vec<Tick>) -> Result<Vec<Tick>, Refusal> {
    if ticks.len() > OPTIONS {
        let message = format!("{} options are more than the {OPTIONS} of a line", ticks.len());
        return Err(cases.refuse(name, message));
    }
    Ok(ticks)
}

impl Figure for Bars {
    fn picture(&self, style: &Style) -> Option<Svg> {
        let window = self.window();
        let across = self.across(&window);
        let bars = self.rows.iter();
        let has = |present: bool, sign: Sign, text: &str| present.then(|| (sign, text.to_owned()));
        let cuts = self.rows.iter().any(Bar::shows_cuts);
        let keys = [
            has(
                bars.clone().any(|bar| !bar.left.is_empty()),
                Sign::Glyph(Glyph::Left),
                if cuts { "Left\u{2019}s options, with the cut" } else { "Left\u{2019}s options" },
            ),
            has(
                bars.clone().any(|bar| !bar.right.is_empty()),
                Sign::Glyph(Glyph::Right),
                if cuts {
                    "Right\u{2019}s options, with the cut"
                } else {
                    "Right\u{2019}s options"
                },
            ),
            has(bars.clone().any(Bar::is_cold), Sign::Bar("gap"), "the gap between them"),
            has(bars.clone().any(|bar| !bar.is_cold()), Sign::Bar("fight"), "a fight between them"),
            has(
                bars.clone().any(|bar| bar.point.is_some()),
                Sign::Glyph(Glyph::Value),
                "the value",
            ),
            has(bars.clone().any(|bar| bar.mark.is_some()), Sign::Glyph(Glyph::Mark), &self.mark),
        ];
        let legend = Legend::new(keys.into_iter().flatten(), across.width.max(360));
        let rows: i32 = self.rows.iter().map(Bar::height).sum();
        let width = across.width.max(legend.width());
        let mut svg = Svg::new(width, 6 + rows + 34 + legend.height());
        let mut top = 6;
        for bar in &self.rows {
            self.draw_row(&mut svg, bar, top, (&window, &across));
            top += bar.height();
        }
        let (from, to) = across.line;
        let scale = Scale::new(window.low.clone(), window.high.clone(), from, to);
        svg.group("ticks", |svg| {
            svg.line("rule", (from, top), (to, top));
            for tick in scale.ticks(u32::try_from((to - from) / 34).unwrap_or(2)) {
                let x = scale.at(&BigRational::from_integer(tick.clone()));
                svg.line("rule", (x, top), (x, top + 5));
                svg.text("small", (x, top + 20), Anchor::Middle, &written(&tick, style));
            }
        });
        legend.draw(&mut svg, (4, top + 32));
        Some(svg)
    }

    fn table(&self, style: &Style) -> TableModel {
        let list = |ticks: &[Tick]| match ticks {
            [] => "none".to_owned(),
            ticks => {
                let texts: Vec<_> = ticks
                    .iter()
                    .map(|tick| match &tick.cut {
                        Some(cut) => format!("{} (cut {cut})", tick.text),
                        None => tick.text.clone(),
                    })
                    .collect();
                texts.join(", ")
            }
        };
        let mark = self.rows.iter().any(|bar| bar.mark.is_some());
        let names = ["position", "Left\u{2019}s options", "Right\u{2019}s options", "value"];
        let columns = names.into_iter().chain(mark.then_some(self.mark.as_str()));
        TableModel {
            columns: columns
                .map(|header| Column { header: header.to_owned(), align: Align::Left })
                .collect(),
            row_headers: true,
            rows: (self.rows.iter())
                .map(|bar| {
                    let row = [bar.label.text.clone(), list(&bar.left), list(&bar.right)];
                    let mark = mark.then(|| {
                        bar.mark.as_ref().map_or_else(String::new, |at| values::fraction(at, style))
                    });
                    let value = [bar.value.text.clone()];
                    row.into_iter().chain(value).chain(mark).map(Cell::plain).collect()
                })
                .collect(),
        }
    }

    fn dataset(&self) -> Dataset {
        let list = |ticks: &[Tick]| {
            Datum::List(ticks.iter().map(|tick| Datum::number(tick.at.clone())).collect())
        };
        let cuts = |ticks: &[Tick]| {
            Datum::List(ticks.iter().filter_map(|tick| tick.cut.clone().map(Datum::Text)).collect())
        };
        let shows_cuts = self.rows.iter().any(Bar::shows_cuts);
        let mark = self.rows.iter().any(|bar| bar.mark.is_some());
        let mut columns = vec!["position", "left", "right", "value"];
        columns.extend(mark.then_some("mark"));
        columns.extend(shows_cuts.then_some(["left_cuts", "right_cuts"]).into_iter().flatten());
        let rows = self.rows.iter().map(|bar| {
            let mut row = vec![
                bar.label.datum.clone(),
                list(&bar.left),
                list(&bar.right),
                bar.value.datum.clone(),
            ];
            row.extend(mark.then(|| bar.mark.clone().map_or(Datum::Nothing, Datum::number)));
            row.extend(
                shows_cuts.then(|| [cuts(&bar.left), cuts(&bar.right)]).into_iter().flatten(),
            );
            row
        });
        Dataset { rows: rows.collect(), columns: columns.into_iter().map(str::to_owned).collect() }
    }
}

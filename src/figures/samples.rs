//! One small figure of each kind, for tests. The numbers are worked out by hand.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::Figure;
use super::bars;
use super::cake;
use super::compare;
use super::data::Datum;
use super::data::Shown;
use super::grid;
use super::map;
use super::matrix::Axis;
use super::matrix::Matrix;
use super::plot;
use super::products;
use super::scores;
use super::table;
use super::thermograph;
use super::tree;
use super::values;
use super::walk;
use crate::cgt::Player;
use crate::language::writing::Style;

pub(super) fn number(value: i64) -> Shown {
    Shown {
        text: values::written(&value.into(), &Style::default()),
        datum: Datum::Whole(value.into()),
    }
}

pub(super) fn whole(value: i64) -> BigRational {
    BigRational::from_integer(value.into())
}

fn axis(variable: &str, count: i64) -> Axis {
    Axis { variable: variable.into(), labels: (1..=count).map(number).collect(), notes: vec![] }
}

/// A square matrix of what `cell` says.
pub(super) fn square<T>(side: i64, cell: impl Fn(i64, i64) -> Option<T>) -> Matrix<T> {
    let cells = (1..=side).map(|m| (1..=side).map(|n| cell(m, n)).collect()).collect();
    Matrix { down: axis("m", side), across: axis("n", side), cells }
}

/// The values of Cutcake to 3 × 3, from the rules by hand.
const CUTCAKE: [[i64; 3]; 3] = [[0, 1, 2], [-1, 0, 0], [-2, 0, 0]];

fn cutcake(m: i64, n: i64) -> i64 {
    CUTCAKE[usize::try_from(m - 1).unwrap()][usize::try_from(n - 1).unwrap()]
}

pub(super) fn grid() -> grid::Grid {
    let cell = |m, n| {
        Some(grid::GridCell {
            value: number(cutcake(m, n)),
            shade: (cutcake(m, n) == 0).then(String::new),
            outline: (m > 1 && n > 1).then(String::new),
            games: vec![],
        })
    };
    grid::Grid { matrix: square(3, cell) }
}

pub(super) fn compare() -> compare::Compare {
    let cell = |m: i64, n: i64| {
        let other = n - m;
        Some(compare::CompareCell {
            values: vec![number(cutcake(m, n)), number(other)],
            shaded: cutcake(m, n) != other,
            games: vec![],
        })
    };
    compare::Compare { names: vec!["a".into(), "b".into()], matrix: square(3, cell) }
}

pub(super) fn map() -> map::Map {
    map::Map {
        matrix: square(3, |m, n| Some(usize::from(cutcake(m, n) != 0))),
        classes: vec!["balanced".into(), "not".into()],
    }
}

fn tick(value: i64, cut: Option<&str>, best: bool) -> bars::Tick {
    bars::Tick { at: whole(value), text: number(value).text, cut: cut.map(str::to_owned), best }
}

pub(super) fn bars() -> bars::Bars {
    bars::Bars {
        mark: "midpoint".into(),
        rows: vec![
            bars::Bar {
                label: Shown::words("2 × 2"),
                left: vec![tick(-2, Some("1"), true)],
                right: vec![tick(2, Some("1"), true)],
                value: number(0),
                point: Some(whole(0)),
                mark: None,
            },
            bars::Bar {
                label: Shown::words("switch"),
                left: vec![tick(2, None, false)],
                right: vec![tick(-2, None, false)],
                value: Shown::words("±2"),
                point: None,
                mark: Some(whole(0)),
            },
        ],
    }
}

fn cake_of(rows: usize, columns: usize) -> cake::Cake {
    cake::Cake { rows, columns }
}

pub(super) fn tree() -> tree::Tree {
    let option = |by: i64, pieces: Vec<cake::Cake>, value: i64| tree::Node {
        game: "Cutcake".into(),
        by: Some(tree::Move { player: Player::Left, by: number(by), best: true }),
        pieces,
        value: number(value),
        options: vec![],
    };
    let root = tree::Node {
        game: "Cutcake".into(),
        by: None,
        pieces: vec![cake_of(1, 3)],
        value: number(2),
        options: vec![
            option(1, vec![cake_of(1, 1), cake_of(1, 2)], 1),
            option(2, vec![cake_of(1, 2), cake_of(1, 1)], 1),
        ],
    };
    tree::Tree { roots: vec![root], named: false }
}

pub(super) fn cut_cake() -> cake::CutCake {
    cake::CutCake { cake: cake_of(3, 4), player: Player::Left, lines: vec![1] }
}

pub(super) fn walk() -> walk::Walk {
    let cakes = [(6, 360), (6, 72), (6, 24), (6, 8)].map(|(m, n)| (m.into(), n.into()));
    walk::Walk::new(&cakes).unwrap()
}

pub(super) fn plot() -> plot::Plot {
    let values = [0, 1, 1, 3];
    let points = (1..).zip(values).map(|(x, y)| plot::PlotPoint {
        x: (whole(x), number(x)),
        y: (whole(y), number(y)),
        line: Some(whole(x - 1)),
        class: Some(usize::from(y != 1)),
    });
    plot::Plot {
        variable: "n".into(),
        across: None,
        name: "maundy(1, n)".into(),
        join: plot::Join::Points,
        points: points.collect(),
        line: Some("n - 1".into()),
        classes: vec!["other".into(), "prime".into()],
    }
}

pub(super) fn scores() -> scores::Scores {
    let bar = |label: &str, value: i64, of: i64| scores::Score {
        label: Shown::words(label),
        value: BigRational::new(value.into(), of.into()),
        of: Some(of.into()),
    };
    scores::Scores { bars: vec![bar("to 24", 448, 552), bar("to 36", 957, 1260)] }
}

pub(super) fn products() -> products::Products {
    let row = |n: i64, terms: &[i64]| products::Staircase {
        label: number(n),
        terms: terms.iter().copied().map(BigInt::from).collect(),
    };
    products::Products { rows: vec![row(8, &[1, 2, 4]), row(12, &[1, 3, 6])] }
}

/// The switch between 1 and −2: mean −1/2, temperature 3/2.
pub(super) fn thermograph() -> thermograph::Thermograph {
    let half = |n: i64| BigRational::new(n.into(), 2.into());
    thermograph::Thermograph {
        name: "{1|−2}".into(),
        left_wall: vec![(whole(1), whole(0)), (half(-1), half(3))],
        right_wall: vec![(whole(-2), whole(0)), (half(-1), half(3))],
    }
}

pub(super) fn table() -> table::Table {
    table::Table {
        headers: vec!["Cake".into(), "Value".into()],
        rows: vec![vec![Shown::words("1 × 2"), number(1)], vec![Shown::words("2 × 1"), number(-1)]],
        claims: vec![],
    }
}

/// One figure of each kind, by the name of the kind.
pub(super) fn all() -> Vec<(&'static str, Box<dyn Figure>)> {
    vec![
        ("grid", Box::new(grid())),
        ("compare", Box::new(compare())),
        ("map", Box::new(map())),
        ("bars", Box::new(bars())),
        ("tree", Box::new(tree())),
        ("cake", Box::new(cut_cake())),
        ("walk", Box::new(walk())),
        ("plot", Box::new(plot())),
        ("scores", Box::new(scores())),
        ("products", Box::new(products())),
        ("thermograph", Box::new(thermograph())),
        ("table", Box::new(table())),
    ]
}

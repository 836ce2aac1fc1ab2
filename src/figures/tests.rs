//! What holds for the pictures of every kind.

use roxmltree::Document;
use roxmltree::Node;

use super::drawn::Drawn;
use super::drawn::Names;
use super::drawn::STYLE;
use super::drawn::draw;
use super::map::Map;
use super::samples;
use super::svg::Words;
use crate::language::writing::Style;

fn drawn(kind: &'static str, figure: &dyn super::Figure) -> Drawn {
    let words = Words { kind, title: "Figure 1".into(), description: "what it shows".into() };
    let names = Names { prefix: "values", name: "essay.values" };
    draw(figure, &names, &words, &Style::default())
}

fn pictures() -> impl Iterator<Item = (&'static str, Drawn)> {
    samples::all()
        .into_iter()
        .map(|(kind, figure)| (kind, drawn(kind, &*figure)))
        .filter(|(_, drawn)| drawn.svg_inline.is_some())
}

fn texts(svg: &str, class: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    let has_class = |node: &Node<'_, '_>| {
        node.attribute("class").is_some_and(|own| own.split(' ').any(|own| own == class))
    };
    let inside = |node: &Node<'_, '_>| node.ancestors().any(|ancestor| has_class(&ancestor));
    document
        .descendants()
        .filter(|node| node.has_tag_name("text") && inside(node))
        .map(|node| {
            node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
        })
        .collect()
}

#[test]
fn every_picture_is_well_formed_and_names_itself() {
    for (kind, drawn) in pictures() {
        for svg in [drawn.svg_inline.unwrap(), drawn.svg_standalone.unwrap()] {
            let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{kind}: {error}"));
            let root = document.root_element();
            assert_eq!(root.attribute("role"), Some("img"), "{kind}");
            let labels = root.attribute("aria-labelledby").unwrap();
            let named = labels.split(' ').map(|id| {
                let node = document.descendants().find(|node| node.attribute("id") == Some(id));
                node.unwrap_or_else(|| panic!("{kind}: no {id}")).text().unwrap().to_owned()
            });
            assert_eq!(named.collect::<Vec<_>>(), ["Figure 1", "what it shows"], "{kind}");
        }
    }
}

#[test]
fn a_picture_that_stands_alone_fetches_nothing_and_knows_the_dark() {
    for (kind, drawn) in pictures() {
        let svg = drawn.svg_standalone.unwrap();
        assert!(
            svg.contains("prefers-color-scheme: dark") && svg.contains("@media print"),
            "{kind}"
        );
        let addresses = svg.matches("http").count();
        assert_eq!(addresses, 1, "{kind}: the name space is the only address");
        assert!(!svg.contains("<script") && !svg.contains("@import"), "{kind}");
    }
}

#[test]
fn every_class_that_is_drawn_has_a_rule() {
    // Structure that the sheet need not name.
    let bare = ["column-heads", "legend", "values", "ticks", "heads", "label", "zero"];
    for (kind, drawn) in pictures() {
        let svg = drawn.svg_inline.unwrap();
        let document = Document::parse(&svg).unwrap();
        for class in document.descendants().filter_map(|node| node.attribute("class")) {
            for name in class.split(' ') {
                let known = STYLE.contains(&format!(".{name}")) || bare.contains(&name);
                assert!(known || name == kind, "{kind}: no rule for `{name}`");
            }
        }
    }
}

#[test]
fn coordinates_are_whole_pixels_inside_the_picture() {
    for (kind, drawn) in pictures() {
        let svg = drawn.svg_inline.unwrap();
        let document = Document::parse(&svg).unwrap();
        for node in document.descendants().filter(|node| node.is_element()) {
            for name in ["x", "y", "cx", "cy", "width", "height"] {
                let Some(value) = node.attribute(name) else { continue };
                let value: i32 = value.parse().unwrap_or_else(|_| panic!("{kind}: {name}={value}"));
                let limit =
                    if ["y", "cy", "height"].contains(&name) { drawn.height } else { drawn.width };
                assert!((0..=limit).contains(&value), "{kind}: {name}={value} of {limit}");
            }
        }
    }
}

#[test]
fn the_same_figure_is_the_same_bytes() {
    let all = || pictures().map(|(_, drawn)| drawn).collect::<Vec<_>>();
    assert_eq!(all(), all());
}

#[test]
fn the_texts_of_a_grid_are_its_values() {
    let svg = drawn("grid", &samples::grid()).svg_inline.unwrap();
    let written = ["0", "1", "2", "\u{2212}1", "0", "0", "\u{2212}2", "0", "0"];
    assert_eq!(texts(&svg, "values"), written);
}

#[test]
fn a_comparison_writes_one_number_where_both_agree() {
    let svg = drawn("compare", &samples::compare()).svg_inline.unwrap();
    // Cutcake against n − m: they differ at 2x3 and 3x2 only.
    let written = ["0", "1", "2", "\u{2212}1", "0", "0", "1", "\u{2212}2", "0", "\u{2212}1", "0"];
    assert_eq!(texts(&svg, "values"), written);
}

#[test]
fn a_walk_says_how_many_copies_and_their_sum() {
    let svg = drawn("walk", &samples::walk()).svg_inline.unwrap();
    // 1 = 1, 1 + 5 = 6, 6 + 15 = 21, 21 + 45 = 66.
    assert_eq!(texts(&svg, "values"), ["1", "1", "5", "6", "15", "21", "45", "66"]);
}

#[test]
fn shares_are_written_with_their_counts() {
    let svg = drawn("scores", &samples::scores()).svg_inline.unwrap();
    assert!(svg.contains(">448 of 552, 81.2%<") && svg.contains(">957 of 1,260, 76.0%<"), "{svg}");
}

#[test]
fn a_plot_calls_its_axes_as_it_is_told() {
    let named = super::plot::Plot {
        across: Some("columns".to_owned()),
        name: "moves".to_owned(),
        ..samples::plot()
    };
    let figure = drawn("plot", &named);
    let svg = figure.svg_inline.unwrap();
    assert!(svg.contains(">columns →</text>") && svg.contains(">moves ↑</text>"), "{svg}");
    let headers: Vec<&str> = figure.table.columns.iter().map(|own| &*own.header).take(2).collect();
    assert_eq!(headers, ["columns", "moves"]);
}

#[test]
fn a_plot_keeps_its_classes_apart_by_shape() {
    let svg = drawn("plot", &samples::plot()).svg_inline.unwrap();
    let document = Document::parse(&svg).unwrap();
    let count = |class| {
        document.descendants().filter(|node| node.attribute("class") == Some(class)).count()
    };
    // Two points of each class and one in the legend: of equals the first is the dot.
    assert_eq!((count("dot"), count("ring")), (3, 3));
    assert_eq!(count("reference"), 2);
}

#[test]
fn a_map_of_forty_thousand_cells_stays_under_two_hundred_kilobytes() {
    let classes = vec!["black".to_owned(), "white".to_owned(), "grey".to_owned()];
    // The worst case: no two neighbours alike.
    let cell = |m: i64, n: i64| usize::try_from((m + n).rem_euclid(3)).ok();
    let map = Map { matrix: samples::square(200, cell), classes };
    let svg = drawn("map", &map).svg_inline.unwrap();
    assert!(svg.len() < 200_000, "{}", svg.len());
}

#[test]
fn fights_are_solid_and_gaps_are_hollow() {
    let svg = drawn("bars", &samples::bars()).svg_inline.unwrap();
    // One of each, and one of each in the legend; the fight has no point, the legend explains it.
    assert_eq!(svg.matches("class=\"gap\"").count(), 2);
    assert_eq!(svg.matches("class=\"fight\"").count(), 2);
    assert_eq!(svg.matches("class=\"disc\"").count(), 2);
}

#[test]
fn small_pictures_stay_as_they_are() {
    let inline = |kind, figure: &dyn super::Figure| drawn(kind, figure).svg_inline.unwrap();
    expect_test::expect_file!["snapshots/cake.svg"]
        .assert_eq(&inline("cake", &samples::cut_cake()));
    expect_test::expect_file!["snapshots/grid.svg"].assert_eq(&inline("grid", &samples::grid()));
    expect_test::expect_file!["snapshots/map.svg"].assert_eq(&inline("map", &samples::map()));
    let scores = inline("scores", &samples::scores());
    expect_test::expect_file!["snapshots/scores.svg"].assert_eq(&scores);
    let products = inline("products", &samples::products());
    expect_test::expect_file!["snapshots/products.svg"].assert_eq(&products);
    let thermograph = inline("thermograph", &samples::thermograph());
    expect_test::expect_file!["snapshots/thermograph.svg"].assert_eq(&thermograph);
}

#[test]
fn tables_of_data_have_a_cell_for_every_column() {
    for (kind, figure) in samples::all() {
        let (table, data) = (figure.table(&Style::default()), figure.dataset());
        assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{kind}");
        assert!(data.rows.iter().all(|row| row.len() == data.columns.len()), "{kind}");
        assert!(!data.rows.is_empty(), "{kind}");
    }
}

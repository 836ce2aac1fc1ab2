//! What comes out of the seam.

use super::Fill;
use super::Filled;
use super::Math;
use super::MathOutput;
use super::MathRenderer;
use std::sync::Arc;

fn renderer() -> MathRenderer {
    MathRenderer::new(&[], MathOutput::HtmlAndMathml).expect("no macros, no mistakes")
}

fn html(math: &Math) -> String {
    let mut out = String::new();
    math.write_html(&mut out);
    out
}

fn rendered(tex: &str) -> String {
    html(&renderer().render(&Filled::new(tex, &[]), false).expect(tex))
}

fn error(tex: &str) -> (String, Option<String>) {
    let error = renderer().render(&Filled::new(tex, &[]), false).expect_err(tex);
    (error.message, error.at.map(|at| tex[at].to_owned()))
}

#[test]
fn both_layers_are_there_and_only_one_is_heard() {
    let html = rendered("x<y");
    assert!(html.contains("<math><mrow><mi>x</mi><mo>&lt;</mo><mi>y</mi></mrow></math>"));
    assert!(html.contains("<span class=\"katex-html\" aria-hidden=\"true\">"), "{html}");
}

#[test]
fn a_feed_gets_mathml_and_no_second_reading_of_the_formula() {
    let math = renderer().render(&Filled::new("x", &[]), true).expect("x");
    let mut feed = String::new();
    math.write_mathml(&mut feed);
    assert_eq!(feed, "<math display=\"block\"><mrow><mi>x</mi></mrow></math>");
}

#[test]
fn without_sheet_and_fonts_there_is_mathml_alone() {
    let renderer = MathRenderer::new(&[], MathOutput::MathmlOnly).expect("no mistakes");
    let html = html(&renderer.render(&Filled::new("x^2", &[]), false).expect("x^2"));
    assert!(html.starts_with("<math><mrow>"), "{html}");
    assert!(!html.contains("katex"));
}

#[test]
fn a_lone_symbol_under_a_root_is_drawn_as_if_it_stood_in_braces() {
    for (bare, braced) in [
        (r"\sqrt x", r"\sqrt{x}"),
        (r"\sqrt2", r"\sqrt{2}"),
        (r"\sqrt[3]x", r"\sqrt[3]{x}"),
        (r"\frac{\sqrt x}y", r"\frac{\sqrt{x}}y"),
        (r"\sqrt\Omega", r"\sqrt{\Omega}"),
        (r"\sqrt{\sqrt x}", r"\sqrt{\sqrt{x}}"),
    ] {
        // The radicand is moved to the right of the sign.
        let layer = |tex: &str| {
            let html = rendered(tex);
            let at = html.find("katex-html").expect("a visual layer");
            html[at..].to_owned()
        };
        assert_eq!(layer(bare), layer(braced), "{bare}");
        assert!(layer(bare).contains("padding-left"), "the radicand has room: {bare}");
    }
}

#[test]
fn a_written_number_can_be_read_back_and_changes_nothing_to_the_eye() {
    let renderer = renderer();
    let tex = r"V=\val{v}+1";
    let fills = [Fill { at: 2..9, value: "-3/4", tex: r"-\tfrac34" }];
    let filled = Filled::new(tex, &fills);
    assert_eq!(filled.tex(), r"V={-\tfrac34}+1");
    let marked = html(&renderer.render(&filled, false).expect("renders"));
    assert!(marked.contains("<mrow data-value=\"-3/4\"><mo>−</mo>"), "{marked}");
    let braced = html(&renderer.render(&Filled::new(filled.tex(), &[]), false).expect("renders"));
    let spaces = |html: &str| html.matches("mspace").count();
    assert_eq!(spaces(&marked), spaces(&braced), "the same spacing");
    assert!(marked.contains("class=\"enclosing value\""));
}

#[test]
fn complaints_stand_where_the_mistake_is() {
    assert_eq!(
        error(r"a + \foo b"),
        (
            "KaTeX cannot read it: undefined control sequence: \\foo".to_owned(),
            Some("\\foo".to_owned())
        )
    );
    assert_eq!(error(r"x^2^3").1.as_deref(), Some("^"));
    assert_eq!(error(r"\Ω^2^3").1.as_deref(), Some("\\Ω"));
    assert_eq!(error(r"\cg{a}").1.as_deref(), Some(r"\cg"));
    assert_eq!(error(r"\cg{a}{\foo}").1.as_deref(), Some(r"\cg{a}{\foo}"));
}

#[test]
fn a_mistake_after_a_written_number_is_placed_in_what_the_author_wrote() {
    let tex = r"\val{maundy(6, 360)} + \foo";
    let fills = [Fill { at: 0..20, value: "66", tex: "66" }];
    let error = renderer().render(&Filled::new(tex, &fills), false).expect_err("no such command");
    assert_eq!(&tex[error.at.expect("a place")], r"\foo");
}

#[test]
fn a_number_cannot_be_forged() {
    let (message, _) = error(r"\value@{66}{67}");
    assert_eq!(message, r"`\value@` is an internal command");
}

#[test]
fn formulas_that_would_abort_or_run_away_end_in_an_error() {
    let nested =
        |open: &str, close: &str, n: usize| format!("{}x{}", open.repeat(n), close.repeat(n));
    for tex in [
        nested(r"\frac{1}{", "}", 150),
        nested("x^{", "}", 150),
        nested(r"\begin{array}{c}", r"\end{array}", 150),
        nested(r"\left(", r"\right)", 150),
        r"\def\a#1{\a{#1#1}}\a{x}".to_owned(),
        r"\edef\a{x}\edef\a{\a\a}\edef\a{\a\a}\a".to_owned(),
        r"\displaystyle ".repeat(500),
        "{".repeat(8000),
    ] {
        error(&tex);
    }
}

#[test]
fn the_deepest_and_the_longest_formulas_that_are_let_through_are_drawn() {
    let nested =
        |open: &str, close: &str, n: usize| format!("{}x{}", open.repeat(n), close.repeat(n));
    rendered(&nested(r"\frac{1}{", "}", 100));
    rendered(&nested("x^{", "}", 100));
    rendered(&nested(r"\begin{array}{c}", r"\end{array}", 99));
    rendered(&nested(r"\left(", r"\right)", 100));
    rendered(&r"{\bf x}+".repeat(1000));
    rendered(&"x+".repeat(4000));
}

#[test]
fn the_supplied_macros_are_known() {
    for tex in [
        r"\cg{2}{-2}",
        r"\cgs{a,b}{c}",
        r"\up",
        r"\down\star",
        r"\upup\star",
        r"\star 2",
        r"\switch{2}{-2}",
        r"G \confused H",
        r"\tinygame{2}",
        r"\minygame{G}",
        r"\downdown",
    ] {
        rendered(tex);
    }
}

#[test]
fn a_formula_met_before_is_shared_between_threads() {
    let renderer = renderer();
    let first = renderer.render(&Filled::new("x+y", &[]), false).expect("x+y");
    let others: Vec<Arc<Math>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| renderer.render(&Filled::new("x+y", &[]), false)))
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("ends").expect("x+y")).collect()
    });
    assert!(others.iter().all(|other| Arc::ptr_eq(other, &first)));
    let display = renderer.render(&Filled::new("x+y", &[]), true).expect("x+y");
    assert!(!Arc::ptr_eq(&display, &first));
}

#[test]
fn long_formulas_are_known_to_be_wide() {
    let wide = |tex: &str| renderer().render(&Filled::new(tex, &[]), true).expect(tex).is_wide();
    assert!(!wide("x+y"));
    assert!(wide(&"x+".repeat(30)));
    assert!(!wide(&r"\begin{matrix}x\\y\\z\\u\\v\\w\\x\\y\\z\\u\\v\\w\end{matrix}".repeat(2)));
}

#[test]
fn short_classes_say_what_the_styles_they_stand_for_said() {
    let html = rendered("m(x) = y^2");
    let sheet = super::sheet();
    let classes: Vec<&str> = html.split(['"', ' ']).filter(|c| c.get(1..2) == Some("-")).collect();
    for class in &classes {
        assert!(sheet.contains(&format!(".katex .{class}")), "{class}");
    }
    assert!(classes.iter().any(|class| class.starts_with("k-")), "{html}");
    assert!(classes.iter().any(|class| class.starts_with("s-")), "{html}");
    assert!(sheet.contains(".katex .k-d,.katex .s-d{height:1em;vertical-align:-0.25em;}"));
    assert!(!html.contains("style=\"margin-right:0.2778em"));
}

#[test]
fn what_the_sheet_does_not_speak_of_is_not_written() {
    let html = rendered("(1+2) = 3");
    for silent in ["mord", "mbin", "mrel", "mopen", "mclose"] {
        assert!(!html.contains(silent), "{silent} in {html}");
    }
    assert!(html.contains("</span>(1<span class=\"s-b\"></span>+"), "{html}");
    // In a stack a rule speaks of the span, whatever its classes.
    assert!(rendered(r"\dfrac{1}{2}").contains("<span>1</span>"));
}

//! What becomes of Markdown, part by part.

use super::Article;
use super::Medium;
use super::article;
use super::inline;
use crate::diagnostics::Severity;
use crate::diagnostics::Sink;
use crate::render::model::ClaimState;
use crate::render::model::Mistake;
use crate::render::model::Reference;
use crate::render::sample::Sample;
use crate::render::sample::page;

fn drawn(sample: &Sample, medium: Medium, state: &ClaimState) -> Article {
    let input = sample.input(state);
    let mut sink = Sink::default();
    let article = article(sample.scene(&input), medium, &mut sink);
    assert!(!sink.has_errors(), "{}", sample.shown(sink.diagnostics()));
    article
}

fn body(sample: &Sample) -> String {
    drawn(sample, Medium::Page, &ClaimState::Measured).body
}

/// Asserts that the text of `markdown` is drawn as `html`, line breaks aside.
fn check(markdown: &str, html: &str) {
    assert_eq!(body(&page(markdown)).replace('\n', " ").trim(), html, "{markdown}");
}

#[test]
fn text_is_escaped_once_and_quotes_are_curled() {
    check(r#"a < b & "c" *d*"#, "<p>a &lt; b &amp; “c” <em>d</em></p>");
    check("`a < b`", "<p><code>a &lt; b</code></p>");
    check("```rust\na < b\n```", "<pre><code class=\"language-rust\">a &lt; b </code></pre>");
}

#[test]
fn a_value_has_its_indices_and_is_not_broken_where_it_is_short() {
    let number = |expression: &'static str, shown: &'static str, machine: &'static str| {
        let sample = page(&format!("`={expression}`")).with(expression, shown, machine);
        body(&sample).lines().next().unwrap_or_default().to_owned()
    };
    let drawn = |value: &str, class: &str, text: &str| {
        format!("<p><data value=\"{value}\"{class} id=\"_n0\">{text}</data></p>")
    };
    let nb = " class=\"nb\"";
    assert_eq!(number("tiny(2)", "+_2", "+_2"), drawn("+_2", "", "+<sub>2</sub>"));
    assert_eq!(number("g", "{2|−_3}", "{2|-_3}"), drawn("{2|-_3}", nb, "{2|−<sub>3</sub>}"));
    let long = "{1/2|1/4||1/8|1/16|||1/32|}";
    assert_eq!(number("h", long, long), drawn(long, "", long));
    assert_eq!(
        number("m", "2 × 3 and 3 × 4", "[2x3, 3x4]"),
        drawn("[2x3, 3x4]", "", "2\u{a0}×\u{a0}3 and 3\u{a0}×\u{a0}4")
    );
}

#[test]
fn lists_quotations_and_tables_are_plain_elements() {
    check("- a\n- b", "<ul> <li>a</li> <li>b</li> </ul>");
    check("3. a\n4. b", "<ol start=\"3\"> <li>a</li> <li>b</li> </ol>");
    check("> a", "<blockquote> <p>a</p> </blockquote>");
    check(
        "| a | b |\n|---|--:|\n| c | d |",
        "<div class=\"scroll\"><table> <thead><tr><th scope=\"col\">a</th><th scope=\"col\" \
         class=\"r\">b</th></tr></thead><tbody> <tr><td>c</td><td class=\"r\">d</td></tr> \
         </tbody></table></div>",
    );
}

#[test]
fn a_heading_has_its_id_and_a_link_to_itself() {
    check(
        "## Who wins {#who}",
        "<h2 id=\"who\">Who wins <a class=\"anchor\" href=\"#who\" aria-label=\"Link to this \
         section\">#</a></h2>",
    );
    let contents =
        drawn(&page("## A [link](#b)\n\n### B {#b}"), Medium::Page, &ClaimState::Measured);
    let contents = contents.contents;
    assert_eq!(contents[0].html, "A link", "no link within a link");
    assert_eq!((contents[1].id.as_str(), contents[1].level), ("b", 3));
}

#[test]
fn a_number_carries_its_exact_value_and_its_place() {
    let sample = page("Worth `=v`, that is [sixty-two](=w), or [two](=given \"the rules\").")
        .with("v", "1,296", "1296")
        .with("w", "62", "62");
    assert_eq!(
        body(&sample).trim(),
        "<p>Worth <data value=\"1296\" id=\"_n0\">1,296</data>, that is \
         <data value=\"62\" id=\"_n1\">sixty-two</data>, or \
         <span class=\"given\" id=\"_n2\">two</span>.</p>"
    );
}

#[test]
fn the_text_in_brackets_stays_as_its_author_typed_it() {
    let html =
        body(&page("**[66](=v)** and [3 × 4](=w)").with("v", "", "66").with("w", "", "(3, 4)"));
    assert!(html.contains("<strong><data value=\"66\" id=\"_n0\">66</data></strong>"), "{html}");
    assert!(html.contains("<data value=\"(3, 4)\" id=\"_n1\">3\u{a0}×\u{a0}4</data>"), "{html}");
}

#[test]
fn a_number_in_a_formula_carries_its_value_in_the_mathml() {
    let sample = page(r"So $V = \val{v} = \is{66}{v}$.").with("v", "66", "66");
    let html = body(&sample);
    assert!(html.contains("<span class=\"numbers\" data-n=\"0 1\" id=\"_n0\">"), "{html}");
    assert_eq!(html.matches("<mrow data-value=\"66\"><mn>66</mn></mrow>").count(), 2, "{html}");
}

#[test]
fn a_display_formula_stands_between_two_paragraphs() {
    let html = body(&page("Before\n$$x$$ {#eq}\nafter."));
    let shape: Vec<&str> =
        ["<p>Before</p>", "<div class=\"equation\" id=\"eq\">", "(1)", "<p>after"]
            .into_iter()
            .filter(|part| html.contains(part))
            .collect();
    assert_eq!(shape.len(), 4, "{html}");
    assert_eq!(html.matches("<p>").count(), 2, "no empty paragraph: {html}");
    assert!(!html.contains("tabindex"), "a narrow formula is no stop for the keyboard");
    let wide = body(&page(&format!("$${}x$$", "x + ".repeat(40))));
    assert!(wide.contains("role=\"group\" aria-label=\"Formula\" tabindex=\"0\""), "{wide}");
}

#[test]
fn links_get_the_base_path_and_feeds_the_whole_address() {
    let markdown =
        "[a](other.md#x), [b](/claims/), [c](#d) and [e](https://example.net/?a&b).\n\n## D {#d}";
    let sample = page(markdown);
    let html = body(&sample);
    for href in ["/ladder/games/other/#x", "/ladder/claims/", "#d", "https://example.net/?a&amp;b"]
    {
        assert!(html.contains(&format!("<a href=\"{href}\">")), "{href} in {html}");
    }
    let feed = drawn(&sample, Medium::Feed, &ClaimState::Measured).body;
    for href in [
        "https://example.org/ladder/games/other/#x",
        "https://example.org/ladder/claims/",
        "https://example.org/ladder/games/cake/#d",
    ] {
        assert!(feed.contains(&format!("<a href=\"{href}\">")), "{href} in {feed}");
    }
    assert!(!feed.contains(" id="), "{feed}");
}

#[test]
fn an_excerpt_leads_back_to_its_essay() {
    let sample = page("x");
    let text = page("[c](#d)\n\n## D {#d}");
    let input = text.input(&ClaimState::Measured);
    let html = inline(sample.scene(&input), Medium::Excerpt, &text.essay.body);
    assert!(html.contains("<a href=\"/ladder/games/cake/#d\">c</a>"), "{html}");
}

#[test]
fn an_image_says_in_words_what_it_shows() {
    let html = body(&page("![A cake of `=n` rows & *more*](cake.png)").with("n", "6", "6"));
    assert_eq!(
        html.trim(),
        "<p><img src=\"/ladder/games/cake.png\" alt=\"A cake of 6 rows &amp; more\" width=\"640\" \
         height=\"480\" loading=\"lazy\"></p>"
    );
}

#[test]
fn footnotes_are_numbered_as_they_are_referred_to_and_lead_back() {
    let html = body(&page("A[^z] and B[^a], again[^z].\n\n[^a]: Second.\n\n[^z]: First.\n"));
    assert!(
        html.contains(
            "A<sup class=\"note\"><a id=\"_r1\" href=\"#_f1\" role=\"doc-noteref\">1</a>"
        )
    );
    assert!(html.contains("<a id=\"_r1-2\" href=\"#_f1\""));
    let first = html.find("<li id=\"_f1\"><p>First. <a href=\"#_r1\" role=\"doc-backlink\"");
    let second = html.find("<li id=\"_f2\"><p>Second. <a");
    assert!(first.is_some() && first < second, "{html}");
}

const CLAIM: &str = "```{claim} omega_value\nThe value is $d$.\n\nover: m, n in 1..36\n\
                     check: m < n\nexpect: fails 408\n```\n\nSo it is. [✓](#omega_value)";

#[test]
fn a_claim_says_in_words_what_became_of_it() {
    let by = Reference { label: "Theorem C".to_owned(), address: "/proof/#theorem_c".to_owned() };
    for (state, phrase, sentence) in [
        (
            ClaimState::Proved { by },
            "proved and checked",
            "Proved in the text, and checked over 1,296 cases (<a href=\"/ladder/proof/#theorem_c\">Theorem C</a>)",
        ),
        (ClaimState::Measured, "measured", "Measured over 1,296 cases."),
        (
            ClaimState::Refuted,
            "refuted as stated",
            "Refuted as stated, over 1,296 cases: fails in 408 of 1,296 cases, first at 1\u{a0}×\u{a0}4.",
        ),
        (ClaimState::Conjecture, "conjecture", "A conjecture, tested over 1,296 cases"),
    ] {
        let html = drawn(&page(CLAIM), Medium::Page, &state).body;
        assert!(html.contains(&format!("<span class=\"state\">{phrase}</span>")), "{html}");
        assert!(html.contains(sentence), "{sentence} in {html}");
        assert!(html.contains("<a class=\"label\" href=\"#omega_value\">Claim 1</a>"), "{html}");
    }
}

#[test]
fn a_badge_carries_the_state_in_words() {
    let html = body(&page(CLAIM));
    assert!(
        html.contains(
            "<a class=\"badge is-measured\" title=\"Claim 1: measured over 1,296 cases\" \
             href=\"#omega_value\">✓\u{202f}measured<span class=\"vh\">, Claim 1</span></a>"
        ),
        "{html}"
    );
}

#[test]
fn a_theorem_is_labelled_and_its_proof_ends_in_a_tombstone() {
    let html = body(&page(
        "```{theorem} theorem_c\nname: C\nIt is so.\n```\n\n```{proof} theorem_c\nObviously.\n```\n",
    ));
    assert!(
        html.contains("<div class=\"argued is-theorem\" id=\"theorem_c\">\n<p><a class=\"label\" href=\"#theorem_c\">Theorem C.</a> It is so."),
        "{html}"
    );
    assert!(
        html.contains(
            "<p><em class=\"label\">Proof.</em> Obviously.<span class=\"qed\"> ∎</span></p>"
        ),
        "{html}"
    );
}

#[test]
fn a_proof_apart_from_its_statement_says_of_what() {
    let html = body(&page(
        "```{lemma} one\nIt is so.\n```\n\nMeanwhile.\n\n```{proof} one\nObviously.\n```\n",
    ));
    assert!(html.contains("Proof of Lemma 1.</em> Obviously."), "{html}");
}

#[test]
fn the_workings_list_each_expression_once_with_every_place() {
    let sample = page("`=v` and [sixty-six](=v), $\\val{v}$; [two](=given \"the rules\").")
        .with("v", "66", "66");
    let working = drawn(&sample, Medium::Page, &ClaimState::Measured).working;
    assert_eq!(working.matches("<li data-n").count(), 3, "{working}");
    assert!(
        working.contains(
            "<li data-n=\"0 2\"><span class=\"where\"><a href=\"#_n0\">66</a>, <a \
         href=\"#_n2\">66</a></span> computed from <code>v</code></li>"
        ),
        "{working}"
    );
    assert!(
        working.contains(
            "<a href=\"#_n1\">sixty-six</a></span> checked from <code>v</code> = <code>66</code>"
        ),
        "{working}"
    );
    assert!(working.contains("given: the rules"), "{working}");
}

#[test]
fn a_formula_that_cannot_be_drawn_is_reported_where_it_stands() {
    let sample = page("So $V + \\Omgea(n)$.");
    let input = sample.input(&ClaimState::Measured);
    let mut sink = Sink::default();
    let _ = article(sample.scene(&input), Medium::Page, &mut sink);
    expect_test::expect![[r#"
        error[math::invalid]: KaTeX cannot read it: undefined control sequence: \Omgea
         --> content/games/cake.md:4:9
          |
        4 | So $V + \Omgea(n)$.
          |         ^^^^^^
          |
          = help: correct the command or character at the label"#]]
    .assert_eq(&sample.shown(&sink.into_sorted()));
}

#[test]
fn the_preview_marks_what_is_wrong_and_nothing_beside_it() {
    let sample =
        page("Worth [67](=v), and $x$ of 42 “cuts” in 43 rows.\n\nMore.").with("v", "66", "66");
    let mut input = sample.input(&ClaimState::Measured);
    let mistake = |text: &str| Mistake {
        span: sample.span(text),
        severity: Severity::Error,
        code: "value::wrong",
        message: "it is 66".to_owned(),
        help: Some("write 66".to_owned()),
    };
    input.mistakes = ["67", "x", "42", "43", "title"].map(mistake).into();
    let mut sink = Sink::default();
    let html = article(sample.scene(&input), Medium::Page, &mut sink).body;
    let note = "class=\"mistake is-error\"><strong>value::wrong</strong> it is 66\
                <span class=\"help\">write 66</span>";
    let marked = |text: &str| {
        format!("<mark class=\"wrong is-error\" tabindex=\"0\">{text}<span {note}</span></mark>")
    };
    assert!(html.starts_with(&format!("<p {note}</p>")), "a stray one stands above: {html}");
    assert!(html.contains(&format!("67</data><span {note}</span></mark>, and ")), "{html}");
    assert!(
        html.contains(&format!("<mi>x</mi></mrow></math><span {note}</span></mark> of ")),
        "{html}"
    );
    assert!(html.contains(&format!(" of {} ", marked("42"))), "{html}");
    assert!(html.contains(&format!(" in {} rows.</p>", marked("43"))), "{html}");
    assert_eq!(html.matches("<mark").count(), 4, "{html}");
}

#[test]
fn a_formula_and_the_signs_that_touch_it_stay_on_one_line() {
    let html = body(&page("Let ($x$), and $y$.\n\nThe 2 × 3 cake, $z$ and so on.\n"));
    assert!(html.contains("Let <span class=\"nb\">(<math>"), "{html}");
    assert!(html.contains("</math>),</span> and <span class=\"nb\"><math>"), "{html}");
    assert!(html.contains("</math>.</span></p>"), "{html}");
    assert!(html.contains("The 2\u{a0}×\u{a0}3 cake, <math>"), "{html}");
    assert!(html.contains("</math> and so on"), "{html}");
}

#[test]
fn a_formula_shows_what_it_is_given_and_the_workings_its_reason() {
    let sample = page("Worth $G = \\is{73}{given \"the tables\"}$.");
    let drawn = drawn(&sample, Medium::Page, &ClaimState::Measured);
    let working = &drawn.working;
    assert!(working.contains(">73</a></span> given: the tables</li>"), "{working}");
    assert!(drawn.body.contains("73") && !drawn.body.contains("given"), "{}", drawn.body);
}

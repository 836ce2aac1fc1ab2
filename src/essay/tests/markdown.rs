//! Markdown itself must not suffer from what is added to it.

use super::check;
use super::sound;
use crate::essay::Essay;
use expect_test::expect;

/// The TeX of all formulas.
fn tex(essay: &Essay) -> Vec<&str> {
    essay.formulas.iter().map(|one| one.tex.text.as_str()).collect()
}

#[test]
fn two_formulas_with_underscores_in_a_paragraph() {
    let essay = sound("From $a_1$ to $b_2$, and $x_{i}^* y_*$ too.");
    assert_eq!(tex(&essay), ["a_1", "b_2", "x_{i}^* y_*"]);
    assert_eq!(essay.paragraphs[1].text, "From \u{FFFC} to \u{FFFC}, and \u{FFFC} too.");
}

#[test]
fn line_ends_of_matrices() {
    let matrix = "\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}";
    let essay = sound(&format!(
        "So ${matrix}$.\n\n$$\n\\begin{{aligned}}\na &= b \\\\\nc &= d\n\\end{{aligned}}\n$$\n"
    ));
    assert_eq!(tex(&essay)[0], matrix);
    assert_eq!(tex(&essay)[1], "\n\\begin{aligned}\na &= b \\\\\nc &= d\n\\end{aligned}\n");
}

#[test]
fn two_prices_in_a_sentence_are_no_formula() {
    check(
        "From $5 to $10 a cake.",
        &expect![[r#"
        error[lost::dollar]: `$` begins or ends no formula
         --> content/page.md:4:6
          |
        4 | From $5 to $10 a cake.
          |      ^
          |
          = help: write `\$` for a price; a formula has no space inside its dollars

        error[lost::dollar]: `$` begins or ends no formula
         --> content/page.md:4:12
          |
        4 | From $5 to $10 a cake.
          |            ^
          |
          = help: write `\$` for a price; a formula has no space inside its dollars"#]],
    );
    let essay = sound("From \\$5 to \\$10 a cake, not $5$ or $10$.");
    assert_eq!(tex(&essay), ["5", "10"]);
    assert_eq!(essay.paragraphs[1].text, "From $5 to $10 a cake, not \u{FFFC} or \u{FFFC}.");
}

#[test]
fn dollars_in_code() {
    let essay = sound("`$x$` and ``$y`` and\n\n    $z$\n\n```\n$$w$$\n```\n");
    assert!(essay.formulas.is_empty());
}

#[test]
fn brackets_in_math() {
    let essay = sound("$[a](b)$ and $f(x)[i] \\in [0, 1)$ and $]a, b[$ and $(=x)$");
    assert_eq!(tex(&essay), ["[a](b)", "f(x)[i] \\in [0, 1)", "]a, b[", "(=x)"]);
    assert!(essay.links.is_empty() && essay.bindings.is_empty());
}

#[test]
fn bars_in_math_inside_cells_are_errors_that_name_the_cell() {
    check(
        "| a | b |\n| - | - |\n| $|x|$ | 2 |\n",
        &expect![[r#"
        error[lost::table_row]: this row has 4 cells and its header 2: the last would be dropped
         --> content/page.md:6:1
          |
        6 | | $|x|$ | 2 |
          | ^^^^^^^^^^^^^
          |
          = help: in mathematics write `\mid`, `\vert` or `\Vert` for a bar; elsewhere `\|`

        error[lost::dollar]: `$` begins or ends no formula
         --> content/page.md:6:3
          |
        6 | | $|x|$ | 2 |
          |   ^
          |
          = help: write `\$` for a price; a formula has no space inside its dollars"#]],
    );
    let essay = sound("| a | b |\n| - | - |\n| $\\vert x \\vert \\mid y$ | `a\\|b` |\n");
    assert_eq!(tex(&essay), ["\\vert x \\vert \\mid y"]);
}

#[test]
fn braces_of_templates_in_math() {
    let essay = sound("$\\{{x}\\} {{y}} {% z %}$ and $${{a}}$$");
    assert_eq!(tex(&essay), ["\\{{x}\\} {{y}} {% z %}", "{{a}}"]);
}

#[test]
fn angles_and_ampersands_in_math() {
    let essay = sound("$a < b > c$ and $x<y>z$ and $a &lt; b & c$ and $<b>$");
    assert_eq!(tex(&essay), ["a < b > c", "x<y>z", "a &lt; b & c", "<b>"]);
}

#[test]
fn backticks_in_text() {
    let essay = sound("$\\text{a `b' c}$ and `=x` and $y$");
    assert_eq!(tex(&essay), ["\\text{a `b' c}", "y"]);
    assert_eq!(essay.bindings.len(), 1);
}

#[test]
fn math_in_headings_makes_ids() {
    let essay =
        sound("## $V(1,n)$\n\n## $V(1,n)$\n\n## $\\le$\n\n## The strip $1 \\times n$'s end\n");
    let ids: Vec<_> = essay.headings.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids, ["v-1-n", "v-1-n-2", "le", "the-strip-1-times-ns-end"]);
}

#[test]
fn three_headings_of_math_alone_have_distinct_ids() {
    let essay = sound("## $+$\n\n## $-$\n\n## $\\{\\}$\n\n## Section\n\n## Taken {#section-4}\n");
    let ids: Vec<_> = essay.headings.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids, ["section", "section-2", "section-3", "section-5", "section-4"]);
}

#[test]
fn an_unpaired_dollar() {
    check(
        "A lone $ stands here.",
        &expect![[r#"
        error[lost::dollar]: `$` begins or ends no formula
         --> content/page.md:4:8
          |
        4 | A lone $ stands here.
          |        ^
          |
          = help: write `\$` for a price; a formula has no space inside its dollars"#]],
    );
}

#[test]
fn display_math_glued_to_text_in_lists_and_quotes() {
    let essay = sound("So: $$x$$is it.\n\n- a\n  $$\n  y\n  $$\n- b\n\n> $$a\n> = b$$\n");
    assert_eq!(tex(&essay), ["x", "\ny\n", "a\n= b"]);
    assert!(essay.formulas.iter().all(|one| one.display));
}

#[test]
fn display_math_with_a_blank_line() {
    check(
        "$$x\n\ny$$\n",
        &expect![[r#"
        error[lost::dollar]: `$$` begins or ends no formula
         --> content/page.md:4:1
          |
        4 | $$x
          | ^^
          |
          = help: a display formula holds no empty line and no line that begins a list, a heading or a quotation; a ```` ```math ```` fence has no such trap

        error[lost::dollar]: `$$` begins or ends no formula
         --> content/page.md:6:2
          |
        6 | y$$
          |  ^^
          |
          = help: a display formula holds no empty line and no line that begins a list, a heading or a quotation; a ```` ```math ```` fence has no such trap"#]],
    );
    let essay = sound("```math\nx\n\n- y\n```\n");
    assert_eq!(tex(&essay), ["x\n\n- y"]);
}

#[test]
fn display_math_with_a_line_that_begins_a_list() {
    check(
        "$$\na\n- b\n$$\n",
        &expect![[r#"
        error[lost::dollar]: `$$` begins or ends no formula
         --> content/page.md:4:1
          |
        4 | $$
          | ^^
          |
          = help: a display formula holds no empty line and no line that begins a list, a heading or a quotation; a ```` ```math ```` fence has no such trap

        error[lost::dollar]: `$$` begins or ends no formula
         --> content/page.md:7:1
          |
        7 | $$
          | ^^
          |
          = help: a display formula holds no empty line and no line that begins a list, a heading or a quotation; a ```` ```math ```` fence has no such trap"#]],
    );
}

#[test]
fn numbered_formulas() {
    let essay = sound("$$x$$ {#one}\n\n$$y$$\n\n```math {#three}\nz\n```\n\n- $$w$$ {#four}\n");
    let numbers: Vec<_> = essay.formulas.iter().map(|one| one.number).collect();
    assert_eq!(numbers, [Some(1), None, Some(2), Some(3)]);
}

#[test]
fn dashes_and_lists_and_links_of_every_kind() {
    let essay = sound(
        "- a -- b\n- c\n\n1. d\n2. e\n\n> [f](https://a.b) <https://c.d> <e@f.g> ![h](i.png)\n\n[j][k]\n\n[k]: l.md\n\nm  \nn ~~o~~\n",
    );
    assert_eq!(essay.links.len(), 5);
    let quoted: Vec<_> = essay.paragraphs.iter().map(|one| one.quotation.is_some()).collect();
    assert_eq!(quoted.iter().filter(|quoted| **quoted).count(), 1);
}

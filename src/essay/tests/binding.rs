#![allow(clippy::string_slice, reason = "a test knows its text")]
use super::check;
use super::read;
use super::rendered;
use super::sound;
use crate::diagnostics::Code;
use crate::essay::BindingKind;
use crate::essay::Context;
use expect_test::expect;

#[test]
fn every_form_is_read_with_its_exact_expression() {
    let text = "---\ntitle: T\n---\n`=a(1, 2)` [66](=b(6,360)) [66](<=c(6, 360)>) [15, 7](= \"[d for m in 1..3]\")\n\
                [x](= 'e(\"g\")') [two](=given \"the rules\") $\\val{f(1)} + \\is{1{,}296}{g{2}}$\n\
                [three](= 'given \"a reason\"') `` `=inert` ``\n";
    let essay = sound(text);
    let found: Vec<_> = essay
        .bindings
        .iter()
        .map(|one| {
            assert_eq!(one.expression.text, text[one.expression.span.range()]);
            let shown = match &one.kind {
                BindingKind::Checked(shown)
                | BindingKind::Given(shown)
                | BindingKind::MathChecked(_, shown)
                | BindingKind::MathGiven(_, shown) => {
                    assert_eq!(shown.source.text, text[shown.source.span.range()]);
                    shown.plain.as_str()
                }
                BindingKind::Computed | BindingKind::MathComputed(_) => "",
            };
            (shown, one.expression.text.as_str())
        })
        .collect();
    assert_eq!(
        found,
        [
            ("", "a(1, 2)"),
            ("66", "b(6,360)"),
            ("66", "c(6, 360)"),
            ("15, 7", "[d for m in 1..3]"),
            ("x", "e(\"g\")"),
            ("two", "the rules"),
            ("", "f(1)"),
            ("1,296", "g{2}"),
            ("three", "a reason"),
        ]
    );
    assert!(matches!(essay.bindings[5].kind, BindingKind::Given(_)));
    assert!(matches!(essay.bindings[8].kind, BindingKind::Given(_)));
}

#[test]
fn a_formula_may_hold_a_given_number() {
    let text = "---\ntitle: T\n---\n$G = \\is{7{,}300}{given \"the tables of {Briggs}\"}$ and \
                $\\is{12}{given_name(3)}$\n";
    let essay = sound(text);
    let [given, checked] = essay.bindings.as_slice() else { panic!("{:?}", essay.bindings) };
    let BindingKind::MathGiven(_, shown) = &given.kind else { panic!("{given:?}") };
    assert_eq!(shown.plain, "7,300");
    assert_eq!(given.expression.text, "the tables of {Briggs}");
    assert_eq!(given.expression.text, text[given.expression.span.range()]);
    assert!(matches!(checked.kind, BindingKind::MathChecked(..)));
}

#[test]
fn a_bar_in_a_table_cell_is_escaped_and_keeps_its_place() {
    let cell = "[x](=game(\"{2\\|-2}\"))";
    for text in [
        format!(
            "---\ntitle: T\n---\n| h | k |\n| --- | --- |\n| {cell} | `=game(\"{{2\\|-2}}\")` |\n"
        ),
        format!("---\ntitle: T\n---\nAlso in prose: {cell} and `=game(\"{{2\\|-2}}\")`.\n"),
    ] {
        let essay = sound(&text);
        assert_eq!(essay.bindings.len(), 2);
        for one in &essay.bindings {
            assert_eq!(one.expression.text, "game(\"{2\\|-2}\")");
            assert_eq!(one.expression.text, text[one.expression.span.range()]);
        }
    }
}

#[test]
fn bindings_stand_wherever_prose_does() {
    let essay = sound(
        "---\ntitle: 'A [1](=a)'\ndescription: 'B `=b`'\n---\n## C `=c` {#c}\n\nD[^d] [the `=e`](x.md)\n\n\
         [^d]: `=f`\n\n| h |\n| --- |\n| [1](=g) |\n\n```{figure} fig\nkind: grid\n\
         caption: [1](=h)\n  and `=i`\nalt: `=j`\n```\n\n```{claim} k\nIt is [1](=k).\n\n\
         corrects: it was `=l`\n```\n",
    );
    let contexts: Vec<_> =
        essay.bindings.iter().map(|one| (one.expression.text.as_str(), one.context)).collect();
    let (figure, claim) = (crate::essay::BlockId(0), crate::essay::BlockId(1));
    assert_eq!(
        contexts,
        [
            ("a", Context::Title),
            ("b", Context::Description),
            ("c", Context::Heading),
            ("e", Context::Prose),
            ("f", Context::Footnote),
            ("g", Context::TableCell(0)),
            ("h", Context::Caption(figure)),
            ("i", Context::Caption(figure)),
            ("j", Context::Alt(figure)),
            ("k", Context::Statement(claim)),
            ("l", Context::Corrects(claim)),
        ]
    );
}

#[test]
fn smart_quotes_do_not_reach_expressions_and_formulas() {
    let essay = sound("“\"It's\" -- `=f(\"a\", 'b') -- c` $f'(x) -- \"y\"$ [1](= 'g(\"d\")')”");
    assert_eq!(essay.bindings[0].expression.text, "f(\"a\", 'b') -- c");
    assert_eq!(essay.formulas[0].tex.text, "f'(x) -- \"y\"");
    assert_eq!(essay.bindings[1].expression.text, "g(\"d\")");
    assert_eq!(essay.paragraphs[1].text, "““It’s” – \u{FFFC} \u{FFFC} \u{FFFC}”");
}

#[test]
fn empty_bindings() {
    check(
        "A `=` and [66](=) and [](=x) and $\\val{}$.",
        &expect![[r#"
        error[binding::empty]: a binding has no expression behind its `=`
         --> content/page.md:4:4
          |
        4 | A `=` and [66](=) and [](=x) and $\val{}$.
          |    ^
          |
          = help: write what it computes, as in `=maundy(6,360)`; two backticks show `=` as typed

        error[binding::empty]: a binding has no expression behind its `=`
         --> content/page.md:4:16
          |
        4 | A `=` and [66](=) and [](=x) and $\val{}$.
          |                ^
          |
          = help: write what it computes, as in `=maundy(6,360)`; two backticks show `=` as typed

        error[binding::empty]: a checked binding shows nothing
         --> content/page.md:4:23
          |
        4 | A `=` and [66](=) and [](=x) and $\val{}$.
          |                       ^^^^^
          |
          = help: write the value between the brackets, or let the build write it: `` `=expression` ``

        error[binding::empty]: a binding in a formula is empty
         --> content/page.md:4:35
          |
        4 | A `=` and [66](=) and [](=x) and $\val{}$.
          |                                   ^^^^^^
          |
          = help: write what is shown and what it computes, as in `\is{66}{maundy(6, 360)}`"#]],
    );
}

#[test]
fn nothing_touches_a_binding_of_a_formula() {
    for formula in [
        r"1\val{x}",
        r"1 \val{x}",
        r"1{}\is{66}{x}",
        r"1\,\val{x}",
        r"\val{x}0",
        r"\is{66}{x} 0",
        r"\is{66}{x}{0}",
        r"\is{66}{x}{,}000",
        r"\is{66}{x}.5",
        r"\is{66}{x}\text{0}",
        r"\is{66}{x}\%",
        r"\val{x}\val{y}",
        r"\is{6}{x} \is{6}{x}",
    ] {
        let (_, _, sink) = read(&format!("A ${formula}$ here."));
        let found = sink.diagnostics();
        assert!(!found.is_empty(), "{formula}");
        assert!(found.iter().all(|one| one.code == Code::BindingGlued), "{formula}");
    }
    for formula in [
        r"x^2\val{x}",
        r"a_1 \val{x}",
        r"\frac12\val{x}",
        r"\frac{\val{x}}{2}",
        r"\frac\val{x}{2}",
        r"2 \cdot \val{x} = \val{y}",
        r"\val{x}, 3",
        r"-\val{x}^2",
        r"(\val{x}, \val{y})",
    ] {
        sound(&format!("A ${formula}$ here."));
    }
    check(
        r"A $\is{66}{x}\,000$ here.",
        &expect![[r#"
        error[binding::glued]: `000` touches the binding `\is{66}{x}`
         --> content/page.md:4:4
          |
        4 | A $\is{66}{x}\,000$ here.
          |    ^^^^^^^^^^
          |
          = help: whatever belongs to the number stands inside the braces; else write `\cdot`"#]],
    );
}

#[test]
fn words_that_belong_to_a_bound_number_stand_in_the_bracket() {
    check(
        "It loses minus [66](=x) moves of\n[66](=y) thousand.",
        &expect![[r#"
            error[binding::glued]: `minus` is read as a part of what `[66](=x)` binds
             --> content/page.md:4:10
              |
            4 | It loses minus [66](=x) moves of
              |          ^^^^^ -------- the binding
              |          |
              |          outside
              |
              = help: take the words into the bracket, and let the expression compute the whole number

            error[binding::glued]: `thousand` is read as a part of what `[66](=y)` binds
             --> content/page.md:5:10
              |
            5 | [66](=y) thousand.
              | -------- ^^^^^^^^ outside
              | |
              | the binding
              |
              = help: take the words into the bracket, and let the expression compute the whole number"#]],
    );
    sound("It is twice [66](=x), and six minus [two](=y) is [four](=6-y).");
}

#[test]
fn glued_bindings() {
    check(
        "−[66](=x), 1[66](=x), [66](=x)%, [66](=x)th, **1**[66](=x).",
        &expect![[r#"
        error[binding::glued]: `−` touches the binding `[66](=x)`
         --> content/page.md:4:1
          |
        4 | −[66](=x), 1[66](=x), [66](=x)%, [66](=x)th, **1**[66](=x).
          | ^-------- the binding
          | |
          | outside
          |
          = help: whatever belongs to the number stands inside the brackets; else put a space between

        error[binding::glued]: `1` touches the binding `[66](=x)`
         --> content/page.md:4:12
          |
        4 | −[66](=x), 1[66](=x), [66](=x)%, [66](=x)th, **1**[66](=x).
          |            ^-------- the binding
          |            |
          |            outside
          |
          = help: whatever belongs to the number stands inside the brackets; else put a space between

        error[binding::glued]: `%` touches the binding `[66](=x)`
         --> content/page.md:4:31
          |
        4 | −[66](=x), 1[66](=x), [66](=x)%, [66](=x)th, **1**[66](=x).
          |                       --------^ outside
          |                       |
          |                       the binding
          |
          = help: whatever belongs to the number stands inside the brackets; else put a space between

        error[binding::glued]: `t` touches the binding `[66](=x)`
         --> content/page.md:4:42
          |
        4 | −[66](=x), 1[66](=x), [66](=x)%, [66](=x)th, **1**[66](=x).
          |                                  --------^ outside
          |                                  |
          |                                  the binding
          |
          = help: whatever belongs to the number stands inside the brackets; else put a space between

        error[binding::glued]: `1` touches the binding `[66](=x)`
         --> content/page.md:4:48
          |
        4 | −[66](=x), 1[66](=x), [66](=x)%, [66](=x)th, **1**[66](=x).
          |                                                ^  -------- the binding
          |                                                |
          |                                                outside
          |
          = help: whatever belongs to the number stands inside the brackets; else put a space between"#]],
    );
}

#[test]
fn shown_text_is_plain() {
    check(
        "[**66**](=x) and [$66$](=x)",
        &expect![[r#"
        error[binding::shown_text]: `**66**` stands in the brackets of a binding
         --> content/page.md:4:2
          |
        4 | [**66**](=x) and [$66$](=x)
          |  ^^^^^^
          |
          = help: the brackets hold plain text: put emphasis around the binding, and a value in mathematics as `\is{66}{expression}`

        error[binding::shown_text]: `$66$` stands in the brackets of a binding
         --> content/page.md:4:19
          |
        4 | [**66**](=x) and [$66$](=x)
          |                   ^^^^
          |
          = help: the brackets hold plain text: put emphasis around the binding, and a value in mathematics as `\is{66}{expression}`"#]],
    );
}

#[test]
fn address_and_title_are_one_too_many() {
    check(
        "[66](=x \"y\")",
        &expect![[r#"
        error[binding::two_expressions]: `x` stands as address and `y` as title of one binding
         --> content/page.md:4:7
          |
        4 | [66](=x "y")
          |       ^  - the title
          |       |
          |       the address
          |
          = help: keep one of them: `[66](=address)` or `[66](= "title")`"#]],
    );
}

#[test]
fn a_space_before_the_sign() {
    check(
        "So ` =x` is shown.",
        &expect![[r#"
        error[binding::space]: ` =x` begins with a space before its `=`
         --> content/page.md:4:4
          |
        4 | So ` =x` is shown.
          |    ^^^^^
          |
          = help: take the space away to have it computed, or use two backticks to show it as typed"#]],
    );
}

#[test]
fn expressions_that_markdown_changes() {
    check(
        "[66](= \"f(\\\"g\\\")\") and [1](=a&lt;b)\n\n> [2](= \"x\n> y\")",
        &expect![[r#"
            error[binding::escaped]: Markdown reads `f(\"g\")` as `f("g")`
             --> content/page.md:4:9
              |
            4 | [66](= "f(\"g\")") and [1](=a&lt;b)
              |         ^^^^^^^^
              |
              = help: use the other quotes instead of a backslash (but `\|` for a bar in a table), write characters instead of `&…;`, and keep the expression on one line

            error[binding::escaped]: Markdown reads `a&lt;b` as `a<b`
             --> content/page.md:4:29
              |
            4 | [66](= "f(\"g\")") and [1](=a&lt;b)
              |                             ^^^^^^
              |
              = help: use the other quotes instead of a backslash (but `\|` for a bar in a table), write characters instead of `&…;`, and keep the expression on one line

            error[binding::escaped]: Markdown reads `x > y` as `x y`
             --> content/page.md:6:10
              |
            6 |   > [2](= "x
              |  __________^
            7 | | > y")
              | |___^
              |
              = help: use the other quotes instead of a backslash (but `\|` for a bar in a table), write characters instead of `&…;`, and keep the expression on one line"#]],
    );
}

#[test]
fn bindings_in_the_wrong_place() {
    check(
        "![66](=x) and [66][r]\n\n[r]: =x\n",
        &expect![[r#"
        error[binding::misplaced]: `=x` stands as the address of an image or of a reference link
         --> content/page.md:4:1
          |
        4 | ![66](=x) and [66][r]
          | ^^^^^^^^^
          |
          = help: write a checked value as `[66](=expression)`, a computed one as `` `=expression` ``

        error[binding::misplaced]: `=x` stands as the address of an image or of a reference link
         --> content/page.md:4:15
          |
        4 | ![66](=x) and [66][r]
          |               ^^^^^^^
          |
          = help: write a checked value as `[66](=expression)`, a computed one as `` `=expression` ``

        error[binding::misplaced]: `[r]: =x` defines a link address that begins with `=`
         --> content/page.md:6:1
          |
        6 | [r]: =x
          | ^^^^^^^
          |
          = help: write a checked value as `[66](=expression)`"#]],
    );
}

#[test]
fn a_heading_with_a_value_has_an_id() {
    check(
        "## The `=x` cakes\n\n## The $\\val{x}$ others {#others}\n",
        &expect![[r#"
            error[binding::heading_id]: a heading with a value in it has no id of its own
             --> content/page.md:4:1
              |
            4 | ## The `=x` cakes
              | ^^^^^^^^^^^^^^^^^
              |
              = help: end it with an id, as in `{#how_many}`, so that links do not change with the value"#]],
    );
}

#[test]
fn a_given_number_has_a_reason() {
    check(
        "[two](=given) and [three](=given \" \") and [4](<=given nothing>)",
        &expect![[r#"
        error[binding::given_reason]: a given number has no reason
         --> content/page.md:4:1
          |
        4 | [two](=given) and [three](=given " ") and [4](<=given nothing>)
          | ^^^^^^^^^^^^^
          |
          = help: say where it comes from, as in `[two](=given "the rules of the game")`

        error[binding::given_reason]: a given number has no reason
         --> content/page.md:4:19
          |
        4 | [two](=given) and [three](=given " ") and [4](<=given nothing>)
          |                   ^^^^^^^^^^^^^^^^^^^
          |
          = help: say where it comes from, as in `[two](=given "the rules of the game")`

        error[binding::given_reason]: a given number has no reason
         --> content/page.md:4:43
          |
        4 | [two](=given) and [three](=given " ") and [4](<=given nothing>)
          |                                           ^^^^^^^^^^^^^^^^^^^^^
          |
          = help: say where it comes from, as in `[two](=given "the rules of the game")`"#]],
    );
}

#[test]
fn formulas_with_broken_bindings() {
    check(
        "$\\val x + \\is{66} + \\val{f(1}$",
        &expect![[r#"
        error[formula::binding]: `\val` lacks its braces
         --> content/page.md:4:2
          |
        4 | $\val x + \is{66} + \val{f(1}$
          |  ^^^^
          |
          = help: write `\val{expression}`, with as many closing braces as opening ones

        error[formula::binding]: `\is` lacks its braces
         --> content/page.md:4:11
          |
        4 | $\val x + \is{66} + \val{f(1}$
          |           ^^^^^^^
          |
          = help: write `\is{66}{expression}`, with as many closing braces as opening ones"#]],
    );
}

#[test]
fn numerals_for_which_a_mistake_speaks_are_not_found_again() {
    for (text, left) in [
        ("It is [66](=f(6, 360)), so 7.", &["7"][..]),
        ("Of [5](=x) it is [sixty 6](<=a < 8>), 9 say.", &["9"]),
        ("It is 1[66](=x) or 21[66](=x), not 3.", &["3"]),
        ("It is [66](=x)0 and [6](=x)%, [66](=x) thousand of 4.", &["4"]),
        ("A link [66](no 7) and 8.", &["66", "7", "8"]),
    ] {
        let (_, essay, sink) = super::read(text);
        assert!(!sink.into_sorted().is_empty(), "{text}");
        let found: Vec<&str> = essay
            .numerals
            .iter()
            .map(|one| &essay.paragraphs[one.paragraph].text[one.range.clone()])
            .collect();
        assert_eq!(found, left, "{text}");
    }
}

#[test]
fn text_that_was_meant_as_a_binding() {
    check(
        "[66](=f(6, 360)) and [66](<=a < b>) and \\[66](=x) and [66\\](=x)",
        &expect![[r#"
            error[lost::link]: `](=f(6, 360))` is no binding as it stands
             --> content/page.md:4:4
              |
            4 | [66](=f(6, 360)) and [66](<=a < b>) and \[66](=x) and [66\](=x)
              |    ^^^^^^^^^^^^^
              |
              = help: a space ends the address: write `(<=…>)`, or quotes, as in `[66](= "1 + 2")`

            error[lost::link]: `](<=a < b>)` is no binding as it stands
             --> content/page.md:4:25
              |
            4 | [66](=f(6, 360)) and [66](<=a < b>) and \[66](=x) and [66\](=x)
              |                         ^^^^^^^^^^^
              |
              = help: between angle brackets `<`, `>` and line breaks cannot stand: write `≤`, `≥`, or the expression in quotes, as in `[66](= "m < n")`

            error[lost::link]: `](=x)` is no binding as it stands
             --> content/page.md:4:45
              |
            4 | [66](=f(6, 360)) and [66](<=a < b>) and \[66](=x) and [66\](=x)
              |                                             ^^^^^
              |
              = help: what is shown stands between brackets before it, without links or other bindings; write `\](` if it is text"#]],
    );
}

#[test]
fn bounds_outside_are_shown_inside_with_the_words_and_the_expression_of_the_author() {
    for (text, inside) in [
        ("It has fewer than [720](=2*360) moves.", "`[fewer than …](=2*360)`"),
        ("It has more than `=f(1, 2)` moves.", "`[more than …](= \"f(1, 2)\")`"),
        ("It has more than [5](= 'f(\"a\")') moves.", "`[more than …](= 'f(\"a\")')`"),
        // What the bracket does not read is said in other words.
        ("Its value exceeds [5](=x).", "`[more than …](=x)`"),
    ] {
        let (sources, _, sink) = read(text);
        let told = rendered(sink, &sources);
        assert!(told.contains("binding::glued") && told.contains(inside), "{told}");
    }
}

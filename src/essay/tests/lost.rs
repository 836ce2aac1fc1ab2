use super::check;
use super::sound;
use expect_test::expect;

#[test]
fn heading_attributes() {
    check(
        "## The switch {2|-2}\n\n## A {#a .b}\n\n## B {}\n",
        &expect![[r#"
        error[lost::heading_attribute]: `{2|-2}` at the end of a heading would be dropped
         --> content/page.md:4:15
          |
        4 | ## The switch {2|-2}
          |               ^^^^^^
          |
          = help: only an id may stand there, as in `{#id}`; put mathematics between dollars

        error[lost::heading_attribute]: `{#a .b}` at the end of a heading would be dropped
         --> content/page.md:6:6
          |
        6 | ## A {#a .b}
          |      ^^^^^^^
          |
          = help: only an id may stand there, as in `{#id}`; put mathematics between dollars

        error[lost::heading_attribute]: `{}` at the end of a heading would be dropped
         --> content/page.md:8:6
          |
        8 | ## B {}
          |      ^^
          |
          = help: only an id may stand there, as in `{#id}`; put mathematics between dollars"#]],
    );
}

#[test]
fn rows_with_more_cells_than_the_header() {
    check(
        "| a | b |\n| - | - |\n| 1 | 2 | 3 |\n| $x | y$ | 2 |\n",
        &expect![[r#"
        error[lost::table_row]: this row has 3 cells and its header 2: the last would be dropped
         --> content/page.md:6:1
          |
        6 | | 1 | 2 | 3 |
          | ^^^^^^^^^^^^^
          |
          = help: in mathematics write `\mid`, `\vert` or `\Vert` for a bar; elsewhere `\|`

        error[lost::table_row]: this row has 3 cells and its header 2: the last would be dropped
         --> content/page.md:7:1
          |
        7 | | $x | y$ | 2 |
          | ^^^^^^^^^^^^^^^
          |
          = help: in mathematics write `\mid`, `\vert` or `\Vert` for a bar; elsewhere `\|`

        error[lost::dollar]: `$` begins or ends no formula
         --> content/page.md:7:3
          |
        7 | | $x | y$ | 2 |
          |   ^
          |
          = help: write `\$` for a price; a formula has no space inside its dollars

        error[lost::dollar]: `$` begins or ends no formula
         --> content/page.md:7:9
          |
        7 | | $x | y$ | 2 |
          |         ^
          |
          = help: write `\$` for a price; a formula has no space inside its dollars"#]],
    );
}

#[test]
fn bars_that_are_no_table() {
    check(
        "| a | b |\n| c | d |\n\nSo.\n\n| a | b |\n| - |\n",
        &expect![[r#"
        error[lost::table]: `| a | b |` is no row of a table
         --> content/page.md:4:1
          |
        4 | | a | b |
          | ^^^^^^^^^
          |
          = help: a table has a header, a line of hyphens with as many cells, and no empty line between its rows; write `\|` if it is text

        error[lost::table]: `| c | d |` is no row of a table
         --> content/page.md:5:1
          |
        5 | | c | d |
          | ^^^^^^^^^
          |
          = help: a table has a header, a line of hyphens with as many cells, and no empty line between its rows; write `\|` if it is text

        error[lost::table]: `| a | b |` is no row of a table
         --> content/page.md:9:1
          |
        9 | | a | b |
          | ^^^^^^^^^
          |
          = help: a table has a header, a line of hyphens with as many cells, and no empty line between its rows; write `\|` if it is text

        error[lost::table]: `| - |` is no row of a table
          --> content/page.md:10:1
           |
        10 | | - |
           | ^^^^^
           |
           = help: a table has a header, a line of hyphens with as many cells, and no empty line between its rows; write `\|` if it is text"#]],
    );
}

#[test]
fn formulas_that_markdown_changes() {
    check(
        "| a |\n| - |\n| $x \\| y$ |\n",
        &expect![[r#"
        error[lost::math]: Markdown reads the formula `x \| y` as `x | y`
         --> content/page.md:6:3
          |
        6 | | $x \| y$ |
          |   ^^^^^^^^
          |
          = help: in a table cell write `\mid`, `\vert` or `\Vert` for a bar"#]],
    );
}

#[test]
fn html() {
    check(
        "A <b>bold</b> claim.\n\n<div>\n\n<!-- x --> y\n",
        &expect![[r#"
        error[lost::html]: `<b>` is HTML, which essays do not hold
         --> content/page.md:4:3
          |
        4 | A <b>bold</b> claim.
          |   ^^^
          |
          = help: say it in Markdown, or write `\<` if it is text

        error[lost::html]: `</b>` is HTML, which essays do not hold
         --> content/page.md:4:10
          |
        4 | A <b>bold</b> claim.
          |          ^^^^
          |
          = help: say it in Markdown, or write `\<` if it is text

        error[lost::html]: `<div>` is HTML, which essays do not hold
         --> content/page.md:6:1
          |
        6 | <div>
          | ^^^^^
          |
          = help: say it in Markdown, or write `\<` if it is text

        error[lost::html]: `y` is HTML, which essays do not hold
         --> content/page.md:8:12
          |
        8 | <!-- x --> y
          |            ^
          |
          = help: say it in Markdown, or write `\<` if it is text"#]],
    );
    sound("A <!-- remark --> text.\n\n<!-- one -->\n<!-- two\nlines -->\n\nB.");
}

#[test]
fn fences_that_are_not_closed() {
    check(
        "```{def}\nN = 1\n",
        &expect![[r#"
            error[lost::fence]: the fence is not closed
             --> content/page.md:4:1
              |
            4 | ```{def}
              | ^^^^^^^^
              |
              = help: close it with a line of as many fence characters"#]],
    );
    check(
        "> ```\n> x\n\nText\n",
        &expect![[r#"
            error[lost::fence]: the fence is not closed
             --> content/page.md:4:3
              |
            4 | > ```
              |   ^^^
              |
              = help: close it with a line of as many fence characters"#]],
    );
    check(
        "```math id\nx\n```\n",
        &expect![[r#"
        error[lost::fence]: `id` behind `math` means nothing
         --> content/page.md:4:9
          |
        4 | ```math id
          |         ^^
          |
          = help: only an id may stand there, as in ```` ```math {#recursion} ````"#]],
    );
}

#[test]
fn footnotes_without_text_or_mark() {
    check(
        "A[^a] B[^b]\n\n[^a]: one\n\n[^a]: two\n\n[^c]: three\n",
        &expect![[r#"
        error[lost::footnote]: there is no footnote `[^b]`
         --> content/page.md:4:8
          |
        4 | A[^a] B[^b]
          |        ^^^^
          |
          = help: define it at the margin as `[^label]: text`

        error[lost::footnote]: the footnote `a` stands twice
         --> content/page.md:8:1
          |
        8 | [^a]: two
          | ^^^^^
          |
          = help: give one of them another label

        error[lost::footnote]: nothing refers to the footnote `c`
          --> content/page.md:10:1
           |
        10 | [^c]: three
           | ^^^^^
           |
           = help: refer to it in the text as `[^label]`, or take it away"#]],
    );
}

#[test]
fn dollars_that_are_no_formula() {
    check(
        "It costs $5, or $6 or $ 7 $.\n\n$$a\n\nb$$\n",
        &expect![[r#"
        error[lost::dollar]: `$` begins or ends no formula
         --> content/page.md:4:10
          |
        4 | It costs $5, or $6 or $ 7 $.
          |          ^
          |
          = help: write `\$` for a price; a formula has no space inside its dollars

        error[lost::dollar]: `$` begins or ends no formula
         --> content/page.md:4:17
          |
        4 | It costs $5, or $6 or $ 7 $.
          |                 ^
          |
          = help: write `\$` for a price; a formula has no space inside its dollars

        error[lost::dollar]: `$` begins or ends no formula
         --> content/page.md:4:23
          |
        4 | It costs $5, or $6 or $ 7 $.
          |                       ^
          |
          = help: write `\$` for a price; a formula has no space inside its dollars

        error[lost::dollar]: `$` begins or ends no formula
         --> content/page.md:4:27
          |
        4 | It costs $5, or $6 or $ 7 $.
          |                           ^
          |
          = help: write `\$` for a price; a formula has no space inside its dollars

        error[lost::dollar]: `$$` begins or ends no formula
         --> content/page.md:6:1
          |
        6 | $$a
          | ^^
          |
          = help: a display formula holds no empty line and no line that begins a list, a heading or a quotation; a ```` ```math ```` fence has no such trap

        error[lost::dollar]: `$$` begins or ends no formula
         --> content/page.md:8:2
          |
        8 | b$$
          |  ^^
          |
          = help: a display formula holds no empty line and no line that begins a list, a heading or a quotation; a ```` ```math ```` fence has no such trap"#]],
    );
    check(
        "From $5-$10, US$5 and a$x$ to $x$2.\n",
        &expect![[r#"
        error[lost::dollar]: `$5-$` is read as a formula
         --> content/page.md:4:6
          |
        4 | From $5-$10, US$5 and a$x$ to $x$2.
          |      ^^^^
          |
          = help: write `\$` for a price

        error[lost::dollar]: the formula `$5-$` touches a word or a digit
         --> content/page.md:4:6
          |
        4 | From $5-$10, US$5 and a$x$ to $x$2.
          |      ^^^^
          |
          = help: put a space between, or write `\$` for a price

        error[lost::dollar]: the formula `$5 and a$` touches a word or a digit
         --> content/page.md:4:16
          |
        4 | From $5-$10, US$5 and a$x$ to $x$2.
          |                ^^^^^^^^^
          |
          = help: put a space between, or write `\$` for a price

        error[lost::dollar]: `$` begins or ends no formula
         --> content/page.md:4:26
          |
        4 | From $5-$10, US$5 and a$x$ to $x$2.
          |                          ^
          |
          = help: write `\$` for a price; a formula has no space inside its dollars

        error[lost::dollar]: the formula `$x$` touches a word or a digit
         --> content/page.md:4:31
          |
        4 | From $5-$10, US$5 and a$x$ to $x$2.
          |                               ^^^
          |
          = help: put a space between, or write `\$` for a price"#]],
    );
    sound("It costs \\$5 or \\$6, as `$7` says, and &dollar;8.");
}

#[test]
fn links_that_are_none() {
    check(
        "[a [66](=x) b](u.md) and [c](d e)\n",
        &expect![[r#"
        error[lost::link]: `](u.md)` is no link as it stands
         --> content/page.md:4:14
          |
        4 | [a [66](=x) b](u.md) and [c](d e)
          |              ^^^^^^^
          |
          = help: a link holds no other link or checked value, and its address no spaces; write `\]` if it is text

        error[lost::link]: `](d e)` is no link as it stands
         --> content/page.md:4:28
          |
        4 | [a [66](=x) b](u.md) and [c](d e)
          |                            ^^^^^^
          |
          = help: a link holds no other link or checked value, and its address no spaces; write `\]` if it is text"#]],
    );
    sound("f\\[i\\](x)");
}

#[test]
fn definitions_that_are_dropped() {
    check(
        "[66]: value\n\n[a]: x\n[a]: y\n\nSee [a].\n",
        &expect![[r#"
            error[lost::definition]: `[66]: value` would be dropped: no link uses it
             --> content/page.md:4:1
              |
            4 | [66]: value
              | ^^^^^^^^^^^
              |
              = help: take it away, or put a backslash before its bracket if it is text

            error[lost::definition]: `[a]: y` would be dropped
             --> content/page.md:7:1
              |
            7 | [a]: y
              | ^^^^^^
              |
              = help: a link definition counts once and where it is used; put a backslash before its bracket if it is text"#]],
    );
}

#[test]
fn numbers_of_lists_that_would_change() {
    check(
        "1. a\n3. b\n\nText\n\n2. a\n2. b\n",
        &expect![[r#"
        error[lost::list]: the item numbered 3 would be shown as 2
         --> content/page.md:5:1
          |
        5 | 3. b
          | ^
          |
          = help: number the items of a list in order, or all alike"#]],
    );
}

#[test]
fn ids_that_label_nothing() {
    check(
        "Text {#a} and $x$ {#b}.\n\n$$x$$ {#c} more\n",
        &expect![[r#"
        error[reference::stray_id]: `{#a}` labels nothing
         --> content/page.md:4:6
          |
        4 | Text {#a} and $x$ {#b}.
          |      ^^^^
          |
          = help: an id stands at the end of a heading or right behind a display formula

        error[reference::stray_id]: `{#b}` labels nothing
         --> content/page.md:4:19
          |
        4 | Text {#a} and $x$ {#b}.
          |                   ^^^^
          |
          = help: an id stands at the end of a heading or right behind a display formula

        error[reference::stray_id]: `{#c}` labels nothing
         --> content/page.md:6:7
          |
        6 | $$x$$ {#c} more
          |       ^^^^
          |
          = help: an id stands at the end of a heading or right behind a display formula"#]],
    );
}

#[test]
fn titles_of_links() {
    check(
        "See [a](https://example.org/ \"it is long\") and [b][k].\n\n[k]: https://example.org/ 'long'\n",
        &expect![[r#"
            error[lost::title]: the title `it is long` would be dropped
             --> content/page.md:4:31
              |
            4 | See [a](https://example.org/ "it is long") and [b][k].
              |                               ^^^^^^^^^^
              |
              = help: say it in the text: a title is seen by those alone who point with a mouse

            error[lost::title]: the title `long` would be dropped
             --> content/page.md:4:48
              |
            4 | See [a](https://example.org/ "it is long") and [b][k].
              |                                                ^^^^^^
              |
              = help: say it in the text: a title is seen by those alone who point with a mouse"#]],
    );
}

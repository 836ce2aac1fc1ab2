use super::FRONT;
use super::check;
use super::rendered;
use crate::diagnostics::Sink;
use crate::diagnostics::Sources;
use crate::essay::Essay;
use crate::essay::parse;
use crate::essay::references;
use crate::essay::references::Anchor;
use expect_test::Expect;
use expect_test::expect;

/// Parses pages, each behind a front matter, and follows their links.
fn pages(texts: &[(&str, &str)]) -> (Vec<Essay>, references::References, String) {
    let mut sources = Sources::default();
    let mut sink = Sink::default();
    let essays: Vec<Essay> = texts
        .iter()
        .map(|(path, text)| {
            let text = format!("{FRONT}{text}");
            let source = sources.add(format!("content/{path}"), text.as_str());
            parse(source, path, &text, &mut sink)
        })
        .collect();
    let references = references::resolve(&essays, &mut sink);
    (essays, references, rendered(sink, &sources))
}

fn check_pages(texts: &[(&str, &str)], expected: &Expect) {
    expected.assert_eq(&pages(texts).2);
}

const FIGURES: &str = "```{figure} a\nkind: grid\nalt: x\n```\n\n```{figure} b\nkind: grid\nalt: x\n```\n\n\
                       ```{theorem} m\nname: M\nText\n```\n\n$$x$$ {#eq}\n\n## Part {#part}\n";

#[test]
fn references_lead_to_what_they_name() {
    let text = format!(
        "{FIGURES}\n[](#b) [Figure 1](#a) [Theorem M](#m) [(1)](#eq) [Eq. (1)](#eq) [](#part) [✓](#m) \
         [there](../x/y.md#b) [](../x/y.md) [the figure](#a)\n"
    );
    let (essays, references, told) = pages(&[("cake/z.md", &text), ("x/y.md", FIGURES)]);
    assert_eq!(told, "");
    let found: Vec<_> = (0..essays[0].links.len())
        .map(|index| {
            let one = references.of(0, crate::essay::LinkId(index)).unwrap();
            (one.essay, one.label.clone().unwrap_or_default(), one.written, one.badge)
        })
        .collect();
    let expected = [
        (0, "Figure 2", true, false),
        (0, "Figure 1", false, false),
        (0, "Theorem M", false, false),
        (0, "(1)", false, false),
        (0, "(1)", false, false),
        (0, "", true, false),
        (0, "Theorem M", false, true),
        (1, "Figure 2", false, false),
        (1, "", true, false),
        (0, "Figure 1", false, false),
    ];
    assert_eq!(found, expected.map(|(a, b, c, d)| (a, b.to_owned(), c, d)));
    assert_eq!(references.lookup("cake/z.md", "../x/y.md#part"), Some((1, Anchor::Heading(0))));
    assert_eq!(references.lookup("cake/z.md", "#nothing"), None);
}

#[test]
fn letters_roman_numerals_and_words_are_compared_like_numbers() {
    let said = |link: &str| {
        let text = format!("{FIGURES}\n## Section B: the end {{#end}}\n\n{link}\n");
        pages(&[("a.md", &text)]).2
    };
    for right in [
        "[Theorem M](#m)",
        "[theorem M](#m)",
        "[the theorem](#m)",
        "[Theorem](#m)",
        "[Section B](#end)",
        "[Part](#part)",
        "[that part](#part)",
        "[Figure out](#a) how",
    ] {
        assert_eq!(said(right), "", "{right}");
    }
    for wrong in [
        "[Theorem N](#m)",
        "[Lemma M](#m)",
        "[Lemma](#m)",
        "[Theorem II](#m)",
        "[Figure two](#a)",
        "[Figure I.1](#a)",
        "[Equation I](#eq)",
        "[§ 1](#part)",
        "[Part II](#part)",
        "[Section one](#end)",
        "[Appendix C](#end)",
    ] {
        assert!(said(wrong).contains("error[reference::"), "{wrong}");
    }
}

#[test]
fn a_reference_to_another_page_names_it_where_it_could_be_mistaken() {
    let links = "[](b.md#a) [](b.md#m) [](b.md#eq) [](b.md#part) [Figure 1](b.md#a)\n";
    let own = "```{figure} own\nkind: grid\nalt: x\n```\n\n```{theorem} m\nname: N\nText\n```\n\n";
    let named = "```{lemma} own\nname: M\nText\n```\n\n```{theorem} m\nname: M\nText\n```\n\n";
    let numbered = "$$x$$ {#own}\n\n";
    for (above, expected) in [
        ("", [false, false, false, false, false]),
        (own, [true, false, false, false, false]),
        (named, [false, true, false, false, false]),
        (numbered, [false, false, true, false, false]),
    ] {
        let text = format!("{above}{links}");
        let (_, references, told) = pages(&[("a.md", &text), ("b.md", FIGURES)]);
        assert_eq!(told, "");
        let names = |link| references.of(0, crate::essay::LinkId(link)).unwrap().names_page;
        assert_eq!([0, 1, 2, 3, 4].map(names), expected, "{above}");
    }
}

#[test]
fn whoever_refers_to_what_is_gone_is_named() {
    check_pages(
        &[
            ("a.md", "See [it](b.md#zero_rul) and [it](b.md#zero_rul)."),
            ("b.md", "```{lemma} zero_rule\nL\n```\n\n[it](#zero_rul) [p](c.md) [q](#elsewhere)"),
            ("deep/c.md", "## E {#elsewhere}\n"),
        ],
        &expect![[r#"
            error[reference::dangling]: nothing in `b.md` has the id `zero_rul`
             --> content/a.md:4:10
              |
            4 | See [it](b.md#zero_rul) and [it](b.md#zero_rul).
              |          ^^^^^^^^^^^^^           ------------- and here
              |          |
              |          referred to here
              |
             ::: content/b.md:8:6
              |
            8 | [it](#zero_rul) [p](c.md) [q](#elsewhere)
              |      --------- and here
              |
              = help: did you mean `#zero_rule`?

            error[reference::dangling]: there is no page `c.md`
             --> content/b.md:8:21
              |
            8 | [it](#zero_rul) [p](c.md) [q](#elsewhere)
              |                     ^^^^
              |
              = help: did you mean `deep/c.md`? If the page was renamed or moved, `aliases:` there keeps its old address

            error[reference::dangling]: nothing in `b.md` has the id `elsewhere`
             --> content/b.md:8:31
              |
            8 | [it](#zero_rul) [p](c.md) [q](#elsewhere)
              |                               ^^^^^^^^^^
              |
              = help: `deep/c.md` has it"#]],
    );
}

#[test]
fn wrong_numbers_are_mended() {
    let text = format!(
        "{FIGURES}\n[Figure 1](#b), [Table 2](#b), [(3)](#eq), [Eq. 4](#eq), see [figure 7](#a).\n"
    );
    check(
        &text,
        &expect![[r#"
        error[reference::wrong_number]: `#b` is Figure 2, not Figure 1
          --> content/page.md:23:2
           |
        23 | [Figure 1](#b), [Table 2](#b), [(3)](#eq), [Eq. 4](#eq), see [figure 7](#a).
           |  ^^^^^^^^ stated here
           |
           = help: write Figure 2, or leave the brackets empty to have it written

        error[reference::wrong_number]: `#b` is Figure 2, not Table 2
          --> content/page.md:23:18
           |
        23 | [Figure 1](#b), [Table 2](#b), [(3)](#eq), [Eq. 4](#eq), see [figure 7](#a).
           |                  ^^^^^^^ stated here
           |
           = help: write Figure 2, or leave the brackets empty to have it written

        error[reference::wrong_number]: `#eq` is (1), not (3)
          --> content/page.md:23:33
           |
        23 | [Figure 1](#b), [Table 2](#b), [(3)](#eq), [Eq. 4](#eq), see [figure 7](#a).
           |                                 ^^^ stated here
           |
           = help: write (1), or leave the brackets empty to have it written

        error[reference::wrong_number]: `#eq` is (1), not Eq. 4
          --> content/page.md:23:45
           |
        23 | [Figure 1](#b), [Table 2](#b), [(3)](#eq), [Eq. 4](#eq), see [figure 7](#a).
           |                                             ^^^^^ stated here
           |
           = help: write (1), or leave the brackets empty to have it written

        error[reference::wrong_number]: `#a` is Figure 1, not figure 7
          --> content/page.md:23:63
           |
        23 | [Figure 1](#b), [Table 2](#b), [(3)](#eq), [Eq. 4](#eq), see [figure 7](#a).
           |                                                               ^^^^^^^^ stated here
           |
           = help: write Figure 1, or leave the brackets empty to have it written"#]],
    );
}

#[test]
fn headings_and_pages_have_no_number() {
    check(
        "## Part {#part}\n\n[Section 4](#part) and [Figure 1](page.md)\n",
        &expect![[r#"
        error[reference::not_numbered]: the text says `Section 4`, and `#part` has no number
         --> content/page.md:6:2
          |
        6 | [Section 4](#part) and [Figure 1](page.md)
          |  ^^^^^^^^^
          |
          = help: name the target by its id, or say what it is in words

        error[reference::not_numbered]: the text says `Figure 1`, and `page.md` has no number
         --> content/page.md:6:25
          |
        6 | [Section 4](#part) and [Figure 1](page.md)
          |                         ^^^^^^^^
          |
          = help: name the target by its id, or say what it is in words"#]],
    );
}

#[test]
fn badges_name_claims() {
    check(
        "## Part {#part}\n\nSo it is. [✓](#part)\n",
        &expect![[r#"
        error[reference::badge]: the badge names `#part`, which claims nothing
         --> content/page.md:6:11
          |
        6 | So it is. [✓](#part)
          |           ^^^^^^^^^^
          |
          = help: a badge names a claim or a theorem, as in `[✓](#zero_rule)`"#]],
    );
}

#[test]
fn links_out_have_a_text() {
    check(
        "[](https://oeis.org) and [](grid.svg)\n",
        &expect![[r#"
        error[reference::no_text]: the link to `https://oeis.org` has no text
         --> content/page.md:4:1
          |
        4 | [](https://oeis.org) and [](grid.svg)
          | ^^^^^^^^^^^^^^^^^^^^
          |
          = help: write it between the brackets; only a reference to an id or a page is written by the build

        error[reference::no_text]: the link to `grid.svg` has no text
         --> content/page.md:4:26
          |
        4 | [](https://oeis.org) and [](grid.svg)
          |                          ^^^^^^^^^^^^
          |
          = help: write it between the brackets; only a reference to an id or a page is written by the build"#]],
    );
}

#[test]
fn a_heading_lends_its_text_unless_it_waits_for_another() {
    check(
        "## Of $n$ and `code` {#part}\n\n## See [](#part) {#waits}\n\n## {#empty}\n\n\
         [](#part), [](#waits), [](#empty) and [](page.md)\n",
        &expect![[r#"
            error[reference::no_text]: the link to `#waits` has no text, and its target has none to lend
              --> content/page.md:10:12
               |
            10 | [](#part), [](#waits), [](#empty) and [](page.md)
               |            ^^^^^^^^^^
               |
               = help: write it between the brackets

            error[reference::no_text]: the link to `#empty` has no text, and its target has none to lend
              --> content/page.md:10:24
               |
            10 | [](#part), [](#waits), [](#empty) and [](page.md)
               |                        ^^^^^^^^^^
               |
               = help: write it between the brackets"#]],
    );
}

#[test]
fn a_page_that_was_renamed_is_found_by_its_words() {
    let told = |wanted: &str| {
        let text = format!("[it]({wanted})");
        pages(&[("index.md", &text), ("kayles-game.md", ""), ("why-cakes.md", "")]).2
    };
    for (wanted, found) in [
        ("kayles.md", Some("kayles-game.md")),
        ("game.md", Some("kayles-game.md")),
        ("on-kayles-game-long.md", Some("kayles-game.md")),
        ("sub/cakes.md", Some("why-cakes.md")),
        // Half a word is none, and every page is beside an index.
        ("kay.md", None),
        ("nim.md", None),
    ] {
        let told = told(wanted);
        let first = format!("there is no page `{wanted}`");
        assert!(told.contains(&first) && told.contains("`aliases:`"), "{told}");
        match found {
            Some(found) => {
                assert!(told.contains(&format!("help: did you mean `{found}`?")), "{told}")
            }
            None => assert!(told.contains("help: write the page, or mend"), "{told}"),
        }
    }
}

#![allow(clippy::string_slice, reason = "a test knows its text")]
use super::check;
use super::sound;
use crate::essay::BlockKind;
use expect_test::expect;

#[test]
fn a_claim_has_a_statement_and_fields() {
    let text = "---\ntitle: T\n---\n```{claim} zero_rule\nThe value is $n - 1$,\nalways.\n\nover:   m, n in 1..36\n\
                # a remark\ncheck:  maundy(m, n)\n        = Ω(n)  # lead\nwith: a = 1\nwith: b = 2\nexpect: holds\n```\n";
    let essay = sound(text);
    let block = &essay.blocks[0];
    assert_eq!(block.kind, BlockKind::Claim);
    assert_eq!(block.id.as_ref().unwrap().text, "zero_rule");
    let fields: Vec<_> = block
        .fields
        .iter()
        .map(|field| {
            assert_eq!(field.value.text, text[field.value.span.range()]);
            (field.key.text.as_str(), field.value.text.as_str())
        })
        .collect();
    assert_eq!(
        fields,
        [
            ("over", "m, n in 1..36"),
            ("check", "maundy(m, n)\n        = Ω(n)  # lead"),
            ("with", "a = 1"),
            ("with", "b = 2"),
            ("expect", "holds"),
        ]
    );
    assert_eq!(block.fields_named("with").count(), 2);
    assert_eq!(essay.paragraphs[1].text, "The value is \u{FFFC}, always.");
    assert_eq!(&text[block.span.range()], text[17..].trim_end());
}

#[test]
fn theorems_and_proofs_hold_markdown() {
    let text = "````{theorem} m\nname: M\nFor all $n$:\n\n- one\n- two\n\n```math\nx\n```\n````\n\n\
                ```{proof} m\nBy [the figure](#m). [✓](#m)\n```\n";
    let essay = sound(text);
    let theorem = essay.block("m").unwrap();
    assert_eq!(theorem.kind, BlockKind::Theorem);
    assert_eq!(theorem.field("name").unwrap().value.text, "M");
    assert_eq!(essay.formulas.len(), 2);
    assert_eq!(essay.proof("m").unwrap().kind, BlockKind::Proof);
    assert_eq!(essay.links.len(), 2);
}

#[test]
fn blocks_count_by_kind_and_statements_together() {
    let figure = |id: &str| format!("```{{figure}} {id}\nkind: grid\nalt: a\n```\n\n");
    let text = format!(
        "{}```{{lemma}} l\nL\n```\n\n```{{table}} t\nclaims: [a]\n```\n\n{}```{{theorem}} m\nM\n```\n",
        figure("a"),
        figure("b")
    );
    let numbers: Vec<_> = sound(&text)
        .blocks
        .iter()
        .map(|block| (block.id.as_ref().unwrap().text.clone(), block.number))
        .collect();
    let expected = [("a", 1), ("l", 1), ("t", 1), ("b", 2), ("m", 2)];
    assert_eq!(numbers, expected.map(|(id, number)| (id.to_owned(), number)));
}

#[test]
fn unknown_kinds() {
    check(
        "```{clam} a\nx\n```\n\n```{python}\nx\n```\n\n```{claim a\nx\n```\n",
        &expect![[r#"
        error[block::unknown_kind]: there is no live block of the kind `clam`
         --> content/page.md:4:4
          |
        4 | ```{clam} a
          |    ^^^^^^
          |
          = help: did you mean `{claim}`?

        error[block::unknown_kind]: there is no live block of the kind `python`
         --> content/page.md:8:4
          |
        8 | ```{python}
          |    ^^^^^^^^
          |
          = help: the kinds are `claim`, `def`, `figure`, `table`, `theorem`, `lemma`, `proposition`, `corollary`, `definition`, `conjecture`, `proof`

        error[block::unknown_kind]: `{claim a` has no closing brace
          --> content/page.md:12:4
           |
        12 | ```{claim a
           |    ^^^^^^^^
           |
           = help: write the kind in braces, then the id, as in `{claim} zero_rule`"#]],
    );
}

#[test]
fn ids_are_snake_case_and_there() {
    check(
        "```{theorem}\nA\n```\n\n```{theorem} Zero-Rule\nB\n```\n\n```{def} d\nN = 1\n```\n",
        &expect![[r#"
            error[block::id]: a theorem has no id
             --> content/page.md:4:4
              |
            4 | ```{theorem}
              |    ^^^^^^^^^
              |
              = help: write one behind the braces, as in `{theorem} zero_rule`

            error[block::id]: `Zero-Rule` is no id
             --> content/page.md:8:14
              |
            8 | ```{theorem} Zero-Rule
              |              ^^^^^^^^^
              |
              = help: an id is one word of small letters, digits and underscores that begins with a letter

            error[block::id]: a def has no id, here `d`
              --> content/page.md:12:10
               |
            12 | ```{def} d
               |          ^
               |
               = help: take it away: the names are those that the block defines"#]],
    );
}

#[test]
fn unknown_and_repeated_fields() {
    check(
        "```{claim} a\nS.\n\novr: n in 1..2\ncheck: true\ncheck: false\nexpect:\n```\n\n\
         ```{theorem} t\nname: T\nBody\n```\n",
        &expect![[r#"
            error[block::unknown_field]: a claim has no field `ovr`
             --> content/page.md:7:1
              |
            7 | ovr: n in 1..2
              | ^^^
              |
              = help: did you mean `over`?

            error[block::duplicate_field]: `check` stands twice
             --> content/page.md:9:1
              |
            8 | check: true
              | ----- first here
            9 | check: false
              | ^^^^^ again here
              |
              = help: keep one of the two lines

            error[block::missing_field]: `expect` has no value
              --> content/page.md:10:1
               |
            10 | expect:
               | ^^^^^^
               |
               = help: write one behind the colon, or take the line away"#]],
    );
}

#[test]
fn a_figure_says_what_it_shows() {
    check(
        "```{figure} f\nkind: grid\ncell: 1\n```\n",
        &expect![[r#"
        error[block::missing_field]: the figure `f` has no `alt`
         --> content/page.md:4:1
          |
        4 | ```{figure} f
          | ^^^^^^^^^^^^^
          |
          = help: say what the figure shows to someone who cannot see it"#]],
    );
}

#[test]
fn live_blocks_stand_at_the_margin() {
    check(
        "- ```{claim} a\n  S.\n\n  check: true\n  ```\n",
        &expect![[r#"
        error[block::nested]: a `{claim}` block stands inside a list, a quotation or a statement
         --> content/page.md:4:3
          |
        4 |   - ```{claim} a
          |  ___^
        5 | |   S.
        6 | |
        7 | |   check: true
        8 | |   ```
          | |_____^
          |
          = help: move it to the margin of the page"#]],
    );
}

#[test]
fn a_claim_claims_something() {
    check(
        "```{claim} a\nover: n in 1..2\ncheck: true\n```\n\n```{lemma} l\n```\n",
        &expect![[r#"
            error[block::statement]: a claim has no statement
             --> content/page.md:5:1
              |
            5 | over: n in 1..2
              | ^^^^^^^^^^^^^^^
              |
              = help: say in a sentence what is claimed, then an empty line, then the fields

            error[block::statement]: a lemma has no text
              --> content/page.md:10:1
               |
            10 | ```
               | ^
               |
               = help: write it between the fences"#]],
    );
}

#[test]
fn lines_that_are_no_fields() {
    check(
        "```{claim} a\nOne paragraph.\n\nAnd a second one.\ncheck: true\n```\n\n\
         ```{figure} f\n  kind: grid\nkind: map\nalt: a\n\n  b\n- c\ncaption: - a list\n```\n\n\
         ```{claim} b\n## Heading\n\ncheck: true\n```\n",
        &expect![[r#"
            error[block::syntax]: `And a second one.` is no `key: value` line
             --> content/page.md:7:1
              |
            7 | And a second one.
              | ^^^^^^^^^^^^^^^^^
              |
              = help: indent a line that continues the one above; a statement is one paragraph, with an empty line behind it

            error[block::syntax]: `kind: grid` continues no field
              --> content/page.md:12:1
               |
            12 |   kind: grid
               | ^^^^^^^^^^^^
               |
               = help: begin a line with `key: value` at the margin

            error[block::syntax]: this text must be one paragraph
              --> content/page.md:16:3
               |
            16 |   b
               |   ^
               |
               = help: join the paragraphs, or move the second into the essay

            error[block::syntax]: `- c` is no `key: value` line
              --> content/page.md:17:1
               |
            17 | - c
               | ^^^
               |
               = help: indent a line that continues the one above; a statement is one paragraph, with an empty line behind it

            error[block::syntax]: a list or quotation cannot stand here
              --> content/page.md:18:10
               |
            18 | caption: - a list
               |          ^^^^^^^^
               |
               = help: move it into the essay

            error[block::syntax]: a heading cannot stand here
              --> content/page.md:22:1
               |
            22 | ## Heading
               | ^^^^^^^^^^
               |
               = help: move it into the essay"#]],
    );
}

#[test]
fn a_proof_proves_something() {
    check(
        "```{theorem} zero\nA\n```\n\n```{proof} zer\nB\n```\n",
        &expect![[r#"
        error[block::proof_of_nothing]: there is no theorem `zer` on this page to prove
         --> content/page.md:8:12
          |
        8 | ```{proof} zer
          |            ^^^
          |
          = help: did you mean `zero`?"#]],
    );
}

#[test]
fn ids_are_distinct() {
    check(
        "## A {#a}\n\n```{lemma} a\nL\n```\n\n$$x$$ {#b}\n\n$$y$$ {#b}\n\n```{proof} a\nx\n```\n\n```{proof} a\ny\n```\n",
        &expect![[r#"
            error[reference::duplicate_id]: the id `a` stands twice on this page
             --> content/page.md:6:12
              |
            4 | ## A {#a}
              |        - first here
            5 |
            6 | ```{lemma} a
              |            ^ again here
              |
              = help: give one of the two another id, and mend the links that mean it

            error[reference::duplicate_id]: the id `b` stands twice on this page
              --> content/page.md:12:9
               |
            10 | $$x$$ {#b}
               |         - first here
            11 |
            12 | $$y$$ {#b}
               |         ^ again here
               |
               = help: give one of the two another id, and mend the links that mean it

            error[reference::duplicate_id]: `a` is proved twice on this page
              --> content/page.md:18:12
               |
            14 | ```{proof} a
               |            - first here
            ...
            18 | ```{proof} a
               |            ^ again here
               |
               = help: put both arguments into one proof"#]],
    );
}

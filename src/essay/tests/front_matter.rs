#![allow(clippy::string_slice, reason = "a test knows its text")]
use super::check;
use super::read;
use super::sound;
use expect_test::expect;

#[test]
fn every_key_is_read_with_its_place() {
    let text = "---\ntitle: 'Nim''s $2 \\times 3$'\ndescription: Plain *text*\ndate: 2026-11-29\n\
                updated: '2026-12-01'\ndraft: true\nrung: 3\nuse: [cakes, games]\nauthors: A. Guy\n\
                aliases: [/old/]\naudit: warn\nnotation: {V: maundy}\n\
                numerals: {two players: the rules}\n---\nText.\n";
    let essay = sound(text);
    let front = &essay.front;
    let at = |span: crate::diagnostics::Span| &text[span.range()];
    let title = front.title.as_ref().unwrap();
    assert_eq!(at(title.span.unwrap()), "Nim''s $2 \\times 3$");
    assert_eq!(essay.paragraphs[0].text, "Nim’s \u{FFFC}");
    assert_eq!(essay.formulas[0].tex.text, "2 \\times 3");
    assert_eq!(at(essay.formulas[0].span), "$2 \\times 3$");
    assert_eq!(essay.paragraphs[1].text, "Plain text");
    assert_eq!(front.date.as_ref().unwrap().text, "2026-11-29");
    assert_eq!(at(front.updated.as_ref().unwrap().span), "2026-12-01");
    assert!(front.draft);
    assert_eq!(front.rung.map(|(rung, span)| (rung, at(span))), Some((3, "3")));
    let uses: Vec<_> = front.uses.iter().map(|one| (one.text.as_str(), at(one.span))).collect();
    assert_eq!(uses, [("cakes", "cakes"), ("games", "games")]);
    assert_eq!(front.authors[0].text, "A. Guy");
    assert_eq!(front.aliases[0].text, "/old/");
    assert_eq!(front.audit.as_ref().unwrap().text, "warn");
    let (letter, function) = &front.notation[0];
    assert_eq!((at(letter.span), at(function.span)), ("V", "maundy"));
    let (phrase, reason) = &front.numerals[0];
    assert_eq!((phrase.text.as_str(), reason.text.as_str()), ("two players", "the rules"));
    assert_eq!(at(front.span.unwrap()), text.strip_suffix("Text.\n").unwrap());
}

#[test]
fn a_byte_order_mark_and_carriage_returns_move_no_byte() {
    let text = "\u{FEFF}---\r\ntitle: 'Ω [66](=x)'\r\n---\r\n\r\nSo `=y`\r\nand `=z`.\r\n";
    let essay = sound(text);
    let expressions: Vec<_> = essay
        .bindings
        .iter()
        .map(|one| (one.expression.text.as_str(), &text[one.expression.span.range()]))
        .collect();
    assert_eq!(expressions, [("x", "x"), ("y", "y"), ("z", "z")]);
}

#[test]
fn a_rule_further_down_is_no_front_matter() {
    let essay = sound("---\ntitle: T\n---\n\nOne.\n\n---\n\nrung: two\n");
    assert_eq!(essay.paragraphs.len(), 3);
    assert!(essay.front.rung.is_none());
}

#[test]
fn it_must_be_closed() {
    check(
        "---\ntitle: T\n\nText.\n",
        &expect![[r#"
        error[front::unclosed]: the front matter is not closed
         --> content/page.md:1:1
          |
        1 | ---
          | ^^^
          |
          = help: end it with a line `---`"#]],
    );
}

#[test]
fn it_must_be_yaml() {
    check(
        "---\ntitle: T: U\n---\n",
        &expect![[r#"
        error[front::syntax]: the front matter is not YAML: mapping values are not allowed in this context
         --> content/page.md:2:9
          |
        2 | title: T: U
          |         ^
          |
          = help: a value with a colon, a bracket, a quote, a backslash or a binding stands in single quotes"#]],
    );
}

/// Nine lines that would hold a thousand million values, which are refused before they are made.
#[test]
fn aliases_that_multiply_are_refused_where_they_stand() {
    let mut text = String::from("---\ntitle: T\na: &a [x,x,x,x,x,x,x,x,x,x]\n");
    for (letter, before) in ["b", "c", "d", "e", "f", "g", "h", "i"].iter().zip("abcdefgh".chars())
    {
        let ten = vec![format!("*{before}"); 10].join(",");
        text.push_str(&format!("{letter}: &{letter} [{ten}]\n"));
    }
    text.push_str("---\n");
    check(
        &text,
        &expect![[r#"
            error[front::syntax]: the front matter is not YAML: its aliases repeat more than it may hold
             --> content/page.md:5:29
              |
            5 | c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]
              |                             ^
              |
              = help: write out what `*` stands for"#]],
    );
    let long = format!("---\ntitle: T\nauthors: [{}]\n---\n", vec!["A. Guy"; 20_000].join(", "));
    let found = read(&long).2.into_sorted();
    assert!(found.iter().any(|one| one.message.contains("holds more than")), "{found:?}");
}

#[test]
fn unknown_keys_are_reported_with_the_nearest() {
    check(
        "---\ntitle: T\ndescripton: D\ncolour: red\n---\n",
        &expect![[r#"
        error[front::unknown_key]: the front matter has no key `descripton`
         --> content/page.md:3:1
          |
        3 | descripton: D
          | ^^^^^^^^^^
          |
          = help: did you mean `description`?

        error[front::unknown_key]: the front matter has no key `colour`
         --> content/page.md:4:1
          |
        4 | colour: red
          | ^^^^^^
          |
          = help: the keys are `title`, `description`, `date`, `updated`, `draft`, `rung`, `use`, `authors`, `aliases`, `audit`, `notation`, `numerals`"#]],
    );
}

#[test]
fn a_key_stands_once() {
    check(
        "---\ntitle: T\ndate: 2026-01-01\ndate: 2026-01-02\nnotation: {V: a, V: b}\n---\n",
        &expect![[r#"
            error[front::duplicate_key]: `date` stands twice
             --> content/page.md:4:1
              |
            3 | date: 2026-01-01
              | ---- first here
            4 | date: 2026-01-02
              | ^^^^ again here
              |
              = help: keep one of the two

            error[front::duplicate_key]: `V` stands twice in `notation`
             --> content/page.md:5:18
              |
            5 | notation: {V: a, V: b}
              |            -     ^ again here
              |            |
              |            first here
              |
              = help: keep one of the two"#]],
    );
}

#[test]
fn values_are_of_their_kind() {
    check(
        "---\ntitle: T\ndate: 2026-02-30\nupdated: soon\ndraft: yes\nrung: 0\naudit: strickt\n\
         use: {a: b}\nnotation: [V]\naliases:\n---\n",
        &expect![[r#"
            error[front::bad_value]: `date` is `2026-02-30`, which is no day of the calendar
             --> content/page.md:3:7
              |
            3 | date: 2026-02-30
              |       ^^^^^^^^^^
              |
              = help: write year, month and day as in `2026-11-29`

            error[front::bad_value]: `updated` is `soon`, which is no day of the calendar
             --> content/page.md:4:10
              |
            4 | updated: soon
              |          ^^^^
              |
              = help: write year, month and day as in `2026-11-29`

            error[front::bad_value]: `draft` is `yes`
             --> content/page.md:5:8
              |
            5 | draft: yes
              |        ^^^
              |
              = help: it is one of `true`, `false`

            error[front::bad_value]: `rung` is `0`
             --> content/page.md:6:7
              |
            6 | rung: 0
              |       ^
              |
              = help: it is a whole number from 1

            error[front::bad_value]: `audit` is `strickt`
             --> content/page.md:7:8
              |
            7 | audit: strickt
              |        ^^^^^^^
              |
              = help: did you mean `strict`?

            error[front::bad_value]: the value of `use` is not a list, as in `[cakes]`
             --> content/page.md:8:6
              |
            8 | use: {a: b}
              |      ^
              |
              = help: write a list, as in `[cakes]`

            error[front::bad_value]: the value of `notation` is not a map, as in `{V: maundy}`
             --> content/page.md:9:11
              |
            9 | notation: [V]
              |           ^
              |
              = help: write a map, as in `{V: maundy}`

            error[front::bad_value]: `aliases` has no value
              --> content/page.md:10:1
               |
            10 | aliases:
               | ^^^^^^^
               |
               = help: write one behind the colon, or take the line away"#]],
    );
}

#[test]
fn bindings_and_backslashes_want_single_quotes() {
    check(
        "---\ntitle: \"[66](=x)\"\ndescription: The value $\\Omega$\n---\n",
        &expect![[r#"
        error[front::quotes]: `title` holds a binding or a backslash and is not in single quotes
         --> content/page.md:2:8
          |
        2 | title: "[66](=x)"
          |        ^^^^^^^^^^
          |
          = help: put the value in single quotes, and double each apostrophe in it

        error[front::quotes]: `description` holds a binding or a backslash and is not in single quotes
         --> content/page.md:3:14
          |
        3 | description: The value $\Omega$
          |              ^^^^^^^^^^^^^^^^^^
          |
          = help: put the value in single quotes, and double each apostrophe in it"#]],
    );
}

#[test]
fn an_expression_in_quotes_has_no_apostrophe() {
    check(
        "---\ntitle: '[66](= \"f(''x'')\")'\n---\n",
        &expect![[r#"
        error[binding::escaped]: `f(''x'')` holds a doubled apostrophe
         --> content/page.md:2:17
          |
        2 | title: '[66](= "f(''x'')")'
          |                 ^^^^^^^^
          |
          = help: write strings in double quotes: in single-quoted YAML an apostrophe is doubled"#]],
    );
}

#[test]
fn a_page_has_a_title() {
    check(
        "---\ndate: 2026-01-01\n---\n",
        &expect![[r#"
        error[front::no_title]: the page has no title
         --> content/page.md:1:1
          |
        1 | ---
          | ^^^
          |
          = help: begin it with a line `---`, `title: …` and a line `---`"#]],
    );
    let (_, essay, sink) = read("\u{FEFF}Just text.\n");
    assert_eq!(essay.paragraphs[0].text, "Just text.");
    assert!(sink.has_errors());
}

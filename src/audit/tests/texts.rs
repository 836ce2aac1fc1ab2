//! Tests of the numerals in texts outside the prose.

use super::audit;
use super::check;
use crate::audit::State;
use crate::diagnostics::Code;
use expect_test::expect;

/// The numerals of texts outside the prose that are unbound in `text`, each with its line and column.
fn unbound_texts(text: &str) -> Vec<String> {
    let audited = audit(text);
    let unbound = audited.diagnostics.iter().filter(|one| one.code == Code::NumeralUnbound);
    unbound
        .map(|one| {
            let span = one.span().unwrap();
            let place = audited.sources.place(span);
            format!("{}:{} {}", place.line, place.column, audited.sources.text(span))
        })
        .collect()
}

#[test]
fn a_numeral_in_a_text_that_is_published_is_a_numeral_of_the_prose() {
    check(
        "```{table} t\nover: n in 1..2\ncolumns:\n  Game 7: double(n)\n  Name: \"Game 77\"\ncaption: A table.\n```\n",
        &expect![[r#"
            error[numeral::unbound]: nothing checks `7` in the header `Game 7`, which is published
             --> content/page.md:7:8
              |
            7 |   Game 7: double(n)
              |        ^
              |
              = help: say it without the number, compute it in the caption, or exempt the phrase under `numerals`

            error[numeral::unbound]: nothing checks `77` in the text `Game 77`, which is published
             --> content/page.md:8:15
              |
            8 |   Name: "Game 77"
              |               ^^
              |
              = help: join a computed value to the text, `"… " ++ expression`, or exempt the phrase under `numerals`"#]],
    );
    let figure = |lines: &str| format!("```{{figure}} f\n{lines}alt: A figure.\n```\n");
    assert_eq!(
        unbound_texts(&figure(
            "kind: compare\nover: m, n in 1..2\ncells: [m, n]\nnames: [\"of 77\", \"seventeen\"]\n"
        )),
        ["8:13 77", "8:19 seventeen"]
    );
    assert_eq!(
        unbound_texts(&figure(
            "kind: map\nover: m, n in 1..2\nwith: small = \"below 50\"\nclass: if m < n then small else \"others\"\n"
        )),
        ["7:22 50"]
    );
    assert_eq!(
        unbound_texts(&figure(
            "kind: scores\nover: (rule, s) in [(\"rule of 12\", 1), (\"rule of thumb\", 2)]\nvalue: s\nlabel: rule\n"
        )),
        ["6:31 12"]
    );
}

#[test]
fn a_text_behind_a_binding_is_audited_where_it_is_typed() {
    // `shown` is defined in a library.
    let audited = audit("It has `=shown`, `=shown` and [77 cakes](=shown).");
    let told = audited.told();
    assert!(told.contains("nothing checks `77` in the text `77 cakes`"), "{told}");
    assert!(told.contains("--> content/lib/a.def:4:"), "{told}");
    assert_eq!(audited.essay().counts.unbound, 1);
    assert!(audited.essay().judged.iter().all(|one| one.state != State::Unbound));
}

#[test]
fn texts_that_are_computed_exempt_or_not_published_are_left_alone() {
    let table = |cell: &str| {
        format!(
            "```{{table}} t\nover: n in 1..2\ncolumns:\n  Name: {cell}\ncaption: A table.\n```\n"
        )
    };
    for cell in [
        "\"Game \" ++ n",
        "\"Game \" ++ double(33)",
        "if \"77\" = \"a\" then \"more\" else \"less\"",
        "game(\"{77|-77}\").temperature",
        "position(\"toads_and_frogs\", \"T.F\").value",
        "\"on 29 November 2026, in A006022 and M3\"",
        "\"both, and the first one\"",
        "\"the 2 × 33 cake\" ++ (if cutcake(2, 33) > 0 then \"\" else \" lost\")",
    ] {
        assert_eq!(unbound_texts(&table(cell)), Vec::<String>::new(), "{cell}");
    }
    for (cell, unbound) in [
        ("\"Game \" ++ 77", "7:20 77"),
        ("\"the 7 × 8 cake\"", "7:14 7 × 8"),
        ("\"all one\"", "7:14 one"),
        ("\"exactly 2\"", "7:18 2"),
    ] {
        assert_eq!(unbound_texts(&table(cell)), [unbound], "{cell}");
    }
    let exempt = "---\ntitle: A page\nnumerals: {rule of 12: \"its name\"}\n---\n";
    assert_eq!(audit(&format!("{exempt}{}", table("\"the rule of 12\""))).told(), "");
}

#[test]
fn the_name_of_a_theorem_is_published() {
    let theorem = |name: &str| format!("```{{theorem}} t\nname: {name}\n\nIt holds.\n```\n");
    assert_eq!(unbound_texts(&theorem("M")), Vec::<String>::new());
    assert_eq!(unbound_texts(&theorem("of 77 cakes")), ["5:10 77"]);
}

#[test]
fn mathematics_and_markdown_in_a_text_that_is_published_are_refused_and_not_audited() {
    check(
        "```{table} t\nover: n in 1..2\ncolumns:\n  $2^p-1$: double(n)\n  **Bold**: \"the `n`\"\ncaption: A table.\n```\n",
        &expect![[r#"
            error[lost::markup]: `$2^p-1$` stands in a header, where mathematics and Markdown are not read
             --> content/page.md:7:3
              |
            7 |   $2^p-1$: double(n)
              |   ^^^^^^^ published with these signs
              |
              = help: write plain text there, with characters such as `²`, `₁` or `≤`; what needs more belongs in the caption or the prose

            error[lost::markup]: `**Bold**` stands in a header, where mathematics and Markdown are not read
             --> content/page.md:8:3
              |
            8 |   **Bold**: "the `n`"
              |   ^^^^^^^^ published with these signs
              |
              = help: write plain text there, with characters such as `²`, `₁` or `≤`; what needs more belongs in the caption or the prose

            error[lost::markup]: `n` stands in a text, where mathematics and Markdown are not read
             --> content/page.md:8:18
              |
            8 |   **Bold**: "the `n`"
              |                  ^^^ published with these signs
              |
              = help: write plain text there, with characters such as `²`, `₁` or `≤`; what needs more belongs in the caption or the prose"#]],
    );
    let figure = |lines: &str| {
        audit(&format!("```{{figure}} f\n{lines}alt: A figure.\n```\n"))
            .diagnostics
            .iter()
            .any(|one| one.code == Code::LostMarkup)
    };
    let names = |names: &str| {
        figure(&format!("kind: compare\nover: m, n in 1..2\ncells: [m, n]\nnames: {names}\n"))
    };
    assert!(names("[\"$m$\", \"the other\"]"));
    assert!(names("[\"*the* one\", \"the other\"]"));
    assert!(!names("[\"of * and *\", \"m \u{d7} n\"]"));
}

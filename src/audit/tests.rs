//! Tests of the audit as a whole: values, numerals and fixes, as the author sees them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::audit;
use crate::audit::EssayReport;
use crate::audit::Exemption;
use crate::audit::Page;
use crate::audit::Ranges;
use crate::audit::Settings;
use crate::audit::SiteReport;
use crate::audit::Strictness;
use crate::audit::Surroundings;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::Sources;
use crate::diagnostics::render::Style as Look;
use crate::diagnostics::render::render;
use crate::essay::BlockId;
use crate::essay::parse;
use crate::essay::references;
use crate::language::DEFAULT_BUDGET;
use crate::language::Definitions;
use crate::language::Finding;
use crate::language::Outline;
use crate::language::Record;
use crate::language::Scope;
use crate::language::Site;
use crate::language::Value;
use crate::language::relation::Notation;
use crate::language::writing::Style;
use expect_test::Expect;
use expect_test::expect;

mod fixes;
mod formulas;
mod texts;

/// A page audited.
struct Audited {
    sources: Sources,
    diagnostics: Vec<Diagnostic>,
    report: SiteReport,
}

impl Audited {
    fn essay(&self) -> &EssayReport {
        &self.report.essays[0]
    }

    /// Everything that is reported but advice.
    fn told(&self) -> String {
        let told: Vec<String> =
            self.diagnostics.iter().map(|one| render(one, &self.sources, Look::Plain)).collect();
        told.join("\n\n")
    }
}

/// Settings of a site that counts cakes.
fn settings() -> Settings {
    let mut settings = Settings::strict();
    settings.nouns = vec!["cake".to_owned()];
    settings
}

/// A record of these findings.
fn record(kind: &'static str, name: &str, findings: &[(&str, i64)]) -> Arc<Record> {
    let attributes = findings
        .iter()
        .map(|(name, value)| ((*name).into(), Finding::Value(Value::from(*value))))
        .collect();
    Arc::new(Record { name: name.into(), kind, attributes, parts: Vec::new(), counted: None })
}

/// Audits the page `text`, in which `double(n)` is `2 * n`, `far` is 200, every claim fails 408
/// times and every figure has 36 cells.
fn audit_with(text: &str, settings: &Settings) -> Audited {
    let front = if text.starts_with("---") { "" } else { "---\ntitle: A page\n---\n" };
    let text = format!("{front}{text}");
    let mut sources = Sources::default();
    let mut sink = Sink::default();
    let definitions = "double(n) = 2 * n\nfar = 200\nnothing = [n for n in 1..3 where n > 3]\nshown = \"77 cakes\"\n";
    let library = sources.add("content/lib/a.def", definitions);
    let source = sources.add("content/page.md", text.as_str());
    let essay = parse(source, "page.md", &text, &mut sink);
    let mut ids = BTreeMap::new();
    for id in essay.blocks.iter().filter_map(|block| block.id.as_ref()) {
        ids.insert(id.text.as_str().into(), id.span);
    }
    let outline = Outline { rung: None, ids };
    let site = Site::new(BTreeMap::from([("page".into(), outline)]));
    let mut this = BTreeMap::new();
    for (index, block) in essay.blocks.iter().enumerate() {
        let Some(id) = &block.id else { continue };
        let (kind, findings) = match block.kind {
            crate::essay::BlockKind::Claim => ("claim", ("fails", 408)),
            _ => ("figure", ("size", 36)),
        };
        let found = record(kind, &id.text, &[findings]);
        site.record("page", &id.text, Some(Arc::clone(&found)));
        if kind == "figure" {
            this.insert(BlockId(index), found);
        }
    }
    let whole = crate::diagnostics::Span::new(library, 0..definitions.len());
    let definitions = Definitions::parse(definitions, whole, &mut sink);
    let scope = Scope::new("page", definitions, &[], &site, &mut sink);
    let essays = [essay];
    let references = references::resolve(&essays, &mut sink);
    let [essay] = &essays;
    let ranges = Ranges::new([essay]);
    let (style, notation) = (Style::default(), Notation::default());
    let known = audit::Known::default();
    let surroundings = Surroundings {
        known: &known,
        scope: &scope,
        ranges: &ranges,
        this: &this,
        budget: DEFAULT_BUDGET,
        style: &style,
        notation: &notation,
    };
    let values = audit::values(essay, &surroundings, &mut sink);
    let page = Page { essay, index: 0, references: &references, evidence: &values.evidence };
    let report = audit::essay(&page, settings, &mut sink);
    let report = audit::site(vec![report.into()], settings, &mut sink);
    Audited { sources, diagnostics: sink.into_sorted(), report }
}

fn audit(text: &str) -> Audited {
    audit_with(text, &settings())
}

/// Checks what the author is told about `text`.
fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&audit(text).told());
}

#[test]
fn wrong_values_show_both_and_the_way_out() {
    check(
        "It is [67](=double(33)), [sixty-seven](= \"double(33)\"), $\\is{67}{double(33)}$.",
        &expect![[r#"
            error[value::wrong]: `double(33)` is 66, not 67
             --> content/page.md:4:8
              |
            4 | It is [67](=double(33)), [sixty-seven](= "double(33)"), $\is{67}{double(33)}$.
              |        ^^   ---------- is 66
              |        |
              |        stated here
              |
              = help: write 66

            error[value::wrong]: `double(33)` is 66, not sixty-seven
             --> content/page.md:4:27
              |
            4 | It is [67](=double(33)), [sixty-seven](= "double(33)"), $\is{67}{double(33)}$.
              |                           ^^^^^^^^^^^     ---------- is 66
              |                           |
              |                           stated here
              |
              = help: write sixty-six

            error[value::wrong]: `double(33)` is 66, not 67
             --> content/page.md:4:62
              |
            4 | It is [67](=double(33)), [sixty-seven](= "double(33)"), $\is{67}{double(33)}$.
              |                                                              ^^  ---------- is 66
              |                                                              |
              |                                                              stated here
              |
              = help: write 66"#]],
    );
}

#[test]
fn what_cannot_be_read_or_written_is_said() {
    check(
        "It is [quite a lot](=double(33)), `=nothing`.",
        &expect![[r#"
        error[value::unreadable]: `quite a lot` cannot be read as a value like 66, which `double(33)` is
         --> content/page.md:4:8
          |
        4 | It is [quite a lot](=double(33)), `=nothing`.
          |        ^^^^^^^^^^^   ---------- is 66
          |        |
          |        stated here
          |
          = help: write 66

        error[value::unwritable]: `nothing` cannot be shown: the value is an empty list, and nothing would be shown
         --> content/page.md:4:37
          |
        4 | It is [quite a lot](=double(33)), `=nothing`.
          |                                     ^^^^^^^
          |
          = help: write the sentence for this case yourself, or ask for the size of the list"#]],
    );
}

#[test]
fn a_value_that_fills_the_page_is_not_shown() {
    check(
        "They are `=[n for n in 1..3000]`, `=3^50000` and [1, 2](= \"[n for n in 1..2]\").",
        &expect![[r#"
            error[value::unwritable]: `[n for n in 1..3000]` cannot be shown: the value has more than 2,000 parts
             --> content/page.md:4:12
              |
            4 | They are `=[n for n in 1..3000]`, `=3^50000` and [1, 2](= "[n for n in 1..2]").
              |            ^^^^^^^^^^^^^^^^^^^^
              |
              = help: show a part of it, or its size

            error[value::unwritable]: `3^50000` cannot be shown: it would take 31,809 bytes, and a page shows at most 20,000
             --> content/page.md:4:37
              |
            4 | They are `=[n for n in 1..3000]`, `=3^50000` and [1, 2](= "[n for n in 1..2]").
              |                                     ^^^^^^^
              |
              = help: show a part of it, or its size"#]],
    );
}

#[test]
fn a_literal_checks_nothing() {
    check(
        "It has [3](=3) rows and `=6x360` squares.",
        &expect![[r#"
        error[binding::vacuous]: `3` is a literal, so the binding checks nothing
         --> content/page.md:4:13
          |
        4 | It has [3](=3) rows and `=6x360` squares.
          |             ^
          |
          = help: compute it, or say where it comes from: `(=given "…")`

        error[binding::vacuous]: `6x360` is a literal, so the binding checks nothing
         --> content/page.md:4:27
          |
        4 | It has [3](=3) rows and `=6x360` squares.
          |                           ^^^^^
          |
          = help: compute it, or say where it comes from: `(=given "…")`"#]],
    );
}

#[test]
fn a_number_behind_steps_that_change_nothing_checks_nothing() {
    check(
        "It has [42](=max([42])) rows and `=42 + 0` squares, [6](=2*3) of them new.",
        &expect![[r#"
            error[binding::vacuous]: `max([42])` only repeats what is typed in it, so the binding checks nothing
             --> content/page.md:4:14
              |
            4 | It has [42](=max([42])) rows and `=42 + 0` squares, [6](=2*3) of them new.
              |              ^^^^^^^^^
              |
              = help: compute it, or say where it comes from: `(=given "…")`

            error[binding::vacuous]: `42 + 0` only repeats what is typed in it, so the binding checks nothing
             --> content/page.md:4:36
              |
            4 | It has [42](=max([42])) rows and `=42 + 0` squares, [6](=2*3) of them new.
              |                                    ^^^^^^
              |
              = help: compute it, or say where it comes from: `(=given "…")`"#]],
    );
}

#[test]
fn expressions_fail_where_they_stand() {
    check(
        "It is [66](=doubel(33)) and `=double(33` and `=1 / 0`.",
        &expect![[r#"
            error[expression::unknown]: there is no function `doubel` here
             --> content/page.md:4:13
              |
            4 | It is [66](=doubel(33)) and `=double(33` and `=1 / 0`.
              |             ^^^^^^
              |
              = help: did you mean `double`?

            error[expression::syntax]: expected `)`, found nothing
             --> content/page.md:4:40
              |
            4 | It is [66](=doubel(33)) and `=double(33` and `=1 / 0`.
              |                                        ^ read up to here
              |
              = help: it ends too early: write what is missing, and close every bracket that is open

            error[expression::undefined]: 1 is divided by 0
             --> content/page.md:4:48
              |
            4 | It is [66](=doubel(33)) and `=double(33` and `=1 / 0`.
              |                                                ^^^^^
              |
              = help: leave the case out with `where`, answer it with `if`, or ask for something that exists"#]],
    );
}

#[test]
fn closed_relations_are_checked_as_they_stand() {
    check(
        "---\ntitle: T\nnotation: {D: double}\n---\n$D(33) = 66 = 3 \\cdot 22$, $D(33) = 67$, $D(n) = 67$, \
         $\\val{double(3)} = 7$, $\\max(\\{10, 20\\}, \\{30\\}) = 20$.",
        &expect![[r#"
            error[value::relation]: `double(33) = 67` does not hold: its sides are 66 and 67
             --> content/page.md:5:29
              |
            5 | $D(33) = 66 = 3 \cdot 22$, $D(33) = 67$, $D(n) = 67$, $\val{double(3)} = 7$, $\max(\{10, 20\}, \{30\}) = 20$.
              |                             ^^^^^^^^^^ stated here
              |
              = help: mend the formula, or the expression that a letter stands for under `notation`

            error[value::relation]: `\val{double(3)} = 7` does not hold: its sides are 6 and 7
             --> content/page.md:5:56
              |
            5 | $D(33) = 66 = 3 \cdot 22$, $D(33) = 67$, $D(n) = 67$, $\val{double(3)} = 7$, $\max(\{10, 20\}, \{30\}) = 20$.
              |                                                        ^^^^^^^^^^^^^^^^^^^ stated here
              |
              = help: mend the formula, or the expression that a letter stands for under `notation`

            error[expression::kind]: only numbers and games have a largest and a smallest, not [10, 20]
             --> content/page.md:5:79
              |
            5 | $D(33) = 66 = 3 \cdot 22$, $D(33) = 67$, $D(n) = 67$, $\val{double(3)} = 7$, $\max(\{10, 20\}, \{30\}) = 20$.
              |                                                                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: change one of the values to a kind that fits the other"#]],
    );
}

#[test]
fn captions_speak_of_their_figure() {
    let text = "```{figure} f\nkind: grid\nover: m, n in 1..6\ncell: double(m)\n\
                caption: Of [36](=this.size) cakes to 6 × 6, [37](=this.size).\nalt: `=this.size` of 6 × 6.\n```\n";
    check(
        text,
        &expect![[r#"
        error[value::wrong]: `this.size` is 36, not 37
         --> content/page.md:8:47
          |
        8 | caption: Of [36](=this.size) cakes to 6 × 6, [37](=this.size).
          |                                               ^^   --------- is 36
          |                                               |
          |                                               stated here
          |
          = help: write 36"#]],
    );
}

#[test]
fn unbound_numerals_are_findings() {
    check(
        "It holds 66 times for sixty-two cakes, in $248$ ways, on 2 × 6. As Figure 2 shows, exactly one fails.",
        &expect![[r#"
            error[numeral::unbound]: nothing checks `66`
             --> content/page.md:4:10
              |
            4 | It holds 66 times for sixty-two cakes, in $248$ ways, on 2 × 6. As Figure 2 shows, exactly one fails.
              |          ^^
              |
              = help: bind it as `[66](=expression)`; name the size of an example in a `{def}` and bind that; or say where it comes from: `[66](=given "…")`

            error[numeral::unbound]: nothing checks `sixty-two`
             --> content/page.md:4:23
              |
            4 | It holds 66 times for sixty-two cakes, in $248$ ways, on 2 × 6. As Figure 2 shows, exactly one fails.
              |                       ^^^^^^^^^
              |
              = help: bind it as `[sixty-two](=expression)`; name the size of an example in a `{def}` and bind that; or say where it comes from: `[sixty-two](=given "…")`

            error[numeral::unbound]: nothing checks `248` in this formula
             --> content/page.md:4:44
              |
            4 | It holds 66 times for sixty-two cakes, in $248$ ways, on 2 × 6. As Figure 2 shows, exactly one fails.
              |                                            ^^^
              |
              = help: write `\val{expression}`, or `\is{…}{expression}` around it

            error[numeral::unbound]: `2 × 6` is named, and no expression of its paragraph computes with it
             --> content/page.md:4:58
              |
            4 | It holds 66 times for sixty-two cakes, in $248$ ways, on 2 × 6. As Figure 2 shows, exactly one fails.
              |                                                          ^^^^^
              |
              = help: bind a value of it in the same paragraph, its sides in this order as arguments of one call; a product that is no cake is bound itself

            error[reference::typed]: the reference to number `2` is typed, and nothing checks it
             --> content/page.md:4:75
              |
            4 | It holds 66 times for sixty-two cakes, in $248$ ways, on 2 × 6. As Figure 2 shows, exactly one fails.
              |                                                                           ^
              |
              = help: write it as a link, `[Figure 2](#id)`, or let the build write it: `[](#id)`

            error[numeral::unbound]: nothing checks `one`
             --> content/page.md:4:92
              |
            4 | It holds 66 times for sixty-two cakes, in $248$ ways, on 2 × 6. As Figure 2 shows, exactly one fails.
              |                                                                                            ^^^
              |
              = help: bind it as `[one](=expression)`; name the size of an example in a `{def}` and bind that; or say where it comes from: `[one](=given "…")`"#]],
    );
}

#[test]
fn a_list_of_numbers_is_one_finding() {
    check(
        "They are 4, 1,\ntwelve, and 8 in all, 5 or [66](=double(33)), $12$ and 9, then 3.",
        &expect![[r#"
            error[numeral::unbound]: nothing checks `4, 1, twelve, and 8`
             --> content/page.md:4:10
              |
            4 |   They are 4, 1,
              |  __________^
            5 | | twelve, and 8 in all, 5 or [66](=double(33)), $12$ and 9, then 3.
              | |_____________^
              |
              = help: bind them as one list, `[4, 1, twelve, and 8](=expression)`; or say where they come from: `[4, 1, twelve, and 8](=given "…")`

            error[numeral::unbound]: nothing checks `5`
             --> content/page.md:5:23
              |
            5 | twelve, and 8 in all, 5 or [66](=double(33)), $12$ and 9, then 3.
              |                       ^
              |
              = help: bind it as `[5](=expression)`; name the size of an example in a `{def}` and bind that; or say where it comes from: `[5](=given "…")`

            error[numeral::unbound]: nothing checks `12` in this formula
             --> content/page.md:5:48
              |
            5 | twelve, and 8 in all, 5 or [66](=double(33)), $12$ and 9, then 3.
              |                                                ^^
              |
              = help: write `\val{expression}`, or `\is{…}{expression}` around it

            error[numeral::unbound]: nothing checks `9`
             --> content/page.md:5:56
              |
            5 | twelve, and 8 in all, 5 or [66](=double(33)), $12$ and 9, then 3.
              |                                                        ^
              |
              = help: bind it as `[9](=expression)`; name the size of an example in a `{def}` and bind that; or say where it comes from: `[9](=given "…")`

            error[numeral::unbound]: nothing checks `3`
             --> content/page.md:5:64
              |
            5 | twelve, and 8 in all, 5 or [66](=double(33)), $12$ and 9, then 3.
              |                                                                ^
              |
              = help: bind it as `[3](=expression)`; name the size of an example in a `{def}` and bind that; or say where it comes from: `[3](=given "…")`"#]],
    );
}

#[test]
fn a_table_typed_by_hand_is_one_finding() {
    check(
        "| a | b |\n| - | - |\n| 12 | 13 |\n| 14 | [66](=double(33)) |\n",
        &expect![[r#"
        error[numeral::table]: a table typed by hand holds `12`, which nothing checks
         --> content/page.md:6:3
          |
        6 | | 12 | 13 |
          |   ^^
          |
          = help: let a ```` ```{table} ```` block make it, or bind each of its numbers"#]],
    );
}

#[test]
fn exemptions_are_used_or_reported() {
    let mut settings = settings();
    let span = crate::diagnostics::Span::new(crate::diagnostics::SourceId(0), 0..6);
    for (phrase, reason) in [("two players", "rules"), ("three wise men", "a name")] {
        settings.lexicon.push(Exemption { phrase: phrase.into(), reason: reason.into(), span });
    }
    let text = "---\ntitle: T\nnumerals: {seven seas: a saying, nine lives: a saying}\n---\n\
                Seven seas and two players.\n";
    let audited = audit_with(text, &settings);
    expect![[r#"
        error[numeral::unused_exemption]: the exemption `three wise men` matches no numeral of the site
         --> content/lib/a.def:1:1
          |
        1 | double(n) = 2 * n
          | ^^^^^^
          |
          = help: take it away: an exemption that lies about is an invitation

        error[numeral::unused_exemption]: the exemption `nine lives` matches no numeral of this essay
         --> content/page.md:3:34
          |
        3 | numerals: {seven seas: a saying, nine lives: a saying}
          |                                  ^^^^^^^^^^
          |
          = help: take it away: an exemption that lies about is an invitation"#]].assert_eq(&audited.told());
    assert_eq!(audited.essay().counts.exempt(), 2);
}

#[test]
fn a_site_may_limit_what_is_given() {
    let mut settings = settings();
    settings.given_limit = Some((1, 4));
    settings.given_limit_at =
        Some(crate::diagnostics::Span::new(crate::diagnostics::SourceId(0), 0..6));
    let given = "[two](=given \"the rules\") and `=double(1)` and `=double(2)`";
    expect![[r#"
        error[numeral::given_limit]: 1 of 3 numbers are given, and the limit is 1/4 of them
         --> content/lib/a.def:1:1
          |
        1 | double(n) = 2 * n
          | ^^^^^^
          |
          = help: compute some of them, or raise `given_limit` in `[numerals]`"#]]
    .assert_eq(&audit_with(given, &settings).told());
    let fewer = format!("{given} and `=double(3)`.");
    assert_eq!(audit_with(&fewer, &settings).told(), "");
}

#[test]
fn sweeping_words_want_a_claim() {
    check(
        "Every cake is level. It never fails. [✓](#c) That always fails [408](=c.fails) times.\n\n\
         ```{claim} c\nEvery cake.\n\ncheck: true\n```\n",
        &expect![[r#"
            advice[numeral::universal]: `Every` speaks of all cases, and the sentence rests on no claim
             --> content/page.md:4:1
              |
            4 | Every cake is level. It never fails. [✓](#c) That always fails [408](=c.fails) times.
              | ^^^^^
              |
              = help: add a badge, as in `[✓](#zero_rule)`, or say of how many it was measured"#]],
    );
}

#[test]
fn drafts_are_warned_and_loose_pages_left_alone() {
    let severities = |text: &str, strictness| {
        let mut settings = settings();
        settings.strictness = strictness;
        let audited = audit_with(text, &settings);
        audited.diagnostics.iter().map(|one| one.severity.word()).collect::<Vec<_>>()
    };
    let draft = "---\ntitle: T\ndraft: true\n---\n66 [67](=double(33))";
    assert_eq!(severities("66", Strictness::Strict), ["error"]);
    assert_eq!(severities("66", Strictness::Warn), ["warning"]);
    assert!(severities("66", Strictness::Off).is_empty());
    assert_eq!(severities(draft, Strictness::Strict), ["warning", "error"]);
    let own = "---\ntitle: T\naudit: off\n---\n66 [67](=double(33))";
    assert_eq!(severities(own, Strictness::Strict), ["error"]);
}

#[test]
fn the_report_counts_every_state() {
    let audited = audit(
        "---\ntitle: T\nnotation: {D: double}\n---\n\
         `=double(1)` [4](=double(2)) [two](=given \"the rules\") $D(33) = 66$ in 1976, one 2 × 33 and M3.\n\n\
         [](#f) [Figure 1](#f) 7\n\n```{figure} f\nkind: grid\nalt: x\n```\n",
    );
    let counts = &audited.report.counts;
    assert_eq!((counts.computed, counts.checked, counts.given), (1, 3, 1));
    assert_eq!((counts.numbered, counts.named, counts.unbound), (2, 0, 2));
    let auto: Vec<_> = counts.auto.iter().map(|(rule, count)| (rule.as_str(), *count)).collect();
    assert_eq!(
        auto,
        [
            ("a word that counts nothing here", 1),
            ("a year", 1),
            ("digits that a letter touches", 1)
        ]
    );
    let starts: Vec<_> = audited.essay().judged.iter().map(|one| one.span.start).collect();
    assert!(starts.is_sorted());
}

#[test]
fn the_examples_of_the_manual_are_such_mistakes() {
    for code in Code::ALL {
        let name = code.name();
        let own = name.starts_with("numeral::")
            || ["value::wrong", "value::unreadable", "value::relation"].contains(&name)
            || ["binding::vacuous", "reference::typed"].contains(&name);
        if !own || ["numeral::given_limit", "numeral::unused_exemption"].contains(&name) {
            continue;
        }
        let (_, rest) = code.page().split_once("## Example\n\n").expect("an example");
        let (_, inside) = rest.split_once('\n').expect("a fence");
        let text = inside.split("\n```\n").next().expect("a fence is closed");
        let audited = audit(text);
        let found: Vec<_> = audited.diagnostics.iter().map(|one| one.code.name()).collect();
        assert!(found.contains(&name), "{name}: {found:?} in\n{text}");
    }
}

//! Every diagnostic of a whole site as its author sees it.
//!
//! Each case is a small site with one mistake; the text of all findings is compared with a file in
//! `tests/sites/invalid/`, and nothing of such a site may be published. `UPDATE_EXPECT=1` writes the
//! files anew; they are read before they are committed.

#![allow(
    clippy::disallowed_methods,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

use expect_test::expect_file;
use rung::diagnostics::Code;
use rung::diagnostics::Severity;
use rung::diagnostics::render::Style;
use rung::diagnostics::render::render;
use rung::site;
use rung::site::Built;
use rung::site::Options;
use rung::site::load::Input;

/// A site with one mistake.
struct Case {
    code: Code,
    /// Lines of `site.toml` behind its title.
    settings: &'static str,
    /// The text of `content/essay.md` below a title.
    essay: &'static str,
    /// Other files under `content/`, or under another folder if the path says so.
    files: &'static [(&'static str, &'static str)],
}

const fn essay(code: Code, essay: &'static str) -> Case {
    Case { code, settings: "", essay, files: &[] }
}

const STRICT: &str = "[numerals]\naudit = \"strict\"\nnouns = [\"cake\"]\n";

const CASES: &[Case] = &[
    Case {
        code: Code::SourceAlias,
        settings: "",
        essay: "",
        files: &[("old.md", "---\ntitle: Old\naliases: [/essay/]\n---\n")],
    },
    Case {
        code: Code::SourceCharacter,
        settings: "",
        essay: "They are \u{202E}worth `=3 * 7` moves.\n",
        files: &[],
    },
    Case {
        code: Code::SourceClash,
        settings: "",
        essay: "",
        files: &[("essay", "a file\n"), ("Robots.txt", "a file\n"), ("rung-manifest.json", "{}\n")],
    },
    Case {
        code: Code::MathMacro,
        settings: "[math.macros]\n\"x2\" = \"x\"\n",
        essay: "",
        files: &[],
    },
    Case {
        code: Code::PageAddress,
        settings: "",
        essay: "",
        files: &[(
            "templates/404.html",
            "<!doctype html><html lang=\"en\"><title>x</title><a href=\"/nowhere/\">x</a></html>",
        )],
    },
    Case {
        code: Code::PageId,
        settings: "",
        essay: "",
        files: &[(
            "templates/404.html",
            "<!doctype html><html lang=\"en\"><title>x</title><p id=\"a\"><p id=\"a\"></html>",
        )],
    },
    Case {
        code: Code::PageNumber,
        settings: "",
        essay: "",
        files: &[(
            "templates/404.html",
            "<!doctype html><html lang=\"en\"><title>x</title><data value=\"66\">67</data></html>",
        )],
    },
    essay(Code::ValueUnwritable, "It is `=[n for n in 1..0]`.\n"),
    essay(Code::ValueUnreadable, "It is [blue](=maundy(6,360)).\n"),
    essay(Code::ValueRelation, "It is $\\Omega(8) = 4$.\n"),
    Case {
        code: Code::FrontLibrary,
        settings: "",
        essay: "",
        files: &[
            ("lib/cakes.def", "eg = 6x360\n"),
            ("other.md", "---\ntitle: Other\nuse: [cake]\n---\n"),
        ],
    },
    essay(
        Code::BindingVacuous,
        "```{def}\nidle = 42\nside = 7\n```\n\nIt is [3](=3), [42](=idle), [42](=42*1), and [7](=side) by [49](=side^2).\n",
    ),
    Case {
        code: Code::ReferenceTyped,
        settings: STRICT,
        essay: "As Figure 2 shows.\n",
        files: &[],
    },
    Case {
        code: Code::NumeralUnbound,
        settings: STRICT,
        essay: "There are 17 of them.\n",
        files: &[],
    },
    Case {
        code: Code::NumeralTable,
        settings: STRICT,
        essay: "| side | value |\n| --- | --- |\n| 12 | 34 |\n",
        files: &[],
    },
    Case {
        code: Code::NumeralRelation,
        settings: STRICT,
        essay: "It is $\\sqrt[3]{1728} = 12$.\n",
        files: &[],
    },
    Case {
        code: Code::NumeralUnusedExemption,
        settings: "[numerals]\naudit = \"strict\"\n[numerals.lexicon]\n\"seven seas\" = \"an idiom\"\n",
        essay: "Nothing here.\n",
        files: &[],
    },
    Case {
        code: Code::NumeralGivenLimit,
        settings: "[numerals]\naudit = \"strict\"\ngiven_limit = 0.1\n",
        essay: "There are [17](=given \"I counted\") of them.\n",
        files: &[],
    },
    Case {
        code: Code::NumeralUniversal,
        settings: STRICT,
        essay: "Every cake is worth something.\n",
        files: &[],
    },
    essay(
        Code::ClaimBecause,
        "```{conjecture} guess\nIt is so.\n```\n\n```{claim} a\nIt is so.\n\ncheck: 1 + 1 = 2\nexpect: holds\nbecause: #guess\n```\n",
    ),
    essay(
        Code::ClaimCircle,
        "```{claim} a\nIt is so.\n\ncheck: b.cases = 1\nexpect: holds\n```\n\n```{claim} b\nIt is so.\n\ncheck: a.cases = 1\nexpect: holds\n```\n",
    ),
    essay(
        Code::ClaimNoCases,
        "```{claim} a\nIt is so.\n\nover: n in 1..0\ncheck: n > n\nexpect: holds in 0 cases\n```\n",
    ),
    Case {
        code: Code::ClaimRefuted,
        settings: "",
        essay: "```{claim} a\nIt is so.\n\nover: m, n in 1..36\ncheck: maundy(m, n) = Ω(n) - Ω(m)\nexpect: holds in 1,296 cases\n```\n\nIt fails [407](=a.fails) times.\n",
        files: &[(
            "other.md",
            "---\ntitle: Other\n---\n\n```{def}\nwrong = essay.a.fails\n```\n\nThe rule fails `=wrong` times in $\\val{essay.a.cases}$.\n",
        )],
    },
    essay(
        Code::ClaimSyntax,
        "```{claim} a\nIt is so.\n\nover: n in 1..3\ncheck: n > 0\nexpect: sometimes\n```\n",
    ),
    essay(
        Code::ClaimUnstatedCases,
        "```{claim} a\nIt is so.\n\nover: n in 1..3\ncheck: n > 0\nexpect: holds\n```\n",
    ),
    essay(
        Code::ClaimUnusedVariable,
        "```{claim} a\nIt is so.\n\nover: m, n in 1..3\ncheck: n > 0\nexpect: holds in 9 cases\n```\n",
    ),
    essay(
        Code::ClaimVacuous,
        "```{claim} itself\nIt is so.\n\nover: n in 1..3\nwith: d = n + 1\ncheck: d = n + 1\nexpect: holds in 3 cases\n```\n\n```{claim} typed\nIt is so.\n\nvalue: 41 + 0\nexpect: equals 41\n```\n\n```{claim} fixed\nIt is so.\n\nover: n in 1..3\nwhere: n > 1\ncheck: cutcake(2, 3) = 0\nexpect: holds in 2 cases\n```\n\n```{claim} end\nIt is so.\n\nover: n in 1..42\nmax: n\nexpect: max 42 at 42 in 42 cases\n```\n",
    ),
    essay(
        Code::FigureVacuous,
        "```{table} a\nover: (m, v) in [(2, 42), (3, 43)]\ncolumns:\n  Columns: m\n  Value: v\n  Moves: cutcake(1, m)\ncaption: Cakes.\n```\n\n```{figure} b\nkind: plot\nover: n in 1..4\ny: cutcake(1, n)\nline: 42\ncaption: Cakes.\nalt: Cakes.\n```\n\n```{table} c\nover: (m, v) in [(2, 1), (3, 2)]\ncolumns:\n  Columns: m\n  Value: v\nrequire: v = cutcake(1, m)\ncaption: Cakes.\n```\n",
    ),
    essay(
        Code::FigureCell,
        "```{figure} a\nkind: grid\nover: m, n in 1..3\ncell: domineering(m, n)\ncaption: Boards.\nalt: Boards.\n```\n",
    ),
    essay(
        Code::FigureAssert,
        "```{figure} a\nkind: grid\nover: m, n in 1..3\ncell: cutcake(m, n)\nshade: cell = 0\nassert: this.count(0) = 4\ncaption: Cakes, `=this.count(0)` shaded.\nalt: Cakes.\n```\n\nThere are [five](=a.count(0)).\n",
    ),
    essay(
        Code::FigureEmpty,
        "```{figure} a\nkind: grid\nover: m, n in 1..0\ncell: cutcake(m, n)\ncaption: Cakes.\nalt: Cakes.\n```\n",
    ),
    essay(
        Code::FigureField,
        "```{figure} a\nkind: grid\nover: m, n in 1..3\ncaption: Cakes.\nalt: Cakes.\n```\n",
    ),
    essay(
        Code::FigureKind,
        "```{figure} a\nkind: gird\nover: m, n in 1..3\ncell: cutcake(m, n)\ncaption: Cakes.\nalt: Cakes.\n```\n",
    ),
    essay(
        Code::FigureTooLarge,
        "```{figure} a\nkind: grid\nover: m, n in 1..2000\ncell: m\ncaption: Cakes.\nalt: Cakes.\n```\n",
    ),
    essay(
        Code::FigureValue,
        "```{figure} a\nkind: scores\nover: n in 1..3\nvalue: \"much\"\ncaption: Scores.\nalt: Scores.\n```\n",
    ),
    essay(Code::ExpressionSyntax, "It is [3](=1+).\n"),
    essay(Code::ExpressionUnknown, "It is [3](=mauundy(1,4)).\n"),
    essay(Code::ExpressionArguments, "It is [3](=gcd(1,2,3)).\n"),
    essay(
        Code::ExpressionShadowed,
        "```{claim} a\nIt is so.\n\nover: n in 1..3\ncheck: all(n > 0 for n in 1..3) and n > 0\nexpect: holds in 3 cases\n```\n",
    ),
    essay(Code::ExpressionKind, "It is [3](=1+true).\n"),
    essay(Code::ExpressionUndefined, "It is [3](=1/0).\n"),
    essay(Code::ExpressionTooLarge, "It is [3](=10^1000000).\n"),
    Case {
        code: Code::ExpressionUndecided,
        settings: "[claims]\nbudget = 1000\n",
        essay: "It is [3](= \"sum(n for n in 1..10^6)\").\n",
        files: &[],
    },
    essay(Code::DefinitionTwice, "```{def}\na = 1\na = 2\n```\n"),
    essay(Code::DefinitionCircle, "```{def}\na = b\nb = a\n```\n\nIt is [1](=a).\n"),
];

fn input(case: &Case) -> Input {
    let mut input = Input {
        config: Some(format!("title = \"T\"\n{}", case.settings).into_bytes()),
        ..Input::default()
    };
    let text = format!("---\ntitle: Essay\n---\n\n{}", case.essay);
    input.content.insert(String::from("essay.md"), text.into_bytes());
    input.content.insert(String::from("index.md"), b"---\ntitle: Home\n---\n".to_vec());
    for (path, text) in case.files {
        let (folder, name) = match path.strip_prefix("templates/") {
            Some(name) => (&mut input.templates, name),
            None => (&mut input.content, *path),
        };
        folder.insert(name.to_owned(), text.as_bytes().to_vec());
    }
    input
}

/// What is said of a site, but that its essays, being examples, have no date.
fn shown(built: &Built) -> Vec<String> {
    let all = built.diagnostics.iter().filter(|one| one.code != Code::FrontNoDate);
    all.map(|one| render(one, &built.sources, Style::Plain)).collect()
}

/// As a pipeline builds, which gives the address.
fn options() -> Options {
    Options { base_url: Some(String::from("http://localhost/")), ..Options::default() }
}

#[test]
fn every_mistake_is_told_as_it_was_reviewed() {
    let mut missing = Vec::new();
    for case in CASES {
        let built = site::build(&input(case), &options(), &());
        let all = shown(&built);
        let name = case.code.name().replace("::", "_");
        expect_file![format!("sites/invalid/{name}.txt")]
            .assert_eq(&format!("{}\n", all.join("\n\n")));
        if built.diagnostics.iter().all(|one| one.code != case.code) {
            missing.push(name);
        }
        for one in &built.diagnostics {
            let help = one.help.as_deref().unwrap_or_default();
            assert!(!help.is_empty(), "no way out of {}: {}", one.code.name(), one.message);
        }
    }
    assert!(missing.is_empty(), "not among their own findings: {missing:?}");
}

#[test]
fn a_site_without_a_home_is_told_so_once() {
    let mut input = input(&essay(Code::SourceHome, "Nothing.\n"));
    input.content.remove("index.md");
    let built = site::build(&input, &options(), &());
    let all = shown(&built);
    expect_file!["sites/invalid/source_home.txt"].assert_eq(&format!("{}\n", all.join("\n\n")));
}

#[test]
fn a_site_without_settings_is_told_so() {
    let input = Input { config: None, ..input(&essay(Code::ConfigMissing, "Nothing.\n")) };
    let built = site::build(&input, &options(), &());
    let one = built.diagnostics.iter().find(|one| one.code == Code::ConfigMissing);
    let one = one.expect("that nothing says what the site is called");
    assert_eq!(one.severity, Severity::Error);
    expect_file!["sites/invalid/config_missing.txt"]
        .assert_eq(&format!("{}\n", render(one, &built.sources, Style::Plain)));
}

/// What is said of the site of `case`, as its author sees it.
fn told(case: &Case) -> String {
    let built = site::build(&input(case), &options(), &());
    let all = shown(&built);
    format!("{}\n", all.join("\n\n"))
}

#[test]
fn a_picture_that_is_nowhere_is_shown_where_it_is_written() {
    expect_file!["sites/invalid/page_address_picture.txt"]
        .assert_eq(&told(&essay(Code::PageAddress, "Some text.\n\n![A board](board.png)\n")));
}

#[test]
fn a_claim_without_an_empty_line_is_told_so() {
    let text = "```{claim} one\nA strip is worth its length.\nover:   n in 1..3\n\
                check:  cutcake(1, n) = n - 1\nexpect: holds in 3 cases\n```\n";
    expect_file!["sites/invalid/claim_syntax_lines.txt"]
        .assert_eq(&told(&essay(Code::ClaimSyntax, text)));
}

#[test]
fn one_fault_is_told_once() {
    let claim = |lines: &str| {
        format!("```{{claim}} k\nIt is so.\n{lines}\n```\n\nThere are [three](=k.cases).\n")
    };
    let figure = |lines: &str| {
        format!("```{{figure}} f\n{lines}\n```\n\nAs [Figure 1](#f) shows, `=f.count(0)`.\n")
    };
    let cases = [
        (
            Code::BlockUnknownField,
            claim("\nover: n in 1..3\nchek: n^2 > 0\nexpect: holds in 3 cases"),
        ),
        (
            Code::BlockUnknownField,
            claim("\nover: n in 1..3\ncheck: n^2 > 0\nexpct: holds in 3 cases"),
        ),
        (
            Code::BlockUnknownField,
            claim("\novr: n in 1..3\ncheck: n^2 > 0\nexpect: holds in 3 cases"),
        ),
        (
            Code::BlockUnknownField,
            claim("\nover: n in 1..9\nwhre: n < 4\ncheck: n^2 > 0\nexpect: holds in 3 cases"),
        ),
        (Code::BlockSyntax, claim("\nover n in 1..3\ncheck: n^2 > 0\nexpect: holds in 3 cases")),
        (Code::BlockStatement, claim("over: n in 1..3\ncheck: n^2 > 0\nexpect: holds in 3 cases")),
        (
            Code::BlockStatement,
            claim("over: n in 1..3\n\ncheck: n^2 > 0\nexpect: holds in 3 cases"),
        ),
        (
            Code::ExpressionSyntax,
            claim("\nover: n in 1..3\ncheck: n^2 >\nexpect: holds in 3 cases"),
        ),
        (
            Code::BlockUnknownField,
            figure("knd: grid\nover: m, n in 1..3\ncell: m * n\ncaption: C.\nalt: A."),
        ),
        (
            Code::BlockUnknownField,
            figure("kind: grid\nover: m, n in 1..3\ncel: m * n\ncaption: C.\nalt: A."),
        ),
        (
            Code::BlockUnknownField,
            figure("kind: grid\nover: m, n in 1..3\ncell: m * n\ncaption: C.\nalth: A."),
        ),
        (Code::LostLink, String::from("There are [66](=maundy(6, 360)) of 360.\n")),
        (Code::BindingEmpty, String::from("There are $\\val{}$.\n")),
        (Code::FormulaBinding, String::from("There are $\\is{66}$.\n")),
    ];
    for (code, text) in cases {
        let mut input = input(&essay(code, ""));
        let page = format!("---\ntitle: Essay\n---\n\n{text}");
        input.content.insert(String::from("essay.md"), page.into_bytes());
        let built = site::build(&input, &options(), &());
        let told: Vec<Code> = (built.diagnostics.iter())
            .filter(|one| one.severity == Severity::Error)
            .map(|one| one.code)
            .collect();
        assert_eq!(told, [code], "{text}");
    }
}

#[test]
fn a_broken_template_is_told_without_the_pages_it_did_not_make() {
    expect_file!["sites/invalid/template_invalid_page.txt"].assert_eq(&told(&Case {
        code: Code::TemplateInvalid,
        settings: "",
        essay: "See [the first page](index.md).\n",
        files: &[(
            "templates/page.html",
            "<h1>{{ page.titel | safe }}</h1>\n{% block after %}{% endblock %}\n",
        )],
    }));
}

#[test]
fn one_fault_is_one_finding() {
    for (essay, code) in [
        ("Here $\\val$ is.\n", "formula::binding"),
        ("Here $\\is{66}$ is.\n", "formula::binding"),
        ("Here $\\val{}$ is.\n", "binding::empty"),
        ("## All [67](=2*3*11) {#x}\n\nSee [](#x).\n", "value::wrong"),
    ] {
        let case = Case { code: Code::ValueWrong, settings: STRICT, essay, files: &[] };
        assert_eq!(errors(&case), [code], "{essay}");
    }
    // The title stands on the pages that list it, too.
    let files = &[("other.md", "---\ntitle: 'All [67](=2*3*11)'\ndate: 2026-01-01\n---\n")];
    let case = Case { code: Code::ValueWrong, settings: STRICT, essay: "", files };
    assert_eq!(errors(&case), ["value::wrong"]);
}

/// The codes of the errors of the site of `case`.
fn errors(case: &Case) -> Vec<&'static str> {
    let built = site::build(&input(case), &options(), &());
    let errors = built.diagnostics.iter().filter(|one| one.severity == Severity::Error);
    errors.map(|one| one.code.name()).collect()
}

//! The commands as a person calls them.

#![allow(
    clippy::disallowed_methods,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

use std::fs;
use std::path::Path;

use assert_cmd::Command;

fn rung(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("rung").expect("the binary");
    command.current_dir(folder).env_remove("NO_COLOR").env_remove("GITHUB_STEP_SUMMARY");
    command
}

/// A new site in a folder of its own.
fn starter() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    rung(folder.path()).args(["init", "."]).assert().success();
    folder
}

fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).expect("a text");
    assert!(text.contains(from), "{from} stands in {}", path.display());
    fs::write(path, text.replacen(from, to, 1)).expect("written");
}

/// Every file below `folder` with its bytes.
fn tree(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    let files = files.filter(|entry| entry.file_type().is_file());
    files
        .map(|entry| {
            let name = entry.path().strip_prefix(folder).expect("below").display().to_string();
            (name, fs::read(entry.path()).expect("a file"))
        })
        .collect()
}

#[test]
fn a_new_site_builds_at_once_and_twice_the_same() {
    let site = starter();
    rung(site.path()).args(["build", "--deny-warnings"]).assert().success();
    let first = tree(&site.path().join("public"));
    rung(site.path()).args(["build", "--output", "again"]).assert().success();
    assert_eq!(first, tree(&site.path().join("again")));
    assert!(first.iter().any(|(name, _)| name == "strips/index.html"));
}

#[test]
fn the_sample_essay_may_be_deleted() {
    let site = starter();
    fs::remove_file(site.path().join("content/strips.md")).expect("deleted");
    edit(&site.path().join("content/index.md"), "\nBegin with [strips of cake](strips.md).\n", "");
    rung(site.path()).args(["check", "--deny-warnings"]).assert().success();
}

#[test]
fn a_new_essay_that_is_a_draft_no_longer_is_published_beside_the_first() {
    let site = starter();
    rung(site.path()).args(["new", "why-strips"]).assert().success();
    edit(&site.path().join("content/why-strips.md"), "draft: true\n", "");
    rung(site.path()).args(["build", "--deny-warnings"]).assert().success();
    assert!(site.path().join("public/why-strips/index.html").exists());

    // One without its day is a warning, which is why nothing more is published.
    let first = site.path().join("content/strips.md");
    let text = fs::read_to_string(&first).expect("a text");
    let date = text.lines().find(|line| line.starts_with("date: ")).expect("a day");
    edit(&first, &format!("{date}\n"), "");
    let run = rung(site.path()).args(["build", "--deny-warnings"]).assert().code(1);
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(said.contains("front::no_date"), "{said}");
    assert!(said.contains("nothing is published: warnings count as errors here"), "{said}");
}

#[test]
fn who_publishes_is_told_that_the_address_is_nobodys() {
    let site = starter();
    let said = |arguments: &[&str]| {
        let run = rung(site.path()).arg("build").args(arguments).assert().success();
        String::from_utf8_lossy(&run.get_output().stderr).into_owned()
    };
    assert!(
        said(&["--deny-warnings"]).contains("`https://example.org/`, which is nobody's address")
    );
    assert!(!said(&["--base-url", "https://cakes.org/"]).contains("nobody's"));
    assert!(!said(&["--quiet"]).contains("nobody's"));
    edit(&site.path().join("site.toml"), "https://example.org/", "https://cakes.org/");
    assert!(!said(&[]).contains("nobody's"));
}

#[test]
fn one_wrong_digit_stops_the_build_and_leaves_the_site() {
    let site = starter();
    rung(site.path()).arg("build").assert().success();
    let before = tree(&site.path().join("public"));
    edit(&site.path().join("content/strips.md"), "[3](=cutcake(1,4))", "[4](=cutcake(1,4))");
    let run = rung(site.path()).arg("build").assert().code(1);
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(said.contains("error[value::wrong]"), "{said}");
    assert!(said.contains("content/strips.md:15:"), "{said}");
    assert!(said.contains("is 3, not 4"), "{said}");
    assert_eq!(before, tree(&site.path().join("public")));
}

#[test]
fn all_mistakes_are_told_in_one_run() {
    let site = starter();
    let essay = site.path().join("content/strips.md");
    edit(&essay, "[3](=cutcake(1,4))", "[4](=cutcake(1,4))");
    edit(&essay, "= n - 1\nexpect", "= n - 2\nexpect");
    edit(&essay, "shade: cell = 0", "shade: cell = 0\nrequire: cell < 2");
    edit(&essay, "[✓](#one_less)", "[✓](#one_more) $\\frac{1}$");
    let run = rung(site.path()).arg("check").assert().code(1);
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    for code in
        ["value::wrong", "claim::refuted", "figure::cell", "reference::dangling", "math::invalid"]
    {
        assert!(said.contains(&format!("error[{code}]")), "{code} in\n{said}");
    }
    assert!(!site.path().join("public").exists());
}

#[test]
fn a_budget_that_runs_out_has_its_own_exit_code() {
    let site = starter();
    fs::write(
        site.path().join("content/far.md"),
        "---\ntitle: Far\n---\n\n```{claim} far\nAll of them.\n\nover: n in 1..10^9\n\
         check: n >= 1\nexpect: holds in 1,000,000,000 cases\n```\n",
    )
    .expect("written");
    edit(&site.path().join("site.toml"), "[numerals]", "[claims]\nbudget = 10000\n\n[numerals]");
    rung(site.path()).arg("check").assert().code(2);
}

#[test]
fn a_folder_without_a_site_and_an_output_over_the_sources_are_refused() {
    let empty = tempfile::tempdir().expect("a folder");
    rung(empty.path()).arg("build").assert().code(2);
    let site = starter();
    for output in [".", "content", "static/x", "..", "absent/../content", "absent/../new"] {
        rung(site.path()).args(["build", "--output", output]).assert().code(2);
    }
    assert!(site.path().join("content/strips.md").exists());
}

#[test]
fn the_calculator_answers_with_and_without_a_site() {
    let empty = tempfile::tempdir().expect("a folder");
    rung(empty.path()).args(["eval", "maundy(6, 360)"]).assert().success().stdout("66\n");
    rung(starter().path()).args(["eval", "cutcake(eg)"]).assert().success().stdout("6\n");
    rung(empty.path())
        .args(["eval", "-"])
        .write_stdin("2^10\n1/0\ncutcake(2, 2)\n")
        .assert()
        .code(1);
    let run =
        rung(empty.path()).args(["eval", "-"]).write_stdin("2^10\n1/0\ncutcake(2, 2)\n").assert();
    let said = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!((lines[0], lines[2]), ("1024", "0"));
    assert!(lines[1].starts_with("error: "), "{said}");
}

#[test]
fn what_a_new_essay_says_holds() {
    let site = starter();
    rung(site.path()).args(["new", "games/a-first"]).assert().success();
    rung(site.path()).args(["check", "--drafts"]).assert().success();
    rung(site.path()).args(["new", "games/a-first"]).assert().code(2);
    rung(site.path()).args(["new", "../out"]).assert().code(2);
}

#[test]
fn every_code_is_explained_and_near_ones_are_offered() {
    let empty = tempfile::tempdir().expect("a folder");
    rung(empty.path()).args(["explain", "value::wrong"]).assert().success();
    let run = rung(empty.path()).args(["explain", "value::wrnog"]).assert().code(2);
    assert!(
        String::from_utf8_lossy(&run.get_output().stderr).contains("did you mean `value::wrong`?")
    );
}

#[test]
fn a_wrong_number_is_mended_in_its_bracket_and_only_once() {
    let site = starter();
    let essay = site.path().join("content/strips.md");
    let right = fs::read_to_string(&essay).expect("a text");
    edit(&essay, "[3](=cutcake(1,4))", "[four](=cutcake(1,4))");
    let wrong = fs::read_to_string(&essay).expect("a text");
    rung(site.path()).args(["check", "--fix", "--dry-run"]).assert().code(1);
    assert_eq!(fs::read_to_string(&essay).expect("a text"), wrong, "a dry run changes nothing");
    let run = rung(site.path()).args(["check", "--fix"]).assert().success();
    let said = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(said.contains("-The 1 × 4 cake is worth [four]"), "{said}");
    let mended = fs::read_to_string(&essay).expect("a text");
    assert_eq!(mended, right.replacen("[3](=cutcake(1,4))", "[three](=cutcake(1,4))", 1));
    rung(site.path()).args(["check", "--fix"]).assert().success();
    assert_eq!(fs::read_to_string(&essay).expect("a text"), mended);
}

/// The commands with what they need to run, and the common options that each takes besides
/// `--format human`, `--color auto` and `--color never`, which every one takes.
const COMMANDS: &[(&[&str], &str)] = &[
    (&["build"], "root json github junit sarif color deny-warnings quiet verbose"),
    (&["check"], "root json github junit sarif color deny-warnings quiet verbose"),
    (&["claims"], "root json deny-warnings quiet"),
    (&["claims", "strips.one_less"], "root json deny-warnings quiet"),
    (&["audit"], "root json deny-warnings quiet"),
    (&["audit", "strips"], "root json deny-warnings quiet"),
    (&["eval", "1 + 1"], "root json color"),
    (&["new", "a-new-one"], "root quiet"),
    (&["init", "inner"], "quiet"),
    (&["explain", "value::wrong"], ""),
    (&["completions", "bash"], ""),
    (&["man"], ""),
];

#[test]
fn an_option_does_something_or_is_refused() {
    let options: &[(&str, &[&str])] = &[
        ("root", &["--root", "."]),
        ("json", &["--format", "json"]),
        ("github", &["--format", "github"]),
        ("junit", &["--format", "junit"]),
        ("sarif", &["--format", "sarif"]),
        ("color", &["--color", "always"]),
        ("deny-warnings", &["--deny-warnings"]),
        ("quiet", &["--quiet"]),
        ("verbose", &["--verbose"]),
    ];
    for (command, taken) in COMMANDS {
        for (name, option) in options {
            let site = starter();
            let run = rung(site.path()).args(*command).args(*option).assert();
            let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
            if taken.split(' ').any(|own| own == *name) {
                run.code(0);
            } else {
                run.code(2);
                assert!(said.contains(option[0]), "{command:?} {option:?}: {said}");
                assert!(said.contains(&format!("`rung {}`", command[0])), "{said}");
            }
        }
        let site = starter();
        rung(site.path())
            .args(*command)
            .args(["--format", "human", "--color", "never"])
            .assert()
            .code(0);
    }
    // A site that is named and is none is never passed over.
    let site = starter();
    rung(site.path()).args(["eval", "1", "--root", "content"]).assert().code(2);
}

/// What a run wrote for a machine: its lines, each an object.
fn objects(folder: &Path, arguments: &[&str]) -> Vec<serde_json::Value> {
    let run = rung(folder).args(arguments).args(["--format", "json"]).assert();
    let out = String::from_utf8(run.get_output().stdout.clone()).expect("text");
    out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

#[test]
fn machines_are_answered_with_objects() {
    let site = starter();
    let rows = objects(site.path(), &["claims"]);
    let one = objects(site.path(), &["claims", "strips.one_less"]);
    let row = rows.iter().find(|row| row["claim"] == "strips.one_less").expect("listed");
    assert_eq!(one.len(), 1);
    for key in ["claim", "cases", "found", "confirmed"] {
        assert_eq!(one[0][key], row[key], "{key}");
    }
    assert_eq!(one[0]["verdict"], "confirmed");
    assert_eq!(one[0]["file"], "content/strips.md");
    assert_eq!(
        objects(site.path(), &["eval", "cutcake(1,4)"]),
        [serde_json::json!({"value": "3"})]
    );
    let wrong = objects(site.path(), &["eval", "cutcake(1,"]);
    assert!(wrong[0]["errors"][0]["message"].is_string(), "{wrong:?}");
    // What --fix changes goes past a machine that reads the findings.
    edit(&site.path().join("content/strips.md"), "[3](=cutcake(1,4))", "[4](=cutcake(1,4))");
    assert!(objects(site.path(), &["check", "--fix"]).is_empty());
}

#[test]
fn quiet_lists_hold_only_what_is_wrong() {
    let site = starter();
    for command in [&["claims"][..], &["claims", "strips.one_less"], &["audit"]] {
        rung(site.path()).args(command).arg("--quiet").assert().code(0).stdout("");
    }
    edit(&site.path().join("content/strips.md"), "= n - 1\nexpect", "= n - 2\nexpect");
    let run = rung(site.path()).args(["claims", "--quiet"]).assert().code(1);
    let out = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(out.starts_with("! strips.one_less"), "{out}");
    assert_eq!(out.lines().count(), 1, "{out}");
}

#[test]
fn the_manual_page_holds_every_command_and_sends_nobody_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = rung(folder.path()).arg("man").assert().success();
    let page = String::from_utf8(run.get_output().stdout.clone()).expect("text");
    for (command, _) in COMMANDS {
        assert!(page.contains(&format!(".SS \"rung {}", command[0])), "{command:?}");
    }
    for option in ["dry\\-run", "base\\-url", "deny\\-warnings"] {
        assert!(page.contains(option), "{option}");
    }
    let pages = page.lines().filter(|line| line.contains("(1)"));
    assert_eq!(pages.collect::<Vec<_>>(), Vec::<&str>::new(), "pages that do not exist");
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_ends_a_command_quietly() {
    use std::io::Read as _;
    let site = starter();
    // As much as no pipe holds, so that the writer meets the end.
    let lines = "1 + 1\n".repeat(200_000);
    fs::write(site.path().join("lines"), lines).expect("written");
    for arguments in [&["eval", "-"][..], &["completions", "bash"], &["man"], &["claims"]] {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("rung"))
            .args(arguments)
            .current_dir(site.path())
            .stdin(fs::File::open(site.path().join("lines")).expect("a file"))
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("begun");
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
        child.wait().expect("ended");
        assert_eq!(said, "", "{arguments:?}");
    }
}

#[test]
fn stale_numbers_of_references_are_renumbered_and_nothing_else() {
    let site = starter();
    let essay = site.path().join("content/references.md");
    let figure = |id: &str| {
        format!(
            "```{{figure}} {id}\r\nkind: grid\r\nover: m, n in 1..2\r\ncell: cutcake(m, n)\r\n\
             caption: Values.\r\nalt: A grid.\r\n```\r\n\r\n"
        )
    };
    let text = |first: &str, second: &str| {
        format!(
            "---\r\ntitle: References\r\n---\r\n\r\nSee [Figure {first}](#fig_a),  [the *figure {second}*](#fig_b) \
             and, by   its tab\t, [](#fig_b); Ω stays.\r\n\r\n{}{}",
            figure("fig_a"),
            figure("fig_b")
        )
    };
    // A figure was put before the other: what was 2 is 1, and what was 1 is 2.
    let (stale, right) = (text("2", "1"), text("1", "2"));
    fs::write(&essay, &stale).expect("written");
    let others: Vec<_> = tree(site.path())
        .into_iter()
        .filter(|(name, _)| !name.ends_with("references.md"))
        .collect();

    let run = rung(site.path()).args(["check", "--fix", "--dry-run"]).assert().code(1);
    let diff = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(diff.contains("-See [Figure 2](#fig_a),  [the *figure 1*](#fig_b)"), "{diff}");
    assert!(diff.contains("+See [Figure 1](#fig_a),  [the *figure 2*](#fig_b)"), "{diff}");
    assert_eq!(fs::read_to_string(&essay).expect("a text"), stale, "a dry run changes nothing");

    let run = rung(site.path()).args(["check", "--fix"]).assert().success();
    assert_eq!(
        String::from_utf8_lossy(&run.get_output().stdout),
        diff,
        "the same is shown and done"
    );
    assert_eq!(fs::read_to_string(&essay).expect("a text"), right);

    let run = rung(site.path()).args(["check", "--fix"]).assert().success();
    assert!(run.get_output().stdout.is_empty(), "nothing is left to mend");
    assert_eq!(fs::read_to_string(&essay).expect("a text"), right);
    let after: Vec<_> = tree(site.path())
        .into_iter()
        .filter(|(name, _)| !name.ends_with("references.md"))
        .collect();
    assert_eq!(others, after);
}

#[test]
fn a_part_of_a_name_is_enough_to_be_told_the_whole() {
    let site = starter();
    let said = |arguments: &[&str]| {
        let run = rung(site.path()).args(arguments).assert().code(2);
        String::from_utf8_lossy(&run.get_output().stderr).into_owned()
    };
    let told = said(&["explain", "unbound"]);
    assert!(told.contains("did you mean `numeral::unbound`?"), "{told}");
    let run = rung(site.path()).args(["claims"]).assert().success();
    let list = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    let whole = list.split_whitespace().next().expect("a claim");
    let (_, id) = whole.split_once('.').expect("an essay and an id");
    let told = said(&["claims", id]);
    assert!(told.contains(&format!("did you mean `{whole}`?")), "{told}");
}

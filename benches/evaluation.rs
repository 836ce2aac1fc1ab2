//! How long the ladder takes to check, phase by phase, and what a claim and a page of bindings take.
//!
//! ```text
//! cargo bench --bench evaluation             medians of several runs from nothing
//! cargo bench --bench evaluation -- JOB      one job, once: for a profiler
//! cargo bench --bench evaluation -- blocks   every claim of the ladder by itself, the longest first
//! ```
//!
//! Times are wall clock on all threads; run it on a machine that does nothing else.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark reads the clock, prints, and may stop at a surprise"
)]

use std::env;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;
use std::time::Instant;

use rung::claims;
use rung::claims::Claim;
use rung::diagnostics::Sink;
use rung::diagnostics::SourceId;
use rung::diagnostics::Span;
use rung::essay;
use rung::language::DEFAULT_BUDGET;
use rung::language::Definitions;
use rung::language::Evaluator;
use rung::language::Expression;
use rung::language::Library;
use rung::language::Scope;
use rung::language::Site;
use rung::site;
use rung::site::Options;
use rung::site::Progress;
use rung::site::load::load;

/// How often each job is run.
const RUNS: usize = 9;

/// A claim over 40,000 cakes with calls of functions of the library, which call others.
const CLAIM: &str = "```{claim} cold
Calls of calls.

over:   m, n in 1..200
with:   d = lead(m, n)
check:  maundy(m, n) = formula(m, n) and sign(maundy(m, n)) = sign(d)
expect: holds in 40,000 cases
```
";

/// As many cakes with the five calls that a theorem about them is written with.
const THEOREM: &str = "```{claim} cold
Five calls.

over:   m, n in 1..200
check:  sign(maundy(m, n)) = sign(Ω(n) - Ω(m))
expect: holds in 40,000 cases
```
";

/// Bindings as they stand in prose.
const BINDINGS: [&str; 5] =
    ["maundy(6, 360)", "formula(6, 360)", "Ω(360)", "cutcake(5, 8)", "[gpf(n) for n in 2..6]"];

/// A job and what it does.
type Job = (&'static str, fn() -> Duration);

const JOBS: &[Job] = &[
    ("ladder-read", || ladder().read),
    ("ladder-evaluate", || ladder().evaluate),
    ("ladder-rest", || ladder().rest),
    ("ladder-check", || ladder().check),
    ("claim-40000", || claim(CLAIM)),
    ("theorem-40000", || claim(THEOREM)),
    ("bindings-200", bindings),
];

/// What checking the ladder takes.
struct Phases {
    /// Until the first block is evaluated.
    read: Duration,
    /// Until the last one is.
    evaluate: Duration,
    /// From there on: bindings, pictures, pages, formulas and what is read back.
    rest: Duration,
    /// All of it.
    check: Duration,
}

/// When blocks began to be evaluated, and when the last one so far was.
struct Watch(Mutex<[Instant; 2]>);

impl Progress for Watch {
    fn expect(&self, _: usize) {
        *self.0.lock().unwrap() = [Instant::now(); 2];
    }

    fn done(&self) {
        self.0.lock().unwrap()[1] = Instant::now();
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Checks the ladder.
fn ladder() -> Phases {
    let input = load(root()).unwrap();
    let start = Instant::now();
    let watch = Watch(Mutex::new([start; 2]));
    black_box(site::build(&input, &Options::default(), &watch));
    let end = Instant::now();
    let [first, last] = *watch.0.lock().unwrap();
    Phases { read: first - start, evaluate: last - first, rest: end - last, check: end - start }
}

/// A scope that has the library of the ladder and nothing remembered.
fn scope() -> Scope {
    let text = fs::read_to_string(root().join("content/lib/cakes.def")).unwrap();
    let mut sink = Sink::default();
    let at = Span::new(SourceId(0), 0..text.len());
    let definitions = Definitions::parse(&text, at, &mut sink);
    let library = Library::new("cakes", definitions, &mut sink);
    let scope =
        Scope::new("bench", Definitions::default(), &[library], &Site::default(), &mut sink);
    assert!(!sink.has_errors());
    scope
}

/// A claim, read and checked.
fn claim(text: &str) -> Duration {
    let scope = scope();
    let mut sink = Sink::default();
    let page = format!("---\ntitle: Bench\n---\n\n{text}");
    let essay = essay::parse(SourceId(1), "bench.md", &page, &mut sink);
    let claim = Claim::parse(&essay.blocks[0], &mut sink).unwrap();
    let start = Instant::now();
    let findings = claims::check(&claim, &scope, DEFAULT_BUDGET).unwrap();
    let time = start.elapsed();
    assert_eq!((findings.cases, findings.fails()), (40_000, 0));
    time
}

/// Two hundred bindings of a page, read and evaluated, each a block of its own.
fn bindings() -> Duration {
    let scope = scope();
    let start = Instant::now();
    for text in BINDINGS.iter().cycle().take(200) {
        let expression = Expression::read(text, Span::new(SourceId(1), 0..text.len())).unwrap();
        black_box(Evaluator::new(&scope, DEFAULT_BUDGET).evaluate(&expression).unwrap());
    }
    start.elapsed()
}

/// Every claim of the ladder by itself on one thread, the longest first.
fn blocks() {
    let input = load(root()).unwrap();
    let built = site::build(&input, &Options::default(), &());
    let (essays, evaluated) = (&built.essays, &built.evaluated);
    let mut times: Vec<(Duration, String)> = evaluated
        .claims
        .iter()
        .map(|((essay, _), result)| {
            let scope = &evaluated.scopes[*essay];
            let start = Instant::now();
            black_box(claims::check(&result.claim, scope, DEFAULT_BUDGET).is_ok());
            (start.elapsed(), format!("{}.{}", essays[*essay].name(), result.claim.id.text))
        })
        .collect();
    times.sort();
    println!("| claim | µs |\n| --- | ---: |");
    for (time, name) in times.iter().rev() {
        println!("| {name} | {} |", time.as_micros());
    }
}

fn main() {
    // Cargo passes `--bench`.
    let arguments: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    if arguments.iter().any(|word| word == "blocks") {
        return blocks();
    }
    if let Some((name, run)) =
        JOBS.iter().find(|(name, _)| arguments.iter().any(|word| word == name))
    {
        println!("{name} {} µs", run().as_micros());
        return;
    }
    println!("| job | median, µs | least, µs |\n| --- | ---: | ---: |");
    for (name, run) in JOBS {
        let mut times: Vec<Duration> = (0..RUNS).map(|_| run()).collect();
        times.sort();
        println!("| {name} | {} | {} |", times[RUNS / 2].as_micros(), times[0].as_micros());
    }
}

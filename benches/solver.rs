//! How fast the solver is, beside the peer crate.
//!
//! ```text
//! cargo bench --bench solver                             our times
//! cargo bench --bench solver -- --peer                   and the peer's, with the ratios
//! cargo bench --bench solver -- --peer --instructions    and instruction counts (needs valgrind)
//! cargo bench --bench solver -- JOB                      one job, once
//! cargo bench --bench solver -- growth                   cost per cell as the grid grows, as CSV
//! ```
//!
//! Times are the best of three averages over runs from nothing, on one thread: processor time where the system tells
//! it, else wall clock. The peer is a project of its
//! own in `benches/peer`, built on request, and no dependency of this crate.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::float_arithmetic,
    reason = "a benchmark reads the clock, prints, and may stop at a surprise"
)]

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::hint::black_box;
use std::process::Command;
use std::time::Duration;
use std::time::Instant;

use rung::cgt::Arena;
use rung::cgt::Board;
use rung::cgt::Budget;
use rung::cgt::GameId;
use rung::cgt::Ruleset;
use rung::cgt::Solver;
use rung::cgt::integers::Integers;
use rung::cgt::rulesets::Cutcake;
use rung::cgt::rulesets::Domineering;
use rung::cgt::rulesets::Maundy;

/// A job: its name, its bar in milliseconds (0: none), and what it does.
struct Job {
    name: &'static str,
    bar: u64,
    run: fn() -> usize,
}

const JOBS: &[Job] = &[
    Job { name: "cutcake-40", bar: 0, run: || table(&Cutcake, 40, 40) },
    Job { name: "cutcake-100", bar: 10, run: || table(&Cutcake, 100, 100) },
    Job { name: "maundy-60", bar: 0, run: || table(&Maundy, 60, 60) },
    Job { name: "maundy-100", bar: 5, run: || table(&Maundy, 100, 100) },
    Job { name: "maundy-200-by-integers", bar: 0, run: || maundy_by_integers(200) },
    Job { name: "domineering-to-4x4", bar: 0, run: || table(&Domineering, 4, 4) },
    Job { name: "domineering-to-5x5", bar: 150, run: || table(&Domineering, 5, 5) },
    Job { name: "domineering-5x6", bar: 5000, run: || board(&Domineering, 5, 6) },
    Job { name: "switches-16", bar: 0, run: || switches(16) },
    Job { name: "switches-24", bar: 200, run: || switches(24) },
    Job { name: "born-by-day-3", bar: 50, run: born_by_day_three },
];

/// Every board to so many rows and columns. Returns how many games came up.
fn table<R: Ruleset>(ruleset: &R, rows: u64, columns: u64) -> usize {
    let (mut solver, mut budget) = (Solver::new(), Budget::unlimited());
    for rows in 1..=rows {
        for columns in 1..=columns {
            for position in R::Position::sized(&[rows, columns]).unwrap() {
                black_box(solver.value_under(ruleset, &position, &mut budget).unwrap());
            }
        }
    }
    solver.arena.len()
}

/// One board.
fn board<R: Ruleset>(ruleset: &R, rows: u64, columns: u64) -> usize {
    let (mut solver, mut budget) = (Solver::new(), Budget::unlimited());
    for position in R::Position::sized(&[rows, columns]).unwrap() {
        black_box(solver.value_under(ruleset, &position, &mut budget).unwrap());
    }
    solver.arena.len()
}

fn maundy_by_integers(side: u64) -> usize {
    let (mut integers, mut budget) = (Integers::new(), Budget::unlimited());
    for rows in 1..=side {
        for columns in 1..=side {
            black_box(integers.maundy(rows, columns, &mut budget).unwrap());
        }
    }
    integers.maundy_cakes()
}

/// ±1 + ±2 + … + ±n, with its thermograph.
fn switches(n: i64) -> usize {
    let (mut arena, mut budget) = (Arena::new(), Budget::unlimited());
    let mut sum = GameId::ZERO;
    for size in 1..=n {
        let ends = [arena.integer(size).unwrap(), arena.integer(-size).unwrap()];
        let switch = arena.from_options(&ends[..1], &ends[1..], &mut budget).unwrap();
        sum = arena.sum(sum, switch, &mut budget).unwrap();
    }
    black_box(arena.thermograph(sum, &mut budget).unwrap());
    arena.len()
}

/// All 1,474 games born by day 3, from every pair of antichains of the 22 of day 2.
fn born_by_day_three() -> usize {
    let (mut arena, mut budget) = (Arena::new(), Budget::unlimited());
    let mut games = vec![GameId::ZERO];
    for day in 1..=3 {
        let mut antichains: Vec<Vec<GameId>> = vec![vec![]];
        for &g in &games {
            for at in 0..antichains.len() {
                let mut is_antichain = true;
                for &h in &antichains[at] {
                    is_antichain &= !arena.le(g, h, &mut budget).unwrap()
                        && !arena.le(h, g, &mut budget).unwrap();
                }
                if is_antichain {
                    antichains.push([&antichains[at][..], &[g]].concat());
                }
            }
        }
        games.clear();
        for left in &antichains {
            for right in &antichains {
                games.push(arena.from_options(left, right, &mut budget).unwrap());
            }
        }
        games.sort_unstable();
        games.dedup();
        assert_eq!(games.len(), [1, 4, 22, 1474][day]);
    }
    games.len()
}

/// The time that this thread has had on a processor, if the system says so: other work on the machine
/// then does not count.
fn processor_time() -> Option<Duration> {
    let schedule = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    schedule.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// The least that one run is repeated for: processor time may be told in ticks of some milliseconds.
const LEAST: Duration = Duration::from_millis(200);

/// How long a run takes, on average over as many as make up [`LEAST`].
fn time_of(run: &dyn Fn() -> usize) -> Duration {
    let (start, wall) = (processor_time(), Instant::now());
    let mut runs = 0;
    loop {
        black_box(run());
        runs += 1;
        let elapsed = match (start, processor_time()) {
            (Some(start), Some(end)) => end - start,
            _ => wall.elapsed(),
        };
        if elapsed >= LEAST {
            return elapsed / runs;
        }
    }
}

/// The best of three.
fn best_time(run: fn() -> usize) -> Duration {
    (0..3).map(|_| time_of(&run)).min().unwrap_or_default()
}

/// The instructions that a command executes, counted by callgrind, in millions.
fn instructions(program: &str, arguments: &[&str]) -> Option<f64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", program])
        .args(arguments)
        .output()
        .ok()?;
    let report = String::from_utf8_lossy(&output.stderr).into_owned();
    let count = report.split("Collected :").nth(1)?.split_whitespace().next()?;
    count.parse::<f64>().ok().map(|count| count / 1e6)
}

/// Builds the peer and returns its program.
fn build_peer() -> String {
    let project = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peer");
    let manifest = format!("{project}/Cargo.toml");
    let build = Command::new("cargo")
        .args(["build", "--release", "--manifest-path", &manifest, "--target-dir"])
        .arg(format!("{project}/target"))
        .status();
    assert!(build.is_ok_and(|status| status.success()), "the peer did not build");
    format!("{project}/target/release/peer")
}

/// The peer's seconds for each job it knows.
fn peer_times(program: &str) -> BTreeMap<String, f64> {
    let output = Command::new(program).output().unwrap();
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    report
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(name, seconds)| Some((name.to_owned(), seconds.parse().ok()?)))
        .collect()
}

/// Cost of a cell as the grid grows, for a figure.
fn growth() {
    println!("side,cutcake_ns_per_cell,maundy_ns_per_cell,maundy_by_integers_ns_per_cell");
    for side in [10, 20, 40, 60, 80, 100, 150, 200, 300, 400, 600, 800, 1000] {
        let per_cell = |run: &dyn Fn() -> usize| {
            time_of(run).as_nanos() / (u128::from(side) * u128::from(side))
        };
        let cutcake = per_cell(&|| table(&Cutcake, side, side));
        let maundy = per_cell(&|| table(&Maundy, side, side));
        let integers = per_cell(&|| maundy_by_integers(side));
        println!("{side},{cutcake},{maundy},{integers}");
    }
}

fn main() {
    // Cargo passes `--bench`.
    let arguments: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    let has = |word: &str| arguments.iter().any(|argument| argument == word);
    if has("growth") {
        return growth();
    }
    if let Some(job) = JOBS.iter().find(|job| has(job.name)) {
        println!("{} {}", job.name, (job.run)());
        return;
    }
    let own = env::current_exe().unwrap();
    let peer = has("--peer").then(build_peer);
    let times = peer.as_deref().map(peer_times).unwrap_or_default();
    println!(
        "| job | ours, ms | bar, ms | peer, ms | ratio | ours, M instr | peer, M instr | ratio |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for job in JOBS {
        let ours = best_time(job.run).as_secs_f64();
        let theirs = times.get(job.name).copied();
        let counted =
            has("--instructions").then(|| instructions(&own.to_string_lossy(), &[job.name]));
        let counted = counted.flatten();
        let peer = peer.as_deref().filter(|_| counted.is_some() && theirs.is_some());
        let peer_counted = peer.and_then(|peer| instructions(peer, &[job.name]));
        let show = |x: Option<f64>| x.map_or(String::new(), |x| format!("{x:.2}"));
        let ratio = |a: Option<f64>, b: Option<f64>| Some(a? / b?);
        println!(
            "| {} | {:.2} | {} | {} | {} | {} | {} | {} |",
            job.name,
            ours * 1e3,
            if job.bar == 0 { String::new() } else { job.bar.to_string() },
            show(theirs.map(|seconds| seconds * 1e3)),
            show(ratio(theirs, Some(ours))),
            show(counted),
            show(peer_counted),
            show(ratio(peer_counted, counted)),
        );
    }
}

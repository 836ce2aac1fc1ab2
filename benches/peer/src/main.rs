//! The jobs of the benchmark `solver`, by the peer crate `cgt`, in the way its documents say: rulesets
//! through its trait and its transposition table, one thread.
//!
//! Without an argument, one line for each job: its name and its seconds, processor time where the
//! system tells it. With a job's name, that job alone. Jobs that take minutes only run when they are
//! named.

use std::env;
use std::fs;
use std::hint::black_box;
use std::time::Duration;
use std::time::Instant;

use cgt::numeric::dyadic_rational_number::DyadicRationalNumber;
use cgt::short::partizan::canonical_form::CanonicalForm;
use cgt::short::partizan::games::domineering::Domineering;
use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;

/// A sum of cakes, each as rows and columns, and how they are cut.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Cakes {
    equally: bool,
    cakes: Vec<(u32, u32)>,
}

impl Cakes {
    fn moves(&self, is_left: bool) -> Vec<Self> {
        let mut moves = Vec::new();
        for (at, &(rows, columns)) in self.cakes.iter().enumerate() {
            let side = if is_left { columns } else { rows };
            let piece = |side| if is_left { (rows, side) } else { (side, columns) };
            for cut in 1..side {
                let pieces = if !self.equally {
                    vec![piece(cut), piece(side - cut)]
                } else if side % (cut + 1) == 0 {
                    vec![piece(side / (cut + 1)); cut as usize + 1]
                } else {
                    continue;
                };
                let mut cakes = self.cakes.clone();
                cakes.swap_remove(at);
                cakes.extend(pieces);
                moves.push(Self { equally: self.equally, cakes });
            }
        }
        moves
    }
}

impl PartizanGame for Cakes {
    fn left_moves(&self) -> Vec<Self> {
        self.moves(true)
    }

    fn right_moves(&self) -> Vec<Self> {
        self.moves(false)
    }

    fn decompositions(&self) -> Vec<Self> {
        let cakes = self.cakes.iter();
        cakes.map(|&cake| Self { equally: self.equally, cakes: vec![cake] }).collect()
    }
}

fn cakes(equally: bool, side: u32) {
    let table = ParallelTranspositionTable::new();
    for rows in 1..=side {
        for columns in 1..=side {
            let cake = Cakes { equally, cakes: vec![(rows, columns)] };
            black_box(cake.canonical_form(&table));
        }
    }
}

fn domineering(rows: u32, columns: u32, table: &ParallelTranspositionTable<Domineering>) {
    let row = ".".repeat(columns as usize);
    let board = vec![row; rows as usize].join("|");
    let board: Domineering = board.parse().expect("a free board");
    black_box(board.canonical_form(table));
}

fn domineering_to(side: u32) {
    let table = ParallelTranspositionTable::new();
    for rows in 1..=side {
        for columns in 1..=side {
            domineering(rows, columns, &table);
        }
    }
}

fn switches(n: i64) {
    let mut sum = CanonicalForm::new_integer(0);
    for size in 1..=n {
        let ends = [size, -size].map(CanonicalForm::new_integer);
        let [left, right] = ends;
        sum = sum + CanonicalForm::new_from_moves(vec![left], vec![right]);
    }
    black_box(sum.thermograph());
    black_box(DyadicRationalNumber::from(0));
}

struct Job {
    name: &'static str,
    /// Whether it takes minutes.
    is_long: bool,
    run: fn(),
}

const JOBS: &[Job] = &[
    Job { name: "cutcake-40", is_long: false, run: || cakes(false, 40) },
    Job { name: "cutcake-100", is_long: false, run: || cakes(false, 100) },
    Job { name: "maundy-60", is_long: false, run: || cakes(true, 60) },
    Job { name: "maundy-100", is_long: false, run: || cakes(true, 100) },
    Job { name: "domineering-to-4x4", is_long: false, run: || domineering_to(4) },
    Job { name: "domineering-to-5x5", is_long: false, run: || domineering_to(5) },
    Job {
        name: "domineering-5x6",
        is_long: true,
        run: || domineering(5, 6, &ParallelTranspositionTable::new()),
    },
    Job { name: "switches-16", is_long: false, run: || switches(16) },
];

/// The time that this thread has had on a processor, if the system says so.
fn processor_time() -> Option<Duration> {
    let schedule = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    schedule.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

fn time_of(run: fn()) -> Duration {
    let (start, wall) = (processor_time(), Instant::now());
    let mut runs = 0;
    loop {
        run();
        runs += 1;
        let elapsed = match (start, processor_time()) {
            (Some(start), Some(end)) => end - start,
            _ => wall.elapsed(),
        };
        if elapsed >= Duration::from_millis(200) {
            return elapsed / runs;
        }
    }
}

fn main() {
    let named: Vec<String> = env::args().skip(1).collect();
    if named.is_empty() {
        for job in JOBS.iter().filter(|job| !job.is_long) {
            println!("{} {}", job.name, time_of(job.run).as_secs_f64());
        }
    }
    for job in JOBS.iter().filter(|job| named.iter().any(|name| name == job.name)) {
        let (start, wall) = (processor_time(), Instant::now());
        (job.run)();
        let elapsed = match (start, processor_time()) {
            (Some(start), Some(end)) => end - start,
            _ => wall.elapsed(),
        };
        println!("{} {}", job.name, elapsed.as_secs_f64());
    }
}

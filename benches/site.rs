//! How fast whole sites are built, and how soon a save is seen.
//!
//! ```text
//! cargo bench --bench site                   builds of 100 and 1,000 essays, and of this repository's site
//! cargo bench --bench site -- 100 10000      of as many as are asked for
//! cargo bench --bench site -- distinct       every formula another one
//! cargo bench --bench site -- save           from a save to the refreshed page
//! ```
//!
//! The essays are made here, the same each time: about 2,000 words in six sections, 36 formulas, two
//! tables, three footnotes and three links each. What is measured is the program as it is called:
//! processor time and largest memory as the system tells them, from nothing, into an empty folder.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::float_arithmetic,
    reason = "a benchmark reads the clock, prints, and may stop at a surprise"
)]

mod corpus;

use std::env;
use std::fs;
use std::io::BufRead;
use std::io::BufReader;
use std::io::Read;
use std::io::Write;
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::process::Stdio;
use std::thread;
use std::time::Duration;
use std::time::Instant;

const RUNG: &str = env!("CARGO_BIN_EXE_rung");

/// What one run took.
struct Taken {
    wall: Duration,
    processor: Duration,
    megabytes: f64,
}

/// Processor time of process `id`, as far as the system tells it, in its ticks of 10 ms.
fn processor(id: u32) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 10))
}

/// The most memory that process `id` has had so far, in megabytes.
fn peak(id: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024.0)
}

/// One build of the site at `root`.
fn build(root: &Path, out: &Path) -> Taken {
    let _ = fs::remove_dir_all(out);
    let begun = Instant::now();
    let mut process = Command::new(RUNG)
        .arg("--root")
        .arg(root)
        .args(["-q", "build", "--output"])
        .arg(out)
        .spawn()
        .unwrap();
    let id = process.id();
    let (mut megabytes, mut time) = (0.0, Duration::ZERO);
    // A process that has ended tells its time until it is waited for.
    loop {
        megabytes = peak(id).unwrap_or(megabytes);
        time = processor(id).unwrap_or(time);
        let state = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        if state.rsplit_once(')').is_none_or(|(_, rest)| rest.trim_start().starts_with('Z')) {
            break;
        }
        thread::sleep(Duration::from_millis(1));
    }
    time = processor(id).unwrap_or(time);
    let wall = begun.elapsed();
    assert!(process.wait().unwrap().success(), "the site at {} is right", root.display());
    Taken { wall, processor: time, megabytes }
}

fn builds(name: &str, root: &Path, out: &Path) {
    let mut all: Vec<Taken> = (0..3).map(|_| build(root, out)).collect();
    all.sort_by_key(|one| one.processor);
    let middle = &all[1];
    println!(
        "| {name} | {:.2} | {:.2} | {:.0} |",
        middle.wall.as_secs_f64(),
        middle.processor.as_secs_f64(),
        middle.megabytes
    );
}

/// The body of the answer to `path`.
fn get(port: u16, path: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Saves `file` of the site at `root` ten times and asks for `page` until it says what was saved.
fn saves(name: &str, root: &Path, file: &str, page: &str) {
    let begun = Instant::now();
    let mut process = Command::new(RUNG)
        .arg("--root")
        .arg(root)
        .args(["serve", "--port", "0"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
    let port: u16 = lines
        .find_map(|line| {
            let line = line.unwrap();
            let rest = line.split_once("the preview is at http://127.0.0.1:")?.1;
            rest.trim_end_matches('/').parse().ok()
        })
        .unwrap();
    thread::spawn(move || lines.for_each(drop));
    get(port, page);
    let first = begun.elapsed();
    let path = root.join(file);
    let text = fs::read_to_string(&path).unwrap();
    let mut times = Vec::new();
    let before = processor(process.id());
    for number in 0..10 {
        let word = format!("saved{}times", "x".repeat(number + 1));
        let begun = Instant::now();
        fs::write(&path, format!("{text}\nThis was {word}.\n")).unwrap();
        while !get(port, page).contains(&word) {
            thread::sleep(Duration::from_millis(1));
        }
        times.push(begun.elapsed().as_secs_f64() * 1e3);
        thread::sleep(Duration::from_millis(200));
    }
    let spent = processor(process.id()).zip(before).map(|(after, before)| after - before);
    fs::write(&path, text).unwrap();
    let _ = process.kill();
    let _ = process.wait();
    times.sort_by(f64::total_cmp);
    println!(
        "| {name} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} |",
        first.as_secs_f64() * 1e3,
        times[0],
        times[5],
        times[9],
        spent.unwrap_or_default().as_secs_f64() * 1e2,
    );
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let has = |word: &str| arguments.iter().any(|own| own == word);
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    // The site of this repository, copied: it is edited.
    let ladder = folder.path().join("ladder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for entry in walkdir::WalkDir::new(root.join("content")).into_iter().flatten() {
        if entry.file_type().is_file() {
            let to = ladder.join(entry.path().strip_prefix(root).unwrap());
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(entry.path(), to).unwrap();
        }
    }
    fs::copy(root.join("site.toml"), ladder.join("site.toml")).unwrap();
    let site = |essays: usize| {
        let site = folder.path().join(format!("essays-{essays}"));
        corpus::write(&site, essays, has("distinct"));
        site
    };
    if has("save") {
        println!(
            "| site | first page, ms | least, ms | median, ms | most, ms | processor a save, ms |"
        );
        println!("| --- | ---: | ---: | ---: | ---: | ---: |");
        saves("the ladder", &ladder, "content/cutcake/maundy-cake.md", "/cutcake/maundy-cake/");
        saves("1,000 essays", &site(1000), "content/essays/essay-500.md", "/essays/essay-500/");
        return;
    }
    println!("| site | wall, s | processor, s | peak, MB |");
    println!("| --- | ---: | ---: | ---: |");
    builds("the ladder", &ladder, &out);
    let mut sizes: Vec<usize> = arguments.iter().filter_map(|own| own.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![100, 1000];
    }
    for essays in sizes {
        builds(&format!("{essays} essays"), &site(essays), &out);
    }
}

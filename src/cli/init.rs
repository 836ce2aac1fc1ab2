//! `rung init`: a new site that checks and builds at once.

#![expect(clippy::disallowed_methods, reason = "a command writes the files it was asked for")]

use std::fs;
use std::io::Write;

use crate::cli::Failure;
use crate::cli::arguments::Global;
use crate::cli::arguments::Init;
use crate::cli::today::today;

/// The files of a new site.
const FILES: &[(&str, &str)] = &[
    ("site.toml", include_str!("../../examples/starter/site.toml")),
    ("content/index.md", include_str!("../../examples/starter/content/index.md")),
    ("content/strips.md", include_str!("../../examples/starter/content/strips.md")),
    ("content/lib/cakes.def", include_str!("../../examples/starter/content/lib/cakes.def")),
    (".gitignore", "/public/\n"),
];

/// The day of publication in the sample, which becomes the day on which the site is begun.
const SAMPLE_DATE: &str = "date: 2026-11-30\n";

/// Writes a small site with one claim that its author can break to see what happens.
///
/// # Errors
///
/// If one of its files is there already, or cannot be written; then nothing is.
pub fn run(arguments: &Init, global: &Global, out: &mut dyn Write) -> Result<(), Failure> {
    let root = &arguments.directory;
    if let Some((taken, _)) = FILES.iter().find(|(path, _)| root.join(path).exists()) {
        return Err(Failure::usage(format!(
            "{}: is there already; name an empty folder",
            root.join(taken).display()
        )));
    }
    for (path, text) in FILES {
        let file = root.join(path);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&file, text.replace(SAMPLE_DATE, &format!("date: {}\n", today())))?;
    }
    if global.quiet {
        return Ok(());
    }
    writeln!(out, "A site of two pages stands in {}.", root.display())?;
    writeln!(out, "Next:  cd {} && rung serve --open", root.display())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::FILES;
    use super::SAMPLE_DATE;

    #[test]
    fn the_sample_has_the_day_that_is_put_in_its_place() {
        let dates: usize = FILES.iter().map(|(_, text)| text.matches(SAMPLE_DATE).count()).sum();
        let dated = FILES.iter().filter(|(_, text)| text.contains("\ndate: ")).count();
        assert_eq!((dates, dated), (1, 1));
    }
}

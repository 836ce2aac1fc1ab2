//! `rung new`: a new essay.

use std::fs;
use std::io::ErrorKind;
use std::io::Write;
use std::path::Path;

use crate::cli::Failure;
use crate::cli::arguments::Global;
use crate::cli::arguments::New;
use crate::cli::today::today;

/// Writes a draft at the path asked for, never over a file that is there.
///
/// # Errors
///
/// If the path leads out of `content/`, names something that cannot be an address, or is taken.
pub fn run(
    arguments: &New,
    global: &Global,
    root: &Path,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let path = arguments.path.trim_start_matches("content/").trim_end_matches(".md");
    let parts: Vec<&str> = path.split('/').collect();
    let is_plain = |part: &&str| {
        !part.is_empty()
            && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    if !parts.iter().all(is_plain) {
        return Err(Failure::usage(format!(
            "`{path}` cannot be an address: use small letters, digits and hyphens, with `/` between \
             folders, as in `cutcake/a-new-game`"
        )));
    }
    let slug = parts.last().copied().unwrap_or_default();
    let title = arguments.title.clone().unwrap_or_else(|| title(slug));
    let file = root.join("content").join(format!("{path}.md"));
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut essay = fs::File::create_new(&file).map_err(|error| {
        Failure::usage(match error.kind() {
            ErrorKind::AlreadyExists => {
                format!("{} is there already; nothing is changed", file.display())
            }
            _ => format!("{}: {error}", file.display()),
        })
    })?;
    essay.write_all(essay_text(&title).as_bytes())?;
    if !global.quiet {
        writeln!(out, "{}", file.display())?;
    }
    Ok(())
}

/// A slug as the first guess at a title.
fn title(slug: &str) -> String {
    let words = slug.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A draft that checks and can be built.
fn essay_text(title: &str) -> String {
    let title = title.replace('\'', "''");
    format!(
        "---\ntitle: '{title}'\ndescription: 'In a sentence or two, what a reader learns.'\ndate: {}\ndraft: true\n---\n\n\
         A strip of squares is worth `=cutcake(1, 5)` moves, and the build wrote that number.\n\
         Here is one that I wrote and the build checks: [4](=cutcake(1,5)).\n\n\
         ```{{claim}} one_row\nA strip is worth one move less than it has squares.\n\n\
         over:   n in 1..20\ncheck:  cutcake(1, n) = n - 1\nexpect: holds in 20 cases\n```\n\n\
         Here it was tested on `=one_row.cases` strips.\n",
        today()
    )
}

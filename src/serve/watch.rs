//! Tells when the folder of a site changes.
//!
//! Editors save in many ways: they rename over, truncate and write, delete and create, touch many
//! files at once. Whatever they do, one signal comes after it has been quiet for `QUIET`; the
//! receiver reads the folder anew, so no event needs to be understood, and none can be missed.

use std::io;
use std::path::Path;
use std::sync::mpsc::Sender;
use std::time::Duration;

use notify_debouncer_full::DebounceEventResult;
use notify_debouncer_full::Debouncer;
use notify_debouncer_full::NoCache;
use notify_debouncer_full::new_debouncer_opt;
use notify_debouncer_full::notify::Config;
use notify_debouncer_full::notify::Error;
use notify_debouncer_full::notify::EventKind;
use notify_debouncer_full::notify::RecommendedWatcher;
use notify_debouncer_full::notify::RecursiveMode;

/// How long a folder is quiet before it is read.
const QUIET: Duration = Duration::from_millis(20);

/// What a site consists of.
const PARTS: &[&str] = &["site.toml", "content", "templates", "static"];

/// Watches as long as it lives.
pub struct Watch {
    _debouncer: Debouncer<RecommendedWatcher, NoCache>,
}

/// Sends to `changed` after each burst of changes of what a site consists of under `root`.
///
/// # Errors
///
/// If the system cannot watch the folder.
pub fn watch(root: &Path, changed: Sender<()>) -> io::Result<Watch> {
    // Events name whole paths, whatever was asked to be watched.
    let root = std::path::absolute(root)?;
    let base = root.clone();
    let matters = move |path: &Path| {
        let first = path.strip_prefix(&base).ok().and_then(|path| path.iter().next());
        first.is_some_and(|first| PARTS.iter().any(|name| first == *name))
    };
    let tell = move |result: DebounceEventResult| {
        // An error (a folder that went, a queue that ran over) is a reason to look, too.
        let look = result.map_or(true, |events| {
            events.iter().any(|event| {
                !matches!(event.kind, EventKind::Access(_))
                    && event.paths.iter().any(|path| matters(path))
            })
        });
        if look {
            // Nobody listens any more when the process ends.
            let _ = changed.send(());
        }
    };
    let other = |error: Error| io::Error::other(error.to_string());
    let mut debouncer = new_debouncer_opt::<_, RecommendedWatcher, NoCache>(
        QUIET,
        Some(QUIET / 4),
        tell,
        NoCache::new(),
        Config::default(),
    )
    .map_err(other)?;
    // Only what a site consists of: a `target` beside it may hold a hundred thousand folders.
    debouncer.watch(&root, RecursiveMode::NonRecursive).map_err(other)?;
    for folder in ["content", "templates", "static"] {
        let path = root.join(folder);
        if path.is_dir() {
            debouncer.watch(&path, RecursiveMode::Recursive).map_err(other)?;
        }
    }
    Ok(Watch { _debouncer: debouncer })
}

//! The preview: the site from memory, refreshed on save, with every mistake marked where it stands.
//!
//! [`run`] builds, serves, and builds again after each change; the server shows what was built last
//! and never reads a file. A mistake never stops it: the page stays, marked.

pub mod audit_view;
pub mod http;
pub mod watch;

use std::collections::BTreeMap;
use std::io;
use std::io::Write;
use std::net::IpAddr;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;
use std::time::Instant;

use bytes::Bytes;
use tokio::net::TcpListener;
use tokio::sync::watch as latest;

use crate::diagnostics::Severity;
use crate::diagnostics::render::Style;
use crate::diagnostics::render::render;
use crate::serve::audit_view::Views;
use crate::serve::http::Snapshot;
use crate::site::Built;
use crate::site::Options;
use crate::site::Workshop;
use crate::site::load::load;

/// How many ports are tried after the one that was asked for.
const PORTS: u16 = 100;

/// The preview's own script.
const SCRIPT: &str = include_str!("preview.js");

/// What to serve, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The folder of the site.
    pub root: PathBuf,
    /// The address to listen on.
    pub host: IpAddr,
    /// The port, or the first of those that are tried.
    pub port: u16,
    /// Whether to open a browser.
    pub open: bool,
    /// How findings are shown in the terminal.
    pub style: Style,
    /// The least grave findings that the terminal shows.
    pub least: Severity,
}

/// Serves the site until the process ends. What happens is told to `terminal`.
///
/// # Errors
///
/// If the folder cannot be read or watched, or no port is free.
pub fn run(settings: &Settings, terminal: &mut dyn Write) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let listener = runtime.block_on(listen(settings.host, settings.port))?;
    let address = listener.local_addr()?;
    let url = format!("http://{address}/");

    let mut preview = Preview::new(settings.clone(), &url);
    // Changes between the first look and the watch would be missed: the watch comes first.
    let (changed, changes) = mpsc::channel();
    let mut watching = watch::watch(&settings.root, changed.clone())?;
    let first = preview.look(terminal)?;
    let (publish, snapshots) = latest::channel(Arc::new(first));
    writeln!(terminal, "the preview is at {url}")?;
    terminal.flush()?;
    std::thread::Builder::new().name(String::from("http")).spawn(move || {
        runtime
            .block_on(async move { axum::serve(listener, http::router(snapshots, address)).await })
    })?;
    if settings.open {
        // A browser that does not come is no reason to stop; the address stands above.
        let _ = open::that_detached(&url);
    }
    while let Ok(()) = changes.recv() {
        // One look is enough for all that has come in meanwhile.
        while changes.try_recv().is_ok() {}
        // A folder may have come, gone or moved: what is watched is settled anew.
        match watch::watch(&settings.root, changed.clone()) {
            Ok(new) => watching = new,
            Err(error) => writeln!(terminal, "cannot watch: {error}")?,
        }
        match preview.look(terminal) {
            Ok(snapshot) => {
                // What is wrong can change where no page does.
                if !snapshot.changed.is_empty() || snapshot.own != publish.borrow().own {
                    publish.send_replace(Arc::new(snapshot));
                }
            }
            // A file that vanished while it was read: another change will follow.
            Err(error) => writeln!(terminal, "cannot read the site: {error}")?,
        }
        terminal.flush()?;
    }
    drop(watching);
    Ok(())
}

/// Listens at the first free port from `port` on.
async fn listen(host: IpAddr, port: u16) -> io::Result<TcpListener> {
    let mut last = io::Error::other("no port");
    for port in port..=port.saturating_add(PORTS) {
        match TcpListener::bind(SocketAddr::new(host, port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// Builds the site again and again.
struct Preview {
    settings: Settings,
    options: Options,
    workshop: Workshop,
    audits: Views,
    last: Snapshot,
}

impl Preview {
    fn new(settings: Settings, url: &str) -> Self {
        let options = Options {
            drafts: true,
            base_url: Some(url.to_owned()),
            preview_script: Some(format!("{}preview.js", http::OWN)),
        };
        Self {
            settings,
            options,
            workshop: Workshop::default(),
            audits: Views::default(),
            last: Snapshot::default(),
        }
    }

    /// Reads and builds the site, and tells the terminal what it found.
    fn look(&mut self, terminal: &mut dyn Write) -> io::Result<Snapshot> {
        #[expect(clippy::disallowed_methods, reason = "the author wants to know how long it took")]
        let begun = Instant::now();
        let input = load(&self.settings.root)?;
        let mut built = self.workshop.build(&input, &self.options, &());
        let snapshot = self.snapshot(&mut built);
        report(&built, &self.settings, begun.elapsed(), terminal)?;
        self.last = snapshot.clone();
        // Giving all of that back takes a while, and nobody waits for it.
        rayon::spawn(move || drop((input, built)));
        Ok(snapshot)
    }

    /// What is to be shown, and what of it is new.
    fn snapshot(&mut self, built: &mut Built) -> Snapshot {
        let mut files = BTreeMap::new();
        let mut changed = Vec::new();
        for (path, bytes) in std::mem::take(&mut built.files) {
            // What did not change is shared with the version before.
            let same = self.last.files.get(&path).filter(|old| is_same(old, &bytes));
            let bytes = same.cloned().unwrap_or_else(|| {
                changed.push(path.clone());
                bytes
            });
            files.insert(path, bytes);
        }
        changed.extend(self.last.files.keys().filter(|path| !files.contains_key(*path)).cloned());
        let shown = built.diagnostics.iter().filter(|one| one.severity <= Severity::Warning);
        let findings = shown.clone().count();
        let list: Vec<serde_json::Value> =
            shown.map(|one| finding(one, built, &self.settings)).collect();
        let mut own: BTreeMap<String, Bytes> = BTreeMap::new();
        own.insert(String::from("preview.js"), Bytes::from_static(SCRIPT.as_bytes()));
        own.insert(String::from("findings.json"), serde_json::Value::from(list).to_string().into());
        own.extend(self.audits.pages(built));
        Snapshot { version: self.last.version + 1, files, own, changed, findings }
    }
}

/// Whether two files hold the same; at once if they are one object.
fn is_same(one: &Bytes, other: &Bytes) -> bool {
    one.len() == other.len() && (one.as_ptr() == other.as_ptr() || one == other)
}

/// A finding for the overlay: what it is, where, its text as in the terminal, a link for an editor.
fn finding(
    diagnostic: &crate::diagnostics::Diagnostic,
    built: &Built,
    settings: &Settings,
) -> serde_json::Value {
    let place = diagnostic.span().map(|span| {
        let at = built.sources.place(span);
        (built.sources.get(span.source).path.clone(), at.line, at.column)
    });
    let editor = place.as_ref().map(|(file, line, column)| {
        let path = settings.root.join(file);
        let path = std::path::absolute(&path).unwrap_or(path);
        format!("vscode://file{}:{line}:{column}", path.display())
    });
    serde_json::json!({
        "severity": diagnostic.severity.word(),
        "code": diagnostic.code.name(),
        "message": diagnostic.message,
        "place": place.map(|(file, line, column)| {
            serde_json::json!({ "file": file, "line": line, "column": column })
        }),
        "editor": editor,
        "text": render(diagnostic, &built.sources, Style::Plain),
    })
}

/// Tells the terminal what a build found.
fn report(
    built: &Built,
    settings: &Settings,
    took: Duration,
    terminal: &mut dyn Write,
) -> io::Result<()> {
    let shown: Vec<_> =
        built.diagnostics.iter().filter(|one| one.severity <= settings.least).collect();
    for one in &shown {
        writeln!(terminal, "{}\n", render(one, &built.sources, settings.style))?;
    }
    let findings = match shown.len() {
        0 => String::from("all holds"),
        1 => String::from("1 finding"),
        many => format!("{many} findings"),
    };
    writeln!(terminal, "{findings}; built in {} ms", took.as_millis())
}

//! The published site on a server of its own, and the preview of a small one.

use std::io::BufRead;
use std::io::BufReader;
use std::net::TcpListener;
use std::path::Path;
use std::process::Child;
use std::process::Command;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::OnceLock;
use std::thread;

use rung::serve::http;
use rung::serve::http::Snapshot;

use crate::ladder;

/// Serves the published ladder and returns its address, which has no `/` at its end.
pub(crate) fn ladder() -> &'static str {
    static ADDRESS: OnceLock<String> = OnceLock::new();
    ADDRESS.get_or_init(|| {
        let mut snapshot = Snapshot::default();
        for (path, bytes) in ladder::files() {
            snapshot.files.insert(path.clone(), bytes.clone().into());
        }
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        // It ends with the tests.
        thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async move {
                let (_publish, snapshots) = tokio::sync::watch::channel(Arc::new(snapshot));
                let listener = tokio::net::TcpListener::from_std(listener).unwrap();
                axum::serve(listener, http::router(snapshots, address)).await.unwrap();
            });
        });
        format!("http://{address}")
    })
}

/// One page of each kind, by name; every essay among them.
pub(crate) fn pages() -> Vec<String> {
    let mut pages: Vec<String> =
        ["/", "/claims/", "/figures/", "/corrections/", "/search/?q=cake", "/no/such/page/"]
            .map(str::to_owned)
            .to_vec();
    let of_content = |path: &&String| {
        let folder = path.strip_suffix("index.html");
        folder.is_some_and(|folder| folder.starts_with("cutcake/"))
    };
    let address = |path: &String| format!("/{}", path.trim_end_matches("index.html"));
    pages.extend(ladder::files().keys().filter(of_content).map(address));
    // Of what there are many, one with all that it can have.
    for kind in ["claims", "figures"] {
        let largest = ladder::files()
            .iter()
            .filter(|(path, _)| path.starts_with(kind) && path.matches('/').count() == 2)
            .filter(|(path, _)| path.ends_with("/index.html"))
            .max_by_key(|(_, bytes)| bytes.len());
        pages.extend(largest.map(|(path, _)| address(path)));
    }
    pages
}

/// `rung serve` on a site.
pub(crate) struct Preview {
    process: Child,
    pub(crate) address: String,
}

impl Preview {
    /// Starts the preview of the site in `folder` and waits until it listens.
    pub(crate) fn start(folder: &Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_rung"))
            .args(["serve", "--port", "0"])
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let out = process.stdout.take().unwrap();
        let err = process.stderr.take().unwrap();
        let (found, addresses) = std::sync::mpsc::channel();
        for said in [Box::new(out) as Box<dyn std::io::Read + Send>, Box::new(err)] {
            let found = found.clone();
            thread::spawn(move || {
                for line in BufReader::new(said).lines().map_while(Result::ok) {
                    if let Some((_, address)) = line.split_once("the preview is at ") {
                        let _ = found.send(address.trim_end_matches('/').to_owned());
                    }
                }
            });
        }
        let address = addresses.recv().expect("the preview says where it is");
        Self { process, address }
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

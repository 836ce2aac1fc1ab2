//! The same findings in an editor, over the language server protocol.
//!
//! [`serve`] talks to one editor until it leaves. The site is built as its files and the editor's
//! open buffers stand, on a thread of its own, again whenever something was typed; what was found is
//! shown where it stands. Questions about a place (what is this worth, where is it defined, what
//! mends it) are answered when the newest text has been built, so that they never speak of an old
//! one; completions do not wait.
//!
//! **Not here.** Anything about essays: this is [`crate::site::build`] for editors.

mod actions;
mod analysis;
mod completion;
mod definition;
mod files;
mod hover;
mod place;
mod publish;
mod server;
mod streams;
mod text;

use std::io;
use std::path::PathBuf;

use lsp_server::Connection;

/// How an editor left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Farewell {
    /// It asked to shut down, and then to exit.
    Orderly,
    /// It exited without asking, or the connection broke.
    Abrupt,
}

/// Serves one editor over `connection`.
///
/// `root` is the folder of the site; without it, it is the nearest one with a `site.toml` upwards
/// from the editor's folder or from the first file that is opened.
#[must_use]
pub fn serve(connection: Connection, root: Option<PathBuf>) -> Farewell {
    server::run(connection, root)
}

/// Serves the editor at the other end of standard input and output.
///
/// Nothing else may hold these streams.
///
/// # Errors
///
/// If they cannot be read or written, or what is read is no message of the protocol.
pub fn serve_stdio(root: Option<PathBuf>) -> io::Result<Farewell> {
    let (connection, threads) = streams::stdio()?;
    let farewell = serve(connection, root);
    threads.join()?;
    Ok(farewell)
}

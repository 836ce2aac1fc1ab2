//! `rung lsp`: the findings in an editor.

use crate::cli::Failure;
use crate::cli::arguments::Global;
use crate::lsp;
use crate::lsp::Farewell;

/// Serves the editor at the other end of standard input and output until it leaves.
///
/// # Errors
///
/// If it leaves without asking to shut down, or cannot be read or written.
pub fn run(global: &Global) -> Result<(), Failure> {
    let root = global.root.as_ref().map(std::path::absolute).transpose()?;
    match lsp::serve_stdio(root)? {
        Farewell::Orderly => Ok(()),
        Farewell::Abrupt => Err(Failure::usage("the editor left without saying so")),
    }
}

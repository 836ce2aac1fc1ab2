//! The `rung` command: reads the arguments, runs the command, turns its ending into an exit code.

use std::process::ExitCode;

use rung::cli;

fn main() -> ExitCode {
    let arguments = cli::arguments();
    match cli::run(&arguments) {
        Ok(ending) => ExitCode::from(ending.code()),
        Err(failure) if failure.is_unheard() => ExitCode::from(2),
        Err(failure) => {
            #[expect(clippy::print_stderr, reason = "this is where a failure reaches its reader")]
            {
                eprintln!("rung: {failure}");
            }
            ExitCode::from(2)
        }
    }
}

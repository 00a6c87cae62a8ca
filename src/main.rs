//! The `daiban` binary: everything it does is in the library.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;
use daiban::cli::{self, Cli};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let (mut out, mut err) = (io::stdout(), io::stderr());
    match cli::run(cli, &mut out, &mut err) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(err, "error: {}", one_line(&error));
            ExitCode::FAILURE
        }
    }
}

/// The error and its causes, without causes that are told already.
fn one_line(error: &anyhow::Error) -> String {
    error.chain().fold(String::new(), |mut text, cause| {
        let cause = cause.to_string();
        if !text.ends_with(&cause) {
            if !text.is_empty() {
                text.push_str(": ");
            }
            text.push_str(&cause);
        }
        text
    })
}

/// True when the reader of our output went away, as `head` does: nothing is wrong then.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(broken))
}

//! A client that speaks CECP with the real binary and keeps a game of its own beside it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long any answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running engine.
pub(crate) struct Client {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Client {
    /// Starts the engine with these arguments.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_daiban"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, input, lines }
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The next line for which `wanted` holds, with all lines before it.
    pub(crate) fn wait(&mut self, wanted: impl Fn(&str) -> bool) -> (String, Vec<String>) {
        let deadline = Instant::now() + PATIENCE;
        let mut before = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left);
            let line = line.unwrap_or_else(|e| panic!("{e} after {before:#?}"));
            if wanted(&line) {
                return (line, before);
            }
            before.push(line);
        }
    }

    /// Everything that the engine says to a line, up to the answer of a `ping` behind it.
    pub(crate) fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("ping 77");
        self.wait(|l| l == "pong 77").1
    }

    /// Waits for a move, all legs of it, or for a result.
    pub(crate) fn wait_move(&mut self) -> String {
        let last = |l: &str| l.starts_with("move ") && !l.ends_with(',') || is_result(l);
        let (line, before) = self.wait(last);
        let legs = before.iter().filter_map(|l| l.strip_prefix("move "));
        let end = line.strip_prefix("move ").unwrap_or(&line);
        legs.chain([end]).collect()
    }

    /// Ends the session; the exit code must be 0 and no panic be on the way.
    pub(crate) fn quit(mut self) {
        self.send("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

/// True for `1-0 {...}` and its like.
pub(crate) fn is_result(line: &str) -> bool {
    ["1-0", "0-1", "1/2-1/2"].iter().any(|r| line.starts_with(r))
}

//! A USI client for tests: drives the real binary over its pipes.

#![allow(dead_code, reason = "every test uses its part")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long an answer may take on a busy machine before a test gives up.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// A running engine.
pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Client {
    /// Starts `daiban` with these arguments.
    pub(crate) fn with_arguments(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_daiban"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = child.stdout.take().unwrap();
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, lines }
    }

    /// Starts an engine and shakes hands.
    pub(crate) fn start() -> Self {
        let mut client = Self::with_arguments(&["usi"]);
        client.send("usi");
        client.until("usiok");
        client
    }

    /// Sends a line, or several.
    pub(crate) fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// The next line.
    pub(crate) fn line(&mut self) -> String {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("no answer"),
            Err(RecvTimeoutError::Disconnected) => panic!("the engine is gone"),
        }
    }

    /// All lines up to the first that starts with `prefix`, that one included.
    pub(crate) fn until(&mut self, prefix: &str) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            let line = self.line();
            let found = line.starts_with(prefix);
            seen.push(line);
            if found {
                return seen;
            }
        }
    }

    /// The first line that starts with `prefix`.
    pub(crate) fn find(&mut self, prefix: &str) -> String {
        self.until(prefix).pop().unwrap()
    }

    /// Everything that the engine says before it answers `isready`.
    pub(crate) fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut seen = self.until("readyok");
        seen.pop();
        seen
    }

    /// The answer to a question of one line.
    pub(crate) fn ask(&mut self, question: &str) -> String {
        self.send(question);
        let word = question.split(' ').next().unwrap_or(question);
        self.find(word)
    }

    /// The one line that a command makes the engine say.
    pub(crate) fn reply(&mut self, command: &str) -> String {
        self.send(command);
        let mut seen = self.sync();
        assert_eq!(seen.len(), 1, "{command}: {seen:?}");
        seen.pop().unwrap()
    }

    /// Sets an option, which must be silent.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.send(&format!("setoption name {name} value {value}"));
        let seen = self.sync();
        assert!(seen.is_empty(), "{name}={value}: {seen:?}");
    }

    /// Asserts that nothing is said for a while.
    pub(crate) fn silent(&mut self, time: Duration) {
        if let Ok(line) = self.lines.recv_timeout(time) {
            panic!("unexpected: {line}");
        }
    }

    /// Closes the engine's input.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// The rest of the output, up to the end.
    pub(crate) fn rest(&mut self) -> Vec<String> {
        let mut seen = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            seen.push(line);
        }
        seen
    }

    /// Waits for the end of the process.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "the engine does not end");
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

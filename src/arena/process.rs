//! An engine as a child process: lines in, lines out, time stamps, and a certain end.
//!
//! Two threads per engine move the lines, so that neither a flood on stdout nor an engine that
//! never reads its stdin can block the referee: both queues are bounded, and a full one stops only
//! the engine. The process leads its own group, which is killed as a whole and reaped.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

/// Longest line that is kept, in bytes; the rest of a longer one is dropped.
pub const MAX_LINE: usize = 64 * 1024;
/// Lines that wait in each direction before the engine is made to wait.
const QUEUE: usize = 1024;
/// How much of stderr is kept for messages, in bytes.
const STDERR_TAIL: usize = 2000;

/// A line of the engine with the time at which it was read.
#[derive(Clone, Debug)]
pub struct Line {
    /// When the reader thread had it.
    pub at: Instant,
    /// The text without its end of line; bytes that are no UTF-8 are replaced.
    pub text: String,
}

/// Why there is no line, or why one could not be sent.
#[derive(Debug, Error)]
pub enum ProcessError {
    /// The command could not be run.
    #[error("cannot start `{command}`: {source}")]
    Spawn {
        /// The program.
        command: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// End of output, or a closed input.
    #[error("{0}")]
    Gone(String),
    /// Nothing came in time.
    #[error("no answer in time")]
    Timeout,
}

/// A running engine.
#[derive(Debug)]
pub struct EngineProcess {
    child: Child,
    lines: Receiver<Line>,
    input: Option<SyncSender<String>>,
    stderr: Arc<Mutex<Vec<u8>>>,
    stderr_reader: Option<thread::JoinHandle<()>>,
    ended: Option<ExitStatus>,
}

impl EngineProcess {
    /// Runs `program` with `args`, in `directory` if given.
    ///
    /// # Errors
    /// [`ProcessError::Spawn`] when the system cannot run it.
    pub fn spawn(
        program: &Path,
        args: &[String],
        directory: Option<&Path>,
    ) -> Result<Self, ProcessError> {
        let failed =
            |source| ProcessError::Spawn { command: program.display().to_string(), source };
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = directory {
            command.current_dir(directory);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(failed)?;
        let (line_sender, lines) = sync_channel(QUEUE);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &line_sender));
        }
        let stderr = Arc::new(Mutex::new(Vec::new()));
        let stderr_reader = child.stderr.take().map(|pipe| {
            let tail = Arc::clone(&stderr);
            thread::spawn(move || keep_tail(pipe, &tail))
        });
        let (input, input_queue) = sync_channel::<String>(QUEUE);
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                for line in input_queue {
                    if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        Ok(Self { child, lines, input: Some(input), stderr, stderr_reader, ended: None })
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Hands a line to the writer thread; never blocks.
    ///
    /// # Errors
    /// [`ProcessError::Gone`] when the engine closed its input, or has not read it for so long
    /// that the queue is full.
    pub fn send(&mut self, line: &str) -> Result<(), ProcessError> {
        tracing::trace!(pid = self.child.id(), "> {line}");
        let Some(input) = &self.input else {
            return Err(ProcessError::Gone("its input is closed".into()));
        };
        match input.try_send(format!("{line}\n")) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => {
                Err(ProcessError::Gone("it does not read its input".into()))
            }
            Err(TrySendError::Disconnected(_)) => Err(self.gone("it closed its input")),
        }
    }

    /// The next line, waited for until `deadline`.
    ///
    /// # Errors
    /// [`ProcessError::Timeout`] at the deadline, [`ProcessError::Gone`] at the end of output.
    pub fn receive(&mut self, deadline: Instant) -> Result<Line, ProcessError> {
        let patience = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(patience) {
            Ok(line) => {
                tracing::trace!(pid = self.child.id(), "< {}", line.text);
                Ok(line)
            }
            Err(RecvTimeoutError::Timeout) => Err(ProcessError::Timeout),
            Err(RecvTimeoutError::Disconnected) => Err(self.gone("it closed its output")),
        }
    }

    /// Drops the lines that wait now, at most one full queue of them.
    pub fn drain(&mut self) {
        for _ in 0..QUEUE {
            if self.lines.try_recv().is_err() {
                break;
            }
        }
    }

    /// The last bytes of stderr.
    pub fn stderr_tail(&self) -> String {
        let tail = self.stderr.lock().map(|bytes| bytes.clone()).unwrap_or_default();
        String::from_utf8_lossy(&tail).trim().to_owned()
    }

    /// Words for an engine that went away: what was seen, its exit status, its last error line.
    fn gone(&mut self, seen: &str) -> ProcessError {
        let status = self.wait_until(Instant::now() + Duration::from_millis(200));
        let mut words = match status {
            Some(status) => {
                self.await_last_words();
                format!("it ended ({status})")
            }
            None => seen.to_owned(),
        };
        if let Some(line) = self.stderr_tail().lines().last() {
            words = format!("{words}: {line}");
        }
        ProcessError::Gone(words)
    }

    /// Gives the reader of stderr the time to take what a dead engine left in the pipe. A child of
    /// the engine may hold the pipe open, so not for ever.
    fn await_last_words(&self) {
        let deadline = Instant::now() + Duration::from_millis(500);
        let reading = || self.stderr_reader.as_ref().is_some_and(|r| !r.is_finished());
        while reading() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn wait_until(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            if self.ended.is_some() {
                return self.ended;
            }
            match self.child.try_wait() {
                Ok(Some(status)) => self.ended = Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Sends `last_word`, waits up to `patience` for the end, kills what is left, and reaps it.
    pub fn close(mut self, last_word: &str, patience: Duration) {
        if self.send(last_word).is_ok() {
            self.input = None;
            self.wait_until(Instant::now() + patience);
        }
    }

    fn kill(&mut self) {
        self.input = None;
        // Also after the end of the leader: helpers that it started may live on in its group.
        #[cfg(unix)]
        if let Ok(id) = i32::try_from(self.child.id())
            && let Some(group) = rustix::process::Pid::from_raw(id)
        {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        if self.ended.is_none() {
            let _ = self.child.kill();
            self.ended = self.child.wait().ok();
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

fn read_lines(pipe: impl Read, lines: &SyncSender<Line>) {
    let mut reader = BufReader::new(pipe);
    while let Some(bytes) = next_line(&mut reader) {
        let text = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        if lines.send(Line { at: Instant::now(), text }).is_err() {
            break;
        }
    }
}

/// The bytes up to the next end of line, cut at [`MAX_LINE`]; `None` at the end of input.
fn next_line(reader: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    loop {
        let (used, ended) = {
            let available = match reader.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(_) => return None,
            };
            if available.is_empty() {
                return if line.is_empty() { None } else { Some(line) };
            }
            let end = available.iter().position(|&byte| byte == b'\n');
            let body = available.get(..end.unwrap_or(available.len())).unwrap_or_default();
            let room = MAX_LINE - line.len();
            line.extend_from_slice(body.get(..room.min(body.len())).unwrap_or_default());
            (end.map_or(available.len(), |end| end + 1), end.is_some())
        };
        reader.consume(used);
        if ended {
            return Some(line);
        }
    }
}

fn keep_tail(mut pipe: impl Read, tail: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 1024];
    while let Ok(count) = pipe.read(&mut buffer) {
        if count == 0 {
            break;
        }
        if let Ok(mut bytes) = tail.lock() {
            bytes.extend_from_slice(buffer.get(..count).unwrap_or_default());
            let surplus = bytes.len().saturating_sub(STDERR_TAIL);
            bytes.drain(..surplus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> EngineProcess {
        let args = ["-c".to_owned(), script.to_owned()];
        EngineProcess::spawn(Path::new("/bin/sh"), &args, None).unwrap()
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    #[test]
    fn lines_go_both_ways() {
        let mut engine = shell("while read -r line; do echo \"got $line\"; done");
        engine.send("hello").unwrap();
        assert_eq!(engine.receive(soon()).unwrap().text, "got hello");
        engine.close("bye", Duration::from_secs(1));
    }

    #[test]
    fn an_end_is_reported_with_its_reason() {
        let mut engine = shell("echo broken >&2; exit 3");
        let error = engine.receive(soon()).unwrap_err().to_string();
        assert!(error.contains("exit status: 3") && error.contains("broken"), "{error}");
    }

    #[test]
    fn silence_ends_at_the_deadline() {
        let mut engine = shell("sleep 60");
        let start = Instant::now();
        let error = engine.receive(start + Duration::from_millis(50)).unwrap_err();
        assert!(matches!(error, ProcessError::Timeout));
        assert!(start.elapsed() < Duration::from_secs(2));
    }

    #[test]
    fn a_flood_and_a_deaf_engine_block_nobody() {
        let mut engine = shell("yes flood");
        assert_eq!(engine.receive(soon()).unwrap().text, "flood");
        engine.drain();
        let long = "x".repeat(10_000);
        let refused = (0..2 * QUEUE).find_map(|_| engine.send(&long).err());
        assert!(refused.is_some());
    }

    #[test]
    fn helpers_of_the_engine_die_with_it() {
        let mut engine = shell("sleep 300 & echo $!; wait");
        let helper = engine.receive(soon()).unwrap().text;
        drop(engine);
        let status = std::path::PathBuf::from(format!("/proc/{helper}/stat"));
        let begin = Instant::now();
        // The helper is an orphan: its reaper is the system, which may take a moment.
        while std::fs::read_to_string(&status).is_ok_and(|text| !text.contains(") Z ")) {
            assert!(begin.elapsed() < Duration::from_secs(5), "helper {helper} lives on");
            thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    fn lines_are_cut_at_the_limit() {
        let mut long = vec![b'a'; MAX_LINE + 10];
        long.extend_from_slice(b"\nnext\nlast");
        let mut reader = BufReader::new(&long[..]);
        assert_eq!(next_line(&mut reader).unwrap().len(), MAX_LINE);
        assert_eq!(next_line(&mut reader).unwrap(), b"next");
        assert_eq!(next_line(&mut reader).unwrap(), b"last");
        assert!(next_line(&mut reader).is_none());
    }
}

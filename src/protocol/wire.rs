//! The way back to a client: whole lines, flushed, and both directions in the log on request.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::time::Instant;

/// The output of a session.
pub struct Wire {
    out: Box<dyn Write + Send>,
    log: Option<File>,
    /// Why the log ended by itself, until somebody asks.
    log_fault: Option<io::Error>,
    start: Instant,
    open: bool,
}

impl fmt::Debug for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wire").field("open", &self.open).finish_non_exhaustive()
    }
}

impl Wire {
    /// Writes to `out`, without a log.
    pub fn new(out: Box<dyn Write + Send>) -> Self {
        Self { out, log: None, log_fault: None, start: Instant::now(), open: true }
    }

    /// Sends a line, or several with their breaks.
    pub fn send(&mut self, line: &str) {
        self.note('>', line);
        let written = writeln!(self.out, "{line}").and_then(|()| self.out.flush());
        // Nobody reads any more; the session ends when it looks.
        self.open &= written.is_ok();
    }

    /// Notes a line that came in.
    pub fn received(&mut self, line: &str) {
        self.note('<', line);
    }

    /// False once the client has closed its end.
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Appends all traffic to a file from now on, with the seconds since the start; an empty name
    /// ends that.
    ///
    /// # Errors
    /// When the file cannot be written; what was logged to before stays.
    pub fn log_to(&mut self, file: &str) -> io::Result<()> {
        self.log = if file.is_empty() {
            None
        } else {
            Some(OpenOptions::new().create(true).append(true).open(file)?)
        };
        Ok(())
    }

    fn note(&mut self, mark: char, line: &str) {
        let seconds = self.start.elapsed().as_secs_f64();
        let Some(log) = &mut self.log else { return };
        for line in line.lines() {
            // One write a line, so that engines that share a file do not mix theirs. A full disk
            // must not stop a game, but it ends the log, which would have holes.
            let written = log.write_all(format!("{seconds:10.3} {mark} {line}\n").as_bytes());
            if let Err(error) = written {
                self.log = None;
                self.log_fault = Some(error);
                break;
            }
        }
    }

    /// Why the log has ended by itself, told once.
    pub fn take_log_fault(&mut self) -> Option<io::Error> {
        self.log_fault.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_has_both_directions() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("log");
        let mut wire = Wire::new(Box::new(io::sink()));
        wire.send("unseen");
        wire.log_to(file.to_str().unwrap()).unwrap();
        wire.received("usi");
        wire.send("usiok");
        assert!(wire.log_to("/no/such/folder/log").is_err());
        wire.log_to("").unwrap();
        wire.send("unseen");
        assert!(wire.take_log_fault().is_none());
        let text = std::fs::read_to_string(file).unwrap();
        let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].ends_with("< usi") && lines[1].ends_with("> usiok"), "{text}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_ends_the_log_and_is_told_once() {
        let mut wire = Wire::new(Box::new(io::sink()));
        wire.log_to("/dev/full").unwrap();
        assert!(wire.take_log_fault().is_none());
        wire.received("usi\nisready");
        assert!(wire.take_log_fault().is_some());
        wire.send("usiok");
        assert!(wire.take_log_fault().is_none());
    }
}

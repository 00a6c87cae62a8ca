//! Lines from a client: read on a thread of their own, bounded in length and in number.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

/// The longest line that is read, in bytes; a list of 100,000 moves is far shorter.
pub const MAX_LINE: usize = 4 << 20;
/// How many bytes of lines may wait to be handled before reading pauses.
const MAX_WAITING: usize = 2 * MAX_LINE;
/// What a line counts beyond its bytes.
const LINE_OVERHEAD: usize = 64;

/// What the reader thread hands over.
#[derive(Debug)]
pub enum Input {
    /// A line without its end; bytes that are no UTF-8 are replaced.
    Line(Line),
    /// A line longer than [`MAX_LINE`], which was skipped.
    TooLong,
    /// The end of input, or an error of reading, which comes to the same.
    End,
}

/// A line that counts as waiting until it is dropped.
#[derive(Debug)]
pub struct Line {
    /// The text.
    pub text: String,
    permit: Permit,
}

impl Line {
    /// A line that counts nowhere, for tests and for those who feed a session by hand.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), permit: Permit { gate: Arc::default(), bytes: 0 } }
    }

    /// The bytes that this line keeps waiting.
    pub const fn weight(&self) -> usize {
        self.permit.bytes
    }
}

#[derive(Debug, Default)]
struct Gate {
    waiting: Mutex<usize>,
    changed: Condvar,
}

/// The claim of a waiting line on the memory for waiting lines.
#[derive(Debug)]
struct Permit {
    gate: Arc<Gate>,
    bytes: usize,
}

impl Permit {
    /// Waits until there is room.
    fn acquire(gate: &Arc<Gate>, bytes: usize) -> Self {
        let mut waiting = gate.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        while *waiting > MAX_WAITING {
            waiting = gate.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        *waiting += bytes;
        Self { gate: Arc::clone(gate), bytes }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut waiting = self.gate.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        *waiting = waiting.saturating_sub(self.bytes);
        self.gate.changed.notify_one();
    }
}

/// Reads lines on a new thread until the input or the receiver ends. The thread is not joined: it
/// may hang in a read for ever, and ends with the process.
///
/// # Errors
/// When no thread can be started.
pub fn spawn_reader<E, R>(reader: R, sender: Sender<E>) -> io::Result<()>
where
    E: From<Input> + Send + 'static,
    R: BufRead + Send + 'static,
{
    let work = move || read_all(reader, |input| sender.send(input.into()).is_ok());
    thread::Builder::new().name("reader".into()).spawn(work).map(drop)
}

/// Hands over every line until `take` says no more; [`Input::End`] comes last.
fn read_all(mut reader: impl BufRead, mut take: impl FnMut(Input) -> bool) {
    let gate = Arc::default();
    loop {
        let input = match read_line(&mut reader) {
            Ok(Some(Some(text))) => {
                let permit = Permit::acquire(&gate, text.len() + LINE_OVERHEAD);
                Input::Line(Line { text, permit })
            }
            Ok(Some(None)) => Input::TooLong,
            Ok(None) | Err(_) => {
                take(Input::End);
                return;
            }
        };
        if !take(input) {
            return;
        }
    }
}

/// The next line; `Some(None)` for one that was too long, `None` at the end of input.
#[expect(clippy::option_option, reason = "private, and said in the line above")]
fn read_line(reader: &mut impl BufRead) -> io::Result<Option<Option<String>>> {
    let mut bytes = Vec::new();
    let read = reader.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if read > MAX_LINE {
        skip_line(reader)?;
        return Ok(Some(None));
    }
    Ok(Some(Some(match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    })))
}

/// Drops the rest of a line without keeping it.
fn skip_line(reader: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|&b| b == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        reader.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<String> {
        let mut seen = Vec::new();
        read_all(bytes, |input| {
            seen.push(match input {
                Input::Line(line) => line.text,
                Input::TooLong => "TOO LONG".into(),
                Input::End => "END".into(),
            });
            true
        });
        seen
    }

    #[test]
    fn lines_end_with_or_without_a_newline() {
        assert_eq!(read(b"usi\n\nquit"), ["usi", "", "quit", "END"]);
        assert_eq!(read(b""), ["END"]);
        assert_eq!(read(b"\xff\xfe\n"), ["\u{fffd}\u{fffd}", "END"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_and_the_next_is_read() {
        let mut bytes = vec![b'x'; 2 * MAX_LINE + 5];
        bytes.extend(b"\nusi\n");
        assert_eq!(read(&bytes), ["TOO LONG", "usi", "END"]);
        let mut longest = vec![b'x'; MAX_LINE];
        longest.push(b'\n');
        assert_eq!(read(&longest).first().map(String::len), Some(MAX_LINE));
    }

    #[test]
    fn waiting_lines_hold_their_permits() {
        let gate: Arc<Gate> = Arc::default();
        let first = Permit::acquire(&gate, MAX_WAITING + 1);
        let other = Arc::clone(&gate);
        let waiting = thread::spawn(move || drop(Permit::acquire(&other, 1)));
        thread::sleep(std::time::Duration::from_millis(20));
        assert!(!waiting.is_finished());
        drop(first);
        waiting.join().unwrap();
        assert_eq!(*gate.waiting.lock().unwrap(), 0);
    }
}

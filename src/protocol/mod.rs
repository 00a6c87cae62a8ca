//! The protocols, chosen by the first word on the input.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
pub mod event;
pub mod input;
pub mod usi;
pub mod wire;
pub mod xboard;

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::channel;

use crate::engine::Engine;
use event::Event;
use input::{Input, spawn_reader};
use wire::Wire;

/// Which protocol to speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The one that the first word asks for: `xboard` or, with any other word, USI.
    Any,
    /// USI.
    Usi,
    /// That of `XBoard`.
    Xboard,
}

/// Runs a session until the client ends it.
///
/// # Errors
/// When no thread can be started to read from `input`.
pub fn run(
    engine: Engine,
    dialect: Dialect,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let (sender, events) = channel::<Event>();
    spawn_reader(BufReader::new(input), sender.clone())?;
    let wire = Wire::new(Box::new(output));
    let first = match dialect {
        Dialect::Any => first_input(&events),
        Dialect::Usi | Dialect::Xboard => None,
    };
    if dialect == Dialect::Xboard || first.as_ref().is_some_and(asks_for_xboard) {
        xboard::session::Session::new(engine, wire, events, sender).run(first);
    } else {
        usi::session::Session::new(engine, wire, events, sender).run(first);
    }
    Ok(())
}

/// The first input that is no blank line.
fn first_input(events: &std::sync::mpsc::Receiver<Event>) -> Option<Input> {
    loop {
        match events.recv() {
            Ok(Event::Input(Input::Line(line))) if line.text.trim().is_empty() => {}
            Ok(Event::Input(input)) => return Some(input),
            Ok(_) => {}
            Err(_) => return None,
        }
    }
}

fn asks_for_xboard(input: &Input) -> bool {
    matches!(input, Input::Line(line) if line.text.split_whitespace().next() == Some("xboard"))
}

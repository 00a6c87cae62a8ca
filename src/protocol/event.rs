//! What a session hears: lines from its client, and reports from its engine.

use std::sync::mpsc::Sender;

use super::input::Input;
use crate::engine::{Answer, SearchClient};
use crate::search::SearchInfo;

/// One thing that happened.
#[derive(Debug)]
pub enum Event {
    /// A line came in, or no more will.
    Input(Input),
    /// A search reports; the number tells which.
    Info(u64, Box<SearchInfo>),
    /// A job of the engine is done.
    Answer(u64, Box<Answer>),
    /// A line of text of a running job.
    Text(u64, String),
    /// A job that answers in text is done; `None` when it failed or was stopped.
    Done(u64, Option<String>),
    /// A job failed without an answer.
    Failed(u64),
}

impl From<Input> for Event {
    fn from(input: Input) -> Self {
        Self::Input(input)
    }
}

/// Passes on what a search says. Dropped before the answer, it reports the failure.
#[derive(Debug)]
pub struct Messenger {
    id: u64,
    events: Sender<Event>,
    answered: bool,
}

impl Messenger {
    /// A messenger of the job `id`.
    pub const fn new(id: u64, events: Sender<Event>) -> Self {
        Self { id, events, answered: false }
    }

    /// Sends a line of text.
    pub fn text(&self, line: String) {
        self.send(Event::Text(self.id, line));
    }

    /// Reports the end of a job that answers in text.
    pub fn done(mut self, last: Option<String>) {
        self.answered = true;
        self.send(Event::Done(self.id, last));
    }

    fn send(&self, event: Event) {
        // Without a receiver the session is over, and nobody asks any more.
        let _ = self.events.send(event);
    }
}

impl SearchClient for Messenger {
    fn on_info(&mut self, info: &SearchInfo) {
        self.send(Event::Info(self.id, Box::new(info.clone())));
    }

    fn on_answer(&mut self, answer: Answer) {
        self.answered = true;
        self.send(Event::Answer(self.id, Box::new(answer)));
    }
}

impl Drop for Messenger {
    fn drop(&mut self) {
        if !self.answered {
            self.send(Event::Failed(self.id));
        }
    }
}

//! A place at the table: an engine that is started, kept between games, and replaced when it fails.

use std::time::Duration;

use super::clock::TimeControl;
use super::config::EngineSpec;
use super::engine::{EngineClient, Fault, GameStart, Reply, Request};

/// After so many failed starts in a row an engine is not started again: it loses at once.
const MAX_FAILED_STARTS: u32 = 3;

/// An engine of the match, as one worker runs it.
pub struct Seat {
    spec: EngineSpec,
    /// The time control that holds for this engine.
    time: TimeControl,
    client: Option<Box<dyn EngineClient>>,
    failed_starts: u32,
    last_fault: Option<Fault>,
    refusal_voids: bool,
    restarts: u32,
    remarks: Vec<String>,
}

impl std::fmt::Debug for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Seat").field("spec", &self.spec).finish_non_exhaustive()
    }
}

impl Seat {
    /// A seat; the engine starts with its first game. `default_time` holds where the engine has
    /// no time control of its own.
    pub fn new(spec: &EngineSpec, default_time: TimeControl) -> Self {
        let mut spec = spec.clone();
        if spec.time.is_unlimited() {
            spec.time = default_time;
        }
        Self {
            time: spec.time,
            spec,
            client: None,
            failed_starts: 0,
            last_fault: None,
            refusal_voids: false,
            restarts: 0,
            remarks: Vec::new(),
        }
    }

    /// The engine's name in the match.
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// Its time control.
    pub const fn time(&self) -> TimeControl {
        self.time
    }

    /// Remarks since the last call.
    pub fn take_remarks(&mut self) -> Vec<String> {
        std::mem::take(&mut self.remarks)
    }

    /// Makes the engine ready for a game, started anew if need be: an engine that went away
    /// between games is replaced once without a word.
    ///
    /// # Errors
    /// It does not start, or cannot play the game.
    pub fn prepare(&mut self, start: &GameStart<'_>, patience: Duration) -> Result<(), Fault> {
        if self.client.as_ref().is_some_and(|client| client.is_spent()) {
            self.stop();
        }
        let had_client = self.client.is_some();
        match self.try_prepare(start, patience) {
            Err(Fault::Crashed(_) | Fault::Silent(_)) if had_client => {
                self.try_prepare(start, patience)
            }
            other => other,
        }
    }

    fn try_prepare(&mut self, start: &GameStart<'_>, patience: Duration) -> Result<(), Fault> {
        if self.failed_starts >= MAX_FAILED_STARTS
            && let Some(fault) = &self.last_fault
        {
            return Err(fault.clone());
        }
        let mut client = match self.client.take() {
            Some(client) => client,
            None => match self.spec.start(patience) {
                Ok(client) => {
                    self.restarts += 1;
                    client
                }
                Err(fault) => return Err(self.failed(fault)),
            },
        };
        let ready = client.new_game(start);
        for remark in client.remarks() {
            let remark = format!("{}: {remark}", self.spec.name);
            if !self.remarks.contains(&remark) {
                self.remarks.push(remark);
            }
        }
        match ready {
            Ok(()) => {
                self.failed_starts = 0;
                self.refusal_voids = client.refusal_voids();
                self.client = Some(client);
                Ok(())
            }
            Err(fault) => {
                client.quit();
                Err(self.failed(fault))
            }
        }
    }

    fn failed(&mut self, fault: Fault) -> Fault {
        self.failed_starts += 1;
        self.last_fault = Some(fault.clone());
        fault
    }

    /// Lets the engine think. After a failure its process is gone, and the next game starts a new
    /// one.
    ///
    /// # Errors
    /// Those of the engine.
    pub fn think(&mut self, request: &Request<'_>) -> Result<Reply, Fault> {
        let Some(client) = &mut self.client else {
            return Err(Fault::Crashed("it is not running".into()));
        };
        let reply = client.think(request);
        match &reply {
            // A silent engine gets no farewell: it has been waited for long enough.
            Err(Fault::Silent(_) | Fault::Crashed(_)) => self.client = None,
            Err(_) => self.stop(),
            Ok(_) => {}
        }
        reply
    }

    /// True when a refusal of a legal move voids the game.
    pub const fn refusal_voids(&self) -> bool {
        self.refusal_voids
    }

    /// Tells the engine how the game ended.
    pub fn game_over(&mut self, won: Option<bool>) {
        if let Some(client) = &mut self.client {
            client.game_over(won);
        }
    }

    /// Ends the engine.
    pub fn stop(&mut self) {
        if let Some(client) = self.client.take() {
            client.quit();
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.stop();
    }
}

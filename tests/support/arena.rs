//! Runs `daiban match` for the tests of the arena.

use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// The program under test.
pub(crate) fn daiban() -> Command {
    Command::new(env!("CARGO_BIN_EXE_daiban"))
}

/// Words for an engine that this test program plays, see `mock_engine.rs`; `mark` tells its
/// process from those of other tests.
pub(crate) fn engine(name: &str, mode: &str, mark: &str) -> String {
    let program = std::env::current_exe().unwrap();
    format!("cmd={} arg=mock arg={mode} arg={mark} name={name}", program.display())
}

/// A match with a record of its own.
pub(crate) struct Runner {
    folder: TempDir,
    words: Vec<String>,
}

impl Runner {
    /// A match that keeps a record.
    pub(crate) fn new() -> Self {
        let runner = Self::bare();
        let record = runner.record().display().to_string();
        runner.words(&format!("--record {record}"))
    }

    /// A match without record.
    pub(crate) fn bare() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder, words: Vec::new() }
    }

    /// Adds an engine.
    pub(crate) fn engine(self, words: &str) -> Self {
        self.words(&format!("--engine {words}"))
    }

    /// Adds words, split at blanks.
    pub(crate) fn words(mut self, words: &str) -> Self {
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        // A setting that is given again takes the place of the earlier one.
        for word in words.iter().filter(|word| word.starts_with("--") && *word != "--engine") {
            if let Some(at) = self.words.iter().position(|old| old == word) {
                let end = self.words.iter().skip(at + 1).position(|old| old.starts_with("--"));
                let end = end.map_or(self.words.len(), |end| at + 1 + end);
                self.words.drain(at..end);
            }
        }
        self.words.extend(words);
        self
    }

    /// The record.
    pub(crate) fn record(&self) -> PathBuf {
        self.folder.path().join("match.jsonl")
    }

    fn command(&self) -> Command {
        let mut command = daiban();
        command.arg("match").args(&self.words).stdin(Stdio::null());
        command
    }

    /// Runs the match to its end.
    pub(crate) fn run(&self) -> Output {
        self.command().output().unwrap()
    }

    /// Starts the match.
    pub(crate) fn spawn(&self) -> Child {
        self.command().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// The words without the record, for a shell.
    pub(crate) fn shared_words(&self) -> String {
        let mut words = self.words.clone();
        if let Some(at) = words.iter().position(|word| word == "--record") {
            words.drain(at..at + 2);
        }
        words.join(" ")
    }
}

/// The games of a record.
pub(crate) fn games(record: &std::path::Path) -> Vec<Value> {
    let text = std::fs::read_to_string(record).unwrap();
    text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Processes, zombies included, that still bear a mark in their command line. Zombies have none:
/// those are told by their parent.
pub(crate) fn remaining_mocks(mark: &str) -> Vec<u32> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok())
        .filter(|id| {
            std::fs::read(format!("/proc/{id}/cmdline"))
                .is_ok_and(|line| line.split(|byte| *byte == 0).any(|word| word == mark.as_bytes()))
        })
        .collect()
}

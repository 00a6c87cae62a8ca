//! Saving and resuming: a game as one line of JSON, with the fields of the arena's records.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A move: USI text and the time it took.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedMove {
    /// USI text.
    pub m: String,
    /// Time in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub t: Option<u64>,
}

/// A game that may go on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedGame {
    /// Number in its file.
    pub game: u64,
    /// Number of its pair.
    pub pair: u64,
    /// Who plays Sente.
    pub black: String,
    /// Who plays Gote.
    pub white: String,
    /// Id of the game.
    pub variant: String,
    /// Rule options that differ from the default.
    #[serde(default)]
    pub rules: Vec<(String, String)>,
    /// The position before the first move.
    pub sfen: String,
    /// Moves of the opening; none here.
    pub opening_plies: usize,
    /// All moves.
    pub moves: Vec<SavedMove>,
    /// `black`, `white`, `draw`, or `void` for a game that is not over.
    pub result: String,
    /// Why it ended.
    pub reason: String,
    /// More about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// When, in seconds since 1970; 0 where nobody asked.
    #[serde(default)]
    pub ended: u64,
}

/// The name of a person in a record.
pub const PLAYER: &str = "player";

impl SavedGame {
    /// True for a game that was broken off.
    pub fn is_unfinished(&self) -> bool {
        self.result == "void"
    }
}

/// A place for a new game: `path`, or the same with a number where a game that is not over lies.
pub fn free_path(path: &Path) -> PathBuf {
    let taken = |path: &Path| load(path).is_ok_and(|g| g.is_unfinished() && !g.moves.is_empty());
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let numbered = |number: u32| {
        let mut name = format!("{stem}-{number}");
        if let Some(extension) = path.extension() {
            name = format!("{name}.{}", extension.to_string_lossy());
        }
        path.with_file_name(name)
    };
    let others = (2..1000).map(numbered);
    let free = std::iter::once(path.to_owned()).chain(others).find(|path| !taken(path));
    free.unwrap_or_else(|| path.to_owned())
}

/// Writes a game so that the file is whole at any moment: the old one, or the new one.
///
/// # Errors
/// When the folder cannot be written.
pub fn save(path: &Path, game: &SavedGame) -> io::Result<()> {
    let text = serde_json::to_string(game).map_err(io::Error::other)?;
    let mut aside = path.as_os_str().to_owned();
    aside.push(".part");
    fs::write(&aside, format!("{text}\n"))?;
    fs::rename(&aside, path)
}

/// Reads the last game of a file; lines that are no games, such as the header of a match, are
/// passed over.
///
/// # Errors
/// When the file cannot be read or has no game.
pub fn load(path: &Path) -> io::Result<SavedGame> {
    let text = fs::read_to_string(path)?;
    let game = text.lines().rev().find_map(|line| serde_json::from_str(line).ok());
    game.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "the file has no game"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_reads_back_and_a_header_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let moves = vec![SavedMove { m: "7i7h".into(), t: Some(5) }];
        let game = SavedGame { variant: "chu".into(), moves, ..SavedGame::default() };
        save(&path, &game).unwrap();
        assert_eq!(load(&path).unwrap(), game);
        let line = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{{\"format\":\"x\"}}\n{line}")).unwrap();
        assert_eq!(load(&path).unwrap(), game);
        fs::write(&path, "nonsense").unwrap();
        assert!(load(&path).is_err());
    }
}

//! The record of a match: a header and one JSON line per finished game.
//!
//! A line is on disk before its game counts, so that a kill at any moment loses at most games that
//! were not finished; a line torn by the kill is cut off when the match is resumed.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::adjudicate::Adjudication;
use super::clock::TimeControl;
use super::config::EngineSpec;
use super::verdict::{GameResult, Reason};

/// Name and version of the format, in every header.
pub const FORMAT: &str = "daiban match 1";

/// The first line of a record: everything that decides the games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`].
    pub format: String,
    /// Id of the game.
    pub variant: String,
    /// Rule options that differ from the game's default.
    pub rules: Vec<(String, String)>,
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// `gauntlet` or `round-robin`; two engines are a gauntlet.
    pub schedule: String,
    /// Where the openings come from.
    pub openings: String,
    /// Seed of everything that is drawn at random.
    pub seed: u64,
    /// Plies after which a game is a draw by length.
    pub max_plies: u32,
    /// Adjudication by scores.
    pub adjudication: Adjudication,
    /// Time control of engines that have none of their own.
    pub time: TimeControl,
    /// Forgiven on each move, ms.
    pub margin: u64,
}

impl Header {
    /// The first setting in which two matches differ, with both values.
    pub fn difference(&self, other: &Self) -> Option<(String, String, String)> {
        let fields = |header: &Self| serde_json::to_value(header).unwrap_or_default();
        let (mine, theirs) = (fields(self), fields(other));
        let keys = mine.as_object()?.keys();
        for key in keys {
            if mine.get(key) != theirs.get(key) {
                let text = |value: &serde_json::Value| {
                    value.get(key).map_or_else(|| "nothing".to_owned(), ToString::to_string)
                };
                return Some((key.clone(), text(&mine), text(&theirs)));
            }
        }
        None
    }
}

/// A move in a record. Moves of the opening have the text alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// USI text.
    #[serde(rename = "m")]
    pub text: String,
    /// Score for the mover in centipawns; mates as in [`crate::types::score`].
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Depth in plies.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Time from `go` to the answer, microseconds.
    #[serde(rename = "t", default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number in the schedule: twice the pair, plus 1 for its second game.
    pub game: u64,
    /// Number of the pair.
    pub pair: u64,
    /// Name of the engine that played Black (Sente).
    pub black: String,
    /// Name of the engine that played White (Gote).
    pub white: String,
    /// Id of the game, so that a line can be replayed without the header.
    pub variant: String,
    /// Rule options that differ from the game's default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<(String, String)>,
    /// The position before the first move.
    pub sfen: String,
    /// How many moves belong to the opening.
    pub opening_plies: usize,
    /// All moves.
    pub moves: Vec<MoveRecord>,
    /// The result.
    pub result: GameResult,
    /// The reason.
    pub reason: Reason,
    /// What exactly happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// When it ended, seconds since 1970.
    #[serde(default)]
    pub ended: u64,
}

impl GameRecord {
    /// The game as the rest of a USI `position` line.
    pub fn position_line(&self) -> String {
        let mut line = format!("position sfen {}", self.sfen);
        if !self.moves.is_empty() {
            line.push_str(" moves");
        }
        for played in &self.moves {
            line.push(' ');
            line.push_str(&played.text);
        }
        line
    }
}

/// What can be wrong with a record.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The file cannot be opened, read or written.
    #[error("record {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A new match would overwrite an old one.
    #[error("record {0} exists; continue it with --resume, or give another file")]
    Exists(PathBuf),
    /// Another runner has it.
    #[error("record {0} is in use by another match")]
    Locked(PathBuf),
    /// A line is no game.
    #[error("record {path}, line {line}: {message}")]
    Line {
        /// The file.
        path: PathBuf,
        /// Line from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// The record belongs to another match.
    #[error("record {path} is of another match: its {field} is {theirs}, not {ours}")]
    Other {
        /// The file.
        path: PathBuf,
        /// The setting.
        field: String,
        /// Its value in the file.
        theirs: String,
        /// Its value now.
        ours: String,
    },
}

/// Reads games line by line.
#[derive(Debug)]
pub struct GameReader {
    path: PathBuf,
    lines: BufReader<File>,
    line: usize,
    /// Length of the file up to the end of the last good line.
    good: u64,
}

impl GameReader {
    /// Opens the games of a record, or of a file that holds games alone, as `daiban play` saves
    /// them.
    ///
    /// # Errors
    /// The file cannot be read, or begins with neither a game nor a header.
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        let mut reader = Self::start(path)?;
        let first = reader.read_line()?;
        if serde_json::from_slice::<GameRecord>(&first).is_err() {
            return RecordReader::open(path).map(|record| record.games);
        }
        Self::start(path)
    }

    fn start(path: &Path) -> Result<Self, RecordError> {
        let file = File::open(path).map_err(|source| io_error(path, source))?;
        Ok(Self { path: path.to_owned(), lines: BufReader::new(file), line: 0, good: 0 })
    }

    fn read_line(&mut self) -> Result<Vec<u8>, RecordError> {
        let mut text = Vec::new();
        self.lines.read_until(b'\n', &mut text).map_err(|source| io_error(&self.path, source))?;
        self.line += 1;
        Ok(text)
    }

    fn error(&self, message: String) -> RecordError {
        RecordError::Line { path: self.path.clone(), line: self.line, message }
    }

    /// The next game, `None` at the end. A last line without its end is no game: it was torn.
    ///
    /// # Errors
    /// A line that is no game.
    pub fn next_game(&mut self) -> Result<Option<GameRecord>, RecordError> {
        let text = self.read_line()?;
        if text.last() != Some(&b'\n') {
            return Ok(None);
        }
        let game = serde_json::from_slice(&text).map_err(|error| self.error(error.to_string()))?;
        self.good += text.len() as u64;
        Ok(Some(game))
    }
}

/// Reads a record game by game.
#[derive(Debug)]
pub struct RecordReader {
    games: GameReader,
    /// The header.
    pub header: Header,
}

impl RecordReader {
    /// Opens a record and reads its header.
    ///
    /// # Errors
    /// The file cannot be read, or does not begin with a header.
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        let mut games = GameReader::start(path)?;
        let text = games.read_line()?;
        let header: Header = serde_json::from_slice(&text)
            .map_err(|error| games.error(format!("no header of a match record: {error}")))?;
        if header.format != FORMAT {
            return Err(games.error(format!("the format is `{}`, not `{FORMAT}`", header.format)));
        }
        games.good = text.len() as u64;
        Ok(Self { games, header })
    }

    /// The next game, as [`GameReader::next_game`].
    ///
    /// # Errors
    /// A line that is no game.
    pub fn next_game(&mut self) -> Result<Option<GameRecord>, RecordError> {
        self.games.next_game()
    }
}

fn io_error(path: &Path, source: std::io::Error) -> RecordError {
    RecordError::Io { path: path.to_owned(), source }
}

/// Appends games to a record.
#[derive(Debug)]
pub struct RecordWriter {
    path: PathBuf,
    file: File,
    length: u64,
}

impl RecordWriter {
    /// Starts a record. One that a match left without a game, because an engine did not start, is
    /// written anew.
    ///
    /// # Errors
    /// The file exists and holds a game or anything else, or cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Self, RecordError> {
        let io = |source| io_error(path, source);
        let file =
            OpenOptions::new().append(true).read(true).create(true).open(path).map_err(io)?;
        lock(path, &file)?;
        if file.metadata().map_err(io)?.len() > 0 {
            if !RecordReader::open(path).is_ok_and(|mut r| matches!(r.next_game(), Ok(None))) {
                return Err(RecordError::Exists(path.to_owned()));
            }
            file.set_len(0).map_err(io)?;
        }
        let mut writer = Self { path: path.to_owned(), file, length: 0 };
        writer.write_line(&serde_json::to_string(header).unwrap_or_default())?;
        Ok(writer)
    }

    /// Continues a record: gives each finished game to `each` and cuts off a torn last line. A file
    /// that is missing, or was torn before its header was whole, is started anew.
    ///
    /// # Errors
    /// The file cannot be read or written, has a bad line, or belongs to another match.
    pub fn resume(
        path: &Path,
        header: &Header,
        mut each: impl FnMut(&GameRecord),
    ) -> Result<Self, RecordError> {
        let io = |source| io_error(path, source);
        let mut file = match OpenOptions::new().append(true).read(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Self::create(path, header);
            }
            Err(error) => return Err(io(error)),
        };
        if !file.metadata().map_err(io)?.is_file() {
            // A device or pipe cannot be read back.
            drop(file);
            return Self::create(path, header);
        }
        lock(path, &file)?;
        if !has_whole_line(&mut file).map_err(io)? {
            file.set_len(0).map_err(io)?;
            drop(file);
            return Self::create(path, header);
        }
        let mut reader = RecordReader::open(path)?;
        if let Some((field, theirs, ours)) = reader.header.difference(header) {
            return Err(RecordError::Other { path: path.to_owned(), field, theirs, ours });
        }
        while let Some(game) = reader.next_game()? {
            each(&game);
        }
        let length = reader.games.good;
        file.set_len(length).map_err(io)?;
        Ok(Self { path: path.to_owned(), file, length })
    }

    /// Puts a game on disk.
    ///
    /// # Errors
    /// The disk is full or gone; the file then ends with the game before.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), RecordError> {
        self.write_line(&serde_json::to_string(game).unwrap_or_default())
    }

    fn write_line(&mut self, line: &str) -> Result<(), RecordError> {
        let text = format!("{line}\n");
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        match written {
            Ok(()) => {
                self.length += text.len() as u64;
                Ok(())
            }
            // Pipes and terminals have nothing to sync.
            Err(error) if error.kind() == std::io::ErrorKind::InvalidInput => Ok(()),
            Err(source) => {
                let _ = self.file.set_len(self.length);
                Err(io_error(&self.path, source))
            }
        }
    }
}

fn lock(path: &Path, file: &File) -> Result<(), RecordError> {
    match file.try_lock() {
        Err(std::fs::TryLockError::WouldBlock) => Err(RecordError::Locked(path.to_owned())),
        // File systems without locks are used without them.
        Ok(()) | Err(std::fs::TryLockError::Error(_)) => Ok(()),
    }
}

/// True when the file holds an end of line; leaves the file at its start.
fn has_whole_line(file: &mut File) -> std::io::Result<bool> {
    let mut line = Vec::new();
    BufReader::new(&mut *file).read_until(b'\n', &mut line)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(line.last() == Some(&b'\n'))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn header() -> Header {
        Header {
            format: FORMAT.to_owned(),
            variant: "chu".to_owned(),
            rules: Vec::new(),
            engines: vec![EngineSpec::parse(&["cmd=a".to_owned()]).unwrap()],
            schedule: "gauntlet".to_owned(),
            openings: "start".to_owned(),
            seed: 1,
            max_plies: 600,
            adjudication: Adjudication::default(),
            time: TimeControl::default(),
            margin: 100,
        }
    }

    pub(crate) fn game(number: u64, result: GameResult) -> GameRecord {
        GameRecord {
            game: number,
            pair: number / 2,
            black: if number.is_multiple_of(2) { "a" } else { "b" }.to_owned(),
            white: if number.is_multiple_of(2) { "b" } else { "a" }.to_owned(),
            variant: "chu".to_owned(),
            rules: Vec::new(),
            sfen: "x".to_owned(),
            opening_plies: 1,
            moves: vec![
                MoveRecord { text: "7i7h".to_owned(), ..MoveRecord::default() },
                MoveRecord {
                    text: "6d6e".to_owned(),
                    score: Some(-5),
                    depth: Some(4),
                    nodes: Some(2000),
                    time: Some(12_000),
                },
            ],
            result,
            reason: Reason::RoyalsLost,
            detail: None,
            ended: 0,
        }
    }

    #[test]
    fn a_torn_line_is_cut_off_and_the_rest_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("r.jsonl");
        let mut writer = RecordWriter::create(&path, &header()).unwrap();
        writer.append(&game(0, GameResult::Black)).unwrap();
        writer.append(&game(1, GameResult::Draw)).unwrap();
        drop(writer);
        let whole = std::fs::read(&path).unwrap();
        for cut in (0..whole.len()).step_by(29) {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let mut games = Vec::new();
            let mut writer =
                RecordWriter::resume(&path, &header(), |game| games.push(game.game)).unwrap();
            for number in 0..2 {
                if !games.contains(&number) {
                    let result = if number == 0 { GameResult::Black } else { GameResult::Draw };
                    writer.append(&game(number, result)).unwrap();
                }
            }
            drop(writer);
            assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {cut}");
        }
    }

    #[test]
    fn a_record_is_not_overwritten_mixed_or_shared() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("r.jsonl");
        let writer = RecordWriter::create(&path, &header()).unwrap();
        let locked = RecordWriter::resume(&path, &header(), |_| {});
        assert!(matches!(locked, Err(RecordError::Locked(_))), "{locked:?}");
        drop(writer);
        // Without a game nothing is lost.
        let mut writer = RecordWriter::create(&path, &header()).unwrap();
        writer.append(&game(0, GameResult::Draw)).unwrap();
        drop(writer);
        let exists = RecordWriter::create(&path, &header());
        assert!(matches!(exists, Err(RecordError::Exists(_))));
        let foreign = directory.path().join("notes.txt");
        std::fs::write(&foreign, "my notes\n").unwrap();
        let exists = RecordWriter::create(&foreign, &header());
        assert!(matches!(exists, Err(RecordError::Exists(_))));
        let other = Header { seed: 2, ..header() };
        let message = RecordWriter::resume(&path, &other, |_| {}).unwrap_err().to_string();
        assert!(message.contains("its seed is 1, not 2"), "{message}");
    }

    #[test]
    fn an_unwritable_place_is_one_clear_line() {
        let path = Path::new("/nowhere/at/all.jsonl");
        let message = RecordWriter::create(path, &header()).unwrap_err().to_string();
        assert!(message.contains("/nowhere/at/all.jsonl") && !message.contains('\n'), "{message}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_reported() {
        let mut options = OpenOptions::new();
        let file = options.append(true).open("/dev/full").unwrap();
        let mut writer = RecordWriter { path: "/dev/full".into(), file, length: 0 };
        let message = writer.append(&game(0, GameResult::Draw)).unwrap_err().to_string();
        assert!(message.contains("No space left"), "{message}");
    }

    #[test]
    fn bad_lines_are_named() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("r.jsonl");
        let text = format!("{}\nnonsense\n", serde_json::to_string(&header()).unwrap());
        std::fs::write(&path, text).unwrap();
        let mut reader = RecordReader::open(&path).unwrap();
        let message = reader.next_game().unwrap_err().to_string();
        assert!(message.contains("line 2"), "{message}");
        std::fs::write(&path, "{}\n").unwrap();
        assert!(RecordReader::open(&path).unwrap_err().to_string().contains("no header"));
    }
}

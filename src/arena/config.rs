//! Engines as the user describes them: words on the command line or tables of a TOML file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::client_usi::UsiClient;
use super::client_xboard::XboardClient;
use super::clock::{TimeControl, TimeError};
use super::engine::{EngineClient, Fault};

/// The language of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// Universal Shogi Interface.
    #[default]
    Usi,
    /// XBoard protocol (CECP).
    Xboard,
}

/// An engine and how it is run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// Name in tables and records.
    pub name: String,
    /// Program.
    pub command: PathBuf,
    /// Arguments.
    pub args: Vec<String>,
    /// Working directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// Protocol.
    pub protocol: Protocol,
    /// Options by name, in the order in which they are sent.
    pub options: Vec<(String, String)>,
    /// Hash memory in MB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u32>,
    /// Search threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<u32>,
    /// Time control of its own; the match's where this one is unlimited.
    pub time: TimeControl,
}

/// What is wrong with the description of an engine.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// A word that is not understood.
    #[error(
        "engine: `{0}` is not understood; known: self, cmd=, arg=, dir=, proto=usi|xboard, name=, \
         memory=, threads=, option.NAME=, tc=, st=, byoyomi=, nodes=, depth="
    )]
    Word(String),
    /// A value that is not understood.
    #[error("engine: bad value in `{0}`")]
    Value(String),
    /// No command.
    #[error("engine {0}: no cmd= given")]
    NoCommand(String),
    /// A time control.
    #[error("engine: {0}")]
    Time(#[from] TimeError),
    /// Two engines with one name.
    #[error("two engines are named `{0}`; give one of them name=")]
    Name(String),
    /// The program of `self`.
    #[error("cannot find this program to run it as an engine: {0}")]
    Own(std::io::Error),
    /// The file cannot be read.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is malformed.
    #[error("{path}: {message}")]
    Toml {
        /// The file.
        path: PathBuf,
        /// Line, column and reason.
        message: String,
    },
}

impl EngineSpec {
    /// Reads the words after `--engine`: `self`, or `cmd=PROGRAM` with more `key=value` words.
    ///
    /// # Errors
    /// Unknown words, bad values, no command.
    pub fn parse(words: &[String]) -> Result<Self, ConfigError> {
        let mut spec = Self {
            name: String::new(),
            command: PathBuf::new(),
            args: Vec::new(),
            directory: None,
            protocol: Protocol::Usi,
            options: Vec::new(),
            memory: None,
            threads: None,
            time: TimeControl::default(),
        };
        for word in words {
            if word == "self" {
                spec.command = own_program()?;
                continue;
            }
            let (key, value) =
                word.split_once('=').ok_or_else(|| ConfigError::Word(word.clone()))?;
            spec.set(key, value, word)?;
        }
        spec.finish()
    }

    fn set(&mut self, key: &str, value: &str, word: &str) -> Result<(), ConfigError> {
        let bad = || ConfigError::Value(word.to_owned());
        match key {
            "cmd" if value == "self" => self.command = own_program()?,
            "cmd" => self.command = PathBuf::from(value),
            "arg" => self.args.push(value.to_owned()),
            "args" => self.args.extend(value.split_whitespace().map(str::to_owned)),
            "dir" => self.directory = Some(PathBuf::from(value)),
            "name" => value.clone_into(&mut self.name),
            "proto" => {
                self.protocol = match value {
                    "usi" => Protocol::Usi,
                    "xboard" | "cecp" => Protocol::Xboard,
                    _ => return Err(bad()),
                }
            }
            "memory" => self.memory = Some(value.parse().map_err(|_| bad())?),
            "threads" => self.threads = Some(value.parse().map_err(|_| bad())?),
            _ => {
                if let Some(option) = key.strip_prefix("option.") {
                    self.options.push((option.to_owned(), value.to_owned()));
                } else if !self.time.set(key, value)? {
                    return Err(ConfigError::Word(word.to_owned()));
                }
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Self, ConfigError> {
        if self.command.as_os_str().is_empty() {
            return Err(ConfigError::NoCommand(self.name));
        }
        if self.name.is_empty() {
            let stem = self.command.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            self.name = stem.unwrap_or_else(|| "engine".to_owned());
        }
        Ok(self)
    }

    /// Runs the engine and greets it.
    ///
    /// # Errors
    /// It cannot be run, dies, stays silent, or lacks an option that was asked for.
    pub fn start(&self, patience: Duration) -> Result<Box<dyn EngineClient>, Fault> {
        Ok(match self.protocol {
            Protocol::Usi => Box::new(UsiClient::start(self, patience)?),
            Protocol::Xboard => Box::new(XboardClient::start(self, patience)?),
        })
    }

    /// Threads that the engine searches with, as far as its description says.
    pub fn thread_count(&self) -> u32 {
        let option = self.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("threads"));
        self.threads.or_else(|| option.and_then(|(_, value)| value.parse().ok())).unwrap_or(1)
    }
}

impl EngineSpec {
    /// True for this very program.
    pub fn is_self(&self) -> bool {
        own_program().is_ok_and(|own| own == self.command)
    }
}

fn own_program() -> Result<PathBuf, ConfigError> {
    std::env::current_exe().map_err(ConfigError::Own)
}

/// Gives engines of one name numbers: `daiban`, `daiban-2`. A name that was given twice by hand is
/// an error.
///
/// # Errors
/// [`ConfigError::Name`] when numbering leads to a name that is taken.
pub fn make_names_unique(engines: &mut [EngineSpec]) -> Result<(), ConfigError> {
    let mut seen: Vec<String> = Vec::new();
    for engine in engines.iter_mut() {
        let base = engine.name.clone();
        let before = seen.iter().filter(|name| **name == base).count();
        seen.push(base.clone());
        if before > 0 {
            engine.name = format!("{base}-{}", before + 1);
            if seen.contains(&engine.name) {
                return Err(ConfigError::Name(engine.name.clone()));
            }
        }
    }
    Ok(())
}

/// A file of engines: `[[engine]]` tables.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct EngineFile {
    #[serde(default)]
    engine: Vec<EngineTable>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct EngineTable {
    cmd: String,
    name: Option<String>,
    #[serde(default)]
    args: Vec<String>,
    dir: Option<PathBuf>,
    #[serde(default)]
    proto: Protocol,
    memory: Option<u32>,
    threads: Option<u32>,
    #[serde(default)]
    options: toml::Table,
    tc: Option<String>,
    byoyomi: Option<f64>,
    st: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

impl EngineTable {
    fn into_spec(self) -> Result<EngineSpec, ConfigError> {
        let mut time = TimeControl::default();
        let numbers = [
            ("tc", self.tc),
            ("byoyomi", self.byoyomi.map(|n| n.to_string())),
            ("st", self.st.map(|n| n.to_string())),
            ("nodes", self.nodes.map(|n| n.to_string())),
            ("depth", self.depth.map(|n| n.to_string())),
        ];
        for (key, value) in numbers {
            if let Some(value) = value {
                time.set(key, &value)?;
            }
        }
        let options = self.options.into_iter().map(|(name, value)| {
            let text = match value {
                toml::Value::String(text) => text,
                other => other.to_string(),
            };
            (name, text)
        });
        let command = if self.cmd == "self" { own_program()? } else { PathBuf::from(self.cmd) };
        EngineSpec {
            name: self.name.unwrap_or_default(),
            command,
            args: self.args,
            directory: self.dir,
            protocol: self.proto,
            options: options.collect(),
            memory: self.memory,
            threads: self.threads,
            time,
        }
        .finish()
    }
}

/// Reads the `[[engine]]` tables of a TOML file.
///
/// # Errors
/// The file cannot be read, is no TOML, has unknown keys or bad values; the message names the line.
pub fn read_engines(path: &Path) -> Result<Vec<EngineSpec>, ConfigError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| ConfigError::File { path: path.to_owned(), source })?;
    let file: EngineFile = toml::from_str(&text).map_err(|error| ConfigError::Toml {
        path: path.to_owned(),
        message: error.to_string().trim().to_owned(),
    })?;
    file.engine.into_iter().map(EngineTable::into_spec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn words_describe_an_engine() {
        let spec = EngineSpec::parse(&words(
            "cmd=/usr/games/hachu proto=xboard memory=64 option.Resign=1 st=0.1",
        ))
        .unwrap();
        assert_eq!((spec.name.as_str(), spec.protocol), ("hachu", Protocol::Xboard));
        assert_eq!(spec.options, [("Resign".to_owned(), "1".to_owned())]);
        assert_eq!(spec.time.move_time, Some(100));
        for bad in
            ["name=x", "cmd=x speed=3", "cmd=x proto=uci", "cmd=x threads=many", "x", "cmd=x tc=-"]
        {
            assert!(EngineSpec::parse(&words(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn equal_names_are_numbered() {
        let one = EngineSpec::parse(&words("cmd=a")).unwrap();
        let mut engines = vec![one.clone(), one.clone(), one];
        make_names_unique(&mut engines).unwrap();
        let names: Vec<_> = engines.iter().map(|e| e.name.as_str()).collect();
        assert_eq!(names, ["a", "a-2", "a-3"]);
    }

    #[test]
    fn a_file_describes_engines_and_its_faults_have_a_line() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("engines.toml");
        let text = "[[engine]]\ncmd = \"a\"\nname = \"A\"\ntc = \"10+0.1\"\n\
                    [engine.options]\nThreads = 2\nUSI_Ponder = false\n";
        std::fs::write(&path, text).unwrap();
        let engines = read_engines(&path).unwrap();
        assert_eq!(engines[0].thread_count(), 2);
        assert_eq!(engines[0].time.increment, 100);
        std::fs::write(&path, "[[engine]]\ncmd = \"a\"\nspeed = 3\n").unwrap();
        let message = read_engines(&path).unwrap_err().to_string();
        assert!(message.contains("line 3") && message.contains("speed"), "{message}");
    }
}

//! The games at hand: built-in ones and the user's own files, by id and alias.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::definition::{Definition, MAX_FILE};
use super::findings::Findings;
use super::reader;

/// The built-in game files.
const BUILTIN: &[(&str, &str)] = &[
    ("builtin/chu.toml", include_str!("builtin/chu.toml")),
    ("builtin/dai.toml", include_str!("builtin/dai.toml")),
    ("builtin/maka.toml", include_str!("builtin/maka.toml")),
    ("builtin/heiandai.toml", include_str!("builtin/heiandai.toml")),
    ("builtin/sho.toml", include_str!("builtin/sho.toml")),
    ("builtin/wa.toml", include_str!("builtin/wa.toml")),
    ("builtin/wadrops.toml", include_str!("builtin/wadrops.toml")),
    ("builtin/shogi.toml", include_str!("builtin/shogi.toml")),
    ("builtin/tenjiku.toml", include_str!("builtin/tenjiku.toml")),
];

/// A game that the registry cannot hand out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// No game has this id or alias.
    #[error("there is no game `{0}`")]
    UnknownGame(String),
    /// The game's file has faults.
    #[error("{0}")]
    Faulty(Arc<Findings>),
    /// A file or folder cannot be read.
    #[error("{file}: {why}")]
    Unreadable {
        /// Path as given.
        file: String,
        /// Reason, in one line.
        why: String,
    },
}

/// One game file.
#[derive(Debug)]
struct Entry {
    file: String,
    id: String,
    aliases: Vec<String>,
    source: Arc<str>,
    builtin: bool,
    /// The outcome of reading it, once somebody asked.
    parsed: Mutex<Option<Result<Arc<Definition>, Arc<Findings>>>>,
}

impl Entry {
    fn new(file: String, source: Arc<str>, builtin: bool) -> Option<Self> {
        let (id, aliases) = reader::read_header(&source)?;
        Some(Self { file, id, aliases, source, builtin, parsed: Mutex::new(None) })
    }
}

/// The games at hand.
///
/// Files are read on first use. A game of the user goes before a built-in one of the same id; its
/// `extends` then means the built-in one. Ids go before aliases, and both are found in any case.
///
/// ```
/// use daiban::variant::Registry;
///
/// let registry = Registry::new();
/// assert_eq!(registry.get("ChuShogi").unwrap().files, 12);
/// assert!(registry.get("tiddlywinks").is_err());
/// ```
#[derive(Debug, Default)]
pub struct Registry {
    /// The user's files first, then the built-in ones.
    entries: Vec<Entry>,
}

impl Registry {
    /// A registry of the built-in games.
    pub fn new() -> Self {
        let entries = BUILTIN
            .iter()
            .filter_map(|(file, source)| Entry::new((*file).to_owned(), Arc::from(*source), true));
        Self { entries: entries.collect() }
    }

    /// The ids of all games, sorted.
    pub fn ids(&self) -> Vec<&str> {
        let mut ids: Vec<&str> = self.entries.iter().map(|e| e.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Aliases with the ids that they stand for, sorted by alias; without those that an id hides.
    pub fn aliases(&self) -> Vec<(&str, &str)> {
        let mut aliases: Vec<(&str, &str)> = Vec::new();
        for entry in self.visible() {
            for alias in &entry.aliases {
                let taken = aliases.iter().any(|(a, _)| a == alias)
                    || self.entries.iter().any(|e| e.id == *alias);
                if !taken {
                    aliases.push((alias, &entry.id));
                }
            }
        }
        aliases.sort_unstable();
        aliases
    }

    /// The names of all rule sets of all games that can be read, sorted.
    pub fn rule_sets(&self) -> Vec<String> {
        self.names(|d| d.rule_sets.iter().map(|r| r.name.clone()).collect())
    }

    /// The names of all start arrays of all games that can be read, sorted.
    pub fn start_arrays(&self) -> Vec<String> {
        self.names(|d| d.starts.iter().map(|s| s.name.clone()).collect())
    }

    fn names(&self, of: impl Fn(&Definition) -> Vec<String>) -> Vec<String> {
        let games = self.visible().filter_map(|e| self.read(e, &mut Vec::new()).ok());
        let mut names: Vec<String> = games.flat_map(|d| of(&d)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The game with this id or alias, in any case.
    ///
    /// # Errors
    /// [`RegistryError::UnknownGame`], or the faults of the game's file.
    pub fn get(&self, name: &str) -> Result<Arc<Definition>, RegistryError> {
        let entry = self.find(name).ok_or_else(|| RegistryError::UnknownGame(name.to_owned()))?;
        self.read(entry, &mut Vec::new()).map_err(RegistryError::Faulty)
    }

    /// The ids of the built-in games with a board of this size, for whoever meets a position
    /// without the name of its game.
    pub fn by_size(&self, files: u8, ranks: u8) -> Vec<&str> {
        let fits = |e: &&Entry| {
            self.read(e, &mut Vec::new()).is_ok_and(|d| (d.files, d.ranks) == (files, ranks))
        };
        self.entries.iter().filter(|e| e.builtin).filter(fits).map(|e| e.id.as_str()).collect()
    }

    /// Adds all `*.toml` files of a folder that hold a game, in the order of their names. Good
    /// files load also when others are faulty; a file without any key of a game, which can be read
    /// as TOML, is no game and passed over.
    ///
    /// # Errors
    /// What is wrong with the folder or with single files.
    pub fn add_directory(&mut self, folder: &Path) -> Result<(), Vec<RegistryError>> {
        let unreadable = |path: &Path, why: &dyn ToString| RegistryError::Unreadable {
            file: path.display().to_string(),
            why: why.to_string(),
        };
        let listing = std::fs::read_dir(folder).map_err(|e| vec![unreadable(folder, &e)])?;
        let mut files: Vec<_> = listing
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|e| e == "toml"))
            .collect();
        files.sort_unstable();
        let mut errors = Vec::new();
        let mut added: Vec<String> = Vec::new();
        for path in files {
            match read_file(&path) {
                // A folder may hold more than games: settings of other programs.
                Ok(source) if !reader::is_game(&source) => {}
                Ok(source) => match self.add_source(&path.display().to_string(), &source) {
                    Ok(id) => added.push(id),
                    Err(error) => errors.push(error),
                },
                Err(why) => errors.push(unreadable(&path, &why)),
            }
        }
        // Only now can one file extend another.
        for id in added {
            if let Err(error) = self.get(&id) {
                errors.push(error);
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// Adds a game of the user from text; `file` is its name for reports. The text is read on
    /// first use, so faults beyond the id show then. Returns the id.
    ///
    /// # Errors
    /// The faults of a file without an id, or with the id of another file of the user.
    pub fn add_source(&mut self, file: &str, source: &str) -> Result<String, RegistryError> {
        let Some(entry) = Entry::new(file.to_owned(), Arc::from(source), false) else {
            let mut none = |id: &str| self.lookup(id, None, &mut Vec::new());
            let mut faults = match Definition::parse(file, source, &mut none) {
                Err(faults) => faults,
                Ok(_) => Findings::new(file, source),
            };
            if faults.list.is_empty() {
                faults.add(0..0, "`id` is missing; it stands before the first table");
            }
            return Err(RegistryError::Faulty(Arc::new(faults)));
        };
        if let Some(other) = self.entries.iter().find(|e| !e.builtin && e.id == entry.id) {
            let mut faults = Findings::new(file, source);
            let at = source.find(&entry.id).unwrap_or_default();
            let message = format!("the id `{}` is taken by {}", entry.id, other.file);
            faults.add(at..at + entry.id.len(), message);
            return Err(RegistryError::Faulty(Arc::new(faults)));
        }
        let id = entry.id.clone();
        let behind = self.entries.iter().filter(|e| !e.builtin).count();
        self.entries.insert(behind, entry);
        self.forget();
        Ok(id)
    }

    /// Checks a file without adding it.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn check_source(&self, file: &str, source: &str) -> Result<Definition, Findings> {
        let own = reader::read_header(source).map(|(id, _)| id);
        let mut find = |id: &str| self.lookup(id, own.as_deref(), &mut Vec::new());
        Definition::parse(file, source, &mut find)
    }

    /// Forgets what was read of the user's files: a new file may change what they extend.
    fn forget(&mut self) {
        for entry in self.entries.iter_mut().filter(|e| !e.builtin) {
            entry.parsed = Mutex::new(None);
        }
    }

    /// Entries that no other of the same id hides.
    fn visible(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().enumerate().filter_map(|(i, entry)| {
            let hidden = self.entries.iter().take(i).any(|e| e.id == entry.id);
            (!hidden).then_some(entry)
        })
    }

    fn find(&self, name: &str) -> Option<&Entry> {
        let id = |e: &&Entry| e.id.eq_ignore_ascii_case(name);
        let alias = |e: &&Entry| e.aliases.iter().any(|a| a.eq_ignore_ascii_case(name));
        self.entries.iter().find(id).or_else(|| self.visible().find(alias))
    }

    fn read(
        &self,
        entry: &Entry,
        open: &mut Vec<String>,
    ) -> Result<Arc<Definition>, Arc<Findings>> {
        let parsed = entry.parsed.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(result) = parsed {
            return result;
        }
        open.push(entry.file.clone());
        let mut find = |id: &str| self.lookup(id, Some(&entry.id), open);
        let result = Definition::parse(&entry.file, &entry.source, &mut find);
        open.pop();
        let result = result.map(Arc::new).map_err(Arc::new);
        // A file read on the way of a circle is judged again when it is asked for itself.
        if open.is_empty() || result.is_ok() {
            *entry.parsed.lock().unwrap_or_else(PoisonError::into_inner) = Some(result.clone());
        }
        result
    }

    /// Finds the game that the file with id `own` extends, while the files of `open` are read.
    fn lookup(
        &self,
        name: &str,
        own: Option<&str>,
        open: &mut Vec<String>,
    ) -> Result<Arc<Definition>, String> {
        let builtin = |e: &&Entry| e.builtin && e.id.eq_ignore_ascii_case(name);
        let entry = if own.is_some_and(|own| own.eq_ignore_ascii_case(name)) {
            self.entries.iter().find(builtin)
        } else {
            self.find(name)
        };
        let entry = entry.ok_or_else(|| format!("there is no game `{name}` to extend"))?;
        if open.contains(&entry.file) {
            return Err(format!("`{name}` extends this game itself, in a circle"));
        }
        self.read(entry, open).map_err(|findings| {
            let mut message = format!("the game `{name}` that this one extends is faulty");
            if let Some(first) = findings.list.first() {
                let _ = write!(message, ": {} ({}:{})", first.message, findings.file, first.line);
            }
            message
        })
    }
}

/// Reads a game file of bearable size.
///
/// # Errors
/// Why not, in one line.
pub fn read_file(path: &Path) -> Result<String, String> {
    let size = std::fs::metadata(path).map_err(|e| e.to_string())?.len();
    if size > MAX_FILE as u64 {
        return Err(format!("a game file has at most {MAX_FILE} bytes, this one has {size}"));
    }
    let bytes = std::fs::read(path).map_err(|e| e.to_string())?;
    String::from_utf8(bytes).map_err(|e| e.to_string())
}

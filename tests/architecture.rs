//! The layers point one way: a module of `src/` imports only from its left.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

/// Every layer with what it may import.
const LAYERS: &[(&str, &[&str])] = &[
    ("types", &[]),
    ("variant", &["types"]),
    ("position", &["types", "variant"]),
    ("movegen", &["types", "variant", "position"]),
    ("game", &["types", "variant", "position", "movegen"]),
    ("eval", &["types", "variant", "position", "movegen"]),
    ("search", &["types", "variant", "position", "movegen", "game", "eval"]),
    ("engine", &["types", "variant", "position", "movegen", "game", "eval", "search"]),
    ("protocol", &["types", "variant", "position", "movegen", "game", "eval", "search", "engine"]),
    ("arena", &["types", "variant", "position", "movegen", "game", "eval", "search", "engine"]),
    (
        "tune",
        &["types", "variant", "position", "movegen", "game", "eval", "search", "engine", "arena"],
    ),
    (
        "cli",
        &[
            "types", "variant", "position", "movegen", "game", "eval", "search", "engine",
            "protocol", "arena", "tune",
        ],
    ),
];

fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The modules that a source names behind `crate::`, with the line of each.
fn imports(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or("");
        for (at, _) in code.match_indices("crate::") {
            if code[..at].ends_with('$') {
                continue;
            }
            let name: String = code[at + 7..]
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                .collect();
            found.push((number + 1, name));
        }
    }
    found
}

#[test]
fn no_module_imports_from_its_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut faults = Vec::new();
    for file in &files {
        let relative = file.strip_prefix(&root).unwrap();
        let layer = relative.components().next().unwrap().as_os_str().to_string_lossy();
        let layer = layer.trim_end_matches(".rs").to_owned();
        if layer == "lib" || layer == "main" {
            continue;
        }
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
            faults.push(format!("{}: no such layer", relative.display()));
            continue;
        };
        let text = fs::read_to_string(file).unwrap();
        for (line, module) in imports(&text) {
            let layered = LAYERS.iter().any(|(name, _)| *name == module);
            if layered && module != layer && !allowed.contains(&module.as_str()) {
                faults.push(format!("{}:{line}: {layer} imports {module}", relative.display()));
            }
        }
    }
    assert!(files.len() > 20, "the sources were not found");
    assert!(faults.is_empty(), "imports that point right:\n{}", faults.join("\n"));
}

#[test]
fn an_import_that_points_right_would_be_seen() {
    let text = "use crate::search::Limits; // crate::cli\nlet x = crate::game::Game::new();";
    assert_eq!(imports(text), [(1, "search".to_owned()), (2, "game".to_owned())]);
}

#[test]
fn files_are_short_and_say_what_they_are_for() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for directory in ["src", "tests", "benches"] {
        sources(&root.join(directory), &mut files);
    }
    let mut faults = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let name = file.strip_prefix(root).unwrap().display();
        if text.lines().count() > 600 {
            faults.push(format!("{name} has over 600 lines"));
        }
        if !text.starts_with("//!") {
            faults.push(format!("{name} does not begin with a //! line"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

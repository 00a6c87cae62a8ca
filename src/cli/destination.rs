//! Where a command writes to, checked before it begins with what takes long.

use std::path::Path;

use anyhow::{Result, ensure};

/// Refuses a file whose folder is not there, and one that is a folder itself.
///
/// # Errors
/// Which of both it is.
pub fn check_folder(file: &Path) -> Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        ensure!(folder.is_dir(), "{}: there is no folder {}", file.display(), folder.display());
    }
    ensure!(!file.is_dir(), "{}: this is a folder", file.display());
    Ok(())
}

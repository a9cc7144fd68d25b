//! Where things are.

use std::path::Path;

pub use real_tools::golden::{bless, difference};
pub use real_tools::root;

/// Files below `folder` of the repository with the given extension, as sorted paths relative to the root.
pub fn find(folder: &str, extension: &str) -> Vec<String> {
    let mut found = Vec::new();
    collect(&root(), Path::new(folder), extension, &mut found);
    found.sort();
    found
}

fn collect(root: &Path, folder: &Path, extension: &str, found: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(root.join(folder)) else { return };
    for entry in entries.flatten() {
        let path = folder.join(entry.file_name());
        if root.join(&path).is_dir() {
            collect(root, &path, extension, found);
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path.to_string_lossy().into_owned());
        }
    }
}

/// Reads a file of the repository.
pub fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}"))
}

/// Writes a file of the repository, when blessing.
pub fn write(path: &str, text: &str) -> Result<(), String> {
    let full = root().join(path);
    let folder = full.parent().map_or(Ok(()), std::fs::create_dir_all);
    folder.and_then(|()| std::fs::write(full, text)).map_err(|error| format!("{path}: {error}"))
}

/// Compares `found` with the file at `path`, or rewrites it when blessing.
pub fn golden(path: &str, found: &str) -> Result<(), String> {
    real_tools::golden::compare(&root().join(path), found)
}

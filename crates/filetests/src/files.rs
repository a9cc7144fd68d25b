//! Where things are.

use std::path::Path;

pub use real_tools::root;

/// True when expected output is to be rewritten.
pub fn bless() -> bool {
    std::env::var_os("BLESS").is_some_and(|value| value != "0")
}

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
    let expected = std::fs::read_to_string(root().join(path)).unwrap_or_default();
    if expected == found {
        Ok(())
    } else if bless() {
        write(path, found)
    } else {
        Err(format!("{path} is stale (BLESS=1 rewrites it)\n{}", difference(&expected, found)))
    }
}

/// First differing lines of two texts.
pub fn difference(expected: &str, found: &str) -> String {
    let (mut xs, mut ys) = (expected.lines(), found.lines());
    for number in 1.. {
        match (xs.next(), ys.next()) {
            (None, None) => break,
            (x, y) if x == y => {}
            (x, y) => {
                let show = |line: Option<&str>| line.map_or("<end>".to_owned(), |l| format!("{l:?}"));
                return format!("line {number}:\n  expected {}\n  found    {}", show(x), show(y));
            }
        }
    }
    "they differ in line ends only".to_owned()
}

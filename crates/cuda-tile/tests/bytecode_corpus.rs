//! Real bytecode, read from the directories in `TILEWRIGHT_BYTECODE` (separated by `:`): every file is decoded, and encoding
//! it again gives the same bytes.

use std::path::PathBuf;

use cuda_tile::bytecode::{DecodeOptions, EncodeOptions, Layout, decode, encode};

#[allow(clippy::print_stderr, reason = "a skip must be visible")]
fn files() -> Vec<PathBuf> {
    let Ok(directories) = std::env::var("TILEWRIGHT_BYTECODE") else {
        eprintln!("skipped: TILEWRIGHT_BYTECODE names no directory of bytecode files");
        return Vec::new();
    };
    let entries =
        directories.split(':').flat_map(|directory| std::fs::read_dir(directory).expect("a directory"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "tileirbc"));
    files.sort();
    files
}

#[test]
fn the_same_bytes_come_back() {
    let mut different = Vec::new();
    for path in files() {
        let bytes = std::fs::read(&path).expect("readable");
        let options = DecodeOptions { provenance: true, ..DecodeOptions::default() };
        let decoded = decode(&bytes, &options).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let options = EncodeOptions {
            version: Some(decoded.version),
            provenance: decoded.provenance.clone(),
            layout: Layout::CuTile,
            ..EncodeOptions::default()
        };
        let again = encode(&decoded.module, &options)
            .unwrap_or_else(|errors| panic!("{}: {}", path.display(), errors[0]));
        if again != bytes {
            different.push(path);
        }
    }
    assert!(different.is_empty(), "came back different: {different:?}");
}

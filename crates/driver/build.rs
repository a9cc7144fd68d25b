//! Identifies the build: a fingerprint of the sources of the compiler.
//!
//! Clients keep machine code by what the compiler says of its version, and so does the cache. The same sources give the same
//! fingerprint on every machine; a package without the sources next to it has that of its version alone.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a build script")]

use std::path::{Path, PathBuf};

/// The crates that decide the machine code.
const CRATES: [&str; 11] =
    ["codegen", "cuda-tile", "diag", "driver", "ir", "numerics", "nvvm", "opt", "ptx", "tileaa", "tileas"];

fn main() {
    let here =
        PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is"));
    let crates = here.parent().expect("a package has a folder around it").to_owned();
    let mut files = Vec::new();
    for name in CRATES {
        let sources = crates.join(name).join("src");
        if sources.is_dir() {
            println!("cargo::rerun-if-changed={}", sources.display());
            collect(&sources, &mut files);
        }
    }
    files.sort();
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    hash.add(env!("CARGO_PKG_VERSION").as_bytes());
    for file in files {
        let name =
            file.strip_prefix(&crates).expect("files are in the folder").to_string_lossy().replace('\\', "/");
        hash.add(name.as_bytes());
        hash.add(&std::fs::read(&file).expect("a source can be read"));
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=TILEWRIGHT_BUILD={:016x}", hash.0);
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The hash of Fowler, Noll and Vo, of 64 bits.
struct Fnv(u64);

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        // The length parts what follows from what comes after it.
        for &byte in (bytes.len() as u64).to_le_bytes().iter().chain(bytes) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

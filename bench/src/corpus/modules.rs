//! The different modules of a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use tilewright::Module;
use tilewright::driver::digest::Digest;
use tilewright::ir::walk;

/// The ops that multiply matrices.
const PRODUCTS: [&str; 3] = ["mmaf", "mmai", "mmaf_scaled"];

/// The modules of a folder.
#[derive(Default)]
pub(super) struct Modules {
    /// By the digest of the canonical text, which has no locations of sources: a kernel that stands in two files, or in the
    /// checkouts of two people, is one module.
    pub(super) found: BTreeMap<String, Entry>,
    /// How many files each source has: a folder below this one.
    pub(super) files: BTreeMap<String, usize>,
    /// Files that are not valid modules, with the reasons.
    pub(super) invalid: Vec<String>,
}

/// One module.
pub(super) struct Entry {
    /// The first file that has it.
    pub(super) file: PathBuf,
    pub(super) bytes: Vec<u8>,
    /// The function that its first entry was made of.
    pub(super) kernel: String,
    /// It has matrix products.
    pub(super) multiplies: bool,
    pub(super) sources: BTreeSet<String>,
}

impl Modules {
    /// Reads every bytecode file below a folder.
    pub(super) fn read(folder: &Path) -> io::Result<Modules> {
        let mut modules = Modules::default();
        for path in files(folder)? {
            let bytes = std::fs::read(&path)?;
            let file = path.strip_prefix(folder).unwrap_or(&path).to_owned();
            modules.add(file, bytes);
        }
        Ok(modules)
    }

    /// The digest of the digests of all modules, in order.
    pub(super) fn digest(&self) -> String {
        let parts: Vec<&[u8]> = self.found.keys().map(String::as_bytes).collect();
        Digest::of(&parts).text()
    }

    fn add(&mut self, file: PathBuf, bytes: Vec<u8>) {
        let source = file.parent().and_then(|folder| folder.iter().next());
        let source = source.map_or_else(|| ".".to_owned(), |name| name.to_string_lossy().into_owned());
        *self.files.entry(source.clone()).or_default() += 1;
        let module = Module::from_bytecode(&bytes).and_then(|module| module.verify().map(|()| module));
        let module = match module {
            Ok(module) => module,
            Err(error) => return self.invalid.push(format!("{}: {error}", file.display())),
        };
        let digest = Digest::of(&[module.to_text().as_bytes()]).text();
        let entry = self.found.entry(digest).or_insert_with(|| {
            let ir = module.ir();
            let multiplies =
                walk::preorder(&ir.body, ir.root).any(|op| PRODUCTS.contains(&ir.spec(op).mnemonic));
            let kernel =
                module.entries().first().map_or_else(String::new, |entry| unmangled(entry).to_owned());
            Entry { file, bytes, kernel, multiplies, sources: BTreeSet::new() }
        });
        entry.sources.insert(source);
    }
}

/// The name of the function that cuTile made an entry of: what comes behind `_Kt1_` describes the parameters.
fn unmangled(entry: &str) -> &str {
    let is_mark = |at: &usize| entry[at + MARK.len()..].starts_with(|c: char| c.is_ascii_digit());
    entry.match_indices(MARK).map(|(at, _)| at).find(is_mark).map_or(entry, |at| &entry[..at])
}

/// Where the name of an entry of cuTile stops being that of the function.
const MARK: &str = "_Kt";

/// The bytecode files below a folder, in order.
fn files(folder: &Path) -> io::Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "tileirbc") {
                found.insert(path);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_named_by_their_functions() {
        assert_eq!(unmangled("matmul_kernel_Kt1_A2f16_1v8l0_2t1_p16_I128"), "matmul_kernel");
        assert_eq!(unmangled("_Ktab_Kt2_I8"), "_Ktab");
        assert_eq!(unmangled("plain_Kt"), "plain_Kt");
    }
}

//! Where the programs are.

use std::path::{Path, PathBuf};
use std::process::Command;

use cuda_tile::Module;
use cuda_tile::bytecode::{DecodeOptions, decode};
use cuda_tile::text::{ParseOptions, parse};
use cuda_tile::verify::{VerifyOptions, verify};
use diag::Source;
use real_tools::root;

/// Files below a folder with an extension, in order.
pub(crate) fn find(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn valid(module: Module) -> Option<Module> {
    verify(&module, &VerifyOptions::default()).is_ok().then_some(module)
}

/// The module of a text, when it is valid.
pub(crate) fn read(name: &str, text: &str) -> Option<Module> {
    let source = Source::new(name, text.to_owned());
    parse(&source, &ParseOptions::default()).module.and_then(valid)
}

fn programs(folder: &Path) -> impl Iterator<Item = (String, Module)> + use<> {
    find(folder, "mlir").into_iter().filter_map(|path| {
        let text = std::fs::read_to_string(&path).ok()?;
        let name = path.to_string_lossy().into_owned();
        let module = read(&name, &text)?;
        Some((name, module))
    })
}

/// Every valid module of the repository.
pub(crate) fn files() -> impl Iterator<Item = (String, Module)> {
    let folders =
        ["tests/run", "tests/verify", "tests/parse", "tests/opt", "tests/sanitize", "tests/cli", "examples"];
    folders.into_iter().flat_map(|folder| programs(&root().join(folder)))
}

/// The valid programs of the seeds.
#[allow(clippy::print_stderr, reason = "a skip must be visible")]
pub(crate) fn seeds() -> Option<impl Iterator<Item = (String, Module)>> {
    let named = std::env::var_os("TILEWRIGHT_SEEDS").map(PathBuf::from);
    let beside = ["../shared/seeds/examples", "../../shared/seeds/examples"].map(|path| root().join(path));
    let folder = named.into_iter().chain(beside).find(|folder| folder.is_dir());
    if folder.is_none() {
        eprintln!("skipped: set TILEWRIGHT_SEEDS to the folder of the seeds' programs");
    }
    Some(programs(&folder?).collect::<Vec<_>>().into_iter())
}

/// The modules that cuTile Python writes for `tests/bytecode/cutile`.
pub(crate) fn cutile() -> Option<impl Iterator<Item = (String, Module)>> {
    let python = real_tools::or_skip("cuTile Python", real_tools::python())?;
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cutile");
    let exported =
        Command::new(python).arg(root().join("tests/bytecode/cutile/export.py")).arg(&out).output();
    let exported = exported.expect("python runs");
    assert!(exported.status.success(), "export.py: {}", String::from_utf8_lossy(&exported.stderr));
    let programs = find(&out, "tileirbc").into_iter().filter_map(|path| {
        let bytes = std::fs::read(&path).ok()?;
        let decoded = decode(&bytes, &DecodeOptions::default()).ok()?;
        Some((path.to_string_lossy().into_owned(), valid(decoded.module)?))
    });
    Some(programs.collect::<Vec<_>>().into_iter())
}

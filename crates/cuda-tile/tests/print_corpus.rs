//! Real bytecode, read from the directories in `TILEWRIGHT_BYTECODE` (separated by `:`), prints as the real disassembler of
//! the environment in `TILEWRIGHT_VENV` prints it, byte for byte, and what is printed is read back as the same program.

use std::path::{Path, PathBuf};
use std::process::Command;

use cuda_tile::bytecode::{DecodeOptions, decode};
use cuda_tile::equal::same_program;
use cuda_tile::text::{ParseOptions, PrintOptions, Style, parse, print};
use diag::Source;

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

#[allow(clippy::print_stderr, reason = "a skip must be visible")]
fn disassembler() -> Option<PathBuf> {
    let Some(environment) = std::env::var_os("TILEWRIGHT_VENV") else {
        eprintln!("skipped: TILEWRIGHT_VENV names no environment with the real tools");
        return None;
    };
    let packages = std::fs::read_dir(Path::new(&environment).join("lib")).expect("an environment");
    packages
        .map(|python| python.expect("an entry").path().join("site-packages/nvidia/cu13/bin/tileirdisasm"))
        .find(|tool| tool.exists())
}

fn disassembled(tool: &Path, file: &Path, locations: bool) -> Option<String> {
    let mut command = Command::new(tool);
    if locations {
        command.arg("-g");
    }
    let output = command.arg(file).output().expect("the disassembler runs");
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn the_real_disassembler_prints_the_same() {
    let Some(tool) = disassembler() else { return };
    let mut different = Vec::new();
    for path in files() {
        let bytes = std::fs::read(&path).expect("readable");
        let Ok(decoded) = decode(&bytes, &DecodeOptions::default()) else { continue };
        for locations in [false, true] {
            let options = PrintOptions { style: Style::Disassembler, locations, ..PrintOptions::default() };
            let real = disassembled(&tool, &path, locations);
            if real.is_some_and(|real| real != print(&decoded.module, &options)) {
                different.push((path.clone(), locations));
            }
        }
    }
    assert!(different.is_empty(), "printed differently: {different:?}");
}

#[test]
fn what_is_printed_is_read_back() {
    for path in files() {
        let bytes = std::fs::read(&path).expect("readable");
        let Ok(decoded) = decode(&bytes, &DecodeOptions::default()) else { continue };
        for style in [Style::Canonical, Style::Generic] {
            let text =
                print(&decoded.module, &PrintOptions { style, locations: true, ..PrintOptions::default() });
            let parsed = parse(&Source::new("printed", text), &ParseOptions::default());
            let Some(module) = parsed.module else {
                panic!("{} {style:?}: {:?}", path.display(), parsed.diagnostics);
            };
            same_program(&decoded.module, &module)
                .unwrap_or_else(|difference| panic!("{} {style:?}: {difference}", path.display()));
        }
    }
}

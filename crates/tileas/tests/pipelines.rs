//! `pipelines`: programs of level 2, and what they become at level 3 for one warp.
//!
//! ```text
//! // RUN: lower --target=sm_80
//! // tileas.module @kernels <target = "sm_80"> {
//! // ..
//! //
//! // Prose.
//! tileaa.module @kernels { .. }
//! ```
//!
//! `BLESS=1` rewrites what is printed.

#![allow(clippy::disallowed_methods, reason = "tests read the files of the repository")]

use std::path::{Path, PathBuf};

use ir::plain::{parse_text, print, verify};
use tileaa::TileAa;
use tileas::TileAs;
use tileas::from_tileaa::{Options, lower};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pipelines");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn lowered(text: &str, target: &str) -> String {
    let module = parse_text::<TileAa>(text);
    assert_eq!(verify(&module), []);
    let number: String = target.chars().filter(char::is_ascii_digit).collect();
    let capability = number.parse().expect("a target has a number");
    let shared = tileas::target::shared_limit(capability);
    let options =
        Options { target: target.to_owned(), capability, warps: 1, shared, stages: 4, buffers: shared };
    let lowered = lower(&module, &options).expect("compiles");
    let text = print(&lowered, false);
    assert_eq!(verify(&lowered), [], "{text}");
    assert_eq!(print(&parse_text::<TileAs>(&text), false), text, "reads back");
    text
}

#[test]
fn programs_become_what_their_files_say() {
    let bless = real_tools::golden::bless();
    let mut seen = 0;
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("a text file");
        let command = text.lines().next().and_then(|line| line.strip_prefix("// RUN: lower --target="));
        let target = command.unwrap_or_else(|| panic!("{}: the command is `lower`", path.display()));
        let program = text.find("tileaa.module").expect("a program of level 2");
        let header: Vec<&str> = text[..program].lines().skip(1).collect();
        let prose = header.iter().position(|line| *line == "//").expect("an empty line before the prose");
        let found: Vec<String> =
            lowered(&text[program..], target).lines().map(|line| format!("// {line}")).collect();
        if bless {
            let whole = [vec![format!("// RUN: lower --target={target}")], found].concat().join("\n");
            let rest = header[prose..].join("\n");
            std::fs::write(&path, format!("{whole}\n{rest}\n{}", &text[program..])).expect("can be written");
        } else {
            assert_eq!(header[..prose].join("\n"), found.join("\n"), "{}", path.display());
        }
        seen += 1;
    }
    assert!(seen >= 3, "the files are found");
}

//! Files of 13.5 under the names of the closed tools: exit codes, texts and first lines of errors as in
//! `tests/bytecode/13.5/manifest.tsv`, which says what the real tools of 13.5.37 do.

#![allow(clippy::disallowed_methods, reason = "runs the command as a process")]
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// An assembler that takes everything: exit codes are the compiler's.
const TAKING: &str =
    "#!/bin/sh\nwhile [ $# -gt 0 ]; do [ \"$1\" = -o ] && out=$2; shift; done\necho code > \"$out\"\n";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/bytecode/13.5")
}

fn run(scratch: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.args(words).current_dir(folder()).stdin(Stdio::null());
    command.env("TILEWRIGHT_PTXAS", scratch.join("ptxas")).env("TILEWRIGHT_CACHE_DIR", scratch.join("cache"));
    command.env_remove("TILEWRIGHT_TILEIRAS_VERSION").output().expect("it runs")
}

fn first_line(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).lines().next().unwrap_or_default().to_owned()
}

/// A line without the place in a section, and what the tool ends some messages with.
fn message(line: &str) -> &str {
    let line = line.trim_start_matches("error: ").trim_end_matches(';');
    line.strip_prefix("error at offset ")
        .and_then(|rest| rest.split_once(": "))
        .map_or(line, |(_, rest)| rest)
}

/// Differences between a row of the manifest and the results of our tools.
fn differences(scratch: &Path, row: &str) -> Vec<String> {
    let fields: Vec<&str> = row.split('\t').collect();
    let [name, arguments, exit, error, compiled, ..] = fields[..] else { panic!("five columns: {row}") };
    let file = format!("{name}.tileirbc");
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let mut found = Vec::new();
    let output = run(scratch, &[&["tileirdisasm"][..], &arguments, &[&file]].concat());
    let said = first_line(&output.stderr);
    if output.status.code() != exit.parse().ok() || message(&said) != message(error) {
        found.push(format!("{name}: {:?}, {said}\n  real {exit}, {error}", output.status.code()));
    }
    if exit == "0" {
        let text = std::fs::read_to_string(folder().join(format!("{name}.txt"))).expect("its text is there");
        if String::from_utf8_lossy(&output.stdout).trim_end() != text.trim_end() {
            found.push(format!("{name}: the text differs"));
        }
    }
    // `sm_90=0; sm_100=5 (error: why)`
    for part in compiled.split("; ") {
        let (target, rest) = part.split_once('=').expect("a target and an exit code");
        let (exit, why) = rest.split_once(' ').unwrap_or((rest, ""));
        let why = why.trim_start_matches('(').trim_end_matches(')');
        let out = scratch.join("out.cubin");
        let out = out.to_str().expect("the path is text");
        let preview = arguments.iter().copied().filter(|argument| argument.starts_with("--preview"));
        let preview: Vec<&str> = preview.collect();
        let words = [&["tileiras", "--gpu-name", target, "-o", out][..], &preview, &[&file]].concat();
        let output = run(scratch, &words);
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.code() != exit.parse().ok() || !said.contains(why) {
            found.push(format!(
                "{name} for {target}: {:?}, {said}\n  real {exit}, {why}",
                output.status.code()
            ));
        }
    }
    found
}

#[test]
fn examples_get_the_exit_codes_and_messages_of_the_closed_tools() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples-13.5");
    std::fs::create_dir_all(&scratch).expect("a folder");
    let ptxas = scratch.join("ptxas");
    std::fs::write(&ptxas, TAKING).expect("a script");
    std::fs::set_permissions(&ptxas, std::fs::Permissions::from_mode(0o755)).expect("it may run");
    let manifest = std::fs::read_to_string(folder().join("manifest.tsv")).expect("the manifest is readable");
    let rows: Vec<&str> = manifest.lines().skip(1).collect();
    assert!(rows.len() >= 60, "{} rows", rows.len());
    let found: Vec<String> = rows.iter().flat_map(|row| differences(&scratch, row)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

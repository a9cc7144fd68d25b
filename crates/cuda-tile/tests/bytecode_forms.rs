//! Every bit of the header's tag and every form that depends on the version of a file: accepted and refused as `tileirdisasm`
//! 13.5.37 does.
//!
//! A row of `tests/bytecode/13.5/forms.tsv` is a file of that folder, bytes to replace in it (`OFFSET=VALUE`, hexadecimal), the
//! arguments of the disassembler, and what that says: `accepted`, its first error, or `refused` where our words for it are others.
//! `BLESS=1` asks the disassembler again.

#![allow(clippy::disallowed_methods, reason = "reads the files of tests/ and runs a tool")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use cuda_tile::bytecode::{DecodeOptions, decode};
use cuda_tile::text::{PrintOptions, Style, print};
use cuda_tile::verify::{VerifyOptions, verify};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/bytecode/13.5")
}

/// The mark of a row for a file of which only the verdict is compared.
const REFUSED: &str = "refused";

struct Row {
    /// All columns but the last.
    head: String,
    bytes: Vec<u8>,
    preview: bool,
    said: String,
}

fn row(line: &str, files: &mut BTreeMap<String, Vec<u8>>) -> Row {
    let (head, said) = line.rsplit_once('\t').expect("four columns");
    let fields: Vec<&str> = head.split('\t').collect();
    let read = || std::fs::read(folder().join(format!("{}.tileirbc", fields[0]))).expect("the file is there");
    let mut bytes = files.entry(fields[0].to_owned()).or_insert_with(read).clone();
    let number = |digits: &str| usize::from_str_radix(digits, 16).expect("hexadecimal digits");
    for (offset, value) in fields[1].split(' ').filter_map(|patch| patch.split_once('=')) {
        bytes[number(offset)] = number(value) as u8;
    }
    let preview = fields[2] == "--preview=simt";
    Row { head: head.to_owned(), bytes, preview, said: said.to_owned() }
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(folder().join("forms.tsv")).expect("the table is readable");
    let mut files = BTreeMap::new();
    text.lines().map(|line| row(line, &mut files)).collect()
}

/// The printed file, or the first error.
fn ours(row: &Row) -> Result<String, String> {
    let options = DecodeOptions { preview_simt: row.preview, ..DecodeOptions::default() };
    let decoded = decode(&row.bytes, &options).map_err(|error| error.message)?;
    let rules = VerifyOptions {
        version: decoded.version,
        extensions: false,
        preview_simt: row.preview,
        ..VerifyOptions::default()
    };
    let found = verify(&decoded.module, &rules).diagnostics.into_iter().find(diag::Diagnostic::is_error);
    let options = PrintOptions { style: Style::Disassembler, ..PrintOptions::default() };
    found.map_or_else(|| Ok(print(&decoded.module, &options)), |error| Err(error.message))
}

/// The message of an error of the tool, without where it is in a section, which we say of the file.
fn message(said: &str) -> &str {
    let said = said.trim_start_matches("error: ").trim_end_matches(';');
    said.strip_prefix("error at offset ")
        .and_then(|rest| rest.split_once(": "))
        .map_or(said, |(_, rest)| rest)
}

#[test]
fn files_get_the_verdict_and_the_phrase_of_the_tool() {
    let mut complaints = Vec::new();
    for row in rows() {
        let agrees = match ours(&row) {
            Ok(_) => row.said == "accepted",
            Err(_) if row.said == REFUSED => true,
            Err(error) => row.said != "accepted" && error.contains(message(&row.said)),
        };
        if !agrees {
            complaints.push(format!("{}\n  ours {:?}\n  real {}", row.head, ours(&row), row.said));
        }
    }
    assert!(complaints.is_empty(), "{} of them:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn the_tool_says_what_the_table_says_and_prints_what_we_print() {
    let tool = real_tools::Release::V13_5.find("tileirdisasm");
    let Some(tool) = real_tools::or_skip("tileirdisasm of 13.5", tool) else { return };
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("form.tileirbc");
    let (mut table, mut complaints) = (String::new(), Vec::new());
    for row in rows() {
        std::fs::write(&file, &row.bytes).expect("the folder of the tests is writable");
        let output = Command::new(&tool).args(row.preview.then_some("--preview=simt")).arg(&file).output();
        let output = output.expect("tileirdisasm runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let error = String::from_utf8_lossy(&output.stderr);
        let said = match output.status.success() {
            true => "accepted",
            false if row.said == REFUSED => REFUSED,
            false => error.lines().next().unwrap_or_default(),
        };
        if said != row.said {
            complaints.push(format!("{}\n  said {said}\n  table {}", row.head, row.said));
        } else if output.status.success()
            && ours(&row).as_ref().map(|ours| ours.trim_end()) != Ok(text.trim_end())
        {
            complaints.push(format!("{}\n  ours {:?}\n  real {text}", row.head, ours(&row)));
        }
        table.push_str(&format!("{}\t{said}\n", row.head));
    }
    if real_tools::golden::bless() {
        std::fs::write(folder().join("forms.tsv"), table).expect("the table is writable");
    }
    assert!(complaints.is_empty(), "{} of them:\n{}", complaints.len(), complaints.join("\n"));
}

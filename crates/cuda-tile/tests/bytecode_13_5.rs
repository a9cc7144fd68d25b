//! Files of 13.5, beside what `tileirdisasm` 13.5.37 says of each: `tests/bytecode/13.5/manifest.tsv`.
//!
//! Valid files print as the tool prints them and give the same bytes again; of the others the first error is the tool's.

#![allow(clippy::disallowed_methods, reason = "reads the files of tests/")]

use std::path::{Path, PathBuf};

use cuda_tile::bytecode::{DecodeOptions, Decoded, EncodeOptions, decode, encode};
use cuda_tile::text::{PrintOptions, Style, print};
use cuda_tile::verify::{VerifyOptions, verify};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/bytecode/13.5")
}

/// A row of the manifest.
struct Row {
    name: String,
    arguments: String,
    refused: bool,
    error: String,
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(folder().join("manifest.tsv")).expect("the manifest is readable");
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        Row {
            name: fields[0].to_owned(),
            arguments: fields[1].to_owned(),
            refused: fields[2] != "0",
            error: fields[3].to_owned(),
        }
    };
    text.lines().skip(1).map(row).collect()
}

fn bytes(row: &Row) -> Vec<u8> {
    std::fs::read(folder().join(format!("{}.tileirbc", row.name)))
        .expect("a file of the manifest is readable")
}

fn read(bytes: &[u8]) -> Result<Decoded, String> {
    decode(bytes, &DecodeOptions { provenance: true, ..DecodeOptions::default() })
        .map_err(|error| error.message)
}

/// The first error of reading or of verifying.
fn first_error(row: &Row) -> Option<String> {
    let decoded = match read(&bytes(row)) {
        Ok(decoded) => decoded,
        Err(message) => return Some(message),
    };
    let found = verify(&decoded.module, &VerifyOptions { extensions: false, ..VerifyOptions::default() });
    found.diagnostics.into_iter().find(diag::Diagnostic::is_error).map(|error| error.message)
}

/// Fails with all complaints at once.
fn each(rows: impl Iterator<Item = Row>, check: impl Fn(&Row) -> Result<(), String>) {
    let complaints: Vec<String> =
        rows.filter_map(|row| check(&row).err().map(|why| format!("{}: {why}", row.name))).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn same(ours: &str, real: &str) -> Result<(), String> {
    if ours == real { Ok(()) } else { Err(format!("\n  ours {ours}\n  real {real}")) }
}

#[test]
fn valid_files_print_as_the_tool_prints_them() {
    each(rows().into_iter().filter(|row| !row.refused), |row| {
        let decoded = read(&bytes(row))?;
        first_error(row).map_or(Ok(()), Err)?;
        let locations = row.arguments.contains("-g");
        let options = PrintOptions { style: Style::Disassembler, locations, ..PrintOptions::default() };
        let expected = std::fs::read_to_string(folder().join(format!("{}.txt", row.name)));
        let expected = expected.map_err(|error| error.to_string())?;
        same(print(&decoded.module, &options).trim_end(), expected.trim_end())
    });
}

#[test]
fn valid_files_give_the_same_bytes_again() {
    each(rows().into_iter().filter(|row| !row.refused), |row| {
        let bytes = bytes(row);
        let decoded = read(&bytes)?;
        let options = EncodeOptions {
            version: Some(decoded.version),
            provenance: decoded.provenance.clone(),
            ..EncodeOptions::default()
        };
        let again = encode(&decoded.module, &options).map_err(|errors| errors[0].message.clone())?;
        if again == bytes { Ok(()) } else { Err(format!("\n  ours {again:02x?}\n  real {bytes:02x?}")) }
    });
}

#[test]
fn other_files_are_refused_as_the_tool_refuses_them() {
    each(rows().into_iter().filter(|row| row.refused), |row| {
        // The tool says where in a section something stands; ours says where in the file.
        let expected = row.error.trim_start_matches("error: ").trim_end_matches(';');
        let expected = match expected.strip_prefix("error at offset ") {
            Some(rest) => rest.split_once(": ").map_or(rest, |(_, message)| message),
            None => expected,
        };
        let found = first_error(row).unwrap_or_default();
        if found.contains(expected) { Ok(()) } else { same(&found, expected) }
    });
}

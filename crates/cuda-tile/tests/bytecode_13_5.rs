//! Files of 13.5, compared with the output of `tileirdisasm` 13.5.37: `tests/bytecode/13.5/manifest.tsv`.
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

impl Row {
    /// The preview is enabled.
    fn preview_simt(&self) -> bool {
        self.arguments.contains("--preview=simt")
    }
}

fn read(row: &Row) -> Result<Decoded, String> {
    let options =
        DecodeOptions { provenance: true, preview_simt: row.preview_simt(), ..DecodeOptions::default() };
    decode(&bytes(row), &options).map_err(|error| error.message)
}

/// The first error of reading or of verifying.
fn first_error(row: &Row) -> Option<String> {
    let decoded = match read(row) {
        Ok(decoded) => decoded,
        Err(message) => return Some(message),
    };
    let options =
        VerifyOptions { extensions: false, preview_simt: row.preview_simt(), ..VerifyOptions::default() };
    let found = verify(&decoded.module, &options);
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
        let decoded = read(row)?;
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
        let decoded = read(row)?;
        let options = EncodeOptions {
            version: Some(decoded.version),
            provenance: decoded.provenance.clone(),
            preview_simt: row.preview_simt(),
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

/// The rows of `simt.tsv`: files with content of the preview, and what the tool says of each.
fn preview_rows() -> Vec<(Vec<u8>, String)> {
    let text = std::fs::read_to_string(folder().join("simt.tsv")).expect("the table is readable");
    let row = |line: &str| {
        let (hex, said) = line.split_once('\t').expect("a row has two columns");
        let digits = hex.as_bytes().chunks(2);
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let bytes = digits.map(|pair| byte(pair).expect("hexadecimal digits")).collect();
        (bytes, said.replace("\\n", "\n").replace("\\\\", "\\"))
    };
    text.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

/// The printed file, or the first error, and the same bytes again if it is valid.
fn said(bytes: &[u8]) -> Result<(String, Vec<u8>), String> {
    let options = DecodeOptions { provenance: true, preview_simt: true, ..DecodeOptions::default() };
    let decoded = decode(bytes, &options).map_err(|error| error.message)?;
    let rules = VerifyOptions { extensions: false, preview_simt: true, ..VerifyOptions::default() };
    let found = verify(&decoded.module, &rules).diagnostics.into_iter().find(diag::Diagnostic::is_error);
    found.map_or(Ok(()), |error| Err(error.message))?;
    let options = PrintOptions { style: Style::Disassembler, ..PrintOptions::default() };
    let text = print(&decoded.module, &options);
    let options = EncodeOptions {
        version: Some(decoded.version),
        provenance: decoded.provenance.clone(),
        preview_simt: true,
        ..EncodeOptions::default()
    };
    let again = encode(&decoded.module, &options).map_err(|errors| errors[0].message.clone())?;
    Ok((text, again))
}

#[test]
fn files_of_the_preview_are_read_as_the_tool_reads_them() {
    let mut complaints = Vec::new();
    for (number, (bytes, expected)) in preview_rows().into_iter().enumerate() {
        let (ours, again) = match said(&bytes) {
            Ok((text, again)) => (text.trim_end().to_owned(), Some(again)),
            Err(message) => (message, None),
        };
        let agrees = match expected.strip_prefix("error: ") {
            Some(error) => {
                let error = error
                    .strip_prefix("error at offset ")
                    .map_or(error, |rest| rest.split_once(": ").map_or(rest, |(_, message)| message));
                again.is_none() && ours.contains(error)
            }
            None => ours == expected.trim_end() && again.as_ref() == Some(&bytes),
        };
        if !agrees {
            let same = again.is_none_or(|again| again == bytes);
            complaints.push(format!("{number} (same bytes: {same})\n  ours {ours}\n  real {expected}"));
        }
    }
    assert!(complaints.is_empty(), "{} of them:\n{}", complaints.len(), complaints.join("\n"));
}

/// Bits without a meaning among those that say which bounds follow: since 13.5 they are refused, in files of every version.
#[test]
fn unused_bits_of_predicates_are_refused() {
    for (predicate, bytes) in [("bounded<0, ?>", [12, 1, 0]), ("div_by<16>", [8, 16, 0])] {
        let text = format!(
            "cuda_tile.module @m {{ entry @k(%x: tile<i32>) {{ %y = assume {predicate}, %x : tile<i32> return }} }}"
        );
        let source = diag::Source::new("assume.mlir", text);
        let module = cuda_tile::text::parse(&source, &Default::default()).module.expect("it reads");
        let mut file = encode(&module, &EncodeOptions::default()).expect("it has bytecode");
        let at = file.windows(3).position(|window| window == bytes).expect("the predicate is there");
        let flags = at + if bytes[0] == 12 { 1 } else { 2 };
        file[flags] |= 0x40;
        let read = |reader| decode(&file, &DecodeOptions { reader, ..DecodeOptions::default() });
        let error = read(ir::Version::LATEST).err().map(|error| error.message);
        assert_eq!(error.as_deref(), Some("unused bits set in optional parameter flags"), "{predicate}");
        assert!(read(ir::spec::V13_4).is_ok(), "{predicate}");
    }
}

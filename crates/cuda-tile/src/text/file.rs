//! A whole file of text, on one thread or several; and input that is no text.

use diag::{Diagnostic, Source};
use ir::text::{Layout, code};

use super::top::{Top, reader};
use super::{ParseOptions, Parsed, partial, shards};

const BYTECODE: &[u8] = b"\x7fTileIR\0";
const UPSTREAM_BYTECODE: &[u8] = b"ML\xefR";

pub(super) fn parse(source: &Source, options: &ParseOptions) -> Parsed {
    read(source, options, None).0
}

/// The same, and where ops and regions stand.
pub(super) fn parse_with_layout(source: &Source, options: &ParseOptions) -> (Parsed, Layout) {
    let (parsed, layout) = read(source, options, Some(Layout::default()));
    let mut layout = layout.unwrap_or_default();
    layout.sort();
    (parsed, layout)
}

fn read(source: &Source, options: &ParseOptions, layout: Option<Layout>) -> (Parsed, Option<Layout>) {
    if let Some(refusal) = not_text(source.text().as_bytes()) {
        return (Parsed { module: None, sound_part: None, diagnostics: vec![refusal] }, None);
    }
    if layout.is_none()
        && let Some((module, notes)) = shards::read(source.text(), options)
    {
        return (Parsed { module: Some(module), sound_part: None, diagnostics: notes.finish() }, None);
    }
    let mut r = reader(source.text(), options);
    r.layout = layout;
    let mut top = Top::default();
    top.read_all(&mut r);
    if top.module.is_none() && !top.items && !r.sink.has_errors() {
        r.fail(no_module());
    }
    let ok = !r.sink.has_errors();
    let diagnostics = r.sink.finish();
    let (module, sound_part) = match ok {
        true => (Some(r.module), None),
        false => (None, partial::sound_part(r.module, &diagnostics)),
    };
    (Parsed { module, sound_part, diagnostics }, r.layout)
}

/// A source from the bytes of a file, or one sentence about their format, with a suggested fix.
pub fn source_from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Source, Box<Diagnostic>> {
    if let Some(refusal) = not_text(&bytes) {
        return Err(Box::new(refusal));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source::new(name, text)),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let text = format!("the file is not UTF-8 text: byte {at} (0x{at:x}) begins no character");
            Err(Box::new(refuse(text, "save it as UTF-8, or check that this is the file you mean")))
        }
    }
}

fn refuse(text: impl Into<String>, help: &str) -> Diagnostic {
    Diagnostic::error(code::NOT_TEXT, text).help(help)
}

fn not_text(bytes: &[u8]) -> Option<Diagnostic> {
    if bytes.starts_with(BYTECODE) {
        return Some(refuse(
            "the input is Tile IR bytecode, not text",
            "read it as bytecode, or turn it into text with `tilewright dis`",
        ));
    }
    if bytes.starts_with(UPSTREAM_BYTECODE) {
        return Some(refuse(
            "the input is bytecode of upstream MLIR, which is another format than that of Tile IR",
            "write it as text with `mlir-opt`, or as Tile IR bytecode with `cuda-tile-translate`",
        ));
    }
    if bytes.len() >= u32::MAX as usize {
        return Some(refuse("the input has 4 GiB or more", "split it into several modules, or use bytecode"));
    }
    if bytes.is_empty() {
        return Some(refuse("the input is empty", "write a module: `cuda_tile.module @name { .. }`"));
    }
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return Some(refuse("the input is UTF-16 text", "save it as UTF-8"));
    }
    if bytes.contains(&0) {
        let text = match bytes.iter().all(|&b| b == 0) {
            true => "the input is nothing but NUL bytes",
            false => "the input holds NUL bytes, so it is no text",
        };
        let help = "check that this is the file you mean; Tile IR bytecode begins with the bytes 7F 54 69 6C 65 49 52";
        return Some(refuse(text, help));
    }
    None
}

fn no_module() -> Diagnostic {
    refuse(
        "the input holds no module, only blanks, comments or aliases",
        "write a module: `cuda_tile.module @name { .. }`",
    )
}

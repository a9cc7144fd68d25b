//! Inputs: files and standard input, text and bytecode.

#![allow(clippy::disallowed_methods, reason = "reads what the user names")]

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use cuda_tile::text::source_from_bytes;
use diag::{Diagnostic, Source};

use crate::codes;

/// Most bytes that an input may have. More would not be a program, and offsets in texts have 32 bits.
pub const LIMIT: u64 = 1 << 30;

/// The first bytes of files that the bytecode reader reads or recognises: Tile IR, upstream MLIR, ELF.
const BINARY: [&[u8]; 3] = [b"\x7FTil", b"ML\xEFR", b"\x7FELF"];

/// The byte-order mark, which some editors put before UTF-8 text; it is ignored.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The input.
#[derive(Clone, Debug)]
pub struct Input {
    /// Name for messages: the path, or `<stdin>`.
    pub name: String,
    /// Content.
    pub content: Content,
    source: Source,
}

/// Content of an input.
#[derive(Clone, Debug)]
pub enum Content {
    /// Text.
    Text(Source),
    /// Bytecode.
    Bytecode(Vec<u8>),
}

impl Input {
    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// One diagnostic when it cannot be read, is empty, too large, or neither text nor Tile IR bytecode.
    pub fn read(path: &str, stdin: &mut dyn Read) -> Result<Input, Box<Diagnostic>> {
        let (name, bytes) = if path == "-" {
            ("<stdin>".to_owned(), read_limited(stdin, "<stdin>", LIMIT)?)
        } else {
            (path.to_owned(), read_file(path)?)
        };
        Input::from_bytes(name, bytes)
    }

    /// Detects the kind of an input.
    ///
    /// # Errors
    /// As [`Input::read`].
    pub fn from_bytes(name: String, mut bytes: Vec<u8>) -> Result<Input, Box<Diagnostic>> {
        if bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        if bytes.is_empty() {
            return Err(Diagnostic::error(codes::EMPTY, format!("`{name}` is empty"))
                .help("give a file with a program: text (`cuda_tile.module ..`), bytecode, or PTX for `emulate`")
                .into());
        }
        // Whatever begins like bytecode goes to the decoder, which says best what is wrong with it.
        if BINARY.iter().any(|magic| bytes.starts_with(magic)) {
            let source = Source::new(name.clone(), "");
            return Ok(Input { name, content: Content::Bytecode(bytes), source });
        }
        let source = source_from_bytes(name.clone(), bytes)?;
        Ok(Input { name, content: Content::Text(source.clone()), source })
    }

    /// The source for rendered diagnostics: the text; for bytecode only the name.
    pub fn source(&self) -> &Source {
        &self.source
    }
}

fn read_file(path: &str) -> Result<Vec<u8>, Box<Diagnostic>> {
    let unreadable = |error: io::Error| {
        let message = format!("cannot read `{path}`: {}", reason(&error));
        Box::new(
            Diagnostic::error(codes::UNREADABLE, message)
                .help("give the path of a text or bytecode file, or `-` for standard input"),
        )
    };
    let metadata = Path::new(path).metadata().map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(unreadable(io::ErrorKind::IsADirectory.into()));
    }
    if metadata.len() > LIMIT {
        return Err(too_large(path, Some(metadata.len())));
    }
    read_limited(&mut File::open(path).map_err(unreadable)?, path, LIMIT)
}

/// An input of unknown length is read up to one byte past `limit`.
fn read_limited(reader: &mut dyn Read, name: &str, limit: u64) -> Result<Vec<u8>, Box<Diagnostic>> {
    let mut bytes = Vec::new();
    match reader.take(limit + 1).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() as u64 > limit => Err(too_large(name, None)),
        Ok(_) => Ok(bytes),
        Err(error) => {
            let message = format!("cannot read `{name}`: {}", reason(&error));
            Err(Diagnostic::error(codes::UNREADABLE, message).into())
        }
    }
}

/// Why the system refuses a file, in words.
pub fn reason(error: &io::Error) -> String {
    let words = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::IsADirectory => "it is a directory",
        io::ErrorKind::NotADirectory => "a part of the path is no folder",
        io::ErrorKind::StorageFull => "no space is left",
        // The kinds are an open list; the system's own words serve for the others, without its number.
        _ => {
            let text = error.to_string();
            return text.split(" (os error").next().unwrap_or_default().to_owned();
        }
    };
    words.to_owned()
}

fn too_large(name: &str, size: Option<u64>) -> Box<Diagnostic> {
    let size = size.map_or("more".to_owned(), |bytes| format!("{:.1} GiB", bytes as f64 / LIMIT as f64));
    let message = format!("`{name}` is too large: an input may have 1 GiB, this one has {size}");
    Diagnostic::error(codes::TOO_LARGE, message)
        .help(
            "pass large data as buffers of the launch (`--arg @data.npy`) instead of constants in the module",
        )
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_without_end_is_not_read_to_its_end() {
        let refused = read_limited(&mut io::repeat(0), "<stdin>", 16).expect_err("it is too large");
        let sentence = "`<stdin>` is too large: an input may have 1 GiB, this one has more";
        assert_eq!(refused.to_string(), format!("error[E0702]: {sentence}"));
        let held = read_limited(&mut io::repeat(b'x').take(16), "<stdin>", 16);
        assert_eq!(held.ok(), Some(vec![b'x'; 16]));
    }
}

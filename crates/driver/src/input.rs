//! Inputs: files and standard input, text and bytecode.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use diag::{Diagnostic, Source};

use crate::codes;

/// Most bytes that an input may have.
pub const LIMIT: u64 = 1 << 30;

const MAGIC: &[u8] = b"\x7FTileIR\0";
const MLIR_MAGIC: &[u8] = b"ML\xEFR";

/// What was read.
#[derive(Clone, Debug)]
pub struct Input {
    /// Name for messages: the path, or `<stdin>`.
    pub name: String,
    /// Content.
    pub content: Content,
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
            ("<stdin>".to_owned(), read_limited(stdin, "<stdin>")?)
        } else {
            (path.to_owned(), read_file(path)?)
        };
        Input::from_bytes(name, bytes)
    }

    /// Recognises what the bytes of an input are.
    ///
    /// # Errors
    /// As [`Input::read`].
    pub fn from_bytes(name: String, bytes: Vec<u8>) -> Result<Input, Box<Diagnostic>> {
        if bytes.is_empty() {
            return Err(Diagnostic::error(codes::EMPTY, format!("`{name}` is empty"))
                .help("give a file that holds a tile program: text (`cuda_tile.module ..`) or bytecode")
                .into());
        }
        // Whatever begins like bytecode goes to the decoder, which says best what is wrong with it.
        if bytes.starts_with(&MAGIC[..4]) || bytes.starts_with(MLIR_MAGIC) || bytes.contains(&0) {
            return Ok(Input { name, content: Content::Bytecode(bytes) });
        }
        match String::from_utf8(bytes) {
            Ok(text) => {
                let source = Source::new(name.clone(), text);
                Ok(Input { name, content: Content::Text(source) })
            }
            Err(error) => Ok(Input { name, content: Content::Bytecode(error.into_bytes()) }),
        }
    }

    /// The text, for rendering diagnostics.
    pub fn source(&self) -> Option<&Source> {
        match &self.content {
            Content::Text(source) => Some(source),
            Content::Bytecode(_) => None,
        }
    }
}

fn read_file(path: &str) -> Result<Vec<u8>, Box<Diagnostic>> {
    let unreadable = |error: io::Error| {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
            _ => error.to_string(),
        };
        Box::new(
            Diagnostic::error(codes::UNREADABLE, format!("cannot read `{path}`: {why}"))
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
    read_limited(&mut File::open(path).map_err(unreadable)?, path)
}

fn read_limited(reader: &mut dyn Read, name: &str) -> Result<Vec<u8>, Box<Diagnostic>> {
    let mut bytes = Vec::new();
    match reader.take(LIMIT + 1).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() as u64 > LIMIT => Err(too_large(name, None)),
        Ok(_) => Ok(bytes),
        Err(error) => {
            let message = format!("cannot read `{name}`: {error}");
            Err(Diagnostic::error(codes::UNREADABLE, message).into())
        }
    }
}

fn too_large(name: &str, size: Option<u64>) -> Box<Diagnostic> {
    let size = size.map_or("more than that".to_owned(), |bytes| format!("{bytes} bytes"));
    let message =
        format!("`{name}` is too large: an input may have {LIMIT} bytes (1 GiB), this one has {size}");
    Diagnostic::error(codes::TOO_LARGE, message)
        .help(
            "pass large data as buffers of the launch (`--arg @data.npy`) instead of constants in the module",
        )
        .into()
}

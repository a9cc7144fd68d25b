//! Bytecode: the binary container of 13.1 to 13.4, read and written.
//!
//! ```text
//! file = header, sections (strings, types, constants, debug information, functions, globals, producer), end
//! ```
//!
//! Both directions interpret the op table: how an op is laid out in a version is derived from its row once
//! (`layout.rs`, frozen in `tests/bytecode/layout.txt`), and reader and writer of each thing stand side by side.
//!
//! Promises of the reader: it never panics, stops at the first error with its byte offset, follows no reference deeper
//! than a fixed limit, and takes memory and time in proportion to the file. What it accepts is well formed (numbers of
//! results, operands and regions, terminators, visible operands, valid types) but not verified.
//!
//! The functions of a large file are read by several threads, if the options say so, each into a module of its own; put
//! concatenated they are the module that one thread reads. When anything is wrong one thread reads the file again,
//! and says what.
//!
//! Deliberately refused although the reference reader lets it pass: repeated sections, tables whose offsets start above
//! 0 or descend, and bytes left over inside items; no writer produces them.

mod attrs;
mod codes;
mod constants;
mod container;
mod debug;
mod gate;
mod layout;
mod preview;
mod provenance;
mod read;
mod strings;
mod types;
mod wire;
mod write;

use std::num::NonZeroUsize;
use std::sync::Arc;

use diag::Diagnostic;
use ir::spec::Version;

use crate::Module;
use crate::verify::{Verified, VerifyOptions};

pub use codes::CODES;
pub use container::is_bytecode;
pub use gate::lowest_version;
pub use provenance::Provenance;
pub use read::decode;
pub use write::encode;

/// The bytes of functions that a thread must have to read to be worth its start: they take it some five times as long.
pub const BYTES_PER_THREAD: usize = 64 * 1024;

/// How to read.
#[derive(Clone, Copy, Debug)]
pub struct DecodeOptions {
    /// Admit versions 250.0 and 250.1 and the ops of test builds.
    pub testing_ops: bool,
    /// Keep what is needed to write the same bytes again; one thread reads such a file.
    pub provenance: bool,
    /// At most this number of threads read a file, each [`BYTES_PER_THREAD`] of its functions or more. What is read
    /// does not depend on it.
    pub threads: NonZeroUsize,
    /// The version of the reference tools whose reading rules hold: newer files are refused, and those of 13.5 are
    /// stricter than those of 13.4 about files of every version (bits without a meaning, entries that are private).
    pub reader: Version,
    /// Admit files whose tag announces content of the preview `simt`.
    pub preview_simt: bool,
    /// Verify the module by these rules, mostly while its ops are read: what is found is what
    /// [`verify`](crate::verify::verify) finds in the module, in less than half of the time.
    pub verify: Option<VerifyOptions>,
}

impl Default for DecodeOptions {
    /// One thread and the newest reading rules; without test ops, provenance and verifying.
    fn default() -> Self {
        DecodeOptions {
            testing_ops: false,
            provenance: false,
            threads: NonZeroUsize::MIN,
            reader: Version::LATEST,
            preview_simt: false,
            verify: None,
        }
    }
}

/// The contents of a file.
pub struct Decoded {
    /// The module; it is not verified if [`Decoded::verified`] is `None`.
    pub module: Module,
    /// The result of verification, if it was requested.
    pub verified: Option<Verified>,
    /// Version in the header.
    pub version: Version,
    /// Tag in the header, usually 0.
    pub tag: u16,
    /// Warnings about the file.
    pub warnings: Vec<Diagnostic>,
    /// The layout of the file, if it was requested.
    pub provenance: Option<Arc<Provenance>>,
}

/// In which order tables are written, where the format leaves a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// As the reference compiler's writer does.
    #[default]
    Reference,
    /// As cuTile Python's writer does, as far as a module tells.
    CuTile,
}

/// How to write.
#[derive(Clone, Debug, Default)]
pub struct EncodeOptions {
    /// Version to write; `None`: the lowest that holds the module.
    pub version: Option<Version>,
    /// Order of the tables.
    pub layout: Layout,
    /// Lay everything out as in the file that the module was decoded from: an unchanged module gives the same bytes.
    /// Used when the version is that of the file.
    pub provenance: Option<Arc<Provenance>>,
    /// Admit versions 250.0 and 250.1 and the ops of test builds.
    pub testing_ops: bool,
    /// Admit content of the preview `simt`, which the tag of the file then announces.
    pub preview_simt: bool,
}

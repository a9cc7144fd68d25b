//! Text of tile programs: parsing and printing.
//!
//! `ir::text` reads ops by the `asm` lists of their rows; this module adds what is particular to the language: types,
//! attributes, literals, irregular ops, aliases, locations and the top of a file. By default the spellings of the seeds
//! are read too, each with a note that names the standard spelling.
//!
//! The kernels of a large text are read by several threads, if the options say so, and concatenated as those of
//! bytecode are. When anything is wrong with the text one thread reads it from the start, and says what.

mod alias;
mod attrs;
mod codes;
mod custom;
pub mod desugar;
mod extension;
mod external;
mod file;
pub mod format;
mod fragment;
mod generic;
mod level;
mod literal;
mod location;
mod partial;
pub mod print;
mod regions;
mod shards;
mod symbolic;
mod top;
mod types;
mod values;

use std::num::NonZeroUsize;

use diag::{Diagnostic, Source};
use rustc_hash::FxHashMap;

use crate::{CudaTile, Module, Type};

pub use codes::CODES;
pub use file::source_from_bytes;
pub use format::{FormatOptions, format};
pub use fragment::{parse_predicate, parse_type};

pub use print::{Names, PrintOptions, Style, name_values, print, print_op};

/// The bytes of text that a thread must have to read to be worth its start: they take it some ten times as long.
pub const BYTES_PER_THREAD: usize = 64 * 1024;

/// How text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseOptions {
    /// Accept only what the reference tools accept; by default the spellings of the specification's examples are also
    /// read, each with a note that names the standard spelling.
    pub strict: bool,
    /// Admit the ops of test builds.
    pub testing_ops: bool,
    /// At most this number of threads read a text, each [`BYTES_PER_THREAD`] of it or more. The module and its
    /// diagnostics do not depend on it. A text that does not begin with a module is read by one.
    pub threads: NonZeroUsize,
}

impl Default for ParseOptions {
    /// One thread, with the limits above for each of them.
    fn default() -> Self {
        ParseOptions { strict: false, testing_ops: false, threads: NonZeroUsize::MIN }
    }
}

/// The result of parsing.
#[derive(Clone)]
pub struct Parsed {
    /// The module: present whenever no diagnostic is an error.
    pub module: Option<Module>,
    /// Otherwise the kernels without errors, if they form a module: what is wrong with
    /// them beyond the text can be reported in the same run.
    pub sound_part: Option<Module>,
    /// All diagnostics, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a module from text. Nothing is verified beyond what reading needs.
pub fn parse(source: &Source, options: &ParseOptions) -> Parsed {
    file::parse(source, options)
}

type Reader<'s> = ir::text::Reader<'s, CudaTile>;
type OpText<'s> = ir::text::OpText<'s, CudaTile>;

/// State during a read, besides the module.
pub struct State<'s> {
    options: ParseOptions,
    /// Types by their text.
    types: FxHashMap<&'s [u8], ir::TypeId>,
    /// Texts of types that cannot be, and that an error has named.
    refused: Vec<&'s [u8]>,
    aliases: Option<alias::Aliases<'s>>,
    /// The literal of the constant that is being read; its type comes after it.
    literal: Option<literal::Literal>,
    /// The token of the last memory op of the seeds in a block.
    order: FxHashMap<ir::Block, ir::Value>,
    /// Branches between blocks.
    branches: desugar::Branches<'s>,
    token: ir::TypeId,
    i32_scalar: ir::TypeId,
    bool_scalar: ir::TypeId,
}

impl State<'_> {
    fn new(options: ParseOptions, module: &mut Module) -> Self {
        let mut scalar = |scalar| module.types.intern(Type::scalar_tile(scalar));
        let (i32_scalar, bool_scalar) = (scalar(numerics::Scalar::I32), scalar(numerics::Scalar::I1));
        State {
            options,
            types: FxHashMap::default(),
            refused: Vec::new(),
            aliases: None,
            literal: None,
            order: FxHashMap::default(),
            branches: desugar::Branches::default(),
            token: module.types.intern(Type::Token),
            i32_scalar,
            bool_scalar,
        }
    }
}

//! Text of tile programs: parsing and printing.

use diag::{Diagnostic, Source};

use crate::Module;

pub mod print;

pub use print::{Names, PrintOptions, Style, name_values, print, print_op};

/// How text is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParseOptions {
    /// Accept only what the reference tools accept; by default the spellings of the seeds are read too, each with a note
    /// that names the standard spelling.
    pub strict: bool,
    /// Admit the ops of test builds.
    pub testing_ops: bool,
}

/// What parsing yields.
#[derive(Clone)]
pub struct Parsed {
    /// The module: present whenever no diagnostic is an error.
    pub module: Option<Module>,
    /// Everything there is to say, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a module from text. Nothing is verified beyond what reading needs.
pub fn parse(source: &Source, options: &ParseOptions) -> Parsed {
    let _ = (source, options);
    let refusal = Diagnostic::error(diag::Code("E0100"), "reading text is not supported yet");
    Parsed { module: None, diagnostics: vec![refusal] }
}

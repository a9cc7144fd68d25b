//! Compiling: from a program of any level to PTX, machine code, and the text of each level.
//!
//! ```
//! use tilewright::compile::{Level, Options, Target};
//!
//! let module = tilewright::parse(
//!     "set.mlir",
//!     "cuda_tile.module @m {
//!        entry @set(%x: tile<ptr<i32>>, %value: tile<i32>) {
//!          %done = store_ptr_tko weak %x, %value : tile<ptr<i32>>, tile<i32> -> token
//!          return
//!        }
//!      }",
//! )?;
//! let options = Options::new(Target::named("sm_90a")?).keep_levels(true);
//! let made = module.compile(&options)?;
//! assert!(made.ptx().contains(".target sm_90a"));
//! assert!(made.text(Level::TileAs).unwrap().contains("func @set"));
//! assert_eq!((made.kernels()[0].name.as_str(), made.kernels()[0].threads), ("set", 128));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Text of every level compiles ([`Program::parse`]), and so does bytecode ([`Program::from_bytecode`]):
//!
//! ```
//! use tilewright::compile::{Options, Program, Target};
//!
//! let text = "nvvm.module @m <target = \"sm_80\"> {\n  func @k <reqntid = 32> {\n    return\n  }\n}\n";
//! let program = Program::parse("k.nvvm", text)?;
//! let made = program.compile(&Options::new(Target::named("sm_120a")?))?;
//! assert!(made.ptx().contains(".target sm_120a"));
//! # Ok::<(), tilewright::compile::Failure>(())
//! ```
//!
//! - The same program and options produce the same bytes, on any number of concurrent threads.
//! - Compiling reads no environment variable, accesses no file and starts no process, unless [`Options::cubin`] requests
//!   machine code: then `ptxas` runs, on files in the system's folder for temporary files.

mod made;
mod options;
mod program;

use std::fmt;

use diag::Diagnostic;
use driver::codes;

use crate::Error;

pub use driver::metadata::Kernel;
pub use driver::remarks::{Category, Filter, Kind, Remark, Wanted};
pub use made::Compiled;
pub use options::{Assembler, Level, OptLevel, Options, Target};
pub use program::Program;

/// Why a program cannot be compiled.
///
/// ```
/// use tilewright::compile::{Failure, Program};
///
/// let failure = Program::parse("m.mlir", "cuda_tile.module @m {").err().unwrap();
/// assert!(matches!(failure, Failure::Invalid(_)));
/// assert!(failure.error().to_string().contains("m.mlir:1"));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Failure {
    /// There is no target of that name; the message lists the nearest names, and all names.
    Target(Error),
    /// The text, the bytecode or the module is invalid.
    Invalid(Error),
    /// The program is valid, but cannot be compiled for this target, or with these options.
    Refused(Error),
    /// There is no `ptxas`, it cannot be run, or it refuses the PTX.
    Assembler(Error),
}

impl Failure {
    /// The diagnostics, with the text that they refer to.
    pub fn error(&self) -> &Error {
        match self {
            Failure::Target(error)
            | Failure::Invalid(error)
            | Failure::Refused(error)
            | Failure::Assembler(error) => error,
        }
    }

    fn of(found: Vec<Diagnostic>, source: Option<&diag::Source>) -> Failure {
        let code = found.iter().find(|found| found.is_error()).map(|found| found.code);
        let error = Error::new(found, source);
        match code {
            Some(codes::NO_PTXAS | codes::PTXAS) => Failure::Assembler(error),
            Some(_) | None => Failure::Refused(error),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error().fmt(f)
    }
}

impl std::error::Error for Failure {}

//! The input of a compilation: a verified program of any level, with its source text.

use cuda_tile::text::{PrintOptions, print};
use diag::Source;
use driver::compile;

use super::{Compiled, Failure, Level, Options};
use crate::{Error, Module, parse};

/// A verified program of level 1, 2, 3 or 4.
///
/// ```
/// use tilewright::compile::{Level, Options, Program, Target};
///
/// # let module = tilewright::parse(
/// #     "set.mlir",
/// #     "cuda_tile.module @m {
/// #        entry @set(%x: tile<ptr<i32>>, %value: tile<i32>) {
/// #          %done = store_ptr_tko weak %x, %value : tile<ptr<i32>>, tile<i32> -> token
/// #          return
/// #        }
/// #      }",
/// # )?;
/// let bytes = module.to_bytecode(None)?;
/// let options = Options::new(Target::named("sm_80")?);
/// let made = Program::from_bytecode(&bytes)?.compile(&options)?;
/// // The same from a module, verified now or before.
/// assert_eq!(Program::of(&module)?.compile(&options)?.ptx(), made.ptx());
/// module.verify()?;
/// assert_eq!(Program::of_verified(&module).level(), Level::CudaTile);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Program {
    program: compile::Program,
    source: Option<Source>,
    /// The source is the text that the program was read from, not the one that its debug information refers to.
    parsed: bool,
}

impl Program {
    /// Reads and verifies text of any level; `name` is its name in diagnostics.
    ///
    /// # Errors
    /// All its errors.
    pub fn parse(name: &str, text: &str) -> Result<Program, Failure> {
        let source = Source::new(name, text);
        match compile::read(&source) {
            Ok(Some(program)) => Ok(Program { program, source: Some(source), parsed: true }),
            Ok(None) => Program::of(&parse(name, text).map_err(Failure::Invalid)?),
            Err(found) => Err(Failure::Invalid(Error::new(found, Some(&source)))),
        }
    }

    /// Decodes and verifies bytecode of any version.
    ///
    /// # Errors
    /// The errors of the file.
    pub fn from_bytecode(bytes: &[u8]) -> Result<Program, Failure> {
        Program::of(&Module::from_bytecode(bytes).map_err(Failure::Invalid)?)
    }

    /// Verifies a module.
    ///
    /// # Errors
    /// All its errors.
    pub fn of(module: &Module) -> Result<Program, Failure> {
        module.verify().map_err(Failure::Invalid)?;
        Ok(Program::of_verified(module))
    }

    /// A module that passed [`Module::verify`]; compiling any other module may panic.
    pub fn of_verified(module: &Module) -> Program {
        Program {
            program: compile::Program::CudaTile(Box::new(module.ir().clone())),
            source: module.source().cloned(),
            parsed: module.is_parsed(),
        }
    }

    /// Its level.
    pub fn level(&self) -> Level {
        match self.program {
            compile::Program::CudaTile(_) => Level::CudaTile,
            compile::Program::TileAa(_) => Level::TileAa,
            compile::Program::TileAs(_) => Level::TileAs,
            compile::Program::Nvvm(_) => Level::Nvvm,
        }
    }

    /// Compiles it.
    ///
    /// # Errors
    /// Why it cannot be compiled.
    pub fn compile(self, options: &Options) -> Result<Compiled, Failure> {
        let Program { mut program, source, parsed } = self;
        if let Some(source) = source.as_ref().filter(|_| parsed && options.has_line_info()) {
            program.locate(source);
        }
        let first = match &program {
            compile::Program::CudaTile(module) if options.keeps_levels() => {
                Some(print(module, &PrintOptions::default()))
            }
            compile::Program::CudaTile(_)
            | compile::Program::TileAa(_)
            | compile::Program::TileAs(_)
            | compile::Program::Nvvm(_) => None,
        };
        match compile::compile(program, &options.lowered()) {
            Ok(made) => Ok(Compiled::new(made, first, source, options)),
            Err(found) => Err(Failure::of(found, source.as_ref())),
        }
    }
}

impl Module {
    /// Verifies the module and compiles it.
    ///
    /// # Errors
    /// The errors of the module, or why it cannot be compiled.
    pub fn compile(&self, options: &Options) -> Result<Compiled, Failure> {
        Program::of(self)?.compile(options)
    }
}

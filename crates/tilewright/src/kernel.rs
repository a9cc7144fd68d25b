//! Kernels: entries that are prepared once and launched often, on memory that the caller owns.
//!
//! ```
//! use tilewright::driver::kernel::Cores;
//! use tilewright::kernel::Kernel;
//! use tilewright::launch::{DiscardOutput, Grid, Options};
//! use tilewright::run::EngineKind;
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
//! static CORES: Cores = Cores::new();
//! let kernel = Kernel::new(&module, None, EngineKind::Cpu)?;
//! let mut x = [0i32; 2];
//! kernel.launch(CORES.get(), Grid::ONE, [(&mut x).into(), 7.into()], &mut Options::new(&mut DiscardOutput))?;
//! assert_eq!(x, [7, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Kernel::launch`] takes slices, and is safe. Functions whose names end in `raw` take memory by address.

#![allow(unsafe_code, reason = "memory of the caller is given by address")]

mod layout;
mod slices;
mod value;

use std::fmt;

use diag::{Diagnostic, Source};
use driver::kernel::Cpu;
pub use driver::kernel::How;
use driver::run::EngineKind;
use driver::sanitize::{Report, Settings};
use launch::arg::Param;
use launch::{Externs, Grid, Launch, LaunchError, Options, Outcome};

use self::layout::Layout;
use crate::{Error, Module};

pub use slices::{Arg, Element, Slice};
pub use value::{Given, Linked, Memory, Value};

/// An entry that is ready to run on one engine: any number of times, on any threads, also at the same time.
///
/// ```
/// use tilewright::driver::kernel::Cores;
/// use tilewright::kernel::{Checked, Counters, Kernel, Memory, Value};
/// use tilewright::launch::{DiscardOutput, Externs, Grid, Options};
/// use tilewright::run::EngineKind;
/// use tilewright::sanitize::Settings;
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
/// let kernel = Kernel::new(&module, Some("set"), EngineKind::Cpu)?;
/// assert_eq!((kernel.entry(), kernel.engine(), kernel.params().len()), ("set", EngineKind::Cpu, 2));
/// assert!(kernel.writes(0) && !kernel.writes(1));
///
/// // Memory by address, which the caller keeps valid.
/// let mut x = [0i32; 2];
/// let memory = Memory { address: x.as_mut_ptr().expose_provenance(), bytes: size_of_val(&x) };
/// let args = [Value::Memory(memory), Value::Scalar(7)];
/// static CORES: Cores = Cores::new();
/// let (mut discarded, mut output) = (DiscardOutput, DiscardOutput);
/// let mut options = Options::new(&mut discarded);
/// // SAFETY: `x` is valid until the end, and no other code accesses it.
/// unsafe { kernel.launch_raw(CORES.get(), Grid::ONE, &args, &mut options) }?;
/// assert_eq!(x, [7, 0]);
///
/// // Two tile blocks write one element: a race, which the sanitizer finds.
/// let two = Grid::new(2, 1, 1).unwrap();
/// // SAFETY: as above.
/// let report = unsafe { kernel.sanitize_raw(two, &args, &mut options, &Settings::default()) }?;
/// assert!(kernel.finding(&report.findings[0]).to_string().starts_with("error[E0571]"));
///
/// // The same compiled to PTX: checked, and counted.
/// let compiled = Kernel::with_externs(&module, None, EngineKind::PtxEmu, &Externs::default())?;
/// // SAFETY: as above.
/// let checked: Checked = unsafe { compiled.check_raw(Grid::ONE, &args, &mut options) }?;
/// assert!(checked.findings.is_empty() && checked.ended.is_ok());
/// // SAFETY: as above.
/// let counters: Counters = unsafe { compiled.count_raw(Grid::ONE, &args, &mut Options::new(&mut output)) }?;
/// assert!(counters.json.contains("\"classes\"") && !counters.table.is_empty());
///
/// // A module that was verified before is not looked at again.
/// module.verify()?;
/// assert!(Kernel::of_verified(&module, None, EngineKind::Reference).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Kernel {
    kernel: driver::kernel::Kernel,
    source: Option<Source>,
}

/// Why a launch did not end well.
///
/// ```
/// use tilewright::driver::kernel::Cores;
/// use tilewright::kernel::{Failure, How, Kernel};
/// use tilewright::launch::{DiscardOutput, Grid, Options};
/// use tilewright::run::EngineKind;
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
/// static CORES: Cores = Cores::new();
/// let how = How { compat: true, ..EngineKind::Cpu.into() };
/// let kernel = Kernel::new(&module, None, how)?;
/// let mut output = DiscardOutput;
/// // A slice that the program writes, and that was lent to be read.
/// let failed = kernel.launch(CORES.get(), Grid::ONE, [(&[0i32]).into(), 7.into()], &mut Options::new(&mut output));
/// assert!(matches!(&failed, Err(Failure::Arguments(text)) if text.ends_with("pass `&mut`")), "{failed:?}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Failure {
    /// Arguments do not fit the entry, as a sentence. Nothing was run.
    Arguments(String),
    /// Memory is smaller than the entry says of it. Nothing was run.
    Unfit(Error),
    /// The program did something undefined.
    Trap(Error),
    /// The engine could not run it.
    Engine(Error),
    /// [`Options::cancel`] became true.
    Cancelled(Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Arguments(text) => f.write_str(text),
            Failure::Unfit(error)
            | Failure::Trap(error)
            | Failure::Engine(error)
            | Failure::Cancelled(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

impl Kernel {
    /// Verifies a module and prepares one of its entries; `None`: the only one.
    ///
    /// # Errors
    /// What is wrong with the module, no such entry, or something that the engine cannot do.
    pub fn new(module: &Module, entry: Option<&str>, how: impl Into<How>) -> Result<Kernel, Error> {
        module.verify()?;
        Kernel::of_verified(module, entry, how)
    }

    /// Prepares an entry of a module that passed [`Module::verify`]; one that does not may make this panic.
    ///
    /// # Errors
    /// No such entry, or something that the engine cannot do.
    pub fn of_verified(module: &Module, entry: Option<&str>, how: impl Into<How>) -> Result<Kernel, Error> {
        Kernel::with_externs(module, entry, how, &Externs::default())
    }

    /// The same for a program that calls functions that it does not define: `externs` has them, as
    /// [`Run::externs`](crate::run::Run::externs) does.
    ///
    /// # Errors
    /// As [`Kernel::of_verified`]; a function that is missing.
    pub fn with_externs(
        module: &Module,
        entry: Option<&str>,
        how: impl Into<How>,
        externs: &Externs,
    ) -> Result<Kernel, Error> {
        let kernel = driver::kernel::Kernel::with_externs(module.ir(), entry, how, externs);
        let source = module.source();
        let kernel = kernel.map_err(|failure| Error::new(vec![failure.diagnostic], source))?;
        Ok(Kernel { kernel, source: source.cloned() })
    }

    /// The name of the entry.
    pub fn entry(&self) -> &str {
        self.kernel.entry()
    }

    /// The engine that it was prepared for.
    pub fn engine(&self) -> EngineKind {
        self.kernel.engine()
    }

    /// What the entry wants, in order.
    pub fn params(&self) -> &[Param] {
        self.kernel.params()
    }

    /// Whether the program may write the memory of a parameter; when not, it never does.
    pub fn writes(&self, param: usize) -> bool {
        self.kernel.writes(param)
    }

    /// Runs all tile blocks on memory by address.
    ///
    /// Arguments may overlap in memory, as long as they point to elements of one type.
    ///
    /// # Errors
    /// Arguments that do not fit, a trap of the program, or what the engine cannot do.
    ///
    /// # Safety
    /// All memory that is given is valid until the call returns: for reading, and for writing where the program writes
    /// ([`Kernel::writes`]). No other code accesses it meanwhile, unless atomically or where the program does not.
    pub unsafe fn launch_raw<'a>(
        &self,
        cpu: &Cpu,
        grid: Grid,
        args: impl Into<Given<'a>>,
        options: &mut Options<'_>,
    ) -> Result<Outcome, Failure> {
        let layout = Layout::new(self.params(), args.into()).map_err(Failure::Arguments)?;
        if self.engine() == EngineKind::Cuda && !layout.pointers.is_empty() {
            let text = "pointers in memory lead to memory of the host, which a GPU does not reach; choose the engine \"cpu\" or \"ptx-emu\"";
            return Err(Failure::Arguments(text.to_owned()));
        }
        // SAFETY: the memory of each argument is valid until this function returns, and no other code accesses it.
        let mut launch = unsafe { self.laid_out(&layout, grid) }?;
        self.kernel.launch(cpu, &mut launch, options).map_err(|error| self.failure(error))
    }

    /// Runs with the sanitizer, independently of the engine that the kernel was prepared for. The findings are diagnostics of
    /// [`Kernel::finding`].
    ///
    /// # Errors
    /// Arguments that do not fit, or what the engine cannot do. What the program did is in the report.
    ///
    /// # Safety
    /// As for [`Kernel::launch_raw`], and all memory is valid for writing.
    pub unsafe fn sanitize_raw<'a>(
        &self,
        grid: Grid,
        args: impl Into<Given<'a>>,
        options: &mut Options<'_>,
        settings: &Settings,
    ) -> Result<Report, Failure> {
        let layout = Layout::new(self.params(), args.into()).map_err(Failure::Arguments)?;
        // SAFETY: the memory of each argument is valid until this function returns, and no other code accesses it.
        let mut launch = unsafe { self.laid_out(&layout, grid) }?;
        self.kernel.sanitize(&mut launch, options, settings).map_err(|error| self.failure(error))
    }

    /// Runs all tile blocks under the emulator's checks; the kernel was prepared for the engine `ptx-emu`.
    ///
    /// # Errors
    /// Arguments that do not fit, or another engine. What the program did is in the result.
    ///
    /// # Safety
    /// As for [`Kernel::launch_raw`].
    pub unsafe fn check_raw<'a>(
        &self,
        grid: Grid,
        args: impl Into<Given<'a>>,
        options: &mut Options<'_>,
    ) -> Result<Checked, Failure> {
        let layout = Layout::new(self.params(), args.into()).map_err(Failure::Arguments)?;
        // SAFETY: the memory of each argument is valid until this function returns, and no other code accesses it.
        let mut launch = unsafe { self.laid_out(&layout, grid) }?;
        let checked = self.kernel.check(&mut launch, options).map_err(|error| self.failure(error.into()))?;
        let findings = checked.findings.into_iter().map(|found| self.error(found)).collect();
        Ok(Checked { findings, ended: checked.ended.map_err(|error| self.failure(error)) })
    }

    /// Runs all tile blocks on memory by address, and counts what their threads do; the kernel was prepared for the engine
    /// `ptx-emu`.
    ///
    /// # Errors
    /// As for [`Kernel::launch_raw`], or another engine.
    ///
    /// # Safety
    /// As for [`Kernel::launch_raw`].
    pub unsafe fn count_raw<'a>(
        &self,
        grid: Grid,
        args: impl Into<Given<'a>>,
        options: &mut Options<'_>,
    ) -> Result<Counters, Failure> {
        let layout = Layout::new(self.params(), args.into()).map_err(Failure::Arguments)?;
        // SAFETY: the memory of each argument is valid until this function returns, and no other code accesses it.
        let mut launch = unsafe { self.laid_out(&layout, grid) }?;
        let empty = Source::new("", "");
        let source = self.source.as_ref().unwrap_or(&empty);
        let show = |report: &driver::emulate::counters::Report<'_>| Counters {
            table: report.table(),
            json: report.json().to_string(),
        };
        self.kernel.count(&mut launch, options, source, show).map_err(|error| self.failure(error))
    }

    /// A launch on memory, if that is as large as the entry says.
    ///
    /// # Safety
    /// As for [`Layout::launch`].
    unsafe fn laid_out<'a>(&'a self, layout: &'a Layout, grid: Grid) -> Result<Launch<'a>, Failure> {
        // SAFETY: the memory of each argument is valid as long as the launch borrows it.
        let launch = unsafe { layout.launch(self.entry(), grid) }.map_err(Failure::Arguments)?;
        // Of a wrong number of arguments the engine tells.
        if launch.args.len() == self.params().len() {
            self.kernel.fits(&launch).map_err(|unfit| Failure::Unfit(self.error(unfit)))?;
        }
        Ok(launch)
    }

    /// A finding of the sanitizer, ready to be printed.
    pub fn finding(&self, finding: &driver::sanitize::Finding) -> Error {
        self.error(driver::sanitize::diagnostic(self.kernel.module(), finding))
    }

    fn error(&self, diagnostic: Diagnostic) -> Error {
        Error::new(vec![diagnostic], self.source.as_ref())
    }

    fn failure(&self, error: LaunchError) -> Failure {
        use launch::EngineError::{Cancelled, Mismatch, NoEntry, Resource, Unsupported};
        let make = match &error {
            LaunchError::Engine(Mismatch(mismatch)) => return Failure::Arguments(mismatch.to_string()),
            LaunchError::Trap(_) => Failure::Trap,
            LaunchError::Engine(Cancelled) => Failure::Cancelled,
            LaunchError::Engine(NoEntry(_) | Unsupported(_) | Resource(_)) => Failure::Engine,
        };
        make(self.error(self.kernel.explain(error)))
    }
}

/// What the threads of a launch did, as `tilewright run --counters` shows it: see [`Kernel::count_raw`].
#[derive(Clone, Debug)]
pub struct Counters {
    /// As tables for people.
    pub table: String,
    /// As one JSON object.
    pub json: String,
}

/// What a launch under the emulator's checks has to tell.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What the checks found, ready to be printed.
    pub findings: Vec<Error>,
    /// How the launch ended.
    pub ended: Result<Outcome, Failure>,
}

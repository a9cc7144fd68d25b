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

mod slices;

use std::fmt;

use diag::{Diagnostic, Source};
use driver::kernel::Cpu;
pub use driver::kernel::How;
use driver::run::EngineKind;
use driver::sanitize::{Report, Settings};
use launch::arg::Param;
use launch::{Argument, BufferMut, Externs, Grid, Launch, LaunchError, Options, Outcome, ParamType, element};
use numerics::{Scalar, convert};

use crate::{Error, Module};

pub use slices::{Arg, Element, Slice};

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

/// Memory that the caller owns, by address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The first byte.
    pub address: usize,
    /// How many bytes may be touched.
    pub bytes: usize,
}

/// An argument of a launch; what it is, the parameter says.
///
/// ```
/// use tilewright::Scalar;
/// use tilewright::kernel::{Memory, Value};
///
/// assert_eq!(Value::of_integer(Scalar::I8, -1), Ok(Value::Scalar(0xFF)));
/// assert_eq!(Value::of_float(Scalar::F16, 0.5), Ok(Value::Scalar(0x3800)));
/// assert_eq!(Value::of_integer(Scalar::I8, 300).unwrap_err(), "is 300, which i8 cannot hold; it holds -128 to 255");
///
/// // Copies of 64 floats on two devices.
/// let copies = vec![0f32; 2 * 64];
/// let memory = Memory { address: copies.as_ptr().expose_provenance(), bytes: size_of_val(&copies[..]) };
/// assert!(matches!(Value::Multicast { memory, devices: 2 }, Value::Multicast { devices: 2, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number, by its bits.
    Scalar(u64),
    /// A pointer to the first byte of memory.
    Memory(Memory),
    /// A multicast pointer: memory that holds a copy for each of several devices, one after the other.
    Multicast {
        /// All copies.
        memory: Memory,
        /// How many there are.
        devices: u32,
    },
}

/// Memory that a program finds through pointers that are in memory.
///
/// ```
/// use tilewright::driver::kernel::Cores;
/// use tilewright::kernel::{Given, Kernel, Linked, Memory, Value};
/// use tilewright::launch::{DiscardOutput, Grid, Options};
/// use tilewright::run::EngineKind;
///
/// # let module = tilewright::parse(
/// #     "follow.mlir",
/// #     "cuda_tile.module @m {
/// #        entry @follow(%list: tile<ptr<i64>>) {
/// #          %address, %t = load_ptr_tko weak %list : tile<ptr<i64>> -> tile<i64>, token
/// #          %x = int_to_ptr %address : tile<i64> -> tile<ptr<i32>>
/// #          %seven = constant <i32: 7> : tile<i32>
/// #          %done = store_ptr_tko weak %x, %seven : tile<ptr<i32>>, tile<i32> -> token
/// #          return
/// #        }
/// #      }",
/// # )?;
/// let mut x = [0i32];
/// let mut list = [0u64];
/// let [of_x, of_list] = [x.as_mut_ptr().expose_provenance(), list.as_mut_ptr().expose_provenance()];
/// // The kernel gets `list`, and finds `x` through its first element.
/// let linked = Linked { memory: vec![Memory { address: of_x, bytes: 4 }], pointers: vec![(of_list, of_x)] };
/// let values = [Value::Memory(Memory { address: of_list, bytes: 8 })];
/// let given = Given { values: &values, linked: Some(&linked) };
/// static CORES: Cores = Cores::new();
/// let kernel = Kernel::new(&module, None, EngineKind::Cpu)?;
/// let mut output = DiscardOutput;
/// // SAFETY: `x` and `list` are valid until the end, and no other code accesses them.
/// unsafe { kernel.launch_raw(CORES.get(), Grid::ONE, given, &mut Options::new(&mut output)) }?;
/// assert_eq!(x, [7]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linked {
    /// Memory that no argument needs to point to. It may overlap that of arguments.
    pub memory: Vec<Memory>,
    /// Where a pointer of 8 bytes is, and where it leads: both inside of memory of the launch. Engines have addresses of
    /// their own; a launch writes those over the pointers.
    pub pointers: Vec<(usize, usize)>,
}

/// What a launch is given.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// One for each parameter.
    pub values: &'a [Value],
    /// Memory that pointers in memory lead to.
    pub linked: Option<&'a Linked>,
}

impl<'a, T: AsRef<[Value]> + ?Sized> From<&'a T> for Given<'a> {
    fn from(values: &'a T) -> Given<'a> {
        Given { values: values.as_ref(), linked: None }
    }
}

impl Value {
    /// A whole number for a parameter, signed or unsigned as it fits; what is wrong with it as a sentence about "it".
    ///
    /// # Errors
    /// A number that the type cannot hold.
    pub fn of_integer(ty: Scalar, value: i128) -> Result<Value, String> {
        if ty.is_float() {
            // Every such number up to 2^53 is exact; beyond, it is rounded as a literal of Python or C would be.
            return Ok(Value::Scalar(convert::from_f64(ty, value as f64)));
        }
        let bits = ty.bits();
        let (least, most) = (-(1i128 << (bits - 1)), (1i128 << bits) - 1);
        if (least..=most).contains(&value) {
            return Ok(Value::Scalar(value as u64 & (u64::MAX >> (64 - bits))));
        }
        Err(format!("is {value}, which {ty} cannot hold; it holds {least} to {most}"))
    }

    /// A float for a parameter, rounded to its type; what is wrong with it as a sentence about "it".
    ///
    /// # Errors
    /// A type of whole numbers.
    pub fn of_float(ty: Scalar, value: f64) -> Result<Value, String> {
        if ty.is_float() {
            return Ok(Value::Scalar(convert::from_f64(ty, value)));
        }
        Err(format!("is the float {value}, but must be a whole number of type {ty}"))
    }
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

/// What is wrong with an argument that is of another kind than its parameter.
fn mistaken(number: usize, ty: ParamType, value: Value) -> String {
    let wanted = match ty {
        ParamType::Scalar(ty) => format!("a number of type {ty}"),
        ParamType::Pointer(pointee) => format!("memory of {pointee}"),
        ParamType::Multicast(pointee) => {
            format!("multicast memory of {pointee}, which has a copy for each of several devices")
        }
    };
    let found = match value {
        Value::Scalar(_) => "a number",
        Value::Memory(_) => "memory",
        Value::Multicast { .. } => "multicast memory",
    };
    format!("argument {} must be {wanted}, but is {found}", number + 1)
}

/// Memory that one or more arguments point into.
#[derive(Debug)]
struct Region {
    start: usize,
    end: usize,
    /// The type that its arguments point to; none if only pointers in memory lead here.
    pointee: Option<Scalar>,
    /// The argument that begins it, from 0.
    argument: usize,
    /// Of multicast memory the devices that have a copy, else 1; and the elements of a copy.
    shape: [u64; 2],
    multicast: bool,
}

impl Region {
    /// The extents of the buffer.
    fn shape(&self) -> &[u64] {
        if self.multicast { &self.shape } else { &self.shape[1..] }
    }

    fn element(&self) -> Scalar {
        self.pointee.unwrap_or(Scalar::I8)
    }

    fn holds(&self, address: usize) -> bool {
        self.start <= address && address < self.end
    }
}

/// The memory of a launch: what overlaps is one region, so that no two are of the same bytes.
#[derive(Debug)]
struct Layout {
    regions: Vec<Region>,
    args: Vec<Argument>,
    pointers: Vec<Stored>,
}

/// A pointer in memory: a region and a place in it, and the same of what it points to.
#[derive(Clone, Copy, Debug)]
struct Stored {
    at: (usize, usize),
    to: (usize, usize),
}

impl Layout {
    fn new(params: &[Param], given: Given<'_>) -> Result<Layout, String> {
        let Given { values, linked } = given;
        let mut layout = Layout {
            regions: Vec::with_capacity(values.len()),
            args: Vec::with_capacity(values.len()),
            pointers: Vec::new(),
        };
        for (number, value) in values.iter().enumerate() {
            // An argument too many is refused by the engine, which knows the entry's name.
            let ty = params.get(number).map_or(ParamType::Scalar(Scalar::I64), |param| param.ty);
            let argument = match (ty, *value) {
                (ParamType::Scalar(ty), Value::Scalar(bits)) => Argument::Scalar { ty, bits },
                (ParamType::Pointer(pointee), Value::Memory(memory)) => {
                    layout.add(number, Some(pointee), memory)?;
                    Argument::Pointer { buffer: number, offset: 0 }
                }
                (ParamType::Multicast(pointee), Value::Multicast { memory, devices }) => {
                    layout.add_multicast(number, pointee, memory, devices)?;
                    Argument::Pointer { buffer: number, offset: 0 }
                }
                (ty, value) => return Err(mistaken(number, ty, value)),
            };
            layout.args.push(argument);
        }
        for (index, &memory) in linked.iter().flat_map(|linked| &linked.memory).enumerate() {
            layout.add(values.len() + index, None, memory)?;
        }
        layout.merge()?;
        layout.point(values);
        if let Some(linked) = linked {
            layout.link(&linked.pointers)?;
        }
        Ok(layout)
    }

    fn add(&mut self, argument: usize, pointee: Option<Scalar>, memory: Memory) -> Result<(), String> {
        let Memory { address: start, bytes } = memory;
        let end = start.checked_add(bytes).filter(|_| isize::try_from(bytes).is_ok());
        let end = end.filter(|_| start != 0 || bytes == 0).ok_or_else(|| {
            let place = if start == 0 { "at a null pointer".to_owned() } else { format!("at {start:#x}") };
            format!("argument {} is {bytes} bytes {place}, where no memory is", argument + 1)
        })?;
        self.regions.push(Region { start, end, pointee, argument, shape: [1, 0], multicast: false });
        Ok(())
    }

    /// Multicast memory, of whole elements in equal copies.
    fn add_multicast(
        &mut self,
        argument: usize,
        pointee: Scalar,
        memory: Memory,
        devices: u32,
    ) -> Result<(), String> {
        let size = u64::from(pointee.storage_bits() / 8);
        let copy = (memory.bytes as u64).checked_div(u64::from(devices)).unwrap_or(0);
        // Elements of less than a byte are refused with their buffer.
        let whole = copy.checked_rem(size).is_none_or(|rest| rest == 0);
        let even = copy * u64::from(devices) == memory.bytes as u64 && whole;
        if devices > 0 && !even {
            return Err(format!(
                "argument {} is {} bytes, which are no equal copies of elements of type {pointee} for {devices} devices",
                argument + 1,
                memory.bytes
            ));
        }
        self.add(argument, Some(pointee), memory)?;
        let region = self.regions.last_mut().expect("it was added just now");
        region.multicast = true;
        region.shape = [devices.into(), copy.checked_div(size).unwrap_or(0)];
        Ok(())
    }

    /// Joins what overlaps.
    fn merge(&mut self) -> Result<(), String> {
        // Memory without bytes overlaps nothing.
        self.regions.sort_by_key(|region| (region.start == region.end, region.start, region.argument));
        let mut merged: Vec<Region> = Vec::with_capacity(self.regions.len());
        for region in self.regions.drain(..) {
            match merged.last_mut() {
                Some(last) if region.start < last.end && region.start < region.end => {
                    if last.multicast || region.multicast {
                        let [one, other] = [last.argument + 1, region.argument + 1];
                        return Err(format!(
                            "arguments {one} and {other} overlap in memory of several devices; copy one of them"
                        ));
                    }
                    match (last.pointee, region.pointee) {
                        (Some(left), Some(right)) if left != right => {
                            let [one, other] = [last.argument + 1, region.argument + 1];
                            return Err(format!(
                                "arguments {one} and {other} overlap in memory, but point to {left} and {right}; memory \
                                 that arguments share must be of one type: copy one of them"
                            ));
                        }
                        (left, right) => last.pointee = left.or(right),
                    }
                    last.end = last.end.max(region.end);
                }
                Some(_) | None => merged.push(region),
            }
        }
        for region in merged.iter_mut().filter(|region| !region.multicast) {
            // Trailing bytes that are no whole element are not reachable.
            let bits = 8 * (region.end - region.start) as u64;
            region.shape = [1, bits / u64::from(region.element().storage_bits())];
        }
        self.regions = merged;
        Ok(())
    }

    /// Lets pointers lead into the regions.
    fn point(&mut self, values: &[Value]) {
        for (argument, value) in self.args.iter_mut().zip(values) {
            let (
                Argument::Pointer { buffer, offset },
                Value::Memory(memory) | Value::Multicast { memory, devices: _ },
            ) = (argument, value)
            else {
                continue;
            };
            let holds = |region: &Region| {
                // Memory without bytes is a region of its own.
                if memory.bytes == 0 { region.argument == *buffer } else { region.holds(memory.address) }
            };
            let found = self.regions.iter().position(holds).expect("every argument has a region");
            *offset = (memory.address - self.regions[found].start) as u64;
            *buffer = found;
        }
    }

    /// Finds pointers in memory, and what they lead to.
    fn link(&mut self, pointers: &[(usize, usize)]) -> Result<(), String> {
        let find = |address: usize, size: usize| {
            let holds = |region: &Region| region.holds(address) && region.end - address >= size;
            let found = self.regions.iter().position(holds);
            let found = found.map(|found| (found, address - self.regions[found].start));
            found.ok_or_else(|| format!("a pointer at {address:#x} or to it lies in no memory of the launch"))
        };
        let stored = |&(at, to): &(usize, usize)| Ok(Stored { at: find(at, 8)?, to: find(to, 1)? });
        let stored = pointers.iter().map(stored).collect::<Result<_, String>>()?;
        self.pointers = stored;
        Ok(())
    }

    /// # Safety
    /// The regions are valid memory for as long as the layout is borrowed.
    unsafe fn launch<'a>(&'a self, entry: &'a str, grid: Grid) -> Result<Launch<'a>, String> {
        let mut buffers = Vec::with_capacity(self.regions.len());
        for region in &self.regions {
            let [devices, copy] = region.shape;
            let bytes = element::size_of(region.element(), devices * copy).unwrap_or(0) as usize;
            let first = match bytes {
                0 => std::ptr::NonNull::<u8>::dangling().as_ptr(),
                _ => std::ptr::with_exposed_provenance_mut(region.start),
            };
            // SAFETY: the caller promises that the memory is valid; regions do not overlap.
            let bytes = unsafe { std::slice::from_raw_parts_mut(first, bytes) };
            let make = if region.multicast { BufferMut::multicast } else { BufferMut::new };
            let buffer = make(region.element(), region.shape(), bytes);
            buffers.push(buffer.map_err(|error| format!("argument {}: {error}", region.argument + 1))?);
        }
        let mut launch = Launch { entry, grid, buffers, args: self.args.clone() };
        self.write_pointers(&mut launch)?;
        Ok(launch)
    }

    /// Gives pointers in memory the addresses that the program will see.
    fn write_pointers(&self, launch: &mut Launch<'_>) -> Result<(), String> {
        if self.pointers.is_empty() {
            return Ok(());
        }
        let addresses =
            launch.addresses().ok_or("the memory of the launch does not fit the address space")?;
        for &Stored { at: (region, place), to: (target, offset) } in &self.pointers {
            let address = addresses[target] + offset as u64;
            let bytes = launch.buffers[region].bytes_mut().get_mut(place..place + 8);
            let bytes = bytes.ok_or("a pointer lies across the end of the memory of the launch")?;
            bytes.copy_from_slice(&address.to_le_bytes());
        }
        Ok(())
    }
}

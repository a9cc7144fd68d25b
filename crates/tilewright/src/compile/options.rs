//! Targets and options of compilation.

use std::fmt;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use diag::suggest::clause;
use driver::compile::{self, Emit};
use driver::ptxas;
use driver::targets::{TARGETS, TargetRow};

use super::Failure;
use crate::Error;

/// A GPU architecture for which code is generated.
///
/// ```
/// use tilewright::compile::Target;
///
/// assert_eq!(Target::named("sm_90")?.name(), "sm_90a");
/// let error = Target::named("sm_91").unwrap_err();
/// assert!(error.to_string().contains("did you mean"), "{error}");
///
/// let names: Vec<&str> = Target::all().map(Target::name).collect();
/// assert_eq!(names[..3], ["sm_75", "sm_80", "sm_86"]);
/// // A thread block of Hopper can ask for 227 KiB of shared memory.
/// assert_eq!(Target::named("sm_90a")?.row().shared_kib, 227);
/// # Ok::<(), tilewright::compile::Failure>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target(&'static TargetRow);

impl Target {
    /// The target with a name: `sm_90a`, or its synonym `sm_90`.
    ///
    /// # Errors
    /// There is no such target: the message lists the nearest names, and all names.
    pub fn named(name: &str) -> Result<Target, Failure> {
        let found = compile::target(name);
        found.map(Target).map_err(|why| Failure::Target(Error::new(vec![*why], None)))
    }

    /// Every target, the oldest first.
    pub fn all() -> impl Iterator<Item = Target> {
        TARGETS.iter().map(Target)
    }

    /// Its name: `sm_90a`.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// The limits of its hardware.
    pub fn row(self) -> &'static TargetRow {
        self.0
    }
}

impl FromStr for Target {
    type Err = Failure;

    fn from_str(name: &str) -> Result<Target, Failure> {
        Target::named(name)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A level of the compiler, from the tile program down to PTX.
///
/// ```
/// use tilewright::compile::Level;
///
/// assert_eq!(Level::ALL.map(Level::name), ["cuda_tile", "tileaa", "tileas", "nvvm", "ptx"]);
/// assert_eq!("tileas".parse(), Ok(Level::TileAs));
/// assert!(Level::CudaTile < Level::Ptx, "levels are in the order of compiling");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Level 1: the program.
    CudaTile,
    /// Level 2: tiles and explicit memory.
    TileAa,
    /// Level 3: tiles with layouts, shared memory, barriers.
    TileAs,
    /// Level 4: the program of one thread.
    Nvvm,
    /// Level 5: PTX.
    Ptx,
}

impl Level {
    /// Every level, the highest first.
    pub const ALL: [Level; 5] = [Level::CudaTile, Level::TileAa, Level::TileAs, Level::Nvvm, Level::Ptx];

    /// Its name: `tileas`.
    pub fn name(self) -> &'static str {
        match self {
            Level::CudaTile => "cuda_tile",
            Level::TileAa => "tileaa",
            Level::TileAs => "tileas",
            Level::Nvvm => "nvvm",
            Level::Ptx => "ptx",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = String;

    /// The error is a sentence with the nearest name, and all names.
    fn from_str(name: &str) -> Result<Level, String> {
        let found = Level::ALL.into_iter().find(|level| level.name() == name);
        found.ok_or_else(|| {
            let names = Level::ALL.map(Level::name);
            let near = clause(name, names);
            format!("there is no level `{name}`{near}; the levels are {}", names.join(", "))
        })
    }
}

/// The optimisation level of `ptxas`.
///
/// ```
/// use tilewright::compile::OptLevel;
///
/// assert_eq!(OptLevel::try_from(3), Ok(OptLevel::default()));
/// assert_eq!(OptLevel::try_from(4).unwrap_err(), "there is no optimisation level 4; the levels are 0 to 3");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptLevel {
    /// No optimisation.
    O0,
    /// Few optimisations.
    O1,
    /// More optimisations.
    O2,
    /// All optimisations.
    #[default]
    O3,
}

impl TryFrom<u32> for OptLevel {
    type Error = String;

    /// The level with a number; the error is a sentence.
    fn try_from(number: u32) -> Result<OptLevel, String> {
        let levels = [OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3];
        let found = levels.get(number as usize).copied();
        found.ok_or_else(|| format!("there is no optimisation level {number}; the levels are 0 to 3"))
    }
}

/// `ptxas`, NVIDIA's assembler for PTX.
///
/// ```
/// use tilewright::compile::{Assembler, Options, Target};
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
/// let options = Options::new(Target::named("sm_90a")?);
/// assert!(!options.makes_cubin());
/// // Machine code, if this machine has the assembler.
/// if let Ok(assembler) = Assembler::of_environment() {
///     assert!(assembler.path().is_file());
///     let made = module.compile(&options.cubin(assembler))?;
///     assert!(made.cubin().unwrap().starts_with(b"\x7fELF"));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembler(PathBuf);

impl Assembler {
    /// The program at a path; no other place is searched.
    ///
    /// ```
    /// let error = tilewright::compile::Assembler::at("no/such/ptxas".as_ref()).unwrap_err();
    /// assert!(error.to_string().contains("pip install nvidia-cuda-nvcc"));
    /// ```
    ///
    /// # Errors
    /// There is no file at the path.
    pub fn at(path: &Path) -> Result<Assembler, Failure> {
        Assembler::found(ptxas::at(path))
    }

    /// The program that the environment names or this machine has. As on the command line, it is searched in `$TILEWRIGHT_PTXAS`,
    /// `$CUDA_HOME/bin`, `PATH`, `/usr/local/cuda*/bin`, and the package `nvidia-cuda-nvcc` of the active Python environment.
    ///
    /// # Errors
    /// There is none: the message names the package to install.
    pub fn of_environment() -> Result<Assembler, Failure> {
        Assembler::found(ptxas::find())
    }

    fn found(path: Result<PathBuf, Box<diag::Diagnostic>>) -> Result<Assembler, Failure> {
        path.map(Assembler).map_err(|why| Failure::Assembler(Error::new(vec![*why], None)))
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

/// The maximum number of warps of a thread block: the hardware allows 1024 threads, and a warp has 32.
const MAX_WARPS: u32 = 32;

/// Options of a compilation. The default is PTX only, with four warps.
///
/// ```
/// use std::num::NonZeroU32;
/// use tilewright::compile::{Level, OptLevel, Options, Target};
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
/// let options = Options::new(Target::named("sm_90a")?)
///     .warps(NonZeroU32::new(8).unwrap())
///     .opt_level(OptLevel::O2)
///     .line_info(true)
///     .keep_levels(true);
/// assert_eq!(options.target().name(), "sm_90a");
/// let made = module.compile(&options)?;
/// assert_eq!(made.kernels()[0].threads, 8 * 32);
/// assert!(made.ptx().contains(".file 1 \"set.mlir\""), "PTX names lines of the program");
/// assert!(made.text(Level::Nvvm).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    target: Target,
    opt_level: OptLevel,
    warps: NonZeroU32,
    line_info: bool,
    keep_levels: bool,
    remarks: bool,
    assembler: Option<Assembler>,
}

impl Options {
    /// PTX for a target.
    pub fn new(target: Target) -> Options {
        Options {
            target,
            opt_level: OptLevel::default(),
            warps: NonZeroU32::new(4).expect("four is not zero"),
            line_info: false,
            keep_levels: false,
            remarks: false,
            assembler: None,
        }
    }

    /// The target.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Sets the optimisation level of `ptxas`.
    pub fn opt_level(mut self, level: OptLevel) -> Options {
        self.opt_level = level;
        self
    }

    /// Sets the warps of a thread block, unless a hint of the program does; the maximum is 32, and larger numbers count as 32.
    pub fn warps(mut self, warps: NonZeroU32) -> Options {
        self.warps = warps.min(NonZeroU32::new(MAX_WARPS).expect("the limit is not zero"));
        self
    }

    /// Adds line information to code and to the text of levels.
    pub fn line_info(mut self, wanted: bool) -> Options {
        self.line_info = wanted;
        self
    }

    /// Keeps the text of each level for [`Compiled::text`](super::Compiled::text).
    pub fn keep_levels(mut self, wanted: bool) -> Options {
        self.keep_levels = wanted;
        self
    }

    /// Keeps remarks about applied and missed optimisations for [`Compiled::remarks`](super::Compiled::remarks).
    pub fn remarks(mut self, wanted: bool) -> Options {
        self.remarks = wanted;
        self
    }

    /// Also generates machine code, with this assembler.
    pub fn cubin(mut self, assembler: Assembler) -> Options {
        self.assembler = Some(assembler);
        self
    }

    /// True if machine code is requested.
    pub fn makes_cubin(&self) -> bool {
        self.assembler.is_some()
    }

    pub(super) fn keeps_levels(&self) -> bool {
        self.keep_levels
    }

    pub(super) fn has_line_info(&self) -> bool {
        self.line_info
    }

    /// The options in the form of the driver.
    pub(super) fn lowered(&self) -> compile::Options {
        compile::Options {
            target: Some(self.target.name().to_owned()),
            emit: if self.makes_cubin() { Emit::Cubin } else { Emit::Ptx },
            level: self.opt_level as u8,
            warps: self.warps.get(),
            line_info: self.line_info,
            // The PTX of a cubin is part of the levels.
            keep_levels: self.keep_levels || self.makes_cubin(),
            remarks: self.remarks,
            ptxas: self.assembler.as_ref().map(|assembler| assembler.0.clone()),
            ..compile::Options::default()
        }
    }
}

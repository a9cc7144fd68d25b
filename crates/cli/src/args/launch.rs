//! Commands that execute kernels.

use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use tilewright::run::EngineKind;
use tilewright::sanitize::Kinds;

use super::values::{extents, percent, positive, seconds, whole};
use super::{CountersForm, DiagnosticsForm, InputArgs, PathName};

const RUN_EXAMPLES: &str = "\
Forms of ARG:
  42  -7  0xFF  1.5  1e-3  inf  true  a number, typed by the parameter
  f32[128,64]=randn(seed=1)           a new buffer: TYPE[EXTENTS]=FILL
  C:f32[64]=zeros                     the same with a name
  @a.npy  f32[64]=@a.npy              a buffer from a file
  f32[64]=zeros@multicast(4)          a copy on each of 4 devices; files as well
  C                                   the buffer of that name once more
  C.shape[0]  C.stride[0]             an extent or stride of a buffer
Fills: zeros, ones, full(V), iota, arange(START,STEP), uniform(LO,HI),
randint(LO,HI), randn(MEAN,STD); the random ones take seed=N. A buffer without
a name has the name of its parameter.

Examples:
  tilewright run hello.mlir --grid 4
  tilewright run vector_add.mlir --grid 3 -a 'x:f32[10]=iota' \\
      -a 'y:f32[10]=ones' -a 'z:f32[10]=zeros' -a 10 --print z -o z=z.npy
  tilewright run softmax.mlir --grid 4 -a 'f32[4,16]=randn' \\
      -a 'f32[4,16]=zeros' --show %max --block 3";

const EMULATE_EXAMPLES: &str = "\
Arguments are those of `tilewright run`: words take numbers and buffers of any
type, structs take a buffer of as many bytes. A tensor map is JSON, or @map.json:
  {\"tensor\":\"a\",\"box\":[64,128],\"swizzle\":\"128B\"}
with the keys tensor, box, offset, type, extents, strides, element_strides,
swizzle, interleave, fill; lists begin with the innermost dimension.

Examples:
  tilewright emulate add.ptx --grid 4 --block 128 -a 'x:f32[512]=iota' \\
      -a 'y:f32[512]=ones' -a 'z:f32[512]=zeros' -a 512 --print z
  tilewright emulate gemm.ptx --entry gemm --grid 8,4 --block 128 \\
      --smem 65536 --buffer 'a:f16[512,64]=randn' \\
      -a '{\"tensor\":\"a\",\"box\":[64,64]}' -a 'c:f16[512,64]=zeros' -o c=c.npy";

const BENCH_EXAMPLES: &str = "\
Arguments are those of `tilewright run`. Every run starts from the same buffers.

Examples:
  tilewright bench vector_add.mlir --grid 25000 -a 'f32[100000]=iota' \\
      -a 'f32[100000]=ones' -a 'f32[100000]=zeros' -a 100000
  tilewright bench hello.mlir --engine=cpu,reference --runs 20 --json";

/// Engine that runs a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// Fast, on all cores
    Cpu,
    /// The reference interpreter, which executes the program literally, one element at a time
    Reference,
    /// Compiled to PTX, which the emulator executes
    PtxEmu,
    /// Compiled for the GPU of this machine, and executed on it
    Cuda,
}

impl EngineName {
    /// The engine of this name.
    pub(crate) fn kind(self) -> EngineKind {
        match self {
            EngineName::Cpu => EngineKind::Cpu,
            EngineName::Reference => EngineKind::Reference,
            EngineName::PtxEmu => EngineKind::PtxEmu,
            EngineName::Cuda => EngineKind::Cuda,
        }
    }
}

/// A launch: a file, one of its entries, a grid, arguments.
#[derive(Args)]
pub(crate) struct LaunchArgs {
    /// Text or bytecode file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Entry to run; may be omitted if the module has only one
    #[arg(long, value_name = "NAME")]
    pub(crate) entry: Option<String>,
    /// Tile blocks along each axis
    #[arg(long, value_name = "X[,Y[,Z]]", default_value = "1", allow_negative_numbers = true)]
    pub(crate) grid: String,
    /// One argument, in the entry's order; its forms are listed below
    #[arg(long = "arg", short = 'a', value_name = "ARG", allow_hyphen_values = true)]
    pub(crate) args: Vec<String>,
    /// Use at most N threads [default: $RAYON_NUM_THREADS, or the number of cores]
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Additional behaviours that a program may rely on [default: cutile for bytecode from cuTile, otherwise none]
    #[arg(long, value_enum, value_name = "WITH")]
    pub(crate) compat: Option<Compat>,
}

/// Behaviours beyond the language that a program may rely on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Compat {
    /// Nothing
    None,
    /// The behaviours of cuTile Python: tiles outside of their arrays are padded, floats become bools by comparison
    /// with zero, and assumptions about constants are ignored
    Cutile,
}

#[derive(Args)]
#[command(after_help = RUN_EXAMPLES)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) launch: LaunchArgs,
    /// Engine [default: cpu; reference with `--show`, `--schedule` or `--sanitize`]
    #[arg(long, value_enum, value_name = "ENGINE")]
    pub(crate) engine: Option<EngineName>,
    /// The target that `--engine=ptx-emu` compiles for [default: sm_90a]
    #[arg(long, value_name = "TARGET")]
    pub(crate) target: Option<String>,
    /// The path of compilation for `--engine=ptx-emu` [default: auto]
    #[arg(long, value_name = "PATH", value_enum)]
    pub(crate) path: Option<PathName>,
    /// Print the output of the program in the order of tile blocks
    #[arg(long)]
    pub(crate) ordered_output: bool,
    /// Print a named buffer after the run; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) print: Vec<String>,
    /// Write a named buffer after the run; may be repeated
    #[arg(long, short, value_name = "NAME=FILE.npy")]
    pub(crate) output: Vec<String>,
    /// Exit with code 1 if a named buffer differs from a file; may be repeated
    #[arg(long, value_name = "NAME=FILE.npy")]
    pub(crate) expect: Vec<String>,
    /// With `--expect`: relative tolerance of floats
    #[arg(long, value_name = "X", default_value_t = 1e-5, requires = "expect")]
    pub(crate) rtol: f64,
    /// With `--expect`: absolute tolerance of floats
    #[arg(long, value_name = "X", default_value_t = 1e-8, requires = "expect")]
    pub(crate) atol: f64,
    /// Print the last value that the block of `--block` computed; may be repeated
    #[arg(long, value_name = "%VALUE")]
    pub(crate) show: Vec<String>,
    /// Tile block that `--show` watches
    #[arg(long, value_name = "I,J,K", default_value = "0,0,0")]
    pub(crate) block: String,
    /// Stop after N steps of all blocks together; a step of `cpu` may be many operations
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) steps: Option<u64>,
    /// Run the blocks in a random order with this seed
    #[arg(long, value_name = "SEED", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) schedule: Option<u64>,
    /// Find undefined behaviour, including data races; LIST selects kinds: all, default, -races, bounds,poison, ..
    #[arg(
        long,
        value_name = "LIST",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "default"
    )]
    pub(crate) sanitize: Option<Kinds>,
    /// With `--sanitize`: try up to N schedules until there is a finding
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sanitize", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) schedules: u32,
    /// With `--engine=ptx-emu`, count the operations of the compiled program: as a table, as JSON, or next to the text
    /// of the program
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "table")]
    pub(crate) counters: Option<CountersForm>,
    /// Show no progress bar
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Print results as one JSON object: `printed`, `shown`, `buffers`, `steps`, `counters`, `expected`, or `error`;
    /// with `--sanitize` each finding before it
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

#[derive(Args)]
#[command(after_help = EMULATE_EXAMPLES)]
pub(crate) struct EmulateArgs {
    /// PTX; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Kernel to run; may be omitted if the module has only one
    #[arg(long, value_name = "NAME")]
    pub(crate) entry: Option<String>,
    /// Thread blocks along each axis
    #[arg(long, value_name = "X[,Y[,Z]]", default_value = "1", value_parser = extents)]
    pub(crate) grid: [u32; 3],
    /// Threads of a block along each axis [default: the requirement of the kernel]
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = extents)]
    pub(crate) block: Option<[u32; 3]>,
    /// Blocks of a cluster along each axis [default: the requirement of the kernel]
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = extents)]
    pub(crate) cluster: Option<[u32; 3]>,
    /// Bytes of dynamic shared memory [default: from its comment `//@ launch`]
    #[arg(long, value_name = "N")]
    pub(crate) smem: Option<u32>,
    /// One argument, in the kernel's order; its forms are listed below
    #[arg(long = "arg", short = 'a', value_name = "ARG", allow_hyphen_values = true)]
    pub(crate) args: Vec<String>,
    /// A buffer that is not an argument, for tensor maps; may be repeated
    #[arg(long, value_name = "NAME:TYPE[..]=FILL")]
    pub(crate) buffer: Vec<String>,
    /// Print a named buffer after the run; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) print: Vec<String>,
    /// Write a named buffer after the run; may be repeated
    #[arg(long, short, value_name = "NAME=FILE.npy")]
    pub(crate) output: Vec<String>,
    /// Stop after N instructions of all threads together
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) steps: Option<u64>,
    /// Run warps in a random order with this seed
    #[arg(long, value_name = "SEED", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Try up to N orders of warps until one fails or differs
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "seed", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) schedules: u32,
    /// Change the results of approximate functions within their error bounds, with this seed
    #[arg(long, value_name = "SEED", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) perturb: Option<u64>,
    /// Check for races, missing waits, missing fences, and other errors; LIST selects checks: races,-lanes, ..
    #[arg(
        long,
        value_name = "LIST",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all",
        allow_hyphen_values = true
    )]
    pub(crate) checks: Option<crate::checks::Checks>,
    /// Count instructions, bank conflicts, sectors, bytes, waits, products: as a table, as JSON, or next to the text
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "table")]
    pub(crate) counters: Option<CountersForm>,
    /// Use at most N threads [default: $RAYON_NUM_THREADS, or the number of cores]
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Print results as one JSON object: `printed`, `buffers`, `steps`, `counters`; each finding before it
    #[arg(long)]
    pub(crate) json: bool,
    /// Format of diagnostics
    #[arg(long, value_enum, default_value_t, value_name = "FORM", help_heading = "Reading and diagnostics")]
    pub(crate) diagnostics: DiagnosticsForm,
}

#[derive(Args)]
#[command(after_help = BENCH_EXAMPLES)]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    pub(crate) launch: LaunchArgs,
    /// Engines to measure, separated by commas; their results are compared
    #[arg(long, value_enum, value_name = "ENGINES", value_delimiter = ',', default_value = "cpu")]
    pub(crate) engine: Vec<EngineName>,
    /// Measure N runs
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = positive, allow_negative_numbers = true)]
    pub(crate) runs: Option<NonZeroUsize>,
    /// Measure for this time, but at least one run
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    pub(crate) time: f64,
    /// Unmeasured runs before the measured ones
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) warm_up: u32,
    /// Do not count bytes and operations, which needs a separate run
    #[arg(long)]
    pub(crate) no_counts: bool,
    /// Compare with an earlier output of `--json`; exit with code 1 if slower than `--tolerance` allows
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<String>,
    /// Tolerance for a slower median than the baseline's, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 10.0, value_parser = percent, requires = "baseline")]
    pub(crate) tolerance: f64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

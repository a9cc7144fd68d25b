//! The arguments of every command.

use std::num::NonZeroUsize;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use tilewright::Version;
use tilewright::driver::compile::ExecutionPath;
use tilewright::driver::remarks::Wanted;
use tilewright::ir::spec::V250_0;
use tilewright::run::EngineKind;
use tilewright::sanitize::Kinds;

const EXIT_CODES: &str = "\
Every FILE may be `-`, standard input, and holds text or bytecode. Results go to
standard output, text for people to standard error.

Exit codes: 0 all is well, 1 the input is wrong or the program trapped, 2 wrong
usage or a file that cannot be read or written, 3 a bug of Tilewright.

Started under the name `tileiras` or `tileirdisasm` (a link to it), or with it
as first word, it is that tool: `tilewright tileiras --help`.";

const AS_EXAMPLES: &str = "\
Examples:
  tilewright as kernel.mlir -o kernel.tileirbc
  tilewright as kernel.mlir --bytecode-version 13.2 -o kernel.tileirbc
  tilewright as old.tileirbc --bytecode-version 13.4 -o new.tileirbc";

const DIS_EXAMPLES: &str = "\
Examples:
  tilewright dis kernel.tileirbc
  tilewright dis kernel.tileirbc -g -o kernel.mlir
  tilewright dis --style=tileirdisasm - < kernel.tileirbc";

const OPT_EXAMPLES: &str = "\
Examples:
  tilewright opt kernel.mlir
  tilewright opt kernel.mlir --passes=canonicalize,cse --print-after-all
  tilewright opt kernel.mlir --passes='fuse-fma,loop-split{split-threshold=4}'
  tilewright opt kernel.tileirbc --bytecode -o smaller.tileirbc";

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

const REDUCE_EXAMPLES: &str = "\
A smaller module fails in the same way if COMMAND ends with the same exit code
as on FILE and, of `tilewright` commands, its first error has the same code. With
`--match` a regular expression must match what COMMAND writes as well; it then
takes the place of the error's code.

Examples:
  tilewright reduce bad.mlir -o small.mlir -- tilewright check
  tilewright reduce big.mlir --match 'E07\\d\\d|uses too much shared' -- \\
      tilewright compile {} --target=sm_90a -o /dev/null
  tilewright reduce crash.tileirbc -o small.tileirbc -- \\
      tileiras --gpu-name sm_100 {} -o /dev/null";

/// Read, write, check and run CUDA Tile IR programs.
#[derive(Parser)]
#[command(
    name = "tilewright",
    bin_name = "tilewright",
    version,
    long_version = tilewright::driver::version(),
    disable_help_subcommand = true,
    max_term_width = 80,
    after_help = EXIT_CODES
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The definition of the command line, for completions and documentation.
pub fn command() -> clap::Command {
    Arguments::command()
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Parse and verify tile programs
    Check(CheckArgs),
    /// Format text, keeping its comments and names
    Fmt(FmtArgs),
    /// Assemble text into bytecode
    As(AsArgs),
    /// Disassemble bytecode into text
    Dis(DisArgs),
    /// Run passes on a module
    Opt(OptArgs),
    /// List the passes
    Passes(PassesArgs),
    /// Compile a module of any level to PTX or machine code
    Compile(CompileArgs),
    /// List the targets
    Targets(TargetsArgs),
    /// Run an entry of a tile program
    Run(RunArgs),
    /// Execute a PTX kernel in software
    Emulate(EmulateArgs),
    /// Measure a launch on one or several engines
    Bench(BenchArgs),
    /// Generate random valid modules
    Smith(SmithArgs),
    /// Reduce a module as long as a command fails on it in the same way
    Reduce(ReduceArgs),
    /// Explain a diagnostic's code, such as E0302
    ExplainCode(ExplainCodeArgs),
    /// Print a shell's completion script
    Completions(CompletionsArgs),
    /// Print a manual page, in roff: `tilewright man compile | man -l -`
    Man(ManArgs),
}

/// Format of diagnostics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiagnosticsForm {
    /// With excerpts of the source
    #[default]
    Human,
    /// One JSON object per line
    Json,
    /// One line per diagnostic
    Short,
    /// Workflow commands of GitHub Actions, which annotate lines
    Github,
    /// One SARIF 2.1.0 log
    Sarif,
}

/// The path of compilation: how warps divide the work of a kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PathName {
    /// Agents if the target and the kernel support them, otherwise the universal path
    #[default]
    Auto,
    /// All warps execute the same code
    Universal,
    /// All warps multiply, and one lane prefetches
    Unspecialized,
    /// Specialised warps: some copy, others multiply; an error if that is not supported
    Agents,
}

impl From<PathName> for Option<ExecutionPath> {
    fn from(name: PathName) -> Option<ExecutionPath> {
        match name {
            PathName::Auto => None,
            PathName::Universal => Some(ExecutionPath::Universal),
            PathName::Unspecialized => Some(ExecutionPath::Unspecialized),
            PathName::Agents => Some(ExecutionPath::Agents),
        }
    }
}

/// Format of counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CountersForm {
    /// Tables
    Table,
    /// One JSON object
    Json,
    /// The text, each line with its counts
    Listing,
}

/// Options for reading and verifying inputs.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Reading and diagnostics")]
pub(crate) struct InputArgs {
    /// Accept only what the reference tools accept
    #[arg(long)]
    pub(crate) strict: bool,
    /// Accept the dialect's testing-only ops (`testing$func` and others)
    #[arg(long)]
    pub(crate) testing_ops: bool,
    /// Enable previews of the language by name, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FEATURE")]
    pub(crate) preview: Vec<Preview>,
    /// Format of diagnostics
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub(crate) diagnostics: DiagnosticsForm,
}

impl InputArgs {
    /// True when the preview `simt` is enabled.
    pub(crate) fn preview_simt(&self) -> bool {
        self.preview.contains(&Preview::Simt)
    }
}

/// Features of the language that later versions may drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Preview {
    /// Calls of external functions
    Simt,
}

/// Treatment of optimization hints without a meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Hints {
    /// Ignore them, as the reference tools do
    #[default]
    Ignore,
    /// Warn
    Warn,
    /// Refuse them
    Error,
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// Text or bytecode; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Verify by the rules of this version of the language: 13.1 to 13.5
    #[arg(long, value_name = "VERSION", value_parser = version)]
    pub(crate) version: Option<Version>,
    /// Treatment of optimization hints without a meaning
    #[arg(long, value_enum, default_value_t, value_name = "MODE")]
    pub(crate) hints: Hints,
}

// Text is laid out whether previews are enabled or not; the option is taken so that scripts may pass it everywhere.
#[derive(Args)]
#[command(mut_arg("preview", |preview| preview.hide(true)))]
pub(crate) struct FmtArgs {
    /// Text file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Write nothing; fail if the text is not formatted
    #[arg(long, conflicts_with_all = ["rename", "generic", "locations", "write"])]
    pub(crate) check: bool,
    /// Give every value its canonical name
    #[arg(long)]
    pub(crate) rename: bool,
    /// Print the generic form (drops comments)
    #[arg(long)]
    pub(crate) generic: bool,
    /// Print locations (drops comments)
    #[arg(long)]
    pub(crate) locations: bool,
    /// Change the file in place
    #[arg(long, short, conflicts_with = "output")]
    pub(crate) write: bool,
    /// Write the result to this file instead of standard output
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<String>,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

#[derive(Args)]
#[command(after_help = AS_EXAMPLES)]
pub(crate) struct AsArgs {
    /// Text file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Bytecode file; `-` is standard output
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: String,
    /// Write the lines of the text as locations, unless it has others with `loc(..)`
    #[arg(short = 'g')]
    pub(crate) locations: bool,
    /// Version of the bytecode: 13.1 to 13.5; by default the lowest sufficient one
    #[arg(long, value_name = "VERSION", value_parser = bytecode_version)]
    pub(crate) bytecode_version: Option<Version>,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// Format of the text of `dis`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DisStyle {
    /// A whole module
    #[default]
    Module,
    /// The format of `tileirdisasm`: the items without the module line
    Tileirdisasm,
}

#[derive(Args)]
#[command(after_help = DIS_EXAMPLES)]
pub(crate) struct DisArgs {
    /// Bytecode file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Write the text to this file instead of standard output
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<String>,
    /// Print locations
    #[arg(short = 'g')]
    pub(crate) locations: bool,
    /// Format of the text
    #[arg(long, value_enum, default_value_t, value_name = "STYLE")]
    pub(crate) style: DisStyle,
    /// Accept the dialect's testing-only ops (`testing$func` and others)
    #[arg(long, help_heading = "Reading and diagnostics")]
    pub(crate) testing_ops: bool,
    /// Enable previews of the language by name, separated by commas
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "FEATURE",
        help_heading = "Reading and diagnostics"
    )]
    pub(crate) preview: Vec<Preview>,
    /// Format of diagnostics
    #[arg(long, value_enum, default_value_t, value_name = "FORM", help_heading = "Reading and diagnostics")]
    pub(crate) diagnostics: DiagnosticsForm,
    /// No effect, because bytecode is always strict; accepted so that scripts may pass it to every command
    #[arg(long, hide = true)]
    pub(crate) strict: bool,
}

#[derive(Args)]
#[command(after_help = OPT_EXAMPLES)]
pub(crate) struct OptArgs {
    /// Text or bytecode file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Passes in order, separated by commas; the default is the clean-up pipeline that engines run first
    #[arg(long, value_name = "PIPELINE")]
    pub(crate) passes: Option<String>,
    /// Write the module to this file instead of standard output
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<String>,
    /// Write bytecode instead of text
    #[arg(long)]
    pub(crate) bytecode: bool,
    /// Write bytecode of this version: 13.1 to 13.5
    #[arg(long, value_name = "VERSION", value_parser = bytecode_version)]
    pub(crate) bytecode_version: Option<Version>,
    /// Print locations
    #[arg(short = 'g')]
    pub(crate) locations: bool,
    /// Show the module before each run of a pass; may be repeated
    #[arg(long, value_name = "PASS", help_heading = "Watching passes")]
    pub(crate) print_before: Vec<String>,
    /// Show the module after each run of a pass that changed it; may be repeated
    #[arg(long, value_name = "PASS", help_heading = "Watching passes")]
    pub(crate) print_after: Vec<String>,
    /// Show the module after every pass that changed it
    #[arg(long, help_heading = "Watching passes")]
    pub(crate) print_after_all: bool,
    /// Verify the module after every pass, not only at the end
    #[arg(long, help_heading = "Watching passes")]
    pub(crate) verify_each: bool,
    /// Show the time of each pass
    #[arg(long, help_heading = "Watching passes")]
    pub(crate) timings: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

#[derive(Args)]
pub(crate) struct PassesArgs {
    /// Pass to describe; without one, all are listed
    #[arg(value_name = "PASS")]
    pub(crate) pass: Option<String>,
}

/// Output of the compiler, and its launch form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AbiName {
    /// A launcher that follows the metadata
    Launcher,
    /// A client that passes a block of one thread and no shared memory, from sm_90 on
    DropIn,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum EmitName {
    /// Level 2: tiles and explicit memory
    Tileaa,
    /// Level 3: tiles with layouts
    Tileas,
    /// Level 4: one thread
    Nvvm,
    /// Level 4 as LLVM IR, which libNVVM compiles
    Llvm,
    /// Level 5
    #[default]
    Ptx,
    /// Launch metadata, as JSON
    Metadata,
    /// Machine code, by `ptxas`
    Cubin,
    /// Machine code for each of the targets, in one file
    Fatbin,
}

#[derive(Args)]
pub(crate) struct CompileArgs {
    /// Text of any level, or bytecode; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Target, such as sm_90a; `tilewright targets` lists them. Several, separated by commas, for `--emit=fatbin`
    #[arg(long, value_name = "TARGET", value_delimiter = ',')]
    pub(crate) target: Vec<String>,
    /// Refuse PTX that needs a newer version than this, such as 8.0; use the version that the driver supports
    #[arg(long, value_name = "MAX", value_parser = ptx_version)]
    pub(crate) ptx_version: Option<tilewright::ptx::Version>,
    /// Kind of output
    #[arg(long, value_name = "KIND", value_enum, default_value_t = EmitName::Ptx)]
    pub(crate) emit: EmitName,
    /// Output file; `-` is standard output
    #[arg(long, short, value_name = "OUT", default_value = "-")]
    pub(crate) output: String,
    /// Optimisation level of `ptxas`
    #[arg(long, short = 'O', value_name = "LEVEL", default_value_t = 3, value_parser = clap::value_parser!(u8).range(..=3))]
    pub(crate) opt_level: u8,
    /// Warps of a thread block
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=32))]
    pub(crate) warps: u32,
    /// Launch form of the kernel
    #[arg(long, value_name = "ABI", value_enum, default_value_t = AbiName::Launcher)]
    pub(crate) abi: AbiName,
    /// The path of compilation: how warps divide the work of a kernel
    #[arg(long, value_name = "PATH", value_enum, default_value_t = PathName::Auto)]
    pub(crate) path: PathName,
    /// Rows of tiles in a group of thread blocks with agents, for better use of the L2 cache; 1: the launch
    /// order [default: chosen to minimise loads]
    #[arg(long, value_name = "ROWS", value_parser = clap::value_parser!(u32).range(1..=128))]
    pub(crate) tile_group: Option<u32>,
    /// The plan for the agents, by number: `--remarks-passed=all` shows the plan that is used, and the error about a
    /// number that is too large lists all plans [default: 1]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) plan: Option<u32>,
    /// Add line information to the code
    #[arg(long)]
    pub(crate) lineinfo: bool,
    /// Show the module at the end of a level, or after each run of a pass; may be repeated
    #[arg(long, value_name = "LEVEL-or-PASS", value_delimiter = ',', help_heading = "Watching passes")]
    pub(crate) print_ir: Vec<String>,
    /// Show the module before every pass, at every level
    #[arg(long, help_heading = "Watching passes")]
    pub(crate) print_before_all: bool,
    /// Show the module after every pass that changed it, at every level
    #[arg(long, help_heading = "Watching passes")]
    pub(crate) print_after_all: bool,
    /// Show the time of each pass
    #[arg(long, help_heading = "Watching passes")]
    pub(crate) time_passes: bool,
    #[command(flatten)]
    pub(crate) remarks: RemarkArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// Selection and output of remarks.
#[derive(Args)]
#[command(next_help_heading = "Remarks, of the categories all, none, memory, tensorcore")]
pub(crate) struct RemarkArgs {
    /// Show all applied and missed optimisations; without this option, one line of advice for each code that is slower than
    /// necessary; `none` disables remarks
    #[arg(long, value_name = "CATEGORY", num_args = 0..=1, require_equals = true, default_missing_value = "all", value_parser = wanted)]
    pub(crate) remarks: Option<Wanted>,
    /// Applied optimisations
    #[arg(long, value_name = "CATEGORY", require_equals = true, value_parser = wanted)]
    pub(crate) remarks_passed: Option<Wanted>,
    /// Missed optimisations
    #[arg(long, value_name = "CATEGORY", require_equals = true, value_parser = wanted)]
    pub(crate) remarks_missed: Option<Wanted>,
    /// Failures
    #[arg(long, value_name = "CATEGORY", require_equals = true, value_parser = wanted)]
    pub(crate) remarks_failed: Option<Wanted>,
    /// Analyses: resources, layouts
    #[arg(long, value_name = "CATEGORY", require_equals = true, value_parser = wanted)]
    pub(crate) remarks_analysis: Option<Wanted>,
    /// Format of remarks: text or JSON on standard error, or YAML documents
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub(crate) remark_format: RemarkForm,
    /// Output file of YAML and JSON; YAML is written to tileir_remarks.yaml by default
    #[arg(long, value_name = "FILE")]
    pub(crate) remarks_output_file: Option<String>,
}

/// Format of remarks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RemarkForm {
    /// Text for humans
    #[default]
    CommandLine,
    /// A file of YAML documents
    Yaml,
    /// One JSON object per line
    Json,
}

#[derive(Args)]
pub(crate) struct TargetsArgs {}

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
    #[arg(long, value_name = "X[,Y[,Z]]", default_value = "1")]
    pub(crate) grid: String,
    /// One argument, in the entry's order; its forms are listed below
    #[arg(long = "arg", short = 'a', value_name = "ARG", allow_hyphen_values = true)]
    pub(crate) args: Vec<String>,
    /// Use at most N threads [default: $RAYON_NUM_THREADS, or the number of cores]
    #[arg(long, value_name = "N")]
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
    /// The behaviours of cuTile Python: tiles outside of their arrays are padded, floats become bools by comparison with zero,
    /// and assumptions about constants are ignored
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
    #[arg(long, value_name = "N", value_parser = whole)]
    pub(crate) steps: Option<u64>,
    /// Run the blocks in a random order with this seed
    #[arg(long, value_name = "SEED", value_parser = whole)]
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
    /// With `--engine=ptx-emu`, count the operations of the compiled program: as a table, as JSON, or next to the text of the program
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "table")]
    pub(crate) counters: Option<CountersForm>,
    /// Show no progress bar
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Print results as one JSON object: `printed`, `shown`, `buffers`, `steps`, `counters`, `expected`, or `error`; with `--sanitize` each finding before it
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
    #[arg(long, value_name = "N", value_parser = whole)]
    pub(crate) steps: Option<u64>,
    /// Run warps in a random order with this seed
    #[arg(long, value_name = "SEED", value_parser = whole)]
    pub(crate) seed: Option<u64>,
    /// Try up to N orders of warps until one fails or differs
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "seed", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) schedules: u32,
    /// Change the results of approximate functions within their error bounds, with this seed
    #[arg(long, value_name = "SEED", value_parser = whole)]
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
    #[arg(long, value_name = "N")]
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
    #[arg(long, value_name = "N", conflicts_with = "time")]
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

/// Text or bytecode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModuleForm {
    /// Text
    #[default]
    Text,
    /// Bytecode
    Bytecode,
}

#[derive(Args)]
pub(crate) struct SmithArgs {
    /// Seed of the first module; the same seed gives the same module on every machine
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole)]
    pub(crate) seed: u64,
    /// Number of modules, with consecutive seeds
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole)]
    pub(crate) count: u64,
    /// Approximate number of random ops
    #[arg(long, default_value_t = 24, value_name = "N")]
    pub(crate) ops: u32,
    /// Use nothing newer than this version of the language: 13.1 to 13.5
    #[arg(long, value_name = "VERSION", value_parser = version)]
    pub(crate) version: Option<Version>,
    /// Declare and call what these previews of the language have; only its newest version has previews
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FEATURE")]
    pub(crate) preview: Vec<Preview>,
    /// Form of the modules
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub(crate) form: ModuleForm,
    /// Folder to write `smith-SEED.mlir` (or `.tileirbc`) files into, instead of standard output
    #[arg(long, short, value_name = "FOLDER")]
    pub(crate) output: Option<String>,
}

#[derive(Args)]
#[command(after_help = REDUCE_EXAMPLES)]
pub(crate) struct ReduceArgs {
    /// Text or bytecode file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Write the reduced module to this file instead of standard output
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<String>,
    /// A regular expression that must match the output of the command, on standard output or error, as for FILE
    #[arg(long = "match", value_name = "REGEX", value_parser = regex)]
    pub(crate) pattern: Option<regex_lite::Regex>,
    /// Command that fails on the module; the module's path replaces `{}`, or is the last argument
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

#[derive(Args)]
pub(crate) struct ExplainCodeArgs {
    /// The code; without one, all codes are listed
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
}

#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// Shell
    #[arg(value_enum, value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args)]
pub(crate) struct ManArgs {
    /// A command; without it, the page of `tilewright`
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| (0.0..=86_400.0).contains(number));
    number.ok_or_else(|| "write a number of seconds from 0 to 86400, for example 2.5".to_owned())
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| (0.0..=1e6).contains(number));
    number.ok_or_else(|| "write a number of percent, for example 10".to_owned())
}

fn ptx_version(text: &str) -> Result<tilewright::ptx::Version, String> {
    tilewright::ptx::Version::parse(text).ok_or_else(|| "write a version of PTX, for example 8.0".to_owned())
}

/// `X[,Y[,Z]]`.
fn extents(text: &str) -> Result<[u32; 3], String> {
    let wrong = || "write one to three numbers, for example 64 or 64,2,1".to_owned();
    let parts: Vec<&str> = text.split(',').collect();
    let mut extents = [1; 3];
    if parts.len() > extents.len() {
        return Err(wrong());
    }
    for (extent, part) in extents.iter_mut().zip(parts) {
        *extent = part.trim().parse().ok().filter(|&number| number > 0).ok_or_else(wrong)?;
    }
    Ok(extents)
}

fn regex(text: &str) -> Result<regex_lite::Regex, String> {
    regex_lite::Regex::new(text).map_err(|error| error.to_string())
}

fn whole(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

fn wanted(text: &str) -> Result<Wanted, String> {
    Wanted::parse(text).ok_or_else(|| "the categories are all, none, memory and tensorcore".to_owned())
}

/// A version, or one of those of test builds.
fn bytecode_version(text: &str) -> Result<Version, String> {
    let [first, second] = [0, 1].map(|minor| Version { minor, ..V250_0 });
    [first, second].into_iter().find(|v| v.to_string() == text).map_or_else(|| version(text), Ok)
}

fn version(text: &str) -> Result<Version, String> {
    Version::ALL.into_iter().find(|v| v.to_string() == text).ok_or_else(|| {
        let known: Vec<String> = Version::ALL.iter().map(Version::to_string).collect();
        format!("the versions are {}", known.join(", "))
    })
}

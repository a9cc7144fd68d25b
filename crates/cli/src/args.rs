//! The arguments of every command.

mod compile;
mod formats;
mod launch;
mod spellings;
mod testing;
mod values;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use tilewright::driver::compile::ExecutionPath;

use self::compile::TargetsArgs;

pub(crate) use self::compile::{AbiName, CompileArgs, EmitName, RemarkArgs, RemarkForm};
pub(crate) use self::formats::{AsArgs, CheckArgs, DisArgs, DisStyle, FmtArgs, OptArgs, PassesArgs};
pub(crate) use self::launch::{BenchArgs, Compat, EmulateArgs, EngineName, LaunchArgs, RunArgs};
pub(crate) use self::spellings::with_tip;
pub(crate) use self::testing::{ModuleForm, ReduceArgs, SmithArgs};

const EXIT_CODES: &str = "\
Every FILE may be `-`, standard input, and holds text or bytecode. Results go to
standard output, text for people to standard error.

Exit codes: 0 all is well, 1 the input is wrong or the program trapped, 2 wrong
usage or a file that cannot be read or written, 3 a bug of Tilewright.

Started under the name `tileiras` or `tileirdisasm` (a link to it), or with it
as first word, it is that tool: `tilewright tileiras --help`.";

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
    #[command(alias = "verify")]
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
    #[command(alias = "explain")]
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
    /// All warps multiply, and copy operands ahead; an error if that is not supported
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

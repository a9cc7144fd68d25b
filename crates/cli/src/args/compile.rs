//! Commands that compile modules and report what the compiler decided.

use clap::{Args, ValueEnum};
use tilewright::driver::remarks::Wanted;

use super::values::{ptx_version, wanted};
use super::{InputArgs, PathName};

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
    /// Show all applied and missed optimisations; without this option, one line of advice for each code that is slower
    /// than necessary; `none` disables remarks
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

//! Commands that check, convert and optimise modules.

use clap::{Args, ValueEnum};
use tilewright::Version;

use super::values::{bytecode_version, version};
use super::{DiagnosticsForm, Hints, InputArgs, Preview};

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

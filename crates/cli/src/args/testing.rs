//! Commands that generate and reduce test programs.

use clap::{Args, ValueEnum};
use tilewright::Version;

use super::values::{regex, version, whole};
use super::{InputArgs, Preview};

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
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Number of modules, with consecutive seeds
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
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

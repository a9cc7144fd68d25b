//! What is to be compiled to, and how.

use std::path::PathBuf;

use tileas::attributes::ExecutionPath;

use crate::metadata::Abi;

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Emit {
    /// Text of level 2.
    TileAa,
    /// Text of level 3.
    TileAs,
    /// Text of level 4.
    Nvvm,
    /// Level 4 as LLVM IR, for libNVVM.
    Llvm,
    /// PTX.
    Ptx,
    /// What a launcher must know, as JSON.
    Metadata,
    /// Machine code, by `ptxas`.
    Cubin,
}

/// How it is made.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it is to run; level 4 keeps the target that it names when none is given.
    pub target: Option<String>,
    /// What is wanted.
    pub emit: Emit,
    /// How much `ptxas` optimises, 0 to 3.
    pub level: u8,
    /// Warps of a thread block.
    pub warps: u32,
    /// Who launches it.
    pub abi: Abi,
    /// How the warps of a kernel share its work; `None`: by agents where the target has what they need and the kernel fits.
    pub path: Option<ExecutionPath>,
    /// Rows of tiles that thread blocks with agents take together, for the second-level cache: 0 for those that load least, 1 for the
    /// order of launch.
    pub tile_group: u32,
    /// The number of the plan that agents get, as remarks and errors count them: 0 for the one that the model takes.
    pub plan: u32,
    /// Says where instructions come from.
    pub line_info: bool,
    /// Machine code checks its accesses to memory, for `compute-sanitizer`.
    pub memcheck: bool,
    /// Keeps the text of each level on the way.
    pub keep_levels: bool,
    /// Says what was done, and what was not.
    pub remarks: bool,
    /// Of the remarks only [advice](crate::remarks::Remark::is_advice) is needed, so that others need not be made.
    pub advice_only: bool,
    /// The assembler that makes cubins; `None`: the one that [`find`](crate::ptxas::find) finds.
    pub ptxas: Option<PathBuf>,
}

/// PTX, by four warps, for the target that the program names.
impl Default for Options {
    fn default() -> Options {
        Options {
            target: None,
            emit: Emit::Ptx,
            level: 3,
            warps: 4,
            abi: Abi::Launcher,
            path: None,
            tile_group: 0,
            plan: 0,
            line_info: false,
            memcheck: false,
            keep_levels: false,
            remarks: false,
            advice_only: false,
            ptxas: None,
        }
    }
}

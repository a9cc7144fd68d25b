//! Options of level 3 that a caller sets.

use crate::attributes::ExecutionPath;

/// Options of level 3.
#[derive(Clone, Debug)]
pub struct Options {
    /// Name of the target: `sm_80`.
    pub target: String,
    /// Compute capability, as `80`.
    pub capability: u32,
    /// The default number of warps of a tile block, unless its tiles need more registers than these have; a power of two.
    pub warps: u32,
    /// Bytes of shared memory that a thread block may have.
    pub shared: u32,
    /// Iterations of a loop whose loads may be in flight; 1 makes no pipelines.
    pub stages: u32,
    /// How the warps of a kernel divide its work.
    pub path: ExecutionPath,
    /// Whether the caller requires that path of every kernel: agents are then made where they are possible, not only where they
    /// are expected to be faster.
    pub required: bool,
    /// The maximum number of bytes of the buffers of an op; larger tiles go through shared memory in parts.
    pub buffers: u32,
    /// Whether warpgroups multiply without agents, on targets where they do. Their products are not written as LLVM IR.
    pub warpgroups: bool,
    /// Rows of tiles in a group of thread blocks with agents, for the L2 cache: 0 for the rows that minimise loads, 1 for the
    /// order of launch.
    pub group: u32,
    /// The number of the plan for agents, among those that `generate-schedule` compares: 0 for the choice of its model.
    pub plan: u32,
    /// How the tile blocks of kernels are divided among thread blocks, where both ways were compared.
    pub divisions: Vec<Division>,
    /// Kernels that get no agents, because they were found to have no room for them.
    pub refused: Vec<NoRoom>,
}

/// A kernel whose agents do not fit into a thread block.
#[derive(Clone, Debug)]
pub struct NoRoom {
    /// The name of the kernel.
    pub kernel: String,
    /// What agents lack, in words that follow a colon.
    pub reason: String,
}

/// A choice between a thread block and a cluster for the tile blocks of a kernel, made before level 3.
#[derive(Clone, Debug)]
pub struct Division {
    /// The name of the kernel.
    pub kernel: String,
    /// The number of its first plan. Plans of the way that the compiler prefers come first, then those of the other way.
    pub first: u32,
    /// The plans of the way that is not taken, one per line, with their numbers.
    pub others: Vec<String>,
    /// The way that is not taken, and what it would cost or why it is not possible.
    pub other: String,
    /// Why that is not possible, if it is not.
    pub lack: Option<String>,
}

//! Options of level 3 that a caller sets.

use crate::attributes::ExecutionPath;

/// How level 3 is made.
#[derive(Clone, Debug)]
pub struct Options {
    /// Name of the target: `sm_80`.
    pub target: String,
    /// Compute capability, as `80`.
    pub capability: u32,
    /// Warps that work on a tile block where the program does not say, unless its tiles need more registers than these have;
    /// a power of two.
    pub warps: u32,
    /// Bytes of shared memory that a thread block may have.
    pub shared: u32,
    /// Iterations of a loop whose loads may be in flight; 1 makes no pipelines.
    pub stages: u32,
    /// How the warps of a kernel share its work.
    pub path: ExecutionPath,
    /// Bytes that the buffers of an op may take together; what has no room goes through shared memory in parts.
    pub buffers: u32,
    /// Rows of tiles that thread blocks of agents take together, for the second-level cache: 0 for those that load least, 1 for the
    /// order of launch.
    pub group: u32,
    /// The number of the plan that agents get, of those that `generate-schedule` compares: 0 for the one that its model takes.
    pub plan: u32,
}

//! The resources of a plan: warps, stages, registers, thread blocks on a multiprocessor.

use crate::target::shared_limit;

/// Registers of a multiprocessor.
pub(super) const REGISTERS: u32 = 64 << 10;
/// Registers of a thread at most.
pub(super) const MOST_REGISTERS: u32 = 255;
/// Further registers of a thread that multiplies, where more is done with tiles in the loop than adding products:
/// temporaries of that.
pub(super) const SPARE_OF_CHAIN: u32 = 24;
/// Most registers of a thread that `setmaxnreg` is asked for.
pub(super) const MOST_HANDED: u32 = 240;
/// Threads of a warpgroup.
pub(super) const GROUP: u32 = 128;
/// Thread blocks on a multiprocessor at most, where the program does not say: more have less shared memory each than
/// pays.
pub(super) const MOST_BLOCKS: u32 = 4;
/// Bytes of shared memory that the system keeps for each thread block.
const SYSTEM: u32 = 1 << 10;
/// Shared memory is given out in units of these bytes; the word that says where a kernel's own tensor maps are takes
/// one.
const WORD: u32 = 128;
/// Bytes of the two mbarriers of a stage.
pub(super) const MBARRIERS: u32 = 16;
/// Bytes that stages are aligned to, at most.
pub(crate) const ALIGNMENT: u32 = 1 << 10;
/// The number of chains of products that get agents of their own.
pub(crate) const CHAINS: u32 = 2;

/// The resources of the agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Resources {
    /// Warps of an agent that multiplies.
    pub(crate) warps: u32,
    /// Agents that multiply; two compute whole tiles by turns.
    pub(crate) multipliers: u32,
    /// Agents that finish sums in tensor memory, each those of a chain.
    pub(crate) chains: u32,
    /// Warps of the agent that copies; none if the warps that multiply do.
    pub(crate) producer_warps: u32,
    /// Stages of the pipeline between them.
    pub(crate) stages: u32,
    /// Registers of a thread of each, where warpgroups hand them over.
    pub(crate) registers: Option<[u32; 2]>,
    /// Thread blocks on a multiprocessor.
    pub(crate) occupancy: u32,
    /// Stages of sums in tensor memory; none where threads hold sums.
    pub(crate) sum_stages: Option<u32>,
}

/// Resources that do not fit, each with the reason.
pub(crate) type Lacking = Vec<(Resources, String)>;

/// A number of things in words.
pub(super) fn counted(count: u32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

impl Resources {
    /// The same in words.
    pub(crate) fn summary(&self) -> String {
        let &Resources { warps, multipliers, producer_warps, stages, occupancy, sum_stages, .. } = self;
        let (blocks, stages) = (counted(occupancy, "thread block"), counted(stages, "stage"));
        let beside = if sum_stages.is_some() { " + 1" } else { "" };
        let sums = sum_stages.map_or(String::new(), |stages| format!(", {stages} of sums"));
        let turns = if multipliers > 1 { format!("{multipliers} x ") } else { String::new() };
        let copying = if producer_warps > 0 { format!(" + {producer_warps}") } else { String::new() };
        format!("{blocks} of {turns}{warps}{beside}{copying} warps, {stages}{sums}")
    }
}

/// Bytes of shared memory that each of some thread blocks on a multiprocessor of a target may have, besides the word of
/// a kernel that makes its tensor maps.
pub(crate) fn shared_of_block(capability: u32, occupancy: u32) -> u32 {
    let all = shared_limit(capability) + SYSTEM;
    (all / occupancy.max(1)).saturating_sub(SYSTEM + WORD)
}

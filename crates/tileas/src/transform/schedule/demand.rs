//! The demand of a nest on a multiprocessor, which each unit of tensor cores meets with other warps and stages.

use super::refusal::NoPlan;
use super::resources::{GROUP, MBARRIERS};

/// Registers of a thread that copies, where registers are handed over: the least that `setmaxnreg` takes.
pub(super) const COPYING: u32 = 24;
/// The same, where they load what the copies depend on.
const STEERING: u32 = 40;
/// The same, where each thread copies itself: `ptxas` takes no more than these for up to [`FEW_COPIES`] of a step.
const COPYING_BY_THREADS: u32 = 48;
/// Copies of a step by a thread up to which [`COPYING_BY_THREADS`] registers suffice.
const FEW_COPIES: u32 = 16;
/// Bytes of a copy of a thread.
const COPY_BYTES: u32 = 16;
/// Stages at most where the program does not say: beyond these copies wait for memory and not for room.
const MOST_STAGES: u32 = 8;

/// The demand of the products of a nest.
pub(crate) struct Demand {
    /// Rows and columns of the largest sum, powers of two.
    pub(crate) shape: [u32; 2],
    /// Rows of the sum with the fewest: warpgroups divide the rows of each.
    pub(crate) fewest_rows: u32,
    /// Where products are added to it in registers, through sums of their own: elements of the inner dimension.
    pub(crate) promotion: Option<u32>,
    /// Bits of an element of it.
    pub(crate) sum_bits: u32,
    /// Bits of what else is held in an iteration: further sums, and factors in registers.
    pub(crate) beside_bits: u64,
    /// Bytes of what is loaded for a step.
    pub(crate) stage: u32,
    /// Bytes of what is loaded once, and stays.
    pub(crate) resident: u32,
    /// Bytes of what threads copy for a step.
    pub(crate) copied: u32,
    /// Whether the agent that copies loads what copies depend on.
    pub(crate) controlled: bool,
    /// Warps that the program asks for.
    pub(crate) warps: Option<i64>,
    /// Thread blocks on a multiprocessor that it asks for.
    pub(crate) occupancy: Option<i64>,
    /// The latency that it says of the loads.
    pub(crate) latency: Option<i64>,
    /// Stages of a pipeline at least.
    pub(crate) least_stages: u32,
    /// The compute capability of the target, as `90`.
    pub(crate) capability: u32,
    /// Whether the program is launched with a thread block for each multiprocessor, or as many as it asks for.
    pub(crate) is_persistent: bool,
    /// Whether two agents may compute whole tiles by turns.
    pub(crate) has_turns: bool,
    /// Whether the warps that multiply also copy.
    pub(crate) is_unspecialized: bool,
}

impl Demand {
    /// That the fewest stages have no room.
    pub(super) fn no_stages(&self, room: u32) -> String {
        let bytes = self.least_stages * (self.stage + MBARRIERS) + self.resident;
        let verb = if self.least_stages == 1 { "is" } else { "are" };
        format!("{} {verb} {bytes} bytes of shared memory, and a thread block gets {room}", self.fewest())
    }

    /// The fewest stages in words.
    pub(super) fn fewest(&self) -> &'static str {
        if self.least_stages == 1 { "a stage" } else { "two stages" }
    }

    /// Registers of a thread that copies.
    pub(super) fn copying(&self) -> u32 {
        let copies = self.copied.div_ceil(GROUP * COPY_BYTES);
        match (copies, self.controlled) {
            (0, false) => COPYING,
            (0, true) => STEERING,
            (copies, _) => (COPYING_BY_THREADS + copies.saturating_sub(FEW_COPIES)).next_multiple_of(8),
        }
    }

    /// Stages in this room; none where there is none for the fewest.
    pub(super) fn stages(&self, room: u32) -> Option<u32> {
        let fit = room.saturating_sub(self.resident) / (self.stage + MBARRIERS);
        // A latency of 1 is the shortest, of 10 the longest that the language knows.
        let wanted =
            self.latency.map_or(MOST_STAGES, |latency| (latency.clamp(1, 10) as u32).div_ceil(3) + 1);
        (fit >= self.least_stages).then_some(fit.min(wanted))
    }
}

/// That no agents multiply with the warps that a program asks for.
pub(super) fn other_warps(warps: i64) -> NoPlan {
    format!("agents multiply with 4 or 8 warps, and the program requests {warps}").into()
}

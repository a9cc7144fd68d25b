//! Who runs the ops at hand: all warps of the thread block, numbered from its first one.
//!
//! Threads are numbered within their runner, and meet at its barrier. Layouts count warps of the runner as well, so an agent, which
//! has some warps of the block, needs nothing but a runner of its own: the number of its first warp and its barrier.

use ir::Value;
use tile_core::arith::ComparisonPredicate;

use super::Lower;
use crate::attrs::SpecialRegister;
use crate::ops::Builders as _;

/// The warps that run the ops at hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runner {
    /// How many there are.
    pub(super) warps: u32,
    /// The number of the first one in the thread block.
    pub(super) first_warp: u32,
}

impl Runner {
    /// All warps of a kernel.
    pub(super) fn kernel(warps: u32) -> Runner {
        Runner { warps, first_warp: 0 }
    }

    /// How many threads there are.
    pub(super) fn threads(self) -> u32 {
        self.warps * 32
    }
}

impl Lower<'_> {
    /// The number of the thread in its runner: lane bits, then warp bits.
    pub(super) fn thread(&mut self) -> Value {
        let thread = self.special(SpecialRegister::TidX);
        let before = self.kernel.runner.first_warp * 32;
        if before == 0 {
            return thread;
        }
        let before = self.i32(before.wrapping_neg());
        self.add(thread, before)
    }

    /// Threads of the runner wait for each other.
    pub(super) fn barrier(&mut self) {
        self.b().barrier().finish();
    }

    /// True in the first thread of the runner.
    pub(super) fn is_first_thread(&mut self) -> Value {
        let (thread, zero) = (self.thread(), self.i32(0));
        self.compare(ComparisonPredicate::Equal, false, thread, zero)
    }

    /// Ops for the first thread of the runner alone.
    pub(super) fn on_first_thread(&mut self, then: impl FnOnce(&mut Self)) {
        let first = self.is_first_thread();
        self.when(first, then);
    }
}

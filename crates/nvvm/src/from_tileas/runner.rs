//! The warps that execute the current ops: all warps of the thread block, or those of an agent.
//!
//! Threads are numbered within their runner, and synchronise at its barrier. Layouts count warps of the runner as well,
//! and `allocate-shared` gives ops of different agents separate scratch memory, so an agent only needs a runner.

use ir::Value;
use tile_core::arith::ComparisonPredicate;

use super::Lower;
use crate::attrs::SpecialRegister;
use crate::ops::Builders as _;

/// How the threads of a runner wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::from_tileas) enum Meeting {
    /// All threads of the thread block, at barrier 0.
    Block,
    /// Some of its warps, at a barrier with this number.
    Named(u32),
    /// One warp.
    Warp,
}

/// The warps that execute the current ops.
#[derive(Clone, Copy, Debug)]
pub(in crate::from_tileas) struct Runner {
    /// The number of the first one in the thread block.
    pub(in crate::from_tileas) first_warp: u32,
    /// How many there are.
    pub(in crate::from_tileas) warps: u32,
    /// How they meet.
    pub(in crate::from_tileas) meeting: Meeting,
}

impl Runner {
    /// All warps of a kernel.
    pub(in crate::from_tileas) fn kernel(warps: u32) -> Runner {
        Runner { first_warp: 0, warps, meeting: Meeting::Block }
    }

    /// How many threads there are.
    pub(in crate::from_tileas) fn threads(self) -> u32 {
        self.warps * 32
    }
}

impl Lower<'_> {
    /// The number of the thread in its runner: lane bits, then warp bits.
    pub(in crate::from_tileas) fn thread(&mut self) -> Value {
        let thread = self.special(SpecialRegister::TidX);
        let before = self.runner.first_warp * 32;
        if before == 0 {
            return thread;
        }
        let before = self.i32(before.wrapping_neg());
        self.add(thread, before)
    }

    /// Threads of the runner wait for each other.
    pub(in crate::from_tileas) fn barrier(&mut self) {
        let threads = i64::from(self.runner.threads());
        match self.runner.meeting {
            Meeting::Block => self.b().barrier().finish(),
            Meeting::Named(id) => self.b().barrier().id(i64::from(id)).threads(threads).finish(),
            Meeting::Warp => self.b().warp_barrier().finish(),
        };
    }

    /// True in the first thread of the runner.
    pub(in crate::from_tileas) fn is_first_thread(&mut self) -> Value {
        let (thread, zero) = (self.thread(), self.i32(0));
        self.compare(ComparisonPredicate::Equal, false, thread, zero)
    }

    /// Ops for the first thread of the runner only.
    pub(in crate::from_tileas) fn on_first_thread(&mut self, then: impl FnOnce(&mut Self)) {
        let first = self.is_first_thread();
        self.when(first, then);
    }
}

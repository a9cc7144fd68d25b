//! Tensor memory: the parts that `tcgen05` accesses.
//!
//! Products, copies and shifts that one thread issues complete in order. Loads and stores are known to be complete after
//! `tcgen05.wait::ld` and `tcgen05.wait::st`, all other operations after a barrier on which `tcgen05.commit` arrives. Between
//! warps, complete accesses are ordered like accesses to other memory (PTX ISA 9.7.16.6.3), and so are accesses after a barrier
//! that was signalled and acquires. Fences of `tcgen05` are needed with `.relaxed` barriers, which do not order memory, and
//! order products of one warp after copies and products of another that no thread has waited for.

use super::history::Visited;
use super::touched::{AccessKind, Space, Touched, WHOLE};
use super::{Checks, Engine};
use crate::matrix::tensor_memory::{LANES, Part};

/// The place of a column's lanes in the memory that is watched.
fn place(rank: u32, lane: u32, column: u32) -> u64 {
    u64::from(rank) << 24 | u64::from((column * LANES + lane) * 4)
}

impl Checks {
    /// The asynchronous operation that is performed now touches a part of a block's tensor memory.
    pub(crate) fn tensor_asynchronous(&mut self, rank: u32, part: Part, does: AccessKind) {
        let size = u64::from(part.lanes.end - part.lanes.start) * 4;
        let runs = part.columns.map(|column| (place(rank, part.lanes.start, column), size));
        self.works_on_runs(Space::Tensor, does, runs);
    }

    /// The current warp issues a load or store of a part of its block's tensor memory.
    pub(crate) fn tensor_transfer(&mut self, part: Part, does: AccessKind) {
        let engine = if does.writes() { Engine::TensorStore } else { Engine::TensorLoad };
        let issued = self.issues(WHOLE, Some([engine; 2]));
        let rank = self.current.rank;
        self.works(Some(&issued));
        self.tensor_asynchronous(rank, part, does);
        self.works(None);
    }

    /// The current warp takes columns of its block. `pair` is the rank of the other block, if both take them together: then it
    /// must have begun.
    pub(crate) fn tensor_taken(&mut self, column: u32, pair: Option<u32>) {
        let current = self.current;
        if let Some(other) = pair {
            let (access, knows) = (self.arrival(), self.warp().known_to(WHOLE));
            self.needs_begun(other, access, &knows.all);
        }
        self.cluster().held.push((current.rank, column, current));
    }

    /// The current warp frees columns of its block: all accesses to them happen before, and they count as never written
    /// afterwards. `pair` is the rank of the other block, if both free them together: then so do those there.
    pub(crate) fn tensor_released(&mut self, lane: u32, part: Part, pair: Option<u32>) {
        let rank = self.current.rank;
        self.cluster().held.retain(|&(of, column, _)| (of, column) != (rank, part.columns.start));
        let size = u64::from(part.columns.end - part.columns.start) * u64::from(LANES) * 4;
        let own = place(rank, 0, part.columns.start);
        // The other block of a pair may have freed them before: nothing else writes tensor memory at once.
        self.forgets_tensor(own, size, |cell| {
            cell.history().written.is_some_and(|written| !written.deferred)
        });
        for rank in [rank].into_iter().chain(pair) {
            let address = place(rank, 0, part.columns.start);
            self.touches(
                Touched { space: Space::Tensor, address, size, does: AccessKind::Write, lane },
                false,
            );
        }
        self.forgets_tensor(own, size, |_| true);
    }

    /// The history of some of the bytes of tensor memory ends.
    fn forgets_tensor(&mut self, address: u64, size: u64, which: impl Fn(&Visited<'_>) -> bool) {
        if let Some(shadow) = self.cluster().tensor.get_mut((address >> 24) as usize) {
            shadow.visit(address & 0xFF_FFFF, size, |_, _, mut cell| {
                if which(&cell) {
                    cell.clear();
                }
            });
        }
    }
}

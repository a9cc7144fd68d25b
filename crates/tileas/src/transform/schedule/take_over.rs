//! Programs whose thread blocks may continue with the tiles of thread blocks that have not started (cluster launch
//! control).
//!
//! A thread block then starts a tile later than in launch order, and only after its own tile is complete. No tile may
//! therefore wait for another one: the program must have no atomics, and no loads of data that other tile blocks write
//! at the same time.

use ir::Op;
use ir::walk::preorder;

use super::memory_order::may_wait;
use super::nest::Nest;
use super::sum_loop::{SumLoop, Threads};
use crate::target::{self, Feature};
use crate::{Module, Opcode};

/// Elements of the sums of a tile for which one thread block per multiprocessor pays off. With smaller sums, several
/// thread blocks share a multiprocessor, and one stores while others multiply.
const MIN_ELEMENTS: u64 = 128 * 128;

/// Whether thread blocks of a function with these sums may take over tiles, and benefit: they store one tile while
/// multiplying the next.
pub(super) fn may_take_over(module: &Module, (func, nest): (Op, &Nest), loops: &[SumLoop]) -> bool {
    let elements =
        |known: &SumLoop| -> u64 { known.sums.iter().map(|sum| 1 << sum.memory.layout.shape().bits()).sum() };
    let is_large = loops.iter().map(elements).max().is_some_and(|most| most >= MIN_ELEMENTS);
    let is_known = target::capability(module)
        .is_some_and(|capability| Feature::LaunchControl.capabilities().contains(&capability));
    let is_alone = |known: &SumLoop| known.threads == Threads::Absent && !known.is_nested;
    let mut ops = preorder(&module.body, func);
    let has_tiles = preorder(&module.body, func).any(|op| module.opcode(op) == Opcode::GetProgramId);
    // Stages outside of the loops of products are those of one tile.
    let is_inner = !nest.has_residuals() && nest.groups.iter().all(|group| group.is_inner);
    let is_free = is_inner && has_tiles && !ops.any(|op| may_wait(module, op));
    is_known && is_large && is_free && loops.iter().all(is_alone)
}

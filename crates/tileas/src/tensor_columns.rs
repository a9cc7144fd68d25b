//! Columns of tensor memory that `tcgen05.alloc` reserves: two of them may share columns unless both are live.
//!
//! An allocation is live from its op to its last use. Each one gets the lowest gap that it fits in, in the order of the program.
//! The pass `allocate-shared` writes the columns, level 4 uses them, and the verifier compares them with the live ranges.

use ir::Op;
use ir::analysis::{LiveRange, LiveRanges};
use ir::walk::preorder;

use crate::{Module, Opcode, Type};

/// Columns of tensor memory.
pub(crate) const COLUMNS: u32 = 512;

/// An allocation: its columns, and when it is live.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TensorRange {
    pub(crate) op: Op,
    pub(crate) columns: u32,
    pub(crate) range: LiveRange,
}

/// The allocations of a function in the order of the program.
pub(crate) fn tensor_ranges(module: &Module, func: Op) -> Vec<TensorRange> {
    let allocs: Vec<Op> =
        preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::TensorAlloc).collect();
    if allocs.is_empty() {
        return Vec::new();
    }
    // Agents of a switch run at once.
    let repeats = |op: Op| matches!(module.opcode(op), Opcode::For | Opcode::Loop | Opcode::AgentSwitch);
    let ranges = LiveRanges::of(&module.body, func, repeats);
    let range_of = |op: Op| {
        let value = module.body.result(op, 0);
        let Type::Tensor(tensor) = module.ty(value) else { return None };
        let range = ranges.range(value).unwrap_or(LiveRange::at(ranges.begin(op)));
        Some(TensorRange { op, columns: tensor.layout.columns(), range })
    };
    allocs.into_iter().filter_map(range_of).collect()
}

/// The first column of each allocation. One that finds no room starts where tensor memory would have to be larger.
pub(crate) fn tensor_columns(module: &Module, func: Op) -> Vec<(Op, u32)> {
    let mut found = Vec::new();
    // Those that are live at the current one, which are fewer than there are columns.
    let mut live: Vec<(TensorRange, u32)> = Vec::new();
    for alloc in tensor_ranges(module, func) {
        live.retain(|(other, _)| other.range.overlaps(alloc.range));
        let mut taken: Vec<(u32, u32)> =
            live.iter().map(|&(other, first)| (first, first + other.columns)).collect();
        taken.sort_unstable();
        let mut column = 0;
        for (first, end) in taken {
            if first >= column + alloc.columns {
                break;
            }
            column = column.max(end);
        }
        if column + alloc.columns <= COLUMNS {
            live.push((alloc, column));
        }
        found.push((alloc.op, column));
    }
    found
}

//! `allocate-shared`: every buffer, ring and piece of scratch memory gets an offset in shared memory.
//!
//! [`crate::shared_memory`] defines allocations and their live ranges. Two of them may share bytes unless they are live
//! at the same time. Each allocation gets the lowest gap that it fits in: first buffers in program order, then scratch
//! memory. No order is optimal for all programs; program order is used because buffers mostly follow each other, so the
//! result is similar to a stack.
//!
//! Reused memory needs a barrier between the last access of the previous allocation and the first of the next one. Ops
//! that use scratch memory start with a barrier. A buffer has one between its op and its first use; a buffer without
//! one is kept separate for the whole function.
//!
//! Only scratch memory can be reduced: if a tile does not fit next to the live buffers, the op gets the free memory,
//! and moves the tile in rounds. `scratch = [offset, bytes]` has both numbers, so level 4 makes no decision. If a
//! kernel still does not fit, it is allocated past the limit, and the caller refuses it with the sum.
//!
//! Tensor memory of kernels without agents gets its columns here too (`tensor_columns`).
//!
//! [`Room`] is the same computation for hypothetical programs: pipelining uses it to find how many stages a loop may
//! have.

mod pack;
mod room;

use ir::Op;
use ir::build::IntoAttr;
use ir::generic::Attr;
use ir::walk::preorder;

pub use self::room::Room;

use self::pack::{Packed, Placed};
use crate::decisions::Decision;
use crate::ops::fields;
use crate::shared_memory::{Allocations, aligned, is_allocated, offset_field, scratch_field};
use crate::tensor_columns::tensor_columns;
use crate::{Module, Opcode};

/// Assigns offsets to the allocations of the module's functions, and totals to the functions. Existing offsets are not
/// changed. True if something changed.
pub fn allocate_shared(module: &mut Module) -> bool {
    let funcs: Vec<Op> = preorder(&module.body, module.root)
        .filter(|&op| module.opcode(op) == Opcode::Func && !is_allocated(module, op))
        .collect();
    for &func in &funcs {
        let needs = Allocations::of(module, func, None);
        let packed = Packed::of(limit(module), &needs);
        let (placed, total) = (packed.placed, packed.total);
        write(module, func, &placed, total);
        for (op, column) in tensor_columns(module, func) {
            let slot = i64::from(column).into_attr(module);
            module.set_attr(op, fields::tensor_alloc::column, slot);
        }
    }
    !funcs.is_empty()
}

/// The decisions of the pass: the bytes of each function, and the ops whose scratch is smaller than their tile.
pub(crate) fn decisions(module: &Module) -> Vec<Decision> {
    let funcs = preorder(&module.body, module.root)
        .filter(|&op| module.opcode(op) == Opcode::Func && !is_allocated(module, op));
    let limit = limit(module);
    let shown = limit.map_or_else(|| "unknown".to_owned(), |limit| limit.to_string());
    let mut found = Vec::new();
    for func in funcs {
        let needs = Allocations::of(module, func, None);
        let packed = Packed::of(limit, &needs);
        let apart: u64 = needs.all().map(|allocation| aligned(allocation.bytes.into())).sum();
        let why = "each is at the lowest offset that is free during its live range";
        let what = format!("Buffers and scratch memory use {} bytes of shared memory", packed.total);
        let whole = Decision::new(func, true, what, why).with("Bytes", packed.total);
        found.push(whole.with("BytesWithoutReuse", apart).with("Limit", &shown));
        for (allocation, placed) in needs.all().zip(&packed.placed) {
            if allocation.bytes > placed.bytes {
                let what = format!("Elements move through {} bytes of scratch in rounds", placed.bytes);
                let why = "it does not fit as a whole next to other live allocations";
                let rounds = Decision::new(placed.op, false, what, why).with("Bytes", placed.bytes);
                found.push(rounds.with("BytesAtOnce", allocation.bytes).with("Limit", &shown));
            }
        }
    }
    found
}

/// Bytes that a thread block of the module's target may have; none if no target is named.
fn limit(module: &Module) -> Option<u64> {
    crate::target::capability(module).map(|capability| crate::target::shared_limit(capability).into())
}

fn write(module: &mut Module, func: Op, placed: &[Placed], total: u32) {
    for placed in placed {
        let (op, offset) = (placed.op, i64::from(placed.offset));
        let (field, slot) = match offset_field(module.opcode(op)) {
            Some(field) => (field, offset.into_attr(module)),
            None => {
                let field = scratch_field(module.opcode(op)).expect("other allocations are scratch");
                let numbers = Attr::Ints([offset, i64::from(placed.bytes)].into_iter().collect());
                (field, numbers.into_attr(module))
            }
        };
        module.set_attr(op, field, slot);
    }
    let total = i64::from(total).into_attr(module);
    module.set_attr(func, fields::func::shared_bytes, total);
}

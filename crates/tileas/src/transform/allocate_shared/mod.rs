//! `allocate-shared`: every buffer, ring and piece of scratch memory gets an offset in shared memory.
//!
//! An *allocation* is a number of bytes that must not be overwritten during a range of the program:
//!
//! | allocation | size | live range |
//! |---|---|---|
//! | a buffer (`alloc_tensor`) | its elements | from its op to the last use of it or of a slice of it |
//! | a ring (`create_pipeline`) | its stages | the same; it includes the loop that the ring feeds |
//! | a pipeline between agents | its stages and their mbarriers ([`Stages`]) | the function |
//! | scratch of an op ([`Scratch`]) | data that moves through shared memory during the op | the op |
//! | slots of `alloca` | an address each | the function |
//!
//! Two allocations may share bytes unless they are live at the same time: their live ranges overlap, or they belong to
//! two agents of one switch, which run concurrently. Each allocation gets the lowest gap that it fits in: first buffers
//! in program order, then scratch memory. No order is optimal for all programs; program order is used because buffers
//! mostly follow each other, so the result is similar to a stack.
//!
//! Reused memory needs a barrier between the last access of the previous allocation and the first of the next one. Ops
//! that use scratch memory start with a barrier. A buffer has one between its op and its first use; a buffer without
//! one is kept separate for the whole function.
//!
//! Only scratch memory can be reduced: if a tile does not fit next to the live buffers, the op gets the free memory,
//! and moves the tile in rounds. `scratch = [offset, bytes]` has both numbers, so level 4 makes no decision. If a
//! kernel still does not fit, it is allocated past the limit, and the caller refuses it with the sum.
//!
//! [`Room`] is the same computation for hypothetical programs: pipelining uses it to find how many stages a loop may
//! have.

mod lines;
mod liveness;
mod pack;
mod room;
mod scratch;
mod stages;

use ir::Op;
use ir::build::IntoAttr;
use ir::generic::Attr;
use ir::walk::preorder;

pub use self::lines::{Lines, ScanGroup, along, register_bits, scan_groups, thread_lines};
pub(crate) use self::liveness::{Allocation, Allocations, SLOT};
pub use self::room::Room;
pub use self::scratch::{Scratch, granted, replaced_registers, slice_registers};
pub use self::stages::Stages;
pub(crate) use self::stages::{bytes_of_part, whole_stage};

use self::liveness::ALIGN;
use self::pack::{Packed, Placed};
use self::scratch::scratch_field;
use crate::decisions::Decision;
use crate::ops::fields;
use crate::types::BufferType;
use crate::{Module, Opcode};

/// Whether the shared memory of a function is allocated.
pub fn is_allocated(module: &Module, func: Op) -> bool {
    module.int(func, fields::func::shared_bytes).is_some()
}

/// Whether that of every function is.
pub fn all_allocated(module: &Module) -> bool {
    preorder(&module.body, module.root)
        .all(|op| module.opcode(op) != Opcode::Func || is_allocated(module, op))
}

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

/// The attribute with the offset of memory that an op allocates beyond its own execution.
pub(crate) fn offset_field(opcode: Opcode) -> Option<ir::Field> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "no other op makes memory that outlives it")]
    match opcode {
        Opcode::AllocTensor => Some(fields::alloc_tensor::offset),
        Opcode::CreatePipeline => Some(fields::create_pipeline::offset),
        Opcode::PipelineCreate => Some(fields::pipeline_create::offset),
        Opcode::Alloca => Some(fields::alloca::offset),
        _ => None,
    }
}

/// Bytes from one buffer of this type to the next.
pub fn buffer_bytes(buffer: &BufferType) -> u64 {
    aligned(element_bytes(buffer))
}

/// Bytes of the elements of a buffer.
fn element_bytes(buffer: &BufferType) -> u64 {
    (u64::from(buffer.bits()) << buffer.layout.shape().bits().min(40)) / 8
}

/// Bytes up to the start of the next allocation.
pub(crate) fn aligned(bytes: u64) -> u64 {
    bytes.next_multiple_of(ALIGN.into())
}

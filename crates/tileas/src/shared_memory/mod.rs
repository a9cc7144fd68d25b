//! Shared memory that the ops of a function need: what is allocated, how large, and when it is live. The pass
//! `allocate-shared` assigns the offsets, level 4 uses them, and the verifier checks both.
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
//! | slots of `tcgen05.alloc` | an address, a parity and an mbarrier each ([`TENSOR_SLOT`]) | the function |
//!
//! Two allocations are live at the same time if their live ranges overlap, or if they belong to two agents of one
//! switch, which run concurrently.

mod lines;
mod liveness;
mod scratch;
mod stages;

use ir::Op;
use ir::walk::preorder;

pub use self::lines::{Lines, ScanGroup, along, register_bits, scan_groups, thread_lines};
pub use self::liveness::TENSOR_SLOT;
pub(crate) use self::liveness::{ALIGN, Allocation, Allocations, Rings, SLOT};
pub(crate) use self::scratch::scratch_field;
pub use self::scratch::{Scratch, granted, replaced_registers, slice_registers};
pub use self::stages::Stages;
pub(crate) use self::stages::{ALIGN as STAGE_ALIGN, bytes_of_part, whole_stage};

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

/// The attribute with the offset of memory that an op allocates beyond its own execution.
pub(crate) fn offset_field(opcode: Opcode) -> Option<ir::Field> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "no other op makes memory that outlives it")]
    match opcode {
        Opcode::AllocTensor => Some(fields::alloc_tensor::offset),
        Opcode::CreatePipeline => Some(fields::create_pipeline::offset),
        Opcode::PipelineCreate => Some(fields::pipeline_create::offset),
        Opcode::Alloca => Some(fields::alloca::offset),
        Opcode::TensorAlloc => Some(fields::tensor_alloc::offset),
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

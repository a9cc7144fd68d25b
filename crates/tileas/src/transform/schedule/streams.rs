//! Streams: tiles that a kernel without products loads in loops, and that an agent copies ahead of the warps that
//! compute.
//!
//! Each load has a pipeline of its own. The warps that compute wait for its stage, load the whole tile into registers,
//! and release the stage at once.
//!
//! A load is a stream if
//!
//! - a tensor map describes its memory, and its tile has one or two dimensions (besides those of one element) and at
//!   least [`LEAST_BYTES`];
//! - the program orders it after no write: a tile is loaded some iterations before the program would load it, so it may
//!   not be what an earlier iteration stores;
//! - its loops and indices can be computed by another agent.
//!
//! Loads outside of loops stay with the threads: a thread block has nothing to load ahead, and other thread blocks of
//! the multiprocessor have loads in flight meanwhile.

use ir::Op;
use ir::walk::preorder;
use tile_core::arith::MemoryOrdering;

use super::exits::loop_around;
use super::map_memory::is_settled;
use super::operand::{Filling, Operand};
use super::refusal::{Refusal, named};
use super::skeleton::Skeleton;
use super::stage::{Side, streamed, tensor_map};
use crate::ops::fields;
use crate::{Module, Opcode};

/// Bytes of a tile for which a copy by an agent pays: an mbarrier is waited for, and arrived at, by each warp.
const LEAST_BYTES: u32 = 2 << 10;

/// The streams of a function without products in loops.
///
/// # Errors
/// If there are none: why the first load in a loop is none, or that there is no such load.
pub(super) fn streams(module: &Module, func: Op) -> Result<Vec<Operand>, Refusal> {
    let none = || Refusal::new(func, "no product stands in a loop");
    let is_product = |op: Op| matches!(module.opcode(op), Opcode::Dot | Opcode::DotScaled | Opcode::FmaDot);
    if preorder(&module.body, func).any(is_product) {
        return Err(none());
    }
    let is_load = |&op: &Op| module.opcode(op) == Opcode::TiledLoad && loop_around(module, op).is_some();
    let loads: Vec<Op> = preorder(&module.body, func).filter(is_load).collect();
    let (mut found, mut first) = (Vec::new(), None);
    for load in loads {
        match stream(module, func, load) {
            Ok(operand) => found.push(operand),
            Err(refusal) => first = first.or(Some(refusal)),
        }
    }
    if found.is_empty() { Err(first.unwrap_or_else(none)) } else { Ok(found) }
}

/// A load as a stream.
fn stream(module: &Module, func: Op, load: Op) -> Result<Operand, Refusal> {
    use fields::tiled_load as f;
    let refuse = |why: &str| Refusal::new(load, format!("no agent copies its tile ahead: {why}"));
    if module.get::<MemoryOrdering>(load, f::ordering) != MemoryOrdering::Weak {
        return Err(refuse("it takes part in synchronisation"));
    }
    if !module.flag(load, f::boxes) {
        let reason = module.get_opt(load, f::no_boxes).map(|reason: tileaa::boxes::NoBoxes| reason.reason());
        return Err(refuse(reason.unwrap_or("its memory is not known to be describable by a tensor map")));
    }
    let tiles = module.ty(module.operand(load, f::tiles)).block_tile();
    let found = tiles.and_then(|tiles| {
        let buffer = streamed(tiles)?;
        tensor_map(tiles, &buffer).map(|_| buffer)
    });
    let buffer = found.ok_or_else(|| refuse("its tile is no boxes of one or two dimensions"))?;
    let (side, filling) = (Side::Left, Filling::Boxes);
    let operand = Operand { load, order: [0, 1], side, buffer, filling, is_halved: false };
    if operand.bytes() < LEAST_BYTES {
        let why = format!("it has {} bytes, and copies ahead pay from {LEAST_BYTES} on", operand.bytes());
        return Err(refuse(&why));
    }
    if let Some(user) = moved_to_memory(module, func, load) {
        let why =
            format!("{} takes it from shared memory, to which all warps copy it ahead", named(module, user));
        return Err(refuse(&why));
    }
    let of_stream = |refusal: Refusal| {
        let reason = refusal.reason.replace("a load of the product", "a load that is copied ahead");
        Refusal {
            reason: reason.replace("only the agent that multiplies", "only the agent that computes"),
            ..refusal
        }
    };
    is_settled(module, func, load).map_err(of_stream)?;
    Skeleton::of(module, func, std::slice::from_ref(&operand)).map_err(of_stream)?;
    Ok(operand)
}

/// An op that takes elements of a tile by shared memory: the universal path copies the tile there ahead itself, without
/// registers.
fn moved_to_memory(module: &Module, func: Op, load: Op) -> Option<Op> {
    let tile = module.result(load, fields::tiled_load::result);
    preorder(&module.body, func).find(|&op| {
        matches!(module.opcode(op), Opcode::Cat | Opcode::ExtractSlice | Opcode::InsertSlice)
            && module.body.operands(op).contains(&tile)
    })
}

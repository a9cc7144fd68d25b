//! Tiles that products, and atomic operations that count, read in place, from the memory of the launch.
//!
//! A tile of a view, or of pointers that do not follow from data, that only they read needs no place if memory cannot
//! change between the load and them: they stand in the same block with nothing in between that writes, synchronises
//! or has regions. An atomic operation has read all its offsets before it changes anything that can be seen.

use cuda_tile::ops::{Opcode, fields};
use cuda_tile::types::ViewKind;
use ir::{Block, Op, Value, walk};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::class::{self, Class};
use super::facts::{Facts, Read, Root};
use super::steps::strides;
use crate::map::row_major;
use crate::rows::Codec;

/// A stretch of a block in which memory does not change.
type Stretch = (Option<Block>, u32);

/// A tile that may be read in place.
struct Candidate {
    stretch: Stretch,
    readers: u32,
}

/// The tiles below a function that are read in place.
pub(super) fn tiles(facts: &Facts<'_>, function: Op) -> FxHashSet<Value> {
    let body = &facts.module.body;
    let mut candidates: FxHashMap<Value, Candidate> = FxHashMap::default();
    let mut order = Vec::new();
    let mut changes = 0;
    for op in walk::preorder(body, function).skip(1).filter(|&op| facts.is_live(op)) {
        // An operation reads what memory was before it.
        let stretch = (body.parent_block(op), changes);
        changes += u32::from(changes_memory(facts, op));
        note_reads(facts, op, stretch, &mut candidates);
        if let Some(tile) = loaded(facts, op) {
            candidates.insert(tile, Candidate { stretch, readers: 0 });
            order.push(tile);
        }
    }
    order.retain(|tile| candidates.get(tile).is_some_and(|candidate| candidate.readers > 0));
    order.into_iter().collect()
}

/// Whether memory may have changed after an operation, or the operation has code of its own.
fn changes_memory(facts: &Facts<'_>, op: Op) -> bool {
    match Class::of(facts.module, op) {
        Class::Store | Class::Effect | Class::Region => true,
        Class::Fold | Class::Generate => !class::is_lanes_only(facts.module, op),
        Class::Elementwise
        | Class::View
        | Class::Constant
        | Class::Iota
        | Class::Token
        | Class::Pure
        | Class::Checked
        | Class::Load
        | Class::End
        | Class::Nothing => false,
    }
}

/// The tile that an operation loads from a view, or through pointers that do not follow from data, if products can read
/// it there.
fn loaded(facts: &Facts<'_>, op: Op) -> Option<Value> {
    let module = facts.module;
    if Class::of(module, op) != Class::Load {
        return None;
    }
    let tile = if module.opcode(op) == Opcode::LoadViewTko {
        module.result(op, fields::load_view_tko::tile)
    } else {
        facts.affine(op).map(|_| module.result(op, fields::load_ptr_tko::result))?
    };
    (Codec::of(facts.scalar(tile)) == Codec::Plain).then_some(tile)
}

/// Takes back the candidates that an operation reads in a way that products do not.
fn note_reads(facts: &Facts<'_>, op: Op, stretch: Stretch, candidates: &mut FxHashMap<Value, Candidate>) {
    // A view of a tile only gives it another shape; its readers count.
    if Class::of(facts.module, op) == Class::View {
        return;
    }
    note_offsets(facts, op, stretch, candidates);
    let product = is_product(facts, op);
    for (index, &operand) in facts.module.body.operands(op).iter().enumerate() {
        if !facts.is_tile(operand) {
            continue;
        }
        let Root::Value(root) = facts.source(operand).root else { continue };
        let Some(candidate) = candidates.get_mut(&root) else { continue };
        if product && index < 2 && candidate.stretch == stretch && dims(facts, operand).is_some() {
            candidate.readers += 1;
        } else {
            // One other reader needs the tile in the frame, and then all may read it there.
            candidates.remove(&root);
        }
    }
}

/// The offsets of an atomic operation, a row of them, are read in place too.
fn note_offsets(facts: &Facts<'_>, op: Op, stretch: Stretch, candidates: &mut FxHashMap<Value, Candidate>) {
    let Some(indexed) = facts.indexed(op) else { return };
    let offsets = indexed.offsets;
    let atomic = facts.module.opcode(op) == Opcode::AtomicRmwTko;
    let Root::Value(root) = facts.source(offsets).root else { return };
    let Some(candidate) = candidates.get_mut(&root) else { return };
    if atomic && candidate.stretch == stretch && facts.tile_type(root).shape().len() == 1 {
        candidate.readers += 1;
    } else {
        candidates.remove(&root);
    }
}

/// Whether an operation is a matrix product, which reads its first two operands through strides.
pub(super) fn is_product(facts: &Facts<'_>, op: Op) -> bool {
    facts.module.spec(op).compute.is_product()
}

/// Which dimensions of the tile that an operand of a product comes from are its batches, rows and columns; none for an
/// extent of one, and where all elements are the same. `None` when they are not dimensions of that tile.
pub(super) fn dims(facts: &Facts<'_>, operand: Value) -> Option<[Option<usize>; 3]> {
    let source = facts.source(operand);
    let Root::Value(root) = source.root else { return None };
    let (shape, from) = (facts.tile_type(operand).shape(), facts.tile_type(root).shape());
    let (strides, steps) = (strides(&source.map, shape)?, row_major(from));
    let dim = |back: usize| match shape.len().checked_sub(back).map(|dim| (shape[dim], strides[dim])) {
        None | Some((1, _) | (_, 0)) => Some(None),
        Some(moves) => Some(Some((0..from.len()).find(|&dim| (from[dim], steps[dim]) == moves)?)),
    };
    Some([dim(3)?, dim(2)?, dim(1)?])
}

/// The dimension of a loaded tile along which `counter` counts tiles, if that is the only one.
pub(super) fn counted(facts: &Facts<'_>, load: Op, counter: Value) -> Option<usize> {
    let module = facts.module;
    if module.opcode(load) != Opcode::LoadViewTko {
        return None;
    }
    let view = module.ty(module.operand(load, fields::load_view_tko::view)).as_view()?;
    let indices = module.operands(load, fields::load_view_tko::index).iter();
    let is_counter = |value: Value| facts.source(value).root == Root::Value(counter);
    let counts = |&(dim, &index): &(usize, &Value)| match view.kind() {
        ViewKind::Partition { .. } | ViewKind::Strided { .. } => is_counter(index),
        ViewKind::GatherScatter { sparse_dim, .. } => {
            dim != *sparse_dim as usize && is_multiple(facts, index, is_counter, view.tile()[dim] as u64)
        }
    };
    let found: SmallVec<[usize; 2]> = indices.enumerate().filter(counts).map(|(dim, _)| dim).collect();
    let &[dim] = found.as_slice() else { return None };
    let by_tiles = match view.kind() {
        ViewKind::Partition { .. } | ViewKind::GatherScatter { .. } => true,
        ViewKind::Strided { traversal_strides, .. } => {
            i64::from(traversal_strides[dim]) == i64::from(view.tile()[dim])
        }
    };
    by_tiles.then_some(dim)
}

/// Whether a number is `times` times one that is asked for.
fn is_multiple(facts: &Facts<'_>, number: Value, is_wanted: impl Fn(Value) -> bool, times: u64) -> bool {
    let Root::Value(root) = facts.source(number).root else { return false };
    let Some(op) = facts.module.body.def_op(root) else { return false };
    let &[a, b] = facts.module.body.operands(op) else { return false };
    let product = facts.module.opcode(op) == Opcode::MulI;
    product && [(a, b), (b, a)].into_iter().any(|(a, b)| is_wanted(a) && facts.splat(b) == Some(times))
}

/// Whether the other indices of a load stay as they are while a loop runs.
pub(super) fn stays_beside(facts: &Facts<'_>, load: Op, owner: Op, dim: usize) -> bool {
    let indices = facts.module.operands(load, fields::load_view_tko::index).iter().enumerate();
    let mut others = indices.filter(|&(number, _)| number != dim);
    others.all(|(_, &index)| match facts.source(index).root {
        Root::Value(root) => facts.is_outside(root, owner),
        Root::Constant(_) | Root::Iota => true,
    })
}

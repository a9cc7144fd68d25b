//! `stage-tiles`: `cat`, `extract_slice` and `insert_slice` use buffers in shared memory.
//!
//! These ops move elements to other threads. The parts are stored in a buffer of the whole tile, and after a barrier,
//! the result is loaded from it. A tile that does not fit in shared memory (`buffers`) is not changed: level 4 moves it
//! in rounds, through the available memory. Slices of a few elements at known positions in functions with agents are
//! not changed either.

use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Field, Op, Value};

use super::buffers::{all_bytes, index, row_major, zeros};
use super::schedule::is_for_agents;
use super::schedule::skeleton::is_of_few;
use crate::decisions::Decision;
use crate::ops::{Builders as _, fields};
use crate::{Module, Opcode, TileAs};

type Builder<'m> = ir::build::Builder<'m, TileAs>;

/// Rewrites ops whose buffers fit into `limit` bytes; true if there were any.
pub(crate) fn run(module: &mut Module, limit: u64) -> bool {
    let ops: Vec<Op> = preorder(&module.body, module.root).collect();
    let mut rewriter = Rewriter::new(module);
    for op in ops {
        let Some(whole) = whole(rewriter.module(), op) else { continue };
        if all_bytes(rewriter.module(), &whole) > limit {
            continue;
        }
        #[allow(clippy::wildcard_enum_match_arm, reason = "`whole` knows three ops")]
        let stage = match rewriter.module().opcode(op) {
            Opcode::Cat => cat,
            Opcode::ExtractSlice => extract,
            _ => insert,
        };
        let value = rewriter.build_before(op, op, |b| stage(b, op));
        rewriter.replace_op(op, &[value]);
    }
    rewriter.changed()
}

/// The decisions of the pass for the ops that it handles.
pub(crate) fn decisions(module: &Module, limit: u64) -> Vec<Decision> {
    let ops = preorder(&module.body, module.root);
    let decide = |op: Op| {
        let bytes = all_bytes(module, &whole(module, op)?);
        let decision = if bytes <= limit {
            Decision::new(op, true, "The tile goes through a buffer of shared memory", "it fits there")
        } else {
            let why = "the whole tile does not fit in shared memory";
            Decision::new(op, false, "The tile goes through shared memory in rounds", why)
        };
        Some(decision.with("Bytes", bytes).with("Room", limit))
    };
    ops.filter_map(decide).collect()
}

/// The tiles that the buffers of an op hold together.
fn whole(module: &Module, op: Op) -> Option<Vec<Value>> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "other ops keep elements in their threads")]
    let values = match module.opcode(op) {
        Opcode::Cat => vec![module.operand(op, fields::cat::lhs), module.operand(op, fields::cat::rhs)],
        // Agents use slices of tiles that each of their threads holds: numbers that control copies.
        Opcode::ExtractSlice if is_of_few(module, op) && stands_in_agents(module, op) => return None,
        Opcode::ExtractSlice => vec![module.operand(op, fields::extract_slice::source)],
        Opcode::InsertSlice => vec![module.operand(op, fields::insert_slice::destination)],
        _ => return None,
    };
    // Slices of memory are views of it.
    values.iter().all(|&value| module.ty(value).tile().is_some()).then_some(values)
}

/// Whether the function around an op gets agents.
fn stands_in_agents(module: &Module, op: Op) -> bool {
    std::iter::successors(module.body.parent_op(op), |&op| module.body.parent_op(op))
        .any(|outer| module.opcode(outer) == Opcode::Func && is_for_agents(module, outer))
}

/// Offsets in elements of an index in slices.
fn offsets(b: &mut Builder<'_>, op: Op, indices: Field, extents: &[u32]) -> Vec<Value> {
    let indices: Vec<Value> = b.module.operands(op, indices).to_vec();
    let scaled = indices.into_iter().zip(extents).map(|(at, &extent)| {
        let extent = index(b, extent);
        let ty = b.module.body.ty(at);
        b.muli().lhs(at).rhs(extent).result(ty).finish().value()
    });
    scaled.collect()
}

fn shape(b: &Builder<'_>, value: Value) -> Vec<u32> {
    b.module.ty(value).tile().expect("a tile").shape().to_vec()
}

fn whole_buffer(b: &mut Builder<'_>, value: Value) -> Value {
    let (extents, elem) = (shape(b, value), b.module.ty(value).tile().expect("a tile").elem);
    row_major(b, &extents, elem)
}

fn store(b: &mut Builder<'_>, value: Value, buffer: Value, offsets: &[Value]) {
    b.local_store().value(value).buffer(buffer).offsets(offsets).finish();
}

fn load(b: &mut Builder<'_>, op: Op, buffer: Value, offsets: &[Value]) -> Value {
    let ty = b.module.body.ty(b.module.body.result(op, 0));
    b.local_load().buffer(buffer).offsets(offsets).result(ty).finish().value()
}

fn cat(b: &mut Builder<'_>, op: Op) -> Value {
    let [lhs, rhs] = [fields::cat::lhs, fields::cat::rhs].map(|field| b.module.operand(op, field));
    let dim = b.module.int(op, fields::cat::dim).unwrap_or(0) as usize;
    let result = b.module.body.result(op, 0);
    let buffer = whole_buffer(b, result);
    let left = shape(b, lhs);
    let zeros = zeros(b, left.len());
    let mut behind = zeros.clone();
    behind[dim] = index(b, left[dim]);
    b.barrier().finish();
    store(b, lhs, buffer, &zeros);
    store(b, rhs, buffer, &behind);
    b.barrier().finish();
    load(b, op, buffer, &zeros)
}

fn extract(b: &mut Builder<'_>, op: Op) -> Value {
    let source = b.module.operand(op, fields::extract_slice::source);
    let slice = shape(b, b.module.body.result(op, 0));
    let buffer = whole_buffer(b, source);
    let zeros = zeros(b, slice.len());
    let offsets = offsets(b, op, fields::extract_slice::indices, &slice);
    b.barrier().finish();
    store(b, source, buffer, &zeros);
    b.barrier().finish();
    load(b, op, buffer, &offsets)
}

fn insert(b: &mut Builder<'_>, op: Op) -> Value {
    let source = b.module.operand(op, fields::insert_slice::source);
    let destination = b.module.operand(op, fields::insert_slice::destination);
    let slice = shape(b, source);
    let buffer = whole_buffer(b, destination);
    let zeros = zeros(b, slice.len());
    let offsets = offsets(b, op, fields::insert_slice::indices, &slice);
    b.barrier().finish();
    store(b, destination, buffer, &zeros);
    b.barrier().finish();
    store(b, source, buffer, &offsets);
    b.barrier().finish();
    load(b, op, buffer, &zeros)
}

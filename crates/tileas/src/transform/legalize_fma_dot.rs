//! `legalize-fma-dot`: products without a matrix instruction become element-wise products.
//!
//! Both operands are stored in shared memory, and each thread multiplies rows and columns for its elements of the sum.
//! Scales of blocks are applied when elements are read. Operands that do not fit in shared memory (`buffers`) are
//! processed in slices of the inner dimension: a slice of each is stored, multiplied onto the sum of the previous
//! slices, and overwritten, so the order of additions does not change.

use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Op, Value};

use super::buffers::{Slice, inner_dims, row_major, slice_count, slice_shape, store_slices};
use super::relayout::has_fragments;
use crate::ops::{Builders as _, fields};
use crate::{Module, Opcode, TileAs};

type Builder<'m> = ir::build::Builder<'m, TileAs>;

/// Rewrites every product without an instruction; true when there was one.
pub(crate) fn run(module: &mut Module, limit: u64) -> bool {
    let ops: Vec<Op> = preorder(&module.body, module.root).collect();
    let mut rewriter = Rewriter::new(module);
    for op in ops {
        let Some(operands) = operands(rewriter.module(), op) else { continue };
        let value = rewriter.build_before(op, op, |b| in_slices(b, op, &operands, limit));
        rewriter.replace_op(op, &[value]);
    }
    rewriter.changed()
}

/// The factors: left and right operands alternate.
fn operands(module: &Module, op: Op) -> Option<Vec<Value>> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops are no products")]
    match module.opcode(op) {
        Opcode::Dot if !has_fragments(module, op) => {
            Some([fields::dot::lhs, fields::dot::rhs].map(|field| module.operand(op, field)).to_vec())
        }
        Opcode::DotScaled if !has_fragments(module, op) => {
            use fields::dot_scaled as f;
            let operands = [f::lhs, f::rhs, f::lhs_scale, f::rhs_scale];
            Some(operands.map(|field| module.operand(op, field)).to_vec())
        }
        _ => None,
    }
}

/// The product, slice by slice.
fn in_slices(b: &mut Builder<'_>, op: Op, operands: &[Value], limit: u64) -> Value {
    // Scales have one element for a block of the inner dimension.
    let depth = |(at, &value): (usize, &Value)| {
        let shape = b.module.ty(value).tile().expect("a product is of tiles").shape();
        shape[inner_dims(shape.len())[at % 2]]
    };
    let most = operands.iter().enumerate().map(depth).min().unwrap_or(1);
    let count = slice_count(b.module, operands, (most, limit), |_| true).unwrap_or(most);
    let acc = if operands.len() == 2 { fields::dot::acc } else { fields::dot_scaled::acc };
    let mut sum = b.module.operand(op, acc);
    for number in 0..count {
        let buffers = buffers(b, operands, Slice { count, number });
        sum = multiply(b, op, &buffers, sum);
    }
    sum
}

/// Buffers of a slice of each operand, filled.
fn buffers(b: &mut Builder<'_>, operands: &[Value], slice: Slice) -> Vec<Value> {
    let mut stored = Vec::new();
    for (at, &value) in operands.iter().enumerate() {
        let tile = b.module.ty(value).tile().expect("a product is of tiles").clone();
        let dim = inner_dims(tile.shape().len())[at % 2];
        let buffer = row_major(b, &slice_shape(tile.shape(), dim, slice.count), tile.elem);
        stored.push((value, buffer, dim));
    }
    store_slices(b, &stored, slice);
    stored.into_iter().map(|(_, buffer, _)| buffer).collect()
}

fn multiply(b: &mut Builder<'_>, op: Op, buffers: &[Value], acc: Value) -> Value {
    let ty = b.module.body.ty(acc);
    if let &[lhs, rhs, lhs_scale, rhs_scale] = buffers {
        let product = b.fma_dot().lhs(lhs).rhs(rhs).acc(acc).lhs_scale(lhs_scale).rhs_scale(rhs_scale);
        return product.result(ty).finish().value();
    }
    let [signed_lhs, signed_rhs] =
        [fields::dot::signed_lhs, fields::dot::signed_rhs].map(|field| b.module.flag(op, field));
    let product = b.fma_dot().lhs(buffers[0]).rhs(buffers[1]).acc(acc);
    product.signed_lhs(signed_lhs).signed_rhs(signed_rhs).result(ty).finish().value()
}

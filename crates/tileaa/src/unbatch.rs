//! Products of batches of one matrix become products of matrices, in kernels with agents.
//!
//! ```text
//! for %acc : 1x64x64 { dot %a, %b, %acc }   ->   for %acc : 64x64 { dot view %a, view %b, %acc }
//! store %sum                                ->   store view %sum
//! ```
//!
//! Views that drop a dimension of one element are free. The sum is a matrix as a loop-carried value, too, if the loop
//! only uses it for the product.

use ir::analysis::Uses;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Op, TypeId, Value};

use crate::carried_sum::CarriedSum;
use crate::ops::{Builders as _, fields};
use crate::types::{TileType, Type};
use crate::{Module, Opcode, TileAa, constant};

/// Rewrites every such product; true if there was one.
pub(crate) fn run(module: &mut Module) -> bool {
    let uses = Uses::of(&module.body, module.root);
    let has_agents = |&op: &Op| module.opcode(op) == Opcode::Func && module.flag(op, fields::func::agents);
    let funcs = preorder(&module.body, module.root).filter(has_agents);
    let dots = funcs.flat_map(|func| preorder(&module.body, func)).filter(|&op| is_of_one_matrix(module, op));
    let found: Vec<(Op, Option<CarriedSum>)> =
        dots.map(|dot| (dot, CarriedSum::of(module, &uses, dot))).collect();
    for sum in found.iter().filter_map(|&(_, sum)| sum) {
        for value in sum.values(module) {
            let ty = module.types.intern(matrix(module.ty(value).tile().expect("a sum is a tile")));
            module.body.set_ty(value, ty);
        }
    }
    let mut rw = Rewriter::new(module);
    for &(dot, sum) in &found {
        rewrite(&mut rw, dot, sum);
    }
    !found.is_empty()
}

/// Whether an op multiplies batches of one matrix.
fn is_of_one_matrix(module: &Module, op: Op) -> bool {
    let shape = |value: Value| module.ty(value).tile().map(|tile| &tile.shape[..]);
    module.opcode(op) == Opcode::Dot && matches!(shape(module.body.result(op, 0)), Some(&[1, _, _]))
}

/// The type of the only matrix in a batch.
fn matrix(batch: &TileType) -> Type {
    let mut ty = batch.clone();
    ty.shape.remove(0);
    Type::Tile(ty)
}

/// Multiplies matrices instead. The loop of a carried sum already carries a matrix.
fn rewrite(rw: &mut Rewriter<'_, TileAa>, dot: Op, sum: Option<CarriedSum>) {
    use fields::dot as f;
    let [lhs, rhs] = [f::lhs, f::rhs].map(|field| rw.module().operand(dot, field));
    let [lhs, rhs] = [lhs, rhs].map(|value| only_matrix(rw, dot, value));
    let result = rw.module().body.result(dot, 0);
    let batch = rw.module().body.ty(result);
    let ty = matrix(rw.module().ty(result).tile().expect("a product is a tile"));
    let ty = rw.intern(ty);
    let Some(sum) = sum else {
        let acc = only_matrix(rw, dot, rw.module().operand(dot, f::acc));
        let new = rw.rebuild_before(dot, dot, &[lhs, rhs, acc], &[ty]);
        let back = viewed(rw, dot, rw.module().body.result(new, 0), batch);
        rw.replace_op(dot, &[back]);
        return;
    };
    let init = sum.init(rw.module());
    let first = only_matrix(rw, sum.loop_, rw.module().body.operands(sum.loop_)[init]);
    rw.set_operand(sum.loop_, init, first);
    let [acc, total] = sum.values(rw.module());
    let new = rw.rebuild_before(dot, dot, &[lhs, rhs, acc], &[ty]);
    let next = rw.module().body.result(new, 0);
    rw.replace_op(dot, &[next]);
    let next = rw.module().body.next(sum.loop_).expect("a loop does not end its block");
    let back = viewed(rw, next, total, batch);
    let view = rw.module().body.def_op(back).expect("an op views");
    rw.replace_value(total, back);
    rw.set_operand(view, 0, total);
}

/// The only matrix of a batch, before an op.
fn only_matrix(rw: &mut Rewriter<'_, TileAa>, at: Op, value: Value) -> Value {
    let ty = matrix(rw.module().ty(value).tile().expect("a batch is a tile"));
    let ty = rw.intern(ty);
    if let Some(bits) = constant::splat(rw.module(), value) {
        return constant::build_splat(rw, at, ty, bits);
    }
    viewed(rw, at, value, ty)
}

fn viewed(rw: &mut Rewriter<'_, TileAa>, at: Op, value: Value, ty: TypeId) -> Value {
    rw.build_before(at, at, |b| b.view().source(value).result(ty).finish().value())
}

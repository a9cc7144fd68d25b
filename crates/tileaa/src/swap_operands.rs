//! `swap-operands`: products of few rows and many columns are computed transposed.
//!
//! A warpgroup instruction (`wgmma`) has 64 rows, and 8 to 256 columns. A product of fewer rows than 64, such as a batch of a
//! few tokens, has few columns when it is transposed. An instruction for tensor memory (`tcgen05`) has 128 rows and 16 or more
//! columns, or 32 or 64 rows and 64 or more columns, so a product of 64x32 has an instruction when it is transposed:
//!
//! ```text
//! for %acc : 16x128 { dot %a, %b, %acc }   ->   for %acc : 128x16 { dot permute %b, permute %a, %acc }
//! store %sum                               ->   store %sum through the transposed tiles of memory
//! ```
//!
//! Transposing loaded operands is free, since matrices in shared memory are read in either order. The sum stays transposed as a
//! loop-carried value, through element-wise arithmetic, and to the store, whose tiles of memory have their dimensions swapped;
//! other ops use the sum after a `permute`.
//!
//! The pass changes kernels with agents, and products whose sum is carried by their own loop and has no other use in it.

use ir::analysis::Uses;
use ir::generic::Attr;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Op, TypeId, Value};

use crate::carried_sum::CarriedSum;
use crate::ops::{Builders as _, fields};
use crate::types::Type;
use crate::{Module, Opcode, TileAa, constant};

/// Rows of an instruction of `wgmma`; products with at least as many are not swapped.
const ROWS: u32 = 64;
/// The fewest columns of an instruction of `wgmma`.
const LEAST_COLUMNS: u32 = 8;

/// The instruction that multiplies, as far as it determines which products are swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// `wgmma`, into registers.
    Warpgroups,
    /// `tcgen05.mma`, into tensor memory.
    TensorMemory,
}

impl Instruction {
    /// That of a compute capability, such as 90.
    pub fn of_capability(capability: i64) -> Instruction {
        if matches!(capability, 100..120) { Instruction::TensorMemory } else { Instruction::Warpgroups }
    }

    /// Whether a sum of these extents is computed transposed.
    fn swaps(self, [rows, columns]: [u32; 2]) -> bool {
        let is_few = (LEAST_COLUMNS..ROWS).contains(&rows) && columns >= ROWS;
        let fits = |[rows, columns]: [u32; 2]| match rows {
            128 | 256 => columns >= 16,
            32 | 64 => columns >= 64,
            _ => false,
        };
        match self {
            Instruction::Warpgroups => is_few,
            // Instructions of 128 rows are preferred to those of few rows (`.ws`).
            Instruction::TensorMemory => (is_few || !fits([rows, columns])) && fits([columns, rows]),
        }
    }
}

/// A product that is computed transposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swap {
    /// The product.
    pub dot: Op,
    /// Rows and columns of its sum.
    pub shape: [u32; 2],
    /// The sum in its loop.
    carried: CarriedSum,
}

/// The products of kernels with agents that are computed transposed.
pub fn decide(module: &Module, instruction: Instruction) -> Vec<Swap> {
    let uses = Uses::of(&module.body, module.root);
    let has_agents = |&op: &Op| module.opcode(op) == Opcode::Func && module.flag(op, fields::func::agents);
    let funcs = preorder(&module.body, module.root).filter(has_agents);
    let dots =
        funcs.flat_map(|func| preorder(&module.body, func)).filter(|&op| module.opcode(op) == Opcode::Dot);
    dots.filter_map(|dot| Swap::of(module, &uses, (dot, instruction))).collect()
}

/// Swaps the operands of every such product; true when there was one.
pub fn run(module: &mut Module, instruction: Instruction) -> bool {
    let found = decide(module, instruction);
    for swap in &found {
        for value in swap.carried.values(module) {
            let mut ty = module.ty(value).tile().expect("a sum is a tile").clone();
            ty.shape.reverse();
            let ty = module.types.intern(Type::Tile(ty));
            module.body.set_ty(value, ty);
        }
    }
    let mut rw = Rewriter::new(module);
    // All sums are turned back before one moves on: an op may read two of them.
    let sums: Vec<Op> = found.iter().map(|swap| rewrite(&mut rw, swap)).collect();
    sums.into_iter().for_each(|sum| sink(&mut rw, sum));
    !found.is_empty()
}

impl Swap {
    fn of(module: &Module, uses: &Uses, (dot, instruction): (Op, Instruction)) -> Option<Swap> {
        let sum = module.body.result(dot, 0);
        let &[rows, columns] = &module.ty(sum).tile()?.shape[..] else { return None };
        if !instruction.swaps([rows, columns]) {
            return None;
        }
        CarriedSum::of(module, uses, dot).map(|carried| Swap { dot, shape: [rows, columns], carried })
    }
}

/// Computes a product transposed, whose loop already carries a transposed sum; returns the op that transposes the sum after the
/// loop.
fn rewrite(rw: &mut Rewriter<'_, TileAa>, swap: &Swap) -> Op {
    let &Swap { dot, carried: sum, .. } = swap;
    let (init, loop_) = (sum.init(rw.module()), sum.loop_);
    let first = transposed(rw, loop_, rw.module().body.operands(loop_)[init]);
    rw.set_operand(loop_, init, first);
    let [lhs, rhs] = [fields::dot::lhs, fields::dot::rhs].map(|field| rw.module().operand(dot, field));
    let [left, right] = [rhs, lhs].map(|value| transposed(rw, dot, value));
    let [acc, result] = sum.values(rw.module());
    let ty = rw.module().body.ty(acc);
    let new = rw.rebuild_before(dot, dot, &[left, right, acc], &[ty]);
    swap_signs(rw, new);
    let next = rw.module().body.result(new, 0);
    rw.replace_op(dot, &[next]);
    let next = rw.module().body.next(loop_).expect("a loop does not end its block");
    turned_back(rw, next, result)
}

/// Which operands of bytes have a sign.
fn swap_signs(rw: &mut Rewriter<'_, TileAa>, dot: Op) {
    use fields::dot::{signed_lhs, signed_rhs};
    let [left, right] = [signed_lhs, signed_rhs].map(|field| rw.module().attr(dot, field));
    rw.set_attr(dot, signed_lhs, right);
    rw.set_attr(dot, signed_rhs, left);
}

fn transposed_type(rw: &mut Rewriter<'_, TileAa>, value: Value) -> TypeId {
    let mut ty = rw.module().ty(value).tile().expect("a matrix is a tile").clone();
    ty.shape.reverse();
    rw.intern(Type::Tile(ty))
}

/// A matrix, transposed before an op.
fn transposed(rw: &mut Rewriter<'_, TileAa>, at: Op, value: Value) -> Value {
    let ty = transposed_type(rw, value);
    if let Some(bits) = constant::splat(rw.module(), value) {
        return constant::build_splat(rw, at, ty, bits);
    }
    let turned = rw.module().body.def_op(value).filter(|&op| rw.module().opcode(op) == Opcode::Permute);
    if let Some(op) = turned.filter(|&op| *rw.module().ints(op, fields::permute::permutation) == [1, 0]) {
        return rw.module().body.operands(op)[0];
    }
    permuted(rw, at, value, ty)
}

fn permuted(rw: &mut Rewriter<'_, TileAa>, at: Op, value: Value, ty: TypeId) -> Value {
    let order = rw.intern_attr(Attr::Ints([1, 0].into()));
    rw.build_before(at, at, |b| b.permute().source(value).permutation(order).result(ty).finish().value())
}

/// Gives all that use a value its transpose, by an op that this builds.
fn turned_back(rw: &mut Rewriter<'_, TileAa>, at: Op, value: Value) -> Op {
    let ty = transposed_type(rw, value);
    let back = permuted(rw, at, value, ty);
    let op = rw.module().body.def_op(back).expect("an op permutes");
    rw.replace_value(value, back);
    rw.set_operand(op, 0, value);
    op
}

/// Moves a transposition of a sum after what uses it, up to the store.
fn sink(rw: &mut Rewriter<'_, TileAa>, permute: Op) {
    let mut permute = permute;
    loop {
        let module = rw.module();
        let (source, value) = (module.body.operands(permute)[0], module.body.result(permute, 0));
        let users = rw.users(value);
        let &[user] = &users[..] else { return };
        let op = module.opcode(user);
        if op == Opcode::TiledStore && module.operand(user, fields::tiled_store::value) == value {
            store(rw, user, source);
            return;
        }
        if op.arith().is_none() || module.body.results(user).len() != 1 {
            return;
        }
        permute = above(rw, user, (value, source));
    }
}

/// Computes element-wise ops on transposed tiles, of which `source` is that of `value`; returns the op that transposes the
/// result back.
fn above(rw: &mut Rewriter<'_, TileAa>, op: Op, (value, source): (Value, Value)) -> Op {
    let operands = rw.module().body.operands(op).to_vec();
    let operands: Vec<Value> = operands
        .into_iter()
        .map(|operand| if operand == value { source } else { transposed(rw, op, operand) })
        .collect();
    let ty = transposed_type(rw, rw.module().body.result(op, 0));
    let new = rw.rebuild_before(op, op, &operands, &[ty]);
    let result = rw.module().body.result(new, 0);
    let old = transposed_type(rw, result);
    let back = permuted(rw, op, result, old);
    rw.replace_op(op, &[back]);
    rw.module().body.def_op(back).expect("an op permutes")
}

/// Stores a transposed tile through tiles of memory whose dimensions are the other way round.
fn store(rw: &mut Rewriter<'_, TileAa>, store: Op, value: Value) {
    use fields::tiled_store as f;
    let module = rw.module();
    let tiles = module.operand(store, f::tiles);
    let cut = module.body.def_op(tiles).filter(|&op| module.opcode(op) == Opcode::BlockTile);
    let (Some(cut), Type::BlockTile(ty)) = (cut, module.ty(tiles)) else { return };
    if ty.gather.is_some() {
        return;
    }
    let (memref, mut ty) = (module.operand(cut, fields::block_tile::memref), ty.clone());
    let (index, inside) = (module.operand_range(store, f::index), module.ints(store, f::inbounds).to_vec());
    let [row, column] = [0, 1].map(|dim| module.body.operands(store)[index.start + dim]);
    ty.tile.reverse();
    ty.step.reverse();
    ty.dims.reverse();
    let ty = rw.intern(Type::BlockTile(ty));
    let cut = rw.build_before(cut, cut, |b| b.block_tile().memref(memref).result(ty).finish().value());
    rw.set_operand(store, 0, value);
    rw.set_operand(store, 1, cut);
    rw.set_operand(store, index.start, column);
    rw.set_operand(store, index.start + 1, row);
    if !inside.is_empty() {
        let mut inside: Vec<i64> = inside.into_iter().map(|dim| 1 - dim).collect();
        inside.sort_unstable();
        let slot = rw.intern_attr(Attr::Ints(inside.into()));
        rw.set_attr(store, f::inbounds, slot);
    }
}

#[cfg(test)]
mod tests {
    use super::Instruction;

    #[test]
    fn products_are_swapped_where_they_have_an_instruction_then() {
        let of = |shape| {
            [Instruction::Warpgroups, Instruction::TensorMemory].map(|instruction| instruction.swaps(shape))
        };
        assert_eq!(of([16, 64]), [true, false], "no instruction for tensor memory has 16 columns of 64 rows");
        assert_eq!(of([16, 128]), [true, true]);
        assert_eq!(of([32, 64]), [true, false], "tensor memory has an instruction of 32 rows");
        assert_eq!(of([32, 128]), [true, true], "128 rows are preferred");
        assert_eq!(of([64, 32]), [false, true]);
        assert_eq!(of([64, 64]), [false, false]);
        assert_eq!(of([128, 16]), [false, false]);
        assert_eq!(of([4, 64]), [false, false]);
    }

    #[test]
    fn capabilities_have_their_instruction() {
        assert_eq!([90, 120].map(Instruction::of_capability), [Instruction::Warpgroups; 2]);
        assert_eq!([100, 103, 110].map(Instruction::of_capability), [Instruction::TensorMemory; 3]);
    }
}

//! Sums that threads rescale in tensor memory, before a product is added.
//!
//! ```text
//! o = w * v + o * broadcast(factor)   =>   wait; read { warp_if factor != 1 { tmem_store tmem_load * factor } }; release
//! o = w * v + rescale(o)              =>   wait; read { tmem_store rescale(tmem_load) }; release
//! ```
//!
//! The factor of a row is one as long as the maximum of its scores does not grow. A warp whose rows all have this factor would
//! write back what it reads: the product with one is exact, but for the bits of a NaN, which the next product replaces
//! by its own.

use ir::build::Builder;
use ir::generic::Attr;
use ir::{Op, TypeId, Value};
use numerics::Scalar;
use rustc_hash::FxHashMap;
use tile_core::arith::ComparisonPredicate;
use tileaa::types::Elem;

use super::exchange::Carried;
use super::reader::Read;
use super::sums::in_layout;
use super::{Begins, Sum};
use crate::ops::{Builders as _, fields};
use crate::types::{TileType, Type};
use crate::{Module, Opcode, TileAs};

/// One, as f32.
const ONE: u64 = 0x3F80_0000;

/// What is done with a sum.
struct Work<'a> {
    /// The value that the loop would carry, and its type.
    argument: Value,
    /// The ops that rescale it, and the last result.
    ops: &'a [Op],
    acc: Value,
    /// Its type where it is in registers.
    tile: TypeId,
}

impl Read<'_, '_> {
    /// The sum so far is rescaled in tensor memory, where the product would be.
    pub(super) fn rescale(
        &mut self,
        loop_: Op,
        (dot, sum): (Op, &Sum),
        found: &Carried,
        inside: &mut [Value],
    ) {
        let Begins::Rescaled { ops, .. } = &sum.begins else { return };
        let module = self.rewriter.module();
        let body = module.block(loop_, fields::for_::body).expect("a loop has a body");
        let argument = module.body.block_args(body).get(found.number + 1).expect("the loop carries it");
        let acc = module.operand(dot, fields::dot::acc);
        let work = Work { argument, ops, acc, tile: found.tile };
        let (end, memory) = self.visit(dot, found.pipeline, inside);
        if let Some(factor) = factor(self.rewriter.module(), &work) {
            let end = self.rewriter.build_before(end, dot, |b| where_not_one(b, factor));
            self.rescaled(end, &work, memory);
        } else if !ops.is_empty() {
            self.rescaled(end, &work, memory);
        }
        self.erase_product(loop_, (dot, argument), ops, found.number);
    }

    /// Writes what the ops make of a sum to its tensor memory, in front of `end`.
    fn rescaled(&mut self, end: Op, work: &Work<'_>, memory: Value) {
        let of_argument = self.rewriter.module().body.ty(work.argument);
        let so_far = self.rewriter.build_before(end, end, |b| {
            let loaded = b.tensor_load().tensor(memory).result(work.tile).finish().value();
            in_layout(b, loaded, of_argument)
        });
        let mut names: FxHashMap<Value, Value> = FxHashMap::default();
        names.insert(work.argument, so_far);
        for &op in work.ops {
            self.rewriter.clone_before(op, end, &mut names);
        }
        let value = names.get(&work.acc).copied().unwrap_or(so_far);
        self.rewriter.build_before(end, end, |b| {
            let value = in_layout(b, value, work.tile);
            b.tensor_store().value(value).tensor(memory).finish().op
        });
    }
}

/// The factors of the rows of a sum, if it is rescaled by them alone and they are held by the threads that have the rows.
fn factor(module: &Module, work: &Work<'_>) -> Option<Value> {
    let [op] = work.ops[..] else { return None };
    let is_exact = module.opcode(op) == Opcode::MulF && !module.flag(op, fields::mulf::flush_to_zero);
    let is_of_f32 = module.ty(work.acc).tile()?.elem.scalar() == Some(Scalar::F32);
    let stays = module.body.ty(work.argument) == work.tile && module.body.ty(work.acc) == work.tile;
    if !is_exact || !is_of_f32 || !stays {
        return None;
    }
    let operands = module.body.operands(op);
    let all = operands.iter().copied().find(|&value| value != work.argument)?;
    let broadcast = module.body.def_op(all).filter(|&op| module.opcode(op) == Opcode::Broadcast)?;
    let factor = module.operand(broadcast, fields::broadcast::source);
    let is_tile = module.ty(factor).tile().is_some_and(|tile| !tile.shape().is_empty());
    is_tile.then_some(factor)
}

/// A branch of the warps that have a factor other than one; the end of its body.
fn where_not_one(b: &mut Builder<'_, TileAs>, factor: Value) -> Op {
    let ty = b.module.body.ty(factor);
    let tile = b.module.ty(factor).tile().expect("factors are a tile");
    let truth = TileType::new(Elem::Scalar(Scalar::I1), tile.layout.clone());
    let truth = b.module.types.intern(Type::Tile(truth));
    let one = b.constant().value(Attr::Number(ONE)).result(ty).finish().value();
    // A NaN is not one.
    let compared = b.cmpf().lhs(factor).rhs(one).predicate(ComparisonPredicate::NotEqual);
    let differs = compared.result(truth).finish().value();
    let op = b.warp_if().condition(differs).finish().op;
    let body = b.module.block(op, fields::warp_if::body).expect("a `warp_if` has a body");
    b.inside(body, |b| b.pipeline_yield().finish().op)
}

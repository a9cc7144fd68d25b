//! Accesses to tiles of memory that become shorter, and their new indices.

use ir::generic::Attr;
use ir::rewrite::Rewriter;
use ir::{Field, Op, TypeId, Value};
use numerics::Scalar;

use super::axes::block_tile;
use crate::ops::{Builders as _, fields};
use crate::types::{BlockTileType, Type};
use crate::{Module, Opcode, TileAa};

/// An access of tiles of memory that is cut along a dimension.
#[derive(Clone, Debug)]
pub(crate) struct Tiled {
    pub(crate) op: Op,
    tiles: Field,
    index: Field,
    dim: usize,
    ty: BlockTileType,
    memref: Value,
}

impl Tiled {
    /// The access of an op; none for other ops, or if its memory comes out of a loop or branch.
    pub(crate) fn of(module: &Module, op: Op, dim: usize) -> Option<Tiled> {
        use fields::{block_tile as cuts, tiled_atomic_red, tiled_load, tiled_store};
        #[allow(clippy::wildcard_enum_match_arm, reason = "other ops access no tiles of memory")]
        let (tiles, index) = match module.opcode(op) {
            Opcode::TiledLoad => (tiled_load::tiles, tiled_load::index),
            Opcode::TiledStore => (tiled_store::tiles, tiled_store::index),
            Opcode::TiledAtomicRed => (tiled_atomic_red::tiles, tiled_atomic_red::index),
            _ => return None,
        };
        let (cut, ty) = block_tile(module, module.operand(op, tiles))?;
        Some(Tiled { op, tiles, index, dim, ty: ty.clone(), memref: module.operand(cut, cuts::memref) })
    }

    /// Whether a tile of numbers picks the elements along the dimension. [`Tiled::shorten`] leaves that tile as it is.
    pub(crate) fn is_gathered(&self) -> bool {
        self.ty.gather == Some(self.dim as u32)
    }

    /// Accesses tiles that are smaller, and closer to each other: at the index from `moved`, the number of new tiles in the
    /// step of an old one, and of those in a part.
    pub(crate) fn shorten(
        &self,
        rw: &mut Rewriter<'_, TileAa>,
        parts: u32,
        moved: impl FnOnce(&mut Rewriter<'_, TileAa>, Value, [i64; 2]) -> Value,
    ) {
        let &Tiled { op, dim, memref, .. } = self;
        let length = i64::from(self.ty.tile[dim] / parts);
        let mut ty = self.ty.clone();
        ty.tile[dim] /= parts;
        if !self.is_gathered() {
            // Tiles begin where old ones did, and at each part of them.
            let step = common(ty.step[dim], length);
            let place = rw.module().operand_range(op, self.index).start + dim;
            let index = rw.module().body.operands(op)[place];
            let index = moved(rw, index, [ty.step[dim] / step, length / step]);
            rw.set_operand(op, place, index);
            ty.step[dim] = step;
        }
        let ty = rw.intern(Type::BlockTile(ty));
        let tiles = rw.build_before(op, op, |b| b.block_tile().memref(memref).result(ty).finish().value());
        let place = rw.module().operand_range(op, self.tiles).start;
        rw.set_operand(op, place, tiles);
    }
}

pub(super) fn integer(rw: &mut Rewriter<'_, TileAa>, at: Op, ty: TypeId, number: i64) -> Value {
    let bits = Attr::Number(number as u64);
    rw.build_before(at, at, |b| b.constant().value(bits).result(ty).finish().value())
}

/// A natural number in 64 bits.
pub(super) fn widened(rw: &mut Rewriter<'_, TileAa>, at: Op, value: Value) -> Value {
    let wide = rw.intern(Type::scalar_of(Scalar::I64));
    if rw.module().body.ty(value) == wide {
        return value;
    }
    rw.build_before(at, at, |b| b.exti().source(value).result(wide).finish().value())
}

/// `value * times + rank * parts`, in 64 bits.
pub(crate) fn moved_on(
    rw: &mut Rewriter<'_, TileAa>,
    at: Op,
    (value, times): (Value, i64),
    (rank, parts): (Value, i64),
) -> Value {
    let wide = rw.intern(Type::scalar_of(Scalar::I64));
    let [value, rank] = [value, rank].map(|value| widened(rw, at, value));
    let [times, parts] = [times, parts].map(|number| integer(rw, at, wide, number));
    rw.build_before(at, at, |b| {
        let value = b.muli().lhs(value).rhs(times).result(wide).finish().value();
        let rank = b.muli().lhs(rank).rhs(parts).result(wide).finish().value();
        b.addi().lhs(value).rhs(rank).result(wide).finish().value()
    })
}

/// The greatest common divisor of positive numbers.
fn common(one: i64, two: i64) -> i64 {
    if two == 0 { one } else { common(two, one % two) }
}

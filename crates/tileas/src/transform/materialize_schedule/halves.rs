//! Halves of right operands, of which each thread block of a pair loads one: the columns from its rank on.

use ir::generic::Attr;
use ir::{Op, Value};
use numerics::Scalar;
use tileaa::types::Elem;

use super::{Nest, Operand, Rewrite, transposed};
use crate::ops::{Builders as _, fields};
use crate::transform::schedule::thread_blocks::PAIR;
use crate::types::{TileType, Type};

/// How tiles of memory are divided into halves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Half {
    /// The dimension of the tiles, in the order of the operand.
    dim: usize,
    /// Steps of halves in the step of a whole tile, and in a half.
    steps: [i64; 2],
    /// The rank of the thread block.
    rank: Value,
}

impl Half {
    /// The tiles of an operand as halves, from those of the whole on.
    pub(super) fn of(
        rewriter: &mut Rewrite<'_>,
        (operand, rank): (&Operand, Value),
        tiles: Value,
    ) -> (Value, Half) {
        let module = rewriter.module();
        let cut = module.body.def_op(tiles).expect("tiles of a nest are made by an op");
        let mut ty = module.ty(tiles).block_tile().expect("a tile is loaded from tiles").clone();
        let dim = operand.order[0].max(operand.order[1]);
        ty.tile[dim] /= PAIR;
        let length = i64::from(ty.tile[dim]);
        // Tiles begin where old ones did, and in the middle of them.
        let step = common(ty.step[dim], length);
        let steps = [ty.step[dim] / step, length / step];
        ty.step[dim] = step;
        let memref = module.operand(cut, fields::block_tile::memref);
        let next = module.body.next(cut).expect("an op with results does not end its block");
        let ty = rewriter.intern(Type::BlockTile(ty));
        let halves =
            rewriter.build_before(next, cut, |b| b.block_tile().memref(memref).result(ty).finish().value());
        (halves, Half { dim, steps, rank })
    }

    /// The index of the half of this thread block, in front of an op: in 64 bits, as an index has no sign and may be beyond all memory.
    pub(super) fn index(self, rewriter: &mut Rewrite<'_>, (at, like): (Op, Op), index: &mut [Value]) {
        let wide = rewriter.intern(Type::Tile(TileType::single(Elem::Scalar(Scalar::I64))));
        let of_tile = index[self.dim];
        index[self.dim] = rewriter.build_before(at, like, |b| {
            let [tile, rank] = [of_tile, self.rank].map(|value| match b.module.body.ty(value) == wide {
                true => value,
                false => b.exti().source(value).result(wide).finish().value(),
            });
            let [times, moves] = self
                .steps
                .map(|number| b.constant().value(Attr::Number(number as u64)).result(wide).finish().value());
            let tile = b.muli().lhs(tile).rhs(times).result(wide).finish().value();
            let rank = b.muli().lhs(rank).rhs(moves).result(wide).finish().value();
            b.addi().lhs(tile).rhs(rank).result(wide).finish().value()
        });
    }
}

/// The tiles that the operands of a nest are loaded from, in the order of each, and how they are halves. Tiles that are made in
/// a loop become a part of the skeleton, which the agent that loads computes itself.
pub(super) fn tiles(
    rewriter: &mut Rewrite<'_>,
    (end, nest): (Op, &mut Nest),
) -> Vec<Option<(Value, Option<Half>)>> {
    let number = rewriter.intern(Type::Tile(TileType::single(Elem::Scalar(Scalar::I32))));
    let rank = nest.is_paired().then(|| {
        rewriter.build_before(end, nest.first(), |b| b.get_cta_rank().result(number).finish().value())
    });
    let mut made = Vec::new();
    let of = |operand: &Operand| {
        let whole = transposed(rewriter, operand)?;
        let rank = rank.filter(|_| operand.is_halved);
        let (tiles, half) = match rank.map(|rank| Half::of(rewriter, (operand, rank), whole)) {
            Some((halves, half)) => (halves, Some(half)),
            None => (whole, None),
        };
        let given = rewriter.module().operand(operand.load, fields::tiled_load::tiles);
        made.push((given, [whole, tiles]));
        Some((tiles, half))
    };
    let all = nest.operands.iter().map(of).collect();
    let module = rewriter.module();
    for (given, values) in made {
        let cut = module.body.def_op(given).expect("tiles of a nest are made by an op");
        if nest.skeleton.ops.contains(cut) {
            nest.skeleton.ops.extend(values.into_iter().filter_map(|value| module.body.def_op(value)));
        }
    }
    all
}

/// The greatest common divisor of positive numbers.
fn common(one: i64, two: i64) -> i64 {
    if two == 0 { one } else { common(two, one % two) }
}

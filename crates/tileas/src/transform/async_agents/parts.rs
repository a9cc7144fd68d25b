//! Slices of tiles that are used with a slice of a sum: their ops again, on slices, from loads on.

use ir::generic::Attr;
use ir::{Op, TypeId, Value};
use numerics::Scalar;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tileaa::types::{BlockTileType, Elem};

use super::Rewrite;
use crate::layout::{RegisterLayout, Shape};
use crate::ops::{Builders as _, fields};
use crate::transform::schedule::parts::is_divided;
use crate::types::{TileType, Type};
use crate::{Module, Opcode};

/// A slice of a tile along a dimension.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Along {
    /// The number of slices.
    pub(super) count: u32,
    /// Which of them it is.
    pub(super) number: u32,
}

impl Along {
    const WHOLE: Along = Along { count: 1, number: 0 };
}

/// Slices along all dimensions of a tile.
type Slice = SmallVec<[Along; 4]>;

/// What slices of tiles have in common.
pub(super) struct Parts {
    /// The op in front of which tiles are computed of which every slice is the same.
    first: Op,
    /// These tiles, in their layouts.
    whole: FxHashMap<(Value, RegisterLayout), Value>,
}

impl Parts {
    pub(super) fn new(first: Op) -> Parts {
        Parts { first, whole: FxHashMap::default() }
    }

    /// A slice of a tile in a layout, in front of an op.
    pub(super) fn part(
        &mut self,
        rewriter: &mut Rewrite<'_>,
        at: Op,
        (value, layout): (Value, &RegisterLayout),
        slice: &[Along],
    ) -> Value {
        if !is_divided(rewriter.module(), value) {
            return value;
        }
        if slice.iter().any(|along| along.count > 1) {
            return self.computed(rewriter, at, (value, layout), slice);
        }
        let key = (value, layout.clone());
        if let Some(&known) = self.whole.get(&key) {
            return known;
        }
        let computed = self.computed(rewriter, self.first, (value, layout), slice);
        self.whole.insert(key, computed);
        computed
    }

    fn computed(
        &mut self,
        rewriter: &mut Rewrite<'_>,
        at: Op,
        (value, layout): (Value, &RegisterLayout),
        slice: &[Along],
    ) -> Value {
        let module = rewriter.module();
        let op = module.body.def_op(value).expect("parts were found to have ops");
        let elem = module.ty(value).tile().expect("parts are tiles").elem;
        let operands = module.body.operands(op).to_vec();
        let mut named: Vec<Value> = Vec::new();
        for operand in operands {
            let module = rewriter.module();
            named.push(match of_operand(module, (op, operand), layout, slice) {
                Some((layout, slice)) => self.part(rewriter, at, (operand, &layout), &slice),
                None => operand,
            });
        }
        let ty = rewriter.intern(Type::Tile(TileType::new(elem, layout.clone())));
        #[allow(
            clippy::wildcard_enum_match_arm,
            reason = "other ops compute a slice from those of their operands"
        )]
        match rewriter.module().opcode(op) {
            Opcode::ConvertLayout => named[0],
            Opcode::MakeRange => range(rewriter, (at, op), (elem, ty), layout, slice),
            Opcode::TiledLoad => tiled_load(rewriter, (at, op), ty, slice),
            _ => {
                let new = rewriter.rebuild_before(at, op, &named, &[ty]);
                rewriter.module().body.result(new, 0)
            }
        }
    }
}

/// The slice of an operand that a slice of a result needs, and its layout; none where the operand is no tile of several elements.
fn of_operand(
    module: &Module,
    (op, operand): (Op, Value),
    layout: &RegisterLayout,
    slice: &[Along],
) -> Option<(RegisterLayout, Slice)> {
    if !is_divided(module, operand) {
        return None;
    }
    let whole = module.ty(operand).tile()?.layout.shape().clone();
    let shape = |slice: &Slice| {
        let extents = slice.iter().zip(whole.extents()).map(|(along, extent)| extent / along.count);
        Shape::new(&extents.collect::<Vec<u32>>()).expect("slices divide their tile")
    };
    #[allow(clippy::wildcard_enum_match_arm, reason = "other ops compute elements one by one")]
    Some(match module.opcode(op) {
        Opcode::Broadcast => {
            let along = |(dim, &along): (usize, &Along)| {
                if whole.extent(dim) == 1 { Along::WHOLE } else { along }
            };
            let slice: Slice = slice.iter().enumerate().map(along).collect();
            (layout.broadcast_operand(&shape(&slice)), slice)
        }
        Opcode::View => {
            // Other dimensions have one element.
            let result = module.ty(module.body.result(op, 0)).tile()?.layout.shape();
            let mut divided = (0..result.rank()).filter(|&dim| result.extent(dim) > 1).map(|dim| slice[dim]);
            let mut next = || divided.next().expect("a view keeps the dimensions of several elements");
            let along = |extent: u32| if extent == 1 { Along::WHOLE } else { next() };
            let slice: Slice = whole.extents().map(along).collect();
            (layout.reshape(shape(&slice)), slice)
        }
        _ => (layout.clone(), slice.into()),
    })
}

/// A slice of `0, 1, ..`.
fn range(
    rewriter: &mut Rewrite<'_>,
    (at, op): (Op, Op),
    (elem, ty): (Elem, TypeId),
    layout: &RegisterLayout,
    slice: &[Along],
) -> Value {
    let start = layout.shape().extent(0) * slice[0].number;
    let range = rewriter.rebuild_before(at, op, &[], &[ty]);
    let range = rewriter.module().body.result(range, 0);
    if start == 0 {
        return range;
    }
    debug_assert!(elem.scalar().is_some(), "a range is of numbers");
    rewriter.build_before(at, op, |b| {
        let start = b.constant().value(Attr::Number(start.into())).result(ty).finish().value();
        b.addi().lhs(range).rhs(start).result(ty).finish().value()
    })
}

/// A slice of a tile of memory: a tile of the memory that is cut into slices.
fn tiled_load(rewriter: &mut Rewrite<'_>, (at, op): (Op, Op), ty: TypeId, slice: &[Along]) -> Value {
    use fields::tiled_load as f;
    let module = rewriter.module();
    let mut operands = module.body.operands(op).to_vec();
    let (tiles, index) = (module.operand_range(op, f::tiles).start, module.operand_range(op, f::index).start);
    let known = module.ty(operands[tiles]).block_tile().expect("a tile is loaded from tiles");
    let cut = module.body.def_op(operands[tiles]).expect("tiles are made by an op");
    let memref = module.operand(cut, fields::block_tile::memref);
    let (cut, steps) = sliced(known, slice);
    let cut = rewriter.intern(Type::BlockTile(cut));
    operands[tiles] =
        rewriter.build_before(at, op, |b| b.block_tile().memref(memref).result(cut).finish().value());
    for (dim, (along, steps)) in slice.iter().zip(steps).enumerate().filter(|(_, (along, _))| along.count > 1)
    {
        operands[index + dim] = moved(rewriter, (at, op), operands[index + dim], *along, steps);
    }
    let load = rewriter.rebuild_before(at, op, &operands, &[ty]);
    rewriter.module().body.result(load, 0)
}

/// Tiles of the size of a slice, and for each dimension their steps in a step of the whole tiles, and in a slice.
fn sliced(known: &BlockTileType, slice: &[Along]) -> (BlockTileType, Vec<[i64; 2]>) {
    let mut ty = known.clone();
    let mut steps = Vec::new();
    for (dim, along) in slice.iter().enumerate() {
        ty.tile[dim] /= along.count;
        let length = i64::from(ty.tile[dim]);
        // Slices begin where tiles did, and inside of them.
        let step = if along.count > 1 { common(ty.step[dim], length) } else { ty.step[dim] };
        steps.push([ty.step[dim] / step, length / step]);
        ty.step[dim] = step;
    }
    (ty, steps)
}

/// The index of a slice along a dimension: in 64 bits, as an index has no sign and may be beyond all memory.
fn moved(
    rewriter: &mut Rewrite<'_>,
    (at, op): (Op, Op),
    index: Value,
    along: Along,
    [times, moves]: [i64; 2],
) -> Value {
    let wide = rewriter.intern(Type::Tile(TileType::single(Elem::Scalar(Scalar::I64))));
    rewriter.build_before(at, op, |b| {
        let index = match b.module.body.ty(index) == wide {
            true => index,
            false => b.exti().source(index).result(wide).finish().value(),
        };
        let mut number =
            |number: i64| b.constant().value(Attr::Number(number as u64)).result(wide).finish().value();
        let (times, moves) = (number(times), number(moves * i64::from(along.number)));
        let tile = b.muli().lhs(index).rhs(times).result(wide).finish().value();
        b.addi().lhs(tile).rhs(moves).result(wide).finish().value()
    })
}

/// The greatest common divisor of positive numbers.
fn common(one: i64, two: i64) -> i64 {
    if two == 0 { one } else { common(two, one % two) }
}

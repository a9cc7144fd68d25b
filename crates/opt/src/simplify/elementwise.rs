//! Index maps stay outside: an element-wise op of operands that are all spread, reshaped or permuted is computed on what
//! they come from, once, and its result is spread, reshaped or permuted.
//!
//! Operands may be spread from different shapes: the op is computed in the smallest shape that holds all of them, so that
//! `rows + columns` stays a matrix, but `rows + 1` is a column.

use cuda_tile::Type;
use cuda_tile::attrs::Attr;
use cuda_tile::ops::{Builders, Opcode, fields};
use cuda_tile::types::TileType;
use cuda_tile::{Dense, Module};
use ir::{Op, Value};
use smallvec::SmallVec;

use super::{Rw, operand, replace, through};
use crate::constant;

/// An index map that several operands may have gone through alike.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Map<'m> {
    Reshape,
    Permute(&'m [i32]),
}

impl Map<'_> {
    fn opcode(self) -> Opcode {
        match self {
            Map::Reshape => Opcode::Reshape,
            Map::Permute(_) => Opcode::Permute,
        }
    }

    /// True when a constant of the same elements has `dense` as its image under the map.
    fn keeps_elements(self, dense: &Dense) -> bool {
        dense.is_splat() || self == Map::Reshape
    }
}

fn map_of(module: &Module, value: Value) -> Option<(Op, Map<'_>)> {
    let op = module.body.def_op(value)?;
    #[allow(clippy::wildcard_enum_match_arm, reason = "two ops are such maps")]
    match module.opcode(op) {
        Opcode::Reshape => Some((op, Map::Reshape)),
        Opcode::Permute => {
            let permutation = module.attr(op, fields::permute::permutation).as_interned()?;
            let Attr::I32s(permutation) = module.attrs.get(permutation) else { return None };
            Some((op, Map::Permute(permutation)))
        }
        _ => None,
    }
}

/// An operand of the lifted op.
enum Source {
    /// A value that is there.
    There(Value),
    /// A constant of the given shape, to be made.
    Constant(Dense, Box<TileType>),
    /// A value that is there, spread over a shape.
    Spread(Value, Box<TileType>),
}

/// The new operands of an op, and the op that maps its result.
struct Lifted {
    operands: SmallVec<[Source; 3]>,
    ty: TileType,
    /// An op that maps so already; `None`: a broadcast.
    map: Option<Op>,
}

/// Computes an element-wise op before the index map that its operands went through.
pub(super) fn lift(rw: &mut Rw<'_>, op: Op) -> bool {
    if !rw.module().spec(op).compute.is_elementwise() {
        return false;
    }
    let Some(Lifted { operands, ty, map }) = spread(rw, op).or_else(|| mapped(rw, op)) else { return false };
    let ty = rw.intern(Type::Tile(ty));
    let operands: SmallVec<[Value; 3]> = operands.into_iter().map(|source| build(rw, op, source)).collect();
    let inner = rw.rebuild_before(op, op, &operands, &[ty]);
    let inner = rw.module().body.result(inner, 0);
    let full = rw.module().body.ty(rw.module().body.result(op, 0));
    let outer = match map {
        Some(map) => rw.rebuild_before(op, map, &[inner], &[full]),
        None => rw.build_before(op, op, |b| b.broadcast().source(inner).result(full).finish().op),
    };
    let outer = rw.module().body.result(outer, 0);
    replace(rw, op, outer)
}

fn build(rw: &mut Rw<'_>, op: Op, source: Source) -> Value {
    match source {
        Source::There(value) => value,
        Source::Constant(dense, ty) => {
            let ty = rw.intern(Type::Tile(*ty));
            constant::build(rw, op, dense.with_type(ty))
        }
        Source::Spread(value, ty) => {
            let ty = rw.intern(Type::Tile(*ty));
            rw.build_before(op, op, |b| b.broadcast().source(value).result(ty).finish().value())
        }
    }
}

fn tile(module: &Module, value: Value) -> Option<&TileType> {
    module.ty(value).as_tile()
}

/// The type of tiles of the elements of `tile` in another shape; not every shape is one for every element.
fn in_shape(tile: &TileType, shape: &[i64]) -> Option<TileType> {
    TileType::new(shape, tile.elem()).ok()
}

/// Operands that are all spread from smaller tiles: the op in the shape that holds those.
fn spread(rw: &Rw<'_>, op: Op) -> Option<Lifted> {
    let module = rw.module();
    let result = tile(module, module.body.result(op, 0))?;
    let mut shape: SmallVec<[i64; 4]> = SmallVec::from_elem(1, result.rank());
    let mut is_spread = false;
    for &value in module.body.operands(op) {
        // A constant of equal elements has any shape.
        if constant::splat(module, value).is_some() {
            continue;
        }
        let source = through(module, value, Opcode::Broadcast)?;
        let extents = tile(module, source)?.shape();
        shape.iter_mut().zip(extents).for_each(|(most, &extent)| *most = (*most).max(extent.into()));
        is_spread = true;
    }
    let is_smaller = shape.iter().zip(result.shape()).any(|(&own, &full)| own < full.into());
    // Without a smaller shape the op would be built again for nothing, and the rule would not end.
    if !is_spread || !is_smaller {
        return None;
    }
    let source = |&value: &Value| {
        let ty = in_shape(tile(module, value)?, &shape)?;
        match constant::dense(module, value) {
            Some(dense) => Some(Source::Constant(dense.clone(), ty.into())),
            None => {
                let source = through(module, value, Opcode::Broadcast)?;
                let fits = tile(module, source)? == &ty;
                Some(if fits { Source::There(source) } else { Source::Spread(source, ty.into()) })
            }
        }
    };
    let operands: Option<SmallVec<[Source; 3]>> = module.body.operands(op).iter().map(source).collect();
    Some(Lifted { operands: operands?, ty: in_shape(result, &shape)?, map: None })
}

/// Operands that were all reshaped from one shape, or permuted alike: the op, applied before that.
fn mapped(rw: &Rw<'_>, op: Op) -> Option<Lifted> {
    let module = rw.module();
    let values = module.body.operands(op);
    let (map_op, map) = values.iter().find_map(|&value| map_of(module, value))?;
    let source = tile(module, operand(module, map_op, 0))?;
    let shape: SmallVec<[i64; 4]> = source.shape().iter().map(|&extent| extent.into()).collect();
    let operands: Option<SmallVec<[Source; 3]>> =
        values.iter().map(|&value| mapped_operand(rw, value, map, &shape)).collect();
    let ty = in_shape(tile(module, module.body.result(op, 0))?, &shape)?;
    Some(Lifted { operands: operands?, ty, map: Some(map_op) })
}

/// The value that replaces an operand before the map.
fn mapped_operand(rw: &Rw<'_>, value: Value, map: Map<'_>, shape: &[i64]) -> Option<Source> {
    let module = rw.module();
    let ty = in_shape(tile(module, value)?, shape)?;
    if let Some(dense) = constant::dense(module, value) {
        return map.keeps_elements(dense).then(|| Source::Constant(dense.clone(), ty.into()));
    }
    let inner = through(module, value, map.opcode())?;
    let same = map_of(module, value)?.1 == map && tile(module, inner)? == &ty;
    // Permuting has a cost; it is only moved if that does not add a second one.
    let free = map == Map::Reshape || rw.uses().count(value) == 1;
    (same && free).then_some(Source::There(inner))
}

//! Index maps: ops that move elements. Two in a row are one, and one that moves nothing is none.

use cuda_tile::attrs::{Attr, int_value};
use cuda_tile::ops::{Builders, Opcode, fields};
use cuda_tile::types::TileType;
use cuda_tile::{Module, Type};
use ir::{Op, TypeId, Value};
use numerics::Scalar;
use smallvec::SmallVec;

use super::{Rw, defined_by, operand, replace, result_type, through};
use crate::constant;

/// The rules of this family; false when none applies.
pub(super) fn simplify(rw: &mut Rw<'_>, op: Op) -> bool {
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "an op without a rule stays as it is, which is never wrong"
    )]
    match rw.module().opcode(op) {
        Opcode::Broadcast => broadcast(rw, op),
        Opcode::Reshape => reshape(rw, op),
        Opcode::Permute => permute(rw, op),
        Opcode::Extract => extract(rw, op),
        Opcode::Insert => insert(rw, op),
        Opcode::Pack => pack(rw, op),
        Opcode::Unpack => unpack(rw, op),
        _ => false,
    }
}

fn tile(module: &Module, value: Value) -> Option<&TileType> {
    module.ty(value).as_tile()
}

fn shape(module: &Module, value: Value) -> &[u32] {
    tile(module, value).map_or(&[], TileType::shape)
}

/// The type of tiles of the elements of `like` in another shape.
fn reshaped(rw: &mut Rw<'_>, like: Value, shape: &[u32]) -> Option<TypeId> {
    let elem = tile(rw.module(), like)?.elem();
    let shape: SmallVec<[i64; 4]> = shape.iter().map(|&extent| extent.into()).collect();
    let ty = TileType::new(&shape, elem).ok()?;
    Some(rw.intern(Type::Tile(ty)))
}

/// Replaces `op` by the result of `build`.
fn rebuilt(rw: &mut Rw<'_>, op: Op, opcode: Opcode, source: Value) -> bool {
    let ty = result_type(rw.module(), op);
    let value = build(rw, op, opcode, source, ty);
    replace(rw, op, value)
}

/// Builds a reshape or broadcast before `op`; nothing when it would be none.
fn build(rw: &mut Rw<'_>, op: Op, opcode: Opcode, source: Value, ty: TypeId) -> Value {
    if rw.module().body.ty(source) == ty {
        return source;
    }
    rw.build_before(op, op, |b| match opcode == Opcode::Broadcast {
        true => b.broadcast().source(source).result(ty).finish().value(),
        false => b.reshape().source(source).result(ty).finish().value(),
    })
}

fn broadcast(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let source = operand(module, op, 0);
    if module.body.ty(source) == result_type(module, op) {
        return replace(rw, op, source);
    }
    match through(module, source, Opcode::Broadcast) {
        Some(inner) => {
            rw.set_operand(op, 0, inner);
            true
        }
        None => false,
    }
}

fn reshape(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let source = operand(module, op, 0);
    if module.body.ty(source) == result_type(module, op) {
        return replace(rw, op, source);
    }
    if let Some(inner) = through(module, source, Opcode::Reshape) {
        return rebuilt(rw, op, Opcode::Reshape, inner);
    }
    // One element spread over a tile is one element spread over any other.
    let Some(inner) = through(module, source, Opcode::Broadcast) else { return false };
    let rank = shape(module, module.body.result(op, 0)).len();
    if tile(module, inner).is_none_or(|tile| tile.len() != 1) {
        return false;
    }
    let Some(ones) = reshaped(rw, inner, &vec![1; rank]) else { return false };
    let point = build(rw, op, Opcode::Reshape, inner, ones);
    rebuilt(rw, op, Opcode::Broadcast, point)
}

fn permutation(module: &Module, op: Op) -> Option<&[i32]> {
    let id = module.attr(op, fields::permute::permutation).as_interned()?;
    if let Attr::I32s(permutation) = module.attrs.get(id) { Some(permutation) } else { None }
}

fn permute(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let source = operand(module, op, 0);
    let Some(outer) = permutation(module, op) else { return false };
    if moves_nothing(shape(module, source), outer) {
        return rebuilt(rw, op, Opcode::Reshape, source);
    }
    if let Some(inner) = defined_by(module, source, Opcode::Permute) {
        let Some(first) = permutation(module, inner) else { return false };
        let both: Vec<i32> = outer.iter().map(|&d| first[d as usize]).collect();
        let origin = operand(module, inner, 0);
        return permuted(rw, op, origin, &both);
    }
    // The source of the broadcast is permuted instead.
    let Some(inner) = through(module, source, Opcode::Broadcast) else { return false };
    let outer = outer.to_vec();
    let extents: Vec<u32> = outer.iter().map(|&d| shape(module, inner)[d as usize]).collect();
    let Some(ty) = reshaped(rw, inner, &extents) else { return false };
    let slot = rw.intern_attr(Attr::I32s(outer.into()));
    let small =
        rw.build_before(op, op, |b| b.permute().source(inner).permutation(slot).result(ty).finish().value());
    rebuilt(rw, op, Opcode::Broadcast, small)
}

fn permuted(rw: &mut Rw<'_>, op: Op, source: Value, permutation: &[i32]) -> bool {
    let ty = result_type(rw.module(), op);
    let slot = rw.intern_attr(Attr::I32s(permutation.into()));
    let value =
        rw.build_before(op, op, |b| b.permute().source(source).permutation(slot).result(ty).finish().value());
    replace(rw, op, value)
}

/// True when the dimensions of more than one element keep their order.
fn moves_nothing(shape: &[u32], permutation: &[i32]) -> bool {
    let moved = permutation.iter().filter(|&&d| shape[d as usize] > 1);
    moved.is_sorted()
}

/// The indices of a block, when they are all known.
fn known_indices(module: &Module, indices: &[Value]) -> Option<SmallVec<[u64; 4]>> {
    indices.iter().map(|&index| constant::splat(module, index)).collect()
}

fn extract(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let source = operand(module, op, 0);
    // There is one block: every index that is defined is 0.
    if module.body.ty(source) == result_type(module, op) {
        return replace(rw, op, source);
    }
    if let Some(inner) = through(module, source, Opcode::Broadcast)
        && tile(module, inner).is_some_and(|tile| tile.len() == 1)
    {
        return rebuilt(rw, op, Opcode::Broadcast, inner);
    }
    extract_of_cat(rw, op) || extract_of_insert(rw, op)
}

/// A block that is entirely in one of two joined tiles is taken from that one.
fn extract_of_cat(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let Some(cat) = defined_by(module, operand(module, op, 0), Opcode::Cat) else { return false };
    let Some(dim) = int_value(module, module.attr(cat, fields::cat::dim)).map(|dim| dim as usize) else {
        return false;
    };
    let lhs = module.operand(cat, fields::cat::lhs);
    let indices = module.operands(op, fields::extract::indices);
    let block = shape(module, module.body.result(op, 0))[dim];
    let blocks = u64::from(shape(module, lhs)[dim] / block);
    // An index that is out of range is undefined, and is kept so that the engine reports it.
    let Some(index) = constant::splat(module, indices[dim]).filter(|&index| index < 2 * blocks) else {
        return false;
    };
    // The block is larger than either part, so it has elements of both.
    if blocks == 0 {
        return false;
    }
    let mut indices = indices.to_vec();
    let mut source = lhs;
    if index >= blocks {
        source = module.operand(cat, fields::cat::rhs);
        let ty = module.body.ty(indices[dim]);
        let Some(inner) = constant::make(module, ty, &[index - blocks]) else { return false };
        indices[dim] = constant::build(rw, op, inner);
    }
    indices.insert(0, source);
    rw.set_operands(op, &indices, &[]);
    true
}

/// The block that was put in is taken out again, or one that was not touched.
fn extract_of_insert(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let Some(insert) = defined_by(module, operand(module, op, 0), Opcode::Insert) else { return false };
    let (put, whole) =
        (module.operand(insert, fields::insert::source), module.operand(insert, fields::insert::destination));
    if module.body.ty(put) != result_type(module, op) {
        return false;
    }
    let (wanted, given) =
        (module.operands(op, fields::extract::indices), module.operands(insert, fields::insert::indices));
    if wanted == given {
        return replace(rw, op, put);
    }
    match (known_indices(module, wanted), known_indices(module, given)) {
        (Some(wanted), Some(given)) if wanted == given => replace(rw, op, put),
        (Some(_), Some(_)) => {
            rw.set_operand(op, 0, whole);
            true
        }
        _ => false,
    }
}

fn insert(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let source = module.operand(op, fields::insert::source);
    module.body.ty(source) == result_type(module, op) && replace(rw, op, source)
}

/// Bytes taken apart and put together again are the same bytes; for tf32, 13 bits are lost.
fn pack(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let elements = operand(module, op, 0);
    let Some(bytes) = through(module, elements, Opcode::Unpack) else { return false };
    let elem = constant::tile_of(module, module.body.ty(elements)).map(|(scalar, _)| scalar);
    elem != Some(Scalar::TF32) && module.body.ty(bytes) == result_type(module, op) && replace(rw, op, bytes)
}

fn unpack(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let Some(elements) = through(module, operand(module, op, 0), Opcode::Pack) else { return false };
    module.body.ty(elements) == result_type(module, op) && replace(rw, op, elements)
}

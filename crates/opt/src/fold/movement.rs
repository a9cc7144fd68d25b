//! Ops that move elements without computing.

use cuda_tile::attrs::{Attr, int_value};
use cuda_tile::ops::fields;
use cuda_tile::types::TileType;
use cuda_tile::{Dense, Module};
use ir::{Op, Value};
use numerics::pack as packing;
use smallvec::SmallVec;

use super::attr;
use crate::constant;

type Extents = SmallVec<[usize; 4]>;

fn tile(module: &Module, value: Value) -> Option<&TileType> {
    module.ty(value).as_tile()
}

fn extents(tile: &TileType) -> Extents {
    tile.shape().iter().map(|&extent| extent as usize).collect()
}

/// Distance of neighbours along each dimension, row-major.
fn strides(extents: &[usize]) -> Extents {
    let mut strides = Extents::from_elem(1, extents.len());
    for d in (1..extents.len()).rev() {
        strides[d - 1] = strides[d] * extents[d];
    }
    strides
}

/// The places `base + sum of position * stride` of every position in row-major order.
fn places(extents: &[usize], strides: &[usize], base: usize) -> impl Iterator<Item = usize> {
    let count: usize = extents.iter().product();
    (0..count).map(move |index| {
        let mut rest = index;
        let along = extents.iter().zip(strides).rev().map(|(extent, stride)| {
            let position = rest % extent;
            rest /= extent;
            position * stride
        });
        base + along.sum::<usize>()
    })
}

/// The constant that takes the element at each of `places`; a splat stays one.
fn gather(
    module: &Module,
    op: Op,
    source: &Dense,
    places: impl Fn(&TileType) -> Option<Vec<usize>>,
) -> Option<Dense> {
    let result = module.body.result(op, 0);
    let ty = module.body.ty(result);
    if source.is_splat() {
        return constant::make(module, ty, &[source.bits(0)]);
    }
    let target = tile(module, result).filter(|tile| tile.len() <= constant::MAX_ELEMENTS)?;
    let bits: Vec<u64> = places(target)?.into_iter().map(|place| source.bits(place)).collect();
    constant::make(module, ty, &bits)
}

fn source_extents(module: &Module, op: Op) -> Option<Extents> {
    tile(module, module.body.operands(op)[0]).map(extents)
}

pub(super) fn broadcast(module: &Module, op: Op, source: &Dense) -> Option<Dense> {
    gather(module, op, source, |target| {
        let from = source_extents(module, op)?;
        let along = strides(&from).into_iter().zip(&from);
        let steps: Extents = along.map(|(stride, &extent)| if extent == 1 { 0 } else { stride }).collect();
        Some(places(&extents(target), &steps, 0).collect())
    })
}

pub(super) fn permute(module: &Module, op: Op, source: &Dense) -> Option<Dense> {
    gather(module, op, source, |target| {
        let Some(Attr::I32s(permutation)) = attr(module, op, fields::permute::permutation) else {
            return None;
        };
        let from = strides(&source_extents(module, op)?);
        let steps: Extents = permutation.iter().map(|&d| from[d as usize]).collect();
        Some(places(&extents(target), &steps, 0).collect())
    })
}

pub(super) fn reshape(module: &Module, op: Op, source: &Dense) -> Option<Dense> {
    let ty = module.body.ty(module.body.result(op, 0));
    // The same elements in the same order: a constant of any size.
    Some(source.with_type(ty))
}

pub(super) fn cat(module: &Module, op: Op, lhs: &Dense, rhs: &Dense) -> Option<Dense> {
    let result = module.body.result(op, 0);
    let ty = module.body.ty(result);
    if lhs.is_splat() && lhs.data() == rhs.data() {
        return constant::make(module, ty, &[lhs.bits(0)]);
    }
    let target = tile(module, result).filter(|tile| tile.len() <= constant::MAX_ELEMENTS)?;
    let dim = int_value(module, module.attr(op, fields::cat::dim))? as usize;
    let left = source_extents(module, op)?;
    let right = extents(tile(module, module.operand(op, fields::cat::rhs))?);
    let steps = strides(&extents(target));
    let mut bits = vec![0; target.len()];
    for (part, shape, base) in [(lhs, &left, 0), (rhs, &right, left[dim] * steps[dim])] {
        places(shape, &steps, base).enumerate().for_each(|(index, place)| bits[place] = part.bits(index));
    }
    constant::make(module, ty, &bits)
}

/// Where the block that the indices name starts in the larger tile; `None` when it is outside.
fn block_base(whole: &[usize], block: &[usize], indices: &[&Dense]) -> Option<usize> {
    let mut base = 0;
    let dims = whole.iter().zip(block).zip(strides(whole));
    for (((&whole, &block), stride), index) in dims.zip(indices) {
        let index = usize::try_from(index.bits(0)).ok().filter(|&index| index < whole / block)?;
        base += index * block * stride;
    }
    Some(base)
}

pub(super) fn extract(module: &Module, op: Op, source: &Dense, indices: &[&Dense]) -> Option<Dense> {
    let whole = source_extents(module, op)?;
    let block = extents(tile(module, module.body.result(op, 0))?);
    let base = block_base(&whole, &block, indices)?;
    gather(module, op, source, |_| Some(places(&block, &strides(&whole), base).collect()))
}

pub(super) fn insert(
    module: &Module,
    op: Op,
    source: &Dense,
    destination: &Dense,
    indices: &[&Dense],
) -> Option<Dense> {
    let result = module.body.result(op, 0);
    let whole = extents(tile(module, result)?);
    let block = source_extents(module, op)?;
    let base = block_base(&whole, &block, indices)?;
    let len: usize = whole.iter().product();
    if source.is_splat() && source.data() == destination.data() {
        return Some(destination.clone());
    }
    if len > constant::MAX_ELEMENTS {
        return None;
    }
    let mut bits: Vec<u64> = (0..len).map(|index| destination.bits(index)).collect();
    let steps = strides(&whole);
    let inside = places(&block, &steps, base);
    inside.enumerate().for_each(|(index, place)| bits[place] = source.bits(index));
    constant::make(module, module.body.ty(result), &bits)
}

/// Longer ones are kept: engines compute their elements when they are needed.
pub(super) fn iota(module: &Module, op: Op) -> Option<Dense> {
    let result = module.body.result(op, 0);
    let only = tile(module, result)?.len() == 1;
    if only { constant::make(module, module.body.ty(result), &[0]) } else { None }
}

pub(super) fn pack(module: &Module, op: Op, source: &Dense) -> Option<Dense> {
    let len = tile(module, module.operand(op, fields::pack::source))?.len();
    let result = module.body.result(op, 0);
    if len.max(tile(module, result)?.len()) > constant::MAX_ELEMENTS {
        return None;
    }
    let elements: Vec<u64> = (0..len).map(|index| source.bits(index)).collect();
    let bytes: Vec<u64> = packing::pack(source.elem(), &elements).into_iter().map(u64::from).collect();
    constant::make(module, module.body.ty(result), &bytes)
}

pub(super) fn unpack(module: &Module, op: Op, source: &Dense) -> Option<Dense> {
    let len = tile(module, module.operand(op, fields::unpack::source))?.len();
    let result = module.body.result(op, 0);
    let (elem, count) = constant::tile_of(module, module.body.ty(result))?;
    if len.max(count) > constant::MAX_ELEMENTS {
        return None;
    }
    let bytes: Vec<u8> = (0..len).map(|index| source.bits(index) as u8).collect();
    constant::make(module, module.body.ty(result), &packing::unpack(elem, &bytes))
}

//! Shapes: reshapes with the shape as a list, slices, pieces, and views of memory.

use diag::Span;
use ir::text::Parse;
use ir::{TypeId, Value};
use numerics::Scalar;

use super::{Call, emit};
use crate::Type;
use crate::attrs::Attr;
use crate::ops::Builders;
use crate::types::{Elem, TensorViewType, TileType};

/// More pieces than this are not cut from a tile.
const MAX_PIECES: i64 = 256;

fn shape_of(tile: &TileType) -> Vec<i64> {
    tile.shape().iter().map(|&d| d.into()).collect()
}

/// `reshape %x [4, 4]`
pub(super) fn reshape(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let tile = call.tile(call.value(0))?;
    let (shape, at) = call.ints(1).unwrap_or((Vec::new(), call.span));
    let count = shape.iter().try_fold(1i64, |n, &d| n.checked_mul(d));
    if count != Some(tile.len() as i64) {
        let text = format!("from {} elements to the shape {shape:?}", tile.len());
        return Err(call.fail(at, text, "the number of elements stays the same"));
    }
    reshape_to(call, &shape, tile.elem())
}

fn reshape_to(call: &mut Call<'_, '_>, shape: &[i64], elem: Elem) -> Parse<Vec<Value>> {
    let (x, ty) = (call.value(0), call.tile_type(shape, elem)?);
    Ok(vec![call.build()?.reshape().source(x).result(ty).finish().value()])
}

/// `broadcast %x [4, 4]`; missing leading dimensions are added, as NumPy does.
pub(super) fn broadcast(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let mut x = call.value(0);
    let tile = call.tile(x)?;
    let (shape, at) = call.ints(1).unwrap_or((Vec::new(), call.span));
    let Some(missing) = shape.len().checked_sub(tile.rank()) else {
        let text = format!("from {} dimensions to {}", tile.rank(), shape.len());
        return Err(call.fail(at, text, "a broadcast keeps or adds dimensions"));
    };
    let mut extents = vec![1; missing];
    extents.extend(shape_of(&tile));
    if extents.iter().zip(&shape).any(|(&have, &want)| have != want && have != 1) {
        let text = format!("from {:?} to {shape:?}", shape_of(&tile));
        return Err(call.fail(at, text, "only extents of 1 are replicated"));
    }
    let (between, ty) = (call.tile_type(&extents, tile.elem())?, call.tile_type(&shape, tile.elem())?);
    let mut b = call.build()?;
    if missing > 0 {
        x = b.reshape().source(x).result(between).finish().value();
    }
    Ok(vec![b.broadcast().source(x).result(ty).finish().value()])
}

/// `get_dim_size %view 1`: an extent of the index space of a view, or of a tensor.
pub(super) fn dim_size(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let view = call.value(0);
    let (rank, is_tensor) = match call.ty(view) {
        Type::TensorView(tensor) => (tensor.rank(), true),
        Type::View(view) => (view.rank(), false),
        other @ (Type::Tile(_)
        | Type::Scalar(_)
        | Type::Ptr(_)
        | Type::Token
        | Type::Function(_)
        | Type::Preview(_)) => {
            let text = format!("takes a view, not '{}'", crate::types::Qualified(other));
            return Err(call.fail(call.span, text, "the shape of a tile is in its type"));
        }
    };
    let (dim, at) = call.int(1).unwrap_or((0, call.span));
    let Some(dim) = usize::try_from(dim).ok().filter(|&dim| dim < rank) else {
        let text = format!("of dimension {dim}, but the view has {rank}");
        return Err(call.fail(at, text, "dimensions are counted from 0"));
    };
    let ty = match call.wanted().map(|(ty, _)| ty) {
        Some(ty) => ty,
        None => call.tile_type(&[], Elem::Scalar(Scalar::I32))?,
    };
    let types = vec![ty; rank];
    let mut b = call.build()?;
    let op = if is_tensor {
        b.get_tensor_shape().src(view).result(types).finish().op
    } else {
        b.get_index_space_shape().src(view).result(types).finish().op
    };
    Ok(call.r.module.body.results(op).iter().skip(dim).take(1).collect())
}

/// Axes as positions, sorted and without repetition; negative ones count from the end.
fn axes(call: &mut Call<'_, '_>, rank: usize) -> Parse<Vec<usize>> {
    let (list, at) = call.ints(1).unwrap_or((Vec::new(), call.span));
    let mut found = Vec::new();
    for axis in list {
        let from_start = if axis < 0 { axis + rank as i64 } else { axis };
        let known = usize::try_from(from_start).ok().filter(|&a| a < rank && !found.contains(&a));
        let Some(known) = known else {
            let text = format!("has no axis {axis}, or has it twice, among {rank}");
            return Err(call.fail(at, text, "axes count from 0"));
        };
        found.push(known);
    }
    Ok(found)
}

/// `expand_dims %x [0]`: the axes are positions in the result.
pub(super) fn expand_dims(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let tile = call.tile(call.value(0))?;
    let added = call.ints(1).map_or(0, |(list, _)| list.len());
    let rank = tile.rank() + added;
    let axes = axes(call, rank)?;
    let mut old = shape_of(&tile).into_iter();
    let shape: Vec<i64> =
        (0..rank).map(|d| if axes.contains(&d) { 1 } else { old.next().unwrap_or(1) }).collect();
    reshape_to(call, &shape, tile.elem())
}

/// `squeeze %x [0]`; all extents of 1 when no axes are given.
pub(super) fn squeeze(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let tile = call.tile(call.value(0))?;
    let shape = shape_of(&tile);
    let dropped = match call.ints(1) {
        Some(_) => axes(call, tile.rank())?,
        None => (0..shape.len()).filter(|&d| shape[d] == 1).collect(),
    };
    if let Some(&axis) = dropped.iter().find(|&&axis| shape[axis] != 1) {
        let text = format!("drops axis {axis}, whose extent is {}", shape[axis]);
        return Err(call.fail(call.span, text, "only extents of 1 can be dropped"));
    }
    let kept: Vec<i64> = (0..shape.len()).filter(|d| !dropped.contains(d)).map(|d| shape[d]).collect();
    reshape_to(call, &kept, tile.elem())
}

/// `transpose %x [1, 0]`; reversed when no permutation is given.
pub(super) fn transpose(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let x = call.value(0);
    let tile = call.tile(x)?;
    let order = match call.ints(1) {
        Some(_) => axes(call, tile.rank())?,
        None => (0..tile.rank()).rev().collect(),
    };
    if order.len() != tile.rank() {
        let text = format!("orders {} of {} dimensions", order.len(), tile.rank());
        return Err(call.fail(call.span, text, "name every dimension once"));
    }
    let shape: Vec<i64> = order.iter().map(|&d| tile.shape()[d].into()).collect();
    let ty = call.tile_type(&shape, tile.elem())?;
    let order = Attr::I32s(order.iter().map(|&d| d as i32).collect());
    Ok(vec![call.build()?.permute().source(x).permutation(order).result(ty).finish().value()])
}

/// Tiles side by side along a dimension.
fn join(call: &mut Call<'_, '_>, mut parts: Vec<Value>, axis: usize) -> Parse<Value> {
    while parts.len() > 1 {
        let mut joined = Vec::new();
        for pair in parts.chunks(2) {
            joined.push(match *pair {
                [lhs, rhs] => cat(call, lhs, rhs, axis)?,
                _ => pair[0],
            });
        }
        parts = joined;
    }
    Ok(parts[0])
}

fn cat(call: &mut Call<'_, '_>, lhs: Value, rhs: Value, axis: usize) -> Parse<Value> {
    let (left, right) = (call.tile(lhs)?, call.tile(rhs)?);
    let mut shape = shape_of(&left);
    shape[axis] += right.shape().get(axis).map_or(0, |&d| i64::from(d));
    let ty = call.tile_type(&shape, left.elem())?;
    Ok(call.build()?.cat().lhs(lhs).rhs(rhs).dim(axis as u64).result(ty).finish().value())
}

/// `concatenate %a, %b, 0`
pub(super) fn concatenate(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let tiles = call.values(0);
    let rank = call.tile(tiles[0])?.rank();
    let axis = axes(call, rank)?;
    let Some(&axis) = axis.first() else { return Ok(tiles) };
    for &tile in &tiles {
        if call.tile(tile)?.rank() != rank {
            return Err(call.fail(call.span, "of tiles of different ranks", "reshape them first"));
        }
    }
    Ok(vec![join(call, tiles, axis)?])
}

/// The tile of extents `piece` that is at `position`, counted in such tiles.
fn extract(call: &mut Call<'_, '_>, x: Value, piece: TypeId, position: &[u32]) -> Parse<Value> {
    let mut b = call.build()?;
    let indices: Vec<Value> = position.iter().map(|&i| emit::index(&mut b, i)).collect();
    Ok(b.extract().source(x).indices(indices).result(piece).finish().value())
}

/// `split %x 0 4`: equal parts along a dimension.
pub(super) fn split(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let x = call.value(0);
    let tile = call.tile(x)?;
    let axis = axes(call, tile.rank())?.first().copied().unwrap_or(0);
    let (count, at) = call.int(2).unwrap_or((1, call.span));
    let mut shape = shape_of(&tile);
    let extent = shape.get(axis).copied().unwrap_or(1);
    if count < 1 || extent % count != 0 || count > MAX_PIECES {
        let text = format!("cuts an extent of {extent} into {count} parts");
        return Err(call.fail(at, text, format!("the parts are equal, and at most {MAX_PIECES}")));
    }
    if let Some(extent) = shape.get_mut(axis) {
        *extent /= count;
    }
    let piece = call.tile_type(&shape, tile.elem())?;
    let mut b = call.build()?;
    // All indices first, so that the parts are values in a row, as `%parts:4` wants them.
    let zero = emit::index(&mut b, 0);
    let places: Vec<Value> = (0..count).map(|i| emit::index(&mut b, i as u32)).collect();
    let mut parts = Vec::new();
    for place in places {
        let indices: Vec<Value> = (0..tile.rank()).map(|d| if d == axis { place } else { zero }).collect();
        parts.push(b.extract().source(x).indices(indices).result(piece).finish().value());
    }
    Ok(parts)
}

/// Where a slice begins, ends and how far its elements stand apart, along one dimension.
struct Range {
    start: i64,
    step: i64,
    count: i64,
}

/// `slice %x [0, 8] [4, 16] [1, 2]`
pub(super) fn slice(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let mut x = call.value(0);
    let tile = call.tile(x)?;
    let rank = tile.rank();
    let (starts, at) = call.ints(1).unwrap_or((Vec::new(), call.span));
    let (ends, ends_at) = call.ints(2).unwrap_or((Vec::new(), call.span));
    let (steps, _) = call.ints(3).unwrap_or((vec![1; rank], call.span));
    if [&starts, &ends, &steps].iter().any(|list| list.len() != rank) {
        let text = format!("of {rank} dimensions has lists of another length");
        return Err(call.fail(at, text, "give one start, end and step for each dimension"));
    }
    let span = at.to(ends_at);
    for d in 0..rank {
        let extent = tile.shape()[d].into();
        let range = range(call, span, (starts[d], ends[d], steps[d]), extent)?;
        x = slice_dim(call, x, d, &range, span)?;
    }
    Ok(vec![x])
}

fn range(
    call: &mut Call<'_, '_>,
    at: Span,
    (start, end, step): (i64, i64, i64),
    extent: i64,
) -> Parse<Range> {
    if start < 0 || end > extent || start >= end || step < 1 {
        let text = format!("from {start} to {end} in steps of {step} of an extent of {extent}");
        return Err(call.fail(at, text, "0 <= start < end <= extent, and steps are positive"));
    }
    let count = (end - start - 1) / step + 1;
    if count.count_ones() != 1 {
        let text = format!("takes {count} elements of a dimension");
        return Err(call.fail(at, text, "extents of tiles are powers of two: take more or fewer elements"));
    }
    Ok(Range { start, step, count })
}

/// Pieces that `extract` can take, as large as the start allows, joined again.
fn slice_dim(call: &mut Call<'_, '_>, x: Value, d: usize, range: &Range, at: Span) -> Parse<Value> {
    let tile = call.tile(x)?;
    let mut shape = shape_of(&tile);
    if range.count == shape[d] && range.step == 1 {
        return Ok(x);
    }
    let aligned = if range.start == 0 { range.count } else { 1 << range.start.trailing_zeros() };
    let size = if range.step == 1 { aligned.min(range.count) } else { 1 };
    let pieces = range.count / size;
    if pieces > MAX_PIECES {
        let text = format!("takes {pieces} pieces of a tile");
        return Err(call.fail(at, text, "load the wanted elements from memory instead"));
    }
    shape[d] = size;
    let piece = call.tile_type(&shape, tile.elem())?;
    let mut parts = Vec::new();
    for k in 0..pieces {
        let first = range.start + k * size * range.step;
        let mut position = vec![0; shape.len()];
        position[d] = (first / size) as u32;
        parts.push(extract(call, x, piece, &position)?);
    }
    join(call, parts, d)
}

/// `view %ptr [0, 0] [8, 1] [4, 8]`: memory from a pointer on.
pub(super) fn view(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let mut base = call.value(0);
    let tile = call.tile(base)?;
    let Some(ptr) = tile.elem().ptr().filter(|_| tile.rank() == 0) else {
        let text = format!("takes a pointer, not '{}'", crate::types::Qualified(call.ty(base)));
        return Err(call.fail(
            call.span,
            text,
            "a tile has no address: use `extract`, or store it to memory first",
        ));
    };
    let lists = [1, 2, 3].map(|i| call.ints(i).map_or(Vec::new(), |(list, _)| list));
    let [offsets, strides, sizes] = &lists;
    let ty = match TensorViewType::new(ptr.pointee, sizes, strides) {
        Ok(ty) if offsets.len() == ty.rank() => call.r.module.types.intern(Type::TensorView(ty)),
        Ok(ty) => {
            let text = format!("has {} offsets for {} dimensions", offsets.len(), ty.rank());
            return Err(call.fail(call.span, text, "give one offset for each dimension"));
        }
        Err(error) => {
            let text = format!("would give a view that cannot be: {}", error.0);
            return Err(call.fail(call.span, text, "sizes and strides are positive, and equal in number"));
        }
    };
    let terms = offsets.iter().zip(strides).map(|(&o, &s)| i128::from(o) * i128::from(s));
    let distance = i64::try_from(terms.sum::<i128>()).unwrap_or(i64::MAX);
    let (i64_tile, ptr_type) =
        (super::memory::scalar(call, numerics::Scalar::I64), call.r.module.body.ty(base));
    let mut b = call.build()?;
    if distance != 0 {
        let distance = emit::splat(&mut b, i64_tile, distance as u64);
        base = b.offset().ptr(base).offset(distance).result(ptr_type).finish().value();
    }
    Ok(vec![b.make_tensor_view().base(base).result(ty).finish().value()])
}

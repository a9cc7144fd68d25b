//! `experimental$gather_load` and `experimental$scatter_store`, through a gather/scatter view.
//!
//! Their offset counts elements, while the indices of a view count tiles, so the tensor view is made anew from where the
//! offset points to; for that its own definition must be in sight.

use diag::Span;
use ir::build::Builder;
use ir::text::Parse;
use ir::{TypeId, Value};
use numerics::Scalar;

use super::{Call, emit};
use crate::attrs::{MemoryOrdering, Signedness};
use crate::ops::{Builders, Opcode, fields};
use crate::types::{DYNAMIC, Padding, TensorViewType, TileType, ViewKind, ViewType};
use crate::{CudaTile, Type};

/// What both ops give.
struct Access {
    view: Value,
    index: Value,
    offset: Value,
    dim: usize,
    padding: Option<Padding>,
}

/// A tensor view taken apart: its pointer, and an extent and a stride for each dimension.
struct Tensor {
    base: Value,
    ty: TensorViewType,
    shape: Vec<Option<Value>>,
    strides: Vec<Option<Value>>,
    /// Type of all extents and strides that are values.
    number: TypeId,
}

fn tensor(call: &mut Call<'_, '_>, view: Value, offset: Value) -> Parse<Tensor> {
    let number =
        call.ty(offset).as_tile().filter(|tile| tile.rank() == 0).and_then(|tile| tile.elem().scalar());
    if !number.is_some_and(Scalar::is_int) {
        let text =
            format!("takes one integer as its offset, not '{}'", crate::types::Qualified(call.ty(offset)));
        return Err(call.fail(call.span, text, "give a `tile<i32>`"));
    }
    let known = call.ty(view).as_tensor_view().cloned();
    let def = call.r.module.body.def_op(view);
    let def = def.filter(|&op| call.r.module.opcode(op) == Opcode::MakeTensorView);
    let (Some(ty), Some(def)) = (known, def) else {
        let text = "needs the tensor view as `make_tensor_view` gives it";
        return Err(call.fail(call.span, text, "put `make_tensor_view` in front of it"));
    };
    use fields::make_tensor_view::{base, dynamicShape, dynamicStrides};
    let module = &call.r.module;
    let mut extents = module.operands(def, dynamicShape).iter().copied();
    let mut steps = module.operands(def, dynamicStrides).iter().copied();
    let shape: Vec<_> =
        ty.shape().iter().map(|&d| (d == DYNAMIC).then(|| extents.next()).flatten()).collect();
    let strides: Vec<_> =
        ty.strides().iter().map(|&d| (d == DYNAMIC).then(|| steps.next()).flatten()).collect();
    let first = shape.iter().chain(&strides).find_map(|&value| value).unwrap_or(offset);
    Ok(Tensor { base: module.operand(def, base), ty, shape, strides, number: module.body.ty(first) })
}

fn scalar_of(b: &Builder<'_, CudaTile>, ty: TypeId) -> Scalar {
    b.module.types.get(ty).as_tile().and_then(|tile| tile.elem().scalar()).unwrap_or(Scalar::I32)
}

/// An integer in another integer type.
fn convert(b: &mut Builder<'_, CudaTile>, value: Value, to: TypeId) -> Value {
    let from = b.module.body.ty(value);
    let (have, want) = (scalar_of(b, from).bits(), scalar_of(b, to).bits());
    match have.cmp(&want) {
        std::cmp::Ordering::Equal => value,
        std::cmp::Ordering::Less => {
            b.exti().from(value).signedness(Signedness::Signed).to(to).finish().value()
        }
        std::cmp::Ordering::Greater => b.trunci().from(value).to(to).finish().value(),
    }
}

/// The tensor from `offset` elements on, along every dimension but `dim`.
fn shifted(b: &mut Builder<'_, CudaTile>, t: &Tensor, dim: usize, offset: Value) -> Option<Value> {
    let offset = convert(b, offset, t.number);
    let (mut base, ptr) = (t.base, b.module.body.ty(t.base));
    let mut extents = t.ty.shape().to_vec();
    let mut dynamic = Vec::new();
    for (d, new_extent) in extents.iter_mut().enumerate() {
        if d == dim {
            dynamic.extend(t.shape[d]);
            continue;
        }
        let number = |b: &mut Builder<'_, CudaTile>, fixed: i64, value: Option<Value>| {
            value.unwrap_or_else(|| emit::splat(b, t.number, fixed as u64))
        };
        let stride = number(b, t.ty.strides()[d], t.strides[d]);
        let distance = b.muli().lhs(offset).rhs(stride).result(t.number).finish().value();
        base = b.offset().ptr(base).offset(distance).result(ptr).finish().value();
        let extent = number(b, t.ty.shape()[d], t.shape[d]);
        dynamic.push(b.subi().lhs(extent).rhs(offset).result(t.number).finish().value());
        *new_extent = DYNAMIC;
    }
    let strides: Vec<Value> = t.strides.iter().copied().flatten().collect();
    let ty = TensorViewType::new(t.ty.elem(), &extents, t.ty.strides()).ok()?;
    let ty = b.module.types.intern(Type::TensorView(ty));
    let view = b.make_tensor_view().base(base).dynamicShape(dynamic).dynamicStrides(strides);
    Some(view.result(ty).finish().value())
}

/// The gather/scatter view of tiles like `tile`, and the indices of the one wanted.
fn rows(call: &mut Call<'_, '_>, access: &Access, tile: &TileType) -> Parse<(Value, Vec<Value>)> {
    let Access { view, index, offset, dim, padding } = *access;
    let tensor = tensor(call, view, offset)?;
    let mut b = call.build()?;
    let from_offset = shifted(&mut b, &tensor, dim, offset);
    let zero = emit::index(&mut b, 0);
    let moved = from_offset.and_then(|view| b.module.ty(view).as_tensor_view().cloned());
    let extents: Vec<i32> = tile.shape().iter().map(|&d| d as i32).collect();
    let kind = ViewKind::GatherScatter { sparse_dim: dim as u32 };
    let view_type = moved.map(|ty| ViewType::new(&extents, ty, padding, kind));
    let (Some(from_offset), Some(Ok(view_type))) = (from_offset, view_type) else {
        let text = format!("cannot take tiles of {extents:?} from this tensor");
        return Err(call.fail(call.span, text, "the tile has the rank of the tensor, and the same elements"));
    };
    let ty = call.r.module.types.intern(Type::View(view_type));
    let mut b = call.build()?;
    let view = b.make_gather_scatter_view().tensor_view(from_offset).result(ty).finish().value();
    let index_type = b.module.body.ty(index);
    let element = scalar_of(&b, index_type);
    let zero_type = b.module.types.intern(Type::scalar_tile(element));
    let zero = if element == Scalar::I32 { zero } else { emit::splat(&mut b, zero_type, 0) };
    let rank = extents.len();
    Ok((view, (0..rank).map(|d| if d == dim { index } else { zero }).collect()))
}

fn dim(call: &mut Call<'_, '_>, param: usize) -> Parse<usize> {
    let (dim, at): (i64, Span) = call.int(param).unwrap_or((0, call.span));
    usize::try_from(dim).map_err(|_| call.fail(at, "has a negative dimension", "dimensions count from 0"))
}

/// `experimental$gather_load %tensor, %index, [%offset] <{dim = 0}> : .. -> tile<8x32xf32>`
pub(super) fn load(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let padding = call.word(4).and_then(|word| Padding::ALL.into_iter().find(|p| p.name() == word));
    let access = Access {
        view: call.value(0),
        index: call.value(1),
        offset: call.value(2),
        dim: dim(call, 3)?,
        padding,
    };
    let wanted = call.wanted().and_then(|(ty, _)| call.r.module.types.get(ty).as_tile().cloned());
    let Some(tile) = wanted else {
        return Err(call.fail(
            call.span,
            "needs the type of its result",
            "write `-> tile<..>` behind the operands",
        ));
    };
    let (view, index) = rows(call, &access, &tile)?;
    let ty = call.like(&tile, tile.elem())?;
    let (token, token_type) = (call.token_before()?, call.token_type());
    let mut b = call.build()?;
    let load = b.load_view_tko().memory_ordering_semantics(MemoryOrdering::Weak).view(view).index(index);
    let [tile, token] = load.token(token).tile(ty).result_token(token_type).finish().values();
    call.token_after(token)?;
    Ok(vec![tile])
}

/// `experimental$scatter_store %tile, %tensor, %index, [%offset] token = %t <{dim = 0}> : .. -> token`
pub(super) fn store(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let source = call.value(0);
    let tile = call.tile(source)?;
    let access = Access {
        view: call.value(1),
        index: call.value(2),
        offset: call.value(3),
        dim: dim(call, 4)?,
        padding: None,
    };
    let (view, index) = rows(call, &access, &tile)?;
    let (token, token_type) = (call.token_before()?, call.token_type());
    let mut b = call.build()?;
    let store = b.store_view_tko().memory_ordering_semantics(MemoryOrdering::Weak).tile(source).view(view);
    let token = store.index(index).token(token).result_token(token_type).finish().value();
    call.token_after(token)?;
    Ok(vec![token])
}

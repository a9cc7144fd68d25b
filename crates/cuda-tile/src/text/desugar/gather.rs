//! `experimental$gather_load` and `experimental$scatter_store`, through a gather/scatter view.

use diag::Span;
use ir::Value;
use ir::text::Parse;

use super::Call;
use crate::Type;
use crate::attrs::{MemoryOrdering, Signedness};
use crate::ops::Builders;
use crate::types::{Padding, TileType, ViewKind, ViewType};

/// The parts that both ops have.
struct Access {
    view: Value,
    index: Value,
    offset: Value,
    dim: usize,
    padding: Option<Padding>,
}

/// The offset in the type of the elements of `index`.
fn converted(call: &mut Call<'_, '_>, index: Value, offset: Value) -> Parse<Value> {
    let integer = |call: &Call<'_, '_>, value: Value| {
        call.ty(value).as_tile().and_then(|tile| tile.elem().scalar()).filter(|elem| elem.is_int())
    };
    let number = call.ty(offset).as_tile().is_some_and(|tile| tile.rank() == 0);
    let Some(have) = integer(call, offset).filter(|_| number) else {
        let text =
            format!("takes one integer as its offset, not '{}'", crate::types::Qualified(call.ty(offset)));
        return Err(call.fail(call.span, text, "give a `tile<i32>`"));
    };
    let Some(want) = integer(call, index).filter(|&want| want != have) else { return Ok(offset) };
    let to = call.r.module.types.intern(Type::scalar_tile(want));
    let mut b = call.build()?;
    Ok(if have.bits() < want.bits() {
        b.exti().from(offset).signedness(Signedness::Signed).to(to).finish().value()
    } else {
        b.trunci().from(offset).to(to).finish().value()
    })
}

/// The gather/scatter view of tiles like `tile`, and the indices of the one wanted.
fn rows(call: &mut Call<'_, '_>, access: &Access, tile: &TileType) -> Parse<(Value, Vec<Value>)> {
    let Access { view, index, offset, dim, padding } = *access;
    let offset = converted(call, index, offset)?;
    let extents: Vec<i32> = tile.shape().iter().map(|&d| d as i32).collect();
    let kind = ViewKind::GatherScatter { sparse_dim: dim as u32 };
    let tensor = call.ty(view).as_tensor_view().cloned();
    let Some(Ok(view_type)) = tensor.map(|ty| ViewType::new(&extents, ty, padding, kind)) else {
        let text = format!("cannot take tiles of {extents:?} from this tensor");
        return Err(call.fail(call.span, text, "the tile has the rank of the tensor, and the same elements"));
    };
    let ty = call.r.module.types.intern(Type::View(view_type));
    let view = call.build()?.make_gather_scatter_view().tensor_view(view).result(ty).finish().value();
    Ok((view, (0..extents.len()).map(|d| if d == dim { index } else { offset }).collect()))
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
            "write `-> tile<..>` after the operands",
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

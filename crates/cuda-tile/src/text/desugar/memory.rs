//! Loads, stores and allocation without tokens.
//!
//! The seeds' memory ops take effect one after the other. The standard ops have no order but that of tokens, so each
//! takes the token of the one before it: in the same block, or in one around it. What is inside a region is not
//! ordered before what follows the region.

use ir::build::IntoAttr;
use ir::text::Parse;
use ir::{AttrSlot, TypeId, Value};
use numerics::Scalar;

use super::{Call, emit};
use crate::attrs::{Attr, MemoryOrdering, MemoryScope};
use crate::ops::Builders;
use crate::types::{Elem, PtrType};
use crate::{CudaTile, Type};

impl Call<'_, '_> {
    /// The token that a memory op waits for.
    pub(super) fn token_before(&mut self) -> Parse<Option<Value>> {
        let block = self.block()?;
        Ok(self.token.or_else(|| self.r.state.last_token(&self.r.module.body, block)))
    }

    /// Later memory ops wait for this token.
    pub(super) fn token_after(&mut self, token: Value) -> Parse<()> {
        let block = self.block()?;
        self.r.state.order.insert(block, token);
        Ok(())
    }

    pub(super) fn token_type(&self) -> TypeId {
        self.r.state.token
    }

    /// The type that the pointers of a tile point to.
    pub(super) fn pointee(&mut self, pointers: Value) -> Parse<Scalar> {
        match self.ty(pointers).as_tile().and_then(|tile| tile.elem().ptr()) {
            Some(ptr) => Ok(ptr.pointee),
            None => {
                let text = format!("takes pointers, not '{}'", crate::types::Qualified(self.ty(pointers)));
                Err(self.fail(self.span, text, "give a tile of pointers: `tile<ptr<f32>>`"))
            }
        }
    }

    /// The pointers for an access: with the alignment promised, and one for each element when a single pointer stands
    /// for consecutive elements.
    fn pointers(&mut self, pointers: Value, alignment: usize, wanted: Option<TypeId>) -> Parse<Value> {
        let mut pointers = pointers;
        if let Some((alignment, at)) = self.int(alignment) {
            if alignment < 1 || alignment.count_ones() != 1 {
                let text = format!("has the alignment {alignment}");
                return Err(self.fail(at, text, "an alignment is a power of two, in bytes"));
            }
            let ty = self.r.module.body.ty(pointers);
            let predicate = Attr::DivBy { divisor: alignment as u64, every: None, along: None };
            pointers =
                self.build()?.assume().value(pointers).predicate(predicate).result(ty).finish().value();
        }
        let tile = self.tile(pointers)?;
        let wanted = wanted.and_then(|ty| self.r.module.types.get(ty).as_tile().cloned());
        match wanted {
            Some(wanted) if tile.rank() == 0 && wanted.rank() > 0 => self.spread(pointers, &wanted),
            _ => Ok(pointers),
        }
    }

    /// Pointers to consecutive elements from one on, in rows.
    fn spread(&mut self, base: Value, wanted: &crate::types::TileType) -> Parse<Value> {
        let ptr = self.tile(base)?.elem();
        let count = wanted.len() as i64;
        let one = self.tile_type(&[1], ptr)?;
        let line = self.tile_type(&[count], ptr)?;
        let numbers = self.tile_type(&[count], Elem::Scalar(Scalar::I32))?;
        let shaped = self.like(wanted, ptr)?;
        let mut b = self.build()?;
        let start = b.reshape().source(base).result(one).finish().value();
        let starts = b.broadcast().source(start).result(line).finish().value();
        let numbers = b.iota().result(numbers).finish().value();
        let pointers = b.offset().ptr(starts).offset(numbers).result(line).finish().value();
        Ok(if wanted.rank() == 1 {
            pointers
        } else {
            b.reshape().source(pointers).result(shaped).finish().value()
        })
    }
}

/// A volatile access is one that every observer may see: relaxed, for the whole system.
fn order(volatile: bool) -> (MemoryOrdering, AttrSlot) {
    match volatile {
        true => (MemoryOrdering::Relaxed, AttrSlot::small(MemoryScope::System as u32)),
        false => (MemoryOrdering::Weak, AttrSlot::ABSENT),
    }
}

/// A load with an order and a scope, between the tokens of its place.
pub(super) fn load_ordered(
    call: &mut Call<'_, '_>,
    (source, pointee): (Value, Scalar),
    (ordering, scope): (MemoryOrdering, impl IntoAttr<CudaTile>),
) -> Parse<Vec<Value>> {
    let tile = call.tile(source)?;
    let (ty, token_type) = (call.like(&tile, Elem::Scalar(pointee))?, call.token_type());
    let token = call.token_before()?;
    let mut b = call.build()?;
    let load = b.load_ptr_tko().source(source).memory_ordering_semantics(ordering).memory_scope(scope);
    let [value, token] = load.token(token).result(ty).result_token(token_type).finish().values();
    call.token_after(token)?;
    Ok(vec![value])
}

/// A store with an order and a scope, between the tokens of its place.
pub(super) fn store_ordered(
    call: &mut Call<'_, '_>,
    (destination, value): (Value, Value),
    (ordering, scope): (MemoryOrdering, impl IntoAttr<CudaTile>),
) -> Parse<Vec<Value>> {
    let (token, token_type) = (call.token_before()?, call.token_type());
    let mut b = call.build()?;
    let store = b.store_ptr_tko().destination(destination).value(value).memory_scope(scope);
    let store = store.memory_ordering_semantics(ordering).token(token).result_token(token_type);
    let token = store.finish().value();
    call.token_after(token)?;
    Ok(Vec::new())
}

/// `load %ptr 16 false always`
pub(super) fn load(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let source = call.value(0);
    let pointee = call.pointee(source)?;
    let ptr_type = call.r.module.body.ty(source);
    let wanted = call.wanted().map(|w| w.0).filter(|&ty| ty != ptr_type);
    let source = call.pointers(source, 1, wanted)?;
    let (ordering, scope) = order(call.word(2) == Some("true"));
    load_ordered(call, (source, pointee), (ordering, scope))
}

/// `store %ptr, %value 16 false always`
pub(super) fn store(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let (destination, value) = (call.value(0), call.value(1));
    call.pointee(destination)?;
    let wanted = call.r.module.body.ty(value);
    let destination = call.pointers(destination, 2, Some(wanted))?;
    let (ordering, scope) = order(call.word(3) == Some("true"));
    store_ordered(call, (destination, value), (ordering, scope))
}

/// `alloca 256 16 : tile<ptr<f32>>`, in bytes.
pub(super) fn alloca(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let bytes = PtrType::new(Scalar::I8).expect("bytes have addresses");
    let fallback = call.tile_type(&[], Elem::Ptr(bytes))?;
    let ty = call.wanted().map_or(fallback, |wanted| wanted.0);
    let (size, at) = call.int(0).unwrap_or((0, call.span));
    let elem = call.r.module.types.get(ty).as_tile().and_then(|tile| tile.elem().ptr());
    let Some(elem) = elem else {
        return Err(call.fail(call.span, "gives a pointer", "write its type: `tile<ptr<f32>>`"));
    };
    let bytes = elem.pointee.bits().div_ceil(8) as i64;
    if size < 1 || size % bytes != 0 {
        let text = format!("of {size} bytes does not hold a whole number of elements of {bytes} byte(s)");
        return Err(call.fail(at, text, "the first number counts bytes"));
    }
    let alignment = call.int(1).map_or(bytes, |(alignment, _)| alignment);
    let mut b = call.build()?;
    let alloca = b.alloca().num_elem((size / bytes) as u64).alignment(alignment.max(0) as u64);
    Ok(vec![alloca.result(ty).finish().value()])
}

/// Nothing at all.
pub(super) fn nothing(_: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    Ok(Vec::new())
}

/// The type of a scalar tile.
pub(super) fn scalar(call: &mut Call<'_, '_>, scalar: Scalar) -> TypeId {
    call.r.module.types.intern(Type::scalar_tile(scalar))
}

/// `unreachable`: an assertion that fails when it is reached.
pub(super) fn unreachable(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let ty = scalar(call, Scalar::I1);
    let mut b = call.build()?;
    let never = emit::splat(&mut b, ty, 0);
    b.assert().condition(never).message("reached code marked `unreachable`").finish();
    call.r.state.branches.unreachable(&call.r.module.body, call.r.block);
    Ok(Vec::new())
}

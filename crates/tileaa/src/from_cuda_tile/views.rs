//! Views: memory with a shape, tiles of it, and accesses through them.

use cuda_tile::Attr;
use cuda_tile::ops::fields;
use ir::build::IntoAttr;
use ir::generic;
use ir::{Field, Op, Value};

use super::Lowering;
use super::memory::AccessFields;
use crate::ops::{Builders, fields as new};

impl Lowering<'_> {
    pub(super) fn make_memref(&mut self, op: Op) {
        use fields::make_tensor_view as old;
        let base = self.operand(op, old::base);
        let (sizes, strides) = (self.operands(op, old::dynamicShape), self.operands(op, old::dynamicStrides));
        let ty = self.ty(self.from.body.result(op, 0));
        let mut b = self.build();
        let draft = b.make_memref().base(base).sizes(sizes).strides(strides);
        let value = draft.result(ty).finish().value();
        self.set_result(op, value);
    }

    /// All three kinds of views: the type says how the tiles are arranged.
    pub(super) fn block_tile(&mut self, op: Op) {
        let memref = self.value(self.from.body.operands(op)[0]);
        let ty = self.ty(self.from.body.result(op, 0));
        let value = self.build().block_tile().memref(memref).result(ty).finish().value();
        self.set_result(op, value);
    }

    pub(super) fn sizes(&mut self, op: Op) {
        let memref = self.operand(op, fields::get_tensor_shape::src);
        let results: Vec<Value> = self.from.body.results(op).iter().collect();
        for (dim, result) in results.into_iter().enumerate() {
            let ty = self.ty(result);
            let value = self.build().get_size().memref(memref).dim(dim as i64).result(ty).finish().value();
            self.set(result, value);
        }
    }

    pub(super) fn tile_counts(&mut self, op: Op) {
        let tiles = self.operand(op, fields::get_index_space_shape::src);
        let results: Vec<Value> = self.from.body.results(op).iter().collect();
        for (dim, result) in results.into_iter().enumerate() {
            let ty = self.ty(result);
            let mut b = self.build();
            let draft = b.get_tile_count().tiles(tiles).dim(dim as i64);
            let value = draft.result(ty).finish().value();
            self.set(result, value);
        }
    }

    pub(super) fn tiled_load(&mut self, op: Op) {
        use fields::load_view_tko as old;
        let (tiles, index) = (self.operand(op, old::view), self.operands(op, old::index));
        let token = self.token(op, old::token);
        let (ty, token_ty) = (self.stored_type(self.from.result(op, old::tile)), self.token_type());
        let mut b = self.build();
        let draft = b.tiled_load().tiles(tiles).index(index).token(token);
        let built = draft.result(ty).result_token(token_ty).finish();
        let ([value, after], new) = (built.values(), built.op);
        let order = [old::memory_ordering_semantics, old::memory_scope].map(|f| self.from.attr(op, f));
        let hints = self.hints(op, old::optimization_hints);
        let to = AccessFields {
            ordering: new::tiled_load::ordering,
            scope: new::tiled_load::scope,
            latency: new::tiled_load::latency,
            allow_tma: new::tiled_load::allow_tma,
        };
        self.set_access(new, order, &hints, &to);
        self.set_inbounds(op, old::inbounds, new, new::tiled_load::inbounds);
        self.set_loaded(self.from.result(op, old::tile), value);
        self.set(self.from.result(op, old::result_token), after);
    }

    pub(super) fn tiled_store(&mut self, op: Op) {
        use fields::store_view_tko as old;
        let value = self.operand(op, old::tile);
        let value = self.as_stored(value);
        let (tiles, index) = (self.operand(op, old::view), self.operands(op, old::index));
        let (token, ty) = (self.token(op, old::token), self.token_type());
        let mut b = self.build();
        let draft = b.tiled_store().value(value).tiles(tiles).index(index).token(token);
        let new = draft.result_token(ty).finish().op;
        let order = [old::memory_ordering_semantics, old::memory_scope].map(|f| self.from.attr(op, f));
        let hints = self.hints(op, old::optimization_hints);
        let to = AccessFields {
            ordering: new::tiled_store::ordering,
            scope: new::tiled_store::scope,
            latency: new::tiled_store::latency,
            allow_tma: new::tiled_store::allow_tma,
        };
        self.set_access(new, order, &hints, &to);
        self.set_inbounds(op, old::inbounds, new, new::tiled_store::inbounds);
        self.set_results(op, new);
    }

    pub(super) fn tiled_atomic(&mut self, op: Op) {
        use fields::atomic_red_view_tko as old;
        let (value, tiles) = (self.operand(op, old::value), self.operand(op, old::view));
        let (index, token) = (self.operands(op, old::index), self.token(op, old::token));
        let (mode, ty) = (self.from.attr(op, old::mode), self.token_type());
        let mut b = self.build();
        let draft = b.tiled_atomic_red().value(value).tiles(tiles).index(index).token(token);
        let new = draft.mode(mode).result_token(ty).finish().op;
        let order = [old::memory_ordering_semantics, old::memory_scope].map(|f| self.from.attr(op, f));
        self.set_order(new, order, new::tiled_atomic_red::ordering, new::tiled_atomic_red::scope);
        self.set_inbounds(op, old::inbounds, new, new::tiled_atomic_red::inbounds);
        self.set_results(op, new);
    }

    /// The dimensions that the program declares as in bounds.
    pub(super) fn set_inbounds(&mut self, op: Op, old: Field, to: Op, new: Field) {
        let id = self.from.attr(op, old).as_interned();
        let Some(Attr::Bools(flags)) = id.map(|id| self.from.attrs.get(id)) else { return };
        let dims: Box<[i64]> = (0..).zip(flags).filter(|&(_, &flag)| flag).map(|(dim, _)| dim).collect();
        if !dims.is_empty() {
            let slot = generic::Attr::Ints(dims).into_attr(&mut self.to);
            self.to.set_attr(to, new, slot);
        }
    }
}

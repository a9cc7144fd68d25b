//! Views: their tiles, and accesses through them.

use cuda_tile::Attr;
use cuda_tile::ops::fields;
use cuda_tile::types::{DYNAMIC, ViewType};
use cuda_tile::view_dims::ViewDim;
use ir::{Field, Op, Value};
use smallvec::SmallVec;

use crate::prepare::Emitter;
use crate::program::Kind;
use crate::steps::atomics::ReduceIntoView;
use crate::steps::views::{Dim, Extents, IndexSpace, LoadView, MakeTensor, StoreView, ViewTile};

impl Emitter<'_, '_> {
    pub(super) fn make_tensor(&mut self, op: Op) -> Kind {
        use fields::make_tensor_view as f;
        let result = self.module.body.result(op, 0);
        let ty = self.module.ty(result).as_tensor_view().expect("a tensor view, as verified");
        // The operands list dynamic extents in the order of their `?`, and leave static ones out.
        let mut dims = |list: &[i64], dynamic: Field| -> SmallVec<[Dim; 4]> {
            let mut values = self.module.operands(op, dynamic).iter();
            let dim = |&dim: &i64| match dim {
                DYNAMIC => {
                    let value = *values.next().expect("a value for each dynamic dimension, as verified");
                    Dim::Dynamic(self.slot(value))
                }
                known => Dim::Static(known as u64),
            };
            list.iter().map(dim).collect()
        };
        let extents = dims(ty.shape(), f::dynamicShape);
        let strides = dims(ty.strides(), f::dynamicStrides);
        let base = self.operand(op, f::base);
        Kind::MakeTensor(MakeTensor { base, elem: ty.elem(), extents, strides, out: self.slot(result) })
    }

    pub(super) fn extents(&mut self, op: Op) -> Kind {
        let source = self.operand(op, fields::get_tensor_shape::src);
        Kind::Extents(Extents { source, outs: self.typed_results(op) })
    }

    pub(super) fn index_space(&mut self, op: Op) -> Kind {
        let view = self.module.operand(op, fields::get_index_space_shape::src);
        Kind::IndexSpace(IndexSpace {
            source: self.slot(view),
            dims: ViewDim::all(self.view_type(view), None),
            outs: self.typed_results(op),
        })
    }

    pub(super) fn view_type(&self, value: Value) -> &ViewType {
        self.module.ty(value).as_view().expect("a view, as verified")
    }

    pub(super) fn view_tile(&mut self, op: Op, view: Field, index: Field, inbounds: Field) -> ViewTile {
        let value = self.module.operand(op, view);
        let flags = match self.attr(op, inbounds) {
            Some(Attr::Bools(flags)) => Some(&**flags),
            _ => None,
        };
        let dims = ViewDim::all(self.view_type(value), flags);
        ViewTile { view: self.slot(value), indices: self.operands(op, index), dims }
    }

    /// Bits of the elements outside of a tensor, if its view defines them.
    pub(super) fn padding(&self, op: Op, view: Field) -> Option<u64> {
        let ty = self.view_type(self.module.operand(op, view));
        ty.padding().map(|padding| padding.bits(ty.tensor().elem()))
    }

    pub(super) fn load_view(&mut self, op: Op) -> Kind {
        use fields::load_view_tko as f;
        let padding = self.padding(op, f::view);
        Kind::LoadView(LoadView {
            tile: self.view_tile(op, f::view, f::index, f::inbounds),
            padding,
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope, [f::token, f::result_token]),
            out: self.result(op, f::tile),
        })
    }

    pub(super) fn store_view(&mut self, op: Op) -> Kind {
        use fields::store_view_tko as f;
        Kind::StoreView(StoreView {
            value: self.operand(op, f::tile),
            tile: self.view_tile(op, f::view, f::index, f::inbounds),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope, [f::token, f::result_token]),
        })
    }

    pub(super) fn reduce_into_view(&mut self, op: Op) -> Kind {
        use fields::atomic_red_view_tko as f;
        Kind::ReduceIntoView(ReduceIntoView {
            tile: self.view_tile(op, f::view, f::index, f::inbounds),
            value: self.operand(op, f::value),
            mode: self.atomic_mode(op, f::mode),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope, [f::token, f::result_token]),
        })
    }
}

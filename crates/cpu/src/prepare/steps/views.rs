//! Views: their tiles, and accesses through them.

use cuda_tile::Attr;
use cuda_tile::ops::fields;
use cuda_tile::types::{DYNAMIC, ViewType};
use cuda_tile::view_dims::ViewDim;
use ir::{Field, Op, Value};
use smallvec::SmallVec;

use crate::prepare::Emitter;
use crate::prepare::facts::Read;
use crate::prepare::lanes::LoadedTile;
use crate::program::Kind;
use crate::steps::atomics::ReduceIntoView;
use crate::steps::views::{Dim, Extents, IndexSpace, LoadView, MakeTensor, StoreView, ViewTile};

impl Emitter<'_, '_> {
    pub(super) fn view_type(&self, view: Value) -> &ViewType {
        self.facts.module.ty(view).as_view().expect("a view, as verified")
    }

    pub(super) fn extents(&self, op: Op) -> Kind {
        let source = self.tensor(self.facts.module.operand(op, fields::get_tensor_shape::src));
        Kind::Extents(Extents { source, outs: self.numbered_results(op) })
    }

    pub(super) fn index_space(&self, op: Op) -> Kind {
        let view = self.facts.module.operand(op, fields::get_index_space_shape::src);
        Kind::IndexSpace(IndexSpace {
            source: self.tensor(view),
            dims: ViewDim::all(self.view_type(view), None),
            outs: self.numbered_results(op),
        })
    }

    pub(super) fn make_tensor(&self, op: Op) -> Kind {
        use fields::make_tensor_view as f;
        let module = self.facts.module;
        let result = module.body.result(op, 0);
        let ty = module.ty(result).as_tensor_view().expect("a tensor view, as verified");
        let dims = |list: &[i64], dynamic: Field| -> SmallVec<[Dim; 4]> {
            let mut values = module.operands(op, dynamic).iter();
            let dim = |&dim: &i64| match dim {
                DYNAMIC => {
                    let value = *values.next().expect("a value for each dynamic dimension, as verified");
                    Dim::Dynamic(self.home(value), self.facts.scalar(value))
                }
                known => Dim::Static(known as u64),
            };
            list.iter().map(dim).collect()
        };
        Kind::MakeTensor(MakeTensor {
            base: self.operand(op, f::base),
            extents: dims(ty.shape(), f::dynamicShape),
            strides: dims(ty.strides(), f::dynamicStrides),
            out: self.tensor(result),
        })
    }

    pub(super) fn view_tile(&self, op: Op, view: Field, index: Field, inbounds: Field) -> ViewTile {
        let module = self.facts.module;
        let value = module.operand(op, view);
        #[allow(clippy::wildcard_enum_match_arm, reason = "flags are booleans, as verified")]
        let flags = match self.facts.attr(op, inbounds) {
            Some(Attr::Bools(flags)) => Some(&**flags),
            _ => None,
        };
        let ty = self.view_type(value);
        let indices = module.operands(op, index).iter();
        ViewTile {
            view: self.tensor(value),
            elem: ty.tensor().elem(),
            indices: indices.map(|&index| (self.home(index), self.facts.scalar(index))).collect(),
            dims: ViewDim::all(ty, flags),
        }
    }

    /// Bits of the elements outside of a tensor, where its view says them.
    pub(super) fn padding(&self, op: Op, view: Field) -> u64 {
        let ty = self.view_type(self.facts.module.operand(op, view));
        ty.padding().map_or(0, |padding| padding.bits(ty.tensor().elem()))
    }

    /// The tile that `load_view_tko` loads.
    pub(in crate::prepare) fn loaded_tile(&self, op: Op) -> LoadedTile {
        use fields::load_view_tko as f;
        let padding = self.padding(op, f::view);
        LoadedTile { tile: self.view_tile(op, f::view, f::index, f::inbounds), padding }
    }

    /// The value that `store_view_tko` stores, and where.
    pub(in crate::prepare) fn stored_tile(&self, op: Op) -> (Value, ViewTile) {
        use fields::store_view_tko as f;
        let tile = self.view_tile(op, f::view, f::index, f::inbounds);
        (self.facts.module.operand(op, f::tile), tile)
    }

    pub(super) fn load_view(&self, op: Op) -> Kind {
        use fields::load_view_tko as f;
        let LoadedTile { tile, padding } = self.loaded_tile(op);
        Kind::LoadView(LoadView {
            tile,
            padding,
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope),
            out: self.result(op, f::tile),
        })
    }

    pub(super) fn store_view(&self, op: Op) -> Kind {
        use fields::store_view_tko as f;
        let (value, tile) = self.stored_tile(op);
        Kind::StoreView(StoreView {
            value: self.home(value),
            tile,
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope),
        })
    }

    pub(super) fn reduce_into_view(&self, op: Op) -> Kind {
        use fields::atomic_red_view_tko as f;
        Kind::ReduceIntoView(ReduceIntoView {
            tile: self.view_tile(op, f::view, f::index, f::inbounds),
            value: self.operand(op, f::value),
            mode: self.atomic_mode(op, f::mode),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope),
        })
    }
}

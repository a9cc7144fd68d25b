//! Tensor views and tiled views.

use cuda_tile::Type;
use cuda_tile::attrs::{Attr, MemoryOrdering, MemoryScope, MultimemReductionKind};
use cuda_tile::ops::{Builders, Opcode};
use cuda_tile::roles::{Direction, ViewAccess};
use cuda_tile::types::{DYNAMIC, Padding, PtrAttr, TensorViewType, ViewKind, ViewType};
use ir::spec::V13_4;
use ir::{TypeId, Value};
use numerics::Scalar;

use super::Emitter;

/// Extents of the tensors: the second is not a multiple of the tiles, so that there are edge tiles.
const EXTENTS: [i64; 2] = [16, 14];
/// Row-major strides.
const STRIDES: [i64; 2] = [14, 1];
/// Extents of the tiles.
const TILE: [i32; 2] = [4, 4];

impl Emitter<'_> {
    pub(super) fn view(&mut self, opcode: Opcode, scalar: Scalar) {
        let memory = match opcode {
            // Here the type is that of the results.
            Opcode::GetTensorShape | Opcode::GetIndexSpaceShape => Scalar::F32,
            _ => scalar,
        };
        let (tensor, tensor_ty) = self.tensor(memory);
        match opcode {
            Opcode::MakeTensorView => {}
            Opcode::GetTensorShape => self.tensor_shape(tensor, scalar),
            _ => self.tiled(opcode, scalar, tensor, tensor_ty),
        }
    }

    /// A tensor over the buffer of `scalar`, sometimes of dynamic extents.
    fn tensor(&mut self, scalar: Scalar) -> (Value, TensorViewType) {
        let base = self.base(scalar);
        let dynamic = self.rng.one_in(2);
        let (extents, strides) =
            if dynamic { ([EXTENTS[0], DYNAMIC], [DYNAMIC, 1]) } else { (EXTENTS, STRIDES) };
        let view = TensorViewType::new(scalar, &extents, &strides).expect("valid extents");
        let ty = self.intern(Type::TensorView(view.clone()));
        let value = if dynamic {
            let (extent, stride) = (self.index(EXTENTS[1] as u64), self.index(STRIDES[0] as u64));
            let mut b = self.builder();
            let draft = b.make_tensor_view().base(base).dynamicShape(extent).dynamicStrides(stride);
            draft.result(ty).finish().value()
        } else {
            self.builder().make_tensor_view().base(base).result(ty).finish().value()
        };
        (value, view)
    }

    fn tensor_shape(&mut self, tensor: Value, scalar: Scalar) {
        // 16 and 14 do not fit i1.
        let scalar = if scalar == Scalar::I1 { Scalar::I8 } else { scalar };
        let ty = self.number_type(&[], scalar);
        let op = self.builder().get_tensor_shape().src(tensor).result([ty, ty]).finish().op;
        self.define(op);
    }

    fn kind(&mut self, opcode: Opcode) -> ViewKind {
        let identity = || [0, 1].into_iter().collect();
        let choice = match opcode {
            Opcode::MakePartitionView => 0,
            Opcode::MakeStridedView => 1,
            Opcode::MakeGatherScatterView => 2,
            Opcode::AtomicRedViewTko => 0,
            _ if self.has_13_3() => self.rng.below(3),
            _ => 0,
        };
        match choice {
            0 => ViewKind::Partition { dim_map: identity() },
            1 => ViewKind::Strided { traversal_strides: [3, 5].into_iter().collect(), dim_map: identity() },
            _ => ViewKind::GatherScatter { sparse_dim: 0 },
        }
    }

    fn tiled(&mut self, opcode: Opcode, scalar: Scalar, tensor: Value, tensor_ty: TensorViewType) {
        let kind = self.kind(opcode);
        // An edge element that is read without padding has no value; atomics take no padded views.
        let padding = (opcode != Opcode::AtomicRedViewTko).then_some(Padding::Zero);
        let view = ViewType::new(&TILE, tensor_ty, padding, kind.clone()).expect("a valid view");
        let tile = Type::Tile(view.tile_type());
        let (view, tile) = (self.intern(Type::View(view)), self.intern(tile));
        let mut b = self.builder();
        let value = match &kind {
            ViewKind::Partition { .. } => {
                b.make_partition_view().tensor_view(tensor).result(view).finish().value()
            }
            ViewKind::Strided { .. } => {
                b.make_strided_view().tensor_view(tensor).result(view).finish().value()
            }
            ViewKind::GatherScatter { .. } => {
                b.make_gather_scatter_view().tensor_view(tensor).result(view).finish().value()
            }
        };
        match opcode {
            Opcode::GetIndexSpaceShape => self.index_space(value, scalar),
            Opcode::LoadViewTko => self.load_view(value, &kind, tile),
            Opcode::StoreViewTko => self.store_view(value, &kind, tile),
            Opcode::AtomicRedViewTko => self.reduce_into_view(value, &kind, tile, scalar),
            _ => {}
        }
    }

    /// An access to the memory of several devices.
    pub(super) fn multimem(&mut self, opcode: Opcode, scalar: Scalar) {
        let fields = ViewAccess::of_multimem(opcode.spec());
        let base = self.multicast_base(scalar);
        let tensor_ty = TensorViewType::new(scalar, &EXTENTS, &STRIDES).expect("valid extents");
        let tensor_ty = tensor_ty.with_ptr_attr(Some(PtrAttr::Multicast));
        let kind = ViewKind::Partition { dim_map: [0, 1].into_iter().collect() };
        let padding = (fields.direction == Direction::Load).then_some(Padding::Zero);
        let view = ViewType::new(&TILE, tensor_ty.clone(), padding, kind.clone()).expect("a valid view");
        let tile = Type::Tile(view.tile_type());
        let (tensor_ty, view, tile) =
            (self.intern(Type::TensorView(tensor_ty)), self.intern(Type::View(view)), self.intern(tile));
        let mut b = self.builder();
        let tensor = b.make_tensor_view().base(base).result(tensor_ty).finish().value();
        let view = b.make_partition_view().tensor_view(tensor).result(view).finish().value();
        let (index, token) = (self.position(&kind), self.intern(Type::Token));
        let loads = fields.direction == Direction::Load;
        let value = if loads { None } else { Some(self.value(tile)) };
        let reduction = fields.reduction.map(|field| (field, self.reduction(scalar, loads)));
        let [ordering, scope] = fields.order;
        let mut b = self.builder();
        let mut draft = b.start(opcode);
        draft.operand(fields.view, view);
        draft.operand(fields.index, index);
        draft.attr(ordering, if loads { MemoryOrdering::Weak } else { MemoryOrdering::Relaxed });
        match value {
            Some(value) => {
                draft.operand(fields.tile, value);
                draft.attr(scope, MemoryScope::Device);
            }
            None => draft.result(fields.tile, tile),
        }
        if let Some((field, kind)) = reduction {
            draft.attr(field, kind);
        }
        draft.result(fields.tokens[1], token);
        let op = draft.finish().op;
        self.define(op);
    }

    /// A reduction of elements of a type, as they are loaded or in memory.
    fn reduction(&mut self, scalar: Scalar, loaded: bool) -> MultimemReductionKind {
        use MultimemReductionKind::{Add, Max, Min};
        match scalar {
            Scalar::F16 | Scalar::BF16 if loaded => self.rng.pick(&[Add, Min, Max]),
            _ if scalar.is_float() => Add,
            _ => self.rng.pick(MultimemReductionKind::ALL),
        }
    }

    fn index_space(&mut self, view: Value, scalar: Scalar) {
        let scalar = if scalar == Scalar::I1 { Scalar::I8 } else { scalar };
        let ty = self.number_type(&[], scalar);
        let op = self.builder().get_index_space_shape().src(view).result([ty, ty]).finish().op;
        self.define(op);
    }

    /// A position in the index space; the last column of tiles hangs over the edge.
    fn position(&mut self, kind: &ViewKind) -> [Value; 2] {
        let column = match kind {
            ViewKind::Strided { .. } => self.rng.below(3),
            ViewKind::Partition { .. } => self.rng.below(4),
            // An element.
            ViewKind::GatherScatter { .. } => self.rng.below(EXTENTS[1] as usize),
        };
        let row = match kind {
            ViewKind::GatherScatter { .. } => {
                let rows = self.number_type(&[i64::from(TILE[0])], Scalar::I32);
                let picked: Vec<u8> = [5u32, 0, 11, 7].iter().flat_map(|row| row.to_le_bytes()).collect();
                self.constant_of(rows, Attr::Dense(cuda_tile::Dense::new(rows, Scalar::I32, &picked)))
            }
            ViewKind::Partition { .. } | ViewKind::Strided { .. } => {
                let row = self.rng.below(4) as u64;
                self.index(row)
            }
        };
        [row, self.index(column as u64)]
    }

    fn in_bounds(&mut self) -> Option<Attr> {
        // Rows are a multiple of the tiles, so that a promise about them holds.
        (self.version >= V13_4 && self.rng.one_in(4)).then(|| Attr::Bools([true, false].into()))
    }

    fn load_view(&mut self, view: Value, kind: &ViewKind, tile: TypeId) {
        let (index, token) = (self.position(kind), self.intern(Type::Token));
        let promise = match kind {
            ViewKind::Partition { .. } => self.in_bounds(),
            ViewKind::Strided { .. } | ViewKind::GatherScatter { .. } => None,
        };
        let mut b = self.builder();
        let mut draft =
            b.load_view_tko().view(view).index(index).memory_ordering_semantics(MemoryOrdering::Weak);
        if let Some(promise) = promise {
            draft = draft.inbounds(promise);
        }
        let op = draft.tile(tile).result_token(token).finish().op;
        self.define(op);
    }

    fn store_view(&mut self, view: Value, kind: &ViewKind, tile: TypeId) {
        let (value, index) = (self.value(tile), self.position(kind));
        let token = self.intern(Type::Token);
        let mut b = self.builder();
        let draft = b.store_view_tko().tile(value).view(view).index(index);
        let draft =
            draft.memory_ordering_semantics(MemoryOrdering::Relaxed).memory_scope(MemoryScope::Device);
        let op = draft.result_token(token).finish().op;
        self.define(op);
    }

    fn reduce_into_view(&mut self, view: Value, kind: &ViewKind, tile: TypeId, scalar: Scalar) {
        let (value, index) = (self.value(tile), self.position(kind));
        let (mode, token) = (self.atomic_mode(scalar), self.intern(Type::Token));
        let mut b = self.builder();
        let draft = b.atomic_red_view_tko().view(view).index(index).value(value).mode(mode);
        let draft =
            draft.memory_ordering_semantics(MemoryOrdering::Relaxed).memory_scope(MemoryScope::Device);
        let op = draft.result_token(token).finish().op;
        self.define(op);
    }
}

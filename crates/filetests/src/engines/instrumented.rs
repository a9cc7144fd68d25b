//! Instrumented programs, which write down what they compute: every tile of the entry's own block, into a buffer of its own.
//!
//! Engines of which only memory can be observed can then be compared on every op, not only on the values that a program stores.

use tilewright::cuda_tile::attrs::{Attr, MemoryOrdering};
use tilewright::cuda_tile::ops::{Builders, Opcode, fields};
use tilewright::cuda_tile::types::{
    Elem, FunctionType, PtrType, TensorViewType, TileType, ViewKind, ViewType,
};
use tilewright::cuda_tile::{CudaTile, Dense, Module, Type};
use tilewright::ir::build::Builder;
use tilewright::ir::{Block, Op, TypeId, Value, walk};
use tilewright::numerics::Scalar;

/// Tiles of more elements are not written down. Writing every value to memory would otherwise be most of what is
/// compiled.
pub(super) const MAX_ELEMENTS: u64 = 1 << 14;
/// Programs on more tile blocks are not changed. Each block has its own memory for its values.
const BLOCKS: u64 = 64;

/// A tile that is written down.
pub(super) struct Probe {
    /// The tile.
    pub(super) value: Value,
    /// Elements of a tile block's part of the buffer.
    pub(super) elements: u64,
    /// Their type.
    pub(super) scalar: Scalar,
    dims: Vec<i64>,
}

impl Probe {
    /// The argument for its buffer.
    pub(super) fn argument(&self, blocks: u64) -> String {
        // A scale cannot be zero.
        let fill = if self.scalar == Scalar::F8E8M0FNU { "ones" } else { "zeros" };
        format!("{}[{}]={fill}", self.scalar, self.elements * blocks)
    }
}

/// The program with one more parameter for each tile, a pointer, into which it is written; none where there is nothing to
/// write down.
pub(super) fn instrument(module: &Module, entry: Op, blocks: u64) -> Option<(Module, Vec<Probe>)> {
    let mut module = module.clone();
    let body = module.block(entry, fields::entry::body)?;
    let probes = tiles(&module, body);
    if probes.is_empty() || blocks > BLOCKS {
        return None;
    }
    let pointers = parameters(&mut module, entry, body, &probes);
    let place = module.body.first_op(body)?;
    let number = (blocks > 1).then(|| block_number(&mut module, place));
    for (probe, pointer) in probes.iter().zip(pointers) {
        let op = module.body.def_op(probe.value)?;
        let next = module.body.next(op)?;
        write_down(&mut module, next, probe, pointer, number);
    }
    Some((module, probes))
}

/// Tiles of the block that memory can hold.
fn tiles(module: &Module, body: Block) -> Vec<Probe> {
    let mut found = Vec::new();
    for op in module.body.block_ops(body) {
        for value in module.body.results(op).iter() {
            let Some(tile) = module.ty(value).as_tile() else { continue };
            let Elem::Scalar(scalar) = tile.elem() else { continue };
            let dims: Vec<i64> = tile.shape().iter().map(|&extent| i64::from(extent)).collect();
            let elements: u64 = dims.iter().map(|&extent| extent as u64).product();
            let held = smith::MEMORY_TYPES.contains(&scalar) && elements <= MAX_ELEMENTS;
            if held && module.opcode(op) != Opcode::Constant {
                found.push(Probe { value, elements, scalar, dims });
            }
        }
    }
    found
}

pub(super) fn intern(module: &mut Module, ty: Type) -> TypeId {
    module.types.intern(ty)
}

/// Adds the parameters; returns them.
fn parameters(module: &mut Module, entry: Op, body: Block, probes: &[Probe]) -> Vec<Value> {
    let old: Vec<Value> = module.body.block_args(body).iter().collect();
    let mut types: Vec<TypeId> = old.iter().map(|&value| module.body.ty(value)).collect();
    for probe in probes {
        let pointer = Elem::Ptr(PtrType::new(probe.scalar).expect("memory holds it"));
        let pointer = Type::Tile(TileType::new(&[], pointer).expect("a single pointer"));
        types.push(intern(module, pointer));
    }
    let names: Vec<_> = old.iter().map(|&value| module.body.name(value)).collect();
    // Arguments are replaced as a whole, so uses of the old ones have to be rewritten.
    module.body.set_block_args(body, &types);
    let new: Vec<Value> = module.body.block_args(body).iter().collect();
    new.iter().zip(names).for_each(|(&value, name)| module.body.set_name(value, name));
    let ops: Vec<Op> = walk::preorder(&module.body, entry).collect();
    for op in ops {
        for operand in module.body.operands_mut(op) {
            if let Some(at) = old.iter().position(|value| value == operand) {
                *operand = new[at];
            }
        }
    }
    let params = types.iter().map(|&ty| module.types.get(ty).clone()).collect();
    let function = intern(module, Type::Function(FunctionType { params, results: Box::default() }));
    let slot = tilewright::ir::build::IntoAttr::into_attr(Attr::Type(function), module);
    module.set_attr(entry, fields::entry::function_type, slot);
    new[old.len()..].to_vec()
}

pub(super) fn before(module: &mut Module, op: Op) -> Builder<'_, CudaTile> {
    Builder::before(module, op)
}

fn number(module: &mut Module, place: Op, value: u64) -> Value {
    let ty = intern(module, Type::scalar_tile(Scalar::I32));
    let value = Attr::Dense(Dense::splat(ty, Scalar::I32, value));
    before(module, place).constant().value(value).result(ty).finish().value()
}

/// The number of the tile block in the grid.
fn block_number(module: &mut Module, place: Op) -> Value {
    let ty = intern(module, Type::scalar_tile(Scalar::I32));
    let [x, y, z] =
        before(module, place).get_tile_block_id().blockId_x(ty).blockId_y(ty).blockId_z(ty).finish().values();
    let mut b = before(module, place);
    let [nx, ny, _] = b.get_num_tile_blocks().gridSize_x(ty).gridSize_y(ty).gridSize_z(ty).finish().values();
    let rows = before(module, place).muli().lhs(z).rhs(ny).result(ty).finish().value();
    let rows = before(module, place).addi().lhs(rows).rhs(y).result(ty).finish().value();
    let rows = before(module, place).muli().lhs(rows).rhs(nx).result(ty).finish().value();
    before(module, place).addi().lhs(rows).rhs(x).result(ty).finish().value()
}

/// Writes a tile before an op.
fn write_down(module: &mut Module, place: Op, probe: &Probe, pointer: Value, block: Option<Value>) {
    let mut base = pointer;
    if let Some(block) = block {
        let index = intern(module, Type::scalar_tile(Scalar::I32));
        let size = number(module, place, probe.elements);
        let start = before(module, place).muli().lhs(block).rhs(size).result(index).finish().value();
        let ty = module.body.ty(pointer);
        base = before(module, place).offset().ptr(pointer).offset(start).result(ty).finish().value();
    }
    let token = intern(module, Type::Token);
    if probe.dims.is_empty() {
        let mut b = before(module, place);
        let draft = b.store_ptr_tko().destination(base).value(probe.value);
        draft.memory_ordering_semantics(MemoryOrdering::Weak).result_token(token).finish();
        return;
    }
    let (view, index) = view(module, place, base, probe.scalar, &probe.dims);
    let mut b = before(module, place);
    let draft = b.store_view_tko().tile(probe.value).view(view).index(index);
    draft.memory_ordering_semantics(MemoryOrdering::Weak).result_token(token).finish();
}

/// A view of row-major memory as one tile of these extents, and the tile's index.
pub(super) fn view(
    module: &mut Module,
    place: Op,
    base: Value,
    scalar: Scalar,
    dims: &[i64],
) -> (Value, Vec<Value>) {
    let mut strides = vec![1; dims.len()];
    for dim in (1..strides.len()).rev() {
        strides[dim - 1] = strides[dim] * dims[dim];
    }
    let tensor_ty = TensorViewType::new(scalar, dims, &strides).expect("extents of a tile");
    let dim_map = (0..dims.len() as i32).collect();
    let extents: Vec<i32> = dims.iter().map(|&extent| extent as i32).collect();
    let view_ty = ViewType::new(&extents, tensor_ty.clone(), None, ViewKind::Partition { dim_map });
    let tensor_ty = intern(module, Type::TensorView(tensor_ty));
    let view_ty = intern(module, Type::View(view_ty.expect("extents of a tile")));
    let zero = number(module, place, 0);
    let tensor = before(module, place).make_tensor_view().base(base).result(tensor_ty).finish().value();
    let view =
        before(module, place).make_partition_view().tensor_view(tensor).result(view_ty).finish().value();
    (view, vec![zero; dims.len()])
}

//! Changes of shape.
//!
//! `view`, `broadcast` and `permute` are renamings of registers: their operand is converted to the layout that makes them
//! so. What picks or joins parts of tiles goes through shared memory.

use ir::{Field, Op, Value};
use tileaa::ops::fields as from;
use tileaa::types::Elem;

use super::{Lower, Lowered};
use crate::Type;
use crate::layout::{Input, RegisterLayout, Shape, SharedLayout};
use crate::ops::Builders as _;
use crate::types::{BufferType, TileType};

impl Lower<'_> {
    /// `view`, `broadcast` or `permute`.
    pub(super) fn reshape(&mut self, op: Op) -> Lowered<()> {
        let (old, result) = (self.from.body.operands(op)[0], self.from.body.result(op, 0));
        let source = self.value(old);
        let target = self.layout_of(result);
        let layout = if target.shape().rank() == 0 {
            // The one element of a tile is wherever one looks.
            self.tile(source).layout.clone()
        } else {
            behind(self.from, op, &target)
        };
        let source = self.convert(source, &layout);
        let elem = self.tile(source).elem;
        let ty = self.tile_type(TileType::new(elem, target));
        let op = self.copy_typed(op, &[ty]);
        self.to.body.operands_mut(op)[0] = source;
        let value = self.to.body.result(op, 0);
        self.bind(result, value);
        Ok(())
    }

    /// `view`, `broadcast` or `permute` as it was made, in another layout.
    pub(super) fn reshape_anew(&mut self, op: Op, layout: &RegisterLayout) -> Value {
        let source = self.to.body.operands(op)[0];
        let shape = Shape::new(self.tile(source).shape()).expect("a tile has a shape");
        let wanted = if self.to.opcode(op) == crate::Opcode::Broadcast {
            layout.broadcast_operand(&shape)
        } else {
            layout.reshape(shape)
        };
        let source = self.convert(source, &wanted);
        self.rebuild(op, &[source], layout)
    }

    /// A buffer of a shape.
    pub(super) fn buffer(&mut self, extents: &[u32], elem: Elem) -> Value {
        let shape = Shape::new(extents).expect("extents are powers of two");
        let ty = Type::Buffer(BufferType { elem, layout: SharedLayout::row_major(&shape) });
        let ty = self.to.types.intern(ty);
        self.builder().alloc_tensor().result(ty).finish().value()
    }

    pub(super) fn index(&mut self, value: u32) -> Value {
        let ty = self.to.types.intern(Type::Tile(TileType::single(Elem::Scalar(numerics::Scalar::I32))));
        self.builder().constant().value(ir::generic::Attr::Number(value.into())).result(ty).finish().value()
    }

    /// Offsets of 0 for each dimension.
    pub(super) fn zeros(&mut self, rank: usize) -> Vec<Value> {
        let zero = self.index(0);
        vec![zero; rank]
    }

    /// Offsets in elements of an index in slices.
    fn offsets(&mut self, op: Op, indices: Field, extents: &[u32]) -> Vec<Value> {
        let indices: Vec<Value> = self.values(self.from.operands(op, indices));
        let scaled = indices.into_iter().zip(extents).map(|(index, &extent)| {
            let extent = self.index(extent);
            let ty = self.to.body.ty(index);
            self.builder().muli().lhs(index).rhs(extent).result(ty).finish().value()
        });
        scaled.collect()
    }

    fn local_store(&mut self, value: Value, buffer: Value, offsets: &[Value]) {
        self.builder().local_store().value(value).buffer(buffer).offsets(offsets).finish();
    }

    fn meet(&mut self) {
        self.builder().barrier().finish();
    }

    /// What a buffer holds at offsets is the result of the op.
    fn local_load(&mut self, op: Op, buffer: Value, offsets: &[Value]) {
        let result = self.from.body.result(op, 0);
        let ty = self.type_of(result).expect("a tile");
        let value = self.builder().local_load().buffer(buffer).offsets(offsets).result(ty).finish().value();
        self.bind(result, value);
    }

    pub(super) fn cat(&mut self, op: Op) -> Lowered<()> {
        let (lhs, rhs) = (self.operand(op, from::cat::lhs), self.operand(op, from::cat::rhs));
        let dim = self.from.int(op, from::cat::dim).unwrap_or(0) as usize;
        let tile = self.from.ty(self.from.body.result(op, 0)).tile().expect("a tile").clone();
        if self.is_too_large(&[lhs, rhs]) {
            let layout = self.tile(lhs).layout.clone();
            let rhs = self.convert(rhs, &layout);
            let ty = self.tile_type(TileType::new(tile.elem, layout.join(dim)));
            let dim = dim as i64;
            let value = self.builder().cat().lhs(lhs).rhs(rhs).dim(dim).result(ty).finish().value();
            self.bind_settled(self.from.body.result(op, 0), value);
            return Ok(());
        }
        let buffer = self.buffer(&tile.shape, tile.elem);
        let zeros = self.zeros(tile.shape.len());
        let mut behind = zeros.clone();
        behind[dim] = self.index(self.tile(lhs).shape()[dim]);
        self.meet();
        self.local_store(lhs, buffer, &zeros);
        self.local_store(rhs, buffer, &behind);
        self.meet();
        self.local_load(op, buffer, &zeros);
        Ok(())
    }

    pub(super) fn extract(&mut self, op: Op) -> Lowered<()> {
        let source = self.operand(op, from::extract::source);
        let tile = self.tile(source).clone();
        let slice = self.from.ty(self.from.body.result(op, 0)).tile().expect("a tile").shape.to_vec();
        if self.is_too_large(&[source]) {
            let indices = self.values(self.from.operands(op, from::extract::indices));
            let result = self.from.body.result(op, 0);
            let ty = self.type_of(result).expect("a tile");
            let mut b = self.builder();
            let value = b.extract_slice().source(source).indices(indices).result(ty).finish().value();
            self.bind(result, value);
            return Ok(());
        }
        let buffer = self.buffer(tile.shape(), tile.elem);
        let zeros = self.zeros(slice.len());
        let offsets = self.offsets(op, from::extract::indices, &slice);
        self.meet();
        self.local_store(source, buffer, &zeros);
        self.meet();
        self.local_load(op, buffer, &offsets);
        Ok(())
    }

    pub(super) fn insert(&mut self, op: Op) -> Lowered<()> {
        let (source, destination) =
            (self.operand(op, from::insert::source), self.operand(op, from::insert::destination));
        let (slice, tile) = (self.tile(source).shape().to_vec(), self.tile(destination).clone());
        if self.is_too_large(&[destination]) {
            let indices = self.values(self.from.operands(op, from::insert::indices));
            let ty = self.to.body.ty(destination);
            let mut b = self.builder();
            let draft = b.insert_slice().source(source).destination(destination).indices(indices);
            let value = draft.result(ty).finish().value();
            self.bind_settled(self.from.body.result(op, 0), value);
            return Ok(());
        }
        let buffer = self.buffer(tile.shape(), tile.elem);
        let zeros = self.zeros(slice.len());
        let offsets = self.offsets(op, from::insert::indices, &slice);
        self.meet();
        self.local_store(destination, buffer, &zeros);
        self.meet();
        self.local_store(source, buffer, &offsets);
        self.meet();
        self.local_load(op, buffer, &zeros);
        Ok(())
    }

    /// `pack` or `unpack`: a thread that holds an element of the wider type holds its parts, too.
    pub(super) fn pack(&mut self, op: Op) -> Lowered<()> {
        let (old, result) = (self.from.body.operands(op)[0], self.from.body.result(op, 0));
        let source = self.value(old);
        let extent = |value: Value| self.from.ty(value).tile().expect("a tile").shape[0];
        let (from_extent, to_extent) = (extent(old), extent(result));
        let (wide, narrow) = (from_extent.min(to_extent), from_extent.max(to_extent));
        let layout = self.layouts.of_shape(&[wide]);
        let split = split_elements(&layout, narrow);
        let (before, after) = if from_extent == wide { (layout, split) } else { (split, layout) };
        let source = self.convert(source, &before);
        let elem = self.from.ty(result).tile().expect("a tile").elem;
        let ty = self.tile_type(TileType::new(elem, after));
        let op = self.copy_typed(op, &[ty]);
        self.to.body.operands_mut(op)[0] = source;
        let value = self.to.body.result(op, 0);
        self.bind_settled(result, value);
        Ok(())
    }
}

/// The layout of the source of a `view`, `broadcast` or `permute` that makes it a renaming, by that of its result.
pub(super) fn behind(module: &tileaa::Module, op: Op, result: &RegisterLayout) -> RegisterLayout {
    let source = module.ty(module.body.operands(op)[0]).tile().expect("a tile");
    let shape = Shape::new(&source.shape).expect("extents are powers of two");
    let opcode = module.opcode(op);
    if opcode == tileaa::Opcode::View {
        return result.reshape(shape);
    }
    if opcode == tileaa::Opcode::Broadcast {
        return result.broadcast_operand(&shape);
    }
    let order = module.ints(op, from::permute::permutation);
    let mut inverse = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &dim)| inverse[dim as usize] = at);
    result.permute_dims(&inverse)
}

/// The layout of the result of a `view` or `permute` that makes it a renaming, by that of its source.
pub(super) fn ahead(module: &tileaa::Module, op: Op, source: &RegisterLayout) -> RegisterLayout {
    if module.opcode(op) == tileaa::Opcode::View {
        let result = module.ty(module.body.result(op, 0)).tile().expect("a tile");
        return source.reshape(Shape::new(&result.shape).expect("extents are powers of two"));
    }
    let order: Vec<usize> =
        module.ints(op, from::permute::permutation).iter().map(|&dim| dim as usize).collect();
    source.permute_dims(&order)
}

/// The layout of a tile of `extent` parts of the elements of a tile of rank 1, in the lowest registers.
fn split_elements(layout: &RegisterLayout, extent: u32) -> RegisterLayout {
    let shape = Shape::new(&[extent]).expect("an extent is a power of two");
    let bits = extent.ilog2() - layout.shape().extent(0).ilog2();
    let up = |input| layout.columns(input).iter().map(move |&column| column << bits).collect::<Vec<u64>>();
    let registers: Vec<u64> = (0..bits).map(|bit| 1 << bit).chain(up(Input::Register)).collect();
    RegisterLayout::new(shape, &registers, &up(Input::Lane), &up(Input::Warp), &[])
}

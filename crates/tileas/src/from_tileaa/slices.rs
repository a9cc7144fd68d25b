//! Products whose operands have no room in shared memory: they go through it in slices of k, one behind the other.
//!
//! A slice of both operands is stored, met over, and multiplied onto the sum of the slices before it, so that products are added
//! in the same order as without slices. What is in fragments already, or comes from outside of a loop, stays in registers.

use ir::{Op, Value};

use super::Lower;
use super::matrix::{Plan, Product, buffer_bits, staging};
use crate::Type;
use crate::layout::{RegisterLayout, Rounds};
use crate::ops::Builders as _;
use crate::transform::allocate_shared;
use crate::types::{BufferType, TileType};

/// An operand of a product by fragments.
#[derive(Clone, Copy)]
enum Operand {
    /// It goes through a buffer, slice by slice.
    Staged(Value),
    /// It is in fragments.
    Held(Value),
}

/// One of `count` slices along k, and the dimension of both operands that this is.
#[derive(Clone, Copy)]
struct Slice {
    dims: [usize; 2],
    count: u32,
    number: u32,
}

/// The dimension of both operands that a product goes along, of tiles of a rank.
fn depth_dims(rank: usize) -> [usize; 2] {
    [rank - 1, rank - 2]
}

/// The shape of one of the slices along a dimension.
fn slice_shape(shape: &[u32], dim: usize, count: u32) -> Vec<u32> {
    let mut slice = shape.to_vec();
    slice[dim] /= count;
    slice
}

/// The index of a slice along a dimension.
fn slice_index(rank: usize, dim: usize, number: u32) -> Vec<i64> {
    (0..rank).map(|at| if at == dim { i64::from(number) } else { 0 }).collect()
}

/// Half the layout along a dimension, so often that there are `count` slices, if registers tell them apart.
fn sliced_layout(layout: &RegisterLayout, dim: usize, count: u32) -> Option<RegisterLayout> {
    (0..count.ilog2()).try_fold(layout.clone(), |layout, _| layout.halve(dim).map(|(_, half)| half))
}

/// Buffers.
impl Lower<'_> {
    /// Bytes of one of `count` slices of a tile in a buffer.
    fn buffer_bytes(&self, value: Value, count: u32) -> u64 {
        let tile = self.tile(value);
        allocate_shared::aligned(
            (u64::from(buffer_bits(tile) / 8) << tile.layout.shape().bits().min(40)) / u64::from(count),
        )
    }

    /// Bytes that the buffers of an op may take together: all of shared memory but the slots of the function. The buffers of an op
    /// are used by it alone, so no others are needed at the same time.
    fn room(&self) -> u64 {
        u64::from(self.options.buffers).saturating_sub(allocate_shared::aligned(self.slots))
    }

    /// Whether tiles have no room in shared memory together.
    pub(super) fn is_too_large(&self, values: &[Value]) -> bool {
        values.iter().map(|&value| self.buffer_bytes(value, 1)).sum::<u64>() > self.room()
    }

    /// The least power of two of slices, up to `most`, of which one of each tile has room.
    fn slice_count(&self, values: &[Value], most: u32, fits: impl Fn(u32) -> bool) -> Option<u32> {
        let bytes = |count: u32| values.iter().map(|&value| self.buffer_bytes(value, count)).sum::<u64>();
        let mut counts = (0..=most.max(1).ilog2()).map(|bit| 1 << bit);
        let enough = |count: u32| bytes(count) <= self.room();
        counts.find(|&count| enough(count) && fits(count))
    }
}

/// Products by fragments.
impl Lower<'_> {
    /// A product whose operands are staged slice by slice; none where no slice of k is small enough, or registers do not tell
    /// slices of fragments apart.
    pub(super) fn sliced_mma(
        &mut self,
        op: Op,
        (values, acc): ([Value; 2], Value),
        layouts: &[RegisterLayout; 2],
        (product, plan): (&Product, Plan),
    ) -> Option<Value> {
        let staged = [0, 1].map(|at| self.is_staged_here(values[at], &layouts[at]));
        let large: Vec<Value> = (0..2).filter(|&at| staged[at]).map(|at| values[at]).collect();
        let dims = depth_dims(layouts[0].shape().rank());
        let depth = layouts[0].shape().extent(dims[0]);
        let fits = |count: u32| {
            let apart = |at: usize| staged[at] || sliced_layout(&layouts[at], dims[at], count).is_some();
            product.sliced(count).operands(plan).is_some() && apart(0) && apart(1)
        };
        let count = self.slice_count(&large, depth, fits)?;
        let parts = product.sliced(count).operands(plan)?;
        let operands = [0, 1].map(|at| match staged[at] {
            true => Operand::Staged(values[at]),
            false => Operand::Held(self.convert(values[at], &layouts[at])),
        });
        let mut sum = acc;
        for number in 0..count {
            let slice = Slice { dims, count, number };
            let fragments = self.fragment_slices(operands, &parts, slice);
            let ty = self.to.body.ty(sum);
            let dot = self.copy_typed(op, &[ty]);
            self.to.body.operands_mut(dot).copy_from_slice(&[fragments[0], fragments[1], sum]);
            sum = self.to.body.result(dot, 0);
        }
        Some(sum)
    }

    /// The fragments of a slice of both operands.
    fn fragment_slices(
        &mut self,
        operands: [Operand; 2],
        layouts: &[RegisterLayout; 2],
        slice: Slice,
    ) -> [Value; 2] {
        let mut buffers = [None; 2];
        let mut stored = Vec::new();
        for at in 0..2 {
            if let Operand::Staged(value) = operands[at] {
                let buffer = self.slice_buffer(value, &layouts[at]);
                buffers[at] = Some(buffer);
                stored.push((value, buffer, slice.dims[at]));
            }
        }
        self.store_slices(&stored, (slice.count, slice.number));
        [0, 1].map(|at| match (operands[at], buffers[at]) {
            (Operand::Held(value), _) | (Operand::Staged(value), None) => {
                self.slice_of_fragments(value, &layouts[at], (slice.dims[at], slice.count, slice.number))
            }
            (Operand::Staged(value), Some(buffer)) => {
                let ty = self.tile_type(TileType::new(self.tile(value).elem, layouts[at].clone()));
                let zeros = self.zeros(layouts[at].shape().rank());
                self.builder().local_load().buffer(buffer).offsets(zeros).result(ty).finish().value()
            }
        })
    }

    /// A buffer for a slice of a tile on its way to fragments.
    fn slice_buffer(&mut self, value: Value, fragment: &RegisterLayout) -> Value {
        let tile = self.tile(value).clone();
        let slices = Rounds::slices(tile.layout.shape(), fragment.shape()).expect("a slice of the tile");
        let layout = staging(&slices.of_slice(&tile.layout), fragment, buffer_bits(&tile));
        let ty = self.to.types.intern(Type::Buffer(BufferType { elem: tile.elem, layout }));
        self.builder().alloc_tensor().result(ty).finish().value()
    }

    /// A slice of a tile in fragments, which renames registers.
    fn slice_of_fragments(
        &mut self,
        value: Value,
        fragment: &RegisterLayout,
        (dim, count, number): (usize, u32, u32),
    ) -> Value {
        let tile = self.tile(value).clone();
        let layout = sliced_layout(&tile.layout, dim, count).expect("registers tell slices apart");
        let index = slice_index(tile.shape().len(), dim, number);
        let indices: Vec<Value> = index.into_iter().map(|at| self.index(at as u32)).collect();
        let ty = self.tile_type(TileType::new(tile.elem, layout));
        let slice = self.builder().extract_slice().source(value).indices(indices).result(ty).finish().value();
        self.convert(slice, fragment)
    }

    /// Stores a slice of each tile along a dimension in its buffer, between barriers.
    fn store_slices(&mut self, tiles: &[(Value, Value, usize)], (count, number): (u32, u32)) {
        self.builder().barrier().finish();
        for &(value, buffer, dim) in tiles {
            let rank = self.tile(value).shape().len();
            if count == 1 {
                let zeros = self.zeros(rank);
                self.builder().local_store().value(value).buffer(buffer).offsets(zeros).finish();
                continue;
            }
            let (none, index): ([Value; 0], Vec<i64>) = ([], slice_index(rank, dim, number));
            let mut b = self.builder();
            let draft = b.local_store().value(value).buffer(buffer).offsets(none);
            draft.slice(index.as_slice()).finish();
        }
        self.builder().barrier().finish();
    }
}

/// Products element by element.
impl Lower<'_> {
    /// Buffers of a slice of each tile, filled: of tiles that are `[left, right]` operands in turn.
    fn shared_slices(&mut self, values: &[Value], (count, number): (u32, u32)) -> Vec<Value> {
        let mut stored = Vec::new();
        for (at, &value) in values.iter().enumerate() {
            let tile = self.tile(value).clone();
            let dim = depth_dims(tile.shape().len())[at % 2];
            let buffer = self.buffer(&slice_shape(tile.shape(), dim, count), tile.elem);
            stored.push((value, buffer, dim));
        }
        self.store_slices(&stored, (count, number));
        stored.into_iter().map(|(_, buffer, _)| buffer).collect()
    }

    /// The operands of a product of tiles in shared memory, in as few slices of k as have room: for each slice the buffers, of
    /// which the product is made before those of the next.
    pub(super) fn in_slices(
        &mut self,
        values: &[Value],
        acc: Value,
        mut multiply: impl FnMut(&mut Self, &[Value], Value) -> Value,
    ) -> Value {
        // Scales have one element for a block of k.
        let depth = |(at, &value): (usize, &Value)| {
            let shape = self.tile(value).shape();
            shape[depth_dims(shape.len())[at % 2]]
        };
        let most = values.iter().enumerate().map(depth).min().unwrap_or(1);
        let count = self.slice_count(values, most, |_| true).unwrap_or(most);
        let mut sum = acc;
        for number in 0..count {
            let buffers = self.shared_slices(values, (count, number));
            sum = multiply(self, &buffers, sum);
        }
        sum
    }
}

//! Matrix descriptors: matrices in shared memory, as `wgmma` and `tcgen05` take them.

use ir::{Op, Value};
use tileas::layout::{Input, Major, MatrixDescriptor, RegisterLayout, Swizzle};
use tileas::types::BufferType;

use crate::Type;
use crate::from_tileas::{Lower, Lowered};
use crate::ops::Builders as _;

/// Bits of k of an instruction.
pub(super) const DEPTH_BITS: u32 = 256;

/// Bits of a warp's number within its warpgroup.
const GROUP_BITS: usize = 2;

/// The field of a descriptor that says where its matrix starts, in units of 16 bytes.
const START_MASK: u32 = 0x3fff;

/// What the upper word of a descriptor says besides for `tcgen05` (PTX ISA, 9.7.16, "Shared memory descriptor").
/// Swizzles have the same bits in both.
pub(super) const TENSOR_VERSION: u32 = 1 << 14;

/// A matrix in shared memory as descriptors describe it.
pub(super) struct Matrix {
    /// The lower word of the descriptor of the first element of the warpgroup.
    low: Value,
    high: Value,
    offsets: tileas::layout::LinearMap,
    shape: tileas::layout::Shape,
    pub(super) bits: u32,
    /// The dimension of rows of `a` or columns of `b`.
    rows: usize,
    pub(super) transposed: bool,
}

impl Matrix {
    /// Instructions along the inner dimension, and the elements of it that each takes.
    pub(super) fn steps(&self) -> (u32, u32) {
        let depth = DEPTH_BITS / self.bits;
        (self.shape.extent(1 - self.rows) / depth, depth)
    }
}

impl Lower<'_> {
    /// A matrix in shared memory for `wgmma`, from the rows or columns on that the warpgroup has of the sum; without
    /// one as a whole, for `tcgen05`.
    pub(super) fn matrix(
        &mut self,
        op: Op,
        value: Value,
        buffer: &BufferType,
        (rows, extent): (usize, u32),
        sum: Option<&RegisterLayout>,
    ) -> Lowered<Matrix> {
        let bits = buffer.bits();
        let Some(descriptor) = MatrixDescriptor::of(&buffer.layout, rows, bits, extent) else {
            return Err(self.refuse_agents(op));
        };
        let (offsets, shape) = (buffer.layout.offsets(), buffer.layout.shape().clone());
        // The groups' bits of the sum's rows are those of `a`, its columns' those of `b`.
        let moved = sum.map_or_else(Vec::new, |sum| {
            let groups = sum.columns(Input::Warp).get(GROUP_BITS..).unwrap_or(&[]);
            let moved = groups.iter().map(|&column| {
                let mut place = [0, 0];
                place[rows] = sum.shape().at(column, rows);
                offsets.apply(shape.pack(&place)) as u32 * bits / 8
            });
            moved.collect::<Vec<u32>>()
        });
        let leading = descriptor.leading >> 4 << 16;
        let low = self.low_word_of_stage(value, &moved, leading);
        let version = if sum.is_some() { 0 } else { TENSOR_VERSION };
        let high = self.i32(descriptor.stride >> 4 | version | swizzle_bits(descriptor.swizzle) << 30);
        let transposed = descriptor.major == Major::Mn;
        Ok(Matrix { low, high, offsets, shape, bits, rows, transposed })
    }

    /// The lower word of a descriptor: where the matrix starts, and its leading dimension.
    pub(super) fn low_word(&mut self, start: Value, leading: u32) -> Value {
        let ty = self.to.types.intern(Type::I32);
        let address = self.b().ptr_to_int().source(start).result(ty).finish().value();
        let mut start = self.shr(address, 4);
        if self.kernel.ctas > 1 {
            // Addresses in a cluster name the thread block above those of its memory, where the descriptor has its next
            // field.
            let field = self.i32(START_MASK);
            start = self.and(start, field);
        }
        let leading = self.i32(leading);
        self.or(start, leading)
    }

    /// The sum of numbers that the bits of the warpgroup's number choose; none where that is nothing.
    pub(super) fn of_warpgroup(&mut self, bytes: &[u32]) -> Option<Value> {
        let mut sum: Option<Value> = None;
        if bytes.iter().all(|&bytes| bytes == 0) {
            return sum;
        }
        let warp = self.warp_of_runner();
        for (bit, &bytes) in bytes.iter().enumerate().filter(|&(_, &bytes)| bytes != 0) {
            let moved = self.shr(warp, (GROUP_BITS + bit) as u32);
            let one = self.i32(1);
            let is_set = self.and(moved, one);
            let bytes = self.i32(bytes);
            let part = self.mul(is_set, bytes);
            sum = Some(sum.map_or(part, |sum| self.add(sum, part)));
        }
        sum
    }

    /// The descriptor of the part of a matrix that begins at a row (or column) and at a place along k.
    pub(super) fn descriptor(&mut self, matrix: &Matrix, row: u32, k: u32) -> Value {
        let mut place = [k, k];
        place[matrix.rows] = row;
        let bytes = matrix.offsets.apply(matrix.shape.pack(&place)) as u32 * matrix.bits / 8;
        let low = if bytes == 0 {
            matrix.low
        } else {
            let chunks = self.i32(bytes >> 4);
            self.add(matrix.low, chunks)
        };
        self.packed(&[low, matrix.high], Type::I64)
    }
}

/// The field of a descriptor.
fn swizzle_bits(swizzle: Swizzle) -> u32 {
    match swizzle {
        Swizzle::None => 0,
        Swizzle::B128 => 1,
        Swizzle::B64 => 2,
        Swizzle::B32 => 3,
    }
}

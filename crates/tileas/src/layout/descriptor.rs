//! Operands of `wgmma` and `tcgen05.mma` in shared memory, in the layouts that matrix descriptors can express.
//!
//! An instruction uses some rows of A or columns of B (the dimension *mn*), and 32 bytes of k. With a swizzle, a *line* is the
//! range of bytes that it permutes; without one, 16 bytes. Elements of k (K-major) or of mn (MN-major) are contiguous in a
//! line. The other dimension counts lines; eight consecutive lines are an *atom*. Offsets beyond a line or beyond eight lines
//! are multiples of a field of the descriptor (PTX ISA, "Matrix Descriptor Format" and "Canonical Layouts"; gpu-facts 2.4,
//! 7.4):
//!
//! | major | swizzle | beyond a line | beyond eight lines |
//! |---|---|---|---|
//! | K | none | leading | stride |
//! | K | some | – | stride |
//! | MN | none | stride | leading |
//! | MN | some | leading | stride |
//!
//! The instruction adds these to a start address, and swizzles the sum. Layouts are linear maps, so sums must be exclusive ors:
//! no bit of an address belongs to two bits of the coordinate.

use super::blocked::Bits;
use super::linear_map::{Columns, LinearMap};
use super::shape::Shape;
use super::shared::{SharedLayout, Swizzle};

/// Bits of k that one instruction reads.
const DEPTH_BITS: u32 = 256;

/// Bits of 16 bytes: addresses are multiples of it.
const CHUNK_BITS: u64 = 128;

/// The maximum number of rows or columns of one instruction.
const MOST_ROWS: u32 = 256;

/// The contiguous dimension of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Major {
    /// The inner dimension.
    K,
    /// Rows of A, columns of B.
    Mn,
}

impl Major {
    /// Both.
    pub const ALL: [Major; 2] = [Major::K, Major::Mn];

    /// The name: `k` or `mn`.
    pub fn name(self) -> &'static str {
        match self {
            Major::K => "k",
            Major::Mn => "mn",
        }
    }
}

/// A matrix descriptor of an operand, without its start address. A field that the instruction has no use for is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatrixDescriptor {
    /// The contiguous dimension; a bit of the instruction.
    pub major: Major,
    /// The swizzle.
    pub swizzle: Swizzle,
    /// Leading-dimension byte offset.
    pub leading: u32,
    /// Stride-dimension byte offset.
    pub stride: u32,
}

impl MatrixDescriptor {
    /// The descriptor for instructions on a buffer that starts at a multiple of 1024 bytes; none if no descriptor describes the
    /// buffer. `rows` is the dimension of rows of A or columns of B, of which one instruction reads `extent`; the other one is
    /// k.
    ///
    /// Further rows and further k are added to the start address: it is the address of the first element that the instruction
    /// reads, whose lines and chunks are never permuted.
    pub fn of(
        layout: &SharedLayout,
        rows: usize,
        element_bits: u32,
        extent: u32,
    ) -> Option<MatrixDescriptor> {
        let shape = layout.shape();
        let known = shape.rank() == 2 && rows < 2 && matches!(element_bits, 4 | 8 | 16 | 32);
        let whole = extent.is_power_of_two() && (8..=MOST_ROWS).contains(&extent);
        if !known || !whole || shape.extent(rows) < extent {
            return None;
        }
        let depth = (DEPTH_BITS / element_bits).ilog2();
        if shape.dim_bits(1 - rows) < depth {
            return None;
        }
        let operand = Operand { layout, offsets: layout.offsets(), rows, element_bits, extent, depth };
        let mut swizzles = Swizzle::ALL.into_iter().rev();
        swizzles.find_map(|swizzle| Major::ALL.into_iter().find_map(|major| operand.said(major, swizzle)))
    }

    /// Whether an instruction with more rows or columns than the buffer repeats those of the buffer: they are one group, and the field
    /// that says how far the next group is from it is 0.
    pub fn repeats(&self) -> bool {
        let to_next = match (self.major, self.swizzle) {
            (Major::K, _) | (Major::Mn, Swizzle::None) => self.stride,
            (Major::Mn, _) => self.leading,
        };
        to_next == 0
    }

    /// A buffer that a descriptor can describe, for instructions with any number of rows: lines one after the other, then those
    /// with the bytes beyond a line, in the order of boxes of TMA. None if the shape does not have two dimensions or is too small.
    pub fn layout(
        shape: &Shape,
        rows: usize,
        element_bits: u32,
        major: Major,
        swizzle: Swizzle,
    ) -> Option<SharedLayout> {
        if shape.rank() != 2 || rows >= 2 || !matches!(element_bits, 4 | 8 | 16 | 32) {
            return None;
        }
        let (along, across) = match major {
            Major::K => (1 - rows, rows),
            Major::Mn => (rows, 1 - rows),
        };
        let mut bits = Bits::of(shape);
        let mut columns = bits.take(along, (line_bits(swizzle) / element_bits).ilog2());
        columns.extend(bits.take(across, u32::MAX));
        columns.extend(bits.rest());
        let layout = SharedLayout::new(shape.clone(), &columns).swizzled(swizzle, element_bits);
        let extent = shape.extent(rows).min(MOST_ROWS);
        let said = MatrixDescriptor::of(&layout, rows, element_bits, extent)?;
        ((said.major, said.swizzle) == (major, swizzle)).then_some(layout)
    }
}

/// The bits of a line.
fn line_bits(swizzle: Swizzle) -> u32 {
    swizzle.span().map_or(CHUNK_BITS as u32, |bytes| 8 * bytes)
}

struct Operand<'a> {
    layout: &'a SharedLayout,
    offsets: LinearMap,
    rows: usize,
    element_bits: u32,
    extent: u32,
    /// Bits of k of one instruction.
    depth: u32,
}

impl Operand<'_> {
    /// The descriptor with this major dimension and swizzle, if it describes the operand.
    fn said(&self, major: Major, swizzle: Swizzle) -> Option<MatrixDescriptor> {
        let (rows, k) = (self.addresses(self.rows, swizzle), self.addresses(1 - self.rows, swizzle));
        let (rows, more_rows) = rows.split_at(self.extent.ilog2() as usize);
        let (k, more_k) = k.split_at(self.depth as usize);
        let (along, across) = match major {
            Major::K => (k, rows),
            Major::Mn if matches!(self.element_bits, 8 | 16) => (rows, k),
            Major::Mn => return None,
        };
        let line = line_bits(swizzle);
        let beyond_line = beyond(along, self.element_bits, (line / self.element_bits).ilog2())?;
        let beyond_lines = beyond(across, line, 3)?;
        let mut inside = rows.iter().chain(k);
        let taken = inside.try_fold(0, |taken, &bit| (taken & bit == 0).then_some(taken | bit))?;
        // Without any of these bits in the start address, additions do not carry, and the permutation does not change.
        let apart = |&address: &u64| address & taken == 0 && address.is_multiple_of(CHUNK_BITS);
        if !more_rows.iter().chain(more_k).all(apart) {
            return None;
        }
        let (leading, stride) = match (major, swizzle) {
            (Major::Mn, Swizzle::None) => (beyond_lines, beyond_line),
            _ => (beyond_line, beyond_lines),
        };
        Some(MatrixDescriptor { major, swizzle, leading: field(leading)?, stride: field(stride)? })
    }

    /// The bit addresses, before swizzling, of the bits of a dimension.
    fn addresses(&self, dim: usize, swizzle: Swizzle) -> Columns {
        let shape = self.layout.shape();
        let bits = shape.shift(dim)..shape.shift(dim) + shape.dim_bits(dim);
        let offsets = &self.offsets.columns()[bits.start as usize..bits.end as usize];
        offsets.iter().map(|offset| swizzle.apply_to_bits(offset * u64::from(self.element_bits))).collect()
    }
}

/// Whether the lowest bits of a dimension are next to each other from `first` on, and of which address those beyond are
/// multiples: 0 if there are none.
fn beyond(addresses: &[u64], first: u32, near: u32) -> Option<u64> {
    let (side_by_side, far) = addresses.split_at(addresses.len().min(near as usize));
    let step = far.first().copied().unwrap_or(0);
    let multiples = |addresses: &[u64], step: u64| {
        addresses.iter().enumerate().all(|(bit, &address)| address == step << bit)
    };
    (multiples(side_by_side, u64::from(first)) && multiples(far, step)).then_some(step)
}

/// The bytes of a field: it has 14 bits, for multiples of 16 bytes.
fn field(bits: u64) -> Option<u32> {
    (bits.is_multiple_of(CHUNK_BITS) && bits < CHUNK_BITS << 14).then_some((bits / 8) as u32)
}

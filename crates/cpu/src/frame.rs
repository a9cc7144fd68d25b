//! Slots: where the values of a program are, and the numbers of its instructions.
//!
//! A value of tile type has a slot of `elements * lane_size` bytes, row-major; a scalar is a tile of one element; a
//! view is its base address, extents and strides as 64-bit words ([`Tensor`]).

/// The number of an instruction.
pub(crate) type Pc = u32;

/// Which memory a place is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Base {
    /// The frame of the tile block: lives as long as the block.
    Frame,
    /// Constant tiles of the program, read-only.
    Constant,
    /// The worker's scratch memory: lives for one instruction.
    Scratch,
}

/// Where a value is: bytes from the start of a base, at a multiple of [`ALIGN`], or of 8 if it has fewer bytes than
/// that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FrameSlot {
    pub(crate) base: Base,
    pub(crate) offset: u32,
}

/// Alignment of tiles in bytes: a cache line, and a vector of AVX-512.
pub(crate) const ALIGN: usize = 64;

/// The place of a view: `1 + 2 * rank` words of 64 bits, which are the base address, the extents, and the strides in
/// elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tensor {
    pub(crate) place: FrameSlot,
    pub(crate) rank: usize,
}

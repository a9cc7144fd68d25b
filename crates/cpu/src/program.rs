//! A prepared entry: flat code over places, every type, mode and kernel resolved.
//!
//! Structured control flow becomes jumps. A value of tile type has a place of `elements * lane_size` bytes, row-major; a
//! scalar is a tile of one element; a view is its base address, extents and strides as 64-bit words. Tokens have no place.

use ir::Op;

/// The number of an instruction.
pub(crate) type Pc = u32;

/// Which memory a place lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Base {
    /// The frame of the tile block: lives as long as the block.
    Frame,
    /// Constant tiles of the program, read-only.
    Constant,
    /// The worker's scratch memory: lives for one instruction.
    Scratch,
}

/// Where a value lies: bytes from the start of a base, at a multiple of [`ALIGN`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) base: Base,
    pub(crate) offset: u32,
}

/// Alignment of every place in bytes: a cache line, and a vector of AVX-512.
pub(crate) const ALIGN: usize = 64;

/// One instruction.
pub(crate) struct Step {
    /// The operation that it comes from (of a fused group, the first one; faults name their own).
    pub(crate) op: Op,
    pub(crate) kind: Kind,
}

/// What an instruction does. Each payload lies in the module that executes it.
pub(crate) enum Kind {
    /// Goes on elsewhere.
    Jump(Pc),
}

/// A prepared entry.
pub(crate) struct Program {
    pub(crate) code: Vec<Step>,
    /// Places of the parameters: 8 bytes each, the bits of a scalar or the address of a pointer.
    pub(crate) params: Vec<Place>,
    /// Bytes of a tile block's frame.
    pub(crate) frame: usize,
    /// Bytes of scratch memory that an instruction needs at most.
    pub(crate) scratch: usize,
    /// Constant tiles.
    pub(crate) constants: Vec<u8>,
}

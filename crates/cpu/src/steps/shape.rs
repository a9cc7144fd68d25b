//! Operations that move elements between tiles: cat, extract, insert, pack, unpack.

#![allow(unsafe_code, reason = "tiles are raw memory")]

use numerics::{Scalar, pack};
use smallvec::SmallVec;

use crate::context::Context;
use crate::fault::{self, Checked, Fault};
use crate::frame::FrameSlot;
use crate::kernels::lane_size;
use crate::kernels::lanes;
use crate::pattern::Pattern;

/// One half of a `cat`.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) from: FrameSlot,
    /// Bytes from the start of the result to its first element.
    pub(crate) offset: usize,
    pub(crate) pattern: Pattern,
}

/// `cat`.
#[derive(Debug)]
pub(crate) struct Cat {
    pub(crate) parts: [Part; 2],
    pub(crate) out: FrameSlot,
}

impl Cat {
    pub(crate) fn run(&self, ctx: &Context<'_>) {
        for part in &self.parts {
            // SAFETY: the patterns of both parts are inside of the result, which is apart from the operands.
            unsafe { part.pattern.scatter(ctx.at(part.from), ctx.at(self.out).add(part.offset)) }
        }
    }
}

/// An index into a grid of blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockIndex {
    pub(crate) place: FrameSlot,
    pub(crate) scalar: Scalar,
    /// Blocks along this dimension.
    pub(crate) count: u32,
    /// Elements of the larger tile from one block to the next.
    pub(crate) step: u32,
}

/// Equal blocks in a larger tile, one of which is named by indices.
#[derive(Debug)]
pub(crate) struct BlockGrid {
    pub(crate) indices: SmallVec<[BlockIndex; 4]>,
    /// Where a block is.
    pub(crate) pattern: Pattern,
    /// Bytes of an element.
    pub(crate) size: usize,
}

impl BlockGrid {
    /// Bytes from the start of the larger tile to the named block.
    fn offset(&self, ctx: &Context<'_>) -> Checked<usize> {
        let mut element = 0;
        for (dim, index) in self.indices.iter().enumerate() {
            let value = ctx.scalar(index.place, index.scalar);
            if value >= u64::from(index.count) {
                let message = format!("block index {value} of dimension {dim} is not below {}", index.count);
                let note = "indices count blocks of the smaller tile's shape, not elements, and are unsigned";
                return Err(Fault::new(fault::BLOCK_INDEX, message).note(note).into());
            }
            element += value as usize * index.step as usize;
        }
        Ok(element * self.size)
    }
}

/// `extract`.
#[derive(Debug)]
pub(crate) struct Extract {
    pub(crate) source: FrameSlot,
    pub(crate) grid: BlockGrid,
    pub(crate) out: FrameSlot,
}

impl Extract {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        let offset = self.grid.offset(ctx)?;
        // SAFETY: the block is inside of the source, which is apart from the result.
        unsafe { self.grid.pattern.gather(ctx.at(self.source).add(offset), ctx.at(self.out)) }
        Ok(())
    }
}

/// `insert`.
#[derive(Debug)]
pub(crate) struct Insert {
    pub(crate) source: FrameSlot,
    /// May be where the result is; then nothing is copied.
    pub(crate) destination: FrameSlot,
    pub(crate) grid: BlockGrid,
    pub(crate) out: FrameSlot,
    /// Bytes of the result.
    pub(crate) bytes: usize,
}

impl Insert {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        let offset = self.grid.offset(ctx)?;
        let out = ctx.at(self.out);
        // SAFETY: the destination is the result or apart from it; the block is inside, and is apart from the source.
        unsafe {
            if self.destination != self.out {
                out.copy_from_nonoverlapping(ctx.at(self.destination), self.bytes);
            }
            self.grid.pattern.scatter(ctx.at(self.source), out.add(offset));
        }
        Ok(())
    }
}

/// `pack` or `unpack`: `elem` is the element type of the side that is not bytes.
#[derive(Debug)]
pub(crate) struct Repack {
    pub(crate) source: FrameSlot,
    pub(crate) elem: Scalar,
    /// Elements of that side.
    pub(crate) len: usize,
    pub(crate) out: FrameSlot,
}

impl Repack {
    /// Elements in a byte.
    fn per_byte(&self) -> usize {
        8 / pack::packed_bits(self.elem) as usize
    }

    /// Whether lanes are bytes as they are.
    fn is_plain(&self) -> bool {
        pack::packed_bits(self.elem) >= 8
    }

    pub(crate) fn pack(&self, ctx: &Context<'_>) {
        let (source, out) = (ctx.at(self.source), ctx.at(self.out));
        if self.is_plain() {
            // SAFETY: both tiles have as many bytes, and are apart.
            return unsafe { out.copy_from_nonoverlapping(source, self.len * lane_size(self.elem)) };
        }
        let (per_byte, width) = (self.per_byte(), pack::packed_bits(self.elem));
        for byte in 0..self.len.div_ceil(per_byte) {
            let lanes = byte * per_byte..((byte + 1) * per_byte).min(self.len);
            // SAFETY: the lanes are in the source, which has a byte each; the result has a byte for each group.
            unsafe {
                let joined = lanes.rev().fold(0u8, |byte, lane| byte << width | source.add(lane).read());
                out.add(byte).write(joined);
            }
        }
    }

    pub(crate) fn unpack(&self, ctx: &Context<'_>) {
        let (source, out) = (ctx.at(self.source), ctx.at(self.out));
        if self.is_plain() {
            for lane in 0..self.len {
                // SAFETY: both tiles have as many bytes, and are apart; lanes are brought into their form.
                unsafe { lanes::write(self.elem, out, lane, lanes::read(self.elem, source, lane)) }
            }
            return;
        }
        let (per_byte, width) = (self.per_byte(), pack::packed_bits(self.elem));
        let mask = (1u8 << width) - 1;
        for lane in 0..self.len {
            // SAFETY: the source has a byte for each group of lanes.
            unsafe {
                let byte = source.add(lane / per_byte).read();
                out.add(lane).write(byte >> (lane % per_byte * width as usize) & mask);
            }
        }
    }
}

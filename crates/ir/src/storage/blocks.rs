//! Blocks and regions: what they contain, and where they are.

use super::values::ValueRange;
use super::{List, Storage, replaced};
use crate::entity::{Block, Op, Region};

impl Storage {
    /// How many blocks were ever created.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Ops of a block, in order.
    #[inline]
    pub fn block_ops(&self, block: Block) -> impl Iterator<Item = Op> + '_ {
        std::iter::successors(self.first_op(block), |&op| self.next(op))
    }

    /// First op of a block.
    #[inline]
    pub fn first_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].first.expand()
    }

    /// Last op of a block: its terminator, once verified.
    pub fn last_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].last.expand()
    }

    /// Arguments of a block.
    #[inline]
    pub fn block_args(&self, block: Block) -> ValueRange {
        ValueRange(self.blocks[block].args)
    }

    /// The region that holds a block.
    pub fn block_region(&self, block: Block) -> Option<Region> {
        self.blocks[block].parent.expand()
    }

    /// The op that owns the region of a block.
    pub fn block_op(&self, block: Block) -> Option<Op> {
        self.block_region(block).map(|region| self.region_op(region))
    }

    /// Blocks of a region, in order.
    #[inline]
    pub fn region_blocks(&self, region: Region) -> &[Block] {
        &self.block_pool[self.regions[region].blocks.range()]
    }

    /// Drops the blocks of a region from it.
    pub fn clear_region(&mut self, region: Region) {
        for block in self.region_blocks(region).to_vec() {
            self.blocks[block].parent = None.into();
        }
        self.regions[region].blocks = List::default();
    }

    /// Moves the blocks of `from` to the end of `to`.
    pub fn move_blocks(&mut self, from: Region, to: Region) {
        let moved = self.region_blocks(from).to_vec();
        let mut blocks = self.region_blocks(to).to_vec();
        for &block in &moved {
            self.blocks[block].parent = to.into();
        }
        blocks.extend(moved);
        self.regions[to].blocks = replaced(&mut self.block_pool, self.regions[to].blocks, &blocks);
        self.regions[from].blocks = List::default();
    }

    /// Exchanges the blocks of two regions.
    pub fn swap_blocks(&mut self, one: Region, other: Region) {
        let (first, second) = (self.regions[one].blocks, self.regions[other].blocks);
        for (region, list) in [(one, second), (other, first)] {
            self.regions[region].blocks = list;
            for &block in &self.block_pool[list.range()] {
                self.blocks[block].parent = region.into();
            }
        }
    }

    /// The op that owns a region.
    pub fn region_op(&self, region: Region) -> Op {
        self.regions[region].parent
    }
}

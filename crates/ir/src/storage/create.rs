//! Creation of ops, regions, blocks and their values.

use cranelift_entity::EntityRef;

use super::{
    ARG, BlockData, List, Marks, OpData, OpDraft, PackedSpan, RegionData, Storage, ValueData, length,
    push_all,
};
use crate::entity::{Block, Op, Region, TypeId};

impl Storage {
    /// Makes room for about this number of ops with their values and lists.
    pub fn reserve(&mut self, ops: usize) {
        self.ops.reserve(ops);
        self.values.reserve(ops + ops / 4);
        self.value_pool.reserve(2 * ops);
        self.segment_pool.reserve(ops / 2);
        self.attr_pool.reserve(ops);
    }

    /// Creates an op that is in no block yet.
    #[inline]
    pub fn create_op(&mut self, draft: OpDraft<'_>) -> Op {
        let op = self.ops.next_key();
        let starts = self.marks();
        self.create_values(draft.results, op.index() as u32, 0);
        push_all(&mut self.value_pool, draft.operands);
        push_all(&mut self.segment_pool, draft.segments);
        push_all(&mut self.attr_pool, draft.attrs);
        let first_region = self.create_regions(op, draft.regions);
        self.ops.push(OpData {
            opcode: draft.opcode,
            region_count: draft.regions,
            loc: draft.loc,
            span: PackedSpan::default(),
            starts,
            ends: self.new_marks(),
            first_region,
            parent: None.into(),
            prev: None.into(),
            next: None.into(),
        })
    }

    /// The ends of the pools.
    #[inline]
    pub(super) fn marks(&self) -> Marks {
        Marks {
            results: self.values.len() as u32,
            operands: self.value_pool.len() as u32,
            segments: self.segment_pool.len() as u32,
            attrs: self.attr_pool.len() as u32,
        }
    }

    /// The ends of the pools, once something was added to them.
    #[inline]
    pub(super) fn new_marks(&self) -> Marks {
        let lengths =
            self.values.len() | self.value_pool.len() | self.segment_pool.len() | self.attr_pool.len();
        assert!(u32::try_from(lengths).is_ok(), "a pool holds fewer than 2^32 items");
        self.marks()
    }

    /// Creates regions without blocks; gives the first.
    #[inline]
    pub(super) fn create_regions(&mut self, op: Op, count: u16) -> u32 {
        let first = self.regions.len() as u32;
        for _ in 0..count {
            self.regions.push(RegionData { parent: op, blocks: List::default() });
        }
        first
    }

    /// Creates a block with arguments of the given types at the end of `region`.
    pub fn create_block(&mut self, region: Region, args: &[TypeId]) -> Block {
        let block = self.blocks.next_key();
        let args = self.create_values(args, block.index() as u32, ARG);
        self.blocks.push(BlockData { parent: region.into(), args, first: None.into(), last: None.into() });
        self.adopt(region, block);
        block
    }

    /// Adds a block to the end of a region's list, which is copied unless it ends its pool.
    fn adopt(&mut self, region: Region, block: Block) {
        let list = &mut self.regions[region].blocks;
        let end = length(&self.block_pool);
        if list.is_empty() {
            *list = List { start: end, end };
        } else if list.end != end {
            self.block_pool.extend_from_within(list.range());
            *list = List { start: end, end: length(&self.block_pool) };
        }
        self.block_pool.push(block);
        list.end += 1;
    }

    /// Replaces the arguments of `block` by new ones of the given types.
    pub fn set_block_args(&mut self, block: Block, types: &[TypeId]) {
        self.blocks[block].args = self.create_values(types, block.index() as u32, ARG);
    }

    /// Replaces the results of `op` by new ones of the given types.
    pub fn set_result_types(&mut self, op: Op, types: &[TypeId]) {
        let results = self.create_values(types, op.index() as u32, 0);
        let data = &mut self.ops[op];
        (data.starts.results, data.ends.results) = (results.start, results.end);
    }

    #[inline]
    fn create_values(&mut self, types: &[TypeId], owner: u32, flag: u32) -> List {
        let start = self.values.len() as u32;
        for (index, &ty) in types.iter().enumerate() {
            self.values.push(ValueData { ty, owner, index: index as u32 | flag });
        }
        List { start, end: self.values.len() as u32 }
    }
}

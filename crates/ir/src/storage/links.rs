//! The place of an op: its block, and the ops before and after it.

use cranelift_entity::packed_option::PackedOption;

use super::Storage;
use crate::entity::{Block, Op};

impl Storage {
    /// The block that contains an op.
    #[inline]
    pub fn parent_block(&self, op: Op) -> Option<Block> {
        self.ops[op].parent.expand()
    }

    /// The op whose region holds the block of `op`.
    pub fn parent_op(&self, op: Op) -> Option<Op> {
        self.parent_block(op).and_then(|block| self.block_op(block))
    }

    /// Next op of the block.
    #[inline]
    pub fn next(&self, op: Op) -> Option<Op> {
        self.ops[op].next.expand()
    }

    /// Previous op of the block.
    pub fn prev(&self, op: Op) -> Option<Op> {
        self.ops[op].prev.expand()
    }

    /// Puts `op`, which stands nowhere, at the end of `block`.
    #[inline]
    pub fn append(&mut self, block: Block, op: Op) {
        let last = self.blocks[block].last;
        self.link(block, last, op, None.into());
    }

    /// Inserts `op`, which is in no block yet, before `before`.
    pub fn insert_before(&mut self, before: Op, op: Op) {
        let block = self.parent_block(before).expect("the op to insert before stands in a block");
        let prev = self.ops[before].prev;
        self.link(block, prev, op, before.into());
    }

    #[inline]
    fn link(&mut self, block: Block, prev: PackedOption<Op>, op: Op, next: PackedOption<Op>) {
        debug_assert!(self.ops[op].parent.is_none(), "an op stands in one block only");
        let data = &mut self.ops[op];
        (data.parent, data.prev, data.next) = (block.into(), prev, next);
        match prev.expand() {
            Some(prev) => self.ops[prev].next = op.into(),
            None => self.blocks[block].first = op.into(),
        }
        match next.expand() {
            Some(next) => self.ops[next].prev = op.into(),
            None => self.blocks[block].last = op.into(),
        }
    }

    /// Takes `op` out of its block; it keeps its id, operands and regions.
    pub fn detach(&mut self, op: Op) {
        let Some(block) = self.parent_block(op) else { return };
        let (prev, next) = (self.ops[op].prev, self.ops[op].next);
        match prev.expand() {
            Some(prev) => self.ops[prev].next = next,
            None => self.blocks[block].first = next,
        }
        match next.expand() {
            Some(next) => self.ops[next].prev = prev,
            None => self.blocks[block].last = prev,
        }
        let data = &mut self.ops[op];
        (data.parent, data.prev, data.next) = (None.into(), None.into(), None.into());
    }
}

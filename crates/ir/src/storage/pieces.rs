//! Ops created piece by piece during decoding.
//!
//! Items that are pushed between [`Storage::begin_op`] and [`Storage::finish_op`] are written directly to the pools and become
//! the lists of the op; nothing else may be created in between.

use cranelift_entity::packed_option::PackedOption;
use diag::Span;

use super::{List, Marks, OpData, PackedSpan, Storage, ValueData, ValueRange};
use crate::attr::AttrSlot;
use crate::entity::{Block, LocId, Op, TypeId, Value};

/// Where the lists of an op begin that is created piece by piece: see [`Storage::begin_op`].
#[derive(Clone, Copy, Debug)]
pub struct OpStart(Marks);

/// The parts that [`Storage::finish_op`] adds to the lists of an op.
#[derive(Clone, Copy, Debug)]
pub struct OpHead {
    /// Opcode number of the level (its position in the table).
    pub opcode: u16,
    /// How many regions the op has; they start without blocks.
    pub regions: u16,
    /// Location.
    pub loc: LocId,
    /// Where the op is in its file.
    pub span: Span,
}

/// Ops that are being appended to an empty block one after the other: see [`Storage::open_block`].
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    block: Block,
    first: PackedOption<Op>,
    last: PackedOption<Op>,
}

impl Chain {
    /// The op that was put in last.
    pub fn last(&self) -> Option<Op> {
        self.last.expand()
    }
}

/// Creation piece by piece.
impl Storage {
    /// Begins an op; [`Storage::finish_op`] creates it.
    #[inline]
    pub fn begin_op(&self) -> OpStart {
        OpStart(self.marks())
    }

    /// Adds a result to the unfinished op that starts at `start`.
    #[inline]
    pub fn push_result(&mut self, start: &OpStart, ty: TypeId) {
        let index = self.values.len() as u32 - start.0.results;
        self.values.push(ValueData { ty, owner: self.ops.len() as u32, index });
    }

    /// Adds an operand to the unfinished op.
    #[inline]
    pub fn push_operand(&mut self, value: Value) {
        self.value_pool.push(value);
    }

    /// Adds the size of an operand segment to the unfinished op.
    #[inline]
    pub fn push_segment(&mut self, size: u32) {
        self.segment_pool.push(size);
    }

    /// Adds an attribute slot to the unfinished op.
    #[inline]
    pub fn push_attr(&mut self, slot: AttrSlot) {
        self.attr_pool.push(slot);
    }

    /// Results of the unfinished op that starts at `start`.
    #[inline]
    pub fn begun_results(&self, start: &OpStart) -> ValueRange {
        ValueRange(List { start: start.0.results, end: self.values.len() as u32 })
    }

    /// Type of the first result of the unfinished op that starts at `start`, if it has results.
    pub fn begun_type(&self, start: &OpStart) -> Option<TypeId> {
        self.values.get(Value::from_u32(start.0.results)).map(|value| value.ty)
    }

    /// Attribute slots and segment sizes of the unfinished op that starts at `start`.
    pub fn begun_lists(&mut self, start: &OpStart) -> (&mut [AttrSlot], &[u32]) {
        (&mut self.attr_pool[start.0.attrs as usize..], &self.segment_pool[start.0.segments as usize..])
    }

    /// Begins to fill a block that has no ops yet; [`Storage::close_block`] ends it.
    pub fn open_block(&self, block: Block) -> Chain {
        debug_assert!(self.first_op(block).is_none(), "the block is filled once");
        Chain { block, first: None.into(), last: None.into() }
    }

    /// Finishes the op that starts at `start`, at the end of a block that is being filled.
    #[inline]
    pub fn finish_op(&mut self, start: OpStart, head: OpHead, chain: &mut Chain) -> Op {
        let op = self.ops.next_key();
        let prev = chain.last;
        chain.last = op.into();
        match prev.expand() {
            Some(prev) => self.ops[prev].next = op.into(),
            None => chain.first = op.into(),
        }
        let first_region = self.create_regions(op, head.regions);
        self.ops.push(OpData {
            opcode: head.opcode,
            region_count: head.regions,
            loc: head.loc,
            span: PackedSpan(head.span.start, head.span.end),
            starts: start.0,
            ends: self.new_marks(),
            first_region,
            parent: chain.block.into(),
            prev,
            next: None.into(),
        })
    }

    /// Ends a block that was filled.
    pub fn close_block(&mut self, chain: Chain) {
        let block = &mut self.blocks[chain.block];
        (block.first, block.last) = (chain.first, chain.last);
    }
}

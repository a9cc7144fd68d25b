//! Storage of a module: ops, blocks, regions and values in dense tables, lists in pools. It is not generic over the level.
//!
//! Lists (operands, attribute slots, segment sizes) are ranges of shared pools, so decoding a large module allocates only a few
//! vectors. A list that is replaced by a longer one is written again at the end of its pool.

mod append;
mod blocks;
mod create;
mod links;
mod op_ref;
mod pieces;
mod values;

use std::ops::Range;

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};
use diag::Span;
use rustc_hash::FxHashMap;

use crate::attr::AttrSlot;
use crate::entity::{AttrId, Block, LocId, Op, Region, StrId, TypeId, Value};

pub use self::op_ref::OpRef;
pub use self::values::ValueRange;
pub use pieces::{Chain, OpHead, OpStart};

/// The definition of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueDef {
    /// The n-th result of an op.
    Result(Op, u32),
    /// The n-th argument of a block.
    Arg(Block, u32),
}

#[derive(Clone, Copy)]
struct ValueData {
    ty: TypeId,
    owner: u32,
    /// Index in the owner's list; the top bit is set if the owner is a block.
    index: u32,
}

/// The bit of [`ValueData::index`] of a block argument. It leaves 2^31 results for an op, more than memory holds.
const ARG: u32 = 1 << 31;

/// A range of a pool.
#[derive(Clone, Copy, Default)]
struct List {
    start: u32,
    end: u32,
}

impl List {
    #[inline]
    fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A position in each of the pools that ops have lists in.
#[derive(Clone, Copy, Debug)]
struct Marks {
    results: u32,
    operands: u32,
    segments: u32,
    attrs: u32,
}

#[derive(Clone)]
struct OpData {
    opcode: u16,
    region_count: u16,
    loc: LocId,
    span: PackedSpan,
    /// Where its lists start, and where they end.
    starts: Marks,
    ends: Marks,
    first_region: u32,
    parent: PackedOption<Block>,
    prev: PackedOption<Op>,
    next: PackedOption<Op>,
}

/// One op is one line of a cache.
const _: () = assert!(size_of::<OpData>() == 64);

impl OpData {
    #[inline]
    fn operands(&self) -> List {
        List { start: self.starts.operands, end: self.ends.operands }
    }

    #[inline]
    fn segments(&self) -> List {
        List { start: self.starts.segments, end: self.ends.segments }
    }

    #[inline]
    fn attrs(&self) -> List {
        List { start: self.starts.attrs, end: self.ends.attrs }
    }

    #[inline]
    fn results(&self) -> List {
        List { start: self.starts.results, end: self.ends.results }
    }
}

#[derive(Clone)]
struct BlockData {
    parent: PackedOption<Region>,
    args: List,
    first: PackedOption<Op>,
    last: PackedOption<Op>,
}

#[derive(Clone)]
struct RegionData {
    parent: Op,
    blocks: List,
}

/// The parts from which an op is created.
#[derive(Clone, Copy, Debug)]
pub struct OpDraft<'a> {
    /// Opcode number of the level (its position in the table).
    pub opcode: u16,
    /// Present operands, in order.
    pub operands: &'a [Value],
    /// Sizes of the operand segments, for segmented ops; empty otherwise.
    pub segments: &'a [u32],
    /// One slot per attribute of the row.
    pub attrs: &'a [AttrSlot],
    /// Types of the results.
    pub results: &'a [TypeId],
    /// How many regions the op has; they start without blocks.
    pub regions: u16,
    /// Location.
    pub loc: LocId,
}

/// The tables of a module.
#[derive(Clone, Default)]
pub struct Storage {
    ops: PrimaryMap<Op, OpData>,
    blocks: PrimaryMap<Block, BlockData>,
    regions: PrimaryMap<Region, RegionData>,
    values: PrimaryMap<Value, ValueData>,
    value_pool: Vec<Value>,
    segment_pool: Vec<u32>,
    attr_pool: Vec<AttrSlot>,
    block_pool: Vec<Block>,
    extra: FxHashMap<Op, AttrId>,
    /// Ends of the heads of ops with regions.
    head_ends: FxHashMap<Op, u32>,
    names: SecondaryMap<Value, PackedOption<StrId>>,
}

#[derive(Clone, Copy)]
struct PackedSpan(u32, u32);

impl Default for PackedSpan {
    fn default() -> Self {
        PackedSpan(u32::MAX, u32::MAX)
    }
}

/// Adds `items` to the end of a pool.
#[inline]
fn push_all<T: Copy>(pool: &mut Vec<T>, items: &[T]) {
    // Most lists are a few items long, for which a call to copy memory costs more than the copies.
    match items {
        [] => {}
        [one] => pool.push(*one),
        [one, two] => pool.extend([*one, *two]),
        _ => pool.extend_from_slice(items),
    }
}

/// The length of a pool.
fn length<T>(pool: &[T]) -> u32 {
    u32::try_from(pool.len()).expect("a pool holds fewer than 2^32 items")
}

/// Puts `items` in the place of `list`, or at the end of the pool if there is no room.
fn replaced<T: Copy>(pool: &mut Vec<T>, list: List, items: &[T]) -> List {
    if items.len() <= list.range().len() {
        let list = List { start: list.start, end: list.start + items.len() as u32 };
        pool[list.range()].copy_from_slice(items);
        return list;
    }
    let start = length(pool);
    push_all(pool, items);
    List { start, end: length(pool) }
}

/// Ops.
impl Storage {
    /// How many ops were ever created.
    pub fn op_count(&self) -> usize {
        self.ops.len()
    }

    /// True when `op` is an op of this module.
    pub fn is_op(&self, op: Op) -> bool {
        self.ops.is_valid(op)
    }

    /// An op with direct access to its lists.
    #[inline]
    pub fn get(&self, op: Op) -> OpRef<'_> {
        OpRef { body: self, data: &self.ops[op] }
    }

    /// Opcode number.
    #[inline]
    pub fn opcode(&self, op: Op) -> u16 {
        self.ops[op].opcode
    }

    /// All operands that are there, in order.
    #[inline]
    pub fn operands(&self, op: Op) -> &[Value] {
        &self.value_pool[self.ops[op].operands().range()]
    }

    /// All operands, to be changed in place.
    pub fn operands_mut(&mut self, op: Op) -> &mut [Value] {
        &mut self.value_pool[self.ops[op].operands().range()]
    }

    /// Replaces operands and segment sizes.
    pub fn set_operands(&mut self, op: Op, operands: &[Value], segments: &[u32]) {
        let data = &mut self.ops[op];
        let operands = replaced(&mut self.value_pool, data.operands(), operands);
        let segments = replaced(&mut self.segment_pool, data.segments(), segments);
        (data.starts.operands, data.ends.operands) = (operands.start, operands.end);
        (data.starts.segments, data.ends.segments) = (segments.start, segments.end);
    }

    /// Sizes of the operand segments; empty for ops that need none.
    #[inline]
    pub fn segments(&self, op: Op) -> &[u32] {
        &self.segment_pool[self.ops[op].segments().range()]
    }

    /// Attribute slots, one per attribute of the row.
    #[inline]
    pub fn attrs(&self, op: Op) -> &[AttrSlot] {
        &self.attr_pool[self.ops[op].attrs().range()]
    }

    /// Attribute slots, to be changed in place.
    pub fn attrs_mut(&mut self, op: Op) -> &mut [AttrSlot] {
        &mut self.attr_pool[self.ops[op].attrs().range()]
    }

    /// Dictionary of attributes that the row does not know.
    pub fn extra(&self, op: Op) -> Option<AttrId> {
        self.extra.get(&op).copied()
    }

    /// Sets the dictionary of attributes that the row does not know.
    pub fn set_extra(&mut self, op: Op, extra: Option<AttrId>) {
        match extra {
            Some(id) => self.extra.insert(op, id),
            None => self.extra.remove(&op),
        };
    }

    /// Results, in order.
    #[inline]
    pub fn results(&self, op: Op) -> ValueRange {
        ValueRange(self.ops[op].results())
    }

    /// The n-th result.
    pub fn result(&self, op: Op, index: usize) -> Value {
        self.results(op).get(index).expect("result index in range")
    }

    /// The n-th region.
    pub fn region(&self, op: Op, index: usize) -> Region {
        self.regions(op).nth(index).expect("region index in range")
    }

    /// Regions, in order.
    #[inline]
    pub fn regions(&self, op: Op) -> impl ExactSizeIterator<Item = Region> + DoubleEndedIterator + use<> {
        let data = &self.ops[op];
        let first = data.first_region as usize;
        (first..first + usize::from(data.region_count)).map(Region::new)
    }

    /// Location in the program.
    #[inline]
    pub fn loc(&self, op: Op) -> LocId {
        self.ops[op].loc
    }

    /// Sets the location.
    pub fn set_loc(&mut self, op: Op, loc: LocId) {
        self.ops[op].loc = loc;
    }

    /// Where the op is in the file that was parsed: bytes of text, or an offset in bytecode.
    #[inline]
    pub fn span(&self, op: Op) -> Option<Span> {
        let PackedSpan(start, end) = self.ops[op].span;
        (start != u32::MAX).then_some(Span { start, end })
    }

    /// The span without the regions: what diagnostics show.
    pub fn head(&self, op: Op) -> Option<Span> {
        let span = self.span(op)?;
        Some(Span { end: self.head_ends.get(&op).copied().unwrap_or(span.end), ..span })
    }

    /// Sets where the text of the op before its regions ends.
    pub fn set_head_end(&mut self, op: Op, end: u32) {
        self.head_ends.insert(op, end);
    }

    /// Sets where the op is in its file.
    #[inline]
    pub fn set_span(&mut self, op: Op, span: Span) {
        self.ops[op].span = PackedSpan(span.start, span.end);
    }
}

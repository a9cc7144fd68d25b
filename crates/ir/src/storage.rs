//! Storage of a module: ops, blocks, regions and values in dense tables, lists in pools. It is not generic over the level.
//!
//! Lists (operands, attribute slots, segment sizes) are ranges of shared pools, so decoding a large module allocates only a few
//! vectors. A list that is replaced by a longer one is written again at the end of its pool.

mod append;
mod pieces;

use std::ops::Range;

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};
use diag::Span;
use rustc_hash::FxHashMap;

use crate::attr::AttrSlot;
use crate::entity::{AttrId, Block, LocId, Op, Region, StrId, TypeId, Value};

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

/// An op of a module with direct access to its lists: looked up once, however many of them are read.
#[derive(Clone, Copy)]
pub struct OpRef<'a> {
    body: &'a Storage,
    data: &'a OpData,
}

impl<'a> OpRef<'a> {
    /// Opcode number.
    #[inline]
    pub fn opcode(self) -> usize {
        self.data.opcode.into()
    }

    /// All operands that are there, in order.
    #[inline]
    pub fn operands(self) -> &'a [Value] {
        &self.body.value_pool[self.data.operands().range()]
    }

    /// How many operands there are.
    #[inline]
    pub fn operand_count(self) -> usize {
        self.data.operands().range().len()
    }

    /// Sizes of the operand segments; empty for ops that need none.
    #[inline]
    pub fn segments(self) -> &'a [u32] {
        &self.body.segment_pool[self.data.segments().range()]
    }

    /// Attribute slots, one per attribute of the row.
    #[inline]
    pub fn attrs(self) -> &'a [AttrSlot] {
        &self.body.attr_pool[self.data.attrs().range()]
    }

    /// How many attribute slots there are.
    #[inline]
    pub fn attr_count(self) -> usize {
        self.data.attrs().range().len()
    }

    /// Results, in order.
    #[inline]
    pub fn results(self) -> ValueRange {
        ValueRange(self.data.results())
    }

    /// Types of the results, in order.
    #[inline]
    pub fn result_types(self) -> impl ExactSizeIterator<Item = TypeId> + use<'a> {
        self.body.values.values().as_slice()[self.data.results().range()].iter().map(|value| value.ty)
    }

    /// How many regions there are.
    #[inline]
    pub fn region_count(self) -> usize {
        self.data.region_count.into()
    }

    /// Location in the program.
    #[inline]
    pub fn loc(self) -> LocId {
        self.data.loc
    }

    /// Next op of the block.
    #[inline]
    pub fn next(self) -> Option<Op> {
        self.data.next.expand()
    }

    /// Previous op of the block.
    #[inline]
    pub fn prev(self) -> Option<Op> {
        self.data.prev.expand()
    }
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

/// Creation.
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
    fn marks(&self) -> Marks {
        Marks {
            results: self.values.len() as u32,
            operands: self.value_pool.len() as u32,
            segments: self.segment_pool.len() as u32,
            attrs: self.attr_pool.len() as u32,
        }
    }

    /// The ends of the pools, once something was added to them.
    #[inline]
    fn new_marks(&self) -> Marks {
        let lengths =
            self.values.len() | self.value_pool.len() | self.segment_pool.len() | self.attr_pool.len();
        assert!(u32::try_from(lengths).is_ok(), "a pool holds fewer than 2^32 items");
        self.marks()
    }

    /// Creates regions without blocks; gives the first.
    #[inline]
    fn create_regions(&mut self, op: Op, count: u16) -> u32 {
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

/// Position of ops.
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

/// Blocks and regions.
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

/// Values.
impl Storage {
    /// How many values were ever created.
    #[inline]
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// True when `value` is a value of this module.
    pub fn is_value(&self, value: Value) -> bool {
        self.values.is_valid(value)
    }

    /// Type of a value.
    #[inline]
    pub fn ty(&self, value: Value) -> TypeId {
        self.values[value].ty
    }

    /// Changes the type of a value.
    pub fn set_ty(&mut self, value: Value, ty: TypeId) {
        self.values[value].ty = ty;
    }

    /// The definition of a value.
    pub fn def(&self, value: Value) -> ValueDef {
        let data = self.values[value];
        if data.index & ARG != 0 {
            ValueDef::Arg(Block::new(data.owner as usize), data.index & !ARG)
        } else {
            ValueDef::Result(Op::new(data.owner as usize), data.index)
        }
    }

    /// The op that a value is a result of.
    pub fn def_op(&self, value: Value) -> Option<Op> {
        match self.def(value) {
            ValueDef::Result(op, _) => Some(op),
            ValueDef::Arg(..) => None,
        }
    }

    /// The block in which a value is defined, when it is in one.
    pub fn def_block(&self, value: Value) -> Option<Block> {
        match self.def(value) {
            ValueDef::Result(op, _) => self.parent_block(op),
            ValueDef::Arg(block, _) => Some(block),
        }
    }

    /// The user's name of a value, without sigil. Group results share the name of their first.
    pub fn name(&self, value: Value) -> Option<StrId> {
        self.names[value].expand()
    }

    /// Gives a value the user's name.
    pub fn set_name(&mut self, value: Value, name: Option<StrId>) {
        if name.is_some() || self.names.get(value).is_some_and(|n| n.is_some()) {
            self.names[value] = name.into();
        }
    }
}

/// Contiguous values: the results of an op or the arguments of a block.
#[derive(Clone, Copy)]
pub struct ValueRange(List);

impl ValueRange {
    /// How many there are.
    #[inline]
    pub fn len(self) -> usize {
        self.0.range().len()
    }

    /// Their positions among all values.
    #[inline]
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.0.range()
    }

    /// True when there are none.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The n-th.
    #[inline]
    pub fn get(self, index: usize) -> Option<Value> {
        (index < self.len()).then(|| Value::new(self.0.start as usize + index))
    }

    /// All, in order.
    #[inline]
    pub fn iter(self) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator {
        self.0.range().map(Value::new)
    }
}

impl IntoIterator for ValueRange {
    type Item = Value;
    type IntoIter = std::iter::Map<Range<usize>, fn(usize) -> Value>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.range().map(Value::new)
    }
}

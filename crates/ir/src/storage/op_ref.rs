//! An op with its storage: all that one op has, read without more look-ups.

use super::values::ValueRange;
use super::{OpData, Storage};
use crate::attr::AttrSlot;
use crate::entity::{LocId, Op, TypeId, Value};

/// An op of a module with direct access to its lists: looked up once, however many of them are read.
#[derive(Clone, Copy)]
pub struct OpRef<'a> {
    pub(super) body: &'a Storage,
    pub(super) data: &'a OpData,
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

//! Assignment of frame slots to values.
//!
//! Values that are passed on - carried around a loop, yielded by a branch, accumulated into - share one slot if
//! possible, so that passing them on is free. The remaining values are packed: a slot is reused as soon as it is no
//! longer needed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cranelift_entity::SecondaryMap;
use cuda_tile::ops::{Opcode, fields};
use cuda_tile::roles;
use ir::{Op, Value};
use smallvec::{SmallVec, smallvec};

use super::facts::{Facts, Read, Root};
use super::in_place;
use super::live::{Live, Range, operand_home, read_time};
use super::plan::{At, Item, Node, Plan, block_of};
use crate::frame::ALIGN;
use crate::kernels::lane_size;

/// Values that share a place.
struct Shared {
    values: SmallVec<[Value; 2]>,
    bytes: u64,
}

/// Finds places.
struct Sharing<'f, 'm> {
    facts: &'f Facts<'m>,
    plan: &'f Plan,
    live: &'f Live,
    groups: Vec<Shared>,
    of: SecondaryMap<Value, Option<u32>>,
}

/// Offsets in the frame.
pub(super) struct Frame {
    offsets: SecondaryMap<Value, Option<u64>>,
    /// Bytes, a multiple of [`ALIGN`].
    pub(super) size: u64,
}

impl Frame {
    /// Lays out the values of a function from `start` on, a multiple of [`ALIGN`].
    pub(super) fn new(facts: &Facts<'_>, plan: &Plan, live: &Live, start: u64) -> Frame {
        let mut sharing =
            Sharing { facts, plan, live, groups: Vec::new(), of: SecondaryMap::with_capacity(0) };
        for &value in &live.values {
            sharing.of[value] = Some(sharing.groups.len() as u32);
            sharing.groups.push(Shared { values: smallvec![value], bytes: facts.bytes(value) });
        }
        sharing.share();
        sharing.pack(start)
    }

    /// The offset of a value's slot; none when it has no slot.
    pub(super) fn offset(&self, value: Value) -> Option<u64> {
        self.offsets[value]
    }
}

impl Sharing<'_, '_> {
    fn share(&mut self) {
        for at in 0..self.plan.items.len() as At {
            match &self.plan.items[at as usize] {
                Item::Op(op) => self.share_op(*op),
                Item::Enter { op, region: 0 } => self.share_inits(*op),
                Item::Enter { .. } | Item::Leave(_) | Item::Group { .. } => {}
            }
        }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "operations that hand over or accumulate")]
    fn share_op(&mut self, op: Op) {
        let body = &self.facts.module.body;
        let result = || body.result(op, 0);
        if let Some(accumulated) = accumulated(self.facts, op) {
            return self.try_share(accumulated, result());
        }
        match self.facts.module.opcode(op) {
            Opcode::Yield | Opcode::Break => {
                if let Some(owner) = self.receiver(op) {
                    self.share_each(body.operands(op), body.results(owner).iter());
                }
            }
            Opcode::Continue => {
                if let Some(owner) = self.receiver(op) {
                    // The first argument of a `for` is its counter, which `continue` does not pass.
                    let counts = usize::from(self.facts.module.opcode(owner) == Opcode::For);
                    let arguments = body.block_args(block_of(self.facts, owner, 0)).iter();
                    self.share_each(body.operands(op), arguments.skip(counts));
                    if counts == 1 {
                        self.share_each(body.operands(op), body.results(owner).iter());
                    }
                }
            }
            _ => {}
        }
    }

    /// The operation whose results or arguments the end of a region gives.
    #[allow(clippy::wildcard_enum_match_arm, reason = "operations with regions of ordinary code")]
    fn receiver(&self, end: Op) -> Option<Op> {
        let module = self.facts.module;
        let leaves_loop = module.opcode(end) != Opcode::Yield;
        let mut owner = module.body.parent_op(end)?;
        loop {
            match module.opcode(owner) {
                Opcode::For | Opcode::Loop => return Some(owner),
                Opcode::If if !leaves_loop => return Some(owner),
                Opcode::If => owner = module.body.parent_op(owner)?,
                _ => return None,
            }
        }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "the two loops")]
    fn share_inits(&mut self, op: Op) {
        let body = &self.facts.module.body;
        let (inits, counts) = match self.facts.module.opcode(op) {
            Opcode::For => (self.facts.module.operands(op, fields::for_::initValues), 1),
            Opcode::Loop => (self.facts.module.operands(op, fields::loop_::initValues), 0),
            _ => return,
        };
        self.share_each(inits, body.block_args(block_of(self.facts, op, 0)).iter().skip(counts));
    }

    fn share_each(&mut self, from: &[Value], to: impl Iterator<Item = Value>) {
        for (&from, to) in from.iter().zip(to) {
            self.try_share(from, to);
        }
    }

    /// Lets the value of an operand and another value share a place unless both are needed at a time.
    fn try_share(&mut self, operand: Value, other: Value) {
        let Some(home) = operand_home(self.facts, self.plan, operand) else { return };
        let (Some(a), Some(b)) = (self.of[home], self.of[other]) else { return };
        let (one, two) = (&self.groups[a as usize], &self.groups[b as usize]);
        if a == b || one.bytes != two.bytes {
            return;
        }
        // Both ways, because `fit` asks whether one value may be made while the other is still needed.
        let compatible =
            one.values.iter().all(|&x| two.values.iter().all(|&y| self.fit(x, y) && self.fit(y, x)));
        if compatible {
            let moved = std::mem::take(&mut self.groups[b as usize].values);
            for &value in &moved {
                self.of[value] = Some(a);
            }
            self.groups[a as usize].values.extend(moved);
        }
    }

    /// Whether `next` may share the slot of `first`, even if it is made while `first` is needed.
    fn fit(&self, first: Value, next: Value) -> bool {
        let (Some(one), Some(two)) = (self.live.range(first), self.live.range(next)) else { return true };
        if two.start < one.start || two.start >= one.end {
            return true;
        }
        let at = two.start / 2;
        one.start != two.start && one.end == read_time(at) + 2 && self.in_place(at, first, next)
    }

    /// Whether an item may put `next` where it reads `first` for the last time.
    fn in_place(&self, at: At, first: Value, next: Value) -> bool {
        match &self.plan.items[at as usize] {
            Item::Op(op) => self.op_in_place(*op, first),
            Item::Group { len, nodes } => self.group_in_place(*len, nodes, first, next),
            // Handing over reads everything before it writes.
            Item::Enter { .. } => true,
            Item::Leave(_) => false,
        }
    }

    fn op_in_place(&self, op: Op, first: Value) -> bool {
        let body = &self.facts.module.body;
        let Some(accumulated) = accumulated(self.facts, op) else { return false };
        let reads = |operand: Value| operand_home(self.facts, self.plan, operand) == Some(first);
        let times = body.operands(op).iter().filter(|&&operand| reads(operand)).count();
        times == 1 && reads(accumulated)
    }

    /// Strips of `next` overwrite strips of `first`, so that nothing may read `first` any other way or any later.
    fn group_in_place(&self, len: usize, nodes: &[Node], first: Value, next: Value) -> bool {
        let facts = self.facts;
        let mut made = false;
        for node in nodes {
            let (operands, result) = match node {
                Node::Op(op) => (facts.lane_operands(*op), facts.module.body.results(*op).get(0)),
                Node::Copy(value) => (smallvec![*value], Some(*value)),
                Node::Fold(op) => (facts.module.body.operands(*op).into(), None),
            };
            if let Node::Op(op) = node {
                let whole = facts.whole_operands(*op);
                if whole.into_iter().any(|value| operand_home(facts, self.plan, value) == Some(first)) {
                    return false;
                }
            }
            for operand in operands {
                let source = facts.source(operand);
                if source.root == Root::Value(first)
                    // A strip of `first` is gone once the same strip of `next` was made, so any other access must come
                    // before.
                    && (made || source.map.len() != len || !source.map.is_identity())
                {
                    return false;
                }
            }
            made |= result == Some(next);
        }
        lane_size(facts.scalar(first)) == lane_size(facts.scalar(next))
    }

    fn pack(&self, start: u64) -> Frame {
        let mut offsets = SecondaryMap::new();
        let mut size = start;
        // Scalars and views first, close together; then tiles.
        for (align, small) in [(8, true), (ALIGN as u64, false)] {
            let groups = self.groups.iter().filter(|group| (group.bytes < ALIGN as u64) == small);
            size = self.pack_into(groups, align, size, &mut offsets).next_multiple_of(ALIGN as u64);
        }
        Frame { offsets, size }
    }

    fn pack_into<'g>(
        &self,
        groups: impl Iterator<Item = &'g Shared>,
        align: u64,
        start: u64,
        offsets: &mut SecondaryMap<Value, Option<u64>>,
    ) -> u64 {
        let mut order: Vec<(Range, &Shared)> =
            groups.filter_map(|group| Some((self.hull(group)?, group))).collect();
        // First fit over intervals by their beginning, as in a linear-scan register allocator.
        order.sort_by_key(|(range, _)| range.start);
        let mut free = Free { blocks: Vec::new(), end: start };
        let mut busy: BinaryHeap<Reverse<(u32, u64, u64)>> = BinaryHeap::new();
        for (range, group) in order {
            while let Some(&Reverse((end, offset, bytes))) = busy.peek()
                && end <= range.start
            {
                busy.pop();
                free.give(offset, bytes);
            }
            let bytes = group.bytes.next_multiple_of(align);
            let offset = free.take(bytes);
            busy.push(Reverse((range.end, offset, bytes)));
            for &value in &group.values {
                offsets[value] = Some(offset);
            }
        }
        free.end
    }

    fn hull(&self, group: &Shared) -> Option<Range> {
        let ranges = || group.values.iter().filter_map(|&value| self.live.range(value));
        let start = ranges().map(|range| range.start).min()?;
        let end = ranges().map(|range| range.end).max()?;
        Some(Range { start, end })
    }
}

/// The operand that an operation may overwrite with its result.
fn accumulated(facts: &Facts<'_>, op: Op) -> Option<Value> {
    let field = match facts.module.opcode(op) {
        Opcode::Insert => fields::insert::destination,
        _ if in_place::is_product(facts, op) => roles::ACCUMULATOR,
        _ => return None,
    };
    Some(facts.module.operand(op, field))
}

/// Bytes that are free again.
struct Free {
    /// Offset and size, ascending, never adjacent.
    blocks: Vec<(u64, u64)>,
    /// The end of everything that was ever used.
    end: u64,
}

impl Free {
    /// The lowest free bytes.
    fn take(&mut self, bytes: u64) -> u64 {
        if let Some(index) = self.blocks.iter().position(|&(_, size)| size >= bytes) {
            let (offset, size) = self.blocks[index];
            if size == bytes {
                self.blocks.remove(index);
            } else {
                self.blocks[index] = (offset + bytes, size - bytes);
            }
            return offset;
        }
        // The last block may reach to the end: then only what is missing is new.
        let offset = match self.blocks.last() {
            Some(&(offset, size)) if offset + size == self.end => {
                self.blocks.pop();
                offset
            }
            _ => self.end,
        };
        self.end = offset + bytes;
        offset
    }

    fn give(&mut self, offset: u64, bytes: u64) {
        let index = self.blocks.partition_point(|&(other, _)| other < offset);
        self.blocks.insert(index, (offset, bytes));
        for left in [index, index.wrapping_sub(1)] {
            if let (Some(&(a, size)), Some(&(b, more))) =
                (self.blocks.get(left), self.blocks.get(left.wrapping_add(1)))
                && a + size == b
            {
                self.blocks[left] = (a, size + more);
                self.blocks.remove(left + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freed_bytes_are_used_again() {
        let mut free = Free { blocks: Vec::new(), end: 0 };
        let [a, b, c] = [64, 128, 64].map(|bytes| free.take(bytes));
        assert_eq!((a, b, c, free.end), (0, 64, 192, 256));
        free.give(b, 128);
        free.give(a, 64);
        assert_eq!(free.blocks, [(0, 192)], "neighbours become one");
        assert_eq!(free.take(192), 0);
        free.give(c, 64);
        assert_eq!(free.take(128), 192, "the end grows");
        assert_eq!(free.end, 320);
    }
}

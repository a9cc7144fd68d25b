//! The ops of one module appended to those of another.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap};

use super::{ARG, BlockData, List, Marks, OpData, RegionData, Storage, ValueData};
use crate::attr::AttrSlot;
use crate::entity::{Block, Op};
use crate::renumber::Renumbering;

/// How far numbers are moved. The root of the module that is added does not come along, so that the numbers after it
/// are moved by less than there are ops, blocks and so on; the sums wrap.
struct Shift {
    ops: u32,
    blocks: u32,
    regions: u32,
    block_pool: u32,
    pools: Marks,
    /// The block that replaces the root's.
    block: Block,
}

impl Shift {
    fn id<E: EntityRef>(id: E, by: u32) -> E {
        E::new((id.index() as u32).wrapping_add(by) as usize)
    }

    #[inline]
    fn op(&self, op: PackedOption<Op>) -> PackedOption<Op> {
        op.expand().map(|op| Shift::id(op, self.ops)).into()
    }

    #[inline]
    fn block(&self, block: Block) -> Block {
        if block == first_block() { self.block } else { Shift::id(block, self.blocks) }
    }

    #[inline]
    fn marks(&self, marks: Marks) -> Marks {
        Marks {
            results: marks.results.wrapping_add(self.pools.results),
            operands: marks.operands.wrapping_add(self.pools.operands),
            segments: marks.segments.wrapping_add(self.pools.segments),
            attrs: marks.attrs.wrapping_add(self.pools.attrs),
        }
    }

    fn list(list: List, by: u32) -> List {
        List { start: list.start.wrapping_add(by), end: list.end.wrapping_add(by) }
    }
}

impl Storage {
    /// Adds everything that is in the block of the root of `other` to the end of `block`, numbered as if it had been
    /// created here in the same order. The first op, region and block of `other` are those of its root.
    pub(crate) fn append_items(&mut self, block: Block, other: &Storage, ids: &Renumbering) {
        let (root, rest) = split(&other.ops);
        debug_assert!(root.region_count == 1 && other.blocks[first_block()].args.is_empty());
        let own = self.marks();
        let pools = Marks {
            results: own.results.wrapping_sub(root.ends.results),
            operands: own.operands.wrapping_sub(root.ends.operands),
            segments: own.segments.wrapping_sub(root.ends.segments),
            attrs: own.attrs.wrapping_sub(root.ends.attrs),
        };
        // Less one, since the root of the other module is left out; sums wrap where a pool is empty.
        let before = |count: usize| (count as u32).wrapping_sub(1);
        let shift = Shift {
            ops: before(self.ops.len()),
            blocks: before(self.blocks.len()),
            regions: before(self.regions.len()),
            block_pool: before(self.block_pool.len()),
            pools,
            block,
        };
        self.append_values(root, other, ids, &shift);
        self.ops.extend(rest.iter().map(|op| OpData {
            loc: ids.place(op.loc),
            starts: shift.marks(op.starts),
            ends: shift.marks(op.ends),
            first_region: op.first_region.wrapping_add(shift.regions),
            parent: op.parent.expand().map(|block| shift.block(block)).into(),
            prev: shift.op(op.prev),
            next: shift.op(op.next),
            ..*op
        }));
        self.append_blocks(other, &shift);
        self.append_sparse(other, ids, &shift);
        self.join(block, &other.blocks[first_block()], &shift);
        self.new_marks();
    }

    /// Adds values and the lists of ops.
    fn append_values(&mut self, root: &OpData, other: &Storage, ids: &Renumbering, shift: &Shift) {
        let values = &other.values.values().as_slice()[root.ends.results as usize..];
        self.values.extend(values.iter().map(|value| {
            let by = if value.index & ARG != 0 { shift.blocks } else { shift.ops };
            ValueData { ty: ids.types[value.ty.index()], owner: value.owner.wrapping_add(by), ..*value }
        }));
        let operands = &other.value_pool[root.ends.operands as usize..];
        self.value_pool.extend(operands.iter().map(|&value| Shift::id(value, shift.pools.results)));
        self.segment_pool.extend_from_slice(&other.segment_pool[root.ends.segments as usize..]);
        let attrs = &other.attr_pool[root.ends.attrs as usize..];
        self.attr_pool.extend(attrs.iter().map(|slot| match slot.as_interned() {
            Some(id) => AttrSlot::interned(ids.attrs[id.index()]),
            None => *slot,
        }));
    }

    fn append_blocks(&mut self, other: &Storage, shift: &Shift) {
        let (_, blocks) = split(&other.blocks);
        self.blocks.extend(blocks.iter().map(|block| BlockData {
            parent: block.parent.expand().map(|region| Shift::id(region, shift.regions)).into(),
            args: Shift::list(block.args, shift.pools.results),
            first: shift.op(block.first),
            last: shift.op(block.last),
        }));
        let (_, regions) = split(&other.regions);
        self.regions.extend(regions.iter().map(|region| RegionData {
            parent: Shift::id(region.parent, shift.ops),
            blocks: Shift::list(region.blocks, shift.block_pool),
        }));
        self.block_pool.extend(other.block_pool[1..].iter().map(|&block| shift.block(block)));
    }

    /// Adds what few ops and values have. What the root has is not copied.
    fn append_sparse(&mut self, other: &Storage, ids: &Renumbering, shift: &Shift) {
        #[allow(clippy::iter_over_hash_type, reason = "each goes to a place of its own")]
        for (&op, attr) in other.extra.iter().filter(|(op, _)| op.index() > 0) {
            self.extra.insert(Shift::id(op, shift.ops), ids.attrs[attr.index()]);
        }
        #[allow(clippy::iter_over_hash_type, reason = "each goes to a place of its own")]
        for (&op, &end) in other.head_ends.iter().filter(|(op, _)| op.index() > 0) {
            self.head_ends.insert(Shift::id(op, shift.ops), end);
        }
        for (value, name) in other.names.iter() {
            let name = name.expand().map(|name| ids.strings[name.index()]);
            self.set_name(Shift::id(value, shift.pools.results), name);
        }
    }

    /// Links the first of the items that were added to the last of those before.
    fn join(&mut self, block: Block, added: &BlockData, shift: &Shift) {
        let (first, last) = (shift.op(added.first), shift.op(added.last));
        let Some(first) = first.expand() else { return };
        let before = std::mem::replace(&mut self.blocks[block].last, last);
        self.ops[first].prev = before;
        match before.expand() {
            Some(before) => self.ops[before].next = first.into(),
            None => self.blocks[block].first = first.into(),
        }
    }
}

/// The block of the root's region.
fn first_block() -> Block {
    Block::new(0)
}

/// The first, which is the root's, and the rest.
fn split<E: EntityRef, T>(map: &PrimaryMap<E, T>) -> (&T, &[T]) {
    map.values().as_slice().split_first().expect("a module has a root with a region and a block")
}

//! Packed-panel cache: panels of matrix products that a worker keeps from one tile block to the next.
//!
//! Neighbouring blocks of the grid often multiply by the same right side. A product that finds its panel need not pack
//! it again. What prepares a program lets products keep panels only where memory is the same for the whole launch
//! (`prepare::panel_cache`), so a panel is known by where its elements are.
//!
//! - A product has slots of its own, all of one size.
//! - A slot that was used in the present block keeps what it has: a loop that comes around with more panels than there
//!   are slots finds the first ones in the next block again.
//! - Nothing is kept from one launch to the next.

#![allow(unsafe_code, reason = "panels are raw memory")]

use std::cell::Cell;

use crate::machine::MACHINE;
use crate::memory::arena::AlignedBytes;
use crate::mma::{CachedPanel, Operand};

/// Bytes of the slots of a product at most, and of all products together.
const MAX_BYTES: [usize; 2] = [MACHINE.panels_of_product(), MACHINE.panels_of_worker()];

/// The capacity that the panels of a program need.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PanelCapacity {
    pub(crate) bytes: usize,
    pub(crate) slots: usize,
}

/// The slots of a product.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slots {
    first: usize,
    count: usize,
    /// Where the first one begins.
    offset: usize,
    /// Bytes of each, a multiple of [`crate::frame::ALIGN`].
    bytes: usize,
}

impl PanelCapacity {
    /// Slots for panels of `bytes` bytes, after the present ones; `None` if there is no capacity for one.
    pub(crate) fn slots(&mut self, bytes: usize) -> Option<Slots> {
        let bytes = bytes.next_multiple_of(crate::frame::ALIGN);
        let [of_product, of_all] = MAX_BYTES;
        let count = of_product.min(of_all - self.bytes) / bytes;
        let slots = Slots { first: self.slots, count, offset: self.bytes, bytes };
        self.bytes += count * bytes;
        self.slots += count;
        (count > 0).then_some(slots)
    }
}

/// The right side of a product, by where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Key {
    base: usize,
    row: isize,
    column: isize,
    /// Elements along k.
    k: usize,
}

/// The contents of a slot.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: Key,
    /// The block that used it last; 0 for none of this launch.
    used: u64,
}

/// The panels of a worker.
#[derive(Debug)]
pub(crate) struct PanelCache {
    memory: AlignedBytes,
    slots: Box<[Cell<Slot>]>,
    /// Blocks that have started.
    blocks: u64,
}

impl PanelCache {
    /// Room for panels; `None` when there is no memory for it.
    pub(crate) fn new(room: PanelCapacity) -> Option<PanelCache> {
        let memory = AlignedBytes::zeroed(room.bytes)?;
        Some(PanelCache { memory, slots: vec![Cell::default(); room.slots].into(), blocks: 0 })
    }

    /// Forgets all panels: a launch begins.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(Cell::default());
        self.blocks = 0;
    }

    /// A block starts.
    pub(crate) fn next_block(&mut self) {
        self.blocks += 1;
    }

    /// The panel of a right side with `k` elements along k, or memory for it; `None` when no slot is free.
    pub(crate) fn of(&self, slots: Slots, rhs: &Operand, k: usize) -> Option<CachedPanel> {
        let key = Key { base: rhs.base.addr(), row: rhs.row, column: rhs.column, k };
        let all = self.slots.get(slots.first..slots.first + slots.count)?;
        let known = all.iter().position(|slot| slot.get().used > 0 && slot.get().key == key);
        let index = known.or_else(|| all.iter().position(|slot| slot.get().used < self.blocks))?;
        all[index].set(Slot { key, used: self.blocks });
        let offset = slots.offset + index * slots.bytes;
        assert!(
            offset + slots.bytes <= self.memory.len(),
            "slots lie inside of the room that was made for them"
        );
        // SAFETY: the slot is inside of the memory.
        Some(CachedPanel { place: unsafe { self.memory.as_ptr().add(offset) }, is_made: known.is_some() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether panels at these addresses are cached when blocks request them one after another.
    fn found(panels: &PanelCache, slots: Slots, bases: &[usize]) -> Vec<Option<bool>> {
        let rhs = |base| Operand { base: std::ptr::without_provenance(base), batch: 0, row: 8, column: 1 };
        bases.iter().map(|&base| panels.of(slots, &rhs(base), 4).map(|kept| kept.is_made)).collect()
    }

    #[test]
    fn a_panel_is_found_in_the_next_block_until_another_needs_its_slot() {
        let mut room = PanelCapacity::default();
        let slots = room.slots(MAX_BYTES[0] / 2).expect("two slots");
        assert!(room.slots(MAX_BYTES[0] + 1).is_none(), "larger than all slots of a product");
        let mut panels = PanelCache::new(room).expect("small");
        panels.next_block();
        assert_eq!(found(&panels, slots, &[1, 2, 3, 1]), [Some(false), Some(false), None, Some(true)]);
        panels.next_block();
        assert_eq!(found(&panels, slots, &[1, 2, 3]), [Some(true), Some(true), None]);
        panels.next_block();
        assert_eq!(found(&panels, slots, &[4, 2, 4]), [Some(false), Some(true), Some(true)]);
        panels.clear();
        panels.next_block();
        assert_eq!(found(&panels, slots, &[4]), [Some(false)], "nothing is left of an earlier launch");
    }

    #[test]
    fn a_panel_is_known_by_strides_and_depth() {
        let mut room = PanelCapacity::default();
        let slots = room.slots(256).expect("many slots");
        let mut panels = PanelCache::new(room).expect("small");
        panels.next_block();
        let rhs = Operand { base: std::ptr::without_provenance(64), batch: 0, row: 8, column: 1 };
        let others = [(Operand { row: 16, ..rhs }, 4), (Operand { row: 1, column: 8, ..rhs }, 4), (rhs, 8)];
        assert!(panels.of(slots, &rhs, 4).is_some_and(|kept| !kept.is_made));
        for (other, k) in others {
            assert!(panels.of(slots, &other, k).is_some_and(|kept| !kept.is_made));
        }
        assert!(panels.of(slots, &rhs, 4).is_some_and(|kept| kept.is_made));
    }
}

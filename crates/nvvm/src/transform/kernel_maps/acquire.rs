//! `fence.proxy.tensormap` of maps that another thread block made: once on each multiprocessor, not once in each thread block.
//!
//! The fence drops the maps from the multiprocessor's cache of maps, which other thread blocks there are using: their copies
//! wait until the maps are read again. On an H100, products whose tiles are small enough for several thread blocks on a
//! multiprocessor were 14 to 34 % slower with a fence in each of them (docs/launching.md).
//!
//! The PTX memory model requires that the fence lies on the causality path from the writes of a map to the copies that use it
//! ("proxy-preserved base causality order"); it need not be in the thread block that copies. The thread block that makes maps
//! executes it before it releases the state of the entry, and all others acquire that state. For the cache of each
//! multiprocessor, which might hold an older map at the same address, a third table records where the fence was executed:
//! `NAME$acquired` has a word for each multiprocessor and each set of entries that one hash selects. Bit N is set after the
//! fence for entry N of the set. An entry that is kept never changes, so one fence is enough. Two thread blocks that set bits
//! of a word at the same time may lose one, and the fence is executed once more.

use ir::Value;
use tile_core::arith::{ComparisonPredicate as Is, MemoryOrdering};

use super::{Code, KEPT, PROCESSORS, map_of};
use crate::Type;
use crate::attrs::SpecialRegister;
use crate::ops::Builders as _;

/// Bytes of a word of the table.
const WORD: u32 = 4;

/// Bytes of the table for entries of which `ways` are searched together.
pub(super) fn table_bytes(ways: u32) -> u32 {
    PROCESSORS * sets(ways) * WORD
}

/// Sets of entries that are searched together.
fn sets(ways: u32) -> u32 {
    KEPT / ways
}

/// The word of this multiprocessor for the entries that the arguments select.
#[derive(Clone, Copy)]
pub(super) struct Acquired {
    address: Value,
    /// Its value; 0 on a multiprocessor that the table does not have.
    bits: Value,
    /// The table has a word for this multiprocessor.
    is_recorded: Value,
}

impl Code<'_, '_, '_> {
    /// Reads the word for the entries from number `first` on.
    pub(super) fn acquired(&mut self, symbol: &str, first: Value) -> Acquired {
        let ways = self.table.ways();
        let (table, processor) = (self.table_of(symbol), self.special(SpecialRegister::SmId));
        let (count, zero) = (self.m.bits(Type::I32, PROCESSORS.into()), self.m.bits(Type::I32, 0));
        let is_recorded = self.m.is_int(processor, Is::LessThan, count);
        let processor = self.m.select(is_recorded, processor, zero);
        let set = self.m.shr(first, i64::from(ways.trailing_zeros()), false);
        let row = self.m.shl(processor, i64::from(sets(ways).trailing_zeros()));
        let index = self.m.addi(row, set);
        let (ty, word) = (self.m.b.module.body.ty(table), self.m.b.module.types.intern(Type::I32));
        let address =
            self.m.b.addptr().base(table).offset(index).bytes(i64::from(WORD)).result(ty).finish().value();
        // Relaxed, so that the loads of the keys need not wait for it.
        let load = self.m.b.ld().address(address).predicate(is_recorded).other(&[zero][..]).bits(32i64);
        let bits = load.ordering(MemoryOrdering::Relaxed).values(&[word][..]).finish().value();
        Acquired { address, bits, is_recorded }
    }

    /// Acquires the maps of an entry that is kept, number `way` of its set, unless the word says that this was done here before.
    pub(super) fn acquire_once(&mut self, acquired: Acquired, (entry, way): (Value, Value), leads: Value) {
        let (one, zero) = (self.m.bits(Type::I32, 1), self.m.bits(Type::I32, 0));
        let bit = self.m.shift_up(one, way);
        // One value for all lanes, so that they take the same branch.
        let bits = self.first_lane(acquired.bits);
        let own = self.m.and(bits, bit);
        let is_new = self.m.is_int(own, Is::Equal, zero);
        self.when(is_new, |code| {
            code.acquire(entry);
            // The fences of all lanes come before the word says that they were executed.
            code.m.b.warp_barrier().finish();
            let bits = code.m.or(bits, bit);
            let writes = code.m.and(leads, acquired.is_recorded);
            let store = code.m.b.st().address(acquired.address).values(&[bits][..]).predicate(writes);
            store.bits(32i64).ordering(MemoryOrdering::Release).finish();
        });
    }

    /// Acquires the maps of an entry.
    pub(super) fn acquire(&mut self, entry: Value) {
        for number in 0..self.table.maps.len() as u32 {
            let map = map_of(&mut self.m, entry, number);
            self.m.b.map_acquire().map(map).finish();
        }
    }
}

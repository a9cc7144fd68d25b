//! The device's heap: `malloc` and `free`.
//!
//! New memory is allocated first, so that blocks do not reuse each other's memory by chance; freed memory is reused when it is
//! exhausted.

use std::collections::BTreeMap;

/// Bytes of the heap: the default of a device.
pub(crate) const HEAP: u64 = 8 << 20;
/// Addresses are multiples of this.
const ALIGNED: u64 = 16;

/// The allocations of the heap, by distances from its start.
#[derive(Debug, Default)]
pub(crate) struct Heap {
    /// Where fresh memory begins.
    fresh: u64,
    /// Allocations, with their sizes.
    used: BTreeMap<u64, u64>,
    /// Freed memory, by size.
    free: BTreeMap<u64, Vec<u64>>,
}

impl Heap {
    /// A number of bytes; `None` when there are not as many in a piece.
    pub(crate) fn allocate(&mut self, bytes: u64) -> Option<u64> {
        let size = bytes.max(1).checked_next_multiple_of(ALIGNED).filter(|&size| size <= HEAP)?;
        let (start, size) = if self.fresh + size <= HEAP {
            self.fresh += size;
            (self.fresh - size, size)
        } else {
            self.freed(size)?
        };
        self.used.insert(start, size);
        Some(start)
    }

    /// The smallest piece that was given back and is large enough.
    fn freed(&mut self, size: u64) -> Option<(u64, u64)> {
        let (&size, pieces) = self.free.range_mut(size..).next()?;
        let start = pieces.pop()?;
        if pieces.is_empty() {
            self.free.remove(&size);
        }
        Some((start, size))
    }

    /// Takes back what is in use at a place; false when nothing begins there.
    pub(crate) fn release(&mut self, start: u64) -> bool {
        let Some(size) = self.used.remove(&start) else { return false };
        self.free.entry(size).or_default().push(start);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_back_is_given_again_when_nothing_else_is_left() {
        let mut heap = Heap::default();
        assert_eq!([heap.allocate(1), heap.allocate(17)], [Some(0), Some(16)]);
        assert!(heap.release(0) && !heap.release(0) && !heap.release(32));
        assert_eq!(heap.allocate(HEAP - 48), Some(48));
        assert_eq!(heap.allocate(17), None, "16 bytes were given back");
        assert_eq!(heap.allocate(8), Some(0));
        assert_eq!(heap.allocate(u64::MAX), None);
    }
}

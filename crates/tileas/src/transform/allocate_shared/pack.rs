//! Interval packing: the lowest gap between simultaneously live allocations.

use ir::Op;

use crate::shared_memory::{ALIGN, Allocation, Allocations};

/// The largest offset, chosen such that sums of offsets fit in 32 bits; a multiple of every alignment. Memory at this
/// offset is far beyond the limit of any target, and is refused.
const LAST: u32 = u32::MAX / 1024 * 1024;

/// The first multiple of `align` after the given number of bytes from an offset on.
fn behind(offset: u32, bytes: u32, align: u32) -> u32 {
    offset.saturating_add(bytes).min(LAST).next_multiple_of(align)
}

/// An allocation with its offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) op: Op,
    pub(super) offset: u32,
    pub(super) bytes: u32,
}

/// The allocations of a function with their offsets.
#[derive(Debug, Default)]
pub(super) struct Packed<'a> {
    pub(super) placed: Vec<Placed>,
    /// The total bytes.
    pub(super) total: u32,
    /// Allocations with which later ones must not overlap, with their offsets and bytes.
    taken: Vec<(&'a Allocation, u32, u32)>,
}

impl<'a> Packed<'a> {
    /// Packs the allocations of a function into `limit` bytes, if they fit.
    pub(super) fn of(limit: Option<u64>, needs: &'a Allocations) -> Packed<'a> {
        let mut packed = Packed::default();
        for allocation in needs.all() {
            let (offset, bytes) = packed.place(allocation, limit);
            packed.placed.push(Placed { op: allocation.op, offset, bytes });
            packed.total = packed.total.max(behind(offset, bytes, ALIGN));
            // Without agents no two ops run concurrently, and later ones may reuse the scratch of this one.
            if allocation.scratch.is_none() || allocation.holder.is_some() {
                packed.taken.push((allocation, offset, bytes));
            }
        }
        packed
    }

    /// Scratch gets all bytes that its op needs if they fit, or would fit without the hypothetical rings; otherwise as
    /// many as the op can use in the largest gap. All other allocations get the lowest gap.
    fn place(&self, allocation: &Allocation, limit: Option<u64>) -> (u32, u32) {
        let offset = self.first_fit(allocation);
        let whole = (offset, allocation.bytes);
        let (Some(needs), Some(limit)) = (&allocation.scratch, limit) else { return whole };
        let fits = u64::from(offset) + u64::from(allocation.bytes) <= limit;
        if fits || self.fits_without_rings(allocation, limit) {
            return whole;
        }
        let (offset, gap) = self.largest_gap(allocation, limit);
        needs.within(gap).map_or(whole, |bytes| (offset, bytes as u32))
    }

    /// The bytes that are occupied while an allocation is live, in the order of offsets.
    fn taken(&self, allocation: &Allocation) -> Vec<(u32, u32)> {
        let needed = self.taken.iter().filter(|(other, ..)| other.is_needed_with(allocation));
        let mut taken: Vec<(u32, u32)> =
            needed.map(|&(_, offset, bytes)| (offset, offset.saturating_add(bytes))).collect();
        taken.sort_unstable();
        taken
    }

    /// The start of the lowest gap.
    fn first_fit(&self, allocation: &Allocation) -> u32 {
        let mut offset = 0u32;
        for (first, end) in self.taken(allocation) {
            if first.saturating_sub(offset) >= allocation.bytes {
                break;
            }
            offset = offset.max(behind(end, 0, allocation.align));
        }
        offset
    }

    /// The largest gap below the limit: its start, and its bytes.
    fn largest_gap(&self, allocation: &Allocation, limit: u64) -> (u32, u64) {
        let mut largest = (0u32, 0u64);
        let mut offset = 0u32;
        let limit = limit.min(u32::MAX.into()) as u32;
        for (first, end) in self.taken(allocation).into_iter().chain([(limit, limit)]) {
            let gap = u64::from(first.min(limit).saturating_sub(offset));
            if gap > largest.1 {
                largest = (offset, gap);
            }
            offset = offset.max(behind(end, 0, allocation.align));
        }
        largest
    }

    /// Fewer stages are better than a tile in rounds: a stage hides latency, and a round costs two barriers in every
    /// iteration.
    fn fits_without_rings(&self, allocation: &Allocation, limit: u64) -> bool {
        let needed = || self.taken.iter().filter(|(other, ..)| other.is_needed_with(allocation));
        let lasting = needed().filter(|(other, ..)| !other.supposed);
        let lasting: u64 = lasting.map(|&(.., bytes)| u64::from(bytes)).sum();
        needed().any(|(other, ..)| other.supposed) && lasting + u64::from(allocation.bytes) <= limit
    }
}

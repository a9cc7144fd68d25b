//! The access pattern of a warp: whether its lanes reach one byte range, and in which order.

use crate::matrix::vector::{Work, vectorised};
use crate::registers::Row64;
use smallvec::SmallVec;

/// The access pattern of the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lie {
    /// All at the first.
    Same,
    /// Side by side, in the order of lanes, all of which execute.
    Row,
    /// Anywhere.
    Each,
}

/// Classifies the addresses of a warp.
struct Shape<'a> {
    addresses: &'a Row64,
    mask: u32,
    size: u64,
    offsets: &'a mut [u32; 32],
}

impl Work for Shape<'_> {
    type Output = Option<(u64, u64, Lie)>;

    #[inline(always)]
    fn run<const FUSED: bool>(self) -> Self::Output {
        let Shape { addresses, mask, size, offsets } = self;
        let first = addresses[mask.trailing_zeros() as usize % 32];
        if mask == u32::MAX {
            let (mut same, mut row) = (0, 0);
            for (lane, &address) in addresses.iter().enumerate() {
                same |= address ^ first;
                row |= address ^ first.wrapping_add(lane as u64 * size);
            }
            // Accesses that wrap around at the end of the address space take the slow path.
            let found = match (same, row) {
                (0, _) => Some((0, size, Lie::Same)),
                (_, 0) => Some((size as u32, 32 * size, Lie::Row)),
                _ => None,
            };
            if let Some((step, bytes, lie)) = found
                && first & (size - 1) == 0
                && first <= u64::MAX / 2
            {
                for (lane, offset) in (0..).zip(offsets) {
                    *offset = lane * step;
                }
                return Some((first, bytes, lie));
            }
        }
        let mut chosen = *addresses;
        if mask != u32::MAX {
            for (lane, address) in chosen.iter_mut().enumerate() {
                *address = if mask >> lane & 1 == 1 { *address } else { first };
            }
        }
        let (mut low, mut high, mut bits) = (u64::MAX, 0, 0);
        for &address in &chosen {
            low = low.min(address);
            high = high.max(address);
            bits |= address;
        }
        let end = high.checked_add(size)?;
        if bits & (size - 1) != 0 || end - low > u64::from(u32::MAX >> 1) {
            return None;
        }
        for (offset, address) in offsets.iter_mut().zip(chosen) {
            *offset = (address - low) as u32;
        }
        Some((low, end - low, Lie::Each))
    }
}

/// The first byte that any lane of a mask reaches, the number of bytes, and the access pattern of the lanes, whose bytes
/// begin at `offsets` from the first; `None` if they are far apart or are no multiples of the size. Lanes outside of the
/// mask stay at the first byte.
pub(super) fn shape(
    addresses: &Row64,
    mask: u32,
    size: u64,
    offsets: &mut [u32; 32],
) -> Option<(u64, u64, Lie)> {
    vectorised(Shape { addresses, mask, size, offsets })
}

impl Lie {
    /// Do lanes touch different bytes?
    pub(super) fn are_apart(self, offsets: &[u32; 32], mask: u32, size: u32) -> bool {
        match self {
            Lie::Same => mask.count_ones() == 1,
            Lie::Row => true,
            Lie::Each => {
                let executing = (0..32).filter(|lane| mask >> lane & 1 == 1);
                let mut places: SmallVec<[u32; 32]> = executing.map(|lane| offsets[lane]).collect();
                places.sort_unstable();
                places.windows(2).all(|pair| pair[0] + size <= pair[1])
            }
        }
    }
}

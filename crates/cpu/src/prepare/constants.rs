//! Constant tiles of a program.

use std::collections::hash_map::Entry;

use numerics::{Scalar, pack};
use rustc_hash::FxHashMap;

use crate::frame::{ALIGN, Base, FrameSlot};
use crate::kernels::lane_size;

/// Constant tiles, equal ones stored once.
#[derive(Default)]
pub(super) struct Constants {
    bytes: Vec<u8>,
    known: FxHashMap<Box<[u8]>, u32>,
}

impl Constants {
    /// The place of a tile of these elements.
    pub(super) fn tile(&mut self, scalar: Scalar, elements: impl Iterator<Item = u64>) -> FrameSlot {
        let size = lane_size(scalar);
        let lane = |bits| pack::to_storage(scalar, bits).to_le_bytes();
        let bytes: Vec<u8> = elements.flat_map(|bits| lane(bits).into_iter().take(size)).collect();
        let offset = match self.known.entry(bytes.into()) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let offset = self.bytes.len().next_multiple_of(ALIGN);
                self.bytes.resize(offset, 0);
                self.bytes.extend_from_slice(new.key());
                *new.insert(u32::try_from(offset).unwrap_or(u32::MAX))
            }
        };
        FrameSlot { base: Base::Constant, offset }
    }

    /// All tiles; none when they take 4 GiB or more.
    pub(super) fn finish(self) -> Option<Vec<u8>> {
        u32::try_from(self.bytes.len()).is_ok().then_some(self.bytes)
    }
}

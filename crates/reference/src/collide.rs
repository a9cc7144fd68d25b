//! Lanes of one store that hit the same element: they race, which is harmless only when they write the same value.

use crate::cause::Case;
use crate::fault::Fault;
use crate::memory::Address;
use crate::tile::Tile;

/// Watches the addresses of one store: as long as they ascend, as they mostly do, no two are equal.
#[derive(Debug, Default)]
pub(crate) struct Detector {
    last: Option<Address>,
    unsorted: bool,
}

impl Detector {
    /// Notes the address of the next lane.
    #[inline]
    pub(crate) fn see(&mut self, address: Address) {
        self.unsorted |= self.last.is_some_and(|last| address <= last);
        self.last = Some(address);
    }

    /// True when two of the addresses may be equal.
    pub(crate) fn is_suspicious(&self) -> bool {
        self.unsorted
    }
}

/// An error when two lanes write different values at one address. `lanes` are those that write.
pub(crate) fn check(lanes: impl Iterator<Item = (usize, Address)>, value: &Tile) -> Result<(), Fault> {
    // Addresses of elements are below 2^63, so there is room for the half of a byte.
    let key = |(lane, address): (usize, Address)| (address.byte << 1 | u64::from(address.high), lane as u32);
    let mut seen: Vec<(u64, u32)> = lanes.map(key).collect();
    seen.sort_unstable();
    for pair in seen.windows(2) {
        let [(first, one), (second, other)] = [pair[0], pair[1]];
        if first == second && value.bits[one as usize] != value.bits[other as usize] {
            let message = format!("writes two different values at address {:#x}", first >> 1);
            return Err(Fault::new(Case::COLLIDING_LANES, message)
                .at(other as usize)
                .note(format!("the other value comes from element number {one} in row-major order")));
        }
    }
    Ok(())
}

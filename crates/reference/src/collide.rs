//! Lanes of one store that hit the same element: they race, which is harmless only when they write the same value.

use crate::cause::Case;
use crate::fault::Fault;
use crate::memory::Address;
use crate::tile::Tile;

/// Watches the addresses of one store. As long as they ascend, as they mostly do, nothing is kept but the last.
#[derive(Debug, Default)]
pub(crate) struct Detector {
    seen: Vec<(Address, usize)>,
    unsorted: bool,
}

impl Detector {
    /// Notes that `lane` writes at an address.
    #[inline]
    pub(crate) fn see(&mut self, lane: usize, address: Address) {
        if let Some(&(last, _)) = self.seen.last() {
            self.unsorted |= address <= last;
        }
        self.seen.push((address, lane));
    }

    /// An error when two lanes wrote different values at one address.
    pub(crate) fn finish(mut self, value: &Tile) -> Result<(), Fault> {
        if !self.unsorted {
            return Ok(());
        }
        self.seen.sort_unstable();
        for pair in self.seen.windows(2) {
            let [(first, one), (second, other)] = [pair[0], pair[1]];
            if first == second && value.bits[one] != value.bits[other] {
                let message = format!("writes two different values at address {:#x}", first.byte);
                return Err(Fault::new(Case::COLLIDING_LANES, message)
                    .at(other)
                    .note(format!("the other value comes from element number {one} in row-major order")));
            }
        }
        Ok(())
    }
}

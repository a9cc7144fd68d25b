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

/// Two lanes that write different values to one element.
pub(crate) struct Collision {
    one: usize,
    other: usize,
    at: Address,
}

impl Collision {
    /// The fault; `element` names the element.
    pub(crate) fn fault(&self, element: &str) -> Fault {
        Fault::new(Case::COLLIDING_LANES, format!("writes two different values to {element}"))
            .at(self.other)
            .note(format!("the other value comes from element number {} in row-major order", self.one))
    }

    /// The element on which they collide.
    pub(crate) fn at(&self) -> Address {
        self.at
    }
}

/// The first two lanes that write different values at one address. `lanes` are those that write.
pub(crate) fn find(lanes: impl Iterator<Item = (usize, Address)>, value: &Tile) -> Option<Collision> {
    let key = |(lane, address): (usize, Address)| (address, lane as u32);
    let mut seen: Vec<(Address, u32)> = lanes.map(key).collect();
    seen.sort_unstable();
    seen.windows(2).find_map(|pair| {
        let [(at, one), (next, other)] = [pair[0], pair[1]].map(|(at, lane)| (at, lane as usize));
        (at == next && value.bits[one] != value.bits[other]).then_some(Collision { one, other, at })
    })
}

//! From addresses of the program to host memory, and why an access is refused.

use std::ops::Range;

use launch::{Grid, address};

use super::order::Order;
use super::{Memory, Multicast, Region};
use crate::fault::{self, Fault};

impl Memory {
    /// The allocation that an address may be in, seen from a tile block with this area: the only one that can hold it.
    #[inline]
    pub(crate) fn region(&self, address: u64, area: u32) -> Option<Region> {
        match self.candidate(address) {
            Some(index) if !self.areas.holds(address) => Some(self.regions[index]),
            Some(_) | None => {
                let spot = self.areas.find(address)?;
                (spot.alive && (spot.shared || spot.area == area)).then_some(spot.region)
            }
        }
    }

    /// The copies that an address stands for, if it is one of several devices.
    pub(crate) fn multicast(&self, address: u64) -> Option<&Multicast> {
        self.multicasts.iter().find(|multicast| multicast.holds(address, 1))
    }

    /// Why an access of one element is refused, in the words of the reference interpreter.
    #[cold]
    pub(crate) fn refusal(
        &self,
        (area, grid): (u32, Grid),
        (order, write): (Order, bool),
        byte: u64,
        size: u64,
    ) -> Fault {
        let verb = order.verb(write);
        // Memory of `alloca` first: it is what is released or private.
        let spot = self.areas.find(byte).filter(|spot| spot.region.range(byte, size, false).is_some());
        let in_region = self.candidate(byte).map(|index| (self.regions[index], index));
        let in_region = in_region.filter(|(region, _)| region.holds(byte, size));
        let (start, name) = match (&spot, in_region) {
            (Some(spot), _) => (spot.region.start, self.areas.name(spot.span).to_owned()),
            (None, Some((region, index))) => (region.start, self.name(index)),
            (None, None) => return self.outside(area, &verb, byte, size),
        };
        if !byte.is_multiple_of(size) {
            let message = format!(
                "{verb} {} at byte {} of {name}, which is not a multiple of {size}",
                address::bytes(size),
                byte - start,
            );
            return Fault::new(fault::MISALIGNED, message)
                .note(format!("an address must be a multiple of the element's size; this one is {byte:#x}"));
        }
        if in_region.is_some_and(|(region, _)| region.multicast) {
            let message = format!("{verb} {name} by its multicast address");
            return Fault::new(fault::MULTICAST, message)
                .note("the address stands for the copies of several devices, which only multimem ops reach");
        }
        if spot.is_some_and(|spot| !spot.alive) {
            return Fault::new(fault::RELEASED, format!("{verb} {name} after it was released"))
                .note("memory of an alloca lives until the enclosing if branch, loop body or entry ends");
        }
        match spot.and_then(|spot| grid.block(spot.owner)) {
            Some([x, y, z]) => {
                let message = format!("{verb} {name}, which is private to tile block {x},{y},{z}");
                Fault::new(fault::FOREIGN_PRIVATE, message).note("an alloca with `global` may be shared")
            }
            None => Fault::new(fault::CONSTANT_WRITTEN, format!("writes to {name}, which is constant")),
        }
    }

    /// An access outside of every allocation, seen from the nearest one.
    fn outside(&self, area: u32, verb: &str, byte: u64, size: u64) -> Fault {
        let regions = self.regions.iter().map(|region| region.start..region.start + region.len);
        // An address shortly before an allocation mostly comes from a negative index, which deserves its own message.
        if let Some((index, before)) = address::negative(byte, regions.clone()) {
            let (name, length) = (self.name(index), address::bytes(self.regions[index].len));
            let (count, before) = (address::bytes(size), address::bytes(before));
            let message = format!("{verb} {count}, {before} before the beginning of {name} of {length}");
            return Fault::new(fault::OUT_OF_BOUNDS, message).note(address::NEGATIVE);
        }
        let regions = regions.enumerate().map(|(index, range)| (range, Err(index)));
        let spans = self.areas.spans_of(area).map(|(range, span)| (range, Ok(span)));
        let message = match regions.chain(spans).min_by_key(|(range, _)| distance(range, byte)) {
            None => format!("{verb} {} at address {byte:#x}, where no memory is", address::bytes(size)),
            Some((range, what)) => {
                let name = match what {
                    Ok(span) => self.areas.name(span).to_owned(),
                    Err(index) => self.name(index),
                };
                let length = range.end - range.start;
                let place = address::place(byte, size, range);
                format!("{verb} {}{place}{name} of {}", address::bytes(size), address::bytes(length))
            }
        };
        Fault::new(fault::OUT_OF_BOUNDS, message)
    }
}

/// Bytes between a range and an address outside of it; 0 for one inside.
fn distance(range: &Range<u64>, byte: u64) -> u64 {
    if byte < range.start { range.start - byte } else { byte.saturating_sub(range.end) }
}

//! Reading and writing bytes at an address, with everything that an access must obey.

use crate::check::{AccessKind, Touched};
use crate::codes;
use crate::fault::Fault;
use crate::machine::Context;
use crate::memory::{Reference, SHARED_BASE, Window, shared_offset};
use launch::address;

impl Context<'_> {
    /// Reads bytes, for a lane.
    pub(crate) fn read(&self, from: Reference, lane: u32, to: &mut [u8]) -> Result<(), Box<Fault>> {
        let size = to.len() as u64;
        self.read_padded(from, lane, to, size)
    }

    /// The same, if the instruction only uses the first bytes: the rest is padding.
    pub(crate) fn read_padded(
        &self,
        from: Reference,
        lane: u32,
        to: &mut [u8],
        looked_at: u64,
    ) -> Result<(), Box<Fault>> {
        let size = to.len() as u64;
        self.aligned(from, lane, size, "reads")?;
        // Padding is loaded but not used, so it need not have been written.
        self.tell(from, lane, looked_at, AccessKind::Read, true);
        match from.window {
            Window::Global => {
                let Some(span) = self.machine.global.at(from.address, size) else {
                    return Err(self.outside(from, lane, size, "reads"));
                };
                if size.is_multiple_of(4) {
                    for (index, word) in to.chunks_exact_mut(4).enumerate() {
                        word.copy_from_slice(&span.word(index).to_le_bytes());
                    }
                } else {
                    (0..to.len()).for_each(|index| to[index] = span.byte(index));
                }
            }
            Window::Shared | Window::Local | Window::Param | Window::Const => {
                match self.bytes(from, lane).and_then(|(bytes, offset)| bytes.get(offset..)?.get(..to.len()))
                {
                    Some(bytes) => to.copy_from_slice(bytes),
                    None => return Err(self.outside(from, lane, size, "reads")),
                }
            }
        }
        Ok(())
    }

    /// Writes bytes, for a lane.
    pub(crate) fn write(&mut self, to: Reference, lane: u32, from: &[u8]) -> Result<(), Box<Fault>> {
        let size = from.len() as u64;
        self.aligned(to, lane, size, "writes")?;
        if self.machine.watch.is_on() || self.machine.tally.is_on() {
            self.tell(to, lane, size, AccessKind::Write, self.holds(to, lane, from));
        }
        match to.window {
            Window::Global => {
                let Some(span) = self.machine.global.at(to.address, size) else {
                    return Err(self.outside(to, lane, size, "writes"));
                };
                if size.is_multiple_of(4) {
                    for (index, word) in from.chunks_exact(4).enumerate() {
                        span.set_word(index, u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
                    }
                } else {
                    (0..from.len()).for_each(|index| span.set_byte(index, from[index]));
                }
            }
            Window::Shared | Window::Local => {
                let place = self.bytes_mut(to, lane);
                match place.and_then(|(bytes, offset)| bytes.get_mut(offset..)?.get_mut(..from.len())) {
                    Some(bytes) => bytes.copy_from_slice(from),
                    None => return Err(self.outside(to, lane, size, "writes")),
                }
            }
            Window::Param | Window::Const => return Err(self.read_only(to, lane)),
        }
        // No other thread can wait for what a thread writes to local memory, so it is no event.
        self.cluster.events += u64::from(to.window != Window::Local);
        Ok(())
    }

    /// Changes up to 16 bytes in one step, for a lane; what they were and what they are.
    pub(crate) fn change(
        &mut self,
        at: Reference,
        lane: u32,
        size: u32,
        change: impl Fn(u128) -> u128,
    ) -> Result<(u128, u128), Box<Fault>> {
        self.aligned(at, lane, u64::from(size), "changes")?;
        let bytes = u64::from(size);
        self.tell(at, lane, bytes, AccessKind::Change, true);
        let (old, new) = match at.window {
            Window::Global => {
                let Some(span) = self.machine.global.at(at.address, bytes) else {
                    return Err(self.outside(at, lane, bytes, "changes"));
                };
                span.change(size, change)
            }
            Window::Shared | Window::Local => {
                let place = self.bytes_mut(at, lane);
                let held = place.and_then(|(held, offset)| held.get_mut(offset..)?.get_mut(..size as usize));
                let Some(held) = held else { return Err(self.outside(at, lane, bytes, "changes")) };
                let mut word = [0; 16];
                word[..held.len()].copy_from_slice(held);
                let old = u128::from_le_bytes(word);
                let new = change(old);
                held.copy_from_slice(&new.to_le_bytes()[..size as usize]);
                (old, new)
            }
            Window::Param | Window::Const => return Err(self.read_only(at, lane)),
        };
        // An atomic that changes nothing cannot wake a thread that polls.
        self.cluster.events += u64::from(old != new);
        Ok((old, new))
    }

    fn read_only(&self, at: Reference, lane: u32) -> Box<Fault> {
        let message = format!("writes to {} memory, which cannot be written", at.window.name());
        self.at_lane(Fault::new(codes::READ_ONLY, message), lane)
    }

    /// Reports an access to checks and counters. `same` is true if a write stores the old value again.
    pub(crate) fn tell(&self, at: Reference, lane: u32, size: u64, does: AccessKind, same: bool) {
        let touched = Touched { space: at.window.into(), address: at.address, size, does, lane };
        self.machine.watch.tell(|checks| checks.touches(touched, same));
        self.machine.tally.tell(|counting| counting.touches(at.window, at.address, size, does, lane));
    }

    /// Does memory hold these bytes?
    pub(super) fn holds(&self, at: Reference, lane: u32, wanted: &[u8]) -> bool {
        match at.window {
            Window::Global => {
                let span = self.machine.global.at(at.address, wanted.len() as u64);
                span.is_some_and(|span| (0..wanted.len()).all(|index| span.byte(index) == wanted[index]))
            }
            Window::Shared | Window::Local | Window::Param | Window::Const => {
                let place = self.bytes(at, lane);
                place.and_then(|(bytes, offset)| bytes.get(offset..)?.get(..wanted.len())) == Some(wanted)
            }
        }
    }

    /// The bytes that a space other than the global one holds, and the offset of an address in them.
    fn bytes(&self, from: Reference, lane: u32) -> Option<(&[u8], usize)> {
        let address = from.address;
        match from.window {
            Window::Shared => {
                let block = self.cluster.blocks.get((address >> 24) as usize)?;
                Some((&block.shared, shared_offset(address)?))
            }
            Window::Local => Some(self.local.at(lane, address)),
            Window::Param => Some((&self.machine.parameters, address as usize)),
            Window::Const => Some((&self.machine.constant, address as usize)),
            Window::Global => None,
        }
    }

    fn bytes_mut(&mut self, to: Reference, lane: u32) -> Option<(&mut [u8], usize)> {
        let address = to.address;
        match to.window {
            Window::Shared => {
                let block = self.cluster.blocks.get_mut((address >> 24) as usize)?;
                Some((&mut block.shared, shared_offset(address)?))
            }
            Window::Local => Some(self.local.at_mut(lane, address)),
            Window::Param | Window::Const | Window::Global => None,
        }
    }

    /// A fault if the address is no multiple of the bytes that are touched.
    pub(crate) fn aligned(&self, at: Reference, lane: u32, size: u64, does: &str) -> Result<(), Box<Fault>> {
        if at.address.is_multiple_of(size) {
            return Ok(());
        }
        let message = format!(
            "{does} {} of {} memory at {:#x}, which is no multiple of {size}",
            address::bytes(size),
            at.window.name(),
            at.address
        );
        let note = format!("access smaller elements, or make the address a multiple of {size}");
        Err(self.at_lane(Fault::new(codes::MISALIGNED, message).note(note), lane))
    }

    /// An access to bytes that nothing holds.
    pub(crate) fn outside(&self, at: Reference, lane: u32, size: u64, does: &str) -> Box<Fault> {
        let count = address::bytes(size);
        let message = match at.window {
            Window::Global => format!("{does} {count}{}", self.machine.global.outside(at.address, size)),
            Window::Shared => format!("{does} {count} {}", self.outside_shared(at.address)),
            Window::Local | Window::Param | Window::Const => format!(
                "{does} {count} at {:#x} of {} memory, which has {}",
                at.address,
                at.window.name(),
                address::bytes(self.bytes(at, lane).map_or(0, |(bytes, _)| bytes.len() as u64))
            ),
        };
        let note = match at.window {
            Window::Global => codes::GUARD,
            Window::Shared => codes::MORE_SHARED,
            Window::Local | Window::Param | Window::Const => {
                "declare a variable as large as what is accessed"
            }
        };
        self.at_lane(Fault::new(codes::OUT_OF_BOUNDS, message).note(note), lane)
    }

    /// A `multimem` access to bytes that are not multicast memory.
    pub(crate) fn no_copies(&self, at: Reference, lane: u32, size: u64, does: &str) -> Box<Fault> {
        let Some(name) = self.machine.global.name_at(at.address, size) else {
            return self.outside(at, lane, size, does);
        };
        let message = format!("{does} {} of {name}, which is not on several devices", address::bytes(size));
        let note = "give the launch a buffer of several devices, as `f32[64]=zeros@multicast(2)`, or use `ld`, `st` and `red`";
        self.at_lane(Fault::new(codes::OUT_OF_BOUNDS, message).note(note), lane)
    }

    fn outside_shared(&self, address: u64) -> String {
        let rank = address >> 24;
        let Some(block) = self.cluster.blocks.get(rank as usize) else {
            let count = self.cluster.blocks.len();
            return format!("at shared address {address:#x}, of rank {rank} in a cluster of {count}");
        };
        let size = block.shared.len() as u64;
        let offset = address & 0xFF_FFFF;
        if size == 0 {
            return format!("at shared address {offset:#x}, but the block has no shared memory");
        }
        let begin = u64::from(SHARED_BASE);
        // Naming the variable before the address says more than a number: most such accesses run past the end of an
        // array.
        match self.machine.kernel.shared_name(offset as u32) {
            _ if offset < begin => {
                format!("at shared address {offset:#x}; the shared memory of a block begins at {begin:#x}")
            }
            Some((name, past)) => {
                format!("of shared memory, {past} past the end of `{name}` ({} in all)", address::bytes(size))
            }
            None => format!(
                "of shared memory, {} past its end ({} in all)",
                address::bytes(offset - begin - size.min(offset - begin)),
                address::bytes(size)
            ),
        }
    }
}

//! Virtual addresses: the address space of engines that do not use real pointers.
//!
//! Every allocation starts at a multiple of 256 and is followed by a gap at least as long as itself, so that a small error in
//! an address does not hit another allocation. The same sizes in the same order get the same addresses.

use std::ops::Range;

/// The alignment of an allocation's first byte; buffers of the host have it too.
pub const ALIGNMENT: usize = 256;

/// The first address; smaller ones, like null and its neighbours, are never valid.
const FIRST: u64 = 1 << 32;
/// The smallest gap after an allocation.
const MIN_GAP: u64 = 1 << 20;
/// Addresses end here, so that a pointer plus any 32-bit distance never wraps.
const LIMIT: u64 = 1 << 62;

/// Allocations in one address space, numbered in the order they were made.
#[derive(Clone, Debug, Default)]
pub struct AddressSpace {
    ranges: Vec<Range<u64>>,
}

/// The addresses of a multicast buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multicast {
    /// The address that represents all devices: the value of a multicast pointer.
    pub address: u64,
    /// The address of the copy of each device.
    pub copies: Vec<u64>,
}

/// Where an access outside of every allocation is, seen from the nearest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outside {
    /// The number of the nearest allocation.
    pub nearest: usize,
    /// Bytes from that allocation to the first byte outside: negative before it, 0 or more at or after its end.
    pub distance: i64,
}

impl AddressSpace {
    /// An empty address space.
    pub const fn new() -> AddressSpace {
        AddressSpace { ranges: Vec::new() }
    }

    /// Removes all allocations.
    pub fn clear(&mut self) {
        self.ranges.clear();
    }

    /// Creates an allocation and returns its first address; `None` if the space is exhausted.
    pub fn allocate(&mut self, size: u64) -> Option<u64> {
        self.allocate_aligned(size, 1)
    }

    /// Creates an allocation at a multiple of `alignment`, a power of two; smaller ones than 256 count as 256.
    pub fn allocate_aligned(&mut self, size: u64, alignment: u64) -> Option<u64> {
        let first = match self.ranges.last() {
            None => FIRST,
            Some(last) => last.end.checked_add((last.end - last.start).max(MIN_GAP))?,
        };
        let start = first.checked_next_multiple_of(alignment.max(ALIGNMENT as u64))?;
        let end = start.checked_add(size).filter(|&end| end <= LIMIT)?;
        self.ranges.push(start..end);
        Some(start)
    }

    /// Creates an allocation for memory of the host: its address equals that of the host modulo 256, so both have the same
    /// alignment.
    pub fn allocate_for(&mut self, host: &[u8]) -> Option<u64> {
        let size = host.len() as u64;
        let phase = (host.as_ptr().addr() % ALIGNMENT) as u64;
        let start = self.allocate(size.checked_add(phase)?)? + phase;
        self.ranges.last_mut()?.start = start;
        Some(start)
    }

    /// Creates the allocations of a multicast buffer, of which `host` is the memory of all `devices`, one after the other: first
    /// the addresses that stand for all of them, then the copy of each device.
    pub fn allocate_multicast(&mut self, host: &[u8], devices: usize) -> Option<Multicast> {
        let size = host.len() / devices.max(1);
        let address = self.allocate_for(&host[..size])?;
        let copies = (0..devices).map(|device| self.allocate_for(&host[device * size..][..size]));
        Some(Multicast { address, copies: copies.collect::<Option<Vec<u64>>>()? })
    }

    /// The addresses of an allocation by number.
    pub fn range(&self, allocation: usize) -> Option<Range<u64>> {
        self.ranges.get(allocation).cloned()
    }

    /// The allocation that holds all of `address..address + size`, with the offset inside of it; otherwise the nearest
    /// allocation, or `None` when there is none at all.
    pub fn locate(&self, address: u64, size: u64) -> Result<(usize, u64), Option<Outside>> {
        let behind = self.ranges.partition_point(|range| range.start <= address);
        if let Some(index) = behind.checked_sub(1) {
            let range = &self.ranges[index];
            if address.checked_add(size).is_some_and(|end| end <= range.end) {
                return Ok((index, address - range.start));
            }
        }
        Err(self.nearest(address, behind))
    }

    fn nearest(&self, address: u64, behind: usize) -> Option<Outside> {
        let before = behind.checked_sub(1).map(|index| {
            let first_outside = address.max(self.ranges[index].end);
            let distance = i64::try_from(first_outside - self.ranges[index].end).unwrap_or(i64::MAX);
            Outside { nearest: index, distance }
        });
        let after = self.ranges.get(behind).map(|range| {
            let distance = i64::try_from(range.start - address).unwrap_or(i64::MAX);
            Outside { nearest: behind, distance: -distance }
        });
        match (before, after) {
            (Some(before), Some(after)) if after.distance.abs() < before.distance => Some(after),
            (before, after) => before.or(after),
        }
    }
}

/// "1 byte", "12 bytes".
pub fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".into() } else { format!("{count} bytes") }
}

/// Addresses below this are null pointers and small offsets from them.
const NEAR_NULL: u64 = 1 << 16;

/// Where an access of `size` bytes that is not inside of an allocation is, seen from it: what is between "reads
/// 4 bytes" and the allocation's name, ", 12 bytes past the end of ".
pub fn place(byte: u64, size: u64, range: Range<u64>) -> String {
    if byte < NEAR_NULL {
        let null = if byte == 0 { "a null pointer" } else { "close to null" };
        format!(" at address {byte:#x}, {null}; the nearest memory is ")
    } else if byte < range.start {
        format!(", {} before the beginning of ", bytes(range.start - byte))
    } else if byte >= range.end {
        match byte - range.end {
            0 => " just past the end of ".to_owned(),
            distance => format!(", {} past the end of ", bytes(distance)),
        }
    } else {
        format!(" across the end of (the last {} are outside) ", bytes(byte + size - range.end))
    }
}

/// The note to a place that [`negative`] found.
pub const NEGATIVE: &str = "a negative 32-bit number was read as unsigned, as extents, strides and indices of views are; \
     `offset` takes negative numbers";

/// An access far past all memory that would be close before an allocation if a 32-bit number in its address were negative: the
/// number of that allocation, and how many bytes before it. Such a number, read as unsigned, is 2^32 elements too large.
pub fn negative(byte: u64, ranges: impl Iterator<Item = Range<u64>>) -> Option<(usize, u64)> {
    // How far a 32-bit number that is read as unsigned is from the negative one, in elements; as elements are whole bytes, the
    // distance in bytes is a multiple of it.
    const PERIOD: u64 = 1 << 32;
    /// An address farther away than this may also be past the end of the previous allocation.
    const CLOSE: u64 = MIN_GAP / 2;
    let mut nearest: Option<(usize, u64)> = None;
    for (number, range) in ranges.enumerate() {
        if byte < range.end.saturating_add(PERIOD / 2) && byte >= range.start.saturating_sub(CLOSE) {
            // It is close as it is.
            return None;
        }
        let before = range.start.wrapping_sub(byte) % PERIOD;
        let closest = nearest.is_none_or(|(_, at)| before < at);
        if byte > range.end && (1..=CLOSE).contains(&before) && closest {
            nearest = Some((number, before));
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allocations_are_aligned_and_apart() {
        let mut space = AddressSpace::new();
        let first = space.allocate(100).expect("room");
        let second = space.allocate(8 << 20).expect("room");
        let third = space.allocate(0).expect("room");
        assert_eq!((first, second), (1 << 32, (1 << 32) + (1 << 20) + 256));
        assert!(third - (second + (8 << 20)) >= 8 << 20, "the gap is as long as the allocation");
        assert!([first, second, third].iter().all(|start| start % 256 == 0));
        assert_eq!(space.allocate_aligned(1, 1 << 40), Some(1 << 40));
        assert_eq!(space.allocate(u64::MAX), None);
        assert_eq!(space.allocate(1 << 62), None);
    }

    #[test]
    fn memory_of_the_host_keeps_its_alignment() {
        let mut space = AddressSpace::new();
        let host = crate::Buffer::zeroed(numerics::Scalar::I8, &[600]).expect("small");
        let whole = space.allocate_for(host.bytes()).expect("room");
        let part = space.allocate_for(&host.bytes()[259..]).expect("room");
        assert_eq!((whole % 256, part % 256), (0, 3));
        assert_eq!(space.range(1), Some(part..part + 341));
        assert!(space.locate(part - 1, 1).is_err() && space.locate(part + 341, 1).is_err());
    }

    #[test]
    fn each_device_has_a_copy() {
        let mut space = AddressSpace::new();
        let host = crate::Buffer::multicast(numerics::Scalar::I32, &[5], 3).expect("small");
        let Multicast { address, copies } = space.allocate_multicast(host.bytes(), 3).expect("room");
        assert_eq!((space.range(0), space.range(4)), (Some(address..address + 20), None));
        let range = |device: usize| space.range(1 + device).expect("each device has one");
        assert!((0..3).all(|device| range(device) == (copies[device]..copies[device] + 20)));
        assert_eq!([0, 1, 2].map(|device: usize| copies[device] % 256), [0, 20, 40]);
    }

    #[test]
    fn accesses_are_located() {
        let mut space = AddressSpace::new();
        assert_eq!(space.locate(0, 4), Err(None));
        let first = space.allocate(100).expect("room");
        let second = space.allocate(100).expect("room");
        assert_eq!(space.locate(first + 96, 4), Ok((0, 96)));
        assert_eq!(space.locate(second, 100), Ok((1, 0)));
        let outside =
            |address, size| space.locate(address, size).expect_err("outside").expect("some allocation");
        assert_eq!(outside(first + 98, 4), Outside { nearest: 0, distance: 0 });
        assert_eq!(outside(first + 100, 4), Outside { nearest: 0, distance: 0 });
        assert_eq!(outside(first + 116, 4), Outside { nearest: 0, distance: 16 });
        assert_eq!(outside(second - 8, 4), Outside { nearest: 1, distance: -8 });
        assert_eq!(outside(0, 4), Outside { nearest: 0, distance: -(1 << 32) });
        assert_eq!(outside(u64::MAX, 4).nearest, 1);
    }

    #[test]
    fn negative_numbers_read_as_unsigned_are_seen() {
        let ranges = [1 << 32..(1 << 32) + 64, (1 << 32) + (1 << 20)..(1 << 32) + (1 << 20) + 64];
        let find = |byte: u64| negative(byte, ranges.iter().cloned());
        let wide = |count: i32, size: u64| u64::from(count as u32) * size;
        assert_eq!(find((1 << 32) + wide(-2, 4)), Some((0, 8)));
        assert_eq!(find((1 << 32) + wide(-1, 1)), Some((0, 1)));
        assert_eq!(find((1 << 32) + (1 << 20) + wide(-3, 8)), Some((1, 24)));
        // Three rows back, each by 1024 elements.
        assert_eq!(find((1 << 32) + 3 * wide(-1024, 2)), Some((0, 6144)));
        for byte in [0, 8, (1 << 32) - 8, (1 << 32) + 64, (1 << 32) + 4096, 1 << 33, (1 << 34) + 77] {
            assert_eq!(find(byte), None, "{byte:#x}");
        }
    }
}

//! Global memory: the launch's buffers and the module's variables, at virtual addresses.
//!
//! It is held as words that may be read and written from several threads at once, so that blocks can run in parallel; a
//! program that has two blocks write the same word without an order gets one of the values, never anything undefined.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use launch::{AddressSpace, Multicast, address};

use super::words;

/// Global memory of a launch.
#[derive(Debug, Default)]
pub(crate) struct Global {
    space: AddressSpace,
    allocations: Vec<Allocation>,
    /// The allocations of each buffer of the host: one, or a copy for each device.
    buffers: Vec<Range<usize>>,
}

#[derive(Debug)]
struct Allocation {
    name: String,
    size: u64,
    /// Bytes before the first one, so that a word of memory is one of these, wherever the allocation begins.
    skew: usize,
    words: Vec<AtomicU32>,
    /// For multicast addresses, which have no memory of their own: the allocations of the copies.
    copies: Option<Range<usize>>,
}

/// Bytes of an allocation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span<'g> {
    words: &'g [AtomicU32],
    offset: usize,
}

impl Global {
    /// Makes an allocation that holds the bytes given and then zeros; `None` when the addresses are used up.
    pub(crate) fn allocate(&mut self, name: String, bytes: &[u8], size: u64, align: u64) -> Option<u64> {
        let address = self.space.allocate_aligned(size, align)?;
        self.hold(name, bytes, size, 0);
        Some(address)
    }

    /// Makes an allocation for memory of the host. It is where [`launch::Launch::addresses`] says, and aligned as the host's
    /// memory is; `None` when the addresses are used up.
    pub(crate) fn allocate_for(&mut self, name: String, bytes: &[u8]) -> Option<u64> {
        let address = self.space.allocate_for(bytes)?;
        self.hold(name, bytes, bytes.len() as u64, (address % 4) as usize);
        self.buffers.push(self.allocations.len() - 1..self.allocations.len());
        Some(address)
    }

    /// Makes the allocations of memory that several devices of the host have a copy of, all of them in `bytes`; the address that
    /// stands for all of them.
    pub(crate) fn allocate_multicast(&mut self, name: &str, bytes: &[u8], devices: usize) -> Option<u64> {
        let Multicast { address, copies } = self.space.allocate_multicast(bytes, devices)?;
        let size = bytes.len() / devices;
        let first = self.allocations.len() + 1;
        let copied = first..first + devices;
        self.allocations.push(Allocation {
            name: name.to_owned(),
            size: size as u64,
            skew: 0,
            words: Vec::new(),
            copies: Some(copied.clone()),
        });
        for (device, start) in copies.into_iter().enumerate() {
            let name = format!("{name} on device {device}");
            self.hold(name, &bytes[device * size..][..size], size as u64, (start % 4) as usize);
        }
        self.buffers.push(copied);
        Some(address)
    }

    /// The addresses of the copies of bytes that several devices have, device after device.
    pub(crate) fn copies(&self, address: u64, bytes: u64) -> Option<impl Iterator<Item = u64>> {
        let (allocation, offset) = self.space.locate(address, bytes).ok()?;
        let copies = self.allocations[allocation].copies.clone()?;
        let start = |copy: usize| self.space.range(copy).expect("each device has a copy").start;
        Some(copies.map(move |copy| start(copy) + offset))
    }

    /// The name of the memory at an address, if all of the bytes are in one object.
    pub(crate) fn name_at(&self, address: u64, bytes: u64) -> Option<&str> {
        let (allocation, _) = self.space.locate(address, bytes).ok()?;
        Some(&self.allocations[allocation].name)
    }

    fn hold(&mut self, name: String, bytes: &[u8], size: u64, skew: usize) {
        let count = (skew as u64 + size).div_ceil(4) as usize;
        let mut words = Vec::with_capacity(count);
        // Words of the allocation are aligned as addresses are, so the first and the last one may be partial.
        let (first, bytes) = bytes.split_at(bytes.len().min((4 - skew) % 4));
        let word = |part: &[u8], at: usize| {
            let mut word = [0; 4];
            word[at..at + part.len()].copy_from_slice(part);
            AtomicU32::new(u32::from_le_bytes(word))
        };
        if skew > 0 {
            words.push(word(first, skew));
        }
        let (whole, rest) = bytes.as_chunks();
        words.extend(whole.iter().map(|&word| AtomicU32::new(u32::from_le_bytes(word))));
        if !rest.is_empty() {
            words.push(word(rest, 0));
        }
        words.resize_with(count, || AtomicU32::new(0));
        self.allocations.push(Allocation { name, size, skew, words, copies: None });
    }

    /// The contents of a buffer of the host, by its number, copied out.
    pub(crate) fn copy_out(&mut self, buffer: usize, to: &mut [u8]) {
        let allocations = self.buffers[buffer].clone();
        let size = to.len() / allocations.len().max(1);
        let mut rest = to;
        for allocation in allocations {
            let (part, others) = rest.split_at_mut(size);
            self.copy_out_allocation(allocation, part);
            rest = others;
        }
    }

    fn copy_out_allocation(&mut self, allocation: usize, to: &mut [u8]) {
        let Allocation { words, skew, .. } = &mut self.allocations[allocation];
        let (first, to) = to.split_at_mut(to.len().min((4 - *skew) % 4));
        let mut words = words.iter_mut();
        if *skew > 0
            && let Some(word) = words.next()
        {
            first.copy_from_slice(&word.get_mut().to_le_bytes()[*skew..][..first.len()]);
        }
        let (whole, rest) = to.as_chunks_mut();
        // Threads have ended, so plain loads suffice; the compiler would not vectorise atomic ones.
        for (to, word) in whole.iter_mut().zip(&mut words) {
            *to = word.get_mut().to_le_bytes();
        }
        if let Some(last) = words.next() {
            rest.copy_from_slice(&last.get_mut().to_le_bytes()[..rest.len()]);
        }
    }

    /// The bytes at an address, all in one allocation.
    pub(crate) fn at(&self, address: u64, bytes: u64) -> Option<Span<'_>> {
        let (allocation, offset) = self.space.locate(address, bytes).ok()?;
        let Allocation { words, skew, copies, .. } = &self.allocations[allocation];
        if copies.is_some() {
            return None;
        }
        Some(Span { words, offset: offset as usize + skew })
    }

    /// Describes bytes that are not all in one allocation: the text after "reads 4 bytes".
    pub(crate) fn outside(&self, at: u64, bytes: u64) -> String {
        if let Some(name) = self.name_at(at, bytes) {
            return format!(" of {name} by its multicast address, which only `multimem` instructions take");
        }
        let Err(Some(outside)) = self.space.locate(at, bytes) else {
            return format!(" at address {at:#x}, but the launch has no global memory");
        };
        let ranges = (0..self.allocations.len()).filter_map(|number| self.space.range(number));
        // An index that was negative and read as unsigned is the usual cause of an address that is 4 GiB off.
        if let Some((number, before)) = address::negative(at, ranges) {
            let allocation = &self.allocations[number];
            let (before, size) = (address::bytes(before), address::bytes(allocation.size));
            return format!(
                ", {before} before the beginning of {} ({size}) if a 32-bit number in the address was negative",
                allocation.name
            );
        }
        let range = self.space.range(outside.nearest).expect("the nearest allocation exists");
        let allocation = &self.allocations[outside.nearest];
        let place = address::place(at, bytes, range);
        format!("{place}{} ({})", allocation.name, address::bytes(allocation.size))
    }
}

impl Span<'_> {
    /// The first words, a given number of them; the span begins at a multiple of four.
    pub(crate) fn words(&self, count: usize) -> &[AtomicU32] {
        &self.words[self.offset / 4..][..count]
    }

    /// A word, by its number; the span begins at a multiple of four.
    pub(crate) fn word(&self, index: usize) -> u32 {
        self.words[self.offset / 4 + index].load(Relaxed)
    }

    /// Writes a word.
    pub(crate) fn set_word(&self, index: usize, value: u32) {
        self.words[self.offset / 4 + index].store(value, Relaxed);
    }

    /// Changes the first bytes, of which there are 2, 4, 8 or 16, and returns the old and the new value. Up to four
    /// bytes are changed in one step, also relative to other threads; more of them only where one thread runs all blocks.
    pub(crate) fn change(&self, size: u32, change: impl Fn(u128) -> u128) -> (u128, u128) {
        if size > 4 {
            let words = size as usize / 4;
            let old = (0..words).rev().fold(0, |all, index| all << 32 | u128::from(self.word(index)));
            let new = change(old);
            (0..words).for_each(|index| self.set_word(index, (new >> (32 * index)) as u32));
            return (old, new);
        }
        let shift = self.offset % 4 * 8;
        let mask = (u32::MAX >> (32 - 8 * size)) << shift;
        let of = |word: u32| change(u128::from((word & mask) >> shift));
        let all = |word: u32| Some(word & !mask | (of(word) as u32) << shift & mask);
        let (Ok(before) | Err(before)) = self.words[self.offset / 4].fetch_update(Relaxed, Relaxed, all);
        (u128::from((before & mask) >> shift), of(before))
    }

    /// Reads as many bytes as there is room for.
    pub(crate) fn read(&self, to: &mut [u8]) {
        if self.offset.is_multiple_of(4) && to.len().is_multiple_of(4) {
            words::load(self.words(to.len() / 4), to.as_chunks_mut::<4>().0);
        } else {
            to.iter_mut().enumerate().for_each(|(index, byte)| *byte = self.byte(index));
        }
    }

    /// Writes bytes.
    pub(crate) fn write(&self, from: &[u8]) {
        if self.offset.is_multiple_of(4) && from.len().is_multiple_of(4) {
            let mut held = [0; 32];
            for (words, from) in
                self.words(from.len() / 4).chunks(held.len()).zip(from.chunks(4 * held.len()))
            {
                let held = &mut held[..words.len()];
                for (word, from) in held.iter_mut().zip(from.as_chunks().0) {
                    *word = u32::from_le_bytes(*from);
                }
                words::store(words, held);
            }
        } else {
            from.iter().enumerate().for_each(|(index, &byte)| self.set_byte(index, byte));
        }
    }

    /// A byte.
    pub(crate) fn byte(&self, index: usize) -> u8 {
        let at = self.offset + index;
        self.words[at / 4].load(Relaxed).to_le_bytes()[at % 4]
    }

    /// Writes a byte, and nothing of the word around it.
    pub(crate) fn set_byte(&self, index: usize, value: u8) {
        self.set_part(index, 1, u32::from(value));
    }

    /// Writes one or two bytes, all in one word, and nothing of the word around them.
    pub(crate) fn set_part(&self, index: usize, size: u32, value: u32) {
        let at = self.offset + index;
        let shift = at % 4 * 8;
        let mask = (u32::MAX >> (32 - 8 * size)) << shift;
        let change = |word: u32| Some(word & !mask | value << shift & mask);
        let _ = self.words[at / 4].fetch_update(Relaxed, Relaxed, change);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Memory of the host at each place in a word, and of each length: what is read is what was given, and neighbours in a
    /// word that belong to no allocation stay out of it.
    #[test]
    fn memory_of_the_host_may_begin_anywhere() {
        let host: Vec<u8> = (1..=64).collect();
        for first in 0..8 {
            for len in 0..12 {
                let given = &host[first..first + len];
                let mut global = Global::default();
                let at = global.allocate_for("x".to_owned(), given).expect("there are addresses");
                assert_eq!(at % 8, (given.as_ptr().addr() % 8) as u64);
                let mut read = vec![0; len];
                if let Some(span) = global.at(at, len as u64) {
                    span.read(&mut read);
                    (0..len).for_each(|index| span.set_byte(index, span.byte(index) + 100));
                }
                assert_eq!(read, given, "{first} {len}");
                let mut after = vec![0; len];
                global.copy_out(0, &mut after);
                assert!(after.iter().zip(given).all(|(after, before)| *after == before + 100), "{after:?}");
                assert!(global.at(at, len as u64 + 1).is_none(), "no byte more");
            }
        }
    }
}

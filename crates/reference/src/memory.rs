//! Memory of a run: buffers of the launch, globals, and memory of `alloca`; every access is checked here.
//!
//! Allocations have virtual addresses with gaps between them. All accesses of all operations go through
//! [`Memory::load`], [`Memory::store`] and [`Memory::update`], one element at a time, with the [`Access`] that
//! identifies the operation and the kind of access, for observers of memory.

mod allocation;
mod elements;

use std::collections::VecDeque;
use std::ops::Range;

use cuda_tile::attrs::{MemoryOrdering, MemoryScope};
use ir::Op;
use launch::address::{bytes, place};
use launch::{AddressSpace, BlockId, Multicast};
use numerics::Scalar;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::cause::Case;
use crate::fault::Fault;
use crate::tile::Poison;
use crate::watch::{Element, Watch};
use allocation::{Allocation, Bytes, Unwritten};

/// An access to memory: the operation and its kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    /// The tile block that does it.
    pub(crate) block: BlockId,
    /// Ordering of the operation.
    pub(crate) ordering: MemoryOrdering,
    /// Scope; none for weak accesses.
    pub(crate) scope: Option<MemoryScope>,
}

impl Access {
    /// "reads", "writes (release, device)".
    fn verb(&self, write: bool) -> String {
        let verb = if write { "writes" } else { "reads" };
        match self.scope {
            None => verb.to_owned(),
            Some(scope) => format!("{verb} ({}, {})", self.ordering.name(), scope.name()),
        }
    }
}

/// The address of an element: a byte, and for 4-bit elements which half of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Address {
    pub(crate) byte: u64,
    pub(crate) high: bool,
}

impl Address {
    pub(crate) fn byte(byte: u64) -> Address {
        Address { byte, high: false }
    }
}

/// How many released allocations of one `alloca` are kept before the oldest is used again. A use after release is found
/// as long as its memory is among them.
const QUARANTINE: usize = 256;

/// All memory that a run can touch.
pub(crate) struct Memory<'a> {
    space: AddressSpace,
    allocations: Vec<Allocation<'a>>,
    /// The allocation of the latest access, tried first.
    latest: usize,
    quarantine: FxHashMap<Op, VecDeque<usize>>,
    /// Bytes that the run itself owns.
    held: u64,
    limit: u64,
    /// The observer of every access, if the run is sanitized.
    pub(crate) watch: Option<Box<Watch>>,
}

/// A request of `alloca`.
pub(crate) struct Request {
    pub(crate) op: Op,
    pub(crate) name: String,
    pub(crate) size: u64,
    pub(crate) alignment: u64,
    pub(crate) owner: Option<BlockId>,
    /// The result of reading it before it is written.
    pub(crate) unwritten: Poison,
}

impl<'a> Memory<'a> {
    /// Memory without allocations, which may own the given number of bytes.
    pub(crate) fn new(limit: u64) -> Memory<'a> {
        Memory {
            space: AddressSpace::new(),
            allocations: Vec::new(),
            latest: 0,
            quarantine: FxHashMap::default(),
            held: 0,
            limit,
            watch: None,
        }
    }

    /// "element 3,0 of the buffer of argument 1 (`%x`)".
    pub(crate) fn describe(&self, element: Element) -> String {
        let number = (element.offset * 8 + if element.high { 4 } else { 0 }) / element.bits as usize;
        let allocation = &self.allocations[element.allocation];
        match &allocation.shape {
            Some((elem, shape)) if elem.storage_bits() == element.bits => {
                format!("element {} of {}", coordinates(number as u64, shape), allocation.name)
            }
            Some(_) => format!("element {number} (of {} bits) of {}", element.bits, allocation.name),
            None => format!("element {number} of {}", allocation.name),
        }
    }

    /// [`Memory::describe`] of the element at an address, where one is.
    pub(crate) fn describe_at(&self, at: Address, elem: Scalar) -> String {
        match self.space.locate(at.byte, size_of(elem)) {
            Ok((allocation, offset)) => {
                let bits = elem.storage_bits();
                self.describe(Element { allocation, offset: offset as usize, high: at.high, bits })
            }
            Err(_) => format!("the element at address {:#x}", at.byte),
        }
    }

    /// Bytes that the run itself owns.
    pub(crate) fn held(&self) -> u64 {
        self.held
    }

    fn add(&mut self, bytes: Bytes<'a>, alignment: u64, name: String) -> Option<usize> {
        let size = bytes.get().len() as u64;
        // Memory of the host keeps its alignment, because programs may assume of an argument what the host guarantees.
        let start = match &bytes {
            Bytes::Host(host) => self.space.allocate_for(host)?,
            Bytes::Own(_) => self.space.allocate_aligned(size, alignment)?,
        };
        self.allocations.push(Allocation::new(start..start + size, bytes, name));
        Some(self.allocations.len() - 1)
    }

    /// Adds a buffer of the host; returns its address, or `None` when there is no room.
    pub(crate) fn add_buffer(
        &mut self,
        name: String,
        (elem, shape): (Scalar, &[u64]),
        bytes: &'a mut [u8],
    ) -> Option<u64> {
        let index = self.add(Bytes::Host(bytes), 1, name)?;
        self.allocations[index].shape = Some((elem, shape.into()));
        Some(self.allocations[index].range.start)
    }

    /// Adds a buffer of the host that several devices have a copy of; returns the address that stands for all of them,
    /// or `None` when there is no room. The shape is that of a copy.
    pub(crate) fn add_multicast(
        &mut self,
        name: String,
        (elem, shape): (Scalar, &[u64]),
        (bytes, devices): (&'a mut [u8], usize),
    ) -> Option<u64> {
        let Multicast { address, copies } = self.space.allocate_multicast(bytes, devices)?;
        let size = (bytes.len() / devices) as u64;
        let first = self.allocations.len() + 1;
        let mut window = Allocation::new(address..address + size, Bytes::Own(Vec::new()), name.clone());
        window.copies = Some(first..first + devices);
        self.allocations.push(window);
        let mut rest = bytes;
        for (device, start) in copies.into_iter().enumerate() {
            let (copy, others) = rest.split_at_mut(size as usize);
            let name = format!("{name} on device {device}");
            let mut allocation = Allocation::new(start..start + size, Bytes::Host(copy), name);
            allocation.shape = Some((elem, shape.into()));
            self.allocations.push(allocation);
            rest = others;
        }
        Some(address)
    }

    /// The addresses of the copies of an element that several devices have, device after device.
    pub(crate) fn copies(
        &mut self,
        access: &Access,
        at: Address,
        elem: Scalar,
        write: bool,
    ) -> Result<SmallVec<[Address; 4]>, Fault> {
        let size = size_of(elem);
        let Ok((index, offset)) = self.space.locate(at.byte, size) else {
            return self.find_any(access, at.byte, size, write).map(|_| SmallVec::new());
        };
        let allocation = &self.allocations[index];
        let Some(copies) = allocation.copies.clone() else {
            let message =
                format!("{} {}, which is not on several devices", access.verb(write), allocation.name);
            return Err(Fault::new(Case::MULTICAST, message)
                .note("a multimem op takes an address that stands for the copies of several devices"));
        };
        if !at.byte.is_multiple_of(size) {
            return Err(misaligned(&access.verb(write), (at.byte, size), offset, &allocation.name));
        }
        let address = |copy: usize| Address::byte(self.allocations[copy].range.start + offset);
        Ok(copies.map(address).collect())
    }

    /// Adds a global; returns its address, or `None` when there is no room.
    pub(crate) fn add_global(
        &mut self,
        name: String,
        bytes: Vec<u8>,
        alignment: u64,
        constant: bool,
    ) -> Option<u64> {
        self.held += bytes.len() as u64;
        let index = self.add(Bytes::Own(bytes), alignment, name)?;
        self.allocations[index].constant = constant;
        Some(self.allocations[index].range.start)
    }

    /// Reserves uninitialised memory; returns its number and address.
    pub(crate) fn reserve(&mut self, request: Request) -> Result<(usize, u64), Fault> {
        let refuse = || {
            let message = format!("{} bytes of memory cannot be reserved", request.size);
            Fault::new(Case::NO_MEMORY, message)
        };
        let total = self.held.checked_add(request.size).filter(|&total| total <= self.limit);
        self.held = total.ok_or_else(refuse)?;
        let size = request.size as usize;
        // A released allocation is used again late, so that an access through a stale pointer still finds it released
        // and is reported. That it is used again keeps an `alloca` in a loop from taking ever more addresses.
        let old = self.quarantine.get_mut(&request.op).filter(|list| list.len() > QUARANTINE);
        let index = match old.and_then(VecDeque::pop_front) {
            Some(index) => index,
            None => {
                let start =
                    self.space.allocate_aligned(request.size, request.alignment).ok_or_else(refuse)?;
                let range = start..start + request.size;
                self.allocations.push(Allocation::new(range, Bytes::Own(Vec::new()), request.name));
                self.allocations.len() - 1
            }
        };
        let allocation = &mut self.allocations[index];
        // Zeros that count as unwritten: a load is reported, and its bits are the same in every run.
        allocation.bytes = Bytes::Own(vec![0; size]);
        allocation.owner = request.owner;
        allocation.released = false;
        allocation.unwritten = Some(Unwritten { mask: vec![0xFF; size], poison: request.unwritten });
        Ok((index, allocation.range.start))
    }

    /// Takes back what [`Memory::reserve`] gave to `op`.
    pub(crate) fn release(&mut self, op: Op, index: usize) {
        let allocation = &mut self.allocations[index];
        self.held -= allocation.bytes.get().len() as u64;
        allocation.bytes = Bytes::Own(Vec::new());
        allocation.unwritten = None;
        allocation.released = true;
        if let Some(watch) = &mut self.watch {
            watch.shadow.renew(index);
        }
        self.quarantine.entry(op).or_default().push_back(index);
    }

    /// The allocation that holds an element, and the offset inside of it.
    #[inline]
    fn find(&mut self, access: &Access, byte: u64, size: u64, write: bool) -> Result<(usize, usize), Fault> {
        if let Some(allocation) = self.allocations.get(self.latest) {
            let Range { start, end } = allocation.range;
            let inside = byte >= start && byte < end && size <= end - byte;
            if inside && allocation.is_plain() && byte & (size - 1) == 0 {
                return Ok((self.latest, (byte - start) as usize));
            }
        }
        self.find_any(access, byte, size, write)
    }

    #[cold]
    fn find_any(
        &mut self,
        access: &Access,
        byte: u64,
        size: u64,
        write: bool,
    ) -> Result<(usize, usize), Fault> {
        let verb = access.verb(write);
        let (index, offset) = self.space.locate(byte, size).map_err(|outside| {
            let ranges = self.allocations.iter().map(|allocation| allocation.range.clone());
            // The most likely cause of an address 2^32 elements off: say that instead of a distance of gigabytes.
            if let Some((index, before)) = launch::address::negative(byte, ranges) {
                let Allocation { range, name, .. } = &self.allocations[index];
                let (count, before, length) = (bytes(size), bytes(before), bytes(range.end - range.start));
                let message = format!("{verb} {count}, {before} before the beginning of {name} of {length}");
                return Fault::new(Case::OUT_OF_BOUNDS, message).note(launch::address::NEGATIVE);
            }
            let message = match outside {
                None => format!("{verb} {} at address {byte:#x}, where no memory is", bytes(size)),
                Some(outside) => {
                    let allocation = &self.allocations[outside.nearest];
                    let length = allocation.range.end - allocation.range.start;
                    let place = place(byte, size, allocation.range.clone());
                    format!("{verb} {}{place}{} of {}", bytes(size), allocation.name, bytes(length))
                }
            };
            Fault::new(Case::OUT_OF_BOUNDS, message)
        })?;
        let allocation = &self.allocations[index];
        // After the bounds: an address outside of all memory is more informative than its alignment.
        if !byte.is_multiple_of(size) {
            return Err(misaligned(&verb, (byte, size), offset, &allocation.name));
        }
        self.permitted(access, allocation, write, &verb)?;
        // Neighbouring elements are mostly in the same allocation: the fast path tries this one first.
        self.latest = index;
        Ok((index, offset as usize))
    }

    fn permitted(
        &self,
        access: &Access,
        allocation: &Allocation<'_>,
        write: bool,
        verb: &str,
    ) -> Result<(), Fault> {
        if allocation.copies.is_some() {
            let message = format!("{verb} {} by its multicast address", allocation.name);
            return Err(Fault::new(Case::MULTICAST, message).note(
                "the address stands for the copies of several devices, which only multimem ops reach",
            ));
        }
        if allocation.released {
            return Err(Fault::new(
                Case::RELEASED,
                format!("{verb} {} after it was released", allocation.name),
            )
            .note("memory of an alloca lives until the enclosing if branch, loop body or entry ends"));
        }
        if let Some([x, y, z]) = allocation.owner.filter(|&owner| owner != access.block) {
            let message = format!("{verb} {}, which is private to tile block {x},{y},{z}", allocation.name);
            return Err(
                Fault::new(Case::FOREIGN_PRIVATE, message).note("an alloca with `global` may be shared")
            );
        }
        if allocation.constant && write {
            let message = format!("writes to {}, which is constant", allocation.name);
            return Err(Fault::new(Case::CONSTANT_WRITTEN, message));
        }
        Ok(())
    }
}

fn misaligned(verb: &str, (byte, size): (u64, u64), offset: u64, name: &str) -> Fault {
    let message =
        format!("{verb} {} at byte {offset} of {name}, which is not a multiple of {size}", bytes(size));
    let note = format!("an address must be a multiple of the element's size; this one is {byte:#x}");
    Fault::new(Case::MISALIGNED, message).note(note)
}

/// "3,0": the coordinates of an element in a row-major shape.
fn coordinates(number: u64, shape: &[u64]) -> String {
    let mut rest = number;
    let mut place: Vec<String> = Vec::with_capacity(shape.len());
    for &extent in shape.iter().rev() {
        place.push((rest % extent).to_string());
        rest /= extent;
    }
    place.reverse();
    place.join(",")
}

/// Bytes that an access of one element touches.
pub(crate) fn size_of(elem: Scalar) -> u64 {
    u64::from(elem.storage_bits().div_ceil(8))
}

/// The bits of each touched byte that belong to the element.
fn half(elem: Scalar, at: Address) -> u8 {
    match (elem.storage_bits(), at.high) {
        (4, false) => 0x0F,
        (4, true) => 0xF0,
        _ => 0xFF,
    }
}

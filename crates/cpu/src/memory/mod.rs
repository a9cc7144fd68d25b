//! Memory of a launch: allocations at virtual addresses, each with its host memory.
//!
//! Addresses are those of [`launch::AddressSpace`], the same as in the reference interpreter, so a program that
//! inspects addresses computes the same on both. [`Region::range`] converts a checked range of addresses to a host pointer; callers
//! check once per row, strip or tile.
//!
//! - A virtual address and its host address are equal modulo 256, so alignments are equal.
//! - Host memory is only accessed through raw pointers; other tile blocks may access the same bytes at the same time.
//! - Memory of `alloca` has a fixed place in an *area*, of which every resident tile block has one; areas live as long
//!   as the launch, so that a stale address is harmless.

#![allow(unsafe_code, reason = "addresses become host pointers here")]

mod access;
pub(crate) mod alloca_arena;
pub(crate) mod arena;
pub(crate) mod order;
pub(crate) mod word;

use std::sync::Arc;

use launch::{AddressSpace, Argument, EngineError, Launch};
use smallvec::SmallVec;

use crate::memory::alloca_arena::{Areas, Layout};
use crate::memory::arena::AlignedBytes;

/// The kind of a region, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    /// A buffer of the launch, and the first argument that points into it.
    Buffer(usize, Option<usize>),
    /// The copy that a device has of it.
    Copy(usize, Option<usize>, usize),
    /// A global by its position.
    Global(usize),
}

/// An allocation: its address for the program and for the host.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    pub(crate) start: u64,
    pub(crate) len: u64,
    pub(crate) host: *mut u8,
    /// It may be read but not written.
    pub(crate) constant: bool,
    /// Its addresses represent the copies of several devices: it has no memory of its own.
    multicast: bool,
}

/// The copies that a range of multicast addresses stands for.
#[derive(Debug)]
pub(crate) struct Multicast {
    pub(crate) start: u64,
    len: u64,
    /// Device after device.
    pub(crate) copies: SmallVec<[Region; 4]>,
}

impl Multicast {
    /// Whether these bytes are all among the addresses.
    pub(crate) fn holds(&self, address: u64, size: u64) -> bool {
        let offset = address.wrapping_sub(self.start);
        offset <= self.len && size <= self.len - offset
    }
}

impl Region {
    /// Memory that may be read, and written unless it is constant.
    pub(crate) const fn new(start: u64, len: u64, host: *mut u8, constant: bool) -> Region {
        Region { start, len, host, constant, multicast: false }
    }

    /// Whether these bytes are all inside.
    fn holds(&self, address: u64, size: u64) -> bool {
        let offset = address.wrapping_sub(self.start);
        offset <= self.len && size <= self.len - offset
    }

    /// The host memory of `size` bytes at an address, if all of them are inside.
    #[inline]
    pub(crate) fn range(&self, address: u64, size: u64, write: bool) -> Option<*mut u8> {
        let offset = address.wrapping_sub(self.start);
        if offset > self.len || size > self.len - offset || (write && self.constant) || self.multicast {
            return None;
        }
        // SAFETY: the host memory of a region is valid for its length, which the offset does not exceed.
        Some(unsafe { self.host.add(offset as usize) })
    }
}

/// A global of the module.
pub(crate) struct Global {
    pub(crate) name: String,
    /// Its initial bytes, as they are in memory.
    pub(crate) bytes: Vec<u8>,
    pub(crate) alignment: u64,
    /// The program may not write it.
    pub(crate) constant: bool,
}

/// Names of what a program can touch, for messages.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// Parameters of the entry.
    pub(crate) params: Vec<Option<String>>,
    /// Globals in the order of the module.
    pub(crate) globals: Vec<String>,
}

/// All memory that a launch can touch, except the areas of its blocks.
///
/// Invariant: regions ascend, do not overlap, and their host memory is valid until [`Memory::clear`].
#[derive(Debug)]
pub(crate) struct Memory {
    space: AddressSpace,
    regions: Vec<Region>,
    labels: Vec<Label>,
    /// The address of each buffer.
    buffers: Vec<u64>,
    multicasts: Vec<Multicast>,
    /// Globals that the program may write, as they are in this launch.
    globals: Vec<(u32, AlignedBytes)>,
    names: Arc<Names>,
    pub(crate) areas: Areas,
}

// SAFETY: regions hold pointers to memory that the launch borrows, or that `globals` and the program own; no code makes
// a reference of them, and the language says who may touch what at the same time.
unsafe impl Send for Memory {}
// SAFETY: shared access goes through raw pointers, for which the language says who may touch what at the same time.
unsafe impl Sync for Memory {}

fn no_room() -> EngineError {
    EngineError::Resource("the memory of the launch does not fit the address space".into())
}

impl Memory {
    /// Memory without allocations.
    pub(crate) fn new(names: Arc<Names>, layout: Arc<Layout>) -> Memory {
        Memory {
            space: AddressSpace::new(),
            regions: Vec::new(),
            labels: Vec::new(),
            buffers: Vec::new(),
            multicasts: Vec::new(),
            globals: Vec::new(),
            names,
            areas: Areas::new(layout),
        }
    }

    /// Lays out the buffers of a launch, and globals with their initial bytes.
    pub(crate) fn lay_out(
        &mut self,
        launch: &mut Launch<'_>,
        globals: &[Global],
        initial: &[AlignedBytes],
    ) -> Result<(), EngineError> {
        self.clear();
        for (number, buffer) in launch.buffers.iter_mut().enumerate() {
            let devices = buffer.devices();
            let bytes = buffer.bytes_mut();
            // A buffer is named in messages after the first argument that points to it, as the user knows no other
            // name.
            let first = launch.args.iter().position(
                |argument| matches!(argument, Argument::Pointer { buffer, .. } if *buffer == number),
            );
            if let Some(devices) = devices {
                self.add_multicast((number, first), bytes, devices).ok_or_else(no_room)?;
                continue;
            }
            let (host, len) = (bytes.as_mut_ptr(), bytes.len());
            let start = self.space.allocate_for(bytes).ok_or_else(no_room)?;
            self.buffers.push(start);
            self.add(Label::Buffer(number, first), Region::new(start, len as u64, host, false));
        }
        for (number, (global, initial)) in globals.iter().zip(initial).enumerate() {
            // A constant is never written, so that all launches may read the initial bytes; others start from a fresh
            // copy.
            let host = if global.constant { initial.as_ptr() } else { self.fresh(number, initial)? };
            let len = initial.len() as u64;
            let start = self.space.allocate_aligned(len, global.alignment).ok_or_else(no_room)?;
            self.add(Label::Global(number), Region::new(start, len, host, global.constant));
        }
        self.areas.place(&mut self.space).ok_or_else(no_room)
    }

    /// Removes all allocations; their memory is kept for the next launch.
    pub(crate) fn clear(&mut self) {
        self.space.clear();
        self.regions.clear();
        self.labels.clear();
        self.buffers.clear();
        self.multicasts.clear();
        self.areas.clear();
    }

    /// A global as it is when a launch begins.
    fn fresh(&mut self, number: usize, initial: &AlignedBytes) -> Result<*mut u8, EngineError> {
        let known = self.globals.iter().position(|(global, _)| *global as usize == number);
        let index = match known {
            Some(index) => index,
            None => {
                let bytes = AlignedBytes::zeroed(initial.len()).ok_or_else(no_room)?;
                self.globals.push((number as u32, bytes));
                self.globals.len() - 1
            }
        };
        let host = self.globals[index].1.as_ptr();
        // SAFETY: both are valid for the length of the global, and no launch uses this memory now.
        unsafe { host.copy_from_nonoverlapping(initial.as_ptr(), initial.len()) };
        Ok(host)
    }

    /// Adds the memory of several devices, one after the other, and the addresses that stand for all of them.
    fn add_multicast(
        &mut self,
        (number, first): (usize, Option<usize>),
        bytes: &mut [u8],
        devices: usize,
    ) -> Option<()> {
        let launch::Multicast { address: start, copies } = self.space.allocate_multicast(bytes, devices)?;
        let len = (bytes.len() / devices) as u64;
        self.buffers.push(start);
        let window = Region { multicast: true, ..Region::new(start, len, std::ptr::null_mut(), false) };
        self.add(Label::Buffer(number, first), window);
        let mut multicast = Multicast { start, len, copies: SmallVec::new() };
        for (device, start) in copies.into_iter().enumerate() {
            let host = bytes[device * len as usize..].as_mut_ptr();
            let copy = Region::new(start, len, host, false);
            self.add(Label::Copy(number, first, device), copy);
            multicast.copies.push(copy);
        }
        self.multicasts.push(multicast);
        Some(())
    }

    fn add(&mut self, label: Label, region: Region) {
        self.regions.push(region);
        self.labels.push(label);
    }

    /// The address of a buffer of the launch.
    pub(crate) fn buffer(&self, number: usize) -> u64 {
        self.buffers[number]
    }

    /// The address of a global by its position in the program, which has `globals` of them.
    pub(crate) fn global(&self, number: usize, globals: usize) -> u64 {
        self.regions[self.regions.len() - globals + number].start
    }

    /// The last region that starts at or before an address.
    #[inline]
    fn candidate(&self, address: u64) -> Option<usize> {
        /// More regions than this are searched by halving; of fewer, a plain search mispredicts fewer branches.
        const MAX_LINEAR: usize = 8;
        if self.regions.len() <= MAX_LINEAR {
            return self.regions.iter().rposition(|region| region.start <= address);
        }
        self.regions.partition_point(|region| region.start <= address).checked_sub(1)
    }

    /// The name in messages of the memory that an address may be in.
    pub(crate) fn name_at(&self, address: u64) -> String {
        self.candidate(address).map_or_else(String::new, |index| self.name(index))
    }

    fn name(&self, index: usize) -> String {
        let buffer = |number: usize, position: Option<usize>| match position {
            None => format!("buffer {number}"),
            Some(position) => match self.names.params.get(position) {
                Some(Some(name)) => format!("the buffer of argument {} (`%{name}`)", position + 1),
                Some(None) | None => format!("the buffer of argument {}", position + 1),
            },
        };
        match self.labels[index] {
            Label::Buffer(number, position) => buffer(number, position),
            Label::Copy(number, position, device) => {
                format!("{} on device {device}", buffer(number, position))
            }
            Label::Global(number) => format!("global `@{}`", self.names.globals[number]),
        }
    }
}

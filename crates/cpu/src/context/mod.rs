//! The context of an instruction during execution.

#![allow(unsafe_code, reason = "places are resolved to raw memory here")]

pub(crate) mod panel_cache;
pub(crate) mod prefetch;
pub(crate) mod private_atomics;
pub(crate) mod sink;

use launch::{BlockId, Grid};
use numerics::Scalar;

use crate::context::panel_cache::PanelCache;
use crate::context::prefetch::Prefetcher;
use crate::context::private_atomics::PrivateAtomics;
use crate::context::sink::Sink;
use crate::fault::Fault;
use crate::frame::{Base, FrameSlot, Tensor};
use crate::kernels::lane_size;
use crate::memory::order::Order;
use crate::memory::{Memory, Region};

/// A tile block on a worker. Resuming a block creates a new context.
///
/// Invariants: the three pointers are at multiples of [`crate::frame::ALIGN`] and valid for as many bytes as the
/// program says; no other worker accesses frame and scratch while the context lives; constants are never written.
pub(crate) struct Context<'a> {
    pub(crate) frame: *mut u8,
    pub(crate) scratch: *mut u8,
    pub(crate) constants: *const u8,
    pub(crate) memory: &'a Memory,
    pub(crate) block: BlockId,
    pub(crate) grid: Grid,
    /// Which of the launch's areas of reserved memory is the block's.
    pub(crate) area: u32,
    /// Takes what the block prints.
    pub(crate) sink: &'a dyn Sink,
    /// Transactions that the worker has not carried out yet.
    pub(crate) private_atomics: &'a PrivateAtomics,
    /// Panels of products that the worker caches.
    pub(crate) panels: &'a PanelCache,
    /// Memory that the worker will read soon.
    pub(crate) prefetcher: &'a Prefetcher,
    /// See [`crate::program::Program::synchronizes`].
    pub(crate) synchronizes: bool,
    /// See [`crate::Preparation::pad_outside`].
    pub(crate) pad_outside: bool,
}

impl Context<'_> {
    /// The memory of a place. Constants are only read.
    #[inline]
    pub(crate) fn at(&self, place: FrameSlot) -> *mut u8 {
        let base = match place.base {
            Base::Frame => self.frame,
            Base::Constant => self.constants.cast_mut(),
            Base::Scratch => self.scratch,
        };
        // SAFETY: slots of a program are inside of its frame, constants and scratch memory, which the pointers span.
        unsafe { base.add(place.offset as usize) }
    }

    /// The allocation that an address may be in: the only one that can hold it.
    #[inline]
    pub(crate) fn region(&self, address: u64) -> Option<Region> {
        self.memory.region(address, self.area)
    }

    /// The host memory of `size` bytes at an address, if all of them are in one allocation that may be read, or
    /// written.
    #[inline]
    pub(crate) fn range(&self, address: u64, size: u64, write: bool) -> Option<*mut u8> {
        self.region(address)?.range(address, size, write)
    }

    /// Why an access of one element is refused, in the words of the reference interpreter.
    #[cold]
    pub(crate) fn refusal(&self, order: Order, write: bool, byte: u64, size: u64) -> Fault {
        self.memory.refusal((self.area, self.grid), (order, write), byte, size)
    }

    /// The bits of a scalar.
    #[inline]
    pub(crate) fn scalar(&self, place: FrameSlot, scalar: Scalar) -> u64 {
        let at = self.at(place);
        // SAFETY: the slot of a scalar is valid for a lane and aligned for every type.
        unsafe {
            match lane_size(scalar) {
                1 => at.read().into(),
                2 => at.cast::<u16>().read().into(),
                4 => at.cast::<u32>().read().into(),
                _ => at.cast::<u64>().read(),
            }
        }
    }

    /// Gives a scalar its bits.
    #[inline]
    pub(crate) fn set_scalar(&self, place: FrameSlot, scalar: Scalar, bits: u64) {
        let at = self.at(place);
        // SAFETY: as in `scalar`; frame and scratch are this context's alone, and results never are among the
        // constants.
        unsafe {
            match lane_size(scalar) {
                1 => at.write(bits as u8),
                2 => at.cast::<u16>().write(bits as u16),
                4 => at.cast::<u32>().write(bits as u32),
                _ => at.cast::<u64>().write(bits),
            }
        }
    }

    /// Gives those of three 32-bit scalars that have a place their values.
    pub(crate) fn set_axes(&self, places: &[Option<FrameSlot>; 3], axes: [u32; 3]) {
        for (place, axis) in places.iter().zip(axes) {
            if let Some(place) = *place {
                self.set_scalar(place, Scalar::I32, axis.into());
            }
        }
    }

    /// The base address of a view.
    #[inline]
    pub(crate) fn tensor_base(&self, tensor: Tensor) -> u64 {
        self.word(tensor, 0)
    }

    /// An extent of a view.
    #[inline]
    pub(crate) fn tensor_extent(&self, tensor: Tensor, dim: usize) -> u64 {
        self.word(tensor, 1 + dim)
    }

    /// A stride of a view, in elements.
    #[inline]
    pub(crate) fn tensor_stride(&self, tensor: Tensor, dim: usize) -> u64 {
        self.word(tensor, 1 + tensor.rank + dim)
    }

    /// Sets a word of a view: base address, extents, strides.
    #[inline]
    pub(crate) fn set_word(&self, tensor: Tensor, index: usize, word: u64) {
        assert!(index < 1 + 2 * tensor.rank, "a view of rank {} has no word {index}", tensor.rank);
        // SAFETY: the slot of a view holds 1 + 2 * rank words.
        unsafe { self.at(tensor.place).cast::<u64>().add(index).write(word) };
    }

    #[inline]
    fn word(&self, tensor: Tensor, index: usize) -> u64 {
        assert!(index < 1 + 2 * tensor.rank, "a view of rank {} has no word {index}", tensor.rank);
        // SAFETY: the slot of a view holds 1 + 2 * rank words.
        unsafe { self.at(tensor.place).cast::<u64>().add(index).read() }
    }
}

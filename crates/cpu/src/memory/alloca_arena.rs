//! Memory of `alloca`: every resident tile block has an *area* with a fixed place for each `alloca` of the program.
//!
//! An operation runs at most once in one execution of its region, and functions do not recurse, so a block needs one
//! place for each at a time. Areas stay allocated until the launch has ended: an address that outlives its region never
//! points outside of the launch. A flag for each `alloca` records whether its memory is alive, so a use after the end
//! of its region traps, until the same `alloca` (of a block with the same area) runs again.

#![allow(unsafe_code, reason = "addresses become host pointers here")]

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};

use launch::{AddressSpace, element};
use numerics::Scalar;

use crate::frame::ALIGN;
use crate::memory::Region;
use crate::memory::arena::AlignedBytes;

/// The maximum number of resident tile blocks. Each has its own addresses below [`LIMIT`], so the number bounds
/// what an `alloca` may take.
const MAX_RESIDENT: usize = 1 << 15;
/// Virtual addresses end here ([`launch::AddressSpace`]).
const LIMIT: u64 = 1 << 62;

/// Where one `alloca` of the program is in every area.
#[derive(Debug)]
struct Span {
    /// Addresses from the start of the area.
    address: u64,
    size: u64,
    /// From the first byte of the area.
    offset: usize,
    /// Other tile blocks may touch it.
    shared: bool,
    name: String,
}

/// What an `alloca` reserves in each execution.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reservation {
    pub(crate) count: u64,
    pub(crate) alignment: u64,
    /// Other tile blocks may touch it.
    pub(crate) shared: bool,
    pub(crate) elem: Scalar,
}

/// The layout of the arena.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    spans: Vec<Span>,
    /// Addresses from one area to the next.
    stride: u64,
    alignment: u64,
    /// Where the flags of an area are, one byte for each span.
    flags: usize,
    /// Host bytes of an area.
    pub(crate) bytes: usize,
}

impl Layout {
    /// Lays out reservations in the order of the program; those that would make an area larger than `limit` get no
    /// span. Returns the span of each.
    pub(crate) fn new(reservations: &[Reservation], limit: u64) -> (Layout, Vec<Option<u32>>) {
        let mut layout = Layout { alignment: 1, ..Layout::default() };
        let mut space = AddressSpace::new();
        let mut first = None;
        let add = |reservation| layout.add(reservation, limit, &mut space, &mut first);
        let spans = reservations.iter().map(add).collect();
        layout.flags = layout.bytes;
        layout.bytes += layout.spans.len();
        // The next area is as far after the last span as any allocation after another.
        layout.stride =
            space.allocate_aligned(0, layout.alignment).map_or(0, |end| end - first.unwrap_or(end));
        (layout, spans)
    }

    fn add(
        &mut self,
        reservation: &Reservation,
        limit: u64,
        space: &mut AddressSpace,
        first: &mut Option<u64>,
    ) -> Option<u32> {
        let size = element::size_of(reservation.elem, reservation.count)?;
        let offset = self.bytes;
        let end = size.checked_next_multiple_of(ALIGN as u64)?.checked_add(offset as u64)?;
        if end > limit {
            return None;
        }
        let address = space.allocate_aligned(size, reservation.alignment.max(1))?;
        // Relative to the first span, because every area begins at an address of its own; `stride` leads from one to
        // the next.
        let address = address - *first.get_or_insert(address);
        self.bytes = usize::try_from(end).ok()?;
        self.alignment = self.alignment.max(reservation.alignment);
        let name = format!("the alloca of {} x {}", reservation.count, reservation.elem);
        self.spans.push(Span { address, size, offset, shared: reservation.shared, name });
        Some(self.spans.len() as u32 - 1)
    }
}

/// An area that a tile block has, or had.
#[derive(Debug, Default)]
struct Entry {
    host: AtomicPtr<u8>,
    /// The number of the block.
    owner: AtomicU64,
}

/// The areas of a launch.
///
/// Invariant: the host memory of an entry is null, or valid for the bytes of the layout until [`Areas::clear`].
#[derive(Debug)]
pub(crate) struct Areas {
    layout: Arc<Layout>,
    start: u64,
    entries: Box<[Entry]>,
}

/// Reserved memory that an address is in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) region: Region,
    pub(crate) shared: bool,
    /// The region that reserved it has not ended.
    pub(crate) alive: bool,
    pub(crate) area: u32,
    pub(crate) span: u32,
    /// The number of the tile block whose area it is.
    pub(crate) owner: u64,
}

impl Areas {
    /// None yet.
    pub(crate) fn new(layout: Arc<Layout>) -> Areas {
        let most = if layout.spans.is_empty() { 0 } else { MAX_RESIDENT };
        Areas { layout, start: u64::MAX, entries: (0..most).map(|_| Entry::default()).collect() }
    }

    /// Finds addresses for the areas, after everything else; `None` when there is no room for one.
    pub(crate) fn place(&mut self, space: &mut AddressSpace) -> Option<()> {
        if !self.layout.spans.is_empty() {
            self.start = space.allocate_aligned(self.layout.stride, self.layout.alignment)?;
        }
        Some(())
    }

    /// Whether an address is after the start of the areas.
    #[inline]
    pub(crate) fn holds(&self, address: u64) -> bool {
        address >= self.start
    }

    /// Forgets all areas, whose memory may go then.
    pub(crate) fn clear(&mut self) {
        for entry in &mut self.entries {
            if std::mem::take(entry.host.get_mut()).is_null() {
                break;
            }
        }
        self.start = u64::MAX;
    }

    /// The maximum number of resident tile blocks.
    pub(crate) fn most_resident(&self) -> usize {
        let room = LIMIT.saturating_sub(self.start).checked_div(self.layout.stride);
        room.map_or(MAX_RESIDENT, |room| MAX_RESIDENT.min(room as usize))
    }

    /// Assigns an area to a tile block. Its memory stays valid until [`Areas::clear`].
    pub(crate) fn assign(&self, area: u32, bytes: &AlignedBytes, owner: u64) {
        if let Some(entry) = self.entries.get(area as usize) {
            entry.owner.store(owner, Ordering::Relaxed);
            entry.host.store(bytes.as_ptr(), Ordering::Release);
            for span in 0..self.layout.spans.len() as u32 {
                self.set_alive(area, span, false);
            }
        }
    }

    /// Says whether what a span of an area reserves is alive.
    pub(crate) fn set_alive(&self, area: u32, span: u32, alive: bool) {
        let host = self.entries.get(area as usize).map(|entry| entry.host.load(Ordering::Acquire));
        if let Some(host) = host.filter(|host| !host.is_null()) {
            // SAFETY: `host` is the memory of an area.
            unsafe { self.flag(host, span) }.store(alive, Ordering::Relaxed);
        }
    }

    /// The flag of a span.
    ///
    /// # Safety
    /// `host` is the memory of an area of this layout.
    unsafe fn flag(&self, host: *mut u8, span: u32) -> &AtomicBool {
        // SAFETY: after the spans of an area is a byte for each of them, zeroed at first and used as a flag only.
        unsafe { AtomicBool::from_ptr(host.add(self.layout.flags + span as usize).cast()) }
    }

    /// The address of a span in an area.
    pub(crate) fn address(&self, area: u32, span: u32) -> u64 {
        self.start + u64::from(area) * self.layout.stride + self.layout.spans[span as usize].address
    }

    /// The span that an address may be in.
    #[cold]
    pub(crate) fn find(&self, address: u64) -> Option<Spot> {
        let distance = address.checked_sub(self.start)?;
        let area = u32::try_from(distance.checked_div(self.layout.stride)?).ok()?;
        let inside = distance % self.layout.stride;
        let index = self.layout.spans.partition_point(|span| span.address <= inside).checked_sub(1)?;
        let span = &self.layout.spans[index];
        let entry = self.entries.get(area as usize)?;
        let host = entry.host.load(Ordering::Acquire);
        if host.is_null() {
            return None;
        }
        // SAFETY: `host` is the memory of an area.
        let alive = unsafe { self.flag(host, index as u32) }.load(Ordering::Relaxed);
        // SAFETY: the memory of an area is valid for all spans of the layout.
        let host = unsafe { host.add(span.offset) };
        let start = self.address(area, index as u32);
        Some(Spot {
            region: Region::new(start, span.size, host, false),
            shared: span.shared,
            alive,
            area,
            span: index as u32,
            owner: entry.owner.load(Ordering::Relaxed),
        })
    }

    /// The name of a span in messages.
    pub(crate) fn name(&self, span: u32) -> &str {
        &self.layout.spans[span as usize].name
    }

    /// The addresses of all spans of an area.
    pub(crate) fn spans_of(&self, area: u32) -> impl Iterator<Item = (Range<u64>, u32)> + '_ {
        (0..self.layout.spans.len() as u32).map(move |span| {
            let start = self.address(area, span);
            (start..start + self.layout.spans[span as usize].size, span)
        })
    }
}

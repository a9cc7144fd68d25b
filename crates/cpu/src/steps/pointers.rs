//! Memory through tiles of pointers, and scratch memory.
//!
//! Fused groups load and store strip by strip, with pointers, mask, padding and value in registers: the same functions
//! serve both, for `n` lanes from raw memory.

#![allow(unsafe_code, reason = "lanes are raw memory")]

use std::sync::atomic::{Ordering, fence};

use numerics::Scalar;

use crate::context::Context;
use crate::fault::{self, Checked, Fault};
use crate::frame::FrameSlot;
use crate::machine::MACHINE;
use crate::memory::Region;
use crate::memory::alloca_arena::Reservation;
use crate::memory::order::Order;
use crate::non_temporal;
use crate::rows::{self, Codec};

/// Lanes of pointers, and which of them count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes {
    /// 64-bit addresses.
    pub(crate) pointers: *const u64,
    /// Bytes of 0 and 1; null when every lane counts.
    pub(crate) mask: *const u8,
    pub(crate) n: usize,
}

/// How the elements of some lanes are in memory.
enum Shape {
    /// No lane counts.
    None,
    /// The first lanes count, this number of them, and are contiguous from this address on.
    Run(*mut u8, usize),
    /// All that count are in one allocation.
    Within(Region),
    /// Any other pointers, or ones that cannot be accessed.
    Scattered,
}

impl Lanes {
    /// Whether a lane counts.
    ///
    /// # Safety
    /// Pointers and mask are valid for `n` lanes, of which `lane` is one.
    #[inline]
    pub(crate) unsafe fn counts(&self, lane: usize) -> bool {
        // SAFETY: this function's contract: pointers and mask are valid for `n` lanes, of which `lane` is one.
        self.mask.is_null() || unsafe { self.mask.add(lane).read() } != 0
    }

    /// # Safety
    /// Pointers and mask are valid for `n` lanes.
    unsafe fn shape(&self, ctx: &Context<'_>, elem: Scalar, write: bool) -> Shape {
        let size = rows::size(elem) as u64;
        // SAFETY: this function's contract: pointers and mask are valid for `n` lanes.
        let Some(extent) = (unsafe { self.extent(size) }) else { return Shape::None };
        if extent.low_bits & (size - 1) != 0 {
            return Shape::Scattered;
        }
        let Some(region) = ctx.region(extent.least) else { return Shape::Scattered };
        // One look-up serves all lanes when the whole span is inside of one allocation.
        let Some(span) = (extent.greatest - extent.least).checked_add(size) else { return Shape::Scattered };
        match region.range(extent.least, span, write) {
            // A pointer to an element of four bits means the low half of its byte, so that such lanes are never a
            // packed run.
            Some(host) if extent.run && elem.storage_bits() != 4 => Shape::Run(host, extent.count),
            Some(_) => Shape::Within(region),
            None => Shape::Scattered,
        }
    }

    /// The extent of the active lanes; none if no lane is active.
    ///
    /// # Safety
    /// Pointers and mask are valid for `n` lanes.
    pub(crate) unsafe fn extent(&self, size: u64) -> Option<Extent> {
        // SAFETY: this function's contract: pointers and mask are valid for `n` lanes. The mask is a byte for each
        // lane.
        let (pointers, mask) = unsafe {
            let mask =
                if self.mask.is_null() { &[][..] } else { std::slice::from_raw_parts(self.mask, self.n) };
            (std::slice::from_raw_parts(self.pointers, self.n), mask)
        };
        let extent = extent(pointers, mask, size);
        (extent.count > 0).then_some(extent)
    }

    /// Loads elements of a region; masked lanes are not changed.
    ///
    /// # Safety
    /// The lanes that count mean aligned elements of the region; `dst` is valid for `n` lanes.
    unsafe fn gather(&self, elem: Scalar, region: Region, dst: *mut u8) {
        // SAFETY: this function's contract: the lanes that count mean aligned elements of the region; `dst` is valid
        // for `n` lanes.
        unsafe {
            match (Codec::of(elem), rows::size(elem)) {
                (Codec::Plain, 1) => self.gather_as::<u8>(region, dst.cast()),
                (Codec::Plain, 2) => self.gather_as::<u16>(region, dst.cast()),
                (Codec::Plain, 4) => self.gather_as::<u32>(region, dst.cast()),
                (Codec::Plain, _) => self.gather_as::<u64>(region, dst.cast()),
                // Lanes of these differ from their elements in memory.
                (Codec::Bool | Codec::Tf32 | Codec::Nibble, _) => self.each(region, |lane, host| {
                    rows::write_lane(elem, dst, lane, rows::load_element(elem, host, false, false));
                }),
            }
        }
    }

    /// There is almost no code between two loads, so that the processor has many of them in flight.
    ///
    /// # Safety
    /// As [`Lanes::gather`].
    unsafe fn gather_as<T: Copy>(&self, region: Region, dst: *mut T) {
        // SAFETY: this function's contract: the lanes that count mean aligned elements of the region; `dst` is valid
        // for `n` lanes.
        unsafe { self.each(region, |lane, host| dst.add(lane).write(host.cast::<T>().read())) }
    }

    /// Stores lanes to elements of a region.
    ///
    /// # Safety
    /// The lanes that count mean aligned elements of the region, which may be written; `src` is valid for `n` lanes.
    unsafe fn scatter(&self, elem: Scalar, region: Region, src: *const u8) {
        // SAFETY: this function's contract: the lanes that count mean aligned elements of the region, which may be
        // written; `src` is valid for `n` lanes.
        unsafe {
            match (Codec::of(elem), rows::size(elem)) {
                // Only half of the byte changes.
                (Codec::Nibble, _) => self.each(region, |lane, host| {
                    rows::store_element(elem, host, false, rows::read_lane(elem, src, lane), false);
                }),
                (Codec::Plain | Codec::Bool | Codec::Tf32, 1) => self.scatter_as::<u8>(region, src.cast()),
                (Codec::Plain | Codec::Bool | Codec::Tf32, 2) => self.scatter_as::<u16>(region, src.cast()),
                (Codec::Plain | Codec::Bool | Codec::Tf32, 4) => self.scatter_as::<u32>(region, src.cast()),
                (Codec::Plain | Codec::Bool | Codec::Tf32, _) => self.scatter_as::<u64>(region, src.cast()),
            }
        }
    }

    /// Stores lanes one by one as long as their elements are in the region of the first one, aligned; gives how many,
    /// and none where the first two are adjacent, because then all may be. To look at every address first would leave
    /// memory idle meanwhile, which is what scattered stores wait for.
    ///
    /// # Safety
    /// Pointers and `src` are valid for `n` lanes, of which there is one, and every lane counts.
    unsafe fn scatter_at_once(&self, ctx: &Context<'_>, elem: Scalar, src: *const u8) -> usize {
        let size = rows::size(elem);
        // SAFETY: this function's contract: pointers and `src` are valid for `n` lanes, of which there is one, and
        // every lane counts.
        unsafe {
            let first = self.pointers.read();
            let beside = self.n == 1 || self.pointers.add(1).read() == first.wrapping_add(size as u64);
            let region = ctx.region(first).filter(|region| !region.constant && region.len >= size as u64);
            match (region, size) {
                _ if beside || elem.storage_bits() == 4 => 0,
                (None, _) => 0,
                (Some(region), 1) => self.scatter_checked::<u8>(region, src.cast()),
                (Some(region), 2) => self.scatter_checked::<u16>(region, src.cast()),
                (Some(region), 4) => self.scatter_checked::<u32>(region, src.cast()),
                (Some(region), _) => self.scatter_checked::<u64>(region, src.cast()),
            }
        }
    }

    /// # Safety
    /// As [`Lanes::scatter_at_once`]; the region may be written and has room for one element.
    unsafe fn scatter_checked<T: Copy>(&self, region: Region, src: *const T) -> usize {
        /// Prefetch distance in lanes: twice the lines that a core waits for at once, because some of them are the
        /// same.
        const DISTANCE: usize = 2 * MACHINE.outstanding_lines;
        let last = region.len - size_of::<T>() as u64;
        // SAFETY: `lane` is below `n`, the number of pointers.
        let offset = |lane: usize| unsafe { self.pointers.add(lane).read() }.wrapping_sub(region.start);
        let fetch =
            |lane: usize| non_temporal::prefetch(region.host.addr().wrapping_add(offset(lane) as usize));
        (0..self.n.min(DISTANCE)).for_each(fetch);
        for lane in 0..self.n {
            if lane + DISTANCE < self.n {
                fetch(lane + DISTANCE);
            }
            let offset = offset(lane);
            // One comparison for both ends: what is before the region wraps to a large offset.
            if offset > last || region.start.wrapping_add(offset) & (size_of::<T>() as u64 - 1) != 0 {
                return lane;
            }
            // SAFETY: the element is inside of the region, and is aligned as hosts of regions are.
            unsafe { region.host.add(offset as usize).cast::<T>().write(src.add(lane).read()) };
        }
        self.n
    }

    /// # Safety
    /// As [`Lanes::scatter`].
    unsafe fn scatter_as<T: Copy>(&self, region: Region, src: *const T) {
        // SAFETY: this function's contract: the lanes that count mean aligned elements of the region, which may be
        // written; `src` is valid for `n` lanes.
        unsafe { self.each(region, |lane, host| host.cast::<T>().write(src.add(lane).read())) }
    }

    /// Applies a function to every active lane and its address in host memory.
    ///
    /// # Safety
    /// The lanes that count mean elements of the region.
    #[inline(always)]
    unsafe fn each(&self, region: Region, act: impl Fn(usize, *mut u8)) {
        let host = |lane| {
            // SAFETY: this function's contract: the lanes that count mean elements of the region. The lane's element is
            // in the region.
            unsafe { region.host.add((self.pointers.add(lane).read() - region.start) as usize) }
        };
        if self.mask.is_null() {
            (0..self.n).for_each(|lane| act(lane, host(lane)));
            return;
        }
        // SAFETY: `lane` is below `n`, the length of the mask.
        let counting = (0..self.n).filter(|&lane| unsafe { self.counts(lane) });
        counting.for_each(|lane| act(lane, host(lane)));
    }

    /// The host address of a lane's element, or why it cannot be accessed; none when the lane does not count.
    ///
    /// # Safety
    /// Pointers and mask are valid for `n` lanes, of which `lane` is one.
    pub(crate) unsafe fn element(
        &self,
        ctx: &Context<'_>,
        lane: usize,
        elem: Scalar,
        order: Order,
        write: bool,
    ) -> Checked<Option<*mut u8>> {
        // SAFETY: this function's contract: pointers and mask are valid for `n` lanes, of which `lane` is one.
        if !unsafe { self.counts(lane) } {
            return Ok(None);
        }
        // SAFETY: this function's contract: pointers and mask are valid for `n` lanes, of which `lane` is one.
        let address = unsafe { self.pointers.add(lane).read() };
        let size = rows::size(elem) as u64;
        match ctx.range(address, size, write) {
            Some(host) if address & (size - 1) == 0 => Ok(Some(host)),
            Some(_) | None => Err(ctx.refusal(order, write, address, size).at(lane).into()),
        }
    }
}

/// The range of addresses of some lanes.
pub(crate) struct Extent {
    pub(crate) least: u64,
    pub(crate) greatest: u64,
    /// All bits that any of them has.
    pub(crate) low_bits: u64,
    /// They are the first `count` lanes, and each is one element after the one before.
    run: bool,
    pub(crate) count: usize,
}

/// The extent of the lanes that the mask does not exclude.
fn extent(pointers: &[u64], mask: &[u8], size: u64) -> Extent {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
        // SAFETY: the processor has the instructions.
        return unsafe { extent_avx512(pointers, mask, size) };
    }
    any_extent(pointers, mask, size)
}

/// Smaller instruction sets have no least and greatest of 64-bit numbers.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl")]
fn extent_avx512(pointers: &[u64], mask: &[u8], size: u64) -> Extent {
    any_extent(pointers, mask, size)
}

#[inline(always)]
fn any_extent(pointers: &[u64], mask: &[u8], size: u64) -> Extent {
    if mask.is_empty() { all_lanes(pointers, size) } else { masked_lanes(pointers, mask, size) }
}

#[inline(always)]
fn all_lanes(pointers: &[u64], size: u64) -> Extent {
    let base = pointers[0];
    let (mut least, mut greatest, mut low_bits, mut apart) = (base, base, 0, 0);
    for (lane, &pointer) in pointers.iter().enumerate() {
        least = least.min(pointer);
        greatest = greatest.max(pointer);
        low_bits |= pointer;
        apart |= pointer ^ base.wrapping_add(lane as u64 * size);
    }
    Extent { least, greatest, low_bits, run: apart == 0, count: pointers.len() }
}

#[inline(always)]
fn masked_lanes(pointers: &[u64], mask: &[u8], size: u64) -> Extent {
    let base = pointers[0];
    let (mut least, mut greatest, mut low_bits, mut apart, mut count) = (u64::MAX, 0, 0, 0, 0);
    let mut holes = false;
    for (lane, (&pointer, &counts)) in pointers.iter().zip(mask).enumerate() {
        // All ones or all zeros, so that the loop has no branches and becomes vector instructions.
        let all = u64::from(counts != 0).wrapping_neg();
        // A lane that does not count is the greatest number here, and 0 below.
        least = least.min(pointer | !all);
        greatest = greatest.max(pointer & all);
        low_bits |= pointer & all;
        apart |= (pointer ^ base.wrapping_add(lane as u64 * size)) & all;
        holes |= counts != 0 && count != lane;
        count += usize::from(counts != 0);
    }
    Extent { least, greatest, low_bits, run: apart == 0 && !holes, count }
}

/// The value of masked lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Masked {
    /// They are not changed.
    Stay,
    Zero,
    /// Those of a tile.
    Padding(*const u8),
}

/// Loads the lanes that count into `dst`.
///
/// # Safety
/// Pointers, mask, padding and `dst` are valid for `n` lanes, and `dst` overlaps none of the others.
pub(crate) unsafe fn load(
    ctx: &Context<'_>,
    lanes: Lanes,
    elem: Scalar,
    order: Order,
    masked: Masked,
    dst: *mut u8,
) -> Checked {
    // SAFETY: this function's contract: pointers, mask, padding and `dst` are valid for `n` lanes, and `dst` overlaps
    // none of the others.
    let shape = if order.is_atomic() { Shape::Scattered } else { unsafe { lanes.shape(ctx, elem, false) } };
    // SAFETY: this function's contract: pointers, mask, padding and `dst` are valid for `n` lanes, and `dst` overlaps
    // none of the others.
    let pad = |from: usize, n: usize| unsafe { pad(elem, masked, dst, from, n) };
    match shape {
        Shape::None => pad(0, lanes.n),
        Shape::Run(host, count) => {
            // SAFETY: the run was checked, and `dst` has room for it.
            unsafe { rows::load(elem, host, 0, 1, dst, count) };
            pad(count, lanes.n - count);
        }
        Shape::Within(region) => {
            if !lanes.mask.is_null() {
                pad(0, lanes.n);
            }
            // SAFETY: this function's contract: pointers, mask, padding and `dst` are valid for `n` lanes, and `dst`
            // overlaps none of the others. Every lane that counts was checked to be in the region.
            unsafe { lanes.gather(elem, region, dst) };
        }
        Shape::Scattered => {
            for lane in 0..lanes.n {
                // SAFETY: this function's contract: pointers, mask, padding and `dst` are valid for `n` lanes, and
                // `dst` overlaps none of the others. `element` gives addresses that may be read.
                unsafe {
                    match lanes.element(ctx, lane, elem, order, false)? {
                        Some(host) => {
                            let value = rows::load_element(elem, host, false, order.is_atomic());
                            rows::write_lane(elem, dst, lane, value);
                        }
                        None => pad(lane, 1),
                    }
                }
            }
            if order.is_atomic() {
                fence(Ordering::Acquire);
            }
        }
    }
    Ok(())
}

/// # Safety
/// Lanes `from..from + n` of `dst`, and of the padding, are valid.
unsafe fn pad(elem: Scalar, masked: Masked, dst: *mut u8, from: usize, n: usize) {
    let size = rows::size(elem);
    // SAFETY: this function's contract: lanes `from..from + n` of `dst`, and of the padding, are valid.
    unsafe {
        let dst = dst.add(from * size);
        match masked {
            Masked::Stay => {}
            Masked::Zero => dst.write_bytes(0, n * size),
            Masked::Padding(padding) => {
                dst.copy_from_nonoverlapping(padding.add(from * size), n * size);
            }
        }
    }
}

/// Stores the lanes of `src` that count.
///
/// # Safety
/// Pointers, mask and `src` are valid for `n` lanes.
pub(crate) unsafe fn store(
    ctx: &Context<'_>,
    lanes: Lanes,
    elem: Scalar,
    order: Order,
    src: *const u8,
) -> Checked {
    if order.is_atomic() {
        // One fence for all elements, whose accesses are relaxed, is as strong as an ordering of each; so in `load`.
        fence(Ordering::Release);
    }
    let all_count = lanes.mask.is_null() && lanes.n > 0;
    let done = if order.is_atomic() || !all_count {
        0
    } else {
        // SAFETY: this function's contract: pointers, mask and `src` are valid for `n` lanes.
        unsafe { lanes.scatter_at_once(ctx, elem, src) }
    };
    if done > 0 && done == lanes.n {
        return Ok(());
    }
    // The lanes before `done` are stored already; the one there may be at fault, or in another allocation.
    let one_by_one = order.is_atomic() || done > 0;
    // SAFETY: this function's contract: pointers, mask and `src` are valid for `n` lanes.
    let shape = if one_by_one { Shape::Scattered } else { unsafe { lanes.shape(ctx, elem, true) } };
    match shape {
        Shape::None => {}
        // SAFETY: the run was checked, and `src` has as many lanes.
        Shape::Run(host, count) => unsafe { rows::store(elem, host, 0, 1, src, count) },
        // SAFETY: this function's contract: pointers, mask and `src` are valid for `n` lanes. Every lane that counts
        // was checked to be in the region.
        Shape::Within(region) => unsafe { lanes.scatter(elem, region, src) },
        Shape::Scattered => {
            for lane in done..lanes.n {
                // SAFETY: this function's contract: pointers, mask and `src` are valid for `n` lanes. `element` gives
                // addresses that may be written.
                unsafe {
                    if let Some(host) = lanes.element(ctx, lane, elem, order, true)? {
                        let value = rows::read_lane(elem, src, lane);
                        rows::store_element(elem, host, false, value, order.is_atomic());
                    }
                }
            }
        }
    }
    Ok(())
}

/// `load_ptr_tko`.
#[derive(Debug)]
pub(crate) struct LoadPointers {
    /// 64-bit addresses.
    pub(crate) source: FrameSlot,
    /// Bytes of 0 and 1.
    pub(crate) mask: Option<FrameSlot>,
    /// A tile for the lanes that are masked off.
    pub(crate) padding: Option<FrameSlot>,
    pub(crate) elem: Scalar,
    pub(crate) len: usize,
    pub(crate) order: Order,
    pub(crate) out: FrameSlot,
}

impl LoadPointers {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        let lanes = ctx.lanes(self.source, self.mask, self.len);
        let masked = self.padding.map_or(Masked::Zero, |place| Masked::Padding(ctx.at(place)));
        // SAFETY: the slots hold as many lanes, and results do not overlap operands.
        unsafe { load(ctx, lanes, self.elem, self.order, masked, ctx.at(self.out)) }
    }
}

/// `store_ptr_tko`.
#[derive(Debug)]
pub(crate) struct StorePointers {
    /// 64-bit addresses.
    pub(crate) destination: FrameSlot,
    pub(crate) value: FrameSlot,
    /// Bytes of 0 and 1.
    pub(crate) mask: Option<FrameSlot>,
    pub(crate) elem: Scalar,
    pub(crate) len: usize,
    pub(crate) order: Order,
}

impl StorePointers {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        let lanes = ctx.lanes(self.destination, self.mask, self.len);
        // SAFETY: the slots hold as many lanes.
        unsafe { store(ctx, lanes, self.elem, self.order, ctx.at(self.value)) }
    }
}

impl Context<'_> {
    /// The lanes of pointers in a place.
    pub(crate) fn lanes(&self, pointers: FrameSlot, mask: Option<FrameSlot>, n: usize) -> Lanes {
        let mask = mask.map_or(std::ptr::null_mut(), |place| self.at(place));
        Lanes { pointers: self.at(pointers).cast(), mask, n }
    }
}

/// `alloca`.
#[derive(Debug)]
pub(crate) struct Alloca {
    pub(crate) reservation: Reservation,
    pub(crate) out: FrameSlot,
    /// Which of the program's reserved spans it is; set when all of them are known, none when there is no room for it.
    pub(crate) span: Option<u32>,
}

impl Alloca {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        let Some(span) = self.span else {
            let size =
                launch::element::size_of(self.reservation.elem, self.reservation.count).unwrap_or(u64::MAX);
            let message = format!("{size} bytes of memory cannot be reserved");
            return Err(Fault::new(fault::NO_MEMORY, message).into());
        };
        ctx.memory.areas.set_alive(ctx.area, span, true);
        ctx.set_scalar(self.out, Scalar::I64, ctx.memory.areas.address(ctx.area, span));
        Ok(())
    }

    /// The region that contains it ends.
    pub(crate) fn release(&self, ctx: &Context<'_>) {
        if let Some(span) = self.span {
            ctx.memory.areas.set_alive(ctx.area, span, false);
        }
    }
}

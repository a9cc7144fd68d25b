//! Rows of elements between memory and tiles, whose representations differ for some types.
//!
//! In memory an i1 is any byte, true unless zero; a tf32 has 13 low bits that are not its own; two 4-bit elements share
//! a byte. In a tile ([`crate::kernels`]) they are a byte of 0 or 1, a word with these bits zero, and a byte each.

#![allow(unsafe_code, reason = "rows are raw memory")]

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

use numerics::{Scalar, pack};

/// How elements in memory become lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Codec {
    /// They are the same.
    Plain,
    /// Zero or not.
    Bool,
    /// 13 bits are dropped.
    Tf32,
    /// Two in a byte.
    Nibble,
}

impl Codec {
    /// That of an element type.
    #[inline]
    pub(crate) fn of(elem: Scalar) -> Codec {
        match elem {
            Scalar::I1 => Codec::Bool,
            Scalar::TF32 => Codec::Tf32,
            _ if elem.storage_bits() == 4 => Codec::Nibble,
            _ => Codec::Plain,
        }
    }

    /// Whether lanes that are read, or written, are the elements as they are in memory.
    #[inline]
    pub(crate) fn is_plain(self, write: bool) -> bool {
        match self {
            Codec::Plain => true,
            Codec::Bool | Codec::Tf32 => write,
            Codec::Nibble => false,
        }
    }
}

/// Bytes of a lane, and of the memory that an access of one element touches.
#[inline]
pub(crate) fn size(elem: Scalar) -> usize {
    crate::kernels::lane_size(elem)
}

/// Where an element is, by its number: the byte, and for 4-bit elements which half of it.
#[inline]
pub(crate) fn position(elem: Scalar, offset: u64) -> (u64, bool) {
    match elem.storage_bits() {
        4 => (offset / 2, offset % 2 == 1),
        bits => (offset * u64::from(bits / 8), false),
    }
}

/// Bits of a lane that are the element's.
const TF32_BITS: u32 = !0x1FFF;

/// Reads a lane as it is.
///
/// # Safety
/// `tile` is valid and aligned for the lane.
#[inline]
pub(crate) unsafe fn read_lane(elem: Scalar, tile: *const u8, lane: usize) -> u64 {
    // SAFETY: this function's contract: `tile` is valid and aligned for the lane.
    unsafe {
        match size(elem) {
            1 => tile.add(lane).read().into(),
            2 => tile.cast::<u16>().add(lane).read().into(),
            4 => tile.cast::<u32>().add(lane).read().into(),
            _ => tile.cast::<u64>().add(lane).read(),
        }
    }
}

/// Writes a lane as it is.
///
/// # Safety
/// `tile` is valid and aligned for the lane.
#[inline]
pub(crate) unsafe fn write_lane(elem: Scalar, tile: *mut u8, lane: usize, image: u64) {
    // SAFETY: this function's contract: `tile` is valid and aligned for the lane.
    unsafe {
        match size(elem) {
            1 => tile.add(lane).write(image as u8),
            2 => tile.cast::<u16>().add(lane).write(image as u16),
            4 => tile.cast::<u32>().add(lane).write(image as u32),
            _ => tile.cast::<u64>().add(lane).write(image),
        }
    }
}

/// The lane of an element's bits.
#[inline]
pub(crate) fn lane_of(elem: Scalar, bits: u64) -> u64 {
    pack::to_storage(elem, bits)
}

/// Fills lanes with one value, given as a lane.
///
/// # Safety
/// `dst` is valid and aligned for `n` lanes.
pub(crate) unsafe fn fill(elem: Scalar, dst: *mut u8, n: usize, lane: u64) {
    // SAFETY: this function's contract: `dst` is valid and aligned for `n` lanes.
    unsafe {
        match size(elem) {
            1 => dst.write_bytes(lane as u8, n),
            2 => std::slice::from_raw_parts_mut(dst.cast::<u16>(), n).fill(lane as u16),
            4 => std::slice::from_raw_parts_mut(dst.cast::<u32>(), n).fill(lane as u32),
            _ => std::slice::from_raw_parts_mut(dst.cast::<u64>(), n).fill(lane),
        }
    }
}

/// Copies lanes that are `from_stride` and `to_stride` lanes apart.
///
/// # Safety
/// Both are valid for `n` such lanes, `to` is aligned, they do not overlap.
#[inline]
unsafe fn strided<T: Copy>(from: *const u8, from_stride: usize, to: *mut u8, to_stride: usize, n: usize) {
    let (from, to) = (from.cast::<T>(), to.cast::<T>());
    for lane in 0..n {
        // SAFETY: both are valid for `n` lanes with these strides, and aligned: elements of the launch are, and lanes
        // are.
        unsafe { to.wrapping_add(lane * to_stride).write(from.wrapping_add(lane * from_stride).read()) };
    }
}

/// # Safety
/// As [`strided`].
unsafe fn copy(size: usize, from: *const u8, from_stride: usize, to: *mut u8, to_stride: usize, n: usize) {
    // SAFETY: this function's contract: both are valid for `n` such lanes, `to` is aligned, they do not overlap.
    unsafe {
        match size {
            _ if from_stride == 1 && to_stride == 1 => to.copy_from_nonoverlapping(from, n * size),
            1 => strided::<u8>(from, from_stride, to, to_stride, n),
            2 => strided::<u16>(from, from_stride, to, to_stride, n),
            4 => strided::<u32>(from, from_stride, to, to_stride, n),
            _ => strided::<u64>(from, from_stride, to, to_stride, n),
        }
    }
}

/// Loads `n` elements, the first at `offset` elements from `origin` and each `stride` elements further, into lanes.
///
/// # Safety
/// The elements are valid to read and aligned, `dst` is valid and aligned for `n` lanes; neither overlaps the other.
pub(crate) unsafe fn load(elem: Scalar, origin: *const u8, offset: u64, stride: u64, dst: *mut u8, n: usize) {
    let codec = Codec::of(elem);
    if codec == Codec::Nibble {
        for lane in 0..n {
            let (byte, high) = position(elem, offset + lane as u64 * stride);
            // SAFETY: this function's contract: the elements are valid to read and aligned, `dst` is valid and aligned
            // for `n` lanes; neither overlaps the other.
            unsafe {
                dst.add(lane).write(origin.wrapping_add(byte as usize).read() >> (4 * u8::from(high)) & 0xF)
            };
        }
        return;
    }
    let size = size(elem);
    // SAFETY: this function's contract: the elements are valid to read and aligned, `dst` is valid and aligned for `n`
    // lanes; neither overlaps the other. Afterwards the lanes are this function's to change.
    unsafe {
        copy(size, origin.wrapping_add(offset as usize * size), stride as usize, dst, 1, n);
        match codec {
            Codec::Plain | Codec::Nibble => {}
            Codec::Bool => {
                for lane in std::slice::from_raw_parts_mut(dst, n) {
                    *lane = u8::from(*lane != 0);
                }
            }
            Codec::Tf32 => {
                for lane in std::slice::from_raw_parts_mut(dst.cast::<u32>(), n) {
                    *lane &= TF32_BITS;
                }
            }
        }
    }
}

/// Stores `n` lanes to elements, the first at `offset` elements from `origin` and each `stride` elements further.
///
/// # Safety
/// The elements are valid to write and aligned, `src` is valid and aligned for `n` lanes; neither overlaps the other.
pub(crate) unsafe fn store(
    elem: Scalar,
    origin: *mut u8,
    offset: u64,
    stride: u64,
    src: *const u8,
    n: usize,
) {
    if Codec::of(elem) == Codec::Nibble {
        for lane in 0..n {
            let (byte, high) = position(elem, offset + lane as u64 * stride);
            // SAFETY: this function's contract: the elements are valid to write and aligned, `src` is valid and aligned
            // for `n` lanes; neither overlaps the other.
            unsafe { store_half(origin.wrapping_add(byte as usize), high, src.add(lane).read()) };
        }
        return;
    }
    let size = size(elem);
    // SAFETY: this function's contract: the elements are valid to write and aligned, `src` is valid and aligned for `n`
    // lanes; neither overlaps the other.
    unsafe { copy(size, src, 1, origin.wrapping_add(offset as usize * size), stride as usize, n) };
}

/// Changes half of a byte, whose other half belongs to another element that someone else may write now.
///
/// # Safety
/// The byte is valid to write.
unsafe fn store_half(byte: *mut u8, high: bool, lane: u8) {
    let shift = 4 * u8::from(high);
    // SAFETY: this function's contract: the byte is valid to write. A byte is always aligned.
    let byte = unsafe { AtomicU8::from_ptr(byte) };
    let change = |old: u8| Some(old & !(0xF << shift) | (lane & 0xF) << shift);
    let _ = byte.fetch_update(Ordering::Relaxed, Ordering::Relaxed, change);
}

/// Loads one element as a lane, atomically if asked to.
///
/// # Safety
/// The element is valid to read and aligned.
#[inline]
pub(crate) unsafe fn load_element(elem: Scalar, host: *mut u8, high: bool, atomic: bool) -> u64 {
    // SAFETY: this function's contract: the element is valid to read and aligned.
    let image = unsafe {
        match (size(elem), atomic) {
            (1, _) => AtomicU8::from_ptr(host).load(Ordering::Relaxed).into(),
            (2, true) => AtomicU16::from_ptr(host.cast()).load(Ordering::Relaxed).into(),
            (4, true) => AtomicU32::from_ptr(host.cast()).load(Ordering::Relaxed).into(),
            (_, true) => AtomicU64::from_ptr(host.cast()).load(Ordering::Relaxed),
            (_, false) => read_lane(elem, host, 0),
        }
    };
    match Codec::of(elem) {
        Codec::Plain => image,
        Codec::Bool => u64::from(image != 0),
        Codec::Tf32 => image & u64::from(TF32_BITS),
        Codec::Nibble => image >> (4 * u64::from(high)) & 0xF,
    }
}

/// Stores a lane to one element, atomically if asked to.
///
/// # Safety
/// The element is valid to write and aligned.
#[inline]
pub(crate) unsafe fn store_element(elem: Scalar, host: *mut u8, high: bool, lane: u64, atomic: bool) {
    // SAFETY: this function's contract: the element is valid to write and aligned.
    unsafe {
        match (size(elem), atomic) {
            (1, _) if Codec::of(elem) == Codec::Nibble => store_half(host, high, lane as u8),
            (1, _) => AtomicU8::from_ptr(host).store(lane as u8, Ordering::Relaxed),
            (2, true) => AtomicU16::from_ptr(host.cast()).store(lane as u16, Ordering::Relaxed),
            (4, true) => AtomicU32::from_ptr(host.cast()).store(lane as u32, Ordering::Relaxed),
            (_, true) => AtomicU64::from_ptr(host.cast()).store(lane, Ordering::Relaxed),
            (_, false) => write_lane(elem, host, 0, lane),
        }
    }
}

//! A resolved tile of a view: the addresses of its elements, after all checks that can fault.
//!
//! Dimensions are simplified when a window is created: those of one element are removed, and adjacent dimensions that
//! are contiguous in memory are merged. Lanes keep their row-major numbers. A strip of lanes that is contiguous in
//! memory in the representation of tiles can be used in place ([`Window::run`]); all others are copied in or out.

#![allow(unsafe_code, reason = "rows are copied between memory and tiles here")]

use std::ops::Range;
use std::sync::atomic::{Ordering, fence};

use numerics::Scalar;
use smallvec::SmallVec;

use crate::context::Context;
use crate::context::prefetch::Rows;
use crate::machine::MACHINE;
use crate::non_temporal::{self, LINE};
use crate::rows::{self, Codec};

/// Which coordinates along one dimension are inside of the tensor, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Coordinates {
    /// The first `inside` ones, `stride` elements apart.
    Dense { inside: usize, stride: u64 },
    /// The index tile says for each, in elements of type `scalar`; those below `extent` are inside.
    Sparse { index: *const u8, scalar: Scalar, extent: u64, stride: u64 },
}

/// One dimension of a window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    pub(crate) len: usize,
    pub(crate) at: Coordinates,
}

impl Axis {
    /// How far a coordinate is from the first element, in elements; none outside of the tensor.
    #[inline]
    fn offset(&self, coordinate: usize) -> Option<u64> {
        match self.at {
            Coordinates::Dense { inside, stride } => {
                (coordinate < inside).then(|| coordinate as u64 * stride)
            }
            Coordinates::Sparse { index, scalar, extent, stride } => {
                // SAFETY: the index tile has as many elements as the dimension, and lives while the window does.
                let value = unsafe { rows::read_lane(scalar, index, coordinate) };
                (value < extent).then(|| value * stride)
            }
        }
    }
}

/// Where the memory of a window is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin {
    /// All elements inside are in one allocation: the host address of the element at offset 0. It may itself be outside
    /// of the allocation, when no element has that offset.
    Host(*mut u8),
    /// Elements may be in different allocations: the address of offset 0.
    Address(u64),
}

/// Lanes that are one run of memory, in the representation of tiles: what most tiles are that a program moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) first: *mut u8,
    pub(crate) len: usize,
    /// Bytes of a lane.
    pub(crate) size: usize,
    /// Bytes of the allocation, and those of them that are after the run.
    pub(crate) allocation: u64,
    pub(crate) behind: usize,
}

impl Run {
    /// The memory of a lane.
    pub(crate) fn lane(self, lane: usize) -> *mut u8 {
        self.first.wrapping_add(lane * self.size)
    }
}

/// A resolved tile of a view.
#[derive(Debug)]
pub(crate) struct Window {
    pub(crate) origin: Origin,
    pub(crate) elem: Scalar,
    /// How far the first lane is from the origin, in elements.
    pub(crate) start: u64,
    /// At least one.
    pub(crate) axes: SmallVec<[Axis; 4]>,
    /// Single elements are accessed atomically.
    pub(crate) atomic: bool,
    /// Every lane is inside of the tensor.
    pub(crate) full: bool,
}

impl Window {
    /// A window of no elements.
    pub(crate) fn empty(elem: Scalar) -> Window {
        let axes = SmallVec::new();
        Window { origin: Origin::Address(0), elem, start: 0, axes, atomic: false, full: false }
    }

    /// A window over axes: see [`Window::set`].
    pub(crate) fn new(origin: Origin, elem: Scalar, start: u64, axes: &[Axis], atomic: bool) -> Window {
        let mut window = Window::empty(elem);
        window.set(origin, start, axes, atomic);
        window
    }

    /// Makes this the window over axes, the outermost first; merges what can be merged. In place, because windows are
    /// long.
    pub(crate) fn set(&mut self, origin: Origin, start: u64, axes: &[Axis], atomic: bool) {
        (self.origin, self.start, self.atomic) = (origin, start, atomic);
        self.full = axes.iter().all(|axis| match axis.at {
            Coordinates::Dense { inside, .. } => inside == axis.len,
            Coordinates::Sparse { .. } => (0..axis.len).all(|coordinate| axis.offset(coordinate).is_some()),
        });
        self.axes.clear();
        for &axis in axes {
            let Some(last) = self.axes.last_mut() else {
                self.axes.push(axis);
                continue;
            };
            // Fewer, longer axes make longer runs, which are copied or accessed at once.
            match joined(last, &axis) {
                Some(both) => *last = both,
                None => self.axes.push(axis),
            }
        }
        if self.axes.is_empty() {
            self.axes.push(Axis { len: 1, at: Coordinates::Dense { inside: 1, stride: 1 } });
        }
    }

    /// Number of lanes.
    pub(crate) fn len(&self) -> usize {
        self.axes.iter().map(|axis| axis.len).product()
    }

    /// How far a lane is from the first one, in elements; none if an index tile says so.
    pub(crate) fn distance(&self, lane: usize) -> Option<u64> {
        let (mut rest, mut elements) = (lane, 0);
        for axis in self.axes.iter().rev() {
            let Coordinates::Dense { stride, .. } = axis.at else { return None };
            elements += (rest % axis.len) as u64 * stride;
            rest /= axis.len;
        }
        Some(elements)
    }

    /// The host addresses between which all elements are; none when that is not known.
    pub(crate) fn span(&self) -> Option<Range<usize>> {
        let Origin::Host(origin) = self.origin else { return None };
        let (mut last, mut empty) = (self.start, false);
        for axis in &self.axes {
            let Coordinates::Dense { inside, stride } = axis.at else { return None };
            empty |= inside == 0;
            last += inside.saturating_sub(1) as u64 * stride;
        }
        let byte = |offset| origin.addr().wrapping_add(rows::position(self.elem, offset).0 as usize);
        let start = byte(self.start);
        Some(start..if empty { start } else { byte(last) + rows::size(self.elem) })
    }

    /// Whether every lane is where the same lane of another window is. Windows of index tiles are never the same.
    pub(crate) fn is_same(&self, other: &Window) -> bool {
        let (Origin::Host(one), Origin::Host(two)) = (self.origin, other.origin) else { return false };
        let same = |(a, b): (&Axis, &Axis)| match (a.at, b.at) {
            (
                Coordinates::Dense { inside, stride },
                Coordinates::Dense { inside: other_inside, stride: other_stride },
            ) => (a.len, inside, stride) == (b.len, other_inside, other_stride),
            _ => false,
        };
        self.elem == other.elem
            && one.wrapping_add(rows::position(self.elem, self.start).0 as usize)
                == two.wrapping_add(rows::position(other.elem, other.start).0 as usize)
            && rows::position(self.elem, self.start).1 == rows::position(other.elem, other.start).1
            && self.axes.len() == other.axes.len()
            && self.axes.iter().zip(&other.axes).all(same)
    }

    /// Lanes that are one run of memory, from any multiple of this number on: a strip inside of one is a
    /// [`Window::run`].
    pub(crate) fn run_len(&self) -> usize {
        match self.axes.last() {
            Some(Axis { len, at: Coordinates::Dense { stride: 1, .. } }) => *len,
            Some(_) | None => 1,
        }
    }

    /// The memory of lanes `start..start + n`, if they are one run of it in the representation of tiles, all inside.
    pub(crate) fn run(&self, start: usize, n: usize, write: bool) -> Option<*mut u8> {
        let Origin::Host(origin) = self.origin else { return None };
        let plain = Codec::of(self.elem).is_plain(write);
        let run = self.run_len();
        if self.atomic || !plain || !self.full {
            return None;
        }
        let (inner, outer) = self.axes.split_last()?;
        // Most windows are one run, for which there is nothing to divide.
        let (mut row, column) =
            if outer.is_empty() { (0, start) } else { (start / inner.len, start % inner.len) };
        let fits = if run == 1 { n <= 1 } else { column + n <= run };
        if !fits {
            return None;
        }
        let mut offset = self.start + column as u64;
        for axis in outer.iter().rev() {
            offset += axis.offset(row % axis.len)?;
            row /= axis.len;
        }
        Some(origin.wrapping_add(offset as usize * rows::size(self.elem)))
    }

    /// Calls `f` with each row of lanes `start..start + n`: the first lane counted from `start`, the offset of its row
    /// in elements (none outside), the column, and the number of lanes.
    #[inline]
    fn rows(&self, start: usize, n: usize, mut f: impl FnMut(usize, Option<u64>, usize, usize)) {
        let Some((inner, outer)) = self.axes.split_last() else { return };
        let (mut row, mut column) = (start / inner.len, start % inner.len);
        let mut counters: SmallVec<[usize; 4]> = SmallVec::from_elem(0, outer.len());
        for (counter, axis) in counters.iter_mut().zip(outer).rev() {
            *counter = row % axis.len;
            row /= axis.len;
        }
        let mut done = 0;
        while done < n {
            let offset = counters
                .iter()
                .zip(outer)
                .try_fold(self.start, |sum, (&coordinate, axis)| Some(sum + axis.offset(coordinate)?));
            // The first row may begin in its middle, and the last one may end there.
            let take = (inner.len - column).min(n - done);
            f(done, offset, column, take);
            done += take;
            column = 0;
            for (counter, axis) in counters.iter_mut().zip(outer).rev() {
                *counter += 1;
                if *counter < axis.len {
                    break;
                }
                *counter = 0;
            }
        }
    }

    /// Copies lanes `start..start + n` to `dst`; those outside of the tensor become `padding`, which is a lane.
    ///
    /// # Safety
    /// `dst` is valid for writes of `n` lanes and aligned for them.
    pub(crate) unsafe fn read(&self, ctx: &Context<'_>, start: usize, n: usize, dst: *mut u8, padding: u64) {
        let size = rows::size(self.elem);
        let prefetcher = ctx.prefetcher.expects_rows().then_some(ctx.prefetcher);
        self.rows(start, n, |first, row, column, take| {
            if let Some(prefetcher) = prefetcher {
                prefetcher.fetch_row();
            }
            // SAFETY: the caller's strip has room for all lanes of it.
            let dst = unsafe { dst.add(first * size) };
            // SAFETY: this function's contract: `dst` is valid for writes of `n` lanes and aligned for them. Elements
            // inside were checked when the window was made.
            unsafe { self.read_row(ctx, row, column, take, dst, padding) };
        });
        if self.atomic {
            fence(Ordering::Acquire);
        }
    }

    /// # Safety
    /// `dst` is valid for `n` lanes, which are in one row.
    unsafe fn read_row(
        &self,
        ctx: &Context<'_>,
        row: Option<u64>,
        column: usize,
        n: usize,
        dst: *mut u8,
        padding: u64,
    ) {
        let inner = self.axes.last().expect("a window has an axis");
        // SAFETY: this function's contract: `dst` is valid for `n` lanes, which are in one row.
        let fill = |from: usize, n: usize| unsafe {
            rows::fill(self.elem, dst.add(from * rows::size(self.elem)), n, padding);
        };
        let Some(row) = row else { return fill(0, n) };
        if let (Origin::Host(origin), Coordinates::Dense { inside, stride }, false) =
            (self.origin, inner.at, self.atomic)
        {
            let here = inside.saturating_sub(column).min(n);
            // SAFETY: these elements are inside of the tensor, whose every element was checked to be in the allocation.
            unsafe { rows::load(self.elem, origin, row + column as u64 * stride, stride, dst, here) };
            return if here < n {
                fill(here, n - here)
            };
        }
        for lane in 0..n {
            match inner.offset(column + lane).and_then(|offset| self.element(ctx, row + offset, false)) {
                // SAFETY: the element was found, and the lane is inside of the strip.
                Some((host, high)) => unsafe {
                    let bits = rows::load_element(self.elem, host, high, self.atomic);
                    rows::write_lane(self.elem, dst, lane, bits);
                },
                None => fill(lane, 1),
            }
        }
    }

    /// Copies `src` to lanes `start..start + n`, except those outside of the tensor.
    ///
    /// # Safety
    /// `src` is valid for reads of `n` lanes and aligned for them.
    pub(crate) unsafe fn write(&self, ctx: &Context<'_>, start: usize, n: usize, src: *const u8) {
        if self.atomic {
            fence(Ordering::Release);
        }
        let size = rows::size(self.elem);
        self.rows(start, n, |first, row, column, take| {
            // SAFETY: the caller's strip holds all lanes of it.
            let src = unsafe { src.add(first * size) };
            let Some(row) = row else { return };
            // SAFETY: this function's contract: `src` is valid for reads of `n` lanes and aligned for them. Elements
            // inside were checked when the window was made.
            unsafe { self.write_row(ctx, row, column, take, src) };
        });
    }

    /// The same with non-temporal stores. [`non_temporal::finish`] must follow before another thread reads.
    ///
    /// # Safety
    /// The window [has whole lines](Self::has_whole_lines); `src` is valid for reads of `n` lanes.
    pub(crate) unsafe fn write_non_temporal(&self, start: usize, n: usize, src: *const u8) {
        let Origin::Host(origin) = self.origin else { return };
        let size = rows::size(self.elem);
        self.rows(start, n, |first, row, column, take| {
            let Some(row) = row else { return };
            let to = origin.wrapping_add((row as usize + column) * size);
            // SAFETY: the strip holds all lanes of it; elements of the window were checked when it was made, and are
            // one after the other in a row.
            unsafe { non_temporal::copy(to, src.add(first * size), take * size) };
        });
    }

    /// Rows of memory that are read one after the other: of a window of two dimensions in one allocation.
    pub(crate) fn memory_rows(&self) -> Option<Rows> {
        let (Origin::Host(origin), [outer, inner]) = (self.origin, &self.axes[..]) else { return None };
        let Coordinates::Dense { inside: count @ 2.., stride } = outer.at else { return None };
        let Coordinates::Dense { inside, stride: 1 } = inner.at else { return None };
        let bytes = |elements: u64| rows::position(self.elem, elements).0 as usize;
        let first = origin.addr().wrapping_add(bytes(self.start));
        Some(Rows { first, bytes: bytes(inside as u64), apart: bytes(stride), count })
    }

    /// Of a load by `reader` from an allocation of `allocation` bytes: the next one may be as far away as this is from
    /// the last.
    pub(crate) fn expect_rows(&self, ctx: &Context<'_>, reader: usize, allocation: impl FnOnce() -> u64) {
        if let Some(rows) = self.memory_rows()
            && rows.bytes >= LINE
            && rows.bytes * rows.count >= MACHINE.min_run()
            && allocation() >= MACHINE.prefetch_from() as u64
        {
            ctx.prefetcher.expect_rows(reader, rows);
        }
    }

    /// Whether its rows are whole lines of the caches, all inside of the tensor, and are in memory as in tiles.
    pub(crate) fn has_whole_lines(&self) -> bool {
        let Some(rows) = self.memory_rows() else { return false };
        let whole = [rows.first, rows.bytes, rows.apart].iter().all(|bytes| bytes.is_multiple_of(LINE));
        whole && self.full && !self.atomic && Codec::of(self.elem).is_plain(true)
    }

    /// # Safety
    /// `src` is valid for `n` lanes, which are in one row.
    unsafe fn write_row(&self, ctx: &Context<'_>, row: u64, column: usize, n: usize, src: *const u8) {
        let inner = self.axes.last().expect("a window has an axis");
        if let (Origin::Host(origin), Coordinates::Dense { inside, stride }, false) =
            (self.origin, inner.at, self.atomic)
        {
            let here = inside.saturating_sub(column).min(n);
            // SAFETY: these elements are inside of the tensor, whose every element was checked to be in the allocation.
            unsafe { rows::store(self.elem, origin, row + column as u64 * stride, stride, src, here) };
            return;
        }
        for lane in 0..n {
            let found = inner.offset(column + lane).and_then(|offset| self.element(ctx, row + offset, true));
            if let Some((host, high)) = found {
                // SAFETY: the element was found, and the lane is inside of the strip.
                unsafe {
                    let bits = rows::read_lane(self.elem, src, lane);
                    rows::store_element(self.elem, host, high, bits, self.atomic);
                }
            }
        }
    }

    /// The host address of an element, and for 4-bit elements which half of the byte it is.
    #[inline]
    fn element(&self, ctx: &Context<'_>, offset: u64, write: bool) -> Option<(*mut u8, bool)> {
        let (byte, high) = rows::position(self.elem, offset);
        match self.origin {
            Origin::Host(origin) => Some((origin.wrapping_add(byte as usize), high)),
            Origin::Address(base) => {
                let size = rows::size(self.elem) as u64;
                Some((ctx.range(base.wrapping_add(byte), size, write)?, high))
            }
        }
    }

    /// Calls `f` with the lanes inside of the tensor in row-major order, and the host address of each.
    pub(crate) fn for_each(&self, ctx: &Context<'_>, mut f: impl FnMut(usize, *mut u8)) {
        let inner = self.axes.last().expect("a window has an axis");
        self.rows(0, self.len(), |first, row, _, take| {
            let Some(row) = row else { return };
            for lane in 0..take {
                let offset = inner.offset(lane).map(|offset| row + offset);
                if let Some((host, _)) = offset.and_then(|offset| self.element(ctx, offset, true)) {
                    f(first + lane, host);
                }
            }
        });
    }

    /// Calls `f` with the lanes inside of the tensor in row-major order, and the offset of each in elements; stops at
    /// the first error.
    pub(crate) fn walk<E>(&self, mut f: impl FnMut(usize, u64) -> Result<(), E>) -> Result<(), E> {
        let inner = self.axes.last().expect("a window has an axis");
        let mut result = Ok(());
        self.rows(0, self.len(), |first, row, _, take| {
            for lane in 0..take {
                let offset = row.zip(inner.offset(lane)).map(|(row, offset)| row + offset);
                if let (Some(offset), Ok(())) = (offset, &result) {
                    result = f(first + lane, offset);
                }
            }
        });
        result
    }
}

/// Two neighbouring axes as one, if their elements are like those of one.
fn joined(outer: &Axis, inner: &Axis) -> Option<Axis> {
    let Coordinates::Dense { inside: outer_inside, stride: outer_stride } = outer.at else {
        // An axis of one element adds nothing when that element is the first.
        return inner_only(outer, inner);
    };
    if outer.len == 1 && outer_inside == 1 {
        return Some(*inner);
    }
    let Coordinates::Dense { inside, stride } = inner.at else { return None };
    if inner.len == 1 && inside == 1 {
        return Some(*outer);
    }
    let fits = inside == inner.len && outer_stride == stride.checked_mul(inner.len as u64)?;
    fits.then(|| Axis {
        len: outer.len * inner.len,
        at: Coordinates::Dense { inside: outer_inside * inner.len, stride },
    })
}

fn inner_only(outer: &Axis, inner: &Axis) -> Option<Axis> {
    match inner.at {
        Coordinates::Dense { inside: 1, .. } if inner.len == 1 => Some(*outer),
        Coordinates::Dense { .. } | Coordinates::Sparse { .. } => None,
    }
}

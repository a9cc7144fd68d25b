//! Privatised atomics: a worker adds up transactions on its own and carries them out when its last tile block has
//! ended. A histogram is the usual case.
//!
//! A relaxed transaction whose old value has no use may become visible at any time, as long as nothing that the program
//! does tells when. What prepares a program finds out whether that is so ([`crate::prepare`]): nothing stores, nothing
//! synchronises, and no tile block reads memory after the transaction. Then there is one transaction for each element
//! and worker, instead of one for each element and tile block.

#![allow(unsafe_code, reason = "lanes are raw memory")]

use std::ops::BitOr;

use cuda_tile::attrs::AtomicRMWMode;
use numerics::Scalar;

use crate::context::Context;
use crate::context::private_atomics::{Entry, MAX_ELEMENTS, PrivateAtomics, State, Sums, TABLES};
use crate::memory::order::Order;
use crate::rows;
use crate::steps::atomics::{Args, Pointers, ReadModifyWrite};
use crate::steps::indexed::Offsets;

/// Lanes that are looked at together: as many as a processor counts while it reads the next ones.
const CHUNK: usize = 64;

/// Lanes, and which element each of them means: none if its number is negative or too large.
struct Numbered<F> {
    count: usize,
    /// Bytes of 0 and 1; null where all lanes count.
    mask: *const u8,
    number: F,
}

/// The number of an element.
trait Number: Copy + Default + BitOr<Output = Self> + PartialOrd + TryInto<usize> {
    /// The last of `count` elements, of which there are at most [`MAX_ELEMENTS`].
    fn last_of(count: usize) -> Self;

    /// Negative unless the number is that of an element up to the last one.
    fn outside(self, last: Self) -> Self;

    /// The index of an element that there is.
    fn index(self) -> usize;
}

macro_rules! number {
    ($($T:ty)*) => {$(
        impl Number for $T {
            #[inline(always)]
            fn last_of(count: usize) -> $T {
                count as $T - 1
            }

            #[inline(always)]
            fn outside(self, last: $T) -> $T {
                self | last.wrapping_sub(self)
            }

            #[inline(always)]
            fn index(self) -> usize {
                self as usize
            }
        }
    )*};
}

number!(i32 i64);

impl PrivateAtomics {
    /// Adds the lanes of an operation to the sums; returns how many of them, from the first on, were added. The others
    /// cannot be.
    ///
    /// # Safety
    /// The places of the operation hold its lanes, and offsets are those of all; it is a transaction that `prepare::defer`
    /// found.
    pub(crate) unsafe fn add(
        &self,
        ctx: &Context<'_>,
        atomic: &ReadModifyWrite,
        offsets: Option<Offsets>,
    ) -> usize {
        let mut state = self.state.borrow_mut();
        let size = rows::size(atomic.elem);
        let first = match &atomic.pointers {
            // SAFETY: there is a first lane.
            Pointers::Tile(place) => unsafe { ctx.at(*place).cast::<u64>().read() },
            Pointers::Indexed(indexed) => indexed.start(ctx),
        };
        if !state.prepare(ctx, first, (atomic.mode, atomic.elem, atomic.order)) {
            return 0;
        }
        let Some(sums) = state.sums else { return 0 };
        // An address that is not aligned becomes a number that is too large or negative.
        let number =
            |address: u64| address.wrapping_sub(sums.start).rotate_right(size.trailing_zeros()) as i64;
        let base = number(first);
        // SAFETY: this function's contract: the places of the operation hold its lanes, and offsets are those of all;
        // it is a transaction that `defer` found.
        unsafe {
            match (&atomic.pointers, offsets) {
                (Pointers::Tile(place), _) => {
                    let pointers = ctx.at(*place).cast::<u64>();
                    state.add(ctx, atomic, |lane| number(pointers.add(lane).read()))
                }
                (Pointers::Indexed(_), _) if !(0..sums.count as i64).contains(&base) => 0,
                (Pointers::Indexed(_), None) => 0,
                // A sum beyond the greatest number is negative, as the offset that leads there means no element.
                (Pointers::Indexed(_), Some(Offsets::Narrow(offsets))) => {
                    state.add(ctx, atomic, |lane| (base as i32).wrapping_add(offsets.add(lane).read()))
                }
                (Pointers::Indexed(_), Some(Offsets::Wide(offsets))) => {
                    state.add(ctx, atomic, |lane| base.wrapping_add(offsets.add(lane).read()))
                }
            }
        }
    }
}

impl State {
    /// Sees to it that the sums are those of the allocation that an address is in; false if it has no sums.
    fn prepare(
        &mut self,
        ctx: &Context<'_>,
        first: u64,
        (mode, elem, order): (AtomicRMWMode, Scalar, Order),
    ) -> bool {
        let size = rows::size(elem);
        if let Some(sums) = self.sums
            && first.wrapping_sub(sums.start) < (sums.count * size) as u64
            && (sums.mode, sums.elem) == (mode, elem)
        {
            return true;
        }
        let Some(region) = ctx.region(first) else { return false };
        let count = region.len as usize / size;
        let host = region.range(region.start, (count * size) as u64, true);
        let Some(host) = host.filter(|_| count <= MAX_ELEMENTS && region.start.is_multiple_of(size as u64))
        else {
            return false;
        };
        // The sums of another allocation are carried out first: a worker keeps those of one.
        self.flush();
        self.entries.resize(MAX_ELEMENTS, Entry::default());
        self.sums = Some(Sums { start: region.start, host, count, mode, elem, order });
        true
    }

    /// Adds lanes; `number` says which element a lane means, or that it means none by another number.
    ///
    /// # Safety
    /// The places of the operation hold its lanes; the mode is one that `prepare::defer` lets pass.
    #[inline(always)]
    unsafe fn add<N: Number>(
        &mut self,
        ctx: &Context<'_>,
        atomic: &ReadModifyWrite,
        number: impl Fn(usize) -> N,
    ) -> usize {
        let mask = atomic.mask.map_or(std::ptr::null(), |place| ctx.at(place).cast_const());
        let lanes = Numbered { count: atomic.len, mask, number };
        let narrow = rows::size(atomic.elem) == 4;
        // SAFETY: this function's contract: the places of the operation hold its lanes; the mode is one that `defer`
        // lets pass.
        unsafe {
            match (&atomic.mode, &atomic.args) {
                (AtomicRMWMode::Add, &Args::Splat(one, _)) => {
                    let arg = rows::read_lane(atomic.elem, ctx.at(one), 0);
                    self.combine(lanes, |_| arg, u64::wrapping_add)
                }
                (AtomicRMWMode::Add, &Args::Tile(args)) if narrow => {
                    let args = ctx.at(args).cast::<u32>();
                    self.combine(lanes, |lane| args.add(lane).read().into(), u64::wrapping_add)
                }
                (AtomicRMWMode::Add, &Args::Tile(args)) => {
                    let args = ctx.at(args).cast::<u64>();
                    self.combine(lanes, |lane| args.add(lane).read(), u64::wrapping_add)
                }
                (AtomicRMWMode::Or, &(Args::Tile(args) | Args::Splat(args, _))) => {
                    let (args, stride) = (ctx.at(args), usize::from(matches!(atomic.args, Args::Tile(_))));
                    let arg = |lane: usize| rows::read_lane(atomic.elem, args, lane * stride);
                    self.combine(lanes, arg, |a, b| a | b)
                }
                (other, _) => unreachable!("{other:?} is not deferred"),
            }
        }
    }

    /// Adds lanes that count; returns how many lanes were looked at.
    ///
    /// # Safety
    /// The mask is null or holds the lanes.
    #[inline(always)]
    unsafe fn combine<N: Number>(
        &mut self,
        lanes: Numbered<impl Fn(usize) -> N>,
        arg: impl Fn(usize) -> u64,
        combine: impl Fn(u64, u64) -> u64,
    ) -> usize {
        let Some(sums) = self.sums else { return 0 };
        let entries = &mut self.entries[..sums.count];
        let Numbered { count, mask, number } = lanes;
        let (mut done, last) = (0, N::last_of(sums.count));
        while mask.is_null() && done + CHUNK <= count {
            // Each is read once: others may write where numbers are.
            let numbers: [N; CHUNK] = std::array::from_fn(|lane| number(done + lane));
            if numbers.iter().fold(N::default(), |all, &number| all | number.outside(last)) < N::default() {
                break;
            }
            let (rows, _) = numbers.as_chunks::<TABLES>();
            for (row, numbers) in rows.iter().enumerate() {
                for (table, number) in numbers.iter().enumerate() {
                    // SAFETY: there are as many entries as elements.
                    let entry = unsafe { &mut entries.get_unchecked_mut(number.index())[table] };
                    *entry = combine(*entry, arg(done + row * TABLES + table));
                }
            }
            done += CHUNK;
        }
        for lane in done..count {
            // SAFETY: this function's contract: the mask is null or holds the lanes.
            if !mask.is_null() && unsafe { mask.add(lane).read() } == 0 {
                continue;
            }
            let entry = number(lane).try_into().ok().and_then(|number| entries.get_mut(number));
            let Some(entry) = entry else { return lane };
            entry[lane % TABLES] = combine(entry[lane % TABLES], arg(lane));
        }
        count
    }
}

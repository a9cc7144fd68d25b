//! Privatised atomics: a worker adds up transactions on its own and carries them out when its last tile block has
//! ended. A histogram is the usual case.
//!
//! A relaxed transaction whose old value has no use may become visible at any time, as long as nothing that the program
//! does tells when. What prepares a program finds out whether that is so ([`defer`]): nothing stores, nothing
//! synchronises, and no tile block reads memory after the transaction. Then there is one transaction for each element
//! and worker, instead of one for each element and tile block.

#![allow(unsafe_code, reason = "lanes are raw memory")]

use std::cell::RefCell;
use std::ops::BitOr;

use cuda_tile::attrs::{AtomicRMWMode, MemoryOrdering};
use numerics::Scalar;

use crate::atomics::{Args, Pointers, ReadModifyWrite, update};
use crate::context::Context;
use crate::fused::{Fused, Micro};
use crate::indexed::Offsets;
use crate::program::{Kind, Pc, Step};
use crate::rows;
use crate::views::Order;

/// Elements of an allocation whose sums are private, at most: 8 tables of 8 bytes for each take 64 KiB, a share of the
/// second-level cache.
const MAX_ELEMENTS: usize = 1024;
/// Neighbouring lanes go to tables of their own, for they often mean the same element, and a sum that was just written
/// is not ready to be read.
const TABLES: usize = 8;
/// Lanes that are looked at together: as many as a processor counts while it reads the next ones.
const CHUNK: usize = 64;

/// Sums of one element.
pub(crate) type Entry = [u64; TABLES];

/// The sums for one buffer.
#[derive(Clone, Copy)]
struct Sums {
    /// The address of the first element.
    start: u64,
    host: *mut u8,
    count: usize,
    mode: AtomicRMWMode,
    elem: Scalar,
    order: Order,
}

#[derive(Default)]
struct State {
    sums: Option<Sums>,
    /// Zero where nothing is kept.
    entries: Vec<Entry>,
}

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

/// The sums of one worker.
#[derive(Default)]
pub(crate) struct PrivateAtomics {
    state: RefCell<State>,
}

impl PrivateAtomics {
    /// No sums, in memory that another worker has left.
    pub(crate) fn new(entries: Vec<Entry>) -> PrivateAtomics {
        PrivateAtomics { state: RefCell::new(State { sums: None, entries }) }
    }

    /// Makes all sums visible and gives the memory back.
    pub(crate) fn finish(self) -> Vec<Entry> {
        let mut state = self.state.into_inner();
        state.flush();
        state.entries
    }

    /// Adds the lanes of an operation to the sums; returns how many of them, from the first on, were added. The others
    /// cannot be.
    ///
    /// # Safety
    /// The places of the operation hold its lanes, and offsets are those of all; it is a transaction that [`defer`]
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
    /// The places of the operation hold its lanes; the mode is one that [`defer`] lets pass.
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

    /// Makes all sums visible.
    fn flush(&mut self) {
        let Some(sums) = self.sums.take() else { return };
        let combine = |a: u64, b: u64| if sums.mode == AtomicRMWMode::Or { a | b } else { a.wrapping_add(b) };
        for (index, entry) in self.entries[..sums.count].iter_mut().enumerate() {
            let all = std::mem::take(entry).into_iter().fold(0, combine);
            if all != 0 {
                let at = index * rows::size(sums.elem);
                // SAFETY: the element is in an allocation that may be written, as was checked; it lives as long as the
                // launch, whose workers flush before they end.
                unsafe { update(sums.host.add(at), sums.mode, sums.elem, all, sums.order) };
            }
        }
    }
}

/// Lets transactions be deferred where no program of this code can tell.
pub(crate) fn defer(code: &mut [Step]) {
    let Some(first) = code.iter().position(|step| matches!(step.kind, Kind::ReadModifyWrite(_))) else {
        return;
    };
    if !code.iter().zip(0..).all(|(step, pc)| cannot_tell(&step.kind, pc, first as Pc)) {
        return;
    }
    for step in code {
        if let Kind::ReadModifyWrite(atomic) = &mut step.kind {
            atomic.deferred = true;
        }
    }
}

/// Whether an instruction neither stores nor synchronises, reads only before the first transaction, and does not go
/// back after it.
fn cannot_tell(kind: &Kind, pc: Pc, first: Pc) -> bool {
    let before = pc < first;
    match kind {
        Kind::ReadModifyWrite(atomic) => is_deferrable(atomic) && (pc == first || !atomic.loads()),
        Kind::Jump(jump) => before || jump.target > pc,
        Kind::For(_) | Kind::Continue(_) | Kind::Each(_) | Kind::EndEach(_) => before,
        Kind::Call(_) | Kind::Back(_) | Kind::Alloca(_) | Kind::Release(_) => false,
        Kind::Extern(_) | Kind::ExternTiles(_) => false,
        Kind::If(_) | Kind::Return | Kind::BlockId(_) | Kind::GridSize(_) | Kind::GlobalAddress { .. } => {
            true
        }
        Kind::Fused(fused) => !touches(fused, before),
        Kind::Reduce(_) | Kind::Scan(_) | Kind::Multiply(_) => before,
        Kind::Cat(_) | Kind::Extract(_) | Kind::Insert(_) | Kind::Pack(_) | Kind::Unpack(_) => true,
        Kind::LoadPointers(load) => before && !load.order.is_atomic(),
        Kind::LoadTile(_) => before,
        Kind::Multimem(access) => before && access.is_weak_load(),
        Kind::LoadView(load) => before && !load.order.is_atomic(),
        Kind::StorePointers(_) | Kind::StoreTile(_) | Kind::StoreView(_) => false,
        Kind::CompareAndSwap(_) | Kind::ReduceIntoView(_) => false,
        Kind::MakeTensor(_) | Kind::Extents(_) | Kind::IndexSpace(_) => true,
        Kind::Assert(_) | Kind::Print(_) | Kind::Watch(_) => true,
    }
}

/// Whether a group touches memory, other than by reading where that is allowed.
fn touches(fused: &Fused, may_read: bool) -> bool {
    let allowed = |writes: bool| may_read && !writes;
    let through = |micro: &Micro| match micro {
        Micro::Pointers(pointers) => !allowed(pointers.write),
        Micro::Run { .. }
        | Micro::Point(_)
        | Micro::Gather(_)
        | Micro::Number(_)
        | Micro::Below(_)
        | Micro::Load(_)
        | Micro::Aim(_)
        | Micro::Store(_)
        | Micro::Fold(_) => false,
    };
    fused.accesses.iter().any(|access| !allowed(access.write)) || fused.lanes.code.iter().any(through)
}

fn is_deferrable(atomic: &ReadModifyWrite) -> bool {
    atomic.out.is_none()
        && atomic.order.ordering == MemoryOrdering::Relaxed
        && matches!(atomic.elem, Scalar::I32 | Scalar::I64)
        && matches!(atomic.mode, AtomicRMWMode::Add | AtomicRMWMode::Or)
}

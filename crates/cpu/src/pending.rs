//! Sums that a worker keeps to itself until its last tile block has ended: the counts of a histogram.
//!
//! A relaxed transaction whose old value nobody needs may become visible at any time, as long as nothing that the program
//! does tells when. What prepares a program finds out whether that is so ([`defer`]): nothing stores, nothing synchronises,
//! and no tile block reads memory behind the transaction. Then there is one transaction for each element and worker,
//! instead of one for each element and tile block.

#![allow(unsafe_code, reason = "lanes are raw memory")]

use std::cell::RefCell;

use cuda_tile::attrs::{AtomicRMWMode, MemoryOrdering};
use numerics::Scalar;

use crate::atomics::{ReadModifyWrite, update};
use crate::context::Context;
use crate::fused::{Fused, Micro};
use crate::pointers::Lanes;
use crate::program::{Kind, Pc, Step};
use crate::rows;
use crate::views::Order;

/// Elements of an allocation whose sums are kept, at most.
const MOST: usize = 1024;
/// Neighbouring lanes go to tables of their own, for they often mean the same element, and a sum that was just written is
/// not ready to be read.
const TABLES: usize = 4;

/// Sums of one element.
pub(crate) type Entry = [u64; TABLES];

/// What the sums are of.
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

/// The sums of one worker.
#[derive(Default)]
pub(crate) struct Pending {
    state: RefCell<State>,
}

impl Pending {
    /// No sums, in memory that another worker has left.
    pub(crate) fn new(entries: Vec<Entry>) -> Pending {
        Pending { state: RefCell::new(State { sums: None, entries }) }
    }

    /// Makes all sums visible and gives the memory back.
    pub(crate) fn finish(self) -> Vec<Entry> {
        let mut state = self.state.into_inner();
        state.flush();
        state.entries
    }

    /// Adds lanes to the sums; returns how many of them, from the first on, were added. The others cannot be.
    ///
    /// # Safety
    /// Lanes and arguments are valid for `lanes.n` lanes; this is a transaction that [`defer`] found.
    pub(crate) unsafe fn add(
        &self,
        ctx: &Context<'_>,
        lanes: Lanes,
        args: *const u8,
        (mode, elem, order): (AtomicRMWMode, Scalar, Order),
    ) -> usize {
        let mut state = self.state.borrow_mut();
        if !state.prepare(ctx, lanes, (mode, elem, order)) {
            return 0;
        }
        // SAFETY: the caller's; the modes are those that `defer` lets pass.
        unsafe {
            match (mode, rows::size(elem)) {
                (AtomicRMWMode::Add, 4) => state.add(lanes, args.cast::<u32>(), u64::wrapping_add),
                (AtomicRMWMode::Add, _) => state.add(lanes, args.cast::<u64>(), u64::wrapping_add),
                (AtomicRMWMode::Or, 4) => state.add(lanes, args.cast::<u32>(), |a, b| a | b),
                (AtomicRMWMode::Or, _) => state.add(lanes, args.cast::<u64>(), |a, b| a | b),
                (other, _) => unreachable!("{other:?} is not deferred"),
            }
        }
    }
}

impl State {
    /// Sees to it that the sums are those of the allocation that the first lane means; false if it has no sums.
    fn prepare(
        &mut self,
        ctx: &Context<'_>,
        lanes: Lanes,
        (mode, elem, order): (AtomicRMWMode, Scalar, Order),
    ) -> bool {
        // SAFETY: there is a first lane.
        let first = unsafe { lanes.pointers.read() };
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
        let Some(host) = host.filter(|_| count <= MOST && region.start.is_multiple_of(size as u64)) else {
            return false;
        };
        self.flush();
        self.entries.resize(MOST, Entry::default());
        self.sums = Some(Sums { start: region.start, host, count, mode, elem, order });
        true
    }

    /// # Safety
    /// Lanes and arguments are valid for `lanes.n` lanes.
    #[inline(always)]
    unsafe fn add<T: Copy + Into<u64>>(
        &mut self,
        lanes: Lanes,
        args: *const T,
        combine: impl Fn(u64, u64) -> u64,
    ) -> usize {
        let Some(sums) = self.sums else { return 0 };
        let entries = &mut self.entries[..sums.count];
        for lane in 0..lanes.n {
            // SAFETY: the caller's.
            let (counts, address, arg) = unsafe {
                (lanes.counts(lane), lanes.pointers.add(lane).read(), args.add(lane).read().into())
            };
            if !counts {
                continue;
            }
            // An address that is not aligned becomes a number that is too large.
            let offset = address.wrapping_sub(sums.start);
            let index = usize::try_from(offset.rotate_right(size_of::<T>().trailing_zeros()));
            let Some(entry) = index.ok().and_then(|index| entries.get_mut(index)) else { return lane };
            entry[lane % TABLES] = combine(entry[lane % TABLES], arg);
        }
        lanes.n
    }

    /// Makes all sums visible.
    fn flush(&mut self) {
        let Some(sums) = self.sums.take() else { return };
        let combine = |a: u64, b: u64| if sums.mode == AtomicRMWMode::Or { a | b } else { a.wrapping_add(b) };
        for (index, entry) in self.entries[..sums.count].iter_mut().enumerate() {
            let all = std::mem::take(entry).into_iter().fold(0, combine);
            if all != 0 {
                let at = index * rows::size(sums.elem);
                // SAFETY: the element lies in an allocation that may be written, as was checked; it lives as long as the
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

/// Whether an instruction neither stores nor synchronises, reads only in front of the first transaction, and does not go
/// back behind it.
fn cannot_tell(kind: &Kind, pc: Pc, first: Pc) -> bool {
    let before = pc < first;
    match kind {
        Kind::ReadModifyWrite(atomic) => is_deferrable(atomic),
        Kind::Jump(jump) => before || jump.target > pc,
        Kind::For(_) | Kind::Continue(_) | Kind::Each(_) | Kind::EndEach(_) => before,
        Kind::Call(_) | Kind::Back(_) | Kind::Alloca(_) | Kind::Release(_) | Kind::Extern(_) => false,
        Kind::If(_) | Kind::Return | Kind::BlockId(_) | Kind::GridSize(_) | Kind::GlobalAddress { .. } => {
            true
        }
        Kind::Fused(fused) => !touches(fused, before),
        Kind::Reduce(_) | Kind::Scan(_) | Kind::Multiply(_) => before,
        Kind::Cat(_) | Kind::Extract(_) | Kind::Insert(_) | Kind::Pack(_) | Kind::Unpack(_) => true,
        Kind::LoadPointers(load) => before && !load.order.is_atomic(),
        Kind::LoadTile(_) => before,
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

//! Atomic aggregation: atomics of many lanes on few elements, such as those of a histogram.
//!
//! The lanes of one operation have no order among each other. Where nothing needs the old values, a transaction for
//! each lane and one for all lanes of an element are not distinguishable, so lanes are combined in private tables
//! first.

#![allow(unsafe_code, reason = "lanes are raw memory")]

use cuda_tile::attrs::{AtomicRMWMode, MemoryOrdering};
use numerics::Scalar;

use crate::context::Context;
use crate::memory::order::Order;
use crate::memory::word::update;
use crate::rows;
use crate::steps::pointers::Lanes;

/// Fewer lanes are not worth it, because the tables have to be cleared.
const MIN_LANES: usize = 64;

/// Elements between the first and the last one, at most: the tables are on the stack.
const MAX_SPAN: usize = 1024;

/// Lanes for each element between the first and the last one, at least: each costs a transaction.
const MIN_LANES_PER_ELEMENT: usize = 4;

/// Neighbouring lanes go to tables of their own, for they often mean the same element, and a sum that was just written
/// is not ready to be read.
const TABLES: usize = 4;

/// Whether lanes on one element can be combined: the result does not depend on their order, bit for bit.
fn combines(mode: AtomicRMWMode, elem: Scalar, order: Order) -> bool {
    let orderless = match mode {
        AtomicRMWMode::And
        | AtomicRMWMode::Or
        | AtomicRMWMode::Xor
        | AtomicRMWMode::Add
        | AtomicRMWMode::Max
        | AtomicRMWMode::Min
        | AtomicRMWMode::UMax
        | AtomicRMWMode::UMin => true,
        AtomicRMWMode::AddF | AtomicRMWMode::Xchg => false,
    };
    orderless && matches!(elem, Scalar::I32 | Scalar::I64) && order.ordering == MemoryOrdering::Relaxed
}

/// Executes all lanes; false, without an effect, if aggregation is impossible or not worth its cost.
///
/// # Safety
/// Lanes and arguments are valid for `lanes.n` lanes.
pub(crate) unsafe fn update_all(
    ctx: &Context<'_>,
    lanes: Lanes,
    args: *const u8,
    (mode, elem, order): (AtomicRMWMode, Scalar, Order),
) -> bool {
    if lanes.n < MIN_LANES || !combines(mode, elem, order) {
        return false;
    }
    let size = rows::size(elem) as u64;
    // If no lane counts, all is done.
    // SAFETY: this function's contract: lanes and arguments are valid for `lanes.n` lanes.
    let Some(extent) = (unsafe { lanes.extent(size) }) else { return true };
    let count = (extent.greatest - extent.least) / size + 1;
    if count > MAX_SPAN as u64
        || count as usize * MIN_LANES_PER_ELEMENT > extent.count
        || extent.low_bits & (size - 1) != 0
    {
        return false;
    }
    // The fallback executes lane by lane, and so reports the first wrong lane.
    let Some(host) = ctx.range(extent.least, count * size, true) else { return false };
    let all = Tally { lanes, least: extent.least, host, count: count as usize, mode, elem, order };
    // SAFETY: this function's contract: lanes and arguments are valid for `lanes.n` lanes. Every element was checked.
    unsafe { if elem == Scalar::I32 { all.run_32(args.cast()) } else { all.run_64(args.cast()) } }
    true
}

/// Lanes that mean elements near to each other.
struct Tally {
    lanes: Lanes,
    /// The address of the first element.
    least: u64,
    /// Its memory.
    host: *mut u8,
    /// Elements up to the last one.
    count: usize,
    mode: AtomicRMWMode,
    elem: Scalar,
    order: Order,
}

/// Combining words of one width.
macro_rules! width {
    ($run:ident, $word:ty, $signed:ty) => {
        impl Tally {
            /// # Safety
            /// Lanes and arguments are valid, and all lanes that count mean elements from the first to the last one.
            unsafe fn $run(&self, args: *const $word) {
                // SAFETY: this function's contract: lanes and arguments are valid for `lanes.n` lanes.
                unsafe {
                    match self.mode {
                        AtomicRMWMode::Add => self.tables(args, 0, <$word>::wrapping_add),
                        AtomicRMWMode::And => self.tables(args, <$word>::MAX, |a, b| a & b),
                        AtomicRMWMode::Or => self.tables(args, 0, |a, b| a | b),
                        AtomicRMWMode::Xor => self.tables(args, 0, |a, b| a ^ b),
                        AtomicRMWMode::UMax => self.tables(args, 0, <$word>::max),
                        AtomicRMWMode::UMin => self.tables(args, <$word>::MAX, <$word>::min),
                        AtomicRMWMode::Max => self.tables(args, <$signed>::MIN as $word, |a, b| {
                            (a as $signed).max(b as $signed) as $word
                        }),
                        AtomicRMWMode::Min => self.tables(args, <$signed>::MAX as $word, |a, b| {
                            (a as $signed).min(b as $signed) as $word
                        }),
                        AtomicRMWMode::AddF | AtomicRMWMode::Xchg => unreachable!("their order counts"),
                    }
                }
            }
        }
    };
}

width!(run_32, u32, i32);
width!(run_64, u64, i64);

impl Tally {
    /// Combines lanes, and each element with the result of its lanes; `nothing` is the neutral element.
    ///
    /// # Safety
    /// As for the lanes of each width.
    unsafe fn tables<T: Copy + PartialEq + Into<u64>>(
        &self,
        args: *const T,
        nothing: T,
        combine: impl Fn(T, T) -> T,
    ) {
        let mut tables = [[nothing; TABLES]; MAX_SPAN];
        let tables = &mut tables[..self.count];
        let size = size_of::<T>();
        for lane in 0..self.lanes.n {
            // SAFETY: `lane` is below the number of lanes, for which pointers, mask and `args` are valid.
            let (address, arg) = unsafe {
                if !self.lanes.counts(lane) {
                    continue;
                }
                (self.lanes.pointers.add(lane).read(), args.add(lane).read())
            };
            let entry = &mut tables[(address - self.least) as usize / size][lane % TABLES];
            *entry = combine(*entry, arg);
        }
        for (index, entries) in tables.iter().enumerate() {
            let all = entries.iter().fold(nothing, |all, &entry| combine(all, entry));
            // A transaction without a change cannot be observed, and would cost as much as another.
            if all != nothing {
                // SAFETY: the element is one between the first and the last.
                unsafe { update(self.host.add(index * size), self.mode, self.elem, all.into(), self.order) };
            }
        }
    }
}

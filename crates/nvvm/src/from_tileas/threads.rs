//! Coordinates of the elements of a thread, from the thread's number and the layout.

use ir::Value;
use rustc_hash::FxHashMap;
use tile_core::arith::ComparisonPredicate;
use tileas::layout::{Input, LinearMap, RegisterLayout};

use super::Lower;

impl Lower<'_> {
    /// A linear function of the bits of the thread's number: the sum of the columns of bits that are set.
    pub(super) fn of_thread(&mut self, columns: &[u64]) -> Option<Value> {
        let mut sum: Option<Value> = None;
        let mut at = 0;
        while at < columns.len() {
            let first = columns[at];
            // Neighbouring bits that stay neighbours move together.
            let run = if first.is_power_of_two() {
                (at..columns.len()).take_while(|&i| columns[i] == first << (i - at)).count()
            } else {
                1
            };
            if first != 0 {
                let part = self.moved_bits(at as u32, run as u32, first);
                sum = Some(sum.map_or(part, |sum| self.xor(sum, part)));
            }
            at += run.max(1);
        }
        sum
    }

    /// `run` bits of the thread's number from bit `at` on, times `column`.
    fn moved_bits(&mut self, at: u32, run: u32, column: u64) -> Value {
        let thread = self.thread();
        let low = self.shr(thread, at);
        let mask = self.i32((1 << run) - 1);
        let bits = self.and(low, mask);
        if column.is_power_of_two() {
            return self.shl(bits, column.ilog2());
        }
        let column = self.i32(column as u32);
        self.mul(bits, column)
    }

    /// Columns of the thread's bits: those of lanes, then those of warps.
    fn thread_columns(layout: &RegisterLayout) -> Vec<u64> {
        [Input::Lane, Input::Warp]
            .into_iter()
            .flat_map(|input| layout.columns(input).iter().copied())
            .collect()
    }

    /// The thread's contribution to coordinates along a dimension.
    fn thread_coordinate(&mut self, layout: &RegisterLayout, dim: usize) -> Option<Value> {
        let shape = layout.shape();
        let columns: Vec<u64> =
            Self::thread_columns(layout).iter().map(|&column| u64::from(shape.at(column, dim))).collect();
        self.of_thread(&columns)
    }

    /// The coordinate along a dimension of each register's element.
    pub(super) fn coordinates(&mut self, layout: &RegisterLayout, dim: usize) -> Vec<Value> {
        let all: Vec<usize> = (0..layout.registers() as usize).collect();
        self.coordinates_of(layout, dim, &all)
    }

    /// The coordinate along a dimension of the elements of some registers: equal coordinates are equal values.
    pub(super) fn coordinates_of(
        &mut self,
        layout: &RegisterLayout,
        dim: usize,
        registers: &[usize],
    ) -> Vec<Value> {
        let shape = layout.shape().clone();
        let thread = self.thread_coordinate(layout, dim);
        let reached = Self::thread_columns(layout).iter().fold(0, |all, &column| all | shape.at(column, dim));
        let mut known: FxHashMap<u32, Value> = FxHashMap::default();
        let mut coordinates = Vec::with_capacity(registers.len());
        for &register in registers {
            let own = shape.at(layout.apply(register as u64, 0, 0), dim);
            let value = match known.get(&own) {
                Some(&value) => value,
                None => self.joined(thread, reached, own),
            };
            known.insert(own, value);
            coordinates.push(value);
        }
        coordinates
    }

    /// A constant on top of what the thread adds; a sum where they have no bit in common, so that it can go into an
    /// offset.
    fn joined(&mut self, thread: Option<Value>, reached: u32, own: u32) -> Value {
        let Some(thread) = thread else { return self.i32(own) };
        if own == 0 {
            return thread;
        }
        let constant = self.i32(own);
        if reached & own == 0 { self.add(thread, constant) } else { self.xor(thread, constant) }
    }

    /// The offset of each vector, by a map from (vector, thread).
    pub(super) fn offsets(&mut self, map: &LinearMap, vector_bits: u32) -> Vec<Value> {
        let (own, threads) = map.columns().split_at(vector_bits as usize);
        let threads: Vec<u64> = threads.to_vec();
        let thread = self.of_thread(&threads);
        let reached = threads.iter().fold(0, |all, &column| all | column) as u32;
        let own = own.to_vec();
        (0..1u64 << vector_bits)
            .map(|vector| {
                let set = own.iter().enumerate().filter(|(bit, _)| vector >> bit & 1 == 1);
                let own = set.fold(0, |all, (_, &column)| all ^ column) as u32;
                self.joined(thread, reached, own)
            })
            .collect()
    }

    /// The parity of the bits of the thread's number under a mask.
    pub(super) fn thread_parity(&mut self, mask: u64) -> Value {
        let thread = self.thread();
        let mask = self.i32(mask as u32);
        let bits = self.and(thread, mask);
        let ty = self.to.types.intern(crate::Type::I32);
        let count = crate::ops::Builders::popc(&mut self.b()).source(bits).result(ty).finish().value();
        let one = self.i32(1);
        let odd = self.and(count, one);
        self.compare(ComparisonPredicate::Equal, false, odd, one)
    }

    /// Bits of the thread's number that repeat elements of threads without them.
    pub(super) fn free_threads(&self, layout: &RegisterLayout) -> u32 {
        if layout.shape().rank() == 0 {
            return self.runner.threads() - 1;
        }
        (layout.free(Input::Lane) | layout.free(Input::Warp) << 5) as u32
    }

    /// True in the one thread that writes an element, of those that hold it; none if there is only one.
    pub(super) fn owns(&mut self, layout: &RegisterLayout) -> Option<Value> {
        let free = self.free_threads(layout);
        if free == 0 {
            return None;
        }
        if layout.shape().rank() == 0 && !self.runner.warps.is_power_of_two() {
            return Some(self.is_first_thread());
        }
        let thread = self.thread();
        let mask = self.i32(free);
        let bits = self.and(thread, mask);
        let zero = self.i32(0);
        Some(self.compare(ComparisonPredicate::Equal, false, bits, zero))
    }

    /// Registers that hold an element that no lower register holds.
    pub(super) fn own_registers(layout: &RegisterLayout) -> impl Iterator<Item = usize> + use<> {
        let free = layout.free(Input::Register);
        (0..layout.registers()).filter(move |register| register & free == 0).map(|register| register as usize)
    }
}

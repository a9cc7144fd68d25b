//! Scans.
//!
//! The number of an element on its line consists of bits of registers, lanes and warps, in any order. Consecutive bits
//! of one kind are a *group*, and groups are combined from the lowest on: elements within a group are prefixed by the
//! previous ones, and all threads that share a line then know its total so far. Registers of a thread are combined
//! sequentially; lanes double the known part at each step (Sklansky); warps store their totals in scratch memory.
//! Reversed scans count from the other end.

use ir::{Op, Value};
use tile_core::arith::ComparisonPredicate;
use tileas::layout::{Input, RegisterLayout};
use tileas::ops::fields as from;
use tileas::shared_memory::{Lines, ScanGroup, along, scan_groups};

use super::fold::{Element, Parts};
use super::{Lower, Lowered};
use crate::Type;
use crate::attrs::{ShuffleKind, SpecialRegister};

/// The registers for each number that the bits of a group form, in the order of the line.
fn members(group: &ScanGroup, reverse: bool) -> Vec<usize> {
    let count = 1usize << group.bits.len();
    let member = |number: usize| {
        let set = group.bits.iter().enumerate().filter(|(at, _)| number >> at & 1 == 1);
        set.map(|(_, bit)| 1usize << bit).sum()
    };
    let numbers = (0..count).map(|number| if reverse { count - 1 - number } else { number });
    numbers.map(member).collect()
}

/// A scan that is being lowered.
struct Scan<'l> {
    op: Op,
    layout: &'l RegisterLayout,
    dim: usize,
    reverse: bool,
    /// Register by register: what was combined so far.
    elements: Vec<Element>,
    /// Register bits of the groups that are done.
    done: usize,
    /// By the register with none of the bits done: the total of the groups that are done.
    totals: Vec<Option<Element>>,
}

impl Scan<'_> {
    /// Registers that only differ from one without any of the completed bits in these bits.
    fn span(&self, first: usize) -> Vec<usize> {
        let done = self.done;
        (0..self.elements.len()).filter(|register| register & !done == first).collect()
    }

    /// Registers with none of the bits done.
    fn firsts(&self) -> Vec<usize> {
        (0..self.elements.len()).filter(|register| register & self.done == 0).collect()
    }

    fn total(&self, first: usize) -> Element {
        self.totals[first].clone().expect("the first register of a span has its total")
    }
}

impl Lower<'_> {
    pub(super) fn scan(&mut self, op: Op) -> Lowered<()> {
        let dim = self.from.int(op, from::scan::dim).unwrap_or(0) as usize;
        let layout = self.tile(self.from.body.operands(op)[0]).layout.clone();
        let Some(groups) = scan_groups(&layout, dim) else {
            return Err(self.refuse(op, "needs a layout whose bits move along one dimension each, in order"));
        };
        let elements = self.elements_of(op);
        let totals = elements.iter().cloned().map(Some).collect();
        let reverse = self.from.flag(op, from::scan::reverse);
        let mut scan = Scan { op, layout: &layout, dim, reverse, elements, done: 0, totals };
        for (at, group) in groups.iter().enumerate() {
            let more = at + 1 < groups.len();
            match group.input {
                Input::Register => self.scan_registers(&mut scan, group)?,
                Input::Lane => self.scan_lanes(&mut scan, group, more)?,
                Input::Warp | Input::Cta => self.scan_warps(&mut scan, group, more)?,
            }
        }
        for index in 0..self.from.body.results(op).len() {
            let registers = scan.elements.iter().map(|element| element[index]).collect();
            self.hold(op, index, registers);
        }
        Ok(())
    }

    /// All elements of a span, after what came before.
    fn prefix(&mut self, scan: &mut Scan<'_>, first: usize, before: &[Value]) -> Lowered<()> {
        for register in scan.span(first) {
            scan.elements[register] = self.combined(scan.op, before, &scan.elements[register].clone())?;
        }
        Ok(())
    }

    /// The same if a predicate holds.
    fn prefix_where(
        &mut self,
        scan: &mut Scan<'_>,
        first: usize,
        before: &[Value],
        holds: Value,
    ) -> Lowered<()> {
        let old: Vec<Element> = scan.span(first).into_iter().map(|at| scan.elements[at].clone()).collect();
        self.prefix(scan, first, before)?;
        for (register, old) in scan.span(first).into_iter().zip(old) {
            scan.elements[register] = self.chosen(holds, &scan.elements[register].clone(), &old);
        }
        Ok(())
    }

    /// The registers of a thread, one after the other.
    fn scan_registers(&mut self, scan: &mut Scan<'_>, group: &ScanGroup) -> Lowered<()> {
        let members = members(group, scan.reverse);
        let mask: usize = members.iter().fold(0, |all, member| all | member);
        for first in scan.firsts().into_iter().filter(|first| first & mask == 0) {
            let mut total = scan.total(first | members[0]);
            for member in &members[1..] {
                let slot = first | member;
                let next = self.combined(scan.op, &total, &scan.total(slot))?;
                if scan.span(slot).len() == 1 && scan.elements[slot] == scan.total(slot) {
                    scan.elements[slot].clone_from(&next);
                } else {
                    self.prefix(scan, slot, &total)?;
                }
                total = next;
            }
            scan.totals[first] = Some(total);
        }
        scan.done |= mask;
        Ok(())
    }

    /// The lanes of a warp: at each bit the upper half gets the total of the lower one, which its last lane has.
    fn scan_lanes(&mut self, scan: &mut Scan<'_>, group: &ScanGroup, more: bool) -> Lowered<()> {
        let lane = self.special(SpecialRegister::LaneId);
        let mask = group.mask();
        let firsts = scan.firsts();
        let mut sums: Vec<Element> = firsts.iter().map(|&first| scan.total(first)).collect();
        let mut below = 0u32;
        for &bit in &group.bits {
            let source = self.lane_with(lane, scan.reverse, 1 << bit, below);
            let upper = self.is_behind(lane, scan.reverse, 1 << bit);
            for sum in &mut sums {
                let before: Element =
                    sum.iter().map(|&value| self.shuffle(ShuffleKind::Index, value, source)).collect();
                let both = self.combined(scan.op, &before, sum)?;
                *sum = self.chosen(upper, &both, sum);
            }
            below |= 1 << bit;
        }
        let ends = more.then(|| self.lane_with(lane, scan.reverse, 0, mask));
        let alone = |scan: &Scan<'_>, first: usize| {
            scan.span(first).len() == 1 && scan.elements[first] == scan.total(first)
        };
        if firsts.iter().all(|&first| alone(scan, first)) {
            for (&first, sum) in firsts.iter().zip(&sums) {
                scan.elements[first].clone_from(sum);
            }
        } else {
            let previous = self.lane_before(lane, scan.reverse, mask);
            let has_previous = self.is_not_first(lane, scan.reverse, mask);
            for (&first, sum) in firsts.iter().zip(&sums) {
                let before: Element =
                    sum.iter().map(|&value| self.shuffle(ShuffleKind::Index, value, previous)).collect();
                self.prefix_where(scan, first, &before, has_previous)?;
            }
        }
        if let Some(ends) = ends {
            for (&first, sum) in firsts.iter().zip(&sums) {
                let total = sum.iter().map(|&value| self.shuffle(ShuffleKind::Index, value, ends)).collect();
                scan.totals[first] = Some(total);
            }
        }
        Ok(())
    }

    /// The lane with the bits of `first` as those that come first on the line, and those of `last` as those that come
    /// last.
    fn lane_with(&mut self, lane: Value, reverse: bool, first: u32, last: u32) -> Value {
        let (set, clear) = if reverse { (first, last) } else { (last, first) };
        let kept = self.i32(31 & !clear);
        let low = self.and(lane, kept);
        if set == 0 {
            return low;
        }
        let set = self.i32(set);
        self.or(low, set)
    }

    /// Whether a lane is in the later half of the line.
    fn is_behind(&mut self, lane: Value, reverse: bool, bit: u32) -> Value {
        let (bit, zero) = (self.i32(bit), self.i32(0));
        let own = self.and(lane, bit);
        let predicate = if reverse { ComparisonPredicate::Equal } else { ComparisonPredicate::NotEqual };
        self.compare(predicate, false, own, zero)
    }

    /// The previous lane on the line; the bits of `mask` number them. A borrow or carry runs through the bits between.
    fn lane_before(&mut self, lane: Value, reverse: bool, mask: u32) -> Value {
        let lowest = self.i32(1 << mask.trailing_zeros());
        let (inside, outside) = (self.i32(mask), self.i32(31 & !mask));
        let moved = if reverse {
            let filled = self.or(lane, outside);
            self.add(filled, lowest)
        } else {
            let own = self.and(lane, inside);
            self.binary(tile_core::arith::Arith::SubI, own, lowest)
        };
        let moved = self.and(moved, inside);
        let kept = self.and(lane, outside);
        self.or(kept, moved)
    }

    /// Whether a lane is not the first of a line.
    fn is_not_first(&mut self, lane: Value, reverse: bool, mask: u32) -> Value {
        let (inside, first) = (self.i32(mask), self.i32(if reverse { mask } else { 0 }));
        let own = self.and(lane, inside);
        self.compare(ComparisonPredicate::NotEqual, false, own, first)
    }

    /// The warps of a block: each stores its total in scratch, and loads those of the previous ones.
    fn scan_warps(&mut self, scan: &mut Scan<'_>, group: &ScanGroup, more: bool) -> Lowered<()> {
        let firsts = scan.firsts();
        let later = along(scan.layout, Input::Register, scan.dim);
        let later: Vec<u32> = later.into_iter().filter(|bit| scan.done >> bit & 1 == 0).collect();
        let chunk = |first: usize| -> u32 {
            let set = later.iter().enumerate().filter(|(_, bit)| first >> **bit & 1 == 1);
            set.map(|(at, _)| 1 << at).sum()
        };
        let layout = scan.layout.project(scan.dim);
        let lines = Lines::of_scan(self.from, scan.op, group, scan.done as u32);
        let parts = lines.parts;
        let types: Vec<Type> = scan.elements[0].iter().map(|&value| self.type_of(value)).collect();
        let exchange = self.exchange_lines(&lines, &layout, types);
        let own = self.own_part(scan.layout, &group.bits);
        let places = exchange.places.unwrap_or_else(|| {
            let linear = self.linear_coordinates(&layout);
            let place = |l: &mut Self, first: usize| {
                let line = l.shl(linear[first], later.len() as u32);
                let chunk = l.i32(chunk(first));
                let line = l.add(line, chunk);
                l.shl(line, parts.ilog2())
            };
            firsts.iter().map(|&first| place(self, first)).collect()
        });
        let (scratch, at_once) = (exchange.scratch, exchange.at_once);
        for (firsts, places) in firsts.chunks(at_once).zip(places.chunks(at_once)) {
            self.barrier();
            for (&first, &place) in firsts.iter().zip(places) {
                let place = self.add(place, own);
                self.store_parts(&scratch, place, &scan.total(first));
            }
            self.barrier();
            for (&first, &place) in firsts.iter().zip(places) {
                self.prefix_by_warps(scan, (&scratch, parts), first, (place, own), more)?;
            }
        }
        Ok(())
    }

    /// A span after the totals of the warps before; its own total becomes that of all of them.
    fn prefix_by_warps(
        &mut self,
        scan: &mut Scan<'_>,
        (scratch, parts): (&Parts, u32),
        first: usize,
        (place, own): (Value, Value),
        more: bool,
    ) -> Lowered<()> {
        let turned = if scan.reverse { parts - 1 } else { 0 };
        let turned_value = self.i32(turned);
        let number = if turned == 0 { own } else { self.xor(own, turned_value) };
        let mut sum = self.load_parts(scratch, place, turned);
        let mut before = sum.clone();
        for part in 1..parts {
            if part > 1 {
                let bound = self.i32(part - 1);
                let later = self.compare(ComparisonPredicate::GreaterThan, false, number, bound);
                before = self.chosen(later, &sum, &before);
            }
            if part + 1 < parts || more {
                let next = self.load_parts(scratch, place, part ^ turned);
                sum = self.combined(scan.op, &sum, &next)?;
            }
        }
        let zero = self.i32(0);
        let has_before = self.compare(ComparisonPredicate::NotEqual, false, number, zero);
        self.prefix_where(scan, first, &before, has_before)?;
        if more {
            scan.totals[first] = Some(sum);
        }
        Ok(())
    }
}

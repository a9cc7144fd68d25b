//! Scratch memory of reductions and scans: each warp stores an element for every line (the elements that the op
//! combines along its dimension), and loads those of the other warps.
//!
//! If it fits, there is one slot for each line and warp. Otherwise there is one for each line of some registers of all
//! threads, and registers take turns, with barriers in between.

use ir::Op;
use numerics::Scalar;
use tileaa::types::Elem;

use crate::Module;
use crate::layout::{Input, LinearMap, RegisterLayout};
use crate::ops::fields;

/// Bits that an element takes in scratch: those of the register that holds it, and a byte for a truth value. Elements
/// of 4 and 8 bits are in registers of 16, since PTX has none that are smaller.
pub fn register_bits(elem: Elem) -> u32 {
    match elem.scalar() {
        None => 64,
        Some(Scalar::I1) => 8,
        Some(scalar) => scalar.storage_bits().max(16),
    }
}

/// The exchange of lines between warps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// Warps that share a line, and the elements of each that remain.
    pub parts: u32,
    /// Elements, if every line has its own place.
    pub whole: u64,
    /// Registers of a thread that take part.
    pub registers: usize,
    /// Elements of one register of all threads.
    pub of_register: u64,
    /// Bytes of the elements of each operand.
    sizes: Vec<u64>,
}

impl Lines {
    /// The exchange of a reduction; none if no line is in several warps.
    pub fn of_reduce(module: &Module, op: Op) -> Option<Lines> {
        let dim = module.int(op, fields::reduce::dim).unwrap_or(0) as usize;
        let layout = &module.ty(*module.body.operands(op).first()?).tile()?.layout;
        let warps = along(layout, Input::Warp, dim);
        if warps.is_empty() {
            return None;
        }
        let within = along(layout, Input::Register, dim).len() as u32;
        let registers = layout.registers() >> layout.free(Input::Register).count_ones() >> within;
        let lines = layout.reduce(dim);
        Some(Lines::new(module, op, &lines, (1 << warps.len(), registers as usize, lines.shape().bits())))
    }

    /// The exchange of one of the groups of warps of a scan. `done` are the register bits of the groups before it, each
    /// span of which is one element now.
    pub fn of_scan(module: &Module, op: Op, group: &ScanGroup, done: u32) -> Lines {
        let dim = module.int(op, fields::scan::dim).unwrap_or(0) as usize;
        let tile = module.ty(module.body.operands(op)[0]).tile().expect("a verified scan has tiles");
        let registers = tile.layout.registers() >> done.count_ones();
        let later =
            along(&tile.layout, Input::Register, dim).iter().filter(|&bit| done >> bit & 1 == 0).count();
        let lines = tile.layout.project(dim);
        let bits = lines.shape().bits() + later as u32;
        Lines::new(module, op, &lines, (1 << group.bits.len(), registers as usize, bits))
    }

    fn new(
        module: &Module,
        op: Op,
        lines: &RegisterLayout,
        (parts, registers, bits): (u32, usize, u32),
    ) -> Lines {
        let columns = thread_lines(lines);
        let of_threads = columns.iter().fold(0, |all, column| all | column).count_ones();
        let tiles = module.body.operands(op).iter().filter_map(|&value| module.ty(value).tile());
        let sizes = tiles.map(|tile| u64::from(register_bits(tile.elem) / 8)).collect();
        let parts_of = |bits: u32| u64::from(parts) << bits.min(40);
        Lines { parts, whole: parts_of(bits), registers, of_register: parts_of(of_threads), sizes }
    }

    /// The offsets of the elements of each operand, for the given number of elements, and the total bytes.
    pub fn starts(&self, elements: u64) -> (Vec<u32>, u64) {
        let mut total = 0u64;
        let mut starts = Vec::new();
        for size in &self.sizes {
            starts.push(total.min(u32::MAX.into()) as u32);
            total += (elements * size).next_multiple_of(16);
        }
        (starts, total)
    }

    /// Bytes of the given number of elements.
    pub fn bytes(&self, elements: u64) -> u64 {
        self.starts(elements).1
    }

    /// If `room` is too small for all lines: the number of registers that are exchanged at once, and their bytes.
    pub fn within(&self, room: u64) -> Option<(usize, u64)> {
        let of = |count: usize| (count, self.bytes(self.of_register * count as u64));
        (1..=self.registers).rev().map(of).find(|&(_, bytes)| bytes <= room)
    }
}

/// Bits of an input whose elements differ along a dimension. Bits that only repeat elements are not among them.
pub fn along(layout: &RegisterLayout, input: Input, dim: usize) -> Vec<u32> {
    let (columns, free) = (layout.columns(input).iter().enumerate(), layout.free(input));
    let moves = |(bit, column): (usize, &u64)| layout.shape().at(*column, dim) != 0 && free >> bit & 1 == 0;
    columns.filter(|&part| moves(part)).map(|(bit, _)| bit as u32).collect()
}

/// The bits of a number of the thread's lines that each bit of a thread changes: threads have the same number where
/// they hold the same lines, and numbers begin at 0.
pub fn thread_lines(lines: &RegisterLayout) -> Vec<u64> {
    let inputs = [Input::Lane, Input::Warp].into_iter();
    let columns: Vec<u64> = inputs.flat_map(|input| lines.columns(input).iter().copied()).collect();
    let bits = columns.len() as u32;
    let map = LinearMap::new(columns, lines.shape().bits());
    let free = map.free();
    // The thread that holds the same elements, and whose free bits are zero.
    let first = map.inverse().after(&map);
    let kept: Vec<u32> = (0..bits).filter(|bit| free >> bit & 1 == 0).collect();
    let number = |thread: u64| {
        let set = kept.iter().enumerate().filter(|(_, bit)| thread >> **bit & 1 == 1);
        set.map(|(at, _)| 1 << at).sum()
    };
    first.columns().iter().map(|&thread| number(thread)).collect()
}

/// Bits of one input that follow each other along a line of a scan, lowest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScanGroup {
    /// Registers, lanes or warps.
    pub input: Input,
    /// Its bits.
    pub bits: Vec<u32>,
}

impl ScanGroup {
    /// The bits as a mask.
    pub fn mask(&self) -> u32 {
        self.bits.iter().map(|bit| 1 << bit).sum()
    }
}

/// The groups of a dimension; none if an input moves along two dimensions, or lanes are not in order.
pub fn scan_groups(layout: &RegisterLayout, dim: usize) -> Option<Vec<ScanGroup>> {
    let shape = layout.shape();
    let mut found: Vec<(u64, Input, u32)> = Vec::new();
    for input in [Input::Register, Input::Lane, Input::Warp] {
        let columns = layout.columns(input).iter().enumerate();
        for (bit, &column) in columns.filter(|(_, column)| shape.at(**column, dim) != 0) {
            if !column.is_power_of_two() || found.iter().any(|&(other, ..)| other == column) {
                return None;
            }
            found.push((column, input, bit as u32));
        }
    }
    found.sort_unstable_by_key(|&(column, ..)| column);
    let mut groups: Vec<ScanGroup> = Vec::new();
    for (_, input, bit) in found {
        match groups.last_mut() {
            Some(group) if group.input == input => group.bits.push(bit),
            _ => groups.push(ScanGroup { input, bits: vec![bit] }),
        }
    }
    let ordered = |group: &ScanGroup| group.bits.is_sorted();
    groups.iter().filter(|group| group.input != Input::Register).all(ordered).then_some(groups)
}

//! `tcgen05.mma`: the product of operands in shared and tensor memory, added to accumulators in tensor memory.
//!
//! One block computes alone, or a pair together: each block of a pair holds half of the rows of A and D and half of the columns
//! of B, at the same addresses. The position of a row and column of D (rows counted in the block, c the column of the address):
//!
//! | case | lane | column |
//! |---|---|---|
//! | M = 128, or 256 of a pair | row | c + column |
//! | M = 64 | row % 16 + 32 * (row / 16), from the address's lane on | c + column |
//! | M = 128 of a pair | row + 64 * (column / (N / 2)) | c + column % (N / 2) |
//! | `.ws`, M = 64 | row + 64 * (column / (N / 2)) | c + column % (N / 2) |
//! | `.ws`, M = 32 | row + 32 * (column / (N / 4)) | c + column % (N / 4) |
//!
//! The scales of row i are in lane `i % 32` and column `i / 32` from their address on, in the bytes that the instruction
//! descriptor names; hardware needs copies in the other lanes, which the emulator does not check.

mod accumulate;

use std::fmt;
use std::ops::Range;

use super::instruction::{Accumulator, Instruction, Kind, Side};
use super::operand::Major;
use super::order::Line;
use super::order::Order;
use super::panel;
use super::shared_operand::{Layout, Outside, Shared};
use super::tensor_memory::{LANES, Misuse, Part, TensorMemory, split};

/// The operands of a block.
#[derive(Debug)]
pub struct Member<'a> {
    /// Its shared memory.
    pub shared: Shared<'a>,
    /// Its tensor memory.
    pub tensor: &'a mut TensorMemory,
}

/// The memory that holds A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// In shared memory.
    Shared(Layout),
    /// In tensor memory, at an address.
    Tensor(u32),
}

/// A product, ready to be computed.
#[derive(Clone, Copy, Debug)]
pub struct Mma {
    /// The instruction descriptor.
    pub instruction: Instruction,
    /// The tensor address of D.
    pub d: u32,
    /// A.
    pub a: Source,
    /// B.
    pub b: Layout,
    /// D is added to; else it is overwritten.
    pub accumulates: bool,
    /// D is multiplied by 2 to minus this first.
    pub scale_d: u32,
    /// Lanes of D that are not written, a bit each.
    pub disabled: [u32; 8],
    /// Tensor addresses of the scales of A and B.
    pub scales: [u32; 2],
}

/// Why a product cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// An operand is outside of shared memory.
    Shared {
        /// Which.
        operand: &'static str,
        /// Rank of the block in the pair.
        member: usize,
        /// Where.
        outside: Outside,
    },
    /// An operand in tensor memory is wrong.
    Tensor {
        /// Which.
        operand: &'static str,
        /// Why.
        misuse: Misuse,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Shared { operand, outside, .. } => write!(
                f,
                "the descriptor of {operand} reaches shared address {:#x}, which is outside of the block's shared memory",
                outside.address
            ),
            Problem::Tensor { operand, misuse } => write!(f, "{operand}: {misuse}"),
        }
    }
}

/// The factors of eight rows or columns for each k, panel after panel.
enum Panels {
    Float(Vec<[f32; 8]>),
    Scaled(Vec<[f64; 8]>),
    Integer(Vec<[i32; 8]>),
}

impl Mma {
    /// Computes it in the blocks that take part: one, or both of a pair.
    pub fn execute(&self, members: &mut [Member<'_>]) -> Result<(), Problem> {
        self.check(members)?;
        let mut b_lines = Vec::new();
        // Each block of a pair holds a part of the columns of B, and every row needs all of them: B is read from all
        // blocks before the first one computes its rows.
        for (rank, member) in members.iter().enumerate() {
            let columns = self.instruction.n / members.len() as u32;
            self.shared_lines(rank, member, "B", (self.b, &self.instruction.b), columns, &mut b_lines)?;
        }
        let rows = self.instruction.m / members.len() as u32;
        for (rank, member) in members.iter_mut().enumerate() {
            let mut a_lines = Vec::new();
            match self.a {
                Source::Shared(layout) => {
                    let side = (layout, &self.instruction.a);
                    self.shared_lines(rank, member, "A", side, rows, &mut a_lines)?;
                }
                Source::Tensor(address) => self.tensor_lines(member, address, rows, &mut a_lines),
            }
            let [a, b] = [(&a_lines, &self.instruction.a, 0), (&b_lines, &self.instruction.b, 1)]
                .map(|(lines, side, index)| self.panels(member, lines, side, self.scales[index]));
            self.accumulate(rank, member, (&a, &b));
        }
        Ok(())
    }

    /// The bytes of shared memory that it reads in each of the given number of blocks.
    pub fn spans(&self, members: u32) -> Vec<(u32, u32)> {
        let side = |layout: Layout, side: &Side, rows: u32| {
            let major = if side.mn_major { Major::Mn } else { Major::K };
            match self.padding(side) {
                Some(bits) if major == Major::K => layout.padded_spans(0..rows, 2, bits),
                _ => layout.spans(0..rows, major, side.element.bits().div_ceil(8)),
            }
        };
        let mut spans = side(self.b, &self.instruction.b, self.instruction.n / members);
        if let Source::Shared(layout) = self.a {
            spans.extend(side(layout, &self.instruction.a, self.instruction.m / members));
        }
        spans
    }

    /// The parts of tensor memory that it reads in each of the given number of blocks, besides those of D.
    pub fn sources(&self, members: u32) -> Vec<Part> {
        let rows = self.instruction.m / members;
        let mut parts = Vec::new();
        if let Source::Tensor(address) = self.a {
            let (lane, column) = split(address);
            parts.extend(self.lanes(rows, lane).map(|lanes| Part { lanes, columns: column..column + 8 }));
        }
        if self.instruction.form.parts > 0 {
            for (address, count) in self.scales.into_iter().zip([rows, self.instruction.n]) {
                let column = split(address).1;
                // Hardware reads each quarter of the lanes.
                parts.push(Part { lanes: 0..LANES, columns: column..column + count.div_ceil(32) });
            }
        }
        parts
    }

    /// The parts of tensor memory that hold D in each of the given number of blocks.
    pub fn sums(&self, members: u32) -> Vec<Part> {
        let rows = self.instruction.m / members;
        let (lane, column) = split(self.d);
        let spread = self.spread(members as usize);
        let columns = column..column + self.instruction.n / spread;
        if spread > 1 {
            return vec![Part { lanes: lane..lane + rows * spread, columns }];
        }
        self.lanes(rows, lane).map(|lanes| Part { lanes, columns: columns.clone() }).collect()
    }

    /// The lanes of the given number of rows: 64 are in the first half of each 32.
    fn lanes(&self, rows: u32, lane: u32) -> impl Iterator<Item = Range<u32>> + use<> {
        let halves = rows == 64 && self.instruction.form.group == 1 && !self.instruction.form.ws;
        let (count, step) = if halves { (4, 16) } else { (1, rows) };
        (0..count).map(move |index| lane + 32 * index..lane + 32 * index + step)
    }

    /// Everything in tensor memory is allocated and begins where it may.
    fn check(&self, members: &[Member<'_>]) -> Result<(), Problem> {
        let tensor = |operand| move |misuse| Problem::Tensor { operand, misuse };
        let rows = self.instruction.m / members.len() as u32;
        for member in members {
            let memory = &*member.tensor;
            self.lane_of(self.d, rows).map_err(tensor("D"))?;
            let spread = self.spread(members.len());
            memory.check(self.d, self.instruction.n / spread).map_err(tensor("D"))?;
            if let Source::Tensor(address) = self.a {
                self.lane_of(address, rows).map_err(tensor("A"))?;
                // A row of A is 32 bytes: eight columns.
                memory.check(address, 8).map_err(tensor("A"))?;
            }
            if self.instruction.form.parts > 0 {
                memory.check(self.scales[0], rows.div_ceil(32)).map_err(tensor("the scales of A"))?;
                let columns = self.instruction.n.div_ceil(32);
                memory.check(self.scales[1], columns).map_err(tensor("the scales of B"))?;
            }
        }
        Ok(())
    }

    /// The lane that rows begin in: 0, or 16 of 64 rows.
    fn lane_of(&self, address: u32, rows: u32) -> Result<u32, Misuse> {
        let (lane, _) = split(address);
        let second =
            (rows == 64 && self.instruction.form.group == 1 && !self.instruction.form.ws).then_some(16);
        if lane == 0 || Some(lane) == second {
            Ok(lane)
        } else {
            Err(Misuse::Lane { lane, wanted: 0, or: second })
        }
    }

    /// The number of parts into which the columns of D are divided, each in lanes of its own.
    fn spread(&self, members: usize) -> u32 {
        match (self.instruction.form.ws, self.instruction.m / members as u32, members) {
            (true, 32, _) => 4,
            (true, 64, _) | (false, 64, 2) => 2,
            _ => 1,
        }
    }

    /// Lane and column of an accumulator, the row counted in its block.
    fn place(&self, rows: u32, row: u32, column: u32) -> (u32, u32) {
        let (lane, first) = split(self.d);
        let spread = self.spread(self.instruction.form.group as usize);
        let part = self.instruction.n / spread;
        let row = if rows == 64 && spread == 1 { row % 16 + 32 * (row / 16) } else { row };
        (lane + row + rows * (column / part), first + column % part)
    }

    /// Bits of an element of an operand in shared memory that has padding after every 16 of them.
    fn padding(&self, side: &Side) -> Option<u32> {
        let bits = side.element.bits();
        (bits < 8 && matches!(self.instruction.form.kind, Kind::F8f6f4 | Kind::Mxf8f6f4)).then_some(bits)
    }

    fn shared_lines(
        &self,
        rank: usize,
        member: &Member<'_>,
        operand: &'static str,
        (layout, side): (Layout, &Side),
        rows: u32,
        lines: &mut Vec<[Line; 8]>,
    ) -> Result<(), Problem> {
        let bits = side.element.bits();
        for first in (0..rows).step_by(8) {
            let mut panel = [[0; 8]; 8];
            let found = if side.mn_major {
                layout.columns(member.shared, first, bits / 8, &mut panel)
            } else if self.padding(side).is_some() {
                layout.padded_rows(member.shared, first, bits, &mut panel)
            } else {
                layout.rows(member.shared, first, Order::Natural, &mut panel)
            };
            found.map_err(|outside| Problem::Shared { operand, member: rank, outside })?;
            lines.push(panel);
        }
        Ok(())
    }

    fn tensor_lines(&self, member: &Member<'_>, address: u32, rows: u32, lines: &mut Vec<[Line; 8]>) {
        let (base, column) = split(address);
        let interleaved = rows == 64 && self.instruction.form.group == 1 && !self.instruction.form.ws;
        for first in (0..rows).step_by(8) {
            lines.push(std::array::from_fn(|word| {
                std::array::from_fn(|row| {
                    let row = first + row as u32;
                    let lane = if interleaved { row % 16 + 32 * (row / 16) } else { row };
                    member.tensor.word(base + lane, column + word as u32)
                })
            }));
        }
    }

    fn panels(&self, member: &Member<'_>, lines: &[[Line; 8]], side: &Side, scales: u32) -> Panels {
        let packing = self.instruction.form.packing(side.element);
        let depth = self.instruction.k as usize;
        let flat = lines.as_flattened();
        if matches!(self.instruction.sum, Accumulator::Wrapping | Accumulator::Saturating) {
            let mut values = vec![[0; 8]; lines.len() * depth];
            panel::integers(packing, flat, &mut values);
            return Panels::Integer(values);
        }
        let mut values = vec![[0.0; 8]; lines.len() * depth];
        panel::floats(packing, flat, &mut values);
        // Before scaling, since a sign is exact in any format.
        if side.negated {
            values.as_flattened_mut().iter_mut().for_each(|value| *value = -*value);
        }
        if self.instruction.form.parts == 0 {
            return Panels::Float(values);
        }
        // In f64, where the product of an element and its scale is exact.
        let scaled = values.iter().enumerate().map(|(index, line)| {
            let (panel, k) = (index / depth, index % depth);
            std::array::from_fn(|row| {
                let scale = self.scale(member, scales, side, (panel * 8 + row) as u32, k as u32);
                f64::from(line[row]) * scale
            })
        });
        Panels::Scaled(scaled.collect())
    }

    fn scale(&self, member: &Member<'_>, address: u32, side: &Side, row: u32, k: u32) -> f64 {
        let word = member.tensor.word(row % 32, split(address).1 + row / 32);
        let byte = side.scale_byte + k * self.instruction.form.parts / self.instruction.k;
        self.instruction.scale.value(word.to_le_bytes()[byte as usize & 3])
    }
}

#[cfg(test)]
mod tests;

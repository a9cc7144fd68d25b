//! `wgmma.mma_async`: 64 rows by four warps, A in registers or shared memory, B in shared memory.
//!
//! Warp w of the four holds rows 16w to 16w + 15, its accumulators as those of `mma` with 16 rows side by side: registers 4j
//! to 4j + 3 (of f16: 2j and 2j + 1) are columns 8j to 8j + 7.

use ptx::Modifier;

use super::element::{Element, Packing};
use super::form;
use super::fragment;
use super::mma::Sum;
use super::operand::{Major, Operand, Values};
use super::order::Order;
use super::product;
use super::shared_operand::{Layout, Outside, Shared};
use super::{Row, element};

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wgmma {
    /// Columns of B.
    pub columns: usize,
    /// Columns of A.
    pub depth: usize,
    /// Elements of A.
    pub a: Packing,
    /// Elements of B.
    pub b: Packing,
    /// Accumulators.
    pub sum: Sum,
}

/// An instruction with its descriptors: the same in all four warps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issued {
    /// The instruction.
    pub form: Wgmma,
    /// A in shared memory; `None` when the warps have it in registers.
    pub a: Option<(Layout, Major)>,
    /// B.
    pub b: (Layout, Major),
    /// Values of A and of B change their sign.
    pub negate: (bool, bool),
}

/// The operands that were read from shared memory.
#[derive(Clone, Debug)]
pub struct Operands {
    a: Option<Operand>,
    b: Operand,
}

/// The accumulators of a warp, in the order of the instruction.
pub trait Accumulators {
    /// A register.
    fn get(&self, index: usize) -> &Row;

    /// Writes a register.
    fn set(&mut self, index: usize, row: &Row);

    /// Two registers, to be changed; `None` if they are one.
    fn pair(&mut self, first: usize) -> Option<[&mut Row; 2]>;
}

/// The instruction of the words of a `wgmma.mma_async`; `None` if it has not the words of one.
pub fn wgmma(words: &[Modifier]) -> Option<Wgmma> {
    let (_, n, k) = words.iter().find_map(|word| word.shape())?;
    let types: Vec<Modifier> = words.iter().copied().filter(|&word| form::is_type(word)).collect();
    let (&d, a, b) = (types.first()?, types.get(1)?, types.get(2)?);
    let (a, b) = (Element::named(a.text())?.dense(), Element::named(b.text())?.dense());
    Some(Wgmma { columns: n as usize, depth: k as usize, a, b, sum: form::sum(d, words)? })
}

impl Wgmma {
    /// Registers of the accumulators.
    pub fn d_registers(&self) -> usize {
        self.columns / if self.sum == Sum::F16 { 4 } else { 2 }
    }
}

impl Issued {
    /// Reads the operands that are in shared memory.
    pub fn read(&self, shared: Shared<'_>) -> Result<Operands, Outside> {
        let Wgmma { columns, a: a_packing, b: b_packing, .. } = self.form;
        let b = Operand::of_shared(self.b, b_packing, columns, Order::EvenFirst, shared)?;
        let a = self.a.map(|a| Operand::of_shared(a, a_packing, 64, Order::Natural, shared));
        let a = a.transpose()?.map(|a| signed(a, self.negate.0));
        Ok(Operands { a, b: signed(b, self.negate.1) })
    }

    /// The bytes of shared memory that one of the four warps needs: its rows of A, and all of B.
    pub fn spans(&self, warp: u32) -> Vec<(u32, u32)> {
        let Wgmma { columns, a: a_packing, b: b_packing, .. } = self.form;
        let (b, major) = self.b;
        let mut spans = b.spans(0..columns as u32, major, b_packing.pitch.div_ceil(8));
        if let Some((a, major)) = self.a {
            spans.extend(a.spans(16 * warp..16 * warp + 16, major, a_packing.pitch.div_ceil(8)));
        }
        spans
    }

    /// Computes the rows of one of the four warps, of which `registers` hold A where it is not in shared memory. Without
    /// `add` the accumulators are not read.
    pub fn accumulate(
        &self,
        operands: &Operands,
        warp: usize,
        registers: &[Row; 4],
        add: bool,
        sums: &mut impl Accumulators,
    ) {
        let in_registers;
        let (a, panel) = match &operands.a {
            // Each warp has 16 rows: two panels of eight.
            Some(a) => (a, 2 * warp),
            None => {
                in_registers = signed(Operand::of_registers(self.form.a, registers), self.negate.0);
                (&in_registers, 0)
            }
        };
        if let (Values::Floats(a_values), Values::Floats(b_values), false) =
            (&a.values, &operands.b.values, self.form.sum == Sum::F16)
        {
            let depth = operands.b.depth;
            let (rows, columns) =
                (&a_values[panel * depth..(panel + 2) * depth], b_values.chunks_exact(depth));
            for (columns, first) in columns.zip((0..).step_by(4)) {
                for (rows, first) in rows.chunks_exact(depth).zip([first, first + 2]) {
                    // Accumulators that are registers side by side are updated in place; others are copied out and in.
                    match sums.pair(first) {
                        Some(registers) => product::f32_registers(rows, columns, add, registers),
                        None => {
                            self.words((a, panel + first / 2 % 2), (&operands.b, first / 4), add, first, sums)
                        }
                    }
                }
            }
            return;
        }
        for b_panel in 0..self.form.columns / 8 {
            for half in 0..2 {
                if self.form.sum == Sum::F16 {
                    self.halves((a, panel + half), (&operands.b, b_panel), add, 2 * b_panel + half, sums);
                } else {
                    let first = 4 * b_panel + 2 * half;
                    self.words((a, panel + half), (&operands.b, b_panel), add, first, sums);
                }
            }
        }
    }

    /// Eight by eight sums in two registers.
    fn words(
        &self,
        a: (&Operand, usize),
        b: (&Operand, usize),
        add: bool,
        first: usize,
        sums: &mut impl Accumulators,
    ) {
        let mut block = [[0; 8]; 8];
        if add {
            block = fragment::block([sums.get(first), sums.get(first + 1)], |bits| bits);
        }
        a.0.multiply(a.1, b.0, b.1, self.form.sum, &mut block);
        let mut rows = [[0; 32]; 2];
        let [low, high] = &mut rows;
        fragment::unblock(&block, [low, high], |bits| bits);
        sums.set(first, &rows[0]);
        sums.set(first + 1, &rows[1]);
    }

    /// Eight by eight f16 sums in one register.
    fn halves(
        &self,
        a: (&Operand, usize),
        b: (&Operand, usize),
        add: bool,
        register: usize,
        sums: &mut impl Accumulators,
    ) {
        let mut block = [[0; 8]; 8];
        if add {
            let pairs = sums.get(register);
            block =
                fragment::block([&pairs.map(|pair| pair & 0xffff), &pairs.map(|pair| pair >> 16)], |bits| {
                    bits
                });
        }
        a.0.multiply(a.1, b.0, b.1, self.form.sum, &mut block);
        let mut row = [0; 32];
        fragment::unblock_f16(&block.map(|row| row.map(element::f16)), &mut row);
        sums.set(register, &row);
    }
}

fn signed(operand: Operand, negate: bool) -> Operand {
    if negate { operand.negated() } else { operand }
}

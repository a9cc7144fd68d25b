//! `wgmma.mma_async`: 64 rows by four warps, A in registers or shared memory, B in shared memory.
//!
//! Warp w of the four holds rows 16w to 16w + 15, its accumulators as those of `mma` with 16 rows side by side: registers 4j
//! to 4j + 3 (of f16: 2j and 2j + 1) are columns 8j to 8j + 7.

use ptx::Word;

use super::element::{Element, Packing};
use super::form;
use super::fragment::{self, Order};
use super::mma::Sum;
use super::operand::{Major, Operand};
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

/// Where A is.
#[derive(Clone, Debug)]
pub enum Lhs {
    /// In shared memory.
    Shared(Layout, Major),
    /// In four registers of each warp.
    Registers(Box<[[Row; 4]; 4]>),
}

/// An instruction with its operands, as they were when it was issued.
#[derive(Clone, Debug)]
pub struct Issued {
    /// The instruction.
    pub form: Wgmma,
    /// A.
    pub a: Lhs,
    /// B.
    pub b: (Layout, Major),
    /// The accumulators are added to; else they are not read.
    pub add: bool,
    /// Values of A and of B change their sign.
    pub negate: (bool, bool),
}

/// The instruction of the words of a `wgmma.mma_async`; `None` if it has not the words of one.
pub fn wgmma(words: &[Word]) -> Option<Wgmma> {
    let (_, n, k) = words.iter().find_map(|word| word.shape())?;
    let types: Vec<Word> = words.iter().copied().filter(|&word| form::is_type(word)).collect();
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
    /// Performs the instruction on the registers of four warps, of which `d` names the accumulators. When an operand lies
    /// outside of shared memory, nothing is written.
    ///
    /// # Panics
    ///
    /// If there are fewer registers than the shape needs.
    pub fn perform(&self, shared: Shared<'_>, mut files: [&mut [Row]; 4], d: &[u32]) -> Result<(), Outside> {
        let Wgmma { columns, a: a_packing, b: b_packing, .. } = self.form;
        let signed = |operand: Operand, negate: bool| if negate { operand.negated() } else { operand };
        let b = Operand::of_shared(self.b, b_packing, columns, Order::EvenFirst, shared)?;
        let b = signed(b, self.negate.1);
        match &self.a {
            Lhs::Shared(layout, major) => {
                let a = Operand::of_shared((*layout, *major), a_packing, 64, Order::Natural, shared)?;
                let a = signed(a, self.negate.0);
                for (warp, file) in files.iter_mut().enumerate() {
                    self.accumulate(&a, 2 * warp, &b, file, d);
                }
            }
            Lhs::Registers(registers) => {
                for (registers, file) in registers.iter().zip(&mut files) {
                    let a = signed(Operand::of_registers(a_packing, registers), self.negate.0);
                    self.accumulate(&a, 0, &b, file, d);
                }
            }
        }
        Ok(())
    }

    /// The two panels of a warp's rows by all of B.
    fn accumulate(&self, a: &Operand, a_panel: usize, b: &Operand, file: &mut [Row], d: &[u32]) {
        let sum = self.form.sum;
        for b_panel in 0..self.form.columns / 8 {
            for half in 0..2 {
                let mut sums = [[0; 8]; 8];
                if sum == Sum::F16 {
                    let register = &mut file[d[2 * b_panel + half] as usize];
                    if self.add {
                        let halves = [&register.map(|pair| pair & 0xffff), &register.map(|pair| pair >> 16)];
                        sums = fragment::block(halves, |bits| bits);
                    }
                    a.multiply(a_panel + half, b, b_panel, sum, &mut sums);
                    fragment::unblock_f16(&sums.map(|row| row.map(element::f16)), register);
                } else {
                    let pair = [d[4 * b_panel + 2 * half] as usize, d[4 * b_panel + 2 * half + 1] as usize];
                    if self.add {
                        sums = fragment::block(pair.map(|register| &file[register]), |bits| bits);
                    }
                    a.multiply(a_panel + half, b, b_panel, sum, &mut sums);
                    let mut rows = [[0; 32]; 2];
                    let [first, second] = &mut rows;
                    fragment::unblock(&sums, [first, second], |bits| bits);
                    [file[pair[0]], file[pair[1]]] = rows;
                }
            }
        }
    }
}

//! `mma.sync` with 32-bit registers, without scales: floats, integers and bits.
//!
//! Shapes have 8 or 16 rows and 8 columns. The older `m8n8k4` of f16 is in [`super::volta`], f64 in [`super::mma_f64`],
//! scales in [`super::scaled`].

use super::Row;
use super::element::Packing;
use super::fragment::{self, Order};
use super::panel::{self, Line};
use super::product::{self, BitOp, Block, Panel};

/// What the accumulators are, and how they are added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sum {
    /// f32.
    F32,
    /// f16, two in a register.
    F16,
    /// 32-bit integers, modulo 2^32.
    Wrapping,
    /// 32-bit integers, clamped.
    Saturating,
    /// 32-bit counts of bits.
    Bits(BitOp),
}

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mma {
    /// Rows of A: 8 or 16.
    pub rows: usize,
    /// Columns of A.
    pub depth: usize,
    /// Elements of A.
    pub a: Packing,
    /// Elements of B.
    pub b: Packing,
    /// Accumulators.
    pub sum: Sum,
}

/// The most lines of a panel in registers: four for each of two registers.
const LINES: usize = 8;
/// The largest depth in elements that are unpacked.
const DEPTH: usize = 64;
/// The largest depth of [`Factors`]: that of floats of 16 bits.
const SHALLOW: usize = 16;

/// The values of A and B, where they are floats and not deep.
#[derive(Debug)]
pub struct Factors {
    /// By halves of eight rows.
    a: [[[f32; 8]; SHALLOW]; 2],
    b: [[f32; 8]; SHALLOW],
    depth: usize,
}

impl Factors {
    /// `registers += a * b` of eight rows of A: the two registers of a half of the accumulators.
    pub fn accumulate(&self, half: usize, registers: [&mut Row; 2]) {
        product::f32_registers(&self.a[half][..self.depth], &self.b[..self.depth], true, registers);
    }
}

impl Mma {
    /// Registers of A.
    pub fn a_registers(&self) -> usize {
        self.rows / 8 * self.b_registers()
    }

    /// Registers of B.
    pub fn b_registers(&self) -> usize {
        self.depth / (4 * self.b.per_word())
    }

    /// Registers of the accumulators.
    pub fn c_registers(&self) -> usize {
        self.rows / 8 * if self.sum == Sum::F16 { 1 } else { 2 }
    }

    /// The values of A and B, with which accumulators can be changed where they are; `None` for what is deeper, and for
    /// sums that are not of f32.
    ///
    /// # Panics
    ///
    /// If the registers are fewer than the shape needs.
    pub fn factors(&self, a: &[&Row], b: &[&Row]) -> Option<Factors> {
        if self.sum != Sum::F32 || self.depth > SHALLOW {
            return None;
        }
        let (count, halves) = (self.b_registers() * 4, self.rows / 8);
        let mut lines = [[0; 8]; LINES];
        let lines = &mut lines[..count];
        let mut factors = Factors { a: [[[0.0; 8]; SHALLOW]; 2], b: [[0.0; 8]; SHALLOW], depth: self.depth };
        fragment::lines(b.iter().copied(), Order::EvenFirst, lines);
        panel::floats(self.b, lines, &mut factors.b[..self.depth]);
        for (half, values) in factors.a.iter_mut().enumerate().take(halves) {
            fragment::lines(a.iter().skip(half).step_by(halves).copied(), Order::Natural, lines);
            panel::floats(self.a, lines, &mut values[..self.depth]);
        }
        Some(factors)
    }

    /// `d = a * b + c`.
    ///
    /// # Panics
    ///
    /// If the registers are fewer than the shape needs.
    pub fn execute(&self, a: &[&Row], b: &[&Row], c: &[&Row], d: &mut [Row]) {
        let lines = self.b_registers() * 4;
        let mut b_lines = [[0; 8]; LINES];
        let b_lines = &mut b_lines[..lines];
        fragment::lines(b.iter().copied(), Order::EvenFirst, b_lines);
        let halves = self.rows / 8;
        let mut a_lines = [[[0; 8]; LINES]; 2];
        for (half, a_lines) in a_lines.iter_mut().enumerate().take(halves) {
            let registers = a.iter().skip(half).step_by(halves).copied();
            fragment::lines(registers, Order::Natural, &mut a_lines[..lines]);
        }
        let a_lines = a_lines.iter().take(halves).map(|a_lines| &a_lines[..lines]);
        match self.sum {
            Sum::F32 | Sum::F16 => self.floats(a_lines, b_lines, c, d),
            Sum::Wrapping => self.integers(a_lines, b_lines, product::wrapping, c, d),
            Sum::Saturating => self.integers(a_lines, b_lines, product::saturating, c, d),
            Sum::Bits(op) => {
                for (half, a_lines) in a_lines.enumerate() {
                    on_integers(half, c, d, |sums| product::bits(a_lines, b_lines, op, sums));
                }
            }
        }
    }

    fn floats<'a>(&self, a: impl Iterator<Item = &'a [Line]>, b: &[Line], c: &[&Row], d: &mut [Row]) {
        let (mut a_values, mut b_values) = ([[0.0; 8]; DEPTH], [[0.0; 8]; DEPTH]);
        let (a_values, b_values) = (&mut a_values[..self.depth], &mut b_values[..self.depth]);
        panel::floats(self.b, b, b_values);
        for (half, a) in a.enumerate() {
            panel::floats(self.a, a, a_values);
            if self.sum == Sum::F16 {
                let mut sums = fragment::block_f16(c[half]);
                product::f32(a_values, b_values, &mut sums);
                fragment::unblock_f16(&sums, &mut d[half]);
            } else {
                let [even, odd] = pair(d, half);
                (*even, *odd) = (*c[2 * half], *c[2 * half + 1]);
                product::f32_registers(a_values, b_values, true, [even, odd]);
            }
        }
    }

    fn integers<'a>(
        &self,
        a: impl Iterator<Item = &'a [Line]>,
        b: &[Line],
        multiply: fn(&Panel<i32>, &Panel<i32>, &mut Block<i32>),
        c: &[&Row],
        d: &mut [Row],
    ) {
        let (mut a_values, mut b_values) = ([[0; 8]; DEPTH], [[0; 8]; DEPTH]);
        let (a_values, b_values) = (&mut a_values[..self.depth], &mut b_values[..self.depth]);
        panel::integers(self.b, b, b_values);
        for (half, a) in a.enumerate() {
            panel::integers(self.a, a, a_values);
            on_integers(half, c, d, |sums| multiply(a_values, b_values, sums));
        }
    }
}

fn on_integers(half: usize, c: &[&Row], d: &mut [Row], multiply: impl FnOnce(&mut Block<i32>)) {
    let mut sums = fragment::block([c[2 * half], c[2 * half + 1]], u32::cast_signed);
    multiply(&mut sums);
    fragment::unblock(&sums, pair(d, half), i32::cast_unsigned);
}

/// The two registers of eight rows.
fn pair(d: &mut [Row], half: usize) -> [&mut Row; 2] {
    let [first, second] = &mut d[2 * half..2 * half + 2] else { unreachable!("two rows are two") };
    [first, second]
}

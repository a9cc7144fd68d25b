//! `mma.sync.m8n8k4` of f16: four independent products, each by eight lanes.
//!
//! Product p is of lanes `4p..4p + 4` and the same plus 16. With `i` an element of a lane and `h` 1 in the upper lanes:
//! a lane of A by rows holds row `lane % 4 + 4h`, k = i, by columns rows `i + 4h`, k = `lane % 4`; B likewise with
//! columns for rows and its layouts the other way round. An f16 accumulator is row `lane % 4 + 4h`, column i; an f32 one is row
//! `lane % 2 + i / 2 % 2 * 2 + 4h`, column `i / 4 * 4 + lane / 2 % 2 * 2 + i % 2`.

use super::Row;
use super::element;
use super::product::{self, Block, Panel};

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Volta {
    /// A lane of A holds a row.
    pub a_by_rows: bool,
    /// A lane of B holds a row.
    pub b_by_rows: bool,
    /// The sum that comes in is f32.
    pub c_f32: bool,
    /// The sum that goes out is f32.
    pub d_f32: bool,
}

impl Volta {
    /// `d = a * b + c`.
    ///
    /// # Panics
    ///
    /// If the registers are fewer than the types need.
    pub fn execute(&self, a: &[&Row], b: &[&Row], c: &[&Row], d: &mut [Row]) {
        for p in 0..4 {
            let mut sums: Block<f32> = [[0.0; 8]; 8];
            accumulators(p, self.c_f32, |lane, i, row, column| {
                sums[row][column] =
                    if self.c_f32 { f32::from_bits(c[i][lane]) } else { element::f16(half(c, lane, i)) };
            });
            // The columns of B are held as the rows of A are, with the layouts' names exchanged.
            product::f32(&factors(p, self.a_by_rows, a), &factors(p, !self.b_by_rows, b), &mut sums);
            accumulators(p, self.d_f32, |lane, i, row, column| {
                let sum = sums[row][column];
                if self.d_f32 {
                    d[i][lane] = element::to_f32(sum);
                } else {
                    let (word, shift) = (&mut d[i / 2][lane], i % 2 * 16);
                    *word = *word & !(0xffff << shift) | element::to_f16(sum) << shift;
                }
            });
        }
    }
}

/// Element i of a lane, of pairs.
fn half(registers: &[&Row], lane: usize, i: usize) -> u32 {
    registers[i / 2][lane] >> (i % 2 * 16) & 0xffff
}

/// The lanes of a product, each with its place among the eight.
fn lanes(p: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..8).map(move |index| (4 * p + index % 4 + index / 4 * 16, index))
}

fn factors(p: usize, by_rows: bool, registers: &[&Row]) -> [[f32; 8]; 4] {
    let mut panel = [[0.0; 8]; 4];
    for (lane, index) in lanes(p) {
        for i in 0..4 {
            let (row, k) = if by_rows { (index, i) } else { (i + index / 4 * 4, index % 4) };
            let panel: &mut Panel<f32> = &mut panel;
            panel[k][row] = element::f16(half(registers, lane, i));
        }
    }
    panel
}

/// Calls with lane, element, row and column of every accumulator.
fn accumulators(p: usize, f32: bool, mut visit: impl FnMut(usize, usize, usize, usize)) {
    for (lane, index) in lanes(p) {
        for i in 0..8 {
            if f32 {
                let row = index % 2 + i / 2 % 2 * 2 + index / 4 * 4;
                visit(lane, i, row, i / 4 * 4 + index / 2 % 2 * 2 + i % 2);
            } else {
                visit(lane, i, index, i);
            }
        }
    }
}

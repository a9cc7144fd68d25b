//! `mma.sync` of f64: shapes of 8 or 16 rows, 8 columns, and a depth of 4, 8 or 16.

use numerics::Rounding;

use super::Row64;
use super::fragment;
use super::order::Order;
use super::product;

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MmaF64 {
    /// Rows of A: 8 or 16.
    pub rows: usize,
    /// Columns of A.
    pub depth: usize,
    /// How every step is rounded.
    pub rounding: Rounding,
}

impl MmaF64 {
    /// `d = a * b + c`.
    ///
    /// # Panics
    ///
    /// If the registers are fewer than the shape needs.
    pub fn execute(&self, a: &[&Row64], b: &[&Row64], c: &[&Row64], d: &mut [Row64]) {
        let halves = self.rows / 8;
        let b = panel(b.iter().copied(), Order::EvenFirst);
        for half in 0..halves {
            let a = panel(a.iter().skip(half).step_by(halves).copied(), Order::Natural);
            let mut sums = fragment::block([c[2 * half], c[2 * half + 1]], f64::from_bits);
            product::f64(&a[..self.depth], &b[..self.depth], self.rounding, &mut sums);
            let [first, second] = &mut d[2 * half..2 * half + 2] else { unreachable!("two rows are two") };
            fragment::unblock(&sums, [first, second], bits);
        }
    }
}

fn panel<'a>(registers: impl Iterator<Item = &'a Row64>, order: Order) -> [[f64; 8]; 16] {
    let mut lines = [[0; 8]; 16];
    fragment::lines_64(registers, order, &mut lines);
    lines.map(|line| line.map(f64::from_bits))
}

/// The bits of an f64, NaN made canonical.
pub(super) fn bits(value: f64) -> u64 {
    if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() }
}

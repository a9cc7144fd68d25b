//! `mma.sync` with block scales: `mxf8f6f4`, `mxf4`, `mxf4nvf4`, with 16 rows and 8 columns.
//!
//! A row of A and a column of B have one scale for each of 1, 2 or 4 equal parts of k, in adjacent bytes of a register. With `g
//! = lane / 4`, the scales of row g of A are in lane `4g + 2 * thread`, those of row `g + 8` in the next lane, and those of
//! column g of B in lane `4g + thread`. The selectors give the thread and the first byte.

use super::Row;
use super::element::{self, Packing};
use super::fragment;
use super::order::Order;
use super::panel;
use super::product;

/// The format of a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScaleFormat {
    /// A power of two.
    Ue8m0,
    /// e4m3 without its sign.
    Ue4m3,
}

impl ScaleFormat {
    /// The value of a byte.
    pub fn value(self, byte: u8) -> f64 {
        match self {
            ScaleFormat::Ue8m0 => element::ue8m0(byte),
            ScaleFormat::Ue4m3 => f64::from(element::e4m3(u32::from(byte & 0x7f))),
        }
    }
}

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scaled {
    /// Columns of A.
    pub depth: usize,
    /// Elements of A.
    pub a: Packing,
    /// Elements of B.
    pub b: Packing,
    /// Scales of a row: 1, 2 or 4.
    pub parts: usize,
    /// Their format.
    pub scale: ScaleFormat,
}

/// Scales of an operand: a register, and where in it they are.
#[derive(Clone, Copy, Debug)]
pub struct Scales<'a> {
    /// The register.
    pub register: &'a Row,
    /// The first byte.
    pub byte: usize,
    /// The thread: 0 or 1 for A, 0 to 3 for B.
    pub thread: usize,
}

/// The greatest k of a shape: that of 4-bit elements.
const DEPTH: usize = 64;

impl Scaled {
    /// Is a selector allowed? `threads` is 2 for A and 4 for B.
    pub fn selects(&self, byte: u32, thread: u32, threads: u32) -> bool {
        byte < 4 && byte.is_multiple_of(self.parts as u32) && thread < threads
    }

    /// `d = (a * its scales) * (b * its scales) + c`.
    ///
    /// # Panics
    ///
    /// If the registers are fewer than the shape needs, or a selector is not allowed.
    pub fn execute(&self, ab: [(&[&Row], Scales<'_>); 2], c: &[&Row], d: &mut [Row]) {
        let [(a, a_scales), (b, b_scales)] = ab;
        let b_lane = |g: usize| 4 * g + b_scales.thread;
        let b_values = self.values(self.b, b.iter().copied(), Order::EvenFirst, b_scales, b_lane);
        for half in 0..2 {
            let a_lane = |g: usize| 4 * g + 2 * a_scales.thread + half;
            let registers = a.iter().skip(half).step_by(2).copied();
            let a_values = self.values(self.a, registers, Order::Natural, a_scales, a_lane);
            let mut sums = fragment::block([c[2 * half], c[2 * half + 1]], f32::from_bits);
            product::scaled(&a_values[..self.depth], &b_values[..self.depth], &mut sums);
            let [first, second] = &mut d[2 * half..2 * half + 2] else { unreachable!("two rows are two") };
            fragment::unblock(&sums, [first, second], element::to_f32);
        }
    }

    /// A panel of elements times their scales.
    fn values<'a>(
        &self,
        packing: Packing,
        registers: impl Iterator<Item = &'a Row>,
        order: Order,
        scales: Scales<'_>,
        lane: impl Fn(usize) -> usize,
    ) -> [[f64; 8]; DEPTH] {
        let mut lines = [[0; 8]; 8];
        fragment::lines(registers, order, &mut lines);
        let (mut values, mut scaled) = ([[0.0; 8]; DEPTH], [[0.0; 8]; DEPTH]);
        panel::floats(packing, &lines, &mut values);
        for g in 0..8 {
            let bytes = scales.register[lane(g)].to_le_bytes();
            let place = order.place(g);
            for k in 0..self.depth {
                // A row has `parts` scales in adjacent bytes, each for an equal part of k.
                let byte = bytes[scales.byte + k * self.parts / self.depth];
                scaled[k][place] = f64::from(values[k][place]) * self.scale.value(byte);
            }
        }
        scaled
    }
}

//! `mma.sync` with 32-bit registers, without scales: floats, integers and bits.
//!
//! Shapes have 8 or 16 rows and 8 columns. The older `m8n8k4` of f16 is in [`super::volta`], f64 in [`super::mma_f64`],
//! scales in [`super::scaled`].

#![allow(
    unsafe_code,
    reason = "functions of an instruction set are called here, after a look at the processor"
)]

use super::Row;
#[cfg(target_arch = "x86_64")]
use super::avx2::{self, Kind};
use super::element::{Element, Packing};
use super::fragment;
use super::order::Line;
use super::order::Order;
use super::panel;
use super::product::{self, BitOp, Block, Panel};

/// The type of the accumulators, and the order of additions.
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

    /// `d = a * b + c`.
    ///
    /// # Panics
    ///
    /// If the registers are fewer than the shape needs.
    pub fn execute(&self, a: &[&Row], b: &[&Row], c: &[&Row], d: &mut [Row]) {
        #[cfg(target_arch = "x86_64")]
        if self.by_registers(a, b, c, d) {
            return;
        }
        self.by_panels(a, b, c, d);
    }

    /// The same where the processor has a kernel for it; false where it has none.
    #[cfg(target_arch = "x86_64")]
    fn by_registers(&self, a: &[&Row], b: &[&Row], c: &[&Row], d: &mut [Row]) -> bool {
        let kind = match self.a.element {
            Element::F16 => Kind::F16,
            Element::Bf16 => Kind::Bf16,
            Element::Tf32 => Kind::Tf32,
            Element::F64
            | Element::E4m3
            | Element::E5m2
            | Element::E3m2
            | Element::E2m3
            | Element::E2m1
            | Element::U8
            | Element::S8
            | Element::U4
            | Element::S4
            | Element::B1 => return false,
        };
        let (Some((c, _)), Some((d, _))) = (c.split_first_chunk(), d.split_first_chunk_mut()) else {
            return false;
        };
        if self.sum != Sum::F32 || self.rows != 16 || self.a != self.b || !avx2::available() {
            return false;
        }
        let (a, b) = (&a[..self.a_registers()], &b[..self.b_registers()]);
        if let Ok(b) = b.try_into() {
            // SAFETY: the processor has just been looked at.
            unsafe { avx2::multiply_registers::<2>(kind, a, b, c, d) };
            return true;
        }
        let Ok(b) = b.try_into() else { return false };
        // SAFETY: the processor has just been looked at.
        unsafe { avx2::multiply_registers::<1>(kind, a, b, c, d) };
        true
    }

    fn by_panels(&self, a: &[&Row], b: &[&Row], c: &[&Row], d: &mut [Row]) {
        let lines = self.b_registers() * 4;
        let mut b_lines = [[0; 8]; LINES];
        let b_lines = &mut b_lines[..lines];
        // Even columns first: accumulators have those in one register and the odd ones in the next.
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
                // The product adds to what the registers of the result hold.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_of_the_processor_give_the_bits_of_the_plain_path() {
        let mut state = 11_u32;
        let mut word = |specials: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Now and then infinities, NaN, subnormals and zeros, of both sizes of elements.
            match state >> 27 {
                3 => state | specials,
                4 => state & !specials,
                5 => 0,
                _ => state.rotate_left(13) & 0xbfff_bfff,
            }
        };
        let elements =
            [(Element::F16, 0x7c00_7c00), (Element::Bf16, 0x7f80_7f80), (Element::Tf32, 0x7f80_0000)];
        for ((element, specials), count) in elements.into_iter().flat_map(|one| [(one, 1), (one, 2)]) {
            let a = element.dense();
            let mma = Mma { rows: 16, depth: 4 * count * a.per_word(), a, b: a, sum: Sum::F32 };
            for _ in 0..500 {
                let mut row = |specials| [(); 32].map(|()| word(specials));
                let (a, b) = ([(); 4].map(|()| row(specials)), [(); 2].map(|()| row(specials)));
                let c = [(); 4].map(|()| row(0x7f80_0000));
                let (a, b, c) = (a.each_ref(), b.each_ref(), c.each_ref());
                let (mut found, mut expected) = ([[0; 32]; 4], [[1; 32]; 4]);
                mma.execute(&a, &b, &c, &mut found);
                mma.by_panels(&a, &b, &c, &mut expected);
                assert_eq!(found, expected, "{mma:?}");
            }
        }
    }
}

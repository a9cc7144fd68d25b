//! The products: a panel of A times a panel of B, into a block of eight by eight accumulators.
//!
//! Both panels hold, for each k, eight values side by side: rows of A, columns of B. In a block, the first index is the row.
#![allow(
    unsafe_code,
    reason = "functions of an instruction set are called here, after a look at the processor"
)]

use numerics::{Rounding, Scalar, float};

use super::Row;
#[cfg(target_arch = "x86_64")]
use super::avx2;
use super::element::to_f32;
pub use super::order::{Block, Panel};
use super::vector::{Work, vectorised};

struct Multiply<'a, T, A> {
    a: &'a Panel<T>,
    b: &'a Panel<T>,
    acc: &'a mut Block<A>,
}

/// The loop over k, with one step of a sum as an operation. The sums are a value of their own, so that they stay in
/// vector registers.
macro_rules! work {
    ($factor:ty, $acc:ty, $fused:ident, |$sum:ident, $a:ident, $b:ident| $step:expr) => {
        impl Work for Multiply<'_, $factor, $acc> {
            type Output = ();

            #[inline(always)]
            fn run<const $fused: bool>(self) {
                let mut sums = *self.acc;
                for (a, b) in self.a.iter().zip(self.b) {
                    for (sums, &$a) in sums.iter_mut().zip(a) {
                        for (sum, &$b) in sums.iter_mut().zip(b) {
                            let $sum = *sum;
                            *sum = $step;
                        }
                    }
                }
                *self.acc = sums;
            }
        }
    };
}

// Without a fused instruction, the product of two 24-bit factors is exact in f64, and a sum of two such values that is
// rounded to 53 bits first and to 24 bits then is rounded correctly, since 53 > 2 * 24 + 1. Factors of matrices have at
// most 11 bits.
work!(f32, f32, FUSED, |sum, a, b| if FUSED {
    a.mul_add(b, sum)
} else {
    (f64::from(a) * f64::from(b) + f64::from(sum)) as f32
});

// Scaled elements: at most 8 bits a factor, in an exponent range that only f64 has.
work!(f64, f32, FUSED, |sum, a, b| (a * b + f64::from(sum)) as f32);

work!(i32, i32, FUSED, |sum, a, b| sum.wrapping_add(a.wrapping_mul(b)));

// A product of bytes has 16 bits.
work!(i32, i64, FUSED, |sum, a, b| sum + i64::from(a * b));

/// `acc += a * b`, in f32, k ascending.
#[inline]
pub fn f32(a: &Panel<f32>, b: &Panel<f32>, acc: &mut Block<f32>) {
    vectorised(Multiply { a, b, acc });
}

/// Sums of f32 in two registers of a warp, as [`fragment::block`](super::fragment::block) takes them.
struct InRegisters<'a> {
    a: &'a Panel<f32>,
    b: &'a Panel<f32>,
    /// Without it the sums begin at zero.
    add: bool,
    registers: [&'a mut Row; 2],
}

impl Work for InRegisters<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const FUSED: bool>(self) {
        let [even, odd] = self.registers;
        let mut sums = [[0.0; 8]; 8];
        if self.add {
            for (g, sums) in sums.iter_mut().enumerate() {
                for q in 0..4 {
                    sums[q] = f32::from_bits(even[4 * g + q]);
                    sums[4 + q] = f32::from_bits(odd[4 * g + q]);
                }
            }
        }
        Multiply { a: self.a, b: self.b, acc: &mut sums }.run::<FUSED>();
        for (g, sums) in sums.iter().enumerate() {
            for q in 0..4 {
                even[4 * g + q] = to_f32(sums[q]);
                odd[4 * g + q] = to_f32(sums[4 + q]);
            }
        }
    }
}

/// `registers += a * b` in f32, k ascending; without `add`, `registers = a * b`. The registers hold eight rows as
/// accumulators of fragments do, and the columns of b are ordered for them.
#[inline]
pub fn f32_registers(a: &Panel<f32>, b: &Panel<f32>, add: bool, registers: [&mut Row; 2]) {
    #[cfg(target_arch = "x86_64")]
    if avx2::available() {
        // SAFETY: the processor has just been looked at.
        return unsafe { avx2::registers(a, b, add, registers) };
    }
    vectorised(InRegisters { a, b, add, registers });
}

/// `block += a * b`, or without `add` `block = a * b`, where row j of the block is eight words from `lane` on of the j-th of
/// eight columns of a number of words each.
///
/// # Panics
///
/// If there are fewer words than eight columns, or eight lanes.
#[inline]
pub fn f32_columns(
    a: &Panel<f32>,
    b: &Panel<f32>,
    add: bool,
    words: &mut [u32],
    (lane, column): (usize, usize),
) {
    #[cfg(target_arch = "x86_64")]
    if avx2::available() {
        // SAFETY: the processor has just been looked at.
        return unsafe { avx2::columns(a, b, add, words, (lane, column)) };
    }
    f32_columns_plainly(a, b, add, words, (lane, column));
}

fn f32_columns_plainly(
    a: &Panel<f32>,
    b: &Panel<f32>,
    add: bool,
    words: &mut [u32],
    (lane, column): (usize, usize),
) {
    let mut sums = [[0.0; 8]; 8];
    if add {
        for (sums, words) in sums.iter_mut().zip(words.chunks_exact(column)) {
            for (sum, &word) in sums.iter_mut().zip(&words[lane..lane + 8]) {
                *sum = f32::from_bits(word);
            }
        }
    }
    f32(a, b, &mut sums);
    for (sums, words) in sums.iter().zip(words.chunks_exact_mut(column)) {
        words[lane..lane + 8].copy_from_slice(&sums.map(to_f32));
    }
}

/// `acc += a * b` of elements that were multiplied by their scales, in f32, k ascending.
#[inline]
pub fn scaled(a: &Panel<f64>, b: &Panel<f64>, acc: &mut Block<f32>) {
    vectorised(Multiply { a, b, acc });
}

/// `acc += a * b` modulo 2^32.
#[inline]
pub fn wrapping(a: &Panel<i32>, b: &Panel<i32>, acc: &mut Block<i32>) {
    vectorised(Multiply { a, b, acc });
}

/// `acc += a * b`, the exact sum clamped to 32 bits; of elements of at most 8 bits.
#[inline]
pub fn saturating(a: &Panel<i32>, b: &Panel<i32>, acc: &mut Block<i32>) {
    let mut sums = acc.map(|row| row.map(i64::from));
    vectorised(Multiply { a, b, acc: &mut sums });
    *acc = sums.map(|row| row.map(|sum| sum.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32));
}

/// The operation on two bits before bits are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitOp {
    /// Both are set.
    And,
    /// They differ.
    Xor,
}

struct CountBits<'a> {
    a: &'a Panel<u32>,
    b: &'a Panel<u32>,
    op: BitOp,
    acc: &'a mut Block<i32>,
}

impl Work for CountBits<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const FUSED: bool>(self) {
        for (a, b) in self.a.iter().zip(self.b) {
            for (sums, &a) in self.acc.iter_mut().zip(a) {
                for (sum, &b) in sums.iter_mut().zip(b) {
                    let bits = match self.op {
                        BitOp::And => a & b,
                        BitOp::Xor => a ^ b,
                    };
                    *sum = sum.wrapping_add(bits.count_ones() as i32);
                }
            }
        }
    }
}

/// `acc += set bits of a op b`, modulo 2^32, of words of 32 elements.
#[inline]
pub fn bits(a: &Panel<u32>, b: &Panel<u32>, op: BitOp, acc: &mut Block<i32>) {
    vectorised(CountBits { a, b, op, acc });
}

struct Fused64<'a>(&'a Panel<f64>, &'a Panel<f64>, &'a mut Block<f64>);

impl Work for Fused64<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const FUSED: bool>(self) {
        if !FUSED {
            return soft_f64(self.0, self.1, Rounding::NearestEven, self.2);
        }
        for (a, b) in self.0.iter().zip(self.1) {
            for (sums, &a) in self.2.iter_mut().zip(a) {
                for (sum, &b) in sums.iter_mut().zip(b) {
                    *sum = a.mul_add(b, *sum);
                }
            }
        }
    }
}

fn soft_f64(a: &Panel<f64>, b: &Panel<f64>, rounding: Rounding, acc: &mut Block<f64>) {
    for (a, b) in a.iter().zip(b) {
        for (sums, a) in acc.iter_mut().zip(a) {
            for (sum, b) in sums.iter_mut().zip(b) {
                let fused = float::fma(Scalar::F64, a.to_bits(), b.to_bits(), sum.to_bits(), rounding, false);
                *sum = f64::from_bits(fused);
            }
        }
    }
}

/// `acc += a * b`, each step a fused multiply-add, k ascending.
#[inline]
pub fn f64(a: &Panel<f64>, b: &Panel<f64>, rounding: Rounding, acc: &mut Block<f64>) {
    match rounding {
        Rounding::NearestEven => vectorised(Fused64(a, b, acc)),
        other => soft_f64(a, b, other, acc),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The product without fused multiply-add.
    fn without_fused(a: &Panel<f32>, b: &Panel<f32>, acc: &mut Block<f32>) {
        Multiply { a, b, acc }.run::<false>();
    }

    #[test]
    fn machines_with_and_without_fused_instructions_agree() {
        let mut state = 1_u32;
        let mut tf32 = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f32::from_bits(state & !0x1fff)
        };
        for _ in 0..2000 {
            let a = [[(); 8]; 4].map(|row| row.map(|()| tf32()));
            let b = [[(); 8]; 4].map(|row| row.map(|()| tf32()));
            let mut fused = [[(); 8]; 8].map(|row| row.map(|()| tf32()));
            let mut plain = fused;
            f32(&a, &b, &mut fused);
            without_fused(&a, &b, &mut plain);
            let bits = |block: Block<f32>| {
                block.map(|row| row.map(|sum| if sum.is_nan() { u32::MAX } else { sum.to_bits() }))
            };
            assert_eq!(bits(fused), bits(plain));
        }
    }

    #[test]
    fn sums_in_registers_are_those_of_the_plain_loop() {
        let mut state = 7_u32;
        let mut word = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Now and then an infinity or a NaN.
            if state >> 27 == 3 { state | 0x7f80_0000 } else { state & 0xbfff_e000 }
        };
        for add in [false, true] {
            let mut panel = || [[(); 8]; 16].map(|line| line.map(|()| f32::from_bits(word())));
            let (a, b) = (panel(), panel());
            let mut found = [[(); 32]; 2].map(|row| row.map(|()| word()));
            let mut expected = found;
            let [even, odd] = &mut found;
            f32_registers(&a, &b, add, [even, odd]);
            let [even, odd] = &mut expected;
            InRegisters { a: &a, b: &b, add, registers: [even, odd] }.run::<false>();
            assert_eq!(found, expected);
            let mut columns = [(); 8 * 24].map(|()| word());
            let mut expected = columns;
            f32_columns(&a, &b, add, &mut columns, (8, 24));
            f32_columns_plainly(&a, &b, add, &mut expected, (8, 24));
            assert_eq!(columns, expected);
        }
    }

    #[test]
    fn f64_is_fused_in_every_rounding() {
        let once = |a: f64, b: f64, c: f64, rounding| {
            let mut acc = [[c; 8]; 8];
            f64(&[[a; 8]], &[[b; 8]], rounding, &mut acc);
            acc[3][4]
        };
        // (1 + e)^2 = 1 + 2e + e^2: only a fused step keeps the square.
        let e = f64::EPSILON;
        assert_eq!(once(1.0 + e, 1.0 + e, -(1.0 + 2.0 * e), Rounding::NearestEven), e * e);
        assert_eq!(once(f64::MIN_POSITIVE, 1.0, 1.0, Rounding::NearestEven), 1.0);
        assert_eq!(once(f64::MIN_POSITIVE, 1.0, 1.0, Rounding::PositiveInf), 1.0 + e);
        assert_eq!(once(f64::MIN_POSITIVE, -1.0, 1.0, Rounding::NegativeInf), 1.0 - e / 2.0);
        assert_eq!(once(f64::MIN_POSITIVE, -1.0, 1.0, Rounding::Zero), 1.0 - e / 2.0);
    }
}

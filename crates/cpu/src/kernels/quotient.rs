//! Quotients in f32 by one divisor, such as the sum of a row: by its reciprocal, corrected to the same bits.
//!
//! A reciprocal `r` of `b` that is rounded to nearest gives `q0 = a r` within two units in the last place of `a / b`.
//! Then `q1 = q0 + (a - q0 b) r` is within one, and `q2 = q1 + (a - q1 b) r` is the quotient rounded to nearest, where
//! each is computed with one rounding and the remainders are exact (P. Markstein, "Computation of elementary functions
//! on the IBM RISC System/6000 processor", 1990, theorem 7). They are, as long as nothing comes near the ends of the
//! exponents.

#![allow(unsafe_code, reason = "kernels work on raw memory")]

use super::Kernel;
use super::instance::{Body, fused, kernel};
use super::types::{Real, flushed};
use crate::isa::Isa;

/// Lanes of a block: long enough that testing a block costs little per lane, short enough that one unusual lane sends
/// few others to the slow way.
const BLOCK: usize = 256;
/// Bits of the least magnitude for which remainders are exact: 2^-60. Quotients of such numbers are normal, and so are
/// remainders, about 2^-24 of the dividend: a fused multiply-add gives them exactly.
const MIN_EXACT: u32 = (127 - 60) << 23;
/// Bits of the greatest magnitude for which remainders are exact: 2^60.
const MAX_EXACT: u32 = (127 + 60) << 23;
/// The largest [`distance`] of a usual operand.
const USUAL: u32 = MAX_EXACT - MIN_EXACT;

/// `divf`, if the instruction set multiplies and adds with one rounding; else division is as fast as anything.
pub(super) fn quotient(flush: bool, isa: Isa) -> Kernel {
    match flush {
        true => fused::<Quotients<true>>(isa)
            .unwrap_or_else(|| kernel!(isa, |a: f32, b: f32| -> f32 { any::<true>(a, b) })),
        false => fused::<Quotients<false>>(isa)
            .unwrap_or_else(|| kernel!(isa, |a: f32, b: f32| -> f32 { any::<false>(a, b) })),
    }
}

/// The quotient of any operands.
#[inline(always)]
fn any<const FLUSH: bool>(a: f32, b: f32) -> f32 {
    if FLUSH { flushed((flushed(a) / flushed(b)).canonical()) } else { (a / b).canonical() }
}

/// How far the bits of a magnitude are above those of the least usual one; more than [`USUAL`] if they are below.
#[inline(always)]
fn distance(number: f32) -> u32 {
    number.abs().to_bits().wrapping_sub(MIN_EXACT)
}

/// Blocks of one divisor and usual operands, and other blocks.
struct Quotients<const FLUSH: bool>;

impl<const FLUSH: bool> Body for Quotients<FLUSH> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, [a, b, _]: [*const u8; 3], n: usize) {
        let (dst, a, b) = (dst.cast::<f32>(), a.cast::<f32>(), b.cast::<f32>());
        for start in (0..n).step_by(BLOCK) {
            let end = n.min(start + BLOCK);
            // SAFETY: the sources hold `n` lanes and `dst` has room for them; a lane is read before it is written.
            unsafe {
                let divisor = b.add(start).read();
                let (mut unusual, mut differs) = (distance(divisor), 0);
                for lane in start..end {
                    unusual = unusual.max(distance(a.add(lane).read()));
                    differs |= b.add(lane).read().to_bits() ^ divisor.to_bits();
                }
                if unusual <= USUAL && differs == 0 {
                    let reciprocal = 1.0 / divisor;
                    for lane in start..end {
                        let a = a.add(lane).read();
                        let mut quotient = a * reciprocal;
                        for _ in 0..2 {
                            quotient = (-quotient).mul_add(divisor, a).mul_add(reciprocal, quotient);
                        }
                        dst.add(lane).write(quotient);
                    }
                } else {
                    for lane in start..end {
                        dst.add(lane).write(any::<FLUSH>(a.add(lane).read(), b.add(lane).read()));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of all kinds: random bits, mantissas near their ends, exponents near the ends of the usual ones, zeros.
    fn numbers(seed: u64, count: usize) -> Vec<f32> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) as u32
        };
        let number = |index: usize, bits: u32| match index % 8 {
            0 => bits,
            1 => bits & 0x8000_0000,
            2 => bits & 0xff80_0003,
            3 => bits | 0x007f_fffc,
            4 => bits & 0x80ff_ffff | MIN_EXACT,
            5 => bits & 0x80ff_ffff | MAX_EXACT,
            _ => bits & 0x87ff_ffff | 0x3800_0000,
        };
        (0..count).map(|index| f32::from_bits(number(index, next()))).collect()
    }

    #[test]
    fn every_instruction_set_divides_exactly() {
        for isa in [Isa::Baseline, Isa::Avx2, Isa::Avx512].into_iter().filter(|&isa| isa <= Isa::detect()) {
            for flush in [false, true] {
                let kernel = quotient(flush, isa);
                for (seed, divisor) in numbers(1, 2000).into_iter().enumerate() {
                    // Mostly usual dividends, so that blocks are; two blocks and a part of one.
                    let seed = seed as u64;
                    let all = numbers(seed, 1800);
                    let dividends: Vec<f32> = match seed % 4 {
                        0 => all.into_iter().take(600).collect(),
                        _ => all.into_iter().filter(|&a| distance(a) <= USUAL).take(600).collect(),
                    };
                    let divisors = vec![divisor; dividends.len()];
                    let mut quotients = vec![0.0f32; dividends.len()];
                    let sources = [dividends.as_ptr().cast(), divisors.as_ptr().cast(), std::ptr::null()];
                    // SAFETY: the machine has the instruction set; there are as many lanes of each.
                    unsafe { kernel.run(quotients.as_mut_ptr().cast(), sources, dividends.len()) };
                    for (a, found) in dividends.iter().zip(&quotients) {
                        let expected =
                            if flush { any::<true>(*a, divisor) } else { any::<false>(*a, divisor) };
                        assert_eq!(found.to_bits(), expected.to_bits(), "{a:e} / {divisor:e} on {isa:?}");
                    }
                }
            }
        }
    }
}

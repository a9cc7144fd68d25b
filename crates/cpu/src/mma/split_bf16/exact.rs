//! Where matrix registers compute as exactly as vectors do, although they treat subnormal numbers as zero.
//!
//! They do in either of two cases:
//! - before: every half is normal, and every product of halves, and every accumulator, is a multiple of 2^-126, the
//!   smallest normal number, so that every sum is one and none is lost;
//! - after: every sum is so large that all that can have been lost is less than its rounding.

use std::arch::x86_64::*;

/// The biased exponent of 1.
const ONE: u32 = 127;
/// The largest biased exponent of numbers whose halves, and whose products, are certainly finite.
const MAX_EXPONENT: u32 = ONE + 60;
/// Bits of a significand after its point.
const FRACTION: u32 = 10;

/// The biased exponents of numbers of f32.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    /// Of the smallest number that is not zero: 0 for a subnormal one, 256 if there is none.
    least: u32,
    /// Of the largest number: 255 for infinity and NaN.
    most: u32,
}

/// A range that is being found, lane by lane.
#[derive(Clone, Copy)]
pub(super) struct Ranges {
    least: __m512i,
    most: __m512i,
}

impl Ranges {
    /// # Safety
    /// The caller has AVX-512.
    #[inline(always)]
    pub(super) unsafe fn new() -> Ranges {
        // SAFETY: this function's contract: the caller has AVX-512.
        unsafe { Ranges { least: _mm512_set1_epi32(-1), most: _mm512_setzero_si512() } }
    }

    /// # Safety
    /// The caller has AVX-512.
    #[inline(always)]
    pub(super) unsafe fn look_at(&mut self, numbers: __m512) {
        // SAFETY: this function's contract: the caller has AVX-512.
        unsafe {
            let bits = _mm512_castps_si512(numbers);
            // The sign is shifted out, and zero becomes the largest number.
            let magnitude = _mm512_add_epi32(bits, bits);
            self.most = _mm512_max_epu32(self.most, magnitude);
            self.least = _mm512_min_epu32(self.least, _mm512_sub_epi32(magnitude, _mm512_set1_epi32(1)));
        }
    }

    /// # Safety
    /// The caller has AVX-512.
    #[inline(always)]
    pub(super) unsafe fn range(self) -> Range {
        // SAFETY: this function's contract: the caller has AVX-512.
        let [least, most] =
            unsafe { [_mm512_reduce_min_epu32(self.least), _mm512_reduce_max_epu32(self.most)] };
        Range { least: ((u64::from(least) + 1) >> 24) as u32, most: most >> 24 }
    }
}

/// Whether no half is subnormal, and every product is a multiple of 2^-126.
pub(super) fn are_multiples([lhs, rhs]: [Range; 2]) -> bool {
    [lhs, rhs].iter().all(|range| range.least > FRACTION)
        && lhs.least + rhs.least >= 2 * ONE - 126 + 2 * FRACTION
}

/// Whether all numbers, their halves and products are finite.
pub(super) fn are_bounded(ranges: [Range; 2]) -> bool {
    ranges.iter().all(|range| range.most <= MAX_EXPONENT)
}

/// Properties of accumulators.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums {
    range: Range,
    /// Some are zero.
    zeros: bool,
}

impl Sums {
    /// Whether all are multiples of 2^-126: zero or from 2^-103 up.
    pub(super) fn are_multiples(self) -> bool {
        self.range.least >= ONE - 103
    }

    /// Whether all are so large that what a product of finite operands in these ranges has lost is below a quarter of
    /// what k roundings may be: k * 2^-26 of a sum. Let 2^M be above all operands and 1. Each of k elements of an
    /// operand has lost less than 2^-125 in its halves, times 2^M; each of at most 5 k roundings of a sum less than
    /// 2^-126: together below k * 2^(M - 122).
    pub(super) fn dwarf_losses(self, ranges: [Range; 2]) -> bool {
        let [lhs, rhs] = ranges;
        let above = lhs.most.max(rhs.most).max(ONE) + 1;
        !self.zeros && self.range.least >= above - 96
    }
}

/// The properties of these accumulators.
///
/// # Safety
/// The machine has AVX-512; `acc` is valid for reads of `count` accumulators, a multiple of 16.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2")]
pub(super) unsafe fn sums(acc: *const f32, count: usize) -> Sums {
    // SAFETY: this function's contract: the machine has AVX-512; `acc` is valid for reads of `count` accumulators, a
    // multiple of 16.
    unsafe {
        let (mut ranges, mut zeros) = (Ranges::new(), 0);
        for i in (0..count).step_by(16) {
            let numbers = _mm512_loadu_ps(acc.add(i));
            ranges.look_at(numbers);
            zeros |= _mm512_cmpeq_ps_mask(numbers, _mm512_setzero_ps());
        }
        Sums { range: ranges.range(), zeros: zeros != 0 }
    }
}

//! How small the numbers of an operand are.
//!
//! The dot product of bf16 pairs treats subnormal numbers as zero. It is exact enough where none can occur: where every
//! product is a multiple of 2^-126, the smallest normal number.

use super::panel::Matrix;
use crate::isa::Isa;

/// bf16 elements of which rows are contiguous.
#[derive(Clone, Copy, Debug)]
pub(super) struct Elements {
    pub(super) matrix: Matrix,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

/// The biased exponent of the smallest number that is not zero: 0 for a subnormal one, 256 if all are zero.
///
/// # Safety
/// The machine has the instruction set; the elements are valid for reads.
pub(super) type LeastExponentFn = unsafe fn(&Elements) -> u16;

/// The function of an instruction set.
pub(super) fn least_exponent(isa: Isa) -> LeastExponentFn {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => avx512,
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => scan,
        #[cfg(not(target_arch = "x86_64"))]
        Isa::Avx512 | Isa::Avx2 => scan,
        Isa::Baseline => scan,
    }
}

/// Whether products of numbers from these exponents up are multiples of 2^-126: two significands of 8 bits have 14 bits
/// after the point.
pub(super) fn products_are_normal(lhs: u16, rhs: u16) -> bool {
    lhs > 0 && rhs > 0 && lhs + rhs >= 2 * 127 - 126 + 14
}

/// # Safety
/// As for a [`LeastExponentFn`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2")]
unsafe fn avx512(elements: &Elements) -> u16 {
    // SAFETY: this function's contract: the machine has the instruction set; the elements are valid for reads.
    unsafe { scan(elements) }
}

/// # Safety
/// As for a [`LeastExponentFn`].
#[inline(always)]
unsafe fn scan(elements: &Elements) -> u16 {
    // Elements of 16 bits in a vector of AVX-512: the loop over an array of them becomes one instruction each.
    const LANES: usize = 32;
    let Elements { matrix, rows, columns } = *elements;
    // The sign is shifted out, and zero becomes the largest number.
    let rank = |bits: u16| (bits << 1).wrapping_sub(1);
    let mut least = [u16::MAX; LANES];
    for row in 0..rows {
        let row = matrix.at(row, 0).cast::<u16>();
        let whole = columns - columns % LANES;
        for start in (0..whole).step_by(LANES) {
            for (lane, least) in least.iter_mut().enumerate() {
                // SAFETY: inside of the row.
                *least = rank(unsafe { row.add(start + lane).read_unaligned() }).min(*least);
            }
        }
        for j in whole..columns {
            // SAFETY: inside of the row.
            least[0] = rank(unsafe { row.add(j).read_unaligned() }).min(least[0]);
        }
    }
    let least = least.into_iter().fold(u16::MAX, u16::min);
    ((u32::from(least) + 1) >> 8) as u16
}

//! Squares of 32-bit words transposed in registers.

use std::arch::x86_64::*;

/// 16 words of each of 16 columns: word i of column j goes to `dst + i * room + j`.
///
/// # Safety
/// The caller has AVX-512; all words are valid.
#[inline(always)]
pub(super) unsafe fn transpose_16x16(dst: *mut u32, room: usize, src: *const u8, column: isize) {
    // SAFETY: the caller's promise.
    unsafe {
        // Vector i holds 4 words each of columns i, i + 4, i + 8, i + 12, at 4 * block.
        let gather = |block: isize, i: isize| {
            let part = |k: isize| _mm_loadu_si128(src.offset((i + 4 * k) * column + 16 * block).cast());
            let low = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(part(0)), part(1));
            let high = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(part(2)), part(3));
            _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
        };
        for block in 0..4 {
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| gather(block, i));
            let (ab, cd) = (_mm512_unpacklo_epi32(a, b), _mm512_unpacklo_epi32(c, d));
            let (ab_high, cd_high) = (_mm512_unpackhi_epi32(a, b), _mm512_unpackhi_epi32(c, d));
            let rows = [
                _mm512_unpacklo_epi64(ab, cd),
                _mm512_unpackhi_epi64(ab, cd),
                _mm512_unpacklo_epi64(ab_high, cd_high),
                _mm512_unpackhi_epi64(ab_high, cd_high),
            ];
            for (i, row) in rows.into_iter().enumerate() {
                _mm512_storeu_si512(dst.add((4 * block as usize + i) * room).cast(), row);
            }
        }
    }
}

/// 8 words of each of 8 columns: word i of column j goes to `dst + i * room + j`.
///
/// # Safety
/// The caller has AVX2; all words are valid.
#[inline(always)]
pub(super) unsafe fn transpose_8x8(dst: *mut u32, room: usize, src: *const u8, column: isize) {
    // SAFETY: the caller's promise.
    unsafe {
        // Vector i holds 4 words each of columns i and i + 4, at 4 * block.
        let gather = |block: isize, i: isize| {
            let part = |k: isize| _mm_loadu_si128(src.offset((i + 4 * k) * column + 16 * block).cast());
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(part(0)), part(1))
        };
        for block in 0..2 {
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| gather(block, i));
            let (ab, cd) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d));
            let (ab_high, cd_high) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d));
            let rows = [
                _mm256_unpacklo_epi64(ab, cd),
                _mm256_unpackhi_epi64(ab, cd),
                _mm256_unpacklo_epi64(ab_high, cd_high),
                _mm256_unpackhi_epi64(ab_high, cd_high),
            ];
            for (i, row) in rows.into_iter().enumerate() {
                _mm256_storeu_si256(dst.add((4 * block as usize + i) * room).cast(), row);
            }
        }
    }
}

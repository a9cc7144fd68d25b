//! Words made in registers.
//!
//! A square of words is transposed with every column read once, as a whole vector: columns are often a power of two
//! apart, where the first-level cache keeps few of them.

use std::arch::x86_64::*;

use super::Matrix;

/// Words of 8 columns of two 16-bit elements.
///
/// # Safety
/// Elements and words are valid.
#[inline(always)]
pub(super) unsafe fn interleave_pairs(src: Matrix, out: *mut u32) {
    // SAFETY: this function's contract: elements and words are valid. Every machine has SSE2.
    unsafe {
        let [a, b] = [0, 1].map(|i| _mm_loadu_si128(src.at(i, 0).cast()));
        _mm_storeu_si128(out.cast(), _mm_unpacklo_epi16(a, b));
        _mm_storeu_si128(out.add(4).cast(), _mm_unpackhi_epi16(a, b));
    }
}

/// Words of 16 columns of four bytes.
///
/// # Safety
/// Elements and words are valid.
#[inline(always)]
pub(super) unsafe fn interleave_quads(src: Matrix, out: *mut u32) {
    // SAFETY: this function's contract: elements and words are valid. Every machine has SSE2.
    unsafe {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| _mm_loadu_si128(src.at(i, 0).cast()));
        let low = [_mm_unpacklo_epi8(a, b), _mm_unpacklo_epi8(c, d)];
        let high = [_mm_unpackhi_epi8(a, b), _mm_unpackhi_epi8(c, d)];
        _mm_storeu_si128(out.cast(), _mm_unpacklo_epi16(low[0], low[1]));
        _mm_storeu_si128(out.add(4).cast(), _mm_unpackhi_epi16(low[0], low[1]));
        _mm_storeu_si128(out.add(8).cast(), _mm_unpacklo_epi16(high[0], high[1]));
        _mm_storeu_si128(out.add(12).cast(), _mm_unpackhi_epi16(high[0], high[1]));
    }
}

/// Words of 32 columns of two 16-bit elements.
///
/// # Safety
/// The caller has AVX-512; elements and words are valid.
#[inline(always)]
pub(super) unsafe fn interleave_pairs_wide(src: Matrix, out: *mut u32) {
    // SAFETY: this function's contract: the caller has AVX-512; elements and words are valid.
    unsafe {
        let [a, b] = [0, 1].map(|i| _mm512_loadu_si512(src.at(i, 0).cast()));
        // Lane l of low has the words of columns 8 * l to 8 * l + 3, of high those of the four after them.
        let [low, high] = [_mm512_unpacklo_epi16(a, b), _mm512_unpackhi_epi16(a, b)];
        let first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
        let last = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
        _mm512_storeu_si512(out.cast(), _mm512_permutex2var_epi64(low, first, high));
        _mm512_storeu_si512(out.add(16).cast(), _mm512_permutex2var_epi64(low, last, high));
    }
}

/// Words of 32 columns of four bytes.
///
/// # Safety
/// The caller has AVX-512; elements and words are valid.
#[inline(always)]
pub(super) unsafe fn interleave_quads_wide(src: Matrix, out: *mut u32) {
    // SAFETY: this function's contract: the caller has AVX-512; elements and words are valid.
    unsafe {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| _mm256_loadu_si256(src.at(i, 0).cast()));
        let low = [_mm256_unpacklo_epi8(a, b), _mm256_unpacklo_epi8(c, d)];
        let high = [_mm256_unpackhi_epi8(a, b), _mm256_unpackhi_epi8(c, d)];
        // Half h of quarter q has the words of columns 16 * h + 4 * q on.
        let quarters = [
            _mm256_unpacklo_epi16(low[0], low[1]),
            _mm256_unpackhi_epi16(low[0], low[1]),
            _mm256_unpacklo_epi16(high[0], high[1]),
            _mm256_unpackhi_epi16(high[0], high[1]),
        ];
        for (pair, quarters) in quarters.chunks_exact(2).enumerate() {
            let first = _mm256_permute2x128_si256::<0x20>(quarters[0], quarters[1]);
            let last = _mm256_permute2x128_si256::<0x31>(quarters[0], quarters[1]);
            _mm256_storeu_si256(out.add(8 * pair).cast(), first);
            _mm256_storeu_si256(out.add(16 + 8 * pair).cast(), last);
        }
    }
}

/// 16 words of each of 16 columns: word i of column j goes to `dst + i * room + j`.
///
/// # Safety
/// The caller has AVX-512; all words are valid.
#[inline(always)]
pub(in crate::mma) unsafe fn transpose_16x16(dst: *mut u32, room: usize, src: *const u8, column: isize) {
    // SAFETY: this function's contract: the caller has AVX-512; all words are valid.
    unsafe {
        // Lane l of quads[g][q] is word 4 * l + q of columns 4 * g to 4 * g + 3.
        let mut quads = [[_mm512_setzero_si512(); 4]; 4];
        for (g, quads) in quads.iter_mut().enumerate() {
            let load = |i: usize| _mm512_loadu_si512(src.offset((4 * g + i) as isize * column).cast());
            let (a, b, c, d) = (load(0), load(1), load(2), load(3));
            let (ab, cd) = (_mm512_unpacklo_epi32(a, b), _mm512_unpacklo_epi32(c, d));
            let (ab_high, cd_high) = (_mm512_unpackhi_epi32(a, b), _mm512_unpackhi_epi32(c, d));
            *quads = [
                _mm512_unpacklo_epi64(ab, cd),
                _mm512_unpackhi_epi64(ab, cd),
                _mm512_unpacklo_epi64(ab_high, cd_high),
                _mm512_unpackhi_epi64(ab_high, cd_high),
            ];
        }
        for q in [0, 1, 2, 3] {
            let (a, b, c, d) = (quads[0][q], quads[1][q], quads[2][q], quads[3][q]);
            // Lanes 0 and 2 of two vectors, lanes 1 and 3 of them.
            let even = [_mm512_shuffle_i32x4::<0x88>(a, b), _mm512_shuffle_i32x4::<0x88>(c, d)];
            let odd = [_mm512_shuffle_i32x4::<0xDD>(a, b), _mm512_shuffle_i32x4::<0xDD>(c, d)];
            let rows = [
                _mm512_shuffle_i32x4::<0x88>(even[0], even[1]),
                _mm512_shuffle_i32x4::<0x88>(odd[0], odd[1]),
                _mm512_shuffle_i32x4::<0xDD>(even[0], even[1]),
                _mm512_shuffle_i32x4::<0xDD>(odd[0], odd[1]),
            ];
            for (l, row) in rows.into_iter().enumerate() {
                _mm512_storeu_si512(dst.add((4 * l + q) * room).cast(), row);
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
    // SAFETY: this function's contract: the caller has AVX2; all words are valid.
    unsafe {
        // Lane l of quads[g][q] is word 4 * l + q of columns 4 * g to 4 * g + 3.
        let mut quads = [[_mm256_setzero_si256(); 4]; 2];
        for (g, quads) in quads.iter_mut().enumerate() {
            let load = |i: usize| _mm256_loadu_si256(src.offset((4 * g + i) as isize * column).cast());
            let (a, b, c, d) = (load(0), load(1), load(2), load(3));
            let (ab, cd) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d));
            let (ab_high, cd_high) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d));
            *quads = [
                _mm256_unpacklo_epi64(ab, cd),
                _mm256_unpackhi_epi64(ab, cd),
                _mm256_unpacklo_epi64(ab_high, cd_high),
                _mm256_unpackhi_epi64(ab_high, cd_high),
            ];
        }
        for q in [0, 1, 2, 3] {
            let (low, high) = (quads[0][q], quads[1][q]);
            let rows =
                [_mm256_permute2x128_si256::<0x20>(low, high), _mm256_permute2x128_si256::<0x31>(low, high)];
            for (l, row) in rows.into_iter().enumerate() {
                _mm256_storeu_si256(dst.add((4 * l + q) * room).cast(), row);
            }
        }
    }
}

/// 4 words of each of 4 columns: word i of column j goes to `dst + i * room + j`.
///
/// # Safety
/// All words are valid.
#[inline(always)]
pub(super) unsafe fn transpose_4x4(dst: *mut u32, room: usize, src: *const u8, column: isize) {
    // SAFETY: this function's contract: all words are valid. Every machine has SSE2.
    unsafe {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| _mm_loadu_si128(src.offset(i * column).cast()));
        let (ab, cd) = (_mm_unpacklo_epi32(a, b), _mm_unpacklo_epi32(c, d));
        let (ab_high, cd_high) = (_mm_unpackhi_epi32(a, b), _mm_unpackhi_epi32(c, d));
        _mm_storeu_si128(dst.cast(), _mm_unpacklo_epi64(ab, cd));
        _mm_storeu_si128(dst.add(room).cast(), _mm_unpackhi_epi64(ab, cd));
        _mm_storeu_si128(dst.add(2 * room).cast(), _mm_unpacklo_epi64(ab_high, cd_high));
        _mm_storeu_si128(dst.add(3 * room).cast(), _mm_unpackhi_epi64(ab_high, cd_high));
    }
}

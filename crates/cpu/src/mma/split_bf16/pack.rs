//! Operands taken apart, in the order in which matrix registers take them.
//!
//! A panel is a sequence of strips of 16 columns (those of rhs, or rows of lhs), of chunks of 32 elements along k, of
//! two halves, the larger one first. A half is what one register holds: 16 rows of 16 pairs of elements along k. A row
//! of lhs is one of the product's, of rhs one pair of each column. A pair is of elements 16 apart, so that pairs of
//! neighbours come from two vectors without moving a lane.

use std::arch::x86_64::*;

use numerics::Scalar;

use super::exact::{Range, Ranges};
use super::{CHUNK, REGISTER, SQUARE};
use crate::mma::panel::{Matrix, transpose_16x16};

/// A panel to be packed, from a matrix with k as rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panel {
    pub(super) src: Matrix,
    /// Elements along k: a multiple of [`CHUNK`].
    pub(super) k: usize,
    /// A multiple of [`SQUARE`].
    pub(super) columns: usize,
    pub(super) dst: *mut u8,
}

/// Makes a panel and tells what its elements are.
///
/// # Safety
/// The machine has AVX-512. Elements are valid for reads; `dst` is valid for writes of [`super::BYTES`] for each
/// element, and a multiple of 64.
pub(super) type PackFn = unsafe fn(&Panel) -> Range;

/// The functions that pack panels of lhs and of rhs; `None` for elements that are not sums of two numbers of bf16.
pub(super) fn functions(elem: Scalar) -> Option<[PackFn; 2]> {
    match elem {
        Scalar::F16 => Some([pack::<F16, true>, pack::<F16, false>]),
        Scalar::TF32 => Some([pack::<Tf32, true>, pack::<Tf32, false>]),
        _ => None,
    }
}

/// An element of an operand. Implementations are `#[inline(always)]`.
trait Element {
    /// Bytes of an element.
    const SIZE: isize;

    /// 16 contiguous elements as f32.
    ///
    /// # Safety
    /// The caller has AVX-512; the elements are valid for reads.
    unsafe fn load(place: *const u8) -> __m512;

    /// An element as 16 of them.
    ///
    /// # Safety
    /// The caller has AVX-512; the element is valid for reads.
    unsafe fn splat(place: *const u8) -> __m512;
}

struct Tf32;
struct F16;

impl Tf32 {
    /// The low bits of a word that is not one of tf32 are dropped.
    #[inline(always)]
    unsafe fn cleared(words: __m512) -> __m512 {
        // SAFETY: the caller has AVX-512.
        unsafe {
            let bits = _mm512_and_si512(_mm512_castps_si512(words), _mm512_set1_epi32(!0x1FFF));
            _mm512_castsi512_ps(bits)
        }
    }
}

impl Element for Tf32 {
    // tf32 is stored as f32.
    const SIZE: isize = 4;

    #[inline(always)]
    unsafe fn load(place: *const u8) -> __m512 {
        // SAFETY: this function's contract: the caller has AVX-512; the elements are valid for reads.
        unsafe { Tf32::cleared(_mm512_loadu_ps(place.cast())) }
    }

    #[inline(always)]
    unsafe fn splat(place: *const u8) -> __m512 {
        // SAFETY: this function's contract: the caller has AVX-512; the element is valid for reads.
        unsafe { Tf32::cleared(_mm512_set1_ps(place.cast::<f32>().read_unaligned())) }
    }
}

impl Element for F16 {
    // Two bytes, widened to f32 by the load.
    const SIZE: isize = 2;

    #[inline(always)]
    unsafe fn load(place: *const u8) -> __m512 {
        // SAFETY: this function's contract: the caller has AVX-512; the elements are valid for reads.
        unsafe { _mm512_cvtph_ps(_mm256_loadu_si256(place.cast())) }
    }

    #[inline(always)]
    unsafe fn splat(place: *const u8) -> __m512 {
        // SAFETY: this function's contract: the caller has AVX-512; the element is valid for reads.
        unsafe { _mm512_cvtph_ps(_mm256_set1_epi16(place.cast::<i16>().read_unaligned())) }
    }
}

/// Makes a panel.
///
/// # Safety
/// As for a [`PackFn`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,f16c")]
unsafe fn pack<E: Element, const LHS: bool>(panel: &Panel) -> Range {
    let Matrix { row, column, .. } = panel.src;
    let along_k = row == E::SIZE;
    // SAFETY: this function's contract: the machine has AVX-512. Elements are valid for reads; `dst` is valid for
    // writes of `super::BYTES` for each element, and a multiple of 64.
    unsafe {
        let mut ranges = Ranges::new();
        match LHS {
            true if along_k => rows::<E>(panel, &mut ranges),
            false if column == E::SIZE => pairs::<E>(panel, &mut ranges),
            _ => squares::<E, LHS>(panel, along_k, &mut ranges),
        }
        ranges.range()
    }
}

/// The first half of a chunk of a strip.
///
/// # Safety
/// There is such a chunk.
#[inline(always)]
unsafe fn chunk(panel: &Panel, strip: usize, chunk: usize) -> *mut u8 {
    // SAFETY: this function's contract: there is such a chunk.
    unsafe { panel.dst.add((strip * (panel.k / CHUNK) + chunk) * 2 * REGISTER) }
}

/// Rows of lhs, contiguous along k.
///
/// # Safety
/// As for [`pack`].
#[inline(always)]
unsafe fn rows<E: Element>(panel: &Panel, ranges: &mut Ranges) {
    for column in 0..panel.columns {
        for number in 0..panel.k / CHUNK {
            let first = panel.src.at(number * CHUNK, column);
            // SAFETY: this function's contract: the machine has AVX-512. Elements are valid for reads; `dst` is valid
            // for writes of `super::BYTES` for each element, and a multiple of 64.
            unsafe {
                let row = chunk(panel, column / SQUARE, number).add(column % SQUARE * 64);
                let last = first.offset(SQUARE as isize * E::SIZE);
                apart([E::load(first), E::load(last)], row, ranges);
            }
        }
    }
}

/// Pairs of rows of rhs, contiguous along columns.
///
/// # Safety
/// As for [`pack`].
#[inline(always)]
unsafe fn pairs<E: Element>(panel: &Panel, ranges: &mut Ranges) {
    for number in 0..panel.k / CHUNK {
        for pair in 0..SQUARE {
            let k = number * CHUNK + pair;
            for strip in 0..panel.columns / SQUARE {
                let [first, last] = [k, k + SQUARE].map(|k| panel.src.at(k, strip * SQUARE));
                // SAFETY: this function's contract: the machine has AVX-512. Elements are valid for reads; `dst` is
                // valid for writes of `super::BYTES` for each element, and a multiple of 64.
                unsafe {
                    let row = chunk(panel, strip, number).add(pair * 64);
                    apart([E::load(first), E::load(last)], row, ranges);
                }
            }
        }
    }
}

/// 16 rows of 16 elements.
#[repr(C, align(64))]
struct Square([f32; SQUARE * SQUARE]);

/// Chunks of an operand that is laid out otherwise, through squares.
///
/// # Safety
/// As for [`pack`].
#[inline(always)]
unsafe fn squares<E: Element, const LHS: bool>(panel: &Panel, along_k: bool, ranges: &mut Ranges) {
    for strip in 0..panel.columns / SQUARE {
        for number in 0..panel.k / CHUNK {
            let mut squares = [Square::ZERO; 2];
            // SAFETY: this function's contract: the machine has AVX-512. Elements are valid for reads; `dst` is valid
            // for writes of `super::BYTES` for each element, and a multiple of 64.
            unsafe {
                for (half, square) in squares.iter_mut().enumerate() {
                    let src = panel.src.from(number * CHUNK + half * SQUARE, strip * SQUARE);
                    // With the elements of a row of the square along k for lhs, along columns for rhs.
                    square.fill::<E>(if LHS { src.transposed() } else { src }, along_k != LHS);
                }
                let half = chunk(panel, strip, number);
                for i in 0..SQUARE {
                    let rows = [squares[0].row(i), squares[1].row(i)];
                    apart(rows, half.add(i * 64), ranges);
                }
            }
        }
    }
}

impl Square {
    const ZERO: Square = Square([0.0; SQUARE * SQUARE]);

    /// # Safety
    /// The caller has AVX-512.
    #[inline(always)]
    unsafe fn row(&self, i: usize) -> __m512 {
        // SAFETY: this function's contract: the caller has AVX-512. A square has 16 rows.
        unsafe { _mm512_load_ps(self.0[i * SQUARE..][..SQUARE].as_ptr()) }
    }

    /// Takes a square of a matrix, row by row; `by_columns` if its columns may be contiguous.
    ///
    /// # Safety
    /// The caller has AVX-512; the elements are valid for reads.
    #[inline(always)]
    unsafe fn fill<E: Element>(&mut self, src: Matrix, by_columns: bool) {
        let place = self.0.as_mut_ptr();
        // SAFETY: this function's contract: the caller has AVX-512; the elements are valid for reads.
        unsafe {
            if by_columns && src.row == E::SIZE {
                let mut columns = Square::ZERO;
                for j in 0..SQUARE {
                    _mm512_store_ps(columns.0.as_mut_ptr().add(j * SQUARE), E::load(src.at(0, j)));
                }
                transpose_16x16(place.cast(), SQUARE, columns.0.as_ptr().cast(), (SQUARE * 4) as isize);
                return;
            }
            for i in 0..SQUARE {
                for j in 0..SQUARE {
                    *place.add(i * SQUARE + j) = _mm512_cvtss_f32(E::splat(src.at(i, j)));
                }
            }
        }
    }
}

/// Takes pairs of elements apart: a row of each of two registers that follow each other.
///
/// # Safety
/// The caller has AVX-512; the rows are valid for writes.
#[inline(always)]
unsafe fn apart(elements: [__m512; 2], row: *mut u8, ranges: &mut Ranges) {
    // SAFETY: this function's contract: the caller has AVX-512; the rows are valid for writes.
    unsafe {
        for elements in elements {
            ranges.look_at(elements);
        }
        let larger = [rounded(elements[0]), rounded(elements[1])];
        let smaller = [_mm512_sub_ps(elements[0], larger[0]), _mm512_sub_ps(elements[1], larger[1])];
        _mm512_store_si512(row.cast(), words(larger));
        _mm512_store_si512(row.add(REGISTER).cast(), words(smaller));
    }
}

/// Numbers rounded to the 8 bits of bf16, half away from zero.
#[inline(always)]
unsafe fn rounded(numbers: __m512) -> __m512 {
    // SAFETY: the caller has AVX-512.
    unsafe {
        let bits = _mm512_add_epi32(_mm512_castps_si512(numbers), _mm512_set1_epi32(0x8000));
        _mm512_castsi512_ps(_mm512_and_si512(bits, upper()))
    }
}

/// Pairs of numbers of bf16: the first ones in the low halves.
#[inline(always)]
unsafe fn words([low, high]: [__m512; 2]) -> __m512i {
    /// `a | b & c`
    const OR_OF_AND: i32 = 0xF8;
    // SAFETY: the caller has AVX-512.
    unsafe {
        let low = _mm512_srli_epi32::<16>(_mm512_castps_si512(low));
        _mm512_ternarylogic_epi32::<OR_OF_AND>(low, _mm512_castps_si512(high), upper())
    }
}

/// The bits that bf16 has of f32.
#[inline(always)]
unsafe fn upper() -> __m512i {
    // SAFETY: the caller has AVX-512.
    unsafe { _mm512_set1_epi32(0xFFFF_0000_u32 as i32) }
}

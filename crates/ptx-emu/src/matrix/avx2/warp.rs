//! Products of registers of a warp, without a detour through memory.
//!
//! A register of A is eight rows of eight halves (of four words) in the order of memory, so its values are broadcast from
//! memory directly. Registers of B are transposed, so that eight columns make a vector, even ones first.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::super::element::{Element, Packing};
use super::{Row, all_canonical, halves, lines_even_first};

/// Elements that the kernel multiplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::matrix) enum Kind {
    /// Two f16 in a word.
    F16,
    /// Two bf16 in a word.
    Bf16,
    /// One tf32 in a word.
    Tf32,
}

impl Kind {
    /// The kind of elements of two bytes, side by side.
    pub(in crate::matrix) fn of_halves(packing: Packing) -> Option<Kind> {
        if packing == Element::F16.dense() {
            Some(Kind::F16)
        } else {
            (packing == Element::Bf16.dense()).then_some(Kind::Bf16)
        }
    }
}

/// Values of registers: for each, lines in ascending k of columns, or of rows with k ascending.
type Values<const REGISTERS: usize> = [[MaybeUninit<__m256>; 8]; REGISTERS];

/// The eight rows of a register of A: eight halves each, or four words of two rows each.
///
/// # Safety
/// The processor has AVX2 and F16C.
#[inline]
#[target_feature(enable = "avx2,f16c")]
unsafe fn rows(kind: Kind, register: &Row, out: &mut [MaybeUninit<__m256>; 8]) {
    let keep = _mm256_set1_epi32(!0x1fff);
    for (index, out) in out.iter_mut().enumerate() {
        // SAFETY: a register has 32 words, of which these are four from 28 at most on, or eight from 24 at most on.
        unsafe {
            let half = || _mm_loadu_si128(register.as_ptr().add(4 * index).cast());
            out.write(match kind {
                Kind::F16 => _mm256_cvtph_ps(half()),
                Kind::Bf16 => _mm256_castsi256_ps(_mm256_slli_epi32::<16>(_mm256_cvtepu16_epi32(half()))),
                Kind::Tf32 if index < 4 => {
                    let words = _mm256_loadu_si256(register.as_ptr().add(8 * index).cast());
                    _mm256_castsi256_ps(_mm256_and_si256(words, keep))
                }
                Kind::Tf32 => return,
            });
        }
    }
}

/// The columns of a register of B, in ascending k, even ones first.
///
/// # Safety
/// The processor has AVX2 and F16C.
#[inline]
#[target_feature(enable = "avx2,f16c")]
unsafe fn columns(kind: Kind, register: &Row, out: &mut [MaybeUninit<__m256>; 8]) {
    let upper = _mm256_set1_epi32(!0xffff);
    let keep = _mm256_set1_epi32(!0x1fff);
    // SAFETY: the processor has what is needed.
    let lines = unsafe { lines_even_first(register) };
    for (index, line) in lines.into_iter().enumerate() {
        match kind {
            Kind::F16 => {
                // SAFETY: the processor has what is needed.
                let [even, odd] = unsafe { halves(line) };
                out[2 * index].write(even);
                out[2 * index + 1].write(odd);
            }
            Kind::Bf16 => {
                out[2 * index].write(_mm256_castsi256_ps(_mm256_slli_epi32::<16>(line)));
                out[2 * index + 1].write(_mm256_castsi256_ps(_mm256_and_si256(line, upper)));
            }
            Kind::Tf32 => {
                out[index].write(_mm256_castsi256_ps(_mm256_and_si256(line, keep)));
            }
        }
    }
}

/// `a * b + c` in f32 of a product with 16 rows, k ascending; NaN becomes canonical. `B` registers hold B, twice as many A:
/// two for the same k adjacent.
///
/// # Safety
/// The processor has AVX2, FMA and F16C.
#[target_feature(enable = "avx2,fma,f16c")]
pub(in crate::matrix) unsafe fn multiply_registers<const B: usize>(
    kind: Kind,
    a: &[&Row],
    b: &[&Row; B],
    c: &[&Row; 4],
    d: &mut [Row; 4],
) {
    let depth = if kind == Kind::Tf32 { 4 } else { 8 };
    let mut columns_of_b: Values<B> = [[MaybeUninit::uninit(); 8]; B];
    for (register, out) in b.iter().zip(&mut columns_of_b) {
        // SAFETY: the processor has what is needed.
        unsafe { columns(kind, register, out) };
    }
    for half in 0..2 {
        let mut rows_of_a: Values<B> = [[MaybeUninit::uninit(); 8]; B];
        for (register, out) in a[half..].iter().step_by(2).zip(&mut rows_of_a) {
            // SAFETY: the processor has what is needed.
            unsafe { rows(kind, register, out) };
        }
        // SAFETY: the processor has what is needed.
        let mut sums = unsafe { load(c[2 * half], c[2 * half + 1]) };
        for (rows, columns) in rows_of_a.iter().zip(&columns_of_b) {
            let rows = rows.as_ptr().cast::<f32>();
            for (k, column) in columns.iter().enumerate().take(depth) {
                // SAFETY: `columns` has written as many vectors as the depth says.
                let column = unsafe { column.assume_init() };
                for (g, sum) in sums.iter_mut().enumerate() {
                    // SAFETY: `rows` has written eight rows of the same number of values.
                    let value = unsafe { _mm256_broadcast_ss(&*rows.add(depth * g + k)) };
                    *sum = _mm256_fmadd_ps(value, column, *sum);
                }
            }
        }
        let [first, second, third, fourth] = d;
        let to = if half == 0 { [first, second] } else { [third, fourth] };
        // SAFETY: the processor has what is needed.
        unsafe { store(sums, to) };
    }
}

/// Eight rows of sums, from two registers.
///
/// # Safety
/// The processor has AVX2.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) unsafe fn load(even: &Row, odd: &Row) -> [__m256; 8] {
    let mut sums = [_mm256_setzero_ps(); 8];
    for pair in 0..4 {
        // SAFETY: registers have 32 words, of which these are eight from 24 at most on.
        let (low, high) = unsafe {
            let at = |register: &Row| _mm256_loadu_ps(register.as_ptr().add(8 * pair).cast());
            (at(even), at(odd))
        };
        sums[2 * pair] = _mm256_permute2f128_ps::<0x20>(low, high);
        sums[2 * pair + 1] = _mm256_permute2f128_ps::<0x31>(low, high);
    }
    sums
}

/// Writes eight rows of sums to two registers; NaN becomes canonical.
///
/// # Safety
/// The processor has AVX2.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) unsafe fn store(sums: [__m256; 8], [even, odd]: [&mut Row; 2]) {
    // SAFETY: the processor has what is needed.
    let sums = unsafe { all_canonical(sums) };
    for pair in 0..4 {
        // SAFETY: as above; the processor has what is needed.
        unsafe {
            let (first, second) = (sums[2 * pair], sums[2 * pair + 1]);
            let low = _mm256_permute2f128_ps::<0x20>(first, second);
            let high = _mm256_permute2f128_ps::<0x31>(first, second);
            _mm256_storeu_ps(even.as_mut_ptr().add(8 * pair).cast(), low);
            _mm256_storeu_ps(odd.as_mut_ptr().add(8 * pair).cast(), high);
        }
    }
}

//! The loops that matter most, for processors with AVX2 and FMA, where the compiler does not find the vectors by itself.
//!
//! Each gives the same bits as the portable loop that it replaces; its caller has checked the processor ([`available`]).
#![allow(unsafe_code, reason = "vector instructions of the processor")]

mod warp;

use std::arch::x86_64::*;

pub(super) use warp::{Kind, multiply_registers};
use warp::{load, store};

use super::Row;
use super::order::{Line, Major, Order, Panel};

/// Does the processor have what the functions here need?
#[inline]
pub(super) fn available() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") && is_x86_feature_detected!("f16c")
}

/// `sums += a * b` of eight rows, k ascending.
///
/// # Safety
/// The processor has AVX2 and FMA.
#[inline]
#[target_feature(enable = "avx2,fma")]
unsafe fn multiply(a: &Panel<f32>, b: &Panel<f32>, mut sums: [__m256; 8]) -> [__m256; 8] {
    for (a, b) in a.iter().zip(b) {
        // SAFETY: a line has eight values.
        let b = unsafe { _mm256_loadu_ps(b.as_ptr()) };
        for (sum, &a) in sums.iter_mut().zip(a) {
            *sum = _mm256_fmadd_ps(_mm256_set1_ps(a), b, *sum);
        }
    }
    sums
}

/// Sums with the canonical NaN.
///
/// # Safety
/// The processor has AVX2 and FMA.
#[inline]
#[target_feature(enable = "avx2,fma")]
unsafe fn canonical(sum: __m256) -> __m256 {
    let nan = _mm256_cmp_ps::<_CMP_UNORD_Q>(sum, sum);
    _mm256_blendv_ps(sum, _mm256_castsi256_ps(_mm256_set1_epi32(0x7fff_ffff)), nan)
}

/// Eight rows of sums with canonical NaN, of which there mostly are none.
///
/// # Safety
/// The processor has AVX2 and FMA.
#[inline]
#[target_feature(enable = "avx2,fma")]
unsafe fn all_canonical(mut sums: [__m256; 8]) -> [__m256; 8] {
    let mut nan = _mm256_setzero_ps();
    for two in sums.as_chunks::<2>().0 {
        nan = _mm256_or_ps(nan, _mm256_cmp_ps::<_CMP_UNORD_Q>(two[0], two[1]));
    }
    if _mm256_movemask_ps(nan) != 0 {
        for sum in &mut sums {
            // SAFETY: the processor has what is needed.
            *sum = unsafe { canonical(*sum) };
        }
    }
    sums
}

/// As [`super::product::f32_registers`].
///
/// # Safety
/// The processor has AVX2 and FMA.
#[target_feature(enable = "avx2,fma")]
pub(super) unsafe fn registers(a: &Panel<f32>, b: &Panel<f32>, add: bool, [even, odd]: [&mut Row; 2]) {
    // SAFETY: the processor has what is needed.
    unsafe {
        let sums = if add { load(even, odd) } else { [_mm256_setzero_ps(); 8] };
        store(multiply(a, b, sums), [even, odd]);
    }
}

/// As [`super::product::f32_columns`].
///
/// # Safety
/// The processor has AVX2 and FMA.
///
/// # Panics
/// If there are fewer words than eight columns have up to the lane.
#[target_feature(enable = "avx2,fma")]
pub(super) unsafe fn columns(
    a: &Panel<f32>,
    b: &Panel<f32>,
    add: bool,
    words: &mut [u32],
    (lane, column): (usize, usize),
) {
    assert!(lane + 8 <= column && words.len() >= 8 * column, "eight lanes of eight columns");
    let first = words.as_mut_ptr();
    let mut sums = [_mm256_setzero_ps(); 8];
    if add {
        for (index, sum) in sums.iter_mut().enumerate() {
            // SAFETY: eight words are there, as has just been seen.
            *sum = unsafe { _mm256_loadu_ps(first.add(column * index + lane).cast()) };
        }
    }
    // SAFETY: the processor has what is needed.
    let sums = unsafe { all_canonical(multiply(a, b, sums)) };
    for (index, sum) in sums.into_iter().enumerate() {
        // SAFETY: eight words are there, as has been seen above.
        unsafe { _mm256_storeu_ps(first.add(column * index + lane).cast(), sum) };
    }
}

/// The values of pairs of f16: two lines of values for each line of words.
///
/// # Safety
/// The processor has AVX2 and F16C.
#[target_feature(enable = "avx2,f16c")]
pub(super) unsafe fn f16(lines: &[Line], out: &mut Panel<f32>) {
    for (line, out) in lines.iter().zip(out.as_chunks_mut::<2>().0) {
        // SAFETY: a line has eight words, and so has each line of values; the processor has what is needed.
        unsafe {
            let [even, odd] = halves(_mm256_loadu_si256(line.as_ptr().cast()));
            _mm256_storeu_ps(out[0].as_mut_ptr(), even);
            _mm256_storeu_ps(out[1].as_mut_ptr(), odd);
        }
    }
}

/// The values of the lower and of the upper f16 of eight words.
///
/// # Safety
/// The processor has AVX2 and F16C.
#[inline]
#[target_feature(enable = "avx2,f16c")]
unsafe fn halves(words: __m256i) -> [__m256; 2] {
    let apart = _mm256_setr_epi8(
        0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15, //
        0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15,
    );
    let halves = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_shuffle_epi8(words, apart));
    [_mm256_castsi256_si128(halves), _mm256_extracti128_si256::<1>(halves)].map(|half| _mm256_cvtph_ps(half))
}

/// The lines of eight rows of eight words.
///
/// # Safety
/// The processor has AVX2.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn transpose(rows: &[Line; 8], lines: &mut [Line; 8]) {
    // SAFETY: a row has eight words, and a line too; the processor has what is needed.
    unsafe {
        let all = transposed_rows(rows.each_ref().map(|row| _mm256_loadu_ps(row.as_ptr().cast())));
        for (line, to) in all.into_iter().zip(lines) {
            _mm256_storeu_ps(to.as_mut_ptr().cast(), line);
        }
    }
}

/// As [`super::panel::halves`].
///
/// # Safety
/// The processor has AVX2 and F16C, and there are 16 readable bytes at each of the parts.
#[target_feature(enable = "avx2,f16c")]
pub(super) unsafe fn panel_of_halves(
    kind: Kind,
    bytes: &[u8],
    parts: &[u32; 16],
    (major, order): (Major, Order),
    out: &mut [[f32; 8]; 16],
) {
    // SAFETY: the caller has looked at the places.
    let part = |at: u32| unsafe { _mm_loadu_si128(bytes.as_ptr().add(at as usize).cast()) };
    let upper = _mm256_set1_epi32(!0xffff);
    if major == Major::Mn {
        let even_first = _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7);
        for (&at, out) in parts.iter().zip(out) {
            let line = match kind {
                Kind::F16 => _mm256_castps_si256(_mm256_cvtph_ps(part(at))),
                Kind::Bf16 | Kind::Tf32 => _mm256_slli_epi32::<16>(_mm256_cvtepu16_epi32(part(at))),
            };
            let line = match order {
                Order::Natural => line,
                Order::EvenFirst => _mm256_permutevar8x32_epi32(line, even_first),
            };
            // SAFETY: a line has eight values.
            unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), line) };
        }
        return;
    }
    let mut rows = [_mm256_setzero_ps(); 8];
    for (row, &[low, high]) in parts.as_chunks::<2>().0.iter().enumerate() {
        let both = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(part(low)), part(high));
        rows[order.place(row)] = _mm256_castsi256_ps(both);
    }
    // SAFETY: the processor has what is needed, and lines have eight values.
    unsafe {
        for (line, out) in transposed_rows(rows).into_iter().zip(out.as_chunks_mut::<2>().0) {
            let line = _mm256_castps_si256(line);
            let [even, odd] = match kind {
                Kind::F16 => halves(line),
                Kind::Bf16 | Kind::Tf32 => [_mm256_slli_epi32::<16>(line), _mm256_and_si256(line, upper)]
                    .map(|half| _mm256_castsi256_ps(half)),
            };
            _mm256_storeu_ps(out[0].as_mut_ptr(), even);
            _mm256_storeu_ps(out[1].as_mut_ptr(), odd);
        }
    }
}

/// Lines of eight rows of eight words.
///
/// # Safety
/// The processor has AVX2.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn transposed_rows([a, b, c, d, e, f, g, h]: [__m256; 8]) -> [__m256; 8] {
    let pairs = [(a, b), (c, d), (e, f), (g, h)];
    let low = pairs.map(|(a, b)| _mm256_castps_pd(_mm256_unpacklo_ps(a, b)));
    let high = pairs.map(|(a, b)| _mm256_castps_pd(_mm256_unpackhi_ps(a, b)));
    // Lines `index` and `index + 4` of four rows each.
    let of = |pairs: [__m256d; 4], upper: bool| {
        let unpack = |a, b| if upper { _mm256_unpackhi_pd(a, b) } else { _mm256_unpacklo_pd(a, b) };
        [unpack(pairs[0], pairs[1]), unpack(pairs[2], pairs[3])].map(|four| _mm256_castpd_ps(four))
    };
    let all = [of(low, false), of(low, true), of(high, false), of(high, true)];
    let [a, b, c, d] = all.map(|[first, second]| _mm256_permute2f128_ps::<0x20>(first, second));
    let [e, f, g, h] = all.map(|[first, second]| _mm256_permute2f128_ps::<0x31>(first, second));
    [a, b, c, d, e, f, g, h]
}

/// Eight rows of eight halves, transposed.
///
/// # Safety
/// The processor has AVX2.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn transposed(rows: &[[u32; 4]; 8]) -> Row {
    // SAFETY: a row has 16 bytes.
    let [a, b, c, d, e, f, g, h] = rows.each_ref().map(|row| unsafe { _mm_loadu_si128(row.as_ptr().cast()) });
    let pairs = [(a, b), (c, d), (e, f), (g, h)];
    let [ab, cd, ef, gh] = pairs.map(|(a, b)| _mm_unpacklo_epi16(a, b));
    let [upper_ab, upper_cd, upper_ef, upper_gh] = pairs.map(|(a, b)| _mm_unpackhi_epi16(a, b));
    // Two columns of the first and of the last four rows each.
    let fours = [
        (_mm_unpacklo_epi32(ab, cd), _mm_unpacklo_epi32(ef, gh)),
        (_mm_unpackhi_epi32(ab, cd), _mm_unpackhi_epi32(ef, gh)),
        (_mm_unpacklo_epi32(upper_ab, upper_cd), _mm_unpacklo_epi32(upper_ef, upper_gh)),
        (_mm_unpackhi_epi32(upper_ab, upper_cd), _mm_unpackhi_epi32(upper_ef, upper_gh)),
    ];
    let mut register = [0_u32; 32];
    for ((first, last), to) in fours.into_iter().zip(register.as_chunks_mut::<8>().0) {
        // SAFETY: there is room for eight words.
        unsafe {
            _mm_storeu_si128(to.as_mut_ptr().cast(), _mm_unpacklo_epi64(first, last));
            _mm_storeu_si128(to.as_mut_ptr().add(4).cast(), _mm_unpackhi_epi64(first, last));
        }
    }
    register
}

/// The four lines of a register, even rows first or as they are counted.
///
/// # Safety
/// The processor has AVX2.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn lines(register: &Row, even_first: bool, out: &mut [Line; 4]) {
    // SAFETY: the processor has what is needed.
    let lines = unsafe { lines_even_first(register) };
    let natural = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    for (line, out) in lines.into_iter().zip(out) {
        let line = if even_first { line } else { _mm256_permutevar8x32_epi32(line, natural) };
        // SAFETY: a line has eight words.
        unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), line) };
    }
}

/// The four lines of a register, even rows first.
///
/// # Safety
/// The processor has AVX2.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn lines_even_first(register: &Row) -> [__m256i; 4] {
    // Two rows of four words each in a vector: both halves are transposed at once, and even rows come together.
    // SAFETY: a register has 32 words.
    let [a, b, c, d] =
        [0, 8, 16, 24].map(|at| unsafe { _mm256_loadu_si256(register.as_ptr().add(at).cast()) });
    let (ab, cd) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d));
    let (upper_ab, upper_cd) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d));
    [
        _mm256_unpacklo_epi64(ab, cd),
        _mm256_unpackhi_epi64(ab, cd),
        _mm256_unpacklo_epi64(upper_ab, upper_cd),
        _mm256_unpackhi_epi64(upper_ab, upper_cd),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::element;
    use super::*;

    #[test]
    fn every_f16_has_its_value() {
        if !available() {
            return;
        }
        let codes: Vec<Line> =
            (0..1 << 13).map(|at| std::array::from_fn(|i| (at * 8 + i as u32) * 0x10001)).collect();
        let mut values = vec![[0.0; 8]; 2 * codes.len()];
        // SAFETY: the processor has been looked at.
        unsafe { f16(&codes, &mut values) };
        for (index, line) in values.iter().enumerate() {
            for (value, word) in line.iter().zip(codes[index / 2]) {
                // A signalling NaN becomes a quiet one, which no product shows.
                let expected = element::f16(word & 0xffff);
                let same = value.to_bits() == expected.to_bits() || value.is_nan() && expected.is_nan();
                assert!(same, "{word:#x}");
            }
        }
    }
}

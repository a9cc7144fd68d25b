//! Register tiles of AVX-512: 8 rows by 2 vectors of 16 words.

use std::arch::x86_64::*;

use super::{Microkernels, Tile, Vector, load, run, select};
use crate::mma::format::Format;
use crate::mma::prefetch::OperandPrefetcher;

/// The register tiles for a format; `None` if the machine has no instruction for it.
pub(super) fn microkernels(format: Format) -> Option<Microkernels> {
    let select = match format {
        Format::F32 => select!(plain, F32, [8, 4, 2, 1]),
        Format::F64 => select!(plain, F64, [8, 4, 2, 1]),
        Format::I16Pairs => select!(plain, I16Pairs, [8, 4, 2, 1]),
        Format::Bf16Pairs if is_x86_feature_detected!("avx512bf16") => select!(bf16, Bf16Pairs, [8, 4, 2, 1]),
        Format::UnsignedBySigned if is_x86_feature_detected!("avx512vnni") => {
            select!(vnni, UnsignedBySigned, [8, 4, 2, 1])
        }
        Format::SignedByUnsigned if is_x86_feature_detected!("avx512vnni") => {
            select!(vnni, SignedByUnsigned, [8, 4, 2, 1])
        }
        Format::Bf16Pairs | Format::UnsignedBySigned | Format::SignedByUnsigned | Format::Bytes { .. } => {
            return None;
        }
    };
    let lanes = 64 / format.word();
    Some(Microkernels { format, lanes, rows: &[8, 4, 2, 1], matrices: false, excess: None, select })
}

/// F, BW, DQ, VL.
///
/// # Safety
/// As for a [`super::TileFn`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
unsafe fn plain<T: Vector, const R: usize, const V: usize, const PARTIAL: bool>(
    tile: &Tile,
    prefetcher: &mut OperandPrefetcher,
) {
    // SAFETY: the machine has the instruction set; words and accumulators are valid as far as the tile reaches
    // (`TileFn`).
    unsafe { run::<T, R, V, PARTIAL>(tile, prefetcher) }
}

/// With BF16.
///
/// # Safety
/// As for a [`super::TileFn`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bf16,avx2,fma")]
unsafe fn bf16<T: Vector, const R: usize, const V: usize, const PARTIAL: bool>(
    tile: &Tile,
    prefetcher: &mut OperandPrefetcher,
) {
    // SAFETY: the machine has the instruction set; words and accumulators are valid as far as the tile reaches
    // (`TileFn`).
    unsafe { run::<T, R, V, PARTIAL>(tile, prefetcher) }
}

/// Whether sums with any accumulator of a tile of `R` rows, a multiple of 8, and 32 columns may become subnormal.
///
/// # Safety
/// The machine has AVX-512 with BF16; the accumulators are valid for reads.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bf16,avx2,fma")]
pub(super) unsafe fn may_flush_rows<const R: usize>(tile: &Tile) -> bool {
    (0..R).step_by(8).any(|row| {
        // SAFETY: this function's contract: the machine has AVX-512 with BF16; the accumulators are valid for reads.
        unsafe { Bf16Pairs::may_flush(&load::<Bf16Pairs, 8, 2, false>(&tile.below(row))) }
    })
}

/// Computes a tile of `R` rows, a multiple of 8, and 32 columns of bf16.
///
/// # Safety
/// The machine has AVX-512 with BF16; as for a [`super::TileFn`].
pub(super) unsafe fn bf16_rows<const R: usize>(tile: &Tile, prefetcher: &mut OperandPrefetcher) {
    for row in (0..R).step_by(8) {
        // SAFETY: this function's contract: the machine has AVX-512 with BF16; as for a `super::TileFn`.
        unsafe { bf16::<Bf16Pairs, 8, 2, false>(&tile.below(row), prefetcher) };
    }
}

/// With VNNI.
///
/// # Safety
/// As for a [`super::TileFn`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx2,fma")]
unsafe fn vnni<T: Vector, const R: usize, const V: usize, const PARTIAL: bool>(
    tile: &Tile,
    prefetcher: &mut OperandPrefetcher,
) {
    // SAFETY: the machine has the instruction set; words and accumulators are valid as far as the tile reaches
    // (`TileFn`).
    unsafe { run::<T, R, V, PARTIAL>(tile, prefetcher) }
}

/// A mask of the first `lanes`.
#[inline(always)]
fn first(lanes: usize) -> u16 {
    ((1u32 << lanes) - 1) as u16
}

/// Loads and stores of accumulators as `$suffix`.
macro_rules! accumulators {
    ($acc:ty, $word:ty, $mask:ty, $load:ident, $load_part:ident, $store:ident, $store_part:ident) => {
        type Acc = $acc;
        // A vector of AVX-512 has 64 bytes.
        const LANES: usize = 64 / size_of::<$word>();
        const WORD: usize = size_of::<$word>(); // bytes

        #[inline(always)]
        unsafe fn load(place: *const u8) -> $acc {
            // SAFETY: `place` is valid for reads of a vector.
            unsafe { $load(place.cast()) }
        }

        #[inline(always)]
        unsafe fn load_part(place: *const u8, lanes: usize) -> $acc {
            // SAFETY: `place` is valid for reads of `lanes` lanes, at most a vector; no other lane is read.
            unsafe { $load_part(first(lanes) as $mask, place.cast()) }
        }

        #[inline(always)]
        unsafe fn store(place: *mut u8, acc: $acc) {
            // SAFETY: `place` is valid for writes of a vector.
            unsafe { $store(place.cast(), acc) }
        }

        #[inline(always)]
        unsafe fn store_part(place: *mut u8, acc: $acc, lanes: usize) {
            // SAFETY: `place` is valid for writes of `lanes` lanes, at most a vector; no other lane is written.
            unsafe { $store_part(place.cast(), first(lanes) as $mask, acc) }
        }
    };
}

/// Words as vectors of f32 or f64.
macro_rules! float_words {
    ($words:ty, $word:ty, $splat:ident) => {
        type Words = $words;

        #[inline(always)]
        unsafe fn unbias(acc: $words, _bias: *const i32) -> $words {
            acc
        }

        #[inline(always)]
        unsafe fn words(place: *const u8) -> $words {
            // SAFETY: `place` is valid for reads of a vector of words.
            unsafe { Self::load(place) }
        }

        #[inline(always)]
        unsafe fn words_part(place: *const u8, lanes: usize) -> $words {
            // SAFETY: `place` is valid for reads of `lanes` lanes, at most a vector; no other lane is read.
            unsafe { Self::load_part(place, lanes) }
        }

        #[inline(always)]
        unsafe fn splat(place: *const u8) -> $words {
            // SAFETY: `place` is valid for reads of a word.
            unsafe { $splat(place.cast::<$word>().read_unaligned()) }
        }
    };
}

/// Words as vectors of 32-bit integers.
macro_rules! packed_words {
    () => {
        type Words = __m512i;

        #[inline(always)]
        unsafe fn words(place: *const u8) -> __m512i {
            // SAFETY: `place` is valid for reads of a vector of words.
            unsafe { _mm512_loadu_si512(place.cast()) }
        }

        #[inline(always)]
        unsafe fn words_part(place: *const u8, lanes: usize) -> __m512i {
            // SAFETY: `place` is valid for reads of `lanes` lanes, at most a vector; no other lane is read.
            unsafe { _mm512_maskz_loadu_epi32(first(lanes), place.cast()) }
        }

        #[inline(always)]
        unsafe fn splat(place: *const u8) -> __m512i {
            // SAFETY: `place` is valid for reads of a word.
            unsafe { _mm512_set1_epi32(place.cast::<i32>().read_unaligned()) }
        }
    };
}

/// Accumulators of 32-bit integers with their bias.
macro_rules! integers {
    () => {
        accumulators!(
            __m512i,
            i32,
            u16,
            _mm512_loadu_epi32,
            _mm512_maskz_loadu_epi32,
            _mm512_storeu_epi32,
            _mm512_mask_storeu_epi32
        );
        packed_words!();

        #[inline(always)]
        unsafe fn unbias(acc: __m512i, bias: *const i32) -> __m512i {
            // SAFETY: `bias` is valid for reads of a vector of i32.
            unsafe { _mm512_sub_epi32(acc, _mm512_loadu_epi32(bias)) }
        }
    };
}

struct F32;

impl Vector for F32 {
    accumulators!(
        __m512,
        f32,
        u16,
        _mm512_loadu_ps,
        _mm512_maskz_loadu_ps,
        _mm512_storeu_ps,
        _mm512_mask_storeu_ps
    );
    float_words!(__m512, f32, _mm512_set1_ps);

    #[inline(always)]
    unsafe fn multiply_add(acc: __m512, lhs: __m512, rhs: __m512) -> __m512 {
        // SAFETY: the caller has AVX-512.
        unsafe { _mm512_fmadd_ps(lhs, rhs, acc) }
    }
}

struct F64;

impl Vector for F64 {
    accumulators!(
        __m512d,
        f64,
        u8,
        _mm512_loadu_pd,
        _mm512_maskz_loadu_pd,
        _mm512_storeu_pd,
        _mm512_mask_storeu_pd
    );
    float_words!(__m512d, f64, _mm512_set1_pd);

    #[inline(always)]
    unsafe fn multiply_add(acc: __m512d, lhs: __m512d, rhs: __m512d) -> __m512d {
        // SAFETY: the caller has AVX-512.
        unsafe { _mm512_fmadd_pd(lhs, rhs, acc) }
    }
}

struct I16Pairs;

impl Vector for I16Pairs {
    integers!();

    #[inline(always)]
    unsafe fn multiply_add(acc: __m512i, lhs: __m512i, rhs: __m512i) -> __m512i {
        // SAFETY: the caller has AVX-512 BW.
        unsafe { _mm512_add_epi32(acc, _mm512_madd_epi16(lhs, rhs)) }
    }
}

struct UnsignedBySigned;

impl Vector for UnsignedBySigned {
    integers!();

    #[inline(always)]
    unsafe fn multiply_add(acc: __m512i, lhs: __m512i, rhs: __m512i) -> __m512i {
        // SAFETY: the caller has AVX-512 VNNI.
        unsafe { _mm512_dpbusd_epi32(acc, lhs, rhs) }
    }
}

struct SignedByUnsigned;

impl Vector for SignedByUnsigned {
    integers!();

    #[inline(always)]
    unsafe fn multiply_add(acc: __m512i, lhs: __m512i, rhs: __m512i) -> __m512i {
        // SAFETY: the caller has AVX-512 VNNI.
        unsafe { _mm512_dpbusd_epi32(acc, rhs, lhs) }
    }
}

struct Bf16Pairs;

impl Vector for Bf16Pairs {
    accumulators!(
        __m512,
        f32,
        u16,
        _mm512_loadu_ps,
        _mm512_maskz_loadu_ps,
        _mm512_storeu_ps,
        _mm512_mask_storeu_ps
    );
    packed_words!();
    const FLUSHES: bool = true;

    #[inline(always)]
    unsafe fn unbias(acc: __m512, _bias: *const i32) -> __m512 {
        acc
    }

    #[inline(always)]
    unsafe fn multiply_add(acc: __m512, lhs: __m512i, rhs: __m512i) -> __m512 {
        // SAFETY: the caller has AVX-512 BF16; a vector of integers has the bits of one of bf16.
        unsafe {
            _mm512_dpbf16_ps(
                acc,
                std::mem::transmute::<__m512i, __m512bh>(lhs),
                std::mem::transmute::<__m512i, __m512bh>(rhs),
            )
        }
    }

    /// The pair as two f32, the lower half first.
    #[inline(always)]
    unsafe fn multiply_add_exact(acc: __m512, lhs: __m512i, rhs: __m512i) -> __m512 {
        // SAFETY: the caller has AVX-512.
        unsafe {
            let upper = _mm512_set1_epi32(0xFFFF_0000_u32 as i32);
            let low = |words| _mm512_castsi512_ps(_mm512_slli_epi32::<16>(words));
            let high = |words| _mm512_castsi512_ps(_mm512_and_si512(words, upper));
            _mm512_fmadd_ps(high(lhs), high(rhs), _mm512_fmadd_ps(low(lhs), low(rhs), acc))
        }
    }

    /// Any accumulator that is not zero and below 2^-103: all others are multiples of 2^-126, as the products are
    /// unless [`Tile::exact`] says otherwise, and so are their sums.
    #[inline(always)]
    unsafe fn may_flush<const R: usize, const V: usize>(acc: &[[__m512; V]; R]) -> bool {
        // SAFETY: the caller has AVX-512.
        unsafe {
            let one = _mm512_set1_epi32(1);
            // The sign is shifted out, and zero becomes the largest number.
            let rank = |acc| {
                let bits = _mm512_castps_si512(acc);
                _mm512_sub_epi32(_mm512_add_epi32(bits, bits), one)
            };
            let least = |least, &acc| _mm512_min_epu32(least, rank(acc));
            let least = acc.as_flattened().iter().fold(_mm512_set1_epi32(-1), least);
            let limit = _mm512_set1_epi32(((127 - 103) << 24) - 1);
            _mm512_cmplt_epu32_mask(least, limit) != 0
        }
    }
}

//! Register tiles of AVX2 with FMA: 4 rows by 2 vectors of 8 words.

use std::arch::x86_64::*;

use super::{Machine, Tile, Vector, run, select};
use crate::mma::ahead::Ahead;
use crate::mma::format::Format;

/// The register tiles for a format; `None` if there is no instruction for it.
pub(super) fn machine(format: Format) -> Option<Machine> {
    let select = match format {
        Format::F32 => select!(plain, F32, [6, 4, 2, 1]),
        Format::F64 => select!(plain, F64, [6, 4, 2, 1]),
        Format::I16Pairs => select!(plain, I16Pairs, [6, 4, 2, 1]),
        Format::Bf16Pairs | Format::UnsignedBySigned | Format::SignedByUnsigned | Format::Bytes { .. } => {
            return None;
        }
    };
    Some(Machine { format, lanes: 32 / format.word(), rows: &[6, 4, 2, 1], matrices: false, select })
}

/// # Safety
/// As for a [`super::TileFn`].
#[target_feature(enable = "avx2,fma")]
unsafe fn plain<T: Vector, const R: usize, const V: usize, const PARTIAL: bool>(
    tile: &Tile,
    ahead: &mut Ahead,
) {
    // SAFETY: the caller's promise.
    unsafe { run::<T, R, V, PARTIAL>(tile, ahead) }
}

/// Masks of 32-bit and of 64-bit lanes: `lanes` set ones start that many before the middle.
static MASKS: [i32; 16] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];

/// A mask of the first `lanes` of 8.
#[inline(always)]
unsafe fn first_of_8(lanes: usize) -> __m256i {
    // SAFETY: the caller has AVX2; 8 masks from 8 - lanes lie inside of the table.
    unsafe { _mm256_loadu_si256(MASKS[8 - lanes..].as_ptr().cast()) }
}

/// A mask of the first `lanes` of 4.
#[inline(always)]
unsafe fn first_of_4(lanes: usize) -> __m256i {
    // SAFETY: the caller has AVX2; 8 masks from 8 - 2 * lanes lie inside of the table.
    unsafe { _mm256_loadu_si256(MASKS[8 - 2 * lanes..].as_ptr().cast()) }
}

/// Loads and stores of accumulators, and of words of the same type.
macro_rules! vectors {
    ($vector:ty, $word:ty, $first:ident, $load:ident, $load_part:ident, $store:ident, $store_part:ident) => {
        type Acc = $vector;
        type Words = $vector;
        const LANES: usize = 32 / size_of::<$word>();
        const WORD: usize = size_of::<$word>();

        #[inline(always)]
        unsafe fn load(place: *const u8) -> $vector {
            // SAFETY: the caller's promise.
            unsafe { $load(place.cast()) }
        }

        #[inline(always)]
        unsafe fn load_part(place: *const u8, lanes: usize) -> $vector {
            // SAFETY: the caller's promise; lanes that the mask leaves out are not touched.
            unsafe { $load_part(place.cast(), $first(lanes)) }
        }

        #[inline(always)]
        unsafe fn store(place: *mut u8, acc: $vector) {
            // SAFETY: the caller's promise.
            unsafe { $store(place.cast(), acc) }
        }

        #[inline(always)]
        unsafe fn store_part(place: *mut u8, acc: $vector, lanes: usize) {
            // SAFETY: the caller's promise; lanes that the mask leaves out are not touched.
            unsafe { $store_part(place.cast(), $first(lanes), acc) }
        }

        #[inline(always)]
        unsafe fn words(place: *const u8) -> $vector {
            // SAFETY: the caller's promise.
            unsafe { Self::load(place) }
        }

        #[inline(always)]
        unsafe fn words_part(place: *const u8, lanes: usize) -> $vector {
            // SAFETY: the caller's promise.
            unsafe { Self::load_part(place, lanes) }
        }
    };
}

struct F32;

impl Vector for F32 {
    vectors!(
        __m256,
        f32,
        first_of_8,
        _mm256_loadu_ps,
        _mm256_maskload_ps,
        _mm256_storeu_ps,
        _mm256_maskstore_ps
    );

    #[inline(always)]
    unsafe fn unbias(acc: __m256, _bias: *const i32) -> __m256 {
        acc
    }

    #[inline(always)]
    unsafe fn splat(place: *const u8) -> __m256 {
        // SAFETY: the caller's promise.
        unsafe { _mm256_set1_ps(place.cast::<f32>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn multiply_add(acc: __m256, lhs: __m256, rhs: __m256) -> __m256 {
        // SAFETY: the caller has FMA.
        unsafe { _mm256_fmadd_ps(lhs, rhs, acc) }
    }
}

struct F64;

impl Vector for F64 {
    vectors!(
        __m256d,
        f64,
        first_of_4,
        _mm256_loadu_pd,
        _mm256_maskload_pd,
        _mm256_storeu_pd,
        _mm256_maskstore_pd
    );

    #[inline(always)]
    unsafe fn unbias(acc: __m256d, _bias: *const i32) -> __m256d {
        acc
    }

    #[inline(always)]
    unsafe fn splat(place: *const u8) -> __m256d {
        // SAFETY: the caller's promise.
        unsafe { _mm256_set1_pd(place.cast::<f64>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn multiply_add(acc: __m256d, lhs: __m256d, rhs: __m256d) -> __m256d {
        // SAFETY: the caller has FMA.
        unsafe { _mm256_fmadd_pd(lhs, rhs, acc) }
    }
}

struct I16Pairs;

impl Vector for I16Pairs {
    vectors!(
        __m256i,
        i32,
        first_of_8,
        _mm256_loadu_si256,
        _mm256_maskload_epi32,
        _mm256_storeu_si256,
        _mm256_maskstore_epi32
    );

    #[inline(always)]
    unsafe fn unbias(acc: __m256i, bias: *const i32) -> __m256i {
        // SAFETY: the caller's promise.
        unsafe { _mm256_sub_epi32(acc, _mm256_loadu_si256(bias.cast())) }
    }

    #[inline(always)]
    unsafe fn splat(place: *const u8) -> __m256i {
        // SAFETY: the caller's promise.
        unsafe { _mm256_set1_epi32(place.cast::<i32>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn multiply_add(acc: __m256i, lhs: __m256i, rhs: __m256i) -> __m256i {
        // SAFETY: the caller has AVX2.
        unsafe { _mm256_add_epi32(acc, _mm256_madd_epi16(lhs, rhs)) }
    }
}

//! Register tiles of any machine: arrays of 4 words (2 of f64), which compilers turn into vectors.

#[cfg(target_arch = "x86_64")]
use std::mem::transmute;

use super::{Microkernels, Tile, TileFn, Vector, run, select};
use crate::mma::format::Format;
use crate::mma::prefetch::OperandPrefetcher;

/// The register tiles for a format; `None` if another one computes the same faster.
pub(super) fn microkernels(format: Format) -> Option<Microkernels> {
    let select: fn(super::Extents) -> TileFn = match format {
        Format::F32 => select!(plain, F32, [4, 2, 1]),
        Format::F64 => select!(plain, F64, [4, 2, 1]),
        Format::I16Pairs => select!(plain, I16Pairs, [4, 2, 1]),
        Format::Bf16Pairs | Format::UnsignedBySigned | Format::SignedByUnsigned | Format::Bytes { .. } => {
            return None;
        }
    };
    Some(Microkernels {
        format,
        lanes: 16 / format.word(),
        rows: &[4, 2, 1],
        matrices: false,
        excess: None,
        select,
    })
}

/// # Safety
/// As for a [`TileFn`].
unsafe fn plain<T: Vector, const R: usize, const V: usize, const PARTIAL: bool>(
    tile: &Tile,
    prefetcher: &mut OperandPrefetcher,
) {
    // SAFETY: the machine has the instruction set; words and accumulators are valid as far as the tile reaches
    // (`TileFn`).
    unsafe { run::<T, R, V, PARTIAL>(tile, prefetcher) }
}

/// Whether a fused multiply-add is an instruction of every machine of the target.
const FUSED: bool = cfg!(any(target_arch = "aarch64", target_feature = "fma"));

/// Arrays of words and of accumulators.
macro_rules! arrays {
    ($acc:ty, $words:ty) => {
        type Acc = $acc;
        type Words = $words;
        // 16 bytes: vectors that every processor has, so that the compiler uses them.
        const LANES: usize = 16 / Self::WORD;

        #[inline(always)]
        unsafe fn load(place: *const u8) -> $acc {
            // SAFETY: `place` is valid for reads of a vector.
            unsafe { place.cast::<$acc>().read_unaligned() }
        }

        #[inline(always)]
        unsafe fn load_part(place: *const u8, lanes: usize) -> $acc {
            let mut acc = <$acc>::default();
            // SAFETY: `place` is valid for reads of `lanes` lanes, at most a vector; no other lane is read.
            unsafe { place.copy_to_nonoverlapping((&raw mut acc).cast(), lanes * Self::WORD) };
            acc
        }

        #[inline(always)]
        unsafe fn store(place: *mut u8, acc: $acc) {
            // SAFETY: `place` is valid for writes of a vector.
            unsafe { place.cast::<$acc>().write_unaligned(acc) }
        }

        #[inline(always)]
        unsafe fn store_part(place: *mut u8, acc: $acc, lanes: usize) {
            // SAFETY: `place` is valid for writes of `lanes` lanes, at most a vector; no other lane is written.
            unsafe { place.copy_from_nonoverlapping((&raw const acc).cast(), lanes * Self::WORD) };
        }

        #[inline(always)]
        unsafe fn words(place: *const u8) -> $words {
            // SAFETY: `place` is valid for reads of a vector of words.
            unsafe { place.cast::<$words>().read_unaligned() }
        }

        #[inline(always)]
        unsafe fn words_part(place: *const u8, lanes: usize) -> $words {
            let mut words = <$words>::default();
            // SAFETY: `place` is valid for reads of `lanes` lanes, at most a vector; no other lane is read.
            unsafe { place.copy_to_nonoverlapping((&raw mut words).cast(), lanes * Self::WORD) };
            words
        }
    };
}

macro_rules! float {
    ($name:ident, $float:ty, $lanes:literal) => {
        struct $name;

        impl Vector for $name {
            arrays!([$float; $lanes], [$float; $lanes]);
            const WORD: usize = size_of::<$float>(); // bytes

            #[inline(always)]
            unsafe fn unbias(acc: [$float; $lanes], _bias: *const i32) -> [$float; $lanes] {
                acc
            }

            #[inline(always)]
            unsafe fn splat(place: *const u8) -> [$float; $lanes] {
                // SAFETY: `place` is valid for reads of a word.
                [unsafe { place.cast::<$float>().read_unaligned() }; $lanes]
            }

            #[inline(always)]
            unsafe fn multiply_add(
                acc: [$float; $lanes],
                lhs: [$float; $lanes],
                rhs: [$float; $lanes],
            ) -> [$float; $lanes] {
                std::array::from_fn(
                    #[inline(always)]
                    |i| if FUSED { lhs[i].mul_add(rhs[i], acc[i]) } else { acc[i] + lhs[i] * rhs[i] },
                )
            }
        }
    };
}

float!(F32, f32, 4);
float!(F64, f64, 2);

struct I16Pairs;

impl Vector for I16Pairs {
    arrays!([i32; 4], [[i16; 2]; 4]);
    const WORD: usize = 4; // bytes: two i16

    #[inline(always)]
    unsafe fn unbias(acc: [i32; 4], bias: *const i32) -> [i32; 4] {
        // SAFETY: `bias` is valid for reads of a vector of i32.
        let bias = unsafe { bias.cast::<[i32; 4]>().read_unaligned() };
        std::array::from_fn(|i| acc[i].wrapping_sub(bias[i]))
    }

    #[inline(always)]
    unsafe fn splat(place: *const u8) -> [[i16; 2]; 4] {
        // SAFETY: `place` is valid for reads of a word.
        [unsafe { place.cast::<[i16; 2]>().read_unaligned() }; 4]
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    unsafe fn multiply_add(acc: [i32; 4], lhs: [[i16; 2]; 4], rhs: [[i16; 2]; 4]) -> [i32; 4] {
        use std::arch::x86_64::{__m128i, _mm_add_epi32, _mm_madd_epi16};
        // SAFETY: every machine has SSE2; arrays of 16 bytes have the bits of a vector.
        unsafe {
            let products = _mm_madd_epi16(
                transmute::<[[i16; 2]; 4], __m128i>(lhs),
                transmute::<[[i16; 2]; 4], __m128i>(rhs),
            );
            transmute::<__m128i, [i32; 4]>(_mm_add_epi32(transmute::<[i32; 4], __m128i>(acc), products))
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    #[inline(always)]
    unsafe fn multiply_add(acc: [i32; 4], lhs: [[i16; 2]; 4], rhs: [[i16; 2]; 4]) -> [i32; 4] {
        std::array::from_fn(
            #[inline(always)]
            |i| {
                let product = |half: usize| i32::from(lhs[i][half]) * i32::from(rhs[i][half]);
                acc[i].wrapping_add(product(0) + product(1))
            },
        )
    }
}

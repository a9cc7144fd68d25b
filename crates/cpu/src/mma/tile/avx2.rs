//! Register tiles of AVX2 with FMA: 6 rows by 2 vectors of 8 words, 4 rows of crossed ones.

use std::arch::asm;
use std::arch::x86_64::*;

use super::{Columns, Microkernels, Tile, Vector, run, select};
use crate::mma::format::Format;
use crate::mma::prefetch::OperandPrefetcher;

/// The register tiles for a format; `None` if there is no instruction for it.
pub(super) fn microkernels(format: Format) -> Option<Microkernels> {
    let select = match format {
        Format::F32 => select!(plain, F32, [6, 4, 2, 1]),
        Format::F64 => select!(plain, F64, [6, 4, 2, 1]),
        Format::I16Pairs => select!(plain, I16Pairs, [6, 4, 2, 1]),
        Format::Bf16Pairs | Format::UnsignedBySigned | Format::SignedByUnsigned | Format::Bytes { .. } => {
            return None;
        }
    };
    Some(Microkernels {
        format,
        lanes: 32 / format.word(),
        rows: &[6, 4, 2, 1],
        matrices: false,
        excess: None,
        select,
    })
}

/// Crossed register tiles for [`Format::I16Pairs`].
pub(super) fn crossed() -> Microkernels {
    Microkernels {
        format: Format::I16Pairs,
        lanes: 8,
        rows: &[4, 2, 1],
        matrices: false,
        excess: Some(excess),
        select: select!(plain, I16Crossed, [4, 2, 1]),
    }
}

/// A [`super::ExcessFn`].
///
/// # Safety
/// As for it.
#[target_feature(enable = "avx2,fma")]
unsafe fn excess(columns: &Columns, out: *mut i32) {
    // Bytes of a word, two products of 16 bits.
    const WORD: isize = 4;
    let Columns { base, column, k, columns, words } = *columns;
    let pairs = words / 2;
    let word = |column_number: usize, number: usize| {
        base.wrapping_offset(column_number as isize * column + number as isize * k)
    };
    // SAFETY: the caller promises that words are valid, and that there is a place for each sum.
    unsafe {
        let mut done = 0;
        if column == WORD {
            while done + 8 <= columns {
                let mut sums = _mm256_setzero_si256();
                for pair in 0..pairs {
                    let [a, b] =
                        [0, 1].map(|i| _mm256_loadu_si256(word(done, 2 * pair + i).cast::<__m256i>()));
                    sums = _mm256_add_epi32(sums, _mm256_madd_epi16(a, b));
                }
                _mm256_storeu_si256(out.add(done).cast(), sums);
                done += 8;
            }
        }
        for column_number in done..columns {
            let mut sums = _mm256_setzero_si256();
            let mut pair = 0;
            if k == WORD {
                while pair + 4 <= pairs {
                    let words = _mm256_loadu_si256(word(column_number, 2 * pair).cast::<__m256i>());
                    // Even words with odd ones; the products stand in even lanes and again in odd ones.
                    let products = _mm256_madd_epi16(words, _mm256_shuffle_epi32::<0b10_11_00_01>(words));
                    sums = _mm256_add_epi32(sums, products);
                    pair += 4;
                }
            }
            let lanes = std::mem::transmute::<__m256i, [i32; 8]>(sums);
            let mut sum = lanes.iter().step_by(2).fold(0i32, |sum, &lane| sum.wrapping_add(lane));
            while pair < pairs {
                let [a, b] =
                    [0, 1].map(|i| word(column_number, 2 * pair + i).cast::<[i16; 2]>().read_unaligned());
                let products = [0, 1].map(|i| i32::from(a[i]) * i32::from(b[i]));
                sum = sum.wrapping_add(products[0].wrapping_add(products[1]));
                pair += 1;
            }
            out.add(column_number).write(sum);
        }
    }
}

/// # Safety
/// As for a [`super::TileFn`].
#[target_feature(enable = "avx2,fma")]
unsafe fn plain<T: Vector, const R: usize, const V: usize, const PARTIAL: bool>(
    tile: &Tile,
    prefetcher: &mut OperandPrefetcher,
) {
    // SAFETY: the machine has the instruction set; words and accumulators are valid as far as the tile reaches
    // (`TileFn`).
    unsafe { run::<T, R, V, PARTIAL>(tile, prefetcher) }
}

/// Masks of 32-bit and of 64-bit lanes: `lanes` set ones start that many before the middle.
static MASKS: [i32; 16] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];

/// A mask of the first `lanes` of 8.
#[inline(always)]
unsafe fn first_of_8(lanes: usize) -> __m256i {
    // SAFETY: the caller has AVX2; 8 masks from 8 - lanes are inside of the table.
    unsafe { _mm256_loadu_si256(MASKS[8 - lanes..].as_ptr().cast()) }
}

/// A mask of the first `lanes` of 4.
#[inline(always)]
unsafe fn first_of_4(lanes: usize) -> __m256i {
    // SAFETY: the caller has AVX2; 8 masks from 8 - 2 * lanes are inside of the table.
    unsafe { _mm256_loadu_si256(MASKS[8 - 2 * lanes..].as_ptr().cast()) }
}

/// Loads and stores of accumulators, and of words of the same type.
macro_rules! vectors {
    ($vector:ty, $word:ty, $first:ident, $load:ident, $load_part:ident, $store:ident, $store_part:ident) => {
        type Acc = $vector;
        type Words = $vector;
        // A vector of AVX2 has 32 bytes.
        const LANES: usize = 32 / size_of::<$word>();
        const WORD: usize = size_of::<$word>(); // bytes

        #[inline(always)]
        unsafe fn load(place: *const u8) -> $vector {
            // SAFETY: `place` is valid for reads of a vector.
            unsafe { $load(place.cast()) }
        }

        #[inline(always)]
        unsafe fn load_part(place: *const u8, lanes: usize) -> $vector {
            // SAFETY: `place` is valid for reads of `lanes` lanes, at most a vector; no other lane is read.
            unsafe { $load_part(place.cast(), $first(lanes)) }
        }

        #[inline(always)]
        unsafe fn store(place: *mut u8, acc: $vector) {
            // SAFETY: `place` is valid for writes of a vector.
            unsafe { $store(place.cast(), acc) }
        }

        #[inline(always)]
        unsafe fn store_part(place: *mut u8, acc: $vector, lanes: usize) {
            // SAFETY: `place` is valid for writes of `lanes` lanes, at most a vector; no other lane is written.
            unsafe { $store_part(place.cast(), $first(lanes), acc) }
        }

        #[inline(always)]
        unsafe fn words(place: *const u8) -> $vector {
            // SAFETY: `place` is valid for reads of a vector of words.
            unsafe { Self::load(place) }
        }

        #[inline(always)]
        unsafe fn words_part(place: *const u8, lanes: usize) -> $vector {
            // SAFETY: `place` is valid for reads of `lanes` lanes, at most a vector; no other lane is read.
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
        // SAFETY: `place` is valid for reads of a word.
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
        // SAFETY: `place` is valid for reads of a word.
        unsafe { _mm256_set1_pd(place.cast::<f64>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn multiply_add(acc: __m256d, lhs: __m256d, rhs: __m256d) -> __m256d {
        // SAFETY: the caller has FMA.
        unsafe { _mm256_fmadd_pd(lhs, rhs, acc) }
    }
}

/// Pairs of i16 into i32.
macro_rules! pairs {
    () => {
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
            // SAFETY: `bias` is valid for reads of a vector of i32.
            unsafe { _mm256_sub_epi32(acc, _mm256_loadu_si256(bias.cast())) }
        }

        #[inline(always)]
        unsafe fn splat(place: *const u8) -> __m256i {
            // SAFETY: `place` is valid for reads of a word.
            unsafe { _mm256_set1_epi32(place.cast::<i32>().read_unaligned()) }
        }

        #[inline(always)]
        unsafe fn multiply_add(acc: __m256i, lhs: __m256i, rhs: __m256i) -> __m256i {
            // SAFETY: the caller has AVX2.
            unsafe { _mm256_add_epi32(acc, _mm256_madd_epi16(lhs, rhs)) }
        }
    };
}

struct I16Pairs;

impl Vector for I16Pairs {
    pairs!();
}

/// Crossed products of two words of a row that are there with two words of 16 columns. The compiler would mix these
/// operations with those of other rows and run out of registers; and two adjacent multiplications are 4 % faster.
macro_rules! cross_row {
    ($word_0:literal, $word_1:literal, $left:literal, $right:literal) => {
        concat!(
            "vpbroadcastd {x1}, dword ptr [",
            $word_0,
            "]\n",
            "vpbroadcastd {y1}, dword ptr [",
            $word_1,
            "]\n",
            "vpaddw {x0}, {x1}, {b2}\n",
            "vpaddw {y0}, {y1}, {b0}\n",
            "vpaddw {x1}, {x1}, {b3}\n",
            "vpaddw {y1}, {y1}, {b1}\n",
            "vpmaddwd {x0}, {x0}, {y0}\n",
            "vpmaddwd {x1}, {x1}, {y1}\n",
            "vpaddd ",
            $left,
            ", ",
            $left,
            ", {x0}\n",
            "vpaddd ",
            $right,
            ", ",
            $right,
            ", {x1}",
        )
    };
}

struct I16Crossed;

impl Vector for I16Crossed {
    pairs!();
    const CROSSED: bool = true;

    #[inline(always)]
    unsafe fn unbias_row(acc: __m256i, bias: *const i32) -> __m256i {
        // SAFETY: `bias` is valid for reads of an i32.
        unsafe { _mm256_sub_epi32(acc, _mm256_set1_epi32(bias.read())) }
    }

    #[inline(always)]
    unsafe fn plus(lhs: __m256i, rhs: __m256i) -> __m256i {
        // SAFETY: the caller has AVX2.
        unsafe { _mm256_add_epi16(lhs, rhs) }
    }

    #[inline(always)]
    unsafe fn cross<const R: usize, const V: usize>(
        acc: &mut [[__m256i; V]; R],
        lhs: [*const u8; 2],
        row: [isize; 2],
        rhs: [*const u8; 2],
    ) -> bool {
        let four: Option<&mut [[__m256i; 2]; 4]> =
            acc.as_flattened_mut().as_chunks_mut::<2>().0.try_into().ok();
        match four {
            Some(acc) if V == 2 => {
                // SAFETY: the caller has AVX2; the words are valid for reads.
                unsafe { cross_4x2(acc, lhs, row, rhs) };
                true
            }
            _ => false,
        }
    }
}

/// As [`Vector::cross`].
///
/// # Safety
/// The machine has AVX2; two words of 4 rows and of 16 columns are valid for reads.
#[inline]
#[target_feature(enable = "avx2,fma")]
unsafe fn cross_4x2(acc: &mut [[__m256i; 2]; 4], lhs: [*const u8; 2], row: [isize; 2], rhs: [*const u8; 2]) {
    let [[a, b], [c, d], [e, f], [g, h]] = acc;
    // SAFETY: this function's contract: the machine has AVX2; two words of 4 rows and of 16 columns are valid for
    // reads. Nothing is written but registers.
    unsafe {
        asm!(
            "vmovdqu {b0}, [{rhs0}]",
            "vmovdqu {b1}, [{rhs0} + 32]",
            "vmovdqu {b2}, [{rhs1}]",
            "vmovdqu {b3}, [{rhs1} + 32]",
            cross_row!("{lhs0}", "{lhs1}", "{a}", "{b}"),
            cross_row!("{lhs0} + {one}", "{lhs1} + {one}", "{c}", "{d}"),
            cross_row!("{lhs0} + 2 * {one}", "{lhs1} + 2 * {one}", "{e}", "{f}"),
            cross_row!("{lhs0} + {three}", "{lhs1} + {three}", "{g}", "{h}"),
            lhs0 = in(reg) lhs[0],
            lhs1 = in(reg) lhs[1],
            one = in(reg) row[0],
            three = in(reg) row[1],
            rhs0 = in(reg) rhs[0],
            rhs1 = in(reg) rhs[1],
            a = inout(ymm_reg) *a,
            b = inout(ymm_reg) *b,
            c = inout(ymm_reg) *c,
            d = inout(ymm_reg) *d,
            e = inout(ymm_reg) *e,
            f = inout(ymm_reg) *f,
            g = inout(ymm_reg) *g,
            h = inout(ymm_reg) *h,
            b0 = out(ymm_reg) _,
            b1 = out(ymm_reg) _,
            b2 = out(ymm_reg) _,
            b3 = out(ymm_reg) _,
            x0 = out(ymm_reg) _,
            x1 = out(ymm_reg) _,
            y0 = out(ymm_reg) _,
            y1 = out(ymm_reg) _,
            options(readonly, nostack, preserves_flags)
        );
    }
}

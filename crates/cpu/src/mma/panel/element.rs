//! Elements of operands, and how they become words.

use super::Matrix;
#[cfg(target_arch = "x86_64")]
use super::x86;

/// An element of a matrix. Implementations are `#[inline(always)]`.
pub(super) trait Element: Copy {
    /// The unit that a register tile reads at a time.
    type Word: Copy;
    const ZERO: Self::Word;
    /// Elements of a word.
    const GROUP: usize;

    /// A word with an element in place of a zero one.
    fn with(word: Self::Word, place: usize, element: Self) -> Self::Word;

    /// Columns that [`Element::interleave`] takes at a time.
    #[inline(always)]
    fn chunk<const SIDE: usize>() -> usize {
        SIDE
    }

    /// Words of a chunk of contiguous columns.
    ///
    /// # Safety
    /// Elements and words are valid; where `SIDE` is 16 the caller has AVX-512.
    unsafe fn interleave<const SIDE: usize>(src: Matrix, out: *mut Self::Word);

    /// Writes word i of column j to `dst + i * room + j`, for `SIDE` words and columns.
    ///
    /// # Safety
    /// Where `SIDE` is 8 the caller has AVX2, where it is 16, AVX-512. All words are valid.
    #[inline(always)]
    unsafe fn transpose<const SIDE: usize>(dst: *mut Self::Word, room: usize, src: *const u8, column: isize) {
        for i in 0..SIDE {
            // SAFETY: words of `SIDE` rows and columns are valid at `src` and `dst`. A row is read before it is
            // written, because the compiler cannot know that they differ.
            unsafe {
                let mut row = [Self::ZERO; SIDE];
                for (j, word) in row.iter_mut().enumerate() {
                    let place = src.offset(j as isize * column).cast::<Self::Word>();
                    *word = place.add(i).read_unaligned();
                }
                dst.add(i * room).cast::<[Self::Word; SIDE]>().write(row);
            }
        }
    }
}

/// Squares of 32-bit words.
macro_rules! transpose {
    () => {
        #[cfg(target_arch = "x86_64")]
        #[inline(always)]
        unsafe fn transpose<const SIDE: usize>(dst: *mut u32, room: usize, src: *const u8, column: isize) {
            // SAFETY: this function's contract: where `SIDE` is 8 the caller has AVX2, where it is 16, AVX-512. All
            // words are valid.
            unsafe {
                match SIDE {
                    16 => x86::transpose_16x16(dst, room, src, column),
                    8 => x86::transpose_8x8(dst, room, src, column),
                    _ => x86::transpose_4x4(dst, room, src, column),
                }
            }
        }
    };
}

/// An element that is a word.
macro_rules! word {
    ($word:ty $(, $transpose:ident)?) => {
        impl Element for $word {
            type Word = $word;
                        const ZERO: $word = 0;
            // A word is one element.
            const GROUP: usize = 1;

            #[inline(always)]
            fn with(_word: $word, _place: usize, element: $word) -> $word {
                element
            }

            #[inline(always)]
            unsafe fn interleave<const SIDE: usize>(src: Matrix, out: *mut $word) {
                // SAFETY: this function's contract: elements and words are valid; where `SIDE` is 16 the caller has
                // AVX-512.
                unsafe {
                    let words = src.base.cast::<[$word; SIDE]>().read_unaligned();
                    out.cast::<[$word; SIDE]>().write(words);
                }
            }

            $($transpose!();)?
        }
    };
}

word!(u32, transpose);
word!(u64);

/// An element of which a word has several. `$vector` interleaves `$columns` columns on x86-64, `$wide` 32 of them with
/// AVX-512.
macro_rules! part {
    ($element:ty, $group:literal, $vector:ident, $columns:literal, $wide:ident) => {
        impl Element for $element {
            type Word = u32;
            // Padding along k: all elements of the word are zero.
            const ZERO: u32 = 0;
            // As many as 32 bits hold: the dot-product instructions take words of them.
            const GROUP: usize = $group;

            #[inline(always)]
            fn with(word: u32, place: usize, element: $element) -> u32 {
                word | u32::from(element) << (place * <$element>::BITS as usize)
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn chunk<const SIDE: usize>() -> usize {
                if SIDE == 16 { 32 } else { $columns }
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            unsafe fn interleave<const SIDE: usize>(src: Matrix, out: *mut u32) {
                // SAFETY: this function's contract: elements and words are valid; where `SIDE` is 16 the caller has
                // AVX-512.
                unsafe { if SIDE == 16 { x86::$wide(src, out) } else { x86::$vector(src, out) } }
            }

            #[cfg(not(target_arch = "x86_64"))]
            #[inline(always)]
            unsafe fn interleave<const SIDE: usize>(src: Matrix, out: *mut u32) {
                let mut words = [0; SIDE];
                for i in 0..$group {
                    // SAFETY: this function's contract: elements and words are valid; where `SIDE` is 16 the caller has
                    // AVX-512.
                    let row = unsafe { src.at(i, 0).cast::<[$element; SIDE]>().read_unaligned() };
                    for (word, element) in words.iter_mut().zip(row) {
                        *word = Self::with(*word, i, element);
                    }
                }
                // SAFETY: this function's contract: elements and words are valid; where `SIDE` is 16 the caller has
                // AVX-512.
                unsafe { out.cast::<[u32; SIDE]>().write(words) };
            }

            transpose!();
        }
    };
}

part!(u16, 2, interleave_pairs, 8, interleave_pairs_wide);
part!(u8, 4, interleave_quads, 16, interleave_quads_wide);

//! Transposing matrices of elements of any size: squares that fit into registers, square by square.
//!
//! On x86-64 the squares are turned by interleaving rows of 16 bytes, which every such processor can do.

#![allow(unsafe_code, reason = "matrices are raw memory")]

/// A matrix in raw memory: its first element, and how many elements one row is from the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matrix<P> {
    pub(crate) at: P,
    pub(crate) stride: usize,
}

/// Elements along the side of a block that is finished before the next: those of a cache line of f32.
const BLOCK: usize = 16;

/// `to[column][row] = from[row][column]` for elements of `size` bytes: 1, 2, 4 or 8.
///
/// # Safety
/// All elements of the matrices are valid, for reads and for writes, and aligned; the matrices do not overlap.
pub(crate) unsafe fn transpose(
    size: usize,
    to: Matrix<*mut u8>,
    from: Matrix<*const u8>,
    rows: usize,
    columns: usize,
) {
    // SAFETY: this function's contract: all elements of the matrices are valid, for reads and for writes, and aligned;
    // the matrices do not overlap.
    unsafe {
        match size {
            1 => blocks::<u8>(to, from, rows, columns),
            2 => blocks::<u16>(to, from, rows, columns),
            4 => blocks::<u32>(to, from, rows, columns),
            _ => blocks::<u64>(to, from, rows, columns),
        }
    }
}

/// An element whose squares can be turned.
trait Element: Copy {
    /// Side of a square.
    const SIDE: usize;

    /// Transposes a square.
    ///
    /// # Safety
    /// As for [`transpose`], with `SIDE` rows and columns.
    unsafe fn square(to: *mut Self, to_stride: usize, from: *const Self, from_stride: usize);
}

unsafe fn blocks<T: Element>(to: Matrix<*mut u8>, from: Matrix<*const u8>, rows: usize, columns: usize) {
    let (target, source) = (to.at.cast::<T>(), from.at.cast::<T>());
    for row in (0..rows).step_by(BLOCK) {
        for column in (0..columns).step_by(BLOCK) {
            let (height, width) = (BLOCK.min(rows - row), BLOCK.min(columns - column));
            // SAFETY: the block is inside of both matrices.
            unsafe {
                let source = source.add(row * from.stride + column);
                let target = target.add(column * to.stride + row);
                block(target, to.stride, source, from.stride, (height, width));
            }
        }
    }
}

unsafe fn block<T: Element>(
    to: *mut T,
    to_stride: usize,
    from: *const T,
    from_stride: usize,
    (rows, columns): (usize, usize),
) {
    let square = rows % T::SIDE == 0 && columns % T::SIDE == 0;
    let side = if square { T::SIDE } else { 1 };
    for row in (0..rows).step_by(side) {
        for column in (0..columns).step_by(side) {
            // SAFETY: the square, or the element, is inside of the block.
            unsafe {
                let source = from.add(row * from_stride + column);
                let target = to.add(column * to_stride + row);
                if square {
                    T::square(target, to_stride, source, from_stride);
                } else {
                    target.write(source.read());
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::Element;

    /// # Safety
    /// `N` rows of 16 bytes are valid.
    #[inline(always)]
    unsafe fn rows<T, const N: usize>(from: *const T, stride: usize) -> [__m128i; N] {
        // SAFETY: this function's contract: `N` rows of 16 bytes are valid.
        std::array::from_fn(|row| unsafe { _mm_loadu_si128(from.add(row * stride).cast()) })
    }

    /// # Safety
    /// `N` rows of 16 bytes are valid.
    #[inline(always)]
    unsafe fn put<T, const N: usize>(to: *mut T, stride: usize, rows: [__m128i; N]) {
        for (row, value) in rows.into_iter().enumerate() {
            // SAFETY: this function's contract: `N` rows of 16 bytes are valid.
            unsafe { _mm_storeu_si128(to.add(row * stride).cast(), value) };
        }
    }

    /// Interleaves elements of two rows with a pair of instructions, row `i` with row `i + N / 2`. Done as often as
    /// rows can be halved, it transposes.
    macro_rules! interleave {
        ($rows:expr, $low:ident, $high:ident) => {{
            let rows = $rows;
            let half = rows.len() / 2;
            std::array::from_fn(|row| {
                let (a, b) = (rows[row / 2], rows[row / 2 + half]);
                if row % 2 == 0 { $low(a, b) } else { $high(a, b) }
            })
        }};
    }

    // In each of these, a row of the square is a vector of 16 bytes, so that as many rows can be interleaved in
    // registers.
    impl Element for u64 {
        // 16 / 8.
        const SIDE: usize = 2;

        #[inline(always)]
        unsafe fn square(to: *mut u64, to_stride: usize, from: *const u64, from_stride: usize) {
            // SAFETY: this function's contract: all elements of the matrices are valid, for reads and for writes, and
            // aligned; the matrices do not overlap. With `SIDE` rows and columns.
            unsafe {
                let square = rows::<_, 2>(from, from_stride);
                let square = interleave!(square, _mm_unpacklo_epi64, _mm_unpackhi_epi64);
                put::<_, 2>(to, to_stride, square);
            }
        }
    }

    impl Element for u32 {
        // 16 / 4.
        const SIDE: usize = 4;

        #[inline(always)]
        unsafe fn square(to: *mut u32, to_stride: usize, from: *const u32, from_stride: usize) {
            // SAFETY: this function's contract: all elements of the matrices are valid, for reads and for writes, and
            // aligned; the matrices do not overlap. With `SIDE` rows and columns.
            unsafe {
                let square = rows::<_, 4>(from, from_stride);
                let square: [_; 4] = interleave!(square, _mm_unpacklo_epi32, _mm_unpackhi_epi32);
                let square = interleave!(square, _mm_unpacklo_epi32, _mm_unpackhi_epi32);
                put::<_, 4>(to, to_stride, square);
            }
        }
    }

    impl Element for u16 {
        // 16 / 2.
        const SIDE: usize = 8;

        #[inline(always)]
        unsafe fn square(to: *mut u16, to_stride: usize, from: *const u16, from_stride: usize) {
            // SAFETY: this function's contract: all elements of the matrices are valid, for reads and for writes, and
            // aligned; the matrices do not overlap. With `SIDE` rows and columns.
            unsafe {
                let mut square = rows::<_, 8>(from, from_stride);
                for _ in 0..3 {
                    square = interleave!(square, _mm_unpacklo_epi16, _mm_unpackhi_epi16);
                }
                put::<_, 8>(to, to_stride, square);
            }
        }
    }

    impl Element for u8 {
        // 16 / 1.
        const SIDE: usize = 16;

        #[inline(always)]
        unsafe fn square(to: *mut u8, to_stride: usize, from: *const u8, from_stride: usize) {
            // SAFETY: this function's contract: all elements of the matrices are valid, for reads and for writes, and
            // aligned; the matrices do not overlap. With `SIDE` rows and columns.
            unsafe {
                let mut square = rows::<_, 16>(from, from_stride);
                for _ in 0..4 {
                    square = interleave!(square, _mm_unpacklo_epi8, _mm_unpackhi_epi8);
                }
                put::<_, 16>(to, to_stride, square);
            }
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
macro_rules! element {
    ($($T:ty)*) => {$(
                impl Element for $T {
            // Without vectors, any small square that the compiler unrolls.
            const SIDE: usize = 4;

            #[inline(always)]
            unsafe fn square(to: *mut $T, to_stride: usize, from: *const $T, from_stride: usize) {
                for (row, column) in (0..4).flat_map(|row| (0..4).map(move |column| (row, column))) {
                    // SAFETY: this function's contract: all elements of the matrices are valid, for reads and for
                    // writes, and aligned; the matrices do not overlap. With `SIDE` rows and columns.
                    unsafe { to.add(column * to_stride + row).write(from.add(row * from_stride + column).read()) };
                }
            }
        }
    )*};
}

#[cfg(not(target_arch = "x86_64"))]
element!(u8 u16 u32 u64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposes_elements_of_every_size() {
        for (rows, columns) in [(1, 1), (1, 64), (64, 1), (4, 8), (16, 16), (32, 128), (7, 19), (20, 36)] {
            for size in [1, 2, 4, 8] {
                let (from_stride, to_stride) = (columns + 3, rows + 5);
                let source: Vec<u64> =
                    (0..(rows * from_stride) as u64).map(|i| i * 0x0101_0307 + 1).collect();
                let bytes: Vec<u8> =
                    source.iter().flat_map(|x| x.to_le_bytes().into_iter().take(size)).collect();
                let words: Vec<u64> = bytes
                    .chunks(8)
                    .map(|chunk| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)))
                    .collect();
                let mut target = vec![0u64; columns * to_stride];
                let (to, from) = (target.as_mut_ptr().cast::<u8>(), words.as_ptr().cast::<u8>());
                // SAFETY: both hold their rows.
                let got = |at: usize| unsafe { std::slice::from_raw_parts(to.add(at * size), size) };
                // SAFETY: as above.
                unsafe {
                    let (to, from) =
                        (Matrix { at: to, stride: to_stride }, Matrix { at: from, stride: from_stride });
                    transpose(size, to, from, rows, columns);
                }
                for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                    let expected = &bytes[(row * from_stride + column) * size..][..size];
                    assert_eq!(
                        got(column * to_stride + row),
                        expected,
                        "{rows}x{columns} of {size}: {row}, {column}"
                    );
                }
                let written = |at: usize| at % to_stride < rows;
                assert!(
                    (0..columns * to_stride).all(|at| written(at) || got(at).iter().all(|&byte| byte == 0))
                );
            }
        }
    }
}

//! Panels: operands laid out as register tiles read them.
//!
//! An operand is seen as a matrix of k by its columns (those of rhs, the rows of lhs). A panel is a sequence of strips of
//! columns, each with its words of one k contiguous. It is made fast from rows that are contiguous ([`Interleave`]) and
//! from columns that are ([`Transpose`]).

#[cfg(target_arch = "x86_64")]
mod x86;

use super::format::Format;
use crate::isa::Isa;

/// A matrix in memory: strides in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrix {
    pub(super) base: *const u8,
    pub(super) row: isize,
    pub(super) column: isize,
}

impl Matrix {
    /// The address of an element.
    pub(super) fn at(&self, row: usize, column: usize) -> *const u8 {
        self.base.wrapping_offset(row as isize * self.row + column as isize * self.column)
    }

    /// The part from an element on.
    pub(super) fn from(&self, row: usize, column: usize) -> Matrix {
        Matrix { base: self.at(row, column), ..*self }
    }

    /// Rows as columns.
    pub(super) fn transposed(&self) -> Matrix {
        Matrix { base: self.base, row: self.column, column: self.row }
    }
}

/// How columns are divided into strips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strips {
    /// Columns that there are.
    pub(super) columns: usize,
    /// Columns of each strip but the last.
    pub(super) width: usize,
    /// Columns that the last strip, if it is narrower, has room for; those that there are not are zero.
    pub(super) last: usize,
}

impl Strips {
    /// Columns that all strips have room for.
    pub(super) fn padded(&self) -> usize {
        let whole = self.columns - self.columns % self.width;
        if whole == self.columns { whole } else { whole + self.last }
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Strip> {
        (0..self.columns).step_by(self.width).map(move |first| {
            let columns = self.width.min(self.columns - first);
            Strip { first, columns, room: if columns == self.width { columns } else { self.last } }
        })
    }
}

/// Some columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strip {
    pub(super) first: usize,
    /// How many there are.
    pub(super) columns: usize,
    /// How many there is room for.
    pub(super) room: usize,
}

/// A panel to be made. `dst` has room for `strips.padded()` words for each word along k.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panel {
    pub(super) src: Matrix,
    /// Elements along k; a last word that is not full is filled with zeros.
    pub(super) k: usize,
    pub(super) strips: Strips,
    pub(super) dst: *mut u8,
}

/// Makes a panel.
///
/// # Safety
/// The machine has the instruction set. Elements of the source are valid for reads, the destination is valid for writes and
/// aligned to a word; of [`Packers::transpose`], elements along k are contiguous.
pub(super) type PanelFn = unsafe fn(&Panel);

/// What makes panels of a format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packers {
    /// From contiguous rows.
    pub(super) interleave: PanelFn,
    /// From contiguous columns.
    pub(super) transpose: PanelFn,
}

impl Packers {
    /// Those of an instruction set.
    pub(super) fn of(isa: Isa, format: Format) -> Packers {
        match format {
            Format::F32 => Packers {
                interleave: instance::<Interleave<u32, 1>>(isa),
                transpose: instance::<Transpose<u32, 1>>(isa),
            },
            Format::F64 => Packers {
                interleave: instance::<Interleave<u64, 1>>(isa),
                transpose: instance::<Transpose<u64, 1>>(isa),
            },
            Format::Bf16Pairs | Format::I16Pairs => Packers {
                interleave: instance::<Interleave<u16, 2>>(isa),
                transpose: instance::<Transpose<u16, 2>>(isa),
            },
            Format::UnsignedBySigned | Format::SignedByUnsigned => Packers {
                interleave: instance::<Interleave<u8, 4>>(isa),
                transpose: instance::<Transpose<u8, 4>>(isa),
            },
        }
    }
}

/// A way to make panels, compiled for each instruction set. Implementations are `#[inline(always)]`.
trait Packer {
    /// `SIDE` is how many 32-bit words a vector has.
    ///
    /// # Safety
    /// As for a [`PanelFn`].
    unsafe fn pack<const SIDE: usize>(panel: &Panel);
}

fn instance<P: Packer>(isa: Isa) -> PanelFn {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => avx512::<P>,
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => avx2::<P>,
        #[cfg(not(target_arch = "x86_64"))]
        Isa::Avx512 | Isa::Avx2 => P::pack::<4>,
        Isa::Baseline => P::pack::<4>,
    }
}

/// # Safety
/// As for a [`PanelFn`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2")]
unsafe fn avx512<P: Packer>(panel: &Panel) {
    // SAFETY: the caller's promise.
    unsafe { P::pack::<16>(panel) }
}

/// # Safety
/// As for a [`PanelFn`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn avx2<P: Packer>(panel: &Panel) {
    // SAFETY: the caller's promise.
    unsafe { P::pack::<8>(panel) }
}

/// Words of `G` elements from `G` rows. Where `G` is 1, elements are words.
struct Interleave<E, const G: usize>(std::marker::PhantomData<E>);

impl<E: Element, const G: usize> Packer for Interleave<E, G> {
    #[inline(always)]
    unsafe fn pack<const SIDE: usize>(panel: &Panel) {
        let Panel { src, k, strips, dst } = *panel;
        let dst = dst.cast::<E::Word>();
        let groups = k.div_ceil(G);
        let contiguous = src.column == size_of::<E>() as isize;
        for group in 0..groups {
            for Strip { first, columns, room } in strips.iter() {
                // SAFETY: the strip begins behind all earlier ones, which have `groups` words for each column.
                let out = unsafe { dst.add(first * groups + group * room) };
                let src = src.from(group * G, first);
                let left = k - group * G;
                // SAFETY: the caller promises that these elements and the strip are valid.
                unsafe {
                    if contiguous && left >= G {
                        interleave::<E, G, SIDE>(src, out, columns);
                    } else {
                        one_by_one::<E, G>(src, left.min(G), out, columns);
                    }
                    out.add(columns).write_bytes(0, room - columns);
                }
            }
        }
    }
}

/// # Safety
/// `columns` elements of `G` rows are valid for reads, as many words of `out` for writes.
#[inline(always)]
unsafe fn interleave<E: Element, const G: usize, const SIDE: usize>(
    src: Matrix,
    out: *mut E::Word,
    columns: usize,
) {
    let rows: [*const E; G] = std::array::from_fn(|i| src.at(i, 0).cast());
    let whole = columns - columns % SIDE;
    for start in (0..whole).step_by(SIDE) {
        // SAFETY: inside of the columns. All are read before any is written: the compiler cannot know that they differ.
        unsafe {
            let rows: [[E; SIDE]; G] = rows.map(|row| row.add(start).cast::<[E; SIDE]>().read_unaligned());
            let words: [E::Word; SIDE] = std::array::from_fn(|j| E::word(rows.map(|row| row[j])));
            out.add(start).cast::<[E::Word; SIDE]>().write(words);
        }
    }
    // SAFETY: inside of the columns.
    unsafe { one_by_one::<E, G>(src.from(0, whole), G, out.add(whole), columns - whole) };
}

/// # Safety
/// `columns` elements of `rows` rows, at most `G`, are valid for reads, as many words of `out` for writes.
unsafe fn one_by_one<E: Element, const G: usize>(
    src: Matrix,
    rows: usize,
    out: *mut E::Word,
    columns: usize,
) {
    for j in 0..columns {
        let mut elements = [E::ZERO; G];
        for (i, element) in elements.iter_mut().enumerate().take(rows) {
            // SAFETY: the caller promises that the element is valid.
            *element = unsafe { src.at(i, j).cast::<E>().read_unaligned() };
        }
        // SAFETY: the caller promises that the word is valid.
        unsafe { out.add(j).write(E::word(elements)) };
    }
}

/// An element of a matrix.
trait Element: Copy {
    /// What a register tile takes at a time.
    type Word: Copy;
    const ZERO: Self;

    /// Elements as a word, the first one lowest.
    fn word<const G: usize>(elements: [Self; G]) -> Self::Word;
}

macro_rules! element {
    ($elem:ty, $word:ty) => {
        impl Element for $elem {
            type Word = $word;
            const ZERO: $elem = 0;

            #[inline(always)]
            fn word<const G: usize>(elements: [$elem; G]) -> $word {
                let bits = <$elem>::BITS as usize;
                let place = |(i, element): (usize, $elem)| <$word>::from(element) << (i * bits);
                elements.into_iter().enumerate().map(place).fold(0, |word, part| word | part)
            }
        }
    };
}

element!(u8, u32);
element!(u16, u32);
element!(u32, u32);
element!(u64, u64);

/// Words of `G` elements that are contiguous along k already.
struct Transpose<E, const G: usize>(std::marker::PhantomData<E>);

impl<E: Element<Word: Square>, const G: usize> Packer for Transpose<E, G> {
    #[inline(always)]
    unsafe fn pack<const SIDE: usize>(panel: &Panel) {
        let Panel { src, k, strips, dst } = *panel;
        let dst = dst.cast::<E::Word>();
        let (groups, whole) = (k.div_ceil(G), k / G);
        for Strip { first, columns, room } in strips.iter() {
            // SAFETY: the strip begins behind all earlier ones, which have `groups` words for each column.
            let strip = unsafe { dst.add(first * groups) };
            let squares = (columns - columns % SIDE, whole - whole % SIDE);
            for start in (0..squares.0).step_by(SIDE) {
                for group in (0..squares.1).step_by(SIDE) {
                    let from = src.at(group * G, first + start);
                    // SAFETY: the square lies inside of the matrix and of the strip.
                    unsafe {
                        let to = strip.add(group * room + start);
                        E::Word::transpose::<SIDE>(to, room, from, src.column);
                    }
                }
            }
            for group in 0..groups {
                let done = if group < squares.1 { squares.0 } else { 0 };
                let left = (k - group * G).min(G);
                // SAFETY: the rest of the row lies inside of the matrix and of the strip.
                unsafe {
                    let row = strip.add(group * room);
                    one_by_one::<E, G>(
                        src.from(group * G, first + done),
                        left,
                        row.add(done),
                        columns - done,
                    );
                    row.add(columns).write_bytes(0, room - columns);
                }
            }
        }
    }
}

/// Words that are transposed square by square.
trait Square: Copy {
    /// Writes word i of column j to `dst + i * room + j`, for `SIDE` words and columns.
    ///
    /// # Safety
    /// Where `SIDE` is 8 the caller has AVX2, where it is 16, AVX-512. All words are valid.
    unsafe fn transpose<const SIDE: usize>(dst: *mut Self, room: usize, src: *const u8, column: isize);
}

impl Square for u32 {
    #[inline(always)]
    unsafe fn transpose<const SIDE: usize>(dst: *mut u32, room: usize, src: *const u8, column: isize) {
        // SAFETY: the caller's promise.
        unsafe {
            match SIDE {
                #[cfg(target_arch = "x86_64")]
                16 => x86::transpose_16x16(dst, room, src, column),
                #[cfg(target_arch = "x86_64")]
                8 => x86::transpose_8x8(dst, room, src, column),
                _ => by_words::<u32, SIDE>(dst, room, src, column),
            }
        }
    }
}

impl Square for u64 {
    #[inline(always)]
    unsafe fn transpose<const SIDE: usize>(dst: *mut u64, room: usize, src: *const u8, column: isize) {
        // SAFETY: the caller's promise.
        unsafe { by_words::<u64, SIDE>(dst, room, src, column) }
    }
}

/// # Safety
/// As for [`Square::transpose`].
#[inline(always)]
unsafe fn by_words<W: Copy, const SIDE: usize>(dst: *mut W, room: usize, src: *const u8, column: isize) {
    for i in 0..SIDE {
        // SAFETY: the caller's promise.
        unsafe {
            let row: [W; SIDE] =
                std::array::from_fn(|j| src.offset(j as isize * column).cast::<W>().add(i).read_unaligned());
            dst.add(i * room).cast::<[W; SIDE]>().write(row);
        }
    }
}

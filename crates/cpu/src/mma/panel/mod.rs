//! Panels: operands arranged in the order in which register tiles read them.
//!
//! An operand is treated as a matrix of k by its columns (those of rhs, the rows of lhs). A panel is a sequence of
//! strips of columns, each with its words of one k contiguous. Packing is fast for contiguous rows ([`Interleave`]) and
//! for contiguous columns ([`Transpose`]).

mod element;
#[cfg(target_arch = "x86_64")]
mod x86;

use self::element::Element;
#[cfg(target_arch = "x86_64")]
pub(super) use self::x86::transpose_16x16;
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

/// A panel to be packed. `dst` has room for `strips.padded()` words for each word along k.
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
/// The machine has the instruction set. Elements of the source are valid for reads, the destination is valid for writes
/// and aligned to a word; of [`Packers::transpose`], elements along k are contiguous.
pub(super) type PanelFn = unsafe fn(&Panel);

/// Functions that pack panels of a format.
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
                interleave: instance::<Interleave<u32>>(isa),
                transpose: instance::<Transpose<u32>>(isa),
            },
            Format::F64 => Packers {
                interleave: instance::<Interleave<u64>>(isa),
                transpose: instance::<Transpose<u64>>(isa),
            },
            Format::Bf16Pairs | Format::I16Pairs => Packers {
                interleave: instance::<Interleave<u16>>(isa),
                transpose: instance::<Transpose<u16>>(isa),
            },
            Format::UnsignedBySigned | Format::SignedByUnsigned | Format::Bytes { .. } => Packers {
                interleave: instance::<Interleave<u8>>(isa),
                transpose: instance::<Transpose<u8>>(isa),
            },
        }
    }
}

/// A way to pack panels, compiled for each instruction set. Implementations are `#[inline(always)]`.
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
    // SAFETY: this function's contract: the machine has the instruction set. Elements of the source are valid for
    // reads, the destination is valid for writes and aligned to a word; of `Packers::transpose`, elements along k are
    // contiguous.
    unsafe { P::pack::<16>(panel) }
}

/// # Safety
/// As for a [`PanelFn`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn avx2<P: Packer>(panel: &Panel) {
    // SAFETY: this function's contract: the machine has the instruction set. Elements of the source are valid for
    // reads, the destination is valid for writes and aligned to a word; of `Packers::transpose`, elements along k are
    // contiguous.
    unsafe { P::pack::<8>(panel) }
}

/// Words from as many rows as they have elements.
struct Interleave<E>(std::marker::PhantomData<E>);

impl<E: Element> Packer for Interleave<E> {
    #[inline(always)]
    unsafe fn pack<const SIDE: usize>(panel: &Panel) {
        let Panel { src, k, strips, dst } = *panel;
        let contiguous = src.column == size_of::<E>() as isize;
        let (groups, whole) = (k.div_ceil(E::GROUP), k / E::GROUP);
        for Strip { first, columns, room } in strips.iter() {
            // SAFETY: the strip begins after all earlier ones, which have `groups` words for each column.
            let strip = unsafe { dst.cast::<E::Word>().add(first * groups) };
            let src = src.from(0, first);
            let chunks = columns - columns % E::chunk::<SIDE>();
            for group in 0..groups {
                let src = src.from(group * E::GROUP, 0);
                let done = if contiguous && group < whole { chunks } else { 0 };
                // SAFETY: the caller promises that these elements and the strip are valid.
                unsafe {
                    let out = strip.add(group * room);
                    for start in (0..done).step_by(E::chunk::<SIDE>()) {
                        E::interleave::<SIDE>(src.from(0, start), out.add(start));
                    }
                    if done < room {
                        let rows = E::GROUP.min(k - group * E::GROUP);
                        one_by_one::<E>(src.from(0, done), rows, out.add(done), columns - done);
                        fill(out, columns, room);
                    }
                }
            }
        }
    }
}

/// Words that are contiguous along k already.
struct Transpose<E>(std::marker::PhantomData<E>);

impl<E: Element> Packer for Transpose<E> {
    #[inline(always)]
    unsafe fn pack<const SIDE: usize>(panel: &Panel) {
        let Panel { src, k, strips, dst } = *panel;
        let (groups, whole) = (k.div_ceil(E::GROUP), k / E::GROUP);
        for Strip { first, columns, room } in strips.iter() {
            // SAFETY: the strip begins after all earlier ones, which have `groups` words for each column.
            let strip = unsafe { dst.cast::<E::Word>().add(first * groups) };
            let src = src.from(0, first);
            let squares = (columns - columns % SIDE, whole - whole % SIDE);
            for start in (0..squares.0).step_by(SIDE) {
                for group in (0..squares.1).step_by(SIDE) {
                    let from = src.at(group * E::GROUP, start);
                    // SAFETY: the square is inside of the matrix and of the strip.
                    unsafe { E::transpose::<SIDE>(strip.add(group * room + start), room, from, src.column) };
                }
            }
            for group in 0..groups {
                let done = if group < squares.1 { squares.0 } else { 0 };
                if done < room {
                    let rows = E::GROUP.min(k - group * E::GROUP);
                    // SAFETY: the rest of the row is inside of the matrix and of the strip.
                    unsafe {
                        let out = strip.add(group * room);
                        one_by_one::<E>(
                            src.from(group * E::GROUP, done),
                            rows,
                            out.add(done),
                            columns - done,
                        );
                        fill(out, columns, room);
                    }
                }
            }
        }
    }
}

/// Words of elements anywhere.
///
/// # Safety
/// `columns` elements of `rows` rows, at most those of a word, are valid for reads, as many words of `out` for writes.
unsafe fn one_by_one<E: Element>(src: Matrix, rows: usize, out: *mut E::Word, columns: usize) {
    for j in 0..columns {
        // SAFETY: the caller promises that the word and its elements are valid.
        unsafe {
            let mut word = E::ZERO;
            for i in 0..rows {
                word = E::with(word, i, src.at(i, j).cast::<E>().read_unaligned());
            }
            out.add(j).write(word);
        }
    }
}

/// Zero for the columns that there are not.
///
/// # Safety
/// `room` words are valid for writes.
unsafe fn fill<W>(out: *mut W, columns: usize, room: usize) {
    // SAFETY: this function's contract: `room` words are valid for writes.
    unsafe { out.add(columns).write_bytes(0, room - columns) };
}

//! Register tiles: a few rows by a few vectors of accumulators, held in registers along k.
//!
//! A tile adds to each accumulator its products one after the other, k ascending: the order of `numerics::mma`. The
//! loop is written once ([`run`]), over what one instruction set can do with one format ([`Vector`]).

#[cfg(target_arch = "x86_64")]
pub(super) mod amx;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

#[cfg(target_arch = "x86_64")]
use self::amx::Session;
use super::Product;
use super::format::Format;
use super::prefetch::{EVERY, OperandPrefetcher};
use crate::isa::Isa;

/// The work of a register tile. Strides are bytes; "words" are those of the format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tile {
    /// The first accumulator.
    pub(super) acc: *mut u8,
    pub(super) acc_row: usize,
    /// The initial value of the first accumulator: itself, or a row of zeros.
    pub(super) from: *const u8,
    pub(super) from_row: usize,
    /// The first word of lhs.
    pub(super) lhs: *const u8,
    pub(super) lhs_row: isize,
    pub(super) lhs_k: isize,
    /// The first word of rhs; columns are contiguous.
    pub(super) rhs: *const u8,
    pub(super) rhs_k: isize,
    /// Words along k.
    pub(super) k: usize,
    /// Columns that there are, at most those of the vectors.
    pub(super) columns: usize,
    /// A row of i32 to be subtracted from each row of accumulators, as long as the vectors; null for none.
    pub(super) bias: *const i32,
    /// An i32 for each row, to be subtracted from all its accumulators; null for none.
    pub(super) row_bias: *const i32,
    /// Do not use instructions that treat subnormal numbers as zero.
    pub(super) exact: bool,
}

impl Tile {
    /// The part from a row on.
    #[cfg(target_arch = "x86_64")]
    fn below(&self, row: usize) -> Tile {
        Tile {
            acc: self.acc.wrapping_add(row * self.acc_row),
            from: self.from.wrapping_add(row * self.from_row),
            lhs: self.lhs.wrapping_offset(row as isize * self.lhs_row),
            ..*self
        }
    }
}

/// Computes a tile of certain extents, and fetches what is needed ahead meanwhile.
///
/// # Safety
/// The machine has the instruction set. Words of lhs and rhs of all rows, vectors and k are valid for reads, the
/// accumulators for reads and writes: those of whole vectors if the function was selected so, else up to `columns`.
/// What accumulators are before is valid for reads just as far. Machines of matrix registers read the accumulators
/// alone.
pub(super) type TileFn = unsafe fn(&Tile, &mut OperandPrefetcher);

/// Extents of a register tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extents {
    /// One of those of [`Microkernels::rows`].
    pub(super) rows: usize,
    /// 1 or 2; 4 for at most 2 rows; 8 for 1 row.
    pub(super) vectors: usize,
    /// Whether columns may end inside of the vectors.
    pub(super) partial: bool,
}

/// The microkernels that compute products of a format: register tiles of several heights and widths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Microkernels {
    pub(super) format: Format,
    /// Accumulators of a vector.
    pub(super) lanes: usize,
    /// Rows that a tile may have, descending; the last are 2 and 1, unless products are of matrix registers.
    pub(super) rows: &'static [usize],
    /// Tiles are held in matrix registers: they need a [`Session`], and words of lhs that are contiguous along k.
    pub(super) matrices: bool,
    /// Tiles are crossed: their sums have to be less by this of both operands.
    pub(super) excess: Option<ExcessFn>,
    select: fn(Extents) -> TileFn,
}

/// The words of some columns of rhs, or of rows of lhs. Strides are bytes; those of columns or of k are a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    pub(super) base: *const u8,
    pub(super) column: isize,
    pub(super) k: isize,
    pub(super) columns: usize,
    /// Words along k.
    pub(super) words: usize,
}

/// Writes for each column the sum, modulo 2^32, of the products of its words 0 and 1, 2 and 3, and so on; of an odd
/// number the last is left out. See [`Vector::CROSSED`].
///
/// # Safety
/// The machine has the instruction set. Words are valid for reads, an i32 for each column for writes.
pub(super) type ExcessFn = unsafe fn(&Columns, *mut i32);

impl Microkernels {
    /// Crossed register tiles for products of i16, if they are faster.
    pub(super) fn crossed(isa: Isa, product: &Product) -> Option<Microkernels> {
        /// Rows and columns from which on crossed products pay: the extra terms cost a row and a column, which smaller
        /// tiles do not earn back.
        const MIN_EXTENT: usize = 32;
        #[cfg(target_arch = "x86_64")]
        if isa == Isa::Avx2 && product.m.min(product.n) >= MIN_EXTENT {
            return Some(avx2::crossed());
        }
        None
    }

    /// The register tiles of an instruction set for a format; `None` if it has none.
    pub(super) fn of(isa: Isa, format: Format) -> Option<Microkernels> {
        match isa {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => avx512::microkernels(format),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => avx2::microkernels(format),
            #[cfg(not(target_arch = "x86_64"))]
            Isa::Avx512 | Isa::Avx2 => portable::microkernels(format),
            Isa::Baseline => portable::microkernels(format),
        }
    }

    /// Matrix registers for a format and a product, if the machine has some and the product fills them.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn of_matrices(isa: Isa, format: Format, product: &Product) -> Option<Microkernels> {
        let fills = product.m.is_multiple_of(amx::ROWS)
            && product.n.is_multiple_of(amx::COLUMNS)
            && product.k.is_multiple_of(amx::WORDS * format.group());
        if isa == Isa::Avx512 && fills { amx::microkernels(format) } else { None }
    }

    /// Matrix registers are used on x86-64 only.
    #[cfg(not(target_arch = "x86_64"))]
    pub(super) fn of_matrices(_isa: Isa, _format: Format, _product: &Product) -> Option<Microkernels> {
        None
    }

    /// A guard that must live while tiles are computed.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn session(&self) -> Option<Session> {
        // SAFETY: there is such a machine only where it has matrix registers and they may be used.
        self.matrices.then(|| unsafe { Session::start() })
    }

    /// A guard that must live while tiles are computed: none.
    #[cfg(not(target_arch = "x86_64"))]
    pub(super) fn session(&self) {}

    /// The function for a tile.
    pub(super) fn tile(&self, extents: Extents) -> TileFn {
        (self.select)(extents)
    }
}

/// Vectors of one instruction set for one format. Implementations are `#[inline(always)]`.
///
/// # Safety
/// Functions may only be called where the instruction set is enabled; pointers are valid for what the function names.
trait Vector {
    /// A vector of accumulators.
    type Acc: Copy;
    /// A vector of words.
    type Words: Copy;
    /// Lanes of both.
    const LANES: usize;
    /// Bytes of a lane of both.
    const WORD: usize;
    /// Whether [`Vector::multiply_add`] treats subnormal numbers as zero.
    const FLUSHES: bool = false;
    /// Whether two words along k are multiplied at a time, as `(a0 + b1) * (a1 + b0)`. That is `a0 * b0 + a1 * b1` and,
    /// too much, `a0 * a1`, which depends on the row alone, and `b0 * b1`, on the column alone: half the
    /// multiplications for twice the additions, which more units of a processor can do. For integers only, whose sums
    /// are exact.
    const CROSSED: bool = false;

    unsafe fn load(place: *const u8) -> Self::Acc;
    unsafe fn load_part(place: *const u8, lanes: usize) -> Self::Acc;
    unsafe fn store(place: *mut u8, acc: Self::Acc);
    unsafe fn store_part(place: *mut u8, acc: Self::Acc, lanes: usize);
    /// `acc` less the bias there.
    unsafe fn unbias(acc: Self::Acc, bias: *const i32) -> Self::Acc;
    unsafe fn words(place: *const u8) -> Self::Words;
    unsafe fn words_part(place: *const u8, lanes: usize) -> Self::Words;
    /// The word there in every lane.
    unsafe fn splat(place: *const u8) -> Self::Words;
    unsafe fn multiply_add(acc: Self::Acc, lhs: Self::Words, rhs: Self::Words) -> Self::Acc;

    /// `acc` less the number there, in every lane.
    #[inline(always)]
    unsafe fn unbias_row(acc: Self::Acc, _bias: *const i32) -> Self::Acc {
        acc
    }

    /// Sums of the elements of words; only of crossed ones.
    #[inline(always)]
    unsafe fn plus(lhs: Self::Words, _rhs: Self::Words) -> Self::Words {
        lhs
    }

    /// Adds the crossed products of two words along k that are there to a tile without columns that there are not;
    /// false, and nothing, for extents for which the compiler does as well. `row` is the bytes from a row of lhs to one
    /// and to three after.
    #[inline(always)]
    unsafe fn cross<const R: usize, const V: usize>(
        _acc: &mut [[Self::Acc; V]; R],
        _lhs: [*const u8; 2],
        _row: [isize; 2],
        _rhs: [*const u8; 2],
    ) -> bool {
        false
    }

    /// [`Vector::multiply_add`] with subnormal numbers as they are.
    #[inline(always)]
    unsafe fn multiply_add_exact(acc: Self::Acc, lhs: Self::Words, rhs: Self::Words) -> Self::Acc {
        // SAFETY: the machine has the instruction set, as for `multiply_add` itself.
        unsafe { Self::multiply_add(acc, lhs, rhs) }
    }

    /// Whether sums with these accumulators may become subnormal.
    #[inline(always)]
    unsafe fn may_flush<const R: usize, const V: usize>(_acc: &[[Self::Acc; V]; R]) -> bool {
        false
    }
}

/// Computes a tile of `R` rows and `V` vectors.
///
/// # Safety
/// As for a [`TileFn`].
#[inline(always)]
unsafe fn run<T: Vector, const R: usize, const V: usize, const PARTIAL: bool>(
    tile: &Tile,
    prefetcher: &mut OperandPrefetcher,
) {
    // SAFETY: the caller promises that accumulators are valid.
    let mut acc = unsafe { load::<T, R, V, PARTIAL>(tile) };
    if !tile.bias.is_null() {
        for row in &mut acc {
            for (v, acc) in row.iter_mut().enumerate() {
                // SAFETY: the bias is as long as the vectors.
                *acc = unsafe { T::unbias(*acc, tile.bias.add(v * T::LANES)) };
            }
        }
    }
    if T::CROSSED && !tile.row_bias.is_null() {
        for (r, row) in acc.iter_mut().enumerate() {
            for acc in row {
                // SAFETY: there is a number for each row.
                *acc = unsafe { T::unbias_row(*acc, tile.row_bias.add(r)) };
            }
        }
    }
    // SAFETY: the caller promises that words are valid, and that the instruction set is there.
    unsafe {
        if T::FLUSHES && (tile.exact || T::may_flush(&acc)) {
            sum::<T, R, V, PARTIAL, true>(tile, &mut acc, prefetcher);
        } else {
            sum::<T, R, V, PARTIAL, false>(tile, &mut acc, prefetcher);
        }
        store::<T, R, V, PARTIAL>(tile, &acc);
    }
}

/// Lanes of vector `v` that are columns.
#[inline(always)]
fn part<T: Vector>(tile: &Tile, v: usize) -> usize {
    tile.columns.saturating_sub(v * T::LANES).min(T::LANES)
}

/// # Safety
/// As for a [`TileFn`].
#[inline(always)]
unsafe fn load<T: Vector, const R: usize, const V: usize, const PARTIAL: bool>(
    tile: &Tile,
) -> [[T::Acc; V]; R] {
    std::array::from_fn(
        #[inline(always)]
        |r| {
            std::array::from_fn(
                #[inline(always)]
                |v| {
                    // SAFETY: the caller promises that the accumulators are valid.
                    unsafe {
                        let place = tile.from.add(r * tile.from_row).wrapping_add(v * T::LANES * T::WORD);
                        if PARTIAL { T::load_part(place, part::<T>(tile, v)) } else { T::load(place) }
                    }
                },
            )
        },
    )
}

/// # Safety
/// As for a [`TileFn`].
#[inline(always)]
unsafe fn store<T: Vector, const R: usize, const V: usize, const PARTIAL: bool>(
    tile: &Tile,
    acc: &[[T::Acc; V]; R],
) {
    for (r, row) in acc.iter().enumerate() {
        for (v, &acc) in row.iter().enumerate() {
            // SAFETY: the caller promises that the accumulators are valid.
            unsafe {
                let place = tile.acc.add(r * tile.acc_row).wrapping_add(v * T::LANES * T::WORD);
                if PARTIAL { T::store_part(place, acc, part::<T>(tile, v)) } else { T::store(place, acc) }
            }
        }
    }
}

/// # Safety
/// As for a [`TileFn`].
#[inline(always)]
unsafe fn sum<T: Vector, const R: usize, const V: usize, const PARTIAL: bool, const EXACT: bool>(
    tile: &Tile,
    acc: &mut [[T::Acc; V]; R],
    prefetcher: &mut OperandPrefetcher,
) {
    let rows = Rows::new(tile.lhs_row);
    let mut at = [tile.lhs, tile.rhs];
    for _ in 0..tile.k / EVERY {
        // A constant, so that the inner loop is unrolled: processors mispredict the end of a short loop.
        for _ in 0..EVERY / 2 {
            // SAFETY: the caller promises that the words of this k are valid, and that the instruction set is there.
            at = unsafe { add_two::<T, R, V, PARTIAL, EXACT>(tile, acc, rows, at) };
        }
        prefetcher.fetch();
    }
    if tile.k % EVERY >= 2 {
        // SAFETY: the machine has the instruction set; words and accumulators are valid as far as the tile reaches
        // (`TileFn`).
        at = unsafe { add_two::<T, R, V, PARTIAL, EXACT>(tile, acc, rows, at) };
    }
    if tile.k % 2 == 1 {
        // SAFETY: the machine has the instruction set; words and accumulators are valid as far as the tile reaches
        // (`TileFn`).
        unsafe { add::<T, R, V, PARTIAL, EXACT>(tile, acc, rows, at) };
    }
}

/// Adds the products of two words along k; returns the places of the next ones.
///
/// # Safety
/// As for a [`TileFn`].
#[inline(always)]
unsafe fn add_two<T: Vector, const R: usize, const V: usize, const PARTIAL: bool, const EXACT: bool>(
    tile: &Tile,
    acc: &mut [[T::Acc; V]; R],
    rows: Rows,
    at: [*const u8; 2],
) -> [*const u8; 2] {
    // SAFETY: the machine has the instruction set; words and accumulators are valid as far as the tile reaches
    // (`TileFn`).
    unsafe {
        if T::CROSSED {
            add_crossed::<T, R, V, PARTIAL>(tile, acc, rows, at)
        } else {
            let next = add::<T, R, V, PARTIAL, EXACT>(tile, acc, rows, at);
            add::<T, R, V, PARTIAL, EXACT>(tile, acc, rows, next)
        }
    }
}

/// Adds the crossed products of two words along k, see [`Vector::CROSSED`]; returns the places of the next ones.
///
/// # Safety
/// As for a [`TileFn`].
#[inline(always)]
unsafe fn add_crossed<T: Vector, const R: usize, const V: usize, const PARTIAL: bool>(
    tile: &Tile,
    acc: &mut [[T::Acc; V]; R],
    rows: Rows,
    [lhs, rhs]: [*const u8; 2],
) -> [*const u8; 2] {
    let [lhs_next, rhs_next] = [lhs.wrapping_offset(tile.lhs_k), rhs.wrapping_offset(tile.rhs_k)];
    // SAFETY: the machine has the instruction set; words and accumulators are valid as far as the tile reaches
    // (`TileFn`).
    unsafe {
        let next = [lhs_next.wrapping_offset(tile.lhs_k), rhs_next.wrapping_offset(tile.rhs_k)];
        if !PARTIAL && T::cross(acc, [lhs, lhs_next], [rows.one, rows.three], [rhs, rhs_next]) {
            return next;
        }
        let columns = [columns::<T, V, PARTIAL>(tile, rhs), columns::<T, V, PARTIAL>(tile, rhs_next)];
        for (r, acc) in acc.iter_mut().enumerate() {
            let words = [lhs, lhs_next].map(
                #[inline(always)]
                |lhs| T::splat(lhs.wrapping_offset(rows.to(r))),
            );
            for (v, acc) in acc.iter_mut().enumerate() {
                let sums = [T::plus(words[0], columns[1][v]), T::plus(words[1], columns[0][v])];
                *acc = T::multiply_add(*acc, sums[0], sums[1]);
            }
        }
        next
    }
}

/// The words of rhs of one k.
///
/// # Safety
/// As for a [`TileFn`].
#[inline(always)]
unsafe fn columns<T: Vector, const V: usize, const PARTIAL: bool>(
    tile: &Tile,
    rhs: *const u8,
) -> [T::Words; V] {
    std::array::from_fn(
        #[inline(always)]
        |v| {
            let place = rhs.wrapping_add(v * T::LANES * T::WORD);
            // SAFETY: the machine has the instruction set; words and accumulators are valid as far as the tile reaches
            // (`TileFn`).
            unsafe { if PARTIAL { T::words_part(place, part::<T>(tile, v)) } else { T::words(place) } }
        },
    )
}

/// Bytes from the first row of lhs to others, as far as an address cannot be computed with a multiple of one of these:
/// so a loop moves one pointer, not one for each row.
#[derive(Clone, Copy)]
struct Rows {
    one: isize,
    three: isize,
    five: isize,
    seven: isize,
}

impl Rows {
    #[inline(always)]
    fn new(row: isize) -> Rows {
        let times = |factor| opaque(row.wrapping_mul(factor));
        Rows { one: times(1), three: times(3), five: times(5), seven: times(7) }
    }

    /// The bytes to one of 8 rows.
    #[inline(always)]
    fn to(self, row: usize) -> isize {
        match row {
            0 => 0,
            1 => self.one,
            2 => self.one.wrapping_mul(2),
            3 => self.three,
            4 => self.one.wrapping_mul(4),
            5 => self.five,
            6 => self.three.wrapping_mul(2),
            _ => self.seven,
        }
    }
}

/// Hides the computation of a number from the compiler, so that it stays in a register.
#[inline(always)]
fn opaque(mut number: isize) -> isize {
    #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
    // SAFETY: there is no instruction.
    unsafe {
        std::arch::asm!("/* {0} */", inout(reg) number, options(pure, nomem, nostack, preserves_flags));
    }
    number
}

/// Adds the products of the words of lhs and rhs that are there, of one k; returns the places of the next ones.
///
/// # Safety
/// As for a [`TileFn`].
#[inline(always)]
unsafe fn add<T: Vector, const R: usize, const V: usize, const PARTIAL: bool, const EXACT: bool>(
    tile: &Tile,
    acc: &mut [[T::Acc; V]; R],
    rows: Rows,
    [lhs, rhs]: [*const u8; 2],
) -> [*const u8; 2] {
    // SAFETY: the machine has the instruction set; words and accumulators are valid as far as the tile reaches
    // (`TileFn`).
    unsafe {
        let columns = columns::<T, V, PARTIAL>(tile, rhs);
        for (r, acc) in acc.iter_mut().enumerate() {
            let word = T::splat(lhs.wrapping_offset(rows.to(r)));
            for (acc, &column) in acc.iter_mut().zip(&columns) {
                *acc = if EXACT {
                    T::multiply_add_exact(*acc, word, column)
                } else {
                    T::multiply_add(*acc, word, column)
                };
            }
        }
    }
    [lhs.wrapping_offset(tile.lhs_k), rhs.wrapping_offset(tile.rhs_k)]
}

/// The function for extents among `select!(function for T, largest rows)`.
macro_rules! select {
    ($function:ident, $vector:ty, [$($r:literal),*]) => {
        |extents: $crate::mma::tile::Extents| -> $crate::mma::tile::TileFn {
            let $crate::mma::tile::Extents { rows, vectors, partial } = extents;
            match (rows, vectors, partial) {
                $(
                    ($r, 1, false) => $function::<$vector, $r, 1, false>,
                    ($r, 1, true) => $function::<$vector, $r, 1, true>,
                    ($r, 2, false) => $function::<$vector, $r, 2, false>,
                    ($r, 2, true) => $function::<$vector, $r, 2, true>,
                )*
                (2, _, false) => $function::<$vector, 2, 4, false>,
                (2, _, true) => $function::<$vector, 2, 4, true>,
                (_, 4, false) => $function::<$vector, 1, 4, false>,
                (_, 4, true) => $function::<$vector, 1, 4, true>,
                (_, _, false) => $function::<$vector, 1, 8, false>,
                (_, _, true) => $function::<$vector, 1, 8, true>,
            }
        }
    };
}
use select;

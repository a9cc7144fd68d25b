//! `ldmatrix` and `stmatrix`: a warp moves matrices of rows of 16 bytes, one row for each address.
//!
//! With `g = lane / 4` and `q = lane % 4`, a lane's register of a matrix of eight rows holds, of elements of 16 bits, row g,
//! columns `2 * q` and `2 * q + 1`; transposed (16 bits only): rows `2 * q` and `2 * q + 1` of column g. Narrower elements fill
//! the same bytes. Transposed bytes come in pairs of columns, rows `2 * q` and `2 * q + 1` of columns `2 * g` and `2 * g + 1`: a
//! lane's word has the bytes of both columns in turn, so that words of one column are picked from two of them.
//!
//! Some targets transpose bytes themselves: a lane has two registers of a matrix of sixteen rows, rows `4 * q` to `4 * q + 3` of
//! column g, and of column `g + 8`.
//!
//! Addresses of matrix t come from lanes `8 * t` to `8 * t + 7`; of sixteen rows, from lanes `16 * t` to `16 * t + 15` (PTX ISA,
//! "ldmatrix").

use super::echelon::Echelon;
use super::linear_map::{Columns, LinearMap, mask};
use super::register::{Input, LANE_BITS, RegisterLayout};
use super::shape::Shape;
use super::shared::SharedLayout;

/// The bits of a row's number within a matrix of eight rows.
const ROW_BITS: u32 = 3;
/// Rows whose addresses one wavefront serves, as a binary logarithm.
const WAVEFRONT_BITS: u32 = 3;

/// What a matrix is, and how lanes hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatrixForm {
    /// Eight rows of 16 bytes, a lane has a word of a row.
    Rows,
    /// Eight rows of 16-bit elements or pairs of bytes, transposed: `.trans`.
    Columns,
    /// Sixteen rows of 16 bytes, transposed: `.m16n16.trans.b8`. Only loaded, and only by some targets.
    ByteColumns,
}

impl MatrixForm {
    /// Those of all targets.
    pub const COMMON: &[MatrixForm] = &[MatrixForm::Rows, MatrixForm::Columns];
    /// All of them.
    pub const ALL: &[MatrixForm] = &[MatrixForm::Rows, MatrixForm::Columns, MatrixForm::ByteColumns];

    /// Whether lanes hold columns.
    pub fn is_transposed(self) -> bool {
        self != MatrixForm::Rows
    }

    /// Whether matrices can have elements of some bits.
    fn takes(self, element_bits: u32) -> bool {
        match self {
            MatrixForm::Rows => element_bits <= 32,
            MatrixForm::Columns => matches!(element_bits, 8 | 16),
            MatrixForm::ByteColumns => element_bits == 8,
        }
    }

    /// Bits of the number of a row that a lane's own registers have, for elements of which a word has `1 << packing`.
    fn own_row_bits(self, packing: u32) -> u32 {
        match self {
            MatrixForm::Rows => 0,
            MatrixForm::Columns => 1,
            MatrixForm::ByteColumns => packing,
        }
    }

    /// The binary logarithm of a lane's registers of one matrix.
    fn half_bits(self) -> u32 {
        u32::from(self == MatrixForm::ByteColumns)
    }
}

/// How a tile moves between registers and a buffer by `ldmatrix` or `stmatrix`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixAccess {
    /// The matrices.
    pub form: MatrixForm,
    /// The binary logarithm of the number of 32-bit registers that one instruction moves.
    pub word_bits: u32,
    /// (element within 32 bits, word, instruction) → register. Elements of the same 32 bits are in consecutive registers,
    /// except for pairs of transposed bytes.
    pub registers: LinearMap,
    /// (lane, instruction, warp, CTA) → offset of the first element of the row whose address the lane supplies.
    pub rows: LinearMap,
    element_bits: u32,
}

impl MatrixAccess {
    /// The access by the first of some forms that the layouts allow.
    ///
    /// # Panics
    ///
    /// If the shapes differ.
    pub fn new(
        registers: &RegisterLayout,
        shared: &SharedLayout,
        element_bits: u32,
        forms: &[MatrixForm],
    ) -> Option<MatrixAccess> {
        assert_eq!(registers.shape(), shared.shape(), "the same tile in registers and in shared memory");
        let offsets = shared.offsets().after(registers.map());
        let mut possible = forms.iter().filter(|form| form.takes(element_bits));
        possible.find_map(|&form| Attempt { registers, offsets: &offsets, element_bits, form }.access())
    }

    /// The number of instructions.
    pub fn count(&self) -> u64 {
        1 << (self.rows.inputs() - LANE_BITS - self.thread_bits())
    }

    fn thread_bits(&self) -> u32 {
        let instructions = self.registers.inputs() - (32 / self.element_bits).ilog2() - self.word_bits;
        self.rows.inputs() - LANE_BITS - instructions
    }

    /// The wavefronts of eight rows of a matrix; 1 without conflicts.
    pub fn wavefronts(&self) -> u32 {
        let mut in_place = [0; 8];
        for row in 0..1 << WAVEFRONT_BITS {
            let chunk = self.rows.apply(row) * u64::from(self.element_bits) / 128;
            in_place[(chunk % 8) as usize] += 1;
        }
        in_place.into_iter().max().unwrap_or(0)
    }
}

impl RegisterLayout {
    /// The layout of registers after `ldmatrix`: matrices of 8 rows of 8 elements of 16 bits, a tile of `matrices x 8 x 8`.
    pub fn ldmatrix(matrix_bits: u32, transposed: bool) -> RegisterLayout {
        let shape = Shape::from_bits([matrix_bits, ROW_BITS, ROW_BITS]);
        let (row, column) = (1u64 << ROW_BITS, 1u64);
        let (pair, along) = if transposed { (row, column) } else { (column, row) };
        let lanes = [2 * pair, 4 * pair, along, 2 * along, 4 * along];
        let matrices = (0..matrix_bits).map(|bit| 1 << (bit + 2 * ROW_BITS));
        let registers: Columns = std::iter::once(pair).chain(matrices).collect();
        RegisterLayout::new(shape, &registers, &lanes, &[], &[])
    }
}

struct Attempt<'a> {
    registers: &'a RegisterLayout,
    /// (register, lane, warp, CTA) → offset.
    offsets: &'a LinearMap,
    element_bits: u32,
    form: MatrixForm,
}

impl Attempt<'_> {
    fn columns(&self, input: Input) -> &[u64] {
        let range = self.registers.range(input);
        &self.offsets.columns()[range.start as usize..range.end as usize]
    }

    /// The bits of an offset within a row.
    fn chunk_bits(&self) -> u32 {
        (128 / self.element_bits).ilog2()
    }

    fn access(&self) -> Option<MatrixAccess> {
        let packing = (32 / self.element_bits).ilog2();
        let low = mask(self.chunk_bits());
        let own_rows = self.form.own_row_bits(packing);
        // Columns that move together in a word.
        let beside = packing.saturating_sub(own_rows);
        let (rows_of_lanes, threads) = self.rows_of_threads(beside)?;
        let own = self.columns(Input::Register);
        let rows_of_registers = own.get(..own_rows as usize)?;
        let halves = (0..self.form.half_bits()).map(|_| 1 << (self.chunk_bits() - 1));
        let word: Columns =
            (0..beside).map(|bit| 1 << bit).chain(rows_of_registers.iter().copied()).chain(halves).collect();
        let echelon = Echelon::of(own.iter().copied());
        let of_word: Option<Columns> = word.iter().map(|&offset| echelon.solve(offset)).collect();
        let of_word = of_word.filter(|found| found.len() as u32 == packing + self.form.half_bits())?;
        let (registers, repeated) = self.repeated(&word, &echelon)?;
        if rows_of_registers.iter().any(|offset| offset & low != 0) {
            return None;
        }

        let row: Columns = rows_of_registers.iter().chain(rows_of_lanes).copied().collect();
        let most_matrices = LANE_BITS - row.len() as u32;
        let matrix_bits = (repeated.len() as u32).min(most_matrices);
        let (matrices, instructions) = repeated.split_at(matrix_bits as usize);
        // Lanes beyond the last matrix supply addresses of the first again.
        let unused = std::iter::repeat_n(0, (most_matrices - matrix_bits) as usize);
        let rows = row.iter().chain(matrices).copied().chain(unused);
        let rows = rows.chain(instructions.iter().copied()).chain(threads);
        Some(MatrixAccess {
            form: self.form,
            word_bits: self.form.half_bits() + matrix_bits,
            registers: LinearMap::new(
                of_word.into_iter().chain(registers).collect::<Columns>(),
                own.len() as u32,
            ),
            rows: LinearMap::new(rows.collect::<Columns>(), self.offsets.outputs()),
            element_bits: self.element_bits,
        })
    }

    /// The offsets by which lanes choose a row, and warps and thread blocks; none if one of them moves within a row, or the other
    /// lanes do not hold one from bit `first` on.
    fn rows_of_threads(&self, first: u32) -> Option<(&[u64], Columns)> {
        let low = mask(self.chunk_bits());
        let lanes = self.columns(Input::Lane);
        // The lanes that hold one row between them are within the 16 bytes, the others choose the row.
        let (quad, groups) = lanes.split_at(2);
        let (within, rows) = if self.form.is_transposed() { (groups, quad) } else { (quad, groups) };
        let placed = within.iter().enumerate().all(|(i, &c)| c == 1 << (first + i as u32));
        let threads: Columns =
            [Input::Warp, Input::Cta].into_iter().flat_map(|input| self.columns(input)).copied().collect();
        let apart = rows.iter().chain(&threads).all(|c| c & low == 0);
        (placed && apart).then_some((rows, threads))
    }

    /// The registers that choose a matrix, and the offsets that they add; none if one of them moves within a row.
    fn repeated(&self, word: &[u64], echelon: &Echelon) -> Option<(Columns, Columns)> {
        let low = mask(self.chunk_bits());
        let mut span = Echelon::of(word.iter().copied());
        let (mut registers, mut offsets) = (Columns::new(), Columns::new());
        for &column in self.columns(Input::Register) {
            let aligned = match self.form {
                MatrixForm::Rows => column & !mask(word.len() as u32),
                MatrixForm::Columns | MatrixForm::ByteColumns => column,
            };
            if span.extend(aligned) {
                registers.push(echelon.solve(aligned)?);
                offsets.push(aligned);
            }
        }
        offsets.iter().all(|c| c & low == 0).then_some((registers, offsets))
    }
}

//! `ldmatrix` and `stmatrix`: a warp moves matrices of eight rows of 16 bytes, one row for each address.
//!
//! With `g = lane / 4` and `q = lane % 4`, a lane's register of a matrix holds, of elements of 16 bits, row g, columns `2 * q`
//! and `2 * q + 1`; transposed (16 bits only): rows `2 * q` and `2 * q + 1` of column g. Narrower elements fill the same bytes.
//! Transposed bytes come in pairs of columns, rows `2 * q` and `2 * q + 1` of columns `2 * g` and `2 * g + 1`: a lane's word
//! has the bytes of both columns in turn, so that words of one column are picked from two of them.
//!
//! Addresses of matrix t come from lanes `8 * t` to `8 * t + 7` (PTX ISA, "ldmatrix").

use smallvec::SmallVec;

use super::echelon::Echelon;
use super::linear_map::{Columns, LinearMap, mask};
use super::register::{Input, LANE_BITS, RegisterLayout};
use super::shape::Shape;
use super::shared::SharedLayout;

/// The bits of a row's number within a matrix.
const ROW_BITS: u32 = 3;

/// How a tile moves between registers and a buffer by `ldmatrix` or `stmatrix`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixAccess {
    /// `.trans`.
    pub transposed: bool,
    /// The binary logarithm of the number of matrices that one instruction moves: 2 is `.x4`.
    pub matrix_bits: u32,
    /// (element within 32 bits, matrix, instruction) → register. Elements of the same 32 bits are in consecutive registers,
    /// except for transposed bytes.
    pub registers: LinearMap,
    /// (lane, instruction, warp, CTA) → offset of the first element of the row whose address the lane supplies.
    pub rows: LinearMap,
    element_bits: u32,
}

impl MatrixAccess {
    /// The access, if the layouts allow it: untransposed before transposed.
    ///
    /// # Panics
    ///
    /// If the shapes differ.
    pub fn new(registers: &RegisterLayout, shared: &SharedLayout, element_bits: u32) -> Option<MatrixAccess> {
        assert_eq!(registers.shape(), shared.shape(), "the same tile in registers and in shared memory");
        if element_bits > 32 {
            return None;
        }
        let offsets = shared.offsets().after(registers.map());
        let attempt =
            |transposed| Attempt { registers, offsets: &offsets, element_bits, transposed }.access();
        attempt(false).or_else(|| if matches!(element_bits, 8 | 16) { attempt(true) } else { None })
    }

    /// The number of instructions.
    pub fn count(&self) -> u64 {
        1 << (self.rows.inputs() - LANE_BITS - self.thread_bits())
    }

    fn thread_bits(&self) -> u32 {
        let instructions = self.registers.inputs() - (32 / self.element_bits).ilog2() - self.matrix_bits;
        self.rows.inputs() - LANE_BITS - instructions
    }

    /// The wavefronts of one matrix; 1 without conflicts, for 8 rows of 16 bytes.
    pub fn wavefronts(&self) -> u32 {
        let mut in_place = [0; 8];
        for row in 0..1 << ROW_BITS {
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
    transposed: bool,
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
        // Columns that move together as two bytes.
        let beside = packing.saturating_sub(1);
        let (rows_of_lanes, threads) =
            self.rows_of_threads(if self.transposed { beside } else { packing })?;
        let own = self.columns(Input::Register);
        let echelon = Echelon::of(own.iter().copied());
        let pack: Columns = if self.transposed {
            (0..beside).map(|bit| 1 << bit).chain(own.first().copied()).collect()
        } else {
            (0..packing).map(|bit| 1 << bit).collect()
        };
        let pack_registers: Option<Columns> = pack.iter().map(|&offset| echelon.solve(offset)).collect();
        let pack_registers = pack_registers.filter(|p| p.len() == packing as usize)?;
        let (registers, repeated) = self.repeated(&pack, &echelon)?;
        if self.transposed && pack[beside as usize] & low != 0 {
            return None;
        }

        let matrix_bits = (repeated.len() as u32).min(2);
        let row: SmallVec<[u64; 4]> = if self.transposed {
            pack[beside as usize..].iter().chain(rows_of_lanes).copied().collect()
        } else {
            rows_of_lanes.into()
        };
        let (matrices, instructions) = repeated.split_at(matrix_bits as usize);
        // Lanes beyond the last matrix supply addresses of the first again.
        let unused = std::iter::repeat_n(0, (2 - matrix_bits) as usize);
        let rows = row.iter().chain(matrices).copied().chain(unused);
        let rows = rows.chain(instructions.iter().copied()).chain(threads);
        Some(MatrixAccess {
            transposed: self.transposed,
            matrix_bits,
            registers: LinearMap::new(
                pack_registers.into_iter().chain(registers).collect::<Columns>(),
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
        let (within, rows) =
            if self.transposed { (&lanes[2..], &lanes[..2]) } else { (&lanes[..2], &lanes[2..]) };
        let placed = within.iter().enumerate().all(|(i, &c)| c == 1 << (first + i as u32));
        let threads: Columns =
            [Input::Warp, Input::Cta].into_iter().flat_map(|input| self.columns(input)).copied().collect();
        let apart = rows.iter().chain(&threads).all(|c| c & low == 0);
        (placed && apart).then_some((rows, threads))
    }

    /// The registers that choose a matrix, and the offsets that they add; none if one of them moves within a row.
    fn repeated(&self, pack: &[u64], echelon: &Echelon) -> Option<(Columns, Columns)> {
        let low = mask(self.chunk_bits());
        let mut span = Echelon::of(pack.iter().copied());
        let (mut registers, mut offsets) = (Columns::new(), Columns::new());
        for &column in self.columns(Input::Register) {
            let aligned = if self.transposed { column } else { column & !mask(pack.len() as u32) };
            if span.extend(aligned) {
                registers.push(echelon.solve(aligned)?);
                offsets.push(aligned);
            }
        }
        offsets.iter().all(|c| c & low == 0).then_some((registers, offsets))
    }
}

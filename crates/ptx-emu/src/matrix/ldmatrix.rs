//! `ldmatrix`, `stmatrix` and `movmatrix`: rows of 16 bytes, and the registers that hold them.
//!
//! Row i of an instruction is at the address of lane i: those of matrix 0 first. With `g = lane / 4` and `q = lane % 4`,
//! a lane of register t holds of matrix t
//!
//! - `m8n8`: row g, elements 2q and 2q + 1; transposed: rows 2q and 2q + 1, element g;
//! - `m8n16`: row g, bytes 4q to 4q + 3;
//! - `m16n16`, transposed, two registers: rows 4q to 4q + 3, byte g, and byte g + 8;
//! - `m16n8` of `stmatrix`, transposed: rows 2q and 2q + 1, bytes g and g + 8.

#![allow(
    unsafe_code,
    reason = "functions of an instruction set are called here, after a look at the processor"
)]

use ptx::Modifier;

use super::Row;
#[cfg(target_arch = "x86_64")]
use super::avx2;
use super::shared_operand::expand;

/// How 16 elements of six or four bits are packed in a row of 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expand {
    /// Six bits each in the first 12 bytes.
    B6x16P32,
    /// Four bits each in the first 8 bytes.
    B4x16P64,
}

impl Expand {
    const fn bits(self) -> u32 {
        match self {
            Expand::B6x16P32 => 6,
            Expand::B4x16P64 => 4,
        }
    }

    /// Bytes of a row that are used; the rest is padding.
    pub const fn bytes(self) -> u64 {
        self.bits() as u64 * 2
    }

    /// The row with an element in each byte.
    #[inline]
    pub fn row(self, words: [u32; 4]) -> [u32; 4] {
        let bits = self.bits();
        let packed = words.iter().rev().fold(0_u128, |packed, &word| packed << 32 | u128::from(word));
        let bytes = expand(packed.to_le_bytes(), bits);
        std::array::from_fn(|word| u32::from_le_bytes(std::array::from_fn(|byte| bytes[4 * word + byte])))
    }
}

/// The shape of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Eight rows of eight 16-bit elements.
    M8n8,
    /// The same, transposed.
    M8n8Trans,
    /// Eight rows of sixteen bytes.
    M8n16,
    /// Sixteen rows of sixteen bytes, transposed.
    M16n16,
    /// Sixteen columns of eight bytes, transposed.
    M16n8,
}

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Matrices {
    /// The shape of each matrix.
    pub shape: Shape,
    /// How many.
    pub count: usize,
    /// Elements of less than a byte.
    pub expand: Option<Expand>,
}

/// The instruction of the words of an `ldmatrix` or `stmatrix`; `None` if it has not the words of one.
pub fn matrices(words: &[Modifier]) -> Option<Matrices> {
    let has = |word: Modifier| words.contains(&word);
    let count = words.iter().find_map(|word| match word {
        Modifier::X1 => Some(1),
        Modifier::X2 => Some(2),
        Modifier::X4 => Some(4),
        _ => None,
    })?;
    let shape = words.iter().find_map(|word| match word {
        Modifier::M8n8 if has(Modifier::Trans) => Some(Shape::M8n8Trans),
        Modifier::M8n8 => Some(Shape::M8n8),
        Modifier::M8n16 => Some(Shape::M8n16),
        Modifier::M16n16 => Some(Shape::M16n16),
        Modifier::M16n8 => Some(Shape::M16n8),
        _ => None,
    })?;
    let expand = words.iter().find_map(|word| match word {
        Modifier::B6x16P32 => Some(Expand::B6x16P32),
        Modifier::B4x16P64 => Some(Expand::B4x16P64),
        _ => None,
    });
    Some(Matrices { shape, count, expand })
}

impl Matrices {
    /// Rows in memory, which is also the number of lanes whose address counts.
    pub fn rows(&self) -> usize {
        self.count
            * match self.shape {
                Shape::M8n8 | Shape::M8n8Trans | Shape::M8n16 | Shape::M16n8 => 8,
                Shape::M16n16 => 16,
            }
    }

    /// Registers.
    pub fn registers(&self) -> usize {
        self.count * if self.shape == Shape::M16n16 { 2 } else { 1 }
    }

    /// Loads from rows of 16 bytes, lowest word first.
    ///
    /// # Panics
    ///
    /// If there are fewer rows or registers than the instruction has.
    pub fn load(&self, rows: &[[u32; 4]], registers: &mut [Row]) {
        let mut expanded = [[0; 4]; 32];
        let rows = match self.expand {
            None => &rows[..self.rows()],
            Some(expand) => {
                for (row, expanded) in rows.iter().zip(&mut expanded) {
                    *expanded = expand.row(*row);
                }
                &expanded[..self.rows()]
            }
        };
        match self.shape {
            Shape::M8n8 | Shape::M8n16 => {
                for (rows, register) in rows.chunks_exact(8).zip(registers) {
                    register.as_chunks_mut::<4>().0.copy_from_slice(rows);
                }
            }
            Shape::M8n8Trans => {
                for (rows, register) in rows.chunks_exact(8).zip(registers) {
                    *register = transposed(rows);
                }
            }
            Shape::M16n16 => {
                for (index, register) in registers.iter_mut().enumerate().take(self.registers()) {
                    // A register takes four rows of one half of the columns; bytes of a column are packed into a word.
                    let (first, upper) = (index / 2 * 16, index % 2 * 8);
                    *register = std::array::from_fn(|lane| {
                        let (g, q) = (lane / 4, lane % 4);
                        u32::from_le_bytes(std::array::from_fn(|j| byte(&rows[first + 4 * q + j], g + upper)))
                    });
                }
            }
            Shape::M16n8 => unreachable!("m16n8 is only stored"),
        }
    }

    /// The rows that registers hold.
    ///
    /// # Panics
    ///
    /// If there are fewer rows or registers than the instruction has.
    pub fn store(&self, registers: &[&Row], rows: &mut [[u32; 4]]) {
        for (register, rows) in registers.iter().zip(rows.chunks_exact_mut(8)) {
            match self.shape {
                Shape::M8n8 => rows.copy_from_slice(register.as_chunks::<4>().0),
                Shape::M8n8Trans => {
                    rows.copy_from_slice(transposed(register.as_chunks::<4>().0).as_chunks::<4>().0);
                }
                Shape::M16n8 => {
                    rows.fill([0; 4]);
                    for (lane, word) in register.iter().enumerate() {
                        for (j, value) in word.to_le_bytes().into_iter().enumerate() {
                            let column = lane / 4 + 8 * (j >> 1);
                            let row = &mut rows[2 * (lane % 4) + (j & 1)];
                            row[column / 4] |= u32::from(value) << (column % 4 * 8);
                        }
                    }
                }
                Shape::M8n16 | Shape::M16n16 => unreachable!("{:?} is only loaded", self.shape),
            }
        }
    }
}

fn byte(row: &[u32; 4], index: usize) -> u8 {
    row[index / 4].to_le_bytes()[index % 4]
}

/// Eight rows of eight 16-bit elements, transposed. A register is its rows one after the other, so `movmatrix` is this.
#[inline]
fn transposed(rows: &[[u32; 4]]) -> Row {
    #[cfg(target_arch = "x86_64")]
    if let (Some(rows), true) = (rows.first_chunk(), avx2::available()) {
        // SAFETY: the processor has just been looked at.
        return unsafe { avx2::transposed(rows) };
    }
    transposed_plainly(rows)
}

fn transposed_plainly(rows: &[[u32; 4]]) -> Row {
    let element = |row: usize, column: usize| rows[row][column / 2] >> (column % 2 * 16) & 0xffff;
    std::array::from_fn(|lane| {
        let (g, q) = (lane / 4, lane % 4);
        element(2 * q, g) | element(2 * q + 1, g) << 16
    })
}

/// `movmatrix.trans`.
pub fn movmatrix(register: &Row) -> Row {
    transposed(register.as_chunks::<4>().0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_transposes_as_the_plain_loop_does() {
        let row: Row = std::array::from_fn(|lane| (lane as u32) << 17 | 0x8000 | lane as u32);
        let rows = row.as_chunks::<4>().0;
        assert_eq!(transposed(rows), transposed_plainly(rows));
        assert_eq!(movmatrix(&movmatrix(&row)), row);
    }
}

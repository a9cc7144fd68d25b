//! Fragments: the positions of the elements of a small matrix in the registers of a warp.
//!
//! One rule holds for every shape of `mma.sync`, for `wgmma` and for `tcgen05.ld`: with `g = lane / 4`, `q = lane % 4` and
//! E elements in a register,
//!
//! - A: register r holds row `g + 8 * (r % 2)` (shapes of 8 rows: row g), k from `q * E + 4 * E * (r / 2)`;
//! - B: register r holds column g, k from `q * E + 4 * E * r`;
//! - accumulators: registers 2h and 2h + 1 hold row `g + 8 * h`, columns 2q and 2q + 1; as f16, register h holds both.
//!
//! In a [`Block`] the even columns come first, so that a row of it is four lanes of one register and four of another;
//! [`place`] is a column's place, and panels of B are made in that order.
#![allow(
    unsafe_code,
    reason = "functions of an instruction set are called here, after a look at the processor"
)]

#[cfg(target_arch = "x86_64")]
use super::avx2;
use super::element;
use super::order::{Block, Line, Order, place};
use super::{Row, Row64};

/// The lines of one register: four, in ascending k.
#[inline(always)]
fn lines_of<T: Copy + Default>(register: &[T; 32], order: Order) -> [[T; 8]; 4] {
    let mut lines = [[T::default(); 8]; 4];
    match order {
        Order::Natural => {
            for (g, lanes) in register.chunks_exact(4).enumerate() {
                for (line, &word) in lines.iter_mut().zip(lanes) {
                    line[g] = word;
                }
            }
        }
        Order::EvenFirst => {
            for (g, lanes) in register.chunks_exact(4).enumerate() {
                for (line, &word) in lines.iter_mut().zip(lanes) {
                    line[place(g)] = word;
                }
            }
        }
    }
    lines
}

/// The lines of an operand's registers, in ascending k.
pub(crate) fn lines<'a>(registers: impl Iterator<Item = &'a Row>, order: Order, out: &mut [Line]) {
    for (register, out) in registers.zip(out.as_chunks_mut().0) {
        #[cfg(target_arch = "x86_64")]
        if avx2::available() {
            // SAFETY: the processor has just been looked at.
            unsafe { avx2::lines(register, order == Order::EvenFirst, out) };
            continue;
        }
        *out = lines_of(register, order);
    }
}

/// The lines of eight rows of eight words.
#[inline]
pub(crate) fn transpose(rows: &[Line; 8], lines: &mut [Line; 8]) {
    #[cfg(target_arch = "x86_64")]
    if avx2::available() {
        // SAFETY: the processor has just been looked at.
        return unsafe { avx2::transpose(rows, lines) };
    }
    transpose_plainly(rows, lines);
}

fn transpose_plainly(rows: &[Line; 8], lines: &mut [Line; 8]) {
    for (index, row) in rows.iter().enumerate() {
        for (line, &word) in lines.iter_mut().zip(row) {
            line[index] = word;
        }
    }
}

/// The same of 64-bit registers.
pub(crate) fn lines_64<'a>(registers: impl Iterator<Item = &'a Row64>, order: Order, out: &mut [[u64; 8]]) {
    for (register, out) in registers.zip(out.chunks_exact_mut(4)) {
        out.copy_from_slice(&lines_of(register, order));
    }
}

/// The accumulators of eight rows, from two registers.
#[inline]
pub(crate) fn block<T: Copy + Default, U: Copy + Default>(
    registers: [&[T; 32]; 2],
    value: impl Fn(T) -> U,
) -> Block<U> {
    let mut block = [[U::default(); 8]; 8];
    for (g, row) in block.iter_mut().enumerate() {
        for q in 0..4 {
            row[q] = value(registers[0][4 * g + q]);
            row[4 + q] = value(registers[1][4 * g + q]);
        }
    }
    block
}

/// Writes the accumulators of eight rows to two registers.
#[inline]
pub(crate) fn unblock<T: Copy, U>(block: &Block<T>, registers: [&mut [U; 32]; 2], bits: impl Fn(T) -> U) {
    let [first, second] = registers;
    for (g, row) in block.iter().enumerate() {
        for q in 0..4 {
            first[4 * g + q] = bits(row[q]);
            second[4 * g + q] = bits(row[4 + q]);
        }
    }
}

/// The accumulators of eight rows, from one register of pairs of f16.
#[inline]
pub(crate) fn block_f16(register: &Row) -> Block<f32> {
    block([&register.map(|pair| pair & 0xffff), &register.map(|pair| pair >> 16)], element::f16)
}

/// Writes the accumulators of eight rows to one register of pairs of f16.
#[inline]
pub(crate) fn unblock_f16(block: &Block<f32>, register: &mut Row) {
    for (g, row) in block.iter().enumerate() {
        for q in 0..4 {
            register[4 * g + q] = element::to_f16(row[q]) | element::to_f16(row[4 + q]) << 16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_transposes_as_the_plain_loop_does() {
        let rows: [Line; 8] = std::array::from_fn(|row| std::array::from_fn(|word| (8 * row + word) as u32));
        let (mut found, mut expected) = ([[0; 8]; 8], [[1; 8]; 8]);
        transpose(&rows, &mut found);
        transpose_plainly(&rows, &mut expected);
        assert_eq!(found, expected);
        assert_eq!(found[2][5], 42);
    }

    #[test]
    fn lines_hold_every_fourth_word() {
        let register: Row = std::array::from_fn(|lane| lane as u32);
        for order in [Order::Natural, Order::EvenFirst] {
            let mut found = [[0; 8]; 4];
            lines([&register].into_iter(), order, &mut found);
            assert_eq!(found, lines_of(&register, order));
            assert_eq!(found[2][order.place(5)], 22);
        }
    }
}

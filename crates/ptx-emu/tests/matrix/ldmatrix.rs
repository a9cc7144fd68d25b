//! `ldmatrix`, `stmatrix` and `movmatrix`: every form against the tables of the ISA.

use ptx::{Modifier, Opcode};
use ptx_emu::matrix::Row;
use ptx_emu::matrix::ldmatrix::{Matrices, Shape, matrices, movmatrix};

use crate::source::{Seeded, every_choice};

/// Every instruction of an opcode, once.
fn every_form(opcode: Opcode) -> Vec<(Vec<Modifier>, Matrices)> {
    let mut forms: Vec<(Vec<Modifier>, Matrices)> = Vec::new();
    for words in every_choice(opcode) {
        let found = matrices(&words).unwrap_or_else(|| panic!("{words:?}"));
        if !forms.iter().any(|(_, form)| *form == found) {
            forms.push((words, found));
        }
    }
    forms
}

/// Rows of bytes in memory, with what they are after expansion.
fn rows(words: &[Modifier], count: usize, seeded: &mut Seeded) -> (Vec<[u32; 4]>, Vec<[u8; 16]>) {
    let bits = if words.contains(&Modifier::B6x16P32) {
        6
    } else if words.contains(&Modifier::B4x16P64) {
        4
    } else {
        8
    };
    let mut memory = Vec::new();
    let mut expanded = Vec::new();
    for _ in 0..count {
        let row: [u8; 16] = std::array::from_fn(|_| seeded.next() as u8 >> (8 - bits));
        // Padding is no zeros.
        let mut packed = if bits == 8 { 0 } else { u128::MAX << (16 * bits) };
        for (index, &value) in row.iter().enumerate() {
            packed |= u128::from(value) << (bits * index);
        }
        memory.push(std::array::from_fn(|word| (packed >> (32 * word)) as u32));
        expanded.push(row);
    }
    (memory, expanded)
}

/// Byte j of register r of a lane, as matrix, row, byte of the row.
fn place(shape: Shape, lane: usize, r: usize, j: usize) -> (usize, usize, usize) {
    let (g, q) = (lane / 4, lane % 4);
    match shape {
        Shape::M8n8 | Shape::M8n16 => (r, g, 4 * q + j),
        Shape::M8n8Trans => (r, 2 * q + j / 2, 2 * g + j % 2),
        Shape::M16n16 => (r / 2, 4 * q + j, g + 8 * (r % 2)),
        Shape::M16n8 => (r, 2 * q + (j & 1), g + 8 * (j >> 1)),
    }
}

#[test]
fn loads() {
    let mut seeded = Seeded(21);
    let forms = every_form(Opcode::Ldmatrix);
    assert_eq!(forms.len(), 6 + 2 + 4 + 6);
    for (words, form) in forms {
        let (memory, expanded) = rows(&words, form.rows(), &mut seeded);
        let mut registers = vec![[0; 32]; form.registers()];
        form.load(&memory, &mut registers);
        let rows_of_matrix = form.rows() / form.count;
        for (r, register) in registers.iter().enumerate() {
            for (lane, word) in register.iter().enumerate() {
                for (j, &byte) in word.to_le_bytes().iter().enumerate() {
                    let (t, row, column) = place(form.shape, lane, r, j);
                    assert_eq!(byte, expanded[t * rows_of_matrix + row][column], "{form:?} {lane} {r} {j}");
                }
            }
        }
    }
}

#[test]
fn stores() {
    let mut seeded = Seeded(22);
    let forms = every_form(Opcode::Stmatrix);
    assert_eq!(forms.len(), 6 + 3);
    for (_, form) in forms {
        let registers: Vec<Row> =
            (0..form.count).map(|_| std::array::from_fn(|_| seeded.next() as u32)).collect();
        let mut memory = vec![[0; 4]; form.rows()];
        form.store(&registers.iter().collect::<Vec<_>>(), &mut memory);
        for (r, register) in registers.iter().enumerate() {
            for (lane, word) in register.iter().enumerate() {
                for (j, &byte) in word.to_le_bytes().iter().enumerate() {
                    let (t, row, column) = place(form.shape, lane, r, j);
                    let stored = memory[8 * t + row][column / 4].to_le_bytes()[column % 4];
                    assert_eq!(stored, byte, "{form:?} {lane} {r} {j}");
                }
            }
        }
    }
}

#[test]
fn moves() {
    let mut seeded = Seeded(23);
    let elements: [[u32; 8]; 8] = [[(); 8]; 8].map(|row| row.map(|()| seeded.next() as u16 as u32));
    let register: Row =
        std::array::from_fn(|l| elements[l / 4][l % 4 * 2] | elements[l / 4][l % 4 * 2 + 1] << 16);
    let moved = movmatrix(&register);
    for (l, &word) in moved.iter().enumerate() {
        assert_eq!(word, elements[l % 4 * 2][l / 4] | elements[l % 4 * 2 + 1][l / 4] << 16);
    }
    assert_eq!(movmatrix(&moved), register);
}

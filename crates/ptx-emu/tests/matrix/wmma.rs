//! `wmma`: load, multiply, store, in every form, against plain loops over the matrices in memory.

use numerics::Scalar;
use ptx::{Modifier, Opcode};
use ptx_emu::matrix::element::Element;
use ptx_emu::matrix::form;
use ptx_emu::matrix::mma::Sum;

use crate::code::{moderate, same, sum, worth};
use crate::execute::{WORDS, run};
use crate::source::{Seeded, every_choice};

/// A matrix in memory: elements from a byte on, rows or columns contiguous, a stride in elements.
struct Matrix {
    rows: usize,
    columns: usize,
    by_rows: bool,
    stride: usize,
    bytes: usize,
    at: usize,
}

impl Matrix {
    fn place(&self, row: usize, column: usize) -> usize {
        let index = if self.by_rows { row * self.stride + column } else { column * self.stride + row };
        self.at + index * self.bytes
    }

    fn get(&self, memory: &[u8], row: usize, column: usize) -> u64 {
        let bytes = &memory[self.place(row, column)..][..self.bytes];
        bytes.iter().rev().fold(0, |code, &byte| code << 8 | u64::from(byte))
    }

    fn fill(&self, memory: &mut [u8], mut code: impl FnMut() -> u64) {
        for (row, column) in (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)))
        {
            let place = self.place(row, column);
            memory[place..place + self.bytes].copy_from_slice(&code().to_le_bytes()[..self.bytes]);
        }
    }
}

fn element(word: Modifier) -> Element {
    // Sums of 32 bits are moved as tf32 is.
    Element::named(word.text()).unwrap_or(Element::Tf32)
}

fn registers(opcode: Opcode, words: &[Modifier], from: usize, kind: &str) -> String {
    let form = opcode.forms().find(|id| id.form().place(words).is_ok()).expect("a form").form();
    let vector = form.row.operands.split(", ").find(|operand| operand.contains("d:")).expect("registers");
    let count: usize = vector.split('*').nth(1).expect("a vector").parse().expect("a number");
    let list: Vec<String> = (from..from + count).map(|number| format!("%{kind}{number}")).collect();
    format!("{{{}}}", list.join(", "))
}

#[test]
fn every_product_of_matrices_in_memory() {
    let mut seeded = Seeded(41);
    for (index, words) in every_choice(Opcode::WmmaMma).into_iter().enumerate() {
        check(index, &words, &mut seeded);
    }
}

fn check(index: usize, words: &[Modifier], seeded: &mut Seeded) {
    let shape = *words.iter().find(|word| word.shape().is_some()).expect("a shape");
    let (m, n, k) = shape.shape().map(|(m, n, k)| (m as usize, n as usize, k as usize)).expect("a shape");
    let layouts: Vec<Modifier> =
        words.iter().copied().filter(|word| matches!(word, Modifier::Row | Modifier::Col)).collect();
    let types: Vec<Modifier> = words.iter().copied().filter(|&word| form::is_type(word)).collect();
    let factor = if types.len() == 2 { Modifier::F16 } else { types[1] };
    let (d_type, c_type) = (types[0], types[types.len() - 1]);
    let size = |word: Modifier| element(word).bits() as usize / 8;
    let matrix = |rows: usize, columns: usize, layout: Modifier, of: Modifier, at: usize| {
        let by_rows = layout == Modifier::Row;
        let tight = if by_rows { columns } else { rows };
        // Some strides leave room, in multiples of 16 bytes.
        let stride = tight + if index.is_multiple_of(3) { 0 } else { 16 / size(of) * 2 };
        Matrix { rows, columns, by_rows, stride, bytes: size(of), at }
    };
    let c_layout = if index.is_multiple_of(2) { Modifier::Row } else { Modifier::Col };
    let d_layout = if index % 4 < 2 { Modifier::Row } else { Modifier::Col };
    let a = matrix(m, k, layouts[0], factor, 0);
    let b = matrix(k, n, layouts[1], factor, 4096);
    let c = matrix(m, n, c_layout, c_type, 8192);
    let d = matrix(m, n, d_layout, d_type, 16384);
    let kind = |word: Modifier| match word {
        Modifier::F64 => "fd",
        Modifier::F32 => "f",
        _ => "r",
    };
    let mut body = String::from("ld.param.u64 %rd1, [buffer];\n");
    let stride = |matrix: &Matrix| {
        if index.is_multiple_of(3) { String::new() } else { format!(", {}", matrix.stride) }
    };
    let modifiers = |words: &[Modifier]| words.iter().map(|word| format!(".{word}")).collect::<String>();
    let moved = |layout: Modifier, of: Modifier| {
        [Modifier::Sync, Modifier::Aligned, layout, shape, Modifier::Global, of]
    };
    let mut lists = Vec::new();
    for (opcode, matrix, layout, of, from) in [
        (Opcode::WmmaLoadA, &a, layouts[0], factor, 10),
        (Opcode::WmmaLoadB, &b, layouts[1], factor, 20),
        (Opcode::WmmaLoadC, &c, c_layout, c_type, 30),
    ] {
        let words = moved(layout, of);
        let list = registers(opcode, &words, from, kind(of));
        body += &format!("{opcode}{} {list}, [%rd1+{}]{};\n", modifiers(&words), matrix.at, stride(matrix));
        lists.push(list);
    }
    let store = moved(d_layout, d_type);
    let list = registers(Opcode::WmmaStoreD, &store, 1, kind(d_type));
    body += &format!("wmma.mma{} {list}, {};\n", modifiers(words), lists.join(", "));
    body += &format!("wmma.store.d{} [%rd1+{}], {list}{};\n", modifiers(&store), d.at, stride(&d));
    let mut memory: Vec<u8> = (0..32 * WORDS * 4).map(|_| seeded.next() as u8).collect();
    for (matrix, of) in [(&a, factor), (&b, factor), (&c, c_type)] {
        matrix.fill(&mut memory, || moderate(element(of), seeded));
    }
    let mut buffer: Vec<u32> =
        memory.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
    run("sm_90a", &body, 32, &mut buffer).unwrap_or_else(|fault| panic!("{words:?}: {fault}"));
    let after: Vec<u8> = buffer.iter().flat_map(|word| word.to_le_bytes()).collect();
    for (row, column) in (0..m).flat_map(|row| (0..n).map(move |column| (row, column))) {
        let codes = |k: usize| (a.get(&memory, row, k), b.get(&memory, k, column));
        let found = d.get(&after, row, column);
        let acc = c.get(&memory, row, column);
        if d_type == Modifier::F64 {
            let rounding = form::rounding(words);
            let expected = (0..k).fold(acc, |sum, k| {
                numerics::float::fma(Scalar::F64, codes(k).0, codes(k).1, sum, rounding, false)
            });
            assert_eq!(found, expected, "{words:?} ({row}, {column})");
            continue;
        }
        let of = element(factor);
        let pairs = (0..k).map(|k| (worth(of, codes(k).0), worth(of, codes(k).1)));
        let form = form::sum(d_type, words).expect("sums");
        let expected = match (c_type, d_type) {
            (Modifier::F16, Modifier::F32) => {
                let wide = (worth(Element::F16, acc) as f32).to_bits();
                sum(Sum::F32, u64::from(wide), pairs)
            }
            (Modifier::F32, Modifier::F16) => {
                let wide = f32::from_bits(sum(Sum::F32, acc, pairs) as u32);
                numerics::convert::from_f64(Scalar::F16, f64::from(wide))
            }
            _ => sum(form, acc, pairs),
        };
        assert!(same(form, found, expected), "{words:?} ({row}, {column}): {found:#x}, not {expected:#x}");
    }
}
